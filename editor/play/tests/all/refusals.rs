//! Who means what the rules refuse is told so once, with what is in the way; and who cannot be done
//! with a step, what is still to be done in it.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_play::offer::actors;
use salient_play::{Draft, Offer, Routes, Shapes, Stop, nothing, why_nothing};
use salient_rules::words::Words;
use salient_rules::{Bot, Match, Prepared};
use salient_schema::Bundle;

use crate::support::{SYSTEMS, bundles, in_the_midst, of_every_system};

/// Of a game so many positions are looked at.
const POSITIONS: usize = 40;
/// In each of them so many units are picked, and so many hexes are meant, and as many that are held.
const UNITS: usize = 6;
const HEXES: usize = 24;

/// The name that a sentence has twice in a row, with nothing but a stop between.
fn doubled(text: &str) -> Option<&str> {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c| ",;:()".contains(c))).collect();
    let is_name = |word: &str| word.chars().any(|c| c.is_ascii_digit()) && word.len() > 2;
    words.windows(2).find(|two| two[0] == two[1] && is_name(two[0])).map(|two| two[0])
}

/// What is said of every hex that a few units may not mean.
fn refusals(game: &Match, bundle: &Bundle, words: &Words) -> Vec<String> {
    let (shapes, offer) = (Shapes::of(SYSTEMS, bundle), Offer::of(game));
    let mut routes = Routes::default();
    let mut said = Vec::new();
    let units: Vec<&str> = offer.actors().into_iter().collect();
    for unit in units.iter().step_by(1 + units.len() / UNITS) {
        let mut draft = Draft::default();
        if !draft.pick_unit(unit, &offer, &shapes) || draft.verb().is_none() {
            continue;
        }
        routes.find(game, &draft);
        let open = draft.open_hexes(&offer);
        let all = game.grid().hexes().step_by(1 + game.grid().len() / HEXES);
        let held: BTreeSet<Hex> = game.units().iter().filter_map(|unit| unit.hex).collect();
        let held = held.iter().copied().step_by(1 + held.len() / HEXES);
        for hex in all.chain(held) {
            if !open.contains(game.grid().label(hex).as_str()) {
                said.push(routes.why_not(game, &draft, &offer, &shapes, hex, words));
            }
        }
    }
    said
}

#[test]
fn no_hex_is_named_twice_in_a_row() {
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
        let mut game = prepared.start(3);
        let bots = vec![Bot::RANDOM; game.sides().len()];
        let mut seen = 0;
        for decision in 0..POSITIONS * 9 {
            if game.is_over() {
                break;
            }
            if decision % 9 == 0 {
                for said in refusals(&game, &bundle, &words) {
                    assert_eq!(doubled(&said), None, "{}: {said}", bundle.scenario.title);
                    seen += 1;
                }
            }
            game.advance(&bots);
        }
        println!("{}: {seen} refusals", bundle.scenario.title);
    }
}

/// Whoever can do nothing is told why by a rule, and so is who clicks a hex with which nothing is done:
/// in every system, wherever its steps have rules.
#[test]
fn a_click_that_does_nothing_is_answered_by_a_rule() {
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(3);
        let bots = vec![Bot::RANDOM; game.sides().len()];
        let (mut units, mut hexes) = (0, 0);
        for decision in 0..POSITIONS * 9 {
            if game.is_over() {
                break;
            }
            let offer = Offer::of(&game);
            if decision % 9 == 0 {
                let able = offer.actors();
                let all = game.units();
                let idle =
                    all.iter().filter(|unit| unit.hex.is_some() && !able.contains(unit.name));
                for unit in idle.step_by(1 + all.len() / UNITS) {
                    let said = nothing::of_unit(&game, &offer, unit.name, &words);
                    assert!(said.ends_with(')'), "{}: {said}", bundle.scenario.title);
                    units += 1;
                }
                for hex in game.grid().hexes().step_by(1 + game.grid().len() / HEXES) {
                    let said = nothing::of_hex(&game, &offer, None, hex, &words);
                    assert!(said.contains(&game.grid().label(hex)), "{said}");
                    assert!(said.ends_with(')'), "{}: {said}", bundle.scenario.title);
                    assert_eq!(doubled(&said), None, "{}: {said}", bundle.scenario.title);
                    hexes += 1;
                }
            }
            game.advance(&bots);
        }
        println!("{}: {units} units, {hexes} hexes", bundle.scenario.title);
        assert!(hexes > 0, "{}", bundle.scenario.title);
    }
}

