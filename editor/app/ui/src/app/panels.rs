//! What shows beside the panes, and whether somebody types.

use crate::look::theme;

/// What shows beside the panes, and where the keyboard is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panels {
    shows_inspector: bool,
    /// Whether it shows beside a page also where there is little room.
    wants_inspector: bool,
    /// Whether the window is small, or its scale large.
    pub(super) narrow: bool,
    /// Whether the keyboard goes from widget to widget at the moment.
    by_keyboard: bool,
    /// Whether a text field had the keyboard's attention when the last frame ended.
    pub(super) typing: bool,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            shows_inspector: true,
            wants_inspector: false,
            narrow: false,
            by_keyboard: false,
            typing: false,
        }
    }
}

impl Panels {
    /// Takes note of how large the window is, and whether a map shows in it.
    pub(super) fn measure(&mut self, narrow: bool, map_shows: bool) {
        self.narrow = narrow;
        self.wants_inspector &= !map_shows;
    }

    /// Whether the inspector shows.
    pub(super) fn inspector_shows(&self, map_shows: bool) -> bool {
        let page_alone = self.narrow && !map_shows;
        self.shows_inspector && (!page_alone || self.wants_inspector)
    }

    /// Shows the inspector, wherever it is.
    pub(super) fn open_inspector(&mut self) {
        self.shows_inspector = true;
        self.wants_inspector = true;
    }

    /// Hides the inspector.
    pub(super) fn close_inspector(&mut self) {
        self.shows_inspector = false;
    }

    /// A frame around what has the keyboard's attention, while the keyboard is what is used.
    pub(super) fn keyboard_ring(&mut self, ctx: &egui::Context) {
        let (tab, pointer) =
            ctx.input(|input| (input.key_pressed(egui::Key::Tab), input.pointer.any_pressed()));
        self.by_keyboard = (self.by_keyboard || tab) && !pointer;
        let Some(focused) = ctx.memory(|memory| memory.focused()) else { return };
        // Where one types, the frame says so however one came there.
        if !self.by_keyboard && !ctx.text_edit_focused() {
            return;
        }
        let Some(response) = ctx.read_response(focused) else { return };
        let colours = theme::Palette::of(&ctx.global_style().visuals);
        let painter = ctx.layer_painter(response.layer_id);
        let painter = painter.with_clip_rect(response.interact_rect.expand(4.0));
        let ring = egui::Stroke::new(colours.focus_width, colours.focus);
        painter.rect_stroke(response.rect, 5.0, ring, egui::StrokeKind::Outside);
    }
}
