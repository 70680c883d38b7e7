//! Games counted, as chess engines count theirs (perft): a few games in which whoever is to decide
//! does anything that is legal, and for every step of the sequence of play how many actions of
//! each kind were legal, what was done, what it cost, and a digest of the log. A rule that allows,
//! refuses or reckons otherwise shows in the first line that differs.
//!
//! No bot plays, but for the set-up: what stands in `tests/fixtures/counted/` changes with the rules
//! alone. After a change of the rules `UPDATE=1 cargo test -p SYSTEM counted` writes the counts anew; read what changes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use salient_rules::dice::SplitMix64;
use salient_rules::fnv::Fnv;
use salient_rules::game::UnitStatus;
use salient_rules::schedule::{Allowance, allowances};
use salient_rules::{Action, Bot, Match, Prepared};
use salient_schema::Bundle;

use crate::support::SYSTEMS;

/// The games of each published scenario.
const SEEDS: [u64; 2] = [1918, 28];

/// Of how many decisions one ends a step of which the rules allow the end: few moves, so that the
/// sides stay in contact, and all attacks that there are.
fn patience(kinds: &BTreeMap<&str, usize>) -> u32 {
    if kinds.contains_key("move") { 5 } else { 16 }
}

#[test]
fn counted_games_are_as_they_were() {
    let mut wrong = String::new();
    for project in SYSTEMS.published() {
        let prepared = Prepared::new(SYSTEMS, &project.bundle).unwrap();
        let scenario = &project.bundle.scenario.id;
        for seed in SEEDS {
            let mut counted = granted(&project.bundle);
            counted.push_str(&count(prepared.start(seed), seed));
            compare(scenario, seed, &counted, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn file(scenario: &str, seed: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/counted");
    folder.join(format!("{scenario}-{seed}.txt"))
}

/// Adds the first line that is not as it was.
fn compare(scenario: &str, seed: u64, counted: &str, wrong: &mut String) {
    let path = file(scenario, seed);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, counted).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = before.lines().zip(counted.lines());
    if let Some((was, is)) = lines.find(|(was, is)| was != is) {
        let _ = writeln!(wrong, "{scenario}, seed {seed}\n    was {was}\n    is  {is}");
    } else if before.lines().count() != counted.lines().count() {
        let _ = writeln!(wrong, "{scenario}, seed {seed}: the game has another length");
    }
}

/// What the sides get by game-turn, where that is the system's own.
fn granted(bundle: &Bundle) -> String {
    let mut told = String::new();
    for Allowance { name, side, values, .. } in allowances(SYSTEMS, bundle) {
        let _ = writeln!(told, "{name}, {}: {values:?}", side.unwrap_or_default());
    }
    told
}

/// Plays a game to its end and tells of it, a line for each step of the sequence of play.
fn count(mut game: Match, seed: u64) -> String {
    let mut chance = SplitMix64::new(seed);
    let mut told = String::new();
    let mut step = Step::default();
    let mut decisions = 0;
    // Chance alone hardly ever comes to a set-up that may end: the bots know how.
    while game.turn() == 0 && !game.is_over() {
        game.advance(&[Bot::RANDOM; 2]);
    }
    let mut here = (game.turn(), game.phase().to_owned());
    while !game.is_over() {
        let legal = game.legal();
        assert!(!legal.is_empty(), "nothing is legal in {} of turn {}", here.1, here.0);
        let action = step.count(&legal, &mut chance);
        game.apply(action).unwrap();
        decisions += 1;
        assert!(decisions < 20_000, "it never ends: turn {} {}, {action:?}", here.0, here.1);
        let now = (game.turn(), game.phase().to_owned());
        if now != here || game.is_over() {
            let _ = writeln!(told, "{} {}: {}", here.0, here.1, step.end(&game));
            here = now;
        }
    }
    let _ = writeln!(told, "{:?}", game.outcome().unwrap());
    told
}

/// What was legal and what was done in one step of the sequence of play.
#[derive(Default)]
struct Step {
    /// By kind of action: how often it was chosen, and how many of it were legal in all.
    kinds: BTreeMap<String, (u32, usize)>,
    /// How many events are told of in earlier steps.
    events: usize,
    digest: Fnv,
}

impl Step {
    /// Counts what is legal, and chooses: a kind of action first, so that a few attacks are as
    /// likely as many moves. The order in which they are listed is nobody's promise.
    fn count<'a>(&mut self, legal: &'a [Action], chance: &mut SplitMix64) -> &'a Action {
        let digests: Vec<u64> = legal.iter().map(digest).collect();
        self.digest.add(digests.iter().fold(0, |sum, one| sum.wrapping_add(*one)));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for action in legal {
            *kinds.entry(&action.verb).or_default() += 1;
        }
        for (kind, legal) in &kinds {
            self.kinds.entry((*kind).to_owned()).or_default().1 += legal;
        }
        if kinds.len() > 1 && chance.below(patience(&kinds)) > 0 {
            kinds.remove("done");
        }
        let kind = chance.below(kinds.len() as u32) as usize;
        let kind = kinds.into_keys().nth(kind).unwrap();
        self.kinds.entry(kind.to_owned()).or_default().0 += 1;
        let mark = chance.next_u64();
        // Who only steps to the side stays in contact; who may go far mostly goes away.
        let near = chance.below(4) > 0;
        let far = |action: &Action| near && action.texts("path").len() > 1;
        let of_kind = legal.iter().zip(digests).filter(|(action, _)| action.verb == kind);
        of_kind.min_by_key(|(action, digest)| (far(action), digest ^ mark)).unwrap().0
    }

    fn end(&mut self, game: &Match) -> String {
        let mut line = String::new();
        for (kind, (chosen, legal)) in std::mem::take(&mut self.kinds) {
            let _ = write!(line, "{kind} {chosen}/{legal}, ");
        }
        for event in &game.events()[self.events..] {
            self.digest.write(serde_json::to_string(event).unwrap().as_bytes());
        }
        self.events = game.events().len();
        let mut status: BTreeMap<String, [u32; 2]> = BTreeMap::new();
        for unit in game.units() {
            if unit.status == UnitStatus::OnMap || unit.status == UnitStatus::Eliminated {
                status.entry(format!("{:?}", unit.status)).or_default()[unit.side] += 1;
            }
        }
        for (status, [one, other]) in status {
            let _ = write!(line, "{status} {one}:{other}, ");
        }
        let digest = Hasher::finish(&std::mem::take(&mut self.digest));
        let _ = write!(line, "score {}, {digest:016x}", game.score());
        line
    }
}

fn digest(action: &Action) -> u64 {
    let mut digest = Fnv::default();
    action.hash(&mut digest);
    Hasher::finish(&digest)
}
