//! The one host of every game: what a [`Game`] answers, from what a system's position and rules
//! say.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::path::Reach;
use salient_schema::Id;
use salient_schema::event::{Decided, EventKind, GameStart, LOG_VERSION};

use crate::account::{Account, Considered};
use crate::action::{Action, Violation};
use crate::base::{BasePosition, Context, GameRules, Unit};
use crate::bot::Bot;
use crate::case::Start;
use crate::dice::{Dice, GENERATOR, SplitMix64};
use crate::game::{
    Begin, Directed, Game, Marker, Modifier, Outcome, PointsLeft, Question, SideLosses, Spending,
    StatesOf, SupplyView, UnderFire, UnitView,
};
use crate::keep::Keeping;
use crate::log::Log;
use crate::search::{self, Plan, Resolve, Search, Thought};
use crate::weights::{Weighing, WeightDef};

/// A position that can be played on by its rules.
pub trait Playable:
    Deref<Target = BasePosition<Self::State>> + Clone + Send + Sync + 'static
{
    /// What never changes in a game.
    type Rules: GameRules;
    /// What the position knows of a unit besides its place and face.
    type State;
    /// What a side may do, in units and hexes.
    type Act: fmt::Debug;
    /// What the bots remember between two decisions. It can be thrown away at any time.
    type Memory: Clone + Default + Send + Sync;
    /// What its planner weighs by; `()` where it has none.
    type Weights: Weighing;

    /// Who plays both sides in a searcher's playouts, and a searcher's side by its plan.
    const POLICY: Bot;
    /// Playouts of a searcher's decision where nobody says how many.
    const PLAYOUTS: u32;
    /// Whether a searcher weighs plans; otherwise it weighs acts.
    const HAS_PLANS: bool;

    /// Where a unit is, if it is on the map.
    fn place_of(&self, unit: Unit) -> Option<Hex> {
        self.hex(unit)
    }

    /// The face of a unit's counter that lies up.
    fn face(&self, _rules: &Self::Rules, unit: Unit) -> u8 {
        self.state(unit).face
    }

    /// The side that decides next; none when the game is over.
    fn deciding(&self) -> Option<usize>;

    /// The points as they would be counted now.
    fn points(&self, rules: &Self::Rules) -> i32;

    /// A number that two games share only if all that the rules know of them is the same.
    fn state_hash(&self, dice: &Dice) -> u64;

    /// Writes into a scenario what of the position the units on the map do not tell, and says what
    /// of it no scenario holds.
    fn keep(&self, rules: &Self::Rules, keeping: &mut Keeping<'_>);

    /// Goes on from the set-up to the first decision.
    fn begin(&mut self, cx: &mut Context<'_, Self::Rules>);

    /// Goes to a game-turn and step of the sequence of play, and on to the first decision.
    ///
    /// # Errors
    /// In words, what of the start makes no sense.
    fn begin_at(&mut self, cx: &mut Context<'_, Self::Rules>, start: &Start) -> Result<(), String>;

    /// What the side to decide may do, each act once, in an order that nothing but the position
    /// decides.
    fn legal(&self, rules: &Self::Rules) -> Vec<Self::Act>;

    /// Why the side to decide cannot be done yet with what it has begun. By default it can.
    fn unfinished(&self, _rules: &Self::Rules) -> Option<Violation> {
        None
    }

    /// An action's act.
    ///
    /// # Errors
    /// What the system does not know of it.
    fn parse(rules: &Self::Rules, action: &Action) -> Result<Self::Act, Violation>;

    /// An act in the words of map and counters.
    fn action(rules: &Self::Rules, act: &Self::Act) -> Action;

    /// Whether the other sides do not see what is chosen.
    fn is_hidden(&self, _act: &Self::Act) -> bool {
        false
    }

    /// Does what the side to decide wants and goes on to the next decision.
    ///
    /// # Errors
    /// A refused act leaves the position as it was.
    fn apply(
        &mut self,
        cx: &mut Context<'_, Self::Rules>,
        act: &Self::Act,
    ) -> Result<(), Violation>;

    /// What a bot does; none where it knows nothing. The chance is the bot's own, no die of the
    /// game. The weights are those of the side that decides.
    fn choose(
        &self,
        rules: &Self::Rules,
        bot: Bot,
        weights: &Self::Weights,
        chance: &mut SplitMix64,
        memory: &mut Self::Memory,
    ) -> Option<Self::Act>;

    /// What a bot weighed against each other when it chose an act, with what it remembers then;
    /// nothing where it weighs nothing. For whoever asks why: no choice hangs on it.
    fn considered(
        &self,
        _rules: &Self::Rules,
        _bot: Bot,
        _weights: &Self::Weights,
        _memory: &mut Self::Memory,
        _act: &Self::Act,
    ) -> Considered {
        Considered::default()
    }

    /// The ways in which the planner can play a side, the usual one first: what a searcher weighs.
    /// None where a searcher weighs acts instead.
    fn plans(
        _rules: &Self::Rules,
        _position: &Self,
        _side: usize,
        _usual: &Self::Weights,
    ) -> Vec<Plan<Self::Weights>> {
        Vec::new()
    }

    /// A number for the moment at which a searcher weighs its plans anew; none where it goes on
    /// as it began.
    fn thinks(&self, _rules: &Self::Rules) -> Option<u64> {
        None
    }

    /// How many game-turns a searcher's playouts look ahead.
    fn turns_ahead(_rules: &Self::Rules) -> u16 {
        3
    }

    /// The position as a side may imagine it, to play on: what it does not know is drawn anew.
    fn imagine(&self, _rules: &Self::Rules, _side: usize, _chance: &mut SplitMix64) -> Self {
        self.clone()
    }

    /// The position as all of these sides know it: what is hidden from any of them is taken out.
    /// To nobody nothing is hidden.
    fn known_to<'a>(&'a self, _rules: &Self::Rules, _sides: &[usize]) -> Cow<'a, Self> {
        Cow::Borrowed(self)
    }

    /// How good a position is for a side, won and lost games included; more is better.
    fn value(&self, rules: &Self::Rules, side: usize) -> i64;

    /// Goes on though the side to decide has nothing that it may do: a mistake of the rules must
    /// not keep a game from ending.
    fn give_up(&mut self, cx: &mut Context<'_, Self::Rules>);

    /// What lies on the map besides units.
    fn markers(&self, _rules: &Self::Rules) -> Vec<Marker> {
        Vec::new()
    }

    /// Whom leaders direct where all stand now.
    fn directed(&self, _rules: &Self::Rules) -> Vec<Directed> {
        Vec::new()
    }

    /// What the sides have left to spend, as far as all may know.
    fn points_left(&self, _rules: &Self::Rules) -> Vec<PointsLeft> {
        Vec::new()
    }

    /// Finds where a unit may go at this decision, and up to `beyond` farther than it may, and
    /// gives what it may spend: by the search that finds what is legal. None where it does not
    /// move now or no costs are counted.
    fn ways(
        &self,
        _rules: &Self::Rules,
        _unit: Unit,
        _beyond: u32,
        _reach: &mut Reach,
    ) -> Option<Spending> {
        None
    }

    /// What the side to decide is asked.
    fn question(&self, _rules: &Self::Rules) -> Option<Question> {
        None
    }

    /// What is so of a unit besides where it stands, by the ids of states.
    fn states(&self, _rules: &Self::Rules, _unit: Unit) -> Vec<String> {
        Vec::new()
    }

    /// The hexes in which an enemy may fire at a unit as it enters them.
    fn under_fire(&self, _rules: &Self::Rules, _unit: Unit) -> Vec<UnderFire> {
        Vec::new()
    }

    /// What shifts the columns of an attack or fire that is yet to be made.
    fn modifiers(&self, _rules: &Self::Rules, _act: &Self::Act) -> Vec<Modifier> {
        Vec::new()
    }

    /// How a side's units on the map are supplied.
    fn supplies<'a>(&self, _rules: &'a Self::Rules, _side: usize) -> Vec<SupplyView<'a>> {
        Vec::new()
    }
}

