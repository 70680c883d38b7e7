//! Who controls which zones when play begins.

use egui::{Align, ComboBox, Layout, RichText, Ui};
use salient_document::set_up::Op;

use crate::look::colours;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::icon_button;
use crate::pages::PageInput;
use crate::request::Request;

const LINE: f32 = 30.0;

/// The height of the card, in points.
pub(super) fn height(zones: usize) -> f32 {
    62.0 + LINE * zones as f32
}

/// The card: a line for each zone that a side controls.
pub(super) fn show(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    ui.add_space(6.0);
    let document = input.document;
    let colours = palette(ui);
    let rect = ui.available_rect_before_wrap().shrink2(egui::vec2(0.0, 4.0));
    let edge = egui::Stroke::new(1.0, colours.line);
    ui.painter().rect(rect, 7.0, colours.card, edge, egui::StrokeKind::Inside);
    let inner = egui::UiBuilder::new().max_rect(rect.shrink2(egui::vec2(12.0, 8.0)));
    ui.scope_builder(inner, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new("Control as play begins").font(theme::strong(16.0)));
            let words = "Where zones overlap, the later one counts.";
            let words = RichText::new(words).color(colours.quiet);
            ui.add(egui::Label::new(words).truncate());
        });
        ui.add_space(4.0);
        let sides = &document.ruleset().sides;
        let zones = &document.map().zones.items;
        for (at, control) in document.scenario().setup.control.iter().enumerate() {
            ui.push_id(at, |ui| {
                ui.horizontal(|ui| {
                    ui.set_min_height(LINE);
                    let place = sides.iter().position(|side| side.id == control.side);
                    let (dot, _) =
                        ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
                    let tint = colours::side(place.unwrap_or(0), ui.visuals().dark_mode);
                    ui.painter().circle_filled(dot.center(), 4.5, tint);
                    let zone = zones.iter().find(|zone| zone.id == control.zone);
                    let name = zone.map_or(control.zone.as_str(), |zone| zone.name.as_str());
                    let side = place.and_then(|at| sides.get(at));
                    let shown = side.map_or(control.side.as_str(), |side| side.name.as_str());
                    let set = |side: Option<String>| {
                        Request::SetUp(Op::SetControl { zone: control.zone.clone(), side })
                    };
                    let who = format!("Who controls {name}");
                    ui.add_enabled_ui(input.editing, |ui| {
                        ui.name_inputs(who, |ui| {
                            let list = ComboBox::from_id_salt("side").width(150.0).truncate();
                            list.selected_text(shown).show_ui(ui, |ui| {
                                for side in sides {
                                    let on = side.id == control.side;
                                    if ui.selectable_label(on, &side.name).clicked() && !on {
                                        requests.push(set(Some(side.id.clone())));
                                    }
                                }
                            })
                        });
                    });
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let remove = format!("Let nobody control {name}");
                        if input.editing && icon_button(ui, Icon::Remove, &remove, true).clicked() {
                            requests.push(set(None));
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let count = zone.map_or(0, |zone| zone.hexes.len());
                            ui.add(egui::Label::new(format!("controls {name}")).truncate());
                            let words = match count {
                                1 => "1 hex".to_owned(),
                                count => format!("{count} hexes"),
                            };
                            let words = RichText::new(words).color(colours.quiet);
                            ui.add(egui::Label::new(words).truncate());
                        });
                    });
                });
            });
        }
    });
}

/// The menu of a zone that a side is to control.
pub(super) fn add(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let control = &document.scenario().setup.control;
    let zones = document.map().zones.items.iter();
    let zones: Vec<_> =
        zones.filter(|zone| control.iter().all(|control| control.zone != zone.id)).collect();
    if !input.editing || zones.is_empty() {
        return;
    }
    ui.menu_button("Add control", |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for zone in zones {
                for side in &document.ruleset().sides {
                    if ui.button(format!("{} controls {}", side.name, zone.name)).clicked() {
                        let (zone, side) = (zone.id.clone(), Some(side.id.clone()));
                        requests.push(Request::SetUp(Op::SetControl { zone, side }));
                        ui.close();
                    }
                }
            }
        });
    });
}
