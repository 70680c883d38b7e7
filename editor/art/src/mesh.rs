//! Scenes as triangles for a graphics card, sharp at any zoom.
//!
//! The points of a mesh lie on the plane, in hex widths. Whatever must keep its size on the
//! screen, such as the soft pixel along an edge, is left to the vertex shader: a vertex says
//! which way it is pushed and by what rule ([`Rule`]). So one mesh serves every zoom, and moving
//! or zooming the map copies nothing.
//!
//! ```text
//! bytes  0..8   x and y on the plane, f32
//!        8..12  the way that it is pushed, two i16 in 1/4096; for letters their place in the
//!               atlas in 1/8 of a texel
//!       12..14  half a pen's width, a radius or the size of the em, i16 in 1/4096 hex widths
//!       14..16  the rule, i16
//!       16..20  red, green, blue, opacity
//! ```

use crate::colour::Rgba;
use crate::glyphs;
use crate::scene::{Anchor, Point, Scene, Shape, Stroke, Text};

/// The bytes of a vertex.
pub const VERTEX_SIZE: usize = 20;
/// What pushes and sizes are multiplied by.
pub const UNIT: f32 = 4096.0;

/// How the vertex shader moves a vertex, and how much of its colour it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i16)]
pub enum Rule {
    /// The edge of a filling, half a pixel inside it.
    FillInner = 0,
    /// The edge of a filling, half a pixel outside it, where nothing is left of the colour.
    FillOuter = 1,
    /// The edge of a pen's stroke, half a pixel inside it.
    PenInner = 2,
    /// The edge of a pen's stroke, half a pixel outside it.
    PenOuter = 3,
    /// A corner of a square around a disc.
    Disc = 4,
    /// A corner of a letter.
    Letter = 5,
    /// A corner of a letter's halo.
    Halo = 6,
    /// A corner of a name's letter: left out where it would be too small to read.
    NameLetter = 7,
    /// A corner of the halo of a name's letter.
    NameHalo = 8,
    /// A corner of a square around a disc that never grows too small to be seen.
    Dot = 9,
}

/// Triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// The vertices, [`VERTEX_SIZE`] bytes each.
    pub vertices: Vec<u8>,
    /// Three vertices for each triangle.
    pub indices: Vec<u32>,
}

