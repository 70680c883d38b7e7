//! What a module is made of: `buildFile.xml` and the pictures it names.

use std::collections::BTreeMap;

use image::RgbaImage;
use salient_rules::Systems;
use salient_schema::{Bundle, Scenario};

use super::board::{Layout, Picture};
use super::codec::join;
use super::displays::DisplayBoard;
use super::markers::{Markers, marker_traits};
use super::pieces::{Pieces, Spot};
use super::saved::{Marker, Stack, saved_game};
use super::track::{Track, hex_stacks};
use super::xml::Element;
use super::{
    DISPLAYS, MAP, MODULE_VERSION, TRACK, VASSAL_VERSION, Wishes, actions, painted, palette,
    png_bytes, tools,
};
use crate::charts::{Chart, charts};
use crate::displays::displays;
use crate::{ExportError, NamedFile};
use salient_art::USUAL_COUNTER_SIZE;
use salient_art::fonts::Typeface;
use salient_art::scene::{Scene, Stroke, Text};

/// The board's picture, and what marks the game-turn.
const BOARD_PICTURE: &str = "map.png";
const TURN_PICTURE: &str = "game-turn.png";

/// The name of the piece that marks the game-turn.
pub const MARKER: &str = "Game-turn";

/// A module in the making.
pub struct Module<'a> {
    first: &'a Bundle,
    layout: Layout,
    picture: Picture,
    pieces: Pieces<'a>,
    charts: Vec<Chart>,
    markers: Markers,
    scenarios: Vec<Part<'a>>,
    /// Slot numbers of the stacks that are there at the start, in order, and of the marker.
    at_start: Vec<Vec<String>>,
    marker: String,
}

/// A scenario's part of it.
pub struct Part<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    track: Track,
    /// The displays of its armies, if the game has any.
    displays: Option<DisplayBoard<'a>>,
    /// What lies on the hexes.
    stacks: Vec<Stack>,
}

/// The name of a scenario's set-up in the module.
pub fn set_up_file(scenario: &Scenario) -> String {
    format!("{}.vsav", scenario.id)
}

impl<'a> Module<'a> {
    /// Makes everything ready.
    pub fn new(
        systems: Systems,
        bundles: &[&'a Bundle],
        wishes: &Wishes,
    ) -> Result<Self, ExportError> {
        let first = same_system(bundles)?;
        let (layout, picture) = Layout::new(&first.map, &first.ruleset, wishes)?;
        let side = (layout.lattice.dy as f32 * USUAL_COUNTER_SIZE).round().max(16.0) as u32;
        let mut pieces = Pieces::new(first, side);
        let zones = first.map.zones.items.iter();
        let zones: BTreeMap<String, String> =
            zones.map(|zone| (zone.id.clone(), zone.name.clone())).collect();
        let scenarios: Vec<Part<'a>> = bundles
            .iter()
            .map(|bundle| Part {
                scenario: &bundle.scenario,
                track: Track::new(&first.ruleset, &bundle.scenario, &zones, &pieces),
                displays: Some(displays(systems, bundle))
                    .filter(|all| !all.is_empty())
                    .map(|all| DisplayBoard::new(bundle, &all, side)),
                stacks: hex_stacks(&bundle.scenario, &layout, &first.map.grid),
            })
            .collect();
        let told: Vec<&Scenario> = scenarios.iter().map(|part| part.scenario).collect();
        let charts = charts(&first.ruleset, &first.map, &told)?;
        let mut at_start = Vec::new();
        for stack in scenarios.iter().take(1).flat_map(Part::all_stacks) {
            let number = |(place, placed): (usize, &super::pieces::Placed)| {
                pieces.number(&format!("at start {} {} {place}", stack.place, placed.counter))
            };
            at_start.push(stack.pieces.iter().enumerate().map(number).collect());
        }
        let marker = pieces.number("game-turn marker");
        let boards = scenarios.iter().filter_map(|part| part.displays.as_ref());
        let laid = boards.flat_map(|board| &board.markers);
        let on_displays: Vec<_> = laid.map(|(formation, _)| *formation).collect();
        let markers = Markers::new(first, &told, &on_displays, &mut pieces);
        Ok(Self { first, layout, picture, pieces, charts, markers, scenarios, at_start, marker })
    }

    /// The map as it is laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The counters.
    pub fn pieces(&self) -> &Pieces<'a> {
        &self.pieces
    }

