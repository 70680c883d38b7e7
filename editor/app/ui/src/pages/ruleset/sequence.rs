//! The sequence of play: a line a step, its own steps set in below it. A step that does not come in
//! each of its game-turns says below when it comes.

use egui::{Align, Id, Layout, RichText, Ui, vec2};
use salient_document::Document;
use salient_document::oob::id_from_words;
use salient_document::sequence::{SequenceOp, StepPlace, changed, fresh_id, steps_of};
use salient_schema::ruleset::SequenceStep;
use salient_schema::words::{id_in_words, step_turns_in_words};

use crate::look::icons::Icon;
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, quiet, text_button, text_field};
use crate::pages::PageInput;
use crate::pages::schedule::{FIELD, choice};
use crate::request::Request;

/// How far a step is set in below the one that it is part of, in points.
const INDENT: f32 = 22.0;
/// How wide the name of a step is, in points, where it is part of no other.
const NAME: f32 = 250.0;
/// How wide the name of a step is at least, in points, however deep it lies.
const LEAST_NAME: f32 = 120.0;
/// How wide the number of a game-turn is, in points.
const TURN: f32 = 46.0;
/// How wide the name of a test is, in points.
const TEST: f32 = 110.0;
/// How wide the number of a rule is, in points.
const RULE: f32 = 80.0;

/// Shows all steps.
pub fn show(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let ruleset = input.document.ruleset();
    ui.label(RichText::new("Sequence of play").font(theme::strong(20.0)));
    quiet(ui, "The steps of a game-turn in their order; those of a step come only when it does.");
    let system = input.document.system();
    let tests: Vec<&str> = system.iter().flat_map(|system| system.tests()).copied().collect();
    let mut op = None;
    ui.add_enabled_ui(input.editing, |ui| {
        card(ui, |ui| {
            heads(ui);
            for (place, step) in steps_of(&ruleset.sequence) {
                let id = id.with(&place);
                if let Some(asked) = line(ui, id, input.document, &tests, &place, step) {
                    op = Some(asked);
                }
            }
            let last = ruleset.sequence.len().checked_sub(1);
            if text_button(ui, Some(Icon::Plus), "Add a step at the end", true).clicked() {
                op = Some(SequenceOp::AddAfter(last.into_iter().collect()));
            }
        });
    });
    if let Some(sequence) = op.and_then(|op| changed(&ruleset.sequence, &op)) {
        requests.push(Request::edit(input.document.set_sequence(sequence)));
    }
}

/// What the columns are.
fn heads(ui: &mut Ui) {
    ui.horizontal(|ui| {
        for (head, width) in [
            ("Step", NAME),
            ("Whose", FIELD),
            ("From", TURN),
            ("To", TURN),
            ("Every", TURN),
            ("While", TEST),
            ("Rule", RULE),
        ] {
            let size = vec2(width, ui.spacing().interact_size.y);
            let text = RichText::new(head).color(palette(ui).quiet);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(width);
                ui.label(text);
            });
        }
    });
}

fn line(
    ui: &mut Ui,
    id: Id,
    document: &Document,
    tests: &[&str],
    place: &StepPlace,
    step: &SequenceStep,
) -> Option<SequenceOp> {
    let ruleset = document.ruleset();
    let mut to = SequenceStep { steps: Vec::new(), ..step.clone() };
    let mut op = None;
    let name = step.name.as_str();
    // What stands behind the name stands in one column.
    let indent = (INDENT * place.len().saturating_sub(1) as f32).min(NAME - LEAST_NAME);
    ui.horizontal(|ui| {
        ui.add_space(indent);
        let (called, width) = (format!("Name of {name}"), NAME - indent);
        let typed = text_field(ui, id.with("name"), &called, "", name, width);
        if let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) {
            typed.trim().clone_into(&mut to.name);
            // A new step is known by what it is called, as long as nobody speaks of it.
            if step.id.starts_with("new-step") {
                to.id = fresh_id(&ruleset.sequence, &to.name);
            }
        }
        let of = |what: &str| format!("{what} of {name}");
        let everybody = if ruleset.sides.len() > 2 { "all sides" } else { "both sides" };
        let sides = ruleset.sides.iter().map(|side| (Some(side.id.clone()), side.name.clone()));
        let sides: Vec<_> = [(None, everybody.to_owned())].into_iter().chain(sides).collect();
        if let Some(side) = choice(ui, &of("Side"), id.with("side"), &sides, &step.side) {
            to.side = side;
        }
        for (what, hint, turn) in [
            ("First game-turn", "all", &mut to.from_turn),
            ("Last game-turn", "all", &mut to.to_turn),
            ("Every so many game-turns", "turn", &mut to.every),
        ] {
            let shown = turn.map(|number| number.to_string()).unwrap_or_default();
            match text_field(ui, id.with(what), &of(what), hint, &shown, TURN) {
                Some(typed) if typed.trim().is_empty() => *turn = None,
                Some(typed) => *turn = typed.trim().parse().ok().or(*turn),
                None => {}
            }
        }
        test(ui, id.with("while"), tests, &of("Test"), &mut to.holds);
        let rule = step.rule.as_deref().unwrap_or_default();
        if let Some(rule) = text_field(ui, id.with("rule"), &of("Rule"), "rule", rule, RULE) {
            to.rule = Some(rule.trim().to_owned()).filter(|rule| !rule.is_empty());
        }
        let here = || place.clone();
        for (icon, what, asked) in [
            (Icon::Up, "Move up", SequenceOp::Up(here())),
            (Icon::Down, "Move down", SequenceOp::Down(here())),
            (Icon::Inward, "Make part of the step above", SequenceOp::Inward(here())),
            (Icon::Outward, "Make no part of another step", SequenceOp::Outward(here())),
            (Icon::Plus, "Add a step after", SequenceOp::AddAfter(here())),
            (Icon::Remove, "Remove", SequenceOp::Remove(here())),
        ] {
            let possible = changed(&ruleset.sequence, &asked).is_some();
            let button = icon_button(ui, icon, &format!("{what}: {name}"), possible);
            if button.on_hover_text(what).clicked() && possible {
                op = Some(asked);
            }
        }
    });
    if step.every.is_some() || step.holds.is_some() {
        ui.horizontal(|ui| {
            ui.add_space(indent);
            let when = step_turns_in_words(step, document.scenario()).unwrap_or_default();
            quiet(ui, sentence(&when));
        });
    }
    let same = SequenceStep { steps: step.steps.clone(), ..to.clone() } == *step;
    op.or_else(|| (!same).then(|| SequenceOp::Set(place.clone(), Box::new(to))))
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
