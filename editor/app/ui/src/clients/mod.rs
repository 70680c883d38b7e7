//! Other clients' files, out and in: two dialogs that show what comes of it, and what is lost,
//! before anything is written or opened.
//!
//! ```text
//!  ExportDialog   format, settings ── thread ──▶ losses, pieces ── thread ──▶ a look at one
//!  ImportDialog   file, ruleset    ── thread ──▶ parts, losses, a picture
//! ```

mod export_dialog;
mod import_dialog;
mod losses;

pub use export_dialog::{ExportDialog, ScanPlace, Wanted};
pub use import_dialog::{ImportDialog, Taken};

use egui::{Align, ColorImage, Context, Id, Layout, Modal, TextureHandle, TextureOptions, Ui};
use salient_output::preview::Pixels;

use crate::look::widgets::dialog_frame;

/// How wide and high the dialogs are at the most, in points.
const SIZE: [f32; 2] = [1080.0, 700.0];
/// The longer side of a picture to look at, in pixels.
const SIDE: u32 = 900;

/// A large dialog; whether it is to be closed.
fn large_dialog(ctx: &Context, name: &str, add: impl FnOnce(&mut Ui)) -> bool {
    let room = ctx.content_rect().size();
    let modal =
        Modal::new(Id::unique(("clients", name))).frame(dialog_frame(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 90.0).min(SIZE[0]));
            ui.set_height((room.y - 90.0).min(SIZE[1]));
            add(ui);
        });
    modal.should_close()
}

/// A column of a dialog, so wide and high whatever it holds.
fn column(ui: &mut Ui, size: [f32; 2], add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(size.into(), Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(size[1]);
        add(ui);
    });
}

/// A picture on the screen, and what it is of.
struct Shown<K>(Option<(K, TextureHandle)>);

impl<K> Default for Shown<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: Clone + PartialEq> Shown<K> {
    /// Shows a picture as large as there is room.
    fn show(&mut self, ui: &mut Ui, of: &K, picture: &Pixels) {
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
