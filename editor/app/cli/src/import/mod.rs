//! `salient import`

#[cfg(test)]
mod tests;
mod vassal;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use salient_exchange::LossReport;
use salient_files::{Expected, Fingerprint, Place, write_if};
use salient_output::import::{self, Client, ImportFileError, OfModule};
use salient_schema::{Code, Diagnostic, Disk, Recording, Ruleset, to_canonical_json};

use super::cut_off;
use super::export::show_losses;
use super::report::render_diagnostics;
use super::validate::{check_file, exit_for, sources_of};
use super::{Console, Exit, Format, batch, by_name, files};

/// Read another client's file into Salient's own, and say what was found that is not in them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient import kb.bundle.json -o my-copy
  salient import kb-tables --from csv --ruleset ruleset.json -o my-copy
  salient import game.vmod --ruleset ruleset.json -o my-copy
  salient import evening.vsav --module game.vmod -o my-copy
  salient import boards.vmod --boards 'A, B:turned; -, C' -o my-copy
  salient import maps/*.tmx --ruleset ruleset.json -o my-maps
  salient import boards/*.board --ruleset ruleset.json --extend -o my-boards
  salient import region.wxx -o my-region
  salient import kb.xlsx -o my-copy

Exit status: 0 read and written (the loss report says what was left out), 1 a file is refused, or
what was written has errors, which are told as by validate, 2 a file cannot be read or written. Of
several, the others are read all the same.")]
pub struct Args {
    /// The files, or for csv the folders of tables.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The format; told from the file's name where it is not given.
    #[arg(long, value_parser = by_name(&Client::ALL, Client::id, Client::about))]
    from: Option<Client>,

    /// The ruleset whose kinds the map uses. Without it one is drafted from what the file names.
    #[arg(long, value_name = "FILE")]
    ruleset: Option<PathBuf>,

    /// Add to the ruleset that is given the kinds that the map names and that it does not have.
    #[arg(long, requires = "ruleset")]
    extend: bool,

    /// The folder to write to; of several files, for each one a folder in it, called after the
    /// file. Files that are there already are not written over.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// The loss report: text for people, json for programs (of several files, an array).
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    vassal: vassal::VassalArgs,
}

/// A ruleset that files share, as it is by now.
struct Shared {
    file: PathBuf,
    bytes: Vec<u8>,
    ruleset: Ruleset,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let mut shared = None;
    if let Some(file) = &args.ruleset {
        let bytes = salient_files::read(file).unwrap_or_default();
        match open_ruleset(&files::shown(file)) {
            Ok(ruleset) => shared = Some(Shared { file: file.clone(), bytes, ruleset }),
            Err(found) => return refuse(&found, console),
        }
    }
    let is_one = args.paths.len() == 1;
    let mut take = |file: &Path, folder: &Path, console: &mut Console<'_>| {
        let folder = if is_one { Place::from(folder) } else { Place::made(folder) };
        take(file, &folder, &mut shared, args, console)
    };
    if let [file] = args.paths.as_slice() {
        return match take(file, &args.output, console)? {
            Ok(losses) => {
                show_losses(&losses, args.format, console)?;
                batch::show_problems(&losses, args.format, console)
            }
            Err(exit) => Ok(exit),
        };
    }
    let folders = batch::names(&args.paths).into_iter().map(|name| args.output.join(name));
    let work: Vec<_> = args.paths.iter().cloned().zip(folders).collect();
    batch::each(&work, args.format, console, take)
}

/// Reads one file and writes its parts into a folder; how it ended where it is refused, which has
/// been told.
fn take(
    file: &Path,
    folder: &Place,
    shared: &mut Option<Shared>,
    args: &Args,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<LossReport, Exit>> {
    let Some(from) = args.from.or_else(|| Client::of(file)) else {
        bail!("{}: {}; say it with --from", file.display(), import::unknown(file));
    };
    let source = Recording::default();
    let vassal::VassalArgs { module, boards } = &args.vassal;
    let of_module = OfModule { module: module.as_deref(), boards: boards.as_deref() };
    // What a ruleset is to be extended by is drafted as for a map that has none.
    let given = shared.as_ref().filter(|_| !args.extend).map(|shared| shared.ruleset.clone());
    let read = import::read(from, file, given, of_module, &source);
    cut_off::tell(source.into_files(), console)?;
    let mut imported = match read {
        Ok(imported) => imported,
        Err(ImportFileError::Diagnostics(found)) => return Ok(Err(refuse(&found, console)?)),
        // How it ends hangs on who refuses it: the reader, or the system.
        Err(ImportFileError::Import(error)) => return Err(error.into()),
        Err(error) => return Err(error.into()),
    };
    let is_extended = match shared.as_ref().filter(|_| args.extend) {
        Some(shared) => imported.extend(shared.ruleset.clone()) > 0,
        None => false,
    };
    let (mut losses, ruleset) = (imported.losses.clone(), imported.ruleset.clone());
    let kept =
        args.ruleset.as_deref().map(|file| files::seen_from(folder.path(), file)).transpose()?;
    let staged = import::stage(imported, kept.as_deref().unwrap_or_default(), folder.clone())?;
    let mut written = Vec::new();
    if let Some(shared) = shared.as_mut().filter(|_| is_extended) {
        // First the ruleset: with more kinds it still is right for all that was.
        shared.extend(ruleset)?;
        written.push(shared.file.clone());
    }
    written.extend(staged.commit()?);
    losses.problems = check(&written, console);
    let dangles = |found: &Diagnostic| found.code == Code::DanglingReference;
    if shared.is_some() && !args.extend && losses.problems.iter().any(dangles) {
        let help = "what the ruleset lacks of kinds that the map names, --extend adds to it";
        writeln!(console.err, "{}: {help}", files::shown(file))?;
    }
    // Where programs read the output, it is the loss report alone.
    let listing = match args.format {
        Format::Text => &mut *console.out,
        Format::Json => &mut *console.err,
    };
    for path in written {
        writeln!(listing, "{}", files::shown(&path))?;
    }
    Ok(Ok(losses))
}

/// What `validate` finds in the files that an import wrote.
fn check(written: &[PathBuf], console: &Console<'_>) -> Vec<Diagnostic> {
    let documents = written.iter().filter(|path| path.extension().is_some_and(|end| end == "json"));
    let found: BTreeSet<Diagnostic> = documents
        .flat_map(|path| check_file(console.systems, &Disk, &files::shown(path)))
        .filter(import::is_problem)
        .collect();
    found.into_iter().collect()
}

impl Shared {
    /// Writes it anew with the kinds that were added to it, if nobody else changed it.
    fn extend(&mut self, ruleset: Ruleset) -> anyhow::Result<()> {
        let bytes = to_canonical_json(&ruleset)?.into_bytes();
        let was = Expected::Was(Some(Fingerprint::of(&self.bytes)));
        write_if(&self.file, &bytes, &was)?;
        (self.bytes, self.ruleset) = (bytes, ruleset);
        Ok(())
    }
}

fn open_ruleset(path: &str) -> Result<Ruleset, Vec<Diagnostic>> {
    match salient_schema::open_file(&Disk, path) {
        (Some(salient_schema::Document::Ruleset(ruleset)), _) => Ok(*ruleset),
        (Some(_), _) => Err(vec![
            Diagnostic::error(salient_schema::Code::UnknownFileKind, "this is not a ruleset")
                .file(path),
        ]),
        (None, found) => Err(found),
    }
}

fn refuse(found: &[Diagnostic], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let errors: Vec<Diagnostic> = found.iter().filter(|found| found.is_error()).cloned().collect();
    let sources = sources_of(&errors);
    write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
    Ok(exit_for(&errors).max(Exit::Problems))
}
