//! "Did you mean": the nearest known name to one that is not known.

use std::cell::Cell;

/// Names longer than this are not compared: the comparison takes the product of the lengths.
const LONGEST: usize = 64;

/// Looks for near names, as long as the work stays within bounds: a file with a hundred
/// thousand dangling references is told about them, but not compared a thousand million times.
pub(crate) struct Suggestions {
    comparisons_left: Cell<usize>,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { comparisons_left: Cell::new(500_000) }
    }
}

impl Suggestions {
    /// The known name most like this one, if one is like it at all.
    pub(crate) fn nearest<'a>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let length = name.chars().count();
        if length == 0 || length > LONGEST {
            return None;
        }
        // One slip in a short name, a third of a long one; of one or two letters, the case.
        let most = if length < 3 { 0 } else { (length + 1) / 3 };
        let mut best: Option<(usize, &str)> = None;
        for candidate in known {
            let left = self.comparisons_left.get();
            if left == 0 {
                return None;
            }
            self.comparisons_left.set(left - 1);
            if candidate.len() > LONGEST {
                continue;
            }
            let distance = if candidate.eq_ignore_ascii_case(name) {
                0
            } else if length >= 3 && begins(candidate, name) {
                // `flat` for `flat_topped`.
                most
            } else if candidate.chars().count().abs_diff(length) > most {
                continue;
            } else {
                strsim::damerau_levenshtein(name, candidate)
            };
            if distance <= most && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// The help for an unknown name: the nearest one, or else all if they are few.
    pub(crate) fn help<'a, I>(&self, name: &str, known: I) -> Option<String>
    where
        I: IntoIterator<Item = &'a str>,
        I::IntoIter: Clone,
    {
        let known = known.into_iter();
        if let Some(nearest) = self.nearest(name, known.clone()) {
            return Some(format!("did you mean `{nearest}`?"));
        }
        list(known)
    }
}

/// Whether one of two names is the other's first word.
fn begins(one: &str, other: &str) -> bool {
    let (long, short) = if one.len() > other.len() { (one, other) } else { (other, one) };
    short.len() >= 3 && long.strip_prefix(short).is_some_and(|rest| rest.starts_with(['-', '_']))
}

/// Names all of a few names: "known are `a`, `b` and `c`".
fn list<'a>(known: impl Iterator<Item = &'a str>) -> Option<String> {
    const MOST: usize = 12;
    let names: Vec<&str> = known.take(MOST + 1).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("the only one is `{one}`")),
        [first @ .., last] if names.len() <= MOST => {
            let first: Vec<String> = first.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("there are {} and `{last}`", first.join(", ")))
        }
        _ => None,
    }
}

/// A text as a message shows it: cut, in one line, and without what a terminal would obey.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let cut: String = text.chars().take(MOST).collect();
    let mut shown = salient_files::visible(&cut).replace('\n', "\\n").replace('\t', "\\t");
    if cut.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_short_and_harmless() {
        assert_eq!(shown("a\u{1b}[2J\u{202e}\r\n\tb"), "a\\u001b[2J\\u202e\\u000d\\n\\tb");
        assert_eq!(shown(&"x".repeat(60)), "x".repeat(60));
        assert_eq!(shown(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
    }

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let known = ["clear", "woods", "swamp"];
        let suggestions = Suggestions::default();
        assert_eq!(suggestions.nearest("wods", known), Some("woods"));
        assert_eq!(suggestions.nearest("Swamp", known), Some("swamp"));
        assert_eq!(suggestions.nearest("mountain", known), None);
        assert_eq!(
            suggestions.nearest("flat", ["pointy_topped", "flat_topped"]),
            Some("flat_topped")
        );
        assert_eq!(suggestions.nearest("Q", ["A", "B"]), None);
        assert_eq!(suggestions.nearest("a", ["A", "B"]), Some("A"));
        assert_eq!(
            suggestions.help("mountain", known).as_deref(),
            Some("there are `clear`, `woods` and `swamp`")
        );
    }
}
