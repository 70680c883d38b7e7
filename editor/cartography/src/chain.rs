//! Runs of hexsides along lines.

use std::collections::BTreeSet;

use salient_hex::Side;
use salient_schema::recipe::{ChainEnd, ChainRule, MapEdge};
use salient_schema::{Code, Diagnostic, Provenance};

use crate::layer::{Layer, Shape};
use crate::line::{Line, clip, join};
use crate::net::Net;
use crate::plane::{Corner, Plane, Point, length, square, square_to_line};

/// A chain that was made: one run of hexsides, or several.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Its name in rules.
    pub id: String,
    /// Where its lines come from.
    pub provenance: Provenance,
    /// Its runs.
    pub runs: Vec<Run>,
}

/// A run of hexsides without a gap.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the line that it follows.
    pub name: Option<String>,
    /// The corners that it passes, in order, as nodes of the corner net.
    pub corners: Vec<u32>,
    /// Its hexsides, in order.
    pub sides: Vec<Side>,
    /// How far the line goes from the run at most, in hexes.
    pub strays: f64,
    /// The length of the line on the map, in hexes.
    pub line: f64,
}

impl Chain {
    /// All its corners.
    pub fn corners(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().flat_map(|run| run.corners.iter().copied())
    }

    /// All its hexsides.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        self.runs.iter().flat_map(|run| run.sides.iter().copied())
    }
}

/// Makes chains, one after the other.
pub struct Chains<'a> {
    plane: &'a Plane,
    /// The corners of the map.
    pub net: &'a Net,
    /// The corners on the map's rim, by [`MapEdge`].
    rims: [BTreeSet<u32>; 4],
    /// Those made so far.
    pub made: Vec<Chain>,
}

/// How near an end must be to a chain to run on to it, in hexes.
const MEETING: f64 = 1.0;

impl<'a> Chains<'a> {
    /// Starts with none.
    pub fn new(plane: &'a Plane, net: &'a Net, corners: &'a [Corner]) -> Self {
        let rims = [MapEdge::North, MapEdge::East, MapEdge::South, MapEdge::West]
            .map(|edge| rim(plane, net, corners, edge));
        Self { plane, net, rims, made: Vec::new() }
    }

    /// A chain made before.
    pub fn get(&self, id: &str) -> Option<&Chain> {
        self.made.iter().find(|chain| chain.id == id)
    }

    /// Makes a chain by its rule. Pointers of faults are relative to the rule.
    pub fn make(&mut self, rule: &ChainRule, layer: &Layer) -> Result<(), Box<Diagnostic>> {
        let lines = lines_of(layer, rule)?;
        let mut parts: Vec<Line> = lines.iter().flat_map(|line| clip(line, self.plane)).collect();
        if parts.is_empty() {
            let message = "none of these lines comes near the map";
            return Err(fault(Code::OffMap, message, "/take"));
        }
        if let Some(shortest) = rule.shortest {
            parts.retain(|part| length(&part.points) >= shortest);
        }
        // The longest first, so that brooks run on to rivers.
        let mut order: Vec<usize> = (0..parts.len()).collect();
        if rule.several {
            let lengths: Vec<f64> = parts.iter().map(|part| length(&part.points)).collect();
            order.sort_by(|&a, &b| lengths[b].total_cmp(&lengths[a]).then(a.cmp(&b)));
        }
        let barred = self.barred(rule);
        self.made.push(Chain {
            id: rule.id.clone(),
            provenance: layer.provenance,
            runs: Vec::new(),
        });
        let last = parts.len().saturating_sub(1);
        let mut made = Vec::new();
        for index in order {
            let ends = [
                rule.from.as_ref().filter(|_| index == 0 && !rule.several),
                rule.to.as_ref().filter(|_| index == last && !rule.several),
            ];
            if let Some(run) = self.run(rule, &parts[index], ends, &barred)?
                && let Some(chain) = self.made.last_mut()
            {
                chain.runs.push(run);
                made.push(index);
            }
        }
        if rule.several && rule.meets.contains(&rule.id) {
            self.join_later(rule, &parts, &made, &barred)?;
        }
        Ok(())
    }

    /// Makes those runs anew that end in the open, near a run that was made after them.
    fn join_later(
        &mut self,
        rule: &ChainRule,
        parts: &[Line],
        made: &[usize],
        barred: &BTreeSet<Side>,
    ) -> Result<(), Box<Diagnostic>> {
        let place = self.made.len().saturating_sub(1);
        for (at, &index) in made.iter().enumerate() {
            // A run is not to meet itself.
            let own = self.made[place].runs.remove(at);
            let met: BTreeSet<u32> =
                rule.meets.iter().filter_map(|id| self.get(id)).flat_map(Chain::corners).collect();
            let open = [own.corners.first(), own.corners.last()]
                .into_iter()
                .flatten()
                .any(|end| !self.net.is_rim(*end) && !met.contains(end));
            let again = if open && !parts[index].is_ring() {
                self.run(rule, &parts[index], [None, None], barred)?
            } else {
                None
            };
            self.made[place].runs.insert(at, again.unwrap_or(own));
        }
        Ok(())
    }

