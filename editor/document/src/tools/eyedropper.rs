//! The eyedropper: what is under the pointer becomes the next tool.

use super::{Action, Brush, Button, Cursor, Key, Preview, Tool, ToolEvent, ToolOutput};
use super::{kind_name, side_near};
use crate::document::Document;

pub(super) fn handle(event: &ToolEvent, document: &Document) -> ToolOutput {
    match *event {
        ToolEvent::Key(Key::Escape) => {
            let actions = vec![Action::Choose(Tool::Select)];
            ToolOutput { actions, ..output(document, None) }
        }
        ToolEvent::Press { at, button, .. } => {
            let picked = match button {
                Button::Primary => pick(document, at),
                // What lies under features and rivers.
                Button::Secondary => pick_terrain(document, at),
            };
            let actions = picked.into_iter().map(Action::Choose).collect();
            ToolOutput { actions, ..output(document, Some(at)) }
        }
        ToolEvent::Move { at, .. } | ToolEvent::Release { at, .. } => output(document, Some(at)),
        ToolEvent::Leave | ToolEvent::Key(_) => output(document, None),
    }
}

/// What lies on top: what runs along a near hexside, then features, then terrain.
fn pick(document: &Document, at: [f32; 2]) -> Option<Tool> {
    let grid = document.grid();
    if let Some(side) = side_near(grid, at) {
        if let Some(hexside) = document.hexside_at(side) {
            return Some(Tool::HexsidePen { kind: hexside.kind.clone() });
        }
        if let Some(line) = document.lines_at(side).next() {
            return Some(Tool::LinePen { kind: document.map().lines.items[line].kind.clone() });
        }
    }
    let feature = grid.hex_at(at).and_then(|hex| document.features_at(hex).next());
    match feature {
        Some(feature) => {
            Some(Tool::Feature { kind: feature.kind.clone(), owner: feature.owner.clone() })
        }
        None => pick_terrain(document, at),
    }
}

fn pick_terrain(document: &Document, at: [f32; 2]) -> Option<Tool> {
    let hex = document.grid().hex_at(at)?;
    let kind = document.terrain_at(hex)?.clone();
    Some(Tool::Paint { kind, brush: Brush::One })
}

fn output(document: &Document, at: Option<[f32; 2]>) -> ToolOutput {
    let grid = document.grid();
    let ruleset = document.ruleset();
    let mut preview = Preview::default();
    let name = match at.and_then(|at| pick(document, at)) {
        Some(Tool::HexsidePen { kind }) => {
            preview.sides.extend(at.and_then(|at| side_near(grid, at)));
            kind_name(&ruleset.hexsides, &kind).to_lowercase()
        }
        Some(Tool::LinePen { kind }) => {
            preview.sides.extend(at.and_then(|at| side_near(grid, at)));
            kind_name(&ruleset.lines, &kind).to_lowercase()
        }
        Some(Tool::Feature { kind, .. }) => {
            preview.hexes.extend(at.and_then(|at| grid.hex_at(at)));
            kind_name(&ruleset.features, &kind).to_lowercase()
        }
        Some(Tool::Paint { kind, .. }) => {
            preview.hexes.extend(at.and_then(|at| grid.hex_at(at)));
            kind_name(&ruleset.terrain, &kind).to_lowercase()
        }
        _ => {
            let hint = "Click what you want to draw with.".to_owned();
            return ToolOutput { hint, cursor: Cursor::Pick, ..ToolOutput::default() };
        }
    };
    let hint = format!("Click to go on with {name}; the right button picks the terrain.");
    ToolOutput { hint, cursor: Cursor::Pick, preview, ..ToolOutput::default() }
}
