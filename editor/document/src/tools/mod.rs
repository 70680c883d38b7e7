//! Tools: what a pointer over the map comes to, as state machines without a window.
//!
//! A screen feeds a [`ToolBox`] with [`ToolEvent`]s and carries out the [`Action`]s that come
//! back with [`Document::perform`]. Between events it shows the tool's hint, its cursor and its
//! [`Preview`].

pub mod area;
mod borders;
mod brush;
mod edges;
mod eraser;
mod eyedropper;
mod feature;
mod fill;
mod hexside;
pub mod label;
mod line;
mod marquee;
mod measure;
mod path;
mod perform;
mod place;
mod plan;
mod roads;
mod select;
mod sight;
mod stamp;
mod trench;
mod wand;

use std::sync::Arc;

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::{CounterId, Defined, Id};

pub use self::area::Area;
pub use self::feature::plain_feature;
pub use self::measure::Measured;
pub use self::select::move_selected;
pub use self::sight::Sighted;
pub use self::stamp::{Ghost, Stamp};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::LayerId;
use crate::selection::Selection;

/// What the pointer does, with what it does it.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Paints a straight line of hexes.
    Line {
        /// The terrain kind.
        kind: Id,
        /// How wide it paints.
        brush: Brush,
    },
    /// Paints all hexes of the same terrain that lie together; with Shift, all on the map.
    Fill {
        /// The terrain kind.
        kind: Id,
    },
    /// Paints heights. The right button paints level 0.
    Elevation {
        /// The level.
        level: i16,
        /// How wide it paints.
        brush: Brush,
    },
    /// Selects hexes that are alike and lie together. Shift adds them to those selected, Alt
    /// takes them away.
    Wand {
        /// What they have in common.
        like: Likeness,
    },
    /// Selects the hexes of a rectangle. Shift adds, Alt takes away.
    Rectangle,
    /// Selects the hexes inside a loop. Shift adds, Alt takes away.
    Lasso,
    /// Puts features into hexes. Shift, or the right button, takes them out.
    Feature {
        /// The feature kind.
        kind: Id,
        /// The side that holds what it places.
        owner: Option<Id>,
        /// What it is worth.
        value: Option<i32>,
    },
    /// Draws trenches along hexsides: the hexes on this side of them face across. A click on a
    /// hexside turns its facing on or off. Shift, or the right button, erases.
    Trench {
        /// The feature kind.
        kind: Id,
        /// The side that holds what it places.
        owner: Option<Id>,
    },
    /// Writes names on the map. The right button takes them off.
    Label {
        /// The feature kind.
        kind: Id,
    },
    /// Draws along hexsides. Shift, or the right button, erases.
    HexsidePen {
        /// The hexside kind.
        kind: Id,
    },
    /// Draws border lines. Shift, or the right button, erases.
    LinePen {
        /// The line kind.
        kind: Id,
        /// The side that holds it.
        owner: Option<Id>,
    },
    /// Draws roads and railways from hex to hex. Shift, or the right button, erases.
    PathPen {
        /// The path kind.
        kind: Id,
        /// The tracks of a railway.
        tracks: Option<u8>,
    },
    /// Adds hexes to a zone. Shift, or the right button, takes them out.
    Zone {
        /// The zone.
        zone: Id,
        /// How wide it paints.
        brush: Brush,
    },
    /// Lays a copied piece of map down again. Dragging with the right button copies another piece.
    Stamp {
        /// What was copied; none yet.
        stamp: Option<Arc<Stamp>>,
    },
    /// Sets a counter up. The right button takes the top counter of a stack off the map.
    PlaceCounter {
        /// The counter.
        counter: CounterId,
        /// The face it shows.
        face: u8,
    },
    /// Erases what layers have under the pointer.
    Erase {
        /// What goes.
        what: Erase,
        /// How wide it erases.
        brush: Brush,
    },
    /// Picks what is under the pointer as the next tool.
    Eyedropper,
    /// Measures ways, leg by leg.
    Measure {
        /// The counter whose movement points are counted; none for the straight way.
        unit: Option<CounterId>,
    },
    /// Looks out of a hex: what is seen from it, and what stands between it and another.
    Sight,
    /// Writes the artillery plan: where a gun fires in a game-turn, or where it goes. The right
    /// button plans no fire.
    Plan {
        /// The gun; nobody's while it has still to be chosen.
        counter: CounterId,
        /// The game-turn, whose fire shows.
        turn: u16,
        /// What it fires, where that is not the usual shell.
        shell: Option<Id>,
        /// Whether a click is where it goes.
        goes: bool,
    },
}

