//! Who is whose enemy, and where enemies stand.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::game::Standard;
use crate::rules::Rules;

impl Rules {
    /// The enemies of a side, a bit each.
    #[inline]
    pub fn enemies_of(&self, side: usize) -> u8 {
        self.enemies.get(side).copied().unwrap_or(0)
    }

    /// Whether two sides are enemies.
    #[inline]
    pub fn are_enemies(&self, side: usize, other: usize) -> bool {
        self.enemies_of(side) >> other & 1 == 1
    }

    /// Whether a unit is an enemy of a side.
    #[inline]
    pub fn is_enemy(&self, side: usize, unit: Unit) -> bool {
        self.are_enemies(side, self.side(unit))
    }

    /// The enemies of a side, by rising place.
    pub fn enemy_sides(&self, side: usize) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let enemies = self.enemies_of(side);
        (0..8).filter(move |other| enemies >> other & 1 == 1)
    }
}

/// Whether enemies of a side stand in a hex.
#[inline]
pub fn stand_in(rules: &Rules, position: &Position<Standard>, side: usize, hex: Hex) -> bool {
    position.board().present(hex) & rules.enemies_of(side) != 0
}

/// Whether enemies of a side stand next to a hex.
pub fn stand_next_to(rules: &Rules, position: &Position<Standard>, side: usize, hex: Hex) -> bool {
    let mut around = rules.compiled.map.neighbours(hex);
    around.any(|(_, next)| stand_in(rules, position, side, next))
}

/// The enemies of a side in a hex.
pub fn in_hex<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
    hex: Hex,
) -> impl Iterator<Item = Unit> + Clone + 'a {
    position.stack(hex).filter(move |&unit| rules.is_enemy(side, unit))
}

/// All enemies of a side on the map.
pub fn on_map<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    let others = rules.enemy_sides(side).take_while(|&other| other < rules.compiled.sides.len());
    others.flat_map(|other| position.on_map(rules, other))
}

/// The hexes in which units stand, each once, by rising place.
pub fn hexes_of(position: &Position<Standard>, units: impl IntoIterator<Item = Unit>) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = units.into_iter().filter_map(|unit| position.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