impl Mesh {
    /// The number of vertices.
    pub fn len(&self) -> u32 {
        (self.vertices.len() / VERTEX_SIZE) as u32
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Adds the shapes of a scene, the undermost first. `names` says that its words are names,
    /// which are left out where they would be too small to read.
    pub fn add(&mut self, scene: &Scene, names: bool) {
        for shape in &scene.shapes {
            self.add_shape(shape, names);
        }
    }

    fn add_shape(&mut self, shape: &Shape, names: bool) {
        match shape {
            Shape::Polygon { points, fill, stroke } => {
                let points = distinct(points, true);
                if let Some(fill) = fill {
                    self.fill(&points, *fill);
                }
                if let Some(stroke) = stroke {
                    self.stroke(&points, *stroke, true);
                }
            }
            Shape::Line { points, stroke, dash: None } => {
                self.stroke(&distinct(points, false), *stroke, false);
            }
            Shape::Line { points, stroke, dash: Some(dash) } => self.dashes(points, *stroke, *dash),
            Shape::Circle { centre, radius, fill, stroke } => {
                if let Some(fill) = fill {
                    self.disc(*centre, *radius, *fill);
                }
                if let Some(stroke) = stroke {
                    let ring: Vec<Point> = (0..RING)
                        .map(|step| {
                            let angle = std::f32::consts::TAU * step as f32 / RING as f32;
                            [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
                        })
                        .collect();
                    self.stroke(&ring, *stroke, true);
                }
            }
            Shape::Text(text) => self.text(text, names),
            // The screen paints pictures itself, over the triangles.
            Shape::Picture(_) => {}
        }
    }

    fn fill(&mut self, points: &[Point], colour: Rgba) {
        if points.len() < 3 {
            return;
        }
        let first = self.len();
        let corners = pushes(points, true);
        // Outward, whichever way round the points run.
        let turn = if area(points) >= 0.0 { 1.0 } else { -1.0 };
        let mut count = 0;
        for (point, push) in corners {
            let push = [push[0] * turn, push[1] * turn];
            self.vertex(point, push, 0.0, Rule::FillInner, colour);
            self.vertex(point, push, 0.0, Rule::FillOuter, colour);
            count += 1;
        }
        for at in 2..count {
            self.triangle([first, first + 2 * (at - 1), first + 2 * at]);
        }
        for at in 0..count {
            let (a, b) = (first + 2 * at, first + 2 * ((at + 1) % count));
            self.triangle([a, b, a + 1]);
            self.triangle([a + 1, b, b + 1]);
        }
    }

    fn stroke(&mut self, points: &[Point], stroke: Stroke, closed: bool) {
        if points.len() < 2 || stroke.width <= 0.0 {
            return;
        }
        let half = stroke.width / 2.0;
        let first = self.len();
        let mut count = 0;
        for (point, [x, y]) in pushes(points, closed && points.len() > 2) {
            self.vertex(point, [x, y], half, Rule::PenOuter, stroke.colour);
            self.vertex(point, [x, y], half, Rule::PenInner, stroke.colour);
            self.vertex(point, [-x, -y], half, Rule::PenInner, stroke.colour);
            self.vertex(point, [-x, -y], half, Rule::PenOuter, stroke.colour);
            count += 1;
        }
        let pieces = if closed && points.len() > 2 { count } else { count - 1 };
        for at in 0..pieces {
            let (a, b) = (first + 4 * at, first + 4 * ((at + 1) % count));
            for lane in 0..3 {
                self.triangle([a + lane, b + lane, a + lane + 1]);
                self.triangle([a + lane + 1, b + lane, b + lane + 1]);
            }
        }
        if !closed && let (Some(start), Some(end)) = (points.first(), points.last()) {
            let last = points.len() - 1;
            if let (Some(second), Some(before)) = (points.get(1), points.get(last - 1)) {
                self.cap(*start, way(*second, *start), half, stroke.colour);
                self.cap(*end, way(*before, *end), half, stroke.colour);
            }
        }
    }

    /// Half a disc at the end of a line: it touches the line's square end and no more, so that
    /// see-through pens are even.
    fn cap(&mut self, at: Point, [dx, dy]: Point, radius: f32, colour: Rgba) {
        let first = self.len();
        let (nx, ny) = (-dy, dx);
        for corner in [[nx, ny], [-nx, -ny], [dx - nx, dy - ny], [dx + nx, dy + ny]] {
            self.vertex(at, corner, radius, Rule::Disc, colour);
        }
        self.quad(first);
    }

    fn disc(&mut self, centre: Point, radius: f32, colour: Rgba) {
        if radius > 0.0 {
            self.square(centre, radius, Rule::Disc, colour);
        }
    }

    /// Adds a disc that never grows too small to be seen.
    pub fn dot(&mut self, centre: Point, radius: f32, colour: Rgba) {
        self.square(centre, radius, Rule::Dot, colour);
    }

    fn square(&mut self, centre: Point, radius: f32, rule: Rule, colour: Rgba) {
        let first = self.len();
        for corner in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            self.vertex(centre, corner, radius, rule, colour);
        }
        self.quad(first);
    }

    fn dashes(&mut self, points: &[Point], stroke: Stroke, [on, off]: [f32; 2]) {
        if !(on > 0.0 && off > 0.0) {
            return;
        }
        // Where in the pattern the line is.
        let mut phase = 0.0;
        for pair in points.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            if length <= 1e-6 || length / (on + off) > 10_000.0 {
                continue;
            }
            let at =
                |d: f32| [a[0] + (b[0] - a[0]) * d / length, a[1] + (b[1] - a[1]) * d / length];
            let mut start = -phase;
            while start < length {
                let (from, to) = (start.max(0.0), (start + on).min(length));
                if to - from > 1e-6 {
                    self.flat(at(from), at(to), stroke);
                }
                start += on + off;
            }
            phase = (phase + length) % (on + off);
        }
    }

