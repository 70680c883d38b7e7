//! The sequence of play: a line a step, its own steps set in below it. Below the step in hand stands
//! when it comes, to be changed; below others it is said, where they do not always come.

use egui::{Align, Id, Layout, RichText, Ui, vec2};
use salient_document::Document;
use salient_document::oob::id_from_words;
use salient_document::sequence::{SequenceOp, StepPlace, changed, fresh_id, steps_of};
use salient_schema::ruleset::SequenceStep;
use salient_schema::words::{all_sides, id_in_words, step_turns_in_words};

use super::play;
use crate::look::icons::Icon;
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, quiet, text_button, text_field};
use crate::pages::PageInput;
use crate::pages::schedule::wide_choice;
use crate::request::Request;

/// How far a step is set in below the one that it is part of, in points.
const INDENT: f32 = 22.0;
/// How wide the name of a step is, in points, where it is part of no other.
const NAME: f32 = 230.0;
/// How wide the name of a step is at least, in points, however deep it lies.
const LEAST_NAME: f32 = 120.0;
/// How wide the choice of a side is, in points.
const SIDE: f32 = 140.0;
/// How wide the number of a game-turn is, in points.
const TURN: f32 = 46.0;
/// How wide the name of a test is, in points.
const TEST: f32 = 110.0;
/// How wide the number of a rule is, in points.
const RULE: f32 = 72.0;
/// How far the buttons of a step are from each other, in points.
const BETWEEN: f32 = 2.0;

/// Shows all steps.
pub fn show(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let ruleset = input.document.ruleset();
    ui.label(RichText::new("Sequence of play").font(theme::strong(20.0)));
    quiet(ui, "The steps of a game-turn in their order; those of a step come only when it does.");
    let system = input.document.system();
    let tests: Vec<&str> = system.iter().flat_map(|system| system.tests()).copied().collect();
    let mut op = None;
    let in_hand: Option<String> = ui.data(|data| data.get_temp(id));
    let steps = steps_of(&ruleset.sequence);
    let known = |wanted: &String| steps.iter().any(|(_, step)| step.id == *wanted);
    let in_hand = in_hand.filter(known).or_else(|| Some(steps.first()?.1.id.clone()));
    ui.add_enabled_ui(input.editing, |ui| {
        card(ui, |ui| {
            heads(ui);
            for (place, step) in &steps {
                let is_in_hand = in_hand.as_ref() == Some(&step.id);
                let input = Line { document: input.document, tests: &tests, place, step };
                let (asked, entered) = input.show(ui, id.with(place), is_in_hand, requests);
                if entered {
                    ui.data_mut(|data| data.insert_temp(id, step.id.clone()));
                }
                if asked.is_some() {
                    op = asked;
                }
            }
            let last = ruleset.sequence.len().checked_sub(1);
            if text_button(ui, Some(Icon::Plus), "Add a step at the end", true).clicked() {
                op = Some(SequenceOp::AddAfter(last.into_iter().collect()));
            }
        });
    });
    if let Some(sequence) = op.and_then(|op| changed(&ruleset.sequence, &op)) {
        // One that is new is in hand, and one that has another id now.
        let fresh = steps_of(&sequence).into_iter().find(|(_, step)| !known(&step.id));
        if let Some((_, step)) = fresh {
            ui.data_mut(|data| data.insert_temp(id, step.id.clone()));
        }
        requests.push(Request::edit(input.document.set_sequence(sequence)));
    }
}

/// What the columns are, and the buttons that move a step.
fn heads(ui: &mut Ui) {
    let button = ui.spacing().interact_size.y;
    let head = |ui: &mut Ui, text: RichText, width: f32| {
        let size = vec2(width, ui.spacing().interact_size.y);
        let text = text.color(palette(ui).quiet);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            ui.label(text);
        });
    };
    ui.horizontal(|ui| {
        for (text, width) in [("Step", NAME), ("Whose", SIDE), ("Rule", RULE)] {
            head(ui, RichText::new(text), width);
        }
        ui.spacing_mut().item_spacing.x = BETWEEN;
        for text in ["Up", "Dn", "In", "Out"] {
            head(ui, RichText::new(text).size(12.0), button);
        }
    });
}

/// A step of the list.
struct Line<'a> {
    document: &'a Document,
    /// The tests that the system's rules know.
    tests: &'a [&'a str],
    place: &'a StepPlace,
    step: &'a SequenceStep,
}

