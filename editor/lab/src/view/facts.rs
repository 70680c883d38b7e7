//! What looks illegal or suspicious, told.

use super::Scenery;
use super::model::{FactGroup, FactLine};
use super::tables::side_name;
use super::words;
use crate::facts::{Fact, FactKind};
use crate::report::Report;

/// The facts of a report, kind by kind.
pub(super) fn groups(report: &Report, scenery: &Scenery) -> Vec<FactGroup> {
    let mut at = 0;
    let mut groups = Vec::new();
    for facts in report.facts.chunk_by(|a, b| a.kind == b.kind && a.severity == b.severity) {
        let Some(first) = facts.first() else { continue };
        let (name, advice) = about(first.kind);
        let lines = facts.iter().zip(at..).map(|(fact, at)| line(report, scenery, fact, at));
        let facts_told = lines.collect();
        at += facts.len();
        groups.push(FactGroup { name, advice, severity: first.severity, facts: facts_told });
    }
    groups
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
            "Units are removed before anyone moves. Spread them out.",
        ),
        FactKind::LostAtOnce => {
            ("Lost on turn 1 in nearly all games", "They have no chance. Is that meant?")
        }
        FactKind::OneSided => ("One side wins nearly always", "The players may not enjoy it."),
        FactKind::LevelNeverReached => {
            ("Levels of victory never reached", "Is it out of reach for good play too?")
        }
        FactKind::UnitNeverUsed => {
            ("Units that never move nor fight", "Are they where they can be of use?")
        }
        FactKind::UnitNeverSeen => (
            "Units that never come on the map",
            "They are set up or scheduled, and are never seen.",
        ),
        FactKind::ReinforcementDisplaced => {
            ("Reinforcements that find their entry hex barred", "They come by another one.")
        }
        FactKind::TownNeverContested => {
            ("Towns that nobody fights for", "Nobody takes them either.")
        }
        FactKind::Overstacked => {
            ("Stacks too high in play", "A player has to remove units of his own.")
        }
        FactKind::QuietTurn => ("Turns without an attack", "No attack is made in any game."),
        FactKind::PhaseMissing => (
            "Steps of the sequence of play that the engine passes",
            "The engine lacks their rules.",
        ),
    }
}
