//! What a new scenario takes from the one that its system publishes: how it is won, and what its
//! sides begin with.

use std::collections::BTreeSet;

use salient_rules::{Need, Systems};
use salient_schema::map::Map;
use salient_schema::scenario::{Level, Victory, VictoryLevel};
use salient_schema::{Bundle, Ruleset, Scenario};

use crate::oob::id_from_words;

/// The scenario that the system of a ruleset shows first, if it publishes any.
pub fn published(systems: Systems, ruleset: &Ruleset) -> Option<Scenario> {
    published_bundle(systems, ruleset).map(|bundle| bundle.scenario)
}

/// The map of the scenario that the system of a ruleset shows first, if it publishes any.
pub fn published_map(systems: Systems, ruleset: &Ruleset) -> Option<Map> {
    published_bundle(systems, ruleset).map(|bundle| bundle.map)
}

/// A ruleset that says its own rules has none: it shares with others only the words for them, and
/// is not won as they are.
fn published_bundle(systems: Systems, ruleset: &Ruleset) -> Option<Bundle> {
    systems.of_ruleset(ruleset)?.published().bundle(None).ok()
}

/// Whether the system of a ruleset publishes a scenario that others may be like.
pub fn has_published(systems: Systems, ruleset: &Ruleset) -> bool {
    let system = systems.of_ruleset(ruleset);
    system.is_some_and(|system| !system.published().scenarios.is_empty())
}

/// How a scenario of a ruleset is won until somebody says otherwise: as the published one is, or
/// by one level for each side.
pub fn victory(systems: Systems, ruleset: &Ruleset) -> Victory {
    published(systems, ruleset).map_or_else(|| plain_victory(ruleset), |scenario| scenario.victory)
}

/// A level of victory for each side, and nothing that is counted.
fn plain_victory(ruleset: &Ruleset) -> Victory {
    let level = |side: &salient_schema::ruleset::Side| VictoryLevel {
        name: format!("{} victory", side.name),
        side: side.id.clone(),
        min: None,
        max: None,
    };
    Victory { levels: ruleset.sides.iter().map(level).collect(), ..Victory::default() }
}

/// A scenario on the map of another, with its game-turns, what scores and what the sides begin with,
/// in which nothing stands, arrives or leaves yet. How many points win it is its own to say: until
/// then each side has a level of victory without any.
pub fn on_this_map(systems: Systems, bundle: &Bundle) -> Scenario {
    let like = &bundle.scenario;
    let title = format!("New scenario on {}", bundle.map.title);
    let mut scenario = Scenario::empty(id_from_words(&title, "new-scenario"), title);
    scenario.ruleset.clone_from(&like.ruleset);
    scenario.map.clone_from(&like.map);
    scenario.orders_of_battle.clone_from(&like.orders_of_battle);
    scenario.turns.clone_from(&like.turns);
    scenario.tracks.clone_from(&like.tracks);
    scenario.levels.clone_from(&like.levels);
    scenario.optional_rules.clone_from(&like.optional_rules);
    if !like.victory.levels.is_empty() {
        scenario.victory = Victory {
            counted_for: like.victory.counted_for.clone(),
            scores: like.victory.scores.clone(),
            ..plain_victory(&bundle.ruleset)
        };
    }
    scenario.battlefield.clone_from(&like.battlefield);
    let mut whole = Bundle { scenario, ..bundle.clone() };
    take_roles(systems, &mut whole, like);
    furnish(systems, &mut whole);
    whole.scenario
}

/// The levels that every side has: what one side alone is given, such as points to begin with, is
/// given for the sake of that one scenario.
fn general_levels(levels: &[Level]) -> Vec<Level> {
    let sides = |of: Option<&str>| -> BTreeSet<&str> {
        let levels = levels.iter().filter(|level| of.is_none_or(|id| level.id == id));
        levels.map(|level| level.side.as_str()).collect()
    };
    let all = sides(None);
    levels.iter().filter(|level| sides(Some(&level.id)) == all).cloned().collect()
}

/// Gives a scenario that has just been begun what no game of its system can be played without,
/// as the published scenario has it: victory, starting levels, the weather that is fixed, tracks as
/// long as its game-turns, and what plays which part in the rules, as far as the scenario has it. What it has already
/// stays.
pub fn furnish(systems: Systems, bundle: &mut Bundle) {
    let Some(like) = published(systems, &bundle.ruleset) else {
        if bundle.scenario.victory.levels.is_empty() {
            bundle.scenario.victory = plain_victory(&bundle.ruleset);
        }
        return;
    };
    let scenario = &mut bundle.scenario;
    if scenario.victory.levels.is_empty() {
        scenario.victory.clone_from(&like.victory);
    }
    if scenario.levels.is_empty() {
        scenario.levels = general_levels(&like.levels);
    }
    if scenario.turns.iter().all(|turn| turn.weather.is_none()) {
        // By the turns' numbers: the model may be longer or shorter.
        for turn in &mut scenario.turns {
            let same = like.turns.iter().find(|other| other.turn == turn.turn);
            turn.weather = same.and_then(|other| other.weather.clone());
        }
    }
    if scenario.tracks.is_empty() {
        let turns = scenario.turns.len();
        scenario.tracks.clone_from(&like.tracks);
        for track in &mut scenario.tracks {
            // Beyond the last value of the model there is none to follow.
            track.values.resize(turns, 0);
        }
    }
    take_roles(systems, bundle, &like);
}

/// Says of a new scenario what plays which part in the rules as another says it, as far as that is
/// there: what is said already stays.
fn take_roles(systems: Systems, bundle: &mut Bundle, like: &Scenario) {
    let system = systems.of(bundle);
    for (id, filled_by) in &like.roles {
        if bundle.scenario.roles.contains_key(id) {
            continue;
        }
        let mut roles = system.iter().flat_map(|system| system.roles());
        let Some(role) = roles.find(|role| role.id == id.as_str()) else {
            // Whoever knows no rules takes it as it is.
            if system.is_none() {
                bundle.scenario.roles.insert(id.clone(), filled_by.clone());
            }
            continue;
        };
        // A zone or a formation of the model is not here.
        let choices = role.kind.choices(bundle);
        let here = |id: &&String| choices.iter().any(|known| known == id.as_str());
        let here: Vec<String> = filled_by.iter().filter(here).cloned().collect();
        // What must be filled, and is by nothing here, is better left unsaid: the problems tell.
        let may_be_none = matches!(role.need, Need::May | Need::AtMost(_))
            && !bundle.ruleset.roles.contains_key(&*role.id);
        if !here.is_empty() || may_be_none {
            bundle.scenario.roles.insert(role.id.to_string(), here);
        }
    }
}
