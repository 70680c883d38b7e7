//! Terrain read off a scan's colours, hex by hex, from a few hexes that the designer names.
//!
//! Each hex is described by its ground, the colour that most of a ring around its middle has, and
//! by what is printed on the ground: how much of it, of what colour, and how fine. Grid lines lie
//! outside the ring, towns and works inside; numbers, roads and rivers cover too little of it to
//! move the ground. A hex is proposed to be of the kind whose examples it looks most like.

use std::sync::atomic::Ordering;

use salient_hex::{Hex, HexGrid};
use salient_schema::Id;

use super::colour::{Oklab, oklab, square};
use super::fit::ScanFit;
use super::pyramid::{Level, Pyramid};
use crate::plane::Plane;
use crate::progress::Progress;

/// A hex that the designer names as an example of a kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColourSample {
    /// The hex.
    pub hex: Hex,
    /// The terrain kind of the ruleset.
    pub kind: Id,
}

/// What a hex looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The hex.
    pub hex: Hex,
    /// The kind whose examples it looks most like.
    pub kind: Id,
    /// The kind that comes next.
    pub next: Option<Id>,
    /// How sure that is, 0 to 1: how much nearer the one is than the other, less where it looks
    /// like neither.
    pub confidence: f32,
}

/// What was read off a scan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The hexes that lie on the scan, in order. Examples are what they were said to be.
    pub proposals: Vec<Proposal>,
    /// The hexes that lie beyond its edges, in order.
    pub outside: Vec<Hex>,
}

impl Reading {
    /// The places of the proposals, the most doubtful first.
    pub fn by_doubt(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.proposals.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.proposals[a], &self.proposals[b]);
            a.confidence.total_cmp(&b.confidence).then(a.hex.cmp(&b.hex))
        });
        order
    }
}

/// Whether what is read off is used to learn more of what each kind looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refined {
    /// The examples alone decide.
    No,
    /// The hexes that are beyond doubt become examples themselves, and all is read again.
    #[default]
    Yes,
}

/// Why nothing was read off.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// Nothing to tell apart.
    #[error(
        "examples of at least two kinds of terrain are needed, better two or three hexes of each"
    )]
    TooFewKinds,
    /// One hex, two kinds.
    #[error("hex {hex} is given as an example of {first} and of {second}; it can be one of them")]
    Contradiction {
        /// The hex.
        hex: String,
        /// A kind.
        first: Id,
        /// Another.
        second: Id,
    },
    /// An example that the scan does not show.
    #[error("the example {hex} lies beyond the edge of the scan; take another hex")]
    SampleOutside {
        /// The hex.
        hex: String,
    },
    /// Too few pixels to see anything.
    #[error(
        "a hex of this scan is only {pixels} pixels wide; at least {} are needed to read its \
         colours", MIN_HEX as u32
    )]
    TooCoarse {
        /// From side to side.
        pixels: u32,
    },
}

/// How much of a hex is looked at: a disc of this radius in hexes. The hex reaches half a hex
/// from its centre at the nearest.
const RADIUS: f64 = 0.42;
/// The ground is looked for from here outwards: towns and works stand in the middle.
const RING: f64 = 0.3;
/// So many pixels make a ring.
const LEAST_RING: usize = 12;
/// A hex is looked at in the smallest size of the scan in which it has at least this many pixels
/// from side to side.
const WANTED_HEX: f64 = 40.0;
/// A hex of fewer pixels is not looked at.
const MIN_HEX: f64 = 6.0;
/// The part of the disc that the scan must show.
const MIN_SHOWN: f32 = 0.7;
/// Colours nearer than this are the same ground with paper and noise between them.
const SAME: f32 = 0.07;
/// The most that different print can weigh, as a difference of ground.
const MOST_PRINT: f32 = 0.06;

