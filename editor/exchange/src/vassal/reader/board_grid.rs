//! A board's hexgrid as ours: which hexes there are, what they are called, where they lie on the
//! picture.

use salient_hex::area::Areas;
use salient_schema::HexIndex;
use salient_schema::map::{Board, Grid, Orientation, Pushed, ScanPoint};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

use super::super::lattice::{Count, Lattice, Names, Raw};
use super::super::outline::{Point, holds, ring};
pub use super::grids::{Described, described};
use super::grids::{Line, area, line, raw};
use crate::{Fate, LossReport, limits};

/// A grid that was read.
#[derive(Clone, Debug)]
pub struct BoardGrid {
    pub grid: Grid,
    pub lattice: Lattice,
    /// VASSAL's raw column, and the row as it is counted, of our hex in column 0, row 0.
    first: Line,
    /// Raw odd columns begin half a hex higher than the others, instead of lower.
    raised: bool,
    /// Our hexes whose centres lie off the board, or in none of its zones: VASSAL has none there.
    off_board: Vec<HexIndex>,
    /// Outlines in which there are no hexes: zones without a grid, as for tracks and displays.
    boxes: Vec<Vec<Point>>,
}

/// Reads the grid of a board: the largest of its hexgrids, with those that have their hexes in the
/// same places. In displays there are no hexes.
pub fn read(
    grids: &[Described],
    displays: &[Vec<Point>],
    size: [i64; 2],
    losses: &mut LossReport,
) -> Option<BoardGrid> {
    let main = grids.iter().max_by_key(|grid| grid.hexes(size))?;
    let place = "buildFile.xml: HexGrid".to_owned();
    let raised = main.is_raised(size);
    let (kin, reaches) = kin(grids, main, size, losses)?;
    let whole = all_of(&reaches)?;
    let mut reach = whole;
    let numbers = |at: Line| {
        let names = main.names.as_ref()?;
        Some(names.numbers(&main.lattice, main.size(size), raw(at, raised)))
    };
    for axis in 0..2 {
        // Numbers below 0 cannot be ours: such columns and rows are cut off at a margin, where no
        // other zone needs them. Counted upwards, the first are the low ones; downwards, the last.
        let others = kin.iter().zip(&reaches).filter(|(grid, _)| !std::ptr::eq(**grid, main));
        let others: Vec<Point> = others.map(|(_, ends)| ends.map(|end| end[axis])).collect();
        let is_free = |at: i64| others.iter().all(|[from, to]| at < *from || at > *to);
        let low =
            |at: Line| numbers(at).is_some_and(|numbers| numbers[axis] < 0) && is_free(at[axis]);
        let [from, to] = &mut reach;
        while from[axis] < to[axis] && low(*from) {
            from[axis] += 1;
        }
        while from[axis] < to[axis] && low(*to) {
            to[axis] -= 1;
        }
    }
    let mut ground = BoardGrid::blank(main.lattice, raised, reach)?;
    if whole != reach {
        let cut =
            BoardGrid::blank(main.lattice, raised, whole)?.beyond(&ground, main, displays, size);
        for (which, hexes) in
            ["columns", "rows"].into_iter().zip(cut).filter(|(_, hexes)| *hexes > 0)
        {
            let which = format!("{which}, {hexes} hexes");
            let why = "their numbers are below 0; they are not on the map";
            losses.add(Fate::Dropped, "hexes at the margin", which, why, Some(place.clone()));
        }
    }
    let sideways = main.lattice.sideways;
    // A board has the numbers of its own corner.
    let [first, last] =
        if main.board().is_some() { main.reach(&main.lattice, raised, size)? } else { reach };
    ground.grid.numbering = match (&main.names, numbers(first), numbers(last)) {
        (Some(names), Some(first), Some(last)) => {
            numbering(names, sideways, first, last, losses, &place)
        }
        _ => {
            let class = main.foreign.as_deref().unwrap_or_default();
            let why = match class {
                "" => "the module does not number its hexes",
                _ => "a class of the module's own numbers its hexes, which nobody else can read",
            };
            let why = format!("{why}; they are numbered from the north-west");
            losses.add(Fate::Changed, "hex numbers", class, why, Some(place.clone()));
            plain_numbering()
        }
    };
    let owners = ground.owners(grids, &kin, size);
    let all = owners.iter().enumerate().filter(|(_, owner)| **owner == 0);
    let columns = ground.grid.columns;
    ground.off_board = all.map(|(at, _)| HexIndex::from_dense(at, columns)).collect();
    ground.boards(&kin, &reaches, size);
    ground.compare(grids, &owners, size, losses, &place);
    Some(ground)
}

