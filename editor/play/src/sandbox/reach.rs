//! How far counters get with their movement allowance, by the terrain effects chart alone.
//!
//! The chart is read for each kind of mover: a copy of the ruleset, whose kinds cost what they cost
//! that side, type and traits, is compiled with the map. What a system's own rules add, such as zones
//! of control, nobody knows here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use salient_hex::path::{Reach, Step};
use salient_hex::{CompiledMap, Hex, Slope};
use salient_rules::Systems;
use salient_rules::effects::{self, Circumstances};
use salient_rules::ratings::rating_for;
use salient_rules::stacking::type_of;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::RatingUse;
use salient_schema::{Bundle, Id, Ruleset};

use super::{Piece, Sandbox};

/// What prohibited terrain costs: no allowance pays for it, and a road through it still does.
const PROHIBITED: i32 = 10_000;

/// What an entry into any hex is asked by: whose it is and what it is known by, and the weather.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mover {
    side: Id,
    known_by: Vec<Id>,
    weather: Option<Id>,
}

/// The map with a mover's costs: on the level, uphill and downhill, where that matters.
type Maps = Option<[Arc<CompiledMap>; 3]>;

/// Where counters get. The memory serves one scenario and ruleset: with either changed, begin anew.
#[derive(Clone, Debug, Default)]
pub struct Movement {
    maps: BTreeMap<Mover, Maps>,
    reach: Reach,
}

/// Where counters get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The least of their movement allowances.
    pub allowance: u32,
    /// The counter that has it, by its name.
    pub slowest: String,
    /// Every hex with what it costs together, the nearest first, without that where they stand.
    pub hexes: Vec<(Hex, u32)>,
}

/// Why nobody can tell where counters get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// They stand in several hexes, or none.
    Apart,
    /// No rating is known as a movement allowance, or one of them has none.
    NoAllowance,
    /// The map has faults.
    Faulty,
}

impl Movement {
    /// Where counters of one hex get together with the least of their movement allowances: not
    /// through enemies, and into one hex at least unless it is prohibited.
    ///
    /// # Errors
    /// Why nobody can tell.
    pub fn find(
        &mut self,
        systems: Systems,
        bundle: &Bundle,
        sandbox: &Sandbox,
        pieces: &[&Piece],
    ) -> Result<Reached, Unreached> {
        let start = pieces.first().and_then(|piece| piece.hex()).ok_or(Unreached::Apart)?;
        if pieces.iter().any(|piece| piece.hex() != Some(start)) {
            return Err(Unreached::Apart);
        }
        let rating = rating_for(systems, bundle, RatingUse::Movement);
        let rating = rating.ok_or(Unreached::NoAllowance)?;
        let weather = sandbox.weather(bundle);
        let mut slowest: Option<(u32, &str)> = None;
        let mut maps = Vec::new();
        let mut sides = BTreeSet::new();
        for piece in pieces {
            let counter = sandbox.counter(bundle, piece).ok_or(Unreached::NoAllowance)?;
            let face = counter.faces.get(usize::from(piece.face));
            let printed = face.and_then(|face| face.ratings.get(&rating.id)?.number());
            let allowance = printed.and_then(|number| u32::try_from(number).ok());
            let allowance = allowance.ok_or(Unreached::NoAllowance)?.min(PROHIBITED as u32 - 1);
            if slowest.is_none_or(|(least, _)| allowance < least) {
                slowest = Some((allowance, &piece.name));
            }
            let mover = Mover::of(counter, piece.face, weather);
            let known = self.maps.entry(mover.clone()).or_insert_with(|| mover.maps(bundle));
            maps.push(known.clone().ok_or(Unreached::Faulty)?);
            sides.insert(&piece.side);
        }
        let (allowance, slowest) = slowest.ok_or(Unreached::Apart)?;
        let enemies: BTreeSet<Hex> = sandbox
            .on_map()
            .into_iter()
            .filter(|(_, other)| other.holds)
            .filter(|(_, other)| sides.iter().any(|side| sandbox.are_enemies(side, &other.side)))
            .map(|(hex, _)| hex)
            .collect();
        let level = maps.first().and_then(|maps| maps.first()).cloned();
        let level = level.ok_or(Unreached::Faulty)?;
        let Self { reach, .. } = self;
        reach.search(&level, start, allowance, |from, direction, to| {
            if enemies.contains(&to) {
                return Step::Barred;
            }
            // Together they pay what the one pays to whom it is dearest.
            let mut dearest = 0;
            for maps in &maps {
                let map = match level.slope(from, direction) {
                    slope if slope == Slope::LEVEL => &maps[0],
                    slope if slope.levels() > 0 => &maps[1],
                    _ => &maps[2],
                };
                let cost = map.step_cost_by(from, direction, &map.along(u32::MAX));
                match cost.filter(|cost| *cost < PROHIBITED) {
                    Some(cost) => dearest = dearest.max(cost.max(0) as u32),
                    None => return Step::Barred,
                }
            }
            // One hex can always be entered, for all that there is.
            match from == start && dearest > allowance && allowance > 0 {
                true => Step::Halt(allowance),
                false => Step::Through(dearest),
            }
        });
        let hexes = reach.reached().iter().filter(|hex| **hex != start);
        let hexes = hexes.filter_map(|&hex| Some((hex, reach.cost(hex)?))).collect();
        Ok(Reached { allowance, slowest: slowest.to_owned(), hexes })
    }
}

