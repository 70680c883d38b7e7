//! Two runs side by side.

use egui::{Align, Layout, RichText, Sense, Ui, vec2};
use salient_lab::view::Content;
use salient_output::plural;

use super::LabInput;
use super::charts::two_columns;
use super::tables::{self, Reads};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{icon_button, primary_button, quiet, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::lab::LabSetting;
use crate::request::test_run::KeptRun;
use crate::test_run::{Against, Compared};

pub fn show(ui: &mut Ui, reads: &Reads<'_>, run_name: &str, requests: &mut Vec<Request>) {
    kept(ui, reads.input, run_name, requests);
    match reads.input.test_run.results().compared() {
        Some(compared) => side_by_side(ui, reads, compared, requests),
        None => choose(ui, reads.input, requests),
    }
}

/// The runs that are kept by name, with the version of the scenario that each was played with.
fn kept(ui: &mut Ui, input: &LabInput<'_>, run_name: &str, requests: &mut Vec<Request>) {
    let results = input.test_run.results();
    ui.horizontal_wrapped(|ui| {
        for (name, record) in results.kept() {
            let shown = *results.against() == Against::Kept(name.to_owned());
            let chip = ui.selectable_label(shown, name);
            let played = plural(record.report.games.len(), "game");
            if chip.on_hover_text(format!("{played}; hold this run against it")).clicked() {
                requests.push(Request::KeptRun(KeptRun::Against(name.to_owned())));
            }
            if icon_button(ui, Icon::Close, &format!("Forget the run “{name}”"), true).clicked()
            {
                requests.push(Request::KeptRun(KeptRun::LetGo(name.to_owned())));
            }
        }
        if results.now().is_none() {
            return;
        }
        let mut name = run_name.to_owned();
        let entry = egui::TextEdit::singleline(&mut name).desired_width(150.0);
        let entry = entry.hint_text("Name of this version");
        if ui.name_inputs("Name of this version", |ui| ui.add(entry)).changed() {
            requests.push(Request::Lab(LabSetting::RunName(name.clone())));
        }
        let named = name.trim();
        let keep = text_button(ui, None, "Keep this run", !named.is_empty());
        if keep.on_hover_text("Later runs can be held against it").clicked() {
            requests.push(Request::KeptRun(KeptRun::Keep(named.to_owned())));
            requests.push(Request::Lab(LabSetting::RunName(String::new())));
        }
    });
}

/// Against what?
fn choose(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let before = input.test_run.results().has_before();
    ui.add_space(theme::GAP);
    ui.label(RichText::new("What did it change?").font(theme::strong(17.0)));
    let text = if before {
        "Put this run beside the one before your last edits, or beside another scenario file."
    } else {
        "Change something in the scenario and run again: the lab then shows the difference by \
         itself. Or put this run beside another scenario file now."
    };
    quiet(ui, text);
    ui.add_space(theme::GAP);
    ui.horizontal(|ui| {
        if before {
            let name = UiCommand::CompareBefore.text();
            if primary_button(ui, Some(Icon::Undo), name, true).clicked() {
                requests.push(Request::Command(UiCommand::CompareBefore));
            }
        }
        let running = input.test_run.is_running();
        let name = UiCommand::CompareFile.text();
        if text_button(ui, Some(Icon::Open), name, !running).clicked() {
            requests.push(Request::Command(UiCommand::CompareFile));
        }
    });
}

fn side_by_side(ui: &mut Ui, reads: &Reads<'_>, compared: &Compared, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let section = &compared.section;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            others(ui, reads.input, requests);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (icon, ink) = if compared.comparison.distinguishable {
                    (Icon::Flip, colours.accent)
                } else {
                    (Icon::Note, colours.quiet)
                };
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                icons::paint(ui.painter(), rect, icon, ink);
                let lead = RichText::new(&section.lead).font(theme::strong(16.0));
                ui.add(egui::Label::new(lead).truncate());
            });
        });
    });
    ui.add_space(2.0);
    // What wins and how the games end at the left, the means and the towns at the right.
    let of_ends = |content: &&Content| matches!(content, Content::Table(table) if table.id == "compared-levels");
    let (ends, rest): (Vec<&Content>, Vec<&Content>) = section.content.iter().partition(of_ends);
    let (notes, means): (Vec<&Content>, Vec<&Content>) =
        rest.into_iter().partition(|content| matches!(content, Content::Note(_)));
    two_columns(ui, |left, right| {
        ends.iter().for_each(|content| tables::content(left, reads, content, requests));
        means.iter().for_each(|content| tables::content(right, reads, content, requests));
    });
    notes.iter().for_each(|content| tables::content(ui, reads, content, requests));
}

/// What else the run could be held against.
fn others(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let results = input.test_run.results();
    let running = input.test_run.is_running();
    let name = UiCommand::CompareFile.text();
    if text_button(ui, Some(Icon::Open), name, !running).clicked() {
        requests.push(Request::Command(UiCommand::CompareFile));
    }
    if *results.against() != Against::Before && results.has_before() {
        let name = UiCommand::CompareBefore.text();
        if text_button(ui, Some(Icon::Undo), name, true).clicked() {
            requests.push(Request::Command(UiCommand::CompareBefore));
        }
    }
}
