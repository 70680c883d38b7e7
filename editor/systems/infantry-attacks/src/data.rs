//! IA 2.0 and what other rules need of the data: what a scenario, a map or a counter says that the
//! rules can make nothing of is a problem with its place.

use std::collections::BTreeSet;

use salient_hex::{Direction, Hex};
use salient_rules::Roles;
use salient_rules::play::{Compiled, Position, Unit};
use salient_schema::scenario::Placement;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::banks::{River, Rivers};
use crate::constants::Constants;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{self, BANK_SHIFT, DEMORALIZED, DISMOUNTED, DISRUPTED, LIMBERED, TURNED};
use crate::unit_states;
use crate::units::{self, Kind, Piece};

/// Levels that an elevation may have (IA 8.71).
const LEVELS: std::ops::RangeInclusive<i16> = 0..=50;
/// What a side's morale and initiative may be.
const MORALE: std::ops::RangeInclusive<i32> = 1..=12;

/// What the rules need of a scenario besides what roles ask for.
pub fn check(
    bundle: &Bundle,
    compiled: &Compiled,
    roles: &Roles<'_>,
    (pieces, ratings): (&[Piece], &[usize]),
    found: &mut Vec<Diagnostic>,
) {
    check_levels(bundle, compiled, roles, found);
    check_counters(bundle, compiled, (pieces, ratings), found);
    check_boards(bundle, compiled, found);
    let elevation = bundle.map.elevation.iter().flat_map(|layer| &layer.palette);
    for (glyph, level) in elevation.filter(|(_, level)| !LEVELS.contains(level)) {
        let (least, most) = (LEVELS.start(), LEVELS.end());
        let text = format!("an elevation has {least} to {most} levels, '{glyph}' has {level}");
        let at = format!("/map/elevation/palette/{glyph}");
        found.push(Diagnostic::error(Code::Rule, text).pointer(at).rule("IA 8.71"));
    }
}

/// IA 2.4: how wide a hex is.
pub fn check_scale(bundle: &Bundle, numbers: &Constants, found: &mut Vec<Diagnostic>) {
    let metres = bundle.map.grid.metres_per_hex;
    if (metres - f64::from(numbers.hex_metres)).abs() > 0.5 {
        let text = format!("a hex is {} metres wide, not {metres}", numbers.hex_metres);
        let wrong = Diagnostic::error(Code::Rule, text).pointer("/map/grid/metres_per_hex");
        found.push(wrong.rule("IA 2.4"));
    }
}

/// IA 2.3, 3.0, 14.0: initiative and morale of each side.
fn check_levels(
    bundle: &Bundle,
    compiled: &Compiled,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) {
    for (i, level) in bundle.scenario.levels.iter().enumerate() {
        let at = || format!("/scenario/levels/{i}/value");
        let morale =
            roles.is("side-morale", &level.id) || roles.is("side-morale-reduced", &level.id);
        let counted = roles.is("initiative", &level.id) || roles.is("initiative-losses", &level.id);
        if counted && level.value < 0 {
            let text = format!("'{}' never falls below 0, and begins at {}", level.id, level.value);
            found.push(Diagnostic::error(Code::Rule, text).pointer(at()).rule("IA 3.0"));
        }
        if morale && !MORALE.contains(&level.value) {
            let text = format!("a morale is 1 to 12, '{}' is {}", level.id, level.value);
            found.push(Diagnostic::error(Code::Rule, text).pointer(at()).rule("IA 14.0"));
        }
    }
    for (role, rule) in [("initiative", "IA 3.0"), ("side-morale", "IA 14.0")] {
        for side in &compiled.sides {
            let mut levels = bundle.scenario.levels.iter();
            if levels.any(|level| roles.is(role, &level.id) && level.side == *side) {
                continue;
            }
            let text = format!("the scenario gives the side '{side}' no level for '{role}'");
            found.push(Diagnostic::error(Code::Rule, text).pointer("/scenario/levels").rule(rule));
        }
    }
}

/// IA 2.1: leaders have a rank, a morale and two sides at most, transports no fire and combat
/// units some.
fn check_counters(
    bundle: &Bundle,
    compiled: &Compiled,
    (pieces, ratings): (&[Piece], &[usize]),
    found: &mut Vec<Diagnostic>,
) {
    let books = bundle.orders_of_battle.iter().enumerate();
    let counters = books.flat_map(|(book, all)| {
        all.counters.iter().enumerate().map(move |(place, counter)| (book, place, counter))
    });
    for (book, place, counter) in counters {
        let Some(unit) = compiled.units.iter().position(|unit| unit.counter == counter.id) else {
            continue;
        };
        let (kind, faces) = (pieces[unit].kind, &compiled.units[unit].faces);
        let rating = |face: usize, of: usize| -> i32 {
            faces.get(face).and_then(|face| face.get(ratings[of])).copied().unwrap_or(0)
        };
        let fires = rating(0, state::of::FIRE) > 0 || rating(0, BOMBARDMENT) > 0;
        let (face, text, rule) = match kind {
            _ if kind.is_leader() => {
                let lacks = |face: &usize| {
                    rating(*face, state::of::RANK) < 1 || rating(*face, state::of::MORALE) < 1
                };
                match (0..faces.len()).find(lacks) {
                    Some(face) => (face, "a leader has a rank and a morale", "IA 6.1"),
                    None if faces.len() > 2 => (2, "a leader's counter has two sides", "IA 6.2"),
                    None if faces.len() == 2 && compiled.units[unit].steps > 1 => {
                        (1, "a leader has no steps: his back is 'not_a_step'", "IA 6.2")
                    }
                    None => continue,
                }
            }
            Kind::Transport if fires => (0, "a transport has no fire value", "IA 1.0"),
            Kind::Transport => continue,
            _ if !fires => (0, "a combat unit has a fire value", "IA 1.0"),
            _ => continue,
        };
        let at = format!("/orders_of_battle/{book}/counters/{place}/faces/{face}");
        let wrong = Diagnostic::error(Code::Rule, text).pointer(at).counter(&counter.id);
        found.push(wrong.rule(rule));
    }
}

