//! Plain shapes: what a picture is made of before anyone paints it.

use std::sync::Arc;

use salient_schema::Picture;

use crate::colour::Rgba;
use crate::fonts::Typeface;

/// A place on the plane of the hexgrid: x to the right, y down, in hex widths (the distance
/// between two adjacent centres is 1).
pub type Point = [f32; 2];

/// Shapes in the order in which they are painted, the undermost first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A shape. Lengths are in hex widths.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon. Its outline is centred on its edge.
    Polygon {
        /// The corners, in order round it; three or more.
        points: Vec<Point>,
        /// What fills it.
        fill: Option<Rgba>,
        /// Its outline.
        stroke: Option<Stroke>,
    },
    /// A line through points, with round joins and ends; a dashed one has flat ends.
    Line {
        /// The points, two or more.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
        /// The lengths of dash and gap.
        dash: Option<[f32; 2]>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
        /// What fills it.
        fill: Option<Rgba>,
        /// Its outline, centred on its edge.
        stroke: Option<Stroke>,
    },
    /// A line of words.
    Text(Text),
    /// A picture, upright.
    Picture(Placed),
}

/// A picture in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its least and its greatest corner.
    pub corners: [Point; 2],
    /// The picture, which fills them.
    pub picture: Arc<Picture>,
}

impl Placed {
    /// What of it shows within a part of the plane, in whole pixels, and no finer than so many
    /// pixels to a length of 1; nothing where none of it does.
    pub fn part(&self, view: [Point; 2], finest: f32) -> Option<Self> {
        let level = self.picture.level(f32::INFINITY)?;
        let [least, most] = self.corners;
        let pitch = [0, 1].map(|axis| level.size[axis] as f32 / (most[axis] - least[axis]));
        let step = (pitch[0].min(pitch[1]) / finest).floor().max(1.0) as u32;
        let (mut from, mut to) = ([0; 2], [0; 2]);
        for axis in 0..2 {
            // A pixel more, for whoever paints smoothly over its edge.
            let pixel = |at: f32| (at - least[axis]) * pitch[axis];
            from[axis] = (pixel(view[0][axis]) - 1.0).floor().max(0.0) as u32 / step * step;
            to[axis] = ((pixel(view[1][axis]) + 1.0).ceil().max(0.0) as u32).min(level.size[axis]);
            if from[axis] >= to[axis] {
                return None;
            }
        }
        if step == 1 && from == [0, 0] && to == level.size {
            return Some(self.clone());
        }
        let size = [0, 1].map(|axis| (to[axis] - from[axis]).div_ceil(step));
        let pixels = level.means(from, to, step);
        let picture = Picture::of_pixels(size, pixels).ok()?;
        let corner = |at: [u32; 2]| [0, 1].map(|axis| least[axis] + at[axis] as f32 / pitch[axis]);
        let far = [0, 1].map(|axis| from[axis] + size[axis] * step);
        Some(Self { corners: [corner(from), corner(far)], picture: Arc::new(picture) })
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its width.
    pub width: f32,
    /// Its colour.
    pub colour: Rgba,
}

impl Stroke {
    /// A stroke of this width and colour.
    pub fn new(width: f32, colour: Rgba) -> Self {
        Self { width, colour }
    }
}

/// A line of words.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The point of the baseline that `anchor` tells of; the words turn about it.
    pub at: Point,
    /// The words.
    pub text: String,
    /// The size of the em: what type founders call the size.
    pub size: f32,
    /// The typeface.
    pub face: Typeface,
    /// The colour.
    pub colour: Rgba,
    /// Which part of the words lies at `at`.
    pub anchor: Anchor,
    /// How far the words are turned, in radians, clockwise.
    pub angle: f32,
    /// An outline behind the letters that parts them from the map.
    pub halo: Option<Halo>,
}

/// The most letters of a line of words. More would fit on no paper and no screen, but a name in a
/// file may be as long as the file.
const MOST_LETTERS: usize = 1000;

/// A line's words, cut where they are endless.
fn cut(mut words: String) -> String {
    let end = beginning(&words).len();
    if end < words.len() {
        words.truncate(end);
        words.push('…');
    }
    words
}

/// As much of some words as is drawn.
pub(crate) fn beginning(words: &str) -> &str {
    let end = words.char_indices().nth(MOST_LETTERS).map(|(end, _)| end);
    end.and_then(|end| words.get(..end)).unwrap_or(words)
}

impl Text {
    /// Upright words without a halo. Of endless words the beginning is taken.
    pub fn new(
        at: Point,
        text: impl Into<String>,
        size: f32,
        face: Typeface,
        colour: Rgba,
    ) -> Self {
        Self {
            at,
            text: cut(text.into()),
            size,
            face,
            colour,
            anchor: Anchor::Centre,
            angle: 0.0,
            halo: None,
        }
    }

    /// The same with a halo of this colour, about a tenth of the size wide.
    #[must_use]
    pub fn with_halo(mut self, colour: Rgba) -> Self {
        self.halo = Some(Halo { width: self.size * 0.11, colour });
        self
    }

