//! The names of the properties (`mark`) that our pieces carry. The way in knows them again; VASSAL
//! itself does nothing with them, but a module's own commands can.

/// The counter's id.
pub const ID: &str = "Id";
/// The side that plays it.
pub const SIDE: &str = "Side";
/// Its nation.
pub const NATION: &str = "Nation";
/// Its unit type.
pub const TYPE: &str = "Type";
/// Its size.
pub const SIZE: &str = "Size";
/// The ids of its formations from the uppermost, with `/` between.
pub const FORMATION: &str = "Formation";
/// Its traits, with blanks between.
pub const TRAITS: &str = "Traits";
/// How many alike there are.
pub const COUNT: &str = "Count";
/// The hexes that it covers.
pub const FOOTPRINT: &str = "Footprint";
/// The direction that it faces.
pub const FACING: &str = "Facing";
/// The counter that carries it.
pub const CARRIED_BY: &str = "CarriedBy";
/// States that it begins in, with blanks between.
pub const STATES: &str = "States";
/// The zone of the board of turns that it arrives in.
pub const ARRIVES: &str = "Arrives";
/// What a marker marks: it is no counter of an order of battle.
pub const MARKER: &str = "Marker";
/// In a face: a name of its own.
pub const OWN_DESIGNATION: &str = "@designation";
/// In a face: a type of its own.
pub const OWN_TYPE: &str = "@type";
/// In a face: a size of its own.
pub const OWN_SIZE: &str = "@size";
/// In a face: it is no lower step.
pub const NOT_A_STEP: &str = "@not_a_step";

/// The property of a face's ratings, by its number from 0.
pub fn face(number: usize) -> String {
    format!("Face{}", number + 1)
}
