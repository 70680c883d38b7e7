//! What runs along hexsides: rivers that flow as one line from hexside to hexside, canals,
//! slopes, borders.

use salient_hex::grid::{Direction, Hex, Side};
use salient_schema::ruleset::Mark;

use super::compile::{LineArt, LookArt, middle};
use super::{Detail, MapArt, areas, strokes};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::noise;
use crate::scene::{Point, Scene, Stroke, Text};

/// How far nature moves a river from its hexsides.
const WOBBLE: f32 = 0.055;

impl MapArt {
    pub(super) fn draw_hexsides(&self, hex: Hex, casing: bool, detail: Detail, scene: &mut Scene) {
        for direction in Direction::ALL {
            let side = self.grid.side(hex, direction);
            if side.hex() != hex {
                continue;
            }
            for art in self.map.sides_along(side) {
                let Some(look) = self.map.side_kinds.look(art.kind) else { continue };
                self.draw_hexside(side, art.kind, look, casing, detail, scene);
            }
        }
    }

    fn draw_hexside(
        &self,
        side: Side,
        kind: u16,
        look: &LookArt,
        casing: bool,
        detail: Detail,
        scene: &mut Scene,
    ) {
        if !look.known {
            if !casing {
                strokes::warning(&self.grid.side_ends(side), self.theme.unknown, scene);
            }
            return;
        }
        match look.mark {
            Mark::River | Mark::Water => {
                let body = look.ink.unwrap_or(self.theme.water);
                let broad = if look.mark == Mark::River { 0.085 } else { 0.2 };
                let width = look.width.unwrap_or(broad);
                let stroke = if casing {
                    Stroke::new(width + 0.028, colour::darker(body, 0.42))
                } else {
                    Stroke::new(width, colour::lighter(body, 0.12))
                };
                self.draw_flow(side, kind, stroke, scene);
                if !casing && detail == Detail::Near {
                    let light = colour::faint(colour::lighter(body, 0.5), 0.7);
                    self.draw_flow(side, kind, Stroke::new(width * 0.28, light), scene);
                }
            }
            Mark::Canal => self.draw_canal(side, look, casing, detail, scene),
            _ if casing => {}
            _ => {
                let ink = look.ink.or(look.fill).unwrap_or(self.default_ink(look.mark));
                let along = self.downhill(side);
                strokes::ornament(look.mark, &along, ink, look.width, detail, scene);
            }
        }
    }

    pub(super) fn default_ink(&self, mark: Mark) -> Rgba {
        match mark {
            Mark::Hedge | Mark::Woods => areas::leaves(self.theme.woods),
            Mark::Escarpment | Mark::Ridge | Mark::Mountain | Mark::Hilltop | Mark::Rough => {
                colour::darker(self.theme.hill, 0.2)
            }
            Mark::Swamp | Mark::Water | Mark::River | Mark::Canal => self.theme.water,
            Mark::Road => self.theme.road,
            Mark::Craters | Mark::Fields | Mark::Gas => self.theme.earth,
            Mark::Dashes | Mark::Victory | Mark::Morale => self.theme.victory,
            Mark::Town | Mark::City => self.theme.building,
            _ => self.theme.ink,
        }
    }

    /// The ends of a hexside so that lower ground, if the map knows heights, lies to the left
    /// of the way.
    fn downhill(&self, side: Side) -> [Point; 2] {
        let [a, b] = self.grid.side_ends(side);
        let level = |hex: Hex| self.map.elevation.as_ref()?.get(hex.index()).copied();
        let here = level(side.hex());
        let there = self.grid.across(side).and_then(level);
        // Clockwise round its hex, the hex lies to the right.
        if there > here { [b, a] } else { [a, b] }
    }

    fn draw_flow(&self, side: Side, kind: u16, stroke: Stroke, scene: &mut Scene) {
        let flow = self.flow(side, kind);
        let last = flow.points.len().saturating_sub(1);
        let (mut first, mut end) = (0, last);
        // Towards its source a stream grows thin.
        let thin = |from: usize, to: usize, scene: &mut Scene| {
            let steps = from.abs_diff(to).max(1) as f32;
            let mut at = from;
            while at != to {
                let next = if at < to { at + 1 } else { at - 1 };
                let share = 0.35 + 0.65 * at.abs_diff(from) as f32 / steps;
                let pen = Stroke::new(stroke.width * share, stroke.colour);
                if let (Some(a), Some(b)) = (flow.points.get(at), flow.points.get(next)) {
                    scene.line([*a, *b], pen);
                }
                at = next;
            }
        };
        if flow.sources[0] {
            thin(0, last / 2, scene);
            first = last / 2;
        }
        if flow.sources[1] {
            thin(last, last / 2, scene);
            end = last / 2;
        }
        if let Some(rest) = flow.points.get(first..=end)
            && rest.len() > 1
        {
            scene.line(rest, stroke);
        }
    }

    /// The course of a river along a hexside: from middle to middle of the hexsides it curves
    /// round their corners, so that the pieces join.
    pub(super) fn flow(&self, side: Side, kind: u16) -> Flow {
        let ends = self.grid.side_ends(side);
        let centre = middle(ends[0], ends[1]);
        let (first, first_source) = self.half_flow(side, kind, centre, ends[0]);
        let (second, second_source) = self.half_flow(side, kind, centre, ends[1]);
        let points = first.iter().rev().chain(second.iter().skip(1));
        Flow {
            points: points.map(|point| wander(*point)).collect(),
            sources: [first_source, second_source],
        }
    }

