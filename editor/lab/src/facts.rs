//! What looks illegal or suspicious in the games, and whose doing it may be.

mod play;

use std::collections::BTreeMap;

use salient_rules::Bot;
use salient_schema::Severity;

use crate::fact::{Fact, FactKind, nearly_all};
use crate::report::Report;
use crate::totals::Totals;

/// From so many games on, what always or never happened says something of the scenario.
const ENOUGH: u32 = 20;

/// Everything that looks illegal or suspicious: by whose doing it may be, then worst first.
pub(crate) fn facts(report: &Report, totals: &Totals) -> Vec<Fact> {
    let mut out = Vec::new();
    broken_rules(report, totals, &mut out);
    arrivals(report, totals, &mut out);
    if report.played >= ENOUGH {
        balance(report, &mut out);
        units(report, totals, &mut out);
        places(report, &mut out);
        turns(report, &mut out);
        play::hopeless_attacks(report, totals, &mut out);
        play::left_over(report, &mut out);
        play::last_turn(report, &mut out);
    }
    out.sort_by_key(|fact| {
        (fact.kind.cause(), fact.severity, fact.kind, std::cmp::Reverse(fact.games))
    });
    let bots: Vec<Bot> = report.bots.iter().map(|one| one.bot).collect();
    out.iter_mut().for_each(|fact| fact.bots.clone_from(&bots));
    out
}

fn broken_rules(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let played = report.played;
    play::overstacked(report, totals, out);
    for (phase, count) in &totals.missing {
        let words = format!("'{phase}' is passed: the engine does not have its rules");
        out.push(Fact::new(FactKind::PhaseMissing, Severity::Warning, count.games, played, words));
    }
}

fn arrivals(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    for (&unit, count) in &totals.displaced {
        let Some(unit) = report.units.get(unit as usize) else { continue };
        let severity =
            if count.games * 2 >= report.played { Severity::Warning } else { Severity::Note };
        let words = format!("{} finds its entry hex barred and comes in elsewhere", unit.name);
        let fact = Fact::new(
            FactKind::ReinforcementDisplaced,
            severity,
            count.games,
            report.played,
            words,
        );
        out.push(Fact { unit: Some(unit.unit.clone()), side: Some(unit.side.clone()), ..fact });
    }
}

fn balance(report: &Report, out: &mut Vec<Fact>) {
    let played = report.played;
    let sides: BTreeMap<&str, &str> =
        report.subject.sides.iter().map(|side| (side.id.as_str(), side.name.as_str())).collect();
    for wins in &report.wins {
        let games = wins.share.count as u32;
        if nearly_all(games, played) {
            let name = sides.get(wins.side.as_str()).copied().unwrap_or(&wins.side);
            let fact = Fact::new(
                FactKind::OneSided,
                Severity::Warning,
                games,
                played,
                format!("{name} wins nearly always"),
            );
            out.push(Fact { side: Some(wins.side.clone()), ..fact });
        }
    }
    for level in report.levels.iter().filter(|level| level.share.count == 0) {
        let words = format!("{} is never reached", level.level);
        let fact = Fact::new(FactKind::LevelNeverReached, Severity::Note, 0, played, words);
        out.push(Fact { side: Some(level.side.clone()), ..fact });
    }
}

fn units(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let played = report.played;
    let units = report.units.iter().zip(&totals.units).zip(&report.subject.units);
    for ((unit, total), name) in units {
        let mut add = |kind, severity, games, words: String| {
            let fact = Fact::new(kind, severity, games, played, words);
            out.push(Fact {
                hex: name.hex.clone(),
                unit: Some(unit.unit.clone()),
                side: Some(unit.side.clone()),
                ..fact
            });
        };
        if nearly_all(total.lost_at_once, played) {
            let words = format!("{} is nearly always lost on turn 1", unit.name);
            add(FactKind::LostAtOnce, Severity::Warning, total.lost_at_once, words);
        }
        // What has no rating is a marker: it is where it is of use.
        if unit.is_never_used() && !name.unrated {
            let words = format!("{} never moves, attacks or is attacked", unit.name);
            add(FactKind::UnitNeverUsed, Severity::Note, unit.present, words);
        }
        if unit.present == 0 && !name.pool {
            let words = format!("{} is never on the map", unit.name);
            add(FactKind::UnitNeverSeen, Severity::Warning, played, words);
        }
    }
}

fn places(report: &Report, out: &mut Vec<Fact>) {
    let fought: BTreeMap<&str, u32> = report
        .subject
        .hexes
        .iter()
        .map(String::as_str)
        .zip(report.heat.fought.iter().copied())
        .collect();
    for town in &report.towns {
        let attacks = fought.get(town.hex.as_str()).copied().unwrap_or(0);
        if town.changes == 0 && attacks == 0 {
            let name = town.name.as_deref().unwrap_or("the town");
            let words = format!("{name} ({}) is never attacked and never changes hands", town.hex);
            let (kind, severity) = (FactKind::TownNeverContested, Severity::Note);
            let fact = Fact::new(kind, severity, report.played, report.played, words);
            out.push(Fact { hex: Some(town.hex.clone()), ..fact });
        }
    }
}

fn turns(report: &Report, out: &mut Vec<Fact>) {
    for turn in &report.turns {
        let quiet = turn.sides.iter().all(|side| side.attacks.mean == 0.0);
        let games = turn.points.games as u32;
        if quiet && games > 0 {
            let words = format!("turn {} ({}) sees no attack", turn.turn, turn.label);
            let fact = Fact::new(FactKind::QuietTurn, Severity::Note, games, report.played, words);
            out.push(Fact { turn: Some(turn.turn), ..fact });
        }
    }
}
