//! The best attacks as they were weighed last, hex by hex.
//!
//! A combat phase asks for the best attack before each attack, and between two of them little
//! changes. What an attack is worth hangs on who stands within two hexes of its target: attackers
//! and defenders, what zones of control bar the defenders' ways out, and the whole of a corps.
//! So a hex is weighed again only where a unit that near has changed.

use crate::bots::Style;
use crate::bots::fight::Prospect;
use crate::position::{Marks, Position};
use crate::rules::Rules;
use salient_hex::grid::Hex;
use salient_rules::base::UnitState;

/// How far from a target a unit can matter for what an attack on it is worth.
const NEAR: u32 = 2;

/// The best attacks of a combat phase.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// How they were weighed, and what of the position counts for all of them.
    by: Option<(Style, bool)>,
    replacements: Vec<i32>,
    /// Every unit as it stood then.
    units: Vec<UnitState<Marks>>,
    /// By rising hex.
    best: Vec<(Hex, Option<Prospect>)>,
}

impl Outlook {
    /// Forgets all: another step of the sequence of play has begun.
    pub fn clear(&mut self) {
        self.by = None;
        self.best.clear();
    }

    /// The best attack on any of these targets, which rise; of several as good the first. `weigh`
    /// finds the best on one.
    pub fn best(
        &mut self,
        position: &Position,
        rules: &Rules,
        targets: &[Hex],
        style: Style,
        mut weigh: impl FnMut(Hex) -> Option<Prospect>,
    ) -> Option<&Prospect> {
        // Once British and French have attacked together, the next such attack is worth less.
        let by = Some((style, position.mixed_attacks > 0));
        if self.by != by || self.replacements != position.replacements {
            self.by = by;
            self.replacements.clone_from(&position.replacements);
            self.best.clear();
        }
        let grid = rules.map.grid();
        let changed = self.changed(position);
        let is_as_before = |hex: Hex| changed.iter().all(|&other| grid.distance(hex, other) > NEAR);
        let mut known = std::mem::take(&mut self.best).into_iter().peekable();
        for &hex in targets {
            while known.next_if(|(other, _)| *other < hex).is_some() {}
            let before = known.next_if(|(other, _)| *other == hex && is_as_before(hex));
            self.best.push(before.unwrap_or_else(|| (hex, weigh(hex))));
        }
        let mut best: Option<&Prospect> = None;
        for prospect in self.best.iter().filter_map(|(_, prospect)| prospect.as_ref()) {
            if best.is_none_or(|best| prospect.score > best.score) {
                best = Some(prospect);
            }
        }
        best
    }

    /// What the best attack on each target is worth.
    #[cfg(test)]
    pub fn scores(&self) -> Vec<(Hex, Option<i32>)> {
        let score = |prospect: &Option<Prospect>| prospect.as_ref().map(|best| best.score);
        self.best.iter().map(|(hex, best)| (*hex, score(best))).collect()
    }

    /// The hexes where somebody stands or stood who is not as he was when this was asked last.
    fn changed(&mut self, position: &Position) -> Vec<Hex> {
        let units = self.units.iter().zip(&position.units);
        let other = units.filter(|(before, now)| before != now);
        let mut changed: Vec<Hex> =
            other.flat_map(|(before, now)| [before.hex, now.hex]).flatten().collect();
        self.units.clone_from(&position.units);
        changed.sort_unstable();
        changed.dedup();
        changed
    }
}
