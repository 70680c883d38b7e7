//! A rule case made of what was decided last: what it holds, before it is written.

use egui::{CollapsingHeader, DragValue, Label, RichText, ScrollArea, TextEdit, Ui};
use salient_output::plural;
use salient_play::record::{MOST_DECISIONS, Recorded};
use salient_rules::case::Case;

use super::dialog;
use crate::look::sentence;
use crate::look::theme::palette;
use crate::look::widgets::{field, heading, named_text, quiet};
use crate::request::Request;
use crate::request::play::PlayRequest;

/// How high the text of the case is at the most, in points.
const TEXT: f32 = 190.0;

/// What was decided in a game, to be recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decided {
    /// The decisions in words, the last one first.
    pub decisions: Vec<String>,
    /// What the last so many of them come to as a case.
    pub recorded: Option<(usize, Result<Recorded, String>)>,
}

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct RecordDialog {
    decided: Decided,
    /// How many of the last decisions are recorded.
    count: usize,
    title: String,
    rules: String,
}

impl RecordDialog {
    /// About the last decision of a game.
    pub fn new(decided: Decided) -> Self {
        let mut dialog = Self { decided, count: 1, title: String::new(), rules: String::new() };
        if let Some((_, Ok(recorded))) = &dialog.decided.recorded {
            dialog.rules = recorded.rules.join(", ");
        }
        dialog
    }

    /// Takes in what another number of decisions comes to.
    pub fn take(&mut self, count: usize, recorded: Result<Recorded, String>) {
        self.decided.recorded = Some((count, recorded));
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) -> bool {
        let (title, deed) = ("Record a rule case", "Write the case");
        let (stays, done) = dialog(ctx, title, deed, 620.0, |ui| self.fields(ui, requests));
        if done && let Some(case) = self.case() {
            requests.push(Request::Play(PlayRequest::WriteCase(Box::new(case))));
        }
        stays
    }

    /// The case as it is put together.
    fn case(&self) -> Option<Case> {
        let (_, Ok(recorded)) = self.decided.recorded.as_ref()? else { return None };
        let mut case = recorded.case.clone();
        self.title.trim().clone_into(&mut case.title);
        let rules = self.rules.split([',', ';']).map(str::trim).filter(|rule| !rule.is_empty());
        case.rules = rules.map(str::to_owned).collect();
        Some(case)
    }

    fn fields(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) -> Result<(), String> {
        field(ui, "Title", |ui| {
            let text = TextEdit::singleline(&mut self.title)
                .hint_text("What it shows, in a sentence")
                .desired_width(420.0);
            named_text(ui, "Title of the case", text);
        });
        field(ui, "Rules", |ui| {
            let text =
                TextEdit::singleline(&mut self.rules).hint_text("2.1, 4.3").desired_width(220.0);
            named_text(ui, "Rules that it proves", text);
            quiet(ui, "as the rule book numbers them");
        });
        let most = self.decided.decisions.len().clamp(1, MOST_DECISIONS);
        let before = self.count;
        field(ui, "Decisions", |ui| {
            let drag = DragValue::new(&mut self.count).range(1..=most).speed(0.1);
            ui.name_inputs("How many of the last decisions", |ui| ui.add(drag));
            quiet(ui, "the last ones: an attack goes with its losses and retreats");
        });
        self.count = self.count.clamp(1, most);
        if self.count != before {
            requests.push(Request::Play(PlayRequest::RecordCase(self.count)));
        }
        for words in self.decided.decisions.iter().take(self.count).rev() {
            ui.add(Label::new(format!("· {words}")).wrap());
        }
        let (case, before) = match &self.decided.recorded {
            Some((count, Ok(recorded))) if *count == self.count => (self.case(), recorded.before),
            Some((count, Err(why))) if *count == self.count => {
                let text =
                    format!("It cannot be recorded: {why}. Record more decisions, or fewer.");
                ui.add(Label::new(RichText::new(text).color(palette(ui).error)).wrap());
                return Err(String::new());
            }
            _ => return Err(String::new()),
        };
        let Some(case) = case else { return Err(String::new()) };
        heading(ui, "The case");
        if before > 0 {
            quiet(
                ui,
                format!(
                    "The position before it cannot be written down by itself: {} made first.",
                    plural(before, "decision")
                ),
            );
        }
        quiet(ui, "It was played again just now, and came out the same.");
        CollapsingHeader::new("As it stands in its file").show(ui, |ui| {
            ScrollArea::vertical().id_salt("case").max_height(TEXT).show(ui, |ui| {
                ui.add(Label::new(RichText::new(case.text()).monospace().size(12.0)).wrap());
            });
        });
        match () {
            () if case.title.is_empty() => Err("Say what the case shows.".to_owned()),
            () if case.rules.is_empty() => Err("Say which rules it proves.".to_owned()),
            () => Ok(()),
        }
    }
}

/// Why nothing was recorded, in a sentence without its end.
pub(crate) fn in_words(why: &salient_play::record::NotRecorded) -> String {
    let said = sentence(&why.to_string());
    said.trim_end_matches('.').to_owned()
}
