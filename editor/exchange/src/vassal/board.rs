//! The map as a VASSAL board: its picture, its grid, and whether every name agrees.

use salient_hex::grid::HexGrid;
use salient_schema::map::{Board, Grid, Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, VerticalEdge};
use salient_schema::{HexIndex, Map, Ruleset};

use super::Wishes;
use super::lattice::{Count, GRID_LOCATION, Lattice, Names, Raw};
use super::outline::{extent, holds};
use super::xml::Element;
use super::zoned::{board, zone};
use crate::ExportError;
use salient_art::map_art::{Detail, FrameOptions, Layer, MapArt};
use salient_art::png;
use salient_art::scene::{Point, Scene, Shape};

/// From the axis of a line of hexes to the next, in hex widths.
const PITCH: f64 = 0.866_025_403_784_438_6;
/// The sizes that are tried, from flat to flat of a hex, in pixels: those at which the pitch
/// of the columns is nearly whole.
const SIZES: [u32; 5] = [112, 60, 30, 16, 8];
/// The most pixels of a board that is still chosen by itself.
const PIXELS: f64 = 40_000_000.0;

/// A map laid out in pixels.
#[derive(Clone, Debug)]
pub struct Layout {
    grid: HexGrid,
    /// Where VASSAL has its hexes.
    pub lattice: Lattice,
    /// How far our columns (rows where sideways) lie behind VASSAL's raw ones: 1 where our
    /// first is pushed, as VASSAL pushes the odd ones only.
    shift: i64,
    /// The board's width and height in pixels.
    pub size: [i64; 2],
    /// Named areas with numbers of their own, the first first.
    pub areas: Vec<Area>,
}

/// A VASSAL zone with the hexes' numbers in it.
#[derive(Clone, Debug)]
pub struct Area {
    /// The board's id, or nothing for the whole map.
    pub board: Option<String>,
    /// Its outline, in pixels.
    pub outline: Vec<[i64; 2]>,
    /// How hexes are named.
    pub names: Names,
}

/// The picture's part of the work.
pub struct Picture {
    scene: Scene,
    offset: [i64; 2],
    scale: f32,
}

impl Layout {
    /// Lays out a map; without a size of hexes the largest is taken that gives a board of bearable
    /// size.
    pub fn new(
        map: &Map,
        ruleset: &Ruleset,
        wishes: &Wishes,
    ) -> Result<(Self, Picture), ExportError> {
        let grid = HexGrid::new(&map.grid);
        if grid.is_empty() {
            return Err(salient_art::PictureError::NoHexes.into());
        }
        let [[x0, y0], [x1, y1]] = grid.bounds();
        let area = |size: u32| f64::from((x1 - x0) * (y1 - y0)) * f64::from(size * size);
        let size = wishes
            .hex_pixels
            .or_else(|| SIZES.into_iter().find(|&size| area(size) < PIXELS))
            .unwrap_or(SIZES[SIZES.len() - 1]);
        if size < 8 || !size.is_multiple_of(2) {
            return Err(ExportError::Cannot {
                what: format!("{size} pixels a hex is no size for VASSAL's grid"),
                help: "give an even number of pixels, 8 or more".to_owned(),
            });
        }
        // Before anything is drawn: a picture too large to paint is too large to lay out.
        png::size(grid.bounds(), size as f32).map_err(salient_art::PictureError::from)?;
        let art = MapArt::new(map, ruleset, &grid).over_scan(wishes.scan.clone());
        Ok(Self::drawn(&map.grid, grid, &art, size))
    }

    fn drawn(described: &Grid, grid: HexGrid, art: &MapArt, size: u32) -> (Self, Picture) {
        let frame = art.frame(&FrameOptions { legend: true, subtitle: None });
        let sideways = described.orientation == Orientation::PointyTopped;
        let dy = f64::from(size);
        // A whole number of pixels: then VASSAL's rounding down changes nothing, and the picture
        // is stretched by less than it takes for a pixel in a hundred hexes.
        let dx = (dy * PITCH).round();
        let stretch = if sideways { [dy, dx / PITCH] } else { [dx / PITCH, dy] };
        let [least, most] = frame.bounds;
        let offset = [0, 1].map(|axis| (-f64::from(least[axis]) * stretch[axis]).ceil() as i64);
        let size = [0, 1].map(|axis| {
            offset[axis] + (f64::from(most[axis]) * stretch[axis]).ceil().max(1.0) as i64
        });
        let shift = i64::from(described.pushed == Pushed::First);
        let mut origin = if sideways { [offset[1], offset[0]] } else { offset };
        origin[0] -= shift * dx as i64;
        let lattice = Lattice { origin, dx, dy, sideways };
        let mut layout = Self { grid, lattice, shift, size, areas: Vec::new() };
        for board in &described.boards {
            let outline = layout.outline(board);
            let names = layout.names(described, Some(board), extent(&outline));
            layout.areas.push(Area { board: Some(board.id.clone()), outline, names });
        }
        // Just the hexes: a place in the margin has no hex's name, and does not snap.
        let outline = layout.outline(&whole(described));
        let names = layout.names(described, None, extent(&outline));
        layout.areas.push(Area { board: None, outline, names });
        let mut scene = frame.under;
        let layers: Vec<Layer> = Layer::ALL.into_iter().filter(|l| *l != Layer::Zones).collect();
        art.draw_all(&layers, Detail::at(dy as f32), &mut scene);
        scene.append(frame.over);
        let by = stretch.map(|stretch| (stretch / dy) as f32);
        stretched(&mut scene, by);
        (layout, Picture { scene, offset, scale: dy as f32 })
    }

