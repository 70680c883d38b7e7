//! The published games.

pub use salient_infantry_attacks::Rulebook as InfantryAttacks;
use salient_kaisers_battle::Rulebook as KaisersBattle;
use salient_offensive_1914::Rulebook as Offensive1914;
use salient_play::{Seat, Session};
use salient_rules::dice::SplitMix64;
use salient_rules::{Bot, Match, Prepared, System, Systems};
use salient_schema::Bundle;
use salient_skirmish::Rulebook as Skirmish;
use salient_storm_in_the_west::Rulebook as StormInTheWest;
use salient_trench_setup::Rulebook as TrenchSetup;

pub const SYSTEMS: Systems = Systems::new(&[
    &KaisersBattle,
    &StormInTheWest,
    &InfantryAttacks,
    &Offensive1914,
    &TrenchSetup,
    &Skirmish,
]);

/// A published game of every system.
pub fn of_every_system() -> Vec<Bundle> {
    SYSTEMS.iter().map(|system| system.published().bundle(None).unwrap()).collect()
}

pub fn bundles() -> [Bundle; 3] {
    let published = |system: &dyn System, scenario| system.published().bundle(scenario).unwrap();
    [
        published(&KaisersBattle, None),
        published(&StormInTheWest, Some("campaign")),
        published(&InfantryAttacks, None),
    ]
}

/// A game of bots, so many decisions on.
pub fn in_the_midst(bundle: &Bundle, seed: u64, decisions: usize) -> Session {
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap();
    let mut session = Session::new(&prepared, seed, &[Seat::Bot(Bot::HEURISTIC); 2]);
    for _ in 0..decisions {
        session.let_bot_decide(salient_play::Stop::Person);
    }
    session
}

/// Anything legal.
pub fn any_legal(game: &Match, chance: &mut SplitMix64) -> Option<salient_rules::Action> {
    let mut legal = game.legal();
    let at = chance.below(legal.len().max(1) as u32) as usize;
    (at < legal.len()).then(|| legal.swap_remove(at))
}
