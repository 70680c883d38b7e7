//! IA 9.2, 9.3, 9.6, 9.8: the bombardment phase: who fires by plan, at what, together with whom,
//! and whom it hits, the enemy and one's own.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::direct_fire::{companies_shift, works_shift};
use crate::event::{Bombarded, Detail, Fell, How, On};
use crate::game::{Decision, InfantryAttacks, Step};
use crate::missions::{Task, is_gun, rewrite, task};
use crate::results::{self, Cause, Hit};
use crate::rules::Rules;
use crate::stacking::barred_to;
use crate::state::{
    DEMORALIZED, DEPLETED, DISMOUNTED, DISRUPTED, DONE, Fired, LIMBERED, has, of, rating,
};
use crate::tables::FireResult;
use crate::units::Kind;
use crate::{drumfire, hidden, morale, scatter, smoke};

/// A side's part of the bombardment phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barrage {
    /// The side.
    pub side: usize,
    /// Whether it has begun.
    pub begun: bool,
    /// Hexes under fire whose neighbours are still to be looked at.
    pub fallen: Vec<Fallen>,
}

/// All that has fallen on a hex (IA 9.83).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fallen {
    /// The hex.
    pub hex: Hex,
    /// The guns, of one side.
    pub guns: Vec<Unit>,
    /// Their strength.
    pub strength: i32,
}

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

/// IA 7.3, 7.33: whether a gun has shells to give and the side up that fires.
pub fn can_bombard(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let on_map = position.state(unit).hex.is_some();
    is_gun(rules, unit)
        && (on_map || rules.piece(unit).off_board)
        && rating(rules, position, unit, of::BOMBARDMENT) > 0
        && !has(position, unit, LIMBERED | DEMORALIZED)
}

/// IA 9.61, 9.63–9.65: whether nothing keeps a gun that fires by plan from doing so.
fn is_able(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let assaulted =
        position.hex(unit).is_some_and(|hex| barred_to(rules, position, rules.side_of(unit), hex));
    can_bombard(rules, position, unit) && !has(position, unit, DONE) && !assaulted
}

/// IA 1.0, 9.63, 11.2: what a gun fires with: half where it is disrupted, and half where its
/// ammunition runs low; a quarter where both are so.
pub fn strength(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let halves = [DISRUPTED, DEPLETED].iter().filter(|&&mark| has(position, unit, mark)).count();
    let divisor = 1 << halves;
    (rating(rules, position, unit, of::BOMBARDMENT) + divisor - 1) / divisor
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
    // IA 9.83: the neighbours of a hex are looked at once all has fallen on it.
    let over = |fallen: &Fallen| !due.iter().any(|(_, at)| *at == fallen.hex);
    if let Some(place) = barrage.fallen.iter().position(over) {
        let fallen = barrage.fallen.remove(place);
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
    cx.then(Step::Bombard(barrage));
}

/// A disrupted gun tries to recover, and its fire of this turn does not happen.
pub fn recover(cx: &mut PlayContext<'_, InfantryAttacks>, barrage: Barrage, unit: Unit) {
    cx.then(Step::Bombard(barrage));
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
        cx.then(Step::Bombard(barrage));
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
    cx.then(Step::Bombard(barrage));
    falls(cx, guns, hex, false);
    shell(cx, hex);
    for &gun in guns {
        *cx.position.flags_mut(gun) |= DONE;
        drumfire::fired(cx, gun, hex);
    }
    strike(cx, &Shells { guns, how: How::Planned, strength: total, hex });
}

/// IA 14.32: a hex that is attacked in the bombardment phase is safe no more in this turn.
fn shell(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    let shelled = &mut cx.position.own.shelled;
    if let Err(place) = shelled.binary_search(&hex) {
        shelled.insert(place, hex);
    }
}

/// Tells of fire that falls on a hex, whoever is there.
pub fn falls(cx: &mut PlayContext<'_, InfantryAttacks>, guns: &[Unit], hex: Hex, smoke: bool) {
    let Some(&first) = guns.first() else { return };
    cx.emit(|rules| {
        Detail::Fell(Fell {
            side: rules.compiled.sides[rules.side_of(first)].clone(),
            units: rules.compiled.names(guns),
            hex: rules.compiled.label(hex).to_owned(),
            smoke,
        })
    });
}

/// Remembers where a gun has fired (IA 9.7, 18.2).
pub fn remember(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex, smoke: bool) {
    let fired = Fired { turn: cx.position.turn_place, hex, smoke };
    cx.position.own.last_fire[gun.index()] = Some(fired);
}

/// Bombardment of a hex.
pub struct Shells<'a> {
    /// The guns, at least one.
    pub guns: &'a [Unit],
    /// How they come to fire.
    pub how: How,
    /// What they fire with.
    pub strength: i32,
    /// The hex.
    pub hex: Hex,
}

