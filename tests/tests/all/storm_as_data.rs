//! The core of 1918: Storm in the West, stated as data for the system `standard`, gives what the
//! system's own code gives: who is in supply, where units may go and at what cost, the strengths,
//! columns and modifiers of attacks, and what each die makes of them. Positions come out of games
//! between bots, at the beginning of player-turns; `fixtures/storm-as-data/core.json` is laid over
//! the published ruleset. A position begins anew there: nobody has moved, and whoever was out of
//! supply before is judged again.
//!
//! | left out of the core | rule | why |
//! |---|---|---|
//! | tanks, anti-tank units and marines in attacks | SW 13.15, 14.1, S3.15–S3.22 | they change modifiers and the order of losses by what stands beside whom; they move and stack |
//! | Stosstruppen in attacks | 13.27, 13.35, 16.7 | the same; they move, stack and defend |
//! | Artillery Group Bruchmüller | 14.2, 14.3 | off the map: ground that it enters towards dry ground only, a support that is no more than the infantry's |
//! | aircraft | 13.14, 14.4, S3.13, S3.26 | no counters of the map, and used once a game-turn |
//! | infiltration | 15.0 | a movement phase of some units by what they stood with |
//! | strategic movement | 11.0 | behind the front of the start, which is no railway |
//! | replacements, reinforcements, withdrawals | 8.0 | by army and pool |
//! | Americans with other Allies | 9.6, S3.14 | so many in a game-turn: their moves are not compared near other armies |
//! | an ally's and a fortress's supply | 7.11–7.14 | a source that halves only what is asked of it; whoever draws on it is out of supply here |
//! | fortresses in combat | 13.17, 13.32 | losses and concentric attacks by whose country it is: such hexes are not attacked |
//! | empty fortresses of the enemy on supply lines | 7.9 | they bar a line by who held them at first |
//! | elimination for lack of supply | 7.2 | at the player-turn's end, of those alone who were marked at its beginning |
//! | British and French together | 13.9 | from the second such attack of a phase on; the first alone is compared |
//! | morale, the Yanks, the armistice, Big Bertha | 4.0 | not victory by points |
//! | optional rules | 16.0 | off |
//! | Plan 1919 | S3.0 | its counters and their rules |

use std::collections::{BTreeMap, BTreeSet};

use salient::SYSTEMS;
use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::dice::Dice;
use salient_rules::{Action, Bot, Match, Prepared, System};
use salient_schema::event::SupplyState;
use salient_schema::{Bundle, Id};
use salient_tests::storm_as_data::{as_data, core_of};
use serde_json::{Value, json};

/// The scenarios, and how many games of each pair of bots.
const GAMES: [(&str, u64); 3] =
    [("campaign", 8), ("the-allied-offensive", 8), ("the-storm-elsewhere", 8)];
const BOTS: [Bot; 2] = [Bot::HEURISTIC, Bot::PLANNER];

/// Units whose attacks are the core's.
const CORE: [&str; 2] = ["infantry", "cavalry"];

/// What was compared.
#[derive(Debug, Default)]
struct Counted {
    positions: usize,
    /// Units whose supply was compared, and those of them that had none.
    supplied: usize,
    cut: usize,
    /// Units whose moves were compared, and the hexes that they reach, each with its cost.
    movers: usize,
    costs: usize,
    /// Attacks whose odds were compared.
    odds: usize,
    /// Throws of the die that were carried out.
    outcomes: usize,
    retreats: usize,
    advances: usize,
    wrong: Vec<String>,
}

impl Counted {
    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.supplied += other.supplied;
        self.cut += other.cut;
        self.movers += other.movers;
        self.costs += other.costs;
        self.odds += other.odds;
        self.outcomes += other.outcomes;
        self.retreats += other.retreats;
        self.advances += other.advances;
        self.wrong.extend(other.wrong);
    }
}

/// A scenario's counters as far as is asked about them.
struct Counters {
    types: BTreeMap<Id, Id>,
    /// The army that each serves in.
    armies: BTreeMap<Id, Id>,
    /// Hexes with a fortress.
    fortresses: BTreeSet<String>,
}

