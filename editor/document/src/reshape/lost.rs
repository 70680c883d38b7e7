//! What has no place on a map of another shape.

use std::fmt;

/// Something that a map of another shape has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// What sort of thing it is.
    pub kind: LostKind,
    /// What it is, as a person would say: `town Ham`.
    pub name: String,
    /// Where it was, by the old numbers.
    pub place: String,
}

/// A sort of thing that can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LostKind {
    /// Hexes with their terrain and height.
    Hexes,
    /// A board, or part of one.
    Board,
    /// A feature.
    Feature,
    /// What ran along a hexside.
    Hexside,
    /// Part of a path.
    Path,
    /// Part of a border line.
    Line,
    /// Hexes of a zone.
    Zone,
    /// A control point of the georeference.
    ControlPoint,
    /// A control point of the scan.
    ScanPoint,
    /// The place of counters; they are unplaced then.
    Placement,
    /// Fire that is planned, or where a gun is to go.
    Mission,
    /// Entry hexes of reinforcements.
    Entry,
    /// Hexes that a formation is told to take.
    Objective,
}

impl LostKind {
    /// Several of them, in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Hexes => "Hexes",
            Self::Board => "Boards",
            Self::Feature => "Features",
            Self::Hexside => "Hexsides",
            Self::Path => "Paths",
            Self::Line => "Border lines",
            Self::Zone => "Zones",
            Self::ControlPoint => "Control points on the earth",
            Self::ScanPoint => "Control points of the scan",
            Self::Placement => "Counters on the map",
            Self::Mission => "Artillery plan",
            Self::Entry => "Entry hexes",
            Self::Objective => "Objectives of orders",
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.name),
            place => write!(f, "{}: {}", place, self.name),
        }
    }
}
