//! The selected hex: terrain, features, hexsides, stack; or several hexes at once.

mod control;
mod edges;
mod features;
mod fields;
mod group;
mod words;

use egui::{ComboBox, Id, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use salient_document::set_up::begins_in_words;
use salient_document::{Edit, PlacedCounter, Selection};
use salient_hex::grid::Hex;
use salient_output::plural;
use salient_rules::game::Intelligence;
use salient_schema::order_of_battle::Counter;
use salient_schema::words::capital;

use self::edges::Edges;
use self::group::Group;
use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, field, heading, icon_button, quiet};
use crate::map::begins;
use crate::map::stacks::{Counters, Standing, stack_in};
use crate::pages::scenario::start;
use crate::request::Request;
use words::{kind_in_words, kind_name};

/// The side of a counter in the stack's list, in points.
const COUNTER: f32 = 56.0;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct HexTab {
    edges: Edges,
    group: Group,
}

impl HexTab {
    /// Shows the tab.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &InspectorInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        ScrollArea::vertical().auto_shrink(false).id_salt("hex").show(ui, |ui| {
            let selection = input.document.selection();
            match (selection.hexes.as_slice(), selection.hex) {
                ([_, _, ..], _) => self.group.show(ui, input, requests),
                (_, Some(hex)) => self.show_hex(ui, input, hex, counters, requests),
                (&[hex], None) => self.show_hex(ui, input, hex, counters, requests),
                ([], None) => show_scenario(ui, input, requests),
            }
        });
    }

    fn show_hex(
        &mut self,
        ui: &mut Ui,
        input: &InspectorInput<'_>,
        hex: Hex,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        let label = document.grid().label(hex);
        let name = document.features_at(hex).find_map(|feature| feature.name.clone());
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("Hex {label}")).font(theme::strong(22.0)));
            // A hex that is half on one board and half on another has a number on each.
            let numbers = document.map().grid.print_all(document.grid().index(hex));
            if let [_, others @ ..] = numbers.as_slice()
                && !others.is_empty()
            {
                ui.label(RichText::new(others.join(", ")).color(palette(ui).quiet));
            }
            if let Some(name) = name {
                ui.label(RichText::new(name).size(17.0).color(palette(ui).quiet));
            }
        });
        let editable = input.test_run.lets_edit();
        let stack = stack_in(input.document, input.test_run, hex);
        let stack = stack.as_slice();
        if !stack.is_empty() {
            heading(ui, if stack.len() == 1 { "Counter" } else { "Counters" });
        }
        let states = input.test_run.game().map(|game| game.stack_in_words(hex));
        let states = states.unwrap_or_default();
        for (place, standing) in stack.iter().enumerate() {
            let at = (place, standing, stack.len());
            let so = states.get(place).map(|(_, states)| states.join(", ")).unwrap_or_default();
            show_counter(ui, input, (hex, &label, &so), at, counters, requests);
        }
        ui.add_enabled_ui(editable, |ui| {
            heading(ui, "Ground");
            terrain(ui, input, hex, &label, requests);
            control::show(ui, input.document, &[hex], requests);
            heading(ui, "Features");
            features::show(ui, input, hex, &label, requests);
            self.edges.show(ui, input, hex, requests);
        });
        ui.add_space(theme::GROUP_GAP);
    }
}

/// What the scenario is, while no hex is selected.
fn show_scenario(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let scenario = document.scenario();
    ui.heading(&scenario.title);
    let (ruleset, map) = (&document.ruleset().title, &document.map().title);
    // A new game, its map and its scenario begin with one name.
    if ruleset != map {
        quiet(ui, format!("{ruleset} · {map}"));
    } else if *ruleset != scenario.title {
        quiet(ui, ruleset.as_str());
    }
    ui.add_space(theme::GAP);
    card(ui, |ui| {
        let turns = scenario.turns.len();
        let span = match (scenario.turns.first(), scenario.turns.last()) {
            (Some(only), Some(_)) if turns == 1 => format!("1, {}", only.label),
            (Some(first), Some(last)) => format!("{turns}, {} to {}", first.label, last.label),
            _ => "none".to_owned(),
        };
        let grid = document.grid();
        let placed: usize =
            scenario.setup.placements.iter().map(|placement| placement.counters.len()).sum();
        let set_aside = document.set_aside();
        let left = |pool: bool| -> usize {
            let unplaced = document
                .unplaced_counters()
                .filter(|(counter, _)| !set_aside.contains(&counter.id));
            unplaced.filter(|(counter, _)| (counter.count > 1) == pool).map(|(_, left)| left).sum()
        };
        for (name, value) in [
            ("Game-turns", span),
            ("Map", format!("{} × {} hexes", grid.columns(), grid.rows())),
            ("Set up", plural(placed, "counter")),
            ("Not placed", plural(left(false), "counter")),
            ("In pools", plural(left(true), "counter")),
        ] {
            field(ui, name, |ui| ui.add(egui::Label::new(value).wrap()));
        }
    });
    ui.add_space(theme::GAP);
    quiet(ui, "Click a hex to see and change what is in it.");
    let editable = input.test_run.lets_edit();
    start::levels(ui, Id::unique("inspector"), document, editable, requests);
    start::optional_rules(ui, document, editable, requests);
    if !scenario.notes.is_empty() {
        heading(ui, "Notes");
        for note in &scenario.notes {
            ui.add(egui::Label::new(note).wrap());
            ui.add_space(2.0);
        }
    }
}

