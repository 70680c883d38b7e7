//! What a way costs is what the log says was spent on it, and whoever is refused is told why.

use salient_play::draft::check;
use salient_play::offer::{actors, targets};
use salient_play::routes::{open, way_together};
use salient_play::{Draft, Offer, Routes, Session, Shapes};
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;
use salient_schema::event::EventKind;

use crate::support::{SYSTEMS, bundles, in_the_midst};

/// A game in which units move along hexes.
fn moving(bundle: &Bundle) -> (Session, Offer) {
    let at = (20..600).step_by(15).find_map(|decisions| {
        let session = in_the_midst(bundle, 4, decisions);
        let offer = Offer::of(session.game());
        (offer.count("move") > 40).then_some((session, offer))
    });
    at.expect("a step in which units move")
}

/// The units that may move, each picked alone.
fn picked(offer: &Offer, shapes: &Shapes) -> Vec<Draft> {
    let mut units: Vec<&str> = Vec::new();
    for action in offer.legal().iter().filter(|action| action.verb == "move") {
        units.extend(actors(action).filter(|unit| !units.contains(unit)).collect::<Vec<_>>());
    }
    let pick = |unit: &&str| {
        let mut draft = Draft::default();
        draft.pick_kind("move");
        assert!(draft.pick_unit(unit, offer, shapes));
        draft
    };
    units.iter().map(pick).collect()
}

#[test]
fn what_a_hex_costs_is_what_the_log_says_was_spent() {
    for bundle in bundles() {
        let shapes = Shapes::of(SYSTEMS, &bundle);
        let words = Words::new(SYSTEMS, &bundle);
        let (session, offer) = moving(&bundle);
        let (game, mut routes) = (session.game(), Routes::default());
        let mut seen = 0;
        for draft in picked(&offer, &shapes).iter().take(12) {
            routes.find(game, draft);
            let points = routes.spending().expect("movement points").points;
            // With a leader along the way may be another one.
            let alone = |one: &&Action| actors(one).count() == draft.units().len();
            let ways = draft.candidates(&offer).filter(alone);
            for action in ways.filter(|one| !one.texts("path").is_empty()) {
                let hex = game.grid().parse(targets(action).next().unwrap()).unwrap();
                let spent = routes.spent(hex).unwrap_or_else(|| panic!("no way for {action:?}"));
                let way = routes.way(game, hex);
                let path: Vec<String> =
                    way.iter().skip(1).map(|hex| game.grid().label(*hex)).collect();
                assert_eq!(path, action.texts("path"), "another way: {action:?}");
                let mut copy = game.tried(Dice::seeded(1));
                copy.apply(action).unwrap();
                let moved =
                    copy.events().iter().find(|event| matches!(event.kind, EventKind::Moved(_)));
                let Some(moved) = moved else { continue };
                let line = words.lines(moved).remove(0).text;
                // Of the one hex that may always be entered some logs tell what it would cost.
                seen += 1;
                if !line.ends_with(" MP") {
                    continue;
                }
                let told = line.rsplit(", ").next().and_then(|told| told.split(' ').next());
                let told: u32 = told.and_then(|told| told.parse().ok()).expect("a number");
                let granted = told > points && spent == points && path.len() == 1;
                assert!(told == spent || granted, "{spent}: {line}");
                assert!(line.ends_with(&format!(" of {points} MP")), "{points}: {line}");
            }
        }
        assert!(seen > 30, "{seen} moves");
    }
}

