//! Print and play: a scenario as pages to print, cut out and play with.
//!
//! ```text
//! Bundle ─► map tiles, counter sheets, set-up, track, charts, order of battle ─► leaves of paper
//!           plan in yards and unit cards where the battlefield is measured
//!                                                                                 ├ pdf: one file
//!                                                                                 └ svg: a file a page
//! ```
//!
//! Everything is vectors at its true size; nothing is scaled to a page.

mod cards;
mod charts;
mod counters;
mod cover;
mod field;
mod flow;
mod losses;
mod map;
mod oob;
mod pictures;
mod plan;
mod secret;
mod set_up;
mod track;

use std::collections::BTreeSet;

use salient_schema::Bundle;

use crate::{ExportError, Exported, Fate, LossReport, NamedFile};
pub(crate) use flow::lines;
use salient_art::printed_page::PrintedPage;
use salient_art::{Placed, pdf, svg};

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height when it stands upright, in millimetres.
    #[must_use]
    pub fn size(self) -> [f32; 2] {
        match self {
            Self::A4 => [210.0, 297.0],
            Self::A3 => [297.0, 420.0],
            Self::Letter => [215.9, 279.4],
        }
    }

    fn turned(self, way: Way) -> [f32; 2] {
        let [width, height] = self.size();
        match way {
            Way::Portrait => [width, height],
            Way::Landscape => [height, width],
        }
    }
}

/// How a sheet lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Upright.
    Portrait,
    /// On its long edge.
    Landscape,
}

/// A part of the kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The map, tiled or whole.
    Map,
    /// The counters, fronts and backs.
    Counters,
    /// What stands where when play begins.
    SetUp,
    /// The game-turn track, with what arrives.
    Track,
    /// The charts.
    Charts,
    /// The order of battle.
    OrderOfBattle,
    /// A measured battlefield as a plan in yards, for a table with miniatures; other scenarios
    /// have none.
    Plan,
    /// A card for each unit of several bases, for such a table.
    Cards,
}

impl Part {
    /// All parts, in the order in which they are printed.
    pub const ALL: [Self; 8] = [
        Self::Map,
        Self::Counters,
        Self::SetUp,
        Self::Track,
        Self::Charts,
        Self::OrderOfBattle,
        Self::Plan,
        Self::Cards,
    ];

    /// What it is called on the pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Counters => "Counters",
            Self::SetUp => "Set-up",
            Self::Track => "Game-turn track",
            Self::Charts => "Charts",
            Self::OrderOfBattle => "Order of battle",
            Self::Plan => "Plan in yards",
            Self::Cards => "Unit cards",
        }
    }
}

/// How a kit is printed. Lengths are in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct Wishes {
    /// The paper.
    pub paper: Paper,
    /// How map and counter sheets lie; what needs the fewest map sheets if left open.
    pub way: Option<Way>,
    /// The distance between the centres of two adjacent hexes, 3 to 200.
    pub hex_mm: f32,
    /// Whether the map is one large sheet.
    pub whole: bool,
    /// How much of the map two sheets side by side share, 0 to 40.
    pub overlap_mm: f32,
    /// The edge of the paper that stays white, 5 to 40; home printers need 5 or so.
    pub margin_mm: f32,
    /// The side of a counter, 6 to 60.
    pub counter_mm: f32,
    /// How far a counter's colour runs over its edge, 0 to 5.
    pub bleed_mm: f32,
    /// The parts that are printed.
    pub parts: BTreeSet<Part>,
    /// A scan of the printed map, laid on its hexes, in place of drawn ground.
    pub scan: Option<Placed>,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            paper: Paper::default(),
            way: None,
            hex_mm: 17.0,
            whole: false,
            overlap_mm: 8.0,
            margin_mm: 10.0,
            counter_mm: 13.0,
            bleed_mm: 1.0,
            parts: Part::ALL.into(),
            scan: None,
        }
    }
}

impl Wishes {
    fn check(&self) -> Result<(), ExportError> {
        let ranges = [
            ("a hex", self.hex_mm, 3.0, 200.0),
            ("the overlap", self.overlap_mm, 0.0, 40.0),
            ("the margin", self.margin_mm, 5.0, 40.0),
            ("a counter", self.counter_mm, 6.0, 60.0),
            ("the bleed", self.bleed_mm, 0.0, 5.0),
        ];
        for (what, value, least, most) in ranges {
            // A number that is none is in no range.
            if !(least..=most).contains(&value) {
                return Err(ExportError::Cannot {
                    what: format!("{value} mm for {what}"),
                    help: format!("{least} to {most} mm can be printed"),
                });
            }
        }
        Ok(())
    }

    fn page(&self, way: Way) -> Page {
        Page { size: self.paper.turned(way), margin: self.margin_mm }
    }
}

