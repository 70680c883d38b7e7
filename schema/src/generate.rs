//! The JSON Schemas, generated from the types.

use std::collections::BTreeMap;

/// Every JSON Schema of the contract by its file name, as `schema/json/` holds them.
pub fn json_schemas() -> BTreeMap<String, String> {
    BTreeMap::new()
}
