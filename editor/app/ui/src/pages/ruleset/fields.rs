//! The fields of the forms. Each changes a value once it is left or Enter is pressed.

use egui::{
    Checkbox, Color32, CornerRadius, Id, Popup, PopupCloseBehavior, Role, Sense, Slider, Stroke,
    StrokeKind, Ui, WidgetInfo, vec2,
};
use salient_art::colour::{css, parse};
use salient_schema::Colour;

use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{field, focus_ring, icon_button, text_field};

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

/// A colour, as a text and mixed from red, green and blue. While it is being mixed it is a draft, to
/// be shown and not yet to count: gives whether it is one.
pub fn colour(ui: &mut Ui, id: Id, label: &str, name: &str, now: &mut Option<Colour>) -> bool {
    field(ui, label, |ui| {
        let typed = now.clone().unwrap_or_default();
        if let Some(typed) = text_field(ui, id, name, "none", &typed, 90.0) {
            let typed = typed.trim().to_ascii_lowercase();
            if typed.is_empty() {
                *now = None;
            } else if parse(&typed).is_some() {
                *now = Some(typed);
            }
        }
        let kept = id.with("draft");
        let draft: Option<Colour> = ui.data(|data| data.get_temp(kept));
        let shown = draft.clone().or_else(|| now.clone());
        let shown = shown.as_deref().and_then(parse);
        let (rect, response) = ui.allocate_exact_size(vec2(34.0, 22.0), Sense::click());
        let words = format!("Choose: {name}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let ground = match shown {
            Some([r, g, b, _]) => Color32::from_rgb(r, g, b),
            None => Color32::TRANSPARENT,
        };
        let edge = Stroke::new(1.0, palette(ui).line);
        ui.painter().rect(rect, CornerRadius::same(4), ground, edge, StrokeKind::Inside);
        focus_ring(ui, &response);
        let popup = Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let open = popup.show(|ui| {
            let [r, g, b, _] = shown.unwrap_or([128, 128, 128, 255]);
            let mut picked = [r, g, b];
            for (part, value) in ["Red", "Green", "Blue"].into_iter().zip(&mut picked) {
                field(ui, part, |ui| {
                    let slider = Slider::new(value, 0..=255);
                    ui.name_inputs(format!("{part}: {name}"), |ui| ui.add(slider));
                });
            }
            if picked != [r, g, b] {
                let [r, g, b] = picked;
                ui.data_mut(|data| data.insert_temp(kept, css([r, g, b, 255])));
            }
        });
        if open.is_some() {
            let Some(draft) = ui.data(|data| data.get_temp(kept)) else { return false };
            *now = Some(draft);
            return true;
        }
        if let Some(done) = draft {
            ui.data_mut(|data| data.remove::<Colour>(kept));
            *now = Some(done);
        }
        false
    })
}

/// A button that takes a line of a form away.
pub fn remove(ui: &mut Ui, name: &str) -> bool {
    icon_button(ui, Icon::Remove, name, true).clicked()
}
