//! Whole games on the published set-up: what must hold of every one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use salient_hex::grid::Hex;
use salient_kaisers_battle::event::Detail;
use salient_lab::Options;
use salient_rules::game::UnitStatus;
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;
use salient_schema::plain::Value;

use crate::support::{SYSTEMS, kaisers_battle, told};
use crate::{audit, flying, gunnery};

fn prepared() -> (Bundle, Prepared) {
    let bundle = kaisers_battle();
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    (bundle, prepared)
}

fn any_bots() -> impl Strategy<Value = [Bot; 2]> {
    let bot = || prop_oneof![Just(Bot::RANDOM), Just(Bot::HEURISTIC), Just(Bot::PLANNER)];
    [bot(), bot()]
}

/// Stacking points of each face, by counter.
fn stacking(bundle: &Bundle) -> BTreeMap<String, Vec<i32>> {
    let size = |id: Option<&String>| {
        let sizes = &bundle.ruleset.counters.sizes;
        sizes.iter().find(|size| Some(&size.id) == id).map_or(0, |size| size.stacking)
    };
    bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .map(|counter| {
            let faces = counter.faces.iter();
            let points = faces.map(|face| size(face.size.as_ref().or(counter.size.as_ref())));
            (counter.id.clone(), points.collect())
        })
        .collect()
}

