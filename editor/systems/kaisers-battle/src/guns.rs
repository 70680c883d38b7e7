//! Artillery points, of both kinds.

use serde::{Deserialize, Serialize};

/// Artillery points.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// Field artillery points.
    #[serde(default)]
    pub field: u16,
    /// Heavy artillery points.
    #[serde(default)]
    pub heavy: u16,
}

impl Guns {
    /// None at all.
    pub const NONE: Self = Self { field: 0, heavy: 0 };

    /// So many field and heavy artillery points.
    pub fn new(field: u16, heavy: u16) -> Self {
        Self { field, heavy }
    }

    /// Points of both kinds.
    pub fn total(self) -> u32 {
        u32::from(self.field) + u32::from(self.heavy)
    }

    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether as many of either kind can be taken from these.
    pub fn covers(self, other: Self) -> bool {
        other.field <= self.field && other.heavy <= self.heavy
    }

    /// What is left when some are spent; never below none.
    pub fn less(self, spent: Self) -> Self {
        Self {
            field: self.field.saturating_sub(spent.field),
            heavy: self.heavy.saturating_sub(spent.heavy),
        }
    }
}
