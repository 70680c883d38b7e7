//! A game of one system behind a [`Match`](crate::Match): its rules, position, dice and bots, of
//! which only what is the same for every system can be seen from outside.

use std::sync::Arc;

use salient_hex::map::CompiledMap;
use salient_schema::event::{Decided, EventKind, GameStart, LOG_VERSION};
use salient_schema::{Bundle, Diagnostic, Id};

use crate::account::{Account, Thought};
use crate::action::{Action, Violation};
use crate::base::{Context, Unit};
use crate::board::MOST_SIDES;
use crate::bot::Bot;
use crate::case::format::Start;
use crate::dice::{Dice, GENERATOR, SplitMix64};
use crate::keep::Keeping;
use crate::log::Log;
use crate::model::{Outcome, UnitView};
use crate::play::{self, GamePosition, PlayContext, Procedures, View};
use crate::questions::Known;
use crate::search::{self, Resolve, Search};
use crate::weights::{Weighing, WeightDef};

/// A scenario compiled by its system and found legal.
pub struct CompiledScenario(pub(crate) Arc<dyn Begin>);

impl CompiledScenario {
    /// Of a set-up and the rules that it is played by. The fingerprint is that of the bundle that
    /// both come from.
    pub(crate) fn new<P: Procedures>(
        rules: P::Rules,
        position: P::Position,
        fingerprint: String,
    ) -> Self {
        Self(prepared::<P>(rules, position, fingerprint))
    }
}

impl std::fmt::Debug for CompiledScenario {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledScenario").finish_non_exhaustive()
    }
}

/// Compiles a bundle and sets its units up.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn prepare<P: Procedures>(bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
    let (rules, position) = P::Position::set_up(bundle)?;
    Ok(CompiledScenario::new::<P>(rules, position, bundle.fingerprint()))
}

/// A compiled scenario of one system.
pub(crate) trait Begin: Send + Sync {
    /// Begins a game.
    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game>;
    /// Every unit as the scenario sets it up.
    fn set_up(&self) -> Vec<UnitView<'_>>;
    /// Begins a game somewhere in its midst, or says in words why it cannot.
    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String>;
}

/// A game of one system.
pub(crate) trait Game: Send + Sync {
    /// It again, to be played on by itself.
    fn clone_box(&self) -> Box<dyn Game>;
    /// It as the side to decide knows it.
    fn known(&self) -> Box<dyn Game>;
    /// The same, to go on with nothing but what its next act brings.
    fn alone(&self) -> Box<dyn Game>;
    /// What is so of a game of any system.
    fn now(&self) -> Now<'_>;
    /// The points as they would be counted now.
    fn score(&self) -> i32;
    /// Every unit as all of these sides know it, in the order of the orders of battle.
    fn units(&self, known_to: &[usize]) -> Vec<UnitView<'_>>;
    /// What the position as all of these sides know it answers.
    fn known_to(&self, sides: &[usize]) -> Known<'_>;
    /// What it answers as the side to decide knows it; none where none is.
    fn asked(&self) -> Option<Known<'_>>;
    /// Writes into a scenario what of the position the units do not tell, and says what of it no
    /// scenario holds.
    fn keep(&self, keeping: &mut Keeping<'_>);
    /// A number that two games share only if all that the rules know of them is the same.
    fn state_hash(&self) -> u64;
    /// What the side to decide may do, each action once; the order depends on the position alone.
    fn legal(&self) -> Vec<Action>;
    /// Does what the side to decide wants, and goes on to the next decision. A refused action
    /// leaves the game as it was.
    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation>;
    /// Lets a bot make the next decision, and says why it decided so where that is asked for;
    /// nothing where nobody decided. The chance is the bot's own, no die of the game.
    fn play(
        &mut self,
        bot: Bot,
        chance: &mut SplitMix64,
        log: &mut Log,
        tells: bool,
    ) -> Option<Account>;
    /// What the side's searcher thought last, if one plays it.
    fn thought(&self, side: usize) -> Option<&Thought>;
    /// What the side's planner weighs by.
    fn weights(&self, side: usize) -> Vec<(WeightDef, i32)>;
    /// Lets the side's planner weigh by other numbers, in the order of [`Game::weights`].
    fn weigh_by(&mut self, side: usize, values: &[i32]);
    /// The dice.
    fn dice(&self) -> &Dice;
    /// The dice, to go on with others.
    fn dice_mut(&mut self) -> &mut Dice;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// What is so of a game of any system.
pub(crate) struct Now<'a> {
    /// The sides, in the order of their places.
    pub(crate) sides: &'a [Id],
    /// The map as the rules read it.
    pub(crate) map: &'a CompiledMap,
    /// The game-turn's number; 0 before the first.
    pub(crate) turn: u16,
    /// The step of the sequence of play, as the ruleset names it.
    pub(crate) phase: &'a str,
    /// The same in print.
    pub(crate) phase_name: &'a str,
    /// The phasing side, if the step has one.
    pub(crate) phasing: Option<usize>,
    /// The side that decides next; none when the game is over.
    pub(crate) deciding: Option<usize>,
    /// How it ended, once it has.
    pub(crate) outcome: Option<&'a Outcome>,
    /// Steps and units lost so far, by side.
    pub(crate) losses: &'a [(u32, u32); MOST_SIDES],
}

/// A legal set-up with the rules that it is played by, from which any number of games begin. The
/// fingerprint is that of the bundle that both come from.
pub(crate) fn prepared<P: Procedures>(
    rules: P::Rules,
    position: P::Position,
    fingerprint: String,
) -> Arc<dyn Begin> {
    Arc::new(Prepared::<P> { rules: Arc::new(rules), position, fingerprint })
}

struct Prepared<P: Procedures> {
    rules: Arc<P::Rules>,
    position: P::Position,
    fingerprint: String,
}

impl<P: Procedures> Prepared<P> {
    fn table(&self, dice: Dice) -> Table<P> {
        let (rules, position) = (Arc::clone(&self.rules), self.position.clone());
        let weights = search::usual(rules.sides.len());
        let resolved = vec![None; rules.sides.len()];
        Table { rules, position, dice, memory: P::Memory::default(), weights, resolved }
    }
}

/// Every unit as it stands.
fn views<'a, P: Procedures>(rules: &'a P::Rules, position: &P::Position) -> Vec<UnitView<'a>> {
    let defs = rules.units.iter().zip(&position.units);
    defs.zip(0..)
        .map(|((def, state), place)| UnitView {
            counter: &def.counter,
            name: &def.name,
            side: def.side,
            hex: position.place_of(Unit(place)),
            face: P::face(rules, position, Unit(place)),
            status: state.status,
            other: position.other_place_of(Unit(place)),
            in_box: position.box_of(Unit(place)),
            intelligence: position.intelligence_of(Unit(place)),
        })
        .collect()
}