impl Counters {
    fn of(bundle: &Bundle) -> Self {
        let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let army = |nation: &Id| {
            let nations = &bundle.ruleset.nations;
            let own = nations.iter().find(|one| one.id == *nation);
            own.and_then(|one| one.serves_with.clone()).unwrap_or_else(|| nation.clone())
        };
        let armies =
            counters().filter_map(|one| Some((one.id.clone(), army(one.nation.as_ref()?))));
        Self {
            types: counters().map(|one| (one.id.clone(), one.unit_type.clone())).collect(),
            armies: armies.collect(),
            fortresses: bundle
                .map
                .features
                .items
                .iter()
                .filter(|feature| feature.kind == "fortress")
                .map(|feature| feature.hex.clone())
                .collect(),
        }
    }

    fn is(&self, counter: &str, types: &[&str]) -> bool {
        self.types.get(counter).is_some_and(|own| types.contains(&own.as_str()))
    }
}

/// Goes on to a step without doing anything.
fn go_to(game: &mut Match, step: &str) -> bool {
    let done = Action::plain("done");
    for _ in 0..20 {
        if game.phase() == step {
            return true;
        }
        if game.is_over() || game.apply(&done).is_err() {
            return false;
        }
    }
    false
}

/// Two games from one position: by the system's own code, and by the ruleset.
struct Pair<'a> {
    games: [Match; 2],
    side: usize,
    name: &'a str,
    counters: &'a Counters,
    where_: String,
    counted: Counted,
}

