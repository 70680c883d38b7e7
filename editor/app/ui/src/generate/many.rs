//! Many set-ups from the answers as they stand, made on other threads, and held against those of
//! other answers.
//!
//! ```text
//!  Wish ── thread ──▶ Run: spread, example ──▶ Findings: view, a line a number
//!                      │                           ▲
//!                      └── held as the first ── compare, seed by seed
//! ```

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};

use egui::Context;
use salient_lab::Progress;
use salient_lab::set_ups::{self, Bin, CountDifference, Spread, SpreadComparison, bins};
use salient_lab::view::View;
use salient_output::report::{Example, SetUps};
use salient_rules::generator::{Generated, Generator, Request};
use salient_schema::{Bundle, Diagnostic};

use super::Wish;

/// Set-ups of a run, to begin with.
const TIMES: u32 = 200;

/// The runs of the dialog.
#[derive(Debug)]
pub struct Many {
    /// So many set-ups are made.
    pub times: u32,
    running: Option<Running>,
    now: Option<Arc<Run>>,
    /// The run that later ones are held against.
    first: Option<Arc<Run>>,
    findings: Option<Findings>,
    /// How many runs were made: each has a picture of its own.
    number: usize,
    refused: Vec<Diagnostic>,
}

/// Set-ups that were made.
#[derive(Debug)]
pub struct Run {
    /// From what.
    pub wish: Wish,
    /// Whose rules made them.
    pub title: &'static str,
    /// How they spread.
    pub spread: Spread,
    /// The first of them, on whose map the others are laid.
    pub example: Generated,
}

/// What is shown of a run, or of two.
#[derive(Debug)]
pub struct Findings {
    /// Its headline and its remarks.
    pub view: View,
    /// A line for each number.
    pub lines: Vec<Line>,
    /// What other answers change.
    pub comparison: Option<SpreadComparison>,
    /// Steps that are kept in one run and not, or otherwise, in the other.
    pub kept_otherwise: Vec<String>,
}

/// A number of the set-ups.
#[derive(Debug)]
pub struct Line {
    /// Its place among the numbers of the run.
    pub count: usize,
    /// Its bars: those of the first run, if there is one, and its own.
    pub bars: Vec<Vec<Bin>>,
    /// What other answers change in it.
    pub difference: Option<CountDifference>,
}

impl Line {
    /// Whether other answers change it for certain.
    pub fn is_clear(&self) -> bool {
        let found = self.difference.as_ref().and_then(|row| row.difference);
        found.is_some_and(|found| found.clear)
    }
}

/// What is written as a report, apart from the dialog.
#[derive(Debug)]
pub struct Reported {
    now: Arc<Run>,
    first: Option<(Arc<Run>, SpreadComparison)>,
}

impl Reported {
    /// The same as the writer of reports takes it.
    pub fn as_set_ups(&self) -> SetUps<'_> {
        let Run { title, spread, example, .. } = &*self.now;
        SetUps {
            title,
            spread,
            compared: self.first.as_ref().map(|(first, found)| (&first.spread, found)),
            example: Example {
                bundle: &example.bundle,
                anchor: example.anchor,
                seed: spread.seeds.first().copied().unwrap_or(spread.seed),
            },
        }
    }
}

impl Default for Many {
    fn default() -> Self {
        Self {
            times: TIMES,
            running: None,
            now: None,
            first: None,
            findings: None,
            number: 0,
            refused: Vec::new(),
        }
    }
}

impl Many {
    /// Makes as many as are wanted. Where a run is held, with its seeds: only then do two runs
    /// throw the same dice.
    pub fn begin(
        &mut self,
        ctx: &Context,
        title: &'static str,
        generator: &'static dyn Generator,
        wish: &Wish,
        open: &Arc<Bundle>,
    ) {
        let mut wish = wish.clone();
        let mut times = self.times;
        if let Some(first) = &self.first {
            wish.request.seed = first.wish.request.seed;
            times = first.spread.wanted;
        }
        self.refused.clear();
        self.running = Some(Running::start(ctx, title, generator, wish, open.clone(), times));
    }

    /// Takes what was made since.
    pub fn take(&mut self) {
        let Some(running) = &self.running else { return };
        match running.results.try_recv() {
            Ok(Ok(run)) => {
                self.now = Some(Arc::new(run));
                self.number += 1;
                self.look();
            }
            Ok(Err(found)) => self.refused = found,
            Err(mpsc::TryRecvError::Empty) => return,
            // It was stopped before anything was made.
            Err(mpsc::TryRecvError::Disconnected) => {}
        }
        self.running = None;
    }

