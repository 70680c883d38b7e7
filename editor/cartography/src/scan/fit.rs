//! Laying a scan under the grid: least squares over control points.

use salient_hex::{Hex, HexGrid};
use salient_schema::map::{Fit, ScanPoint};

use crate::least_squares::{self, Pair};
use crate::maths::angle;
use crate::plane::{Plane, Point, square};

/// What the fit makes of a control point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFit {
    /// The hex.
    pub hex: Hex,
    /// How far the fit misses the hex's centre, in hexes.
    pub residual_hexes: f64,
    /// Where on the scan the fit has the hex's centre.
    pub fitted_pixel: Point,
}

/// A scan laid under the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct ScanFit {
    /// `[a, b, c, d, e, f]`: x = a·right + b·down + c, y = d·right + e·down + f; pixels in,
    /// hexes out.
    pub plane_from_pixel: [f64; 6],
    /// The way back.
    pub pixel_from_plane: [f64; 6],
    /// The kind of fit: two points give a similarity, more an affine one.
    pub kind: Fit,
    /// The control points, in the order given.
    pub points: Vec<PointFit>,
    /// The root mean square of the residuals, in hexes.
    pub rms_hexes: f64,
    /// The distance between adjacent centres on the scan, in pixels.
    pub pixels_per_hex: f64,
    /// How far the scan is turned against the map, in degrees, clockwise positive.
    pub turned_degrees: f64,
    /// How far its right angles are from right, in degrees.
    pub skew_degrees: f64,
    /// Its height's scale over its width's; 1 where both are alike.
    pub stretch: f64,
    /// The point without which the rest would fit much better: its number was probably read
    /// wrongly. Told only where there are points enough to be sure.
    pub suspect: Option<usize>,
}

impl ScanFit {
    /// Where on the plane a pixel lies.
    pub fn plane(&self, pixel: Point) -> Point {
        put(&self.plane_from_pixel, pixel)
    }

    /// Where on the scan a place of the plane lies.
    pub fn pixel(&self, plane: Point) -> Point {
        put(&self.pixel_from_plane, plane)
    }
}

/// Why a scan cannot be fitted. Points are counted from 0 here, and from 1 in words.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// Too few points.
    #[error(
        "{have} of the control points that a fit needs: two at least, better four near the corners"
    )]
    TooFew {
        /// How many there are.
        have: usize,
    },
    /// A number that the map does not print.
    #[error("point {}: there is no hex {hex:?} on this map; type a number that the map prints", .point + 1)]
    NoSuchHex {
        /// The point.
        point: usize,
        /// What was typed.
        hex: String,
    },
    /// Two points with one hex.
    #[error("points {} and {} have the same hex {hex}; each point needs a hex of its own", .first + 1, .second + 1)]
    SameHex {
        /// A point.
        first: usize,
        /// Another.
        second: usize,
        /// Their hex.
        hex: String,
    },
    /// Two points at one place.
    #[error("points {} and {} lie in the same place of the scan; take two places far apart", .first + 1, .second + 1)]
    SamePlace {
        /// A point.
        first: usize,
        /// Another.
        second: usize,
    },
    /// All points on one line.
    #[error(
        "the control points lie all on one line, so nothing tells how the scan is skewed; add one well off that line"
    )]
    OnOneLine,
    /// The hexes lie on one line though the places do not, or the other way round.
    #[error(
        "the hexes of the control points do not lie as their places on the scan do; check the numbers typed"
    )]
    Contradiction,
    /// The scan would have to be seen from behind.
    #[error(
        "the fit would turn the scan over as in a mirror; two of the numbers typed are probably swapped"
    )]
    Mirrored,
    /// A place that is no place.
    #[error("point {} has no place on the scan", .point + 1)]
    NoPlace {
        /// The point.
        point: usize,
    },
}

/// Fits a scan to a grid by its control points.
///
/// # Errors
/// Why they give no fit.
pub fn fit_scan(grid: &HexGrid, points: &[ScanPoint]) -> Result<ScanFit, FitError> {
    let plane = Plane::new(grid.clone());
    let hexes = checked(grid, points)?;
    let known: Vec<Pair> =
        points.iter().zip(&hexes).map(|(point, &hex)| (point.pixel, plane.centre(hex))).collect();
    let plane_from_pixel = solve(&known)?;
    let pixel_from_plane = inverse(&plane_from_pixel).ok_or(FitError::Contradiction)?;
    let [a, b, _, d, e, _] = plane_from_pixel;
    if a * e - b * d < 0.0 {
        return Err(FitError::Mirrored);
    }
    let fits: Vec<PointFit> = known
        .iter()
        .zip(&hexes)
        .map(|((pixel, centre), &hex)| PointFit {
            hex,
            residual_hexes: square(put(&plane_from_pixel, *pixel), *centre).sqrt(),
            fitted_pixel: put(&pixel_from_plane, *centre),
        })
        .collect();
    // How a step to the right and one down on the plane show on the scan.
    let [right_x, down_x, _, right_y, down_y, _] = pixel_from_plane;
    let turned = angle(right_y, right_x);
    let skew = angle(down_y, down_x) - turned - 90.0;
    let (right, down) = (length([right_x, right_y]), length([down_x, down_y]));
    Ok(ScanFit {
        kind: if known.len() < 3 { Fit::Similarity } else { Fit::Affine },
        rms_hexes: rms(&known, &plane_from_pixel),
        pixels_per_hex: (right_x * down_y - down_x * right_y).abs().sqrt(),
        turned_degrees: turned,
        skew_degrees: if skew <= -180.0 { skew + 360.0 } else { skew },
        stretch: down / right,
        suspect: suspect(&known, &plane_from_pixel),
        points: fits,
        plane_from_pixel,
        pixel_from_plane,
    })
}

