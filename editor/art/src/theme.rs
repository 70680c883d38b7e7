//! The colours of whatever a ruleset's looks leave open.

use crate::colour::Rgba;

/// A palette. The default is a printed map of warm paper and muted inks.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Clear ground.
    pub paper: Rgba,
    /// The sheet around the map.
    pub margin: Rgba,
    /// Words and frames.
    pub ink: Rgba,
    /// The hexgrid.
    pub grid: Rgba,
    /// Hex numbers.
    pub number: Rgba,
    /// Woods.
    pub woods: Rgba,
    /// Marsh.
    pub marsh: Rgba,
    /// Water.
    pub water: Rgba,
    /// Slopes and hachures.
    pub hill: Rgba,
    /// Broken and shelled ground.
    pub earth: Rgba,
    /// Built-up blocks.
    pub building: Rgba,
    /// Roads.
    pub road: Rgba,
    /// Victory lines and marks.
    pub victory: Rgba,
    /// The works of each side, in the order of the ruleset's sides.
    pub sides: Vec<Rgba>,
    /// Zones that belong to nobody, in turn.
    pub zones: [Rgba; 6],
    /// What no ruleset defines.
    pub unknown: Rgba,
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            paper: [240, 232, 212, 255],
            margin: [248, 244, 233, 255],
            ink: [44, 38, 34, 255],
            grid: [120, 104, 80, 120],
            number: [112, 99, 82, 255],
            woods: [196, 212, 164, 255],
            marsh: [190, 210, 190, 255],
            water: [112, 160, 196, 255],
            hill: [160, 124, 84, 255],
            earth: [146, 118, 88, 255],
            building: [122, 74, 66, 255],
            road: [150, 92, 60, 255],
            victory: [176, 42, 48, 255],
            sides: vec![
                [168, 44, 42, 255],
                [38, 74, 138, 255],
                [48, 112, 72, 255],
                [124, 70, 136, 255],
            ],
            zones: [
                [0, 114, 128, 255],
                [150, 82, 0, 255],
                [94, 72, 150, 255],
                [70, 110, 20, 255],
                [160, 40, 96, 255],
                [40, 84, 160, 255],
            ],
            unknown: [214, 0, 120, 255],
        }
    }
}

impl Theme {
    /// The colour of a side's works.
    pub fn side(&self, number: usize) -> Rgba {
        self.sides.get(number % self.sides.len().max(1)).copied().unwrap_or(self.ink)
    }
}