fn terrain(
    ui: &mut Ui,
    input: &InspectorInput<'_>,
    hex: Hex,
    label: &str,
    requests: &mut Vec<Request>,
) {
    let kinds = &input.document.ruleset().terrain;
    let now = input.document.terrain_at(hex);
    let name = now.map_or("unreadable", |id| kind_name(kinds, id));
    let chosen = ui.name_inputs("Terrain", |ui| {
        ComboBox::from_id_salt("terrain").selected_text(name).width(200.0).show_ui(ui, |ui| {
            kinds
                .iter()
                .filter(|kind| {
                    ui.selectable_label(now == Some(&kind.id), kind_in_words(kind)).clicked()
                })
                .map(|kind| kind.id.clone())
                .last()
        })
    });
    if let Some(kind) = chosen.inner.flatten()
        && now != Some(&kind)
    {
        requests.push(Request::edit(Edit::SetTerrain { hex: label.to_owned(), kind }));
    }
}

fn show_counter(
    ui: &mut Ui,
    input: &InspectorInput<'_>,
    (hex, label, so): (Hex, &str, &str),
    (place, standing, height): (usize, &Standing, usize),
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let document = input.document;
    let Standing { counter: id, face, intelligence } = standing;
    let counter = document.counter(id);
    let editable = input.test_run.lets_edit();
    let placed = PlacedCounter { counter: id.clone(), hex };
    let selected = editable && document.selection().counters.contains(&placed);
    ui.push_id(("stack", place), |ui| {
        ui.horizontal(|ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(COUNTER, COUNTER), Sense::click());
            let name = standing.name(document);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, selected, format!("Counter {name}"))
            });
            if selected || response.hovered() {
                let ink = palette(ui).accent;
                ui.painter().rect_filled(rect.expand(1.0), 6.0, ink.gamma_multiply(0.35));
            }
            let pixels = ui.pixels_per_point();
            let side = COUNTER - 6.0;
            counters.paint_one(ui.painter(), standing.shown(), rect.center(), side, pixels);
            if response.clicked() && editable {
                requests.push(Request::Select(Selection::of_counter(id.clone(), hex)));
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.label(RichText::new(name).font(theme::strong(15.0)));
                let told = counter.map(|counter| in_words(input, counter, *face));
                for line in match intelligence {
                    Intelligence::Full => [told, None],
                    Intelligence::Identity => [told, Some("Its strength is not known".to_owned())],
                    Intelligence::Presence => [None, None],
                } {
                    line.map(|line| quiet(ui, line));
                }
                if !so.is_empty() {
                    ui.add(egui::Label::new(RichText::new(so).font(theme::strong(13.5))).wrap());
                }
                if editable {
                    ui.horizontal(|ui| {
                        let at = (label, id, *face);
                        counter_buttons(ui, at, (place, height), counter, requests);
                        let placed = std::slice::from_ref(&placed);
                        begins::button(ui, "Begins as", document, placed, requests);
                    });
                }
                // Below the buttons, so that the menu that hangs from them stays where it is.
                if input.test_run.game().is_none()
                    && let Some(entry) =
                        document.stack_at(hex).into_iter().find(|entry| entry.counter == id)
                {
                    let words = begins_in_words(document, entry.placement);
                    if !words.is_empty() {
                        ui.label(RichText::new(capital(&words)).size(13.5));
                    }
                }
            });
        });
    });
}

fn counter_buttons(
    ui: &mut Ui,
    (label, id, face): (&str, &String, u8),
    (place, height): (usize, usize),
    counter: Option<&Counter>,
    requests: &mut Vec<Request>,
) {
    let faces = counter.map_or(1, |counter| counter.faces.len());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        if height > 1 && icon_button(ui, Icon::Up, "To the top of the stack", place > 0).clicked() {
            requests.push(Request::edit(Edit::MoveCounter {
                counter: id.clone(),
                from: label.to_owned(),
                to: label.to_owned(),
                index: Some(0),
            }));
        }
        if faces > 1 && icon_button(ui, Icon::Flip, "Turn over", true).clicked() {
            requests.push(Request::edit(Edit::TurnCounter {
                counter: id.clone(),
                hex: label.to_owned(),
                face: (face + 1) % (faces.min(255) as u8),
            }));
        }
        if icon_button(ui, Icon::Remove, "Take off the map", true).clicked() {
            requests.push(Request::edit(Edit::RemoveCounter {
                counter: id.clone(),
                hex: label.to_owned(),
            }));
        }
    });
}

/// Type, size and formation of a counter.
fn in_words(input: &InspectorInput<'_>, counter: &Counter, face: u8) -> String {
    let bundle = input.document.bundle();
    let layout = &bundle.ruleset.counters;
    let face = counter.faces.get(usize::from(face));
    let unit_type = face.and_then(|face| face.unit_type.as_ref()).unwrap_or(&counter.unit_type);
    let size = face.and_then(|face| face.size.as_ref()).or(counter.size.as_ref());
    let type_name = layout.types.iter().find(|kind| kind.id == *unit_type).map(|kind| &kind.name);
    let size = layout.sizes.iter().find(|kind| Some(&kind.id) == size);
    // A size without a mark is none that a counter prints: a leader's.
    let size_name = size.filter(|kind| !kind.mark.is_empty()).map(|kind| &kind.name);
    let formation = bundle
        .orders_of_battle
        .iter()
        .flat_map(|oob| &oob.formations)
        .find(|formation| Some(&formation.id) == counter.formation.as_ref())
        .map(|formation| &formation.name);
    // A headquarters of the size "headquarters" is one all the same.
    let size_name = size_name.filter(|size| Some(*size) != type_name);
    let kind: Vec<&str> =
        [type_name, size_name].into_iter().flatten().map(String::as_str).collect();
    let mut text = kind.join(" ").to_lowercase();
    if let Some(formation) = formation {
        text.push_str(&format!(", {formation}"));
    }
    capital(&text)
}
