//! The planner: it plans a whole phase for all of its side's units together.
//!
//! | file | what |
//! |---|---|
//! | `odds` | the exact odds of an attack |
//! | `flow` | where the front is thin |
//! | `view` | what a side works out once before it plans |
//! | `assault`, `march` | German movement |
//! | `wall`, `posts` | Allied movement: a line from edge to edge |
//! | `route` | ways by towns that score |
//! | `fight` | who attacks whom, and who advances where |
//! | `guns` | artillery, aircraft, breakdown |
//! | `weights` | what things are worth to it |
//! | `account` | what it weighed, for whoever asks why |

mod account;
mod assault;
mod fight;
mod flow;
mod guns;
mod march;
mod odds;
mod posts;
mod route;
mod view;
mod wall;
pub mod weights;

use std::collections::VecDeque;

use crate::acts::Act;
use crate::bots::{Memory, air, has_room};
use crate::plan::Planned;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit};
use crate::ways::Ways;
pub use account::considered;
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use view::View;
use weights::Weights;

/// What the planner remembers within a step of the sequence of play. Like all of
/// [`Memory`] it can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Game-turn and step that the rest is about.
    key: (u16, Option<usize>),
    view: View,
    /// What steps cost in a movement segment, by side.
    ways: [Ways; 2],
    /// Hexes to the nearest enemy unit.
    danger: Vec<u16>,
    /// Units with the hexes they go to.
    sent: VecDeque<(Unit, Hex)>,
    /// Units that found no room where they were to go, and try again.
    late: Vec<(Unit, Hex)>,
    /// Units still to be thought about one by one.
    queue: VecDeque<Unit>,
    /// The orders of the segment, to be told of.
    orders: Vec<account::Order>,
    /// Hexes to bombard, with the points.
    fire: VecDeque<(Hex, u32)>,
    fights: Fights,
    /// The Allied units that move in the second segment of a game-turn, with where they go.
    waiting: (u16, VecDeque<(Unit, Hex)>),
    /// The searches that told where they can go.
    searches: Vec<wall::Search>,
    /// The orders that they are among.
    waiting_orders: Vec<account::Order>,
    /// For whatever is thought about once and forgotten.
    glance: View,
}

impl Plan {
    /// Every view is that of the side that decides now.
    fn weigh_by(&mut self, weights: &Weights) {
        let Fights { view, advance_view, .. } = &mut self.fights;
        for view in [&mut self.view, &mut self.glance, view, advance_view] {
            view.w = *weights;
        }
    }

    /// Whether this is the first decision of a step of the sequence of play.
    fn begins(&mut self, position: &Position) -> bool {
        let key = (position.turn, position.phase);
        std::mem::replace(&mut self.key, key) != key
    }
}

/// The attacks of a combat phase. The defender decides in it too, so it has a memory of its own.
#[derive(Clone, Debug, Default)]
pub struct Fights {
    key: (u16, Option<usize>),
    view: View,
    planned: VecDeque<Planned>,
    /// Game-turn and combat of the advance that is looked at.
    advance_key: (u16, u32),
    advance_view: View,
}

impl Fights {
    fn begins(&mut self, position: &Position) -> bool {
        let key = (position.turn, position.phase);
        std::mem::replace(&mut self.key, key) != key
    }
}

/// At the end of a movement phase, the next unit that leaves a stack that is too high (KB 7.21)
/// for the nearest hex that has room.
fn spread(position: &Position, rules: &Rules, plan: &Plan, reach: &mut Reach) -> Option<Act> {
    let (side, second) = position.segment(rules)?;
    if !second || plan.view.w.room == 0 {
        return None;
    }
    position.excess(rules, side).into_iter().find_map(|unit| {
        position.may_move(rules, unit).ok()?;
        plan.ways[side].find_moves(position, rules, unit, reach);
        let mut found = reach.reached().iter().copied().skip(1);
        let to = found.find(|&hex| has_room(position, rules, unit, hex))?;
        Some(Act::Move { unit, path: reach.path(&rules.map, to), exit: false })
    })
}

/// The planner's choice.
pub fn choose(position: &Position, rules: &Rules, weights: &Weights, memory: &mut Memory) -> Act {
    let Memory { planner, reach, .. } = memory;
    planner.weigh_by(weights);
    match position.decision {
        Decision::Move { side: GERMAN } => march::next(position, rules, planner, reach),
        Decision::Move { .. } => wall::next(position, rules, planner, reach),
        Decision::Attack { .. } => fight::next(position, rules, &mut planner.fights),
        Decision::Observe { side } => {
            fight::plan(position, rules, &mut planner.fights);
            air::observe(position, rules, side, &planner.fights.planned)
        }
        Decision::Advance { side } => {
            fight::advance(position, rules, side, &mut planner.fights, reach)
        }
        Decision::Sos => guns::sos(position, rules, &mut planner.glance),
        Decision::Drumfire => {
            if planner.begins(position) {
                planner.view.update(position, rules);
                planner.fire = guns::plan_drumfire(position, rules, &planner.view);
            }
            super::guns::drumfire(position, rules, &mut planner.fire)
        }
        Decision::GroundAttack { side } => {
            guns::ground_attack(position, rules, side, &mut planner.glance)
        }
        Decision::BreakDown => guns::break_down(position, rules, weights),
        // What is left is done as by rules of thumb.
        _ => super::heuristic(position, rules, memory),
    }
}
