//! What is told of a game: plain data, of which whatever else speaks.

use std::borrow::Cow;

use salient_hex::grid::{Direction, Hex};
use salient_schema::Id;
use salient_schema::event::SupplyState;
use salient_schema::scenario::OffMapPlace;
use serde::{Deserialize, Serialize};

use crate::action::Name;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The level of victory, as the scenario names it.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// The points that decide it: those of the side that counts, or what the first side is ahead by
    /// where both do.
    pub points: i32,
}

/// What a side has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideLosses {
    /// The side.
    pub side: Id,
    /// Steps lost.
    pub steps: u32,
    /// Units removed from the map.
    pub units: u32,
}

/// A leader on the map, with those whom he directs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directed {
    /// The leader's counter.
    pub leader: String,
    /// His side's place in [`Match::sides`](crate::Match::sides).
    pub side: usize,
    /// Where he stands.
    pub hex: Hex,
    /// Whom he directs: the counter, where it stands, and whether he does so himself and not
    /// through leaders below him.
    pub units: Vec<(String, Hex, bool)>,
}

/// A unit as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView<'a> {
    /// Its counter's id.
    pub counter: &'a str,
    /// Its name in the log: the counter's id, with a number where there are several alike.
    pub name: &'a str,
    /// Its side's place in [`Match::sides`](crate::Match::sides).
    pub side: usize,
    /// Where it stands, if it is on the map.
    pub hex: Option<Hex>,
    /// The face it shows.
    pub face: u8,
    /// Where it is if not on the map.
    pub status: UnitStatus,
    /// The other hex of a unit that takes up two.
    pub other: Option<Hex>,
    /// The box that it is in, if it is in one.
    pub in_box: Option<InBox>,
    /// How much whoever looks may know of it.
    pub intelligence: Intelligence,
}

/// How much a side knows of a unit that it sees on the map.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Intelligence {
    /// All that is so of it.
    #[default]
    Full,
    /// Its designation, type and size, and not its strength.
    Identity,
    /// That a counter of its side lies there.
    Presence,
}

/// A box beside the map, or the turn track: where units are that come back when the rules say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoxDef {
    /// As logs and scenarios name it: `channel`.
    pub id: &'static str,
    /// What people read: `English Channel box`.
    pub title: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// Where a unit in a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InBox {
    /// The box.
    pub def: &'static BoxDef,
    /// The game-turn in which it may come back, where one is known.
    pub due: Option<u16>,
}

impl std::fmt::Display for InBox {
    /// As one reads it behind a unit: `in the Channel box until game-turn 7`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "in the {}", self.def.title)?;
        self.due.map_or(Ok(()), |due| write!(f, " until game-turn {due}"))
    }
}

/// Something on the map that is no unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marker {
    /// Where it lies.
    pub hex: Hex,
    /// What it is, for people: `Gas`.
    pub name: Cow<'static, str>,
    /// How it is drawn.
    pub look: MarkerLook,
    /// How far it reaches, in hexes.
    pub radius: u32,
    /// The side of the hex that it lies on, if it does not lie in the hex itself.
    pub hexside: Option<Direction>,
    /// The hex that it points at.
    pub towards: Option<Hex>,
}

impl Marker {
    /// One that lies in a hex and points nowhere.
    pub fn in_hex(hex: Hex, name: impl Into<Cow<'static, str>>, look: MarkerLook) -> Self {
        Self { hex, name: name.into(), look, radius: 0, hexside: None, towards: None }
    }
}

/// How a marker is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkerLook {
    /// Something that harms whoever stands in it: gas, a barrage.
    Hazard,
    /// Something that shows or helps: an observed hex, smoke.
    Sight,
    /// That units in the hex have lost heart.
    Morale,
    /// What is so of units besides.
    State,
}

/// Points that a side has left to spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsLeft {
    /// The side's place in [`Match::sides`](crate::Match::sides).
    pub side: usize,
    /// What they are, in words: `field artillery`.
    pub kind: Cow<'static, str>,
    /// How many.
    pub points: u32,
}

/// What a unit may spend on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// How many.
    pub points: u32,
    /// What they are, in words: `movement points`.
    pub kind: Cow<'static, str>,
}

