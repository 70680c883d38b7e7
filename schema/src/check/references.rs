//! What files say of one another.

use std::cell::OnceCell;
use std::fmt::Arguments;

use ahash::AHashMap;

use super::names::Names;
use super::{map as map_check, rules_of_play, ruleset as ruleset_check};
use crate::common::Rating;
use crate::findings::Findings;
use crate::map::Map;
use crate::order_of_battle::{Counter, Face, OrderOfBattle};
use crate::position::escape;
use crate::ruleset::{RatingDef, Ruleset, SequenceStep};
use crate::scenario::{Entry, Override, PlacementCondition, Scenario, StartingPoint};
use crate::suggest::shown;
use crate::{Bundle, Code, Diagnostic};

/// Everything in a bundle, with pointers into it.
pub(super) fn bundle(bundle: &Bundle, out: &mut Findings) {
    let known = Known::new(&bundle.ruleset);
    out.under("/map");
    map(&bundle.map, &known, out);
    for (index, oob) in bundle.orders_of_battle.iter().enumerate() {
        out.under(format!("/orders_of_battle/{index}"));
        order_of_battle(oob, &known, out);
        for (at, counter) in oob.counters.iter().enumerate() {
            super::order_of_battle::pictures(at, counter, &oob.id, &bundle.pictures, out);
        }
    }
    scenario_of(bundle, &known, out);
}

/// What the scenario of a bundle names, and counters that stand in two orders of battle.
pub(super) fn scenario_of(bundle: &Bundle, known: &Known<'_>, out: &mut Findings) {
    let counters = Counters::new(&bundle.orders_of_battle, out);
    substitutes(&bundle.orders_of_battle, &counters, out);
    out.under("/ruleset");
    rules_of_play::of_bundle(bundle, out);
    out.under("/scenario");
    let parts = (&bundle.map, bundle.orders_of_battle.as_slice());
    scenario(&bundle.scenario, parts, known, &counters, out);
}

/// The names that a ruleset defines.
pub(super) struct Known<'a> {
    ruleset: &'a Ruleset,
    sides: Names<'a>,
    nations: Names<'a>,
    pub(super) sides_or_nations: Names<'a>,
    pub(super) terrain: Names<'a>,
    pub(super) features: Names<'a>,
    pub(super) hexsides: Names<'a>,
    pub(super) paths: Names<'a>,
    pub(super) lines: Names<'a>,
    types: Names<'a>,
    sizes: Names<'a>,
    traits: Names<'a>,
    ratings: Names<'a>,
    rating: AHashMap<&'a str, &'a RatingDef>,
    formation_ratings: Names<'a>,
    formation_rating: AHashMap<&'a str, &'a RatingDef>,
    /// How many a face may not lack.
    required_ratings: usize,
    /// Nation → the side that it fights for.
    side_of: AHashMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    pub(super) fn new(ruleset: &'a Ruleset) -> Self {
        let layout = &ruleset.counters;
        let sides = || ruleset.sides.iter().map(|side| side.id.as_str());
        let nations = || ruleset.nations.iter().map(|nation| nation.id.as_str());
        let ratings = || layout.ratings.iter().map(|rating| rating.id.as_str());
        let of_formations = || layout.formation_ratings.iter().map(|rating| rating.id.as_str());
        Self {
            ruleset,
            sides: Names::new("side", sides()),
            nations: Names::new("nation", nations()),
            sides_or_nations: Names::new("side or nation", sides().chain(nations())),
            terrain: Names::new("terrain kind", ruleset.terrain.iter().map(|k| k.id.as_str())),
            features: Names::new("feature kind", ruleset.features.iter().map(|k| k.id.as_str())),
            hexsides: Names::new("hexside kind", ruleset.hexsides.iter().map(|k| k.id.as_str())),
            paths: Names::new("path kind", ruleset.paths.iter().map(|k| k.id.as_str())),
            lines: Names::new("line kind", ruleset.lines.iter().map(|k| k.id.as_str())),
            types: Names::new("unit type", layout.types.iter().map(|unit| unit.id.as_str())),
            sizes: Names::new("unit size", layout.sizes.iter().map(|size| size.id.as_str())),
            traits: Names::new("trait", layout.traits.iter().map(|one| one.id.as_str())),
            ratings: Names::new("rating", ratings()),
            rating: ratings().zip(&layout.ratings).collect(),
            formation_ratings: Names::new("rating of formations", of_formations()),
            formation_rating: of_formations().zip(&layout.formation_ratings).collect(),
            required_ratings: layout.ratings.iter().filter(|rating| !rating.optional).count(),
            side_of: ruleset
                .nations
                .iter()
                .filter_map(|nation| Some((nation.id.as_str(), nation.side.as_deref()?)))
                .collect(),
        }
    }
}

