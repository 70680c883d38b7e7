//! A measured battlefield: where hexes lie on a table, in yards and in inches.

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Bundle;
use salient_schema::map::Orientation;

use salient_art::scene::Point;

/// The hexes of a map laid on a battlefield. A hex is as deep and as wide as the scenario says, so
/// that rows and columns of hexes measure the same; the battlefield's sides are those of the plan.
pub struct Field {
    /// From the left edge to the right, in yards.
    pub width: f32,
    /// From the lower edge to the upper, in yards.
    pub depth: f32,
    /// The yards of an inch of the table.
    pub inch: f32,
    grid: HexGrid,
    /// The upper left corner in hex widths.
    corner: Point,
    /// The yards of a hex width, across and down.
    by: [f32; 2],
}

/// A place on the battlefield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Yards from the left edge.
    pub across: f32,
    /// Yards from the lower edge.
    pub up: f32,
}

impl Field {
    /// The battlefield of a scenario that has one, and a map to lay on it.
    pub fn of(bundle: &Bundle) -> Option<Self> {
        let measured = bundle.scenario.battlefield.as_ref()?;
        let grid = HexGrid::new(&bundle.map.grid);
        let first = grid.centre(grid.hexes().next()?);
        // Hexes are packed closer along one of the axes.
        let close = 3.0_f32.sqrt() / 2.0;
        let pitch = match bundle.map.grid.orientation {
            Orientation::FlatTopped => [close, 1.0],
            Orientation::PointyTopped => [1.0, close],
        };
        let corner = grid.hexes().fold(first, |corner, hex| {
            let centre = grid.centre(hex);
            [corner[0].min(centre[0]), corner[1].min(centre[1])]
        });
        let corner = [0, 1].map(|axis| corner[axis] - pitch[axis] / 2.0);
        let [width, depth] = [measured.width_yards, measured.depth_yards].map(|yards| yards as f32);
        let count = [bundle.map.grid.columns, bundle.map.grid.rows].map(|n| f32::from(n.max(1)));
        let by = [width / (count[0] * pitch[0]), depth / (count[1] * pitch[1])];
        Some(Self { width, depth, inch: measured.yards_per_hex.max(1) as f32, grid, corner, by })
    }

    /// The place of a hex by its printed number.
    pub fn place(&self, label: &str) -> Option<Place> {
        Some(self.place_of(self.grid.parse(label)?))
    }

    fn place_of(&self, hex: Hex) -> Place {
        let centre = self.grid.centre(hex);
        let [across, down] = [0, 1].map(|axis| (centre[axis] - self.corner[axis]) * self.by[axis]);
        // Every other column or row is pushed by half a hex, the last of it over the edge.
        Place { across: across.min(self.width), up: (self.depth - down).max(0.0) }
    }

    /// How a scene in hex widths is laid on paper, where a yard is so many millimetres and the
    /// upper left corner of the battlefield lies at `origin`: what its points are multiplied by,
    /// what its lengths are, and what is added.
    pub fn laid(&self, yard: f32, origin: Point) -> ([f32; 2], f32, Point) {
        let by = self.by.map(|yards| yards * yard);
        let offset = [0, 1].map(|axis| origin[axis] - self.corner[axis] * by[axis]);
        (by, self.inch * yard, offset)
    }
}

impl Place {
    /// In yards, as it is read off the plan.
    pub fn in_yards(self) -> String {
        format!("{:.0} across, {:.0} up", self.across, self.up)
    }

    /// In inches of the table, to the nearest half.
    pub fn in_inches(self, field: &Field) -> String {
        let inches = |yards: f32| {
            let halves = (yards / field.inch * 2.0).round();
            let half = if halves % 2.0 == 0.0 { "" } else { "½" };
            match ((halves / 2.0).floor(), half) {
                (0.0, "½") => "½".to_owned(),
                (whole, half) => format!("{whole:.0}{half}"),
            }
        };
        format!("{}″ across, {}″ up", inches(self.across), inches(self.up))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_schema::scenario::Battlefield;

    /// A row and a column measure the same, whichever way the hexes are packed.
    #[test]
    fn hexes_lie_a_hex_apart_in_yards_both_ways() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let mut bundle = Bundle::empty();
            bundle.map.grid.orientation = orientation;
            (bundle.map.grid.columns, bundle.map.grid.rows) = (10, 8);
            bundle.map.grid.numbering = salient_schema::Numbering::plain(10, 8);
            assert!(Field::of(&bundle).is_none(), "nothing is measured");
            let (width_yards, depth_yards, yards_per_hex) = (300, 240, 30);
            bundle.scenario.battlefield =
                Some(Battlefield { width_yards, depth_yards, yards_per_hex });
            let field = Field::of(&bundle).unwrap();
            let [first, right, below] =
                ["0101", "0301", "0103"].map(|hex| field.place(hex).unwrap());
            assert_eq!((first.across.round(), first.up.round()), (15.0, 225.0), "{orientation:?}");
            assert_eq!((right.across - first.across).round(), 60.0);
            assert_eq!((first.up - below.up).round(), 60.0);
            assert_eq!(first.in_yards(), "15 across, 225 up");
            assert_eq!(first.in_inches(&field), "½″ across, 7½″ up");
            assert!(field.place("9999").is_none());
        }
    }
}
