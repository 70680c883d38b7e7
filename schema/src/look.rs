//! How kinds look, as their names suggest it.

use crate::ruleset::{Look, Mark};

/// Words in a kind's name, in several languages' beginnings, with what they look like.
const WORDS: &[(&[&str], Mark, &str, &str)] = &[
    (&["off-map"], Mark::None, "#e4e1da", "#a8a49a"),
    (&["sea", "lake", "ocean", "water"], Mark::Water, "#9cc4d8", "#6f9fb8"),
    (&["swamp", "marsh", "bog", "fen"], Mark::Swamp, "#c3cfae", "#5d7f6a"),
    (&["mountain", "peak", "alp"], Mark::Mountain, "#c9b799", "#7a6a52"),
    (&["wood", "forest", "tree", "jungle", "orchard"], Mark::Woods, "#b9c79a", "#6d8a54"),
    (&["rough", "broken", "hill", "rock", "desert"], Mark::Rough, "#d8c9a0", "#9a835a"),
    (&["gassed", "poison", "mustard"], Mark::Gas, "#d9cf96", "#8d7f2a"),
    (&["crater", "devast", "shell", "cave"], Mark::Craters, "#cdbf9f", "#8d7650"),
    (&["field", "farm", "grain", "plough"], Mark::Fields, "#e2d8a8", "#b39c58"),
    (&["city", "metropol"], Mark::City, "#dccdb8", "#6b5a4e"),
    (&["town", "village", "hamlet", "settle", "castle"], Mark::Town, "#ddd3b4", "#6b5a4e"),
    (&["fort", "bastion"], Mark::Fortress, "#d5cbb4", "#4f4a44"),
    (&["port", "harbour", "harbor"], Mark::Port, "#b9ccd2", "#35566b"),
    (&["redoubt", "keep"], Mark::Redoubt, "#d5cbb4", "#5a4a36"),
    (&["wire"], Mark::Wire, "#d5cbb4", "#444444"),
    (&["trench"], Mark::Trench, "#d5cbb4", "#6d5326"),
    (&["pillbox", "bunker"], Mark::Pillbox, "#d5cbb4", "#333333"),
    (&["victory", "objective"], Mark::Victory, "#d5cbb4", "#8c2f25"),
    (&["entry", "start"], Mark::Entry, "#d5cbb4", "#8c2f25"),
    (&["river", "stream", "brook"], Mark::River, "#7fb2cc", "#5d9abb"),
    (&["canal"], Mark::Canal, "#7fb2cc", "#5d9abb"),
    // Before the ridge that is in its name.
    (&["bridge"], Mark::Bridge, "#d5cbb4", "#3a3a3a"),
    (&["ford"], Mark::Ford, "#d5cbb4", "#5a4a36"),
    (&["cliff", "slope", "escarp"], Mark::Escarpment, "#c9b799", "#7a6a52"),
    (&["ridge", "crest"], Mark::Ridge, "#c9b799", "#7a6a52"),
    (&["hedge"], Mark::Hedge, "#b9c79a", "#6d8a54"),
    (&["rail"], Mark::Railway, "#d5cbb4", "#3a3a3a"),
    (&["road", "track", "trail"], Mark::Road, "#e6d3a3", "#7d5f3b"),
    (&["building", "house"], Mark::Town, "#ddd3b4", "#6b5a4e"),
    (&["ruin", "rubble"], Mark::Craters, "#cdbf9f", "#8d7650"),
    (&["snow", "frozen", "icy", "glacier", "arctic"], Mark::None, "#eef1f2", "#a9b7c0"),
    (&["sand", "beach", "dune"], Mark::None, "#ead9a7", "#b39c58"),
    (&["grass", "clear", "flat", "plain", "steppe", "prairie"], Mark::None, "#d8dcae", "#8d9a5a"),
    (&["mud", "dirt"], Mark::None, "#d3bf98", "#8d7650"),
    (&["pavement", "industr", "castle", "keep", "floor"], Mark::None, "#d3cdc2", "#7d7568"),
    (&["magma", "lava", "volcan"], Mark::None, "#d08a68", "#8c2f25"),
];

impl Look {
    /// The look that a name suggests; none where it says nothing.
    #[must_use]
    pub fn proposed(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let (_, mark, fill, ink) = WORDS.iter().find(|(words, ..)| says(words))?;
        let (fill, ink) = (Some((*fill).to_owned()), Some((*ink).to_owned()));
        Some(Self { fill, ink, mark: *mark, width: None })
    }
}
