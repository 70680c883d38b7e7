//! The tab "History": all changes, oldest first, and going back to any of them.

use egui::{
    Align, Align2, Color32, FontId, Rect, Response, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo,
    vec2,
};
use salient_document::Document;

use super::{InspectorInput, versions};
use crate::look::icons::{self, Icon};
use crate::look::theme::palette;
use crate::look::widgets::{focus_ring, heading, quiet};
use crate::request::Request;
use crate::request::shell::ShellRequest;

/// How high a row is, in points.
const ROW: f32 = 26.0;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct History {
    /// The state that was scrolled to last.
    followed: Option<usize>,
}

/// A row: the state of the document after one more change.
struct State<'a> {
    name: &'a str,
    /// How many steps are done in it.
    done: usize,
    /// Where it is to the present one.
    order: std::cmp::Ordering,
    saved: bool,
}

impl History {
    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let document = input.document;
        let editing = input.test_run.lets_edit();
        let now = document.history().filter(|entry| !entry.undone).count();
        let count = document.history().count();
        versions::show(ui, input, requests);
        heading(ui, "All changes");
        quiet(
            ui,
            match count {
                0 => "Nothing was changed yet. Every change will be listed here.",
                _ => "Click a state to go back to it, or forth again.",
            },
        );
        ui.spacing_mut().item_spacing.y = 1.0;
        let saved = document.saved_state();
        let mut area = ScrollArea::vertical().auto_shrink(false).id_salt("history");
        if self.followed != Some(now) {
            self.followed = Some(now);
            let middle = ui.available_height() / 2.0;
            let pitch = ROW + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset((now as f32 * pitch - middle).max(0.0));
        }
        area.show_rows(ui, ROW, count + 1, |ui, rows| {
            for (done, name) in names(document).enumerate().skip(rows.start).take(rows.len()) {
                let order = done.cmp(&now);
                let state = State { name, done, order, saved: saved == Some(done) };
                if row(ui, &state, editing).clicked() && editing {
                    requests.push(Request::Shell(ShellRequest::GoToState(done)));
                }
            }
        });
    }
}

/// What each state came from, beginning with the opened document.
fn names(document: &Document) -> impl Iterator<Item = &str> {
    std::iter::once("As it was opened").chain(document.history().map(|entry| entry.name))
}

fn row(ui: &mut Ui, state: &State<'_>, enabled: bool) -> Response {
    let size = vec2(ui.available_width(), ROW);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let present = state.order.is_eq();
    let mut words = format!("{}. {}", state.done, state.name);
    for (is, what) in
        [(present, ", now"), (state.order.is_gt(), ", undone"), (state.saved, ", saved")]
    {
        if is {
            words.push_str(what);
        }
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, present, &words));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let colours = palette(ui);
    let (fill, ink) = if present {
        (colours.accent, colours.on_accent)
    } else {
        let ink = if state.order.is_gt() { colours.quiet } else { colours.ink };
        (if response.hovered() { colours.buttons[1] } else { Color32::TRANSPARENT }, ink)
    };
    ui.painter().rect_filled(rect, 5.0, fill);
    focus_ring(ui, &response);
    let mark = if state.order.is_gt() {
        Some(Icon::Redo)
    } else if present {
        Some(Icon::Tick)
    } else {
        None
    };
    let square = Rect::from_center_size(rect.left_center() + vec2(14.0, 0.0), Vec2::splat(13.0));
    if let Some(mark) = mark {
        icons::paint(ui.painter(), square, mark, ink);
    } else {
        ui.painter().circle_filled(square.center(), 2.0, colours.quiet);
    }
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let font = FontId::proportional(15.0);
    let right = rect.right_center() - vec2(8.0, 0.0);
    if state.saved {
        let words = painter.text(right, Align2::RIGHT_CENTER, "saved", font.clone(), ink);
        let at = Rect::from_center_size(words.left_center() - vec2(12.0, 0.0), Vec2::splat(13.0));
        icons::paint(&painter, at, Icon::Save, ink);
    }
    let room = rect.width() - 28.0 - if state.saved { 70.0 } else { 8.0 };
    let mut job = egui::text::LayoutJob::simple_singleline(state.name.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    job.halign = Align::LEFT;
    let galley = painter.layout_job(job);
    let left = rect.left_center() + vec2(28.0, -galley.size().y / 2.0);
    painter.galley(left, galley, ink);
    response
}
