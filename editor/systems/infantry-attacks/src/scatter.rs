//! IA 18: planned fire of a player who plays both sides: it may fall beside the hex.

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Unit};

use crate::rules::InfantryAttacks;
use crate::state::{of, rating};

/// IA 18.1, 18.2, 18.4: where planned fire falls: on its hex, if that is where the gun has fired the
/// last time; else by the distance table, and by the scatter diagram for as long as that leads out
/// of range or off the map. Fire over open sights never scatters (IA 18.5).
pub fn falls(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex) -> Hex {
    let rules = cx.rules;
    let side = rules.side_of(gun);
    if cx.position.own.last_fire[gun.index()].is_some_and(|last| last.hex == hex) {
        return hex;
    }
    let die = cx.roll("distance", side, "IA 18.1");
    let off = rules.distance.read(i32::from(die), 0);
    if off == 0 {
        return hex;
    }
    let grid = rules.compiled.map.grid();
    let reaches = |to: Hex| {
        let from = cx.position.hex(gun).filter(|_| !rules.piece(gun).off_board);
        let range = rating(rules, cx.position, gun, of::RANGE);
        from.is_none_or(|from| grid.distance(from, to) as i32 <= range)
    };
    let along = |way| (0..off).try_fold(hex, |at, _| grid.neighbour(at, way));
    let ends: Vec<Option<Hex>> =
        (1..=6).map(|die| along(scattered(die)).filter(|&to| reaches(to))).collect();
    // A hex that nothing leads away from is hit itself.
    if ends.iter().all(Option::is_none) {
        return hex;
    }
    loop {
        let die = cx.roll("scatter", side, "IA 18.4");
        if let Some(to) = ends[usize::from(die.clamp(1, 6)) - 1] {
            return to;
        }
    }
}

/// IA 16.13: the scatter diagram: from the first direction of the map, north, clockwise.
pub fn scattered(die: u8) -> Direction {
    Direction::new(usize::from(die.clamp(1, 6)) - 1)
}
