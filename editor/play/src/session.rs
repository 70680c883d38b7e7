//! A game at the table: who sits where, what was decided, steps back and branches.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use salient_rules::account::Account;
use salient_rules::game::{Directed, Snapshot, UnitView};
use salient_rules::{Action, Bot, Match, Prepared, Violation};
use salient_schema::Id;
use salient_schema::event::{Decided, EventKind};

use crate::course::{By, Course, Decision, Point};

/// Between two kept positions lie so many decisions at the most: to go back is to play on from one.
const STRIDE: usize = 16;

/// More decisions no side has in one step of the sequence of play.
const MOST_OF_A_STEP: usize = 4000;

/// What it is called to be done, where nothing names it and the step of the sequence of play goes on
/// for whoever is done.
const GO_ON: &str = "Go on";

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Whoever is before the screen.
    Person,
    /// A bot.
    Bot(Bot),
}

/// Where bots stop on their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// Only where a person decides, or the game ends.
    #[default]
    Person,
    /// After an attack, too.
    Combat,
    /// At every step of the sequence of play, too.
    Phase,
    /// At every game-turn, too.
    Turn,
}

impl Stop {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Person, Self::Combat, Self::Phase, Self::Turn];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "at my next decision",
            Self::Combat => "at the next combat",
            Self::Phase => "at the next phase",
            Self::Turn => "at the next game-turn",
        }
    }
}

/// A game played by hand, by bots, or by both.
///
/// Same scenario, seed and decisions give the same game on every machine; its log is that of any
/// other game, and `salient replay` plays it again. Going back does not change the dice to come:
/// whoever decides the same again rolls the same again.
#[derive(Debug)]
pub struct Session {
    seats: Vec<Seat>,
    game: Match,
    course: Course,
    at: Point,
    kept: BTreeMap<Point, Snapshot>,
    /// Why bots decided as they did, by the point behind the decision.
    accounts: BTreeMap<Point, Account>,
}

impl Session {
    /// Begins a game. Sides without a seat are a person's.
    pub fn new(prepared: &Prepared, seed: u64, seats: &[Seat]) -> Self {
        let game = prepared.start(seed);
        let mut seats = seats.to_vec();
        seats.resize(game.sides().len(), Seat::Person);
        let kept = BTreeMap::from([(Point::START, game.snapshot())]);
        let (course, accounts) = (Course::default(), BTreeMap::new());
        Self { seats, game, course, at: Point::START, kept, accounts }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Who decides for each side, in the order of [`Match::sides`].
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Hands a side over, at any time.
    pub fn seat(&mut self, side: usize, seat: Seat) {
        if let Some(there) = self.seats.get_mut(side) {
            *there = seat;
        }
    }

    /// The place of the side that decides next; none when the game is over.
    pub fn deciding(&self) -> Option<usize> {
        let side = self.game.deciding()?;
        self.game.sides().iter().position(|id| id == side)
    }

    /// Whether a person decides next.
    pub fn waits_for_person(&self) -> bool {
        self.deciding().is_some_and(|side| self.seats.get(side) == Some(&Seat::Person))
    }

    /// Every unit that whoever looks at the table may see: one that is hidden from them is nowhere.
    /// When the game is over, nothing is hidden any more.
    pub fn units(&self) -> Vec<UnitView<'_>> {
        self.game.units_known_to(&self.watchers())
    }

    /// Whom leaders direct, of those that whoever looks at the table may see.
    pub fn directed(&self) -> Vec<Directed> {
        self.game.known_to(&self.watchers()).directed()
    }

    fn watchers(&self) -> Vec<&Id> {
        if self.game.is_over() { Vec::new() } else { self.readers() }
    }

    /// Whose eyes read the log ([`may_read`](crate::seen::may_read)): those of the person who
    /// decides next; while a bot does, of all persons at the table. None where only bots play: who
    /// watches them may read everything.
    pub fn readers(&self) -> Vec<&Id> {
        if self.waits_for_person() {
            return self.game.deciding().into_iter().collect();
        }
        let sides = self.game.sides().iter().zip(&self.seats);
        sides.filter(|(_, seat)| **seat == Seat::Person).map(|(side, _)| side).collect()
    }

    /// Whether [`take_back`](Self::take_back) leads anywhere.
    pub fn can_take_back(&self) -> bool {
        self.course.step_back(self.at).is_some()
    }

    /// Whether anything was decided on the way here.
    pub fn can_go_back(&self) -> bool {
        self.at != Point::START
    }

    /// Whether [`forward`](Self::forward) leads anywhere.
    pub fn can_go_forward(&self) -> bool {
        self.course.after(self.at).is_some()
    }

