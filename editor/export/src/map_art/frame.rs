//! What surrounds the map: neat line, title, key and scale.

use super::MapArt;
use crate::scene::{Point, Scene};

/// What surrounds the map.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameOptions {
    /// Whether there are a title, a key of the terrain and a scale.
    pub legend: bool,
    /// A line under the title, such as the scenario's name.
    pub subtitle: Option<String>,
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self { legend: true, subtitle: None }
    }
}

/// The surroundings of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// To be painted before the map.
    pub under: Scene,
    /// To be painted after it.
    pub over: Scene,
    /// The extent of the sheet.
    pub bounds: [Point; 2],
}

impl MapArt {
    /// The surroundings of the map.
    pub fn frame(&self, options: &FrameOptions) -> Frame {
        let _ = options;
        let [[x0, y0], [x1, y1]] = self.grid.bounds();
        Frame {
            under: Scene::new(),
            over: Scene::new(),
            bounds: [[x0 - 0.3, y0 - 0.3], [x1 + 0.3, y1 + 0.3]],
        }
    }
}
