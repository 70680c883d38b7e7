//! `salient book`

use std::path::{Path, PathBuf};

use salient_exchange::print::Wishes;
use salient_output::book::{Kind, no_book};
use salient_output::write_whole;
use salient_rules::book::Book;
use salient_schema::{Diagnostic, Document, FileKind, Recording};

use super::export::print::PaperName;
use super::report::render_diagnostics;
use super::validate::{exit_for, kind_of, sources_of};
use super::{Console, Exit, cut_off, files};

/// Write the rule book of a game that states its rules of play: every rule numbered, in plain
/// words, with its charts. Of a scenario it is the book of that scenario, with how it is won.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient book scenarios/standard/the-crossroads/the-crossroads.json -o rules.pdf
  salient book scenarios/standard/the-crossroads/ruleset.json -o rules.html
  salient book ruleset.json

Exit status: 0 written, 1 the file is not sound or the game does not state its rules of play, 2 it
cannot be read or written.")]
pub struct Args {
    /// A scenario, a bundle or a ruleset.
    #[arg(value_name = "SCENARIO_OR_RULESET")]
    file: PathBuf,

    /// The book, whose name ends in .html, .pdf or .txt; left out, it is printed as text.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Pages to print, whatever its name ends in.
    #[arg(long, conflicts_with = "html", requires = "output")]
    pdf: bool,

    /// A web page, whatever its name ends in.
    #[arg(long, requires = "output")]
    html: bool,

    /// The paper of the PDF.
    #[arg(long, value_enum, default_value_t)]
    paper: PaperName,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let kind = match &args.output {
        _ if args.pdf => Kind::Pdf,
        _ if args.html => Kind::Html,
        Some(path) => Kind::of(path)?,
        None => Kind::Text,
    };
    let (name, book) = match read(&args.file, console)? {
        Ok(read) => read,
        Err(exit) => return Ok(exit),
    };
    let Some(output) = &args.output else {
        write!(console.out, "{book}")?;
        return Ok(Exit::Clean);
    };
    let wishes = Wishes { paper: args.paper.into(), ..Wishes::default() };
    let written = kind.write(&book, &name, &wishes)?;
    for file in &written.files {
        write_whole(output, &file.bytes)?;
    }
    writeln!(console.out, "{}", files::shown(output))?;
    Ok(Exit::Clean)
}

/// The book of a file, with the id of what it is the book of; how it ended where the file is not
/// sound, which has been told.
fn read(file: &Path, console: &mut Console<'_>) -> anyhow::Result<Result<(String, Book), Exit>> {
    let path = files::shown(file);
    let source = Recording::default();
    let systems = console.systems;
    let is_ruleset = kind_of(&source, &path) == Some(FileKind::Ruleset);
    let (found, diagnostics) = if is_ruleset {
        let (document, diagnostics) = salient_schema::open_file(&source, &path);
        let ruleset = document.and_then(|document| match document {
            Document::Ruleset(ruleset) => Some(ruleset),
            _ => None,
        });
        let book = ruleset.map(|ruleset| {
            let book = systems.of_ruleset(&ruleset).and_then(|system| system.book(&ruleset, None));
            (ruleset.id, ruleset.title, book)
        });
        (book, diagnostics)
    } else {
        let (project, diagnostics) = salient_schema::open_project(&source, &path);
        let book = project.map(|project| {
            let bundle = project.bundle;
            let book = systems.book(&bundle);
            (bundle.scenario.id, bundle.ruleset.title, book)
        });
        (book, diagnostics)
    };
    cut_off::tell(source.into_files(), console)?;
    match found {
        Some((id, _, Some(book))) => Ok(Ok((id, book))),
        Some((_, title, None)) => Err(no_book(&title).into()),
        None => {
            let errors: Vec<Diagnostic> =
                diagnostics.into_iter().filter(Diagnostic::is_error).collect();
            let sources = sources_of(&errors);
            write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
            Ok(Err(exit_for(&errors).max(Exit::Problems)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Exit;
    use super::super::tests::{failing, salient};

    #[test]
    fn a_name_says_what_is_written_and_a_game_without_rules_of_play_has_no_book() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
        let ruleset = format!("{root}/scenarios/kaisers-battle/ruleset.json");
        let why = failing(&["book", &ruleset, "-o", "rules.doc"]);
        assert!(why.contains("ends in .html, .pdf or .txt"), "{why}");
        let (exit, _, err) = salient(&["book", "no/such/file.json"]);
        assert_eq!(exit, Exit::Unreadable, "{err}");
    }
}
