//! Applying edits to the bundle, each with its exact inverse.

mod companion;
mod defined;
mod follow;
mod glyphs;
mod list;
mod map;
mod order_of_battle;
mod patch;
mod replace;
mod roles;
mod set_up;
mod values;
mod was;

pub use companion::Companion;
pub(crate) use defined::books_and_scenario;
pub(crate) use roles::{declared, role_files};
pub(crate) use was::Was;

use salient_hex::grid::{Hex, HexGrid, Side};
use salient_rules::Systems;
use salient_schema::Bundle;
use salient_schema::ruleset::Kind;

use crate::changes::Touched;
use crate::edit::{Edit, EditError, Item, Key, KindOf, List, RolesOf};
use crate::history::{Part, Step};
use crate::index::Index;
use crate::oob::is_id;

/// The bundle with its grid and look-up tables, which always agree.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The systems whose rules are known.
    pub systems: Systems,
    pub bundle: Bundle,
    pub grid: HexGrid,
    pub index: Index,
    /// How often the document was given a ruleset of its own.
    pub copies: u32,
    /// The file beside the document's own.
    pub companion: Option<Companion>,
    /// The one that was taken away last.
    pub companion_away: Option<Companion>,
    /// What the scenario calls the files of orders of battle that were taken away, the last one last.
    pub files_away: Vec<String>,
}

impl State {
    pub fn new(systems: Systems, bundle: Bundle) -> Self {
        let grid = HexGrid::new(&bundle.map.grid);
        let index = Index::new(&bundle, &grid);
        let (companion, companion_away, files_away) = (None, None, Vec::new());
        Self { systems, bundle, grid, index, copies: 0, companion, companion_away, files_away }
    }

    /// Breaks an edit down into edits that each have an exact inverse, and applies them.
    ///
    /// Refused edits leave everything as it was.
    pub fn perform(&mut self, edit: Edit) -> Result<Vec<Step>, EditError> {
        let mut steps = Vec::new();
        match self.perform_onto(&mut steps, edit) {
            Ok(()) => Ok(steps),
            Err(error) => {
                self.take_back(&steps);
                Err(error)
            }
        }
    }

    fn perform_onto(&mut self, steps: &mut Vec<Step>, edit: Edit) -> Result<(), EditError> {
        match edit {
            Edit::All { edits } => match self.patch_of(&edits) {
                Some(patch) => self.perform_one(steps, patch?)?,
                None => {
                    for edit in self.patched(edits) {
                        self.perform_onto(steps, edit)?;
                    }
                }
            },
            Edit::SetTerrain { hex, kind } => {
                let hex = self.parse_hex(&hex)?;
                for edit in self.paint(&[hex], &kind)? {
                    self.perform_onto(steps, one_glyph(edit))?;
                }
            }
            Edit::PaintTerrain { hexes, kind } => {
                let hexes = self.hexes(&hexes)?;
                for edit in self.paint(&hexes, &kind)? {
                    self.perform_onto(steps, edit)?;
                }
            }
            Edit::SetElevations { hexes, level } => {
                let hexes = self.hexes(&hexes)?;
                for edit in self.elevate(&hexes, level)? {
                    self.perform_onto(steps, edit)?;
                }
            }
            Edit::Set { list, key, to } => {
                let follow = self.follow(&list, &key, &to)?;
                self.perform_one(steps, Edit::Set { list, key, to })?;
                for edit in follow {
                    self.perform_onto(steps, edit)?;
                }
            }
            Edit::SetDesignation { counter, designation } => {
                let set = self.designation_edit(&counter, &designation)?;
                self.perform_onto(steps, set)?;
            }
            Edit::SetRating { counter, face, rating, value } => {
                let set = self.rating_edit(&counter, face, &rating, value)?;
                self.perform_onto(steps, set)?;
            }
            Edit::SetTurnLabel { turn, label } => {
                let set = self.turn_label_edit(turn, &label)?;
                self.perform_onto(steps, set)?;
            }
            Edit::SetReinforcementTurn { entry, turn } => {
                let set = self.arrival_edit(entry, turn)?;
                self.perform_onto(steps, set)?;
            }
            Edit::SetConstant { constant, value, provenance } => {
                let set = self.constant_edit(constant, value, provenance)?;
                self.perform_onto(steps, set)?;
            }
            Edit::SetCell { table, row, column, value, provenance } => {
                let set = self.cell_edit(&table, row, column, &value, provenance)?;
                self.perform_onto(steps, set)?;
            }
            Edit::PlaceCounter { counter, hex, index, face } => {
                if let Some(leave) = self.free_edit(&counter) {
                    self.perform_onto(steps, leave)?;
                }
                let put = self.place_edit(&counter, &hex, index, face)?;
                self.perform_onto(steps, put)?;
            }
            Edit::MoveCounter { counter, from, to, index } => {
                let away = self.parse_hex(&from)? != self.parse_hex(&to)?;
                let loads = if away { self.loads(&counter, &from)? } else { Vec::new() };
                let (take, mut entry) = self.take_edit(&counter, &from)?;
                self.perform_onto(steps, take)?;
                if away {
                    entry.carried_by = None;
                }
                let index = index.unwrap_or(0);
                let put = self.put_edit(entry, &to, index)?;
                self.perform_onto(steps, put)?;
                for (below, load) in (index + 1..).zip(loads) {
                    let (take, entry) = self.take_edit(&load, &from)?;
                    self.perform_onto(steps, take)?;
                    let put = self.put_edit(entry, &to, below)?;
                    self.perform_onto(steps, put)?;
                }
            }
            Edit::RemoveCounter { counter, hex } => {
                for load in self.loads(&counter, &hex)? {
                    let alone = self.change_edit(&load, &hex, |entry| entry.carried_by = None)?;
                    self.perform_onto(steps, alone)?;
                }
                let (take, _) = self.take_edit(&counter, &hex)?;
                self.perform_onto(steps, take)?;
            }
            Edit::SetStates { counter, hex, states, carried_by } => {
                let set = self.states_edit(&counter, &hex, states, carried_by)?;
                self.perform_onto(steps, set)?;
            }
            Edit::TurnCounter { counter, hex, face } => {
                let turn = self.turn_edit(&counter, &hex, face)?;
                self.perform_onto(steps, turn)?;
            }
            Edit::FaceCounter { counter, hex, facing } => {
                let turn = self.change_edit(&counter, &hex, |entry| entry.facing = facing)?;
                self.perform_onto(steps, turn)?;
            }
            edit => self.perform_one(steps, edit)?,
        }
        Ok(())
    }

