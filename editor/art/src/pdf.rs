//! Leaves of paper as PDF: vectors throughout, with the letters as text in embedded subsets of
//! the [typefaces](crate::fonts). The same pages give the same bytes: no clock, no chance.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, TextRenderingMode, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use salient_schema::Picture;
use subsetter::GlyphRemapper;
use thiserror::Error;

use crate::colour::Rgba;
use crate::fonts::Typeface;
use crate::printed_page::{POINTS, PlacedScene, PrintedPage};
use crate::scene::{Anchor, Placed, Point, Shape, Stroke, Text, meet, signed_area};

/// The longest edge that a PDF page may have: 200 inches, in millimetres.
pub const MOST_EDGE: f32 = 5080.0;

/// Why a PDF could not be written.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PdfError {
    /// A page that no reader opens.
    #[error("a page of {:.0} × {:.0} mm; a PDF page is at most {MOST_EDGE:.0} mm long", .0[0], .0[1])]
    PageSize([f32; 2]),
    /// A typeface could not be cut down to the glyphs that are used.
    #[error("the typeface {0} cannot be embedded")]
    Font(&'static str),
}

/// Writes pages as a document with a title; each part that has a name has a bookmark.
///
/// # Errors
/// A page without extent or longer than [`MOST_EDGE`].
pub fn write(pages: &[PrintedPage], title: &str) -> Result<Vec<u8>, PdfError> {
    let fits = |length: &f32| length.is_finite() && *length > 0.0 && *length <= MOST_EDGE;
    if let Some(page) = pages.iter().find(|page| !page.size.iter().all(fits)) {
        return Err(PdfError::PageSize(page.size));
    }
    let mut next = 1;
    let mut fresh = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (fresh(), fresh(), fresh());
    let mut ink = Ink::default();
    let mut pdf = Pdf::new();
    let mut ids = Vec::with_capacity(pages.len());
    for page in pages {
        let (id, contents) = (fresh(), fresh());
        let content = compressed(&content(page, &mut ink));
        pdf.stream(contents, &content).filter(Filter::FlateDecode);
        let [width, height] = page.size.map(|length| length * POINTS);
        let mut writer = pdf.page(id);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(contents);
        ids.push(id);
    }
    let fonts: Vec<(Typeface, Ref)> = ink.fonts.keys().map(|&face| (face, fresh())).collect();
    for ((_, id), (face, font)) in fonts.iter().zip(&ink.fonts) {
        write_font(&mut pdf, *id, *face, font, &mut fresh)?;
    }
    let pictures: Vec<(u128, Ref)> = ink.pictures.keys().map(|&key| (key, fresh())).collect();
    for ((_, id), picture) in pictures.iter().zip(ink.pictures.values()) {
        write_picture(&mut pdf, *id, picture, &mut fresh);
    }
    let mut writer = pdf.pages(tree);
    writer.kids(ids.iter().copied()).count(ids.len() as i32);
    let mut resources = writer.resources();
    let mut names = resources.fonts();
    for (face, id) in &fonts {
        names.pair(Name(font_name(*face).as_bytes()), *id);
    }
    names.finish();
    if !pictures.is_empty() {
        let mut names = resources.x_objects();
        for (key, id) in &pictures {
            names.pair(Name(picture_name(*key).as_bytes()), *id);
        }
        names.finish();
    }
    let mut states = resources.ext_g_states();
    for alpha in &ink.alphas {
        let opacity = f32::from(*alpha) / 255.0;
        let mut state = states
            .insert(Name(alpha_name(*alpha).as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
        state.stroking_alpha(opacity).non_stroking_alpha(opacity);
    }
    states.finish();
    resources.finish();
    writer.finish();
    let outline = write_outline(&mut pdf, pages, &ids, &mut fresh);
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Salient"));
    let mut writer = pdf.catalog(catalog);
    writer.pages(tree);
    if let Some(outline) = outline {
        writer.outlines(outline);
    }
    // Hexes and counters have a size: nobody's printer shall fit them to its margins unasked.
    writer.viewer_preferences().display_doc_title(true).pair(Name(b"PrintScaling"), Name(b"None"));
    writer.finish();
    Ok(pdf.finish())
}

/// A bookmark for the first page of each part.
fn write_outline(
    pdf: &mut Pdf,
    pages: &[PrintedPage],
    ids: &[Ref],
    fresh: &mut impl FnMut() -> Ref,
) -> Option<Ref> {
    let mut starts: Vec<(&str, Ref, Ref)> = Vec::new();
    for (page, id) in pages.iter().zip(ids) {
        for part in &page.parts {
            if !starts.iter().any(|(known, ..)| known == part) {
                starts.push((part, *id, fresh()));
            }
        }
    }
    let (first, last) = (starts.first()?.2, starts.last()?.2);
    let root = fresh();
    pdf.outline(root).first(first).last(last).count(starts.len() as i32);
    for (at, (part, id, mark)) in starts.iter().enumerate() {
        let mut item = pdf.outline_item(*mark);
        item.title(TextStr(part)).parent(root);
        if let Some((.., before)) = at.checked_sub(1).and_then(|at| starts.get(at)) {
            item.prev(*before);
        }
        if let Some((.., after)) = starts.get(at + 1) {
            item.next(*after);
        }
        item.dest().page(*id).fit();
    }
    Some(root)
}

/// What the pages use in common.
#[derive(Default)]
struct Ink {
    fonts: BTreeMap<Typeface, Font>,
    alphas: BTreeSet<u8>,
    /// Each picture once, by its key.
    pictures: BTreeMap<u128, Arc<Picture>>,
}

/// The glyphs that are used of a typeface, under new numbers, and what each stands for.
#[derive(Default)]
struct Font {
    glyphs: GlyphRemapper,
    letters: BTreeMap<u16, char>,
}

impl Font {
    fn take(&mut self, face: Typeface, character: char) -> u16 {
        let old = face.glyph(character);
        let stands_in = character != '?' && old == face.glyph('?');
        let new = self.glyphs.remap(old.0);
        self.letters.entry(new).or_insert(if stands_in { '?' } else { character });
        new
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 7)
}

fn font_name(face: Typeface) -> String {
    format!("F{}", face as usize)
}

fn picture_name(key: u128) -> String {
    format!("P{key:032x}")
}

/// Writes a picture, with its opacity apart where it is not opaque throughout.
fn write_picture(pdf: &mut Pdf, id: Ref, picture: &Picture, fresh: &mut impl FnMut() -> Ref) {
    let Some(level) = picture.level(f32::INFINITY) else { return };
    let [width, height] = level.size.map(|length| length as i32);
    let straight = level.straight();
    let (pixels, _) = straight.as_chunks::<4>();
    let colours: Vec<u8> = pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let mask = pixels.iter().any(|pixel| pixel[3] != 255).then(|| {
        let opacity: Vec<u8> = pixels.iter().map(|pixel| pixel[3]).collect();
        (fresh(), compressed(&opacity))
    });
    let colours = compressed(&colours);
    let mut writer = pdf.image_xobject(id, &colours);
    writer.filter(Filter::FlateDecode);
    writer.width(width).height(height).bits_per_component(8);
    writer.color_space().device_rgb();
    if let Some((mask, _)) = &mask {
        writer.s_mask(*mask);
    }
    writer.finish();
    if let Some((id, opacity)) = mask {
        let mut writer = pdf.image_xobject(id, &opacity);
        writer.filter(Filter::FlateDecode);
        writer.width(width).height(height).bits_per_component(8);
        writer.color_space().device_gray();
        writer.finish();
    }
}

fn alpha_name(alpha: u8) -> String {
    format!("A{alpha}")
}

fn write_font(
    pdf: &mut Pdf,
    id: Ref,
    face: Typeface,
    font: &Font,
    fresh: &mut impl FnMut() -> Ref,
) -> Result<(), PdfError> {
    let none = || PdfError::Font(face.name());
    let parsed = face.face().ok_or_else(none)?;
    let subset = subsetter::subset(face.bytes(), 0, &font.glyphs).map_err(|_| none())?;
    let em = f32::from(parsed.units_per_em().max(1));
    let mil = |units: i16| f32::from(units) * 1000.0 / em;
    // Subsets of one typeface must not be taken for each other: six letters tell them apart.
    let mut hash = 0x811c_9dc5_u32;
    for glyph in font.glyphs.remapped_gids() {
        hash = (hash ^ u32::from(glyph)).wrapping_mul(0x0100_0193);
    }
    let mut name = String::new();
    for _ in 0..6 {
        name.push(char::from(b'A' + (hash % 26) as u8));
        hash /= 26;
    }
    name.push('+');
    name.extend(face.name().chars().filter(|letter| *letter != ' '));
    let base = Name(name.as_bytes());
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    let (cid, descriptor, file, cmap) = (fresh(), fresh(), fresh(), fresh());
    pdf.type0_font(id)
        .base_font(base)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let mut writer = pdf.cid_font(cid);
    writer
        .subtype(CidFontType::Type2)
        .base_font(base)
        .system_info(system)
        .font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let widths = font.glyphs.remapped_gids().map(|glyph| {
        let advance = parsed.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        f32::from(advance) * 1000.0 / em
    });
    writer.widths().consecutive(0, widths);
    writer.finish();
    let bounds = parsed.global_bounding_box();
    let slant = if face == Typeface::Italic { -12.0 } else { 0.0 };
    let flags = if face == Typeface::Italic { FontFlags::ITALIC } else { FontFlags::empty() };
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::SYMBOLIC | flags)
        .bbox(Rect::new(mil(bounds.x_min), mil(bounds.y_min), mil(bounds.x_max), mil(bounds.y_max)))
        .italic_angle(slant)
        .ascent(mil(parsed.ascender()))
        .descent(mil(parsed.descender()))
        .cap_height(face.cap_height() * 1000.0)
        .stem_v(90.0)
        .font_file2(file);
    let packed = compressed(&subset);
    let mut stream = pdf.stream(file, &packed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), subset.len() as i32);
    stream.finish();
    let mut letters = UnicodeCmap::new(Name(b"Custom"), system);
    for (glyph, character) in &font.letters {
        letters.pair(*glyph, *character);
    }
    let letters = compressed(letters.finish().as_slice());
    pdf.stream(cmap, &letters).filter(Filter::FlateDecode);
    Ok(())
}