/// Of one's own who can do nothing most know a rule of their own, and not only that of the step.
#[test]
fn who_can_do_nothing_is_told_why() {
    let bundle = &bundles()[0];
    let words = Words::new(SYSTEMS, bundle);
    let mut told = 0;
    for decisions in 0..120 {
        let session = in_the_midst(bundle, 4, decisions);
        let game = session.game();
        let offer = Offer::of(game);
        let able = offer.actors();
        let mut asked = BTreeSet::new();
        for unit in game.units() {
            let own = game.sides().get(unit.side) == game.deciding();
            let Some(hex) = unit.hex.filter(|_| own && !able.contains(unit.name)) else { continue };
            if let Some(why) = why_nothing(game, &offer, Some(unit.name), hex) {
                assert!(!why.rule.is_empty());
                told += 1;
                // Whoever clicks the hex hears it of the uppermost.
                if asked.insert(hex) {
                    let said = nothing::of_hex(game, &offer, None, hex, &words);
                    assert!(said.ends_with(&format!("({})", why.rule)), "{said}: {why}");
                }
            } else {
                asked.insert(hex);
            }
        }
    }
    assert!(told > 20, "{told}");
}

#[test]
fn a_full_stack_of_a_set_up_is_refused_by_the_stacking_rule() {
    let bundle = &bundles()[1];
    let (words, shapes) = (Words::new(SYSTEMS, bundle), Shapes::of(SYSTEMS, bundle));
    let mut session = in_the_midst(bundle, 3, 0);
    let phase = session.game().phase().to_owned();
    let mut full = 0;
    // Whoever still waits is held over each hex in which somebody of his group stands.
    for _ in 0..200 {
        let game = session.game();
        if game.phase() != phase {
            break;
        }
        let offer = Offer::of(game);
        let side = session.deciding();
        let units = game.units();
        let waiting = units.iter().filter(|unit| unit.hex.is_none() && Some(unit.side) == side);
        let waiting = waiting.map(|unit| unit.name).find(|name| offer.actors().contains(name));
        let there: Vec<_> = units.iter().filter(|u| Some(u.side) == side).collect();
        if let Some(unit) = waiting {
            let mut draft = Draft::default();
            assert!(draft.pick_unit(unit, &offer, &shapes));
            for hex in there.iter().filter_map(|unit| unit.hex) {
                let may = offer.legal().iter().any(|one| {
                    actors(one).any(|actor| actor == unit)
                        && one.text("hex") == Some(&game.grid().label(hex))
                });
                let why = Routes::default().why_not(game, &draft, &offer, &shapes, hex, &words);
                assert!(may || why.contains("(SW "), "{why}");
                full += usize::from(!may && why.contains("(SW 9.1)"));
            }
        }
        session.let_bot_decide(Stop::Person);
    }
    assert!(full > 0, "no hex was full");
}

#[test]
fn a_set_up_that_is_not_over_says_how_many_of_what_are_left() {
    let bundle = &bundles()[1];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 3, 0);
    let phase = session.game().phase().to_owned();
    let mut before: Option<(Option<usize>, u32)> = None;
    let mut counted = 0;
    while session.game().phase() == phase {
        let offer = Offer::of(session.game());
        let is_done = offer.legal().iter().any(|action| action.verb == "done");
        let why = offer.unfinished(&words);
        assert_eq!(why.is_none(), is_done, "{why:?}");
        if let Some(why) = why.filter(|why| why.contains("still to be set up")) {
            let left = why.strip_prefix("Not done yet: ").and_then(|why| why.split(' ').next());
            let left: u32 = left.and_then(|left| left.parse().ok()).expect("a number");
            let why = why.strip_suffix(" (SW 3.1)").expect("the rule");
            let kinds = why.rsplit_once(": ").unwrap().1.split(|c: char| !c.is_ascii_digit());
            let kinds = kinds.filter_map(|count| count.parse::<u32>().ok());
            assert_eq!(kinds.sum::<u32>(), left, "{why}");
            let now = (session.deciding(), left);
            if let Some(before) = before.filter(|before| before.0 == now.0) {
                assert!(now.1 <= before.1, "{why}");
                counted += usize::from(now.1 < before.1);
            }
            before = Some(now);
        }
        session.let_bot_decide(Stop::Person);
    }
    assert!(counted > 20, "{counted}");
}
