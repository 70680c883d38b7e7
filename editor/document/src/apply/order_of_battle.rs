//! Edits of orders of battle: counters and formations as things of a list.

use salient_schema::order_of_battle::{Counter, Formation, OrderOfBattle};

use super::{State, insertion};
use crate::edit::{Edit, EditError};
use crate::index::CounterPlace;

impl State {
    pub(super) fn order_of_battle(&self, at: usize) -> Result<&OrderOfBattle, EditError> {
        let oobs = &self.bundle.orders_of_battle;
        oobs.get(at).ok_or(EditError::NoSuchOrderOfBattle { at, count: oobs.len() })
    }

    pub(super) fn order_of_battle_mut(
        &mut self,
        at: usize,
    ) -> Result<&mut OrderOfBattle, EditError> {
        let oobs = &mut self.bundle.orders_of_battle;
        let count = oobs.len();
        oobs.get_mut(at).ok_or(EditError::NoSuchOrderOfBattle { at, count })
    }

    /// Where a counter is printed first.
    pub(super) fn counter_place(&self, id: &str) -> Result<CounterPlace, EditError> {
        let place = self.index.counters.get(id).copied();
        place.ok_or_else(|| EditError::NoSuchCounter { counter: id.to_owned() })
    }

    pub(super) fn add_counter(
        &mut self,
        order_of_battle: usize,
        counter: &Counter,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let len = self.order_of_battle(order_of_battle)?.counters.len();
        let at = insertion("the order of battle's list of counters", len, at, || len)?;
        // A file may hold an id twice. Only a first one may come back: then this and its inverse,
        // which takes the first, undo each other.
        if let Ok(there) = self.counter_place(&counter.id)
            && (there.order_of_battle, there.counter) < (order_of_battle, at)
        {
            return Err(EditError::CounterThere { counter: counter.id.clone() });
        }
        self.order_of_battle_mut(order_of_battle)?.counters.insert(at, counter.clone());
        self.index.counters_changed(&self.bundle);
        Ok(Edit::DeleteCounter { counter: counter.id.clone() })
    }

    pub(super) fn delete_counter(&mut self, id: &str) -> Result<Edit, EditError> {
        let CounterPlace { order_of_battle, counter: at } = self.counter_place(id)?;
        let counter = self.order_of_battle_mut(order_of_battle)?.counters.remove(at);
        self.index.counters_changed(&self.bundle);
        Ok(Edit::AddCounter { order_of_battle, counter: Box::new(counter), at: Some(at) })
    }

    pub(super) fn set_counter(&mut self, id: &str, to: &Counter) -> Result<Edit, EditError> {
        let place = self.counter_place(id)?;
        let counters = &mut self.order_of_battle_mut(place.order_of_battle)?.counters;
        let old = std::mem::replace(&mut counters[place.counter], to.clone());
        if old.id != to.id {
            self.index.counters_changed(&self.bundle);
        }
        Ok(Edit::SetCounter { counter: to.id.clone(), to: Box::new(old) })
    }

    pub(super) fn move_counter_in_list(
        &mut self,
        order_of_battle: usize,
        from: usize,
        to: usize,
    ) -> Result<Edit, EditError> {
        let counters = &mut self.order_of_battle_mut(order_of_battle)?.counters;
        shift("the order of battle's list of counters", counters, from, to)?;
        self.index.counters_changed(&self.bundle);
        Ok(Edit::MoveCounterInList { order_of_battle, from: to, to: from })
    }

    pub(super) fn formation(&self, order_of_battle: usize, id: &str) -> Result<usize, EditError> {
        let formations = &self.order_of_battle(order_of_battle)?.formations;
        let found = formations.iter().position(|formation| formation.id == id);
        found.ok_or_else(|| EditError::NoSuchFormation { formation: id.to_owned() })
    }

    pub(super) fn add_formation(
        &mut self,
        order_of_battle: usize,
        formation: &Formation,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let id = &formation.id;
        let there = self.formation(order_of_battle, id).ok();
        let formations = &mut self.order_of_battle_mut(order_of_battle)?.formations;
        let len = formations.len();
        let at = insertion("the order of battle's list of formations", len, at, || len)?;
        if there.is_some_and(|there| there < at) {
            return Err(EditError::FormationThere { formation: id.clone() });
        }
        formations.insert(at, formation.clone());
        Ok(Edit::RemoveFormation { order_of_battle, formation: id.clone() })
    }

    pub(super) fn remove_formation(
        &mut self,
        order_of_battle: usize,
        id: &str,
    ) -> Result<Edit, EditError> {
        let at = self.formation(order_of_battle, id)?;
        let formation = self.order_of_battle_mut(order_of_battle)?.formations.remove(at);
        Ok(Edit::AddFormation { order_of_battle, formation: Box::new(formation), at: Some(at) })
    }

    pub(super) fn set_formation(
        &mut self,
        order_of_battle: usize,
        id: &str,
        to: &Formation,
    ) -> Result<Edit, EditError> {
        let at = self.formation(order_of_battle, id)?;
        let formations = &mut self.order_of_battle_mut(order_of_battle)?.formations;
        let old = std::mem::replace(&mut formations[at], to.clone());
        Ok(Edit::SetFormation { order_of_battle, formation: to.id.clone(), to: Box::new(old) })
    }

    pub(super) fn move_formation(
        &mut self,
        order_of_battle: usize,
        from: usize,
        to: usize,
    ) -> Result<Edit, EditError> {
        let formations = &mut self.order_of_battle_mut(order_of_battle)?.formations;
        shift("the order of battle's list of formations", formations, from, to)?;
        Ok(Edit::MoveFormation { order_of_battle, from: to, to: from })
    }
}

/// Moves an entry of a list so that it stands at `to`.
fn shift<T>(
    list: &'static str,
    items: &mut Vec<T>,
    from: usize,
    to: usize,
) -> Result<(), EditError> {
    let len = items.len();
    if from.max(to) >= len {
        return Err(EditError::BeyondEnd { list, at: from.max(to), len });
    }
    let item = items.remove(from);
    items.insert(to, item);
    Ok(())
}
