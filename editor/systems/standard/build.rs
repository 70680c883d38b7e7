//! Builds the rule table, its cases, the scenarios and the JSON Schemas in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/standard",
        files: &[
            "scenarios/standard/anzac-cove",
            "scenarios/standard/marne-corps",
            "scenarios/standard/meeting-engagement",
            "scenarios/standard/the-crossroads",
            "scenarios/standard/trench-raid",
            "tests/fixtures/standard",
        ],
        scenarios: &[
            "scenarios/standard/the-crossroads/the-crossroads.json",
            "scenarios/standard/anzac-cove/anzac-cove.json",
            "scenarios/standard/meeting-engagement/meeting-engagement.json",
            "scenarios/standard/trench-raid/trench-raid.json",
            "scenarios/standard/marne-corps/marne-corps.json",
            // What rule cases are played by.
            "tests/fixtures/standard/drill.json",
        ],
        schemas: "schema/json/standard",
    }
    .write()
}
