//! What lies over the map for a moment: the hexes meant, what a tool would do, spread stacks.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, CornerRadius, FontId, Id, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2,
    vec2,
};
use salient_art::counter_art::Shown;
use salient_document::ChangeKind;
use salient_hex::grid::Hex;

use super::arrows::Arrow;
use super::cards::place_of_card;
use super::decision::COSTS_FROM;
use super::stacks::{Counters, SIZE};
use super::{CarriedCounter, FLASH_SECS, MapInput, MapView, outline};
use crate::look::theme;
use crate::sandbox::SandboxGame;
use crate::test_run::Game;
use crate::versions::Mark;

/// A hex that may be meant.
pub(super) const OPEN: Color32 = Color32::from_rgb(46, 150, 70);
/// A unit that may act, or does.
pub(super) const MAY_ACT: Color32 = Color32::from_rgb(30, 84, 140);
/// A hex that is meant.
pub(super) const MEANT: Color32 = Color32::from_rgb(176, 42, 48);
/// The hex clicked last.
const CLICKED: Color32 = Color32::from_rgb(34, 30, 24);
/// A hex in which something is otherwise than in another version, or by which somebody comes in.
const CHANGED: Color32 = Color32::from_rgb(186, 112, 14);

/// The side of a counter in a spread stack, in points.
const SPREAD_SIDE: f32 = 58.0;
/// The room that each of them has, and where the first one's begins.
const SPREAD_CELL: f32 = SPREAD_SIDE + 6.0;
const SPREAD_CORNER: Vec2 = vec2(8.0, 24.0);
/// What is left beside and below them.
const SPREAD_MARGIN: Vec2 = vec2(2.0, 4.0);
/// The most counters in a row of a spread stack.
const SPREAD_ROW: usize = 6;

impl MapView {
    pub(super) fn paint_overlay(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        input: &MapInput<'_>,
        counters: &mut Counters,
        now: f64,
    ) {
        let grid = input.document.grid();
        if input.editing() {
            self.paint_changes(painter, input);
            self.paint_barrage(painter, input);
            self.paint_preview(ui, painter, input);
        }
        self.paint_reach(ui, painter, input);
        let arrow = Arrow { width: 4.2, dashed: true, ..Arrow::plain(MEANT) };
        self.paint_arrow(painter, grid, input.asked_way, arrow);
        let hex_outline = |hex: Hex| outline(&self.camera, self.view, grid, hex);
        if let Some(game) = input.game {
            if input.shows_happened {
                self.paint_happened(painter, input, game);
            }
            self.paint_decision(painter, input, game);
        }
        if let Some(sandbox) = input.sandbox {
            self.paint_chosen(painter, input, sandbox);
        }
        if let Some(hex) = self.hovered {
            let pen = Stroke::new(1.5, Color32::from_black_alpha(110));
            painter.add(Shape::closed_line(hex_outline(hex), pen));
        }
        if let Some(hex) = input.document.selection().hex {
            // Where units that may act are outlined, the hex clicked last has its corners alone.
            let (lines, ink) = match input.game {
                Some(_) => (corners_of(&hex_outline(hex)), CLICKED),
                None => (vec![closed(hex_outline(hex))], MAY_ACT),
            };
            for line in lines {
                let halo = Stroke::new(5.0, Color32::from_white_alpha(190));
                painter.add(Shape::line(line.clone(), halo));
                painter.add(Shape::line(line, Stroke::new(2.5, ink)));
            }
        }
        if let Some((hex, since)) = self.flash {
            let age = now - since;
            if age < FLASH_SECS {
                self.paint_flash(painter, grid.centre(hex), (age / FLASH_SECS) as f32);
                ui.ctx().request_repaint();
            }
        }
        if let Some(hex) = self.spread {
            self.paint_spread(ui, painter, input, counters, hex);
        }
        self.paint_carried(ui, painter, input, counters);
        if let Some(game) = input.game {
            self.tell_of_hex(ui, painter, input, game, now);
        }
    }

