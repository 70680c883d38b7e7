//! Attacks in a first movement segment as a plan: which enemy stacks are attacked, by whom, from
//! where. Attacks are chosen one by one, each time the one whose expected worth is highest with
//! the units that are still free.

use salient_schema::event::SupplyState;

use crate::bots::planner::account::{Aim, Order};
use crate::bots::planner::flow;
use crate::bots::planner::guns;
use crate::bots::planner::odds::{Chances, Odds, Stakes};
use crate::bots::planner::view::View;
use crate::bots::planner::weights as w;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit};
use crate::ways::Ways;
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// A unit that could attack.
struct Fighter {
    unit: Unit,
    hex: Hex,
    strength: i32,
    /// None for one that stays where it is and is counted there.
    stacking: i32,
    corps: Option<u16>,
    /// Where it could stand when the segment is over, its own hex counted; of those who come
    /// nowhere near an enemy that alone.
    reach: HexSet,
    /// It stands nowhere farther than this from its hex.
    far: i32,
    taken: bool,
}

/// A set of hexes.
#[derive(Clone, Debug, Default)]
pub struct HexSet(Vec<u64>);

impl HexSet {
    pub fn new(hexes: usize) -> Self {
        Self(vec![0; hexes.div_ceil(64)])
    }

    pub fn insert(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Takes the hexes of another set in.
    pub fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    /// The hexes, in order.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(Hex(i as u32 * 64 + bit))
            })
        })
    }

    pub fn contains(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }
}

/// An enemy stack that could be attacked.
struct Target {
    hex: Hex,
    defence: i32,
    morale: i32,
    steps: i32,
    shelter: i32,
    stakes: Stakes,
    /// What a lone unit that must attack it is likely to lose.
    forced: i32,
    chosen: bool,
    /// The best attack on it with the units that are free, if it is worth making.
    best: Option<Force>,
    stale: bool,
}

#[derive(Clone, Debug, Default)]
struct Force {
    /// Fighters with the hexes they attack from.
    members: Vec<(usize, Hex)>,
    worth: i32,
}

/// A hex that a target can be attacked from.
struct Slot {
    hex: Hex,
    /// What standing there costs besides.
    exposure: i32,
    hexside: i32,
    supply: SupplyState,
}

/// A fighter that could attack from a hex, and what of it counts in an attack.
struct Choice {
    fighter: usize,
    unit: Unit,
    /// The hex's place among the slots.
    place: usize,
    slot: Hex,
    /// The cheap are looked at first.
    order: i32,
    strength: i32,
    stacking: i32,
    corps: Option<u16>,
    /// What its next step is worth, and all of it.
    step: i32,
    all: i32,
    /// What it gives up by attacking.
    price: i32,
}

/// An attack in the making, added up.
#[derive(Clone, Copy)]
struct Tally {
    attack: i32,
    corps: Option<u16>,
    mixed: bool,
    hexside: i32,
    supply: SupplyState,
    price: i32,
    repulsed: i32,
    eliminated: i32,
    /// The slots that somebody attacks from, a bit each.
    slots: u8,
    /// Stacking points by slot.
    stacked: [i32; 6],
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            attack: 0,
            corps: None,
            mixed: false,
            hexside: i32::MAX,
            supply: SupplyState::InSupply,
            price: 0,
            repulsed: 0,
            eliminated: 0,
            slots: 0,
            stacked: [0; 6],
        }
    }
}

impl Tally {
    /// The same with one more.
    fn with(&self, option: &Choice, slots: &[Slot]) -> Self {
        let (mut out, slot) = (*self, &slots[option.place]);
        out.attack += option.strength;
        if let Some(own) = option.corps {
            out.mixed |= out.corps.is_some_and(|other| other != own);
            out.corps = Some(own);
        }
        out.hexside = out.hexside.min(slot.hexside);
        out.supply = out.supply.max(slot.supply);
        out.eliminated += option.all;
        out.price += option.price;
        // Each stack loses a step (KB 8.74); it pays once for the hex it stands in.
        if out.slots >> option.place & 1 == 0 {
            out.slots |= 1 << option.place;
            out.repulsed += option.step;
            out.price += slot.exposure;
        }
        out.stacked[option.place] += option.stacking;
        out
    }
}

/// What the plan brings: who goes where, and what is attacked.
#[derive(Debug, Default)]
pub struct Assault {
    pub moves: Vec<(Unit, Hex)>,
    pub targets: Vec<Hex>,
    /// The attacks in which they are to end, the first that was chosen first.
    pub orders: Vec<Order>,
}

