//! The arrow: a click selects, a drag moves counters.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, HexGrid};

use super::{
    Action, Button, Cursor, Key, Modifiers, Preview, State as Tools, ToolEvent, ToolOutput, marquee,
};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::LayerId;
use crate::selection::{PlacedCounter, Selection};
use crate::words::in_words;

/// A press that may become a drag, or a drag.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// The button is down and the pointer has hardly moved.
    Pressed { at: [f32; 2], hex: Hex, modifiers: Modifiers },
    /// Counters are in the hand, which took them up in a hex.
    Dragging { held: Held },
}

/// Counters in the hand. They keep their places to each other.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Hex by hex, each stack from the top.
    counters: Vec<PlacedCounter>,
    /// Where the hand took them up.
    from: Hex,
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
            let held = Held { counters, from: hex };
            let output = dragging(document, &held, Some(to));
            (Tools::Select(State::Dragging { held }), output)
        }
        (
            Tools::Select(State::Pressed { hex, modifiers, .. }),
            ToolEvent::Release { at, button: Button::Primary, .. },
        ) => {
            let actions = vec![Action::Select(clicked(document, hex, modifiers))];
            (Tools::Idle, ToolOutput { actions, ..idle(document, Some(at)) })
        }
        (
            Tools::Select(State::Dragging { held }),
            ToolEvent::Release { at, button: Button::Primary, .. },
        ) => {
            let idle = idle(document, Some(at));
            let output = match grid.hex_at(at).map(|to| held.targets(grid, to)) {
                Some(Ok(targets)) => {
                    ToolOutput { actions: drop_in(document, &held, &targets), ..idle }
                }
                Some(Err(off)) => {
                    let hint =
                        format!("Nothing is moved: {} off the map.", would_be(document, &off));
                    ToolOutput { hint, ..idle }
                }
                None => idle,
            };
            (Tools::Idle, output)
        }
        // Nothing has been changed yet, so there is nothing to take back.
        (Tools::Select(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(document, None)),
        (Tools::Select(State::Dragging { held }), ToolEvent::Move { at, .. }) => {
            let output = dragging(document, &held, Some(at));
            (Tools::Select(State::Dragging { held }), output)
        }
        (Tools::Select(state), _) => {
            let output = match &state {
                State::Pressed { .. } => idle(document, None),
                State::Dragging { held } => dragging(document, held, None),
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

/// What a drag from a hex takes up: all counters in the selected group of hexes, or all selected
/// counters, where those in the hex are among them; the whole stack with Command; and else the top
/// counter.
fn in_hand(document: &Document, hex: Hex, modifiers: Modifiers) -> Vec<PlacedCounter> {
    if !document.layers().editable(LayerId::Counters) {
        return Vec::new();
    }
    let stack = |hex: Hex| -> Vec<PlacedCounter> {
        let placed = |counter: &String| PlacedCounter { counter: counter.clone(), hex };
        document.stack_at(hex).iter().map(|entry| placed(entry.counter)).collect()
    };
    let here = stack(hex);
    if modifiers.command || here.is_empty() {
        return here;
    }
    let selection = document.selection();
    if selection.has_hex(hex) {
        return selection.hexes.iter().flat_map(|&hex| stack(hex)).collect();
    }
    let selected = &selection.counters;
    if !selected.iter().any(|placed| placed.hex == hex) {
        return here.into_iter().take(1).collect();
    }
    // Hex by hex and from the top of each stack, whatever the order of selection.
    let hexes: BTreeSet<Hex> = selected.iter().map(|placed| placed.hex).collect();
    let mut counters: Vec<PlacedCounter> = Vec::new();
    for placed in hexes.into_iter().flat_map(stack) {
        let wanted = selected.iter().filter(|other| **other == placed).count();
        if counters.iter().filter(|other| **other == placed).count() < wanted {
            counters.push(placed);
        }
    }
    counters
}

impl Held {
    /// The hex for each counter when the hand is over one: as far away as the hand went.
    ///
    /// # Errors
    /// Those for which there is none.
    fn targets(&self, grid: &HexGrid, to: Hex) -> Result<Vec<Hex>, Vec<&PlacedCounter>> {
        let ((from_q, from_r), (to_q, to_r)) = (grid.axial(self.from), grid.axial(to));
        let target = |placed: &PlacedCounter| {
            let (q, r) = grid.axial(placed.hex);
            grid.at_axial((q + to_q - from_q, r + to_r - from_r))
        };
        let targets: Vec<Hex> = self.counters.iter().filter_map(target).collect();
        if targets.len() == self.counters.len() {
            return Ok(targets);
        }
        Err(self.counters.iter().filter(|placed| target(placed).is_none()).collect())
    }

    /// Whether they all come from one hex.
    fn is_one_stack(&self) -> bool {
        self.counters.iter().all(|placed| placed.hex == self.from)
    }
}

/// `A-1 would be`, `3 counters would be`.
fn would_be(document: &Document, counters: &[&PlacedCounter]) -> String {
    match counters {
        [one] => format!("{} would be", name(document, &one.counter)),
        several => format!("{} counters would be", several.len()),
    }
}

/// What moves the selected counters so that the first of them comes to a hex, and the others keep
/// their places to it: what a drag does, for whoever has no pointer.
///
/// # Errors
/// Why they cannot be moved there, in a sentence.
pub fn move_selected(document: &Document, to: Hex) -> Result<Vec<Action>, String> {
    if let Some(hint) = document.layers().refusal(LayerId::Counters) {
        return Err(hint);
    }
    let first = document.selection().counters.first();
    let from = first.map(|placed| placed.hex).ok_or("no counter on the map is selected")?;
    let counters = in_hand(document, from, Modifiers::default());
    let held = Held { counters, from };
    match held.targets(document.grid(), to) {
        Ok(targets) => Ok(drop_in(document, &held, &targets)),
        Err(off) => Err(format!("nothing is moved: {} off the map", would_be(document, &off))),
    }
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

fn drop_in(document: &Document, held: &Held, targets: &[Hex]) -> Vec<Action> {
    let mut moves: Vec<(&PlacedCounter, Hex)> =
        held.counters.iter().zip(targets.iter().copied()).collect();
    let Some(&(first, to)) = moves.iter().find(|(placed, _)| placed.hex == held.from) else {
        return Vec::new();
    };
    if first.hex == to {
        return Vec::new();
    }
    let grid = document.grid();
    let name = match held.counters.as_slice() {
        [one] => format!("Move {} to {}", name(document, &one.counter), grid.label(to)),
        several if held.is_one_stack() => {
            format!("Move {} counters to {}", several.len(), grid.label(to))
        }
        several => format!("Move {} counters", several.len()),
    };
    let counters = moves.iter().map(|(placed, to)| PlacedCounter { hex: *to, ..(*placed).clone() });
    let selection =
        Selection { hex: Some(to), counters: counters.collect(), ..Selection::default() };
    // Whoever goes where another one of them stands waits until that one is gone: those furthest
    // on go first. Of a stack the lowest first, each to the top, so that they lie as they lay.
    let ((x, y), (to_x, to_y)) = (point(grid, first.hex), point(grid, to));
    let along = |hex: Hex| {
        let (at_x, at_y) = point(grid, hex);
        at_x * (to_x - x) + at_y * (to_y - y)
    };
    moves.reverse();
    moves.sort_by(|(one, _), (other, _)| along(other.hex).total_cmp(&along(one.hex)));
    // What is carried goes along with what carries it.
    let carried = |placed: &PlacedCounter| {
        let stack = document.stack_at(placed.hex);
        let entry = stack.into_iter().find(|entry| *entry.counter == placed.counter);
        let by = entry.and_then(|entry| entry.placement.carried_by.as_ref());
        by.is_some_and(|by| {
            held.counters.iter().any(|other| other.counter == *by && other.hex == placed.hex)
        })
    };
    moves.retain(|(placed, _)| !carried(placed));
    let edits = moves.into_iter().map(|(placed, to)| {
        Action::Edit(Edit::MoveCounter {
            counter: placed.counter.clone(),
            from: grid.label(placed.hex),
            to: grid.label(to),
            index: None,
        })
    });
    let begin = std::iter::once(Action::Begin(name));
    begin.chain(edits).chain([Action::Commit, Action::Select(selection)]).collect()
}

/// The middle of a hex.
fn point(grid: &HexGrid, hex: Hex) -> (f32, f32) {
    let [x, y] = grid.centre(hex);
    (x, y)
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
    let printed = document.counter(counter);
    printed.map_or(counter, |printed| in_words(document.ruleset(), printed))
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
        1 => ("Drag the counter to move it; click to select it, Shift adds others.", Cursor::Grab),
        _ => (
            "Drag to move the top counter, with Ctrl the whole stack; click again to go down \
             the stack, Shift selects several.",
            Cursor::Grab,
        ),
    };
    let preview = Preview { hexes: hex.into_iter().collect(), ..Preview::default() };
    ToolOutput { actions: Vec::new(), hint: hint.to_owned(), cursor, preview }
}

fn dragging(document: &Document, held: &Held, at: Option<[f32; 2]>) -> ToolOutput {
    let grid = document.grid();
    let to = at.and_then(|at| grid.hex_at(at));
    let what = match held.counters.as_slice() {
        [one] => name(document, &one.counter).to_owned(),
        several => format!("{} counters", several.len()),
    };
    let targets = to.map(|to| held.targets(grid, to));
    let (hint, cursor) = match (to, &targets) {
        (Some(_), Some(Err(off))) => {
            let hint = format!("{} off the map; Esc to leave it.", would_be(document, off));
            (hint, Cursor::Forbidden)
        }
        (Some(to), Some(Ok(targets))) => {
            let hex = grid.label(to);
            let lookup = document.state.lookup();
            let closed = targets.iter().find(|&&hex| !lookup.enterable(hex));
            let but = closed.map_or_else(String::new, |&hex| {
                format!(", although no unit may enter {}", grid.label(hex))
            });
            (format!("Let go to move {what} to {hex}{but}; Esc to leave it."), Cursor::Grabbing)
        }
        _ => (format!("Bring {what} back over the map; Esc to leave it."), Cursor::Forbidden),
    };
    let face = |placed: &PlacedCounter| {
        let stack = document.stack_at(placed.hex);
        stack.iter().find(|entry| *entry.counter == placed.counter).map_or(0, |entry| entry.face)
    };
    let shown = |placed: &PlacedCounter| (placed.counter.clone(), face(placed));
    let in_hand = held.counters.iter().filter(|placed| placed.hex == held.from);
    let targets = targets.and_then(Result::ok).unwrap_or_default();
    let along = held.counters.iter().zip(&targets).filter(|(placed, _)| placed.hex != held.from);
    let preview = Preview {
        counters: in_hand.map(shown).collect(),
        along: along
            .map(|(placed, &hex)| {
                let (counter, face) = shown(placed);
                (hex, counter, face)
            })
            .collect(),
        hexes: match targets.is_empty() {
            true => to.into_iter().collect(),
            false => {
                let hexes: BTreeSet<Hex> = targets.into_iter().collect();
                hexes.into_iter().collect()
            }
        },
        at,
        ..Preview::default()
    };
    ToolOutput { actions: Vec::new(), hint, cursor, preview }
}
