//! Whether control points agree with each other: a fit goes through whatever it is given, and one
//! point with its latitude and longitude exchanged lays a whole map into the sea.
//!
//! Each point is foretold by a fit of all others (leave one out): what the others agree on and one
//! misses by far is that one's mistake.

use salient_schema::map::{Fit, Georeference};
use salient_schema::recipe::KnownPoint;
use salient_schema::{Code, Diagnostic};

use super::{Known, exact, in_a_metre, misses, rms, turns};
use crate::maths::round_to;

/// What the others must agree to, in hexes, before a point is held against them.
const AGREED: f64 = 1.5;
/// So many hexes, and so many times what the others miss by, a point is out by mistake. Printed maps
/// are drawn by hand: a town may well stand two hexes off.
const FAR: f64 = 3.0;
const TIMES: f64 = 4.0;
/// Where points miss by more than this in the mean, in hexes, there is no telling what is where.
const MOST_MISSED: f64 = Georeference::MOST_RMS_OF_POINTS;
/// The least and the most that a hex measures, in metres: from a squad's to an army group's.
const SCALES: [f64; 2] = [5.0, 60_000.0];

/// What is wrong with the control points of a fit: nothing, or why it is refused.
pub(super) fn disagreement(
    kind: Fit,
    points: &[KnownPoint],
    known: &[Known],
    metres: [f64; 2],
    fitted: &[f64; 6],
) -> Option<Diagnostic> {
    if let Some(at) = outlier(kind, known, metres) {
        return Some(told(kind, points, known, metres, at));
    }
    let missed = rms(&misses(fitted, known));
    let pointer = "/georeference/control_points";
    if missed > MOST_MISSED {
        let message = format!(
            "the control points miss their hexes by {} in the mean, and {MOST_MISSED} is the most: they \
             do not agree",
            round_to(missed, 1)
        );
        let help = "check the numbers of their hexes, and that no latitude and longitude are \
                    exchanged; with one more point the one that is wrong is named";
        return Some(Diagnostic::error(Code::Schema, message).help(help).pointer(pointer));
    }
    let [east, south] = in_a_metre(fitted, metres);
    let turns = turns(east, south);
    let scale = 1.0 / turns.abs().sqrt();
    if !(SCALES[0]..=SCALES[1]).contains(&scale) {
        let message = format!("a hex would measure {} m", round_to(scale, 1));
        let help = "no game has that: check the numbers of the hexes, and that no latitude and \
                    longitude are exchanged";
        return Some(Diagnostic::error(Code::Schema, message).help(help).pointer(pointer));
    }
    if turns < 0.0 {
        let message = "the map would be a mirror image";
        let help = "are all latitudes and longitudes exchanged, or are columns counted from the \
                    other side?";
        return Some(Diagnostic::error(Code::Schema, message).help(help).pointer(pointer));
    }
    None
}

/// The point that all others speak against.
pub(super) fn outlier(kind: Fit, known: &[Known], metres: [f64; 2]) -> Option<usize> {
    // Without one there must be one more than the fit itself needs, or they agree on anything.
    let needed = match kind {
        Fit::Similarity => 2,
        Fit::Affine => 3,
        Fit::Stated => return None,
    };
    if known.len() < needed + 2 {
        return None;
    }
    let judged = (0..known.len()).filter_map(|at| {
        let others = without(known, at);
        let fitted = exact(kind, &others, metres)?;
        let agreed = rms(&misses(&fitted, &others));
        let own = misses(&fitted, &known[at..=at]).first().copied()?;
        Some((at, agreed, own))
    });
    let (at, agreed, own) = judged.min_by(|one, other| one.1.total_cmp(&other.1))?;
    (agreed <= AGREED && own > FAR.max(agreed * TIMES)).then_some(at)
}

/// That a point is out, by how much, and what may have happened to it.
fn told(
    kind: Fit,
    points: &[KnownPoint],
    known: &[Known],
    metres: [f64; 2],
    at: usize,
) -> Diagnostic {
    let others = without(known, at);
    let out = exact(kind, &others, metres).map(|fitted| {
        let (longitude, latitude, centre) = known[at];
        let exchanged = [(latitude, longitude, centre)];
        let miss = |point: &[Known]| misses(&fitted, point).first().copied().unwrap_or(f64::MAX);
        (miss(&known[at..=at]), miss(&exchanged))
    });
    let (own, exchanged) = out.unwrap_or_default();
    let point = points.get(at);
    let name = point.and_then(|point| point.name.as_deref()).unwrap_or("it");
    let hex = point.map_or("", |point| point.hex.as_str());
    let message = format!(
        "control point {hex} ({name}) lies {} hexes from where the other {} have it",
        round_to(own, 1),
        others.len()
    );
    let help = if exchanged <= FAR {
        "its latitude and longitude are exchanged"
    } else {
        "check its latitude, its longitude and the number of its hex, or leave it out"
    };
    let pointer = format!("/georeference/control_points/{at}");
    Diagnostic::error(Code::Schema, message).help(help).pointer(pointer)
}

pub(super) fn without(known: &[Known], at: usize) -> Vec<Known> {
    let others = known.iter().enumerate().filter(|(other, _)| *other != at);
    others.map(|(_, point)| *point).collect()
}
