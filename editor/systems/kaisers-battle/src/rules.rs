//! The data of a scenario, compiled once and shared by all of its games.

use std::ops::Deref;

use salient_rules::Roles;
use salient_rules::base::{self, BaseRules, GameRules};
use salient_rules::chart::DieTable;
use salient_schema::Id;

use crate::constants::Constants;
use crate::guns::Guns;
use crate::tables::{CounterBatteryTable, DrumfireTable};
use crate::ways::StepCosts;
use salient_hex::grid::Hex;
pub use salient_rules::base::{Arrival, Unit};

/// Everything that does not change in a game.
#[derive(Debug)]
pub struct Rules {
    /// What all systems have; of the sides the German is first.
    pub base: BaseRules<Counter, Procedure, Turn>,
    /// Formations that count as corps (KB 16.0), by the number in [`Counter::corps`].
    pub corps: Vec<Id>,
    /// The Allied corps of KB 17.13 in the order of their dice, two at most, with their numbers
    /// if they have units.
    pub limited_corps: Vec<(Id, Option<u16>)>,
    /// What the states of the weather are called, by [`Weather`].
    pub weathers: [Id; 3],
    pub constants: Constants,
    /// Die → weather (KB 11.14).
    pub weather_table: DieTable<Weather>,
    pub towns: Vec<Town>,
    /// Place in `towns`, by hex.
    pub town_at: Vec<Option<u16>>,
    /// Ground, by hex.
    pub ground: Vec<HexTerrain>,
    /// Hexes on the edge of the map, in order.
    pub edge: Vec<Hex>,
    pub arrivals: Vec<Arrival>,
    pub scores: Vec<ScoreDef>,
    /// The German regimental replacements (KB 13.2).
    pub replacements: Vec<Unit>,
    /// Movement points from each hex to the western edge, over empty ground: what the German
    /// side steers by. `u16::MAX` where there is no way.
    pub west_cost: Vec<u16>,
    /// What steps cost by the ground alone.
    pub steps: StepCosts,
    /// Every step costs something.
    pub steps_cost: bool,
    /// Rivers and excavations that whoever comes from the east must cross, by hex.
    pub moats: Vec<i32>,
    /// The grid's axial coordinates, by hex.
    pub axial: Vec<(i32, i32)>,
    /// Hilltop hexes.
    pub hilltops: Vec<Hex>,
    /// The headquarters of each side.
    pub headquarters: [Vec<Unit>; 2],
    /// Artillery points by game-turn, a side (KB 9.8).
    pub tracks: [Vec<Guns>; 2],
    pub counter_battery: CounterBatteryTable,
    pub drumfire: DrumfireTable,
}

impl Deref for Rules {
    type Target = BaseRules<Counter, Procedure, Turn>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.base
    }
}

impl GameRules for Rules {
    type Unit = Counter;
    type Procedure = Procedure;
    type Turn = Turn;

    /// KB 6.0: the hexes around, unless its face has no zone of control (KB 15.24).
    fn zone_of_control(&self, unit: Unit, face: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>> {
        let controls = self.face(unit, face).zoc;
        Some(self.map.neighbours(hex).filter(move |_| controls).map(|(_, other)| other))
    }
}

/// The German side's place in [`BaseRules::sides`].
pub const GERMAN: usize = 0;
/// The Allied side's place.
pub const ALLIED: usize = 1;

/// What never changes of a unit.
pub type UnitDef = base::UnitDef<Counter>;

/// What the rules know of a unit.
#[derive(Clone, Debug)]
pub struct Counter {
    pub faces: Vec<FaceDef>,
    /// Faces that are steps of the unit (KB 8.5), from the front.
    pub steps: u8,
    pub corps: Option<u16>,
    /// A division: a regimental replacement stands in for its last step (KB 8.5).
    pub division: bool,
    pub headquarters: bool,
    pub stosstruppen: bool,
    pub replacement: bool,
    /// The face that is a service company, on infantry battalions (KB 15.22).
    pub service_face: Option<u8>,
    /// Never comes into play.
    pub spare: bool,
}

/// A face of a counter.
#[derive(Clone, Copy, Debug)]
pub struct FaceDef {
    pub strength: i32,
    pub morale: i32,
    pub movement: i32,
    pub stacking: i32,
    /// Service companies have no zone of control (KB 15.24).
    pub zoc: bool,
}

/// What stands in a hex, for the rules that ask.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexTerrain {
    pub town: bool,
    pub trench: bool,
    /// A hilltop, to observe from (KB 9.72).
    pub hilltop: bool,
    /// On the western edge, where Germans leave (KB 20.2).
    pub west_edge: bool,
}

