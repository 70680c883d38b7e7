//! Counter sheets: fronts, and backs that lie behind them when the paper is turned on its long
//! edge.
//!
//! ```text
//!   front        turned on the long edge        back
//!  ┌───────┐                                  ┌───────┐
//!  │ 1 2 3 │                                  │ 3 2 1 │
//!  │ 4 5   │                                  │   5 4 │
//!  └───────┘                                  └───────┘
//! ```

use salient_schema::Bundle;

use super::flow::INK;
use super::map::trim;
use super::{ExportError, MOST_PAGES, Page, Part, Way, Wishes};
use salient_art::counter_art::{CounterArt, Shown};
use salient_art::fonts::Typeface;
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// A counter of pasteboard: its front, and its back if anything is printed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedCounter<'a> {
    /// The side that plays it.
    pub side: &'a str,
    counter: &'a str,
    front: u8,
    back: Option<u8>,
}

/// All counters of pasteboard, side by side: as many of each as there are, and a second for those
/// that have more than two faces.
pub fn pieces(bundle: &Bundle) -> Vec<PrintedCounter<'_>> {
    let mut pieces = Vec::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        for _ in 0..counter.count.max(1) {
            for front in (0..counter.faces.len()).step_by(2) {
                let back = (front + 1 < counter.faces.len()).then_some(front as u8 + 1);
                let (side, counter) = (counter.side.as_str(), counter.id.as_str());
                pieces.push(PrintedCounter { side, counter, front: front as u8, back });
            }
        }
    }
    let sides = &bundle.ruleset.sides;
    let rank = |piece: &PrintedCounter<'_>| sides.iter().position(|side| side.id == piece.side);
    pieces.sort_by_key(|piece| rank(piece).unwrap_or(usize::MAX));
    pieces
}