/// The grids that have their hexes in the places of the main one's, in the order in which VASSAL asks
/// them, each with its first and last line. What cannot be on one map with it is told of.
fn kin<'a>(
    grids: &'a [Described],
    main: &Described,
    size: [i64; 2],
    losses: &mut LossReport,
) -> Option<(Vec<&'a Described>, Vec<[Line; 2]>)> {
    let raised = main.is_raised(size);
    let own = main.reach(&main.lattice, raised, size)?;
    let (mut kin, mut reaches) = (Vec::new(), Vec::new());
    for grid in grids {
        let mut refuse = |why: &str| {
            let place = Some(format!("buildFile.xml: Zone {}", grid.title()));
            let which = format!("{}, {} hexes", grid.title(), grid.hexes(size));
            losses.add(Fate::Dropped, "hexgrid", which, why, place);
        };
        if std::ptr::eq(grid, main) {
            kin.push(grid);
            reaches.push(own);
            continue;
        }
        if !main.agrees(grid, size) {
            refuse("it is another grid than that of the map, whose hexes lie elsewhere");
            continue;
        }
        let Some(reach) = grid.reach(&main.lattice, raised, size) else {
            refuse("no hex lies in it");
            continue;
        };
        let is_small = |both: [Line; 2]| {
            let is_short = (0..2).all(|axis| both[1][axis] - both[0][axis] < 4096);
            is_short && u64::try_from(area(both)).is_ok_and(|hexes| hexes <= limits::HEXES)
        };
        if !all_of(reaches.iter().chain([&own, &reach])).is_some_and(is_small) {
            refuse("it lies too far from the others");
            continue;
        }
        kin.push(grid);
        reaches.push(reach);
    }
    Some((kin, reaches))
}

/// The first and the last line of several.
fn all_of<'a>(reaches: impl IntoIterator<Item = &'a [Line; 2]>) -> Option<[Line; 2]> {
    reaches.into_iter().copied().reduce(|[from, to], [first, last]| {
        let axes = [0, 1];
        [axes.map(|axis| from[axis].min(first[axis])), axes.map(|axis| to[axis].max(last[axis]))]
    })
}

fn plain_numbering() -> Numbering {
    Numbering {
        order: NumberOrder::ColumnRow,
        separator: String::new(),
        column_digits: 2,
        row_digits: 2,
        first_column: 1,
        first_row: 1,
        columns_from: HorizontalEdge::West,
        rows_from: VerticalEdge::North,
    }
}

