//! What each step comes to: plain data, so that a log tells it and a step can be kept.

use std::collections::BTreeMap;

use salient_schema::{HexLabel, SideLabel};
use serde::{Deserialize, Serialize};

use crate::brief::{Both, Brief, Party};
use crate::roster::Kind;
use crate::steps::Step;

/// What a step comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "step", content = "result", rename_all = "kebab-case")]
pub enum Outcome {
    /// The brief, and the ground.
    Conditions(Conditions),
    /// Air superiority.
    Superiority(Superiority),
    /// Airstrikes.
    Airstrikes(Both<u32>),
    /// Barrages.
    Barrages(Barrages),
    /// Gas points.
    Gas(Gas),
    /// Extra heavy weapons by kind.
    HeavyWeapons(Both<BTreeMap<Kind, u32>>),
    /// Works.
    Works(Both<Works>),
    /// Proximity.
    Proximity(Proximity),
    /// Armour and victory.
    Options(Options),
    /// Works on the map.
    PlaceWorks(PlacedWorks),
    /// Where sub-units stand, in the order in which they were placed.
    PlaceUnits(Vec<Stand>),
    /// Where heavy weapons and other bases stand.
    PlaceBases(Vec<Stand>),
    /// What the preparatory barrages are for.
    Targets(Both<Mix>),
    /// What counter-battery fire left.
    CounterBattery(CounterBattery),
    /// Wire that was cleared.
    WireClearing(WireClearing),
    /// Damage to command bases, by unit.
    CommandSuppression(BTreeMap<String, u32>),
    /// What the standard barrages did.
    Standard(Standard),
}

/// The brief, and the ground of the battlefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Conditions {
    /// The brief.
    pub brief: Brief,
    /// Terrain, a glyph a hex: `.` open, `:` broken, `w` wood, `m` marsh, `v` village.
    pub terrain: Vec<String>,
    /// Elevation, a digit a hex.
    pub elevation: Vec<String>,
}

/// Air superiority.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Superiority {
    /// Modified dice.
    pub totals: Both<i32>,
    /// By how much each won; below 0 by how much it lost.
    pub margins: Both<i32>,
    /// Whether there was a column to roll by.
    pub rolled: bool,
}

/// Barrages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Barrages {
    /// Preparatory barrages.
    pub preparatory: Both<u32>,
    /// On-call barrages.
    pub on_call: Both<u32>,
}

/// Gas points, and what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Gas {
    /// Points.
    pub points: Both<u32>,
    /// The row of the chart of gas types, from 0; none where there is no gas.
    pub kinds: Both<Option<u32>>,
}

/// Segments and posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Works {
    /// Segments of trench.
    pub trench: u32,
    /// Segments of wire.
    pub wire: u32,
    /// Pillboxes.
    pub pillbox: u32,
    /// Bunkers.
    pub bunker: u32,
}

impl Works {
    /// By the column of the charts.
    pub fn by_column(&mut self, column: usize) -> &mut u32 {
        match column {
            0 => &mut self.trench,
            1 => &mut self.wire,
            2 => &mut self.pillbox,
            _ => &mut self.bunker,
        }
    }
}

/// How near the attacker may come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Proximity {
    /// In yards.
    pub yards: u32,
    /// The game-turn from which dice for a lull are rolled.
    pub lull_turn: u32,
}

/// Armour and the secret victory condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// Tank units.
    pub tanks: Both<u32>,
    /// Anti-tank rifles.
    pub rifles: Both<u32>,
    /// The attacker's secret die.
    pub victory: Option<u8>,
    /// The condition that holds, once a trade is made.
    pub condition: Option<u8>,
}

/// Works on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PlacedWorks {
    /// Trench lines, the front line of each party first.
    pub lines: Vec<TrenchLine>,
    /// Segments of wire.
    pub wire: Vec<Segment>,
    /// Pillboxes and bunkers.
    pub posts: Vec<Post>,
    /// The row of each column in which the front line of each party has its garrison; the front
    /// of its zone.
    pub fronts: Both<Vec<u32>>,
}

/// A line of trenches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TrenchLine {
    /// Whose it is.
    pub party: Party,
    /// Which line it is, from 1 at the front; 0 for a communication trench.
    pub line: u32,
    /// Segments spent on it.
    pub segments: u32,
    /// Its hexsides, in order.
    pub sides: Vec<SideLabel>,
    /// The hexes behind it, from which it is held.
    pub held_from: Vec<HexLabel>,
}

/// A segment of wire: an inch of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Segment {
    /// Whose it is.
    pub party: Party,
    /// Its column on the map, from 0.
    pub column: u32,
    /// Which belt it is of, from 1 nearest to the enemy.
    pub belt: u32,
    /// The hex behind it.
    pub hex: HexLabel,
    /// Its hexsides.
    pub sides: Vec<SideLabel>,
}

/// A pillbox or bunker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Post {
    /// Whose it is.
    pub party: Party,
    /// Its hex.
    pub hex: HexLabel,
    /// Whether it is a bunker.
    pub bunker: bool,
}

/// A unit in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Stand {
    /// The unit.
    pub unit: String,
    /// Its party.
    pub party: Party,
    /// Its hex.
    pub hex: HexLabel,
}

