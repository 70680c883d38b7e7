//! `salient test-run --why`

use anyhow::bail;
use salient_lab::Options;
use salient_play::why::{Why, told};
use salient_rules::Bot;
use salient_rules::account::Account;
use salient_rules::dice::game_seed;
use salient_rules::game::Prepared;
use salient_rules::words::Words;
use salient_schema::Bundle;

use crate::report::render_diagnostics;
use crate::validate::sources_of;
use crate::{Console, Exit, Format, print_json};

/// Plays a game of a run again, and tells why its bots decided as they did.
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
    let words = Words::new(console.systems, bundle);
    let sides: Vec<String> = bundle.ruleset.sides.iter().map(|side| side.name.clone()).collect();
    let bots: &[Bot] = &options.bots;
    let seed = game_seed(options.seed, game - 1);
    let mut play = prepared.start_quietly(seed);
    let mut all: Vec<Account> = Vec::new();
    let mut told_of = 0;
    let mut when = String::new();
    while !play.is_over() {
        let (_, account) = play.advance_and_tell(bots);
        let Some(account) = account.filter(|account| !account.is_empty()) else { continue };
        told_of += 1;
        if format == Format::Json {
            all.push(account);
        } else {
            tell(&told(&account, &words, &sides), &mut when, console)?;
        }
    }
    if told_of == 0 {
        bail!(
            "these bots weigh nothing that they could tell; take a planner or a searcher: --bots \
             planner,searcher"
        );
    }
    if format == Format::Json {
        print_json(console.out, &all)?;
    } else if let Some(outcome) = play.outcome() {
        let points = words.standing(&play, outcome.points);
        writeln!(console.out, "\n{}: {points}", outcome.level)?;
    }
    Ok(Exit::Clean)
}

/// A decision: what was weighed, what was expected of it, and what was taken.
fn tell(why: &Why, when: &mut String, console: &mut Console<'_>) -> anyhow::Result<()> {
    if *when != why.when {
        writeln!(console.out, "\n{}", why.when)?;
        when.clone_from(&why.when);
    }
    writeln!(console.out, "  {}", why.title)?;
    for table in &why.tables {
        if table.rows.is_empty() {
            writeln!(console.out, "    {}", table.lead)?;
        } else if !table.unit.is_empty() {
            writeln!(console.out, "    Values in {}:", table.unit)?;
        }
        for row in &table.rows {
            let mark = if row.taken { '>' } else { ' ' };
            let line = format!("    {mark} {:>8}  {}", row.value, row.name);
            match row.expected.as_str() {
                "" => writeln!(console.out, "{line}")?,
                expected => writeln!(console.out, "{line}  ({expected})")?,
            }
        }
    }
    Ok(())
}
