//! 1914 3.1.2, 9.2.2, 9.2.5: who of a hex under attack defends it, and who is withheld.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use super::indicate::{check_attachment, defends, fits};
use crate::acts::Act;
use crate::rules::{Offensive, Rules, of};
use crate::state::RETREATED;
use crate::units::Kind;
use crate::{effectiveness, force};

/// Units of a hex under attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Defence {
    /// Those who may fight. Sorted.
    pub units: Vec<Unit>,
    /// Those who are withheld whatever their owner likes: they have retreated in this phase,
    /// or are guns without a combat unit. Sorted.
    pub barred: Vec<Unit>,
    /// Those who are in any case in it: forts and fortresses (1914 9.2.5 C). Sorted.
    fixed: Vec<Unit>,
    /// The hex.
    hex: Option<Hex>,
}

impl Defence {
    /// The units of a side in a hex.
    pub fn of(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Self {
        let fights = |unit: &Unit| {
            let kind = rules.kind(position, *unit);
            rules.side_of(*unit) == side && !kind.is_supply()
        };
        let ready: Vec<Unit> = position
            .stack(hex)
            .filter(fights)
            .filter(|&unit| position.state(unit).flags & RETREATED == 0)
            .collect();
        // Guns fight only with a combat unit (1914 8.8.1).
        let led = ready.iter().any(|&unit| rules.is_combat(position, unit));
        let may = |unit: &Unit| {
            ready.contains(unit) && (led || !rules.kind(position, *unit).is_artillery())
        };
        let (units, barred): (Vec<Unit>, Vec<Unit>) =
            position.stack(hex).filter(fights).partition(may);
        let is_fixed =
            |unit: &&Unit| matches!(rules.kind(position, **unit), Kind::Fort | Kind::Fortress);
        let fixed = units.iter().filter(is_fixed).copied().collect();
        Self { units, barred, fixed, hex: Some(hex) }
    }

    /// Whether anybody defends at all.
    pub fn is_any(&self, rules: &Rules, position: &Position<Offensive>) -> bool {
        self.units.iter().any(|&unit| defends(rules, position, unit))
    }

    /// Who may be withheld by plain choice, as sets of units: first nobody beyond what must be.
    pub fn options(&self, rules: &Rules, position: &Position<Offensive>) -> Vec<Vec<Unit>> {
        let mut options: BTreeSet<Vec<Unit>> = BTreeSet::new();
        let sound = self.sound(rules, position);
        for &first in &self.units {
            for only in [&self.units, &sound] {
                if only.contains(&first) {
                    let fighting = self.fill(rules, position, first, only);
                    let left: Vec<Unit> =
                        self.units.iter().filter(|it| !fighting.contains(it)).copied().collect();
                    if self.check(rules, position, &left).is_ok() {
                        options.insert(left);
                    }
                }
            }
        }
        let mut options: Vec<Vec<Unit>> = options.into_iter().collect();
        options.sort_by_key(|left| (left.len(), left.clone()));
        options
    }

    /// Those who are neither ineffective nor demoralized, with the assets of their forces.
    fn sound(&self, rules: &Rules, position: &Position<Offensive>) -> Vec<Unit> {
        let forces = force::group(rules, position, self.units.iter().copied());
        let weak = forces.iter().filter(|force| {
            force.formation.is_some_and(|it| effectiveness::is_ineffective(rules, position, it))
        });
        let weak: Vec<Unit> = weak.flat_map(force::Force::units).collect();
        self.units.iter().filter(|unit| !weak.contains(unit)).copied().collect()
    }

    /// Who fights if one is taken first and then whoever fits, the strongest first.
    fn fill(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        first: Unit,
        only: &[Unit],
    ) -> Vec<Unit> {
        let mut fighting = self.fixed.clone();
        let mut order: Vec<Unit> = only.to_vec();
        order.sort_by_key(|&unit| {
            let piece = rules.piece(unit);
            let strength = rules.rating(position, unit, of::DEFENCE);
            (unit != first, !piece.is_formation(), -strength, unit)
        });
        for unit in order {
            if fighting.contains(&unit) {
                continue;
            }
            fighting.push(unit);
            if self.may_fight(rules, position, &fighting).is_err() {
                fighting.pop();
            }
        }
        fighting
    }

    fn may_fight(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        fighting: &[Unit],
    ) -> Result<(), Violation> {
        let steep = self.hex.is_some_and(|hex| rules.terrain.hex(hex).steep);
        fits(rules, position, fighting, steep)?;
        check_attachment(rules, position, fighting)
    }

    /// Whether units may be withheld (1914 9.2.5).
    pub fn check(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        left: &[Unit],
    ) -> Result<(), Violation> {
        let wrong = |text: &'static str| Err(Violation::new("1914 9.2.5", text));
        if !left.is_sorted_by(|one, next| one < next)
            || !left.iter().all(|unit| self.units.contains(unit))
        {
            return wrong("units of the hex are withheld, each once and in order");
        }
        if left.iter().any(|unit| self.fixed.contains(unit)) {
            return wrong("forts and fortresses are not withheld");
        }
        let fighting: Vec<Unit> =
            self.units.iter().filter(|unit| !left.contains(unit)).copied().collect();
        self.may_fight(rules, position, &fighting)?;
        if !fighting.iter().any(|&unit| defends(rules, position, unit)) {
            return wrong("somebody defends");
        }
        let sound = self.sound(rules, position);
        let steadies = fighting.iter().any(|unit| sound.contains(unit));
        for &unit in left {
            let more = fighting.iter().copied().chain([unit]).collect::<Vec<Unit>>();
            let excess = self.may_fight(rules, position, &more).is_err();
            if !excess && (sound.contains(&unit) || !steadies) {
                return wrong("only the ineffective beside the sound, and excess, are withheld");
            }
        }
        Ok(())
    }

    /// What may be done, one act an option.
    pub fn legal(&self, rules: &Rules, position: &Position<Offensive>) -> Vec<Act> {
        let mut acts: Vec<Act> = self
            .options(rules, position)
            .into_iter()
            .map(|units| if units.is_empty() { Act::Done } else { Act::Withhold { units } })
            .collect();
        acts.sort();
        acts
    }

    /// Who is withheld by an act, if that is allowed.
    pub fn chosen(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        act: &Act,
    ) -> Result<Vec<Unit>, Violation> {
        let units = match act {
            Act::Done => Vec::new(),
            Act::Withhold { units } if !units.is_empty() => units.clone(),
            _ => return Err(Violation::new("1914 9.2.5", "withhold units, or be done")),
        };
        self.check(rules, position, &units).map(|()| units)
    }
}
