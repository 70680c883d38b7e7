//! Playing the games of a run, on all cores.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rayon::prelude::*;
use salient_schema::event::Event;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::game_report::GameReport;
use crate::options::Options;
use crate::report::Report;
use crate::seeds;
use crate::shard::{Part, Shard};
use crate::statistics::Share;
use crate::subject::SubjectIndex;
use crate::tally::Tally;
use crate::totals::Totals;
use salient_rules::Bot;
use salient_rules::Systems;
use salient_rules::bot::{BotInfo, strongest};
use salient_rules::dice::game_seed;
use salient_rules::game::{Match, Prepared};

/// Games between two looks at whether the intervals are narrow enough. It does not depend on the
/// machine, so that a run ends with the same game everywhere.
pub const BLOCK: u32 = 64;

/// How many games a run has at the most when it goes on until its intervals are narrow.
pub const MOST_GAMES: u32 = 1_000_000;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games finished.
    pub done: u32,
    /// Games in all, as far as can be told: it may grow while a run goes on until its intervals
    /// are narrow.
    pub games: u32,
    /// The widest interval of the levels after the last block, as half a width, when the run
    /// goes on until it is narrow.
    pub precision: Option<f64>,
}

/// Takes the log of each game, from several threads, as soon as it is over: its number from 0
/// and its events.
pub type LogSink<'a> = &'a (dyn Fn(u32, &[Event]) + Sync);

/// Plays games and reports on them. `progress` is called from several threads; `stop` is looked
/// at before every decision, and a game that is stopped is left out of the report.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn run(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Report, Vec<Diagnostic>> {
    run_shard(systems, bundle, options, Part::WHOLE, progress, stop, None).map(Shard::into_report)
}

/// Plays games as [`run`] does, and hands out each one's log.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn run_logged(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
    log: LogSink<'_>,
) -> Result<Report, Vec<Diagnostic>> {
    run_shard(systems, bundle, options, Part::WHOLE, progress, stop, Some(log))
        .map(Shard::into_report)
}

/// Plays games on from a position that a game has come to, and reports on them as [`run`] does.
/// What they share, from the beginning to that position, counts in each of them. No game of it can
/// be played again from its seed alone.
///
/// # Errors
/// What keeps the scenario from being played, and bots that the system does not have.
pub fn run_from(
    systems: Systems,
    bundle: &Bundle,
    from: &Match,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Report, Vec<Diagnostic>> {
    let begin = |_: &Prepared, seed: u64, _: bool| from.played_on(seed);
    let output = Output { progress, stop, log: None };
    play_all(systems, bundle, options, (&[], Part::WHOLE), &output, &begin).map(Shard::into_report)
}

/// Plays a share of a run's games. Only the whole of a run can go on until its intervals are
/// narrow: `until` of a smaller part is left out of account.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn run_shard(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    part: Part,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
    log: Option<LogSink<'_>>,
) -> Result<Shard, Vec<Diagnostic>> {
    let output = Output { progress, stop, log };
    play_all(systems, bundle, options, (&[], part), &output, &from_the_start)
}

/// Plays a share of the games of several seeds, to be pooled in one report: `options` says how many
/// games each seed has. The games are those that each seed would have by itself, one seed after the
/// other, and their numbers run through.
///
/// # Errors
/// What keeps the scenario from being played.
#[allow(clippy::too_many_arguments, reason = "a run's seeds beside what `run_shard` takes")]
pub fn run_seeds(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    seeds: &[u64],
    part: Part,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
    log: Option<LogSink<'_>>,
) -> Result<Shard, Vec<Diagnostic>> {
    let output = Output { progress, stop, log };
    let (seeds, seed) = match seeds {
        [] => (&[][..], options.seed),
        [one] => (&[][..], *one),
        [first, ..] => (seeds, *first),
    };
    let each = seeds.len().max(1) as u32;
    let options = Options { seed, games: options.games.saturating_mul(each), ..options.clone() };
    play_all(systems, bundle, &options, (seeds, part), &output, &from_the_start)
}

/// Begins a game at its beginning.
fn from_the_start(prepared: &Prepared, seed: u64, with_log: bool) -> Match {
    match with_log {
        true => prepared.start(seed),
        false => prepared.start_counted(seed),
    }
}

/// Who hears of the games, and who stops them.
struct Output<'a> {
    progress: &'a (dyn Fn(Progress) + Sync),
    stop: &'a AtomicBool,
    log: Option<LogSink<'a>>,
}

/// Begins a game with a seed, with all of its log or with what is counted.
type BeginGame<'a> = &'a (dyn Fn(&Prepared, u64, bool) -> Match + Sync);

