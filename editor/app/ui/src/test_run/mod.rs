//! Test-runs from the editor: one game to watch, or many on other threads.

mod batch;
mod by_hand;
mod from_here;
mod game;
mod plan_by_hand;
mod results;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use salient_document::Document;
use salient_lab::skill;
use salient_lab::view::View;
use salient_lab::{MOST_GAMES, Options};
use salient_play::{Offer, Seat, Session, Stop};
use salient_rules::{Bot, Prepared};
use salient_schema::{Bundle, Diagnostic};

use crate::look::notices::Notices;
use crate::request::play::{Pick, PlayRequest};
use crate::request::test_run::{Ending, Speed, TestRunSetting};
use crate::sandbox::SandboxGame;
pub use batch::{Batch, Came, Job, State as RunState};
pub use by_hand::{ByHand, Told};
pub use from_here::FromHere;
pub use game::Game;
pub use plan_by_hand::PlanByHand;
pub use results::{Against, Compared, Ladder, Record, Results};

/// How long a frame may spend on playing, in seconds.
const BUDGET: Duration = Duration::from_millis(5);

/// No more seeds are pooled in one run.
pub const MOST_SEEDS: u32 = 100;

/// So many decisions are made at the most to come to where units move.
const MOST_DECISIONS: usize = 600;

/// The test-run of a document.
#[derive(Debug)]
pub struct TestRun {
    /// Who plays each side.
    pub seats: Vec<Seat>,
    /// Where bots stop in a game that is watched.
    pub stop: Stop,
    /// The seed.
    pub seed: u64,
    /// How many games a run has, or has at the most.
    pub games: u32,
    /// How many seeds have so many games each, from the seed on.
    pub seeds: u32,
    /// When a run ends.
    pub ending: Ending,
    /// How fast a game is shown.
    pub speed: Speed,
    /// Whether the map shows what came of the last decisions.
    pub shows_happened: bool,
    game: Option<Game>,
    /// A game in which somebody decided by hand, put away to be taken up again.
    put_away: Option<Game>,
    /// A game without rules; it stays when it is closed.
    sandbox: Option<SandboxGame>,
    sandbox_is_open: bool,
    batch: Option<Batch>,
    results: Results,
    /// Games of each pairing of a ladder.
    pub ladder_games: u32,
    /// The playouts of a ladder's searchers.
    pub playouts: Vec<u32>,
    ladder: Option<Ladder>,
    refused: Vec<Diagnostic>,
    /// The document's revision that was refused; none for that of another file.
    refused_at: Option<u64>,
}

impl TestRun {
    /// Settings for a document, with nothing going on.
    pub fn new(document: &Document) -> Self {
        let sides = document.ruleset().sides.len();
        Self {
            seats: vec![Seat::Bot(Bot::default()); sides],
            stop: Stop::default(),
            seed: 1,
            games: 200,
            seeds: 1,
            ending: Ending::Games,
            speed: Speed::default(),
            shows_happened: true,
            game: None,
            put_away: None,
            sandbox: None,
            sandbox_is_open: false,
            batch: None,
            results: Results::default(),
            ladder_games: 20,
            playouts: vec![25, 50],
            ladder: None,
            refused: Vec::new(),
            refused_at: None,
        }
    }

    /// Takes a setting.
    pub fn set(&mut self, setting: TestRunSetting) {
        match setting {
            TestRunSetting::Bot(side, bot) => {
                if let Some(place) = self.seats.get_mut(side) {
                    *place = Seat::Bot(bot);
                }
            }
            TestRunSetting::Seed(seed) => self.seed = seed,
            TestRunSetting::Games(games) => self.games = games.max(1),
            TestRunSetting::Seeds(seeds) => self.seeds = seeds.clamp(1, MOST_SEEDS),
            TestRunSetting::LadderGames(games) => self.ladder_games = games.max(1),
            TestRunSetting::Rung(playouts, wanted) => {
                self.playouts.retain(|known| *known != playouts);
                if wanted {
                    self.playouts.push(playouts);
                    self.playouts.sort_unstable();
                }
            }
            TestRunSetting::Ending(ending) => self.ending = ending,
            TestRunSetting::Speed(speed) => self.speed = speed,
        }
    }

    /// Whether nothing is shown instead of the document, so that it can be changed.
    pub fn lets_edit(&self) -> bool {
        self.game.is_none() && self.sandbox().is_none()
    }

    /// The game without rules that is shown.
    pub fn sandbox(&self) -> Option<&SandboxGame> {
        self.sandbox.as_ref().filter(|_| self.sandbox_is_open)
    }

