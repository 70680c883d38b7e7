//! A board's hexgrid as ours: which hexes there are, what they are called, where they lie on the
//! picture.

use roxmltree::Node;
use salient_hex::area::Areas;
use salient_schema::HexIndex;
use salient_schema::map::{Board, Grid, Orientation, Pushed, ScanPoint};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

use super::super::board::{extent, holds};
use super::super::lattice::{Count, Lattice, Names, Raw};
use super::tree::{children, flag, number, text};
use crate::{Fate, LossReport, limits};

/// A hexgrid as a module describes it.
#[derive(Clone, Debug)]
pub struct Described {
    pub lattice: Lattice,
    /// How its hexes are named, if they are.
    pub names: Option<Names>,
    /// The zone that it is in: its outline, name and format of names.
    pub zone: Option<(Vec<[i64; 2]>, String, String)>,
}

/// A grid that was read.
#[derive(Clone, Debug)]
pub struct BoardGrid {
    pub grid: Grid,
    pub lattice: Lattice,
    /// VASSAL's raw column and row of our hex in column 0, row 0.
    first: Raw,
    /// Outlines in which there are no hexes: zones without a grid, as for tracks and displays.
    boxes: Vec<Vec<[i64; 2]>>,
}

/// The hexgrids of a board, and the zones that have none.
pub fn described<'a, 't>(board: Node<'a, 't>) -> (Vec<Described>, Vec<Node<'a, 't>>) {
    let mut grids: Vec<Described> =
        children(board, "HexGrid").filter_map(|node| hex_grid(node, None)).collect();
    let mut others = Vec::new();
    for zoned in children(board, "ZonedGrid") {
        for zone in children(zoned, "Zone") {
            let outline = outline(text(zone, "path"));
            let named =
                (outline, text(zone, "name").to_owned(), text(zone, "locationFormat").to_owned());
            let own =
                children(zone, "HexGrid").find_map(|node| hex_grid(node, Some(named.clone())));
            match own.filter(|_| !flag(zone, "useParentGrid", false)) {
                Some(own) => grids.push(own),
                None => others.push(zone),
            }
        }
        // What lies around the zones.
        grids.extend(children(zoned, "HexGrid").filter_map(|node| hex_grid(node, None)));
    }
    (grids, others)
}

/// The points of a zone.
pub fn outline(path: &str) -> Vec<[i64; 2]> {
    let point = |point: &str| {
        let (x, y) = point.split_once(',')?;
        let place = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() < 1e6);
        Some([place(x)? as i64, place(y)? as i64])
    };
    path.split(';').filter_map(point).collect()
}

fn hex_grid(
    node: Node<'_, '_>,
    zone: Option<(Vec<[i64; 2]>, String, String)>,
) -> Option<Described> {
    let dy = number(node, "dy", 64.0);
    let dx = number(node, "dx", dy * 3_f64.sqrt() / 2.0);
    let origin = [number(node, "x0", 0.0), number(node, "y0", 32.0)];
    let sane =
        dx >= 1.0 && dy >= 1.0 && dx < 1e5 && dy < 1e5 && origin.iter().all(|n| n.abs() < 1e6);
    if !sane {
        return None;
    }
    let sideways = flag(node, "sideways", false);
    let lattice = Lattice { origin: origin.map(|place| place as i64), dx, dy, sideways };
    let names = children(node, "HexGridNumbering").next().map(|node| {
        let count = |axis: &str| Count {
            letters: text(node, &format!("{axis}Type")).starts_with('A'),
            leading: number(node, &format!("{axis}Leading"), 1.0).clamp(0.0, 9.0) as u32,
            offset: number(node, &format!("{axis}Off"), 1.0).clamp(-1e6, 1e6) as i64,
        };
        Names {
            column_first: !text(node, "first").starts_with('V'),
            separator: text(node, "sep").to_owned(),
            column: count("h"),
            row: count("v"),
            from_right: flag(node, "hDescend", false),
            from_bottom: flag(node, "vDescend", false),
            stagger: flag(node, "stagger", true),
        }
    });
    Some(Described { lattice, names, zone })
}

impl Described {
    /// About half a hex, in pixels.
    pub fn pitch(&self) -> i64 {
        (self.lattice.dx.max(self.lattice.dy) / 2.0).ceil() as i64
    }

    fn covers(&self, pixel: [i64; 2], size: [i64; 2]) -> bool {
        let on_board = (0..2).all(|axis| (0..size[axis]).contains(&pixel[axis]));
        on_board && self.zone.as_ref().is_none_or(|(outline, _, _)| holds(outline, pixel))
    }