    /// The scenarios, in the order given.
    pub fn scenarios(&self) -> &[Part<'a>] {
        &self.scenarios
    }

    /// A line about the module.
    pub fn description(&self) -> String {
        let publisher = self.first.ruleset.publisher.as_deref();
        publisher.map_or_else(|| self.first.map.title.clone(), str::to_owned)
    }

    /// All pictures.
    pub fn pictures(&self) -> Result<Vec<NamedFile>, ExportError> {
        let mut files = Vec::new();
        let mut add = |name: &str, picture: &RgbaImage| -> Result<(), ExportError> {
            files.push(NamedFile { name: format!("images/{name}"), bytes: png_bytes(picture)? });
            Ok(())
        };
        add(BOARD_PICTURE, &self.picture.paint(self.layout.size)?)?;
        for part in &self.scenarios {
            add(&track_picture(part.scenario), &part.track.paint()?)?;
            if let Some(board) = &part.displays {
                add(&displays_picture(part.scenario), &board.paint()?)?;
            }
        }
        for (name, picture) in self.pieces.pictures()? {
            add(&name, &picture)?;
        }
        let side = self.pieces.side();
        let masks = actions::mask_pictures(&self.first.ruleset, side)?;
        for (name, picture) in masks.into_iter().chain(self.markers.pictures(side)?) {
            add(&name, &picture)?;
        }
        for chart in &self.charts {
            add(&chart.file, &chart.picture)?;
        }
        add(actions::MOVED, &actions::moved_picture()?)?;
        add(TURN_PICTURE, &turn_picture(side)?)?;
        add(tools::ABOUT, &tools::about_picture(&self.first.ruleset, &self.first.map.title)?)?;
        Ok(files)
    }

    /// The page of the help.
    pub fn help(&self) -> NamedFile {
        let scenarios: Vec<&Scenario> = self.scenarios.iter().map(|part| part.scenario).collect();
        let bytes = tools::help_page(&self.first.ruleset, &scenarios).into_bytes();
        NamedFile { name: tools::HELP.to_owned(), bytes }
    }

    /// A scenario's set-up as a saved game.
    pub fn saved_game(&self, part: &Part<'_>) -> String {
        let stacks: Vec<Stack> = part.all_stacks().cloned().collect();
        let turn = Marker {
            map: TRACK,
            at: part.track.marker,
            name: MARKER.to_owned(),
            picture: TURN_PICTURE.to_owned(),
            gpid: self.marker.clone(),
        };
        let markers: Vec<Marker> = [turn].into_iter().chain(self.attached(part)).collect();
        let (map, own) = (self.board_name(), part.board_name());
        let mut boards = vec![(MAP, map.as_str()), (TRACK, own.as_str())];
        boards.extend(part.displays.iter().map(|_| (DISPLAYS, own.as_str())));
        saved_game(&stacks, &markers, &boards, &self.pieces)
    }

    /// The attachment markers on a scenario's displays.
    fn attached(&self, part: &Part<'_>) -> impl Iterator<Item = Marker> {
        let laid = part.displays.iter().flat_map(|board| &board.markers);
        laid.filter_map(|(formation, at)| {
            let [name, picture, gpid] = self.markers.attached(formation)?.clone();
            Some(Marker { map: DISPLAYS, at: *at, name, picture, gpid })
        })
    }

    fn board_name(&self) -> String {
        self.first.map.title.clone()
    }

