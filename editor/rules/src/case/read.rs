//! Reading a rule case from its text.

use super::Case;

/// How deep brackets and dotted keys of a case lie in each other at most. Written cases need half a
/// dozen. The parser of TOML goes down once for each, and what it admits itself takes more of the
/// stack than a thread has.
pub const MOST_DEEP: usize = 32;

/// Why a text is no rule case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaseError {
    /// It is refused unread.
    #[error(
        "line {line}: brackets and dotted keys lie more than {MOST_DEEP} deep in each other; \
         no case needs that"
    )]
    TooDeep {
        /// The line, from 1.
        line: usize,
    },
    /// It is no TOML, or says something else than a case.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
}

impl CaseError {
    /// The line of the text that it was read from, from 1; none where it is about none in particular.
    pub fn line(&self, text: &str) -> Option<usize> {
        match self {
            Self::TooDeep { line } => Some(*line),
            Self::Toml(error) => {
                let before = text.as_bytes().get(..error.span()?.start)?;
                Some(1 + before.iter().filter(|byte| **byte == b'\n').count())
            }
        }
    }

    /// What is wrong, without the place.
    pub fn reason(&self) -> String {
        match self {
            Self::TooDeep { .. } => self.to_string(),
            Self::Toml(error) => error.message().to_owned(),
        }
    }
}

impl Case {
    /// Reads a case from TOML.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(text: &str) -> Result<Self, CaseError> {
        match line_too_deep(text) {
            Some(line) => Err(CaseError::TooDeep { line }),
            None => Ok(toml::from_str(text)?),
        }
    }
}

/// The line in which something begins to lie too deep.
fn line_too_deep(text: &str) -> Option<usize> {
    let mut nesting = Nesting { begins: true, ..Nesting::default() };
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(first) = rest.bytes().next() {
        if nesting.after(first) > MOST_DEEP {
            let read = text.len() - rest.len();
            return Some(1 + text.bytes().take(read).filter(|byte| *byte == b'\n').count());
        }
        rest = rest.get(length_of_token(rest, first)..).unwrap_or_default();
    }
    None
}

/// How deep what is read next lies. Where the text is none of TOML it is rather too deep: a bracket
/// of another kind closes nothing.
#[derive(Debug, Default)]
struct Nesting {
    /// The brackets that are open, each with the depth outside.
    open: Vec<(u8, usize)>,
    deep: usize,
    /// Of the table whose head came last.
    head: usize,
    /// Whether this line is such a head.
    in_head: bool,
    /// Whether this line has said nothing yet.
    begins: bool,
}

impl Nesting {
    /// Takes note of a token by its first sign.
    fn after(&mut self, first: u8) -> usize {
        match first {
            b'[' | b'{' => {
                if self.begins && first == b'[' && self.open.is_empty() {
                    (self.in_head, self.head, self.deep) = (true, 0, 0);
                }
                self.open.push((first, self.deep));
                self.deep += 1;
            }
            b']' | b'}' => {
                let opened = if first == b']' { b'[' } else { b'{' };
                if let Some((_, outside)) = self.open.pop_if(|(open, _)| *open == opened) {
                    self.deep = outside;
                }
            }
            b'.' => self.deep += 1,
            b',' => self.deep = self.open.last().map_or(self.head, |(_, outside)| outside + 1),
            b'\n' | b'\r' if self.open.is_empty() => {
                self.deep = self.head;
                (self.in_head, self.begins) = (false, true);
                return self.deep;
            }
            _ => {}
        }
        if self.in_head {
            self.head = self.head.max(self.deep);
        }
        self.begins &= matches!(first, b' ' | b'\t');
        self.deep
    }
}

/// Where a token ends, as the parser of TOML tells them apart.
fn length_of_token(rest: &str, first: u8) -> usize {
    let until = |signs: &[char]| rest.find(signs).unwrap_or(rest.len());
    match first {
        b'#' => until(&['\n', '\r']),
        b'"' | b'\'' => length_of_string(rest, first),
        b'.' | b'=' | b',' | b'[' | b']' | b'{' | b'}' | b' ' | b'\t' | b'\r' | b'\n' => 1,
        // A quotation mark within begins no string.
        _ => until(&['.', '=', ',', '[', ']', '{', '}', ' ', '\t', '#', '\r', '\n']),
    }
}

