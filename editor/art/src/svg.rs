//! Scenes as SVG.
//!
//! Letters are written as outlines, each glyph once and then by reference: so the picture looks
//! the same in every viewer and in print, with no font to install or to embed. Each line of
//! words carries its text as an `aria-label` for readers and searches.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use salient_schema::Picture;
use ttf_parser::{GlyphId, OutlineBuilder};

use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::png::{self, RenderError};
use crate::printed_page::PrintedPage;
use crate::scene::{Anchor, Placed, Point, Scene, Shape, Stroke, Text};

/// Writes a scene as an SVG document: the part of the plane within `bounds` (its least and
/// greatest corner) on a ground of one colour, one hex being `pixels_per_hex` wide.
pub fn write(
    scene: &Scene,
    bounds: [Point; 2],
    pixels_per_hex: f32,
    background: Rgba,
) -> Result<String, RenderError> {
    let [width, height] = png::size(bounds, pixels_per_hex)?;
    let mut writer = Writer {
        body: String::new(),
        scale: pixels_per_hex,
        origin: bounds[0],
        glyphs: BTreeMap::new(),
        pictures: BTreeMap::new(),
    };
    for shape in &scene.shapes {
        writer.shape(shape);
    }
    let size = format!("width=\"{width}\" height=\"{height}\"");
    Ok(document(&writer, &size, [width, height].map(|edge| edge.to_string()), background))
}

/// Writes a page of paper as an SVG document of its size in millimetres.
pub fn write_page(page: &PrintedPage) -> String {
    let mut writer = Writer {
        body: String::new(),
        scale: 1.0,
        origin: [0.0; 2],
        glyphs: BTreeMap::new(),
        pictures: BTreeMap::new(),
    };
    let mut windows = String::new();
    for (at, placed) in page.scenes.iter().enumerate() {
        writer.scale = placed.scale * UNITS;
        writer.origin = placed.origin.map(|offset| -offset / placed.scale);
        let view = placed.view(page.size);
        let clip = placed.window.map_or_else(String::new, |[[x0, y0], [x1, y1]]| {
            let [x, y, width, height] =
                [x0, y0, x1 - x0, y1 - y0].map(|length| number(length * UNITS));
            let _ = writeln!(
                windows,
                "<clipPath id=\"w{at}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" \
                 height=\"{height}\"/></clipPath>"
            );
            format!(" clip-path=\"url(#w{at})\"")
        });
        let _ = writeln!(writer.body, "<g{clip}>");
        for shape in &placed.scene.shapes {
            if shape.bounds().is_some_and(|bounds| crate::scene::meet(bounds, view)) {
                writer.shape(shape);
            }
        }
        writer.body.push_str("</g>\n");
    }
    if !windows.is_empty() {
        writer.body.insert_str(0, &format!("<defs>\n{windows}</defs>\n"));
    }
    let [width, height] = page.size.map(number);
    let size = format!("width=\"{width}mm\" height=\"{height}mm\"");
    document(&writer, &size, page.size.map(|length| number(length * UNITS)), [255; 4])
}

/// Units of a page's drawing in a millimetre: with two decimals, a thousandth of it.
const UNITS: f32 = 10.0;

fn document(writer: &Writer, size: &str, [width, height]: [String; 2], background: Rgba) -> String {
    let mut svg = String::with_capacity(writer.body.len() + 4096);
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} \
         viewBox=\"0 0 {width} {height}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         fill=\"none\">"
    );
    if !writer.glyphs.is_empty() || !writer.pictures.is_empty() {
        svg.push_str("<defs>\n");
        for ((face, glyph), number) in &writer.glyphs {
            if let Some(path) = glyph_path(*face, GlyphId(*glyph)) {
                let _ = writeln!(svg, "<path id=\"g{number}\" d=\"{path}\"/>");
            }
        }
        for (number, picture) in writer.pictures.values() {
            let _ = writeln!(
                svg,
                "<image id=\"p{number}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" \
                 href=\"{}\"/>",
                data_uri(picture)
            );
        }
        svg.push_str("</defs>\n");
    }
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\"{}/>", fill(background));
    svg.push_str(&writer.body);
    svg.push_str("</svg>\n");
    svg
}

