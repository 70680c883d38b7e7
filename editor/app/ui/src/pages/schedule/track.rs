//! The turn track above the lanes: labels, weather, and values by game-turn, edited in place.

use egui::{Align2, FontId, Popup, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use salient_document::schedule::{Column, Op, TrackRow, TrackSource};
use salient_rules::schedule::weathers;
use salient_schema::scenario::{HalfDay, Turn};
use salient_schema::words::turn_name;

use super::cell::cell_field;
use super::layout::ChartLayout;
use super::{PageInput, SchedulePage, Selected};
use crate::look::theme::{self, palette};
use crate::look::widgets::elided;
use crate::request::Request;

/// The height of the labels, and of a row.
const LABELS: f32 = 60.0;
const ROW: f32 = 23.0;
/// What the lanes need at the least.
const LANES: f32 = 90.0;

impl SchedulePage {
    pub(super) fn track_height(&self) -> f32 {
        LABELS + ROW * (1 + self.rows()) as f32
    }

    /// How many rows of values show.
    fn rows(&self) -> usize {
        if self.folds_values() { 0 } else { self.board.tracks.len() }
    }

    /// Whether the values are folded away: by choice, or as long as none was made, for want of
    /// room.
    fn folds_values(&self) -> bool {
        self.hides_values.unwrap_or(self.little_room)
    }

    /// Looks whether a chart of this height has room for values and lanes.
    pub(super) fn look_at_room(&mut self, height: f32) {
        let all = LABELS + ROW * (1 + self.board.tracks.len()) as f32;
        self.little_room = height < all + LANES;
    }

    /// What stands at the left of each row.
    pub(super) fn track_names(&mut self, ui: &mut Ui, rect: Rect) {
        let colours = palette(ui);
        let ink = ui.visuals().text_color();
        let painter = ui.painter().clone();
        painter.rect_filled(rect, 0.0, colours.panel);
        let left = rect.left() + 10.0;
        let row = |at: usize| {
            let top = rect.top() + LABELS + ROW * at as f32;
            Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), top + ROW))
        };
        painter.text(
            pos2(left, rect.top() + 17.0),
            Align2::LEFT_CENTER,
            "Game-turn",
            theme::strong(14.0),
            ink,
        );
        if !self.board.tracks.is_empty() {
            let words = if self.folds_values() { "Show values" } else { "Hide values" };
            let galley = painter.layout_no_wrap(
                words.to_owned(),
                FontId::proportional(13.0),
                colours.accent,
            );
            let place = Rect::from_min_size(pos2(left, rect.top() + 31.0), galley.size());
            let id = ui.scope_id().with("track values");
            let response = ui.interact(place.expand(3.0), id, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
            if response.hovered() || response.has_focus() {
                let line = Stroke::new(1.0, colours.accent);
                painter.hline(place.x_range(), place.bottom(), line);
            }
            painter.galley(place.min, galley, colours.accent);
            if response.clicked() {
                self.hides_values = Some(!self.folds_values());
            }
        }
        let weather = row(0).left_center() + vec2(10.0, 0.0);
        painter.text(weather, Align2::LEFT_CENTER, "Weather", FontId::proportional(14.0), ink);
        for at in 0..self.rows() {
            let rect = row(at + 1);
            let track = &self.board.tracks[at];
            let text = full_name(track);
            let own = match track.source {
                TrackSource::Track(track) => Some(track),
                TrackSource::Constants(_) => None,
            };
            let selected = own.is_some() && self.selected == own.map(Selected::Track);
            let colour = if selected { colours.accent } else { ink };
            let galley =
                elided(&painter, &text, FontId::proportional(14.0), colour, rect.width() - 16.0);
            let y = rect.center().y - galley.size().y / 2.0;
            if let Some(own) = own {
                let id = ui.scope_id().with(("track", own));
                let response = ui.interact(rect, id, Sense::click());
                response.widget_info(|| {
                    WidgetInfo::selected(Role::Button, true, selected, format!("Track {text}"))
                });
                if response.hovered() || response.has_focus() {
                    painter.rect_filled(rect.shrink(1.0), 3.0, colours.faint);
                }
                let tip = match &track.rule {
                    Some(rule) => format!("{text} ({rule}). Click to change or remove the track."),
                    None => format!("{text}. Click to change or remove the track."),
                };
                if response.on_hover_text(tip).clicked() {
                    self.select(Selected::Track(own));
                }
            }
            painter.galley(pos2(left, y), galley, colour);
        }
    }

    /// The columns of the track.
    pub(super) fn track(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        layout: &ChartLayout,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        let colours = palette(ui);
        ui.painter().rect_filled(rect, 0.0, colours.panel);
        let kinds = weathers(input.document.systems(), input.document.bundle());
        for at in 0..self.board.columns.len() {
            let left = rect.left() - self.offset.x + layout.columns[at];
            let right = rect.left() - self.offset.x + layout.columns[at + 1];
            if right < rect.left() || left > rect.right() {
                continue;
            }
            let column = self.board.columns[at].clone();
            let strip = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
            if self.selected == column.at.map(Selected::Turn) && column.at.is_some() {
                ui.painter().rect_filled(strip, 0.0, colours.accent.gamma_multiply(0.12));
            }
            ui.painter().vline(right, rect.y_range(), Stroke::new(1.0, colours.line));
            let label = Rect::from_min_size(strip.min, vec2(strip.width(), LABELS));
            self.label(ui, label, &column);
            let row = |nth: usize| {
                let top = strip.top() + LABELS + ROW * nth as f32;
                Rect::from_min_max(pos2(left, top), pos2(right, top + ROW)).shrink(1.0)
            };
            if let Some(place) = column.at
                && let Some(turn) = input.document.scenario().turns.get(place)
            {
                weather(ui, row(0), turn, place, &kinds, input.editing, requests);
            }
            for (nth, track) in self.board.tracks.iter().take(self.rows()).enumerate() {
                value(ui, row(nth + 1), track, at, &column, input.editing, requests);
            }
        }
        for nth in 0..=self.rows() {
            let y = rect.top() + LABELS + ROW * nth as f32;
            ui.painter().hline(rect.x_range(), y, Stroke::new(1.0, colours.line));
        }
    }

    /// A game-turn's number and label.
    fn label(&mut self, ui: &Ui, rect: Rect, column: &Column) {
        let colours = palette(ui);
        let ink = ui.visuals().text_color();
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        if let Some(at) = column.at {
            let selected = self.selected == Some(Selected::Turn(at));
            let response = ui.interact(rect, ui.scope_id().with(("turn", at)), Sense::click());
            let name = turn_name(column.turn, ", ", &column.label);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &name));
            if response.hovered() {
                painter.rect_filled(rect.shrink(1.0), 3.0, colours.faint);
            }
            if response.has_focus() {
                let ring = Stroke::new(2.0, colours.focus);
                painter.rect_stroke(rect.shrink(2.0), 3.0, ring, egui::StrokeKind::Inside);
            }
            let tip = match &column.date {
                Some(date) => format!("{name}, {date}. Click to change it."),
                None => format!("{name}. Click to change it."),
            };
            if response.on_hover_text(tip).clicked() {
                self.select(Selected::Turn(at));
            }
            let number = if selected { colours.accent } else { ink };
            let at = rect.left_top() + vec2(8.0, 4.0);
            painter.text(
                at,
                Align2::LEFT_TOP,
                column.turn.to_string(),
                theme::strong(18.0),
                number,
            );
            if let Some(half) = column.half {
                let text = if half == HalfDay::Am { "AM" } else { "PM" };
                let at = rect.right_top() + vec2(-7.0, 7.0);
                let font = FontId::proportional(12.0);
                painter.text(at, Align2::RIGHT_TOP, text, font, colours.quiet);
            }
        }
        let colour = if column.at.is_some() || column.turn == 0 { ink } else { colours.warning };
        let font = FontId::proportional(12.5);
        let mut job =
            egui::text::LayoutJob::simple(column.label.clone(), font, colour, rect.width() - 12.0);
        job.wrap.max_rows = 2;
        let galley = painter.layout_job(job);
        painter.galley(pos2(rect.left() + 8.0, rect.top() + 25.0), galley, colour);
    }
}

