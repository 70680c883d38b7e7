//! What of a position only these rules know: states of units, points, what is spent.

use salient_hex::Hex;
use salient_rules::play::{Formation, Position, Unit};
use salient_schema::rules_of_play::RulesOfPlay;

use crate::combat::Battle;
use crate::game::Standard;
use crate::rules::Rules;

/// The unit has moved in this step.
pub const MOVED: u32 = 1;
/// The unit may move no farther in this step.
pub const HALTED: u32 = 1 << 1;
/// The unit has attacked in this step.
pub const ATTACKED: u32 = 1 << 2;
/// The unit was attacked in this step.
pub const DEFENDED: u32 = 1 << 3;
/// The unit has fired in this step.
pub const FIRED: u32 = 1 << 4;
/// The unit is hidden from the enemy.
pub const HIDDEN: u32 = 1 << 5;
/// The unit is out of command.
pub const OUT_OF_COMMAND: u32 = 1 << 6;
/// The unit has been activated in this game-turn.
pub const ACTIVATED: u32 = 1 << 7;
/// The unit has routed in this game-turn and takes no more part.
pub const ROUTED: u32 = 1 << 8;
/// The unit has tried to recover in this step.
pub const TRIED: u32 = 1 << 9;
/// What ends with a step of the sequence of play.
pub const OF_STEP: u32 = MOVED | HALTED | ATTACKED | DEFENDED | FIRED | TRIED;

/// The first bit of the states that the ruleset names.
const FIRST_STATE: u32 = 16;
/// The most states that a ruleset may name.
pub const MOST_STATES: usize = 16;

/// A state that units may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StateRef {
    /// Of supply, by its place in the rules.
    Supply(u8),
    /// Of the ruleset's own, by its place in the rules.
    Own(u8),
}

impl StateRef {
    /// The state of an id.
    pub fn find(play: &RulesOfPlay, id: &str) -> Option<Self> {
        let own = play.states.iter().position(|state| state.id == id);
        let supply = || play.supply.as_ref()?.states.iter().position(|state| state.id == id);
        let own = own.filter(|&place| place < MOST_STATES).map(|place| Self::Own(place as u8));
        own.or_else(|| supply().map(|place| Self::Supply(place as u8)))
    }
}

/// The flag of a state of the ruleset's own.
pub fn flag_of(state: u8) -> u32 {
    1_u32.checked_shl(FIRST_STATE + u32::from(state)).unwrap_or(0)
}

/// Whether a unit is in a state.
pub fn is_in(position: &Position<Standard>, unit: Unit, state: StateRef) -> bool {
    match state {
        StateRef::Own(place) => position.state(unit).flags & flag_of(place) != 0,
        StateRef::Supply(place) => supply_state(position, unit) == Some(place),
    }
}

/// The state of supply that a unit is in; none in supply.
pub fn supply_state(position: &Position<Standard>, unit: Unit) -> Option<u8> {
    position.own.supply.get(unit.index())?.1.checked_sub(1)
}

/// The system's own part of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The weather, by its place in the rules.
    pub weather: u8,
    /// Parts of movement points spent in this step, by unit.
    pub spent: Vec<u16>,
    /// By unit: supply steps in a row without supply, and one more than the place of the state of
    /// supply that it is in; 0 in supply.
    pub supply: Vec<(u8, u8)>,
    /// Points from events, by side.
    pub points: Vec<i32>,
    /// Units that have left the map and score, by side and place among the scores.
    pub exits: Vec<Vec<u16>>,
    /// Who holds each hex that scores or supplies, by their place in the rules.
    pub holders: Vec<Option<u8>>,
    /// Replacement points, by their place among the pools of the rules.
    pub replacements: Vec<i32>,
    /// Steps that replacements gave in this game-turn, by unit.
    pub gained: Vec<u8>,
    /// Points of tracks spent in this game-turn, by side and track.
    pub spent_points: Vec<u16>,
    /// Units moved by rail in this step.
    pub railed: u16,
    /// The combat that is being fought.
    pub battle: Option<Battle>,
    /// What is activated now.
    pub active: Option<Active>,
    /// Formations whose chits are in the cup.
    pub cup: Vec<Formation>,
    /// Shots at moving enemies in this game-turn, by unit.
    pub shots: Vec<u8>,
    /// Whether what units begin in is in force.
    pub opened: bool,
    /// The hex that the units on the move have entered last.
    pub last_entered: Option<Hex>,
    /// The units that set out last in this step.
    pub moving: Vec<Unit>,
    /// Whether they have just overrun, and may go on.
    pub overran: bool,
}

impl State {
    /// Before the game.
    pub fn new(rules: &Rules) -> Self {
        let (units, sides) = (rules.compiled.units.len(), rules.compiled.sides.len());
        Self {
            spent: vec![0; units],
            shots: vec![0; units],
            supply: vec![(0, 0); units],
            points: vec![0; sides],
            spent_points: vec![0; sides * rules.combats.tracks.len()],
            exits: vec![vec![0; rules.scoring.exits.len()]; sides],
            holders: rules.scoring.held.clone(),
            replacements: vec![0; rules.replacements.iter().flat_map(|one| &one.pools).count()],
            gained: vec![0; units],
            ..Self::default()
        }
    }
}

/// What is activated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Active {
    /// The side.
    pub side: u8,
    /// The units.
    pub units: Vec<Unit>,
    /// The place of the thing that they do among those of the activation.
    pub doing: u8,
}
