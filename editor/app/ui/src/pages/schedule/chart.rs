//! The lanes with their counters, and the dragging of arrivals.

use egui::{
    Align2, Color32, EventFilter, FontId, Key, Modifiers, Painter, Pos2, Rect, Role, ScrollArea,
    Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use salient_art::counter_art::Shown;
use salient_document::schedule::{Item, ItemOf, LaneKind, Op};
use salient_rules::schedule::Fit;
use salient_schema::Scenario;

use super::layout::{COUNTER, ChartLayout, HEAD, PAD, counter_places};
use super::{Drag, PageInput, SchedulePage, Selected, item_id};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, Palette, palette};
use crate::look::widgets::{elided, quiet};
use crate::map::stacks::Counters;
use crate::request::Request;

/// How near to its edge a drag scrolls the chart.
const EDGE: f32 = 32.0;

impl SchedulePage {
    pub(super) fn chart(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        if self.board.columns.is_empty() {
            quiet(ui, "The scenario has no game-turns.");
            if ui.button("Add game-turn").clicked() {
                requests.push(Request::Schedule(Op::AddTurn { at: 0 }));
            }
            return;
        }
        let whole = ui.available_rect_before_wrap();
        ui.allocate_rect(whole, Sense::hover());
        let colours = palette(ui);
        ui.painter().rect_filled(whole, 6.0, colours.card);
        self.look_at_room(whole.height());
        let top = self.track_height().min(whole.height());
        let layout = ChartLayout::new(&self.board, whole.width() - HEAD);
        let body = Rect::from_min_max(whole.min + vec2(HEAD, top), whole.max);

        let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("schedule body"));
        child.shrink_clip_rect(body);
        let out = ScrollArea::both().id_salt("chart").auto_shrink(false).show(&mut child, |ui| {
            let size = layout.size().max(body.size());
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            self.body(ui, rect.min, &layout, input, counters, requests);
        });
        self.offset = out.state.clamped_offset();

        let heads =
            Rect::from_min_max(pos2(whole.left(), body.top()), pos2(body.left(), body.bottom()));
        self.heads(
            &ui.painter().with_clip_rect(heads),
            heads,
            &layout,
            ui.visuals().text_color(),
            colours,
        );
        let track =
            Rect::from_min_max(pos2(body.left(), whole.top()), pos2(whole.right(), body.top()));
        let mut child = ui.new_child(UiBuilder::new().max_rect(track).id_salt("turn track"));
        child.shrink_clip_rect(track);
        self.track(&mut child, track, &layout, input, requests);
        let names = Rect::from_min_max(whole.min, pos2(body.left(), body.top()));
        let mut child = ui.new_child(UiBuilder::new().max_rect(names).id_salt("track names"));
        child.shrink_clip_rect(names);
        self.track_names(&mut child, names);

