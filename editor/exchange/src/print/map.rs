//! The map on paper: tiled with overlap, cut marks and the names of the neighbours, or whole.
//!
//! ```text
//!        ┼ A2                    ┼      solid marks: where the sheet is cut
//!      ──┌───────────────────┬───┐──
//!        │                   ╎   │      dashed marks: where the edge of the next
//!     A1 ◂                   ╎   ▸ A3   sheet comes to lie
//!        ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╎╌╌╌┤
//!      ──└───────────────────┴───┘──
//!        ┼          ▾ B2         ┼
//! ```

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Bundle;

use super::flow::INK;
use super::{ExportError, MOST_PAGES, Page, Part, Way, Wishes};
use salient_art::PictureError;
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, Frame, FrameOptions, Layer, MapArt};
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// A map laid out on sheets.
pub struct Tiles {
    art: MapArt,
    frame: Frame,
    hex_mm: f32,
    page: Page,
    /// Sheets from left to right and from top to bottom.
    pub count: [usize; 2],
    /// What a sheet shows, in millimetres.
    window: [f32; 2],
    /// What two sheets share, in millimetres.
    overlap: f32,
    title: String,
    whole: bool,
    /// The sheets that are not printed, by column and row: nothing of the map is on them.
    blank: BTreeSet<(usize, usize)>,
}

/// The layers of a printed map, beneath and above the counters alike.
fn layers() -> Vec<Layer> {
    Layer::ALL.into_iter().filter(|layer| *layer != Layer::Zones).collect()
}

impl Tiles {
    /// Lays a map out.
    pub fn new(bundle: &Bundle, wishes: &Wishes) -> Result<Self, ExportError> {
        let grid = HexGrid::new(&bundle.map.grid);
        if grid.is_empty() {
            return Err(PictureError::NoHexes.into());
        }
        let art = MapArt::new(&bundle.map, &bundle.ruleset, &grid)
            .over_scan(wishes.scan.clone())
            .scoring(bundle)
            .with_counters(salient_art::set_up(bundle, &grid, false).into_keys());
        // Over several sheets a key would be cut in pieces; the charts have it too.
        let subtitle = Some(bundle.scenario.title.clone());
        let frame = art.frame(&FrameOptions { legend: wishes.whole, subtitle });
        let [[x0, y0], [x1, y1]] = frame.bounds;
        let extent = [(x1 - x0) * wishes.hex_mm, (y1 - y0) * wishes.hex_mm];
        let mut title = format!("{} · {}", bundle.scenario.title, bundle.map.title);
        if let Some(note) = art.note() {
            title = format!("{title} · {note}");
        }
        let tiles = |page: Page, count, window, overlap| {
            let mut tiles = Self {
                art,
                frame,
                hex_mm: wishes.hex_mm,
                page,
                count,
                window,
                overlap,
                title,
                whole: wishes.whole,
                blank: BTreeSet::new(),
            };
            tiles.find_blank();
            tiles
        };
        if wishes.whole {
            let size = extent.map(|length| length + 2.0 * wishes.margin_mm);
            let page = Page { size, margin: wishes.margin_mm };
            return Ok(tiles(page, [1, 1], extent, 0.0));
        }
        let ways = match wishes.way {
            Some(way) => vec![way],
            None => vec![Way::Portrait, Way::Landscape],
        };
        let fitted = ways.into_iter().map(|way| {
            let page = wishes.page(way);
            let count = [0, 1].map(|axis| {
                let (length, room) = (extent[axis], page.room()[axis]);
                let step = (room - wishes.overlap_mm).max(1.0);
                // A hair over an edge is no reason for another sheet.
                (((length - wishes.overlap_mm - 0.01) / step).ceil().max(1.0)) as usize
            });
            // How much larger the map could be on these sheets.
            let spare = [0, 1].map(|axis| {
                let sheets = count[axis] as f32;
                (page.room()[axis] * sheets - wishes.overlap_mm * (sheets - 1.0)) / extent[axis]
            });
            (count[0].saturating_mul(count[1]), page, count, spare[0].min(spare[1]))
        });
        // The fewest sheets; of as many, those that the map fits best.
        let best = fitted.min_by(|one, other| one.0.cmp(&other.0).then(other.3.total_cmp(&one.3)));
        let Some((sheets, page, count, _)) = best else {
            return Err(PictureError::NoHexes.into());
        };
        if sheets > MOST_PAGES {
            return Err(super::too_many(sheets));
        }
        // All sheets show equally much, so that none has a sliver of the map.
        let window = [0, 1].map(|axis| {
            let sheets = count[axis] as f32;
            (extent[axis] + (sheets - 1.0) * wishes.overlap_mm) / sheets
        });
        Ok(tiles(page, count, window, wishes.overlap_mm))
    }

