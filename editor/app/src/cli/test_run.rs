//! `salient test-run`

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use salient_engine::game::Bot;
use salient_engine::test_run::{self, Options, Report};
use salient_schema::event::Event;
use salient_schema::{Bundle, Disk};

use super::report::{plural, render_diagnostics};
use super::validate::{check_file, exit_for, sources_of};
use super::{Console, Exit, Format, files, progress};

/// Play games between bots and report how they end.
///
/// The same scenario, seed and bots give the same games on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient test-run scenarios/kaisers-battle/kaisers-battle.json
  salient test-run scenario.json --games 100 --seed 7 --bots heuristic,random --log logs")]
pub struct Args {
    /// A scenario or bundle file.
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// The seed that all dice come from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Who plays, in the order of the sides: random or heuristic. The heuristic plays for sides
    /// that are left out.
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    bots: Vec<Bot>,

    /// text for people, json for one report object.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write each game's log here, one JSON event a line.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let path = files::shown(&args.scenario);
    let (project, _) = salient_schema::open_project(&Disk, &path);
    let found = check_file(&Disk, &path);
    let errors: Vec<_> = found.into_iter().filter(salient_schema::Diagnostic::is_error).collect();
    let bundle = match project {
        Some(project) if errors.is_empty() => project.bundle,
        _ => {
            let sources = sources_of(&errors);
            write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
            writeln!(console.err, "{path}: mend this first, then the games can begin")?;
            return Ok(exit_for(&errors).max(Exit::Problems));
        }
    };
    let sides = bundle.ruleset.sides.len();
    if args.bots.len() > sides {
        anyhow::bail!("{} bots are given for {sides} sides", args.bots.len());
    }
    let options = Options { games: args.games, seed: args.seed, bots: bots(args, sides) };
    let Some(report) = play(&bundle, &options, args.log.as_deref(), console)? else {
        return Ok(Exit::Problems);
    };
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *console.out, &report)?;
            writeln!(console.out)?;
        }
        Format::Text => write!(console.out, "{}", in_words(&report, &bundle))?,
    }
    Ok(Exit::Clean)
}

fn bots(args: &Args, sides: usize) -> Vec<Bot> {
    (0..sides).map(|side| args.bots.get(side).copied().unwrap_or(Bot::Heuristic)).collect()
}

/// Plays with a progress bar. `None`, with the reasons printed, if the scenario cannot be played.
pub fn play(
    bundle: &Bundle,
    options: &Options,
    log: Option<&Path>,
    console: &mut Console<'_>,
) -> anyhow::Result<Option<Report>> {
    if let Some(folder) = log {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let bar = progress::games(options.games, console.watched);
    let count = |_: test_run::Progress| bar.inc(1);
    let stop = AtomicBool::new(false);
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let report = match log {
        None => test_run::run(bundle, options, &count, &stop),
        Some(folder) => {
            let width = options.games.to_string().len();
            let keep = |game: u32, events: &[Event]| {
                let path = folder.join(format!("game-{:0width$}.jsonl", game + 1));
                if let Err(error) = write_log(&path, events)
                    && let Ok(mut failed) = failed.lock()
                {
                    failed.get_or_insert(error);
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            };
            test_run::run_logged(bundle, options, &count, &stop, &keep)
        }
    };
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error);
    }
    match report {
        Ok(report) => Ok(Some(report)),
        Err(diagnostics) => {
            let text = render_diagnostics(&diagnostics, &Default::default(), false);
            write!(console.err, "{text}")?;
            Ok(None)
        }
    }
}

fn write_log(path: &Path, events: &[Event]) -> anyhow::Result<()> {
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(std::fs::File::create(path)?);
        for event in events {
            serde_json::to_writer(&mut file, event)?;
            file.write_all(b"\n")?;
        }
        file.flush()
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The width of the longest bar, in characters.
const BAR: usize = 24;

/// The report for people: how the games ended as bars, points, losses.
pub fn in_words(report: &Report, bundle: &Bundle) -> String {
    use std::fmt::Write;
    let name = |id: &str| {
        let side = bundle.ruleset.sides.iter().find(|side| side.id == id);
        side.map_or_else(|| id.to_owned(), |side| side.name.clone())
    };
    let bots: Vec<String> =
        report.bots.iter().map(|bot| format!("{} {}", name(&bot.side), bot.bot)).collect();
    let played = report.games.len();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", bundle.scenario.title);
    let _ = writeln!(
        text,
        "{} played, seed {}, bots: {}{}",
        plural(played, "game"),
        report.seed,
        bots.join(", "),
        if report.stopped { " (stopped before the end)" } else { "" }
    );

    let _ = writeln!(text, "\nHow they ended");
    let width = report.levels.iter().map(|level| level.level.chars().count()).max().unwrap_or(0);
    let most = report.levels.iter().map(|level| level.games).max().unwrap_or(0).max(1);
    for level in &report.levels {
        let bar = bar(level.games, most);
        let share = f64::from(level.games) * 100.0 / (played.max(1) as f64);
        let _ = writeln!(
            text,
            "  {:<width$}  {bar:<BAR$}  {:>4}  {share:>3.0} %",
            level.level, level.games
        );
    }

    if let Some(points) = &report.points {
        let of = bundle.scenario.victory.counted_for.as_deref().map(name);
        let of = of.map(|side| format!(" ({side})")).unwrap_or_default();
        let mean = points.mean_thousandths as f64 / 1000.0;
        let _ = writeln!(
            text,
            "\nVictory points{of}: {} at the least, {mean:.1} on the mean, {} at the most",
            points.min, points.max
        );
    }
    if !report.losses.is_empty() {
        let width = report.losses.iter().map(|l| name(&l.side).chars().count()).max().unwrap_or(0);
        let _ = writeln!(text, "\nMean losses a game");
        for losses in &report.losses {
            let _ = writeln!(
                text,
                "  {:<width$}  {:>6.1} steps  {:>6.1} units",
                name(&losses.side),
                losses.steps_thousandths as f64 / 1000.0,
                losses.units_thousandths as f64 / 1000.0
            );
        }
    }
    text
}

/// A bar in proportion, in eighths of a character. Whatever happened at all is seen.
fn bar(count: u32, most: u32) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u64::from(count) * (BAR as u64) * 8 / u64::from(most.max(1))) as usize;
    let eighths = if count > 0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_never_vanish() {
        assert_eq!(bar(10, 10).chars().count(), BAR);
        assert_eq!(bar(5, 10).chars().count(), BAR / 2);
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(0, 10), "");
    }
}
