//! A scenario compiled for the kernel's own engine: what all systems have, and counters, arrivals
//! and free groups as they are printed.

use std::ops::Deref;

use ahash::AHashMap;
use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::order_of_battle::{Counter, Face};
use salient_schema::ruleset::RatingDef;
use salient_schema::scenario::PlacementCondition;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::base::{self, Arrival, BaseRules, TurnDef, Unit, UnitDef};
use crate::board::MOST_SIDES;

/// What of a scenario never changes in a game.
#[derive(Debug)]
pub struct Compiled {
    /// What all systems have.
    pub base: BaseRules<Printed, (), ()>,
    /// Every formation, in the order of the orders of battle.
    pub formations: Vec<FormationDef>,
    /// The ids of the ratings, by which a face's numbers stand.
    pub ratings: Vec<Id>,
    /// The ids of the ratings of formations, by which a formation's numbers stand.
    pub formation_ratings: Vec<Id>,
    /// Who comes in by schedule.
    pub arrivals: Vec<Arrival>,
    /// Units that their owners set up.
    pub groups: Vec<FreeGroup>,
}

impl Deref for Compiled {
    type Target = BaseRules<Printed, (), ()>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.base
    }
}

/// What a counter has printed on it.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The formation that it belongs to at first.
    pub formation: Option<Formation>,
    /// Its type.
    pub unit_type: Id,
    /// Its traits.
    pub traits: Vec<Id>,
    /// Its ratings by face, in the order of [`Compiled::ratings`]; 0 where a face has none.
    pub faces: Vec<Vec<i32>>,
    /// Faces that are steps, from the front.
    pub steps: u8,
    /// Its stacking points by face, in the layout's parts: a face may have a size of its own.
    pub stacking: Vec<i32>,
}

impl Printed {
    /// Its stacking points with a face up, in the layout's parts; 0 for a counter without faces.
    /// A face that it has not is its last one.
    pub fn stacking_of(&self, face: u8) -> i32 {
        let face = usize::from(face).min(self.stacking.len().saturating_sub(1));
        self.stacking.get(face).copied().unwrap_or(0)
    }
}

/// A formation: its place in [`Compiled::formations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formation(pub u16);

/// A formation of an order of battle: an army, a corps, a division.
#[derive(Clone, Debug)]
pub struct FormationDef {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its side's place among the sides.
    pub side: Option<usize>,
    /// Its size, as the ruleset names it.
    pub size: Option<Id>,
    /// The formation that it belongs to at first.
    pub parent: Option<Formation>,
    /// Its numbers, in the order of [`Compiled::formation_ratings`]; none where it has none, which
    /// is not 0: a corps without a limit takes any number of divisions, or no rule speaks of it.
    pub ratings: Vec<Option<i32>>,
}

impl FormationDef {
    /// A number of it, by its place in [`Compiled::formation_ratings`].
    pub fn rating(&self, rating: usize) -> Option<i32> {
        self.ratings.get(rating).copied().flatten()
    }
}

/// Units that their owner sets up in a zone.
#[derive(Clone, Debug)]
pub struct FreeGroup {
    /// Whose they are.
    pub side: usize,
    /// The units.
    pub units: Vec<Unit>,
    /// The zone's hexes.
    pub hexes: Vec<Hex>,
    /// The most counters that a hex may hold, where the set-up says so.
    pub most_per_hex: Option<u16>,
    /// The rule; empty for none.
    pub rule: String,
}

impl Compiled {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// What makes no sense in any system, with JSON pointers into the bundle.
    pub fn new(bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset)?;
        let mut found = Vec::new();
        let sides = base::sides(bundle);
        if sides.is_empty() || sides.len() > MOST_SIDES {
            let text = format!("a game has one to {MOST_SIDES} sides, this has {}", sides.len());
            found.push(Diagnostic::error(Code::Rule, text).pointer("/ruleset/sides"));
            return Err(found);
        }
        let layout = &bundle.ruleset.counters;
        let ids = |ratings: &[RatingDef]| -> Vec<Id> {
            ratings.iter().map(|rating| rating.id.clone()).collect()
        };
        let (ratings, formation_ratings) = (ids(&layout.ratings), ids(&layout.formation_ratings));
        let formations = formations(bundle, &sides, &formation_ratings);
        let units = base::units(bundle, &sides, &mut found, |counter, _, _, _| {
            Some(printed(bundle, counter, &ratings, &formations))
        });
        // A heading is its own steps.
        let mut phases =
            base::phases(bundle, &sides, "", |stage| stage.steps.is_empty(), &mut found);
        phases.retain(|phase| phase.procedure);
        let turns = &bundle.scenario.turns;
        if turns.is_empty() {
            let text = "the scenario has no game-turn";
            found.push(Diagnostic::error(Code::Rule, text).pointer("/scenario/turns"));
        }
        let arrivals = base::arrivals(bundle, &map, &units, "", &mut found);
        let groups = groups(bundle, &map, &sides, &units, &mut found);
        if !found.is_empty() {
            return Err(found);
        }
        let turns = turns.iter().map(|turn| TurnDef::of(turn, ())).collect();
        let phases = phases.into_iter().map(|phase| phase.with(())).collect();
        let base = BaseRules::new(bundle, map, sides, units, phases, turns);
        Ok(Self { base, formations, ratings, formation_ratings, arrivals, groups })
    }

    /// The place of a rating in a face's numbers.
    pub fn rating(&self, id: &str) -> Option<usize> {
        self.ratings.iter().position(|rating| rating == id)
    }

    /// The place of a rating of formations in a formation's numbers.
    pub fn formation_rating(&self, id: &str) -> Option<usize> {
        self.formation_ratings.iter().position(|rating| rating == id)
    }

    /// What never changes of a formation.
    pub fn formation(&self, formation: Formation) -> &FormationDef {
        &self.formations[usize::from(formation.0)]
    }

    /// The formation of an id.
    pub fn formation_of(&self, id: &str) -> Option<Formation> {
        place_of(&self.formations, id)
    }

    /// Whether a formation is another, or belongs to it by the order of battle, through however
    /// many between them. What it belongs to in a game, the position knows
    /// ([`Position::is_under`](super::Position::is_under)).
    pub fn is_under(&self, formation: Formation, above: Formation) -> bool {
        upwards(formation, self.formations.len(), |at| self.formation(at).parent)
            .any(|at| at == above)
    }

    /// All sides as bits.
    pub fn all_sides(&self) -> u8 {
        ((1_u16 << self.sides.len()) - 1) as u8
    }
}