    /// VASSAL's raw column and row of a hex.
    pub fn raw(&self, hex: HexIndex) -> Raw {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let (line, along) = if self.lattice.sideways { (row, column) } else { (column, row) };
        [line + self.shift, along]
    }

    /// Where VASSAL has a hex's centre, in pixels of the board.
    pub fn centre(&self, hex: HexIndex) -> [i64; 2] {
        self.lattice.centre(self.raw(hex))
    }

    /// What VASSAL calls a hex.
    pub fn name(&self, hex: HexIndex) -> String {
        let centre = self.centre(hex);
        let Some(area) = self.areas.iter().find(|area| holds(&area.outline, centre)) else {
            return String::new();
        };
        let name = area.names.name(&self.lattice, extent(&area.outline), self.raw(hex));
        match &area.board {
            // VASSAL looks for its own words between dollar signs.
            Some(board) if board.contains('$') => format!("?/{name}"),
            Some(board) => format!("{board}/{name}"),
            None => name,
        }
    }

    /// The hexes whose names VASSAL prints otherwise than we do, each with both.
    pub fn misnamed(&self) -> Vec<(String, String)> {
        let names = self.grid.hexes().map(|hex| {
            let index = self.grid.index(hex);
            (self.grid.label(hex), self.name(index))
        });
        names.filter(|(ours, theirs)| ours != theirs).collect()
    }

    /// The outline of a board's hexes, clockwise from the north-west.
    fn outline(&self, board: &Board) -> Vec<[i64; 2]> {
        let last = |start: u16, count: u16| start.saturating_add(count.max(1) - 1);
        let (c0, c1) = (board.column, last(board.column, board.columns));
        let (r0, r1) = (board.row, last(board.row, board.rows));
        let side = if self.lattice.sideways { [r0, r1, c0, c1] } else { [c0, c1, r0, r1] };
        let [line0, line1, first, end] = side.map(i64::from);
        // Of a board that is cut through hexes, the pushed lines are one hex shorter.
        let end_of = |line: i64| end - i64::from(board.half_hexes && (line + self.shift) % 2 != 0);
        let (radius, half) = (self.lattice.dx * 2.0 / 3.0, self.lattice.dy / 2.0);
        // Reckoned as if upright; a sideways grid swaps x and y at the end.
        let upright = Lattice { sideways: false, ..self.lattice };
        let corner = |line: i64, along: i64, x: f64, y: f64| {
            let [cx, cy] = upright.centre([line + self.shift, along]);
            [(cx as f64 + x * radius).round() as i64, (cy as f64 + y * half).round() as i64]
        };
        let mut outline = Vec::new();
        for line in line0..=line1 {
            outline.extend([corner(line, first, -0.5, -1.0), corner(line, first, 0.5, -1.0)]);
        }
        for along in first..=end_of(line1) {
            outline.extend([corner(line1, along, 1.0, 0.0), corner(line1, along, 0.5, 1.0)]);
        }
        for line in (line0..=line1).rev() {
            let end = end_of(line);
            outline.extend([corner(line, end, 0.5, 1.0), corner(line, end, -0.5, 1.0)]);
        }
        for along in (first..=end_of(line0)).rev() {
            outline.extend([corner(line0, along, -1.0, 0.0), corner(line0, along, -0.5, -1.0)]);
        }
        outline.dedup();
        if self.lattice.sideways {
            outline.iter_mut().for_each(|point| point.swap(0, 1));
        }
        outline
    }