impl<P: Procedures> Begin for Prepared<P> {
    fn set_up(&self) -> Vec<UnitView<'_>> {
        views::<P>(&self.rules, &self.position)
    }

    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game> {
        let mut table = self.table(dice);
        let rules = &self.rules;
        self.position.tell(rules, log, || {
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
        table.with(log, |cx| cx.begin());
        Box::new(table)
    }

    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String> {
        let mut table = self.table(dice);
        table.with(log, |cx| cx.start_at(start))?;
        Ok(Box::new(table))
    }
}

/// A game in progress.
struct Table<P: Procedures> {
    rules: Arc<P::Rules>,
    position: P::Position,
    /// Beside the position, so that nobody who is shown one sees the dice to come.
    dice: Dice,
    memory: P::Memory,
    /// What each side's bot weighs by.
    weights: Vec<P::Weights>,
    /// What each side's searcher holds to.
    resolved: Vec<Option<Resolve<P::Weights>>>,
}

impl<P: Procedures> Clone for Table<P> {
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

impl<P: Procedures> Table<P> {
    /// Changes the position.
    fn with<T>(&mut self, log: &mut Log, change: impl FnOnce(&mut PlayContext<'_, P>) -> T) -> T {
        let Self { rules, position, dice, .. } = self;
        change(&mut PlayContext::new(position, &mut Context { rules: &**rules, dice, log }))
    }

    /// What a bot chooses.
    fn choose(&mut self, bot: Bot, chance: &mut SplitMix64) -> Option<P::Act> {
        let side = self.position.deciding()?;
        if bot.is(Bot::SEARCHER) {
            return self.search(bot, side, chance);
        }
        let Self { rules, position, memory, weights, .. } = self;
        play::choose::<P>(rules, position, bot, weights.get(side)?, chance, memory)
    }

    /// What a searcher chooses: by the plan that it has weighed, or the act itself.
    fn search(&mut self, bot: Bot, side: usize, chance: &mut SplitMix64) -> Option<P::Act> {
        let Self { rules, position, memory, weights, resolved, .. } = self;
        let (rules, position): (&P::Rules, &P::Position) = (rules, position);
        let policy = P::POLICY;
        let budget = bot.playouts().unwrap_or(P::PLAYOUTS);
        let search = Search::<P> { rules, position, side, weights, budget, policy };
        if !P::HAS_PLANS {
            let (act, thought) = search.act(chance)?;
            *resolved.get_mut(side)? = Some(Resolve::once(weights.get(side)?.clone(), thought));
            return Some(act);
        }
        let slot = resolved.get_mut(side)?;
        *slot = search.plan(slot.take(), chance);
        let by = slot.as_ref().map_or(weights.get(side)?, Resolve::weights);
        play::choose::<P>(rules, position, policy, by, chance, memory)
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
            action: rules.action(act),
            weighed: play::considered::<P>(rules, position, policy, by, memory, act),
            planned_now: plan.is_some() && plan.as_ref() != before,
            plan,
        })
    }

    /// It as the side to decide knows it.
    fn as_known(&self) -> Self {
        let mut known = self.clone();
        if let Some(side) = self.position.deciding() {
            known.position = P::conceal(&self.rules, &self.position, side).into_owned();
        }
        known
    }

    /// Does what the side to decide wants, and tells the log first; a refused act leaves both as
    /// they were.
    fn decide(&mut self, act: &P::Act, log: &mut Log) -> Result<(), Violation> {
        let Self { rules, position, .. } = self;
        let mark = log.len();
        if let Some(side) = position.deciding() {
            position.tell_in_full(rules, log, || {
                EventKind::Action(Decided {
                    side: rules.sides[side].clone(),
                    action: rules.action(act),
                    hidden: position.is_hidden(act),
                })
            });
        }
        let done = self.with(log, |cx| cx.act(act));
        done.inspect_err(|_| log.truncate(mark))
    }
}

impl<P: Procedures> Game for Table<P> {
    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn known(&self) -> Box<dyn Game> {
        Box::new(self.as_known())
    }

    fn alone(&self) -> Box<dyn Game> {
        let mut alone = self.as_known();
        alone.position.forget_what_waits();
        alone.position.base_mut().alone = true;
        Box::new(alone)
    }

    fn now(&self) -> Now<'_> {
        let Self { rules, position, .. } = self;
        let phase = position.phase_def(rules);
        Now {
            sides: &rules.sides,
            map: &rules.map,
            turn: position.turn,
            phase: phase.map_or("", |phase| phase.id.as_str()),
            phase_name: phase.map_or("", |phase| phase.name.as_str()),
            phasing: phase.and_then(|phase| phase.side),
            deciding: position.deciding(),
            outcome: position.outcome.as_ref(),
            losses: &position.losses,
        }
    }

    fn score(&self) -> i32 {
        play::lead::<P>(&self.rules, &self.position)
    }

    fn units(&self, known_to: &[usize]) -> Vec<UnitView<'_>> {
        let view = View::<P>::known_to(&self.rules, &self.position, known_to);
        views::<P>(view.rules, &view.position)
    }

    fn known_to(&self, sides: &[usize]) -> Known<'_> {
        Known::of(View::<P>::known_to(&self.rules, &self.position, sides))
    }

    fn asked(&self) -> Option<Known<'_>> {
        View::<P>::asked(&self.rules, &self.position).map(Known::of)
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

    fn state_hash(&self) -> u64 {
        self.position.state_hash(&self.dice)
    }

    fn legal(&self) -> Vec<Action> {
        let acts = play::legal::<P>(&self.rules, &self.position);
        acts.iter().map(|act| self.rules.action(act)).collect()
    }

    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation> {
        let act = self.rules.act::<P::Act>(action)?;
        self.decide(&act, log)
    }

    fn play(
        &mut self,
        bot: Bot,
        chance: &mut SplitMix64,
        log: &mut Log,
        tells: bool,
    ) -> Option<Account> {
        let side = self.position.deciding().filter(|_| tells);
        let before = side.and_then(|side| self.thought(side)).cloned();
        let act = self.choose(bot, chance);
        let told = act.as_ref().filter(|_| tells);
        let account = told.and_then(|act| self.account(bot, act, before.as_ref()));
        if act.as_ref().is_some_and(|act| self.decide(act, log).is_ok()) {
            return account;
        }
        debug_assert!(act.is_none(), "a bot chose what is not allowed: {act:?}");
        // A bot's mistake must not keep a game from ending.
        let legal = play::legal::<P>(&self.rules, &self.position);
        if !legal.iter().any(|act| self.decide(act, log).is_ok()) {
            self.with(log, |cx| cx.give_up());
        }
        None
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

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn dice_mut(&mut self) -> &mut Dice {
        &mut self.dice
    }
}
