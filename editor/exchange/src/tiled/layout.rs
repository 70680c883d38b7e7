//! Where hexes lie in a Tiled map, in pixels.

use salient_schema::map::{Grid, Orientation, Pushed};

/// From one line of hexes to the next on the engine's plane, and from a centre to a corner.
const PITCH: f64 = 0.866_025_403_784_438_6;

/// The measures of a hexagonal map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// A tile's width and height.
    pub tile: [u32; 2],
    /// The length of the sides along which tiles meet.
    pub side: u32,
    pub flat: bool,
}

impl Layout {
    /// Hexes that are even to a thousandth: 120 × 104 pixels with sides of 60, or turned.
    pub fn of(grid: &Grid) -> Self {
        let flat = grid.orientation == Orientation::FlatTopped;
        Self { tile: if flat { [120, 104] } else { [104, 120] }, side: 60, flat }
    }

    /// Pixels between the centres of adjacent hexes, along a line.
    pub fn pixels_per_hex(&self) -> f32 {
        let [width, height] = self.tile;
        (if self.flat { height } else { width }) as f32
    }

    /// Pixels from one line to the next.
    fn pitch(&self) -> f64 {
        let across = if self.flat { self.tile[0] } else { self.tile[1] };
        (f64::from(across) + f64::from(self.side)) / 2.0
    }

    /// A point of the map's plane in pixels.
    pub fn place(&self, [x, y]: [f32; 2]) -> [f64; 2] {
        let [width, height] = self.tile.map(f64::from);
        let (x, y) = (f64::from(x), f64::from(y));
        let place = if self.flat {
            [x / PITCH * self.pitch() + width / 2.0, y * height + height / 2.0]
        } else {
            [x * width + width / 2.0, y / PITCH * self.pitch() + height / 2.0]
        };
        place.map(|part| (part * 1000.0).round() / 1000.0)
    }

    /// A place in pixels on the map's plane.
    pub fn plane(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [width, height] = self.tile.map(f64::from);
        let (x, y) = (x - width / 2.0, y - height / 2.0);
        let [x, y] = if self.flat {
            [x / self.pitch() * PITCH, y / height]
        } else {
            [x / width, y / self.pitch() * PITCH]
        };
        [x as f32, y as f32]
    }

    /// Whether a point, in pixels from the middle of a tile, lies in its hexagon.
    pub fn holds(&self, [x, y]: [f32; 2]) -> bool {
        let [width, height] = self.tile.map(|side| side as f32 / 2.0);
        let half = self.side as f32 / 2.0;
        let (long, short) = if self.flat { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
        let (corner, flat) = if self.flat { (width, height) } else { (height, width) };
        // On the slope, from (half, flat) to (corner, 0).
        let slope = (corner - long) * flat - short * (corner - half);
        short <= flat && slope >= 0.0
    }
}

/// Whether the even lines, counted from 0, are pushed.
pub fn even(pushed: Pushed) -> bool {
    pushed == Pushed::First
}
