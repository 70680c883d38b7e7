//! The JSON Schemas as they are published in `schema/json/`, built in as text. Tests hold them to
//! the types: see `generate`.

use std::collections::BTreeMap;

use crate::FileKind;

/// The file name of the JSON Schema of one line of a game log.
pub const EVENT_SCHEMA: &str = "event.schema.json";

/// Every JSON Schema of the contract by its file name, as `schema/json/` holds them: one for
/// each [`FileKind`], and [`EVENT_SCHEMA`].
pub fn json_schemas() -> BTreeMap<String, &'static str> {
    let kinds = FileKind::ALL.into_iter().map(|kind| (kind.schema_file(), schema_of(kind)));
    let event = (EVENT_SCHEMA.to_owned(), include_str!("../json/event.schema.json"));
    kinds.chain(std::iter::once(event)).collect()
}

/// The JSON Schema of a kind of file.
pub(crate) fn schema_of(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Map => include_str!("../json/map.schema.json"),
        FileKind::Recipe => include_str!("../json/recipe.schema.json"),
        FileKind::Variant => include_str!("../json/variant.schema.json"),
        FileKind::Ruleset => include_str!("../json/ruleset.schema.json"),
        FileKind::OrderOfBattle => include_str!("../json/order-of-battle.schema.json"),
        FileKind::Scenario => include_str!("../json/scenario.schema.json"),
        FileKind::Bundle => include_str!("../json/bundle.schema.json"),
    }
}
