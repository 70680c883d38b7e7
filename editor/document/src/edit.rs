//! A change of the document as a value: it can be applied, inverted, named and kept in a file.

mod error;
mod list;
mod make;
mod names;

pub use error::{EditError, KindOf};
pub(crate) use list::Listed;
pub use list::{Item, Key, List};
use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{ElevationLayer, Map, Scan};
use salient_schema::order_of_battle::OrderOfBattle;
use salient_schema::rules_of_play::RulesOfPlay;
use salient_schema::ruleset::{SequenceStep, SetUpCheck};
use salient_schema::scenario::{Scenario, StartingPoint, Victory};
use salient_schema::{CounterId, HexLabel, Id, Ruleset};
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

/// A file beside the document's own: see [`Companion`](crate::Companion).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompanionFile {
    /// Where it lies.
    pub path: String,
    /// What it is to hold.
    pub text: String,
}

/// What a ruleset says of itself, beside its charts: see the fields of [`Ruleset`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesetHead {
    /// Its name in files and logs.
    pub id: Id,
    /// The system whose rules play it, where that is not its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Id>,
    /// What a reader calls it.
    pub title: String,
    /// Who published it, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// What stands before a rule number.
    pub citation: String,
    /// Decisions, sources and attributions, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What is checked in other games and not in this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<SetUpCheck>,
}

impl RulesetHead {
    /// What a ruleset says of itself.
    pub fn of(ruleset: &Ruleset) -> Self {
        Self {
            id: ruleset.id.clone(),
            rules: ruleset.rules.clone(),
            title: ruleset.title.clone(),
            publisher: ruleset.publisher.clone(),
            citation: ruleset.citation.clone(),
            notes: ruleset.notes.clone(),
            unchecked: ruleset.unchecked.clone(),
        }
    }

    /// Puts it in place of what a ruleset says of itself, which comes back.
    pub fn put(&self, ruleset: &mut Ruleset) -> Self {
        let old = Self::of(ruleset);
        let Self { id, rules, title, publisher, citation, notes, unchecked } = self.clone();
        ruleset.id = id;
        ruleset.rules = rules;
        ruleset.title = title;
        ruleset.publisher = publisher;
        ruleset.citation = citation;
        ruleset.notes = notes;
        ruleset.unchecked = unchecked;
        old
    }
}

/// A file that states roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RolesOf {
    /// The ruleset: for all its scenarios.
    Ruleset,
    /// The scenario: for itself, whatever the ruleset says.
    Scenario,
}

