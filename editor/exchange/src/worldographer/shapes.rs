//! What is drawn free of the hexes: along hexsides it becomes hexsides or lines, through hexes a
//! path, and areas become zones.

use roxmltree::Node;
use salient_hex::area::{Areas, MOST_HEXES};
use salient_hex::grid::{Hex, Side};
use salient_schema::Id;
use salient_schema::map::{Hexside, Line, Path, Zone, ZoneKind};

use super::placing::{Placing, Point};
use crate::{draft, tables};

/// Pieces that a curve is cut into.
const PIECES: usize = 8;
/// How finely a line is looked at for the hexes that it runs through, in hexes.
const STEP: f64 = 0.2;
/// Steps along all lines together, which come to as many hexes as areas may hold.
const STEPS: u64 = 5 * MOST_HEXES;
/// How far a corner of a line may lie from a corner of a hex, in hexes.
const NEAR: f32 = 0.12;
/// What runs along hexsides as an obstacle, by the beginnings of words.
const OBSTACLES: [&str; 10] =
    ["river", "stream", "brook", "canal", "cliff", "escarp", "ridge", "wall", "hedge", "coast"];

impl Placing<'_, '_, '_> {
    /// The shapes, one after the other.
    pub fn shapes(&mut self) {
        let mut room = Room { areas: Areas::on(self.grid), steps: STEPS };
        for (at, node) in self.drawing.all("shapes").enumerate() {
            self.tally.seen("shapes", 1);
            self.shape(node, at + 1, &mut room);
        }
    }

    fn shape(&mut self, node: Node<'_, '_>, number: usize, room: &mut Room) {
        let runs = self.runs(node);
        let (kind, is_told) = kind_of(node);
        let which = || format!("shape {number}, {kind}");
        let here = Some(format!("{}: shape {number}", self.place));
        let is_area = is_area(node);
        let placed = if is_area {
            self.zone(node, number, &kind, &runs, &mut room.areas)
        } else if let Some(sides) = self.sides(&runs) {
            self.border(&kind, sides);
            Ok(())
        } else {
            room.line(&runs).and_then(|()| self.paths(&kind, &runs))
        };
        if let Err(why) = placed {
            self.tally.told("shapes", "shape", why, which, here);
            return;
        }
        self.tally.placed("shapes");
        if !is_told && !is_area {
            let why = "no tag says what it is; it was taken for that by its colour";
            self.tally.changed("shape", why, which, here);
        }
    }

    /// The lines of a shape on the plane of the map, curves as straight pieces.
    fn runs(&self, node: Node<'_, '_>) -> Vec<Vec<Point>> {
        let mut runs: Vec<Vec<Point>> = Vec::new();
        for point in node.children().filter(|child| child.has_tag_name("p")) {
            let number = |name: &str| {
                point.attribute(name)?.parse::<f64>().ok().filter(|number| number.abs() < 1e7)
            };
            let place = |x: &str, y: &str| Some(self.plane([number(x)?, number(y)?]));
            let Some(to) = place("x", "y") else { continue };
            match runs.last_mut().filter(|_| point.attribute("type") != Some("m")) {
                None => runs.push(vec![to]),
                Some(run) => {
                    let controls = place("cx1", "cy1").zip(place("cx2", "cy2"));
                    if let (Some((a, b)), Some(&from)) = (controls, run.last()) {
                        run.extend((1..PIECES).map(|piece| curve([from, a, b, to], piece)));
                    }
                    run.push(to);
                }
            }
        }
        runs
    }

    /// The hexsides that all of the lines run along, each piece one.
    fn sides(&self, runs: &[Vec<Point>]) -> Option<Vec<Side>> {
        let mut sides = Vec::new();
        for piece in runs.iter().flat_map(|run| run.windows(2)) {
            let [[ax, ay], [bx, by]] = [piece.first()?, piece.get(1)?].map(|p| p.map(|x| x as f32));
            let (side, _) = self.grid.side_at([(ax + bx) / 2.0, (ay + by) / 2.0])?;
            let [[cx, cy], [dx, dy]] = self.grid.side_ends(side);
            let near = |x: f32, y: f32, z: f32, w: f32| (x - z).hypot(y - w) < NEAR;
            let along = near(ax, ay, cx, cy) && near(bx, by, dx, dy);
            let back = near(ax, ay, dx, dy) && near(bx, by, cx, cy);
            if !(along || back) {
                return None;
            }
            sides.push(side);
        }
        Some(sides).filter(|sides| !sides.is_empty())
    }

    fn border(&mut self, kind: &Id, sides: Vec<Side>) {
        if OBSTACLES.iter().any(|word| kind.contains(word)) {
            for side in sides {
                if self.drawn.insert((side, kind.clone())) {
                    let side = self.grid.side_label(side);
                    let (kind, name, provenance) = (kind.clone(), None, None);
                    self.map.hexsides.items.push(Hexside { side, kind, name, provenance });
                }
            }
        } else {
            let sides = sides.into_iter().map(|side| self.grid.side_label(side)).collect();
            let (kind, name, owner) = (kind.clone(), None, None);
            self.map.lines.items.push(Line { kind, name, owner, sides });
        }
    }

    /// Lays lines through hexes; else why none is.
    fn paths(&mut self, kind: &Id, runs: &[Vec<Point>]) -> Result<(), String> {
        let before = self.map.paths.items.len();
        for run in runs {
            let mut hexes: Vec<Hex> = Vec::new();
            let mut parts = Vec::new();
            for hex in self.under(run) {
                let Some(hex) = hex else {
                    parts.push(std::mem::take(&mut hexes));
                    continue;
                };
                match hexes.last() {
                    Some(last) if *last == hex => {}
                    Some(last) => hexes.extend(self.grid.line(*last, hex).into_iter().skip(1)),
                    None => hexes.push(hex),
                }
            }
            parts.push(hexes);
            for hexes in parts.into_iter().filter(|hexes| hexes.len() > 1) {
                let hexes = hexes.into_iter().map(|hex| self.grid.label(hex)).collect();
                let (kind, name, tracks) = (kind.clone(), None, None);
                self.map.paths.items.push(Path { kind, name, tracks, hexes });
            }
        }
        match self.map.paths.items.len() > before {
            true => Ok(()),
            false => Err("it does not lead from one hex of the map to another".to_owned()),
        }
    }

    /// The hexes under a line, step by step.
    fn under<'s>(&'s self, run: &'s [Point]) -> impl Iterator<Item = Option<Hex>> + 's {
        run.windows(2).flat_map(move |piece| {
            let [from, to] = [piece.first(), piece.get(1)].map(|p| p.copied().unwrap_or_default());
            let steps = (length(piece) / STEP).ceil().max(1.0);
            (0..=steps as usize).map(move |step| {
                let t = step as f64 / steps;
                self.hex_at([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * t))
            })
        })
    }

    /// The hexes whose centres an area holds, as a zone; else why there is none.
    fn zone(
        &mut self,
        node: Node<'_, '_>,
        number: usize,
        kind: &Id,
        runs: &[Vec<Point>],
        areas: &mut Areas,
    ) -> Result<(), String> {
        let hexes = areas.hexes(runs.iter().map(Vec::as_slice)).map_err(|why| why.to_string())?;
        if hexes.is_empty() {
            return Err("it has no hex's centre in it".to_owned());
        }
        let hexes = hexes.into_iter().map(|hex| self.grid.grid().print_hex(hex)).collect();
        let tags = node.attribute("tags").unwrap_or_default().trim();
        let name = if tags.is_empty() { format!("Area {number}") } else { tables::short(tags) };
        let colour = ["fillColor", "strokeColor"];
        let colour = colour.iter().find_map(|name| colour_of(node.attribute(*name)?));
        let colour = colour.map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"));
        let id = draft::id(&format!("{kind} {number}"), "area");
        let (kind, owner) = (ZoneKind::Other, None);
        self.map.zones.items.push(Zone { id, name, kind, owner, colour, hexes });
        Ok(())
    }
}

