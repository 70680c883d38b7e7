//! Games played on from where a game stands, to see what the position is worth: by two bots, since
//! one bot's number is one bot's opinion.

use std::sync::Arc;

use salient_document::Document;
use salient_lab::{Options, Report};
use salient_play::Point;
use salient_rules::bot::BotInfo;
use salient_rules::{Bot, Match};

use super::batch::{Batch, Came, Job, State};

/// So many of the strongest bots play on.
const BOTS: usize = 2;

/// Games from a position.
#[derive(Debug)]
pub struct FromHere {
    /// The point of the game.
    pub point: Point,
    /// The game-turn.
    pub turn: u16,
    /// What the games of each bot came to, the strongest bot last: each with the bot's name.
    pub runs: Vec<(String, Report)>,
    batch: Option<Batch>,
}

impl FromHere {
    /// Begins to play on, on other threads.
    pub fn begin(document: &Document, game: &Match, point: Point, games: u32, seed: u64) -> Self {
        let systems = document.systems();
        let bundle = Arc::new(document.bundle().clone());
        let from = Arc::new(game.clone());
        let sides = game.sides().len();
        // Chance decides nothing that a player would, and a search takes seconds a game; of the
        // others the slowest comes last.
        let bots = systems.bots(document.bundle());
        let bots: Vec<&BotInfo> = bots.iter().collect();
        let thinking: Vec<&BotInfo> = bots
            .iter()
            .copied()
            .filter(|info| info.bot != Bot::RANDOM && !info.bot.is(Bot::SEARCHER))
            .collect();
        let strongest = if thinking.is_empty() { bots } else { thinking };
        let strongest = strongest.into_iter().rev().take(BOTS).rev();
        let job = |info: &BotInfo| Job {
            systems,
            bundle: bundle.clone(),
            options: Options { games, seed, bots: vec![info.bot; sides], until: None },
            seeds: Vec::new(),
            revision: None,
            name: info.name.to_string(),
            ladder: None,
            from: Some(from.clone()),
        };
        // How far it is shows in every frame while it goes on: nobody needs to be woken.
        let batch = Batch::start(strongest.map(job).collect(), || {});
        Self { point, turn: game.turn(), runs: Vec::new(), batch: Some(batch) }
    }

    /// Takes what was played since it was last asked.
    pub fn hear(&mut self) {
        let Some(batch) = &self.batch else { return };
        match batch.next() {
            Ok(None) => {}
            Ok(Some((job, Ok(Came::Run(report))))) if !report.games.is_empty() => {
                self.runs.push((job.name, *report));
            }
            Ok(Some(_)) => {}
            Err(()) => self.batch = None,
        }
    }

    /// How far the games are, while some are running.
    pub fn progress(&self) -> Option<State> {
        self.batch.as_ref().and_then(Batch::state)
    }

    /// Stops; what is done is kept.
    pub fn stop(&self) {
        if let Some(batch) = &self.batch {
            batch.stop();
        }
    }
}

impl Drop for FromHere {
    fn drop(&mut self) {
        self.stop();
    }
}