/// The kinds and sides that a map names.
pub(super) fn map(map: &Map, known: &Known<'_>, out: &mut Findings) {
    palette(map, known, out);
    for index in 0..map.features.items.len() {
        feature(map, index, known, out);
    }
    for index in 0..map.hexsides.items.len() {
        hexside(map, index, known, out);
    }
    for index in 0..map.paths.items.len() {
        path(map, index, known, out);
    }
    for index in 0..map.lines.items.len() {
        line(map, index, known, out);
    }
    for index in 0..map.zones.items.len() {
        zone(map, index, known, out);
    }
}

pub(super) fn palette(map: &Map, known: &Known<'_>, out: &mut Findings) {
    for (glyph, kind) in &map.terrain.palette {
        let glyph = escape(glyph);
        known.terrain.need(kind, format_args!("/terrain/palette/{glyph}"), out);
    }
}

pub(super) fn feature(map: &Map, index: usize, known: &Known<'_>, out: &mut Findings) {
    let Some(feature) = map.features.items.get(index) else { return };
    let pointer = format_args!("/features/items/{index}/kind");
    known.features.need_for(&feature.kind, pointer, out, |found| found.hex(&feature.hex));
    if let Some(owner) = &feature.owner {
        let pointer = format_args!("/features/items/{index}/owner");
        known.sides_or_nations.need_for(owner, pointer, out, |found| found.hex(&feature.hex));
    }
}

pub(super) fn hexside(map: &Map, index: usize, known: &Known<'_>, out: &mut Findings) {
    let Some(item) = map.hexsides.items.get(index) else { return };
    let pointer = format_args!("/hexsides/items/{index}/kind");
    known.hexsides.need_for(&item.kind, pointer, out, |found| {
        match crate::numbering::split_side(&item.side) {
            Some((hex, _)) => found.hex(hex),
            None => found,
        }
    });
}

pub(super) fn path(map: &Map, index: usize, known: &Known<'_>, out: &mut Findings) {
    let Some(path) = map.paths.items.get(index) else { return };
    let pointer = format_args!("/paths/items/{index}/kind");
    known.paths.need_for(&path.kind, pointer, out, |found| match path.hexes.first() {
        Some(hex) => found.hex(hex),
        None => found,
    });
}

pub(super) fn line(map: &Map, index: usize, known: &Known<'_>, out: &mut Findings) {
    let Some(line) = map.lines.items.get(index) else { return };
    known.lines.need(&line.kind, format_args!("/lines/items/{index}/kind"), out);
    if let Some(owner) = &line.owner {
        known.sides_or_nations.need(owner, format_args!("/lines/items/{index}/owner"), out);
    }
}

pub(super) fn zone(map: &Map, index: usize, known: &Known<'_>, out: &mut Findings) {
    let Some(zone) = map.zones.items.get(index) else { return };
    if let Some(owner) = &zone.owner {
        known.sides_or_nations.need(owner, format_args!("/zones/items/{index}/owner"), out);
    }
}