/// The room that is left for what is laid on hexes: a few bytes of a shape may be millions of them.
struct Room {
    areas: Areas,
    steps: u64,
}

impl Room {
    /// Takes the room for lines; else says that there is none.
    fn line(&mut self, runs: &[Vec<Point>]) -> Result<(), String> {
        let steps = runs.iter().map(|run| run.len() as f64 + length(run) / STEP).sum::<f64>();
        let left = self.steps.checked_sub(steps as u64);
        self.steps = left.ok_or_else(|| {
            format!("with the lines before it, it runs through more than {MOST_HEXES} hexes")
        })?;
        Ok(())
    }
}

/// What a shape is, and whether a tag says so; else it is told by its colour.
fn kind_of(node: Node<'_, '_>) -> (Id, bool) {
    let tags = node.attribute("tags").unwrap_or_default();
    let tag = tags.split([',', ';']).map(str::trim).find(|tag| !tag.is_empty());
    if let Some(tag) = tag {
        return (draft::id(&tables::short(tag), "line"), true);
    }
    let colour = node.attribute("strokeColor").and_then(colour_of);
    let is_blue = colour.is_some_and(|[r, g, b]| b > r.saturating_add(30) && b >= g);
    ((if is_blue { "river" } else { "road" }).to_owned(), false)
}

/// A colour of four parts from 0 to 1, or as `0x0000ffff`.
fn colour_of(text: &str) -> Option<[u8; 3]> {
    let mut parts = text.split(',').map(|part| part.trim().parse::<f64>().ok());
    let mut part = || parts.next()?.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    if text.contains(',') {
        return Some([part()?, part()?, part()?]);
    }
    let digits = text.strip_prefix("0x")?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// A point of a cubic curve.
fn curve([a, b, c, d]: [Point; 4], piece: usize) -> Point {
    let t = piece as f64 / PIECES as f64;
    let u = 1.0 - t;
    let part = |axis: usize| {
        let ends = u * u * u * a[axis] + t * t * t * d[axis];
        ends + 3.0 * u * t * (u * b[axis] + t * c[axis])
    };
    [part(0), part(1)]
}

fn length(run: &[Point]) -> f64 {
    let pieces = run.windows(2).filter_map(|piece| Some((piece.first()?, piece.get(1)?)));
    pieces.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).sum()
}

/// Whether a shape is an area.
fn is_area(node: Node<'_, '_>) -> bool {
    node.attribute("type") == Some("Polygon")
}
