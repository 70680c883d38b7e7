//! `salient completions` and `salient man`: what the shell and `man` know of the program.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use salient_files::Results;

use super::{Cli, Console, Exit, files};

/// Write what a shell needs to complete the command line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient completions bash > ~/.local/share/bash-completion/completions/salient
  salient completions zsh > ~/.zfunc/_salient
  salient completions fish > ~/.config/fish/completions/salient.fish

Exit status: 0 written, 2 the output cannot be written.")]
pub struct Args {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    // The generator panics where it cannot write, as into a pipe that was closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "salient", &mut script);
    console.out.write_all(&script)?;
    Ok(Exit::Clean)
}

/// Write the manual pages: the program's own, a subcommand's, or all into a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient man | man -l -
  salient man map build | man -l -
  salient man -o ~/.local/share/man/man1

Exit status: 0 written, 2 there is no such subcommand, or a file cannot be written.")]
pub struct ManArgs {
    /// The subcommand; the program itself if left out.
    #[arg(value_name = "SUBCOMMAND", conflicts_with = "output")]
    of: Vec<String>,

    /// A folder for the pages of all commands; it is made if it is not there. Pages of commands
    /// that are no more go, other programs' pages stay.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub fn man(args: &ManArgs, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let mut top = Cli::command().disable_help_subcommand(true);
    top.build();
    let Some(folder) = &args.output else {
        let mut command = &top;
        for name in &args.of {
            match command.find_subcommand(name) {
                Some(below) => command = below,
                None => bail!("{} has no subcommand `{name}`", shown(command)),
            }
        }
        console.out.write_all(&page(command)?)?;
        return Ok(Exit::Clean);
    };
    // The folder holds other programs' pages, too.
    let mut pages = Results::over(folder, "man")?;
    for command in with_all_below(&top) {
        pages.add(&format!("{}.1", shown(command)), &page(command)?)?;
    }
    for path in pages.commit()? {
        writeln!(console.out, "{}", files::shown(&path))?;
    }
    Ok(Exit::Clean)
}

/// A command and all that are below it.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(with_all_below)).collect()
}

/// The name of a command's page, `salient-map-build`.
fn shown(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).title(shown(command)).manual("Salient").render(&mut page)?;
    Ok(page)
}
