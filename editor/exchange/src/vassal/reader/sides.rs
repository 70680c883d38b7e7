//! Which side a counter is on: by its properties, by the palette that it is in, by the names of the
//! players, and by guess only where all of them say nothing.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Ruleset;
use salient_schema::ruleset::Side;

use super::super::properties as named;
use crate::draft;

/// The sides of a module.
pub struct Sides {
    all: Vec<Side>,
    /// The ruleset is given: no side and no nation is added to it.
    is_given: bool,
    /// Nations of a given ruleset.
    nations: BTreeSet<String>,
    /// What properties call a side that no player is called: its id and name, with the side's id.
    others: BTreeMap<String, (String, String)>,
}

/// What a counter's words say of its side.
pub struct Told {
    /// The side's id.
    pub side: String,
    /// The nation's, if it is told.
    pub nation: Option<String>,
    /// How the side was found.
    pub by: By,
}

/// How a side was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By a property, a palette's name, or its own words.
    Words,
    /// It is the first there is.
    Guess,
}

/// More sides than any game has: what gives so many values is no side.
const MOST_SIDES: usize = 8;

/// Palettes of what belongs to everybody.
const OF_ALL: &[&str] = &[
    "marker",
    "markers",
    "other",
    "others",
    "misc",
    "miscellaneous",
    "chits",
    "chit",
    "status",
    "information",
    "charts",
    "tools",
    "general",
    "generic",
    "common",
    "counters",
    "units",
    "pieces",
    "cards",
    "events",
    "leaders",
    "turn",
    "control",
];

/// Players who are on no side.
const NO_SIDE: [&str; 6] = ["solitaire", "solo", "observer", "referee", "umpire", "moderator"];

impl Sides {
    /// The sides of a given ruleset, or of the module's list of players.
    pub fn new(given: Option<&Ruleset>, roster: &[String]) -> Self {
        let mut taken = BTreeSet::new();
        let plays = |name: &&String| {
            let name = name.trim_matches(['<', '>']).to_lowercase();
            !name.is_empty() && !NO_SIDE.contains(&name.as_str())
        };
        let side = |name: &String| {
            let id = draft::id(name, "side");
            taken.insert(id.clone()).then(|| Side::new(id, name.clone()))
        };
        let all = match given {
            Some(ruleset) => ruleset.sides.clone(),
            None => roster.iter().filter(plays).filter_map(side).collect(),
        };
        let nations = given.iter().flat_map(|ruleset| &ruleset.nations);
        let nations = nations.map(|nation| nation.id.clone()).collect();
        Self { all, is_given: given.is_some(), nations, others: BTreeMap::new() }
    }

    /// Names that stand for a player's side for want of another: the name, and the side's.
    pub fn by_elimination(&self) -> impl Iterator<Item = (&str, &str)> {
        self.others.values().filter_map(|(name, side)| {
            let side = self.all.iter().find(|own| own.id == *side)?;
            Some((name.as_str(), side.name.as_str()))
        })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Side> {
        self.all.iter()
    }

    /// Whether a property tells of the side or the nation, and so is read.
    pub fn is_read(&self, key: &str) -> bool {
        says_side(key) || says_nation(key)
    }

    /// Whether a word is a side's id or name.
    pub fn is_one(&self, word: &str) -> bool {
        self.find(word).is_some()
    }

    /// Adds the sides that properties name and, where nobody names any, those that the palettes
    /// are parted by. `paths` are the names of palettes of each piece, from the outermost.
    pub fn learn<'p>(
        &mut self,
        properties: &[BTreeMap<String, String>],
        paths: impl Iterator<Item = &'p [String]>,
    ) {
        if self.is_given {
            return;
        }
        let mut values: BTreeMap<String, &str> = BTreeMap::new();
        let mut played: BTreeSet<String> = BTreeSet::new();
        for (_, value) in properties.iter().flatten().filter(|(key, _)| says_side(key)) {
            if !is_name(value) || says(value, OF_ALL) {
                continue;
            }
            match self.find(value) {
                Some(side) => drop(played.insert(side.id.clone())),
                None => drop(values.insert(draft::id(value, "side"), value)),
            }
        }
        // Players who have no unit by their own name lead what nobody else does.
        let mut without = self.all.iter().filter(|side| !played.contains(&side.id));
        if let (Some(side), None, false) = (without.next(), without.next(), played.is_empty()) {
            let named = std::mem::take(&mut values).into_iter();
            self.others =
                named.map(|(id, name)| (id, (name.trim().to_owned(), side.id.clone()))).collect();
        }
        if self.all.len() + values.len() <= MOST_SIDES {
            self.all.extend(values.into_iter().map(|(id, name)| Side::new(id, name.trim())));
        }
        if self.all.is_empty() {
            let mut tops: Vec<Side> = Vec::new();
            // The outermost is the window that they are in.
            for name in paths.filter_map(|path| path.get(1)).filter(|name| is_name(name)) {
                let id = draft::id(name, "side");
                if !tops.iter().any(|side| side.id == id) {
                    tops.push(Side::new(id, name.clone()));
                }
            }
            if (2..=MOST_SIDES).contains(&tops.len()) {
                self.all = tops;
            }
        }
        if self.all.is_empty() {
            self.all = ["First side", "Second side"]
                .map(|name| Side::new(draft::id(name, "side"), name))
                .into();
        }
    }