/// A legal set-up with the rules that it is played by, from which any number of games begin. The
/// fingerprint is that of the bundle that both come from.
pub fn prepared<P: Playable>(rules: P::Rules, position: P, fingerprint: String) -> Arc<dyn Begin> {
    Arc::new(Prepared { rules: Arc::new(rules), position, fingerprint })
}

struct Prepared<P: Playable> {
    rules: Arc<P::Rules>,
    position: P,
    fingerprint: String,
}

impl<P: Playable> Prepared<P> {
    fn table(&self, dice: Dice) -> Table<P> {
        let (rules, position) = (Arc::clone(&self.rules), self.position.clone());
        let weights = search::usual(rules.sides.len());
        let resolved = vec![None; rules.sides.len()];
        Table { rules, position, dice, memory: P::Memory::default(), weights, resolved }
    }
}

/// Every unit as it stands.
fn views<'a, P: Playable>(rules: &'a P::Rules, position: &P) -> Vec<UnitView<'a>> {
    let defs = rules.units.iter().zip(&position.units);
    defs.zip(0..)
        .map(|((def, state), place)| UnitView {
            counter: &def.counter,
            name: &def.name,
            side: def.side,
            hex: position.place_of(Unit(place)),
            face: position.face(rules, Unit(place)),
            status: state.status,
        })
        .collect()
}

