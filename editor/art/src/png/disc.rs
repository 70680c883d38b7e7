//! Discs, painted straight into the picture: most of a map's shapes are small discs, and a path
//! for each would cost many times as much.

use tiny_skia::PixmapMut;

use crate::colour::Rgba;
use crate::scene::Point;

/// The greatest opacity of a wash: so thin a paint that there are no shades for a smooth rim
/// between ground with it and ground without. Such discs end at a pixel, all channels at once,
/// which a file holds in half the room.
const WASH: u8 = 12;

/// Paints a disc. A pixel is covered by how far its centre lies within the rim.
pub(super) fn disc(pixmap: &mut PixmapMut<'_>, [x, y]: Point, radius: f32, ink: Rgba) {
    let (width, height) = (pixmap.width(), pixmap.height());
    let wash = ink[3] <= WASH && radius >= 1.0;
    let outer = if wash { radius } else { radius + 0.5 };
    let inner = if wash { radius } else { radius - 0.5 };
    let top = (y - outer - 0.5).ceil().max(0.0) as u32;
    let bottom = ((y + outer + 0.5).ceil().max(0.0) as u32).min(height);
    let ink_and_opaque = [ink[0], ink[1], ink[2], 255];
    for row in top..bottom {
        let dy = row as f32 + 0.5 - y;
        let Some(reach) = half_chord(outer, dy) else { continue };
        let from = ((x - reach - 0.5).ceil().max(0.0) as u32).min(width) as usize;
        let to = ((x + reach - 0.5).floor() + 1.0).clamp(from as f32, width as f32) as usize;
        let start = row as usize * width as usize;
        let (line, _) = pixmap.data_mut().as_chunks_mut::<4>();
        let Some(line) = line.get_mut(start + from..start + to) else { continue };
        // What lies wholly within, but for a pixel at either end in case of rounding.
        let whole = match half_chord(inner, dy) {
            _ if wash => 0..line.len(),
            Some(reach) if radius >= 0.5 => {
                let first = ((x - reach).ceil() as i64 - from as i64).clamp(0, line.len() as i64);
                let last = ((x + reach).floor() as i64 - 1 - from as i64).max(first);
                first as usize..(last as usize).min(line.len())
            }
            _ => 0..0,
        };
        let rim = |line: &mut [[u8; 4]], first: usize| {
            for (pixel, column) in line.iter_mut().zip(from + first..) {
                let dx = column as f32 + 0.5 - x;
                // A disc within a pixel covers no more of it than its own area.
                let off = (dx * dx + dy * dy).sqrt();
                let share = (outer - off).clamp(0.0, 1.0) * (radius * 2.0).min(1.0);
                mix(pixel, ink_and_opaque, (share * f32::from(ink[3]) + 0.5) as u32);
            }
        };
        let (before, rest) = line.split_at_mut(whole.start);
        let (within, after) = rest.split_at_mut(whole.len());
        rim(before, 0);
        cover(within, ink);
        rim(after, whole.end);
    }
}

/// Half of how far a disc reaches along a line so far from its centre.
fn half_chord(radius: f32, off: f32) -> Option<f32> {
    let square = radius * radius - off * off;
    (radius > 0.0 && square > 0.0).then(|| square.sqrt())
}

/// Mixes an ink into a pixel; a cover of 255 replaces it.
pub(super) fn mix(pixel: &mut [u8; 4], ink: Rgba, cover: u32) {
    for (channel, ink) in pixel.iter_mut().zip(ink) {
        let mixed = u32::from(ink) * cover + u32::from(*channel) * (255 - cover);
        *channel = ((mixed + 127) / 255) as u8;
    }
}

/// Mixes an ink into many pixels, each as [`mix`] would by the ink's opacity.
fn cover(pixels: &mut [[u8; 4]], [r, g, b, a]: Rgba) {
    let opacity = u16::from(a);
    if opacity == 255 {
        pixels.fill([r, g, b, a]);
        return;
    }
    let add = [r, g, b, 255].map(|ink| u16::from(ink) * opacity + 127);
    let rest = 255 - opacity;
    let one = |channel: &mut u8, add: u16| {
        // At most 65,152, which leaves room for the division by 255 in shifts.
        let mixed = add + u16::from(*channel) * rest;
        *channel = ((mixed + 1 + (mixed >> 8)) >> 8) as u8;
    };
    // Four pixels at once: what the processor does in a few steps.
    let adds: [u16; 16] = std::array::from_fn(|at| add[at % 4]);
    let (blocks, few) = pixels.as_flattened_mut().as_chunks_mut::<16>();
    for block in blocks {
        for (channel, add) in block.iter_mut().zip(adds) {
            one(channel, add);
        }
    }
    for (channel, add) in few.iter_mut().zip(adds) {
        one(channel, add);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Pixmap;

    #[test]
    fn many_pixels_are_mixed_as_one_is() {
        for opacity in 0..=255 {
            let mut many: Vec<[u8; 4]> = (1..=255).map(|c| [c, 255 - c, c / 2, 255]).collect();
            let mut single = many.clone();
            let ink = [255, 7, 100, opacity];
            cover(&mut many, ink);
            single.iter_mut().for_each(|pixel| mix(pixel, [255, 7, 100, 255], opacity.into()));
            assert_eq!(many, single, "{opacity}");
        }
    }

    /// The sum of a disc's pixels is its area, wherever it lies; nearly so where its rim is
    /// not smoothed.
    #[test]
    fn discs_cover_their_area() {
        for step in 0..200 {
            let radius = 0.2 + 0.1 * step as f32;
            let centre = [30.0 + 0.37 * step as f32 % 1.0, 30.0 + 0.73 * step as f32 % 1.0];
            for (opacity, least, slack) in [(255, 1.0, 0.04), (10, 4.0, 0.12)] {
                let mut pixmap = Pixmap::new(60, 60).unwrap();
                disc(&mut pixmap.as_mut(), centre, radius, [255, 0, 0, opacity]);
                let sum: f32 = pixmap.data().iter().step_by(4).map(|c| f32::from(*c)).sum();
                let area = sum / f32::from(opacity);
                let wanted = std::f32::consts::PI * radius * radius;
                if radius >= least {
                    let off = (area - wanted).abs() / wanted;
                    assert!(off < slack + 0.4 / wanted, "{radius} {opacity}: {area} {wanted}");
                }
            }
        }
    }
}
