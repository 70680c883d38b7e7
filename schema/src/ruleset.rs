//! A ruleset: what a game system's files may say, and its charts as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use crate::common::Roles;
use crate::common::{Colour, Id, Provenance};
use crate::rules_of_play::{Does, RulesOfPlay};
use crate::symbol::named;
pub use crate::symbol::{Symbol, SymbolMark};

/// A ruleset file, one a system. Numbers live here, procedures in the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Where the JSON Schema is; its last part is `ruleset.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// Its name, `kaisers-battle`. Where [`rules`](Self::rules) names no system, it selects the
    /// rules in the engine as well.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// The system whose rules play it, `kaisers-battle`, where that is not its own name: of a
    /// ruleset that began as a copy. [`system`](Self::system) says which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub rules: Option<Id>,
    /// What a reader calls it.
    pub title: String,
    /// Who published it, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// What stands before a rule number when it is cited: `KB`.
    pub citation: String,
    /// Decisions, sources and attributions, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Who plays, in the order of their player-turns.
    pub sides: Vec<Side>,
    /// The nations of the counters.
    pub nations: Vec<Nation>,
    /// Base terrain, one kind a hex.
    pub terrain: Vec<Kind>,
    /// What may stand in a hex.
    #[serde(default)]
    pub features: Vec<Kind>,
    /// What may run along a hexside.
    #[serde(default)]
    pub hexsides: Vec<Kind>,
    /// What may run from hex to hex.
    #[serde(default)]
    pub paths: Vec<Kind>,
    /// Borders that are no obstacle.
    #[serde(default)]
    pub lines: Vec<Kind>,
    /// What a counter prints.
    pub counters: CounterLayout,
    /// The charts.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// Single numbers of the rules: limits, ranges, points.
    #[serde(default)]
    pub constants: Vec<Constant>,
    /// The sequence of play, in the system's own words.
    pub sequence: Vec<SequenceStep>,
    /// How it is played, where the system is `standard`: rules of play as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_of_play: Option<RulesOfPlay>,
    /// Rules that a scenario may switch on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional_rules: Vec<OptionalRule>,
    /// What plays which part in the rules, as [`Roles`]: `"headquarters": ["headquarters"]` says
    /// which unit types the rules about headquarters are about.
    #[serde(default, skip_serializing_if = "Roles::is_empty")]
    pub roles: Roles,
    /// What Salient checks in every game and this one does without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<SetUpCheck>,
}

impl Ruleset {
    /// The system whose rules play it: the one that it names, else the one of its own name.
    /// Whether there is such a system is another question.
    pub fn system(&self) -> &str {
        self.rules.as_deref().unwrap_or(&self.id)
    }

    /// Whether two sides are enemies. Whoever is none of the sides is everybody's.
    pub fn are_enemies(&self, one: &str, other: &str) -> bool {
        let side = |id: &str| self.sides.iter().find(|side| side.id == id);
        match (side(one), side(other)) {
            (Some(one), Some(other)) => one.is_enemy_of(other),
            _ => one != other,
        }
    }

    /// The first of the sides that fight together with one: it stands for all of them.
    pub fn first_friend<'a>(&'a self, side: &'a str) -> &'a str {
        let friend = self.sides.iter().find(|other| !self.are_enemies(&other.id, side));
        friend.map_or(side, |first| first.id.as_str())
    }
}

named! {
    /// What is checked of every set-up and schedule out of the terrain effects chart and the
    /// counters' sizes alone, whatever system the game has.
    SetUpCheck {
        /// A unit in a hex that is impassable, or impassable to it.
        Impassable = "Impassable and prohibited hexes",
        /// More in a hex than the stacking limit allows.
        Stacking = "Stacking limits",
        /// Units of enemies in one hex.
        MixedHex = "Enemies in one hex",
        /// Arrivals whose hexes are off the map's playable hexes, or impassable to them.
        Entry = "Hexes of arrivals",
    }
}

/// A side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its name in references.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The alliance that it fights in: sides of the same one are friends, all others enemies. It
    /// fights alone if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alliance: Option<String>,
}