    /// Stops; what is made is kept.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The share that is made, and the same in words, while some are being made.
    pub fn progress(&self) -> Option<(f32, String)> {
        let running = self.running.as_ref()?;
        let (done, of) = (running.done.load(Ordering::Relaxed), running.times);
        let words = match running.stop.load(Ordering::Relaxed) {
            true => "Stopping …".to_owned(),
            false => format!("{done} of {of} set-ups"),
        };
        Some((done as f32 / of.max(1) as f32, words))
    }

    /// The last run.
    pub fn now(&self) -> Option<&Arc<Run>> {
        self.now.as_ref()
    }

    /// The number of the last run.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The run that it is held against.
    pub fn first(&self) -> Option<&Arc<Run>> {
        self.first.as_ref()
    }

    /// Whether the last run is held itself, so that there is none to compare with it yet.
    pub fn holds_last(&self) -> bool {
        let both = self.first.as_ref().zip(self.now.as_ref());
        both.is_some_and(|(first, now)| Arc::ptr_eq(first, now))
    }

    /// What is shown of it.
    pub fn findings(&self) -> Option<&Findings> {
        self.findings.as_ref()
    }

    /// What is wrong with the answers.
    pub fn refused(&self) -> &[Diagnostic] {
        &self.refused
    }

    /// Holds later runs against the last one.
    pub fn hold(&mut self) {
        self.first = self.now.clone();
        self.look();
    }

    /// Holds later runs against none.
    pub fn let_go(&mut self) {
        self.first = None;
        self.look();
    }

    /// What is written as a report.
    pub fn reported(&self) -> Option<Reported> {
        let comparison = self.findings.as_ref().and_then(|found| found.comparison.clone());
        Some(Reported { now: self.now.clone()?, first: self.first.clone().zip(comparison) })
    }

    fn look(&mut self) {
        let Some(now) = &self.now else { return };
        let first = self.first.as_ref().filter(|_| !self.holds_last());
        self.findings = Some(Findings::of(now, first.map(|first| &**first)));
    }
}

impl Findings {
    fn of(now: &Run, first: Option<&Run>) -> Self {
        let comparison = first.map(|first| set_ups::compare(&first.spread, &now.spread));
        let line = |(count, of): (usize, &set_ups::CountSpread)| {
            let before = first.and_then(|first| first.spread.count(&of.name));
            let samples = before.into_iter().chain([of]).map(|of| of.values.as_slice());
            let rows = comparison.as_ref().map_or(&[][..], |found| &found.differences);
            Line {
                count,
                bars: bins(&samples.collect::<Vec<_>>()),
                difference: rows.iter().find(|row| row.name == of.name).cloned(),
            }
        };
        Self {
            view: View::of_set_ups(now.title, &now.spread, comparison.as_ref()),
            lines: now.spread.counts.iter().enumerate().map(line).collect(),
            kept_otherwise: first.map_or_else(Vec::new, |first| {
                kept_otherwise(&first.wish.request, &now.wish.request)
            }),
            comparison,
        }
    }
}

/// Steps of which the outcome or the dice are set in one request and not so in the other.
fn kept_otherwise(first: &Request, second: &Request) -> Vec<String> {
    let kept = first.kept.keys().chain(second.kept.keys());
    let dice = first.dice.keys().chain(second.dice.keys());
    let mut steps: Vec<String> = kept
        .chain(dice)
        .filter(|step| {
            first.kept.get(*step) != second.kept.get(*step)
                || first.dice.get(*step) != second.dice.get(*step)
        })
        .cloned()
        .collect();
    steps.sort();
    steps.dedup();
    steps
}

/// Set-ups that are being made. They stop when nobody is there to see them any more.
#[derive(Debug)]
struct Running {
    times: u32,
    done: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
    results: mpsc::Receiver<Result<Run, Vec<Diagnostic>>>,
}

impl Running {
    fn start(
        ctx: &Context,
        title: &'static str,
        generator: &'static dyn Generator,
        wish: Wish,
        open: Arc<Bundle>,
        times: u32,
    ) -> Self {
        let (done, stop) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
        let (send, results) = mpsc::channel();
        let (counter, stopper, ctx) = (done.clone(), stop.clone(), ctx.clone());
        std::thread::spawn(move || {
            let base = wish.from_open.then_some(&*open);
            // Threads may tell in another order than they count.
            let progress = |now: Progress| {
                counter.fetch_max(now.done, Ordering::Relaxed);
            };
            let request = &wish.request;
            let spread = set_ups::run(generator, base, request, times, &progress, &stopper);
            let made = spread.and_then(|spread| {
                let Some(seed) = spread.seeds.first() else { return Ok(None) };
                let example = Request { seed: *seed, ..wish.request.clone() };
                let example = generator.generate(base, &example)?;
                Ok(Some(Run { wish, title, spread, example }))
            });
            // The dialog may be gone.
            if let Some(made) = made.transpose() {
                let _ = send.send(made);
            }
            drop(send);
            ctx.request_repaint();
        });
        Self { times, done, stop, results }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