    /// A stroke with flat ends.
    fn flat(&mut self, a: Point, b: Point, stroke: Stroke) {
        let first = self.len();
        let [dx, dy] = way(a, b);
        for point in [a, b] {
            for (side, rule) in [
                (1.0, Rule::PenOuter),
                (1.0, Rule::PenInner),
                (-1.0, Rule::PenInner),
                (-1.0, Rule::PenOuter),
            ] {
                let push = [-dy * side, dx * side];
                self.vertex(point, push, stroke.width / 2.0, rule, stroke.colour);
            }
        }
        for lane in 0..3 {
            let (a, b) = (first + lane, first + 4 + lane);
            self.triangle([a, b, a + 1]);
            self.triangle([a + 1, b, b + 1]);
        }
    }

    fn text(&mut self, text: &Text, name: bool) {
        let (sin, cos) = text.angle.sin_cos();
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Centre => -text.width() / 2.0,
            Anchor::End => -text.width(),
        };
        let letters = if name { Rule::NameLetter } else { Rule::Letter };
        let halo = if name { Rule::NameHalo } else { Rule::Halo };
        let passes = text.halo.map(|shape| (shape.colour, halo)).into_iter();
        for (colour, rule) in passes.chain([(text.colour, letters)]) {
            let mut pen = start;
            for character in text.text.chars() {
                if let Some(glyph) = glyphs::glyph(text.face, character) {
                    let [left, top, right, bottom] = glyph.ems.map(|ems| ems * text.size);
                    let [u0, v0, u1, v1] = glyph.texels;
                    let first = self.len();
                    for (dx, dy, u, v) in [
                        (pen + left, top, u0, v0),
                        (pen + right, top, u1, v0),
                        (pen + right, bottom, u1, v1),
                        (pen + left, bottom, u0, v1),
                    ] {
                        let x = text.at[0] + dx * cos - dy * sin;
                        let y = text.at[1] + dx * sin + dy * cos;
                        // In eighths of a texel.
                        let place = [u * 8.0 / UNIT, v * 8.0 / UNIT];
                        self.vertex([x, y], place, text.size, rule, colour);
                    }
                    self.quad(first);
                }
                pen += text.face.advance(character) * text.size;
            }
        }
    }

    fn vertex(&mut self, [x, y]: Point, push: Point, size: f32, rule: Rule, colour: Rgba) {
        let whole = |value: f32| ((value * UNIT).round() as i16).to_le_bytes();
        let mut bytes = [0; VERTEX_SIZE];
        bytes[0..4].copy_from_slice(&x.to_le_bytes());
        bytes[4..8].copy_from_slice(&y.to_le_bytes());
        bytes[8..10].copy_from_slice(&whole(push[0]));
        bytes[10..12].copy_from_slice(&whole(push[1]));
        bytes[12..14].copy_from_slice(&whole(size));
        bytes[14..16].copy_from_slice(&(rule as i16).to_le_bytes());
        bytes[16..20].copy_from_slice(&colour);
        self.vertices.extend_from_slice(&bytes);
    }

    fn triangle(&mut self, corners: [u32; 3]) {
        self.indices.extend_from_slice(&corners);
    }

    fn quad(&mut self, first: u32) {
        self.indices.extend_from_slice(&[first, first + 1, first + 2, first, first + 2, first + 3]);
    }
}

/// The pieces of the outline of a circle.
const RING: usize = 40;

/// The points without those that lie on the one before.
fn distinct(points: &[Point], closed: bool) -> Vec<Point> {
    let same = |a: &Point, b: &Point| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-5;
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| !same(last, point)) {
            kept.push(*point);
        }
    }
    while closed && kept.len() > 1 && kept.first().zip(kept.last()).is_some_and(|(a, b)| same(a, b))
    {
        kept.pop();
    }
    kept
}

fn way(from: Point, to: Point) -> Point {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy).max(1e-6);
    [dx / length, dy / length]
}

