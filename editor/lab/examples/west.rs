//! Plays 1918: Storm in the West between bots and says how it went:
//!
//! ```text
//! cargo run --release -p salient-lab --example west -- [GAMES [SEED [GERMAN [ALLIED [SCENARIO]]]]]
//! ```
//!
//! `GERMAN_WEIGHTS` and `ALLIED_WEIGHTS` may have what the planners weigh by, parted by commas, as
//! `tune -- versus` takes it; with `QUIET` only who wins is told.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/all/support.rs"]
mod support;

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use salient_rules::dice::game_seed;
use salient_rules::{Bot, Prepared};
use salient_schema::event::{Event, EventKind, LossOutcome};
use salient_storm_in_the_west::event::Detail;

fn main() {
    let mut args = std::env::args().skip(1);
    let games: u32 = args.next().map_or(10, |text| text.parse().unwrap());
    let seed: u64 = args.next().map_or(1, |text| text.parse().unwrap());
    let german: Bot = args.next().map_or(Bot::HEURISTIC, |text| text.parse().unwrap());
    let allied: Bot = args.next().map_or(Bot::HEURISTIC, |text| text.parse().unwrap());
    let file = args.next().unwrap_or_else(|| "campaign".to_owned());
    let prepared = Prepared::new(support::SYSTEMS, &support::storm_in_the_west(&file))
        .unwrap_or_else(|found| {
            for problem in &found {
                println!("{problem}");
            }
            std::process::exit(1)
        });
    let weights: Vec<Option<Vec<i32>>> = ["GERMAN_WEIGHTS", "ALLIED_WEIGHTS"]
        .map(|name| {
            let text = std::env::var(name).ok()?;
            Some(text.split(',').map(|number| number.trim().parse().unwrap()).collect())
        })
        .to_vec();
    if std::env::var("QUIET").is_ok() {
        return quietly(&prepared, games, seed, &[german, allied], &weights);
    }
    let start = Instant::now();
    let played: Vec<_> = (0..games)
        .into_par_iter()
        .map(|game| {
            let mut game = prepared.start(game_seed(seed, game));
            for (side, values) in weights.iter().enumerate() {
                if let Some(values) = values {
                    game.weigh_by(side, values);
                }
            }
            let mut decisions = 0;
            while !game.is_over() {
                game.advance(&[german, allied]);
                decisions += 1;
            }
            (game, decisions)
        })
        .collect();
    let time = start.elapsed();
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    // Side and whether before game-turn 9 → attacks, and loss points of attacker and defender.
    let mut fights: BTreeMap<(String, bool), [i32; 4]> = BTreeMap::new();
    let mut points: BTreeMap<(String, bool, bool), i32> = BTreeMap::new();
    let mut odds: BTreeMap<(String, String), u32> = BTreeMap::new();
    let mut notes = Notes::default();
    let mut play = Play::default();
    for (number, (game, decisions)) in played.iter().enumerate() {
        notes.read(game.events());
        play.read(game.events());
        let outcome = game.outcome().unwrap();
        let mut reason = String::new();
        let mut combats = 0;
        let mut morale: Vec<String> = Vec::new();
        let mut now = BTreeMap::new();
        let tells = std::env::var("TELL").is_ok_and(|n| n == number.to_string());
        for event in game.events() {
            match (&event.kind, told(event)) {
                (EventKind::GameOver(over), _) => reason = over.reason.clone().unwrap_or_default(),
                (_, Some(Detail::OddsCombat(combat))) => {
                    combats += 1;
                    let side = combat.attacker.side.clone();
                    *odds.entry((side.clone(), combat.odds.clone())).or_default() += 1;
                    let all = fights.entry((side, event.turn < 9)).or_default();
                    all[0] += 1;
                    all[1] += combat.attacker_losses;
                    all[2] += combat.defender_losses;
                    all[3] += combat.modifiers.iter().map(|m| m.value).sum::<i32>();
                }
                (EventKind::Level(level), _) if tells => {
                    println!(
                        "  turn {} {} {} {:+} {:?}",
                        event.turn, event.phase, level.side, level.by, level.hex
                    );
                }
                (EventKind::Level(level), _) => {
                    if level.side == "german" {
                        let key = (event.phase.clone(), level.by > 0, event.turn < 9);
                        *points.entry(key).or_default() += level.by;
                    }
                    now.insert(level.side.clone(), level.to);
                }
                (EventKind::TurnEnd(end), _) => {
                    let level = |side: &str| {
                        let mut all = end.levels.iter();
                        all.find(|l| l.id == "morale" && l.side == side).map_or(0, |l| l.value)
                    };
                    morale.push(format!("{}/{}", level("german"), level("allied")));
                }
                _ => {}
            }
        }
        let line = format!("{} {reason} turn {}", outcome.side, game.turn());
        *reasons.entry(format!("{} {reason}", outcome.side)).or_default() += 1;
        if number < 12 || std::env::var("ALL").is_ok() {
            let losses: Vec<u32> = game.losses().iter().map(|l| l.steps).collect();
            println!(
                "{number}: {line}, {decisions} decisions, {combats} combats, losses {losses:?}, {}",
                morale.join(" ")
            );
        }
    }
    println!("{reasons:?}");
    for ((side, early), [attacks, own, theirs, modifiers]) in &fights {
        let each = |sum: &i32| f64::from(*sum) / f64::from(*attacks);
        println!(
            "{side} {}: {:.1} attacks a game, losing {:.2} for {:.2}, modifiers {:+.2}",
            if *early { "before turn 9" } else { "from turn 9" },
            f64::from(*attacks) / f64::from(games),
            each(own),
            each(theirs),
            each(modifiers)
        );
    }
    notes.print();
    play.print(f64::from(games));
    if std::env::var("ODDS").is_ok() {
        println!("{odds:?}");
    }
    for ((phase, gained, early), sum) in &points {
        println!(
            "{phase} {} {}: {:.2}",
            if *gained { "gained" } else { "lost" },
            if *early { "early" } else { "late" },
            f64::from(*sum) / f64::from(games)
        );
    }
    println!("{:.1} games a second", f64::from(games) / time.as_secs_f64());
}

