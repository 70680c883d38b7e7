//! The planner: it plans a whole phase for all of its side's units together.
//!
//! | file | what |
//! |---|---|
//! | `odds` | the exact odds of an attack |
//! | `flow` | where the front is thin |
//! | `view` | what a side works out once before it plans |
//! | `assault`, `march` | German movement |
//! | `wall` | Allied movement: a line from edge to edge |
//! | `route` | ways by towns that score |
//! | `weights` | what things are worth to it |

mod assault;
mod flow;
mod guns;
mod march;
mod odds;
mod route;
mod view;
mod wall;
mod weights;

use std::collections::VecDeque;

use crate::grid::Hex;
use crate::systems::kaisers_battle::actions::Act;
use crate::systems::kaisers_battle::bots::Memory;
use crate::systems::kaisers_battle::position::{Decision, Position};
use crate::systems::kaisers_battle::rules::{GERMAN, Rules, Unit};

/// What the planner remembers within a step of the sequence of play. Like all of
/// [`Memory`] it can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Game-turn and step that the rest is about.
    key: (u16, usize),
    view: view::View,
    /// Units with the hexes they go to.
    sent: VecDeque<(Unit, Hex)>,
    /// Units still to be thought about one by one.
    queue: VecDeque<Unit>,
    /// What is to be attacked.
    targets: Vec<Hex>,
}

impl Plan {
    /// Whether this is the first decision of a step of the sequence of play.
    fn begins(&mut self, position: &Position) -> bool {
        let key = (position.turn, position.stage);
        std::mem::replace(&mut self.key, key) != key
    }
}

/// The planner's choice.
pub fn choose(position: &Position, rules: &Rules, memory: &mut Memory) -> Act {
    match &position.decision {
        Decision::Move { side: GERMAN } => {
            let Memory { planner, reach, .. } = memory;
            march::next(position, rules, planner, reach)
        }
        Decision::Move { .. } => {
            let Memory { planner, reach, .. } = memory;
            wall::next(position, rules, planner, reach)
        }
        _ => super::heuristic(position, rules, memory),
    }
}
