//! The form of a kind of terrain, feature, hexside, path or line: what it costs, what it does, how
//! it looks.

use egui::{Id, Ui};
use salient_document::Document;
use salient_schema::ruleset::{Condition, Effect, Kind, Look, Mark};
use salient_schema::{Defined, Ruleset};

use super::fields::{
    colour, list, maybe_number, maybe_text, named_tick, number, remove, text, tick,
};
use crate::look::icons::Icon;
use crate::look::picture_choice::{Choices, picture_choice};
use crate::look::swatches::{Of, sample_of};
use crate::look::widgets::{card, field, heading, quiet, text_button, text_field};
use crate::pages::schedule::{choice, provenance_choice};

/// Shows the form. What is changed is changed in `kind`; gives whether that is a draft.
pub fn show(ui: &mut Ui, id: Id, document: &Document, of: Defined, kind: &mut Kind) -> bool {
    let what = of.words();
    let before = kind.clone();
    card(ui, |ui| {
        text(ui, id.with("name"), "Name", &format!("Name of the {what}"), &mut kind.name);
        text(ui, id.with("id"), "Id", &format!("Id of the {what}"), &mut kind.id);
    });
    heading(ui, "Cost and effect");
    card(ui, |ui| {
        field(ui, "Movement", |ui| {
            let name = "Movement points";
            maybe_number(ui, id.with("movement"), name, "none", &mut kind.movement);
            quiet(ui, movement_words(of));
        });
        tick(ui, "Entry", "Impassable: no unit may enter or cross", &mut kind.impassable);
        if kind.impassable {
            quiet(
                ui,
                "An effect below with movement points lets its units in, as ships on the sea.",
            );
        }
        number(ui, id.with("defence"), "Defence", "Defence die modifier", &mut kind.defence);
        list(ui, id.with("traits"), "Traits", "Traits that the rules know", &mut kind.traits);
        maybe_text(ui, id.with("rule"), "Rule", "Rule that it comes from", &mut kind.rule);
        field(ui, "Source", |ui| {
            let name = "Where its numbers come from";
            if let Some(from) = provenance_choice(ui, name, id.with("source"), kind.provenance) {
                kind.provenance = from;
            }
        });
    });
    heading(ui, "Effects under conditions");
    card(ui, |ui| effects(ui, id.with("effects"), document.ruleset(), &mut kind.effects));
    heading(ui, "Look");
    let drafting = card(ui, |ui| look(ui, id.with("look"), document, of, kind));
    // What the data contract bounds is kept within bounds.
    kind.movement = kind.movement.map(|cost| cost.clamp(0, 1000));
    kind.defence = kind.defence.clamp(-20, 20);
    drafting && before.look != kind.look
}

fn movement_words(of: Defined) -> &'static str {
    match of {
        Defined::Feature => "points to enter, in place of the terrain's",
        Defined::Hexside => "points to cross, added",
        _ => "points to enter",
    }
}

fn look(ui: &mut Ui, id: Id, document: &Document, of: Defined, kind: &mut Kind) -> bool {
    field(ui, "Drawn", |ui| {
        let marks: Vec<(Mark, String)> =
            Mark::ALL.iter().map(|mark| (*mark, mark.text().to_owned())).collect();
        // Each in the kind's own colours and width.
        let scene = |mark: &Mark| {
            let look = Look { mark: *mark, ..kind.look.clone() };
            let drawn = Of::drawn_as(of).unwrap_or(Of::Terrain);
            sample_of(document, drawn, Kind { look, ..kind.clone() })
        };
        let Look { fill, ink, width, mark } = &kind.look;
        let made_for = (document.revision(), fill, ink, width.map(f32::to_bits));
        let choices = Choices { all: &marks, now: mark, scene };
        let chosen = picture_choice(ui, id.with("mark"), "What is drawn", made_for, &choices);
        if let Some(mark) = chosen {
            kind.look.mark = mark;
        }
    });
    let look = &mut kind.look;
    let mut drafting = false;
    if of == Defined::Terrain || look.fill.is_some() {
        drafting |= colour(ui, id.with("fill"), "Ground", "Colour of the ground", &mut look.fill);
    }
    drafting |= colour(ui, id.with("ink"), "Ink", "Colour of what is drawn", &mut look.ink);
    field(ui, "Line width", |ui| {
        let shown = look.width.map(|width| width.to_string()).unwrap_or_default();
        let typed = text_field(ui, id.with("width"), "Line width", "the mark's own", &shown, 110.0);
        match typed {
            Some(typed) if typed.trim().is_empty() => look.width = None,
            Some(typed) => {
                let width = typed.trim().replace(',', ".").parse::<f32>().ok();
                let width = width.filter(|width| width.is_finite());
                look.width = width.map(|width| width.clamp(0.0, 1.0)).or(look.width);
            }
            None => {}
        }
        quiet(ui, "in hex widths, 0 to 1");
    });
    drafting
}