    /// `buildFile.xml`.
    pub fn build_file(&self) -> Element {
        let ruleset = &self.first.ruleset;
        let mut game = Element::new("VASSAL.build.GameModule")
            .with("name", &ruleset.title)
            .with("version", MODULE_VERSION)
            .with("VassalVersion", VASSAL_VERSION)
            .with("description", self.description())
            .with("nextPieceSlotId", 1_000_000_001)
            .holding(Element::new("VASSAL.build.module.BasicCommandEncoder"))
            .holding(tools::documentation());
        let mut roster = Element::new("VASSAL.build.module.PlayerRoster")
            .with("buttonKeyStroke", "")
            .with("buttonText", "Retire")
            .with("buttonToolTip", "Change sides, or watch");
        for side in &ruleset.sides {
            roster.add(Element::new("entry").saying(&side.name));
        }
        game.add(roster);
        game.add(Element::new("VASSAL.build.module.GlobalOptions").with_all(&GLOBAL_OPTIONS));
        game.add(self.main_map());
        game.add(self.track_map());
        if self.scenarios.iter().any(|part| part.displays.is_some()) {
            game.add(self.displays_map());
        }
        let (side, books) = (self.pieces.picture_side(), &self.first.orders_of_battle);
        let markers = self.markers.palette(side);
        game.add(palette::window(ruleset, books, &self.pieces, markers));
        game.add(actions::prototypes(ruleset, side));
        let (tables, others): (Vec<&Chart>, Vec<&Chart>) =
            self.charts.iter().partition(|chart| chart.is_rolled_on);
        if !tables.is_empty() {
            game.add(tools::charts("Tables", "The tables to roll on (Alt+R)", "82,520", &tables));
        }
        game.add(tools::charts("Charts", "All other charts (Alt+A)", "65,520", &others));
        game.add(self.turn_tracker());
        game.add(tools::notes());
        game.add(tools::inventory());
        for (name, number) in [("1d6", 1), ("2d6", 2)] {
            game.add(tools::dice(name, number));
        }
        for part in &self.scenarios {
            game.add(
                Element::new("VASSAL.build.module.PredefinedSetup")
                    .with("name", &part.scenario.title)
                    .with("file", set_up_file(part.scenario))
                    .with("useFile", true)
                    .with("isMenu", false)
                    .with("description", ""),
            );
        }
        for part in ["Chatter", "KeyNamer"] {
            game.add(Element::new(format!("VASSAL.build.module.{part}")));
        }
        game.add(Element::new("VASSAL.i18n.Language"));
        game
    }

    fn main_map(&self) -> Element {
        let mut map = map_element(MAP, "Map of the hexes (Alt+M)", "77,520", true);
        let board = self.layout.element(&self.board_name(), BOARD_PICTURE);
        map.add(picker(MAP, vec![board], &self.board_name()));
        map_parts(&mut map);
        self.add_stacks(&mut map, MAP, &self.board_name());
        map
    }

    fn track_map(&self) -> Element {
        let mut map = map_element(TRACK, "Game-turns and holding boxes (Alt+T)", "84,520", false);
        let boards = self
            .scenarios
            .iter()
            .map(|part| part.track.element(&part.board_name(), &track_picture(part.scenario)));
        let begun = self.scenarios.first().map(Part::board_name).unwrap_or_default();
        map.add(picker(TRACK, boards.collect(), &begun));
        map_parts(&mut map);
        self.add_stacks(&mut map, TRACK, &begun);
        if let Some(part) = self.scenarios.first() {
            let side = self.pieces.picture_side();
            let traits = marker_traits(MARKER, TURN_PICTURE, &Spot::slot(&self.marker));
            let slot = palette::slot_of(MARKER, &self.marker, side, &traits);
            map.add(set_up_stack("Game-turn", &begun, "", part.track.marker).holding(slot));
        }
        map
    }

