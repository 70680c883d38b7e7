//! 1914 18.4, 18.5: bridges and tunnels of the railways are demolished and rebuilt.

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Site, Unit};

use super::net::{Structure, What};
use super::review;
use crate::control;
use crate::marks::DEMOLISHED;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

/// Demolished until it is rebuilt, if ever.
const BLOWN: i32 = 1;
/// Demolished for good (1914 18.4.1, 18.4.1a).
const FOR_GOOD: i32 = 2;
/// Demolished, with a line of the Germans around it (1914 18.5).
const GERMAN_LINE: i32 = 3;

/// The values of the mark of a structure.
pub const VALUES: [&str; 3] = ["demolished", "demolished for good", "German supply line"];

fn level(rules: &Rules, position: &Position<Offensive>, hex: Hex, direction: Direction) -> i32 {
    position.level(DEMOLISHED, Site::hexside(rules.map().grid(), hex, direction))
}

/// 1914 18.4.2, 18.5: whether no demolished structure bars the hexside out of a hex to a side: `units`
/// of units that go by rail, which have no use for a line around one.
#[inline]
pub fn passes(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (hex, direction): (Hex, Direction),
    units: bool,
) -> bool {
    if rules.net.built[hex.index()] >> direction.index() & 1 == 0 {
        return true;
    }
    match level(rules, position, hex, direction) {
        0 => true,
        GERMAN_LINE => side == rules.german && !units,
        _ => false,
    }
}

/// 1914 18.4.1: before the first game-turn what Germans are near enough to is demolished, unless its
/// game-turn has come.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    let (rules, position) = (cx.rules, &*cx.position);
    let moves = |unit: &Unit| !matches!(rules.piece(*unit).kind, Kind::Fort | Kind::Fortress);
    let germans: Vec<Hex> = position
        .on_map(rules, rules.german)
        .filter(moves)
        .filter_map(|unit| position.hex(unit))
        .collect();
    let turn = position.turn;
    let waits = |it: &&Structure| it.rebuilt.is_none_or(|rebuilt| rebuilt > turn);
    let blown: Vec<Structure> = rules
        .net
        .structures
        .iter()
        .filter(waits)
        .filter(|it| germans.iter().any(|&hex| frightens(rules, it, hex)))
        .copied()
        .collect();
    for structure in blown {
        demolish(cx, structure);
    }
}

/// Whether a German in a hex has a structure demolished.
fn frightens(rules: &Rules, structure: &Structure, hex: Hex) -> bool {
    let grid = rules.map().grid();
    let near = || grid.distance(structure.hex, hex).min(grid.distance(structure.other, hex));
    match structure.what {
        What::Orange => near() <= rules.numbers.demolition_distance.unsigned_abs(),
        What::Spared => structure.touches(hex),
        What::Red | What::German => false,
    }
}

/// 1914 18.4.1, 18.4.1a: a unit comes into a hex. A structure whose game-turn has come is not
/// demolished by its orange mark any more.
pub fn come(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    if rules.net.structures.is_empty() {
        return;
    }
    let side = rules.side_of(unit);
    let fights = rules.is_combat(cx.position, unit);
    for &structure in &rules.net.structures {
        let due = match structure.what {
            What::Red => {
                let held = |hex: Hex| cx.position.own.once_german.binary_search(&hex).is_ok();
                side == rules.allied
                    && fights
                    && structure.touches(hex)
                    && structure.ends().iter().all(|(end, _)| held(*end))
            }
            _ => {
                side == rules.german
                    && structure.rebuilt.is_none_or(|turn| turn > cx.position.turn)
                    && frightens(rules, &structure, hex)
            }
        };
        if due {
            demolish(cx, structure);
        }
    }
}

/// Demolishes a structure, unless it is already; what it has cut off is operational no more (1914
/// 18.4.2).
fn demolish(cx: &mut PlayContext<'_, Offensive>, structure: Structure) {
    let rules = cx.rules;
    let (rule, value) = match structure.what {
        What::Orange => ("1914 18.4.1", BLOWN),
        What::Spared => ("1914 18.4.1a", FOR_GOOD),
        What::Red => ("1914 18.4.1", FOR_GOOD),
        What::German => return,
    };
    let before = level(rules, cx.position, structure.hex, structure.direction);
    if before == FOR_GOOD || before != 0 && value == BLOWN {
        return;
    }
    set(cx, &structure, value, rule);
    for side in [rules.allied, rules.german] {
        review(cx, side, "1914 18.4.2");
    }
}

fn set(cx: &mut PlayContext<'_, Offensive>, structure: &Structure, value: i32, rule: &str) {
    cx.set_mark(DEMOLISHED, Site::Hexside(structure.hex, structure.direction), value, None, rule);
}

/// 1914 18.4.3, 18.5: what is rebuilt by now, before railheads advance (1914 4.2.4).
pub fn rebuild(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for structure in &rules.net.structures {
        if structure.rebuilt.is_none_or(|turn| turn > cx.position.turn) {
            continue;
        }
        if level(rules, cx.position, structure.hex, structure.direction) != BLOWN {
            continue;
        }
        match structure.what {
            What::Orange => set(cx, structure, 0, "1914 18.4.3"),
            What::German => set(cx, structure, GERMAN_LINE, "1914 18.5"),
            What::Spared | What::Red => {}
        }
    }
}

/// 1914 18.4.1: remembers which hexes of red bridges the Germans control or have controlled.
pub fn watch(rules: &Rules, position: &mut Position<Offensive>) {
    let red = rules.net.structures.iter().filter(|it| it.what == What::Red);
    for (hex, _) in red.flat_map(Structure::ends) {
        if control::of(position, hex) == Some(rules.german)
            && let Err(place) = position.own.once_german.binary_search(&hex)
        {
            position.own.once_german.insert(place, hex);
        }
    }
}