/// A formation and those above it, of so many in all. A chain that bites its own tail, a fault that
/// references tell of, comes to an end too.
pub(super) fn upwards(
    from: Formation,
    formations: usize,
    parent: impl Fn(Formation) -> Option<Formation>,
) -> impl Iterator<Item = Formation> {
    std::iter::successors(Some(from), move |&at| parent(at)).take(formations + 1)
}

fn formations(bundle: &Bundle, sides: &[Id], ratings: &[Id]) -> Vec<FormationDef> {
    let all = || bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
    let mut formations: Vec<FormationDef> = all()
        .take(usize::from(u16::MAX))
        .map(|formation| FormationDef {
            id: formation.id.clone(),
            name: formation.name.clone(),
            side: sides.iter().position(|side| *side == formation.side),
            size: formation.size.clone(),
            parent: None,
            ratings: ratings
                .iter()
                .map(|id| formation.ratings.get(id).and_then(|rating| rating.number()))
                .collect(),
        })
        .collect();
    for (place, formation) in all().take(formations.len()).enumerate() {
        formations[place].parent =
            formation.parent.as_ref().and_then(|id| place_of(&formations, id));
    }
    formations
}

fn place_of(formations: &[FormationDef], id: &str) -> Option<Formation> {
    let place = formations.iter().position(|formation| formation.id == id);
    place.map(|place| Formation(place as u16))
}

fn printed(
    bundle: &Bundle,
    counter: &Counter,
    ratings: &[Id],
    formations: &[FormationDef],
) -> Printed {
    let number =
        |face: &Face, id: &Id| face.ratings.get(id).and_then(|rating| rating.number()).unwrap_or(0);
    let face = |face| ratings.iter().map(|id| number(face, id)).collect();
    let sizes = &bundle.ruleset.counters.sizes;
    let stacking = |face: &Face| {
        let own = face.size.as_ref().or(counter.size.as_ref());
        let size = own.and_then(|id| sizes.iter().find(|size| size.id == *id));
        size.map_or(0, |size| size.stacking)
    };
    Printed {
        formation: counter.formation.as_ref().and_then(|id| place_of(formations, id)),
        unit_type: counter.unit_type.clone(),
        traits: counter.traits.clone(),
        faces: counter.faces.iter().map(face).collect(),
        steps: counter.faces.iter().filter(|face| !face.not_a_step).count() as u8,
        stacking: counter.faces.iter().map(stacking).collect(),
    }
}

fn groups(
    bundle: &Bundle,
    map: &CompiledMap,
    sides: &[Id],
    units: &[UnitDef<Printed>],
    found: &mut Vec<Diagnostic>,
) -> Vec<FreeGroup> {
    let units: AHashMap<&str, Unit> =
        units.iter().zip(0..).map(|(def, place)| (def.name.as_str(), Unit(place))).collect();
    let mut groups = Vec::new();
    for (i, free) in bundle.scenario.setup.free.iter().enumerate() {
        let pointer = format!("/scenario/setup/free/{i}");
        let zone = bundle.map.zones.items.iter().find(|zone| zone.id == free.zone);
        let side = sides.iter().position(|side| *side == free.side);
        let (Some(zone), Some(side)) = (zone, side) else {
            let text = format!("there is no zone '{}' or no side '{}'", free.zone, free.side);
            found.push(Diagnostic::error(Code::DanglingReference, text).pointer(pointer));
            continue;
        };
        let mut members = Vec::new();
        for (j, counter) in free.counters.iter().enumerate() {
            match units.get(counter.as_str()) {
                Some(&unit) => members.push(unit),
                None => found.push(base::no_counter(counter, format!("{pointer}/counters/{j}"))),
            }
        }
        groups.push(FreeGroup {
            side,
            units: members,
            hexes: zone.hexes.iter().filter_map(|hex| map.grid().parse(hex)).collect(),
            most_per_hex: free.conditions.iter().find_map(|condition| match condition {
                PlacementCondition::AtMostPerHex { count } => Some(*count),
                _ => None,
            }),
            rule: free.rule.clone().unwrap_or_default(),
        });
    }
    groups
}
