//! Where a test ends the process: before any step that changes the disk, as a kill would.

pub mod child;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a process ends that was ended here.
pub const CUT_OFF: i32 = 77;

/// What a test does between two steps.
type Meanwhile = Box<dyn FnOnce() + Send>;

static MEANWHILE: Mutex<Option<(usize, Meanwhile)>> = Mutex::new(None);
static PASSED: AtomicUsize = AtomicUsize::new(0);
static LAST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// From now on so many steps are done; before the next one the process ends.
pub fn cut_off_after(steps: usize) {
    LAST.store(PASSED.load(Ordering::SeqCst).saturating_add(steps), Ordering::SeqCst);
}

/// From now on so many steps are done; before the next one this happens, once.
pub fn meanwhile(steps: usize, act: impl FnOnce() + Send + 'static) {
    let at = PASSED.load(Ordering::SeqCst).saturating_add(steps);
    if let Ok(mut meanwhile) = MEANWHILE.lock() {
        *meanwhile = Some((at, Box::new(act)));
    }
}

/// A step that changes the disk comes next.
pub(crate) fn step() {
    let passed = PASSED.fetch_add(1, Ordering::SeqCst);
    let due = MEANWHILE.lock().ok().and_then(|mut meanwhile| match *meanwhile {
        Some((at, _)) if passed >= at => meanwhile.take(),
        _ => None,
    });
    if let Some((_, act)) = due {
        act();
    }
    if passed >= LAST.load(Ordering::SeqCst) {
        // Nothing is dropped and nothing cleared up.
        std::process::exit(CUT_OFF);
    }
}
