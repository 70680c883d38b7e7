//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/standard",
        files: &["scenarios/standard", "tests/fixtures/standard"],
        scenarios: &["tests/fixtures/standard/drill.json"],
        schemas: "schema/json/standard",
    }
    .write()
}