/// Plays without a log: German games won, and the points on the mean.
fn quietly(prepared: &Prepared, games: u32, seed: u64, bots: &[Bot], weights: &[Option<Vec<i32>>]) {
    let ends: Vec<(bool, i32)> = (0..games)
        .into_par_iter()
        .map(|game| {
            let mut game = prepared.start_quietly(game_seed(seed, game));
            for (side, values) in weights.iter().enumerate() {
                if let Some(values) = values {
                    game.weigh_by(side, values);
                }
            }
            while !game.is_over() {
                game.advance(bots);
            }
            (game.outcome().is_some_and(|outcome| outcome.side == "german"), game.score())
        })
        .collect();
    let won = ends.iter().filter(|(won, _)| *won).count();
    let points: i32 = ends.iter().map(|(_, points)| points).sum();
    println!("{won} {points}");
}

/// What the system tells of an event of a game in progress.
fn told(event: &Event) -> Option<&Detail> {
    event.detail.as_ref()?.typed()
}

/// The Royal Tank Corps, the Assault Artillery, the American Tank Corps, and those of 1919.
fn is_tank(unit: &str) -> bool {
    ["rtc", "aac", "us-tc", "v-ht", "v-ft"].iter().any(|id| unit.contains(id))
}

/// How well a side plays: counted in the games, by side.
#[derive(Default)]
struct Play {
    counts: BTreeMap<(String, &'static str), f64>,
}

impl Play {
    fn add(&mut self, side: &str, what: &'static str, by: f64) {
        *self.counts.entry((side.to_owned(), what)).or_default() += by;
    }

    fn read(&mut self, events: &[Event]) {
        let mut left: BTreeMap<String, i32> = BTreeMap::new();
        let mut turns: BTreeMap<(String, u16), ()> = BTreeMap::new();
        for event in events {
            if let EventKind::TurnEnd(end) = &event.kind {
                for level in end.levels.iter().filter(|level| level.id == "replacements") {
                    left.insert(level.nation.clone().unwrap_or_default(), level.value);
                }
            }
            if let EventKind::Phase(phase) = &event.kind
                && let Some(side) = &phase.side
            {
                turns.insert((side.clone(), event.turn), ());
            }
            match told(event) {
                Some(Detail::OddsCombat(combat)) => {
                    let side = combat.attacker.side.as_str();
                    let because = |why: &str| combat.modifiers.iter().any(|m| m.reason == why);
                    let trench = combat.modifiers.iter().any(|m| m.reason.contains("trench"));
                    let tanks = combat.attacker.units.iter().filter(|u| is_tank(&u.unit)).count();
                    self.add(side, "attacks", 1.0);
                    self.add(side, "tank units in attacks", tanks as f64);
                    self.add(side, "attacks with tanks", f64::from(u8::from(tanks > 0)));
                    let no_use = tanks > 0 && !because("tanks");
                    self.add(side, "attacks with tanks on trenches", f64::from(u8::from(no_use)));
                    self.add(side, "attacks on trenches without", f64::from(u8::from(trench)));
                    self.add(side, "concentric", f64::from(u8::from(because("concentric"))));
                    let fort = !combat.increments.is_empty();
                    self.add(side, "on fortresses", f64::from(u8::from(fort)));
                    let ratio: i32 = combat.odds.split(':').next().unwrap().parse().unwrap();
                    self.add(side, "above 7:1", f64::from(u8::from(ratio > 7)));
                    self.add(side, "after turn 9", f64::from(u8::from(event.turn > 9)));
                }
                Some(Detail::Rebuilt(rebuilt)) => {
                    let own = rebuilt.added.as_ref().map_or(0, |added| added.steps);
                    let any = if rebuilt.pool.is_some() { rebuilt.steps - own } else { 0 };
                    self.add(&rebuilt.side, "mechanised steps spent", f64::from(any));
                    let tank = is_tank(&rebuilt.unit) && rebuilt.from_deadpile;
                    self.add(&rebuilt.side, "tanks rebuilt", f64::from(u8::from(tank)));
                }
                Some(Detail::Move(one)) if one.rule == "SW 15.4" => {
                    self.add(&one.side, "infiltrations", 1.0);
                    let tank = is_tank(&one.unit);
                    self.add(&one.side, "infiltrations of tanks", f64::from(u8::from(tank)));
                }
                Some(Detail::Bombing(raid)) => {
                    let ruhr = raid.hex.is_none();
                    self.add(&raid.side, "raids on the Ruhr", f64::from(u8::from(ruhr)));
                }
                _ => {}
            }
        }
        for (side, _) in turns.into_keys() {
            self.add(&side, "player-turns", 1.0);
        }
        for (nation, steps) in left {
            let what: &'static str = Box::leak(format!("steps left: {nation}").into_boxed_str());
            self.add("", what, f64::from(steps));
        }
    }

