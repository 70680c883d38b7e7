//! The bots. A bot sees the position and chooses; the rules then check its choice like anyone's.
//!
//! | file | what it thinks about |
//! |---|---|
//! | `field` | what every hex means to a side: how near the enemy is, what is to be won |
//! | `arrange` | the set-up |
//! | `supply_train` | replacements, reinforcements and rail |
//! | `drill` | what the marches of a step share |
//! | `plan` | which main effort to march out for |
//! | `plans` | the ways of a side that a searcher weighs |
//! | `march` | where units move |
//! | `stand` | what a hex is worth to a unit that could stand there |
//! | `infiltrate` | where units infiltrate |
//! | `siege` | how many enemy steps no supply reaches |
//! | `fight` | attacks, aircraft, losses, retreats, advances |
//! | `outlook` | the best attacks as they were weighed last |
//! | `odds` | what an attack will bring, over all six dice |
//! | `weights` | what each side holds dear, by time and by bot |
//! | `account` | what the planner weighed, for whoever asks why |

mod account;
mod arrange;
mod drill;
mod field;
mod fight;
mod infiltrate;
mod march;
mod odds;
mod outlook;
mod plan;
mod plans;
mod random;
mod siege;
mod stand;
mod style;
mod supply_train;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod weights;

use std::collections::VecDeque;

use crate::acts::Act;
use crate::bots::field::Field;
use crate::bots::outlook::Outlook;
pub use crate::bots::plans::{WON, plans, thinks, value};
pub use crate::bots::weights::ByTime;
use crate::position::{Decision, Position};
use crate::rail::RailNet;
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::Bot;
use salient_rules::account::Considered;
use salient_rules::dice::SplitMix64;
pub use style::{Style, on_the_offensive};

/// What a bot remembers within a step of the sequence of play, and memory for its searches. It
/// can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Game-turn and step that the rest is about.
    key: Option<(usize, Option<usize>)>,
    /// Units still to be thought about.
    queue: VecDeque<Unit>,
    /// The set-up, worked out as a whole.
    stands: VecDeque<(Unit, Hex)>,
    /// Moves still to be made.
    march: VecDeque<Act>,
    /// Attacks that were weighed.
    outlook: Outlook,
    field: Field,
    /// Game-turn, side and combats that the field is about.
    field_key: Option<(usize, usize, u32)>,
    net: RailNet,
    /// What the planner that decides holds dear.
    weights: ByTime,
}

/// A bot's choice.
pub fn choose(
    bot: Bot,
    position: &Position,
    rules: &Rules,
    weights: &ByTime,
    chance: &mut SplitMix64,
    memory: &mut Memory,
) -> Act {
    memory.weights = *weights;
    let style = match bot {
        // Placed at random a front would hardly ever be held, and the set-up never end.
        Bot::RANDOM if matches!(position.decision, Decision::SetUp { .. }) => {
            Style { exact: false }
        }
        Bot::RANDOM => return random::choose(position, rules, chance),
        Bot::HEURISTIC => Style { exact: false },
        _ => Style { exact: true },
    };
    think(position, rules, chance, memory, style)
}

/// What a bot weighed when it chose an act: the planner tells, the others go by chance and by rules
/// of thumb.
pub fn considered(
    bot: Bot,
    position: &Position,
    rules: &Rules,
    memory: &Memory,
    act: &Act,
) -> Considered {
    match bot {
        Bot::RANDOM | Bot::HEURISTIC => Considered::default(),
        _ => account::considered(position, rules, memory, Style { exact: true }, act),
    }
}

fn think(
    position: &Position,
    rules: &Rules,
    chance: &mut SplitMix64,
    memory: &mut Memory,
    style: Style,
) -> Act {
    let Some(side) = position.deciding() else {
        return Act::Done;
    };
    match position.decision {
        Decision::None => Act::Done,
        Decision::SetUp { side } => arrange::next(position, rules, side, chance, memory),
        Decision::Unstack { hex, .. } => {
            let best =
                position.stack(hex).max_by_key(|&unit| (fight::worth(position, rules, unit), unit));
            best.map_or(Act::Done, |unit| Act::Lose { unit })
        }
        Decision::LoseToBombs { hex } => {
            let left: Vec<Unit> = position.stack(hex).collect();
            fight::cheapest_step(position, rules, &left)
                .map_or(Act::Done, |unit| Act::Lose { unit })
        }
        Decision::Evacuate => supply_train::evacuate(position, rules),
        Decision::Redeploy => supply_train::redeploy(position, rules),
        Decision::BombHomeland | Decision::BombStack => {
            let weights = memory.weights.now(position, rules, side);
            fight::send_bombers(position, rules, if style.exact { weights.bombers } else { 0 })
        }
        Decision::Intercept => fight::meet_bombers(position, rules),
        Decision::Replace { side } => supply_train::replace(position, rules, side, memory, style),
        Decision::Rail { side } => supply_train::rail(position, rules, side, memory, style),
        Decision::Move { side } => march::next_move(position, rules, side, memory, style),
        Decision::Infiltrate { side } => {
            infiltrate::next_infiltration(position, rules, side, memory, style)
        }
        Decision::Attack { side } => fight::next_attack(position, rules, side, memory, style),
        Decision::DefendFromAir { side } => fight::defend_from_air(position, rules, side),
        Decision::Lose { retreat, .. } => fight::absorb(position, rules, side, retreat),
        Decision::Advance { .. } => fight::advance(position, rules, style),
    }
}

impl Memory {
    /// The maps of a side. Until it fights, its player-turn changes little on them.
    fn survey(&mut self, position: &Position, rules: &Rules, side: usize, style: Style) {
        let key = Some((position.turn_place, side, position.combats));
        if self.field_key != key {
            self.field_key = key;
            let weights = match style.exact {
                true => self.weights.now(position, rules, side),
                false => weights::by_rule_of_thumb(position, rules, side),
            };
            self.field = Field::new(position, rules, side, weights);
        }
    }

    /// Whether a step has just begun for the bot; then what it remembered is of no use.
    fn begins(&mut self, position: &Position) -> bool {
        let key = Some((usize::from(position.turn), position.phase));
        if self.key == key {
            return false;
        }
        self.key = key;
        self.queue.clear();
        self.march.clear();
        self.outlook.clear();
        self.stands.clear();
        true
    }
}