    /// The side and the nation of a counter. `words` are what else it is called, or shows.
    pub fn of(&self, marks: &BTreeMap<String, String>, path: &[String], words: &[String]) -> Told {
        if let Some(own) = marks.get(named::SIDE).filter(|side| draft::id(side, "") == **side) {
            return Told { side: own.clone(), nation: None, by: By::Words };
        }
        let of_kind = |says: fn(&str) -> bool| {
            let named = marks.iter().filter(move |(key, _)| says(key));
            named.map(|(_, value)| value.as_str()).filter(|value| is_name(value))
        };
        let nation = of_kind(says_nation).next();
        // The nearest palette says most.
        let mut told = of_kind(says_side)
            .chain(of_kind(says_nation))
            .chain(path.iter().rev().map(String::as_str))
            .filter_map(|word| Some((word, self.find(word)?)));
        let told = told.next().map(|(word, side)| (Some(word), side));
        let by_words = || Some((None, words.iter().find_map(|words| self.find(words))?));
        let (word, side, by) = match told.or_else(by_words) {
            Some((word, side)) => (word, side.id.clone(), By::Words),
            None => {
                let first = self.all.first().map_or("first-side", |side| side.id.as_str());
                (None, first.to_owned(), By::Guess)
            }
        };
        // The palette that tells the side mostly is called after the nation; else the topmost is.
        let top = path.get(1).map(String::as_str);
        let top = top.filter(|name| is_name(name) && !says(name, OF_ALL));
        let nation = nation.or(word).or(top).map(|nation| draft::id(nation, "nation"));
        let is_known = |nation: &String| !self.is_given || self.nations.contains(nation);
        Told { side, nation: nation.filter(is_known), by }
    }

    /// The side that words stand for: its id or name, else a name in another form of the same word
    /// (`German`, `Germans`), else one with such a word in it (`German units`).
    fn find(&self, words: &str) -> Option<&Side> {
        let words = words.trim();
        let same =
            |side: &&Side| side.name.eq_ignore_ascii_case(words) || side.id == draft::id(words, "");
        let alike = |side: &&Side| is_alike(&side.name, words);
        let within = |side: &&Side| {
            let parts = || words.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 2);
            let names = || side.name.split(|c: char| !c.is_alphanumeric());
            let mut names =
                names().filter(|name| name.len() > 2 && !GENERAL.contains(&lower(name)));
            names.any(|name| parts().any(|part| is_alike(name, part)))
        };
        let sides = || self.all.iter();
        if let Some((_, own)) = self.others.get(&draft::id(words, "")) {
            return sides().find(|side| side.id == *own);
        }
        sides().find(same).or_else(|| sides().find(alike)).or_else(|| sides().find(within))
    }
}

/// Words of players' names that tell nobody apart, in lower case.
struct General(&'static [&'static str]);

const GENERAL: General = General(&[
    "player", "side", "forces", "force", "army", "armies", "powers", "the", "and", "unit",
]);

impl General {
    fn contains(&self, word: &str) -> bool {
        self.0.contains(&word)
    }
}

fn lower(word: &str) -> String {
    word.to_lowercase()
}

fn says(key: &str, words: &[&str]) -> bool {
    let key = key.to_lowercase();
    let mut parts = key.split(|c: char| !c.is_alphanumeric());
    parts.any(|part| words.contains(&part))
}

fn says_side(key: &str) -> bool {
    says(key, &["side", "unitside", "faction", "allegiance", "belligerent", "alliance", "team"])
}

/// Whether a property says that a piece is on the side of the markers, who are none.
pub fn of_markers(key: &str, value: &str) -> bool {
    says_side(key) && says(value, &["marker", "markers", "chit", "chits"])
}

fn says_nation(key: &str) -> bool {
    says(key, &["nation", "nationality", "country", "army"])
}

/// Whether a value may be a name: no number, no word for the face of a counter.
fn is_name(value: &str) -> bool {
    let value = value.trim();
    let no_name = ["front", "back", "true", "false", "none", "yes", "no", "all", "both", "neutral"];
    (2..=40).contains(&value.len())
        && value.chars().any(char::is_alphabetic)
        && !value.contains(['$', '{', '='])
        && !no_name.contains(&value.to_lowercase().as_str())
}

/// Endings by which a country, its people and what is theirs differ.
const ENDINGS: [&str; 23] = [
    "", "s", "n", "ns", "an", "ans", "ian", "ians", "ia", "a", "ish", "ese", "ain", "y", "ey", "e",
    "en", "d", "um", "ic", "ce", "k", "ks",
];

