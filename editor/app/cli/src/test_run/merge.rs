//! `salient test-run merge`

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use salient_lab as lab;
use salient_lab::Shard;

use super::{Output, open};
use crate::{Console, Exit, files};
use salient_output::report::Findings;

/// Put all shares of a run together: the report is that of one run.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient test-run merge shard-*.json --out report.html

Exit status: 0 put together, 1 a share is missing, doubled or of another run, 2 a file cannot be
read or written.")]
pub struct Args {
    /// The files that `--shard` wrote, all of them, in any order.
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,

    /// The scenario or bundle that was played, for the map of an HTML page. A built-in one
    /// need not be named.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    args.output.check()?;
    let mut shards = Vec::new();
    for path in &args.shards {
        match read(path) {
            Ok(shard) => shards.push(shard),
            Err(error) => writeln!(console.err, "{error:#}")?,
        }
    }
    if shards.len() < args.shards.len() {
        return Ok(Exit::Unreadable);
    }
    let parts: Vec<_> = shards.iter().map(|shard| shard.part).collect();
    let report = match lab::merge(shards) {
        Ok(report) => report,
        Err(error) => {
            let files = error.parts().into_iter().flat_map(|about| {
                let named = parts.iter().zip(&args.shards);
                named.filter(move |(part, _)| **part == about).map(|(_, file)| files::shown(file))
            });
            let files = files.collect::<Vec<_>>().join(", ");
            let stop = if files.is_empty() { "" } else { ": " };
            writeln!(console.err, "{files}{stop}{error}")?;
            return Ok(Exit::Problems);
        }
    };
    let fingerprint = &report.subject.fingerprint;
    let bundle = match &args.scenario {
        None => {
            let mut published = console.systems.published().map(|project| project.bundle);
            published.find(|bundle| bundle.fingerprint() == *fingerprint)
        }
        Some(path) => match open(path, console)? {
            Ok(bundle) if bundle.fingerprint() == *fingerprint => Some(bundle),
            Ok(_) => bail!("{} is not the scenario that was played", path.display()),
            Err(exit) => return Ok(exit),
        },
    };
    let findings = Findings { report: &report, compared: None };
    args.output.give(findings, bundle.as_ref(), console)?;
    Ok(Exit::Clean)
}

fn read(path: &Path) -> anyhow::Result<Shard> {
    let text = salient_files::read_text(path)?;
    let shard = serde_json::from_str(&text);
    shard.map_err(|error| {
        let (line, column) = (error.line(), error.column());
        anyhow!("{}:{line}:{column}: this is no shard of a run", path.display())
    })
}
