//! The layers of a recipe as a list.

use egui::{RichText, Ui};
use salient_cartography::unused::layers_in_use;
use salient_output::plural;

use super::{ask, set};
use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{card, full_button, heading, icon_button, quiet};
use crate::recipe::OpenRecipe;
use crate::request::Request;
use crate::request::map::RecipeRequest;

/// Shows the layers.
pub fn show(ui: &mut Ui, open: &mut OpenRecipe, requests: &mut Vec<Request>) {
    heading(ui, "Layers");
    let looks: Vec<Result<String, String>> = open
        .looks(ui.ctx())
        .iter()
        .map(|look| look.as_ref().map(|contents| in_words(contents.shapes)).map_err(Clone::clone))
        .collect();
    let recipe = &open.recipe;
    let used = layers_in_use(recipe);
    let last = recipe.layers.len().saturating_sub(1);
    for (at, layer) in recipe.layers.iter().enumerate() {
        let is_used = used.contains(layer.id.as_str());
        card(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(egui::Label::new(RichText::new(&layer.id).strong()).truncate());
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    let name = format!("Remove layer {}", layer.id);
                    let hover = if is_used { "Rules use it" } else { "No rule uses it" };
                    let button = icon_button(ui, Icon::Close, &name, !is_used);
                    if button.on_hover_text(hover).clicked() {
                        let mut recipe = recipe.clone();
                        recipe.layers.remove(at);
                        requests.push(set(recipe));
                    }
                    for (icon, word, can, to) in [
                        (Icon::Down, "down", at < last, at + 1),
                        (Icon::Up, "up", at > 0, at.saturating_sub(1)),
                    ] {
                        let name = format!("Move layer {} {word}", layer.id);
                        if icon_button(ui, icon, &name, can).clicked() {
                            let mut recipe = recipe.clone();
                            recipe.layers.swap(at, to);
                            requests.push(set(recipe));
                        }
                    }
                });
            });
            quiet(ui, &layer.file);
            match looks.get(at) {
                Some(Ok(words)) => drop(quiet(ui, format!("{words}; {}", layer.source))),
                Some(Err(why)) => {
                    ui.add(egui::Label::new(RichText::new(why).color(palette(ui).error)).wrap());
                }
                None => drop(quiet(ui, "Reading …")),
            }
            if !is_used {
                ui.label(RichText::new("No rule uses it.").color(palette(ui).warning));
            }
        });
    }
    if full_button(ui, Some(Icon::Open), "Add a layer…", true, false).clicked() {
        requests.push(ask(RecipeRequest::AskLayer));
    }
}

fn in_words(shapes: [usize; 3]) -> String {
    let words = ["point", "line", "area"];
    let some = shapes.iter().zip(words).filter(|(count, _)| **count > 0);
    let list: Vec<String> = some.map(|(count, word)| plural(*count, word)).collect();
    if list.is_empty() { "nothing in it".to_owned() } else { list.join(", ") }
}
