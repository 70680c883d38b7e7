//! IA 9.2, 9.3, 9.6, 9.8: the bombardment phase: who fires by plan, at what, together with whom,
//! and whom it hits, the enemy and one's own.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Barrage, Decision, Fallen, Step};
use crate::event::How;
use crate::missions::{rewrite, task};
use crate::rules::{InfantryAttacks, Rules};
use crate::shells::{self, Shells, attack, falls, is_able, strength, strike};
use crate::state::{DEMORALIZED, DISRUPTED, DONE, has};
use crate::tasks::Task;
use crate::{hidden, morale, results, scatter, smoke};

impl Barrage {
    /// A side's part, before it begins.
    pub fn of(side: usize) -> Self {
        Self { side, begun: false, fallen: Vec::new() }
    }
}

/// IA 3.0: first all who wish end missions, then the winner of the initiative fires, then the
/// other.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let first = cx.position.own.first;
    cx.position.own.shelled.clear();
    cx.then(Step::Bombarded);
    for side in [1 - first, first] {
        cx.then(Step::Bombard(Barrage::of(side)));
    }
    for side in [1 - first, first] {
        cx.then(Step::Aborts(side));
    }
}

/// IA 9.15: whoever fires by plan is done for the turn, whether or not it has fired.
pub fn end(cx: &mut PlayContext<'_, InfantryAttacks>) {
    for unit in cx.rules.compiled.all_units() {
        if matches!(task(cx.rules, cx.position, unit), Some(Task::Planned(_))) {
            *cx.position.flags_mut(unit) |= DONE;
        }
    }
}

/// Whether a gun has planned smoke for this turn (IA 16.11).
fn is_smoke(rules: &Rules, position: &Position<InfantryAttacks>, gun: Unit) -> bool {
    let turn = position.turn_place;
    match task(rules, position, gun) {
        Some(Task::Planned(shots)) => shots.iter().any(|shot| shot.turn == turn && shot.smoke),
        _ => false,
    }
}

/// IA 9.2: whether guns that fire at one hex may do so as one: all of them from off the map, or
/// all from one hex and hexes next to each other. Smoke each fires for itself (IA 16.11).
pub fn combine(rules: &Rules, position: &Position<InfantryAttacks>, guns: &[Unit]) -> bool {
    let off = |gun: Unit| rules.piece(gun).off_board;
    let grid = rules.compiled.map.grid();
    let near = |one: Unit, other: Unit| match (position.hex(one), position.hex(other)) {
        (Some(one), Some(other)) => grid.distance(one, other) <= 1,
        _ => false,
    };
    if guns.len() > 1 && guns.iter().any(|&gun| is_smoke(rules, position, gun)) {
        return false;
    }
    guns.iter().all(|&gun| off(gun))
        || guns.iter().enumerate().all(|(place, &one)| {
            !off(one) && guns[place + 1..].iter().all(|&other| !off(other) && near(one, other))
        })
}