impl<P: Playable> Begin for Prepared<P> {
    fn set_up(&self) -> Vec<UnitView<'_>> {
        views(&*self.rules, &self.position)
    }

    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game> {
        let mut table = self.table(dice);
        let rules = &self.rules;
        table.position.tell(rules, log, || {
            EventKind::GameStart(GameStart {
                system: rules.system.clone(),
                scenario: rules.scenario.clone(),
                map: rules.map_id.clone(),
                seed,
                generator: GENERATOR.to_owned(),
                fingerprint: self.fingerprint.clone(),
                format_version: salient_schema::FORMAT_VERSION,
                log_version: LOG_VERSION,
            })
        });
        let Table { rules, position, dice, .. } = &mut table;
        position.begin(&mut Context { rules: &**rules, dice, log });
        Box::new(table)
    }

    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String> {
        let mut table = self.table(dice);
        let Table { rules, position, dice, .. } = &mut table;
        position.begin_at(&mut Context { rules: &**rules, dice, log }, start)?;
        Ok(Box::new(table))
    }
}

/// A game in progress.
struct Table<P: Playable> {
    rules: Arc<P::Rules>,
    position: P,
    /// Beside the position, so that nobody who is shown one sees the dice to come.
    dice: Dice,
    memory: P::Memory,
    /// What each side's bot weighs by.
    weights: Vec<P::Weights>,
    /// What each side's searcher holds to.
    resolved: Vec<Option<Resolve<P::Weights>>>,
}

impl<P: Playable> Clone for Table<P> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            position: self.position.clone(),
            dice: self.dice.clone(),
            memory: self.memory.clone(),
            weights: self.weights.clone(),
            resolved: self.resolved.clone(),
        }
    }
}

impl<P: Playable> Table<P> {
    /// What a bot chooses.
    fn choose(&mut self, bot: Bot, chance: &mut SplitMix64) -> Option<P::Act> {
        let side = self.position.deciding()?;
        if bot.is(Bot::SEARCHER) {
            return self.search(bot, side, chance);
        }
        let Self { rules, position, memory, weights, .. } = self;
        position.choose(rules, bot, weights.get(side)?, chance, memory)
    }

    /// What a searcher chooses: by the plan that it has weighed, or the act itself.
    fn search(&mut self, bot: Bot, side: usize, chance: &mut SplitMix64) -> Option<P::Act> {
        let Self { rules, position, memory, weights, resolved, .. } = self;
        let rules: &P::Rules = rules;
        let policy = P::POLICY;
        let budget = bot.playouts().unwrap_or(P::PLAYOUTS);
        let search = Search { rules, position: &*position, side, weights, budget, policy };
        if !P::HAS_PLANS {
            let (act, thought) = search.act(chance)?;
            *resolved.get_mut(side)? = Some(Resolve::once(weights.get(side)?.clone(), thought));
            return Some(act);
        }
        let slot = resolved.get_mut(side)?;
        *slot = search.plan(slot.take(), chance);
        let by = slot.as_ref().map_or(weights.get(side)?, Resolve::weights);
        position.choose(rules, policy, by, chance, memory)
    }

