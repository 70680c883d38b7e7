//! What the ruleset defines: what is asked of it, and what follows a definition that is called
//! otherwise. Who names what is the affair of [`salient_schema::defined`].

use std::collections::BTreeSet;

use salient_rules::RoleKind;
use salient_schema::defined::{rename_in_play, rename_uses, uses, uses_in_play};
use salient_schema::rules_of_play::NameOf;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::Override;
use salient_schema::{Bundle, Defined, OrderOfBattle, Ruleset, Scenario};

use super::State;
use super::list::put;
use crate::edit::{Edit, EditError, Item, Key, List, Placed};
use crate::oob::is_id;
use crate::sequence::ids_of;

impl State {
    /// A definition that is added, or put in place of another.
    pub(super) fn check_definition(
        &self,
        of: Defined,
        old: Option<&Key>,
        new: &Item,
    ) -> Result<(), EditError> {
        let Key::Name(id) = new.key(&List::Defined(of), 0) else { return Ok(()) };
        if matches!(old, Some(Key::Name(old)) if *old == id) {
            return Ok(());
        }
        if !is_id(&id) {
            return Err(EditError::NoId { id });
        }
        match of.ids(&self.bundle.ruleset).contains(&&id) {
            true => Err(EditError::DefinedAlready { of, id }),
            false => Ok(()),
        }
    }

    /// A definition that goes: nothing may speak of it, roles included.
    pub(super) fn check_unspoken(&self, of: Defined, id: &str) -> Result<(), EditError> {
        // Of two with one name the other is still there.
        let ids = of.ids(&self.bundle.ruleset);
        if ids.iter().filter(|other| **other == id).count() > 1 {
            return Ok(());
        }
        let mut places = uses(&self.bundle, of, id);
        places.extend(self.roles_filled(of.into(), id));
        still_used(id, places)
    }

    /// A chart or constant that is added, or put in place of another.
    pub(super) fn check_chart(
        &self,
        list: &List,
        old: Option<&Key>,
        new: &Item,
    ) -> Result<(), EditError> {
        let key = new.key(list, 0);
        match &key {
            key if old == Some(key) => Ok(()),
            Key::Name(id) if !is_id(id) => Err(EditError::NoId { id: id.clone() }),
            Key::Name(id) if self.place(list, &key).is_ok() => {
                Err(EditError::ChartThere { id: id.clone() })
            }
            _ => Ok(()),
        }
    }

    /// A chart or constant that goes: neither the scenario nor a role may speak of it.
    pub(super) fn check_chart_unused(&self, list: &List, id: &str) -> Result<(), EditError> {
        self.place(list, &Key::Name(id.to_owned()))?;
        let mut places = Vec::new();
        for change in &self.bundle.scenario.overrides {
            let (of, named) = match change {
                Override::Table { table, .. } => (List::Tables, table),
                Override::Constant { constant, .. } => (List::Constants, constant),
            };
            if of == *list && named == id {
                places.push("what the scenario changes for itself".to_owned());
            }
        }
        let kind = if *list == List::Tables { RoleKind::Table } else { RoleKind::Constant };
        places.extend(self.roles_filled(kind, id));
        if *list == List::Tables {
            places.extend(uses_in_play(&self.bundle.ruleset, NameOf::Table, id));
        }
        still_used(id, places)
    }

    /// Another sequence of play: its ids are whole and none comes twice, and no role speaks of a
    /// step that goes.
    pub(super) fn check_sequence(&self, to: &[SequenceStep]) -> Result<(), EditError> {
        let mut here = BTreeSet::new();
        for id in ids_of(to) {
            if !is_id(&id) {
                return Err(EditError::NoId { id });
            }
            if let Some(id) = here.replace(id) {
                return Err(EditError::StepTwice { id });
            }
        }
        let gone =
            ids_of(&self.bundle.ruleset.sequence).into_iter().filter(|id| !here.contains(id));
        for id in gone {
            let mut places = self.roles_filled(RoleKind::Step, &id);
            // Steps may go that were all that named them.
            let ruleset = Ruleset { sequence: to.to_vec(), ..self.bundle.ruleset.clone() };
            places.extend(uses_in_play(&ruleset, NameOf::Step, &id));
            still_used(&id, places)?;
        }
        Ok(())
    }

