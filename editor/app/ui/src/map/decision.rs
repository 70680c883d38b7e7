//! A decision by hand on the map: who may act, where to and at what cost, what is told of the hex
//! that is pointed at, and units that are dragged to where they go.

use egui::{
    Align2, Area, Color32, CursorIcon, Frame, Id, Label, LayerId, Margin, Order, Painter, Rect,
    RichText, Shape, Stroke, StrokeKind, Ui, Vec2, vec2,
};
use salient_art::counter_art::Shown;
use salient_document::Selection;
use salient_hex::grid::Hex;

use super::arrows::Arrow;
use super::overlay::{MAY_ACT, MEANT, OPEN};
use super::stacks::Counters;
use super::{MapInput, MapView, outline};
use crate::look::theme::{self, palette};
use crate::request::Request;
use crate::request::play::{Pick, PlayRequest};
use crate::test_run::{Game, Told};

/// Below so many points a hex, costs are not written into the hexes.
pub(super) const COSTS_FROM: f32 = 24.0;
/// Where units are fired at on their way, and where planned fire is to fall.
const UNDER_FIRE: Color32 = Color32::from_rgb(206, 62, 20);
/// How long the pointer rests on a hex before it is told why nobody goes there, in seconds. While
/// units are dragged it is told at once.
const REFUSED_SECS: f64 = 0.3;

/// Units that are dragged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted {
    /// From where.
    hex: Hex,
    /// Whether they were picked before, so that pressing on them means nothing by itself.
    were_picked: bool,
}

/// What is told of a hex, as long as nothing else is picked.
#[derive(Clone, Debug)]
pub(super) struct ToldOf {
    /// The game's version, how much was picked in it, the hex, and the unit whose counter it is
    /// of a spread stack.
    key: (u64, u64, Hex, Option<String>),
    told: Option<Told>,
}

impl MapView {
    /// Gives a drag of units up. Gives whether there was one.
    pub fn give_up_drag(&mut self) -> bool {
        self.lifted.take().is_some()
    }

    /// Takes hold of the units in a hex, if they may act.
    pub(super) fn lift(&self, input: &MapInput<'_>, hex: Hex) -> Option<Lifted> {
        let by_hand = input.game.filter(|game| game.waits())?.by_hand();
        let were_picked = by_hand.on_map().acting.contains(&hex);
        by_hand.can_lift(hex).then_some(Lifted { hex, were_picked })
    }

    /// Whether only letting go tells if a press was a click or the begin of a drag.
    pub(super) fn waits_for_release(&self) -> bool {
        self.lifted.is_some_and(|lifted| lifted.were_picked)
    }

    /// Lets go of what is dragged, over a hex or beside the map.
    pub(super) fn drop_lifted(&mut self, on: Option<Hex>, requests: &mut Vec<Request>) {
        let Some(lifted) = self.lifted.take() else { return };
        match on {
            Some(hex) if hex != lifted.hex => {
                requests.push(Request::Play(PlayRequest::Pick(Pick::Drop(hex))));
            }
            Some(hex) if lifted.were_picked => {
                requests.push(Request::Select(Selection::of_hex(hex)));
            }
            _ => {}
        }
    }

    /// The pointer's shape: whether what is under it can be taken hold of, or meant.
    pub(super) fn cursor_of_decision(&self, game: &Game) -> CursorIcon {
        if self.lifted.is_some() {
            return CursorIcon::Grabbing;
        }
        let by_hand = game.by_hand();
        match self.hovered.filter(|_| game.waits()) {
            Some(hex) if by_hand.can_lift(hex) => CursorIcon::Grab,
            Some(hex) if by_hand.on_map().open.contains(&hex) => CursorIcon::PointingHand,
            _ => CursorIcon::Default,
        }
    }