    /// Applies an edit that has an exact inverse of its own.
    fn perform_one(&mut self, steps: &mut Vec<Step>, edit: Edit) -> Result<(), EditError> {
        let edit = self.spelled(edit);
        self.check(&edit)?;
        let step = self.step(edit)?;
        // An edit that changes nothing is its own inverse.
        if step.inverse != step.edit {
            steps.push(step);
        }
        Ok(())
    }

    /// Applies an edit that has an exact inverse of its own, whatever it is.
    pub fn step(&mut self, edit: Edit) -> Result<Step, EditError> {
        // Now, while what it speaks of is still found.
        let touched = self.touched(&edit);
        let inverse = self.apply(&edit)?;
        Ok(Step { edit, inverse, touched })
    }

    /// New hexsides in their canonical spelling. One with a place is a removal taken back.
    fn spelled(&self, mut edit: Edit) -> Edit {
        match &mut edit {
            Edit::ReplaceMap { map, scenario } => {
                self.keep_map_files(map);
                self.keep_scenario_files(scenario);
            }
            Edit::ReplaceScenario { scenario } => self.keep_scenario_files(scenario),
            Edit::ReplaceOrderOfBattle { at, to } => self.keep_order_of_battle_files(*at, to),
            Edit::Add { item: Item::Hexside(hexside), at: None, .. } => {
                self.spell(&mut hexside.side)
            }
            Edit::Add { list: List::LineSides(_), item: Item::Name(side), at: None } => {
                self.spell(side);
            }
            _ => {}
        }
        edit
    }

    fn spell(&self, side: &mut String) {
        if let Some(parsed) = self.grid.parse_side(side) {
            *side = self.grid.side_label(parsed);
        }
    }

