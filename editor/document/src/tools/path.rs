//! The pen for roads and railways: from hex to hex by clicks and drags. It stays where it ended
//! until it is lifted, so that a road is drawn leg by leg, each leg a step of undo.

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::words::with_article;

use super::{Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{hexes_along, kind_in_a_sentence, roads, step};
use crate::document::Document;

/// Where the pen is.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// It stands at the end of what was drawn.
    Standing { end: Hex },
    /// A button is down: the hexes so far.
    Drawing { way: Vec<Hex>, button: Button, erases: bool, goes_on: bool },
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    kind: &str,
    tracks: Option<u8>,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let name = kind_in_a_sentence(&document.ruleset().paths, kind);
    let hex = event.at().and_then(|at| grid.hex_at(at));
    let Tools::Path(state) = state else {
        return lifted(event, document, (kind, &name), hex);
    };
    match (state, *event) {
        (State::Standing { .. }, ToolEvent::Key(Key::Escape | Key::Enter))
        | (State::Standing { .. }, ToolEvent::DoubleClick { .. })
        | (State::Drawing { .. }, ToolEvent::Key(Key::Escape)) => {
            lifted(&ToolEvent::Leave, document, (kind, &name), hex)
        }
        (State::Standing { end }, ToolEvent::Press { button, modifiers, .. }) => {
            let erases = modifiers.shift || button == Button::Secondary;
            let Some(hex) = hex else { return standing(grid, &name, end, None) };
            if erases {
                return lifted(event, document, (kind, &name), Some(hex));
            }
            if hex == end {
                return press_again(document, &name, hex);
            }
            let way = grid.line(end, hex);
            let state = State::Drawing { way, button, erases: false, goes_on: true };
            let output = drawing(document, &name, &state);
            (Tools::Path(state), output)
        }
        (State::Standing { end }, _) => standing(grid, &name, end, hex),
        (
            State::Drawing { mut way, button: held, erases, goes_on },
            ToolEvent::Release { button, .. },
        ) if button == held => {
            walk(grid, &mut way, hex);
            let Some(&end) = way.last() else {
                return lifted(event, document, (kind, &name), hex);
            };
            if erases {
                let edits = match way.as_slice() {
                    &[one] => roads::erase_in(document, &[one], Some(kind)),
                    way => roads::erase_along(document, way, Some(kind)),
                };
                let actions = step(format!("Erase {name}"), edits);
                let (state, output) = lifted(event, document, (kind, &name), hex);
                return (state, ToolOutput { actions, ..output });
            }
            let edits = roads::draw(document, &way, kind, tracks);
            let actions = step(format!("Draw {name}"), edits);
            let (state, output) = if way.len() == 1 && goes_on {
                lifted(event, document, (kind, &name), hex)
            } else {
                standing(grid, &name, end, hex)
            };
            (state, ToolOutput { actions, ..output })
        }
        (State::Drawing { mut way, button, erases, goes_on }, event) => {
            if let ToolEvent::Move { .. } = event {
                walk(grid, &mut way, hex);
            }
            let state = State::Drawing { way, button, erases, goes_on };
            let output = drawing(document, &name, &state);
            (Tools::Path(state), output)
        }
    }
}

/// The pen is in the air.
fn lifted(
    event: &ToolEvent,
    document: &Document,
    (kind, name): (&str, &str),
    hex: Option<Hex>,
) -> (Tools, ToolOutput) {
    if let (ToolEvent::Press { button, modifiers, .. }, Some(hex)) = (*event, hex) {
        let erases = modifiers.shift || button == Button::Secondary;
        let state = State::Drawing { way: vec![hex], button, erases, goes_on: false };
        let output = drawing(document, name, &state);
        return (Tools::Path(state), output);
    }
    let hint = if hex.is_some_and(|hex| roads::ends_in(document, hex, kind)) {
        format!("Click or drag from here to go on with this {name}; Shift erases.")
    } else {
        format!("Click hex by hex, or drag, to draw {}; Shift erases.", with_article(name))
    };
    let erases = event.modifiers().shift;
    let preview = Preview { hexes: hex.into_iter().collect(), erases, ..Preview::default() };
    let cursor = if erases { Cursor::Eraser } else { Cursor::Crosshair };
    (Tools::Idle, ToolOutput { hint, cursor, preview, ..ToolOutput::default() })
}

/// The pen was clicked down where it stands: letting go lifts it, dragging goes on.
fn press_again(document: &Document, name: &str, hex: Hex) -> (Tools, ToolOutput) {
    let state =
        State::Drawing { way: vec![hex], button: Button::Primary, erases: false, goes_on: true };
    let output = drawing(document, name, &state);
    (Tools::Path(state), output)
}

fn standing(grid: &HexGrid, name: &str, end: Hex, hex: Option<Hex>) -> (Tools, ToolOutput) {
    let way = hex.map_or_else(|| vec![end], |hex| grid.line(end, hex));
    let hint = format!(
        "Click to go on with the {name} from {}; Enter, Esc or a double click ends it.",
        grid.label(end)
    );
    let preview = Preview { way, ..Preview::default() };
    let output = ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() };
    (Tools::Path(State::Standing { end }), output)
}

fn drawing(document: &Document, name: &str, state: &State) -> ToolOutput {
    let State::Drawing { way, erases, .. } = state else { return ToolOutput::default() };
    let doing = if *erases { "Erasing" } else { "Drawing" };
    let hint = match way.as_slice() {
        [one] => {
            format!("{doing} {name} from {}: drag on, or let go.", document.grid().label(*one))
        }
        way => format!(
            "{doing} {name}, {} hexes long: let go to keep it, go back to shorten, Esc to leave it.",
            way.len()
        ),
    };
    let preview = Preview { way: way.clone(), erases: *erases, ..Preview::default() };
    let cursor = if *erases { Cursor::Eraser } else { Cursor::Crosshair };
    ToolOutput { hint, cursor, preview, ..ToolOutput::default() }
}

/// Goes on to a hex by the straight line. Going back the same way takes back.
fn walk(grid: &HexGrid, way: &mut Vec<Hex>, to: Option<Hex>) {
    let (Some(to), Some(&last)) = (to, way.last()) else { return };
    if to == last {
        return;
    }
    for hex in hexes_along(grid, Some(last), to) {
        if way.len() > 1 && way[way.len() - 2] == hex {
            way.pop();
        } else {
            way.push(hex);
        }
    }
}
