//! What else the scenario says of the beginning: levels such as morale, and optional rules.

use egui::{Grid, Id, Label, RichText, Ui};
use salient_document::{Document, Edit, List};
use salient_rules::check;
use salient_rules::roles::CommonRoles;
use salient_schema::scenario::Level;
use salient_schema::words::id_in_words;

use crate::look::theme::palette;
use crate::look::widgets::{card, heading, quiet, text_field};
use crate::request::Request;

/// The width of a number's field.
const VALUE: f32 = 80.0;

/// The levels that sides begin with, each a number to change. `id` tells the fields from those of
/// another place where they show.
pub fn levels(
    ui: &mut Ui,
    id: Id,
    document: &Document,
    editable: bool,
    requests: &mut Vec<Request>,
) {
    let ruleset = document.ruleset();
    let levels = &document.scenario().levels;
    // Where hexes are worth morale, sides have some.
    let common = CommonRoles::of(ruleset);
    let kinds = ruleset.features.iter().filter(|kind| check::asks_value(&common, kind));
    let missing: Vec<Level> = kinds
        .filter(|kind| check::asks_owner(&common, kind))
        .flat_map(|kind| ruleset.sides.iter().map(move |side| (kind, side)))
        .filter(|(kind, side)| {
            !levels.iter().any(|level| level.id == kind.id && level.side == side.id)
        })
        .map(|(kind, side)| Level {
            id: kind.id.clone(),
            side: side.id.clone(),
            nation: None,
            value: 0,
            words: None,
        })
        .collect();
    if levels.is_empty() && missing.is_empty() {
        return;
    }
    heading(ui, "Levels as play begins");
    card(ui, |ui| {
        if !editable {
            ui.disable();
        }
        Grid::new(id.with("starting levels")).num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            for (at, level) in levels.iter().enumerate() {
                let name = called(document, level);
                named(ui, &name, level.words.as_deref());
                let now = level.value.to_string();
                let typed = ui.scope(|ui| {
                    ui.set_min_width(VALUE);
                    let id = id.with(("starting level", at));
                    text_field(ui, id, &name, "none", &now, VALUE)
                });
                ui.end_row();
                if let Some(value) = typed.inner.and_then(|text| text.trim().parse().ok())
                    && value != level.value
                {
                    // Words that were said of another number say nothing of this one.
                    let insert = vec![Level { value, words: None, ..level.clone() }];
                    requests.push(Request::edit(Edit::splice(List::Levels, at, 1, insert)));
                }
            }
            for level in missing {
                named(ui, &called(document, &level), None);
                if ui.button("Give it a number").clicked() {
                    let (at, insert) = (levels.len(), vec![level]);
                    requests.push(Request::edit(Edit::splice(List::Levels, at, 0, insert)));
                }
                ui.end_row();
            }
        });
    });
}

/// What a level is called, and below it what its number means where that is said: each in one line,
/// as a grid would break them after each letter.
fn named(ui: &mut Ui, name: &str, words: Option<&str>) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let colour = palette(ui).quiet;
        ui.add(Label::new(RichText::new(name).color(colour)).extend());
        if let Some(words) = words {
            ui.add(Label::new(RichText::new(words).small().color(colour)).extend());
        }
    });
}

/// `Morale, Allied Powers`.
fn called(document: &Document, level: &Level) -> String {
    let ruleset = document.ruleset();
    let side = ruleset.sides.iter().find(|side| side.id == level.side);
    let nation = level.nation.as_ref().map(|id| {
        let nation = ruleset.nations.iter().find(|nation| nation.id == *id);
        nation.map_or(id.as_str(), |nation| nation.name.as_str())
    });
    let whose = nation.or(side.map(|side| side.name.as_str())).unwrap_or(&level.side);
    let mut name = id_in_words(&level.id);
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{name}, {whose}")
}

/// The optional rules of the ruleset, each a switch.
pub fn optional_rules(
    ui: &mut Ui,
    document: &Document,
    editable: bool,
    requests: &mut Vec<Request>,
) {
    let known = &document.ruleset().optional_rules;
    if known.is_empty() {
        return;
    }
    heading(ui, "Optional rules");
    let in_force = &document.scenario().optional_rules;
    for rule in known {
        ui.horizontal_wrapped(|ui| {
            let mut on = in_force.contains(&rule.id);
            if ui.add_enabled(editable, egui::Checkbox::new(&mut on, &rule.name)).changed() {
                let mut rules = in_force.clone();
                match on {
                    true => rules.push(rule.id.clone()),
                    false => rules.retain(|id| *id != rule.id),
                }
                // In the order of the rule book, whatever came first.
                let place = |id: &String| known.iter().position(|known| known.id == *id);
                rules.sort_by_key(|id| place(id).unwrap_or(usize::MAX));
                requests.push(Request::edit(Edit::SetOptionalRules { rules }));
            }
            if let Some(number) = &rule.rule
                && ui.link(number).on_hover_text("What the rule asks.").clicked()
            {
                requests.push(Request::ShowRule(number.clone()));
            }
        });
    }
    let unknown = in_force.iter().filter(|id| known.iter().all(|rule| rule.id != **id));
    for id in unknown {
        quiet(ui, format!("{id}: the ruleset has no such rule."));
    }
}
