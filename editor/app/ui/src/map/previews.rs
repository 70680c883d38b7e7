//! What the tool in hand would change, shown over the map before it does; and the selected hexes.

use std::sync::Arc;

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};
use salient_document::tools::{Area, Ghost, Measured};
use salient_document::{Document, Tool};
use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::Id;
use salient_schema::ruleset::{Kind, Look};

use super::{MapInput, MapView, outline};
use crate::look::theme::{self, Palette};

/// Above so many hexes in view an area is painted as bars of whole rows.
const MOST_HEXES: usize = 4_000;
/// Above so many hexsides in view an area has no outline.
const MOST_SIDES: usize = 12_000;

/// The selected hexes with their outline, which is found once.
#[derive(Debug, Default)]
pub(super) struct Selected {
    hexes: Vec<Hex>,
    area: Option<Arc<Area>>,
}

impl Selected {
    /// The outline of the selected hexes, if any are.
    fn area(&mut self, grid: &HexGrid, hexes: &[Hex]) -> Option<Arc<Area>> {
        if self.hexes != hexes {
            self.hexes = hexes.to_vec();
            self.area = (!hexes.is_empty()).then(|| Arc::new(Area::new(grid, hexes.to_vec())));
        }
        self.area.clone()
    }
}

/// The zone that is shown and no other, with its outline, which is found once a change.
#[derive(Debug, Default)]
pub(super) struct LoneZone {
    made_for: Option<(u64, Id)>,
    area: Option<(Arc<Area>, usize)>,
}

impl LoneZone {
    /// Its hexes, and its place in the map's list; none where there is no such zone.
    pub(super) fn follow(
        &mut self,
        document: &Document,
        wanted: Option<&Id>,
    ) -> Option<(Arc<Area>, usize)> {
        let Some(wanted) = wanted else {
            *self = Self::default();
            return None;
        };
        let now = (document.revision(), wanted.clone());
        if self.made_for.as_ref() != Some(&now) {
            let mut zones = document.map().zones.items.iter().enumerate();
            let found = zones.find(|(_, zone)| zone.id == *wanted);
            self.area = found.map(|(number, zone)| {
                let grid = document.grid();
                let mut hexes: Vec<Hex> =
                    zone.hexes.iter().filter_map(|hex| grid.parse(hex)).collect();
                hexes.sort_unstable();
                hexes.dedup();
                (Arc::new(Area::new(grid, hexes)), number)
            });
            self.made_for = Some(now);
        }
        self.area.clone()
    }
}

impl MapView {
    /// What is selected, and what the tool in hand would change.
    pub(super) fn paint_preview(&mut self, ui: &Ui, painter: &Painter, input: &MapInput<'_>) {
        let palette = theme::palette(ui);
        let grid = input.document.grid();
        let preview = &input.output.preview;
        let ink = if preview.erases { palette.error } else { MEANT };
        let selected = self.selected.area(grid, &input.document.selection().hexes);
        if let Some(area) = selected {
            self.paint_area(painter, grid, &area, MEANT, 0.14, true);
        }
        if let Some(area) = &preview.area {
            self.paint_area(painter, grid, area, ink, 0.22, false);
        }
        if let Some(ghost) = &preview.ghost {
            self.paint_ghost(painter, input, ghost, palette);
        }
        // Looking changes nothing; the outline of the hovered hex says enough.
        let looks = matches!(input.tool, Tool::Select | Tool::Eyedropper);
        let carries = !preview.counters.is_empty();
        if !looks || carries {
            self.paint_brush(painter, grid, &preview.hexes, ink);
        }
        self.paint_sides(painter, grid, &preview.sides, ink);
        for &(hex, direction) in &preview.facing {
            self.paint_facing(painter, grid, hex, direction, ink);
        }
        if preview.way.len() > 1 && preview.measured.is_none() {
            self.paint_way(painter, grid, &preview.way, ink);
        }
        if preview.outline.len() > 1 {
            let points: Vec<Pos2> = preview.outline.iter().map(|&at| self.screen(at)).collect();
            let closed: Vec<Pos2> = points.iter().chain(points.first()).copied().collect();
            painter
                .add(Shape::line(closed.clone(), Stroke::new(3.0, Color32::from_white_alpha(180))));
            painter.extend(Shape::dashed_line(&closed, Stroke::new(1.6, ink), 6.0, 4.0));
        }
        if let Some(sighted) = &preview.sighted {
            self.paint_sighted(ui, painter, grid, sighted);
        }
        if let Some(measured) = &preview.measured {
            self.paint_measured(ui, painter, grid, &preview.way, measured);
        }
    }

