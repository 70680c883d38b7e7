//! Pictures of scenes: anti-aliased, on the processor, the same on every machine.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use image::RgbaImage;
use thiserror::Error;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, PixmapMut, PremultipliedColorU8,
    Stroke as Pen, StrokeDash, Transform,
};

use crate::colour::Rgba;
use crate::fonts::Typeface;
use crate::ground::Ground;
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

/// Why a picture could not be written as a file.
#[derive(Debug, Error)]
pub enum PngError {
    /// It could not be painted.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// It could not be encoded or written.
    #[error("the picture cannot be written: {0}")]
    Write(#[from] png::EncodingError),
}

/// Paints a scene: the part of the plane within `bounds` (its least and greatest corner) on a
/// ground of one colour.
pub fn render(
    scene: &Scene,
    bounds: [Point; 2],
    pixels_per_hex: f32,
    background: Rgba,
) -> Result<RgbaImage, RenderError> {
    let easel = Easel::new(scene, None, bounds, pixels_per_hex, background)?;
    let [width, height] = easel.size;
    let too_large = RenderError::TooLarge { width: width.into(), height: height.into() };
    let mut data = vec![0; width as usize * height as usize * 4];
    let bands = Mutex::new(data.chunks_mut(easel.band_bytes()).enumerate());
    let work = || {
        let mut glyphs = Glyphs::new();
        loop {
            // The lock is for the next band only, not while one is painted.
            let next = bands.lock().ok().and_then(|mut bands| bands.next());
            let Some((number, pixels)) = next else { break };
            easel.paint(number, pixels, &mut glyphs);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..easel.hands() {
            scope.spawn(work);
        }
        work();
    });
    RgbaImage::from_raw(width, height, data).ok_or(too_large)
}

/// Paints a scene as [`render`] does, with a ground over so many of its shapes, and writes it as
/// PNG. All processors paint; of the picture no more is in memory than some bands of rows.
pub(crate) fn write(
    scene: &Scene,
    ground: Option<(usize, &Ground)>,
    bounds: [Point; 2],
    pixels_per_hex: f32,
    background: Rgba,
    out: &mut dyn Write,
) -> Result<(), PngError> {
    // Whatever lies on an opaque sheet is opaque.
    let opaque = background[3] == 255;
    let easel = Easel::new(scene, ground, bounds, pixels_per_hex, background)?;
    let mut encoder = png::Encoder::new(out, easel.size[0], easel.size[1]);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer_with_size(1 << 18)?;
    let count = easel.bands.len();
    let next = AtomicUsize::new(0);
    let (send, receive) = sync_channel::<(usize, Vec<u8>)>(easel.hands());
    let written = std::thread::scope(|scope| {
        for _ in 0..easel.hands() {
            let send = send.clone();
            let (easel, next) = (&easel, &next);
            scope.spawn(move || {
                let mut glyphs = Glyphs::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let mut pixels = vec![0; easel.bytes_of(number)];
                    easel.paint(number, &mut pixels, &mut glyphs);
                    if opaque {
                        pixels = without_opacity(&pixels);
                    }
                    // Nobody listens any more where the writing has failed.
                    if send.send((number, pixels)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let mut wanted = 0;
        for (number, pixels) in receive {
            waiting.insert(number, pixels);
            while let Some(pixels) = waiting.remove(&wanted) {
                stream.write_all(&pixels)?;
                wanted += 1;
            }
        }
        Ok::<(), std::io::Error>(())
    });
    written.map_err(png::EncodingError::from)?;
    stream.finish()?;
    Ok(())
}

fn without_opacity(pixels: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(pixels.len() / 4 * 3);
    for pixel in pixels.chunks_exact(4) {
        plain.extend_from_slice(pixel.get(..3).unwrap_or_default());
    }
    plain
}

/// The rows that are painted together. The same on every machine, so that the picture is.
const BAND: u32 = 256;

/// Outlines in ems, y down, by face and glyph; `None` for blanks.
type Glyphs = BTreeMap<(Typeface, u16), Option<Path>>;

/// A picture that is painted band by band.
struct Easel<'a> {
    scene: &'a Scene,
    /// How many shapes lie beneath the ground, and the ground.
    ground: Option<(usize, &'a Ground)>,
    origin: Point,
    scale: f32,
    size: [u32; 2],
    background: Rgba,
    /// The shapes that show in each band, by their place in the scene.
    bands: Vec<Vec<u32>>,
}

impl<'a> Easel<'a> {
    fn new(
        scene: &'a Scene,
        ground: Option<(usize, &'a Ground)>,
        bounds: [Point; 2],
        scale: f32,
        background: Rgba,
    ) -> Result<Self, RenderError> {
        let size = size(bounds, scale)?;
        let origin = bounds[0];
        let count = size[1].div_ceil(BAND) as usize;
        let mut bands = vec![Vec::new(); count];
        for (number, shape) in scene.shapes.iter().enumerate() {
            let Some([least, most]) = shape.bounds() else { continue };
            let [left, right] = [least[0], most[0]].map(|x| (x - origin[0]) * scale);
            let [top, bottom] = [least[1], most[1]].map(|y| (y - origin[1]) * scale);
            // A pixel to either side, for what only just shows.
            let inside = right > -1.0 && bottom > -1.0;
            if !(inside && left < size[0] as f32 + 1.0 && top < size[1] as f32 + 1.0) {
                continue;
            }
            let band = |y: f32| (y.max(0.0) as u32 / BAND) as usize;
            let last = band(bottom + 1.0).min(count - 1);
            for band in bands.iter_mut().take(last + 1).skip(band(top - 1.0)) {
                band.push(number as u32);
            }
        }
        Ok(Self { scene, ground, origin, scale, size, background, bands })
    }

    /// How many threads there is work for.
    fn hands(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        cores.min(self.bands.len()).max(1)
    }

    fn band_bytes(&self) -> usize {
        self.size[0] as usize * 4 * BAND as usize
    }

    fn bytes_of(&self, band: usize) -> usize {
        let rows = (self.size[1] - band as u32 * BAND).min(BAND);
        self.size[0] as usize * 4 * rows as usize
    }

    /// Paints a band, straight colours as they go into files.
    fn paint(&self, band: usize, pixels: &mut [u8], glyphs: &mut Glyphs) {
        let [width, _] = self.size;
        let height = (pixels.len() / 4 / width.max(1) as usize) as u32;
        let top = band as u32 * BAND;
        let opaque = self.background[3] == 255;
        if opaque {
            pixels.as_chunks_mut::<4>().0.fill(self.background);
        }
        let Some(mut pixmap) = PixmapMut::from_bytes(pixels, width, height) else { return };
        if !opaque {
            pixmap.fill(colour(self.background));
        }
        let mut painter = Painter {
            pixmap,
            scale: self.scale,
            origin: self.origin,
            top: top as f32,
            glyphs,
            batch: None,
        };
        let mut ground = self.ground;
        let mut lay = |painter: &mut Painter<'_>, number: usize| {
            if let Some((_, under)) = ground.take_if(|(beneath, _)| number >= *beneath) {
                painter.flush();
                let origin = [self.origin[0], self.origin[1] + top as f32 / self.scale];
                under.paint(painter.pixmap.data_mut(), width, origin, self.scale);
            }
        };
        for &number in self.bands.get(band).into_iter().flatten() {
            lay(&mut painter, number as usize);
            if let Some(shape) = self.scene.shapes.get(number as usize) {
                painter.shape(shape);
            }
        }
        lay(&mut painter, usize::MAX);
        painter.flush();
        if !opaque {
            for pixel in pixels.as_chunks_mut::<4>().0 {
                let [r, g, b, a] = *pixel;
                if let Some(mixed) = PremultipliedColorU8::from_rgba(r, g, b, a) {
                    let straight = mixed.demultiply();
                    *pixel = [straight.red(), straight.green(), straight.blue(), a];
                }
            }
        }
    }
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
    pixmap: PixmapMut<'a>,
    scale: f32,
    origin: Point,
    /// The row of the picture that the band begins with.
    top: f32,
    glyphs: &'a mut Glyphs,
    /// Fills of one opaque colour wait here, to be painted as one path.
    batch: Option<(Rgba, PathBuilder, usize)>,
}

/// Fills gathered before they are painted; the rasteriser sorts a path's edges.
const BATCH: usize = 512;

impl Painter<'_> {
    fn shape(&mut self, shape: &Shape) {
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

    fn place(&self, [x, y]: Point) -> Point {
        [(x - self.origin[0]) * self.scale, (y - self.origin[1]) * self.scale - self.top]
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
            disc(&mut self.pixmap, [x, y], radius, fill);
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
fn disc(pixmap: &mut PixmapMut<'_>, [x, y]: Point, radius: f32, [r, g, b, a]: Rgba) {
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
