//! A field in a cell of a chart.

use egui::{
    Align2, AsIdSalt, Id, Key, Rect, Response, Stroke, StrokeKind, TextEdit, Ui, UiBuilder,
};

use crate::look::theme::palette;
use crate::look::widgets::select_on_entry;
use crate::request::keymap;

/// A field without a frame that fills a cell. Gives the new text once it is left, if it differs.
pub fn cell_field(
    ui: &mut Ui,
    rect: Rect,
    key: impl AsIdSalt,
    name: &str,
    now: &str,
    editing: bool,
) -> (Option<String>, Response) {
    let id = cell_field_id(ui, key);
    // What is written, and what stood there when that began: an untouched field follows.
    let written: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    let mut text = match written {
        Some((text, before)) if text != before => text,
        _ => now.to_owned(),
    };
    let colours = palette(ui);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(id));
    child.shrink_clip_rect(rect.expand(1.0));
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .frame(egui::Frame::NONE)
        .margin(egui::Margin::symmetric(2, 0))
        .align(Align2::CENTER_CENTER)
        .min_size(rect.size())
        .interactive(editing)
        .desired_width(rect.width());
    let response = child.name_inputs(name, |ui| ui.put(rect, field));
    select_on_entry(ui, &response, &text);
    if response.has_focus() {
        let ring = Stroke::new(2.0, colours.accent);
        ui.painter().rect_stroke(rect, 3.0, ring, StrokeKind::Inside);
        if text == now {
            keymap::note_untouched(ui.ctx());
        }
        ui.data_mut(|data| data.insert_temp(id, (text, now.to_owned())));
        return (None, response);
    }
    if response.hovered() && editing {
        let ring = Stroke::new(1.0, colours.quiet);
        ui.painter().rect_stroke(rect, 3.0, ring, StrokeKind::Inside);
    }
    ui.data_mut(|data| data.remove::<(String, String)>(id));
    let given_up = ui.input(|input| input.key_down(Key::Escape));
    let new = response.lost_focus() && !given_up && text != now;
    (new.then_some(text), response)
}

/// Names a field for screen readers, whatever its hint says.
pub fn named(ui: &Ui, id: Id, name: &str) {
    ui.ctx().accesskit_node_builder(id, |node| node.set_label(name.to_owned()));
}

/// The id of such a field.
pub fn cell_field_id(ui: &Ui, key: impl AsIdSalt) -> Id {
    ui.scope_id().with(key)
}