/// The sides, types, sizes, ratings and traits that an order of battle names.
pub(super) fn order_of_battle(oob: &OrderOfBattle, known: &Known<'_>, out: &mut Findings) {
    formations(oob, known, out);
    for (index, one) in oob.counters.iter().enumerate() {
        counter(index, one, known, out);
    }
}

/// The sides, sizes and ratings that formations name.
pub(super) fn formations(oob: &OrderOfBattle, known: &Known<'_>, out: &mut Findings) {
    for (index, formation) in oob.formations.iter().enumerate() {
        known.sides.need(&formation.side, format_args!("/formations/{index}/side"), out);
        if let Some(size) = &formation.size {
            known.sizes.need(size, format_args!("/formations/{index}/size"), out);
        }
        for (name, value) in &formation.ratings {
            let pointer = format_args!("/formations/{index}/ratings/{}", escape(name));
            match known.formation_rating.get(name.as_str()) {
                Some(rating) => {
                    if let Some(found) = out_of_range(rating, value) {
                        out.push(pointer, found);
                    }
                }
                None => known.formation_ratings.need(name, pointer, out),
            }
        }
    }
}

/// The sides, types, sizes, ratings and traits that a counter names.
pub(super) fn counter(index: usize, counter: &Counter, known: &Known<'_>, out: &mut Findings) {
    let named = |found: Diagnostic| found.counter(&counter.id);
    let at = format_args!("/counters/{index}/side");
    known.sides.need_for(&counter.side, at, out, named);
    let at = format_args!("/counters/{index}/type");
    known.types.need_for(&counter.unit_type, at, out, named);
    if let Some(size) = &counter.size {
        known.sizes.need_for(size, format_args!("/counters/{index}/size"), out, named);
    }
    if let Some(nation) = &counter.nation {
        known.nations.need_for(nation, format_args!("/counters/{index}/nation"), out, named);
        let fights_for = known.side_of.get(nation.as_str());
        if let Some(side) = fights_for.filter(|side| **side != counter.side) {
            let message = format!(
                "the counter `{}` is played by `{}`, but its nation fights for `{side}`",
                shown(&counter.id),
                shown(&counter.side)
            );
            let found = named(Diagnostic::warning(Code::Schema, message));
            out.push(format_args!("/counters/{index}/side"), found);
        }
    }
    for (at, name) in counter.traits.iter().enumerate() {
        known.traits.need_for(name, format_args!("/counters/{index}/traits/{at}"), out, named);
    }
    for (at, part) in counter.parts.iter().enumerate() {
        let pointer = format_args!("/counters/{index}/parts/{at}/type");
        known.types.need_for(&part.unit_type, pointer, out, named);
    }
    for (at, face) in counter.faces.iter().enumerate() {
        self::face(format_args!("/counters/{index}/faces/{at}"), face, &counter.id, known, out);
    }
}

fn face(pointer: Arguments<'_>, face: &Face, counter: &str, known: &Known<'_>, out: &mut Findings) {
    let named = |found: Diagnostic| found.counter(counter);
    if let Some(unit_type) = &face.unit_type {
        known.types.need_for(unit_type, format_args!("{pointer}/type"), out, named);
    }
    if let Some(size) = &face.size {
        known.sizes.need_for(size, format_args!("{pointer}/size"), out, named);
    }
    let mut required = 0;
    for (name, value) in &face.ratings {
        let Some(rating) = known.rating.get(name.as_str()) else {
            let at = escape(name);
            known.ratings.need_for(name, format_args!("{pointer}/ratings/{at}"), out, named);
            continue;
        };
        required += usize::from(!rating.optional);
        if let Some(found) = out_of_range(rating, value) {
            out.push(format_args!("{pointer}/ratings/{}", escape(name)), named(found));
        }
    }
    // Of thousands of faces, next to none lacks one.
    if required == known.required_ratings {
        return;
    }
    for rating in &known.ruleset.counters.ratings {
        if !rating.optional && !face.ratings.contains_key(&rating.id) {
            let message = format!("the face lacks the rating `{}`", rating.id);
            let found = named(Diagnostic::error(Code::MissingField, message));
            out.push(format_args!("{pointer}/ratings"), found);
        }
    }
}

