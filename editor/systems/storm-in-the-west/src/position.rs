//! A position: everything that changes in a game, and the changes themselves.
//!
//! What all systems have of it is a [`BasePosition`]; what is the system's own stands here. Air
//! units and markers hold no hex.

use std::ops::{Deref, DerefMut};

use crate::battle::Battle;
use crate::morale::Moved;
use crate::rules::{FaceDef, GERMAN, Rules, Unit, Weather, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::base::BasePosition;
use salient_rules::dice::Dice;
use salient_rules::fnv::Fnv;
use salient_rules::game::UnitStatus;

/// A legal position.
#[derive(Clone, Debug)]
pub struct Position {
    /// What all systems have.
    pub base: BasePosition<Marks>,
    pub weather: Weather,
    /// Who controls each hex (SW 3.5).
    pub control: Vec<u8>,
    /// Hexes controlled by each side.
    pub held: [u32; 2],
    pub morale: [i32; 2],
    /// What has made each side's morale what it is: told, and of no account in play.
    pub moved: Moved,
    /// Replacement steps at hand, by nation (SW 8.2).
    pub replacements: Vec<i32>,
    /// Steps spent in all, by nation.
    pub spent: Vec<i32>,
    /// Mechanised steps of the turn (SW S3.28).
    pub mechanised: i32,
    /// Fortresses whose stores are lost and ports that supply nobody any more, by rising hex
    /// (SW 7.8, 7.14).
    pub ruined: Vec<Hex>,
    pub decision: Decision,
    /// What waits while Big Bertha goes elsewhere (SW 16.6).
    pub interrupted: Decision,
    pub battle: Battle,
    /// Combats so far.
    pub combats: u32,
    /// Placements so far, before play.
    pub set_ups: u32,
    /// Strategic moves made in this player-turn (SW 11.2).
    pub rail_moves: u16,
    /// Attacks of British with French in this combat phase (SW 13.9).
    pub mixed_attacks: u16,
    /// The guns have supported an attack in this combat phase (SW 14.3).
    pub guns_used: bool,
    /// What happens once in a game.
    pub once: Once,
    /// Stosstruppen that may be set up (SW S3.8).
    pub stosstruppen: Option<u16>,
    /// What the bombers do this game-turn (SW S3.26).
    pub raid: Raid,
    /// Replacement steps that strategic bombing keeps from the German side this game-turn.
    pub bombed: i32,
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

/// What happens once in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Once {
    /// SW 4.6
    pub yanks: bool,
    /// SW 4.7
    pub bertha: bool,
    /// SW 16.2: the game-turn of the peak.
    pub influenza: Option<u16>,
    /// SW 8.3
    pub sapped: bool,
}

/// What the bombers do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Raid {
    #[default]
    None,
    /// They go for the Ruhr, and may be met.
    Homeland { met: bool },
    /// They go for a stack, and may be met.
    Stack { hex: Hex },
    /// Steps that a bombed stack still owes.
    Owed { hex: Hex, steps: u8 },
}

/// What changes of a unit besides its place and face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// As found in its side's last Initial Supply Phase (SW 7.2).
    pub supply: Supply,
    /// Where it stood when the Regular Movement Phase began (SW 12.5).
    pub origin: Option<Hex>,
    /// Movement points spent in it.
    pub spent: u8,
    /// It may move no farther: it entered an enemy zone of control, or has spent all.
    pub halted: bool,
    /// It has moved in this step, so that its origin is its own.
    pub moved: bool,
    /// Its place among those that may still go on: who has split off a stack stands above whom
    /// he left behind; 0 once its move is over (SW 12.6).
    pub course: u8,
    /// It used strategic movement in this player-turn (SW 11.6).
    pub railed: bool,
    /// It has infiltrated so many hexes in this phase (SW 15.4).
    pub infiltrated: u8,
    /// It came in this player-turn (SW 11.7).
    pub entered: bool,
    /// It stood with tanks when the Regular Movement Phase ended (SW 15.3).
    pub with_tanks: bool,
    /// It has attacked in this combat phase (SW 13.5).
    pub attacked: bool,
    /// It was attacked in this combat phase (SW 13.5).
    pub defended: bool,
    /// It has stood with another nation in this game-turn (SW 9.6).
    pub interstacked: bool,
    /// An air unit that has been used in this game-turn (SW 14.4).
    pub used: bool,
    /// The game-turn from which it may come in.
    pub due: u16,
    /// It was evacuated, and comes in by the edge of the map (SW 16.5).
    pub by_sea: bool,
}

/// How a unit is supplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Supply {
    #[default]
    Regular,
    /// From an ally's source (SW 7.11).
    Allied,
    /// From a fortress's stores (SW 7.12).
    Fortress,
    Out,
}

