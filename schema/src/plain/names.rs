//! What the units and hexes of a game are called, where a system's own types hold their numbers.

use super::{Table, Value};

/// The newtype of a unit's number, by its name in Rust.
pub(super) const UNIT: &str = "Unit";
/// The newtype of a hex's number.
pub(super) const HEX: &str = "Hex";

/// Names of units and hexes, and back: whatever is written as a plain value or read from one with
/// these holds names where its own type holds numbers.
///
/// The numbers are those in newtypes called `Unit` and `Hex`, wherever they stand in a type that
/// derives serde's traits.
pub trait Names {
    /// What a unit is called; none where there is no such unit.
    fn name_of_unit(&self, unit: u16) -> Option<&str>;

    /// What a hex is called; none where there is no such hex.
    fn name_of_hex(&self, hex: u32) -> Option<&str>;

    /// The unit of a name.
    ///
    /// # Errors
    /// In words, that there is none.
    fn unit_named(&self, name: &str) -> Result<u16, String>;

    /// The hex of a name.
    ///
    /// # Errors
    /// In words, that there is none.
    fn hex_named(&self, name: &str) -> Result<u32, String>;
}

/// What a number in a newtype is called, if it is called anything.
pub(super) fn name<'n>(names: &'n dyn Names, newtype: &str, number: i64) -> Option<&'n str> {
    match newtype {
        UNIT => names.name_of_unit(u16::try_from(number).ok()?),
        HEX => names.name_of_hex(u32::try_from(number).ok()?),
        _ => None,
    }
}

/// The texts of a table, each of which is its own name: for whoever wants to read an action where
/// the units and hexes of its game are not at hand. They are numbered as they come.
#[derive(Clone, Debug)]
pub struct Texts<'a>(Vec<&'a str>);

impl<'a> Texts<'a> {
    /// All texts in a table, and in what it holds.
    pub fn of(table: &'a Table) -> Self {
        let mut texts = Self(Vec::new());
        table.iter().for_each(|(_, value)| texts.add(value));
        texts
    }

    fn add(&mut self, value: &'a Value) {
        match value {
            Value::Bool(_) | Value::Number(_) => {}
            Value::Text(text) if self.0.contains(&text.as_str()) => {}
            Value::Text(text) => self.0.push(text),
            Value::List(items) => items.iter().for_each(|item| self.add(item)),
            Value::Table(table) => table.iter().for_each(|(_, value)| self.add(value)),
        }
    }

    /// The text of a number; empty where there is none.
    pub fn text(&self, number: usize) -> &'a str {
        self.0.get(number).copied().unwrap_or_default()
    }

    fn find(&self, name: &str) -> Result<usize, String> {
        let place = self.0.iter().position(|text| *text == name);
        place.ok_or_else(|| format!("nothing is called '{name}'"))
    }
}

impl Names for Texts<'_> {
    fn name_of_unit(&self, unit: u16) -> Option<&str> {
        self.0.get(usize::from(unit)).copied()
    }

    fn name_of_hex(&self, hex: u32) -> Option<&str> {
        self.0.get(usize::try_from(hex).ok()?).copied()
    }

    fn unit_named(&self, name: &str) -> Result<u16, String> {
        let place = self.find(name)?;
        u16::try_from(place).map_err(|_| "these are too many names".to_owned())
    }

    fn hex_named(&self, name: &str) -> Result<u32, String> {
        let place = self.find(name)?;
        u32::try_from(place).map_err(|_| "these are too many names".to_owned())
    }
}
