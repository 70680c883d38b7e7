//! What a new scenario takes from the one that its system publishes.

use std::collections::BTreeSet;

use salient_document::reshape::{NewMap, new_project};
use salient_document::{Document, Origin, template};
use salient_rules::RoleKind;
use salient_schema::project::Project;
use salient_schema::{Bundle, Diagnostic, Ruleset, Scenario};

use crate::SYSTEMS;

/// A new map of a system's ruleset, with nothing done to it yet.
fn new(ruleset: &Ruleset, like: &Bundle) -> Bundle {
    let new = NewMap {
        title: "Verdun, 21 February".into(),
        grid: like.map.grid.clone(),
        base: ruleset.terrain[0].id.clone(),
        turns: 7,
        calendar: None,
    };
    new_project(&new, ruleset).unwrap().bundle
}

#[test]
fn a_new_scenario_of_a_published_system_lacks_nothing_but_units_and_places() {
    for system in SYSTEMS.iter() {
        let like = system.published().bundle(None).unwrap();
        let mut bundle = new(&like.ruleset, &like);
        template::furnish(SYSTEMS, &mut bundle);
        assert_eq!(bundle.scenario.victory, like.scenario.victory);
        // What one side alone has is for the sake of that scenario.
        let sides = bundle.ruleset.sides.len();
        let levels = &like.scenario.levels;
        let general = |id: &str| {
            let alike = levels.iter().filter(|level| level.id == id);
            alike.map(|level| &level.side).collect::<BTreeSet<_>>().len() == sides
        };
        let all = levels.iter().filter(|level| general(&level.id));
        assert!(bundle.scenario.levels.iter().eq(all), "{}", bundle.ruleset.id);
        assert!(bundle.scenario.tracks.iter().all(|track| track.values.len() == 7));
        let turns = like.scenario.turns.len().min(7);
        let weather = |scenario: &Scenario| -> Vec<_> {
            scenario.turns.iter().take(turns).map(|turn| turn.weather.clone()).collect()
        };
        assert_eq!(weather(&bundle.scenario), weather(&like.scenario));
        let project = Project { bundle, paths: Default::default(), texts: Default::default() };
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        document.refresh_problems();
        let errors = document.all_problems().into_iter().filter(|problem| problem.is_error());
        // Zones are drawn and counters made by the designer; until then no game can be played.
        let of_places = |problem: &Diagnostic| {
            let role = problem.place.pointer.as_deref().and_then(|at| at.strip_prefix("/roles/"));
            let role = role.and_then(|id| system.roles().iter().find(|role| role.id == id));
            role.is_some_and(|role| matches!(role.kind, RoleKind::Zone | RoleKind::Trait))
        };
        let others: Vec<_> = errors.filter(|problem| !of_places(problem)).collect();
        assert!(others.is_empty(), "{others:#?}");
    }
}

#[test]
fn what_a_scenario_has_stays() {
    let system = SYSTEMS.iter().next().unwrap();
    let like = system.published().bundle(None).unwrap();
    let mut bundle = like.clone();
    bundle.scenario.victory.levels.truncate(1);
    bundle.scenario.tracks.truncate(1);
    // One that is fixed otherwise, and all others rolled for.
    let fixed = bundle.scenario.turns.iter().find_map(|turn| turn.weather.clone());
    bundle.scenario.turns.iter_mut().for_each(|turn| turn.weather = None);
    bundle.scenario.turns[3].weather = fixed;
    let before = bundle.clone();
    template::furnish(SYSTEMS, &mut bundle);
    assert_eq!(bundle, before);
}

#[test]
fn without_a_published_scenario_every_side_has_a_level() {
    let mut bundle = crate::helper::document().bundle().clone();
    bundle.scenario.victory.levels.clear();
    assert!(template::published(SYSTEMS, &bundle.ruleset).is_none());
    template::furnish(SYSTEMS, &mut bundle);
    let levels = bundle.scenario.victory.levels.iter().map(|level| level.side.as_str());
    let sides = bundle.ruleset.sides.iter().map(|side| side.id.as_str());
    assert!(levels.eq(sides));
}

#[test]
fn a_scenario_on_the_same_map_has_all_but_what_stands_and_comes() {
    for system in SYSTEMS.iter() {
        let like = system.published().bundle(None).unwrap();
        let scenario = template::on_this_map(SYSTEMS, &like);
        assert_ne!(scenario.id, like.scenario.id);
        assert!(scenario.title.ends_with(&like.map.title));
        assert_eq!(scenario.setup, Default::default());
        assert!(scenario.reinforcements.is_empty() && scenario.overrides.is_empty());
        assert_eq!(scenario.turns, like.scenario.turns);
        // What scores is the system's, how much of it wins the other scenario's.
        assert_eq!(scenario.victory.scores, like.scenario.victory.scores);
        let levels = scenario.victory.levels.iter();
        let sides = like.ruleset.sides.iter().map(|side| side.id.as_str());
        assert!(levels.clone().map(|level| level.side.as_str()).eq(sides));
        assert!(levels.clone().all(|level| level.min.is_none() && level.max.is_none()));
        assert!(scenario.victory.conditions.is_empty());
        let bundle = Bundle { scenario, ..like };
        let project = Project { bundle, paths: Default::default(), texts: Default::default() };
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        document.refresh_problems();
        let errors: Vec<Diagnostic> =
            document.all_problems().into_iter().filter(Diagnostic::is_error).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn a_series_of_new_counters_brings_no_errors() {
    use salient_document::oob::{self, Key, Series};

    for system in SYSTEMS.iter() {
        let like = system.published().bundle(None).unwrap();
        let mut bundle = new(&like.ruleset, &like);
        template::furnish(SYSTEMS, &mut bundle);
        let side = bundle.ruleset.sides[0].id.clone();
        let project = Project { bundle, paths: Default::default(), texts: Default::default() };
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        let (first, edits) = oob::add_counter(document.bundle(), &Key::Side(side)).unwrap();
        edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
        let numbers = Series { pattern: "{n}".into(), ..Series::default() };
        let (ids, edits) = oob::add_series(document.bundle(), &first, 9, &numbers).unwrap();
        edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
        document.refresh_problems();
        let problems = document.all_problems();
        let of_size = |problem: &&Diagnostic| problem.message.contains("size");
        assert_eq!(problems.iter().find(of_size), None, "{}", system.info().id);
        let sizes = ids.iter().map(|id| document.counter(id).unwrap().size.clone());
        assert!(sizes.clone().all(|size| size.is_some() && size == sizes.clone().next().unwrap()));
    }
}