/// A page before anything is printed on it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Page {
    size: [f32; 2],
    margin: f32,
}

impl Page {
    /// The room within the margins.
    fn room(self) -> [f32; 2] {
        self.size.map(|length| length - 2.0 * self.margin)
    }
}

/// Makes what is read of a part.
type ChapterOf = fn(&Bundle, &Wishes) -> flow::Chapter<'static>;

/// The parts that are read, in the order in which they are printed.
const READ: [(Part, ChapterOf); 4] = [
    (Part::SetUp, set_up::chapter),
    (Part::Track, track::chapter),
    (Part::Charts, charts::chapter),
    (Part::OrderOfBattle, oob::chapter),
];

/// The most pages of a kit; more are a slip of the hex size.
const MOST_PAGES: usize = 1000;

/// Writes a kit as one PDF.
///
/// # Errors
/// A size that nobody can print, or a kit of more than a thousand pages.
pub fn pdf(bundle: &Bundle, wishes: &Wishes) -> Result<Exported, ExportError> {
    let (leaves, losses) = kit(bundle, wishes, "pdf")?;
    let bytes =
        pdf::write(&leaves, &bundle.scenario.title).map_err(|error| ExportError::Cannot {
            what: error.to_string(),
            help: "print the map in smaller hexes, or in tiles".to_owned(),
        })?;
    let name = format!("{}.pdf", bundle.scenario.id);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}

/// Writes a kit as SVG, a file a page.
///
/// # Errors
/// As [`pdf()`].
pub fn svg(bundle: &Bundle, wishes: &Wishes) -> Result<Exported, ExportError> {
    let (leaves, losses) = kit(bundle, wishes, "svg")?;
    let digits = leaves.len().to_string().len().max(2);
    let files = leaves
        .iter()
        .enumerate()
        .map(|(at, leaf)| {
            let plain: String = leaf
                .name
                .to_lowercase()
                .chars()
                .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
                .collect();
            let name = format!("{:0digits$}-{plain}.svg", at + 1);
            NamedFile { name, bytes: svg::write_page(leaf).into_bytes() }
        })
        .collect();
    Ok(Exported { files, losses })
}

/// All pages of a kit in order, and what is not on them.
///
/// # Errors
/// As [`pdf()`].
pub fn kit(
    bundle: &Bundle,
    wishes: &Wishes,
    format: &str,
) -> Result<(Vec<PrintedPage>, LossReport), ExportError> {
    wishes.check()?;
    let has = |part| wishes.parts.contains(&part);
    let tiles = if has(Part::Map) { Some(map::Tiles::new(bundle, wishes)?) } else { None };
    let mut leaves = Vec::new();
    if let Some(tiles) = &tiles {
        leaves.extend(tiles.leaves());
    }
    let mut doubled = None;
    if has(Part::Counters) {
        let sheets = counters::sheets(bundle, wishes)?;
        // A front lies on an odd page, also where the whole kit is printed on both sides; the
        // cover comes before all.
        if leaves.len().is_multiple_of(2) && !sheets.is_empty() {
            leaves.push(cover::blank(wishes));
        }
        doubled = (!sheets.is_empty()).then(|| (leaves.len() + 2, leaves.len() + 1 + sheets.len()));
        leaves.extend(sheets);
    }
    if has(Part::SetUp) {
        leaves.extend(secret::leaves(bundle, wishes));
    }
    // What is read flows on from part to part: a short game has a handful of pages.
    let mut chapters = Vec::new();
    for (part, chapter) in READ {
        if has(part) {
            chapters.push(chapter(bundle, wishes));
        }
    }
    leaves.extend(flow::set(chapters, wishes.page(Way::Portrait), &bundle.scenario.title));
    if let Some(field) = field::Field::of(bundle) {
        if has(Part::Plan) {
            leaves.extend(plan::leaves(bundle, &field, wishes));
        }
        if has(Part::Cards) {
            leaves.extend(cards::leaves(bundle, &field, wishes));
        }
    }
    if leaves.len() >= MOST_PAGES {
        return Err(too_many(leaves.len()));
    }
    let cover = cover::leaf(bundle, wishes, tiles.as_ref(), &leaves, doubled);
    leaves.insert(0, cover);
    let mut losses = losses::report(bundle, wishes, format);
    for name in tiles.iter().flat_map(map::Tiles::left_out) {
        let why = "nothing of the map is on it: no unit enters its hexes, and nothing is in them";
        losses.add(Fate::Dropped, "sheet of the map", name, why, None);
    }
    losses.sort();
    Ok((leaves, losses))
}

fn too_many(pages: usize) -> ExportError {
    ExportError::Cannot {
        what: format!("the kit would have {pages} pages; at most {MOST_PAGES} are printed"),
        help: "choose smaller hexes or larger paper".to_owned(),
    }
}
