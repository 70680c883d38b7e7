//! Ids for what is new.

use std::collections::BTreeSet;

use salient_schema::common::Id;
use salient_schema::{Bundle, Defined, Ruleset};

/// An id that no counter has: the wanted one, or the next number after it.
pub fn fresh_counter_id(bundle: &Bundle, wanted: &str) -> Id {
    fresh(wanted, &counter_ids(bundle))
}

/// An id that nothing of a sort has in a ruleset.
pub fn fresh_definition_id(ruleset: &Ruleset, of: Defined, wanted: &str) -> Id {
    fresh(wanted, &of.ids(ruleset).into_iter().cloned().collect())
}

/// An id that no chart has.
pub fn fresh_chart_id(ruleset: &Ruleset, wanted: &str) -> Id {
    fresh(wanted, &ruleset.tables.iter().map(|table| table.id.clone()).collect())
}

/// An id that no constant has.
pub fn fresh_constant_id(ruleset: &Ruleset, wanted: &str) -> Id {
    fresh(wanted, &ruleset.constants.iter().map(|constant| constant.id.clone()).collect())
}

/// An id that no formation has.
pub fn fresh_formation_id(bundle: &Bundle, wanted: &str) -> Id {
    let formations = bundle.orders_of_battle.iter().flat_map(|oob| &oob.formations);
    fresh(wanted, &formations.map(|formation| formation.id.clone()).collect())
}

pub(super) fn counter_ids(bundle: &Bundle) -> BTreeSet<Id> {
    let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    counters.map(|counter| counter.id.clone()).collect()
}

/// The wanted id if it is free, else with the next number that is.
pub(crate) fn fresh(wanted: &str, taken: &BTreeSet<Id>) -> Id {
    let wanted = if is_id(wanted) { wanted.to_owned() } else { id_from_words(wanted, "unit") };
    if !taken.contains(&wanted) {
        return wanted;
    }
    // `g-88` goes on with `g-89` only where the number was ours: after a hyphen of its own.
    let stem = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
    let (stem, first) = match (stem.strip_suffix("-n"), wanted[stem.len()..].parse::<u64>()) {
        (Some(_), Ok(number)) => (stem.to_owned(), number.saturating_add(1)),
        _ => (format!("{wanted}-n"), 2),
    };
    (first..)
        .map(|number| format!("{stem}{number}"))
        .find(|id| !taken.contains(id))
        .unwrap_or(wanted)
}

/// Whether a text is an id: lower-case letters, digits, and single hyphens or underscores
/// between them.
pub fn is_id(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.split(['-', '_']).all(word)
}

/// An id made of words: `51R/17` becomes `51r-17`. `otherwise` stands in for nothing.
pub fn id_from_words(words: &str, otherwise: &str) -> Id {
    let mut id = String::new();
    for sign in words.chars().flat_map(char::to_lowercase) {
        let plain = match sign {
            'ä' => "ae",
            'ö' => "oe",
            'ü' => "ue",
            'ß' => "ss",
            'à' | 'á' | 'â' | 'å' => "a",
            'ç' => "c",
            'è' | 'é' | 'ê' | 'ë' => "e",
            'î' | 'ï' => "i",
            'ô' => "o",
            'û' | 'ù' => "u",
            _ => "",
        };
        if !plain.is_empty() {
            id.push_str(plain);
        } else if sign.is_ascii_lowercase() || sign.is_ascii_digit() {
            id.push(sign);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    if id.is_empty() { otherwise.to_owned() } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_ids() {
        for (words, id) in [
            ("51R/17", "51r-17"),
            ("Jäger-Brigade Nr. 3", "jaeger-brigade-nr-3"),
            ("  ", "unit"),
            ("½", "unit"),
        ] {
            assert_eq!(id_from_words(words, "unit"), id);
            assert!(is_id(id));
        }
    }

    #[test]
    fn a_taken_id_gets_a_number() {
        let taken: BTreeSet<Id> = ["g-88", "g-88-n2", "g"].map(str::to_owned).into();
        assert_eq!(fresh("g-89", &taken), "g-89");
        assert_eq!(fresh("g-88", &taken), "g-88-n3");
        assert_eq!(fresh("g-88-n2", &taken), "g-88-n3");
        assert_eq!(fresh("G!", &taken), "g-n2");
    }
}