/// A page's operators. The page is measured in millimetres from its upper left corner.
fn content(page: &PrintedPage, ink: &mut Ink) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, page.size[1] * POINTS]);
    content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::RoundCap);
    for placed in &page.scenes {
        content.save_state();
        if let Some([[x0, y0], [x1, y1]]) = placed.window {
            content.rect(x0, y0, x1 - x0, y1 - y0).clip_nonzero().end_path();
        }
        let mut writer =
            Writer { content: &mut content, ink, placed, pen: Pen::default(), batch: None };
        let view = placed.view(page.size);
        for shape in &placed.scene.shapes {
            if shape.is_sound() && shape.bounds().is_some_and(|bounds| meet(bounds, view)) {
                writer.shape(shape);
            }
        }
        writer.flush();
        content.restore_state();
    }
    content.finish().into_vec()
}

/// What the graphics state is, so that it is not said again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pen {
    fill: Option<[u8; 3]>,
    stroke: Option<[u8; 3]>,
    alpha: Option<u8>,
    width: Option<f32>,
    dash: Option<[f32; 2]>,
}

/// What is painted with one operator, one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Batch {
    Fill(Rgba),
    Stroke(Rgba, f32),
}

struct Writer<'a> {
    content: &'a mut Content,
    ink: &'a mut Ink,
    placed: &'a PlacedScene,
    pen: Pen,
    /// What the path that has been begun will be painted with, and how many shapes it holds.
    batch: Option<(Batch, usize)>,
}

