//! Every chart that dice are read in: 10,000 seeds against the exact probabilities, which come of
//! counting all throws. The seeds are fixed, so the tests never waver.

use std::collections::BTreeMap;

use salient_rules::dice::Dice;

use super::answers;
use crate::brief::{Brief, Party};
use crate::generate::{Ledger, published, stream};
use crate::lull::{self, Row};
use crate::outcome::{Outcome, Results};
use crate::procedure::Procedure;
use crate::reinforce;
use crate::steps::Step;
use crate::tables::Tables;

const SEEDS: u64 = 10_000;

/// Compares what seeds give with what all throws of so many dice give.
fn compare(what: &str, dice: u32, mut result: impl FnMut(&mut Ledger) -> String) {
    let mut exact: BTreeMap<String, f64> = BTreeMap::new();
    let throws = 6_u32.pow(dice);
    for throw in 0..throws {
        let mut ledger = Ledger::new();
        let faces = (0..dice).map(|place| (throw / 6_u32.pow(place) % 6 + 1) as u8);
        ledger.dice = Dice::scripted(faces.collect());
        *exact.entry(result(&mut ledger)).or_default() += 1.0 / f64::from(throws);
        assert_eq!(ledger.dice.overrun(), 0, "{what}: as many dice as were counted");
    }
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..SEEDS {
        let mut ledger = Ledger::new();
        ledger.begin(("x", "x", "x"), stream(seed, Step::Conditions, 0), &[]);
        *seen.entry(result(&mut ledger)).or_default() += 1;
    }
    assert!(seen.keys().all(|key| exact.contains_key(key)), "{what}");
    // Results that are too rare to be judged alone are judged together.
    let (mut chi, mut kinds) = (0.0, 0.0);
    let mut rare = (0.0, 0.0);
    let mut judge = |expected: f64, count: f64| {
        chi += (count - expected).powi(2) / expected;
        kinds += 1.0;
    };
    for (key, probability) in &exact {
        let expected = probability * SEEDS as f64;
        let count = f64::from(seen.get(key).copied().unwrap_or(0));
        if expected >= 5.0 {
            judge(expected, count);
        } else {
            rare = (rare.0 + expected, rare.1 + count);
        }
    }
    if rare.0 > 0.0 {
        judge(rare.0, rare.1);
    }
    let free = (kinds - 1.0_f64).max(1.0);
    let limit = free + 4.0 * (2.0 * free).sqrt() + 4.0;
    assert!(chi < limit, "{what}: chi-square {chi:.1} of {free} degrees of freedom");
}

/// A step by a brief, after what came before.
fn step(what: &str, brief: &str, of: Step, dice: u32, before: Vec<Outcome>) {
    let bundle = published().unwrap();
    let tables = Tables::read(&bundle).unwrap();
    let brief = Brief::read(&answers(brief), &tables, &bundle).unwrap();
    let mut results = Results::default();
    before.into_iter().for_each(|outcome| results.put(outcome));
    compare(what, dice, |ledger| {
        let (tables, brief) = (&tables, &brief);
        let mut procedure = Procedure { tables, brief, results: &results, roller: ledger };
        serde_json::to_string(&procedure.run(of).unwrap()).unwrap()
    });
}

fn outcome(json: serde_json::Value) -> Outcome {
    serde_json::from_value(json).unwrap()
}

#[test]
fn charts_of_the_set_up() {
    let french = "attacker=french defender=german sub-units=14,15";
    step("air superiority", french, Step::Superiority, 2, vec![]);
    step("barrages", french, Step::Barrages, 4, vec![]);
    let barrages = serde_json::json!({ "step": "barrages", "result": {
        "preparatory": { "attacker": 50, "defender": 50 }, "on_call": { "attacker": 50, "defender": 50 } } });
    step("gas", french, Step::Gas, 4, vec![outcome(barrages)]);
    step("heavy weapons, 1914", &format!("{french} year=1914"), Step::HeavyWeapons, 2, vec![]);
    step("heavy weapons, 1915", &format!("{french} year=1915"), Step::HeavyWeapons, 5, vec![]);
    step("heavy weapons, 1918", &format!("{french} year=1918"), Step::HeavyWeapons, 5, vec![]);
    step("works, 1915", &format!("{french} year=1915"), Step::Works, 6, vec![]);
    let russian = "attacker=russian defender=austrian front=eastern sub-units=14,15 year=1916";
    step("works, Russian", russian, Step::Works, 6, vec![]);
    step("proximity", french, Step::Proximity, 1, vec![]);
    step("victory", french, Step::Options, 1, vec![]);
    let tanks = "attacker=commonwealth defender=german year=1917 armour=yes secret-victory=no sub-units=14,15";
    step("armour", tanks, Step::Options, 4, vec![]);
}

#[test]
fn charts_of_the_bombardment() {
    let french = "attacker=french defender=german sub-units=14,15";
    let none = serde_json::json!({ "counter_battery": 0, "wire": 0, "command": 0, "standard": 0, "gas_on_guns": 0, "gas_on_units": 0 });
    let mut mix = none.clone();
    mix["counter_battery"] = 3.into();
    let mut enemy = none.clone();
    enemy["standard"] = 9.into();
    let targets =
        serde_json::json!({ "step": "targets", "result": { "attacker": mix, "defender": enemy } });
    step("counter-battery", french, Step::CounterBattery, 3, vec![outcome(targets)]);
    let left = |of: &str, many: u32| {
        let mut mix = none.clone();
        mix[of] = many.into();
        outcome(serde_json::json!({ "step": "counter-battery", "result": {
            "left": { "attacker": mix, "defender": none },
            "on_call": { "attacker": 0, "defender": 0 }, "destroyed": { "attacker": 0, "defender": 0 } } }))
    };
    let segments: Vec<_> = (0..40)
        .map(|column| {
            serde_json::json!({ "party": "defender", "column": column, "belt": 1,
            "hex": format!("{:02}10", column + 1), "sides": [] })
        })
        .collect();
    let works = serde_json::json!({ "step": "place-works", "result": {
        "lines": [], "posts": [], "wire": segments, "fronts": { "attacker": [], "defender": [] } } });
    step("wire", french, Step::WireClearing, 2, vec![outcome(works), left("wire", 1)]);
    let bundle = published().unwrap();
    let tables = Tables::read(&bundle).unwrap();
    let brief = Brief::read(&answers(french), &tables, &bundle).unwrap();
    let ground = crate::terrain::lay(&tables, &brief, &mut Ledger::new().chance);
    let ground = Outcome::Conditions(ground);
    step(
        "command, area weapons",
        french,
        Step::CommandSuppression,
        4,
        vec![ground, left("command", 4)],
    );
}

#[test]
fn charts_of_lulls() {
    let tables = Tables::read(&published().unwrap()).unwrap();
    for column in 0..2 {
        for row in [Row::CombatBase, Row::TemporaryGas, Row::PersistentGas, Row::Demoralized] {
            let dice = if tables.chart("lulls").at(row as usize, column) == "-" { 0 } else { 3 };
            compare(&format!("{row:?}"), dice, |ledger| {
                let what = (Party::Attacker, "x");
                lull::tries(&tables, (row, column), what, 3, ledger).to_string()
            });
        }
    }
    compare("reinforcements", 6, |ledger| format!("{:?}", reinforce::roll(&tables, ledger)));
}
