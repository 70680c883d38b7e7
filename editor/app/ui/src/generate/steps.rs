//! The steps, with what each came to: kept, rolled again, or set by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Align, DragValue, Label, Layout, RichText, ScrollArea, Ui};
use salient_rules::generator::{Generated, GeneratorStep, Request};
use salient_schema::event::EventKind;
use serde_json::Value;

use super::{GenerateDialog, Made};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, quiet, text_button};

/// So many lines of a step are shown; all are in the log.
const LINES: usize = 5;
/// So many dice of a step can be changed.
const DICE: usize = 60;
/// What a step came to can be changed number by number where it has no more than these.
const NUMBERS: usize = 24;
/// The largest number that is set by hand.
const MOST: i64 = 999;

/// What was asked of a step.
enum Asked {
    Lock,
    Unlock,
    Again,
    Dice(Vec<u8>),
    Set(Value),
    Open,
    Close,
}

impl GenerateDialog {
    pub(super) fn steps(&mut self, ui: &mut Ui) {
        self.seed(ui);
        if !self.wish.request.kept.is_empty() {
            let locked = salient_output::plural(self.wish.request.kept.len(), "step");
            ui.horizontal(|ui| {
                quiet(ui, format!("{locked} locked."));
                if text_button(ui, None, "Unlock all", true).clicked() {
                    self.wish.request.kept.clear();
                }
            });
        }
        ui.add_space(theme::GAP);
        let made = match self.made.last() {
            Some(Ok(made)) => Some(made.clone()),
            _ => None,
        };
        let shown: Option<Made> = self.made.made(&self.wish).cloned();
        if matches!(shown, Some(Err(_)))
            && self.wish.lull.is_none()
            && self.wish.request.kept.is_empty()
        {
            quiet(ui, "The steps run once every question has an answer that makes sense.");
            return;
        }
        ScrollArea::vertical().id_salt("steps").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - 10.0);
            let Some(made) = made else { return };
            if self.wish.lull.is_some() {
                for (heading, lines) in made.chapters() {
                    ui.label(RichText::new(heading).font(theme::strong(14.0)));
                    lines.iter().for_each(|line| drop(quiet(ui, line.trim())));
                }
                return;
            }
            let Some(generator) = self.generator() else { return };
            let chapters: Vec<_> = made.chapters().map(|(_, lines)| lines).collect();
            for (at, step) in generator.steps().iter().enumerate() {
                let lines = chapters.get(at).copied().unwrap_or_default();
                ui.push_id(step.id, |ui| {
                    if let Some(asked) = self.step(ui, at, step, &made, lines) {
                        self.do_step(step, asked, &made);
                    }
                });
            }
        });
    }

    fn step(
        &self,
        ui: &mut Ui,
        at: usize,
        step: &GeneratorStep,
        made: &Arc<Generated>,
        lines: &[String],
    ) -> Option<Asked> {
        let request = &self.wish.request;
        let locked = request.kept.contains_key(step.id);
        let open = self.by_hand.as_deref() == Some(step.id);
        let mut asked = None;
        let height = ui.spacing().interact_size.y;
        card(ui, |ui| {
            let row = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout([ui.available_width(), height].into(), row, |ui| {
                let name = match open {
                    true => format!("Done: {}", step.title),
                    false => format!("Set by hand: {}", step.title),
                };
                let icon = if open { Icon::Tick } else { Icon::Brush };
                if icon_button(ui, icon, &name, true).clicked() {
                    asked = Some(if open { Asked::Close } else { Asked::Open });
                }
                let name = format!("Roll again: {}", step.title);
                if icon_button(ui, Icon::Turn, &name, true).clicked() {
                    asked = Some(Asked::Again);
                }
                let (icon, name) = match locked {
                    true => (Icon::Lock, format!("Unlock: {}", step.title)),
                    false => (Icon::LockOpen, format!("Lock as it is: {}", step.title)),
                };
                if icon_button(ui, icon, &name, true).clicked() {
                    asked = Some(if locked { Asked::Unlock } else { Asked::Lock });
                }
                // The title takes what room is left.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let title = format!("{}. {}", at + 1, step.title);
                    let text = RichText::new(title).font(theme::strong(14.0));
                    ui.add(Label::new(text).truncate()).on_hover_text(step.rule);
                });
            });
            if let Some(note) = stands(request, step) {
                ui.label(RichText::new(note).color(palette(ui).accent));
            }
            for line in lines.iter().take(LINES) {
                quiet(ui, line.trim());
            }
            if let Some(kept) = request.kept.get(step.id) {
                if let Some(told) = kept_in_words(kept) {
                    ui.add(Label::new(told).wrap());
                }
                let now = &request.answers;
                let then = self.locked_under.get(step.id);
                let changed = then.map_or_else(Vec::new, |then| self.answered_otherwise(then, now));
                if !changed.is_empty() {
                    let text = format!(
                        "Locked under other answers ({}): unlock it to have it by these.",
                        changed.join(", ")
                    );
                    let text = RichText::new(text).color(palette(ui).warning);
                    ui.add(Label::new(text).wrap());
                }
            }
            if lines.len() > LINES {
                quiet(ui, format!("… {} more in the log", lines.len() - LINES));
            }
            if open && let Some(changed) = by_hand(ui, step, made) {
                asked = Some(changed);
            }
        });
        asked
    }

    /// What the questions ask that are answered otherwise now than then.
    fn answered_otherwise(
        &self,
        then: &BTreeMap<String, String>,
        now: &BTreeMap<String, String>,
    ) -> Vec<&'static str> {
        let all = self.generator().map_or(&[][..], |generator| generator.questions());
        let asked = all.iter().filter(|question| then.get(question.id) != now.get(question.id));
        asked.map(|question| question.asks).collect()
    }

    fn do_step(&mut self, step: &GeneratorStep, asked: Asked, made: &Generated) {
        let id = step.id.to_owned();
        let request = &mut self.wish.request;
        match asked {
            Asked::Lock => {
                if let Some(outcome) = made.outcomes.get(&id) {
                    self.locked_under.insert(id.clone(), request.answers.clone());
                    request.kept.insert(id, outcome.clone());
                }
            }
            Asked::Unlock => {
                request.kept.remove(&id);
            }
            Asked::Again => {
                request.kept.remove(&id);
                request.dice.remove(&id);
                *request.again.entry(id).or_default() += 1;
            }
            Asked::Dice(dice) => {
                request.kept.remove(&id);
                request.dice.insert(id, dice);
            }
            Asked::Set(outcome) => {
                request.dice.remove(&id);
                self.locked_under.insert(id.clone(), request.answers.clone());
                request.kept.insert(id, outcome);
            }
            Asked::Open => self.by_hand = Some(id),
            Asked::Close => self.by_hand = None,
        }
    }
}

