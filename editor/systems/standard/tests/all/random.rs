//! Any ruleset of random options either is refused with places, or gives games that all end, whose
//! legal acts are accepted, whose refusals name a rule and change nothing, and whose logs replay.

use salient_rules::dice::SplitMix64;
use salient_rules::{Bot, Match, System};
use salient_schema::Bundle;
use salient_standard::Rulebook;
use serde_json::{Map, Value, json};

use super::SYSTEMS;

/// Rulesets that are tried. `SALIENT_RANDOM_RULESETS` says another number.
const RULESETS: u64 = 5_000;
/// Of so many one has each of its acts tried, and is played again by its log.
const THOROUGH: u64 = 20;

/// Picks options.
struct Picker(SplitMix64);

impl Picker {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u32) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn of<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }

    fn from(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as usize) as i32
    }

    fn group(&mut self) -> Value {
        const WORDS: [&str; 12] = [
            "infantry",
            "cavalry",
            "artillery",
            "headquarters",
            "leader",
            "engineers",
            "elite",
            "static",
            "division",
            "brigade",
            "red",
            "blue",
        ];
        match self.below(4) {
            0 => json!({}),
            1 => json!({ "of": [self.of(&WORDS), self.of(&WORDS)] }),
            2 => json!({ "but": [self.of(&WORDS)] }),
            // Some name what is nowhere.
            _ if self.one_in(150) => json!({ "of": ["dragoons"] }),
            _ if self.one_in(8) => json!({ "nobody": true }),
            _ => json!({ "of": [self.of(&WORDS)] }),
        }
    }

    fn when(&mut self, deep: bool) -> Value {
        let mut when = Map::new();
        for _ in 0..=self.below(2) {
            let (field, value) = match self.below(10) {
                0 => ("side", json!(self.of(&["red", "blue", "green"]))),
                1 => ("unit", json!(self.of(&["infantry", "elite", "division", "green"]))),
                2 => ("terrain", json!(self.of(&["woods", "town", "marsh"]))),
                3 => ("hexside", json!(self.of(&["river", "cliff"]))),
                4 => ("weather", json!(self.of(&["clear", "mud"]))),
                5 => ("state", json!("disrupted")),
                6 => ("step", json!(self.of(&["red-movement", "blue-combat"]))),
                7 => ("from_turn", json!(self.from(1, 3))),
                8 => ("to_turn", json!(self.from(1, 3))),
                _ => ("optional_rule", json!("night")),
            };
            when.insert(field.to_owned(), value);
        }
        if deep && self.one_in(3) {
            let other = self.when(false);
            when.insert("unless".to_owned(), other);
        }
        Value::Object(when)
    }

    fn amount(&mut self, least: i32, most: i32) -> Value {
        let number = self.from(least, most);
        if !self.one_in(5) {
            return json!(number);
        }
        let other = self.from(least, most);
        let change = if self.one_in(2) { json!({ "set": other }) } else { json!({ "add": 1 }) };
        let mut exception = change.as_object().cloned().unwrap_or_default();
        exception.insert("when".to_owned(), self.when(true));
        json!({ "number": number, "except": [exception] })
    }

    /// An object of which each field is there by chance.
    fn some(&mut self, fields: &[(&str, fn(&mut Self) -> Value)]) -> Value {
        let mut out = Map::new();
        for (name, value) in fields {
            if self.one_in(2) {
                out.insert((*name).to_owned(), value(self));
            }
        }
        Value::Object(out)
    }

    fn yes(&mut self) -> Value {
        json!(self.one_in(2))
    }

    fn situation(&mut self) -> Value {
        self.some(&[
            ("when", |p| p.when(true)),
            ("attacker", Self::group),
            ("all_attackers", Self::group),
            ("defender", Self::group),
            ("all_defenders", Self::group),
            ("hexes", |p| json!(p.from(1, 4))),
            ("concentric", Self::yes),
            ("around", Self::yes),
        ])
    }

    fn modifiers(&mut self) -> Value {
        let many = self.below(3);
        let one = |p: &mut Self| {
            let when = p.situation();
            let (shift, die) = (p.amount(-2, 2), p.amount(-2, 2));
            json!({ "name": "Surprise", "shift": shift, "die": die, "when": when })
        };
        Value::Array((0..many).map(|_| one(self)).collect())
    }

    fn dice(&mut self) -> Value {
        json!({ "number": self.from(1, 2), "faces": self.of(&[6, 6, 10]) })
    }

    fn retreat(&mut self) -> Value {
        self.some(&[
            ("by", |p| json!(p.of(&["owner", "enemy"]))),
            ("towards", |p| json!(p.of(&["away", "from_enemies", "supply", "anywhere"]))),
            ("instead", |p| p.amount(0, 2)),
            ("for_steps", |p| p.amount(0, 1)),
            ("for_steps_most", |p| p.amount(0, 2)),
            ("together", Self::yes),
            ("never", Self::group),
        ])
    }

    fn losses(&mut self) -> Value {
        let many = self.below(2);
        Value::Array((0..many).map(|_| json!({ "who": self.group() })).collect())
    }

    fn leaders(&mut self) -> Value {
        let mut leaders = self.some(&[
            ("shifts", Self::yes),
            ("own_formation", Self::yes),
            ("lost_on", |p| p.amount(0, 3)),
        ]);
        leaders["who"] = json!({ "of": ["leader"] });
        leaders
    }

    fn morale(&mut self) -> Value {
        let mut check = self.some(&[
            ("dice", Self::dice),
            ("with_leaders", Self::yes),
            ("die", |p| p.amount(-2, 2)),
        ]);
        check["failed"] = json!(self.of(&["D:disrupted", "R1", "D:disrupted R2", "1", "-"]));
        check
    }

    fn combat(&mut self) -> Value {
        let mut combat = self.some(&[
            ("rounding", |p| json!(p.of(&["defender", "attacker", "nearest"]))),
            ("worse", |p| json!(p.of(&["barred", "first_column"]))),
            ("dice", Self::dice),
            ("who", Self::group),
            ("obligation", |p| json!(p.of(&["may", "in_zone"]))),
            ("several_hexes", Self::yes),
            ("sum_first", Self::yes),
            ("terrain", |p| json!(p.of(&["die", "column", "strength"]))),
            ("sheltering", |p| json!(p.of(&["best", "sum"]))),
            ("modifiers", Self::modifiers),
            ("most_shifts", |p| p.amount(0, 3)),
            ("support", |p| {
                let mut support = p.some(&[
                    ("range", |p| p.amount(0, 2)),
                    ("most", |p| p.amount(0, 2)),
                    ("in_defence", Self::yes),
                    ("no_more_than_supported", Self::yes),
                    ("shift", |p| p.amount(0, 1)),
                    ("die", |p| p.amount(0, 1)),
                ]);
                support["who"] = json!({ "of": ["artillery"] });
                support
            }),
            ("points", |p| {
                json!([{ "name": "Artillery points", "track": "artillery", "most": p.from(0, 3),
                    "strength": p.from(0, 2), "shift": p.from(0, 1), "die": p.from(0, 1) }])
            }),
            ("leaders", Self::leaders),
            ("losses", Self::losses),
            ("morale", Self::morale),
            ("retreat", Self::retreat),
            ("advance", |p| {
                p.some(&[
                    ("units", |p| p.amount(-1, 2)),
                    ("hexes", |p| p.amount(0, 2)),
                    ("who", Self::group),
                    ("defenders", Self::yes),
                ])
            }),
        ]);
        let (column, table) = self.of(&[
            ("odds", "crt"),
            ("odds", "crt"),
            ("difference", "differential"),
            ("strength", "strength"),
        ]);
        combat["id"] = json!("assault");
        combat["name"] = json!("Assault");
        combat["column"] = json!(column);
        combat["table"] = json!(table);
        combat
    }

    fn fire(&mut self) -> Value {
        let mut fire = self.some(&[
            ("dice", Self::dice),
            ("range", |p| p.amount(0, 3)),
            ("sight", Self::yes),
            ("combined", Self::yes),
            ("opportunity", |p| p.amount(0, 2)),
            ("terrain", |p| json!(p.of(&["die", "column"]))),
            ("sheltering", |p| json!(p.of(&["best", "sum"]))),
            ("losses", Self::losses),
            ("leaders", Self::leaders),
            ("retreat", Self::retreat),
        ]);
        // Observers without lines of sight are refused, and so is what only combat knows.
        if fire["sight"] == true && self.one_in(2) || self.one_in(30) {
            fire["observers"] = json!({ "guns": { "of": ["artillery"] }, "who": self.group() });
        }
        if self.one_in(30) {
            fire["modifiers"] = self.modifiers();
        } else if self.one_in(2) {
            let when = self.some(&[
                ("when", |p| p.when(true)),
                ("attacker", Self::group),
                ("defender", Self::group),
                ("from_range", |p| json!(p.from(1, 3))),
                ("to_range", |p| json!(p.from(1, 3))),
                ("opportunity", Self::yes),
            ]);
            let (shift, die) = (self.amount(-2, 2), self.amount(-2, 2));
            fire["modifiers"] =
                json!([{ "name": "Range", "shift": shift, "die": die, "when": when }]);
        }
        fire["morale"] = self.morale();
        fire["id"] = json!("fire");
        fire["name"] = json!("Fire");
        fire["table"] = json!("fire-table");
        fire
    }

    fn hindrance(&mut self) -> Value {
        self.some(&[
            ("attack", |p| json!(p.of(&[0, 50, 100]))),
            ("defence", |p| json!(p.of(&[50, 100]))),
            ("movement", |p| json!(p.of(&[0, 50]))),
            ("no_attack", Self::yes),
            ("no_fire", Self::yes),
            ("no_move", Self::yes),
            ("not_next_to_enemies", Self::yes),
            ("no_zone", Self::yes),
        ])
    }

    fn rules_of_play(&mut self) -> Value {
        let mut play = self.some(&[
            ("stacking", |p| {
                let limit = |p: &mut Self| {
                    json!({ "counts": p.of(&["units", "points", "steps"]), "most": p.amount(4, 12), "who": p.group() })
                };
                json!({ "limits": [limit(p)], "when": p.of(&["end_of_movement", "always"]),
                    "with_allies": p.one_in(2), "nations_apart": p.one_in(4) })
            }),
            ("zones_of_control", |p| {
                p.some(&[
                    ("who", Self::group),
                    ("heeded_by", Self::group),
                    ("not_into", |p| json!([p.of(&["woods", "town", "lake"])])),
                    ("not_across", |p| json!([p.of(&["river", "cliff"])])),
                    ("enter", |p| json!(p.of(&["stop", "free"]))),
                    ("enter_cost", |p| p.amount(0, 2)),
                    ("leave_cost", |p| p.amount(0, 2)),
                    ("from_zone_to_zone", |p| json!(p.of(&["never", "first_hex", "allowed"]))),
                    ("locked", Self::yes),
                    ("negated_by_friends", |p| json!([p.of(&["movement", "retreat", "supply"])])),
                    ("lets_supply_through", Self::yes),
                    ("retreat", |p| json!(p.of(&["barred", "loss", "free"]))),
                    ("retreat_loss", |p| p.amount(0, 2)),
                ])
            }),
            ("movement", |p| {
                p.some(&[
                    ("allowance_in", |p| json!(p.of(&["points", "hexes"]))),
                    ("allowance", |p| p.amount(-1, 2)),
                    ("road_parts", |p| json!(p.from(0, 3))),
                    ("one_hex_always", Self::yes),
                    ("as_stacks", Self::yes),
                    ("may_resume", Self::yes),
                    ("overrun", |p| json!({ "odds": p.amount(2, 10), "cost": p.amount(0, 2), "who": p.group() })),
                    ("rail", |p| {
                        json!({ "paths": ["railway"], "hexes": p.amount(0, 9), "units": p.amount(0, 3),
                            "who": p.group(), "through_zones": p.one_in(2) })
                    }),
                ])
            }),
            ("supply", |p| {
                let mut supply = p.some(&[
                    ("range", |p| p.amount(0, 6)),
                    ("in_points", Self::yes),
                    ("along", |p| json!([p.of(&["road", "railway"])])),
                    ("who", Self::group),
                ]);
                let source = json!({ "who": p.group(), "features": ["depot"] });
                let edge = json!({ "edge": p.of(&["west", "east"]), "who": p.group() });
                supply["sources"] = json!([source, edge]);
                supply["states"] = json!([
                    { "id": "out", "name": "Out of supply", "hinders": p.hindrance() },
                    { "id": "starving", "name": "Starving", "after": 2, "hinders": p.hindrance(),
                        "attrition": p.amount(0, 1) },
                ]);
                supply
            }),
            ("command", |p| {
                json!({ "headquarters": { "of": ["headquarters"] }, "who": p.group(), "range": p.amount(0, 4),
                    "own_formation": p.one_in(2), "without": p.hindrance() })
            }),
            ("replacements", |p| {
                json!({ "cost": p.amount(1, 2), "who": p.group(), "rebuild": p.amount(0, 3),
                    "in_supply": p.one_in(2), "out_of_zones": p.one_in(2), "most": p.amount(0, 2),
                    "kept": p.one_in(2) })
            }),
            ("hidden", |p| if p.one_in(2) { p.group() } else { json!({ "of": ["artillery"] }) }),
        ]);
        // The drill has a step of rail movement and replacement points.
        if !self.one_in(40) {
            if play.get("movement").is_none() {
                play["movement"] = json!({});
            }
            if play["movement"].get("rail").is_none() {
                play["movement"]["rail"] =
                    json!({ "paths": ["railway"], "hexes": self.amount(1, 9) });
            }
        }
        if play.get("replacements").is_none() && !self.one_in(40) {
            play["replacements"] = json!({ "cost": 1 });
        }
        play["combat"] = json!([self.combat()]);
        play["fire"] = json!([self.fire()]);
        let hinders = self.hindrance();
        let mut recovery = self.some(&[
            ("always", Self::yes),
            ("dice", Self::dice),
            ("die", |p| p.amount(-2, 2)),
            ("with_leaders", Self::yes),
            ("not_next_to_enemies", Self::yes),
        ]);
        if self.one_in(6) {
            recovery = Value::Null;
        }
        let mut disrupted = json!({ "id": "disrupted", "name": "Disrupted", "hinders": hinders });
        if !recovery.is_null() {
            disrupted["recovery"] = recovery;
        }
        if self.one_in(2) {
            disrupted["again"] = json!(self.of(&["disrupted", "dug-in"]));
        }
        let mut dug_in = json!({ "id": "dug-in", "name": "Dug in", "shelter": self.amount(0, 2),
            "ends_by_moving": true, "who": self.group() });
        if self.one_in(2) {
            dug_in["taken_for"] = self.amount(0, 2);
        }
        play["states"] = json!([disrupted, dug_in]);
        let mut weather = json!({ "kinds": [{ "id": "clear", "name": "Clear" },
            { "id": "mud", "name": "Mud" }, { "id": "snow", "name": "Snow" }] });
        if self.one_in(2) {
            weather["table"] = json!("weather-table");
        }
        play["weather"] = weather;
        play
    }

    fn does(&mut self) -> Value {
        match self.below(5) {
            0 | 1 => json!({ "movement": self.some(&[
                ("who", Self::group),
                ("share", |p| p.amount(50, 150)),
                ("mode", |p| json!(p.of(&["normal", "road", "rail", "strategic"]))),
            ]) }),
            2 | 3 => json!({ "combat": { "combat": "assault", "who": self.group() } }),
            _ => json!({ "fire": { "fire": "fire", "who": self.group(),
                "by": self.of(&["phasing", "others", "all"]) } }),
        }
    }

    /// Changes what steps do here and there.
    fn steps(&mut self, steps: &mut [Value]) {
        for step in steps {
            if let Some(own) = step.get_mut("steps").and_then(Value::as_array_mut) {
                self.steps(own);
            } else if self.one_in(4) && step["id"] != "set-up" {
                step["does"] = match self.below(3) {
                    0 => json!({ "activation": {
                        "of": self.of(&["unit", "formation", "hex"]),
                        "by": self.of(&["alternating", "initiative", "chits"]),
                        "each": [self.does(), self.does()],
                    } }),
                    _ => self.does(),
                };
            }
        }
    }

    fn scenario(&mut self, scenario: &mut Value) {
        let turns = self.from(1, 3) as usize;
        scenario["turns"].as_array_mut().unwrap().truncate(turns);
        if self.one_in(3) {
            scenario["optional_rules"] = json!(["night"]);
        }
        scenario["tracks"] = json!(["red", "blue", "green"].map(|side| json!({
            "id": "artillery", "name": "Artillery points", "side": side, "values": vec![2; turns]
        })));
        scenario["replacements"] = json!([{ "turn": 1, "side": "red", "points": 3 }, { "turn": 1, "side": "blue", "points": 2 }]);
        let mut scores = json!([
            { "id": "town", "meaning": "A town.", "points": self.from(1, 5), "features": ["town"] },
            { "id": "losses", "meaning": "Losses.", "points": self.from(-1, 2),
                "losses": self.of(&["steps", "units"]) },
        ]);
        if self.one_in(2) {
            scores.as_array_mut().unwrap().push(json!(
                { "id": "exit", "meaning": "Exits.", "points": 2, "edge": self.of(&["west", "east"]) }
            ));
        }
        scenario["victory"]["scores"] = scores;
        if self.one_in(3) {
            scenario["victory"]["sudden"] = json!([match self.below(3) {
                0 => json!({ "side": "red", "holds": ["0605"] }),
                1 => json!({ "side": "blue", "points": 6 }),
                _ => json!({ "side": "red", "alone": true, "from_turn": 2 }),
            }]);
        }
    }
}

