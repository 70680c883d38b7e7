//! A system made of a ruleset at run time. House rules are Skirmish by a book of one's own: what
//! the game is called, the rules that it cites, a role more, who plays it and what its test-runs
//! count stand in the ruleset, and a row in the registry makes a system of them when a file has
//! them.

use std::sync::Arc;

use salient_rules::bot::BotInfo;
use salient_rules::game::CompiledScenario;
use salient_rules::system::{FactTable, Published, SystemRef};
use salient_rules::words::{LogLine, Words};
use salient_rules::{
    Bot, Checker, Match, Need, Prepared, Role, RoleKind, Roles, System, SystemInfo, Systems,
};
use salient_schema::event::Event;
use salient_schema::ruleset::{Ruleset, Table};
use salient_schema::{Bundle, Diagnostic, Memory, open_project};
use salient_skirmish::{Rulebook, SCOUT};
use serde_json::{Value, json};

const SYSTEMS: Systems = Systems::new(&[&Rulebook, &HouseRules]);

/// The row in the registry: what is not said it has from Skirmish.
struct HouseRules;

/// What it makes of a ruleset.
struct Made {
    ruleset: Ruleset,
    roles: Vec<Role>,
    bots: Vec<BotInfo>,
}

/// The chart of a ruleset that says who plays it; a ruleset has house rules if it has one.
const BOTS: &str = "house-bots";
const ROLES: &str = "house-roles";
const SHOTS: &str = "shots";

fn chart<'a>(ruleset: &'a Ruleset, id: &str) -> Option<&'a Table> {
    ruleset.tables.iter().find(|table| table.id == id)
}

/// The rows of a chart: head, and cells as long as there are any.
fn rows<'a, const N: usize>(
    ruleset: &'a Ruleset,
    id: &str,
) -> impl Iterator<Item = (&'a str, [&'a str; N])> {
    let rows = chart(ruleset, id).map(|chart| &chart.rows).into_iter().flatten();
    rows.map(|row| {
        let cell = |at: usize| row.cells.get(at).map_or("", String::as_str);
        (row.head.as_str(), std::array::from_fn(cell))
    })
}

impl System for HouseRules {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: "house-rules", title: "House rules" }
    }

    fn published(&self) -> &Published {
        const NOTHING: Published =
            Published { rules: "", cases: &[], files: &[], scenarios: &[], schemas: &[] };
        &NOTHING
    }

    fn made_of(&self, ruleset: &Ruleset) -> Option<Arc<dyn System>> {
        chart(ruleset, BOTS)?;
        // The rules are those of Skirmish, by the numbers of another book.
        let cited = |role: &Role| {
            let rule = role.rule.replacen("SK", &ruleset.citation, 1).into();
            Role { rule, ..role.clone() }
        };
        let own = rows(ruleset, ROLES).map(|(id, [rule, words])| Role {
            id: id.to_owned().into(),
            kind: RoleKind::Trait,
            need: Need::Some,
            rule: rule.to_owned().into(),
            words: words.to_owned().into(),
        });
        let bots = rows(ruleset, BOTS)
            .map(|(id, [name])| BotInfo { bot: Bot::named(id), name: name.to_owned().into() });
        Some(Arc::new(Made {
            roles: Rulebook.roles().iter().map(cited).chain(own).collect(),
            bots: bots.collect(),
            ruleset: ruleset.clone(),
        }))
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        Rulebook.prepare(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Rulebook.checker(bundle, roles)
    }
}

impl System for Made {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: &self.ruleset.id, title: &self.ruleset.title }
    }

    fn published(&self) -> &Published {
        HouseRules.published()
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        Roles::filled(&self.roles, bundle)?;
        Rulebook.prepare(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Rulebook.checker(bundle, roles)
    }

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn bots(&self) -> &[BotInfo] {
        &self.bots
    }

    fn tables(&self) -> Vec<FactTable<'_>> {
        let Some(Table { id, title, row_axis: row, .. }) = chart(&self.ruleset, SHOTS) else {
            return Vec::new();
        };
        let columns = rows(&self.ruleset, SHOTS).map(|(column, [heading])| (column, heading));
        let (columns, names) = (columns.collect(), Vec::new());
        vec![FactTable { id, title, row, note: "", columns, names }]
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        Rulebook.words(event, words)
    }
}

/// Opens the scenario of Skirmish with a ruleset that has house rules.
fn opened() -> Bundle {
    let published = Rulebook.published();
    let files = published.files.iter().map(|&(path, text)| {
        let own = path.ends_with("/ruleset.json").then(|| house_rules(text));
        (path, own.unwrap_or_else(|| text.to_owned()))
    });
    let path = published.scenario(None).unwrap();
    let (project, found) = open_project(&files.collect::<Memory>(), path);
    assert!(found.is_empty(), "{found:#?}");
    project.unwrap().bundle
}

