//! The set-up sequence: each step from the brief, what came before it, and dice.

mod bombard;
mod gas;
mod placing;
mod resources;
mod works;

pub(crate) use gas::gas_types_at_hand;
pub(crate) use placing::prone_and_cover;
pub(crate) use resources::{airstrikes, on_call, weapon_column};
pub(crate) use works::rows_needed;

use salient_rules::dice::SplitMix64;
use salient_schema::Diagnostic;

use crate::brief::{Brief, Party};
use crate::event::{Detail, Number, side_of};
use crate::outcome::{Outcome, Results};
use crate::steps::Step;
use crate::tables::Tables;
use crate::terrain;

/// Where dice come from and what is told goes: a generator's own streams, or the game of a rule
/// case.
pub(crate) trait Roller {
    /// Rolls a die with six faces.
    fn d6(&mut self, purpose: &str, party: Party, rule: &str) -> u8;
    /// Tells the log of something.
    fn tell(&mut self, detail: Detail);
    /// Chance for what the rules leave to the players.
    fn chance(&mut self) -> &mut SplitMix64;
}

/// What a step works with.
pub(crate) struct Procedure<'a> {
    pub tables: &'a Tables,
    pub brief: &'a Brief,
    pub results: &'a Results,
    pub roller: &'a mut dyn Roller,
}

impl Procedure<'_> {
    /// Runs a step.
    ///
    /// # Errors
    /// What does not fit, with its rule.
    pub fn run(&mut self, step: Step) -> Result<Outcome, Vec<Diagnostic>> {
        Ok(match step {
            Step::Conditions => Outcome::Conditions(self.conditions()),
            Step::Superiority => Outcome::Superiority(self.superiority()),
            Step::Airstrikes => Outcome::Airstrikes(self.airstrikes()),
            Step::Barrages => Outcome::Barrages(self.barrages()),
            Step::Gas => Outcome::Gas(self.gas()),
            Step::HeavyWeapons => Outcome::HeavyWeapons(self.heavy_weapons()),
            Step::Works => Outcome::Works(self.works()),
            Step::Proximity => Outcome::Proximity(self.proximity()),
            Step::Options => Outcome::Options(self.options()),
            Step::PlaceWorks => Outcome::PlaceWorks(self.place_works()?),
            Step::PlaceUnits => Outcome::PlaceUnits(self.place(true)?),
            Step::PlaceBases => Outcome::PlaceBases(self.place(false)?),
            Step::Targets => Outcome::Targets(self.targets()),
            Step::CounterBattery => Outcome::CounterBattery(self.counter_battery()),
            Step::WireClearing => Outcome::WireClearing(self.wire_clearing()),
            Step::CommandSuppression => Outcome::CommandSuppression(self.command_suppression()),
            Step::Standard => Outcome::Standard(self.standard()),
        })
    }

    fn conditions(&mut self) -> crate::outcome::Conditions {
        let numbers = [
            ("sub-units", "attacker", self.brief.sub_units.attacker),
            ("sub-units", "defender", self.brief.sub_units.defender),
        ];
        for (what, side, value) in numbers {
            self.roller.tell(Detail::Number(Number {
                what: what.to_owned(),
                side: Some(side.to_owned()),
                value: i64::from(value),
                rule: Step::Conditions.rule().to_owned(),
                ..Number::default()
            }));
        }
        terrain::lay(self.tables, self.brief, self.roller.chance())
    }

    /// Rolls some dice.
    fn dice(&mut self, many: usize, purpose: &str, party: Party, rule: &str) -> Vec<u8> {
        (0..many).map(|_| self.roller.d6(purpose, party, rule)).collect()
    }

    /// Tells of a number.
    fn number(&mut self, party: Party, number: Number) {
        self.roller.tell(Detail::Number(Number { side: Some(side_of(party)), ..number }));
    }
}

/// The sum of dice.
fn sum(dice: &[u8]) -> i32 {
    dice.iter().map(|&die| i32::from(die)).sum()
}

/// A modifier in words; none where it is 0.
fn because(value: i32, reason: &str) -> Option<String> {
    (value != 0).then(|| format!("{value:+} {reason}"))
}
