//! Why an edit is refused.

use salient_schema::{CounterId, Defined, HexLabel, Id, SideLabel};

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

/// The places beside the one that is named.
fn and_more(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " and 1 more place".to_owned(),
        count => format!(" and {} more places", count - 1),
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
    /// A counter cannot carry itself.
    #[error("counter {counter} cannot carry itself; name another one of its hex")]
    CarriesItself {
        /// The counter.
        counter: CounterId,
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
    /// The ruleset defines it already.
    #[error("the ruleset has a {} {id:?} already; choose another id", .of.words())]
    DefinedAlready {
        /// What it is.
        of: Defined,
        /// The id.
        id: Id,
    },
    /// The ruleset does not define it.
    #[error("the ruleset has no {} {id:?}; it has {}", .of.words(), .known.join(", "))]
    NotDefined {
        /// What was looked for.
        of: Defined,
        /// What was given.
        id: Id,
        /// What there is.
        known: Vec<Id>,
    },
    /// What the ruleset defines is spoken of.
    #[error("{id} is still used: {place}{}; change that first", and_more(*count))]
    StillUsed {
        /// What was to go.
        id: Id,
        /// In how many places it is named.
        count: usize,
        /// The first of them, in words.
        place: String,
    },
    /// Two steps of the sequence of play would have one id.
    #[error("two steps of the sequence of play would be known as {id:?}; give one another name")]
    StepTwice {
        /// The id.
        id: Id,
    },
    /// There is no copy to be taken back.
    #[error("the document has no ruleset of its own that could be given up")]
    NotCopied,
    /// The ruleset has a chart or constant of this id.
    #[error("the ruleset has {id:?} already; choose another id")]
    ChartThere {
        /// The id.
        id: Id,
    },
    /// There is no such chart.
    #[error("the ruleset has no chart {table:?}; it has {}", .known.join(", "))]
    NoSuchTable {
        /// What was given.
        table: Id,
        /// What there is.
        known: Vec<Id>,
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
    /// What is no id.
    #[error(
        "{id:?} is no id; write lower-case letters and digits, with - and _ between them: \
         picardy-1918"
    )]
    NoId {
        /// What was given.
        id: String,
    },
    /// The places of a patch are not in order.
    #[error("the places in {list} are not in order, or one is given twice")]
    OutOfOrder {
        /// The list.
        list: &'static str,
    },
    /// What is named does not fit the list.
    #[error("in {list} nothing is known by such a name, or of this sort")]
    WrongList {
        /// The list.
        list: &'static str,
    },
}
