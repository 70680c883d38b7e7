//! Builds the rule table, its cases, the published scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/trench-setup",
        files: &["scenarios/trench-setup"],
        scenarios: &["scenarios/trench-setup/french-german-1916-local.json"],
        schemas: "schema/json/trench-setup",
    }
    .write()
}
