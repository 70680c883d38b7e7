//! What is to be printed, and on what.

use std::collections::BTreeSet;

use salient_art::Placed;

use crate::ExportError;

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

    pub(super) fn turned(self, way: Way) -> [f32; 2] {
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
    /// The displays of armies, where the rules limit what belongs to a formation; other games have
    /// none.
    Displays,
    /// A measured battlefield as a plan in yards, for a table with miniatures; other scenarios
    /// have none.
    Plan,
    /// A card for each unit of several bases, for such a table.
    Cards,
}

impl Part {
    /// All parts, in the order in which they are printed.
    pub const ALL: [Self; 9] = [
        Self::Map,
        Self::Counters,
        Self::SetUp,
        Self::Track,
        Self::Charts,
        Self::OrderOfBattle,
        Self::Displays,
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
            Self::Displays => "Army displays",
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
    pub(crate) fn check(&self) -> Result<(), ExportError> {
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

    pub(super) fn page(&self, way: Way) -> Page {
        Page { size: self.paper.turned(way), margin: self.margin_mm }
    }
}

/// A page before anything is printed on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Page {
    pub(super) size: [f32; 2],
    pub(super) margin: f32,
}

impl Page {
    /// The room within the margins.
    pub(super) fn room(self) -> [f32; 2] {
        self.size.map(|length| length - 2.0 * self.margin)
    }
}

/// The most pages of a kit; more are a slip of the hex size.
pub(super) const MOST_PAGES: usize = 1000;

pub(super) fn too_many(pages: usize) -> ExportError {
    ExportError::Cannot {
        what: format!("the kit would have {pages} pages; at most {MOST_PAGES} are printed"),
        help: "choose smaller hexes or larger paper".to_owned(),
    }
}
