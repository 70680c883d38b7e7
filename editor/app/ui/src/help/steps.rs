//! The steps of the tour: what is said, what is pointed at, and how it is noticed that it was
//! done.

use salient_document::{Document, Edit, Selection};
use salient_hex::grid::Hex;
use salient_play::{By, Seat};

use crate::documents::{Documents, OpenDocument};
use crate::request::command::{ToolKind, UiCommand};
use crate::request::test_run::TestRunSetting;
use crate::request::views::Tab;
use crate::test_run::Game;
use crate::tools::memory::kind_of;

/// A step.
pub struct Step {
    /// What it is called.
    pub title: &'static str,
    /// What to do, and why.
    pub text: &'static str,
    /// What is pointed at, at the moment.
    pub target: fn(&Seen<'_>) -> Target,
    /// Whether it was done, since the step began.
    pub done: fn(&Seen<'_>, &Begun) -> bool,
    /// What is made ready for it. Gives the tab of the inspector that it needs, if it needs one.
    pub prepare: fn(&mut OpenDocument) -> Option<Tab>,
}

/// What the tour looks at.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The document in front.
    pub front: &'a OpenDocument,
    /// How many pictures were exported since the start.
    pub pictures_drawn: usize,
}

impl<'a> Seen<'a> {
    /// What is open now.
    pub fn of(documents: &'a Documents) -> Self {
        Self { front: &documents.front, pictures_drawn: documents.pictures_drawn() }
    }

    fn document(&self) -> &'a Document {
        &self.front.document
    }

    fn game(&self) -> Option<&'a Game> {
        self.front.test_run.game()
    }
}

/// Something on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing: the card stands in the middle.
    Nothing,
    /// The widget whose name begins so.
    Widget(&'static str),
    /// The widget of a command.
    Command(UiCommand),
    /// A hex of the map.
    Hex(Hex),
    /// The map.
    Map,
}

/// How things stood when a step began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Begun {
    scale: f32,
    hex: Option<Hex>,
    terrain: Vec<String>,
    hexsides: usize,
    undone: usize,
    placements: Vec<(String, String)>,
    problems: usize,
    pictures: usize,
    decided: usize,
}

impl Begun {
    /// How things stand.
    pub fn now(seen: &Seen<'_>) -> Self {
        let document = seen.document();
        let placements = &document.scenario().setup.placements;
        Self {
            scale: seen.front.panes.map().camera.scale,
            hex: document.selection().hex,
            terrain: document.map().terrain.rows.clone(),
            hexsides: document.map().hexsides.items.len(),
            undone: document.history().filter(|entry| entry.undone).count(),
            placements: placements
                .iter()
                .flat_map(|entry| entry.counters.iter().map(|id| (id.clone(), entry.hex.clone())))
                .collect(),
            problems: errors(seen.document()),
            pictures: seen.pictures_drawn,
            decided: decided_by_hand(seen),
        }
    }
}

/// How many decisions of a person led to where the game stands.
fn decided_by_hand(seen: &Seen<'_>) -> usize {
    let Some(session) = seen.game().map(Game::session) else { return 0 };
    let course = session.course();
    let way = course.way_to(session.at()).into_iter();
    let made = way.filter_map(|point| course.decision(point));
    made.filter(|decision| decision.by == By::Person).count()
}

/// The hex of a unit that may act, the nearest to the middle of the map.
fn a_unit_that_may_act(seen: &Seen<'_>) -> Target {
    let (grid, middle) = (seen.document().grid(), middle(seen));
    let shown = seen.game().map(|game| game.by_hand().on_map());
    let hexes = shown.into_iter().flat_map(|shown| shown.may_act.iter().chain(&shown.acting));
    let nearest = hexes.copied().min_by_key(|&hex| grid.distance(middle, hex));
    nearest.map_or(Target::Map, Target::Hex)
}

fn errors(document: &Document) -> usize {
    document.problems().iter().filter(|(_, problem)| problem.is_error()).count()
}

fn nothing(_: &mut OpenDocument) -> Option<Tab> {
    None
}

/// The hex near the middle of the map in which nothing stands, for whoever paints.
fn open_hex(seen: &Seen<'_>) -> Target {
    let document = seen.document();
    let grid = document.grid();
    let empty = |hex: &Hex| {
        document.terrain_at(*hex).is_some_and(|kind| kind == "clear")
            && document.features_at(*hex).next().is_none()
            && document.stack_at(*hex).is_empty()
    };
    let middle = middle(seen);
    let near = grid.within(middle, 12).into_iter().filter(empty);
    near.min_by_key(|&hex| grid.distance(middle, hex)).map_or(Target::Map, Target::Hex)
}

