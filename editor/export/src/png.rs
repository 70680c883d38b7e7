//! Pictures of scenes: anti-aliased, on the processor, the same on every machine.

use std::collections::BTreeMap;

use image::RgbaImage;
use thiserror::Error;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke as Pen,
    StrokeDash, Transform,
};

use crate::colour::Rgba;
use crate::fonts::Typeface;
use crate::scene::{Anchor, Point, Scene, Shape, Stroke, Text, signed_area};

/// The most pixels that a picture may have: 100 million, 400 megabytes.
pub const MOST_PIXELS: u64 = 100_000_000;
/// The most pixels along one edge.
pub const MOST_EDGE: u32 = 32_000;

/// Why a picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RenderError {
    /// The scale is no number above 0.
    #[error("{0} pixels a hex is no scale: give a number above 0")]
    BadScale(f32),
    /// The corners of the view are not finite, or in the wrong order.
    #[error("the view has no extent")]
    BadBounds,
    /// The picture would be too large.
    #[error(
        "the picture would be {width:.0} × {height:.0} pixels; at most {MOST_EDGE} along an edge \
         and {} million in all: choose fewer pixels a hex",
        MOST_PIXELS / 1_000_000
    )]
    TooLarge {
        /// Pixels from left to right.
        width: f64,
        /// Pixels from top to bottom.
        height: f64,
    },
}

/// Paints a scene: the part of the plane within `bounds` (its least and greatest corner) on a
/// ground of one colour.
pub fn render(
    scene: &Scene,
    bounds: [Point; 2],
    pixels_per_hex: f32,
    background: Rgba,
) -> Result<RgbaImage, RenderError> {
    let [width, height] = size(bounds, pixels_per_hex)?;
    let too_large = RenderError::TooLarge { width: width.into(), height: height.into() };
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| too_large.clone())?;
    pixmap.fill(colour(background));
    let mut painter = Painter {
        pixmap: &mut pixmap,
        scale: pixels_per_hex,
        origin: bounds[0],
        glyphs: BTreeMap::new(),
        batch: None,
    };
    for shape in &scene.shapes {
        painter.shape(shape);
    }
    painter.flush();
    RgbaImage::from_raw(width, height, pixmap.take_demultiplied()).ok_or(too_large)
}

/// The size of a picture in pixels, or why there can be none.
pub fn size(bounds: [Point; 2], pixels_per_hex: f32) -> Result<[u32; 2], RenderError> {
    if !(pixels_per_hex.is_finite() && pixels_per_hex > 0.0) {
        return Err(RenderError::BadScale(pixels_per_hex));
    }
    let [[x0, y0], [x1, y1]] = bounds;
    let extent = [x1 - x0, y1 - y0];
    if !extent.iter().all(|length| length.is_finite() && *length > 0.0) {
        return Err(RenderError::BadBounds);
    }
    let pixels =
        extent.map(|length| (f64::from(length) * f64::from(pixels_per_hex)).ceil().max(1.0));
    let [width, height] = pixels;
    let edge = f64::from(MOST_EDGE);
    if width > edge || height > edge || width * height > MOST_PIXELS as f64 {
        return Err(RenderError::TooLarge { width, height });
    }
    Ok([width as u32, height as u32])
}

struct Painter<'a> {
    pixmap: &'a mut Pixmap,
    scale: f32,
    origin: Point,
    /// Outlines in ems, y down, by face and glyph; `None` for blanks.
    glyphs: BTreeMap<(Typeface, u16), Option<Path>>,
    /// Fills of one opaque colour wait here, to be painted as one path.
    batch: Option<(Rgba, PathBuilder, usize)>,
}

/// Fills gathered before they are painted; the rasteriser sorts a path's edges.
const BATCH: usize = 512;