/// IA 9.3, 9.81, 9.82: each side that has somebody in the hex is attacked for itself.
pub fn strike(cx: &mut PlayContext<'_, InfantryAttacks>, shells: &Shells<'_>) {
    let rules = cx.rules;
    let Some(&first) = shells.guns.first() else { return };
    let side = rules.side_of(first);
    let mut hits = Vec::new();
    for other in [1 - side, side] {
        let there = cx.position.stack(shells.hex);
        let targets: Vec<Unit> = there.filter(|&unit| rules.side_of(unit) == other).collect();
        let common = companies_shift(rules, cx.position, other, shells.hex)
            + i32::from(rules.fire_shift[shells.hex.index()])
            + match shells.how {
                How::OpenSights => rules.numbers.open_sights_modifier,
                _ => 0,
            };
        hits.extend(attack(cx, shells, &targets, Ok(common)));
    }
    hits.into_iter().rev().for_each(|hit| results::begin(cx, hit));
}

/// IA 7.52: columns that hold for one of those in the hex alone. Guns have no column to their
/// harm here.
fn own_shift(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let mounted = rules.piece(unit).kind == Kind::Cavalry && !has(position, unit, DISMOUNTED);
    let mounted = if mounted { rules.numbers.mounted_modifier } else { 0 };
    mounted + works_shift(rules, position, unit)
}

/// One attack on some of a side: by strength, shifted, or on a given column (IA 9.83).
pub fn attack(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    shells: &Shells<'_>,
    targets: &[Unit],
    by: Result<i32, usize>,
) -> Option<Hit> {
    // IA 16.5: what is done to them is told, and so they are on the map.
    targets.iter().for_each(|&target| hidden::show(cx, target));
    let rules = cx.rules;
    let table = &rules.bombardment;
    let (&first, &any) = (shells.guns.first()?, targets.first()?);
    let side = rules.side_of(first);
    let column = |unit: Unit| match by {
        Ok(common) => table.column(shells.strength, common + own_shift(rules, cx.position, unit)),
        Err(column) => column,
    };
    let columns: Vec<usize> = targets.iter().map(|&unit| column(unit)).collect();
    let rule = shells.how.rule();
    let (dice, total) = results::two_dice(cx, "bombardment", side, rule);
    let results: Vec<FireResult> =
        columns.iter().map(|&column| table.result(total, column)).collect();
    let on = |place: usize| On {
        unit: rules.unit(targets[place]).name.as_str().into(),
        column: table.head(columns[place]),
        result: results[place].text(),
    };
    let attack = cx.next_attack();
    let hurt = results.iter().any(|result| *result != FireResult::None);
    let result = if hurt { AttackResult::Won } else { AttackResult::Failed };
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (shells.guns, targets),
        (Some(result), rule),
    );
    cx.emit(|_| {
        Detail::Bombardment(Bombarded {
            core,
            how: shells.how,
            dice,
            strength: shells.strength,
            shift: by.unwrap_or(0),
            targets: (0..targets.len()).map(on).collect(),
        })
    });
    Some(Hit {
        hex: shells.hex,
        side: rules.side_of(any),
        attack,
        cause: Cause::Bombardment,
        results: targets.iter().copied().zip(results).collect(),
        taken: 0,
        carted: false,
        lost: 0,
    })
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
        let column = rules.friendly_fire.of(number);
        let by_plan = |&gun: &Unit| matches!(task(rules, cx.position, gun), Some(Task::Planned(_)));
        if fallen.guns.iter().any(by_plan) {
            shell(cx, hex);
        }
        let shells = Shells { guns: &fallen.guns, how: How::FriendlyFire, strength, hex };
        hits.extend(attack(cx, &shells, &targets, Err(column)));
    }
    hits.into_iter().rev().for_each(|hit| results::begin(cx, hit));
}