fn play_all(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    (seeds, part): (&[u64], Part),
    output: &Output<'_>,
    begin: BeginGame<'_>,
) -> Result<Shard, Vec<Diagnostic>> {
    let prepared = Prepared::new(systems, bundle)?;
    let index = SubjectIndex::new(systems, bundle, &prepared.start_quietly(options.seed));
    let mut options = options.clone();
    options.bots.resize(index.subject.sides.len(), Bot::STRONGEST);
    // Whoever plays is named, and nobody plays under another's name.
    let bots = prepared.bots();
    let strongest = strongest(bots);
    for bot in &mut options.bots {
        if *bot == Bot::STRONGEST {
            *bot = strongest;
        } else if !bots.iter().any(|info| info.bot.is(*bot)) {
            return Err(vec![no_bot(*bot, bots)]);
        }
    }
    if part != Part::WHOLE {
        options.until = None;
    }
    let table = Table {
        prepared: &prepared,
        index: &index,
        options: &options,
        seeds,
        output,
        begin,
        done: AtomicU32::new(0),
    };
    let numbers: Vec<u32> = part.games(options.games).collect();
    let (totals, games) = match options.until {
        None => table.play(&numbers, numbers.len() as u32, None),
        Some(until) => table.play_until(&numbers, until),
    };
    Ok(Shard::new(part, options, seeds.to_vec(), index.subject, totals, games))
}

/// Where the games of a run are played.
struct Table<'a> {
    prepared: &'a Prepared,
    index: &'a SubjectIndex,
    options: &'a Options,
    seeds: &'a [u64],
    output: &'a Output<'a>,
    begin: BeginGame<'a>,
    done: AtomicU32,
}

type Played = (Totals, Vec<GameReport>);

impl Table<'_> {
    /// Plays games in blocks until the intervals of the levels are narrow.
    fn play_until(&self, numbers: &[u32], until: f64) -> Played {
        let mut played = self.nothing();
        let (mut precision, mut expected) = (None, BLOCK);
        for block in numbers.chunks(BLOCK as usize) {
            let most = numbers.len() as u32;
            played = join(played, self.play(block, expected.min(most), precision));
            let now = self.precision(&played.1);
            if now <= until || self.output.stop.load(Ordering::Relaxed) {
                break;
            }
            // The width goes down with the square root of the number of games.
            let ratio = now / until;
            let needed = (played.1.len() as f64 * ratio * ratio).min(f64::from(MOST_GAMES)) as u32;
            expected = needed.max(played.1.len() as u32 + 1).div_ceil(BLOCK) * BLOCK;
            precision = Some(now);
        }
        played
    }

    /// The widest interval of the levels, as half a width.
    fn precision(&self, games: &[GameReport]) -> f64 {
        let levels = &self.index.subject.levels;
        levels
            .iter()
            .map(|level| games.iter().filter(|game| game.outcome.level == level.level).count())
            .map(|count| Share::new(count as u64, games.len() as u64).interval().half_width())
            .fold(0.0, f64::max)
    }

    /// Plays games on all cores, with the same result whichever thread ends first.
    fn play(&self, numbers: &[u32], expected: u32, precision: Option<f64>) -> Played {
        let (totals, mut games) = numbers
            .par_iter()
            .fold(
                || self.nothing(),
                |mut played, &game| {
                    if let Some((play, seed)) = self.play_one(game) {
                        self.note(&mut played, game, seed, &play);
                        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                        (self.output.progress)(Progress {
                            done,
                            games: expected.max(done),
                            precision,
                        });
                    }
                    played
                },
            )
            .reduce(|| self.nothing(), join);
        games.sort_unstable_by_key(|game| game.game);
        (totals, games)
    }

    fn nothing(&self) -> Played {
        (Totals::new(&self.index.subject), Vec::new())
    }

    /// A game, played to its end unless the run is stopped.
    fn play_one(&self, game: u32) -> Option<(Match, u64)> {
        let (seed, game) = seeds::of_game(self.options, self.seeds, game);
        let seed = game_seed(seed, game);
        let mut play = (self.begin)(self.prepared, seed, self.output.log.is_some());
        while !play.is_over() {
            if self.output.stop.load(Ordering::Relaxed) {
                return None;
            }
            play.advance(&self.options.bots);
        }
        Some((play, seed))
    }

    fn note(&self, played: &mut Played, game: u32, seed: u64, play: &Match) {
        let Some(outcome) = play.outcome().cloned() else { return };
        let mut tally = Tally::new(self.index);
        tally.fold(play.events());
        played.0.add(&tally);
        played.1.push(GameReport {
            game,
            seed,
            outcome,
            reason: tally.reason().cloned(),
            turns: play.turn(),
            losses: play.losses(),
            marks: tally.marks(),
            state_hash: format!("{:016x}", play.state_hash()),
        });
        if let Some(log) = self.output.log {
            log(game, play.events());
        }
    }
}

fn no_bot(bot: Bot, bots: &[BotInfo]) -> Diagnostic {
    let known: Vec<&str> = bots.iter().map(|info| info.bot.name()).collect();
    Diagnostic::error(Code::Rule, format!("no bot of this system is called '{bot}'"))
        .help(format!("there are {}", known.join(", ")))
}

fn join(mut one: Played, mut other: Played) -> Played {
    if one.1.is_empty() {
        return other;
    }
    if !other.1.is_empty() {
        one.0.merge(&other.0);
        one.1.append(&mut other.1);
    }
    one
}
