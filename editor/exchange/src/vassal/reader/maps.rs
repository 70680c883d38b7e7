//! The maps of a module with their boards: where on which board a place of a map lies.

use std::collections::BTreeMap;

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
}

/// A board of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardOf {
    /// Its size in pixels of its own, by which its grid is measured.
    pub size: [i64; 2],
    /// Pixels of the map to one of its own.
    pub magnification: f64,
}

impl Default for BoardOf {
    fn default() -> Self {
        Self { size: [0, 0], magnification: 1.0 }
    }
}

impl BoardOf {
    /// Its size in pixels of the map.
    fn on_map(&self) -> [i64; 2] {
        self.size.map(|length| (length as f64 * self.magnification).round() as i64)
    }

    /// A place in pixels of the map from its corner, in pixels of its own.
    pub fn own(&self, place: [i64; 2]) -> [i64; 2] {
        if self.magnification == 1.0 {
            return place;
        }
        place.map(|at| (at as f64 / self.magnification).round() as i64)
    }
}

/// A board that a game shows, with its column and row among the boards of its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    name: String,
    at: [i64; 2],
    /// It lies upside down.
    is_reversed: bool,
}

impl Shown {
    /// Reads the list of a board picker: of each board its name, `rev` where it lies upside down,
    /// column and row.
    pub fn list(fields: &[String]) -> Vec<Self> {
        let mut shown = Vec::new();
        let mut fields = fields.iter().peekable();
        while let Some(name) = fields.next() {
            // VASSAL writes both as one field, parted by a stroke.
            let (name, turned) = match name.strip_suffix("/rev") {
                Some(name) => (name, true),
                None => (name.as_str(), false),
            };
            let is_reversed = fields.next_if(|field| *field == "rev").is_some() || turned;
            let mut number = || fields.next().and_then(|field| field.parse().ok()).unwrap_or(0);
            let at = [number(), number()];
            shown.push(Self { name: name.to_owned(), at, is_reversed });
        }
        shown
    }
}

impl Maps {
    /// A place of a map as a place of one of its boards: the map's name, the board's (empty where it
    /// is not told) and pixels from the board's corner.
    pub fn on_board(&self, map: &str, shown: &[Shown], at: [i64; 2]) -> (String, String, [i64; 2]) {
        let Some(found) = self.find(map) else {
            return (map.to_owned(), String::new(), at);
        };
        let name = found.name.clone();
        let within = [at[0].saturating_sub(found.edge[0]), at[1].saturating_sub(found.edge[1])];
        let of = |board: &Shown| found.boards.get(&board.name).copied().unwrap_or_default();
        let size = |board: &Shown| of(board).on_map();
        let along = |board: &Shown, axis: usize| -> i64 {
            let other = 1 - axis;
            let before = shown
                .iter()
                .filter(|one| one.at[axis] < board.at[axis] && one.at[other] == board.at[other]);
            before.map(|one| size(one)[axis]).sum()
        };
        for board in shown {
            let corner = [along(board, 0), along(board, 1)];
            let place = [within[0].saturating_sub(corner[0]), within[1].saturating_sub(corner[1])];
            let size = size(board);
            let is_on = (0..2).all(|axis| place[axis] >= 0 && place[axis] < size[axis]);
            if is_on || shown.len() == 1 {
                let turned = [0, 1].map(|axis| size[axis].saturating_sub(place[axis]));
                let place = if board.is_reversed && is_on { turned } else { place };
                return (name, board.name.clone(), of(board).own(place));
            }
        }
        // Where a map has one board only, nothing else can be meant.
        let only = found.boards.values().next().filter(|_| found.boards.len() == 1);
        (name, String::new(), only.map_or(within, |board| board.own(within)))
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
        let board = |size| BoardOf { size, magnification: 1.0 };
        let boards = boards.map(|(name, size)| (name.to_owned(), board(size)));
        let map = MapOf { name: "Main".to_owned(), edge: [50, 20], boards: boards.into() };
        let maps = Maps(vec![map]);
        let fields = ["West", "0", "0", "East/rev", "1", "0", "South", "0", "1"];
        let shown = Shown::list(&fields.map(str::to_owned));
        let at = |x, y| maps.on_board("Main", &shown, [x, y]);
        let place = |board: &str, at| ("Main".to_owned(), board.to_owned(), at);
        assert_eq!(at(60, 40), place("West", [10, 20]));
        // Upside down, its first pixel is the last.
        assert_eq!(at(450, 20), place("East", [500, 300]));
        assert_eq!(at(50, 320), place("South", [0, 0]));
        assert_eq!(at(10, 10), place("", [-40, -10]));
        assert_eq!(maps.on_board("Map0", &[], [50, 20]), place("", [0, 0]));
        let mut twice = maps.clone();
        for board in twice.0[0].boards.values_mut() {
            board.magnification = 2.0;
        }
        let at = |x, y| twice.on_board("Main", &shown, [x, y]);
        assert_eq!(at(60, 40), place("West", [5, 10]));
        assert_eq!(at(50, 620), place("South", [0, 0]));
        assert_eq!(maps.on_board("Hand", &[], [5, 2]), ("Hand".to_owned(), String::new(), [5, 2]));
    }
}