    fn displays_map(&self) -> Element {
        let mut map = map_element(DISPLAYS, "Displays of armies (Alt+D)", "68,520", false);
        let boards = self.scenarios.iter().filter_map(|part| {
            let board = part.displays.as_ref()?;
            Some(board.element(&part.board_name(), &displays_picture(part.scenario)))
        });
        let with = self.scenarios.iter().filter(|part| part.displays.is_some());
        let begun = with.map(Part::board_name).next().unwrap_or_default();
        map.add(picker(DISPLAYS, boards.collect(), &begun));
        map_parts(&mut map);
        let side = self.pieces.picture_side();
        for marker in self.scenarios.first().into_iter().flat_map(|part| self.attached(part)) {
            let traits = marker_traits(&marker.name, &marker.picture, &Spot::slot(&marker.gpid));
            let slot = palette::slot_of(&marker.name, &marker.gpid, side, &traits);
            map.add(set_up_stack(&marker.name, &begun, "", marker.at).holding(slot));
        }
        map
    }

    /// What lies on a map when a game is begun without a set-up: the first scenario's.
    fn add_stacks(&self, map: &mut Element, name: &str, board: &str) {
        let stacks = self.scenarios.iter().take(1).flat_map(Part::all_stacks);
        for (stack, gpids) in stacks.zip(&self.at_start).filter(|(stack, _)| stack.map == name) {
            let mut element = set_up_stack(&stack.place, board, &stack.place, stack.at);
            for (placed, gpid) in stack.pieces.iter().zip(gpids) {
                element.add(palette::slot(placed, gpid, &self.pieces));
            }
            map.add(element);
        }
    }

    fn turn_tracker(&self) -> Element {
        // The labels are those of the first scenario: VASSAL has one tracker for all.
        let turns = self.scenarios.first().map(|part| &part.scenario.turns);
        let names: Vec<String> = turns
            .into_iter()
            .flatten()
            .map(|turn| format!("{}: {}", turn.turn, turn.label))
            .collect();
        let list = Element::new("VASSAL.build.module.turn.ListTurnLevel")
            .with("property", "GameTurn")
            .with("list", join(',', names.iter().map(String::as_str)))
            .with("configFirst", false)
            .with("configList", false)
            .with("turnFormat", "$value$");
        Element::new("VASSAL.build.module.turn.TurnTracker")
            .with("name", "Turn")
            .with("buttonText", "Turn")
            .with("hotkey", "")
            .with("icon", "")
            .with("nexthotkey", "")
            .with("prevhotkey", "")
            .with("length", 40)
            .with("lengthStyle", "Maximum")
            .with("plusButtonSize", 22)
            .with("turnButtonHeight", 22)
            .with("fwdOnly", false)
            .with("turnFormat", "$level1$")
            .with("reportFormat", "Game-turn: $newTurn$")
            .holding(list)
    }
}

impl Part<'_> {
    fn board_name(&self) -> String {
        self.scenario.title.clone()
    }

    fn all_stacks(&self) -> impl Iterator<Item = &Stack> {
        self.stacks.iter().chain(&self.track.stacks)
    }
}

/// Checks that all scenarios are of one system, on one map, and not two of one name.
fn same_system<'a>(bundles: &[&'a Bundle]) -> Result<&'a Bundle, ExportError> {
    let cannot =
        |what: String, help: &str| Err(ExportError::Cannot { what, help: help.to_owned() });
    let [first, others @ ..] = bundles else {
        return cannot("there is no scenario".to_owned(), "name one or more scenario files");
    };
    for (number, other) in others.iter().enumerate() {
        let (scenario, begun) = (&other.scenario, &first.scenario);
        if other.ruleset.id != first.ruleset.id {
            return cannot(
                format!("{} is of another system than {}", scenario.title, begun.title),
                "a module is of one system: export them apart",
            );
        }
        if other.map.grid != first.map.grid {
            return cannot(
                format!("{} is on another hexgrid than {}", scenario.title, begun.title),
                "a module has one map: export them apart",
            );
        }
        let earlier = bundles.iter().take(number + 1);
        if earlier.clone().any(|earlier| earlier.scenario.id == scenario.id)
            || earlier.clone().any(|earlier| earlier.scenario.title == scenario.title)
        {
            return cannot(
                format!("two scenarios are called {} ({})", scenario.title, scenario.id),
                "name each scenario once",
            );
        }
    }
    Ok(first)
}

