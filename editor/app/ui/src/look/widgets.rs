//! Small widgets that several screens share.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Id, Key, Layout, Painter, Rect, Response,
    RichText, Role, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};

use salient_schema::Severity;

use super::icons::{self, Icon};
use super::theme::{self, palette};

/// A square button with an icon alone. `name` is read aloud, and shown when the pointer rests.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> Response {
    let size = Vec2::splat(ui.spacing().interact_size.y);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    crate::look::marks::note(ui, name, rect);
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let ink = if enabled { visuals.fg_stroke.color } else { faded(ui) };
        if enabled && (response.hovered() || response.has_focus()) {
            ui.painter().rect_filled(rect, 5.0, visuals.bg_fill);
        }
        focus_ring(ui, &response);
        icons::paint(ui.painter(), rect.shrink(5.0), icon, ink);
    }
    response.on_hover_text(name)
}

/// A button with an icon and words.
pub fn text_button(ui: &mut Ui, icon: Option<Icon>, text: &str, enabled: bool) -> Response {
    wide_button(ui, icon, text, enabled, false, Width::OfWords)
}

/// The button for the next step: in the accent colour.
pub fn primary_button(ui: &mut Ui, icon: Option<Icon>, text: &str, enabled: bool) -> Response {
    wide_button(ui, icon, text, enabled, true, Width::OfWords)
}

/// The same, no wider than so many points: words for which that is too little stand in two rows of
/// small letters.
pub fn primary_button_within(
    ui: &mut Ui,
    icon: Option<Icon>,
    text: &str,
    enabled: bool,
    most: f32,
) -> Response {
    wide_button(ui, icon, text, enabled, true, Width::AtMost(most))
}

/// How high such buttons are, and what stands beside them.
pub fn button_height(ui: &Ui) -> f32 {
    ui.spacing().interact_size.y + 4.0
}

/// A button as wide as the room there is.
pub fn full_button(
    ui: &mut Ui,
    icon: Option<Icon>,
    text: &str,
    enabled: bool,
    primary: bool,
) -> Response {
    let width = ui.available_width();
    wide_button(ui, icon, text, enabled, primary, Width::Of(width))
}

/// How wide a button is.
#[derive(Clone, Copy)]
enum Width {
    /// As wide as its words.
    OfWords,
    /// The same, but no wider than so many points.
    AtMost(f32),
    /// So many points, whatever its words are.
    Of(f32),
}

fn wide_button(
    ui: &mut Ui,
    icon: Option<Icon>,
    text: &str,
    enabled: bool,
    primary: bool,
    width: Width,
) -> Response {
    let palette = palette(ui);
    let font = theme::strong(15.0);
    let ink = Color32::PLACEHOLDER;
    let mut galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let icon_room = if icon.is_some() { 22.0 } else { 0.0 };
    let natural = galley.size().x + icon_room + 24.0;
    let width = match width {
        Width::OfWords => natural,
        Width::AtMost(most) if most < natural => {
            let room = (most - icon_room - 12.0).max(0.0);
            galley = ui.painter().layout(text.to_owned(), theme::strong(11.0), ink, room);
            most
        }
        Width::AtMost(_) => natural,
        Width::Of(width) => width,
    };
    let inner = galley.size().x + icon_room;
    let size = vec2(width, button_height(ui));
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, text));
    crate::look::marks::note(ui, text, rect);
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let (fill, ink) = if !enabled {
            (ui.visuals().faint_bg_color, faded(ui))
        } else if primary {
            let lift = if response.hovered() { 1.12 } else { 1.0 };
            (palette.accent.gamma_multiply(lift), palette.on_accent)
        } else {
            (visuals.bg_fill, visuals.fg_stroke.color)
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        focus_ring(ui, &response);
        let mut at = rect.center() - vec2(inner / 2.0, 0.0);
        if let Some(icon) = icon {
            let place = Rect::from_center_size(at + vec2(8.0, 0.0), Vec2::splat(15.0));
            icons::paint(ui.painter(), place, icon, ink);
            at.x += icon_room;
        }
        ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, ink);
    }
    response
}

fn faded(ui: &Ui) -> Color32 {
    palette(ui).quiet.gamma_multiply(0.55)
}