impl Pair<'_> {
    fn wrong(&mut self, text: String) {
        if self.counted.wrong.len() < 40 {
            let place = &self.where_;
            self.counted.wrong.push(format!("{place}: {text}"));
        }
    }

    fn label(&self, hex: Hex) -> String {
        self.games[0].grid().label(hex)
    }

    fn compare(&mut self, lot: usize) {
        self.counted.positions += 1;
        self.supply();
        let step = format!("{}-movement", self.name);
        if !self.games.iter_mut().all(|game| go_to(game, &step)) {
            return self.wrong(format!("{} {}", self.games[0].phase(), self.games[1].phase()));
        }
        self.movement();
        let done = Action::plain("done");
        for game in &mut self.games {
            game.apply(&done).expect("movement may end");
        }
        let step = format!("{}-first-combat", self.name);
        let there = [0, 1].map(|place| self.games[place].phase() == step);
        match there {
            [true, true] => self.combat(lot),
            [false, false] => {}
            _ => self.wrong(format!("{} {}", self.games[0].phase(), self.games[1].phase())),
        }
    }

    fn supply(&mut self) {
        let states = [0, 1].map(|place| {
            let known = self.games[place].known_to(&[]);
            let views = known.supplies(self.side).into_iter();
            views
                .map(|view| (view.name.to_owned(), view.state))
                .collect::<BTreeMap<String, SupplyState>>()
        });
        for (unit, state) in &states[0] {
            let is_in = *state == SupplyState::InSupply;
            let other = states[1].get(unit);
            self.counted.supplied += 1;
            self.counted.cut += usize::from(!is_in);
            if other.map(|other| *other == SupplyState::InSupply) != Some(is_in) {
                self.wrong(format!("{unit} is {state:?} and {other:?}"));
            }
        }
    }

    fn movement(&mut self) {
        let mut armies: BTreeMap<Hex, BTreeSet<&str>> = BTreeMap::new();
        let counters = self.counters;
        for unit in self.games[0].units().into_iter().filter(|unit| unit.side == self.side) {
            if let Some((hex, army)) = unit.hex.zip(counters.armies.get(unit.counter)) {
                armies.entry(hex).or_default().insert(army);
            }
        }
        let own: Vec<(String, String)> = self.games[0]
            .units()
            .iter()
            .filter(|unit| unit.side == self.side && unit.hex.is_some())
            .map(|unit| (unit.name.to_owned(), unit.counter.to_owned()))
            .collect();
        for (unit, counter) in own {
            let mut found = [0, 1].map(|place| {
                let mut reach = Reach::default();
                let asked = self.games[place].asked().expect("somebody decides");
                let points = asked.reachable(&unit, 0, &mut reach).map(|it| it.points);
                let hexes: BTreeMap<Hex, Option<u32>> =
                    reach.reached().iter().map(|&hex| (hex, reach.cost(hex))).collect();
                (points, hexes)
            });
            // Americans may stand with other Allies, so many in a game-turn (SW 9.6).
            let army = counters.armies.get(&counter).map(String::as_str).unwrap_or_default();
            let map = self.games[0].map();
            let is_mixed = found[1].1.keys().any(|&hex| {
                let mut near = map.neighbours(hex).map(|(_, to)| to);
                near.any(|hex| {
                    let there = armies.get(&hex).into_iter().flatten();
                    there.copied().any(|one| one != army && [one, army].contains(&"american"))
                })
            });
            if is_mixed {
                continue;
            }
            self.counted.movers += 1;
            self.counted.costs += found[0].1.len();
            if found[0] != found[1] {
                let [(points, hexes), (others_points, others)] = &mut found;
                let own: Vec<_> =
                    hexes.iter().filter(|(hex, cost)| others.get(hex) != Some(cost)).collect();
                let other: Vec<_> =
                    others.iter().filter(|(hex, cost)| hexes.get(hex) != Some(cost)).collect();
                let say = |list: &[(&Hex, &Option<u32>)]| {
                    let label = |(hex, cost): &(&Hex, &Option<u32>)| {
                        format!("{} {cost:?}", self.label(**hex))
                    };
                    list.iter().take(5).map(label).collect::<Vec<_>>().join(", ")
                };
                let text = format!(
                    "{unit}: {points:?} {others_points:?}: {} | {}",
                    say(&own),
                    say(&other)
                );
                self.wrong(text);
            }
        }
    }

    fn combat(&mut self, lot: usize) {
        let map = self.games[0].map();
        let mut there: BTreeMap<Hex, Vec<(String, usize, bool)>> = BTreeMap::new();
        for unit in self.games[0].units() {
            if let Some(hex) = unit.hex {
                let is_core = self.counters.is(unit.counter, &CORE);
                there.entry(hex).or_default().push((unit.name.to_owned(), unit.side, is_core));
            }
        }
        let mut attacks: Vec<(Hex, Vec<String>, bool)> = Vec::new();
        for (&hex, units) in &there {
            let is_fortress = self.counters.fortresses.contains(&self.label(hex));
            if is_fortress || units.iter().any(|(_, side, _)| *side == self.side) {
                continue;
            }
            let around = map.neighbours(hex).filter_map(|(_, from)| there.get(&from));
            let own = around.flatten().filter(|(_, side, core)| *side == self.side && *core);
            let all: Vec<String> = own.map(|(name, ..)| name.clone()).collect();
            if all.is_empty() {
                continue;
            }
            let half: Vec<String> = all.iter().step_by(2).cloned().collect();
            let mut groups = vec![all.clone(), half];
            groups.extend(all.into_iter().map(|unit| vec![unit]));
            groups.dedup();
            for (place, group) in groups.into_iter().enumerate() {
                attacks.push((hex, group, place == 0));
            }
        }
        let outcomes = attacks.iter().filter(|(.., is_all)| *is_all).count();
        let mut place = 0;
        for (hex, units, is_all) in attacks {
            self.attack(hex, &units, (1 + lot % 6) as u8, None);
            place += usize::from(is_all);
            if is_all && (place + lot) % outcomes.max(1) < 2 {
                for die in 1..=6 {
                    self.attack(hex, &units, die, Some(false));
                    self.attack(hex, &units, die, Some(true));
                }
            }
        }
    }

    fn attack(&mut self, hex: Hex, units: &[String], die: u8, to_the_end: Option<bool>) {
        let hexes = [self.label(hex)];
        let act: Action =
            serde_json::from_value(json!({ "do": "attack", "units": units, "hexes": hexes }))
                .expect("an action");
        let mut tries = [0, 1].map(|place| self.games[place].tried(Dice::scripted(vec![die])));
        let done = [0, 1].map(|place| tries[place].apply(&act));
        match &done {
            [Ok(()), Ok(())] => {}
            [Err(_), Err(_)] => return,
            _ => return self.wrong(format!("{units:?} on {hexes:?}: {done:?}")),
        }
        let Some(told) = told_of(&tries) else {
            let events = [0, 1].map(|place| tries[place].events().to_vec());
            return self.wrong(format!("{units:?} on {hexes:?}: {events:?}"));
        };
        if to_the_end.is_none() {
            self.counted.odds += 1;
        }
        if told[0] != told[1] {
            self.wrong(format!("{units:?} on {hexes:?}: {} | {}", told[0], told[1]));
            return;
        }
        let Some(retreat) = to_the_end else { return };
        let step = tries[0].phase().to_owned();
        let [own, data] = [0, 1].map(|place| Outcome::of(&mut tries[place], retreat, &step));
        self.counted.outcomes += 1;
        self.counted.retreats += own.retreats.as_ref().map_or(0, BTreeSet::len);
        self.counted.advances += own.advances.len();
        // Where only one hex is open, nobody is asked.
        let asked = own.retreats.is_some() && data.retreats.is_some();
        if asked && own.retreats != data.retreats {
            let (own, data) = (own.retreats, data.retreats);
            return self.wrong(format!("{units:?} on {hexes:?}, {die}: {own:?} | {data:?}"));
        }
        let is_same = own.advances == data.advances && own.units == data.units;
        if !is_same && own.is_in_step && data.is_in_step {
            let differ: Vec<_> = own
                .units
                .iter()
                .filter(|(unit, place)| data.units.get(*unit) != Some(*place))
                .map(|(unit, place)| (unit, place, data.units.get(unit)))
                .collect();
            let (own, data) = (&own.advances, &data.advances);
            let text = format!("{retreat} {own:?} | {data:?} {differ:?}");
            self.wrong(format!("{units:?} on {hexes:?}, {die} {}: {text}", told[0]));
        }
    }
}

