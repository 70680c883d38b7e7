//! The data of a scenario, compiled once and shared by all of its games.

use std::ops::Deref;

use salient_rules::Roles;
use salient_rules::base::{self, BaseRules, GameRules};
use salient_schema::Id;

use crate::constants::Constants;
use crate::stacking::Tally;
use crate::tables::Crt;
use crate::terrain::Terrain;
use salient_hex::grid::{Direction, Hex, HexGrid};
pub use salient_rules::base::Unit;

/// Everything that does not change in a game.
#[derive(Debug)]
pub struct Rules {
    /// What all systems have; the sides as their player-turns come (SW 5.1).
    pub base: BaseRules<Counter, Procedure, Turn>,
    /// The nations in whose armies units serve, in the ruleset's order (SW 2.41).
    pub nations: Vec<NationDef>,
    /// Big Bertha (SW 4.7, 16.6).
    pub big_bertha: Option<Unit>,
    /// The bombers of 1919 (SW S3.26).
    pub bombers: Option<Unit>,
    pub constants: Constants,
    pub options: Options,
    /// What the states of the weather are called, by [`Weather`].
    pub weathers: [Id; 2],
    /// What every hex and hexside does to movement and combat.
    pub ground: Terrain,
    /// Where supply comes from, by [`SourceKind`].
    pub sources: [Vec<Hex>; 3],
    /// The American army's place in [`Rules::nations`].
    pub american: Option<u8>,
    /// The British and French armies' places, of mixed attacks (SW 13.9).
    pub british_french: [Option<u8>; 2],
    /// The Belgian army's place (SW 16.4).
    pub belgian: Option<u8>,
    /// Hexes with morale points (SW 4.2).
    pub morale_hexes: Vec<MoraleHex>,
    /// Points of each hex; mostly 0.
    pub morale_at: Vec<i8>,
    /// Who controls each hex when play begins (SW 3.5).
    pub control: Vec<u8>,
    /// Morale when play begins (SW 3.2).
    pub morale: [i32; 2],
    /// Replacement steps when play begins, a nation (SW 3.2).
    pub replacements: Vec<i32>,
    /// What of the units is read again and again.
    pub roster: Roster,
    /// What bots look about with.
    pub surroundings: Surroundings,
    /// Steps for tanks of any nation, by game-turn (SW S3.28).
    pub mechanised: Vec<i32>,
    pub groups: Vec<GroupDef>,
    /// The sides that set up, in order (SW 3.6, S1.3); a side that has no group is not there.
    pub set_up_order: Vec<usize>,
    pub crt: Crt,
    /// The most that the armistice die may show by game-turn (SW S1.7); 0 for no roll.
    pub armistice: Vec<(u16, u8)>,
    /// What strategic and tactical bombing do by die (SW S3.26).
    pub bombing: [[u8; 6]; 2],
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

    /// SW 10.1, 10.2: all around, but not across the sea. Air units and markers hold no hex.
    fn zone_of_control(
        &self,
        unit: Unit,
        _face: u8,
        hex: Hex,
    ) -> Option<impl Iterator<Item = Hex>> {
        let def = self.unit(unit);
        let reaches = def.zoc;
        let open = move |&(direction, _): &(Direction, Hex)| {
            reaches && self.ground.is_passable(hex, direction)
        };
        let around = || self.map.neighbours(hex).filter(open).map(|(_, other)| other);
        def.on_ground().then(around)
    }
}

/// The German side's place in [`BaseRules::sides`].
pub const GERMAN: usize = 0;
/// The Allied side's place.
pub const ALLIED: usize = 1;
/// Nobody's, where a side is meant: hexes out of play.
pub const NOBODY: u8 = 2;

/// The other side.
pub fn enemy_of(side: usize) -> usize {
    1 - side.min(1)
}

impl Rules {
    /// Whose ground a morale hex is in print.
    pub fn morale_owner(&self, hex: Hex) -> Option<usize> {
        let place = self.morale_hexes.binary_search_by_key(&hex, |known| known.hex).ok()?;
        self.morale_hexes[place].owner
    }

    /// The name of a side's level of victory.
    pub fn level_of(&self, side: usize) -> &str {
        let level = self.levels.iter().find(|level| level.side == self.sides[side]);
        level.map_or(&self.sides[side], |level| &level.name)
    }

    /// A nation's place in [`Rules::nations`].
    pub fn nation(&self, id: &str) -> Option<u8> {
        self.nations.iter().position(|nation| nation.id == id).map(|place| place as u8)
    }
}

/// A nation in whose army units serve, or that has replacements of its own.
#[derive(Clone, Debug)]
pub struct NationDef {
    pub id: Id,
    pub name: String,
    pub side: usize,
    pub source: SourceKind,
    /// Replacement steps by game-turn (SW 8.2).
    pub schedule: Vec<i32>,
    /// May draw on the stores of its own country's fortresses (SW 7.12, 7.13).
    pub fortress: Option<Fortress>,
}

