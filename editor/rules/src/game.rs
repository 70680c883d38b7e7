//! A game in progress, of whatever system.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use salient_schema::event::{Event, SupplyState};
use salient_schema::scenario::OffMapPlace;
use salient_schema::{Bundle, Diagnostic, Id};
use serde::{Deserialize, Serialize};

use crate::account::Account;
use crate::action::{Action, Name, Violation};
use crate::bot::{Bot, BotInfo, strongest};
use crate::case::Start;
use crate::dice::{Dice, SplitMix64};
use crate::keep::{self, Keeping, Kept};
use crate::log::Log;
use crate::search::Thought;
use crate::system::Systems;
use crate::weights::WeightDef;
use salient_hex::grid::{Hex, HexGrid};
use salient_hex::map::CompiledMap;
use salient_hex::path::Reach;

/// One game in progress. A value: cloning it costs microseconds, and whoever holds it may play
/// it on as he likes.
#[derive(Clone)]
pub struct Match {
    game: Box<dyn Game>,
    bots: &'static [BotInfo],
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
    pub fn bots(&self) -> &'static [BotInfo] {
        self.bots
    }

    /// Lets a bot make the next decision. `bots` has one a side, in the order of
    /// [`Match::sides`]; where it has none, or one that the system does not know, its strongest
    /// plays.
    pub fn advance(&mut self, bots: &[Bot]) -> Advance {
        let start = self.log.len();
        if let Some(bot) = self.next_bot(bots) {
            self.game.play(bot, &mut self.chance, &mut self.log);
        }
        Advance { events: start..self.log.len(), over: self.is_over() }
    }

    /// The same decision as by [`Match::advance`], and why the bot made it; nothing where the game
    /// is over or a bot knew nothing that it could do.
    pub fn advance_and_tell(&mut self, bots: &[Bot]) -> (Advance, Option<Account>) {
        let start = self.log.len();
        let bot = self.next_bot(bots);
        let account =
            bot.and_then(|bot| self.game.play_and_tell(bot, &mut self.chance, &mut self.log));
        (Advance { events: start..self.log.len(), over: self.is_over() }, account)
    }

    /// Who decides next, if bots do.
    fn next_bot(&self, bots: &[Bot]) -> Option<Bot> {
        let bot = bots.get(self.game.deciding()?).copied().unwrap_or_default();
        let known = self.bots.iter().any(|known| known.bot.is(bot));
        Some(if known { bot } else { strongest(self.bots) })
    }

    /// The sides, in the order of their player-turns.
    pub fn sides(&self) -> &[Id] {
        self.game.sides()
    }

    /// All events so far; none in a game begun quietly.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// The game-turn.
    pub fn turn(&self) -> u16 {
        self.game.turn()
    }

    /// The step of the sequence of play, as the ruleset names it.
    pub fn phase(&self) -> &str {
        self.game.phase()
    }

    /// The step of the sequence of play in words.
    pub fn phase_name(&self) -> &str {
        self.game.phase_name()
    }

    /// The phasing side, if the step has one.
    pub fn phasing(&self) -> Option<&Id> {
        self.game.phasing().and_then(|side| self.game.sides().get(side))
    }

    /// The side that decides next; none when the game is over.
    pub fn deciding(&self) -> Option<&Id> {
        self.game.deciding().and_then(|side| self.game.sides().get(side))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }

    /// The points as they would be counted now: those of the side that counts, or what the first
    /// side is ahead by where both do.
    pub fn score(&self) -> i32 {
        self.game.score()
    }

    /// Steps and units lost so far, a side.
    pub fn losses(&self) -> Vec<SideLosses> {
        self.game.losses()
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

    /// What lies on the map besides units, by hex.
    pub fn markers(&self) -> Vec<Marker> {
        self.game.markers()
    }

    /// Whom leaders direct where all stand now, in the order of [`Match::units`]; only of leaders
    /// on the map whom all of these sides know there. From nobody nothing is hidden.
    pub fn directed_known_to(&self, sides: &[&Id]) -> Vec<Directed> {
        self.game.directed(&self.places_of(sides))
    }

    /// What the sides have left to spend in the game-turn, in the order of the sides; only what
    /// both may know.
    pub fn points_left(&self) -> Vec<PointsLeft> {
        self.game.points_left()
    }

    /// How every unit of a side on the map is supplied, in the order of [`Match::units`]. The
    /// side is its place in [`Match::sides`]; of a side that is not there, nothing.
    pub fn supplies(&self, side: usize) -> Vec<SupplyView<'_>> {
        if side < self.game.sides().len() { self.game.supplies(side) } else { Vec::new() }
    }

    /// The grid of the map.
    pub fn grid(&self) -> &HexGrid {
        self.game.map().grid()
    }

    /// The map as the rules read it.
    pub fn map(&self) -> &CompiledMap {
        self.game.map()
    }

    /// Finds where a unit may go at this decision, by the search that the rules themselves use,
    /// and gives what it may spend. `reach` then has what each hex costs and the cheapest way
    /// there, also of hexes that cost up to `beyond` more than the unit may spend, so that it can
    /// be told by how much they are too far. Which of the hexes it may end in, [`Match::legal`]
    /// says.
    ///
    /// None, and `reach` as it was, where the unit does not move at this decision or where no
    /// costs are counted: a retreat, a move by rail.
    pub fn ways(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        self.game.ways(unit, beyond, reach)
    }

    /// What the side to decide is asked, in a sentence with the rule; none when the game is over or
    /// the system says no more than the step of the sequence of play does.
    pub fn question(&self) -> Option<Question> {
        self.game.question()
    }

    /// What is so of units besides where they stand: disrupted, dug in. In the order of
    /// [`Match::units`], as all of these sides know it; units of which nothing is so are left out.
    pub fn states_known_to(&self, sides: &[&Id]) -> Vec<StatesOf<'_>> {
        self.game.states(&self.places_of(sides))
    }

    /// The hexes in which an enemy may fire at a unit as it enters them on its way, where the rules
    /// know such fire: whoever moves may know them before.
    pub fn under_fire(&self, unit: &str) -> Vec<UnderFire> {
        self.game.under_fire(unit)
    }

    /// What shifts the columns of an attack or fire that is yet to be made, each with its rule; none
    /// where the log's own words tell it.
    pub fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        self.game.modifiers(action)
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

    /// Why the side to decide cannot be done yet with what it has begun; none where it can, or where
    /// there is nothing to be done with.
    pub fn unfinished(&self) -> Option<Violation> {
        self.game.unfinished()
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
        self.game.dice_overrun()
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
        keep::keep(systems, bundle, self.game.as_ref())
    }

    /// The game from here with other dice, and a log that begins here: to see what may come of
    /// something.
    pub fn tried(&self, dice: Dice) -> Self {
        let mut game = self.game.clone();
        game.take_dice(dice);
        Self { game, bots: self.bots, chance: self.chance.clone(), log: Log::kept() }
    }

    /// The game from here with the dice and the bots' chance of a seed; its log begins as this
    /// one's, with what a test-run counts.
    pub fn played_on(&self, seed: u64) -> Self {
        let mut game = self.game.clone();
        game.take_dice(Dice::seeded(seed));
        Self { game, bots: self.bots, chance: SplitMix64::new(!seed), log: self.log.to_count() }
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
    bots: &'static [BotInfo],
}

