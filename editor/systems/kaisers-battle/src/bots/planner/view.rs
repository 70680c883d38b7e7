//! What a side works out once before it plans: ways west, supply, what stacks are worth.

use salient_schema::event::SupplyState;

use crate::bots::planner::flow::{self, Flow};
use crate::bots::planner::odds::Stakes;
use crate::bots::planner::weights::{self as w, Weights};
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit, Weather};
use salient_hex::grid::Hex;

/// A side's view of the position.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What things are worth to the side.
    pub w: Weights,
    /// What each hex resists a German.
    pub resistance: Vec<u8>,
    /// The ways west.
    pub flow: Flow,
    /// Hexes of the supply line to the nearest German headquarters, large if there is none.
    pub supply: Vec<u16>,
    automatic: bool,
    /// Added to an attacker's die (KB 8.3).
    pub fog: i32,
    /// Turns after this one.
    pub turns_left: i32,
    turns: i32,
    /// What a unit gives up that attacks and does not march, by unit.
    pub missed: Vec<i32>,
}

const NO_SUPPLY: u16 = u16::MAX;

impl View {
    /// Works everything out.
    pub fn update(&mut self, position: &Position, rules: &Rules) {
        self.glance(position, rules);
        self.flow.search(rules, &self.w, &self.resistance);
        self.trace_supply(position, rules);
    }

    /// Works out everything but supply, and of the ways west none yet: those that are asked for
    /// [`Flow::search_from`] finds.
    pub fn look_west(&mut self, position: &Position, rules: &Rules) {
        self.glance(position, rules);
        self.flow.begin(rules, &self.w, &self.resistance);
    }

    /// Works out everything but the ways west.
    pub fn look_near(&mut self, position: &Position, rules: &Rules) {
        self.glance(position, rules);
        self.trace_supply(position, rules);
    }

    /// Works out what stacks are worth, but neither ways nor supply.
    pub fn glance(&mut self, position: &Position, rules: &Rules) {
        flow::resistances(position, rules, &self.w, &mut self.resistance);
        let constants = &rules.constants;
        self.automatic = i32::from(position.turn) < constants.german_supply_from_turn;
        let fog = position.weather == Weather::Fog;
        self.fog = if fog { constants.fog_attacker_modifier } else { 0 };
        self.turns = rules.turns.len() as i32;
        self.turns_left = self.turns - i32::from(position.turn);
        self.missed.clear();
    }

    /// Breadth first from all headquarters at once (KB 14.12, backwards).
    fn trace_supply(&mut self, position: &Position, rules: &Rules) {
        self.supply.clear();
        // On the first turns nobody asks for a line (KB 17.5).
        if self.automatic {
            return;
        }
        self.supply.resize(rules.map.len(), NO_SUPPLY);
        let mut queue: Vec<Hex> = Vec::with_capacity(rules.map.len());
        for unit in position.on_map(rules, GERMAN).filter(|&unit| rules.unit(unit).headquarters) {
            if let Some(hex) = position.hex(unit) {
                self.supply[hex.index()] = 0;
                queue.push(hex);
            }
        }
        let mut next = 0;
        while let Some(&hex) = queue.get(next) {
            next += 1;
            let length = self.supply[hex.index()];
            let own = position.holder(hex) == Some(GERMAN);
            // The hex that a line starts from may be in a zone of control, the next may not.
            if !own && position.enemy_controlled(hex, GERMAN) {
                continue;
            }
            for &other in rules.map.around(hex) {
                // Beyond the map there is none.
                let Some(known) = self.supply.get_mut(other as usize) else { continue };
                if *known == NO_SUPPLY && !position.enemy_in(Hex(other), GERMAN) {
                    *known = length + 1;
                    queue.push(Hex(other));
                }
            }
        }
    }

    /// The supply state of a German in a hex.
    pub fn supply(&self, rules: &Rules, hex: Hex) -> SupplyState {
        if self.automatic {
            return SupplyState::InSupply;
        }
        let constants = &rules.constants;
        match self.supply[hex.index()] {
            NO_SUPPLY => SupplyState::Isolated,
            n if i32::from(n) <= constants.supply_range => SupplyState::InSupply,
            n if i32::from(n) <= constants.communications_range => SupplyState::OutOfCommunications,
            _ => SupplyState::OutOfSupply,
        }
    }

    /// What attacking an Allied stack is worth to the German side.
    pub fn stakes(
        &self,
        position: &Position,
        rules: &Rules,
        hex: Hex,
        strength: i32,
        steps: i32,
    ) -> Stakes {
        let mut all = self.w.allied_step * steps + self.w.allied_strength * strength;
        if rules.ground(hex).trench {
            let units = position.stack(hex).count() as i32;
            all += self.w.trench * units * (self.turns - self.turns_left) / self.turns.max(1);
        }
        let mut cleared = self.w.ground * i32::from(self.resistance[hex.index()]);
        if self.town_to_take(position, rules, hex, GERMAN) {
            cleared += self.w.town;
        }
        Stakes { step: all / steps.max(1), cleared, repulsed: 0, eliminated: 0 }
    }

    /// What attacking a German stack is worth to the Allied side.
    pub fn counter_stakes(&self, position: &Position, rules: &Rules, hex: Hex) -> Stakes {
        let (mut all, mut steps) = (0, 0);
        for unit in position.stack(hex) {
            let def = rules.unit(unit);
            let left = position.steps_left(rules, unit);
            let face = position.face(rules, unit);
            steps += left;
            if self.turns_left > 0 {
                all += self.w.german_step * left;
                let pace = face.movement * rules.constants.second_segment_multiplier;
                if i32::from(rules.west_cost[hex.index()]) <= w::RUNNER_TURNS * pace {
                    all += self.w.runner * left;
                }
            }
            if def.division && position.state(unit).face + 1 >= def.steps {
                all += self.w.division_lost;
            }
        }
        let town = self.town_to_take(position, rules, hex, ALLIED);
        let cleared = if town { self.w.town } else { 0 };
        let weighed = |worth: i32| worth * self.w.counter / 100;
        Stakes {
            step: weighed(all / steps.max(1)),
            cleared: weighed(cleared),
            repulsed: 0,
            eliminated: 0,
        }
    }

    /// Whether a hex is a town that would score for, or be denied by, a side entering it.
    pub fn town_to_take(&self, position: &Position, rules: &Rules, hex: Hex, side: usize) -> bool {
        rules.town_at[hex.index()].is_some_and(|i| {
            let i = usize::from(i);
            rules.towns[i].scores && usize::from(position.town_holder[i]) != side
        })
    }

    /// What a unit's next step is worth to its side, and all of it.
    pub fn price(&self, position: &Position, rules: &Rules, unit: Unit) -> (i32, i32) {
        let def = rules.unit(unit);
        let steps = position.steps_left(rules, unit);
        if def.side == ALLIED {
            let face = position.face(rules, unit);
            let step = self.w.allied_step + self.w.allied_strength * face.strength / steps.max(1);
            return (step, step * steps);
        }
        // On the last turn nothing is left to be done with it.
        let whole = if self.turns_left > 0 { self.w.german_step } else { 0 };
        let last_face = position.state(unit).face + 1 >= def.steps;
        let step =
            self.w.german_step + if def.division && last_face { self.w.division_lost } else { 0 };
        (step, whole * steps)
    }

    /// What a unit gives up by attacking instead of marching.
    pub fn chance_missed(&self, unit: Unit) -> i32 {
        self.missed.get(unit.index()).copied().unwrap_or(0)
    }
}
