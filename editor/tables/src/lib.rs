//! What a spreadsheet of Salient's is made of: columns, cells and CSV files.
//!
//! A [`Column`] says its head, what a cell of it holds and what that means. [`cells`] writes a
//! value of that kind and reads it back; [`counters`] lists the columns of an order of battle, which
//! the editor's sheet of counters and the exchange of whole scenarios both go by; [`text`] makes a
//! text of what a spreadsheet wrote, [`mod@file`] parts it into rows and puts rows together.
//!
//! A column's name is its field's in the data contract, so that a thing as JSON is all that a
//! reader or a writer needs of it.

pub mod cells;
pub mod counters;
pub mod file;
pub mod text;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its head: the field, with a dot where it is a field of a field.
    pub name: &'static str,
    /// What its cells hold.
    pub cell: Cell,
    /// What it says.
    pub meaning: &'static str,
    /// What the words in its cells name, where that is something of the scenario.
    pub names: Option<Names>,
    /// Whether a thing must have it, and has none by itself.
    pub needed: bool,
    /// The least and the most that a number may be, where the data contract says so.
    pub range: Option<[u16; 2]>,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text.
    Text,
    /// A number.
    Number,
    /// A number of few digits, kept in single precision.
    Short,
    /// `yes`, or nothing.
    Flag,
    /// Texts with spaces between.
    List,
    /// A hex number.
    Hex,
    /// Hex numbers with spaces between.
    Hexes,
    /// A hexside.
    Side,
    /// A number, or a text.
    Either,
}

/// What the words of a column name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// A side of the ruleset.
    Side,
    /// A nation of the ruleset.
    Nation,
    /// A unit type of the ruleset.
    UnitType,
    /// A unit size of the ruleset.
    Size,
    /// Traits of the ruleset.
    Trait,
    /// A formation of the order of battle.
    Formation,
    /// A counter.
    Counter,
    /// Where something comes from: `printed`, `surveyed`, `reconstructed`, `invented`.
    Provenance,
}

impl Column {
    /// A column of plain values.
    #[must_use]
    pub const fn new(name: &'static str, cell: Cell, meaning: &'static str) -> Self {
        Self { name, cell, meaning, names: None, needed: false, range: None }
    }

    /// The column, whose words name things of this kind.
    #[must_use]
    pub const fn naming(self, names: Names) -> Self {
        Self { names: Some(names), ..self }
    }

    /// The column, which a thing must have.
    #[must_use]
    pub const fn needed(self) -> Self {
        Self { needed: true, ..self }
    }

    /// The column, whose numbers lie between these two.
    #[must_use]
    pub const fn within(self, least: u16, most: u16) -> Self {
        Self { range: Some([least, most]), ..self }
    }
}