/// Every group that may fire as one, of those that are due: each gun alone, and each with all
/// that it may go with.
pub fn groups(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    due: &[(Unit, Hex)],
) -> Vec<Vec<Unit>> {
    let mut groups: Vec<Vec<Unit>> = due.iter().map(|(gun, _)| vec![*gun]).collect();
    for &(gun, hex) in due {
        let mut group = vec![gun];
        for &(other, at) in due.iter().filter(|(other, at)| *other != gun && *at == hex) {
            debug_assert!(at == hex);
            group.push(other);
            if !combine(rules, position, &group) {
                group.pop();
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// Those of a side that are due and not kept from it (IA 9.61).
pub fn due(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<(Unit, Hex)> {
    let plan = position.own.plans.truth(side);
    let due = plan.map(|plan| plan.due.as_slice()).unwrap_or_default();
    due.iter().copied().filter(|&(unit, _)| is_able(rules, position, unit)).collect()
}

/// IA 9.63: those who may try to recover in place of their fire.
pub fn shaken(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Unit> {
    let waits = |unit: &Unit| {
        has(position, *unit, DISRUPTED)
            && !has(position, *unit, DONE)
            && matches!(task(rules, position, *unit), Some(Task::Planned(_)))
    };
    position.on_map(rules, side).filter(waits).collect()
}

/// Goes on with a side's part.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, mut barrage: Barrage) {
    let (rules, side) = (cx.rules, barrage.side);
    if !barrage.begun {
        barrage.begun = true;
        cx.then(Step::Bombard(barrage));
        return open(cx, side);
    }
    let due = due(rules, cx.position, side);
    if let Some(fallen) = over(&mut barrage, &due) {
        cx.then(Step::Bombard(barrage));
        return friendly_fire(cx, &fallen);
    }
    let shaken = shaken(rules, cx.position, side);
    let alone = groups(rules, cx.position, &due).iter().all(|group| group.len() == 1);
    match due.first() {
        None if shaken.is_empty() => {}
        // Nothing is to be chosen.
        Some(&(gun, hex)) if shaken.is_empty() && alone => fire(cx, barrage, &[gun], hex),
        _ => cx.ask(side, Decision::Bombard(barrage)),
    }
}

/// IA 9.83: the neighbours of a hex are looked at once all has fallen on it.
fn over(barrage: &mut Barrage, due: &[(Unit, Hex)]) -> Option<Fallen> {
    let over = |fallen: &Fallen| !due.iter().any(|(_, at)| *at == fallen.hex);
    barrage.fallen.iter().position(over).map(|place| barrage.fallen.remove(place))
}

/// IA 9.63, 18.1: the demoralized try to recover, and it is found where the fire falls.
fn open(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let (rules, turn) = (cx.rules, cx.position.turn_place);
    let planned = |position: &Position<InfantryAttacks>, unit: Unit| {
        matches!(task(rules, position, unit), Some(Task::Planned(_)))
    };
    let all: Vec<Unit> =
        rules.compiled.all_units().filter(|&unit| planned(cx.position, unit)).collect();
    let own = all.into_iter().filter(|&unit| rules.side_of(unit) == side);
    let (lost_heart, others): (Vec<Unit>, Vec<Unit>) =
        own.partition(|&unit| has(cx.position, unit, DEMORALIZED));
    for unit in lost_heart {
        if cx.position.hex(unit).is_some() {
            morale::recover(cx, unit);
        }
    }
    let mut due = Vec::new();
    for unit in
        others.into_iter().filter(|&unit| is_able(rules, cx.position, unit)).collect::<Vec<_>>()
    {
        let Some(Task::Planned(shots)) = task(rules, cx.position, unit) else { continue };
        let Some(&shot) = shots.iter().find(|shot| shot.turn == turn) else { continue };
        let hex = if rules.solitaire { scatter::falls(cx, unit, shot.hex) } else { shot.hex };
        due.push((unit, hex));
    }
    rewrite(cx, side, |plan| plan.due = due);
}

/// IA 9.2, 9.61: which of the guns that are due fire next, as one.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    guns: &[Unit],
) -> Result<(), Violation> {
    let due = due(rules, position, side);
    let target = |gun: &Unit| due.iter().find(|(unit, _)| unit == gun).map(|(_, hex)| *hex);
    let Some(first) = guns.first().and_then(target) else {
        return Err(Violation::new("IA 9.61", "it has no fire to give now"));
    };
    if !guns.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("IA 9.2", "each fires once, in order"));
    }
    for gun in guns {
        match target(gun) {
            None => return Err(Violation::new("IA 9.61", "it has no fire to give now")),
            Some(hex) if hex != first => {
                return Err(Violation::new("IA 9.2", "they fire at different hexes"));
            }
            Some(_) => {}
        }
    }
    if !combine(rules, position, guns) {
        let text = "only guns next to each other combine, and those off the map among themselves";
        return Err(Violation::new("IA 9.2", text));
    }
    Ok(())
}

/// IA 9.63: whether a disrupted gun may try to recover in place of its fire.
pub fn check_recover(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let may = shaken(rules, position, side).contains(&unit);
    let wrong = || Violation::new("IA 9.63", "only disrupted guns that fire by plan recover now");
    may.then_some(()).ok_or_else(wrong)
}

/// IA 9.61: whether a side may end its part: all that is due has fired.
pub fn check_done(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
) -> Result<(), Violation> {
    match due(rules, position, side).first() {
        None => Ok(()),
        Some(&(unit, _)) => {
            let text = format!("'{}' fires as it was planned", rules.unit(unit).name);
            Err(Violation::new("IA 9.61", text))
        }
    }
}

/// Nobody else recovers: the side's part is over.
pub fn done(cx: &mut PlayContext<'_, InfantryAttacks>, barrage: Barrage) {
    for unit in shaken(cx.rules, cx.position, barrage.side) {
        *cx.position.flags_mut(unit) |= DONE;
    }
    cx.then_as_before(Step::Bombard(barrage));
}

/// A disrupted gun tries to recover, and its fire of this turn does not happen.
pub fn recover(cx: &mut PlayContext<'_, InfantryAttacks>, barrage: Barrage, unit: Unit) {
    cx.then_as_before(Step::Bombard(barrage));
    morale::recover(cx, unit);
}

/// The guns that were chosen fire, where the plan has it.
pub fn fire_chosen(cx: &mut PlayContext<'_, InfantryAttacks>, barrage: Barrage, guns: &[Unit]) {
    let due = due(cx.rules, cx.position, barrage.side);
    let hex = guns.first().and_then(|gun| due.iter().find(|(unit, _)| unit == gun));
    if let Some(&(_, hex)) = hex {
        fire(cx, barrage, guns, hex);
    }
}

fn fire(cx: &mut PlayContext<'_, InfantryAttacks>, mut barrage: Barrage, guns: &[Unit], hex: Hex) {
    // IA 16.5: whoever fires is hidden no more.
    guns.iter().for_each(|&gun| hidden::show(cx, gun));
    if let &[gun] = guns
        && is_smoke(cx.rules, cx.position, gun)
    {
        cx.then_as_before(Step::Bombard(barrage));
        return smoke::fire(cx, gun, hex);
    }
    let total: i32 = guns.iter().map(|&gun| strength(cx.rules, cx.position, gun)).sum();
    match barrage.fallen.iter_mut().find(|fallen| fallen.hex == hex) {
        Some(fallen) => {
            fallen.strength += total;
            fallen.guns.extend(guns);
        }
        None => barrage.fallen.push(Fallen { hex, guns: guns.to_vec(), strength: total }),
    }
    falls(cx, guns, hex, false);
    shell(cx, hex);
    for &gun in guns {
        *cx.position.flags_mut(gun) |= DONE;
        shells::fired(cx, gun, hex);
    }
    // What the last fire on a hex does to one's own beside it is of its doing; all that fires later
    // is not.
    let due = due(cx.rules, cx.position, barrage.side);
    let fallen = over(&mut barrage, &due);
    cx.then_as_before(Step::Bombard(barrage));
    fallen.into_iter().for_each(|fallen| cx.then(Step::FriendlyFire(fallen)));
    strike(cx, &Shells { guns, how: How::Planned, strength: total, hex });
}

/// IA 14.32: a hex that is attacked in the bombardment phase is safe no more in this turn.
fn shell(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    let shelled = &mut cx.position.own.shelled;
    if let Err(place) = shelled.binary_search(&hex) {
        shelled.insert(place, hex);
    }
}

/// IA 9.83: each hex next to the target that holds somebody of one's own is hit on a low roll,
/// and then on a column that a second die finds; nothing shifts it.
pub fn friendly_fire(cx: &mut PlayContext<'_, InfantryAttacks>, fallen: &Fallen) {
    let rules = cx.rules;
    let numbers = &rules.numbers;
    let Some(side) = fallen.guns.first().map(|&gun| rules.side_of(gun)) else { return };
    let strength = fallen.strength;
    let mut hits = Vec::new();
    for (_, hex) in rules.compiled.map.neighbours(fallen.hex) {
        let there = cx.position.stack(hex);
        let targets: Vec<Unit> = there.filter(|&unit| rules.side_of(unit) == side).collect();
        if targets.is_empty() {
            continue;
        }
        let die = i32::from(cx.roll("friendly-fire", side, "IA 9.83"));
        if die > numbers.friendly_fire_roll {
            continue;
        }
        let weak = strength < numbers.friendly_fire_strength;
        let number = i32::from(cx.roll("friendly-fire-number", side, "IA 9.83"))
            + if weak { numbers.friendly_fire_modifier } else { 0 };
        let column = rules.friendly_fire.read(number, 0);
        let by_plan = |&gun: &Unit| matches!(task(rules, cx.position, gun), Some(Task::Planned(_)));
        if fallen.guns.iter().any(by_plan) {
            shell(cx, hex);
        }
        let shells = Shells { guns: &fallen.guns, how: How::FriendlyFire, strength, hex };
        hits.extend(attack(cx, &shells, &targets, Err(column)));
    }
    hits.into_iter().rev().for_each(|hit| results::begin(cx, hit));
}
