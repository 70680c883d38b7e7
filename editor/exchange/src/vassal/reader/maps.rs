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
    /// The sizes of its boards in pixels, by their names.
    pub boards: BTreeMap<String, [i64; 2]>,
}

/// A board that a game shows, with its column and row among the boards of its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    name: String,
    at: [i64; 2],
}

impl Shown {
    /// Reads the list of a board picker: of each board its name, `rev` where it lies upside down,
    /// column and row.
    pub fn list(fields: &[String]) -> Vec<Self> {
        let mut shown = Vec::new();
        let mut fields = fields.iter().peekable();
        while let Some(name) = fields.next() {
            fields.next_if(|field| *field == "rev");
            let mut number = || fields.next().and_then(|field| field.parse().ok()).unwrap_or(0);
            shown.push(Self { name: name.clone(), at: [number(), number()] });
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
        let size = |board: &Shown| found.boards.get(&board.name).copied().unwrap_or_default();
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
                return (name, board.name.clone(), place);
            }
        }
        (name, String::new(), within)
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
        let boards = boards.map(|(name, size)| (name.to_owned(), size));
        let map = MapOf { name: "Main".to_owned(), edge: [50, 20], boards: boards.into() };
        let maps = Maps(vec![map]);
        let fields = ["West", "0", "0", "East", "rev", "1", "0", "South", "0", "1"];
        let shown = Shown::list(&fields.map(str::to_owned));
        let at = |x, y| maps.on_board("Main", &shown, [x, y]);
        let place = |board: &str, at| ("Main".to_owned(), board.to_owned(), at);
        assert_eq!(at(60, 40), place("West", [10, 20]));
        assert_eq!(at(450, 20), place("East", [0, 0]));
        assert_eq!(at(50, 320), place("South", [0, 0]));
        assert_eq!(at(10, 10), place("", [-40, -10]));
        assert_eq!(maps.on_board("Map0", &[], [50, 20]), place("", [0, 0]));
        assert_eq!(maps.on_board("Hand", &[], [5, 2]), ("Hand".to_owned(), String::new(), [5, 2]));
    }
}
