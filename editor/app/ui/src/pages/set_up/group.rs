//! A group that its owner places in a zone: its conditions, kept or not, and placing on request.

use egui::{RichText, Sense, Ui};
use salient_document::Document;
use salient_document::set_up::{Op, Section, Within, asked_in_words, condition_in_words, to_place};
use salient_document::tools::area::hexes as hexes_in_words;
use salient_rules::set_up::{ConditionState, Kept};
use salient_schema::map::Zone;
use salient_schema::scenario::{FreePlacement, PlacementCondition};

use super::group_at;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{icon_button, primary_button, text_button, text_field};
use crate::map::CarriedCounter;
use crate::pages::PageInput;
use crate::request::Request;

const LINE: f32 = 26.0;

/// The height of a group's card without its counters, in points.
pub(super) fn height(conditions: usize) -> f32 {
    102.0 + LINE * conditions.max(1) as f32
}

pub(super) fn show(
    ui: &mut Ui,
    section: &Section,
    at: usize,
    states: &[ConditionState],
    seed: u64,
    input: &PageInput<'_>,
    requests: &mut Vec<Request>,
) {
    let Some(group) = group_at(input, at) else { return };
    ui.add_space(6.0);
    let colours = palette(ui);
    let rect = ui.available_rect_before_wrap().shrink2(egui::vec2(0.0, 4.0));
    let target = ui.interact(rect, ui.scope_id().with("zone"), Sense::hover());
    let carried = target.dnd_hover_payload::<CarriedCounter>().is_some();
    let edge = if carried { colours.accent } else { colours.line };
    ui.painter().rect(
        rect,
        7.0,
        colours.card,
        egui::Stroke::new(if carried { 2.0 } else { 1.0 }, edge),
        egui::StrokeKind::Inside,
    );
    let inner = egui::UiBuilder::new().max_rect(rect.shrink2(egui::vec2(12.0, 8.0)));
    ui.scope_builder(inner, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(&section.title).font(theme::strong(16.0)));
            if let Some(front) = &group.front {
                let words = format!("front: {}", zone_name(input, front));
                ui.label(RichText::new(words).color(colours.quiet));
            }
            if let Some(rule) = &section.note
                && ui.link(rule).on_hover_text("What the rule asks.").clicked()
            {
                requests.push(Request::ShowRule(rule.clone()));
            }
            let words = match group.counters.len() {
                0 => "All are placed.".to_owned(),
                1 => "One is still to be placed.".to_owned(),
                count => format!("{count} are still to be placed."),
            };
            ui.add(egui::Label::new(RichText::new(words).color(colours.quiet)).truncate());
        });
        if group.conditions.is_empty() {
            let words = RichText::new("No conditions: anywhere in the zone.").color(colours.quiet);
            ui.add(egui::Label::new(words).truncate());
        }
        for (number, (condition, state)) in group.conditions.iter().zip(states).enumerate() {
            ui.push_id(number, |ui| {
                line(ui, group, at, number, condition, state, input, requests);
            });
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let able = input.editing && !group.counters.is_empty();
            let place = primary_button(ui, Some(Icon::Counter), "Place these for me", able);
            let hint = "Finds a legal place for each so that all conditions are kept. Undo and \
                        press again for another way.";
            if place.on_hover_text(hint).clicked() {
                requests.push(Request::SetUp(Op::PlaceGroup { group: at, seed }));
            }
            if input.editing {
                add_condition(ui, group, at, input, requests);
                let words = "Remove this group";
                let remove = match ui.available_width() > 180.0 {
                    true => text_button(ui, Some(Icon::Remove), words, true),
                    false => icon_button(ui, Icon::Remove, words, true),
                };
                if remove.clicked() {
                    requests.push(Request::SetUp(Op::RemoveGroup { group: at }));
                }
            }
        });
    });
    if let Some(carried) = target.dnd_release_payload::<CarriedCounter>()
        && input.editing
    {
        requests.push(Request::SetUp(Op::ToGroup { counter: carried.0.clone(), group: at }));
    }
}

