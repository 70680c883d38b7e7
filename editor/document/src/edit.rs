//! A change of the document as a value: it can be applied, inverted, named and kept in a file.

use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{ElevationLayer, Feature, Hexside, Line, Map, Path, Scan, Zone};
use salient_schema::order_of_battle::{Counter, Formation, OrderOfBattle};
use salient_schema::ruleset::Table;
use salient_schema::scenario::{
    FreePlacement, Level, Override, Placement, Reinforcement, Replacement, Scenario, Track, Turn,
    Victory, Withdrawal, ZoneControl,
};
use salient_schema::{CounterId, HexLabel, Id, Ruleset, SideLabel};
use serde::{Deserialize, Serialize};

/// Glyphs of hexes that lie side by side, from one to the east.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlyphRun {
    /// The westernmost hex.
    pub hex: HexLabel,
    /// A glyph for it and for each hex east of it in its row.
    pub glyphs: String,
}

/// Something with its place in a list, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed<T> {
    /// The place.
    pub at: usize,
    /// What stands there.
    pub item: T,
}

/// One change.
///
/// Hexes and hexsides are named as the map prints them, so that a journal can be read by a
/// person. `at` is a place in the file's list, from 0; where it is left out the thing goes to
/// its canonical place. Applying an edit gives its exact inverse, positions included: edit and
/// inverse together leave every byte of the files as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Several edits as one: all of them, or none.
    All {
        /// The edits, in order.
        edits: Vec<Edit>,
    },

    /// Gives a hex another base terrain. A kind that the map has not used yet gets a glyph.
    SetTerrain {
        /// The hex.
        hex: HexLabel,
        /// The terrain kind of the ruleset.
        kind: Id,
    },
    /// Gives many hexes another base terrain, like [`SetTerrain`](Self::SetTerrain) for each.
    PaintTerrain {
        /// The hexes.
        hexes: Vec<HexLabel>,
        /// The terrain kind of the ruleset.
        kind: Id,
    },
    /// Writes a glyph of the map's palette into the terrain rows: what
    /// [`SetTerrain`](Self::SetTerrain) comes down to, since two glyphs may mean one kind.
    SetGlyph {
        /// The hex.
        hex: HexLabel,
        /// The glyph.
        glyph: char,
    },
    /// Writes many glyphs into the terrain rows, in order.
    SetGlyphs {
        /// The glyphs, row by row.
        runs: Vec<GlyphRun>,
    },
    /// Adds a glyph to the terrain palette.
    AddGlyph {
        /// The glyph.
        glyph: char,
        /// The terrain kind it stands for.
        kind: Id,
    },
    /// Takes a glyph that no hex uses from the terrain palette.
    RemoveGlyph {
        /// The glyph.
        glyph: char,
    },

    /// Gives hexes a height. A map without heights gets them, all at level 0; a level that the map
    /// has not used yet gets a glyph.
    SetElevations {
        /// The hexes.
        hexes: Vec<HexLabel>,
        /// The level.
        level: i16,
    },
    /// Writes glyphs of the elevation palette into its rows: what
    /// [`SetElevations`](Self::SetElevations) comes down to.
    SetElevationGlyphs {
        /// The glyphs, row by row.
        runs: Vec<GlyphRun>,
    },
    /// Adds a glyph to the elevation palette.
    AddElevationGlyph {
        /// The glyph.
        glyph: char,
        /// The level it stands for.
        level: i16,
    },
    /// Takes a glyph that no hex uses from the elevation palette.
    RemoveElevationGlyph {
        /// The glyph.
        glyph: char,
    },
    /// Gives a map without heights heights.
    AddElevationLayer {
        /// The heights.
        layer: Box<ElevationLayer>,
    },
    /// Takes all heights off the map.
    RemoveElevationLayer,

    /// Puts a feature in a hex. A hex holds one of each kind.
    AddFeature {
        /// The feature, with its hex.
        feature: Feature,
        /// Its place in the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a feature from a hex.
    RemoveFeature {
        /// The hex.
        hex: HexLabel,
        /// The feature kind.
        kind: Id,
    },
    /// Changes the name, owner, value, letter, facing or provenance of the feature of this kind
    /// that stands in this hex.
    SetFeature {
        /// The feature as it is to be.
        feature: Feature,
    },

    /// Takes features out and puts others in, all at once: what many additions and removals
    /// together come to.
    PatchFeatures {
        /// The places of those that go, in order.
        remove: Vec<usize>,
        /// Those that come, in order, with their places when all is done.
        insert: Vec<Placed<Feature>>,
    },

    /// Draws along a hexside. A hexside holds one of each kind.
    AddHexside {
        /// What is drawn, with its hexside.
        hexside: Hexside,
        /// Its place in the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Rubs out what is drawn along a hexside.
    RemoveHexside {
        /// The hexside, in either spelling.
        side: SideLabel,
        /// The hexside kind.
        kind: Id,
    },
    /// Changes the name or provenance of what is drawn along a hexside.
    SetHexside {
        /// The hexside as it is to be.
        hexside: Hexside,
    },

    /// Takes hexsides out and puts others in, all at once, like
    /// [`PatchFeatures`](Self::PatchFeatures).
    PatchHexsides {
        /// The places of those that go, in order.
        remove: Vec<usize>,
        /// Those that come, in order, with their places when all is done.
        insert: Vec<Placed<Hexside>>,
    },

    /// Adds a border line.
    AddLine {
        /// The line.
        line: Line,
        /// Its place in the list; last if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a border line away.
    RemoveLine {
        /// Its place in the list.
        line: usize,
    },
    /// Lengthens a border line by a hexside.
    AddLineSide {
        /// The line's place in the list.
        line: usize,
        /// The hexside.
        side: SideLabel,
        /// Its place along the line; the end that it joins if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a hexside from a border line.
    RemoveLineSide {
        /// The line's place in the list.
        line: usize,
        /// The hexside, in either spelling.
        side: SideLabel,
    },

    /// Changes a border line: its kind, name, owner or hexsides.
    SetLine {
        /// Its place in the list.
        at: usize,
        /// The line as it is to be.
        line: Line,
    },

    /// Adds a road, railway or the like.
    AddPath {
        /// The path.
        path: Path,
        /// Its place in the list; last if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a path away.
    RemovePath {
        /// Its place in the list.
        at: usize,
    },
    /// Changes a path: its kind, name, tracks or hexes.
    SetPath {
        /// Its place in the list.
        at: usize,
        /// The path as it is to be.
        path: Path,
    },

    /// Adds a zone.
    AddZone {
        /// The zone.
        zone: Zone,
        /// Its place in the list; last if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a zone away that the scenario does not speak of.
    RemoveZone {
        /// The zone.
        zone: Id,
    },
    /// Changes a zone. If its id changes, what speaks of it in the scenario follows.
    SetZone {
        /// The zone.
        zone: Id,
        /// The zone as it is to be.
        to: Zone,
    },
    /// Adds a hex to a zone.
    AddZoneHex {
        /// The zone.
        zone: Id,
        /// The hex.
        hex: HexLabel,
        /// Its place in the zone's list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a hex from a zone.
    RemoveZoneHex {
        /// The zone.
        zone: Id,
        /// The hex.
        hex: HexLabel,
    },

    /// Lays another scan under the map, or none, or fits it otherwise.
    SetScan {
        /// The scan.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scan: Option<Box<Scan>>,
    },
    /// Puts another map in place of this one, with a scenario whose places fit it: what resizing,
    /// cropping and renumbering come down to. The names of other files in them stay as they are.
    ReplaceMap {
        /// The map.
        map: Box<Map>,
        /// The scenario that goes with it.
        scenario: Box<Scenario>,
    },

    /// Sets a counter up in a hex. If its owner was to place it, he has then.
    PlaceCounter {
        /// The counter.
        counter: CounterId,
        /// The hex.
        hex: HexLabel,
        /// Its place in the stack, 0 for the top, which is meant if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// The face it shows; the front if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<u8>,
    },
    /// Moves a counter to another hex, or to another place in its stack. Its face, facing and
    /// states go with it.
    MoveCounter {
        /// The counter.
        counter: CounterId,
        /// The hex it stands in.
        from: HexLabel,
        /// The hex it goes to; the same one to reorder the stack.
        to: HexLabel,
        /// Its place in the stack there, counted without it; the top if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
    },
    /// Takes a counter off the map.
    RemoveCounter {
        /// The counter.
        counter: CounterId,
        /// The hex it stands in.
        hex: HexLabel,
    },
    /// Shows another face of a counter on the map.
    TurnCounter {
        /// The counter.
        counter: CounterId,
        /// The hex it stands in.
        hex: HexLabel,
        /// The face, 0 for the front.
        face: u8,
    },
    /// Replaces entries of the set-up's list: what every edit of counters comes down to.
    SplicePlacements {
        /// The first entry that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Placement>,
    },

    /// Replaces groups of counters that their owner places himself.
    SpliceFree {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<FreePlacement>,
    },
    /// Replaces entries of who controls which zones when play begins.
    SpliceControl {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<ZoneControl>,
    },
    /// Replaces counters that are out of play when it begins, and may be rebuilt.
    SpliceEliminated {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<CounterId>,
    },

    /// Renames the scenario.
    SetScenarioTitle {
        /// The title.
        title: String,
    },
    /// Rewrites the scenario's notes.
    SetScenarioNotes {
        /// The notes, a paragraph each.
        notes: Vec<String>,
    },
    /// Renames the map.
    SetMapTitle {
        /// The title.
        title: String,
    },
    /// Rewrites the map's notes.
    SetMapNotes {
        /// The notes, a paragraph each.
        notes: Vec<String>,
    },

    /// Changes what is printed on a counter.
    SetDesignation {
        /// The counter.
        counter: CounterId,
        /// The designation.
        designation: String,
    },
    /// Changes a rating on a face of a counter.
    SetRating {
        /// The counter.
        counter: CounterId,
        /// The face, 0 for the front.
        face: u8,
        /// The rating of the ruleset's counter layout.
        rating: Id,
        /// The value; none to take the rating off the face.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Rating>,
    },

    /// Adds a counter to an order of battle.
    AddCounter {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The counter.
        counter: Box<Counter>,
        /// Its place in the list; last if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes a counter that the scenario does not use from its order of battle.
    DeleteCounter {
        /// The counter.
        counter: CounterId,
    },
    /// Changes a counter. If its id changes, all that speaks of it in the scenario follows.
    SetCounter {
        /// The counter.
        counter: CounterId,
        /// The counter as it is to be.
        to: Box<Counter>,
    },
    /// Moves a counter to another place in its order of battle's list.
    MoveCounterInList {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The counter's place, from 0.
        from: usize,
        /// Its place when it is done.
        to: usize,
    },
    /// Adds a formation to an order of battle.
    AddFormation {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The formation.
        formation: Box<Formation>,
        /// Its place in the list; last if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes away a formation that has neither counters nor formations in it.
    RemoveFormation {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The formation.
        formation: Id,
    },
    /// Changes a formation. If its id changes, its counters and formations follow.
    SetFormation {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The formation.
        formation: Id,
        /// The formation as it is to be.
        to: Box<Formation>,
    },
    /// Moves a formation to another place in the list.
    MoveFormation {
        /// The order of battle, by its place in the scenario.
        order_of_battle: usize,
        /// The formation's place, from 0.
        from: usize,
        /// Its place when it is done.
        to: usize,
    },
    /// Puts another order of battle in place of one: a large rewrite, such as a read list.
    ReplaceOrderOfBattle {
        /// The order of battle, by its place in the scenario.
        at: usize,
        /// The order of battle as it is to be.
        to: Box<OrderOfBattle>,
    },

    /// Changes a chart.
    SetTable {
        /// The chart.
        table: Id,
        /// The chart as it is to be, under the same id.
        to: Box<Table>,
    },
    /// Changes a cell of a chart, and where it comes from.
    SetCell {
        /// The chart.
        table: Id,
        /// The row from the top, from 0.
        row: usize,
        /// The column from the left, from 0.
        column: usize,
        /// What it reads.
        value: String,
        /// Where it comes from; as before if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provenance: Option<Provenance>,
    },
    /// Changes a number of the rules, and where it comes from.
    SetConstant {
        /// The constant.
        constant: Id,
        /// The number.
        value: i32,
        /// Where it comes from; as before if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provenance: Option<Provenance>,
    },

    /// Puts another ruleset in place of this one: a large rewrite, such as a merge.
    ReplaceRuleset {
        /// The ruleset.
        ruleset: Box<Ruleset>,
    },
    /// Changes what a game-turn is called.
    SetTurnLabel {
        /// The game-turn's number.
        turn: u16,
        /// The label.
        label: String,
    },
    /// Lets a group of reinforcements arrive on another game-turn.
    SetReinforcementTurn {
        /// The group's place in the reinforcement schedule, from 0.
        entry: usize,
        /// The game-turn.
        turn: u16,
    },
    /// Replaces game-turns.
    SpliceTurns {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Turn>,
    },
    /// Replaces entries of the reinforcement schedule.
    SpliceReinforcements {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Reinforcement>,
    },
    /// Replaces withdrawals.
    SpliceWithdrawals {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Withdrawal>,
    },
    /// Replaces replacement points.
    SpliceReplacements {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Replacement>,
    },
    /// Replaces values by game-turn: artillery, air, weather.
    SpliceTracks {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Track>,
    },
    /// Replaces scores and pools as play begins.
    SpliceLevels {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Level>,
    },
    /// Replaces numbers of the ruleset that the scenario changes.
    SpliceOverrides {
        /// The first that is replaced, from 0.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Override>,
    },
    /// Changes how the game is won.
    SetVictory {
        /// The victory conditions.
        victory: Box<Victory>,
    },
    /// Switches optional rules on and off.
    SetOptionalRules {
        /// Those in force.
        rules: Vec<Id>,
    },
    /// Puts another scenario in place of this one: a large rewrite, such as a merge. The names of
    /// other files in it stay as they are.
    ReplaceScenario {
        /// The scenario.
        scenario: Box<Scenario>,
    },
}

impl Edit {
    /// What the undo list calls it.
    pub fn name(&self) -> String {
        match self {
            Self::All { edits } => match edits.as_slice() {
                [] => "Nothing".into(),
                [edit, ..] => edit.name(),
            },
            Self::SetTerrain { kind, .. } => format!("Paint {kind}"),
            Self::PaintTerrain { kind, .. } => format!("Paint {kind}"),
            Self::SetGlyph { .. } | Self::SetGlyphs { .. } => "Paint terrain".into(),
            Self::AddGlyph { kind, .. } => format!("Add {kind} to the palette"),
            Self::RemoveGlyph { .. } => "Tidy the palette".into(),
            Self::SetElevations { level, .. } => format!("Set level {level}"),
            Self::SetElevationGlyphs { .. } => "Change heights".into(),
            Self::AddElevationGlyph { level, .. } => {
                format!("Add level {level} to the palette")
            }
            Self::RemoveElevationGlyph { .. } => "Tidy the palette of heights".into(),
            Self::AddElevationLayer { .. } => "Add heights".into(),
            Self::RemoveElevationLayer => "Remove all heights".into(),
            Self::AddFeature { feature, .. } => format!("Add {} in {}", feature.kind, feature.hex),
            Self::RemoveFeature { hex, kind } => format!("Remove {kind} in {hex}"),
            Self::SetFeature { feature } => format!("Change {} in {}", feature.kind, feature.hex),
            Self::PatchFeatures { .. } => "Change features".into(),
            Self::PatchHexsides { .. } => "Change hexsides".into(),
            Self::AddHexside { hexside, .. } => format!("Draw {}", hexside.kind),
            Self::RemoveHexside { kind, .. } => format!("Erase {kind}"),
            Self::SetHexside { hexside } => format!("Change {}", hexside.kind),
            Self::AddLine { line, .. } => format!("Add {}", line.kind),
            Self::RemoveLine { .. } => "Remove line".into(),
            Self::AddLineSide { .. } => "Draw line".into(),
            Self::RemoveLineSide { .. } => "Erase line".into(),
            Self::SetLine { line, .. } => format!("Change {}", line.kind),
            Self::AddPath { path, .. } => format!("Draw {}", path.kind),
            Self::RemovePath { .. } => "Remove path".into(),
            Self::SetPath { path, .. } => format!("Change {}", path.kind),
            Self::AddZone { zone, .. } => format!("Add zone {}", zone.name),
            Self::RemoveZone { zone } => format!("Remove zone {zone}"),
            Self::SetZone { to, .. } => format!("Change zone {}", to.name),
            Self::AddZoneHex { zone, hex, .. } => format!("Add {hex} to {zone}"),
            Self::RemoveZoneHex { zone, hex } => format!("Remove {hex} from {zone}"),
            Self::PlaceCounter { counter, hex, .. } => format!("Place {counter} in {hex}"),
            Self::MoveCounter { counter, from, to, .. } if from == to => {
                format!("Reorder {counter} in {to}")
            }
            Self::MoveCounter { counter, to, .. } => format!("Move {counter} to {to}"),
            Self::RemoveCounter { counter, hex } => format!("Remove {counter} from {hex}"),
            Self::TurnCounter { counter, .. } => format!("Turn {counter} over"),
            Self::SetScan { scan: Some(_) } => "Change the scan".into(),
            Self::SetScan { scan: None } => "Remove the scan".into(),
            Self::ReplaceMap { .. } => "Replace the map".into(),
            Self::SplicePlacements { .. } => "Change the set-up".into(),
            Self::SpliceFree { .. } => "Change free placement".into(),
            Self::SpliceControl { .. } => "Change who controls what".into(),
            Self::SpliceEliminated { .. } => "Change who begins eliminated".into(),
            Self::SetScenarioTitle { .. } => "Rename the scenario".into(),
            Self::SetScenarioNotes { .. } => "Change the scenario's notes".into(),
            Self::SetMapTitle { .. } => "Rename the map".into(),
            Self::SetMapNotes { .. } => "Change the map's notes".into(),
            Self::SetDesignation { counter, .. } => format!("Change the designation of {counter}"),
            Self::SetRating { counter, rating, .. } => format!("Change {rating} of {counter}"),
            Self::AddCounter { counter, .. } => format!("Add counter {}", counter.id),
            Self::DeleteCounter { counter } => format!("Delete counter {counter}"),
            Self::SetCounter { counter, .. } => format!("Change {counter}"),
            Self::MoveCounterInList { .. } => "Reorder counters".into(),
            Self::AddFormation { formation, .. } => format!("Add {}", formation.name),
            Self::RemoveFormation { formation, .. } => format!("Remove {formation}"),
            Self::SetFormation { to, .. } => format!("Change {}", to.name),
            Self::MoveFormation { .. } => "Reorder formations".into(),
            Self::ReplaceOrderOfBattle { .. } => "Rewrite the order of battle".into(),
            Self::SetTable { to, .. } => format!("Change {}", to.title),
            Self::SetCell { table, .. } => format!("Change a cell of {table}"),
            Self::SetConstant { constant, .. } => format!("Change {constant}"),
            Self::ReplaceRuleset { .. } => "Rewrite the ruleset".into(),
            Self::SetTurnLabel { turn, .. } => format!("Rename game-turn {turn}"),
            Self::SetReinforcementTurn { turn, .. } => {
                format!("Reschedule reinforcements to game-turn {turn}")
            }
            Self::SpliceTurns { .. } => "Change the game-turns".into(),
            Self::SpliceReinforcements { .. } => "Change reinforcements".into(),
            Self::SpliceWithdrawals { .. } => "Change withdrawals".into(),
            Self::SpliceReplacements { .. } => "Change replacements".into(),
            Self::SpliceTracks { .. } => "Change the turn track".into(),
            Self::SpliceLevels { .. } => "Change starting levels".into(),
            Self::SpliceOverrides { .. } => "Change overrides".into(),
            Self::SetVictory { .. } => "Change the victory conditions".into(),
            Self::SetOptionalRules { .. } => "Change optional rules".into(),
            Self::ReplaceScenario { .. } => "Rewrite the scenario".into(),
        }
    }
}

/// The part of a ruleset that an edit looked a kind up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindOf {
    /// Base terrain.
    Terrain,
    /// Features.
    Feature,
    /// Hexside features.
    Hexside,
    /// Border lines.
    Line,
    /// Roads and railways.
    Path,
}

impl std::fmt::Display for KindOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Terrain => "terrain",
            Self::Feature => "feature",
            Self::Hexside => "hexside",
            Self::Line => "line",
            Self::Path => "path",
        })
    }
}

/// Why an edit was refused. The document is then as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The hex is not on the map.
    #[error("there is no hex {hex:?} on this map; give a number that the map prints")]
    NoSuchHex {
        /// What was given.
        hex: HexLabel,
    },
    /// The hexside is not on the map.
    #[error(
        "there is no hexside {side:?} on this map; write a hex, a colon and a compass point \
         that the map's hexes have"
    )]
    NoSuchSide {
        /// What was given.
        side: SideLabel,
    },
    /// The ruleset does not define the kind.
    #[error("the ruleset has no {of} kind {kind:?}; it has {}", .known.join(", "))]
    UnknownKind {
        /// What was looked for.
        of: KindOf,
        /// What was given.
        kind: Id,
        /// What there is.
        known: Vec<Id>,
    },
    /// The map's terrain rows do not reach the hex.
    #[error("the terrain rows of the map do not reach hex {hex}; mend the map's rows first")]
    BrokenRows {
        /// The hex.
        hex: HexLabel,
    },
    /// The glyph is not in the palette.
    #[error("the terrain palette has no glyph {glyph:?}; add it first")]
    NoSuchGlyph {
        /// The glyph.
        glyph: char,
    },
    /// The glyph is in the palette already.
    #[error("the terrain palette has a glyph {glyph:?} already; choose another")]
    GlyphTaken {
        /// The glyph.
        glyph: char,
    },
    /// The glyph stands in a hex.
    #[error("the glyph {glyph:?} is still used, in hex {hex}; paint over it first")]
    GlyphInUse {
        /// The glyph.
        glyph: char,
        /// A hex that uses it.
        hex: HexLabel,
    },
    /// Every glyph is taken.
    #[error("no glyph is left for {kind:?}; remove unused glyphs from the terrain palette")]
    NoGlyphLeft {
        /// The terrain kind.
        kind: Id,
    },
    /// The feature is there already.
    #[error("hex {hex} has a {kind} already; change that one, or remove it first")]
    FeatureThere {
        /// The hex.
        hex: HexLabel,
        /// The kind.
        kind: Id,
    },
    /// The feature is not there.
    #[error("hex {hex} has no {kind}; add one first")]
    NoSuchFeature {
        /// The hex.
        hex: HexLabel,
        /// The kind.
        kind: Id,
    },
    /// The hexside feature is there already.
    #[error("hexside {side} has a {kind} already; change that one, or erase it first")]
    HexsideThere {
        /// The hexside.
        side: SideLabel,
        /// The kind.
        kind: Id,
    },
    /// The hexside feature is not there.
    #[error("hexside {side} has no {kind}; draw one first")]
    NoSuchHexside {
        /// The hexside.
        side: SideLabel,
        /// The kind.
        kind: Id,
    },
    /// There is no such line.
    #[error("the map has no line number {line}; it has {count}, counted from 0")]
    NoSuchLine {
        /// What was given.
        line: usize,
        /// How many there are.
        count: usize,
    },
    /// The line runs along the hexside already.
    #[error("line {line} runs along {side} already; there is nothing to add")]
    LineSideThere {
        /// The line.
        line: usize,
        /// The hexside.
        side: SideLabel,
    },
    /// The line does not run along the hexside.
    #[error("line {line} does not run along {side}; there is nothing to erase")]
    NoSuchLineSide {
        /// The line.
        line: usize,
        /// The hexside.
        side: SideLabel,
    },
    /// There is no such zone.
    #[error("the map has no zone {zone:?}; add the zone first")]
    NoSuchZone {
        /// What was given.
        zone: Id,
    },
    /// The zone has the hex already.
    #[error("zone {zone} has hex {hex} already; there is nothing to add")]
    ZoneHexThere {
        /// The zone.
        zone: Id,
        /// The hex.
        hex: HexLabel,
    },
    /// The zone does not have the hex.
    #[error("zone {zone} does not have hex {hex}; there is nothing to remove")]
    NoSuchZoneHex {
        /// The zone.
        zone: Id,
        /// The hex.
        hex: HexLabel,
    },
    /// No order of battle has the counter.
    #[error("no order of battle of this scenario has a counter {counter:?}; add it there first")]
    NoSuchCounter {
        /// What was given.
        counter: CounterId,
    },
    /// Every counter of this id is in use.
    #[error("counter {counter} is used already: {place}; move or remove it there first")]
    CounterUsed {
        /// The counter.
        counter: CounterId,
        /// Where it is.
        place: String,
    },
    /// The counter is not in the hex.
    #[error("counter {counter} does not stand in hex {hex}; place it there first")]
    CounterNotThere {
        /// The counter.
        counter: CounterId,
        /// The hex.
        hex: HexLabel,
    },
    /// The counter has no such face.
    #[error("counter {counter} has {faces} face(s), so no face {face}; faces count from 0")]
    NoSuchFace {
        /// The counter.
        counter: CounterId,
        /// What was given.
        face: u8,
        /// How many there are.
        faces: usize,
    },
    /// The counter layout has no such rating.
    #[error("the ruleset's counters have no rating {rating:?}; they have {}", .known.join(", "))]
    NoSuchRating {
        /// What was given.
        rating: Id,
        /// What there is.
        known: Vec<Id>,
    },
    /// The scenario has no such game-turn.
    #[error("the scenario has no game-turn {turn}; add it to the turns first")]
    NoSuchTurn {
        /// What was given.
        turn: u16,
    },
    /// A place beyond the end of a list.
    #[error("{list} has {len} entries, so nothing can be done at number {at}, counted from 0")]
    BeyondEnd {
        /// The list.
        list: &'static str,
        /// What was given.
        at: usize,
        /// How many entries there are.
        len: usize,
    },
    /// A run of glyphs reaches over the end of its row, or has none.
    #[error("the glyphs from hex {hex} on do not fit into their row")]
    BadRun {
        /// The hex that the run begins with.
        hex: HexLabel,
    },
    /// The map has no heights.
    #[error("the map has no heights; add them first")]
    NoElevation,
    /// The map has heights.
    #[error("the map has heights already; change those, or remove them first")]
    ElevationThere,
    /// There is no such path.
    #[error("the map has no path number {at}; it has {count}, counted from 0")]
    NoSuchPath {
        /// What was given.
        at: usize,
        /// How many there are.
        count: usize,
    },
    /// There is a zone of this id.
    #[error("the map has a zone {zone:?} already; choose another id")]
    ZoneThere {
        /// The id.
        zone: Id,
    },
    /// The scenario speaks of the zone.
    #[error("zone {zone} is still used: {place}; change that first")]
    ZoneInUse {
        /// The zone.
        zone: Id,
        /// Where.
        place: String,
    },
    /// There is no such order of battle.
    #[error("the scenario has no order of battle number {at}; it has {count}, counted from 0")]
    NoSuchOrderOfBattle {
        /// What was given.
        at: usize,
        /// How many there are.
        count: usize,
    },
    /// There is a counter of this id.
    #[error("there is a counter {counter:?} already; choose another id")]
    CounterThere {
        /// The id.
        counter: CounterId,
    },
    /// There is no such formation.
    #[error("the order of battle has no formation {formation:?}; add it first")]
    NoSuchFormation {
        /// What was given.
        formation: Id,
    },
    /// There is a formation of this id.
    #[error("the order of battle has a formation {formation:?} already; choose another id")]
    FormationThere {
        /// The id.
        formation: Id,
    },
    /// The formation is not empty.
    #[error("{formation} still has {count} counters and formations in it; move them first")]
    FormationInUse {
        /// The formation.
        formation: Id,
        /// How many things are in it.
        count: usize,
    },
    /// A formation would belong to itself.
    #[error("{formation} cannot belong to {parent}, which is part of it")]
    FormationCycle {
        /// The formation.
        formation: Id,
        /// What it was to belong to.
        parent: Id,
    },
    /// There is no such chart.
    #[error("the ruleset has no chart {table:?}; it has {}", .known.join(", "))]
    NoSuchTable {
        /// What was given.
        table: Id,
        /// What there is.
        known: Vec<Id>,
    },
    /// A chart cannot change its id, by which the rules know it.
    #[error("the rules know this chart as {table:?}; its id cannot change")]
    TableId {
        /// The chart.
        table: Id,
    },
    /// The chart has no such cell.
    #[error("chart {table} has no cell in row {row} and column {column}, counted from 0")]
    NoSuchCell {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// There is no such constant.
    #[error("the ruleset has no constant {constant:?}")]
    NoSuchConstant {
        /// What was given.
        constant: Id,
    },
    /// The places of a patch are not in order.
    #[error("the places in {list} are not in order, or one is given twice")]
    OutOfOrder {
        /// The list.
        list: &'static str,
    },
}
