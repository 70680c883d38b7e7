//! IA 7.45, 7.5: a fire table with its columns, and the shifts along them.

use salient_rules::Roles;
use salient_rules::chart::{Chart, DieTable};
use salient_schema::{Bundle, Diagnostic};

/// What a cell of a fire table says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FireResult {
    /// Nothing.
    #[default]
    None,
    /// A morale check, with what is added to the dice.
    Morale(u8),
    /// So many steps, and then a check.
    Loss(u8),
}

impl FireResult {
    /// Reads a cell: `-`, `M`, `M1`, `X`, `2X`; an assault's losses are bare numbers.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "-" => Self::None,
            "M" => Self::Morale(0),
            "X" => Self::Loss(1),
            _ => match (text.strip_prefix('M'), text.strip_suffix('X')) {
                (Some(plus), _) => Self::Morale(plus.parse().ok().filter(|plus| *plus < 10)?),
                (_, Some(steps)) => Self::Loss(steps.parse().ok().filter(|steps| *steps < 10)?),
                _ => Self::Loss(text.parse().ok().filter(|steps| (1..10).contains(steps))?),
            },
        })
    }

    /// As the table prints it.
    pub fn text(self) -> String {
        match self {
            Self::None => "-".to_owned(),
            Self::Morale(0) => "M".to_owned(),
            Self::Morale(plus) => format!("M{plus}"),
            Self::Loss(1) => "X".to_owned(),
            Self::Loss(steps) => format!("{steps}X"),
        }
    }
}

impl FireResult {
    /// As the assault table prints it.
    pub fn assault_text(self) -> String {
        match self {
            Self::Loss(steps) => steps.to_string(),
            _ => self.text(),
        }
    }
}

/// A fire table: the strengths of its columns, and what each roll does.
#[derive(Clone, Debug)]
pub struct FireTable {
    columns: Vec<i32>,
    cells: DieTable<FireResult>,
}

impl FireTable {
    /// The table that fills a role.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        role: &str,
        rule: &'static str,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let chart = Chart::of_role(bundle, roles, role, rule, found)?;
        let rises = |columns: &[i32]| columns.is_sorted_by(|one, next| one < next);
        let before = found.len();
        let columns = chart.heads(|head| head.parse().ok(), rises, "rising strengths", found);
        if found.len() > before {
            return None;
        }
        let cells = chart.rolls(columns.len(), FireResult::parse, found)?;
        Some(Self { columns, cells })
    }

    /// The column of a strength: the highest that does not exceed it, else the lowest (IA 9.3,
    /// 10.2); shifted, but never beyond either end (IA 7.51).
    pub fn column(&self, strength: i32, shift: i32) -> usize {
        let base = self.columns.partition_point(|&column| column <= strength).saturating_sub(1);
        let last = self.columns.len().saturating_sub(1);
        (base as i32).saturating_add(shift).clamp(0, last as i32) as usize
    }

    /// The column that is headed so.
    pub fn column_of(&self, head: i32) -> Option<usize> {
        self.columns.binary_search(&head).ok()
    }

    /// What a column is headed.
    pub fn head(&self, column: usize) -> i32 {
        self.columns.get(column).copied().unwrap_or(0)
    }

    /// What a roll does on a column.
    pub fn result(&self, roll: i32, column: usize) -> FireResult {
        self.cells.read(roll, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> FireTable {
        let cell = |text| FireResult::parse(text).unwrap_or_default();
        let rows = [(2, ["-", "M", "X"]), (3, ["-", "-", "M2"])];
        let rows = rows.map(|(roll, cells)| (roll, cells.map(cell).to_vec()));
        FireTable { columns: vec![4, 7, 11], cells: DieTable::new(rows.to_vec()) }
    }

    #[test]
    fn a_column_is_the_highest_that_is_not_above_the_strength() {
        let columns = [3, 4, 6, 7, 10, 11, 99].map(|strength| table().column(strength, 0));
        assert_eq!(columns, [0, 0, 0, 1, 1, 2, 2]);
        assert_eq!([-9, -1, 1, 9].map(|shift| table().column(7, shift)), [0, 0, 2, 2]);
    }

    #[test]
    fn cells_read_as_they_are_printed() {
        for text in ["-", "M", "M1", "M2", "X", "2X", "3X"] {
            assert_eq!(FireResult::parse(text).map(FireResult::text).as_deref(), Some(text));
        }
        assert_eq!(FireResult::parse("2"), Some(FireResult::Loss(2)));
        assert_eq!(["", "0", "M99", "Y"].map(FireResult::parse), [None; 4]);
        assert_eq!(table().result(2, 2), FireResult::Loss(1));
        assert_eq!(table().result(12, 2), FireResult::Morale(2));
    }
}