/// The name of a scenario's track picture.
fn track_picture(scenario: &Scenario) -> String {
    format!("turns-{}.png", scenario.id)
}

/// The name of a scenario's picture of displays.
fn displays_picture(scenario: &Scenario) -> String {
    format!("displays-{}.png", scenario.id)
}

const GLOBAL_OPTIONS: [(&str, &str); 8] = [
    ("autoReport", "Always"),
    ("centerOnMove", "Use Preferences Setting"),
    ("chatterHTMLSupport", "Never"),
    ("hotKeysOnClosedWindows", "Never"),
    ("inventoryForAll", "Always"),
    ("nonOwnerUnmaskable", "Never"),
    ("playerIdFormat", "$playerName$"),
    ("promptString", "Opponents can unmask my pieces"),
];

fn map_element(name: &str, tooltip: &str, hotkey: &str, launch: bool) -> Element {
    let icon = if launch { "/images/map.gif" } else { "" };
    Element::new("VASSAL.build.module.Map")
        .with("mapName", name)
        .with("allowMultiple", false)
        .with("backgroundcolor", "255,255,255")
        .with("buttonName", name)
        .with("tooltip", tooltip)
        .with("hotkey", hotkey)
        .with("icon", icon)
        .with("launch", !launch)
        .with("color", "176,42,48")
        .with("thickness", 3)
        .with("edgeWidth", 0)
        .with("edgeHeight", 0)
        .with("markMoved", "Always")
        .with("markUnmovedIcon", "/images/unmoved.gif")
        .with("markUnmovedText", "")
        .with("markUnmovedTooltip", "Mark all units on this map as not moved (Ctrl+Shift+M)")
        .with("markUnmovedHotkey", "77,195")
        .with("markUnmovedReport", "")
        .with("changeFormat", "$message$")
        .with("createFormat", "$pieceName$ created in $location$ *")
        .with("moveToFormat", "$pieceName$ moves $previousLocation$ to $location$ *")
        .with("moveWithinFormat", "$pieceName$ moves $previousLocation$ to $location$ *")
        .with("moveKey", "")
}