/// Shapes in one path; printers have limits.
const BATCH: usize = 400;

impl Writer<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon { points, fill, stroke } => {
                if let Some(fill) = fill {
                    // All of a path turn the same way, or overlaps would cancel out.
                    self.begin(Batch::Fill(*fill), None);
                    if signed_area(points) >= 0.0 {
                        self.trace(points.iter());
                    } else {
                        self.trace(points.iter().rev());
                    }
                    self.content.close_path();
                    self.end(fill[3]);
                }
                if let Some(stroke) = stroke {
                    self.stroke(*stroke, None, |writer| {
                        writer.trace(points.iter());
                        writer.content.close_path();
                    });
                }
            }
            Shape::Line { points, stroke, dash } => {
                self.stroke(*stroke, *dash, |writer| writer.trace(points.iter()));
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                match fill {
                    // A dot is a line without length under a round pen: a tenth of the bytes.
                    Some(fill) if stroke.is_none() && radius * self.placed.scale < 0.6 => {
                        self.stroke(Stroke::new(radius * 2.0, *fill), None, |writer| {
                            let [x, y] = writer.place(*centre);
                            writer.content.move_to(x, y).line_to(x, y);
                        });
                    }
                    Some(fill) => {
                        self.begin(Batch::Fill(*fill), None);
                        self.round(*centre, *radius);
                        self.end(fill[3]);
                    }
                    None => {}
                }
                if let Some(stroke) = stroke {
                    self.stroke(*stroke, None, |writer| writer.round(*centre, *radius));
                }
            }
            Shape::Text(text) => self.text(text),
            Shape::Picture(placed) => self.picture(placed),
        }
    }

    fn stroke(&mut self, stroke: Stroke, dash: Option<[f32; 2]>, trace: impl FnOnce(&mut Self)) {
        let width = self.length(stroke.width);
        if width <= 0.0 {
            return;
        }
        self.begin(Batch::Stroke(stroke.colour, width), dash);
        trace(self);
        self.end(stroke.colour[3]);
    }

    /// Goes on with the path if it is painted alike, or begins another.
    fn begin(&mut self, batch: Batch, dash: Option<[f32; 2]>) {
        let dash = dash.map(|dash| dash.map(|length| self.length(length).max(0.001)));
        let goes_on = self.batch.is_some_and(|(now, count)| now == batch && count < BATCH);
        if goes_on && dash == self.pen.dash {
            return;
        }
        self.flush();
        let colour = match batch {
            Batch::Fill(colour) => self.fill_with(colour),
            Batch::Stroke(colour, width) => {
                if self.pen.width != Some(width) {
                    self.content.set_line_width(width);
                    self.pen.width = Some(width);
                }
                if self.pen.dash != dash {
                    let cap = match dash {
                        Some(_) => LineCapStyle::ButtCap,
                        None => LineCapStyle::RoundCap,
                    };
                    self.content
                        .set_line_cap(cap)
                        .set_dash_pattern(dash.into_iter().flatten(), 0.0);
                    self.pen.dash = dash;
                }
                self.stroke_with(colour)
            }
        };
        self.opacity(colour[3]);
        self.batch = Some((batch, 0));
    }

    /// Ends a shape. Opaque ones wait for others of their kind, as overlaps do not show.
    fn end(&mut self, alpha: u8) {
        if let Some((_, count)) = &mut self.batch {
            *count += 1;
        }
        if alpha != 255 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        match self.batch.take() {
            Some((Batch::Fill(_), _)) => {
                self.content.fill_nonzero();
            }
            Some((Batch::Stroke(..), _)) => {
                self.content.stroke();
            }
            None => {}
        }
    }

    fn fill_with(&mut self, colour: Rgba) -> Rgba {
        let [r, g, b, _] = colour;
        if self.pen.fill != Some([r, g, b]) {
            let [r, g, b] = [r, g, b].map(share);
            self.content.set_fill_rgb(r, g, b);
            self.pen.fill = Some([colour[0], colour[1], colour[2]]);
        }
        colour
    }

    fn stroke_with(&mut self, colour: Rgba) -> Rgba {
        let [r, g, b, _] = colour;
        if self.pen.stroke != Some([r, g, b]) {
            let [r, g, b] = [r, g, b].map(share);
            self.content.set_stroke_rgb(r, g, b);
            self.pen.stroke = Some([colour[0], colour[1], colour[2]]);
        }
        colour
    }

    fn opacity(&mut self, alpha: u8) {
        if self.pen.alpha != Some(alpha) {
            self.ink.alphas.insert(alpha);
            self.content.set_parameters(Name(alpha_name(alpha).as_bytes()));
            self.pen.alpha = Some(alpha);
        }
    }

    fn place(&self, [x, y]: Point) -> Point {
        let PlacedScene { scale, origin, .. } = self.placed;
        [fine(x * scale + origin[0]), fine(y * scale + origin[1])]
    }

    fn length(&self, length: f32) -> f32 {
        fine(length * self.placed.scale)
    }

    fn trace<'p>(&mut self, points: impl Iterator<Item = &'p Point>) {
        for (at, point) in points.enumerate() {
            let [x, y] = self.place(*point);
            if at == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    /// A circle of four arcs, turning as the polygons do.
    fn round(&mut self, [x, y]: Point, radius: f32) {
        let bend = radius * 0.552_284_8;
        let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
        let at = |[a, b]: Point| [x + a * radius, y + b * radius];
        let [x0, y0] = self.place(at(quarters[0]));
        self.content.move_to(x0, y0);
        for pair in quarters.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let (start, end) = (at(from), at(to));
            // Along the circle, the way from a corner leads to the next one.
            let first = self.place([start[0] + to[0] * bend, start[1] + to[1] * bend]);
            let second = self.place([end[0] + from[0] * bend, end[1] + from[1] * bend]);
            let [x, y] = self.place(end);
            self.content.cubic_to(first[0], first[1], second[0], second[1], x, y);
        }
        self.content.close_path();
    }

    fn picture(&mut self, placed: &Placed) {
        self.flush();
        self.opacity(255);
        let picture = &placed.picture;
        self.ink.pictures.entry(picture.key()).or_insert_with(|| Arc::clone(picture));
        let [x0, y0] = self.place(placed.corners[0]);
        let [x1, y1] = self.place(placed.corners[1]);
        // A picture fills the unit square, its upper edge at 1; the page counts downwards.
        self.content.save_state();
        self.content.transform([fine(x1 - x0), 0.0, 0.0, fine(y0 - y1), x0, y1]);
        self.content.x_object(Name(picture_name(picture.key()).as_bytes()));
        self.content.restore_state();
    }

    fn text(&mut self, text: &Text) {
        let size = text.size * self.placed.scale;
        if text.text.trim().is_empty() || size <= 0.0 {
            return;
        }
        self.flush();
        let run = text.width();
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Centre => run / 2.0,
            Anchor::End => run,
        };
        let (sin, cos) = text.angle.sin_cos();
        let [x, y] = self.place([text.at[0] - cos * back, text.at[1] - sin * back]);
        let font = self.ink.fonts.entry(text.face).or_default();
        let glyphs: Vec<u8> = text
            .text
            .chars()
            .flat_map(|character| font.take(text.face, character).to_be_bytes())
            .collect();
        let name = font_name(text.face);
        let matrix = [cos, sin, sin, -cos].map(|part| (part * 1e5).round() / 1e5);
        let matrix = [matrix[0], matrix[1], matrix[2], matrix[3], x, y];
        if let Some(halo) = text.halo.filter(|halo| halo.width > 0.0) {
            // The pen is centred on the edge of the letters, hence twice the width. For a reader
            // of the text the words stand there once.
            self.begin(Batch::Stroke(halo.colour, self.length(halo.width * 2.0)), None);
            self.batch = None;
            let mut mark = self.content.begin_marked_content_with_properties(Name(b"Span"));
            mark.properties().actual_text(TextStr(""));
            mark.finish();
            self.show(TextRenderingMode::Stroke, &name, size, matrix, &glyphs);
            self.content.end_marked_content();
        }
        let colour = self.fill_with(text.colour);
        self.opacity(colour[3]);
        self.show(TextRenderingMode::Fill, &name, size, matrix, &glyphs);
    }

    fn show(
        &mut self,
        mode: TextRenderingMode,
        font: &str,
        size: f32,
        matrix: [f32; 6],
        glyphs: &[u8],
    ) {
        self.content
            .begin_text()
            .set_text_rendering_mode(mode)
            .set_font(Name(font.as_bytes()), fine(size))
            .set_text_matrix(matrix)
            .show(Str(glyphs))
            .end_text();
    }
}

/// A channel of a colour, from 0 to 1.
fn share(channel: u8) -> f32 {
    (f32::from(channel) / 255.0 * 1000.0).round() / 1000.0
}

/// A thousandth of a millimetre is finer than any printer, and short to write.
fn fine(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
