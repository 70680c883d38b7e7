//! A position that is kept as a scenario goes on as its game would.

use salient_rules::{Bot, Match, Prepared};
use salient_schema::Bundle;

use crate::{SYSTEMS, played};

/// A game of rules of thumb, so many decisions on.
fn after(bundle: &Bundle, decisions: usize) -> Match {
    let mut game = Match::start(SYSTEMS, bundle, 11).unwrap();
    for _ in 0..decisions {
        if game.advance(&[Bot::HEURISTIC; 2]).over {
            break;
        }
    }
    game
}

/// The game that begins with the kept position of another.
fn kept(bundle: &Bundle, game: &Match) -> (Bundle, Match, bool) {
    let kept = game.keep(SYSTEMS, bundle);
    assert!(kept.refused.is_empty(), "{:#?}", kept.refused);
    let told = |what: &str| kept.not_kept.iter().any(|left| left.what.contains(what));
    assert!(!told("marks") && !told("formations") && !told("elsewhere"), "{:?}", kept.not_kept);
    let cut = told("under way");
    let new = Bundle { scenario: kept.scenario, ..bundle.clone() };
    let begun = Prepared::new(SYSTEMS, &new).unwrap().start(7);
    (new, begun, cut)
}

/// What may be done, what is asked, what is so and who has how much.
fn seen(game: &Match) -> String {
    let known = game.known_to(&[]);
    let legal: Vec<String> = game.legal().iter().map(|act| format!("{act:?}")).collect();
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{}\n{}",
        game.phase(),
        known.points_left(),
        known.markers(),
        known.states(),
        [0, 1].map(|side| known.supplies(side)),
        game.score(),
        legal.join("\n"),
    )
}

#[test]
fn a_kept_position_goes_on_as_its_game_would() {
    for (name, each, most) in [("drill", 7, 400), ("lorraine", 31, 1200)] {
        let bundle = played::bundle(name);
        let (mut whole, mut cut_short) = (0, 0);
        let mut steps = std::collections::BTreeSet::new();
        for decisions in (0..most).step_by(each) {
            let game = after(&bundle, decisions);
            if game.is_over() {
                break;
            }
            let (new, mut begun, cut) = kept(&bundle, &game);
            if cut {
                cut_short += 1;
            } else {
                assert_eq!(seen(&begun), seen(&game), "{name} {decisions}");
                steps.insert(game.phase().to_owned());
                whole += 1;
                // Whatever the new game does not have it cannot keep.
                let mut again = begun.keep(SYSTEMS, &new).scenario;
                again.id.clone_from(&new.scenario.id);
                again.title.clone_from(&new.scenario.title);
                again.notes.clone_from(&new.scenario.notes);
                assert_eq!(again, new.scenario, "{name} {decisions}");
            }
            for _ in 0..20 {
                begun.advance(&[Bot::HEURISTIC; 2]);
            }
        }
        println!("{name}: {whole} whole, {cut_short} cut short, {steps:?}");
        assert!(whole > 15 && steps.len() > 5, "{name}: {whole} {steps:?}");
    }
}

/// What makes no sense is a problem with its place, and no game begins with it.
#[test]
fn a_start_that_makes_no_sense_is_told() {
    let bundle = played::bundle("lorraine");
    let game = after(&bundle, 60);
    let (new, ..) = kept(&bundle, &game);
    let text = serde_json::to_string(&new.scenario).unwrap();
    for (old, other) in [
        (r#""whole":true"#, r#""whole":7"#),
        (r#""whole":true"#, r#""hole":true"#),
        (r#""points":{"#, r#""points":{"nobody":3,"#),
        (r#""plans":{"#, r#""status":{"no-such-unit":1},"plans":{"#),
        (r#""waits":["#, r#""waits":[{"what":"nap","side":"allied"},"#),
    ] {
        assert!(text.contains(old), "{old}: {text}");
        let text = text.replacen(old, other, 1);
        let mut wrong = new.clone();
        wrong.scenario = serde_json::from_str(&text).unwrap();
        let found = salient_rules::check(SYSTEMS, &wrong);
        let places = found.iter().filter_map(|found| found.place.pointer.as_deref());
        assert!(places.into_iter().any(|at| at == "/scenario/start/system"), "{found:#?}");
        assert!(Prepared::new(SYSTEMS, &wrong).is_err());
    }
}
