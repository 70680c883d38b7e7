//! Sheets of words and boxes in pixels: what charts and the track are drawn with.

use image::RgbaImage;

use crate::ExportError;
use crate::print::lines;
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::png;
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// The colours of a sheet.
pub const INK: Rgba = [44, 38, 34, 255];
/// Lesser words.
pub const SOFT: Rgba = [112, 99, 82, 255];
/// The sheet.
pub const PAPER: Rgba = [248, 244, 233, 255];
/// A box on it.
pub const BOX: Rgba = [255, 252, 244, 255];
/// The head of a table or box.
pub const HEAD: Rgba = [232, 222, 200, 255];
/// Lines.
pub const RULE: Rgba = [150, 136, 112, 255];
/// What is not printed but reconstructed, or changed by a scenario.
pub const CHANGED: Rgba = [150, 42, 48, 255];

/// A sheet that grows downwards.
#[derive(Clone, Debug, Default)]
pub struct ChartImage {
    /// What is drawn.
    pub scene: Scene,
    /// How far it reaches, in pixels.
    pub size: Point,
}

/// How words are set: their size in pixels, typeface and colour.
pub type Type = (f32, Typeface, Rgba);

impl ChartImage {
    fn reach(&mut self, [x, y]: Point) {
        self.size = [self.size[0].max(x), self.size[1].max(y)];
    }

    /// Words in lines no wider than `room`, from the upper left corner; gives the place below.
    pub fn words(&mut self, at: Point, room: f32, text: &str, (size, face, ink): Type) -> f32 {
        let mut y = at[1];
        for line in wrapped(text, face, size, room) {
            let line = Text::new([at[0], y + size * 0.95], line, size, face, ink);
            let line = line.anchored(Anchor::Start);
            self.reach([at[0] + line.width(), y + size * 1.3]);
            self.scene.text(line);
            y += size * 1.3;
        }
        y
    }

    /// Words centred in a box, in lines if they are too wide.
    pub fn centred(&mut self, [x, y]: Point, [w, h]: Point, text: &str, (size, face, ink): Type) {
        let lines = wrapped(text, face, size, w - 8.0);
        let top = y + (h - lines.len() as f32 * size * 1.25) / 2.0 + size * 0.625;
        for (number, line) in lines.into_iter().enumerate() {
            let at = [x + w / 2.0, top + number as f32 * size * 1.25];
            self.scene.text(Text::new(at, line, size, face, ink).on_middle());
        }
        self.reach([x + w, y + h]);
    }

    /// A rectangle.
    pub fn rectangle(&mut self, [x, y]: Point, [w, h]: Point, fill: Rgba, edge: f32) {
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        self.scene.block(corners, fill, Stroke::new(edge, RULE));
        self.reach([x + w, y + h]);
    }

    /// Paints it with a margin at the right and below.
    pub fn paint(&self, margin: f32) -> Result<RgbaImage, ExportError> {
        let size = self.size.map(|length| length + margin);
        Ok(png::render(&self.scene, [[0.0, 0.0], size], 1.0, PAPER)
            .map_err(salient_art::PictureError::from)?)
    }
}

/// The most letters of a text: a sheet that is higher is no picture any more.
const MOST_LETTERS: usize = 2000;

/// A text in lines no wider than `room`, or its beginning where it is endless.
pub fn wrapped(text: &str, face: Typeface, size: f32, room: f32) -> Vec<String> {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => lines(&format!("{}…", &text[..end]), size, face, room),
        None => lines(text, size, face, room),
    }
}

/// A table: what its cells say and how each is set.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Lines of heads, each with the corner first.
    pub heads: Vec<Vec<String>>,
    /// Rows, each with its head first.
    pub rows: Vec<Vec<String>>,
    /// Cells to be marked, as row and column from 0 without the heads.
    pub marked: Vec<(usize, usize)>,
    /// The most that a column may be wide, in pixels.
    pub widest: f32,
}

const CELL: f32 = 19.0;
const LINE: f32 = CELL * 1.25;

impl Grid {
    fn set(head: bool) -> Type {
        (CELL, if head { Typeface::Bold } else { Typeface::Medium }, INK)
    }

    /// Draws it from a corner on; gives the place below.
    pub fn draw(&self, sheet: &mut ChartImage, [left, top]: Point) -> f32 {
        let lines =
            || self.heads.iter().map(|l| (true, l)).chain(self.rows.iter().map(|l| (false, l)));
        let columns = lines().map(|(_, line)| line.len()).max().unwrap_or(0);
        let widths: Vec<f32> = (0..columns)
            .map(|column| {
                let cells = lines().filter_map(|(head, line)| Some((head, line.get(column)?)));
                let wide = cells.map(|(head, cell)| {
                    let (size, face, _) = Self::set(head || column == 0);
                    // Of words that are wrapped, the longest counts.
                    let lines = wrapped(cell, face, size, self.widest - 24.0);
                    lines.iter().map(|line| face.width_of(line) * size).fold(0.0, f32::max)
                });
                (wide.fold(0.0, f32::max) + 24.0).max(48.0)
            })
            .collect();
        let mut y = top;
        let heads = self.heads.len();
        for (number, (head, line)) in lines().enumerate() {
            let tall = line.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let (size, face, _) = Self::set(head || column == 0);
                wrapped(cell, face, size, width - 8.0).len()
            });
            let height = tall.max().unwrap_or(1).max(1) as f32 * LINE + 12.0;
            let mut x = left;
            for (column, width) in widths.iter().enumerate() {
                let heading = head || column == 0;
                let marked =
                    !head && column > 0 && self.marked.contains(&(number - heads, column - 1));
                let stripe = if (number - heads.min(number)) % 2 == 1 {
                    colour::mix(BOX, PAPER, 0.7)
                } else {
                    BOX
                };
                let fill = if heading { HEAD } else { stripe };
                sheet.rectangle([x, y], [*width, height], fill, 1.2);
                let (size, face, ink) = Self::set(heading);
                let ink = if marked { CHANGED } else { ink };
                if let Some(cell) = line.get(column) {
                    sheet.centred([x, y], [*width, height], cell, (size, face, ink));
                }
                x += width;
            }
            y += height;
        }
        y
    }
}
