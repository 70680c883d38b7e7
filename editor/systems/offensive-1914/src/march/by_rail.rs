//! 1914 7.7: units that go by rail: from entraining to detraining, and what interrupts them.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::boxes::TRACK;
use crate::event::Detail;
use crate::event::rails::{ByRail, RailPoints, RailsDetail, SetOut};
use crate::rails::{self, bottlenecks};
use crate::rules::{Offensive, Rules};
use crate::settle::has_combat_unit;
use crate::state::{ARRIVED, ENTRAINED, Task};
use crate::units::Kind;
use crate::{control, garrisons, stacking};

use super::allowance::{left, may_act, spend, spent};
use super::{prepare, special, tasks, walks};

/// Quarters of a division from which a unit counts as a division or a cavalry corps, and as a
/// brigade or a cavalry division (1914 1.1).
const LARGE: i32 = 4;
/// See [`LARGE`].
const MIDDLE: i32 = 2;

/// Its size with its front up: whoever is reduced goes by rail like the whole.
fn size(rules: &Rules, unit: Unit) -> i32 {
    rules.compiled.unit(unit).stacking_of(0)
}

/// 1914 7.7.1: the rail points that a unit costs, in halves.
pub fn cost(rules: &Rules, unit: Unit) -> u8 {
    match rules.piece(unit).kind {
        Kind::Train => 2,
        Kind::Infantry | Kind::Cavalry if size(rules, unit) >= LARGE => 2,
        _ => 1,
    }
}

/// 1914 7.7.3: the movement points that it spends to entrain, and to detrain.
pub fn movement(rules: &Rules, unit: Unit) -> i32 {
    let numbers = &rules.numbers;
    match rules.piece(unit).kind {
        Kind::Artillery | Kind::SiegeArtillery => numbers.entrain_middle,
        Kind::Infantry | Kind::Cavalry if size(rules, unit) < MIDDLE => numbers.entrain_small,
        Kind::Infantry | Kind::Cavalry if size(rules, unit) < LARGE => numbers.entrain_middle,
        _ => numbers.entrain_large,
    }
}

/// Where a unit goes by rail, if it does.
pub fn destination(position: &Position<Offensive>, unit: Unit) -> Option<Hex> {
    position.own.destinations.get(unit.index()).copied().flatten()
}

/// 1914 16.1.1: whether it has come in by rail and goes on as it likes: not once it has gone elsewhere.
fn is_fresh(position: &Position<Offensive>, unit: Unit) -> bool {
    position.state(unit).flags & ARRIVED != 0 && spent(position, unit) == 0
}

/// 1914 7.7.3 (1), (3): whether a unit may set out by rail, wherever it may go.
fn may_set_out(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (unit, special): (Unit, bool),
) -> Result<Hex, Violation> {
    may_act(rules, position, side, unit)?;
    let name = &rules.compiled.unit(unit).name;
    let wrong =
        |rule: &'static str, what: String| Err(Violation::new(rule, format!("'{name}' {what}")));
    let piece = rules.piece(unit);
    let goes = !matches!(piece.kind, Kind::Depot | Kind::Fort | Kind::Fortress);
    if !goes || piece.rails_only {
        return wrong("1914 7.7", "goes by no train".to_owned());
    }
    if piece.garrison {
        return wrong("1914 8.6", "stays with its place".to_owned());
    }
    let Some(hex) = position.hex(unit) else { return wrong("1914 7.7", "is off the map".into()) };
    if position.state(unit).other.is_some() {
        return wrong("1914 19.3", "must close up before it entrains".to_owned());
    }
    if left(rules, position, unit) <= 0 {
        return wrong("1914 7.7.3", "has no movement points of its own left".to_owned());
    }
    let leads = rules.map().neighbours(hex).any(|(direction, to)| {
        rails::carries(rules, position, side, (hex, direction, to))
            && rails::is_operational(position, side, to)
    });
    if !leads || !rails::is_operational(position, side, hex) {
        return wrong("1914 7.7.2", "is on no operational railway of two tracks".to_owned());
    }
    prepare::may_leave(rules, position, &[unit])?;
    if is_fresh(position, unit) && !special {
        return Ok(hex);
    }
    let has = position.own.rail_points.get(side).copied().unwrap_or_default();
    if special {
        special::check(rules, position, unit)?;
    } else if has < cost(rules, unit) {
        return wrong("1914 7.7.1", "costs more rail points than are left".to_owned());
    }
    let near = tasks::enemy_near(rules, position, side, hex);
    if near.is_some_and(|near| near < rules.numbers.entrain_distance) {
        return wrong("1914 7.7.3", "is too near to an enemy to entrain".to_owned());
    }
    if position.own.platforms.binary_search(&hex).is_ok() {
        let label = rules.label(hex);
        return wrong("1914 7.7.3", format!("waits: another unit uses the station of {label}"));
    }
    Ok(hex)
}