    fn barred(&self, rule: &ChainRule) -> BTreeSet<Side> {
        let labels = rule.barred.iter().flat_map(|barred| &barred.sides);
        labels.filter_map(|label| self.plane.grid.parse_side(label)).collect()
    }

    fn run(
        &self,
        rule: &ChainRule,
        line: &Line,
        ends: [Option<&ChainEnd>; 2],
        barred: &BTreeSet<Side>,
    ) -> Result<Option<Run>, Box<Diagnostic>> {
        let no_way = || fault(Code::Schema, "the barred hexsides leave no way", "/barred");
        let points = line.points.as_slice();
        let mut way = if line.is_ring() && line.cut == [false, false] {
            self.ring(points, barred).ok_or_else(no_way)?
        } else {
            let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
                return Ok(None);
            };
            let from = self.end(rule, ends[0], first, line.cut[0], "/from")?;
            let to = self.end(rule, ends[1], last, line.cut[1], "/to")?;
            self.net.route(points, from, to, barred, &BTreeSet::new()).ok_or_else(no_way)?
        };
        self.trim(rule, ends, &mut way);
        if way.len() < 2 {
            return Ok(None);
        }
        let places: Vec<Point> = way.iter().map(|&node| self.net.place(node)).collect();
        let strays = points.iter().map(|&point| square_to_line(point, &places));
        Ok(Some(Run {
            name: line.name.clone(),
            sides: self.net.sides(&way),
            corners: way,
            strays: strays.fold(0.0, f64::max).sqrt(),
            line: length(points),
        }))
    }

    /// The corner at which a run starts or ends.
    fn end(
        &self,
        rule: &ChainRule,
        end: Option<&ChainEnd>,
        point: Point,
        cut: bool,
        pointer: &str,
    ) -> Result<u32, Box<Diagnostic>> {
        let found = match end {
            Some(ChainEnd::On(id)) => {
                let corners = self.get(id).into_iter().flat_map(Chain::corners);
                self.net.nearest(point, corners)
            }
            Some(ChainEnd::Edge(edge)) => {
                self.net.nearest(point, self.rims[*edge as usize].iter().copied())
            }
            None if cut => {
                let rim = self.net.nodes().filter(|&node| self.net.is_rim(node));
                self.net.nearest(point, rim)
            }
            None => self.meeting(rule, point).or_else(|| self.net.nearest(point, self.net.nodes())),
        };
        found.map(|(node, _)| node).ok_or_else(|| {
            fault(Code::DanglingReference, "the chain that it should meet has no hexsides", pointer)
        })
    }

    /// The corner of another chain that an end runs on to.
    fn meeting(&self, rule: &ChainRule, point: Point) -> Option<(u32, f64)> {
        let chains = rule.meets.iter().filter_map(|id| self.get(id));
        self.net
            .nearest(point, chains.flat_map(Chain::corners))
            .filter(|(_, far)| *far <= MEETING * MEETING)
    }

    /// Round a closed line: in three parts, each kept off the corners of the ones before.
    fn ring(&self, points: &[Point], barred: &BTreeSet<Side>) -> Option<Vec<u32>> {
        let third = length(points) / 3.0;
        let (mut gone, mut stops) = (0.0, Vec::new());
        for ends in points.windows(2) {
            if stops.len() < 3 && gone >= third * stops.len() as f64 {
                stops.push(self.net.nearest(ends[0], self.net.nodes())?.0);
            }
            gone += square(ends[0], ends[1]).sqrt();
        }
        stops.dedup();
        let &[a, b, c] = stops.as_slice() else { return Some(Vec::new()) };
        if a == c {
            // Smaller than a hex.
            return Some(Vec::new());
        }
        let mut taken = BTreeSet::new();
        let mut way = vec![a];
        for (from, to, away) in [(a, b, c), (b, c, a), (c, a, b)] {
            taken.remove(&from);
            if to != a {
                taken.insert(away);
            }
            let part = self.net.route(points, from, to, barred, &taken)?;
            taken.extend(part.iter().copied());
            way.extend(part.into_iter().skip(1));
        }
        Some(way)
    }

    /// Cuts off what goes along a chain that the run ends on, or along an edge that it ends at.
    fn trim(&self, rule: &ChainRule, ends: [Option<&ChainEnd>; 2], way: &mut Vec<u32>) {
        for end in ends {
            // First the start, then, turned round again, the end.
            way.reverse();
            match end {
                Some(ChainEnd::Edge(edge)) => {
                    let touch = way.iter().skip(1).position(|&node| self.is_on(node, *edge));
                    if let Some(touch) = touch {
                        way.truncate(touch + 2);
                    }
                }
                Some(ChainEnd::On(id)) => self.trim_along([id.as_str()], way),
                None => self.trim_along(rule.meets.iter().map(String::as_str), way),
            }
        }
    }

    /// Cuts off the end of a run as far as it goes along some chains.
    fn trim_along<'i>(&self, ids: impl IntoIterator<Item = &'i str>, way: &mut Vec<u32>) {
        let sides: BTreeSet<Side> =
            ids.into_iter().filter_map(|id| self.get(id)).flat_map(Chain::sides).collect();
        while let [.., before, last] = *way.as_slice()
            && self.net.side(before, last).is_some_and(|side| sides.contains(&side))
        {
            way.pop();
        }
    }

    /// Whether a corner lies on an edge of the map.
    fn is_on(&self, node: u32, edge: MapEdge) -> bool {
        self.rims[edge as usize].contains(&node)
    }
}

