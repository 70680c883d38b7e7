//! What each side holds: the points of morale and victory hexes, and the units on the map.

use std::collections::BTreeMap;

use salient_rules::check;
use salient_rules::roles::CommonRoles;
use salient_schema::Id;
use salient_schema::scenario::Override;

use crate::Document;

/// What the sides hold as play begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// What the points are called, and who holds how many; none where the ruleset has no kind
    /// of feature that is worth points.
    pub values: Option<Values>,
    /// The units on the map, by side in the ruleset's order.
    pub units: Vec<Units>,
    /// The name of the rating that is summed up: the first of the counter layout.
    pub rating: String,
    /// Whether it is how a game stands, not how play begins.
    pub in_a_game: bool,
}

/// Points by owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// What they are called: the kind of feature, or several.
    pub name: String,
    /// By side in the ruleset's order.
    pub sides: Vec<Points>,
    /// What nobody holds.
    pub nobody: Points,
}

/// The points of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The side's name in print.
    pub side: String,
    /// All its points.
    pub points: i32,
    /// How many the ruleset asks for: its constant `morale_total_german` for the kind `morale`
    /// and the side `german`, as the scenario has it. None where it asks for no number.
    pub asked: Option<i32>,
    /// How many hexes there are, and their points, by kind.
    pub kinds: Vec<(String, usize, i32)>,
}

/// The units of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// The side's name in print.
    pub side: String,
    /// How many are set up.
    pub units: usize,
    /// The sum of the rating on the faces that they show.
    pub strength: i32,
    /// The same by unit type, in the ruleset's order.
    pub types: Vec<(String, usize, i32)>,
}

impl Totals {
    /// The totals of a document.
    pub fn of(document: &Document) -> Self {
        let placements = document.scenario().setup.placements.iter();
        let there = placements.flat_map(|placement| {
            let face = placement.face.unwrap_or(0);
            placement.counters.iter().map(move |id| (id.as_str(), face))
        });
        Self {
            values: values(document),
            units: units(document, there),
            rating: rating(document),
            in_a_game: false,
        }
    }

    /// What the sides have on the map of a game: counters by their ids, each with the face that it
    /// shows. What hexes are worth changes in a game as its rules say, and is not counted here.
    pub fn in_a_game<'a>(document: &Document, there: impl Iterator<Item = (&'a str, u8)>) -> Self {
        let (units, rating) = (units(document, there), rating(document));
        Self { values: None, units, rating, in_a_game: true }
    }
}

fn rating(document: &Document) -> String {
    let rating = document.ruleset().counters.ratings.first();
    rating.map_or_else(|| "Strength".to_owned(), |rating| rating.name.clone())
}

/// The side that an owner fights for: itself, or its nation's.
fn side_of(document: &Document, owner: &str) -> Option<usize> {
    let ruleset = document.ruleset();
    let side = |id: &str| ruleset.sides.iter().position(|side| side.id == id);
    side(owner).or_else(|| {
        let nation = ruleset.nations.iter().find(|nation| nation.id == owner)?;
        side(nation.side.as_ref()?)
    })
}