struct Planner<'a> {
    position: &'a Position,
    rules: &'a Rules,
    view: &'a View,
    side: usize,
    fighters: Vec<Fighter>,
    targets: Vec<Target>,
    /// Place in `targets`, by hex.
    target_at: Vec<u16>,
    /// Stacking points of the units already sent, by hex.
    sent: Vec<i32>,
    /// What the guns add to an attack.
    barrage: i32,
}

const NO_TARGET: u16 = u16::MAX;

/// Plans a side's attacks of a first movement segment; `apart` has the hexes to the nearest enemy.
pub fn plan(
    position: &Position,
    rules: &Rules,
    (view, ways, apart): (&View, &Ways, &[u16]),
    side: usize,
    reach: &mut Reach,
) -> Assault {
    let mut planner = Planner {
        position,
        rules,
        view,
        side,
        fighters: fighters(position, rules, (side, view.w.room > 0), (ways, apart), reach),
        targets: Vec::new(),
        target_at: vec![NO_TARGET; rules.map.len()],
        sent: vec![0; rules.map.len()],
        barrage: guns::barrage_to_expect(position, rules, side),
    };
    planner.find_stuck();
    planner.find_targets();
    while let Some(best) = planner.best() {
        planner.commit(best);
    }
    planner.finish()
}

fn fighters(
    position: &Position,
    rules: &Rules,
    (side, room): (usize, bool),
    (ways, apart): (&Ways, &[u16]),
    reach: &mut Reach,
) -> Vec<Fighter> {
    let units = position.on_map(rules, side).filter(|&unit| !rules.unit(unit).headquarters);
    // Nobody goes more hexes than he has movement points, but always one (KB 5.15).
    let far = |unit: Unit| {
        let movement = position.face(rules, unit).movement.max(1);
        if rules.steps_cost { movement } else { i32::MAX - 1 }
    };
    units
        .filter_map(|unit| {
            let hex = position.hex(unit)?;
            let face = position.face(rules, unit);
            let mut set = HexSet::new(rules.map.len());
            set.insert(hex);
            let moves = position.may_move(rules, unit).is_ok();
            let goes = moves && i32::from(apart[hex.index()]) <= far(unit) + 1;
            if goes {
                ways.find_moves(position, rules, unit, reach);
                reach.reached().iter().for_each(|&hex| set.insert(hex));
            }
            Some(Fighter {
                unit,
                hex,
                strength: face.strength,
                stacking: if moves || !room { face.stacking } else { 0 },
                corps: rules.unit(unit).corps,
                reach: set,
                far: if goes { far(unit) } else { 0 },
                taken: false,
            })
        })
        .collect()
}

