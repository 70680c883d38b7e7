//! The frame that a symbol stands in.

use crate::colour::Rgba;
use crate::scene::{Point, Scene, Stroke};

/// The box that a symbol stands in.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its middle.
    pub centre: Point,
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
    /// The width of its lines.
    pub pen: f32,
    /// The colour of its lines.
    pub ink: Rgba,
    /// Its ground.
    pub fill: Rgba,
}

impl Frame {
    /// A point by its offset from the middle, in halves of the box: 1 is on its edge.
    pub(super) fn at(&self, x: f32, y: f32) -> Point {
        [self.centre[0] + x * self.width / 2.0, self.centre[1] + y * self.height / 2.0]
    }

    /// A point by its offset from the middle, in halves of the box's height on both axes.
    pub(super) fn even(&self, x: f32, y: f32) -> Point {
        let half = self.half();
        [self.centre[0] + x * half, self.centre[1] + y * half]
    }

    pub(super) fn half(&self) -> f32 {
        self.height / 2.0
    }

    pub(super) fn corners(&self) -> [Point; 4] {
        [self.at(-1.0, -1.0), self.at(1.0, -1.0), self.at(1.0, 1.0), self.at(-1.0, 1.0)]
    }

    pub(super) fn stroke(&self) -> Stroke {
        Stroke::new(self.pen, self.ink)
    }

    pub(super) fn thin(&self) -> Stroke {
        Stroke::new(self.pen * 0.8, self.ink)
    }

    /// Draws a line through points of [`even`](Self::even).
    pub(super) fn path<const N: usize>(&self, points: [(f32, f32); N], scene: &mut Scene) {
        scene.line(points.map(|(x, y)| self.even(x, y)), self.stroke());
    }

    /// Fills a convex polygon of points of [`even`](Self::even).
    pub(super) fn solid<const N: usize>(&self, points: [(f32, f32); N], scene: &mut Scene) {
        scene.fill(points.map(|(x, y)| self.even(x, y)), self.ink);
    }

    /// Draws a wheel.
    pub(super) fn wheel(&self, x: f32, y: f32, radius: f32, scene: &mut Scene) {
        scene.ring(self.even(x, y), self.half() * radius, self.thin());
    }

    /// Points along an arc, by its middle, half axes and angles in turns, clockwise from the
    /// right.
    pub(super) fn arc(
        &self,
        middle: (f32, f32),
        axes: (f32, f32),
        from: f32,
        to: f32,
    ) -> Vec<Point> {
        const STEPS: u16 = 16;
        (0..=STEPS)
            .map(|step| {
                let turn = from + (to - from) * f32::from(step) / f32::from(STEPS);
                let (sin, cos) = (std::f32::consts::TAU * turn).sin_cos();
                self.even(middle.0 + axes.0 * cos, middle.1 + axes.1 * sin)
            })
            .collect()
    }
}
