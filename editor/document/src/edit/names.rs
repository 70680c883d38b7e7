//! What the undo list calls an edit.

use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Kind;
use salient_schema::words::id_in_words;
use salient_schema::{Bundle, Defined};

use super::{Edit, Item, Key, List};
use crate::words::in_words;

/// What people call the things that edits name by their ids.
#[derive(Clone, Copy)]
struct Names<'a>(Option<&'a Bundle>);

impl<'a> Names<'a> {
    fn counter(self, id: &'a str) -> &'a str {
        let Some(bundle) = self.0 else { return id };
        let mut all = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let found = all.find(|counter| counter.id == id);
        found.map_or(id, |counter| in_words(&bundle.ruleset, counter))
    }

    fn kind(self, of: fn(&Bundle) -> &[Kind], id: &str) -> String {
        let kinds = self.0.map(of).unwrap_or_default();
        let found = kinds.iter().find(|kind| kind.id == id);
        found.map_or_else(|| id_in_words(id), |kind| kind.name.to_lowercase())
    }

    fn terrain(self, id: &str) -> String {
        self.kind(|bundle| &bundle.ruleset.terrain, id)
    }

    fn feature(self, id: &str) -> String {
        self.kind(|bundle| &bundle.ruleset.features, id)
    }

    fn hexside(self, id: &str) -> String {
        self.kind(|bundle| &bundle.ruleset.hexsides, id)
    }

    fn path(self, id: &str) -> String {
        self.kind(|bundle| &bundle.ruleset.paths, id)
    }

    fn line(self, id: &str) -> String {
        self.kind(|bundle| &bundle.ruleset.lines, id)
    }

    fn zone(self, id: &'a str) -> &'a str {
        let zones = self.0.map(|bundle| bundle.map.zones.items.as_slice()).unwrap_or_default();
        zones.iter().find(|zone| zone.id == id).map_or(id, |zone| &zone.name)
    }

    fn table(self, id: &'a str) -> &'a str {
        let tables = self.0.map(|bundle| bundle.ruleset.tables.as_slice()).unwrap_or_default();
        tables.iter().find(|table| table.id == id).map_or(id, |table| &table.title)
    }

    fn rating(self, id: &str) -> String {
        let ratings = self.0.map(|bundle| &bundle.ruleset.counters.ratings);
        let found = ratings.and_then(|ratings| ratings.iter().find(|rating| rating.id == id));
        found.map_or_else(|| id_in_words(id), |rating| rating.name.to_lowercase())
    }
}

impl Edit {
    /// What the undo list calls it, as people call what it is about; by ids where it is not known
    /// of what bundle they are.
    pub fn name_in(&self, bundle: Option<&Bundle>) -> String {
        let names = Names(bundle);
        match self {
            Self::All { edits } => match edits.as_slice() {
                [] => "Nothing".into(),
                [edit, ..] => edit.name_in(bundle),
            },
            Self::Add { item, list, .. } => added(names, item, list),
            Self::Remove { list, key } => removed(names, list, key),
            Self::Set { list, key, to } => set(names, list, key, to),
            Self::Move { list, .. } | Self::Splice { list, .. } | Self::Patch { list, .. } => {
                changed(list).into()
            }
            Self::SetTerrain { kind, .. } => format!("Paint {}", names.terrain(kind)),
            Self::PaintTerrain { kind, .. } => format!("Paint {}", names.terrain(kind)),
            Self::SetGlyph { .. } | Self::SetGlyphs { .. } => "Paint terrain".into(),
            Self::AddGlyph { kind, .. } => {
                format!("Add {} to the palette", names.terrain(kind))
            }
            Self::RemoveGlyph { .. } => "Tidy the palette".into(),
            Self::SetElevations { level, .. } => format!("Set level {level}"),
            Self::SetElevationGlyphs { .. } => "Change heights".into(),
            Self::AddElevationGlyph { level, .. } => {
                format!("Add level {level} to the palette")
            }
            Self::RemoveElevationGlyph { .. } => "Tidy the palette of heights".into(),
            Self::AddElevationLayer { .. } => "Add heights".into(),
            Self::RemoveElevationLayer => "Remove all heights".into(),
            Self::PlaceCounter { counter, hex, .. } => {
                format!("Place {} in {hex}", names.counter(counter))
            }
            Self::MoveCounter { counter, from, to, .. } if from == to => {
                format!("Reorder {} in {to}", names.counter(counter))
            }
            Self::MoveCounter { counter, to, .. } => {
                format!("Move {} to {to}", names.counter(counter))
            }
            Self::RemoveCounter { counter, hex } => {
                format!("Remove {} from {hex}", names.counter(counter))
            }
            Self::TurnCounter { counter, .. } => format!("Turn {} over", names.counter(counter)),
            Self::FaceCounter { counter, facing: Some(way), .. } => {
                format!("Face {} {way}", names.counter(counter))
            }
            Self::FaceCounter { counter, .. } => {
                format!("Face {} no way", names.counter(counter))
            }
            Self::SetStates { counter, .. } => {
                format!("Change how {} begins", names.counter(counter))
            }
            Self::SetScan { scan: Some(_) } => "Change the scan".into(),
            Self::SetScan { scan: None } => "Remove the scan".into(),
            Self::SetCompanion { to: Some(_) } => "Make a recipe".into(),
            Self::SetCompanion { to: None } => "Take the recipe away".into(),
            Self::ReplaceMap { .. } => "Replace the map".into(),
            Self::SetScenarioTitle { .. } => "Rename the scenario".into(),
            Self::SetScenarioId { id } => format!("Call the scenario {id}"),
            Self::SetScenarioNotes { .. } => "Change the scenario's notes".into(),
            Self::SetMapTitle { .. } => "Rename the map".into(),
            Self::SetMapNotes { .. } => "Change the map's notes".into(),
            Self::SetRulesetHead { .. } => "Change what the ruleset says of itself".into(),
            Self::CopyRuleset { .. } => "Copy the ruleset".into(),
            Self::UncopyRuleset { .. } => "Take the copy of the ruleset back".into(),
            Self::SetSequence { .. } => "Change the sequence of play".into(),
            Self::SetRulesOfPlay { rules: Some(_) } => "Change the rules of play".into(),
            Self::SetRulesOfPlay { rules: None } => "Take the rules of play away".into(),
            Self::SetCounterPrint { .. } => "Change what counters print".into(),
            Self::SetGlyphKind { kind, .. } => {
                format!("Call painted hexes {}", names.terrain(kind))
            }
            Self::SetDesignation { counter, .. } => {
                format!("Change the designation of {}", names.counter(counter))
            }
            Self::SetRating { counter, rating, .. } => {
                format!("Change {} of {}", names.rating(rating), names.counter(counter))
            }
            Self::AddOrderOfBattle { .. } => "Begin an order of battle".into(),
            Self::RemoveOrderOfBattle => "Remove the order of battle".into(),
            Self::ReplaceOrderOfBattle { .. } => "Rewrite the order of battle".into(),
            Self::SetCell { table, .. } => format!("Change a cell of {}", names.table(table)),
            Self::SetConstant { constant, .. } => format!("Change {}", id_in_words(constant)),
            Self::ReplaceRuleset { .. } => "Rewrite the ruleset".into(),
            Self::SetTurnLabel { turn, .. } => format!("Rename game-turn {turn}"),
            Self::SetReinforcementTurn { turn, .. } => {
                format!("Reschedule reinforcements to game-turn {turn}")
            }
            Self::SetStart { .. } => "Change where play begins".into(),
            Self::SetVictory { .. } => "Change the victory conditions".into(),
            Self::SetOptionalRules { .. } => "Change optional rules".into(),
            Self::SetRole { role, .. } => format!("Change the role {}", id_in_words(role)),
            Self::ReplaceScenario { .. } => "Rewrite the scenario".into(),
        }
    }
}

fn printed<'a>(names: Names<'a>, counter: &'a Counter) -> &'a str {
    names.0.map_or(&counter.id, |bundle| in_words(&bundle.ruleset, counter))
}

fn added(names: Names<'_>, item: &Item, list: &List) -> String {
    match (item, list) {
        (Item::Feature(item), _) => {
            format!("Add {} in {}", names.feature(&item.kind), item.hex)
        }
        (Item::Hexside(item), _) => format!("Draw {}", names.hexside(&item.kind)),
        (Item::Path(item), _) => format!("Draw {}", names.path(&item.kind)),
        (Item::Line(item), _) => format!("Add {}", names.line(&item.kind)),
        (_, List::LineSides(_)) => "Draw line".into(),
        (Item::Zone(item), _) => format!("Add zone {}", item.name),
        (Item::Name(hex), List::ZoneHexes(zone)) => format!("Add {hex} to {}", names.zone(zone)),
        (Item::Counter(item), _) => format!("Add counter {}", printed(names, item)),
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
        (Item::Constant(item), _) => format!("Add {}", id_in_words(&item.id)),
        _ => changed(list).into(),
    }
}

fn removed(names: Names<'_>, list: &List, key: &Key) -> String {
    match (list, key) {
        (List::Features, Key::Kind { at, kind }) => {
            format!("Remove {} in {at}", names.feature(kind))
        }
        (List::Hexsides, Key::Kind { kind, .. }) => format!("Erase {}", names.hexside(kind)),
        (List::Paths, _) => "Remove path".into(),
        (List::Lines, _) => "Remove line".into(),
        (List::LineSides(_), _) => "Erase line".into(),
        (List::Zones, Key::Name(zone)) => format!("Remove zone {}", names.zone(zone)),
        (List::ZoneHexes(zone), Key::Name(hex)) => {
            format!("Remove {hex} from {}", names.zone(zone))
        }
        (List::AllCounters | List::Counters(_), Key::Name(id)) => {
            format!("Delete counter {}", names.counter(id))
        }
        (List::Tables, Key::Name(id)) => format!("Remove {}", names.table(id)),
        (List::Formations(_) | List::Defined(_) | List::Constants, Key::Name(id)) => {
            format!("Remove {}", id_in_words(id))
        }
        _ => changed(list).into(),
    }
}

fn set(names: Names<'_>, list: &List, key: &Key, to: &Item) -> String {
    match (to, key) {
        (Item::Feature(to), _) => format!("Change {} in {}", names.feature(&to.kind), to.hex),
        (Item::Hexside(to), _) => format!("Change {}", names.hexside(&to.kind)),
        (Item::Path(to), _) => format!("Change {}", names.path(&to.kind)),
        (Item::Line(to), _) => format!("Change {}", names.line(&to.kind)),
        (Item::Zone(to), _) => format!("Change zone {}", to.name),
        (Item::Counter(_), Key::Name(id)) => format!("Change {}", names.counter(id)),
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
        (Item::Constant(to), _) => format!("Change {}", id_in_words(&to.id)),
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
            Defined::FormationRating => "Change ratings of formations",
            Defined::Trait => "Change counter traits",
            Defined::OptionalRule => "Change optional rules",
        },
        List::Tables => "Change charts",
        List::Constants => "Change constants",
        List::Placements => "Change the set-up",
        List::Free => "Change free placement",
        List::Control => "Change who controls what",
        List::Eliminated => "Change who begins eliminated",
        List::Missions => "Change the artillery plan",
        List::Turns => "Change the game-turns",
        List::Reinforcements => "Change reinforcements",
        List::Withdrawals => "Change withdrawals",
        List::Replacements => "Change replacements",
        List::Tracks => "Change the turn track",
        List::Levels => "Change starting levels",
        List::Orders => "Change orders",
        List::Overrides => "Change overrides",
    }
}
