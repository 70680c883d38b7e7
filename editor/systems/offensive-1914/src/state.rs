//! The system's part of a position, and the flags of units.
//!
//! Where a unit stands, its face, what it is attached to and [`marks`](crate::marks) the kernel keeps.
//! Here is all else, in dense arrays by unit, hex and formation. Other rooms read and change it by the
//! functions of the room whose rule it is.

use salient_hex::Hex;
use salient_rules::play::{Formation, Unit};

use crate::rules::Rules;

/// A unit has moved in this phase, and its force moves no more (1914 7.1.2).
pub const MOVED: u32 = 1;
/// It has been dropped off, or its repulse has failed: it enters no more hexes in this phase (1914
/// 7.1.2, 7.4.5).
pub const HALTED: u32 = 1 << 1;
/// It has attacked or been attacked in this attack phase (1914 9.2).
pub const FOUGHT: u32 = 1 << 2;
/// It has retreated in this attack phase, and is withheld (1914 9.2).
pub const RETREATED: u32 = 1 << 3;
/// It was withheld from the combat that is being fought (1914 9.2.5).
pub const WITHHELD: u32 = 1 << 4;
/// Its artillery has been added to a combat of this phase (1914 10.1.1).
pub const FIRED: u32 = 1 << 5;
/// It is inactive (1914 1.1).
pub const INACTIVE: u32 = 1 << 6;
/// A fort that was tested once (1914 8.5.2).
pub const TESTED: u32 = 1 << 7;
/// It has retired in this finishing phase (1914 8.3).
pub const RETIRED: u32 = 1 << 8;
/// It began this phase next to an unbridged grand river (1914 7.1.5) or an enemy.
pub const BEGAN_AT_RIVER: u32 = 1 << 9;
/// It has recovered, dug or prepared in this phase and does nothing more (1914 7.3, 7.8).
pub const BUSY: u32 = 1 << 10;
/// Its attachment, or the boundary of its army, was changed in this attachment phase (1914 5.1.2).
pub const ATTACHED: u32 = 1 << 11;
/// A depot whose army's lines of communications were put first in this supply phase (1914 15.0).
pub const LINES_FIRST: u32 = 1 << 12;
/// It has bombarded, was bombarded, or its Pionier regiment has fired in this attack phase (1914
/// 12.4.1, 13.1.3).
pub const BOMBARDED: u32 = 1 << 13;
/// Siege artillery that is deployed once a game, and was (1914 13.2.5).
pub const DEPLOYED: u32 = 1 << 14;
/// It has come in by rail in this player-turn, and may go on by it (1914 16.1.1).
pub const ARRIVED: u32 = 1 << 15;
/// What lasts no longer than a phase.
pub const OF_PHASE: u32 = MOVED
    | HALTED
    | FOUGHT
    | RETREATED
    | WITHHELD
    | FIRED
    | RETIRED
    | BEGAN_AT_RIVER
    | BUSY
    | LINES_FIRST
    | BOMBARDED;

/// How a unit is present in rail mode (1914 7.7.4): it takes no room in its hex and has no zone of
/// control. Whoever is present otherwise is there as usual.
pub const ENTRAINED: u8 = 1;

/// A railway that was cleared before the Germans, beside the bits of the sides (1914 18.3).
pub const CLEARED: u8 = 1 << 7;

/// Nobody's hex.
pub const NOBODY: u8 = u8::MAX;

/// A task that a unit has begun and not finished (1914 7.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Recovering a level of effectiveness (1914 7.5).
    Recovery,
    /// Building an improved position (1914 14.3).
    Position,
    /// Entraining (1914 7.7.3).
    Entrain,
    /// Detraining (1914 7.7.3).
    Detrain,
    /// Building one in the second of its two hexes (1914 19.3).
    PositionBeside,
}

impl Task {
    /// Whether it builds a position.
    pub fn digs(self) -> bool {
        matches!(self, Self::Position | Self::PositionBeside)
    }
}

/// The base of an army (1914 23.1, 24.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Base {
    /// How often it has been transferred.
    pub stage: u8,
    /// The game-turn in which its transfer is complete.
    pub until: u16,
    /// Whether the enemy has come near it.
    pub threatened: bool,
    /// The French port to which it has fled (1914 24.3.2).
    pub port: Option<Hex>,
}

/// The inundation of the Ijzer (1914 21.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inundation {
    /// Nobody has tried to make it.
    Untried,
    /// It came to nothing.
    Failed,
    /// The country is flooded.
    Made,
}

/// How far an area of the Réseau du Nord is cleared (1914 18.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clearing {
    #[default]
    No,
    /// In the next player-turn.
    Next,
    Done,
}

