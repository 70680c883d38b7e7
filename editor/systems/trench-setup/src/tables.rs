//! The ruleset's charts and numbers, read once, with what a scenario changes.

use std::collections::BTreeMap;

use salient_rules::Roles;
use salient_rules::chart::{self, Chart, Numbers};
use salient_schema::{Bundle, Diagnostic, Id};

use crate::roles::{CHARTS, CONSTANTS, ROLES};
use crate::share::Share;

/// A chart as it is read: heads and cells with the scenario's changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<String>)>,
}

/// Everything that the procedure reads: it names charts and kinds by their roles only.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    charts: BTreeMap<&'static str, Vec<Cells>>,
    numbers: BTreeMap<&'static str, i32>,
    /// Role → the first id that fills it.
    filled: BTreeMap<&'static str, Id>,
}

/// What the cells of a chart must be.
type Shape = fn(&str) -> bool;

impl Tables {
    /// Reads all that the rules need; what is missing or cannot be read is a finding with its
    /// place and rule.
    ///
    /// # Errors
    /// Those findings.
    pub fn read(bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let roles = Roles::filled(&ROLES, bundle)?;
        let mut found = Vec::new();
        let mut charts = BTreeMap::new();
        for (role, rule) in CHARTS {
            let all = roles.ids(role).iter().filter_map(|id| {
                let chart = Chart::find(bundle, id, rule, &mut found)?;
                Some(cells(&chart, shape_of(role), &mut found))
            });
            let all: Vec<Cells> = all.collect();
            charts.insert(role, all);
        }
        let constants = Numbers::of_roles(bundle, &roles);
        let mut numbers = BTreeMap::new();
        for (role, rule) in CONSTANTS {
            let before = found.len();
            let value = constants.get(role, (-100, 100_000), &mut found);
            found[before..].iter_mut().for_each(|finding| finding.rule = Some(rule.to_owned()));
            numbers.extend(value.map(|value| (role, value)));
        }
        let filled =
            ROLES.iter().filter_map(|role| Some((&*role.id, roles.one(&role.id)?.to_owned())));
        let filled = filled.collect();
        if found.is_empty() { Ok(Self { charts, numbers, filled }) } else { Err(found) }
    }

    /// The chart of a role; an empty one where none was read.
    pub fn chart(&self, role: &str) -> &Cells {
        self.charts.get(role).and_then(|all| all.first()).unwrap_or(&EMPTY)
    }

    /// The works chart of a number from 1, in the order in which they fill their role.
    pub fn works(&self, number: usize) -> Option<&Cells> {
        self.charts.get("works")?.get(number.checked_sub(1)?)
    }

    /// A single number.
    pub fn number(&self, role: &str) -> i32 {
        self.numbers.get(role).copied().unwrap_or_default()
    }

    /// A single number that is never below 0.
    pub fn count(&self, role: &str) -> u32 {
        u32::try_from(self.number(role)).unwrap_or_default()
    }

    /// A limit in per cent.
    pub fn share(&self, role: &str) -> Share {
        Share(i64::from(self.number(role)))
    }

    /// What fills a role in the data.
    pub fn id(&self, role: &str) -> Id {
        self.filled.get(role).cloned().unwrap_or_default()
    }

    /// The role of those given that an id fills.
    pub fn role_of<'a>(
        &self,
        id: &str,
        among: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        among.into_iter().find(|role| self.filled.get(role).is_some_and(|filled| filled == id))
    }
}

static EMPTY: Cells = Cells { columns: Vec::new(), rows: Vec::new() };

impl Cells {
    /// A cell by place.
    pub fn at(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|(_, cells)| cells.get(column)).map_or("-", String::as_str)
    }

    /// The place of a row by its head.
    pub fn row(&self, head: &str) -> Option<usize> {
        self.rows.iter().position(|(candidate, _)| candidate == head)
    }

    /// The row of a modified die; beyond the heads the first or the last.
    pub fn row_of_die(&self, die: i32) -> usize {
        let ranges = self.rows.iter().map(|(head, _)| range(head));
        let ranges: Vec<(i32, i32)> = ranges.map(|range| range.unwrap_or((0, 0))).collect();
        if let Some(row) = ranges.iter().position(|&(least, most)| (least..=most).contains(&die)) {
            return row;
        }
        let of = |best: Option<(usize, &(i32, i32))>| best.map_or(0, |(row, _)| row);
        let lowest = of(ranges.iter().enumerate().min_by_key(|(_, (least, _))| *least));
        let highest = of(ranges.iter().enumerate().max_by_key(|(_, (_, most))| *most));
        if ranges.get(lowest).is_some_and(|(least, _)| die < *least) { lowest } else { highest }
    }

    /// The column of a number among heads that are numbers; beyond them the outer ones.
    pub fn column_of_number(&self, number: i32) -> usize {
        let heads = self.columns.iter().map(|head| head.trim_start_matches('+').parse::<i32>());
        let heads: Vec<i32> = heads.map(|head| head.unwrap_or(0)).collect();
        let near = heads.iter().enumerate().min_by_key(|(_, head)| number.abs_diff(**head));
        near.map_or(0, |(column, _)| column)
    }

    /// The column of a key and a year, whose head reads `French, 1917-18`.
    pub fn column_of_year(&self, key: &str, year: u16) -> Option<usize> {
        self.columns.iter().position(|head| {
            let parts = head.rsplit_once(", ");
            parts.is_some_and(|(of, years)| of == key && in_years(years, year))
        })
    }

    /// The row of a year.
    pub fn row_of_year(&self, year: u16) -> Option<usize> {
        self.rows.iter().position(|(head, _)| in_years(head, year))
    }

    /// The column of a year.
    pub fn year(&self, year: u16) -> Option<usize> {
        self.columns.iter().position(|head| in_years(head, year))
    }
}