    /// What is asked of an edit beyond being possible. Inverses are not asked: they may have to
    /// bring back what a faulty file held.
    fn check(&self, edit: &Edit) -> Result<(), EditError> {
        match edit {
            Edit::SetGlyph { glyph, .. } => {
                let palette = &self.bundle.map.terrain.palette;
                match palette.contains_key(&*glyph.encode_utf8(&mut [0; 4])) {
                    true => Ok(()),
                    false => Err(EditError::NoSuchGlyph { glyph: *glyph }),
                }
            }
            Edit::SetGlyphs { runs } => {
                self.check_glyphs(runs, |glyph| self.bundle.map.terrain.palette.contains_key(glyph))
            }
            Edit::SetElevationGlyphs { runs } => {
                let layer = self.bundle.map.elevation.as_ref().ok_or(EditError::NoElevation)?;
                self.check_glyphs(runs, |glyph| layer.palette.contains_key(glyph))
            }
            Edit::AddGlyph { kind, .. } | Edit::SetGlyphKind { kind, .. } => {
                self.check_kind(KindOf::Terrain, kind)
            }
            Edit::SetSequence { sequence } => self.check_sequence(sequence),
            Edit::SetRulesetHead { head } if !is_id(&head.id) => {
                Err(EditError::NoId { id: head.id.clone() })
            }
            Edit::SetScenarioId { id } if !is_id(id) => Err(EditError::NoId { id: id.clone() }),
            Edit::Add { list, item, .. } => self.check_item(list, None, item),
            Edit::Set { list, key, to } => self.check_item(list, Some(key), to),
            Edit::Remove { list, key } => self.check_removal(list, key),
            Edit::Patch { list, insert, .. } => {
                insert.iter().try_for_each(|placed| self.check_item(list, None, &placed.item))
            }
            _ => Ok(()),
        }
    }

    /// What is asked of an item that comes into a list, or takes the place of another.
    fn check_item(&self, list: &List, old: Option<&Key>, new: &Item) -> Result<(), EditError> {
        let on_map =
            |hexes: &[String]| hexes.iter().try_for_each(|hex| self.parse_hex(hex).map(|_| ()));
        match new {
            // What stands there already may be of a kind that is not known.
            Item::Feature(_) | Item::Hexside(_) if old.is_some() => Ok(()),
            Item::Feature(feature) => self.check_kind(KindOf::Feature, &feature.kind),
            Item::Hexside(hexside) => self.check_kind(KindOf::Hexside, &hexside.kind),
            Item::Path(path) => {
                self.check_kind(KindOf::Path, &path.kind)?;
                on_map(&path.hexes)
            }
            Item::Line(line) => {
                self.check_kind(KindOf::Line, &line.kind)?;
                line.sides.iter().try_for_each(|side| self.parse_side(side).map(|_| ()))
            }
            Item::Zone(zone) => {
                if !is_called(old, &zone.id) && self.zone(&zone.id).is_ok() {
                    return Err(EditError::ZoneThere { zone: zone.id.clone() });
                }
                on_map(&zone.hexes)
            }
            Item::Counter(counter) if !is_called(old, &counter.id) => {
                self.check_counter_new(&counter.id)
            }
            Item::Formation(formation) => match (list, old) {
                (List::Formations(oob), Some(Key::Name(old))) => {
                    self.check_formation(*oob, Some(old), formation)
                }
                (List::Formations(oob), _) => self.check_formation(*oob, None, formation),
                _ => Ok(()),
            },
            Item::Table(_) | Item::Constant(_) => self.check_chart(list, old, new),
            item => match list {
                List::Defined(of) => self.check_definition(*of, old, item),
                _ => Ok(()),
            },
        }
    }

    /// What is asked of an item that goes.
    fn check_removal(&self, list: &List, key: &Key) -> Result<(), EditError> {
        match (list, key) {
            (List::Zones, Key::Name(zone)) => self.check_zone_unused(zone),
            (List::Counters(_) | List::AllCounters, Key::Name(id)) => self.check_counter_unused(id),
            (List::Formations(oob), Key::Name(id)) => self.check_formation_empty(*oob, id),
            (List::Defined(of), Key::Name(id)) => self.check_unspoken(*of, id),
            (List::Tables | List::Constants, Key::Name(id)) => self.check_chart_unused(list, id),
            _ => Ok(()),
        }
    }

    /// Applies the inverses of steps, last first.
    pub fn take_back(&mut self, steps: &[Step]) {
        for step in steps.iter().rev() {
            let result = self.apply(&step.inverse);
            debug_assert!(result.is_ok(), "an inverse is always possible: {result:?}");
        }
    }

    /// Applies steps that were taken back.
    pub fn do_again(&mut self, steps: &[Step]) {
        for step in steps {
            let result = self.apply(&step.edit);
            debug_assert!(result.is_ok(), "what was undone can be done again: {result:?}");
        }
    }