    fn screen(&self, at: [f32; 2]) -> Pos2 {
        self.camera.screen_from_plane(self.view, at)
    }

    /// Whether anything of a hex may show.
    fn in_view(&self, at: [f32; 2]) -> bool {
        self.view.expand(self.camera.scale).contains(self.screen(at))
    }

    pub(super) fn paint_area(
        &self,
        painter: &Painter,
        grid: &HexGrid,
        area: &Area,
        ink: Color32,
        strength: f32,
        dashed: bool,
    ) {
        let fill = ink.gamma_multiply(strength);
        let mut mesh = Mesh::default();
        let hexes = || area.hexes().iter().copied().filter(|&hex| self.in_view(grid.centre(hex)));
        if hexes().take(MOST_HEXES + 1).count() <= MOST_HEXES {
            for hex in hexes() {
                fan(&mut mesh, &outline(&self.camera, self.view, grid, hex), fill);
            }
        } else {
            self.bars(&mut mesh, grid, area.hexes(), fill);
        }
        painter.add(mesh);
        let seen = |side: &Side| self.in_view(grid.centre(side.hex()));
        let sides: Vec<Side> =
            area.outline().iter().copied().filter(seen).take(MOST_SIDES + 1).collect();
        if sides.len() > MOST_SIDES {
            return;
        }
        let width = (self.camera.scale * 0.05).clamp(1.2, 3.0);
        for side in sides {
            let ends = grid.side_ends(side).map(|end| self.screen(end));
            painter.line_segment(ends, Stroke::new(width + 2.0, Color32::from_white_alpha(170)));
            if dashed && self.camera.scale > 24.0 {
                painter.extend(Shape::dashed_line(&ends, Stroke::new(width, ink), 5.0, 3.0));
            } else {
                painter.line_segment(ends, Stroke::new(width, ink));
            }
        }
    }

    /// Runs of hexes in a row as one bar each: what is left to see of hexes of a few pixels.
    fn bars(&self, mesh: &mut Mesh, grid: &HexGrid, hexes: &[Hex], fill: Color32) {
        let columns = u32::from(grid.columns()).max(1);
        let half = self.camera.scale * 0.5;
        let mut rest = hexes;
        while let Some(&first) = rest.first() {
            let next = |place: usize| first.0 + place as u32;
            let run = rest
                .iter()
                .enumerate()
                .take_while(|&(place, hex)| {
                    hex.0 == next(place) && hex.0 / columns == first.0 / columns
                })
                .count();
            let last = rest[run - 1];
            rest = &rest[run..];
            let (a, b) = (self.screen(grid.centre(first)), self.screen(grid.centre(last)));
            let bar = Rect::from_two_pos(a, b).expand2(vec2(half, half * 0.9));
            if bar.intersects(self.view) {
                mesh.add_colored_rect(bar, fill);
            }
        }
    }

    fn paint_brush(&self, painter: &Painter, grid: &HexGrid, hexes: &[Hex], ink: Color32) {
        if hexes.len() > 200 {
            let mut mesh = Mesh::default();
            for &hex in hexes.iter().filter(|&&hex| self.in_view(grid.centre(hex))) {
                let corners = outline(&self.camera, self.view, grid, hex);
                fan(&mut mesh, &corners, ink.gamma_multiply(0.25));
            }
            painter.add(mesh);
            return;
        }
        let area = Area::new(grid, hexes.to_vec());
        self.paint_area(painter, grid, &area, ink, 0.16, false);
    }