impl Side {
    /// A side that fights alone.
    pub fn new(id: impl Into<Id>, name: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), alliance: None }
    }

    /// Whether another side is its enemy: any other but those of its alliance.
    pub fn is_enemy_of(&self, other: &Self) -> bool {
        self.id != other.id && (self.alliance.is_none() || self.alliance != other.alliance)
    }
}

/// A nation, and the colours of its counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nation {
    /// Its name in references.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The side that its counters fight for, where that is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The counter's ground.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub fill: Colour,
    /// The counter's print.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub ink: Colour,
    /// The ground of the unit symbol; the counter's own if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub symbol_fill: Option<Colour>,
    /// The nation in whose army its units serve, where rules treat them as that nation's:
    /// Australians as British (SW 2.41).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serves_with: Option<Id>,
}

/// A kind of terrain, feature, hexside, path or line: a line of the terrain effects chart with
/// its look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its name in maps.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// Movement points to enter the hex or to cross the hexside. A feature's cost stands in
    /// for the terrain's where it is given; a hexside's is added. Left out: no cost of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub movement: Option<i32>,
    /// No unit may enter or cross, but for those to whom an effect gives a cost.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub impassable: bool,
    /// What it adds to the defender's die (or takes off, where the system's die runs the other
    /// way), -20 to 20.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -20, max = 20)))]
    pub defence: i32,
    /// What it does under conditions, such as in wet weather or to one side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What the rules know it by besides: `trench`, `town`, `blocks-sight`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Id>,
    /// How it is drawn.
    pub look: Look,
    /// The rule it comes from, `KB 5.32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where its numbers come from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// What a kind does under a condition. Given numbers stand in for the kind's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// When it holds.
    pub when: Condition,
    /// Movement points instead. What is impassable to others can be entered or crossed for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<i32>,
    /// The defender's modifier instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence: Option<i32>,
    /// Columns to shift on the combat results table, to the right positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<i32>,
    /// Entry or attack is not allowed.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub prohibited: bool,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Effect {
    /// Whether it gives a cost at which units move: of a kind that is [impassable](Kind::impassable) it
    /// lets those in that it is about.
    pub fn lets_in(&self) -> bool {
        let of_movement = self.when.usage.as_deref().is_none_or(|usage| usage == "movement");
        self.movement.is_some() && of_movement
    }
}

/// When an [`Effect`] holds: every given part must.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// In this weather.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<Id>,
    /// For units of this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// For units with this trait or of this type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Id>,
    /// Only when every attacker comes across it.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub all_attackers: bool,
    /// Only in this use: `movement`, `attack`, `retreat`, `fire`.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub usage: Option<Id>,
    /// Only going up (`up`) or down (`down`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<Id>,
}

/// How a kind is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The ground colour of a hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub fill: Option<Colour>,
    /// The colour of what is drawn on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub ink: Option<Colour>,
    /// What is drawn.
    #[serde(default)]
    pub mark: Mark,
    /// The width of a line, in hex widths; the mark's own if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0.0, max = 1.0)))]
    pub width: Option<f32>,
}

