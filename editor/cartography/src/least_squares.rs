//! The least-squares fits that georeferences and scans share.
//!
//! Both lay places `z` on places `w` of the plane; what they know is given about its means, so
//! that only turning, scaling and shearing are left to find.

use crate::plane::Point;

/// A known place and where it belongs, both about their means.
pub type Pair = (Point, Point);

/// Turned and scaled: the complex number `s` of `w = s·z`, as `[real, imaginary]`. `None` where
/// the places lie all in one.
pub fn similarity(pairs: &[Pair]) -> Option<[f64; 2]> {
    let (mut real, mut imaginary, mut size) = (0.0, 0.0, 0.0);
    for ([x, y], [u, v]) in pairs {
        real += x * u + y * v;
        imaginary += x * v - y * u;
        size += x * x + y * y;
    }
    // A metre, or a pixel, apart is one place.
    if size < 1.0 || pairs.len() < 2 {
        return None;
    }
    let (real, imaginary) = (real / size, imaginary / size);
    if real * real + imaginary * imaginary < 1e-18 {
        return None;
    }
    Some([real, imaginary])
}

/// Sheared as well: `[a, b, d, e]` of `u = a·x + b·y` and `v = d·x + e·y`. `None` where the
/// places lie all on one line.
pub fn affine(pairs: &[Pair]) -> Option<[f64; 4]> {
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut xu, mut yu, mut xv, mut yv) = (0.0, 0.0, 0.0, 0.0);
    for ([x, y], [u, v]) in pairs {
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xu += x * u;
        yu += y * u;
        xv += x * v;
        yv += y * v;
    }
    let determinant = xx * yy - xy * xy;
    // On one line the two spreads give no area: a hundredth of the greater is no width.
    if pairs.len() < 3 || determinant < 1e-4 * (xx + yy) * (xx + yy) || determinant < 1.0 {
        return None;
    }
    let solve = |x: f64, y: f64| [(x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant];
    let ([a, b], [d, e]) = (solve(xu, yu), solve(xv, yv));
    Some([a, b, d, e])
}