/// Whether a unit may go by rail, and somewhere.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (unit, special): (Unit, bool),
) -> Result<(), Violation> {
    let hex = may_set_out(rules, position, side, (unit, special))?;
    let mut open = reached(rules, position, side, hex);
    if open.any(|to| check_end(rules, position, side, unit, to).is_ok()) {
        return Ok(());
    }
    let name = &rules.compiled.unit(unit).name;
    let text = format!("no railway takes '{name}' to a hex far enough from the enemy");
    Err(Violation::new("1914 7.7.3", text))
}

/// The hexes that the railways join to a hex for units of a side, without it.
fn reached(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    from: Hex,
) -> impl Iterator<Item = Hex> + use<> {
    let mut reach = Reach::default();
    reach.search_from(rules.map(), &[(from, 0)], 0, |at, direction, to| {
        match goes(rules, position, side, (at, direction, to)) {
            true => Step::Through(0),
            false => Step::Barred,
        }
    });
    let hexes = reach.reached().to_vec();
    hexes.into_iter().filter(move |&hex| hex != from)
}

/// 1914 7.7.3 (4): whether units of a side go by rail from a hex to the next, bottlenecks aside: no
/// zone of control holds them.
fn goes(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    step: (Hex, salient_hex::Direction, Hex),
) -> bool {
    rails::is_operational(position, side, step.2)
        && !position.board().holds(step.2, rules.enemy(side))
        && rails::carries(rules, position, side, step)
}

/// 1914 7.7.3 (2): whether a hex may be a unit's destination, if railways lead there: far enough from
/// every enemy, with room for it.
fn check_end(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let label = rules.label(hex);
    let near = tasks::enemy_near(rules, position, side, hex);
    if near.is_some_and(|near| near < rules.numbers.rail_destination) {
        let text = format!("{label} is too near to an enemy to be a destination");
        return Err(Violation::new("1914 7.7.3", text));
    }
    let coming = [(unit, rules.size(position, unit))];
    let size = stacking::size_with(rules, position, (side, hex), coming);
    if size > rules.numbers.stacking_limit {
        return Err(Violation::new("1914 3.1.1", format!("{label} is full")));
    }
    if !garrisons::permits(rules, unit, hex) {
        let text = format!("{label} is too far from its place");
        return Err(Violation::new(garrisons::rule(rules, unit), text));
    }
    Ok(())
}

/// Whether a unit may go to a hex by rail.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_destination(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (unit, special): (Unit, bool),
    hex: Hex,
) -> Result<(), Violation> {
    let from = may_set_out(rules, position, side, (unit, special))?;
    check_end(rules, position, side, unit, hex)?;
    match reached(rules, position, side, from).any(|other| other == hex) {
        true => Ok(()),
        false => {
            let text =
                format!("no operational railway of two tracks leads to {}", rules.label(hex));
            Err(Violation::new("1914 7.7.3", text))
        }
    }
}

/// The hexes that a unit may go to by rail. Sorted.
pub fn destinations(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (unit, special): (Unit, bool),
) -> Vec<Hex> {
    let Ok(from) = may_set_out(rules, position, side, (unit, special)) else {
        return Vec::new();
    };
    let open = reached(rules, position, side, from);
    let mut hexes: Vec<Hex> =
        open.filter(|&to| check_end(rules, position, side, unit, to).is_ok()).collect();
    hexes.sort_unstable();
    hexes
}

