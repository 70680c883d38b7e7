//! Ctrl-C, and what else asks the program to end (`kill`, a closed terminal, a scheduler): the
//! first ends the run with what is done, the second ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell expects of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C raises. From the first call on, Ctrl-C is ours.
pub fn flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static CAUGHT: OnceLock<()> = OnceLock::new();
    CAUGHT.get_or_init(|| {
        let caught = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        // Where Ctrl-C cannot be caught it ends the program at once, as it always does.
        drop(caught);
    });
    &STOP
}
