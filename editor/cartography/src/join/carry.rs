//! Hexes and hexsides of a board and of the map that it lies on, there and back.

use std::collections::BTreeMap;

use salient_schema::map::{Board, ElevationLayer, Grid, Orientation, Pushed};
use salient_schema::{HexIndex, Id, Map};

use super::arrange::own_board;
use super::extent::{Extent, middle};

/// A board, and the place on a joined map where it lies.
pub(super) struct Carry<'a> {
    /// The board's own grid.
    pub from: &'a Grid,
    /// The joined map's grid.
    pub to: &'a Grid,
    /// Where it stands in the list.
    pub index: usize,
    /// Where it lies.
    pub place: &'a Board,
    own: Board,
    reach: Option<Extent>,
}

impl<'a> Carry<'a> {
    pub fn onto(to: &'a Grid, index: usize, place: &'a Board, map: &'a Map) -> Self {
        let own = own_board(map);
        let reach = Extent::of(&map.grid, &own);
        Self { from: &map.grid, to, index, place, own, reach }
    }

    /// Where a hex of the board lies on the map; `None` for one beyond the cut.
    pub fn hex(&self, hex: HexIndex) -> Option<HexIndex> {
        if !self.own.holds(self.from, hex) {
            return None;
        }
        let size = self.own.size_at(self.from, hex);
        let at = [hex.column, hex.row];
        shifted(lying(at, size, self.place.turned), [self.place.column, self.place.row])
    }

    /// A hex's number on the map, and where it is.
    pub fn label(&self, label: &str) -> Option<(HexIndex, String)> {
        let hex = self.hex(self.from.parse_hex(label)?)?;
        Some((hex, self.to.print_hex(hex)))
    }

    /// Where a hexside of the board lies on the map; `None` beyond the board's edge.
    pub fn side(&self, label: &str) -> Option<(HexIndex, usize)> {
        let (hex, direction) = self.from.parse_side(label)?;
        let (hex, direction) = self.from.canonical_side(hex, direction);
        if self.reach.is_some_and(|reach| !reach.holds(middle(self.from, hex, direction))) {
            return None;
        }
        let hex = self.hex(hex)?;
        let direction = self.direction(direction);
        Some(self.to.canonical_side(hex, direction))
    }

    /// A direction, as it lies.
    pub fn direction(&self, direction: usize) -> usize {
        if self.place.turned { (direction + 3) % 6 } else { direction }
    }
}

fn lying(at: [u16; 2], size: [u16; 2], turned: bool) -> [u16; 2] {
    let back = |at: u16, size: u16| size.saturating_sub(1).saturating_sub(at);
    if turned { [back(at[0], size[0]), back(at[1], size[1])] } else { at }
}

fn shifted(at: [u16; 2], by: [u16; 2]) -> Option<HexIndex> {
    Some(HexIndex::new(at[0].checked_add(by[0])?, at[1].checked_add(by[1])?))
}

/// The same hexes by the numbers of another grid.
pub(super) struct Rename<'a> {
    pub from: &'a Grid,
    pub to: &'a Grid,
}

impl Rename<'_> {
    fn hex(&self, label: &mut String) {
        if let Some(hex) = self.from.parse_hex(label) {
            *label = self.to.print_hex(hex);
        }
    }

    fn side(&self, label: &mut String) {
        if let Some((hex, direction)) = self.from.parse_side(label) {
            *label = self.to.print_side(hex, direction);
        }
    }

    /// Names everything on a map anew.
    pub fn all(&self, map: &mut Map) {
        map.features.items.iter_mut().for_each(|item| self.hex(&mut item.hex));
        map.hexsides.items.iter_mut().for_each(|item| self.side(&mut item.side));
        map.paths.items.iter_mut().flat_map(|item| &mut item.hexes).for_each(|hex| self.hex(hex));
        map.lines.items.iter_mut().flat_map(|item| &mut item.sides).for_each(|at| self.side(at));
        map.zones.items.iter_mut().flat_map(|item| &mut item.hexes).for_each(|hex| self.hex(hex));
    }
}

