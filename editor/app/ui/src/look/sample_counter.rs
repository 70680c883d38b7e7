//! Counters that are in no order of battle, to show what a ruleset makes them look like.

use salient_art::counter_art::Shown;
use salient_art::{CounterArt, Scene};
use salient_document::Item;
use salient_schema::common::Rating;
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
        designation: "1".to_owned(),
        nation: nation.map(|nation| nation.id.clone()),
        size,
        faces: vec![Face { ratings: ratings.collect(), ..Face::default() }],
        traits: match item {
            Item::Trait(_) => vec![own],
            _ => Vec::new(),
        },
        ..Counter::plain("sample", side.unwrap_or_default(), unit_type)
    };
    let mut oob = OrderOfBattle::empty("sample", "");
    oob.counters.push(counter);
    let mut scene = Scene::new();
    let shown = Shown::new("sample", 0);
    let art = CounterArt::new(ruleset, std::slice::from_ref(&oob), &Pictures::default());
    art.draw(shown, [0.0, 0.0], 1.0, pixels, &mut scene);
    Some(scene)
}