#[test]
fn a_hex_that_is_out_of_reach_says_so_with_the_rules_number() {
    for bundle in bundles() {
        let shapes = Shapes::of(SYSTEMS, &bundle);
        let words = Words::new(SYSTEMS, &bundle);
        let (session, offer) = moving(&bundle);
        let (game, mut routes) = (session.game(), Routes::default());
        let book = ["KB", "SW", "IA"][bundles().iter().position(|one| *one == bundle).unwrap()];
        let rule = format!("({book} ");
        let (mut refused, mut too_far) = (0, 0);
        for draft in picked(&offer, &shapes).iter().step_by(5) {
            routes.find(game, draft);
            let open = draft.open_hexes(&offer);
            for hex in game.grid().hexes().step_by(1 + game.grid().len() / 80) {
                let label = game.grid().label(hex);
                let from = game.units().iter().find(|u| u.name == draft.units()[0]).unwrap().hex;
                if open.contains(label.as_str()) || from == Some(hex) {
                    continue;
                }
                let why = routes.why_not(game, draft, &offer, &shapes, hex, &words);
                assert!(why.contains(&label) && why.contains(&rule), "{why}");
                assert!(!why.contains("not adjacent"), "{why}");
                refused += 1;
                too_far += usize::from(why.contains("movement points"));
            }
        }
        assert!(refused > 50 && too_far > 10, "{book}: {too_far} of {refused}");
    }
}

#[test]
fn nothing_is_counted_where_nobody_walks() {
    let bundle = &bundles()[0];
    let session = in_the_midst(bundle, 4, 10);
    let mut routes = Routes::default();
    routes.find(session.game(), &Draft::default());
    assert!(routes.spending().is_none() && routes.cost(salient_hex::Hex(0)).is_none());
}

/// The positions of a game of Infantry Attacks in which a unit may move with a leader.
fn moving_with_leaders() -> Vec<(Match, Offer, [String; 2])> {
    let bundle = &bundles()[2];
    let mut found = Vec::new();
    for seed in 1..6 {
        let mut game = Prepared::new(SYSTEMS, bundle).unwrap().start(seed);
        while !game.is_over() && found.len() < 8 * seed as usize {
            let offer = Offer::of(&game);
            let mut moves = offer.legal().iter().filter(|action| action.verb == "move");
            let pair = moves.find_map(|action| match action.texts("units").as_slice() {
                [unit, leader] => Some([unit.to_string(), leader.to_string()]),
                _ => None,
            });
            if let Some(pair) = pair {
                found.push((game.tried(Dice::seeded(seed)), offer, pair));
            }
            game.advance(&[Bot::RANDOM; 2]);
        }
    }
    found
}

#[test]
fn who_goes_together_is_shown_where_all_of_them_may_go() {
    let bundle = &bundles()[2];
    let (shapes, words) = (Shapes::of(SYSTEMS, bundle), Words::new(SYSTEMS, bundle));
    let (mut shown, mut beyond) = (0, 0);
    for (game, offer, [unit, leader]) in moving_with_leaders() {
        // Whoever is picked first, the rules know who leads whom.
        let all = [[&unit, &leader], [&leader, &unit]].map(|units| {
            let mut draft = Draft::default();
            draft.pick_kind("move");
            units.iter().for_each(|unit| assert!(draft.pick_unit(unit, &offer, &shapes)));
            let open = open(&game, &draft, &offer, &shapes);
            let mut routes = Routes::default();
            routes.find(&game, &draft);
            let points = routes.spending().expect("movement points").points;
            for &hex in &open {
                let label = game.grid().label(hex);
                let way = way_together(&game, &draft, &offer, &shapes, &label).unwrap();
                assert_eq!(check(&game, &way), Ok(()), "{way:?}");
                let cost = routes.cost(hex).expect("a cost");
                assert!(cost <= points || way.texts("path").len() == 1, "{way:?}: {cost}");
                shown += 1;
            }
            // Beyond, the rules say which of the two cannot go so far.
            for label in draft.open_hexes(&offer) {
                let hex = game.grid().parse(label).unwrap();
                if !open.contains(&hex) {
                    let why = routes.why_not(&game, &draft, &offer, &shapes, hex, &words);
                    let named =
                        [&unit, &leader].into_iter().any(|one| why.contains(&words.unit(one)));
                    assert!(named && why.contains("(IA "), "{unit} and {leader}: {why}");
                    beyond += 1;
                }
            }
            open
        });
        assert_eq!(all[0], all[1]);
    }
    assert!(shown > 50 && beyond > 20, "{shown} shown, {beyond} beyond");
}