/// The frame of what has the keyboard's attention.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let palette = palette(ui);
        let ring = Stroke::new(palette.focus_width, palette.focus);
        ui.painter().rect_stroke(response.rect, 5.0, ring, StrokeKind::Outside);
    }
}

/// A row that can be chosen, with an icon, a name and something short at its right end.
pub fn choice_row(
    ui: &mut Ui,
    selected: bool,
    height: f32,
    name: &str,
    right: &str,
    mark: impl FnOnce(&mut Ui, Rect, Color32),
) -> Response {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, name));
    crate::look::marks::note(ui, name, rect);
    if ui.is_rect_visible(rect) {
        let palette = palette(ui);
        let text = ui.visuals().text_color();
        let (fill, ink, quiet) = if selected {
            (palette.accent, palette.on_accent, palette.on_accent.gamma_multiply(0.75))
        } else if response.hovered() {
            (ui.visuals().widgets.hovered.bg_fill, text, palette.quiet)
        } else {
            (Color32::TRANSPARENT, text, palette.quiet)
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        focus_ring(ui, &response);
        let square = Rect::from_center_size(
            rect.left_center() + vec2(height / 2.0 + 2.0, 0.0),
            Vec2::splat((height - 11.0).min(22.0)),
        );
        mark(ui, square, ink);
        let painter = ui.painter().with_clip_rect(rect);
        let end = rect.right_center() - vec2(8.0, 0.0);
        let right =
            painter.text(end, Align2::RIGHT_CENTER, right, FontId::proportional(13.0), quiet);
        let left = rect.left_center() + vec2(height + 8.0, 0.0);
        let font = FontId::proportional(15.0);
        let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), font, ink);
        let room = (right.left() - left.x - 6.0).max(24.0);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = painter.layout_job(job);
        painter.galley(left - vec2(0.0, galley.size().y / 2.0), galley, ink);
    }
    response
}

/// The icon and colour of a severity.
pub fn severity_mark(ui: &Ui, severity: Severity) -> (Icon, Color32) {
    let colours = palette(ui);
    match severity {
        Severity::Error => (Icon::Error, colours.error),
        Severity::Warning => (Icon::Warning, colours.warning),
        Severity::Note => (Icon::Note, colours.note),
    }
}

/// The heading of a group.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(theme::GROUP_GAP - theme::GAP);
    ui.label(RichText::new(text).font(theme::strong(14.0)).color(palette(ui).quiet));
}

/// A paragraph that explains.
pub fn quiet(ui: &mut Ui, text: impl Into<String>) -> Response {
    let colour = palette(ui).quiet;
    ui.add(egui::Label::new(RichText::new(text.into()).color(colour)).wrap())
}

/// The frame of a dialog: the same room around all of them.
pub fn dialog_frame(ctx: &egui::Context) -> egui::Frame {
    egui::Frame::popup(&ctx.global_style()).inner_margin(22)
}

/// A card: what belongs together on a lighter background.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let palette = palette(ui);
    egui::Frame::new()
        .fill(palette.card)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// Adds a text field with a name of its own. Its hint, which is an example of what to type,
/// would be read aloud as its name otherwise.
pub fn named_text(ui: &mut Ui, name: &str, field: TextEdit<'_>) -> Response {
    // A field on a card is as light as the card: its edge tells them apart.
    let edge = Stroke::new(palette(ui).edge_width.max(1.0), palette(ui).line);
    let looks = ui.visuals().widgets.clone();
    let widgets = &mut ui.visuals_mut().widgets;
    // Under the pointer as well.
    (widgets.inactive.bg_stroke, widgets.hovered.bg_stroke) = (edge, edge);
    let response = ui.add(field);
    ui.visuals_mut().widgets = looks;
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// How high a line of a log is at the least.
pub const LOG_LINE: f32 = 22.0;
/// So high a log is at the least, where there is room.
const LEAST_LOG: f32 = 6.0 * LOG_LINE;

/// What stands above a log: all the room but a share of it, and six lines at the least, which the log
/// has to itself. It does not scroll away with what is above it.
pub fn above_log(ui: &mut Ui, share: f32, contents: impl FnOnce(&mut Ui)) {
    let room = ui.available_height();
    let log = (room * share).max(LEAST_LOG.min(room * 0.6));
    let above = vec2(ui.available_width(), (room - log - theme::GAP).max(0.0));
    ui.allocate_ui_with_layout(above, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(above);
        contents(ui);
    });
    ui.add_space(theme::GAP);
}

