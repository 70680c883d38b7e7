//! What comes of it if a unit takes a loss: how much of it is left, and how much is then left to
//! lose. The engine says it on a copy of the game, so that whoever chooses knows it before.

use salient_rules::dice::Dice;
use salient_rules::words::{Words, plural, strength_before};
use salient_rules::{Action, Match};
use salient_schema::event::{EventKind, Lost};

/// So many losses are taken one after the other at the most.
const MOST: usize = 40;

/// What an action leaves of the one unit that acts in it, where that loses by it before any die is
/// rolled: `reduced from strength 6 to 4, 1 step left to lose`. None of any other action.
pub fn left_of(game: &Match, action: &Action, words: &Words) -> Option<String> {
    let named =
        |fields: [&str; 3]| fields.into_iter().flat_map(|field| action.texts(field)).count();
    let unit = action.text("unit").filter(|_| named(["hex", "hexes", "path"]) == 0)?;
    let mut copy = game.tried(Dice::seeded(0));
    copy.apply(action).ok()?;
    let own = losses(&copy).into_iter().position(|(lost, _)| lost.unit == unit)?;
    // What else must be lost now: it is chosen again and again until nothing is.
    for _ in 0..MOST {
        let same = game.deciding() == copy.deciding() && is_settled(&copy);
        let legal = if same { copy.legal() } else { Vec::new() };
        let Some(next) = legal.iter().find(|next| next.verb == action.verb) else { break };
        if copy.apply(next).is_err() {
            break;
        }
    }
    let all = losses(&copy);
    let ((lost, before), rest) = all.get(own..)?.split_first()?;
    let rest = rest.iter().filter(|(one, _)| one.side == lost.side);
    let left = rest.map(|(lost, _)| lost.steps.max(0).unsigned_abs() as usize).sum();
    let then = match left {
        0 => "no step is left to lose".to_owned(),
        left => format!("{} left to lose", plural(left, "step")),
    };
    let what = words.loss(&lost.outcome, *before);
    Some(format!("{what}, {then}"))
}

/// What was lost in a game that was tried, before any die was rolled and in the same step, each with
/// the strength that the unit had before, as far as it is told.
fn losses(copy: &Match) -> Vec<(&Lost, Option<i32>)> {
    let certain = copy.events().iter().take_while(|event| is_certain(&event.kind));
    let lost = certain.filter_map(|event| match &event.kind {
        EventKind::Lost(lost) => Some((lost, strength_before(event))),
        _ => None,
    });
    lost.collect()
}

fn is_certain(kind: &EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Roll(_)
            | EventKind::Attacked(_)
            | EventKind::Phase(_)
            | EventKind::Turn(_)
            | EventKind::TurnEnd(_)
    )
}

/// Whether nothing came of what was tried that is uncertain, or another step.
fn is_settled(copy: &Match) -> bool {
    copy.events().iter().all(|event| is_certain(&event.kind))
}
