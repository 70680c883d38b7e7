//! Counters as printed: ground in the nation's colour, size mark over the symbol's box,
//! designation at its sides, ratings large at the bottom.

use std::collections::BTreeMap;

use salient_schema::{OrderOfBattle, Ruleset};

use crate::colour::{self, Rgba};
use crate::scene::{Point, Scene};

/// The counters of a scenario made ready for drawing.
#[derive(Clone, Debug)]
pub struct CounterArt {
    counters: BTreeMap<String, CounterLook>,
}

#[derive(Clone, Debug)]
struct CounterLook {
    fill: Rgba,
}

/// A counter and the face that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// The counter's id.
    pub counter: &'a str,
    /// 0 for the front.
    pub face: u8,
}

impl CounterArt {
    /// Makes the counters of orders of battle ready for drawing.
    pub fn new(ruleset: &Ruleset, orders_of_battle: &[OrderOfBattle]) -> Self {
        let mut counters = BTreeMap::new();
        for counter in orders_of_battle.iter().flat_map(|oob| &oob.counters) {
            let nation =
                ruleset.nations.iter().find(|nation| Some(&nation.id) == counter.nation.as_ref());
            let fill =
                colour::parse_or(nation.map(|nation| nation.fill.as_str()), [200, 196, 184, 255]);
            counters.insert(counter.id.clone(), CounterLook { fill });
        }
        Self { counters }
    }

    /// Draws a counter with its centre at `centre`, `size` hex widths from side to side.
    /// `pixels` says how many pixels that is, and so how much of it is worth drawing. A counter
    /// that no order of battle has draws as a warning.
    pub fn draw(&self, shown: Shown<'_>, centre: Point, size: f32, pixels: f32, scene: &mut Scene) {
        let _ = pixels;
        let fill = self.counters.get(shown.counter).map_or([214, 0, 120, 255], |look| look.fill);
        let half = size / 2.0;
        let [x, y] = centre;
        scene.fill(
            [
                [x - half, y - half],
                [x + half, y - half],
                [x + half, y + half],
                [x - half, y + half],
            ],
            fill,
        );
    }

    /// Draws the counters of a hex, the first on top, each of the others a little further down
    /// and to the right behind it.
    pub fn draw_stack(
        &self,
        stack: &[Shown<'_>],
        centre: Point,
        size: f32,
        pixels: f32,
        scene: &mut Scene,
    ) {
        if let Some(top) = stack.first() {
            self.draw(*top, centre, size, pixels, scene);
        }
    }
}
