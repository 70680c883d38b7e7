//! `salient export --to html`

use std::path::PathBuf;

use salient_exchange::web::Log;

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

    /// The game, read.
    pub fn log(&self) -> anyhow::Result<Option<Log>> {
        let Some(path) = &self.log else { return Ok(None) };
        let bytes = salient_files::read(path)?;
        Ok(Some(Log::read(&files::shown(path), &bytes)?))
    }
}