    /// What may be picked for a decision by hand, and what is: whoever may act, where to, at what
    /// cost, arrows.
    pub(super) fn paint_decision(&self, painter: &Painter, input: &MapInput<'_>, game: &Game) {
        let grid = input.document.grid();
        let shown = game.by_hand().on_map();
        let near = self.view.expand(self.camera.scale);
        let in_view = |hex: &Hex| near.contains(self.screen_position(grid, *hex));
        let corners = |hex: Hex| outline(&self.camera, self.view, grid, hex);
        let open = || shown.open.iter().zip(&shown.costs).filter(|(hex, _)| in_view(hex));
        for (&hex, _) in open() {
            painter.add(Shape::convex_polygon(
                corners(hex),
                OPEN.gamma_multiply(0.22),
                Stroke::new(1.2, OPEN.gamma_multiply(0.8)),
            ));
        }
        for one in shown.under_fire.iter().filter(|one| in_view(&one.hex)) {
            for line in hatching(&corners(one.hex)) {
                painter.add(Shape::line_segment(line, Stroke::new(1.6, UNDER_FIRE)));
            }
        }
        for &hex in shown.planned.iter().filter(|hex| in_view(hex)) {
            let at = self.screen_position(grid, hex);
            let pen = Stroke::new(2.4, UNDER_FIRE);
            painter.circle_stroke(at, self.camera.scale * 0.36, pen);
            painter.circle_stroke(at, self.camera.scale * 0.16, pen);
        }
        for &hex in shown.may_act.iter().filter(|hex| !shown.acting.contains(hex) && in_view(hex)) {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(1.6, MAY_ACT)));
        }
        for &hex in &shown.acting {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(4.5, Color32::WHITE)));
            painter.add(Shape::closed_line(corners(hex), Stroke::new(2.8, MAY_ACT)));
        }
        for &hex in &shown.meant {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(3.2, MEANT)));
            for &from in shown.acting.iter().filter(|from| **from != hex) {
                self.paint_arrow(painter, grid, &[from, hex], Arrow::plain(MEANT));
            }
        }
        if let Some((from, to)) = game.by_hand().pointed_on_map() {
            for &hex in from.iter().chain(to) {
                painter.add(Shape::closed_line(corners(hex), Stroke::new(3.2, MEANT)));
            }
            for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to))) {
                if from != to {
                    self.paint_arrow(painter, grid, &[from, to], Arrow::plain(MEANT));
                }
            }
        }
        if self.camera.scale >= COSTS_FROM {
            for (&hex, cost) in open().filter_map(|(hex, cost)| Some((hex, (*cost)?))) {
                self.paint_cost(painter, input, hex, cost);
            }
        }
    }

    /// Where hexes lie in the view that are to be clicked or dragged to now.
    pub(super) fn kept_free(&self, input: &MapInput<'_>) -> Vec<Rect> {
        let grid = input.document.grid();
        let shown = input.game.filter(|game| game.waits()).map(|game| game.by_hand().on_map());
        let of_game = shown.into_iter().flat_map(|shown| shown.open.iter().chain(&shown.may_act));
        let reached = input.sandbox.into_iter().flat_map(|sandbox| sandbox.aids().reached());
        of_game
            .chain(reached.map(|(hex, _)| hex))
            .map(|&hex| {
                let size = Vec2::splat(self.camera.scale);
                Rect::from_center_size(self.screen_position(grid, hex), size)
            })
            .filter(|hex| self.view.intersects(*hex))
            .collect()
    }

    /// What it costs to get to a hex: in its middle, or below the counters that stand there.
    pub(super) fn paint_cost(&self, painter: &Painter, input: &MapInput<'_>, hex: Hex, cost: u32) {
        let scale = self.camera.scale;
        let below = !self.positions(input).at(hex).is_empty();
        let at = self.screen_position(input.document.grid(), hex)
            + vec2(0.0, if below { scale * 0.4 } else { 0.0 });
        let font = theme::strong((scale * 0.26).clamp(9.5, 17.0).round());
        let ink = Color32::from_rgb(20, 74, 34);
        let text = painter.layout_no_wrap(cost.to_string(), font, ink);
        let pill = Rect::from_center_size(at, text.size() + vec2(8.0, 0.0));
        let pen = Stroke::new(0.8, OPEN.gamma_multiply(0.7));
        let paper = Color32::from_white_alpha(225);
        painter.rect(pill, pill.height() * 0.45, paper, pen, StrokeKind::Inside);
        painter.galley(pill.center() - text.size() / 2.0, text, ink);
    }

    /// Tells of the hex that is pointed at: the way there and what it costs, or why not.
    pub(super) fn tell_of_hex(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        input: &MapInput<'_>,
        game: &Game,
        now: f64,
    ) {
        // The keyboard points by what is selected.
        let selected = input.document.selection().hex.filter(|_| self.focused);
        let Some(hex) = self.hovered.or(selected).filter(|_| game.waits()) else { return };
        let pointer =
            ui.input(|input| input.pointer.hover_pos()).filter(|_| self.hovered.is_some());
        let spread = self.spread_card(ui, input).zip(pointer);
        let spread = spread.filter(|(card, at)| card.contains(*at));
        let unit = spread.and_then(|(card, at)| self.of_spread(input, card, at));
        let key = (game.version(), game.by_hand().picks(), hex, unit);
        if self.told.as_ref().is_none_or(|told| told.key != key) {
            let told = game.told_of(hex, key.3.as_deref());
            self.told = Some(ToldOf { key, told });
        }
        let Some(told) = self.told.as_ref().and_then(|told| told.told.as_ref()) else { return };
        let rested = now - self.hovered_since;
        if told.refused && self.lifted.is_none() && self.hovered.is_some() && rested < REFUSED_SECS
        {
            ui.ctx().request_repaint_after_secs((REFUSED_SECS - rested) as f32);
            return;
        }
        let grid = input.document.grid();
        self.paint_arrow(painter, grid, &told.way, Arrow { width: 3.4, ..Arrow::plain(OPEN) });
        let at = match pointer {
            Some(pointer) => pointer + vec2(16.0, 18.0),
            None => self.screen_position(grid, hex) + Vec2::splat(self.camera.scale * 0.5),
        };
        let colours = palette(ui);
        let ink = if told.refused { colours.error } else { ui.visuals().text_color() };
        Area::new(Id::unique(("told of hex", self.number)))
            .order(Order::Tooltip)
            .interactable(false)
            .fixed_pos(at)
            .constrain_to(self.view)
            .show(ui.ctx(), |ui| {
                let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(9, 5));
                frame.show(ui, |ui| {
                    ui.set_max_width(320.0);
                    ui.add(Label::new(RichText::new(&told.text).color(ink)).wrap());
                });
            });
    }

    /// The units that are dragged, at the pointer.
    pub(super) fn paint_lifted(
        &self,
        ui: &Ui,
        input: &MapInput<'_>,
        game: &Game,
        counters: &mut Counters,
        side: f32,
    ) {
        let away = |lifted: &Lifted| self.hovered != Some(lifted.hex);
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let (Some(_), Some(at)) = (self.lifted.filter(away), pointer) else { return };
        let layer = LayerId::new(Order::Tooltip, Id::unique(("lifted", self.number)));
        let painter = Painter::new(ui.ctx().clone(), layer, self.view);
        let picked = game.by_hand().draft().units();
        let units = game.play().units();
        let units = units.iter().filter(|unit| picked.iter().any(|name| name == unit.name));
        let pixels = ui.pixels_per_point();
        for (i, unit) in units.take(4).enumerate() {
            let lift = Vec2::splat(i as f32 * side * 0.1);
            counters.paint_one(
                &painter,
                Shown::new(unit.counter, unit.face),
                at - lift,
                side,
                pixels,
            );
        }
        if let Some(hex) = self.hovered.filter(|hex| !game.by_hand().on_map().open.contains(hex)) {
            let corners = outline(&self.camera, self.view, input.document.grid(), hex);
            ui.painter_at(self.view).add(Shape::closed_line(corners, Stroke::new(2.4, MEANT)));
            painter.text(
                at + vec2(side * 0.5, -side * 0.5),
                Align2::CENTER_CENTER,
                "×",
                theme::strong(side.clamp(16.0, 26.0)),
                MEANT,
            );
        }
    }
}

/// Lines across a hex, from its left corners to its right ones.
fn hatching(corners: &[egui::Pos2]) -> Vec<[egui::Pos2; 2]> {
    let around = Rect::from_points(corners).shrink(2.0);
    let middle = around.center();
    // Inside the hex whichever way it points: of a circle within it.
    let radius = around.width().min(around.height()) * 0.45;
    let chord = |off: f32| {
        let half = (radius * radius - off * off).max(0.0).sqrt();
        let along = Vec2::angled(-std::f32::consts::FRAC_PI_4);
        let across = along.rot90() * off;
        [middle + across - along * half, middle + across + along * half]
    };
    [-0.6, -0.2, 0.2, 0.6].iter().map(|part| chord(part * radius)).collect()
}