/// What is wrong with a value that a rating may not have.
fn out_of_range(rating: &RatingDef, value: &Rating) -> Option<Diagnostic> {
    let RatingDef { id, min, max, .. } = rating;
    let value = value.number().filter(|value| !(min..=max).contains(&value))?;
    let message = format!("the rating `{id}` is {value}; it must be from {min} to {max}");
    Some(Diagnostic::error(Code::Schema, message))
}

/// The counters that others name as their substitutes: another one of the same side each. Whether
/// it is there is the file's own affair.
fn substitutes(oobs: &[OrderOfBattle], counters: &Counters<'_>, out: &mut Findings) {
    for (index, oob) in oobs.iter().enumerate() {
        out.under(format!("/orders_of_battle/{index}"));
        for (at, counter) in oob.counters.iter().enumerate() {
            let Some(substitute) = &counter.substitute else { continue };
            let pointer = format_args!("/counters/{at}/substitute");
            let named = |found: Diagnostic| found.counter(&counter.id);
            let Some((_, other)) = counters.get(substitute) else { continue };
            let message = if other.id == counter.id {
                format!("the counter `{}` is its own substitute", shown(&counter.id))
            } else if other.side != counter.side {
                format!(
                    "the counter `{}` is played by `{}`, its substitute `{}` by `{}`",
                    shown(&counter.id),
                    shown(&counter.side),
                    shown(&other.id),
                    shown(&other.side)
                )
            } else {
                continue;
            };
            out.push(pointer, named(Diagnostic::error(Code::Schema, message)));
        }
    }
}

/// All counters that a scenario may place.
struct Counters<'a> {
    /// Made when a name is not among them.
    names: OnceCell<Names<'a>>,
    /// The place of an id's last counter among all.
    by_id: AHashMap<&'a str, usize>,
    all: Vec<&'a Counter>,
}

impl<'a> Counters<'a> {
    /// The counters of all orders of battle; one that stands in two of them is reported.
    fn new(oobs: &'a [OrderOfBattle], out: &mut Findings) -> Self {
        let all: Vec<&Counter> = oobs.iter().flat_map(|oob| &oob.counters).collect();
        let mut by_id: AHashMap<&str, usize> = AHashMap::with_capacity(all.len());
        let mut first = 0;
        for (index, oob) in oobs.iter().enumerate() {
            out.under(format!("/orders_of_battle/{index}"));
            for (at, counter) in oob.counters.iter().enumerate() {
                let before = by_id.insert(&counter.id, first + at);
                // Twice in one order of battle is that file's own fault.
                if before.is_some_and(|other| other < first) {
                    let message = format!(
                        "the counter `{}` stands in two orders of battle",
                        shown(&counter.id)
                    );
                    let found = Diagnostic::error(Code::Duplicate, message).counter(&counter.id);
                    out.push(format_args!("/counters/{at}/id"), found);
                }
            }
            first += oob.counters.len();
        }
        Self { names: OnceCell::new(), by_id, all }
    }

    fn names(&self) -> &Names<'a> {
        self.names.get_or_init(|| Names::new("counter", self.by_id.keys().copied()))
    }

    /// A counter with its place among all.
    fn get(&self, id: &str) -> Option<(usize, &'a Counter)> {
        let place = *self.by_id.get(id)?;
        Some((place, self.all.get(place)?))
    }
}

/// Where counters were placed so far.
struct Placed<'a> {
    counters: &'a Counters<'a>,
    /// Of each counter, by its place among all, how often and where first.
    used: Vec<(u16, Where<'a>)>,
}

