//! Set-ups and schedules.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Scenario;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Table;
use salient_schema::scenario::{Entry, Replacement};

use super::{counters, has, of, ruleset, scenario, table, values};

const OF_1918: [&str; 3] =
    ["campaign.json", "the-storm-elsewhere.json", "the-allied-offensive.json"];

/// A number of the chart; 0 for none.
fn points(chart: &Table, turn: u16, nation: &str) -> i32 {
    match chart.read(&turn.to_string(), nation).expect("a cell") {
        "-" => 0,
        number => number.parse().expect("a number"),
    }
}

fn received(scenario: &Scenario, turn: u16, nation: &str) -> i32 {
    let mine = |entry: &&Replacement| {
        entry.turn == turn && entry.nation.as_deref() == Some(nation) && entry.pool.is_none()
    };
    scenario.replacements.iter().filter(mine).map(|entry| entry.points).sum()
}

const NATIONS: [(&str, &str); 5] = [
    ("German", "german"),
    ("British", "british"),
    ("French", "french"),
    ("Belgian", "belgian"),
    ("American", "american"),
];

#[test]
fn replacements_follow_the_chart_and_the_chart_the_rules() {
    let rules = ruleset();
    let chart = table(&rules, "replacements");
    let turns = || 1..=16_u16;
    assert_eq!((points(chart, 8, "American"), points(chart, 9, "American")), (3, 2), "SW 8.6");
    for (nation, _) in NATIONS {
        let sum: i32 = turns().map(|turn| points(chart, turn, nation)).sum();
        assert_eq!(sum == 0, nation == "Belgian", "{nation}: {sum} (SW 8.2)");
    }
    // After four turns of full-out attacks, ten steps or so each, the Germans have run dry.
    let german: i32 = 24 + (1..=4).map(|turn| points(chart, turn, "German")).sum::<i32>();
    assert!((32..=44).contains(&german), "{german} (D-Elim)");
    // Whoever attacks elsewhere has no more for the west (S1.4), and 1919 no more than 1918.
    let elsewhere = scenario("the-storm-elsewhere.json");
    for turn in turns() {
        let there = received(&elsewhere, turn, "german");
        let expect = if turn == 1 {
            0
        } else if turn <= 6 {
            2
        } else {
            1
        };
        assert_eq!(there, expect, "game-turn {turn} (SW S1.4)");
        assert!(there <= points(chart, turn, "German"), "game-turn {turn}");
    }
    for (file, first, none) in [
        ("campaign.json", 1, 0),
        ("the-storm-elsewhere.json", 1, 0),
        ("the-allied-offensive.json", 9, 9),
    ] {
        let scenario = scenario(file);
        for turn in first..=16 {
            for (name, nation) in NATIONS {
                if nation == "german" && (file == "the-storm-elsewhere.json" || turn == none) {
                    continue;
                }
                let there = received(&scenario, turn, nation);
                assert_eq!(there, points(chart, turn, name), "{file}: {nation}, {turn}");
            }
        }
    }
    assert_eq!(received(&scenario("the-allied-offensive.json"), 9, "german"), 0, "SW S2.2");
}

#[test]
fn each_scenario_starts_with_its_levels() {
    // German, British, French, Belgian, American, Japanese steps; German and Allied morale.
    for (file, steps, morale) in [
        ("campaign.json", [24, 10, 12, 2, 0, 0], (15, Some(15))),
        ("the-storm-elsewhere.json", [4, 10, 12, 2, 0, 0], (15, Some(15))),
        ("the-allied-offensive.json", [4, 2, 3, 1, 5, 0], (18, Some(13))),
        ("plan-1919.json", [16, 10, 10, 1, 18, 2], (18, None)),
    ] {
        let scenario = scenario(file);
        let nations = ["german", "british", "french", "belgian", "american", "japanese"];
        assert_eq!(nations.map(|nation| received(&scenario, 0, nation)), steps, "{file}");
        let level = |side: &str| {
            let mut levels = scenario.levels.iter();
            levels.find(|level| level.id == "morale" && level.side == side).map(|level| level.value)
        };
        assert_eq!((level("german"), level("allied")), (Some(morale.0), morale.1), "{file}");
    }
}

