//! The rule cases that are kept with the ruleset: played in the background whenever the rules change,
//! each with what came otherwise than it expects.

use egui::{CollapsingHeader, Label, RichText, Ui};
use salient_document::{Document, users_of};
use salient_output::cases::{Open, OwnCases, folder_of, play};
use salient_output::plural;
use salient_rules::rule_table::CaseResult;

use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, heading, quiet, text_button};
use crate::own_cases::files_of;
use crate::work::Work;

/// So many lines of what came otherwise are shown.
const MOST_LINES: usize = 40;

/// The cases, played.
#[derive(Debug, Default)]
pub(super) struct Cases {
    /// By the document's revision, and how often somebody asked for them anew.
    played: Work<(u64, u64), OwnCases>,
    asked: u64,
}

impl Cases {
    /// Plays them again, as their files are now.
    pub(super) fn again(&mut self) {
        self.asked += 1;
    }

    /// How they stand in a few words, as far as they were played.
    pub(super) fn in_short(&self) -> String {
        match self.played.last() {
            None => String::new(),
            Some(played) if played.cases.is_empty() => "none yet".to_owned(),
            Some(played) => match played.failed() {
                0 => format!("{} passed", played.cases.len()),
                failed => format!("{failed} of {} FAILED", played.cases.len()),
            },
        }
    }

    /// Shows them, by the rules that they cite.
    pub(super) fn show(&mut self, ui: &mut Ui, document: &Document) {
        ui.label(RichText::new("Rule cases").font(theme::strong(20.0)));
        quiet(
            ui,
            "A case is a position, a decision, its dice and what must come of them. Play by hand, and \
             record what your rules are to do: Test-run › Record a rule case. Each is played again \
             whenever the rules change.",
        );
        let Some((ruleset, scenario)) = files_of(document) else {
            quiet(ui, "They are kept beside the ruleset: save the scenario first.");
            return;
        };
        let wish = (document.revision(), self.asked);
        if self.played.wants(&wish) {
            let (systems, bundle) = (document.systems(), document.bundle().clone());
            let ruleset = ruleset.clone();
            self.played.wish(ui.ctx(), &wish, move || {
                let open = Open { scenario: &scenario, bundle: &bundle };
                play(systems, &ruleset, &users_of(&ruleset), Some(open))
            });
        }
        ui.horizontal(|ui| {
            if text_button(ui, Some(Icon::Play), "Play them again", true).clicked() {
                self.asked += 1;
            }
            if self.played.made(&wish).is_none() {
                ui.spinner();
            }
        });
        let Some(played) = self.played.last() else { return };
        if played.cases.is_empty() {
            let folder = folder_of(&ruleset).display().to_string();
            quiet(ui, format!("There are none yet in {}.", salient_files::visible(&folder)));
        }
        for (file, why) in &played.unreadable {
            let text = format!("{} cannot be read: {why}", file.display());
            ui.add(Label::new(RichText::new(text).color(palette(ui).error)).wrap());
        }
        let citation = &document.ruleset().citation;
        for rule in played.by_rule() {
            match rule.number.as_str() {
                "" => heading(ui, "No rule"),
                number => heading(ui, &format!("{citation} {number}")),
            }
            card(ui, |ui| rule.cases.iter().for_each(|case| one(ui, &rule.number, case)));
        }
        if !played.cases.is_empty() {
            let failed = played.failed();
            quiet(ui, format!("{}, {failed} failed.", plural(played.cases.len(), "case")));
        }
    }
}

/// A case: its title, and of one that failed what came otherwise.
fn one(ui: &mut Ui, rule: &str, case: &CaseResult) {
    let title = if case.title.is_empty() { &case.case } else { &case.title };
    if case.passed {
        let text = format!("passed   {title}");
        ui.add(Label::new(text).wrap()).on_hover_text(&case.case);
        return;
    }
    let text = RichText::new(format!("FAILED   {title}")).color(palette(ui).error);
    CollapsingHeader::new(text).id_salt(("case", rule, &case.case)).show(ui, |ui| {
        quiet(ui, &case.case);
        for line in case.wrong.iter().take(MOST_LINES) {
            ui.add(Label::new(line).wrap());
        }
        let more = case.wrong.len().saturating_sub(MOST_LINES);
        if more > 0 {
            quiet(ui, format!("and {} more", plural(more, "line")));
        }
    });
}
