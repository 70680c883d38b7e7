//! What a module is read into first.

use crate::vassal::reader::piece::GamePiece as Read;

/// A piece of a module, with where it stands.
pub(super) struct Slot {
    pub(super) piece: Read,
    /// VASSAL's number of it, by which pieces of saved games name it; empty in old modules.
    pub(super) number: String,
    /// The names of the palettes that it is in, from the outermost.
    pub(super) path: Vec<String>,
}

/// A zone without hexes of its own.
pub(super) struct Area {
    pub(super) board: String,
    pub(super) outline: Vec<[i64; 2]>,
    pub(super) name: String,
}

/// A stack that is there when a game begins, or of a saved game.
pub(super) struct Laid {
    pub(super) map: String,
    /// The board of that map; empty where it is not told.
    pub(super) board: String,
    pub(super) at: [i64; 2],
    /// They lie in a deck, from which they are drawn.
    pub(super) in_deck: bool,
    /// From the bottom.
    pub(super) pieces: Vec<Read>,
}

/// What is counted.
pub(super) const BOARDS: &str = "boards";
pub(super) const ZONES: &str = "zones";
pub(super) const PALETTES: &str = "pieces in palettes";
pub(super) const LYING: &str = "pieces in set-ups";
pub(super) const SET_UPS: &str = "set-ups";