/// A text field that is taken as a whole: the new text once the field is left or Enter is
/// pressed, if it differs. Escape leaves all as it was.
pub fn text_field(
    ui: &mut Ui,
    id: Id,
    name: &str,
    hint: &str,
    now: &str,
    width: f32,
) -> Option<String> {
    let mut text = typed(ui, id, now);
    let field =
        TextEdit::singleline(&mut text).id(id).hint_text(hint.to_owned()).desired_width(width);
    let response = named_text(ui, name, field);
    when_left(ui, id, &response, text, now)
}

/// What stands in a field: what was typed into it, else what is so. Where that has changed under it
/// and nothing was typed, it follows.
fn typed(ui: &Ui, id: Id, now: &str) -> String {
    let kept: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    match kept {
        Some((text, began)) if text != began => text,
        _ => now.to_owned(),
    }
}

/// What was typed into a field, once it is left or Enter is pressed, if it differs from what is so;
/// until then it is kept under an id. Escape gives nothing.
fn when_left(ui: &mut Ui, id: Id, response: &Response, text: String, now: &str) -> Option<String> {
    let kept: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    if response.has_focus() {
        let began = match kept {
            Some((before, began)) if before != began => began,
            _ => now.to_owned(),
        };
        ui.data_mut(|data| data.insert_temp(id, (text, began)));
        return None;
    }
    ui.data_mut(|data| data.remove::<(String, String)>(id));
    // The key itself was taken as a command; it is still down.
    let given_up = ui.input(|input| input.key_down(Key::Escape));
    (response.lost_focus() && !given_up && text != now).then_some(text)
}

/// How wide notes are at most, in points.
const PARAGRAPHS: f32 = 720.0;

/// Notes as text with an empty line between paragraphs. Gives them once the field is left, if
/// they differ.
pub fn paragraphs(ui: &mut Ui, id: Id, name: &str, now: &[String]) -> Option<Vec<String>> {
    let before = now.join("\n\n");
    let mut text = typed(ui, id, &before);
    let field = TextEdit::multiline(&mut text)
        .id(id)
        .hint_text("Decisions and sources, an empty line between paragraphs")
        .desired_rows(4)
        .desired_width(ui.available_width().min(PARAGRAPHS));
    let response = named_text(ui, name, field);
    let text = when_left(ui, id, &response, text, &before)?;
    let paragraphs = text.split("\n\n").map(str::trim).filter(|one| !one.is_empty());
    Some(paragraphs.map(str::to_owned).collect())
}

/// Gives an input a name to be read aloud, in place of the hint that stands in it.
pub fn name_input(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// A line with a name at its left and something at its right.
pub fn field<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        let width = 92.0;
        ui.allocate_ui_with_layout(
            vec2(width, ui.spacing().interact_size.y),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.label(RichText::new(name).color(palette(ui).quiet));
            },
        );
        add(ui)
    })
    .inner
}

/// How wide a list that folds out is: as wide as it is to be, and wider where what is chosen has no room
/// in that, as far as there is any.
pub fn list_width(ui: &Ui, shown: &str, least: f32) -> f32 {
    // For the arrow and the edges.
    const BESIDE: f32 = 40.0;
    let font = TextStyle::Button.resolve(ui.style());
    let words = ui.painter().layout_no_wrap(shown.to_owned(), font, Color32::PLACEHOLDER);
    least.max((words.size().x + BESIDE).min(ui.available_width()))
}

