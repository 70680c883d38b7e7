//! Going to a hex by its number, or moving the selected counters there.

use egui::{Color32, Id, Key, Modal, Modifiers, RichText, TextEdit};
use salient_document::Document;
use salient_document::reshape::preview;

use crate::look::theme::palette;
use crate::look::widgets::{dialog_frame, named_text, primary_button, quiet};
use crate::request::Request;

/// The dialog while it is open.
#[derive(Debug, Default)]
pub(crate) struct GoToDialog {
    typed: String,
    /// Whether the selected counters go there.
    moves: bool,
    /// Why what was typed last leads nowhere.
    trouble: Option<String>,
}

impl GoToDialog {
    /// For moving the selected counters.
    pub fn for_moving() -> Self {
        Self { moves: true, ..Self::default() }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        document: &Document,
        requests: &mut Vec<Request>,
    ) -> bool {
        let mut done = false;
        let modal = Modal::new(Id::unique("go to hex"))
            .frame(dialog_frame(ctx))
            .backdrop_color(Color32::from_black_alpha(50))
            .show(ctx, |ui| {
                ui.set_width(300.0);
                let (title, deed) = match self.moves {
                    true => ("Move selected to hex", "Move"),
                    false => ("Go to hex", "Go"),
                };
                ui.heading(title);
                let [first, _, _, last] = preview(&document.map().grid);
                let mut go = ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                ui.horizontal(|ui| {
                    let field = TextEdit::singleline(&mut self.typed)
                        .hint_text(first.clone())
                        .desired_width(180.0);
                    let response = named_text(ui, "Hex number", field);
                    response.request_focus();
                    if response.changed() {
                        self.trouble = None;
                    }
                    go |= primary_button(ui, None, deed, !self.typed.trim().is_empty()).clicked();
                });
                if go && !self.typed.trim().is_empty() {
                    let typed = self.typed.trim();
                    match document.grid().parse(typed) {
                        Some(hex) => {
                            done = true;
                            requests.push(match self.moves {
                                true => Request::MoveSelected(hex),
                                false => Request::GoTo(hex),
                            });
                        }
                        None => {
                            self.trouble = Some(format!(
                                "There is no hex {typed} on this map. Its corners are {first} and \
                                 {last}."
                            ));
                        }
                    }
                }
                match &self.trouble {
                    Some(words) => {
                        let text = RichText::new(words).color(palette(ui).error);
                        ui.add(egui::Label::new(text).wrap());
                    }
                    None => {
                        quiet(ui, "The number as the map prints it.");
                    }
                }
            });
        !done && !modal.should_close()
    }
}