/// What preparatory barrages are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Mix {
    /// Counter-battery fire.
    pub counter_battery: u32,
    /// Wire clearing.
    pub wire: u32,
    /// Command suppression.
    pub command: u32,
    /// Standard barrages.
    pub standard: u32,
    /// Gas points for counter-battery fire.
    pub gas_on_guns: u32,
    /// Barrages with gas among the standard ones.
    pub gas_on_units: u32,
}

impl Mix {
    /// All barrages.
    pub fn all(&self) -> u32 {
        self.counter_battery + self.wire + self.command + self.standard
    }
}

/// What counter-battery fire left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CounterBattery {
    /// What is left for the steps that follow.
    pub left: Both<Mix>,
    /// On-call barrages left.
    pub on_call: Both<u32>,
    /// Barrages that each party lost.
    pub destroyed: Both<u32>,
}

/// Wire that was cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct WireClearing {
    /// The segments, by their place in the list of wire.
    pub cleared: Vec<u32>,
    /// Cratered hexes.
    pub craters: Vec<HexLabel>,
    /// Segments that each party lost.
    pub lost: Both<u32>,
}

/// What the standard barrages did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Standard {
    /// By unit.
    pub units: BTreeMap<String, Harm>,
    /// Hexes of gassed terrain.
    pub gassed: Vec<HexLabel>,
    /// Bases that each party lost.
    pub lost: Both<u32>,
}

/// What was done to a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Harm {
    /// Bases lost.
    pub lost: u32,
    /// Bases damaged and still there.
    pub damaged: u32,
    /// Whether it lost a base to gas that does not last.
    #[serde(default)]
    pub gassed: bool,
    /// Whether it lost a base to gas that lasts.
    #[serde(default)]
    pub gassed_for_good: bool,
    /// Pinned.
    #[serde(default)]
    pub pinned: bool,
    /// Fell back.
    #[serde(default)]
    pub fell_back: bool,
    /// Demoralized.
    #[serde(default)]
    pub demoralized: bool,
}

/// What the steps so far came to. A step that has not been run has come to nothing.
#[derive(Clone, Debug, Default)]
pub struct Results {
    done: BTreeMap<Step, Outcome>,
}

/// Reads the outcome of a step, or what it is before the step.
macro_rules! results {
    ($($name:ident: $variant:ident, $type:ty;)*) => {
        $(
            #[doc = concat!("The outcome of the step `", stringify!($name), "`.")]
            pub fn $name(&self) -> Option<&$type> {
                match self.done.get(&Step::$variant) {
                    Some(Outcome::$variant(outcome)) => Some(outcome),
                    _ => None,
                }
            }
        )*
    };
}

impl Results {
    results! {
        conditions: Conditions, Conditions;
        superiority: Superiority, Superiority;
        airstrikes: Airstrikes, Both<u32>;
        barrages: Barrages, Barrages;
        gas: Gas, Gas;
        heavy_weapons: HeavyWeapons, Both<BTreeMap<Kind, u32>>;
        works: Works, Both<Works>;
        proximity: Proximity, Proximity;
        options: Options, Options;
        placed_works: PlaceWorks, PlacedWorks;
        placed_units: PlaceUnits, Vec<Stand>;
        placed_bases: PlaceBases, Vec<Stand>;
        targets: Targets, Both<Mix>;
        counter_battery: CounterBattery, CounterBattery;
        wire_clearing: WireClearing, WireClearing;
        command: CommandSuppression, BTreeMap<String, u32>;
        standard: Standard, Standard;
    }

    /// Puts the outcome of a step in.
    pub fn put(&mut self, outcome: Outcome) {
        self.done.insert(outcome.step(), outcome);
    }

    /// Whether a step is done.
    pub fn has(&self, step: Step) -> bool {
        self.done.contains_key(&step)
    }

    /// All outcomes, in the order of the steps.
    pub fn all(&self) -> impl Iterator<Item = (Step, &Outcome)> {
        self.done.iter().map(|(step, outcome)| (*step, outcome))
    }
}

impl Outcome {
    /// The step that it is of.
    pub fn step(&self) -> Step {
        match self {
            Self::Conditions(_) => Step::Conditions,
            Self::Superiority(_) => Step::Superiority,
            Self::Airstrikes(_) => Step::Airstrikes,
            Self::Barrages(_) => Step::Barrages,
            Self::Gas(_) => Step::Gas,
            Self::HeavyWeapons(_) => Step::HeavyWeapons,
            Self::Works(_) => Step::Works,
            Self::Proximity(_) => Step::Proximity,
            Self::Options(_) => Step::Options,
            Self::PlaceWorks(_) => Step::PlaceWorks,
            Self::PlaceUnits(_) => Step::PlaceUnits,
            Self::PlaceBases(_) => Step::PlaceBases,
            Self::Targets(_) => Step::Targets,
            Self::CounterBattery(_) => Step::CounterBattery,
            Self::WireClearing(_) => Step::WireClearing,
            Self::CommandSuppression(_) => Step::CommandSuppression,
            Self::Standard(_) => Step::Standard,
        }
    }
}
