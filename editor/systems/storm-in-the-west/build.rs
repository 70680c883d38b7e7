//! Builds the rule table, its cases, the published scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/storm-in-the-west",
        files: &[
            "scenarios/storm-in-the-west",
            "maps/western-front-1918/map.json",
            "maps/western-front-1919/map.json",
        ],
        scenarios: &[
            "scenarios/storm-in-the-west/campaign.json",
            "scenarios/storm-in-the-west/the-allied-offensive.json",
            "scenarios/storm-in-the-west/the-storm-elsewhere.json",
            "scenarios/storm-in-the-west/plan-1919.json",
        ],
        schemas: "schema/json/storm-in-the-west",
    }
    .write()
}
