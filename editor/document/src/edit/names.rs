//! What the undo list calls an edit.

use salient_schema::Defined;

use super::{Edit, Item, Key, List};

impl Edit {
    /// What the undo list calls it.
    pub fn name(&self) -> String {
        match self {
            Self::All { edits } => match edits.as_slice() {
                [] => "Nothing".into(),
                [edit, ..] => edit.name(),
            },
            Self::Add { item, list, .. } => added(item, list),
            Self::Remove { list, key } => removed(list, key),
            Self::Set { list, key, to } => set(list, key, to),
            Self::Move { list, .. } | Self::Splice { list, .. } | Self::Patch { list, .. } => {
                changed(list).into()
            }
            Self::SetTerrain { kind, .. } => format!("Paint {kind}"),
            Self::PaintTerrain { kind, .. } => format!("Paint {kind}"),
            Self::SetGlyph { .. } | Self::SetGlyphs { .. } => "Paint terrain".into(),
            Self::AddGlyph { kind, .. } => format!("Add {kind} to the palette"),
            Self::RemoveGlyph { .. } => "Tidy the palette".into(),
            Self::SetElevations { level, .. } => format!("Set level {level}"),
            Self::SetElevationGlyphs { .. } => "Change heights".into(),
            Self::AddElevationGlyph { level, .. } => {
                format!("Add level {level} to the palette")
            }
            Self::RemoveElevationGlyph { .. } => "Tidy the palette of heights".into(),
            Self::AddElevationLayer { .. } => "Add heights".into(),
            Self::RemoveElevationLayer => "Remove all heights".into(),
            Self::PlaceCounter { counter, hex, .. } => format!("Place {counter} in {hex}"),
            Self::MoveCounter { counter, from, to, .. } if from == to => {
                format!("Reorder {counter} in {to}")
            }
            Self::MoveCounter { counter, to, .. } => format!("Move {counter} to {to}"),
            Self::RemoveCounter { counter, hex } => format!("Remove {counter} from {hex}"),
            Self::TurnCounter { counter, .. } => format!("Turn {counter} over"),
            Self::SetScan { scan: Some(_) } => "Change the scan".into(),
            Self::SetScan { scan: None } => "Remove the scan".into(),
            Self::ReplaceMap { .. } => "Replace the map".into(),
            Self::SetScenarioTitle { .. } => "Rename the scenario".into(),
            Self::SetScenarioId { id } => format!("Call the scenario {id}"),
            Self::SetScenarioNotes { .. } => "Change the scenario's notes".into(),
            Self::SetMapTitle { .. } => "Rename the map".into(),
            Self::SetMapNotes { .. } => "Change the map's notes".into(),
            Self::SetRulesetTitle { .. } => "Rename the ruleset".into(),
            Self::CopyRuleset { .. } => "Copy the ruleset".into(),
            Self::UncopyRuleset { .. } => "Take the copy of the ruleset back".into(),
            Self::SetSequence { .. } => "Change the sequence of play".into(),
            Self::SetCounterPrint { .. } => "Change what counters print".into(),
            Self::SetGlyphKind { kind, .. } => format!("Call painted hexes {kind}"),
            Self::SetDesignation { counter, .. } => format!("Change the designation of {counter}"),
            Self::SetRating { counter, rating, .. } => format!("Change {rating} of {counter}"),
            Self::ReplaceOrderOfBattle { .. } => "Rewrite the order of battle".into(),
            Self::SetCell { table, .. } => format!("Change a cell of {table}"),
            Self::SetConstant { constant, .. } => format!("Change {constant}"),
            Self::ReplaceRuleset { .. } => "Rewrite the ruleset".into(),
            Self::SetTurnLabel { turn, .. } => format!("Rename game-turn {turn}"),
            Self::SetReinforcementTurn { turn, .. } => {
                format!("Reschedule reinforcements to game-turn {turn}")
            }
            Self::SetStart { .. } => "Change where play begins".into(),
            Self::SetVictory { .. } => "Change the victory conditions".into(),
            Self::SetOptionalRules { .. } => "Change optional rules".into(),
            Self::SetRole { role, .. } => format!("Change the role {role}"),
            Self::ReplaceScenario { .. } => "Rewrite the scenario".into(),
        }
    }
}

