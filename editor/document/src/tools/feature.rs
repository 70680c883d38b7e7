//! The feature brush: trenches, towns, hilltops, one kind at a time. A click where there is one
//! already shows it, so that it can be named; only Shift or the right button takes away.

use salient_hex::grid::Hex;
use salient_schema::map::Feature;
use salient_schema::words::with_article;

use super::{Action, Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{hexes_along, kind_in_a_sentence};
use crate::document::Document;
use crate::edit::Edit;
use crate::selection::Selection;

/// What a new feature is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct New<'a> {
    pub kind: &'a String,
    pub owner: &'a Option<String>,
    pub value: Option<i32>,
}

/// A feature with nothing special about it.
pub fn plain_feature(hex: String, kind: &str, owner: Option<&String>) -> Feature {
    Feature {
        hex,
        kind: kind.to_owned(),
        name: None,
        owner: owner.cloned(),
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

/// A stroke. What it begins as it stays, so that going over a hex twice does not toggle it to and
/// fro.
#[derive(Clone, Debug)]
pub(super) struct State {
    removes: bool,
    button: Button,
    last: Option<Hex>,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    like: New<'_>,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let kind = like.kind.as_str();
    let name = kind_in_a_sentence(&document.ruleset().features, kind);
    let idle = |at: Option<[f32; 2]>| {
        let hex = at.and_then(|at| grid.hex_at(at));
        let there = hex.is_some_and(|hex| document.feature_at(hex, kind).is_some());
        let hint = if there {
            format!("Click to name the {name}; the right button, or Shift, removes it.")
        } else {
            format!(
                "Click to place {}, or drag to place several; the right button, or Shift, removes.",
                with_article(&name)
            )
        };
        output(Vec::new(), hint, hex, event.modifiers().shift)
    };
    let busy = |stroke: &State, at: Option<[f32; 2]>, actions| {
        let doing = if stroke.removes { "Removing" } else { "Placing" };
        let hint = format!("{doing} {name}: let go to keep it, Esc to take it back.");
        output(actions, hint, at.and_then(|at| grid.hex_at(at)), stroke.removes)
    };
    match (state, *event) {
        (Tools::Feature(_), ToolEvent::Key(Key::Escape)) => {
            (Tools::Idle, ToolOutput { actions: vec![Action::Cancel], ..idle(None) })
        }
        (Tools::Feature(mut stroke), ToolEvent::Move { at, .. }) => {
            let actions = draw(&mut stroke, grid.hex_at(at), document, like);
            let output = busy(&stroke, Some(at), actions);
            (Tools::Feature(stroke), output)
        }
        (Tools::Feature(mut stroke), ToolEvent::Release { at, button, .. })
            if button == stroke.button =>
        {
            let hex = grid.hex_at(at);
            let mut actions = draw(&mut stroke, hex, document, like);
            actions.push(Action::Commit);
            actions.extend(hex.map(|hex| Action::Select(Selection::of_hex(hex))));
            (Tools::Idle, ToolOutput { actions, ..idle(Some(at)) })
        }
        (Tools::Feature(mut stroke), _) => {
            if *event == ToolEvent::Leave {
                stroke.last = None;
            }
            let output = busy(&stroke, None, Vec::new());
            (Tools::Feature(stroke), output)
        }
        (_, ToolEvent::Press { at, button, modifiers }) => {
            let Some(hex) = grid.hex_at(at) else { return (Tools::Idle, idle(Some(at))) };
            let removes = modifiers.shift || button == Button::Secondary;
            let mut stroke = State { removes, button, last: None };
            let verb = if removes { "Remove" } else { "Place" };
            let mut actions = vec![Action::Begin(format!("{verb} {name}"))];
            actions.extend(draw(&mut stroke, Some(hex), document, like));
            let output = busy(&stroke, Some(at), actions);
            (Tools::Feature(stroke), output)
        }
        (_, event) => (Tools::Idle, idle(event.at())),
    }
}

fn draw(stroke: &mut State, to: Option<Hex>, document: &Document, like: New<'_>) -> Vec<Action> {
    let grid = document.grid();
    let Some(to) = to else {
        stroke.last = None;
        return Vec::new();
    };
    if stroke.last == Some(to) {
        return Vec::new();
    }
    let hexes = hexes_along(grid, stroke.last, to);
    stroke.last = Some(to);
    hexes
        .into_iter()
        .filter(|&hex| document.feature_at(hex, like.kind).is_some() == stroke.removes)
        .map(|hex| match stroke.removes {
            true => Edit::remove_feature(grid.label(hex), like.kind.clone()),
            false => {
                let feature = plain_feature(grid.label(hex), like.kind, like.owner.as_ref());
                Edit::add_feature(Feature { value: like.value, ..feature }, None)
            }
        })
        .map(Action::Edit)
        .collect()
}

fn output(actions: Vec<Action>, hint: String, hex: Option<Hex>, erases: bool) -> ToolOutput {
    ToolOutput {
        actions,
        hint,
        cursor: if erases { Cursor::Eraser } else { Cursor::Crosshair },
        preview: Preview { hexes: hex.into_iter().collect(), erases, ..Preview::default() },
    }
}
