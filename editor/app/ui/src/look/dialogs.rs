//! What large dialogs have in common: their frame, their columns, and a picture in one of them.

use egui::{Align, ColorImage, Context, Id, Layout, Modal, TextureHandle, TextureOptions, Ui};
use salient_output::preview::Pixels;

use super::widgets::dialog_frame;

/// A large dialog, so wide and high where the window has the room; whether it is to be closed.
pub fn large_dialog(
    ctx: &Context,
    name: &str,
    [width, height]: [f32; 2],
    add: impl FnOnce(&mut Ui),
) -> bool {
    let room = ctx.content_rect().size();
    let modal =
        Modal::new(Id::unique(("large dialog", name))).frame(dialog_frame(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 90.0).min(width));
            ui.set_height((room.y - 90.0).min(height));
            add(ui);
        });
    modal.should_close()
}

/// A column of a dialog, so wide and high whatever it holds.
pub fn column(ui: &mut Ui, size: [f32; 2], add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(size.into(), Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(size[1]);
        add(ui);
    });
}

/// A picture on the screen, and what it is of.
pub struct Shown<K>(Option<(K, TextureHandle)>);

impl<K> Default for Shown<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: Clone + PartialEq> Shown<K> {
    /// Shows a picture as large as there is room.
    pub fn show(&mut self, ui: &mut Ui, of: &K, picture: &Pixels) {
        if self.0.as_ref().is_none_or(|(shown, _)| shown != of) {
            let image = ColorImage::from_rgba_unmultiplied(picture.size, &picture.rgba);
            let texture = ui.ctx().load_texture("preview", image, TextureOptions::LINEAR);
            self.0 = Some((of.clone(), texture));
        }
        if let Some((_, texture)) = &self.0 {
            let image = egui::Image::new(texture).max_size(ui.available_size());
            ui.add(image.shrink_to_fit());
        }
    }
}
