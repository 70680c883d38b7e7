//! Whole set-ups: any brief gives a diagnostic or a scenario without a finding.

mod distribution;
mod lulls;
#[path = "../../../../../tests/src/every_system/schemas.rs"]
mod schemas;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use salient_hex::grid::HexGrid;
use salient_rules::generator::{Generated, Generator, Request};
use salient_rules::{Systems, check, rule_table};
use salient_schema::{Bundle, Diagnostic, Severity};

use crate::brief::{Party, QUESTIONS};
use crate::outcome::{Outcome, PlacedWorks, Stand};
use crate::steps::Step;
use crate::{Rulebook, TrenchGenerator, generate::published};

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);
const BRIEF: &str = "attacker=french defender=german";

fn answers(text: &str) -> BTreeMap<String, String> {
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(id, answer)| (id.to_owned(), answer.to_owned())).collect()
}

fn request(text: &str, seed: u64) -> Request {
    Request { answers: answers(text), seed, ..Request::default() }
}

fn make(request: &Request) -> Generated {
    TrenchGenerator.generate(None, request).unwrap_or_else(|found| panic!("{found:?}"))
}

fn findings(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = check(SYSTEMS, bundle);
    found.extend(salient_schema::check_references(bundle));
    found.extend(salient_schema::check::check_parts(bundle));
    // A gap in cleared wire is a note: it is one that is meant.
    found.retain(|finding| finding.severity < Severity::Note);
    found
}

fn outcome(made: &Generated, step: Step) -> Outcome {
    serde_json::from_value(made.outcomes[step.id()].clone()).unwrap()
}

