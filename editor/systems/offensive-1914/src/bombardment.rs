//! 1914 12.4.3, 13.3, 13.3.4: the tables of bombardment and of preparatory bombardment, and what the
//! latter may be against.

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_rules::Roles;
use salient_rules::chart::{Chart, DieTable};
use salient_schema::{Bundle, Diagnostic};

use crate::landmarks::hexes_of;
use crate::terrain::Terrain;

/// What a die of a bombardment does (1914 12.4.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fire {
    /// `-`: nothing.
    #[default]
    Nothing,
    /// `1`: the fortress loses a step.
    Step,
    /// `+`: the die is rolled again.
    Again,
    /// `*`: it loses a step if the coast mortars fire.
    Coast,
}

impl Fire {
    fn parse(text: &str) -> Option<Self> {
        Some(match text.trim() {
            "-" => Self::Nothing,
            "1" => Self::Step,
            "+" => Self::Again,
            "*" => Self::Coast,
            _ => return None,
        })
    }

    /// As the table prints it.
    pub fn sign(self) -> char {
        match self {
            Self::Nothing => '-',
            Self::Step => '1',
            Self::Again => '+',
            Self::Coast => '*',
        }
    }
}

/// The highest second die that costs a step after a `+` (1914 12.4.3).
pub const AGAIN: i32 = 3;

/// The bombardment table: a die under calibre and class (1914 12.4.3). The lower, the better for who
/// fires.
#[derive(Clone, Debug, Default)]
pub struct BombardmentTable {
    /// Calibre in millimetres and class of each column.
    columns: Vec<(i32, i32)>,
    cells: DieTable<Fire>,
}

/// The classes by their letters: A withstands best (1914 2.7.5).
const CLASSES: [(&str, i32); 3] = [("A", 3), ("B", 2), ("C", 1)];

/// A class by its letter.
pub fn class(number: i32) -> &'static str {
    CLASSES.iter().find(|(_, class)| *class == number).map_or("?", |(letter, _)| letter)
}

/// Reads what a column is headed: `30.5 A`, a calibre in centimetres and a class.
fn head(text: &str) -> Option<(i32, i32)> {
    let (calibre, letter) = text.trim().split_once(' ')?;
    let (whole, tenths) = calibre.split_once('.').unwrap_or((calibre, "0"));
    let tenths: i32 = tenths.parse().ok().filter(|tenths| (0..10).contains(tenths))?;
    let whole: i32 = whole.parse().ok().filter(|whole| (1..100).contains(whole))?;
    let (_, class) = CLASSES.iter().find(|(own, _)| *own == letter.trim())?;
    Some((10 * whole + tenths, *class))
}

impl BombardmentTable {
    /// The table that fills the role.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let chart = Chart::of_role(bundle, roles, "bombardment", "1914 12.4.3", found)?;
        let before = found.len();
        let needs = "a calibre in centimetres and a class a column, such as 30.5 A, each once";
        let columns = chart.heads(head, are_different, needs, found);
        let cells = chart.rolls(columns.len(), Fire::parse, found);
        cells.filter(|_| found.len() == before).map(|cells| Self { columns, cells })
    }

    /// The column of a gun against a class: the nearest calibre not above its own.
    pub fn column(&self, calibre: i32, class: i32) -> Option<usize> {
        let fits = |&(_, &(own, of)): &(usize, &(i32, i32))| own <= calibre && of == class;
        let all = self.columns.iter().enumerate().filter(fits);
        all.max_by_key(|(_, (own, _))| *own).map(|(place, _)| place)
    }

    /// What a die does on a column.
    pub fn read(&self, die: i32, column: usize) -> Fire {
        self.cells.read(die, column)
    }

    /// Sixths of a step that one die takes on the mean, times six: of all that it may read.
    pub fn hopes(&self, column: usize, modifier: i32, coast: bool) -> i32 {
        let each = |die: i32| match self.read(die + modifier, column) {
            Fire::Step => 6,
            Fire::Again => AGAIN,
            Fire::Coast if coast => 6,
            _ => 0,
        };
        (1..=6).map(each).sum()
    }
}

