//! Sets of hexes: what areas cover, what lies on one side of chains, what lies along an edge.

use std::collections::{BTreeSet, VecDeque};

use salient_hex::{Direction, Hex, Side};
use salient_schema::recipe::{Areas, EdgeStrip, Region, Selection, Within};
use salient_schema::{Code, Diagnostic};

use crate::chain::{Chain, edge_hexes};
use crate::fit::Fitted;
use crate::layer::{Layer, Shape, Thing};
use crate::maths::{METRES_PER_DEGREE_NORTH, cosine, metres_per_degree_east, sine};
use crate::net::Net;
use crate::plane::{Plane, Point};

/// An area: its rim, then its holes.
pub type Area = Vec<Vec<Point>>;

/// What regions are made of.
pub struct RegionSource<'a> {
    /// The grid.
    pub plane: &'a Plane,
    /// How it lies on the earth.
    pub fitted: &'a Fitted,
    /// The geographic data.
    pub layers: &'a [Layer],
    /// The chains.
    pub chains: &'a [Chain],
    /// The corners that chains run along.
    pub net: &'a Net,
}

impl RegionSource<'_> {
    /// The hexes of a region. Pointers of faults are relative to it.
    pub fn hexes(&self, region: &Region) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        match region {
            Region::Areas(areas) => self.areas(areas),
            Region::Within(within) => Ok(self.within(within)),
            Region::Edge(strip) => self.strip(strip),
            Region::Hexes(list) => {
                Ok(list.iter().filter_map(|label| self.plane.grid.parse(label)).collect())
            }
        }
    }

    /// What a selection means of its layer.
    pub fn meant(&self, take: &Selection) -> Vec<&Thing> {
        let layer = self.layers.iter().find(|layer| layer.id == take.layer);
        let things = layer.map(|layer| layer.things.as_slice()).unwrap_or_default();
        things.iter().filter(|thing| thing.is_meant(take)).collect()
    }

    fn areas(&self, rule: &Areas) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        let mut covered: Vec<f64> = vec![0.0; self.plane.grid.len()];
        let things = self.meant(&rule.take);
        if things.is_empty() {
            let message = format!("nothing in the layer `{}` is meant by this", rule.take.layer);
            let found = Diagnostic::error(Code::DanglingReference, message);
            return Err(Box::new(found.pointer("/areas/take")));
        }
        for thing in things {
            let Some(areas) = self.areas_of(thing) else {
                let message = format!("`{}` is a line, where areas are asked for", thing.called());
                let found = Diagnostic::error(Code::Schema, message).pointer("/areas/take");
                return Err(Box::new(found));
            };
            for area in &areas {
                self.cover(area, rule.share.is_some(), &mut covered);
            }
        }
        let least = rule.share.unwrap_or(1.0);
        // A hair less, so that a hex wholly covered by two areas counts as covered.
        let enough = |hex: &Hex| covered[hex.index()] >= least - 1e-9;
        Ok(self.plane.grid.hexes().filter(enough).collect())
    }

    /// The areas of a thing: its own, or its ellipse, or for a plain point none. `None` for a
    /// line.
    pub fn areas_of(&self, thing: &Thing) -> Option<Vec<Area>> {
        match &thing.shape {
            Shape::Areas(areas) => Some(areas.clone()),
            Shape::Lines(_) => None,
            Shape::Points(points) => {
                let size = (thing.number("length_m"), thing.number("width_m"));
                let (Some(length), Some(width)) = size else { return Some(Vec::new()) };
                let bearing = thing.number("bearing").unwrap_or(0.0);
                let ring = |&(_, place): &(Point, [f64; 2])| {
                    vec![ellipse(self.fitted, place, [length / 2.0, width / 2.0], bearing)]
                };
                Some(points.iter().map(ring).collect())
            }
        }
    }

    /// Adds what an area covers of each hex: of its centre, or of the whole hex.
    fn cover(&self, area: &Area, whole: bool, covered: &mut [f64]) {
        let Some([least, most]) = bounds(area) else { return };
        for hex in self.plane.grid.hexes() {
            let centre = self.plane.centre(hex);
            let near = (0..2)
                .all(|axis| centre[axis] > least[axis] - 1.0 && centre[axis] < most[axis] + 1.0);
            if !near {
                continue;
            }
            if whole {
                covered[hex.index()] += self.share(area, hex);
            } else if holds(area, centre) {
                covered[hex.index()] = 1.0;
            }
        }
    }

    /// How much of a hex lies in an area, 0 to 1.
    fn share(&self, area: &Area, hex: Hex) -> f64 {
        let corners = self.plane.corners(hex).map(|corner| self.plane.place(corner));
        let all = ring_area(&corners).abs();
        let mut inside = 0.0;
        for (index, ring) in area.iter().enumerate() {
            let part = ring_area(&clipped(ring, &corners)).abs();
            inside += if index == 0 { part } else { -part };
        }
        inside / all
    }

    fn within(&self, rule: &Within) -> BTreeSet<Hex> {
        let grid = &self.plane.grid;
        let walls: BTreeSet<Side> = self
            .chains
            .iter()
            .filter(|chain| rule.chains.contains(&chain.id))
            .flat_map(Chain::sides)
            .collect();
        let mut found: BTreeSet<Hex> =
            rule.from.iter().filter_map(|label| grid.parse(label)).collect();
        let mut open: VecDeque<Hex> = found.iter().copied().collect();
        while let Some(hex) = open.pop_front() {
            for direction in Direction::ALL {
                if let Some(other) = grid.neighbour(hex, direction)
                    && !walls.contains(&grid.side(hex, direction))
                    && found.insert(other)
                {
                    open.push_back(other);
                }
            }
        }
        found
    }

    /// Ends of walls in the middle of the map, round which a region runs out: warnings with
    /// pointers relative to the region.
    pub fn loose_ends(&self, rule: &Within) -> Vec<Diagnostic> {
        let walls = || self.chains.iter().filter(|chain| rule.chains.contains(&chain.id));
        let mut found = Vec::new();
        for chain in walls() {
            let at = rule.chains.iter().position(|id| *id == chain.id).unwrap_or_default();
            for (number, run) in chain.runs.iter().enumerate() {
                let ends = [run.corners.first(), run.corners.last()];
                if ends[0] == ends[1] {
                    continue;
                }
                for end in ends.into_iter().flatten() {
                    let others = walls().flat_map(|other| {
                        let own = other.id == chain.id;
                        let runs = other.runs.iter().enumerate();
                        runs.filter(move |(index, _)| !own || *index != number)
                    });
                    let meets = others.into_iter().any(|(_, other)| other.corners.contains(end));
                    if !meets && !self.net.is_rim(*end) {
                        let place = self.plane.nearest(self.net.place(*end));
                        let label = place.map(|(hex, _)| self.plane.grid.label(hex));
                        let label = label.unwrap_or_default();
                        let message = format!(
                            "the chain `{}` ends in the middle of the map, by hex {label}: what \
                             it should keep in runs out there",
                            chain.id
                        );
                        let help = "let it meet another chain or the map's edge";
                        let code = Code::Schema;
                        let told = Diagnostic::warning(code, message).help(help).hex(label);
                        found.push(told.pointer(format!("/within/chains/{at}")));
                    }
                }
            }
        }
        found
    }

    fn strip(&self, rule: &EdgeStrip) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        let along = edge_hexes(self.plane, rule.edge);
        let place = |label: &Option<String>, default: usize, field: &str| match label {
            None => Ok(default),
            Some(label) => {
                let hex = self.plane.grid.parse(label);
                along.iter().position(|&other| Some(other) == hex).ok_or_else(|| {
                    let message = format!("hex {label} does not lie on this edge of the map");
                    let found = Diagnostic::error(Code::OffMap, message).hex(label);
                    Box::new(found.pointer(format!("/edge/{field}")))
                })
            }
        };
        let from = place(&rule.from, 0, "from")?;
        let to = place(&rule.to, along.len().saturating_sub(1), "to")?;
        let (first, last) = (from.min(to), from.max(to));
        Ok(along.into_iter().take(last + 1).skip(first).collect())
    }
}

