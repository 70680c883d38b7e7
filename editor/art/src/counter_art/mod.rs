//! Counters as printed: ground in the nation's colour, a band in the formation's with the
//! designation, the size mark over the symbol's box, the ratings large at the bottom.
//!
//! ```text
//!  ┌───────────┐
//!  │▓▓ 88/3 ▓▓▓│  band and designation
//!  │    XX     │  size mark
//!  │   ┌───┐   │
//!  │   │ ╳ │   │  symbol
//!  │   └───┘   │
//!  │  30-4-5   │  ratings
//!  └───────────┘
//! ```

mod compile;
mod sizes;
mod stack;
pub mod symbols;

use std::sync::Arc;

use salient_schema::ruleset::Symbol;
use salient_schema::{Bundle, OrderOfBattle, Picture, Pictures, Ruleset};

use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Stroke, Text};
use compile::{CounterLook, FaceLook};

pub use stack::Shown;

/// The counters of a scenario made ready for drawing.
#[derive(Clone, Debug, Default)]
pub struct CounterArt {
    counters: std::collections::BTreeMap<String, CounterLook>,
}

/// How much of a counter is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The side's colour with a small box.
    Blot,
    /// Symbol and strength.
    Small,
    /// Everything.
    Full,
}

impl Detail {
    fn at(pixels: f32) -> Self {
        if pixels < 13.0 {
            Self::Blot
        } else if pixels < 34.0 {
            Self::Small
        } else {
            Self::Full
        }
    }
}

impl CounterArt {
    /// Makes the counters of orders of battle ready for drawing. A face that names a picture shows
    /// that, if it is among `pictures` and sound.
    pub fn new(ruleset: &Ruleset, orders_of_battle: &[OrderOfBattle], pictures: &Pictures) -> Self {
        Self { counters: compile::counters(ruleset, orders_of_battle, pictures) }
    }

    /// Makes the counters of a bundle ready for drawing.
    pub fn of(bundle: &Bundle) -> Self {
        Self::new(&bundle.ruleset, &bundle.orders_of_battle, &bundle.pictures)
    }

    /// The picture that a counter shows on a face, if it shows one; on a face that it lacks, that of
    /// its front.
    pub fn picture(&self, shown: Shown<'_>) -> Option<&Arc<Picture>> {
        let faces = &self.counters.get(shown.counter)?.faces;
        let face = faces.get(usize::from(shown.face)).or_else(|| faces.first())?;
        face.picture.as_ref().filter(|_| !shown.face_down)
    }

    /// Whether an order of battle has this counter.
    pub fn knows(&self, counter: &str) -> bool {
        self.counters.contains_key(counter)
    }

    /// The colour of the band that a counter has of its formation.
    pub fn band(&self, counter: &str) -> Option<Rgba> {
        self.counters.get(counter)?.band
    }

    /// Draws a counter with its centre at `centre`, `size` hex widths from side to side.
    /// `pixels` says how many pixels that is, and so how much of it is worth drawing. A counter
    /// that no order of battle has is drawn as a warning; a face that it lacks as its front.
    pub fn draw(&self, shown: Shown<'_>, centre: Point, size: f32, pixels: f32, scene: &mut Scene) {
        let place = Place { centre, size, cut: None };
        match self.counters.get(shown.counter) {
            Some(look) if shown.face_down => back(look, place, Detail::at(pixels), scene),
            Some(look) => {
                let face = usize::from(shown.face);
                let face = look.faces.get(face).or_else(|| look.faces.first());
                draw(look, face, place, Detail::at(pixels), scene);
            }
            None => place.unknown(scene),
        }
    }

