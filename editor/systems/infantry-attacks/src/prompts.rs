//! What a side is asked, in a sentence with the rule: the line above the choices.

use salient_hex::Hex;
use salient_rules::game::Question;
use salient_rules::play::{Position, Unit};

use crate::activation::still_to_act;
use crate::assault_move;
use crate::decision::{Decision, Going};
use crate::missions::unassigned;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{TO_FIRE, has};

/// What a decision asks.
pub fn question(rules: &Rules, position: &Position<InfantryAttacks>, asked: &Decision) -> Question {
    let side = position.asked().and_then(|ask| ask.side());
    match asked {
        Decision::Segment => Question::new(
            "IA 3.1",
            "Activate a unit, stack or leader, to move, or to fire or assault; or pass",
        ),
        Decision::Act => {
            let active = side.map(|side| still_to_act(rules, position, side));
            let active: Vec<Unit> = active.into_iter().flatten().collect();
            let fire = active.iter().filter(|&&unit| has(position, unit, TO_FIRE)).count();
            let fires = match active.iter().any(|&unit| goes_in(rules, position, unit)) {
                true => "Fire, or move into the enemy's hex to assault",
                false => "Fire or assault",
            };
            let what = match (fire, active.len() - fire) {
                (0, 0) => "Assault where you have entered, or end the segment".to_owned(),
                (0, _) => "Move the active one after the other, or end the segment".to_owned(),
                (_, 0) => format!("{fires}; or end the segment"),
                _ => format!("{fires}; move those who are not to fire; or end the segment"),
            };
            Question { done: "End the segment".into(), ..Question::new("IA 3.13", what) }
        }
        Decision::Lose(hit) => Question {
            hexes: label(rules, hit.hex),
            ..Question::new("IA 7.61", "Choose which unit takes the next step loss")
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
            done: "It stops as well".into(),
            ..Question::new("IA 13.14", "Let it go on by itself, or be done: it stops as well")
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

/// Whether somebody who is active may go among the enemy.
fn goes_in(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
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