impl Painter<'_> {
    fn shape(&mut self, shape: &Shape) {
        let visible = shape.bounds().is_some_and(|bounds| self.is_visible(bounds));
        if !visible {
            return;
        }
        match shape {
            Shape::Polygon { points, fill, stroke } => {
                if let Some(fill) = fill {
                    self.fill(*fill, |painter, path| painter.trace_turning_right(path, points));
                }
                if let Some(stroke) = stroke {
                    self.stroke(points, *stroke, None, true);
                }
            }
            Shape::Line { points, stroke, dash } => self.stroke(points, *stroke, *dash, false),
            Shape::Circle { centre, radius, fill, stroke } => {
                self.circle(*centre, *radius, *fill, *stroke)
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn is_visible(&self, [least, most]: [Point; 2]) -> bool {
        let [x0, y0] = self.place(least);
        let [x1, y1] = self.place(most);
        let (width, height) = (self.pixmap.width() as f32, self.pixmap.height() as f32);
        x1 > -1.0 && y1 > -1.0 && x0 < width + 1.0 && y0 < height + 1.0
    }

    fn place(&self, [x, y]: Point) -> Point {
        [(x - self.origin[0]) * self.scale, (y - self.origin[1]) * self.scale]
    }

    /// Gathers a fill. Opaque fills of one colour may be painted together, as overlaps do not
    /// show and shared edges then leave no seam; others are painted singly.
    fn fill(&mut self, colour: Rgba, trace: impl FnOnce(&Self, &mut PathBuilder)) {
        let (mut path, count) = match self.batch.take() {
            Some((gathered, path, count)) if gathered == colour && count < BATCH => (path, count),
            other => {
                self.batch = other;
                self.flush();
                (PathBuilder::new(), 0)
            }
        };
        trace(self, &mut path);
        self.batch = Some((colour, path, count + 1));
        if colour[3] != 255 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let Some((fill, path, _)) = self.batch.take() else { return };
        if let Some(path) = path.finish() {
            let paint = paint(fill);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// All gathered polygons must turn the same way, or overlaps would cancel out.
    fn trace_turning_right(&self, path: &mut PathBuilder, points: &[Point]) {
        if signed_area(points) >= 0.0 {
            self.trace(path, points.iter());
        } else {
            self.trace(path, points.iter().rev());
        }
        path.close();
    }

    fn trace<'p>(&self, path: &mut PathBuilder, points: impl Iterator<Item = &'p Point>) {
        for (at, point) in points.enumerate() {
            let [x, y] = self.place(*point);
            if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
    }

    fn circle(&mut self, centre: Point, radius: f32, fill: Option<Rgba>, stroke: Option<Stroke>) {
        let [x, y] = self.place(centre);
        let radius = radius * self.scale;
        if let Some(fill) = fill {
            self.flush();
            disc(self.pixmap, [x, y], radius, fill);
        }
        if let Some(stroke) = stroke {
            self.flush();
            if let Some(path) = PathBuilder::from_circle(x, y, radius) {
                self.draw(&path, stroke, None, Transform::identity());
            }
        }
    }

    fn stroke(&mut self, points: &[Point], stroke: Stroke, dash: Option<[f32; 2]>, closed: bool) {
        self.flush();
        let mut path = PathBuilder::with_capacity(points.len() + 1, points.len());
        self.trace(&mut path, points.iter());
        if closed {
            path.close();
        }
        if let Some(path) = path.finish() {
            self.draw(&path, stroke, dash, Transform::identity());
        }
    }

    fn draw(&mut self, path: &Path, stroke: Stroke, dash: Option<[f32; 2]>, transform: Transform) {
        let dash = dash
            .and_then(|[on, off]| StrokeDash::new(vec![on * self.scale, off * self.scale], 0.0));
        let pen = Pen {
            width: stroke.width * self.scale,
            line_cap: if dash.is_some() { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash,
            ..Pen::default()
        };
        self.pixmap.stroke_path(path, &paint(stroke.colour), &pen, transform, None);
    }

    fn text(&mut self, text: &Text) {
        self.flush();
        // Lettering below a pixel or two is grey mist that costs time.
        if text.size * self.scale < 2.5 {
            return;
        }
        let width = text.width();
        let mut pen = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Centre => -width / 2.0,
            Anchor::End => -width,
        };
        let [x, y] = self.place(text.at);
        let (sin, cos) = text.angle.sin_cos();
        let em = text.size * self.scale;
        let mut outlines = Vec::with_capacity(text.text.len());
        for character in text.text.chars() {
            let (px, py) = (x + cos * pen * self.scale, y + sin * pen * self.scale);
            let transform = Transform::from_row(cos * em, sin * em, -sin * em, cos * em, px, py);
            if let Some(path) = self.glyph(text.face, character) {
                outlines.push(path.clone().transform(transform));
            }
            pen += text.face.advance(character) * text.size;
        }
        let outlines: Vec<Path> = outlines.into_iter().flatten().collect();
        if let Some(halo) = text.halo {
            // The pen is centred on the edge of the letters, hence twice the width.
            let stroke = Stroke::new(halo.width * 2.0, halo.colour);
            for path in &outlines {
                self.draw(path, stroke, None, Transform::identity());
            }
        }
        let ink = paint(text.colour);
        for path in &outlines {
            self.pixmap.fill_path(path, &ink, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn glyph(&mut self, face: Typeface, character: char) -> Option<&Path> {
        let glyph = face.glyph(character);
        self.glyphs.entry((face, glyph.0)).or_insert_with(|| outline(face, glyph)).as_ref()
    }
}

/// Paints a disc straight into the picture: most of a map's shapes are small discs, and a path
/// for each would cost many times as much. A pixel is covered by how far its centre lies within
/// the rim.
fn disc(pixmap: &mut Pixmap, [x, y]: Point, radius: f32, [r, g, b, a]: Rgba) {
    let (width, height) = (pixmap.width(), pixmap.height());
    let range = |middle: f32, end: u32| {
        let least = (middle - radius - 0.5).floor().max(0.0);
        let most = (middle + radius + 1.5).ceil().min(end as f32);
        (least as u32)..(most.max(0.0) as u32)
    };
    let ink = [r, g, b].map(u32::from);
    let opacity = u32::from(a);
    let (columns, rows) = (range(x, width), range(y, height));
    let (inner, outer) = ((radius - 0.5).max(0.0), radius + 0.5);
    let (inner, outer_square) = (inner * inner, outer * outer);
    for row in rows {
        let dy = row as f32 + 0.5 - y;
        let from = (row * width) as usize * 4;
        let line = from + columns.start as usize * 4..from + columns.end as usize * 4;
        let Some(line) = pixmap.data_mut().get_mut(line) else { continue };
        for (pixel, column) in line.chunks_exact_mut(4).zip(columns.clone()) {
            let dx = column as f32 + 0.5 - x;
            let square = dx * dx + dy * dy;
            if square >= outer_square {
                continue;
            }
            let cover = if square <= inner && radius >= 0.5 {
                opacity
            } else {
                // A disc within a pixel covers no more of it than its own area.
                let share = (outer - square.sqrt()).clamp(0.0, 1.0) * (radius * 2.0).min(1.0);
                (share * opacity as f32 + 0.5) as u32
            };
            for (channel, ink) in pixel.iter_mut().zip(ink.into_iter().chain([255])) {
                let mixed = ink * cover + u32::from(*channel) * (255 - cover);
                *channel = ((mixed + 127) / 255) as u8;
            }
        }
    }
}

/// A glyph's outline in ems, y down.
fn outline(face: Typeface, glyph: ttf_parser::GlyphId) -> Option<Path> {
    let font = face.face()?;
    let mut tracer =
        Tracer { path: PathBuilder::new(), scale: 1.0 / f32::from(font.units_per_em().max(1)) };
    font.outline_glyph(glyph, &mut tracer)?;
    tracer.path.finish()
}

struct Tracer {
    path: PathBuilder,
    scale: f32,
}

impl ttf_parser::OutlineBuilder for Tracer {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x * self.scale, -y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x * self.scale, -y * self.scale);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.quad_to(x1 * s, -y1 * s, x * s, -y * s);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.cubic_to(x1 * s, -y1 * s, x2 * s, -y2 * s, x * s, -y * s);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn colour([r, g, b, a]: Rgba) -> Color {
    Color::from_rgba8(r, g, b, a)
}

fn paint(fill: Rgba) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(fill));
    paint
}
