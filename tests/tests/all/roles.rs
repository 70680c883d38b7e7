//! No rule hangs on what something is called, whatever system is registered: what fills a role
//! may be renamed and is missed where it is not. The systems' own crates ask it of whole games
//! between their better bots.

use salient::SYSTEMS;
use salient_rules::bot::RANDOM;
use salient_rules::{Bot, Systems};
use salient_tests::renaming::{
    found_where_left_behind, missed_where_nothing_fills_it, same_games_by_other_names,
};

/// The registered systems, and the sixth.
const REGISTRIES: [Systems; 2] = [SYSTEMS, Systems::new(&[&salient_skirmish::Rulebook])];

fn each_system(asks: impl Fn(Systems, &salient_schema::Bundle)) {
    for systems in REGISTRIES {
        // Rules that are data name what they are about themselves, and know no roles.
        for system in systems.iter().filter(|system| !system.roles().is_empty()) {
            asks(systems, &system.published().bundle(None).expect("a published scenario"));
        }
    }
}

#[test]
fn a_role_that_nothing_fills_is_missed() {
    each_system(missed_where_nothing_fills_it);
}

#[test]
fn a_role_that_is_left_behind_is_found() {
    each_system(found_where_left_behind);
}

#[test]
fn by_other_names_the_games_are_the_same() {
    let bots: [(Bot, u16); 2] = [(RANDOM.bot, u16::MAX), (Bot::HEURISTIC, 1)];
    each_system(|systems, bundle| same_games_by_other_names(systems, bundle, &bots));
}
