//! Tools: what a pointer over the map comes to, as state machines without a window.
//!
//! A screen feeds a [`ToolBox`] with [`ToolEvent`]s and carries out the [`Action`]s that come
//! back with [`Document::perform`]. Between events it shows the tool's hint, its cursor and its
//! [`Preview`].

mod erase;
mod eyedropper;
mod feature;
mod hexside;
mod paint;
mod place;
mod select;

use salient_engine::grid::{Hex, HexGrid, Side};
use salient_schema::{CounterId, Id};

use crate::document::Document;
use crate::edit::Edit;
use crate::selection::Selection;

/// What the pointer does, with what it does it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects hexes and counters, and drags counters about.
    #[default]
    Select,
    /// Paints base terrain. The right button paints the ruleset's first kind.
    Paint {
        /// The terrain kind.
        kind: Id,
        /// How wide it paints.
        brush: Brush,
    },
    /// Puts features into hexes, or takes them out where they are already.
    Feature {
        /// The feature kind.
        kind: Id,
        /// The side that holds what it places.
        owner: Option<Id>,
    },
    /// Draws along hexsides. Shift, or the right button, erases.
    HexsidePen {
        /// The hexside kind.
        kind: Id,
    },
    /// Lengthens a border line. Shift, or the right button, erases.
    LinePen {
        /// The line kind.
        kind: Id,
    },
    /// Sets a counter up. The right button takes the top counter of a stack off the map.
    PlaceCounter {
        /// The counter.
        counter: CounterId,
        /// The face it shows.
        face: u8,
    },
    /// Erases what a layer has under the pointer.
    Erase {
        /// The layer.
        layer: EraseLayer,
    },
    /// Picks what is under the pointer as the next tool.
    Eyedropper,
}

/// How wide a brush is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Brush {
    /// One hex.
    #[default]
    One,
    /// A hex and those around it.
    Seven,
    /// Two hexes all round.
    Nineteen,
}

impl Brush {
    /// All widths, narrowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Seven, Self::Nineteen];

    /// How far it reaches from its middle, in hexes.
    pub fn radius(self) -> u32 {
        match self {
            Self::One => 0,
            Self::Seven => 1,
            Self::Nineteen => 2,
        }
    }

    /// How many hexes it covers away from the map's edge.
    pub fn hexes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Seven => 7,
            Self::Nineteen => 19,
        }
    }
}

/// A layer that can be erased.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EraseLayer {
    /// All features of a hex.
    #[default]
    Features,
    /// All that runs along a hexside.
    Hexsides,
    /// Border lines along a hexside.
    Lines,
    /// All counters of a hex.
    Counters,
}

/// A pointer's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left one: do it.
    Primary,
    /// The right one: erase.
    Secondary,
}

/// Keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub command: bool,
    /// Alt.
    pub alt: bool,
}

/// A key that tools know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Gives up what is under way.
    Escape,
    /// Removes what is selected.
    Delete,
}

/// What happened. Points are on the plane of [`HexGrid`], in distances between hexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToolEvent {
    /// The pointer moved, with or without a button down.
    Move {
        /// Where to.
        at: [f32; 2],
        /// Keys held.
        modifiers: Modifiers,
    },
    /// A button went down.
    Press {
        /// Where.
        at: [f32; 2],
        /// Which.
        button: Button,
        /// Keys held.
        modifiers: Modifiers,
    },
    /// A button came up.
    Release {
        /// Where.
        at: [f32; 2],
        /// Which.
        button: Button,
        /// Keys held.
        modifiers: Modifiers,
    },
    /// The pointer left the map.
    Leave,
    /// A key went down.
    Key(Key),
}

impl ToolEvent {
    /// A move with no keys held.
    pub fn move_to(at: [f32; 2]) -> Self {
        Self::Move { at, modifiers: Modifiers::default() }
    }

    /// A press with no keys held.
    pub fn press(at: [f32; 2], button: Button) -> Self {
        Self::Press { at, button, modifiers: Modifiers::default() }
    }

    /// A release with no keys held.
    pub fn release(at: [f32; 2], button: Button) -> Self {
        Self::Release { at, button, modifiers: Modifiers::default() }
    }
}

/// Something for the document (or, for [`Choose`](Self::Choose), the screen) to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Begin a transaction.
    Begin(String),
    /// Apply an edit.
    Edit(Edit),
    /// Commit the transaction.
    Commit,
    /// Take the transaction back.
    Cancel,
    /// Select.
    Select(Selection),
    /// Go on with another tool.
    Choose(Tool),
}