/// A track's name with its side.
pub(super) fn full_name(track: &TrackRow) -> String {
    match &track.side {
        Some(side) => format!("{side} {}", track.name.to_lowercase()),
        None => track.name.clone(),
    }
}

/// The weather of a game-turn: a list to choose from.
fn weather(
    ui: &Ui,
    rect: Rect,
    turn: &Turn,
    at: usize,
    kinds: &[String],
    editing: bool,
    requests: &mut Vec<Request>,
) {
    let colours = palette(ui);
    let response = ui.interact(rect, ui.scope_id().with(("weather", at)), Sense::click());
    let now = turn.weather.as_deref();
    let told = now.unwrap_or("not fixed");
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::ComboBox,
            editing,
            format!("Weather of game-turn {}: {told}", turn.turn),
        )
    });
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, colours.faint);
    }
    let (text, ink) = match now {
        Some(weather) => (weather, ui.visuals().text_color()),
        None => ("–", colours.quiet),
    };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(14.0), ink);
    let response = response.on_hover_text(match now {
        Some(_) => "Fixed. Click to choose.",
        None => "Not fixed: as the rules have it. Click to choose.",
    });
    if !editing {
        return;
    }
    Popup::menu(&response).show(|ui| {
        let mut choose = |ui: &mut Ui, text: &str, weather: Option<&str>| {
            if ui.selectable_label(now == weather, text).clicked() {
                let to = Turn { weather: weather.map(str::to_owned), ..turn.clone() };
                requests.push(Request::Schedule(Op::SetTurn { at, to: Box::new(to) }));
            }
        };
        choose(ui, "not fixed", None);
        for kind in kinds {
            choose(ui, kind, Some(kind));
        }
    });
}

