//! The data of a scenario, compiled once and shared by all games.

use std::ops::Deref;
use std::sync::OnceLock;

use salient_hex::map::CompiledMap;
use salient_hex::{Direction, Hex};
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::chart::DieTable;
use salient_rules::play::{Compiled, Position, Printed, Unit};
use salient_schema::Id;

use crate::banks::{River, Rivers};
use crate::constants::Constants;
use crate::sight::Sights;
use crate::tables::FireTable;
use crate::tasks::Task;
use crate::units::{Class, Piece};

/// What the kernel plays.
#[derive(Debug)]
pub struct InfantryAttacks;

/// What a hex that nobody enters costs.
pub const BARRED: u8 = u8::MAX;

/// What never changes in a game.
#[derive(Debug)]
pub struct Rules {
    pub compiled: Compiled,
    /// The numbers of the book.
    pub numbers: Constants,
    /// Places of the ratings among a face's numbers, as in [`RATINGS`](crate::roles::RATINGS).
    pub ratings: [usize; 8],
    /// What the rules know of each unit besides what is printed.
    pub pieces: Vec<Piece>,
    /// How each unit is marked when the game begins, and who carries it.
    pub start: Vec<(u32, Option<Unit>)>,
    /// The steps of the sequence of play, as in [`STEPS`](crate::roles::STEPS).
    pub steps: [Id; 5],
    /// Turns that are dark, by place (IA 5.7).
    pub night: Vec<bool>,
    /// What entering a hex costs, by class and hex (IA 5.2); [`BARRED`] where nobody goes.
    pub enter: [Vec<u8>; 3],
    /// Directions in which a road leads out of a hex, a bit each (IA 5.3).
    pub roads: Vec<u8>,
    /// Columns that a hex shifts fire at it (IA 7.5), without entrenchments.
    pub fire_shift: Vec<i8>,
    /// Hexes whose terrain hides those in it (IA 8.5).
    pub limiting: Vec<bool>,
    /// Hexes that are looked into from the next hex only (IA 8.8).
    pub swamp: Vec<bool>,
    /// Hexes that shelter all who recover in them (IA 14.45).
    pub shelter: Vec<bool>,
    /// Lines of sight between hexes, as far as the ground goes (IA 8.6).
    pub sights: Sights,
    /// How far it is on foot, for whoever plans.
    pub marches: Marches,
    /// Hexes in which one digs (IA 16.2).
    pub diggable: Vec<bool>,
    /// Hexes with an entrenchment (IA 16.3).
    pub works: Vec<bool>,
    /// Hexes that cavalry charges over (IA 12.73).
    pub open: Vec<bool>,
    /// Columns that a hex shifts who attacks in it (IA 12.31), without entrenchments.
    pub assault_shift: Vec<i8>,
    /// Columns that an entrenchment shifts fire and assaults at those in it (IA 16.32).
    pub works_shift: [i32; 2],
    /// IA 10.2.
    pub direct_fire: FireTable,
    /// IA 12.3.
    pub assault: FireTable,
    /// IA 9.3.
    pub bombardment: FireTable,
    /// Columns of the bombardment table for friendly fire (IA 9.83).
    pub friendly_fire: DieTable<usize>,
    /// How many hexes planned fire falls off (IA 18.1).
    pub distance: DieTable<usize>,
    /// By side: turns in which a gun may fire by plan, if they are counted (IA 11.1).
    pub ammunition: Vec<Option<i32>>,
    /// By side: what depletes guns with open sights, if anything does (IA 11.2).
    pub depletion: Vec<Option<i32>>,
    /// By side: whether it may fire smoke (IA 16.14).
    pub may_smoke: Vec<bool>,
    /// Whether planned fire scatters (IA 18.1).
    pub solitaire: bool,
    /// What the scenario writes down of the artillery, by rising unit (IA 9.1).
    pub missions: Vec<(Unit, Option<Task>)>,
    /// By side: the initiative with which it starts (IA 3.0).
    pub initiative: Vec<i32>,
    /// By side: step losses that each lower it by one; 0 for never.
    pub initiative_losses: Vec<i32>,
    /// By side: the morale of units, and of reduced companies (IA 14.0).
    pub morale: Vec<[i32; 2]>,
    /// Hexes that score, and what for each; then what each step of the enemy's scores.
    pub objectives: Vec<Hex>,
    /// Where rivers run, and their banks (IA 5.8).
    pub rivers: Rivers,
    /// Hexes with a ford (IA 5.8).
    pub fords: Vec<bool>,
    /// By unit: when and where it comes onto the map (IA 16.41).
    pub arriving: Vec<Option<Arriving>>,
    /// By hex: the sides that may leave the map there, a bit each (IA 16.42).
    pub exits: Vec<u8>,
    /// By hex: the sides whose aborted guns may leave the map there, a bit each (IA 16.42).
    pub withdrawals: Vec<u8>,
    /// The optional rules in force (IA 17.0).
    pub options: Options,
    pub objective_points: i32,
    pub step_points: i32,
    /// What each step that leaves the map where the scenario lets it scores (IA 16.42).
    pub exit_points: i32,
    /// By side: the points that it begins with (IA 2.3).
    pub points: Vec<i32>,
}

