//! The arrow: a click selects, a drag moves counters.

use salient_hex::grid::Hex;

use super::{
    Action, Button, Cursor, Key, Modifiers, Preview, State as Tools, ToolEvent, ToolOutput, marquee,
};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::LayerId;
use crate::selection::{PlacedCounter, Selection};

/// A press that may become a drag, or a drag.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// The button is down and the pointer has hardly moved.
    Pressed { at: [f32; 2], hex: Hex, modifiers: Modifiers },
    /// Counters are in the hand; they all come from one hex.
    Dragging { counters: Vec<PlacedCounter> },
}

/// How far the pointer moves before a press is a drag, in distances between hexes.
const DRAG_FROM: f32 = 0.2;

pub(super) fn handle(state: Tools, event: &ToolEvent, document: &Document) -> (Tools, ToolOutput) {
    let grid = document.grid();
    match (state, *event) {
        (Tools::Select(State::Pressed { at, hex, modifiers }), ToolEvent::Move { at: to, .. }) => {
            let far = (to[0] - at[0]).hypot(to[1] - at[1]) > DRAG_FROM;
            let counters = if far { in_hand(document, hex, modifiers) } else { Vec::new() };
            if counters.is_empty() {
                let output = idle(document, Some(to));
                return (Tools::Select(State::Pressed { at, hex, modifiers }), output);
            }
            let output = dragging(document, &counters, Some(to));
            (Tools::Select(State::Dragging { counters }), output)
        }
        (
            Tools::Select(State::Pressed { hex, modifiers, .. }),
            ToolEvent::Release { at, button: Button::Primary, .. },
        ) => {
            let actions = vec![Action::Select(clicked(document, hex, modifiers))];
            (Tools::Idle, ToolOutput { actions, ..idle(document, Some(at)) })
        }
        (
            Tools::Select(State::Dragging { counters }),
            ToolEvent::Release { at, button: Button::Primary, .. },
        ) => {
            let actions = match grid.hex_at(at) {
                Some(to) => drop_in(document, &counters, to),
                None => Vec::new(),
            };
            (Tools::Idle, ToolOutput { actions, ..idle(document, Some(at)) })
        }
        // Nothing has been changed yet, so there is nothing to take back.
        (Tools::Select(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(document, None)),
        (Tools::Select(State::Dragging { counters }), ToolEvent::Move { at, .. }) => {
            let output = dragging(document, &counters, Some(at));
            (Tools::Select(State::Dragging { counters }), output)
        }
        (Tools::Select(state), _) => {
            let output = match &state {
                State::Pressed { .. } => idle(document, None),
                State::Dragging { counters } => dragging(document, counters, None),
            };
            (Tools::Select(state), output)
        }
        (_, ToolEvent::Press { at, button: Button::Primary, modifiers }) => match grid.hex_at(at) {
            Some(hex) => {
                let state = State::Pressed { at, hex, modifiers };
                (Tools::Select(state), idle(document, Some(at)))
            }
            None => {
                let actions = vec![Action::Select(Selection::default())];
                (Tools::Idle, ToolOutput { actions, ..idle(document, None) })
            }
        },
        (_, ToolEvent::Key(Key::Escape)) => {
            let actions = vec![Action::Select(Selection::default())];
            (Tools::Idle, ToolOutput { actions, ..idle(document, None) })
        }
        (_, ToolEvent::Key(Key::Delete)) => {
            (Tools::Idle, ToolOutput { actions: remove(document), ..idle(document, None) })
        }
        (_, event) => (Tools::Idle, idle(document, event.at())),
    }
}

/// What a drag from a hex takes up: the selected counters there, the whole stack with Command,
/// and else the top counter.
fn in_hand(document: &Document, hex: Hex, modifiers: Modifiers) -> Vec<PlacedCounter> {
    if !document.layers().editable(LayerId::Counters) {
        return Vec::new();
    }
    let placed = |counter: &String| PlacedCounter { counter: counter.clone(), hex };
    let stack = document.stack_at(hex);
    if modifiers.command {
        return stack.iter().map(|entry| placed(entry.counter)).collect();
    }
    let selected = &document.selection().counters;
    // From the top of the stack, whatever the order of selection.
    let mut counters: Vec<PlacedCounter> = Vec::new();
    for entry in &stack {
        let placed = placed(entry.counter);
        let wanted = selected.iter().filter(|other| **other == placed).count();
        if counters.iter().filter(|other| **other == placed).count() < wanted {
            counters.push(placed);
        }
    }
    if counters.is_empty() {
        counters.extend(stack.first().map(|entry| placed(entry.counter)));
    }
    counters
}

/// What a click on a hex selects: the top counter; the next one below with each further click;
/// the whole stack with Command; one more with Shift.
fn clicked(document: &Document, hex: Hex, modifiers: Modifiers) -> Selection {
    let shown = document.layers().get(LayerId::Counters).shown;
    let stack: Vec<PlacedCounter> = if shown { document.stack_at(hex) } else { Vec::new() }
        .into_iter()
        .map(|entry| PlacedCounter { counter: entry.counter.clone(), hex })
        .collect();
    let old = document.selection();
    let mut counters = if modifiers.shift { old.counters.clone() } else { Vec::new() };
    if modifiers.command {
        counters.extend(stack);
    } else if modifiers.shift {
        counters.extend(stack.into_iter().find(|placed| !old.counters.contains(placed)));
    } else {
        let below = match old.counters.as_slice() {
            [one] if one.hex == hex => stack.iter().position(|placed| placed == one),
            _ => None,
        };
        let next = below.map_or(0, |below| (below + 1) % stack.len().max(1));
        counters.extend(stack.into_iter().nth(next));
    }
    Selection { hex: Some(hex), counters, ..Selection::default() }
}

fn drop_in(document: &Document, counters: &[PlacedCounter], to: Hex) -> Vec<Action> {
    if counters.iter().all(|placed| placed.hex == to) {
        return Vec::new();
    }
    let grid = document.grid();
    let hex = grid.label(to);
    let name = match counters {
        [one] => format!("Move {} to {hex}", name(document, &one.counter)),
        several => format!("Move {} counters to {hex}", several.len()),
    };
    let mut actions = vec![Action::Begin(name)];
    // The lowest first, each to the top, so that they lie as they lay.
    actions.extend(counters.iter().rev().map(|placed| {
        Action::Edit(Edit::MoveCounter {
            counter: placed.counter.clone(),
            from: grid.label(placed.hex),
            to: hex.clone(),
            index: None,
        })
    }));
    actions.push(Action::Commit);
    let counters =
        counters.iter().map(|placed| PlacedCounter { hex: to, ..placed.clone() }).collect();
    actions.push(Action::Select(Selection { hex: Some(to), counters, ..Selection::default() }));
    actions
}

fn remove(document: &Document) -> Vec<Action> {
    let counters = &document.selection().counters;
    if counters.is_empty() {
        return marquee::clear(document);
    }
    if !document.layers().editable(LayerId::Counters) {
        return Vec::new();
    }
    let name = match counters.as_slice() {
        [] => return Vec::new(),
        [one] => format!("Remove {}", name(document, &one.counter)),
        several => format!("Remove {} counters", several.len()),
    };
    let mut actions = vec![Action::Begin(name)];
    actions.extend(counters.iter().map(|placed| {
        let hex = document.grid().label(placed.hex);
        Action::Edit(Edit::RemoveCounter { counter: placed.counter.clone(), hex })
    }));
    actions.push(Action::Commit);
    actions
}

fn name<'a>(document: &'a Document, counter: &'a str) -> &'a str {
    document.counter(counter).map_or(counter, |counter| &counter.designation)
}

fn idle(document: &Document, at: Option<[f32; 2]>) -> ToolOutput {
    let hex = at.and_then(|at| document.grid().hex_at(at));
    let shown = document.layers().get(LayerId::Counters).shown;
    let counters = hex.filter(|_| shown).map_or(0, |hex| document.stack_at(hex).len());
    if counters > 0
        && let Some(hint) = document.layers().refusal(LayerId::Counters)
    {
        let preview = Preview { hexes: hex.into_iter().collect(), ..Preview::default() };
        return ToolOutput { hint, preview, ..ToolOutput::default() };
    }
    let (hint, cursor) = match counters {
        0 => ("Click a hex to see what is in it.", Cursor::Arrow),
        1 => ("Drag the counter to move it; click to select it.", Cursor::Grab),
        _ => (
            "Drag to move the top counter, with Ctrl the whole stack; click again to go down \
             the stack.",
            Cursor::Grab,
        ),
    };
    let preview = Preview { hexes: hex.into_iter().collect(), ..Preview::default() };
    ToolOutput { actions: Vec::new(), hint: hint.to_owned(), cursor, preview }
}

fn dragging(document: &Document, counters: &[PlacedCounter], at: Option<[f32; 2]>) -> ToolOutput {
    let to = at.and_then(|at| document.grid().hex_at(at));
    let what = match counters {
        [one] => name(document, &one.counter).to_owned(),
        several => format!("{} counters", several.len()),
    };
    let (hint, cursor) = match to {
        Some(to) => {
            let hex = document.grid().label(to);
            (format!("Let go to move {what} to {hex}; Esc to leave it."), Cursor::Grabbing)
        }
        None => (format!("Bring {what} back over the map; Esc to leave it."), Cursor::Forbidden),
    };
    let face = |placed: &PlacedCounter| {
        let stack = document.stack_at(placed.hex);
        stack.iter().find(|entry| *entry.counter == placed.counter).map_or(0, |entry| entry.face)
    };
    let preview = Preview {
        hexes: to.into_iter().collect(),
        counters: counters.iter().map(|placed| (placed.counter.clone(), face(placed))).collect(),
        at,
        ..Preview::default()
    };
    ToolOutput { actions: Vec::new(), hint, cursor, preview }
}
