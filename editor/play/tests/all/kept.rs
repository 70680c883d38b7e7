//! The position of a game as a scenario of its own: whatever is not kept is told, the new scenario
//! has no errors, and it can be played on.

use std::collections::BTreeMap;

use proptest::prelude::*;
use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::keep::Kept;
use salient_rules::{Bot, Match, Prepared, UnitView, check};
use salient_schema::event::EventKind;
use salient_schema::{Bundle, Diagnostic, check_references};

use super::support::SYSTEMS;

/// The systems whose positions are kept.
const KEPT: [&str; 4] =
    ["kaisers-battle", "storm-in-the-west", "infantry-attacks", "offensive-1914"];

/// Where the units of each counter are, and on which face where that matters: of several alike it
/// does not matter which is where.
fn places(units: &[UnitView<'_>]) -> BTreeMap<String, Vec<(Option<Hex>, u8, UnitStatus)>> {
    let mut places = BTreeMap::<String, Vec<_>>::new();
    for unit in units {
        let shows = matches!(unit.status, UnitStatus::OnMap | UnitStatus::Pool);
        let face = if shows { unit.face } else { 0 };
        places.entry(unit.counter.to_owned()).or_default().push((unit.hex, face, unit.status));
    }
    places.values_mut().for_each(|places| places.sort_unstable());
    places
}

fn published() -> Vec<Bundle> {
    let all = SYSTEMS.published().map(|project| project.bundle);
    all.filter(|bundle| KEPT.contains(&bundle.ruleset.id.as_str())).collect()
}

/// A game after so many decisions of bots, or at its end.
fn played(bundle: &Bundle, bot: Bot, seed: u64, decisions: usize) -> Match {
    let mut game = Match::start(SYSTEMS, bundle, seed).expect("it can be played");
    for _ in 0..decisions {
        if game.advance(&[bot, bot]).over {
            break;
        }
    }
    game
}

/// The bundle of a kept position.
fn with(bundle: &Bundle, kept: &Kept) -> Bundle {
    let mut bundle = bundle.clone();
    bundle.scenario = kept.scenario.clone();
    bundle
}

/// Holds a kept position to the one that it was made of. Gives the new game.
fn agrees(bundle: &Bundle, game: &Match) -> Match {
    let kept = game.keep(SYSTEMS, bundle);
    assert!(kept.refused.is_empty(), "{:#?}", kept.refused);
    let new = with(bundle, &kept);
    let found = check_references(&new).into_iter().chain(check(SYSTEMS, &new));
    let errors: Vec<Diagnostic> = found.filter(Diagnostic::is_error).collect();
    assert!(errors.is_empty(), "{errors:#?}");

    let prepared = Prepared::new(SYSTEMS, &new).expect("it can be played");
    let (before, after) = (places(&game.units()), places(&prepared.set_up()));
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    assert_eq!(before, after);
    assert!(!told.iter().any(|told| told.contains("elsewhere")), "{told:?}");
    let begun = prepared.start(7);
    if kept.scenario.setup.free.is_empty() {
        let mut phases = begun
            .events()
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Phase(_)) && event.turn == game.turn());
        // A step of the sequence of play that is before the first game-turn comes first.
        assert!(phases.any(|event| event.phase == game.phase()), "{}", game.phase());
        // What was under way is not kept: where nothing else is decided in a game-turn, the next follows.
        if !told.iter().any(|told| told.contains("under way")) {
            assert_eq!(begun.turn(), game.turn());
        }
    }
    begun
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_not_kept_is_told(
        which in 0_usize..16,
        strong in any::<bool>(),
        seed in 0_u64..1000,
        decisions in 0_usize..700,
    ) {
        let published = published();
        let bundle = &published[which % published.len()];
        let bot = if strong { Bot::HEURISTIC } else { Bot::RANDOM };
        let game = played(bundle, bot, seed, decisions);
        if game.is_over() {
            return Ok(());
        }
        let mut new = agrees(bundle, &game);
        for _ in 0..60 {
            if new.advance(&[bot, bot]).over {
                break;
            }
        }
    }
}

/// Whether a game that begins anew asks first what the other one asked: nothing was under way that no
/// scenario holds.
fn goes_on(kept: &Kept, new: &Match, game: &Match) -> bool {
    !game.is_over()
        && new.phase() == game.phase()
        && places(&new.units()) == places(&game.units())
        && kept.not_kept.iter().all(|left| !left.what.contains("under way"))
}

/// Whatever the sides have: points, what is left to spend, who is in play.
fn worth(game: &Match) -> (i32, Vec<String>) {
    (
        game.score(),
        game.known_to(&[]).points_left().iter().map(|left| format!("{left:?}")).collect(),
    )
}

#[test]
fn points_morale_guns_and_replacements_go_on() {
    for bundle in published() {
        let mut compared = 0;
        for decisions in (40..1500).step_by(30) {
            let game = played(&bundle, Bot::HEURISTIC, 3, decisions);
            if game.is_over() {
                break;
            }
            let new = agrees(&bundle, &game);
            // Where nothing came before the first decision, nothing has changed.
            let kept = game.keep(SYSTEMS, &bundle);
            if goes_on(&kept, &new, &game) && !told_of_points(&kept) {
                assert_eq!(worth(&new), worth(&game), "{} {decisions}", bundle.scenario.id);
                compared += 1;
            }
        }
        assert!(compared > 1, "{}: {compared}", bundle.scenario.id);
    }
}

fn told_of_points(kept: &Kept) -> bool {
    let of_system = ["air points", "what only the rules of"];
    kept.not_kept.iter().any(|left| of_system.iter().any(|what| left.what.contains(what)))
}

#[test]
fn what_is_kept_twice_is_the_same() {
    for bundle in published() {
        let game = played(&bundle, Bot::HEURISTIC, 5, 400);
        let kept = game.keep(SYSTEMS, &bundle);
        let bundle = with(&bundle, &kept);
        let new = Match::start(SYSTEMS, &bundle, 9).expect("it can be played");
        if !goes_on(&kept, &new, &game) {
            continue;
        }
        let mut again = new.keep(SYSTEMS, &bundle).scenario;
        again.id.clone_from(&kept.scenario.id);
        again.title.clone_from(&kept.scenario.title);
        again.notes.clone_from(&kept.scenario.notes);
        assert_eq!(again, kept.scenario);
    }
}
