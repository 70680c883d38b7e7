//! 1914 7.5, 7.8, 14.3: recovery of effectiveness and the building of improved positions, and how
//! these and entraining (1914 7.7.3) are carried over from phase to phase.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::event::Detail;
use crate::event::march::{MarchDetail, TaskDone, TaskKind};
use crate::rules::{Offensive, Rules};
use crate::state::{BUSY, INACTIVE, Task};
use crate::units::Kind;
use crate::{abreast, armies, effectiveness, marks};

use super::allowance::{is_counter, left, may_act, spend};
use super::{by_rail, prepare, walks};

/// The level of a position that is built (1914 14.3).
const BUILT: u8 = 1;

fn needed(rules: &Rules, unit: Unit, task: Task) -> i32 {
    match task {
        Task::Entrain | Task::Detrain => by_rail::movement(rules, unit),
        Task::Recovery => rules.numbers.recovery_movement,
        Task::Position | Task::PositionBeside => rules.numbers.position_movement,
    }
}

/// 1914 7.5, 7.5.1, 7.5.2, 7.5.2a, 7.5.3: whether a formation may begin to recover.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_recovery(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let name = &rules.compiled.unit(unit).name;
    let wrong =
        |rule: &'static str, what: String| Err(Violation::new(rule, format!("'{name}' {what}")));
    if !rules.piece(unit).is_formation() {
        return wrong("1914 7.5", "is no formation: its effectiveness never changes".to_owned());
    }
    if effectiveness::status(rules, position, unit) == 0 {
        return wrong("1914 7.5", "has lost no effectiveness".to_owned());
    }
    let Some(hex) = position.hex(unit) else { return wrong("1914 7.5", "is off the map".into()) };
    let has = left(rules, position, unit);
    if has <= 0 {
        return wrong("1914 7.5", "has no movement points of its own left".to_owned());
    }
    if !armies::in_area(rules, position, unit, hex) {
        return wrong("1914 7.5.1", "is outside its army's area of attachment".to_owned());
    }
    let numbers = &rules.numbers;
    let Some(distance) = nearest_enemy(rules, position, unit) else { return Ok(()) };
    if effectiveness::is_demoralized(rules, position, unit) {
        return match distance >= numbers.demoralized_distance {
            true => Ok(()),
            false => wrong("1914 7.5.3", format!("is demoralized, and an enemy {distance} off")),
        };
    }
    if distance >= numbers.recovery_distance
        || distance == numbers.recovery_screened
            && position.hexes(unit).all(|hex| is_screened(rules, position, side, hex))
    {
        return Ok(());
    }
    if distance > 1 {
        return wrong("1914 7.5.2", format!("has an enemy {distance} hexes off"));
    }
    // Each of its hexes next to an enemy needs it.
    let near = |hex: &Hex| {
        let enemy = rules.enemy(side);
        rules.map().neighbours(*hex).any(|(_, other)| position.board().holds(other, enemy))
    };
    let exposed = || position.hexes(unit).filter(near);
    let level = exposed().map(|hex| marks::improved(position, hex)).min().unwrap_or_default();
    let late = i32::from(position.turn) >= numbers.recovery_late;
    if level < 2 && !(late && level > 0) {
        return wrong("1914 7.5.2", "is next to an enemy, without the position for it".to_owned());
    }
    if exposed().any(|hex| position.own.dug.binary_search(&hex).is_ok()) {
        return wrong("1914 7.5.2a", "is in a position that was not there before".to_owned());
    }
    if has < numbers.recovery_movement {
        return wrong("1914 7.5.2a", "cannot complete it in this phase next to an enemy".into());
    }
    // 1914 7.3.3.
    prepare::may_leave(rules, position, &[unit])
}

