//! Scenes as compact text, for the page's own painter.
//!
//! A scene becomes groups of shapes that are painted with one pen, so that a canvas strokes a
//! hundred trees in one go. Shapes change their order only where they do not touch. Numbers are
//! whole, told as the difference from the one before, and written in base 64 digits of five bits
//! with a sixth for "more follows" (as source maps do): a map of 1,300 hexes takes a megabyte.
//!
//! ```text
//! group   = head, count, shape × count       head = 2 · pen, or 2 · type + 1 for words
//! shape   = 2 · points + closed, x, y, …      a line or polygon
//!         | 0, x, y, radius                   a circle; of a picture, two corners as a line
//! words   = word, x, y, size, anchor, angle   angle in thousandths of a radian
//! ```

use std::collections::BTreeMap;

use serde::Serialize;

use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::scene::{Anchor, Point, Scene, Shape, Stroke, Text};
use salient_art::svg;

/// How many groups back a shape may join one of its own pen.
const LOOK_BACK: usize = 40;

/// How lines and areas are painted. Widths are in thousandths of the scene's unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Pen {
    /// What fills the shape, as CSS has it; empty for nothing.
    fill: String,
    /// The line's colour; empty for none.
    line: String,
    width: i32,
    /// Dash and gap; empty for a solid line.
    dash: Vec<i32>,
    /// The picture that fills the shape's bounds, counted from 1; 0 for none.
    #[serde(skip_serializing_if = "is_zero")]
    picture: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// How words are painted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Type {
    /// Place of the typeface in [`Typeface::ALL`].
    face: u8,
    colour: String,
    /// The halo's colour; empty for none.
    halo: String,
    /// How far the halo reaches out, in thousandths of the size.
    reach: i32,
}

/// What the scenes of a page share.
#[derive(Default)]
pub(super) struct Studio {
    pens: Table<Pen>,
    types: Table<Type>,
    words: Table<String>,
    /// Pictures as data of their own, by their keys.
    pictures: Table<u128>,
    files: Vec<String>,
    glyphs: BTreeMap<(u8, char), Glyph>,
}

/// The outline of a character.
#[derive(Clone, Debug, Serialize)]
struct Glyph {
    /// How far it moves the pen, in thousandths of the em.
    advance: i32,
    /// An SVG path in thousandths of the em, y down.
    path: String,
}

/// The same for the page's data.
#[derive(Serialize)]
pub(super) struct Shared {
    pens: Vec<Pen>,
    types: Vec<Type>,
    words: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<String>,
    /// By typeface, then by character.
    glyphs: Vec<BTreeMap<String, Glyph>>,
}

impl Studio {
    /// A scene as text: points are taken from `origin`, and `unit` steps make up a length of 1.
    pub(super) fn write(&mut self, scene: &Scene, origin: Point, unit: f32) -> String {
        let mut writer = Digits { text: String::new(), origin, unit, at: [0, 0] };
        for group in self.groups(scene) {
            match group.pen {
                Head::Pen(pen) => {
                    writer.number(pen as i64 * 2);
                    writer.number(group.shapes.len() as i64);
                    group.shapes.iter().for_each(|shape| writer.shape(shape));
                }
                Head::Type(kind) => {
                    writer.number(kind as i64 * 2 + 1);
                    writer.number(group.shapes.len() as i64);
                    for shape in group.shapes {
                        let Shape::Text(text) = shape else { continue };
                        let word = self.words.place(text.text.clone());
                        writer.words(word, text);
                    }
                }
            }
        }
        writer.text
    }

    /// All that has been collected.
    pub(super) fn shared(self) -> Shared {
        let mut glyphs = vec![BTreeMap::new(); Typeface::ALL.len()];
        for ((face, character), glyph) in self.glyphs {
            if let Some(face) = glyphs.get_mut(usize::from(face)) {
                face.insert(character.to_string(), glyph);
            }
        }
        let pictures = self.files;
        Shared { pens: self.pens.0, types: self.types.0, words: self.words.0, pictures, glyphs }
    }

