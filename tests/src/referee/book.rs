//! The charts and numbers of the rule book, copied from it by hand. Nothing here is read from
//! `ruleset.json`: a number that is wrong there is found here.

use salient_schema::Id;

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    German,
    Allied,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::German, Self::Allied];

    pub fn of(id: &str) -> Result<Self, String> {
        match id {
            "german" => Ok(Self::German),
            "allied" => Ok(Self::Allied),
            _ => Err(format!("no side is called '{id}'")),
        }
    }

    pub fn id(self) -> Id {
        match self {
            Self::German => "german".to_owned(),
            Self::Allied => "allied".to_owned(),
        }
    }

    pub fn enemy(self) -> Self {
        match self {
            Self::German => Self::Allied,
            Self::Allied => Self::German,
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// KB 5.32 for a terrain or feature: movement points and what is added to the defender's die.
/// `None` for what has no line on the chart.
pub fn terrain(kind: &str) -> Option<(i32, i32)> {
    Some(match kind {
        "clear" => (1, 0),
        "woods" => (2, 0),
        "hilltop" => (2, 1),
        "town" => (1, 1),
        "swamp" => (3, 0),
        "redoubt" => (2, 2),
        "fieldwork" => (2, 1),
        "wire" => (2, 0),
        _ => return None,
    })
}

/// KB 5.32 for a hexside: movement points and what is added if all attackers cross such.
pub fn hexside(kind: &str) -> Option<(i32, i32)> {
    match kind {
        "river" => Some((2, 1)),
        "excavation" => Some((1, 1)),
        _ => None,
    }
}

/// KB 10.0.
pub const TRENCHES: [&str; 3] = ["redoubt", "fieldwork", "wire"];

/// KB 7.1.
pub fn stacking(size: &str) -> Option<i32> {
    Some(match size {
        "division" => 12,
        "brigade" | "regiment" => 4,
        "battalion" => 2,
        "company" | "headquarters" => 1,
        _ => return None,
    })
}

/// KB 7.0.
pub const STACKING_LIMIT: i32 = 12;

/// KB 11.14, the die already modified.
pub fn weather(row: i32) -> &'static str {
    match row {
        ..=2 => "fog",
        3..=5 => "mist",
        _ => "clear",
    }
}

/// KB 9.81, 9.82: field and heavy artillery points.
pub fn artillery(side: Side, turn: u16) -> (u16, u16) {
    match (side, turn) {
        (Side::German, ..=2) => (50, 30),
        (Side::German, ..=6) => (35, 30),
        (Side::German, _) => (30, 20),
        (Side::Allied, ..=2) => (0, 0),
        (Side::Allied, ..=6) => (8, 6),
        (Side::Allied, _) => (16, 12),
    }
}

/// KB 9.25: by die and tens of points. More than 60 points count as 60.
pub fn counter_battery(points: u16, die: u8) -> (String, &'static str) {
    const TABLE: [[&str; 6]; 6] = [
        ["3", "4", "5", "All", "All", "All"],
        ["2", "3", "4", "5", "All", "All"],
        ["-", "2", "3", "4", "5", "All"],
        ["-", "-", "2", "3", "4", "5"],
        ["-", "-", "-", "2", "3", "4"],
        ["-", "-", "-", "-", "2", "3"],
    ];
    let tens = usize::from((points / 10).clamp(1, 6));
    (format!("{}0", tens), TABLE[usize::from(die) - 1][tens - 1])
}

/// KB 9.23.
pub fn divided(points: u16, result: &str) -> u16 {
    match result {
        "-" => points,
        "All" => 0,
        by => by.parse().map_or(points, |by: u16| points / by),
    }
}

/// KB 9.48: the line for the stacking points, the column from 1, if there is one.
pub fn drumfire_column(stacking: i32, points: u16) -> (&'static str, Option<u8>) {
    if stacking > 6 {
        let column = match points {
            1 => Some(1),
            2 | 3 => Some(2),
            4 | 5 => Some(3),
            6 => Some(4),
            _ => None,
        };
        ("7-12", column)
    } else {
        let column = match points {
            2 | 3 => Some(1),
            4 | 5 => Some(2),
            6 => Some(3),
            _ => None,
        };
        ("1-6", column)
    }
}

/// KB 9.48: the row that is read and the cell; 0 for none.
pub fn drumfire(column: u8, die: i32) -> (i32, i32) {
    const TABLE: [[i32; 4]; 8] = [
        [4, 5, 6, 7],
        [3, 4, 5, 6],
        [2, 3, 4, 5],
        [0, 2, 3, 4],
        [0, 0, 2, 3],
        [0, 0, 0, 2],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
    ];
    let row = die.clamp(1, 8);
    (row, TABLE[row as usize - 1][usize::from(column) - 1])
}

/// KB 9.51, 9.53: the most points of a rolling barrage.
pub fn rolling_barrage(weather: &str, observed: bool) -> u16 {
    match (weather, observed) {
        ("clear", false) | ("mist", true) => 2,
        ("clear", true) => 3,
        ("mist", false) => 1,
        _ => 0,
    }
}

/// KB 9.61: the most points of an SOS barrage.
pub fn sos_barrage(weather: &str) -> u16 {
    match weather {
        "clear" => 4,
        "mist" => 2,
        _ => 0,
    }
}

/// KB 9.72: how far a hilltop may be.
pub fn hilltop_range(weather: &str) -> u32 {
    match weather {
        "clear" => 6,
        "mist" => 3,
        _ => 0,
    }
}

/// KB 9.11.
pub const FIELD_RANGE: u32 = 10;
/// KB 9.31.
pub const GAS_POINTS: u16 = 15;
/// KB 9.33.
pub const GAS_DISTANCE: u32 = 6;
/// KB 9.36.
pub const GAS_MARKERS: usize = 6;

/// KB 12.0: air points in clear weather.
pub fn air_points(side: Side) -> u16 {
    match side {
        Side::German => 8,
        Side::Allied => 6,
    }
}

/// KB 12.1: what the weather leaves of them.
pub fn air_points_in(weather: &str, full: u16) -> u16 {
    match weather {
        "clear" => full,
        "mist" => full / 2,
        _ => 0,
    }
}

/// KB 13.11.
pub const BREAKDOWN: usize = 3;

/// KB 20.3.
pub fn level(points: i32) -> &'static str {
    match points {
        56.. => "German Decisive Victory",
        46..=55 => "German Substantive Victory",
        36..=45 => "German Marginal Victory",
        26..=35 => "Allied Marginal Victory",
        16..=25 => "Allied Substantive Victory",
        _ => "Allied Decisive Victory",
    }
}

/// KB 20.11 to 20.14: points each.
pub fn score(id: &str) -> Option<i32> {
    match id {
        "town_hex" => Some(1),
        "exited_unit" => Some(3),
        "allied_unit_in_trench" | "division_lost" => Some(-1),
        _ => None,
    }
}
