//! Counters that are in no order of battle, to show what a ruleset makes them look like.

use salient_art::counter_art::Shown;
use salient_art::{CounterArt, Scene};
use salient_document::Item;
use salient_schema::common::{Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Face, OrderOfBattle};
use salient_schema::ruleset::Symbol;
use salient_schema::{Pictures, Ruleset};

use super::names::id_and_name;

/// A counter that has something of a ruleset; none where that has no unit type yet.
pub fn counter(ruleset: &Ruleset, item: &Item, pixels: f32) -> Option<Scene> {
    let layout = &ruleset.counters;
    let own = id_and_name(item).0.to_owned();
    let unit_type = match item {
        Item::UnitType(_) => own.clone(),
        _ => {
            let plain = layout.types.iter().find(|unit| unit.symbol == Symbol::Infantry);
            plain.or(layout.types.first())?.id.clone()
        }
    };
    let size = match item {
        Item::UnitSize(_) => Some(own.clone()),
        _ => layout.sizes.first().map(|size| size.id.clone()),
    };
    let nations = &ruleset.nations;
    let nation = match item {
        Item::Nation(_) => nations.iter().find(|nation| nation.id == own),
        Item::Side(_) => nations.iter().find(|it| it.side.as_ref() == Some(&own)),
        _ => nations.first(),
    };
    let side = match item {
        Item::Side(_) => Some(own.clone()),
        _ => nation.and_then(|nation| nation.side.clone()),
    };
    let side = side.or_else(|| ruleset.sides.first().map(|side| side.id.clone()));
    // Where every rating may be left out, none would stand on it.
    let all = layout.ratings.iter().all(|rating| rating.optional);
    let wanted = layout.ratings.iter().filter(|one| all || !one.optional || one.id == own);
    // Each with a number of its own, so that their places can be told.
    let ratings = (4..).zip(wanted).map(|(value, rating): (i32, _)| {
        let value = value.clamp(rating.min.min(rating.max), rating.max.max(rating.min));
        (rating.id.clone(), Rating::Number(value))
    });
    let counter = Counter {
        id: "sample".to_owned(),
        designation: "1".to_owned(),
        side: side.unwrap_or_default(),
        nation: nation.map(|nation| nation.id.clone()),
        unit_type,
        size,
        formation: None,
        count: 1,
        footprint: 1,
        faces: vec![Face { ratings: ratings.collect(), ..Face::default() }],
        traits: match item {
            Item::Trait(_) => vec![own],
            _ => Vec::new(),
        },
        parts: Vec::new(),
        substitute: None,
        provenance: Provenance::Printed,
        notes: Vec::new(),
    };
    let oob = OrderOfBattle {
        schema: String::new(),
        format_version: 1,
        id: "sample".to_owned(),
        title: String::new(),
        ruleset: String::new(),
        notes: Vec::new(),
        formations: Vec::new(),
        counters: vec![counter],
    };
    let mut scene = Scene::new();
    let shown = Shown { counter: "sample", face: 0 };
    let art = CounterArt::new(ruleset, std::slice::from_ref(&oob), &Pictures::default());
    art.draw(shown, [0.0, 0.0], 1.0, pixels, &mut scene);
    Some(scene)
}
