//! The counters: their pictures, the stacks of the set-up on their hexes, and the bags of the others.

use std::collections::{BTreeMap, BTreeSet};

use salient_art::USUAL_COUNTER_SIZE;
use salient_art::counter_art::CounterArt;
use salient_art::png;
use salient_art::{PictureError, Scene, Shown};
use salient_hex::grid::Hex;
use salient_schema::order_of_battle::Counter;
use salient_schema::words::entry_in_words;

use super::objects::Tile;
use super::{TABLE, THICK, TILE, Table};
use crate::tiled::encode;
use crate::{ExportError, Fate, NamedFile};

/// The side of a counter's picture, in pixels.
const PIXELS: f32 = 256.0;

/// A bag, and what is to be in it.
pub struct Bag {
    /// What it is called.
    pub name: String,
    /// The side whose counters it holds.
    pub side: String,
    /// The counters.
    pub tiles: Vec<Tile>,
}

impl Table<'_> {
    /// Both faces of each counter.
    pub(super) fn counter_pictures(&mut self) -> Result<(), ExportError> {
        let bundle = self.bundle;
        let art = CounterArt::of(bundle);
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            for face in 0..counter.faces.len().min(2) {
                let mut scene = Scene::new();
                let shown = Shown::new(&counter.id, face as u8);
                art.draw(shown, [0.0, 0.0], 1.0, PIXELS, &mut scene);
                let half = 0.5 - 0.01 / PIXELS;
                // Rounded corners show the counter's own ground.
                let bounds = [[-half, -half], [half, half]];
                let picture = png::render(&scene, bounds, PIXELS, [60, 55, 48, 255])
                    .map_err(PictureError::from)?;
                let name = picture_name(&counter.id, face);
                self.files.push(NamedFile { name, bytes: encode(&picture)? });
            }
        }
        Ok(())
    }

    /// The set-up: each stack in its hex, the first counter on top. Gives how many of each counter
    /// stand.
    pub(super) fn stacks(&mut self) -> BTreeMap<String, u16> {
        let mut placed: BTreeMap<String, u16> = BTreeMap::new();
        let mut stacks: BTreeMap<Hex, Vec<(&str, u8)>> = BTreeMap::new();
        let bundle = self.bundle;
        for (at, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            let place = Some(format!("/scenario/setup/placements/{at}"));
            let Some(hex) = self.grid.parse(&placement.hex) else {
                let why = "the map has no such hex; its counters are in their bags";
                self.losses.add(Fate::Changed, "stack of the set-up", &placement.hex, why, place);
                continue;
            };
            let which = placement.counters.join(" ");
            let mut lose = |what: &str| {
                let why = "a tile on the table has no such state; players note it themselves";
                self.losses.add(Fate::Dropped, what, &which, why, place.clone());
            };
            if placement.facing.is_some() {
                lose("facing");
            }
            if placement.carried_by.is_some() {
                lose("carrying");
            }
            if !placement.states.is_empty() {
                lose("state");
            }
            let face = placement.face.unwrap_or(0);
            let counters = placement.counters.iter().map(|counter| (counter.as_str(), face));
            stacks.entry(hex).or_default().extend(counters);
        }
        let known: BTreeMap<&str, &Counter> = bundle
            .orders_of_battle
            .iter()
            .flat_map(|book| &book.counters)
            .map(|counter| (counter.id.as_str(), counter))
            .collect();
        for (hex, stack) in stacks {
            let at = self.on_table(hex);
            for (below, (id, face)) in stack.into_iter().rev().enumerate() {
                let Some(counter) = known.get(id) else { continue };
                let mut tile = self.counter(counter, at, below);
                tile.face_down = face > 0;
                self.objects.tile(&tile, None);
                *placed.entry(id.to_owned()).or_default() += 1;
            }
        }
        placed
    }

    /// A counter at a place, so many others below it.
    fn counter(&self, counter: &Counter, [x, z]: [f64; 2], below: usize) -> Tile {
        let back = usize::from(counter.faces.len() > 1);
        let urls = [0, back].map(|face| self.url(&picture_name(&counter.id, face)));
        let faces = counter.faces.iter().filter_map(|face| face.designation.clone());
        let about: Vec<String> = faces.chain(self.comes_and_goes(counter)).collect();
        Tile {
            name: counter.designation.clone(),
            about: about.join("\n"),
            notes: counter.id.clone(),
            urls,
            at: [x, TABLE + THICK * (below as f64 + 1.5), z],
            scale: [f64::from(USUAL_COUNTER_SIZE) * self.hex / TILE; 2],
            face_down: false,
            locked: false,
        }
    }

    /// On which game-turns it arrives and leaves.
    fn comes_and_goes(&self, counter: &Counter) -> Vec<String> {
        let scenario = &self.bundle.scenario;
        let mut words = Vec::new();
        for arrival in
            scenario.reinforcements.iter().filter(|one| one.counters.contains(&counter.id))
        {
            let entry = entry_in_words(self.bundle, &arrival.entry);
            words.push(format!("Arrives on game-turn {}: {entry}", arrival.turn));
        }
        let leaving = scenario.withdrawals.iter();
        for leaving in leaving.filter(|one| one.counters.contains(&counter.id)) {
            words.push(format!("Leaves on game-turn {}", leaving.turn));
        }
        words
    }

    /// All counters that are not on the board, in a bag for each formation; if there would be more
    /// than `most`, in one for each side.
    pub(super) fn bags(&self, placed: &BTreeMap<String, u16>, most: usize) -> Vec<Bag> {
        let bundle = self.bundle;
        let mut bags: BTreeMap<(usize, usize), Bag> = BTreeMap::new();
        let sides = &bundle.ruleset.sides;
        let others = self.others(placed);
        let formations: BTreeSet<_> = others.iter().map(|(key, _)| key).collect();
        let by_formation = formations.len() <= most;
        for ((side, formation), counter) in others {
            let key = (side, if by_formation { formation } else { 0 });
            let bag = bags.entry(key).or_insert_with(|| {
                let side = sides.iter().find(|side| side.id == counter.side);
                let side = side.map_or(counter.side.as_str(), |side| side.name.as_str());
                let formation = counter.formation.as_ref().filter(|_| by_formation);
                let books = bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
                let formation = formation.and_then(|id| books.clone().find(|one| one.id == *id));
                let name = formation.map_or(side.to_owned(), |one| format!("{side}: {}", one.name));
                Bag { name, side: counter.side.clone(), tiles: Vec::new() }
            });
            bag.tiles.push(self.counter(counter, [0.0, 0.0], 0));
        }
        bags.into_values().collect()
    }

    /// Each counter that is not on the board with the places of its side and its formation, in the
    /// order in which the ruleset and the orders of battle have them.
    fn others(&self, placed: &BTreeMap<String, u16>) -> Vec<((usize, usize), &Counter)> {
        let bundle = self.bundle;
        let formations: BTreeMap<&str, usize> = bundle
            .orders_of_battle
            .iter()
            .flat_map(|book| &book.formations)
            .enumerate()
            .map(|(at, formation)| (formation.id.as_str(), at))
            .collect();
        let mut all = Vec::new();
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            let sides = &bundle.ruleset.sides;
            let side = sides.iter().position(|side| side.id == counter.side).unwrap_or(sides.len());
            let formation = counter.formation.as_deref();
            let formation = formation.and_then(|id| formations.get(id)).map_or(0, |at| at + 1);
            let stand = placed.get(&counter.id).copied().unwrap_or(0);
            let left = usize::from(counter.count.saturating_sub(stand));
            all.extend(std::iter::repeat_n(((side, formation), counter), left));
        }
        all
    }
}

fn picture_name(counter: &str, face: usize) -> String {
    // Ids have letters, digits and hyphens; anything else is kept out of file names.
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let id: String = counter.chars().map(safe).collect();
    format!("counters/{id}-{}.png", if face == 0 { "front" } else { "back" })
}
