//! Camps that siege guns have before them.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::fortress;
use crate::rules::{Offensive, Rules};
use crate::siege_guns::{self as guns, Charge};

/// The hexes of a side's camps that deployed guns of the enemy have before them: who is in a camp when
/// its last fortress goes can be lost with it (1914 12.3.3). Sorted.
pub fn besieged(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Hex> {
    let fires = |unit: &Unit| {
        guns::is_deployed(rules, position, *unit) && is_of_use(rules, position, *unit)
    };
    let all = rules.siege_units(rules.enemy(side)).filter(fires);
    let guns: Vec<Hex> = all.filter_map(|unit| position.hex(unit)).collect();
    if guns.is_empty() {
        return guns;
    }
    let camps = fortress::camps(rules, side).map(|camp| fortress::hexes_of(position, camp));
    let reached = |hex: &Hex| guns.iter().any(|&gun| guns::is_near(rules, gun, *hex));
    let mut hexes: Vec<Hex> = camps.filter(|hexes| hexes.iter().any(reached)).flatten().collect();
    hexes.sort_unstable();
    hexes
}

/// Whether a unit still bombards in this game, or leads who does.
pub fn is_of_use(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    Charge::of(rules, unit).is_none_or(|charge| charge.left(rules, position) > 0)
}
