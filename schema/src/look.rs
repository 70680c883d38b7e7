//! How a kind looks by the words of its name: the one table of them, for kinds that are made and for
//! those that are drafted from another program's names.

use crate::Defined;
use crate::ruleset::{Look, Mark};

/// Words, what they look like, the colour of the ground, if any, and that of what is drawn.
type Row = (&'static [&'static str], Mark, &'static str, &'static str);

/// Beginnings of words that mean something else along a hexside, or are only said of what runs there
/// or from hex to hex.
const ALONG: &[Row] = &[
    (&["wall", "rampart", "parapet", "palisade"], Mark::Fieldwork, "#d5cbb4", "#5a4a36"),
    (&["fence", "barricade", "obstacle"], Mark::Wire, "#d5cbb4", "#444444"),
    (
        &["embankment", "dyke", "dike", "levee", "ditch", "gully", "ravine", "bluff"],
        Mark::Escarpment,
        "#c9b799",
        "#7a6a52",
    ),
    (&["creek", "wadi", "coast", "shore"], Mark::River, "#7fb2cc", "#5d9abb"),
    (&["tram"], Mark::Railway, "#d5cbb4", "#3a3a3a"),
    (&["path", "footpath", "trail", "lane", "highway", "street"], Mark::Road, "#e6d3a3", "#7d5f3b"),
];

/// The same, of lines that are nothing else by their names: a front, but not a front trench.
const LINES: &[Row] = &[
    (&["border", "frontier", "boundary"], Mark::Border, "#d5cbb4", "#8c2f25"),
    (&["front", "demarcation", "limit"], Mark::Dashes, "#d5cbb4", "#a03030"),
];

/// Words in a name, in several languages' beginnings.
const WORDS: &[Row] = &[
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
    (&["label"], Mark::Label, "", "#4a4a4a"),
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
    /// The look that the name of a kind of some sort suggests; none where it says nothing.
    ///
    /// ```
    /// use salient_schema::Defined;
    /// use salient_schema::ruleset::{Look, Mark};
    /// let mark = |name: &str| Look::proposed(Defined::Hexside, name).map(|look| look.mark);
    /// assert_eq!(mark("Communication trench"), Some(Mark::Trench));
    /// assert_eq!(mark("Stone wall"), Some(Mark::Fieldwork));
    /// assert_eq!(mark("Front trench"), Some(Mark::Trench));
    /// assert_eq!(mark("Front line"), Some(Mark::Dashes));
    /// assert_eq!(mark("Phase line"), None);
    /// ```
    pub fn proposed(of: Defined, name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let runs = matches!(of, Defined::Hexside | Defined::Path | Defined::Line);
        let begins = |beginning: &&str| {
            let mut words = name.split(|letter: char| !letter.is_alphanumeric());
            words.any(|word| word.starts_with(beginning))
        };
        let along = |rows: &'static [Row]| {
            rows.iter().filter(|_| runs).find(|(words, ..)| words.iter().any(begins))
        };
        let has = |(words, ..): &&Row| words.iter().any(|word| name.contains(word));
        let found = along(ALONG).or_else(|| WORDS.iter().find(has)).or_else(|| along(LINES));
        let (_, mark, ground, ink) = found?;
        Some(Self {
            fill: Some((*ground).to_owned()).filter(|ground| !runs && !ground.is_empty()),
            ink: Some((*ink).to_owned()),
            mark: *mark,
            width: None,
        })
    }
}