#[test]
fn the_rates_of_1919_are_printed() {
    let plan = scenario("plan-1919.json");
    for turn in 1..=9 {
        let rates = ["german", "british", "french", "belgian", "american", "japanese"]
            .map(|nation| received(&plan, turn, nation));
        assert_eq!(rates, [2, 1, 0, 0, 2, 0], "game-turn {turn} (SW S3.27)");
        let at_large: i32 = plan
            .replacements
            .iter()
            .filter(|entry| entry.turn == turn && entry.pool.as_deref() == Some("mechanised"))
            .map(|entry| entry.points)
            .sum();
        assert_eq!(at_large, if turn >= 2 { 4 } else { 0 }, "game-turn {turn} (SW S3.28)");
    }
    assert_eq!(
        plan.optional_rules,
        ["belgian-demoralization", "stosstruppen-casualties", "super-high-odds"]
    );
}

/// The spread of a box of the weather chart, `2-4`; none for a turn that is dry.
fn spread(chart: &Table, turn: u16, column: &str) -> Option<(i32, i32)> {
    let cell = chart.read(&turn.to_string(), column).filter(|cell| *cell != "-")?;
    let (from, to) = cell.split_once('-').unwrap_or((cell, cell));
    Some((from.parse().expect("a number"), to.parse().expect("a number")))
}

#[test]
fn weather_is_wet_only_when_it_may_be() {
    let rules = ruleset();
    let chart = table(&rules, "weather");
    for (file, column, variable) in [
        ("campaign.json", "1918", vec![2, 3, 4, 5, 12, 13, 14, 15, 16]),
        ("the-storm-elsewhere.json", "1918", vec![2, 3, 4, 5, 12, 13, 14, 15, 16]),
        ("the-allied-offensive.json", "1918", vec![12, 13, 14, 15, 16]),
        ("plan-1919.json", "1919", vec![8, 9]),
    ] {
        let scenario = scenario(file);
        let track = |id: &str| {
            scenario.tracks.iter().find(|track| track.id == id).map(|track| &track.values)
        };
        let (from, to) = (track("wet_from").expect("a track"), track("wet_to").expect("a track"));
        for (at, turn) in scenario.turns.iter().enumerate() {
            let wet = spread(chart, turn.turn, column);
            assert_eq!(wet.is_some(), variable.contains(&turn.turn), "{file}: {}", turn.label);
            assert_eq!((from[at], to[at]), wet.unwrap_or((0, 0)), "{file}: {}", turn.label);
            if let Some((least, most)) = wet {
                assert!(1 <= least && least <= most && most < 6, "{file}: {}", turn.label);
            }
            let dry = turn.weather.as_deref() == Some("dry");
            assert_eq!(dry, wet.is_none(), "{file}: {}", turn.label);
        }
        if let Some(historical) = track("historical_wet") {
            for (turn, wet) in scenario.turns.iter().zip(historical) {
                let then = (14..=16).contains(&turn.turn);
                assert_eq!(*wet == 1, then, "{file}: {} (SW 16.9)", turn.label);
            }
        }
    }
}

