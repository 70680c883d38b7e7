//! Counters and formations by their ids.

use salient_schema::order_of_battle::{Counter, OrderOfBattle};

use super::State;
use crate::edit::EditError;

impl State {
    pub(super) fn order_of_battle(&self, at: usize) -> Result<&OrderOfBattle, EditError> {
        let oobs = &self.bundle.orders_of_battle;
        oobs.get(at).ok_or(EditError::NoSuchOrderOfBattle { at, count: oobs.len() })
    }

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

    pub(super) fn check_face(&self, counter: &str, face: u8) -> Result<(), EditError> {
        let faces = self.counter(counter)?.faces.len();
        if usize::from(face) < faces {
            return Ok(());
        }
        Err(EditError::NoSuchFace { counter: counter.to_owned(), face, faces })
    }

    pub(super) fn formation(&self, order_of_battle: usize, id: &str) -> Result<usize, EditError> {
        let formations = &self.order_of_battle(order_of_battle)?.formations;
        let found = formations.iter().position(|formation| formation.id == id);
        found.ok_or_else(|| EditError::NoSuchFormation { formation: id.to_owned() })
    }
}