/// The drill with rules of chance; none where the files themselves are refused.
fn bundle(base: &Bundle, seed: u64) -> Option<Bundle> {
    let mut picker = Picker(SplitMix64::new(seed));
    let mut bundle = base.clone();
    let mut ruleset = serde_json::to_value(&base.ruleset).unwrap();
    ruleset["rules_of_play"] = picker.rules_of_play();
    // The drill leaves the weather alone in its first game-turns.
    for step in ruleset["sequence"].as_array_mut().unwrap() {
        if step["id"] == "weather" {
            step.as_object_mut().unwrap().remove("from_turn");
        }
    }
    picker.steps(ruleset["sequence"].as_array_mut().unwrap());
    bundle.ruleset = serde_json::from_value(ruleset).unwrap();
    let mut scenario = serde_json::to_value(&base.scenario).unwrap();
    picker.scenario(&mut scenario);
    bundle.scenario = serde_json::from_value(scenario).unwrap();
    // Roads, a railway, woods and a river, here and there.
    let label = |p: &mut Picker| format!("{:02}{:02}", p.from(1, 12), p.from(1, 10));
    let map = &mut bundle.map;
    let row = picker.from(2, 9);
    let path: Vec<String> = (1..=12).map(|column| format!("{column:02}{row:02}")).collect();
    for kind in ["road", "railway"] {
        map.paths
            .items
            .push(serde_json::from_value(json!({ "kind": kind, "hexes": path })).unwrap());
    }
    for kind in ["depot", "trench", "town"] {
        let hex = label(&mut picker);
        if map.features.items.iter().all(|one| one.hex != hex) {
            let feature = json!({ "hex": hex, "kind": kind });
            map.features.items.push(serde_json::from_value(feature).unwrap());
        }
    }
    for _ in 0..4 {
        let side = format!("{}:{}", label(&mut picker), picker.of(&["s", "se", "sw"]));
        let kind = picker.of(&["river", "river", "cliff"]);
        let item = serde_json::from_value(json!({ "side": side, "kind": kind })).unwrap();
        map.hexsides.items.push(item);
    }
    map.terrain.palette.insert("w".to_owned(), "woods".to_owned());
    for row in &mut map.terrain.rows {
        *row = row.chars().map(|c| if picker.one_in(6) { 'w' } else { c }).collect();
    }
    Some(bundle)
}