/// A condition: kept, not yet or broken, in colour, sign and words.
#[expect(clippy::too_many_arguments, reason = "a line of the card")]
fn line(
    ui: &mut Ui,
    group: &FreePlacement,
    at: usize,
    number: usize,
    condition: &PlacementCondition,
    state: &ConditionState,
    input: &PageInput<'_>,
    requests: &mut Vec<Request>,
) {
    let colours = palette(ui);
    let (icon, tint, word) = match state.kept {
        Kept::Kept => (Icon::Tick, colours.good, "kept"),
        Kept::NotYet => (Icon::Note, colours.quiet, "not yet"),
        Kept::Broken => (Icon::Error, colours.error, "broken"),
    };
    let (map, ruleset) = (input.document.map(), input.document.ruleset());
    let words = asked_in_words(condition, group, map, ruleset);
    ui.horizontal(|ui| {
        ui.set_min_height(LINE - 2.0);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), Sense::hover());
        crate::look::icons::paint(ui.painter(), rect, icon, tint);
        let count = match condition {
            PlacementCondition::AtMostPerHex { .. } => String::new(),
            _ => format!(", {} of {}", state.done, state.asked),
        };
        let text = format!("{words}: {word}{count}.");
        // What removes it stands at the right edge, whatever room the words have.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = format!("Remove the condition: {words}");
            if input.editing && icon_button(ui, Icon::Remove, &remove, true).clicked() {
                let mut conditions = group.conditions.clone();
                conditions.remove(number);
                requests.push(Request::SetUp(Op::SetConditions { group: at, conditions }));
            }
            if input.editing
                && let Some(changed) = other_number(ui, condition, &words)
            {
                let mut conditions = group.conditions.clone();
                if let Some(condition) = conditions.get_mut(number) {
                    *condition = changed;
                }
                requests.push(Request::SetUp(Op::SetConditions { group: at, conditions }));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let open = state.hexes.first();
                match open.and_then(|label| input.document.grid().parse(label)) {
                    Some(hex) => {
                        let text = RichText::new(&text).color(ui.visuals().hyperlink_color);
                        let label = egui::Label::new(text).truncate().sense(Sense::click());
                        let hexes = state.hexes.join(", ");
                        let shown = ui.add(label).on_hover_text(format!("Show {hexes}"));
                        if shown.clicked() {
                            requests.push(Request::GoTo(hex));
                        }
                    }
                    None => {
                        ui.add(egui::Label::new(&text).truncate());
                    }
                }
            });
        });
    });
}

/// The number of a condition, to be changed. Gives the condition with another one.
fn other_number(
    ui: &mut Ui,
    condition: &PlacementCondition,
    words: &str,
) -> Option<PlacementCondition> {
    let mut changed = condition.clone();
    let (PlacementCondition::AtLeast { count, .. } | PlacementCondition::AtMostPerHex { count }) =
        &mut changed
    else {
        return None;
    };
    let name = format!("How many: {words}");
    let id = ui.scope_id().with("count");
    let typed = text_field(ui, id, &name, "1", &count.to_string(), 34.0)?;
    *count = typed.trim().parse().ok().filter(|count| (1..=999).contains(count))?;
    (changed != *condition).then_some(changed)
}

/// A zone's printed name.
fn zone_name<'d>(input: &PageInput<'d>, id: &'d str) -> &'d str {
    let zone = input.document.map().zones.items.iter().find(|zone| zone.id == id);
    zone.map_or(id, |zone| zone.name.as_str())
}

