//! Reading: text in, a document and everything that is wrong with it out.
//!
//! A sound file takes the fast path: serde reads it straight into its type, and the typed checks
//! of [`crate::check`] cover the ranges that types do not know. A file that serde refuses takes
//! the slow one: its syntax tree and its JSON Schema tell everything that is wrong at once.

use serde::de::{DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

pub use crate::document::Document;
use crate::findings::MOST_FINDINGS;
use crate::position::{self, Lines};
use crate::strict::Strict;
use crate::suggest::{Suggestions, shown};
use crate::{
    Bundle, Code, Diagnostic, FORMAT_VERSION, FileKind, Map, OrderOfBattle, Recipe, Ruleset,
    Scenario, check, migrate, split, validate,
};

impl Document {
    /// The document of a kind that a JSON value holds.
    ///
    /// # Errors
    /// The value is no data of that kind.
    pub fn from_value(kind: FileKind, value: &Value) -> serde_json::Result<Self> {
        typed(kind, &value.to_string())
    }
}

impl Bundle {
    /// The bundle that a JSON value holds.
    ///
    /// # Errors
    /// The value is no bundle.
    pub fn from_value(value: &Value) -> serde_json::Result<Self> {
        match Document::from_value(FileKind::Bundle, value)? {
            Document::Bundle(bundle) => Ok(*bundle),
            other => Err(serde::de::Error::custom(format!("a {} is no bundle", other.kind()))),
        }
    }
}

/// Reads a file of any kind, and finds everything that it alone can tell to be wrong.
///
/// There is a document as soon as the text can be read as data of its kind; a diagnostic may
/// still be an error (a hex off the map, say), so that an editor can open the file and mend it.
/// A bundle's parts are also checked against each other. Diagnostics are sorted from the top of
/// the file down.
pub fn read_text(file_name: &str, text: impl AsRef<[u8]>) -> (Option<Document>, Vec<Diagnostic>) {
    read_text_and(file_name, text, &|_| {})
}

/// The same; and does something else with the document, if there is one, while it is checked: a
/// large one on another thread.
pub fn read_text_and(
    file_name: &str,
    text: impl AsRef<[u8]>,
    meanwhile: &(dyn Fn(&Document) + Sync),
) -> (Option<Document>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let document = match decode(text.as_ref(), &mut diagnostics) {
        Some(text) => {
            let document = read_decoded(text, meanwhile, &mut diagnostics);
            position::locate(text, &mut diagnostics);
            document
        }
        None => None,
    };
    for diagnostic in &mut diagnostics {
        diagnostic.place.file = Some(file_name.to_owned());
    }
    diagnostics.sort();
    (document, diagnostics)
}

fn read_decoded(
    text: &str,
    meanwhile: &(dyn Fn(&Document) + Sync),
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Document> {
    let document = match Head::peek(text) {
        Head { kind: Some(kind), current: true } => match typed(kind, text) {
            Ok(document) => Some(document),
            Err(error) => slowly(text, Some(&error), diagnostics),
        },
        _ => slowly(text, None, diagnostics),
    }?;
    if text.len() < split::LARGE {
        diagnostics.extend(check::check_document(&document));
        meanwhile(&document);
    } else {
        let (found, ()) = rayon::join(|| check::check_document(&document), || meanwhile(&document));
        diagnostics.extend(found);
    }
    Some(document)
}

/// The text of a file's bytes, without a byte order mark.
fn decode<'t>(bytes: &'t [u8], diagnostics: &mut Vec<Diagnostic>) -> Option<&'t str> {
    const MARK: char = '\u{feff}';
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(match text.strip_prefix(MARK) {
            Some(rest) => {
                let message = "the file begins with a byte order mark";
                let help = "other programs may refuse it; `salient fmt` takes it out";
                diagnostics
                    .push(Diagnostic::warning(Code::JsonSyntax, message).help(help).at(1, 1));
                rest
            }
            None => text,
        }),
        Err(error) => {
            let sound = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let sound = std::str::from_utf8(sound).unwrap_or_default();
            let (line, column) = Lines::new(sound).at(sound.len());
            let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
            let help = if utf16 { "it looks like UTF-16; " } else { "" };
            diagnostics.push(
                Diagnostic::error(Code::JsonSyntax, "this is not UTF-8 text")
                    .help(format!("{help}save the file as UTF-8"))
                    .at(line, column),
            );
            None
        }
    }
}

