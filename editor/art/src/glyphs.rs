//! Letters for a graphics card: how far each point around them is from their outline.
//!
//! Such a picture of a letter, an eighth of its size in memory, is sharp when it is drawn many
//! times as large, and can be drawn with a halo. Letters are made when they are first asked
//! for, and kept; they depend on the fonts only.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use ttf_parser::OutlineBuilder;

use crate::fonts::Typeface;
use crate::scene::Point;

/// The texels of the atlas from side to side and from top to bottom.
pub const SIZE: [u32; 2] = [2048, 1024];
/// Texels an em.
pub const RESOLUTION: f32 = 44.0;
/// How far around an outline the distance is told, in texels. A texel's value runs from 0, this
/// far outside, to 255, as far inside.
pub const SPREAD: f32 = 7.0;

/// A letter in the atlas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// The rectangle to draw, in ems from the pen's place on the baseline, y down: left, top,
    /// right, bottom.
    pub ems: [f32; 4],
    /// The same rectangle in the atlas, in texels.
    pub texels: [f32; 4],
}

/// A rectangle of the atlas that has been drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Its left and top texel.
    pub at: [u32; 2],
    /// Its width and height.
    pub size: [u32; 2],
    /// A byte a texel, row by row.
    pub texels: Vec<u8>,
}

#[derive(Default)]
struct Atlas {
    glyphs: BTreeMap<(Typeface, char), Option<Glyph>>,
    patches: Vec<Patch>,
    /// Where the next letter goes, and how high its row is so far.
    pen: [u32; 2],
    row: u32,
}

fn atlas() -> &'static Mutex<Atlas> {
    static ATLAS: OnceLock<Mutex<Atlas>> = OnceLock::new();
    ATLAS.get_or_init(Mutex::default)
}

/// A character of a typeface. `None` for spaces, and once the atlas is full.
pub fn glyph(face: Typeface, character: char) -> Option<Glyph> {
    let mut atlas = atlas().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(glyph) = atlas.glyphs.get(&(face, character)) {
        return *glyph;
    }
    let glyph = atlas.make(face, character);
    atlas.glyphs.insert((face, character), glyph);
    glyph
}

/// What has been drawn after the first `known` patches.
pub fn patches_after(known: usize) -> Vec<Patch> {
    let atlas = atlas().lock().unwrap_or_else(PoisonError::into_inner);
    atlas.patches.get(known..).unwrap_or_default().to_vec()
}

impl Atlas {
    fn make(&mut self, face: Typeface, character: char) -> Option<Glyph> {
        let font = face.face()?;
        let em = f32::from(font.units_per_em().max(1));
        let mut outline = Outline::default();
        font.outline_glyph(face.glyph(character), &mut outline)?;
        let scale = RESOLUTION / em;
        let pieces: Vec<[Point; 2]> = outline
            .pieces
            .iter()
            .map(|piece| piece.map(|[x, y]| [x * scale, -y * scale]))
            .collect();
        let mut least = [f32::MAX; 2];
        let mut most = [f32::MIN; 2];
        for point in pieces.iter().flatten() {
            for axis in 0..2 {
                least[axis] = least[axis].min(point[axis]);
                most[axis] = most[axis].max(point[axis]);
            }
        }
        if least[0] > most[0] {
            return None;
        }
        let margin = SPREAD.ceil() + 1.0;
        let corner = [least[0].floor() - margin, least[1].floor() - margin];
        let size = [
            (most[0].ceil() + margin - corner[0]) as u32,
            (most[1].ceil() + margin - corner[1]) as u32,
        ];
        let at = self.room(size)?;
        let texels = distances(&pieces, corner, size);
        self.patches.push(Patch { at, size, texels });
        let [left, top] = corner.map(|v| v / RESOLUTION);
        let [width, height] = size.map(|v| v as f32);
        let [u, v] = at.map(|v| v as f32);
        Some(Glyph {
            ems: [left, top, left + width / RESOLUTION, top + height / RESOLUTION],
            texels: [u, v, u + width, v + height],
        })
    }

    fn room(&mut self, [width, height]: [u32; 2]) -> Option<[u32; 2]> {
        if self.pen[0] + width > SIZE[0] {
            self.pen = [0, self.pen[1] + self.row];
            self.row = 0;
        }
        if self.pen[0] + width > SIZE[0] || self.pen[1] + height > SIZE[1] {
            return None;
        }
        let at = self.pen;
        self.pen[0] += width;
        self.row = self.row.max(height);
        Some(at)
    }
}

