//! The main job shown in the terminal, where there is no display for the editor.

use salient_files::Place;
use salient_lab::Options;
use salient_rules::Bot;
use salient_schema::Severity;

use super::report::{count_in_words, render_diagnostics};
use super::validate::check_file;
use super::{Console, Exit, test_run};

/// How many games the tour plays.
const GAMES: u32 = 20;

/// Whether no window can be opened, as far as can be told beforehand.
pub fn display_is_missing() -> bool {
    let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
    cfg!(all(unix, not(target_os = "macos")))
        && ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().all(unset)
}

/// Validates the embedded scenario, draws it, test-runs it and says what else there is.
pub fn run(reason: &str, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    writeln!(console.out, "{reason}, so Salient shows its work here in the terminal.\n")?;
    console.out.flush()?;

    let Some((source, path)) = console.systems.iter().next().and_then(|system| {
        let published = system.published();
        Some((published.source(), published.scenario(None)?))
    }) else {
        anyhow::bail!("no system is built in");
    };
    let found = check_file(console.systems, &source, path);
    let wrong: Vec<_> = found.into_iter().filter(|d| d.severity < Severity::Note).collect();
    let report = render_diagnostics(&wrong, &source.0, console.colour);
    let (project, _) = salient_schema::open_project(&source, path);
    let Some(project) = project else {
        console.out.print_painted(&report)?;
        return Ok(Exit::Problems);
    };
    let bundle = &project.bundle;
    let counters: usize = bundle.orders_of_battle.iter().map(|oob| oob.counters.len()).sum();
    writeln!(console.out, "Validate  {}: {}", bundle.scenario.title, count_in_words(&wrong))?;
    console.out.print_painted(&report)?;
    writeln!(
        console.out,
        "          {} × {} hexes, {counters} kinds of counter, {} game-turns",
        bundle.map.grid.columns,
        bundle.map.grid.rows,
        bundle.scenario.turns.len()
    )?;
    console.out.flush()?;

    let name = format!("salient/{}.png", bundle.scenario.id);
    // Others write there, too, and may have laid links.
    let picture = Place::below(std::env::temp_dir(), name);
    let drawn = picture.make_folder().map_err(anyhow::Error::from).and_then(|()| {
        Ok(salient_output::write_picture(console.systems, bundle, None, picture.clone())?)
    });
    // A disk that is full or forbidden keeps nobody from the rest.
    match drawn {
        Ok(()) => writeln!(console.out, "Draw      {}", picture.path().display())?,
        Err(error) => writeln!(console.out, "Draw      not done: {error:#}")?,
    }
    writeln!(console.out, "Test-run  {GAMES} games between the strongest bots\n")?;
    console.out.flush()?;

    let bots = vec![Bot::STRONGEST; bundle.ruleset.sides.len()];
    let options = Options { games: GAMES, seed: 1, bots, until: None };
    let Some(report) = test_run::play(bundle, &options, None, console)? else {
        return Ok(Exit::Problems);
    };
    write!(console.out, "{}", test_run::outline(&report, bundle))?;
    writeln!(
        console.out,
        "\nOn a machine with a display the same command opens the editor. Here there are\n\
         subcommands: validate, render, export, import, generate, test-run, play and more;\n\
         `salient --help` tells of all."
    )?;
    Ok(Exit::Clean)
}
