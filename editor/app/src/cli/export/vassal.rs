//! `salient export --to vassal`

use salient_export::exchange::{Parcel, vassal};
use salient_schema::Bundle;
use salient_schema::common::FileKind;

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
    /// Writes scenarios as one module.
    ///
    /// # Errors
    /// They do not belong together, or their map is too large.
    pub fn write(&self, bundles: &[Bundle]) -> anyhow::Result<Parcel> {
        let bundles: Vec<&Bundle> = bundles.iter().collect();
        Ok(vassal::write(&bundles, &vassal::Wishes { hex_pixels: self.hex_pixels })?)
    }
}

/// Whether a file is a scenario or a bundle, or cannot be read: then opening it says why.
pub fn is_scenario(path: &str) -> bool {
    let Ok(text) = std::fs::read(path) else { return true };
    #[derive(serde::Deserialize)]
    struct Head {
        #[serde(rename = "$schema")]
        schema: String,
    }
    let Ok(head) = serde_json::from_slice::<Head>(&text) else { return true };
    let kind = FileKind::of_schema(&head.schema);
    kind.is_none_or(|kind| matches!(kind, FileKind::Scenario | FileKind::Bundle))
}