    /// The same, anchored elsewhere.
    #[must_use]
    pub fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// The same, moved down so that capitals and figures are centred on `at`.
    #[must_use]
    pub fn on_middle(mut self) -> Self {
        let down = self.face.cap_height() * self.size / 2.0;
        self.at = [self.at[0] - self.angle.sin() * down, self.at[1] + self.angle.cos() * down];
        self
    }

    /// How wide the words run.
    pub fn width(&self) -> f32 {
        self.face.width_of(&self.text) * self.size
    }
}

/// Which part of a line of words lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Centre,
    /// Its end.
    End,
}

/// An outline behind letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halo {
    /// How far it reaches out from the letters.
    pub width: f32,
    /// Its colour, mostly that of the ground.
    pub colour: Rgba,
}

impl Scene {
    /// A scene without shapes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a filled convex polygon.
    pub fn fill(&mut self, points: impl Into<Vec<Point>>, fill: Rgba) {
        self.shapes.push(Shape::Polygon { points: points.into(), fill: Some(fill), stroke: None });
    }

    /// Adds a filled and outlined convex polygon.
    pub fn block(&mut self, points: impl Into<Vec<Point>>, fill: Rgba, stroke: Stroke) {
        let (points, fill, stroke) = (points.into(), Some(fill), Some(stroke));
        self.shapes.push(Shape::Polygon { points, fill, stroke });
    }

    /// Adds the outline of a convex polygon.
    pub fn outline(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let (points, stroke) = (points.into(), Some(stroke));
        self.shapes.push(Shape::Polygon { points, fill: None, stroke });
    }

    /// Adds a line.
    pub fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        self.shapes.push(Shape::Line { points: points.into(), stroke, dash: None });
    }

    /// Adds a dashed line.
    pub fn dashes(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke, dash: [f32; 2]) {
        self.shapes.push(Shape::Line { points: points.into(), stroke, dash: Some(dash) });
    }

    /// Adds a filled circle.
    pub fn disc(&mut self, centre: Point, radius: f32, fill: Rgba) {
        self.shapes.push(Shape::Circle { centre, radius, fill: Some(fill), stroke: None });
    }

    /// Adds the outline of a circle.
    pub fn ring(&mut self, centre: Point, radius: f32, stroke: Stroke) {
        self.shapes.push(Shape::Circle { centre, radius, fill: None, stroke: Some(stroke) });
    }

    /// Adds words.
    pub fn text(&mut self, text: Text) {
        self.shapes.push(Shape::Text(text));
    }

    /// Adds a picture as large as it goes into an upright rectangle (its least and its greatest
    /// corner), in the middle and as wide to its height as it is.
    pub fn picture(&mut self, picture: &Arc<Picture>, [least, greatest]: [Point; 2]) {
        let size = picture.size().map(|length| length.max(1) as f32);
        let room = [greatest[0] - least[0], greatest[1] - least[1]];
        let scale = (room[0] / size[0]).min(room[1] / size[1]);
        let edge = [0, 1].map(|axis| (room[axis] - size[axis] * scale) / 2.0);
        let corners = [
            [least[0] + edge[0], least[1] + edge[1]],
            [greatest[0] - edge[0], greatest[1] - edge[1]],
        ];
        self.shapes.push(Shape::Picture(Placed { corners, picture: Arc::clone(picture) }));
    }

    /// Adds all shapes of another scene on top.
    pub fn append(&mut self, other: Self) {
        self.shapes.extend(other.shapes);
    }

    /// The same scene at another size and place: each point times `scale`, plus `offset`.
    #[must_use]
    pub fn placed(self, scale: f32, offset: Point) -> Self {
        self.stretched([scale; 2], scale, offset)
    }

    /// The same scene stretched differently along and across: each point times `by`, plus `offset`.
    /// Strokes, circles and letters stay as they are shaped and grow by `scale`.
    #[must_use]
    pub fn stretched(mut self, by: [f32; 2], scale: f32, offset: Point) -> Self {
        let place = |point: &mut Point| {
            *point = [point[0] * by[0] + offset[0], point[1] * by[1] + offset[1]];
        };
        let pen = |stroke: &mut Stroke| stroke.width *= scale;
        for shape in &mut self.shapes {
            match shape {
                Shape::Polygon { points, stroke, .. } => {
                    points.iter_mut().for_each(place);
                    stroke.iter_mut().for_each(pen);
                }
                Shape::Line { points, stroke, dash } => {
                    points.iter_mut().for_each(place);
                    pen(stroke);
                    dash.iter_mut().flatten().for_each(|length| *length *= scale);
                }
                Shape::Circle { centre, radius, stroke, .. } => {
                    place(centre);
                    *radius *= scale;
                    stroke.iter_mut().for_each(pen);
                }
                Shape::Text(text) => {
                    place(&mut text.at);
                    text.size *= scale;
                    text.halo.iter_mut().for_each(|halo| halo.width *= scale);
                }
                Shape::Picture(placed) => placed.corners.iter_mut().for_each(place),
            }
        }
        self
    }

    /// Gives every colour of it another. Pictures keep theirs.
    pub fn recolour(&mut self, to: impl Fn(Rgba) -> Rgba) {
        let change = |colour: &mut Rgba| *colour = to(*colour);
        let pen = |stroke: &mut Stroke| change(&mut stroke.colour);
        for shape in &mut self.shapes {
            match shape {
                Shape::Polygon { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                    fill.iter_mut().for_each(change);
                    stroke.iter_mut().for_each(pen);
                }
                Shape::Line { stroke, .. } => pen(stroke),
                Shape::Text(text) => {
                    change(&mut text.colour);
                    text.halo.iter_mut().for_each(|halo| change(&mut halo.colour));
                }
                Shape::Picture(_) => {}
            }
        }
    }

    /// Whether every number in it is finite and every shape has enough points.
    pub fn is_sound(&self) -> bool {
        self.shapes.iter().all(Shape::is_sound)
    }
}

