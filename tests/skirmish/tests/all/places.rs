//! What Skirmish's own rules have no use for, tried on its map and with its units by a system of
//! one procedure: units of two hexes, loads, attachments, displays off the map, sizes by face,
//! numbers of formations.

use std::ops::Deref;

use salient_hex::{Direction, Footprint, Hex, Span};
use salient_rules::action::Violation;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::game::{CompiledScenario, UnitStatus};
use salient_rules::play::{
    self, Compiled, Phase, PlayContext, Position, Printed, Procedures, Stepwise, Unit,
};
use salient_rules::system::Published;
use salient_rules::words::Words;
use salient_rules::{Checker, Match, Roles, System, SystemInfo, Systems};
use salient_schema::common::Rating;
use salient_schema::order_of_battle::Formation;
use salient_schema::ruleset::{RatingDef, UnitSize};
use salient_schema::{Bundle, Diagnostic};
use salient_skirmish::Rulebook;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A drill: all of it is done when the first step of the sequence of play begins.
#[derive(Debug)]
struct Drill;

/// What a side may do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Act {
    Drill,
}

impl System for Drill {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: "skirmish", title: "Drill" }
    }

    fn published(&self) -> &Published {
        Rulebook.published()
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<Self>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Self>(bundle)
    }
}

/// The map, the units and a zone of control around each of them.
#[derive(Debug)]
struct Ground(Compiled);

impl Deref for Ground {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl GameRules for Ground {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    fn zone_of_control(&self, _: Unit, _: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>> {
        Some(self.map.grid().neighbours(hex).into_iter().flatten())
    }
}

impl Procedures for Drill {
    type Rules = Ground;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = ();

    fn begin_phase(cx: &mut PlayContext<'_, Self>, _: &Phase) {
        drill(cx);
        cx.end(None, "drilled", "Drilled", "");
    }

    fn check(_: &Ground, _: &Position<Self>, _: usize, _: &Act) -> Result<(), Violation> {
        Ok(())
    }

    fn legal(_: &Ground, _: &Position<Self>, _: usize) -> Vec<Act> {
        vec![Act::Drill]
    }

    fn apply(_: &mut PlayContext<'_, Self>, _: usize, _: &Act) -> Result<(), Violation> {
        Ok(())
    }

    fn value(_: &Ground, _: &Position<Self>, _: usize) -> i64 {
        0
    }

    fn points(_: &Ground, _: &Position<Self>, _: usize) -> i32 {
        0
    }
}

impl Stepwise for Drill {
    type State = ();
    type Decision = ();
    type Step = ();

    fn compile(_: &Bundle, compiled: Compiled) -> Result<Ground, Vec<Diagnostic>> {
        Ok(Ground(compiled))
    }

    fn compiled(rules: &Ground) -> &Compiled {
        &rules.0
    }

    fn state(_: &Ground) {}

    fn may_stand(_: &Ground, _: &Position<Self>, _: Unit, _: Hex) -> Result<(), Violation> {
        Ok(())
    }

    fn run(_: &mut PlayContext<'_, Self>, (): ()) {}
}

fn drill(cx: &mut PlayContext<'_, Drill>) {
    let rules = cx.rules;
    let grid = rules.map.grid();
    let unit = |name: &str| rules.find_unit(name).unwrap();
    let hex = |label: &str| rules.hex(label).unwrap();
    let stack = |cx: &PlayContext<'_, Drill>, label: &str| {
        cx.position.stack(hex(label)).map(|unit| rules.unit(unit).name.clone()).collect::<Vec<_>>()
    };

    // A unit of two hexes stands in both, among others, and both are in its zone of control.
    let (column, gun) = (unit("red-2"), unit("red-1"));
    cx.remove(column, UnitStatus::Pool, "withdrawn", "");
    cx.remove(gun, UnitStatus::Pool, "withdrawn", "");
    let span = Span::new(grid, hex("0505"), Direction::ALL[0]).unwrap();
    cx.place_on_two(column, span, "set-up", "D 1");
    cx.place(gun, hex("0505"), "set-up", "D 1");
    assert_eq!(stack(cx, "0505"), ["red-1", "red-2"]);
    assert_eq!(stack(cx, "0504"), ["red-2"]);
    assert_eq!(cx.position.span(grid, column), Some(span));
    assert_eq!(cx.position.hexes(column).count(), 2);
    let red = rules.side("red").unwrap();
    assert!(cx.position.board().controls(hex("0503"), red));
    assert!(cx.position.board().controls(hex("0506"), red));

    // It wheels: one half stays, the other goes round it.
    let wheel = span.wheels(grid).find(|wheel| wheel.pivot == hex("0505"));
    let wheel = wheel.unwrap();
    cx.shift_to(&[column], Footprint::Two(wheel.span), "wheel", None, "D 2");
    assert_eq!(stack(cx, "0504"), [""; 0]);
    assert_eq!(stack(cx, "0505"), ["red-1", "red-2"]);
    assert_eq!(cx.position.span(grid, column), Some(wheel.span));
    assert!(!cx.position.board().controls(hex("0503"), red), "its zone of control went along");

    // A load is where its carrier is, and in no stack of its own.
    let carrier = unit("green-1");
    let load = unit("green-gun");
    cx.embark(load, carrier);
    let from = cx.position.hex(carrier).unwrap();
    let to = grid.neighbours(from).into_iter().flatten().next().unwrap();
    cx.shift(&[carrier], &[to], "move", None, "D 3");
    assert_eq!(cx.position.hex(load), Some(to));
    assert_eq!(cx.position.state(load).hex, None);
    assert!(cx.position.stack(to).all(|unit| unit != load));
    assert_eq!(cx.position.carried_by(carrier).collect::<Vec<_>>(), [load]);

