//! Walks and set-ups of units that take up two hexes.

use std::marker::PhantomData;

use salient_hex::Footprint;
use salient_rules::play::Walk;
use salient_rules::{Match, Prepared, Systems};
use salient_schema::Bundle;
use serde_json::json;

use crate::drill::{Cx, Drill, Drilled, told};

#[derive(Debug)]
struct Columns;

impl Drilled for Columns {
    const TWO_HEXES: Option<&'static str> = Some("D 0");

    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        cx.then("settled");
        if phase == "plan" {
            drill(cx);
        }
    }

    fn run(cx: &mut Cx<'_, Self>, _: &'static str) {
        cx.ask(0, "play on");
    }

    fn entered(cx: &mut Cx<'_, Self>, walk: &Walk) {
        let label = |hex| cx.rules.label(hex).to_owned();
        let at = walk.at().map(label).unwrap_or_default();
        let beside = walk.beside(walk.done).map(label).unwrap_or_default();
        cx.position.own.push(format!("{at} {beside}"));
    }
}

/// The footprint of hexes.
fn on(cx: &Cx<'_, Columns>, hexes: &[&str]) -> Footprint {
    let other = hexes.get(1).map(|label| cx.rules.the_hex(label));
    Footprint::new(cx.rules.0.map.grid(), cx.rules.the_hex(hexes[0]), other).unwrap()
}

fn drill(cx: &mut Cx<'_, Columns>) {
    let column = cx.rules.the_unit("red-2");
    cx.remove(column, salient_rules::game::UnitStatus::Pool, "withdrawn", "");
    cx.place(column, cx.rules.the_hex("0505"), "set-up", "");
    // It extends, goes on with both halves, wheels and consolidates.
    let path = [&["0505", "0504"][..], &["0504", "0503"], &["0504", "0604"], &["0604"]];
    let path: Vec<Footprint> = path.into_iter().map(|hexes| on(cx, hexes)).collect();
    let grid = cx.rules.0.map.grid();
    let mut from = on(cx, &["0505"]);
    for &to in &path {
        assert!(from.steps(grid).contains(&to), "{from:?} to {to:?}");
        assert!(from.ways_to(grid, to).next().is_some());
        from = to;
    }
    cx.walk_on_two(vec![column], &path, "D 1");
}

fn bundle() -> Bundle {
    crate::drill::bundle()
}

const SYSTEMS: Systems = Systems::new(&[&Drill::<Columns>(PhantomData)]);

#[test]
fn a_walk_goes_from_footprint_to_footprint() {
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let steps = told(game.events(), "D 1");
    let steps: Vec<String> = steps
        .iter()
        .map(|moved| {
            format!(
                "{} {}",
                moved["path"][0].as_str().unwrap(),
                moved["other"].as_str().unwrap_or("-")
            )
        })
        .collect();
    assert_eq!(steps, ["0504 0505", "0503 0504", "0504 0604", "0604 -"]);
    let column = game.units().into_iter().find(|unit| unit.name == "red-2").unwrap();
    assert_eq!((column.hex, column.other), (game.grid().parse("0604"), None));
}

/// What of one hex is one step away: six hexes, six pairs with it, six pairs of the others.
#[test]
fn one_step_takes_each_half_one_hex_at_most() {
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let grid = game.grid();
    let hex = |label: &str| grid.parse(label).unwrap();
    let one = Footprint::One(hex("0505"));
    assert_eq!(one.steps(grid).len(), 18);
    let two = Footprint::new(grid, hex("0505"), Some(hex("0504"))).unwrap();
    assert!(two.steps(grid).contains(&one));
    for to in two.steps(grid) {
        let way = two.ways_to(grid, to).next().unwrap();
        assert!(way.iter().all(|&(from, to)| grid.distance(from, to) <= 1));
        assert!(to.steps(grid).contains(&two), "whoever came may go back");
    }
    // A jump of one half is none.
    let far = Footprint::new(grid, hex("0505"), Some(hex("0506"))).unwrap();
    assert!(two.ways_to(grid, far).next().is_some(), "straight back");
    let far = Footprint::new(grid, hex("0506"), Some(hex("0507"))).unwrap();
    assert_eq!((two.ways_to(grid, far).count(), two.ways_to(grid, two).count()), (0, 0));
    assert_eq!(Footprint::new(grid, hex("0505"), Some(hex("0507"))), None);
}

#[test]
fn a_scenario_sets_units_up_in_two_hexes_and_keeps_them_there() {
    let mut with = bundle();
    with.ruleset.roles.clear();
    with.scenario.roles.clear();
    let mut places = with.scenario.setup.placements.iter_mut();
    let place = places.find(|place| place.counters.iter().any(|it| it == "blue-1")).unwrap();
    let hex = place.hex.clone();
    place.facing = Some("n".to_owned());
    let counters = place.counters.clone();
    let game = Match::start(SYSTEMS, &with, 1).unwrap();
    let grid = game.grid();
    let blue = game.units().into_iter().find(|unit| unit.name == "blue-1").unwrap();
    assert!(blue.other.is_some());
    let taken = [blue.hex, blue.other].map(|hex| grid.label(hex.unwrap()));
    assert!(taken.contains(&hex) && taken[0] < taken[1], "{taken:?}");

    // A kept position has them there.
    let kept = game.keep(SYSTEMS, &with);
    assert!(kept.refused.is_empty(), "{:#?}", kept.refused);
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    assert!(
        !told.iter().any(|told| told.contains("elsewhere") || told.contains("two hexes")),
        "{told:?}"
    );
    let again = salient_schema::Bundle { scenario: kept.scenario, ..with.clone() };
    let again = Prepared::new(SYSTEMS, &again).unwrap();
    let there = again.set_up().into_iter().find(|unit| unit.name == "blue-1").unwrap();
    assert_eq!((there.hex, there.other), (blue.hex, blue.other));

    // The number of the other hex does as well; one that does not touch is told.
    for (facing, is_right) in
        [(taken[1].as_str(), taken[1] != hex), ("0909", false), ("nowhere", false)]
    {
        let mut places = with.scenario.setup.placements.iter_mut();
        let place = places.find(|place| place.counters == counters).unwrap();
        place.facing = Some(facing.to_owned());
        let found = salient_rules::check(SYSTEMS, &with);
        let told = found.iter().find(|one| one.is_error());
        assert_eq!(told.is_none(), is_right, "{facing}: {found:#?}");
        if let Some(told) = told {
            let pointer = told.place.pointer.as_deref().unwrap();
            assert!(pointer.ends_with("/facing"), "{pointer}");
            assert_eq!(serde_json::to_value(&told.rule).unwrap(), json!("D 0"));
        }
    }
}