    /// Why a bot has chosen an act that is yet to be done. `before` is what its searcher had
    /// thought before it chose.
    fn account(&mut self, bot: Bot, act: &P::Act, before: Option<&Thought>) -> Option<Account> {
        let side = self.position.deciding()?;
        let Self { rules, position, memory, weights, resolved, .. } = self;
        let resolve = resolved.get(side)?.as_ref().filter(|_| bot.is(Bot::SEARCHER));
        let by = resolve.map_or(weights.get(side)?, Resolve::weights);
        let policy = if bot.is(Bot::SEARCHER) { P::POLICY } else { bot };
        let plan = resolve.map(|resolve| resolve.thought().clone());
        Some(Account {
            turn: position.turn,
            phase: position.phase_def(rules).map_or_else(String::new, |phase| phase.name.clone()),
            side,
            bot,
            action: P::action(rules, act),
            weighed: position.considered(rules, policy, by, memory, act),
            planned_now: plan.is_some() && plan.as_ref() != before,
            plan,
        })
    }

    /// Lets a bot decide, and gives the account that `tell` makes of its choice.
    fn let_decide(
        &mut self,
        bot: Bot,
        chance: &mut SplitMix64,
        log: &mut Log,
        tell: impl FnOnce(&mut Self, &P::Act) -> Option<Account>,
    ) -> Option<Account> {
        let act = self.choose(bot, chance);
        let account = act.as_ref().and_then(|act| tell(self, act));
        if act.as_ref().is_some_and(|act| self.decide(act, log).is_ok()) {
            return account;
        }
        debug_assert!(act.is_none(), "a bot chose what is not allowed: {act:?}");
        // A bot's mistake must not keep a game from ending.
        let legal = self.position.legal(&self.rules);
        if !legal.iter().any(|act| self.decide(act, log).is_ok()) {
            let Self { rules, position, dice, .. } = self;
            position.give_up(&mut Context { rules: &**rules, dice, log });
        }
        None
    }

    /// Does what the side to decide wants, and tells the log first; a refused act leaves both as
    /// they were.
    fn decide(&mut self, act: &P::Act, log: &mut Log) -> Result<(), Violation> {
        let Self { rules, position, dice, .. } = self;
        let mark = log.len();
        if let Some(side) = position.deciding() {
            position.tell_in_full(rules, log, || {
                EventKind::Action(Decided {
                    side: rules.sides[side].clone(),
                    action: P::action(rules, act),
                    hidden: position.is_hidden(act),
                })
            });
        }
        let done = position.apply(&mut Context { rules: &**rules, dice, log }, act);
        done.inspect_err(|_| log.truncate(mark))
    }
}

impl<P: Playable> Game for Table<P> {
    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn sides(&self) -> &[Id] {
        &self.rules.sides
    }

    fn map(&self) -> &CompiledMap {
        &self.rules.map
    }

    fn turn(&self) -> u16 {
        self.position.turn
    }

    fn phase(&self) -> &str {
        self.position.phase_id(&self.rules)
    }

    fn phase_name(&self) -> &str {
        let phase = self.position.phase_def(&self.rules);
        phase.map_or("", |phase| phase.name.as_str())
    }

    fn phasing(&self) -> Option<usize> {
        self.position.phase_def(&self.rules)?.side
    }

    fn deciding(&self) -> Option<usize> {
        self.position.deciding()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    fn score(&self) -> i32 {
        self.position.points(&self.rules)
    }

    fn losses(&self) -> Vec<SideLosses> {
        let sides = self.rules.sides.iter().zip(self.position.losses);
        sides
            .map(|(side, (steps, units))| SideLosses { side: side.clone(), steps, units })
            .collect()
    }

    fn units(&self, known_to: &[usize]) -> Vec<UnitView<'_>> {
        views(&*self.rules, &*self.position.known_to(&self.rules, known_to))
    }

