//! Files: opening, saving, exporting, importing.

use egui::Key;

use super::kinds::{Command, Menu, UiCommand, ctrl, ctrl_shift, row};
use crate::look::icons::Icon;

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
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
];
