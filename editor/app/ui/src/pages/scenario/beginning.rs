//! Where in the midst of a game play begins: the step of play, the hexes that each side holds, and
//! the counters that are off the map then.

use egui::{Id, Ui};
use salient_document::oob::in_words;
use salient_document::sequence::steps_of;
use salient_document::{Document, Edit};
use salient_schema::scenario::{HeldHexes, OffMap, OffMapPlace, StartingPoint};

use super::WORDS;
use crate::look::icons::Icon;
use crate::look::widgets::{card, field, heading, icon_button, quiet, text_button, text_field};
use crate::pages::schedule::choice;
use crate::request::Request;

/// Where counters off the map can be, and what that is called.
const PLACES: [(OffMapPlace, &str); 4] = [
    (OffMapPlace::Pool, "in a pool"),
    (OffMapPlace::Eliminated, "eliminated"),
    (OffMapPlace::Exited, "gone off the map"),
    (OffMapPlace::Removed, "out of the game"),
];

/// The width of a number.
const NUMBER: f32 = 70.0;

/// All that a scenario says of the moment at which play begins.
pub fn show(ui: &mut Ui, id: Id, document: &Document, requests: &mut Vec<Request>) {
    heading(ui, "Where play begins");
    let now = document.scenario().start.clone().unwrap_or_default();
    let mut to = now.clone();
    card(ui, |ui| {
        step(ui, id.with("step"), document, &mut to);
        held(ui, id.with("held"), document, &mut to.held);
        off_map(ui, id.with("off map"), document, &mut to.off_map);
        if !to.system.is_empty() {
            quiet(ui, "Marks, plans and points are as in the game that was kept.");
        }
        if now != StartingPoint::default() {
            let button = text_button(ui, Some(Icon::Remove), "Begin at the beginning", true);
            let told = "Forget the step, the held hexes, what the kept game had, and the \
                        counters off the map, which are then still to place.";
            if button.on_hover_text(told).clicked() {
                to = StartingPoint::default();
            }
        }
    });
    if to != now {
        let start = (to != StartingPoint::default()).then(|| Box::new(to));
        requests.push(Request::edit(Edit::SetStart { start }));
    }
}

/// The step of play of the first game-turn.
fn step(ui: &mut Ui, id: Id, document: &Document, to: &mut StartingPoint) {
    let mut choices = vec![(None, "the first of the game-turn".to_owned())];
    let steps = steps_of(&document.ruleset().sequence);
    choices.extend(steps.iter().map(|(place, step)| {
        let indent = "   ".repeat(place.len().saturating_sub(1));
        (Some(step.id.clone()), format!("{indent}{}", step.name))
    }));
    if let Some(unknown) = to.step.clone().filter(|id| steps.iter().all(|(_, one)| one.id != *id)) {
        let name = format!("{unknown}, which the sequence of play has not");
        choices.push((Some(unknown), name));
    }
    let chosen = field(ui, "Step of play", |ui| {
        choice(ui, "Step of play with which the game begins", id, &choices, &to.step)
    });
    if let Some(step) = chosen {
        to.step = step;
    }
}

/// The hexes of each side, as their numbers.
/// A number that the map has not stays: Problems tells where it stands.
fn held(ui: &mut Ui, id: Id, document: &Document, held: &mut Vec<HeldHexes>) {
    for side in &document.ruleset().sides {
        let hexes = held.iter().filter(|one| one.side == side.id).flat_map(|one| &one.hexes);
        let now = hexes.map(String::as_str).collect::<Vec<_>>().join(" ");
        let typed = field(ui, &format!("{} holds", side.name), |ui| {
            let name = format!("Hexes that {} holds", side.name);
            let hint = "Hex numbers, other than the zones say";
            text_field(ui, id.with(&side.id), &name, hint, &now, WORDS)
        });
        let Some(typed) = typed else { continue };
        let words = || typed.split(|sign: char| sign.is_whitespace() || sign == ',');
        let hexes: Vec<String> = words().filter(|one| !one.is_empty()).map(str::to_owned).collect();
        held.retain(|one| one.side != side.id);
        if !hexes.is_empty() {
            held.push(HeldHexes { side: side.id.clone(), hexes });
        }
    }
}

/// The counters off the map, group by group.
fn off_map(ui: &mut Ui, id: Id, document: &Document, groups: &mut Vec<OffMap>) {
    let systems = document.systems();
    let rules = systems.of(document.bundle());
    let boxes = rules.as_ref().map_or(&[][..], |rules| rules.boxes());
    let boxes = boxes
        .iter()
        .map(|def| ((OffMapPlace::Box, Some(def.id.to_owned())), format!("in the {}", def.title)));
    let places = PLACES.iter().map(|(place, name)| ((*place, None), (*name).to_owned()));
    let places: Vec<_> = places.chain(boxes).collect();
    let mut gone = None;
    for (at, group) in groups.iter_mut().enumerate() {
        let names = group.counters.iter().map(|id| match document.counter(id) {
            Some(counter) => in_words(document.ruleset(), counter).to_owned(),
            None => id.clone(),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let number = at + 1;
        field(ui, "Off the map", |ui| {
            let name = format!("Where counters off the map, {number}, are");
            let now = (group.place, group.in_box.clone());
            if let Some(place) = choice(ui, &name, id.with(at), &places, &now) {
                (group.place, group.in_box) = place;
                group.due = group.due.filter(|_| group.in_box.is_some());
            }
            if group.in_box.is_some() {
                let name = format!("Game-turn in which counters off the map, {number}, come back");
                let due = group.due.map(|due| due.to_string()).unwrap_or_default();
                let id = id.with((at, "due"));
                if let Some(typed) = text_field(ui, id, &name, "Game-turn", &due, NUMBER) {
                    group.due = typed.trim().parse().ok();
                }
            }
            let name = format!("Take out counters off the map, {number}");
            let button = icon_button(ui, Icon::Remove, &name, true);
            if button.on_hover_text("They are then still to place.").clicked() {
                gone = Some(at);
            }
        });
        quiet(ui, names);
    }
    if let Some(at) = gone {
        groups.remove(at);
    }
}
