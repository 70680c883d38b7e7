//! A game in progress, of whatever system.

use std::ops::Range;
use std::sync::Arc;

use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic, Id};

use crate::account::{Account, Thought};
use crate::action::{Action, Violation};
use crate::acts::Acts;
use crate::bot::{Bot, BotInfo, strongest};
use crate::case::format::Start;
use crate::dice::{Dice, SplitMix64};
use crate::host::{Begin, Game};
use crate::keep::{self, Kept};
use crate::log::Log;
use crate::questions::Known;
use crate::system::Systems;
use crate::weights::WeightDef;
use crate::words::Words;
use salient_hex::grid::HexGrid;
use salient_hex::map::CompiledMap;

pub use crate::host::CompiledScenario;
pub use crate::model::{
    Bounds, Directed, Intelligence, Marker, MarkerLook, Modifier, Outcome, PointsLeft, Question,
    Reason, SideLosses, Spending, StatesOf, SupplyView, UnderFire, UnitStatus, UnitView,
};

/// One game in progress. A value: cloning it costs microseconds, and whoever holds it may play
/// it on as he likes.
#[derive(Clone)]
pub struct Match {
    game: Box<dyn Game>,
    bots: Arc<[BotInfo]>,
    /// The bots' own chance, which is no die of the game.
    chance: SplitMix64,
    log: Log,
}

impl Match {
    /// Begins a game: compiles the bundle, sets the units up and goes on to the first decision.
    ///
    /// # Errors
    /// What keeps the scenario from being played, as [`crate::check()`] reports it.
    pub fn start(systems: Systems, bundle: &Bundle, seed: u64) -> Result<Self, Vec<Diagnostic>> {
        Ok(Prepared::new(systems, bundle)?.start(seed))
    }

    /// The bots that play this system, weakest first.
    pub fn bots(&self) -> &[BotInfo] {
        &self.bots
    }

    /// Lets a bot make the next decision. `bots` has one a side, in the order of
    /// [`Match::sides`]; where it has none, or one that the system does not know, its strongest
    /// plays.
    pub fn advance(&mut self, bots: &[Bot]) -> Advance {
        let start = self.log.len();
        if let Some(bot) = self.next_bot(bots) {
            self.game.play(bot, &mut self.chance, &mut self.log, false);
        }
        Advance { events: start..self.log.len(), over: self.is_over() }
    }

    /// The same decision as by [`Match::advance`], and why the bot made it; nothing where the game
    /// is over or a bot knew nothing that it could do.
    pub fn advance_and_tell(&mut self, bots: &[Bot]) -> (Advance, Option<Account>) {
        let start = self.log.len();
        let bot = self.next_bot(bots);
        let account =
            bot.and_then(|bot| self.game.play(bot, &mut self.chance, &mut self.log, true));
        (Advance { events: start..self.log.len(), over: self.is_over() }, account)
    }

    /// Who decides next, if bots do.
    fn next_bot(&self, bots: &[Bot]) -> Option<Bot> {
        let bot = bots.get(self.game.now().deciding?).copied().unwrap_or_default();
        let known = self.bots.iter().any(|known| known.bot.is(bot));
        Some(if known { bot } else { strongest(&self.bots) })
    }

    /// The sides, in the order of their player-turns.
    pub fn sides(&self) -> &[Id] {
        self.game.now().sides
    }

    /// All events so far; none in a game begun quietly.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// The game-turn.
    pub fn turn(&self) -> u16 {
        self.game.now().turn
    }

    /// The step of the sequence of play, as the ruleset names it.
    pub fn phase(&self) -> &str {
        self.game.now().phase
    }

    /// The step of the sequence of play in words.
    pub fn phase_name(&self) -> &str {
        self.game.now().phase_name
    }

    /// The phasing side, if the step has one.
    pub fn phasing(&self) -> Option<&Id> {
        let now = self.game.now();
        now.sides.get(now.phasing?)
    }

    /// The side that decides next; none when the game is over.
    pub fn deciding(&self) -> Option<&Id> {
        let now = self.game.now();
        now.sides.get(now.deciding?)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.game.now().outcome
    }

    /// The points as they would be counted now: those of the side that counts, or what the first
    /// side is ahead by where both do.
    pub fn score(&self) -> i32 {
        self.game.score()
    }

    /// Steps and units lost so far, a side.
    pub fn losses(&self) -> Vec<SideLosses> {
        let now = self.game.now();
        let sides = now.sides.iter().zip(now.losses);
        sides
            .map(|(side, &(steps, units))| SideLosses { side: side.clone(), steps, units })
            .collect()
    }

