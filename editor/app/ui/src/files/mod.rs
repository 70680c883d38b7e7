//! Who is asked for files, what is asked before something is lost, and who looks after files that
//! others may write.

pub mod dialogs;
pub mod questions;
pub mod watch;

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    Picture,
    Compare,
    Report,
    /// Where the log of a game is written.
    Game,
    Find,
    Scan,
    /// Where counters are written as CSV.
    Counters,
    /// Where they are read from.
    ReadCounters,
}