    fn print(&self, games: f64) {
        let of = |side: &str, what| self.counts.get(&(side.to_owned(), what)).copied();
        for ((side, what), sum) in &self.counts {
            println!("{side} {what}: {:.2} a game", sum / games);
        }
        for side in ["german", "allied"] {
            let attacks = of(side, "attacks").unwrap_or(0.0).max(1.0);
            println!(
                "{side}: {:.2} attacks a player-turn, {:.0} % concentric, {:.0} % above 7:1, {:.0} % on fortresses",
                attacks / of(side, "player-turns").unwrap_or(1.0),
                100.0 * of(side, "concentric").unwrap_or(0.0) / attacks,
                100.0 * of(side, "above 7:1").unwrap_or(0.0) / attacks,
                100.0 * of(side, "on fortresses").unwrap_or(0.0) / attacks,
            );
        }
    }
}

/// What the designer's notes say of the chart, counted in the games.
#[derive(Default)]
struct Notes {
    /// Attacks at 6:1 and better on a lone corps, those that empty its hex, and the attackers'
    /// loss points.
    lone: [i32; 3],
    /// Tank units in attacks, and those that are eliminated in them, by combat phase.
    tanks: BTreeMap<bool, [i32; 2]>,
}

impl Notes {
    fn read(&mut self, events: &[Event]) {
        for (at, event) in events.iter().enumerate() {
            let Some(Detail::OddsCombat(combat)) = told(event) else { continue };
            let first = event.phase.ends_with("first-combat");
            // What follows until the next combat or phase belongs to this one.
            let rest: Vec<_> = events[at + 1..]
                .iter()
                .take_while(|next| {
                    next.phase == event.phase && !matches!(told(next), Some(Detail::OddsCombat(_)))
                })
                .collect();
            let lost = |unit: &str| {
                rest.iter().any(|next| match &next.kind {
                    EventKind::Lost(lost) => {
                        lost.unit == unit && lost.outcome == LossOutcome::Eliminated
                    }
                    EventKind::Moved(moved) if moved.by == "retreat" => {
                        moved.units.iter().any(|one| one == unit)
                    }
                    _ => false,
                })
            };
            for unit in combat.attacker.units.iter().filter(|unit| is_tank(&unit.unit)) {
                let [all, gone] = self.tanks.entry(first).or_default();
                *all += 1;
                *gone += i32::from(lost(&unit.unit));
            }
            let ratio: i32 = combat.odds.split(':').next().unwrap().parse().unwrap();
            if let [one] = combat.defender.units.as_slice()
                && ratio >= 6
            {
                self.lone[0] += 1;
                self.lone[1] += i32::from(lost(&one.unit));
                self.lone[2] += combat.attacker_losses;
            }
        }
    }

    fn print(&self) {
        let [all, taken, cost] = self.lone.map(f64::from);
        println!(
            "lone corps at 6:1 and better: {all} attacks, {:.0} % destroyed or driven off, for {:.2} steps",
            100.0 * taken / all,
            cost / all
        );
        for (first, [all, gone]) in &self.tanks {
            println!(
                "tanks in the {} combat phase: {all}, {:.0} % lost",
                if *first { "first" } else { "second" },
                100.0 * f64::from(*gone) / f64::from(*all)
            );
        }
    }
}
