//! The steps of the tour: what is said, what is pointed at, and how it is noticed that it was
//! done.

use salient_document::{Edit, Selection};
use salient_hex::grid::Hex;

use super::super::app::App;
use super::super::command::{ToolKind, UiCommand};
use super::super::inspector::Tab;
use super::super::tools::memory::kind_of;

/// A step.
pub struct Step {
    /// What it is called.
    pub title: &'static str,
    /// What to do, and why.
    pub text: &'static str,
    /// What is pointed at, at the moment.
    pub target: fn(&App) -> Target,
    /// Whether it was done, since the step began.
    pub done: fn(&App, &Begun) -> bool,
    /// What is made ready for it.
    pub prepare: fn(&mut App),
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
}

impl Begun {
    /// How things stand.
    pub fn now(app: &App) -> Self {
        let document = app.document();
        let placements = &document.scenario().setup.placements;
        Self {
            scale: app.panes().map().camera.scale,
            hex: document.selection().hex,
            terrain: document.map().terrain.rows.clone(),
            hexsides: document.map().hexsides.items.len(),
            undone: document.history().filter(|entry| entry.undone).count(),
            placements: placements
                .iter()
                .flat_map(|entry| entry.counters.iter().map(|id| (id.clone(), entry.hex.clone())))
                .collect(),
            problems: errors(app),
            pictures: app.pictures_drawn,
        }
    }
}

fn errors(app: &App) -> usize {
    app.document().problems().iter().filter(|(_, problem)| problem.is_error()).count()
}

fn nothing(_: &mut App) {}

/// The hex near the middle of the map in which nothing stands, for whoever paints.
fn open_hex(app: &App) -> Target {
    let document = app.document();
    let grid = document.grid();
    let empty = |hex: &Hex| {
        document.terrain_at(*hex).is_some_and(|kind| kind == "clear")
            && document.features_at(*hex).next().is_none()
            && document.stack_at(*hex).is_empty()
    };
    let middle = middle(app);
    let near = grid.within(middle, 12).into_iter().filter(empty);
    near.min_by_key(|&hex| grid.distance(middle, hex)).map_or(Target::Map, Target::Hex)
}

/// The hex in the middle of the map.
fn middle(app: &App) -> Hex {
    let grid = app.document().grid();
    let (columns, rows) = (u32::from(grid.columns()), u32::from(grid.rows()));
    Hex(rows / 2 * columns + columns / 2)
}

fn tool_then(app: &App, kind: ToolKind, then: fn(&App) -> Target) -> Target {
    if kind_of(app.tool()) == kind { then(app) } else { Target::Command(UiCommand::Tool(kind)) }
}

/// The hex with a counter that is nearest to the middle of the map.
fn a_counter(app: &App) -> Target {
    let (grid, middle) = (app.document().grid(), middle(app));
    let placed = app.document().scenario().setup.placements.iter();
    let hexes = placed.filter_map(|placed| grid.parse(&placed.hex));
    hexes.min_by_key(|&hex| grid.distance(middle, hex)).map_or(Target::Map, Target::Hex)
}

