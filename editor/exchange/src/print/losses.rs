//! What a scenario has that is not on paper.

use salient_schema::Bundle;

use super::{Part, Wishes};
use crate::{Fate, LossReport};

/// What is not in the kit, or not as it was.
pub fn report(bundle: &Bundle, wishes: &Wishes, format: &str) -> LossReport {
    let mut report = LossReport::new(format);
    let has = |part| wishes.parts.contains(&part);
    let measured = bundle.scenario.battlefield.is_some();
    let is_there = |part: &Part| measured || !matches!(part, Part::Plan | Part::Cards);
    for part in Part::ALL.into_iter().filter(is_there).filter(|part| !has(*part)) {
        let why = "it was not asked for (--parts)";
        report.add(Fate::Dropped, "part of the kit", part.name(), why, None);
    }
    counters(bundle, &mut report);
    notes(bundle, &mut report);
    let map = &bundle.map;
    if map.scan.is_some() {
        let why = "a kit prints the map that was drawn after it";
        report.add(Fate::Dropped, "scan", "", why, Some("/map/scan".to_owned()));
    }
    if map.georeference.is_some() {
        let why = "paper knows no place on the earth; the scale and the north arrow are printed";
        report.add(
            Fate::PictureOnly,
            "georeference",
            "",
            why,
            Some("/map/georeference".to_owned()),
        );
    }
    let named: Vec<&str> = bundle
        .scenario
        .setup
        .free
        .iter()
        .flat_map(|group| group.front.iter().chain([&group.zone]))
        .chain(bundle.scenario.setup.control.iter().map(|control| &control.zone))
        .map(String::as_str)
        .collect();
    for (at, zone) in map.zones.items.iter().enumerate() {
        let place = Some(format!("/map/zones/items/{at}"));
        let (fate, why) = if has(Part::SetUp) && named.contains(&zone.id.as_str()) {
            (
                Fate::PictureOnly,
                "its hexes are named on the set-up sheets, and not marked on the map",
            )
        } else {
            (Fate::Dropped, "the printed map shows no zones, and no set-up sheet needs it")
        };
        report.add(fate, "zone", &zone.name, why, place);
    }
    for (at, constant) in bundle.ruleset.constants.iter().enumerate() {
        let place = Some(format!("/ruleset/constants/{at}"));
        let changed = bundle.scenario.constant_override(&constant.id).is_some();
        if !(changed && has(Part::Charts)) {
            let why = "single numbers stand in the rule book";
            report.add(Fate::Dropped, "constant", &constant.id, why, place);
        }
    }
    let scenario = &bundle.scenario;
    let ruleset = &bundle.ruleset;
    report.drop_roles(&ruleset.roles, &ruleset.title, Some("/ruleset/roles".to_owned()));
    report.drop_roles(&scenario.roles, &scenario.title, Some("/scenario/roles".to_owned()));
    let begins = "the set-up sheet begins with a game-turn, and with what stands on the map";
    report.drop_start(scenario, begins);
    if !has(Part::OrderOfBattle) {
        report.drop_orders(scenario, "it stands on the order of battle, which was not asked for");
    }
    if measured && !has(Part::Plan) {
        let why = "its yards stand on the plan, which was not asked for";
        let place = Some("/scenario/battlefield".to_owned());
        report.add(Fate::Dropped, "battlefield", "", why, place);
    }
    if !has(Part::SetUp) {
        report.drop_secrets(&bundle.scenario, "its sheet is one of the set-up sheets");
    }
    report.sort();
    report
}

fn counters(bundle: &Bundle, report: &mut LossReport) {
    for (book, oob) in bundle.orders_of_battle.iter().enumerate() {
        for (at, counter) in oob.counters.iter().enumerate() {
            let place = || Some(format!("/orders_of_battle/{book}/counters/{at}"));
            let mut lose = |fate, kind: &str, why: &str| {
                report.add(fate, kind, &counter.id, why, place());
            };
            if counter.footprint > 1 {
                let why = "it covers several hexes; its counter is as large as any other";
                lose(Fate::Changed, "counter", why);
            }
            if counter.faces.len() > 2 {
                let why = "it has more than two faces; the others are on counters of their own";
                lose(Fate::Changed, "counter", why);
            }
            if !counter.traits.is_empty() {
                lose(Fate::Dropped, "traits", "a counter's face does not print them");
            }
            if !counter.parts.is_empty() {
                lose(Fate::Dropped, "parts", "a counter's face does not print them");
            }
            if !counter.notes.is_empty() {
                lose(Fate::Dropped, "notes", "decisions are for the designer");
            }
        }
    }
}

fn notes(bundle: &Bundle, report: &mut LossReport) {
    let mut lose = |which: &str, pointer: String, notes: &[String]| {
        if !notes.is_empty() {
            report.add(
                Fate::Dropped,
                "notes",
                which,
                "decisions are for the designer",
                Some(pointer),
            );
        }
    };
    lose("ruleset", "/ruleset/notes".to_owned(), &bundle.ruleset.notes);
    lose("map", "/map/notes".to_owned(), &bundle.map.notes);
    lose("scenario", "/scenario/notes".to_owned(), &bundle.scenario.notes);
    for (at, book) in bundle.orders_of_battle.iter().enumerate() {
        lose(&book.title, format!("/orders_of_battle/{at}/notes"), &book.notes);
    }
}
