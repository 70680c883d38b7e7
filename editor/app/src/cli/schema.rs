//! `salient schema`

use std::path::PathBuf;

use anyhow::Context;

use super::report::plural;
use super::{Console, Exit, files};

/// Write the JSON Schemas (draft 2020-12) of the six file kinds and of the game log.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient schema                  into schema/json, where the project keeps them
  salient schema --out /tmp/json")]
pub struct Args {
    /// The folder; it is made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "schema/json")]
    out: PathBuf,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let folder = args.out.display();
    std::fs::create_dir_all(&args.out).with_context(|| format!("cannot make {folder}"))?;
    let schemas = salient_schema::json_schemas();
    for (name, text) in &schemas {
        let path = args.out.join(name);
        let state = if std::fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
            "up to date"
        } else {
            files::write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            "written"
        };
        writeln!(console.out, "{}: {state}", files::shown(&path))?;
    }
    writeln!(console.out, "{} in {folder}", plural(schemas.len(), "schema"))?;
    Ok(Exit::Clean)
}
