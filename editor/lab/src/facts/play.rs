//! What bots do that a player would not, and what they do only because the game is about to end.

use salient_schema::Severity;

use crate::columns::{Chance, Chances};
use crate::counts::{Came, OddsTotals};
use crate::fact::{Fact, FactKind, nearly_all};
use crate::report::Report;
use crate::totals::Totals;
use crate::words;

/// Stacks that are too high: as the scenario has them, or made so by whoever plays.
pub(super) fn overstacked(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let played = report.played;
    for (&hex, causes) in &totals.overstacked {
        let Some(hex) = report.subject.hexes.get(hex as usize) else { continue };
        for (&came, count) in causes.iter().filter(|(_, count)| count.games > 0) {
            let (kind, severity) = match came {
                Came::Scenario if nearly_all(count.games, played) => {
                    (FactKind::OverstackedSetUp, Severity::Error)
                }
                Came::Scenario => (FactKind::OverstackedSetUp, Severity::Warning),
                _ => (FactKind::Overstacked, Severity::Note),
            };
            let why = match came {
                Came::Scenario => "as the scenario sets it up",
                Came::SetUp => "as its player sets it up",
                Came::Moved => "after a move into it",
                Came::Retreated => "after a retreat into it",
                Came::Advanced => "after an advance into it",
                Came::Arrived => "once a unit has come in there",
                Came::BrokenDown => "once a unit there is broken down",
            };
            let words = format!("units are removed because the stack in {hex} is too high {why}");
            let fact = Fact::new(kind, severity, count.games, played, words);
            out.push(Fact { hex: Some(hex.clone()), ..fact });
        }
    }
}

/// Fewer attacks than these say nothing of a side's chances.
const ENOUGH_ATTACKS: u64 = 20;

/// Whether at most a tenth of the attacks succeeds, and the attacker loses at least twice what the
/// defender does. Of a few attacks that is not known.
fn are_hopeless(of: &OddsTotals) -> bool {
    of.attacks() >= ENOUGH_ATTACKS
        && of.won * 10 <= of.attacks()
        && of.attacker_steps >= 2 * of.defender_steps
        && of.attacker_steps > 0
}

/// Whether they are a habit among so many attacks of a side in so many games: one attack in twenty,
/// and one in every other game.
fn are_a_habit(attacks: u64, of: u64, games: u32) -> bool {
    attacks * 20 >= of && attacks * 2 >= u64::from(games)
}

/// Attacks that a player would not make of his own will.
pub(super) fn hopeless_attacks(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let chances = totals.columns.chances();
    for (place, side) in report.subject.sides.iter().enumerate() {
        let own = || chances.iter().filter(|of| of.side == place);
        let all: u64 = own().map(|of| of.total.attacks()).sum();
        for Chances { chance, games, total, .. } in own() {
            if !are_hopeless(total) || !are_a_habit(total.attacks(), all, report.played) {
                continue;
            }
            let at = match chance {
                Chance::Odds(band) => {
                    let band = band.and_then(|band| report.subject.odds.get(band));
                    format!("at odds of {}", band.map_or("no name", |band| &band.name))
                }
                Chance::Column(column, Some(added)) if *added != 0 => {
                    format!("at {column} with {} to the dice", words::signed((*added).into(), 0))
                }
                Chance::Column(column, _) => format!("at {column}"),
            };
            let per = |number: u64, of: f64, decimals| words::number(number as f64 / of, decimals);
            let attacks = total.attacks() as f64;
            let words = format!(
                "the {} side makes {} attacks a game {at}; {}\u{a0}% of them succeed, for {} steps of \
                 its own and {} of the enemy’s each",
                side.name,
                per(total.attacks(), f64::from(report.played.max(1)), 1),
                per(total.won * 100, attacks, 0),
                per(total.attacker_steps, attacks, 1),
                per(total.defender_steps, attacks, 1),
            );
            let (kind, severity) = (FactKind::HopelessAttacks, Severity::Warning);
            let fact = Fact::new(kind, severity, *games, report.played, words);
            out.push(Fact { side: Some(side.id.clone()), ..fact });
        }
    }
}

