//! What a ruleset defines by name, and who speaks of it: the one walk over all such references,
//! for whoever renames a definition or takes one away.
//!
//! What [`check_references`](crate::check_references) asks for and what is walked here are the
//! same fields (`schema/tests/all/defined.rs`).

use litemap::LiteMap;
use serde::{Deserialize, Serialize};

use crate::Bundle;
use crate::common::{Id, Rating};
use crate::map::Map;
use crate::order_of_battle::{Counter, OrderOfBattle};
use crate::rules_of_play::{Name, NameOf};
use crate::ruleset::{Effect, Kind, Ruleset, SequenceStep};
use crate::scenario::{PlacementCondition, Scenario};
use crate::words::id_in_words;

/// A sort of things that a ruleset defines and other data name by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defined {
    /// Who plays.
    Side,
    /// The nations of the counters.
    Nation,
    /// Base terrain.
    Terrain,
    /// What may stand in a hex.
    Feature,
    /// What may run along a hexside.
    Hexside,
    /// What may run from hex to hex.
    Path,
    /// Borders that are no obstacle.
    Line,
    /// Unit types.
    UnitType,
    /// Unit sizes.
    UnitSize,
    /// Ratings of counters.
    Rating,
    /// Ratings of formations.
    FormationRating,
    /// Traits of counters.
    Trait,
    /// Rules that a scenario may switch on.
    OptionalRule,
}

impl Defined {
    /// All of them, in the order of a ruleset.
    pub const ALL: [Self; 13] = [
        Self::Side,
        Self::Nation,
        Self::Terrain,
        Self::Feature,
        Self::Hexside,
        Self::Path,
        Self::Line,
        Self::UnitType,
        Self::UnitSize,
        Self::Rating,
        Self::FormationRating,
        Self::Trait,
        Self::OptionalRule,
    ];

    /// What one is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Nation => "nation",
            Self::Terrain => "terrain kind",
            Self::Feature => "feature kind",
            Self::Hexside => "hexside kind",
            Self::Path => "path kind",
            Self::Line => "line kind",
            Self::UnitType => "unit type",
            Self::UnitSize => "unit size",
            Self::Rating => "rating",
            Self::FormationRating => "rating of formations",
            Self::Trait => "trait of counters",
            Self::OptionalRule => "optional rule",
        }
    }

    /// The sorts that a name of the rules of play may be of: it is of the first that has the id.
    pub(crate) fn of_name(of: NameOf) -> &'static [Self] {
        match of {
            NameOf::Group => {
                &[Self::UnitType, Self::Trait, Self::UnitSize, Self::Side, Self::Nation]
            }
            NameOf::Ground => &[Self::Terrain, Self::Feature],
            NameOf::Feature => &[Self::Feature],
            NameOf::Hexside => &[Self::Hexside],
            NameOf::Path => &[Self::Path],
            NameOf::Side => &[Self::Side],
            NameOf::Rating => &[Self::Rating],
            NameOf::OptionalRule => &[Self::OptionalRule],
            NameOf::Table
            | NameOf::Zone
            | NameOf::Track
            | NameOf::Weather
            | NameOf::State
            | NameOf::OwnState
            | NameOf::Combat
            | NameOf::Fire
            | NameOf::Step => &[],
        }
    }

    /// The kinds of this sort, where it is one of kinds.
    pub fn kinds(self, ruleset: &Ruleset) -> Option<&[Kind]> {
        Some(match self {
            Self::Terrain => &ruleset.terrain,
            Self::Feature => &ruleset.features,
            Self::Hexside => &ruleset.hexsides,
            Self::Path => &ruleset.paths,
            Self::Line => &ruleset.lines,
            _ => return None,
        })
    }

    /// The ids of this sort, in the ruleset's order.
    pub fn ids(self, ruleset: &Ruleset) -> Vec<&Id> {
        let layout = &ruleset.counters;
        match self {
            Self::Side => ruleset.sides.iter().map(|it| &it.id).collect(),
            Self::Nation => ruleset.nations.iter().map(|it| &it.id).collect(),
            Self::UnitType => layout.types.iter().map(|it| &it.id).collect(),
            Self::UnitSize => layout.sizes.iter().map(|it| &it.id).collect(),
            Self::Rating => layout.ratings.iter().map(|it| &it.id).collect(),
            Self::FormationRating => layout.formation_ratings.iter().map(|it| &it.id).collect(),
            Self::Trait => layout.traits.iter().map(|it| &it.id).collect(),
            Self::OptionalRule => ruleset.optional_rules.iter().map(|it| &it.id).collect(),
            kinds => kinds.kinds(ruleset).into_iter().flatten().map(|it| &it.id).collect(),
        }
    }

    /// What those that a ruleset defines are called, in its order.
    pub fn names(self, ruleset: &Ruleset) -> Vec<&str> {
        let layout = &ruleset.counters;
        match self {
            Self::Side => ruleset.sides.iter().map(|it| it.name.as_str()).collect(),
            Self::Nation => ruleset.nations.iter().map(|it| it.name.as_str()).collect(),
            Self::UnitType => layout.types.iter().map(|it| it.name.as_str()).collect(),
            Self::UnitSize => layout.sizes.iter().map(|it| it.name.as_str()).collect(),
            Self::Rating => layout.ratings.iter().map(|it| it.name.as_str()).collect(),
            Self::FormationRating => {
                layout.formation_ratings.iter().map(|it| it.name.as_str()).collect()
            }
            Self::Trait => layout.traits.iter().map(|it| it.name.as_str()).collect(),
            Self::OptionalRule => {
                ruleset.optional_rules.iter().map(|it| it.name.as_str()).collect()
            }
            kinds => kinds.kinds(ruleset).into_iter().flatten().map(|it| &*it.name).collect(),
        }
    }
}

