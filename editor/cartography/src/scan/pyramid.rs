//! A picture in halves, so that a screen draws no more pixels than it shows.

use super::picture::Picture;

/// One size of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Three bytes a pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

impl Level {
    /// The colour of a pixel; the nearest one's beyond the edges.
    pub fn pixel(&self, x: i64, y: i64) -> [u8; 3] {
        let within = |at: i64, size: u32| at.clamp(0, i64::from(size.max(1)) - 1) as usize;
        let at = (within(y, self.height) * self.width as usize + within(x, self.width)) * 3;
        match self.rgb.get(at..at + 3) {
            Some(&[r, g, b]) => [r, g, b],
            _ => [0; 3],
        }
    }

    /// A rectangle of it as red, green, blue and an opaque alpha, for a texture. What lies
    /// beyond the edges is left out: gives the width and height that there are, too.
    pub fn tile(&self, x: u32, y: u32, width: u32, height: u32) -> (u32, u32, Vec<u8>) {
        let width = width.min(self.width.saturating_sub(x));
        let height = height.min(self.height.saturating_sub(y));
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in y..y + height {
            let start = (row as usize * self.width as usize + x as usize) * 3;
            let Some(line) = self.rgb.get(start..start + width as usize * 3) else { continue };
            for pixel in line.chunks_exact(3) {
                rgba.extend([pixel[0], pixel[1], pixel[2], 255]);
            }
        }
        (width, height, rgba)
    }

    fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let (from, to) = (self.width as usize * 3, width as usize * 3);
        let mut rgb = vec![0; to * height as usize];
        for (row, line) in rgb.chunks_exact_mut(to.max(1)).enumerate() {
            let upper = self.rgb.get(2 * row * from..).unwrap_or_default();
            let lower = self.rgb.get((2 * row + 1) * from..).unwrap_or_default();
            let upper = &upper[..from.min(upper.len())];
            let lower = if lower.len() < from { upper } else { &lower[..from] };
            let pairs = upper.chunks(6).zip(lower.chunks(6));
            for ((above, below), pixel) in pairs.zip(line.chunks_exact_mut(3)) {
                for (colour, mean) in pixel.iter_mut().enumerate() {
                    let right = if above.len() == 6 { colour + 3 } else { colour };
                    let sum = [above[colour], above[right], below[colour], below[right]];
                    *mean =
                        ((sum.iter().map(|&value| u32::from(value)).sum::<u32>() + 2) / 4) as u8;
                }
            }
        }
        Self { width, height, rgb }
    }
}

/// A picture and its halves, quarters and so on. A pixel of level `n` is `2^n` pixels wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pyramid {
    /// The levels, the full picture first. There is always one.
    levels: Vec<Level>,
}

impl Pyramid {
    /// The smallest level fits in a square of this many pixels.
    pub const SMALLEST: u32 = 256;

    /// Halves a picture until it is small.
    pub fn new(picture: Picture) -> Self {
        let Picture { width, height, rgb, .. } = picture;
        let mut levels = vec![Level { width, height, rgb }];
        while let Some(last) = levels.last()
            && last.width.max(last.height) > Self::SMALLEST
        {
            let half = last.halved();
            levels.push(half);
        }
        Self { levels }
    }

    /// The width and height of the full picture.
    pub fn size(&self) -> [u32; 2] {
        self.levels.first().map_or([0, 0], |level| [level.width, level.height])
    }

    /// The levels, the full picture first.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The number of the smallest level that still has this many pixels for each of the
    /// picture's own, from 0 to 1; the full picture where none has.
    pub fn level_for(&self, scale: f64) -> usize {
        let mut level = 0;
        let mut have = 0.5;
        while level + 1 < self.levels.len() && have >= scale {
            level += 1;
            have *= 0.5;
        }
        level
    }
}
