//! `salient export --to vassal`

use salient_exchange::vassal::Wishes;

/// What only VASSAL's modules need to be told.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "VASSAL")]
pub struct VassalArgs {
    /// The height of a hex from flat to flat on the board, in pixels: even, 8 or more; 112 if left
    /// out, or less on a large map.
    #[arg(long, value_name = "PIXELS")]
    hex_pixels: Option<u32>,
}

impl VassalArgs {
    pub fn wishes(&self) -> Wishes {
        Wishes { hex_pixels: self.hex_pixels, scan: None }
    }
}
