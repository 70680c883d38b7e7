//! The counters on the map, and those drawn in lists.

use std::collections::BTreeMap;

use egui::{Painter, Pos2, Rect, Vec2, pos2};
use salient_document::Document;
use salient_engine::game::Match;
use salient_engine::grid::{Hex, HexGrid};
use salient_export::counter_art::Shown;
use salient_export::{CounterArt, Scene};
use salient_schema::CounterId;

use crate::ui::shapes::Picture;

/// The side of a counter on the map, in hex widths.
pub const SIZE: f32 = 0.64;

/// A counter and the face that it shows.
pub type Standing = (CounterId, u8);

/// Who stands where, from the top of each stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions(BTreeMap<Hex, Vec<Standing>>);

impl Positions {
    /// The set-up of a document.
    pub fn of_set_up(document: &Document) -> Self {
        let stack = |hex| {
            let stack = document.stack_at(hex);
            stack.into_iter().map(|entry| (entry.counter.clone(), entry.face)).collect()
        };
        Self(document.occupied().into_iter().map(|hex| (hex, stack(hex))).collect())
    }

    /// Looks at some hexes of the set-up again.
    pub fn change(&mut self, document: &Document, hexes: &[Hex]) {
        for &hex in hexes {
            let stack: Vec<Standing> = document
                .stack_at(hex)
                .into_iter()
                .map(|entry| (entry.counter.clone(), entry.face))
                .collect();
            if stack.is_empty() {
                self.0.remove(&hex);
            } else {
                self.0.insert(hex, stack);
            }
        }
    }

    /// The position of a game.
    pub fn of_game(game: &Match) -> Self {
        let mut stacks: BTreeMap<Hex, Vec<Standing>> = BTreeMap::new();
        for unit in game.units() {
            if let Some(hex) = unit.hex {
                stacks.entry(hex).or_default().push((unit.counter.to_owned(), unit.face));
            }
        }
        Self(stacks)
    }

    /// The counters in a hex.
    pub fn at(&self, hex: Hex) -> &[Standing] {
        self.0.get(&hex).map_or(&[], Vec::as_slice)
    }
}

/// The pictures of counters, made once for a zoom.
#[derive(Debug)]
pub struct Counters {
    art: CounterArt,
    stacks: BTreeMap<Hex, (Vec<Standing>, Picture)>,
    singles: BTreeMap<(CounterId, u8, u32), Picture>,
    /// The zoom that the stacks are made for, in half octaves.
    zoom: Option<i32>,
}

impl Counters {
    /// The counters of a document.
    pub fn new(document: &Document) -> Self {
        let bundle = document.bundle();
        Self {
            art: CounterArt::new(&bundle.ruleset, &bundle.orders_of_battle),
            stacks: BTreeMap::new(),
            singles: BTreeMap::new(),
            zoom: None,
        }
    }

    /// Paints the stacks in view.
    #[expect(clippy::too_many_arguments, reason = "a painter's view of the plane")]
    pub fn paint(
        &mut self,
        painter: &Painter,
        grid: &HexGrid,
        positions: &Positions,
        origin: Pos2,
        scale: f32,
        view: Rect,
        pixels_per_point: f32,
        hidden: Option<Hex>,
    ) {
        let zoom = (scale.max(1e-3).log2() * 2.0).round() as i32;
        if self.zoom != Some(zoom) {
            self.stacks.clear();
            self.zoom = Some(zoom);
        }
        let made_for = 2f32.powf(zoom as f32 / 2.0);
        for (&hex, stack) in &positions.0 {
            let [x, y] = grid.centre(hex);
            let middle = pos2(origin.x + x * scale, origin.y + y * scale);
            if Some(hex) == hidden || !view.expand(scale).contains(middle) {
                continue;
            }
            let cached = self.stacks.get(&hex).is_some_and(|(made, _)| made == stack);
            if !cached {
                let shown: Vec<Shown<'_>> =
                    stack.iter().map(|(counter, face)| Shown { counter, face: *face }).collect();
                let mut scene = Scene::new();
                let pixels = SIZE * made_for * pixels_per_point;
                self.art.draw_stack(&shown, [0.0, 0.0], SIZE, pixels, &mut scene);
                let picture = Picture::new(&scene, made_for, pixels_per_point);
                self.stacks.insert(hex, (stack.clone(), picture));
            }
            if let Some((_, picture)) = self.stacks.get_mut(&hex) {
                picture.paint(painter, middle, scale, view);
            }
        }
    }

    /// Paints one counter, `side` points from side to side.
    pub fn paint_one(
        &mut self,
        painter: &Painter,
        counter: &str,
        face: u8,
        centre: Pos2,
        side: f32,
        pixels_per_point: f32,
    ) {
        // A whole number of points, so that few pictures serve all lists.
        let side = side.round().max(1.0);
        let key = (counter.to_owned(), face, side as u32);
        let picture = self.singles.entry(key).or_insert_with(|| {
            let mut scene = Scene::new();
            let shown = Shown { counter, face };
            self.art.draw(shown, [0.0, 0.0], 1.0, side * pixels_per_point, &mut scene);
            Picture::new(&scene, side, pixels_per_point)
        });
        picture.paint(
            painter,
            centre,
            side,
            Rect::from_center_size(centre, Vec2::splat(2.0 * side)),
        );
    }
}
