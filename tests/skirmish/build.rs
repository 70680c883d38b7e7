//! Builds the rule table, its cases and the scenario in.

fn main() -> std::io::Result<()> {
    salient_publish::Publication {
        root: "../..",
        rules: "tests/skirmish/rules",
        files: &["tests/skirmish/data"],
        scenarios: &["tests/skirmish/data/three-corners.json"],
    }
    .write()
}
