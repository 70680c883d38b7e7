//! What a CSV file would do, before it does it.

use egui::{Modal, RichText, ScrollArea, Ui};
use salient_document::oob::csv::{self, Import, RowKind};

use super::OrderOfBattlePage;
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{dialog_frame, primary_button, quiet, segments, text_button};
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

/// The preview of a file.
#[derive(Debug)]
pub(super) struct ImportDialog {
    name: String,
    bytes: Vec<u8>,
    pub import: Import,
    /// The revision that the preview is about.
    revision: u64,
    shows: Shows,
    delete_left_out: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Faults,
    Changed,
    Added,
    LeftOut,
}

impl ImportDialog {
    pub fn new(name: String, bytes: Vec<u8>, import: Import, revision: u64) -> Self {
        let shows = match () {
            () if !import.faults.is_empty() => Shows::Faults,
            () if import.count(RowKind::Changed) > 0 => Shows::Changed,
            () if import.count(RowKind::Added) > 0 => Shows::Added,
            () => Shows::Changed,
        };
        Self { name, bytes, import, revision, shows, delete_left_out: false }
    }
}

impl OrderOfBattlePage {
    pub(super) fn import_dialog(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
    ) {
        let Some(dialog) = &mut self.import else { return };
        if dialog.revision != input.document.revision() {
            dialog.import = csv::read(input.document, &dialog.bytes);
            dialog.revision = input.document.revision();
        }
        let screen = ui.ctx().content_rect();
        let mut done = None;
        let modal = Modal::new(ui.scope_id().with("import")).frame(dialog_frame(ui.ctx())).show(
            ui.ctx(),
            |ui| {
                ui.set_width((screen.width() - 120.0).clamp(300.0, 820.0));
                ui.heading(format!("Counters from {}", dialog.name));
                let import = &dialog.import;
                let [added, changed, unchanged, faulty] =
                    [RowKind::Added, RowKind::Changed, RowKind::Unchanged, RowKind::Faulty]
                        .map(|kind| import.count(kind));
                ui.label(format!(
                "{added} added  ·  {changed} changed  ·  {unchanged} unchanged  ·  {faulty} with \
                 faults, left alone  ·  {} not in the file",
                import.left_out.len()
            ));
                for note in &import.notes {
                    quiet(ui, note.clone());
                }
                ui.add_space(4.0);
                let [faults, changes, adds, left] = [
                    format!("Faults {}", import.faults.len()),
                    format!("Changed {changed}"),
                    format!("Added {added}"),
                    format!("Not in the file {}", import.left_out.len()),
                ];
                let tabs = [
                    (Shows::Faults, faults.as_str()),
                    (Shows::Changed, changes.as_str()),
                    (Shows::Added, adds.as_str()),
                    (Shows::LeftOut, left.as_str()),
                ];
                if let Some(shows) = segments(ui, "What is shown", &tabs, dialog.shows) {
                    dialog.shows = shows;
                }
                ui.add_space(4.0);
                let height = (screen.height() - 330.0).clamp(120.0, 420.0);
                ScrollArea::vertical()
                    .id_salt("preview")
                    .auto_shrink([false, false])
                    .min_scrolled_height(height)
                    .max_height(height)
                    .show(ui, |ui| dialog.shows.show(ui, input, &dialog.import));
                ui.add_space(6.0);
                let left = dialog.import.left_out.len();
                if left > 0 {
                    let text = match left {
                        1 => "Delete the counter that the file does not name".to_owned(),
                        left => format!("Delete the {left} counters that the file does not name"),
                    };
                    ui.checkbox(&mut dialog.delete_left_out, text);
                }
                let taken = added + changed;
                let does = taken > 0 || (dialog.delete_left_out && left > 0);
                ui.horizontal(|ui| {
                    let text = match (taken, faulty) {
                        (0, _) => "Take it in".to_owned(),
                        (taken, 0) => format!("Take in {taken} rows"),
                        (taken, faulty) => {
                            format!("Take in {taken} rows without the {faulty} faulty")
                        }
                    };
                    if primary_button(ui, Some(Icon::Tick), &text, does).clicked() {
                        done = Some(true);
                    }
                    if text_button(ui, None, "Cancel", true).clicked() {
                        done = Some(false);
                    }
                    if !does {
                        quiet(ui, "The file changes nothing.");
                    }
                });
            },
        );
        if modal.should_close() {
            done.get_or_insert(false);
        }
        match done {
            Some(true) => out.push(OobRequest::Import(dialog.delete_left_out)),
            Some(false) => self.import = None,
            None => {}
        }
    }
}

impl Shows {
    fn show(self, ui: &mut Ui, input: &PageInput<'_>, import: &Import) {
        /// More than this nobody reads in a dialog.
        const MOST: usize = 500;
        let mut hidden = 0;
        match self {
            Self::Faults if import.faults.is_empty() => {
                quiet(ui, "No cell is faulty.");
            }
            Self::Faults => {
                for fault in import.faults.iter().take(MOST) {
                    ui.horizontal_wrapped(|ui| {
                        let colours = palette(ui);
                        let (icon, ink) = match fault.stops {
                            true => (Icon::Error, colours.error),
                            false => (Icon::Warning, colours.warning),
                        };
                        let size = egui::Vec2::splat(16.0);
                        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                        icons::paint(ui.painter(), rect, icon, ink);
                        let place = match fault.head.as_str() {
                            "" => fault.place(),
                            head => format!("{}, {head}", fault.place()),
                        };
                        ui.label(RichText::new(place).font(theme::strong(15.0)));
                        if !fault.cell.trim().is_empty() {
                            quiet(ui, format!("“{}”", fault.cell.trim()));
                        }
                        ui.label(&fault.what);
                    });
                }
                hidden = import.faults.len().saturating_sub(MOST);
            }
            Self::Changed | Self::Added => {
                let kind = if self == Self::Added { RowKind::Added } else { RowKind::Changed };
                let rows = import.rows.iter().filter(|row| row.kind == kind);
                for row in rows.clone().take(MOST) {
                    ui.horizontal_wrapped(|ui| {
                        quiet(ui, format!("Row {}", row.row));
                        let name = match row.designation.trim() {
                            "" => row.counter.as_str(),
                            name => name,
                        };
                        ui.label(RichText::new(name).font(theme::strong(15.0)));
                        for field in &row.fields {
                            quiet(ui, format!("{}:", field.field));
                            if kind == RowKind::Changed {
                                let from =
                                    if field.from.is_empty() { "nothing" } else { &field.from };
                                let to = if field.to.is_empty() { "nothing" } else { &field.to };
                                ui.label(format!("{from} becomes {to}"));
                            } else {
                                ui.label(&field.to);
                            }
                        }
                    });
                }
                let many = rows.count();
                hidden = many.saturating_sub(MOST);
                if many == 0 {
                    quiet(ui, "None.");
                }
            }
            Self::LeftOut => {
                ui.horizontal_wrapped(|ui| {
                    for id in import.left_out.iter().take(MOST) {
                        let name = input.document.counter(id);
                        ui.label(name.map_or(id.as_str(), salient_document::oob::name_of));
                        quiet(ui, "·");
                    }
                });
                hidden = import.left_out.len().saturating_sub(MOST);
                if import.left_out.is_empty() {
                    quiet(ui, "The file names all counters.");
                }
            }
        }
        if hidden > 0 {
            quiet(ui, format!("and {hidden} more"));
        }
    }
}