/// A value of a track: a field, or a number where it comes from the charts.
fn value(
    ui: &mut Ui,
    rect: Rect,
    track: &TrackRow,
    at: usize,
    column: &Column,
    editing: bool,
    requests: &mut Vec<Request>,
) {
    let Some(place) = column.at else { return };
    let now = track.values.get(at).copied().flatten();
    let colours = palette(ui);
    let most = track.values.iter().flatten().copied().max().unwrap_or(0);
    if let Some(now) = now.filter(|now| *now > 0 && most > 0) {
        // How much it is at a glance.
        let mut bar = rect.shrink2(vec2(3.0, 2.0));
        bar.set_top(bar.bottom() - bar.height() * now as f32 / most as f32);
        ui.painter().rect_filled(bar, 2.0, colours.accent.gamma_multiply(0.13));
    }
    let text = now.map(|now| now.to_string()).unwrap_or_default();
    let TrackSource::Track(own) = track.source else {
        let font = FontId::proportional(14.0);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, colours.quiet);
        let id = ui.scope_id().with(("constants", &track.name, &track.side, at));
        let TrackSource::Constants(constants) = &track.source else { return };
        let told = constants.join(", ");
        let rule = track.rule.as_deref().unwrap_or_default();
        ui.interact(rect, id, Sense::hover()).on_hover_text(format!(
            "By the constants {told} ({rule}). Change them among the charts."
        ));
        return;
    };
    let name = format!("{}, game-turn {}", full_name(track), column.turn);
    let key = ("track value", own, place);
    if let (Some(text), _) = cell_field(ui, rect, key, &name, &text, editing)
        && let Ok(value) = text.trim().parse()
    {
        requests.push(Request::Schedule(Op::SetTrackValue { track: own, at: place, value }));
    }
}