/// The hex in the middle of the map.
fn middle(seen: &Seen<'_>) -> Hex {
    let grid = seen.document().grid();
    let (columns, rows) = (u32::from(grid.columns()), u32::from(grid.rows()));
    Hex(rows / 2 * columns + columns / 2)
}

fn tool_then(seen: &Seen<'_>, kind: ToolKind, then: fn(&Seen<'_>) -> Target) -> Target {
    if kind_of(seen.front.tools.tool()) == kind {
        then(seen)
    } else {
        Target::Command(UiCommand::Tool(kind))
    }
}

/// The hex with a counter that is nearest to the middle of the map.
fn a_counter(seen: &Seen<'_>) -> Target {
    let (grid, middle) = (seen.document().grid(), middle(seen));
    let placed = seen.document().scenario().setup.placements.iter();
    let hexes = placed.filter_map(|placed| grid.parse(&placed.hex));
    hexes.min_by_key(|&hex| grid.distance(middle, hex)).map_or(Target::Map, Target::Hex)
}

/// The steps, in order.
pub const STEPS: &[Step] = &[
    Step {
        title: "Welcome to Salient",
        text: "This tour takes about four minutes. It works on a copy of The Kaiser's Battle, so \
               nothing can be lost. Zoom in on the map now: turn the wheel over it, or press +.",
        target: |_| Target::Map,
        done: |seen, begun| (seen.front.panes.map().camera.scale / begun.scale - 1.0).abs() > 0.05,
        prepare: nothing,
    },
    Step {
        title: "Look into a hex",
        text: "Click the marked hex. The panel at the right then shows its ground, what stands in \
               it and what the rules say about it. Space and drag moves the map.",
        target: a_counter,
        done: |seen, begun| {
            let hex = seen.document().selection().hex;
            hex.is_some() && hex != begun.hex
        },
        prepare: |open| {
            open.document.select(Selection::default());
            go_to(open, a_counter)
        },
    },
    Step {
        title: "Paint the ground",
        text: "Take the terrain brush (T), choose a kind, and paint the marked hex or any other. \
               One stroke is one step of undo, however many hexes it covers.",
        target: |seen| tool_then(seen, ToolKind::Terrain, open_hex),
        done: |seen, begun| seen.document().map().terrain.rows != begun.terrain,
        prepare: |open| go_to(open, open_hex),
    },
    Step {
        title: "Draw a river along hexsides",
        text: "Take the hexside pen (H) and drag along the edges of a few hexes. The pen snaps to \
               hexsides and follows the pointer. Here a river is data: the rules know it.",
        target: |seen| tool_then(seen, ToolKind::Hexside, open_hex),
        done: |seen, begun| seen.document().map().hexsides.items.len() >= begun.hexsides + 2,
        prepare: nothing,
    },
    Step {
        title: "Undo",
        text: "Everything can be undone, without end. Press Ctrl+Z, or click the arrow. The tab \
               History lists every step, and a click goes back to any of them.",
        target: |_| Target::Command(UiCommand::Undo),
        done: |seen, begun| {
            seen.document().history().filter(|entry| entry.undone).count() > begun.undone
        },
        prepare: nothing,
    },
    Step {
        title: "Move a counter",
        text: "Take the arrow (V) and drag a counter from the marked hex to another one. With \
               Ctrl the whole stack comes along.",
        target: |seen| tool_then(seen, ToolKind::Select, a_counter),
        done: |seen, begun| {
            let now = Begun::now(seen).placements;
            now != begun.placements
                && now.len() == begun.placements.len()
                && !seen.document().in_transaction()
        },
        prepare: |open| go_to(open, a_counter),
    },
    Step {
        title: "See a problem, and mend it",
        text: "We have set three more units up in one hex, which is more than may stack. Look at \
               the problem in the list, click it to see the place, and mend it: by a quick fix, \
               by dragging a counter away, or by undo.",
        target: |seen| match seen.front.inspector.tab {
            Tab::Problems => Target::Nothing,
            _ => Target::Command(UiCommand::Show(Tab::Problems)),
        },
        done: |seen, begun| errors(seen.document()) < begun.problems,
        prepare: make_a_problem,
    },
    Step {
        title: "Play a game",
        text: "Click Play one game, or press F5: two bots play the scenario from this set-up, by \
               the rules of the book, while you watch. The document is not changed by it. (What \
               was still wrong with the set-up was taken back.)",
        target: |_| Target::Widget("Play one game"),
        done: |seen, _| seen.game().is_some_and(|game| game.play().events().len() > 3),
        prepare: |open| {
            mend_the_problem(&mut open.document);
            open.panes.map_mut().zoom_to_fit();
            Some(Tab::TestRun)
        },
    },
    Step {
        title: "Play many",
        text: "Go back to editing, then let the bots play twenty games (Ctrl+R). The lab below \
               the map shows how they end, where the front line ran, and which unit did what.",
        target: |seen| match seen.game() {
            Some(_) => Target::Widget("Back to editing"),
            None => Target::Widget("Run "),
        },
        done: |seen, _| seen.front.test_run.results().now().is_some(),
        prepare: |open| {
            open.test_run.set(TestRunSetting::Games(20));
            Some(Tab::TestRun)
        },
    },
    Step {
        title: "Take a picture home",
        text: "Export the map with its counters as PNG or SVG: press Ctrl+E, or look in the menu \
               File.",
        target: |_| Target::Widget("File"),
        done: |seen, begun| seen.pictures_drawn > begun.pictures,
        prepare: |open| {
            open.test_run.end_game();
            None
        },
    },
    Step {
        title: "Take command",
        text: "Now play it yourself. In the panel at the right choose “You, by hand” for the first \
               side, then click Play one game (F5). Against a bot or on both sides: a side can be \
               handed over at any time.",
        target: |seen| match seen.front.test_run.seats.contains(&Seat::Person) {
            true => Target::Widget("Play one game"),
            false => Target::Widget("Who plays "),
        },
        done: |seen, _| seen.game().is_some_and(Game::has_person),
        prepare: |open| {
            open.panes.map_mut().zoom_to_fit();
            Some(Tab::TestRun)
        },
    },
    Step {
        title: "Move a unit by the rules",
        text: "A bot has seen to the guns of the opening. Press on the unit in the marked hex: \
               green hexes tell what it costs to get there. Drag it to one of them. Elsewhere the \
               map says which rule is in the way. The arrow shows what came of it.",
        target: a_unit_that_may_act,
        done: |seen, begun| decided_by_hand(seen) > begun.decided,
        prepare: |open| {
            open.test_run.go_on_to_moves(&open.document);
            go_to(open, a_unit_that_may_act);
            Some(Tab::TestRun)
        },
    },
    Step {
        title: "Take it back",
        text: "Press Ctrl+Z: the decision is taken back, with the same dice to come. Go on with \
               Ctrl+Y, or decide otherwise: both ways stay, as branches of the game. F1 over the \
               panel tells the rest.",
        target: |_| Target::Command(UiCommand::Undo),
        done: |seen, begun| decided_by_hand(seen) < begun.decided,
        prepare: |_| Some(Tab::TestRun),
    },
];

