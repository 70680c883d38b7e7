//! 1914 13.2.4, 13.2.5: siege artillery markers, in reserve with their headquarters, on the turn track,
//! and deployed.

use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::boxes::SIEGE_TRAIN;
use crate::rules::Offensive;
use crate::state::DEPLOYED;
use crate::units::Kind;

const RULE: &str = "1914 13.2.5";

/// The headquarters that a marker is assigned to.
pub fn headquarters(position: &Position<Offensive>, marker: Unit) -> Option<Unit> {
    let all = &position.own.assigned;
    let place = all.binary_search_by_key(&marker, |(own, _)| *own).ok()?;
    all.get(place).map(|(_, hq)| *hq)
}

/// Whether a marker is in its headquarters' reserve, and not on the turn track.
pub fn is_in_reserve(position: &Position<Offensive>, marker: Unit) -> bool {
    let away = position.state(marker).away;
    away.is_some_and(|away| away.place == SIEGE_TRAIN && away.due.is_none())
}

/// Assigns a marker to a headquarters: where it is nowhere yet, it goes into reserve.
pub fn assign(cx: &mut PlayContext<'_, Offensive>, marker: Unit, hq: Unit) {
    let all = &mut cx.position.own.assigned;
    all.retain(|(own, _)| *own != marker);
    all.push((marker, hq));
    all.sort_unstable();
    let state = cx.position.state(marker);
    let lost = matches!(state.status, UnitStatus::Eliminated | UnitStatus::Exited);
    if state.hex.is_none() && state.away.is_none() && !lost {
        cx.to_box(marker, SIEGE_TRAIN, None, "1914 13.2.4");
    }
}

/// A marker goes on the turn track: its headquarters deploys it.
pub fn put_on_track(cx: &mut PlayContext<'_, Offensive>, marker: Unit) {
    let turns = u16::try_from(cx.rules.numbers.marker_turns).unwrap_or(1);
    let due = cx.position.turn.saturating_add(turns);
    cx.to_box(marker, SIEGE_TRAIN, Some(due), RULE);
}

/// A deployed marker goes back into reserve.
pub fn take_back(cx: &mut PlayContext<'_, Offensive>, marker: Unit) {
    cx.to_box(marker, SIEGE_TRAIN, None, RULE);
    cx.turn_over(marker, 0, RULE);
}

/// 1914 13.2.5: in a side's preliminary phase markers come onto the map whose game-turn has come, with
/// their headquarters, which turn back.
pub fn arrive(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let (rules, turn) = (cx.rules, cx.position.turn);
    let due = cx.position.due(SIEGE_TRAIN, turn).filter(|&unit| rules.side_of(unit) == side);
    for marker in due.collect::<Vec<Unit>>() {
        let Some(hq) = headquarters(cx.position, marker) else { continue };
        let Some(hex) = cx.position.hex(hq) else { continue };
        let last = rules.unit(marker).faces.len().saturating_sub(1);
        cx.turn_over(marker, u8::try_from(last).unwrap_or_default(), RULE);
        cx.place(marker, hex, "deployed", RULE);
        if rules.piece(marker).once {
            *cx.position.flags_mut(marker) |= DEPLOYED;
        }
        cx.turn_over(hq, 0, RULE);
    }
}

/// 1914 13.2.5: a headquarters that falls back turns back, and what it was deploying is lost.
pub fn give_up(cx: &mut PlayContext<'_, Offensive>, hq: Unit) {
    cx.turn_over(hq, 0, RULE);
    let of_hq = |&&(_, own): &&(Unit, Unit)| own == hq;
    let all = cx.position.own.assigned.iter().filter(of_hq).map(|(marker, _)| *marker);
    let on_track = |marker: &Unit| {
        let away = cx.position.state(*marker).away;
        away.is_some_and(|away| away.due.is_some())
    };
    let lost: Vec<Unit> = all.filter(on_track).collect();
    for marker in lost {
        cx.remove(marker, UnitStatus::Eliminated, "retreat", RULE);
    }
}

/// A headquarters is lost: what it carries or deploys goes with it, and what is deployed stays.
pub fn gone(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    if cx.rules.piece(unit).kind != Kind::Headquarters {
        return;
    }
    let of_hq = |&&(_, hq): &&(Unit, Unit)| hq == unit;
    let all = cx.position.own.assigned.iter().filter(of_hq).map(|(marker, _)| *marker);
    let with_it = |marker: &Unit| cx.position.state(*marker).away.is_some();
    let lost: Vec<Unit> = all.filter(with_it).collect();
    for marker in lost {
        cx.remove(marker, UnitStatus::Eliminated, "headquarters", "1914 13.2.4");
    }
}