/// An attack that was indicated (1914 9.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The hex that is attacked.
    pub hex: Hex,
    /// Who attacks, by rising unit.
    pub units: Vec<Unit>,
}

/// Where the areas of two neighbouring armies meet (1914 5.1.1): a line that begins by a hex and runs
/// to the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boundary {
    /// The army to which belongs what the line runs through.
    pub near: Formation,
    /// The army beyond.
    pub far: Formation,
    /// How it begins.
    pub first: Leg,
    /// How it goes on where it bends.
    pub bends: [Option<Leg>; 2],
}

/// A straight piece of a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The hex by which it begins.
    pub hex: Hex,
    /// The way that it runs: 0 to 5 along the grain, 6 to 11 across it, clockwise each.
    pub way: u8,
}

/// How a plan stands (1914 26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanState {
    /// The army has none, or is bound no more.
    None,
    /// It is idle (1914 26.6.2).
    Idle,
    /// It binds the army.
    Bound,
    /// Its primary objective was taken in this player-turn (1914 26.1).
    Achieved,
    /// It was abandoned (1914 26.3).
    Abandoned,
}

/// The system's own part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// By unit: movement points spent in this phase, reaction included (1914 7.1.1, 8.2.4).
    pub spent: Vec<u8>,
    /// By unit: movement points spent in reaction or retirement, to be counted in its next movement
    /// phase (1914 8.2.4a, 8.3.2).
    pub reaction: Vec<u8>,
    /// By unit: the task that it has begun, with the points spent on it (1914 7.8).
    pub tasks: Vec<Option<(Task, u8)>>,
    /// By hex: who controls it (1914 3.3), or [`NOBODY`].
    pub control: Vec<u8>,
    /// By hex: the sides for which its railways are operational, a bit each (1914 18.1.1), and
    /// [`CLEARED`].
    pub rails: Vec<u8>,
    /// Armies whose lines of communications their owners have put before those of others, the last
    /// one put there first (1914 15.0).
    pub lines_first: Vec<Formation>,
    /// By hex: the army of each side in whose area it lies, by its place among the formations, or
    /// `u16::MAX` (1914 5.1).
    pub areas: Vec<[u16; 2]>,
    /// The force that is on the move (1914 7.1.2).
    pub moving: Vec<Unit>,
    /// Attacks that were indicated and are still to be resolved (1914 9.1).
    pub attacks: Vec<Attack>,
    /// Hexes that were attacked in this phase. Sorted.
    pub attacked: Vec<Hex>,
    /// By formation: how its plan stands (1914 26).
    pub plans: Vec<PlanState>,
    /// Victory points of each side (1914 27.0).
    pub points: [i32; 2],
    /// Awards that come once: bits of the rooms that give them (1914 27.2, 27.3).
    pub awarded: u32,
    /// Improved positions that each side may still build (1914 14.3.4).
    pub quota: [i16; 2],
    /// Replacements stored, by nation (1914 16.6.2).
    pub replacements: Vec<i16>,
    /// By unit: steps that a fortress has lost (1914 12.4).
    pub steps_lost: Vec<u8>,
    /// By unit: ammunition that a supply unit has provided (1914 9.4.2).
    pub provided: Vec<u8>,
    /// Corps trains that come back: the game-turn, and which. Sorted (1914 16.7).
    pub returning: Vec<(u16, Unit)>,
    /// By unit: reduction markers of a division (1914 9.10.3).
    pub markers: Vec<u8>,
    /// By side: where the areas of its armies meet, along its front (1914 5.1.1).
    pub boundaries: [Vec<Boundary>; 2],
    /// Primary objectives that infantry divisions or brigades of their plans' sides have passed.
    /// Sorted (1914 26.1.1).
    pub passed: Vec<Hex>,
    /// By formation: replacements that an army has taken in this inter-phase (1914 16.6.3).
    pub replaced: Vec<u8>,
    /// By unit: where it stood when the movement phase began (1914 7.1.5, 7.4.7, 26.2.1).
    pub began: Vec<Option<Hex>>,
    /// By unit: the other hex in which it stood then, of two (1914 19.0).
    pub began_beside: Vec<Option<Hex>>,
    /// The hex that the force on the move entered last, or set out from (1914 8.2.1).
    pub entered: Option<Hex>,
    /// The other one that it then took up, of two (1914 19.2).
    pub entered_beside: Option<Hex>,
    /// Hexes in which an improved position was completed in this phase. Sorted (1914 7.5.2a).
    pub dug: Vec<Hex>,
    /// What the next step of the force on the move costs, as it stood before it was made: it may blow
    /// the bridge that it crosses (1914 7.1.4a).
    pub step: u8,
    /// Hexes whose control changed in this phase, with who controlled them before: whose territory
    /// they were when it began (1914 7.1.4a).
    pub turned: Vec<(Hex, u8)>,
    /// By unit: where a fortress stood that was destroyed (1914 12.5).
    pub ruins: Vec<Option<Hex>>,
    /// Bombardments so far, by [`Charge`](crate::siege_guns::Charge) (1914 13.4).
    pub fired: [u8; 3],
    /// Siege artillery markers, each with the headquarters that it is assigned to. Sorted (1914
    /// 13.2.4).
    pub assigned: Vec<(Unit, Unit)>,
    /// The bases of the British and the Belgian army (1914 23.1, 24.3).
    pub bases: [Base; 2],
    /// Whether ships have supported a defence in this attack phase (1914 21.2).
    pub naval_support: bool,
    /// Whether the inundation of the Ijzer was tried, and whether it is there (1914 21.3).
    pub inundation: Inundation,
    /// Who is at sea, each with the port that it is bound for; none for home. Sorted (1914 7.9).
    pub voyages: Vec<(Unit, Option<Hex>)>,
    /// The last game-turn in which a unit embarked (1914 7.9).
    pub embarked: u16,
    /// Who has left for the east, in that order (1914 25.2).
    pub sent_east: Vec<Unit>,
    /// By unit: how often a depot has provided by trucks (1914 25.3).
    pub trucks: Vec<u8>,
    /// Formations whose markers show their second side (1914 2.8, 22.4). Sorted.
    pub turned_markers: Vec<Formation>,
    /// Hexes of red bridges that the Germans have ever controlled. Sorted (1914 18.4.1).
    pub once_german: Vec<Hex>,
    /// How far the eastern and the western area of the Réseau du Nord are cleared (1914 18.3.1).
    pub nord: [Clearing; 2],
    /// Whether bottlenecks bind the Allies (1914 18.6.1).
    pub choked: bool,
    /// By bottleneck: what has gone through since the last inter-phase, in half rail points (1914
    /// 18.6.2).
    pub bottlenecks: Vec<u8>,
    /// Rail points of each side, in halves (1914 7.7.1).
    pub rail_points: [u8; 2],
    /// By unit: where it goes by rail (1914 7.7.3), and of a depot under relocation where it stands
    /// again (1914 15.6.4).
    pub destinations: Vec<Option<Hex>>,
    /// By unit: the limit of the shortage marker on a depot (1914 15.8.2).
    pub shortages: Vec<Option<u8>>,
    /// Hexes in which a unit has entrained or detrained in this phase. Sorted (1914 7.7.3).
    pub platforms: Vec<Hex>,
}

