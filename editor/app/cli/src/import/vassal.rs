//! `salient import` of VASSAL's modules and saved games.

use std::path::PathBuf;

/// What only VASSAL's saved games need to be told.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "VASSAL")]
pub struct VassalArgs {
    /// The module of a saved game (.vsav), which has its map and its counters.
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,

    /// The boards that become the map, as the module calls them: from west to east with commas
    /// between, rows with semicolons between; `:turned` behind one that lies upside down, `-` for a
    /// place without a board. Without it they are those of the saved game, or those that the module
    /// begins with.
    #[arg(long, value_name = "NAMES")]
    pub boards: Option<String>,
}
