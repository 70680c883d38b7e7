//! Progress bars, for whoever watches.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over a number of games on standard error; a silent one where nobody watches.
pub fn games(count: u32, watched: bool) -> ProgressBar {
    if !watched {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(count));
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} games, {eta} to go")
    {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
    }
    bar.set_message("Test-run");
    bar
}
