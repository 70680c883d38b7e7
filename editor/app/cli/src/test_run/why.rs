//! `salient test-run --why`

use anyhow::bail;
use salient_lab::Options;
use salient_rules::Bot;
use salient_rules::bot::strongest;
use salient_rules::dice::game_seed;
use salient_rules::game::Prepared;
use salient_rules::search::Thought;
use salient_schema::Bundle;

use crate::report::render_diagnostics;
use crate::validate::sources_of;
use crate::{Console, Exit, Format};

/// Plays a game of a run again, and tells what its searchers weighed.
pub(super) fn run(
    game: u32,
    format: Format,
    bundle: &Bundle,
    options: &Options,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let prepared = match Prepared::new(console.systems, bundle) {
        Ok(prepared) => prepared,
        Err(problems) => {
            write!(
                console.err,
                "{}",
                render_diagnostics(&problems, &sources_of(&problems), false)
            )?;
            return Ok(Exit::Problems);
        }
    };
    let usual = strongest(prepared.bots());
    let named = |bot: &Bot| if *bot == Bot::STRONGEST { usual } else { *bot };
    let bots: Vec<Bot> = options.bots.iter().map(named).collect();
    if !bots.iter().any(|bot| bot.is(Bot::SEARCHER)) {
        bail!("no searcher plays: only a searcher weighs plans; say --bots searcher,planner");
    }
    let seed = game_seed(options.seed, game - 1);
    let mut play = prepared.start_quietly(seed);
    let sides: Vec<&str> = bundle.ruleset.sides.iter().map(|side| side.name.as_str()).collect();
    let mut told: Vec<Option<Thought>> = vec![None; sides.len()];
    let mut all: Vec<Thought> = Vec::new();
    while !play.is_over() {
        play.advance(&bots);
        for (side, told) in told.iter_mut().enumerate() {
            let now = play.thought(side);
            if now != told.as_ref() {
                *told = now.cloned();
                if let Some(thought) = now {
                    if format == Format::Text {
                        tell(thought, &sides, console)?;
                    }
                    all.push(thought.clone());
                }
            }
        }
    }
    if format == Format::Json {
        writeln!(console.out, "{}", serde_json::to_string_pretty(&all)?)?;
    } else if let Some(outcome) = play.outcome() {
        writeln!(console.out, "{}: {} points", outcome.level, outcome.points)?;
    }
    Ok(Exit::Clean)
}

/// A decision: what was weighed, what was expected of it, and what was taken.
fn tell(thought: &Thought, sides: &[&str], console: &mut Console<'_>) -> anyhow::Result<()> {
    let side = sides.get(thought.side).copied().unwrap_or_default();
    writeln!(
        console.out,
        "Turn {}, {}: {side}, {} ahead",
        thought.turn,
        thought.phase,
        salient_output::plural(thought.turns_ahead.into(), "game-turn")
    )?;
    for (place, option) in thought.options.iter().enumerate() {
        let mark = if place == thought.taken { '>' } else { ' ' };
        writeln!(
            console.out,
            "  {mark} {:<32} value {:>9.0}, won {:>3} of {}",
            option.name,
            option.mean(),
            option.won,
            salient_output::plural(option.playouts as usize, "playout")
        )?;
    }
    Ok(())
}