impl Tool {
    /// How wide it works, if it is a tool that has a brush.
    pub fn brush(&self) -> Option<Brush> {
        match self {
            Self::Paint { brush, .. }
            | Self::Line { brush, .. }
            | Self::Elevation { brush, .. }
            | Self::Zone { brush, .. }
            | Self::Erase { brush, .. } => Some(*brush),
            _ => None,
        }
    }

    /// The same tool with another brush.
    #[must_use]
    pub fn with_brush(mut self, wanted: Brush) -> Self {
        match &mut self {
            Self::Paint { brush, .. }
            | Self::Line { brush, .. }
            | Self::Elevation { brush, .. }
            | Self::Zone { brush, .. }
            | Self::Erase { brush, .. } => *brush = wanted,
            _ => {}
        }
        self
    }

    /// The sort and the kind that it draws with, if it draws with one.
    fn kind(&self) -> Option<(Defined, &Id)> {
        Some(match self {
            Self::Paint { kind, .. } | Self::Line { kind, .. } | Self::Fill { kind } => {
                (Defined::Terrain, kind)
            }
            Self::Feature { kind, .. } | Self::Trench { kind, .. } | Self::Label { kind } => {
                (Defined::Feature, kind)
            }
            Self::HexsidePen { kind } => (Defined::Hexside, kind),
            Self::LinePen { kind, .. } => (Defined::Line, kind),
            Self::PathPen { kind, .. } => (Defined::Path, kind),
            _ => return None,
        })
    }

    /// Why it can do nothing now: its layer is hidden or locked, or the ruleset lacks its kind.
    fn refusal(&self, document: &Document) -> Option<String> {
        let locked = self.layer().and_then(|layer| document.layers().refusal(layer));
        locked.or_else(|| {
            let (of, kind) = self.kind()?;
            let kinds = of.kinds(document.ruleset())?;
            kinds.iter().all(|known| known.id != *kind).then(|| {
                let what = of.words();
                format!("The ruleset no longer has this {what}: choose another at the left.")
            })
        })
    }

    /// The one layer that it changes. Tools for several layers, or none, see to it themselves.
    pub fn layer(&self) -> Option<LayerId> {
        match self {
            Self::Paint { .. } | Self::Line { .. } | Self::Fill { .. } => Some(LayerId::Terrain),
            Self::Elevation { .. } => Some(LayerId::Elevation),
            Self::Feature { .. } | Self::Trench { .. } | Self::Label { .. } => {
                Some(LayerId::Features)
            }
            Self::HexsidePen { .. } => Some(LayerId::Hexsides),
            Self::LinePen { .. } => Some(LayerId::Lines),
            Self::PathPen { .. } => Some(LayerId::Paths),
            Self::Zone { .. } => Some(LayerId::Zones),
            Self::PlaceCounter { .. } => Some(LayerId::Counters),
            Self::Erase { what: Erase::Layer(layer), .. } => Some(*layer),
            Self::Select
            | Self::Wand { .. }
            | Self::Rectangle
            | Self::Lasso
            | Self::Stamp { .. }
            | Self::Erase { what: Erase::All, .. }
            | Self::Eyedropper
            | Self::Measure { .. }
            | Self::Sight
            | Self::Plan { .. } => None,
        }
    }
}

/// What the magic wand goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likeness {
    /// The same terrain.
    #[default]
    Terrain,
    /// The same kind of feature.
    Feature,
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
    /// Three hexes all round.
    ThirtySeven,
}

impl Brush {
    /// All widths, narrowest first.
    pub const ALL: [Self; 4] = [Self::One, Self::Seven, Self::Nineteen, Self::ThirtySeven];

    /// How far it reaches from its middle, in hexes.
    pub fn radius(self) -> u32 {
        match self {
            Self::One => 0,
            Self::Seven => 1,
            Self::Nineteen => 2,
            Self::ThirtySeven => 3,
        }
    }

    /// How many hexes it covers away from the map's edge.
    pub fn hexes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Seven => 7,
            Self::Nineteen => 19,
            Self::ThirtySeven => 37,
        }
    }

    /// The next wider one.
    #[must_use]
    pub fn wider(self) -> Self {
        match self {
            Self::One => Self::Seven,
            Self::Seven => Self::Nineteen,
            Self::Nineteen | Self::ThirtySeven => Self::ThirtySeven,
        }
    }

    /// The next narrower one.
    #[must_use]
    pub fn narrower(self) -> Self {
        match self {
            Self::One | Self::Seven => Self::One,
            Self::Nineteen => Self::Seven,
            Self::ThirtySeven => Self::Nineteen,
        }
    }
}

