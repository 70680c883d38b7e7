//! The two artillery tables (KB 9.25, 9.48) and the artillery tracks (KB 9.8), compiled.

use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::guns::Guns;
use salient_rules::Roles;
use salient_rules::chart::{Chart, DieTable, range};

/// The Counter-Battery Fire Table (KB 9.25).
#[derive(Clone, Debug, Default)]
pub struct CounterBatteryTable {
    /// Points of each column, rising.
    columns: Vec<u32>,
    cells: DieTable<Counter>,
}

/// What counter-battery fire does to the enemy's points (KB 9.23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    Nothing,
    /// Field and heavy points are divided by this.
    Divide(u16),
    All,
}

impl Counter {
    fn parse(cell: &str) -> Option<Self> {
        match cell {
            "-" => Some(Self::Nothing),
            "All" => Some(Self::All),
            number => number.parse().ok().filter(|&n| n > 0).map(Self::Divide),
        }
    }

    /// What it leaves of some points.
    pub fn leaves(self, guns: Guns) -> Guns {
        match self {
            Self::Nothing => guns,
            Self::Divide(by) => Guns::new(guns.field / by.max(1), guns.heavy / by.max(1)),
            Self::All => Guns::NONE,
        }
    }

    /// The cell as printed.
    pub fn printed(self) -> String {
        match self {
            Self::Nothing => "-".to_owned(),
            Self::Divide(by) => by.to_string(),
            Self::All => "All".to_owned(),
        }
    }
}

impl CounterBatteryTable {
    /// The column for so many points, by its head, and the cell. Above the last column the last
    /// is read.
    pub fn read(&self, points: u32, die: u8) -> Option<(u32, Counter)> {
        let column = self.columns.iter().rposition(|&head| head <= points)?;
        let (_, cells) = self.cells.row(i32::from(die))?;
        Some((self.columns[column], *cells.get(column)?))
    }
}

/// The Drumfire Barrage Table (KB 9.48).
#[derive(Clone, Debug, Default)]
pub struct DrumfireTable {
    /// The lines over the columns.
    lines: Vec<Line>,
    /// `None` for no effect.
    cells: DieTable<Option<i32>>,
}

/// A line over the columns of the Drumfire Barrage Table.
#[derive(Clone, Debug)]
pub struct Line {
    pub head: String,
    stacking: (i32, i32),
    /// The points that each column stands for, if any do.
    points: Vec<Option<(i32, i32)>>,
}

/// What is read from the Drumfire Barrage Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrumfireCell {
    /// The row, by its head.
    pub row: i32,
    /// The number, or no effect.
    pub result: Option<i32>,
}

impl DrumfireTable {
    /// The line for so many stacking points and the column for so many artillery points on it,
    /// from 0. Above the last line's stacking points that line is read. Too few points have no
    /// column.
    pub fn column(&self, stacking: i32, points: u32) -> Option<(&Line, usize)> {
        let most = self.lines.iter().map(|line| line.stacking.1).max()?;
        let stacking = stacking.min(most);
        let line = self
            .lines
            .iter()
            .find(|line| (line.stacking.0..=line.stacking.1).contains(&stacking))?;
        let fits = |range: &Option<(i32, i32)>| {
            range.is_some_and(|(least, most)| (least..=most).contains(&(points as i32)))
        };
        Some((line, line.points.iter().position(fits)?))
    }

    /// The cell for a modified die. Beyond the last row the last is read.
    pub fn read(&self, column: usize, die: i32) -> Option<DrumfireCell> {
        let (row, cells) = self.cells.row(die)?;
        Some(DrumfireCell { row, result: *cells.get(column)? })
    }
}

pub fn counter_battery(
    bundle: &Bundle,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) -> CounterBatteryTable {
    let chart = Chart::of_role(bundle, roles, "counter-battery-table", "KB 9.25", found);
    let Some(chart) = chart else {
        return CounterBatteryTable::default();
    };
    let needs = "columns of rising numbers of points";
    let columns = chart.heads(|head| head.parse().ok(), |heads| heads.is_sorted(), needs, found);
    let cells = DieTable::new(chart.rows(columns.len(), Counter::parse, found));
    CounterBatteryTable { columns, cells }
}

pub fn drumfire(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> DrumfireTable {
    let chart = Chart::of_role(bundle, roles, "drumfire-table", "KB 9.48", found);
    let Some(chart) = chart else {
        return DrumfireTable::default();
    };
    let columns = chart.table.columns.len();
    let mut lines = Vec::new();
    for (i, line) in chart.table.column_finder.iter().enumerate() {
        let points: Option<Vec<_>> = line
            .cells
            .iter()
            .map(|cell| if cell == "-" { Some(None) } else { points_of(cell).map(Some) })
            .collect();
        match (points_of(&line.head), points.filter(|points| points.len() == columns)) {
            (Some(stacking), Some(points)) => {
                lines.push(Line { head: line.head.clone(), stacking, points });
            }
            _ => found.push(chart.wrong(
                &format!("/column_finder/{i}"),
                "a range of stacking points and one of artillery points a column",
            )),
        }
    }
    if lines.is_empty() {
        found.push(chart.wrong("", "a line of artillery points by stacking points"));
    }
    let cell = |cell: &str| match cell {
        "-" => Some(None),
        number => number.parse().ok().filter(|n| (0..=100).contains(n)).map(Some),
    };
    let cells = DieTable::new(chart.rows(columns, cell, found));
    DrumfireTable { lines, cells }
}

/// `4-5`, or `6` alone.
fn points_of(text: &str) -> Option<(i32, i32)> {
    range(text, &['-']).filter(|&(least, most)| 0 <= least && most <= 1000)
}

/// The points of a side by game-turn (KB 9.81, 9.82); none where the scenario has no track.
pub fn track(
    bundle: &Bundle,
    roles: &Roles<'_>,
    side: &Id,
    found: &mut Vec<Diagnostic>,
) -> Vec<Guns> {
    let turns = bundle.scenario.turns.len();
    let mut points = vec![Guns::NONE; turns];
    for (i, track) in bundle.scenario.tracks.iter().enumerate() {
        let field = match track.id.as_str() {
            id if roles.is("field-artillery", id) => true,
            id if roles.is("heavy-artillery", id) => false,
            _ => continue,
        };
        if track.side.as_ref() != Some(side) {
            continue;
        }
        for (turn, guns) in points.iter_mut().enumerate() {
            let value = track.values.get(turn).and_then(|&value| u16::try_from(value).ok());
            match value.filter(|&value| value <= MOST) {
                Some(value) if field => guns.field = value,
                Some(value) => guns.heavy = value,
                None => {
                    found.push(
                        Diagnostic::error(
                            Code::Rule,
                            format!("the track needs points from 0 to {MOST} for every game-turn"),
                        )
                        .pointer(format!("/scenario/tracks/{i}/values"))
                        .rule("KB 9.8"),
                    );
                    break;
                }
            }
        }
    }
    points
}

/// The most points of one kind that a side may have.
const MOST: u16 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(points_of("7-12"), Some((7, 12)));
        assert_eq!(points_of("6"), Some((6, 6)));
        assert_eq!(["-", "5-4", "-2", "7-1001", "4,5"].map(points_of), [None; 5]);
    }

    #[test]
    fn a_divisor_drops_fractions() {
        // The rule book's own example: 10 and 8 by a 3 (KB 9.23).
        assert_eq!(Counter::Divide(3).leaves(Guns::new(10, 8)), Guns::new(3, 2));
        assert_eq!(Counter::All.leaves(Guns::new(10, 8)), Guns::NONE);
    }
}
