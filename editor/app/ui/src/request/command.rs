//! Everything that can be asked for by menu, palette or key: one table that all three read.
//!
//! To add a command: a variant of [`UiCommand`], a row of [`COMMANDS`], and what it does in
//! `carry_out.rs`.

use egui::{Key, KeyboardShortcut, Modifiers};
use salient_document::Document;

use super::views::{Tab, View};
use crate::look::icons::Icon;
use crate::look::theme::Look;

/// A menu of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening, saving, exporting.
    File,
    /// Changing what is open.
    Edit,
    /// What the window shows.
    View,
    /// Tools of the map.
    Map,
    /// Games between bots.
    TestRun,
    /// How Salient works.
    Help,
}

impl Menu {
    /// All, from the left.
    pub const ALL: [Self; 6] =
        [Self::File, Self::Edit, Self::View, Self::Map, Self::TestRun, Self::Help];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Map => "Map",
            Self::TestRun => "Test-run",
            Self::Help => "Help",
        }
    }
}

/// A row of the list of commands.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What is asked for.
    pub command: UiCommand,
    /// Its name in the settings, which never changes.
    pub id: &'static str,
    /// What it is called.
    pub text: &'static str,
    /// What it does, in a sentence.
    pub tooltip: &'static str,
    /// The keys that ask for it unless the settings say otherwise; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Its icon, if it has one.
    pub icon: Option<Icon>,
    /// The menu that it stands in, and its group there; none for what is only in the palette.
    pub menu: Option<(Menu, u8)>,
}

impl Command {
    const fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    const fn icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    const fn menu(self, menu: Menu, group: u8) -> Self {
        Self { menu: Some((menu, group)), ..self }
    }
}