fn are_different<T: Ord + Clone>(heads: &[T]) -> bool {
    let mut sorted = heads.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] != two[1])
}

/// What a preparatory bombardment does (1914 13.3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Prepared {
    /// `3`: shifts to the right.
    pub shifts: i8,
    /// `s`: strength reductions of the defender.
    pub reductions: u8,
    /// `+2E`: what is added to his checks.
    pub check: i8,
}

impl Prepared {
    /// Reads a cell: `-`, `2`, `3 s +1E`.
    fn parse(text: &str) -> Option<Self> {
        let mut out = Self::default();
        for word in text.split_whitespace() {
            match word {
                "-" => {}
                "s" => out.reductions += 1,
                _ => match word.strip_suffix('E') {
                    Some(check) => {
                        let check = check.parse().ok().filter(|it: &i8| (0..10).contains(it))?;
                        out.check = check;
                    }
                    None => {
                        out.shifts = word.parse().ok().filter(|it: &i8| (1..8).contains(it))?;
                    }
                },
            }
        }
        (!text.trim().is_empty()).then_some(out)
    }
}

impl std::fmt::Display for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if self.shifts != 0 {
            parts.push(self.shifts.to_string());
        }
        parts.extend((0..self.reductions).map(|_| "s".to_owned()));
        if self.check != 0 {
            parts.push(format!("{:+}E", self.check));
        }
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(" "))
    }
}

/// The table of preparatory bombardment: a die under the number of 21 cm guns, with or without a
/// heavier one (1914 13.3.3). The lower, the better for who fires.
#[derive(Clone, Debug, Default)]
pub struct PreparationTable {
    /// Of each column whether a heavier gun takes part, and the fewest 21 cm ones.
    columns: Vec<(bool, i32)>,
    cells: DieTable<Prepared>,
}

impl PreparationTable {
    /// The table that fills the role.
    pub fn of_role(
        bundle: &Bundle,
        roles: &Roles<'_>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let rule = "1914 13.3.4";
        let chart = Chart::of_role(bundle, roles, "preparatory-bombardment", rule, found)?;
        let before = found.len();
        let head = |text: &str| {
            let guns = text.trim().strip_suffix('+');
            let fewest: i32 = guns.unwrap_or(text).trim().parse().ok()?;
            Some((guns.is_some(), fewest))
        };
        let needs = "the fewest 21 cm guns a column, with a + for a heavier gun, each once";
        let columns = chart.heads(head, are_different, needs, found);
        let cells = chart.rolls(columns.len(), Prepared::parse, found);
        cells.filter(|_| found.len() == before).map(|cells| Self { columns, cells })
    }

    /// What a die does with so many 21 cm guns, and with a heavier one or none.
    pub fn read(&self, die: i32, guns: i32, heavy: bool) -> Prepared {
        let fits = |&(_, &(own, fewest)): &(usize, &(bool, i32))| own == heavy && fewest <= guns;
        let all = self.columns.iter().enumerate().filter(fits);
        let column = all.max_by_key(|(_, (_, fewest))| *fewest).map(|(place, _)| place);
        column.map(|column| self.cells.read(die, column)).unwrap_or_default()
    }
}

/// 1914 13.3: the hexes of the zones that fill the role in which a position is printed. Sorted.
pub fn prepared_hexes(
    bundle: &Bundle,
    roles: &Roles<'_>,
    terrain: &Terrain,
    map: &CompiledMap,
) -> Vec<Hex> {
    let mut hexes = hexes_of(bundle, roles, map, "preparation-target");
    hexes.retain(|&hex| terrain.hex(hex).position);
    hexes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_cells_read_as_they_are_printed() {
        assert_eq!(head("21 A"), Some((210, 3)));
        assert_eq!(head("30.5 C"), Some((305, 1)));
        assert_eq!(["21", "21 D", "x A", "30.55 A"].map(head), [None; 4]);
        for text in ["-", "2", "3 s +1E", "s", "+2E"] {
            assert_eq!(Prepared::parse(text).map(|it| it.to_string()).as_deref(), Some(text));
        }
        assert_eq!(["", "9", "+xE"].map(Prepared::parse), [None; 3]);
    }
}
