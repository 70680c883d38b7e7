//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/standard",
        files: &[],
        scenarios: &[],
        schemas: "schema/json/standard",
    }
    .write()
}