    /// Every unit, in the order of the orders of battle.
    pub fn units(&self) -> Vec<UnitView<'_>> {
        self.game.units(&[])
    }

    /// Every unit as all of these sides know it, in the order of [`Match::units`]: one that is
    /// hidden from any of them is nowhere. To nobody nothing is hidden.
    pub fn units_known_to(&self, sides: &[&Id]) -> Vec<UnitView<'_>> {
        self.game.units(&self.places_of(sides))
    }

    fn places_of(&self, sides: &[&Id]) -> Vec<usize> {
        let places = sides.iter().map(|id| self.sides().iter().position(|side| side == *id));
        places.flatten().collect()
    }

    /// To be asked what all of these sides know of the position, and nothing that is hidden from
    /// any of them. From nobody nothing is hidden.
    pub fn known_to(&self, sides: &[&Id]) -> Known<'_> {
        self.game.known_to(&self.places_of(sides))
    }

    /// To be asked about the decision, as the side to decide knows the position; none when the game
    /// is over.
    pub fn asked(&self) -> Option<Known<'_>> {
        self.game.asked()
    }

    /// The grid of the map.
    pub fn grid(&self) -> &HexGrid {
        self.map().grid()
    }

    /// The map as the rules read it.
    pub fn map(&self) -> &CompiledMap {
        self.game.now().map
    }

    /// A number that two games share only if all that the rules know of them is the same.
    pub fn state_hash(&self) -> u64 {
        self.game.state_hash()
    }

    /// What the side to decide may do, each action once; the order depends on the position alone.
    ///
    /// Each of these is accepted by [`Match::apply`]. Where all choices are too many to list
    /// (the ways to a hex, the shares of an attack) these are the plain ones: `apply` accepts
    /// more.
    pub fn legal(&self) -> Vec<Action> {
        self.game.legal()
    }

    /// Does what the side to decide wants, and goes on to the next decision.
    ///
    /// # Errors
    /// A refused action says which rule it breaks and leaves the game as it was.
    pub fn apply(&mut self, action: &Action) -> Result<(), Violation> {
        self.game.apply(action, &mut self.log)
    }

    /// What a side's searcher thought when it last weighed how to go on; none if no searcher
    /// plays it. The side is its place in [`Match::sides`].
    pub fn thought(&self, side: usize) -> Option<&Thought> {
        self.game.thought(side)
    }

    /// What a side's planner weighs by, and how much.
    pub fn weights(&self, side: usize) -> Vec<(WeightDef, i32)> {
        self.game.weights(side)
    }

    /// Lets a side's planner weigh by other numbers, in the order of [`Match::weights`]; what is
    /// beyond the bounds of a weight is brought within them.
    pub fn weigh_by(&mut self, side: usize, values: &[i32]) {
        self.game.weigh_by(side, values);
    }

    /// The dice asked for beyond a script ([`Dice::overrun`]).
    pub fn dice_overrun(&self) -> isize {
        self.game.dice().overrun()
    }

    /// The position without its log, to come back to with [`Match::return_to`].
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { game: self.game.clone(), chance: self.chance.clone(), events: self.log.len() }
    }

    /// Goes back to where this game was before: position, dice and log. A snapshot of another
    /// game, or of another course of this one, has a log of its own that nobody else knows.
    pub fn return_to(&mut self, snapshot: &Snapshot) {
        self.game = snapshot.game.clone();
        self.chance = snapshot.chance.clone();
        self.log.truncate(snapshot.events);
    }

    /// The position as a scenario of its own, made of the bundle that is played.
    pub fn keep(&self, systems: Systems, bundle: &Bundle) -> Kept {
        let (units, now) = (self.game.units(&[]), self.game.now());
        keep::keep(
            bundle,
            now.map.grid(),
            &units,
            (now.turn, now.phase_name),
            |keeping| self.game.keep(keeping),
            |kept| Ok(keep::differing(&units, &Prepared::new(systems, kept)?.set_up())),
        )
    }

    /// The game from here with other dice, and a log that begins here: to see what may come of
    /// something.
    pub fn tried(&self, dice: Dice) -> Self {
        let mut game = self.game.clone();
        *game.dice_mut() = dice;
        self.with_game(game)
    }

    /// The game as the side to decide knows it, with a log that begins here: for whoever looks at
    /// what comes of several decisions, one after the other.
    pub fn known(&self) -> Self {
        self.with_game(self.game.known())
    }

    /// The game as the side to decide knows it, with a log that begins here. It goes on with nothing
    /// but what the next action brings: neither with what waits to be done after it, nor to another
    /// step of the sequence of play. Nobody is asked then.
    pub fn alone(&self) -> Self {
        self.with_game(self.game.alone())
    }

    /// Another game with the same bots, whose log begins here.
    fn with_game(&self, game: Box<dyn Game>) -> Self {
        Self { game, bots: self.bots.clone(), chance: self.chance.clone(), log: Log::kept() }
    }

    /// The game from here with the dice and the bots' chance of a seed; its log begins as this
    /// one's, with what a test-run counts.
    pub fn played_on(&self, seed: u64) -> Self {
        let mut game = self.game.clone();
        *game.dice_mut() = Dice::seeded(seed);
        Self {
            game,
            bots: self.bots.clone(),
            chance: SplitMix64::new(!seed),
            log: self.log.to_count(),
        }
    }
}

