//! What `--to pdf` and `--to svg` can be told.

use clap::ValueEnum;
use salient_exchange::print::{Paper, Part, Way, Wishes};

/// How a kit is printed.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Print and play (--to pdf, --to svg)")]
pub struct PrintArgs {
    /// The paper.
    #[arg(long, value_enum, default_value_t)]
    paper: PaperName,

    /// How map and counter sheets lie; left out, what needs the fewest sheets of the map.
    #[arg(long, value_enum)]
    orientation: Option<WayName>,

    /// The distance between the centres of two adjacent hexes, in millimetres.
    #[arg(long, value_name = "MM", default_value_t = 17.0)]
    hex_mm: f32,

    /// Print the map on one large sheet.
    #[arg(long)]
    whole: bool,

    /// How much of the map two sheets side by side share, in millimetres.
    #[arg(long, value_name = "MM", default_value_t = 8.0)]
    overlap_mm: f32,

    /// The edge of the paper that stays white, in millimetres.
    #[arg(long, value_name = "MM", default_value_t = 10.0)]
    margin_mm: f32,

    /// The side of a counter, in millimetres.
    #[arg(long, value_name = "MM", default_value_t = 13.0)]
    counter_mm: f32,

    /// How far a counter's colour runs over the cut, in millimetres; 0 sets them edge to edge.
    #[arg(long, value_name = "MM", default_value_t = 1.0)]
    bleed_mm: f32,

    /// The parts that are printed; all if left out.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,…")]
    parts: Vec<PartName>,
}

impl PrintArgs {
    pub fn wishes(&self) -> Wishes {
        let parts: std::collections::BTreeSet<Part> =
            self.parts.iter().map(|part| part.part()).collect();
        Wishes {
            paper: self.paper.into(),
            way: self.orientation.map(|way| match way {
                WayName::Portrait => Way::Portrait,
                WayName::Landscape => Way::Landscape,
            }),
            hex_mm: self.hex_mm,
            whole: self.whole,
            overlap_mm: self.overlap_mm,
            margin_mm: self.margin_mm,
            counter_mm: self.counter_mm,
            bleed_mm: self.bleed_mm,
            parts: if parts.is_empty() { Part::ALL.into() } else { parts },
            scan: None,
        }
    }
}

/// Paper by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PaperName {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8½ × 11 inches.
    Letter,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::A4 => Self::A4,
            PaperName::A3 => Self::A3,
            PaperName::Letter => Self::Letter,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WayName {
    /// Upright.
    Portrait,
    /// On the long edge.
    Landscape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PartName {
    /// The map, tiled or whole.
    Map,
    /// Counters, fronts and backs.
    Counters,
    /// What stands where when play begins.
    SetUp,
    /// The game-turn track with what arrives.
    Track,
    /// The charts.
    Charts,
    /// The order of battle.
    Oob,
    /// The displays of armies, where the rules limit what belongs to a formation.
    Displays,
    /// A measured battlefield as a plan in yards, for a table with miniatures.
    Plan,
    /// A card for each unit of several bases, for such a table.
    Cards,
}

impl PartName {
    fn part(self) -> Part {
        match self {
            Self::Map => Part::Map,
            Self::Counters => Part::Counters,
            Self::SetUp => Part::SetUp,
            Self::Track => Part::Track,
            Self::Charts => Part::Charts,
            Self::Oob => Part::OrderOfBattle,
            Self::Displays => Part::Displays,
            Self::Plan => Part::Plan,
            Self::Cards => Part::Cards,
        }
    }
}
