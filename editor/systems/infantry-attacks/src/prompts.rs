//! What a side is asked, in a sentence with the rule: the line above the choices.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_rules::game::Question;
use salient_rules::play::{Position, Unit};

use crate::activation::still_to_act;
use crate::decision::{Decision, Going};
use crate::missions::unassigned;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DEMORALIZED, TO_FIRE, has};
use crate::{assault, assault_move, legal, sequence};

type Here = Position<InfantryAttacks>;

/// What a decision asks.
pub fn question(rules: &Rules, position: &Here, asked: &Decision) -> Question {
    let side = position.asked().and_then(|ask| ask.side());
    match asked {
        Decision::Segment => match side.map(|side| sequence::check_pass(rules, position, side)) {
            Some(Err(why)) => Question::new(
                why.rule,
                "Activate somebody; no pass before the demoralized have tried to recover",
            ),
            _ => Question::new(
                "IA 3.1",
                "Activate a unit, stack or leader, to move, or to fire or assault; or pass",
            ),
        },
        Decision::Act => next_act(rules, position, side),
        Decision::Lose(hit) => Question {
            hexes: label(rules, hit.hex),
            ..Question::new(hit.cause.rule(), "Choose which unit takes the next step loss")
        },
        Decision::React(react) => Question {
            units: rules.compiled.names(&react.movers),
            hexes: react
                .movers
                .iter()
                .find_map(|&unit| position.state(unit).hex)
                .map(|hex| label(rules, hex))
                .unwrap_or_default(),
            ..Question::new("IA 13.1", "Fire at who moves, or pass to hold your fire")
        },
        Decision::FirstFire(assault) => Question {
            hexes: label(rules, assault.hex),
            ..Question::new("IA 12.33", "Choose whether those in works fire first, and alone")
        },
        Decision::Go(going) => goes(rules, going),
        Decision::Accompany(flight) => Question {
            units: rules.compiled.names(&[flight.unit]),
            done: "Nobody flees along".into(),
            ..Question::new("IA 6.62", "Choose a leader who flees along, or be done: none does")
        },
        Decision::GoOn(it) => Question {
            units: rules.compiled.names(&[it.unit]),
            done: format!("'{}' stops as well", rules.unit(it.unit).name).into(),
            ..Question::new("IA 13.14", "Let it go on by itself, or stop as well")
        },
        Decision::Horses => Question::new("IA 15.1", "Choose which of your cavalry begins on foot"),
        Decision::Save => Question::new("IA 17.2", "Choose whether you save an action segment"),
        Decision::Unstack(hex) => Question {
            hexes: label(rules, *hex),
            ..Question::new("IA 4.4", "Choose who goes out of a hex that holds too many")
        },
        Decision::Plan => {
            let open = side.map(|side| unassigned(rules, position, side));
            let open: Vec<Unit> = open.into_iter().flatten().collect();
            Question {
                units: rules.compiled.names(&open),
                ..Question::new("IA 9.1", "Give each gun its mission, in secret; still without one")
            }
        }
        Decision::Abort => {
            let rolls = match rules.numbers.abort_roll {
                most if most > 1 => format!("1-{most}"),
                most => most.to_string(),
            };
            let what =
                format!("Try to end missions of guns: {rolls} on a die, and it never fires again");
            Question { done: "End no more missions".into(), ..Question::new("IA 9.14", what) }
        }
        Decision::Bombard(_) => {
            Question::new("IA 9.2", "Choose which guns fire as one, where it was planned")
        }
        Decision::Drumfire(_) => Question::new(
            "IA 9.71",
            "Choose which guns fire as one at who has entered the drumfire",
        ),
    }
}

/// What those who are active are asked: who must attack or try to recover does so before the segment
/// ends.
fn next_act(rules: &Rules, position: &Here, side: Option<usize>) -> Question {
    let active: Vec<Unit> =
        side.into_iter().flat_map(|side| still_to_act(rules, position, side)).collect();
    let pending = side.map(|side| assault::pending(rules, position, side)).unwrap_or_default();
    let required =
        |hex: &&Hex| side.is_some_and(|side| assault::is_required(rules, position, side, **hex));
    let joins = active.iter().any(|&unit| goes_in(rules, position, unit));
    let done = Cow::Borrowed("End the segment");
    if let Some(&hex) = pending.iter().find(required) {
        let what = match joins {
            true => "Send others in, or assault: all who went in must attack",
            false => "Assault: all who went in must attack before the segment ends",
        };
        return Question { hexes: label(rules, hex), done, ..Question::new("IA 12.4", what) };
    }
    let shaken = active.iter().filter(|&&unit| has(position, unit, DEMORALIZED)).count();
    if shaken > 0 && shaken == active.len() {
        return Question {
            units: rules.compiled.names(&active),
            done,
            ..Question::new("IA 14.42", "Let the demoralized try to recover, as they must")
        };
    }
    let fire = active.iter().filter(|&&unit| has(position, unit, TO_FIRE)).count();
    // Only what can be done is asked for.
    let fires = active.iter().any(|&unit| {
        legal::fires_now(position, unit) && !legal::targets(rules, position, unit).is_empty()
    });
    let assaults = side.is_some_and(|side| !assault::legal(rules, position, side).is_empty());
    let fires = match (fires, assaults, joins) {
        (true, _, true) => "Fire, or move into the enemy's hex to assault",
        (false, true, true) => "Assault, or send others in",
        (false, false, true) => "Move into the enemy's hex to assault",
        (true, true, false) => "Fire or assault",
        (true, false, false) => "Fire",
        (false, true, false) => "Assault",
        (false, false, false) => "Nobody is there to fire at",
    };
    let what = match (fire, active.len() - fire) {
        (0, 0) => "Assault beside those who were there, or end the segment".to_owned(),
        (0, _) => "Move the active one after the other, or end the segment".to_owned(),
        (_, 0) => format!("{fires}; or end the segment"),
        _ => format!("{fires}; move the others; or end the segment"),
    };
    // Whoever has come to help need not attack.
    let rule = if pending.is_empty() { "IA 3.13" } else { "IA 12.5" };
    Question { done, ..Question::new(rule, what) }
}

/// Whether somebody who is active may go among the enemy.
fn goes_in(rules: &Rules, position: &Here, unit: Unit) -> bool {
    has(position, unit, TO_FIRE) && !assault_move::ways(rules, position, unit).is_empty()
}

fn goes(rules: &Rules, going: &Going) -> Question {
    Question {
        units: rules.compiled.names(&[going.flight.unit]),
        ..Question::new("IA 14.33", "Choose where it goes, in flight or driven off")
    }
}

fn label(rules: &Rules, hex: Hex) -> Vec<String> {
    vec![rules.compiled.label(hex).to_owned()]
}
