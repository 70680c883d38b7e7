//! The numbers and charts of the ruleset, by the parts that the rules give them.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_schema::Bundle;
use salient_schema::ruleset::{Ruleset, Table};
use salient_schema::scenario::Override;

use super::ground::Ground;

/// A retreat on the combat results table (1914 9.9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// So many hexes.
    Black(u8),
    /// One hex, if the attacker alone fights intensely.
    White,
}

/// What a result says of one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Half {
    /// E: each force loses a level.
    pub level: bool,
    /// What is added to the dice of each check.
    pub added: i32,
    /// s: strength reductions.
    pub reductions: u8,
    pub retreat: Option<Sign>,
}

impl Half {
    fn read(text: &str) -> Self {
        let mut half = Self::default();
        for part in text.split_whitespace() {
            match part {
                "E" => half.level = true,
                "s" => half.reductions += 1,
                "j" => half.retreat = Some(Sign::White),
                "-" => {}
                signed if signed.starts_with(['+', '-']) => {
                    half.added = signed.parse().unwrap_or_default();
                }
                hexes => half.retreat = hexes.parse().ok().map(Sign::Black),
            }
        }
        half
    }
}

/// A result, the attacker's half first.
pub fn halves(cell: &str) -> [Half; 2] {
    let (attacker, defender) = cell.split_once('/').unwrap_or((cell, ""));
    [attacker, defender].map(Half::read)
}

/// What a failed check costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Failure {
    pub levels: i32,
    pub reductions: i32,
    pub retreat: i32,
    pub unprepares: bool,
}

/// The ruleset as the scenario has it.
pub struct Book<'a> {
    pub ruleset: &'a Ruleset,
    roles: BTreeMap<&'a str, Vec<&'a str>>,
    numbers: BTreeMap<&'a str, i32>,
}

impl<'a> Book<'a> {
    pub fn new(bundle: &'a Bundle) -> Self {
        let mut roles = BTreeMap::new();
        for (role, ids) in bundle.ruleset.roles.iter().chain(&bundle.scenario.roles) {
            roles.insert(role.as_str(), ids.iter().map(|id| id.as_str()).collect());
        }
        let constants = bundle.ruleset.constants.iter();
        let mut numbers: BTreeMap<&str, i32> =
            constants.map(|constant| (constant.id.as_str(), constant.value)).collect();
        for own in &bundle.scenario.overrides {
            if let Override::Constant { constant, value, .. } = own {
                numbers.insert(constant.as_str(), *value);
            }
        }
        Self { ruleset: &bundle.ruleset, roles, numbers }
    }

    /// Whether something plays a part.
    pub fn is(&self, role: &str, id: &str) -> bool {
        self.roles.get(role).is_some_and(|ids| ids.contains(&id))
    }

    /// What plays a part that one thing plays.
    pub fn one(&self, role: &str) -> &'a str {
        self.roles.get(role).and_then(|ids| ids.first().copied()).unwrap_or_default()
    }

    /// All parts with what plays them.
    pub fn parts(&self) -> impl Iterator<Item = (&'a str, &[&'a str])> {
        self.roles.iter().map(|(role, ids)| (*role, ids.as_slice()))
    }

    /// The hexes of the zones that play a part.
    pub fn hexes(&self, role: &str, ground: &Ground) -> Vec<Hex> {
        let zones = self.parts().filter(|(own, _)| *own == role);
        zones.flat_map(|(_, ids)| ids).flat_map(|id| ground.zone(id)).collect()
    }

    /// A number of the rules.
    pub fn number(&self, id: &str) -> i32 {
        let stated = self.roles.get(id).and_then(|ids| ids.first().copied()).unwrap_or(id);
        self.numbers.get(stated).copied().unwrap_or_default()
    }

    fn table(&self, role: &str) -> Option<&'a Table> {
        let id = self.one(role);
        self.ruleset.tables.iter().find(|table| table.id == id)
    }

    /// The columns of the combat results table, the attacker's poorest first.
    pub fn columns(&self) -> &'a [String] {
        self.table("combat-results").map_or(&[], |table| &table.columns)
    }

    /// A result: dice beyond the table read its last row (1914 9.9).
    pub fn result(&self, white: i32, black: u8, column: usize) -> Option<&'a str> {
        let head = format!("{}-{black}", white.clamp(0, 7));
        let row = self.table("combat-results")?.rows.iter().find(|row| row.head == head)?;
        row.cells.get(column).map(String::as_str)
    }

    /// A cell of a chart by its row and the head of its column.
    pub fn cell(&self, role: &str, row: i32, column: &str) -> Option<&'a str> {
        let table = self.table(role)?;
        let column = table.columns.iter().position(|head| head == column)?;
        let row = table.rows.iter().find(|it| it.head == row.to_string())?;
        row.cells.get(column).map(String::as_str)
    }

    /// The rows of a chart of numbers: the head and the first cell of each.
    pub fn rows(&self, role: &str) -> Vec<(i32, i32)> {
        let rows = self.table(role).map_or(&[][..], |table| &table.rows);
        let read = |text: &str| text.trim().parse::<i32>().ok();
        rows.iter().filter_map(|row| Some((read(&row.head)?, read(row.cells.first()?)?))).collect()
    }

    /// 1914 10.1.2: what guns add to the checks of so many quarters of a division.
    pub fn guns(&self, value: i32, quarters: i32) -> Option<i32> {
        let table = self.table("artillery-table")?;
        let least = |head: &str| head.parse().unwrap_or(i32::MAX);
        let column = table.columns.iter().rposition(|head| least(head) <= value)?;
        let row = table.rows.iter().rev().find(|row| least(&row.head) <= quarters.max(1))?;
        row.cells.get(column)?.parse().ok()
    }

    /// A chart of failed checks: by how much, and in which column.
    pub fn failure(&self, role: &str, by: i32, column: usize) -> Failure {
        let least = |head: &str| head.parse().unwrap_or(i32::MAX);
        let row = self
            .table(role)
            .and_then(|table| table.rows.iter().rev().find(|row| least(&row.head) <= by));
        let cell = row.and_then(|row| row.cells.get(column)).map_or("", String::as_str);
        let mut failure = Failure::default();
        for part in cell.split_whitespace() {
            match part.strip_suffix('E') {
                Some(levels) => failure.levels = levels.parse().unwrap_or_default(),
                None if part == "s" => failure.reductions = 1,
                None if part == "PA" => failure.unprepares = true,
                None => failure.retreat = part.parse().unwrap_or_default(),
            }
        }
        failure
    }
}