/// The points that each side holds, of the kinds of features that are worth some; none where the
/// ruleset has no such kind.
pub fn values(document: &Document) -> Option<Values> {
    let ruleset = document.ruleset();
    let common = CommonRoles::of(ruleset);
    let kinds: BTreeMap<&Id, &str> = ruleset
        .features
        .iter()
        .filter(|kind| check::asks_value(&common, kind))
        .map(|kind| (&kind.id, kind.name.as_str()))
        .collect();
    let name = match kinds.len() {
        0 => return None,
        1 => kinds.values().next().map_or("", |name| *name),
        _ => "Points",
    };
    // By side and kind: how many hexes, how many points. The last is nobody's.
    let count = ruleset.sides.len();
    let mut held: Vec<BTreeMap<&str, (usize, i32)>> = vec![BTreeMap::new(); count + 1];
    for feature in &document.map().features.items {
        let Some(kind) = kinds.get(&feature.kind) else { continue };
        let side = feature.owner.as_ref().and_then(|owner| side_of(document, owner));
        if let Some(held) = held.get_mut(side.unwrap_or(count)) {
            let (hexes, points) = held.entry(kind).or_default();
            *hexes += 1;
            *points = points.saturating_add(feature.value.unwrap_or(0));
        }
    }
    let asked = |at: usize| {
        let side = ruleset.sides.get(at)?;
        let numbers = kinds.keys().filter_map(|kind| asked(document, kind, &side.id));
        numbers.reduce(i32::saturating_add)
    };
    let mut points = held.into_iter().enumerate().map(|(at, held)| Points {
        side: ruleset.sides.get(at).map_or("Nobody", |side| &side.name).to_owned(),
        asked: asked(at),
        points: held.values().fold(0, |sum: i32, (_, points)| sum.saturating_add(*points)),
        kinds: held.into_iter().map(|(kind, (n, points))| (kind.to_owned(), n, points)).collect(),
    });
    let sides = points.by_ref().take(count).collect();
    Some(Values { name: name.to_owned(), sides, nobody: points.next().unwrap_or_default() })
}

/// How many points of a kind the rules ask a side to have on the map.
fn asked(document: &Document, kind: &str, side: &str) -> Option<i32> {
    let id = format!("{kind}_total_{side}").replace('-', "_");
    let constants = &document.ruleset().constants;
    let printed = constants.iter().find(|constant| constant.id == id)?.value;
    let overrides = document.scenario().overrides.iter().rev();
    let changed = overrides.filter_map(|change| match change {
        Override::Constant { constant, value, .. } if *constant == id => Some(*value),
        _ => None,
    });
    Some(changed.into_iter().next().unwrap_or(printed))
}

fn units<'a>(document: &Document, there: impl Iterator<Item = (&'a str, u8)>) -> Vec<Units> {
    let ruleset = document.ruleset();
    let rating = ruleset.counters.ratings.first().map(|rating| &rating.id);
    // By side and place of the type: how many, how strong.
    let mut sums: Vec<BTreeMap<usize, (usize, i32)>> = vec![BTreeMap::new(); ruleset.sides.len()];
    for (id, face) in there {
        let Some(counter) = document.counter(id) else { continue };
        let Some(side) = ruleset.sides.iter().position(|side| side.id == counter.side) else {
            continue;
        };
        let face = counter.faces.get(usize::from(face));
        let strength = face.zip(rating).and_then(|(face, rating)| face.ratings.get(rating));
        let unit_type = face.and_then(|face| face.unit_type.as_ref());
        let unit_type = unit_type.unwrap_or(&counter.unit_type);
        let place = ruleset.counters.types.iter().position(|known| known.id == *unit_type);
        if let Some(sums) = sums.get_mut(side) {
            let (units, sum) = sums.entry(place.unwrap_or(usize::MAX)).or_default();
            *units += 1;
            let strength = strength.and_then(|rating| rating.number()).unwrap_or(0);
            *sum = sum.saturating_add(strength);
        }
    }
    let of_side =
        |(side, there): (&salient_schema::ruleset::Side, BTreeMap<usize, (usize, i32)>)| {
            let name = |place: usize| {
                let known = ruleset.counters.types.get(place);
                known.map_or("Unknown type", |known| &known.name).to_owned()
            };
            Units {
                side: side.name.clone(),
                units: there.values().map(|(units, _)| units).sum(),
                strength: there.values().fold(0, |sum: i32, (_, more)| sum.saturating_add(*more)),
                types: there.into_iter().map(|(place, (n, sum))| (name(place), n, sum)).collect(),
            }
        };
    ruleset.sides.iter().zip(sums).map(of_side).collect()
}
