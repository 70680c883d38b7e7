//! The field of a colour.

use egui::{
    Color32, CornerRadius, Id, Popup, PopupCloseBehavior, Role, Sense, Slider, Stroke, StrokeKind,
    Ui, WidgetInfo, vec2,
};
use salient_art::colour::{css, parse};
use salient_schema::Colour;

use super::theme::palette;
use super::widgets::{field, focus_ring, text_field};

/// A colour, as a text and mixed from red, green and blue. While it is being mixed it is a draft, to
/// be shown and not yet to count: gives whether it is one.
pub fn colour_field(ui: &mut Ui, id: Id, name: &str, now: &mut Option<Colour>) -> bool {
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
}