/// Where a counter comes into play.
#[derive(Clone, Copy)]
enum Where<'a> {
    Hex(&'a str),
    Zone(&'a str),
    Turn(u16),
    Deadpile,
    OffMap,
}

impl std::fmt::Display for Where<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "it is set up first in hex {}", shown(hex)),
            Self::Zone(zone) => {
                write!(f, "its owner places it first in the zone `{}`", shown(zone))
            }
            Self::Turn(turn) => write!(f, "it arrives first on game-turn {turn}"),
            Self::Deadpile => f.write_str("it begins among the eliminated"),
            Self::OffMap => f.write_str("it begins off the map"),
        }
    }
}

impl<'a> Placed<'a> {
    /// Takes note of a counter that comes into play, and reports one that has no copy left.
    fn place(
        &mut self,
        id: &'a str,
        place: Where<'a>,
        pointer: Arguments<'_>,
        out: &mut Findings,
    ) -> Option<&'a Counter> {
        let named = |found: Diagnostic| match place {
            Where::Hex(hex) => found.counter(id).hex(hex),
            Where::Zone(_) | Where::Turn(_) | Where::Deadpile | Where::OffMap => found.counter(id),
        };
        let Some((number, counter)) = self.counters.get(id) else {
            self.counters.names().need_for(id, pointer, out, named);
            return None;
        };
        let (times, first) = self.used.get_mut(number)?;
        if *times == 0 {
            *first = place;
        }
        *times = times.saturating_add(1);
        if *times > counter.count {
            let message = match counter.count {
                1 => format!("the counter `{id}` comes into play twice"),
                count => {
                    format!("the counter `{id}` comes into play more often than its {count} times")
                }
            };
            let found = Diagnostic::error(Code::Duplicate, message).help(first.to_string());
            out.push(pointer, named(found));
        }
        Some(counter)
    }
}