    /// From the middle of a hexside to one of its corners; and whether the river ends there.
    fn half_flow(&self, side: Side, kind: u16, centre: Point, corner: Point) -> (Vec<Point>, bool) {
        let along = |other: &Side| {
            *other != side && self.map.sides_along(*other).iter().any(|art| art.kind == kind)
        };
        let meeting = self.map.joints.get(&noise::key(corner)).map_or(&[][..], Vec::as_slice);
        let mut others = meeting.iter().filter(|other| along(other));
        let sample = |t: f32, control: Point, end: Point| {
            let u = 1.0 - t;
            let axis = |i: usize| u * u * centre[i] + 2.0 * u * t * control[i] + t * t * end[i];
            [axis(0), axis(1)]
        };
        let (control, end, source) = match (others.next(), others.next()) {
            (Some(other), None) => {
                let [a, b] = self.grid.side_ends(*other);
                let beyond = middle(a, b);
                let control = middle(centre, corner);
                (control, middle(control, middle(corner, beyond)), false)
            }
            (None, _) => {
                // It may run on as another kind, or off the map.
                let runs_on = meeting.len() > 1 || self.is_edge(corner);
                (middle(centre, corner), corner, !runs_on)
            }
            (Some(_), Some(_)) => (middle(centre, corner), corner, false),
        };
        ((0..=6).map(|step| sample(step as f32 / 6.0, control, end)).collect(), source)
    }

    /// Whether a corner lies on the edge of the map.
    fn is_edge(&self, corner: Point) -> bool {
        // A corner within the map touches three hexes.
        let around =
            [[0.2, 0.0], [-0.1, 0.173], [-0.1, -0.173], [-0.2, 0.0], [0.1, 0.173], [0.1, -0.173]];
        around.iter().any(|by| self.grid.hex_at([corner[0] + by[0], corner[1] + by[1]]).is_none())
    }

    fn draw_canal(
        &self,
        side: Side,
        look: &LookArt,
        casing: bool,
        detail: Detail,
        scene: &mut Scene,
    ) {
        let ends = self.grid.side_ends(side);
        let ink = look.ink.unwrap_or(colour::darker(self.theme.water, 0.35));
        let width = look.width.unwrap_or(0.085);
        if !casing {
            let bed = look.fill.unwrap_or(colour::mix(self.map.paper, self.theme.water, 0.35));
            scene.line(ends, Stroke::new(width * 0.5, bed));
            return;
        }
        scene.line(ends, Stroke::new(width, ink));
        if detail == Detail::Near {
            // The spoil of the cut, on both banks.
            let pen = Stroke::new(0.012, ink);
            strokes::walk(&ends, 0.0722, |[x, y], [tx, ty], _| {
                let (near, far) = (width * 0.45, width * 0.45 + 0.032);
                for bank in [1.0, -1.0] {
                    let at = |r: f32| [x - ty * r * bank, y + tx * r * bank];
                    scene.line([at(near), at(far)], pen);
                }
            });
        }
    }

    pub(super) fn draw_lines(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        for line in self.map.lines.get(&hex).map_or(&[][..], Vec::as_slice) {
            let Some(look) = self.map.line_kinds.look(line.kind) else { continue };
            let ends = self.grid.side_ends(line.side);
            if !look.known {
                strokes::warning(&ends, self.theme.unknown, scene);
                continue;
            }
            let ink = line.colour.or(look.ink).unwrap_or(self.default_ink(look.mark));
            if self.map.sides_along(line.side).is_empty() {
                strokes::ornament(look.mark, &ends, ink, look.width, detail, scene);
            } else {
                // Along a river or canal the border is narrow, so that both can be seen.
                let width = look.width.unwrap_or(0.06) * 0.55;
                strokes::over_water(look.mark, &ends, ink, width, detail, scene);
            }
            self.draw_line_name(line, ends, ink, detail, scene);
        }
    }

    fn draw_line_name(
        &self,
        line: &LineArt,
        [a, b]: [Point; 2],
        ink: Rgba,
        detail: Detail,
        scene: &mut Scene,
    ) {
        let Some((name, way)) = &line.name else { return };
        if detail == Detail::Far {
            return;
        }
        let angle = upright(way[1].atan2(way[0]));
        let at = middle(a, b);
        let lift = 0.25;
        let at = [at[0] + angle.sin() * lift, at[1] - angle.cos() * lift];
        let mut text = Text::new(at, name.to_uppercase(), 0.17, Typeface::Bold, ink);
        text.angle = angle;
        scene.text(text.with_halo(colour::faint(self.map.paper, 0.85)));
    }
}

/// A piece of a river.
pub struct Flow {
    /// From the first corner of the hexside to the second.
    pub points: Vec<Point>,
    /// Whether the river ends at each.
    pub sources: [bool; 2],
}

/// Moves a point of a river as a field over the plane does: pieces that join stay joined.
pub fn wander(point: Point) -> Point {
    let by = |purpose: u32| {
        let slow = noise::smooth(point, 2.3, purpose) - 0.5;
        let quick = noise::smooth(point, 6.1, purpose ^ 0x77) - 0.5;
        (slow * 1.3 + quick * 0.7) * WOBBLE
    };
    [point[0] + by(101), point[1] + by(102)]
}

/// An angle turned by half a turn where words at it would stand on their heads.
pub fn upright(angle: f32) -> f32 {
    use std::f32::consts::{FRAC_PI_2, PI};
    if angle > FRAC_PI_2 + 0.01 {
        angle - PI
    } else if angle < -FRAC_PI_2 + 0.01 {
        angle + PI
    } else {
        angle
    }
}
