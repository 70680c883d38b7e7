//! The tables: which file holds what, column by column. Writing, reading and the README.txt of an
//! export all go by this list.

use salient_schema::{OrderOfBattle, Ruleset, Scenario, map, order_of_battle, ruleset, scenario};
use salient_tables::counters::{
    COUNTER, FACE, FORMATION, ID, NAME, PART, PROVENANCE, SIDE as SIDE_OF,
};
use salient_tables::{Cell, Column};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A table: one file, one row a thing.
pub struct Table {
    /// The file.
    pub file: &'static str,
    /// What a row is.
    pub holds: &'static str,
    /// The document that the things are in.
    pub part: Part,
    /// Where in it: the name of each list in the table's first column, and the list.
    pub lists: &'static [(&'static str, &'static str)],
    /// The first column, where the table has several lists or documents.
    pub list_column: Option<&'static str>,
    /// How the rows of the tables below it name a row of this one.
    pub key: Option<Key>,
    /// Its other columns.
    pub columns: &'static [Column],
    /// Objects that a thing always has, with or without anything in them.
    pub always: &'static [&'static str],
    /// Lists within each thing, as tables of their own.
    pub children: &'static [Child],
    /// Whether a row as an object is what the list may hold.
    pub check: fn(Value) -> Result<(), serde_json::Error>,
}

/// The documents of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Map,
    Ruleset,
    Book,
    Scenario,
}

impl Part {
    pub const ALL: [Self; 4] = [Self::Map, Self::Ruleset, Self::Book, Self::Scenario];

    /// The table of what stands in no other.
    pub fn rest(self) -> &'static str {
        match self {
            Self::Map => "map.csv",
            Self::Ruleset => "ruleset.csv",
            Self::Book => "books.csv",
            Self::Scenario => "scenario.csv",
        }
    }
}

/// How a row is named.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// By one of its columns.
    Column(&'static str),
    /// By a number in a column of its own.
    Number(&'static str),
}

/// A list within a thing.
pub struct Child {
    pub file: &'static str,
    pub holds: &'static str,
    /// The list's field.
    pub field: &'static str,
    /// The column that names the thing.
    pub parent: &'static str,
    pub columns: &'static [Column],
    pub always: &'static [&'static str],
    /// The object whose entries each have a column, headed by its name, a dot and the entry's.
    pub open: Option<&'static str>,
    /// Whether an entry is what the one column holds, and not an object.
    pub plain: bool,
}

const fn col(name: &'static str, cell: Cell, meaning: &'static str) -> Column {
    Column::new(name, cell, meaning)
}

fn is<T: DeserializeOwned>(value: Value) -> Result<(), serde_json::Error> {
    serde_json::from_value::<T>(value).map(drop)
}

use Cell::{Either, Flag, Hex, Hexes, List, Number, Short, Side, Text};

const RULE: Column = col("rule", Text, "the rule it comes from");
const TURN: Column = col("turn", Number, "the game-turn");
const COUNTERS: Column = col("counters", List, "the counters' ids, spaces between");