    /// Draws a counter to be cut out: square, without shade or outline, its ground, band and
    /// stripe running over the edge by `bleed`. Where its face is not `printed` there is only
    /// the ground, so that no white shows at the edge of what is printed on the other side.
    pub fn draw_cut(
        &self,
        shown: Shown<'_>,
        printed: bool,
        centre: Point,
        size: f32,
        bleed: f32,
        scene: &mut Scene,
    ) {
        let place = Place { centre, size, cut: Some(bleed / size) };
        let Some(look) = self.counters.get(shown.counter) else { return place.unknown(scene) };
        let face = look.faces.get(usize::from(shown.face)).or_else(|| look.faces.first());
        // Its own colour under a picture, too: the knife may slip into the bleed.
        scene.fill(place.rounded(-0.5, 0.5), look.fill);
        match face.filter(|_| printed) {
            Some(FaceLook { picture: Some(picture), .. }) => {
                scene.picture(picture, [place.at(-0.5, -0.5), place.at(0.5, 0.5)]);
            }
            Some(face) => full(look, face, place, scene),
            None => {}
        }
    }

    /// Draws a counter that another lies on: ground and band, as its print is cut off anyway.
    pub fn draw_covered(
        &self,
        shown: Shown<'_>,
        centre: Point,
        size: f32,
        pixels: f32,
        scene: &mut Scene,
    ) {
        let place = Place { centre, size, cut: None };
        let Some(look) = self.counters.get(shown.counter) else { return place.unknown(scene) };
        if let Some(picture) = self.picture(shown) {
            scene.picture(picture, [place.at(-0.5, -0.5), place.at(0.5, 0.5)]);
            return;
        }
        draw(look, None, place, Detail::at(pixels), scene);
        if let Some(band) = look.band.filter(|_| !shown.face_down) {
            scene.fill(place.rounded(-0.5, -0.315), band);
        }
        let edge = colour::darker(look.fill, 0.55);
        scene.outline(place.rounded(-0.5, 0.5), place.pen(0.018, edge));
    }
}

/// Where a counter lies.
#[derive(Clone, Copy, Debug)]
struct Place {
    centre: Point,
    size: f32,
    /// How far it runs over its edge where it is printed to be cut out, in sides of the counter;
    /// its corners are then square.
    cut: Option<f32>,
}

impl Place {
    /// A point by its offset from the middle, in sides of the counter.
    fn at(self, x: f32, y: f32) -> Point {
        [self.centre[0] + x * self.size, self.centre[1] + y * self.size]
    }

    /// From edge to edge.
    fn across(self, y: f32) -> [Point; 2] {
        let half = 0.5 + self.cut.unwrap_or(0.0);
        [self.at(-half, y), self.at(half, y)]
    }

    fn pen(self, width: f32, colour: crate::Rgba) -> Stroke {
        Stroke::new(width * self.size, colour)
    }

    /// A rounded rectangle from edge to edge; only corners at the counter's own are rounded.
    fn rounded(self, top: f32, bottom: f32) -> Vec<Point> {
        let radius = 0.085;
        if let Some(bleed) = self.cut {
            let over = |y: f32| if y.abs() >= 0.5 { y + y.signum() * bleed } else { y };
            let (left, right) = (-0.5 - bleed, 0.5 + bleed);
            let (top, bottom) = (over(top), over(bottom));
            return [(left, top), (right, top), (right, bottom), (left, bottom)]
                .map(|(x, y)| self.at(x, y))
                .to_vec();
        }
        let corners = [
            (-0.5, top, top <= -0.5, 0.5),
            (0.5, top, top <= -0.5, 0.75),
            (0.5, bottom, bottom >= 0.5, 0.0),
            (-0.5, bottom, bottom >= 0.5, 0.25),
        ];
        let mut points = Vec::with_capacity(24);
        for (x, y, round, turn) in corners {
            if !round {
                points.push(self.at(x, y));
                continue;
            }
            let (cx, cy) = (x - radius * x.signum(), y - radius * y.signum());
            for step in 0..=5 {
                let angle = std::f32::consts::TAU * (turn + 0.25 * step as f32 / 5.0);
                points.push(self.at(cx + radius * angle.cos(), cy + radius * angle.sin()));
            }
        }
        points
    }