/// What a locked step comes to, as far as it is numbers and not too many to read.
fn kept_in_words(outcome: &Value) -> Option<String> {
    let numbers = numbers(outcome);
    let told = numbers.into_values().map(|(name, number)| match name.as_str() {
        "" => number.to_string(),
        name => format!("{name}: {number}"),
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty() && told.len() <= NUMBERS).then(|| format!("Kept: {}.", told.join("; ")))
}

/// What is not by the seed alone.
fn stands(request: &Request, step: &GeneratorStep) -> Option<&'static str> {
    if request.kept.contains_key(step.id) {
        Some("Locked")
    } else if request.dice.contains_key(step.id) {
        Some("Dice set by hand")
    } else {
        None
    }
}

/// The dice of a step and the numbers that it came to, to be changed.
fn by_hand(ui: &mut Ui, step: &GeneratorStep, made: &Generated) -> Option<Asked> {
    let mut asked = None;
    let dice = dice_of(made, step);
    if !dice.is_empty() {
        quiet(ui, "Dice, as they lie on your table:");
        let mut changed = dice.clone();
        ui.horizontal_wrapped(|ui| {
            for (at, die) in changed.iter_mut().take(DICE).enumerate() {
                ui.name_inputs(format!("Die {} of {}", at + 1, step.title), |ui| {
                    ui.add(DragValue::new(die).range(1..=6).speed(0.03))
                });
            }
        });
        if changed != dice {
            asked = Some(Asked::Dice(changed));
        }
    }
    let Some(outcome) = made.outcomes.get(step.id) else { return asked };
    let numbers = numbers(outcome);
    if numbers.is_empty() || numbers.len() > NUMBERS {
        quiet(ui, "Change what it places on the map, once the scenario is open.");
        return asked;
    }
    quiet(ui, "What it comes to; changed, it is locked:");
    egui::Grid::new("numbers").num_columns(2).show(ui, |ui| {
        for (pointer, (name, number)) in numbers {
            let mut value = number;
            ui.label(&name);
            ui.name_inputs(format!("{name} of {}", step.title), |ui| {
                ui.add(
                    DragValue::new(&mut value).range(number.min(0)..=number.max(MOST)).speed(0.1),
                )
            });
            ui.end_row();
            if value != number {
                let mut outcome = outcome.clone();
                if let Some(place) = outcome.pointer_mut(&pointer) {
                    *place = value.into();
                    asked = Some(Asked::Set(outcome));
                }
            }
        }
    });
    asked
}

