//! A change of the document as a value: it can be applied, inverted, named and kept in a file.

use salient_schema::common::Rating;
use salient_schema::map::{Feature, Hexside, Line};
use salient_schema::scenario::Placement;
use salient_schema::{CounterId, HexLabel, Id, SideLabel};
use serde::{Deserialize, Serialize};

/// One change.
///
/// Hexes and hexsides are named as the map prints them, so that a journal can be read by a
/// person. `at` is a place in the file's list, from 0; where it is left out the thing goes to
/// its canonical place. Applying an edit gives its exact inverse, positions included: edit and
/// inverse together leave every byte of the files as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Writes a glyph of the map's palette into the terrain rows: what
    /// [`SetTerrain`](Self::SetTerrain) comes down to, since two glyphs may mean one kind.
    SetGlyph {
        /// The hex.
        hex: HexLabel,
        /// The glyph.
        glyph: char,
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

    /// Sets a counter up in a hex.
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
            Self::SetGlyph { .. } => "Paint terrain".into(),
            Self::AddGlyph { kind, .. } => format!("Add {kind} to the palette"),
            Self::RemoveGlyph { .. } => "Tidy the palette".into(),
            Self::AddFeature { feature, .. } => format!("Add {} in {}", feature.kind, feature.hex),
            Self::RemoveFeature { hex, kind } => format!("Remove {kind} in {hex}"),
            Self::SetFeature { feature } => format!("Change {} in {}", feature.kind, feature.hex),
            Self::AddHexside { hexside, .. } => format!("Draw {}", hexside.kind),
            Self::RemoveHexside { kind, .. } => format!("Erase {kind}"),
            Self::SetHexside { hexside } => format!("Change {}", hexside.kind),
            Self::AddLine { line, .. } => format!("Add {}", line.kind),
            Self::RemoveLine { .. } => "Remove line".into(),
            Self::AddLineSide { .. } => "Draw line".into(),
            Self::RemoveLineSide { .. } => "Erase line".into(),
            Self::AddZoneHex { zone, hex, .. } => format!("Add {hex} to {zone}"),
            Self::RemoveZoneHex { zone, hex } => format!("Remove {hex} from {zone}"),
            Self::PlaceCounter { counter, hex, .. } => format!("Place {counter} in {hex}"),
            Self::MoveCounter { counter, from, to, .. } if from == to => {
                format!("Reorder {counter} in {to}")
            }
            Self::MoveCounter { counter, to, .. } => format!("Move {counter} to {to}"),
            Self::RemoveCounter { counter, hex } => format!("Remove {counter} from {hex}"),
            Self::TurnCounter { counter, .. } => format!("Turn {counter} over"),
            Self::SplicePlacements { .. } => "Change the set-up".into(),
            Self::SetScenarioTitle { .. } => "Rename the scenario".into(),
            Self::SetScenarioNotes { .. } => "Change the scenario's notes".into(),
            Self::SetMapTitle { .. } => "Rename the map".into(),
            Self::SetMapNotes { .. } => "Change the map's notes".into(),
            Self::SetDesignation { counter, .. } => format!("Change the designation of {counter}"),
            Self::SetRating { counter, rating, .. } => format!("Change {rating} of {counter}"),
            Self::SetTurnLabel { turn, .. } => format!("Rename game-turn {turn}"),
            Self::SetReinforcementTurn { turn, .. } => {
                format!("Reschedule reinforcements to game-turn {turn}")
            }
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
}

impl std::fmt::Display for KindOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Terrain => "terrain",
            Self::Feature => "feature",
            Self::Hexside => "hexside",
            Self::Line => "line",
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
}