/// Where a nation's supply comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// SW 7.4
    GermanEdge,
    /// SW 7.5
    Ports,
    /// SW 7.6
    FrenchEdge,
}

/// Whose country a fortress stands in (SW 7.12, 7.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortress {
    German,
    French,
}

impl Fortress {
    /// The side whose fortress it is.
    pub fn side(self) -> usize {
        match self {
            Self::German => GERMAN,
            Self::French => ALLIED,
        }
    }
}

/// What never changes of a unit.
pub type UnitDef = base::UnitDef<Counter>;

/// What the rules know of a unit.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its army, a place in [`Rules::nations`].
    pub nation: u8,
    /// Whose replacements it draws: its army's, or its own nation's where that has some.
    pub pool: u8,
    pub kind: UnitKind,
    pub faces: Vec<FaceDef>,
    /// Stacking value; 0 for those that stack free (SW 9.4).
    pub stacking: i32,
    /// Exerts a zone of control (SW 10.1).
    pub zoc: bool,
    /// A U.S. infantry division, which may stand with others (SW 9.6) and brings the Yanks
    /// (SW 4.6).
    pub american_division: bool,
    pub renewal: Renewal,
    /// Infiltrates by itself (SW 15.2, S3.17, S3.18, S3.22, S3.25).
    pub infiltrates: bool,
    /// Stands alone (SW S3.25).
    pub alone: bool,
    /// Belongs to the Alpenkorps (SW S3.17).
    pub alpine: bool,
    /// The Australian corps of SW 16.1.
    pub australian: bool,
    /// Rebuilt with mechanised steps (SW S3.28).
    pub mechanised: bool,
    /// The counter that stands in for it (SW 8.3).
    pub substitute: Option<Unit>,
    /// The counter that it stands in for.
    pub stands_in_for: Option<Unit>,
    /// The game-turn of entry and where (SW 8.1).
    pub arrival: Option<Arrival>,
    /// The scenario uses it.
    pub in_play: bool,
    /// The game-turn on which it is taken away (SW 8.7).
    pub withdrawn: Option<u16>,
}

impl Counter {
    /// Steps of a full unit (SW 2.47).
    pub fn steps(&self) -> u8 {
        self.faces.len() as u8
    }

    /// A tank of any kind.
    pub fn is_tank(&self) -> bool {
        matches!(self.kind, UnitKind::Tank | UnitKind::HeavyTank | UnitKind::FastTank)
    }

    /// Foot: what a tank needs beside it (SW 14.1).
    pub fn is_infantry(&self) -> bool {
        matches!(self.kind, UnitKind::Infantry | UnitKind::Stosstruppen | UnitKind::Marines)
    }

    /// A unit on the ground, which takes hexes and fights.
    pub fn on_ground(&self) -> bool {
        !matches!(self.kind, UnitKind::Air | UnitKind::Bomber | UnitKind::Marker)
    }
}

/// What a unit is, as far as rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Infantry,
    Stosstruppen,
    Cavalry,
    Marines,
    Tank,
    HeavyTank,
    FastTank,
    AntiTank,
    /// Artillerie-Gruppe Bruchmüller (SW 14.2).
    Guns,
    Air,
    /// S3.26
    Bomber,
    /// Big Bertha (SW 16.6).
    Marker,
}

impl UnitKind {
    /// What units of it are called behind their number.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Stosstruppen => "Stosstruppen",
            Self::Cavalry => "cavalry",
            Self::Marines => "marines",
            Self::Tank => "tanks",
            Self::HeavyTank => "heavy tanks",
            Self::FastTank => "fast tanks",
            Self::AntiTank => "anti-tank",
            Self::Guns => "artillery",
            Self::Air => "aircraft",
            Self::Bomber => "bombers",
            Self::Marker => "big gun",
        }
    }
}

/// How far a unit can be made good with replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    Any,
    /// On the map, but never once it is eliminated (SW 8.2.1, S3.22).
    NotFromDeadpile,
    Never,
}

/// A face of a counter.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaceDef {
    pub attack: i32,
    pub defence: i32,
    pub movement: i32,
}

/// A reinforcement's time and place.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub turn: u16,
    pub entries: Vec<Hex>,
}

/// What of the units is read again and again, close together.
#[derive(Clone, Debug)]
pub struct Roster {
    /// A side's units on the ground, by rising number.
    pub on_ground: [Vec<Unit>; 2],
    /// What each unit alone is to stacking.
    pub tallies: Vec<Tally>,
    /// The faces, the same number of places for each unit; behind its last one the first again.
    faces: Vec<FaceDef>,
    faces_each: usize,
}

impl Roster {
    /// `american` is the American army.
    pub fn new(units: &[UnitDef], american: Option<u8>) -> Self {
        let on_ground = |side: usize| {
            let all = units.iter().zip(0..).filter(|(def, _)| def.side == side && def.on_ground());
            all.map(|(_, place)| Unit(place)).collect()
        };
        let faces_each = units.iter().map(|def| def.faces.len()).max().unwrap_or(0);
        let shown = |def: &UnitDef, face: usize| {
            def.faces.get(face).or(def.faces.first()).copied().unwrap_or_default()
        };
        let each = |def| (0..faces_each).map(move |face| shown(def, face));
        Self {
            on_ground: [GERMAN, ALLIED].map(on_ground),
            tallies: units.iter().map(|def| Tally::of(def, american)).collect(),
            faces: units.iter().flat_map(each).collect(),
            faces_each,
        }
    }

