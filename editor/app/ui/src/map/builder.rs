//! Threads that make chunks of the map.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};

use salient_art::MapArt;
use salient_hex::grid::Hex;

use super::picture::{ChunkId, Ready, make};

/// The most threads worth having.
const MOST: usize = 3;
/// How many chunks wait for a frame to take them; then the threads wait. A screenful that is made
/// faster than it is brought to the card would lie in memory twice.
const WAITING: usize = 8;

/// A chunk to be made.
#[derive(Debug)]
pub struct Job {
    /// Which one.
    pub id: ChunkId,
    /// The version that is asked for.
    pub version: u64,
    /// Its hexes.
    pub hexes: Vec<Hex>,
    /// What they look like.
    pub art: Arc<RwLock<MapArt>>,
}

/// A chunk that was made.
#[derive(Debug)]
pub struct Done {
    /// Which one.
    pub id: ChunkId,
    /// The version that was asked for.
    pub version: u64,
    /// What became of it.
    pub ready: Ready,
}

/// Threads, and what they are to do.
#[derive(Debug)]
pub struct ChunkBuilder {
    shared: Arc<Shared>,
    done: Receiver<Done>,
}

#[derive(Debug, Default)]
struct Shared {
    work: Mutex<Work>,
    more: Condvar,
}

#[derive(Debug, Default)]
struct Work {
    /// By the view that wants them.
    jobs: BTreeMap<u64, VecDeque<Job>>,
    /// What is being made, or waits to be taken.
    in_hand: Vec<(ChunkId, u64)>,
    closed: bool,
}

impl ChunkBuilder {
    /// A builder that asks for a frame whenever something is done.
    pub fn new(context: egui::Context) -> Self {
        let shared = Arc::new(Shared::default());
        let (sender, done) = sync_channel(WAITING);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads.saturating_sub(1).clamp(1, MOST) {
            let (shared, sender, context) = (shared.clone(), sender.clone(), context.clone());
            // Without a thread the map stays as it looks from far away.
            let _ = std::thread::Builder::new()
                .name("map".to_owned())
                .spawn(move || work(&shared, &sender, &context));
        }
        Self { shared, done }
    }

    /// Says what a view wants now, in place of what it wanted.
    pub fn want(&self, view: u64, jobs: Vec<Job>) {
        let mut work = self.shared.work.lock().unwrap_or_else(PoisonError::into_inner);
        let in_hand = &work.in_hand;
        let new: VecDeque<Job> =
            jobs.into_iter().filter(|job| !in_hand.contains(&(job.id, job.version))).collect();
        if new.is_empty() {
            work.jobs.remove(&view);
            return;
        }
        work.jobs.insert(view, new);
        drop(work);
        self.shared.more.notify_all();
    }

    /// Takes a chunk that was made.
    pub fn take(&self) -> Option<Done> {
        let done = self.done.try_recv().ok()?;
        let mut work = self.shared.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.in_hand.retain(|&held| held != (done.id, done.version));
        Some(done)
    }

    /// Whether there is work left, or something to be taken.
    pub fn is_busy(&self) -> bool {
        let work = self.shared.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.jobs.values().any(|jobs| !jobs.is_empty()) || !work.in_hand.is_empty()
    }
}

impl Drop for ChunkBuilder {
    fn drop(&mut self) {
        let mut work = self.shared.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.closed = true;
        work.jobs.clear();
        drop(work);
        self.shared.more.notify_all();
    }
}

fn work(shared: &Shared, sender: &SyncSender<Done>, context: &egui::Context) {
    loop {
        let mut work = shared.work.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if work.closed {
                return;
            }
            if let Some(job) = work.jobs.values_mut().find_map(VecDeque::pop_front) {
                break job;
            }
            work = shared.more.wait(work).unwrap_or_else(PoisonError::into_inner);
        };
        work.in_hand.push((job.id, job.version));
        drop(work);
        let art = job.art.read().unwrap_or_else(PoisonError::into_inner);
        let ready = make(&art, &job.hexes, job.id.detail);
        drop(art);
        if sender.send(Done { id: job.id, version: job.version, ready }).is_err() {
            return;
        }
        context.request_repaint();
    }
}
