//! The rules of a recipe as lines: on or off, in order, with their numbers; and new ones.

use egui::{ComboBox, Id, RichText, Ui};
use salient_cartography::form::{Become, Distance, Row, add_rule, move_rule, rows, set_distance};
use salient_document::Document;
use salient_schema::ruleset::Kind;

use super::{ask, set};
use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{card, field, full_button, heading, icon_button, quiet, text_field};
use crate::recipe::OpenRecipe;
use crate::request::Request;
use crate::request::map::RecipeRequest;

/// A rule that is being put together.
#[derive(Debug, Default)]
pub struct NewRule {
    layer: String,
    only: Option<(String, String)>,
    becomes: Option<Become>,
}

/// Shows the rules.
pub fn show(
    ui: &mut Ui,
    open: &mut OpenRecipe,
    document: &Document,
    new: &mut NewRule,
    requests: &mut Vec<Request>,
) {
    heading(ui, "Rules");
    let rows = rows(&open.recipe);
    for row in &rows {
        rule(ui, open, row, requests);
    }
    for (at, aside) in open.aside.iter().enumerate() {
        let mut on = false;
        let text = RichText::new(&aside.row.text).color(palette(ui).quiet);
        if ui.checkbox(&mut on, text).changed() {
            requests.push(ask(RecipeRequest::TakeUp(at)));
        }
    }
    if !open.aside.is_empty() {
        quiet(ui, "What is off stands in no file: it goes when the recipe is closed.");
    }
    new_rule(ui, open, document, new, requests);
}

fn rule(ui: &mut Ui, open: &OpenRecipe, row: &Row, requests: &mut Vec<Request>) {
    let Row { list, at, text, distance } = row;
    ui.horizontal(|ui| {
        let mut on = true;
        let right = egui::Layout::right_to_left(egui::Align::Center);
        let moves = [
            (Icon::Down, "down", at + 1 < list.len(&open.recipe), at + 1),
            (Icon::Up, "up", *at > 0, at.saturating_sub(1)),
        ];
        let width = ui.available_width() - 60.0;
        ui.allocate_ui(egui::vec2(width, 20.0), |ui| {
            if ui.checkbox(&mut on, text).changed() {
                requests.push(ask(RecipeRequest::PutAside(*list, *at)));
            }
        });
        ui.with_layout(right, |ui| {
            for (icon, word, can, to) in moves {
                let name = format!("Move rule {word}: {text}");
                if icon_button(ui, icon, &name, can).clicked() {
                    let mut recipe = open.recipe.clone();
                    move_rule(&mut recipe, *list, *at, to);
                    requests.push(set(recipe));
                }
            }
        });
    });
    let Some(distance) = distance else { return };
    let (name, hint, now, unit) = match distance {
        Distance::Share(share) => {
            let now = share.map(|share| (share * 100.0).round().to_string());
            ("Least share", "centre", now, "% of a hex")
        }
        Distance::Shortest(shortest) => {
            ("Shortest", "any", shortest.map(|hexes| hexes.to_string()), "hexes")
        }
    };
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        quiet(ui, name);
        let id = Id::unique(("rule number", *list as usize, *at));
        let label = format!("{name}: {text}");
        let now = now.unwrap_or_default();
        if let Some(typed) = text_field(ui, id, &label, hint, &now, 56.0)
            && let Some(to) = number(*distance, typed.trim())
        {
            let mut recipe = open.recipe.clone();
            set_distance(&mut recipe, *list, *at, to);
            requests.push(set(recipe));
        }
        quiet(ui, unit);
    });
}

/// A number as it is typed; nothing where it is none.
fn number(like: Distance, typed: &str) -> Option<Distance> {
    let number = match typed {
        "" => None,
        text => Some(text.parse::<f64>().ok().filter(|number| number.is_finite())?),
    };
    Some(match like {
        Distance::Share(_) => {
            Distance::Share(number.map(|percent| (percent / 100.0).clamp(0.001, 1.0)))
        }
        Distance::Shortest(_) => Distance::Shortest(number.map(|hexes| hexes.clamp(0.0, 10_000.0))),
    })
}