    /// Shapes in groups of one pen, in an order that paints the same picture.
    fn groups<'a>(&mut self, scene: &'a Scene) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for shape in &scene.shapes {
            let (Some(pen), Some(bounds)) = (self.head(shape), shape.bounds()) else { continue };
            let mut home = None;
            for (number, group) in groups.iter().enumerate().rev().take(LOOK_BACK) {
                let touches = group.touches(bounds);
                // Shapes that can be seen through, or have fill and outline, are told apart
                // where they overlap.
                if group.pen == pen && (!touches || is_plain(shape)) {
                    home = Some(number);
                    break;
                }
                if touches {
                    break;
                }
            }
            match home.and_then(|number| groups.get_mut(number)) {
                Some(group) => group.add(shape, bounds),
                None => {
                    let shapes = vec![shape];
                    groups.push(Group { pen, shapes, boxes: vec![bounds], around: bounds });
                }
            }
        }
        groups
    }

    /// What a shape is painted with; `None` where it shows nothing.
    fn head(&mut self, shape: &Shape) -> Option<Head> {
        let (fill, stroke, dash) = match shape {
            Shape::Polygon { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                (*fill, *stroke, None)
            }
            Shape::Line { stroke, dash, .. } => (None, Some(*stroke), *dash),
            Shape::Text(text) => return self.typed(text).map(Head::Type),
            Shape::Picture(placed) => {
                let at = self.pictures.place(placed.picture.key());
                if at == self.files.len() {
                    self.files.push(svg::data_uri(&placed.picture));
                }
                let pen = Pen { picture: at + 1, ..Pen::default() };
                return Some(Head::Pen(self.pens.place(pen)));
            }
        };
        if fill.is_none() && stroke.is_none() {
            return None;
        }
        let pen = Pen {
            fill: fill.map_or_else(String::new, css),
            line: stroke.map_or_else(String::new, |stroke: Stroke| css(stroke.colour)),
            width: stroke.map_or(0, |stroke| thousandths(stroke.width)),
            dash: dash.map_or_else(Vec::new, |dash| dash.map(|x| thousandths(x).max(1)).to_vec()),
            picture: 0,
        };
        Some(Head::Pen(self.pens.place(pen)))
    }

    fn typed(&mut self, text: &Text) -> Option<usize> {
        if text.text.trim().is_empty() || text.size <= 0.0 {
            return None;
        }
        let face = text.face as u8;
        for character in text.text.chars() {
            self.glyphs.entry((face, character)).or_insert_with(|| Glyph {
                advance: thousandths(text.face.advance(character)),
                path: svg::glyph_path(text.face, text.face.glyph(character)).unwrap_or_default(),
            });
        }
        let halo = text.halo;
        Some(self.types.place(Type {
            face,
            colour: css(text.colour),
            halo: halo.map_or_else(String::new, |halo| css(halo.colour)),
            reach: halo.map_or(0, |halo| thousandths(halo.width / text.size)),
        }))
    }
}

/// Whether two such shapes over each other look like one.
fn is_plain(shape: &Shape) -> bool {
    let opaque = |colour: Rgba| colour[3] == 255;
    match shape {
        Shape::Polygon { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
            match (fill, stroke) {
                (Some(fill), None) => opaque(*fill),
                (None, Some(stroke)) => opaque(stroke.colour),
                _ => false,
            }
        }
        Shape::Line { stroke, dash, .. } => opaque(stroke.colour) && dash.is_none(),
        Shape::Text(_) => true,
        Shape::Picture(_) => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Pen(usize),
    Type(usize),
}

/// Shapes that are painted together.
struct Group<'a> {
    pen: Head,
    shapes: Vec<&'a Shape>,
    boxes: Vec<[Point; 2]>,
    /// Around all of them.
    around: [Point; 2],
}

impl<'a> Group<'a> {
    fn touches(&self, bounds: [Point; 2]) -> bool {
        overlap(self.around, bounds) && self.boxes.iter().any(|other| overlap(*other, bounds))
    }

    fn add(&mut self, shape: &'a Shape, bounds: [Point; 2]) {
        self.shapes.push(shape);
        self.boxes.push(bounds);
        self.around = joined(self.around, bounds);
    }
}

/// The smallest upright rectangle around two others.
pub(super) fn joined([a, b]: [Point; 2], [c, d]: [Point; 2]) -> [Point; 2] {
    [[a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]]
}

fn overlap(a: [Point; 2], b: [Point; 2]) -> bool {
    (0..2).all(|axis| a[0][axis] < b[1][axis] && b[0][axis] < a[1][axis])
}

/// Different things, each with its place.
struct Table<T>(Vec<T>, BTreeMap<T, usize>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new(), BTreeMap::new())
    }
}

impl<T: Ord + Clone> Table<T> {
    fn place(&mut self, thing: T) -> usize {
        let next = self.0.len();
        if let Some(place) = self.1.get(&thing) {
            return *place;
        }
        self.0.push(thing.clone());
        self.1.insert(thing, next);
        next
    }
}

/// Numbers as text.
struct Digits {
    text: String,
    origin: Point,
    unit: f32,
    /// The last point, from which the next is told.
    at: [i64; 2],
}

