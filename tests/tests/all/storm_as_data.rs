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
//! | Americans with other Allies | 9.6, S3.14 | so many in a game-turn. Those who stand with others leave the map; moves near other armies, and ends of attacks beside them, are not compared (counted) |
//! | a retreat after a loss | 13.30 | the defenders may retreat in place of any loss; here they say so before the first. Where they have room only after a loss, the end is not compared (counted) |
//! | an ally's supply | 7.11 | a source that halves only what is asked of it; whoever draws on it is out of supply here |
//! | fortresses | 7.9, 7.12–7.14, 13.17, 13.32 | whose country they stand in, who held them at first and what their stores still hold; the map has none |
//! | elimination for lack of supply | 7.2 | at the player-turn's end, of those alone who were marked at its beginning |
//! | British and French together | 13.9 | from the second such attack of a phase on; the first alone is compared |
//! | morale, the Yanks, the armistice, Big Bertha | 4.0 | not victory by points |
//! | optional rules | 16.0 | off |
//! | Plan 1919 | S3.0 | its counters and their rules |
//!
//! Of each position a third of the moves and of the odds are compared, by turns, and the attacks on
//! one hex are carried out to their end with every die: to compare all takes more than a minute.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use salient::SYSTEMS;
use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::dice::Dice;
use salient_rules::{Action, Bot, Match, Prepared, System};
use salient_schema::event::SupplyState;
use salient_schema::ruleset::Ruleset;
use salient_schema::{Bundle, Id};
use salient_tests::storm_as_data::{GUESTS, armies, as_data, core_of};
use serde_json::{Value, json};

/// The scenarios, and how many games of each bot.
const GAMES: [(&str, u64); 3] =
    [("campaign", 9), ("the-allied-offensive", 9), ("the-storm-elsewhere", 9)];
const BOTS: [Bot; 2] = [Bot::HEURISTIC, Bot::PLANNER];

/// Of a side's units each so many-th moves, by turns.
const MOVERS: usize = 3;
/// Of the attacks that could be made each so many-th is reckoned, by turns.
const ATTACKS: usize = 3;
/// The hexes of a position on which attacks are carried out to their end with every die.
const TO_THE_END: usize = 1;

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
    /// What was left out, by the rule for which it was.
    left_out: BTreeMap<&'static str, usize>,
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
        for (rule, count) in other.left_out {
            *self.left_out.entry(rule).or_default() += count;
        }
        self.wrong.extend(other.wrong);
    }
}

/// A scenario's counters as far as is asked about them.
struct Counters {
    types: BTreeMap<Id, Id>,
    /// The army that each serves in.
    armies: BTreeMap<Id, Id>,
}