/// A board cut out of a joined map, as it is by itself.
pub(super) fn cut(map: &Map, place: &Board) -> Option<Map> {
    let from = &map.grid;
    let (lines, at) = match from.orientation {
        Orientation::FlatTopped => (place.columns, place.column),
        Orientation::PointyTopped => (place.rows, place.row),
    };
    let first = if place.turned { at.checked_add(lines.checked_sub(1)?)? } else { at };
    let flips = place.turned && !place.half_hexes;
    let pushed = match from.pushed.applies_to(first) != flips {
        true => Pushed::First,
        false => Pushed::Second,
    };
    let own = Board { column: 0, row: 0, turned: false, file: None, ..place.clone() };
    let (columns, rows) = (own.columns, own.rows);
    let to = Grid { columns, rows, pushed, boards: vec![own.clone()], ..from.clone() };
    let reach = Extent::of(from, place);
    // A hex of the map, on the board.
    let hex = |hex: HexIndex| {
        let size = place.size_at(from, hex);
        let at = [hex.column.checked_sub(place.column)?, hex.row.checked_sub(place.row)?];
        (place.holds(from, hex)).then(|| lying(at, size, place.turned))?;
        shifted(lying(at, size, place.turned), [0, 0])
    };
    let label = |text: &String| Some(to.print_hex(hex(from.parse_hex(text)?)?));
    let side = |text: &String| {
        let (at, direction) = from.parse_side(text)?;
        let (mut at, mut direction) = from.canonical_side(at, direction);
        if reach.is_some_and(|reach| !reach.holds(middle(from, at, direction))) {
            return None;
        }
        if hex(at).is_none() {
            // Named from the hex across, which is on another board.
            let across = from_other_side(from, at, direction)?;
            (at, direction) = (across, (direction + 3) % 6);
        }
        let direction = if place.turned { (direction + 3) % 6 } else { direction };
        Some(to.print_side(hex(at)?, direction))
    };
    let mut out = Map { grid: to.clone(), georeference: None, scan: None, ..map.clone() };
    let rows_of = |old: &[String]| -> Vec<String> {
        let old: Vec<Vec<char>> = old.iter().map(|row| row.chars().collect()).collect();
        let glyph = |at: HexIndex| {
            old.get(usize::from(at.row)).and_then(|row| row.get(usize::from(at.column))).copied()
        };
        let mut new = vec![vec![None; usize::from(columns)]; usize::from(rows)];
        for row in 0..from.rows {
            for column in 0..from.columns {
                let there = HexIndex::new(column, row);
                if let Some(own) = hex(there) {
                    new[usize::from(own.row)][usize::from(own.column)] = glyph(there);
                }
            }
        }
        // Beyond the cut there is nothing: what the palette begins with, as on the joined map.
        let usual = usual(new.iter().flatten().flatten());
        new.iter().map(|row| row.iter().map(|glyph| glyph.unwrap_or(usual)).collect()).collect()
    };
    out.terrain.rows = rows_of(&map.terrain.rows);
    out.terrain.palette = used(&map.terrain.palette, &out.terrain.rows);
    out.elevation = map.elevation.as_ref().map(|old| {
        let rows = rows_of(&old.rows);
        ElevationLayer { palette: used(&old.palette, &rows), rows, ..old.clone() }
    });
    out.features.items.retain_mut(|item| match label(&item.hex) {
        Some(hex) => {
            item.hex = hex;
            if place.turned {
                item.facing.iter_mut().for_each(|facing| turn(from.orientation, facing));
            }
            true
        }
        None => false,
    });
    let keep_sides = |item: &mut String| side(item).map(|side| *item = side).is_some();
    out.hexsides.items.retain_mut(|item| keep_sides(&mut item.side));
    out.lines.items.retain_mut(|item| {
        item.sides.retain_mut(keep_sides);
        !item.sides.is_empty()
    });
    // A path that runs beyond the cut is another board's.
    out.paths.items.retain_mut(|item| {
        match item.hexes.iter().map(label).collect::<Option<Vec<_>>>() {
            Some(hexes) => {
                item.hexes = hexes;
                true
            }
            None => false,
        }
    });
    out.zones.items.retain_mut(|item| {
        item.hexes = item.hexes.iter().filter_map(label).collect();
        !item.hexes.is_empty()
    });
    out.sort();
    Some(out)
}

/// The hex across a hexside, found by its name.
fn from_other_side(grid: &Grid, hex: HexIndex, direction: usize) -> Option<HexIndex> {
    let grid = salient_hex::HexGrid::new(grid);
    let other = grid.neighbour(grid.hex(hex)?, salient_hex::Direction::new(direction))?;
    Some(grid.index(other))
}

/// A compass point, the other way.
pub(super) fn turn(orientation: Orientation, compass: &mut String) {
    if let Some(direction) = orientation.direction(compass) {
        let points = orientation.compass();
        *compass = points[(direction + 3) % 6].to_owned();
    }
}

/// What stands most often; of several, the first of them as characters are ordered.
pub(super) fn usual<'g, T: Ord + Clone + Default + 'g>(all: impl Iterator<Item = &'g T>) -> T {
    let mut counts: BTreeMap<&T, usize> = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| **count);
    most.map(|(one, _)| (*one).clone()).unwrap_or_default()
}

fn used<T: Clone>(palette: &BTreeMap<String, T>, rows: &[String]) -> BTreeMap<String, T> {
    let there = |glyph: &&String| rows.iter().any(|row| row.contains(glyph.as_str()));
    let all = palette.iter().filter(|(glyph, _)| there(glyph));
    all.map(|(glyph, kind)| (glyph.clone(), kind.clone())).collect()
}

/// Names of the ids of a palette by hex, for whoever counts them.
pub(super) fn kinds(map: &Map) -> Vec<Vec<Option<&Id>>> {
    let of = |glyph: char| map.terrain.palette.get(glyph.encode_utf8(&mut [0; 4]) as &str);
    map.terrain.rows.iter().map(|row| row.chars().map(of).collect()).collect()
}

/// The heights of a map by hex; none where it states none.
pub(super) fn levels(map: &Map) -> Option<Vec<Vec<Option<i16>>>> {
    let layer = map.elevation.as_ref()?;
    let of = |glyph: char| layer.palette.get(glyph.encode_utf8(&mut [0; 4]) as &str).copied();
    Some(layer.rows.iter().map(|row| row.chars().map(of).collect()).collect())
}
