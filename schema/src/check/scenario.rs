//! A scenario by itself.

use std::collections::BTreeSet;

use super::ruleset::turn_numbers;
use super::{header, names, within};
use crate::findings::Findings;
use crate::scenario::{Entry, OffMapPlace, Scenario, Turn};
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind};

pub(super) fn check(scenario: &Scenario, out: &mut Findings) {
    header(&scenario.schema, scenario.format_version, FileKind::Scenario, out);
    names::own_id(&scenario.id, out);
    turns(&scenario.turns, out);
    set_up(scenario, out);
    for (index, off) in scenario.start.iter().flat_map(|start| &start.off_map).enumerate() {
        if let Some(face) = off.face {
            within(face, 0, 7, format_args!("/start/off_map/{index}/face"), out);
        }
        let is_boxed = off.place == OffMapPlace::Box;
        let wrong = match (is_boxed, &off.in_box) {
            (true, None) => "counters in a box need the name of the box",
            (false, Some(_)) => "only counters whose place is a box are in one",
            (false, None) if off.due.is_some() => "only counters in a box have a turn to come back",
            _ => continue,
        };
        out.error(format_args!("/start/off_map/{index}/box"), Code::Schema, wrong.to_owned());
    }
    schedule(scenario, out);
    orders(scenario, out);
    tracks(scenario, out);
    victory(scenario, out);
    let mut seen = BTreeSet::new();
    for (index, rule) in scenario.optional_rules.iter().enumerate() {
        if !seen.insert(rule.as_str()) {
            let message = format!("the optional rule `{}` stands twice", shown(rule));
            out.error(format_args!("/optional_rules/{index}"), Code::Duplicate, message);
        }
    }
    names::roles(&scenario.roles, out);
    if let Some(field) = &scenario.battlefield {
        within(field.width_yards, 1, u32::MAX, format_args!("/battlefield/width_yards"), out);
        within(field.depth_yards, 1, u32::MAX, format_args!("/battlefield/depth_yards"), out);
        within(field.yards_per_hex, 1, u32::MAX, format_args!("/battlefield/yards_per_hex"), out);
    }
}

fn turns(turns: &[Turn], out: &mut Findings) {
    let mut before: Option<u16> = None;
    for (index, turn) in turns.iter().enumerate() {
        if before == Some(turn.turn) {
            let message = format!("game-turn {} stands twice", turn.turn);
            out.error(format_args!("/turns/{index}/turn"), Code::Duplicate, message);
        } else if let Some(before) = before.filter(|before| turn.turn < *before) {
            let message = format!("game-turn {} comes after game-turn {before}", turn.turn);
            out.error(format_args!("/turns/{index}/turn"), Code::Schema, message);
        }
        before = Some(turn.turn);
        if let Some(date) = &turn.date
            && !is_date(date)
        {
            let message = format!("`{}` is no date", shown(date));
            let found = Diagnostic::error(Code::Schema, message);
            out.push(format_args!("/turns/{index}/date"), found.help("write it as 1918-03-21"));
        }
    }
}

/// Whether a text is a date of the calendar, `1918-03-21`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number = |text: &str, length: usize| -> Option<u32> {
        let plain = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse().ok() } else { None }
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn set_up(scenario: &Scenario, out: &mut Findings) {
    for (index, placement) in scenario.setup.placements.iter().enumerate() {
        let pointer = format!("/setup/placements/{index}");
        if let Some(face) = placement.face {
            within(face, 0, 7, format_args!("{pointer}/face"), out);
        }
        if placement.counters.is_empty() {
            let message = format!("no counter is placed in hex {}", shown(&placement.hex));
            let found = Diagnostic::error(Code::Schema, message).hex(shown(&placement.hex));
            out.push(format_args!("{pointer}/counters"), found);
        }
    }
}

/// Game-turns that the scenario does not have.
fn schedule(scenario: &Scenario, out: &mut Findings) {
    let turns = turn_numbers(&scenario.turns);
    let need = |turn: u16, pointer: std::fmt::Arguments<'_>, out: &mut Findings| {
        if !turns.contains(&turn) {
            let message = format!("the scenario has no game-turn {turn}");
            let found = Diagnostic::error(Code::DanglingReference, message);
            let found = match (turns.first(), turns.last()) {
                (Some(only), Some(last)) if only == last => {
                    found.help(format!("the only one is {only}"))
                }
                (Some(first), Some(last)) => found.help(format!("it has {first} to {last}")),
                _ => found,
            };
            out.push(pointer, found);
        }
    };
    for (index, arrival) in scenario.reinforcements.iter().enumerate() {
        need(arrival.turn, format_args!("/reinforcements/{index}/turn"), out);
        if let Entry::Hexes(hexes) = &arrival.entry
            && hexes.is_empty()
        {
            let message = "there is no hex to come in by".to_owned();
            out.error(format_args!("/reinforcements/{index}/entry"), Code::Schema, message);
        }
    }
    for (index, withdrawal) in scenario.withdrawals.iter().enumerate() {
        need(withdrawal.turn, format_args!("/withdrawals/{index}/turn"), out);
    }
    for (index, replacement) in scenario.replacements.iter().enumerate() {
        // Game-turn 0 is what is there when play begins.
        if replacement.turn != 0 {
            need(replacement.turn, format_args!("/replacements/{index}/turn"), out);
        }
        let points = replacement.points;
        within(points, 0, 10_000, format_args!("/replacements/{index}/points"), out);
    }
}