impl State {
    /// Before a game.
    pub fn new(rules: &Rules) -> Self {
        let (units, hexes) = (rules.compiled.units.len(), rules.compiled.map.len());
        let formations = rules.bodies.len();
        Self {
            spent: vec![0; units],
            reaction: vec![0; units],
            tasks: vec![None; units],
            control: vec![NOBODY; hexes],
            rails: vec![0; hexes],
            lines_first: Vec::new(),
            areas: vec![[u16::MAX; 2]; hexes],
            moving: Vec::new(),
            attacks: Vec::new(),
            attacked: Vec::new(),
            plans: vec![PlanState::None; formations],
            points: [0; 2],
            awarded: 0,
            quota: [0; 2],
            replacements: vec![0; rules.schedule.nations.len()],
            steps_lost: vec![0; units],
            provided: vec![0; units],
            returning: Vec::new(),
            markers: vec![0; units],
            boundaries: [Vec::new(), Vec::new()],
            passed: Vec::new(),
            replaced: vec![0; formations],
            began: vec![None; units],
            began_beside: vec![None; units],
            entered: None,
            entered_beside: None,
            dug: Vec::new(),
            step: 0,
            turned: Vec::new(),
            ruins: vec![None; units],
            fired: [0; 3],
            assigned: Vec::new(),
            bases: [Base::default(); 2],
            naval_support: false,
            inundation: Inundation::Untried,
            voyages: Vec::new(),
            embarked: 0,
            sent_east: Vec::new(),
            trucks: vec![0; units],
            turned_markers: Vec::new(),
            once_german: Vec::new(),
            nord: [Clearing::No; 2],
            choked: false,
            bottlenecks: vec![0; rules.net.bottlenecks.len()],
            rail_points: [0; 2],
            destinations: vec![None; units],
            shortages: vec![None; units],
            platforms: Vec::new(),
        }
    }
}
