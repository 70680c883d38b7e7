//! A file of whichever kind it says it is.

use crate::{Bundle, FileKind, Map, OrderOfBattle, Recipe, Ruleset, Scenario, Variant};

/// A file that could be read, of whichever kind it says it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// A map.
    Map(Box<Map>),
    /// A recipe of a map.
    Recipe(Box<Recipe>),
    /// A variant of a recipe.
    Variant(Box<Variant>),
    /// A ruleset.
    Ruleset(Box<Ruleset>),
    /// An order of battle.
    OrderOfBattle(Box<OrderOfBattle>),
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A bundle.
    Bundle(Box<Bundle>),
}

impl Document {
    /// Which kind of file it is.
    pub fn kind(&self) -> FileKind {
        match self {
            Self::Map(_) => FileKind::Map,
            Self::Recipe(_) => FileKind::Recipe,
            Self::Variant(_) => FileKind::Variant,
            Self::Ruleset(_) => FileKind::Ruleset,
            Self::OrderOfBattle(_) => FileKind::OrderOfBattle,
            Self::Scenario(_) => FileKind::Scenario,
            Self::Bundle(_) => FileKind::Bundle,
        }
    }

    /// Puts what has no order of its own into canonical order: a map's features and hexsides by
    /// hex and kind, a hexside under its canonical name.
    pub fn sort(&mut self) {
        match self {
            Self::Map(map) => map.sort(),
            Self::Bundle(bundle) => bundle.map.sort(),
            Self::Ruleset(_)
            | Self::Recipe(_)
            | Self::Variant(_)
            | Self::OrderOfBattle(_)
            | Self::Scenario(_) => {}
        }
    }
}