/// What every map window needs to be of use.
fn map_parts(map: &mut Element) {
    let part = |name: &str| Element::new(format!("VASSAL.build.module.map.{name}"));
    for name in [
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
        "SelectionHighlighters",
    ] {
        map.add(match name {
            "Scroller" => part(name).with("useArrows", "Prompt"),
            _ => part(name),
        });
    }
    map.add(part("StackMetrics").with_all(&[
        ("disabled", "false"),
        ("exSepX", "12"),
        ("exSepY", "30"),
        ("unexSepX", "5"),
        ("unexSepY", "6"),
        ("top", "38,0"),
        ("bottom", "40,0"),
        ("up", "39,0"),
        ("down", "37,0"),
    ]));
    map.add(part("ImageSaver").with_all(&[
        ("buttonText", ""),
        ("tooltip", "Save the map as a picture"),
        ("icon", "/images/camera.gif"),
        ("hotkey", ""),
    ]));
    map.add(part("CounterDetailViewer").with_all(&[
        ("delay", "500"),
        ("minDisplayPieces", "2"),
        ("showgraph", "true"),
        ("showtext", "true"),
        ("showgraphsingle", "false"),
        ("showtextsingle", "false"),
        ("summaryReportFormat", "$LocationName$"),
        ("counterReportFormat", ""),
        ("emptyHexReportForma", "$LocationName$"),
        ("display", "from top-most layer only"),
        ("fontSize", "11"),
        ("fgColor", "0,0,0"),
        ("bgColor", "255,252,244"),
        ("hotkey", "10,130"),
        ("zoomlevel", "1.0"),
        ("graphicsZoom", "1.0"),
        ("borderWidth", "2"),
        ("showNoStack", "false"),
        ("showMoveSelected", "false"),
        ("showNonMovable", "false"),
        ("unrotatePieces", "false"),
        ("showDeck", "false"),
        ("propertyFilter", ""),
        ("layerList", ""),
        ("version", "3"),
    ]));
    map.add(part("HidePiecesButton").with_all(&[
        ("buttonText", ""),
        ("tooltip", "Hide or show all counters (Alt+H)"),
        ("hotkey", "72,520"),
        ("hiddenIcon", "/images/globe_selected.gif"),
        ("showingIcon", "/images/globe_unselected.gif"),
    ]));
    map.add(part("GlobalMap").with_all(&[
        ("buttonText", ""),
        ("tooltip", "Show or hide the overview"),
        ("icon", "/images/overview.gif"),
        ("hotkey", ""),
        ("scale", "0.15"),
        ("color", "176,42,48"),
    ]));
    map.add(part("Zoomer").with_all(&[
        ("zoomLevels", "0.25,0.333,0.5,0.625,0.75,1.0,1.25,1.5"),
        ("zoomStart", "5"),
        ("inButtonText", ""),
        ("inIconName", "/images/zoomIn.gif"),
        ("inTooltip", "Zoom in"),
        ("zoomInKey", "61,195"),
        ("outButtonText", ""),
        ("outIconName", "/images/zoomOut.gif"),
        ("outTooltip", "Zoom out"),
        ("zoomOutKey", "45,130"),
        ("pickButtonText", ""),
        ("pickIconName", "/images/zoom.png"),
        ("pickTooltip", "Choose a zoom"),
        ("zoomPickKey", "61,130"),
    ]));
    map.add(part("HighlightLastMoved").with_all(&[
        ("color", "176,42,48"),
        ("enabled", "true"),
        ("thickness", "2"),
    ]));
    map.add(part("LOS_Thread").with_all(&[
        ("threadName", "Line of sight"),
        ("label", ""),
        ("tooltip", "Line of sight"),
        ("iconName", "/images/thread.gif"),
        ("hotkey", ""),
        ("report", ""),
        ("threadColor", "176,42,48"),
        ("snapLOS", "true"),
        ("snapStart", "true"),
        ("snapEnd", "true"),
        ("hideCounters", "false"),
        ("lastPath", "false"),
        ("persistent", "Ctrl-Click & Drag"),
        ("global", "Always"),
    ]));
}

fn picker(map: &str, boards: Vec<Element>, begun: &str) -> Element {
    let mut picker = Element::new("VASSAL.build.module.map.BoardPicker").with_all(&[
        ("title", "Choose the board"),
        ("boardPrompt", "Choose the board"),
        ("addColumnText", "Add column"),
        ("addRowText", "Add row"),
        ("slotHeight", "125"),
        ("slotWidth", "350"),
        ("slotScale", "0.2"),
    ]);
    let name = format!("{map}BoardPicker");
    picker.add(Element::new("setup").saying(join('\t', [name.as_str(), begun, "0", "0"])));
    boards.into_iter().for_each(|board| picker.add(board));
    picker
}

fn set_up_stack(name: &str, board: &str, location: &str, [x, y]: [i64; 2]) -> Element {
    // By pixels: the place's name is for people, who see it in VASSAL's editor.
    Element::new("VASSAL.build.module.map.SetupStack")
        .with("name", name)
        .with("owningBoard", board)
        .with("useGridLocation", false)
        .with("location", location)
        .with("x", x)
        .with("y", y)
}

/// A square that says what it marks.
fn turn_picture(side: u32) -> Result<RgbaImage, ExportError> {
    let mut scene = Scene::new();
    let (paper, ink) = ([250, 244, 226, 255], [120, 30, 36, 255]);
    let square = |half: f32| [[-half, -half], [half, -half], [half, half], [-half, half]];
    scene.block(square(0.47), ink, Stroke::new(0.03, [60, 16, 20, 255]));
    scene.outline(square(0.41), Stroke::new(0.015, paper));
    for (y, word, size) in [(-0.13, "GAME", 0.24), (0.15, "TURN", 0.26)] {
        scene.text(Text::new([0.0, y], word, size, Typeface::Bold, paper).on_middle());
    }
    painted(&scene, side)
}