    /// The hexes of what is chosen in a game without rules, how far it gets, where it is dragged, and
    /// where whoever is due comes in.
    fn paint_chosen(&self, painter: &Painter, input: &MapInput<'_>, sandbox: &SandboxGame) {
        let grid = input.document.grid();
        let near = self.view.expand(self.camera.scale);
        let in_view = |hex: &Hex| near.contains(self.screen_position(grid, *hex));
        let corners = |hex: Hex| outline(&self.camera, self.view, grid, hex);
        let reached = || sandbox.aids().reached().iter().filter(|(hex, _)| in_view(hex));
        for &(hex, _) in reached() {
            let pen = Stroke::new(1.2, OPEN.gamma_multiply(0.8));
            let fill = OPEN.gamma_multiply(0.22);
            painter.add(Shape::convex_polygon(corners(hex), fill, pen));
        }
        if self.camera.scale >= COSTS_FROM {
            for &(hex, cost) in reached() {
                self.paint_cost(painter, input, hex, cost);
            }
        }
        for hex in sandbox.aids().entries().filter(in_view) {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(4.0, Color32::WHITE)));
            painter.add(Shape::closed_line(corners(hex), Stroke::new(2.4, CHANGED)));
        }
        for hex in sandbox.hexes() {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(4.5, Color32::WHITE)));
            painter.add(Shape::closed_line(corners(hex), Stroke::new(2.8, MAY_ACT)));
        }
        if let (Some(from), Some(to)) = (self.dragged, self.hovered)
            && from != to
        {
            self.paint_arrow(painter, grid, &[from, to], Arrow::plain(MAY_ACT));
        }
    }

    /// What changed since another version: hexes outlined, arrows for what moved.
    fn paint_changes(&self, painter: &Painter, input: &MapInput<'_>) {
        let grid = input.document.grid();
        for Mark { kind, hexes } in input.changes {
            let ink = match kind {
                ChangeKind::Added => OPEN,
                ChangeKind::Removed => MEANT,
                ChangeKind::Moved => MAY_ACT,
                ChangeKind::Changed => CHANGED,
            };
            if let (ChangeKind::Moved, [from, to]) = (kind, hexes.as_slice()) {
                self.paint_arrow(painter, grid, &[*from, *to], Arrow::plain(ink));
                continue;
            }
            for &hex in hexes {
                let corners = outline(&self.camera, self.view, grid, hex);
                painter.add(Shape::closed_line(corners.clone(), Stroke::new(4.0, Color32::WHITE)));
                painter.add(Shape::closed_line(corners, Stroke::new(2.4, ink)));
            }
        }
    }

    /// Rings that close in on a hex.
    fn paint_flash(&self, painter: &Painter, centre: [f32; 2], share: f32) {
        let at = self.camera.screen_from_plane(self.view, centre);
        for i in 0..2 {
            let share = (share * 1.5 - i as f32 * 0.25).clamp(0.0, 1.0);
            let radius = self.camera.scale * (0.55 + 1.9 * (1.0 - share).powi(2));
            let ink = Color32::from_rgb(176, 42, 48).gamma_multiply((1.0 - share).sqrt());
            painter.circle_stroke(at, radius, Stroke::new(3.0, ink));
        }
    }

    /// Where the counters of a stack are spread out that are picked by clicks: in a game by hand.
    pub(super) fn spread_card(&self, ui: &Ui, input: &MapInput<'_>) -> Option<Rect> {
        self.spread.filter(|_| input.game.is_some_and(Game::waits))?;
        ui.data(|data| data.get_temp(self.spread_id()))
    }

    fn spread_id(&self) -> Id {
        Id::unique(("spread stack", self.number))
    }

    /// The unit of the spread stack whose counter lies there.
    pub(super) fn of_spread(&self, input: &MapInput<'_>, card: Rect, at: Pos2) -> Option<String> {
        let from = (at - card.min - SPREAD_CORNER) / SPREAD_CELL;
        if from.min_elem() < 0.0 || from.x >= SPREAD_ROW as f32 {
            return None;
        }
        let place = from.y as usize * SPREAD_ROW + from.x as usize;
        let units = input.game?.units();
        let mut there = units.iter().filter(|unit| unit.hex == self.spread);
        there.nth(place).map(|unit| unit.name.to_owned())
    }

    /// The counters of a stack side by side.
    fn paint_spread(
        &self,
        ui: &Ui,
        painter: &Painter,
        input: &MapInput<'_>,
        counters: &mut Counters,
        hex: Hex,
    ) {
        let stack = self.positions(input).at(hex).to_vec();
        let columns = stack.len().clamp(1, SPREAD_ROW);
        let rows = stack.len().div_ceil(SPREAD_ROW);
        let cell = SPREAD_CELL;
        let all = vec2(columns as f32, rows as f32) * cell + SPREAD_CORNER + SPREAD_MARGIN;
        let most = self.view.width() - 30.0;
        let lay = |text: String, ink: Color32| {
            let mut job = LayoutJob::simple_singleline(text, FontId::proportional(13.0), ink);
            job.wrap = TextWrapping::truncate_at_width(most);
            painter.layout_job(job)
        };
        let mut title = format!("{} · {} counters", input.document.grid().label(hex), stack.len());
        if input.game.is_some_and(Game::waits) {
            title += ": click one";
        }
        let title = lay(title, theme::palette(ui).quiet);
        // Below the counters, of whom what is so.
        let so: Vec<_> = input
            .game
            .map(|game| game.stack_in_words(hex))
            .unwrap_or_default()
            .into_iter()
            .filter(|(_, states)| !states.is_empty())
            .map(|(name, states)| {
                let text = format!("{name}: {}", states.join(", "));
                lay(text, ui.visuals().text_color())
            })
            .collect();
        let lines = so.iter().chain([&title]);
        let wide = lines.map(|line| line.size().x + 20.0).fold(0.0, f32::max);
        let high: f32 = so.iter().map(|line| line.size().y).sum();
        let high = if so.is_empty() { 0.0 } else { high + 6.0 };
        let size = vec2(all.x.max(wide), all.y + high);
        let hex_at = self.camera.screen_from_plane(self.view, input.document.grid().centre(hex));
        let gap = self.camera.scale * 0.6 + 6.0;
        let kept_free = self.kept_free(input);
        let hex_at = Rect::from_pos(hex_at);
        let corner = place_of_card(size, hex_at, gap, self.view.shrink(4.0), &kept_free);
        let card = Rect::from_min_size(corner, size);
        let visuals = ui.visuals();
        painter.add(visuals.popup_shadow.as_shape(card, CornerRadius::same(8)));
        painter.rect(card, 8.0, visuals.window_fill, visuals.window_stroke, StrokeKind::Inside);
        ui.data_mut(|data| data.insert_temp(self.spread_id(), card));
        painter.galley(card.min + vec2(10.0, 5.0), title, theme::palette(ui).quiet);
        for (i, standing) in stack.iter().enumerate() {
            let (row, column) = (i / SPREAD_ROW, i % SPREAD_ROW);
            let centre = card.min
                + SPREAD_CORNER
                + vec2((column as f32 + 0.5) * cell, (row as f32 + 0.5) * cell);
            let pixels = ui.pixels_per_point();
            counters.paint_one(painter, standing.shown(), centre, SPREAD_SIDE, pixels);
        }
        let mut at = card.min + vec2(10.0, all.y);
        for line in so {
            let down = line.size().y;
            painter.galley(at, line, ui.visuals().text_color());
            at.y += down;
        }
    }

    /// Counters in the hand.
    fn paint_carried(
        &self,
        ui: &Ui,
        painter: &Painter,
        input: &MapInput<'_>,
        counters: &mut Counters,
    ) {
        let side = (self.camera.scale * SIZE).max(26.0);
        let pixels = ui.pixels_per_point();
        let preview = &input.output.preview;
        let grid = input.document.grid();
        // A stack from the bottom, a little to the side each.
        for (place, (hex, counter, face)) in preview.along.iter().enumerate().rev() {
            let above = preview.along.iter().take(place).filter(|(other, ..)| other == hex).count();
            let at = self.screen_position(grid, *hex) + Vec2::splat(above as f32 * side * 0.1);
            counters.paint_one(painter, Shown::new(counter, *face), at, side, pixels);
        }
        if let Some(at) = preview.at.filter(|_| input.editing()) {
            let at = self.camera.screen_from_plane(self.view, at);
            for (i, (counter, face)) in preview.counters.iter().take(4).enumerate().rev() {
                let lift = Vec2::splat(i as f32 * side * 0.1);
                counters.paint_one(painter, Shown::new(counter, *face), at + lift, side, pixels);
            }
        }
        if let Some(game) = input.game {
            self.paint_lifted(ui, input, game, counters, side);
        }
        if let Some(carried) = egui::DragAndDrop::payload::<CarriedCounter>(ui.ctx())
            && let Some(at) = ui.input(|input| input.pointer.latest_pos())
        {
            let layer = egui::LayerId::new(egui::Order::Tooltip, ui.scope_id().with("carried"));
            let painter = Painter::new(ui.ctx().clone(), layer, ui.ctx().content_rect());
            counters.paint_one(&painter, Shown::new(&carried.0, 0), at, side, pixels);
            if let Some(hex) = self.hovered {
                let corners = outline(&self.camera, self.view, input.document.grid(), hex);
                let ink = Color32::from_rgb(30, 84, 140);
                let pen = Stroke::new(2.0, ink);
                let fill = ink.gamma_multiply(0.16);
                self.painter_for(ui).add(Shape::convex_polygon(corners, fill, pen));
            }
        }
    }

    fn painter_for(&self, ui: &Ui) -> Painter {
        ui.painter_at(self.view)
    }
}

/// A line around a hex, back to where it began.
fn closed(mut corners: Vec<Pos2>) -> Vec<Pos2> {
    corners.extend(corners.first().copied());
    corners
}

/// The corners of a hex alone: a part of both hexsides at each.
fn corners_of(corners: &[Pos2]) -> Vec<Vec<Pos2>> {
    const PART: f32 = 0.28;
    let next_to = |at: usize| (at + corners.len() - 1, at + 1);
    let along = |from: Pos2, to: usize| from.lerp(corners[to % corners.len()], PART);
    let corner = |(at, &corner): (usize, &Pos2)| {
        let (before, after) = next_to(at);
        vec![along(corner, before), corner, along(corner, after)]
    };
    corners.iter().enumerate().map(corner).collect()
}
