//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/infantry-attacks",
        files: &[
            "scenarios/infantry-attacks",
            "editor/systems/infantry-attacks/tests/data",
            "maps/angerapp-1914",
            "maps/infantry-attacks-boards/46",
            "maps/infantry-attacks-boards/47",
            "maps/infantry-attacks-boards/49",
            "maps/infantry-attacks-boards/before-usdau",
            "maps/stalluponen-1914/map.json",
        ],
        scenarios: &[
            "scenarios/infantry-attacks/kummetschen.json",
            "scenarios/infantry-attacks/goritten.json",
            "scenarios/infantry-attacks/angerapp.json",
            "scenarios/infantry-attacks/kaushen.json",
            "scenarios/infantry-attacks/waplitz.json",
            "scenarios/infantry-attacks/usdau.json",
            // What rule cases are played by.
            "editor/systems/infantry-attacks/tests/data/two-villages.json",
            "editor/systems/infantry-attacks/tests/data/the-ford.json",
        ],
        schemas: "schema/json/infantry-attacks",
    }
    .write()
}
