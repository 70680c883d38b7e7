//! How far work on another thread is, and that it is to stop.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How far the work is, told across threads, and a wish that it stop.
#[derive(Debug, Default)]
pub struct Progress {
    pub(crate) done: AtomicUsize,
    pub(crate) of: AtomicUsize,
    pub(crate) stop: AtomicBool,
}

impl Progress {
    /// Asks that the work stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// There are so many steps to do, and none is done.
    pub(crate) fn begin(&self, steps: usize) {
        self.of.store(steps, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    /// One more step is begun; whether it is to be done at all.
    pub(crate) fn goes_on(&self) -> bool {
        self.done.fetch_add(1, Ordering::Relaxed);
        !self.stopped()
    }

    /// The part that is done, 0 to 1.
    pub fn fraction(&self) -> f32 {
        let of = self.of.load(Ordering::Relaxed).max(1);
        (self.done.load(Ordering::Relaxed) as f32 / of as f32).min(1.0)
    }
}
