//! What is checked of every game by its ruleset alone says nothing of what is published.

use salient::SYSTEMS;
use salient_rules::Systems;
use salient_schema::ruleset::SetUpCheck;

/// What a system checks by rules of its own is not told again; what comes in where, no published
/// system checks.
#[test]
fn nothing_is_new_about_the_published_scenarios() {
    let (mut seen, mut all) = (0, 0);
    for mut bundle in SYSTEMS.published().map(|project| project.bundle) {
        let ruleset = &mut bundle.ruleset;
        let limits = ruleset.constants.iter().any(|one| one.id.starts_with("stacking_limit"));
        if limits || ruleset.terrain.iter().any(|kind| kind.impassable) {
            // The book has rules of its own about it.
            ruleset.unchecked = vec![SetUpCheck::Impassable, SetUpCheck::MixedHex];
            ruleset.unchecked.push(SetUpCheck::Stacking);
        } else {
            all += 1;
        }
        for systems in [Systems::NONE, SYSTEMS] {
            let found = salient_rules::check(systems, &bundle).into_iter();
            let told = |help: &String| help.contains("untick");
            let found: Vec<_> = found.filter(|it| it.help.as_ref().is_some_and(told)).collect();
            assert!(found.is_empty(), "{}: {found:#?}", bundle.scenario.id);
        }
        seen += 1;
    }
    assert!(seen > 8 && all > 0, "{seen} {all}");
}
