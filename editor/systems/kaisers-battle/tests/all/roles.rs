//! No rule hangs on what something is called: what fills a role may be renamed, and is missed
//! where it is not.

use salient_rules::{Bot, Prepared};
use salient_schema::{Bundle, Severity};

use crate::renaming::{
    found_where_left_behind, log, missed_where_nothing_fills_it, problems, rename, renamed, same,
    same_games_by_other_names,
};
use crate::support::{SYSTEMS, kaisers_battle};

#[test]
fn a_role_that_nothing_fills_is_missed() {
    missed_where_nothing_fills_it(SYSTEMS, &kaisers_battle());
}

#[test]
fn a_role_that_is_left_behind_is_found() {
    found_where_left_behind(SYSTEMS, &kaisers_battle());
}

#[test]
fn by_other_names_the_games_are_the_same() {
    let bots = [(Bot::RANDOM, u16::MAX), (Bot::HEURISTIC, 4), (Bot::PLANNER, 1)];
    same_games_by_other_names(SYSTEMS, &kaisers_battle(), &bots);
}

/// The places and rules of the errors in a bundle that cannot be played.
fn errors(bundle: &Bundle) -> Vec<(String, String)> {
    assert!(Prepared::new(SYSTEMS, bundle).is_err());
    let found = problems(SYSTEMS, bundle).into_iter();
    found
        .filter(|one| one.severity == Severity::Error)
        .map(|one| (one.place.pointer.unwrap(), one.rule.unwrap_or_default()))
        .collect()
}

#[test]
fn the_first_turns_without_their_fog() {
    let mut bundle = kaisers_battle();
    bundle.scenario.turns.iter_mut().for_each(|turn| turn.weather = None);
    let places = [0, 1].map(|at| format!("/scenario/turns/{at}/weather"));
    assert_eq!(errors(&bundle), places.map(|place| (place, "KB 17.4".to_owned())));
}

/// A thing is called otherwise, first with its role, then without.
fn is_known_by_its_role(id: &str, role: &str, rule: &str) {
    let bundle = kaisers_battle();
    let other = renamed(SYSTEMS, &bundle, &[id]);
    assert_ne!(other, bundle);
    let expected = log(SYSTEMS, &bundle, Bot::HEURISTIC, 3);
    same(&log(SYSTEMS, &other, Bot::HEURISTIC, 3).replace("zq0-", ""), &expected);
    let mut left = bundle;
    rename(&[(id.to_owned(), "zz".to_owned())].into(), &mut left);
    let errors = errors(&left);
    assert!(errors.contains(&(role.to_owned(), rule.to_owned())), "{errors:#?}");
}

#[test]
fn a_corps_that_is_limited_on_turn_1() {
    is_known_by_its_role("br-3-corps", "/scenario/roles/limited-corps/1", "KB 17.13");
}

#[test]
fn headquarters() {
    is_known_by_its_role("headquarters", "/ruleset/roles/headquarters/0", "KB 9.11");
}
