//! No rules: the plain missions among all that the check accepts, what a side may imagine of the
//! other's, and how the rules of thumb plan their fire: ahead of their own, and never onto them.

use salient_hex::Hex;
use salient_rules::dice::SplitMix64;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::decision::Decision;
use crate::marches::{keeps, to_go};
use crate::missions;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DONE, LIMBERED, has, of, rating};
use crate::tasks::{Assignment, Plan, Shot, Task};
use crate::units::Kind;

/// Hexes that troops go in a turn, as the plan reckons.
pub const PACE: u32 = 3;
/// What an enemy who does not stay is worth less with every turn.
const STALE: i32 = 2;
/// What a hex is worth less for every gun that fires there already.
const SHARED: i32 = 3;

/// What a side may give its guns to do: each open sights, fire at one hex for as long as its
/// ammunition lasts, with smoke first where that is allowed, and what the rules of thumb plan.
pub fn plans(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    for unit in missions::unassigned(rules, position, side) {
        let mut tasks = vec![Task::OpenSights, thumb(rules, position, side, unit)];
        if rules.piece(unit).off_board {
            tasks.push(Task::Planned(Vec::new()));
        }
        let turns = rules.compiled.turns.len();
        let most = rules.ammunition[side].map_or(turns, |most| most.max(0) as usize);
        for hex in marks(rules, position, side) {
            let shots = (0..turns.min(most)).map(|turn| Shot { turn, hex, smoke: false });
            let shots: Vec<Shot> = shots.collect();
            if rules.may_smoke[side] {
                let smoke = shots.iter().map(|shot| Shot { smoke: shot.turn == 0, ..*shot });
                tasks.push(Task::Planned(smoke.collect()));
            }
            tasks.push(Task::Planned(shots));
        }
        tasks.extend(destinations(rules, position, unit).into_iter().map(Task::Move));
        tasks.sort();
        tasks.dedup();
        tasks.retain(|task| missions::check(rules, position, side, unit, task).is_ok());
        acts.extend(tasks.iter().map(|task| Act::Plan(Assignment::of(rules, unit, task))));
    }
    acts
}