    /// The game without rules that is shown.
    pub fn sandbox_mut(&mut self) -> Option<&mut SandboxGame> {
        self.sandbox.as_mut().filter(|_| self.sandbox_is_open)
    }

    /// Opens the game without rules: the one that was closed, or a new one.
    pub fn open_sandbox(&mut self, document: &Document, news: &mut Notices) {
        let seed = self.seed;
        let sandbox = self.sandbox.get_or_insert_with(|| SandboxGame::new(document, seed));
        sandbox.follow(document, news);
        sandbox.put_into_words(document);
        self.sandbox_is_open = true;
    }

    /// Goes on with a game without rules that was saved.
    pub fn take_sandbox(&mut self, mut sandbox: SandboxGame, document: &Document) {
        sandbox.put_into_words(document);
        (self.sandbox, self.sandbox_is_open) = (Some(sandbox), true);
    }

    /// The game that is on.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What the runs of games came to.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The last run, if the document is still as it was played.
    pub fn fresh(&self, document: &Document) -> Option<&Record> {
        self.results.now().filter(|record| record.revision == Some(document.revision()))
    }

    /// Forgets why the document could not be played once it is another.
    pub fn follow(&mut self, revision: u64) {
        if self.refused_at.take_if(|at| *at != revision).is_some() {
            self.refused.clear();
        }
    }

    /// What keeps the scenario from being played.
    pub fn refused(&self) -> &[Diagnostic] {
        &self.refused
    }

    /// How far the games are, while some are running.
    pub fn progress(&self) -> Option<RunState> {
        self.batch.as_ref().and_then(Batch::state)
    }

    /// Whether games are being played on other threads.
    pub fn plays_elsewhere(&self) -> bool {
        let from_here = self.game.as_ref().and_then(Game::from_here);
        self.batch.is_some() || from_here.is_some_and(|from_here| from_here.progress().is_some())
    }

