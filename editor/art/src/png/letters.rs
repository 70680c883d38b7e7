//! Letters. Small upright ones are painted once for each eighth of a pixel that they may stand
//! off by, and then stamped: a map has tens of thousands of figures, of few kinds and sizes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapMut, Stroke as Pen,
    Transform,
};

use super::disc::mix;
use crate::colour::Rgba;
use crate::fonts::Typeface;

/// The greatest em that is stamped, in pixels; larger letters are few.
pub(super) const MOST_EM: f32 = 28.0;
/// The places within a pixel, along either axis.
const PHASES: i32 = 8;
/// The bytes of stamps that are kept by one painter, and by all together.
const MOST_BYTES: usize = 2 << 20;

/// Outlines and stamps, kept for a painter's next letters. What it paints does not depend on what
/// it has kept.
pub(super) struct Letters<'a> {
    /// In ems, y down, by face and glyph; `None` for blanks.
    outlines: BTreeMap<(Typeface, u16), Option<Path>>,
    own: Stamps,
    /// What any painter of the picture has cut: it costs as much as fifty stampings.
    shared: &'a SharedStamps,
}

/// Stamps that the painters of a picture cut for one another.
#[derive(Default)]
pub(super) struct SharedStamps(Mutex<Stamps>);

#[derive(Default)]
struct Stamps {
    by_kind: BTreeMap<Kind, Arc<Stamp>>,
    bytes: usize,
}

impl Stamps {
    fn keep(&mut self, kind: Kind, stamp: Arc<Stamp>) {
        if self.bytes > MOST_BYTES {
            self.by_kind.clear();
            self.bytes = 0;
        }
        let bytes = stamp.cover.len();
        if self.by_kind.insert(kind, stamp).is_none() {
            self.bytes += bytes;
        }
    }
}

impl SharedStamps {
    fn get(&self, kind: &Kind) -> Option<Arc<Stamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).by_kind.get(kind).cloned()
    }

    fn keep(&self, kind: Kind, stamp: Arc<Stamp>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keep(kind, stamp);
    }
}

/// What makes two stamps the same; what differs most comes first, as they are sought in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    phase: [u8; 2],
    glyph: u16,
    /// The bits of the halo's width in pixels; `None` for the letter itself.
    halo: Option<u32>,
    face: Typeface,
    /// The bits of the em, in pixels.
    em: u32,
}

/// How much of each pixel a letter covers.
#[derive(Default)]
struct Stamp {
    /// The first pixel from that in which the letter's origin lies.
    left: i32,
    top: i32,
    width: usize,
    cover: Vec<u8>,
}

impl<'a> Letters<'a> {
    /// A painter's, who takes and gives stamps of a picture.
    pub(super) fn new(shared: &'a SharedStamps) -> Self {
        Self { outlines: BTreeMap::new(), own: Stamps::default(), shared }
    }

    /// A glyph's outline.
    pub(super) fn outline(&mut self, face: Typeface, glyph: ttf_parser::GlyphId) -> Option<&Path> {
        self.outlines.entry((face, glyph.0)).or_insert_with(|| outline(face, glyph)).as_ref()
    }

    /// Stamps a letter, or its halo of a width, with its origin at a place of the picture.
    /// `top` is the row of the picture that the pixmap begins with.
    pub(super) fn stamp(
        &mut self,
        pixmap: &mut PixmapMut<'_>,
        top: i32,
        letter: (Typeface, ttf_parser::GlyphId, f32),
        halo: Option<f32>,
        at: [f32; 2],
        [r, g, b, opacity]: Rgba,
    ) {
        let (face, glyph, em) = letter;
        let [(x, across), (y, down)] = at.map(|at| {
            let steps = (at * PHASES as f32).round() as i32;
            (steps.div_euclid(PHASES), steps.rem_euclid(PHASES) as u8)
        });
        let kind = Kind {
            face,
            glyph: glyph.0,
            em: em.to_bits(),
            halo: halo.map(f32::to_bits),
            phase: [across, down],
        };
        if !self.own.by_kind.contains_key(&kind) {
            let stamp = self.shared.get(&kind).unwrap_or_else(|| self.cut(kind));
            self.own.keep(kind, stamp);
        }
        let stamp = self.own.by_kind.get(&kind).filter(|stamp| stamp.width > 0);
        let Some(stamp) = stamp else { return };
        let (width, height) = (pixmap.width() as i32, pixmap.height() as i32);
        let (left, first) = (x + stamp.left, y + stamp.top - top);
        let skip = (-left).max(0) as usize;
        let end = (stamp.width as i32).min(width - left).max(0) as usize;
        if skip >= end {
            return;
        }
        let (pixels, _) = pixmap.data_mut().as_chunks_mut::<4>();
        for (row, cover) in (first..height).zip(stamp.cover.chunks_exact(stamp.width)) {
            if row < 0 {
                continue;
            }
            let start = (row * width + left.max(0)) as usize;
            let line = pixels.get_mut(start..start + end - skip).unwrap_or_default();
            for (pixel, cover) in line.iter_mut().zip(cover.iter().skip(skip)) {
                if *cover > 0 {
                    let cover = (u32::from(*cover) * u32::from(opacity) + 127) / 255;
                    mix(pixel, [r, g, b, 255], cover);
                }
            }
        }
    }

    /// Nobody waits while another one cuts: should two cut the same, it is the same.
    fn cut(&mut self, kind: Kind) -> Arc<Stamp> {
        let outline = self.outline(kind.face, ttf_parser::GlyphId(kind.glyph));
        let stamp = Arc::new(outline.and_then(|path| cut(path, kind)).unwrap_or_default());
        self.shared.keep(kind, Arc::clone(&stamp));
        stamp
    }
}

/// Paints a letter, by itself.
fn cut(outline: &Path, kind: Kind) -> Option<Stamp> {
    let em = f32::from_bits(kind.em);
    let halo = kind.halo.map(f32::from_bits);
    let [x, y] = kind.phase.map(|phase| f32::from(phase) / PHASES as f32);
    let path = outline.clone().transform(Transform::from_row(em, 0.0, 0.0, em, x, y))?;
    let bounds = path.bounds();
    let around = halo.unwrap_or(0.0) + 1.0;
    let [left, top] = [bounds.left(), bounds.top()].map(|least| (least - around).floor());
    let [width, height] = [bounds.right() - left, bounds.bottom() - top]
        .map(|length| (length + around).ceil() as u32);
    let mut pixmap = Pixmap::new(width, height)?;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::BLACK);
    let place = Transform::from_translate(-left, -top);
    match halo {
        None => pixmap.fill_path(&path, &paint, FillRule::Winding, place, None),
        // The pen is centred on the edge of the letters, hence twice the width.
        Some(halo) => {
            let pen = Pen {
                width: halo * 2.0,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Pen::default()
            };
            pixmap.stroke_path(&path, &paint, &pen, place, None);
        }
    }
    let cover = pixmap.pixels().iter().map(|pixel| pixel.alpha()).collect();
    Some(Stamp { left: left as i32, top: top as i32, width: width as usize, cover })
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
