//! The plan of a measured battlefield, for whoever lays it out on a table: the ground, the works and
//! every unit with its name, between rules in yards and in inches; then the key, and what each side
//! has.

use std::collections::BTreeMap;

use salient_hex::grid::HexGrid;
use salient_schema::Bundle;
use salient_schema::words::{level_called, level_in_words};

use super::field::{Field, Place};
use super::flow::{self, BODY, Block, INK, RULE};
use super::{Page, Part, Way, Wishes, pictures};
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, Layer, MapArt};
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// The head of a sheet.
const HEAD: f32 = 9.0;
/// Room for the figures of the rules on each side.
const RULER: f32 = 8.0;
/// An inch of the table on paper, at the least: smaller, the names of units cannot be read.
const LEAST_INCH: f32 = 4.6;
/// Yards from one line of the plan to the next.
const LINES: f32 = 100.0;
/// The size of a unit's name.
const NAME: f32 = 2.1;

/// The layers of the plan: no hexgrid and no hex numbers, as the table has none.
const LAYERS: [Layer; 12] = [
    Layer::Terrain,
    Layer::Stains,
    Layer::Elevation,
    Layer::Relief,
    Layer::Shadows,
    Layer::Marks,
    Layer::HexsideCasings,
    Layer::Hexsides,
    Layer::PathCasings,
    Layer::Paths,
    Layer::Features,
    Layer::Lines,
];

/// The sheets of the plan, and the page that explains them.
pub fn leaves(bundle: &Bundle, field: &Field, wishes: &Wishes) -> Vec<PrintedPage> {
    let grid = HexGrid::new(&bundle.map.grid);
    let art = MapArt::new(&bundle.map, &bundle.ruleset, &grid).bleeding();
    let plan = Plan { bundle, field, art };
    let mut leaves = plan.sheets(wishes);
    leaves.extend(plan.notes(wishes.page(Way::Portrait)));
    leaves
}

struct Plan<'a> {
    bundle: &'a Bundle,
    field: &'a Field,
    art: MapArt,
}

/// How the plan lies on paper.
struct Layout {
    page: Page,
    /// Sheets across and down.
    count: [usize; 2],
    /// Millimetres of a yard.
    yard: f32,
}

impl Layout {
    /// The fewest sheets on which an inch of the table is large enough; of as many, the largest.
    fn of(field: &Field, wishes: &Wishes) -> Option<Self> {
        let ways = match wishes.way {
            Some(way) => vec![way],
            None => vec![Way::Landscape, Way::Portrait],
        };
        let fitted = ways.into_iter().map(|way| {
            let page = wishes.page(way);
            let room = room(page);
            let yards = [field.width, field.depth];
            let least = LEAST_INCH / field.inch;
            let count = [0, 1]
                .map(|axis| ((yards[axis] * least / room[axis]).ceil() as usize).clamp(1, 30));
            let yard = [0, 1].map(|axis| room[axis] * count[axis] as f32 / yards[axis]);
            Self { page, count, yard: yard[0].min(yard[1]) }
        });
        fitted.min_by(|one, other| {
            let sheets = |layout: &Self| layout.count[0] * layout.count[1];
            sheets(one).cmp(&sheets(other)).then(other.yard.total_cmp(&one.yard))
        })
    }
}

/// What of a page the plan may fill.
fn room(page: Page) -> [f32; 2] {
    let [width, height] = page.room();
    [(width - 2.0 * RULER).max(20.0), (height - HEAD - 2.0 * RULER).max(20.0)]
}

