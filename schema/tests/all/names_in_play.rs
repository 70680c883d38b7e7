//! What the rules of play speak of by id: the walk knows every name that the contract has room for,
//! and whatever is called otherwise or goes is followed there.

#[path = "../../../tests/src/filled.rs"]
mod filled;

use std::collections::BTreeSet;
use std::path::Path;

use salient_schema::defined::{forget_uses, rename_uses, uses};
use salient_schema::project::{Disk, open_project};
use salient_schema::rules_of_play::{Does, RulesOfPlay};
use salient_schema::{Bundle, Code, Defined, Diagnostic, check_references};
use serde_json::{Value, json};

use self::filled::filled;
use crate::defined::redefine;

/// A bundle whose rules of play name something of every sort, in every way.
fn bundle() -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/standard");
    let (project, found) = open_project(&Disk, root.join("drill.json").to_str().unwrap());
    let mut bundle = project.unwrap_or_else(|| panic!("{found:#?}")).bundle;
    let track =
        json!({ "id": "guns", "name": "Guns", "side": "red", "values": [1, 1, 1, 1, 1, 1] });
    bundle.scenario.tracks.push(serde_json::from_value(track).unwrap());
    let play = bundle.ruleset.rules_of_play.as_mut().unwrap();
    *play = serde_json::from_value(json!({
        "stacking": { "limits": [{
            "counts": "units",
            "most": { "number": 2, "except": [
                { "when": { "terrain": "woods", "unless": { "terrain": "town" } }, "set": 1 },
                { "when": { "side": "green", "unless": { "unit": "elite" } }, "add": 1 },
            ] },
            "who": { "of": ["infantry", "division"] },
        }] },
        "zones_of_control": {
            "who": { "but": ["leader", "static", "green"] },
            "not_into": ["marsh", "town"],
            "not_across": ["river"],
            "enter_cost": { "number": 1, "except": [{ "when": { "hexside": "river" }, "set": 2 }] },
        },
        "movement": {
            "allowance": { "number": 0, "except": [
                { "when": { "weather": "mud" }, "add": -1 },
                { "when": { "state": "unsupplied" }, "add": -1 },
                { "when": { "step": "red-rail", "optional_rule": "night" }, "add": -1 },
            ] },
            "rail": { "paths": ["railway"], "stations": ["depot"] },
        },
        "combat": [{
            "id": "assault", "name": "Assault", "table": "crt",
            "attack": "attack", "defence": "defence",
            "modifiers": [
                { "name": "Elite", "shift": 1, "when": { "attacker": { "of": ["elite"] } } },
                { "name": "Ditch", "shift": -1, "when": { "when": { "hexside": "cliff" } } },
                { "name": "Shaken", "shift": 1, "when": { "defender_state": "disrupted" } },
            ],
            "support": { "rating": "fire" },
            "points": [{ "name": "Gun", "track": "guns", "shift": 1 }],
            "leaders": { "who": { "of": ["leader"] }, "rating": "bonus" },
            "losses": [{ "who": { "of": ["engineers"] } }],
            "morale": { "rating": "morale", "failed": "D:disrupted R1" },
            "retreat": { "never": { "of": ["static"] } },
        }],
        "fire": [{
            "id": "fire", "name": "Fire", "table": "fire-table", "rating": "fire",
            "observers": { "guns": { "of": ["artillery"] }, "who": { "of": ["infantry"] } },
        }],
        "supply": {
            "sources": [
                { "who": { "of": ["red"] }, "features": ["depot"] },
                { "who": { "of": ["blue"] }, "edge": "east" },
            ],
            "along": ["road"],
            "states": [{ "id": "unsupplied", "name": "Out of supply" }],
        },
        "command": { "headquarters": { "of": ["headquarters"] }, "range": 3 },
        "states": [
            { "id": "disrupted", "name": "Disrupted", "again": "broken",
              "recovery": { "rating": "morale" } },
            { "id": "broken", "name": "Broken" },
        ],
        "weather": {
            "kinds": [{ "id": "clear", "name": "Clear" }, { "id": "mud", "name": "Mud" }],
            "table": "weather-table",
        },
        "hidden": { "of": ["brigade"] },
    }))
    .unwrap();
    let whose = json!({ "movement": { "who": { "of": ["cavalry"] } } });
    bundle.ruleset.sequence[0].does = Some(serde_json::from_value(whose).unwrap());
    let ends = json!({ "side": "green", "alone": true });
    bundle.scenario.victory.sudden.push(serde_json::from_value(ends).unwrap());
    bundle
}

