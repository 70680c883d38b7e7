//! The exporter's shapes on the screen: scenes as meshes, and their words.

use std::sync::Arc;

use egui::epaint::{self, Mesh, Tessellator, TextShape};
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use salient_art::scene::{self, Anchor, Scene};

use super::{textures, theme};

/// The smallest lettering that is drawn, in points.
const SMALLEST: f32 = 4.5;
/// The size of names that would be too small to read, in points.
const READABLE: f32 = 10.0;

/// A scene made ready for painting at about one scale.
///
/// Meshes are kept at the scale that they were made for and stretched to the one asked for;
/// words are laid out anew each frame, as a font atlas may change under a mesh.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    runs: Vec<Run>,
    pixels_per_point: f32,
    /// Points a hex width that the meshes were made for.
    scale: f32,
}

/// Shapes, the pictures over them, and the words over those.
#[derive(Clone, Debug, Default)]
struct Run {
    mesh: Mesh,
    /// The mesh as it was painted last: mostly nothing has moved since.
    placed: Option<(Pos2, f32, Arc<Mesh>)>,
    pictures: Vec<scene::Placed>,
    texts: Vec<scene::Text>,
}

impl Picture {
    /// Makes a scene ready for a scale, in points a hex width.
    pub fn new(scene: &Scene, scale: f32, pixels_per_point: f32) -> Self {
        let options =
            epaint::TessellationOptions { prerasterized_discs: false, ..Default::default() };
        let mut tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
        let mut runs = vec![Run::default()];
        for shape in &scene.shapes {
            match shape {
                scene::Shape::Picture(placed) => {
                    if runs.last().is_some_and(|run| !run.texts.is_empty()) {
                        runs.push(Run::default());
                    }
                    if let Some(run) = runs.last_mut() {
                        run.pictures.push(placed.clone());
                    }
                }
                scene::Shape::Text(text) => {
                    if let Some(run) = runs.last_mut() {
                        run.texts.push(text.clone());
                    }
                }
                shape => {
                    let is_over = |run: &Run| !run.texts.is_empty() || !run.pictures.is_empty();
                    if runs.last().is_some_and(is_over) {
                        runs.push(Run::default());
                    }
                    if let Some(run) = runs.last_mut() {
                        for shape in epaint_shapes(shape, scale) {
                            tessellator.tessellate_shape(shape, &mut run.mesh);
                        }
                    }
                }
            }
        }
        runs.retain(|run| {
            !run.mesh.is_empty() || !run.pictures.is_empty() || !run.texts.is_empty()
        });
        Self { runs, pixels_per_point, scale }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Paints it with the plane's origin at a point of the screen. Words outside `view` are left
    /// out.
    pub fn paint(&mut self, painter: &Painter, origin: Pos2, scale: f32, view: Rect) {
        let stretch = if self.scale > 0.0 { scale / self.scale } else { 1.0 };
        for run in &mut self.runs {
            if !run.mesh.is_empty() {
                painter.add(Shape::Mesh(run.placed_at(origin, stretch)));
            }
            for placed in &run.pictures {
                let corners = placed.corners.map(|[x, y]| origin + vec2(x, y) * scale);
                let room = Rect::from_min_max(corners[0], corners[1]);
                let width = room.width() * self.pixels_per_point;
                if !view.intersects(room) {
                    continue;
                }
                if let Some(texture) = textures::texture(painter.ctx(), &placed.picture, width) {
                    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                    painter.image(texture.id(), room, whole, Color32::WHITE);
                }
            }
            for text in &run.texts {
                paint_text(painter, text, origin, scale, view);
            }
        }
    }
}

impl Run {
    fn placed_at(&mut self, origin: Pos2, stretch: f32) -> Arc<Mesh> {
        if let Some((at, by, mesh)) = &self.placed
            && (*at, *by) == (origin, stretch)
        {
            return mesh.clone();
        }
        let mut mesh = self.mesh.clone();
        for vertex in &mut mesh.vertices {
            vertex.pos = origin + vertex.pos.to_vec2() * stretch;
        }
        let mesh = Arc::new(mesh);
        self.placed = Some((origin, stretch, mesh.clone()));
        mesh
    }
}

/// A colour of the exporter's on the screen.
pub fn colour([r, g, b, a]: salient_art::Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

fn epaint_shapes(shape: &scene::Shape, scale: f32) -> Vec<Shape> {
    let place = |point: &[f32; 2]| pos2(point[0] * scale, point[1] * scale);
    let pen = |stroke: &scene::Stroke| Stroke::new(stroke.width * scale, colour(stroke.colour));
    match shape {
        scene::Shape::Polygon { points, fill, stroke } => {
            let points: Vec<Pos2> = points.iter().map(place).collect();
            let fill = fill.map_or(Color32::TRANSPARENT, colour);
            let stroke = stroke.as_ref().map_or(Stroke::NONE, pen);
            vec![Shape::convex_polygon(points, fill, stroke)]
        }
        scene::Shape::Line { points, stroke, dash } => {
            let points: Vec<Pos2> = points.iter().map(place).collect();
            let pen = pen(stroke);
            match dash {
                Some([on, off]) => Shape::dashed_line(&points, pen, on * scale, off * scale),
                None => {
                    // egui's lines end square.
                    let caps: Vec<Shape> = match (points.first(), points.last()) {
                        (Some(&first), Some(&last)) if pen.width > 1.5 => [first, last]
                            .map(|end| Shape::circle_filled(end, pen.width / 2.0, pen.color))
                            .into(),
                        _ => Vec::new(),
                    };
                    let mut shapes = vec![Shape::line(points, pen)];
                    shapes.extend(caps);
                    shapes
                }
            }
        }
        scene::Shape::Circle { centre, radius, fill, stroke } => {
            vec![Shape::Circle(epaint::CircleShape {
                center: place(centre),
                radius: radius * scale,
                fill: fill.map_or(Color32::TRANSPARENT, colour),
                stroke: stroke.as_ref().map_or(Stroke::NONE, pen),
            })]
        }
        scene::Shape::Text(_) | scene::Shape::Picture(_) => Vec::new(),
    }
}

/// Paints names, each with its strength, as small as can still be read; where they would run
/// into each other only the larger ones. `map` is where the map lies on the screen.
pub fn paint_names(
    painter: &Painter,
    mut names: Vec<(f32, scene::Text)>,
    origin: Pos2,
    scale: f32,
    view: Rect,
    map: Rect,
) {
    names.sort_by(|(_, a), (_, b)| b.size.total_cmp(&a.size));
    let mut taken: Vec<Rect> = Vec::new();
    for (strength, mut name) in names {
        let width = name.face.width_of(&name.text) * READABLE;
        let mut at = origin + vec2(name.at[0], name.at[1]) * scale;
        // Larger than in proportion it would run over the edge of the map.
        let (least, most) = (map.left() + width / 2.0, map.right() - width / 2.0);
        if least <= most {
            at.x = at.x.clamp(least, most);
            name.at[0] = (at.x - origin.x) / scale;
        }
        let room = Rect::from_center_size(at - vec2(0.0, READABLE * 0.35), vec2(width, READABLE));
        if !view.intersects(room) || taken.iter().any(|other| other.intersects(room.expand(2.0))) {
            continue;
        }
        taken.push(room);
        name.size = READABLE / scale;
        if let Some(halo) = &mut name.halo {
            halo.width = 1.4 / scale;
        }
        let mut painter = painter.clone();
        painter.multiply_opacity(strength);
        paint_text(&painter, &name, origin, scale, view);
    }
}

/// Paints a line of words of a scene.
fn paint_text(painter: &Painter, text: &scene::Text, origin: Pos2, scale: f32, view: Rect) {
    let size = text.size * scale;
    if size < SMALLEST {
        return;
    }
    let at = origin + vec2(text.at[0], text.at[1]) * scale;
    let reach = size * (1.0 + text.text.len() as f32);
    if !view.expand(reach).contains(at) {
        return;
    }
    let font = FontId::new(step(size), theme::family(text.face));
    let ink = colour(text.colour);
    let galley = painter.layout_no_wrap(text.text.clone(), font, Color32::PLACEHOLDER);
    let baseline = galley
        .rows
        .first()
        .and_then(|row| row.glyphs.first().map(|glyph| row.pos.y + glyph.pos.y))
        .unwrap_or(size);
    let shift = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Centre => 0.5,
        Anchor::End => 1.0,
    };
    let corner = vec2(-galley.size().x * shift, -baseline);
    let turned = emath_rotate(corner, text.angle);
    let draw = |offset: Vec2, colour: Color32| {
        let mut shape = TextShape::new(at + turned + offset, galley.clone(), colour);
        shape.angle = text.angle;
        painter.add(shape);
    };
    if let Some(halo) = text.halo {
        let reach = (halo.width * scale).clamp(0.8, 3.0);
        let halo = colour(halo.colour);
        for i in 0..8 {
            draw(Vec2::angled(i as f32 * std::f32::consts::FRAC_PI_4) * reach, halo);
        }
    }
    draw(Vec2::ZERO, ink);
}

fn emath_rotate(vector: Vec2, angle: f32) -> Vec2 {
    let (sin, cos) = angle.sin_cos();
    vec2(vector.x * cos - vector.y * sin, vector.x * sin + vector.y * cos)
}

/// The nearest of a few sizes, so that zooming does not fill the font atlas.
fn step(size: f32) -> f32 {
    let step = if size < 16.0 {
        0.5
    } else if size < 40.0 {
        2.0
    } else {
        8.0
    };
    (size / step).round() * step
}
