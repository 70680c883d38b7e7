//! Applying edits to the bundle, each with its exact inverse.

mod map;
mod set_up;
mod values;

pub(crate) use map::joined;

use salient_engine::grid::{Hex, HexGrid, Side};
use salient_schema::Bundle;
use salient_schema::map::Hexside;
use salient_schema::ruleset::Kind;
use serde_json::{Value, json};

use crate::changes::Touched;
use crate::edit::{Edit, EditError, KindOf};
use crate::history::{Part, Step};
use crate::index::Index;

/// The bundle with its grid and look-up tables, which always agree.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub bundle: Bundle,
    pub grid: HexGrid,
    pub index: Index,
}

impl State {
    pub fn new(bundle: Bundle) -> Self {
        let grid = HexGrid::new(&bundle.map.grid);
        let index = Index::new(&bundle, &grid);
        Self { bundle, grid, index }
    }

    /// Breaks an edit down into edits that each have an exact inverse, and applies them.
    /// `before` is called with each thing just before it is touched.
    ///
    /// Refused edits leave everything as it was.
    pub fn perform(
        &mut self,
        edit: Edit,
        before: &mut dyn FnMut(&Self, Touched),
    ) -> Result<Vec<Step>, EditError> {
        let mut steps = Vec::new();
        match self.perform_onto(&mut steps, edit, before) {
            Ok(()) => Ok(steps),
            Err(error) => {
                self.take_back(&steps);
                Err(error)
            }
        }
    }

    fn perform_onto(
        &mut self,
        steps: &mut Vec<Step>,
        edit: Edit,
        before: &mut dyn FnMut(&Self, Touched),
    ) -> Result<(), EditError> {
        match edit {
            Edit::All { edits } => {
                for edit in edits {
                    self.perform_onto(steps, edit, before)?;
                }
            }
            Edit::SetTerrain { hex, kind } => {
                for edit in self.terrain_edits(&hex, &kind)? {
                    self.perform_onto(steps, edit, before)?;
                }
            }
            Edit::PlaceCounter { counter, hex, index, face } => {
                let put = self.place_edit(&counter, &hex, index, face)?;
                self.perform_onto(steps, put, before)?;
            }
            Edit::MoveCounter { counter, from, to, index } => {
                let (take, carried) = self.take_edit(&counter, &from)?;
                self.perform_onto(steps, take, before)?;
                let put = self.put_edit(carried, &to, index.unwrap_or(0))?;
                self.perform_onto(steps, put, before)?;
            }
            Edit::RemoveCounter { counter, hex } => {
                let (take, _) = self.take_edit(&counter, &hex)?;
                self.perform_onto(steps, take, before)?;
            }
            Edit::TurnCounter { counter, hex, face } => {
                let turn = self.turn_edit(&counter, &hex, face)?;
                self.perform_onto(steps, turn, before)?;
            }
            edit => {
                let edit = self.spelled(edit);
                self.check(&edit)?;
                for touched in self.touched(&edit) {
                    before(self, touched);
                }
                let inverse = self.apply(&edit)?;
                // An edit that changes nothing is its own inverse.
                if inverse != edit {
                    steps.push(Step { edit, inverse });
                }
            }
        }
        Ok(())
    }

