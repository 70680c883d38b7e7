//! Setting a counter up.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::order_of_battle::Counter;

use super::{Action, Button, Cursor, Key, Preview, Tool, ToolEvent, ToolOutput};
use crate::document::Document;
use crate::edit::Edit;
use crate::selection::Selection;
use crate::words::in_words;

pub(super) fn handle(
    event: &ToolEvent,
    document: &Document,
    counter: &str,
    face: u8,
) -> ToolOutput {
    match *event {
        ToolEvent::Key(Key::Escape) => {
            let actions = vec![Action::Choose(Tool::Select)];
            ToolOutput { actions, ..output(document, counter, face, None) }
        }
        ToolEvent::Press { at, button, .. } => {
            let hex = document.grid().hex_at(at);
            let actions = match (hex, button) {
                (Some(hex), Button::Primary) => place(document, counter, face, hex),
                (Some(hex), Button::Secondary) => remove_top(document, hex),
                (None, _) => Vec::new(),
            };
            let next = actions.iter().find_map(|action| match action {
                Action::Choose(tool) => Some(tool),
                _ => None,
            });
            let shown = match next {
                Some(Tool::PlaceCounter { counter, face }) => {
                    output(document, counter, *face, Some(at))
                }
                Some(_) => {
                    let hint = "Every counter has its place.".to_owned();
                    ToolOutput { hint, ..ToolOutput::default() }
                }
                None => output(document, counter, face, Some(at)),
            };
            ToolOutput { actions, ..shown }
        }
        event => output(document, counter, face, event.at()),
    }
}

/// How many of a counter are still to be placed.
fn left(document: &Document, counter: &str) -> usize {
    let count = document.counter(counter).map_or(0, |counter| usize::from(counter.count));
    count.saturating_sub(document.counter_uses(counter).len())
}

fn place(document: &Document, counter: &str, face: u8, hex: Hex) -> Vec<Action> {
    let left = left(document, counter);
    if left == 0 {
        return Vec::new();
    }
    let edit = Edit::PlaceCounter {
        counter: counter.to_owned(),
        hex: document.grid().label(hex),
        index: None,
        face: (face > 0).then_some(face),
    };
    let mut actions = vec![Action::Edit(edit), Action::Select(Selection::of_counter(counter, hex))];
    if left == 1 {
        let next = next_to_place(document, counter);
        actions.push(Action::Choose(next.map_or(Tool::Select, |next| Tool::PlaceCounter {
            counter: next.id.clone(),
            face: 0,
        })));
    }
    actions
}

/// Which counter is taken up when the last of one was placed: the next of its formation that has
/// no place yet, else the next of its side, else of the whole list; from its place in the list on,
/// and then from the top. Pools and what is set aside wait until they are asked for.
fn next_to_place<'d>(document: &'d Document, placed: &str) -> Option<&'d Counter> {
    let set_aside = document.set_aside();
    let last = document.counter(placed);
    let all = document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let at = all.clone().position(|counter| counter.id == placed).unwrap_or_default();
    let places = all.enumerate().map(|(place, counter)| (place, counter.id.as_str()));
    let places: BTreeMap<&str, usize> = places.map(|(place, id)| (id, place)).collect();
    let waits = document.unplaced_counters().map(|(counter, _)| counter).filter(|counter| {
        counter.count == 1 && counter.id != placed && !set_aside.contains(&counter.id)
    });
    waits.min_by_key(|counter| {
        let place = places.get(counter.id.as_str()).copied().unwrap_or_default();
        let of_formation = counter.formation.is_some()
            && last.is_some_and(|last| last.formation == counter.formation);
        let of_side = last.is_some_and(|last| last.side == counter.side);
        (!of_formation, !of_side, place < at, place)
    })
}

fn remove_top(document: &Document, hex: Hex) -> Vec<Action> {
    let stack = document.stack_at(hex);
    let top = stack.first().map(|entry| Edit::RemoveCounter {
        counter: entry.counter.clone(),
        hex: document.grid().label(hex),
    });
    top.map(Action::Edit).into_iter().collect()
}

fn output(document: &Document, counter: &str, face: u8, at: Option<[f32; 2]>) -> ToolOutput {
    let printed = document.counter(counter);
    let name = printed.map_or(counter, |printed| in_words(document.ruleset(), printed));
    let hex = at.and_then(|at| document.grid().hex_at(at));
    let (hint, cursor) = match (left(document, counter), hex) {
        (0, _) => (format!("{name} is placed already; choose another counter."), Cursor::Forbidden),
        (_, None) => (format!("Point at the hex for {name}."), Cursor::Crosshair),
        (_, Some(hex)) => {
            let hex = document.grid().label(hex);
            let hint = format!(
                "Click to place {name} in {hex}; the right button takes the top counter away, Esc \
                 lets go."
            );
            (hint, Cursor::Crosshair)
        }
    };
    let counters = vec![(counter.to_owned(), face)];
    let preview = Preview { hexes: hex.into_iter().collect(), counters, at, ..Preview::default() };
    ToolOutput { actions: Vec::new(), hint, cursor, preview }
}
