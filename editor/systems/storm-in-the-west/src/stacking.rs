//! SW 9.0 Stacking.

use crate::event::LossCause;

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, GERMAN, Rules, Unit, UnitDef, UnitKind, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

/// What stands in a hex, as stacking counts it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    units: u32,
    points: i32,
    /// All that have a stacking value are American divisions (SW S3.14).
    others: bool,
    zero: i32,
    fast: i32,
    heavy: i32,
    anti_tank: i32,
    alone: bool,
    /// Armies, a bit each.
    armies: u32,
    /// Americans that may not stand with others.
    american_other: bool,
    /// American divisions that have not stood with others in this game-turn.
    fresh_americans: i32,
}

impl Tally {
    /// One unit, which has not stood with others yet. `american` is the American army.
    pub fn of(def: &UnitDef, american: Option<u8>) -> Self {
        let is = |kind: UnitKind| i32::from(def.kind == kind);
        let is_free = def.kind != UnitKind::AntiTank && def.stacking == 0;
        let free = i32::from(is_free);
        let is_american = Some(def.nation) == american;
        Self {
            units: 1,
            points: def.stacking,
            others: def.stacking > 0 && !def.american_division,
            zero: free,
            fast: free * is(UnitKind::FastTank),
            heavy: free * is(UnitKind::HeavyTank),
            anti_tank: is(UnitKind::AntiTank),
            alone: def.alone,
            armies: 1 << u32::from(def.nation.min(31)),
            american_other: is_american && !def.american_division,
            fresh_americans: i32::from(is_american && def.american_division),
        }
    }

    fn add(&mut self, position: &Position, rules: &Rules, unit: Unit) {
        let one = &rules.roster.tallies[unit.index()];
        self.units += one.units;
        self.points += one.points;
        self.others |= one.others;
        self.zero += one.zero;
        self.fast += one.fast;
        self.heavy += one.heavy;
        self.anti_tank += one.anti_tank;
        self.alone |= one.alone;
        self.armies |= one.armies;
        self.american_other |= one.american_other;
        if !position.state(unit).interstacked {
            self.fresh_americans += one.fresh_americans;
        }
    }
}

/// How a stack breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breach {
    /// SW S3.25
    Alone,
    /// SW 9.1
    TooHigh { points: i32, limit: i32 },
    /// SW 9.4
    Free,
    /// SW S3.16
    AntiTank,
    /// SW 9.5
    Armies,
    /// SW 9.6
    Americans { limit: i32 },
}

impl Breach {
    fn violation(self, rules: &Rules, hex: Hex) -> Violation {
        let label = rules.label(hex);
        match self {
            Self::Alone => Violation::new(
                "SW S3.25",
                format!("the unit stands with nobody else, also not in {label}"),
            ),
            Self::TooHigh { points, limit } => Violation::new(
                "SW 9.1",
                format!("{label} would hold {points} units, {limit} at most"),
            ),
            Self::Free => Violation::new(
                "SW 9.4",
                format!("{label} would hold more than one unit that stacks free"),
            ),
            Self::AntiTank => Violation::new(
                "SW S3.16",
                format!("{label} would hold more than one anti-tank unit"),
            ),
            Self::Armies => {
                Violation::new("SW 9.5", format!("the armies do not stand together in {label}"))
            }
            Self::Americans { limit } => Violation::new(
                "SW 9.6",
                format!("{limit} American divisions stand with others in a game-turn, no more"),
            ),
        }
    }
}

impl Position {
    /// Whether units that come from elsewhere may be in a hex with those who are there. Stacking
    /// holds at all times (SW 9.2), so on the way too.
    pub fn check_stack(&self, rules: &Rules, units: &[Unit], hex: Hex) -> Result<(), Violation> {
        match self.breach(rules, &self.tally(rules, units, hex)) {
            None => Ok(()),
            Some(breach) => Err(breach.violation(rules, hex)),
        }
    }

    /// The same for one unit, without words.
    pub fn fits(&self, rules: &Rules, unit: Unit, hex: Hex) -> bool {
        // Nearly every hex is empty, and one unit may stand anywhere.
        self.holder(hex).is_none() || self.breach(rules, &self.tally(rules, &[unit], hex)).is_none()
    }

    fn tally(&self, rules: &Rules, units: &[Unit], hex: Hex) -> Tally {
        let mut tally = Tally::default();
        for unit in self.stack(hex).filter(|unit| !units.contains(unit)) {
            tally.add(self, rules, unit);
        }
        for &unit in units {
            tally.add(self, rules, unit);
        }
        tally
    }

    /// The first rule that a stack breaks.
    fn breach(&self, rules: &Rules, tally: &Tally) -> Option<Breach> {
        let numbers = &rules.constants;
        if tally.alone && tally.units > 1 {
            return Some(Breach::Alone);
        }
        let limit = if tally.others { numbers.stacking_limit } else { numbers.american_stacking };
        if tally.points > limit {
            return Some(Breach::TooHigh { points: tally.points, limit });
        }
        // A fast and a heavy tank unit may stand together (SW S3.15).
        let pair = i32::from(tally.fast > 0 && tally.heavy > 0);
        if tally.zero - pair > numbers.zero_stackers {
            return Some(Breach::Free);
        }
        if tally.anti_tank > numbers.anti_tank_limit {
            return Some(Breach::AntiTank);
        }
        if tally.armies.count_ones() > 1 {
            let american = rules.american.map_or(0, |army| 1 << u32::from(army.min(31)));
            let guests = tally.armies & american != 0 && tally.armies.count_ones() == 2;
            if !guests || tally.american_other || numbers.interstacking_americans == 0 {
                return Some(Breach::Armies);
            }
            let all = self.interstacked(rules) + tally.fresh_americans;
            if all > numbers.interstacking_americans {
                return Some(Breach::Americans { limit: numbers.interstacking_americans });
            }
        }
        None
    }