    /// The least and greatest raw column and row whose centres lie on it.
    fn reach(&self, size: [i64; 2]) -> Option<[Raw; 2]> {
        let corners = match &self.zone {
            Some((outline, _, _)) => outline.clone(),
            None => vec![[0, 0], size],
        };
        let bound = |axis: usize, end: bool| {
            let along = corners.iter().map(|corner| corner[axis].clamp(0, size[axis]));
            if end { along.max() } else { along.min() }
        };
        let from = self.lattice.hex_at([bound(0, false)?, bound(1, false)?]);
        let to = self.lattice.hex_at([bound(0, true)?, bound(1, true)?]);
        let hexes = (to[0] - from[0] + 3).checked_mul(to[1] - from[1] + 3)?;
        if u64::try_from(hexes).ok()? > limits::HEXES {
            return None;
        }
        let mut found: Option<[Raw; 2]> = None;
        for column in from[0] - 1..=to[0] + 1 {
            for row in from[1] - 1..=to[1] + 1 {
                if self.covers(self.lattice.centre([column, row]), size) {
                    let [least, most] = found.get_or_insert([[column, row]; 2]);
                    *least = [least[0].min(column), least[1].min(row)];
                    *most = [most[0].max(column), most[1].max(row)];
                }
            }
        }
        found
    }

    /// How many hexes there are on a board of this size.
    pub fn hexes(&self, size: [i64; 2]) -> i64 {
        let reach = self.reach(size);
        reach.map_or(0, |[from, to]| (to[0] - from[0] + 1) * (to[1] - from[1] + 1))
    }

    fn size(&self, board: [i64; 2]) -> [i64; 2] {
        self.zone.as_ref().map_or(board, |(outline, _, _)| extent(outline))
    }
}

/// Reads the grid of a board: the largest of its hexgrids, with those that only number a part of
/// the same hexes as boards.
pub fn read(grids: &[Described], size: [i64; 2], losses: &mut LossReport) -> Option<BoardGrid> {
    let main = grids.iter().max_by_key(|grid| grid.hexes(size))?;
    let [mut from, to] = main.reach(size)?;
    let place = "buildFile.xml: HexGrid".to_owned();
    // Numbers below 0 cannot be ours: such columns and rows are cut off at a margin.
    let pushed_back = |lattice: &Lattice, at: Raw, size: [i64; 2], names: &Names| {
        let plain = Names {
            separator: "|".to_owned(),
            column_first: true,
            stagger: false,
            column: Count { letters: false, leading: 0, ..names.column },
            row: Count { letters: false, leading: 0, ..names.row },
            ..names.clone()
        };
        let name = plain.name(lattice, size, at);
        let (column, row) = name.split_once('|')?;
        Some([column.parse::<i64>().ok()?, row.parse::<i64>().ok()?])
    };
    let names = main.names.clone();
    let counted = |at: Raw| {
        names.as_ref().and_then(|names| pushed_back(&main.lattice, at, main.size(size), names))
    };
    let mut to = to;
    for axis in 0..2 {
        // Counted upwards, the first are the low ones; downwards, the last.
        let low = |at: Raw| counted(at).is_some_and(|numbers| numbers[axis] < 0);
        let before = [from, to];
        while from[axis] < to[axis] && low(from) {
            from[axis] += 1;
        }
        while from[axis] < to[axis] && low(to) {
            to[axis] -= 1;
        }
        if before != [from, to] {
            let which = ["columns", "rows"][axis];
            let why = "their numbers are below 0; they are not on the map";
            losses.add(Fate::Dropped, "hexes at the margin", which, why, Some(place.clone()));
        }
    }
    let sideways = main.lattice.sideways;
    let length = |axis: usize| u16::try_from(to[axis] - from[axis] + 1).ok().filter(|n| *n <= 4096);
    let (lines, along) = (length(0)?, length(1)?);
    let (columns, rows) = if sideways { (along, lines) } else { (lines, along) };
    // VASSAL pushes raw odd columns.
    let pushed = if from[0].rem_euclid(2) == 1 { Pushed::First } else { Pushed::Second };
    let orientation = if sideways { Orientation::PointyTopped } else { Orientation::FlatTopped };
    let mut grid = Grid {
        orientation,
        columns,
        rows,
        pushed,
        numbering: plain_numbering(),
        metres_per_hex: 1000.0,
        boards: Vec::new(),
    };
    let boxes = Vec::new();
    let ground = |grid: Grid| BoardGrid { grid, lattice: main.lattice, first: from, boxes };
    match (&names, counted(from), counted(to)) {
        (Some(names), Some(first), Some(last)) => {
            grid.numbering = numbering(names, sideways, first, last, losses, &place);
        }
        _ => {
            let why = "the module does not number its hexes; they are numbered from the north-west";
            losses.add(Fate::Changed, "hex numbers", "", why, Some(place.clone()));
        }
    }
    if let Some(names) = &names {
        settle_stagger(&mut grid, names, main, size, from);
    }
    boards(grids, main, size, &mut grid, from, losses);
    let ground = ground(grid);
    compare(&ground, grids, size, losses, &place);
    Some(ground)
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
    let order = if names.column_first != sideways {
        NumberOrder::ColumnRow
    } else {
        NumberOrder::RowColumn
    };
    let (column, row, x, y) =
        if sideways { (names.row, names.column, 1, 0) } else { (names.column, names.row, 0, 1) };
    for (count, which) in [(column, "columns"), (row, "rows")] {
        if count.letters {
            let why = "the module counts them by letters; here they have numbers, A being 1";
            losses.add(Fate::Changed, "hex numbers", which, why, Some(place.to_owned()));
        }
    }
    let east = names.from_right;
    let south = names.from_bottom;
    Numbering {
        order,
        separator: names.separator.clone(),
        column_digits: digits(column),
        row_digits: digits(row),
        first_column: least(x, column),
        first_row: least(y, row),
        columns_from: if east { HorizontalEdge::East } else { HorizontalEdge::West },
        rows_from: if south { VerticalEdge::South } else { VerticalEdge::North },
    }
}

