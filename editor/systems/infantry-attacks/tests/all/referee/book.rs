//! Tables and numbers, as a player reads them in the ruleset and the scenario.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Bundle;
use salient_schema::scenario::Override;

/// A table with a column for each strength.
#[derive(Debug, Default)]
pub struct Table {
    /// The heads, rising.
    pub heads: Vec<i32>,
    rows: BTreeMap<i32, Vec<String>>,
}

/// What a cell does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Nothing,
    /// A check, with what is added to the dice.
    Check(i32),
    /// Steps, and then a check.
    Steps(i32),
}

impl Cell {
    pub fn read(text: &str) -> Result<Self, String> {
        let number = |digits: &str| {
            digits.parse::<i32>().map_err(|_| format!("'{text}' is no result of fire"))
        };
        Ok(match text {
            "-" => Self::Nothing,
            "M" => Self::Check(0),
            "X" => Self::Steps(1),
            _ if text.starts_with('M') => Self::Check(number(&text[1..])?),
            _ => Self::Steps(number(text.trim_end_matches('X'))?),
        })
    }
}

impl Table {
    /// IA 9.3, 10.2, 12.3: the column that equals a strength or is the next below it.
    pub fn base(&self, strength: i32) -> i32 {
        let fits = self.heads.iter().filter(|&&head| head <= strength).count() as i32;
        (fits - 1).max(0)
    }

    /// IA 7.51: as many columns to the side, and never beyond either end.
    pub fn shifted(&self, strength: i32, by: i32) -> usize {
        (self.base(strength) + by).clamp(0, self.heads.len() as i32 - 1) as usize
    }

    /// What a roll does in a column, as it is printed.
    pub fn cell(&self, roll: i32, column: usize) -> Result<&str, String> {
        let row = self.rows.get(&roll).ok_or_else(|| format!("no row for a roll of {roll}"))?;
        row.get(column).map(String::as_str).ok_or_else(|| format!("no column {column}"))
    }
}

#[derive(Debug)]
pub struct Book {
    roles: BTreeMap<String, BTreeSet<String>>,
    numbers: BTreeMap<String, i32>,
    pub direct: Table,
    pub bombardment: Table,
    pub assault: Table,
    /// By a die: the head of a column (IA 9.83), and how many hexes off (IA 18.1).
    pub friendly: BTreeMap<i32, i32>,
    pub distance: BTreeMap<i32, i32>,
    /// IA 16.32: columns for an entrenchment against fire and against who attacks.
    pub works: [i32; 2],
    options: BTreeSet<String>,
    /// By role and side.
    levels: BTreeMap<(String, String), i32>,
    pub objective_points: i32,
    pub step_points: i32,
    pub exit_points: i32,
}

impl Book {
    pub fn new(bundle: &Bundle) -> Result<Self, String> {
        let mut roles: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        // What the scenario says of a role stands in for what the ruleset says.
        for (role, ids) in bundle.ruleset.roles.iter().chain(&bundle.scenario.roles) {
            roles.insert(role.clone(), ids.iter().cloned().collect());
        }
        let mut numbers: BTreeMap<String, i32> =
            bundle.ruleset.constants.iter().map(|it| (it.id.clone(), it.value)).collect();
        let mut cells: BTreeMap<(String, String, String), String> = BTreeMap::new();
        for change in &bundle.scenario.overrides {
            match change {
                Override::Table { table, row, column, value, .. } => {
                    cells.insert((table.clone(), row.clone(), column.clone()), value.clone());
                }
                Override::Constant { constant, value, .. } => {
                    numbers.insert(constant.clone(), *value);
                }
            }
        }
        let table = |role: &str| -> Result<Table, String> {
            let id = roles.get(role).and_then(|ids| ids.iter().next());
            let printed = bundle.ruleset.tables.iter().find(|table| Some(&table.id) == id);
            let printed = printed.ok_or_else(|| format!("no table for {role}"))?;
            let mut table = Table::default();
            for column in &printed.columns {
                table.heads.push(column.parse().unwrap_or(0));
            }
            for row in &printed.rows {
                let roll = row.head.parse().map_err(|_| format!("a row '{}'", row.head))?;
                let cell = |(place, cell): (usize, &String)| {
                    let key =
                        (printed.id.clone(), row.head.clone(), printed.columns[place].clone());
                    cells.get(&key).unwrap_or(cell).clone()
                };
                table.rows.insert(roll, row.cells.iter().enumerate().map(cell).collect());
            }
            Ok(table)
        };
        let by_die = |role: &str| -> Result<BTreeMap<i32, i32>, String> {
            let rows = table(role)?.rows.into_iter();
            Ok(rows.map(|(die, cells)| (die, cells[0].parse().unwrap_or(0))).collect())
        };
        let is = |role: &str, id: &str| roles.get(role).is_some_and(|ids| ids.contains(id));
        let mut works = [0; 2];
        for kind in bundle.ruleset.features.iter().filter(|kind| is("entrenchment", &kind.id)) {
            for (place, usage) in ["fire", "attack"].into_iter().enumerate() {
                let mut all = kind.effects.iter();
                let effect = all.find(|effect| effect.when.usage.as_deref() == Some(usage));
                works[place] = effect.and_then(|effect| effect.shift).unwrap_or(0);
            }
        }
        let mut levels = BTreeMap::new();
        for (role, ids) in &roles {
            for level in bundle.scenario.levels.iter().filter(|level| ids.contains(&level.id)) {
                levels.insert((role.clone(), level.side.clone()), level.value);
            }
        }
        let options = &bundle.scenario.optional_rules;
        let points = |role: &str| {
            let mut scores = bundle.scenario.victory.scores.iter();
            scores.find(|score| is(role, &score.id)).map_or(0, |score| score.points)
        };
        Ok(Self {
            direct: table("direct-fire")?,
            bombardment: table("bombardment-table")?,
            assault: table("assault")?,
            friendly: by_die("friendly-fire")?,
            distance: by_die("distance")?,
            works,
            options: roles
                .iter()
                .filter(|(_, ids)| options.iter().any(|option| ids.contains(option)))
                .map(|(role, _)| role.clone())
                .collect(),
            levels,
            objective_points: points("objective-score"),
            step_points: points("step-score"),
            exit_points: points("exit-score"),
            numbers,
            roles,
        })
    }

    /// Whether something plays a part in the rules.
    pub fn is(&self, role: &str, id: &str) -> bool {
        self.roles.get(role).is_some_and(|ids| ids.contains(id))
    }

    pub fn number(&self, id: &str) -> i32 {
        self.numbers.get(id).copied().unwrap_or(0)
    }

    /// Whether an optional rule is in force.
    pub fn plays(&self, option: &str) -> bool {
        self.options.contains(option)
    }

    /// What the scenario gives a side.
    pub fn level(&self, role: &str, side: &str) -> Option<i32> {
        self.levels.get(&(role.to_owned(), side.to_owned())).copied()
    }
}