    fn paint_sides(&self, painter: &Painter, grid: &HexGrid, sides: &[Side], ink: Color32) {
        let width = (self.camera.scale * 0.11).clamp(3.0, 11.0);
        // The halo first, so that it does not cut the chain.
        for (width, colour) in
            [(width + 3.0, Color32::from_white_alpha(150)), (width, ink.gamma_multiply(0.75))]
        {
            for &side in sides {
                let ends = grid.side_ends(side).map(|end| self.screen(end));
                painter.line_segment(ends, Stroke::new(width, colour));
                for end in ends {
                    painter.circle_filled(end, width / 2.0, colour);
                }
            }
        }
    }

    /// A line just inside the hexside that is faced, with an arrow across.
    fn paint_facing(
        &self,
        painter: &Painter,
        grid: &HexGrid,
        hex: Hex,
        direction: Direction,
        ink: Color32,
    ) {
        let corners = grid.corners(hex);
        let centre = self.screen(grid.centre(hex));
        let inward = |at: [f32; 2]| {
            let at = self.screen(at);
            at + (centre - at) * 0.16
        };
        let (a, b) =
            (inward(corners[direction.index()]), inward(corners[(direction.index() + 1) % 6]));
        let width = (self.camera.scale * 0.07).clamp(2.5, 7.0);
        painter.line_segment([a, b], Stroke::new(width + 2.5, Color32::from_white_alpha(170)));
        painter.line_segment([a, b], Stroke::new(width, ink));
        let middle = a + (b - a) * 0.5;
        let out = (middle - centre).normalized() * self.camera.scale * 0.26;
        painter.arrow(middle, out, Stroke::new((width * 0.55).max(1.5), ink));
    }

    fn paint_way(&self, painter: &Painter, grid: &HexGrid, way: &[Hex], ink: Color32) {
        let points: Vec<Pos2> = way.iter().map(|&hex| self.screen(grid.centre(hex))).collect();
        let width = (self.camera.scale * 0.09).clamp(2.5, 9.0);
        let halo = Stroke::new(width + 3.0, Color32::from_white_alpha(170));
        painter.add(Shape::line(points.clone(), halo));
        painter.add(Shape::line(points.clone(), Stroke::new(width, ink.gamma_multiply(0.8))));
        for point in points {
            painter.circle_filled(point, width * 0.75, ink);
        }
    }

    /// A copied part of a map as it would lie, in the colours of its kinds.
    fn paint_ghost(
        &self,
        painter: &Painter,
        input: &MapInput<'_>,
        ghost: &Ghost,
        palette: Palette,
    ) {
        let grid = input.document.grid();
        let ruleset = input.document.ruleset();
        let mut mesh = Mesh::default();
        for (hex, kind) in &ghost.terrain {
            if !self.in_view(grid.centre(*hex)) {
                continue;
            }
            let fill = look(&ruleset.terrain, kind).and_then(|look| look.fill.as_deref());
            let fill = fill.and_then(colour).unwrap_or(palette.table);
            let corners = outline(&self.camera, self.view, grid, *hex);
            fan(&mut mesh, &corners, fill.gamma_multiply(0.78));
        }
        painter.add(mesh);
        let scale = self.camera.scale;
        let ink_of = |kinds: &[Kind], kind: &str| {
            let ink = look(kinds, kind).and_then(|look| look.ink.as_deref());
            ink.and_then(colour).unwrap_or(palette.ink)
        };
        for (hexes, path) in &ghost.paths {
            let points = hexes.iter().map(|&hex| self.screen(grid.centre(hex))).collect();
            let pen = Stroke::new((scale * 0.07).max(1.5), ink_of(&ruleset.paths, &path.kind));
            painter.add(Shape::line(points, pen));
        }
        let sides = ghost
            .hexsides
            .iter()
            .map(|(side, item)| (*side, ink_of(&ruleset.hexsides, &item.kind)));
        let lines = ghost.lines.iter().flat_map(|(sides, line)| {
            let ink = ink_of(&ruleset.lines, &line.kind);
            sides.iter().map(move |&side| (side, ink))
        });
        for (side, ink) in sides.chain(lines) {
            let ends = grid.side_ends(side).map(|end| self.screen(end));
            painter.line_segment(ends, Stroke::new((scale * 0.09).max(1.5), ink));
        }
        for (hex, feature) in &ghost.features {
            if !self.in_view(grid.centre(*hex)) {
                continue;
            }
            let ink = ink_of(&ruleset.features, &feature.kind);
            let at = self.screen(grid.centre(*hex));
            painter.circle(
                at,
                scale * 0.13,
                ink.gamma_multiply(0.85),
                Stroke::new(1.0, palette.ink),
            );
            for facing in &feature.facing {
                if let Some(direction) = grid.parse_compass(facing) {
                    self.paint_facing(painter, grid, *hex, direction, ink);
                }
            }
            if let Some(name) = feature.name.as_deref().filter(|_| scale > 26.0) {
                let below = at + vec2(0.0, scale * 0.3);
                let font = FontId::proportional((scale * 0.18).clamp(9.0, 20.0));
                painter.text(below, Align2::CENTER_CENTER, name, font, INK);
            }
        }
        self.paint_area(painter, grid, &ghost.area, MEANT, 0.0, false);
    }