named! {
    /// The drawing recipes. Each is drawn alike on screen, in pictures and in print.
    #[derive(Default)]
    Mark {
        /// Nothing.
        #[default]
        None = "Nothing",
        /// Trees.
        Woods = "Trees",
        /// Reeds.
        Swamp = "Reeds",
        /// Hachures all over: rough, broken ground.
        Rough = "Hachures all over",
        /// Shell holes: devastated ground.
        Craters = "Shell holes",
        /// Drifting clouds: gassed ground.
        Gas = "Clouds of gas",
        /// Peaks.
        Mountain = "Peaks",
        /// Furrows.
        Fields = "Furrows",
        /// Waves.
        Water = "Waves",
        /// A few houses.
        Town = "A few houses",
        /// Many houses.
        City = "Many houses",
        /// A star-shaped work.
        Fortress = "Star-shaped work",
        /// An anchor.
        Port = "Anchor",
        /// A ring of hachures around a top.
        Hilltop = "Ring of hachures",
        /// A closed work of battlements.
        Redoubt = "Closed battlements",
        /// An open line of battlements.
        Fieldwork = "Open battlements",
        /// Crosses on a line.
        Wire = "Crosses on a line",
        /// A zigzag line.
        Trench = "Zigzag line",
        /// A block.
        Pillbox = "Block",
        /// A diamond with its number or letter, on the hexsides that it faces: a railway bridge that
        /// can be blown up.
        Diamond = "Diamond with its number",
        /// A disc with its number or letter, on the hexsides that it faces: a tunnel.
        Disc = "Disc with its number",
        /// A star in a ring, with its value.
        Morale = "Star in a ring",
        /// A flag, with its value.
        Victory = "Flag",
        /// An arrow with its letter.
        Entry = "Arrow with its letter",
        /// A parapet on either side of a way over water.
        Bridge = "Parapets",
        /// Stepping stones across water.
        Ford = "Stepping stones",
        /// Words only.
        Label = "Label, words only",
        /// A flowing line along a hexside.
        River = "Flowing line",
        /// A straight, banked line along a hexside.
        Canal = "Banked line",
        /// Hachures on one side of a line.
        Escarpment = "Hachures on one side",
        /// A line of peaks.
        Ridge = "Line of peaks",
        /// A wooded line.
        Hedge = "Wooded line",
        /// A solid line.
        Road = "Solid line",
        /// A barred line.
        Railway = "Barred line",
        /// A solid border.
        Border = "Solid border",
        /// A dashed border.
        Dashes = "Dashed border",
    }
}

/// What a counter prints, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CounterLayout {
    /// The ratings that a face may carry.
    pub ratings: Vec<RatingDef>,
    /// The ratings that a formation may carry, each or none of them: an army's corps boxes, a
    /// corps's limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formation_ratings: Vec<RatingDef>,
    /// How they stand on the bottom line: text with rating ids in braces,
    /// `{strength}-{morale}-{movement}`.
    pub pattern: String,
    /// Unit types.
    pub types: Vec<UnitType>,
    /// Unit sizes.
    pub sizes: Vec<UnitSize>,
    /// Traits that counters may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<TraitDef>,
    /// The parts that a stacking point is divided into, for systems that stack by fractions; 1
    /// if left out.
    #[serde(default = "crate::common::one", skip_serializing_if = "crate::common::is_one")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub stacking_denominator: u16,
}

named! {
    /// What a rating is used for: what totals, searches, the sandbox, checks and other clients
    /// know it by, whatever it is called.
    RatingUse {
        /// Combat strength, in attack and defence alike.
        Strength = "Combat strength",
        /// Combat strength of an attacker.
        Attack = "Attack strength",
        /// Combat strength of a defender.
        Defence = "Defence strength",
        /// Movement points of a turn.
        Movement = "Movement allowance",
        /// Strength in fire at a distance, or in a bombardment.
        Fire = "Fire strength",
        /// How far it fires, in hexes.
        Range = "Range",
        /// Morale, or troop quality.
        Morale = "Morale",
        /// What is added to a die or a column: a leader's bonus.
        Bonus = "Leadership bonus",
        /// Steps that it can lose.
        Steps = "Steps",
    }
}

/// A rating of a counter or of a formation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RatingDef {
    /// Its name in faces.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The least it may be.
    pub min: i32,
    /// The most it may be.
    pub max: i32,
    /// Whether a face may go without. A formation always may.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub optional: bool,
    /// Its colour in print, where that is not the counter's. The bottom line has the colour of the
    /// first rating that stands on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub ink: Option<Colour>,
    /// Whether it stands in a corner by itself, and not on the bottom line: a movement allowance.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub corner: bool,
    /// What it is used for; nothing that Salient knows if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<RatingUse>,
}

/// A unit type, and its symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// Its name in counters.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// What is drawn in the box.
    pub symbol: Symbol,
    /// A mark at the foot of the box: reserve, Landwehr, territorial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<SymbolMark>,
}