/// The middle of a thing: of its points, its longest line or its greatest area.
pub fn middle_of(thing: &Thing) -> Option<Point> {
    match &thing.shape {
        Shape::Points(points) => points.first().map(|(point, _)| *point),
        Shape::Lines(lines) => lines
            .iter()
            .max_by_key(|line| line.len())?
            .get(..)
            .and_then(|line| line.get(line.len() / 2).copied()),
        Shape::Areas(areas) => {
            let rims = areas.iter().filter_map(|area| area.first());
            let greatest = rims.max_by(|a, b| ring_area(a).abs().total_cmp(&ring_area(b).abs()))?;
            centroid(greatest)
        }
    }
}

/// An ellipse of 64 corners with these half axes in metres, the first along a bearing.
fn ellipse(
    fitted: &Fitted,
    [longitude, latitude]: [f64; 2],
    half: [f64; 2],
    bearing: f64,
) -> Vec<Point> {
    let east = metres_per_degree_east(latitude).max(1.0);
    let (cos, sin) = (cosine(bearing), sine(bearing));
    let corner = |step: u32| {
        let angle = f64::from(step) * (360.0 / 64.0);
        let (along, across) = (half[0] * cosine(angle), half[1] * sine(angle));
        let (to_north, to_east) = (along * cos - across * sin, along * sin + across * cos);
        fitted.place(longitude + to_east / east, latitude + to_north / METRES_PER_DEGREE_NORTH)
    };
    (0..64).chain([0]).map(corner).collect()
}