/// How the pointer looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// The usual arrow.
    #[default]
    Arrow,
    /// A hand over something that can be dragged.
    Grab,
    /// A hand that drags.
    Grabbing,
    /// A cross for exact work.
    Crosshair,
    /// Something is about to go.
    Eraser,
    /// A pipette.
    Pick,
    /// Not here.
    Forbidden,
}

/// What would be changed, to be shown over the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Hexes.
    pub hexes: Vec<Hex>,
    /// Hexsides.
    pub sides: Vec<Side>,
    /// Counters in the hand, from the top, and the face each shows.
    pub counters: Vec<(CounterId, u8)>,
    /// Where the counters hang.
    pub at: Option<[f32; 2]>,
    /// Whether it would take away.
    pub erases: bool,
}

/// What a tool says to an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolOutput {
    /// What is to be done, in order.
    pub actions: Vec<Action>,
    /// What to do next, in plain words.
    pub hint: String,
    /// How the pointer looks.
    pub cursor: Cursor,
    /// What would be changed.
    pub preview: Preview,
}

/// The tool in hand and what it is in the middle of.
#[derive(Clone, Debug, Default)]
pub struct ToolBox {
    tool: Tool,
    state: State,
}

/// What the tool in hand is in the middle of.
#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Idle,
    Select(select::State),
    Paint(paint::State),
    Feature(feature::State),
    Hexside(hexside::State),
    Erase(erase::State),
}

impl ToolBox {
    /// With a tool in hand.
    pub fn new(tool: Tool) -> Self {
        Self { tool, state: State::Idle }
    }

    /// The tool in hand.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Whether a drag is under way.
    pub fn is_busy(&self) -> bool {
        !matches!(self.state, State::Idle)
    }

    /// Takes another tool. What was under way is given up: carry out the actions.
    #[must_use]
    pub fn choose(&mut self, tool: Tool) -> Vec<Action> {
        let busy = self.is_busy();
        *self = Self::new(tool);
        if busy { vec![Action::Cancel] } else { Vec::new() }
    }

    /// What the tool makes of an event.
    pub fn handle(&mut self, event: &ToolEvent, document: &Document) -> ToolOutput {
        let state = std::mem::take(&mut self.state);
        let (state, output) = match &self.tool {
            Tool::Select => select::handle(state, event, document),
            Tool::Paint { kind, brush } => paint::handle(state, event, document, kind, *brush),
            Tool::Feature { kind, owner } => {
                feature::handle(state, event, document, kind, owner.as_ref())
            }
            Tool::HexsidePen { kind } => {
                hexside::handle(state, event, document, hexside::Pen::Hexside(kind))
            }
            Tool::LinePen { kind } => {
                hexside::handle(state, event, document, hexside::Pen::Line(kind))
            }
            Tool::PlaceCounter { counter, face } => {
                (State::Idle, place::handle(event, document, counter, *face))
            }
            Tool::Erase { layer } => erase::handle(state, event, document, *layer),
            Tool::Eyedropper => (State::Idle, eyedropper::handle(event, document)),
        };
        self.state = state;
        for action in &output.actions {
            if let Action::Choose(tool) = action {
                *self = Self::new(tool.clone());
            }
        }
        output
    }
}

/// Nearer than this to a hexside, in distances between hexes, is meant for the hexside.
const SIDE_REACH: f32 = 0.3;

/// The hexside that a point is meant for.
fn side_near(grid: &HexGrid, at: [f32; 2]) -> Option<Side> {
    grid.side_at(at).filter(|&(_, distance)| distance <= SIDE_REACH).map(|(side, _)| side)
}

/// The hexes between two samples of the pointer, the second counted and the first not, so that
/// a fast drag leaves no gap.
fn hexes_along(grid: &HexGrid, from: Option<Hex>, to: Hex) -> Vec<Hex> {
    match from {
        Some(from) => grid.line(from, to).into_iter().skip(1).collect(),
        None => vec![to],
    }
}

/// The name in print of a kind, or its id where the ruleset does not have it.
fn kind_name<'a>(kinds: &'a [salient_schema::ruleset::Kind], id: &'a str) -> &'a str {
    kinds.iter().find(|kind| kind.id == id).map_or(id, |kind| &kind.name)
}