/// Everything that a scenario names.
fn scenario<'a>(
    scenario: &'a Scenario,
    (map, oobs): (&Map, &'a [OrderOfBattle]),
    known: &Known<'_>,
    counters: &'a Counters<'a>,
    out: &mut Findings,
) {
    let zones = Names::new("zone", map.zones.items.iter().map(|zone| zone.id.as_str()));
    let mut placed = Placed { counters, used: vec![(0, Where::Deadpile); counters.all.len()] };
    placements(scenario, map, &mut placed, out);
    free_placements(scenario, known, &zones, &mut placed, out);
    for (index, control) in scenario.setup.control.iter().enumerate() {
        known.sides.need(&control.side, format_args!("/setup/control/{index}/side"), out);
        zones.need(&control.zone, format_args!("/setup/control/{index}/zone"), out);
    }
    for (index, id) in scenario.setup.eliminated.iter().enumerate() {
        placed.place(id, Where::Deadpile, format_args!("/setup/eliminated/{index}"), out);
    }
    for (index, mission) in scenario.setup.missions.iter().enumerate() {
        let (id, pointer) = (&mission.counter, format_args!("/setup/missions/{index}/counter"));
        if counters.get(id).is_none() {
            counters.names().need_for(id, pointer, out, |found| found.counter(id));
        }
    }
    if let Some(start) = &scenario.start {
        starting_point(start, map, known, &mut placed, out);
    }
    reinforcements(scenario, map, known, &zones, &mut placed, out);
    for (index, withdrawal) in scenario.withdrawals.iter().enumerate() {
        known.sides.need(&withdrawal.side, format_args!("/withdrawals/{index}/side"), out);
        for (at, id) in withdrawal.counters.iter().enumerate() {
            let pointer = format_args!("/withdrawals/{index}/counters/{at}");
            let counter = counters.get(id).map(|(_, counter)| counter);
            if counter.is_none() {
                counters.names().need_for(id, pointer, out, |found| found.counter(id));
            }
            same_side(counter, &withdrawal.side, pointer, out);
        }
    }
    orders(scenario, map, oobs, out);
    for (index, replacement) in scenario.replacements.iter().enumerate() {
        known.sides.need(&replacement.side, format_args!("/replacements/{index}/side"), out);
        if let Some(nation) = &replacement.nation {
            known.nations.need(nation, format_args!("/replacements/{index}/nation"), out);
        }
    }
    for (index, track) in scenario.tracks.iter().enumerate() {
        if let Some(side) = &track.side {
            known.sides.need(side, format_args!("/tracks/{index}/side"), out);
        }
    }
    for (index, level) in scenario.levels.iter().enumerate() {
        known.sides.need(&level.side, format_args!("/levels/{index}/side"), out);
        if let Some(nation) = &level.nation {
            known.nations.need(nation, format_args!("/levels/{index}/nation"), out);
        }
    }
    let optional = known.ruleset.optional_rules.iter().map(|rule| rule.id.as_str());
    let optional = Names::new("optional rule", optional);
    for (index, rule) in scenario.optional_rules.iter().enumerate() {
        optional.need_for(
            rule,
            format_args!("/optional_rules/{index}"),
            out,
            |found| match chapter(known.ruleset) {
                Some(chapter) => found.rule(chapter),
                None => found,
            },
        );
    }
    if let Some(side) = &scenario.victory.counted_for {
        known.sides.need(side, format_args!("/victory/counted_for"), out);
    }
    for (index, score) in scenario.victory.scores.iter().enumerate() {
        let pointer = format!("/victory/scores/{index}");
        for (at, kind) in score.features.iter().enumerate() {
            known.features.need(kind, format_args!("{pointer}/features/{at}"), out);
        }
        if let Some(line) = &score.line {
            known.lines.need(line, format_args!("{pointer}/line"), out);
        }
        if let Some(side) = &score.side {
            known.sides.need(side, format_args!("{pointer}/side"), out);
        }
    }
    for (index, end) in scenario.victory.sudden.iter().enumerate() {
        known.sides.need(&end.side, format_args!("/victory/sudden/{index}/side"), out);
    }
    for (index, level) in scenario.victory.levels.iter().enumerate() {
        known.sides.need(&level.side, format_args!("/victory/levels/{index}/side"), out);
    }
    for (index, secret) in scenario.victory.secret.iter().enumerate() {
        known.sides.need(&secret.side, format_args!("/victory/secret/{index}/side"), out);
    }
    overrides(scenario, known.ruleset, out);
}

fn placements<'a>(scenario: &'a Scenario, map: &Map, placed: &mut Placed<'a>, out: &mut Findings) {
    for (index, placement) in scenario.setup.placements.iter().enumerate() {
        let hex = placement.hex.as_str();
        map_check::hex(&map.grid, hex, format_args!("/setup/placements/{index}/hex"), out);
        if let Some(facing) = &placement.facing {
            let pointer = format_args!("/setup/placements/{index}/facing");
            map_check::compass(&map.grid, facing, hex, pointer, out);
        }
        for (at, id) in placement.counters.iter().enumerate() {
            let pointer = format_args!("/setup/placements/{index}/counters/{at}");
            let counter = placed.place(id, Where::Hex(hex), pointer, out);
            let face = usize::from(placement.face.unwrap_or(0));
            if let Some(counter) = counter
                && (1..=7).contains(&face)
                && face >= counter.faces.len()
            {
                let message = format!(
                    "the counter `{id}` has no face {face}; it has {}",
                    counter.faces.len()
                );
                let found =
                    Diagnostic::error(Code::DanglingReference, message).counter(id).hex(hex);
                let found = found.help("faces are counted from 0, the front");
                out.push(format_args!("/setup/placements/{index}/face"), found);
            }
        }
        if let Some(carrier) = &placement.carried_by {
            let pointer = format_args!("/setup/placements/{index}/carried_by");
            if placed.counters.get(carrier).is_none() {
                let names = placed.counters.names();
                names.need_for(carrier, pointer, out, |found| found.counter(carrier).hex(hex));
            }
        }
    }
}