/// Hexes worth firing at: where the enemy stands, and what is fought for.
fn marks(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Hex> {
    let enemies = position.on_map(rules, 1 - side).filter_map(|unit| position.hex(unit));
    let mut marks: Vec<Hex> = enemies.chain(rules.objectives.iter().copied()).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Where a gun might go: near where it stands, if it goes by itself; whoever comes later, to what
/// is fought for.
fn destinations(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Hex> {
    let map = &rules.compiled.map;
    let open = |hex: &Hex| map.hex_cost(*hex).is_some();
    match position.hex(unit) {
        Some(hex) => {
            let def = rules.compiled.unit(unit);
            let face = def.faces.get(usize::from(def.steps));
            let goes = face.and_then(|face| face.get(rules.ratings[of::MOVEMENT]));
            if goes.is_none_or(|points| *points < 1) {
                return Vec::new();
            }
            map.neighbours(hex).map(|(_, to)| to).filter(open).collect()
        }
        None if rules.piece(unit).off_board => Vec::new(),
        None => {
            let goals: Vec<Hex> = rules.objectives.iter().copied().filter(open).collect();
            match goals.is_empty() {
                true => map.grid().hexes().find(open).into_iter().collect(),
                false => goals,
            }
        }
    }
}

/// What the rules of thumb give a gun to do: open sights where it sees the enemy, else planned fire
/// that goes ahead of its own.
pub fn thumb(rules: &Rules, position: &Position<InfantryAttacks>, side: usize, unit: Unit) -> Task {
    let piece = rules.piece(unit);
    let map = &rules.compiled.map;
    let Some(from) = position.hex(unit).filter(|_| !piece.off_board) else {
        return match destinations(rules, position, unit).first() {
            Some(&hex) => Task::Move(hex),
            None => Task::Planned(barrage(rules, position, side, None)),
        };
    };
    let range = rating(rules, position, unit, of::RANGE);
    let sees = |&hex: &Hex| {
        let distance = map.grid().distance(from, hex) as i32;
        let numbers = &rules.numbers;
        // By day; it dawns.
        let seen = match () {
            () if rules.swamp[hex.index()] => numbers.spotting_swamp,
            () if rules.limiting[hex.index()] => numbers.spotting_limiting,
            () => numbers.spotting_range,
        };
        distance <= range.min(seen) && rules.sights.clear(map, from, hex)
    };
    let enemies = position.on_map(rules, 1 - side).filter_map(|other| position.hex(other));
    if piece.kind == Kind::Mortar
        || has(position, unit, LIMBERED)
        || enemies.into_iter().any(|hex| sees(&hex))
    {
        return Task::OpenSights;
    }
    match barrage(rules, position, side, Some((from, range))) {
        shots if shots.is_empty() => Task::OpenSights,
        shots => Task::Planned(shots),
    }
}

/// Fire turn by turn at the best hex that none of one's own can have come near by then.
fn barrage(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    reach: Option<(Hex, i32)>,
) -> Vec<Shot> {
    let grid = rules.compiled.map.grid();
    let turns = rules.compiled.turns.len();
    let most = rules.ammunition[side].map_or(turns, |most| most.max(0) as usize);
    let troops: Vec<(Hex, bool)> = position
        .on_map(rules, side)
        .filter_map(|own| {
            let hex = position.hex(own)?;
            let goes = !missions::is_gun(rules, own) && !keeps(rules, position, side, hex);
            Some((hex, goes && to_go(rules, position, side, hex) > 0))
        })
        .collect();
    let is_safe = |hex: Hex, turn: usize| {
        let reached = |&(own, goes): &(Hex, bool)| {
            let way = if goes { PACE * turn as u32 } else { 0 };
            grid.distance(own, hex) <= way + 1
        };
        !troops.iter().any(reached)
    };
    let plan = position.own.plans.truth(side);
    let worth = |hex: Hex, turn: usize| -> i32 {
        // Whoever holds what is fought for is still there later, and so are guns; others have gone.
        let held = keeps(rules, position, 1 - side, hex);
        let there = position.stack(hex).filter(|&other| rules.side_of(other) != side);
        let combat: i32 = there
            .map(|other| {
                let piece = rules.piece(other);
                let (value, stays) = match piece.kind {
                    _ if piece.company => (4, held),
                    _ if missions::is_gun(rules, other) => (3, true),
                    kind if kind.is_combat() => (3, held),
                    _ => (1, held),
                };
                let gone = if stays { 0 } else { STALE * turn as i32 };
                (value - gone).max(0)
            })
            .sum();
        // What others of the side fire at already is worth less.
        let fires = |unit: &Unit| {
            let task = plan.and_then(|plan| plan.task(*unit));
            let shot = Shot { turn, hex, smoke: false };
            matches!(task, Some(Task::Planned(shots)) if shots.contains(&shot))
        };
        let shared = rules.compiled.all_units().filter(fires).count() as i32;
        let goal = rules.objectives.binary_search(&hex).is_ok();
        combat + i32::from(goal && !keeps(rules, position, side, hex)) - SHARED * shared
    };
    let mut shots: Vec<Shot> = Vec::new();
    for turn in 0..turns {
        if shots.len() >= most {
            break;
        }
        let before = shots.last().filter(|shot| shot.turn + 1 == turn).map(|shot| shot.hex);
        let marks = marks(rules, position, side).into_iter().filter(|&hex| {
            reach.is_none_or(|(from, range)| grid.distance(from, hex) as i32 <= range)
                && is_safe(hex, turn)
        });
        let best = marks
            .map(|hex| (worth(hex, turn) + 2 * i32::from(before == Some(hex)), hex))
            .max_by_key(|&(worth, hex)| (worth, std::cmp::Reverse(hex)));
        if let Some((_, hex)) = best.filter(|(worth, _)| *worth > 2) {
            shots.push(Shot { turn, hex, smoke: false });
        }
    }
    shots
}

/// What a side may imagine of the other's plan: any that goes with what everybody has seen.
pub fn draw(
    rules: &Rules,
    concealed: &mut Position<InfantryAttacks>,
    side: usize,
    chance: &mut SplitMix64,
) {
    let other = 1 - side;
    let asked = concealed
        .asked()
        .is_some_and(|ask| ask.what == Decision::Plan && ask.open >> other & 1 == 1);
    if asked || concealed.own.plans.truth(other).is_some() {
        return;
    }
    let marks = marks(rules, concealed, other);
    let mut plan = Plan::default();
    let turns = rules.compiled.turns.len();
    let guns: Vec<Unit> = missions::unassigned(rules, concealed, other).collect();
    for unit in guns {
        let piece = *rules.piece(unit);
        // Whoever fires by plan has its marker once the segments begin.
        let may_plan = piece.kind == Kind::Artillery && !has(concealed, unit, LIMBERED);
        let open = !may_plan || !has(concealed, unit, DONE) && chance.below(2) == 0;
        let place = chance.below(marks.len().max(1) as u32) as usize;
        let task = match (marks.get(place), open && !piece.off_board) {
            (Some(&hex), false) => {
                let shot = |turn| Shot { turn, hex, smoke: false };
                Task::Planned((0..turns).map(shot).collect())
            }
            _ => Task::OpenSights,
        };
        plan.give(unit, task);
    }
    concealed.own.plans.choose(other, plan);
}