    /// All decisions, those of other branches, too.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Where the game stands.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Why the bot decided as it did whose decision led to a point; nothing where a person decided,
    /// or a bot that weighed nothing.
    pub fn account(&self, point: Point) -> Option<&Account> {
        self.accounts.get(&point)
    }

    /// The decision on the way here that an event of the log came of, by the event's place.
    pub fn decision_of(&self, event: usize) -> Option<Point> {
        let before = |point: &Point| self.course.before(*point);
        let made_by = |point: &Point| {
            self.course.decision(*point).is_some_and(|decision| decision.events <= event)
        };
        std::iter::successors(Some(self.at), before).find(made_by)
    }

    /// The decisions on the way here, the first one first.
    pub fn decisions(&self) -> Vec<&Decision> {
        let way = self.course.way_to(self.at).into_iter();
        way.filter_map(|point| self.course.decision(point)).collect()
    }

    /// Calls a point something.
    pub fn call(&mut self, point: Point, name: &str) {
        self.course.call(point, name);
    }

    /// The game's log, one JSON event a line, as far as it went: what `salient replay` reads.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub fn log(&self) -> Result<String, serde_json::Error> {
        let mut log = String::new();
        for event in self.game.events() {
            log.push_str(&serde_json::to_string(event)?);
            log.push('\n');
        }
        Ok(log)
    }

    /// Does what the side to decide wants, whoever sits there. Gives the new events, as places in
    /// [`Match::events`].
    ///
    /// # Errors
    /// A refused action says which rule it breaks and leaves all as it was.
    pub fn decide(&mut self, action: &Action) -> Result<Range<usize>, Violation> {
        let before = self.undecided();
        self.game.apply(action)?;
        let start = before.events;
        self.went_on(Decision { action: action.clone(), by: By::Person, ..before });
        self.accounts.remove(&self.at);
        Ok(start..self.game.events().len())
    }

    /// Lets the bot of the side to decide make one decision; nothing where a person decides or the
    /// game is over. Gives whether `stop` asks for a halt behind it.
    pub fn let_bot_decide(&mut self, stop: Stop) -> bool {
        let Some(side) = self.deciding() else { return true };
        let Some(Seat::Bot(bot)) = self.seats.get(side).copied() else { return true };
        self.advance(side, bot, By::Bot);
        let game = &self.game;
        let last = self.course.decision(self.at);
        let stopped = last.is_some_and(|last| match stop {
            Stop::Person => false,
            Stop::Turn => game.turn() != last.turn,
            Stop::Phase => game.turn() != last.turn || game.phase() != last.phase,
            Stop::Combat => self.last_events().any(|kind| matches!(kind, EventKind::Attacked(_))),
        });
        stopped || game.is_over() || self.waits_for_person()
    }

    /// Lets a bot decide for whoever is to decide, this once.
    pub fn let_decide(&mut self, bot: Bot) {
        if let Some(side) = self.deciding() {
            self.advance(side, bot, By::Request { goes_on: false });
        }
    }

    /// Lets a bot decide for whoever is to decide until that side's part of the step of the
    /// sequence of play is over: the rest of a set-up, of a phase. Gives how many decisions it made.
    pub fn let_finish(&mut self, bot: Bot) -> usize {
        let step = |session: &Self| {
            let phase = session.game.phase().to_owned();
            Some((session.deciding()?, session.game.turn(), phase))
        };
        let begun = step(self);
        self.let_go_on(bot, MOST_OF_A_STEP, |session| step(session) != begun)
    }

    /// Lets a bot decide for whoever is to decide, so often at the most, until something is so. All
    /// of it is one thing to take back. Gives how many decisions it made.
    pub fn let_go_on(&mut self, bot: Bot, most: usize, until: impl Fn(&Self) -> bool) -> usize {
        let mut by = By::Request { goes_on: true };
        for made in 0..most {
            let Some(side) = self.deciding().filter(|_| !until(self)) else { return made };
            self.advance(side, bot, by);
            by = By::Bot;
        }
        most
    }

    fn advance(&mut self, side: usize, bot: Bot, by: By) {
        let before = self.undecided();
        let bots = vec![bot; self.seats.len()];
        let (_, account) = self.game.advance_and_tell(&bots);
        // Of a position in which nothing at all is legal there is nothing to tell.
        let decided = self.decided(before.events).map(|decided| decided.action.clone());
        let action = decided.unwrap_or_else(|| Action::plain("done"));
        self.went_on(Decision { side, action, by, ..before });
        match account.filter(|account| !account.is_empty()) {
            Some(account) => self.accounts.insert(self.at, account),
            None => self.accounts.remove(&self.at),
        };
    }

    /// What is so before a decision.
    fn undecided(&self) -> Decision {
        let question = self.game.asked().and_then(|asked| asked.question());
        Decision {
            side: self.deciding().unwrap_or_default(),
            action: Action::plain("done"),
            by: By::Bot,
            done: question.map(|question| question.done).unwrap_or_default(),
            turn: self.game.turn(),
            phase: self.game.phase().to_owned(),
            hidden: false,
            events: self.game.events().len(),
        }
    }

    /// The decision that the log tells of from an event on.
    fn decided(&self, from: usize) -> Option<&Decided> {
        self.game.events().get(from..)?.iter().find_map(|event| match &event.kind {
            EventKind::Action(decided) => Some(decided),
            _ => None,
        })
    }

    fn is_hidden(&self, from: usize) -> bool {
        self.decided(from).is_some_and(|decided| decided.hidden)
    }

    fn went_on(&mut self, mut decision: Decision) {
        decision.hidden = self.is_hidden(decision.events);
        let step = (self.deciding(), self.game.turn(), self.game.phase());
        if decision.done.is_empty()
            && step == (Some(decision.side), decision.turn, decision.phase.as_str())
        {
            decision.done = Cow::Borrowed(GO_ON);
        }
        self.at = self.course.decide(self.at, decision);
        self.keep();
    }

    fn keep(&mut self) {
        if self.course.depth(self.at).is_multiple_of(STRIDE) {
            self.kept.entry(self.at).or_insert_with(|| self.game.snapshot());
        }
    }

    /// What came of the last decision, the decision first.
    fn last_events(&self) -> impl Iterator<Item = &EventKind> {
        let kinds = self.game.events().iter().map(|event| &event.kind);
        let since = kinds.clone().rposition(|kind| matches!(kind, EventKind::Action(_)));
        kinds.skip(since.unwrap_or_default())
    }

    /// Goes back by one decision. Gives whether there was one.
    pub fn back(&mut self) -> bool {
        let before = self.course.before(self.at);
        before.inspect(|&point| self.go_to(point)).is_some()
    }

    /// Goes back to the last decision of a person, so that it can be made anew; all that a bot was
    /// asked for in one go is one decision. Gives whether there was one.
    pub fn take_back(&mut self) -> bool {
        let back = self.course.step_back(self.at);
        back.inspect(|&point| self.go_to(point)).is_some()
    }

    /// Goes on as the game went on from here last, to the next decision of a person: undoes a
    /// [`take_back`](Self::take_back). Gives whether it went on.
    pub fn forward(&mut self) -> bool {
        let on = self.course.step_on(self.at);
        on.inspect(|&point| self.go_to(point)).is_some()
    }

    /// The game as it stood at a point of any branch; nothing goes there.
    pub fn game_at(&self, point: Point) -> Match {
        let mut game = self.game.clone();
        let common = self.course.common(self.at, point);
        let before = |at: &Point| self.course.before(*at);
        let kept = std::iter::successors(Some(common), before);
        let from = kept.into_iter().find_map(|at| Some((at, self.kept.get(&at)?)));
        let Some((from, snapshot)) = from.filter(|_| point != self.at) else { return game };
        game.return_to(snapshot);
        for next in self.course.way_to(point).into_iter().skip(self.course.depth(from)) {
            let Some(decision) = self.course.decision(next) else { break };
            again(&mut game, decision, &self.seats);
        }
        game
    }

    /// Goes to any point of any branch.
    pub fn go_to(&mut self, point: Point) {
        self.course.lead_to(point);
        let common = self.course.common(self.at, point);
        let before = |at: &Point| self.course.before(*at);
        let mut way_back = std::iter::successors(Some(common), before);
        // What is kept of the way that both share has a log that both share.
        let from = way_back.find(|at| self.kept.contains_key(at));
        let Some((from, snapshot)) = from.and_then(|at| Some((at, self.kept.get(&at)?))) else {
            return;
        };
        if from != self.at {
            self.game.return_to(snapshot);
            self.at = from;
        }
        let way = self.course.way_to(point);
        for next in way.into_iter().skip(self.course.depth(from)) {
            let Some(decision) = self.course.decision(next) else { break };
            again(&mut self.game, decision, &self.seats);
            self.at = next;
            self.keep();
        }
    }
}

/// Makes a decision again.
fn again(game: &mut Match, decision: &Decision, seats: &[Seat]) {
    if game.apply(&decision.action).is_err() {
        // Somebody gave up here: see `Session::advance`.
        let bot = match seats.get(decision.side) {
            Some(Seat::Bot(bot)) => *bot,
            _ => Bot::default(),
        };
        game.advance(&vec![bot; seats.len()]);
    }
}