    /// Whether games are about to stop.
    pub fn is_stopping(&self) -> bool {
        self.batch.as_ref().is_some_and(Batch::is_stopping)
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
            game.session.let_bot_decide(Stop::Person);
            game.went_on();
        }
    }

    /// Plays a game on, or pauses it; begins one if none is on or the last is over.
    pub fn play_or_pause(&mut self, document: &Document) {
        if self.game.as_ref().is_some_and(|game| game.play().is_over()) {
            self.put_game_away();
        }
        if self.begun(document)
            && let Some(game) = &mut self.game
        {
            game.playing = !game.playing;
            game.due = 0.0;
        }
    }

    /// Lets a bot decide for everybody until the person at the table may move units; begins a game
    /// with a person as the first side if none is on. For the tour, which has little time.
    pub fn go_on_to_moves(&mut self, document: &Document) {
        if !self.game.as_ref().is_some_and(Game::has_person) {
            self.end_game();
            if let Some(seat) = self.seats.first_mut() {
                *seat = Seat::Person;
            }
        }
        if self.begun(document)
            && let Some(game) = &mut self.game
        {
            game.playing = false;
            game.session.let_go_on(Bot::HEURISTIC, MOST_DECISIONS, |session| {
                session.waits_for_person() && Offer::of(session.game()).count("move") > 0
            });
            game.went_on();
        }
    }

    /// Begins one game of the last run again, to be watched.
    pub fn watch(&mut self, document: &Document, seed: u64) {
        self.put_game_away();
        if self.begun_with(document, seed)
            && let Some(game) = &mut self.game
        {
            game.playing = true;
        }
    }

    fn begun(&mut self, document: &Document) -> bool {
        self.begun_with(document, self.seed)
    }

    fn begun_with(&mut self, document: &Document, seed: u64) -> bool {
        if self.game.is_none() {
            self.refused.clear();
            match Prepared::new(document.systems(), document.bundle()) {
                Ok(prepared) => {
                    let session = Session::new(&prepared, seed, &self.seats);
                    self.game = Some(Game::new(session, document));
                }
                Err(refused) => {
                    self.refused = refused;
                    self.refused_at = Some(document.revision());
                }
            }
        }
        self.game.is_some()
    }

    /// Begins to run games on other threads.
    pub fn run_games(&mut self, document: &Document, wake: impl Fn() + Send + Sync + 'static) {
        if self.batch.is_none() {
            self.refused.clear();
            self.batch = Some(Batch::start(vec![self.job(document)], wake));
        }
    }

    /// The bots of a ladder: those of the system, and searchers with more and more playouts.
    pub fn rungs(&self, document: &Document) -> Vec<Bot> {
        skill::ladder(&document.systems().bots(document.bundle()), &self.playouts)
    }

    /// Begins to play the ladder of bots on other threads.
    pub fn play_ladder(&mut self, document: &Document, wake: impl Fn() + Send + Sync + 'static) {
        if self.batch.is_none() {
            self.refused.clear();
            let rungs = self.rungs(document);
            let ladder = skill::Options { games: self.ladder_games, seed: self.seed, rungs };
            let job = Job { ladder: Some(ladder), ..self.job(document) };
            self.batch = Some(Batch::start(vec![job], wake));
        }
    }

    /// What the last ladder of bots told.
    pub fn ladder(&self) -> Option<&Ladder> {
        self.ladder.as_ref()
    }

    /// Runs the same games with another scenario. The document's own come first, if they are not
    /// there or it was changed since.
    pub fn run_beside(
        &mut self,
        document: &Document,
        name: String,
        bundle: Bundle,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        if self.batch.is_some() {
            return;
        }
        self.refused.clear();
        let own = self.job(document);
        let options = own.options.clone();
        let mut jobs = Vec::new();
        if self.fresh(document).is_none() {
            jobs.push(own);
        }
        let systems = document.systems();
        jobs.push(Job {
            systems,
            bundle: Arc::new(bundle),
            options,
            seeds: self.pooled(),
            revision: None,
            name,
            ladder: None,
            from: None,
        });
        self.batch = Some(Batch::start(jobs, wake));
    }

    fn job(&self, document: &Document) -> Job {
        Job {
            systems: document.systems(),
            bundle: Arc::new(document.bundle().clone()),
            options: self.options(),
            seeds: self.pooled(),
            revision: Some(document.revision()),
            name: "Now".to_owned(),
            ladder: None,
            from: None,
        }
    }

    /// The seeds whose games are pooled; none where there is one.
    fn pooled(&self) -> Vec<u64> {
        match self.ending {
            Ending::Games if self.seeds > 1 => {
                (0..u64::from(self.seeds)).map(|more| self.seed.wrapping_add(more)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn options(&self) -> Options {
        let (games, until) = match self.ending {
            Ending::Games => (self.games, None),
            Ending::Within(thousandths) => (MOST_GAMES, Some(f64::from(thousandths) / 1000.0)),
        };
        // Where a person sits, the strongest bot plays the many games.
        let bot = |seat: &Seat| match seat {
            Seat::Bot(bot) => *bot,
            Seat::Person => Bot::default(),
        };
        let bots = self.seats.iter().map(bot).collect();
        Options { games, seed: self.seed, bots, until }
    }

    /// Begins to play games on from where the game stands.
    pub fn run_from_here(&mut self, document: &Document) {
        let (games, seed) = (self.games, self.seed);
        if let Some(game) = &mut self.game {
            let session = &game.session;
            let from = FromHere::begin(document, session.game(), session.at(), games, seed);
            game.from_here = Some(from);
        }
    }

    /// Chooses what the last run is held against.
    pub fn hold_against(&mut self, against: Against) {
        self.results.hold_against(against);
    }

    /// Keeps the last run under a name, to hold later ones against it.
    pub fn keep_run(&mut self, name: &str) {
        self.results.keep(name);
    }

    /// Keeps a run no longer.
    pub fn let_go_of_run(&mut self, name: &str) {
        self.results.let_go(name);
    }

    /// Stops whatever is going on by itself; what has been done stays to be looked at.
    pub fn stop(&mut self) {
        if let Some(game) = &mut self.game {
            game.playing = false;
        }
        if let Some(batch) = &self.batch {
            batch.stop();
        }
    }

    /// Puts the game away.
    pub fn end_game(&mut self) {
        self.put_game_away();
        self.sandbox_is_open = false;
    }

    /// What somebody played by hand is kept, to be taken up again; any other game can be had anew.
    fn put_game_away(&mut self) {
        let by_hand = self.game.take().filter(Game::was_played_by_hand);
        if let Some(mut game) = by_hand {
            game.rest();
            self.put_away = Some(game);
        }
    }

    /// The game by hand that can be taken up again: it was put away, and the document is still as
    /// it was played.
    pub fn put_away(&self, document: &Document) -> Option<&Game> {
        self.put_away.as_ref().filter(|game| game.is_of(document))
    }

    /// Takes the game by hand up again that was put away.
    pub fn resume(&mut self, document: &Document) {
        if self.game.is_none() && self.put_away(document).is_some() {
            self.game = self.put_away.take();
            self.sandbox_is_open = false;
            self.seats = self.game.iter().flat_map(|game| game.session.seats()).copied().collect();
        }
    }

    /// Takes what the games have come to.
    fn hear_batch(&mut self) {
        let Some(batch) = &self.batch else { return };
        let next = batch.next();
        match next {
            Ok(None) => {}
            Ok(Some((job, Ok(Came::Ladder(skill))))) => {
                if !skill.pairings.is_empty() {
                    let (skill, bundle) = (*skill, job.bundle);
                    let view = View::of_skill(&skill);
                    self.ladder = Some(Ladder { skill, view, bundle, revision: job.revision });
                }
            }
            Ok(Some((job, Ok(Came::Run(report))))) => {
                let report = *report;
                // A run that was stopped before its first game was over has nothing to tell.
                if report.games.is_empty() {
                    return;
                }
                let of_document = job.revision.is_some();
                let record = Record::new(report, job.bundle, job.revision, job.name);
                match of_document {
                    true => self.results.take(record),
                    false => self.results.take_version(record),
                }
            }
            Ok(Some((job, Err(refused)))) => {
                self.refused = refused;
                self.refused_at = job.revision;
            }
            Err(()) => self.batch = None,
        }
    }

    /// Goes on for a frame that took `seconds`. Gives whether another frame is wanted at once.
    pub fn tick(&mut self, seconds: f64) -> bool {
        self.hear_batch();
        if let Some(from_here) = self.game.as_mut().and_then(|game| game.from_here.as_mut()) {
            from_here.hear();
        }
        let Some(game) = self.game.as_mut().filter(|game| game.playing) else { return false };
        let begun = Instant::now();
        let stop = self.stop;
        let at = game.session.at();
        let mut stopped = false;
        match self.speed.rate() {
            Some(rate) => {
                game.due += seconds.min(0.25) * rate;
                while game.due >= 1.0 && begun.elapsed() < BUDGET && !stopped {
                    game.due -= 1.0;
                    stopped = game.session.let_bot_decide(stop);
                }
                game.due = game.due.min(rate);
            }
            None => {
                while begun.elapsed() < BUDGET && !stopped {
                    stopped = game.session.let_bot_decide(stop);
                }
            }
        }
        // After a person's decision the bots go on by themselves.
        game.playing &= !stopped;
        // A frame in which nobody decided leaves log and map as they are.
        if game.session.at() != at {
            game.went_on();
        }
        game.playing
    }

    /// Whether a decision of a person can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.session.can_take_back())
    }

    /// Whether the game went on from here before.
    pub fn can_go_forward(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.session.can_go_forward())
    }

    /// Picks something for a decision by hand; nothing where nobody waits for one.
    pub fn pick(&mut self, pick: &Pick, news: &mut Notices) {
        let Some(game) = self.game.as_mut().filter(|game| game.waits()) else { return };
        if let Some(action) = game.by_hand.pick(pick, &game.session, &game.words) {
            game.decide(&action, news);
        }
    }

    /// Does what is asked of a game by hand.
    pub fn play_request(&mut self, request: PlayRequest, news: &mut Notices) {
        if let PlayRequest::Seat(side, seat) = request
            && let Some(place) = self.seats.get_mut(side)
        {
            *place = seat;
        }
        if let PlayRequest::Stop(stop) = request {
            self.stop = stop;
        }
        let Some(game) = self.game.as_mut() else { return };
        match request {
            PlayRequest::Pick(pick) => self.pick(&pick, news),
            PlayRequest::Point(action) => game.by_hand.point(action, &game.session),
            PlayRequest::Do => {
                if let Some((action, _)) = game.by_hand.made().cloned() {
                    game.decide(&action, news);
                }
            }
            PlayRequest::Decide(action) => game.decide(&action, news),
            PlayRequest::LetBotDecide => {
                game.session.let_decide(Bot::STRONGEST);
                game.playing = true;
                game.went_on();
            }
            PlayRequest::LetBotFinish => {
                game.session.let_finish(Bot::STRONGEST);
                game.playing = !game.waits();
                game.went_on();
            }
            PlayRequest::TakeBack => game.go(|session| session.take_back()),
            PlayRequest::Forward => game.go(Session::forward),
            PlayRequest::GoTo(point) => game.go(|session| {
                session.go_to(point);
                true
            }),
            PlayRequest::Call(name) => game.session.call(game.session.at(), &name),
            PlayRequest::Seat(side, seat) => {
                game.session.seat(side, seat);
                game.went_on();
            }
            PlayRequest::Why(point) => game.why = point,
            PlayRequest::StopFromHere => {
                game.from_here.iter().for_each(FromHere::stop);
            }
            PlayRequest::Stop(_)
            | PlayRequest::RunFromHere
            | PlayRequest::Resume
            | PlayRequest::Look(_)
            | PlayRequest::KeepPosition(_)
            | PlayRequest::RecordCase(_)
            | PlayRequest::WriteCase(_) => {}
        }
    }
}

impl Drop for TestRun {
    fn drop(&mut self) {
        self.stop();
    }
}