impl Mover {
    fn of(counter: &Counter, face: u8, weather: Option<&Id>) -> Self {
        let mut known_by = vec![type_of(counter, face).to_owned()];
        known_by.extend(counter.traits.iter().cloned());
        Self { side: counter.side.clone(), known_by, weather: weather.cloned() }
    }

    /// The maps with its costs; none where the map has faults.
    fn maps(&self, bundle: &Bundle) -> Maps {
        let ruleset = &bundle.ruleset;
        let mut sloping = ruleset.hexsides.iter().chain(&ruleset.terrain).chain(&ruleset.features);
        let sloping = sloping.any(|kind| kind.effects.iter().any(|one| one.when.slope.is_some()));
        let level = self.compiled(bundle, Slope::LEVEL)?;
        Some(match sloping {
            true => {
                let [up, down] = [1, -1].map(|levels| self.compiled(bundle, Slope::new(levels)));
                [level, up?, down?]
            }
            false => [level.clone(), level.clone(), level],
        })
    }

    fn compiled(&self, bundle: &Bundle, slope: Slope) -> Option<Arc<CompiledMap>> {
        let known_by: Vec<&str> = self.known_by.iter().map(String::as_str).collect();
        let now = Circumstances {
            weather: self.weather.as_deref().unwrap_or_default(),
            side: &self.side,
            unit: &known_by,
            usage: "movement",
            slope,
            ..Circumstances::default()
        };
        let mut ruleset = bundle.ruleset.clone();
        let Ruleset { terrain, features, hexsides, paths, .. } = &mut ruleset;
        for kind in terrain.iter_mut() {
            let prohibited = effects::prohibition(kind, &now).is_some();
            kind.impassable = effects::is_impassable(kind, &now);
            // Terrain with a road or a town in it is what these make of it.
            kind.movement =
                if prohibited { Some(PROHIBITED) } else { effects::movement(kind, &now) };
        }
        // What is prohibited to somebody bars him there.
        for kind in features.iter_mut().chain(hexsides) {
            kind.impassable = effects::is_barred(kind, &now);
            kind.movement = effects::movement(kind, &now);
        }
        for kind in paths.iter_mut() {
            let open = !effects::is_barred(kind, &now);
            kind.movement = effects::movement(kind, &now).filter(|_| open);
        }
        CompiledMap::new(&bundle.map, &ruleset).ok().map(Arc::new)
    }
}
