//! Canonical writing: one form for the same data, one line of a diff for one changed thing.

use serde::Serialize;
use serde_json::Value;

use crate::document::Document;
use crate::{Bundle, Code, Diagnostic, read};

/// How wide a line may be.
const WIDTH: usize = 100;

/// Why a value could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// It has no JSON form.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A number is infinite or not a number. JSON has no such numbers, and a file without them
    /// could not be read again.
    #[error("a number is infinite or not a number, which a file cannot hold")]
    NotFinite,
}

/// Writes a document in canonical form (see [`to_canonical_json`]).
///
/// What it writes can be read again and gives the same document.
pub fn write(document: &Document) -> Result<String, WriteError> {
    let compact = compact(document)?;
    // No type of a file ever writes null but for a number that JSON does not know.
    lay_out(&compact, false).ok_or(WriteError::NotFinite)
}

impl Document {
    /// Its data as a JSON value.
    ///
    /// # Errors
    /// It has no JSON form.
    pub fn to_value(&self) -> serde_json::Result<Value> {
        // Through text, here and below: a writer and a reader of values would be the code of all
        // types once more, in each crate that uses them.
        serde_json::from_str(&compact(self)?)
    }
}

impl Bundle {
    /// Its data as a JSON value.
    ///
    /// # Errors
    /// It has no JSON form.
    pub fn to_value(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&serde_json::to_string(self)?)
    }
}

/// A document's JSON in one line.
fn compact(document: &Document) -> serde_json::Result<String> {
    match document {
        Document::Map(value) => serde_json::to_string(value),
        Document::Recipe(value) => serde_json::to_string(value),
        Document::Variant(value) => serde_json::to_string(value),
        Document::Ruleset(value) => serde_json::to_string(value),
        Document::OrderOfBattle(value) => serde_json::to_string(value),
        Document::Scenario(value) => serde_json::to_string(value),
        Document::Bundle(value) => serde_json::to_string(value),
    }
}

/// Writes any value in canonical form. Ends with a newline.
///
/// Keys stand in the order of the type, two spaces a level. What holds only scalars, or short
/// lists and objects of scalars, stands on one line if it fits 100 columns, except that a list
/// of objects has a line for each, and so have the `rows` of a grid. Thus one feature, one
/// hexside or one stack is one line of a diff.
///
/// ```
/// let text = salient_schema::to_canonical_json(&std::collections::BTreeMap::from([
///     ("hexes", vec!["0101", "0102"]),
///     ("rows", vec!["..w", ".ww"]),
/// ]))?;
/// assert_eq!(text, r#"{
///   "hexes": ["0101", "0102"],
///   "rows": [
///     "..w",
///     ".ww"
///   ]
/// }
/// "#);
/// # Ok::<(), salient_schema::WriteError>(())
/// ```
pub fn to_canonical_json<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    lay_out(&serde_json::to_string(value)?, true).ok_or(WriteError::NotFinite)
}

/// The canonical form of a file's text, with its hexes and hexsides in canonical order.
///
/// A file that cannot be read as data, or has errors, is refused with its diagnostics.
pub fn format_text(file_name: &str, text: impl AsRef<[u8]>) -> Result<String, Vec<Diagnostic>> {
    let (document, mut diagnostics) = read::read_text(file_name, text);
    match document {
        Some(mut document) if !diagnostics.iter().any(Diagnostic::is_error) => {
            document.sort();
            write(&document).map_err(|error| {
                diagnostics
                    .push(Diagnostic::error(Code::Schema, error.to_string()).file(file_name));
                diagnostics
            })
        }
        _ => Err(diagnostics),
    }
}

/// A piece of compact JSON text, measured.
struct Node<'a> {
    /// Its width in characters when it stands on one line.
    width: usize,
    /// How deep lists and objects lie in each other: 0 for a scalar.
    depth: u8,
    content: Content<'a>,
}