struct Writer {
    body: String,
    scale: f32,
    origin: Point,
    /// Glyphs used, and the numbers that they are defined by.
    glyphs: BTreeMap<(Typeface, u16), usize>,
    /// Pictures used, by their keys, with the numbers that they are defined by.
    pictures: BTreeMap<u128, (usize, Arc<Picture>)>,
}

// Writing to a `String` cannot fail, so the results of `write!` say nothing.
impl Writer {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon { points, fill: inside, stroke } => {
                let path = self.path(points);
                let (inside, pen) = (inside.map_or_else(String::new, fill), self.pen(*stroke));
                let _ = writeln!(self.body, "<path d=\"{path}z\"{inside}{pen}/>");
            }
            Shape::Line { points, stroke, dash } => {
                let (path, pen) = (self.path(points), self.pen(Some(*stroke)));
                let dash = dash.map_or_else(String::new, |[on, off]| {
                    let (on, off) = (number(on * self.scale), number(off * self.scale));
                    format!(" stroke-dasharray=\"{on} {off}\" stroke-linecap=\"butt\"")
                });
                let _ = writeln!(self.body, "<path d=\"{path}\"{pen}{dash}/>");
            }
            Shape::Circle { centre, radius, fill: inside, stroke } => {
                let [x, y] = self.place(*centre);
                let radius = number(radius * self.scale);
                let (inside, pen) = (inside.map_or_else(String::new, fill), self.pen(*stroke));
                let _ = writeln!(
                    self.body,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{inside}{pen}/>"
                );
            }
            Shape::Text(text) => self.text(text),
            Shape::Picture(placed) => self.picture(placed),
        }
    }

    /// A picture is there once, stretched from the unit square by reference.
    fn picture(&mut self, placed: &Placed) {
        let next = self.pictures.len();
        let picture = &placed.picture;
        let entry = self.pictures.entry(picture.key());
        let number = entry.or_insert_with(|| (next, Arc::clone(picture))).0;
        let [x, y] = self.place(placed.corners[0]);
        let [wide, high] = [0, 1]
            .map(|axis| fine((placed.corners[1][axis] - placed.corners[0][axis]) * self.scale));
        let _ = writeln!(
            self.body,
            "<use href=\"#p{number}\" transform=\"translate({x} {y}) scale({wide} {high})\"/>"
        );
    }

    fn text(&mut self, text: &Text) {
        let em = text.size * self.scale;
        if text.text.trim().is_empty() || em <= 0.0 {
            return;
        }
        let [x, y] = self.place(text.at);
        let turned = if text.angle == 0.0 {
            String::new()
        } else {
            format!(" rotate({})", number(text.angle.to_degrees()))
        };
        // Within the group, the unit is a thousandth of the em.
        let size = fine(em / 1000.0);
        let halo = text.halo.map_or_else(String::new, |halo| {
            let width = number(halo.width / text.size * 2000.0);
            let [_, _, _, a] = halo.colour;
            let colour = colour::css(halo.colour);
            let opacity = opacity("stroke-opacity", a);
            format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{opacity} paint-order=\"stroke\"")
        });
        let _ = write!(
            self.body,
            "<g transform=\"translate({x} {y}){turned} scale({size})\"{}{halo} role=\"img\" \
             aria-label=\"{}\">",
            fill(text.colour),
            escape(&text.text)
        );
        let width = text.face.width_of(&text.text);
        let mut pen = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Centre => -width / 2.0,
            Anchor::End => -width,
        };
        for character in text.text.chars() {
            if !character.is_whitespace() {
                let next = self.glyphs.len();
                let glyph = text.face.glyph(character).0;
                let name = *self.glyphs.entry((text.face, glyph)).or_insert(next);
                let x = number(pen * 1000.0);
                let _ = write!(self.body, "<use href=\"#g{name}\" x=\"{x}\"/>");
            }
            pen += text.face.advance(character);
        }
        self.body.push_str("</g>\n");
    }

    fn place(&self, [x, y]: Point) -> [String; 2] {
        [number((x - self.origin[0]) * self.scale), number((y - self.origin[1]) * self.scale)]
    }

    fn path(&self, points: &[Point]) -> String {
        let mut path = String::with_capacity(points.len() * 14);
        for (at, point) in points.iter().enumerate() {
            let [x, y] = self.place(*point);
            let _ = write!(path, "{}{x} {y}", if at == 0 { 'M' } else { 'L' });
        }
        path
    }

    fn pen(&self, stroke: Option<Stroke>) -> String {
        stroke.map_or_else(String::new, |stroke| {
            let width = number(stroke.width * self.scale);
            let opacity = opacity("stroke-opacity", stroke.colour[3]);
            format!(" stroke=\"{}\" stroke-width=\"{width}\"{opacity}", colour::css(stroke.colour))
        })
    }
}