impl Counters {
    fn of(bundle: &Bundle) -> Self {
        let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        Self {
            types: counters().map(|one| (one.id.clone(), one.unit_type.clone())).collect(),
            armies: armies(bundle)
                .into_iter()
                .map(|(one, army)| (one.clone(), army.clone()))
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

    fn leave_out(&mut self, rule: &'static str) {
        *self.counted.left_out.entry(rule).or_default() += 1;
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
        self.movement(lot);
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

    /// The armies in each hex of a side.
    fn armies(&self, side: usize) -> BTreeMap<Hex, BTreeSet<Id>> {
        let mut armies: BTreeMap<Hex, BTreeSet<Id>> = BTreeMap::new();
        for unit in self.games[0].units().into_iter().filter(|unit| unit.side == side) {
            if let Some((hex, army)) = unit.hex.zip(self.counters.armies.get(unit.counter)) {
                armies.entry(hex).or_default().insert(army.clone());
            }
        }
        armies
    }

    /// Whether guests stand with others in a hex and those around it, or could after a retreat or
    /// an advance (SW 9.6).
    fn has_guests(&self, hex: Hex) -> bool {
        [0, 1].into_iter().any(|side| {
            let armies = self.armies(side);
            let around = self.games[0].map().neighbours(hex).map(|(_, to)| to);
            let near: BTreeSet<&Id> =
                around.chain([hex]).filter_map(|hex| armies.get(&hex)).flatten().collect();
            near.len() > 1 && near.iter().any(|army| **army == GUESTS)
        })
    }

    fn movement(&mut self, lot: usize) {
        let (armies, counters) = (self.armies(self.side), self.counters);
        let own: Vec<(String, String)> = self.games[0]
            .units()
            .iter()
            .filter(|unit| unit.side == self.side && unit.hex.is_some())
            .map(|unit| (unit.name.to_owned(), unit.counter.to_owned()))
            .collect();
        for (unit, counter) in own.into_iter().skip(lot % MOVERS).step_by(MOVERS) {
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
                    there.map(Id::as_str).any(|one| one != army && [one, army].contains(&GUESTS))
                })
            });
            if is_mixed {
                self.leave_out("SW 9.6, moves of a unit");
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
            if units.iter().any(|(_, side, _)| *side == self.side) {
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
        let die = (1 + lot % 6) as u8;
        for (hex, units, _) in attacks.iter().skip(lot % ATTACKS).step_by(ATTACKS) {
            self.attack(*hex, units, die, None);
        }
        let mut all = Vec::new();
        for attack in attacks.into_iter().filter(|(.., is_all)| *is_all) {
            match self.has_guests(attack.0) {
                true => self.leave_out("SW 9.6, ends of attacks on a hex"),
                false => all.push(attack),
            }
        }
        for (hex, units, _) in all.iter().cycle().skip(lot % all.len().max(1)).take(TO_THE_END) {
            for die in 1..=6 {
                self.attack(*hex, units, die, Some(false));
                self.attack(*hex, units, die, Some(true));
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
        if own.is_late {
            return self.leave_out("SW 13.30, retreats after a loss");
        }
        if !own.is_in_step || !data.is_in_step {
            return self.leave_out("attacks that end the step");
        }
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
        if !is_same {
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
    /// They could retreat no sooner than a loss had made room.
    is_late: bool,
    /// The attack was not the last of its step.
    is_in_step: bool,
}

impl Outcome {
    /// Carries an attack out to its end: of units and hexes always the first by name is chosen; the
    /// defenders retreat as soon as they may, if they do so at all.
    fn of(game: &mut Match, retreat: bool, step: &str) -> Self {
        let mut retreats = None;
        let mut advances = BTreeSet::new();
        let (mut has_lost, mut is_late) = (false, false);
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
                is_late |= has_lost;
                act
            } else if let Some(act) = first(&acts, "give_way", "").filter(|_| retreat) {
                act
            } else if let Some(act) = first(&acts, "lose", "unit") {
                has_lost |= retreats.is_none();
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
            is_late,
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

/// Alters a ruleset.
type Alter = fn(&mut Value);

/// A scenario, to be played by code and by data.
struct Played {
    name: &'static str,
    bundle: Bundle,
    ruleset: Ruleset,
    counters: Counters,
    prepared: Prepared,
}

impl Played {
    /// One of those that are published, and its rules as data, altered.
    fn new(name: &'static str, alter: Alter) -> Self {
        let published = salient_storm_in_the_west::Rulebook.published();
        let bundle = published.bundle(Some(name)).expect("published");
        let ruleset = as_data(&bundle.ruleset).expect("the changes fit");
        let mut value = serde_json::to_value(ruleset).expect("JSON");
        alter(&mut value);
        Self {
            name,
            ruleset: serde_json::from_value(value).expect("a ruleset"),
            counters: Counters::of(&bundle),
            prepared: Prepared::new(SYSTEMS, &bundle).expect("it can be played"),
            bundle,
        }
    }

    /// Goes through a game, and compares so many of its positions at most.
    fn game(&self, bot: Bot, seed: u64, most: usize) -> Counted {
        let mut counted = Counted::default();
        let mut game = self.prepared.start_quietly(seed);
        let mut seen = (0, Id::new());
        while !game.is_over() && counted.positions < most {
            let side = game.phasing().cloned().unwrap_or_default();
            let now = (game.turn(), side.clone());
            if now != seen && game.phase().starts_with(&format!("{side}-")) {
                let lot = counted.positions + seed as usize;
                let place = format!("{} {bot} seed {seed} turn {} {side}", self.name, now.0);
                seen = now;
                let kept = game.keep(SYSTEMS, &self.bundle).scenario;
                let own = core_of(&self.bundle, kept, &side);
                let mut data = own.clone();
                data.ruleset = self.ruleset.clone();
                let begun = [&own, &data].map(|bundle| Match::start(SYSTEMS, bundle, 1));
                let [Ok(own), Ok(data)] = begun else {
                    let found: Vec<_> = begun.into_iter().filter_map(Result::err).collect();
                    counted.wrong.push(format!("{place}: {found:#?}"));
                    return counted;
                };
                let mut pair = Pair {
                    side: usize::from(side == "allied"),
                    name: &side,
                    games: [own, data],
                    counters: &self.counters,
                    where_: place,
                    counted: Counted::default(),
                };
                pair.compare(lot);
                counted.add(pair.counted);
            }
            game.advance(&[bot; 2]);
        }
        counted
    }
}

#[test]
fn the_core_is_the_same_by_code_and_by_data() {
    let played = GAMES.map(|(name, seeds)| (Played::new(name, |_| {}), seeds));
    let jobs: Vec<(&Played, Bot, u64)> = played
        .iter()
        .flat_map(|(one, seeds)| (0..*seeds).flat_map(move |seed| BOTS.map(|bot| (one, bot, seed))))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counted = Counted::default();
        while let Some(&(one, bot, seed)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counted.add(one.game(bot, seed, usize::MAX));
        }
        counted
    };
    let mut all = Counted::default();
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for one in running {
            all.add(one.join().expect("it ends"));
        }
    });
    let wrong = std::mem::take(&mut all.wrong);
    println!("{all:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(all.positions >= 1000, "{all:?}");
    assert!(all.supplied > 10_000 && all.cut > 0, "{all:?}");
    assert!(all.movers > 10_000 && all.costs > 100_000, "{all:?}");
    assert!(all.odds > 10_000 && all.outcomes > 10_000, "{all:?}");
    assert!(all.retreats > 1000 && all.advances > 1000, "{all:?}");
    assert!(all.left_out.values().sum::<usize>() < all.movers, "{all:?}");
}

/// One number of the data is another one, and the comparison finds it.
#[test]
fn a_number_that_is_altered_is_found() {
    fn named<'a>(ruleset: &'a mut Value, list: &str, id: &str) -> &'a mut Value {
        let mut things = ruleset[list].as_array_mut().into_iter().flatten();
        things.find(|thing| thing["id"] == id).expect("it is there")
    }
    let altered: [(&str, Alter); 3] = [
        ("a movement cost", |ruleset| {
            named(ruleset, "terrain", "devastated")["movement"] = 3.into()
        }),
        ("a cell of the combat results table", |ruleset| {
            named(ruleset, "tables", "crt")["rows"][3]["cells"][2] = "2/2".into();
        }),
        ("a stacking limit", |ruleset| {
            ruleset["rules_of_play"]["stacking"]["limits"][0]["most"] = 4.into();
        }),
    ];
    for (what, alter) in altered {
        let counted = Played::new("campaign", alter).game(Bot::HEURISTIC, 0, 6);
        assert!(!counted.wrong.is_empty(), "{what} is not found: {counted:?}");
    }
}
