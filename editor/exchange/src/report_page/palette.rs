//! Pictures of few colours: a map as a PNG with a palette is a third as large as in full colour.

use image::RgbaImage;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

/// Bits of a channel that tell colours apart.
const BITS: u32 = 6;

/// A PNG of at most `colours` (2 to 256) colours, opaque.
pub(super) fn png(image: &RgbaImage, colours: usize) -> Result<Vec<u8>, EncodingError> {
    let (palette, place_of) = palette_of(image, colours.clamp(2, 256));
    let pixels: Vec<u8> = image.pixels().map(|pixel| place_of[bin(pixel.0)]).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_compression(Compression::High);
    // Neighbouring numbers of a palette mean nothing, so there is no slope to predict.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The place of a colour among all that are told apart.
fn bin([r, g, b, _]: [u8; 4]) -> usize {
    let channel = |value: u8| usize::from(value >> (8 - BITS));
    channel(r) << (2 * BITS) | channel(g) << BITS | channel(b)
}

/// Colours that fall together in one bin.
#[derive(Clone, Copy)]
struct Bin {
    place: usize,
    pixels: u64,
    sums: [u64; 3],
}

impl Bin {
    fn mean(&self, channel: usize) -> u64 {
        self.sums[channel] / self.pixels.max(1)
    }
}

/// Median cut: the box of colours that is spread widest is halved, again and again. Gives the
/// palette, three bytes a colour, and the number in it for each bin.
fn palette_of(image: &RgbaImage, colours: usize) -> (Vec<u8>, Vec<u8>) {
    let mut all: Vec<Bin> =
        (0..1 << (3 * BITS)).map(|place| Bin { place, pixels: 0, sums: [0; 3] }).collect();
    for pixel in image.pixels() {
        let bin = &mut all[bin(pixel.0)];
        bin.pixels += 1;
        for (sum, value) in bin.sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(value);
        }
    }
    let mut boxes = vec![all.into_iter().filter(|bin| bin.pixels > 0).collect::<Vec<Bin>>()];
    while boxes.len() < colours {
        let widest = boxes.iter().enumerate().filter(|(_, bins)| bins.len() > 1).max_by_key(
            |(number, bins)| {
                let (_, width) = widest_channel(bins);
                // A rare colour far off counts, but a common one counts more.
                let pixels: u64 = bins.iter().map(|bin| bin.pixels).sum();
                (width * width * pixels.isqrt(), usize::MAX - number)
            },
        );
        let Some((number, _)) = widest else { break };
        let bins = std::mem::take(&mut boxes[number]);
        let [first, second] = halve(bins);
        boxes[number] = first;
        boxes.push(second);
    }
    let mut palette = Vec::with_capacity(boxes.len() * 3);
    let mut place_of = vec![0; 1 << (3 * BITS)];
    for (number, bins) in boxes.iter().enumerate() {
        let pixels: u64 = bins.iter().map(|bin| bin.pixels).sum();
        for channel in 0..3 {
            let sum: u64 = bins.iter().map(|bin| bin.sums[channel]).sum();
            palette.push((sum / pixels.max(1)) as u8);
        }
        for bin in bins {
            place_of[bin.place] = number as u8;
        }
    }
    (palette, place_of)
}

/// The channel in which colours differ most, and by how much.
fn widest_channel(bins: &[Bin]) -> (usize, u64) {
    let width = |channel: usize| {
        let least = bins.iter().map(|bin| bin.mean(channel)).min().unwrap_or(0);
        let most = bins.iter().map(|bin| bin.mean(channel)).max().unwrap_or(0);
        most - least
    };
    (0..3)
        .map(|channel| (channel, width(channel)))
        .max_by_key(|&(_, width)| width)
        .unwrap_or((0, 0))
}

/// Cuts in two at the median pixel along the widest channel. Both halves hold something.
fn halve(mut bins: Vec<Bin>) -> [Vec<Bin>; 2] {
    let (channel, _) = widest_channel(&bins);
    bins.sort_by_key(|bin| (bin.mean(channel), bin.place));
    let pixels: u64 = bins.iter().map(|bin| bin.pixels).sum();
    let mut seen = 0;
    let middle = bins.iter().position(|bin| {
        seen += bin.pixels;
        seen * 2 >= pixels
    });
    let cut = middle.map_or(1, |at| at + 1).clamp(1, bins.len() - 1);
    let second = bins.split_off(cut);
    [bins, second]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let colours = [[240, 232, 212, 255], [112, 160, 196, 255], [44, 38, 34, 255]];
        let image = RgbaImage::from_fn(30, 20, |x, y| image::Rgba(colours[(x + y) as usize % 3]));
        let bytes = png(&image, 16).unwrap();
        let read = image::load_from_memory(&bytes).unwrap().into_rgba8();
        assert_eq!(read, image);
    }

    #[test]
    fn many_colours_stay_near() {
        let image = RgbaImage::from_fn(64, 64, |x, y| {
            image::Rgba([(x * 4) as u8, (y * 4) as u8, ((x + y) * 2) as u8, 255])
        });
        let bytes = png(&image, 256).unwrap();
        let read = image::load_from_memory(&bytes).unwrap().into_rgba8();
        for (a, b) in image.pixels().zip(read.pixels()) {
            for channel in 0..3 {
                assert!(a.0[channel].abs_diff(b.0[channel]) <= 40, "{a:?} {b:?}");
            }
        }
    }
}