/// What begins in the midst of a game: its step, who holds what, what is off the map.
fn starting_point<'a>(
    start: &'a StartingPoint,
    map: &Map,
    known: &Known<'_>,
    placed: &mut Placed<'a>,
    out: &mut Findings,
) {
    if let Some(step) = &start.step {
        let steps = Names::new("step of the sequence of play", steps(known.ruleset));
        steps.need(step, format_args!("/start/step"), out);
    }
    for (index, held) in start.held.iter().enumerate() {
        known.sides.need(&held.side, format_args!("/start/held/{index}/side"), out);
        for (at, hex) in held.hexes.iter().enumerate() {
            let pointer = format_args!("/start/held/{index}/hexes/{at}");
            map_check::hex(&map.grid, hex, pointer, out);
        }
    }
    for (index, off) in start.off_map.iter().enumerate() {
        for (at, id) in off.counters.iter().enumerate() {
            let pointer = format_args!("/start/off_map/{index}/counters/{at}");
            placed.place(id, Where::OffMap, pointer, out);
        }
    }
}

/// What formations are told to take.
fn orders(scenario: &Scenario, map: &Map, oobs: &[OrderOfBattle], out: &mut Findings) {
    if scenario.orders.is_empty() {
        return;
    }
    let formations = oobs.iter().flat_map(|oob| &oob.formations);
    let formations = Names::new("formation", formations.map(|one| one.id.as_str()));
    let ordered = scenario.orders.iter().map(|order| order.formation.as_str());
    let ordered = Names::new("formation with an order", ordered);
    for (index, order) in scenario.orders.iter().enumerate() {
        let pointer = format!("/orders/{index}");
        formations.need(&order.formation, format_args!("{pointer}/formation"), out);
        if let Some(other) = &order.starts_with {
            ordered.need(other, format_args!("{pointer}/starts_with"), out);
        }
        if let Some(other) = &order.ends_with {
            ordered.need(other, format_args!("{pointer}/ends_with"), out);
        }
        for (at, objective) in order.objectives.iter().enumerate() {
            for (place, hex) in objective.hexes.iter().enumerate() {
                let pointer = format_args!("{pointer}/objectives/{at}/hexes/{place}");
                map_check::hex(&map.grid, hex, pointer, out);
            }
        }
    }
}

/// The ids of all steps of the sequence of play.
fn steps(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    let mut todo: Vec<&SequenceStep> = ruleset.sequence.iter().collect();
    std::iter::from_fn(move || {
        let step = todo.pop()?;
        todo.extend(&step.steps);
        Some(step.id.as_str())
    })
}

fn free_placements<'a>(
    scenario: &'a Scenario,
    known: &Known<'_>,
    zones: &Names<'_>,
    placed: &mut Placed<'a>,
    out: &mut Findings,
) {
    for (index, free) in scenario.setup.free.iter().enumerate() {
        let pointer = format!("/setup/free/{index}");
        known.sides.need(&free.side, format_args!("{pointer}/side"), out);
        zones.need(&free.zone, format_args!("{pointer}/zone"), out);
        if let Some(front) = &free.front {
            zones.need(front, format_args!("{pointer}/front"), out);
        }
        for (at, id) in free.counters.iter().enumerate() {
            let zone = Where::Zone(&free.zone);
            let counter = placed.place(id, zone, format_args!("{pointer}/counters/{at}"), out);
            same_side(counter, &free.side, format_args!("{pointer}/counters/{at}"), out);
        }
        for (at, condition) in free.conditions.iter().enumerate() {
            match condition {
                PlacementCondition::EveryHexHoldsUnit { feature: Some(feature) }
                | PlacementCondition::EveryHexHoldsUnitOrZoc { feature: Some(feature) } => {
                    let pointer = format_args!("{pointer}/conditions/{at}/feature");
                    known.features.need(feature, pointer, out);
                }
                PlacementCondition::AtLeast { unit_type, .. } => {
                    let pointer = format_args!("{pointer}/conditions/{at}/type");
                    known.types.need(unit_type, pointer, out);
                }
                PlacementCondition::EveryHexHoldsUnit { feature: None }
                | PlacementCondition::EveryHexHoldsUnitOrZoc { feature: None }
                | PlacementCondition::AtMostPerHex { .. } => {}
            }
        }
    }
}