impl Supply {
    /// Whether its attack is halved.
    pub fn halves_attack(self) -> bool {
        self != Self::Regular
    }

    /// Whether its defence is halved.
    pub fn halves_defence(self) -> bool {
        matches!(self, Self::Allied | Self::Out)
    }
}

/// What is to be decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Nothing: the game goes on by itself.
    #[default]
    None,
    /// Where a side sets its units up (SW 3.6).
    SetUp { side: usize },
    /// Which unit of a stack that is too high the enemy removes (SW 9.3).
    Unstack { side: usize, hex: Hex },
    /// Which units go by sea (SW 16.5).
    Evacuate,
    /// Where Big Bertha goes (SW 16.6).
    Redeploy,
    /// Whether the bombers go for the Ruhr (SW S3.26).
    BombHomeland,
    /// Which stack the bombers go for.
    BombStack,
    /// Whether the German aircraft meet the bombers.
    Intercept,
    /// Which unit in a bombed hex loses a step.
    LoseToBombs { hex: Hex },
    /// What is rebuilt, and who comes in (SW 8).
    Replace { side: usize },
    /// Who goes by rail (SW 11).
    Rail { side: usize },
    /// Who moves (SW 12).
    Move { side: usize },
    /// Who infiltrates (SW 15).
    Infiltrate { side: usize },
    /// What attacks what (SW 13).
    Attack { side: usize },
    /// Whether the defender commits an air unit (SW 13.14).
    DefendFromAir { side: usize },
    /// Which unit loses a step; the defender may retreat instead (SW 13.29).
    Lose { side: usize, retreat: bool },
    /// Who advances (SW 13.33).
    Advance { side: usize },
}

impl Position {
    /// An empty map before the first turn.
    pub fn new(rules: &Rules) -> Self {
        let mut base = BasePosition::new(rules, UnitStatus::Pool, Marks::default());
        // The set-up comes before the first game-turn.
        base.phase = Some(0);
        for (unit, def) in base.units.iter_mut().zip(&rules.units) {
            if let Some(arrival) = &def.arrival {
                unit.status = UnitStatus::Expected;
                unit.due = arrival.turn;
            }
        }
        let mut position = Self {
            base,
            weather: Weather::Dry,
            control: rules.control.clone(),
            held: [0; 2],
            morale: rules.morale,
            moved: Moved::default(),
            replacements: rules.replacements.clone(),
            spent: vec![0; rules.nations.len()],
            mechanised: 0,
            ruined: Vec::new(),
            decision: Decision::None,
            interrupted: Decision::None,
            battle: Battle::default(),
            combats: 0,
            set_ups: 0,
            rail_moves: 0,
            mixed_attacks: 0,
            guns_used: false,
            once: Once::default(),
            stosstruppen: None,
            raid: Raid::None,
            bombed: 0,
        };
        position.count_held();
        position
    }

    /// Counts again who controls how many hexes.
    pub fn count_held(&mut self) {
        self.held = [0; 2];
        for &side in &self.control {
            if let Some(held) = self.held.get_mut(usize::from(side)) {
                *held += 1;
            }
        }
    }

    /// Whether an enemy of `side` stands in a hex.
    pub fn enemy_in(&self, hex: Hex, side: usize) -> bool {
        self.board().holds(hex, enemy_of(side))
    }

    /// Whether `side` stands in a hex.
    pub fn friend_in(&self, hex: Hex, side: usize) -> bool {
        self.board().holds(hex, side)
    }

    /// Whether a hex is in an enemy zone of control (SW 10.1).
    pub fn in_ezoc(&self, hex: Hex, side: usize) -> bool {
        self.board().controls(hex, enemy_of(side))
    }

    /// Whether a hex is in an enemy zone of control that no friendly unit negates (SW 10.6,
    /// 10.7).
    pub fn in_open_ezoc(&self, hex: Hex, side: usize) -> bool {
        self.in_ezoc(hex, side) && !self.friend_in(hex, side)
    }

    /// Whether an enemy stands next to a hex, across the sea or not.
    pub fn next_to_enemy(&self, rules: &Rules, hex: Hex, side: usize) -> bool {
        rules.map.neighbours(hex).any(|(_, other)| self.enemy_in(other, side))
    }

    pub fn controls(&self, hex: Hex, side: usize) -> bool {
        usize::from(self.control[hex.index()]) == side
    }

