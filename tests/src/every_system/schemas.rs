//! A system's JSON Schemas in `schema/json/` are those of its types. After a change,
//! `UPDATE_SCHEMAS=1 cargo test -p SYSTEM` (or `salient schema`) writes them anew.

use std::path::Path;

use crate::support::SYSTEMS;

#[test]
fn committed_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../schema/json");
    let schemas: Vec<_> = SYSTEMS.iter().flat_map(|system| system.schemas()).collect();
    assert_eq!(schemas.len(), 3, "details, actions, the start of a case");
    for schema in schemas {
        let path = folder.join(&schema.file);
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &schema.text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == schema.text, "{} is not current: run `salient schema`", schema.file);
    }
}
