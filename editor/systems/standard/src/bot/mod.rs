//! No rules: how good a position is, and who plays a test-run. The bots know no game: what they are
//! after follows from what scores, and what an attack brings from the rules' own odds.
//!
//! | file | what |
//! |---|---|
//! | `weights` | what the planner weighs by, as data |
//! | `goals` | what a side is after, and how far each hex is from it |
//! | `moves` | where units go |
//! | `attacks` | what an attack promises |
//! | `plan` | a whole step of movement planned for the combat after it |

mod attacks;
mod goals;
mod moves;
mod plan;
mod weights;

use salient_rules::Bot;
use salient_rules::play::Position;

use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::hindrance;
use crate::rules::Rules;
use crate::victory;

pub use goals::Memory;
pub use weights::{Weights, plans};

/// How good a position is for a side: its points and steps beyond the enemies'. Who is hindered by a
/// state counts for less, so that fire that pins is worth its shot.
pub fn value(rules: &Rules, position: &Position<Standard>, side: usize) -> i64 {
    let sides = 0..rules.compiled.sides.len();
    sides.fold(0, |value, other| {
        let sign = if rules.are_enemies(side, other) { -1 } else { 1 };
        let points = i64::from(victory::points(rules, position, other));
        let steps: i64 = position
            .on_map(rules, other)
            .map(|unit| {
                let steps =
                    rules.compiled.unit(unit).steps.saturating_sub(position.state(unit).face);
                let hindered = hindrance::of(rules, position, unit).count() as i64;
                100 * i64::from(steps) + 10 * i64::from(goals::strength(rules, position, unit))
                    - 40 * hindered
            })
            .sum();
        value + sign * (1000 * points + steps)
    })
}

/// What a bot of the system's own does; none where the kernel's plain bots do as well.
pub fn choose(
    bot: Bot,
    rules: &Rules,
    view: &Position<Standard>,
    (side, weights): (usize, &Weights),
    memory: &mut Memory,
) -> Option<Act> {
    if bot == Bot::RANDOM {
        return None;
    }
    match &view.asked()?.what {
        Decision::Move { at } => {
            let by = (weights, bot == Bot::PLANNER);
            Some(moves::choose(rules, view, (side, *at), by, memory))
        }
        Decision::Attack { at } => attacks::choose(rules, view, (side, *at), weights),
        _ => None,
    }
}