/// VASSAL's numbering as ours, by the numbers of the first and the last hex.
fn numbering(
    names: &Names,
    sideways: bool,
    first: [i64; 2],
    last: [i64; 2],
    losses: &mut LossReport,
    place: &str,
) -> Numbering {
    // What has letters there is counted from 1 here, in two digits as is usual.
    let least = |axis: usize, count: Count| {
        let least = u16::try_from(first[axis].min(last[axis]).max(0)).unwrap_or(0);
        least.saturating_add(u16::from(count.letters))
    };
    let fewest = if names.column.letters || names.row.letters { 2 } else { 1 };
    let digits = |count: Count| u8::try_from((count.leading + 1).clamp(fewest, 4)).unwrap_or(4);
    let (column_first, separator) = names.order();
    let order =
        if column_first != sideways { NumberOrder::ColumnRow } else { NumberOrder::RowColumn };
    let (column, row, x, y) =
        if sideways { (names.row, names.column, 1, 0) } else { (names.column, names.row, 0, 1) };
    for (count, which) in [(column, "columns"), (row, "rows")] {
        if count.letters {
            let why = "the module counts them by letters; here they have numbers, A being 1";
            losses.add(Fate::Changed, "hex numbers", which, why, Some(place.to_owned()));
        }
    }
    if names.slant.is_some() {
        let why = "the module's rows slant from column to column; here they are counted straight";
        losses.add(Fate::Changed, "hex numbers", "oblique", why, Some(place.to_owned()));
    }
    let east = names.from_right;
    let south = names.from_bottom;
    Numbering {
        order,
        separator,
        column_digits: digits(column),
        row_digits: digits(row),
        first_column: least(x, column),
        first_row: least(y, row),
        columns_from: if east { HorizontalEdge::East } else { HorizontalEdge::West },
        rows_from: if south { VerticalEdge::South } else { VerticalEdge::North },
    }
}

impl BoardGrid {
    /// The hexes from one line to another, numbered from the north-west; nothing where they are more
    /// than a map has.
    fn blank(lattice: Lattice, raised: bool, [from, to]: [Line; 2]) -> Option<Self> {
        let length =
            |axis: usize| u16::try_from(to[axis] - from[axis] + 1).ok().filter(|n| *n <= 4096);
        let (lines, along) = (length(0)?, length(1)?);
        let (columns, rows) = if lattice.sideways { (along, lines) } else { (lines, along) };
        // VASSAL pushes raw odd columns.
        let is_pushed = (from[0].rem_euclid(2) == 1) != raised;
        let pushed = if is_pushed { Pushed::First } else { Pushed::Second };
        let orientation =
            if lattice.sideways { Orientation::PointyTopped } else { Orientation::FlatTopped };
        let numbering = plain_numbering();
        let (metres_per_hex, boards) = (1000.0, Vec::new());
        let grid = Grid { orientation, columns, rows, pushed, numbering, metres_per_hex, boards };
        Some(Self { raised, ..Self::new(grid, lattice, from) })
    }

    /// How many of its hexes on the board lie in columns that a part of it lacks, and how many more
    /// in rows; without those in displays.
    fn beyond(
        &self,
        part: &Self,
        main: &Described,
        displays: &[Vec<Point>],
        size: [i64; 2],
    ) -> [u64; 2] {
        let shown = self.first_of(displays.iter().map(Vec::as_slice));
        let Grid { columns, rows, .. } = part.grid;
        let lines = i64::from(if self.lattice.sideways { rows } else { columns });
        let is_within = |line: i64| (0..lines).contains(&(line - part.first[0]));
        let mut cut = [0; 2];
        let _ = main.each(&self.lattice, size, |at| {
            let own = self.hex_of(at).and_then(|hex| shown.get(hex.dense(self.grid.columns)));
            if own.is_none_or(|own| *own == u16::MAX) && part.hex_of(at).is_none() {
                cut[usize::from(is_within(at[0]))] += 1;
            }
        });
        cut
    }

    /// By which grid VASSAL knows each hex, row by row: one more than its place among all, and 0
    /// where there is none, or one that has other hexes.
    fn owners(&self, grids: &[Described], kin: &[&Described], size: [i64; 2]) -> Vec<u16> {
        let mut owners = vec![0; usize::from(self.grid.columns) * usize::from(self.grid.rows)];
        // The first is asked first.
        for (grid, number) in grids.iter().zip(1..=u16::MAX).rev() {
            let is_kin = kin.iter().any(|one| std::ptr::eq(*one, grid));
            let number = if is_kin { number } else { 0 };
            let _ = grid.each(&self.lattice, size, |at| {
                let hex = self.hex_of(at).map(|hex| hex.dense(self.grid.columns));
                if let Some(owner) = hex.and_then(|at| owners.get_mut(at)) {
                    *owner = number;
                }
            });
        }
        owners
    }

