//! The maps of a module with their boards: where on which board a place of a map lies.

use std::collections::BTreeMap;

use super::super::codec::{join, split};

/// All maps of a module, in order.
#[derive(Clone, Debug, Default)]
pub struct Maps(pub Vec<MapOf>);

/// A map: a window of VASSAL's, with one or more boards in it.
#[derive(Clone, Debug, Default)]
pub struct MapOf {
    /// Its name.
    pub name: String,
    /// How many pixels of nothing lie left of its boards and above them.
    pub edge: [i64; 2],
    /// Its boards, by their names.
    pub boards: BTreeMap<String, BoardOf>,
    /// The boards that are laid out when a game begins; none where the players choose them.
    pub begun: Vec<Shown>,
}

/// A board of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardOf {
    /// Its size in pixels of its own, by which its grid is measured.
    pub size: [i64; 2],
    /// Pixels of the map to one of its own.
    pub magnification: f64,
    /// It may lie upside down.
    pub is_reversible: bool,
}

/// A board that a game shows, with its column and row among the boards of its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The board's name.
    pub name: String,
    /// Its column and row.
    pub at: [i64; 2],
    /// It lies upside down.
    pub is_reversed: bool,
}

/// Stands behind the name of a board that lies upside down, as in `salient map join`.
const TURNED: &str = ":turned";
/// More boards than any map shows.
const MOST_BOARDS: usize = 100;

impl Shown {
    /// A board by itself.
    pub fn alone(name: &str) -> Self {
        Self { name: name.to_owned(), at: [0, 0], is_reversed: false }
    }

    /// Reads the list of a board picker: of each board its name, `rev` where it lies upside down,
    /// column and row.
    pub fn list(fields: &[String]) -> Vec<Self> {
        let mut shown = Vec::new();
        let mut fields = fields.iter().peekable();
        while let Some(named) = fields.next().filter(|_| shown.len() < MOST_BOARDS) {
            // VASSAL writes both as one field, parted by a stroke.
            let (name, turned) = Self::named(named);
            let is_reversed = fields.next_if(|field| *field == "rev").is_some() || turned;
            let mut number = || fields.next().and_then(|field| field.parse().ok()).unwrap_or(0);
            let at = [number(), number()];
            shown.push(Self { name, at, is_reversed });
        }
        shown
    }

    /// What people ask for: names from west to east, parted by commas, rows by semicolons, `:turned`
    /// behind what lies upside down. A place with `-` or nothing stays empty.
    pub fn asked(text: &str) -> Vec<Self> {
        let mut shown = Vec::new();
        for (row, line) in (0..).zip(split(';', text)) {
            for (column, named) in (0..).zip(split(',', &line)) {
                let turned = named.trim().strip_suffix(TURNED);
                let name = turned.unwrap_or(&named).trim().to_owned();
                if !matches!(name.as_str(), "" | "-") && shown.len() < MOST_BOARDS {
                    let is_reversed = turned.is_some();
                    shown.push(Self { name, at: [column, row], is_reversed });
                }
            }
        }
        shown
    }

    /// The same in one line, as [`Shown::asked`] reads it.
    pub fn in_words(shown: &[Self]) -> String {
        let most = |axis: usize| {
            let most = shown.iter().map(|one| one.at[axis]).max();
            most.unwrap_or(0).min(MOST_BOARDS as i64)
        };
        let called = |at: [i64; 2]| {
            let one = shown.iter().find(|one| one.at == at);
            one.map_or_else(
                || "-".to_owned(),
                |one| {
                    let turned = if one.is_reversed { TURNED } else { "" };
                    let name = join(';', [join(',', [one.name.as_str()]).as_str()]);
                    format!("{name}{turned}")
                },
            )
        };
        let row =
            |row: i64| (0..=most(0)).map(|at| called([at, row])).collect::<Vec<_>>().join(", ");
        (0..=most(1)).map(row).collect::<Vec<_>>().join("; ")
    }

    fn named(field: &str) -> (String, bool) {
        let parts = split('/', field);
        let is_reversed = parts.get(1).is_some_and(|word| word == "rev");
        (parts.into_iter().next().unwrap_or_default(), is_reversed)
    }
}

/// A board in its place among those that a map shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The board's name; of one that is there twice, with a number behind it.
    pub name: String,
    /// The board's own name.
    pub board: String,
    /// Its corner on the map without the edge, and its size there, in pixels of the map.
    pub corner: [i64; 2],
    pub size: [i64; 2],
    /// Pixels of the map to one of its own.
    pub magnification: f64,
    /// It lies upside down.
    pub is_reversed: bool,
}

impl Sheet {
    /// A place in pixels of the map as one in pixels of its own.
    pub fn own(&self, place: [i64; 2]) -> [i64; 2] {
        let within = [0, 1].map(|axis| {
            let place = place[axis].saturating_sub(self.corner[axis]);
            if self.is_reversed { self.size[axis].saturating_sub(place) } else { place }
        });
        if self.magnification == 1.0 {
            return within;
        }
        within.map(|at| (at as f64 / self.magnification).round() as i64)
    }

    /// A place in pixels of its own as one in pixels of the map.
    pub fn on_map(&self, own: [i64; 2]) -> [i64; 2] {
        [0, 1].map(|axis| {
            let place = match self.magnification {
                1.0 => own[axis],
                by => (own[axis] as f64 * by).round() as i64,
            };
            let place =
                if self.is_reversed { self.size[axis].saturating_sub(place) } else { place };
            place.saturating_add(self.corner[axis])
        })
    }

    fn holds(&self, place: [i64; 2]) -> bool {
        (0..2).all(|axis| {
            let from = place[axis].saturating_sub(self.corner[axis]);
            (0..self.size[axis]).contains(&from)
        })
    }
}

