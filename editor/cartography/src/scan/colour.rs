//! Colours as the eye tells them apart.

use std::sync::OnceLock;

/// A colour in Oklab: lightness 0 to 1, then how green or red and how blue or yellow it is.
/// Equal distances look about equally different; 0.02 is just to be seen.
pub type Oklab = [f32; 3];

/// A colour of sRGB in Oklab.
pub fn oklab([r, g, b]: [u8; 3]) -> Oklab {
    let linear = table();
    let (r, g, b) = (linear[usize::from(r)], linear[usize::from(g)], linear[usize::from(b)]);
    let l = cube_root(0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b);
    let m = cube_root(0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b);
    let s = cube_root(0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b);
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// The square of how different two colours look.
pub fn square(a: Oklab, b: Oklab) -> f32 {
    let [l, m, n] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    l * l + m * m + n * n
}

/// The light of each of the 256 values of a channel.
fn table() -> &'static [f32; 256] {
    static TABLE: OnceLock<[f32; 256]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|value| {
            let value = value as f64 / 255.0;
            let light = if value <= 0.040_45 {
                value / 12.92
            } else {
                // To the power of 2.4: squared, times the fifth root of the square.
                let square = ((value + 0.055) / 1.055) * ((value + 0.055) / 1.055);
                square * fifth_root(square)
            };
            light as f32
        })
    })
}

/// Newton's way, since the library's differs from machine to machine.
fn fifth_root(number: f64) -> f64 {
    let mut root = 1.0;
    for _ in 0..40 {
        let fourth = root * root * root * root;
        root -= (fourth * root - number) / (5.0 * fourth);
    }
    root
}

/// The cube root of a number from 0 to 1, to seven digits.
fn cube_root(number: f32) -> f32 {
    if number <= 0.0 {
        return 0.0;
    }
    // A third of the exponent is a good first guess; each step doubles the right digits.
    let mut root = f32::from_bits(number.to_bits() / 3 + 0x2a51_1cd0);
    for _ in 0..3 {
        root = (2.0 * root + number / (root * root)) / 3.0;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours() {
        let near = |rgb, [l, a, b]: Oklab| {
            let found = oklab(rgb);
            assert!(square(found, [l, a, b]) < 4e-6, "{rgb:?} is {found:?}");
        };
        near([255, 255, 255], [1.0, 0.0, 0.0]);
        near([0, 0, 0], [0.0, 0.0, 0.0]);
        near([255, 0, 0], [0.628, 0.225, 0.126]);
        near([0, 255, 0], [0.866, -0.234, 0.179]);
        near([0, 0, 255], [0.452, -0.032, -0.312]);
    }

    #[test]
    fn roots_are_right() {
        for step in 1..=1000_u16 {
            let number = f32::from(step) / 1000.0;
            assert!((cube_root(number) - number.cbrt()).abs() < 1e-6, "{number}");
        }
        assert!((fifth_root(0.5) - 0.5_f64.powf(0.2)).abs() < 1e-12);
    }
}
