//! How control points agree while they are still being found: something to show of each, though
//! a fit would be refused.

use salient_schema::Diagnostic;
use salient_schema::map::Fit;
use salient_schema::recipe::GeoreferencePlan;

use super::{agreement, exact, fit, known, misses, place, rms, scales, stated};
use crate::plane::{Plane, Point};

/// What a fit says of one control point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// The centre of its hex, on the plane.
    pub centre: Point,
    /// Where the fit has it, on the plane.
    pub fitted: Point,
    /// How far these are apart, in hexes.
    pub hexes: f64,
}

/// What a fit says of all control points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Residuals {
    /// For each control point of the plan; none where its hex is not on the map, or there are too
    /// few for a fit.
    pub points: Vec<Option<Residual>>,
    /// The root of the mean of the squares, in hexes.
    pub rms_hexes: Option<f64>,
    /// The point that all others speak against. The fit shown is then that of the others.
    pub outlier: Option<usize>,
    /// Why a build would refuse the fit.
    pub refused: Option<Diagnostic>,
    /// The distance between adjacent centres that comes of the fit, in metres.
    pub metres_per_hex: Option<f64>,
}

/// Looks at the control points of a plan, however good they are. `scale` is the printed one, in
/// metres a hex.
pub fn residuals(plan: &GeoreferencePlan, plane: &Plane, scale: Option<f64>) -> Residuals {
    let known = known(plan, plane);
    let (_, metres) = scales(plan, &known);
    // As known points go, whose hexes are on the map.
    let outlier = agreement::outlier(plan.fit, &known, metres);
    let numbers = match (plan.fit, outlier) {
        (Fit::Stated, _) => stated(&known, metres, scale),
        (kind, None) => exact(kind, &known, metres),
        (kind, Some(at)) => exact(kind, &agreement::without(&known, at), metres),
    };
    let fitted = fit(plan, plane, scale);
    let mut on_map = known.iter().enumerate();
    let (mut points, mut marked) = (Vec::new(), None);
    for (at, point) in plan.control_points.iter().enumerate() {
        let own = plane.grid.parse(&point.hex).and_then(|_| on_map.next());
        if own.is_some() && own.map(|(index, _)| index) == outlier {
            marked = Some(at);
        }
        points.push(own.zip(numbers).map(|((_, &own), numbers)| {
            let (longitude, latitude, centre) = own;
            let fitted = place(&numbers, longitude, latitude);
            let hexes = misses(&numbers, &[own]).first().copied().unwrap_or_default();
            Residual { centre, fitted, hexes }
        }));
    }
    Residuals {
        points,
        rms_hexes: numbers.map(|numbers| rms(&misses(&numbers, &known))),
        outlier: marked,
        metres_per_hex: fitted.as_ref().ok().map(|fitted| fitted.metres_per_hex),
        refused: fitted.err().and_then(|faults| faults.into_iter().next()),
    }
}