    fn unknown(self, scene: &mut Scene) {
        let ink = [214, 0, 120, 255];
        scene.block(self.rounded(-0.5, 0.5), [255, 236, 246, 255], self.pen(0.04, ink));
        let mark = Text::new(self.centre, "?", self.size * 0.8, Typeface::Bold, ink);
        scene.text(mark.on_middle());
    }
}

fn draw(
    look: &CounterLook,
    face: Option<&FaceLook>,
    place: Place,
    detail: Detail,
    scene: &mut Scene,
) {
    // A picture is all of the counter: what it lets through is the map.
    if let Some(FaceLook { picture: Some(picture), .. }) = face {
        scene.picture(picture, [place.at(-0.5, -0.5), place.at(0.5, 0.5)]);
        return;
    }
    let edge = colour::darker(look.fill, 0.55);
    let body = place.rounded(-0.5, 0.5);
    if detail == Detail::Full {
        // Pasteboard throws a little shade.
        for (shift, opacity) in [(0.035, 0.16), (0.02, 0.22)] {
            let shade =
                Place { centre: place.at(shift * 0.7, shift), size: place.size * 1.015, ..place };
            scene.fill(shade.rounded(-0.5, 0.5), colour::faint([40, 30, 20, 255], opacity));
        }
    }
    scene.fill(body.clone(), look.fill);
    let Some(face) = face else {
        scene.outline(body, place.pen(0.018, edge));
        return;
    };
    match detail {
        Detail::Blot => {
            // The colour tells whose it is, so most of it is left to that.
            let (half, top, bottom) = (0.18, -0.18, 0.08);
            let corners = [(-half, top), (half, top), (half, bottom), (-half, bottom)];
            scene.fill(corners.map(|(x, y)| place.at(x, y)), look.ink);
        }
        Detail::Small => small(look, face, place, scene),
        Detail::Full => full(look, face, place, scene),
    }
    let width = if detail == Detail::Full { 0.018 } else { 0.035 };
    scene.outline(body, place.pen(width, edge));
}

/// A counter that lies face down: its nation's colour, and that nobody is told more.
fn back(look: &CounterLook, place: Place, detail: Detail, scene: &mut Scene) {
    draw(look, None, place, detail, scene);
    if detail != Detail::Blot {
        let mark = Text::new(place.centre, "?", place.size * 0.62, Typeface::Bold, look.ink);
        scene.text(mark.on_middle());
    }
}

/// At a couple of dozen pixels only the symbol and the first rating can be read.
fn small(look: &CounterLook, face: &FaceLook, place: Place, scene: &mut Scene) {
    stripe(look, face, place, -0.34, -0.04, scene);
    if let Some(band) = look.band {
        scene.fill(place.rounded(-0.5, -0.36), band);
    }
    if face.symbol == Symbol::Marker {
        words(place, &face.designation, [0.0, 0.05], 0.4, look.ink, scene);
        return;
    }
    let frame = symbols::Frame {
        centre: place.at(0.0, -0.13),
        width: 0.6 * place.size,
        height: 0.34 * place.size,
        pen: 0.05 * place.size,
        ink: look.ink,
        fill: look.symbol_fill,
    };
    symbols::draw(face.symbol, &frame, scene);
    words(place, &face.strength, [0.0, 0.285], 0.48, face.ratings_ink.unwrap_or(look.ink), scene);
}