impl<'a> Acts<'a> {
    /// For a game as it stands.
    pub fn of(words: &'a Words, game: &Match) -> Self {
        let mut acts = Self::new(words, &game.units(), game.grid());
        let known: Vec<&Id> = game.deciding().into_iter().collect();
        for unit in game.units_known_to(&known) {
            acts.side_of.insert(unit.name.to_owned(), unit.side);
            if let Some(hex) = unit.hex {
                let there = acts.sides_in.entry(game.grid().label(hex)).or_default();
                there.insert(unit.side);
            }
        }
        for of in game.known_to(&known).states() {
            acts.states.insert(of.unit.to_owned(), of.states);
        }
        for (unit, hex) in game.asked().iter().flat_map(|asked| asked.aims()) {
            acts.aims.insert(unit.to_owned(), game.grid().label(hex));
        }
        acts
    }
}

impl Words {
    /// How a game stands: its points with whose they are, or by its own name what counts instead,
    /// `German morale 14`.
    pub fn standing(&self, game: &Match, points: i32) -> String {
        let scores = game.known_to(&[]).scores();
        let of = |score: &PointsLeft| {
            let side = game.sides().get(score.side).map(|side| self.side(side));
            format!("{} {} {}", side.unwrap_or_default(), score.kind, score.points)
        };
        match scores.as_slice() {
            [] => self.points(points),
            scores => scores.iter().map(of).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A position of a game, to come back to.
#[derive(Clone)]
pub struct Snapshot {
    game: Box<dyn Game>,
    chance: SplitMix64,
    events: usize,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").field("events", &self.events).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("turn", &self.turn())
            .field("phase", &self.phase())
            .field("hash", &self.state_hash())
            .finish_non_exhaustive()
    }
}

/// A bundle compiled and found legal, from which any number of games begin.
#[derive(Clone)]
pub struct Prepared {
    base: Arc<dyn Begin>,
    bots: Arc<[BotInfo]>,
}

impl Prepared {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// What keeps the scenario from being played.
    pub fn new(systems: Systems, bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let system = systems.of(bundle).ok_or_else(|| vec![systems.no_rules(bundle)])?;
        let mut unknown = crate::steps::unknown_tests(Some(system.tests()), bundle);
        unknown.extend(crate::boxes::unknown(system.boxes(), bundle));
        if !unknown.is_empty() {
            return Err(unknown);
        }
        Ok(Self { base: system.prepare(bundle)?.0, bots: system.bots().into() })
    }

    /// The bots that play the system, weakest first.
    pub fn bots(&self) -> &[BotInfo] {
        &self.bots
    }

    /// Every unit as the scenario sets it up.
    pub fn set_up(&self) -> Vec<UnitView<'_>> {
        self.base.set_up()
    }

    /// Begins a game that keeps its log.
    pub fn start(&self, seed: u64) -> Match {
        self.begin(seed, Dice::seeded(seed), Log::kept())
    }

    /// Begins a game that plays the same and keeps the events that are counted, but neither
    /// dice nor decisions.
    pub fn start_counted(&self, seed: u64) -> Match {
        self.begin(seed, Dice::seeded(seed), Log::counted())
    }

    /// Begins a game that plays the same but keeps no log.
    pub fn start_quietly(&self, seed: u64) -> Match {
        self.begin(seed, Dice::seeded(seed), Log::quiet())
    }

    /// Begins a game somewhere in its midst, for a rule case.
    pub fn start_at(&self, start: &Start, dice: Dice) -> Result<Match, String> {
        let mut log = Log::kept();
        let game = self.base.begin_at(start, dice, &mut log)?;
        Ok(Match { game, bots: self.bots.clone(), chance: SplitMix64::new(0), log })
    }

    fn begin(&self, seed: u64, dice: Dice, mut log: Log) -> Match {
        let game = self.base.begin(seed, dice, &mut log);
        Match { game, bots: self.bots.clone(), chance: SplitMix64::new(!seed), log }
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").finish_non_exhaustive()
    }
}

/// What a decision of a bot brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The new events, as places in [`Match::events`].
    pub events: Range<usize>,
    /// Whether the game is over.
    pub over: bool,
}
