//! `salient replay`

use salient_rules::Systems;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use salient_document::{Document, Origin, SaveOptions};
use salient_rules::Prepared;
use salient_rules::game::{Match, Outcome};
use salient_rules::keep::Kept;
use salient_rules::words::Words;
use salient_schema::event::{Event, EventKind, GameStart};
use salient_schema::{Bundle, Disk, FileKind, Recording};
use serde::Serialize;

use super::cut_off;
use super::report::render_diagnostics;
use super::validate::{check_file, exit_for, sources_of};
use super::{Console, Exit, Format, files, print_json};
use salient_output::plural;

/// Play a game's log again, and compare each event with what the rules give, byte by byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient test-run scenarios/kaisers-battle/kaisers-battle.json --log logs
  salient replay logs/game-01.jsonl
  salient replay logs/*.jsonl --scenario my-scenario.json
  salient replay game.jsonl --unfinished --scenario my-scenario.json --keep-as from-here.json

Without --scenario the log's own is looked for: those built in, then those below scenarios/.

Exit status: 0 every log is what the rules give, 1 one is not, 2 a log or scenario cannot be read.
Of several, the others are played all the same.")]
pub struct Args {
    /// Logs, one JSON event a line, as `salient test-run --log` writes them.
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,

    /// The scenario or bundle file that the games were played with.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,

    /// Take a log that ends before its game does, as `salient play` writes it of a game that is
    /// to be gone on with.
    #[arg(long)]
    unfinished: bool,

    /// Write the position in which the log ends as a scenario of its own, which begins there. It
    /// shares map, ruleset and orders of battle with the scenario that is given.
    #[arg(long, value_name = "FILE", requires = "scenario")]
    keep_as: Option<PathBuf>,

    /// Stop after so many decisions.
    #[arg(long, value_name = "NUMBER", requires = "keep_as")]
    decisions: Option<usize>,

    /// text for people, json for an array of findings.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What came of playing a log again.
#[derive(Debug, Serialize)]
struct Replayed {
    log: String,
    scenario: String,
    seed: u64,
    /// The last game-turn that was reached.
    turns: u16,
    events: usize,
    actions: usize,
    dice: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// The same in words.
    #[serde(skip)]
    end: String,
    /// The hash of the last position.
    state_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    /// The last position as a scenario.
    #[serde(skip)]
    kept: Option<Kept>,
}

/// Where a log is not what the rules give.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    /// From 1.
    pub(super) line: usize,
    /// The log's line, or none where it has ended.
    pub(super) log: Option<String>,
    /// What the rules give instead, or why the line cannot be.
    pub(super) rules: String,
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    if args.keep_as.is_some() && args.logs.len() > 1 {
        anyhow::bail!("--keep-as takes one log: the position of only one game can be kept");
    }
    let mut library = Library::default();
    if let Some(path) = &args.scenario
        && let Err(exit) = library.take(&files::shown(path), console)?
    {
        return Ok(exit);
    }
    cut_off::tell(&args.logs, console)?;
    let mut all = Vec::with_capacity(args.logs.len());
    let mut exit = Exit::Clean;
    for path in &args.logs {
        let name = files::shown(path);
        let replayed = salient_files::read(path)
            .map_err(anyhow::Error::from)
            .and_then(|bytes| library.replay(console.systems, &name, &bytes, args));
        let replayed = match replayed {
            Ok(replayed) => replayed,
            Err(error) => {
                writeln!(console.err, "{error:#}")?;
                exit = Exit::Unreadable;
                continue;
            }
        };
        if args.format == Format::Text {
            print(&replayed, console)?;
        }
        if let (Some(kept), Some(to), Some(from)) = (&replayed.kept, &args.keep_as, &args.scenario)
        {
            keep(kept, from, to, console)?;
        }
        all.push(replayed);
    }
    if args.format == Format::Json {
        print_json(console.out, &all)?;
    } else if args.logs.len() > 1 {
        let wrong = all.iter().filter(|replayed| replayed.difference.is_some()).count();
        writeln!(console.out, "{}, {wrong} of them different", plural(all.len(), "log"))?;
    }
    let same = all.iter().all(|replayed| replayed.difference.is_none());
    Ok(exit.max(if same { Exit::Clean } else { Exit::Problems }))
}

/// Writes a scenario made of a position beside the one that was played, and tells what it does not
/// hold.
fn keep(kept: &Kept, from: &Path, to: &Path, console: &mut Console<'_>) -> anyhow::Result<()> {
    let name = files::shown(from);
    let (project, _) = salient_schema::open_project(&Disk, &name);
    let Some(project) = project else { anyhow::bail!("{name} cannot be read any more") };
    let document = Document::new(console.systems, project, Origin::File(from.to_owned()));
    document.save_beside(kept.scenario.clone(), to, SaveOptions::default())?;
    writeln!(console.out, "{} is written: {}", files::shown(to), kept.scenario.title)?;
    for line in kept.in_words() {
        writeln!(console.out, "  kept      {line}")?;
    }
    for left in &kept.not_kept {
        writeln!(console.out, "  not kept  {left}")?;
    }
    for found in &kept.refused {
        writeln!(console.err, "{found}")?;
    }
    Ok(())
}

/// Scenarios that are ready to be played.
#[derive(Default)]
struct Library(Vec<Known>);

struct Known {
    /// The scenario's id.
    id: String,
    title: String,
    fingerprint: String,
    prepared: Prepared,
    words: Words,
    /// What it is made of, where a position of it may be kept.
    bundle: Option<Bundle>,
}

impl Library {
    /// Reads a scenario that the user names.
    fn take(&mut self, path: &str, console: &mut Console<'_>) -> anyhow::Result<Result<(), Exit>> {
        let source = Recording::default();
        let (project, _) = salient_schema::open_project(&source, path);
        let mut errors = check_file(console.systems, &source, path);
        cut_off::tell(source.into_files(), console)?;
        errors.retain(salient_schema::Diagnostic::is_error);
        match project {
            Some(project) if errors.is_empty() && self.add(console.systems, &project.bundle) => {
                if let Some(known) = self.0.last_mut() {
                    known.bundle = Some(project.bundle);
                }
                Ok(Ok(()))
            }
            _ => {
                let sources = sources_of(&errors);
                write!(console.err, "{}", render_diagnostics(&errors, &sources, false))?;
                writeln!(console.err, "{path}: no game can be played with it")?;
                Ok(Err(exit_for(&errors).max(Exit::Problems)))
            }
        }
    }

    /// Whether the bundle can be played, and is now known.
    fn add(&mut self, systems: Systems, bundle: &Bundle) -> bool {
        let Ok(prepared) = Prepared::new(systems, bundle) else { return false };
        self.0.push(Known {
            id: bundle.scenario.id.clone(),
            title: bundle.scenario.title.clone(),
            fingerprint: bundle.fingerprint(),
            prepared,
            words: Words::new(systems, bundle),
            bundle: None,
        });
        true
    }

    /// The scenario of a log: by its fingerprint, else by its id.
    fn find(&self, start: &GameStart) -> Option<&Known> {
        let exact = self.0.iter().find(|known| known.fingerprint == start.fingerprint);
        exact.or_else(|| self.0.iter().find(|known| known.id == start.scenario))
    }

    /// Reads the scenarios that may be meant, until one fits the log to the letter.
    fn look_for(&mut self, systems: Systems, start: &GameStart) {
        let fits =
            |known: Option<&Known>| known.is_some_and(|k| k.fingerprint == start.fingerprint);
        if fits(self.find(start)) {
            return;
        }
        for project in systems.published() {
            self.add(systems, &project.bundle);
        }
        let (paths, _) = files::json_files(&[PathBuf::from("scenarios")]);
        for path in paths {
            if fits(self.find(start)) {
                return;
            }
            if is_scenario(&salient_files::path_of(&path), &start.scenario)
                && let (Some(project), _) = salient_schema::open_project(&Disk, &path)
            {
                self.add(systems, &project.bundle);
            }
        }
    }

    fn replay(
        &mut self,
        systems: Systems,
        log: &str,
        bytes: &[u8],
        args: &Args,
    ) -> anyhow::Result<Replayed> {
        let given = args.scenario.is_some();
        let lines = Lines::new(bytes);
        let first = lines.get(0).and_then(|line| serde_json::from_slice::<Event>(line).ok());
        let Some(Event { kind: EventKind::GameStart(start), .. }) = first else {
            anyhow::bail!("{log} is no game log: it does not begin with a game_start event");
        };
        if let Some(other) = start.other_version() {
            anyhow::bail!("{log}: {other}");
        }
        if !given {
            self.look_for(systems, &start);
        }
        let Some(known) = (if given { self.0.first() } else { self.find(&start) }) else {
            anyhow::bail!(
                "{log}: there is no scenario '{}' here; name its file with --scenario",
                start.scenario
            );
        };
        let mut game = known.prepared.start(start.seed);
        let difference = play(&mut game, &lines, |game| {
            let decided = game.events().iter();
            let decided = decided.filter(|event| matches!(event.kind, EventKind::Action(_)));
            if args.decisions.is_some_and(|most| decided.count() >= most) {
                return ControlFlow::Break(());
            }
            let all_is_said = lines.ended && lines.get(game.events().len()).is_none();
            match args.unfinished && all_is_said {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let count = |of: fn(&EventKind) -> bool| {
            game.events().iter().filter(|event| of(&event.kind)).count()
        };
        Ok(Replayed {
            log: log.to_owned(),
            scenario: known.title.clone(),
            seed: start.seed,
            turns: game.turn(),
            events: game.events().len(),
            actions: count(|kind| matches!(kind, EventKind::Action(_))),
            dice: count(|kind| matches!(kind, EventKind::Roll(_))),
            outcome: game.outcome().cloned(),
            end: game.outcome().map_or_else(String::new, |outcome| {
                format!("{}, {}", outcome.level, known.words.standing(&game, outcome.points))
            }),
            state_hash: format!("{:016x}", game.state_hash()),
            kept: match (&difference, &known.bundle, &args.keep_as) {
                (None, Some(bundle), Some(_)) => Some(game.keep(systems, bundle)),
                _ => None,
            },
            difference,
        })
    }
}

/// Whether a file looks like the scenario with this id, without reading all that it refers to.
fn is_scenario(path: &Path, id: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Head {
        #[serde(rename = "$schema")]
        schema: String,
        id: String,
    }
    let text = salient_files::read_text(path).unwrap_or_default();
    serde_json::from_str::<Head>(&text).is_ok_and(|head| {
        FileKind::of_schema(&head.schema) == Some(FileKind::Scenario) && head.id == id
    })
}

/// The lines of a log, with every byte accounted for.
pub(super) struct Lines<'a> {
    lines: Vec<&'a [u8]>,
    /// Whether a line feed ends the last.
    ended: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        let ended = lines.last().is_some_and(|line| line.is_empty());
        if ended {
            lines.pop();
        }
        Self { lines, ended }
    }

    pub(super) fn get(&self, i: usize) -> Option<&'a [u8]> {
        self.lines.get(i).copied()
    }

    /// How a line reads, in so far as it is text.
    fn shown(&self, i: usize) -> Option<String> {
        self.get(i).map(|line| String::from_utf8_lossy(line).into_owned())
    }
}

/// Plays the log's actions, and finds the first line that is not as the rules give it. Before each
/// action `before` sees the game, and may end it there.
pub(super) fn play(
    game: &mut Match,
    lines: &Lines<'_>,
    mut before: impl FnMut(&Match) -> ControlFlow<()>,
) -> Option<Difference> {
    let differs =
        |i: usize, rules: String| Some(Difference { line: i + 1, log: lines.shown(i), rules });
    let mut i = 0;
    loop {
        while let Some(event) = game.events().get(i) {
            let given = serde_json::to_string(event).unwrap_or_default();
            if lines.get(i) != Some(given.as_bytes()) {
                return differs(i, given);
            }
            i += 1;
        }
        if before(game).is_break() {
            return None;
        }
        let Some(line) = lines.get(i) else {
            let words = || match game.deciding() {
                Some(side) => format!("the game goes on: {side} decides"),
                None => "the game goes on".to_owned(),
            };
            return match (game.is_over(), lines.ended) {
                (true, true) => None,
                (true, false) => differs(i - 1, "a line feed ends the line".to_owned()),
                (false, _) => differs(i, words()),
            };
        };
        if game.is_over() {
            return differs(i, "the game is over".to_owned());
        }
        let action = match serde_json::from_slice::<Event>(line) {
            Ok(Event { kind: EventKind::Action(decided), .. }) => decided.action,
            Ok(_) => return differs(i, "a decision is due".to_owned()),
            Err(error) => return differs(i, format!("no event of a game: {error}")),
        };
        if let Err(refused) = game.apply(&action) {
            return differs(i, format!("refused: {refused}"));
        }
    }
}

fn print(replayed: &Replayed, console: &mut Console<'_>) -> anyhow::Result<()> {
    let Replayed { log, scenario, seed, turns, events, actions, dice, end, .. } = replayed;
    if let Some(Difference { line, log: has, rules }) = &replayed.difference {
        writeln!(console.out, "{log}:{line}: the log is not what the rules give")?;
        match has {
            Some(has) => writeln!(console.out, "  the log has   {has}")?,
            None => writeln!(console.out, "  the log ends here")?,
        }
        writeln!(console.out, "  the rules say {rules}")?;
        if *line == 1 {
            writeln!(console.out, "  The scenario is not the one that the game was played with.")?;
        }
        return Ok(());
    }
    writeln!(
        console.out,
        "{log}: the same to the last byte\n  {scenario}, seed {seed}, {}: {}, {}, {}\n  {end}; \
         state {}",
        plural(usize::from(*turns), "game-turn"),
        plural(*events, "event"),
        plural(*actions, "decision"),
        if *dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") },
        replayed.state_hash,
    )?;
    Ok(())
}
