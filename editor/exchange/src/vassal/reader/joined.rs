//! Several boards as one map.
//!
//! The board with most hexes gives the lattice. Another one is of the same map where its hexes fall on
//! those of that lattice; it is told of where they do not. The numbers are those of the board by which
//! most hexes keep theirs, or each board's own.

use std::collections::BTreeSet;

use salient_schema::HexIndex;
use salient_schema::map::{Board, Grid, Pushed};
use salient_schema::numbering::{HorizontalEdge, Numbering, VerticalEdge};

use super::super::lattice::{Lattice, Raw};
use super::board_grid::BoardGrid;
use super::maps::Sheet;
use crate::{Fate, LossReport, limits};

/// The hexes of a board in its place on the map.
pub struct Patch {
    /// Its hexes as ours, in pixels of the board.
    pub ground: BoardGrid,
    /// The board's size in pixels of its own.
    pub size: [i64; 2],
    /// Where the board lies.
    pub sheet: Sheet,
    /// Hexes of the grid that VASSAL does not have.
    pub gone: BTreeSet<HexIndex>,
}

/// Several as one.
pub struct Joined {
    /// Their hexes, in pixels of the map.
    pub ground: BoardGrid,
    /// Hexes by the size of the map where none of them has any.
    pub gaps: Vec<HexIndex>,
    /// Of each board, why it is not on the map, if it is not.
    pub refused: Vec<Option<String>>,
}

impl Patch {
    /// All hexes that it counts by rows and columns.
    fn all(&self) -> impl Iterator<Item = HexIndex> + use<> {
        let Grid { columns, rows, .. } = self.ground.grid;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| HexIndex::new(column, row)))
    }

    /// Those that are there.
    fn hexes(&self) -> impl Iterator<Item = HexIndex> {
        self.all().filter(|hex| !self.gone.contains(hex))
    }

    /// Those of them whose middles the board has, so that they are called after it.
    fn own(&self) -> impl Iterator<Item = HexIndex> {
        self.hexes().filter(|hex| {
            let middle = self.ground.centre(*hex);
            (0..2).all(|axis| (0..self.size[axis]).contains(&middle[axis]))
        })
    }

    /// Its lattice in pixels of the map. It begins at a line of hexes that is not pushed as the board
    /// lies, so that what is one row here is one there.
    fn lattice(&self) -> Lattice {
        let (grid, own) = (&self.ground.grid, &self.ground.lattice);
        let line = u16::from(grid.pushed.applies_to(0) != self.sheet.is_reversed);
        let first = if own.sideways { HexIndex::new(0, line) } else { HexIndex::new(line, 0) };
        let [x, y] = self.sheet.on_map(self.ground.centre(first));
        let [dx, dy] = [own.dx, own.dy].map(|pitch| pitch * self.sheet.magnification);
        Lattice { origin: if own.sideways { [y, x] } else { [x, y] }, dx, dy, ..*own }
    }

    /// The raw column and row of a hex in the lattice of the map.
    fn raw(&self, lattice: &Lattice, hex: HexIndex) -> Raw {
        lattice.hex_at(self.sheet.on_map(self.ground.centre(hex)))
    }

    /// Whether its hexes fall on those of a lattice: how far from them they are, in shares of a hex,
    /// or nothing where they are of another size or lie another way.
    fn off(&self, lattice: &Lattice) -> Option<f64> {
        let own = self.lattice();
        let alike = |one: f64, other: f64| (one / other - 1.0).abs() < ALIKE;
        if own.sideways != lattice.sideways
            || !alike(own.dx, lattice.dx)
            || !alike(own.dy, lattice.dy)
        {
            return None;
        }
        let Grid { columns, rows, .. } = self.ground.grid;
        let ends = |count: u16| [0, count.saturating_sub(1)];
        let corners = ends(columns)
            .into_iter()
            .flat_map(|column| ends(rows).into_iter().map(move |row| HexIndex::new(column, row)));
        let far = corners.map(|hex| {
            let [x, y] = self.sheet.on_map(self.ground.centre(hex));
            let [to_x, to_y] = lattice.centre(self.raw(lattice, hex));
            ((x - to_x) as f64).hypot((y - to_y) as f64) / lattice.dy
        });
        Some(far.fold(0.0, f64::max))
    }
}

/// How much hexes may differ in size and be the same.
const ALIKE: f64 = 0.05;
/// How far the middle of a hex may be from that which it falls on, in hexes.
const NEAR: f64 = 1.0 / 3.0;

