//! A position: everything that changes in a game, and the changes themselves.
//!
//! Where units stand, a [`Board`] keeps; [`Position::place`] and [`Position::lift`] are the only
//! functions that change it.

use crate::air::AirPoints;
use crate::battle::Battle;
use crate::hidden::Hidden;
use crate::order::Guns;
use crate::rules::{FaceDef, Rules, StageDef, Unit, Weather, enemy_of};
use crate::toll::Toll;
use salient_hex::grid::Hex;
use salient_rules::board::Board;
use salient_rules::dice::Dice;
use salient_rules::fnv;
use salient_rules::game::{Outcome, UnitStatus};

/// A legal position.
#[derive(Clone, Debug)]
pub struct Position {
    pub turn: u16,
    /// The step of the sequence of play: its place in [`Rules::stages`] from 1, or 0 before the
    /// turn's first.
    pub stage: usize,
    pub weather: Weather,
    pub units: Vec<UnitState>,
    board: Board,
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
    /// Steps and units lost, a side.
    pub losses: [(u32, u32); 2],
    /// Hexes where reinforcements were placed this turn (KB 15.15).
    pub entry_hexes: Vec<Hex>,
    /// Artillery points left this turn, a side (KB 9.8).
    pub guns: [Guns; 2],
    /// Persistent gas markers, by rising hex (KB 9.3).
    pub gas: Vec<Hex>,
    /// How many gas markers reach each hex (KB 9.34).
    gassed: Vec<u16>,
    /// Hexes bombarded in this step of the sequence of play (KB 9.42).
    pub bombarded: Vec<Hex>,
    /// Air points assigned to each mission and not yet used, a side (KB 12.0).
    pub air: [AirPoints; 2],
    /// Hexes under an air observation marker of the phasing side, in order (KB 12.22).
    pub observed: Vec<Hex>,
    /// What each side has chosen in secret.
    pub hidden: Hidden,
    /// Steps owed outside combat.
    pub toll: Toll,
    pub dice: Dice,
    pub outcome: Option<Outcome>,
}

/// What changes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    pub hex: Option<Hex>,
    pub face: u8,
    pub status: UnitStatus,
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
    pub fn new(rules: &Rules, dice: Dice) -> Self {
        let state = UnitState {
            hex: None,
            face: 0,
            status: UnitStatus::Expected,
            moved: false,
            attacked: false,
            defended: false,
            obliged: false,
            free: false,
            fresh: false,
            arrived: 0,
            scores: false,
        };
        let mut units = vec![state; rules.units.len()];
        for (unit, def) in units.iter_mut().zip(&rules.units) {
            if def.replacement || def.spare {
                unit.status = UnitStatus::Pool;
            }
        }
        let hexes = rules.map.len();
        Self {
            turn: 0,
            stage: 0,
            weather: Weather::Clear,
            board: Board::new(hexes, units.len(), 2),
            units,
            town_holder: vec![super::rules::ALLIED as u8; rules.towns.len()],
            limits: Limits::default(),
            decision: Decision::None,
            battle: Battle::default(),
            combats: 0,
            divisions_lost: Vec::new(),
            losses: [(0, 0); 2],
            entry_hexes: Vec::new(),
            guns: [Guns::NONE; 2],
            gas: Vec::new(),
            gassed: vec![0; hexes],
            bombarded: Vec::new(),
            air: [AirPoints::default(); 2],
            observed: Vec::new(),
            hidden: Hidden::default(),
            toll: Toll::default(),
            dice,
            outcome: None,
        }
    }

    /// The step of the sequence of play that is being played.
    pub fn stage_def<'a>(&self, rules: &'a Rules) -> Option<&'a StageDef> {
        rules.stages.get(self.stage.checked_sub(1)?)
    }

    /// The units in a hex, by rising number.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Unit> + Clone + '_ {
        self.board.stack(hex).map(Unit)
    }

    /// The side in a hex.
    pub fn holder(&self, hex: Hex) -> Option<usize> {
        self.board.holder(hex)
    }

    /// Whether an enemy of `side` stands in a hex.
    pub fn enemy_in(&self, hex: Hex, side: usize) -> bool {
        self.board.holds(hex, enemy_of(side))
    }

    /// Whether a hex is in a zone of control of `side` (KB 6.0).
    pub fn controlled_by(&self, hex: Hex, side: usize) -> bool {
        self.board.controls(hex, side)
    }

    /// Whether a hex is in a zone of control of the enemy of `side`.
    pub fn enemy_controlled(&self, hex: Hex, side: usize) -> bool {
        self.controlled_by(hex, enemy_of(side))
    }

    pub fn state(&self, unit: Unit) -> &UnitState {
        &self.units[unit.index()]
    }

    pub fn state_mut(&mut self, unit: Unit) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        self.units[unit.index()].hex
    }

    /// The face that a unit shows.
    pub fn face<'a>(&self, rules: &'a Rules, unit: Unit) -> &'a FaceDef {
        let faces = &rules.unit(unit).faces;
        &faces[usize::from(self.state(unit).face).min(faces.len() - 1)]
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

    /// Units of a side on the map, by rising number.
    pub fn on_map<'a>(&'a self, rules: &'a Rules, side: usize) -> impl Iterator<Item = Unit> + 'a {
        rules
            .all_units()
            .filter(move |&unit| rules.unit(unit).side == side && self.hex(unit).is_some())
    }

    /// Puts a unit that is off the map into a hex.
    pub fn place(&mut self, rules: &Rules, unit: Unit, hex: Hex) {
        debug_assert!(self.hex(unit).is_none());
        let side = rules.unit(unit).side;
        debug_assert!(!self.enemy_in(hex, side));
        let controls = self.face(rules, unit).zoc;
        self.board.place(unit.0, side, hex, zone(rules, hex, controls));
        let state = &mut self.units[unit.index()];
        state.hex = Some(hex);
        state.status = UnitStatus::OnMap;
    }

    /// Takes a unit off the map; the caller says where it is then.
    pub fn lift(&mut self, rules: &Rules, unit: Unit, status: UnitStatus) {
        let Some(hex) = self.hex(unit) else { return };
        let side = rules.unit(unit).side;
        let controls = self.face(rules, unit).zoc;
        self.board.lift(unit.0, side, hex, zone(rules, hex, controls));
        let state = &mut self.units[unit.index()];
        state.hex = None;
        state.status = status;
    }

    /// Takes a unit from one hex to another.
    pub fn shift(&mut self, rules: &Rules, unit: Unit, to: Hex) {
        self.lift(rules, unit, UnitStatus::OnMap);
        self.place(rules, unit, to);
    }

    /// A number that two positions share only if they are the same.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        hash.add(u64::from(self.turn) << 32 | self.stage as u64);
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
        self.toll.hash(&mut hash);
        hash.add(self.dice.state());
        hash.add(self.outcome.as_ref().map_or(u64::MAX, |outcome| outcome.points as u64));
        hash.0.finish()
    }
}

/// The hexes that a unit in a hex controls, if it does (KB 6.0).
fn zone(rules: &Rules, hex: Hex, controls: bool) -> impl Iterator<Item = Hex> + use<> {
    rules.map.neighbours(hex).filter(move |_| controls).map(|(_, other)| other)
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