/// What an eraser takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erase {
    /// What one layer has. Terrain becomes the ruleset's first kind.
    Layer(LayerId),
    /// What lies on the ground, of all layers that are shown and not locked.
    All,
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
    /// Ends what goes on from click to click.
    Enter,
    /// Turns what is in the hand by 60°, clockwise.
    Rotate,
    /// Turns it the other way.
    RotateBack,
    /// Mirrors what is in the hand, left and right.
    Mirror,
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
    /// A button was clicked twice; it follows the second release.
    DoubleClick {
        /// Where.
        at: [f32; 2],
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

    /// Where the pointer is now, if the event says so.
    pub fn at(&self) -> Option<[f32; 2]> {
        match *self {
            Self::Move { at, .. }
            | Self::Press { at, .. }
            | Self::Release { at, .. }
            | Self::DoubleClick { at, .. } => Some(at),
            Self::Leave | Self::Key(_) => None,
        }
    }

    /// The keys held, as far as the event says so.
    pub fn modifiers(&self) -> Modifiers {
        match *self {
            Self::Move { modifiers, .. }
            | Self::Press { modifiers, .. }
            | Self::Release { modifiers, .. }
            | Self::DoubleClick { modifiers, .. } => modifiers,
            Self::Leave | Self::Key(_) => Modifiers::default(),
        }
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

/// Something for the document (or, for [`Choose`](Self::Choose) and [`AskText`](Self::AskText), the screen) to do.
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
    /// Ask for the text of a label, and give it to [`label::edit`].
    AskText {
        /// The hex that it stands in.
        hex: Hex,
        /// The feature kind.
        kind: Id,
        /// What it says now.
        text: String,
    },
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
    /// Hexes under the brush.
    pub hexes: Vec<Hex>,
    /// A group of hexes: what a fill would paint, what a rectangle or a loop holds.
    pub area: Option<Arc<Area>>,
    /// Hexsides.
    pub sides: Vec<Side>,
    /// Hexes and the directions that they face.
    pub facing: Vec<(Hex, Direction)>,
    /// A way from hex to hex.
    pub way: Vec<Hex>,
    /// The line that the pointer drew: a loop, or the four corners of a rectangle.
    pub outline: Vec<[f32; 2]>,
    /// A copied piece of map as it would lie.
    pub ghost: Option<Arc<Ghost>>,
    /// What was measured.
    pub measured: Option<Measured>,
    /// What is seen from a hex.
    pub sighted: Option<Arc<Sighted>>,
    /// Counters in the hand, from the top, and the face each shows.
    pub counters: Vec<(CounterId, u8)>,
    /// Where the counters hang.
    pub at: Option<[f32; 2]>,
    /// Counters that go along with those in the hand: the hex that each would come to, and its face.
    pub along: Vec<(Hex, CounterId, u8)>,
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
    Brush(brush::State),
    Line(line::State),
    Fill(fill::State),
    Wand(wand::State),
    Marquee(marquee::State),
    Feature(feature::State),
    Trench(trench::State),
    Hexside(hexside::State),
    Path(path::State),
    Stamp(stamp::State),
    Erase(eraser::State),
    Measure(measure::State),
    Sight(sight::State),
}

impl State {
    /// Whether something would be lost if it ended here.
    fn is_busy(&self) -> bool {
        match self {
            Self::Idle | Self::Fill(_) | Self::Wand(_) => false,
            Self::Select(_)
            | Self::Brush(_)
            | Self::Line(_)
            | Self::Marquee(_)
            | Self::Feature(_)
            | Self::Trench(_)
            | Self::Hexside(_)
            | Self::Path(_)
            | Self::Erase(_) => true,
            Self::Stamp(state) => state.is_busy(),
            Self::Measure(state) => state.is_busy(),
            Self::Sight(state) => state.is_busy(),
        }
    }
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

    /// Whether something is under way that Escape would give up.
    pub fn is_busy(&self) -> bool {
        self.state.is_busy()
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
        if let Some(hint) = self.tool.refusal(document) {
            let actions = if state.is_busy() { vec![Action::Cancel] } else { Vec::new() };
            return ToolOutput {
                actions,
                hint,
                cursor: Cursor::Forbidden,
                ..ToolOutput::default()
            };
        }
        let (state, output) = self.hand_over(state, event, document);
        self.state = state;
        for action in &output.actions {
            if let Action::Choose(tool) = action {
                let turned = matches!((&self.tool, tool), (Tool::Stamp { .. }, Tool::Stamp { .. }));
                self.tool = tool.clone();
                if !turned {
                    self.state = State::Idle;
                }
            }
        }
        output
    }

    fn hand_over(
        &self,
        state: State,
        event: &ToolEvent,
        document: &Document,
    ) -> (State, ToolOutput) {
        match &self.tool {
            Tool::Select => select::handle(state, event, document),
            Tool::Paint { kind, brush } => {
                brush::handle(state, event, document, brush::Ink::Terrain(kind), *brush)
            }
            Tool::Elevation { level, brush } => {
                brush::handle(state, event, document, brush::Ink::Level(*level), *brush)
            }
            Tool::Zone { zone, brush } => {
                brush::handle(state, event, document, brush::Ink::Zone(zone), *brush)
            }
            Tool::Line { kind, brush } => line::handle(state, event, document, kind, *brush),
            Tool::Fill { kind } => fill::handle(state, event, document, kind),
            Tool::Wand { like } => wand::handle(state, event, document, *like),
            Tool::Rectangle => marquee::handle(state, event, document, marquee::Shape::Rectangle),
            Tool::Lasso => marquee::handle(state, event, document, marquee::Shape::Loop),
            Tool::Feature { kind, owner, value } => {
                feature::handle(state, event, document, feature::New { kind, owner, value: *value })
            }
            Tool::Trench { kind, owner } => {
                trench::handle(state, event, document, kind, owner.as_ref())
            }
            Tool::Label { kind } => (State::Idle, label::handle(event, document, kind)),
            Tool::HexsidePen { kind } => {
                hexside::handle(state, event, document, hexside::Pen::Hexside(kind))
            }
            Tool::LinePen { kind, owner } => {
                hexside::handle(state, event, document, hexside::Pen::Line(kind, owner.as_ref()))
            }
            Tool::PathPen { kind, tracks } => path::handle(state, event, document, kind, *tracks),
            Tool::Stamp { stamp } => stamp::handle(state, event, document, stamp.as_ref()),
            Tool::PlaceCounter { counter, face } => {
                (State::Idle, place::handle(event, document, counter, *face))
            }
            Tool::Erase { what, brush } => eraser::handle(state, event, document, *what, *brush),
            Tool::Eyedropper => (State::Idle, eyedropper::handle(event, document)),
            Tool::Measure { unit } => measure::handle(state, event, document, unit.as_ref()),
            Tool::Sight => sight::handle(state, event, document),
            Tool::Plan { counter, turn, shell, goes } => {
                let (turn, shell, goes) = (*turn, shell.as_ref(), *goes);
                let cell = plan::Cell { counter, turn, shell, goes };
                (State::Idle, plan::handle(event, document, cell))
            }
        }
    }
}

/// The way of a brush over the map while a button is down.
#[derive(Clone, Debug)]
struct Stroke {
    button: Button,
    last: Option<Hex>,
}

impl Stroke {
    fn new(button: Button) -> Self {
        Self { button, last: None }
    }

    /// The hexes that a brush newly covers on its way to a hex, in order. It is lifted where
    /// there is none: coming back elsewhere must not paint straight across.
    fn advance(&mut self, grid: &HexGrid, to: Option<Hex>, brush: Brush) -> Vec<Hex> {
        let from = std::mem::replace(&mut self.last, to);
        let Some(to) = to.filter(|_| from != to) else { return Vec::new() };
        under_brush(grid, &hexes_along(grid, from, to), brush)
    }
}

/// The hexes that a brush covers on its way over some, each once and in order.
fn under_brush(grid: &HexGrid, way: &[Hex], brush: Brush) -> Vec<Hex> {
    let covered = way.iter().flat_map(|&hex| grid.within(hex, brush.radius()));
    let mut hexes: Vec<Hex> = covered.filter(|&hex| grid.is_on_map(hex)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Edits as one step of undo; nothing at all where there is none.
fn step(name: String, edits: Vec<Edit>) -> Vec<Action> {
    if edits.is_empty() {
        return Vec::new();
    }
    let edits = edits.into_iter().map(Action::Edit);
    std::iter::once(Action::Begin(name)).chain(edits).chain([Action::Commit]).collect()
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

/// The name of a kind, as [`kind_name`] has it, within a sentence.
fn kind_in_a_sentence(kinds: &[salient_schema::ruleset::Kind], id: &str) -> String {
    salient_schema::words::name_in_a_sentence(kind_name(kinds, id))
}

/// The name in print of a kind, or its id where the ruleset does not have it.
fn kind_name<'a>(kinds: &'a [salient_schema::ruleset::Kind], id: &'a str) -> &'a str {
    kinds.iter().find(|kind| kind.id == id).map_or(id, |kind| &kind.name)
}
