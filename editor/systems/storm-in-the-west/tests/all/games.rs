//! Whole games of 1918: Storm in the West: what must hold of every position of every scenario.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use salient_hex::grid::Hex;
use salient_rules::dice::SplitMix64;
use salient_rules::game::UnitStatus;
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;
use salient_schema::event::EventKind;
use salient_schema::order_of_battle::Counter;
use salient_schema::plain::Value;
use salient_storm_in_the_west::event::Detail;

use crate::support::{SCENARIOS, SYSTEMS, storm_in_the_west, told};

/// What the audit knows of the counters, by itself.
struct Book {
    counters: BTreeMap<String, Counter>,
    stacking: BTreeMap<String, i32>,
    armies: BTreeMap<String, String>,
    /// Most units in a hex, and of Americans alone (SW 9.1, S3.14).
    limits: (i32, i32),
    /// Hexes that nobody enters.
    barred: BTreeSet<String>,
}

impl Book {
    fn of(bundle: &Bundle) -> Self {
        let ruleset = &bundle.ruleset;
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let limit = |id: &str| {
            let changed = bundle.scenario.constant_override(id).map(|(_, value)| value);
            let printed = ruleset.constants.iter().find(|constant| constant.id == id);
            changed.unwrap_or_else(|| printed.unwrap().value)
        };
        let layer = &bundle.map.terrain;
        let impassable = |glyph: char| {
            let id = &layer.palette[&glyph.to_string()];
            ruleset.terrain.iter().any(|kind| kind.id == *id && kind.impassable)
        };
        let grid = salient_hex::HexGrid::new(&bundle.map.grid);
        let glyphs = layer.rows.iter().flat_map(|row| row.chars());
        Self {
            counters: counters.map(|counter| (counter.id.clone(), counter.clone())).collect(),
            stacking: ruleset
                .counters
                .sizes
                .iter()
                .map(|size| (size.id.clone(), size.stacking))
                .collect(),
            armies: ruleset
                .nations
                .iter()
                .map(|nation| {
                    let army = nation.serves_with.as_ref().unwrap_or(&nation.id);
                    (nation.id.clone(), army.clone())
                })
                .collect(),
            limits: (limit("stacking_limit"), limit("american_stacking")),
            barred: grid
                .hexes()
                .zip(glyphs)
                .filter(|&(_, glyph)| impassable(glyph))
                .map(|(hex, _)| grid.label(hex))
                .collect(),
        }
    }

    /// What must hold of a position at every decision.
    fn check(&self, game: &Match) {
        let mut stacks: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        let mut sides: BTreeMap<Hex, BTreeSet<usize>> = BTreeMap::new();
        for unit in game.units() {
            assert_eq!(unit.hex.is_some(), unit.status == UnitStatus::OnMap, "{}", unit.name);
            let counter = &self.counters[unit.counter];
            assert!(usize::from(unit.face) < counter.faces.len(), "{}", unit.name);
            let Some(hex) = unit.hex else { continue };
            if counter.unit_type == "marker" {
                continue;
            }
            assert!(counter.unit_type != "air", "{} is on the map", unit.name);
            stacks.entry(hex).or_default().push(counter);
            sides.entry(hex).or_default().insert(unit.side);
        }
        for (hex, stack) in &stacks {
            let label = game.grid().label(*hex);
            assert_eq!(sides[hex].len(), 1, "enemies in {label}");
            assert!(!self.barred.contains(&label), "somebody is in {label}");
            let points: i32 =
                stack.iter().map(|counter| self.stacking[counter.size.as_ref().unwrap()]).sum();
            let all_american = stack.iter().all(|counter| {
                counter.nation.as_deref() == Some("american")
                    || self.stacking[counter.size.as_ref().unwrap()] == 0
            });
            let limit = if all_american { self.limits.1 } else { self.limits.0 };
            assert!(points <= limit, "{points} in {label}");
            // SW 9.5, 9.6: one army, or one with Americans.
            let mut armies: BTreeSet<&String> = stack
                .iter()
                .map(|counter| &self.armies[counter.nation.as_ref().unwrap()])
                .collect();
            armies.remove(&"american".to_owned());
            assert!(armies.len() <= 1, "{armies:?} in {label}");
        }
    }
}

/// The log by itself: morale in its bounds, transferred as it should be; losses add up.
fn check_log(game: &Match) {
    let mut morale: BTreeMap<String, i32> = BTreeMap::new();
    for event in game.events() {
        match (&event.kind, told(event)) {
            (EventKind::Level(change), _) => {
                assert_eq!(change.to, (change.from + change.by).clamp(0, 30));
                if let Some(before) = morale.insert(change.side.clone(), change.to) {
                    assert_eq!(before, change.from, "{change:?}");
                }
            }
            (_, Some(Detail::OddsCombat(combat))) => {
                let modifiers: i32 = combat.modifiers.iter().map(|modifier| modifier.value).sum();
                if let (Some(die), Some(modified)) = (combat.die, combat.modified_die) {
                    assert_eq!(i32::from(die) + modifiers, modified);
                    assert_eq!(combat.row, Some(modified.clamp(1, 9)));
                }
                for side in [&combat.attacker, &combat.defender] {
                    let half = (side.to_be_halved + 1) / 2;
                    assert_eq!(side.strength, side.full + half + side.support, "{side:?}");
                }
            }
            (EventKind::TurnEnd(end), _) => {
                let hexes = end.levels.iter().filter(|level| level.id == "hexes");
                let held: i32 = hexes.map(|level| level.value).sum();
                assert!(held > 500, "{held} hexes are held");
                for level in &end.levels {
                    let bounds = if level.id == "morale" { 0..=30 } else { 0..=10_000 };
                    assert!(bounds.contains(&level.value), "{level:?}");
                }
            }
            _ => {}
        }
    }
}

