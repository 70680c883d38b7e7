//! Builds the rule table, its cases and the scenario in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../../..",
        rules: "tests/rules/infantry-attacks",
        files: &["scenarios/infantry-attacks", "editor/systems/infantry-attacks/tests/data"],
        scenarios: &[
            "editor/systems/infantry-attacks/tests/data/two-villages.json",
            "editor/systems/infantry-attacks/tests/data/the-ford.json",
        ],
    }
    .write()
}
