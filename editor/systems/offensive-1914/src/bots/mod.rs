//! No rules: the bots. A bot sees the position as its side knows it and chooses; the rules then check
//! its choice like anyone's.
//!
//! | file | what it thinks about |
//! |---|---|
//! | `field` | where both are strong, which places score, what threatens what |
//! | `march` | movement: every force once, in an order that is thought out as the phase begins |
//! | `stand` | what a hex is worth to a force that could stand in it |
//! | `assault` | which attacks forces move for, and which of them are prepared |
//! | `muster` | who attacks a hex together |
//! | `outcome` | what an attack will bring on the mean, over all dice |
//! | `fight` | attacks and their order, intensity, advances, losses |
//! | `besieged` | which camps siege guns have before them |
//! | `siege` | the siege train, bombardment, who stays with the guns |
//! | `fall_back` | retreats, reaction, retirement |
//! | `rear` | supply, arrivals, replacements |
//! | `abandon` | plans that are given up |
//! | `weights` | what things are worth |
//!
//! The heuristic goes by rules of thumb: to the places that score and at whoever stands there badly
//! outnumbered. The planner names its attacks before it moves, for all forces together, and knows
//! what the tables will do to both on the mean.

mod abandon;
mod assault;
mod besieged;
mod fall_back;
mod field;
mod fight;
mod march;
mod muster;
mod outcome;
mod rear;
#[cfg(test)]
mod secrecy;
mod siege;
mod stand;
#[cfg(test)]
mod tests;
mod weights;

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::Bot;
use salient_rules::account::Considered;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::arrivals::combine;
use crate::decision::Decision;
use crate::march::Asked;
use crate::rules::{Offensive, Rules};

use field::Field;
use march::Order;
pub use weights::Weights;

/// How a bot thinks.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Whether it plans its attacks, and knows what each brings on the mean.
    exact: bool,
}

/// What a bot remembers within a step of the sequence of play. It can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Game-turn, step and side that the rest is about.
    key: Option<(u16, Option<usize>, usize)>,
    field: Field,
    /// Forces still to be moved.
    orders: VecDeque<Order>,
    /// Siege guns and headquarters that go after all others.
    train: VecDeque<Unit>,
    /// Attacks still to be indicated.
    attacks: VecDeque<(Vec<Unit>, Hex)>,
    reach: Reach,
}

impl Memory {
    /// Whether a step has just begun for a side; then what was remembered is of no use.
    fn begins(&mut self, position: &Position<Offensive>, side: usize) -> bool {
        let key = Some((position.turn, position.phase, side));
        if self.key == key {
            return false;
        }
        self.key = key;
        self.orders.clear();
        self.attacks.clear();
        true
    }
}

/// A bot's choice; none where the kernel's bots choose.
pub fn choose(
    bot: Bot,
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    weights: &Weights,
    memory: &mut Memory,
) -> Option<Act> {
    let (weights, style) = match () {
        () if bot.is(Bot::HEURISTIC) => (&weights::RULE_OF_THUMB, Style { exact: false }),
        () if bot.is(Bot::PLANNER) => (weights, Style { exact: true }),
        () => return None,
    };
    let by = (weights, style);
    match &position.asked()?.what {
        Decision::Plans if style.exact => {
            let field = memory.field.look(rules, position, side, weights.alarm);
            Some(abandon::choose(rules, position, side, weights, field))
        }
        // Areas and attachments are right as they are.
        Decision::Plans | Decision::Attachment => Some(Act::Done),
        Decision::Supply => rear::extend(rules, position, side),
        Decision::Site(asked) => crate::supply::siting::legal(rules, position, *asked).pop(),
        Decision::Shortage => rear::shortage(rules, position, side),
        Decision::Displace(asked) => {
            crate::supply::displaced::legal(rules, position, asked).into_iter().next()
        }
        Decision::March(Asked::Move) => {
            let act = march::choose(rules, position, side, by, memory);
            // 1914 22.3.2: before it has done it closes the line of the territorial group.
            let mend = || crate::group::mission::mend(rules, position, side);
            if act == Act::Done { mend().or(Some(act)) } else { Some(act) }
        }
        Decision::March(Asked::React(react)) => fall_back::react(rules, position, side, react),
        Decision::March(Asked::Land(unit)) => {
            crate::march::sea::landings(rules, position, *unit).into_iter().next()
        }
        Decision::March(Asked::Destination(unit, special)) => {
            Some(Act::Destination { hex: rear::by_rail(rules, position, (*unit, *special))? })
        }
        Decision::March(asked @ Asked::Overstacked(_)) => {
            let acts = crate::march::legal(rules, position, side, asked);
            // Trains come back (1914 16.7), and formations count most (1914 27.10).
            acts.into_iter().min_by_key(|act| match act {
                Act::Eliminate { unit } => {
                    let piece = rules.piece(*unit);
                    let defence = field::weight(rules, position, *unit).defence;
                    (piece.is_formation(), piece.is_asset(), defence)
                }
                _ => (true, true, i32::MAX),
            })
        }
        Decision::Battle(asked) => fight::choose(rules, position, (side, asked), by, memory),
        Decision::Retreat(going) => fall_back::retreat(rules, position, side, going),
        Decision::Loss(loss) => fight::lose(rules, position, side, loss),
        Decision::Retire(asked) => fall_back::retire(rules, position, side, asked),
        // What a level of effectiveness buys it in room it does not weigh: its forces stay.
        Decision::Withdraw => Some(Act::Done),
        Decision::Arrivals(asked) => rear::arrive(rules, position, side, asked),
        // One division is worth more than its parts, if it does not come to stand in two hexes;
        // nobody is taken apart.
        Decision::Combine => {
            let mut acts = combine::legal(rules, position, side).into_iter();
            let together = |act: &Act| match act {
                Act::Combine { unit } => combine::is_in_one_hex(rules, position, side, *unit),
                Act::Integrate { .. } => true,
                _ => false,
            };
            acts.find(together).or(Some(Act::Done))
        }
        // It stays where it is as long as it may, and flees as far as it can.
        Decision::Bases { attachment } => rear::base(rules, position, side, *attachment),
        Decision::Inundation => Some(rear::flood(rules, position, side)),
        Decision::East => rear::east(rules, position, side),
        Decision::Landwehr => rear::landwehr(rules, position),
        Decision::Capture => Some(rear::capture(rules, position, side)),
    }
}

/// What the planner weighed when it indicated an attack, or was done with that.
pub fn considered(
    bot: Bot,
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    weights: &Weights,
    act: &Act,
) -> Considered {
    match position.asked().map(|ask| &ask.what) {
        Some(Decision::Battle(crate::decision::battle::Asked::Indicate))
            if bot.is(Bot::PLANNER) =>
        {
            fight::considered(rules, position, side, weights, act)
        }
        _ => Considered::default(),
    }
}
