//! Trenches along hexsides: the hexes on the hand where the pointer began face across.

use salient_hex::grid::{Direction, Hex, compass_in_words};
use salient_schema::map::Feature;
use salient_schema::words::with_article;

use super::hexside::Trail;
use super::{Action, Button, Cursor, Key, Modifiers, Preview, State as Tools};
use super::{ToolEvent, ToolOutput, kind_in_a_sentence, plain_feature, side_near, step};
use crate::document::Document;
use crate::edit::Edit;

/// A stroke.
#[derive(Clone, Debug)]
pub(super) struct State {
    erases: bool,
    button: Button,
    trail: Trail,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    kind: &str,
    owner: Option<&String>,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let name = kind_in_a_sentence(&document.ruleset().features, kind);
    let idle = |actions| {
        let place = event.at().and_then(|at| pointed(document, at));
        let erases =
            event.modifiers().shift || place.is_some_and(|place| faces(document, place, kind));
        let hint = match place {
            None => format!(
                "Drag along hexsides to draw {}: the hexes on this side face across. Or click near \
                 the hexside that it is to face.",
                with_article(&name)
            ),
            Some((hex, direction)) => {
                let (hex, compass) = (grid.label(hex), compass_in_words(grid.compass(direction)));
                if erases {
                    format!("Click to let the {name} in {hex} no longer face {compass}.")
                } else {
                    format!(
                        "Click to let the {name} in {hex} face {compass}, or drag along \
                         hexsides; Shift erases."
                    )
                }
            }
        };
        let facing = place.into_iter().collect();
        output(actions, hint, Preview { facing, erases, ..Preview::default() })
    };
    let busy = |stroke: &State| {
        let facing = stroke.trail.facing(grid);
        let doing = if stroke.erases { "Erasing" } else { "Drawing" };
        let hint = match facing.len() {
            0 => format!("{doing} {name}: drag on along the hexsides that it is to face."),
            1 => format!("{doing} {name} along a hexside: let go to keep it, Esc to leave it."),
            sides => format!(
                "{doing} {name} along {sides} hexsides: let go to keep it, Esc to leave it."
            ),
        };
        let preview = Preview {
            facing,
            sides: stroke.trail.sides(),
            erases: stroke.erases,
            ..Preview::default()
        };
        output(Vec::new(), hint, preview)
    };
    match (state, *event) {
        (Tools::Trench(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(Vec::new())),
        (Tools::Trench(mut stroke), ToolEvent::Release { at, button, .. })
            if button == stroke.button =>
        {
            stroke.trail.follow(grid, at);
            let facing = stroke.trail.facing(grid);
            let erases = match facing.as_slice() {
                // A click turns it the other way.
                [one] if !stroke.erases => faces(document, *one, kind),
                _ => stroke.erases,
            };
            let edits = draw(document, &facing, kind, owner, erases);
            let verb = if erases { "Erase" } else { "Draw" };
            (Tools::Idle, idle(step(format!("{verb} {name}"), edits)))
        }
        (Tools::Trench(mut stroke), event) => {
            match event {
                ToolEvent::Move { at, .. } => stroke.trail.follow(grid, at),
                ToolEvent::Leave => stroke.trail.lift(),
                _ => {}
            }
            let output = busy(&stroke);
            (Tools::Trench(stroke), output)
        }
        (_, ToolEvent::Press { at, button, modifiers: Modifiers { shift, .. } }) => {
            let trail = grid.hex_at(at).and_then(|_| Trail::begin(grid, at));
            let Some(trail) = trail else { return (Tools::Idle, idle(Vec::new())) };
            let erases = shift || button == Button::Secondary;
            let stroke = State { erases, button, trail };
            let output = busy(&stroke);
            (Tools::Trench(stroke), output)
        }
        _ => (Tools::Idle, idle(Vec::new())),
    }
}

/// The hex that a point is in, and the hexside of it that is meant.
fn pointed(document: &Document, at: [f32; 2]) -> Option<(Hex, Direction)> {
    let grid = document.grid();
    let hex = grid.hex_at(at)?;
    let side = side_near(grid, at)?;
    Direction::ALL
        .into_iter()
        .find(|&direction| grid.side(hex, direction) == side)
        .map(|direction| (hex, direction))
}

fn faces(document: &Document, (hex, direction): (Hex, Direction), kind: &str) -> bool {
    let compass = document.grid().compass(direction);
    let feature = document.feature_at(hex, kind);
    feature.is_some_and(|feature| feature.facing.iter().any(|facing| facing == compass))
}

fn draw(
    document: &Document,
    facing: &[(Hex, Direction)],
    kind: &str,
    owner: Option<&String>,
    erases: bool,
) -> Vec<Edit> {
    let grid = document.grid();
    let mut hexes: Vec<Hex> = facing.iter().map(|&(hex, _)| hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let mut edits = Vec::new();
    for hex in hexes {
        let there = document.feature_at(hex, kind);
        let of_hex = || facing.iter().filter(|place| place.0 == hex).map(|place| place.1);
        // In the order of the compass, so that the same trench is always written alike.
        let now = |direction: &Direction| {
            let was = faces(document, (hex, *direction), kind);
            let meant = of_hex().any(|other| other == *direction);
            if erases { was && !meant } else { was || meant }
        };
        let facing: Vec<String> = Direction::ALL
            .into_iter()
            .filter(now)
            .map(|direction| grid.compass(direction).to_owned())
            .collect();
        let edit = match there {
            Some(there) if there.facing == facing => continue,
            // One that faced only what is erased goes; one that faces all round stays.
            Some(there) if facing.is_empty() && !there.facing.is_empty() => {
                Edit::remove_feature(there.hex.clone(), kind.to_owned())
            }
            Some(there) => Edit::set_feature(Feature { facing, ..there.clone() }),
            None if erases => continue,
            None => Edit::add_feature(
                Feature { facing, ..plain_feature(grid.label(hex), kind, owner) },
                None,
            ),
        };
        edits.push(edit);
    }
    edits
}

fn output(actions: Vec<Action>, hint: String, preview: Preview) -> ToolOutput {
    let cursor = if preview.erases { Cursor::Eraser } else { Cursor::Crosshair };
    ToolOutput { actions, hint, cursor, preview }
}