/// What has come of an attack.
struct Outcome {
    /// The hexes to which the defenders could retreat, if they were asked.
    retreats: Option<BTreeSet<String>>,
    /// Who could advance.
    advances: BTreeSet<String>,
    /// Where every unit is, and on which face.
    units: BTreeMap<String, (Option<Hex>, u8)>,
    /// The attack was not the last of its step.
    is_in_step: bool,
}

impl Outcome {
    /// Carries an attack out to its end: of units and hexes always the first by name is chosen; the
    /// defenders retreat as soon as they may, if they do so at all.
    fn of(game: &mut Match, retreat: bool, step: &str) -> Self {
        let mut retreats = None;
        let mut advances = BTreeSet::new();
        let first = |acts: &[Action], verb: &str, field: &str| {
            let found = acts.iter().filter(|act| act.verb == verb);
            found.min_by_key(|act| act.text(field).map(str::to_owned)).cloned()
        };
        while game.phase() == step && !game.is_over() {
            let acts = game.legal();
            if acts.iter().any(|act| act.verb == "attack") {
                break;
            }
            let all = |verb: &str, field: &str| -> BTreeSet<String> {
                let found = acts.iter().filter(|act| act.verb == verb);
                found.filter_map(|act| act.text(field).map(str::to_owned)).collect()
            };
            let act = if let Some(act) = first(&acts, "retreat", "hex").filter(|_| retreat) {
                retreats = Some(all("retreat", "hex"));
                act
            } else if let Some(act) = first(&acts, "give_way", "").filter(|_| retreat) {
                act
            } else if let Some(act) = first(&acts, "lose", "unit") {
                act
            } else if let Some(act) = first(&acts, "advance", "unit") {
                if advances.is_empty() {
                    advances = all("advance", "unit");
                }
                act
            } else {
                Action::plain("done")
            };
            game.apply(&act).expect("it is legal");
        }
        let units = game.units().into_iter();
        Self {
            retreats,
            advances,
            units: units.map(|unit| (unit.name.to_owned(), (unit.hex, unit.face))).collect(),
            is_in_step: game.phase() == step,
        }
    }
}

