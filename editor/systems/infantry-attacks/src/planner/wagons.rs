//! No rules: guns that wagons bring up: where they are to go, when they are put on board, and when
//! they are set down to fire.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::outlook::{Outlook, printed};
use crate::missions;
use crate::state::{good_order, is_aboard, load_of, of};
use crate::tasks::Task;
use crate::units::Kind;

/// What a gun is worth that can fire, before anything is seen that it fires at.
const READY: i32 = 20;
/// What a hex nearer to where it is to go is worth to a gun, or to the wagon that tows it.
const NEARER: i32 = 4;
/// How much better a place must be than the one where a gun stands, for every hex of the way.
const WAY: i32 = 2;

/// What a unit's fire from a hex would be worth, with the side up that fires.
fn fire_from(outlook: &Outlook<'_>, unit: Unit, hex: Hex) -> i32 {
    let range = printed(outlook, unit, of::RANGE);
    let worth = match outlook.is_gun(unit) {
        true => {
            let strength = printed(outlook, unit, of::BOMBARDMENT);
            let marks = outlook.in_sight(hex, range, true);
            marks.map(|(mark, _)| outlook.shells(mark, strength, true)).max().unwrap_or(0)
        }
        false => outlook.potential(hex, printed(outlook, unit, of::FIRE), range),
    };
    worth * outlook.weights.shoot / 100
}

/// Where a gun is to go by its mission, as long as it is not there.
fn goal(outlook: &Outlook<'_>, gun: Unit) -> Option<Hex> {
    match missions::task(outlook.rules, outlook.view, gun) {
        Some(Task::Move(to)) if outlook.view.hex(gun) != Some(*to) => Some(*to),
        _ => None,
    }
}

/// How much worse a hex is for a gun the farther it lies from where the gun is to go; 0 where it is
/// to go nowhere.
pub fn nearness(outlook: &Outlook<'_>, gun: Unit, hex: Hex) -> i32 {
    let distance = |to: Hex| outlook.rules.compiled.map.grid().distance(hex, to) as i32;
    goal(outlook, gun).map_or(0, |to| -NEARER * distance(to))
}

/// How good it is that a wagon stands in a hex with what it carries.
pub fn stand(outlook: &Outlook<'_>, wagon: Unit, hex: Hex) -> i32 {
    let near = outlook.pull()[hex.index()];
    match load_of(outlook.view, wagon) {
        None => near / 10,
        Some(gun) if missions::is_gun(outlook.rules, gun) => nearness(outlook, gun, hex),
        Some(load) => fire_from(outlook, load, hex) * 3 / 4 + near / 4,
    }
}

/// What it is worth to set down a unit that is on board where its wagon stands.
pub fn unloading(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let view = outlook.view;
    let here = view.hex(unit).filter(|_| is_aboard(view, unit) && good_order(view, unit));
    let Some(hex) = here.filter(|_| goal(outlook, unit).is_none()) else { return 0 };
    let ready = if outlook.is_gun(unit) { READY } else { 0 };
    ready + fire_from(outlook, unit, hex)
}

/// What it is worth that a wagon takes a gun on board, which is to go elsewhere.
pub fn loading(outlook: &Outlook<'_>, gun: Unit, wagon: Unit) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let free = rules.piece(wagon).kind == Kind::Transport && load_of(view, wagon).is_none();
    let together = view.state(gun).hex.is_some() && view.state(gun).hex == view.state(wagon).hex;
    let able = free && together && good_order(view, gun) && good_order(view, wagon);
    if able && goal(outlook, gun).is_some() { READY } else { 0 }
}

/// Where a gun with a wagon had better stand than where it is, or would come in: where it sees most
/// of the enemy and he least of it.
pub fn better_place(outlook: &Outlook<'_>, gun: Unit) -> Option<Hex> {
    let (rules, view) = (outlook.rules, outlook.view);
    if !outlook.is_gun(gun) || rules.piece(gun).off_board {
        return None;
    }
    let here = view.hex(gun);
    let from = here.or_else(|| {
        let coming = rules.compiled.arrivals.iter().find(|arrival| arrival.unit == gun)?;
        coming.entries.first().copied()
    })?;
    let towed = view.state(gun).aboard.is_some()
        || here.is_none()
        || view.stack(from).any(|unit| {
            rules.side_of(unit) == outlook.side && rules.piece(unit).kind == Kind::Transport
        });
    if !towed {
        return None;
    }
    let map = &rules.compiled.map;
    let worth = |hex: Hex| {
        let way = map.grid().distance(from, hex) as i32;
        fire_from(outlook, gun, hex) - outlook.threat()[hex.index()] - WAY * way
    };
    let open = map.grid().hexes().filter(|&hex| map.hex_cost(hex).is_some());
    let best = open.max_by_key(|&hex| (worth(hex), std::cmp::Reverse(hex)))?;
    // Whoever is still to come goes somewhere; whoever is there, where it is worth his while.
    let stays = here.map_or(i32::MIN, |hex| worth(hex).max(0));
    (worth(best) > stays).then_some(best)
}