const fn row(
    command: UiCommand,
    id: &'static str,
    text: &'static str,
    tooltip: &'static str,
) -> Command {
    Command { command, id, text, tooltip, keys: &[], icon: None, menu: None }
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

/// All commands, in the order of menus and palette.
pub const COMMANDS: &[Command] = &[
    row(
        UiCommand::NewGame,
        "file.new-game",
        "New game…",
        "Begin a game of your own: its ruleset, a first map, a scenario and an order of battle",
    )
    .keys(&[ctrl_shift(Key::N)])
    .icon(Icon::Book)
    .menu(Menu::File, 0),
    row(
        UiCommand::NewMap,
        "file.new-map",
        "New map…",
        "Begin a map with a scenario and an order of battle, all empty",
    )
    .keys(&[ctrl(Key::N)])
    .icon(Icon::Hex)
    .menu(Menu::File, 0),
    row(
        UiCommand::NewScenario,
        "file.new-scenario",
        "New scenario on this map…",
        "Begin a scenario with the same map, ruleset and orders of battle, and nothing set up yet",
    )
    .icon(Icon::Hex)
    .menu(Menu::File, 0),
    row(
        UiCommand::Generate,
        "file.generate",
        "Generate a set-up…",
        "Make a battlefield and a set-up by the rules of a system, die by die",
    )
    .icon(Icon::Games)
    .menu(Menu::File, 0),
    row(
        UiCommand::Open,
        "file.open",
        "Open…",
        "Open a scenario or bundle file with all that it refers to",
    )
    .keys(&[ctrl(Key::O)])
    .icon(Icon::Open)
    .menu(Menu::File, 0),
    row(
        UiCommand::OpenExample,
        "file.example",
        "Open The Kaiser's Battle",
        "Open the scenario that is built into Salient",
    )
    .icon(Icon::Open)
    .menu(Menu::File, 0),
    row(UiCommand::Save, "file.save", "Save", "Write what changed to the files it came from")
        .keys(&[ctrl(Key::S)])
        .icon(Icon::Save)
        .menu(Menu::File, 1),
    row(UiCommand::SaveAs, "file.save-as", "Save as…", "Write the scenario under another name")
        .keys(&[ctrl_shift(Key::S)])
        .icon(Icon::Save)
        .menu(Menu::File, 1),
    row(
        UiCommand::CopyRuleset,
        "file.copy-ruleset",
        "Copy the ruleset",
        "Give this scenario a ruleset of its own, to be changed for it alone",
    )
    .icon(Icon::Book)
    .menu(Menu::File, 1),
    row(
        UiCommand::ExportPicture,
        "file.picture",
        "Export picture…",
        "Draw the map and its counters as PNG or SVG",
    )
    .keys(&[ctrl(Key::E)])
    .icon(Icon::Picture)
    .menu(Menu::File, 2),
    row(
        UiCommand::Export,
        "file.export",
        "Export…",
        "Write the scenario as a VASSAL module, print and play, a web page, Tiled map, CSV or data",
    )
    .keys(&[ctrl_shift(Key::E)])
    .icon(Icon::Save)
    .menu(Menu::File, 2),
    row(
        UiCommand::Import,
        "file.import",
        "Import…",
        "Read a VASSAL module or save, a map of Worldographer, Tiled, MegaMek or Wesnoth, GeoJSON, a workbook or a bundle",
    )
    .icon(Icon::Open)
    .menu(Menu::File, 3),
    row(
        UiCommand::ImportTables,
        "file.import-tables",
        "Import CSV tables…",
        "Read a folder of CSV tables as a scenario",
    )
    .icon(Icon::Table)
    .menu(Menu::File, 3),
    row(UiCommand::Close, "file.close", "Close", "Close the document in front")
        .keys(&[ctrl(Key::W)])
        .icon(Icon::Close)
        .menu(Menu::File, 9),
    row(UiCommand::Quit, "file.quit", "Quit", "Close Salient")
        .keys(&[ctrl(Key::Q)])
        .icon(Icon::Quit)
        .menu(Menu::File, 9),
    row(UiCommand::Undo, "edit.undo", "Undo", "Take the last change back")
        .keys(&[ctrl(Key::Z)])
        .icon(Icon::Undo)
        .menu(Menu::Edit, 0),
    row(UiCommand::Redo, "edit.redo", "Redo", "Make the change again that was taken back")
        .keys(&[ctrl_shift(Key::Z), ctrl(Key::Y)])
        .icon(Icon::Redo)
        .menu(Menu::Edit, 0),
    row(
        UiCommand::RemoveSelected,
        "edit.remove",
        "Remove selected",
        "Take the selected counters off the map, or clear the selected hexes",
    )
    .keys(&[key(Key::Delete), key(Key::Backspace)])
    .icon(Icon::Remove)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::MoveSelected,
        "edit.move",
        "Move selected to hex…",
        "Type a hex number; the selected counters go there and keep their places to each other",
    )
    .icon(Icon::Counter)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::HereMenu,
        "edit.here",
        "What can be done here",
        "Show the menu of the selected hex and its counters, as the right button does",
    )
    .keys(&[shift(Key::F10)])
    .icon(Icon::List)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::Copy,
        "edit.copy",
        "Copy hexes",
        "Copy what lies in the selected hexes, to be laid down elsewhere",
    )
    .keys(&[ctrl(Key::C)])
    .icon(Icon::Copy)
    .menu(Menu::Edit, 1),
    row(UiCommand::Paste, "edit.paste", "Paste hexes", "Take what was copied as a stamp")
        .keys(&[ctrl(Key::V)])
        .icon(Icon::Stamp)
        .menu(Menu::Edit, 1),
    row(UiCommand::SelectAll, "edit.select-all", "Select all hexes", "Select every hex of the map")
        .keys(&[ctrl(Key::A)])
        .icon(Icon::SelectAll)
        .menu(Menu::Edit, 1),
    row(UiCommand::Cancel, "edit.cancel", "Cancel", "Give up what is under way")
        .keys(&[key(Key::Escape)])
        .icon(Icon::Close),
    row(UiCommand::ZoomIn, "view.zoom-in", "Zoom in", "See less of the map, larger")
        .keys(&[key(Key::Plus), key(Key::Equals)])
        .icon(Icon::ZoomIn)
        .menu(Menu::View, 1),
    row(UiCommand::ZoomOut, "view.zoom-out", "Zoom out", "See more of the map, smaller")
        .keys(&[key(Key::Minus)])
        .icon(Icon::ZoomOut)
        .menu(Menu::View, 1),
    row(UiCommand::ZoomToFit, "view.fit", "Show whole map", "Fit the map into the window")
        .keys(&[key(Key::Num0), key(Key::Home)])
        .icon(Icon::Fit)
        .menu(Menu::View, 1),
    row(
        UiCommand::ToggleNumbers,
        "view.numbers",
        "Hex numbers",
        "Show or hide the numbers of the hexes",
    )
    .keys(&[key(Key::N)])
    .icon(Icon::Hex)
    .menu(Menu::View, 2),
    row(UiCommand::ToggleCounters, "view.counters", "Counters", "Show or hide the counters")
        .keys(&[key(Key::C)])
        .icon(Icon::Counter)
        .menu(Menu::View, 2),
    row(
        UiCommand::ToggleHappened,
        "view.happened",
        "What happened",
        "In a game: show or hide moves, attacks, dice and losses since your last decision",
    )
    .icon(Icon::Straight)
    .menu(Menu::View, 2),
    row(
        UiCommand::ToggleTheme,
        "view.theme",
        "Light or dark",
        "Change between a light and a dark room",
    )
    .icon(Icon::Theme),
    row(UiCommand::Look(Look::System), "look.system", "As the desktop", "Light or dark as it says")
        .icon(Icon::Panel)
        .menu(Menu::View, 5),
    row(UiCommand::Look(Look::Light), "look.light", "Light", "A room by day")
        .icon(Icon::Theme)
        .menu(Menu::View, 5),
    row(UiCommand::Look(Look::Dark), "look.dark", "Dark", "A room by night")
        .icon(Icon::Theme)
        .menu(Menu::View, 5),
    row(
        UiCommand::Look(Look::Contrast),
        "look.contrast",
        "High contrast",
        "Black, white and yellow with thick lines, for eyes that need it plain",
    )
    .icon(Icon::Theme)
    .menu(Menu::View, 5),
    row(UiCommand::LargerScale, "scale.larger", "Larger", "Draw words and buttons larger")
        .keys(&[ctrl(Key::Plus), ctrl(Key::Equals)])
        .icon(Icon::ZoomIn)
        .menu(Menu::View, 6),
    row(UiCommand::SmallerScale, "scale.smaller", "Smaller", "Draw words and buttons smaller")
        .keys(&[ctrl(Key::Minus)])
        .icon(Icon::ZoomOut)
        .menu(Menu::View, 6),
    row(UiCommand::NormalScale, "scale.normal", "Usual size", "Draw everything at 100 %")
        .keys(&[ctrl(Key::Num0)])
        .icon(Icon::Fit)
        .menu(Menu::View, 6),
    row(UiCommand::NextTab, "tab.next", "Next document", "Show the document of the next tab")
        .keys(&[ctrl(Key::Tab)])
        .icon(Icon::Play),
    row(
        UiCommand::PreviousTab,
        "tab.previous",
        "Previous document",
        "Show the document of the previous tab",
    )
    .keys(&[ctrl_shift(Key::Tab)])
    .icon(Icon::Undo),
    row(UiCommand::View(View::Map), "view.map", "Map", "Show the map")
        .keys(&[alt(Key::Num1)])
        .icon(Icon::Hex)
        .menu(Menu::View, 0),
    row(
        UiCommand::View(View::OrderOfBattle),
        "view.order-of-battle",
        "Order of battle",
        "Show the order of battle: formations and counters",
    )
    .keys(&[alt(Key::Num2)])
    .icon(Icon::Counter)
    .menu(Menu::View, 0),
    row(UiCommand::View(View::SetUp), "view.set-up", "Set-up sheet", "Show the set-up as a list")
        .keys(&[alt(Key::Num3)])
        .icon(Icon::List)
        .menu(Menu::View, 0),
    row(
        UiCommand::View(View::Schedule),
        "view.schedule",
        "Schedule",
        "Show the turn track, reinforcements and withdrawals",
    )
    .keys(&[alt(Key::Num4)])
    .icon(Icon::Calendar)
    .menu(Menu::View, 0),
    row(
        UiCommand::ToggleReach,
        "view.reach",
        "Leaders' reach",
        "Show whom leaders direct where they stand: the selected one, or all",
    )
    .keys(&[alt(Key::L)])
    .icon(Icon::Reach)
    .menu(Menu::View, 2),
    row(
        UiCommand::View(View::Plan),
        "view.plan",
        "Artillery plan",
        "Show what guns do, game-turn by game-turn",
    )
    .keys(&[alt(Key::Num8)])
    .icon(Icon::Barrage)
    .menu(Menu::View, 0),
    row(UiCommand::View(View::Charts), "view.charts", "Charts", "Show the tables of the ruleset")
        .keys(&[alt(Key::Num5)])
        .icon(Icon::Table)
        .menu(Menu::View, 0),
    row(
        UiCommand::View(View::Scenario),
        "view.scenario",
        "Scenario",
        "Show what the scenario is called, its game-turns, and how it is won",
    )
    .keys(&[alt(Key::Num6)])
    .icon(Icon::Note)
    .menu(Menu::View, 0),
    row(
        UiCommand::View(View::Ruleset),
        "view.ruleset",
        "Ruleset",
        "Show what the ruleset defines: terrain, sides, unit types, ratings",
    )
    .keys(&[alt(Key::Num7)])
    .icon(Icon::Book)
    .menu(Menu::View, 0),
    row(
        UiCommand::SplitView,
        "view.split",
        "Two panes",
        "Show two views side by side, or only one",
    )
    .keys(&[ctrl(Key::Backslash)])
    .icon(Icon::Split)
    .menu(Menu::View, 0),
    row(
        UiCommand::ToggleToolNames,
        "view.tool-names",
        "Names of tools",
        "Write the name of each tool beside its picture, or show the pictures alone",
    )
    .icon(Icon::List)
    .menu(Menu::View, 2),
    row(
        UiCommand::ToggleInspector,
        "view.inspector",
        "Side panel",
        "Show or hide the panel at the right",
    )
    .keys(&[key(Key::F4)])
    .icon(Icon::Panel)
    .menu(Menu::View, 2),
    row(
        UiCommand::ChangesSinceSaved,
        "versions.saved",
        "Changes since saving",
        "Show on the map and in a list what changed since the files were saved",
    )
    .icon(Icon::History)
    .menu(Menu::View, 7),
    row(
        UiCommand::ChangesFromFile,
        "versions.file",
        "Changes from a version…",
        "Show on the map and in a list what changed from another scenario file",
    )
    .icon(Icon::History)
    .menu(Menu::View, 7),
    row(
        UiCommand::ChangesSinceCommit,
        "versions.commit",
        "Changes since a commit…",
        "Show on the map and in a list what changed since a commit of the git repository",
    )
    .icon(Icon::History)
    .menu(Menu::View, 7),
    row(
        UiCommand::MergeVersion,
        "versions.merge",
        "Put together with the compared version…",
        "Take over what changed in the version that is compared with, one by one where both differ",
    )
    .icon(Icon::History)
    .menu(Menu::View, 7),
    row(
        UiCommand::RunVersion,
        "versions.run",
        "Run both versions",
        "Play the test-run's games with the version that is compared with, too, side by side",
    )
    .icon(Icon::Play)
    .menu(Menu::View, 7),
    row(UiCommand::Show(Tab::Inspect), "panel.inspect", "Show hex", "What is in the selected hex")
        .keys(&[ctrl(Key::Num1)])
        .icon(Icon::Hex)
        .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::Units),
        "panel.units",
        "Show units",
        "The order of battle, units not yet placed first",
    )
    .keys(&[ctrl(Key::Num2)])
    .icon(Icon::Counter)
    .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::Problems),
        "panel.problems",
        "Show problems",
        "What is wrong with the map and the set-up",
    )
    .keys(&[ctrl(Key::Num3)])
    .icon(Icon::Warning)
    .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::TestRun),
        "panel.testrun",
        "Show test-run",
        "Let two bots play the scenario",
    )
    .keys(&[ctrl(Key::Num4)])
    .icon(Icon::Play)
    .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::Layers),
        "panel.layers",
        "Show layers",
        "Show, hide, lock and fade the layers of the map",
    )
    .keys(&[ctrl(Key::Num5)])
    .icon(Icon::Layers)
    .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::Find),
        "panel.find",
        "Find and replace",
        "Find terrain, features, names, owners and values, and replace them",
    )
    .keys(&[ctrl(Key::F)])
    .icon(Icon::Search)
    .menu(Menu::Edit, 2),
    row(
        UiCommand::GoToHex,
        "edit.go-to-hex",
        "Go to hex…",
        "Type a hex number; the map goes there and points it out",
    )
    .keys(&[ctrl(Key::G)])
    .icon(Icon::Hex)
    .menu(Menu::Edit, 2),
    row(UiCommand::Show(Tab::Scan), "panel.scan", "Show scan", "A scanned map as an underlay")
        .keys(&[ctrl(Key::Num6)])
        .icon(Icon::Picture)
        .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::Recipe),
        "panel.recipe",
        "Show recipe",
        "What the map is made of: control points, layers, rules; and building it",
    )
    .icon(Icon::List)
    .menu(Menu::View, 3),
    row(
        UiCommand::Show(Tab::History),
        "panel.history",
        "Show history",
        "All changes, and going back to any of them",
    )
    .keys(&[ctrl(Key::Num7)])
    .icon(Icon::History)
    .menu(Menu::View, 3),
    row(UiCommand::Show(Tab::Rules), "panel.rules", "Show rules", "What the rules ask, by number")
        .keys(&[ctrl(Key::Num8)])
        .icon(Icon::Book)
        .menu(Menu::View, 3),
    row(
        UiCommand::NextProblem,
        "problems.next",
        "Next problem",
        "Go to the next problem on the map",
    )
    .keys(&[key(Key::F8)])
    .icon(Icon::Warning)
    .menu(Menu::View, 4),
    row(
        UiCommand::PreviousProblem,
        "problems.previous",
        "Previous problem",
        "Go to the problem before on the map",
    )
    .keys(&[KeyboardShortcut::new(Modifiers::SHIFT, Key::F8)])
    .icon(Icon::Warning)
    .menu(Menu::View, 4),
    row(
        UiCommand::FixProblem,
        "problems.fix",
        "Fix this problem",
        "Mend the problem that is shown in the way that is offered first",
    )
    .icon(Icon::Tick)
    .menu(Menu::View, 4),
    row(
        UiCommand::FixAll,
        "problems.fix-all",
        "Fix all of this kind",
        "Mend all problems like the one that is shown, as one step",
    )
    .icon(Icon::Tick)
    .menu(Menu::View, 4),
    row(
        UiCommand::Tool(ToolKind::Select),
        "tool.select",
        "Select",
        "Look at hexes; drag counters to other hexes",
    )
    .keys(&[key(Key::V)])
    .icon(Icon::Select)
    .menu(Menu::Map, 0),
    row(
        UiCommand::Tool(ToolKind::Rectangle),
        "tool.rectangle",
        "Select a rectangle",
        "Select the hexes of a rectangle; Shift adds, Alt takes away",
    )
    .keys(&[key(Key::A)])
    .icon(Icon::Rectangle)
    .menu(Menu::Map, 0),
    row(
        UiCommand::Tool(ToolKind::Lasso),
        "tool.lasso",
        "Lasso",
        "Select the hexes inside a loop; Shift adds, Alt takes away",
    )
    .keys(&[key(Key::Q)])
    .icon(Icon::Lasso)
    .menu(Menu::Map, 0),
    row(
        UiCommand::Tool(ToolKind::Wand),
        "tool.wand",
        "Magic wand",
        "Select hexes that are alike and lie together; Shift adds, Alt takes away",
    )
    .keys(&[key(Key::W)])
    .icon(Icon::Wand)
    .menu(Menu::Map, 0),
    row(UiCommand::Tool(ToolKind::Terrain), "tool.terrain", "Terrain", "Paint the ground of hexes")
        .keys(&[key(Key::T)])
        .icon(Icon::Brush)
        .menu(Menu::Map, 1),
    row(
        UiCommand::Tool(ToolKind::Fill),
        "tool.fill",
        "Fill",
        "Paint all hexes of the same ground that lie together; Shift fills all on the map",
    )
    .keys(&[key(Key::G)])
    .icon(Icon::Fill)
    .menu(Menu::Map, 1),
    row(
        UiCommand::Tool(ToolKind::Straight),
        "tool.straight",
        "Straight line",
        "Paint a straight line of hexes",
    )
    .keys(&[key(Key::B)])
    .icon(Icon::Straight)
    .menu(Menu::Map, 1),
    row(
        UiCommand::Tool(ToolKind::Elevation),
        "tool.elevation",
        "Heights",
        "Paint the heights of hexes",
    )
    .keys(&[key(Key::Y)])
    .icon(Icon::Elevation)
    .menu(Menu::Map, 1),
    row(
        UiCommand::Tool(ToolKind::Feature),
        "tool.feature",
        "Features",
        "Place and remove trenches, towns and hilltops",
    )
    .keys(&[key(Key::F)])
    .icon(Icon::Trench)
    .menu(Menu::Map, 2),
    row(
        UiCommand::Tool(ToolKind::Trench),
        "tool.trench",
        "Trenches",
        "Draw trenches along hexsides; they face across",
    )
    .keys(&[key(Key::K)])
    .icon(Icon::Facing)
    .menu(Menu::Map, 2),
    row(UiCommand::Tool(ToolKind::Label), "tool.label", "Labels", "Write names on the map")
        .keys(&[key(Key::X)])
        .icon(Icon::Label)
        .menu(Menu::Map, 2),
    row(
        UiCommand::Tool(ToolKind::Counter),
        "tool.counter",
        "Place counter",
        "Set a counter up on the map",
    )
    .keys(&[key(Key::U)])
    .icon(Icon::Counter)
    .menu(Menu::Map, 2),
    row(
        UiCommand::Tool(ToolKind::Hexside),
        "tool.hexside",
        "Hexsides",
        "Draw rivers and other hexsides; the pen follows the edges",
    )
    .keys(&[key(Key::H)])
    .icon(Icon::Hexside)
    .menu(Menu::Map, 3),
    row(
        UiCommand::Tool(ToolKind::Line),
        "tool.line",
        "Border lines",
        "Draw front lines and other borders",
    )
    .keys(&[key(Key::L)])
    .icon(Icon::Border)
    .menu(Menu::Map, 3),
    row(
        UiCommand::Tool(ToolKind::Path),
        "tool.path",
        "Roads",
        "Draw roads and railways from hex to hex",
    )
    .keys(&[key(Key::P)])
    .icon(Icon::Path)
    .menu(Menu::Map, 3),
    row(
        UiCommand::Tool(ToolKind::Zone),
        "tool.zone",
        "Zones",
        "Add hexes to a zone, or take them out",
    )
    .keys(&[key(Key::Z)])
    .icon(Icon::Zone)
    .menu(Menu::Map, 3),
    row(
        UiCommand::Tool(ToolKind::Stamp),
        "tool.stamp",
        "Stamp",
        "Lay a copied piece of map down; R turns it, M mirrors it",
    )
    .keys(&[key(Key::S)])
    .icon(Icon::Stamp)
    .menu(Menu::Map, 4),
    row(
        UiCommand::Tool(ToolKind::Eyedropper),
        "tool.eyedropper",
        "Pick up",
        "Take what is under the pointer as the next tool",
    )
    .keys(&[key(Key::I)])
    .icon(Icon::Eyedropper)
    .menu(Menu::Map, 4),
    row(
        UiCommand::Tool(ToolKind::Erase),
        "tool.erase",
        "Erase",
        "Erase one layer, or all that lies on the ground",
    )
    .keys(&[key(Key::E)])
    .icon(Icon::Erase)
    .menu(Menu::Map, 4),
    row(
        UiCommand::Tool(ToolKind::Measure),
        "tool.measure",
        "Measure",
        "Measure a way in hexes, kilometres and movement points",
    )
    .keys(&[key(Key::D)])
    .icon(Icon::Measure)
    .menu(Menu::Map, 4),
    row(
        UiCommand::Tool(ToolKind::Sight),
        "tool.sight",
        "Line of sight",
        "See what is seen from a hex, and what stands between it and another",
    )
    .keys(&[key(Key::O)])
    .icon(Icon::Sight)
    .menu(Menu::Map, 4),
    row(
        UiCommand::Tool(ToolKind::Plan),
        "tool.plan",
        "Plan fire",
        "Write down where guns fire, game-turn by game-turn",
    )
    .keys(&[key(Key::J)])
    .icon(Icon::Barrage)
    .menu(Menu::Map, 4),
    row(UiCommand::WiderBrush, "tool.wider", "Wider brush", "Paint more hexes at a time")
        .keys(&[key(Key::CloseBracket)])
        .icon(Icon::Wider)
        .menu(Menu::Map, 5),
    row(UiCommand::NarrowerBrush, "tool.narrower", "Narrower brush", "Paint fewer hexes at a time")
        .keys(&[key(Key::OpenBracket)])
        .icon(Icon::Narrower)
        .menu(Menu::Map, 5),
    row(
        UiCommand::TurnStamp,
        "tool.turn",
        "Turn the stamp",
        "Turn what is copied by 60°, clockwise",
    )
    .keys(&[key(Key::R)])
    .icon(Icon::Turn)
    .menu(Menu::Map, 6),
    row(
        UiCommand::TurnStampBack,
        "tool.turn-back",
        "Turn the stamp back",
        "Turn what is copied by 60°, the other way",
    )
    .keys(&[shift(Key::R)])
    .icon(Icon::TurnBack)
    .menu(Menu::Map, 6),
    row(
        UiCommand::MirrorStamp,
        "tool.mirror",
        "Mirror the stamp",
        "Mirror what is copied, left and right",
    )
    .keys(&[key(Key::M)])
    .icon(Icon::Mirror)
    .menu(Menu::Map, 6),
    row(
        UiCommand::RenameZone,
        "zone.rename",
        "Rename the zone",
        "Give the zone in hand another name; what speaks of it follows",
    )
    .icon(Icon::Zone)
    .menu(Menu::Map, 7),
    row(
        UiCommand::ZoneColour,
        "zone.colour",
        "Colour of the zone",
        "Give the zone in hand a colour of its own on the map",
    )
    .icon(Icon::Zone)
    .menu(Menu::Map, 7),
    row(
        UiCommand::ShowZoneAlone,
        "zone.alone",
        "Show one zone alone",
        "Show the zone in hand and no other, or all zones again",
    )
    .icon(Icon::Eye)
    .menu(Menu::Map, 7),
    row(
        UiCommand::RemoveZone,
        "zone.remove",
        "Delete the zone",
        "Delete the zone in hand, unless something speaks of it",
    )
    .icon(Icon::Remove)
    .menu(Menu::Map, 7),
    row(
        UiCommand::ResizeMap,
        "map.resize",
        "Resize or crop map…",
        "Add columns and rows at the edges of the map, or cut them off",
    )
    .icon(Icon::Fit)
    .menu(Menu::Map, 8),
    row(UiCommand::RenumberMap, "map.renumber", "Renumber map…", "Number the hexes in another way")
        .icon(Icon::List)
        .menu(Menu::Map, 8),
    row(
        UiCommand::JoinBoards,
        "map.join",
        "Join boards…",
        "Lay boards side by side, either way round, and make one map of them",
    )
    .icon(Icon::Split)
    .menu(Menu::Map, 8),
    row(UiCommand::PlayGame, "run.play", "Play one game", "Watch the bots play a game")
        .keys(&[key(Key::F5)])
        .icon(Icon::Play)
        .menu(Menu::TestRun, 0),
    row(UiCommand::Step, "run.step", "One step", "Let a bot make one decision")
        .keys(&[key(Key::F10)])
        .icon(Icon::Step)
        .menu(Menu::TestRun, 0),
    row(
        UiCommand::NextUnit,
        "play.next-unit",
        "Next unit that may act",
        "In a game by hand: pick the next unit that may do something, and go there",
    )
    .keys(&[key(Key::Period)])
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::PreviousUnit,
        "play.previous-unit",
        "Previous unit that may act",
        "In a game by hand: pick the unit before this one that may do something, and go there",
    )
    .keys(&[key(Key::Comma)])
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::ChooseHex,
        "play.hex",
        "Choose this hex",
        "In a game by hand: what a click on the selected hex does; on the map, Enter does the same",
    )
    .icon(Icon::Hex)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::NextKind,
        "play.kind",
        "Next kind of action",
        "In a game by hand: begin the next of the kinds of actions that are legal",
    )
    .icon(Icon::List)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::DoDecision,
        "play.do",
        "Do it",
        "In a game by hand: make the decision that is put together",
    )
    .keys(&[ctrl(Key::Enter)])
    .icon(Icon::Tick)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::EndStep,
        "play.done",
        "Done with this step",
        "In a game by hand: do nothing more in this step of the sequence of play",
    )
    .keys(&[ctrl_shift(Key::Enter)])
    .icon(Icon::Step)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::LetBotDecide,
        "play.bot",
        "Let a bot decide",
        "In a game by hand: the strongest bot makes this one decision",
    )
    .icon(Icon::Play)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::GamesFromHere,
        "play.from-here",
        "Games from here",
        "Let bots play on from this position many times, to see what it is worth",
    )
    .icon(Icon::Games)
    .menu(Menu::TestRun, 5),
    row(UiCommand::RunGames, "run.games", "Run games", "Play many games and count how they end")
        .keys(&[ctrl(Key::R)])
        .icon(Icon::Games)
        .menu(Menu::TestRun, 0),
    row(
        UiCommand::PlayLadder,
        "run.skill",
        "Skill ladder",
        "Play a ladder of bots, weak to strong, and see how the balance stands as skill grows",
    )
    .icon(Icon::Chart)
    .menu(Menu::TestRun, 0),
    row(UiCommand::StopRun, "run.stop", "Stop", "Stop the test-run where it is")
        .icon(Icon::Stop)
        .menu(Menu::TestRun, 1),
    row(
        UiCommand::EndGame,
        "run.end",
        "Back to editing",
        "Put the game away and show the set-up again; one played by hand can be taken up again",
    )
    .icon(Icon::Close)
    .menu(Menu::TestRun, 1),
    row(
        UiCommand::ToggleLab,
        "run.lab",
        "Test-run lab",
        "Show or hide what the games of a test-run came to",
    )
    .keys(&[key(Key::F9)])
    .icon(Icon::Chart)
    .menu(Menu::TestRun, 2),
    row(
        UiCommand::PlayFront,
        "run.front",
        "Play the front line",
        "Let the front line move turn by turn, or halt it",
    )
    .icon(Icon::Play)
    .menu(Menu::TestRun, 2),
    row(
        UiCommand::CompareBefore,
        "run.compare-before",
        "Compare with before my edits",
        "Show the difference to the games before the last edits",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 3),
    row(
        UiCommand::CompareFile,
        "run.compare-file",
        "Compare with a file…",
        "Run the same games with another scenario file and show the difference",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 3),
    row(UiCommand::StopComparing, "run.compare-stop", "Stop comparing", "Look at one run alone")
        .icon(Icon::Close)
        .menu(Menu::TestRun, 3),
    row(
        UiCommand::SaveLadder,
        "run.skill-report",
        "Save skill ladder…",
        "Write what the skill ladder told as a web page, as JSON or as CSV",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::SaveReport,
        "run.report",
        "Save report…",
        "Write the report as a web page, as JSON or as CSV",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::SaveGame,
        "run.save-game",
        "Save the game's log…",
        "Write the game that is shown, so far as it went, one JSON event a line",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::KeepPosition,
        "run.keep-position",
        "Keep this position as a scenario…",
        "Make a scenario of its own that begins where the game stands now",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::OpenSandbox,
        "sandbox.open",
        "Open the sandbox",
        "Move counters, roll dice and read charts by hand; no rules are enforced",
    )
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxTurn,
        "sandbox.turn",
        "Next game-turn",
        "Go to the next game-turn of the sandbox",
    )
    .icon(Icon::Step)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxTurnOver,
        "sandbox.turn-over",
        "Turn over",
        "Turn the chosen counters of the sandbox over, to show their next face",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxEliminate,
        "sandbox.eliminate",
        "Eliminate",
        "Put the chosen counters of the sandbox among the eliminated",
    )
    .icon(Icon::Remove)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxSetAside,
        "sandbox.set-aside",
        "Take off the map",
        "Take the chosen counters of the sandbox off the map, to be placed at any time",
    )
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxPickUp,
        "sandbox.pick-up",
        "Take counters in hand",
        "Take the chosen counters of the sandbox in hand, to put them into another hex",
    )
    .icon(Icon::Select)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxPutDown,
        "sandbox.put-down",
        "Put down here",
        "Put the counters in hand into the selected hex",
    )
    .icon(Icon::Select)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxRoll,
        "sandbox.roll",
        "Roll on the chart",
        "Roll the dice of the sandbox, and read its chart by them",
    )
    .icon(Icon::Games)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SaveSandbox,
        "sandbox.save",
        "Save the sandbox…",
        "Write everything that was done in the sandbox to a file",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::OpenSandboxFile,
        "sandbox.load",
        "Load a sandbox…",
        "Go on with a sandbox of this scenario that was saved",
    )
    .icon(Icon::Open)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::Palette,
        "help.palette",
        "All commands…",
        "Find any command by its name, or go to a hex by its number",
    )
    .keys(&[ctrl(Key::P), ctrl_shift(Key::P)])
    .icon(Icon::Search)
    .menu(Menu::Help, 0),
    row(
        UiCommand::HelpHere,
        "help.here",
        "Help on this",
        "What the tool in hand, or the page or panel under the pointer, is for",
    )
    .keys(&[key(Key::F1)])
    .icon(Icon::Help)
    .menu(Menu::Help, 0),
    row(
        UiCommand::Tour,
        "help.tour",
        "Take the tour",
        "Four minutes on a copy of The Kaiser's Battle, with something to do at every step",
    )
    .icon(Icon::Tour)
    .menu(Menu::Help, 0),
    row(
        UiCommand::Keys,
        "help.keys",
        "Keyboard shortcuts…",
        "See the keys of all commands, and change them",
    )
    .keys(&[ctrl(Key::K)])
    .icon(Icon::Keys)
    .menu(Menu::Help, 0),
    row(UiCommand::About, "help.about", "About Salient", "What Salient is, and its version")
        .icon(Icon::Note)
        .menu(Menu::Help, 1),
];