/// Whether a head of years holds a year: `1916`, `1917-18`.
fn in_years(head: &str, year: u16) -> bool {
    let (first, last) = head.split_once('-').unwrap_or((head, ""));
    let Ok(first) = first.trim().parse::<u16>() else { return false };
    let last = last.trim().parse::<u16>().map_or(first, |last| first / 100 * 100 + last);
    (first..=last).contains(&year)
}

/// The dice of a row's head: `3 - 6`, `10,11`, `2-4`, `12`, `-1`.
pub(crate) fn range(head: &str) -> Option<(i32, i32)> {
    chart::range(head, &[',', '-'])
}

/// A signed number of a cell: `+2`, `-1`; none for `-`.
pub(crate) fn signed(cell: &str) -> Option<i32> {
    cell.trim_start_matches('+').parse().ok()
}

/// Segments or posts for a die: `½-40` is half a die times 40, `1/4` a quarter of a die.
pub(crate) fn works_of(cell: &str) -> Option<(Share, u32)> {
    let (part, times) = cell.split_once('-').unwrap_or((cell, "1"));
    let part = match part {
        "½" | "1/2" => Share(50),
        "¼" | "1/4" => Share(25),
        "1" => Share(100),
        _ => return None,
    };
    let times = times.parse().ok().filter(|times| (1..=1000).contains(times))?;
    Some((part, times))
}

fn cells(chart: &Chart<'_>, shape: Shape, found: &mut Vec<Diagnostic>) -> Cells {
    let width = chart.table.columns.len();
    let mut rows = Vec::new();
    for (i, row) in chart.table.rows.iter().enumerate() {
        let cells = (0..width).map(|column| chart.cell(i, column).unwrap_or("-").to_owned());
        let cells: Vec<String> = cells.collect();
        for (column, cell) in cells.iter().enumerate() {
            if !shape(cell) {
                let at = format!("/rows/{i}/cells/{column}");
                found.push(chart.wrong(&at, "a cell that can be read there"));
            }
        }
        rows.push((row.head.clone(), cells));
    }
    if rows.is_empty() || width == 0 {
        found.push(chart.wrong("/rows", "at least one row and one column"));
    }
    Cells { columns: chart.table.columns.clone(), rows }
}

fn shape_of(role: &str) -> Shape {
    match role {
        "barrages" | "heavy-weapons" | "gas" => |cell| Share::read(cell).is_some(),
        "air-superiority" => |cell| cell == "-" || signed(cell).is_some(),
        "air-attacker" | "airstrikes" | "barrage-modifiers" | "area-modifiers"
        | "morale-modifiers" | "ground" => |cell| signed(cell).is_some_and(|n| n.abs() <= 100),
        "proximity" => |cell| cell.parse::<u16>().is_ok_and(|yards| yards <= 2000),
        "works" => |cell| cell == "-" || works_of(cell).is_some(),
        "reinforcements" => |cell| crate::reinforce::units_of(cell).is_some(),
        "area-weapons" => |cell| matches!(cell, "-" | "D" | "K"),
        "morale" => |cell| cell == "-" || cell.split(' ').all(|one| "PRMSD".contains(one)),
        _ => |_| true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_dice_and_years_are_read() {
        assert_eq!(range("3 - 6"), Some((3, 6)));
        assert_eq!(range("10,11"), Some((10, 11)));
        assert_eq!(range("-2"), Some((-2, -2)));
        assert_eq!(range("6-3"), None);
        assert!(in_years("1917-18", 1918) && !in_years("1917-18", 1916) && in_years("1916", 1916));
    }

    #[test]
    fn works_are_read() {
        assert_eq!(works_of("½-40"), Some((Share(50), 40)));
        assert_eq!(works_of("1/4"), Some((Share(25), 1)));
        assert_eq!(works_of("½-0"), None);
        assert_eq!(works_of("x"), None);
    }
}