/// Orders without anything to take, and two for one formation.
fn orders(scenario: &Scenario, out: &mut Findings) {
    let mut seen = BTreeSet::new();
    for (index, order) in scenario.orders.iter().enumerate() {
        let formation = shown(&order.formation);
        if !seen.insert(order.formation.as_str()) {
            let message = format!("the formation `{formation}` has two orders");
            let found = Diagnostic::error(Code::Duplicate, message);
            let help = "keep one of the two, with the objectives of both";
            out.push(format_args!("/orders/{index}/formation"), found.help(help));
        }
        if order.objectives.is_empty() {
            let message = format!("the order of `{formation}` has no objective");
            let found = Diagnostic::error(Code::Schema, message);
            let help = "say what it is to take, or remove the order";
            out.push(format_args!("/orders/{index}/objectives"), found.help(help));
        }
        for (at, objective) in order.objectives.iter().enumerate() {
            if objective.hexes.is_empty() {
                let message = format!("objective {} of `{formation}` has no hex", at + 1);
                let pointer = format_args!("/orders/{index}/objectives/{at}/hexes");
                let found = Diagnostic::error(Code::Schema, message);
                out.push(pointer, found.help("say where it is, or remove it"));
            }
        }
    }
}

fn tracks(scenario: &Scenario, out: &mut Findings) {
    let mut seen = BTreeSet::new();
    for (index, track) in scenario.tracks.iter().enumerate() {
        if !crate::common::is_id(&track.id) {
            let message = format!("`{}` is no id", shown(&track.id));
            out.error(format_args!("/tracks/{index}/id"), Code::Schema, message);
        }
        if !seen.insert((track.id.as_str(), track.side.as_deref())) {
            let message =
                format!("the track `{}` stands twice for the same side", shown(&track.id));
            let help = "keep one of the two";
            out.push(
                format_args!("/tracks/{index}"),
                Diagnostic::error(Code::Duplicate, message).help(help),
            );
        }
        if track.values.len() != scenario.turns.len() {
            let message =
                format!("{} values for {} game-turns", track.values.len(), scenario.turns.len());
            out.error(format_args!("/tracks/{index}/values"), Code::Schema, message);
        }
    }
    let mut seen = BTreeSet::new();
    for (index, level) in scenario.levels.iter().enumerate() {
        if !crate::common::is_id(&level.id) {
            let message = format!("`{}` is no id", shown(&level.id));
            out.error(format_args!("/levels/{index}/id"), Code::Schema, message);
        }
        if !seen.insert((level.id.as_str(), level.side.as_str(), level.nation.as_deref())) {
            let message =
                format!("the level `{}` stands twice for the same side", shown(&level.id));
            out.error(format_args!("/levels/{index}"), Code::Duplicate, message);
        }
    }
}

fn victory(scenario: &Scenario, out: &mut Findings) {
    let victory = &scenario.victory;
    names::ids("/victory/scores", victory.scores.iter().map(|score| score.id.as_str()), out);
    for (index, score) in victory.scores.iter().enumerate() {
        let unclear = match (score.features.is_empty(), &score.line, score.edge) {
            (true, Some(_), _) => Some("no feature scores on either side of the line"),
            (false, Some(_), None) => Some("on which side of the line hexes score is not told"),
            (false, None, Some(_)) => {
                Some("there is no line on whose side towards an edge to score")
            }
            _ => None,
        };
        if let Some(message) = unclear {
            let help = "state features, line and edge; features alone; or an edge alone";
            let found = Diagnostic::error(Code::Schema, message).help(help);
            out.push(format_args!("/victory/scores/{index}"), found);
        }
    }
    for (index, level) in victory.levels.iter().enumerate() {
        if let (Some(min), Some(max)) = (level.min, level.max)
            && min > max
        {
            let name = shown(&level.name);
            let message = format!("{name}: the least, {min}, is above the most, {max}");
            out.error(format_args!("/victory/levels/{index}/min"), Code::Schema, message);
        }
    }
}
