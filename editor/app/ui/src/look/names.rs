//! Messages with things called as people know them: by what counters, maps and rulesets print, where
//! the message has the ids by which files know them.

use salient_document::oob::in_words;
use salient_document::{Document, Item};
use salient_schema::ruleset::{Effect, Kind};
use salient_schema::words::{self, id_in_words};

/// The text with each quoted id of something that there is replaced by its name.
pub fn with_names(document: &Document, text: &str) -> String {
    words::with_names(text, |id| name_of(document, id))
}

/// What a kind costs, or that no unit may enter or cross it.
pub fn cost_in_words(kind: &Kind) -> String {
    match kind.movement {
        _ if kind.impassable && kind.effects.iter().any(Effect::lets_in) => {
            "impassable to most".to_owned()
        }
        _ if kind.impassable => "impassable".to_owned(),
        Some(cost) => format!("{cost} MP"),
        None => String::new(),
    }
}

/// The id and the name of a definition.
pub fn id_and_name(item: &Item) -> (&str, &str) {
    match item {
        Item::Side(it) => (&it.id, &it.name),
        Item::Nation(it) => (&it.id, &it.name),
        Item::Kind(it) => (&it.id, &it.name),
        Item::UnitType(it) => (&it.id, &it.name),
        Item::UnitSize(it) => (&it.id, &it.name),
        Item::Rating(it) => (&it.id, &it.name),
        Item::Trait(it) => (&it.id, &it.name),
        Item::OptionalRule(it) => (&it.id, &it.name),
        _ => ("", ""),
    }
}

/// What something with an id is called.
fn name_of(document: &Document, id: &str) -> Option<String> {
    let ruleset = document.ruleset();
    if let Some(counter) = document.counter(id) {
        return Some(in_words(ruleset, counter).to_owned());
    }
    macro_rules! named {
        ($($list:expr => $field:ident),* $(,)?) => {
            $(if let Some(found) = $list.iter().find(|one| one.id == id) {
                return Some(found.$field.clone());
            })*
        };
    }
    let layout = &ruleset.counters;
    named!(
        ruleset.sides => name,
        ruleset.nations => name,
        document.map().zones.items => name,
        layout.types => name,
        layout.sizes => name,
        layout.ratings => name,
        layout.formation_ratings => name,
        layout.traits => name,
        ruleset.terrain => name,
        ruleset.features => name,
        ruleset.hexsides => name,
        ruleset.lines => name,
        ruleset.paths => name,
        ruleset.tables => title,
    );
    let mut formations = document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.formations);
    if let Some(formation) = formations.find(|one| one.id == id) {
        return Some(formation.name.clone());
    }
    let constant = ruleset.constants.iter().any(|one| one.id == id);
    let level = document.scenario().levels.iter().any(|one| one.id == id);
    (constant || level).then(|| format!("“{}”", id_in_words(id)))
}
