//! A text that is looked for in names.

/// A text, and how exactly it is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPattern {
    /// The text.
    pub text: String,
    /// Whether capitals and small letters differ.
    pub match_case: bool,
    /// Whether it must stand as a word, not within one.
    pub whole_word: bool,
}

impl TextPattern {
    /// A text in any case, anywhere.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a name holds it.
    pub fn is_in(&self, name: &str) -> bool {
        self.first_in(name, 0).is_some()
    }

    /// The name with another text in place of each that is found, from the left.
    pub fn replaced(&self, name: &str, with: &str) -> String {
        let mut result = String::with_capacity(name.len());
        let mut from = 0;
        while let Some((start, end)) = self.first_in(name, from) {
            result.push_str(&name[from..start]);
            result.push_str(with);
            from = end;
        }
        result.push_str(&name[from..]);
        result
    }

    /// The byte range of the first match at or after a place.
    fn first_in(&self, name: &str, from: usize) -> Option<(usize, usize)> {
        if self.is_empty() {
            return None;
        }
        let starts = name.char_indices().map(|(start, _)| start).filter(|&start| start >= from);
        starts.into_iter().find_map(|start| {
            let end = start + self.length_at(&name[start..])?;
            let word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
            let within =
                word(name[..start].chars().next_back()) || word(name[end..].chars().next());
            (!self.whole_word || !within).then_some((start, end))
        })
    }

    /// How many bytes at the beginning of a text match, if it begins so.
    fn length_at(&self, text: &str) -> Option<usize> {
        let mut letters = text.chars();
        for wanted in self.text.chars() {
            let found = letters.next()?;
            let same = match self.match_case {
                true => found == wanted,
                false => found == wanted || found.to_lowercase().eq(wanted.to_lowercase()),
            };
            if !same {
                return None;
            }
        }
        Some(text.len() - letters.as_str().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str, match_case: bool, whole_word: bool) -> TextPattern {
        TextPattern { text: text.to_owned(), match_case, whole_word }
    }

    #[test]
    fn texts_are_found_as_they_are_meant() {
        assert!(pattern("ham", false, false).is_in("Nottingham"));
        assert!(!pattern("ham", false, true).is_in("Nottingham"));
        assert!(pattern("ham", false, true).is_in("Ham-sur-Somme"));
        assert!(!pattern("ham", true, true).is_in("Ham-sur-Somme"));
        assert!(pattern("péronne", false, true).is_in("PÉRONNE"));
        assert!(!pattern("", false, false).is_in("Ham"));
    }

    #[test]
    fn each_is_replaced_once() {
        assert_eq!(pattern("a", false, false).replaced("Alabama", "aa"), "aalaabaamaa");
        assert_eq!(
            pattern("St", true, true).replaced("St Quentin, Stenay", "Saint"),
            "Saint Quentin, Stenay"
        );
        assert_eq!(pattern("É", false, false).replaced("été", "e"), "ete");
        assert_eq!(pattern("x", false, false).replaced("Ham", "y"), "Ham");
    }
}
