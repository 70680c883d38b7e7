//! Who falls back, and how far he has come (1914 11.1).

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::abreast;
use crate::rules::{Offensive, Rules};

/// A stack that has to fall back: what whoever sends it fills in.
///
/// All `units` stand together, have the same number of hexes to go and go them together: each hex
/// in an unnegated zone costs all their forces a level (1914 11.1.3), and of the stack one force
/// tries one repulse (7.4.1). Forces that go different distances are retreats of their own: a combat
/// result sends the whole stack, a failed check (10.2.1) its force alone, from wherever it is by then.
/// As what is begun last is done first, begin them in the reverse order.
///
/// - Assets go with their formation: pass the whole force (1914 11.1.2).
/// - A fort is passed as it lies: it is turned over or eliminated as they set out (8.5.4). A fortress
///   that is passed loses its garrison and stays (11.1.2): pass it where the table says a retreat, or
///   all combat units fall back. Supply units are not passed: a depot in the hex is displaced, and a
///   train that is left alone goes by itself (15.6.2).
/// - All are marked as retreated, so that they fight no more in this phase (9.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// Who falls back, by rising unit.
    pub units: Vec<Unit>,
    /// The hex that they held in the combat, from which they go as far as they can (1914 11.1.1): an
    /// attacker's own; for a second retreat of one combat the same as for the first.
    pub from: Hex,
    /// Hexes still to go.
    pub left: u8,
    /// Whether their one repulse was tried (1914 7.4.1): true where the cause allows none.
    pub repulsed: bool,
    /// The attack that it comes of, if one.
    pub attack: Option<u32>,
    /// Whether only the half in that hex goes, of a force in two (1914 19.4.1).
    pub half: bool,
    /// The rule that sends them.
    pub rule: String,
}

/// A retreat on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Going {
    pub retreat: Retreat,
    /// The hexes that it has been in, so that it comes back to none of them: nothing before it
    /// begins.
    pub passed: Vec<Hex>,
    /// Whether it is a corps train that gives way to the enemy (1914 15.6.2a).
    pub train: bool,
}

impl Going {
    /// The side that falls back.
    pub fn side(&self, rules: &Rules) -> usize {
        self.retreat.units.first().map_or(0, |&unit| rules.side_of(unit))
    }

    /// The hex that it goes on from: that in which it is or whose half falls back, else wherever its
    /// first unit is by now.
    pub fn place(&self, position: &Position<Offensive>) -> Option<Hex> {
        let at = self.at();
        let units = &self.retreat.units;
        if units.iter().any(|&unit| abreast::is_in(position, unit, at)) {
            return Some(at);
        }
        position.hex(*units.first()?)
    }

    /// Where it is now.
    pub fn at(&self) -> Hex {
        self.passed.last().copied().unwrap_or(self.retreat.from)
    }
}