fn new_rule(
    ui: &mut Ui,
    open: &mut OpenRecipe,
    document: &Document,
    new: &mut NewRule,
    requests: &mut Vec<Request>,
) {
    if open.recipe.layers.is_empty() {
        quiet(ui, "Rules say what becomes of layers: add a layer first.");
        return;
    }
    card(ui, |ui| {
        ui.label("Let things of a layer become …");
        let place = open.recipe.layers.iter().position(|layer| layer.id == new.layer);
        let place = place.unwrap_or(0);
        new.layer = open.recipe.layers.get(place).map(|l| l.id.clone()).unwrap_or_default();
        let layers: Vec<String> = open.recipe.layers.iter().map(|l| l.id.clone()).collect();
        field(ui, "Layer", |ui| {
            ui.name_inputs("Layer of the new rule", |ui| {
                ComboBox::from_id_salt("rule layer").selected_text(&new.layer).show_ui(ui, |ui| {
                    for layer in &layers {
                        if ui.selectable_label(*layer == new.layer, layer).clicked() {
                            (new.layer, new.only) = (layer.clone(), None);
                        }
                    }
                })
            });
        });
        let all = "all";
        let only = new.only.as_ref().map(|(property, value)| format!("{property} {value}"));
        let look = open.looks(ui.ctx()).get(place).and_then(|look| look.as_ref().ok());
        field(ui, "Things", |ui| {
            ui.name_inputs("Things of the new rule", |ui| {
                ComboBox::from_id_salt("rule things")
                    .selected_text(only.as_deref().unwrap_or(all))
                    .show_ui(ui, |ui| {
                        if ui.selectable_label(new.only.is_none(), all).clicked() {
                            new.only = None;
                        }
                        for (property, values) in look.iter().flat_map(|look| &look.properties) {
                            for value in values {
                                let text = format!("{property} {value}");
                                if ui.selectable_label(false, text).clicked() {
                                    new.only = Some((property.clone(), value.clone()));
                                }
                            }
                        }
                    })
            });
        });
        let chosen = new.becomes.as_ref().map_or_else(|| "choose".to_owned(), in_words);
        field(ui, "Become", |ui| {
            ui.name_inputs("Kind of the new rule", |ui| {
                ComboBox::from_id_salt("rule kind").selected_text(chosen).show_ui(ui, |ui| {
                    for becomes in kinds(document) {
                        if ui.selectable_label(false, in_words(&becomes)).clicked() {
                            new.becomes = Some(becomes);
                        }
                    }
                })
            });
        });
        let ready = new.becomes.is_some();
        if full_button(ui, Some(Icon::Tick), "Add the rule", ready, false).clicked()
            && let Some(becomes) = new.becomes.take()
        {
            let mut recipe = open.recipe.clone();
            let only = new.only.take();
            let only = only.as_ref().map(|(property, value)| (property.as_str(), value.as_str()));
            add_rule(&mut recipe, &new.layer, only, &becomes);
            requests.push(set(recipe));
        }
    });
}

/// All that things can become, by what the ruleset defines.
fn kinds(document: &Document) -> impl Iterator<Item = Become> {
    fn each(kinds: &[Kind], make: fn(String) -> Become) -> impl Iterator<Item = Become> {
        kinds.iter().map(move |kind| make(kind.id.clone()))
    }
    let ruleset = document.ruleset();
    each(&ruleset.terrain, Become::Terrain)
        .chain(each(&ruleset.features, Become::Feature))
        .chain(each(&ruleset.hexsides, Become::Hexside))
        .chain(each(&ruleset.paths, Become::Path))
}

fn in_words(becomes: &Become) -> String {
    match becomes {
        Become::Terrain(kind) => format!("terrain: {kind}"),
        Become::Feature(kind) => format!("feature: {kind}"),
        Become::Hexside(kind) => format!("hexside: {kind}"),
        Become::Path(kind) => format!("path: {kind}"),
    }
}
