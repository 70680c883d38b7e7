//! Salient as a whole: the editor's screens and the command line, with the systems that they play.
//!
//! [`run`] is the whole program; [`SYSTEMS`] says which games it knows. Everything else lives in
//! [`ui`] and [`cli`], which know no system: they are handed the list.

use std::process::ExitCode;

use clap::Parser;
use salient_rules::Systems;

pub use salient_cli as cli;
pub use salient_ui as ui;
pub use ui::{App, Options};

/// The systems that the program plays: a row each.
pub const SYSTEMS: Systems = Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
    &salient_infantry_attacks::Rulebook,
    &salient_offensive_1914::Rulebook,
    &salient_trench_setup::Rulebook,
    &salient_standard::Rulebook,
]);

/// Runs the program: the editor, or what the command line says.
pub fn run(systems: Systems) -> ExitCode {
    let cli = cli::Cli::parse();
    if let Some(folder) = &cli.project
        && let Err(error) = salient_files::name_project(folder)
    {
        return cli::on_terminal(systems, |_| {
            anyhow::bail!("--project {}: {error}; name a folder", folder.display())
        });
    }
    if let Some(command) = &cli.command {
        return cli::on_terminal(systems, |console| cli::run(command, console));
    }
    let reason = if cli::display_is_missing() {
        "There is no display".to_owned()
    } else {
        match ui::open_window(systems, cli.file.as_deref()) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => format!("No window can be opened ({error})"),
        }
    };
    cli::on_terminal(systems, |console| match &cli.file {
        None => cli::tour(&reason, console),
        Some(file) => anyhow::bail!(
            "{reason}, so the editor cannot open {}; try `salient validate`, `render` or \
             `test-run` on it",
            file.display()
        ),
    })
}