/// A picture within the markup: its own file where every viewer reads that and it is no larger than
/// what is drawn of it, and PNG otherwise.
pub fn data_uri(picture: &Picture) -> String {
    let drawn = picture.level(f32::INFINITY);
    let whole = picture.bytes().len() <= drawn.map_or(0, |level| level.pixels.len());
    if whole && ["image/png", "image/jpeg"].contains(&picture.media_type()) {
        let bytes = base64::engine::general_purpose::STANDARD.encode(picture.bytes());
        return format!("data:{};base64,{bytes}", picture.media_type());
    }
    let bytes = drawn.and_then(png::of_level).unwrap_or_default();
    let bytes = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!("data:image/png;base64,{bytes}")
}

fn fill(colour: Rgba) -> String {
    format!(" fill=\"{}\"{}", colour::css(colour), opacity("fill-opacity", colour[3]))
}

fn opacity(attribute: &str, opacity: u8) -> String {
    if opacity == 255 {
        return String::new();
    }
    format!(" {attribute}=\"{}\"", fine(f32::from(opacity) / 255.0))
}

/// A number with at most two decimals: a hundredth of a pixel is finer than print.
fn number(value: f32) -> String {
    trimmed(format!("{value:.2}"))
}

fn fine(value: f32) -> String {
    trimmed(format!("{value:.5}"))
}

fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for an attribute. Characters that XML forbids are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A glyph's outline in thousandths of the em, y down.
pub fn glyph_path(face: Typeface, glyph: GlyphId) -> Option<String> {
    let font = face.face()?;
    let mut tracer =
        Tracer { path: String::new(), scale: 1000.0 / f32::from(font.units_per_em().max(1)) };
    font.outline_glyph(glyph, &mut tracer)?;
    Some(tracer.path)
}

struct Tracer {
    path: String,
    scale: f32,
}

impl Tracer {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (at, (x, y)) in points.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            let (x, y) = (number(x * self.scale), number(-y * self.scale));
            let _ = write!(self.path, "{gap}{x} {y}");
        }
    }
}

impl OutlineBuilder for Tracer {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_of_the_markup() {
        let mut scene = Scene::new();
        let name = "\"><script>&\u{0}</svg>";
        scene.text(Text::new([0.0, 0.0], name, 1.0, Typeface::Bold, [0, 0, 0, 255]));
        let svg = write(&scene, [[-1.0, -1.0], [1.0, 1.0]], 10.0, [255; 4]).unwrap();
        assert!(svg.contains("aria-label=\"&quot;&gt;&lt;script&gt;&amp; &lt;/svg&gt;\""), "{svg}");
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}