/// Some of the legal actions, each tried on a copy; and some that are not.
fn try_actions(game: &Match, chance: &mut SplitMix64) {
    let legal = game.legal();
    assert!(!legal.is_empty(), "nothing is legal in {}", game.phase());
    let any = &legal[chance.below(legal.len() as u32) as usize];
    let mut copy = game.clone();
    assert_eq!(copy.state_hash(), game.state_hash());
    copy.apply(any).unwrap_or_else(|refusal| panic!("{any:?}: {refusal}"));
    let text = |text: &str| Value::Text(text.into());
    let list = |name: &str| Value::List(vec![text(name)]);
    let action = |verb: &str, fields: Vec<(&str, Value)>| Action {
        verb: verb.into(),
        fields: fields.into_iter().map(|(name, value)| (name.into(), value)).collect(),
    };
    let nonsense = [
        action("attack", vec![("units", list("de-st-3")), ("hexes", list("1441"))]),
        action("rail", vec![("unit", text("fr-1")), ("hex", text("1618"))]),
        action("rebuild", vec![("unit", text("de-agb")), ("hex", text("1618"))]),
        // Nobody observes anything here.
        action("observe", vec![("hex", text("3120"))]),
    ];
    for action in nonsense.into_iter().filter(|action| !legal.contains(action)) {
        let mut copy = game.clone();
        if copy.apply(&action).is_err() {
            assert_eq!(copy.state_hash(), game.state_hash(), "a refused {action:?} changed it");
        }
    }
}

fn bots() -> impl Strategy<Value = [Bot; 2]> {
    let bot = || prop_oneof![Just(Bot::HEURISTIC), Just(Bot::PLANNER)];
    [bot(), bot()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_a_game_is_legal(
        scenario in 0..SCENARIOS.len(),
        seed in any::<u64>(),
        bots in bots(),
    ) {
        let bundle = storm_in_the_west(SCENARIOS[scenario]);
        let book = Book::of(&bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(seed);
        let mut chance = SplitMix64::new(seed);
        let mut decisions = 0_u32;
        while !game.is_over() {
            book.check(&game);
            // What is legal costs more to list than a decision of a bot.
            if decisions.is_multiple_of(64) {
                try_actions(&game, &mut chance);
            }
            game.advance(&bots);
            decisions += 1;
            prop_assert!(decisions < 20_000);
        }
        check_log(&game);
    }
}

/// Whoever does anything that is legal, for a game-turn or two, stays within the rules.
#[test]
fn chance_keeps_to_the_rules() {
    for scenario in SCENARIOS {
        let bundle = storm_in_the_west(scenario);
        let book = Book::of(&bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
        let mut decisions = 0;
        while !game.is_over() && decisions < 700 {
            game.advance(&[Bot::RANDOM; 2]);
            book.check(&game);
            decisions += 1;
        }
        check_log(&game);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_with_and_without_a_log() {
    let prepared = Prepared::new(SYSTEMS, &storm_in_the_west("campaign")).unwrap();
    let play = |mut game: Match| {
        while !game.is_over() {
            game.advance(&[Bot::PLANNER, Bot::HEURISTIC]);
        }
        (game.state_hash(), game.events().to_vec())
    };
    let (one, log) = play(prepared.start(41));
    let (two, again) = play(prepared.start(41));
    let (quiet, none) = play(prepared.start_quietly(41));
    assert_eq!((one, &log), (two, &again));
    assert_eq!(one, quiet);
    assert!(none.is_empty() && log.len() > 500);
}

#[test]
fn morale_goes_with_the_hex_and_nothing_is_lost_on_the_way() {
    // SW 4.2: what one side loses by a hex the other gains, but for the bounds.
    let mut game = Prepared::new(SYSTEMS, &storm_in_the_west("campaign")).unwrap().start(5);
    while !game.is_over() {
        game.advance(&[Bot::HEURISTIC; 2]);
    }
    let mut by_hex: BTreeMap<String, i32> = BTreeMap::new();
    let changes = game.events().iter().filter_map(|event| match &event.kind {
        EventKind::Level(change) => Some(change),
        _ => None,
    });
    for change in changes.filter(|change| change.reason == "morale-hex") {
        *by_hex.entry(change.hex.clone().unwrap()).or_default() += change.by;
    }
    assert!(!by_hex.is_empty());
    assert!(by_hex.values().all(|&sum| sum == 0), "{by_hex:?}");
}
