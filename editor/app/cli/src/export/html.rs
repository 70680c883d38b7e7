//! `salient export --to html`

use std::path::PathBuf;

use salient_exchange::{Exported, web};
use salient_rules::Systems;
use salient_schema::Bundle;

use crate::files;

/// What only a web page asks for.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With --to html")]
pub struct HtmlArgs {
    /// A game to be played back on the page: a log as `salient test-run --log` writes it.
    #[arg(long, value_name = "GAME.jsonl")]
    log: Option<PathBuf>,
}

impl HtmlArgs {
    /// Whether anything is asked for.
    pub fn are_given(&self) -> bool {
        self.log.is_some()
    }

    pub fn write(&self, systems: Systems, bundle: &Bundle) -> anyhow::Result<Exported> {
        let log = match &self.log {
            None => None,
            Some(path) => {
                let name = files::shown(path);
                let bytes = salient_files::read(path)?;
                Some(web::Log::read(&name, &bytes)?)
            }
        };
        Ok(web::html(systems, bundle, log.as_ref())?)
    }
}