/// Lets everything in a bundle that speaks of a definition speak of it by a new id. The definition
/// itself and statements of roles, whose kinds the system knows, are not touched.
pub fn rename_uses(bundle: &mut Bundle, of: Defined, old: &str, new: &str) {
    Walk::new(&bundle.ruleset, of, old, Then::Rename(new)).bundle(bundle);
}

/// Where a bundle speaks of a definition, in words: `hex 0203`. Roles are not among them.
pub fn uses(bundle: &Bundle, of: Defined, id: &str) -> Vec<String> {
    let mut walk = Walk::new(&bundle.ruleset, of, id, Then::Tell);
    walk.bundle(&mut bundle.clone());
    walk.found
}

/// Lets nothing in a bundle speak of a definition any more: what may be without it is, an effect
/// that is only its own goes. The definition itself and statements of roles are not touched.
///
/// # Errors
/// The places that cannot be without it, as [`uses`] words them.
pub fn forget_uses(bundle: &mut Bundle, of: Defined, id: &str) -> Result<(), Vec<String>> {
    let mut walk = Walk::new(&bundle.ruleset, of, id, Then::Forget);
    walk.bundle(bundle);
    match walk.needed.is_empty() {
        true => Ok(()),
        false => Err(walk.needed),
    }
}

/// Where the rules of play of a ruleset, and what its steps do, speak of something that has no list
/// among [`Defined`], in words: of a chart, a zone, a step.
pub fn uses_in_play(ruleset: &Ruleset, of: NameOf, id: &str) -> Vec<String> {
    let mut found = Vec::new();
    in_play(&mut ruleset.clone(), &mut |name, place| {
        found.extend((name.of == of && *name.id == id).then(place));
        true
    });
    found
}

/// Lets the rules of play of a ruleset, and what its steps do, speak of such a thing by a new id.
pub fn rename_in_play(ruleset: &mut Ruleset, of: NameOf, old: &str, new: &str) {
    in_play(ruleset, &mut |name, _| {
        if name.of == of && *name.id == old {
            new.clone_into(name.id);
        }
        true
    });
}

