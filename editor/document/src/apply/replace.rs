//! Edits that put a whole part in place of another.
//!
//! What the parts call one another's files belongs to where they are saved, not to the history:
//! it stays as it is whatever is put in place, and whatever is taken back.

use salient_hex::grid::HexGrid;
use salient_schema::Bundle;
use salient_schema::map::Map;
use salient_schema::order_of_battle::OrderOfBattle;
use salient_schema::scenario::Scenario;

use super::State;
use crate::edit::{Edit, EditError};
use crate::index::Index;
use crate::oob::fresh;

impl State {
    pub(super) fn replace_map(&mut self, map: &Map, scenario: &Scenario) -> Edit {
        let (mut map, mut scenario) = (map.clone(), scenario.clone());
        self.keep_map_files(&mut map);
        self.keep_scenario_files(&mut scenario);
        let map = std::mem::replace(&mut self.bundle.map, map);
        let scenario = std::mem::replace(&mut self.bundle.scenario, scenario);
        self.grid = HexGrid::new(&self.bundle.map.grid);
        self.index = Index::new(&self.bundle, &self.grid);
        Edit::ReplaceMap { map: Box::new(map), scenario: Box::new(scenario) }
    }

    pub(super) fn replace_scenario(&mut self, scenario: &Scenario) -> Edit {
        let mut scenario = scenario.clone();
        self.keep_scenario_files(&mut scenario);
        let old = std::mem::replace(&mut self.bundle.scenario, scenario);
        self.index.set_up_changed(&self.bundle.scenario, &self.grid);
        Edit::ReplaceScenario { scenario: Box::new(old) }
    }

    /// The scenario names it by its id until a save gives it a file. Where one was taken away it
    /// has the file of that one.
    pub(super) fn add_order_of_battle(&mut self, again: Option<&OrderOfBattle>) -> Edit {
        let oobs = &mut self.bundle.orders_of_battle;
        let scenario = &mut self.bundle.scenario;
        let oob = again.cloned().unwrap_or_else(|| {
            let taken = oobs.iter().map(|oob| oob.id.clone()).collect();
            let mut oob = OrderOfBattle::empty(fresh("order-of-battle", &taken), &scenario.title);
            oob.ruleset.clone_from(oobs.first().map_or(&scenario.ruleset, |first| &first.ruleset));
            oob
        });
        let file = self.files_away.pop().unwrap_or_else(|| oob.id.clone());
        scenario.orders_of_battle.push(file);
        oobs.push(oob);
        self.index.counters_changed(&self.bundle);
        Edit::RemoveOrderOfBattle
    }

    pub(super) fn remove_order_of_battle(&mut self) -> Result<Edit, EditError> {
        let Bundle { orders_of_battle: oobs, scenario, .. } = &mut self.bundle;
        let last = oobs.pop().ok_or(EditError::NoSuchOrderOfBattle { at: 0, count: 0 })?;
        let count = last.counters.len() + last.formations.len();
        if count > 0 {
            let place = "what is in it".to_owned();
            let refused = EditError::StillUsed { id: last.id.clone(), count, place };
            oobs.push(last);
            return Err(refused);
        }
        self.files_away.extend(scenario.orders_of_battle.pop());
        self.index.counters_changed(&self.bundle);
        Ok(Edit::AddOrderOfBattle { again: Some(Box::new(last)) })
    }

    pub(super) fn replace_order_of_battle(
        &mut self,
        at: usize,
        to: &OrderOfBattle,
    ) -> Result<Edit, EditError> {
        let mut to = to.clone();
        self.keep_order_of_battle_files(at, &mut to);
        let oobs = &mut self.bundle.orders_of_battle;
        let count = oobs.len();
        let there = oobs.get_mut(at).ok_or(EditError::NoSuchOrderOfBattle { at, count })?;
        let old = std::mem::replace(there, to);
        self.index.counters_changed(&self.bundle);
        Ok(Edit::ReplaceOrderOfBattle { at, to: Box::new(old) })
    }

    pub(super) fn keep_map_files(&self, map: &mut Map) {
        map.ruleset.clone_from(&self.bundle.map.ruleset);
    }

    pub(super) fn keep_scenario_files(&self, scenario: &mut Scenario) {
        let present = &self.bundle.scenario;
        scenario.ruleset.clone_from(&present.ruleset);
        scenario.map.clone_from(&present.map);
        scenario.orders_of_battle.clone_from(&present.orders_of_battle);
    }

    pub(super) fn keep_order_of_battle_files(&self, at: usize, oob: &mut OrderOfBattle) {
        if let Some(present) = self.bundle.orders_of_battle.get(at) {
            oob.ruleset.clone_from(&present.ruleset);
        }
    }
}
