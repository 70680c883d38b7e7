//! The game that is watched or played by hand, with what is told of it: the log in words, and what
//! came of the last decisions.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use salient_document::Document;
use salient_document::totals::Totals;
use salient_hex::grid::Hex;
use salient_play::seen::{UNKNOWN, events_in, may_read_in};
use salient_play::silent::{self, Places};
use salient_play::{By, Happened, Point, Seat, Session, Shapes, standing};
use salient_rules::Action;
use salient_rules::account::Account;
use salient_rules::game::{Directed, Intelligence, Match, UnitView};
use salient_rules::words::{LogLine, Words};
use salient_schema::Id;

use super::{ByHand, FromHere, PlanByHand, Told};
use crate::look::notices::Notices;
use crate::look::sentence;

/// How many games there were.
static GAMES: AtomicU64 = AtomicU64::new(1);

/// A game that is watched.
#[derive(Debug)]
pub struct Game {
    pub(super) session: Session,
    pub(super) by_hand: ByHand,
    pub(super) words: Words,
    pub(super) from_here: Option<FromHere>,
    /// The decision of a bot that is explained.
    pub(super) why: Option<Point>,
    pub(super) playing: bool,
    /// Decisions that are due, in parts.
    pub(super) due: f64,
    log: Vec<LogLine>,
    /// Where units stand as far as events were put into words.
    places: Places,
    /// How many lines there are behind each event that was put into words.
    worded: Vec<usize>,
    /// For whom.
    readers: Vec<Id>,
    happened: Happened,
    /// What is so of units, by their names, once somebody has asked.
    states: OnceCell<BTreeMap<String, Vec<String>>>,
    version: u64,
    /// The document's revision that is played.
    revision: u64,
}

impl Game {
    pub(super) fn new(session: Session, document: &Document) -> Self {
        let (systems, bundle) = (document.systems(), document.bundle());
        let mut game = Self {
            session,
            by_hand: ByHand::new(Shapes::of(systems, bundle), PlanByHand::of(document)),
            words: Words::new(systems, bundle),
            from_here: None,
            why: None,
            playing: false,
            due: 0.0,
            log: Vec::new(),
            places: Places::default(),
            worded: Vec::new(),
            readers: Vec::new(),
            happened: Happened::default(),
            states: OnceCell::new(),
            // No two games share a version, so that nobody takes one for the other.
            version: GAMES.fetch_add(1, Ordering::Relaxed) << 32,
            revision: document.revision(),
        };
        game.went_on();
        game
    }

    /// Does what a person decides, and lets the bots go on.
    pub(super) fn decide(&mut self, action: &Action, news: &mut Notices) {
        match self.session.decide(action) {
            Ok(_) => {
                self.playing = !self.waits();
                self.went_on();
            }
            Err(refused) => news.bad(sentence(&self.words.refusal(&refused))),
        }
    }

    /// Whether anybody made a decision by hand, on any branch.
    pub(super) fn was_played_by_hand(&self) -> bool {
        let course = self.session.course();
        let mut ways = course.ends().map(|end| course.way_to(end));
        ways.any(|way| {
            let mut made = way.into_iter().filter_map(|point| course.decision(point));
            made.any(|decision| decision.by == By::Person)
        })
    }

    /// Whether it is played of a document as that is now.
    pub(super) fn is_of(&self, document: &Document) -> bool {
        self.revision == document.revision()
    }

    /// Stops whatever goes on by itself.
    pub(super) fn rest(&mut self) {
        self.playing = false;
        self.from_here = None;
    }

    /// Goes elsewhere in the course of the game; nothing goes on by itself from there.
    pub(super) fn go(&mut self, to: impl FnOnce(&mut Session) -> bool) {
        let before = self.session.at();
        if !to(&mut self.session) {
            return;
        }
        self.playing = false;
        // What was told after the last point that both share has not happened.
        let course = self.session.course();
        let common = course.depth(course.common(before, self.session.at()));
        let left = course.way_to(before).get(common).and_then(|&point| course.decision(point));
        if let Some(events) = left.map(|left| left.events) {
            self.forget(events);
        }
        self.went_on();
    }

    /// Catches up with the session: the log, what happened, and what is to be decided.
    pub(super) fn went_on(&mut self) {
        self.version += 1;
        self.states = OnceCell::new();
        self.put_into_words();
        self.happened = Happened::of(&self.session, &self.words);
        self.by_hand.begin(&self.session, &self.words);
    }