/// What it does under conditions, a card of lines each.
fn effects(ui: &mut Ui, id: Id, ruleset: &Ruleset, effects: &mut Vec<Effect>) {
    let mut gone = None;
    for (at, effect) in effects.iter_mut().enumerate() {
        let (id, number) = (id.with(at), at + 1);
        condition(ui, id, number, ruleset, &mut effect.when);
        ui.horizontal_wrapped(|ui| {
            let mut one = |label: &str, now: &mut Option<i32>| {
                ui.label(label);
                let name = format!("{label}, effect {number}");
                maybe_number(ui, id.with(label), &name, "as is", now);
            };
            one("Movement", &mut effect.movement);
            one("Defence", &mut effect.defence);
            one("Shift", &mut effect.shift);
            let name = format!("Not allowed, effect {number}");
            named_tick(ui, &name, "Not allowed", &mut effect.prohibited);
            let rule = effect.rule.clone().unwrap_or_default();
            let name = format!("Rule, effect {number}");
            if let Some(rule) = text_field(ui, id.with("rule"), &name, "rule", &rule, 80.0) {
                effect.rule = Some(rule.trim().to_owned()).filter(|rule| !rule.is_empty());
            }
            if remove(ui, &format!("Remove effect {number}")) {
                gone = Some(at);
            }
        });
        ui.separator();
    }
    if let Some(at) = gone {
        effects.remove(at);
    }
    if effects.is_empty() {
        quiet(ui, "None: it is the same for everybody, in any weather.");
    }
    if text_button(ui, Some(Icon::Plus), "Add an effect", true).clicked() {
        effects.push(Effect::default());
    }
}

/// When an effect holds: every given part must.
fn condition(ui: &mut Ui, id: Id, number: usize, ruleset: &Ruleset, when: &mut Condition) {
    let some = |list: Vec<(String, String)>, any: &str| -> Vec<(Option<String>, String)> {
        let first = [(None, any.to_owned())].into_iter();
        first.chain(list.into_iter().map(|(id, name)| (Some(id), name))).collect()
    };
    let words = |list: &[&str]| -> Vec<(String, String)> {
        list.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect()
    };
    let sides = ruleset.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect();
    let layout = &ruleset.counters;
    let types = layout.types.iter().map(|unit| (unit.id.clone(), unit.name.clone()));
    let traits = layout.traits.iter().map(|one| (one.id.clone(), one.name.clone()));
    let units: Vec<_> = types.chain(traits).collect();
    let usage = words(&["movement", "attack", "retreat", "fire"]);
    let slope = words(&["up", "down"]);
    ui.horizontal_wrapped(|ui| {
        let mut one =
            |label: &str, list: Vec<(Option<String>, String)>, now: &mut Option<String>| {
                let name = format!("{label}, effect {number}");
                if let Some(chosen) = choice(ui, &name, id.with(label), &list, now) {
                    *now = chosen;
                }
            };
        one("Side", some(sides, "any side"), &mut when.side);
        one("Units", some(units, "any unit"), &mut when.unit);
        one("Use", some(usage, "any use"), &mut when.usage);
        one("Slope", some(slope, "any slope"), &mut when.slope);
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("Weather");
        let now = when.weather.clone().unwrap_or_default();
        let name = format!("Weather, effect {number}");
        if let Some(typed) = text_field(ui, id.with("weather"), &name, "any weather", &now, 110.0) {
            when.weather = Some(typed.trim().to_owned()).filter(|typed| !typed.is_empty());
        }
        let words = "Only if every attacker comes across it";
        named_tick(ui, &format!("{words}, effect {number}"), words, &mut when.all_attackers);
    });
}