/// The most hexes that are looked at to see how numbers run.
const LOOKED_AT: usize = 4_096;

/// VASSAL may count the pushed lines of hexes from another number than the others, we count all from
/// one: the one with which most hexes keep the number that they have there.
fn settle_stagger(grid: &mut Grid, names: &Names, main: &Described, size: [i64; 2], from: Raw) {
    let sideways = main.lattice.sideways;
    let numbers = Names {
        separator: "|".to_owned(),
        column_first: true,
        column: Count { letters: false, leading: 0, ..names.column },
        row: Count { letters: false, leading: 0, ..names.row },
        ..names.clone()
    };
    let theirs = |hex: HexIndex| {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let (line, along) = if sideways { (row, column) } else { (column, row) };
        let name = numbers.name(&main.lattice, main.size(size), [from[0] + line, from[1] + along]);
        let (_, along) = name.split_once('|')?;
        Some(along.parse::<i64>().ok()? + i64::from(names.row.letters))
    };
    let all = usize::from(grid.columns) * usize::from(grid.rows);
    let stride = all.div_ceil(LOOKED_AT).max(1) | 1;
    let agreeing = |grid: &Grid| {
        let hexes = (0..all).step_by(stride).map(|at| HexIndex::from_dense(at, grid.columns));
        let plain = Numbering { separator: "|".to_owned(), ..grid.numbering.clone() };
        let plain = Grid { numbering: plain, ..grid.clone() };
        let along_first = (grid.numbering.order == NumberOrder::ColumnRow) == sideways;
        let same = |hex: &HexIndex| {
            let ours = plain.print_hex(*hex);
            let (one, other) = ours.split_once('|').unwrap_or_default();
            let along = if along_first { one } else { other };
            along.parse().ok() == theirs(*hex)
        };
        hexes.filter(same).count()
    };
    let mut best = (agreeing(grid), grid.clone());
    for step in [-1, 1] {
        let mut other = grid.clone();
        let numbering = &mut other.numbering;
        let first = if sideways { &mut numbering.first_column } else { &mut numbering.first_row };
        let Some(moved) = first.checked_add_signed(step) else { continue };
        *first = moved;
        let agree = agreeing(&other);
        if agree > best.0 {
            best = (agree, other);
        }
    }
    *grid = best.1;
}