/// Whoever may set out: where they go is asked then.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    let points = position.own.rail_points.get(side).copied().unwrap_or_default();
    let able = |&(unit, special): &(Unit, bool)| match special {
        true => special::check(rules, position, unit).is_ok(),
        false => points > 0 || is_fresh(position, unit),
    };
    // What leads away from a hex is looked up once for all who stand in it and are of a size.
    let mut known: BTreeMap<(Hex, i32), bool> = BTreeMap::new();
    let all = position.on_map(rules, side).flat_map(|unit| [(unit, false), (unit, true)]);
    for (unit, special) in all.filter(able) {
        let Ok(from) = may_set_out(rules, position, side, (unit, special)) else { continue };
        let goes = known.entry((from, rules.size(position, unit))).or_insert_with(|| {
            let mut open = reached(rules, position, side, from);
            open.any(|to| check_end(rules, position, side, unit, to).is_ok())
        });
        if *goes {
            acts.push(Act::ByRail { unit, special });
        }
    }
}

/// 1914 7.7.3: a unit sets out by rail: it pays and entrains, or goes on at once if it has come in by
/// rail (1914 16.1.1).
pub fn set_out(cx: &mut PlayContext<'_, Offensive>, (unit, special): (Unit, bool), to: Hex) {
    let Some(from) = cx.position.hex(unit) else { return };
    let rules = cx.rules;
    let side = rules.side_of(unit);
    if !cx.position.own.moving.contains(&unit) {
        walks::take_up(cx, &[unit]);
    }
    let fresh = is_fresh(cx.position, unit) && !special;
    let halves = if fresh || special { 0 } else { cost(rules, unit) };
    if special {
        special::spend(cx, unit);
    }
    let mut left = 0;
    if let Some(own) = cx.position.own.rail_points.get_mut(side) {
        *own = own.saturating_sub(halves);
        left = *own;
    }
    cx.emit(|rules| {
        Detail::Rails(RailsDetail::SetOut(SetOut {
            side: rules.sides[side].clone(),
            unit: rules.compiled.unit(unit).name.as_str().into(),
            from: rules.label(from).to_owned(),
            to: rules.label(to).to_owned(),
            halves,
            left,
            special,
        }))
    });
    *cx.position.flags_mut(unit) &= !ARRIVED;
    cx.position.own.destinations[unit.index()] = Some(to);
    if fresh {
        cx.set_presence(unit, ENTRAINED, "1914 16.1.1");
        travel(cx, unit);
    } else {
        cx.position.own.tasks[unit.index()] = Some((Task::Entrain, 0));
        tasks::go_on(cx, unit);
    }
}

/// A movement phase of its side begins: who goes by rail goes on, or is interrupted if no way is left
/// to it (1914 7.7.5).
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let (Some(to), Some(at)) = (destination(cx.position, unit), cx.position.hex(unit)) else {
        return;
    };
    let side = cx.rules.side_of(unit);
    if at != to && route(cx.rules, cx.position, side, None, (at, to)).is_none() {
        interrupt(cx, unit);
    } else if cx.position.own.tasks[unit.index()].is_none() {
        travel(cx, unit);
    }
}

/// The shortest way by rail, without the hex that it leaves, around bottlenecks that let less through
/// than a cost where one is given.
pub fn route(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    cost: Option<u8>,
    (from, to): (Hex, Hex),
) -> Option<Vec<Hex>> {
    let fits = |hex: Hex| {
        let left =
            cost.and_then(|cost| Some((cost, bottlenecks::left(rules, position, side, hex)?)));
        left.is_none_or(|(cost, left)| left >= i32::from(cost))
    };
    let (mut reach, most) = (Reach::default(), rules.map().len() as u32);
    let found = reach.search_first(
        rules.map(),
        from,
        most,
        |hex| hex == to,
        |at, direction, next| match goes(rules, position, side, (at, direction, next)) && fits(next)
        {
            true => Step::Through(1),
            false => Step::Barred,
        },
    )?;
    Some(reach.path(rules.map(), found))
}

