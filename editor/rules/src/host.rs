//! The one host of every game: what a [`Game`] answers, from what a system's position and rules
//! say.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::path::Reach;
use salient_schema::Id;
use salient_schema::event::{Decided, EventKind, GameStart, LOG_VERSION};

use crate::action::{Action, Violation};
use crate::base::{BasePosition, Context, GameRules, Unit};
use crate::bot::Bot;
use crate::case::Start;
use crate::dice::{Dice, GENERATOR, SplitMix64};
use crate::game::{
    Begin, Game, Marker, Outcome, PointsLeft, SideLosses, Spending, SupplyView, UnitView,
};
use crate::keep::Keeping;
use crate::log::Log;

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

    /// Where a unit is, if it is on the map.
    fn place_of(&self, unit: Unit) -> Option<Hex> {
        self.hex(unit)
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
    /// game.
    fn choose(
        &self,
        rules: &Self::Rules,
        bot: Bot,
        chance: &mut SplitMix64,
        memory: &mut Self::Memory,
    ) -> Option<Self::Act>;

    /// Goes on though the side to decide has nothing that it may do: a mistake of the rules must
    /// not keep a game from ending.
    fn give_up(&mut self, cx: &mut Context<'_, Self::Rules>);

    /// What lies on the map besides units.
    fn markers(&self, _rules: &Self::Rules) -> Vec<Marker> {
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
        Table { rules, position, dice, memory: P::Memory::default() }
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
            face: state.face,
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
}

impl<P: Playable> Clone for Table<P> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            position: self.position.clone(),
            dice: self.dice.clone(),
            memory: self.memory.clone(),
        }
    }
}

impl<P: Playable> Table<P> {
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

    fn units(&self) -> Vec<UnitView<'_>> {
        views(&*self.rules, &self.position)
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

    fn state_hash(&self) -> u64 {
        self.position.state_hash(&self.dice)
    }

    fn legal(&self) -> Vec<Action> {
        let acts = self.position.legal(&self.rules);
        acts.iter().map(|act| P::action(&self.rules, act)).collect()
    }

    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation> {
        let act = P::parse(&self.rules, action)?;
        self.decide(&act, log)
    }

    fn play(&mut self, bot: Bot, chance: &mut SplitMix64, log: &mut Log) {
        let act = self.position.choose(&self.rules, bot, chance, &mut self.memory);
        let done = act.as_ref().is_some_and(|act| self.decide(act, log).is_ok());
        if done {
            return;
        }
        debug_assert!(act.is_none(), "a bot chose what is not allowed: {act:?}");
        // A bot's mistake must not keep a game from ending.
        let legal = self.position.legal(&self.rules);
        if !legal.iter().any(|act| self.decide(act, log).is_ok()) {
            let Self { rules, position, dice, .. } = self;
            position.give_up(&mut Context { rules: &**rules, dice, log });
        }
    }

    fn dice_overrun(&self) -> isize {
        self.dice.overrun()
    }

    fn take_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }
}