impl Shape {
    /// The smallest upright rectangle around it, outline and halo included: its least and its
    /// greatest corner. `None` for a shape without points. Turned words count as a square.
    pub fn bounds(&self) -> Option<[Point; 2]> {
        let around = |points: &[Point], by: f32| {
            let first = points.first()?;
            let mut bounds = [*first, *first];
            for point in points {
                for axis in 0..2 {
                    bounds[0][axis] = bounds[0][axis].min(point[axis]);
                    bounds[1][axis] = bounds[1][axis].max(point[axis]);
                }
            }
            let [[x0, y0], [x1, y1]] = bounds;
            Some([[x0 - by, y0 - by], [x1 + by, y1 + by]])
        };
        let half = |stroke: &Option<Stroke>| stroke.map_or(0.0, |stroke| stroke.width / 2.0);
        match self {
            // Sharp corners of an outline reach further out than half its width.
            Self::Polygon { points, stroke, .. } => around(points, 2.0 * half(stroke)),
            Self::Line { points, stroke, .. } => around(points, stroke.width / 2.0),
            Self::Circle { centre, radius, stroke, .. } => {
                around(&[*centre], radius + half(stroke))
            }
            Self::Text(text) => {
                let width = text.width();
                let halo = text.halo.map_or(0.0, |halo| halo.width);
                let [x, y] = text.at;
                if text.angle != 0.0 {
                    return around(&[text.at], width + text.size + halo);
                }
                let left = match text.anchor {
                    Anchor::Start => x,
                    Anchor::Centre => x - width / 2.0,
                    Anchor::End => x - width,
                };
                around(&[[left, y - text.size], [left + width, y + text.size * 0.3]], halo)
            }
            Self::Picture(placed) => around(&placed.corners, 0.0),
        }
    }

    /// Whether every number in it is finite and it has enough points.
    pub(crate) fn is_sound(&self) -> bool {
        let point = |point: &Point| point[0].is_finite() && point[1].is_finite();
        let pen = |stroke: &Stroke| stroke.width.is_finite() && stroke.width >= 0.0;
        match self {
            Self::Polygon { points, stroke, .. } => {
                points.len() >= 3 && points.iter().all(point) && stroke.iter().all(pen)
            }
            Self::Line { points, stroke, dash } => {
                points.len() >= 2
                    && points.iter().all(point)
                    && pen(stroke)
                    && dash.is_none_or(|[on, off]| on > 0.0 && off > 0.0 && (on + off).is_finite())
            }
            Self::Circle { centre, radius, stroke, .. } => {
                point(centre) && radius.is_finite() && *radius >= 0.0 && stroke.iter().all(pen)
            }
            Self::Text(text) => {
                point(&text.at)
                    && text.size.is_finite()
                    && text.size >= 0.0
                    && text.angle.is_finite()
                    && text.halo.is_none_or(|halo| halo.width.is_finite() && halo.width >= 0.0)
            }
            Self::Picture(placed) => {
                let [least, greatest] = &placed.corners;
                point(least)
                    && point(greatest)
                    && least[0] <= greatest[0]
                    && least[1] <= greatest[1]
            }
        }
    }
}

/// Twice the area of a polygon; below 0 where it turns to the left.
pub(crate) fn signed_area(points: &[Point]) -> f32 {
    let after = points.iter().cycle().skip(1);
    points.iter().zip(after).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// Whether two upright rectangles have a point in common.
pub(crate) fn meet(a: [Point; 2], b: [Point; 2]) -> bool {
    (0..2).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_endless_words_the_beginning_is_drawn() {
        let words = |letters: usize| {
            Text::new([0.0, 0.0], "é".repeat(letters), 1.0, Typeface::Bold, [0, 0, 0, 255]).text
        };
        assert_eq!(words(1000), "é".repeat(1000));
        assert_eq!(words(70_000), format!("{}…", "é".repeat(1000)));
    }
}