/// Names that have little in common with the word for what is theirs.
const IRREGULAR: [(&str, &str); 8] = [
    ("france", "french"),
    ("spain", "spanish"),
    ("spaniards", "spanish"),
    ("poland", "polish"),
    ("poles", "polish"),
    ("netherlands", "dutch"),
    ("danes", "danish"),
    ("denmark", "danish"),
];

/// Whether two words are forms of one: they begin alike, and go on with nothing but an ending.
fn is_alike(one: &str, other: &str) -> bool {
    let plain = |word: &str| {
        let word = word.trim().to_lowercase();
        let irregular = IRREGULAR.iter().find(|(name, _)| *name == word);
        irregular.map_or(word, |(_, plain)| (*plain).to_owned())
    };
    let (one, other) = (plain(one), plain(other));
    if one == other {
        return !one.is_empty();
    }
    let common: usize =
        one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    // The longest that is common may end within an ending: `russia`, `russian`.
    (4..=common).rev().filter(|at| one.is_char_boundary(*at)).any(|at| {
        ENDINGS.contains(&one.get(at..).unwrap_or("?"))
            && ENDINGS.contains(&other.get(at..).unwrap_or("?"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(roster: &[&str]) -> Sides {
        let roster: Vec<String> = roster.iter().map(|name| (*name).to_owned()).collect();
        Sides::new(None, &roster)
    }

    fn marks(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    fn path(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn words_of_one_country_are_alike_and_others_are_not() {
        for (one, other) in [
            ("German", "Germans"),
            ("Prussia", "Prussian"),
            ("Russia", "Russians"),
            ("Britain", "British"),
            ("Turkey", "Turkish"),
            ("Italy", "Italian"),
            ("Allies", "Allied"),
            ("Belgium", "Belgians"),
            ("France", "French"),
            ("Serbia", "Serbs"),
        ] {
            assert!(is_alike(one, other) && is_alike(other, one), "{one} {other}");
        }
        for (one, other) in
            [("Austria", "Australia"), ("Prussia", "Russia"), ("Union", "United"), ("", "")]
        {
            assert!(!is_alike(one, other) && !is_alike(other, one), "{one} {other}");
        }
    }

    #[test]
    fn properties_count_before_palettes_and_both_before_a_guess() {
        let mut sides = sides(&["Prussians", "Austrians", "Solitaire"]);
        let own = marks(&[("Unit Side", "Prussia"), ("Strength", "3")]);
        sides.learn(std::slice::from_ref(&own), [].into_iter());
        assert_eq!(sides.iter().count(), 2);
        let told = sides.of(&own, &path(&["Counters", "Austrian"]), &[]);
        assert_eq!((told.side.as_str(), told.by), ("prussians", By::Words));
        let told = sides.of(&marks(&[]), &path(&["Counters", "Austrian", "I Corps"]), &[]);
        assert_eq!((told.side.as_str(), told.by), ("austrians", By::Words));
        assert_eq!(told.nation.as_deref(), Some("austrian"));
        let told = sides.of(&marks(&[]), &path(&["Counters", "Markers"]), &[]);
        assert_eq!((told.side.as_str(), told.by), ("prussians", By::Guess));
        assert_eq!(told.nation, None);
        let told = sides.of(&marks(&[]), &path(&["Counters", "Saxon", "I Corps"]), &[]);
        assert_eq!((told.nation.as_deref(), told.by), (Some("saxon"), By::Guess));
    }

    /// Two players, three nations: who is nobody's is on the side that has no unit yet.
    #[test]
    fn a_nation_that_no_player_is_called_after_is_on_the_other_side() {
        let mut sides = sides(&["France", "Coalition", "Solitaire"]);
        let own = [marks(&[("Unit Side", "France")]), marks(&[("Unit Side", "Prussia")])];
        sides.learn(&own, [].into_iter());
        assert_eq!(sides.iter().count(), 2);
        let told = sides.of(&own[1], &path(&["Counters", "Armies"]), &[]);
        assert_eq!((told.side.as_str(), told.by), ("coalition", By::Words));
        assert_eq!(told.nation.as_deref(), Some("prussia"));
        assert_eq!(sides.by_elimination().collect::<Vec<_>>(), [("Prussia", "Coalition")]);
        assert_eq!(sides.of(&own[0], &path(&["Counters"]), &[]).side, "france");
    }

    #[test]
    fn sides_that_nobody_plays_come_from_properties_or_palettes() {
        let mut named = sides(&[]);
        let own = [marks(&[("Side", "Union")]), marks(&[("Side", "Rebels")])];
        named.learn(&own, [].into_iter());
        let names: Vec<&str> = named.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(names, ["Rebels", "Union"]);
        let mut parted = sides(&[]);
        let paths = [path(&["Pieces", "British"]), path(&["Pieces", "German", "1st Army"])];
        parted.learn(&[], paths.iter().map(Vec::as_slice));
        let names: Vec<&str> = parted.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(names, ["British", "German"]);
        let mut nothing = sides(&[]);
        nothing.learn(&[], [].into_iter());
        assert_eq!(nothing.iter().count(), 2);
    }
}