/// What must hold of a position at every decision.
fn check_position(game: &Match, stacking: &BTreeMap<String, Vec<i32>>, entries: &[String]) {
    let mut holder: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut points: BTreeMap<Hex, i32> = BTreeMap::new();
    let mut replacements = 0;
    for unit in game.units() {
        assert_eq!(unit.hex.is_some(), unit.status == UnitStatus::OnMap, "{}", unit.name);
        if unit.counter == "de-regimental-replacement" {
            assert!(matches!(
                unit.status,
                UnitStatus::OnMap | UnitStatus::Pool | UnitStatus::Exited
            ));
            replacements += 1;
        }
        let Some(hex) = unit.hex else { continue };
        let before = holder.insert(hex, unit.side);
        assert!(
            before.is_none_or(|side| side == unit.side),
            "enemies in {}",
            game.grid().label(hex)
        );
        *points.entry(hex).or_default() += stacking[unit.counter][usize::from(unit.face)];
    }
    assert!(replacements > 0);
    // KB 7.21: after a side's movement phase its stacks are in order.
    if let Some(side) = ["german-combat", "allied-combat"].iter().position(|id| *id == game.phase())
        && !game
            .events()
            .iter()
            .rev()
            .take_while(|event| event.phase == game.phase())
            .any(|event| matches!(told(event), Some(Detail::Combat(_))))
    {
        for (hex, points) in points {
            let label = game.grid().label(hex);
            if holder[&hex] == side && !entries.contains(&label) {
                assert!(points <= 12, "{points} stacking points in {label}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn games_keep_the_rules(seed in any::<u64>(), bots in any_bots()) {
        let (bundle, prepared) = prepared();
        let stacking = stacking(&bundle);
        let entries: Vec<String> = bundle
            .map
            .features
            .items
            .iter()
            .filter(|feature| feature.letter.is_some())
            .map(|feature| feature.hex.clone())
            .collect();
        let mut game = prepared.start(seed);
        let mut decisions = 0;
        let mut guns = gunnery::Gunnery::default();
        let mut aircraft = flying::Flying::default();
        guns.check(game.grid(), &gunnery::positions(&game), game.events());
        while !game.is_over() {
            check_position(&game, &stacking, &entries);
            let before = game.events().len();
            let positions = gunnery::positions(&game);
            let advance = game.advance(&bots);
            prop_assert_eq!(advance.events.start, before);
            guns.check(game.grid(), &positions, &game.events()[before..]);
            aircraft.check(game.grid(), &positions, &game.events()[before..]);
            decisions += 1;
            prop_assert!(decisions < 20_000);
        }
        audit::audit(game.events(), &bundle);
        prop_assert_eq!(usize::from(game.turn()), bundle.scenario.turns.len());
        prop_assert_eq!(game.score(), game.outcome().unwrap().points);
        prop_assert!(game.legal().is_empty() && game.deciding().is_none());
    }

    #[test]
    fn the_same_seed_plays_the_same_game(seed in any::<u64>(), bots in any_bots()) {
        let (_, prepared) = prepared();
        let play = |mut game: Match| {
            while !game.is_over() {
                game.advance(&bots);
            }
            game
        };
        let (one, two) = (play(prepared.start(seed)), play(prepared.start(seed)));
        prop_assert_eq!(one.events(), two.events());
        prop_assert_eq!(one.state_hash(), two.state_hash());
        let quiet = play(prepared.start_quietly(seed));
        prop_assert!(quiet.events().is_empty());
        prop_assert_eq!(quiet.state_hash(), one.state_hash());
    }

    /// Walks into a game and tries everything that is said to be legal there, and twisted
    /// versions of it that mostly are not.
    #[test]
    fn legal_actions_apply_and_refused_ones_change_nothing(
        seed in any::<u64>(),
        bots in any_bots(),
        depth in 0_usize..500,
        twist in any::<prop::sample::Index>(),
    ) {
        let (_, prepared) = prepared();
        let mut game = prepared.start(seed);
        for _ in 0..depth {
            if !game.is_over() {
                game.advance(&bots);
            }
        }
        let legal = game.legal();
        prop_assert!(game.is_over() || !legal.is_empty());
        let once: BTreeSet<&Action> = legal.iter().collect();
        prop_assert_eq!(once.len(), legal.len(), "an action stands twice");
        let hash = game.state_hash();
        for (i, action) in legal.iter().enumerate() {
            // All of a short list, a sample of a long one.
            if legal.len() < 200 || i % 17 == twist.index(17) {
                let mut next = game.clone();
                let done = next.apply(action);
                prop_assert!(done.is_ok(), "{:?}: {:?}", action, done);
                prop_assert_ne!(next.state_hash(), hash);
            }
            let other = &legal[twist.index(legal.len())];
            for twisted in twisted(action, other) {
                let mut next = game.clone();
                let events = next.events().len();
                if let Err(refusal) = next.apply(&twisted) {
                    prop_assert_eq!(next.state_hash(), hash, "{:?}", twisted);
                    prop_assert_eq!(next.events().len(), events);
                    prop_assert!(refusal.rule.starts_with("KB ") || refusal.rule.is_empty());
                }
            }
            if i > 300 {
                break;
            }
        }
        prop_assert_eq!(game.state_hash(), hash);
    }
}

/// An action of these fields.
fn action(verb: &str, fields: &[(&str, Value)]) -> Action {
    with(&Action::plain(verb), fields)
}

/// An action with some fields changed.
fn with(action: &Action, fields: &[(&str, Value)]) -> Action {
    let mut action = action.clone();
    action.fields.extend(fields.iter().map(|(name, value)| ((*name).into(), value.clone())));
    action
}

/// Variations of an action, most of them against the rules.
fn twisted(one: &Action, other: &Action) -> Vec<Action> {
    let (text, list) = (|text: &str| Value::Text(text.into()), Value::List);
    let items = |action: &Action, field: &str| match action.fields.get(field) {
        Some(Value::List(items)) => items.clone(),
        _ => Vec::new(),
    };
    let number = |action: &Action, field: &str| match action.fields.get(field) {
        Some(Value::Number(number)) => *number,
        _ => 0,
    };
    let all = |field| list([items(one, field), items(other, field)].concat());
    let guns = |field, heavy| [("field", Value::Number(field)), ("heavy", Value::Number(heavy))];
    let (field, heavy) = (number(one, "field"), number(one, "heavy"));
    let mut out = vec![
        Action::plain("done"),
        action("lose", &[("unit", text("de-hq-3"))]),
        action("move", &[("unit", text("nobody")), ("exit", Value::Bool(true))]),
        action("retreat", &[("hex", text("9999"))]),
    ];
    match (one.verb.as_str(), other.verb.as_str()) {
        ("move", "move") => {
            let exits = one.fields.get("exit") == Some(&Value::Bool(true));
            let path = items(one, "path");
            let long = path.iter().chain(path.iter().rev()).cloned().collect();
            out.push(with(one, &[("path", list(items(other, "path")))]));
            out.push(with(one, &[("exit", Value::Bool(!exits))]));
            out.push(with(one, &[("path", list(long)), ("exit", Value::Bool(false))]));
        }
        ("attack", "attack") => {
            let mut plain = one.clone();
            plain.fields.remove("barrage");
            let barrage = guns(2, 9).map(|(name, points)| (name.into(), points));
            out.push(with(one, &[("barrage", Value::Table(barrage.into_iter().collect()))]));
            out.push(with(&plain, &[("units", all("units"))]));
            out.push(with(&plain, &[("hexes", all("hexes"))]));
            out.push(with(&plain, &[("hexes", list(items(other, "hexes")))]));
        }
        ("gas", "gas") => {
            let (field, heavy) = (number(other, "field"), number(other, "heavy"));
            out.push(with(one, &guns(field, heavy)));
            out.push(with(one, &guns(heavy, field)));
            out.push(with(one, &guns(15, 15)));
        }
        ("drumfire", "drumfire") => {
            out.push(with(one, &guns(number(other, "field"), number(other, "heavy"))));
            out.push(with(one, &guns(0, 0)));
        }
        ("sos", _) => {
            out.push(with(one, &guns(heavy, field)));
            out.push(with(one, &guns(40, 1)));
        }
        ("counter_battery", _) => {
            out.push(with(one, &guns(field + 1, heavy)));
            out.push(with(one, &guns(field + 50, heavy)));
        }
        ("advance", _) => {
            let path = items(one, "path");
            out.push(with(one, &[("path", list([path.clone(), path].concat()))]));
        }
        _ => {}
    }
    out
}

#[test]
fn the_heuristic_plays_better_than_chance() {
    let (bundle, _) = prepared();
    let mean = |bots: [Bot; 2]| {
        let options = Options { games: 16, seed: 3, bots: bots.to_vec(), until: None };
        let report =
            salient_lab::run(SYSTEMS, &bundle, &options, &|_| {}, &AtomicBool::new(false)).unwrap();
        report.points.unwrap().estimate.mean
    };
    let both = mean([Bot::HEURISTIC, Bot::HEURISTIC]);
    assert!(both > mean([Bot::RANDOM, Bot::HEURISTIC]));
    assert!(both < mean([Bot::HEURISTIC, Bot::RANDOM]));
}
