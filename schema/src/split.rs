//! Reading a large bundle part by part, on several threads.
//!
//! In a file as Salient writes it, the fields of the outermost object stand two spaces from the
//! margin, and nothing else does: no line breaks inside a text. The file is cut there, and each
//! part read for itself; so are the orders of battle, which stand four spaces from it. Where every
//! piece between two cuts is one whole value, with a comma after it, the pieces are the object,
//! whatever the spaces meant; where not, nothing is given and the file is read in one go, which
//! also finds what is wrong with it.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::de::DeserializeOwned;

use crate::pictures::Pictures;
use crate::strict::Strict;
use crate::{Bundle, Map, OrderOfBattle, Ruleset, Scenario};

/// Below this length in bytes of a file, handing work to another thread costs more than it saves.
pub(crate) const LARGE: usize = 500_000;

/// A bundle out of its text; `None` where it is small, or not a sound bundle as Salient writes it.
pub(crate) fn bundle(text: &str) -> Option<Bundle> {
    if text.len() < LARGE { None } else { in_parts(text) }
}

fn in_parts(text: &str) -> Option<Bundle> {
    let fields = fields(text)?;
    const NAMES: [&str; 6] =
        ["$schema", "format_version", "ruleset", "map", "orders_of_battle", "scenario"];
    // With as many fields as names, each found, none stands twice and none is unknown.
    if fields.len() != NAMES.len() {
        return None;
    }
    let [schema, format_version, ruleset, map, orders_of_battle, scenario] =
        NAMES.map(|name| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value));
    let (schema, format_version) = (value::<String>(schema?)?, value::<u32>(format_version?)?);
    let (ruleset, map, scenario) = (ruleset?, map?, scenario?);
    let orders_of_battle = elements(orders_of_battle?)?;
    let (others, counters) = rayon::join(
        || {
            let (map, scenario) = rayon::join(|| value::<Map>(map), || value::<Scenario>(scenario));
            Some((value::<Ruleset>(ruleset)?, map?, scenario?))
        },
        || {
            let read = orders_of_battle.into_par_iter().map(value::<OrderOfBattle>);
            read.collect::<Option<Vec<OrderOfBattle>>>()
        },
    );
    let ((ruleset, map, scenario), orders_of_battle) = (others?, counters?);
    let pictures = Pictures::default();
    Some(Bundle { schema, format_version, ruleset, map, orders_of_battle, scenario, pictures })
}

/// The fields of the outermost object and the text of their values, as far as can be told from
/// where they stand.
fn fields(text: &str) -> Option<Vec<(&str, &str)>> {
    let inside = between(text, '{', '}')?;
    let pieces = pieces(inside, "\n  \"")?.into_iter();
    pieces.map(|piece| piece.strip_prefix('"')?.split_once("\":")).collect()
}

/// The texts of a list's objects, in the same way.
fn elements(text: &str) -> Option<Vec<&str>> {
    pieces(between(text, '[', ']')?, "\n    {")
}

/// What JSON takes for a space, and no more.
const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

fn between(text: &str, first: char, last: char) -> Option<&str> {
    text.trim_matches(SPACE).strip_prefix(first)?.strip_suffix(last)
}

/// The pieces that begin with a margin's last character, with one comma between any two.
fn pieces<'t>(text: &'t str, margin: &str) -> Option<Vec<&'t str>> {
    /// More of them is no bundle as anybody would write it.
    const MOST: usize = 64;
    let mut starts = memchr::memmem::find_iter(text.as_bytes(), margin);
    let mut start = starts.next()?;
    if !text.get(..start)?.trim_matches(SPACE).is_empty() {
        return None;
    }
    let mut pieces = Vec::new();
    loop {
        let next = starts.next();
        let piece = text.get(start + margin.len() - 1..next.unwrap_or(text.len()))?;
        let piece = piece.trim_end_matches(SPACE);
        if pieces.len() == MOST {
            return None;
        }
        let Some(next) = next else {
            pieces.push(piece);
            return Some(pieces);
        };
        pieces.push(piece.strip_suffix(',')?);
        start = next;
    }
}

fn value<T: DeserializeOwned>(text: &str) -> Option<T> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Strict(&mut deserializer)).ok()?;
    deserializer.end().ok()?;
    Some(value)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A bundle of a fixture as Salient writes it.
    fn text() -> String {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/fixtures/storm-in-the-west/scenario.json"
        );
        let mut bundle = crate::open_project(&crate::Disk, path).0.unwrap().bundle;
        bundle.name_parts_by_id();
        crate::to_canonical_json(&bundle).unwrap()
    }

    fn at_once(text: &str) -> Option<Bundle> {
        value(text)
    }

    #[test]
    fn the_parts_are_the_whole() {
        let text = text();
        let bundle = in_parts(&text);
        assert!(bundle.is_some());
        assert_eq!(bundle, at_once(&text));
        // Line ends of another system, and no space at the end.
        let other = text.replace('\n', "\r\n");
        assert_eq!(in_parts(other.trim_end()), bundle);
        // Written in one line, it is left to the reader of everything.
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(in_parts(&value.to_string()), None);
    }

    #[test]
    fn what_is_no_object_of_six_fields_is_left_alone() {
        let text = text();
        for (from, to) in [
            ("\n  \"map\": {", "\n  \"map\": {},\n  \"map\": {"),
            ("\n  \"map\": {", "\n  \"mop\": {"),
            ("\n  \"map\": {", "\n  \"map\": {},\n  \"more\": {"),
            (",\n  \"map\":", "\n  \"map\":"),
            (",\n  \"map\":", ",,\n  \"map\":"),
            ("\n  \"format_version\": 1,", "\n  \"format_version\": 1, 2,"),
        ] {
            let other = text.replacen(from, to, 1);
            assert_ne!(other, text);
            assert_eq!(in_parts(&other), None, "{to}");
        }
        assert_eq!(in_parts(&format!("\u{a0}{text}")), None);
        assert_eq!(in_parts(&format!("{text}x")), None);
        assert_eq!(in_parts(""), None);
        assert_eq!(in_parts("{"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn a_changed_text_is_read_as_at_once_or_not_at_all(
            at in 0.0..1.0_f64,
            length in 0_usize..40,
            put in prop_oneof![
                Just(String::new()), Just("\n  \"".to_owned()), Just("\n  \"map\": ".to_owned()),
                Just(",\n  \"scenario\": {}".to_owned()), Just("}".to_owned()), ".{0,4}",
            ],
        ) {
            let mut text = text();
            let mut start = (at * text.len() as f64) as usize;
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let mut end = (start + length).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(start..end, &put);
            if let Some(bundle) = in_parts(&text) {
                prop_assert_eq!(Some(bundle), at_once(&text));
            }
        }
    }
}
