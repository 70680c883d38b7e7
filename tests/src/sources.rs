//! What a source says when it is read as the compiler reads it: words and strings, without
//! comments and without what is only built for tests.

/// A word or a string of a source, with the line on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The line, from 1.
    pub line: usize,
    /// The identifier, or what stands between the quotes.
    pub text: String,
}

/// What a Rust source says, and the modules of other files that only tests are built with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Identifiers and strings, in order.
    pub said: Vec<Said>,
    /// The names behind `#[cfg(test)] mod …;`.
    pub test_modules: Vec<String>,
}

/// Reads a Rust source.
pub fn read(text: &str) -> Source {
    let tokens = tokens(text);
    let mut source = Source::default();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(item) = behind_test_attribute(&tokens[at..]) {
            let item = at + item;
            let end = item + length_of_item(&tokens[item..]);
            if let [.., Token::Word(_, keyword), Token::Word(_, name), Token::Mark(';')] =
                &tokens[item..end]
                && keyword == "mod"
            {
                source.test_modules.push(name.clone());
            }
            at = end;
            continue;
        }
        if let Token::Word(line, text) | Token::Text(line, text) = &tokens[at] {
            source.said.push(Said { line: *line, text: text.clone() });
        }
        at += 1;
    }
    source
}

/// A style sheet, script, shader or table: its lines without those that are comments from their
/// first character to their last.
pub fn read_plain(text: &str) -> Vec<Said> {
    let mut in_comment = false;
    let mut said = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let begins = trimmed.starts_with("/*");
        let comment =
            in_comment || begins || trimmed.starts_with("//") || trimmed.starts_with("# ");
        in_comment = (in_comment || begins) && !trimmed.contains("*/");
        if !comment {
            said.push(Said { line: number + 1, text: trimmed.to_owned() });
        }
    }
    said
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(usize, String),
    Text(usize, String),
    Mark(char),
}

/// How many tokens `#[cfg(test)]` and the attributes behind it take up, if that is what begins
/// here.
fn behind_test_attribute(tokens: &[Token]) -> Option<usize> {
    let word =
        |at: usize, word: &str| matches!(tokens.get(at), Some(Token::Word(_, w)) if w == word);
    let mark = |at: usize, mark: char| tokens.get(at) == Some(&Token::Mark(mark));
    let is_test = mark(0, '#')
        && mark(1, '[')
        && word(2, "cfg")
        && mark(3, '(')
        && word(4, "test")
        && mark(5, ')')
        && mark(6, ']');
    let mut at = is_test.then_some(7)?;
    while mark(at, '#') && mark(at + 1, '[') {
        at += 1 + length_of_group(&tokens[at + 1..]);
    }
    Some(at)
}

/// How many tokens an item takes up: to its closing brace, or to its semicolon.
fn length_of_item(tokens: &[Token]) -> usize {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Mark(';') => return at + 1,
            Token::Mark('{') => return at + length_of_group(&tokens[at..]),
            Token::Mark('(' | '[') => at += length_of_group(&tokens[at..]),
            _ => at += 1,
        }
    }
    at
}

/// How many tokens there are to the bracket that closes the first.
fn length_of_group(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = Reader { chars: &chars, at: 0, line: 1, tokens: Vec::new() };
    while reader.at < chars.len() {
        reader.step();
    }
    reader.tokens
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn next(&mut self) -> char {
        let next = self.peek(0);
        self.at += 1;
        self.line += usize::from(next == '\n');
        next
    }

    fn step(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => while self.at < self.chars.len() && self.next() != '\n' {},
            ('/', '*') => self.comment(),
            ('"', _) => self.string(),
            ('\'', _) => self.quote(),
            (first, _) if first.is_alphanumeric() || first == '_' => self.word(),
            (first, _) => {
                if !first.is_whitespace() {
                    self.tokens.push(Token::Mark(first));
                }
                self.next();
            }
        }
    }

    /// A block comment, with those inside it.
    fn comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.next();
                    continue;
                }
            }
            self.next();
            self.next();
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        let line = self.line;
        self.next();
        let mut text = String::new();
        while self.at < self.chars.len() {
            match self.next() {
                '"' => break,
                '\\' => {
                    // Escapes, and the blanks behind an escaped end of line, are of no interest.
                    text.push(' ');
                    self.next();
                }
                other => text.push(other),
            }
        }
        self.tokens.push(Token::Text(line, text));
    }

    /// `r"…"` or `r#"…"#`, from the first `#` or quote.
    fn raw_string(&mut self) {
        let line = self.line;
        let mut marks = 0;
        while self.peek(0) == '#' {
            self.next();
            marks += 1;
        }
        self.next();
        let mut text = String::new();
        while self.at < self.chars.len() {
            let next = self.next();
            if next == '"' && (0..marks).all(|ahead| self.peek(ahead) == '#') {
                (0..marks).for_each(|_| {
                    self.next();
                });
                break;
            }
            text.push(next);
        }
        self.tokens.push(Token::Text(line, text));
    }

    /// A character, or a lifetime.
    fn quote(&mut self) {
        self.next();
        if self.peek(0) == '\\' {
            self.next();
            self.next();
            while self.at < self.chars.len() && self.next() != '\'' {}
        } else if self.peek(1) == '\'' {
            self.next();
            self.next();
        }
    }

    fn word(&mut self) {
        let line = self.line;
        let mut word = String::new();
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            word.push(self.next());
        }
        let quoted = self.peek(0) == '"';
        let hashes = (0..).take_while(|&ahead| self.peek(ahead) == '#').count();
        match word.as_str() {
            "r" | "br" | "cr" if quoted || (hashes > 0 && self.peek(hashes) == '"') => {
                self.raw_string();
            }
            "b" | "c" if quoted => self.string(),
            _ => self.tokens.push(Token::Word(line, word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        read(source).said.into_iter().map(|said| said.text).collect()
    }

    #[test]
    fn comments_say_nothing() {
        assert_eq!(texts("// a\n/// b\nc /* d /* e */ f */ g"), ["c", "g"]);
    }

    #[test]
    fn strings_of_every_kind_are_read() {
        assert_eq!(
            texts(r####"x("a \" // b", r"c", r#"d " e"#, b"f", c"g", '"', 'h', '\'', i::<'j>)"####),
            ["x", "a   // b", "c", "d \" e", "f", "g", "i", "j"]
        );
    }

    #[test]
    fn lines_are_counted() {
        let said = read("a\n\"b\nc\"\nd").said;
        let lines: Vec<usize> = said.iter().map(|said| said.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }

    #[test]
    fn what_only_tests_are_built_with_is_left_out() {
        let source = read(
            "fn a() {}\n#[cfg(test)]\n#[allow(b)]\nmod c { fn d() { \"}\" } }\nfn e() {}\n\
             #[cfg(test)] use f::{g, h};\n#[cfg(test)]\nmod i;\n#[cfg(not(test))] fn j() {}",
        );
        let texts: Vec<&str> = source.said.iter().map(|said| said.text.as_str()).collect();
        assert_eq!(texts, ["fn", "a", "fn", "e", "cfg", "not", "test", "fn", "j"]);
        assert_eq!(source.test_modules, ["i"]);
    }

    #[test]
    fn plain_files_lose_their_comments() {
        let said = read_plain("/* a\nb */\nc\n// d\n# e\n#f { }");
        let texts: Vec<&str> = said.iter().map(|said| said.text.as_str()).collect();
        assert_eq!(texts, ["c", "#f { }"]);
    }
}