/// Plays a game in which each act that is legal is tried on a copy.
fn play_thoroughly(bundle: &Bundle, seed: u64) {
    let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
    let mut chance = SplitMix64::new(seed);
    let mut decisions = 0;
    while !game.is_over() {
        let legal = game.legal();
        assert!(!legal.is_empty(), "{seed}: nothing is legal, and somebody is asked");
        let chosen = legal[chance.below(legal.len() as u32) as usize].clone();
        // Each legal act is accepted, and a copy of the game goes on from it.
        for act in legal.iter().take(8) {
            let mut copy = game.clone();
            copy.apply(act).unwrap_or_else(|refused| panic!("{seed}: {act:?}: {refused}"));
        }
        // An act of another decision is refused with a rule, and changes nothing.
        let before = game.state_hash();
        let foreign: salient_rules::Action =
            serde_json::from_value(json!({ "do": "recover", "unit": "red-1" })).unwrap();
        if !legal.contains(&foreign)
            && let Err(refused) = game.apply(&foreign)
        {
            assert!(!refused.rule.is_empty(), "{seed}: {refused}");
            assert_eq!(game.state_hash(), before, "{seed}");
        }
        if game.state_hash() == before {
            game.apply(&chosen).unwrap_or_else(|refused| panic!("{seed}: {chosen:?}: {refused}"));
        }
        decisions += 1;
        assert!(decisions < 20_000, "{seed}: the game does not come to an end");
    }
}