/// A string that is not closed ends with its line, or with the text if it may have several.
fn length_of_string(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let is_quote = |at: usize| bytes.get(at) == Some(&quote);
    let has_lines = is_quote(1) && is_quote(2);
    let mut at = if has_lines { 3 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == b'"' => {
                at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'\\' | b'"')));
            }
            b'\n' if !has_lines => return at,
            _ if byte == quote && !has_lines => return at + 1,
            _ if byte == quote && is_quote(at + 1) && is_quote(at + 2) => {
                // Up to two more belong to what is quoted.
                return at
                    + 3
                    + usize::from(is_quote(at + 3))
                    + usize::from(is_quote(at + 3) && is_quote(at + 4));
            }
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = \"t\"\nrules = []\n";

    #[test]
    fn what_lies_too_deep_is_refused_before_it_is_parsed() {
        let deep = |open: &str, close: &str| {
            format!("{HEAD}x = {}{}\n", open.repeat(MOST_DEEP + 1), close.repeat(MOST_DEEP + 1))
        };
        let table = format!("{HEAD}[{}a]\n", "a.".repeat(MOST_DEEP));
        let key = format!("{HEAD}{}a = 1\n", "a.".repeat(MOST_DEEP + 1));
        // Neither alone.
        let half = MOST_DEEP / 2;
        let both = format!("{HEAD}[{}a]\n{}a = 1\n", "a.".repeat(half), "b.".repeat(half));
        let keys = format!("{HEAD}x = {}1{}", "{ a.a.a = ".repeat(half), " }".repeat(half));
        for text in [deep("[", "]"), deep("{ a = ", "}"), deep("[", ""), table, key, keys] {
            assert_eq!(Case::read(&text), Err(CaseError::TooDeep { line: 3 }), "{text}");
        }
        assert_eq!(Case::read(&both), Err(CaseError::TooDeep { line: 4 }), "{both}");
    }

    #[test]
    fn the_stack_is_not_used_up_whatever_lies_in_what() {
        // What a test's thread has; a debug build once went down further than that.
        for (open, close) in
            [("[", "]"), ("{a=", "}"), ("[{a=", "}]"), ("{", "]"), ("{a.b=[", "]}")]
        {
            for times in [40, 79, 245, 100_000] {
                let text = format!("{HEAD}x = {}{}", open.repeat(times), close.repeat(times));
                assert!(matches!(Case::read(&text), Err(CaseError::TooDeep { line: 3 })), "{open}");
            }
        }
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let text = format!("{HEAD}dice = [7, \"x\"]\n");
        let error = Case::read(&text).expect_err("no die");
        assert_eq!(error.line(&text), Some(3));
        assert!(error.reason().contains("invalid type"), "{}", error.reason());
        let text = "title = \"t\"\n\nrules = \n";
        assert_eq!(Case::read(text).expect_err("no TOML").line(text), Some(3));
    }

    #[test]
    fn brackets_in_strings_and_comments_are_none() {
        let many = "[".repeat(200);
        let texts = [
            format!("title = \"{many}\\\"{many}\"\nrules = []"),
            format!("title = '{many}'\nrules = [] # {many}"),
            format!("title = \"\"\"\n{many}\"\"{many}\"\"\"\"\"\nrules = []"),
            format!("title = '''\n{many}''{many}'''\nrules = []"),
            format!("title = \"t\"\nrules = [{}]", "\"1.2.3\", 1.5, ".repeat(100)),
        ];
        for text in texts {
            let read = Case::read(&text);
            assert!(!matches!(read, Err(CaseError::TooDeep { .. })), "{text}: {read:?}");
        }
        let siblings = format!("{HEAD}{}", "[[actions]]\ndo = \"done\"\n".repeat(100));
        assert_eq!(Case::read(&siblings).map(|case| case.actions.len()), Ok(100));
    }
}
