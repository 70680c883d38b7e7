//! The hexes whose centres lie in areas, within bounds: some hundred bytes of an outline could be
//! millions of hexes, again and again.

use salient_schema::HexIndex;
use salient_schema::map::Orientation;

use crate::HexGrid;

/// Hexes of all areas of a file together: a map of 1,000 × 1,000 once, or one of 300 × 300 eleven
/// times; as a list some 20 MB.
pub const MOST_HEXES: u64 = 1 << 20;

/// How often outlines may cross the rows of a map, and hexes be looked at, in all areas of a file
/// together: a second or two.
pub const MOST_WORK: u64 = 100_000_000;

/// What there is too much of in the areas of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// More than [`MOST_HEXES`].
    Hexes,
    /// More than [`MOST_WORK`].
    Work,
}

impl std::fmt::Display for TooMuch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Hexes => "with the areas before it, it covers more hexes in all than are read",
            Self::Work => {
                "with the areas before it, its outline is too long in all to be laid on hexes"
            }
        })
    }
}

impl std::error::Error for TooMuch {}

/// Lays the areas of one file on a grid, one after the other.
///
/// A hex is in an area if its centre is, by the rule of odd crossings: on an edge it is in where
/// the area lies to the east or south of it. Areas are swept row by row, so that an outline costs
/// no more than the rows that it crosses, and an area no more than its hexes.
#[derive(Clone, Debug)]
pub struct Areas {
    is_flat: bool,
    /// The straight lines from west to east that centres stand on, from the north.
    lines: Vec<Line>,
    /// Where the centres of a line stand, from the west: of lines that are pushed and of others.
    places: [Vec<f64>; 2],
    hexes_left: u64,
    work_left: u64,
}

/// Centres at one height: those of a row, or where hexes are flat-topped those of every second
/// column of it.
#[derive(Clone, Copy, Debug)]
struct Line {
    y: f64,
    row: u16,
    parity: u8,
}

/// A straight piece of an outline and the lines that it crosses.
#[derive(Clone, Copy, Debug)]
struct Edge {
    first: usize,
    end: usize,
    from: [f64; 2],
    to: [f64; 2],
}

impl Areas {
    /// Areas on the plane of a grid.
    pub fn on(grid: &HexGrid) -> Self {
        let centre = |index| grid.hex(index).map_or([0.0; 2], |hex| grid.centre(hex));
        let size = [grid.columns(), grid.rows()];
        Self::with(grid.grid().orientation, size, |index| centre(index).map(f64::from))
    }

    /// Areas on a plane on which the centres of so many columns and rows stand where `centre` has
    /// them: x to the east, y to the south, those of a row (flat-topped: of every second column of
    /// it) at one height.
    pub fn with(
        orientation: Orientation,
        [columns, rows]: [u16; 2],
        centre: impl Fn(HexIndex) -> [f64; 2],
    ) -> Self {
        let is_flat = orientation == Orientation::FlatTopped;
        let of_row = |row: u16| {
            let here = if is_flat { 0..columns.min(2) } else { 0..columns.min(1) };
            let parity = move |column: u16| if is_flat { column } else { row % 2 };
            here.map(move |column| (column, row, parity(column) as u8))
        };
        let mut lines: Vec<Line> = (0..rows)
            .flat_map(of_row)
            .map(|(column, row, parity)| Line {
                y: centre(HexIndex::new(column, row))[1],
                row,
                parity,
            })
            .collect();
        lines.sort_by(|a, b| a.y.total_cmp(&b.y));
        let places = [0, 1].map(|parity| {
            let (first, row) = if is_flat { (parity, 0) } else { (0, parity) };
            let here = (first..columns).step_by(if is_flat { 2 } else { 1 });
            here.map(|column| centre(HexIndex::new(column, row))[0]).collect()
        });
        Self { is_flat, lines, places, hexes_left: MOST_HEXES, work_left: MOST_WORK }
    }

