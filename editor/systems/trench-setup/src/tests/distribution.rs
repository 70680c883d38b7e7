//! Every chart that dice are read in: 10,000 seeds against the exact probabilities, which come of
//! counting all throws. The seeds are fixed, so the tests never waver.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use salient_rules::dice::Dice;
use salient_schema::Bundle;

use super::answers;
use crate::brief::{Brief, Party};
use crate::generate::{Ledger, published, stream};
use crate::lull::{self, Row};
use crate::outcome::{Outcome, Results};
use crate::procedure::Procedure;
use crate::reinforce;
use crate::roles::CHARTS;
use crate::steps::Step;
use crate::tables::Tables;

const SEEDS: u64 = 10_000;

thread_local! {
    /// What was compared.
    static COMPARED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Compares what seeds give with what all throws of so many dice give.
fn compare(what: &str, dice: u32, mut result: impl FnMut(&mut Ledger) -> String) {
    let mut exact: BTreeMap<String, f64> = BTreeMap::new();
    let throws = 6_u32.pow(dice);
    let mut most = isize::MIN;
    for throw in 0..throws {
        let mut ledger = Ledger::new();
        let faces = (0..dice).map(|place| (throw / 6_u32.pow(place) % 6 + 1) as u8);
        ledger.dice = Dice::scripted(faces.collect());
        *exact.entry(result(&mut ledger)).or_default() += 1.0 / f64::from(throws);
        // What is not thrown changes nothing.
        most = most.max(ledger.dice.overrun());
    }
    assert_eq!(most, 0, "{what}: as many dice as were counted");
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
    COMPARED.with_borrow_mut(|compared| compared.insert(what.to_owned()));
}

/// A step by a brief, after what came before.
fn step(what: &str, brief: &str, of: Step, dice: u32, before: Vec<Outcome>) {
    step_by(&published().unwrap(), what, brief, of, dice, before);
}

fn step_by(bundle: &Bundle, what: &str, brief: &str, of: Step, dice: u32, before: Vec<Outcome>) {
    let tables = Tables::read(bundle).unwrap();
    let brief = Brief::read(&answers(brief), &tables, bundle).unwrap();
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

/// Which comparison throws the dice of each chart.
const BY_DICE: [(&str, &str); 18] = [
    ("air-superiority", "air superiority"),
    ("air-attacker", "air superiority"),
    ("barrages", "barrages"),
    ("barrage-modifiers", "barrages of Russians"),
    ("gas", "gas"),
    ("heavy-weapons", "heavy weapons, 1915"),
    ("heavy-weapon-columns", "heavy weapons, 1918"),
    ("proximity", "proximity"),
    ("lulls", "CombatBase"),
    ("armour", "armour"),
    ("victory", "victory"),
    ("reinforcements", "reinforcements"),
    ("area-weapons", "two barrages on a sub-unit of two"),
    ("area-modifiers", "gas on a sub-unit of three"),
    ("gas-types", "gas on a sub-unit of three"),
    ("morale", "two barrages on a sub-unit of two"),
    ("morale-modifiers", "gas on a sub-unit of three"),
    ("works", "works, 1915"),
];

/// Charts that no die of the set-up is read in, and what they are for.
const WITHOUT_DICE: [(&str, &str); 5] = [
    ("nations", "which rows and columns of the others a nation has"),
    ("airstrikes", "looked up by the margin in the air"),
    ("troops", "what a nation's sub-units are made of"),
    ("ground", "how much of each ground a battlefield has"),
    ("command", "the dice of command are thrown in play; the set-up counts the damage"),
];

#[test]
fn every_chart_gives_what_its_dice_give() {
    charts_of_the_set_up();
    charts_of_the_bombardment();
    charts_of_lulls();
    let compared = COMPARED.take();
    for (chart, what) in BY_DICE {
        assert!(compared.contains(what), "{chart}: nothing is called {what}");
    }
    let told = BY_DICE.iter().map(|(chart, _)| chart);
    let told: BTreeSet<&str> =
        told.chain(WITHOUT_DICE.iter().map(|(chart, _)| chart)).copied().collect();
    let all: BTreeSet<&str> = CHARTS.iter().map(|(role, _)| *role).collect();
    assert_eq!(told, all);
}

fn charts_of_the_set_up() {
    let french = "attacker=french defender=german sub-units=14,15";
    step("air superiority", french, Step::Superiority, 2, vec![]);
    step("barrages", french, Step::Barrages, 4, vec![]);
    let barrages = serde_json::json!({ "step": "barrages", "result": {
        "preparatory": { "attacker": 50, "defender": 50 }, "on_call": { "attacker": 50, "defender": 50 } } });
    let of_year = "attacker=russian defender=german front=eastern year=1915";
    step("barrages of Russians", of_year, Step::Barrages, 4, vec![]);
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
    let of_both = |attacker: serde_json::Value, defender: serde_json::Value| {
        outcome(serde_json::json!({ "step": "counter-battery", "result": {
            "left": { "attacker": attacker, "defender": defender },
            "on_call": { "attacker": 0, "defender": 0 }, "destroyed": { "attacker": 0, "defender": 0 } } }))
    };
    let left = |of: &str, many: u32| {
        let mut mix = none.clone();
        mix[of] = many.into();
        of_both(mix, none.clone())
    };
    standard_barrages(&none, of_both);
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

/// Area weapons on every base, damage upon damage, and the morale of who suffered: a sub-unit of
/// the defender, and one of the attacker, without a brother and gassed.
fn standard_barrages(
    none: &serde_json::Value,
    left: impl Fn(serde_json::Value, serde_json::Value) -> Outcome,
) {
    let few = |bases: &str| {
        let mut bundle = published().unwrap();
        let troops = bundle.ruleset.tables.iter_mut().find(|table| table.id == "troops").unwrap();
        for row in &mut troops.rows {
            row.cells[0] = bases.into();
        }
        bundle
    };
    let units = outcome(serde_json::json!({ "step": "place-units", "result": [
        { "unit": "a-1-1", "party": "attacker", "hex": "0308" },
        { "unit": "d-1-1", "party": "defender", "hex": "0305" } ] }));
    let gas = outcome(serde_json::json!({ "step": "gas", "result": {
        "points": { "attacker": 0, "defender": 1 }, "kinds": { "defender": 3 } } }));
    let mut shells = none.clone();
    shells["standard"] = 2.into();
    let mut with_gas = none.clone();
    (with_gas["standard"], with_gas["gas_on_units"]) = (1.into(), 1.into());
    let brief = "attacker=french defender=german year=1917 sub-units=1,1";
    for (what, bases, dice, [attacker, defender]) in [
        ("two barrages on a sub-unit of two", "2", 5, [&shells, none]),
        ("gas on a sub-unit of three", "3", 4, [none, &with_gas]),
    ] {
        let bundle = few(bases);
        let tables = Tables::read(&bundle).unwrap();
        let answers = Brief::read(&answers(brief), &tables, &bundle).unwrap();
        let ground = crate::terrain::lay(&tables, &answers, &mut Ledger::new().chance);
        let before = vec![
            Outcome::Conditions(ground),
            units.clone(),
            gas.clone(),
            left(attacker.clone(), defender.clone()),
        ];
        step_by(&bundle, what, brief, Step::Standard, dice, before);
    }
}

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