/// Brings the hex that a step points at into view.
fn go_to(open: &mut OpenDocument, target: fn(&Seen<'_>) -> Target) -> Option<Tab> {
    let seen = Seen { front: open, pictures_drawn: 0 };
    if let Target::Hex(hex) = target(&seen) {
        open.panes.map_mut().go_to(hex);
    }
    None
}

/// Sets counters up where too many stand then.
fn make_a_problem(open: &mut OpenDocument) -> Option<Tab> {
    open.test_run.end_game();
    let document = &mut open.document;
    let setup = &document.scenario().setup.placements;
    let first = setup.first()?;
    let (to, side) = (first.hex.clone(), side_of(document, &first.counters));
    let more: Vec<(String, String)> = setup
        .iter()
        .skip(1)
        .filter(|entry| entry.hex != to && side_of(document, &entry.counters) == side)
        .filter_map(|entry| Some((entry.counters.first()?.clone(), entry.hex.clone())))
        .take(3)
        .collect();
    document.begin("Three too many (the tour's)");
    for (counter, from) in more {
        let edit = Edit::MoveCounter { counter, from, to: to.clone(), index: None };
        // A problem that cannot be made is a step that can be skipped.
        let _ = document.apply(edit);
    }
    document.commit();
    document.refresh_problems();
    None
}

fn side_of(document: &Document, counters: &[String]) -> Option<String> {
    let first = counters.first()?;
    document.counter(first).map(|counter| counter.side.clone())
}

/// Whoever skips the mending plays all the same: only a set-up without errors can be played, so
/// steps are taken back until there are none.
fn mend_the_problem(document: &mut Document) {
    document.refresh_problems();
    while errors(document) > 0 && document.undo().is_some() {
        document.refresh_problems();
    }
}