/// Every counter comes into play once, or is left out by a rule.
#[test]
fn every_counter_is_accounted_for() {
    let all = counters();
    let variants = || all.iter().filter(|one| has(one, "variant")).map(|one| one.id.as_str());
    let substitutes = || all.iter().filter(|one| has(one, "substitute")).map(|one| one.id.as_str());
    let stosstruppen =
        || all.iter().filter(|one| one.substitute.is_some()).map(|one| one.id.as_str());
    let guns = ["de-agb"];
    let elsewhere = ["de-agb", "de-air", "de-bertha"];
    let in_1919 = [
        "br-rtc",
        "br-cav",
        "po-1",
        "it-2",
        "us-tc",
        "us-2",
        "de-agb",
        "de-bertha",
        "v-jef-replacements",
    ];
    let left_out: [(&str, BTreeSet<&str>); 4] = [
        ("campaign.json", substitutes().chain(variants()).collect()),
        ("the-storm-elsewhere.json", stosstruppen().chain(elsewhere).chain(variants()).collect()),
        ("the-allied-offensive.json", stosstruppen().chain(guns).chain(variants()).collect()),
        ("plan-1919.json", substitutes().chain(in_1919).collect()),
    ];
    for (file, unused) in left_out {
        let scenario = scenario(file);
        let setup = &scenario.setup;
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        let placed = setup.placements.iter().flat_map(|placement| &placement.counters);
        let free = setup.free.iter().flat_map(|group| &group.counters);
        let arriving = scenario.reinforcements.iter().flat_map(|arrival| &arrival.counters);
        for id in placed.chain(free).chain(arriving).chain(&setup.eliminated) {
            *times.entry(id).or_default() += 1;
        }
        for counter in &all {
            let used = times.get(counter.id.as_str()).copied().unwrap_or(0);
            let expect = usize::from(!unused.contains(counter.id.as_str()));
            assert_eq!(used, expect, "{file}: {}", counter.id);
        }
    }
}

#[test]
fn reinforcements_come_when_and_where_the_rules_say() {
    let all = counters();
    let campaign = scenario("campaign.json");
    let arrival = |id: &str| {
        let mut list = campaign.reinforcements.iter();
        list.find(|arrival| arrival.counters.iter().any(|one| one == id)).expect("an arrival")
    };
    let ports = Entry::Hexes(["1237", "1339", "1441"].map(str::to_owned).into());
    for id in ["br-14", "br-16"] {
        assert_eq!((arrival(id).turn, &arrival(id).entry), (4, &ports), "{id} (SW 8.1.1)");
    }
    assert_eq!((arrival("it-2").turn, arrival("fr-air").turn), (4, 8), "SW 8.1.2");
    let edge = Entry::Zone("french-supply-edge".to_owned());
    let american = |unit_type: &'static str| {
        all.iter().filter(move |one| {
            one.nation.as_deref() == Some("american")
                && one.unit_type == unit_type
                && !has(one, "variant")
        })
    };
    let mut by_eight = 0;
    for division in american("infantry").chain(american("tank")) {
        assert_eq!(arrival(&division.id).entry, edge, "{} (SW 8.1.3)", division.id);
        if arrival(&division.id).turn <= 8 && division.unit_type == "infantry" {
            by_eight += 1;
        }
    }
    assert!(by_eight >= 4, "{by_eight} (SW S2.5)");
    // The first four are among those that Pershing lets go first (SW 8.1.3).
    for id in ["us-1", "us-2", "us-26", "us-42"] {
        assert!(arrival(id).turn <= 8, "{id}");
    }
    // Nothing else of Britain and France arrives but air units, and nothing of Germany (SW 8.1).
    for arrival in &campaign.reinforcements {
        for id in &arrival.counters {
            let counter = of(&all, id);
            let known = counter.unit_type == "air"
                || counter.nation.as_deref() == Some("american")
                || ["br-14", "br-16", "it-2"].contains(&id.as_str());
            assert!(known, "{id}");
        }
    }
    let gone = &campaign.withdrawals;
    assert!(
        matches!(gone.as_slice(), [one] if one.turn == 9 && one.counters == ["de-agb"]),
        "SW 8.7"
    );
}

