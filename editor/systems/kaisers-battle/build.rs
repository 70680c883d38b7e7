//! Builds the rule table, its cases, the published scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/kaisers-battle",
        files: &["scenarios/kaisers-battle", "maps/picardy-1918/map.json"],
        scenarios: &["scenarios/kaisers-battle/kaisers-battle.json"],
        schemas: "schema/json/kaisers-battle",
    }
    .write()
}
