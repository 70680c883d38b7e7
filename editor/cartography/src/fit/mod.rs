//! Laying the grid on the earth: least squares over control points.

mod agreement;
mod residuals;

use salient_hex::Earth;
use salient_hex::earth::turned;
use salient_schema::map::{ControlPoint, Fit, Georeference};
use salient_schema::recipe::{GeoreferencePlan, KnownPoint};
use salient_schema::{Code, Diagnostic};

use crate::least_squares::{self, Pair};
use crate::maths::{METRES_PER_DEGREE_NORTH, angle, metres_per_degree_east, round_to};
use crate::plane::{Plane, Point, square};

pub use residuals::{Residual, Residuals, residuals};

/// A fitted grid.
///
/// What it states is rounded, and everything on the map is placed by the rounded numbers: who
/// has the map can place a further town exactly as the recipe would.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// What the map says of it.
    pub georeference: Georeference,
    /// The distance between adjacent centres.
    pub metres_per_hex: f64,
    /// The latitude at which degrees were turned into metres.
    pub latitude: f64,
    /// The longitudes from which to which the map reaches, with half its width to either side: over
    /// the date line they go on beyond 180.
    pub reach: [f64; 2],
}

impl Fitted {
    /// Where on the plane a place on the earth lies, its longitude counted in the map's own turn.
    pub fn place(&self, longitude: f64, latitude: f64) -> Point {
        place(&self.georeference.plane_from_degrees, longitude, latitude)
    }
}

/// Where six numbers put a place on the earth.
pub fn place([a, b, c, d, e, f]: &[f64; 6], longitude: f64, latitude: f64) -> Point {
    [a * longitude + b * latitude + c, d * longitude + e * latitude + f]
}

/// A control point: degrees east and north, and the centre of its hex.
type Known = (f64, f64, Point);

/// Fits a plane to the control points of a recipe. `scale` is the printed distance between
/// adjacent centres in metres, by which a stated fit goes.
///
/// # Errors
/// Why there is no fit, with pointers into the recipe.
pub fn fit(
    plan: &GeoreferencePlan,
    plane: &Plane,
    scale: Option<f64>,
) -> Result<Fitted, Vec<Diagnostic>> {
    let known = known(plan, plane);
    let (latitude, metres) = scales(plan, &known);
    let exact = match plan.fit {
        Fit::Stated => stated(&known, metres, scale),
        kind => exact(kind, &known, metres),
    };
    let exact = exact.ok_or_else(|| vec![degenerate(plan.fit)])?;
    let points = &plan.control_points;
    if let Some(why) = agreement::disagreement(plan.fit, points, &known, metres, &exact) {
        return Err(vec![why]);
    }
    let residuals = misses(&exact, &known);
    let rms = rms(&residuals);
    let earth = Earth::new(&plane.grid, exact).ok_or_else(|| vec![degenerate(plan.fit)])?;

    let [east, south] = in_a_metre(&exact, metres);
    let area = turns(east, south).abs();
    // How the nearest similarity turns; north turns clockwise where the map's top turns west.
    let turned = angle(east[1] - south[0], east[0] + south[1]);
    let control_points = plan
        .control_points
        .iter()
        .zip(&residuals)
        .map(|(point, residual)| ControlPoint {
            hex: point.hex.clone(),
            name: point.name.clone(),
            latitude: point.latitude,
            longitude: point.longitude,
            residual_hexes: Some(round_to(*residual, 2)),
        })
        .collect();
    Ok(Fitted {
        georeference: Georeference {
            plane_from_degrees: earth.plane_from_degrees().map(|number| round_to(number, 6)),
            fit: plan.fit,
            rms_hexes: round_to(rms, 2),
            rotation_degrees: Some(round_to(-turned, 1)),
            control_points,
        },
        metres_per_hex: round_to(1.0 / area.sqrt(), 1),
        latitude,
        reach: reach(&earth, plane),
    })
}

/// From which longitude to which a map reaches, with half its width to either side.
fn reach(earth: &Earth, plane: &Plane) -> [f64; 2] {
    let [[x, y], [far_x, far_y]] = plane.bounds();
    let corners = [[x, y], [far_x, y], [x, far_y], [far_x, far_y]];
    let longitudes = || corners.iter().map(|corner| earth.degrees(*corner)[0]);
    let [west, east] =
        [longitudes().fold(f64::MAX, f64::min), longitudes().fold(f64::MIN, f64::max)];
    let half = (east - west) / 2.0;
    [west - half, east + half]
}

/// The control points whose hexes are on the map. A reader has found all of them to be. Those on the
/// other side of the date line are counted on from the first.
fn known(plan: &GeoreferencePlan, plane: &Plane) -> Vec<Known> {
    let near = plan.control_points.first().map_or(0.0, |point| point.longitude);
    let on_map = |point: &KnownPoint| {
        let hex = plane.grid.parse(&point.hex)?;
        Some((turned(point.longitude, near), point.latitude, plane.centre(hex)))
    };
    plan.control_points.iter().filter_map(on_map).collect()
}

