//! Stacks of counters.

use salient_hex::Hex;
use salient_hex::grid::HexGrid;

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

impl CounterArt {
    /// Draws the counters of a hex, the first on top. Those that take up another hex as well lie
    /// across both, over a band that joins them.
    pub fn draw_hex(
        &self,
        stack: &[(Shown<'_>, Option<Hex>)],
        (hex, grid): (Hex, &HexGrid),
        (size, pixels): (f32, f32),
        scene: &mut Scene,
    ) {
        let own = stack.iter().filter(|(_, other)| other.is_none());
        let own: Vec<Shown<'_>> = own.map(|(shown, _)| *shown).collect();
        if !own.is_empty() {
            self.draw_stack(&own, grid.centre(hex), size, pixels, scene);
        }
        let mut others: Vec<Hex> = stack.iter().filter_map(|(_, other)| *other).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let across = stack.iter().filter(|(_, to)| *to == Some(other));
            let across: Vec<Shown<'_>> = across.map(|(shown, _)| *shown).collect();
            let [from, to] = [hex, other].map(|hex| grid.centre(hex));
            band([from, to], size, scene);
            let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
            self.draw_stack(&across, middle, size, pixels, scene);
        }
    }
}

/// A band from hex to hex, as wide as most of a counter.
fn band([from, to]: [Point; 2], size: f32, scene: &mut Scene) {
    let (dark, pale) = ([46, 38, 34, 255], [255, 252, 244, 255]);
    scene.line([from, to], Stroke::new(0.24 * size, pale));
    for end in [from, to] {
        scene.disc(end, 0.16 * size, pale);
    }
    scene.line([from, to], Stroke::new(0.16 * size, dark));
    for end in [from, to] {
        scene.disc(end, 0.12 * size, dark);
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
