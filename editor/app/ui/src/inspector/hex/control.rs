//! Who controls the selected hexes when play begins.

use std::collections::BTreeSet;

use egui::{ComboBox, Ui};
use salient_document::Document;
use salient_document::set_up::Op;
use salient_hex::grid::Hex;

use super::fields::WIDTH;
use crate::look::widgets::{field, quiet};
use crate::request::Request;

/// How many hexes are looked at: beyond, what they have in common is not said.
const MOST: usize = 2_000;

/// Shows who controls the hexes, and lets another side do so. Nothing where the scenario says
/// nothing of control.
pub fn show(ui: &mut Ui, document: &Document, hexes: &[Hex], requests: &mut Vec<Request>) {
    if document.scenario().setup.control.is_empty() || hexes.len() > MOST {
        return;
    }
    let sides = &document.ruleset().sides;
    let (now, zone) = match hexes {
        [hex] => {
            let control = document.controller(*hex);
            let zones = &document.map().zones.items;
            let zone = control.and_then(|of| zones.iter().find(|zone| zone.id == of.zone));
            (Some(control.map(|of| &of.side)), zone)
        }
        hexes => {
            let all: BTreeSet<_> = document.controllers(hexes).into_iter().collect();
            let same = if all.len() == 1 { all.into_iter().next() } else { None };
            (same, None)
        }
    };
    let text = match now {
        None => "several",
        Some(None) => "nobody",
        Some(Some(id)) => {
            let side = sides.iter().find(|side| side.id == *id);
            side.map_or(id.as_str(), |side| side.name.as_str())
        }
    };
    let mut chosen = None;
    field(ui, "Controlled by", |ui| {
        ui.name_inputs("Controlled by", |ui| {
            ComboBox::from_id_salt("controlled by").selected_text(text).width(WIDTH).show_ui(
                ui,
                |ui| {
                    let none = now == Some(None);
                    if ui.selectable_label(none, "nobody").clicked() && !none {
                        chosen = Some(None);
                    }
                    for side in sides {
                        let on = now == Some(Some(&side.id));
                        if ui.selectable_label(on, &side.name).clicked() && !on {
                            chosen = Some(Some(side.id.clone()));
                        }
                    }
                },
            )
        });
    });
    if let Some(zone) = zone {
        quiet(ui, format!("As play begins, with the zone {}.", zone.name));
    }
    if let Some(side) = chosen {
        requests.push(Request::SetUp(Op::ControlHexes { hexes: hexes.to_vec(), side }));
    }
}