/// How far the nearest unit of the enemy is from a unit, from the nearer halves (1914 19.0).
fn nearest_enemy(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Option<i32> {
    let own: Vec<Hex> = position.hexes(unit).collect();
    let enemies = position.on_map(rules, rules.enemy(rules.side_of(unit)));
    let hexes = enemies.flat_map(|enemy| position.hexes(enemy));
    let grid = rules.map().grid();
    let far = hexes.flat_map(|hex| own.iter().map(move |own| grid.distance(*own, hex)));
    far.min().and_then(|far| i32::try_from(far).ok())
}

/// 1914 7.5.2: whether friends in improved positions hold every hex between a hex and each enemy
/// that is two hexes off.
fn is_screened(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let grid = rules.map().grid();
    let board = position.board();
    let far = grid
        .within(hex, 2)
        .into_iter()
        .filter(|other| grid.distance(hex, *other) == 2 && board.holds(*other, rules.enemy(side)));
    let mut between = far.flat_map(|other| {
        let around = rules.map().neighbours(other).map(|(_, near)| near);
        around.filter(|near| grid.distance(hex, *near) == 1).collect::<Vec<Hex>>()
    });
    between.all(|near| board.holds(near, side) && marks::improved(position, near) > 0)
}

/// 1914 14.3 to 14.3.4: whether a formation may begin an improved position.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_position(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
    at: Option<Hex>,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let name = &rules.compiled.unit(unit).name;
    let wrong =
        |rule: &'static str, what: String| Err(Violation::new(rule, format!("'{name}' {what}")));
    if !rules.piece(unit).is_formation() || rules.kind(position, unit) != Kind::Infantry {
        return wrong("1914 14.3", "is no infantry formation".to_owned());
    }
    if effectiveness::is_demoralized(rules, position, unit) {
        return wrong("1914 14.3.3", "is demoralized".to_owned());
    }
    let at = at.or(position.hex(unit));
    let Some(hex) = at.filter(|hex| abreast::is_in(position, unit, *hex)) else {
        return wrong("1914 14.3", "does not stand there".into());
    };
    if marks::improved(position, hex) > 0 {
        return wrong("1914 14.3", "stands in an improved position already".to_owned());
    }
    if left(rules, position, unit) <= 0 {
        return wrong("1914 14.3.1", "has no movement points of its own left".to_owned());
    }
    let task = |other: Unit| position.own.tasks[other.index()].map(|(task, _)| task);
    let digs = |other: &Unit| task(*other).is_some_and(Task::digs);
    let here = |other: Unit| {
        rules.side_of(other) == side
            && task(other).is_some_and(|task| task.hex(position, other) == Some(hex))
            && digs(&other)
    };
    if position.stack(hex).any(here) {
        return wrong("1914 14.3.1", "is in a hex where another builds one: one does".to_owned());
    }
    let near = nearest_enemy(rules, position, unit);
    if near.is_none_or(|near| near > rules.numbers.position_distance) {
        return wrong("1914 14.3.2", "has no enemy near enough".to_owned());
    }
    let begun = position.on_map(rules, side).filter(digs).count();
    let quota = position.own.quota.get(side).copied().unwrap_or_default();
    if i64::from(quota) <= begun as i64 {
        return wrong("1914 14.3.4", "would be one too many before the next inter-phase".into());
    }
    if is_counter(rules, position) {
        // 1914 7.3.3: the pinned only finish one.
        prepare::may_leave(rules, position, &[unit])?;
    }
    Ok(())
}

/// The plain ones: whatever each formation may begin.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    for unit in position.on_map(rules, side).filter(|unit| rules.piece(*unit).is_formation()) {
        if check_recovery(rules, position, side, unit).is_ok() {
            acts.push(Act::Recover { unit });
        }
        for (place, hex) in position.hexes(unit).enumerate() {
            let hex = (place > 0).then_some(hex);
            if check_position(rules, position, side, unit, hex).is_ok() {
                acts.push(Act::Entrench { unit, hex });
            }
        }
    }
}

impl Task {
    /// The hex in which a unit does it.
    pub fn hex(self, position: &Position<Offensive>, unit: Unit) -> Option<Hex> {
        match self {
            Self::PositionBeside => position.state(unit).other,
            _ => position.hex(unit),
        }
    }
}