/// Reads terrain off a scan.
///
/// The hexes are shared out to as many threads as the machine has processors; that makes no
/// difference to what is found.
///
/// # Errors
/// What is missing, or that it was stopped.
pub fn read_off(
    scan: &Pyramid,
    fit: &ScanFit,
    grid: &HexGrid,
    samples: &[ColourSample],
    refined: Refined,
    progress: &Progress,
) -> Result<Reading, ReadError> {
    let mut samples = samples.to_vec();
    samples.sort();
    samples.dedup();
    checked(grid, &samples)?;
    if fit.pixels_per_hex < MIN_HEX {
        return Err(ReadError::TooCoarse { pixels: fit.pixels_per_hex as u32 });
    }
    let eye = Eye::new(scan, fit, grid);
    progress.of.store(grid.len(), Ordering::Relaxed);
    let looks = looks(&eye, grid, progress)?;
    let look = |hex: Hex| looks.get(hex.index()).copied().flatten();

    let mut kinds: Vec<Id> = samples.iter().map(|sample| sample.kind.clone()).collect();
    kinds.sort();
    kinds.dedup();
    let mut classes = vec![Class::default(); kinds.len()];
    let mut told: Vec<Option<usize>> = vec![None; grid.len()];
    for sample in &samples {
        let seen = look(sample.hex)
            .ok_or_else(|| ReadError::SampleOutside { hex: grid.label(sample.hex) })?;
        let Some(class) = kinds.iter().position(|kind| *kind == sample.kind) else { continue };
        classes[class].examples.push(seen);
        if let Some(slot) = told.get_mut(sample.hex.index()) {
            *slot = Some(class);
        }
    }
    let classes = match refined {
        Refined::No => classes,
        Refined::Yes => learnt(&classes, &looks),
    };

    let mut reading = Reading::default();
    for hex in grid.hexes() {
        let Some(seen) = look(hex) else {
            reading.outside.push(hex);
            continue;
        };
        let verdict = judge(&classes, &seen);
        let (class, next, confidence) = match told.get(hex.index()).copied().flatten() {
            Some(class) => (class, None, 1.0),
            None => (verdict.class, Some(verdict.next), verdict.confidence),
        };
        reading.proposals.push(Proposal {
            hex,
            kind: kinds[class].clone(),
            next: next.map(|next| kinds[next].clone()),
            confidence,
        });
    }
    Ok(reading)
}

fn checked(grid: &HexGrid, samples: &[ColourSample]) -> Result<(), ReadError> {
    for pair in samples.windows(2) {
        if let [first, second] = pair
            && first.hex == second.hex
        {
            return Err(ReadError::Contradiction {
                hex: grid.label(first.hex),
                first: first.kind.clone(),
                second: second.kind.clone(),
            });
        }
    }
    let several = samples.iter().any(|sample| sample.kind != samples[0].kind);
    if several { Ok(()) } else { Err(ReadError::TooFewKinds) }
}

/// The numbers that describe how a hex looks: three of its ground, the others of what is printed
/// on it, each scaled so that equal steps weigh alike.
const FEATURES: usize = 9;
/// The first numbers, which describe the ground.
const GROUND: usize = 3;
type Look = [f32; FEATURES];

/// What looks at a hex: the level of the scan, and where the disc's points lie on it.
struct Eye<'a> {
    level: &'a Level,
    /// Pixels of the level from the plane.
    to_level: [f64; 6],
    offsets: Vec<[f64; 2]>,
    plane: Plane,
}

impl<'a> Eye<'a> {
    fn new(scan: &'a Pyramid, fit: &ScanFit, grid: &HexGrid) -> Self {
        let mut number = scan.level_for(WANTED_HEX / fit.pixels_per_hex);
        number = number.min(scan.levels().len().saturating_sub(1));
        let scale = 1.0 / (1_u64 << number) as f64;
        let across = (fit.pixels_per_hex * scale).min(96.0);
        let steps = (RADIUS * across).ceil() as i32;
        let mut offsets = Vec::new();
        for y in -steps..=steps {
            for x in -steps..=steps {
                let offset = [f64::from(x) / across, f64::from(y) / across];
                if offset[0] * offset[0] + offset[1] * offset[1] <= RADIUS * RADIUS {
                    offsets.push(offset);
                }
            }
        }
        Self {
            level: &scan.levels()[number],
            to_level: fit.pixel_from_plane.map(|value| value * scale),
            offsets,
            plane: Plane::new(grid.clone()),
        }
    }

    /// How a hex looks; `None` where the scan does not show enough of it.
    fn look(&self, hex: Hex, work: &mut Vec<Oklab>) -> Option<Look> {
        let centre = self.plane.centre(hex);
        let [a, b, c, d, e, f] = self.to_level;
        let (width, height) = (f64::from(self.level.width), f64::from(self.level.height));
        work.clear();
        let mut fine = 0.0;
        let mut ring: Vec<Oklab> = Vec::new();
        for offset in &self.offsets {
            let (x, y) = (centre[0] + offset[0], centre[1] + offset[1]);
            let (right, down) = (a * x + b * y + c, d * x + e * y + f);
            if !(right >= 0.0 && down >= 0.0 && right < width && down < height) {
                continue;
            }
            let (right, down) = (right as i64, down as i64);
            let here = oklab(self.level.pixel(right, down));
            let beside = oklab(self.level.pixel(right + 2, down + 1));
            // One sharp border weighs no more than a faint one all over.
            fine += square(here, beside).sqrt().min(0.15);
            if offset[0] * offset[0] + offset[1] * offset[1] >= RING * RING {
                ring.push(here);
            }
            work.push(here);
        }
        let shown = work.len() as f32 / self.offsets.len().max(1) as f32;
        if shown < MIN_SHOWN || work.is_empty() {
            return None;
        }
        let fine = fine / work.len() as f32;
        Some(described(work, &mut ring, fine))
    }
}

