//! A test of this program, run in a process of its own that is disturbed after so many steps.
//!
//! A test program has one ignored test that does what its [`task`] says, and others that
//! [start](start) it and look at the disk afterwards.

use std::io;
use std::process::{Command, Stdio};

use super::{CUT_OFF, cut_off_after};

const WORDS: &str = "SALIENT_CHILD_WORDS";
const STEPS: &str = "SALIENT_CHILD_STEPS";

/// What a child is to do.
#[derive(Debug)]
pub struct Task {
    /// What whoever started it says, in words of its own.
    pub words: Vec<String>,
    /// After how many steps something is to happen.
    pub steps: usize,
}

impl Task {
    /// From here on the steps are counted, and the process ends after the last.
    pub fn cut_off(&self) {
        cut_off_after(self.steps);
    }
}

/// In the child: what it is to do. None where nobody started it.
pub fn task() -> Option<Task> {
    let words = std::env::var(WORDS).ok()?;
    let steps = std::env::var(STEPS).ok()?.parse().ok()?;
    Some(Task { words: words.lines().map(str::to_owned).collect(), steps })
}

/// Runs the ignored test of this name with a task; its status. No word has lines.
///
/// # Errors
/// It cannot be started, or somebody else ended it.
pub fn start(test: &str, words: &[&str], steps: usize) -> io::Result<i32> {
    let status = Command::new(std::env::current_exe()?)
        .args([test, "--exact", "--ignored"])
        .env(WORDS, words.join("\n"))
        .env(STEPS, steps.to_string())
        .stdout(Stdio::null())
        .status()?;
    status.code().ok_or_else(|| io::Error::other(status.to_string()))
}

/// Runs the ignored test of this name, which [ends](Task::cut_off) after so many steps; whether it
/// came to its own end.
///
/// # Errors
/// It cannot be started, or failed.
pub fn cut_off(test: &str, words: &[&str], steps: usize) -> io::Result<bool> {
    match start(test, words, steps)? {
        0 => Ok(true),
        CUT_OFF => Ok(false),
        code => Err(io::Error::other(format!("{test} ended with {code}"))),
    }
}
