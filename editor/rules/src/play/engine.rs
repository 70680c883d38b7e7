//! The one loop of every game: the sequence of play, what is still to be done in it, and who is
//! asked.

use super::{GamePosition, PlayContext, Procedures, View, bots};
use crate::account::Considered;
use crate::action::Violation;
use crate::base::{Context, TurnTold};
use crate::bot::Bot;
use crate::case::format::Start;
use crate::dice::{Dice, SplitMix64};
use crate::log::Log;
use crate::weights::Plan;

/// What is done without anybody being asked before a game is given up as one that never ends: far
/// more than any rule book asks for.
const MOST_STEPS: u32 = 1_000_000;

impl<P: Procedures> PlayContext<'_, P> {
    /// Goes on from the set-up to the first decision.
    pub fn begin(&mut self) {
        // A set-up may be a step of the sequence of play by itself.
        if let Some(place) = self.position.phase {
            self.enter_phase(place);
        }
        self.go_on();
    }

    /// Goes to a game-turn and step of the sequence of play, and on to the first decision.
    ///
    /// # Errors
    /// In words, what of the start makes no sense.
    pub fn start_at(&mut self, start: &Start) -> Result<(), String> {
        P::Position::start_at(self, start)?;
        self.go_on();
        Ok(())
    }

    /// Does what the side to decide wants and goes on to the next decision.
    ///
    /// # Errors
    /// A refused act leaves the position as it was.
    pub fn act(&mut self, act: &P::Act) -> Result<(), Violation> {
        let side = self.position.deciding().ok_or_else(P::over)?;
        P::check(self.rules, self.position, side, act)?;
        P::apply(self, side, act)?;
        self.go_on();
        Ok(())
    }

    /// Goes on though the side to decide has nothing that it may do.
    pub(crate) fn give_up(&mut self) {
        P::give_up(self);
        self.go_on();
    }

    /// Goes on until somebody must be asked or the game is over; where only what an act brings is
    /// looked at, until that is done.
    fn go_on(&mut self) {
        for _ in 0..MOST_STEPS {
            P::Position::settle(self);
            if self.waits() {
                return;
            }
            if !P::Position::proceed(self) {
                if self.position.alone {
                    return;
                }
                self.next_phase();
            }
        }
        self.end(None, "unfinished", "Unfinished", "");
    }

    fn waits(&self) -> bool {
        self.position.outcome.is_some() || self.position.deciding().is_some()
    }

    /// Ends the step of the sequence of play and begins the next that this turn has.
    fn next_phase(&mut self) {
        P::end_phase(self);
        // What comes of the changes belongs to the step that they were made in.
        if P::Position::settle(self) || self.waits() {
            return;
        }
        let (rules, position) = (self.rules, &*self.position);
        match position.next_phase(rules, |test| P::holds(rules, position, test)) {
            Some(place) => self.enter_phase(place),
            None => self.next_turn(),
        }
    }

    /// Begins a step of the sequence of play, by its place in
    /// [`BaseRules::phases`](crate::base::BaseRules::phases).
    pub fn enter_phase(&mut self, place: usize) {
        self.position.base_mut().phase = Some(place);
        self.begin_phase();
    }

    fn begin_phase(&mut self) {
        let rules = self.rules;
        self.position.tell_phase(rules, self.log);
        if !self.position.bring_forward() {
            self.begin_procedure();
        }
    }

    /// Lets the system begin the step of the sequence of play.
    pub(super) fn begin_procedure(&mut self) {
        let rules = self.rules;
        if let Some(phase) = self.position.phase_def(rules) {
            P::begin_phase(self, phase);
        }
    }

    fn next_turn(&mut self) {
        let mut place = 0;
        if self.position.begun {
            place = self.position.turn_place + 1;
            let last = place >= self.rules.turns.len();
            P::end_turn(self, last);
            P::Position::settle(self);
            if self.position.outcome.is_some() {
                return;
            }
            let (rules, position, dice) = (self.rules, &*self.position, &*self.dice);
            position.tell_turn_end(rules, self.log, || TurnTold {
                points: lead::<P>(rules, position),
                levels: P::levels(rules, position),
                sources: P::sources(rules, position),
                hash: position.state_hash(dice),
            });
            if last {
                return P::finish(self);
            }
        }
        self.enter_turn(place);
    }

    /// Begins a game-turn, by its place in [`BaseRules::turns`](crate::base::BaseRules::turns).
    pub fn enter_turn(&mut self, place: usize) {
        self.position.base_mut().enter_turn(self.rules, self.log, place);
        P::begin_turn(self);
    }
}