    /// Zones that number a rectangle of the hexes, as in `48/0710`, are boards.
    fn boards(&mut self, kin: &[&Described], reaches: &[[Line; 2]], size: [i64; 2]) {
        for (other, [least, most]) in kin.iter().zip(reaches) {
            let Some(id) = other.board() else { continue };
            let mut hexes = 0;
            let _ = other.each(&self.lattice, size, |_| hexes += 1);
            let place = [least[0] - self.first[0], least[1] - self.first[1]].map(u16::try_from);
            let length = [most[0] - least[0] + 1, most[1] - least[1] + 1].map(u16::try_from);
            let ([Ok(line), Ok(along)], [Ok(lines), Ok(run)]) = (place, length) else { continue };
            let (column, row, columns, rows) = match self.lattice.sideways {
                true => (along, line, run, lines),
                false => (line, along, lines, run),
            };
            let grid = &mut self.grid;
            let is_on = column + columns <= grid.columns && row + rows <= grid.rows;
            if hexes != area([*least, *most]) || !is_on {
                continue;
            }
            let east = grid.numbering.columns_from == HorizontalEdge::East;
            let turned = other.names.as_ref().is_some_and(|names| names.from_right != east);
            grid.boards.push(Board { id, column, row, columns, rows, turned, ..Board::default() });
        }
    }

