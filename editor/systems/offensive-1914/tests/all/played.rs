//! Games for the referee: of the program's bots, and of somebody who seeks the enemy and tries
//! everything, for bots of chance seldom meet.

use salient_offensive_1914::Rulebook;
use salient_rules::{Bot, Match, System, Systems};
use salient_schema::Bundle;
use salient_schema::action::Action;
use salient_schema::event::Event;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// Who plays a game.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    Random,
    Heuristic,
    Planner,
    Eager,
    /// As eager, and in two hexes as often as he may be (1914 19).
    Abreast,
}

pub fn bundle(scenario: &str) -> Bundle {
    Rulebook.published().bundle(Some(scenario)).unwrap()
}

/// The log of a whole game.
pub fn log(bundle: &Bundle, player: Player, seed: u64) -> Vec<Event> {
    let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
    let mut chance = Chance(seed);
    let mut decisions = 0_usize;
    while !game.is_over() {
        decisions += 1;
        match player {
            Player::Random => drop(game.advance(&[Bot::RANDOM; 2])),
            Player::Heuristic => drop(game.advance(&[Bot::HEURISTIC; 2])),
            Player::Planner => drop(game.advance(&[Bot::PLANNER; 2])),
            Player::Abreast if decisions.is_multiple_of(3) => {
                let moves = game.legal().iter().any(|action| action.verb == "move");
                let pairs = if moves { into_two(&game) } else { Vec::new() };
                let action = match pairs.is_empty() {
                    true => eager(&game, &mut chance),
                    false => pairs[chance.below(pairs.len())].clone(),
                };
                game.apply(&action).unwrap();
            }
            Player::Eager | Player::Abreast => game.apply(&eager(&game, &mut chance)).unwrap(),
        }
    }
    game.events().to_vec()
}

/// What may be done besides what is listed: all pairs of hexes.
pub fn into_two(game: &Match) -> Vec<Action> {
    let known = game.known_to(&[]);
    let names: Vec<String> = game.units().iter().map(|unit| unit.name.to_owned()).collect();
    let all = names.iter().flat_map(|name| known.more_for(name));
    all.filter(|(action, why)| action.verb == "abreast" && why.is_none())
        .map(|(action, _)| action)
        .collect()
}

/// Numbers of the test's own, so that the game's dice stay as its seed has them.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// How often in a hundred each is done where it can be.
const EAGER: [(&str, usize); 12] = [
    ("combine", 80),
    ("by_rail", 8),
    ("destination", 100),
    ("embark", 15),
    ("attack", 80),
    ("repulse", 50),
    ("prepare", 25),
    ("advance", 70),
    ("withhold", 30),
    ("provide", 50),
    ("stand", 50),
    ("retreat", 50),
];

fn eager(game: &Match, chance: &mut Chance) -> Action {
    let mut legal = game.legal();
    legal.retain(|action| !["combine", "divide"].contains(&&*action.verb));
    let of = |verb: &str| legal.iter().filter(|action| action.verb == verb).collect::<Vec<_>>();
    for (verb, often) in EAGER {
        let some = of(verb);
        if !some.is_empty() && chance.below(100) < often {
            return some[chance.below(some.len())].clone();
        }
    }
    let moves = of("move");
    if !moves.is_empty() && chance.below(100) < 85 {
        let side = game.deciding().unwrap();
        let units = game.units();
        let theirs = units.iter().filter(|unit| game.sides()[unit.side] != *side);
        let enemies: Vec<_> = theirs.filter_map(|unit| unit.hex).collect();
        let far = |action: &Action| {
            let end = action.texts("path").last().and_then(|label| game.grid().parse(label));
            end.and_then(|end| enemies.iter().map(|&at| game.grid().distance(at, end)).min())
        };
        let some: Vec<&Action> = (0..10).map(|_| moves[chance.below(moves.len())]).collect();
        return some.into_iter().min_by_key(|action| far(action)).unwrap().clone();
    }
    legal[chance.below(legal.len())].clone()
}