/// One change.
///
/// Hexes and hexsides are named as the map prints them, so that a journal can be read by a
/// person. `at` is a place in the file's list, from 0; where it is left out the thing goes to
/// its canonical place. Applying an edit gives its exact inverse, positions included: edit and
/// inverse together leave every byte of the files as it was.
///
/// What only adds, removes, changes or moves an item of a [`List`] is one of six kinds, whatever
/// the list: they come first. The others are about what is no list, or say in a designer's terms
/// what comes down to several of the six.
// Written with the kind as a key, not as a field among others: a reader then knows what comes,
// and need not keep a whole map to look at it twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Several edits as one: all of them, or none.
    All {
        /// The edits, in order.
        edits: Vec<Edit>,
    },

    /// Puts an item into a list. Where names tell the items of the list apart, no other may have
    /// its name.
    Add {
        /// The list.
        list: List,
        /// The item.
        item: Item,
        /// Its place; if left out its canonical one, or the last where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Takes an item out of a list, if nothing else speaks of it.
    Remove {
        /// The list.
        list: List,
        /// The item.
        key: Key,
    },
    /// Changes an item of a list. If it is called otherwise from then on, what speaks of it
    /// follows.
    Set {
        /// The list.
        list: List,
        /// The item.
        key: Key,
        /// The item as it is to be.
        to: Item,
    },
    /// Moves an item to another place in its list.
    Move {
        /// The list.
        list: List,
        /// The item's place.
        from: usize,
        /// Its place when it is done.
        to: usize,
    },
    /// Replaces items that lie side by side, in a list where no name tells them apart.
    Splice {
        /// The list.
        list: List,
        /// The first that is replaced.
        at: usize,
        /// How many are replaced.
        remove: usize,
        /// What stands there instead.
        insert: Vec<Item>,
    },
    /// Takes features or hexsides out and puts others in, all at once: what many additions and
    /// removals together come to.
    Patch {
        /// The list.
        list: List,
        /// The places of those that go, in order.
        remove: Vec<usize>,
        /// Those that come, in order, with their places when all is done.
        insert: Vec<Placed<Item>>,
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
    /// Lets a glyph of the terrain palette stand for another kind, in every hex that has it.
    SetGlyphKind {
        /// The glyph.
        glyph: char,
        /// The terrain kind it is to stand for.
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
    /// states go with it, and in another hex so does what it carries; what carried it stays.
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
    /// Takes a counter off the map. What it carried stays, by itself.
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

    /// Says which way a counter on the map faces: where the rules let units take up two hexes, its
    /// other hex.
    FaceCounter {
        /// The counter.
        counter: CounterId,
        /// The hex it stands in.
        hex: HexLabel,
        /// A direction, `ne`; none for a counter that faces no way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<String>,
    },

    /// Says in which states a counter on the map begins, and what carries it.
    SetStates {
        /// The counter.
        counter: CounterId,
        /// The hex it stands in.
        hex: HexLabel,
        /// The states, as the system names them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<Id>,
        /// The counter of the same hex that carries it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried_by: Option<CounterId>,
    },

    /// Lays the recipe of the map beside it, or takes it away; the next save writes it.
    SetCompanion {
        /// The file; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Box<CompanionFile>>,
    },
    /// Renames the scenario.
    SetScenarioTitle {
        /// The title.
        title: String,
    },
    /// Gives the scenario another name of its own, by which files and logs know it.
    SetScenarioId {
        /// The id: lower-case letters and digits, with `-` and `_` between them.
        id: Id,
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

    /// Gives the scenario an order of battle, behind those that it has and with nothing in it yet.
    /// The next save writes it to a file of its own, unless all is in one file.
    AddOrderOfBattle {
        /// One that was taken away and comes back as it was; a new one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<Box<OrderOfBattle>>,
    },
    /// Takes the last order of battle away, in which there must be nothing.
    RemoveOrderOfBattle,
    /// Puts another order of battle in place of one: a large rewrite, such as a read list.
    ReplaceOrderOfBattle {
        /// The order of battle, by its place in the scenario.
        at: usize,
        /// The order of battle as it is to be.
        to: Box<OrderOfBattle>,
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

    /// Says otherwise what the ruleset is: its names, its publisher, whose rules play it.
    SetRulesetHead {
        /// What it is to be.
        head: Box<RulesetHead>,
    },
    /// Gives the document a ruleset of its own, under another title: the next save writes it, and
    /// the map and orders of battle that are made for it, to new files beside the scenario.
    CopyRuleset {
        /// The copy's title.
        title: String,
    },
    /// Takes the copy back: the files stay those that there were.
    UncopyRuleset {
        /// The title that it had.
        title: String,
    },
    /// Puts another sequence of play in place of this one.
    SetSequence {
        /// The steps of a game-turn, in order.
        sequence: Vec<SequenceStep>,
    },
    /// Says otherwise how the game is played: rules of play as data.
    SetRulesOfPlay {
        /// The rules of play; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<Box<RulesOfPlay>>,
    },
    /// Changes the bottom line of the counters, and what a stacking point is divided into.
    SetCounterPrint {
        /// Text with rating ids in braces, `{strength}-{movement}`.
        pattern: String,
        /// The parts of a stacking point.
        stacking_denominator: u16,
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
    /// Changes how the game is won.
    SetVictory {
        /// The victory conditions.
        victory: Box<Victory>,
    },
    /// Changes where in the midst of a game play begins.
    SetStart {
        /// Where; none for the beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<Box<StartingPoint>>,
    },
    /// Switches optional rules on and off.
    SetOptionalRules {
        /// Those in force.
        rules: Vec<Id>,
    },
    /// Says what fills a role: what plays a part in the rules.
    SetRole {
        /// The file that states it.
        of: RolesOf,
        /// The role.
        role: Id,
        /// Those that fill it, in order; if left out the file says nothing of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filled_by: Option<Vec<Id>>,
    },
    /// Puts another scenario in place of this one: a large rewrite, such as a merge. The names of
    /// other files in it stay as they are.
    ReplaceScenario {
        /// The scenario.
        scenario: Box<Scenario>,
    },
}
