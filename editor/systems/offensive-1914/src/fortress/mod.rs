//! 1914 12.0, 12.3, 12.5: fortified camps, when they are invested, and how they are repaired.
//!
//! | file | rules |
//! |---|---|
//! | `repair` | 1914 12.5 |
//!
//! Their zones are with all others ([`Rules::zone_of_control`](crate::rules::Rules), 12.1.2), what
//! enters their hexes with [`stacking`](crate::stacking) (12.1.3), what they do in combat with
//! [`battle`](crate::battle) (12.2), how they are bombarded with [`siege`](crate::siege) (12.4).

mod repair;

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::rules::{Offensive, Rules, of};
use crate::units::{Kind, Piece};

pub use repair::repair;

/// 1914 12.0: the fortresses of each camp, by rising unit: those of one ID; one of its own ID is a
/// camp alone.
pub fn all_camps(pieces: &[Piece]) -> Vec<Vec<Unit>> {
    let mut camps: Vec<(usize, Vec<Unit>)> = Vec::new();
    let fortresses = pieces.iter().zip(0..).filter(|(piece, _)| piece.kind == Kind::Fortress);
    for (piece, place) in fortresses {
        match camps.iter_mut().find(|(camp, _)| *camp == piece.camp) {
            Some((_, camp)) => camp.push(Unit(place)),
            None => camps.push((piece.camp, vec![Unit(place)])),
        }
    }
    camps.into_iter().map(|(_, camp)| camp).collect()
}

/// The camps of a side, each by its fortresses.
pub fn camps(rules: &Rules, side: usize) -> impl Iterator<Item = &[Unit]> {
    let all = rules.camps.iter().map(Vec::as_slice);
    all.filter(move |camp| camp.first().is_some_and(|&unit| rules.side_of(unit) == side))
}

/// The camp that a fortress belongs to.
pub fn camp(rules: &Rules, fortress: Unit) -> &[Unit] {
    let mut all = rules.camps.iter().map(Vec::as_slice);
    all.find(|camp| camp.contains(&fortress)).unwrap_or_default()
}

/// All fortresses of a side, on the map or not.
pub fn fortresses(rules: &Rules, side: usize) -> impl Iterator<Item = Unit> {
    camps(rules, side).flatten().copied()
}

/// The hexes in which fortresses of a camp stand, or stood. Sorted.
pub fn hexes_of(position: &Position<Offensive>, camp: &[Unit]) -> Vec<Hex> {
    let place = |&unit: &Unit| position.hex(unit).or(position.own.ruins[unit.index()]);
    let mut hexes: Vec<Hex> = camp.iter().filter_map(place).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Steps that a fortress has left (1914 2.7.6).
pub fn steps_left(rules: &Rules, position: &Position<Offensive>, fortress: Unit) -> i32 {
    let lost = position.own.steps_lost[fortress.index()];
    rules.rating(position, fortress, of::STEPS) - i32::from(lost)
}

/// 1914 12.3.2: the hexes of the invested camp of its side that a hex belongs to, if it does.
pub fn invested_around(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<Vec<Hex>> {
    let of_camp = |camp: &&[Unit]| {
        let mut units = camp.iter();
        units.any(|&unit| position.hex(unit).or(position.own.ruins[unit.index()]) == Some(hex))
    };
    let camp = camps(rules, side).find(of_camp)?;
    is_invested(rules, position, camp).then(|| hexes_of(position, camp))
}

/// 1914 12.3: whether in every hex around a camp an enemy stands, or reaches the zone of one who is
/// next to it himself, and no friend stands. Hexes where nobody ever stands do not count.
pub fn is_invested(rules: &Rules, position: &Position<Offensive>, camp: &[Unit]) -> bool {
    let Some(&first) = camp.first() else { return false };
    let side = rules.side_of(first);
    let enemy = rules.enemy(side);
    let inside = hexes_of(position, camp);
    let map = rules.map();
    let around = || inside.iter().flat_map(|&hex| map.neighbours(hex).map(|(_, other)| other));
    let ring: Vec<Hex> = around().filter(|hex| !inside.contains(hex)).collect();
    let board = position.board();
    let held = |hex: Hex| {
        let zone = |&next: &Hex| {
            board.holds(next, enemy)
                && rules.direction(next, hex).is_some_and(|way| {
                    let between = rules.terrain.side(next, way);
                    !between.sea && !between.ridge
                })
                && position
                    .stack(next)
                    .any(|unit| rules.side_of(unit) == enemy && rules.is_combat(position, unit))
        };
        board.holds(hex, enemy) || ring.iter().any(zone)
    };
    !ring.is_empty()
        && ring
            .iter()
            .all(|&hex| rules.terrain.hex(hex).barred || held(hex) && !board.holds(hex, side))
}