/// The ruleset of Skirmish with a name, a book and house rules of its own.
fn house_rules(text: &str) -> String {
    let mut ruleset: Value = serde_json::from_str(text).unwrap();
    ruleset["id"] = json!("three-patrols");
    ruleset["title"] = json!("Three Patrols");
    ruleset["citation"] = json!("TP");
    ruleset["roles"]["guide"] = json!(["knows-the-way"]);
    ruleset["counters"]["traits"] = json!([{ "id": "knows-the-way", "name": "Knows the way" }]);
    let chart = |id: &str, title: &str, axis: &str, columns: &[&str], rows: &[[&str; 3]]| {
        let row = |row: &[&str; 3]| json!({ "head": row[0], "cells": row[1..=columns.len()] });
        json!({
            "id": id, "title": title, "row_axis": axis, "column_axis": "what", "columns": columns,
            "rows": rows.iter().map(row).collect::<Vec<_>>(), "provenance": "invented",
        })
    };
    let roles = [["guide", "TP 8.1", "leads a patrol by night"]];
    let bots = [["random", "Lost in the dark", ""], ["scout", "Old hand", ""]];
    let shots = [["times", "Rounds", ""], ["hits", "Told", ""]];
    let charts = ruleset["tables"].as_array_mut().unwrap();
    charts.push(chart(ROLES, "Roles", "role", &["Rule", "What it does"], &roles));
    charts.push(chart(BOTS, "Who plays", "bot", &["Name"], &bots));
    charts.push(chart(SHOTS, "Shots in the dark", "Fired as", &["Heading"], &shots));
    ruleset.to_string()
}

/// Says that a counter has the trait that the role of the house rules asks for.
fn with_a_guide(mut bundle: Bundle) -> Bundle {
    bundle.orders_of_battle[0].counters[0].traits.push("knows-the-way".to_owned());
    bundle
}

#[test]
fn the_ruleset_says_what_the_system_is() {
    let bundle = opened();
    let system = SYSTEMS.of(&bundle).unwrap();
    assert_eq!((system.info().id, system.info().title), ("three-patrols", "Three Patrols"));
    let bots: Vec<_> = system.bots().iter().map(|info| (info.bot, &*info.name)).collect();
    assert_eq!(bots, [(Bot::RANDOM, "Lost in the dark"), (SCOUT, "Old hand")]);
    let shots = FactTable {
        id: SHOTS,
        title: "Shots in the dark",
        row: "Fired as",
        note: "",
        columns: vec![("times", "Rounds"), ("hits", "Told")],
        names: Vec::new(),
    };
    assert_eq!(system.tables(), [shots]);
    // Beside it the registry has what it had, and knows no ruleset of neither kind.
    let skirmish = Rulebook.published().bundle(None).unwrap();
    assert!(matches!(SYSTEMS.of(&skirmish), Some(SystemRef::BuiltIn(_))));
    let mut bare = bundle;
    bare.ruleset.tables.retain(|table| table.id != BOTS);
    assert!(SYSTEMS.of(&bare).is_none());
}

#[test]
fn its_roles_are_checked_by_its_own_numbers() {
    let without = opened();
    let found = salient_rules::check(SYSTEMS, &without);
    let [missing] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(missing.rule.as_deref(), Some("TP 8.1"));
    assert_eq!(missing.message, "no counter fills the role 'guide'");
    assert!(Prepared::new(SYSTEMS, &without).is_err());

    let bundle = with_a_guide(without);
    let found = salient_rules::check(SYSTEMS, &bundle);
    assert!(found.is_empty(), "{found:#?}");
    let mut bare = bundle;
    bare.ruleset.roles.remove("fire");
    let found = salient_rules::check(SYSTEMS, &bare);
    assert!(found.iter().any(|found| found.rule.as_deref() == Some("TP 1.1")), "{found:#?}");
}

#[test]
fn its_bots_play_it_and_follow_the_file() {
    let mut bundle = with_a_guide(opened());
    let play = |bundle: &Bundle, bots: &[Bot]| {
        let mut game = Match::start(SYSTEMS, bundle, 11).unwrap();
        while !game.is_over() {
            game.advance(bots);
        }
        game
    };
    let game = play(&bundle, &[SCOUT, Bot::RANDOM, SCOUT]);
    assert_ne!(game.outcome().unwrap().level, "Unfinished");
    let words = Words::new(SYSTEMS, &bundle);
    let mut told = game.events().iter().flat_map(|event| words.lines(event));
    assert!(told.any(|line| line.text.contains("fires at")), "in the words of the system");
    // Who is named nowhere is its strongest, and so is whoever the ruleset does not have.
    let strongest = play(&bundle, &[]).state_hash();
    assert_eq!(play(&bundle, &[Bot::HEURISTIC; 3]).state_hash(), strongest);
    // The designer takes the scout out: from now on chance plays.
    let bots = bundle.ruleset.tables.iter_mut().find(|table| table.id == BOTS).unwrap();
    bots.rows.pop();
    assert_eq!(SYSTEMS.bots(&bundle).len(), 1);
    let by_chance = play(&bundle, &[]).state_hash();
    assert_eq!(play(&bundle, &[Bot::RANDOM; 3]).state_hash(), by_chance);
    assert_ne!(by_chance, strongest);
}
