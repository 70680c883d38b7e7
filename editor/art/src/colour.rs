//! Colours: reading those of rulesets, and deriving shades from them.

/// Red, green, blue and opacity, straight (not premultiplied), 0 to 255.
pub type Rgba = [u8; 4];

/// Reads `#rrggbb` or `#rrggbbaa`. `None` for anything else.
pub fn parse(text: &str) -> Option<Rgba> {
    let digits = text.strip_prefix('#')?;
    if !matches!(digits.len(), 6 | 8) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let channel = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let opacity = if digits.len() == 8 { channel(6)? } else { 255 };
    Some([channel(0)?, channel(2)?, channel(4)?, opacity])
}

/// Reads an optional colour; a missing or misspelt one is `otherwise`.
pub fn parse_or(text: Option<&str>, otherwise: Rgba) -> Rgba {
    text.and_then(parse).unwrap_or(otherwise)
}

/// Writes `#rrggbb`, as CSS and SVG have it; the opacity is left out.
pub fn css([r, g, b, _]: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A colour on the way from `a` (at 0) to `b` (at 1).
pub fn mix(a: Rgba, b: Rgba, share: f32) -> Rgba {
    let share = share.clamp(0.0, 1.0);
    let channel =
        |i: usize| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * share).round() as u8;
    [channel(0), channel(1), channel(2), channel(3)]
}

/// A colour nearer to black, by a share from 0 to 1.
pub fn darker(colour: Rgba, share: f32) -> Rgba {
    mix(colour, [0, 0, 0, colour[3]], share)
}

/// A colour nearer to white, by a share from 0 to 1.
pub fn lighter(colour: Rgba, share: f32) -> Rgba {
    mix(colour, [255, 255, 255, colour[3]], share)
}

/// The same colour with its opacity multiplied.
pub fn faint(colour: Rgba, opacity: f32) -> Rgba {
    let [r, g, b, a] = colour;
    [r, g, b, (f32::from(a) * opacity.clamp(0.0, 1.0)).round() as u8]
}

/// How light a colour looks, from 0 to 1.
pub fn lightness([r, g, b, _]: Rgba) -> f32 {
    (0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b)) / 255.0
}

/// How well two colours are told from each other, from 1 to 21, as the web's accessibility rules
/// reckon it.
pub fn contrast(a: Rgba, b: Rgba) -> f32 {
    let light = |[r, g, b, _]: Rgba| {
        let [r, g, b] = [r, g, b].map(|channel| {
            let share = f32::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// What becomes of the colours of a picture as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// As the map is printed.
    #[default]
    Paper,
    /// Greys as light as the colours look.
    Grey,
    /// For dark screens: what was light is dark, in the same hue.
    Night,
}

impl Palette {
    /// What a colour becomes.
    #[must_use]
    pub fn of(self, colour: Rgba) -> Rgba {
        let [r, g, b, a] = colour;
        match self {
            Self::Paper => colour,
            Self::Grey => {
                let grey = (lightness(colour) * 255.0).round() as u8;
                [grey, grey, grey, a]
            }
            Self::Night => {
                // Black paper would be too hard, and white ink too.
                let (least, most) = (24.0, 232.0);
                let channels = [r, g, b].map(f32::from);
                let high = channels.into_iter().fold(0.0, f32::max);
                let low = channels.into_iter().fold(255.0, f32::min);
                let middle = (high + low) / 2.0;
                let wanted = most - (most - least) * middle / 255.0;
                // The same chroma as far as there is room for it at the other lightness.
                let room = |middle: f32| 255.0 - (2.0 * middle - 255.0).abs();
                let share = if room(middle) > 0.0 { room(wanted) / room(middle) } else { 0.0 };
                let share = share.min(1.0);
                let [r, g, b] =
                    channels.map(|c| (wanted + (c - middle) * share).clamp(0.0, 255.0) as u8);
                [r, g, b, a]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_contract_allows_and_nothing_else() {
        assert_eq!(parse("#102030"), Some([16, 32, 48, 255]));
        assert_eq!(parse("#10203040"), Some([16, 32, 48, 64]));
        for wrong in ["", "#", "102030", "#12345", "#+12345", "#1020é", "red", "#é20é0"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn black_on_white_has_the_most_contrast_and_a_colour_on_itself_none() {
        let (black, white, grey) = ([0, 0, 0, 255], [255; 4], [119, 119, 119, 255]);
        for (a, b, wanted) in [(black, white, 21.0), (white, grey, 4.48), (grey, grey, 1.0)] {
            for found in [contrast(a, b), contrast(b, a)] {
                assert!((found - wanted).abs() < 0.01, "{a:?} {b:?} {found}");
            }
        }
    }

    #[test]
    fn a_palette_keeps_opacity_and_turns_light_into_dark() {
        let paper = [240, 232, 212, 200];
        assert_eq!(Palette::Paper.of(paper), paper);
        let [r, g, b, a] = Palette::Grey.of(paper);
        assert!(r == g && g == b && a == 200);
        for (light, dark) in [(paper, [44, 38, 34, 255]), ([196, 212, 164, 255], [0, 60, 0, 255])] {
            let night = |colour| lightness(Palette::Night.of(colour));
            assert!(night(light) < 0.4 && night(dark) > 0.6, "{} {}", night(light), night(dark));
        }
        // A blue stays blue.
        let [r, _, b, _] = Palette::Night.of([112, 160, 196, 255]);
        assert!(b > r);
    }
}
