//! Games on other threads, which can be stopped and keep what they have done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use salient_lab as lab;
use salient_lab::skill::{self, Skill};
use salient_lab::{Options, Part, Progress, Report};
use salient_rules::{Match, Systems};
use salient_schema::{Bundle, Diagnostic};

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Job {
    /// The systems whose rules are known.
    pub systems: Systems,
    /// What is played.
    pub bundle: Arc<Bundle>,
    /// How.
    pub options: Options,
    /// The seeds whose games are pooled, so many of each; none where there is one.
    pub seeds: Vec<u64>,
    /// A ladder of bots to play instead.
    pub ladder: Option<skill::Options>,
    /// The revision of the document; none for another file.
    pub revision: Option<u64>,
    /// What it is called.
    pub name: String,
    /// Where the games begin, if not at the start.
    pub from: Option<Arc<Match>>,
}

/// What a job came to.
pub type Done = (Job, Result<Came, Vec<Diagnostic>>);

/// What games came to.
#[derive(Debug)]
pub enum Came {
    /// A run of games between the same bots.
    Run(Box<Report>),
    /// A ladder of bots.
    Ladder(Box<Skill>),
}

/// Jobs that are being played, one after the other.
#[derive(Debug)]
pub struct Batch {
    stop: Arc<AtomicBool>,
    state: Arc<Mutex<State>>,
    results: mpsc::Receiver<Done>,
}

/// How far a batch is.
#[derive(Clone, Debug)]
pub struct State {
    /// What is being played.
    pub name: String,
    /// Games done and games in all.
    pub progress: Progress,
    /// Whether it goes on until the intervals are narrow.
    pub until: bool,
    /// When the job began.
    pub since: Instant,
}

impl State {
    /// The share that is done, and how things stand in words.
    pub fn in_words(&self) -> (f32, String) {
        let Progress { done, games, precision } = self.progress;
        let share = done as f32 / games.max(1) as f32;
        let elapsed = self.since.elapsed().as_secs_f64();
        let left = match done {
            0 => String::new(),
            done if games > done => {
                let seconds = elapsed / f64::from(done) * f64::from(games - done);
                format!(", {} left", duration(seconds))
            }
            _ => String::new(),
        };
        let what = match self.name.as_str() {
            "Now" => String::new(),
            name => format!("“{name}”: "),
        };
        let precise =
            precision.map(|half| format!(", known to ± {:.1} %", half * 100.0)).unwrap_or_default();
        let about = if self.until { "about " } else { "" };
        (share, format!("{what}{done} of {about}{games} games{precise}{left}"))
    }
}

/// A time in words, no more exact than a guess deserves.
fn duration(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        n @ 0..100 => format!("{n} s"),
        n @ 100..5400 => format!("{} min", n.div_ceil(60)),
        n => format!("{} h", n.div_ceil(3600)),
    }
}

fn nothing_of(games: u32) -> Progress {
    Progress { done: 0, games, precision: None }
}

impl Batch {
    /// Begins to play. `wake` is called, from another thread, when a job is done; how far a job
    /// is, whoever shows it asks from time to time, so that drawing takes nothing from playing.
    pub fn start(jobs: Vec<Job>, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let state = Arc::new(Mutex::new(State {
            name: String::new(),
            progress: nothing_of(0),
            until: false,
            since: Instant::now(),
        }));
        let (send, results) = mpsc::channel();
        let (stopper, shown) = (stop.clone(), state.clone());
        std::thread::spawn(move || {
            for job in jobs {
                let seeds = job.seeds.len().max(1) as u32;
                let games = job.options.games.saturating_mul(seeds);
                if let Ok(mut shown) = shown.lock() {
                    *shown = State {
                        name: job.name.clone(),
                        progress: nothing_of(games),
                        until: job.options.until.is_some(),
                        since: Instant::now(),
                    };
                }
                let progress = |now: Progress| {
                    // Threads may tell in another order than they count.
                    if let Ok(mut shown) = shown.lock()
                        && shown.progress.done < now.done
                    {
                        shown.progress = now;
                    }
                };
                let Job { systems, bundle, options, seeds, .. } = &job;
                let run = |report: Report| Came::Run(Box::new(report));
                let came = match (&job.ladder, &job.from) {
                    (Some(ladder), _) => {
                        let found = skill::run(*systems, bundle, ladder, &progress, &stopper);
                        found.map(|found| Came::Ladder(Box::new(found)))
                    }
                    (None, None) => {
                        let part = Part::WHOLE;
                        lab::run_seeds(
                            *systems, bundle, options, seeds, part, &progress, &stopper, None,
                        )
                        .map(|shard| run(shard.into_report()))
                    }
                    (None, Some(from)) => {
                        lab::run_from(*systems, bundle, from, options, &progress, &stopper).map(run)
                    }
                };
                // The window may be gone.
                if send.send((job, came)).is_err() || stopper.load(Ordering::Relaxed) {
                    break;
                }
            }
            drop(send);
            wake();
        });
        Self { stop, state, results }
    }

    /// Stops; what is done is kept.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has been told to stop.
    pub fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How far it is.
    pub fn state(&self) -> Option<State> {
        self.state.lock().ok().map(|state| state.clone())
    }

    /// A job that is done since it was last asked; `Err` once there is no more to come.
    pub fn next(&self) -> Result<Option<Done>, ()> {
        match self.results.try_recv() {
            Ok(done) => Ok(Some(done)),
            Err(mpsc::TryRecvError::Empty) => Ok(None),
            Err(mpsc::TryRecvError::Disconnected) => Err(()),
        }
    }
}