impl HexTerrain {
    /// Whether units here need not attack (KB 8.13).
    pub fn fortified(self) -> bool {
        self.town || self.trench
    }
}

/// A town hex.
#[derive(Clone, Debug)]
pub struct Town {
    pub hex: Hex,
    pub name: Option<String>,
    /// West of the Victory Point line (KB 20.11).
    pub scores: bool,
}

/// The state of the weather (KB 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weather {
    Clear,
    Mist,
    Fog,
}

impl Weather {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Clear, "weather-clear"), (Self::Mist, "weather-mist"), (Self::Fog, "weather-fog")];

    /// The state of a name, as the roles have it.
    pub fn parse(roles: &Roles<'_>, name: &str) -> Option<Self> {
        let is = |role: &str| roles.one(role).is_some_and(|id| id.eq_ignore_ascii_case(name));
        Self::ALL.into_iter().find(|(_, role)| is(role)).map(|(weather, _)| weather)
    }

    /// All names: `clear, mist or fog`.
    pub fn names(roles: &Roles<'_>) -> String {
        let [clear, mist, fog] = Self::ALL.map(|(_, role)| roles.one(role).unwrap_or_default());
        format!("{clear}, {mist} or {fog}")
    }
}

/// What the rules know of a game-turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub weather: Option<Weather>,
}

/// A step of the sequence of play with what the engine does in it.
pub type Phase = base::Phase<Procedure>;

/// What the engine does in a step of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// A heading: its own steps follow.
    Heading,
    Weather,
    AirAllocation,
    Interception,
    GroundAttack,
    PreDetermined,
    Variable,
    CounterBattery,
    Gas,
    Drumfire,
    BreakDown,
    Movement {
        side: usize,
        second: bool,
    },
    Combat {
        side: usize,
    },
    Terminal,
}

/// Something worth points.
#[derive(Clone, Debug)]
pub struct ScoreDef {
    /// What is counted; nothing that the rules know if none.
    pub of: Option<Scored>,
    pub id: Id,
    pub points: i32,
    pub rule: Option<String>,
}

/// What is counted for points (KB 20.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scored {
    Towns,
    Exits,
    Trenches,
    Divisions,
}

impl Scored {
    pub fn of(roles: &Roles<'_>, id: &str) -> Option<Self> {
        let all = [
            ("score-towns", Self::Towns),
            ("score-exits", Self::Exits),
            ("score-trenches", Self::Trenches),
            ("score-divisions", Self::Divisions),
        ];
        all.into_iter().find(|(role, _)| roles.is(role, id)).map(|(_, of)| of)
    }
}

impl Rules {
    /// What the ruleset calls a state of the weather.
    pub fn weather_id(&self, weather: Weather) -> &str {
        &self.weathers[weather as usize]
    }

    /// The state of the weather of a name.
    pub fn weather(&self, name: &str) -> Option<Weather> {
        let place = self.weathers.iter().position(|id| id.eq_ignore_ascii_case(name))?;
        [Weather::Clear, Weather::Mist, Weather::Fog].get(place).copied()
    }

    /// The face of a unit; the first for one that it does not have.
    #[inline]
    pub fn face(&self, unit: Unit, face: u8) -> &FaceDef {
        let faces = &self.unit(unit).faces;
        faces.get(usize::from(face)).unwrap_or(&faces[0])
    }

    /// How many hexes lie between two hexes, as the grid has it, but looked up.
    #[inline]
    pub fn apart(&self, a: Hex, b: Hex) -> i32 {
        let ((aq, ar), (bq, br)) = (self.axial[a.index()], self.axial[b.index()]);
        let (dq, dr) = (aq - bq, ar - br);
        dq.abs().max(dr.abs()).max((dq + dr).abs())
    }

    #[inline]
    pub fn ground(&self, hex: Hex) -> HexTerrain {
        self.ground[hex.index()]
    }
}

/// The other side.
pub fn enemy_of(side: usize) -> usize {
    1 - side
}
