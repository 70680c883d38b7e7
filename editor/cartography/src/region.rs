//! Sets of hexes: what areas cover, what lies on one side of chains, what lies along an edge, what
//! lies so high. And the hexsides that areas cover.

mod covered;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, VecDeque};

use salient_hex::area::{self, TooMuch};
use salient_hex::{Direction, Hex, Side};
use salient_schema::map::Orientation;
use salient_schema::recipe::{Areas, EdgeStrip, HeightBound, Heights, Region, Selection, Within};
use salient_schema::{Code, Diagnostic, HexIndex};

use crate::chain::Chain;
use crate::fit::Fitted;
use crate::heights::HexHeights;
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
    /// What each layer that is a grid of heights tells of the hexes, once a rule has asked for it.
    heights: Vec<OnceCell<HexHeights>>,
    /// The room that is left for regions: each may be all of a large map.
    room: RefCell<area::Areas>,
}

/// Hexes of all areas and regions of a recipe together: the largest map that is built, sixteen times.
const MOST_HEXES: u64 = 64 * area::MOST_HEXES;

impl<'a> RegionSource<'a> {
    /// With all the room that regions may take.
    pub fn new(
        plane: &'a Plane,
        fitted: &'a Fitted,
        layers: &'a [Layer],
        chains: &'a [Chain],
        net: &'a Net,
    ) -> Self {
        let grid = plane.grid.grid();
        let centre = |index| plane.grid.hex(index).map_or([0.0; 2], |hex| plane.centre(hex));
        let areas = area::Areas::with(grid.orientation, [grid.columns, grid.rows], centre);
        let room = RefCell::new(areas.with_room(MOST_HEXES, MOST_HEXES + area::MOST_WORK));
        let heights = layers.iter().map(|_| OnceCell::new()).collect();
        Self { plane, fitted, layers, chains, net, heights, room }
    }