fn bounds(area: &Area) -> Option<[Point; 2]> {
    let mut points = area.first()?.iter();
    let first = *points.next()?;
    let (mut least, mut most) = (first, first);
    for point in points {
        for axis in 0..2 {
            least[axis] = least[axis].min(point[axis]);
            most[axis] = most[axis].max(point[axis]);
        }
    }
    Some([least, most])
}

/// Whether an area holds a point: an odd number of rings around it.
fn holds(area: &Area, [x, y]: Point) -> bool {
    let mut inside = false;
    for ring in area {
        for ends in ring.windows(2) {
            let ([ax, ay], [bx, by]) = (ends[0], ends[1]);
            if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
                inside = !inside;
            }
        }
    }
    inside
}

/// The part of a ring within a convex polygon, whose corners run clockwise on the screen.
fn clipped(ring: &[Point], corners: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = ring.to_vec();
    // An open ring; the last corner leads back to the first.
    if kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    for (index, &from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        // Positive on the inner side, as y runs down.
        let inner =
            |p: Point| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
        let mut next = Vec::with_capacity(kept.len() + 4);
        for (at, &here) in kept.iter().enumerate() {
            let before = kept[(at + kept.len() - 1) % kept.len()];
            let (was, is) = (inner(before), inner(here));
            if (was < 0.0) != (is < 0.0) {
                let t = was / (was - is);
                next.push([
                    before[0] + t * (here[0] - before[0]),
                    before[1] + t * (here[1] - before[1]),
                ]);
            }
            if is >= 0.0 {
                next.push(here);
            }
        }
        kept = next;
    }
    kept
}

/// Twice the area of a ring, with a sign for the way it runs round.
fn ring_area(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

fn centroid(ring: &[Point]) -> Option<Point> {
    let first = *ring.first()?;
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for ends in ring.windows(2) {
        // About the first corner: large coordinates would cancel each other badly.
        let [a, b] = [ends[0], ends[1]].map(|p| [p[0] - first[0], p[1] - first[1]]);
        let cross = a[0] * b[1] - b[0] * a[1];
        area += cross;
        x += (a[0] + b[0]) * cross;
        y += (a[1] + b[1]) * cross;
    }
    if area == 0.0 {
        return Some(first);
    }
    Some([first[0] + x / (3.0 * area), first[1] + y / (3.0 * area)])
}