fn described(pixels: &mut [Oklab], ring: &mut [Oklab], fine: f32) -> Look {
    let ground = ground(if ring.len() >= LEAST_RING { ring } else { pixels });
    let count = pixels.len() as f32;
    let (mut same, mut dark, mut all) = (0.0_f32, 0.0_f32, [0.0_f32; 3]);
    for pixel in pixels.iter() {
        if square(*pixel, ground) < SAME * SAME {
            same += 1.0;
        } else if pixel[0] < ground[0] {
            dark += 1.0;
        }
        for (sum, value) in all.iter_mut().zip(pixel) {
            *sum += value;
        }
    }
    let printed = |channel: usize| all[channel] / count - ground[channel];
    // Light differs from corner to corner of a scan; hue hardly does.
    [
        ground[0],
        2.0 * ground[1],
        2.0 * ground[2],
        printed(0),
        2.0 * printed(1),
        2.0 * printed(2),
        0.1 * same / count,
        0.1 * dark / count,
        fine,
    ]
}

/// The colour that most of the disc has: from the middle of each channel to the middle of what
/// is like it, a few times over.
fn ground(pixels: &mut [Oklab]) -> Oklab {
    let middle = pixels.len() / 2;
    let mut ground: Oklab = std::array::from_fn(|channel| {
        let (_, pixel, _) =
            pixels.select_nth_unstable_by(middle, |a, b| a[channel].total_cmp(&b[channel]));
        pixel[channel]
    });
    for _ in 0..6 {
        let (mut sum, mut count) = ([0.0_f32; 3], 0.0_f32);
        for pixel in pixels.iter().filter(|pixel| square(**pixel, ground) < 4.0 * SAME * SAME) {
            for (sum, value) in sum.iter_mut().zip(pixel) {
                *sum += value;
            }
            count += 1.0;
        }
        if count == 0.0 {
            break;
        }
        ground = sum.map(|sum| sum / count);
    }
    ground
}

/// How all hexes look, by their numbers.
fn looks(
    eye: &Eye<'_>,
    grid: &HexGrid,
    progress: &Progress,
) -> Result<Vec<Option<Look>>, ReadError> {
    let mut looks: Vec<Option<Look>> = vec![None; grid.len()];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = grid.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for (part, looks) in looks.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                let mut work = Vec::with_capacity(eye.offsets.len());
                for (at, look) in looks.iter_mut().enumerate() {
                    if progress.stopped() {
                        return;
                    }
                    *look = eye.look(Hex((part * share + at) as u32), &mut work);
                    progress.done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    if progress.stopped() { Err(ReadError::Stopped) } else { Ok(looks) }
}

/// A kind of terrain as it looks.
#[derive(Clone, Debug, Default)]
struct Class {
    examples: Vec<Look>,
}

struct Verdict {
    class: usize,
    next: usize,
    confidence: f32,
}

fn judge(classes: &[Class], look: &Look) -> Verdict {
    let mut order: Vec<(f32, usize)> = classes
        .iter()
        .enumerate()
        .map(|(number, class)| {
            let nearest = class.examples.iter().map(|example| apart(example, look));
            (nearest.fold(f32::INFINITY, f32::min), number)
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (best, second) = (order[0], order[1.min(order.len() - 1)]);
    // Where both are as near as noise, nothing is sure.
    let margin = (second.0 - best.0) / (second.0 + best.0 + 0.02);
    let strange = best.0 / 0.25;
    Verdict {
        class: best.1,
        next: second.1,
        confidence: (margin / (1.0 + strange * strange)).clamp(0.0, 1.0),
    }
}

/// How different two hexes look.
///
/// Some kinds of terrain share their ground and differ in print; but what is printed in a hex may
/// as well be a town, a trench or a name, so that however much it is, it counts for little.
fn apart(a: &Look, b: &Look) -> f32 {
    let (mut ground, mut print) = (0.0, 0.0);
    for (at, (a, b)) in a.iter().zip(b).enumerate() {
        *(if at < GROUND { &mut ground } else { &mut print }) += (a - b) * (a - b);
    }
    (ground + print / (1.0 + print / (MOST_PRINT * MOST_PRINT))).sqrt()
}

/// Classes that also know the middle of what looks most like each.
fn learnt(classes: &[Class], looks: &[Option<Look>]) -> Vec<Class> {
    let mut found: Vec<Vec<Look>> = vec![Vec::new(); classes.len()];
    for look in looks.iter().flatten() {
        let verdict = judge(classes, look);
        if verdict.confidence > 0.6 {
            found[verdict.class].push(*look);
        }
    }
    let mut learnt = classes.to_vec();
    for (class, found) in learnt.iter_mut().zip(found) {
        if found.len() < 5 {
            continue;
        }
        let mut middle = [0.0; FEATURES];
        for (feature, value) in middle.iter_mut().enumerate() {
            let mut values: Vec<f32> = found.iter().map(|look| look[feature]).collect();
            values.sort_by(f32::total_cmp);
            *value = values[values.len() / 2];
        }
        class.examples.push(middle);
    }
    learnt
}