    /// How VASSAL must count to print our numbers on a board of this size.
    fn names(&self, grid: &Grid, board: Option<&Board>, size: [i64; 2]) -> Names {
        let numbering = &grid.numbering;
        let whole = whole(grid);
        let frame = board.unwrap_or(&whole);
        let from_right = (numbering.columns_from == HorizontalEdge::East) != frame.turned;
        let from_bottom = (numbering.rows_from == VerticalEdge::South) != frame.turned;
        let sideways = self.lattice.sideways;
        let (column_digits, row_digits) = grid.number_digits(board);
        let [width, height] = size.map(|length| length as f64);
        let count =
            |first: u16, start: u16, length: u16, back: Option<f64>, lines: bool, digits| {
                let start = i64::from(start) + if lines { self.shift } else { 0 };
                let first = i64::from(first);
                let offset = match back {
                    None => first - start,
                    Some(most) => {
                        let most = (most + 0.5).floor() as i64;
                        first + i64::from(length) - 1 + start - most
                    }
                };
                Count { letters: false, leading: u32::try_from(digits - 1).unwrap_or(0), offset }
            };
        let columns = count(
            numbering.first_column,
            frame.column,
            frame.columns,
            from_right.then_some(width / self.lattice.dy),
            !sideways,
            column_digits,
        );
        let rows = count(
            numbering.first_row,
            frame.row,
            frame.rows,
            from_bottom.then_some(height / self.lattice.dx),
            sideways,
            row_digits,
        );
        let (column, row) = if sideways { (rows, columns) } else { (columns, rows) };
        let columns_first = numbering.order == NumberOrder::ColumnRow;
        let separator = numbering.separator.clone();
        let column_first = columns_first != sideways;
        // Counted back, the shorter lines of a board that is cut through hexes begin one lower.
        let back = if sideways { from_right } else { from_bottom };
        let stagger = frame.half_hexes && back;
        let (slant, format) = (None, GRID_LOCATION.to_owned());
        Names {
            column_first,
            separator,
            column,
            row,
            from_right,
            from_bottom,
            stagger,
            slant,
            format,
        }
    }

    /// The board's element.
    pub fn element(&self, name: &str, image: &str) -> Element {
        let zones = self.areas.iter().map(|area| {
            let points: Vec<String> =
                area.outline.iter().map(|[x, y]| format!("{x},{y}")).collect();
            let (title, format) = match &area.board {
                Some(board) => (board.as_str(), "$name$/$gridLocation$"),
                None => ("Hexes", GRID_LOCATION),
            };
            zone(title, format, &points.join(";")).holding(self.lattice_element(&area.names))
        });
        board(name, image, zones)
    }

    fn lattice_element(&self, names: &Names) -> Element {
        let lattice = &self.lattice;
        let numbering =
            Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering")
                .with("first", if names.column_first { 'H' } else { 'V' })
                .with("sep", &names.separator)
                .with("hType", 'N')
                .with("vType", 'N')
                .with("hLeading", names.column.leading)
                .with("vLeading", names.row.leading)
                .with("hOff", names.column.offset)
                .with("vOff", names.row.offset)
                .with("hDescend", names.from_right)
                .with("vDescend", names.from_bottom)
                .with("stagger", names.stagger)
                .with("locationFormat", GRID_LOCATION)
                .with("visible", false)
                .with("fontSize", 11)
                .with("color", "0,0,0")
                .with("rotateText", 0)
                .with("hDrawOff", 0)
                .with("vDrawOff", 0);
        Element::new("VASSAL.build.module.map.boardPicker.board.HexGrid")
            .with("x0", lattice.origin[0])
            .with("y0", lattice.origin[1])
            .with("dx", format!("{:?}", lattice.dx))
            .with("dy", format!("{:?}", lattice.dy))
            .with("sideways", lattice.sideways)
            .with("snapTo", true)
            .with("cornersLegal", false)
            .with("edgesLegal", false)
            .with("visible", false)
            .with("dotsVisible", false)
            .with("color", "0,0,0")
            .holding(numbering)
    }
}

impl Picture {
    /// Paints the board.
    pub fn paint(&self, size: [i64; 2]) -> Result<image::RgbaImage, ExportError> {
        let least = self.offset.map(|offset| -(offset as f32) / self.scale);
        // A quarter of a pixel less, so that rounding up gives just the size.
        let most =
            [0, 1].map(|axis| ((size[axis] - self.offset[axis]) as f64 - 0.25) as f32 / self.scale);
        let paper = salient_art::Theme::default().margin;
        let image = png::render(&self.scene, [least, most], self.scale, paper)
            .map_err(salient_art::PictureError::from)?;
        Ok(image)
    }
}

/// The whole grid as a board.
fn whole(grid: &Grid) -> Board {
    let Grid { columns, rows, .. } = *grid;
    Board { columns, rows, ..Board::default() }
}

/// Moves a scene's points apart, by different shares along x and y. Rounds and letters keep
/// their shape: the shares differ by less than can be seen.
fn stretched(scene: &mut Scene, by: [f32; 2]) {
    let place = |point: &mut Point| *point = [point[0] * by[0], point[1] * by[1]];
    for shape in &mut scene.shapes {
        match shape {
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                points.iter_mut().for_each(place);
            }
            Shape::Circle { centre, .. } => place(centre),
            Shape::Text(text) => place(&mut text.at),
            Shape::Picture(placed) => placed.corners.iter_mut().for_each(place),
        }
    }
}

#[cfg(test)]
mod tests;