fn add_condition(
    ui: &mut Ui,
    group: &FreePlacement,
    at: usize,
    input: &PageInput<'_>,
    requests: &mut Vec<Request>,
) {
    let ruleset = input.document.ruleset();
    ui.menu_button("Add a condition", |ui| {
        let mut chosen = None;
        let mut offer = |ui: &mut Ui, condition: PlacementCondition| {
            let there = group.conditions.contains(&condition);
            let words = condition_in_words(&condition, ruleset);
            if ui.add_enabled(!there, egui::Button::new(words)).clicked() {
                chosen = Some(condition);
                ui.close();
            }
        };
        // Only features that stand in the zone, or at its front, can be asked for.
        let features = features_in(group, input);
        let all = || features.iter().cloned().map(Some).chain([None]);
        ui.menu_button("Every hex holds a unit", |ui| {
            for feature in all() {
                offer(ui, PlacementCondition::EveryHexHoldsUnit { feature });
            }
        });
        ui.menu_button("Every hex is held or controlled", |ui| {
            for feature in all() {
                offer(ui, PlacementCondition::EveryHexHoldsUnitOrZoc { feature });
            }
        });
        ui.menu_button("At most so many a hex", |ui| {
            for count in 1..=6 {
                offer(ui, PlacementCondition::AtMostPerHex { count });
            }
        });
        ui.menu_button("At least so many of a type", |ui| {
            for kind in &ruleset.counters.types {
                let unit_type = kind.id.clone();
                offer(ui, PlacementCondition::AtLeast { unit_type, count: 1 });
            }
        });
        ui.menu_button("Conditions are about", |ui| {
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                let zones = input.document.map().zones.items.iter();
                let others = zones.filter(|zone| zone.id != group.zone);
                let all = std::iter::once((None, "the whole zone".to_owned()))
                    .chain(others.map(|zone| (Some(zone.id.clone()), zone.name.clone())));
                for (front, name) in all {
                    let on = group.front == front;
                    if ui.selectable_label(on, name).clicked() && !on {
                        requests.push(Request::SetUp(Op::SetFront { group: at, front }));
                        ui.close();
                    }
                }
            });
        });
        if let Some(condition) = chosen {
            let mut conditions = group.conditions.clone();
            conditions.push(condition);
            requests.push(Request::SetUp(Op::SetConditions { group: at, conditions }));
        }
    });
}

fn features_in(group: &FreePlacement, input: &PageInput<'_>) -> Vec<String> {
    let document = input.document;
    let asked = group.front.as_ref().unwrap_or(&group.zone);
    let zone = document.map().zones.items.iter().find(|zone| zone.id == *asked);
    let hexes = zone.map(|zone| zone.hexes.as_slice()).unwrap_or_default();
    let mut kinds: Vec<String> = hexes
        .iter()
        .filter_map(|label| document.grid().parse(label))
        .flat_map(|hex| document.features_at(hex).map(|feature| feature.kind.clone()))
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// The menu that places what has no place yet: in a zone of the side, or in the selected hexes.
pub(super) fn place_unplaced(
    ui: &mut Ui,
    side: &str,
    seed: u64,
    input: &PageInput<'_>,
    requests: &mut Vec<Request>,
) {
    let document = input.document;
    if !input.editing || to_place(document, side).is_empty() {
        return;
    }
    let mut place = |within: Within| {
        requests.push(Request::SetUp(Op::PlaceUnplaced { side: side.to_owned(), within, seed }));
    };
    let menu = ui.menu_button("Find places for these", |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            let hexes = &document.selection().hexes;
            let words = match hexes.len() {
                0 => "In selected hexes: none are selected".to_owned(),
                count => format!("In the selected hexes ({})", hexes_in_words(count)),
            };
            if ui.add_enabled(!hexes.is_empty(), egui::Button::new(words)).clicked() {
                place(Within::Hexes(hexes.clone()));
                ui.close();
            }
            for zone in zones_of(document, side) {
                if ui.button(format!("In {}", zone.name)).clicked() {
                    place(Within::Zone(zone.id.clone()));
                    ui.close();
                }
            }
        });
    });
    let hint = "Finds a legal place for each. Undo and ask again for another way.";
    menu.response.on_hover_text(hint);
}

/// The zones in which a side may place: its own, and those of nobody in particular.
fn zones_of<'d>(document: &'d Document, side: &str) -> impl Iterator<Item = &'d Zone> {
    let sides = &document.ruleset().sides;
    document.map().zones.items.iter().filter(move |zone| {
        let others = sides.iter().filter(|other| other.id != side);
        zone.owner.as_ref().is_none_or(|owner| others.clone().all(|other| other.id != *owner))
    })
}

/// The menu of a new group: a zone, and who places.
pub(super) fn add(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let zones = &document.map().zones.items;
    if !input.editing || zones.is_empty() {
        return;
    }
    ui.menu_button("Add free placement", |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for side in &document.ruleset().sides {
                for zone in zones_of(document, &side.id) {
                    if ui.button(format!("{} in {}", side.name, zone.name)).clicked() {
                        let group = FreePlacement {
                            side: side.id.clone(),
                            zone: zone.id.clone(),
                            front: None,
                            counters: Vec::new(),
                            conditions: Vec::new(),
                            rule: None,
                        };
                        requests.push(Request::SetUp(Op::AddGroup(Box::new(group))));
                        ui.close();
                    }
                }
            }
        });
    });
}
