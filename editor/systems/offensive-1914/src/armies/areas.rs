//! 1914 5.1, 5.1.1: areas of attachment, and the straight lines between them.
//!
//! The armies of a side stand in a row along its front. Between each and the next runs a line, along
//! the grain of the hexes or across it; an area is what lies between two lines. Each line parts the
//! whole map, so that an area reaches beyond the front as well. The hex by which it begins, and all
//! that the line runs through, belong to the army before it in the row. Bends are not built.

use salient_hex::{Direction, Hex, HexGrid};
use salient_rules::Violation;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use super::attach;
use crate::acts::Act;
use crate::command::{OF_NO_ARMY, above, area, printed};
use crate::control;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, BoundarySet};
use crate::rules::{Offensive, Rules};
use crate::state::{ATTACHED, Boundary};
use crate::units::{Kind, Rank};

/// The ways that a line may run: 0 to 5 along the grain, 6 to 11 across it, each clockwise.
const WAYS: u8 = 12;

/// A place or a way in axial coordinates.
type Axial = (i64, i64);

fn place(grid: &HexGrid, hex: Hex) -> Axial {
    let (q, r) = grid.axial(hex);
    (i64::from(q), i64::from(r))
}

fn way_of(grid: &HexGrid, way: u8) -> Axial {
    let step = |number: u8| {
        let (q, r) = grid.axial_step(Direction::new(usize::from(number)));
        (i64::from(q), i64::from(r))
    };
    let one = step(way % 6);
    if way < 6 {
        return one;
    }
    let next = step((way + 1) % 6);
    (one.0 + next.0, one.1 + next.1)
}

/// Twice the product of both lengths and the cosine between them, in steps.
fn along(one: Axial, other: Axial) -> i64 {
    2 * (one.0 * other.0 + one.1 * other.1) + one.0 * other.1 + one.1 * other.0
}

/// How far a place lies to the right of a way, in rows of hexes; 0 on it.
fn beside(way: Axial, place: Axial) -> i64 {
    way.0 * place.1 - way.1 * place.0
}

fn minus(one: Axial, other: Axial) -> Axial {
    (one.0 - other.0, one.1 - other.1)
}

impl Boundary {
    /// Whether a place lies on the side of the army before it.
    fn is_before(&self, grid: &HexGrid, at: Axial) -> bool {
        let begin = place(grid, self.hex);
        beside(way_of(grid, self.way), minus(at, begin)) >= 0
    }
}

/// What tells where an army stands.
struct Stand {
    army: Formation,
    at: Vec<Axial>,
}