/// Joins boards; nothing where they have too many hexes.
pub fn join(patches: &[Patch], losses: &mut LossReport) -> Option<Joined> {
    let all = patches.iter().map(|patch| patch.all().count());
    if all.fold(0_usize, usize::saturating_add) as u64 > limits::HEXES {
        return None;
    }
    let main = patches.iter().rev().max_by_key(|patch| patch.hexes().count())?;
    let lattice = main.lattice();
    let name = &main.sheet.name;
    let refused = patches.iter().map(|patch| match patch.off(&lattice) {
        Some(off) if off <= NEAR => None,
        Some(off) => Some(format!(
            "its {} hexes do not fall on those of {name}: their middles are up to {off:.2} of a hex off",
            patch.hexes().count()
        )),
        None => Some(format!(
            "its {} hexes are of another size than those of {name}, or lie another way",
            patch.hexes().count()
        )),
    });
    let refused: Vec<Option<String>> = refused.collect();
    let joined = patches.iter().zip(&refused).filter(|(_, why)| why.is_none());
    let joined: Vec<&Patch> = joined.map(|(patch, _)| patch).collect();
    let mut reach: Option<[Raw; 2]> = None;
    for at in joined.iter().flat_map(|patch| patch.hexes().map(|hex| patch.raw(&lattice, hex))) {
        let [least, greatest] = reach.get_or_insert([at; 2]);
        for axis in 0..2 {
            least[axis] = least[axis].min(at[axis]);
            greatest[axis] = greatest[axis].max(at[axis]);
        }
    }
    let [from, to] = reach?;
    let length = |axis: usize| u16::try_from(to[axis] - from[axis] + 1).ok().filter(|n| *n <= 4096);
    let (lines, along) = (length(0)?, length(1)?);
    let (columns, rows) = if lattice.sideways { (along, lines) } else { (lines, along) };
    let pushed = if from[0].rem_euclid(2) == 1 { Pushed::First } else { Pushed::Second };
    let first = joined.first()?.ground.grid.clone();
    let grid = Grid { columns, rows, pushed, boards: Vec::new(), ..first };
    let mut ground = BoardGrid::new(grid, lattice, from);

    let mut is_there = vec![false; usize::from(columns) * usize::from(rows)];
    for patch in &joined {
        for hex in patch.hexes() {
            let at = ground.hex_of(patch.raw(&lattice, hex));
            if let Some(place) = at.and_then(|at| is_there.get_mut(at.dense(columns))) {
                *place = true;
            }
        }
    }
    let gaps = (0..is_there.len()).filter(|at| is_there.get(*at) == Some(&false));
    let mut gaps: Vec<HexIndex> = gaps.map(|at| HexIndex::from_dense(at, columns)).collect();
    gaps.sort_unstable();
    ground.grid = numbered(&joined, &ground);
    compare(&joined, &ground, losses);
    Some(Joined { ground, gaps, refused })
}

/// The most hexes of a patch that are looked at to see how numbers run.
const LOOKED_AT: usize = 2_048;