/// The distance of the middle of each texel from the outline.
fn distances(pieces: &[[Point; 2]], corner: Point, [width, height]: [u32; 2]) -> Vec<u8> {
    let mut texels = Vec::with_capacity((width * height) as usize);
    for row in 0..height {
        let y = corner[1] + row as f32 + 0.5;
        let near: Vec<&[Point; 2]> = pieces
            .iter()
            .filter(|[a, b]| a[1].min(b[1]) - SPREAD <= y && a[1].max(b[1]) + SPREAD >= y)
            .collect();
        for column in 0..width {
            let x = corner[0] + column as f32 + 0.5;
            let mut least = SPREAD * SPREAD;
            let mut winding = 0;
            for [a, b] in &near {
                let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                let length = dx * dx + dy * dy;
                let t = (((x - a[0]) * dx + (y - a[1]) * dy) / length.max(1e-9)).clamp(0.0, 1.0);
                let (ex, ey) = (x - a[0] - t * dx, y - a[1] - t * dy);
                least = least.min(ex * ex + ey * ey);
                // Does the ray to the right cross it?
                if (a[1] <= y) != (b[1] <= y) {
                    let cross = a[0] + (y - a[1]) / (b[1] - a[1]) * dx;
                    if cross > x {
                        winding += if a[1] < b[1] { 1 } else { -1 };
                    }
                }
            }
            let distance = if winding == 0 { -least.sqrt() } else { least.sqrt() };
            texels.push((127.5 + 127.5 * distance / SPREAD).round() as u8);
        }
    }
    texels
}

/// An outline as straight pieces, in font units, y up.
#[derive(Default)]
struct Outline {
    pieces: Vec<[Point; 2]>,
    start: Point,
    at: Point,
}

impl Outline {
    fn curve(&mut self, point: impl Fn(f32) -> Point) {
        for step in 1..=6 {
            let [x, y] = point(step as f32 / 6.0);
            self.line_to(x, y);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = [x, y];
        self.at = [x, y];
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pieces.push([self.at, [x, y]]);
        self.at = [x, y];
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let from = self.at;
        self.curve(|t| {
            let u = 1.0 - t;
            let axis = |a: f32, b: f32, c: f32| u * u * a + 2.0 * u * t * b + t * t * c;
            [axis(from[0], x1, x), axis(from[1], y1, y)]
        });
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let from = self.at;
        self.curve(|t| {
            let u = 1.0 - t;
            let axis = |a: f32, b: f32, c: f32, d: f32| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            [axis(from[0], x1, x2, x), axis(from[1], y1, y2, y)]
        });
    }

    fn close(&mut self) {
        if self.at != self.start {
            let [x, y] = self.start;
            self.line_to(x, y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(glyph: Glyph) -> Patch {
        let at = [glyph.texels[0] as u32, glyph.texels[1] as u32];
        patches_after(0).into_iter().find(|patch| patch.at == at).unwrap()
    }

    #[test]
    fn letters_are_inside_where_there_is_ink() {
        let glyph = glyph(Typeface::Bold, 'I').unwrap();
        let patch = patch(glyph);
        let texel = |x: u32, y: u32| patch.texels[(y * patch.size[0] + x) as usize];
        // A bold I is one bar: ink in the middle, none at the corners.
        assert!(texel(patch.size[0] / 2, patch.size[1] / 2) > 140);
        assert_eq!(texel(0, 0), 0);
        // Over the baseline, and about as high as capitals are.
        let height = -glyph.ems[1] - (SPREAD + 1.0) / RESOLUTION;
        assert!((height - Typeface::Bold.cap_height()).abs() < 0.06, "{height}");
    }

    #[test]
    fn a_ring_is_hollow_and_a_space_is_nothing() {
        let patch = patch(glyph(Typeface::Medium, '0').unwrap());
        let middle = patch.texels[(patch.size[1] / 2 * patch.size[0] + patch.size[0] / 2) as usize];
        assert!(middle < 110, "{middle}");
        assert_eq!(glyph(Typeface::Medium, ' '), None);
        assert_eq!(glyph(Typeface::Medium, '0'), glyph(Typeface::Medium, '0'));
    }
}
