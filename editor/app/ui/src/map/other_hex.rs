//! The other hex of a counter of the set-up that takes up two: one menu, for the inspector and for
//! the menu of the map.

use egui::Ui;
use salient_document::{Document, Edit};
use salient_hex::grid::{Direction, Hex};

use crate::request::Request;

/// A menu of the hexes next to a counter's, where the rules let units take up two.
pub fn button(
    ui: &mut Ui,
    document: &Document,
    (counter, hex): (&str, Hex),
    requests: &mut Vec<Request>,
) {
    let system = document.system();
    let Some(rule) = system.as_ref().and_then(|system| system.two_hexes()) else { return };
    let grid = document.grid();
    let stack = document.stack_at(hex);
    let entry = stack.iter().find(|entry| entry.counter == counter);
    let facing = entry.and_then(|entry| entry.placement.facing.as_deref());
    let other = facing.and_then(|facing| grid.facing(hex, facing));
    let title = match other {
        Some(other) => format!("Also in {}", grid.label(other)),
        None => "Also in …".to_owned(),
    };
    let mut choose = |ui: &mut Ui, text: String, to: Option<Direction>| {
        let is_chosen = to.and_then(|way| grid.neighbour(hex, way)) == other;
        if ui.selectable_label(is_chosen, text).clicked() {
            requests.push(Request::edit(Edit::FaceCounter {
                counter: counter.to_owned(),
                hex: grid.label(hex),
                facing: to.map(|way| grid.compass(way).to_owned()),
            }));
            ui.close();
        }
    };
    ui.menu_button(title, |ui| {
        choose(ui, format!("{} alone", grid.label(hex)), None);
        for way in Direction::ALL {
            if let Some(next) = grid.neighbour(hex, way) {
                let words =
                    format!("{} and {} ({})", grid.label(hex), grid.label(next), grid.compass(way));
                choose(ui, words, Some(way));
            }
        }
    })
    .response
    .on_hover_text(format!("The unit takes up two hexes ({rule})"));
}
