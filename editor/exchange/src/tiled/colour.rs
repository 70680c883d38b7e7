//! What colours tiles have on the whole: the ground of a kind that is drafted from them.

use std::collections::BTreeMap;

use image::{GenericImageView, ImageFormat, Rgba, RgbaImage};

use super::model::Tileset;
use super::referred::{Beside, ask};
use crate::limits;

/// Bytes that a picture may take when it is read.
const MOST_BYTES: u64 = 1 << 30;

/// The pictures of tilesets, each read once.
pub struct Pictures<'b> {
    beside: Beside<'b>,
    read: BTreeMap<String, Option<RgbaImage>>,
    /// Pixels that may still be read.
    left: u64,
}

impl<'b> Pictures<'b> {
    pub fn new(beside: Beside<'b>) -> Self {
        Self { beside, read: BTreeMap::new(), left: limits::PICTURE_PIXELS }
    }

    /// The mean colour of a tile; none where its picture is not to be had or not to be read.
    pub fn mean(&mut self, set: &Tileset, id: u32) -> Option<[u8; 3]> {
        if let Some(own) = set.tiles.get(&id).and_then(|tile| tile.image.clone()) {
            let picture = self.picture(&own)?;
            return mean(picture.pixels());
        }
        let (name, _) = set.image.as_ref()?;
        let [width, height] = set.tile;
        let (margin, spacing) = (set.margin, set.spacing);
        let picture = self.picture(name)?;
        let step = width.checked_add(spacing).filter(|step| *step > 0)?;
        let across = picture.width().checked_sub(margin)?.checked_add(spacing)? / step;
        let columns = if set.columns > 0 { set.columns } else { across };
        let place =
            |at: u32, side: u32| at.checked_mul(side.checked_add(spacing)?)?.checked_add(margin);
        let x = place(id.checked_rem(columns)?, width)?;
        let y = place(id.checked_div(columns)?, height)?;
        let inside =
            |at: u32, side: u32, all: u32| at.checked_add(side).is_some_and(|to| to <= all);
        if !(inside(x, width, picture.width()) && inside(y, height, picture.height())) {
            return None;
        }
        let tile = picture.view(x, y, width, height);
        let pixels: Vec<Rgba<u8>> = tile.pixels().map(|(_, _, pixel)| pixel).collect();
        mean(pixels.iter())
    }

    fn picture(&mut self, name: &str) -> Option<&RgbaImage> {
        if !self.read.contains_key(name) {
            let picture = self.open(name);
            self.read.insert(name.to_owned(), picture);
        }
        self.read.get(name)?.as_ref()
    }

    fn open(&mut self, name: &str) -> Option<RgbaImage> {
        let bytes = ask(self.beside, name)?;
        let format = image::guess_format(&bytes).ok()?;
        if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
            return None;
        }
        let [width, height] = salient_codecs::size(&bytes, format).ok()?;
        self.left = self.left.checked_sub(u64::from(width) * u64::from(height))?;
        Some(salient_codecs::read_within(&bytes, format, MOST_BYTES).ok()?.into_rgba8())
    }
}

/// The mean of what is seen.
fn mean<'p>(pixels: impl Iterator<Item = &'p Rgba<u8>>) -> Option<[u8; 3]> {
    let (mut sum, mut count) = ([0_u64; 3], 0_u64);
    for Rgba([red, green, blue, alpha]) in pixels {
        if *alpha >= 128 {
            count += 1;
            for (sum, part) in sum.iter_mut().zip([red, green, blue]) {
                *sum += u64::from(*part);
            }
        }
    }
    (count > 0).then(|| sum.map(|sum| (sum / count) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_its_own_colour() {
        let mut picture = RgbaImage::from_pixel(23, 11, Rgba([9, 9, 9, 255]));
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            // The second of two tiles, half of it seen through.
            if (12..22).contains(&x) && (1..11).contains(&y) {
                *pixel = Rgba([200, 100, 50, if y < 6 { 255 } else { 0 }]);
            }
        }
        let bytes = super::super::encode(&picture).unwrap();
        let beside = |name: &str| (name == "a/set.png").then(|| bytes.clone());
        let set = Tileset {
            tile: [10, 10],
            margin: 1,
            spacing: 1,
            image: Some(("a/set.png".to_owned(), [23, 11])),
            ..Tileset::default()
        };
        let mut pictures = Pictures::new(&beside);
        assert_eq!(pictures.mean(&set, 0), Some([9, 9, 9]));
        assert_eq!(pictures.mean(&set, 1), Some([200, 100, 50]));
        assert_eq!((pictures.mean(&set, 2), pictures.mean(&set, u32::MAX)), (None, None));
        let odd = Tileset { columns: u32::MAX, margin: u32::MAX, ..set };
        assert_eq!(pictures.mean(&odd, 1), None);
    }
}
