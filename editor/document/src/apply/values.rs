//! Edits of single values: what counters print, game-turns, the reinforcement schedule.

use salient_schema::common::Rating;
use salient_schema::order_of_battle::Counter;

use super::State;
use crate::edit::{Edit, EditError};

impl State {
    /// A counter, as its order of battle prints it.
    pub fn counter(&self, id: &str) -> Result<&Counter, EditError> {
        self.index
            .counters
            .get(id)
            .and_then(|place| {
                self.bundle.orders_of_battle.get(place.order_of_battle)?.counters.get(place.counter)
            })
            .ok_or_else(|| EditError::NoSuchCounter { counter: id.to_owned() })
    }

    fn counter_mut(&mut self, id: &str) -> Result<&mut Counter, EditError> {
        let Self { bundle, index, .. } = self;
        index
            .counters
            .get(id)
            .and_then(|place| {
                let oob = bundle.orders_of_battle.get_mut(place.order_of_battle)?;
                oob.counters.get_mut(place.counter)
            })
            .ok_or_else(|| EditError::NoSuchCounter { counter: id.to_owned() })
    }

    pub(super) fn check_face(&self, counter: &str, face: u8) -> Result<(), EditError> {
        let faces = self.counter(counter)?.faces.len();
        if usize::from(face) < faces {
            return Ok(());
        }
        Err(EditError::NoSuchFace { counter: counter.to_owned(), face, faces })
    }

    pub(super) fn check_rating(&self, rating: &str) -> Result<(), EditError> {
        let ratings = &self.bundle.ruleset.counters.ratings;
        if ratings.iter().any(|known| known.id == rating) {
            return Ok(());
        }
        let known = ratings.iter().map(|known| known.id.clone()).collect();
        Err(EditError::NoSuchRating { rating: rating.to_owned(), known })
    }

    /// A game-turn's place in the scenario's list.
    pub(super) fn turn(&self, turn: u16) -> Result<usize, EditError> {
        let turns = &self.bundle.scenario.turns;
        turns.iter().position(|other| other.turn == turn).ok_or(EditError::NoSuchTurn { turn })
    }

    pub(super) fn set_designation(
        &mut self,
        id: &str,
        designation: &str,
    ) -> Result<Edit, EditError> {
        let counter = self.counter_mut(id)?;
        let designation = std::mem::replace(&mut counter.designation, designation.to_owned());
        Ok(Edit::SetDesignation { counter: id.to_owned(), designation })
    }

    pub(super) fn set_rating(
        &mut self,
        id: &str,
        face: u8,
        rating: &str,
        value: Option<&Rating>,
    ) -> Result<Edit, EditError> {
        self.check_face(id, face)?;
        let faces = &mut self.counter_mut(id)?.faces;
        let missing = faces.len();
        let Some(printed) = faces.get_mut(usize::from(face)) else {
            return Err(EditError::NoSuchFace { counter: id.to_owned(), face, faces: missing });
        };
        let old = match value {
            Some(value) => printed.ratings.insert(rating.to_owned(), value.clone()),
            None => printed.ratings.remove(rating),
        };
        let (counter, rating) = (id.to_owned(), rating.to_owned());
        Ok(Edit::SetRating { counter, face, rating, value: old })
    }

    pub(super) fn set_turn_label(&mut self, turn: u16, label: &str) -> Result<Edit, EditError> {
        let at = self.turn(turn)?;
        let old = std::mem::replace(&mut self.bundle.scenario.turns[at].label, label.to_owned());
        Ok(Edit::SetTurnLabel { turn, label: old })
    }

    pub(super) fn set_reinforcement_turn(
        &mut self,
        entry: usize,
        turn: u16,
    ) -> Result<Edit, EditError> {
        let Self { bundle, grid, index, .. } = self;
        let schedule = &mut bundle.scenario.reinforcements;
        let len = schedule.len();
        let beyond = EditError::BeyondEnd { list: "the reinforcement schedule", at: entry, len };
        let group = schedule.get_mut(entry).ok_or(beyond)?;
        let old = std::mem::replace(&mut group.turn, turn);
        index.set_up_changed(&bundle.scenario, grid);
        Ok(Edit::SetReinforcementTurn { entry, turn: old })
    }
}
