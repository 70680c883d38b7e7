//! 1914 23.3.2, 24.5: two rail points that the Allies receive besides all others: one entrains a Belgian
//! unit, the other units of the Royal Naval Division in one movement phase. Neither lapses.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::Detail;
use crate::event::rails::{RailsDetail, SpecialGiven};
use crate::rules::{Offensive, Rules};
use crate::state::SpecialPoint;

/// The one for Belgians among [`State::special_points`](crate::state::State::special_points).
const BELGIAN: usize = 0;
/// The one for the Royal Naval Division.
const NAVAL: usize = 1;

/// Whose they are, with their rules.
pub const WHOSE: [(&str, &str); 2] = [("belgian", "1914 24.5"), ("naval", "1914 23.3.2")];

/// The one that entrains a unit, if one may.
fn of(rules: &Rules, unit: Unit) -> Option<usize> {
    let piece = rules.piece(unit);
    match () {
        () if piece.naval => Some(NAVAL),
        () if Some(piece.nation) == rules.belgian => Some(BELGIAN),
        () => None,
    }
}

/// Whether a unit may be entrained by one now.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Result<(), Violation> {
    let Some(place) = of(rules, unit) else {
        let text = "special rail points entrain Belgians and the Royal Naval Division";
        return Err(Violation::new("1914 7.7.1", text));
    };
    let state = position.own.special_points.get(place).copied().unwrap_or_default();
    let text = match state {
        SpecialPoint::Ready | SpecialPoint::InUse => return Ok(()),
        SpecialPoint::Awaited => "the special rail point has not come yet",
        SpecialPoint::Spent => "the special rail point is spent",
    };
    Err(Violation::new(WHOSE[place].1, text))
}

/// Spends the one of a unit that entrains: that of the naval division serves its other units in the same
/// phase too.
pub fn spend(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let Some(place) = of(cx.rules, unit) else { return };
    if let Some(own) = cx.position.own.special_points.get_mut(place) {
        *own = if place == NAVAL { SpecialPoint::InUse } else { SpecialPoint::Spent };
    }
}

/// A movement phase ends: what was used in it is spent.
pub fn end_phase(position: &mut Position<Offensive>) {
    for own in &mut position.own.special_points {
        if *own == SpecialPoint::InUse {
            *own = SpecialPoint::Spent;
        }
    }
}

/// Gives those of the first so many inter-phases, where anybody is there whom they entrain.
pub fn give(cx: &mut PlayContext<'_, Offensive>, inter_phases: i32) {
    let rules = cx.rules;
    let due = [rules.numbers.belgian_point, rules.numbers.naval_point];
    for (place, (due, (whose, rule))) in due.into_iter().zip(WHOSE).enumerate() {
        let waits =
            inter_phases >= due && rules.all_units().any(|unit| of(rules, unit) == Some(place));
        let Some(own) = cx.position.own.special_points.get_mut(place) else { continue };
        if !waits || *own != SpecialPoint::Awaited {
            continue;
        }
        *own = SpecialPoint::Ready;
        cx.emit(|rules| {
            Detail::Rails(RailsDetail::Special(SpecialGiven {
                side: rules.sides[rules.allied].clone(),
                whose: whose.to_owned(),
                rule: rule.to_owned(),
            }))
        });
    }
}