/// What stood to be spent and was not.
pub(super) fn left_over(report: &Report, out: &mut Vec<Fact>) {
    let mut found: Vec<(f64, Fact)> = Vec::new();
    for of in &report.resources {
        let games = of.left_over.count as u32;
        // In most games, and by the mean as well.
        let could = of.received.mean - of.taken.mean;
        if games * 2 <= report.played || of.left.mean * 3.0 <= could {
            continue;
        }
        let side = report.subject.sides.iter().find(|side| side.id == of.side);
        let side = side.map_or(of.side.as_str(), |side| &side.name);
        let could = words::number(could, 1);
        let what = &of.name;
        let words = if of.spent.mean == 0.0 {
            format!("the {side} side never spends any of its {could} {what} a game")
        } else {
            let left = words::number(of.left.mean, 1);
            format!("the {side} side never spends {left} of its {could} {what} a game")
        };
        let share = of.left.mean / (of.received.mean - of.taken.mean);
        // Two thirds and more are no longer a matter of thrift.
        let severity = if share * 3.0 >= 2.0 { Severity::Warning } else { Severity::Note };
        let fact = Fact::new(FactKind::ResourceLeftOver, severity, games, report.played, words);
        found.push((share, Fact { side: Some(of.side.clone()), ..fact }));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    out.extend(found.into_iter().map(|(_, fact)| fact));
}

/// Whether so much falls on the last of so many game-turns that it is more than chance and the
/// course of play put there: a quarter, and twice an even share.
fn is_a_dash(on_last: f64, all: f64, turns: f64) -> bool {
    all > 0.0 && on_last * 4.0 >= all && on_last * turns >= 2.0 * all
}

/// Games of which one comes to the last game-turn, at most, for it to be told of.
const FEW_COME: u64 = 5;

/// What is taken when nobody is left to answer.
pub(super) fn last_turn(report: &Report, out: &mut Vec<Fact>) {
    let Some(end) = &report.end else { return };
    // What falls on it is of little account where hardly a game comes to it.
    let came = end.turns.games;
    if came * FEW_COME < report.played.into() {
        return;
    }
    let came = came as u32;
    let percent = |part: f64, of: f64| format!("{}\u{a0}%", words::number(part * 100.0 / of, 0));
    let severity = |part: f64, of: f64| {
        if part * 2.0 >= of { Severity::Warning } else { Severity::Note }
    };
    for towns in &end.towns {
        let (last, all) = (towns.on_last_turn.mean, towns.all.mean);
        if !is_a_dash(last, all, end.turns.mean) {
            continue;
        }
        let side = report.subject.sides.iter().find(|side| side.id == towns.side);
        let words = format!(
            "the {} side takes {} of the towns that it holds at the end on the last game-turn alone, \
             {} of {} a game",
            side.map_or(towns.side.as_str(), |side| &side.name),
            percent(last, all),
            words::number(last, 1),
            words::number(all, 1),
        );
        let games = towns.dashes.count as u32;
        let kind = FactKind::LastTurnTowns;
        let fact = Fact::new(kind, severity(last, all), games, came, words);
        out.push(Fact { side: Some(towns.side.clone()), ..fact });
    }
    // Those that fall on it count as well as those that rise: against the more of before and after.
    let (change, after) = (end.points.mean, end.all_points.mean);
    let all = after.abs().max((after - change).abs());
    if is_a_dash(change.abs(), all, end.turns.mean) {
        let words = format!(
            "the points change by {} on the last game-turn alone, to {} on the mean{}",
            words::signed(change, 1),
            words::number(after, 1),
            if came < report.played { " of the games that come to it" } else { "" },
        );
        let games = end.point_dashes.count as u32;
        let kind = FactKind::LastTurnPoints;
        out.push(Fact::new(kind, severity(change.abs(), all), games, came, words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_more_than_an_even_share() {
        assert!(is_a_dash(1.0, 4.0, 8.0) && !is_a_dash(1.0, 4.0, 7.0));
        assert!(!is_a_dash(0.9, 4.0, 20.0), "less than a quarter");
        assert!(!is_a_dash(0.0, 0.0, 10.0), "of nothing");
    }

    #[test]
    fn attacks_are_hopeless_from_here_on() {
        let of = |all: u64, won, attacker_steps, defender_steps| {
            let failed = all - won;
            let attacker_eliminated = 0;
            are_hopeless(&OddsTotals {
                won,
                failed,
                attacker_eliminated,
                attacker_steps,
                defender_steps,
            })
        };
        assert!(of(20, 2, 20, 10));
        assert!(!of(19, 1, 20, 10), "too few");
        assert!(!of(20, 3, 20, 10), "more than a tenth succeed");
        assert!(!of(20, 2, 19, 10), "less than twice the loss");
        assert!(!of(20, 0, 0, 0), "nobody loses anything");
        assert!(are_a_habit(5, 100, 10) && !are_a_habit(4, 100, 8));
        assert!(!are_a_habit(5, 100, 11), "less than one in every other game");
    }

    #[test]
    fn a_dash_is_a_quarter_and_twice_an_even_share() {
        assert!(is_a_dash(1.0, 4.0, 8.0) && !is_a_dash(0.9, 4.0, 8.0));
        // Of four game-turns an even share is a quarter.
        assert!(!is_a_dash(1.9, 4.0, 4.0) && is_a_dash(2.0, 4.0, 4.0));
        assert!(!is_a_dash(0.0, 0.0, 8.0));
    }
}