impl Prepared {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// What keeps the scenario from being played.
    pub fn new(systems: Systems, bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let system = systems.of(bundle).ok_or_else(|| vec![systems.no_rules(bundle)])?;
        Ok(Self { base: system.prepare(bundle)?, bots: system.bots() })
    }

    /// The bots that play the system, weakest first.
    pub fn bots(&self) -> &'static [BotInfo] {
        self.bots
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
        Ok(Match { game, bots: self.bots, chance: SplitMix64::new(0), log })
    }

    fn begin(&self, seed: u64, dice: Dice, mut log: Log) -> Match {
        let game = self.base.begin(seed, dice, &mut log);
        Match { game, bots: self.bots, chance: SplitMix64::new(!seed), log }
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

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The level of victory, as the scenario names it.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// The points that decide it: those of the side that counts, or what the first side is ahead by
    /// where both do.
    pub points: i32,
}

/// What a side has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideLosses {
    /// The side.
    pub side: Id,
    /// Steps lost.
    pub steps: u32,
    /// Units removed from the map.
    pub units: u32,
}

/// A leader on the map, with those whom he directs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directed {
    /// The leader's counter.
    pub leader: String,
    /// His side's place in [`Match::sides`].
    pub side: usize,
    /// Where he stands.
    pub hex: Hex,
    /// Whom he directs: the counter, where it stands, and whether he does so himself and not
    /// through leaders below him.
    pub units: Vec<(String, Hex, bool)>,
}

