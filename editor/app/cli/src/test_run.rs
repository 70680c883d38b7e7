//! `salient test-run`: the lab on the command line.

mod merge;
mod skill;
mod why;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use salient_files::{Place, Results};
use salient_lab as lab;
use salient_lab::view::{Scenery, View, text};
use salient_lab::{LogSink, MOST_GAMES, Options, Part, Progress, Report, Shard};
use salient_rules::Bot;
use salient_schema::event::Event;
use salient_schema::{Bundle, FileKind, Recording};

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{check_file, exit_for, sources_of};
use super::{Console, Exit, Format, batch, files, interrupt, progress};
use salient_output::plural;
use salient_output::report::{self, Findings};

/// Play games between bots and report how they end.
///
/// The same scenario, seed and bots give the same games on every machine. Ctrl-C ends the run and
/// reports on what has been played.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  salient test-run scenarios/kaisers-battle/kaisers-battle.json
  salient test-run scenario.json --games 1000 --out report.html --csv tables
  salient test-run scenario.json --seeds 4 --games 200
  salient test-run scenario.json --until 2% --bots planner,heuristic
  salient test-run scenario.json --skill --games 100 --out skill.html
  salient test-run scenario.json --bots searcher,planner --think 50 --why 3
  salient test-run new.json --compare old.json --games 400
  salient test-run scenario.json --games 10000 --shard 3/8 --out shard-3.json
  salient test-run merge shard-*.json --out report.html
  salient test-run scenarios/storm-in-the-west/*.json --out reports/west.html

Exit status: 0 played, 1 a scenario cannot be played or a shard was stopped, 2 a file cannot be
read or written. Of several scenarios, the others are played all the same."
)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    /// Scenario or bundle files, or folders with all below them. Of several, what --out, --csv and
    /// --log write is called after each: `report-NAME.html`, `tables/NAME`, `logs/NAME`.
    #[arg(value_name = "SCENARIO", required = true)]
    scenarios: Vec<PathBuf>,

    #[command(flatten)]
    play: Play,

    /// Play this scenario or bundle as well, or read this report, and say how SCENARIO differs
    /// from it.
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["shard", "log"])]
    compare: Option<PathBuf>,

    /// Play the whole ladder of bots, from random moves to searchers with more and more playouts,
    /// each rung against itself and against the next, and show how the balance stands as strength
    /// grows. --games is the number of each pairing.
    #[arg(long, conflicts_with_all = ["compare", "shard", "until", "log", "bots", "think", "csv"])]
    skill: bool,

    /// The searchers of --skill: their playouts a decision.
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        requires = "skill",
        default_values_t = [25, 50, 100],
        value_parser = clap::value_parser!(u32).range(1..=i64::from(Bot::MOST_PLAYOUTS))
    )]
    rungs: Vec<u32>,

    /// Play the K-th game of the run alone, and tell why its bots decided as they did: the plans
    /// that a searcher played out, the attacks and moves that a planner weighed, with their odds
    /// and values.
    #[arg(
        long,
        value_name = "K",
        conflicts_with_all = ["skill", "compare", "shard", "until", "log", "out", "csv"],
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    why: Option<u32>,

    /// Play only the K-th of N shares of the games, to be put together by `merge`.
    #[arg(long, value_name = "K/N", conflicts_with = "until")]
    shard: Option<Part>,

    #[command(flatten)]
    output: Output,

    /// Write each game's log here, one JSON event a line.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// What to do instead of playing.
#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Put all shares of a run together: the report is that of one run.
    Merge(merge::Args),
}

/// What is played.
#[derive(Debug, clap::Args)]
struct Play {
    /// How many games; 20 if nothing is said. With --until, how many at the most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_GAMES)))]
    games: Option<u32>,

    /// Go on until the 95 % interval of every level of victory reaches no farther than this to
    /// either side.
    #[arg(long, value_name = "2%", value_parser = share)]
    until: Option<f64>,

    /// The seed that all dice come from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Play the games of several seeds, --games of each, and pool them in one report that says
    /// whether the seeds differ by more than chance: 1,2,3,4, or 4 for as many from --seed on.
    #[arg(long, value_name = "S,S", conflicts_with_all = ["until", "skill", "why"])]
    seeds: Option<Seeds>,

    /// Who plays, in the order of the sides: random, heuristic, planner, searcher or what else
    /// the system has. Its strongest bot that does not search plays for sides that are left out.
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    bots: Vec<Bot>,

    /// How many playouts a decision is worth to a searcher. One may be told its own: searcher:200.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(Bot::MOST_PLAYOUTS))
    )]
    think: Option<u32>,
}

/// Several seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seeds {
    /// So many, one after the other.
    Number(u64),
    /// These.
    These(Vec<u64>),
}

/// No more seeds than these.
const MOST_SEEDS: u64 = 1000;

impl std::str::FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("write seeds such as 1,2,3,4, or how many: 2 to {MOST_SEEDS}");
        if !text.contains(',') {
            let number = text.trim().parse().map_err(|_| wrong())?;
            return match number {
                2..=MOST_SEEDS => Ok(Self::Number(number)),
                _ => Err(wrong()),
            };
        }
        let seeds: Result<Vec<u64>, _> = text.split(',').map(|seed| seed.trim().parse()).collect();
        let seeds = seeds.map_err(|_| wrong())?;
        let mut known = seeds.clone();
        known.sort_unstable();
        known.dedup();
        if known.len() < seeds.len() {
            return Err("a seed is given twice: its games would count twice".to_owned());
        }
        if seeds.len() as u64 > MOST_SEEDS { Err(wrong()) } else { Ok(Self::These(seeds)) }
    }
}

/// Where the findings go.
#[derive(Debug, clap::Args)]
struct Output {
    /// Write the findings to a file, by its ending: .html for a page with pictures, .json, or
    /// .csv for a file for each table beside it. May be given several times.
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,

    /// Write every table as a CSV file into this folder.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    /// text for people, json for one report object (of several scenarios, an array of them).
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Whether the last parts of the names above were made, one for each scenario.
    #[arg(skip)]
    made: bool,
}

/// The width of a line in characters, and how many rows of long tables are told.
const LIMITS: text::Limits = text::Limits { width: 110, rows: 8 };

/// The findings for people in the terminal.
fn in_words(findings: Findings<'_>, bundle: Option<&Bundle>) -> String {
    let comparison = findings.compared.map(|(_, comparison)| comparison);
    let scenery = Scenery::new(findings.report, bundle);
    text::whole(&View::new(findings.report, comparison, &scenery), LIMITS)
}

/// How the games ended, in words.
pub fn outline(report: &Report, bundle: &Bundle) -> String {
    text::head(&View::new(report, None, &Scenery::new(report, Some(bundle))), LIMITS)
}

/// How many games are played if nothing is said.
const GAMES: u32 = 20;

/// Reads `2%` or `0.02`.
fn share(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.trim().strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text.trim(), 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value / scale > 0.0 && value / scale < 0.5 => Ok(value / scale),
        _ => Err("write a share above 0 and below 50%, such as 2% or 0.02".to_owned()),
    }
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if let Some(Action::Merge(args)) = &args.action {
        return merge::run(args, console);
    }
    args.output.check()?;
    let inputs = batch::inputs(&args.scenarios, &[FileKind::Scenario, FileKind::Bundle], console)?;
    if !inputs.is_many {
        let [scenario] = args.scenarios.as_slice() else { bail!("no scenario is given") };
        let log = args.log.as_ref().map(Place::from);
        return one(scenario, args, &args.output, log.as_ref(), console);
    }
    if args.shard.is_some() {
        bail!("a shard is of one scenario");
    }
    let mut exit = inputs.exit;
    let mut separator = "[\n";
    for (scenario, name) in inputs.files.iter().zip(batch::names(&inputs.files)) {
        let file = files::shown(scenario);
        let output = args.output.of_several(&name);
        let log = args.log.as_ref().map(|folder| Place::below(folder, &name));
        let mut told = Vec::new();
        let ended = {
            let mut console = Console { out: &mut told, err: &mut *console.err, ..*console };
            one(scenario, args, &output, log.as_ref(), &mut console)
        };
        match ended {
            Ok(ended) => exit = exit.max(ended),
            Err(error) => {
                writeln!(console.err, "{}", batch::about(&file, &format!("{error:#}")))?;
                exit = Exit::Unreadable;
            }
        }
        let told = String::from_utf8_lossy(told.trim_ascii_end());
        match args.output.format {
            _ if told.is_empty() => {}
            Format::Text => writeln!(console.out, "{file}\n{told}\n")?,
            Format::Json => {
                write!(console.out, "{separator}{told}")?;
                separator = ",\n";
            }
        }
        console.out.flush()?;
        if interrupt::flag().load(Ordering::Relaxed) {
            break;
        }
    }
    if args.output.format == Format::Json {
        let begun = if separator == ",\n" { "\n" } else { separator };
        writeln!(console.out, "{begun}]")?;
    }
    Ok(exit)
}

/// Plays one scenario.
fn one(
    scenario: &Path,
    args: &Args,
    output: &Output,
    log: Option<&Place>,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let bundle = match open(scenario, console)? {
        Ok(bundle) => bundle,
        Err(exit) => return Ok(exit),
    };
    output.places().try_for_each(report::check_place)?;
    if args.skill {
        return skill::run(args, output, &bundle, console);
    }
    let options = args.play.options(&bundle)?;
    if let Some(game) = args.why {
        return why::run(game, args.output.format, &bundle, &options, console);
    }
    let seeds = args.play.seeds();
    if let Some(part) = args.shard {
        return run_shard(args, &bundle, (&options, &seeds), part, console);
    }
    let other = match &args.compare {
        None => None,
        Some(path) => match other(path, &args.play, console)? {
            Ok(other) => Some(other),
            Err(exit) => return Ok(exit),
        },
    };
    output.places().try_for_each(report::check_place)?;
    let Some(report) = play_seeds(&bundle, &options, &seeds, log, console)? else {
        return Ok(Exit::Problems);
    };
    let comparison = other.as_ref().map(|other| lab::compare(other, &report));
    let findings = Findings { report: &report, compared: other.as_ref().zip(comparison.as_ref()) };
    output.give(findings, Some(&bundle), console)?;
    Ok(Exit::Clean)
}

/// Reads a scenario that can be played, or says what is wrong with it.
pub(super) fn open(path: &Path, console: &mut Console<'_>) -> anyhow::Result<Result<Bundle, Exit>> {
    let path = files::shown(path);
    let source = Recording::default();
    let (project, _) = salient_schema::open_project(&source, &path);
    let found = check_file(console.systems, &source, &path);
    cut_off::tell(source.into_files(), console)?;
    let errors: Vec<_> = found.into_iter().filter(salient_schema::Diagnostic::is_error).collect();
    match project {
        Some(project) if errors.is_empty() => Ok(Ok(project.bundle)),
        _ => {
            let sources = sources_of(&errors);
            write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
            writeln!(console.err, "{path}: mend this first, then the games can begin")?;
            Ok(Err(exit_for(&errors).max(Exit::Problems)))
        }
    }
}

/// What a run is compared to: a report that was written before, or a scenario to be played.
fn other(
    path: &Path,
    settings: &Play,
    console: &mut Console<'_>,
) -> anyhow::Result<Result<Report, Exit>> {
    if let Ok(text) = salient_files::read_text(path)
        && let Some(version) = report_version(&text)
    {
        let name = path.display();
        if version != lab::REPORT_VERSION {
            bail!(
                "{name}: the report was written by another version of Salient ({version}, this one \
                 reads {}); play the run again with the same seed",
                lab::REPORT_VERSION
            );
        }
        let report = serde_json::from_str::<Report>(&text)
            .with_context(|| format!("{name} is no report of a run"))?;
        return Ok(Ok(report));
    }
    let bundle = match open(path, console)? {
        Ok(bundle) => bundle,
        Err(exit) => return Ok(Err(exit)),
    };
    let (options, seeds) = (settings.options(&bundle)?, settings.seeds());
    let report = play_seeds(&bundle, &options, &seeds, None, console)?;
    Ok(report.ok_or(Exit::Problems))
}

/// The version of a report's form; none of what is no report.
fn report_version(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Head {
        report_version: u32,
    }
    serde_json::from_str::<Head>(text).ok().map(|head| head.report_version)
}

impl Play {
    /// The seeds that are pooled; none where there is one.
    fn seeds(&self) -> Vec<u64> {
        match &self.seeds {
            None => Vec::new(),
            Some(Seeds::These(seeds)) => seeds.clone(),
            Some(Seeds::Number(number)) => {
                (0..*number).map(|more| self.seed.wrapping_add(more)).collect()
            }
        }
    }

    fn options(&self, bundle: &Bundle) -> anyhow::Result<Options> {
        let sides = bundle.ruleset.sides.len();
        if self.bots.len() > sides {
            bail!("{} bots are given for {sides} sides", self.bots.len());
        }
        let bot = |side| {
            let bot: Bot = self.bots.get(side).copied().unwrap_or_default();
            match (self.think, bot.playouts()) {
                (Some(think), None) if bot.is(Bot::SEARCHER) => bot.with_playouts(think),
                _ => bot,
            }
        };
        let most = if self.until.is_some() { MOST_GAMES } else { GAMES };
        let games = self.games.unwrap_or(most);
        let all = u64::from(games) * (self.seeds().len().max(1) as u64);
        if all > u64::from(MOST_GAMES) {
            bail!("{all} games are more than a run has at the most, {MOST_GAMES}");
        }
        Ok(Options {
            games,
            seed: self.seed,
            bots: (0..sides).map(bot).collect(),
            until: self.until,
        })
    }
}

impl Output {
    /// What one of several scenarios is to be written as.
    fn of_several(&self, name: &str) -> Self {
        let out = self.out.iter().map(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-{name}.{ending}"))
        });
        let csv = self.csv.as_ref().map(|folder| folder.join(name));
        Self { out: out.collect(), csv, format: self.format, made: true }
    }

    /// Where the files go.
    fn places(&self) -> impl Iterator<Item = Place> {
        self.out.iter().map(|path| self.place(path))
    }

    fn place(&self, path: &Path) -> Place {
        if self.made { Place::made(path) } else { Place::from(path) }
    }

    /// Looks at the names before any game is played.
    fn check(&self) -> anyhow::Result<()> {
        Ok(self.out.iter().try_for_each(|path| report::check_name(path))?)
    }

    /// Prints the findings and writes the files.
    fn give(
        &self,
        findings: Findings<'_>,
        bundle: Option<&Bundle>,
        console: &mut Console<'_>,
    ) -> anyhow::Result<()> {
        match self.format {
            Format::Json => write!(console.out, "{}", report::json(findings)?)?,
            Format::Text => write!(console.out, "{}", in_words(findings, bundle))?,
        }
        console.out.flush()?;
        let mut written = Vec::new();
        for place in self.places() {
            written.extend(report::write(place, findings, bundle)?);
        }
        if let Some(folder) = &self.csv {
            written.extend(report::write_csv(self.place(folder), findings)?);
        }
        for path in written {
            writeln!(console.err, "{}: written", path.display())?;
        }
        Ok(())
    }
}

/// Plays a share of a run, and writes it for `merge`.
fn run_shard(
    args: &Args,
    bundle: &Bundle,
    of: (&Options, &[u64]),
    part: Part,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let out = match args.output.out.as_slice() {
        [] => None,
        [path] if path.extension().is_some_and(|ending| ending == "json") => Some(path),
        _ => bail!("a shard is written to one file, whose name ends in .json"),
    };
    if args.output.csv.is_some() {
        bail!("a shard has no tables: merge all shards first");
    }
    let Some(shard) =
        play_part(bundle, of, part, args.log.as_ref().map(Place::from).as_ref(), console)?
    else {
        return Ok(Exit::Problems);
    };
    if !shard.is_complete() {
        writeln!(console.err, "stopped: a shard is of use only when all its games are played")?;
        return Ok(Exit::Problems);
    }
    let text = serde_json::to_string(&shard)? + "\n";
    match out {
        None => write!(console.out, "{text}")?,
        Some(path) => {
            salient_output::write_whole(path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            let games = plural(shard.games.len(), "game");
            writeln!(console.out, "{}: shard {part}, {games}", path.display())?;
        }
    }
    Ok(Exit::Clean)
}

/// Plays with a progress bar. `None`, with the reasons printed, if the scenario cannot be played.
pub fn play(
    bundle: &Bundle,
    options: &Options,
    log: Option<&Place>,
    console: &mut Console<'_>,
) -> anyhow::Result<Option<Report>> {
    play_seeds(bundle, options, &[], log, console)
}

/// The same with the games of several seeds, where there are any.
fn play_seeds(
    bundle: &Bundle,
    options: &Options,
    seeds: &[u64],
    log: Option<&Place>,
    console: &mut Console<'_>,
) -> anyhow::Result<Option<Report>> {
    let shard = play_part(bundle, (options, seeds), Part::WHOLE, log, console)?;
    Ok(shard.map(Shard::into_report))
}

fn play_part(
    bundle: &Bundle,
    (options, seeds): (&Options, &[u64]),
    part: Part,
    log: Option<&Place>,
    console: &mut Console<'_>,
) -> anyhow::Result<Option<Shard>> {
    // Shards may share a folder: each has its own games in it. Tables may lie there too.
    let set = match part {
        Part::WHOLE => "logs".to_owned(),
        part => format!("logs-{}", part.to_string().replace('/', "-of-")),
    };
    let logs = log.map(|folder| Results::over(folder.clone(), &set)).transpose()?.map(Mutex::new);
    let bar = progress::games(console.watched);
    let show = |now: Progress| progress::show(&bar, now, options.until);
    let stop = interrupt::flag();
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let all = u64::from(options.games) * (seeds.len().max(1) as u64);
    let width = all.to_string().len();
    let keep = |game: u32, events: &[Event]| {
        let Some(logs) = &logs else { return };
        let name = format!("game-{:0width$}.jsonl", game + 1);
        if let Err(error) = add_log(logs, &name, events)
            && let Ok(mut failed) = failed.lock()
        {
            failed.get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let keep: Option<LogSink<'_>> = log.is_some().then_some(&keep);
    let shard = lab::run_seeds(console.systems, bundle, options, seeds, part, &show, stop, keep);
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error);
    }
    match shard {
        Ok(shard) => {
            if let Some(logs) = logs {
                logs.into_inner().unwrap_or_else(PoisonError::into_inner).commit()?;
            }
            Ok(Some(shard))
        }
        Err(diagnostics) => {
            let text = render_diagnostics(&diagnostics, &Default::default(), false);
            write!(console.err, "{text}")?;
            Ok(None)
        }
    }
}

fn add_log(logs: &Mutex<Results>, name: &str, events: &[Event]) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    for event in events {
        serde_json::to_writer(&mut lines, event)?;
        lines.push(b'\n');
    }
    // Whoever held it and panicked has told of it.
    let mut logs = logs.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(logs.add(name, &lines)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_list_or_a_number() {
        let read = |text: &str| text.parse::<Seeds>();
        assert_eq!(read("1,2, 7"), Ok(Seeds::These(vec![1, 2, 7])));
        assert_eq!((read("2"), read("1000")), (Ok(Seeds::Number(2)), Ok(Seeds::Number(1000))));
        for wrong in ["", "1", "1001", "0", "-2", "1,", "1,1", "a,b", "1;2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_per_cent_or_fractions() {
        assert_eq!(share("2%"), Ok(0.02));
        assert_eq!(share("2.5 %"), Ok(0.025));
        assert_eq!(share("0.1"), Ok(0.1));
        for wrong in ["", "0", "-1%", "50%", "2", "x", "NaN", "inf"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