    /// Applies one edit, and gives its exact inverse.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::SetGlyph { hex, glyph } => self.set_glyph(hex, *glyph),
            Edit::SetGlyphs { runs } => self.set_glyphs(runs),
            Edit::SetElevationGlyphs { runs } => self.set_elevation_glyphs(runs),
            Edit::AddElevationGlyph { glyph, level } => self.add_elevation_glyph(*glyph, *level),
            Edit::RemoveElevationGlyph { glyph } => self.remove_elevation_glyph(*glyph),
            Edit::AddElevationLayer { layer } => self.add_elevation_layer(layer),
            Edit::RemoveElevationLayer => self.remove_elevation_layer(),
            Edit::AddGlyph { glyph, kind } => self.add_glyph(*glyph, kind),
            Edit::SetGlyphKind { glyph, kind } => self.set_glyph_kind(*glyph, kind),
            Edit::RemoveGlyph { glyph } => self.remove_glyph(*glyph),
            Edit::Add { list, item, at } => self.add(list, item, *at),
            Edit::Remove { list, key } => self.remove(list, key),
            Edit::Set { list, key, to } => self.set(list, key, to),
            Edit::Move { list, from, to } => self.shift(list, *from, *to),
            Edit::Splice { list, at, remove, insert } => self.splice(list, *at, *remove, insert),
            Edit::Patch { list, remove, insert } => self.patch(list, remove, insert),
            Edit::SetScan { scan } => {
                let old = std::mem::replace(&mut self.bundle.map.scan, scan.as_deref().cloned());
                Ok(Edit::SetScan { scan: old.map(Box::new) })
            }
            Edit::SetCompanion { to } => Ok(self.set_companion(to.as_deref())),
            Edit::ReplaceMap { map, scenario } => Ok(self.replace_map(map, scenario)),
            Edit::SetScenarioTitle { title } => {
                let old = std::mem::replace(&mut self.bundle.scenario.title, title.clone());
                Ok(Edit::SetScenarioTitle { title: old })
            }
            Edit::SetScenarioId { id } => {
                let old = std::mem::replace(&mut self.bundle.scenario.id, id.clone());
                Ok(Edit::SetScenarioId { id: old })
            }
            Edit::SetScenarioNotes { notes } => {
                let old = std::mem::replace(&mut self.bundle.scenario.notes, notes.clone());
                Ok(Edit::SetScenarioNotes { notes: old })
            }
            Edit::SetMapTitle { title } => {
                let old = std::mem::replace(&mut self.bundle.map.title, title.clone());
                Ok(Edit::SetMapTitle { title: old })
            }
            Edit::SetMapNotes { notes } => {
                let old = std::mem::replace(&mut self.bundle.map.notes, notes.clone());
                Ok(Edit::SetMapNotes { notes: old })
            }
            Edit::SetRulesetHead { head } => {
                let old = head.put(&mut self.bundle.ruleset);
                Ok(Edit::SetRulesetHead { head: Box::new(old) })
            }
            Edit::CopyRuleset { title } => {
                self.copies += 1;
                let old = std::mem::replace(&mut self.bundle.ruleset.title, title.clone());
                Ok(Edit::UncopyRuleset { title: old })
            }
            Edit::UncopyRuleset { title } => {
                self.copies = self.copies.checked_sub(1).ok_or(EditError::NotCopied)?;
                let old = std::mem::replace(&mut self.bundle.ruleset.title, title.clone());
                Ok(Edit::CopyRuleset { title: old })
            }
            Edit::SetCounterPrint { pattern, stacking_denominator } => {
                let layout = &mut self.bundle.ruleset.counters;
                let pattern = std::mem::replace(&mut layout.pattern, pattern.clone());
                let parts = &mut layout.stacking_denominator;
                let stacking_denominator = std::mem::replace(parts, *stacking_denominator);
                Ok(Edit::SetCounterPrint { pattern, stacking_denominator })
            }
            Edit::SetSequence { sequence } => {
                let there = &mut self.bundle.ruleset.sequence;
                Ok(Edit::SetSequence { sequence: std::mem::replace(there, sequence.clone()) })
            }
            Edit::SetRulesOfPlay { rules } => {
                let to = rules.as_deref().cloned();
                let old = std::mem::replace(&mut self.bundle.ruleset.rules_of_play, to);
                Ok(Edit::SetRulesOfPlay { rules: old.map(Box::new) })
            }
            Edit::AddOrderOfBattle { again } => Ok(self.add_order_of_battle(again.as_deref())),
            Edit::RemoveOrderOfBattle => self.remove_order_of_battle(),
            Edit::ReplaceOrderOfBattle { at, to } => self.replace_order_of_battle(*at, to),
            Edit::SetVictory { victory } => {
                let there = &mut self.bundle.scenario.victory;
                let old = std::mem::replace(there, victory.as_ref().clone());
                Ok(Edit::SetVictory { victory: Box::new(old) })
            }
            Edit::SetStart { start } => {
                let to = start.as_deref().cloned();
                let old = std::mem::replace(&mut self.bundle.scenario.start, to);
                self.index.set_up_changed(&self.bundle.scenario, &self.grid);
                Ok(Edit::SetStart { start: old.map(Box::new) })
            }
            Edit::SetOptionalRules { rules } => {
                let there = &mut self.bundle.scenario.optional_rules;
                Ok(Edit::SetOptionalRules { rules: std::mem::replace(there, rules.clone()) })
            }
            Edit::SetRole { of, role, filled_by } => Ok(self.set_role(*of, role, filled_by)),
            Edit::ReplaceScenario { scenario } => Ok(self.replace_scenario(scenario)),
            Edit::ReplaceRuleset { ruleset } => {
                let there = &mut self.bundle.ruleset;
                let old = std::mem::replace(there, ruleset.as_ref().clone());
                Ok(Edit::ReplaceRuleset { ruleset: Box::new(old) })
            }
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PaintTerrain { .. }
            | Edit::SetElevations { .. }
            | Edit::SetDesignation { .. }
            | Edit::SetRating { .. }
            | Edit::SetTurnLabel { .. }
            | Edit::SetReinforcementTurn { .. }
            | Edit::SetConstant { .. }
            | Edit::SetCell { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. }
            | Edit::FaceCounter { .. }
            | Edit::SetStates { .. } => {
                let steps = self.perform(edit.clone())?;
                let edits = steps.into_iter().rev().map(|step| step.inverse).collect();
                Ok(Edit::All { edits })
            }
        }
    }

    /// What an edit with an exact inverse touches; the inverse touches the same.
    pub fn touched(&self, edit: &Edit) -> Vec<Touched> {
        let hex = |label: &str, touched: fn(Hex) -> Touched| self.grid.parse(label).map(touched);
        let one = match edit {
            Edit::SetGlyph { hex: label, .. } => hex(label, Touched::Terrain),
            Edit::SetGlyphs { runs } => return self.touched_by_runs(runs, Touched::TerrainRun),
            Edit::SetElevationGlyphs { runs } => {
                return self.touched_by_runs(runs, Touched::ElevationRun);
            }
            Edit::AddGlyph { .. }
            | Edit::RemoveGlyph { .. }
            | Edit::AddElevationGlyph { .. }
            | Edit::RemoveElevationGlyph { .. } => Some(Touched::Palette),
            Edit::AddElevationLayer { .. } | Edit::RemoveElevationLayer => Some(Touched::Elevation),
            Edit::Add { list, item, .. } => {
                return self.touched_by_item(list, &item.key(list, 0), true);
            }
            Edit::Remove { list, key } => return self.touched_by_item(list, key, true),
            Edit::Set { list, key, .. } => return self.touched_by_item(list, key, false),
            Edit::Splice { list: List::Placements, at, remove, insert } => {
                return self.touched_by_splice(*at, *remove, insert);
            }
            Edit::Move { list, .. } | Edit::Splice { list, .. } => self.touched_list(list),
            Edit::Patch { list, remove, insert } => {
                return self.touched_by_patch(list, remove, insert);
            }
            Edit::SetScan { .. } => Some(Touched::Scan),
            Edit::ReplaceMap { .. } => return vec![Touched::Map, Touched::Scenario],
            Edit::SetScenarioTitle { .. }
            | Edit::SetScenarioId { .. }
            | Edit::SetScenarioNotes { .. } => Some(Touched::ScenarioText),
            // The file beside the document's own says what the map is made of.
            Edit::SetMapTitle { .. } | Edit::SetMapNotes { .. } | Edit::SetCompanion { .. } => {
                Some(Touched::MapText)
            }
            Edit::AddOrderOfBattle { .. } => {
                let at = self.bundle.orders_of_battle.len();
                return vec![Touched::OrderOfBattle(at), Touched::Scenario];
            }
            Edit::RemoveOrderOfBattle => {
                let at = self.bundle.orders_of_battle.len().saturating_sub(1);
                return vec![Touched::OrderOfBattle(at), Touched::Scenario];
            }
            Edit::ReplaceOrderOfBattle { at, .. } => Some(Touched::OrderOfBattle(*at)),
            // Every hex of the glyph is another.
            Edit::SetGlyphKind { .. } => Some(Touched::Map),
            Edit::SetRulesetHead { .. }
            | Edit::CopyRuleset { .. }
            | Edit::UncopyRuleset { .. }
            | Edit::SetCounterPrint { .. }
            | Edit::SetSequence { .. }
            | Edit::SetRulesOfPlay { .. }
            | Edit::ReplaceRuleset { .. } => Some(Touched::Ruleset),
            Edit::SetVictory { .. } => Some(Touched::Victory),
            Edit::SetStart { .. } => Some(Touched::Start),
            Edit::SetOptionalRules { .. } => Some(Touched::OptionalRules),
            Edit::SetRole { of: RolesOf::Ruleset, .. } => Some(Touched::Ruleset),
            Edit::SetRole { of: RolesOf::Scenario, .. } => Some(Touched::Scenario),
            Edit::ReplaceScenario { .. } => Some(Touched::Scenario),
            // `perform` breaks these down before anything is touched.
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PaintTerrain { .. }
            | Edit::SetElevations { .. }
            | Edit::SetDesignation { .. }
            | Edit::SetRating { .. }
            | Edit::SetTurnLabel { .. }
            | Edit::SetReinforcementTurn { .. }
            | Edit::SetConstant { .. }
            | Edit::SetCell { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. }
            | Edit::FaceCounter { .. }
            | Edit::SetStates { .. } => None,
        };
        one.into_iter().collect()
    }

    fn parse_hex(&self, label: &str) -> Result<Hex, EditError> {
        self.grid.parse(label).ok_or_else(|| EditError::NoSuchHex { hex: label.to_owned() })
    }

    fn parse_side(&self, label: &str) -> Result<Side, EditError> {
        self.grid.parse_side(label).ok_or_else(|| EditError::NoSuchSide { side: label.to_owned() })
    }

    fn check_kind(&self, of: KindOf, kind: &str) -> Result<(), EditError> {
        let ruleset = &self.bundle.ruleset;
        let kinds: &[Kind] = match of {
            KindOf::Terrain => &ruleset.terrain,
            KindOf::Feature => &ruleset.features,
            KindOf::Hexside => &ruleset.hexsides,
            KindOf::Line => &ruleset.lines,
            KindOf::Path => &ruleset.paths,
        };
        if kinds.iter().any(|known| known.id == kind) {
            return Ok(());
        }
        let known = kinds.iter().map(|known| known.id.clone()).collect();
        Err(EditError::UnknownKind { of, kind: kind.to_owned(), known })
    }
}