enum Content<'a> {
    Scalar(&'a str),
    Array(Vec<Node<'a>>),
    /// Keys with their quotes.
    Object(Vec<(&'a str, Node<'a>)>),
}

/// Lays compact JSON out over lines. `None` for text that is not compact JSON, or for a null
/// where none is allowed.
fn lay_out(compact: &str, nulls: bool) -> Option<String> {
    let mut reader = Reader { text: compact, at: 0, nulls };
    let root = reader.value()?;
    let mut out = String::with_capacity(compact.len() + compact.len() / 2);
    print(&root, 0, 0, "", true, &mut out);
    out.push('\n');
    Some(out)
}

/// Cuts text that serde_json wrote into nodes: there is no white space in it, and no fault.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    nulls: bool,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn value(&mut self) -> Option<Node<'a>> {
        match self.peek()? {
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                while self.peek()? != b']' {
                    items.push(self.value()?);
                    self.skip(b',');
                }
                self.at += 1;
                Some(Node::array(items))
            }
            b'{' => {
                self.at += 1;
                let mut entries = Vec::new();
                while self.peek()? != b'}' {
                    let key = self.string()?;
                    self.skip(b':');
                    entries.push((key, self.value()?));
                    self.skip(b',');
                }
                self.at += 1;
                Some(Node::object(entries))
            }
            b'"' => self.string().map(Node::scalar),
            _ => {
                let rest = self.text.get(self.at..)?;
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                self.at += end;
                let word = rest.get(..end)?;
                (self.nulls || word != "null").then(|| Node::scalar(word))
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        if self.peek() == Some(byte) {
            self.at += 1;
        }
    }

    /// A string with its quotes.
    fn string(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text.get(start..self.at)
    }
}

impl<'a> Node<'a> {
    fn scalar(text: &'a str) -> Self {
        Self { width: text.chars().count(), depth: 0, content: Content::Scalar(text) }
    }

    fn array(items: Vec<Self>) -> Self {
        let width = 2 + items.iter().map(|item| item.width + 2).sum::<usize>();
        let depth = 1 + items.iter().map(|item| item.depth).max().unwrap_or(0).min(9);
        Self {
            width: width - if items.is_empty() { 0 } else { 2 },
            depth,
            content: Content::Array(items),
        }
    }

    fn object(entries: Vec<(&'a str, Self)>) -> Self {
        let inner = entries.iter().map(|(key, value)| key.chars().count() + value.width + 4);
        let width = 2 + inner.sum::<usize>();
        let depth = 1 + entries.iter().map(|(_, value)| value.depth).max().unwrap_or(0).min(9);
        Self { width, depth, content: Content::Object(entries) }
    }

    fn is_object(&self) -> bool {
        matches!(self.content, Content::Object(_))
    }

    fn is_empty(&self) -> bool {
        match &self.content {
            Content::Scalar(_) => false,
            Content::Array(items) => items.is_empty(),
            Content::Object(entries) => entries.is_empty(),
        }
    }

    /// Whether it may stand on one line, if there is room.
    fn may_be_short(&self, key: &str) -> bool {
        match &self.content {
            Content::Scalar(_) => true,
            Content::Array(items) => {
                self.depth <= 2 && key != "\"rows\"" && !items.iter().any(Self::is_object)
            }
            Content::Object(entries) => {
                self.depth <= 2 && entries.iter().all(|(key, value)| value.may_be_short(key))
            }
        }
    }
}

/// Prints a node that starts at a column of a line, with a character to follow it.
fn print(node: &Node<'_>, level: usize, column: usize, key: &str, root: bool, out: &mut String) {
    let short = node.is_empty() || (!root && node.may_be_short(key) && column + node.width < WIDTH);
    match &node.content {
        Content::Scalar(text) => out.push_str(text),
        Content::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if short {
                    out.push_str(if index == 0 { "" } else { ", " });
                    print(item, level, 0, "", false, out);
                } else {
                    break_line(index, level + 1, out);
                    print(item, level + 1, 2 * (level + 1), "", false, out);
                }
            }
            close(short, level, ']', out);
        }
        Content::Object(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if short {
                    out.push_str(if index == 0 { " " } else { ", " });
                } else {
                    break_line(index, level + 1, out);
                }
                out.push_str(key);
                out.push_str(": ");
                if short {
                    print(value, level, 0, key, false, out);
                } else {
                    let column = 2 * (level + 1) + key.chars().count() + 2;
                    print(value, level + 1, column, key, false, out);
                }
            }
            if short && !entries.is_empty() {
                out.push(' ');
            }
            close(short, level, '}', out);
        }
    }
}

fn break_line(index: usize, level: usize, out: &mut String) {
    out.push_str(if index == 0 { "\n" } else { ",\n" });
    out.extend(std::iter::repeat_n("  ", level));
}

fn close(short: bool, level: usize, bracket: char, out: &mut String) {
    if !short {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", level));
    }
    out.push(bracket);
}
