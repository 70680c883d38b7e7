//! How counters on the map begin: hidden, dug in, on board of a wagon. One menu, for the inspector,
//! the map's menu and the set-up sheet.

use egui::{Checkbox, ScrollArea, Ui};
use salient_document::set_up::{Op, StateChoice, carriers, knows_states, state_choices};
use salient_document::{Document, PlacedCounter};

use crate::look::widgets::quiet;
use crate::request::Request;

/// A button that opens the menu; nothing where the system knows no states and the file has none.
pub fn button(
    ui: &mut Ui,
    text: &str,
    document: &Document,
    counters: &[PlacedCounter],
    requests: &mut Vec<Request>,
) {
    if counters.is_empty() || !knows_states(document, counters) {
        return;
    }
    // Open until one clicks beside it: a counter begins in several states.
    let config = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let show = |ui: &mut Ui| menu(ui, document, counters, requests);
    if egui::containers::menu::is_in_menu(ui) {
        egui::containers::menu::SubMenuButton::new(text).config(config).ui(ui, show);
    } else {
        egui::containers::menu::MenuButton::new(text).config(config).ui(ui, show);
    }
}

/// The states that fit the counters, each to be set or taken away, and what may carry the one.
fn menu(ui: &mut Ui, document: &Document, counters: &[PlacedCounter], requests: &mut Vec<Request>) {
    ui.set_min_width(190.0);
    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
        let choices = state_choices(document, counters);
        let [one] = counters else {
            if choices.is_empty() {
                quiet(ui, "Nothing is said of how they begin.");
            }
            states(ui, &choices, counters, requests);
            return;
        };
        let (offered, now) = carriers(document, one);
        if choices.is_empty() && offered.is_empty() {
            quiet(ui, "Nothing is said of how it begins.");
        }
        states(ui, &choices, counters, requests);
        if offered.is_empty() {
            return;
        }
        ui.separator();
        for carrier in offered {
            let mut on = now.as_ref() == Some(&carrier);
            let printed = document.counter(&carrier);
            let name = printed.map_or(carrier.as_str(), |printed| {
                salient_document::oob::in_words(document.ruleset(), printed)
            });
            if ui.checkbox(&mut on, format!("Carried by {name}")).changed() {
                let by = on.then_some(carrier);
                requests.push(Request::SetUp(Op::Carry { counter: one.clone(), by }));
            }
        }
    });
}

fn states(
    ui: &mut Ui,
    choices: &[StateChoice],
    counters: &[PlacedCounter],
    requests: &mut Vec<Request>,
) {
    let mut last = None;
    for (place, choice) in choices.iter().enumerate() {
        // Of several ways one at most: they stand together, apart from the others.
        if place > 0 && choice.choice != last && (choice.choice.is_some() || last.is_some()) {
            ui.separator();
        }
        last = choice.choice;
        let StateChoice { id, name, meaning, on, of, .. } = choice;
        let mut all = on == of;
        let text = match counters.len() {
            1 => name.clone(),
            _ => format!("{name}: {on} of {of}"),
        };
        let some = *on > 0 && !all;
        let response = ui.add(Checkbox::new(&mut all, text).indeterminate(some));
        if response.on_hover_text(*meaning).changed() {
            let (counters, state) = (counters.to_vec(), id.clone());
            requests.push(Request::SetUp(Op::SetState { counters, state, on: all }));
        }
    }
}