/// The hexes of the points, each another, in places apart.
fn checked(grid: &HexGrid, points: &[ScanPoint]) -> Result<Vec<Hex>, FitError> {
    let mut hexes: Vec<Hex> = Vec::with_capacity(points.len());
    for (at, point) in points.iter().enumerate() {
        let far = 1e9;
        if !(point.pixel[0].abs() < far && point.pixel[1].abs() < far) {
            return Err(FitError::NoPlace { point: at });
        }
        let Some(hex) = grid.parse(point.hex.trim()) else {
            return Err(FitError::NoSuchHex { point: at, hex: point.hex.clone() });
        };
        if let Some(first) = hexes.iter().position(|&other| other == hex) {
            return Err(FitError::SameHex { first, second: at, hex: grid.label(hex) });
        }
        let same = |other: &ScanPoint| square(other.pixel, point.pixel) < 4.0;
        if let Some(first) = points[..at].iter().position(same) {
            return Err(FitError::SamePlace { first, second: at });
        }
        hexes.push(hex);
    }
    if hexes.len() < 2 { Err(FitError::TooFew { have: hexes.len() }) } else { Ok(hexes) }
}

/// The six numbers that lay pixels on the plane.
fn solve(known: &[Pair]) -> Result<[f64; 6], FitError> {
    let count = known.len().max(1) as f64;
    let mean = |part: fn(&Pair) -> f64| known.iter().map(part).sum::<f64>() / count;
    let from = [mean(|k| k.0[0]), mean(|k| k.0[1])];
    let to = [mean(|k| k.1[0]), mean(|k| k.1[1])];
    let about = |&(pixel, centre): &Pair| {
        ([pixel[0] - from[0], pixel[1] - from[1]], [centre[0] - to[0], centre[1] - to[1]])
    };
    let pairs: Vec<Pair> = known.iter().map(about).collect();
    let [a, b, d, e] = if known.len() < 3 {
        let [real, imaginary] = least_squares::similarity(&pairs).ok_or(FitError::OnOneLine)?;
        [real, -imaginary, imaginary, real]
    } else {
        // Whether the places or the hexes are to blame is told by fitting the other way round.
        let fitted = least_squares::affine(&pairs).ok_or(FitError::OnOneLine)?;
        let scale = 100.0;
        let back: Vec<Pair> =
            pairs.iter().map(|&(pixel, [u, v])| ([u * scale, v * scale], pixel)).collect();
        least_squares::affine(&back).ok_or(FitError::Contradiction)?;
        fitted
    };
    Ok([a, b, to[0] - a * from[0] - b * from[1], d, e, to[1] - d * from[0] - e * from[1]])
}

/// The point whose absence mends the fit: what is left must miss by a third at most, and the
/// whole by more than a click's uncertainty.
fn suspect(known: &[Pair], fit: &[f64; 6]) -> Option<usize> {
    // With four, whichever is left out the other three fit exactly.
    if known.len() < 5 {
        return None;
    }
    let all = rms(known, fit);
    let mut best: Option<(usize, f64)> = None;
    for at in 0..known.len() {
        let mut rest = known.to_vec();
        rest.remove(at);
        let Ok(fit) = solve(&rest) else { continue };
        let left = rms(&rest, &fit);
        if best.is_none_or(|(_, least)| left < least) {
            best = Some((at, left));
        }
    }
    best.filter(|&(_, left)| all > 0.1 && left < all / 3.0).map(|(at, _)| at)
}

fn rms(known: &[Pair], fit: &[f64; 6]) -> f64 {
    let squares: f64 = known.iter().map(|(pixel, centre)| square(put(fit, *pixel), *centre)).sum();
    (squares / known.len().max(1) as f64).sqrt()
}

/// Where six numbers put a point.
fn put([a, b, c, d, e, f]: &[f64; 6], [x, y]: Point) -> Point {
    [a * x + b * y + c, d * x + e * y + f]
}

fn inverse([a, b, c, d, e, f]: &[f64; 6]) -> Option<[f64; 6]> {
    let determinant = a * e - b * d;
    // Squares of hexes in a pixel: a hex of 10,000 pixels is the largest that a scan can hold.
    if !determinant.is_finite() || determinant.abs() < 1e-9 {
        return None;
    }
    let [g, h, i, j] = [e / determinant, -b / determinant, -d / determinant, a / determinant];
    Some([g, h, -(g * c + h * f), i, j, -(i * c + j * f)])
}

fn length([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}
