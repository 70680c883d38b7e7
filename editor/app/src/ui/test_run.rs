//! Test-runs from the editor: one game to watch, or many on other threads.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use salient_document::Document;
use salient_engine::game::{Bot, Match};
use salient_engine::test_run::{self, Options, Report};
use salient_schema::{Bundle, Diagnostic};

use super::event_words::{LogLine, Words};
use super::request::TestRunSetting;

/// How long a frame may spend on playing, in seconds.
const BUDGET: Duration = Duration::from_millis(5);

/// How fast a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// A few decisions a second, to follow each.
    Slow,
    /// Dozens a second.
    #[default]
    Brisk,
    /// As fast as it goes.
    Full,
}

impl Speed {
    /// All, slowest first.
    pub const ALL: [Self; 3] = [Self::Slow, Self::Brisk, Self::Full];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Brisk => "Brisk",
            Self::Full => "Full speed",
        }
    }

    /// Decisions a second; none for no limit.
    fn rate(self) -> Option<f64> {
        match self {
            Self::Slow => Some(5.0),
            Self::Brisk => Some(60.0),
            Self::Full => None,
        }
    }
}

/// The test-run of a document.
#[derive(Debug)]
pub struct TestRun {
    /// Who plays each side.
    pub bots: Vec<Bot>,
    /// The seed.
    pub seed: u64,
    /// How many games a run has.
    pub games: u32,
    /// How fast a game is shown.
    pub speed: Speed,
    game: Option<Game>,
    batch: Option<Batch>,
    report: Option<Report>,
    refused: Vec<Diagnostic>,
}

/// A game that is watched.
#[derive(Debug)]
pub struct Game {
    play: Match,
    words: Words,
    log: Vec<LogLine>,
    told: usize,
    playing: bool,
    /// Decisions that are due, in parts.
    due: f64,
    version: u64,
}

/// Games on other threads.
#[derive(Debug)]
struct Batch {
    done: Arc<AtomicU32>,
    games: u32,
    stop: Arc<AtomicBool>,
    result: mpsc::Receiver<Result<Report, Vec<Diagnostic>>>,
}

impl TestRun {
    /// Settings for a document, with nothing going on.
    pub fn new(document: &Document) -> Self {
        let sides = document.ruleset().sides.len();
        Self {
            bots: vec![Bot::Heuristic; sides],
            seed: 1,
            games: 20,
            speed: Speed::default(),
            game: None,
            batch: None,
            report: None,
            refused: Vec::new(),
        }
    }

    /// Takes a setting.
    pub fn set(&mut self, setting: TestRunSetting) {
        match setting {
            TestRunSetting::Bot(side, bot) => {
                if let Some(place) = self.bots.get_mut(side) {
                    *place = bot;
                }
            }
            TestRunSetting::Seed(seed) => self.seed = seed,
            TestRunSetting::Games(games) => self.games = games.max(1),
            TestRunSetting::Speed(speed) => self.speed = speed,
        }
    }

    /// The game that is on.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What the last run of games came to.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// What keeps the scenario from being played.
    pub fn refused(&self) -> &[Diagnostic] {
        &self.refused
    }

    /// How many of how many games are done, while some are running.
    pub fn progress(&self) -> Option<(u32, u32)> {
        self.batch.as_ref().map(|batch| (batch.done.load(Ordering::Relaxed), batch.games))
    }

    /// Whether anything is going on by itself.
    pub fn is_running(&self) -> bool {
        self.batch.is_some() || self.game.as_ref().is_some_and(|game| game.playing)
    }

    /// Makes one decision; begins a game if none is on.
    pub fn step(&mut self, document: &Document) {
        if self.begun(document)
            && let Some(game) = &mut self.game
        {
            game.playing = false;
            game.advance(&self.bots);
            game.tell();
        }
    }

    /// Plays a game on, or pauses it; begins one if none is on or the last is over.
    pub fn play_or_pause(&mut self, document: &Document) {
        if self.game.as_ref().is_some_and(|game| game.play.is_over()) {
            self.game = None;
        }
        if self.begun(document)
            && let Some(game) = &mut self.game
        {
            game.playing = !game.playing;
            game.due = 0.0;
        }
    }

