//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../..",
        rules: "tests/skirmish/rules",
        files: &["tests/skirmish/data"],
        scenarios: &["tests/skirmish/data/three-corners.json"],
        schemas: "tests/skirmish/json/skirmish",
    }
    .write()
}