    /// American divisions that have stood with others in this game-turn.
    fn interstacked(&self, rules: &Rules) -> i32 {
        let americans = self.units.iter().zip(&rules.units);
        americans.filter(|(unit, def)| def.american_division && unit.interstacked).count() as i32
    }

    /// SW 9.6: whether all the Americans that a way brings together with others are within the
    /// limit: those who take it and those whom they pass, wherever on it.
    pub fn check_company(
        &self,
        rules: &Rules,
        units: &[Unit],
        path: &[Hex],
    ) -> Result<(), Violation> {
        let limit = rules.constants.interstacking_americans;
        let mut company: Vec<Unit> = Vec::new();
        for &hex in path {
            let there = || self.stack(hex).chain(units.iter().copied());
            let army = units.first().map(|&unit| rules.unit(unit).nation);
            if there().all(|unit| Some(rules.unit(unit).nation) == army) {
                continue;
            }
            let fresh = |unit: &Unit| {
                rules.unit(*unit).american_division && !self.state(*unit).interstacked
            };
            company.extend(there().filter(fresh));
        }
        company.sort_unstable();
        company.dedup();
        if company.is_empty() || self.interstacked(rules) + company.len() as i32 <= limit {
            return Ok(());
        }
        let Some(&hex) = path.last() else { return Ok(()) };
        Err(Breach::Americans { limit }.violation(rules, hex))
    }

    /// Takes note of Americans that stand with others in a hex (SW 9.6).
    pub fn mark_interstacked(&mut self, rules: &Rules, hex: Hex) {
        if rules.american.is_none() || !self.holds_two_armies(rules, hex) {
            return;
        }
        let there: Vec<Unit> =
            self.stack(hex).filter(|&unit| rules.unit(unit).american_division).collect();
        for unit in there {
            self.state_mut(unit).interstacked = true;
        }
    }

    fn holds_two_armies(&self, rules: &Rules, hex: Hex) -> bool {
        let mut armies = self.stack(hex).map(|unit| rules.unit(unit).nation);
        let first = armies.next();
        armies.any(|army| Some(army) != first)
    }

    /// Counts afresh for a new game-turn: those who stand with others now.
    pub fn count_interstacked(&mut self, rules: &Rules) {
        for unit in &mut self.units {
            unit.interstacked = false;
        }
        let hexes: Vec<Hex> = rules
            .all_units()
            .filter(|&unit| rules.unit(unit).american_division)
            .filter_map(|unit| self.hex(unit))
            .collect();
        for hex in hexes {
            self.mark_interstacked(rules, hex);
        }
    }

    /// A hex where a side stands too high, and the enemy, who chooses what goes (SW 9.3).
    pub fn overstacked(&self, rules: &Rules) -> Option<(usize, Hex)> {
        if !self.begun {
            return None;
        }
        [GERMAN, ALLIED].into_iter().find_map(|side| {
            let mut there = self.on_map(rules, side);
            there.find_map(|unit| {
                let hex = self.hex(unit)?;
                // Each stack is looked at once.
                let is_first = self.stack(hex).next() == Some(unit);
                (is_first && self.is_overstacked(rules, hex)).then_some((enemy_of(side), hex))
            })
        })
    }

    fn is_overstacked(&self, rules: &Rules, hex: Hex) -> bool {
        !self.would_fit(rules, self.stack(hex))
    }

    /// Whether these units could stand in a hex together. How many Americans stand with others
    /// in a game-turn is no matter of a hex, so that nobody has to go for it.
    fn would_fit(&self, rules: &Rules, units: impl Iterator<Item = Unit>) -> bool {
        let mut tally = Tally::default();
        units.for_each(|unit| tally.add(self, rules, unit));
        matches!(self.breach(rules, &tally), None | Some(Breach::Americans { .. }))
    }

    /// The units of a stack that is too high of which the enemy may remove one now: those that
    /// belong to a smallest number without which the rest may stay (SW 9.3).
    pub fn surplus(&self, rules: &Rules, hex: Hex) -> Vec<Unit> {
        let stack: Vec<Unit> = self.stack(hex).collect();
        let mut out = Vec::new();
        for removed in 1..=stack.len() {
            out.extend(stack.iter().copied().filter(|&unit| {
                let rest: Vec<Unit> =
                    stack.iter().copied().filter(|&other| other != unit).collect();
                self.fits_without(rules, &rest, removed - 1)
            }));
            if !out.is_empty() {
                break;
            }
        }
        out
    }

    /// Whether some of these units could stay if so many of them went.
    fn fits_without(&self, rules: &Rules, units: &[Unit], removed: usize) -> bool {
        if removed == 0 {
            return self.would_fit(rules, units.iter().copied());
        }
        (0..units.len()).any(|at| {
            let mut rest = units.to_vec();
            rest.remove(at);
            self.fits_without(rules, &rest, removed - 1)
        })
    }

    /// Removes a unit from a stack that is too high.
    pub fn unstack(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) -> Result<(), Violation> {
        if self.hex(unit) != Some(hex) {
            return Err(Violation::new(
                "SW 9.3",
                "the unit is not in the hex that is stacked too high",
            ));
        }
        if !self.surplus(cx.rules, hex).contains(&unit) {
            return Err(Violation::new(
                "SW 9.3",
                "no more units are removed than the stack has too many",
            ));
        }
        self.eliminate(cx, unit, LossCause::Stacking, "SW 9.3");
        self.decision = Decision::None;
        Ok(())
    }
}
