//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/offensive-1914",
        files: &[
            "scenarios/offensive-1914",
            "maps/western-front-1914/map.json",
            "editor/systems/offensive-1914/tests/data",
        ],
        scenarios: &[
            "scenarios/offensive-1914/lorraine.json",
            "scenarios/offensive-1914/namur.json",
            "scenarios/offensive-1914/ardennes.json",
            "scenarios/offensive-1914/marne.json",
            "scenarios/offensive-1914/antwerpen.json",
            "scenarios/offensive-1914/liege.json",
            // What rule cases are played by.
            "editor/systems/offensive-1914/tests/data/drill.json",
            "editor/systems/offensive-1914/tests/data/campaign.json",
            "editor/systems/offensive-1914/tests/data/sea.json",
        ],
        schemas: "schema/json/offensive-1914",
    }
    .write()
}