/// The steps, in order.
pub const STEPS: &[Step] = &[
    Step {
        title: "Welcome to Salient",
        text: "This tour takes about three minutes. It works on a copy of The Kaiser's Battle, so \
               nothing can be lost. Zoom in on the map now: turn the wheel over it, or press +.",
        target: |_| Target::Map,
        done: |app, begun| (app.panes().map().camera.scale / begun.scale - 1.0).abs() > 0.05,
        prepare: nothing,
    },
    Step {
        title: "Look into a hex",
        text: "Click the marked hex. The panel at the right then shows its ground, what stands in \
               it and what the rules say about it. Space and drag moves the map.",
        target: a_counter,
        done: |app, begun| {
            let hex = app.document().selection().hex;
            hex.is_some() && hex != begun.hex
        },
        prepare: |app| {
            app.tour_select_nothing();
            if let Target::Hex(hex) = a_counter(app) {
                app.sheet.panes.map_mut().go_to(hex);
            }
        },
    },
    Step {
        title: "Paint the ground",
        text: "Take the terrain brush (T), choose a kind, and paint the marked hex or any other. \
               One stroke is one step of undo, however many hexes it covers.",
        target: |app| tool_then(app, ToolKind::Terrain, open_hex),
        done: |app, begun| app.document().map().terrain.rows != begun.terrain,
        prepare: |app| {
            if let Target::Hex(hex) = open_hex(app) {
                app.sheet.panes.map_mut().go_to(hex);
            }
        },
    },
    Step {
        title: "Draw a river along hexsides",
        text: "Take the hexside pen (H) and drag along the edges of a few hexes. The pen snaps to \
               hexsides and follows the pointer. Here a river is data: the rules know it.",
        target: |app| tool_then(app, ToolKind::Hexside, open_hex),
        done: |app, begun| app.document().map().hexsides.items.len() >= begun.hexsides + 2,
        prepare: nothing,
    },
    Step {
        title: "Undo",
        text: "Everything can be undone, without end. Press Ctrl+Z, or click the arrow. The tab \
               History lists every step, and a click goes back to any of them.",
        target: |_| Target::Command(UiCommand::Undo),
        done: |app, begun| {
            app.document().history().filter(|entry| entry.undone).count() > begun.undone
        },
        prepare: nothing,
    },
    Step {
        title: "Move a counter",
        text: "Take the arrow (V) and drag a counter from the marked hex to another one. With \
               Ctrl the whole stack comes along.",
        target: |app| tool_then(app, ToolKind::Select, a_counter),
        done: |app, begun| {
            let now = Begun::now(app).placements;
            now != begun.placements
                && now.len() == begun.placements.len()
                && !app.document().in_transaction()
        },
        prepare: |app| {
            if let Target::Hex(hex) = a_counter(app) {
                app.sheet.panes.map_mut().go_to(hex);
            }
        },
    },
    Step {
        title: "See a problem, and mend it",
        text: "We have set three more units up in one hex, which is more than may stack. Look at \
               the problem in the list, click it to see the place, and mend it: by a quick fix, \
               by dragging a counter away, or by undo.",
        target: |app| match app.tab() {
            Tab::Problems => Target::Nothing,
            _ => Target::Command(UiCommand::Show(Tab::Problems)),
        },
        done: |app, begun| errors(app) < begun.problems,
        prepare: |app| app.tour_makes_a_problem(),
    },
    Step {
        title: "Play a game",
        text: "Click Play one game, or press F5: two bots play the scenario from this set-up, by \
               the rules of the book, while you watch. The document is not changed by it. (What \
               was still wrong with the set-up was taken back.)",
        target: |_| Target::Widget("Play one game"),
        done: |app, _| app.test_run().game().is_some_and(|game| game.play().events().len() > 3),
        prepare: |app| {
            app.tour_mends_its_problem();
            app.show_panel(Tab::TestRun);
            app.sheet.panes.map_mut().zoom_to_fit();
        },
    },
    Step {
        title: "Play many",
        text: "Go back to editing, then let the bots play twenty games (Ctrl+R). The lab below \
               the map shows how they end, where the front line ran, and which unit did what.",
        target: |app| match app.test_run().game() {
            Some(_) => Target::Widget("Back to editing"),
            None => Target::Widget("Run "),
        },
        done: |app, _| app.test_run().results().now().is_some(),
        prepare: |app| app.tour_plays_few_games(),
    },
    Step {
        title: "Take a picture home",
        text: "Export the map with its counters as PNG or SVG: press Ctrl+E, or look in the menu \
               File.",
        target: |_| Target::Widget("File"),
        done: |app, begun| app.pictures_drawn > begun.pictures,
        prepare: |app| app.tour_puts_the_game_away(),
    },
];

impl App {
    fn tour_select_nothing(&mut self) {
        self.sheet.document.select(Selection::default());
    }

    fn show_panel(&mut self, tab: Tab) {
        self.sheet.inspector.tab = tab;
        self.open_inspector();
    }

    /// Sets counters up where too many stand then.
    fn tour_makes_a_problem(&mut self) {
        self.tour_puts_the_game_away();
        let setup = &self.sheet.document.scenario().setup.placements;
        let Some(first) = setup.first() else { return };
        let (to, side) = (first.hex.clone(), self.side_of(&first.counters));
        let more: Vec<(String, String)> = setup
            .iter()
            .skip(1)
            .filter(|entry| entry.hex != to && self.side_of(&entry.counters) == side)
            .filter_map(|entry| Some((entry.counters.first()?.clone(), entry.hex.clone())))
            .take(3)
            .collect();
        self.sheet.document.begin("Three too many (the tour's)");
        for (counter, from) in more {
            let edit = Edit::MoveCounter { counter, from, to: to.clone(), index: None };
            // A problem that cannot be made is a step that can be skipped.
            let _ = self.sheet.document.apply(edit);
        }
        self.sheet.document.commit();
        self.sheet.document.refresh_problems();
    }

    fn side_of(&self, counters: &[String]) -> Option<String> {
        let first = counters.first()?;
        self.sheet.document.counter(first).map(|counter| counter.side.clone())
    }

    /// Whoever skips the mending plays all the same: only a set-up without errors can be played,
    /// so steps are taken back until there are none.
    fn tour_mends_its_problem(&mut self) {
        self.sheet.document.refresh_problems();
        while errors(self) > 0 && self.sheet.document.undo().is_some() {
            self.sheet.document.refresh_problems();
        }
    }

    fn tour_plays_few_games(&mut self) {
        self.sheet.test_run.set(super::super::request::TestRunSetting::Games(20));
        self.show_panel(Tab::TestRun);
    }

    fn tour_puts_the_game_away(&mut self) {
        if self.sheet.test_run.game().is_some() {
            self.sheet.test_run.end_game();
        }
    }
}