/// Something that the editor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UiCommand {
    /// Show what changed since the document was saved.
    ChangesSinceSaved,
    /// Show what changed from another file.
    ChangesFromFile,
    /// Show what changed since a commit.
    ChangesSinceCommit,
    /// Put the version that is compared with together with the document.
    MergeVersion,
    /// Run the games of the version that is compared with beside the document's.
    RunVersion,
    /// Begin a game of one's own.
    NewGame,
    /// Begin a map.
    NewMap,
    /// Begin a scenario on the same map.
    NewScenario,
    /// Ask for a set-up that a system's rules make.
    Generate,
    /// Give the map another size.
    ResizeMap,
    /// Number the map anew.
    RenumberMap,
    /// Join boards into one map.
    JoinBoards,
    /// Go to a hex by its number.
    GoToHex,
    /// Move the selected counters to a hex by its number.
    MoveSelected,
    /// Show what can be done in the selected hex.
    HereMenu,
    /// Open a file.
    Open,
    /// Open the embedded scenario.
    OpenExample,
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Give the document a ruleset of its own.
    CopyRuleset,
    /// Export a picture.
    ExportPicture,
    /// Write the scenario in another client's format.
    Export,
    /// Read another client's file.
    Import,
    /// Read a folder of tables.
    ImportTables,
    /// Close the document in front.
    Close,
    /// Close the window.
    Quit,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Remove what is selected.
    RemoveSelected,
    /// Copy the selected hexes.
    Copy,
    /// Take what was copied as a stamp.
    Paste,
    /// Select every hex.
    SelectAll,
    /// A wider brush.
    WiderBrush,
    /// A narrower brush.
    NarrowerBrush,
    /// Turn the stamp.
    TurnStamp,
    /// Turn the stamp the other way.
    TurnStampBack,
    /// Mirror the stamp.
    MirrorStamp,
    /// Give up what is under way, or select nothing.
    Cancel,
    /// Show the command palette.
    Palette,
    /// Zoom in.
    ZoomIn,
    /// Zoom out.
    ZoomOut,
    /// Show the whole map.
    ZoomToFit,
    /// Show or hide hex numbers.
    ToggleNumbers,
    /// Show or hide counters.
    ToggleCounters,
    /// Show or hide what came of the last decisions of a game.
    ToggleHappened,
    /// Light or dark.
    ToggleTheme,
    /// A look for the whole editor.
    Look(Look),
    /// Draw everything larger.
    LargerScale,
    /// Draw everything smaller.
    SmallerScale,
    /// Draw everything at the usual size.
    NormalScale,
    /// Show the document of the next tab.
    NextTab,
    /// Show the document of the previous tab.
    PreviousTab,
    /// Show another view in the pane that has the focus.
    View(View),
    /// One pane or two.
    SplitView,
    /// Show or hide the panel at the right.
    ToggleInspector,
    /// Show or hide the names of the tools.
    ToggleToolNames,
    /// Take a tool.
    Tool(ToolKind),
    /// Show a tab of the inspector.
    Show(Tab),
    /// Go to the next problem.
    NextProblem,
    /// Go to the problem before.
    PreviousProblem,
    /// Mend the problem that is shown.
    FixProblem,
    /// Mend all problems like it.
    FixAll,
    /// Give the zone in hand another name.
    RenameZone,
    /// Give the zone in hand a colour.
    ZoneColour,
    /// Show the zone in hand and no other, or all again.
    ShowZoneAlone,
    /// Delete the zone in hand.
    RemoveZone,
    /// One decision of a test-run.
    Step,
    /// Play one game, or pause it.
    PlayGame,
    /// Pick the next unit that may act.
    NextUnit,
    /// Pick the unit before that may act.
    PreviousUnit,
    /// Mean the selected hex, as a click does.
    ChooseHex,
    /// Begin the next kind of action.
    NextKind,
    /// Make the decision that is put together.
    DoDecision,
    /// Do nothing more in this step.
    EndStep,
    /// Let a bot make this decision.
    LetBotDecide,
    /// Play games on from here.
    GamesFromHere,
    /// Run many games.
    RunGames,
    /// Play a ladder of bots.
    PlayLadder,
    /// Save what the ladder of bots told.
    SaveLadder,
    /// Stop the test-run.
    StopRun,
    /// Leave the game and edit on.
    EndGame,
    /// Show or hide the test-run lab.
    ToggleLab,
    /// Show whom leaders direct.
    ToggleReach,
    /// Let the front line move turn by turn, or halt it.
    PlayFront,
    /// Save the report of the games.
    SaveReport,
    /// Save the log of the game that is shown.
    SaveGame,
    /// Make a scenario of the position that is shown.
    KeepPosition,
    /// Play without rules.
    OpenSandbox,
    /// Go to the sandbox's next game-turn.
    SandboxTurn,
    /// Turn the chosen counters over.
    SandboxTurnOver,
    /// Eliminate the chosen counters.
    SandboxEliminate,
    /// Take the chosen counters off the map.
    SandboxSetAside,
    /// Take the chosen counters in hand.
    SandboxPickUp,
    /// Put the counters in hand down.
    SandboxPutDown,
    /// Roll dice in the sandbox.
    SandboxRoll,
    /// Save the sandbox.
    SaveSandbox,
    /// Go on with a saved sandbox.
    OpenSandboxFile,
    /// Run another file's games beside this one's.
    CompareFile,
    /// Put the games beside those before the last edits.
    CompareBefore,
    /// Look at one run alone.
    StopComparing,
    /// Help on what is in hand.
    HelpHere,
    /// Take the tour.
    Tour,
    /// What Salient is.
    About,
    /// The keys.
    Keys,
}