fn added(item: &Item, list: &List) -> String {
    match (item, list) {
        (Item::Feature(item), _) => format!("Add {} in {}", item.kind, item.hex),
        (Item::Hexside(item), _) => format!("Draw {}", item.kind),
        (Item::Path(item), _) => format!("Draw {}", item.kind),
        (Item::Line(item), _) => format!("Add {}", item.kind),
        (_, List::LineSides(_)) => "Draw line".into(),
        (Item::Zone(item), _) => format!("Add zone {}", item.name),
        (Item::Name(hex), List::ZoneHexes(zone)) => format!("Add {hex} to {zone}"),
        (Item::Counter(item), _) => format!("Add counter {}", item.id),
        (Item::Formation(item), _) => format!("Add {}", item.name),
        (Item::Side(item), _) => format!("Add {}", item.name),
        (Item::Nation(item), _) => format!("Add {}", item.name),
        (Item::Kind(item), _) => format!("Add {}", item.name),
        (Item::UnitType(item), _) => format!("Add {}", item.name),
        (Item::UnitSize(item), _) => format!("Add {}", item.name),
        (Item::Rating(item), _) => format!("Add {}", item.name),
        (Item::Trait(item), _) => format!("Add {}", item.name),
        (Item::OptionalRule(item), _) => format!("Add {}", item.name),
        (Item::Table(item), _) => format!("Add {}", item.title),
        (Item::Constant(item), _) => format!("Add {}", item.id),
        _ => changed(list).into(),
    }
}

fn removed(list: &List, key: &Key) -> String {
    match (list, key) {
        (List::Features, Key::Kind { at, kind }) => format!("Remove {kind} in {at}"),
        (List::Hexsides, Key::Kind { kind, .. }) => format!("Erase {kind}"),
        (List::Paths, _) => "Remove path".into(),
        (List::Lines, _) => "Remove line".into(),
        (List::LineSides(_), _) => "Erase line".into(),
        (List::Zones, Key::Name(zone)) => format!("Remove zone {zone}"),
        (List::ZoneHexes(zone), Key::Name(hex)) => format!("Remove {hex} from {zone}"),
        (List::AllCounters | List::Counters(_), Key::Name(id)) => format!("Delete counter {id}"),
        (
            List::Formations(_) | List::Defined(_) | List::Tables | List::Constants,
            Key::Name(id),
        ) => format!("Remove {id}"),
        _ => changed(list).into(),
    }
}

fn set(list: &List, key: &Key, to: &Item) -> String {
    match (to, key) {
        (Item::Feature(to), _) => format!("Change {} in {}", to.kind, to.hex),
        (Item::Hexside(to), _) => format!("Change {}", to.kind),
        (Item::Path(to), _) => format!("Change {}", to.kind),
        (Item::Line(to), _) => format!("Change {}", to.kind),
        (Item::Zone(to), _) => format!("Change zone {}", to.name),
        (Item::Counter(_), Key::Name(id)) => format!("Change {id}"),
        (Item::Formation(to), _) => format!("Change {}", to.name),
        (Item::Side(to), _) => format!("Change {}", to.name),
        (Item::Nation(to), _) => format!("Change {}", to.name),
        (Item::Kind(to), _) => format!("Change {}", to.name),
        (Item::UnitType(to), _) => format!("Change {}", to.name),
        (Item::UnitSize(to), _) => format!("Change {}", to.name),
        (Item::Rating(to), _) => format!("Change {}", to.name),
        (Item::Trait(to), _) => format!("Change {}", to.name),
        (Item::OptionalRule(to), _) => format!("Change {}", to.name),
        (Item::Table(to), _) => format!("Change {}", to.title),
        (Item::Constant(to), _) => format!("Change {}", to.id),
        _ => changed(list).into(),
    }
}

/// What happened to a list, where no one item is worth naming.
fn changed(list: &List) -> &'static str {
    match list {
        List::Features => "Change features",
        List::Hexsides => "Change hexsides",
        List::Paths => "Change paths",
        List::Lines | List::LineSides(_) => "Change lines",
        List::Zones | List::ZoneHexes(_) => "Change zones",
        List::Counters(_) | List::AllCounters => "Reorder counters",
        List::Formations(_) => "Reorder formations",
        List::Defined(of) => match of {
            Defined::Side => "Change sides",
            Defined::Nation => "Change nations",
            Defined::Terrain => "Change terrain kinds",
            Defined::Feature => "Change feature kinds",
            Defined::Hexside => "Change hexside kinds",
            Defined::Path => "Change path kinds",
            Defined::Line => "Change line kinds",
            Defined::UnitType => "Change unit types",
            Defined::UnitSize => "Change unit sizes",
            Defined::Rating => "Change ratings",
            Defined::Trait => "Change counter traits",
            Defined::OptionalRule => "Change optional rules",
        },
        List::Tables => "Change charts",
        List::Constants => "Change constants",
        List::Placements => "Change the set-up",
        List::Free => "Change free placement",
        List::Control => "Change who controls what",
        List::Eliminated => "Change who begins eliminated",
        List::Turns => "Change the game-turns",
        List::Reinforcements => "Change reinforcements",
        List::Withdrawals => "Change withdrawals",
        List::Replacements => "Change replacements",
        List::Tracks => "Change the turn track",
        List::Levels => "Change starting levels",
        List::Overrides => "Change overrides",
    }
}