/// The place of bombardment among the ratings.
const BOMBARDMENT: usize = 1;

/// IA 2.2: where boards are joined every hex lies on one of them, and none of them lies there twice.
fn check_boards(bundle: &Bundle, compiled: &Compiled, found: &mut Vec<Diagnostic>) {
    let map = &compiled.map;
    let boards = &bundle.map.grid.boards;
    if boards.is_empty() {
        return;
    }
    for (i, board) in boards.iter().enumerate() {
        if boards[..i].iter().any(|other| other.id == board.id) {
            let text = format!("board '{}' is joined to itself", board.id);
            let at = format!("/map/grid/boards/{i}/id");
            found.push(Diagnostic::error(Code::Rule, text).pointer(at).rule("IA 2.2"));
        }
    }
    // Where boards are cut through hexes at their edge, what is left of the map beyond the cut is no
    // part of any (IA 2.2.1).
    let cut = |hex: Hex| {
        let near = map.grid().neighbours(hex).into_iter().flatten();
        let mut boards = near.filter_map(|near| map.board(near));
        boards.any(|board| bundle.map.grid.boards.get(board).is_some_and(|it| it.half_hexes))
    };
    let off = map.grid().hexes().find(|&hex| map.board(hex).is_none() && !cut(hex));
    if let Some(hex) = off {
        let text = "a hex lies on none of the boards";
        let wrong = Diagnostic::error(Code::Rule, text).pointer("/map/grid/boards");
        found.push(wrong.hex(map.grid().label(hex)).rule("IA 2.2"));
    }
}

/// How the scenario marks each unit that it places, and who carries it.
pub fn start(
    bundle: &Bundle,
    compiled: &Compiled,
    pieces: &[Piece],
    rivers: &Rivers,
    found: &mut Vec<Diagnostic>,
) -> Vec<(u32, Option<Unit>)> {
    let mut start = vec![(0, None); compiled.units.len()];
    for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
        let mut flags = 0;
        let mut say = |text: String, at: &str, rule: &str, counter: Option<&String>| {
            let at = format!("/scenario/setup/placements/{i}{at}");
            let wrong = Diagnostic::error(Code::Rule, text).pointer(at).rule(rule);
            let wrong = wrong.hex(&placement.hex);
            found.push(match counter {
                Some(counter) => wrong.counter(counter),
                None => wrong,
            });
        };
        for (j, name) in placement.states.iter().enumerate() {
            match unit_states::mark(name).or_else(|| bank(compiled, rivers, placement, name)) {
                Some(flag) => flags |= flag,
                None => {
                    let text = format!("no unit begins '{name}' there");
                    say(text, &format!("/states/{j}"), "IA 3.0", None);
                }
            }
        }
        for (j, counter) in placement.counters.iter().enumerate() {
            let Some(unit) = compiled.find_unit(counter) else { continue };
            let at = format!("/counters/{j}");
            let piece = pieces[unit.index()];
            for (j, name) in placement.states.iter().enumerate() {
                let flag = unit_states::mark(name).unwrap_or(0);
                if let Some((wrong, rule)) = unit_states::refusal(piece.kind, flag) {
                    let at = format!("/states/{j}");
                    say(format!("'{counter}' {wrong}"), &at, rule, Some(counter));
                }
            }
            let hex = compiled.hex(&placement.hex);
            let unknown =
                hex.is_some_and(|hex| rivers.kind(hex) == River::Major && !rivers.is_crossing(hex));
            if unknown && flags >> BANK_SHIFT == 0 {
                let text = format!("on which bank of the river '{counter}' stands is not said");
                say(text, "/states", "IA 5.83", Some(counter));
            }
            let mut own = flags;
            let printed = compiled.unit(unit);
            if placement.face.is_some_and(|face| face >= printed.steps) {
                match back(piece.kind) {
                    0 => {
                        let text = format!("'{counter}' has no step that shows this face");
                        say(text, "/face", "IA 2.1", Some(counter));
                    }
                    mark => own |= mark,
                }
            }
            let mut carrier = None;
            if let Some(name) = &placement.carried_by {
                let by = compiled.find_unit(name).filter(|by| {
                    let beside = bundle.scenario.setup.placements.iter();
                    pieces[by.index()].kind == Kind::Transport
                        && beside.filter(|other| other.hex == placement.hex).any(|other| {
                            other.counters.contains(name) && other.carried_by.is_none()
                        })
                });
                let taken = start.iter().any(|&(_, other)| other.is_some() && other == by);
                let wrong = match by {
                    None => Some((
                        format!("no transport '{name}' stands there"),
                        "/carried_by",
                        "IA 5.6",
                    )),
                    _ if !units::is_load(piece.kind) => Some((
                        format!("'{counter}' is nothing that is carried"),
                        at.as_str(),
                        "IA 5.66",
                    )),
                    _ if taken => Some((
                        format!("'{name}' carries one unit, not two"),
                        "/carried_by",
                        "IA 5.6",
                    )),
                    _ if flags & (DISRUPTED | DEMORALIZED) != 0 => Some((
                        format!("'{counter}' is carried, and so in good order"),
                        at.as_str(),
                        "IA 5.66",
                    )),
                    Some(_) => None,
                };
                match wrong {
                    Some((text, at, rule)) => say(text, at, rule, Some(counter)),
                    None => (own, carrier) = (own | LIMBERED, by),
                }
            }
            start[unit.index()] = (own, carrier);
        }
    }
    start
}

