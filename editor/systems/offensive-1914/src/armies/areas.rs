//! 1914 5.1, 5.1.1: areas of attachment, and the lines between them.
//!
//! The armies of a side stand in a row along its front. Between each and the next runs a line, along
//! the grain of the hexes or across it, which may bend; an area is what lies between two lines. Each
//! line parts the whole map, so that an area reaches beyond the front as well. The hex by which it
//! begins, and all that the line runs through, belong to the army before it in the row.

use salient_hex::{Hex, HexGrid};
use salient_rules::Violation;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use super::lines::{Axial, WAYS, along, beside, leads_back, minus, place, way_of};
use super::{attach, lines};
use crate::acts::Act;
use crate::command::{OF_NO_ARMY, above, area, printed};
use crate::control;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, BoundarySet};
use crate::rules::{Offensive, Rules};
use crate::state::{ATTACHED, Boundary, Leg};
use crate::units::{Kind, Rank};

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
        let piece = rules.piece(unit);
        // 1914 23.3.2: who is lent to the Belgians makes no area of his own among them.
        if piece.lent && !piece.is_formation() {
            continue;
        }
        let list = if piece.is_formation() { &mut all } else { &mut others };
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
        Some(Boundary { near: near.army, far: far.army, first: Leg { hex, way }, bends: [None; 2] })
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

/// The army in whose area a place lies by some lines; without any it is of the only army.
fn area_by(grid: &HexGrid, lines: &[Boundary], only: Option<Formation>, at: Axial) -> u16 {
    let line = lines.iter().find(|line| line.is_before(grid, at));
    let last = || lines.last().map(|line| line.far).or(only);
    line.map(|line| line.near).or_else(last).map_or(OF_NO_ARMY, |army| army.0)
}

