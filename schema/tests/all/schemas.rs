//! The JSON Schemas in `schema/json/` are those of the types.
//!
//! After a change of the types, `UPDATE_SCHEMAS=1 cargo test -p salient-schema --test all schemas`
//! writes them anew; what is built after that has them.

use std::collections::BTreeSet;
use std::path::Path;

use salient_schema::generate::schemas_of_types;
use salient_schema::json_schemas;
use serde_json::Value;

#[test]
fn committed_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("json");
    let schemas = schemas_of_types();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in &schemas {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    for (name, text) in &schemas {
        let committed = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(committed == *text, "{name} is not current: run this with UPDATE_SCHEMAS=1");
    }
    // What each system adds is looked at where the systems are known.
    let of_system = |name: &String| {
        let mut parts = name.split('.').skip(1);
        matches!(parts.next(), Some("event" | "action" | "case"))
    };
    let there: BTreeSet<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json") && !of_system(name))
        .collect();
    assert_eq!(there, schemas.into_keys().collect(), "schema/json holds the schemas and no more");
    assert_eq!(there, json_schemas().into_keys().collect(), "and the program has all of them");
}

#[test]
fn schemas_say_what_they_are() {
    for (name, text) in json_schemas() {
        let schema: Value = serde_json::from_str(text).unwrap();
        assert_eq!(schema["$id"], Value::String(name.clone()));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(schema["title"].as_str().unwrap().starts_with("Salient "), "{name}");
        jsonschema::draft202012::meta::validate(&schema).unwrap();
        jsonschema::validator_for(&schema).unwrap();
    }
}
