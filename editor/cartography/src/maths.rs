//! Angles and rounding, the same to the last bit on every machine.
//!
//! Only `+ - * /` and the square root are exact by standard; the sine that a platform's library
//! gives is not. So these are sums of our own.

use std::f64::consts::{FRAC_PI_2, PI};

/// Metres in a degree of latitude, for maps of this size.
pub const METRES_PER_DEGREE_NORTH: f64 = 111_132.0;
/// Metres in a degree of longitude on the equator.
const METRES_PER_DEGREE_EAST: f64 = 111_320.0;

/// Metres in a degree of longitude at a latitude.
pub fn metres_per_degree_east(latitude: f64) -> f64 {
    cosine(latitude) * METRES_PER_DEGREE_EAST
}

/// The cosine of an angle in degrees.
pub fn cosine(degrees: f64) -> f64 {
    let turned = (degrees % 360.0 + 360.0) % 360.0;
    // To the first quadrant, where the series is short.
    let half = if turned > 180.0 { 360.0 - turned } else { turned };
    if half > 90.0 { -series(180.0 - half) } else { series(half) }
}

/// The sine of an angle in degrees.
pub fn sine(degrees: f64) -> f64 {
    cosine(degrees - 90.0)
}

/// The cosine's Taylor series, for 0 to 90 degrees.
fn series(degrees: f64) -> f64 {
    let x = degrees * (PI / 180.0);
    let square = x * x;
    let (mut sum, mut term, mut n) = (1.0, 1.0, 0.0);
    for _ in 0..14 {
        term *= -square / ((n + 1.0) * (n + 2.0));
        n += 2.0;
        sum += term;
    }
    sum
}

/// The angle of a vector in degrees, anticlockwise from the x axis, above -180 up to 180.
pub fn angle(y: f64, x: f64) -> f64 {
    let radians = if x.abs() >= y.abs() {
        if x == 0.0 {
            0.0
        } else {
            let base = arc_tangent(y / x);
            if x > 0.0 {
                base
            } else if y < 0.0 {
                base - PI
            } else {
                base + PI
            }
        }
    } else {
        let base = arc_tangent(x / y);
        if y > 0.0 { FRAC_PI_2 - base } else { -FRAC_PI_2 - base }
    };
    radians * (180.0 / PI)
}

/// The arc tangent of a number from -1 to 1.
fn arc_tangent(x: f64) -> f64 {
    // Halving the angle three times makes the series short.
    let mut small = x;
    for _ in 0..3 {
        small /= 1.0 + (1.0 + small * small).sqrt();
    }
    let square = small * small;
    let (mut sum, mut power) = (0.0, small);
    for n in 0..16 {
        sum += power / f64::from(2 * n + 1);
        power *= -square;
    }
    sum * 8.0
}

/// Rounds to a number of decimals, and never to minus nought.
pub fn round_to(value: f64, decimals: u32) -> f64 {
    let scale = (0..decimals.min(15)).fold(1.0, |scale, _| scale * 10.0);
    (value * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_library() {
        for tenth in -7200..7200 {
            let degrees = f64::from(tenth) / 10.0;
            let radians = degrees.to_radians();
            assert!((cosine(degrees) - radians.cos()).abs() < 1e-14, "cos {degrees}");
            assert!((sine(degrees) - radians.sin()).abs() < 1e-14, "sin {degrees}");
            let (y, x) = (radians.sin() * 3.0, radians.cos() * 3.0);
            let library = y.atan2(x).to_degrees();
            let apart = (angle(y, x) - library).abs();
            assert!(apart < 1e-12 || (apart - 360.0).abs() < 1e-9, "angle {degrees}");
        }
    }

    #[test]
    fn angles_along_the_axes() {
        assert_eq!(angle(0.0, 0.0), 0.0);
        assert_eq!(angle(0.0, 1.0), 0.0);
        assert_eq!(angle(1.0, 0.0), 90.0);
        assert_eq!(angle(-1.0, 0.0), -90.0);
        assert_eq!(angle(0.0, -1.0), 180.0);
        assert!(cosine(90.0).abs() < 1e-15);
    }

    #[test]
    fn rounds_without_minus_nought() {
        assert_eq!(round_to(-13.2049, 1), -13.2);
        assert_eq!(round_to(-0.04, 1).to_bits(), 0.0_f64.to_bits());
        assert_eq!(round_to(26.135_054_4, 6), 26.135_054);
    }
}