/// What the rules allow a set-up and few designers mean.
pub fn remarks(rules: &Rules, set_up: &Position<InfantryAttacks>) -> Vec<Diagnostic> {
    let mut found = led_by_nobody(rules, set_up);
    found.extend(assaults_begun(rules, set_up));
    found
}

/// IA 12.1: hexes in which both sides have combat units as play begins.
fn assaults_begun(rules: &Rules, set_up: &Position<InfantryAttacks>) -> Vec<Diagnostic> {
    let fights = |unit: Unit| rules.piece(unit).kind.is_combat();
    let units = rules.compiled.all_units();
    let first = units.filter(|&unit| rules.side_of(unit) == 0 && fights(unit));
    let shared: BTreeSet<Hex> = first
        .filter_map(|unit| set_up.hex(unit))
        .filter(|&hex| set_up.stack(hex).any(|unit| rules.side_of(unit) == 1 && fights(unit)))
        .collect();
    let tell = |hex: Hex| {
        let label = rules.compiled.label(hex);
        let text = format!("both sides stand in {label}: the game begins with an assault there");
        Diagnostic::warning(Code::Rule, text)
            .pointer("/scenario/setup/placements")
            .hex(label)
            .help(
                "move one side out of the hex, unless the scenario begins in the midst of a fight",
            )
            .rule("IA 12.1")
    };
    shared.into_iter().map(tell).collect()
}

/// IA 5.5: a side whose units have nobody to lead them nearer to the enemy.
fn led_by_nobody(rules: &Rules, set_up: &Position<InfantryAttacks>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (side, id) in rules.compiled.sides.iter().enumerate() {
        let takes_part = |unit: &Unit| {
            rules.side_of(*unit) == side
                && (set_up.hex(*unit).is_some() || rules.arriving[unit.index()].is_some())
        };
        let kinds = || {
            let units = rules.compiled.all_units().filter(takes_part);
            units.map(|unit| rules.piece(unit).kind)
        };
        for (leader, mounted) in [(Kind::Leader, false), (Kind::CavalryLeader, true)] {
            let led = |kind: Kind| kind.is_combat() && kind.is_cavalry() == mounted;
            if !kinds().any(led) || kinds().any(|kind| kind == leader) {
                continue;
            }
            let what = if mounted { "cavalry" } else { "infantry" };
            let text = format!(
                "nobody leads the {what} of the side '{id}': none of it steps nearer to the enemy"
            );
            let help = format!("place a leader of {what}, or let one arrive");
            let wrong = Diagnostic::warning(Code::Rule, text).pointer("/scenario/setup/placements");
            found.push(wrong.help(help).rule("IA 5.5"));
        }
    }
    found
}

/// What the other side of a unit's counter says of it, behind the faces of its steps.
pub fn back(kind: Kind) -> u32 {
    match kind {
        Kind::Leader | Kind::CavalryLeader => TURNED,
        Kind::Cavalry => DISMOUNTED,
        Kind::Artillery | Kind::Mortar | Kind::MachineGun => LIMBERED,
        Kind::Infantry | Kind::Transport => 0,
    }
}

/// IA 5.83: `bank-ne`: on the bank that lies there of the river in the hex.
fn bank(compiled: &Compiled, rivers: &Rivers, placement: &Placement, name: &str) -> Option<u32> {
    let hex = compiled.hex(&placement.hex)?;
    let direction: Direction = compiled.map.grid().parse_compass(name.strip_prefix("bank-")?)?;
    if rivers.kind(hex) == River::None {
        return None;
    }
    Some(u32::from(rivers.bank(hex, direction)?) << BANK_SHIFT)
}