/// The latitude at which degrees become metres, and how many a degree east and north has there.
fn scales(plan: &GeoreferencePlan, known: &[Known]) -> (f64, [f64; 2]) {
    let mean = known.iter().map(|(_, latitude, _)| latitude).sum::<f64>() / known.len() as f64;
    let latitude = plan.reference_latitude.unwrap_or(mean);
    (latitude, [metres_per_degree_east(latitude), METRES_PER_DEGREE_NORTH])
}

/// The six numbers of the fit, if there is one. What is stated is fitted to nothing.
fn exact(kind: Fit, known: &[Known], metres: [f64; 2]) -> Option<[f64; 6]> {
    match kind {
        Fit::Similarity => similarity(known, metres),
        Fit::Affine => affine(known, metres),
        Fit::Stated => None,
    }
}

/// One place in the centre of its hex, the scale as printed, north at the top.
fn stated(known: &[Known], [east, north]: [f64; 2], scale: Option<f64>) -> Option<[f64; 6]> {
    let (&[(longitude, latitude, centre)], Some(scale)) = (known, scale) else { return None };
    Some(about([east / scale, 0.0, 0.0, -north / scale], (longitude, latitude, centre)))
}

/// How far on the plane a metre east leads, and a metre south.
fn in_a_metre([a, b, _, d, e, _]: &[f64; 6], metres: [f64; 2]) -> [Point; 2] {
    [[a / metres[0], d / metres[0]], [-b / metres[1], -e / metres[1]]]
}

/// The area on the plane of a square of a metre; less than nothing where it is a mirror image.
fn turns(east: Point, south: Point) -> f64 {
    east[0] * south[1] - east[1] * south[0]
}

/// By how many hexes a fit misses each point.
fn misses(fitted: &[f64; 6], known: &[Known]) -> Vec<f64> {
    let miss = |(longitude, latitude, centre): &Known| {
        square(place(fitted, *longitude, *latitude), *centre).sqrt()
    };
    known.iter().map(miss).collect()
}

/// The root of the mean of the squares.
fn rms(misses: &[f64]) -> f64 {
    let squares: f64 = misses.iter().map(|miss| miss * miss).sum();
    (squares / misses.len().max(1) as f64).sqrt()
}

/// The means of known points: degrees east, degrees north, and on the plane.
fn means(known: &[Known]) -> (f64, f64, Point) {
    let count = known.len() as f64;
    let mean = |part: fn(&Known) -> f64| known.iter().map(part).sum::<f64>() / count;
    (mean(|k| k.0), mean(|k| k.1), [mean(|k| k.2[0]), mean(|k| k.2[1])])
}

/// Turned, scaled and moved: as complex numbers, w = s·z about the means, where z is metres east
/// and south.
fn similarity(known: &[Known], [east, north]: [f64; 2]) -> Option<[f64; 6]> {
    let means = means(known);
    let [real, imaginary] = least_squares::similarity(&pairs(known, means, [east, -north]))?;
    Some(about([real * east, imaginary * north, imaginary * east, -real * north], means))
}

/// Sheared as well: the normal equations about the means, in metres east and north.
fn affine(known: &[Known], [east, north]: [f64; 2]) -> Option<[f64; 6]> {
    let means = means(known);
    let [a, b, d, e] = least_squares::affine(&pairs(known, means, [east, north]))?;
    let [a, b, d, e] = [a * east, b * north, d * east, e * north];
    if (a * e - b * d).abs() < 1e-12 {
        return None;
    }
    Some(about([a, b, d, e], means))
}

/// Known points about their means, the degrees turned into metres.
fn pairs(
    known: &[Known],
    (longitude, latitude, [u, v]): (f64, f64, Point),
    [east, north]: [f64; 2],
) -> Vec<Pair> {
    let about = |point: &Known| {
        let place = [(point.0 - longitude) * east, (point.1 - latitude) * north];
        (place, [point.2[0] - u, point.2[1] - v])
    };
    known.iter().map(about).collect()
}

/// The six numbers, from what they are about the means.
fn about([a, b, d, e]: [f64; 4], (longitude, latitude, [u, v]): (f64, f64, Point)) -> [f64; 6] {
    [a, b, u - a * longitude - b * latitude, d, e, v - d * longitude - e * latitude]
}

fn degenerate(fit: Fit) -> Diagnostic {
    let (message, help) = match fit {
        Fit::Similarity => (
            "the control points lie all in one place, or their hexes do",
            "a similarity needs two places apart from each other",
        ),
        Fit::Affine => (
            "the control points lie all on one line, or their hexes do",
            "an affine fit needs three places that are the corners of a triangle; with fewer, \
             take a similarity",
        ),
        Fit::Stated => (
            "nothing is stated of how the map lies on the earth",
            "a stated fit needs one control point, and `metres_per_hex` of the grid",
        ),
    };
    Diagnostic::error(Code::Schema, message).help(help).pointer("/georeference/control_points")
}
