//! 1914 27: victory points, and the end.

mod capture;
mod counted;
mod points;

use salient_rules::play::{PlayContext, Position, Unit};

use crate::control::holder;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, PositionsGiven};
use crate::march::{by_rail, special};
use crate::rules::Offensive;

pub use capture::{CAPTURED, apply, check, end_player_turn, legal, open};
pub use counted::{enters, inter_phase as number};
pub use points::{Of, book};

/// The points of a side as they stand: what it is ahead by, as both are kept as one lead (1914 27.0).
pub fn points(position: &Position<Offensive>, side: usize) -> i32 {
    let own = |side: usize| position.own.points.get(side).copied().unwrap_or_default();
    let others: i32 = (0..position.own.points.len()).filter(|other| *other != side).map(own).sum();
    (own(side) - others).max(0)
}

/// What is counted and given in an inter-phase (1914 4.3.2): points, improved positions that each side
/// may build in the game-turns to come (1914 14.3.4), and their rail points (1914 7.7.1).
pub fn inter_phase(cx: &mut PlayContext<'_, Offensive>) {
    counted::count(cx);
    give_positions(cx, cx.position.turn);
    by_rail::give_points(cx, cx.position.turn);
    special::give(cx, number(cx.rules, cx.position.turn));
}

/// 1914 14.3.4: gives each side the improved positions of the inter-phase of a game-turn; those of
/// before lapse.
fn give_positions(cx: &mut PlayContext<'_, Offensive>, turn: u16) {
    let rules = cx.rules;
    for side in 0..rules.sides.len() {
        let due = rules.schedule.positions.iter();
        let due = due.filter(|(due, whose, _)| (*due, *whose) == (turn, side));
        let given: i16 = due.map(|(_, _, given)| *given).sum();
        let Some(own) = cx.position.own.quota.get_mut(side) else { continue };
        let before = std::mem::replace(own, given);
        if given == 0 && before == 0 {
            continue;
        }
        cx.emit(|rules| {
            Detail::Armies(ArmiesDetail::Positions(PositionsGiven {
                side: rules.sides[side].clone(),
                positions: i32::from(given),
                rule: "1914 14.3.4".to_owned(),
            }))
        });
    }
}

/// What is counted when the game ends (1914 27.8, 27.9, 27.11): places that a side controls in all
/// their hexes, and Belgian divisions without strength. Who has won the levels of the scenario say,
/// but for Paris (1914 27.7).
pub fn finish(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    counted::belgian_losses(cx);
    for place in &rules.schedule.places {
        if let Some(side) = holder(cx.position, &place.hexes) {
            let of = Some(Of::Place(place.name.clone()));
            book(cx, (side, place.points), "objective", of, &place.rule);
        }
    }
    if counted::paris_has_fallen(rules, cx.position) {
        let best = rules.level(rules.german, i32::MAX);
        let name = best.map_or("Paris has fallen", |level| level.name.as_str());
        return cx.end_at(Some(rules.german), "paris", name, "1914 27.7");
    }
    let lead = |side: usize| points(cx.position, side) - points(cx.position, rules.enemy(side));
    let level = match rules.schedule.counted_for {
        Some(counted) => rules.levels.iter().find(|level| level.fits(lead(counted))),
        None => (0..2).find(|&side| lead(side) > 0).and_then(|side| rules.level(side, lead(side))),
    };
    let winner = level.and_then(|level| rules.side(&level.side));
    let name = level.map_or("Draw", |level| level.name.as_str());
    // The level is by the lead of the side that counts, not by the winner's own points.
    cx.end_at(winner, "last-turn", name, "1914 27.0");
}

/// A unit was eliminated: the enemy gains points for a formation and for an asset (1914 27.10).
pub fn eliminated(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let rules = cx.rules;
    let piece = rules.piece(unit);
    let (points, reason) = match () {
        () if piece.is_formation() => (rules.numbers.formation_points, "formation"),
        () if piece.is_asset() => (rules.numbers.asset_points, "asset"),
        () => return,
    };
    let enemy = rules.enemy(rules.side_of(unit));
    book(cx, (enemy, points), reason, Some(Of::Unit(unit)), "1914 27.10");
}

/// What a side begins with (1914 27.0), before the first game-turn.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    cx.position.own.points = cx.rules.schedule.points;
    give_positions(cx, 0);
    by_rail::give_points(cx, 0);
    // A scenario that begins late has those of before.
    special::give(cx, number(cx.rules, cx.position.turn.saturating_sub(1)));
}
