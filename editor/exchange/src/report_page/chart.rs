//! Charts as shapes that stretch with the page and words that do not.
//!
//! A chart's shapes lie in an SVG of 1000 × 1000 units that is stretched to whatever room there
//! is; numbers and names stand beside it as text, placed in per cent. So a chart can be read on
//! a telephone as on a screen.

use maud::{Markup, html};

/// Units of a chart's picture along each edge.
const UNITS: f64 = 1000.0;

/// One axis: what is least and most on it, and where its marks are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    least: f64,
    most: f64,
    marks: Vec<f64>,
}

impl Scale {
    /// A scale of round numbers around all values, with about `marks` marks.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, marks: usize) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            least = least.min(value);
            most = most.max(value);
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        if most - least < 1e-9 {
            most = least + 1.0;
        }
        let step = round_step((most - least) / marks.max(1) as f64);
        // A whole number of steps may come out a little off.
        let first = (least / step + 1e-9).floor() as i64;
        let last = (most / step - 1e-9).ceil() as i64;
        let marks: Vec<f64> = (first..=last).map(|number| number as f64 * step).collect();
        Self { least: first as f64 * step, most: last as f64 * step, marks }
    }

    /// A scale from one value to another, without marks.
    pub(super) fn plain(least: f64, most: f64) -> Self {
        Self { least, most: if most > least { most } else { least + 1.0 }, marks: Vec::new() }
    }

    /// Where a value lies, from 0 at the least to 1 at the most.
    pub(super) fn share(&self, value: f64) -> f64 {
        ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0)
    }

    /// The marks.
    pub(super) fn marks(&self) -> &[f64] {
        &self.marks
    }

    /// The most that it shows.
    pub(super) fn most(&self) -> f64 {
        self.most
    }

    /// Whether a value is on it.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

/// The round number at or above a step: 1, 2 or 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|round| *round >= step * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// Two axes.
pub(super) struct Plot {
    pub(super) x: Scale,
    pub(super) y: Scale,
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> (String, String) {
        (unit(self.x.share(x) * UNITS), unit((1.0 - self.y.share(y)) * UNITS))
    }

    /// The data of a path through points.
    pub(super) fn line(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let mut data = String::new();
        for (x, y) in points {
            let (x, y) = self.at(x, y);
            let command = if data.is_empty() { 'M' } else { 'L' };
            data.push_str(&format!("{command}{x} {y}"));
        }
        data
    }

    /// The data of an area between two lines over the same places.
    pub(super) fn area(&self, points: &[(f64, f64, f64)]) -> String {
        let lower = points.iter().map(|&(x, low, _)| (x, low));
        let upper = points.iter().rev().map(|&(x, _, high)| (x, high));
        let mut data = self.line(lower.chain(upper));
        if !data.is_empty() {
            data.push('z');
        }
        data
    }

    /// The data of dots, as strokes of no length with round ends: they stay round.
    pub(super) fn dots(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        points
            .into_iter()
            .map(|(x, y)| {
                let (x, y) = self.at(x, y);
                format!("M{x} {y}h0")
            })
            .collect()
    }

    /// Level lines at the marks of the upright axis; the one at 0 is stronger.
    pub(super) fn grid(&self) -> Markup {
        html! {
            @for &mark in self.y.marks() {
                @let y = unit((1.0 - self.y.share(mark)) * UNITS);
                line class=(if mark == 0.0 { "base" } else { "grid" })
                    x1="0" x2="1000" y1=(y) y2=(y) {}
            }
        }
    }

    /// A level line from side to side.
    pub(super) fn level(&self, value: f64, class: &str) -> Markup {
        let y = unit((1.0 - self.y.share(value)) * UNITS);
        html! { line class=(class) x1="0" x2="1000" y1=(y) y2=(y) {} }
    }

    /// Upright strips around places of the level axis, each with words under the pointer.
    pub(super) fn strips(&self, places: &[(f64, String)]) -> Markup {
        let half = places
            .windows(2)
            .map(|pair| self.x.share(pair[1].0) - self.x.share(pair[0].0))
            .fold(1.0, f64::min)
            / 2.0;
        html! {
            @for (x, words) in places {
                @let from = (self.x.share(*x) - half).max(0.0);
                @let to = (self.x.share(*x) + half).min(1.0);
                rect class="hit" x=(unit(from * UNITS)) y="0"
                    width=(unit((to - from) * UNITS)) height="1000" { title { (words) } }
            }
        }
    }

    /// The numbers of the upright axis.
    pub(super) fn y_marks(&self, write: impl Fn(f64) -> String) -> Markup {
        html! {
            div class="y" aria-hidden="true" {
                @for &mark in self.y.marks() {
                    span style={ "top:" (percent(1.0 - self.y.share(mark))) } { (write(mark)) }
                }
            }
        }
    }

    /// The names along the level axis, each with smaller words under it.
    pub(super) fn x_marks(&self, places: &[(f64, String, String)]) -> Markup {
        html! {
            div class="x" aria-hidden="true" {
                @for (x, name, below) in places {
                    span style={ "left:" (percent(self.x.share(*x))) } {
                        (name) @if !below.is_empty() { small { (below) } }
                    }
                }
            }
        }
    }
}

/// A share as CSS has it: `12.5%`.
pub(super) fn percent(share: f64) -> String {
    format!("{}%", unit(share * 100.0))
}

/// A length, as short as a tenth allows.
pub(super) fn unit(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    if tenths % 10 == 0 {
        format!("{}", tenths / 10)
    } else {
        format!("{:.1}", tenths as f64 / 10.0)
    }
}

/// Moves places from 0 to 1 apart until each is at least so far from the next, in order. They
/// move no further than they must, and stay within 0 and 1 if there is room.
pub(super) fn apart(places: &mut [f64], gap: f64) {
    let gap = gap.min(1.0 / places.len().max(1) as f64);
    let mut least = 0.0f64;
    for place in places.iter_mut() {
        *place = place.max(least);
        least = *place + gap;
    }
    let mut most = 1.0f64;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_hold_everything() {
        let scale = Scale::around([-13.2, 47.9], 5);
        assert_eq!(scale.marks(), [-20.0, 0.0, 20.0, 40.0, 60.0]);
        assert_eq!(Scale::around([0.0, 60.0], 3).marks(), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(scale.share(-20.0), 0.0);
        assert_eq!(scale.share(60.0), 1.0);
        for odd in [vec![], vec![3.0], vec![0.0, 0.0], vec![f64::NAN], vec![1e-7, 2e-7]] {
            let scale = Scale::around(odd.clone(), 4);
            assert!(scale.marks().len() >= 2 && scale.most() > scale.least, "{odd:?} {scale:?}");
        }
    }

    #[test]
    fn crowded_names_move_apart() {
        let mut places = [0.4, 0.41, 0.42, 0.9, 1.0];
        apart(&mut places, 0.1);
        for pair in places.windows(2) {
            assert!(pair[1] - pair[0] >= 0.1 - 1e-9, "{places:?}");
        }
        assert!(places[0] >= 0.0 && places[4] <= 1.0);
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(unit(12.0), "12");
        assert_eq!(unit(12.34), "12.3");
        assert_eq!(unit(-0.04), "0");
        assert_eq!(percent(0.125), "12.5%");
    }
}