fn works(made: &Generated) -> PlacedWorks {
    match outcome(made, Step::PlaceWorks) {
        Outcome::PlaceWorks(works) => works,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_rule_is_proven_by_its_cases() {
    let (rules, cases) = rule_table::examine(SYSTEMS, &Rulebook).unwrap();
    assert!(cases >= 80, "{cases}");
    let wrong: Vec<String> = rules
        .iter()
        .filter(|rule| rule.state != rule_table::RuleState::Proven)
        .map(|rule| {
            let wrong: Vec<_> = rule.cases.iter().filter(|case| !case.passed).collect();
            format!("{} {:?}: {wrong:#?}", rule.number, rule.state)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn six_briefs_from_1914_to_1918_on_four_fronts_are_clean() {
    for (seed, brief) in [
        "attacker=german defender=french year=1914 terrain=wide-open",
        "attacker=russian defender=austrian year=1915 front=eastern terrain=constricted",
        "attacker=french defender=german year=1916 sub-units=15,20",
        "attacker=commonwealth defender=german year=1916 attack=push yards=20",
        "attacker=italian defender=austrian year=1917 front=italian half=1",
        "attacker=commonwealth defender=turkish year=1917 front=africa-asia on-call-only=yes yards=40",
        "attacker=german defender=commonwealth year=1918 attack=push assault=10,0 armour=yes sub-units=30,20",
    ]
    .into_iter()
    .enumerate()
    {
        let made = make(&request(brief, seed as u64));
        assert_eq!(findings(&made.bundle), [], "{brief}");
        assert_eq!(made.outcomes.len(), 17);
    }
}

#[test]
fn the_same_seed_gives_the_same_and_another_does_not() {
    let [one, again, other] = [7, 7, 8].map(|seed| make(&request(BRIEF, seed)));
    assert_eq!(one.bundle, again.bundle);
    assert_eq!(one.told, again.told);
    assert_eq!(one.events, again.events);
    assert_ne!(one.outcomes, other.outcomes);
}

#[test]
fn a_step_that_is_rolled_again_leaves_the_dice_of_the_others() {
    let one = make(&request(BRIEF, 7));
    for step in [Step::Proximity, Step::Superiority, Step::Works] {
        let again = (1..9)
            .map(|times| {
                let again = [(step.id().to_owned(), times)].into();
                make(&Request { again, ..request(BRIEF, 7) })
            })
            .find(|made| made.outcomes[step.id()] != one.outcomes[step.id()])
            .expect("another result in eight throws");
        let rolls = |made: &Generated, of: Step| -> Vec<String> {
            let events = made.events.iter().filter(|event| event.phase == of.id());
            let rolls = events.filter_map(|event| match &event.kind {
                salient_schema::event::EventKind::Roll(roll) => Some(roll.value.to_string()),
                _ => None,
            });
            rolls.collect()
        };
        for other in [Step::Barrages, Step::HeavyWeapons, Step::Gas] {
            assert_eq!(rolls(&one, other), rolls(&again, other), "{step:?} {other:?}");
        }
    }
}

#[test]
fn dice_from_a_table_are_taken() {
    let dice = [("proximity".to_owned(), vec![6])].into();
    let made = make(&Request { dice, ..request(BRIEF, 7) });
    let Outcome::Proximity(proximity) = outcome(&made, Step::Proximity) else { panic!() };
    assert_eq!((proximity.yards, proximity.lull_turn), (500, 6));
    let dice = [("proximity".to_owned(), vec![7])].into();
    assert!(TrenchGenerator.generate(None, &Request { dice, ..request(BRIEF, 7) }).is_err());
}

#[test]
fn a_step_is_set_by_hand_and_kept() {
    let mut kept = BTreeMap::new();
    let by_hand =
        serde_json::json!({ "step": "proximity", "result": { "yards": 90, "lull_turn": 2 } });
    kept.insert("proximity".to_owned(), by_hand);
    let made = make(&Request { kept, ..request(BRIEF, 3) });
    assert!(made.bundle.scenario.levels.iter().any(|level| level.value == 90));
    let wrong = serde_json::json!({ "step": "gas", "result": 3 });
    let kept = [("proximity".to_owned(), wrong)].into();
    let found = TrenchGenerator.generate(None, &Request { kept, ..request(BRIEF, 3) }).unwrap_err();
    assert!(found[0].rule.is_some() && found[0].help.is_some());
}

/// A step that is kept may not give what the rules have nothing for, from both sides of the limit.
#[test]
fn a_kept_step_fits_the_answers() {
    let both = |attacker: u32, defender: u32| serde_json::json!({ "attacker": attacker, "defender": defender });
    let gas = |points: u32, kind: u32| serde_json::json!({ "points": both(points, 0), "kinds": { "attacker": kind } });
    let works = |pillbox: u32, bunker: u32| {
        let own =
            serde_json::json!({ "trench": 100, "wire": 0, "pillbox": pillbox, "bunker": bunker });
        let other = serde_json::json!({ "trench": 100, "wire": 0, "pillbox": 0, "bunker": 0 });
        serde_json::json!({ "attacker": own, "defender": other })
    };
    let options = |tanks: u32| serde_json::json!({ "tanks": both(tanks, 0), "rifles": both(0, 0) });
    let guns =
        |kind: &str, count: u32| serde_json::json!({ "attacker": { kind: count }, "defender": {} });
    let barrages = |preparatory: u32| serde_json::json!({ "preparatory": both(preparatory, 0), "on_call": both(4, 4) });
    let french = |more: &str| format!("attacker=french defender=german half=2 {more}");
    for (step, result, answers, fits) in [
        ("airstrikes", both(2, 0), "year=1915", true),
        ("airstrikes", both(0, 0), "year=1914", true),
        ("airstrikes", both(1, 0), "year=1914", false),
        ("gas", gas(9, 0), "year=1915", true),
        ("gas", gas(1, 0), "year=1914", false),
        ("gas", gas(1, 1), "year=1915", false),
        ("gas", gas(1, 1), "year=1916", true),
        ("gas", gas(1, 1), "year=1916 gas=none", false),
        ("works", works(1, 0), "year=1915", true),
        ("works", works(0, 1), "year=1915", false),
        ("works", works(0, 1), "year=1916", true),
        ("options", options(1), "year=1917 armour=yes secret-victory=no", true),
        ("options", options(1), "year=1917 secret-victory=no", false),
        ("options", options(0), "year=1917 secret-victory=no", true),
        ("options", options(0), "year=1917 secret-victory=yes", false),
        ("heavy-weapons", guns("light-machine-gun", 1), "year=1915", true),
        ("heavy-weapons", guns("light-machine-gun", 1), "year=1917", false),
        ("heavy-weapons", guns("light-machine-gun", 0), "year=1917", true),
        ("barrages", barrages(5), "year=1916", true),
        ("barrages", barrages(5), "year=1916 on-call-only=yes", false),
    ] {
        let kept = serde_json::json!({ "step": step, "result": result });
        let kept = [(step.to_owned(), kept)].into();
        let made =
            TrenchGenerator.generate(None, &Request { kept, ..request(&french(answers), 3) });
        match made {
            Ok(_) => assert!(fits, "{step} {result} {answers}"),
            Err(found) => {
                assert!(!fits, "{step} {result} {answers}: {found:?}");
                let rule = Step::named(step).unwrap().rule();
                assert_eq!(found[0].rule.as_deref(), Some(rule), "{found:?}");
                assert!(found[0].help.is_some() && found[0].message.contains(step));
            }
        }
    }
}

/// What stands somewhere is who is there: bases that were placed for other heavy weapons are not.
#[test]
fn a_kept_placing_is_of_the_same_units() {
    let one = make(&request(BRIEF, 7));
    let keep = |id: &str| (id.to_owned(), one.outcomes[id].clone());
    let with = |ids: &[&str], seed: u64| {
        let kept = ids.iter().map(|id| keep(id)).collect();
        TrenchGenerator.generate(None, &Request { kept, ..request(BRIEF, seed) })
    };
    let mut refused = 0;
    for seed in 0..12 {
        let board = ["conditions", "works", "proximity"];
        if let Err(found) = with(&[&board[..], &["place-bases"]].concat(), seed) {
            refused += 1;
            assert!(found[0].help.as_ref().unwrap().contains("heavy-weapons"), "{found:?}");
        }
        let both = [&board[..], &["heavy-weapons", "options", "place-bases"]].concat();
        let made = with(&both, seed).unwrap_or_else(|found| panic!("{found:?}"));
        assert_eq!(made.outcomes["place-bases"], one.outcomes["place-bases"]);
    }
    assert!(refused > 6, "other heavy weapons in most seeds: {refused}");
}

#[test]
fn nonsense_is_refused_with_its_rule() {
    for (brief, rule) in [
        ("attacker=french defender=german year=1913", "TS Setup Sequence"),
        ("attacker=french defender=german year=1915 armour=yes", "TS Armor Warfare Availability"),
        ("attacker=french defender=german sub-units=0,10", "TS Artillery Barrages"),
        ("attacker=french defender=german width=48 depth=12", "TS Place defensive works"),
        ("attacker=belgian defender=german", "TS Troop Lists and Notes"),
        ("attacker=french defender=british", "TS Troop Lists and Notes"),
        ("attacker=french defender=russian", "TS Air Superiority"),
        ("attacker=russian defender=german year=1918 front=eastern", "TS Air Superiority"),
        ("attacker=french defender=german attack=push year=1915", "TS Artillery Barrages"),
        ("attacker=french defender=german yards=25", "TS Setup Proximity"),
        ("attacker=french defender=german weather=fog", "TS Setup Sequence"),
        ("defender=german", "TS Setup Sequence"),
        ("attacker=french defender=german assault=90,0", "TS Troop Lists and Notes"),
    ] {
        let found = TrenchGenerator.generate(None, &request(brief, 1)).unwrap_err();
        let rules: Vec<_> = found.iter().filter_map(|finding| finding.rule.as_deref()).collect();
        assert_eq!(rules, [rule], "{brief}: {found:?}");
        assert!(found.iter().all(|finding| finding.help.is_some()), "{brief}");
    }
}

/// Whether hexsides are one chain: each touches another at an end.
fn is_connected(grid: &HexGrid, sides: &[String]) -> bool {
    // A corner of the map is where three hexes meet: the two of the side and one beside both.
    let corners = |label: &String| {
        let side = grid.parse_side(label).unwrap();
        let (direction, hex) = (side.direction().index(), side.hex());
        let turn = |by: usize| {
            let beside = salient_hex::grid::Direction::new((direction + by) % 6);
            let mut three = vec![Some(hex), grid.across(side), grid.neighbour(hex, beside)];
            three.sort_unstable();
            three
        };
        [turn(1), turn(5)]
    };
    let mut waiting: Vec<_> = sides.iter().map(corners).collect();
    let Some(first) = waiting.pop() else { return true };
    let mut reached: BTreeSet<_> = first.into_iter().collect();
    while let Some(next) =
        waiting.iter().position(|ends| ends.iter().any(|end| reached.contains(end)))
    {
        reached.extend(waiting.swap_remove(next));
    }
    waiting.is_empty()
}

#[test]
fn trenches_are_chains_with_wire_before_them() {
    for seed in 0..6 {
        let made = make(&request(BRIEF, seed));
        let (works, grid) = (works(&made), HexGrid::new(&made.bundle.map.grid));
        for line in &works.lines {
            assert!(is_connected(&grid, &line.sides), "seed {seed}, line {}", line.line);
        }
        for segment in &works.wire {
            let row = |label: &str| i32::from(grid.index(grid.parse(label).unwrap()).row);
            let front = works.fronts.of(segment.party)[segment.column as usize] as i32;
            let ahead = match segment.party {
                Party::Attacker => front - row(&segment.hex),
                Party::Defender => row(&segment.hex) - front,
            };
            assert!(ahead == 1 || ahead.rem_euclid(4) > 0, "seed {seed}: {segment:?}");
        }
        assert!(works.wire.iter().any(|segment| segment.belt == 1));
    }
}

#[test]
fn nobody_is_nearer_than_the_proximity() {
    for bots in ["sensible", "random"] {
        for seed in 0..4 {
            let brief = format!("{BRIEF} attacker-bot={bots} defender-bot={bots}");
            let made = make(&request(&brief, seed));
            let grid = HexGrid::new(&made.bundle.map.grid);
            let Outcome::Proximity(proximity) = outcome(&made, Step::Proximity) else { panic!() };
            let mut stands: Vec<Stand> = Vec::new();
            for step in [Step::PlaceUnits, Step::PlaceBases] {
                match outcome(&made, step) {
                    Outcome::PlaceUnits(more) | Outcome::PlaceBases(more) => stands.extend(more),
                    other => panic!("{other:?}"),
                }
            }
            let works = works(&made);
            let own = |party: Party| {
                let units = stands.iter().filter(move |stand| stand.party == party);
                units.map(|stand| grid.parse(&stand.hex).unwrap())
            };
            let wire = works.wire.iter().filter(|segment| segment.party == Party::Attacker);
            let attackers: Vec<_> = own(Party::Attacker)
                .chain(wire.map(|segment| grid.parse(&segment.hex).unwrap()))
                .collect();
            for defender in own(Party::Defender) {
                let nearest = attackers.iter().map(|&hex| grid.distance(hex, defender)).min();
                assert!(nearest.unwrap() * 30 >= proximity.yards, "seed {seed} {bots}");
            }
        }
    }
}

#[test]
fn sensible_guns_stand_where_the_enemy_does_not_see_them() {
    let made = make(&request(&format!("{BRIEF} year=1914"), 5));
    let works = works(&made);
    let grid = HexGrid::new(&made.bundle.map.grid);
    let Outcome::PlaceBases(stands) = outcome(&made, Step::PlaceBases) else { panic!() };
    let depth = |stand: &Stand| {
        let index = grid.index(grid.parse(&stand.hex).unwrap());
        let front = works.fronts.of(stand.party)[usize::from(index.column)] as i32;
        (i32::from(index.row) - front).abs()
    };
    let of = |kind: &str| {
        let all: Vec<i32> =
            stands.iter().filter(|stand| stand.unit.contains(kind)).map(depth).collect();
        assert!(!all.is_empty(), "{kind}");
        all.iter().sum::<i32>() as f64 / all.len() as f64
    };
    assert!(of("-fg-") > of("-hmg-") + 2.0, "{} {}", of("-fg-"), of("-hmg-"));
}

#[test]
fn lulls_mend_what_was_broken() {
    let made =
        make(&request("attacker=german defender=french year=1918 attack=push sub-units=20,20", 3));
    let harmed = |bundle: &Bundle| -> usize {
        bundle.scenario.setup.placements.iter().map(|placement| placement.states.len()).sum()
    };
    for kind in ["short", "long"] {
        let after = TrenchGenerator.lull(&made.bundle, kind, 5).unwrap();
        assert_eq!(findings(&after.bundle), [], "{kind}");
        assert!(harmed(&after.bundle) < harmed(&made.bundle), "{kind}");
    }
    assert!(TrenchGenerator.lull(&made.bundle, "endless", 5).is_err());
    let plain = published().unwrap();
    let found = TrenchGenerator.lull(&plain, "short", 5).unwrap_err();
    assert_eq!(found[0].rule.as_deref(), Some("TS Combat Lulls"));
}

#[test]
fn a_scenario_answers_what_is_left_open() {
    let made = make(&request("attacker=italian defender=austrian year=1917 front=italian", 2));
    let again = TrenchGenerator.generate(Some(&made.bundle), &request("", 2)).unwrap();
    assert_eq!(again.bundle.scenario.title, made.bundle.scenario.title);
    assert_eq!(again.bundle.map, made.bundle.map);
}

fn any_answers() -> impl Strategy<Value = BTreeMap<String, String>> {
    let nation = prop::sample::select(vec![
        "german",
        "austrian",
        "turkish",
        "bulgarian",
        "commonwealth",
        "french",
        "american",
        "russian",
        "italian",
        "serbian",
        "x",
    ]);
    let front = prop::sample::select(vec!["western", "eastern", "italian", "africa-asia"]);
    let attack = prop::sample::select(vec!["grind", "local", "push"]);
    let terrain = prop::sample::select(vec!["constricted", "open", "wide-open"]);
    let bot = || prop::sample::select(vec!["random", "sensible"]);
    let yes = || prop::sample::select(vec!["yes", "no"]);
    (
        (nation.clone(), nation, 1913..1920_u32, 1..=2_u32, front, attack, terrain),
        (0..50_u32, 0..50_u32, 0..12_u32, 0..12_u32, prop::sample::select(vec![20, 30, 40])),
        (bot(), bot(), yes(), yes(), yes(), yes(), prop::sample::select(vec![0, 0, 0, 30, 90])),
    )
        .prop_map(|(a, b, c)| {
            let text = format!(
                "attacker={} defender={} year={} half={} front={} attack={} terrain={} \
                 sub-units={},{} assault={},{} yards={} attacker-bot={} defender-bot={} armour={} \
                 prone={} on-call-only={} secret-victory={} width={}",
                a.0,
                a.1,
                a.2,
                a.3,
                a.4,
                a.5,
                a.6,
                b.0,
                b.1,
                b.2,
                b.3,
                b.4,
                c.0,
                c.1,
                c.2,
                c.3,
                c.4,
                c.5,
                c.6
            );
            answers(&text)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_brief_is_refused_or_gives_a_clean_scenario(answers in any_answers(), seed: u64) {
        let request = Request { answers, seed, ..Request::default() };
        match TrenchGenerator.generate(None, &request) {
            Ok(made) => prop_assert_eq!(findings(&made.bundle), []),
            Err(found) => prop_assert!(found.iter().all(|finding| finding.rule.is_some())),
        }
    }

    #[test]
    fn any_text_is_an_answer_or_refused(id in "[a-z-]{0,12}", answer in ".{0,12}", which in 0..19_usize) {
        let mut answers = answers(BRIEF);
        answers.insert(QUESTIONS[which].id.to_owned(), answer.clone());
        answers.insert(id, answer);
        let request = Request { answers, ..Request::default() };
        if let Err(found) = TrenchGenerator.generate(None, &request) {
            prop_assert!(!found.is_empty());
        }
    }

    #[test]
    fn a_locked_step_stays(step in 0..17_usize, seed in 0..1000_u64) {
        let one = make(&request(BRIEF, 7));
        let id = Step::ALL[step].id();
        let keep = |id: &str| (id.to_owned(), one.outcomes[id].clone());
        let kept = [keep(id), keep("conditions")].into();
        let request = Request { kept, ..request(BRIEF, seed) };
        // What depends on each other may not fit any more; then it is said so.
        match TrenchGenerator.generate(None, &request) {
            Ok(made) => {
                prop_assert_eq!(&made.outcomes[id], &one.outcomes[id]);
                prop_assert_eq!(findings(&made.bundle), []);
            }
            Err(found) => {
                let rules = ["TS Place defensive works", Step::ALL[step].rule()];
                prop_assert!(rules.iter().any(|rule| found[0].rule.as_deref() == Some(*rule)));
            }
        }
    }
}

/// The leaves of a value, by their pointers.
fn leaves(value: &serde_json::Value, at: &str, into: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                leaves(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), into);
            }
        }
        serde_json::Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                leaves(value, &format!("{at}/{place}"), into);
            }
        }
        _ => into.push(at.to_owned()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever somebody writes into the record of a set-up, it is refused or gives a scenario.
    #[test]
    fn any_record_is_refused_or_gives_a_scenario(
        changed in prop::collection::vec((0..17_usize, any::<prop::sample::Index>(), 0..12_usize), 1..4),
        all in any::<bool>(),
        seed in 0..50_u64,
    ) {
        let one = make(&request(BRIEF, 7));
        let mut kept: BTreeMap<String, serde_json::Value> = BTreeMap::new();
        if all {
            kept = one.outcomes.clone();
        }
        for (step, leaf, by) in changed {
            let id = Step::ALL[step].id();
            let mut outcome = kept.get(id).cloned().unwrap_or_else(|| one.outcomes[id].clone());
            let mut places = Vec::new();
            leaves(&outcome["result"], "/result", &mut places);
            if !places.is_empty() {
                let by = [
                    serde_json::json!(0), serde_json::json!(1), serde_json::json!(999),
                    serde_json::json!(-1), serde_json::json!(4_294_967_295_u64),
                    serde_json::json!(65_536), serde_json::json!(""), serde_json::json!("9999"),
                    serde_json::json!("0101"), serde_json::json!("a-1-1"), serde_json::json!(null),
                    serde_json::json!(true),
                ][by].clone();
                if let Some(place) = outcome.pointer_mut(&places[leaf.index(places.len())]) {
                    *place = by;
                }
            }
            kept.insert(id.to_owned(), outcome);
        }
        match TrenchGenerator.generate(None, &Request { kept, ..request(BRIEF, seed) }) {
            Ok(made) => prop_assert!(!made.bundle.scenario.setup.placements.is_empty()),
            Err(found) => prop_assert!(!found.is_empty()),
        }
    }
}