/// The task of building a position in a hex of a unit: the first where none is named.
pub fn position_of(position: &Position<Offensive>, unit: Unit, hex: Option<Hex>) -> Task {
    let other = position.state(unit).other;
    if hex.is_some() && hex == other { Task::PositionBeside } else { Task::Position }
}

/// Begins a task.
pub fn start(cx: &mut PlayContext<'_, Offensive>, unit: Unit, task: Task) {
    if !cx.position.own.moving.contains(&unit) {
        walks::take_up(cx, &[unit]);
    }
    cx.position.own.tasks[unit.index()] = Some((task, 0));
    go_on(cx, unit);
}

/// 1914 7.8, 7.8.2: a unit spends what it has on the task that it has begun, and before anything
/// else: there is nothing to choose.
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let rules = cx.rules;
    let Some((task, before)) = cx.position.own.tasks[unit.index()] else { return };
    let Some(hex) = task.hex(cx.position, unit) else { return };
    let side = rules.side_of(unit);
    let has = left(rules, cx.position, unit);
    let quota = cx.position.own.quota.get(side).copied().unwrap_or_default();
    let held = cx.position.state(unit).flags & INACTIVE != 0;
    // Without a quota none is completed (1914 14.3.4).
    if has <= 0 || held || task.digs() && quota <= 0 {
        return;
    }
    let by_rail = matches!(task, Task::Entrain | Task::Detrain);
    if by_rail && !take_platform(cx.position, hex) {
        return;
    }
    let needed = needed(rules, unit, task);
    let before = i32::from(before);
    let points = (needed - before).min(has);
    spend(cx.position, unit, points);
    let so_far = before + points;
    let done = so_far >= needed;
    cx.position.own.tasks[unit.index()] =
        (!done).then(|| (task, u8::try_from(so_far).unwrap_or(u8::MAX)));
    let (kind, rule) = match task {
        Task::Recovery => (TaskKind::Recovery, "1914 7.5"),
        Task::Position | Task::PositionBeside => (TaskKind::Position, "1914 14.3.1"),
        Task::Entrain => (TaskKind::Entraining, "1914 7.7.3"),
        Task::Detrain => (TaskKind::Detraining, "1914 7.7.3"),
    };
    cx.emit(|rules| {
        Detail::March(MarchDetail::Task(TaskDone {
            side: rules.sides[side].clone(),
            unit: rules.compiled.unit(unit).name.as_str().into(),
            hex: rules.compiled.label(hex).into(),
            task: kind,
            points,
            so_far,
            needed,
            done,
            rule: rule.to_owned(),
        }))
    });
    if by_rail {
        if done {
            by_rail::done(cx, unit, task);
        }
        return;
    }
    if done && task == Task::Recovery {
        effectiveness::recover(cx, unit, rule);
    } else if done {
        marks::improve(cx, hex, BUILT, rule);
        let dug = &mut cx.position.own.dug;
        if let Err(place) = dug.binary_search(&hex) {
            dug.insert(place, hex);
        }
        if let Some(quota) = cx.position.own.quota.get_mut(side) {
            *quota -= 1;
        }
    }
    // 1914 7.2.2: a forced march after a task needs a point of one's own.
    if left(rules, cx.position, unit) <= 0 {
        *cx.position.flags_mut(unit) |= BUSY;
    }
}

/// 1914 7.7.3: takes the station of a hex for this phase; false where another unit has entrained or
/// detrained in it.
fn take_platform(position: &mut Position<Offensive>, hex: Hex) -> bool {
    let platforms = &mut position.own.platforms;
    let Err(place) = platforms.binary_search(&hex) else { return false };
    platforms.insert(place, hex);
    true
}

/// How far the nearest unit of the enemy is from a hex.
pub fn enemy_near(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<i32> {
    let grid = rules.map().grid();
    let enemies = position.on_map(rules, rules.enemy(side));
    let far = enemies.flat_map(|enemy| position.hexes(enemy)).map(|at| grid.distance(hex, at));
    far.min().and_then(|far| i32::try_from(far).ok())
}
