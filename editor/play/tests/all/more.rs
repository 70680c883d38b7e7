//! What a unit may do besides what is listed: of whoever picks it, and of no bot.

use std::collections::BTreeSet;

use salient_play::draft::check;
use salient_play::{Draft, More, Offer, Shapes, more};
use salient_rules::acts::Acts;
use salient_rules::words::Words;
use salient_rules::{Action, Match, System, Systems};
use salient_schema::Bundle;

const SYSTEMS: Systems = Systems::new(&[&salient_offensive_1914::Rulebook]);

/// The Battle for Lorraine at the first attachment phase of the Germans.
fn attachment() -> (Bundle, Match) {
    let bundle = salient_offensive_1914::Rulebook.published().bundle(Some("lorraine")).unwrap();
    let mut game = Match::start(SYSTEMS, &bundle, 7).unwrap();
    // The enemy does nothing that he need not: no bot's play changes what may be attached.
    while game.phase() != "german-attachment" {
        let legal = game.legal();
        let done = legal.iter().find(|action| action.verb == "done").or(legal.first());
        game.apply(done.expect("a decision")).expect("it is legal");
    }
    (bundle, game)
}

fn of(game: &Match, words: &Words, unit: &str) -> More {
    More::of(game, &Offer::of(game), unit, words)
}

fn refused(more: &More, field: &str, to: &str) -> String {
    let found = more.may_not.iter().find(|(action, _)| action.text(field) == Some(to));
    found.map(|(_, why)| why.clone()).unwrap_or_default()
}

#[test]
fn a_division_may_be_attached_wherever_the_rules_let_it_and_they_say_why_not_elsewhere() {
    let (bundle, game) = attachment();
    let words = Words::new(SYSTEMS, &bundle);
    let offer = Offer::of(&game);
    // It stands with its corps, in its army's area: nothing of it is listed.
    let unit = "de-28-14";
    assert!(!offer.actors().contains(unit));
    assert!(more::able(&game).contains_key(unit));
    let more = of(&game, &words, unit);
    let to = |field: &str| -> BTreeSet<&str> {
        more.may.iter().filter_map(|action| action.text(field)).collect()
    };
    assert!(to("army").contains("de-sixth-depot"), "another army: {more:#?}");
    assert!(to("corps").len() > 1, "{more:#?}");
    let why = refused(&more, "corps", "de-14-train");
    assert!(why.contains("is attached to XIV Corps") && why.contains("1914 5.2.2"), "{why}");
    // Those of an army whose plan has not ended stay with it.
    let bound = of(&game, &words, "de-42-21");
    let why = refused(&bound, "army", "de-seventh-depot");
    assert!(why.contains("leaves Sixth Army") && why.contains("1914 26.6.2a"), "{why}");
    // An asset has no marker, and is told so once.
    let more = of(&game, &words, "de-sixth-guns");
    assert_eq!((more.may.len(), more.may_not.len()), (0, 1));
    assert!(more.may_not[0].1.contains("has no attachment marker"), "{more:#?}");
    assert!(!more::able(&game).contains_key("de-sixth-guns"));
    // Nobody picks the enemy's.
    assert!(of(&game, &words, "fr-17-9").may_not.is_empty());
}

/// Whatever may be done is accepted and whatever may not is refused, and all of it reads differently.
#[test]
fn what_is_told_of_a_unit_is_what_the_rules_say_of_it() {
    let (bundle, game) = attachment();
    let words = Words::new(SYSTEMS, &bundle);
    let acts = Acts::of(&words, &game);
    let offer = Offer::of(&game);
    let able = more::able(&game);
    assert!(able.len() > 20, "{able:?}");
    for unit in able.keys().map(String::as_str) {
        let more = of(&game, &words, unit);
        let mut said = BTreeSet::new();
        // Boundaries may begin by hundreds of hexes.
        let step = more.may.len() / 20 + 1;
        for action in more.may.iter().step_by(step) {
            check(&game, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
            assert!(!offer.legal().contains(action));
            assert!(said.insert(acts.say(action)), "{action:?}");
        }
        for (action, why) in more.may_not.iter().step_by(step) {
            let refused = check(&game, action).expect_err("it may not");
            assert_eq!(*why, words.refusal(&refused));
        }
    }
}

#[test]
fn a_boundary_is_drawn_by_clicks_on_depots_and_hexes() {
    let (bundle, game) = attachment();
    let words = Words::new(SYSTEMS, &bundle);
    let shapes = Shapes::of(SYSTEMS, &bundle);
    let mut offer = Offer::of(&game);
    // Whoever picks a depot is offered all that it may do.
    let depots = ["de-seventh-depot", "de-strassburg-depot"];
    for depot in depots {
        offer.add(of(&game, &words, depot).may);
    }
    let mut draft = Draft::default();
    draft.pick_kind("boundary");
    for depot in depots {
        assert!(draft.pick_unit(depot, &offer, &shapes), "{depot}");
    }
    let made = |draft: &Draft| -> Action { draft.action(&offer, &shapes).unwrap() };
    let begins: BTreeSet<String> = offer
        .legal()
        .iter()
        .filter(|action| action.verb == "boundary" && action.texts("units") == depots)
        .filter_map(|action| Some((*action.texts("hexes").first()?).to_owned()))
        .collect();
    let hex = begins.first().expect("a hex by which it may begin");
    assert!(draft.pick_hex(hex, &offer, &shapes));
    check(&game, &made(&draft)).unwrap_or_else(|why| panic!("{hex}: {why}"));
    // It runs straight: not to a hex of the far corner.
    assert!(draft.pick_hex("01.02", &offer, &shapes));
    let why = words.refusal(&check(&game, &made(&draft)).unwrap_err());
    assert!(why.contains("1914 5.1"), "{why}");
}
