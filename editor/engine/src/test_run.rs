//! Many games between bots, on all cores, with the same report whatever their number.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rayon::prelude::*;
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};
use serde::{Deserialize, Serialize};

use crate::dice::game_seed;
use crate::game::{Bot, Match, Outcome, Prepared, SideLosses};

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many games.
    pub games: u32,
    /// The seed of the run. Game `i` is seeded from it and `i`, so that it can be played again
    /// by itself.
    pub seed: u64,
    /// Who plays: one a side, in the order of the ruleset's sides.
    pub bots: Vec<Bot>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games finished.
    pub done: u32,
    /// Games in all.
    pub games: u32,
}

/// What came of a run. It depends on the bundle and the options alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The scenario's id.
    pub scenario: String,
    /// The seed of the run.
    pub seed: u64,
    /// Who played, a side.
    pub bots: Vec<SideBot>,
    /// Whether the run was stopped before its last game.
    pub stopped: bool,
    /// The games in order.
    pub games: Vec<GameReport>,
    /// Each level of victory that occurred or could, as the scenario orders them, and how often.
    pub levels: Vec<LevelCount>,
    /// Points.
    pub points: Option<Spread>,
    /// Mean losses a game, a side.
    pub losses: Vec<MeanLosses>,
}

/// Who played a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideBot {
    /// The side.
    pub side: String,
    /// The bot.
    pub bot: Bot,
}

/// One game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameReport {
    /// Its number in the run, from 0.
    pub game: u32,
    /// Its own seed.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The last game-turn played.
    pub turns: u16,
    /// Losses a side.
    pub losses: Vec<SideLosses>,
    /// Hash of the last position.
    pub state_hash: String,
}

/// How often a level of victory occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCount {
    /// The level.
    pub level: String,
    /// Who wins.
    pub side: String,
    /// How many games.
    pub games: u32,
}

/// How points are spread. The mean is in thousandths, so that reports compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The least.
    pub min: i32,
    /// The mean, in thousandths of a point.
    pub mean_thousandths: i64,
    /// The most.
    pub max: i32,
}

/// Mean losses of a side, in thousandths a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeanLosses {
    /// The side.
    pub side: String,
    /// Steps.
    pub steps_thousandths: u64,
    /// Units.
    pub units_thousandths: u64,
}

/// Runs games. `progress` is called from several threads, `stop` is looked at before every
/// decision: a game that is stopped is left out of the report.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn run(
    bundle: &Bundle,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Report, Vec<Diagnostic>> {
    let prepared = Prepared::new(bundle)?;
    Ok(run_games(bundle, &prepared, options, progress, stop, None))
}

/// Runs games and hands each one's log to `log`, from several threads, as soon as it is over.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn run_logged(
    bundle: &Bundle,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
    log: &(dyn Fn(u32, &[Event]) + Sync),
) -> Result<Report, Vec<Diagnostic>> {
    let prepared = Prepared::new(bundle)?;
    Ok(run_games(bundle, &prepared, options, progress, stop, Some(log)))
}

type LogSink<'a> = &'a (dyn Fn(u32, &[Event]) + Sync);

fn run_games(
    bundle: &Bundle,
    prepared: &Prepared,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
    log: Option<LogSink<'_>>,
) -> Report {
    let done = AtomicU32::new(0);
    // The order of the games is that of their numbers, whichever thread ends first.
    let games: Vec<GameReport> = (0..options.games)
        .into_par_iter()
        .filter_map(|game| {
            let seed = game_seed(options.seed, game);
            let mut play = match log {
                Some(_) => prepared.start(seed),
                None => prepared.start_quietly(seed),
            };
            while !play.is_over() {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                play.advance(&options.bots);
            }
            if let Some(log) = log {
                log(game, play.events());
            }
            let report = report_game(game, seed, &play);
            progress(Progress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                games: options.games,
            });
            report
        })
        .collect();
    summarise(bundle, options, games)
}

fn report_game(game: u32, seed: u64, play: &Match) -> Option<GameReport> {
    Some(GameReport {
        game,
        seed,
        outcome: play.outcome()?.clone(),
        turns: play.turn(),
        losses: play.losses(),
        state_hash: format!("{:016x}", play.state_hash()),
    })
}

fn summarise(bundle: &Bundle, options: &Options, games: Vec<GameReport>) -> Report {
    let mut levels: Vec<LevelCount> = bundle
        .scenario
        .victory
        .levels
        .iter()
        .map(|level| LevelCount { level: level.name.clone(), side: level.side.clone(), games: 0 })
        .collect();
    for game in &games {
        if let Some(level) = levels.iter_mut().find(|level| level.level == game.outcome.level) {
            level.games += 1;
        }
    }
    let count = games.len() as i64;
    let points = || games.iter().map(|game| game.outcome.points);
    let spread = points().min().zip(points().max()).map(|(min, max)| Spread {
        min,
        mean_thousandths: points().map(i64::from).sum::<i64>() * 1000 / count.max(1),
        max,
    });
    let mut totals: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for losses in games.iter().flat_map(|game| &game.losses) {
        let total = totals.entry(&losses.side).or_default();
        total.0 += u64::from(losses.steps);
        total.1 += u64::from(losses.units);
    }
    let sides = &bundle.ruleset.sides;
    let losses = sides
        .iter()
        .filter_map(|side| totals.get(side.id.as_str()).map(|&total| (side, total)))
        .map(|(side, (steps, units))| MeanLosses {
            side: side.id.clone(),
            steps_thousandths: steps * 1000 / count.max(1) as u64,
            units_thousandths: units * 1000 / count.max(1) as u64,
        })
        .collect();
    let bots = sides
        .iter()
        .enumerate()
        .map(|(i, side)| SideBot {
            side: side.id.clone(),
            bot: options.bots.get(i).copied().unwrap_or(Bot::Heuristic),
        })
        .collect();
    Report {
        scenario: bundle.scenario.id.clone(),
        seed: options.seed,
        bots,
        stopped: (games.len() as u32) < options.games,
        games,
        levels,
        points: spread,
        losses,
    }
}