/// A tool of the palette, whatever it is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolKind {
    /// Select and drag.
    Select,
    /// Select a rectangle.
    Rectangle,
    /// Select a loop.
    Lasso,
    /// Select what is alike.
    Wand,
    /// Paint terrain.
    Terrain,
    /// Fill with terrain.
    Fill,
    /// Paint a straight line.
    Straight,
    /// Paint heights.
    Elevation,
    /// Place trenches, towns.
    Feature,
    /// Draw trenches along hexsides.
    Trench,
    /// Write labels.
    Label,
    /// Place a counter.
    Counter,
    /// Draw along hexsides.
    Hexside,
    /// Draw border lines.
    Line,
    /// Draw roads and railways.
    Path,
    /// Paint zones.
    Zone,
    /// Lay a copy down.
    Stamp,
    /// Pick.
    Eyedropper,
    /// Erase.
    Erase,
    /// Measure.
    Measure,
    /// Look along lines of sight.
    Sight,
    /// Write the artillery plan.
    Plan,
}

impl ToolKind {
    /// All, in the rows of the palette.
    pub const ALL: [Self; 22] = [
        Self::Select,
        Self::Rectangle,
        Self::Lasso,
        Self::Wand,
        Self::Terrain,
        Self::Fill,
        Self::Straight,
        Self::Elevation,
        Self::Feature,
        Self::Trench,
        Self::Label,
        Self::Counter,
        Self::Hexside,
        Self::Line,
        Self::Path,
        Self::Zone,
        Self::Stamp,
        Self::Eyedropper,
        Self::Erase,
        Self::Measure,
        Self::Sight,
        Self::Plan,
    ];