    /// The name of a sheet: rows have letters, columns numbers.
    pub fn name(&self, column: usize, row: usize) -> String {
        let mut letters = String::new();
        let mut rest = row + 1;
        while rest > 0 {
            rest -= 1;
            letters.insert(0, char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        format!("{letters}{}", column + 1)
    }

    /// Finds the sheets on which nothing of the map is that no other sheet shows.
    fn find_blank(&mut self) {
        let grid = self.art.grid();
        let is_inside = |[least, most]: [Point; 2], hex: Hex| {
            // Half a hex from corner to corner.
            let reach = 0.58;
            let centre = grid.centre(hex);
            (0..2)
                .all(|axis| centre[axis] + reach > least[axis] && centre[axis] - reach < most[axis])
        };
        let told: Vec<Hex> = grid.hexes().filter(|hex| !self.art.is_blank(*hex)).collect();
        if told.is_empty() || told.len() == grid.len() {
            return;
        }
        let overlap = self.overlap / self.hex_mm;
        let mut blank = BTreeSet::new();
        for row in 0..self.count[1] {
            for column in 0..self.count[0] {
                let [mut least, most] = self.shown(column, row);
                // What a neighbour shows that is printed need not be here.
                let is_printed = |column: usize, row: usize| {
                    column < self.count[0] && row < self.count[1] && !blank.contains(&(column, row))
                };
                if column.checked_sub(1).is_some_and(|column| is_printed(column, row)) {
                    least[0] += overlap;
                }
                if row.checked_sub(1).is_some_and(|row| is_printed(column, row)) {
                    least[1] += overlap;
                }
                // Those to the right and below are looked at later, and may count on this one.
                if !told.iter().any(|hex| is_inside([least, most], *hex)) {
                    blank.insert((column, row));
                }
            }
        }
        self.blank = blank;
    }

    /// Whether a sheet is there and is printed.
    pub fn is_printed(&self, column: usize, row: usize) -> bool {
        column < self.count[0] && row < self.count[1] && !self.blank.contains(&(column, row))
    }

    /// The names of the sheets that are not printed.
    pub fn left_out(&self) -> Vec<String> {
        self.blank.iter().map(|&(column, row)| self.name(column, row)).collect()
    }

    /// The sheets that are printed, row by row.
    pub fn leaves(&self) -> Vec<PrintedPage> {
        let mut leaves = Vec::new();
        for row in 0..self.count[1] {
            for column in 0..self.count[0] {
                if self.is_printed(column, row) {
                    leaves.push(self.leaf(column, row));
                }
            }
        }
        leaves
    }

    /// The part of the map that a sheet shows, in hex widths.
    pub fn shown(&self, column: usize, row: usize) -> [Point; 2] {
        let [least, _] = self.frame.bounds;
        let at = [column, row];
        let corner = [0, 1].map(|axis| {
            least[axis] + at[axis] as f32 * (self.window[axis] - self.overlap) / self.hex_mm
        });
        let far = [0, 1].map(|axis| corner[axis] + self.window[axis] / self.hex_mm);
        [corner, far]
    }

    /// The whole sheet's extent in hex widths.
    pub fn extent(&self) -> [Point; 2] {
        self.frame.bounds
    }

    /// The map from afar, for the key of the sheets; nothing where a picture so small could not
    /// hold so many hexes.
    pub fn overview(&self) -> Scene {
        let mut scene = self.frame.under.clone();
        if self.art.grid().len() <= 40_000 {
            let layers = [
                Layer::Terrain,
                Layer::Stains,
                Layer::HexsideCasings,
                Layer::Hexsides,
                Layer::Paths,
                Layer::Features,
                Layer::Lines,
            ];
            self.art.draw_all(&layers, Detail::Far, &mut scene);
        }
        scene.append(self.frame.over.clone());
        scene
    }

    fn leaf(&self, column: usize, row: usize) -> PrintedPage {
        let shown = self.shown(column, row);
        // As fine as a good printer shows it: 200 dots an inch.
        let detail = Detail::at(self.hex_mm / 25.4 * 200.0);
        let mut scene = self.frame.under.clone();
        self.art.draw_within(&layers(), shown, detail, &mut scene);
        scene.append(self.frame.over.clone());
        let corner = [0, 1].map(|axis| (self.page.size[axis] - self.window[axis]) / 2.0);
        let far = [0, 1].map(|axis| corner[axis] + self.window[axis]);
        let origin = [0, 1].map(|axis| corner[axis] - shown[0][axis] * self.hex_mm);
        let ground = self.art.theme().margin;
        let mut under = Scene::new();
        under.fill([corner, [far[0], corner[1]], far, [corner[0], far[1]]], ground);
        let map = PlacedScene { scene, scale: self.hex_mm, origin, window: Some([corner, far]) };
        let mut scenes = vec![PlacedScene::plain(under), map];
        let name = self.name(column, row);
        let leaf_name = if self.whole { "Map".to_owned() } else { format!("Map {name}") };
        scenes.push(PlacedScene::plain(self.marks(column, row, [corner, far])));
        let parts = vec![Part::Map.name().to_owned()];
        PrintedPage { name: leaf_name, parts, size: self.page.size, scenes }
    }

    /// Cut marks, marks of the overlap, and words in the margins.
    fn marks(&self, column: usize, row: usize, [near, far]: [Point; 2]) -> Scene {
        let mut scene = Scene::new();
        let pen = Stroke::new(0.2, INK);
        let reach = (self.page.margin - 2.0).clamp(2.0, 6.0);
        // From just off the picture outwards.
        let mut mark = |edge: f32, axis: usize, solid: bool| {
            let across = 1 - axis;
            for (at, out) in [(near[across], -1.0), (far[across], 1.0)] {
                let mut ends = [[0.0; 2]; 2];
                for (end, off) in ends.iter_mut().zip([1.0, reach]) {
                    end[axis] = edge;
                    end[across] = at + out * off;
                }
                if solid {
                    scene.line(ends, pen);
                } else {
                    scene.dashes(ends, pen, [0.7, 0.6]);
                }
            }
        };
        for axis in 0..2 {
            mark(near[axis], axis, true);
            mark(far[axis], axis, true);
            let next = if axis == 0 { [column + 1, row] } else { [column, row + 1] };
            if self.is_printed(next[0], next[1]) {
                mark(far[axis] - self.overlap, axis, false);
            }
        }
        let middle = (near[1] + far[1]) / 2.0;
        let size = 2.6;
        let baseline = far[1] + 1.2 + size;
        let name = self.name(column, row);
        let scale = format!("{} · hexes of {} mm", self.title, trim(self.hex_mm));
        let label = if self.whole { scale } else { format!("{name} · {scale}") };
        // The names of the sheets above and below stand to the right of the words.
        let (start, across) = ([near[0] + 3.0, baseline], far[0] - 8.0);
        let run = Typeface::SemiBold.width_of(&label) * size;
        let fitting = size * ((across - 6.0 - start[0]) / run.max(1.0)).clamp(0.4, 1.0);
        scene.text(
            Text::new(start, label, fitting, Typeface::SemiBold, INK).anchored(Anchor::Start),
        );
        let neighbours = [
            (column.checked_sub(1).map(|c| (c, row)), [near[0] - 1.4, middle], [-1.0, 0.0]),
            (Some((column + 1, row)), [far[0] + 1.4, middle], [1.0, 0.0]),
            (row.checked_sub(1).map(|r| (column, r)), [across, near[1] - 1.4], [0.0, -1.0]),
            (Some((column, row + 1)), [across, far[1] + 1.4], [0.0, 1.0]),
        ];
        for (place, [x, y], [dx, dy]) in neighbours {
            let Some((c, r)) = place.filter(|(c, r)| self.is_printed(*c, *r)) else {
                continue;
            };
            scene.fill(
                [
                    [x + dx * 1.6, y + dy * 1.6],
                    [x - dy * 0.9, y + dx * 0.9],
                    [x + dy * 0.9, y - dx * 0.9],
                ],
                INK,
            );
            let at = [x + dx * 1.2 + dy.abs() * 3.6, y + dy * 0.7 + dx.abs() * 3.0];
            let name = Text::new(at, self.name(c, r), size, Typeface::Bold, INK);
            scene.text(name.on_middle());
        }
        scene
    }
}

/// A number without idle zeros.
pub fn trim(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
