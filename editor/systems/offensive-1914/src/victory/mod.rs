//! 1914 27: victory points, and the end.

mod capture;

use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::UnitId;

use crate::control;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, PointsBooked, PositionsGiven};
use crate::plans;
use crate::rules::Offensive;

pub use capture::{apply, check, legal, open};

/// The points of a side as they stand: what it is ahead by, as both are kept as one lead (1914 27.0).
pub fn points(position: &Position<Offensive>, side: usize) -> i32 {
    let own = |side: usize| position.own.points.get(side).copied().unwrap_or_default();
    let others: i32 = (0..position.own.points.len()).filter(|other| *other != side).map(own).sum();
    (own(side) - others).max(0)
}

/// What points come of.
pub enum Of {
    Place(String),
    Unit(Unit),
}

/// 1914 27.0: books points of a side; fewer than 0 where it loses them.
pub fn book(
    cx: &mut PlayContext<'_, Offensive>,
    (side, points): (usize, i32),
    reason: &str,
    of: Option<Of>,
    rule: &str,
) {
    let Some(own) = cx.position.own.points.get_mut(side) else { return };
    let from = *own;
    *own += points;
    let to = *own;
    cx.emit(|rules| {
        let (place, unit) = match of {
            Some(Of::Place(name)) => (Some(name), None),
            Some(Of::Unit(unit)) => (None, Some(UnitId::from(rules.unit(unit).name.as_str()))),
            None => (None, None),
        };
        Detail::Armies(ArmiesDetail::Points(PointsBooked {
            side: rules.sides[side].clone(),
            points,
            from,
            to,
            reason: reason.to_owned(),
            place,
            unit,
            rule: rule.to_owned(),
        }))
    });
}

/// What is counted at the end of a player-turn (1914 4.2.9, 26.1, 27.2, 27.3). It may ask, and is
/// called again then.
pub fn end_player_turn(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    plans::end_player_turn(cx);
    capture::end_player_turn(cx, phasing);
}

/// What is counted and given in an inter-phase (1914 4.3.2): improved positions that each side may
/// build in the game-turns to come (1914 14.3.4).
pub fn inter_phase(cx: &mut PlayContext<'_, Offensive>) {
    give_positions(cx, cx.position.turn);
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

/// What is counted when the game ends (1914 27.8, 27.9): places that a side controls in all their
/// hexes. Who has won the levels of the scenario say.
pub fn finish(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for place in &rules.schedule.places {
        if let Some(side) = holder(cx.position, &place.hexes) {
            let of = Some(Of::Place(place.name.clone()));
            book(cx, (side, place.points), "objective", of, &place.rule);
        }
    }
    let lead = |side: usize| points(cx.position, side) - points(cx.position, rules.enemy(side));
    let level = match rules.schedule.counted_for {
        Some(counted) => rules.levels.iter().find(|level| level.fits(lead(counted))),
        None => (0..2).find(|&side| lead(side) > 0).and_then(|side| rules.level(side, lead(side))),
    };
    let winner = level.and_then(|level| rules.side(&level.side));
    let name = level.map_or("Draw", |level| level.name.as_str());
    cx.end(winner, "last-turn", name, "1914 27.0");
}

/// The side that controls all of some hexes.
fn holder(position: &Position<Offensive>, hexes: &[salient_hex::Hex]) -> Option<usize> {
    let mut sides = hexes.iter().map(|&hex| control::of(position, hex));
    let first = sides.next()??;
    sides.all(|side| side == Some(first)).then_some(first)
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
}
