//! A rule book as plain data: chapters of numbered rules, with their tables. Pages, paper and
//! screens set it, each in its own way.
//!
//! A system makes one of its ruleset ([`System::book`](crate::System::book)). Printed without any
//! art it reads like this:
//!
//! ```
//! use salient_rules::book::{Book, Chapter, Rule, Text};
//!
//! let text = Text::from("Up to 2 units may stack in a hex").cite("DR 7.2").end();
//! let rule = Rule::new("2.1", text);
//! let stacking = Chapter { number: "2".into(), title: "Stacking".into(), rules: vec![rule] };
//! let book = Book { title: "Drill".into(), chapters: vec![stacking], ..Book::default() };
//! assert_eq!(
//!     book.to_string(),
//!     "DRILL\n\n2  STACKING\n\n2.1  Up to 2 units may stack in a hex (DR 7.2).\n"
//! );
//! ```

use std::fmt;

/// A rule book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// What stands below the title: the scenario that it is for, who published the game.
    pub subtitle: Vec<String>,
    /// Its chapters in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// Its number, `2.0`; empty for none.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its rules in order.
    pub rules: Vec<Rule>,
}

/// A numbered rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Its number; empty where it belongs to the rule above.
    pub number: String,
    /// What it is about, before its words; empty for none.
    pub title: String,
    /// Its words.
    pub text: Text,
    /// A list below it.
    pub points: Vec<Point>,
    /// Tables below it.
    pub tables: Vec<Table>,
}

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// How deep it stands, from 0.
    pub depth: usize,
    /// What stands before it: `A.`, `1.`, `+1`; a dot if empty.
    pub mark: String,
    /// Its words.
    pub text: Text,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// The heads of its columns, that of the row heads first.
    pub heads: Vec<String>,
    /// Its rows, in groups.
    pub groups: Vec<Rows>,
    /// What its cells mean: cell and meaning.
    pub key: Vec<(String, String)>,
    /// What is said below it.
    pub notes: Vec<String>,
}

/// Rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// What they have in common; empty where there is only one group.
    pub title: String,
    /// They: the row's head first.
    pub rows: Vec<Vec<String>>,
}

/// Words with the numbers of rules among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Run>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Words.
    Words(String),
    /// The number of a rule, which stands in parentheses.
    Rule(String),
}

impl Rule {
    /// A rule of words alone.
    pub fn new(number: impl Into<String>, text: impl Into<Text>) -> Self {
        Self { number: number.into(), text: text.into(), ..Self::default() }
    }
}

impl Table {
    /// Whether a column's cells are all so short that they are set in its middle: numbers, results.
    pub fn is_short(&self, column: usize) -> bool {
        const MOST: usize = 10;
        let mut cells = self.rows().filter_map(|row| row.get(column));
        cells.all(|cell| cell.chars().count() <= MOST)
    }

    /// Its rows, without their groups.
    pub fn rows(&self) -> impl Iterator<Item = &Vec<String>> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

impl Text {
    /// Its parts.
    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same with more words.
    #[must_use]
    pub fn say(mut self, words: impl AsRef<str>) -> Self {
        let words = words.as_ref();
        match self.0.last_mut() {
            Some(Run::Words(last)) => last.push_str(words),
            _ if words.is_empty() => {}
            _ => self.0.push(Run::Words(words.to_owned())),
        }
        self
    }

    /// The same with the number of a rule behind it, if there is one.
    #[must_use]
    pub fn cite<'a>(mut self, rule: impl Into<Option<&'a str>>) -> Self {
        let rule = rule.into().map(str::trim).filter(|rule| !rule.is_empty());
        self.0.extend(rule.map(|rule| Run::Rule(rule.to_owned())));
        self
    }

    /// The same with another behind it.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for run in other.0 {
            match run {
                Run::Words(words) => self = self.say(words),
                rule @ Run::Rule(_) => self.0.push(rule),
            }
        }
        self
    }

    /// The same as a sentence, with its full stop.
    #[must_use]
    pub fn end(self) -> Self {
        match self.0.last() {
            None => self,
            Some(Run::Words(words)) if words.ends_with(['.', '!', '?', ':']) => self,
            _ => self.say("."),
        }
    }

    /// The same with another sentence behind it.
    #[must_use]
    pub fn then(self, sentence: impl Into<Self>) -> Self {
        let sentence = sentence.into().end();
        match (self.is_empty(), sentence.is_empty()) {
            (true, _) => sentence,
            (_, true) => self,
            _ => self.end().say(" ").and(sentence),
        }
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self::default().say(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::default().say(words)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|run| match run {
            Run::Words(words) => f.write_str(words),
            Run::Rule(rule) => write!(f, " ({rule})"),
        })
    }
}

/// As plain text, a line a paragraph.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title.to_uppercase())?;
        self.subtitle.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        self.chapters.iter().try_for_each(|chapter| write!(f, "\n{chapter}"))
    }
}

impl fmt::Display for Chapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = format!("{}  {}", self.number, self.title.to_uppercase());
        writeln!(f, "{}", head.trim_start())?;
        self.rules.iter().try_for_each(|rule| write!(f, "\n{rule}"))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = if self.title.is_empty() { "" } else { &format!("{}. ", self.title) };
        let line = format!("{:<4} {title}{}", self.number, self.text);
        writeln!(f, "{}", line.trim_end())?;
        for Point { depth, mark, text } in &self.points {
            let mark = if mark.is_empty() { "·" } else { mark };
            writeln!(f, "{:indent$}{mark} {text}", "", indent = 5 + 3 * depth)?;
        }
        self.tables.iter().try_for_each(|table| write!(f, "\n{table}"))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = || self.rows().chain([&self.heads]);
        let width = |column: usize| {
            let cells = lines().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let line = |f: &mut fmt::Formatter<'_>, line: &[String]| {
            let cells = line.iter().enumerate();
            let cells = cells.map(|(at, cell)| format!("{cell:<wide$}", wide = width(at)));
            writeln!(f, "     {}", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        writeln!(f, "     {}", self.title)?;
        line(f, &self.heads)?;
        for group in &self.groups {
            if !group.title.is_empty() {
                writeln!(f, "     [{}]", group.title)?;
            }
            group.rows.iter().try_for_each(|row| line(f, row))?;
        }
        self.key.iter().try_for_each(|(cell, meaning)| writeln!(f, "     {cell}: {meaning}"))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "     {note}"))
    }
}