fn found(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = check_references(bundle);
    found.extend(salient_schema::check::check_parts(bundle));
    found.retain(Diagnostic::is_error);
    found
}

#[test]
fn whatever_is_called_otherwise_is_followed_in_the_rules_of_play() {
    let bundle = bundle();
    assert_eq!(found(&bundle), []);
    let mut followed = BTreeSet::new();
    for of in Defined::ALL {
        for id in of.ids(&bundle.ruleset) {
            let mut renamed = bundle.clone();
            rename_uses(&mut renamed, of, id, "something-new");
            let is_said = |at: &Bundle| at.ruleset.rules_of_play != bundle.ruleset.rules_of_play;
            followed.extend(is_said(&renamed).then_some(of));
            redefine(&mut renamed.ruleset, of, id, "something-new");
            assert_eq!(found(&renamed), [], "{} {id}", of.words());
        }
    }
    // Names of formations' ratings and of lines no rule of play has.
    let never = [Defined::Nation, Defined::Line, Defined::FormationRating];
    let wanted = Defined::ALL.into_iter().filter(|of| !never.contains(of));
    assert_eq!(followed, wanted.collect());
}

#[test]
fn a_nation_is_followed_where_no_side_is_called_as_it() {
    let mut bundle = bundle();
    redefine(&mut bundle.ruleset, Defined::Side, "green", "verdant");
    rename_uses(&mut bundle, Defined::Side, "green", "verdant");
    // What was said of green units is said of the side.
    let said = |bundle: &Bundle, of, id: &str| {
        let places = uses(bundle, of, id);
        places.iter().filter(|place| place.starts_with("the rules of")).count()
    };
    assert_eq!(
        (said(&bundle, Defined::Side, "verdant"), said(&bundle, Defined::Nation, "green")),
        (2, 0)
    );
    let play = bundle.ruleset.rules_of_play.as_mut().unwrap();
    play.hidden.as_mut().unwrap().of = vec!["green".to_owned()];
    assert_eq!(said(&bundle, Defined::Nation, "green"), 1);
    rename_uses(&mut bundle, Defined::Nation, "green", "verdant-army");
    redefine(&mut bundle.ruleset, Defined::Nation, "green", "verdant-army");
    assert_eq!(found(&bundle), []);
}

#[test]
fn what_only_was_about_something_goes_with_it() {
    let without = |of, id: &str| {
        let mut left = bundle();
        // Hexes and counters cannot be without what they are.
        let empty = Bundle::empty();
        (left.map, left.orders_of_battle) = (empty.map, Vec::new());
        forget_uses(&mut left, of, id).unwrap();
        left.ruleset.rules_of_play.unwrap()
    };
    let play = without(Defined::Hexside, "river");
    let zones = play.zones_of_control.unwrap();
    assert!(zones.not_across.is_empty());
    assert!(zones.enter_cost.except.is_empty(), "no river is crossed any more");
    let cliff = without(Defined::Hexside, "cliff");
    let left: Vec<&str> = cliff.combat[0].modifiers.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(left, ["Elite", "Shaken"]);
    let limit = &cliff.stacking.unwrap().limits[0];
    assert_eq!(limit.most.except.len(), 2);
    // An exception to an exception is none any more, and the exception holds.
    let town = without(Defined::Feature, "town");
    let except = &town.stacking.unwrap().limits[0].most.except;
    assert_eq!((except.len(), &except[0].when.unless), (2, &None));
    // What was about some is about nobody, not about all.
    let brigade = without(Defined::UnitSize, "brigade");
    assert!(brigade.hidden.unwrap().nobody);
    let depot = without(Defined::Feature, "depot");
    assert_eq!(depot.movement.rail, None, "no station is left");
    assert_eq!(depot.supply.unwrap().sources.len(), 1, "the edge of the map is left");
    assert_eq!(without(Defined::Rating, "attack").combat[0].attack, None);
    // Whoever wins at once cannot be nobody.
    let needed = forget_uses(&mut bundle(), Defined::Side, "green").unwrap_err();
    assert!(needed.contains(&"the victory conditions".to_owned()), "{needed:?}");
}

