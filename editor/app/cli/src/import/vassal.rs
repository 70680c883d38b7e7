//! `salient import` of VASSAL's modules and saved games.

use std::path::{Path, PathBuf};

use anyhow::bail;
use salient_exchange::{Imported, vassal};
use salient_schema::Ruleset;

use crate::files;

/// What only VASSAL's saved games need to be told.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "VASSAL")]
pub struct VassalArgs {
    /// The module of a saved game (.vsav), which has its map and its counters.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
}

impl VassalArgs {
    /// Reads a module, or a saved game with its module.
    ///
    /// # Errors
    /// A file that cannot be read or is refused.
    pub fn read(&self, file: &Path, ruleset: Option<Ruleset>) -> anyhow::Result<Imported> {
        let path = &files::shown(file);
        let file = salient_files::read(file)?;
        if !path.to_lowercase().ends_with(".vsav") {
            return Ok(vassal::read(&file, path, None, ruleset)?);
        }
        let Some(module) = &self.module else {
            bail!("{path}: a saved game has no map of its own; name its module with --module");
        };
        let shown = module.display().to_string();
        Ok(vassal::read(&salient_files::read(module)?, &shown, Some((&file, path)), ruleset)?)
    }
}
