//! Fields that are typed into. What is typed counts once the field is left; it is one step of
//! undo, and what is wrong with it is told at once.

use egui::{Key as KeyboardKey, Response, RichText, TextEdit, Ui};
use salient_document::oob::Common;

use super::{Field, OrderOfBattlePage};
use crate::look::theme::palette;
use crate::look::widgets::select_on_entry;
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

/// How a field looks.
pub(super) struct FieldLook<'a> {
    /// Its accessible name.
    pub name: &'a str,
    /// How wide it is.
    pub width: f32,
    /// More than one line.
    pub lines: usize,
    /// Figures stand in the middle.
    pub centred: bool,
    /// What stands in an empty field.
    pub hint: &'a str,
}

impl<'a> FieldLook<'a> {
    pub fn new(name: &'a str, width: f32) -> Self {
        Self { name, width, lines: 1, centred: false, hint: "" }
    }

    pub fn centred(self) -> Self {
        Self { centred: true, ..self }
    }

    pub fn lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    pub fn hint(self, hint: &'a str) -> Self {
        Self { hint, ..self }
    }
}

impl OrderOfBattlePage {
    /// A field with what is so now, or with what is being typed.
    pub(super) fn typed(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        field: &Field,
        now: &Common<String>,
        look: &FieldLook<'_>,
    ) -> Response {
        let typing = self.typing.as_ref().filter(|(other, _)| other == field);
        let was = now.same().map_or("", String::as_str);
        let mut text = typing.map_or(was, |(_, text)| text).to_owned();
        let wrong = match typing {
            Some((_, text)) => field.edits(input.document.bundle(), text).err(),
            None => None,
        };
        // A field for figures has no room for the word.
        let hint = match (*now == Common::Mixed, look.width < 64.0) {
            (true, true) => "…",
            (true, false) => "several",
            (false, _) => look.hint,
        };
        let id = ui.scope_id().with(("oob field", field));
        let edit = if look.lines > 1 {
            TextEdit::multiline(&mut text).desired_rows(look.lines)
        } else {
            TextEdit::singleline(&mut text)
        };
        let align = if look.centred { egui::Align::Center } else { egui::Align::Min };
        let mut edit = edit
            .id(id)
            .hint_text(hint.to_owned())
            .desired_width(look.width)
            .align(egui::Align2([align, egui::Align::Min]));
        // Its own colour, whatever the row that it stands in has.
        let colours = palette(ui);
        edit = edit.text_color(if wrong.is_some() { colours.error } else { colours.ink });
        let response = ui.name_inputs(look.name, |ui| ui.add_enabled(input.editing, edit));
        // A hint would stand for the name otherwise.
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(look.name.to_owned()));
        if self.focus_field.as_ref() == Some(field) {
            self.focus_field = None;
            response.request_focus();
            response.scroll_to_me(None);
        }
        if look.centred {
            select_on_entry(ui, &response, &text);
        }
        if response.changed() {
            self.typing = Some((field.clone(), text));
        }
        if self.typing.as_ref().is_some_and(|(other, _)| other == field) {
            self.typing_shows = true;
            if response.lost_focus() {
                // The key itself was taken as a command; it is still down.
                let given_up = ui.input(|i| i.key_down(KeyboardKey::Escape));
                if let Some((field, text)) = self.typing.take()
                    && !given_up
                {
                    out.push(OobRequest::Typed(field, text));
                }
            }
        }
        match wrong {
            Some(wrong) => {
                let words = RichText::new(wrong.to_string()).color(palette(ui).error);
                response.show_tooltip_ui(|ui| {
                    ui.label(words);
                });
                response
            }
            None => response,
        }
    }
}
