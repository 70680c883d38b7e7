//! The eyedropper: what is under the pointer becomes the next tool.

use super::{Action, Brush, Button, Cursor, Key, Preview, Tool, ToolEvent, ToolOutput};
use super::{kind_name, roads, side_near};
use crate::document::Document;
use crate::layers::LayerId;

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
        event => output(document, event.at()),
    }
}

/// What lies on top: what runs along a near hexside, then features, roads and terrain. What is
/// hidden is not there.
fn pick(document: &Document, at: [f32; 2]) -> Option<Tool> {
    let grid = document.grid();
    let shown = |layer| document.layers().get(layer).shown;
    if let Some(side) = side_near(grid, at) {
        if let Some(hexside) = document.hexside_at(side).filter(|_| shown(LayerId::Hexsides)) {
            return Some(Tool::HexsidePen { kind: hexside.kind.clone() });
        }
        if let Some(line) = document.lines_at(side).next().filter(|_| shown(LayerId::Lines)) {
            let line = &document.map().lines.items[line];
            return Some(Tool::LinePen { kind: line.kind.clone(), owner: line.owner.clone() });
        }
    }
    let hex = grid.hex_at(at)?;
    if let Some(feature) = document.features_at(hex).next().filter(|_| shown(LayerId::Features)) {
        let (kind, owner) = (feature.kind.clone(), feature.owner.clone());
        return Some(if feature.facing.is_empty() {
            Tool::Feature { kind, owner, value: feature.value }
        } else {
            Tool::Trench { kind, owner }
        });
    }
    if let Some(path) = roads::path_at(document, hex).filter(|_| shown(LayerId::Paths)) {
        return Some(Tool::PathPen { kind: path.kind.clone(), tracks: path.tracks });
    }
    pick_terrain(document, at)
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
    let picked = at.and_then(|at| pick(document, at));
    let name = match &picked {
        Some(Tool::HexsidePen { kind }) => kind_name(&ruleset.hexsides, kind),
        Some(Tool::LinePen { kind, .. }) => kind_name(&ruleset.lines, kind),
        Some(Tool::Feature { kind, .. } | Tool::Trench { kind, .. }) => {
            kind_name(&ruleset.features, kind)
        }
        Some(Tool::PathPen { kind, .. }) => kind_name(&ruleset.paths, kind),
        Some(Tool::Paint { kind, .. }) => kind_name(&ruleset.terrain, kind),
        _ => {
            let hint = "Click what you want to draw with.".to_owned();
            return ToolOutput { hint, cursor: Cursor::Pick, ..ToolOutput::default() };
        }
    };
    if matches!(picked, Some(Tool::HexsidePen { .. } | Tool::LinePen { .. })) {
        preview.sides.extend(at.and_then(|at| side_near(grid, at)));
    } else {
        preview.hexes.extend(at.and_then(|at| grid.hex_at(at)));
    }
    let name = salient_schema::words::name_in_a_sentence(name);
    let hint = format!("Click to go on with {name}; the right button picks the terrain.");
    ToolOutput { hint, cursor: Cursor::Pick, preview, ..ToolOutput::default() }
}
