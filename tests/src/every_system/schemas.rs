//! A system's JSON Schemas in `schema/json/` are those of its types. After a change,
//! `UPDATE_SCHEMAS=1 cargo test -p SYSTEM schemas` writes them anew; what is built after that has
//! them.

use std::path::Path;

use super::SYSTEMS;

/// Where they lie, from the crate: of a system that only the tests know, beside its source.
const FOLDERS: [&str; 2] = ["json", "../../../schema/json"];

#[test]
fn published_schemas_are_current() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = FOLDERS.map(|folder| crate_folder.join(folder)).into_iter().find(|it| it.is_dir());
    let folder = folder.expect("a folder of schemas");
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    for system in SYSTEMS.iter() {
        let made = system.schemas_of_types();
        assert!(made.len() >= 2, "details and actions at least");
        for (file, text) in &made {
            let path = folder.join(file);
            if update {
                std::fs::write(&path, text).unwrap();
                continue;
            }
            let published = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(published == *text, "{file} is not current: run this with UPDATE_SCHEMAS=1");
        }
        // What has just been written for the first time is built in next time.
        if !update {
            let mut files: Vec<&String> = made.iter().map(|(file, _)| file).collect();
            files.sort();
            let built_in: Vec<&str> = system.schemas().iter().map(|schema| schema.file).collect();
            assert_eq!(files, built_in, "the program has all of them");
        }
    }
}