/// The sheets: a front, its back, the next front.
pub fn sheets(bundle: &Bundle, wishes: &Wishes) -> Result<Vec<PrintedPage>, ExportError> {
    let way = wishes.way.unwrap_or(Way::Portrait);
    let layout = Layout::new(wishes, way);
    let pieces = pieces(bundle);
    let [columns, rows] = layout.count;
    if columns == 0 || rows == 0 {
        return Err(ExportError::Cannot {
            what: format!("no counter of {} mm fits on a page", trim(wishes.counter_mm)),
            help: "choose larger paper or a smaller margin".to_owned(),
        });
    }
    // A side begins a row of its own.
    let mut rows_of: Vec<&[PrintedCounter<'_>]> = Vec::new();
    for side in pieces.chunk_by(|a, b| a.side == b.side) {
        rows_of.extend(side.chunks(columns));
    }
    let sheets = rows_of.len().div_ceil(rows);
    if sheets * 2 > MOST_PAGES {
        return Err(super::too_many(sheets * 2));
    }
    let art = CounterArt::of(bundle);
    let mut leaves = Vec::new();
    for (at, rows) in rows_of.chunks(rows).enumerate() {
        for back in [false, true] {
            let side = if back { "back" } else { "front" };
            let name = format!("Counters {} {side}", at + 1);
            let mut scene = Scene::new();
            for (row, pieces) in rows.iter().enumerate() {
                for (column, piece) in pieces.iter().enumerate() {
                    let centre = layout.centre([column, row], back);
                    let face = if back { piece.back } else { Some(piece.front) };
                    let shown = Shown::new(piece.counter, face.unwrap_or(0));
                    let printed = face.is_some();
                    art.draw_cut(shown, printed, centre, layout.size, layout.bleed, &mut scene);
                }
            }
            let used = [rows.iter().map(|row| row.len()).max().unwrap_or(0), rows.len()];
            layout.marks(used, rows, back, &mut scene);
            layout.words(&format!("{name} · {}", bundle.scenario.title), &mut scene);
            let parts = vec![Part::Counters.name().to_owned()];
            let scenes = vec![PlacedScene::plain(scene)];
            leaves.push(PrintedPage { name, parts, size: layout.page.size, scenes });
        }
    }
    Ok(leaves)
}

/// Where counters lie on a sheet. The block of all of them lies in the middle, so that it lies
/// there on the back too.
#[derive(Clone, Copy, Debug)]
struct Layout {
    page: Page,
    way: Way,
    size: f32,
    bleed: f32,
    count: [usize; 2],
}

impl Layout {
    fn new(wishes: &Wishes, way: Way) -> Self {
        let page = wishes.page(way);
        let pitch = wishes.counter_mm + 2.0 * wishes.bleed_mm;
        // A thousandth of a millimetre too much still fits.
        let count = page.room().map(|room| ((room + 0.001) / pitch).floor().max(0.0) as usize);
        Self { page, way, size: wishes.counter_mm, bleed: wishes.bleed_mm, count }
    }

    fn pitch(&self) -> f32 {
        self.size + 2.0 * self.bleed
    }

    /// The middle of a place, on the back where the front's shines through.
    fn centre(&self, place: [usize; 2], back: bool) -> Point {
        let mut centre = [0, 1].map(|axis| {
            let block = self.count[axis] as f32 * self.pitch();
            (self.page.size[axis] - block) / 2.0 + (place[axis] as f32 + 0.5) * self.pitch()
        });
        if back {
            // Upright paper turns about its long edge from left to right, lying paper from top
            // to bottom.
            let axis = if self.way == Way::Portrait { 0 } else { 1 };
            centre[axis] = self.page.size[axis] - centre[axis];
        }
        centre
    }

    /// Cut marks at the corners of each counter, round the block, and crosses to check the
    /// register by.
    fn marks(
        &self,
        used: [usize; 2],
        rows: &[&[PrintedCounter<'_>]],
        back: bool,
        scene: &mut Scene,
    ) {
        let (white, black) =
            (Stroke::new(0.45, [255, 255, 255, 255]), Stroke::new(0.12, [0, 0, 0, 255]));
        let half = self.size / 2.0;
        // Within the bleed, from each corner outwards.
        if self.bleed >= 0.5 {
            for pen in [white, black] {
                for (row, pieces) in rows.iter().enumerate() {
                    for column in 0..pieces.len() {
                        let [x, y] = self.centre([column, row], back);
                        for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                            let corner = [x + sx * half, y + sy * half];
                            let [near, far] = [self.bleed * 0.3, self.bleed];
                            let across = |by: f32| [corner[0] + sx * by, corner[1]];
                            let down = |by: f32| [corner[0], corner[1] + sy * by];
                            scene.line([across(near), across(far)], pen);
                            scene.line([down(near), down(far)], pen);
                        }
                    }
                }
            }
        }
        // Round the block, where a ruler is laid.
        // Beneath the block there is a line of words.
        let reach = (self.page.margin - 6.2).clamp(0.4, 4.0);
        let [first, last] = [
            self.centre([0, 0], back),
            self.centre([used[0].max(1) - 1, used[1].max(1) - 1], back),
        ];
        let low = [first[0].min(last[0]), first[1].min(last[1])];
        let high = [first[0].max(last[0]), first[1].max(last[1])];
        let out = half + self.bleed + 0.4;
        for axis in 0..2 {
            let across = 1 - axis;
            for place in 0..used[axis] {
                let mut at = [0, 0];
                at[axis] = place;
                let middle = self.centre(at, back)[axis];
                for edge in [middle - half, middle + half] {
                    for (from, way) in [(low[across] - out, -1.0), (high[across] + out, 1.0)] {
                        let mut ends = [[0.0; 2]; 2];
                        for (end, off) in ends.iter_mut().zip([0.0, reach]) {
                            end[axis] = edge;
                            end[across] = from + way * off;
                        }
                        scene.line(ends, Stroke::new(0.15, INK));
                    }
                }
            }
        }
        for x in [self.page.margin * 0.45, self.page.size[0] - self.page.margin * 0.45] {
            let (y, arm) = (self.page.size[1] / 2.0, 1.6);
            scene.line([[x - arm, y], [x + arm, y]], Stroke::new(0.15, INK));
            scene.line([[x, y - arm], [x, y + arm]], Stroke::new(0.15, INK));
            scene.ring([x, y], 0.9, Stroke::new(0.15, INK));
        }
    }

    fn words(&self, text: &str, scene: &mut Scene) {
        let at = [self.page.size[0] / 2.0, self.page.size[1] - (self.page.margin * 0.35).min(3.5)];
        let text = format!("{text} · {} mm", trim(self.size));
        scene.text(Text::new(at, text, 2.4, Typeface::Medium, INK).anchored(Anchor::Centre));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_back_lies_behind_its_front() {
        for way in [Way::Portrait, Way::Landscape] {
            let layout = Layout::new(&Wishes::default(), way);
            for place in [[0, 0], [3, 1], [layout.count[0] - 1, layout.count[1] - 1]] {
                let (front, back) = (layout.centre(place, false), layout.centre(place, true));
                let [width, height] = layout.page.size;
                let turned = match way {
                    Way::Portrait => [width - front[0], front[1]],
                    Way::Landscape => [front[0], height - front[1]],
                };
                assert!((0..2).all(|axis| (back[axis] - turned[axis]).abs() < 1e-3));
                // Within the margins.
                let half = layout.pitch() / 2.0;
                assert!(front[0] - half >= layout.page.margin - 0.01);
                assert!(front[1] + half <= height - layout.page.margin + 0.01);
            }
        }
    }
}
