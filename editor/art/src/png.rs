//! Pictures of scenes: anti-aliased, on the processor, the same on every machine.

mod disc;
mod file;
mod letters;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use image::RgbaImage;
use salient_schema::pictures::Level;
use thiserror::Error;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern,
    PixmapMut, PixmapRef, PremultipliedColorU8, SpreadMode, Stroke as Pen, StrokeDash, Transform,
};
use ttf_parser::GlyphId;

use crate::colour::Rgba;
use crate::hex_colours::HexColours;
use crate::printed_page::PrintedPage;
use crate::scene::{Anchor, Placed, Point, Scene, Shape, Stroke, Text, signed_area};
use disc::disc;
use file::{File, Packed, Packer};
use letters::{Letters, MOST_EM, SharedStamps};

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
    let stamps = SharedStamps::default();
    let work = || {
        let mut letters = Letters::new(&stamps);
        loop {
            // The lock is for the next band only, not while one is painted.
            let next = bands.lock().ok().and_then(|mut bands| bands.next());
            let Some((number, pixels)) = next else { break };
            easel.paint(number, pixels, &mut letters);
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

/// A size of a picture as a file.
pub(crate) fn of_level(level: &Level) -> Option<Vec<u8>> {
    let [width, height] = level.size;
    let picture = RgbaImage::from_raw(width, height, level.straight())?;
    salient_codecs::png(&picture).ok()
}

/// Paints a page to print, no wider or higher than `side` pixels: to look at, not to print from.
///
/// # Errors
/// A scene on it cannot be painted.
pub fn render_page(page: &PrintedPage, side: u32) -> Result<RgbaImage, RenderError> {
    let [width, height] = page.size;
    let pixels_per_mm = side as f32 / width.max(height).max(1.0);
    let pixels = |mm: f32| ((mm * pixels_per_mm).round() as u32).clamp(1, side.max(1));
    let white = image::Rgba([255, 255, 255, 255]);
    let mut picture = RgbaImage::from_pixel(pixels(width), pixels(height), white);
    for placed in &page.scenes {
        let scale = placed.scale * pixels_per_mm;
        let mut part = render(&placed.scene, placed.view(page.size), scale, [0, 0, 0, 0])?;
        for image::Rgba([red, green, blue, alpha]) in part.pixels_mut() {
            // Colours are painted as much weaker as they let through.
            let whole = |colour: u8| {
                (u32::from(colour) * 255).checked_div(u32::from(*alpha)).unwrap_or(0).min(255) as u8
            };
            [*red, *green, *blue] = [whole(*red), whole(*green), whole(*blue)];
        }
        let [left, top] = placed.window.map_or([0.0, 0.0], |[from, _]| from);
        let at = |mm: f32| (mm * pixels_per_mm).round() as i64;
        image::imageops::overlay(&mut picture, &part, at(left), at(top));
    }
    Ok(picture)
}

/// Paints a scene as [`render`] does, with a ground over so many of its shapes, and writes it as
/// PNG. All processors paint; of the picture no more is in memory than some bands of rows.
pub(crate) fn write(
    scene: &Scene,
    ground: Option<(usize, &HexColours)>,
    bounds: [Point; 2],
    pixels_per_hex: f32,
    background: Rgba,
    out: &mut dyn Write,
) -> Result<(), PngError> {
    let easel = Easel::new(scene, ground, bounds, pixels_per_hex, background)?;
    write_by(easel.hands(), &easel, out)
}

/// Writes a picture by so many painters, which makes no difference to it.
fn write_by(hands: usize, easel: &Easel<'_>, out: &mut dyn Write) -> Result<(), PngError> {
    // Whatever lies on an opaque sheet is opaque.
    let opaque = easel.background[3] == 255;
    let mut file = File::new(out, easel.size, opaque)?;
    let count = easel.bands.len();
    let next = AtomicUsize::new(0);
    let stamps = SharedStamps::default();
    let (send, receive) = sync_channel::<(usize, std::io::Result<Packed>)>(hands);
    let written = std::thread::scope(|scope| {
        for _ in 0..hands {
            let send = send.clone();
            let (next, stamps) = (&next, &stamps);
            scope.spawn(move || {
                let mut letters = Letters::new(stamps);
                let mut packer = Packer::new();
                let mut pixels = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    pixels.clear();
                    pixels.resize(easel.bytes_of(number), 0);
                    easel.paint(number, &mut pixels, &mut letters);
                    let packed = packer.pack(&pixels, easel.size[0], opaque);
                    // Nobody listens any more where the writing has failed.
                    if send.send((number, packed)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: BTreeMap<usize, Packed> = BTreeMap::new();
        let mut wanted = 0;
        for (number, packed) in receive {
            waiting.insert(number, packed?);
            while let Some(packed) = waiting.remove(&wanted) {
                file.write(packed)?;
                wanted += 1;
            }
        }
        Ok::<(), png::EncodingError>(())
    });
    written?;
    file.finish()?;
    Ok(())
}

/// The rows that are painted together. The same on every machine, so that the picture is.
const BAND: u32 = 128;

/// A picture that is painted band by band.
struct Easel<'a> {
    scene: &'a Scene,
    /// How many shapes lie beneath the ground, and the ground.
    ground: Option<(usize, &'a HexColours)>,
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
        ground: Option<(usize, &'a HexColours)>,
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
    fn paint(&self, band: usize, pixels: &mut [u8], letters: &mut Letters<'_>) {
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
            letters,
            batch: None,
        };
        let mut ground = self.ground;
        let mut lay = |painter: &mut Painter<'_, '_>, number: usize| {
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

struct Painter<'a, 'l> {
    pixmap: PixmapMut<'a>,
    scale: f32,
    origin: Point,
    /// The row of the picture that the band begins with.
    top: f32,
    letters: &'a mut Letters<'l>,
    /// Shapes of one kind wait here, to be painted as one path.
    batch: Option<(Gathered, PathBuilder, usize)>,
}

/// Shapes gathered before they are painted; the rasteriser sorts a path's edges.
const BATCH: usize = 512;

/// What may be painted together and looks as if it were painted singly.
#[derive(Clone, Copy, PartialEq)]
enum Gathered {
    /// Fills of an opaque colour: overlaps do not show, and shared edges leave no seam.
    Fills(Rgba),
    /// Lines not wider than a pixel, which the rasteriser draws piece by piece in any case. To
    /// set it up for each takes longer than a short line.
    Hairlines(Stroke),
}

impl Painter<'_, '_> {
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
            Shape::Picture(placed) => self.picture(placed),
        }
    }

    fn place(&self, [x, y]: Point) -> Point {
        [(x - self.origin[0]) * self.scale, (y - self.origin[1]) * self.scale - self.top]
    }

    /// Gathers a fill; one that is not opaque is painted at once.
    fn fill(&mut self, colour: Rgba, trace: impl FnOnce(&Self, &mut PathBuilder)) {
        self.gather(Gathered::Fills(colour), trace);
        if colour[3] != 255 {
            self.flush();
        }
    }

    fn gather(&mut self, what: Gathered, trace: impl FnOnce(&Self, &mut PathBuilder)) {
        let (mut path, count) = match self.batch.take() {
            Some((gathered, path, count)) if gathered == what && count < BATCH => (path, count),
            other => {
                self.batch = other;
                self.flush();
                (PathBuilder::new(), 0)
            }
        };
        trace(self, &mut path);
        self.batch = Some((what, path, count + 1));
    }

    fn flush(&mut self) {
        let Some((what, path, _)) = self.batch.take() else { return };
        let Some(path) = path.finish() else { return };
        match what {
            Gathered::Fills(fill) => {
                let (paint, rule) = (paint(fill), FillRule::Winding);
                self.pixmap.fill_path(&path, &paint, rule, Transform::identity(), None);
            }
            Gathered::Hairlines(stroke) => self.draw(&path, stroke, None, Transform::identity()),
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
        let trace = |painter: &Self, path: &mut PathBuilder| {
            painter.trace(path, points.iter());
            if closed {
                path.close();
            }
        };
        if dash.is_none() && stroke.width * self.scale <= 1.0 {
            self.gather(Gathered::Hairlines(stroke), trace);
            return;
        }
        self.flush();
        let mut path = PathBuilder::with_capacity(points.len() + 1, points.len());
        trace(self, &mut path);
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

    fn picture(&mut self, placed: &Placed) {
        self.flush();
        let [[left, top], [right, bottom]] = placed.corners.map(|corner| self.place(corner));
        let Some(level) = placed.picture.level(right - left) else { return };
        let [width, height] = level.size;
        let (Some(pixels), Some(room)) = (
            PixmapRef::from_bytes(&level.pixels, width, height),
            tiny_skia::Rect::from_ltrb(left, top, right, bottom),
        ) else {
            return;
        };
        let (across, down) = (room.width() / width as f32, room.height() / height as f32);
        let place = Transform::from_row(across, 0.0, 0.0, down, left, top);
        let pattern = Pattern::new(pixels, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, place);
        let paint = Paint { shader: pattern, anti_alias: true, ..Paint::default() };
        self.pixmap.fill_rect(room, &paint, Transform::identity(), None);
    }

    fn text(&mut self, text: &Text) {
        self.flush();
        let em = text.size * self.scale;
        // Lettering below a pixel or two is grey mist that costs time.
        if em < 2.5 {
            return;
        }
        let width = text.width();
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Centre => -width / 2.0,
            Anchor::End => -width,
        };
        let glyphs = text.text.chars().scan(start, |pen, character| {
            let at = *pen;
            *pen += text.face.advance(character) * text.size;
            Some((text.face.glyph(character), at * self.scale))
        });
        let glyphs: Vec<(GlyphId, f32)> = glyphs.collect();
        if text.angle == 0.0 && em <= MOST_EM {
            self.stamps(text, em, &glyphs);
        } else {
            self.outlines(text, em, &glyphs);
        }
    }

    /// Paints letters, each so many pixels along its line.
    fn stamps(&mut self, text: &Text, em: f32, glyphs: &[(GlyphId, f32)]) {
        // From the top of the picture, so that a band more or less moves no letter.
        let [x, y] = [0, 1].map(|axis: usize| (text.at[axis] - self.origin[axis]) * self.scale);
        let halo = text.halo.map(|halo| (Some(halo.width * self.scale), halo.colour));
        for (halo, colour) in halo.into_iter().chain([(None, text.colour)]) {
            for (glyph, along) in glyphs {
                let (letter, at) = ((text.face, *glyph, em), [x + along, y]);
                self.letters.stamp(&mut self.pixmap, self.top as i32, letter, halo, at, colour);
            }
        }
    }

    /// The same as paths, at any angle.
    fn outlines(&mut self, text: &Text, em: f32, glyphs: &[(GlyphId, f32)]) {
        let [x, y] = self.place(text.at);
        let (sin, cos) = text.angle.sin_cos();
        let mut outlines = Vec::with_capacity(glyphs.len());
        for (glyph, along) in glyphs {
            let (px, py) = (x + cos * along, y + sin * along);
            let transform = Transform::from_row(cos * em, sin * em, -sin * em, cos * em, px, py);
            if let Some(path) = self.letters.outline(text.face, *glyph) {
                outlines.extend(path.clone().transform(transform));
            }
        }
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
}

fn colour([r, g, b, a]: Rgba) -> Color {
    Color::from_rgba8(r, g, b, a)
}

fn paint(fill: Rgba) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(fill));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::Typeface;

    /// Some of every shape, over several bands and across their seams.
    fn scene() -> Scene {
        let mut scene = Scene::new();
        for step in 0..900_u16 {
            let at = [f32::from(step % 30), f32::from(step / 30)];
            let [x, y] = at.map(|along| along * 0.97 + 0.3);
            let shade = (step % 200) as u8;
            scene.fill([[x, y], [x + 0.9, y + 0.1], [x + 0.4, y + 0.8]], [shade, 90, 60, 255]);
            scene.disc([x + 0.5, y], 0.01 * f32::from(step % 60), [200, 255, shade, 11]);
            scene.disc([x, y + 0.5], 0.2, [90, shade, 200, 180]);
            scene.ring([x, y], 0.3, Stroke::new(0.02, [0, 0, 0, 120]));
            scene.line([[x, y], [x + 0.5, y + 0.7]], Stroke::new(0.011, [0, 0, 90, 255]));
            let size = 0.2 + 0.02 * f32::from(step % 40);
            let text = Text::new(at, format!("{step}"), size, Typeface::Medium, [9, 9, 9, 255]);
            scene.text(text.with_halo([255, 255, 255, 190]));
        }
        scene
    }

    #[test]
    fn lines_painted_together_look_as_if_painted_singly() {
        let picture = |parted: bool| {
            let mut scene = Scene::new();
            for step in 0..3000_u16 {
                let at = |step: u16| [f32::from(step % 41) - 1.0, f32::from(step / 70) * 0.9 - 1.0];
                let [[x, y], [u, v]] = [at(step), at(step.wrapping_mul(31) % 3000)];
                let colours = [[0, 0, 90, 255], [90, 0, 0, 255], [0, 90, 0, 140]];
                let width = [0.042, 0.03, 0.005][usize::from(step / 100 % 3)];
                let stroke = Stroke::new(width, colours[usize::from(step / 250 % 3)]);
                match step % 5 {
                    0 => scene.outline([[x, y], [x + 0.9, y + 0.1], [x + 0.4, y + 0.8]], stroke),
                    1 => scene.line([[x, y], [x, y]], stroke),
                    2 if step % 20 == 2 => scene.line([[x, y], [u, v], [x, v]], stroke),
                    _ => scene.line([[x, y], [x + 0.5, y + 0.7], [x + 0.6, y + 0.7]], stroke),
                }
                if parted {
                    // Nothing to be seen, but what waits is painted before it.
                    scene.disc([x, y], 0.0, [0; 4]);
                }
            }
            render(&scene, [[0.0, 0.0], [38.0, 37.0]], 23.7, [240, 230, 210, 255]).unwrap()
        };
        assert!(picture(false) == picture(true));
    }

    #[test]
    fn a_picture_is_the_same_whoever_paints_it() {
        let scene = scene();
        let bounds = [[0.0, 0.0], [30.0, 30.0]];
        for background in [[240, 230, 210, 255], [0; 4], [10, 20, 30, 128]] {
            let easel = Easel::new(&scene, None, bounds, 23.7, background).unwrap();
            assert!(easel.bands.len() > 4);
            let file = |hands: usize| {
                let mut bytes = Vec::new();
                write_by(hands, &easel, &mut bytes).unwrap();
                bytes
            };
            let one = file(1);
            assert!(one == file(2) && one == file(5));
            let read = image::load_from_memory(&one).unwrap().to_rgba8();
            assert!(read == render(&scene, bounds, 23.7, background).unwrap());
        }
    }
}
