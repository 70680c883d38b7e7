//! Stacks of counters.

use super::CounterArt;
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Shape, Stroke, Text};

/// A counter and the face that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// The counter's id.
    pub counter: &'a str,
    /// 0 for the front.
    pub face: u8,
    /// Whether it lies face down: whoever looks is not told what it is.
    pub face_down: bool,
}

impl<'a> Shown<'a> {
    /// A counter that shows one of its faces.
    pub fn new(counter: &'a str, face: u8) -> Self {
        Self { counter, face, face_down: false }
    }
}

/// The counters of a stack that are drawn at all.
const SEEN: usize = 4;
/// How far each counter of a stack lies off the one above it, in sides of a counter.
const STEP: Point = [0.055, -0.075];

impl CounterArt {
    /// Draws the counters of a hex, the first on top. Those beneath look out at the upper
    /// right, so that their bands show; a badge counts them.
    pub fn draw_stack(
        &self,
        stack: &[Shown<'_>],
        centre: Point,
        size: f32,
        pixels: f32,
        scene: &mut Scene,
    ) {
        let seen = stack.len().min(SEEN);
        // The stack as a whole is centred.
        let shift = seen.saturating_sub(1) as f32 / 2.0;
        let place = |depth: usize| {
            let by = (depth as f32 - shift) * size;
            [centre[0] + STEP[0] * by, centre[1] + STEP[1] * by]
        };
        for (depth, shown) in stack.iter().enumerate().take(seen).skip(1).rev() {
            self.draw_covered(*shown, place(depth), size, pixels, scene);
        }
        if let Some(top) = stack.first() {
            self.draw(*top, place(0), size, pixels, scene);
        }
        if stack.len() > 1 && pixels >= 22.0 {
            badge(stack.len(), place(0), size, scene);
        }
    }
}

/// A count at the right of the symbol, where no figure of the top counter is covered.
fn badge(count: usize, [x, y]: Point, size: f32, scene: &mut Scene) {
    let centre = [x + 0.46 * size, y - 0.03 * size];
    let (pale, dark) = ([255, 252, 244, 255], [46, 38, 34, 255]);
    scene.shapes.push(Shape::Circle {
        centre,
        radius: 0.125 * size,
        fill: Some(dark),
        stroke: Some(Stroke::new(0.022 * size, pale)),
    });
    let text = Text::new(centre, count.to_string(), 0.19 * size, Typeface::Bold, pale);
    scene.text(text.on_middle());
}
