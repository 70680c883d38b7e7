//! What all these dialogs look like.

use egui::{Id, Modal, RichText, ScrollArea, Ui};
use salient_document::reshape::{Lost, LostKind};

use crate::look::theme::{self, palette};
use crate::look::widgets::{dialog_frame, primary_button, quiet, text_button};

/// A dialog with a title, its contents, and two buttons. Gives whether it stays, and whether its
/// deed is to be done.
pub(super) fn dialog(
    ctx: &egui::Context,
    name: &str,
    deed: &str,
    width: f32,
    add: impl FnOnce(&mut Ui) -> Result<(), String>,
) -> (bool, bool) {
    let room = ctx.content_rect().size();
    // Enter and Escape in a field are for the field.
    let typing = ctx.text_edit_focused();
    let (mut done, mut cancelled) = (false, false);
    let modal =
        Modal::new(Id::unique(("map dialog", name))).frame(dialog_frame(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 60.0).min(width));
            // A window that is new has less room at first, and what scrolls would grow to it.
            ui.set_max_height(room.y - 60.0);
            ui.heading(name);
            ui.add_space(theme::GAP);
            let height = (room.y - 190.0).max(120.0);
            let state = ScrollArea::vertical()
                .max_height(height)
                .auto_shrink([false, true])
                .show(ui, add)
                .inner;
            ui.add_space(theme::GROUP_GAP);
            ui.horizontal(|ui| {
                if primary_button(ui, None, deed, state.is_ok()).clicked() {
                    done = true;
                }
                if text_button(ui, None, "Cancel", true).clicked() {
                    cancelled = true;
                }
                if let Err(words) = &state
                    && !words.is_empty()
                {
                    let text = RichText::new(words).color(palette(ui).error);
                    ui.add(egui::Label::new(text).wrap());
                }
            });
            let enter =
                ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
            done |= enter && !typing && state.is_ok();
        });
    // A click beside it is a slip, and would throw away what was typed.
    let escaped = modal.is_top_modal
        && !modal.any_popup_open
        && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    let stays = !done && !cancelled && (!escaped || typing);
    (stays, done)
}

/// What has no place on the new map, kind by kind, with all of it under each.
pub(super) fn lost_list(ui: &mut Ui, lost: &[Lost]) {
    if lost.is_empty() {
        quiet(ui, "Everything on the map finds its place.");
        return;
    }
    ui.label(RichText::new("Lost").font(theme::strong(15.0)));
    let mut kinds: Vec<LostKind> = lost.iter().map(|lost| lost.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Lost> = lost.iter().filter(|lost| lost.kind == kind).collect();
        let title = match of_kind.as_slice() {
            [only] => format!("{}: {only}", kind.plural()),
            many => format!("{}: {}", kind.plural(), many.len()),
        };
        if of_kind.len() == 1 {
            ui.add(egui::Label::new(title).wrap());
            continue;
        }
        egui::CollapsingHeader::new(title).id_salt(("lost", kind)).show(ui, |ui| {
            for lost in &of_kind {
                ui.add(egui::Label::new(lost.to_string()).wrap());
            }
        });
    }
}