    /// A face of a unit, its first where it has none such.
    #[inline]
    pub fn face(&self, unit: Unit, face: u8) -> &FaceDef {
        let face = usize::from(face);
        let face = if face < self.faces_each { face } else { 0 };
        &self.faces[unit.index() * self.faces_each + face]
    }
}

/// Neighbourhoods that bots look at again and again.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The hexes two away, by hex.
    pub second_ring: Vec<Vec<Hex>>,
    /// Hexes within [`MORALE_REACH`] of each morale hex, with their distance.
    pub morale: Vec<Vec<(Hex, i32)>>,
    /// How far every hex is from each morale hex, as the crow flies.
    pub from_morale: Vec<Vec<u16>>,
}

/// How far a morale hex draws.
pub const MORALE_REACH: u32 = 6;

impl Surroundings {
    pub fn new(grid: &HexGrid, morale_hexes: &[MoraleHex]) -> Self {
        let ring = |hex: Hex| {
            let near = grid.within(hex, 2).into_iter();
            near.filter(|&other| grid.distance(hex, other) == 2).collect()
        };
        let near = |morale: &MoraleHex| {
            let near = grid.within(morale.hex, MORALE_REACH).into_iter();
            near.map(|hex| (hex, grid.distance(hex, morale.hex) as i32)).collect()
        };
        let far = |morale: &MoraleHex| {
            grid.hexes().map(|hex| grid.distance(hex, morale.hex) as u16).collect()
        };
        Self {
            second_ring: grid.hexes().map(ring).collect(),
            morale: morale_hexes.iter().map(near).collect(),
            from_morale: morale_hexes.iter().map(far).collect(),
        }
    }
}

/// A morale hex.
#[derive(Clone, Copy, Debug)]
pub struct MoraleHex {
    pub hex: Hex,
    pub points: i32,
    /// Whose ground it is in print.
    pub owner: Option<usize>,
}

/// Units that their owner sets up in a zone, and what must hold when all are placed.
#[derive(Clone, Debug)]
pub struct GroupDef {
    pub side: usize,
    pub units: Vec<Unit>,
    /// The armies whose front it is, a bit each: its units'; where all of them have been placed,
    /// and it has none left, all of the side's.
    pub armies: u32,
    /// What the map calls the zone.
    pub zone: String,
    pub hexes: Vec<Hex>,
    /// Hexes that must hold a unit of the side or lie in its zone of control.
    pub covered: Vec<Hex>,
    /// Hexes that must hold a unit of the side.
    pub held: Vec<Hex>,
    pub most_per_hex: Option<u16>,
    pub rule: String,
}

/// The optional rules in force (SW 16).
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub aus_american: bool,
    pub influenza: bool,
    pub weak_trenches: bool,
    pub belgian_demoralization: bool,
    pub naval_evacuation: bool,
    pub big_bertha: bool,
    pub stosstruppen_casualties: bool,
    pub super_high_odds: bool,
    pub historical_weather: bool,
    pub paris_gun: bool,
}

/// The state of the weather (SW 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weather {
    Dry,
    Wet,
}

impl Weather {
    pub const ALL: [Self; 2] = [Self::Dry, Self::Wet];

    /// What the roles call them.
    pub fn names(roles: &Roles<'_>) -> [Id; 2] {
        ["weather-dry", "weather-wet"].map(|role| roles.one(role).unwrap_or_default().to_owned())
    }

    /// The state of a name.
    pub fn parse(names: &[Id; 2], name: &str) -> Option<Self> {
        let place = names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Self::ALL.get(place).copied()
    }
}

impl Rules {
    /// What the ruleset calls a state of the weather.
    pub fn weather_id(&self, weather: Weather) -> &str {
        &self.weathers[weather as usize]
    }

    /// The state of the weather of a name.
    pub fn weather(&self, name: &str) -> Option<Weather> {
        Weather::parse(&self.weathers, name)
    }
}

/// What the rules know of a game-turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Fixed weather.
    pub weather: Option<Weather>,
    /// The dice that make it wet (SW 6.2).
    pub wet: Option<(u8, u8)>,
    /// Wet in the year's own weather (SW 16.9).
    pub historical_wet: bool,
}

/// A step of the sequence of play with what the engine does in it.
pub type Phase = base::Phase<Procedure>;

/// What the engine does in a step of the sequence of play (SW 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// A heading: its own steps follow.
    Heading,
    SetUp,
    Weather,
    InitialSupply,
    Replacements,
    Strategic,
    Movement,
    Combat {
        second: bool,
    },
    Infiltration,
    TerminalSupply,
    VictoryCheck,
}