    /// In which of some outlines each hex lies, row by row: in the first of them, as VASSAL asks
    /// them; `u16::MAX` where in none. What has no room is left out. Nothing where there are none.
    fn first_of<'o>(
        &self,
        outlines: impl DoubleEndedIterator<Item = &'o [Point]> + ExactSizeIterator,
    ) -> Vec<u16> {
        if outlines.len() == 0 {
            return Vec::new();
        }
        let columns = self.grid.columns;
        let mut first = vec![u16::MAX; usize::from(columns) * usize::from(self.grid.rows)];
        let mut areas = self.areas();
        for (number, outline) in outlines.enumerate().rev() {
            let Ok(number) = u16::try_from(number) else { continue };
            for hex in areas.hexes([ring(outline).as_slice()]).unwrap_or_default() {
                if let Some(first) = first.get_mut(hex.dense(columns)) {
                    *first = number;
                }
            }
        }
        first
    }

    /// Tells of the hexes that the module names otherwise than we do, grid by grid.
    fn compare(
        &self,
        grids: &[Described],
        owners: &[u16],
        size: [i64; 2],
        losses: &mut LossReport,
        place: &str,
    ) {
        for (grid, number) in grids.iter().zip(1..=u16::MAX) {
            if grid.names.is_none() && grid.zone.is_none() && grid.within.is_empty() {
                continue;
            }
            // Parts of it that call its hexes otherwise.
            let parts = self.first_of(grid.within.iter().map(|(outline, _, _)| outline.as_slice()));
            let (mut wrong, mut example) = (0_u64, None);
            let own = owners.iter().enumerate().filter(|(_, owner)| **owner == number);
            for at in own.map(|(at, _)| at) {
                let hex = HexIndex::from_dense(at, self.grid.columns);
                let part = parts.get(at).and_then(|part| grid.within.get(usize::from(*part)));
                let theirs = grid.name(self.centre(hex), size, part);
                let ours = self.grid.print_hex(hex);
                if theirs != ours {
                    wrong += 1;
                    example.get_or_insert((theirs, ours));
                }
            }
            let Some((theirs, ours)) = example else { continue };
            let which = match grid.title() {
                "" => format!("{wrong} hexes"),
                zone => format!("{wrong} hexes of the zone {zone}"),
            };
            let why =
                format!("our numbering cannot print them; the module's {theirs} is {ours} here");
            losses.add(Fate::Changed, "hex numbers", which, why, Some(place.to_owned()));
        }
    }

    /// A grid whose hex in column 0, row 0 is `first` of a lattice.
    pub fn new(grid: Grid, lattice: Lattice, first: Raw) -> Self {
        let (off_board, boxes) = (Vec::new(), Vec::new());
        Self { grid, lattice, first, raised: false, off_board, boxes }
    }

    /// Our hexes that VASSAL does not have, but for those in zones without a grid.
    pub fn off_board(&self) -> &[HexIndex] {
        &self.off_board
    }

    fn raw(&self, hex: HexIndex) -> Raw {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let at = if self.lattice.sideways { [row, column] } else { [column, row] };
        raw([self.first[0] + at[0], self.first[1] + at[1]], self.raised)
    }

    /// Our hex of a raw column and row.
    pub fn hex_of(&self, at: Raw) -> Option<HexIndex> {
        let at = line(at, self.raised);
        let along = u16::try_from(at[1] - self.first[1]).ok()?;
        let line = u16::try_from(at[0] - self.first[0]).ok()?;
        let sideways = self.lattice.sideways;
        let hex = if sideways { HexIndex::new(along, line) } else { HexIndex::new(line, along) };
        self.grid.contains(hex).then_some(hex)
    }

    /// Where VASSAL has the centre of a hex.
    pub fn centre(&self, hex: HexIndex) -> [i64; 2] {
        self.lattice.centre(self.raw(hex))
    }

    /// Takes zones for boxes, in which there are no hexes, where the hexes are not those of a zone
    /// themselves; gives the hexes of ours that lie there all the same, which are given, or off the
    /// board.
    pub fn keep_off(&mut self, boxes: Vec<Vec<Point>>, mut hexes: Vec<HexIndex>) -> Vec<HexIndex> {
        let off_board = std::mem::take(&mut self.off_board);
        hexes.extend(&off_board);
        hexes.sort_unstable();
        hexes.dedup();
        // Where nothing else would be left, they are no displays.
        if hexes.len() == usize::from(self.grid.columns) * usize::from(self.grid.rows) {
            return off_board;
        }
        self.boxes = boxes;
        hexes
    }

    /// Our hex at a pixel of the board.
    pub fn hex_at(&self, pixel: [i64; 2]) -> Option<HexIndex> {
        if self.boxes.iter().any(|own| holds(own, pixel)) {
            return None;
        }
        self.hex_of(self.lattice.hex_at(pixel))
    }

    /// Lays areas on the board.
    pub fn areas(&self) -> Areas {
        let Grid { orientation, columns, rows, .. } = self.grid;
        Areas::with(orientation, [columns, rows], |hex| self.centre(hex).map(|at| at as f64))
    }

    /// Hexes whose places on the board's picture are known: its corners and its middle.
    pub fn control_points(&self) -> Vec<ScanPoint> {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let (last_column, last_row) = (columns.saturating_sub(1), rows.saturating_sub(1));
        let mut places = vec![
            HexIndex::new(0, 0),
            HexIndex::new(last_column, 0),
            HexIndex::new(0, last_row),
            HexIndex::new(last_column, last_row),
            HexIndex::new(columns / 2, rows / 2),
        ];
        places.sort();
        places.dedup();
        let exact = |hex: HexIndex| {
            let [line, along] = self.raw(hex);
            let push = if line % 2 == 0 { 0.0 } else { 0.5 };
            let x = line as f64 * self.lattice.dx + self.lattice.origin[0] as f64;
            let y = (along as f64 + push) * self.lattice.dy + self.lattice.origin[1] as f64;
            if self.lattice.sideways { [y, x] } else { [x, y] }
        };
        let point = |hex| ScanPoint { pixel: exact(hex), hex: self.grid.print_hex(hex) };
        places.into_iter().map(point).collect()
    }
}
