//! A page of paper: scenes at their place and size, in millimetres.
//!
//! [`pdf`](crate::pdf) and [`svg`](crate::svg) write leaves; what is printed is made of them.

use crate::scene::{Point, Scene};

/// Points of print in a millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// One side of a sheet of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedPage {
    /// What it is called in a list of contents: `Map B2`.
    pub name: String,
    /// The parts of the kit that it belongs to, `Map`; none for a blank page.
    pub parts: Vec<String>,
    /// Its width and height, in millimetres.
    pub size: [f32; 2],
    /// What is painted on it, the undermost first.
    pub scenes: Vec<PlacedScene>,
}

/// A scene on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedScene {
    /// The shapes.
    pub scene: Scene,
    /// Millimetres to the scene's unit.
    pub scale: f32,
    /// Where the scene's origin lies, in millimetres from the upper left corner.
    pub origin: Point,
    /// The part of the page that it may fill, its least and its greatest corner in millimetres;
    /// the rest is cut off.
    pub window: Option<[Point; 2]>,
}

impl PlacedScene {
    /// A scene that is measured in millimetres from the upper left corner.
    pub fn plain(scene: Scene) -> Self {
        Self { scene, scale: 1.0, origin: [0.0, 0.0], window: None }
    }

    /// The part of the scene's plane that can show on a page of this size.
    pub(crate) fn view(&self, size: [f32; 2]) -> [Point; 2] {
        self.window.unwrap_or([[0.0, 0.0], size]).map(|corner| {
            [0, 1]
                .map(|axis| (corner[axis] - self.origin[axis]) / self.scale.max(f32::MIN_POSITIVE))
        })
    }
}
