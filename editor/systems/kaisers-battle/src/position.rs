//! A position: everything that changes in a game, and the changes themselves.
//!
//! What all systems have of it is a [`BasePosition`]; what is the system's own stands here.

use std::ops::{Deref, DerefMut};

use crate::air::AirPoints;
use crate::battle::Battle;
use crate::guns::Guns;
use crate::hidden::Hidden;
use crate::owed_steps::OwedSteps;
use crate::rules::{ALLIED, FaceDef, Rules, Unit, Weather, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::base::BasePosition;
use salient_rules::dice::Dice;
use salient_rules::fnv;
use salient_rules::game::UnitStatus;

/// A legal position.
#[derive(Clone, Debug)]
pub struct Position {
    /// What all systems have.
    pub base: BasePosition<Marks>,
    pub weather: Weather,
    /// The side that was the last in each town, by place in [`Rules::towns`].
    pub town_holder: Vec<u8>,
    /// Units that may still move under the limits of turns 1 and 2 (KB 17.1).
    pub limits: Limits,
    pub decision: Decision,
    pub battle: Battle,
    /// Combats so far.
    pub combats: u32,
    /// German divisions replaced by a regimental replacement (KB 20.14), in order.
    pub divisions_lost: Vec<Unit>,
    /// Hexes where reinforcements were placed this turn (KB 15.15).
    pub entry_hexes: Vec<Hex>,
    /// Artillery points left this turn, a side (KB 9.8).
    pub guns: [Guns; 2],
    /// Persistent gas markers, by rising hex (KB 9.3).
    pub gas: Vec<Hex>,
    /// How many gas markers reach each hex (KB 9.34).
    pub(crate) gassed: Vec<u16>,
    /// Hexes bombarded in this step of the sequence of play (KB 9.42).
    pub bombarded: Vec<Hex>,
    /// Air points assigned to each mission and not yet used, a side (KB 12.0).
    pub air: [AirPoints; 2],
    /// Hexes under an air observation marker of the phasing side, in order (KB 12.22).
    pub observed: Vec<Hex>,
    /// What each side has chosen in secret.
    pub hidden: Hidden,
    /// Steps owed outside combat.
    pub owed: OwedSteps,
}

impl Deref for Position {
    type Target = BasePosition<Marks>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.base
    }
}

impl DerefMut for Position {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.base
    }
}

/// What changes of a unit besides its place and face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// It has moved in this movement phase (KB 5.11).
    pub moved: bool,
    /// It has attacked in this combat phase (KB 8.14).
    pub attacked: bool,
    /// It was attacked in this combat phase (KB 8.14).
    pub defended: bool,
    /// It must attack in this combat phase (KB 8.12).
    pub obliged: bool,
    /// It could move on turn 1, so it may on turn 2 (KB 17.12).
    pub free: bool,
    /// Its division broke down this turn, so it does not move (KB 13.12).
    pub fresh: bool,
    /// It came of a division's breakdown: told of its exit, and of no account in play.
    pub broken_down: bool,
    /// The turn on which it came as a reinforcement.
    pub arrived: u16,
    /// Whether its exit scores (KB 20.12).
    pub scores: bool,
}

/// How many units may still move in this phase; `None` for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Germans that did not stand in a trench on turn 1 (KB 17.11, 17.12).
    pub german: Option<u16>,
    /// Units of the Allied 18th and 3rd Corps (KB 17.13).
    pub corps: Option<[u16; 2]>,
}

/// What is to be decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Nothing: the game goes on by itself.
    None,
    /// Which unit moves where.
    Move { side: usize },
    /// Which unit of a stack that is too high is removed (KB 7.21).
    Unstack { side: usize },
    /// What attacks what.
    Attack { side: usize },
    /// How many points a side fires at the enemy's guns (KB 9.21).
    CounterBattery { side: usize },
    /// Where gas is fired (KB 9.31).
    Gas,
    /// What is bombarded before the assault (KB 9.41).
    Drumfire,
    /// Whether, and for which stack, the defender of an attack fires an SOS barrage (KB 9.6).
    Sos,
    /// What a side's aircraft do (KB 12.0).
    AllocateAir { side: usize },
    /// By how much a side cuts the enemy's missions (KB 12.42).
    Intercept { side: usize },
    /// What is attacked from the air (KB 12.31).
    GroundAttack { side: usize },
    /// What is observed from the air (KB 12.22).
    Observe { side: usize },
    /// Which division breaks down (KB 13.11).
    BreakDown,
    /// Which unit takes the next step lost.
    Lose { side: usize },
    /// Where a stack retreats to.
    Retreat { side: usize },
    /// Which victorious unit advances where.
    Advance { side: usize },
    /// Where a barred reinforcement is placed (KB 15.13).
    Enter { side: usize, unit: Unit },
    /// Where a service company is placed (KB 15.23): how many are left.
    Deploy { left: u16 },
}

impl Position {
    /// An empty map before turn 1.
    pub fn new(rules: &Rules) -> Self {
        let mut base = BasePosition::new(rules, UnitStatus::Expected, Marks::default());
        for (unit, def) in base.units.iter_mut().zip(&rules.units) {
            if def.replacement || def.spare {
                unit.status = UnitStatus::Pool;
            }
        }
        Self {
            base,
            weather: Weather::Clear,
            town_holder: vec![ALLIED as u8; rules.towns.len()],
            limits: Limits::default(),
            decision: Decision::None,
            battle: Battle::default(),
            combats: 0,
            divisions_lost: Vec::new(),
            entry_hexes: Vec::new(),
            guns: [Guns::NONE; 2],
            gas: Vec::new(),
            gassed: vec![0; rules.map.len()],
            bombarded: Vec::new(),
            air: [AirPoints::default(); 2],
            observed: Vec::new(),
            hidden: Hidden::default(),
            owed: OwedSteps::default(),
        }
    }