/// A unit as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView<'a> {
    /// Its counter's id.
    pub counter: &'a str,
    /// Its name in the log: the counter's id, with a number where there are several alike.
    pub name: &'a str,
    /// Its side's place in [`Match::sides`].
    pub side: usize,
    /// Where it stands, if it is on the map.
    pub hex: Option<Hex>,
    /// The face it shows.
    pub face: u8,
    /// Where it is if not on the map.
    pub status: UnitStatus,
}

/// Something on the map that is no unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marker {
    /// Where it lies.
    pub hex: Hex,
    /// What it is, for people: `Gas`.
    pub name: Cow<'static, str>,
    /// How it is drawn.
    pub look: MarkerLook,
    /// How far it reaches, in hexes.
    pub radius: u32,
}

/// How a marker is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkerLook {
    /// Something that harms whoever stands in it: gas, a barrage.
    Hazard,
    /// Something that shows or helps: an observed hex, smoke.
    Sight,
    /// That units in the hex have lost heart.
    Morale,
    /// What is so of units besides.
    State,
}

/// Points that a side has left to spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsLeft {
    /// The side's place in [`Match::sides`].
    pub side: usize,
    /// What they are, in words: `field artillery`.
    pub kind: Cow<'static, str>,
    /// How many.
    pub points: u32,
}

/// What a unit may spend on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// How many.
    pub points: u32,
    /// What they are, in words: `movement points`.
    pub kind: Cow<'static, str>,
}

impl Spending {
    /// Movement points; none where there are fewer than none.
    pub fn movement(points: i32) -> Self {
        Self { points: points.max(0).unsigned_abs(), kind: "movement points".into() }
    }
}

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// In a sentence: `Fire at who moves, or hold your fire`.
    pub what: Cow<'static, str>,
    /// The units that it is about, by their names in the log.
    pub units: Vec<Name>,
    /// The hexes that it is about, as printed.
    pub hexes: Vec<String>,
    /// The rule.
    pub rule: Cow<'static, str>,
}

impl Question {
    /// One about nobody in particular.
    pub fn new(rule: impl Into<Cow<'static, str>>, what: impl Into<Cow<'static, str>>) -> Self {
        let (units, hexes) = (Vec::new(), Vec::new());
        Self { what: what.into(), units, hexes, rule: rule.into() }
    }
}

/// What is so of a unit besides where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatesOf<'a> {
    /// Its name in the log.
    pub unit: &'a str,
    /// The states, by the ids that placements name them by.
    pub states: Vec<String>,
}

/// A hex in which a unit on its way may be fired at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnderFire {
    /// The hex that it enters.
    pub hex: Hex,
    /// From where it may be fired at.
    pub from: Vec<Hex>,
    /// The rule.
    pub rule: &'static str,
}

/// Something that shifts a column or a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it is: `range`.
    pub what: Cow<'static, str>,
    /// By how much.
    pub by: i32,
    /// The rule.
    pub rule: Cow<'static, str>,
}

/// How a unit is supplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplyView<'a> {
    /// Its name in the log.
    pub name: &'a str,
    /// Its supply, if it attacked now.
    pub state: SupplyState,
    /// The length of its supply line in hexes, if it needs one and has one.
    pub distance: Option<u32>,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitStatus {
    /// On the map.
    OnMap,
    /// Not yet arrived.
    Expected,
    /// In a pool, to be placed when the rules say so.
    Pool,
    /// Off the map, on the display of the formation that it is attached to.
    OnDisplay,
    /// Eliminated.
    Eliminated,
    /// Exchanged for smaller units, for good.
    BrokenDown,
    /// Gone off the map.
    Exited,
}

impl From<OffMapPlace> for UnitStatus {
    fn from(place: OffMapPlace) -> Self {
        match place {
            OffMapPlace::Pool => Self::Pool,
            OffMapPlace::Eliminated => Self::Eliminated,
            OffMapPlace::Exited => Self::Exited,
            OffMapPlace::Removed => Self::BrokenDown,
        }
    }
}

/// A compiled scenario of one system.
pub trait Begin: Send + Sync {
    /// Begins a game.
    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game>;
    /// Every unit as the scenario sets it up.
    fn set_up(&self) -> Vec<UnitView<'_>>;
    /// Begins a game somewhere in its midst, or says in words why it cannot.
    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String>;
}