    /// Puts new events into words, as far as whoever sits here may know them.
    fn put_into_words(&mut self) {
        let readers: Vec<Id> = self.session.readers().into_iter().cloned().collect();
        let game = self.session.game();
        let events = game.events();
        if readers != self.readers {
            let (old, new): (Vec<&Id>, Vec<&Id>) =
                (self.readers.iter().collect(), readers.iter().collect());
            // Few events are anybody's secret, and hardly any of them has a line.
            let told = events.iter().position(|event| {
                may_read_in(game, event, &old) != may_read_in(game, event, &new)
                    && !self.words.lines(event).is_empty()
            });
            if let Some(first) = told {
                self.forget(first);
            }
            self.readers = readers;
        }
        let readers: Vec<&Id> = self.readers.iter().collect();
        let events = &*events_in(self.session.game(), &readers);
        let decisions = self.session.decisions();
        for (at, event) in events.iter().enumerate().skip(self.worded.len()) {
            if may_read_in(self.session.game(), event, &readers) {
                self.log.extend(silent::lines(events, at, &decisions, &self.words, &self.places));
                self.log.extend(self.words.lines_at(events, at));
            }
            self.places.read(event);
            self.worded.push(self.log.len());
        }
    }

    /// Forgets what was put into words of all events but the first so many.
    fn forget(&mut self, events: usize) {
        self.worded.truncate(events);
        self.log.truncate(self.worded.last().copied().unwrap_or_default());
        self.places = Places::default();
        for event in self.session.game().events().iter().take(self.worded.len()) {
            self.places.read(event);
        }
    }

    /// The decision of a bot that a line of the log begins to tell of, if the bot can say why it
    /// made it.
    pub fn explained_by(&self, line: usize) -> Option<Point> {
        let event = self.worded.partition_point(|&behind| behind <= line);
        let point = self.session.decision_of(event)?;
        let begins = self.session.course().decision(point)?.events;
        let lines_before = begins.checked_sub(1).and_then(|event| self.worded.get(event));
        let is_first = lines_before.copied().unwrap_or_default() == line;
        (is_first && self.session.account(point).is_some()).then_some(point)
    }

    /// Why a bot decided as it did, if somebody asked, with the point behind its decision.
    pub fn why(&self) -> Option<(Point, &Account)> {
        let point = self.why?;
        Some((point, self.session.account(point)?))
    }

    /// Games that were played on from where it stood.
    pub fn from_here(&self) -> Option<&FromHere> {
        self.from_here.as_ref()
    }

    /// Whether a person is to decide.
    pub fn waits(&self) -> bool {
        self.session.waits_for_person()
    }

    /// Whether anybody plays by hand.
    pub fn has_person(&self) -> bool {
        self.session.seats().contains(&Seat::Person)
    }

    /// Who decides, steps back and branches.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The decision that a person is putting together.
    pub fn by_hand(&self) -> &ByHand {
        &self.by_hand
    }

    /// Points, with whose they are, or what counts instead.
    pub fn points(&self, points: i32) -> String {
        self.words.standing(self.play(), points)
    }

    /// The names that things have.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// What is to be told of a hex that is pointed at while units are picked, or of a unit whose
    /// counter in it is.
    pub fn told_of(&self, hex: Hex, unit: Option<&str>) -> Option<Told> {
        self.by_hand.told_of(hex, unit, self.session.game(), &self.words)
    }

    /// The game itself.
    pub fn play(&self) -> &Match {
        self.session.game()
    }

    /// Every unit, as far as whoever sits here may see it, from the top of each stack: those of whom
    /// not all is known lie below.
    pub fn units(&self) -> Vec<UnitView<'_>> {
        let mut units = self.session.units();
        units.sort_by_key(|unit| unit.intelligence != Intelligence::Full);
        units
    }

    /// Who stands in a hex, from the top of the stack, each by name with what is so of it: reduced,
    /// disrupted, dug in, out of supply.
    pub fn stack_in_words(&self, hex: Hex) -> Vec<(String, Vec<String>)> {
        let states = self.states.get_or_init(|| self.all_states());
        let units = self.units();
        let there = units.iter().filter(|unit| unit.hex == Some(hex));
        there
            .map(|unit| {
                let states = states.get(unit.name).cloned().unwrap_or_default();
                match unit.intelligence {
                    Intelligence::Presence => (UNKNOWN.to_owned(), Vec::new()),
                    _ => (self.by_hand.name(unit.name), states),
                }
            })
            .collect()
    }

    /// What is so of a counter on the map, in words; of one of several alike nothing.
    pub fn states_of(&self, counter: &str) -> &[String] {
        let states = self.states.get_or_init(|| self.all_states());
        states.get(counter).map_or(&[], Vec::as_slice)
    }

    fn all_states(&self) -> BTreeMap<String, Vec<String>> {
        let readers: Vec<&Id> = self.readers.iter().collect();
        standing::of_units(self.play(), &readers, &self.words)
    }

    /// Whom leaders direct, as far as whoever sits here may see it.
    pub fn directed(&self) -> Vec<Directed> {
        self.session.directed()
    }

    /// Goes up with every decision.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What happened so far, in words.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// What came of the last decisions.
    pub fn happened(&self) -> &Happened {
        &self.happened
    }

    /// Whether it goes on by itself.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// What each side has on the map.
    pub fn totals(&self, document: &Document) -> Totals {
        let units = self.units();
        let there = units.iter().filter(|unit| unit.hex.is_some());
        Totals::in_a_game(document, there.map(|unit| (unit.counter, unit.face)))
    }
}
