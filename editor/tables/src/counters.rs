//! The columns of orders of battle.
//!
//! In the exchange of whole scenarios formations, counters, faces and parts have a file each, with
//! these columns. In the editor's sheet a counter has one row: the columns of its faces stand
//! there once a face, headed `front.type`, `back.type`, and its parts are the lines of one cell.

use crate::Cell::{Flag, List, Number, Text};
use crate::{Column, Names};

/// Where a thing comes from.
pub const PROVENANCE: Column = Column::new(
    "provenance",
    Text,
    "where it comes from (printed, surveyed, reconstructed, invented), if not as all the others",
)
.naming(Names::Provenance);
/// A name by which others refer to a thing.
pub const ID: Column =
    Column::new("id", Text, "its name in references: small letters, digits, hyphens");
/// The name that people read.
pub const NAME: Column = Column::new("name", Text, "its name in print");
/// The side that a thing belongs to.
pub const SIDE: Column = Column::new("side", Text, "the side").naming(Names::Side);

/// A formation.
pub const FORMATION: &[Column] = &[
    ID,
    NAME,
    Column::new("short", Text, "the short form on counters"),
    SIDE,
    Column::new("size", Text, "its size in the ruleset").naming(Names::Size),
    Column::new("parent", Text, "the formation it belongs to").naming(Names::Formation),
    Column::new("commander", Text, "who commands it"),
    Column::new("colour", Text, "its band's colour, #rrggbb"),
];

/// A counter.
pub const COUNTER: &[Column] = &[
    ID,
    Column::new("designation", Text, "what is printed on it"),
    SIDE.needed(),
    Column::new("nation", Text, "its nation").naming(Names::Nation),
    Column::new("type", Text, "its unit type in the ruleset").naming(Names::UnitType).needed(),
    Column::new("size", Text, "its size in the ruleset").naming(Names::Size),
    Column::new("formation", Text, "the formation it belongs to").naming(Names::Formation),
    Column::new("count", Number, "how many alike there are, if not 1").within(1, 999),
    Column::new("footprint", Number, "how many hexes it covers, if not 1").within(1, 7),
    Column::new("traits", List, "what the rules know it by, spaces between").naming(Names::Trait),
    Column::new("substitute", Text, "the counter that stands in for it").naming(Names::Counter),
    PROVENANCE,
];

/// A face of a counter, beside its ratings.
pub const FACE: &[Column] = &[
    Column::new("designation", Text, "a name of its own"),
    Column::new("type", Text, "a unit type of its own").naming(Names::UnitType),
    Column::new("size", Text, "a size of its own").naming(Names::Size),
    Column::new("not_a_step", Flag, "whether it is another unit and no lower step"),
    Column::new("picture", Text, "the file of a picture that is drawn instead"),
];

/// A part of a counter.
pub const PART: &[Column] = &[
    Column::new("type", Text, "the unit type").naming(Names::UnitType),
    Column::new("count", Number, "how many"),
    Column::new("name", Text, "a name"),
];
