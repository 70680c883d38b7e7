//! What is wrong, where, and what to do: one type for the command line and the screens.

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file cannot be read, or the set-up cannot be played.
    Error,
    /// It can be played, but it is likely not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// The kind of a finding, for code to match and for the reader to look up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The file could not be read from the disk.
    Unreadable,
    /// Not JSON.
    JsonSyntax,
    /// The same key twice in one object: JSON readers disagree on which one counts.
    DuplicateKey,
    /// The file does not say which kind it is.
    UnknownFileKind,
    /// Written by a newer Salient, or with no version at all.
    FormatVersion,
    /// An older file was brought up to date while it was read.
    Migrated,
    /// A field that this kind of object does not have.
    UnknownField,
    /// A field is missing.
    MissingField,
    /// A value of the wrong type, or out of its range, or not among the allowed ones.
    Schema,
    /// Something refers to a thing that is not there.
    DanglingReference,
    /// The same id, hex or hexside given twice where it may stand once.
    Duplicate,
    /// A hex or hexside that cannot be read, or is not on the map.
    OffMap,
    /// The grid of glyphs does not fit the map's size or palette.
    GridShape,
    /// Against a rule of the game system; `rule` says which.
    Rule,
    /// A chain of hexsides, a trench line or a path with a piece missing.
    Gap,
    /// Something that its kind asks for is not given: a name, a value, an owner, hexes.
    Unfinished,
    /// Something stands where it is likely not meant to: a road in the sea, an entry inland.
    Misplaced,
}

impl Code {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 17] = [
        Self::Unreadable,
        Self::JsonSyntax,
        Self::DuplicateKey,
        Self::UnknownFileKind,
        Self::FormatVersion,
        Self::Migrated,
        Self::UnknownField,
        Self::MissingField,
        Self::Schema,
        Self::DanglingReference,
        Self::Duplicate,
        Self::OffMap,
        Self::GridShape,
        Self::Rule,
        Self::Gap,
        Self::Unfinished,
        Self::Misplaced,
    ];

    /// What is wrong where it stands, in a sentence, and what is to be done about it, in another.
    pub fn meaning(self) -> [&'static str; 2] {
        match self {
            Self::Unreadable => [
                "The file could not be read from the disk.",
                "Look whether it is there, and whether you may read it.",
            ],
            Self::JsonSyntax => [
                "The text is not JSON.",
                "Mend the text at the place that is named; a comma or a bracket is often missing.",
            ],
            Self::DuplicateKey => [
                "The same key stands twice in one object; JSON readers disagree on which counts.",
                "Take one of the two out.",
            ],
            Self::UnknownFileKind => [
                "The file does not say which kind of file it is.",
                "Begin it with \"$schema\", whose last part is map.schema.json or another kind's.",
            ],
            Self::FormatVersion => [
                "The file was written by a newer Salient, or has no version at all.",
                "Use a Salient that is at least as new, or give \"format_version\": 1.",
            ],
            Self::Migrated => [
                "An older file was brought up to date while it was read.",
                "Run `salient fmt` to keep it so.",
            ],
            Self::UnknownField => [
                "An object has a field that its kind does not know.",
                "Look for a misspelt name, or take the field out.",
            ],
            Self::MissingField => ["A field is missing.", "Give the field."],
            Self::Schema => [
                "A value has the wrong type, is out of its range, or is not among the allowed ones.",
                "Give a value as the JSON Schema asks for it.",
            ],
            Self::DanglingReference => [
                "Something refers to a thing that is not there.",
                "Mend the name, or define what it refers to.",
            ],
            Self::Duplicate => [
                "The same id, hex or hexside is given twice where it may stand once.",
                "Take one of the two out, or give it another name.",
            ],
            Self::OffMap => [
                "A hex or hexside cannot be read, or is not on the map.",
                "Give a number that is printed on the map.",
            ],
            Self::GridShape => [
                "The rows of glyphs do not fit the map's size or palette.",
                "Give as many rows as the grid has, each with as many glyphs as it has columns.",
            ],
            Self::Rule => [
                "Something is against a rule of the game system.",
                "Look the rule up that is cited, and change the data or the set-up.",
            ],
            Self::Gap => [
                "A chain of hexsides, a trench line or a path has a piece missing.",
                "Close the gap, or begin another line behind it.",
            ],
            Self::Unfinished => [
                "Something that its kind asks for is not given: a name, a value, an owner, hexes.",
                "Give what its kind asks for.",
            ],
            Self::Misplaced => [
                "Something stands where it is likely not meant to: a road in the sea.",
                "Move it, or look whether the ground under it is right.",
            ],
        }
    }

    /// The name in messages and in JSON: `dangling-reference`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::JsonSyntax => "json-syntax",
            Self::DuplicateKey => "duplicate-key",
            Self::UnknownFileKind => "unknown-file-kind",
            Self::FormatVersion => "format-version",
            Self::Migrated => "migrated",
            Self::UnknownField => "unknown-field",
            Self::MissingField => "missing-field",
            Self::Schema => "schema",
            Self::DanglingReference => "dangling-reference",
            Self::Duplicate => "duplicate",
            Self::OffMap => "off-map",
            Self::GridShape => "grid-shape",
            Self::Rule => "rule",
            Self::Gap => "gap",
            Self::Unfinished => "unfinished",
            Self::Misplaced => "misplaced",
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a finding is: as much as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The file, as the reader named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// JSON pointer (RFC 6901) into the file; empty for the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The hex as printed on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The id of the counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// The hexside as the map names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Diagnostic {
    /// Where it is. Ordered first, so that a sorted list reads from the top of a file down.
    pub place: Place,
    /// How bad it is.
    pub severity: Severity,
    /// Which kind it is.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The rule it breaks, as `KB 7.21`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A note.
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message)
    }

    fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self {
            place: Place::default(),
            severity,
            code,
            message: message.into(),
            help: None,
            rule: None,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says which rule is broken.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// Says in which file.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.place.file = Some(file.into());
        self
    }

    /// Says where in the file, as a JSON pointer.
    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.place.pointer = Some(pointer.into());
        self
    }

    /// Says at which line and column, each from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.place.line = Some(line);
        self.place.column = Some(column);
        self
    }

    /// Says at which hex.
    #[must_use]
    pub fn hex(mut self, hex: impl Into<String>) -> Self {
        self.place.hex = Some(hex.into());
        self
    }

    /// Says which counter.
    #[must_use]
    pub fn counter(mut self, counter: impl Into<String>) -> Self {
        self.place.counter = Some(counter.into());
        self
    }

    /// Says at which hexside.
    #[must_use]
    pub fn side(mut self, side: impl Into<String>) -> Self {
        self.place.side = Some(side.into());
        self
    }

    /// Whether it keeps the document from being used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::fmt::Display for Diagnostic {
    /// One line: `file:line:column: error[code]: message (hex 4203)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.place.file {
            write!(f, "{file}:")?;
        }
        if let Some(line) = self.place.line {
            write!(f, "{line}:{}:", self.place.column.unwrap_or(1))?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        if self.place.file.is_some() || self.place.line.is_some() {
            f.write_str(" ")?;
        }
        write!(f, "{severity}[{}]: {}", self.code, self.message)?;
        if let Some(rule) = &self.rule {
            write!(f, " ({rule})")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}
