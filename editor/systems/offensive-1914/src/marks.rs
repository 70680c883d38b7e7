//! What lies on the map besides units, and what is so of formations and units: marks that the kernel
//! keeps, tells and shows.

use salient_hex::{Direction, Hex};
use salient_rules::game::MarkerLook;
use salient_rules::play::{MarkDef, PlayContext, Position, Site, Unit};

use crate::rules::{Offensive, Rules};

/// How far a formation is down the effectiveness track (1914 6.1.4).
pub const EFFECTIVENESS: u8 = 0;
/// A unit's prepared attack, which points at the hex (1914 7.3).
pub const PREPARED: u8 = 1;
/// The improved position of a hex (1914 14).
pub const POSITION: u8 = 2;
/// A roadway bridge that is blown (1914 7.1.4a).
pub const BLOWN: u8 = 3;
/// A headquarters' prep marker (1914 13.3.1).
pub const FIRE: u8 = 4;
/// A bridge or tunnel of the railways that is demolished (1914 18.4).
pub const DEMOLISHED: u8 = 5;

/// A pontoon bridge that is destroyed for good (1914 24.6).
pub const DESTROYED: u8 = 6;

/// All marks, each at its place.
pub const MARKS: &[MarkDef] = &[
    MarkDef {
        id: "effectiveness",
        name: "Effectiveness",
        meaning: "Its effectiveness is lower by so much: by three if it is combat ineffective, CI, \
                  or demoralized, D1 and D2 (1914 6.1.2 to 6.1.4).",
        values: &["-1", "-2", "-3", "CI", "D1", "D2"],
        look: Some(MarkerLook::Morale),
        goes: false,
    },
    MarkDef {
        id: "prepared-attack",
        name: "Prepared attack",
        meaning: "It attacks the hex that the mark points at, and better if all who do have prepared \
                  it (1914 7.3, 9.6.1).",
        values: &[],
        look: Some(MarkerLook::State),
        goes: true,
    },
    MarkDef {
        id: "improved-position",
        name: "Improved position",
        meaning: "Attacks on the hex are shifted by its level (1914 14.1).",
        values: &["IP 1", "IP 2"],
        look: Some(MarkerLook::Sight),
        goes: false,
    },
    MarkDef {
        id: "blown-bridge",
        name: "Blown bridge",
        meaning: "The river costs what it does without the bridge until that is repaired (1914 \
                  7.1.4a, 7.1.4b).",
        values: &[],
        look: Some(MarkerLook::Hazard),
        goes: false,
    },
    MarkDef {
        id: "prepared-fire",
        name: "Prep",
        meaning: "The headquarters may bombard a position before it is attacked (1914 13.3).",
        values: &[],
        look: Some(MarkerLook::State),
        goes: true,
    },
    MarkDef {
        id: "demolished-structure",
        name: "Demolished bridge or tunnel",
        meaning: "No railway leads over it until it is rebuilt; with a German supply line around it \
                  it bars no German supply and no German depot (1914 18.4.2, 18.5).",
        values: &crate::rails::structures::VALUES,
        look: Some(MarkerLook::Hazard),
        goes: false,
    },
    MarkDef {
        id: "destroyed-bridge",
        name: "Destroyed bridge",
        meaning: "Germans have come to an end of the pontoon bridge: it is gone for good (1914 24.6).",
        values: &[],
        look: Some(MarkerLook::Hazard),
        goes: false,
    },
];

/// The level of a printed improved position (1914 14.5).
const PRINTED: u8 = 2;

/// 1914 14.5: printed improved positions lie on the map before the first game-turn.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for hex in rules.map().grid().hexes().filter(|&hex| rules.terrain.hex(hex).position) {
        improve(cx, hex, PRINTED, "1914 14.5");
    }
}

/// The hex at which a unit's prepared attack points (1914 7.3); none where it has none.
#[inline]
pub fn prepared(position: &Position<Offensive>, unit: Unit) -> Option<Hex> {
    position.mark(PREPARED, Site::Unit(unit))?.towards
}

/// Has a unit prepare an attack on a hex (1914 7.3).
pub fn prepare(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex, rule: &str) {
    cx.set_mark(PREPARED, Site::Unit(unit), 1, Some(hex), rule);
}

/// Takes the prepared attack of a unit off, if it has one.
pub fn unprepare(cx: &mut PlayContext<'_, Offensive>, unit: Unit, rule: &str) {
    cx.set_mark(PREPARED, Site::Unit(unit), 0, None, rule);
}

/// Whether a headquarters has its prep marker (1914 13.3.1).
#[inline]
pub fn plans_fire(position: &Position<Offensive>, unit: Unit) -> bool {
    position.mark(FIRE, Site::Unit(unit)).is_some()
}

/// Gives a headquarters its prep marker, or takes it away.
pub fn plan_fire(cx: &mut PlayContext<'_, Offensive>, unit: Unit, has: bool, rule: &str) {
    cx.set_mark(FIRE, Site::Unit(unit), i32::from(has), None, rule);
}

/// The level of the improved position of a hex (1914 14.1); 0 where none is.
#[inline]
pub fn improved(position: &Position<Offensive>, hex: Hex) -> i32 {
    position.level(POSITION, Site::Hex(hex))
}

/// Gives a hex an improved position of a level, or with 0 takes it away.
pub fn improve(cx: &mut PlayContext<'_, Offensive>, hex: Hex, level: u8, rule: &str) {
    cx.set_mark(POSITION, Site::Hex(hex), i32::from(level), None, rule);
}

/// Whether the roadway bridge of a hexside is blown (1914 7.1.4a), or destroyed (1914 24.6).
#[inline]
pub fn is_blown(
    rules: &Rules,
    position: &Position<Offensive>,
    hex: Hex,
    direction: Direction,
) -> bool {
    let site = Site::hexside(rules.map().grid(), hex, direction);
    [BLOWN, DESTROYED].iter().any(|&mark| position.mark(mark, site).is_some())
}