/// Armies that have something on the map, in the order of the orders of battle: their formations;
/// of those without any, all else.
fn stands(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Stand> {
    let grid = rules.map().grid();
    let mut all: Vec<Stand> = Vec::new();
    let mut others: Vec<Stand> = Vec::new();
    for unit in position.on_map(rules, side) {
        let army = printed(rules, unit).and_then(|own| above(rules, position, own, Rank::Army));
        let (Some(army), Some(hex)) = (army, position.hex(unit)) else { continue };
        let list = if rules.piece(unit).is_formation() { &mut all } else { &mut others };
        let at = place(grid, hex);
        match list.iter_mut().find(|stand| stand.army == army) {
            Some(stand) => stand.at.push(at),
            None => list.push(Stand { army, at: vec![at] }),
        }
    }
    others.retain(|other| all.iter().all(|stand| stand.army != other.army));
    all.append(&mut others);
    all.sort_by_key(|stand| stand.army);
    all
}

fn sum(places: impl Iterator<Item = Axial>) -> (Axial, i64) {
    places.fold(((0, 0), 0), |((q, r), count), at| ((q + at.0, r + at.1), count + 1))
}

/// The way from a side's units to the enemy's; from its edges of the map where either has none.
fn ahead(rules: &Rules, position: &Position<Offensive>, side: usize) -> Axial {
    let grid = rules.map().grid();
    let units = |side: usize| {
        let on_map = position.on_map(rules, side);
        let combat = on_map.filter(|&unit| rules.is_combat(position, unit));
        sum(combat.filter_map(|unit| Some(place(grid, position.hex(unit)?))))
    };
    let edges = |side: usize| {
        let edges = rules.edges.get(side).into_iter().flatten();
        sum(edges.map(|&hex| place(grid, hex)))
    };
    let between = |(own, count): (Axial, i64), (enemy, others): (Axial, i64)| {
        minus((enemy.0 * count, enemy.1 * count), (own.0 * others, own.1 * others))
    };
    let enemy = rules.enemy(side);
    let by_units = between(units(side), units(enemy));
    if by_units == (0, 0) { between(edges(side), edges(enemy)) } else { by_units }
}

/// Whether a way leads away from the enemy (1914 5.1.1).
fn leads_back(grid: &HexGrid, way: u8, ahead: Axial) -> bool {
    ahead == (0, 0) || along(way_of(grid, way), ahead) < 0
}

/// The lines between a side's armies that leave the fewest formations on the wrong side; of those
/// the straightest to the rear.
pub fn propose(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Boundary> {
    let grid = rules.map().grid();
    let ahead = ahead(rules, position, side);
    let mut row = stands(rules, position, side);
    row.sort_by_key(|stand| {
        let (total, count) = sum(stand.at.iter().copied());
        (1000 * beside(ahead, total) / count.max(1), stand.army)
    });
    let pairs = (1..row.len()).filter_map(|split| {
        let (before, behind) = row.split_at(split);
        let (near, far) = (before.last()?, behind.first()?);
        let places = |stands: &[Stand]| -> Vec<Axial> {
            stands.iter().flat_map(|stand| stand.at.iter().copied()).collect()
        };
        let (way, row) = straightest(grid, ahead, &places(before), &places(behind))?;
        let reach = near.at.iter().chain(&far.at).map(|&at| along(ahead, at)).max()?;
        let hex = begin(grid, ahead, (way, row), reach)?;
        Some(Boundary { near: near.army, far: far.army, hex, way })
    });
    pairs.collect()
}

/// The way and the row of hexes along it that part two groups best.
fn straightest(
    grid: &HexGrid,
    ahead: Axial,
    before: &[Axial],
    behind: &[Axial],
) -> Option<(u8, i64)> {
    let mut best: Option<((usize, i64, u8), i64)> = None;
    for number in (0..WAYS).filter(|&number| leads_back(grid, number, ahead)) {
        let way = way_of(grid, number);
        let rows = |places: &[Axial]| -> Vec<i64> {
            let mut rows: Vec<i64> = places.iter().map(|&at| beside(way, at)).collect();
            rows.sort_unstable();
            rows
        };
        let (near, far) = (rows(before), rows(behind));
        let wrong = |row: i64| {
            near.partition_point(|&at| at < row) + far.len() - far.partition_point(|&at| at < row)
        };
        let rows = near.iter().copied().chain(far.iter().map(|at| at + 1));
        let Some((misplaced, row)) = rows.map(|row| (wrong(row), row)).min() else { continue };
        // In the middle of the gap between both.
        let from = far.iter().copied().filter(|&at| at < row).max().map_or(row, |at| at + 1);
        let to = near.iter().copied().filter(|&at| at >= row).min().unwrap_or(row).max(from);
        // How straight it leads to the rear, whatever a step along it is long.
        let (turn, length) = (along(way, ahead), along(way, way).max(1));
        let key = (misplaced, -(turn * turn * 6 / length), number);
        if best.as_ref().is_none_or(|(other, _)| key < *other) {
            best = Some((key, from + (to - from) / 2));
        }
    }
    best.map(|((_, _, way), row)| (way, row))
}

/// The hex of a row that is the foremost, and no farther ahead than the armies are.
fn begin(grid: &HexGrid, ahead: Axial, (way, row): (u8, i64), reach: i64) -> Option<Hex> {
    let way = way_of(grid, way);
    let own = grid.hexes().filter(|&hex| beside(way, place(grid, hex)) == row);
    own.max_by_key(|&hex| {
        let front = along(ahead, place(grid, hex));
        // Of those beyond, the nearest.
        let key = if front <= reach { (1, front) } else { (0, -front) };
        (key, std::cmp::Reverse(hex))
    })
}

/// By hex, the army in whose area it lies.
fn spread(rules: &Rules, lines: &[Boundary], only: Option<Formation>) -> Vec<u16> {
    let grid = rules.map().grid();
    let last = lines.last().map(|line| line.far).or(only).map_or(OF_NO_ARMY, |army| army.0);
    let area = |hex: Hex| {
        let at = place(grid, hex);
        let line = lines.iter().find(|line| line.is_before(grid, at));
        line.map_or(last, |line| line.near.0)
    };
    grid.hexes().map(area).collect()
}

/// Lays a side's lines, and with them its areas.
pub fn draw(rules: &Rules, position: &mut Position<Offensive>, side: usize, lines: Vec<Boundary>) {
    let only = stands(rules, position, side).first().map(|stand| stand.army);
    let areas = spread(rules, &lines, only);
    for (hex, army) in position.own.areas.iter_mut().zip(areas) {
        if let Some(own) = hex.get_mut(side) {
            *own = army;
        }
    }
    if let Some(own) = position.own.boundaries.get_mut(side) {
        *own = lines;
    }
}

/// Keeps a side's areas; where an army has come or gone, they are drawn as proposed.
pub fn refresh(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let mut now: Vec<Formation> =
        stands(rules, cx.position, side).into_iter().map(|stand| stand.army).collect();
    let lines = cx.position.own.boundaries.get(side).cloned().unwrap_or_default();
    let mut had: Vec<Formation> = lines.iter().flat_map(|line| [line.near, line.far]).collect();
    had.sort_unstable();
    had.dedup();
    if now.len() <= 1 && had.is_empty() {
        return draw(rules, cx.position, side, lines);
    }
    now.sort_unstable();
    if now == had {
        return;
    }
    let lines = propose(rules, cx.position, side);
    draw(rules, cx.position, side, lines.clone());
    lines.iter().for_each(|line| tell(cx, side, line));
}

/// The line between two armies, if they stand side by side.
fn between(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    depots: &[Unit],
) -> Result<usize, Violation> {
    let rule = "1914 5.1.1";
    let [one, other] = depots else {
        return Err(Violation::new(rule, "a boundary runs between two armies: name both depots"));
    };
    let one = attach::army_of(rules, side, *one)?;
    let other = attach::army_of(rules, side, *other)?;
    let lines = position.own.boundaries.get(side).map_or(&[][..], Vec::as_slice);
    let of_both = |line: &Boundary| {
        (line.near, line.far) == (one, other) || (line.near, line.far) == (other, one)
    };
    lines.iter().position(of_both).ok_or_else(|| {
        let name = |army| &rules.compiled.formation(army).name;
        let neighbours = lines.iter().map(|line| format!("{}–{}", name(line.near), name(line.far)));
        let text = format!(
            "{} and {} have no boundary in common; those that have one are {}",
            name(one),
            name(other),
            neighbours.collect::<Vec<_>>().join(", ")
        );
        Violation::new(rule, text)
    })
}

/// Whether a boundary may run so; its place among the side's and the line.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    depots: &[Unit],
    (hex, way): (Hex, u8),
) -> Result<Vec<Boundary>, Violation> {
    let rule = "1914 5.1.1";
    let place = between(rules, position, side, depots)?;
    let grid = rules.map().grid();
    if way >= WAYS {
        let text =
            "a boundary runs in one of the ways 0 to 5 along the grain, or 6 to 11 across it";
        return Err(Violation::new(rule, text));
    }
    let enemy = rules.enemy(side);
    let held = position.board().holds(hex, side);
    if position.board().holds(hex, enemy) || !held && control::of(position, hex) == Some(enemy) {
        let text =
            format!("{} lies beyond the front: begin in a hex of one's own", rules.label(hex));
        return Err(Violation::new(rule, text));
    }
    if !leads_back(grid, way, ahead(rules, position, side)) {
        let text = format!("from {} this way does not lead to the rear", rules.label(hex));
        return Err(Violation::new(rule, text));
    }
    let mut lines = position.own.boundaries.get(side).cloned().unwrap_or_default();
    let Some(line) = lines.get_mut(place) else {
        return Err(Violation::new(rule, "these armies have no boundary in common"));
    };
    if (line.hex, line.way) == (hex, way) {
        return Err(Violation::new(rule, "the boundary runs so already"));
    }
    (line.hex, line.way) = (hex, way);
    trains(rules, position, side, &lines)?;
    Ok(lines)
}

/// 1914 5.1.3: no area holds more corps trains than its army has corps boxes; where one does
/// already, not more than now.
fn trains(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    lines: &[Boundary],
) -> Result<(), Violation> {
    let areas = spread(rules, lines, None);
    let trains: Vec<Hex> = position
        .on_map(rules, side)
        .filter(|&unit| rules.piece(unit).kind == Kind::Train)
        .filter_map(|unit| position.hex(unit))
        .collect();
    for army in lines.iter().flat_map(|line| [line.near, line.far]) {
        let held = trains.iter().filter(|hex| areas.get(hex.index()) == Some(&army.0)).count();
        let now = trains.iter().filter(|&&hex| area(position, side, hex) == Some(army)).count();
        let boxes = usize::try_from(rules.body(army).boxes).unwrap_or_default();
        if held > boxes.max(now) {
            let name = &rules.compiled.formation(army).name;
            let text = format!(
                "{held} corps trains would stand in the area of {name}, which has boxes for {boxes}"
            );
            return Err(Violation::new("1914 5.1.3", text));
        }
    }
    Ok(())
}

/// Lets a boundary run as [`check`] has allowed.
pub fn carry_out(
    cx: &mut PlayContext<'_, Offensive>,
    side: usize,
    depots: &[Unit],
    (hex, way): (Hex, u8),
) {
    let rules = cx.rules;
    let Ok(lines) = check(rules, cx.position, side, depots, (hex, way)) else { return };
    let set = lines.iter().find(|line| (line.hex, line.way) == (hex, way)).copied();
    draw(rules, cx.position, side, lines);
    if let Some(line) = set {
        if let Some(depot) = rules.body(line.near).counter {
            *cx.position.flags_mut(depot) |= ATTACHED;
        }
        tell(cx, side, &line);
    }
}

fn tell(cx: &mut PlayContext<'_, Offensive>, side: usize, line: &Boundary) {
    cx.emit(|rules| {
        let id = |army| rules.compiled.formation(army).id.clone();
        Detail::Armies(ArmiesDetail::Boundary(BoundarySet {
            side: rules.sides[side].clone(),
            armies: [id(line.near), id(line.far)],
            hex: rules.label(line.hex).to_owned(),
            way: compass(rules.map().grid(), line.way),
            rule: "1914 5.1.1".to_owned(),
        }))
    });
}

/// A way as people say it: `s` along the grain, `s-sw` across it, between both.
fn compass(grid: &HexGrid, way: u8) -> String {
    let one = Direction::new(usize::from(way % 6));
    if way < 6 {
        return grid.compass(one).to_owned();
    }
    let next = Direction::new(usize::from(way % 6) + 1);
    format!("{}-{}", grid.compass(one), grid.compass(next))
}

/// Boundaries that are plain to see: as proposed, and shifted by a row. Each once in a phase.
pub fn plain(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let lines = position.own.boundaries.get(side).map_or(&[][..], Vec::as_slice);
    if lines.is_empty() {
        return Vec::new();
    }
    let grid = rules.map().grid();
    let proposed = propose(rules, position, side);
    let mut acts = Vec::new();
    for line in lines {
        let depots = [line.near, line.far].map(|army| rules.body(army).counter);
        let [Some(near), Some(far)] = depots else { continue };
        if position.state(near).flags & ATTACHED != 0 {
            continue;
        }
        let mut add = |hex, way| acts.push(Act::Boundary { armies: vec![near, far], hex, way });
        if let Some(other) = proposed.iter().find(|it| (it.near, it.far) == (line.near, line.far)) {
            add(other.hex, other.way);
        }
        let way = way_of(grid, line.way);
        let begin = place(grid, line.hex);
        for by in [-1, 1] {
            let shifted = |at: Axial| beside(way, minus(at, begin)) == by;
            let mut next = rules.map().neighbours(line.hex).map(|(_, hex)| hex);
            if let Some(hex) = next.find(|&hex| shifted(place(grid, hex))) {
                add(hex, line.way);
            }
        }
    }
    acts
}

#[cfg(test)]
mod tests {
    use super::{along, beside};

    #[test]
    fn a_turn_of_sixty_degrees_halves_what_lies_along() {
        // Steps of the six directions, clockwise (flat-topped).
        let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let along: Vec<i64> = steps.iter().map(|&step| along(steps[0], step)).collect();
        assert_eq!(along, [2, 1, -1, -2, -1, 1]);
    }

    #[test]
    fn whoever_faces_south_has_the_west_on_the_right() {
        assert!(beside((0, 1), (-1, 0)) > 0);
        assert!(beside((0, 1), (1, 0)) < 0);
        assert_eq!(beside((0, 1), (0, 5)), 0);
    }
}
