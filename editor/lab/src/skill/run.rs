//! Playing a ladder of bots.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use salient_rules::bot::BotInfo;
use salient_rules::{Bot, Systems};
use salient_schema::{Bundle, Code, Diagnostic};

use super::{Pairing, Skill};
use crate::options;
use crate::report::Report;
use crate::run::{self, Progress};

/// Rungs of a ladder, at most.
pub const MOST_RUNGS: usize = 12;

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games of each pairing.
    pub games: u32,
    /// The seed of all of them: every pairing has the same dice.
    pub seed: u64,
    /// The bots, weakest first.
    pub rungs: Vec<Bot>,
}

/// The rungs of a system: its bots, and its searcher with each of these numbers of playouts a
/// decision, in growing order.
pub fn ladder(bots: &[BotInfo], playouts: &[u32]) -> Vec<Bot> {
    let plain = bots.iter().map(|info| info.bot).filter(|bot| !bot.is(Bot::SEARCHER));
    let mut playouts = playouts.to_vec();
    playouts.sort_unstable();
    playouts.dedup();
    let searches = bots.iter().any(|info| info.bot.is(Bot::SEARCHER));
    let searchers = playouts.into_iter().filter(|&playouts| searches && playouts > 0);
    plain.chain(searchers.map(|playouts| Bot::SEARCHER.with_playouts(playouts))).collect()
}

/// Plays every rung against itself, and for each side against the next below. `progress` is called
/// from several threads; once `stop` is raised what was played is told.
///
/// # Errors
/// What keeps the scenario from being played; bots that the system does not have; fewer rungs than
/// two, or more than [`MOST_RUNGS`].
pub fn run(
    systems: Systems,
    bundle: &Bundle,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Skill, Vec<Diagnostic>> {
    let rungs = options.rungs.len();
    if !(2..=MOST_RUNGS).contains(&rungs) {
        let text = format!("a ladder of {rungs} bots cannot be played");
        let help = format!("take 2 to {MOST_RUNGS}");
        return Err(vec![Diagnostic::error(Code::Rule, text).help(help)]);
    }
    let sides = bundle.ruleset.sides.len();
    let even = (0..rungs).map(|rung| vec![rung; sides]);
    let uneven = (1..rungs).flat_map(|rung| {
        (0..sides).map(move |own| {
            (0..sides).map(|side| if side == own { rung } else { rung - 1 }).collect()
        })
    });
    let seatings: Vec<Vec<usize>> = even.chain(uneven).collect();
    let games = options.games.saturating_mul(seatings.len() as u32);
    let done = AtomicU32::new(0);
    let mut skill = Skill {
        title: bundle.scenario.title.clone(),
        fingerprint: bundle.fingerprint(),
        sides: bundle
            .ruleset
            .sides
            .iter()
            .map(|side| (side.id.clone(), side.name.clone()))
            .collect(),
        counted_for: None,
        seed: options.seed,
        wanted: options.games,
        stopped: false,
        rungs: options.rungs.clone(),
        pairings: Vec::new(),
    };
    for seating in seatings {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let bots = seating.iter().map(|&rung| options.rungs[rung]).collect();
        let of_pair =
            options::Options { games: options.games, seed: options.seed, bots, until: None };
        let tell = |_: Progress| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(Progress { done, games, precision: None });
        };
        let report = run::run(systems, bundle, &of_pair, &tell, stop)?;
        if report.played > 0 {
            skill.counted_for.clone_from(&report.subject.counted_for);
            skill.pairings.push(pairing(seating, &report));
        }
    }
    let played: u32 = skill.pairings.iter().map(|pairing| pairing.games).sum();
    skill.stopped = played < games;
    Ok(skill)
}

fn pairing(rungs: Vec<usize>, report: &Report) -> Pairing {
    Pairing {
        rungs,
        games: report.played,
        wins: report.wins.iter().map(|wins| wins.share).collect(),
        points: report.points.as_ref().map(|points| points.estimate),
        levels: report
            .levels
            .iter()
            .map(|level| (level.level.clone(), level.share.count))
            .collect(),
    }
}