/// Lays a side's lines, and with them its areas.
pub fn draw(rules: &Rules, position: &mut Position<Offensive>, side: usize, lines: Vec<Boundary>) {
    let only = stands(rules, position, side).first().map(|stand| stand.army);
    let grid = rules.map().grid();
    for (hex, areas) in grid.hexes().zip(&mut position.own.areas) {
        if let Some(own) = areas.get_mut(side) {
            *own = area_by(grid, &lines, only, place(grid, hex));
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
    let lines = lines_of(cx.position, side).to_vec();
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
    let lines = lines_of(position, side);
    let name_both = || Violation::new(rule, "a boundary runs between two armies: name both depots");
    let (one, other) = match *depots {
        [one] => {
            let army = attach::army_of(rules, side, one)?;
            let own = |line: &Boundary| line.near == army || line.far == army;
            let first = lines.iter().position(own).ok_or_else(name_both)?;
            let only = lines.iter().filter(|line| own(line)).count() == 1;
            return only.then_some(first).ok_or_else(name_both);
        }
        [one, other] => (attach::army_of(rules, side, one)?, attach::army_of(rules, side, other)?),
        _ => return Err(name_both()),
    };
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

/// Where a boundary would run through some hexes: its place among the side's lines, and these.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    depots: &[Unit],
    hexes: &[Hex],
) -> Result<(usize, Vec<Boundary>), Violation> {
    let rule = "1914 5.1.1";
    let at = between(rules, position, side, depots)?;
    let mut lines = lines_of(position, side).to_vec();
    let Some(line) = lines.get_mut(at) else {
        return Err(Violation::new(rule, "these armies have no boundary in common"));
    };
    let next = line.through(rules, hexes)?;
    let begin = next.first.hex;
    if !is_own(rules, position, side, begin) {
        let text =
            format!("{} lies beyond the front: begin in a hex of one's own", rules.label(begin));
        return Err(Violation::new(rule, text));
    }
    let (grid, ahead) = (rules.map().grid(), ahead(rules, position, side));
    if let Some(leg) = next.legs().find(|leg| !leads_back(grid, leg.way, ahead)) {
        let (from, heading) = (rules.label(leg.hex), lines::heading(grid, leg.way));
        let text = format!("from {from} to the {heading} it does not lead to the rear");
        return Err(Violation::new(rule, text));
    }
    if *line == next {
        return Err(Violation::new(rule, "the boundary runs so already"));
    }
    *line = next;
    trains(rules, position, side, &lines)?;
    Ok((at, lines))
}

/// The lines of a side.
fn lines_of(position: &Position<Offensive>, side: usize) -> &[Boundary] {
    position.own.boundaries.get(side).map_or(&[], Vec::as_slice)
}

/// Whether a hex lies on a side's own side of the front.
fn is_own(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let (board, enemy) = (position.board(), rules.enemy(side));
    !board.holds(hex, enemy)
        && (board.holds(hex, side) || control::of(position, hex) != Some(enemy))
}

/// 1914 5.1.3: no area holds more corps trains than its army has corps boxes; where one does
/// already, not more than now.
fn trains(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    lines: &[Boundary],
) -> Result<(), Violation> {
    let grid = rules.map().grid();
    let trains: Vec<Hex> = position
        .on_map(rules, side)
        .filter(|&unit| rules.piece(unit).kind == Kind::Train)
        .filter_map(|unit| position.hex(unit))
        .collect();
    for army in lines.iter().flat_map(|line| [line.near, line.far]) {
        let would = |hex: &&Hex| area_by(grid, lines, None, place(grid, **hex)) == army.0;
        let held = trains.iter().filter(would).count();
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
pub fn carry_out(cx: &mut PlayContext<'_, Offensive>, side: usize, depots: &[Unit], hexes: &[Hex]) {
    let rules = cx.rules;
    let Ok((at, lines)) = check(rules, cx.position, side, depots, hexes) else { return };
    let set = lines.get(at).copied();
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
        let hexes = line.hexes(rules.map().grid());
        Detail::Armies(ArmiesDetail::Boundary(BoundarySet {
            side: rules.sides[side].clone(),
            armies: [id(line.near), id(line.far)],
            hexes: hexes.into_iter().map(|hex| rules.label(hex).to_owned()).collect(),
            course: line.course(rules),
            rule: "1914 5.1.1".to_owned(),
        }))
    });
}

/// What a boundary comes to that is run through some hexes, in words: where it runs, and how many
/// would stand in a wrong area by it.
pub fn outcome(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    depots: &[Unit],
    hexes: &[Hex],
) -> Option<String> {
    let (at, lines) = check(rules, position, side, depots, hexes).ok()?;
    let course = lines.get(at)?.course(rules);
    let mut then = position.clone();
    draw(rules, &mut then, side, lines);
    Some(match super::strays(rules, &then, side).len() {
        0 => format!("{course}; nobody stands in another army's area"),
        1 => format!("{course}; 1 unit stands in another army's area"),
        many => format!("{course}; {many} units stand in another army's area"),
    })
}

/// The depots of both armies of a line.
fn depots(rules: &Rules, line: &Boundary) -> Option<[Unit; 2]> {
    Some([rules.body(line.near).counter?, rules.body(line.far).counter?])
}

/// Boundaries that are plain to see: as proposed, and shifted by a row. Each once in a phase.
pub fn plain(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let lines = lines_of(position, side);
    if lines.is_empty() {
        return Vec::new();
    }
    let grid = rules.map().grid();
    let proposed = propose(rules, position, side);
    let mut acts = Vec::new();
    for line in lines {
        let Some([near, far]) = depots(rules, line) else { continue };
        if position.state(near).flags & ATTACHED != 0 {
            continue;
        }
        let mut add = |hexes| acts.push(Act::Boundary { units: vec![near, far], hexes });
        if let Some(other) = proposed.iter().find(|it| (it.near, it.far) == (line.near, line.far)) {
            add(other.hexes(grid));
        }
        let (way, begin) = (way_of(grid, line.first.way), place(grid, line.first.hex));
        for by in [-1, 1] {
            let shifted = |at: Axial| beside(way, minus(at, begin)) == by;
            let mut next = rules.map().neighbours(line.first.hex).map(|(_, hex)| hex);
            if let Some(hex) = next.find(|&hex| shifted(place(grid, hex))) {
                add(vec![hex]);
            }
        }
    }
    acts
}

/// The boundaries of a depot's army, shifted to begin by any hex of its own and its neighbours'
/// areas: where a person begins to draw one.
pub fn any(rules: &Rules, position: &Position<Offensive>, side: usize, depot: Unit) -> Vec<Act> {
    let mut acts = Vec::new();
    for line in lines_of(position, side) {
        let Some(both) = depots(rules, line).filter(|both| both.contains(&depot)) else { continue };
        let between = |&hex: &Hex| {
            let there = area(position, side, hex);
            there == Some(line.near) || there == Some(line.far)
        };
        let hexes = rules.map().grid().hexes().filter(between);
        acts.extend(hexes.map(|hex| Act::Boundary { units: both.to_vec(), hexes: vec![hex] }));
    }
    acts.retain(|act| super::check(rules, position, side, act).is_ok());
    acts
}