    /// The same with room for so many hexes and so much work.
    #[must_use]
    pub fn with_room(self, hexes: u64, work: u64) -> Self {
        Self { hexes_left: hexes, work_left: work, ..self }
    }

    /// The hexes of an area, as a page is read. Its outline may be several rings, holes among them;
    /// each leads back to its beginning.
    ///
    /// # Errors
    /// What there is too much of. Areas that come after it may still find their place.
    pub fn hexes<'r>(
        &mut self,
        rings: impl IntoIterator<Item = &'r [[f64; 2]]>,
    ) -> Result<Vec<HexIndex>, TooMuch> {
        let mut edges = Vec::new();
        for ring in rings {
            for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                // Half open, so that a corner on a line counts once.
                let (north, south) = (from[1].min(to[1]), from[1].max(to[1]));
                let first = self.lines.partition_point(|line| line.y < north);
                let end = self.lines.partition_point(|line| line.y < south);
                if first < end {
                    self.work(end - first)?;
                    edges.push(Edge { first, end, from, to });
                }
            }
        }
        edges.sort_unstable_by_key(|edge| edge.first);
        let mut hexes = Vec::new();
        let (mut coming, mut here, mut crossings) =
            (edges.iter().peekable(), Vec::new(), Vec::new());
        let mut at = 0;
        loop {
            here.retain(|edge: &&Edge| edge.end > at);
            if here.is_empty() {
                let Some(next) = coming.peek() else { break };
                at = next.first;
            }
            while let Some(edge) = coming.next_if(|edge| edge.first <= at) {
                here.push(edge);
            }
            let Some(line) = self.lines.get(at).copied() else { break };
            crossings.clear();
            crossings.extend(here.iter().map(|Edge { from: [ax, ay], to: [bx, by], .. }| {
                (bx - ax) * (line.y - ay) / (by - ay) + ax
            }));
            crossings.sort_unstable_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                self.span(line, [pair[0], pair[1]], &mut hexes)?;
            }
            at += 1;
        }
        self.keep(hexes.len())?;
        hexes.sort_unstable();
        Ok(hexes)
    }

    /// Takes the room for hexes, of areas that were found in another way, too.
    ///
    /// # Errors
    /// There is none.
    pub fn keep(&mut self, hexes: usize) -> Result<(), TooMuch> {
        self.hexes_left = self.hexes_left.checked_sub(hexes as u64).ok_or(TooMuch::Hexes)?;
        Ok(())
    }

    /// Takes the room for work: hexes that are looked at, corners of outlines that are gone through.
    ///
    /// # Errors
    /// There is none.
    pub fn work(&mut self, more: usize) -> Result<(), TooMuch> {
        self.work_left = self.work_left.checked_sub(more as u64).ok_or(TooMuch::Work)?;
        Ok(())
    }

    /// The hexes of a line from one crossing up to the next.
    fn span(&mut self, line: Line, ends: [f64; 2], out: &mut Vec<HexIndex>) -> Result<(), TooMuch> {
        let places = if line.parity == 0 { &self.places[0] } else { &self.places[1] };
        let [first, end] = ends.map(|x| places.partition_point(|place| *place < x));
        // What is no number is nowhere.
        let end = end.max(first);
        if out.len() as u64 + (end - first) as u64 > self.hexes_left {
            return Err(TooMuch::Hexes);
        }
        self.work(end - first)?;
        let column = |place: usize| {
            // No line has more places than a map has columns.
            if self.is_flat { 2 * place as u16 + u16::from(line.parity) } else { place as u16 }
        };
        out.extend((first..end).map(|place| HexIndex::new(column(place), line.row)));
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use proptest::prelude::*;
    use salient_schema::map::{Grid, Pushed};

    use super::*;

    fn grid(orientation: Orientation, pushed: Pushed, columns: u16, rows: u16) -> HexGrid {
        HexGrid::new(&Grid { pushed, ..Grid::plain(orientation, columns, rows) })
    }

    /// The same, hex by hex.
    fn one_by_one(grid: &HexGrid, rings: &[Vec<[f64; 2]>]) -> Vec<HexIndex> {
        let holds = |[x, y]: [f64; 2]| {
            let mut inside = false;
            for ring in rings {
                for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                    let crosses = (a[1] > y) != (b[1] > y);
                    if crosses && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] {
                        inside = !inside;
                    }
                }
            }
            inside
        };
        let inside = grid.hexes().filter(|hex| holds(grid.centre(*hex).map(f64::from)));
        inside.map(|hex| grid.index(hex)).collect()
    }

    fn orientation() -> impl Strategy<Value = Orientation> {
        prop_oneof![Just(Orientation::FlatTopped), Just(Orientation::PointyTopped)]
    }

    fn pushed() -> impl Strategy<Value = Pushed> {
        prop_oneof![Just(Pushed::First), Just(Pushed::Second)]
    }

    proptest! {
        #[test]
        fn rows_that_are_swept_find_what_each_hex_finds(
            (orientation, pushed) in (orientation(), pushed()),
            (columns, rows) in (1_u16..14, 1_u16..14),
            // In quarters, so that corners and edges run through centres.
            rings in prop::collection::vec(
                prop::collection::vec((-8_i32..60, -8_i32..60), 0..9), 0..4,
            ),
        ) {
            let grid = grid(orientation, pushed, columns, rows);
            let corner = |(x, y)| [f64::from(x) / 4.0, f64::from(y) / 4.0];
            let rings: Vec<Vec<[f64; 2]>> =
                rings.into_iter().map(|ring| ring.into_iter().map(corner).collect()).collect();
            let swept = Areas::on(&grid).hexes(rings.iter().map(Vec::as_slice));
            prop_assert_eq!(swept, Ok(one_by_one(&grid, &rings)));
        }
    }

    #[test]
    fn areas_are_bounded_in_hexes_and_in_work() {
        let grid = grid(Orientation::FlatTopped, Pushed::Second, 512, 512);
        let whole: Vec<[f64; 2]> =
            vec![[-1.0, -1.0], [2000.0, -1.0], [2000.0, 2000.0], [-1.0, 2000.0]];
        let small: Vec<_> = whole.iter().map(|corner| corner.map(|at| at.min(1.2))).collect();
        let mut areas = Areas::on(&grid);
        for _ in 0..3 {
            assert_eq!(areas.hexes([whole.as_slice()]).unwrap().len(), 512 * 512);
        }
        // What still has room is found, up to the last hex, and nothing else.
        assert_eq!(areas.hexes([small.as_slice()]).unwrap().len(), 3);
        assert_eq!(areas.hexes([whole.as_slice()]), Err(TooMuch::Hexes));
        assert_eq!(areas.hexes([small.as_slice()]).unwrap().len(), 3);
        // What is refused was work all the same.
        let refused = (0..1000).map(|_| areas.hexes([whole.as_slice()]));
        assert!(refused.into_iter().any(|refused| refused == Err(TooMuch::Work)));

        // Up and down over all rows, again and again.
        let zigzag: Vec<[f64; 2]> = (0..120_000)
            .map(|at| [f64::from(at) / 100.0, if at % 2 == 0 { -1.0 } else { 2000.0 }])
            .collect();
        assert_eq!(Areas::on(&grid).hexes([zigzag.as_slice()]), Err(TooMuch::Work));
    }

    #[test]
    fn what_is_nowhere_holds_nothing() {
        let grid = grid(Orientation::PointyTopped, Pushed::First, 5, 4);
        let mut areas = Areas::on(&grid);
        for ring in [vec![], vec![[1.0, 1.0]], vec![[f64::NAN, 0.0], [1.0, f64::NAN], [3.0, 3.0]]] {
            assert_eq!(areas.hexes([ring.as_slice()]), Ok(Vec::new()));
        }
    }
}
