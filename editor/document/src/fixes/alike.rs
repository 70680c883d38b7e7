//! One way out for all problems of a kind.

use std::mem::{Discriminant, discriminant};

use salient_schema::Diagnostic;

use super::{Fix, fixes_for};
use crate::problems::ProblemId;
use crate::{Document, Edit};

/// The most problems that are mended at once, so that no step takes long.
pub const MOST_ALIKE: usize = 500;

/// The problems of the same kind as one, itself among them: found by the same look at the same sort
/// of thing, with the same words but for names and numbers. In the order of the problems, no more
/// than [`MOST_ALIKE`].
pub fn problems_like(document: &Document, id: ProblemId) -> Vec<ProblemId> {
    let problems = document.problems();
    let Some(problem) = problems.get(id) else { return Vec::new() };
    let sort = discriminant(&id.scope);
    let wanted = words_of(problem);
    let alike = problems.iter().filter(|(other, found)| {
        discriminant(&other.scope) == sort
            && (found.code, &found.rule) == (problem.code, &problem.rule)
            && words_of(found) == wanted
    });
    alike.map(|(id, _)| id).take(MOST_ALIKE).collect()
}

/// The words of a message without the names and numbers in it: without what is quoted, and without
/// words that hold a figure.
fn words_of(problem: &Diagnostic) -> String {
    let mut words = String::new();
    let mut quoted = false;
    for part in problem.message.split_inclusive(['\'', '`', '“', '”']) {
        let text = part.trim_end_matches(['\'', '`', '“', '”']);
        if !quoted {
            for word in text.split_whitespace().filter(|word| !has_figure(word)) {
                words.push_str(word);
                words.push(' ');
            }
        }
        // A quotation mark that is none, as in "side's", would turn everything after it round.
        let apostrophe = part.ends_with('\'') && text.ends_with(char::is_alphabetic) && !quoted;
        if text.len() < part.len() && !apostrophe {
            quoted = !quoted;
        }
    }
    words
}

fn has_figure(word: &str) -> bool {
    word.chars().any(|letter| letter.is_ascii_digit())
}

/// Whether the first of a problem's ways out is of a sort of its own, so that "the first" means the
/// same thing for all problems of the kind: not so where the designer chooses between sides.
pub fn is_plain(fixes: &[Fix]) -> bool {
    let Some((first, others)) = fixes.split_first() else { return false };
    others.iter().all(|other| sort_of(other) != sort_of(first))
}

fn sort_of(fix: &Fix) -> Vec<Discriminant<Edit>> {
    fix.edits.iter().map(discriminant).collect()
}

/// For each problem of the same kind as one the way out that is meant by the one's `nth`: that which
/// is called the same, else the first if it is plain what that means. Those without one are left out.
///
/// Later problems come first, so that what a fix takes out of a list moves nothing that another is
/// about. Each was made for the document as it is: one that no longer applies after another is to be
/// left.
pub fn fixes_for_all(document: &Document, id: ProblemId, nth: usize) -> Vec<Fix> {
    let own = fixes_for(document, id);
    let Some(chosen) = own.get(nth) else { return Vec::new() };
    let by_place = nth == 0 && is_plain(&own);
    let others = problems_like(document, id).into_iter().rev().filter_map(|other| {
        let mut fixes = fixes_for(document, other);
        let called = fixes.iter().position(|fix| fix.title == chosen.title);
        let first = || {
            let alike = by_place && fixes.first().map(sort_of) == Some(sort_of(chosen));
            alike.then_some(0)
        };
        let at = called.or_else(first)?;
        Some(fixes.swap_remove(at))
    });
    others.collect()
}

#[cfg(test)]
mod tests {
    use salient_schema::Code;

    use super::*;

    fn words(message: &str) -> String {
        words_of(&Diagnostic::error(Code::Rule, message))
    }

    #[test]
    fn names_and_numbers_make_no_other_kind() {
        assert_eq!(words("no side `rde` in 0404"), words("no side `green one` in 1203"));
        assert_eq!(words("the side's counter 'a 1' waits"), words("the side's counter 'b' waits"));
        assert_ne!(words("no side `rde`"), words("no nation `rde`"));
    }
}
