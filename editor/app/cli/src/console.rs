//! What a command reads from and writes to, and how it ends.

use std::io::{self, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use salient_exchange::{ExportError, ImportError};
use salient_files::Visible;
use salient_rules::Systems;

/// How a command prints what it found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// Reads an option's value that is one of `all`, called by its id.
pub(crate) fn by_name<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    id: fn(T) -> &'static str,
    about: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| PossibleValue::new(id(one)).help(about(one))))
        .try_map(move |name| {
            all.iter().copied().find(|&one| id(one) == name).ok_or("there is nothing of that name")
        })
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Clean = 0,
    /// Something is wrong with the data.
    Problems = 1,
    /// Something could not be read or written.
    Unreadable = 2,
}

/// What a command works with: rules, and where it prints.
pub struct Console<'a> {
    /// The systems whose rules are known.
    pub systems: Systems,
    /// What was asked for.
    pub out: &'a mut dyn Printer,
    /// Progress and complaints.
    pub err: &'a mut dyn Printer,
    /// Whether `out` shows colours.
    pub colour: bool,
    /// Whether somebody watches `err`, so that a progress bar is of use.
    pub watched: bool,
}

/// Where a command prints. A terminal shows what it is given, and obeys none of it.
pub trait Printer: Write {
    /// Prints text with colours that we put there ourselves, about text that is
    /// [visible](salient_files::visible()) already.
    ///
    /// # Errors
    /// What the system says.
    fn print_painted(&mut self, text: &str) -> io::Result<()>;
}

impl<W: Write> Printer for Visible<W> {
    fn print_painted(&mut self, text: &str) -> io::Result<()> {
        self.write_painted(text)
    }
}

/// Prints a value as JSON, and ends the line. A terminal is shown a name that is no UTF-8 byte by
/// byte, as no JSON may have it; a program is given the [text](salient_files::text_of) of the name.
///
/// # Errors
/// What the system says.
pub(crate) fn print_json(out: &mut dyn Printer, value: &impl serde::Serialize) -> io::Result<()> {
    // The characters that stand for such bytes are among these, which no text of ours needs.
    const PRIVATE: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';
    let mut text = serde_json::to_string_pretty(value)?;
    if text.chars().any(|c| PRIVATE.contains(&c)) {
        let escaped = |c: char| match PRIVATE.contains(&c) {
            true => format!("\\u{:04x}", u32::from(c)),
            false => c.to_string(),
        };
        text = text.chars().map(escaped).collect();
    }
    writeln!(out, "{text}")
}

/// Keeps what is printed as it is.
impl Printer for Vec<u8> {
    fn print_painted(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }
}

/// How a command ends that an error stopped.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    // A foreign file that is refused, or a scenario that cannot be written, could be read.
    let refused = error.is::<ImportError>() || error.is::<ExportError>();
    if refused { Exit::Problems } else { Exit::Unreadable }
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