/// Zones that number a rectangle of the same hexes are boards.
fn boards(
    grids: &[Described],
    main: &Described,
    size: [i64; 2],
    grid: &mut Grid,
    from: Raw,
    losses: &mut LossReport,
) {
    for other in grids.iter().filter(|other| !std::ptr::eq(*other, main)) {
        let (name, format) = match &other.zone {
            Some((_, name, format)) => (name.clone(), format.clone()),
            None => (String::new(), String::new()),
        };
        let mut refuse = |why: &str| {
            let place = Some(format!("buildFile.xml: Zone {name}"));
            losses.add(Fate::Dropped, "hexgrid", name.clone(), why, place);
        };
        if other.lattice != main.lattice {
            refuse("it is another grid than that of the map");
            continue;
        }
        let id = match format.strip_suffix("/$gridLocation$") {
            Some("$name$") => name.clone(),
            Some(id) if !id.contains('$') => id.to_owned(),
            _ => {
                refuse("its numbers are not those of a board, as in 48/0710");
                continue;
            }
        };
        let Some([least, most]) = other.reach(size) else {
            refuse("no hex lies in it");
            continue;
        };
        let inside = |at: Raw| other.covers(other.lattice.centre(at), size);
        let full = (least[0]..=most[0]).all(|c| (least[1]..=most[1]).all(|r| inside([c, r])));
        let place = [least[0] - from[0], least[1] - from[1]].map(u16::try_from);
        let length = [most[0] - least[0] + 1, most[1] - least[1] + 1].map(u16::try_from);
        let ([Ok(line), Ok(along)], [Ok(lines), Ok(run)]) = (place, length) else {
            refuse("it reaches beyond the map");
            continue;
        };
        let (column, row, columns, rows) = if main.lattice.sideways {
            (along, line, run, lines)
        } else {
            (line, along, lines, run)
        };
        if !full || column + columns > grid.columns || row + rows > grid.rows {
            refuse("it is no rectangle of the map's hexes");
            continue;
        }
        let numbering = &grid.numbering;
        let turned = other.names.as_ref().is_some_and(|names| {
            names.from_right != (numbering.columns_from == HorizontalEdge::East)
        });
        grid.boards.push(Board { id, column, row, columns, rows, turned, ..Board::default() });
    }
}

/// Lists the hexes that the module names otherwise than we do.
fn compare(
    ground: &BoardGrid,
    grids: &[Described],
    size: [i64; 2],
    losses: &mut LossReport,
    place: &str,
) {
    let grid = &ground.grid;
    let mut wrong = 0_u64;
    let mut example = None;
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let hex = HexIndex::new(column, row);
            let raw = ground.raw(hex);
            let pixel = ground.lattice.centre(raw);
            let Some(on) = grids.iter().find(|grid| grid.covers(pixel, size)) else { continue };
            let Some(names) = &on.names else { continue };
            let name = names.name(&on.lattice, on.size(size), raw);
            let name = match &on.zone {
                Some((_, zone, format)) => {
                    format.replace("$name$", zone).replace("$gridLocation$", &name)
                }
                None => name,
            };
            let ours = grid.print_hex(hex);
            if name != ours {
                wrong += 1;
                example.get_or_insert((name, ours));
            }
        }
    }
    if let Some((theirs, ours)) = example {
        let which = format!("{wrong} hexes");
        let why = format!("our numbering cannot print them; the module's {theirs} is {ours} here");
        losses.add(Fate::Changed, "hex numbers", which, why, Some(place.to_owned()));
    }
}

impl BoardGrid {
    fn raw(&self, hex: HexIndex) -> Raw {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let (line, along) = if self.lattice.sideways { (row, column) } else { (column, row) };
        [self.first[0] + line, self.first[1] + along]
    }

    /// Where VASSAL has the centre of a hex.
    pub fn centre(&self, hex: HexIndex) -> [i64; 2] {
        self.lattice.centre(self.raw(hex))
    }

    /// Takes zones for boxes, in which there are no hexes, where the hexes are not those of a zone
    /// themselves; gives the hexes of ours that lie there all the same, which are given, too.
    pub fn keep_off(
        &mut self,
        boxes: Vec<Vec<[i64; 2]>>,
        mut hexes: Vec<HexIndex>,
    ) -> Vec<HexIndex> {
        hexes.sort_unstable();
        hexes.dedup();
        // Where nothing else would be left, they are no displays.
        if hexes.len() == usize::from(self.grid.columns) * usize::from(self.grid.rows) {
            return Vec::new();
        }
        self.boxes = boxes;
        hexes
    }

    /// Our hex at a pixel of the board.
    pub fn hex_at(&self, pixel: [i64; 2]) -> Option<HexIndex> {
        if self.boxes.iter().any(|own| holds(own, pixel)) {
            return None;
        }
        let raw = self.lattice.hex_at(pixel);
        let line = u16::try_from(raw[0] - self.first[0]).ok()?;
        let along = u16::try_from(raw[1] - self.first[1]).ok()?;
        let hex = if self.lattice.sideways {
            HexIndex::new(along, line)
        } else {
            HexIndex::new(line, along)
        };
        self.grid.contains(hex).then_some(hex)
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