    fn keep(&self, keeping: &mut Keeping<'_>) {
        let Self { rules, position, .. } = self;
        if position.begun {
            keeping.go_to(position.turn_place, position.phase_def(rules).map(|phase| &phase.id));
        }
        let (steps, units) =
            position.losses.iter().fold((0, 0), |sum, lost| (sum.0 + lost.0, sum.1 + lost.1));
        keeping.not_kept("steps lost so far: they are counted anew", steps);
        keeping.not_kept("units lost so far: they are counted anew", units);
        keeping.not_kept("the game's outcome", u32::from(position.outcome.is_some()));
        position.keep(rules, keeping);
    }

    fn markers(&self) -> Vec<Marker> {
        self.position.markers(&self.rules)
    }

    fn directed(&self, known_to: &[usize]) -> Vec<Directed> {
        self.position.known_to(&self.rules, known_to).directed(&self.rules)
    }

    fn points_left(&self) -> Vec<PointsLeft> {
        self.position.points_left(&self.rules)
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'_>> {
        self.position.supplies(&self.rules, side)
    }

    fn ways(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let unit = self.rules.find_unit(unit)?;
        self.position.ways(&self.rules, unit, beyond, reach)
    }

    fn question(&self) -> Option<Question> {
        self.position.question(&self.rules)
    }

    fn states(&self, known_to: &[usize]) -> Vec<StatesOf<'_>> {
        let position = self.position.known_to(&self.rules, known_to);
        let units = self.rules.units.iter().zip(0..);
        units
            .filter_map(|(def, place)| {
                let unit = Unit(place);
                position.place_of(unit)?;
                let states = position.states(&self.rules, unit);
                (!states.is_empty()).then_some(StatesOf { unit: &def.name, states })
            })
            .collect()
    }

    fn under_fire(&self, unit: &str) -> Vec<UnderFire> {
        let unit = self.rules.find_unit(unit);
        unit.map_or_else(Vec::new, |unit| self.position.under_fire(&self.rules, unit))
    }

    fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        let act = P::parse(&self.rules, action);
        act.map_or_else(|_| Vec::new(), |act| self.position.modifiers(&self.rules, &act))
    }

    fn state_hash(&self) -> u64 {
        self.position.state_hash(&self.dice)
    }

    fn legal(&self) -> Vec<Action> {
        let acts = self.position.legal(&self.rules);
        acts.iter().map(|act| P::action(&self.rules, act)).collect()
    }

    fn unfinished(&self) -> Option<Violation> {
        self.position.unfinished(&self.rules)
    }

    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation> {
        let act = P::parse(&self.rules, action)?;
        self.decide(&act, log)
    }

    fn play(&mut self, bot: Bot, chance: &mut SplitMix64, log: &mut Log) {
        self.let_decide(bot, chance, log, |_, _| None);
    }

    fn play_and_tell(
        &mut self,
        bot: Bot,
        chance: &mut SplitMix64,
        log: &mut Log,
    ) -> Option<Account> {
        let side = self.position.deciding()?;
        let before = self.thought(side).cloned();
        self.let_decide(bot, chance, log, |table, act| table.account(bot, act, before.as_ref()))
    }

    fn thought(&self, side: usize) -> Option<&Thought> {
        self.resolved.get(side)?.as_ref().map(Resolve::thought)
    }

    fn weights(&self, side: usize) -> Vec<(WeightDef, i32)> {
        let values = self.weights.get(side).map(Weighing::values).unwrap_or_default();
        P::Weights::defs(side).into_iter().zip(values).collect()
    }

    fn weigh_by(&mut self, side: usize, values: &[i32]) {
        if let Some(weights) = self.weights.get_mut(side) {
            weights.take(values);
        }
    }

    fn dice_overrun(&self) -> isize {
        self.dice.overrun()
    }

    fn take_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }
}