/// The dice of a step, in the order in which they fell.
fn dice_of(made: &Generated, step: &GeneratorStep) -> Vec<u8> {
    let of_step = made.events.iter().filter(|event| event.phase == step.id);
    of_step
        .filter_map(|event| match &event.kind {
            EventKind::Roll(roll) => Some(roll.value),
            _ => None,
        })
        .collect()
}

/// All numbers of an outcome, by their place, with a name for each.
fn numbers(outcome: &Value) -> BTreeMap<String, (String, i64)> {
    fn walk(
        value: &Value,
        pointer: &str,
        names: &[&str],
        into: &mut BTreeMap<String, (String, i64)>,
    ) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let escaped = key.replace('~', "~0").replace('/', "~1");
                    let names: Vec<&str> = names.iter().copied().chain([key.as_str()]).collect();
                    walk(value, &format!("{pointer}/{escaped}"), &names, into);
                }
            }
            Value::Array(items) => {
                for (at, value) in items.iter().enumerate() {
                    let number = (at + 1).to_string();
                    let names: Vec<&str> = names.iter().copied().chain([number.as_str()]).collect();
                    walk(value, &format!("{pointer}/{at}"), &names, into);
                }
            }
            Value::Number(number) => {
                if let Some(number) = number.as_i64() {
                    // What holds it all has a name that says nothing.
                    let words = names.iter().filter(|name| **name != "result");
                    let words: Vec<String> =
                        words.map(|word| word.replace(['_', '-'], " ")).collect();
                    into.insert(pointer.to_owned(), (words.join(", "), number));
                }
            }
            _ => {}
        }
    }
    let mut numbers = BTreeMap::new();
    walk(outcome, "", &[], &mut numbers);
    numbers
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{NUMBERS, kept_in_words};

    #[test]
    fn a_locked_step_says_what_is_locked() {
        let outcome = json!({ "attacker": { "barrages": 3 }, "dice": [2, 5] });
        let told = kept_in_words(&outcome).unwrap();
        assert_eq!(told, "Kept: attacker, barrages: 3; dice, 1: 2; dice, 2: 5.");
        assert_eq!(kept_in_words(&json!({ "result": 4 })).unwrap(), "Kept: 4.");
        assert_eq!(kept_in_words(&json!(vec![1; NUMBERS + 1])), None);
        assert_eq!(kept_in_words(&json!("nothing to count")), None);
    }
}