/// All tables but the hexes'.
pub const TABLES: &[Table] = &[
    Table {
        file: "features.csv",
        holds: "what stands in a hex: towns, works, entry hexes, labels",
        part: Part::Map,
        lists: &[("", "features/items")],
        list_column: None,
        key: None,
        columns: &[
            col("hex", Hex, "the hex"),
            col("kind", Text, "the feature kind of the ruleset"),
            NAME,
            col("owner", Text, "the side that holds it when play begins"),
            col("value", Number, "what it is worth"),
            col("letter", Text, "the letter of an entry hex"),
            col("facing", List, "the hexsides it faces, spaces between"),
            PROVENANCE,
        ],
        always: &[],
        children: &[],
        check: is::<map::Feature>,
    },
    Table {
        file: "hexsides.csv",
        holds: "what runs along a hexside: rivers, ridges",
        part: Part::Map,
        lists: &[("", "hexsides/items")],
        list_column: None,
        key: None,
        columns: &[
            col("side", Side, "the hexside: a hex, a colon and a compass point, 0101:ne"),
            col("kind", Text, "the hexside kind of the ruleset"),
            NAME,
            PROVENANCE,
        ],
        always: &[],
        children: &[],
        check: is::<map::Hexside>,
    },
    Table {
        file: "paths.csv",
        holds: "roads and railways",
        part: Part::Map,
        lists: &[("", "paths/items")],
        list_column: None,
        key: Some(Key::Number("path")),
        columns: &[
            col("kind", Text, "the path kind of the ruleset"),
            NAME,
            col("tracks", Number, "a railway's tracks"),
        ],
        always: &[],
        children: &[Child {
            file: "path_hexes.csv",
            holds: "the hexes of each path, in order",
            field: "hexes",
            parent: "path",
            columns: &[col("hex", Hex, "the hex")],
            always: &[],
            open: None,
            plain: true,
        }],
        check: is::<map::Path>,
    },
    Table {
        file: "lines.csv",
        holds: "borders along hexsides: front lines, victory lines",
        part: Part::Map,
        lists: &[("", "lines/items")],
        list_column: None,
        key: Some(Key::Number("line")),
        columns: &[
            col("kind", Text, "the line kind of the ruleset"),
            NAME,
            col("owner", Text, "the side that holds it"),
        ],
        always: &[],
        children: &[Child {
            file: "line_sides.csv",
            holds: "the hexsides of each line, in order",
            field: "sides",
            parent: "line",
            columns: &[col("side", Side, "the hexside")],
            always: &[],
            open: None,
            plain: true,
        }],
        check: is::<map::Line>,
    },
    Table {
        file: "zones.csv",
        holds: "named groups of hexes",
        part: Part::Map,
        lists: &[("", "zones/items")],
        list_column: None,
        key: Some(Key::Column("id")),
        columns: &[
            ID,
            NAME,
            col("kind", Text, "set_up, nation, supply_edge, exit, sector, victory, dead or other"),
            col("owner", Text, "the side or nation it belongs to"),
            col("colour", Text, "the colour that it is drawn in, #rrggbb"),
        ],
        always: &[],
        children: &[Child {
            file: "zone_hexes.csv",
            holds: "the hexes of each zone",
            field: "hexes",
            parent: "zone",
            columns: &[col("hex", Hex, "the hex")],
            always: &[],
            open: None,
            plain: true,
        }],
        check: is::<map::Zone>,
    },
    Table {
        file: "boards.csv",
        holds: "the boards that the map is joined of",
        part: Part::Map,
        lists: &[("", "grid/boards")],
        list_column: None,
        key: None,
        columns: &[
            col("id", Text, "the printed name"),
            col("column", Number, "its first column, from 0"),
            col("row", Number, "its first row, from 0"),
            col("columns", Number, "its width in hexes"),
            col("rows", Number, "its height in hexes"),
            col("turned", Flag, "whether it lies upside down"),
            col("half_hexes", Flag, "whether it is cut through the hexes along its edges"),
            col("file", Text, "the map file of the board itself"),
        ],
        always: &[],
        children: &[],
        check: is::<map::Board>,
    },
    Table {
        file: "control_points.csv",
        holds: "the places by which the map lies on the earth",
        part: Part::Map,
        lists: &[("", "georeference/control_points")],
        list_column: None,
        key: None,
        columns: &[
            col("hex", Hex, "the hex"),
            col("name", Text, "what is there"),
            col("latitude", Number, "degrees north"),
            col("longitude", Number, "degrees east"),
            col("residual_hexes", Number, "how far the fit misses it, in hexes"),
        ],
        always: &[],
        children: &[],
        check: is::<map::ControlPoint>,
    },
    Table {
        file: "formations.csv",
        holds: "armies, corps, divisions",
        part: Part::Book,
        lists: &[("", "formations")],
        list_column: Some("book"),
        key: None,
        columns: FORMATION,
        always: &[],
        children: &[],
        check: is::<order_of_battle::Formation>,
    },
    Table {
        file: "counters.csv",
        holds: "the counters",
        part: Part::Book,
        lists: &[("", "counters")],
        list_column: Some("book"),
        key: Some(Key::Column("id")),
        columns: COUNTER,
        always: &[],
        children: &[
            Child {
                file: "faces.csv",
                holds: "each counter's front, its back and any faces after them, with the ratings",
                field: "faces",
                parent: "counter",
                columns: FACE,
                always: &["ratings"],
                open: Some("ratings"),
                plain: false,
            },
            Child {
                file: "parts.csv",
                holds: "what counters are made of, where sub-units count",
                field: "parts",
                parent: "counter",
                columns: PART,
                always: &[],
                open: None,
                plain: false,
            },
        ],
        check: is::<order_of_battle::Counter>,
    },
    Table {
        file: "turns.csv",
        holds: "the game-turns",
        part: Part::Scenario,
        lists: &[("", "turns")],
        list_column: None,
        key: None,
        columns: &[
            TURN,
            col("label", Text, "what it stands for"),
            col("date", Text, "the date, year-month-day"),
            col("half", Text, "am or pm"),
            col("weather", Text, "weather that is fixed"),
            PROVENANCE,
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Turn>,
    },
    Table {
        file: "set_up.csv",
        holds: "which counters stand where when play begins",
        part: Part::Scenario,
        lists: &[("", "setup/placements")],
        list_column: None,
        key: None,
        columns: &[
            col("hex", Hex, "the hex"),
            col("counters", List, "the counters' ids from the top of the stack, spaces between"),
            col("face", Number, "the face they show: 0 for the front"),
            col("facing", Text, "the direction they face"),
            col("carried_by", Text, "the counter that carries them"),
            col("states", List, "the states they begin in, spaces between"),
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Placement>,
    },
    Table {
        file: "free.csv",
        holds: "counters that their owner places in a zone",
        part: Part::Scenario,
        lists: &[("", "setup/free")],
        list_column: None,
        key: Some(Key::Number("free")),
        columns: &[
            SIDE_OF,
            col("zone", Text, "the zone"),
            col("front", Text, "the zone whose hexes are to be held"),
            COUNTERS,
            RULE,
        ],
        always: &[],
        children: &[Child {
            file: "free_conditions.csv",
            holds: "what must hold when all are placed",
            field: "conditions",
            parent: "free",
            columns: &[
                col(
                    "kind",
                    Text,
                    "every_hex_holds_unit, every_hex_holds_unit_or_zoc, at_least, at_most_per_hex",
                ),
                col("feature", Text, "only hexes with this feature"),
                col("type", Text, "the unit type that is counted"),
                col("count", Number, "how many"),
            ],
            always: &[],
            open: None,
            plain: false,
        }],
        check: is::<scenario::FreePlacement>,
    },
    Table {
        file: "control.csv",
        holds: "who controls which zones when play begins",
        part: Part::Scenario,
        lists: &[("", "setup/control")],
        list_column: None,
        key: None,
        columns: &[SIDE_OF, col("zone", Text, "the zone")],
        always: &[],
        children: &[],
        check: is::<scenario::ZoneControl>,
    },
    Table {
        file: "schedule.csv",
        holds: "what arrives later",
        part: Part::Scenario,
        lists: &[("", "reinforcements")],
        list_column: None,
        key: None,
        columns: &[
            TURN,
            SIDE_OF,
            col("entry.letter", Text, "where: the entry hex with this letter"),
            col("entry.hexes", Hexes, "or any of these hexes, spaces between"),
            col("entry.zone", Text, "or any hex of this zone"),
            COUNTERS,
            col(
                "condition.die_at_most",
                Number,
                "the most that a die may show, where one is rolled",
            ),
            col("condition.while_holding", Text, "only while the side holds this zone"),
            col("condition.text", Text, "a condition in words"),
            RULE,
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Reinforcement>,
    },
    Table {
        file: "withdrawals.csv",
        holds: "what leaves",
        part: Part::Scenario,
        lists: &[("", "withdrawals")],
        list_column: None,
        key: None,
        columns: &[TURN, SIDE_OF, COUNTERS, RULE],
        always: &[],
        children: &[],
        check: is::<scenario::Withdrawal>,
    },
    Table {
        file: "replacements.csv",
        holds: "replacement points by game-turn",
        part: Part::Scenario,
        lists: &[("", "replacements")],
        list_column: None,
        key: None,
        columns: &[
            TURN,
            SIDE_OF,
            col("nation", Text, "the nation whose units they rebuild"),
            col("pool", Text, "the kind of points"),
            col("points", Number, "how many"),
            PROVENANCE,
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Replacement>,
    },
    Table {
        file: "tracks.csv",
        holds: "values that change by game-turn",
        part: Part::Scenario,
        lists: &[("", "tracks")],
        list_column: None,
        key: Some(Key::Number("track")),
        columns: &[ID, NAME, SIDE_OF, RULE, PROVENANCE],
        always: &[],
        children: &[Child {
            file: "track_values.csv",
            holds: "the values of each track, from the first game-turn on",
            field: "values",
            parent: "track",
            columns: &[col("value", Number, "the value")],
            always: &[],
            open: None,
            plain: true,
        }],
        check: is::<scenario::Track>,
    },
    Table {
        file: "levels.csv",
        holds: "where scores and pools stand when play begins",
        part: Part::Scenario,
        lists: &[("", "levels")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            SIDE_OF,
            col("nation", Text, "the nation, where each has its own"),
            col("value", Number, "the value"),
            col("words", Text, "what people read in place of name and number"),
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Level>,
    },
    Table {
        file: "victory_scores.csv",
        holds: "what is worth victory points",
        part: Part::Scenario,
        lists: &[("", "victory/scores")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            col("meaning", Text, "what it is"),
            col("points", Number, "points each"),
            col("features", List, "the kinds of features whose hexes score, spaces between"),
            col("line", Text, "the kind of line on one side of which alone they do"),
            col("edge", Text, "north, east, south, west: that side; or the edge units leave by"),
            RULE,
        ],
        always: &[],
        children: &[],
        check: is::<scenario::Score>,
    },
    Table {
        file: "victory_levels.csv",
        holds: "the levels of victory, best first",
        part: Part::Scenario,
        lists: &[("", "victory/levels")],
        list_column: None,
        key: None,
        columns: &[
            NAME,
            col("side", Text, "who wins"),
            col("min", Number, "the least points"),
            col("max", Number, "the most points"),
        ],
        always: &[],
        children: &[],
        check: is::<scenario::VictoryLevel>,
    },
    Table {
        file: "sides.csv",
        holds: "the sides, in the order of their player-turns",
        part: Part::Ruleset,
        lists: &[("", "sides")],
        list_column: None,
        key: None,
        columns: &[ID, NAME],
        always: &[],
        children: &[],
        check: is::<ruleset::Side>,
    },
    Table {
        file: "nations.csv",
        holds: "the nations of the counters",
        part: Part::Ruleset,
        lists: &[("", "nations")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            NAME,
            SIDE_OF,
            col("fill", Text, "the counter's colour, #rrggbb"),
            col("ink", Text, "the print's colour"),
            col("symbol_fill", Text, "the symbol's ground"),
            col("serves_with", Text, "the nation in whose army its units serve"),
        ],
        always: &[],
        children: &[],
        check: is::<ruleset::Nation>,
    },
    Table {
        file: "kinds.csv",
        holds: "the terrain effects chart: kinds of terrain, features, hexsides, paths and lines",
        part: Part::Ruleset,
        lists: &[
            ("terrain", "terrain"),
            ("features", "features"),
            ("hexsides", "hexsides"),
            ("paths", "paths"),
            ("lines", "lines"),
        ],
        list_column: Some("layer"),
        key: Some(Key::Column("id")),
        columns: &[
            ID,
            NAME,
            col("movement", Number, "movement points"),
            col("impassable", Flag, "whether no unit may enter or cross"),
            col("defence", Number, "what it adds to the defender's die"),
            col("traits", List, "what the rules know it by, spaces between"),
            col("look.fill", Text, "the ground's colour, #rrggbb"),
            col("look.ink", Text, "the mark's colour"),
            col("look.mark", Text, "what is drawn"),
            col("look.width", Short, "a line's width in hex widths"),
            RULE,
            PROVENANCE,
        ],
        always: &["look"],
        children: &[Child {
            file: "effects.csv",
            holds: "what kinds do under conditions",
            field: "effects",
            parent: "kind",
            columns: &[
                col("when.weather", Text, "in this weather"),
                col("when.side", Text, "for units of this side"),
                col("when.unit", Text, "for units of this type or trait"),
                col("when.all_attackers", Flag, "only when every attacker comes across it"),
                col("when.use", Text, "only in this use: movement, attack, retreat, fire"),
                col("when.slope", Text, "only up or down"),
                col("movement", Number, "movement points instead"),
                col("defence", Number, "the defender's modifier instead"),
                col("shift", Number, "columns on the combat results table"),
                col("prohibited", Flag, "whether entry or attack is not allowed"),
                RULE,
            ],
            always: &["when"],
            open: None,
            plain: false,
        }],
        check: is::<ruleset::Kind>,
    },
    Table {
        file: "ratings.csv",
        holds: "what a counter's face may carry",
        part: Part::Ruleset,
        lists: &[("", "counters/ratings")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            NAME,
            col("min", Number, "the least it may be"),
            col("max", Number, "the most it may be"),
            col("optional", Flag, "whether a face may go without"),
        ],
        always: &[],
        children: &[],
        check: is::<ruleset::RatingDef>,
    },
    Table {
        file: "unit_types.csv",
        holds: "the unit types",
        part: Part::Ruleset,
        lists: &[("", "counters/types")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            NAME,
            col("symbol", Text, "what is drawn in the box"),
            col("mark", Text, "the mark at the foot of the box"),
        ],
        always: &[],
        children: &[],
        check: is::<ruleset::UnitType>,
    },
    Table {
        file: "unit_sizes.csv",
        holds: "the unit sizes",
        part: Part::Ruleset,
        lists: &[("", "counters/sizes")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            NAME,
            col("mark", Text, "the mark over the box"),
            col("stacking", Number, "stacking points, in parts of the ruleset's denominator"),
        ],
        always: &[],
        children: &[],
        check: is::<ruleset::UnitSize>,
    },
    Table {
        file: "constants.csv",
        holds: "single numbers of the rules",
        part: Part::Ruleset,
        lists: &[("", "constants")],
        list_column: None,
        key: None,
        columns: &[
            ID,
            col("meaning", Text, "what it is"),
            col("value", Number, "the number"),
            RULE,
            PROVENANCE,
        ],
        always: &[],
        children: &[],
        check: is::<ruleset::Constant>,
    },
    Table {
        file: "charts.csv",
        holds: "the charts",
        part: Part::Ruleset,
        lists: &[("", "tables")],
        list_column: None,
        key: Some(Key::Column("id")),
        columns: &[
            ID,
            col("title", Text, "its printed title"),
            RULE,
            col("row_axis", Text, "what the rows are"),
            col("column_axis", Text, "what the columns are"),
            PROVENANCE,
        ],
        always: &[],
        children: &[
            Child {
                file: "chart_columns.csv",
                holds: "the heads of each chart's columns, from the left",
                field: "columns",
                parent: "chart",
                columns: &[col("column", Text, "the head")],
                always: &[],
                open: None,
                plain: true,
            },
            Child {
                file: "chart_rows.csv",
                holds: "the rows of each chart, from the top",
                field: "rows",
                parent: "chart",
                columns: &[
                    col("head", Text, "the row's head"),
                    col("cells", List, "its cells, spaces between"),
                ],
                always: &[],
                open: None,
                plain: false,
            },
        ],
        check: is::<ruleset::Table>,
    },
];

/// The hexes' own table.
pub const HEXES: &str = "hexes.csv";
/// Its columns.
pub const HEX_COLUMNS: &[Column] = &[
    col("hex", Hex, "the hex as the map prints it"),
    col("column", Number, "its column from the west, from 1; used where `hex` is empty"),
    col("row", Number, "its row from the north, from 1; used where `hex` is empty"),
    col("terrain", Text, "the terrain kind of the ruleset"),
    col("level", Number, "its height in levels, where the map has heights"),
];

/// What a part is as a type, told by reading it.
pub fn check_part(part: Part, value: Value) -> Result<(), serde_json::Error> {
    match part {
        Part::Map => is::<salient_schema::Map>(value),
        Part::Ruleset => is::<Ruleset>(value),
        Part::Book => is::<OrderOfBattle>(value),
        Part::Scenario => is::<Scenario>(value),
    }
}

/// `Either` belongs to the columns of ratings, which no table lists.
pub const RATING: Cell = Either;