/// The optional rules of chapter 17 that are in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// IA 17.1
    pub consolidation: bool,
    /// IA 17.2
    pub excess_initiative: bool,
    /// IA 17.3
    pub strategic_movement: bool,
    /// IA 17.4
    pub fog_of_war: bool,
    /// IA 17.6
    pub flanking_fire: bool,
}

impl Deref for Rules {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.compiled
    }
}

impl GameRules for Rules {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    /// The book knows no zones of control.
    fn zone_of_control(&self, _: Unit, _: u8, _: Hex) -> Option<impl Iterator<Item = Hex>> {
        Some(std::iter::empty())
    }
}

impl Rules {
    /// What the rules know of a unit besides what is printed.
    #[inline]
    pub fn piece(&self, unit: Unit) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// The side of a unit.
    #[inline]
    pub fn side_of(&self, unit: Unit) -> usize {
        self.compiled.unit(unit).side
    }

    /// Whether a turn is dark (IA 5.7).
    pub fn is_night(&self, position: &Position<InfantryAttacks>) -> bool {
        self.night.get(position.turn_place).copied().unwrap_or(false)
    }

    /// Whether a road leads out of a hex in a direction.
    #[inline]
    pub fn is_road(&self, from: Hex, direction: Direction) -> bool {
        self.roads[from.index()] >> direction.index() & 1 == 1
    }

    /// What a step costs a class of units (IA 5.2, 5.3): along a road the road's cost.
    #[inline]
    pub fn step(&self, class: Class, from: Hex, direction: Direction, to: Hex) -> Option<u32> {
        let enter = self.enter[class as usize][to.index()];
        if self.is_road(from, direction) {
            return Some(self.numbers.road_movement.unsigned_abs());
        }
        if self.fords[to.index()] && self.rivers.kind(to) != River::None {
            return Some(self.numbers.ford_movement.unsigned_abs());
        }
        (enter != BARRED).then_some(u32::from(enter))
    }
}

/// When and where a unit comes onto the map.
#[derive(Clone, Debug)]
pub struct Arriving {
    /// The game-turn.
    pub turn: u16,
    /// The group that it comes in with.
    pub group: usize,
    /// The hexes by which it does.
    pub entries: Vec<Hex>,
    /// The wagon on which it does.
    pub aboard: Option<Unit>,
}

/// Movement points on foot from a hex to all others, searched for when they are first asked for.
#[derive(Debug)]
pub struct Marches(pub Vec<OnceLock<Row>>);

/// By hex of the map: how far it is; none where nobody looks or comes.
pub type Row = Box<[Option<u8>]>;

/// Whether a hex is one of the game's: all of a map that has no boards.
pub fn on_a_board(map: &CompiledMap, hex: Hex) -> bool {
    map.grid().grid().boards.is_empty() || map.board(hex).is_some()
}
