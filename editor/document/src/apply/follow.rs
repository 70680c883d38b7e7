//! What an edit of one thing asks of others: nothing that is spoken of goes away, and what
//! changes its id is followed.

use salient_rules::RoleKind;
use salient_schema::defined::uses_in_play;
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::plain::Table;
use salient_schema::rules_of_play::NameOf;
use salient_schema::scenario::{
    Entry, FreePlacement, Mission, Order, Override, Placement, Reinforcement, StartingPoint,
    Withdrawal, ZoneControl,
};

use super::State;
use crate::edit::{Edit, EditError, GlyphRun, Item, Key, List};

impl State {
    /// All glyphs of runs must be in the palette.
    pub(super) fn check_glyphs(
        &self,
        runs: &[GlyphRun],
        known: impl Fn(&str) -> bool,
    ) -> Result<(), EditError> {
        for run in runs {
            let mut last = None;
            for glyph in run.glyphs.chars() {
                // A fill is one glyph over and over.
                if last != Some(glyph) && !known(glyph.encode_utf8(&mut [0; 4])) {
                    return Err(EditError::NoSuchGlyph { glyph });
                }
                last = Some(glyph);
            }
        }
        Ok(())
    }

    pub(super) fn check_zone_unused(&self, zone: &str) -> Result<(), EditError> {
        self.zone(zone)?;
        let scenario = &self.bundle.scenario;
        let in_use = |place: String| Err(EditError::ZoneInUse { zone: zone.to_owned(), place });
        if let Some(free) = scenario
            .setup
            .free
            .iter()
            .find(|free| free.zone == zone || free.front.as_deref() == Some(zone))
        {
            return in_use(format!("{} counters are placed in it freely", free.counters.len()));
        }
        if let Some(control) = scenario.setup.control.iter().find(|item| item.zone == zone) {
            return in_use(format!("{} controls it when play begins", control.side));
        }
        let arrives = |group: &&Reinforcement| {
            let holding = group.condition.as_ref().and_then(|c| c.while_holding.as_deref());
            group.entry == Entry::Zone(zone.to_owned()) || holding == Some(zone)
        };
        if let Some(group) = scenario.reinforcements.iter().find(arrives) {
            return in_use(format!("reinforcements of game-turn {}", group.turn));
        }
        match uses_in_play(&self.bundle.ruleset, NameOf::Zone, zone).into_iter().next() {
            Some(place) => in_use(place),
            None => Ok(()),
        }
    }

    pub(super) fn check_counter_new(&self, id: &str) -> Result<(), EditError> {
        match self.index.counters.contains_key(id) {
            true => Err(EditError::CounterThere { counter: id.to_owned() }),
            false => Ok(()),
        }
    }

    pub(super) fn check_counter_unused(&self, id: &str) -> Result<(), EditError> {
        let uses = self.index.uses(id);
        let used = |place: String| Err(EditError::CounterUsed { counter: id.to_owned(), place });
        if !uses.is_empty() {
            return used(self.uses_in_words(uses));
        }
        let scenario = &self.bundle.scenario;
        let leaves = |group: &&Withdrawal| group.counters.iter().any(|counter| counter == id);
        if let Some(group) = scenario.withdrawals.iter().find(leaves) {
            return used(format!("it is withdrawn on game-turn {}", group.turn));
        }
        let placements = &scenario.setup.placements;
        if let Some(item) = placements.iter().find(|item| item.carried_by.as_deref() == Some(id)) {
            return used(format!("it carries counters in {}", item.hex));
        }
        if scenario.setup.missions.iter().any(|mission| mission.counter == id) {
            return used("the artillery plan has its mission".to_owned());
        }
        let counters = self.bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let stands_in = |counter: &&Counter| counter.substitute.as_deref() == Some(id);
        match counters.filter(|counter| counter.id != id).find(stands_in) {
            Some(other) => used(format!("it is the substitute of {}", other.id)),
            None => Ok(()),
        }
    }

    /// A formation that is added, or is put in place of the one with the id `old`.
    pub(super) fn check_formation(
        &self,
        order_of_battle: usize,
        old: Option<&str>,
        new: &Formation,
    ) -> Result<(), EditError> {
        let formations = &self.order_of_battle(order_of_battle)?.formations;
        if old != Some(&new.id) && self.formation(order_of_battle, &new.id).is_ok() {
            return Err(EditError::FormationThere { formation: new.id.clone() });
        }
        // Up the tree from where it is to hang: it must not be met there itself.
        let mut above = new.parent.as_deref();
        for _ in 0..=formations.len() {
            let Some(id) = above else { return Ok(()) };
            if id == new.id || Some(id) == old {
                let parent = new.parent.clone().unwrap_or_default();
                return Err(EditError::FormationCycle { formation: new.id.clone(), parent });
            }
            above = formations
                .iter()
                .find(|formation| formation.id == id)
                .and_then(|formation| formation.parent.as_deref());
        }
        Ok(())
    }

