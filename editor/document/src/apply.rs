//! Applying edits to the bundle, each with its exact inverse.

mod follow;
mod glyphs;
mod map;
mod order_of_battle;
mod patch;
mod replace;
mod ruleset;
mod schedule;
mod set_up;
mod values;
mod was;

pub(crate) use was::Was;

use salient_hex::grid::{Hex, HexGrid, Side};
use salient_rules::Systems;
use salient_schema::Bundle;
use salient_schema::map::Hexside;
use salient_schema::ruleset::Kind;

use crate::changes::Touched;
use crate::edit::{Edit, EditError, KindOf};
use crate::history::{Part, Step};
use crate::index::Index;

/// The bundle with its grid and look-up tables, which always agree.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The systems whose rules are known.
    pub systems: Systems,
    pub bundle: Bundle,
    pub grid: HexGrid,
    pub index: Index,
}

impl State {
    pub fn new(systems: Systems, bundle: Bundle) -> Self {
        let grid = HexGrid::new(&bundle.map.grid);
        let index = Index::new(&bundle, &grid);
        Self { systems, bundle, grid, index }
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
            Edit::SetZone { zone, to } if zone != to.id => {
                let follow = self.zone_follows(&zone, &to.id)?;
                self.perform_one(steps, Edit::SetZone { zone, to })?;
                for edit in follow {
                    self.perform_onto(steps, edit)?;
                }
            }
            Edit::SetCounter { counter, to } if counter != to.id => {
                let follow = self.counter_follows(&counter, &to.id)?;
                self.perform_one(steps, Edit::SetCounter { counter, to })?;
                for edit in follow {
                    self.perform_onto(steps, edit)?;
                }
            }
            Edit::SetFormation { order_of_battle, formation, to } if formation != to.id => {
                let follow = self.formation_follows(order_of_battle, &formation, &to.id)?;
                let edit = Edit::SetFormation { order_of_battle, formation, to };
                self.perform_one(steps, edit)?;
                for edit in follow {
                    self.perform_onto(steps, edit)?;
                }
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
                let (take, carried) = self.take_edit(&counter, &from)?;
                self.perform_onto(steps, take)?;
                let put = self.put_edit(carried, &to, index.unwrap_or(0))?;
                self.perform_onto(steps, put)?;
            }
            Edit::RemoveCounter { counter, hex } => {
                let (take, _) = self.take_edit(&counter, &hex)?;
                self.perform_onto(steps, take)?;
            }
            Edit::TurnCounter { counter, hex, face } => {
                let turn = self.turn_edit(&counter, &hex, face)?;
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
        if let Edit::SetConstant { constant, provenance, .. } = &mut edit {
            let there = self.constant(constant).ok();
            *provenance =
                provenance.or(there.map(|at| self.bundle.ruleset.constants[at].provenance));
        }
        match &mut edit {
            Edit::ReplaceMap { map, scenario } => {
                self.keep_map_files(map);
                self.keep_scenario_files(scenario);
            }
            Edit::ReplaceScenario { scenario } => self.keep_scenario_files(scenario),
            Edit::ReplaceOrderOfBattle { at, to } => self.keep_order_of_battle_files(*at, to),
            _ => {}
        }
        let (Edit::AddHexside { hexside: Hexside { side, .. }, at: None }
        | Edit::AddLineSide { side, at: None, .. }) = &mut edit
        else {
            return edit;
        };
        if let Some(parsed) = self.grid.parse_side(side) {
            *side = self.grid.side_label(parsed);
        }
        edit
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
            Edit::PatchFeatures { insert, .. } => insert
                .iter()
                .try_for_each(|placed| self.check_kind(KindOf::Feature, &placed.item.kind)),
            Edit::PatchHexsides { insert, .. } => insert
                .iter()
                .try_for_each(|placed| self.check_kind(KindOf::Hexside, &placed.item.kind)),
            Edit::AddGlyph { kind, .. } => self.check_kind(KindOf::Terrain, kind),
            Edit::AddFeature { feature, .. } => self.check_kind(KindOf::Feature, &feature.kind),
            Edit::AddHexside { hexside, .. } => self.check_kind(KindOf::Hexside, &hexside.kind),
            Edit::AddPath { path, .. } | Edit::SetPath { path, .. } => {
                self.check_kind(KindOf::Path, &path.kind)?;
                path.hexes.iter().try_for_each(|hex| self.parse_hex(hex).map(|_| ()))
            }
            Edit::AddZone { zone, .. } => {
                if self.zone(&zone.id).is_ok() {
                    return Err(EditError::ZoneThere { zone: zone.id.clone() });
                }
                zone.hexes.iter().try_for_each(|hex| self.parse_hex(hex).map(|_| ()))
            }
            Edit::SetZone { zone, to } => {
                if *zone != to.id && self.zone(&to.id).is_ok() {
                    return Err(EditError::ZoneThere { zone: to.id.clone() });
                }
                to.hexes.iter().try_for_each(|hex| self.parse_hex(hex).map(|_| ()))
            }
            Edit::RemoveZone { zone } => self.check_zone_unused(zone),
            Edit::AddCounter { counter, .. } => self.check_counter_new(&counter.id),
            Edit::SetCounter { counter, to } if *counter != to.id => self.check_counter_new(&to.id),
            Edit::DeleteCounter { counter } => self.check_counter_unused(counter),
            Edit::AddFormation { order_of_battle, formation, .. } => {
                self.check_formation(*order_of_battle, None, formation)
            }
            Edit::SetFormation { order_of_battle, formation, to } => {
                self.check_formation(*order_of_battle, Some(formation), to)
            }
            Edit::RemoveFormation { order_of_battle, formation } => {
                self.check_formation_empty(*order_of_battle, formation)
            }
            Edit::AddLine { line, .. } | Edit::SetLine { line, .. } => {
                self.check_kind(KindOf::Line, &line.kind)?;
                line.sides.iter().try_for_each(|side| self.parse_side(side).map(|_| ()))
            }
            Edit::SetRating { rating, .. } => self.check_rating(rating),
            Edit::SetReinforcementTurn { turn, .. } => self.turn(*turn).map(|_| ()),
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
            Edit::RemoveGlyph { glyph } => self.remove_glyph(*glyph),
            Edit::AddFeature { feature, at } => self.add_feature(feature, *at),
            Edit::RemoveFeature { hex, kind } => self.remove_feature(hex, kind),
            Edit::SetFeature { feature } => self.set_feature(feature),
            Edit::PatchFeatures { remove, insert } => self.patch_features(remove, insert),
            Edit::PatchHexsides { remove, insert } => self.patch_hexsides(remove, insert),
            Edit::AddHexside { hexside, at } => self.add_hexside(hexside, *at),
            Edit::RemoveHexside { side, kind } => self.remove_hexside(side, kind),
            Edit::SetHexside { hexside } => self.set_hexside(hexside),
            Edit::AddLine { line, at } => self.add_line(line, *at),
            Edit::RemoveLine { line } => self.remove_line(*line),
            Edit::AddLineSide { line, side, at } => self.add_line_side(*line, side, *at),
            Edit::RemoveLineSide { line, side } => self.remove_line_side(*line, side),
            Edit::SetLine { at, line } => self.set_line(*at, line),
            Edit::AddPath { path, at } => self.add_path(path, *at),
            Edit::RemovePath { at } => self.remove_path(*at),
            Edit::SetPath { at, path } => self.set_path(*at, path),
            Edit::AddZone { zone, at } => self.add_zone(zone, *at),
            Edit::RemoveZone { zone } => self.remove_zone(zone),
            Edit::SetZone { zone, to } => self.set_zone(zone, to),
            Edit::SetScan { scan } => {
                let old = std::mem::replace(&mut self.bundle.map.scan, scan.as_deref().cloned());
                Ok(Edit::SetScan { scan: old.map(Box::new) })
            }
            Edit::ReplaceMap { map, scenario } => Ok(self.replace_map(map, scenario)),
            Edit::AddZoneHex { zone, hex, at } => self.add_zone_hex(zone, hex, *at),
            Edit::RemoveZoneHex { zone, hex } => self.remove_zone_hex(zone, hex),
            Edit::SplicePlacements { at, remove, insert } => {
                self.splice_placements(*at, *remove, insert)
            }
            Edit::SetScenarioTitle { title } => {
                let old = std::mem::replace(&mut self.bundle.scenario.title, title.clone());
                Ok(Edit::SetScenarioTitle { title: old })
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
            Edit::SetDesignation { counter, designation } => {
                self.set_designation(counter, designation)
            }
            Edit::SetRating { counter, face, rating, value } => {
                self.set_rating(counter, *face, rating, value.as_ref())
            }
            Edit::AddCounter { order_of_battle, counter, at } => {
                self.add_counter(*order_of_battle, counter, *at)
            }
            Edit::DeleteCounter { counter } => self.delete_counter(counter),
            Edit::SetCounter { counter, to } => self.set_counter(counter, to),
            Edit::MoveCounterInList { order_of_battle, from, to } => {
                self.move_counter_in_list(*order_of_battle, *from, *to)
            }
            Edit::AddFormation { order_of_battle, formation, at } => {
                self.add_formation(*order_of_battle, formation, *at)
            }
            Edit::RemoveFormation { order_of_battle, formation } => {
                self.remove_formation(*order_of_battle, formation)
            }
            Edit::SetFormation { order_of_battle, formation, to } => {
                self.set_formation(*order_of_battle, formation, to)
            }
            Edit::MoveFormation { order_of_battle, from, to } => {
                self.move_formation(*order_of_battle, *from, *to)
            }
            Edit::ReplaceOrderOfBattle { at, to } => self.replace_order_of_battle(*at, to),
            Edit::SetTable { table, to } => self.set_table(table, to),
            Edit::SetConstant { constant, value, provenance } => {
                self.set_constant(constant, *value, *provenance)
            }
            Edit::SpliceFree { .. }
            | Edit::SpliceControl { .. }
            | Edit::SpliceEliminated { .. }
            | Edit::SpliceTurns { .. }
            | Edit::SpliceReinforcements { .. }
            | Edit::SpliceWithdrawals { .. }
            | Edit::SpliceReplacements { .. }
            | Edit::SpliceTracks { .. }
            | Edit::SpliceLevels { .. }
            | Edit::SpliceOverrides { .. } => self.splice_scenario(edit),
            Edit::SetVictory { victory } => {
                let there = &mut self.bundle.scenario.victory;
                let old = std::mem::replace(there, victory.as_ref().clone());
                Ok(Edit::SetVictory { victory: Box::new(old) })
            }
            Edit::SetOptionalRules { rules } => {
                let there = &mut self.bundle.scenario.optional_rules;
                Ok(Edit::SetOptionalRules { rules: std::mem::replace(there, rules.clone()) })
            }
            Edit::ReplaceScenario { scenario } => Ok(self.replace_scenario(scenario)),
            Edit::ReplaceRuleset { ruleset } => {
                let there = &mut self.bundle.ruleset;
                let old = std::mem::replace(there, ruleset.as_ref().clone());
                Ok(Edit::ReplaceRuleset { ruleset: Box::new(old) })
            }
            Edit::SetTurnLabel { turn, label } => self.set_turn_label(*turn, label),
            Edit::SetReinforcementTurn { entry, turn } => {
                self.set_reinforcement_turn(*entry, *turn)
            }
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PaintTerrain { .. }
            | Edit::SetElevations { .. }
            | Edit::SetCell { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. } => {
                let steps = self.perform(edit.clone())?;
                let edits = steps.into_iter().rev().map(|step| step.inverse).collect();
                Ok(Edit::All { edits })
            }
        }
    }

    /// What an edit with an exact inverse touches; the inverse touches the same.
    pub fn touched(&self, edit: &Edit) -> Vec<Touched> {
        let hex = |label: &str, touched: fn(Hex) -> Touched| self.grid.parse(label).map(touched);
        let side = |label: &str| self.grid.parse_side(label).map(Touched::Hexside);
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
            Edit::AddFeature { feature, .. } | Edit::SetFeature { feature } => {
                hex(&feature.hex, Touched::Features)
            }
            Edit::RemoveFeature { hex: label, .. } => hex(label, Touched::Features),
            Edit::PatchFeatures { remove, insert } => {
                let items = &self.bundle.map.features.items;
                let gone = remove.iter().filter_map(|&at| items.get(at));
                let all = gone.chain(insert.iter().map(|placed| &placed.item));
                return all.filter_map(|item| hex(&item.hex, Touched::Features)).collect();
            }
            Edit::PatchHexsides { remove, insert } => {
                let items = &self.bundle.map.hexsides.items;
                let gone = remove.iter().filter_map(|&at| items.get(at));
                let all = gone.chain(insert.iter().map(|placed| &placed.item));
                return all.filter_map(|item| side(&item.side)).collect();
            }
            Edit::AddHexside { hexside, .. } | Edit::SetHexside { hexside } => side(&hexside.side),
            Edit::RemoveHexside { side: label, .. } => side(label),
            Edit::AddLine { .. } | Edit::RemoveLine { .. } => Some(Touched::Lines),
            Edit::SetLine { at: line, .. }
            | Edit::AddLineSide { line, .. }
            | Edit::RemoveLineSide { line, .. } => Some(Touched::Line(*line)),
            Edit::AddPath { .. } | Edit::RemovePath { .. } => Some(Touched::Paths),
            Edit::SetPath { at, .. } => Some(Touched::Path(*at)),
            Edit::AddZone { .. } | Edit::RemoveZone { .. } => Some(Touched::Zones),
            Edit::SetZone { zone, .. } => self.zone(zone).ok().map(Touched::Zone),
            Edit::SetScan { .. } => Some(Touched::Scan),
            Edit::ReplaceMap { .. } => return vec![Touched::Map, Touched::Scenario],
            Edit::AddZoneHex { zone, .. } | Edit::RemoveZoneHex { zone, .. } => {
                self.zone(zone).ok().map(Touched::Zone)
            }
            Edit::SplicePlacements { at, remove, insert } => {
                return self.touched_by_splice(*at, *remove, insert);
            }
            Edit::SetScenarioTitle { .. } | Edit::SetScenarioNotes { .. } => {
                Some(Touched::ScenarioText)
            }
            Edit::SetMapTitle { .. } | Edit::SetMapNotes { .. } => Some(Touched::MapText),
            Edit::SetDesignation { counter, .. } | Edit::SetRating { counter, .. } => self
                .index
                .counters
                .get(counter)
                .map(|place| Touched::Counter(place.order_of_battle, place.counter)),
            Edit::SetCounter { counter, .. } => self
                .counter_place(counter)
                .ok()
                .map(|place| Touched::Counter(place.order_of_battle, place.counter)),
            Edit::AddCounter { order_of_battle, .. }
            | Edit::MoveCounterInList { order_of_battle, .. } => {
                Some(Touched::CounterList(*order_of_battle))
            }
            Edit::DeleteCounter { counter } => self
                .counter_place(counter)
                .ok()
                .map(|place| Touched::CounterList(place.order_of_battle)),
            Edit::AddFormation { order_of_battle, .. }
            | Edit::RemoveFormation { order_of_battle, .. }
            | Edit::SetFormation { order_of_battle, .. }
            | Edit::MoveFormation { order_of_battle, .. } => {
                Some(Touched::Formations(*order_of_battle))
            }
            Edit::ReplaceOrderOfBattle { at, .. } => Some(Touched::OrderOfBattle(*at)),
            Edit::SetTable { table, .. } => self.table(table).ok().map(Touched::Table),
            Edit::SetConstant { constant, .. } => {
                self.constant(constant).ok().map(Touched::Constant)
            }
            Edit::ReplaceRuleset { .. } => Some(Touched::Ruleset),
            Edit::SetTurnLabel { .. } | Edit::SpliceTurns { .. } => Some(Touched::Turns),
            Edit::SetReinforcementTurn { .. } | Edit::SpliceReinforcements { .. } => {
                Some(Touched::Schedule)
            }
            Edit::SpliceFree { .. } => Some(Touched::Free),
            Edit::SpliceControl { .. } => Some(Touched::Control),
            Edit::SpliceEliminated { .. } => Some(Touched::Eliminated),
            Edit::SpliceWithdrawals { .. } => Some(Touched::Withdrawals),
            Edit::SpliceReplacements { .. } => Some(Touched::Replacements),
            Edit::SpliceTracks { .. } => Some(Touched::Tracks),
            Edit::SpliceLevels { .. } => Some(Touched::Levels),
            Edit::SpliceOverrides { .. } => Some(Touched::Overrides),
            Edit::SetVictory { .. } => Some(Touched::Victory),
            Edit::SetOptionalRules { .. } => Some(Touched::OptionalRules),
            Edit::ReplaceScenario { .. } => Some(Touched::Scenario),
            // `perform` breaks these down before anything is touched.
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PaintTerrain { .. }
            | Edit::SetElevations { .. }
            | Edit::SetCell { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. } => None,
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
            | Self::ScenarioText
            | Self::Turns
            | Self::Schedule
            | Self::Withdrawals
            | Self::Replacements
            | Self::Tracks
            | Self::Levels
            | Self::Overrides
            | Self::Victory
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

/// Checks a place for an insertion, and takes `otherwise` where none is given.
fn insertion(
    list: &'static str,
    len: usize,
    at: Option<usize>,
    otherwise: impl FnOnce() -> usize,
) -> Result<usize, EditError> {
    match at {
        Some(at) if at > len => Err(EditError::BeyondEnd { list, at, len }),
        Some(at) => Ok(at),
        None => Ok(otherwise()),
    }
}