    /// Whether it is of use with the rules of a document; one that is not is left out of the
    /// palette, and tells why if it is taken all the same.
    pub fn is_offered(self, document: &Document) -> bool {
        let system = || document.system();
        match self {
            Self::Sight => system().is_some_and(|system| system.sights().is_some()),
            Self::Plan => system().is_some_and(|system| system.missions().is_some()),
            _ => true,
        }
    }
}

impl UiCommand {
    /// All commands, in the order of menus and palette.
    pub fn all() -> impl Iterator<Item = Self> {
        COMMANDS.iter().map(|row| row.command)
    }

    /// Whether it is about a decision that is made by hand.
    pub fn is_of_play(self) -> bool {
        matches!(
            self,
            Self::NextUnit
                | Self::PreviousUnit
                | Self::ChooseHex
                | Self::NextKind
                | Self::DoDecision
                | Self::EndStep
                | Self::LetBotDecide
        )
    }

    /// Whether it is about the tool in hand and what was copied.
    pub fn is_of_tools(self) -> bool {
        matches!(
            self,
            Self::Copy
                | Self::Paste
                | Self::SelectAll
                | Self::WiderBrush
                | Self::NarrowerBrush
                | Self::TurnStamp
                | Self::TurnStampBack
                | Self::MirrorStamp
        )
    }