    /// The hexes of a region. Pointers of faults are relative to it.
    pub fn hexes(&self, region: &Region) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        let hexes: BTreeSet<Hex> = match region {
            Region::Areas(areas) => self.areas(areas)?,
            Region::Within(within) => self.within(within),
            Region::Edge(strip) => self.strip(strip)?,
            Region::Hexes(list) => {
                list.iter().filter_map(|label| self.plane.grid.parse(label)).collect()
            }
            Region::Heights(rule) => self.so_high(rule)?,
        };
        self.room.borrow_mut().keep(hexes.len()).map_err(|why| too_much(why, ""))?;
        Ok(hexes)
    }

    /// What a layer tells of the heights of the hexes. None if it is no grid of heights.
    pub fn heights(&self, layer: &str) -> Option<&HexHeights> {
        let at = self.layers.iter().position(|other| other.id == layer)?;
        let grid = self.layers.get(at)?.heights.as_ref()?;
        let made = || HexHeights::of(grid, self.plane, self.fitted);
        Some(self.heights.get(at)?.get_or_init(made))
    }

    fn so_high(&self, rule: &Heights) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        let Some(heights) = self.heights(&rule.layer) else { return Ok(BTreeSet::new()) };
        let hexes_about = |bound: &HeightBound| {
            let within = usize::from(bound.within);
            3 * within * (within + 1) + 1
        };
        let each: usize = rule.bounds.iter().map(hexes_about).sum();
        let work = self.room.borrow_mut().work(each.saturating_mul(self.plane.grid.len()));
        work.map_err(|why| too_much(why, "/heights/bounds"))?;
        let is_meant = |hex: &Hex| {
            rule.bounds.iter().all(|bound| {
                let number = heights.number(self.plane, *hex, bound);
                number.is_some_and(|number| bound.holds(number))
            })
        };
        Ok(self.plane.grid.hexes().filter(is_meant).collect())
    }

    /// What a selection means of its layer.
    pub fn meant(&self, take: &Selection) -> Vec<&Thing> {
        let layer = self.layers.iter().find(|layer| layer.id == take.layer);
        let things = layer.map(|layer| layer.things.as_slice()).unwrap_or_default();
        things.iter().filter(|thing| thing.is_meant(take)).collect()
    }

    fn areas(&self, rule: &Areas) -> Result<BTreeSet<Hex>, Box<Diagnostic>> {
        let mut covered: Vec<f64> = vec![0.0; self.plane.grid.len()];
        for area in self.meant_areas(&rule.take)? {
            let covering = match rule.share {
                Some(_) => self.cover_by_shares(&area, &mut covered),
                None => self.cover(&area, &mut covered),
            };
            covering.map_err(|why| too_much(why, "/areas/take"))?;
        }
        let least = rule.share.unwrap_or(1.0);
        // A hair less, so that a hex wholly covered by two areas counts as covered.
        let enough = |hex: &Hex| covered[hex.index()] >= least - 1e-9;
        Ok(self.plane.grid.hexes().filter(enough).collect())
    }

    /// The areas of all things that a selection means.
    fn meant_areas(
        &self,
        take: &Selection,
    ) -> Result<impl Iterator<Item = Area> + use<'_>, Box<Diagnostic>> {
        let things = self.meant(take);
        if things.is_empty() {
            let message = format!("nothing in the layer `{}` is meant by this", take.layer);
            let found = Diagnostic::error(Code::DanglingReference, message);
            return Err(Box::new(found.pointer("/areas/take")));
        }
        if let Some(line) = things.iter().find(|thing| matches!(thing.shape, Shape::Lines(_))) {
            let message = format!("`{}` is a line, where areas are asked for", line.called());
            let found = Diagnostic::error(Code::Schema, message).pointer("/areas/take");
            return Err(Box::new(found));
        }
        let areas = things.into_iter().flat_map(|thing| self.areas_of(thing).unwrap_or_default());
        Ok(areas)
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

    /// Covers the hexes whose centres lie in an area.
    fn cover(&self, area: &Area, covered: &mut [f64]) -> Result<(), TooMuch> {
        let hexes = self.room.borrow_mut().hexes(area.iter().map(Vec::as_slice))?;
        for hex in hexes.into_iter().filter_map(|index| self.plane.grid.hex(index)) {
            covered[hex.index()] = 1.0;
        }
        Ok(())
    }

    /// Adds what an area covers of each hex.
    fn cover_by_shares(&self, area: &Area, covered: &mut [f64]) -> Result<(), TooMuch> {
        let Some([least, most]) = bounds(area) else { return Ok(()) };
        let grid = self.plane.grid.grid();
        let is_flat = grid.orientation == Orientation::FlatTopped;
        let (lines, places) =
            if is_flat { (grid.columns, grid.rows) } else { (grid.rows, grid.columns) };
        let hex = |line: u16, place: u16| {
            let (column, row) = if is_flat { (line, place) } else { (place, line) };
            self.plane.grid.hex(HexIndex::new(column, row))
        };
        let near = |centre: Point, axis: usize| {
            centre[axis] > least[axis] - 1.0 && centre[axis] < most[axis] + 1.0
        };
        let (across, along) = if is_flat { (0, 1) } else { (1, 0) };
        let mut room = self.room.borrow_mut();
        for line in 0..lines {
            let Some(first) = hex(line, 0).map(|hex| self.plane.centre(hex)) else { continue };
            if !near(first, across) {
                continue;
            }
            // What lies about this line of hexes alone: an outline may be long.
            room.work(area.iter().map(Vec::len).sum())?;
            let strip: Area =
                area.iter().map(|ring| strip_of(ring, across, first[across])).collect();
            let corners: usize = strip.iter().map(Vec::len).sum();
            for hex in (0..places).filter_map(|place| hex(line, place)) {
                if near(self.plane.centre(hex), along) {
                    room.work(1 + corners)?;
                    covered[hex.index()] += self.share(&strip, hex);
                }
            }
        }
        Ok(())
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
        let along = self.plane.grid.along_edge(rule.edge);
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

/// The part of a ring about a line of hexes, which stands there on this axis.
fn strip_of(ring: &[Point], axis: usize, at: f64) -> Vec<Point> {
    // A little wider than the hexes.
    const HALF: f64 = 0.6;
    let (least, most) = (at - HALF, at + HALF);
    let sides = match axis {
        0 => [[[least, 1.0], [least, 0.0]], [[most, 0.0], [most, 1.0]]],
        _ => [[[0.0, least], [1.0, least]], [[1.0, most], [0.0, most]]],
    };
    sides.into_iter().fold(open(ring), |kept, [from, to]| cut(&kept, from, to))
}

/// The part of a ring within a convex polygon, whose corners run clockwise on the screen.
fn clipped(ring: &[Point], corners: &[Point]) -> Vec<Point> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).fold(open(ring), |kept, (&from, &to)| cut(&kept, from, to))
}

/// An open ring; the last corner leads back to the first.
fn open(ring: &[Point]) -> Vec<Point> {
    let is_closed = ring.len() > 1 && ring.first() == ring.last();
    ring[..ring.len() - usize::from(is_closed)].to_vec()
}

/// The part of an open ring on the right of a line, as seen on the screen by who goes along it.
fn cut(ring: &[Point], from: Point, to: Point) -> Vec<Point> {
    // Positive on the inner side, as y runs down.
    let inner =
        |p: Point| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
    let mut kept = Vec::with_capacity(ring.len() + 4);
    for (at, &here) in ring.iter().enumerate() {
        let before = ring[(at + ring.len() - 1) % ring.len()];
        let (was, is) = (inner(before), inner(here));
        if (was < 0.0) != (is < 0.0) {
            let t = was / (was - is);
            let between = |axis: usize| before[axis] + t * (here[axis] - before[axis]);
            kept.push([between(0), between(1)]);
        }
        if is >= 0.0 {
            kept.push(here);
        }
    }
    kept
}

/// Why a region has no room.
fn too_much(why: TooMuch, pointer: &str) -> Box<Diagnostic> {
    let found = Diagnostic::error(Code::Schema, format!("the region is too much: {why}"));
    Box::new(found.help("name fewer regions, or coarser areas").pointer(pointer))
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