/// What both logs tell of an attack, in the same words.
fn told_of(games: &[Match; 2]) -> Option<[Value; 2]> {
    let find = |place: usize, wanted: &str| {
        let values = games[place].events().iter();
        let mut values = values.map(|event| serde_json::to_value(event).expect("JSON"));
        values.find_map(|value| value.get("detail").filter(|one| !one[wanted].is_null()).cloned())
    };
    let (own, data) = (find(0, "odds")?, find(1, "strengths")?);
    let numbers = |value: &Value, field: &str| -> Vec<i64> {
        let all = value["modifiers"].as_array().into_iter().flatten();
        let mut all: Vec<i64> =
            all.filter_map(|one| one[field].as_i64()).filter(|&number| number != 0).collect();
        all.sort_unstable();
        all
    };
    // Worse odds than 1:2 are no column there, and no die is rolled (SW 13.12).
    let is_poor = own["column"].is_null();
    let unless_poor = |value: Value| if is_poor { Value::Null } else { value };
    Some([
        json!({
            "strengths": [own["attacker"]["strength"], own["defender"]["strength"]],
            "column": if is_poor { json!("1:3") } else { own["column"].clone() },
            "modifiers": numbers(&own, "value"),
            "die": own["modified_die"],
            "result": own["result"],
        }),
        json!({
            "strengths": data["strengths"],
            "column": data["column"],
            "modifiers": numbers(&data, "die"),
            "die": unless_poor(data["modified"].clone()),
            "result": data["code"],
        }),
    ])
}

/// Goes through the games of a scenario.
fn games_of(scenario: &str, seeds: u64) -> Counted {
    let bundle =
        salient_storm_in_the_west::Rulebook.published().bundle(Some(scenario)).expect("published");
    let counters = Counters::of(&bundle);
    let ruleset = as_data(&bundle.ruleset).expect("the changes fit");
    let prepared = Prepared::new(SYSTEMS, &bundle).expect("it can be played");
    let mut counted = Counted::default();
    let mut lot = 0;
    for seed in 0..seeds {
        for bot in BOTS {
            let mut game = prepared.start_quietly(seed);
            let mut seen = (0, Id::new());
            while !game.is_over() {
                let side = game.phasing().cloned().unwrap_or_default();
                let now = (game.turn(), side.clone());
                if now != seen && game.phase().starts_with(&format!("{side}-")) {
                    seen = now;
                    lot += 1;
                    let kept = game.keep(SYSTEMS, &bundle).scenario;
                    let mut own = bundle.clone();
                    own.scenario = core_of(kept, &side, &bundle);
                    let mut data = own.clone();
                    data.ruleset = ruleset.clone();
                    let place = format!("{scenario} {bot} seed {seed} turn {} {side}", seen.0);
                    let begun = [&own, &data].map(|bundle| Match::start(SYSTEMS, bundle, 1));
                    let [Ok(own), Ok(data)] = begun else {
                        let found: Vec<_> = begun.into_iter().filter_map(Result::err).collect();
                        counted.wrong.push(format!("{place}: {found:#?}"));
                        continue;
                    };
                    let mut pair = Pair {
                        side: usize::from(side == "allied"),
                        name: &side,
                        games: [own, data],
                        counters: &counters,
                        where_: place,
                        counted: Counted::default(),
                    };
                    pair.compare(lot);
                    counted.add(pair.counted);
                }
                game.advance(&[bot; 2]);
            }
        }
    }
    counted
}

#[test]
fn the_core_is_the_same_by_code_and_by_data() {
    let mut all = Counted::default();
    std::thread::scope(|scope| {
        let running: Vec<_> =
            GAMES.map(|(name, seeds)| scope.spawn(move || games_of(name, seeds))).into();
        for one in running {
            all.add(one.join().expect("it ends"));
        }
    });
    let wrong = std::mem::take(&mut all.wrong);
    println!("{all:?}");
    assert!(all.positions >= 1000 && all.cut > 0, "{all:?}");
    assert!(all.movers > 10_000 && all.costs > 100_000, "{all:?}");
    assert!(all.odds > 10_000 && all.outcomes > 10_000, "{all:?}");
    assert!(all.retreats > 1000 && all.advances > 1000, "{all:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
