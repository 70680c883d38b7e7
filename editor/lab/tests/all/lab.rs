//! The test-run lab: a report depends on the scenario and the options alone, however the games
//! are shared out, and two reports tell two scenarios apart.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use proptest::prelude::*;
use salient_lab::{
    BLOCK, FactKind, MergeError, Options, Part, Progress, Report, Shard, compare, merge,
};
use salient_rules::{Bot, Prepared};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

fn options(games: u32) -> Options {
    Options { games, seed: 5, bots: vec![Bot::HEURISTIC; 2], until: None }
}

fn run(bundle: &Bundle, options: &Options) -> Report {
    salient_lab::run(SYSTEMS, bundle, options, &|_| {}, &AtomicBool::new(false)).unwrap()
}

fn shard(bundle: &Bundle, options: &Options, part: Part) -> Shard {
    salient_lab::run_shard(SYSTEMS, bundle, options, part, &|_| {}, &AtomicBool::new(false), None)
        .unwrap()
}

fn bytes(report: &Report) -> String {
    serde_json::to_string(report).unwrap()
}

/// Forty games of the published set-up, and each of them alone.
fn forty() -> &'static (Report, Vec<Shard>) {
    static FORTY: OnceLock<(Report, Vec<Shard>)> = OnceLock::new();
    FORTY.get_or_init(|| {
        let (bundle, options) = (kaisers_battle(), options(40));
        let alone = (1..=40).map(|number| shard(&bundle, &options, Part { number, of: 40 }));
        (run(&bundle, &options), alone.collect())
    })
}

