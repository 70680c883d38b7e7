//! Heights of hexes, and slopes over hexsides.

use salient_schema::{Code, Diagnostic};

use super::CompiledMap;
use super::compile::Compiler;
use crate::grid::{Direction, Hex};

/// How many levels of elevation a step gains, from the hex that is left to the hex that is
/// entered: above 0 uphill, below 0 downhill.
///
/// ```text
///   level 2            ____
///   level 1      _____/ -->  up, 1
///   level 0 ____/ -->        up, 1
/// ```
///
/// The same hexside is [`reversed`](Self::reversed) for whoever crosses it the other way. In the
/// words of a ruleset's conditions (`when.slope`) it is `up`, `down` or neither; how many levels
/// make it steep is for the system to say ([`Self::is_steep`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slope(i32);

impl Slope {
    /// No difference: also the slope of a hexside where the map ends or states no elevation.
    pub const LEVEL: Self = Self(0);

    /// A slope that gains so many levels.
    pub fn new(levels: i32) -> Self {
        Self(levels)
    }

    /// The levels gained, below 0 downhill.
    pub fn levels(self) -> i32 {
        self.0
    }

    /// Whether it gains height.
    pub fn is_up(self) -> bool {
        self.0 > 0
    }

    /// Whether it loses height.
    pub fn is_down(self) -> bool {
        self.0 < 0
    }

    /// Whether it does neither.
    pub fn is_level(self) -> bool {
        self.0 == 0
    }

    /// Whether it gains or loses at least so many levels.
    pub fn is_steep(self, levels: u32) -> bool {
        self.0.unsigned_abs() >= levels
    }

    /// The slope of the same hexside crossed the other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self(self.0.saturating_neg())
    }

    /// Its name: `up`, `down` or `level`.
    pub fn name(self) -> &'static str {
        match self.0 {
            1.. => "up",
            0 => "level",
            _ => "down",
        }
    }
}

/// The heights of a map; none where it states no elevation.
#[derive(Clone, Debug, Default)]
pub(super) struct Elevation {
    levels: Vec<i16>,
    metres_per_level: Option<f64>,
}

impl CompiledMap {
    /// Whether the map states elevations at all. Where it does not, every hex is on level 0.
    pub fn has_elevation(&self) -> bool {
        !self.elevation.levels.is_empty()
    }

    /// The height of a hex, in levels as the map has them.
    pub fn level(&self, hex: Hex) -> i32 {
        self.elevation.levels.get(hex.index()).copied().map_or(0, i32::from)
    }

    /// What one level is worth in metres, where the map says so.
    pub fn metres_per_level(&self) -> Option<f64> {
        self.elevation.metres_per_level
    }

    /// The height of a hex in metres, where the map says what a level is worth. For words and
    /// pictures: rules count levels.
    pub fn metres(&self, hex: Hex) -> Option<f64> {
        let metres_per_level = self.elevation.metres_per_level.filter(|_| self.has_elevation())?;
        Some(f64::from(self.level(hex)) * metres_per_level)
    }

    /// The slope of a hexside for whoever leaves a hex in a direction; level where the map ends.
    pub fn slope(&self, hex: Hex, direction: Direction) -> Slope {
        self.neighbour(hex, direction).map_or(Slope::LEVEL, |other| self.slope_between(hex, other))
    }

    /// The slope from one hex to another, adjacent or not.
    pub fn slope_between(&self, from: Hex, to: Hex) -> Slope {
        Slope(self.level(to) - self.level(from))
    }
}

impl Compiler<'_> {
    pub(super) fn elevation(&mut self) {
        let Some(layer) = &self.map.elevation else { return };
        let mut levels: Vec<(char, i16)> = Vec::new();
        for (glyph, &level) in &layer.palette {
            match glyph.chars().next() {
                Some(glyph) => levels.push((glyph, level)),
                None => self.found.push(
                    Diagnostic::error(Code::GridShape, "a level of the palette has no glyph")
                        .pointer("/map/elevation/palette/"),
                ),
            }
        }
        if let Some(levels) = self.glyphs("elevation", &layer.rows, &levels) {
            self.out.elevation = Elevation { levels, metres_per_level: layer.metres_per_level };
        }
    }
}