    /// What makes the rules of play and the steps speak of a chart or a zone by its new id.
    pub(super) fn play_follows(&self, of: NameOf, old: &str, new: &str) -> Vec<Edit> {
        let from = &self.bundle.ruleset;
        let mut to = from.clone();
        rename_in_play(&mut to, of, old, new);
        let mut edits = Vec::new();
        if to.rules_of_play != from.rules_of_play {
            edits.push(Edit::SetRulesOfPlay { rules: to.rules_of_play.map(Box::new) });
        }
        if to.sequence != from.sequence {
            edits.push(Edit::SetSequence { sequence: to.sequence });
        }
        edits
    }

    /// What makes everything speak of a definition by its new id.
    pub(super) fn definition_follows(
        &self,
        of: Defined,
        old: &str,
        new: &Item,
    ) -> Result<Vec<Edit>, EditError> {
        let list = List::Defined(of);
        let (_, at) = self.place(&list, &Key::Name(old.to_owned()))?;
        let Key::Name(id) = new.key(&list, at) else { return Ok(Vec::new()) };
        let mut to = self.bundle.clone();
        put(&mut to, &list, at, new)?;
        let by_itself = to.ruleset.clone();
        rename_uses(&mut to, of, old, &id);
        let mut edits = Vec::new();
        if to.ruleset != by_itself {
            edits.push(Edit::ReplaceRuleset { ruleset: Box::new(to.ruleset.clone()) });
        }
        map_follows(&self.bundle, &to, of, &mut edits);
        edits.extend(books_and_scenario(&self.bundle, to.orders_of_battle, to.scenario));
        edits.extend(self.roles_follow(of.into(), old, &id));
        Ok(edits)
    }
}

/// What puts the orders of battle and the scenario of another bundle in place of those that differ.
pub(crate) fn books_and_scenario(
    from: &Bundle,
    books: Vec<OrderOfBattle>,
    scenario: Scenario,
) -> impl Iterator<Item = Edit> {
    let books = from.orders_of_battle.iter().zip(books).enumerate();
    let books = books
        .filter(|(_, (old, new))| *old != new)
        .map(|(at, (_, to))| Edit::ReplaceOrderOfBattle { at, to: Box::new(to) });
    let scenario =
        (from.scenario != scenario).then(|| Edit::ReplaceScenario { scenario: Box::new(scenario) });
    books.chain(scenario)
}

fn still_used(id: &str, places: Vec<String>) -> Result<(), EditError> {
    let count = places.len();
    match places.into_iter().next() {
        Some(place) => Err(EditError::StillUsed { id: id.to_owned(), count, place }),
        None => Ok(()),
    }
}

/// The map in edits as small as they can be: a whole map is much to keep for one name.
fn map_follows(from: &Bundle, to: &Bundle, of: Defined, edits: &mut Vec<Edit>) {
    let (from, to) = (&from.map, &to.map);
    for (glyph, kind) in &to.terrain.palette {
        let is_new = from.terrain.palette.get(glyph) != Some(kind);
        if let Some(glyph) = glyph.chars().next().filter(|_| is_new) {
            edits.push(Edit::SetGlyphKind { glyph, kind: kind.clone() });
        }
    }
    let features = differing(&from.features.items, &to.features.items);
    match of {
        // What is not known by its owner is changed where it stands.
        Defined::Side | Defined::Nation => {
            edits.extend(features.into_iter().map(|(_, item)| Edit::set_feature(item)));
        }
        _ => edits.extend(patched(List::Features, features)),
    }
    let hexsides = differing(&from.hexsides.items, &to.hexsides.items);
    edits.extend(patched(List::Hexsides, hexsides));
    let paths = differing(&from.paths.items, &to.paths.items).into_iter();
    edits.extend(paths.map(|(at, item)| Edit::splice(List::Paths, at, 1, vec![item])));
    let lines = differing(&from.lines.items, &to.lines.items).into_iter();
    edits.extend(lines.map(|(at, item)| Edit::splice(List::Lines, at, 1, vec![item])));
    let zones = differing(&from.zones.items, &to.zones.items).into_iter();
    edits.extend(zones.map(|(_, zone)| Edit::set_zone(zone.id.clone(), zone)));
}

/// The items that differ, with their places.
fn differing<T: Clone + PartialEq>(from: &[T], to: &[T]) -> Vec<(usize, T)> {
    let pairs = from.iter().zip(to).enumerate();
    pairs.filter(|(_, (old, new))| old != new).map(|(at, (_, new))| (at, new.clone())).collect()
}

fn patched<T: Into<Item>>(list: List, items: Vec<(usize, T)>) -> Option<Edit> {
    if items.is_empty() {
        return None;
    }
    let remove = items.iter().map(|(at, _)| *at).collect();
    let insert = items.into_iter().map(|(at, item)| Placed { at, item }).collect();
    Some(Edit::patch(list, remove, insert))
}