/// A game of one system.
pub trait Game: Send + Sync {
    /// It again, to be played on by itself.
    fn clone_box(&self) -> Box<dyn Game>;
    /// The sides, in the order of their places.
    fn sides(&self) -> &[Id];
    /// The map as the rules read it.
    fn map(&self) -> &CompiledMap;
    /// The game-turn's number; 0 before the first.
    fn turn(&self) -> u16;
    /// The step of the sequence of play, as the ruleset names it.
    fn phase(&self) -> &str;
    /// The same in print.
    fn phase_name(&self) -> &str;
    /// The phasing side, if the step has one.
    fn phasing(&self) -> Option<usize>;
    /// The side that decides next; none when the game is over.
    fn deciding(&self) -> Option<usize>;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<&Outcome>;
    /// The points as they would be counted now.
    fn score(&self) -> i32;
    /// Steps and units lost so far, a side.
    fn losses(&self) -> Vec<SideLosses>;
    /// Every unit as all of these sides know it, in the order of the orders of battle.
    fn units(&self, known_to: &[usize]) -> Vec<UnitView<'_>>;
    /// What lies on the map besides units.
    fn markers(&self) -> Vec<Marker> {
        Vec::new()
    }
    /// Whom leaders direct where all stand now, as all of these sides know it.
    fn directed(&self, _known_to: &[usize]) -> Vec<Directed> {
        Vec::new()
    }
    /// What the sides have left to spend, as far as all may know.
    fn points_left(&self) -> Vec<PointsLeft> {
        Vec::new()
    }
    /// How a side's units on the map are supplied.
    fn supplies(&self, side: usize) -> Vec<SupplyView<'_>>;
    /// Where a unit may go at this decision: see [`Match::ways`].
    fn ways(&self, _unit: &str, _beyond: u32, _reach: &mut Reach) -> Option<Spending> {
        None
    }
    /// What the side to decide is asked: see [`Match::question`].
    fn question(&self) -> Option<Question> {
        None
    }
    /// What is so of units, as all of these sides know it.
    fn states(&self, _known_to: &[usize]) -> Vec<StatesOf<'_>> {
        Vec::new()
    }
    /// The hexes in which an enemy may fire at a unit that moves: see [`Match::under_fire`].
    fn under_fire(&self, _unit: &str) -> Vec<UnderFire> {
        Vec::new()
    }
    /// What shifts the columns of an attack: see [`Match::modifiers`].
    fn modifiers(&self, _action: &Action) -> Vec<Modifier> {
        Vec::new()
    }
    /// Writes into a scenario what of the position the units do not tell, and says what of it no
    /// scenario holds.
    fn keep(&self, keeping: &mut Keeping<'_>);
    /// A number that two games share only if all that the rules know of them is the same.
    fn state_hash(&self) -> u64;
    /// What the side to decide may do, each action once; the order depends on the position alone.
    fn legal(&self) -> Vec<Action>;
    /// Why the side to decide cannot be done yet: see [`Match::unfinished`].
    fn unfinished(&self) -> Option<Violation> {
        None
    }
    /// Does what the side to decide wants, and goes on to the next decision.
    ///
    /// # Errors
    /// A refused action leaves the game as it was.
    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation>;
    /// What the side's searcher thought last, if one plays it.
    fn thought(&self, _side: usize) -> Option<&Thought> {
        None
    }
    /// What the side's planner weighs by.
    fn weights(&self, _side: usize) -> Vec<(WeightDef, i32)> {
        Vec::new()
    }
    /// Lets the side's planner weigh by other numbers, in the order of [`Game::weights`].
    fn weigh_by(&mut self, _side: usize, _values: &[i32]) {}
    /// Lets a bot make the next decision. The chance is the bot's own, no die of the game.
    fn play(&mut self, bot: Bot, chance: &mut SplitMix64, log: &mut Log);
    /// The same, and why the bot decided so; nothing where nobody decided.
    fn play_and_tell(
        &mut self,
        bot: Bot,
        chance: &mut SplitMix64,
        log: &mut Log,
    ) -> Option<Account> {
        self.play(bot, chance, log);
        None
    }
    /// The dice asked for beyond a script ([`Dice::overrun`]).
    fn dice_overrun(&self) -> isize;
    /// Goes on with other dice.
    fn take_dice(&mut self, dice: Dice);
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