#[test]
fn any_ruleset_is_refused_or_played_to_its_end() {
    let many = std::env::var("SALIENT_RANDOM_RULESETS").ok().and_then(|text| text.parse().ok());
    let base = Rulebook.published().bundle(Some("drill")).unwrap();
    let (mut refused, mut played) = (0, 0);
    let mut reasons = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..many.unwrap_or(RULESETS) {
        let Some(bundle) = bundle(&base, seed) else { continue };
        let mut game = match Match::start(SYSTEMS, &bundle, seed) {
            Ok(game) => game,
            Err(found) => {
                assert!(!found.is_empty(), "{seed}");
                for one in &found {
                    assert!(one.place.pointer.is_some(), "{seed}: {one:?}");
                    assert!(!one.message.is_empty(), "{seed}");
                }
                let why = found.first().map_or_else(String::new, |one| one.message.clone());
                *reasons.entry(why).or_default() += 1;
                refused += 1;
                continue;
            }
        };
        while !game.is_over() {
            game.advance(&[Bot::RANDOM; 3]);
        }
        let outcome = game.outcome().unwrap();
        assert_ne!(outcome.level, "Unfinished", "{seed}");
        played += 1;
        if seed % THOROUGH == 0 {
            play_thoroughly(&bundle, seed);
        }
    }
    println!("{played} played, {refused} refused: {reasons:#?}");
    assert!(played > refused, "{played} played, {refused} refused");
}
