//! No rule hangs on what something is called: what fills a role may be renamed, and is missed
//! where it is not.

use salient_rules::Bot;

use crate::renaming::{
    found_where_left_behind, missed_where_nothing_fills_it, same_games_by_other_names,
};
use crate::support::{SYSTEMS, storm_in_the_west};

#[test]
fn a_role_that_nothing_fills_is_missed() {
    missed_where_nothing_fills_it(SYSTEMS, &storm_in_the_west("campaign"));
}

#[test]
fn a_role_that_is_left_behind_is_found() {
    found_where_left_behind(SYSTEMS, &storm_in_the_west("plan-1919"));
}

#[test]
fn by_other_names_the_games_are_the_same() {
    let bots = [(Bot::RANDOM, u16::MAX), (Bot::HEURISTIC, 2)];
    for scenario in ["campaign", "plan-1919"] {
        same_games_by_other_names(SYSTEMS, &storm_in_the_west(scenario), &bots);
    }
}