const BASE_64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Digits {
    fn number(&mut self, number: i64) {
        let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
        loop {
            let digit = (rest & 31) | if rest > 31 { 32 } else { 0 };
            self.text.push(char::from(BASE_64[digit as usize]));
            rest >>= 5;
            if rest == 0 {
                return;
            }
        }
    }

    fn length(&mut self, length: f32) {
        self.number((length * self.unit).round() as i64);
    }

    fn point(&mut self, point: Point) {
        let steps = |at: f32, origin: f32| ((at - origin) * self.unit).round() as i64;
        let place = [steps(point[0], self.origin[0]), steps(point[1], self.origin[1])];
        self.number(place[0] - self.at[0]);
        self.number(place[1] - self.at[1]);
        self.at = place;
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon { points, .. } => {
                self.number(points.len() as i64 * 2 + 1);
                // All run the same way round, so that those over each other leave no hole.
                if area(points) < 0.0 {
                    points.iter().rev().for_each(|point| self.point(*point));
                } else {
                    points.iter().for_each(|point| self.point(*point));
                }
            }
            Shape::Line { points, .. } => {
                self.number(points.len() as i64 * 2);
                points.iter().for_each(|point| self.point(*point));
            }
            Shape::Circle { centre, radius, .. } => {
                self.number(0);
                self.point(*centre);
                self.length(*radius);
            }
            // Of a picture, two corners are enough.
            Shape::Picture(placed) => {
                self.number(4);
                placed.corners.iter().for_each(|corner| self.point(*corner));
            }
            Shape::Text(_) => {}
        }
    }

    fn words(&mut self, word: usize, text: &Text) {
        self.number(word as i64);
        self.point(text.at);
        self.length(text.size);
        self.number(match text.anchor {
            Anchor::Start => 0,
            Anchor::Centre => 1,
            Anchor::End => 2,
        });
        self.number(i64::from(thousandths(text.angle)));
    }
}

/// Twice the area within the corners; above 0 where they run clockwise.
fn area(points: &[Point]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

fn thousandths(length: f32) -> i32 {
    (length * 1000.0).round() as i32
}

/// A colour as CSS has it.
fn css(colour: Rgba) -> String {
    let [.., opacity] = colour;
    let plain = colour::css(colour);
    if opacity == 255 { plain } else { format!("{plain}{opacity:02x}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<i64> {
        let mut numbers = Vec::new();
        let (mut value, mut shift) = (0i64, 0);
        for byte in text.bytes() {
            let digit = BASE_64.iter().position(|known| *known == byte).unwrap() as i64;
            value |= (digit & 31) << shift;
            shift += 5;
            if digit < 32 {
                numbers.push(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
                (value, shift) = (0, 0);
            }
        }
        numbers
    }

    #[test]
    fn numbers_come_back() {
        let mut digits = Digits { text: String::new(), origin: [0.0; 2], unit: 1.0, at: [0, 0] };
        let given = [0, 1, -1, 15, 16, -16, 511, 512, 123_456, -1_000_000];
        given.iter().for_each(|number| digits.number(*number));
        assert_eq!(numbers(&digits.text), given);
    }

    #[test]
    fn shapes_of_one_pen_are_painted_together_unless_another_lies_between() {
        let mut scene = Scene::new();
        let (red, blue) = ([200, 0, 0, 255], [0, 0, 200, 255]);
        scene.disc([0.0, 0.0], 1.0, red);
        scene.disc([10.0, 0.0], 1.0, blue);
        scene.disc([20.0, 0.0], 1.0, red);
        let mut studio = Studio::default();
        let text = studio.write(&scene, [0.0, 0.0], 10.0);
        assert_eq!(
            numbers(&text),
            [0, 2, 0, 0, 0, 10, 0, 200, 0, 10, 2, 1, 0, -100, 0, 10],
            "the two red ones, then the blue one"
        );
        scene.disc([10.5, 0.0], 1.0, red);
        let text = studio.write(&scene, [0.0, 0.0], 10.0);
        assert_eq!(numbers(&text).len(), 16 + 6, "the last red one covers the blue one");
        assert_eq!(studio.shared().pens.len(), 2);
    }

    #[test]
    fn polygons_all_run_the_same_way_round() {
        let mut scene = Scene::new();
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mut back = square;
        back.reverse();
        scene.fill(square, [1, 2, 3, 255]);
        scene.fill(back, [1, 2, 3, 255]);
        let text = Studio::default().write(&scene, [0.0, 0.0], 1.0);
        let numbers = numbers(&text);
        assert_eq!(numbers[2..11], [9, 0, 0, 1, 0, 0, 1, -1, 0]);
        assert_eq!(numbers[11], 9);
        assert_eq!(numbers.len(), 20);
    }
}