fn area(points: &[Point]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// Each point with the way to the right of the line there, long enough that a pen keeps its
/// width round corners. The corners of sharp turns are cut off.
fn pushes(points: &[Point], closed: bool) -> Vec<(Point, Point)> {
    let count = points.len();
    let normal = |from: usize, to: usize| {
        let [dx, dy] = way(points[from], points[to]);
        [dy, -dx]
    };
    let mut pushed = Vec::with_capacity(count + 2);
    for (at, &point) in points.iter().enumerate() {
        let before =
            if at > 0 { Some(normal(at - 1, at)) } else { closed.then(|| normal(count - 1, 0)) };
        let after = if at + 1 < count {
            Some(normal(at, at + 1))
        } else {
            closed.then(|| normal(count - 1, 0))
        };
        let (Some(a), Some(b)) = (before, after) else {
            pushed.push((point, before.or(after).unwrap_or([0.0, 0.0])));
            continue;
        };
        let mean = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let square = mean[0] * mean[0] + mean[1] * mean[1];
        if square >= 0.5 {
            pushed.push((point, [mean[0] / square, mean[1] / square]));
        } else {
            let length = square.sqrt();
            // A full turn has no middle; the pen goes round it.
            let middle =
                if length > 1e-3 { [mean[0] / length, mean[1] / length] } else { [-a[1], a[0]] };
            for end in [a, b] {
                let half = [(end[0] + middle[0]) / 2.0, (end[1] + middle[1]) / 2.0];
                let square = (half[0] * half[0] + half[1] * half[1]).max(0.1);
                pushed.push((point, [half[0] / square, half[1] / square]));
            }
        }
    }
    pushed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::Typeface;

    const RED: Rgba = [255, 0, 0, 255];

    fn mesh(draw: impl Fn(&mut Scene)) -> Mesh {
        let mut scene = Scene::new();
        draw(&mut scene);
        let mut mesh = Mesh::default();
        mesh.add(&scene, false);
        mesh
    }

    fn short(mesh: &Mesh, vertex: usize, at: usize) -> i16 {
        let from = vertex * VERTEX_SIZE + at;
        i16::from_le_bytes([mesh.vertices[from], mesh.vertices[from + 1]])
    }

    #[test]
    fn fillings_are_pushed_outward_whichever_way_their_corners_run() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mut turned = square;
        turned.reverse();
        for corners in [square, turned] {
            let mesh = mesh(|scene| scene.fill(corners, RED));
            assert_eq!((mesh.len(), mesh.indices.len()), (8, 3 * (2 + 8)));
            for vertex in 0..8 {
                let x = f32::from_le_bytes(
                    mesh.vertices[vertex * 20..vertex * 20 + 4].try_into().unwrap(),
                );
                assert_eq!(short(&mesh, vertex, 8) > 0, x > 0.5);
            }
        }
    }

    #[test]
    fn a_line_has_a_pen_and_round_ends_and_repeated_points_are_one() {
        let mesh = mesh(|scene| {
            scene.line([[0.0, 0.0], [0.0, 0.0], [2.0, 0.0]], Stroke::new(0.5, RED));
        });
        assert_eq!(mesh.len(), 8 + 8);
        assert_eq!(short(&mesh, 0, 12), (0.25 * UNIT) as i16);
        assert!(mesh.indices.iter().all(|&index| index < mesh.len()));
    }

    #[test]
    fn nothing_breaks_it() {
        let mesh = mesh(|scene| {
            scene.line([[1.0, 1.0], [1.0, 1.0]], Stroke::new(0.5, RED));
            scene.line([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]], Stroke::new(0.1, RED));
            scene.fill([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], RED);
            scene.dashes([[0.0, 0.0], [1.0, 0.0]], Stroke::new(0.1, RED), [0.3, 0.2]);
            scene.disc([0.0, 0.0], -1.0, RED);
            scene.text(Text::new([0.0, 0.0], "Péronne \u{4e00}", 0.2, Typeface::Bold, RED));
        });
        assert_eq!(mesh.vertices.len() % VERTEX_SIZE, 0);
        assert!(mesh.indices.iter().all(|&index| index < mesh.len()));
        assert_eq!(mesh.indices.len() % 3, 0);
    }
}
