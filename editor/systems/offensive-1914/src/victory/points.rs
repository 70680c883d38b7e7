//! 1914 27.0: how points are booked.

use salient_rules::play::{PlayContext, Unit};
use salient_schema::event::UnitId;

use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, PointsBooked};
use crate::rules::Offensive;

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