fn full(look: &CounterLook, face: &FaceLook, place: Place, scene: &mut Scene) {
    // Light catches the upper edge.
    if place.cut.is_none() {
        let lit = colour::faint([255, 255, 255, 255], 0.28);
        scene.line([place.at(-0.42, -0.478), place.at(0.42, -0.478)], place.pen(0.02, lit));
    }
    if face.symbol == Symbol::Marker {
        if let Some(band) = look.band {
            scene.fill(place.rounded(-0.5, -0.31), band);
        }
        words(place, &face.designation, [0.0, -0.02], 0.26, look.ink, scene);
        words(place, &face.ratings, [0.0, 0.3], 0.28, look.ink, scene);
        return;
    }
    stripe(look, face, place, -0.16, 0.12, scene);
    let name_ink = match look.band {
        Some(band) => {
            scene.fill(place.rounded(-0.5, -0.315), band);
            let rule = place.pen(0.012, colour::darker(look.fill, 0.4));
            scene.line(place.across(-0.315), rule);
            if colour::lightness(band) > 0.55 { [30, 26, 22, 255] } else { [255, 252, 244, 255] }
        }
        None => look.ink,
    };
    words(place, &face.designation, [0.0, -0.405], 0.165, name_ink, scene);
    if !face.size_mark.is_empty() {
        let at = place.at(0.0, -0.238);
        sizes::draw(&face.size_mark, at, 0.094 * place.size, 0.87 * place.size, look.ink, scene);
    }
    let frame = symbols::Frame {
        centre: place.at(0.0, -0.02),
        width: 0.47 * place.size,
        height: 0.285 * place.size,
        pen: 0.026 * place.size,
        ink: look.ink,
        fill: look.symbol_fill,
    };
    symbols::draw(face.symbol, &frame, scene);
    if let Some(mark) = face.mark {
        symbols::draw_mark(mark, &frame, scene);
    }
    let ink = face.ratings_ink.unwrap_or(look.ink);
    // White on a pale counter is read on a plate.
    if (colour::lightness(ink) - colour::lightness(look.fill)).abs() < 0.45
        && face.ratings_ink.is_some()
    {
        let (left, right) = if face.corner.is_some() { (-0.44, 0.22) } else { (-0.3, 0.3) };
        let plate = [(left, 0.175), (right, 0.175), (right, 0.45), (left, 0.45)];
        scene.fill(plate.map(|(x, y)| place.at(x, y)), look.ink);
    }
    let Some((corner, corner_ink)) = &face.corner else {
        words(place, &face.ratings, [0.0, 0.312], 0.315, ink, scene);
        return;
    };
    // The line makes room for the corner.
    let side = 0.24;
    let at = place.at(0.37, 0.325);
    let corner_ink = corner_ink.unwrap_or(look.ink);
    let text = Text::new(at, corner.as_str(), 0.25 * place.size, Typeface::Bold, corner_ink);
    scene.text(text.on_middle());
    words_within(place, &face.ratings, ([-side / 2.0, 0.312], 0.87 - side), 0.315, ink, scene);
}

/// A pale stripe tells a reduced face from a full one.
fn stripe(
    look: &CounterLook,
    face: &FaceLook,
    place: Place,
    top: f32,
    bottom: f32,
    scene: &mut Scene,
) {
    if face.reduced {
        let pale = colour::lighter(look.symbol_fill, 0.4);
        let edge = colour::mix(look.fill, look.ink, 0.45);
        scene.fill(place.rounded(top, bottom), pale);
        for y in [top, bottom] {
            scene.line(place.across(y), place.pen(0.012, edge));
        }
    }
}

/// Words centred at a point, set smaller if they would run over the edge.
fn words(place: Place, text: &str, at: Point, size: f32, ink: crate::Rgba, scene: &mut Scene) {
    words_within(place, text, (at, 0.87), size, ink, scene);
}

/// Words centred at a point, set smaller if they need more room than there is.
fn words_within(
    place: Place,
    text: &str,
    (at, room): (Point, f32),
    size: f32,
    ink: crate::Rgba,
    scene: &mut Scene,
) {
    if text.is_empty() {
        return;
    }
    let width = Typeface::Bold.width_of(text) * size;
    let size = if width > room { size * room / width } else { size };
    let at = place.at(at[0], at[1]);
    scene.text(Text::new(at, text, size * place.size, Typeface::Bold, ink).on_middle());
}