    /// New hexsides in their canonical spelling. One with a place is a removal taken back.
    fn spelled(&self, mut edit: Edit) -> Edit {
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
            Edit::AddGlyph { kind, .. } => self.check_kind(KindOf::Terrain, kind),
            Edit::AddFeature { feature, .. } => self.check_kind(KindOf::Feature, &feature.kind),
            Edit::AddHexside { hexside, .. } => self.check_kind(KindOf::Hexside, &hexside.kind),
            Edit::AddLine { line, .. } => {
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

    /// Applies one edit, and gives its exact inverse.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::SetGlyph { hex, glyph } => self.set_glyph(hex, *glyph),
            Edit::AddGlyph { glyph, kind } => self.add_glyph(*glyph, kind),
            Edit::RemoveGlyph { glyph } => self.remove_glyph(*glyph),
            Edit::AddFeature { feature, at } => self.add_feature(feature, *at),
            Edit::RemoveFeature { hex, kind } => self.remove_feature(hex, kind),
            Edit::SetFeature { feature } => self.set_feature(feature),
            Edit::AddHexside { hexside, at } => self.add_hexside(hexside, *at),
            Edit::RemoveHexside { side, kind } => self.remove_hexside(side, kind),
            Edit::SetHexside { hexside } => self.set_hexside(hexside),
            Edit::AddLine { line, at } => self.add_line(line, *at),
            Edit::RemoveLine { line } => self.remove_line(*line),
            Edit::AddLineSide { line, side, at } => self.add_line_side(*line, side, *at),
            Edit::RemoveLineSide { line, side } => self.remove_line_side(*line, side),
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
            Edit::SetTurnLabel { turn, label } => self.set_turn_label(*turn, label),
            Edit::SetReinforcementTurn { entry, turn } => {
                self.set_reinforcement_turn(*entry, *turn)
            }
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. } => {
                let steps = self.perform(edit.clone(), &mut |_, _| {})?;
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
            Edit::AddGlyph { .. } | Edit::RemoveGlyph { .. } => Some(Touched::Palette),
            Edit::AddFeature { feature, .. } | Edit::SetFeature { feature } => {
                hex(&feature.hex, Touched::Features)
            }
            Edit::RemoveFeature { hex: label, .. } => hex(label, Touched::Features),
            Edit::AddHexside { hexside, .. } | Edit::SetHexside { hexside } => side(&hexside.side),
            Edit::RemoveHexside { side: label, .. } => side(label),
            Edit::AddLine { .. }
            | Edit::RemoveLine { .. }
            | Edit::AddLineSide { .. }
            | Edit::RemoveLineSide { .. } => Some(Touched::Lines),
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
            Edit::SetTurnLabel { .. } => Some(Touched::Turns),
            Edit::SetReinforcementTurn { .. } => Some(Touched::Schedule),
            // `perform` breaks these down before anything is touched.
            Edit::All { .. }
            | Edit::SetTerrain { .. }
            | Edit::PlaceCounter { .. }
            | Edit::MoveCounter { .. }
            | Edit::RemoveCounter { .. }
            | Edit::TurnCounter { .. } => None,
        };
        one.into_iter().collect()
    }

    /// What a touched thing is at the moment, to tell later whether it differs.
    pub fn value(&self, touched: Touched) -> Value {
        let Bundle { map, scenario, orders_of_battle, .. } = &self.bundle;
        let placements = &scenario.setup.placements;
        match touched {
            Touched::Terrain(hex) => json!(self.index.glyphs.get(hex.index())),
            Touched::Palette => json!(map.terrain.palette),
            Touched::Features(hex) => {
                let at = self.index.features.at(hex);
                json!(at.map(|at| &map.features.items[at]).collect::<Vec<_>>())
            }
            Touched::Hexside(side) => {
                let at = self.index.hexsides.at(side);
                json!(at.map(|at| &map.hexsides.items[at]).collect::<Vec<_>>())
            }
            Touched::Lines => json!(map.lines.items),
            Touched::Zone(zone) => json!(map.zones.items.get(zone)),
            Touched::Stack(hex) => {
                let at = self.index.placements.at(hex);
                json!(at.map(|at| &placements[at]).collect::<Vec<_>>())
            }
            Touched::StraySetUp => {
                let stray = placements.iter().filter(|item| self.grid.parse(&item.hex).is_none());
                json!(stray.collect::<Vec<_>>())
            }
            Touched::ScenarioText => json!([scenario.title, scenario.notes]),
            Touched::MapText => json!([map.title, map.notes]),
            Touched::Counter(oob, counter) => {
                json!(orders_of_battle.get(oob).and_then(|oob| oob.counters.get(counter)))
            }
            Touched::Turns => json!(scenario.turns),
            Touched::Schedule => json!(scenario.reinforcements),
        }
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
            | Self::Palette
            | Self::Features(_)
            | Self::Hexside(_)
            | Self::Lines
            | Self::Zone(_)
            | Self::MapText => Part::Map,
            Self::Stack(_)
            | Self::StraySetUp
            | Self::ScenarioText
            | Self::Turns
            | Self::Schedule => Part::Scenario,
            Self::Counter(order_of_battle, _) => Part::OrderOfBattle(order_of_battle),
        }
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
