//! The tools of the map, and the map as a whole.

use egui::Key;

use super::kinds::{Command, Menu, ToolKind, UiCommand, key, row, shift};
use crate::look::icons::Icon;

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
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
];