/// The corners on the rim of the map that belong to hexes along an edge.
fn rim(plane: &Plane, net: &Net, corners: &[Corner], edge: MapEdge) -> BTreeSet<u32> {
    let of_hex = |hex| plane.corners(hex);
    plane
        .grid
        .along_edge(edge)
        .into_iter()
        .flat_map(of_hex)
        .filter_map(|corner| corners.binary_search(&corner).ok())
        .map(|node| node as u32)
        .filter(|&node| net.is_rim(node))
        .collect()
}

/// The lines that a rule means, joined.
fn lines_of(layer: &Layer, rule: &ChainRule) -> Result<Vec<Line>, Box<Diagnostic>> {
    let mut lines = Vec::new();
    for thing in layer.things.iter().filter(|thing| thing.is_meant(&rule.take)) {
        match &thing.shape {
            Shape::Lines(several) => {
                lines.extend(several.iter().map(|points| (thing.name.clone(), points.clone())));
            }
            // A coast may be given as the rim of the land; where data are cut at the date line there
            // is none.
            Shape::Areas(areas) => {
                for ring in areas.iter().flatten() {
                    let parts = match layer.date_line {
                        Some(along) => apart_from(ring, along),
                        None => vec![ring.clone()],
                    };
                    lines.extend(parts.into_iter().map(|part| (thing.name.clone(), part)));
                }
            }
            Shape::Points(_) => {
                let message = format!("`{}` is a point, where lines are asked for", thing.called());
                return Err(fault(Code::Schema, message, "/take"));
            }
        }
    }
    if lines.is_empty() {
        let message = format!("no line of the layer `{}` is meant by this", layer.id);
        return Err(fault(Code::DanglingReference, message, "/take"));
    }
    let joined = join(lines);
    if joined.len() > 1 && !rule.several {
        let message = format!("these are {} lines that do not join into one", joined.len());
        let found = fault(Code::Schema, message, "/take");
        return Err(Box::new(found.help("choose one with `where`, or say `\"several\": true`")));
    }
    Ok(joined)
}

/// The parts of a ring that do not run along a straight line.
fn apart_from(ring: &[Point], along: [Point; 2]) -> Vec<Vec<Point>> {
    const ON: f64 = 1e-12;
    let is_on = |point: &Point| square_to_line(*point, &along) < ON;
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut goes_on = false;
    for ends in ring.windows(2) {
        let is_cut = ends.iter().all(is_on);
        if !is_cut {
            match parts.last_mut().filter(|_| goes_on) {
                Some(part) => part.push(ends[1]),
                None => parts.push(ends.to_vec()),
            }
        }
        goes_on = !is_cut;
    }
    parts
}

fn fault(code: Code, message: impl Into<String>, pointer: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).pointer(pointer))
}

/// A corner in words: the hexes that meet there.
pub fn corner_in_words(plane: &Plane, corner: Corner) -> String {
    // The nearest hexes touch it; there are at most three.
    let place = plane.place(corner);
    let Some((nearest, _)) = plane.nearest(place) else { return String::new() };
    let mut hexes: Vec<salient_hex::Hex> = plane
        .grid
        .within(nearest, 1)
        .into_iter()
        .filter(|&hex| plane.corners(hex).contains(&corner))
        .collect();
    hexes.sort_unstable();
    let labels: Vec<String> = hexes.into_iter().map(|hex| plane.grid.label(hex)).collect();
    match labels.as_slice() {
        [one] => format!("a corner of {one}"),
        several => several.join("/"),
    }
}