impl Plan<'_> {
    fn sheets(&self, wishes: &Wishes) -> Vec<PrintedPage> {
        let Some(layout) = Layout::of(self.field, wishes) else { return Vec::new() };
        let mut map = Scene::new();
        let inch = self.field.inch * layout.yard;
        self.art.draw_all(&LAYERS, Detail::at(inch / 25.4 * 200.0), &mut map);
        let mut sheets = Vec::new();
        for row in 0..layout.count[1] {
            for column in 0..layout.count[0] {
                sheets.push(self.sheet(&layout, [column, row], &map));
            }
        }
        sheets
    }

    fn sheet(&self, layout: &Layout, at: [usize; 2], map: &Scene) -> PrintedPage {
        let Layout { page, count, yard } = *layout;
        let field = self.field;
        let extent = [field.width * yard, field.depth * yard];
        // All sheets show equally much.
        let shown = [0, 1].map(|axis| extent[axis] / count[axis] as f32);
        let near =
            [page.margin + RULER + (room(page)[0] - shown[0]) / 2.0, page.margin + HEAD + RULER];
        let far = [0, 1].map(|axis| near[axis] + shown[axis]);
        // Where the upper left corner of the battlefield would lie on this sheet.
        let origin = [0, 1].map(|axis| near[axis] - at[axis] as f32 * shown[axis]);
        let (by, scale, offset) = field.laid(yard, origin);
        let mut ground = map.clone().stretched(by, scale, offset);
        self.units(yard, origin, &mut ground);
        let window = Some([near, far]);
        let mut under = Scene::new();
        let corners = [near, [far[0], near[1]], far, [near[0], far[1]]];
        under.fill(corners, self.art.paper());
        let mut over = Scene::new();
        self.rules(yard, origin, [near, far], &mut over);
        over.outline(corners, Stroke::new(0.35, INK));
        self.head(page, layout, at, &mut over);
        if let Some([above, below]) = self.above_and_below() {
            let middle = (near[0] + far[0]) / 2.0;
            for (side, place, y) in
                [(above, "above", near[1] - 6.6), (below, "below", far[1] + 6.4)]
            {
                let words = format!("{} {place}", self.side_with_nation(side));
                let words = Text::new([middle, y], words, 2.6, Typeface::Bold, INK);
                over.text(words.on_middle());
            }
        }
        let part = Part::Plan.name();
        let number = at[1] * count[0] + at[0] + 1;
        PrintedPage {
            name: format!("{part} {number}"),
            parts: vec![part.to_owned()],
            size: page.size,
            scenes: vec![
                PlacedScene::plain(under),
                PlacedScene { scene: ground, scale: 1.0, origin: [0.0, 0.0], window },
                PlacedScene::plain(over),
            ],
        }
    }

    fn head(&self, page: Page, layout: &Layout, at: [usize; 2], scene: &mut Scene) {
        let Field { width, depth, inch, .. } = self.field;
        let [left, right] = [page.margin, page.size[0] - page.margin];
        let y = page.margin + 4.2;
        let title = Text::new([left, y], &*self.bundle.scenario.title, 4.2, Typeface::Bold, INK);
        scene.text(title.anchored(Anchor::Start));
        let [columns, rows] = layout.count;
        let number = at[1] * columns + at[0] + 1;
        let which = match columns * rows {
            1 => Part::Plan.name().to_owned(),
            sheets => format!("{}, sheet {number} of {sheets}", Part::Plan.name()),
        };
        let soft = colour::lighter(INK, 0.3);
        let words = format!("{which} · {width:.0} × {depth:.0} yards, {inch:.0} to the inch");
        let words = Text::new([right, y], words, 2.9, Typeface::Medium, soft);
        scene.text(words.anchored(Anchor::End));
    }

    /// Lines every hundred yards with their figures on the left and above, and on the right and
    /// below the feet of the table.
    fn rules(&self, yard: f32, origin: Point, [near, far]: [Point; 2], scene: &mut Scene) {
        let field = self.field;
        let faint = Stroke::new(0.12, [32, 28, 26, 70]);
        let pen = Stroke::new(0.25, INK);
        let figure =
            |at: Point, text: String| Text::new(at, text, 2.4, Typeface::Medium, INK).on_middle();
        let length = [field.width, field.depth];
        for axis in 0..2 {
            let across = 1 - axis;
            // Yards and inches are counted from the left and from below.
            let place = |yards: f32| {
                let along = if axis == 0 { yards } else { field.depth - yards };
                origin[axis] + along * yard
            };
            let is_here = |at: f32| at > near[axis] - 0.01 && at < far[axis] + 0.01;
            let point = |along: f32, off: f32| {
                let mut point = [0.0; 2];
                (point[axis], point[across]) = (along, off);
                point
            };
            let mut yards = 0.0;
            while yards <= length[axis] {
                let at = place(yards);
                if is_here(at) {
                    scene.line([point(at, near[across]), point(at, far[across])], faint);
                    scene.line([point(at, near[across]), point(at, near[across] - 1.4)], pen);
                    let off = if axis == 0 { 3.2 } else { 4.6 };
                    scene.text(figure(point(at, near[across] - off), format!("{yards:.0}")));
                }
                yards += LINES;
            }
            let mut inches = 0.0;
            while inches * field.inch <= length[axis] {
                let at = place(inches * field.inch);
                if is_here(at) {
                    scene.line([point(at, far[across]), point(at, far[across] + 1.4)], pen);
                    let off = if axis == 0 { 3.2 } else { 4.6 };
                    scene.text(figure(point(at, far[across] + off), format!("{inches:.0}″")));
                }
                inches += 12.0;
            }
        }
    }

    /// Every unit that stands on the battlefield, by its name; those of a hex below one another.
    fn units(&self, yard: f32, origin: Point, scene: &mut Scene) {
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let counters: BTreeMap<&str, _> =
            counters.map(|counter| (counter.id.as_str(), counter)).collect();
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        for placement in &self.bundle.scenario.setup.placements {
            let Some(place) = self.field.place(&placement.hex) else { continue };
            for counter in placement.counters.iter().filter_map(|id| counters.get(id.as_str())) {
                let before = taken.entry(placement.hex.as_str()).or_default();
                let [x, y] = self.on_paper(place, yard, origin);
                let at = [x, y + *before as f32 * NAME * 1.5];
                *before += 1;
                marker(&counter.designation, self.colours(counter.nation.as_deref()), at, scene);
            }
        }
    }

    /// The side whose units stand farthest up, and the one whose stand farthest down.
    fn above_and_below(&self) -> Option<[&str; 2]> {
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let sides: BTreeMap<&str, &str> =
            counters.map(|one| (one.id.as_str(), one.side.as_str())).collect();
        let mut stand: BTreeMap<&str, (f32, f32)> = BTreeMap::new();
        for placement in &self.bundle.scenario.setup.placements {
            let Some(place) = self.field.place(&placement.hex) else { continue };
            for side in placement.counters.iter().filter_map(|id| sides.get(id.as_str())) {
                let (sum, count) = stand.entry(side).or_default();
                (*sum, *count) = (*sum + place.up, *count + 1.0);
            }
        }
        let mut means: Vec<(f32, &str)> =
            stand.into_iter().map(|(side, (sum, count))| (sum / count, side)).collect();
        means.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        match (means.last(), means.first()) {
            (Some(&(up, above)), Some(&(down, below))) if up > down => Some([above, below]),
            _ => None,
        }
    }

    /// What a side is called, with its nation where that is one and the name does not say it.
    fn side_with_nation(&self, side: &str) -> String {
        let ruleset = &self.bundle.ruleset;
        let name = pictures::side_name(ruleset, side);
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let own = counters.filter(|counter| counter.side == side);
        let mut nations: Vec<&str> = own.filter_map(|one| one.nation.as_deref()).collect();
        nations.sort_unstable();
        nations.dedup();
        match nations.as_slice() {
            [nation] => match pictures::nation_name(ruleset, nation) {
                nation if name.contains(nation) => name.to_owned(),
                nation => format!("{name} ({nation})"),
            },
            _ => name.to_owned(),
        }
    }

    fn on_paper(&self, place: Place, yard: f32, origin: Point) -> Point {
        [origin[0] + place.across * yard, origin[1] + (self.field.depth - place.up) * yard]
    }

    /// The ground and the ink of a unit's name: those of its nation's counters.
    fn colours(&self, nation: Option<&str>) -> [Rgba; 2] {
        let own = self.bundle.ruleset.nations.iter().find(|one| Some(one.id.as_str()) == nation);
        let fill = own.map(|one| one.fill.as_str());
        let ink = own.map(|one| one.ink.as_str());
        [colour::parse_or(fill, [255, 255, 255, 255]), colour::parse_or(ink, INK)]
    }

    /// The key of the plan, and what each side has when it begins.
    fn notes(&self, page: Page) -> Vec<PrintedPage> {
        let width = flow::column_width(page, 1);
        let mut blocks = vec![Block::heading("Reading the plan", 5.4, width)];
        let line = |words: &str| flow::paragraph(words, BODY, Typeface::Medium, INK, width);
        let inch = self.field.inch;
        blocks.push(line(&format!(
            "An inch of the table is {inch:.0} yards. The lines lie 100 yards apart; yards are \
             counted from the left and from the lower edge, and the marks on the right and below \
             are feet of the table. A unit stands where the middle of its name lies; names below \
             one another stand in the same place."
        )));
        if let Some([above, below]) = self.above_and_below() {
            let [above, below] = [above, below].map(|side| self.side_with_nation(side));
            blocks.push(line(&format!(
                "{above} has the upper edge of the plan behind it, {below} the lower one."
            )));
        }
        blocks.push(Block::gap(2.0));
        let scale = 9.0;
        let (key, height) = self.art.key_within(width / scale);
        let key = key.placed(scale, [0.0, 0.0]);
        blocks.push(Block { scene: key, height: height * scale, leads: false });
        for side in pictures::sides(self.bundle) {
            blocks.extend(self.resources(side, width));
        }
        let chapter = (Part::Plan.name(), vec![(blocks, 1)]);
        flow::set(vec![chapter], page, &self.bundle.scenario.title)
    }

    /// What a side has, each with boxes to cross off where it can be counted so.
    fn resources(&self, side: &str, width: f32) -> Vec<Block> {
        let ruleset = &self.bundle.ruleset;
        let name = pictures::side_name(ruleset, side);
        let levels = || self.bundle.scenario.levels.iter().filter(|level| level.side == side);
        let mut blocks = Vec::new();
        for level in levels().filter(|level| level.words.is_none()) {
            let mut block = Block { height: 5.4, ..Block::default() };
            let called = level_called(level, ruleset);
            let words = flow::paragraph(&called, BODY, Typeface::Medium, INK, 60.0);
            block.put(words, [0.0, 0.6]);
            let value = level.value.to_string();
            let value = flow::paragraph(&value, 3.4, Typeface::Bold, INK, 16.0);
            block.put(value, [62.0, 0.4]);
            let boxes = level.value.clamp(0, 24);
            // More than that nobody crosses off one by one.
            for at in 0..if boxes == level.value { boxes } else { 0 } {
                let x = 76.0 + at as f32 * 4.4 + (at / 5) as f32 * 1.2;
                let square = [[x, 0.8], [x + 3.4, 0.8], [x + 3.4, 4.2], [x, 4.2]];
                block.scene.outline(square, Stroke::new(0.2, RULE));
            }
            blocks.push(block);
        }
        let told = levels().filter(|level| level.words.is_some());
        for level in told {
            let words = format!("· {}", level_in_words(level, ruleset));
            blocks.push(flow::paragraph(&words, BODY, Typeface::Medium, INK, width));
        }
        if blocks.is_empty() {
            return blocks;
        }
        let mut all = vec![Block::gap(4.0), Block::heading(&format!("{name} has"), 4.4, width)];
        all.extend(blocks);
        all
    }
}

/// A unit's name on a ground of its nation's colour, its middle at a place.
fn marker(name: &str, [fill, ink]: [Rgba; 2], [x, y]: Point, scene: &mut Scene) {
    let half = [(Typeface::Bold.width_of(name) * NAME / 2.0 + 0.45).max(1.6), NAME * 0.68];
    let corners = [
        [x - half[0], y - half[1]],
        [x + half[0], y - half[1]],
        [x + half[0], y + half[1]],
        [x - half[0], y + half[1]],
    ];
    scene.block(corners, fill, Stroke::new(0.15, INK));
    scene.text(Text::new([x, y], name, NAME, Typeface::Bold, ink).on_middle());
}