/// What the first fields of a file say of it.
#[derive(Default)]
struct Head {
    kind: Option<FileKind>,
    /// Whether the version is the one that this build writes.
    current: bool,
}

impl Head {
    /// Reads no further than to the second of the two fields, which a canonical file begins
    /// with. Whatever is wrong is left for the real reading to tell.
    fn peek(text: &str) -> Self {
        struct Peek<'h>(&'h mut Head);

        impl<'de> Visitor<'de> for Peek<'_> {
            type Value = ();

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
                let mut seen = (false, false);
                while let Some(key) = fields.next_key::<String>()? {
                    match key.as_str() {
                        "$schema" => {
                            self.0.kind = FileKind::of_schema(&fields.next_value::<String>()?);
                            seen.0 = true;
                        }
                        "format_version" => {
                            self.0.current = fields.next_value::<u32>()? == FORMAT_VERSION;
                            seen.1 = true;
                        }
                        _ => {
                            fields.next_value::<IgnoredAny>()?;
                        }
                    }
                    if seen == (true, true) {
                        // An error is how a visitor stops early.
                        return Err(serde::de::Error::custom("seen"));
                    }
                }
                Ok(())
            }
        }

        let mut head = Self::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let _seen = deserializer.deserialize_map(Peek(&mut head));
        head
    }
}

fn typed(kind: FileKind, text: &str) -> serde_json::Result<Document> {
    fn boxed<T: DeserializeOwned>(text: &str) -> serde_json::Result<Box<T>> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = T::deserialize(Strict(&mut deserializer))?;
        deserializer.end()?;
        Ok(Box::new(value))
    }
    match kind {
        FileKind::Map => boxed(text).map(Document::Map),
        FileKind::Recipe => boxed(text).map(Document::Recipe),
        FileKind::Variant => boxed(text).map(Document::Variant),
        FileKind::Ruleset => boxed(text).map(Document::Ruleset),
        FileKind::OrderOfBattle => boxed(text).map(Document::OrderOfBattle),
        FileKind::Scenario => boxed(text).map(Document::Scenario),
        FileKind::Bundle => match split::bundle(text) {
            Some(bundle) => Ok(Document::Bundle(Box::new(bundle))),
            None => boxed(text).map(Document::Bundle),
        },
    }
}

/// Finds everything that is wrong with a text that could not be read straight into its type.
fn slowly(
    text: &str,
    refused: Option<&serde_json::Error>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Document> {
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            diagnostics.push(syntax_fault(text, &error));
            return None;
        }
    };
    let before = diagnostics.len();
    // First of all: of a file that is none of ours, nothing is told that it holds.
    let kind = match kind_of(&value) {
        Ok(kind) => kind,
        Err(fault) => {
            diagnostics.push(*fault);
            return None;
        }
    };
    let tree = position::parse_strictly(text).ok().flatten();
    if let Some(tree) = &tree {
        let lines = Lines::new(text);
        for duplicate in position::duplicate_keys(tree).into_iter().take(MOST_FINDINGS) {
            let (line, column) = lines.at(duplicate.second);
            let message = format!("the key `{}` stands twice", shown(&duplicate.key));
            diagnostics.push(
                Diagnostic::error(Code::DuplicateKey, message)
                    .help(format!("the first is in line {}", lines.at(duplicate.first).0))
                    .pointer(duplicate.pointer)
                    .at(line, column),
            );
        }
    }
    let migrated = match migrate::to_current(kind, &mut value) {
        Ok(migrated) => migrated,
        Err(fault) => {
            diagnostics.push(*fault);
            return None;
        }
    };
    let faulty = diagnostics.len() > before;
    let document = match (refused, &migrated) {
        // The same text was refused before; only what is wrong with it is asked for now.
        (Some(_), None) => None,
        (None, None) => typed(kind, text).ok(),
        (_, Some(_)) => Document::from_value(kind, &value).ok(),
    };
    let document = document.filter(|_| !faulty);
    if let Some(document) = document {
        diagnostics.extend(migrated);
        return Some(document);
    }
    diagnostics.extend(validate::faults(kind, &value, MOST_FINDINGS));
    if diagnostics.len() == before {
        // The schema has nothing against it, such as 1.0 for a whole number: serde has.
        diagnostics.push(match typed(kind, text) {
            Err(error) => refusal(text, tree.as_ref(), &error),
            Ok(_) => Diagnostic::error(Code::Schema, "this is no valid file").pointer(""),
        });
    }
    None
}