/// Looks at each name of the rules of play and of what steps do, with the place in words.
fn in_play(ruleset: &mut Ruleset, look: &mut dyn FnMut(Name<'_>, &dyn Fn() -> String) -> bool) {
    fn in_steps(
        steps: &mut [SequenceStep],
        look: &mut dyn FnMut(Name<'_>, &dyn Fn() -> String) -> bool,
    ) {
        for step in steps {
            let called = &step.name;
            if let Some(does) = &mut step.does {
                let place = || format!("the step of play {called}");
                does.names(String::new(), &mut |name| look(name, &place));
            }
            in_steps(&mut step.steps, look);
        }
    }
    if let Some(play) = &mut ruleset.rules_of_play {
        play.names(&mut |name| {
            let part = name.at.split('/').nth(2).map(id_in_words).unwrap_or_default();
            look(name, &|| format!("the rules of {part}"))
        });
    }
    in_steps(&mut ruleset.sequence, look);
}

/// What is done with a name that is found.
#[derive(Clone, Copy, Debug)]
enum Then<'a> {
    /// Nothing: it is told.
    Tell,
    /// It becomes another.
    Rename(&'a str),
    /// It is left out.
    Forget,
}

/// A walk over all references to definitions.
struct Walk<'a> {
    of: Defined,
    id: &'a str,
    then: Then<'a>,
    /// The sorts of which the ruleset defines something by the id.
    defined_as: Vec<Defined>,
    found: Vec<String>,
    /// Of those, the ones that cannot be left out.
    needed: Vec<String>,
}

impl<'a> Walk<'a> {
    fn new(ruleset: &Ruleset, of: Defined, id: &'a str, then: Then<'a>) -> Self {
        let is_one = |of: &Defined| of.ids(ruleset).iter().any(|other| *other == id);
        let defined_as = Defined::ALL.into_iter().filter(is_one).collect();
        Self { of, id, then, defined_as, found: Vec::new(), needed: Vec::new() }
    }

    /// A name of one sort.
    fn one(&mut self, of: Defined, name: &mut Id, place: impl FnOnce() -> String) {
        if of == self.of && name == self.id {
            self.found.push(place());
            match self.then {
                Then::Tell => {}
                Then::Rename(to) => to.clone_into(name),
                Then::Forget => self.needed.extend(self.found.last().cloned()),
            }
        }
    }

    fn maybe(&mut self, of: Defined, name: &mut Option<Id>, place: impl FnOnce() -> String) {
        if self.is_left_out(of, name.as_deref()) {
            *name = None;
        } else if let Some(name) = name {
            self.one(of, name, place);
        }
    }

    /// A name that may be missing, but is not left out: what it stands in would be of all.
    fn stated(&mut self, of: Defined, name: &mut Option<Id>, place: impl FnOnce() -> String) {
        if let Some(name) = name {
            self.one(of, name, place);
        }
    }

    /// Names of one sort, each of which may be missing.
    fn list(&mut self, of: Defined, names: &mut Vec<Id>, place: impl Fn() -> String) {
        names.retain(|name| !self.is_left_out(of, Some(name)));
        for name in names {
            self.one(of, name, &place);
        }
    }

    /// Whether a name of one sort that may be missing is to be.
    fn is_left_out(&self, of: Defined, name: Option<&str>) -> bool {
        matches!(self.then, Then::Forget) && of == self.of && name == Some(self.id)
    }

    /// Whether a name that may be of several sorts is one of the sort in question: it is of the
    /// first of them that has it.
    fn is_meant(&self, of: &[Defined]) -> bool {
        let before = of.iter().take_while(|sort| **sort != self.of);
        of.contains(&self.of) && before.into_iter().all(|sort| !self.defined_as.contains(sort))
    }

    /// A name of one of several sorts.
    fn either(&mut self, of: &[Defined], name: &mut Option<Id>, place: impl FnOnce() -> String) {
        if self.is_meant(of) {
            self.maybe(self.of, name, place);
        }
    }

    fn owner(&mut self, name: &mut Option<Id>, place: impl FnOnce() -> String) {
        self.either(&[Defined::Side, Defined::Nation], name, place);
    }

    /// A name of the rules of play, or of what a step does. Gives whether it stays.
    fn name_in_play(&mut self, name: Name<'_>, place: impl FnOnce() -> String) -> bool {
        if !self.is_meant(Defined::of_name(name.of)) {
            return true;
        }
        if !name.needed && self.is_left_out(self.of, Some(name.id.as_str())) {
            return false;
        }
        self.one(self.of, name.id, place);
        true
    }

    fn bundle(&mut self, bundle: &mut Bundle) {
        self.ruleset(&mut bundle.ruleset);
        self.map(&mut bundle.map);
        for oob in &mut bundle.orders_of_battle {
            self.order_of_battle(oob);
        }
        self.scenario(&mut bundle.scenario);
    }

    fn ruleset(&mut self, ruleset: &mut Ruleset) {
        for nation in &mut ruleset.nations {
            let name = &nation.name;
            let place = || format!("the nation {name}");
            self.maybe(Defined::Side, &mut nation.side, place);
            self.maybe(Defined::Nation, &mut nation.serves_with, place);
        }
        for kinds in [
            &mut ruleset.terrain,
            &mut ruleset.features,
            &mut ruleset.hexsides,
            &mut ruleset.paths,
            &mut ruleset.lines,
        ] {
            for kind in kinds {
                let name = &kind.name;
                let unit = [Defined::UnitType, Defined::Trait];
                // Without its condition an effect would be another.
                kind.effects.retain(|Effect { when, .. }| {
                    let by_unit =
                        self.is_meant(&unit) && self.is_left_out(self.of, when.unit.as_deref());
                    !by_unit && !self.is_left_out(Defined::Side, when.side.as_deref())
                });
                for effect in &mut kind.effects {
                    let place = || format!("an effect of {name}");
                    self.maybe(Defined::Side, &mut effect.when.side, place);
                    self.either(&unit, &mut effect.when.unit, place);
                }
            }
        }
        if self.of == Defined::Rating {
            let (old, pattern) = (format!("{{{}}}", self.id), &mut ruleset.counters.pattern);
            if pattern.contains(&old) {
                self.found.push("the bottom line of the counters".to_owned());
                match self.then {
                    Then::Tell => {}
                    Then::Rename(to) => *pattern = pattern.replace(&old, &format!("{{{to}}}")),
                    Then::Forget => *pattern = without(pattern, &old),
                }
            }
        }
        self.steps(&mut ruleset.sequence);
        in_play(ruleset, &mut |name, place| self.name_in_play(name, place));
    }

    fn steps(&mut self, steps: &mut [SequenceStep]) {
        for step in steps {
            let name = &step.name;
            self.maybe(Defined::Side, &mut step.side, || format!("the step of play {name}"));
            self.steps(&mut step.steps);
        }
    }

    fn map(&mut self, map: &mut Map) {
        let used = match self.of {
            Defined::Terrain => used_glyphs(map),
            _ => Vec::new(),
        };
        for (glyph, kind) in &mut map.terrain.palette {
            let count = used.iter().filter(|(used, _)| used == glyph).map(|(_, count)| count).sum();
            self.one(Defined::Terrain, kind, || match count {
                0_usize => format!("the glyph {glyph} of the map's palette"),
                1 => "1 hex of the map".to_owned(),
                count => format!("{count} hexes of the map"),
            });
        }
        for feature in &mut map.features.items {
            let place = || format!("hex {}", feature.hex);
            self.one(Defined::Feature, &mut feature.kind, place);
            self.owner(&mut feature.owner, place);
        }
        for hexside in &mut map.hexsides.items {
            let side = &hexside.side;
            self.one(Defined::Hexside, &mut hexside.kind, || format!("hexside {side}"));
        }
        for path in &mut map.paths.items {
            let (name, first) = (&path.name, path.hexes.first());
            self.one(Defined::Path, &mut path.kind, || named("a path", name, first));
        }
        for line in &mut map.lines.items {
            let (name, first) = (&line.name, line.sides.first());
            self.one(Defined::Line, &mut line.kind, || named("a line", name, first));
            self.owner(&mut line.owner, || named("a line", name, first));
        }
        for zone in &mut map.zones.items {
            let name = &zone.name;
            self.owner(&mut zone.owner, || format!("the zone {name}"));
        }
    }

    fn order_of_battle(&mut self, oob: &mut OrderOfBattle) {
        for formation in &mut oob.formations {
            let name = &formation.name;
            let place = || format!("the formation {name}");
            self.one(Defined::Side, &mut formation.side, place);
            self.maybe(Defined::UnitSize, &mut formation.size, place);
            self.ratings(Defined::FormationRating, &mut formation.ratings, place);
        }
        for counter in &mut oob.counters {
            self.counter(counter);
        }
    }

    fn counter(&mut self, counter: &mut Counter) {
        let id = &counter.id;
        let place = || format!("the counter {id}");
        self.one(Defined::Side, &mut counter.side, place);
        self.maybe(Defined::Nation, &mut counter.nation, place);
        self.one(Defined::UnitType, &mut counter.unit_type, place);
        self.maybe(Defined::UnitSize, &mut counter.size, place);
        self.list(Defined::Trait, &mut counter.traits, place);
        for part in &mut counter.parts {
            self.one(Defined::UnitType, &mut part.unit_type, place);
        }
        for face in &mut counter.faces {
            self.maybe(Defined::UnitType, &mut face.unit_type, place);
            self.maybe(Defined::UnitSize, &mut face.size, place);
            self.ratings(Defined::Rating, &mut face.ratings, place);
        }
    }

    fn ratings(
        &mut self,
        of: Defined,
        ratings: &mut LiteMap<Id, Rating>,
        place: impl FnOnce() -> String,
    ) {
        if self.of != of || !ratings.contains_key(self.id) {
            return;
        }
        self.found.push(place());
        let value = match self.then {
            Then::Tell => return,
            Then::Rename(_) | Then::Forget => ratings.remove(self.id),
        };
        if let (Then::Rename(to), Some(value)) = (self.then, value) {
            ratings.insert(to.to_owned(), value);
        }
    }

    fn scenario(&mut self, scenario: &mut Scenario) {
        let place = || "the optional rules in force".to_owned();
        self.list(Defined::OptionalRule, &mut scenario.optional_rules, place);
        for free in &mut scenario.setup.free {
            let zone = &free.zone;
            let place = || format!("the free placement in {zone}");
            self.one(Defined::Side, &mut free.side, place);
            for condition in &mut free.conditions {
                match condition {
                    PlacementCondition::EveryHexHoldsUnit { feature }
                    | PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
                        self.stated(Defined::Feature, feature, place);
                    }
                    PlacementCondition::AtLeast { unit_type, .. } => {
                        self.one(Defined::UnitType, unit_type, place);
                    }
                    PlacementCondition::AtMostPerHex { .. } => {}
                }
            }
        }
        for control in &mut scenario.setup.control {
            let zone = &control.zone;
            self.one(Defined::Side, &mut control.side, || format!("the control of {zone}"));
        }
        for held in scenario.start.iter_mut().flat_map(|start| &mut start.held) {
            self.one(Defined::Side, &mut held.side, || "the hexes held at the start".to_owned());
        }
        for group in &mut scenario.reinforcements {
            let turn = group.turn;
            let place = || format!("the reinforcements of game-turn {turn}");
            self.one(Defined::Side, &mut group.side, place);
        }
        for group in &mut scenario.withdrawals {
            let turn = group.turn;
            let place = || format!("the withdrawals of game-turn {turn}");
            self.one(Defined::Side, &mut group.side, place);
        }
        for points in &mut scenario.replacements {
            let turn = points.turn;
            let place = || format!("the replacements of game-turn {turn}");
            self.one(Defined::Side, &mut points.side, place);
            self.stated(Defined::Nation, &mut points.nation, place);
        }
        for track in &mut scenario.tracks {
            let name = &track.name;
            self.maybe(Defined::Side, &mut track.side, || format!("the track {name}"));
        }
        for level in &mut scenario.levels {
            let id = &level.id;
            let place = || format!("the starting level {id}");
            self.one(Defined::Side, &mut level.side, place);
            self.stated(Defined::Nation, &mut level.nation, place);
        }
        let victory = &mut scenario.victory;
        let place = || "the victory conditions".to_owned();
        self.maybe(Defined::Side, &mut victory.counted_for, place);
        for score in &mut victory.scores {
            self.list(Defined::Feature, &mut score.features, place);
            self.stated(Defined::Line, &mut score.line, place);
            self.stated(Defined::Side, &mut score.side, place);
        }
        for end in &mut victory.sudden {
            self.one(Defined::Side, &mut end.side, place);
        }
        for level in &mut victory.levels {
            self.one(Defined::Side, &mut level.side, place);
        }
        for secret in &mut victory.secret {
            self.one(Defined::Side, &mut secret.side, place);
        }
    }
}

/// A bottom line without a rating, and without one of the signs beside it.
fn without(pattern: &str, rating: &str) -> String {
    let Some((before, after)) = pattern.split_once(rating) else { return pattern.to_owned() };
    let is_sign = |sign: char| !"{}".contains(sign);
    match before.is_empty() {
        true => after.trim_start_matches(is_sign).to_owned(),
        false => format!("{}{after}", before.trim_end_matches(is_sign)),
    }
}

fn named(what: &str, name: &Option<String>, first: Option<&String>) -> String {
    match (name, first) {
        (Some(name), _) => format!("{what} called {name}"),
        (None, Some(first)) => format!("{what} from {first}"),
        (None, None) => what.to_owned(),
    }
}

/// The glyphs of the terrain rows, with how many hexes have each.
fn used_glyphs(map: &Map) -> Vec<(String, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for glyph in map.terrain.rows.iter().flat_map(|row| row.chars()) {
        *counts.entry(glyph).or_insert(0) += 1;
    }
    counts.into_iter().map(|(glyph, count)| (glyph.to_string(), count)).collect()
}