    fn begun(&mut self, document: &Document) -> bool {
        if self.game.is_none() {
            self.refused.clear();
            match Match::start(document.bundle(), self.seed) {
                Ok(play) => self.game = Some(Game::new(play, document.bundle())),
                Err(refused) => self.refused = refused,
            }
        }
        self.game.is_some()
    }

    /// Begins to run games on other threads.
    pub fn run_games(&mut self, document: &Document, wake: impl Fn() + Send + Sync + 'static) {
        if self.batch.is_some() {
            return;
        }
        self.report = None;
        self.refused.clear();
        let options = Options { games: self.games, seed: self.seed, bots: self.bots.clone() };
        let bundle = document.bundle().clone();
        let (done, stop) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let (send, result) = mpsc::channel();
        let (count, stopper) = (done.clone(), stop.clone());
        std::thread::spawn(move || {
            let progress = |_: test_run::Progress| {
                count.fetch_add(1, Ordering::Relaxed);
                wake();
            };
            let report = test_run::run(&bundle, &options, &progress, &stopper);
            // The window may be gone.
            let _ = send.send(report);
            wake();
        });
        self.batch = Some(Batch { done, games: self.games, stop, result });
    }

    /// Stops whatever is going on by itself; what has been done stays to be looked at.
    pub fn stop(&mut self) {
        if let Some(game) = &mut self.game {
            game.playing = false;
        }
        if let Some(batch) = &self.batch {
            batch.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Puts the game away.
    pub fn end_game(&mut self) {
        self.game = None;
    }

    /// Goes on for a frame that took `seconds`. Gives whether another frame is wanted at once.
    pub fn tick(&mut self, seconds: f64) -> bool {
        if let Some(batch) = &self.batch {
            match batch.result.try_recv() {
                Ok(Ok(report)) => {
                    self.report = Some(report);
                    self.batch = None;
                }
                Ok(Err(refused)) => {
                    self.refused = refused;
                    self.batch = None;
                }
                Err(mpsc::TryRecvError::Disconnected) => self.batch = None,
                Err(mpsc::TryRecvError::Empty) => {}
            }
        }
        let Some(game) = self.game.as_mut().filter(|game| game.playing) else { return false };
        let begun = Instant::now();
        match self.speed.rate() {
            Some(rate) => {
                game.due += seconds.min(0.25) * rate;
                while game.due >= 1.0 && begun.elapsed() < BUDGET && !game.play.is_over() {
                    game.due -= 1.0;
                    game.advance(&self.bots);
                }
                game.due = game.due.min(rate);
            }
            None => {
                while begun.elapsed() < BUDGET && !game.play.is_over() {
                    game.advance(&self.bots);
                }
            }
        }
        game.playing &= !game.play.is_over();
        game.tell();
        game.playing
    }
}

impl Drop for TestRun {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Game {
    fn new(play: Match, bundle: &Bundle) -> Self {
        let mut game = Self {
            play,
            words: Words::new(bundle),
            log: Vec::new(),
            told: 0,
            playing: false,
            due: 0.0,
            version: 0,
        };
        game.tell();
        game
    }

    fn advance(&mut self, bots: &[Bot]) {
        self.play.advance(bots);
        self.version += 1;
    }

    /// Puts new events into words.
    fn tell(&mut self) {
        let events = self.play.events();
        for event in &events[self.told.min(events.len())..] {
            self.log.extend(self.words.lines(event));
        }
        self.told = events.len();
    }

    /// The game itself.
    pub fn play(&self) -> &Match {
        &self.play
    }

    /// Goes up with every decision.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What happened so far, in words.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// Whether it goes on by itself.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// The hexes that the last decision was about.
    pub fn pointed_out(&self) -> Vec<salient_engine::grid::Hex> {
        let grid = self.play.grid();
        let last = self.log.iter().rev().find(|line| !line.hexes.is_empty());
        let hexes = last.map(|line| line.hexes.as_slice()).unwrap_or_default();
        hexes.iter().filter_map(|hex| grid.parse(hex)).collect()
    }
}