    /// The face that a unit shows.
    pub fn face<'a>(&self, rules: &'a Rules, unit: Unit) -> &'a FaceDef {
        rules.roster.face(unit, self.state(unit).face)
    }

    /// Steps that a unit on the map has left.
    pub fn steps(&self, rules: &Rules, unit: Unit) -> u8 {
        rules.unit(unit).steps().saturating_sub(self.state(unit).face)
    }

    /// Units of a side on the ground, by rising number.
    pub fn on_map<'a>(&'a self, rules: &'a Rules, side: usize) -> impl Iterator<Item = Unit> + 'a {
        let units = rules.roster.on_ground[side].iter().copied();
        units.filter(|&unit| self.hex(unit).is_some())
    }

    /// A number that two positions share only if they are the same.
    pub fn hash(&self, dice: &Dice) -> u64 {
        let mut hash = Fnv::default();
        let phase = self.phase.unwrap_or(0) as u64;
        hash.add(u64::from(self.begun) << 63 | (self.turn_place as u64) << 32 | phase);
        hash.add(self.weather as u64);
        for unit in &self.units {
            hash.add(unit.hex.map_or(u64::MAX, |hex| u64::from(hex.0)));
            hash.add(unit.origin.map_or(u64::MAX, |hex| u64::from(hex.0)));
            let flags = [
                unit.halted,
                unit.moved,
                unit.railed,
                unit.entered,
                unit.with_tanks,
                unit.attacked,
                unit.defended,
                unit.interstacked,
                unit.used,
                unit.by_sea,
            ];
            let bits = flags.iter().fold(0_u64, |bits, &flag| bits << 1 | u64::from(flag));
            hash.add(
                u64::from(unit.face) << 56
                    | (unit.status as u64) << 48
                    | (unit.supply as u64) << 40
                    | u64::from(unit.spent) << 32
                    | u64::from(unit.infiltrated) << 24
                    | u64::from(unit.course) << 16
                    | bits,
            );
            hash.add(u64::from(unit.due));
        }
        for chunk in self.control.chunks(8) {
            hash.add(chunk.iter().fold(0, |word, &side| word << 8 | u64::from(side)));
        }
        for number in self.morale.iter().chain(&self.replacements).chain(&self.spent) {
            hash.add(*number as u64);
        }
        hash.add(self.mechanised as u64);
        hash.add(self.ruined.len() as u64);
        self.ruined.iter().for_each(|hex| hash.add(u64::from(hex.0)));
        hash.add(u64::from(self.combats));
        hash.add(u64::from(self.rail_moves) << 32 | u64::from(self.mixed_attacks));
        let once = &self.once;
        let flags = [self.guns_used, once.yanks, once.bertha, once.sapped];
        hash.add(flags.iter().fold(0_u64, |bits, &flag| bits << 1 | u64::from(flag)));
        hash.add(once.influenza.map_or(u64::MAX, u64::from));
        hash.add(self.stosstruppen.map_or(u64::MAX, u64::from));
        hash.add(self.bombed as u64);
        match self.raid {
            Raid::None => hash.add(0),
            Raid::Homeland { met } => hash.add(1 | u64::from(met) << 8),
            Raid::Stack { hex } => hash.add(2 | u64::from(hex.0) << 8),
            Raid::Owed { hex, steps } => {
                hash.add(3 | u64::from(steps) << 8 | u64::from(hex.0) << 16);
            }
        }
        self.battle.hash(&mut hash);
        self.decision.hash(&mut hash);
        self.interrupted.hash(&mut hash);
        hash.add(dice.state());
        hash.add(self.outcome.as_ref().map_or(u64::MAX, |outcome| outcome.points as u64));
        hash.finish()
    }

    /// The points as they would be counted now: German morale.
    pub fn points(&self) -> i32 {
        self.morale[GERMAN]
    }
}

impl Decision {
    fn hash(&self, hash: &mut Fnv) {
        let (kind, more) = match *self {
            Self::None => (0, 0),
            Self::SetUp { side } => (1, side as u64),
            Self::Unstack { side, hex } => (2, (side as u64) << 32 | u64::from(hex.0)),
            Self::Evacuate => (3, 0),
            Self::Redeploy => (4, 0),
            Self::BombHomeland => (5, 0),
            Self::BombStack => (6, 0),
            Self::Intercept => (7, 0),
            Self::LoseToBombs { hex } => (8, u64::from(hex.0)),
            Self::Replace { side } => (9, side as u64),
            Self::Rail { side } => (10, side as u64),
            Self::Move { side } => (11, side as u64),
            Self::Infiltrate { side } => (12, side as u64),
            Self::Attack { side } => (13, side as u64),
            Self::DefendFromAir { side } => (14, side as u64),
            Self::Lose { side, retreat } => (15, (side as u64) << 1 | u64::from(retreat)),
            Self::Advance { side } => (16, side as u64),
        };
        hash.add(kind << 56 | more);
    }
}