impl Spending {
    /// Movement points; none where there are fewer than none.
    pub fn movement(points: i32) -> Self {
        Self { points: points.max(0).unsigned_abs(), kind: "movement points".into() }
    }
}

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// In a sentence: `Fire at who moves, or hold your fire`.
    pub what: Cow<'static, str>,
    /// The units that it is about, by their names in the log.
    pub units: Vec<Name>,
    /// The hexes that it is about, as printed.
    pub hexes: Vec<String>,
    /// The rule.
    pub rule: Cow<'static, str>,
    /// What to be done is called, where it is more than to be done with the step of the sequence of
    /// play; else nothing: `End the segment`.
    pub done: Cow<'static, str>,
}

impl Question {
    /// One about nobody in particular.
    pub fn new(rule: impl Into<Cow<'static, str>>, what: impl Into<Cow<'static, str>>) -> Self {
        let (units, hexes) = (Vec::new(), Vec::new());
        Self { what: what.into(), units, hexes, rule: rule.into(), done: "".into() }
    }
}

/// What is so of a unit besides where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatesOf<'a> {
    /// Its name in the log.
    pub unit: &'a str,
    /// The states, by the ids that placements name them by; of a mark that the kernel keeps its id,
    /// with its level behind a colon where it has levels: `effectiveness:2`.
    pub states: Vec<String>,
}

/// A hex in which a unit on its way may be fired at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnderFire {
    /// The hex that it enters.
    pub hex: Hex,
    /// From where it may be fired at.
    pub from: Vec<Hex>,
    /// The rule.
    pub rule: Cow<'static, str>,
}

/// Why something is so, with the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a sentence: `In supply: 4 hexes from the depot in 0310`.
    pub what: Cow<'static, str>,
    /// The rule.
    pub rule: Cow<'static, str>,
}

/// Something that shifts a column or a die, or that a step of a move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it is: `range`.
    pub what: Cow<'static, str>,
    /// By how much.
    pub by: i32,
    /// The rule.
    pub rule: Cow<'static, str>,
}

/// Between which a number of an action may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// By how much it is worth changing: points that are spent in tens. At least 1.
    pub step: i64,
}

impl Bounds {
    /// From none to so many.
    pub fn up_to(most: u16, step: u32) -> Self {
        Self { least: 0, most: most.into(), step: step.max(1).into() }
    }

    /// Whether there is anything to choose.
    pub fn is_open(self) -> bool {
        self.least < self.most
    }
}

/// How a unit is supplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplyView<'a> {
    /// Its name in the log.
    pub name: &'a str,
    /// Its supply, if it attacked now.
    pub state: SupplyState,
    /// The length of its supply line in hexes, if it needs one and has one.
    pub distance: Option<u32>,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitStatus {
    /// On the map.
    OnMap,
    /// Not yet arrived.
    Expected,
    /// In a pool, to be placed when the rules say so.
    Pool,
    /// Off the map, on the display of the formation that it is attached to.
    OnDisplay,
    /// Eliminated.
    Eliminated,
    /// Exchanged for smaller units, for good.
    BrokenDown,
    /// Gone off the map.
    Exited,
    /// Off the map, in a box beside it or on the turn track. The last, as the numbers of positions
    /// hang on the order.
    InBox,
}

impl From<OffMapPlace> for UnitStatus {
    fn from(place: OffMapPlace) -> Self {
        match place {
            OffMapPlace::Pool => Self::Pool,
            OffMapPlace::Eliminated => Self::Eliminated,
            OffMapPlace::Exited => Self::Exited,
            OffMapPlace::Removed => Self::BrokenDown,
            OffMapPlace::Box => Self::InBox,
        }
    }
}

/// Points that a side gets each game-turn by the ruleset's constants, beside the scenario's
/// tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What a row of a chart calls it.
    pub name: String,
    /// The side.
    pub side: Option<Id>,
    /// One value a game-turn, in the scenario's order.
    pub values: Vec<i32>,
    /// The constants that it comes from.
    pub constants: Vec<Id>,
    /// The rule.
    pub rule: String,
}