/// A unit size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitSize {
    /// Its name in counters.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The mark over the box: `XX`.
    pub mark: String,
    /// Stacking points, in parts of the layout's `stacking_denominator`.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub stacking: i32,
}

/// A trait that counters may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TraitDef {
    /// Its name in counters.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// What it means, in our own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Where the assignment of this trait to counters comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its name in references.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its printed title.
    pub title: String,
    /// The rule it belongs to, `KB 9.48`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the rows are, `die`.
    pub row_axis: String,
    /// What the columns are, `artillery points`.
    pub column_axis: String,
    /// The columns' printed heads, from the left.
    pub columns: Vec<String>,
    /// Further lines over the columns, as a chart with two heads has them; each as long as
    /// `columns`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub column_finder: Vec<TableRow>,
    /// The rows, from the top.
    pub rows: Vec<TableRow>,
    /// Where its cells come from.
    pub provenance: Provenance,
    /// Cells that come from elsewhere than the rest, as `[row, column]` from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<CellProvenance>,
    /// What the rule book says of the cells, each to be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// What its results mean, in our own words, by the result as a cell has it. `#` stands for any
    /// number: `M#` is M1 and M2, `#/#` is 2/3. A cell of several words has the results of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub meanings: BTreeMap<String, String>,
    /// What its results do, by the result as a cell has it, with `#` for any number as in
    /// `meanings`: `"Dr#": "DR#"`, `"DD": "D:disrupted"`. What it does is in the language of combat
    /// results, where `#` stands for the same numbers in their order; a result that is printed in
    /// the language needs none. `A`, `D` or `B` is the attacker, the defender or both, and behind it
    /// `2` loses 2 steps, `P2` strength points, `E` is eliminated, `R2` retreats 2 hexes, `RT2`
    /// routs, `M+1` checks morale, `:disrupted` takes a state. `1/2R` is the attacker's and the
    /// defender's, `EX` and `HX` are an exchange and half of one, `C` is contact, `ADV2` an advance
    /// of 2 hexes, `-` no effect.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub results: BTreeMap<String, String>,
    /// Decisions about this chart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// Its printed head.
    pub head: String,
    /// Its cells, as printed; `-` for none.
    pub cells: Vec<String>,
}

/// Where single cells of a chart come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CellProvenance {
    /// Row from the top, from 0.
    pub row: u16,
    /// Column from the left, from 0.
    pub column: u16,
    /// Where the cell comes from.
    pub provenance: Provenance,
}

/// Something that a chart's cells must satisfy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// What must hold, in words.
    pub text: String,
    /// Where the rule book says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The same for a machine, if it is about single cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellConstraint>,
}

/// A cell, and what it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CellConstraint {
    /// The row's head.
    pub row: String,
    /// The column's head.
    pub column: String,
    /// What the cell must read.
    pub is: String,
}

/// A single number of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// Its name in the engine, `stacking_limit`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What it is, in our own words.
    pub meaning: String,
    /// The number.
    pub value: i32,
    /// The rule, `KB 7.21`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
}

/// A step of the sequence of play, with its own steps, which come only when it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SequenceStep {
    /// Its name in events.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its printed name.
    pub name: String,
    /// The phasing side, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The first game-turn that has it; the first of all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_turn: Option<u16>,
    /// The last game-turn that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_turn: Option<u16>,
    /// It comes in its first game-turn, which is 1 if left out, and then each so many game-turns
    /// later: 3 for every third. In each of its game-turns if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 2)))]
    pub every: Option<u16>,
    /// A test that the rules of the system know by this name: the step comes only while it holds.
    #[serde(default, rename = "while", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub holds: Option<Id>,
    /// What it does, where the system is `standard`; others know their steps by role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub does: Option<Does>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Its steps in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<SequenceStep>,
}

impl SequenceStep {
    /// The first game-turn that has it, where it has one: whatever comes every so many game-turns
    /// is counted from somewhere.
    pub fn first_turn(&self) -> Option<u16> {
        self.from_turn.or_else(|| self.every.map(|_| 1))
    }
}

/// A rule that a scenario may switch on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OptionalRule {
    /// Its name in scenarios.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