#[test]
fn a_name_that_is_nowhere_is_told_with_its_place() {
    let told = |at: &str, to: Value| {
        let mut wrong = bundle();
        let mut ruleset = serde_json::to_value(&wrong.ruleset).unwrap();
        *ruleset.pointer_mut(at).unwrap_or_else(|| panic!("{at}")) = to;
        wrong.ruleset = serde_json::from_value(ruleset).unwrap();
        let found = found(&wrong);
        let dangling = |one: &&Diagnostic| one.code == Code::DanglingReference;
        assert!(found.iter().all(|one| dangling(&one)), "{found:?}");
        found.into_iter().filter_map(|one| one.place.pointer).collect::<Vec<_>>()
    };
    for at in [
        "/rules_of_play/stacking/limits/0/who/of/1",
        "/rules_of_play/stacking/limits/0/most/except/0/when/unless/terrain",
        "/rules_of_play/movement/allowance/except/0/when/weather",
        "/rules_of_play/movement/allowance/except/1/when/state",
        "/rules_of_play/movement/allowance/except/2/when/step",
        "/rules_of_play/combat/0/points/0/track",
        "/rules_of_play/combat/0/modifiers/2/when/defender_state",
        "/rules_of_play/states/0/again",
        "/sequence/0/does/movement/who/of/0",
    ] {
        assert_eq!(told(at, json!("nowhere")), [format!("/ruleset{at}")]);
    }
    let at = "/rules_of_play/combat/0/morale/failed";
    assert_eq!(told(at, json!("D:dazed")), [format!("/ruleset{at}")]);
    // No result brings a state of supply.
    assert_eq!(told(at, json!("D:unsupplied")), [format!("/ruleset{at}")]);
    let zones = json!({ "zones": ["landing"] });
    assert_eq!(
        told("/rules_of_play/supply/sources/1", zones),
        ["/ruleset/rules_of_play/supply/sources/1/zones/0"]
    );
}

/// The pointers of the texts that were filled in.
fn texts_of(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| texts_of(value, &format!("{at}/{name}"), found));
        }
        Value::Array(list) => {
            let list = list.iter().enumerate();
            list.for_each(|(place, value)| texts_of(value, &format!("{at}/{place}"), found));
        }
        Value::String(text) if text.starts_with("text-") => {
            found.insert(at.to_owned());
        }
        _ => {}
    }
}

#[test]
fn the_walk_knows_every_name_that_the_contract_has_room_for() {
    let schemas = salient_schema::json_schemas();
    let schema: Value = serde_json::from_str(schemas["ruleset.schema.json"]).unwrap();
    let forget_words = |texts: BTreeSet<String>| -> BTreeSet<String> {
        // What something is called, and what is written of it.
        const WORDS: [&str; 5] = ["id", "name", "rule", "text", "failed"];
        let is_name = |at: &String| WORDS.iter().all(|word| !at.ends_with(&format!("/{word}")));
        texts.into_iter().filter(is_name).collect()
    };
    let mut known = BTreeSet::new();
    let mut texts = BTreeSet::new();
    let filled = |of: &Value| {
        let mut numbers = 1..;
        filled(of, &schema, &mut || format!("text-{}", numbers.next().unwrap_or(0)))
    };
    let value = filled(&schema["$defs"]["RulesOfPlay"]);
    texts_of(&value, "/rules_of_play", &mut texts);
    let mut play: RulesOfPlay = serde_json::from_value(value).unwrap();
    play.names(&mut |name| known.insert(name.at.to_owned()));
    for kind in schema["$defs"]["Does"]["oneOf"].as_array().unwrap() {
        let mut value = filled(kind);
        // What is done in an activation is one of the others.
        if let Some(each) = value.pointer_mut("/activation/each") {
            *each = json!([{ "combat": { "combat": "text-1" } }]);
        }
        texts_of(&value, "/does", &mut texts);
        let mut does: Does = serde_json::from_value(value).unwrap();
        does.names("/does".to_owned(), &mut |name| known.insert(name.at.to_owned()));
    }
    assert_eq!(known, forget_words(texts));
    assert!(known.len() > 100, "{}", known.len());
}