        let line = Stroke::new(1.0, colours.line);
        ui.painter().hline(whole.x_range(), body.top(), line);
        ui.painter().vline(body.left(), whole.y_range(), line);
        ui.painter().rect_stroke(whole, 6.0, line, StrokeKind::Inside);
    }

    /// The names of the lanes, which stay at the left.
    fn heads(
        &self,
        painter: &Painter,
        rect: Rect,
        layout: &ChartLayout,
        ink: Color32,
        colours: Palette,
    ) {
        painter.rect_filled(rect, 0.0, colours.panel);
        for (at, lane) in self.board.lanes.iter().enumerate() {
            let y = rect.top() - self.offset.y;
            let (top, bottom) = (y + layout.lanes[at], y + layout.lanes[at + 1]);
            if bottom < rect.top() || top > rect.bottom() {
                continue;
            }
            painter.hline(rect.x_range(), bottom, Stroke::new(1.0, colours.line));
            let left = rect.left() + 10.0;
            let width = rect.width() - 16.0;
            // What is tall keeps its name in view.
            let at_top = top.max(rect.top()).min(bottom - 42.0) + 6.0;
            let name = elided(painter, &lane.name, theme::strong(14.0), ink, width);
            painter.galley(pos2(left, at_top), name, ink);
            let detail = match lane.detail.is_empty() {
                true => lane.side_name.clone(),
                false => format!("{} · {}", lane.side_name, lane.detail),
            };
            let detail = elided(painter, &detail, FontId::proportional(12.5), colours.quiet, width);
            painter.galley(pos2(left, at_top + 18.0), detail, colours.quiet);
        }
        if self.board.lanes.is_empty() {
            let at = rect.min + vec2(10.0, 10.0);
            let font = FontId::proportional(14.0);
            painter.text(at, Align2::LEFT_TOP, "Nobody arrives", font, colours.quiet);
        }
    }

    /// What lies on the lanes.
    fn body(
        &mut self,
        ui: &mut Ui,
        origin: Pos2,
        layout: &ChartLayout,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let view = ui.clip_rect();
        let colours = palette(ui);
        self.background(ui.painter(), origin, layout, view, colours);
        let mut order: Vec<(ItemOf, LaneKind)> = Vec::new();
        for lane in 0..self.board.lanes.len() {
            for at in 0..self.board.lanes[lane].items.len() {
                let rect = layout.items[lane][at].translate(origin.to_vec2());
                let (item, kind) = {
                    let lane = &self.board.lanes[lane];
                    (lane.items[at].clone(), lane.kind.clone())
                };
                order.push((item.of, kind.clone()));
                let wanted = self.wants_focus && self.is_selected(item.of);
                // What is dragged out of view stays in the hand.
                let held = self.drag.as_ref().is_some_and(|drag| drag.of == item.of);
                if view.intersects(rect) || wanted || held {
                    self.item(ui, rect, lane, &item, kind, input, counters);
                }
                if wanted {
                    self.wants_focus = false;
                    ui.memory_mut(|memory| memory.request_focus(item_id(ui, item.of, lane)));
                    ui.scroll_to_rect(rect.expand(8.0), None);
                }
            }
        }
        self.wants_focus = false;
        self.arrows(ui, &order, layout, input, requests);
        self.dragging(ui, origin, layout, input, counters, requests);
    }

    /// Bands and lines.
    fn background(
        &self,
        painter: &Painter,
        origin: Pos2,
        layout: &ChartLayout,
        view: Rect,
        colours: Palette,
    ) {
        let line = Stroke::new(1.0, colours.line);
        for (at, column) in self.board.columns.iter().enumerate() {
            let (left, right) = (origin.x + layout.columns[at], origin.x + layout.columns[at + 1]);
            let strip = Rect::from_x_y_ranges(left..=right, view.y_range());
            let selected =
                matches!(self.selected, Some(Selected::Turn(turn)) if column.at == Some(turn));
            if selected {
                painter.rect_filled(strip, 0.0, colours.accent.gamma_multiply(0.12));
            } else if column.at.is_none()
                || column.half == Some(salient_schema::scenario::HalfDay::Pm)
            {
                painter.rect_filled(strip, 0.0, colours.faint);
            }
            painter.vline(right, view.y_range(), line);
        }
        for (at, edge) in layout.lanes.iter().enumerate().skip(1) {
            // A stronger line between the sides.
            let side = |lane: usize| self.board.lanes.get(lane).map(|lane| &lane.side);
            let ends = side(at).is_some() && side(at) != side(at - 1);
            let line = if ends { Stroke::new(2.0, colours.quiet) } else { line };
            painter.hline(view.x_range(), origin.y + edge, line);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "an item with all that it is drawn and used by")]
    fn item(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        lane: usize,
        item: &Item,
        kind: LaneKind,
        input: &PageInput<'_>,
        counters: &mut Counters,
    ) {
        let selected = self.is_selected(item.of);
        let sense = if input.editing { Sense::click_and_drag() } else { Sense::click() };
        let response = ui.interact(rect, item_id(ui, item.of, lane), sense);
        let name = self.item_name(lane, item);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &name));
        let dragged =
            self.drag.as_ref().is_some_and(|drag| drag.of == item.of && drag.lane == lane);
        let colours = palette(ui);
        let painter = ui.painter().clone();
        let background =
            if response.hovered() && !selected { colours.faint } else { colours.window };
        painter.rect_filled(rect, 5.0, background);
        let bad = matches!(item.fit, Some(Fit::TooMany | Fit::Barred));
        let edge = if selected {
            Stroke::new(2.0, colours.accent)
        } else if bad {
            Stroke::new(2.0, colours.warning)
        } else {
            Stroke::new(1.0, colours.line)
        };
        if item.condition.is_some() && !selected {
            dashed(
                &painter,
                rect,
                Stroke::new(1.5, if bad { colours.warning } else { colours.quiet }),
            );
        } else {
            painter.rect_stroke(rect, 5.0, edge, StrokeKind::Inside);
        }
        if response.has_focus() {
            painter.rect_stroke(rect, 5.0, Stroke::new(2.0, colours.focus), StrokeKind::Outside);
        }
        let picked = self.picked.clone();
        let pixels = ui.pixels_per_point();
        for (at, centre) in counter_places(rect, item.units.len()).enumerate() {
            let unit = &item.units[at];
            counters.paint_one(&painter, Shown::new(unit, 0), centre, COUNTER, pixels);
            let square = Rect::from_center_size(centre, Vec2::splat(COUNTER));
            if matches!(item.of, ItemOf::Withdrawal(_)) || dragged {
                painter.rect_filled(square, 3.0, background.gamma_multiply(0.5));
            }
            if !selected || !matches!(item.of, ItemOf::Group(_)) {
                continue;
            }
            // The units of what is selected can be meant one by one.
            let place = self.place_in_group(input.document.scenario(), item, at);
            let key = place.map(|place| (place, unit.clone()));
            let on = key.as_ref().is_some_and(|key| picked.contains(key));
            let id = item_id(ui, item.of, lane).with(at);
            let one = ui.interact(square, id, Sense::click());
            let label = format!("Unit {}", super::units::name(input.document, unit));
            one.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &label));
            if on {
                painter.rect_stroke(
                    square,
                    3.0,
                    Stroke::new(3.0, colours.accent),
                    StrokeKind::Outside,
                );
            } else if one.hovered() || one.has_focus() {
                painter.rect_stroke(
                    square,
                    3.0,
                    Stroke::new(2.0, colours.quiet),
                    StrokeKind::Outside,
                );
            }
            let one = one.on_hover_text(&label);
            if one.clicked()
                && let Some(key) = key
            {
                match self.picked.iter().position(|known| *known == key) {
                    Some(at) => drop(self.picked.remove(at)),
                    None => self.picked.push(key),
                }
            }
        }
        if let Some(points) = item.points {
            let ink = ui.visuals().text_color();
            let text = format!("+{points}");
            painter.text(rect.center(), Align2::CENTER_CENTER, text, theme::strong(15.0), ink);
        }
        if !item.provenance.is_printed() {
            let mark = rect.right_top() + vec2(-7.0, 7.0);
            painter.circle_filled(mark, 3.0, colours.note);
        }
        if let Some(condition) = &item.condition {
            let at = rect.left_bottom() + vec2(PAD + 1.0, -PAD - 14.0);
            let font = FontId::proportional(12.5);
            let text = elided(&painter, condition, font, colours.note, rect.width() - 2.0 * PAD);
            painter.galley(at, text, colours.note);
        }
        if bad {
            let mark =
                Rect::from_center_size(rect.right_top() + vec2(-10.0, 10.0), Vec2::splat(17.0));
            painter.circle_filled(mark.center(), 10.0, background);
            icons::paint(&painter, mark, Icon::Warning, colours.warning);
        }
        if response.drag_started() && input.editing {
            let whole = !selected || self.picked.is_empty();
            self.select(Selected::Item(item.of, kind.clone()));
            let units = if whole { item.units.clone() } else { self.picked_units() };
            let whole = whole && item.whole;
            self.drag = Some(Drag { of: item.of, lane, column: item.column, units, whole });
        }
        if response.clicked() {
            if selected {
                self.picked.clear();
            }
            self.select(Selected::Item(item.of, kind));
            response.request_focus();
        }
        if self.drag.is_none() {
            response.on_hover_ui(|ui| self.tip(ui, input, lane, item));
        }
    }

    /// What a screen reader says of an item.
    fn item_name(&self, lane: usize, item: &Item) -> String {
        let lane = &self.board.lanes[lane];
        let turn = match self.board.columns.get(item.column).map(|column| column.turn) {
            Some(0) => "at the start".to_owned(),
            Some(turn) => format!("game-turn {turn}"),
            None => String::new(),
        };
        match (item.points, item.units.len()) {
            (Some(points), _) => {
                let detail = if lane.detail.is_empty() { &lane.side_name } else { &lane.detail };
                format!("Replacements of {detail}, {turn}: {points}")
            }
            (None, 1) => format!("{}, {turn}: 1 unit", lane.name),
            (None, count) => format!("{}, {turn}: {count} units", lane.name),
        }
    }

    /// The place of an item's unit in its group's list.
    fn place_in_group(&self, scenario: &Scenario, item: &Item, at: usize) -> Option<usize> {
        let ItemOf::Group(group) = item.of else { return None };
        let unit = item.units.get(at)?;
        // Pools may name a counter several times: the nth of the item is the nth of the group.
        let nth = item.units[..at].iter().filter(|other| *other == unit).count();
        let all = scenario.reinforcements.get(group)?.counters.iter().enumerate();
        all.filter(|(_, other)| *other == unit).map(|(place, _)| place).nth(nth)
    }

    fn tip(&self, ui: &mut Ui, input: &PageInput<'_>, lane: usize, item: &Item) {
        ui.set_max_width(340.0);
        ui.label(egui::RichText::new(self.item_name(lane, item)).font(theme::strong(14.0)));
        if let Some(condition) = &item.condition {
            ui.label(condition);
        }
        for unit in item.units.iter().take(14) {
            ui.label(super::units::long_name(input.document, unit));
        }
        if item.units.len() > 14 {
            ui.label(format!("and {} more", item.units.len() - 14));
        }
        if let ItemOf::Group(group) = item.of
            && let Some(arrivals) = self.arrival(group)
        {
            let text =
                salient_document::schedule::arrivals_in_words(input.document.bundle(), arrivals);
            ui.label(egui::RichText::new(text).color(palette(ui).quiet));
        }
    }

    /// What the arrow keys do to the item with the keyboard.
    fn arrows(
        &mut self,
        ui: &Ui,
        order: &[(ItemOf, LaneKind)],
        layout: &ChartLayout,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        let Some(Selected::Item(of, kind)) = self.selected.clone() else { return };
        let here = (of, kind);
        let Some(place) = order.iter().position(|one| *one == here) else { return };
        let lanes = self.board.lanes.iter().enumerate();
        let Some(lane) =
            lanes.clone().find(|(_, lane)| lane.kind == here.1 && super::has(lane, of))
        else {
            return;
        };
        let lane = lane.0;
        let id = item_id(ui, of, lane);
        if !ui.memory(|memory| memory.has_focus(id)) {
            return;
        }
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let other = if pressed(Key::ArrowUp) {
            place.checked_sub(1)
        } else if pressed(Key::ArrowDown) {
            Some(place + 1)
        } else {
            None
        };
        if let Some((of, kind)) = other.and_then(|place| order.get(place)) {
            self.select(Selected::Item(*of, kind.clone()));
            self.wants_focus = true;
            return;
        }
        let Some(item) = self.board.lanes[lane].items.iter().find(|item| item.of == of) else {
            return;
        };
        let column = if pressed(Key::ArrowLeft) {
            item.column.checked_sub(1)
        } else if pressed(Key::ArrowRight) {
            Some(item.column + 1)
        } else {
            None
        };
        let Some(column) = column.filter(|column| *column + 1 < layout.columns.len()) else {
            return;
        };
        let picked = self.picked_units();
        let drag = Drag {
            of,
            lane,
            column: item.column,
            whole: picked.is_empty() && item.whole,
            units: if picked.is_empty() { item.units.clone() } else { picked },
        };
        let scenario = input.document.scenario();
        let op = self.dropped(scenario, &drag, column, None).filter(|_| input.editing);
        self.by_hand = op.is_some();
        requests.extend(op.map(Request::Schedule));
    }

    /// Shows where a drag would lead, and scrolls where it comes to an edge.
    fn dragging(
        &mut self,
        ui: &mut Ui,
        origin: Pos2,
        layout: &ChartLayout,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let Some(drag) = self.drag.clone() else { return };
        let down = ui.input(|input| input.pointer.any_down());
        if down && ui.ctx().dragged_id().is_none() {
            // Escape gives it up.
            self.drag = None;
            return;
        }
        let Some(at) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let view = ui.clip_rect();
        let column = layout.column_at(at.x - origin.x);
        let lane = layout.lane_at(at.y - origin.y);
        let scenario = input.document.scenario();
        let colours = palette(ui);
        let op = self.dropped(scenario, &drag, column, lane);
        if !down {
            self.drag = None;
            self.by_hand = op.is_some();
            requests.extend(op.map(Request::Schedule));
            return;
        }
        let goes = matches!(op, Some(Op::SetGroup { .. }));
        let shown = if goes { lane.unwrap_or(drag.lane) } else { drag.lane };
        let strip = Rect::from_min_max(
            pos2(origin.x + layout.columns[column], origin.y + layout.lanes[shown]),
            pos2(origin.x + layout.columns[column + 1], origin.y + layout.lanes[shown + 1]),
        );
        let painter = ui.painter();
        if op.is_some() {
            painter.rect_filled(strip, 4.0, colours.accent.gamma_multiply(0.18));
            painter.rect_stroke(strip, 4.0, Stroke::new(2.0, colours.accent), StrokeKind::Inside);
        }
        let front = ui.ctx().layer_painter(egui::LayerId::new(
            egui::Order::Tooltip,
            egui::Id::unique("dragged arrival"),
        ));
        let pixels = ui.pixels_per_point();
        for (nth, unit) in drag.units.iter().take(8).enumerate() {
            let shift = vec2(5.0, 4.0) * nth as f32;
            counters.paint_one(
                &front,
                Shown::new(unit, 0),
                at + vec2(14.0, 16.0) + shift,
                COUNTER,
                pixels,
            );
        }
        let turn = self.board.columns[column].turn;
        let text = match (&op, turn) {
            (None, _) => "stays".to_owned(),
            (Some(_), 0) => "to the start".to_owned(),
            (Some(_), turn) if goes => {
                format!("to game-turn {turn}, {}", self.board.lanes[shown].name)
            }
            (Some(_), turn) => format!("to game-turn {turn}"),
        };
        let font = theme::strong(13.0);
        let galley = front.layout_no_wrap(text, font, colours.on_accent);
        let tag = Rect::from_min_size(at + vec2(14.0, -24.0), galley.size() + vec2(12.0, 6.0));
        front.rect_filled(tag, 4.0, if op.is_some() { colours.accent } else { colours.quiet });
        front.galley(tag.min + vec2(6.0, 3.0), galley, colours.on_accent);
        let mut scroll = Vec2::ZERO;
        if at.x < view.left() + EDGE {
            scroll.x = 12.0;
        } else if at.x > view.right() - EDGE {
            scroll.x = -12.0;
        }
        if at.y < view.top() + EDGE {
            scroll.y = 8.0;
        } else if at.y > view.bottom() - EDGE {
            scroll.y = -8.0;
        }
        if scroll != Vec2::ZERO {
            ui.scroll_with_delta(scroll);
            ui.ctx().request_repaint();
        }
    }

    /// What a drag would do if it ended here.
    fn dropped(
        &self,
        scenario: &Scenario,
        drag: &Drag,
        column: usize,
        lane: Option<usize>,
    ) -> Option<Op> {
        let to = self.board.columns.get(column)?;
        let turn = to.turn;
        let replacement = matches!(drag.of, ItemOf::Replacement(_));
        if to.at.is_none() && !(replacement && turn == 0) {
            return None;
        }
        match drag.of {
            ItemOf::Group(group) => {
                let there = scenario.reinforcements.get(group)?;
                let from = self.board.lanes.get(drag.lane)?;
                let other = lane.and_then(|lane| self.board.lanes.get(lane));
                if let Some(LaneKind::Entry(entry)) = other.map(|lane| &lane.kind)
                    && other.is_some_and(|lane| lane.side == from.side)
                    && *entry != there.entry
                    && drag.whole
                {
                    let to = salient_schema::scenario::Reinforcement {
                        turn,
                        entry: entry.clone(),
                        ..there.clone()
                    };
                    return Some(Op::SetGroup { group, to: Box::new(to) });
                }
                if turn == there.turn {
                    return None;
                }
                Some(match drag.whole {
                    true => Op::MoveGroup { group, turn },
                    false => Op::MoveUnits { group, units: drag.units.clone(), turn },
                })
            }
            ItemOf::Withdrawal(at) => {
                let mut to = scenario.withdrawals.get(at)?.clone();
                (to.turn != turn).then(|| {
                    to.turn = turn;
                    Op::SetWithdrawal { at, to: Box::new(to) }
                })
            }
            ItemOf::Replacement(at) => {
                let mut to = scenario.replacements.get(at)?.clone();
                (to.turn != turn).then(|| {
                    to.turn = turn;
                    Op::SetReplacement { at, to: Box::new(to) }
                })
            }
        }
    }
}

fn dashed(painter: &Painter, rect: Rect, stroke: Stroke) {
    let rect = rect.shrink(0.75);
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    painter.extend(Shape::dashed_line(&corners, stroke, 5.0, 4.0));
}