fn reinforcements<'a>(
    scenario: &'a Scenario,
    map: &Map,
    known: &Known<'_>,
    zones: &Names<'_>,
    placed: &mut Placed<'a>,
    out: &mut Findings,
) {
    let letters = map.features.items.iter().filter_map(|feature| feature.letter.as_deref());
    let letters = Names::new("entry hex with the letter", letters);
    for (index, arrival) in scenario.reinforcements.iter().enumerate() {
        let pointer = format!("/reinforcements/{index}");
        known.sides.need(&arrival.side, format_args!("{pointer}/side"), out);
        match &arrival.entry {
            Entry::Letter(letter) => {
                letters.need(letter, format_args!("{pointer}/entry/letter"), out);
            }
            Entry::Hexes(hexes) => {
                for (at, hex) in hexes.iter().enumerate() {
                    let pointer = format_args!("{pointer}/entry/hexes/{at}");
                    map_check::hex(&map.grid, hex, pointer, out);
                }
            }
            Entry::Zone(zone) => zones.need(zone, format_args!("{pointer}/entry/zone"), out),
        }
        for (at, id) in arrival.counters.iter().enumerate() {
            let due = Where::Turn(arrival.turn);
            let counter = placed.place(id, due, format_args!("{pointer}/counters/{at}"), out);
            same_side(counter, &arrival.side, format_args!("{pointer}/counters/{at}"), out);
        }
        let holding = arrival.condition.as_ref().and_then(|when| when.while_holding.as_ref());
        if let Some(zone) = holding {
            zones.need(zone, format_args!("{pointer}/condition/while_holding"), out);
        }
    }
}

/// A counter that another side's schedule names.
fn same_side(counter: Option<&Counter>, side: &str, pointer: Arguments<'_>, out: &mut Findings) {
    if let Some(counter) = counter.filter(|counter| counter.side != side) {
        let message = format!(
            "the counter `{}` belongs to `{}`, not to `{}`",
            shown(&counter.id),
            shown(&counter.side),
            shown(side)
        );
        let found = Diagnostic::error(Code::DanglingReference, message).counter(&counter.id);
        out.push(pointer, found);
    }
}

/// The chapter of the rule book that has the optional rules, if they all stand in one: `SW 16.0`.
fn chapter(ruleset: &Ruleset) -> Option<String> {
    let rules = ruleset.optional_rules.iter().filter_map(|rule| rule.rule.as_deref());
    let mut chapters = rules.filter_map(|rule| Some(rule.rsplit_once('.')?.0));
    let first = chapters.next()?;
    chapters.all(|other| other == first).then(|| format!("{first}.0"))
}

fn overrides(scenario: &Scenario, ruleset: &Ruleset, out: &mut Findings) {
    if scenario.overrides.is_empty() {
        return;
    }
    let tables = Names::new("chart", ruleset.tables.iter().map(|table| table.id.as_str()));
    let constants = ruleset.constants.iter().map(|constant| constant.id.as_str());
    let constants = Names::new("constant", constants);
    for (index, change) in scenario.overrides.iter().enumerate() {
        let pointer = format!("/overrides/{index}");
        match change {
            Override::Table { table, row, column, .. } => {
                tables.need(table, format_args!("{pointer}/table"), out);
                if let Some(table) = ruleset.tables.iter().find(|other| other.id == *table) {
                    ruleset_check::cell(table, row, column, &pointer, out);
                }
            }
            Override::Constant { constant, .. } => {
                constants.need(constant, format_args!("{pointer}/constant"), out);
            }
        }
    }
}
