//! What the window shows: the map, pages, panels, versions, problems.

use egui::Key;

use super::kinds::{Command, Menu, UiCommand, alt, ctrl, ctrl_shift, key, row, shift};
use crate::look::icons::Icon;
use crate::look::theme::Look;
use crate::request::views::{Tab, View};

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
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
    .keys(&[shift(Key::F8)])
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
];
