//! The ground of far hexes, pixel row by pixel row: what takes as long for a million hexes as for
//! a thousand.
//!
//! A row of pixels crosses hexes in spans. Where a span ends within a pixel, the pixel is mixed by
//! how much of it lies on either side.

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::HexIndex;
use salient_schema::map::{Orientation, Pushed};

use crate::colour::Rgba;

/// Half of the square root of 3: from one line of hexes to the next.
const PITCH: f32 = 0.866_025_4;
/// From the centre of a hex to a corner.
const RADIUS: f32 = 0.577_350_3;

/// A colour for each hex.
#[derive(Clone, Debug)]
pub struct HexColours {
    grid: HexGrid,
    /// By the number of the hex.
    colours: Vec<Rgba>,
}

impl HexColours {
    /// A ground of opaque colours, one a hex in the order of the grid.
    pub fn new(grid: &HexGrid, colours: Vec<Rgba>) -> Self {
        Self { grid: grid.clone(), colours }
    }

    /// Paints rows of pixels, four bytes each, over what is there. `origin` is the upper left
    /// corner of the first pixel on the plane.
    pub fn paint(&self, pixels: &mut [u8], width: u32, origin: [f32; 2], pixels_per_hex: f32) {
        // Hexes of less than three pixels need more than one look at a row.
        let looks = ((3.0 / pixels_per_hex).ceil() as usize).clamp(1, 6);
        let mut sums = vec![[0.0_f32; 4]; width as usize];
        for (row, line) in pixels.chunks_exact_mut(width as usize * 4).enumerate() {
            sums.fill([0.0; 4]);
            for look in 0..looks {
                let part = (look as f32 + 0.5) / looks as f32;
                let y = origin[1] + (row as f32 + part) / pixels_per_hex;
                let share = 1.0 / looks as f32;
                self.spans(y, |from, to, colour| {
                    let place = |x: f32| (x - origin[0]) * pixels_per_hex;
                    add(&mut sums, place(from), place(to), colour, share);
                });
            }
            for (pixel, [r, g, b, cover]) in line.chunks_exact_mut(4).zip(&sums) {
                if *cover <= 0.0 {
                    continue;
                }
                let rest = (1.0 - cover).max(0.0);
                for (channel, sum) in pixel.iter_mut().zip([r, g, b]) {
                    *channel = (sum + f32::from(*channel) * rest + 0.5).min(255.0) as u8;
                }
            }
        }
    }

    /// The hexes along a horizontal line, from the left: where each begins and ends.
    fn spans(&self, y: f32, mut emit: impl FnMut(f32, f32, Rgba)) {
        let description = self.grid.grid();
        let push = |line: i32| {
            let odd = i32::from(description.pushed == Pushed::Second);
            if (line & 1) == odd { 0.5 } else { 0.0 }
        };
        let colour = |column: i32, row: i32| {
            let (column, row) = (u16::try_from(column).ok()?, u16::try_from(row).ok()?);
            let hex: Hex = self.grid.hex(HexIndex { column, row })?;
            self.colours.get(hex.index()).copied()
        };
        let (columns, rows) = (i32::from(self.grid.columns()), i32::from(self.grid.rows()));
        if description.orientation == Orientation::FlatTopped {
            for column in 0..columns {
                let row = (y - push(column)).round();
                let off = (y - push(column) - row).abs();
                let (middle, half) = (column as f32 * PITCH, RADIUS * (1.0 - off));
                if let Some(colour) = colour(column, row as i32) {
                    emit(middle - half, middle + half, colour);
                }
            }
            return;
        }
        // The lines above and below, and how wide their hexes are here.
        let above = (y / PITCH).floor() as i32;
        let half = |line: i32| {
            let off = (y - line as f32 * PITCH).abs();
            (1.0 - off / RADIUS).clamp(0.0, 0.5)
        };
        for line in [above, above + 1] {
            let half = half(line);
            if half <= 0.0 || !(0..rows).contains(&line) {
                continue;
            }
            for column in 0..columns {
                if let Some(colour) = colour(column, line) {
                    let middle = column as f32 + push(line);
                    emit(middle - half, middle + half, colour);
                }
            }
        }
    }
}

/// Adds a span to the pixels that it touches, each by how much of it is covered.
fn add(sums: &mut [[f32; 4]], from: f32, to: f32, [r, g, b, _]: Rgba, share: f32) {
    let from = from.max(0.0);
    let to = to.min(sums.len() as f32);
    if from >= to {
        return;
    }
    let [r, g, b] = [r, g, b].map(f32::from);
    let (first, last) = (from as usize, (to as usize).min(sums.len() - 1));
    let mut put = |at: usize, cover: f32| {
        if let Some(sum) = sums.get_mut(at) {
            let cover = cover * share;
            *sum = [sum[0] + r * cover, sum[1] + g * cover, sum[2] + b * cover, sum[3] + cover];
        }
    };
    if first == last {
        put(first, to - from);
        return;
    }
    put(first, (first + 1) as f32 - from);
    for at in first + 1..last {
        put(at, 1.0);
    }
    put(last, to - last as f32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_schema::map::Grid;

    /// Each pixel's middle lies in the hex whose colour it has, away from the edges.
    #[test]
    fn pixels_have_the_colour_of_their_hex() {
        for orientation in ["flat_topped", "pointy_topped"] {
            for pushed in ["first", "second"] {
                let grid: Grid = serde_json::from_value(serde_json::json!({
                    "orientation": orientation, "columns": 9, "rows": 7, "pushed": pushed,
                    "numbering": { "order": "column_row", "column_digits": 2, "row_digits": 2,
                        "first_column": 1, "first_row": 1, "columns_from": "west",
                        "rows_from": "north" },
                    "metres_per_hex": 1000.0,
                }))
                .unwrap();
                let grid = HexGrid::new(&grid);
                let colours = grid.hexes().map(|hex| [hex.0 as u8 * 3 + 1, 7, 9, 255]).collect();
                let ground = HexColours::new(&grid, colours);
                let ([[x0, y0], [x1, y1]], scale) = (grid.bounds(), 10.0);
                let (width, height) = (((x1 - x0) * scale) as u32, ((y1 - y0) * scale) as u32);
                let mut pixels = vec![0; (width * height * 4) as usize];
                ground.paint(&mut pixels, width, [x0, y0], scale);
                let mut seen = 0;
                for y in 0..height {
                    for x in 0..width {
                        let point = [x0 + (x as f32 + 0.5) / scale, y0 + (y as f32 + 0.5) / scale];
                        let near = grid.side_at(point).is_none_or(|(_, off)| off < 0.1);
                        let at = ((y * width + x) * 4) as usize;
                        match grid.hex_at(point) {
                            Some(hex) if !near => {
                                assert_eq!(pixels[at], hex.0 as u8 * 3 + 1, "{point:?}");
                                seen += 1;
                            }
                            None if !near => assert_eq!(pixels[at..at + 4], [0; 4], "{point:?}"),
                            _ => {}
                        }
                    }
                }
                assert!(seen > 2000);
            }
        }
    }
}