impl MapOf {
    /// The boards where VASSAL lays them: each as far from the edge as those before it in its row
    /// are wide, and those above it in its column high. What the map has no board for is passed
    /// over.
    pub fn sheets(&self, shown: &[Shown]) -> Vec<Sheet> {
        let mut sizes: BTreeMap<[i64; 2], [i64; 2]> = BTreeMap::new();
        let known = || shown.iter().filter_map(|one| Some((one, self.boards.get(&one.name)?)));
        for (one, board) in known() {
            let length = |length: i64| (length as f64 * board.magnification).round() as i64;
            sizes.insert(one.at, board.size.map(length));
        }
        let mut sheets: Vec<Sheet> = Vec::new();
        for (one, board) in known() {
            let corner = [0, 1].map(|axis| {
                let other = 1 - axis;
                let before = sizes
                    .iter()
                    .filter(|(at, _)| at[axis] < one.at[axis] && at[other] == one.at[other]);
                before.fold(0_i64, |sum, (_, size)| sum.saturating_add(size[axis]))
            });
            let times = sheets.iter().filter(|sheet| sheet.board == one.name).count();
            let name = match times {
                0 => one.name.clone(),
                times => format!("{} ({})", one.name, times + 1),
            };
            sheets.push(Sheet {
                name,
                board: one.name.clone(),
                corner,
                size: sizes.get(&one.at).copied().unwrap_or_default(),
                magnification: board.magnification,
                is_reversed: one.is_reversed && board.is_reversible,
            });
        }
        sheets
    }
}

/// A place of a map as a place of one of the boards that it shows: the board's name (empty where it is
/// not told) and pixels from the board's corner. `at` is without the edge.
pub fn on_board(sheets: &[Sheet], at: [i64; 2]) -> (String, [i64; 2]) {
    // Where there is one board only, nothing else can be meant.
    let only = || sheets.first().filter(|_| sheets.len() == 1);
    match sheets.iter().find(|sheet| sheet.holds(at)).or_else(only) {
        Some(sheet) => (sheet.name.clone(), sheet.own(at)),
        None => (String::new(), at),
    }
}

impl Maps {
    /// A place of a map as [`on_board`] has it, with the map's name.
    pub fn on_board(
        &self,
        map: &str,
        sheets: &[Sheet],
        at: [i64; 2],
    ) -> (String, String, [i64; 2]) {
        let Some(found) = self.find(map) else {
            return (map.to_owned(), String::new(), at);
        };
        let within = [0, 1].map(|axis| at[axis].saturating_sub(found.edge[axis]));
        let (board, at) = on_board(sheets, within);
        (found.name.clone(), board, at)
    }

    /// A map by its name, or by the number that VASSAL gives to one without: `Map0`.
    pub fn find(&self, name: &str) -> Option<&MapOf> {
        let by_number = || self.0.get(name.strip_prefix("Map")?.parse::<usize>().ok()?);
        self.0.iter().find(|map| map.name == name).or_else(by_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_lie_side_by_side_within_the_edge() {
        let boards = [("West", [400, 300]), ("East", [500, 300]), ("South", [400, 200])];
        let board = |size| BoardOf { size, magnification: 1.0, is_reversible: true };
        let boards = boards.map(|(name, size)| (name.to_owned(), board(size)));
        let edge = [50, 20];
        let map = MapOf { name: "Main".to_owned(), edge, boards: boards.into(), begun: Vec::new() };
        let maps = Maps(vec![map.clone()]);
        let fields = ["West", "0", "0", "East/rev", "1", "0", "South", "0", "1", "None", "0", "2"];
        let shown = Shown::list(&fields.map(str::to_owned));
        let sheets = map.sheets(&shown);
        let at = |x, y| maps.on_board("Main", &sheets, [x, y]);
        let place = |board: &str, at| ("Main".to_owned(), board.to_owned(), at);
        assert_eq!(at(60, 40), place("West", [10, 20]));
        // Upside down, its first pixel is the last.
        assert_eq!(at(450, 20), place("East", [500, 300]));
        assert_eq!(at(50, 320), place("South", [0, 0]));
        assert_eq!(at(10, 10), place("", [-40, -10]));
        assert_eq!(maps.on_board("Map0", &[], [50, 20]), place("", [0, 0]));
        for sheet in &sheets {
            assert_eq!(sheet.own(sheet.on_map([30, 70])), [30, 70]);
        }
        let mut twice = map.clone();
        for board in twice.boards.values_mut() {
            board.magnification = 2.0;
        }
        let sheets = twice.sheets(&shown);
        let at = |x, y| maps.on_board("Main", &sheets, [x, y]);
        assert_eq!(at(60, 40), place("West", [5, 10]));
        assert_eq!(at(50, 620), place("South", [0, 0]));
        assert_eq!(maps.on_board("Hand", &[], [5, 2]), ("Hand".to_owned(), String::new(), [5, 2]));
    }

    #[test]
    fn what_is_asked_for_is_written_as_it_is_read() {
        let asked = r"North, South:turned; -, A\, B/C";
        let shown = Shown::asked(asked);
        let names: Vec<(&str, [i64; 2], bool)> =
            shown.iter().map(|one| (one.name.as_str(), one.at, one.is_reversed)).collect();
        let all = [("North", [0, 0], false), ("South", [1, 0], true), ("A, B/C", [1, 1], false)];
        assert_eq!(names, all);
        assert_eq!(Shown::asked(&Shown::in_words(&shown)), shown);
        assert!(Shown::asked(" ; ,").is_empty());
    }
}
