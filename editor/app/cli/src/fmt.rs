//! `salient fmt`

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::files::{self, Rewriting};
use super::report::render_diagnostics;
use super::validate::source_of;
use super::{Console, Exit, cut_off};
use salient_output::plural;

/// Rewrite files in their canonical form, so that a diff shows one line per changed thing.
///
/// A file with errors stays as it is. All others change at one moment, or none of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient fmt scenarios maps
  salient fmt --check scenarios maps

Exit status: 0 all is in canonical form (now), 1 something is not and was only checked, or has
errors, 2 a file cannot be read or written.")]
pub struct Args {
    /// Files, and folders whose .json files are meant.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Change nothing; name the files that are not in canonical form.
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let (files, mut exit) = files::to_rewrite(&args.paths, console)?;
    let (mut changed, mut rewriting) = (0, Rewriting::default());
    let paths = files.iter().map(|(_, place)| place.path());
    if args.check {
        cut_off::tell(paths, console)?;
    } else {
        cut_off::end(paths, console)?;
    }
    for target in &files {
        let (file, place) = target;
        let bytes = match salient_files::read(place.path()) {
            Ok(bytes) => bytes,
            Err(error) => {
                writeln!(console.err, "{file}: cannot be read: {}", error.reason())?;
                exit = Exit::Unreadable;
                continue;
            }
        };
        match salient_schema::format_text(file, &bytes) {
            Ok(text) if text.as_bytes() == bytes => {}
            Ok(_) if args.check => {
                writeln!(console.out, "{file}: not in canonical form")?;
                changed += 1;
                exit = exit.max(Exit::Problems);
            }
            Ok(text) => {
                exit = exit.max(rewriting.add(target, &bytes, text.as_bytes(), console)?);
            }
            Err(diagnostics) => {
                let sources = BTreeMap::from([(file.clone(), source_of(&bytes))]);
                let report = render_diagnostics(&diagnostics, &sources, console.colour);
                console.out.print_painted(&report)?;
                exit = exit.max(Exit::Problems);
            }
        }
    }
    let (rewritten, written) = rewriting.commit("rewritten", console)?;
    (changed, exit) = (changed + rewritten, exit.max(written));
    let verb = if args.check { "to be rewritten" } else { "rewritten" };
    writeln!(console.out, "{}, {changed} {verb}", plural(files.len(), "file"))?;
    Ok(exit)
}
