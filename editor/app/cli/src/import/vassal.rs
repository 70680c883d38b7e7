//! `salient import` of VASSAL's modules and saved games.

use std::path::PathBuf;

/// What only VASSAL's saved games need to be told.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "VASSAL")]
pub struct VassalArgs {
    /// The module of a saved game (.vsav), which has its map and its counters.
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
}
