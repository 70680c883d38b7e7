//! What looks illegal or suspicious, told.

use super::Scenery;
use super::model::{FactGroup, FactLine, FactPart};
use super::tables::side_name;
use super::{verdict, words};
use crate::fact::{Fact, FactCause, FactKind};
use crate::report::Report;

/// The facts of a report: by whose doing they may be, then kind by kind.
pub(super) fn parts(report: &Report, scenery: &Scenery) -> Vec<FactPart> {
    let mut at = 0;
    let mut parts = Vec::new();
    for facts in report.facts.chunk_by(|a, b| a.kind.cause() == b.kind.cause()) {
        let Some(first) = facts.first() else { continue };
        let (title, lead) = heading(first.kind.cause());
        // Every report is of one pair of bots, which stands with each part: a part may be read
        // by itself.
        let lead = format!("{lead} Seen with {}.", verdict::players(report));
        parts.push(FactPart { title, lead, groups: groups(report, scenery, facts, at) });
        at += facts.len();
    }
    parts
}

/// Facts of a cause, kind by kind; the first stands here in the report's list.
fn groups(report: &Report, scenery: &Scenery, facts: &[Fact], mut at: usize) -> Vec<FactGroup> {
    let mut groups = Vec::new();
    for facts in facts.chunk_by(|a, b| a.kind == b.kind && a.severity == b.severity) {
        let Some(first) = facts.first() else { continue };
        let (name, advice) = about(first.kind);
        let lines = facts.iter().zip(at..).map(|(fact, at)| line(report, scenery, fact, at));
        let facts_told = lines.collect();
        at += facts.len();
        groups.push(FactGroup { name, advice, severity: first.severity, facts: facts_told });
    }
    groups
}

/// What facts of a cause are headed by, and what a designer may make of them.
fn heading(cause: FactCause) -> (&'static str, &'static str) {
    match cause {
        FactCause::SetUp => (
            "The set-up",
            "This lies in the scenario as it stands, its schedule or the rules that are built: look \
             here first.",
        ),
        FactCause::Bots => (
            "The way the bots play",
            "This may be the bots’ doing and not the scenario’s. Change nothing for it before other \
             bots, or people, have shown the same.",
        ),
        FactCause::End => (
            "The end of the game",
            "This lies in when the game ends and in what then counts: the bots know which game-turn \
             is the last, and so will players.",
        ),
    }
}

fn line(report: &Report, scenery: &Scenery, fact: &Fact, at: usize) -> FactLine {
    let mut places = Vec::new();
    if let Some(id) = &fact.unit {
        let unit = report.units.iter().find(|unit| unit.unit == *id);
        places.extend(unit.map(|unit| side_name(report, &unit.side).to_owned()));
        places.push(
            unit.map_or_else(|| format!("unit {id}"), |unit| format!("counter {}", unit.counter)),
        );
    } else if let Some(side) = &fact.side {
        places.push(side_name(report, side).to_owned());
    }
    places.extend(fact.hex.as_ref().map(|hex| format!("hex {}", scenery.numbered(hex))));
    places.extend(fact.turn.map(|turn| format!("turn {turn}")));
    let games = format!(
        "{} of {}",
        words::count(u64::from(fact.games)),
        words::plural(u64::from(fact.of), "game")
    );
    FactLine { fact: at, words: words::capital(&fact.words), places, games }
}

/// What facts of a kind are about, and what a designer may make of them.
fn about(kind: FactKind) -> (&'static str, &'static str) {
    match kind {
        FactKind::OverstackedSetUp => (
            "Stacks too high at the start",
            "Nobody moved into them: they stand as they were set up. Spread them out.",
        ),
        FactKind::LostAtOnce => {
            ("Lost on turn 1 in nearly all games", "They have no chance. Is that meant?")
        }
        FactKind::OneSided => (
            "One side wins nearly always",
            "See on a skill ladder whether it does with other bots too.",
        ),
        FactKind::LevelNeverReached => {
            ("Levels of victory never reached", "Is it out of reach for good play too?")
        }
        FactKind::UnitNeverUsed => (
            "Units that never move nor fight",
            "Are they where they can be of use, or do the bots only leave them?",
        ),
        FactKind::UnitNeverSeen => (
            "Units that never come on the map",
            "They are set up or scheduled, and are never seen.",
        ),
        FactKind::ReinforcementDisplaced => {
            ("Reinforcements that find their entry hex barred", "They come by another one.")
        }
        FactKind::TownNeverContested => {
            ("Towns that nobody fights for", "Out of reach, or not worth it to these bots?")
        }
        FactKind::Overstacked => (
            "Stacks too high in play",
            "The bot brought the units there itself, and had to remove some: a blunder, unless the \
             map leaves no room.",
        ),
        FactKind::HopelessAttacks => (
            "Attacks without hope",
            "A player would not make them, unless the rules oblige the units to attack: losses and \
             points that hang on them say little.",
        ),
        FactKind::ResourceLeftOver => (
            "Not used up",
            "More than a third is left over in most games. Either the bot does not use what it has, \
             or the set-up gives more than can be used: see which before you change the numbers.",
        ),
        FactKind::LastTurnTowns => (
            "Towns taken when nobody can answer",
            "A dash on the last game-turn: would they be held for one turn more? A later end, or \
             points for what is held longer, would tell.",
        ),
        FactKind::LastTurnPoints => (
            "Points that change on the last game-turn",
            "The result hangs on when the game ends: one game-turn more or less may change who wins.",
        ),
        FactKind::QuietTurn => {
            ("Turns without an attack", "Does nobody want to attack, or can nobody?")
        }
        FactKind::PhaseMissing => (
            "Steps of the sequence of play that the engine passes",
            "The engine lacks their rules.",
        ),
    }
}
