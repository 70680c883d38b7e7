//! Where a test ends the process: before any step that changes the disk, as a kill would.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How a process ends that was ended here.
pub const CUT_OFF: i32 = 77;

static PASSED: AtomicUsize = AtomicUsize::new(0);
static LAST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// From now on so many steps are done; before the next one the process ends.
pub fn cut_off_after(steps: usize) {
    LAST.store(PASSED.load(Ordering::SeqCst).saturating_add(steps), Ordering::SeqCst);
}

/// A step that changes the disk comes next.
pub(crate) fn step() {
    if PASSED.fetch_add(1, Ordering::SeqCst) >= LAST.load(Ordering::SeqCst) {
        // Nothing is dropped and nothing cleared up.
        std::process::exit(CUT_OFF);
    }
}
