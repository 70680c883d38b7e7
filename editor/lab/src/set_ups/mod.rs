//! Many set-ups by a generator: what comes of the same answers over seeds, and of two sets of
//! answers with the same seeds.
//!
//! ```text
//! Generator, Request ── run ──▶ Spread ──┬─▶ View::of_set_ups ─▶ text, panel, page
//!         other answers ── run ──▶ Spread ┴ compare ─▶ SpreadComparison
//! ```
//!
//! * [`run`]`(generator, base, request, times, progress, stop)` makes `times` set-ups on all cores.
//!   Set-up `i` has the seed of the request plus `i`, so that the first is the one that the request
//!   makes by itself, and each can be made again alone. Steps that the request keeps are kept in
//!   all of them. The result is the same whatever the number of cores.
//! * A [`Spread`] holds for each of [`Generated::counts`](salient_rules::generator::Generated) its
//!   mean, standard deviation, quartiles and histogram, and the sums of numbers of hexes. Seeds that
//!   the rules refuse are told beside it; a run of which all are refused is an error.
//! * [`compare`] pairs two spreads seed by seed: where a step rolls the same dice in both it makes no
//!   difference, and what is left is what the answers do.

mod compare;
mod heat;
mod run;
mod spread;
mod view;

pub use compare::{CountDifference, SpreadComparison, compare};
pub use heat::{Heat, HeatLayer};
pub use run::{MOST_SET_UPS, run};
pub use spread::{Bin, CountSpread, Refused, Spread, bins};
