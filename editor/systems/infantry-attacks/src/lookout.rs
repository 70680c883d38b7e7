//! Lines of sight over a map before there is a game: what whoever draws it may look at.

use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::map::{CompiledMap, kinds_with_trait};
use salient_rules::Roles;
use salient_rules::chart::NumberSet;
use salient_rules::sights::{Lookout, Obstacle, Seen, SightLine, Sights as Offer, Spotted};
use salient_schema::ruleset::Kind;
use salient_schema::words::name_in_a_sentence;
use salient_schema::{Bundle, Diagnostic};

use crate::constants::Constants;
use crate::roles::ROLES;
use crate::sight::{Blocked, Sights};
use crate::spotting::{self, Cover};

/// What the ground does to sight.
#[derive(Debug)]
pub struct Ground {
    /// Lines of sight between hexes.
    pub sights: Sights,
    /// Hexes whose terrain hides those in it (IA 8.5).
    pub limiting: Vec<bool>,
    /// Hexes that are looked into from the next hex only (IA 8.8).
    pub swamp: Vec<bool>,
}

impl Ground {
    /// Reads it from a map. Towns and woods stand some levels above their ground (IA 8.72).
    pub fn new(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap, tall_levels: i32) -> Self {
        let terrain = &bundle.ruleset.terrain;
        let hexes = || map.grid().hexes();
        let bits = |kinds: &[Kind], role: &str| {
            let names = roles.ids(role).iter();
            names.fold(0, |bits, name| bits | kinds_with_trait(kinds, name))
        };
        let is_of = |bits: u64, hex: Hex| bits >> map.terrain(hex).min(63) & 1 == 1;
        // IA 8.53: any part of a hex counts, and so does what stands in it besides its terrain.
        let with_features = |role: &str| -> Vec<bool> {
            let (terrain, features) = (bits(terrain, role), bits(&bundle.ruleset.features, role));
            hexes().map(|hex| is_of(terrain, hex) || map.features(hex) & features != 0).collect()
        };
        let tall = bits(terrain, "tall");
        let height = |hex: Hex| map.level(hex) + if is_of(tall, hex) { tall_levels } else { 0 };
        let blocks = with_features("blocks-sight");
        let swamp = hexes().map(|hex| roles.is("swamp", &terrain[map.terrain(hex)].id));
        Self {
            sights: Sights::new(map, |hex| blocks[hex.index()], height),
            limiting: with_features("limiting"),
            swamp: swamp.collect(),
        }
    }
}

/// Lines of sight over a map.
#[derive(Debug)]
pub struct OverMap;

impl Offer for OverMap {
    fn over(
        &self,
        bundle: &Bundle,
        map: Arc<CompiledMap>,
    ) -> Result<Box<dyn Lookout>, Vec<Diagnostic>> {
        let roles = Roles::filled(&ROLES, bundle)?;
        let mut found = Vec::new();
        let numbers = Constants::read(bundle, &roles, &mut found);
        let Some(numbers) = numbers.filter(|_| found.is_empty()) else { return Err(found) };
        let ground = Ground::new(bundle, &roles, &map, numbers.tall_levels);
        let names = |kinds: &[Kind]| -> Vec<(String, bool)> {
            let blocks = |kind: &Kind| roles.any("blocks-sight", &kind.traits);
            kinds.iter().map(|kind| (name_in_a_sentence(&kind.name), blocks(kind))).collect()
        };
        let (terrain, features) = (names(&bundle.ruleset.terrain), names(&bundle.ruleset.features));
        Ok(Box::new(Over { map, numbers, ground, terrain, features }))
    }
}

struct Over {
    map: Arc<CompiledMap>,
    numbers: Constants,
    ground: Ground,
    /// Names of the kinds, and whether they cannot be looked through.
    terrain: Vec<(String, bool)>,
    features: Vec<(String, bool)>,
}

impl Over {
    fn cover(&self, hex: Hex) -> Cover {
        match () {
            () if self.ground.swamp[hex.index()] => Cover::Swamp,
            () if self.ground.limiting[hex.index()] => Cover::Limiting,
            () => Cover::None,
        }
    }

    fn above(&self, from: Hex, to: Hex) -> i32 {
        self.ground.sights.height(from) - self.ground.sights.height(to)
    }

    /// What stands in a hex, within a sentence.
    fn what(&self, hex: Hex) -> &str {
        let terrain = self.terrain.get(self.map.terrain(hex));
        let mut features = self.features.iter().enumerate();
        let blocks = |(place, (_, blocks)): &(usize, &(String, bool))| {
            *blocks && *place < 64 && self.map.features(hex) >> *place & 1 == 1
        };
        let feature = || features.find(blocks).map(|(_, feature)| feature);
        let what = terrain.filter(|(_, blocks)| *blocks).or_else(feature).or(terrain);
        what.map_or("", |(name, _)| name)
    }