impl Touched {
    /// The part of the document that it belongs to.
    pub(crate) fn part(self) -> Part {
        match self {
            Self::Terrain(_)
            | Self::TerrainRun(..)
            | Self::Palette
            | Self::ElevationRun(..)
            | Self::Elevation
            | Self::Features(_)
            | Self::Hexside(_)
            | Self::Line(_)
            | Self::Lines
            | Self::Path(_)
            | Self::Paths
            | Self::Zone(_)
            | Self::Zones
            | Self::Scan
            | Self::Map
            | Self::MapText => Part::Map,
            Self::Stack(_)
            | Self::StraySetUp
            | Self::Free
            | Self::Control
            | Self::Eliminated
            | Self::Missions
            | Self::ScenarioText
            | Self::Turns
            | Self::Schedule
            | Self::Withdrawals
            | Self::Replacements
            | Self::Tracks
            | Self::Levels
            | Self::Orders
            | Self::Overrides
            | Self::Victory
            | Self::Start
            | Self::OptionalRules
            | Self::Scenario => Part::Scenario,
            Self::Ruleset | Self::Table(_) | Self::Constant(_) => Part::Ruleset,
            Self::Counter(order_of_battle, _)
            | Self::CounterList(order_of_battle)
            | Self::Formations(order_of_battle)
            | Self::OrderOfBattle(order_of_battle) => Part::OrderOfBattle(order_of_battle),
        }
    }
}

/// One hex's run of one glyph, as the plainer edit that it is.
fn one_glyph(edit: Edit) -> Edit {
    let Edit::SetGlyphs { runs } = &edit else { return edit };
    match runs.as_slice() {
        [run] => match run.glyphs.chars().next() {
            Some(glyph) => Edit::SetGlyph { hex: run.hex.clone(), glyph },
            None => edit,
        },
        _ => edit,
    }
}

/// Whether a key is this name.
fn is_called(key: Option<&Key>, id: &str) -> bool {
    matches!(key, Some(Key::Name(name)) if name == id)
}