fn kind_of(value: &Value) -> Result<FileKind, Box<Diagnostic>> {
    let fault = |message: &str, help: Option<String>, pointer: &str| {
        let mut found = Diagnostic::error(Code::UnknownFileKind, message).pointer(pointer);
        found.help = help;
        Err(Box::new(found))
    };
    let Value::Object(object) = value else {
        return fault("a file is an object: text between { and }", None, "");
    };
    let names: Vec<String> = FileKind::ALL.into_iter().map(FileKind::schema_file).collect();
    match object.get("$schema") {
        Some(Value::String(uri)) => match FileKind::of_schema(uri) {
            Some(kind) => Ok(kind),
            None => {
                let last = uri.rsplit(['/', '\\']).next().unwrap_or(uri);
                let message = format!("`{}` is no kind of file that Salient knows", shown(uri));
                let known = names.iter().map(String::as_str);
                fault(&message, Suggestions::default().help(last, known), "/$schema")
            }
        },
        Some(_) => fault("`$schema` is no text", None, "/$schema"),
        None => {
            let help = format!("begin it with \"$schema\": one of {}", names.join(", "));
            fault("the file does not say which kind it is", Some(help), "")
        }
    }
}

/// What is wrong with text that is not JSON.
fn syntax_fault(text: &str, error: &serde_json::Error) -> Diagnostic {
    let lines = Lines::new(text);
    let fault = |message: String, offset: usize| {
        let (line, column) = lines.at(offset);
        Diagnostic::error(Code::JsonSyntax, message).at(line, column)
    };
    if text.trim_ascii().is_empty() {
        return fault("the file is empty".to_owned(), 0);
    }
    // The strict parser says more plainly what stands there; serde_json refuses a little more
    // (nesting, numbers out of range, half a surrogate pair).
    match position::parse_strictly(text) {
        Err(strict) if !error.to_string().starts_with("recursion limit") => {
            let message = strict.kind().to_string();
            let mut letters = message.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            fault(first.into_iter().chain(letters).collect(), strict.range().start)
        }
        _ => {
            let message = match without_place(error) {
                limit if limit.starts_with("recursion limit") => {
                    "lists and objects lie in each other more than 127 deep".to_owned()
                }
                other => other,
            };
            fault(message, lines.offset(error.line(), error.column()))
        }
    }
}

/// What serde has against data that the schema allows.
fn refusal(
    text: &str,
    tree: Option<&jsonc_parser::ast::Value<'_>>,
    error: &serde_json::Error,
) -> Diagnostic {
    let offset = Lines::new(text).offset(error.line(), error.column());
    let pointer = tree.map(|tree| position::pointer_at(tree, offset)).unwrap_or_default();
    Diagnostic::error(Code::Schema, shown(&without_place(error))).pointer(pointer)
}

/// A message of serde_json's without the line and column at its end.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((message, _)) => message.to_owned(),
        None => message,
    }
}

macro_rules! read_one_kind {
    ($function:ident, $kind:ident, $words:literal) => {
        #[doc = concat!("Reads ", $words, "; a file of another kind is an error.")]
        pub fn $function(
            file_name: &str,
            text: impl AsRef<[u8]>,
        ) -> (Option<$kind>, Vec<Diagnostic>) {
            let (document, mut diagnostics) = read_text(file_name, text);
            match document {
                Some(Document::$kind(value)) => (Some(*value), diagnostics),
                Some(other) => {
                    diagnostics.push(wrong_kind(file_name, FileKind::$kind, other.kind()));
                    (None, diagnostics)
                }
                None => (None, diagnostics),
            }
        }
    };
}

read_one_kind!(read_map, Map, "a map");
read_one_kind!(read_recipe, Recipe, "a recipe");
read_one_kind!(read_ruleset, Ruleset, "a ruleset");
read_one_kind!(read_order_of_battle, OrderOfBattle, "an order of battle");
read_one_kind!(read_scenario, Scenario, "a scenario");
read_one_kind!(read_bundle, Bundle, "a bundle");

/// The finding that a file is not of the kind that is asked for.
pub(crate) fn wrong_kind(file_name: &str, wanted: FileKind, found: FileKind) -> Diagnostic {
    Diagnostic::error(
        crate::Code::UnknownFileKind,
        format!("this is a {found} file, where a {wanted} is asked for"),
    )
    .file(file_name)
    .pointer("/$schema")
}