    // An attachment is apart from where a unit stands; it counts for the formations above too.
    let (corps, division) = (rules.0.formation_of("corps"), rules.0.formation_of("division"));
    let (corps, division) = (corps.unwrap(), division.unwrap());
    let blue = unit("blue-1");
    assert_eq!(cx.position.state(blue).attached, Some(corps), "as the order of battle says");
    let at = cx.position.hex(blue);
    cx.attach(blue, Some(division), "D 4");
    assert_eq!(cx.position.hex(blue), at);
    for formation in [division, corps] {
        assert_eq!(cx.position.attached_to(rules, formation).collect::<Vec<_>>(), [blue]);
    }
    cx.attach(blue, Some(corps), "D 4");
    assert_eq!(cx.position.attached_to(rules, division).count(), 0);
    cx.attach(blue, Some(corps), "D 4");

    // On a display it is off the map, and still attached.
    cx.to_display(blue, "D 5");
    assert_eq!(cx.position.state(blue).status, UnitStatus::OnDisplay);
    assert_eq!((cx.position.hex(blue), cx.position.state(blue).attached), (None, Some(corps)));

    // A unit is as large as the face that it shows: its own size, or else the counter's.
    let shrinks = unit("green-2");
    assert_eq!([0, 1, 7].map(|face| rules.unit(shrinks).stacking_of(face)), [4, 1, 1]);
    assert_eq!(cx.position.stacking(rules, shrinks), 4);
    cx.lose_step(shrinks, "drill", None, "D 6");
    assert_eq!(cx.position.stacking(rules, shrinks), 1);
    assert_eq!([0, 1].map(|face| rules.unit(gun).stacking_of(face)), [1, 1]);

    // A formation has numbers of its own, each or none of them.
    let places = ["limit", "boxes", "base"].map(|id| rules.0.formation_rating(id));
    assert_eq!(places, [Some(0), Some(1), None]);
    let numbers = |formation| [0, 1, 2].map(|place| rules.0.formation(formation).rating(place));
    assert_eq!(numbers(corps), [Some(3), Some(0), None]);
    assert_eq!(numbers(division), [None; 3], "none of them, and no letters");
}

fn bundle() -> Bundle {
    let mut bundle = Rulebook.published().bundle(None).unwrap();
    let book = &mut bundle.orders_of_battle[0];
    let formation = |id: &str, parent: Option<&str>| Formation {
        id: id.to_owned(),
        name: format!("The {id}"),
        short: None,
        side: "blue".to_owned(),
        size: None,
        parent: parent.map(str::to_owned),
        commander: None,
        colour: None,
        ratings: Default::default(),
    };
    book.formations = vec![formation("division", Some("corps")), formation("corps", None)];
    for (formation, rating, value) in [
        (0, "limit", Rating::Text("any".to_owned())),
        (1, "limit", Rating::Number(3)),
        (1, "boxes", Rating::Number(0)),
    ] {
        book.formations[formation].ratings.insert(rating.to_owned(), value);
    }
    let defined = |id: &str| RatingDef {
        id: id.to_owned(),
        name: id.to_owned(),
        min: 0,
        max: 9,
        optional: false,
        ink: None,
        corner: false,
        uses: Vec::new(),
    };
    bundle.ruleset.counters.formation_ratings = ["limit", "boxes"].map(defined).to_vec();
    let blue = book.counters.iter_mut().find(|counter| counter.id == "blue-1").unwrap();
    blue.formation = Some("corps".to_owned());
    let shrinks = book.counters.iter_mut().find(|counter| counter.id == "green-2").unwrap();
    shrinks.faces[0].size = Some("platoon".to_owned());
    let (id, name, mark) = ("platoon".to_owned(), "Platoon".to_owned(), "II".to_owned());
    bundle.ruleset.counters.sizes.push(UnitSize { id, name, mark, stacking: 4 });
    bundle
}

#[test]
fn units_take_up_two_hexes_are_carried_attached_lie_on_displays_and_shrink() {
    const SYSTEMS: Systems = Systems::new(&[&Drill]);
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    assert!(game.is_over());

    // Each of it is told by a core event that every client understands, in its words too.
    let told: Vec<Value> =
        game.events().iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let of_rule = |rule: &str| {
        let mut found = told.iter().filter(|event| event["rule"] == rule);
        found.next().cloned().unwrap_or_default()
    };
    let placed = of_rule("D 1");
    assert_eq!((&placed["hex"], &placed["other"]), (&json!("0504"), &json!("0505")));
    let wheeled = of_rule("D 2");
    assert_eq!((&wheeled["by"], wheeled["other"].is_string()), (&json!("wheel"), true));
    let attached: Vec<_> = told.iter().filter(|event| event["event"] == "attached").collect();
    assert_eq!(attached.len(), 2, "attached where it is already is nothing to tell");
    assert_eq!((&attached[0]["from"], &attached[0]["to"]), (&json!("corps"), &json!("division")));
    assert_eq!(of_rule("D 5")["by"], "display");
    let words = Words::new(SYSTEMS, &bundle);
    let lines: Vec<String> = game
        .events()
        .iter()
        .flat_map(|event| words.lines(event))
        .map(|line| line.text)
        .filter(|line| {
            line.contains(" and ") || line.contains("attached") || line.contains("display")
        })
        .collect();
    assert_eq!(lines.len(), 5, "{lines:#?}");
    assert!(lines.iter().any(|line| line.ends_with("is attached to The division")), "{lines:#?}");
}
