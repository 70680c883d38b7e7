//! Setting a counter up.

use salient_hex::grid::Hex;

use super::{Action, Button, Cursor, Key, Preview, Tool, ToolEvent, ToolOutput};
use crate::document::Document;
use crate::edit::Edit;
use crate::selection::Selection;

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
            ToolOutput { actions, ..output(document, counter, face, Some(at)) }
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
        // Nothing is left in the hand.
        actions.push(Action::Choose(Tool::Select));
    }
    actions
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
    let name = document.counter(counter).map_or(counter, |counter| &counter.designation);
    let hex = at.and_then(|at| document.grid().hex_at(at));
    let (hint, cursor) = match (left(document, counter), hex) {
        (0, _) => (format!("{name} is placed already; choose another counter."), Cursor::Forbidden),
        (_, None) => (format!("Point at the hex for {name}."), Cursor::Crosshair),
        (_, Some(hex)) => {
            let hex = document.grid().label(hex);
            let hint = format!(
                "Click to place {name} in {hex}; the right button takes the top counter away."
            );
            (hint, Cursor::Crosshair)
        }
    };
    let counters = vec![(counter.to_owned(), face)];
    let preview = Preview { hexes: hex.into_iter().collect(), counters, at, ..Preview::default() };
    ToolOutput { actions: Vec::new(), hint, cursor, preview }
}