/// What bears no mark counts as printed: here is all that does.
#[test]
fn only_what_the_book_prints_is_unmarked() {
    let printed = |name: &str| -> BTreeSet<String> {
        let arrivals = scenario(name).reinforcements.into_iter();
        let unmarked = arrivals.filter(|arrival| arrival.provenance.is_printed());
        unmarked.flat_map(|arrival| arrival.counters).collect()
    };
    let of = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|&id| id.to_owned()).collect() };
    // SW 2.4 (the 14th Corps), 8.1.2 (the Italians and the French air unit), 14.4.
    let spring = of(&["br-14", "br-air", "fr-air", "it-2"]);
    let campaign: BTreeSet<String> = spring.iter().cloned().chain(of(&["de-air"])).collect();
    assert_eq!(printed("campaign.json"), campaign);
    assert_eq!(printed("the-storm-elsewhere.json"), spring);
    assert_eq!(printed("the-allied-offensive.json"), of(&["br-air", "de-air", "fr-air"]), "S2.6");
    let summer = of(&["br-air", "de-air", "fr-air", "v-raf"]);
    assert_eq!(printed("plan-1919.json"), summer, "S3.26");

    // Counters: those whose front the book prints, and those that bear no values.
    let all = counters();
    let unmarked: Vec<&Counter> =
        all.iter().filter(|counter| counter.provenance.is_printed()).collect();
    let trench = |counter: &Counter| values(counter, 0) == [1, 4, 3];
    let (bare, valued): (Vec<&Counter>, Vec<&Counter>) =
        unmarked.iter().partition(|counter| counter.faces[0].ratings.is_empty());
    let bare: BTreeSet<String> = bare.iter().map(|counter| counter.id.clone()).collect();
    assert_eq!(bare, of(&["br-air", "de-air", "de-bertha", "fr-air", "v-raf"]));
    let others: Vec<&str> =
        valued.iter().filter(|one| !trench(one)).map(|one| one.id.as_str()).collect();
    assert_eq!((valued.len(), others), (13, vec!["br-14"]));
}

#[test]
fn the_july_set_up_is_as_printed() {
    let july = scenario("the-allied-offensive.json");
    let all = counters();
    let at = |hex: &str| -> Vec<(&Counter, u8)> {
        let here = july.setup.placements.iter().filter(|placement| placement.hex == hex);
        here.flat_map(|placement| {
            placement.counters.iter().map(|id| (of(&all, id), placement.face.unwrap_or(0)))
        })
        .collect()
    };
    for hex in ["3028", "3231"] {
        let here = at(hex);
        assert_eq!(here.len(), 2, "{hex} (SW S2.4)");
        assert!(here.iter().all(|(one, face)| values(one, 0) == [5, 6, 4] && *face == 1), "{hex}");
    }
    for hex in ["3128", "3331", "3132", "2934"] {
        let here = at(hex);
        assert!(
            matches!(here.as_slice(), [(one, 0)] if one.id.starts_with("us-")),
            "{hex} (SW S2.5)"
        );
    }
    assert_eq!(july.setup.eliminated, ["po-1", "fr-11"], "SW S2.5");
    assert!(has(of(&all, "po-1"), "no-replacement"), "SW S2.5");
    assert_eq!(july.turns.first().map(|turn| turn.turn), Some(9));
    for id in ["de-air", "br-air"] {
        let mut list = july.reinforcements.iter();
        let air = list.find(|arrival| arrival.counters.iter().any(|one| one == id));
        assert_eq!(air.map(|arrival| arrival.turn), Some(10), "{id} (SW S2.6)");
    }
}

#[test]
fn every_campaign_of_1918_has_two_outcomes_and_half_months() {
    for file in OF_1918 {
        let scenario = scenario(file);
        let last = scenario.turns.last().expect("a game-turn");
        assert_eq!((last.turn, last.label.as_str()), (16, "Nov I"), "{file} (SW 4.4)");
        let july = scenario.turns.iter().find(|turn| turn.turn == 9).expect("game-turn 9");
        assert_eq!(july.label, "Jul II", "{file} (SW S2.2)");
        let winners: Vec<&str> =
            scenario.victory.levels.iter().map(|level| level.side.as_str()).collect();
        assert_eq!(winners, ["german", "allied"], "{file}");
        assert_eq!(scenario.setup.control.len(), 2, "{file} (SW 3.5)");
    }
}
