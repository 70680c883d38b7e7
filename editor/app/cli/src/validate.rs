//! `salient validate`

mod github;
mod sarif;
mod watch;

use salient_rules::Systems;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use salient_schema::{Code, Diagnostic, FileKind, Recording, Severity, Source};

use super::cut_off;
use super::report::{count_in_words, render, render_diagnostics};
use super::{Console, Exit, files, print_json};
use salient_output::plural;

/// Check maps, recipes, rulesets, orders of battle, scenarios and bundles.
///
/// Each file is checked by itself (syntax, schema, references inside it), together with the
/// files that it refers to, and against the rules of its game system. A recipe's map is built
/// without being written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient validate scenarios maps
  salient validate maps/picardy-1918/map.json --format json
  salient validate scenarios --watch
  salient validate scenarios maps --format github     in a workflow of GitHub's
  salient validate scenarios maps --format sarif > salient.sarif

Exit status: 0 no errors and no warnings, 1 some, 2 a file cannot be read. With --watch, that of
the last look when Ctrl-C ends it.")]
pub struct Args {
    /// Files, and folders whose .json files are meant.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How findings are printed.
    #[arg(long, value_enum, default_value_t)]
    format: Findings,

    /// Tell every problem; without it, of those that are alike only the first ten are told and the
    /// others counted. The formats for programs hold all of them anyway.
    #[arg(long, conflicts_with = "watch")]
    all: bool,

    /// Go on looking: whenever a file is saved, check again what has to do with it, and tell what
    /// is new and what is mended.
    #[arg(long, conflicts_with = "format")]
    watch: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Findings {
    /// For people, with the line that each is in.
    #[default]
    Text,
    /// An array of diagnostics.
    Json,
    /// Commands of a GitHub workflow, which notes each beside its line.
    Github,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.watch {
        return watch::run(&args.paths, console);
    }
    let (files, unreadable) = files::json_files(&args.paths);
    let mut found: BTreeSet<Diagnostic> = unreadable
        .into_iter()
        .map(|(path, error)| {
            Diagnostic::error(Code::Unreadable, format!("cannot be read: {error}")).file(path)
        })
        .collect();
    let source = Recording::default();
    for file in &files {
        found.extend(check_file(console.systems, &source, file));
    }
    let is_mixed = cut_off::tell(source.into_files(), console)?;
    let found: Vec<Diagnostic> = found.into_iter().collect();
    match args.format {
        Findings::Json => {
            print_json(console.out, &found)?;
        }
        Findings::Sarif => {
            print_json(console.out, &sarif::log(&found))?;
        }
        Findings::Github => write!(console.out, "{}", github::annotations(&found))?,
        Findings::Text => {
            let sources = sources_of(&found);
            let text = if args.all {
                render(&found, &sources, console.colour, usize::MAX)
            } else {
                render_diagnostics(&found, &sources, console.colour)
            };
            console.out.print_painted(&text)?;
            writeln!(console.out, "{}: {}", plural(files.len(), "file"), count_in_words(&found))?;
        }
    }
    Ok(exit_for(&found).max(if is_mixed { Exit::Problems } else { Exit::Clean }))
}

/// Everything that is wrong with a file and those that it refers to, sorted.
pub fn check_file(systems: Systems, source: &dyn Source, file: &str) -> Vec<Diagnostic> {
    let mut found: BTreeSet<Diagnostic> = BTreeSet::new();
    match kind_of(source, file) {
        Some(FileKind::Scenario | FileKind::Bundle) => {
            let (opened, diagnostics) = salient_schema::open_project_and(
                source,
                file,
                &|bundle: &salient_schema::Bundle| salient_rules::check(systems, bundle),
            );
            found.extend(diagnostics);
            if let Some((project, mut broken)) = opened {
                for diagnostic in &mut broken {
                    project.paths.localise(diagnostic);
                }
                found.extend(locate_all(&project.texts, broken));
                // Fifty megabytes are a hundred thousand pieces of memory: nobody waits for them.
                rayon::spawn(move || drop(project));
            }
        }
        Some(FileKind::Map) => {
            let (_, diagnostics) = salient_schema::open_file(source, file);
            found.extend(diagnostics);
            if let (Some((map, ruleset)), _) = salient_schema::open_map(source, file) {
                let mut broken = salient_rules::check::check_map(&map, &ruleset);
                for diagnostic in &mut broken {
                    // Its pointers go into a bundle.
                    diagnostic.place.file = Some(file.to_owned());
                    if let Some(pointer) = &mut diagnostic.place.pointer
                        && let Some(rest) = pointer.strip_prefix("/map")
                    {
                        *pointer = rest.to_owned();
                    }
                }
                let text =
                    source.read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                let texts = text.into_iter().map(|text| (file.to_owned(), text)).collect();
                found.extend(locate_all(&texts, broken));
            }
        }
        Some(FileKind::Recipe | FileKind::Variant) => {
            found.extend(salient_cartography::build(source, file).1)
        }
        _ => found.extend(salient_schema::open_file(source, file).1),
    }
    found.into_iter().collect()
}

/// The status that a command ends with after finding these.
pub fn exit_for(found: &[Diagnostic]) -> Exit {
    if found.iter().any(|diagnostic| diagnostic.code == Code::Unreadable) {
        Exit::Unreadable
    } else if found.iter().any(|diagnostic| diagnostic.severity < Severity::Note) {
        Exit::Problems
    } else {
        Exit::Clean
    }
}

/// The texts of the files that diagnostics are about, as far as they can be read and are ours.
pub fn sources_of(found: &[Diagnostic]) -> BTreeMap<String, String> {
    let files: BTreeSet<&String> = found.iter().filter_map(|d| d.place.file.as_ref()).collect();
    files
        .into_iter()
        .filter_map(|file| {
            let bytes = salient_files::read(salient_files::path_of(file)).ok()?;
            Some((file.clone(), source_of(&bytes)))
        })
        .collect()
}

/// The text of a file that excerpts may be taken from: of one that is ours, or says so. What a
/// reference led to may be anything, and nobody is to see it in a message.
pub fn source_of(bytes: &[u8]) -> String {
    match kind_in(bytes) {
        Some(_) => String::from_utf8_lossy(bytes).into_owned(),
        None => String::new(),
    }
}

/// What kind of file it says it is. A wrong guess only means a less fitting message.
pub fn kind_of(source: &dyn Source, file: &str) -> Option<FileKind> {
    kind_in(&source.read(file).ok()?)
}

/// The same of a file that is only looked at, whatever becomes of it.
pub fn kind_at(file: &Path) -> Option<FileKind> {
    kind_in(&salient_files::read_head(file, HEAD_BYTES).ok()?)
}

/// Where a file says what it is.
const HEAD_BYTES: u64 = 4096;

fn kind_in(bytes: &[u8]) -> Option<FileKind> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES as usize)]).into_owned();
    let (_, after) = head.split_once("\"$schema\"")?;
    FileKind::of_schema(after.split('"').nth(1)?)
}

/// Gives diagnostics of several files their lines and columns.
fn locate_all(texts: &BTreeMap<String, String>, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut by_file: BTreeMap<Option<String>, Vec<Diagnostic>> = BTreeMap::new();
    for diagnostic in diagnostics {
        by_file.entry(diagnostic.place.file.clone()).or_default().push(diagnostic);
    }
    for (file, diagnostics) in &mut by_file {
        if let Some(text) = file.as_ref().and_then(|file| texts.get(file)) {
            salient_schema::locate(text, diagnostics);
        }
    }
    by_file.into_values().flatten().collect()
}
