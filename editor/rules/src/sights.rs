//! Lines of sight before a game: what a system lets a map's designer see of them.
//!
//! A system whose book has lines of sight offers [`Sights`]. Over a map they become a [`Lookout`],
//! which says of each pair of hexes what the rules of a game would say by day and without smoke.

use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::{Bundle, Diagnostic};

/// Lines of sight by the rules of a system.
pub trait Sights: Send + Sync {
    /// Reads what they need of a ruleset and a map. A scenario need not be fit to be played.
    ///
    /// # Errors
    /// What the ruleset lacks.
    fn over(
        &self,
        bundle: &Bundle,
        map: Arc<CompiledMap>,
    ) -> Result<Box<dyn Lookout>, Vec<Diagnostic>>;
}

/// Lines of sight over one map.
pub trait Lookout: Send + Sync {
    /// How well one hex is seen from another.
    fn seen(&self, from: Hex, to: Hex) -> Seen;

    /// The line between two hexes.
    fn line(&self, from: Hex, to: Hex) -> SightLine;
}

impl std::fmt::Debug for dyn Lookout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lookout")
    }
}

/// How well a hex is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// Something stands between.
    Blocked,
    /// Nothing stands between, but a unit there is not spotted: it is in cover, or too far away.
    Clear,
    /// A unit there is spotted.
    Spotted,
}

/// What there is to say of a line of sight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SightLine {
    /// How far it is, in hexes.
    pub distance: u32,
    /// The first that blocks it; none where it is free.
    pub blocked: Option<Obstacle>,
    /// From how far away whom is spotted at its end, the usual case first.
    pub spotted: Vec<Spotted>,
}

/// What blocks a line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The hex; along a hexside the two of them.
    pub hexes: Vec<Hex>,
    /// What it is, within a sentence: `woods`, `level 3, above both ends`.
    pub what: String,
    /// The rule.
    pub rule: &'static str,
}

/// From how far away somebody is spotted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spotted {
    /// Who, as the beginning of a sentence: `A unit there`.
    pub who: &'static str,
    /// Hexes by day.
    pub by_day: u32,
    /// Hexes at night, where that is otherwise.
    pub at_night: Option<u32>,
    /// The rule.
    pub rule: &'static str,
}