/// What the first side is ahead by: its points less those of the best of the others. Where it alone
/// counts, its points.
pub(crate) fn lead<P: Procedures>(rules: &P::Rules, position: &P::Position) -> i32 {
    let points = |side: usize| P::points(rules, position, side);
    let others = (1..rules.sides.len()).map(points).max();
    points(0) - others.unwrap_or(0)
}

/// What the side to decide may do, as far as it knows the position; nothing where nobody is asked.
pub fn legal<P: Procedures>(rules: &P::Rules, position: &P::Position) -> Vec<P::Act> {
    let asked = asked::<P>(rules, position);
    asked.map_or_else(Vec::new, |(side, view)| P::legal(rules, &view.position, side))
}

/// What a bot does; none where it knows nothing. The chance is the bot's own, no die of the game.
/// The weights are those of the side that decides.
pub fn choose<P: Procedures>(
    rules: &P::Rules,
    position: &P::Position,
    bot: Bot,
    weights: &P::Weights,
    chance: &mut SplitMix64,
    memory: &mut P::Memory,
) -> Option<P::Act> {
    let (side, view) = asked::<P>(rules, position)?;
    let own = P::choose(bot, rules, &view.position, side, weights, chance, memory);
    own.or_else(|| bots::choose::<P>(bot, rules, &view.position, side, chance))
}

/// What a bot weighed against each other when it chose an act.
pub(crate) fn considered<P: Procedures>(
    rules: &P::Rules,
    position: &P::Position,
    bot: Bot,
    weights: &P::Weights,
    memory: &mut P::Memory,
    act: &P::Act,
) -> Considered {
    let asked = asked::<P>(rules, position);
    asked.map_or_else(Considered::default, |(side, view)| {
        P::considered(bot, rules, &view.position, side, weights, memory, act)
    })
}

/// The ways in which the planner can play a side, by what it knows.
pub(crate) fn plans<P: Procedures>(
    rules: &P::Rules,
    position: &P::Position,
    side: usize,
    usual: &P::Weights,
) -> Vec<Plan<P::Weights>> {
    P::plans(rules, &P::conceal(rules, position, side), side, usual)
}

/// A number for the moment at which a searcher weighs its plans anew.
pub(crate) fn thinks<P: Procedures>(rules: &P::Rules, position: &P::Position) -> Option<u64> {
    let (side, view) = asked::<P>(rules, position)?;
    P::thinks(rules, &view.position, side)
}

/// The position as a side may imagine it, to play on: what it does not know is drawn anew.
pub fn imagine<P: Procedures>(
    rules: &P::Rules,
    position: &P::Position,
    side: usize,
    chance: &mut SplitMix64,
) -> P::Position {
    let mut imagined = P::conceal(rules, position, side).into_owned();
    P::draw_anew(rules, &mut imagined, side, chance);
    imagined
}

/// How good a position is for a side, won and lost games included; more is better.
pub(crate) fn worth<P: Procedures>(rules: &P::Rules, position: &P::Position, side: usize) -> i64 {
    P::won(rules, position, side) + P::value(rules, position, side)
}

/// The side that is asked, with what it knows.
fn asked<'a, P: Procedures>(
    rules: &'a P::Rules,
    position: &'a P::Position,
) -> Option<(usize, View<'a, P>)> {
    Some((position.deciding()?, View::asked(rules, position)?))
}

/// A game played on by a bot in its head: its own dice, no log.
pub(crate) struct Imagined<'a, P: Procedures> {
    rules: &'a P::Rules,
    pub(crate) position: P::Position,
    dice: Dice,
}

impl<'a, P: Procedures> Imagined<'a, P> {
    pub(crate) fn new(rules: &'a P::Rules, position: P::Position, seed: u64) -> Self {
        Self { rules, position, dice: Dice::seeded(seed) }
    }

    /// Does an act; whether it was allowed.
    pub(crate) fn does(&mut self, act: &P::Act) -> bool {
        self.with(|cx| cx.act(act).is_ok())
    }

    /// Goes on though whoever is asked knew nothing that is allowed.
    pub(crate) fn go_on(&mut self) {
        let legal = legal::<P>(self.rules, &self.position);
        if !legal.iter().any(|act| self.does(act)) {
            self.with(|cx| cx.give_up());
        }
    }

    fn with<T>(&mut self, change: impl FnOnce(&mut PlayContext<'_, P>) -> T) -> T {
        let Self { rules, position, dice } = self;
        let cx = &mut Context { rules: *rules, dice, log: &mut Log::quiet() };
        change(&mut PlayContext::new(position, cx))
    }
}
