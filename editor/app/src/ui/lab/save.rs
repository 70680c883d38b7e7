//! Writing the report of a run.

use std::path::Path;

use anyhow::{Context, bail};
use salient_engine::lab::Comparison;

use super::Record;

/// Writes a report as its name's ending says: `.html`, `.json` or `.csv`.
///
/// # Errors
/// What keeps it from being written.
pub fn write(path: &Path, record: &Record, comparison: Option<&Comparison>) -> anyhow::Result<()> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let text = match ending.as_deref() {
        Some("json") => serde_json::to_string_pretty(&record.report)? + "\n",
        Some("html" | "htm") => {
            salient_export::page::report(&record.bundle, &record.report, comparison)
                .map_err(|error| anyhow::anyhow!("{error}"))?
        }
        _ => bail!("the name must end in .html, .json or .csv: {}", path.display()),
    };
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