    /// Whether an enemy of `side` stands in a hex.
    pub fn enemy_in(&self, hex: Hex, side: usize) -> bool {
        self.board().holds(hex, enemy_of(side))
    }

    /// Whether a hex is in a zone of control of `side` (KB 6.0).
    pub fn controlled_by(&self, hex: Hex, side: usize) -> bool {
        self.board().controls(hex, side)
    }

    /// Whether a hex is in a zone of control of the enemy of `side`.
    pub fn enemy_controlled(&self, hex: Hex, side: usize) -> bool {
        self.controlled_by(hex, enemy_of(side))
    }

    /// The face that a unit shows.
    pub fn face<'a>(&self, rules: &'a Rules, unit: Unit) -> &'a FaceDef {
        rules.face(unit, self.state(unit).face)
    }

    /// Stacking points in a hex (KB 7.1).
    pub fn stacking(&self, rules: &Rules, hex: Hex) -> i32 {
        self.stack(hex).map(|unit| self.face(rules, unit).stacking).sum()
    }

    /// Whether a hex is in the zone of effectiveness of persistent gas (KB 9.34).
    pub fn under_gas(&self, hex: Hex) -> bool {
        self.gassed[hex.index()] > 0
    }

    /// Puts a gas marker into a hex, or takes one away.
    pub fn mark_gas(&mut self, rules: &Rules, hex: Hex, lies: bool) {
        if lies {
            self.gas.push(hex);
            self.gas.sort_unstable();
        } else if let Ok(place) = self.gas.binary_search(&hex) {
            self.gas.remove(place);
        } else {
            return;
        }
        let radius = rules.constants.artillery.gas_radius.max(0) as u32;
        for other in rules.map.grid().within(hex, radius) {
            let count = &mut self.gassed[other.index()];
            *count = if lies { count.saturating_add(1) } else { count.saturating_sub(1) };
        }
    }

    /// Combat strength in a hex.
    pub fn strength(&self, rules: &Rules, hex: Hex) -> i32 {
        self.stack(hex).map(|unit| self.face(rules, unit).strength).sum()
    }

    /// A number that two positions share only if they are the same.
    pub fn hash(&self, dice: &Dice) -> u64 {
        let mut hash = Fnv::default();
        let phase = self.phase.map_or(0, |place| place as u64 + 1);
        hash.add(u64::from(self.turn) << 32 | phase);
        hash.add(self.weather as u64);
        for unit in &self.units {
            hash.add(unit.hex.map_or(u64::MAX, |hex| u64::from(hex.0)));
            let flags = [
                unit.moved,
                unit.attacked,
                unit.defended,
                unit.obliged,
                unit.free,
                unit.fresh,
                unit.scores,
            ];
            let bits = flags.iter().fold(0_u64, |bits, &flag| bits << 1 | u64::from(flag));
            hash.add(
                u64::from(unit.face) << 40
                    | (unit.status as u64) << 32
                    | u64::from(unit.arrived) << 16
                    | bits,
            );
        }
        self.town_holder.iter().for_each(|&holder| hash.add(u64::from(holder)));
        hash.add(self.limits.german.map_or(u64::MAX, u64::from));
        for n in self.limits.corps.into_iter().flatten() {
            hash.add(u64::from(n));
        }
        for lost in &self.divisions_lost {
            hash.add(u64::from(lost.0));
        }
        hash.add(u64::from(self.combats));
        self.battle.hash(&mut hash);
        hash.add_decision(&self.decision);
        self.entry_hexes.iter().for_each(|hex| hash.add(u64::from(hex.0)));
        self.guns.iter().for_each(|guns| hash.add_guns(*guns));
        for hexes in [&self.gas, &self.bombarded, &self.observed] {
            hash.add(hexes.len() as u64);
            hexes.iter().for_each(|hex| hash.add(u64::from(hex.0)));
        }
        self.air.iter().for_each(|points| points.hash(&mut hash));
        self.hidden.hash(&mut hash);
        self.owed.hash(&mut hash);
        hash.add(dice.state());
        hash.add(self.outcome.as_ref().map_or(u64::MAX, |outcome| outcome.points as u64));
        hash.0.finish()
    }
}

/// A hash that knows guns and decisions.
#[derive(Default)]
pub struct Fnv(fnv::Fnv);

impl Fnv {
    pub fn add(&mut self, word: u64) {
        self.0.add(word);
    }

    pub fn add_guns(&mut self, guns: Guns) {
        self.add(u64::from(guns.field) << 16 | u64::from(guns.heavy));
    }

    fn add_decision(&mut self, decision: &Decision) {
        let (kind, a) = match decision {
            Decision::None => (0, 0),
            Decision::Move { side } => (1, *side as u64),
            Decision::Unstack { side } => (2, *side as u64),
            Decision::Attack { side } => (3, *side as u64),
            Decision::Lose { side } => (4, *side as u64),
            Decision::Retreat { side } => (5, *side as u64),
            Decision::Advance { side } => (6, *side as u64),
            Decision::Enter { unit, .. } => (7, u64::from(unit.0)),
            Decision::Deploy { left } => (8, u64::from(*left)),
            Decision::CounterBattery { side } => (9, *side as u64),
            Decision::Gas => (10, 0),
            Decision::Drumfire => (11, 0),
            Decision::Sos => (12, 0),
            Decision::AllocateAir { side } => (13, *side as u64),
            Decision::Intercept { side } => (14, *side as u64),
            Decision::GroundAttack { side } => (15, *side as u64),
            Decision::Observe { side } => (16, *side as u64),
            Decision::BreakDown => (17, 0),
        };
        self.add(kind << 32 | a);
    }
}
