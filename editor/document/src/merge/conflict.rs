//! What both sides have changed, and which of them is taken.

use serde::Serialize;

/// Whose word counts where both changed the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// What was changed here.
    #[default]
    Ours,
    /// What the files on the disk say.
    Theirs,
}

/// Something that both changed, each in another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// What it is: `town in hex 0304: name`.
    pub what: String,
    /// The same as names of fields and of things in lists, from the bundle down.
    pub path: Vec<String>,
    /// What it is here.
    pub ours: String,
    /// What it is in the files.
    pub theirs: String,
    /// Where it shows on the map: hexes as printed.
    pub hexes: Vec<String>,
}