/// The grid with the numbers by which most hexes are called as they are on their own boards: one
/// numbering throughout, or that of each board behind its name.
fn numbered(patches: &[&Patch], ground: &BoardGrid) -> Grid {
    let mut tried: Vec<Grid> = Vec::new();
    let corner = |patch: &Patch| {
        let Grid { columns, rows, .. } = patch.ground.grid;
        let ends = [HexIndex::new(0, 0), HexIndex::new(columns - 1, rows - 1)];
        let [one, other] = ends.map(|hex| ground.hex_of(patch.raw(&ground.lattice, hex)));
        let (one, other) = (one?, other?);
        Some(HexIndex::new(one.column.min(other.column), one.row.min(other.row)))
    };
    let plain = &ground.grid;
    for patch in patches.iter().filter(|patch| !patch.sheet.is_reversed) {
        let own = &patch.ground.grid;
        let numbering = corner(patch).and_then(|at| moved(own, plain, at));
        tried.extend(numbering.map(|numbering| Grid { numbering, ..plain.clone() }));
    }
    let mut boards: Vec<Board> = Vec::new();
    for patch in patches {
        let own = &patch.ground.grid;
        let Some(at) = corner(patch) else { continue };
        let id: String = patch.sheet.name.replace(['/', ':'], "-").chars().take(16).collect();
        let whole = Board { id, columns: own.columns, rows: own.rows, ..Board::default() };
        let listed = if own.boards.is_empty() { vec![whole] } else { own.boards.clone() };
        boards.extend(listed.into_iter().map(|board| Board {
            column: board.column.saturating_add(at.column),
            row: board.row.saturating_add(at.row),
            turned: board.turned != patch.sheet.is_reversed,
            ..board
        }));
    }
    let apart = |one: &Board, other: &Board| {
        let clear =
            |from: u16, count: u16, at: u16| u32::from(from) + u32::from(count) <= at.into();
        one.id != other.id
            && (clear(one.column, one.columns, other.column)
                || clear(other.column, other.columns, one.column)
                || clear(one.row, one.rows, other.row)
                || clear(other.row, other.rows, one.row))
    };
    let is_list = boards.len() <= MOST_BOARDS
        && boards.iter().enumerate().all(|(at, one)| {
            let within = u32::from(one.column) + u32::from(one.columns) <= plain.columns.into()
                && u32::from(one.row) + u32::from(one.rows) <= plain.rows.into();
            within
                && !one.id.is_empty()
                && boards.iter().skip(at + 1).all(|other| apart(one, other))
        });
    let each = patches.iter().map(|patch| patch.ground.grid.numbering.clone());
    if is_list {
        let mut known: Vec<Numbering> = Vec::new();
        for numbering in each {
            if !known.contains(&numbering) {
                known.push(numbering.clone());
                tried.push(Grid { numbering, boards: boards.clone(), ..plain.clone() });
            }
        }
    }
    let agreeing = |grid: &Grid| -> usize {
        let of = |patch: &&Patch| {
            let stride = patch.all().count().div_ceil(LOOKED_AT).max(1) | 1;
            patch.own().step_by(stride).filter(|hex| is_same(patch, *hex, ground, grid)).count()
        };
        patches.iter().map(of).sum()
    };
    // The first of equals.
    let best = tried.into_iter().rev().max_by_key(agreeing);
    best.unwrap_or_else(|| plain.clone())
}

/// More boards than a list of them is compared for.
const MOST_BOARDS: usize = 200;

/// The numbering of a grid that begins elsewhere within a larger one: nothing where it would have to
/// begin below 0.
fn moved(own: &Grid, whole: &Grid, at: HexIndex) -> Option<Numbering> {
    let numbering = &own.numbering;
    let before = |from_end: bool, at: u16, count: u16, all: u16| match from_end {
        true => all.checked_sub(at)?.checked_sub(count),
        false => Some(at),
    };
    let east = numbering.columns_from == HorizontalEdge::East;
    let south = numbering.rows_from == VerticalEdge::South;
    let columns = before(east, at.column, own.columns, whole.columns)?;
    let rows = before(south, at.row, own.rows, whole.rows)?;
    Some(Numbering {
        first_column: numbering.first_column.checked_sub(columns)?,
        first_row: numbering.first_row.checked_sub(rows)?,
        ..numbering.clone()
    })
}

/// Whether a hex of a patch is called on the map as it is there; behind a board's name or without it.
fn is_same(patch: &Patch, hex: HexIndex, ground: &BoardGrid, grid: &Grid) -> bool {
    let Some(at) = ground.hex_of(patch.raw(&ground.lattice, hex)) else { return false };
    let (ours, theirs) = (grid.print_hex(at), patch.ground.grid.print_hex(hex));
    ours == theirs || ours.rsplit_once('/').is_some_and(|(_, number)| number == theirs)
}

/// Lists the hexes that are called otherwise than on their boards.
fn compare(patches: &[&Patch], ground: &BoardGrid, losses: &mut LossReport) {
    for patch in patches {
        let mut others = patch.own().filter(|hex| !is_same(patch, *hex, ground, &ground.grid));
        let Some(example) = others.next() else { continue };
        let which = format!("{}, {} hexes", patch.sheet.name, others.count() + 1);
        let ours = ground.hex_of(patch.raw(&ground.lattice, example));
        let why = format!(
            "one numbering of the whole map cannot print them; its {} is {} here",
            patch.ground.grid.print_hex(example),
            ours.map_or_else(String::new, |hex| ground.grid.print_hex(hex))
        );
        let place = Some("buildFile.xml: HexGrid".to_owned());
        losses.add(Fate::Changed, "hex numbers", which, why, place);
    }
}