/// 1914 7.7.3 (4), (5): an entrained unit goes as far as its points take it, and detrains with what
/// is left at its destination. Where only full bottlenecks lead on it waits before them (1914
/// 18.6.2).
pub fn travel(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let rules = cx.rules;
    let (Some(to), Some(at)) = (destination(cx.position, unit), cx.position.hex(unit)) else {
        return;
    };
    let (side, halves) = (rules.side_of(unit), cost(rules, unit));
    if at == to {
        return detrain(cx, unit);
    }
    let has = left(rules, cx.position, unit);
    let way = |cost| route(rules, cx.position, side, cost, (at, to));
    let Some(way) = way(Some(halves)).or_else(|| way(None)) else { return };
    let rate = rules.numbers.rail_rate;
    let most = usize::try_from(has * rate).unwrap_or_default();
    let open = |hex: &&Hex| {
        let left = bottlenecks::left(rules, cx.position, side, **hex);
        left.is_none_or(|left| left >= i32::from(halves))
    };
    let path: Vec<Hex> = way.iter().take(most).take_while(open).copied().collect();
    let Some(&end) = path.last() else { return };
    for &hex in &path {
        bottlenecks::pass(rules, cx.position, side, hex, halves);
    }
    let hexes = u32::try_from(path.len()).unwrap_or(u32::MAX);
    let points = i32::try_from(hexes.div_ceil(rate.unsigned_abs().max(1))).unwrap_or(has);
    spend(cx.position, unit, points);
    cx.shift(&[unit], &path, "rail", None, "1914 7.7.3");
    cx.emit(|rules| {
        Detail::Rails(RailsDetail::ByRail(ByRail {
            side: rules.sides[side].clone(),
            unit: rules.compiled.unit(unit).name.as_str().into(),
            from: rules.label(at).to_owned(),
            hex: rules.label(end).to_owned(),
            hexes,
            points,
        }))
    });
    if end == to {
        detrain(cx, unit);
    }
}

fn detrain(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    cx.position.own.tasks[unit.index()] = Some((Task::Detrain, 0));
    tasks::go_on(cx, unit);
}

/// A unit has entrained, and goes on; or it has detrained, and has arrived.
pub fn done(cx: &mut PlayContext<'_, Offensive>, unit: Unit, task: Task) {
    if task == Task::Entrain {
        cx.set_presence(unit, ENTRAINED, "1914 7.7.4");
        travel(cx, unit);
    } else {
        cx.position.own.destinations[unit.index()] = None;
        cx.set_presence(unit, 0, "1914 7.7.3");
    }
}

/// 1914 7.7.5: somebody stands otherwise: movement by rail is interrupted where an enemy combat unit is
/// next to who makes it, or the destination is the enemy's or in his zone of control.
pub fn look(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let all: Vec<(Unit, Hex)> = rules
        .all_units()
        .filter_map(|unit| Some((unit, destination(cx.position, unit)?)))
        .collect();
    for (unit, to) in all {
        let Some(at) = cx.position.hex(unit) else {
            // Whatever has taken it off the map.
            if cx.position.state(unit).away.is_none() {
                cx.position.own.destinations[unit.index()] = None;
            }
            continue;
        };
        let enemy = rules.enemy(rules.side_of(unit));
        let position = &*cx.position;
        let mut around = rules.map().neighbours(at);
        let near = around.any(|(_, hex)| has_combat_unit(rules, position, enemy, hex));
        let lost = control::of(position, to) == Some(enemy) || position.board().controls(to, enemy);
        if near || lost {
            interrupt(cx, unit);
        }
    }
}

/// Takes a unit off the map, until some game-turns later it comes back on a railway.
fn interrupt(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    const RULE: &str = "1914 7.7.5";
    let back = u16::try_from(cx.rules.numbers.rail_return).unwrap_or_default();
    let due = cx.position.turn.saturating_add(back);
    cx.position.own.tasks[unit.index()] = None;
    cx.position.own.destinations[unit.index()] = None;
    cx.set_presence(unit, 0, RULE);
    cx.to_box(unit, TRACK, Some(due), RULE);
}

/// 1914 7.7.1: gives each side the rail points of the inter-phase of a game-turn, or of the beginning;
/// those of before lapse.
pub fn give_points(cx: &mut PlayContext<'_, Offensive>, turn: u16) {
    let rules = cx.rules;
    for side in 0..rules.sides.len() {
        let due = rules.schedule.rail_points.iter();
        let due = due.filter(|(due, whose, _)| (*due, *whose) == (turn, side));
        let given: i16 = due.map(|(_, _, given)| *given).sum();
        let halves = u8::try_from(given.saturating_mul(2)).unwrap_or_default();
        let Some(own) = cx.position.own.rail_points.get_mut(side) else { continue };
        let before = std::mem::replace(own, halves);
        if halves == 0 && before == 0 {
            continue;
        }
        cx.emit(|rules| {
            let side = rules.sides[side].clone();
            Detail::Rails(RailsDetail::RailPoints(RailPoints { side, halves }))
        });
    }
}