    pub(super) fn check_formation_empty(
        &self,
        order_of_battle: usize,
        id: &str,
    ) -> Result<(), EditError> {
        let oob = self.order_of_battle(order_of_battle)?;
        let counters = oob.counters.iter().filter(|c| c.formation.as_deref() == Some(id)).count();
        let below = oob.formations.iter().filter(|f| f.parent.as_deref() == Some(id)).count();
        match counters + below {
            0 => Ok(()),
            count => Err(EditError::FormationInUse { formation: id.to_owned(), count }),
        }
    }

    /// What changes with an item that is called otherwise from now on.
    pub(super) fn follow(&self, list: &List, key: &Key, to: &Item) -> Result<Vec<Edit>, EditError> {
        match (list, key, to) {
            (List::Zones, Key::Name(old), Item::Zone(to)) if *old != to.id => {
                self.zone_follows(old, &to.id)
            }
            (List::AllCounters | List::Counters(_), Key::Name(old), Item::Counter(to))
                if *old != to.id =>
            {
                self.counter_follows(old, &to.id)
            }
            (List::Formations(oob), Key::Name(old), Item::Formation(to)) if *old != to.id => {
                self.formation_follows(*oob, old, &to.id)
            }
            (List::Defined(of), Key::Name(old), to) if to.key(list, 0) != *key => {
                self.definition_follows(*of, old, to)
            }
            (List::Tables | List::Constants, Key::Name(old), to) if to.key(list, 0) != *key => {
                self.chart_follows(list, old, to)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What makes the scenario and the roles speak of a zone by its new id.
    pub(super) fn zone_follows(&self, old: &str, new: &str) -> Result<Vec<Edit>, EditError> {
        self.zone(old)?;
        let scenario = &self.bundle.scenario;
        let free = followed(&scenario.setup.free, |free: &mut FreePlacement| {
            let front = free.front.as_mut().is_some_and(|front| rename(front, old, new));
            rename(&mut free.zone, old, new) || front
        });
        let arrivals = followed(&scenario.reinforcements, |group: &mut Reinforcement| {
            let mut changed = false;
            if let Entry::Zone(zone) = &mut group.entry {
                changed |= rename(zone, old, new);
            }
            if let Some(condition) = &mut group.condition
                && let Some(zone) = &mut condition.while_holding
            {
                changed |= rename(zone, old, new);
            }
            changed
        });
        let control = followed(&scenario.setup.control, |control: &mut ZoneControl| {
            rename(&mut control.zone, old, new)
        });
        let free = free.map(|free| spliced(List::Free, free));
        let arrivals = arrivals.map(|arrivals| spliced(List::Reinforcements, arrivals));
        let control = control.map(|control| spliced(List::Control, control));
        let mut roles = self.roles_follow(RoleKind::Zone, old, new);
        roles.extend(self.play_follows(NameOf::Zone, old, new));
        Ok(free.into_iter().chain(arrivals).chain(control).chain(roles).collect())
    }

    /// What makes the scenario's changes and the roles speak of a chart or a number by its new id.
    fn chart_follows(&self, list: &List, old: &str, to: &Item) -> Result<Vec<Edit>, EditError> {
        self.place(list, &Key::Name(old.to_owned()))?;
        let Key::Name(new) = to.key(list, 0) else { return Ok(Vec::new()) };
        let is_table = *list == List::Tables;
        let own = followed(&self.bundle.scenario.overrides, |change: &mut Override| match change {
            Override::Table { table, .. } => is_table && rename(table, old, &new),
            Override::Constant { constant, .. } => !is_table && rename(constant, old, &new),
        });
        let kind = if is_table { RoleKind::Table } else { RoleKind::Constant };
        let mut roles = self.roles_follow(kind, old, &new);
        if is_table {
            roles.extend(self.play_follows(NameOf::Table, old, &new));
        }
        Ok(own.map(|own| spliced(List::Overrides, own)).into_iter().chain(roles).collect())
    }

    /// What makes the scenario speak of a counter by its new id.
    pub(super) fn counter_follows(&self, old: &str, new: &str) -> Result<Vec<Edit>, EditError> {
        self.counter(old)?;
        let scenario = &self.bundle.scenario;
        let all = |counters: &mut Vec<String>| {
            counters.iter_mut().fold(false, |changed, id| rename(id, old, new) | changed)
        };
        let placements = followed(&scenario.setup.placements, |item: &mut Placement| {
            let carried = item.carried_by.as_mut().is_some_and(|id| rename(id, old, new));
            all(&mut item.counters) | carried
        });
        let free =
            followed(&scenario.setup.free, |item: &mut FreePlacement| all(&mut item.counters));
        let arrivals =
            followed(&scenario.reinforcements, |item: &mut Reinforcement| all(&mut item.counters));
        let departures =
            followed(&scenario.withdrawals, |item: &mut Withdrawal| all(&mut item.counters));
        let eliminated =
            followed(&scenario.setup.eliminated, |id: &mut String| rename(id, old, new));
        let missions = followed(&scenario.setup.missions, |item: &mut Mission| {
            rename(&mut item.counter, old, new)
        });
        let mut edits = Vec::new();
        edits.extend(missions.map(|missions| spliced(List::Missions, missions)));
        edits.extend(placements.map(|placements| spliced(List::Placements, placements)));
        edits.extend(free.map(|free| spliced(List::Free, free)));
        edits.extend(arrivals.map(|arrivals| spliced(List::Reinforcements, arrivals)));
        edits.extend(departures.map(|departures| spliced(List::Withdrawals, departures)));
        edits.extend(eliminated.map(|eliminated| spliced(List::Eliminated, eliminated)));
        if let Some(mut start) = scenario.start.clone() {
            for off in &mut start.off_map {
                all(&mut off.counters);
            }
            start.system = named(start.system, old, new);
            edits.extend(self.start_follows(start));
        }
        let counters = self.bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let replaced = counters
            .filter(|counter| counter.id != old && counter.substitute.as_deref() == Some(old));
        edits.extend(replaced.map(|counter| {
            let mut to = counter.clone();
            to.substitute = Some(new.to_owned());
            Edit::set_counter(counter.id.clone(), Box::new(to))
        }));
        Ok(edits)
    }

    /// What makes counters, formations and roles of a formation speak of it by its new id.
    pub(super) fn formation_follows(
        &self,
        order_of_battle: usize,
        old: &str,
        new: &str,
    ) -> Result<Vec<Edit>, EditError> {
        self.formation(order_of_battle, old)?;
        let oob = self.order_of_battle(order_of_battle)?;
        let of_old = |id: &Option<String>| id.as_deref() == Some(old);
        let below = oob.formations.iter().filter(|f| of_old(&f.parent)).map(|formation| {
            let mut to = formation.clone();
            to.parent = Some(new.to_owned());
            let formation = formation.id.clone();
            Edit::set_formation(order_of_battle, formation, Box::new(to))
        });
        let counters = oob.counters.iter().filter(|c| of_old(&c.formation)).map(|counter| {
            let mut to = counter.clone();
            to.formation = Some(new.to_owned());
            Edit::set_counter(counter.id.clone(), Box::new(to))
        });
        let orders = followed(&self.bundle.scenario.orders, |order: &mut Order| {
            let starts = order.starts_with.as_mut().is_some_and(|id| rename(id, old, new));
            let ends = order.ends_with.as_mut().is_some_and(|id| rename(id, old, new));
            rename(&mut order.formation, old, new) | starts | ends
        });
        let orders = orders.map(|orders| spliced(List::Orders, orders));
        let start = self.bundle.scenario.start.clone().and_then(|mut start| {
            start.system = named(start.system, old, new);
            self.start_follows(start)
        });
        let roles = self.roles_follow(RoleKind::Formation, old, new);
        Ok(below.chain(counters).chain(orders).chain(start).chain(roles).collect())
    }

    /// What sets where play begins, if that is something else than now.
    fn start_follows(&self, start: StartingPoint) -> Option<Edit> {
        let other = self.bundle.scenario.start.as_ref() != Some(&start);
        other.then(|| Edit::SetStart { start: Some(Box::new(start)) })
    }
}

/// The splice of what followed.
fn spliced<T: Into<Item>>(list: List, (at, insert): (usize, Vec<T>)) -> Edit {
    Edit::splice(list, at, insert.len(), insert)
}

/// What only the system knows of the start, with a new name of a counter or formation.
fn named(own: Table, old: &str, new: &str) -> Table {
    own.with_names(&|name| Some(if name == old { new } else { name }.into()))
}

fn rename(id: &mut String, old: &str, new: &str) -> bool {
    let it_is = id == old;
    if it_is {
        new.clone_into(id);
    }
    it_is
}

/// The entries from the first to the last that `follow` changes, with their place.
fn followed<T: Clone>(
    list: &[T],
    mut follow: impl FnMut(&mut T) -> bool,
) -> Option<(usize, Vec<T>)> {
    let mut new = list.to_vec();
    let changed: Vec<usize> =
        new.iter_mut().enumerate().filter_map(|(at, item)| follow(item).then_some(at)).collect();
    let (&first, &last) = (changed.first()?, changed.last()?);
    Some((first, new.drain(first..=last).collect()))
}
