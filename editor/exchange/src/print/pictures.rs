//! Counters on printed sheets, in rows with words beneath them.

use std::collections::BTreeMap;

use salient_schema::order_of_battle::Counter;
use salient_schema::{Bundle, Ruleset};

use super::flow::{self, Block, INK};
use salient_art::colour;
use salient_art::counter_art::{CounterArt, Shown};
use salient_art::fonts::Typeface;
use salient_art::scene::{Point, Scene, Stroke, Text};

/// The side of a counter on a sheet.
pub const SIDE: f32 = 10.0;
/// From one to the next.
const STEP: f32 = 11.2;

/// A counter on a sheet.
#[derive(Clone, Debug)]
pub struct Pictured<'a> {
    /// The counter and its face.
    pub shown: Shown<'a>,
    /// Words beneath it: a state, where it is carried.
    pub words: String,
    /// Which counter it is only lots tell: its figures are not shown.
    pub by_lot: bool,
}

impl<'a> Pictured<'a> {
    /// A counter's front.
    pub fn front(counter: &'a str) -> Self {
        Self { shown: Shown::new(counter, 0), words: String::new(), by_lot: false }
    }
}

/// Draws counters.
pub struct Pictures<'a> {
    art: CounterArt,
    counters: BTreeMap<&'a str, &'a Counter>,
}

impl<'a> Pictures<'a> {
    /// The counters of a bundle.
    pub fn new(bundle: &'a Bundle) -> Self {
        let art = CounterArt::of(bundle);
        let all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        Self { art, counters: all.map(|counter| (counter.id.as_str(), counter)).collect() }
    }

    /// The counter of an id.
    pub fn counter(&self, id: &str) -> Option<&'a Counter> {
        self.counters.get(id).copied()
    }

    /// One counter, its upper left corner at a place.
    pub fn draw(&self, shown: Shown<'_>, [x, y]: Point, side: f32, scene: &mut Scene) {
        let centre = [x + side / 2.0, y + side / 2.0];
        self.art.draw_cut(shown, true, centre, side, 0.0, scene);
        let edge = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
        scene.outline(edge, Stroke::new(0.12, colour::lighter(INK, 0.2)));
    }

    /// The place of a counter that lots tell, with what is known of it: its name.
    fn draw_unknown(&self, shown: Shown<'_>, [x, y]: Point, scene: &mut Scene) {
        let edge = [[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE], [x, y]];
        scene.fill([edge[0], edge[1], edge[2], edge[3]], [246, 242, 232, 255]);
        scene.dashes(edge, Stroke::new(0.2, colour::lighter(INK, 0.2)), [0.9, 0.6]);
        let name = self.counter(shown.counter).map_or(shown.counter, |one| &one.designation);
        let middle = [x + SIDE / 2.0, y + SIDE * 0.34];
        scene.text(Text::new(middle, "?", 3.6, Typeface::Bold, INK).on_middle());
        let size = (8.8 / Typeface::SemiBold.width_of(name).max(0.1)).min(2.2);
        let below = [x + SIDE / 2.0, y + SIDE * 0.76];
        scene.text(Text::new(below, name, size, Typeface::SemiBold, INK).on_middle());
    }

    /// Counters side by side, as many rows as they need; each row is a block of its own.
    pub fn rows(&self, counters: &[Pictured<'_>], width: f32) -> Vec<Block> {
        let a_row = ((width + STEP - SIDE) / STEP).floor().max(1.0) as usize;
        counters
            .chunks(a_row)
            .map(|row| {
                let mut block = Block { height: STEP, ..Block::default() };
                for (at, pictured) in row.iter().enumerate() {
                    let x = at as f32 * STEP;
                    if pictured.by_lot {
                        self.draw_unknown(pictured.shown, [x, 0.0], &mut block.scene);
                    } else {
                        self.draw(pictured.shown, [x, 0.0], SIDE, &mut block.scene);
                    }
                    if !pictured.words.is_empty() {
                        let face = Typeface::Italic;
                        let words = flow::paragraph(&pictured.words, 2.2, face, INK, SIDE);
                        block.put(words, [x, SIDE + 0.2]);
                    }
                }
                block.height += 0.4;
                block
            })
            .collect()
    }
}

/// The printed name of a side.
pub fn side_name<'a>(ruleset: &'a Ruleset, id: &'a str) -> &'a str {
    ruleset.sides.iter().find(|side| side.id == id).map_or(id, |side| &side.name)
}

/// The printed name of a nation.
pub fn nation_name<'a>(ruleset: &'a Ruleset, id: &'a str) -> &'a str {
    ruleset.nations.iter().find(|nation| nation.id == id).map_or(id, |nation| &nation.name)
}

/// The sides of a scenario: those of the ruleset, then any that only a counter names.
pub fn sides(bundle: &Bundle) -> Vec<&str> {
    let mut sides: Vec<&str> = bundle.ruleset.sides.iter().map(|side| side.id.as_str()).collect();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        if !sides.contains(&counter.side.as_str()) {
            sides.push(&counter.side);
        }
    }
    sides
}