impl Planner<'_> {
    /// Counts those who stay where they are, whatever is planned.
    fn find_stuck(&mut self) {
        if self.view.w.room == 0 {
            return;
        }
        let (position, rules) = (self.position, self.rules);
        for unit in position.on_map(rules, self.side) {
            if let Some(hex) = position.hex(unit)
                && (rules.unit(unit).headquarters || position.may_move(rules, unit).is_err())
            {
                self.sent[hex.index()] += position.face(rules, unit).stacking;
            }
        }
    }

    fn find_targets(&mut self) {
        let (position, rules) = (self.position, self.rules);
        let mut reached = HexSet::new(rules.map.len());
        self.fighters.iter().for_each(|fighter| reached.extend(&fighter.reach));
        for hex in rules.map.grid().hexes().filter(|&hex| position.enemy_in(hex, self.side)) {
            let touched = rules.map.neighbours(hex).any(|(_, slot)| reached.contains(slot));
            if !touched {
                continue;
            }
            let mut target = Target {
                hex,
                defence: 0,
                morale: 0,
                steps: 0,
                shelter: rules.map.defence(hex),
                stakes: Stakes::default(),
                forced: 0,
                chosen: false,
                best: None,
                stale: true,
            };
            for unit in position.stack(hex) {
                let face = position.face(rules, unit);
                target.defence += face.strength;
                target.morale = target.morale.max(face.morale);
                target.steps += position.steps_left(rules, unit);
            }
            target.stakes = if self.side == GERMAN {
                self.view.stakes(position, rules, hex, target.defence, target.steps)
            } else {
                self.view.counter_stakes(position, rules, hex)
            };
            target.forced = self.forced(&target);
            self.target_at[hex.index()] = self.targets.len() as u16;
            self.targets.push(target);
        }
    }

    fn forced(&self, target: &Target) -> i32 {
        let (attack, step, steps) = if self.side == GERMAN {
            (flow::DIVISION_STRENGTH, self.view.w.german_step, w::DIVISION_STEPS)
        } else {
            (w::BRIGADE_STRENGTH, self.view.w.allied_step, w::BRIGADE_STEPS)
        };
        let odds = Odds {
            attack,
            attack_plus: self.view.fog + self.barrage,
            defence: target.defence,
            defence_plus: target.shelter,
            morale: target.morale,
            steps: target.steps,
        };
        let stakes = Stakes { repulsed: step, eliminated: step * steps, ..target.stakes };
        (-odds.chances().worth(&stakes) / 36).max(0)
    }

    /// The target whose attack is worth most.
    fn best(&mut self) -> Option<usize> {
        for i in 0..self.targets.len() {
            if !self.targets[i].chosen && self.targets[i].stale {
                let force = self.force(i);
                let target = &mut self.targets[i];
                target.best = force;
                target.stale = false;
            }
        }
        (0..self.targets.len())
            .filter(|&i| !self.targets[i].chosen)
            .filter_map(|i| Some((self.targets[i].best.as_ref()?.worth, i)))
            .filter(|&(worth, _)| worth > 0)
            .max_by_key(|&(worth, i)| (worth, std::cmp::Reverse(i)))
            .map(|(_, i)| i)
    }

    /// The best attack on a target with the units that are free: whoever adds most is added, as
    /// long as he adds anything.
    fn force(&self, target: usize) -> Option<Force> {
        let slots = self.slots(target);
        let options = self.options(target, &slots);
        let limit = self.rules.constants.stacking_limit;
        let mut best = Force::default();
        let mut tally = Tally::default();
        // The odds hang on little, so that few of them are new.
        let mut known: Vec<((i32, i32), Chances)> = Vec::new();
        loop {
            let mut step: Option<(i32, &Choice)> = None;
            for option in &options {
                let there = tally.stacked[option.place] + self.sent[option.slot.index()];
                let fits = option.stacking == 0 || there + option.stacking <= limit;
                if !fits || best.members.iter().any(|&(member, _)| member == option.fighter) {
                    continue;
                }
                let worth = self.worth(target, &tally.with(option, &slots), &mut known);
                if step.is_none_or(|(best, _)| worth > best) {
                    step = Some((worth, option));
                }
            }
            // A first unit alone may be hopeless where two would do.
            let Some((worth, option)) = step else { break };
            let better = worth > best.worth || best.members.len() < 2 && best.worth <= 0;
            if !better || best.members.len() >= w::MOST_ATTACKERS {
                break;
            }
            tally = tally.with(option, &slots);
            best.members.push((option.fighter, option.slot));
            best.worth = worth;
        }
        // A second unit that was only hoped to help is left out again.
        let least = if self.side == GERMAN { 0 } else { self.view.w.counter_least };
        (best.worth > least).then_some(best)
    }

    /// The hexes that a target can be attacked from.
    fn slots(&self, target: usize) -> Vec<Slot> {
        let (map, goal) = (&self.rules.map, self.targets[target].hex);
        map.neighbours(goal)
            .filter(|&(_, hex)| !self.position.enemy_in(hex, self.side))
            .map(|(direction, hex)| Slot {
                hex,
                exposure: self.exposure(hex, target),
                hexside: map.side_defence(hex, direction.opposite()),
                supply: if self.side == GERMAN {
                    self.view.supply(self.rules, hex)
                } else {
                    SupplyState::InSupply
                },
            })
            .collect()
    }

    /// Who could attack from where, in the order in which they are looked at.
    fn options(&self, target: usize, slots: &[Slot]) -> Vec<Choice> {
        let mut options: Vec<Choice> = Vec::new();
        let goal = self.targets[target].hex;
        for (i, fighter) in self.fighters.iter().enumerate().filter(|(_, f)| !f.taken) {
            // The slots are next to the target.
            if self.rules.apart(fighter.hex, goal) > fighter.far + 1 {
                continue;
            }
            for (place, &Slot { hex, exposure, .. }) in slots.iter().enumerate() {
                if !fighter.reach.contains(hex) {
                    continue;
                }
                // Who need not move keeps his hex.
                let stays = if fighter.hex == hex { self.view.w.stay } else { 0 };
                let (step, all) = self.price(fighter, hex);
                let engaged = self.view.w.engaged + self.view.chance_missed(fighter.unit);
                options.push(Choice {
                    fighter: i,
                    unit: fighter.unit,
                    place,
                    slot: hex,
                    order: exposure - stays,
                    strength: fighter.strength,
                    stacking: fighter.stacking,
                    corps: fighter.corps,
                    step,
                    all,
                    price: engaged + self.leaving(fighter, hex) - stays,
                });
            }
        }
        options.sort_unstable_by_key(|o| (o.order, -o.strength, o.slot, o.unit));
        options
    }

    /// What standing in a hex costs besides: other Allied stacks next to it that nobody attacks
    /// yet must then be attacked too (KB 8.11).
    fn exposure(&self, slot: Hex, target: usize) -> i32 {
        if self.rules.ground(slot).fortified() {
            return 0;
        }
        let mut price = 0;
        for (_, other) in self.rules.map.neighbours(slot) {
            let place = self.target_at[other.index()];
            if place == NO_TARGET || usize::from(place) == target {
                continue;
            }
            let other = &self.targets[usize::from(place)];
            if !other.chosen {
                price += self.view.w.exposed + other.forced;
            }
        }
        price
    }

    /// The expected worth of an attack, in hundredths of a point.
    fn worth(&self, target: usize, tally: &Tally, known: &mut Vec<((i32, i32), Chances)>) -> i32 {
        let target = &self.targets[target];
        let constants = &self.rules.constants;
        let supply = match tally.supply {
            SupplyState::InSupply | SupplyState::AlliedSupply | SupplyState::FortressSupply => 0,
            SupplyState::OutOfCommunications => constants.out_of_communications_modifier,
            SupplyState::OutOfSupply => constants.out_of_supply_modifier,
            SupplyState::Isolated => constants.isolated_modifier,
        };
        let odds = Odds {
            attack: tally.attack,
            attack_plus: self.view.fog + self.barrage,
            defence: target.defence,
            defence_plus: target.shelter
                + tally.hexside.clamp(0, 100)
                + supply
                + if tally.mixed { constants.mixed_corps_modifier } else { 0 },
            morale: target.morale,
            steps: target.steps,
        };
        let key = (odds.attack, odds.defence_plus);
        let chances = match known.iter().find(|(of, _)| *of == key) {
            Some(&(_, chances)) => chances,
            None => {
                let chances = odds.chances();
                known.push((key, chances));
                chances
            }
        };
        let Tally { repulsed, eliminated, .. } = *tally;
        let stakes = Stakes { repulsed, eliminated, ..target.stakes };
        chances.worth(&stakes) / 36 - tally.price
    }

    /// What a fighter's next step is worth to its side, and all of it.
    fn price(&self, fighter: &Fighter, slot: Hex) -> (i32, i32) {
        let (step, all) = self.view.price(self.position, self.rules, fighter.unit);
        if self.side == GERMAN {
            return (step, all);
        }
        // On the last turn nothing but trenches is left to hold (KB 20.13).
        let last = self.view.turns_left == 0;
        let trench = self.rules.ground(slot).trench;
        match (last, trench) {
            (true, true) => (self.view.w.trench, self.view.w.trench),
            (true, false) => (0, 0),
            (false, true) => (step + self.view.w.leave_trench, all + self.view.w.leave_trench),
            (false, false) => (step, all),
        }
    }

    /// What an Allied unit gives up by going to a hex to attack.
    fn leaving(&self, fighter: &Fighter, slot: Hex) -> i32 {
        let ground = self.rules.ground(fighter.hex);
        match self.side {
            GERMAN => 0,
            _ if slot == fighter.hex => 0,
            _ if ground.trench && self.view.turns_left == 0 => self.view.w.trench,
            _ if ground.trench => self.view.w.leave_trench,
            _ if ground.town => self.view.w.leave_town,
            _ => 0,
        }
    }

    fn commit(&mut self, target: usize) {
        let Some(force) = self.targets[target].best.take() else { return };
        self.targets[target].chosen = true;
        for &(i, slot) in &force.members {
            let fighter = &mut self.fighters[i];
            fighter.taken = true;
            self.sent[slot.index()] += fighter.stacking;
        }
        self.targets[target].best = Some(force);
        self.spread_news(target);
    }

    /// Marks the targets whose best attack may have changed.
    fn spread_news(&mut self, target: usize) {
        let Some(force) = self.targets[target].best.clone() else { return };
        let rules = self.rules;
        let hex = self.targets[target].hex;
        for other in &mut self.targets {
            let near = rules.apart(other.hex, hex) <= 3;
            let shares = other.best.as_ref().is_some_and(|best| {
                best.members.iter().any(|(i, _)| force.members.iter().any(|(j, _)| i == j))
            });
            other.stale |= near || shares;
        }
    }

    fn finish(self) -> Assault {
        let mut out = Assault::default();
        for target in self.targets.iter().filter(|target| target.chosen) {
            out.targets.push(target.hex);
            if let Some(force) = &target.best {
                out.orders.push(Order {
                    units: force.members.iter().map(|&(i, _)| self.fighters[i].unit).collect(),
                    aim: Aim::Attack(target.hex),
                    worth: Some(force.worth),
                });
            }
            for &(i, slot) in target.best.iter().flat_map(|force| &force.members) {
                out.moves.push((self.fighters[i].unit, slot));
            }
        }
        out
    }
}
