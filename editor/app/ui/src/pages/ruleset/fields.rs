//! The fields of the forms. Each changes a value once it is left or Enter is pressed.

use egui::{Checkbox, Id, Ui};
use salient_schema::Colour;

use crate::look::colour_field::colour_field;
use crate::look::icons::Icon;
use crate::look::widgets::{field, icon_button, name_input, text_field};

/// How wide a field of words is, in points.
pub const WORDS: f32 = 300.0;

/// How wide a field of a number is, in points.
pub const NUMBER: f32 = 70.0;

/// A text that may not be empty.
pub fn text(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut String) {
    let typed = field(ui, label, |ui| text_field(ui, id, name, label, now, WORDS));
    if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
        typed.trim().clone_into(now);
    }
}

/// A text that may be left out.
pub fn maybe_text(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut Option<String>) {
    let shown = now.as_deref().unwrap_or_default();
    let typed = field(ui, label, |ui| text_field(ui, id, name, "none", shown, WORDS));
    if let Some(typed) = typed {
        *now = Some(typed.trim().to_owned()).filter(|typed| !typed.is_empty());
    }
}

/// Words with commas between them.
pub fn list(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut Vec<String>) {
    let shown = now.join(", ");
    let typed = field(ui, label, |ui| text_field(ui, id, name, "none", &shown, WORDS));
    if let Some(typed) = typed {
        let words = typed.split(',').map(str::trim).filter(|word| !word.is_empty());
        *now = words.map(str::to_owned).collect();
    }
}

/// A whole number.
pub fn number(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut i32) {
    let typed = field(ui, label, |ui| text_field(ui, id, name, "0", &now.to_string(), NUMBER));
    if let Some(number) = typed.and_then(|typed| typed.trim().parse().ok()) {
        *now = number;
    }
}

/// A whole number that may be left out, without a label of its own.
pub fn maybe_number(ui: &mut Ui, id: Id, name: &str, hint: &str, now: &mut Option<i32>) {
    let shown = now.map(|number| number.to_string()).unwrap_or_default();
    match text_field(ui, id, name, hint, &shown, NUMBER) {
        Some(typed) if typed.trim().is_empty() => *now = None,
        Some(typed) => *now = typed.trim().parse().ok().or(*now),
        None => {}
    }
}

/// Something that is so or not.
pub fn tick(ui: &mut Ui, label: &str, text: &str, now: &mut bool) {
    field(ui, label, |ui| ui.add(Checkbox::new(now, text)));
}

/// The same, without a label of its own, where another has the same words: `name` tells them apart
/// for those who hear it.
pub fn named_tick(ui: &mut Ui, name: &str, text: &str, now: &mut bool) {
    name_input(&ui.checkbox(now, text), name);
}

/// A colour: see [`colour_field`].
pub fn colour(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut Option<Colour>) -> bool {
    field(ui, label, |ui| colour_field(ui, id, name, now))
}

/// A button that takes a line of a form away.
pub fn remove(ui: &mut Ui, name: &str) -> bool {
    icon_button(ui, Icon::Remove, name, true).clicked()
}
