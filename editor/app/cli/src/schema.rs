//! `salient schema`

mod link;
mod vscode;

use std::path::PathBuf;

use salient_files::{Place, Results};

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
    // What nobody names lies below the folder that the program runs in.
    let folder = args.out.as_ref().map_or_else(|| Place::below("", usual), Place::from);
    let settings = Place::below("", ".vscode/settings.json");
    if args.vscode {
        settings.make_folder()?;
    }
    write_schemas(&folder, console)?;
    if args.vscode {
        let state = vscode::point_to(&settings, folder.path())?;
        writeln!(console.out, "{}: {state}", files::shown(settings.path()))?;
    }
    match args.link.is_empty() {
        true => Ok(Exit::Clean),
        false => link::run(&args.link, folder.path(), console),
    }
}

fn write_schemas(place: &Place, console: &mut Console<'_>) -> anyhow::Result<()> {
    let out = place.path();
    let folder = out.display();
    let schemas = console.systems.json_schemas();
    let mut results = Results::over(place.clone(), "schemas")?;
    let mut states = Vec::new();
    for (name, text) in &schemas {
        let path = out.join(name);
        let is_current = salient_files::holds(&path, text.as_bytes());
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