#[test]
fn shards_make_the_report_of_one_run() {
    let (bundle, options) = (kaisers_battle(), options(13));
    let whole = bytes(&run(&bundle, &options));
    for of in [1, 2, 5, 13, 16] {
        let mut shards: Vec<Shard> =
            (1..=of).map(|number| shard(&bundle, &options, Part { number, of })).collect();
        shards.reverse();
        // Through a file and back.
        let text: Vec<String> =
            shards.iter().map(|shard| serde_json::to_string(shard).unwrap()).collect();
        let shards = text.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        assert_eq!(bytes(&merge(shards).unwrap()), whole, "{of} shards");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Sums do not mind in what order and groups they are added up.
    #[test]
    fn any_split_gives_the_same_bytes(
        groups in proptest::collection::vec(0_usize..7, 40),
        order in Just((0..40).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let (whole, alone) = forty();
        let mut sums: Vec<Option<Shard>> = vec![None; 7];
        for game in order {
            match &mut sums[groups[game]] {
                Some(sum) => {
                    sum.totals.merge(&alone[game].totals);
                    sum.games.extend(alone[game].games.iter().cloned());
                }
                empty => *empty = Some(alone[game].clone()),
            }
        }
        let mut sums = sums.into_iter().flatten();
        let mut all = sums.next().unwrap();
        for sum in sums {
            all.totals.merge(&sum.totals);
            all.games.extend(sum.games);
        }
        all.part = Part::WHOLE;
        all.games.sort_by_key(|game| game.game);
        prop_assert_eq!(bytes(&merge(vec![all]).unwrap()), bytes(whole));
    }
}

#[test]
fn what_is_no_whole_run_is_refused() {
    let (bundle, options) = (kaisers_battle(), options(3));
    let part = |number| shard(&bundle, &options, Part { number, of: 3 });
    let (one, two, three) = (part(1), part(2), part(3));
    let fails = |shards: &[&Shard]| merge(shards.iter().map(|&s| s.clone()).collect()).unwrap_err();
    let (second, third) = (two.part, three.part);

    assert_eq!(fails(&[]), MergeError::None);
    assert_eq!(fails(&[&one, &three]), MergeError::Missing(vec![second]));
    assert_eq!(fails(&[&two, &one]), MergeError::Missing(vec![third]));
    assert_eq!(fails(&[&one, &two, &two, &three]), MergeError::Doubled(second));

    let mut seed = two.clone();
    seed.options.seed += 1;
    let foreign = fails(&[&one, &seed, &three]);
    assert!(matches!(foreign, MergeError::Foreign { what: "the seed", .. }), "{foreign}");
    let mut scenario = two.clone();
    scenario.subject.fingerprint = "0".to_owned();
    let foreign = fails(&[&one, &scenario, &three]);
    assert!(matches!(foreign, MergeError::Foreign { what: "the scenario", .. }), "{foreign}");

    let mut stopped = two.clone();
    stopped.games.clear();
    assert!(matches!(fails(&[&one, &stopped, &three]), MergeError::Broken(..)));
    let none = AtomicBool::new(true);
    let stopped =
        salient_lab::run_shard(SYSTEMS, &bundle, &options, second, &|_| {}, &none, None).unwrap();
    assert_eq!(fails(&[&one, &stopped, &three]), MergeError::Stopped(second));
    let mut version = two;
    version.shard_version = 99;
    assert_eq!(fails(&[&one, &version, &three]), MergeError::Version(second));
}

#[test]
fn shares_of_a_run_are_written_as_k_of_n() {
    assert_eq!("2/8".parse(), Ok(Part { number: 2, of: 8 }));
    assert_eq!(Part { number: 2, of: 8 }.to_string(), "2/8");
    for wrong in ["", "2", "0/8", "9/8", "1/0", "a/8", "1/8/9", "-1/8"] {
        assert!(wrong.parse::<Part>().is_err(), "{wrong}");
    }
}

#[test]
fn the_report_says_what_the_logs_say() {
    let bundle = kaisers_battle();
    let logs = std::sync::Mutex::new(Vec::<(u32, Vec<Event>)>::new());
    let keep = |game: u32, events: &[Event]| logs.lock().unwrap().push((game, events.to_vec()));
    let options = options(6);
    let report = salient_lab::run_logged(
        SYSTEMS,
        &bundle,
        &options,
        &|_| {},
        &AtomicBool::new(false),
        &keep,
    )
    .unwrap();
    assert_eq!(bytes(&report), bytes(&run(&bundle, &options)), "a kept log changes nothing");
    let logs = logs.into_inner().unwrap();
    let count = |wanted: fn(&EventKind) -> u64| {
        let events = logs.iter().flat_map(|(_, events)| events);
        events.map(|event| wanted(&event.kind)).sum::<u64>()
    };
    let combats = count(|kind| u64::from(matches!(kind, EventKind::Attacked(_))));
    assert_eq!(report.odds.iter().map(|band| band.attacks).sum::<u64>(), combats);
    let moves =
        count(|kind| u64::from(matches!(kind, EventKind::Moved(moved) if moved.by == "move")));
    assert_eq!(report.units.iter().map(|unit| unit.moves).sum::<u64>(), moves);
    let steps = count(|kind| match kind {
        EventKind::Lost(lost) => lost.steps as u64,
        _ => 0,
    });
    assert_eq!(report.units.iter().map(|unit| unit.steps).sum::<u64>(), steps);
    assert_eq!(report.heat.lost.iter().map(|&n| u64::from(n)).sum::<u64>(), steps);
    let fought = count(|kind| match kind {
        EventKind::Attacked(attack) => attack.hexes.len() as u64,
        _ => 0,
    });
    assert_eq!(report.heat.fought.iter().map(|&n| u64::from(n)).sum::<u64>(), fought);
    let taken = count(|kind| u64::from(matches!(kind, EventKind::Control(_))));
    assert_eq!(report.towns.iter().map(|town| town.changes).sum::<u64>(), taken);

    // The game's own count of losses, by side and by turn.
    for (side, losses) in report.losses.iter().enumerate() {
        let steps: u32 = report.games.iter().map(|game| game.losses[side].steps).sum();
        assert_eq!(losses.steps.mean, f64::from(steps) / 6.0, "{}", losses.side);
        let by_turn: f64 = report.turns.iter().map(|turn| turn.sides[side].steps.mean).sum();
        assert!((by_turn - losses.steps.mean).abs() < 1e-9);
        let units: u32 = report.games.iter().map(|game| game.losses[side].units).sum();
        assert_eq!(losses.units.mean, f64::from(units) / 6.0, "{}", losses.side);
    }
    let last = report.turns.last().unwrap();
    assert_eq!(last.points, report.points.as_ref().unwrap().estimate, "the last turn decides");
}

#[test]
fn the_front_begins_at_the_set_up_and_every_hex_is_held_once() {
    let (report, _) = forty();
    assert_eq!(report.front.len(), report.turns.len() + 1);
    for turn in &report.front {
        assert_eq!((turn.held.len(), turn.games), (2, 40));
        for (german, allied) in turn.held[0].iter().zip(&turn.held[1]) {
            assert!(german + allied <= 40);
        }
    }
    for unit in &report.subject.units {
        let Some(hex) = &unit.hex else { continue };
        let place = report.subject.hexes.iter().position(|known| known == hex).unwrap();
        assert_eq!(report.front[0].held[unit.side][place], 40, "{hex}");
    }
    let german = |turn: usize| report.front[turn].held[0].iter().sum::<u32>();
    assert!(german(10) > german(0), "the Germans gain ground");
}

#[test]
fn shares_and_counts_are_sound() {
    let (report, _) = forty();
    assert_eq!(report.levels.iter().map(|level| level.share.count).sum::<u64>(), 40);
    assert_eq!(report.wins.iter().map(|wins| wins.share.count).sum::<u64>(), 40);
    for level in &report.levels {
        let share = level.share;
        assert!(share.low <= share.share && share.share <= share.high, "{share:?}");
    }
    let points = report.points.as_ref().unwrap();
    assert!(f64::from(points.min) <= points.lower_quartile);
    assert!(points.lower_quartile <= points.median && points.median <= points.upper_quartile);
    assert!(points.upper_quartile <= f64::from(points.max));
    for unit in &report.units {
        assert!(unit.present <= 40 && unit.used <= unit.present, "{unit:?}");
        assert!(unit.lost.count <= 40);
    }
    assert!(report.units.iter().any(|unit| unit.attacks > 0));
    let numbers: BTreeSet<&str> = report.rules.iter().map(|rule| rule.rule.as_str()).collect();
    assert!(numbers.contains("KB 8.75"), "{numbers:?}");
    let place = |rule: &str| report.rules.iter().position(|known| known.rule == rule);
    assert!(place("KB 8.75") < place("KB 15.11"), "8 comes before 15");
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let (bundle, mut options) = (kaisers_battle(), options(12));
    options.bots = vec![Bot::HEURISTIC, Bot::RANDOM];
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bytes(&run(&bundle, &options)))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_run_goes_on_until_its_intervals_are_narrow() {
    let (bundle, mut options) = (kaisers_battle(), options(10 * BLOCK));
    options.until = Some(0.12);
    let expected = AtomicU32::new(0);
    let progress = |progress: Progress| {
        expected.fetch_max(progress.games, Ordering::Relaxed);
    };
    let report =
        salient_lab::run(SYSTEMS, &bundle, &options, &progress, &AtomicBool::new(false)).unwrap();
    assert!(report.precision() <= 0.12 && !report.stopped, "{}", report.precision());
    assert_eq!(report.played % BLOCK, 0);
    assert!(report.played < report.wanted && expected.into_inner() >= report.played);
    // The first games are those of a run of fixed length.
    let mut fixed = options.clone();
    (fixed.games, fixed.until) = (report.played, None);
    let fixed = run(&bundle, &fixed);
    assert_eq!((fixed.games, fixed.levels), (report.games, report.levels));

    options.until = Some(0.000_1);
    options.games = BLOCK + 1;
    let report = run(&bundle, &options);
    assert_eq!(report.played, BLOCK + 1, "never more than the most");
}

#[test]
fn games_go_on_from_a_position_and_share_what_led_to_it() {
    let bundle = kaisers_battle();
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    let bots = vec![Bot::HEURISTIC; 2];
    while game.turn() < 5 {
        game.advance(&bots);
    }
    let (turn, losses, hash) = (game.turn(), game.losses(), game.state_hash());
    let from = |game: &salient_rules::Match, seed: u64| {
        let options = Options { seed, ..options(12) };
        let stop = AtomicBool::new(false);
        salient_lab::run_from(SYSTEMS, &bundle, game, &options, &|_| {}, &stop).unwrap()
    };
    let report = from(&game, 3);
    assert_eq!(report.played, 12);
    for game in &report.games {
        assert!(game.turns >= turn);
        for (now, then) in game.losses.iter().zip(&losses) {
            assert!(now.steps >= then.steps, "what was lost before is lost in all of them");
        }
    }
    let ends: BTreeSet<&str> = report.games.iter().map(|game| game.state_hash.as_str()).collect();
    assert!(ends.len() > 6, "each has dice of its own: {ends:?}");
    assert_eq!(game.state_hash(), hash, "the game itself stays where it is");
    assert_eq!(bytes(&from(&game, 3)), bytes(&report), "the same seed, the same games");
    assert_ne!(bytes(&from(&game, 4)), bytes(&report));

    // At the end there is nothing left to play.
    while !game.is_over() {
        game.advance(&bots);
    }
    let over = from(&game, 3);
    let level = game.outcome().unwrap().level.clone();
    let reached = over.levels.iter().find(|found| found.level == level).unwrap();
    assert_eq!(reached.share.count, 12);
}

#[test]
fn a_stopped_run_reports_what_is_done() {
    let bundle = kaisers_battle();
    let report =
        salient_lab::run(SYSTEMS, &bundle, &options(50), &|_| {}, &AtomicBool::new(true)).unwrap();
    assert!(report.stopped && report.played == 0 && report.points.is_none());
    let stop = AtomicBool::new(false);
    let after = |progress: Progress| stop.store(progress.done >= 5, Ordering::Relaxed);
    let report = salient_lab::run(SYSTEMS, &bundle, &options(500), &after, &stop).unwrap();
    assert!(report.stopped && (5..500).contains(&report.played), "{}", report.played);
    assert_eq!(
        report.levels.iter().map(|level| level.share.count).sum::<u64>() as u32,
        report.played
    );
}

#[test]
fn a_scenario_does_not_differ_from_itself() {
    let (report, _) = forty();
    let same = compare(report, report);
    assert!(!same.distinguishable, "{:?}", same.words);
    assert!(same.levels.iter().all(|level| level.share.difference.unwrap().value == 0.0));

    let mut other = options(40);
    other.seed = 77;
    let seeds = compare(report, &run(&kaisers_battle(), &other));
    assert!(!seeds.distinguishable, "{:?}", seeds.words);
    let points = seeds.points.unwrap().difference.unwrap();
    assert!(points.low < points.value && points.value < points.high);
}

#[test]
fn a_crippled_side_is_told_apart() {
    let (report, _) = forty();
    let mut bundle = kaisers_battle();
    // Three Germans of four never arrive.
    let german: BTreeSet<String> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .filter(|counter| counter.side == "german" && counter.unit_type != "headquarters")
        .map(|counter| counter.id.clone())
        .enumerate()
        .filter(|(i, _)| i % 4 != 0)
        .map(|(_, id)| id)
        .collect();
    for placement in &mut bundle.scenario.setup.placements {
        placement.counters.retain(|counter| !german.contains(counter));
    }
    bundle.scenario.setup.placements.retain(|placement| !placement.counters.is_empty());
    let crippled = run(&bundle, &options(40));
    let comparison = compare(report, &crippled);
    assert!(comparison.distinguishable, "{:?}", comparison.words);
    let points = comparison.points.unwrap().difference.unwrap();
    assert!(points.clear && points.high < 0.0, "{points:?}");
    assert_eq!(comparison.words[0], "The two can be told apart.");
    // What never arrives is found as well.
    assert!(crippled.facts.iter().any(|fact| fact.kind == FactKind::UnitNeverSeen));
}

#[test]
fn facts_name_what_they_are_about() {
    let (report, _) = forty();
    for fact in &report.facts {
        assert!(fact.games <= fact.of && fact.of == 40, "{fact:?}");
        assert!(!fact.words.is_empty() && !fact.words.ends_with('.'), "{fact:?}");
        if let Some(hex) = &fact.hex {
            assert!(report.subject.hexes.contains(hex), "{fact:?}");
        }
    }
    let unseen: Vec<_> =
        report.facts.iter().filter(|fact| fact.kind == FactKind::UnitNeverSeen).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn tables_have_these_heads() {
    let (report, _) = forty();
    let tables = salient_lab::tables(report);
    let heads: Vec<String> = tables
        .iter()
        .map(|table| format!("{}: {}", table.name, table.text.lines().next().unwrap()))
        .collect();
    let golden = [
        "levels.csv: level,side,games,share,low,high",
        "games.csv: game,seed,level,side,points,turns,german_steps_lost,german_units_lost,\
         allied_steps_lost,allied_units_lost",
        "turns.csv: turn,label,games,points,points_sd,points_low,points_high,points_min,\
         points_max,german_steps_lost,german_units_lost,german_towns_taken,german_attacks,\
         allied_steps_lost,allied_units_lost,allied_towns_taken,allied_attacks",
        "units.csv: unit,counter,side,name,games_present,games_used,games_lost,lost_share,\
         lost_low,lost_high,steps_lost,moves,hexes,attacks,defences,games_exited",
        "hexes.csv: hex,attacks,entered,steps_lost",
        "front.csv: turn,hex,games,german_held,allied_held",
        "towns.csv: hex,name,games_taken,share,low,high,changes,first_turn,german_last,allied_last",
        "odds.csv: odds,attacks,won,won_share,won_low,won_high,failed,attacker_eliminated,\
         attacker_steps,defender_steps",
        "support.csv: side,kind,times,games,field,heavy,air,steps",
        "rules.csv: rule,times,games",
        "facts.csv: severity,cause,kind,words,games,of,hex,unit,side,turn,bots",
        "columns.csv: side,column,odds,added,attacks,won,failed,attacker_eliminated,\
         attacker_steps,defender_steps",
        "resources.csv: side,kind,received,received_sd,received_low,received_high,spent,spent_sd,\
         spent_low,spent_high,taken,taken_sd,taken_low,taken_high,left,left_sd,left_low,left_high,\
         games_left_over,share,low,high",
        "sources.csv: side,source,kind,name,games,count,count_sd,count_low,count_high,points,\
         points_sd,points_low,points_high",
        "sources-by-turn.csv: side,source,kind,name,turn,games,points,points_sd,points_low,\
         points_high",
        "sources-by-level.csv: side,source,kind,name,level,games,count,count_sd,count_low,\
         count_high,points,points_sd,points_low,points_high",
    ];
    assert_eq!(heads, golden);
    let lines = |name| {
        let table = tables.iter().find(|table| table.name == name).unwrap();
        table.text.lines().count() - 1
    };
    assert_eq!(lines("games.csv"), 40);
    assert_eq!(lines("hexes.csv"), report.subject.hexes.len());
    assert!(tables[2].text.contains("1,\"21 March, morning\",40,"), "commas are quoted");
    let comparison = salient_lab::comparison_table(&compare(report, report));
    let head = "what,of,first,second,difference,low,high,clear";
    assert_eq!(comparison.text.lines().next(), Some(head));
}

#[test]
fn game_turns_are_told_by_their_numbers_where_a_scenario_does_not_begin_with_the_first() {
    for (scenario, first, last) in [("the-allied-offensive", 9, 16), ("plan-1919", 0, 9)] {
        let report = run(&storm_in_the_west(scenario), &options(2));
        let turns: Vec<u16> = report.turns.iter().map(|turn| turn.turn).collect();
        assert_eq!((turns.first(), turns.last()), (Some(&first), Some(&last)), "{scenario}");
        // Every game comes to its first game-turn.
        assert_eq!(report.turns[0].points.games, 2, "{scenario}");
        let morale = report.standings.iter().find(|standing| standing.level == "morale").unwrap();
        assert!(morale.turns.iter().any(|turn| turn.turn == first), "{scenario}");
        assert!(morale.turns.iter().all(|turn| turn.turn <= last), "{scenario}");
    }
}