    fn obstacle(&self, from: Hex, to: Hex) -> Option<Obstacle> {
        // IA 8.61: whoever is next to a hex sees into it.
        if self.map.grid().distance(from, to) <= 1 {
            return None;
        }
        Some(match self.ground.sights.obstacle(&self.map, from, to)? {
            Blocked::Terrain(at) => {
                let hexes: Vec<Hex> = at.hexes().collect();
                let mut what: Vec<&str> = hexes.iter().map(|&hex| self.what(hex)).collect();
                what.dedup();
                let rule = if hexes.len() > 1 { "IA 8.65" } else { "IA 8.61" };
                Obstacle { what: what.join(" and "), hexes, rule }
            }
            Blocked::Ground(at) => {
                let hexes: Vec<Hex> = at.hexes().collect();
                let level = hexes.iter().map(|&hex| self.map.level(hex)).max().unwrap_or(0);
                let ends = [from, to].map(|hex| self.ground.sights.height(hex));
                let what = match level > ends[0].max(ends[1]) {
                    true => format!("ground at level {level}, above both ends"),
                    false => format!("ground that rises to level {level}"),
                };
                Obstacle { what, hexes, rule: "IA 8.71" }
            }
        })
    }

    fn spotted(&self, from: Hex, to: Hex) -> Vec<Spotted> {
        let above = self.above(from, to);
        // Whoever is next to a hex spots all in it.
        let hexes = |range: i32| range.max(1).unsigned_abs();
        let line = |who, cover, rule, hidden: bool| {
            let range = |night| {
                let range = spotting::range(&self.numbers, above, night, cover);
                hexes(if hidden { spotting::range_to_hidden(&self.numbers, range) } else { range })
            };
            let (by_day, at_night) = (range(false), range(true));
            Spotted { who, by_day, at_night: (at_night != by_day).then_some(at_night), rule }
        };
        let open = if above > 0 { "IA 8.73" } else { "IA 8.4" };
        let cover = self.cover(to);
        let first = match cover {
            Cover::Swamp => line("A unit there", cover, "IA 8.8", false),
            Cover::Limiting => line("A unit there", cover, "IA 8.51", false),
            Cover::None => line("A unit there", cover, open, false),
        };
        let shown = line("Once it has fired", Cover::None, "IA 8.52", false);
        let shown = Some(shown).filter(|_| cover != Cover::None);
        let hidden = line("While it is hidden", cover, "IA 16.5", true);
        [first].into_iter().chain(shown).chain([hidden]).collect()
    }
}

impl Lookout for Over {
    fn seen(&self, from: Hex, to: Hex) -> Seen {
        let distance = self.map.grid().distance(from, to) as i32;
        if distance <= 1 {
            return Seen::Spotted;
        }
        if self.ground.sights.obstacle(&self.map, from, to).is_some() {
            return Seen::Blocked;
        }
        let range = spotting::range(&self.numbers, self.above(from, to), false, self.cover(to));
        if distance <= range { Seen::Spotted } else { Seen::Clear }
    }

    fn line(&self, from: Hex, to: Hex) -> SightLine {
        SightLine {
            distance: self.map.grid().distance(from, to),
            blocked: self.obstacle(from, to),
            spotted: self.spotted(from, to),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use salient_rules::System;

    use super::*;
    use crate::Rulebook;

    fn over(scenario: &str) -> Box<dyn Lookout> {
        let bundle = Rulebook.published().bundle(Some(scenario)).unwrap();
        let map = Arc::new(CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap());
        OverMap.over(&bundle, map).unwrap()
    }

    /// What is told of a line is what the field of view shows, and what blocks it lies on it.
    #[test]
    fn line_and_field_agree_and_the_obstacle_is_on_the_line() {
        let bundle = Rulebook.published().bundle(Some("waplitz")).unwrap();
        let map = Arc::new(CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap());
        let lookout = OverMap.over(&bundle, map.clone()).unwrap();
        let mut seen = [0; 3];
        for from in map.grid().hexes().step_by(37) {
            for to in map.grid().hexes() {
                let (line, how) = (lookout.line(from, to), lookout.seen(from, to));
                seen[how as usize] += 1;
                assert_eq!(line.blocked.is_some(), how == Seen::Blocked);
                let near = line.distance <= line.spotted[0].by_day;
                assert_eq!(line.blocked.is_none() && near, how == Seen::Spotted);
                let Some(obstacle) = line.blocked else { continue };
                let crossed: Vec<Hex> =
                    map.grid().crossed(from, to).flat_map(|at| at.hexes()).collect();
                assert!(!obstacle.hexes.is_empty() && !obstacle.what.is_empty());
                assert!(obstacle.hexes.iter().all(|hex| crossed.contains(hex)));
                assert!(obstacle.hexes.iter().all(|hex| *hex != from && *hex != to));
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    /// IA 8.4, 8.51, 16.5: a day's range, three into cover, and a quarter of either for the hidden.
    #[test]
    fn from_how_far_away() {
        let bundle = Rulebook.published().bundle(Some("waplitz")).unwrap();
        let map = Arc::new(CompiledMap::new(&bundle.map, &bundle.ruleset).unwrap());
        let lookout = over("waplitz");
        let mut rules = std::collections::BTreeMap::new();
        for to in map.grid().hexes() {
            for spotted in lookout.line(Hex(0), to).spotted {
                rules.entry(spotted.rule).or_insert(spotted.by_day);
            }
        }
        assert_eq!(rules.get("IA 8.4"), Some(&12), "{rules:?}");
        assert_eq!(rules.get("IA 8.51"), Some(&3), "{rules:?}");
        assert!(rules.contains_key("IA 8.52") && rules.contains_key("IA 16.5"), "{rules:?}");
    }
}
