//! `salient schema`

mod link;
mod vscode;

use std::path::{Path, PathBuf};

use salient_files::Results;

use super::{Console, Exit, files};
use salient_output::plural;

/// Write the JSON Schemas (draft 2020-12) of the file kinds and of the game log, for editors that
/// complete and check what is typed; and of what each system adds: its details of events, its
/// actions and its part of a rule case.
///
/// An editor goes by a file's own "$schema", which is a path relative to the file: --link points
/// it at the schemas, wherever the file lies. For files that have none yet, --vscode tells VS Code
/// the kind by the file's name.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient schema                            into schema/json, where the project keeps them
  salient schema --out /tmp/json
  salient schema --link scenarios maps      and let these files name them
  salient schema --vscode --link my-game    into .vscode, known to VS Code in this folder

Exit status: 0 written or up to date, 1 a file of --link is none of Salient's, 2 a file cannot be
read or written.")]
pub struct Args {
    /// The folder; it is made if it is not there. With --vscode, .vscode/salient if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Files, and folders whose .json files are meant, whose "$schema" is to lead to the schemas.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    link: Vec<PathBuf>,

    /// Add the schemas to .vscode/settings.json of this folder, for files whose name tells their
    /// kind: map.json, scenario.json, *.map.json …
    #[arg(long)]
    vscode: bool,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let usual = if args.vscode { ".vscode/salient" } else { "schema/json" };
    let folder = args.out.clone().unwrap_or_else(|| usual.into());
    write_schemas(&folder, console)?;
    if args.vscode {
        let settings = Path::new(".vscode/settings.json");
        let state = vscode::point_to(settings, &folder)?;
        writeln!(console.out, "{}: {state}", files::shown(settings))?;
    }
    if args.link.is_empty() { Ok(Exit::Clean) } else { link::run(&args.link, &folder, console) }
}

fn write_schemas(out: &Path, console: &mut Console<'_>) -> anyhow::Result<()> {
    let folder = out.display();
    let schemas = console.systems.json_schemas();
    let mut results = Results::over(out, "schemas")?;
    let mut states = Vec::new();
    for (name, text) in &schemas {
        let path = out.join(name);
        let held = salient_files::read_at_most(&path, text.len() as u64);
        let is_current = held.is_ok_and(|held| held == text.as_bytes());
        results.add(name, text.as_bytes())?;
        states.push((path, if is_current { "up to date" } else { "written" }));
    }
    results.commit()?;
    for (path, state) in states {
        writeln!(console.out, "{}: {state}", files::shown(&path))?;
    }
    writeln!(console.out, "{} in {folder}", plural(schemas.len(), "schema"))?;
    Ok(())
}
