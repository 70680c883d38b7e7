//! The map of a module on which the displays of armies lie: a board a scenario, with a zone for each
//! box and the attachment markers of all formations in them.

use image::RgbaImage;
use salient_art::fonts::Typeface;
use salient_schema::Bundle;
use salient_schema::order_of_battle::Formation;

use super::xml::Element;
use super::zoned::zoned;
use crate::ExportError;
use crate::charts::sheet::{BOX, ChartImage, HEAD, INK, SOFT, Type};
use crate::displays::{Display, Slot};

const MARGIN: f32 = 24.0;
const WIDE: f32 = 1_900.0;
const GAP: f32 = 14.0;
const PAD: f32 = 12.0;
/// Boxes side by side.
const BESIDE: usize = 4;
/// Between two markers.
const BETWEEN: f32 = 8.0;
const TITLE: Type = (34.0, Typeface::Bold, INK);
const ARMY: Type = (28.0, Typeface::Bold, INK);
const CORPS: Type = (22.0, Typeface::SemiBold, INK);
const SMALL: Type = (18.0, Typeface::Italic, SOFT);

/// A scenario's board of displays.
pub struct DisplayBoard<'a> {
    sheet: ChartImage,
    zones: Vec<(String, [f32; 4])>,
    /// Whose marker lies where when play begins, in pixels.
    pub markers: Vec<(&'a Formation, [i64; 2])>,
}

impl<'a> DisplayBoard<'a> {
    /// Lays out the displays of a scenario, with markers of so many pixels a side.
    pub fn new(bundle: &'a Bundle, displays: &[Display<'a>], side: u32) -> Self {
        let mut board =
            Self { sheet: ChartImage::default(), zones: Vec::new(), markers: Vec::new() };
        let title = format!("{}: displays of armies", bundle.scenario.title);
        let mut y = board.sheet.words([MARGIN, MARGIN], WIDE, &title, TITLE) + 10.0;
        for display in displays {
            y = board.card(display, side as f32 + BETWEEN, y) + GAP;
        }
        board
    }

    /// An army's card; gives the place below.
    fn card(&mut self, display: &Display<'a>, step: f32, top: f32) -> f32 {
        let beside = BESIDE as f32;
        let wide = (WIDE - GAP * (beside + 1.0)) / beside;
        let Display { formation, words, slots } = display;
        let heights: Vec<f32> = slots
            .chunks(BESIDE)
            .map(|row| row.iter().map(|slot| height(slot, wide, step)).fold(0.0, f32::max))
            .collect();
        let head = ARMY.0 * 1.3 + if words.is_empty() { 0.0 } else { SMALL.0 * 1.3 } + PAD;
        let tall = head + heights.iter().map(|height| height + GAP).sum::<f32>();
        self.sheet.rectangle([MARGIN, top], [WIDE, tall], HEAD, 2.0);
        let left = MARGIN + GAP;
        let mut y = self.sheet.words([left, top + PAD / 2.0], WIDE, &formation.name, ARMY);
        y = self.sheet.words([left, y], WIDE - 2.0 * GAP, words, SMALL).max(top + head);
        let mut number = 0;
        for (row, height) in slots.chunks(BESIDE).zip(heights) {
            for (at, slot) in row.iter().enumerate() {
                number += 1;
                let x = left + at as f32 * (wide + GAP);
                self.sheet.rectangle([x, y], [wide, height], BOX, 1.5);
                self.slot(slot, [x, y], wide, step);
                let name = match slot.heading.as_str() {
                    "" => format!("{}, box {number}", formation.name),
                    heading => format!("{}, {heading}", formation.name),
                };
                self.zones.push((name, [x, y, x + wide, y + height]));
            }
            y += height + GAP;
        }
        y
    }

    fn slot(&mut self, slot: &Slot<'a>, [x, y]: [f32; 2], wide: f32, step: f32) {
        let room = wide - 2.0 * PAD;
        let below = self.sheet.words([x + PAD, y + PAD / 2.0], room, &slot.heading, CORPS);
        let top = self.sheet.words([x + PAD, below], room, &slot.words, SMALL) + 6.0;
        let beside = (room / step).floor().max(1.0) as usize;
        for (number, formation) in slot.markers.iter().enumerate() {
            let (column, row) = ((number % beside) as f32, (number / beside) as f32);
            let at = [x + PAD + (column + 0.5) * step, top + (row + 0.5) * step];
            self.markers.push((formation, at.map(|place| place.round() as i64)));
        }
    }

    /// Paints the board.
    ///
    /// # Errors
    /// It is larger than a picture may be.
    pub fn paint(&self) -> Result<RgbaImage, ExportError> {
        self.sheet.paint(MARGIN)
    }

    /// The board's element.
    pub fn element(&self, name: &str, image: &str) -> Element {
        zoned(name, image, &self.zones)
    }
}

/// How high a box must be.
fn height(slot: &Slot<'_>, wide: f32, step: f32) -> f32 {
    let room = wide - 2.0 * PAD;
    let lines = |text: &str, (size, face, _): Type| {
        crate::charts::sheet::wrapped(text, face, size, room).len() as f32 * size * 1.3
    };
    let beside = (room / step).floor().max(1.0);
    let rows = (slot.markers.len() as f32 / beside).ceil().max(1.0);
    lines(&slot.heading, CORPS) + lines(&slot.words, SMALL) + 2.0 * PAD + rows * step
}
