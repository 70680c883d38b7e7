//! Progress bars, for whoever watches.

use indicatif::{ProgressBar, ProgressStyle};
use salient_lab::Progress;

/// A bar over games on standard error; a silent one where nobody watches.
pub fn games(watched: bool) -> ProgressBar {
    bar(watched, "Test-run", "games")
}

/// A bar over what is made one by one: what is under way, and what is counted.
pub fn bar(watched: bool, what: &'static str, counted: &str) -> ProgressBar {
    if !watched {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    let template = format!("{{msg}} {{wide_bar}} {{pos}}/{{len}} {counted}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
    }
    bar.set_message(what);
    bar
}

/// Shows how far a run has come; `until` is how narrow its intervals are to become.
pub fn show(bar: &ProgressBar, now: Progress, until: Option<f64>) {
    // Threads report out of order: never go back.
    bar.set_length(u64::from(now.games));
    bar.set_position(bar.position().max(u64::from(now.done)));
    if let (Some(until), Some(precision)) = (until, now.precision) {
        let (now, until) = (precision * 100.0, until * 100.0);
        bar.set_message(format!("Test-run, within {now:.1} % of {until} %"));
    }
}
