//! Lines before they are laid on hexes: joined end to end, and cut off where the map ends.

use std::collections::BTreeMap;

use crate::plane::{Plane, Point, square};

/// A line of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: Option<String>,
    /// Its points.
    pub points: Vec<Point>,
    /// Whether the map's edge cuts it off at its start and at its end.
    pub cut: [bool; 2],
}

impl Line {
    /// Whether it ends where it starts.
    pub fn is_ring(&self) -> bool {
        self.points.len() > 3 && self.points.first() == self.points.last()
    }
}

/// A point as a key: equal exactly if the coordinates are.
fn key([x, y]: Point) -> [u64; 2] {
    [(x + 0.0).to_bits(), (y + 0.0).to_bits()]
}

/// Joins lines that meet end to end, where exactly two of them do.
pub fn join(lines: Vec<(Option<String>, Vec<Point>)>) -> Vec<Line> {
    let lines: Vec<_> = lines.into_iter().filter(|(_, points)| points.len() > 1).collect();
    let mut ends: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for (index, (_, points)) in lines.iter().enumerate() {
        for end in [points.first(), points.last()].into_iter().flatten() {
            ends.entry(key(*end)).or_default().push(index);
        }
    }
    let mut used = vec![false; lines.len()];
    let mut joined = Vec::new();
    for start in 0..lines.len() {
        if std::mem::replace(&mut used[start], true) {
            continue;
        }
        let (name, points) = lines[start].clone();
        let (mut name, mut points) = (name, points);
        // On from the end, and then the same from the other end.
        for _ in 0..2 {
            while let Some(&end) = points.last() {
                let here = ends.get(&key(end)).map(Vec::as_slice).unwrap_or_default();
                let next = match here {
                    [a, b] if !used[*a] => Some(*a).filter(|_| used[*b]),
                    [a, b] if !used[*b] => Some(*b).filter(|_| used[*a]),
                    _ => None,
                };
                let Some(next) = next else { break };
                used[next] = true;
                let (other, more) = &lines[next];
                name = name.or_else(|| other.clone());
                if more.first() == Some(&end) {
                    points.extend(more.iter().skip(1));
                } else {
                    points.extend(more.iter().rev().skip(1));
                }
            }
            points.reverse();
        }
        joined.push(Line { name, points, cut: [false, false] });
    }
    joined
}

/// How far beyond the outermost centres a line still counts, in hexes.
const MARGIN: f64 = 1.0;

/// How finely a line is looked at for where it leaves the map, in hexes.
const STEP: f64 = 0.25;

/// The parts of a line that lie on the map or just off it.
pub fn clip(line: &Line, plane: &Plane) -> Vec<Line> {
    let [least, most] = plane.bounds();
    let inside = |point: Point| {
        let near =
            (0..2).all(|axis| point[axis] > least[axis] - 2.0 && point[axis] < most[axis] + 2.0);
        near && plane.nearest(point).is_some_and(|(_, far)| far <= MARGIN * MARGIN)
    };
    let mut parts = Vec::new();
    let mut part: Option<Line> = None;
    let begin = |point: Point, cut: bool| Line {
        name: line.name.clone(),
        points: vec![point],
        cut: [cut, false],
    };
    if let Some(&first) = line.points.first()
        && inside(first)
    {
        part = Some(begin(first, false));
    }
    for ends in line.points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let at = |t: f64| [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
        let steps = (square(from, to).sqrt() / STEP).ceil().clamp(1.0, 10_000.0);
        let mut before = 0.0;
        for step in 1..=steps as u32 {
            let here = f64::from(step) / steps;
            match (part.is_some(), inside(at(here))) {
                (true, false) => {
                    let edge = at(crossing(before, here, &|t| inside(at(t))));
                    if let Some(mut done) = part.take() {
                        done.points.push(edge);
                        done.cut[1] = true;
                        parts.push(done);
                    }
                }
                (false, true) => {
                    let edge = at(crossing(here, before, &|t| inside(at(t))));
                    part = Some(begin(edge, true));
                }
                _ => {}
            }
            before = here;
        }
        if let Some(part) = &mut part {
            part.points.push(to);
        }
    }
    parts.extend(part);
    // A ring that starts on the map is cut at its start only by chance.
    if let [first, .., last] = parts.as_slice()
        && line.is_ring()
        && !first.cut[0]
        && !last.cut[1]
    {
        let mut whole = last.clone();
        whole.points.extend(first.points.iter().skip(1));
        whole.cut[1] = first.cut[1];
        parts.pop();
        parts[0] = whole;
    }
    parts.retain(|part| part.points.len() > 1);
    parts
}

/// Where a line leaves the map, between a place on it and a place off it.
fn crossing(mut on: f64, mut off: f64, inside: &dyn Fn(f64) -> bool) -> f64 {
    for _ in 0..24 {
        let half = (on + off) / 2.0;
        if inside(half) {
            on = half;
        } else {
            off = half;
        }
    }
    on
}