    /// Whether it is about what the map shows: on a page its keys would change what nobody sees.
    pub fn is_of_map(self) -> bool {
        self.is_of_tools()
            || matches!(
                self,
                Self::Tool(_)
                    | Self::RemoveSelected
                    | Self::ZoomIn
                    | Self::ZoomOut
                    | Self::ZoomToFit
                    | Self::ToggleNumbers
                    | Self::ToggleCounters
            )
    }

    /// Its row in the list.
    pub fn row(self) -> &'static Command {
        const MISSING: Command = row(UiCommand::Cancel, "", "", "");
        // A test sees to it that every command has a row.
        COMMANDS.iter().find(|row| row.command == self).unwrap_or(&MISSING)
    }

    /// What it is called.
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// What it does, in a sentence.
    pub fn tooltip(self) -> &'static str {
        self.row().tooltip
    }

    /// Its icon, if it has one.
    pub fn icon(self) -> Option<Icon> {
        self.row().icon
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen: Vec<(KeyboardShortcut, UiCommand)> = Vec::new();
        for row in COMMANDS {
            for key in row.keys {
                let other = seen.iter().find(|(other, _)| other == key);
                assert!(other.is_none(), "{key:?} is {row:?} and {other:?}");
                seen.push((*key, row.command));
            }
        }
    }

    #[test]
    fn every_command_is_listed_and_named_once() {
        for of in [|row: &Command| row.id, |row: &Command| row.text] {
            let mut names: Vec<_> = COMMANDS.iter().map(of).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), COMMANDS.len());
        }
        let nested = Tab::ALL.map(UiCommand::Show).into_iter();
        let nested = nested.chain(ToolKind::ALL.map(UiCommand::Tool));
        let nested = nested.chain(Look::ALL.map(UiCommand::Look));
        for command in nested.chain(View::ALL.map(UiCommand::View)) {
            assert_eq!(command.row().command, command, "{command:?} has no row");
        }
    }

    #[test]
    fn every_command_has_an_icon_and_says_what_it_does() {
        for row in COMMANDS {
            assert!(row.icon.is_some(), "{} has no icon", row.text);
            assert!(row.tooltip.len() > 8, "{} does not say what it does", row.text);
        }
    }
}