/// How far something is, as a bar as wide as the room there is, and in words.
pub fn progress(ui: &mut Ui, share: f32, text: &str) -> Response {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, text);
        info.value = Some(f64::from(share));
        info
    });
    let mut bar = rect;
    bar.set_width(rect.width() * share.clamp(0.0, 1.0));
    ui.painter().rect_filled(rect, 5.0, ui.visuals().widgets.inactive.bg_fill);
    ui.painter().rect_filled(bar, 5.0, palette.accent);
    // The words change colour where the bar runs under them.
    let rest = Rect::from_min_max(egui::pos2(bar.right(), rect.top()), rect.max);
    for (part, ink) in [(bar, palette.on_accent), (rest, ui.visuals().text_color())] {
        let painter = ui.painter().with_clip_rect(part);
        let at = rect.left_center() + vec2(10.0, 0.0);
        painter.text(at, Align2::LEFT_CENTER, text, FontId::proportional(14.0), ink);
    }
    response
}

/// A few choices side by side, of which one is on. Gives the one that is clicked.
pub fn segments<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    choices: &[(T, &str)],
    now: T,
) -> Option<T> {
    let palette = palette(ui);
    let font = FontId::proportional(14.0);
    let height = 24.0;
    let galleys: Vec<_> = choices
        .iter()
        .map(|(_, text)| {
            ui.painter().layout_no_wrap((*text).to_owned(), font.clone(), Color32::PLACEHOLDER)
        })
        .collect();
    let widths: Vec<f32> = galleys.iter().map(|galley| galley.size().x + 18.0).collect();
    let (background, _) = ui
        .allocate_exact_size(vec2(widths.iter().sum::<f32>() + 4.0, height + 4.0), Sense::hover());
    ui.painter().rect_filled(background, 6.0, ui.visuals().widgets.inactive.bg_fill);
    let mut chosen = None;
    let mut left = background.left() + 2.0;
    for (((choice, text), galley), width) in choices.iter().zip(galleys).zip(widths) {
        let rect =
            Rect::from_min_size(egui::pos2(left, background.top() + 2.0), vec2(width, height));
        left += width;
        let id = ui.scope_id().with((name, *text));
        let response = ui.interact(rect, id, Sense::click());
        let on = *choice == now;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, *text));
        let ink = if on {
            ui.painter().rect_filled(rect, 4.0, palette.accent);
            palette.on_accent
        } else {
            if response.hovered() {
                ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.bg_fill);
            }
            ui.visuals().text_color()
        };
        focus_ring(ui, &response);
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
        if response.clicked() && !on {
            chosen = Some(*choice);
        }
    }
    chosen
}

/// A line of text, cut off with dots where it is too long.
pub fn elided(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}

/// Puts the caret of a field behind all that stands in it.
pub fn caret_to_end(ui: &Ui, response: &Response, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::one(end)));
    state.store(ui.ctx(), response.id);
}

/// Selects all that stands in a field when it gets the keyboard, by a click too, so that what is
/// typed takes its place. What the pointer marked by itself stays marked.
pub fn select_on_entry(ui: &Ui, response: &Response, text: &str) {
    let id = response.id.with("entered");
    if response.gained_focus() {
        ui.data_mut(|data| data.insert_temp(id, true));
    }
    let entered = ui.data(|data| data.get_temp::<bool>(id)).is_some();
    if !entered || ui.input(|input| input.pointer.any_down()) {
        return;
    }
    ui.data_mut(|data| data.remove::<bool>(id));
    let Some(mut state) = TextEditState::load(ui.ctx(), response.id) else { return };
    if response.has_focus() && state.cursor.char_range().is_none_or(|range| range.is_empty()) {
        let end = CCursor::new(text.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
        state.store(ui.ctx(), response.id);
        ui.ctx().request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use super::*;

    #[test]
    fn a_button_has_no_more_room_than_there_is_whatever_it_says() {
        let names = ["Do it", "Do it all the same", "Do it all the same, whatever comes of it"];
        let mut has_fonts = false;
        let mut harness = Harness::builder().with_size([400.0, 300.0]).build_ui(move |ui| {
            if !std::mem::replace(&mut has_fonts, true) {
                return theme::install(ui.ctx());
            }
            for name in names {
                primary_button_within(ui, Some(Icon::Play), name, true, 140.0);
            }
        });
        harness.run_steps(3);
        let rects = names.map(|name| harness.get_by_label(name).rect());
        assert!(rects[0].width() < 130.0, "no wider than its words: {rects:?}");
        let same = |rect: &Rect| rect.width() <= 140.0 && rect.height() == rects[0].height();
        assert!(rects.iter().all(same), "{rects:?}");
    }
}