    /// The measured way with its points, and what it comes to in a card at its end.
    fn paint_measured(
        &self,
        ui: &Ui,
        painter: &Painter,
        grid: &HexGrid,
        way: &[Hex],
        measured: &Measured,
    ) {
        let points: Vec<Pos2> = way.iter().map(|&hex| self.screen(grid.centre(hex))).collect();
        let pen = Stroke::new(2.5, MEANT);
        painter.add(Shape::line(points.clone(), Stroke::new(6.0, Color32::from_white_alpha(190))));
        painter.add(Shape::line(points, pen));
        for &point in &measured.points {
            let at = self.screen(grid.centre(point));
            painter.circle(at, 6.0, Color32::WHITE, pen);
        }
        let Some(&end) = way.last() else { return };
        self.paint_words(ui, painter, grid.centre(end), &measured.text);
    }

    /// Words in a card beside a place, which stays in view.
    pub(super) fn paint_words(&self, ui: &Ui, painter: &Painter, at: [f32; 2], text: &str) {
        let palette = theme::palette(ui);
        let at = self.screen(at);
        let font = FontId::proportional(15.0);
        let ink = ui.visuals().text_color();
        let galley = painter.layout(text.to_owned(), font, ink, CARD);
        let size = galley.size() + vec2(18.0, 10.0);
        let mut corner = at + vec2(14.0, -size.y - 12.0);
        // Inside the view, whatever the pointer is near.
        corner.x = corner.x.min(self.view.right() - size.x - 6.0).max(self.view.left() + 6.0);
        corner.y = corner.y.max(self.view.top() + 6.0);
        let card = Rect::from_min_size(corner, size);
        painter.add(ui.visuals().popup_shadow.as_shape(card, 6.0));
        painter.rect(
            card,
            6.0,
            palette.window,
            ui.visuals().window_stroke,
            egui::StrokeKind::Inside,
        );
        painter.galley(card.min + vec2(9.0, 5.0), galley, palette.ink);
    }
}

/// How wide a card of words may be, in points.
const CARD: f32 = 460.0;
/// What is meant, on a map that is always by daylight.
const MEANT: Color32 = Color32::from_rgb(30, 84, 140);
/// Words on the map.
const INK: Color32 = Color32::from_rgb(44, 38, 34);

/// A filled polygon as a fan.
pub(super) fn fan(mesh: &mut Mesh, corners: &[Pos2], fill: Color32) {
    let first = mesh.vertices.len() as u32;
    for &corner in corners {
        mesh.colored_vertex(pos2(corner.x, corner.y), fill);
    }
    for place in 1..corners.len().saturating_sub(1) as u32 {
        mesh.add_triangle(first, first + place, first + place + 1);
    }
}

fn look<'a>(kinds: &'a [Kind], id: &str) -> Option<&'a Look> {
    kinds.iter().find(|kind| kind.id == id).map(|kind| &kind.look)
}

/// A colour as rulesets write it: `#c0ffee`.
fn colour(text: &str) -> Option<Color32> {
    Color32::from_hex(text).ok()
}