impl Line<'_> {
    /// Shows it. Gives what is asked of it, and whether somebody began to write in it.
    fn show(
        &self,
        ui: &mut Ui,
        id: Id,
        in_hand: bool,
        requests: &mut Vec<Request>,
    ) -> (Option<SequenceOp>, bool) {
        let Self { document, place, step, .. } = *self;
        let ruleset = document.ruleset();
        let mut to = SequenceStep { steps: Vec::new(), ..step.clone() };
        let mut op = None;
        let name = step.name.as_str();
        let of = |what: &str| format!("{what} of {name}");
        // What stands behind the name stands in one column.
        let indent = (INDENT * place.len().saturating_sub(1) as f32).min(NAME - LEAST_NAME);
        let row = ui.horizontal(|ui| {
            ui.add_space(indent);
            let typed = text_field(ui, id.with("name"), &of("Name"), "", name, NAME - indent);
            if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
                typed.trim().clone_into(&mut to.name);
                // A new step is known by what it is called, as long as nobody speaks of it.
                if step.id.starts_with("new-step") {
                    to.id = fresh_id(&ruleset.sequence, &to.name);
                }
            }
            let everybody = all_sides(ruleset.sides.len());
            let sides = ruleset.sides.iter().map(|side| (Some(side.id.clone()), side.name.clone()));
            let sides: Vec<_> = [(None, everybody.to_owned())].into_iter().chain(sides).collect();
            let side = wide_choice(ui, &of("Side"), id.with("side"), SIDE, &sides, &step.side);
            if let Some(side) = side {
                to.side = side;
            }
            let rule = step.rule.as_deref().unwrap_or_default();
            if let Some(rule) = text_field(ui, id.with("rule"), &of("Rule"), "rule", rule, RULE) {
                to.rule = Some(rule.trim().to_owned()).filter(|rule| !rule.is_empty());
            }
            op = self.buttons(ui);
        });
        // By a click or by Tab, once the button is up: what is under the pointer stays there.
        let focus = ui.memory(|memory| memory.focused());
        let entered = ui.input(|input| {
            let at = input.pointer.interact_pos();
            let clicked = input.pointer.primary_clicked();
            let typing = ["name", "rule"].iter().any(|field| focus == Some(id.with(*field)));
            (clicked && at.is_some_and(|at| row.response.rect.contains(at)))
                || (typing && !input.pointer.any_down())
        });
        if in_hand {
            ui.horizontal(|ui| {
                ui.add_space(indent);
                self.when(ui, id, &mut to);
            });
            if play::is_played(document) {
                let at = pointer(place);
                let does = step.does.as_ref();
                if let Some(does) = play::step(ui, id.with("does"), document, &at, does, requests) {
                    to.does = does;
                }
            }
        }
        if step.every.is_some() || step.holds.is_some() || !in_hand {
            let when = step_turns_in_words(step, document.scenario());
            if let Some(when) = when.filter(|when| !when.is_empty()) {
                ui.horizontal(|ui| {
                    ui.add_space(indent);
                    quiet(ui, sentence(&when));
                });
            }
        }
        let same = SequenceStep { steps: step.steps.clone(), ..to.clone() } == *step;
        let set = (!same).then(|| SequenceOp::Set(place.clone(), Box::new(to)));
        (op.or(set), entered)
    }

    /// When it comes.
    fn when(&self, ui: &mut Ui, id: Id, to: &mut SequenceStep) {
        let of = |what: &str| format!("{what} of {}", self.step.name);
        for (label, what, hint, turn) in [
            ("Game-turns", "First game-turn", "first", &mut to.from_turn),
            ("to", "Last game-turn", "last", &mut to.to_turn),
            ("every", "Every so many game-turns", "turn", &mut to.every),
        ] {
            ui.label(RichText::new(label).color(palette(ui).quiet));
            let shown = turn.map(|number| number.to_string()).unwrap_or_default();
            match text_field(ui, id.with(what), &of(what), hint, &shown, TURN) {
                Some(typed) if typed.trim().is_empty() => *turn = None,
                Some(typed) => *turn = typed.trim().parse().ok().or(*turn),
                None => {}
            }
        }
        ui.label(RichText::new("while").color(palette(ui).quiet));
        test(ui, id.with("while"), self.tests, &of("Test"), &mut to.holds);
    }

    /// What moves, adds and removes steps. Gives what is clicked.
    fn buttons(&self, ui: &mut Ui) -> Option<SequenceOp> {
        let mut op = None;
        ui.spacing_mut().item_spacing.x = BETWEEN;
        let here = || self.place.clone();
        for (icon, what, asked) in [
            (Icon::Up, "Move up", SequenceOp::Up(here())),
            (Icon::Down, "Move down", SequenceOp::Down(here())),
            (Icon::Inward, "Make part of the step above", SequenceOp::Inward(here())),
            (Icon::Outward, "Make no part of another step", SequenceOp::Outward(here())),
            (Icon::Plus, "Add a step after", SequenceOp::AddAfter(here())),
            (Icon::Remove, "Remove", SequenceOp::Remove(here())),
        ] {
            let possible = changed(&self.document.ruleset().sequence, &asked).is_some();
            let name = format!("{what}: {}", self.step.name);
            if icon_button(ui, icon, &name, possible).clicked() && possible {
                op = Some(asked);
            }
        }
        op
    }
}

/// The pointer to a step, from the ruleset on.
fn pointer(place: &StepPlace) -> String {
    let parts: Vec<String> = place.iter().map(usize::to_string).collect();
    format!("/sequence/{}", parts.join("/steps/"))
}

/// The test of the system's rules that a step comes by, in words that make its name. `known` are
/// those that the rules know.
fn test(ui: &mut Ui, id: Id, known: &[&str], name: &str, now: &mut Option<String>) {
    let shown = now.as_deref().map(id_in_words).unwrap_or_default();
    let field = ui.scope(|ui| text_field(ui, id, name, "always", &shown, TEST));
    let words: Vec<String> = known.iter().map(|test| id_in_words(test)).collect();
    field.response.on_hover_text(match words.as_slice() {
        [] => "The rules know no test by which steps come.".to_owned(),
        words => format!("The rules know: {}.", words.join(", ")),
    });
    if let Some(typed) = field.inner {
        let typed = typed.trim();
        let meant = words.iter().position(|words| words.eq_ignore_ascii_case(typed));
        *now = match meant.and_then(|at| known.get(at)) {
            Some(test) => Some((*test).to_owned()),
            None if typed.is_empty() => None,
            None => Some(id_from_words(typed, "test")),
        };
    }
}
