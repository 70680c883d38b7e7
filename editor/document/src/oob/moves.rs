//! What is added, copied, split and moved about.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::common::{Id, Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::{Bundle, CounterId};

use super::size::sized;
use super::{Directory, Key, Refused, ids, name_of};
use crate::edit::{Edit, List};

/// A counter of a side as the ruleset's first type, with ratings in their ranges and no size yet.
pub fn new_counter(bundle: &Bundle, side: &str) -> Counter {
    let layout = &bundle.ruleset.counters;
    let ratings = layout.ratings.iter().filter(|def| !def.optional).map(|def| {
        let value = 1.max(def.min).min(def.max.max(def.min));
        (def.id.clone(), Rating::Number(value))
    });
    let unit_type = layout
        .types
        .iter()
        .find(|one| one.symbol == salient_schema::ruleset::Symbol::Infantry)
        .or(layout.types.first());
    let unit_type = unit_type.map(|one| one.id.clone()).unwrap_or_default();
    Counter {
        faces: vec![Face { ratings: ratings.collect(), ..Face::default() }],
        provenance: Provenance::Invented,
        ..Counter::plain(ids::id_from_words(side, "unit"), side, unit_type)
    }
}

/// Adds a counter where a row of the tree stands: like the counter that it is, or like the last
/// one of the formation that it is. Gives its id. Where the scenario has no order of battle, it
/// gets one.
///
/// # Errors
/// There is no such row.
pub fn add_counter(bundle: &Bundle, beside: &Key) -> Result<(CounterId, Vec<Edit>), Refused> {
    let directory = Directory::of(bundle);
    let mut counter;
    let mut at = None;
    let mut order_of_battle = 0;
    match beside {
        Key::Counter(id) => {
            let (oob, place, like) = directory.counter(id)?;
            counter = blank_like(like);
            (order_of_battle, at) = (oob, Some(place + 1));
        }
        Key::Formation(oob, id) => {
            let formation = directory.formation(*oob, id)?;
            let counters = bundle.orders_of_battle.get(*oob).map(|oob| &oob.counters);
            let last = counters.into_iter().flatten().enumerate();
            let last = last.filter(|(_, one)| one.formation.as_ref() == Some(id)).last();
            order_of_battle = *oob;
            counter = match last {
                Some((place, like)) => {
                    at = Some(place + 1);
                    blank_like(like)
                }
                None => new_counter(bundle, &formation.side),
            };
            counter.formation = Some(id.clone());
        }
        Key::Side(side) | Key::Loose(side) => counter = new_counter(bundle, side),
    }
    let mut counter = sized(bundle, order_of_battle, counter);
    let words = format!("{}-{}", counter.side, counter.unit_type);
    counter.id = ids::fresh_counter_id(bundle, &ids::id_from_words(&words, "unit"));
    let id = counter.id.clone();
    let add = Edit::add_counter(order_of_battle, Box::new(counter), at);
    Ok((id, begun(bundle).into_iter().chain([add]).collect()))
}

/// What gives a scenario its first order of battle, where it has none to add to.
pub(super) fn begun(bundle: &Bundle) -> Option<Edit> {
    bundle.orders_of_battle.is_empty().then_some(Edit::AddOrderOfBattle { again: None })
}

/// A counter of the same kind without what makes one its own.
fn blank_like(like: &Counter) -> Counter {
    Counter {
        designation: String::new(),
        count: 1,
        parts: Vec::new(),
        notes: Vec::new(),
        provenance: Provenance::Invented,
        ..like.clone()
    }
}

/// Adds a formation: in the formation that a row is, or beside the counter that it is. Gives its
/// key. Where the scenario has no order of battle, it gets one.
///
/// # Errors
/// There is no such row.
pub fn add_formation(bundle: &Bundle, within: &Key) -> Result<(Key, Vec<Edit>), Refused> {
    let directory = Directory::of(bundle);
    let (order_of_battle, side, parent) = match within {
        Key::Side(side) | Key::Loose(side) => (0, side.clone(), None),
        Key::Formation(oob, id) => {
            (*oob, directory.formation(*oob, id)?.side.clone(), Some(id.clone()))
        }
        Key::Counter(id) => {
            let (oob, _, counter) = directory.counter(id)?;
            (oob, counter.side.clone(), counter.formation.clone())
        }
    };
    let parent = parent.filter(|id| directory.formation(order_of_battle, id).is_ok());
    // As its sisters are, else a size below what it belongs to is not guessed.
    let size = bundle.orders_of_battle.get(order_of_battle).and_then(|oob| {
        let mut sisters =
            oob.formations.iter().filter(|one| one.parent == parent && one.side == side);
        sisters.next_back().and_then(|sister| sister.size.clone())
    });
    let id = ids::fresh_formation_id(
        bundle,
        &ids::id_from_words(&format!("{side}-formation"), "formation"),
    );
    let key = Key::Formation(order_of_battle, id.clone());
    let formation = Box::new(Formation {
        id,
        name: "New formation".to_owned(),
        short: None,
        side,
        size,
        parent,
        commander: None,
        colour: None,
        ratings: Default::default(),
    });
    let add = Edit::add_formation(order_of_battle, formation, None);
    Ok((key, begun(bundle).into_iter().chain([add]).collect()))
}

/// Copies of counters, and of formations with all that is in them, beside the originals. Gives
/// the keys of the copies.
///
/// # Errors
/// One of them is not there.
pub fn duplicate(bundle: &Bundle, keys: &[Key]) -> Result<(Vec<Key>, Vec<Edit>), Refused> {
    let directory = Directory::of(bundle);
    let mut taken = ids::counter_ids(bundle);
    let formations = bundle.orders_of_battle.iter().flat_map(|oob| &oob.formations);
    let mut taken_formations: BTreeSet<Id> = formations.map(|one| one.id.clone()).collect();
    let mut copies = Vec::new();
    let mut edits = Vec::new();
    // Each order of battle's list grows as copies are put in: how many stand before a place.
    let mut added: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for key in keys {
        match key {
            Key::Counter(id) => {
                let (order_of_battle, place, counter) = directory.counter(id)?;
                let mut copy = counter.clone();
                copy.id = ids::fresh(&counter.id, &taken);
                taken.insert(copy.id.clone());
                copies.push(Key::Counter(copy.id.clone()));
                let before = added.entry(order_of_battle).or_default();
                let at = place + 1 + before.iter().filter(|&&other| other <= place).count();
                before.push(place);
                let counter = Box::new(copy);
                edits.push(Edit::add_counter(order_of_battle, counter, Some(at)));
            }
            Key::Formation(oob, id) => {
                let oob = *oob;
                directory.formation(oob, id)?;
                let Some(list) = bundle.orders_of_battle.get(oob) else { continue };
                // The formation and all below it, parents before their children.
                let mut new_ids: BTreeMap<Id, Id> = BTreeMap::new();
                let inside = below(&list.formations, id);
                for formation in inside {
                    let mut copy = formation.clone();
                    copy.id = ids::fresh(&formation.id, &taken_formations);
                    taken_formations.insert(copy.id.clone());
                    if formation.id == *id {
                        copy.name = format!("{} (copy)", formation.name);
                        copies.push(Key::Formation(oob, copy.id.clone()));
                    } else {
                        copy.parent = copy
                            .parent
                            .map(|parent| new_ids.get(&parent).cloned().unwrap_or(parent));
                    }
                    new_ids.insert(formation.id.clone(), copy.id.clone());
                    let formation = Box::new(copy);
                    edits.push(Edit::add_formation(oob, formation, None));
                }
                for counter in &list.counters {
                    let Some(home) = counter.formation.as_ref().and_then(|id| new_ids.get(id))
                    else {
                        continue;
                    };
                    let mut copy = counter.clone();
                    copy.id = ids::fresh(&counter.id, &taken);
                    taken.insert(copy.id.clone());
                    copy.formation = Some(home.clone());
                    let counter = Box::new(copy);
                    edits.push(Edit::add_counter(oob, counter, None));
                }
            }
            Key::Side(_) | Key::Loose(_) => {}
        }
    }
    Ok((copies, edits))
}

/// A formation and all below it, each after what it belongs to.
pub(super) fn below<'a>(formations: &'a [Formation], id: &str) -> Vec<&'a Formation> {
    let mut inside: Vec<&Formation> =
        formations.iter().filter(|one| one.id == id).take(1).collect();
    let mut seen: BTreeSet<&str> = inside.iter().map(|one| one.id.as_str()).collect();
    let mut next = 0;
    while let Some(parent) = inside.get(next).map(|one| one.id.as_str()) {
        next += 1;
        for formation in formations {
            if formation.parent.as_deref() == Some(parent) && seen.insert(&formation.id) {
                inside.push(formation);
            }
        }
    }
    inside
}

/// Parts a counter of count n: this many stay, the others become a counter of their own. Gives
/// its id.
///
/// # Errors
/// There are not so many, or more than stay are in use.
pub fn split_counter(
    bundle: &Bundle,
    counter: &str,
    stay: u16,
) -> Result<(CounterId, Vec<Edit>), Refused> {
    let directory = Directory::of(bundle);
    let (order_of_battle, place, now) = directory.counter(counter)?;
    let name = name_of(now);
    if stay == 0 || stay >= now.count {
        return Err(Refused::new(format!(
            "{name} is {} counters alike; from 1 to {} of them can stay.",
            now.count,
            now.count.saturating_sub(1).max(1)
        )));
    }
    let used = super::use_counts(bundle).get(&now.id).copied().unwrap_or(0);
    if used > usize::from(stay) {
        return Err(Refused::new(format!(
            "{used} of {name} are set up or scheduled, so at least {used} must stay."
        )));
    }
    let mut rest = now.clone();
    rest.count = now.count - stay;
    rest.id = ids::fresh_counter_id(bundle, &now.id);
    let id = rest.id.clone();
    let mut to = now.clone();
    to.count = stay;
    let counter = counter.to_owned();
    Ok((
        id,
        vec![
            Edit::set_counter(counter, Box::new(to)),
            Edit::add_counter(order_of_battle, Box::new(rest), Some(place + 1)),
        ],
    ))
}

/// Where something is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTo {
    /// Into a formation, at the end of what is in it.
    Formation(usize, Id),
    /// Out of all formations.
    Nowhere,
    /// Before a counter, into its formation.
    Before(CounterId),
}

/// Moves counters and formations elsewhere in the tree. What is in a formation that is moved too
/// goes with it.
///
/// # Errors
/// A formation would come to belong to itself or to the other side, or the other place is in
/// another file.
pub fn move_to(bundle: &Bundle, keys: &[Key], to: &MoveTo) -> Result<Vec<Edit>, Refused> {
    let directory = Directory::of(bundle);
    let (target_oob, parent, before) = match to {
        MoveTo::Formation(oob, id) => {
            directory.formation(*oob, id)?;
            (Some(*oob), Some(id.clone()), None)
        }
        MoveTo::Nowhere => (None, None, None),
        MoveTo::Before(id) => {
            let (oob, place, counter) = directory.counter(id)?;
            (Some(oob), counter.formation.clone(), Some(place))
        }
    };
    let target = match (target_oob, &parent) {
        (Some(oob), Some(id)) => directory.formation(oob, id).ok(),
        _ => None,
    };
    let parent = target.map(|formation| formation.id.clone());
    let moved: BTreeSet<&Key> = keys.iter().collect();
    let mut edits = Vec::new();
    let mut order: BTreeMap<usize, Vec<CounterId>> = BTreeMap::new();
    for key in keys {
        let (oob, home, side, name) = match key {
            Key::Counter(id) => {
                let (oob, _, counter) = directory.counter(id)?;
                (oob, counter.formation.as_deref(), &counter.side, name_of(counter))
            }
            Key::Formation(oob, id) => {
                let formation = directory.formation(*oob, id)?;
                (*oob, formation.parent.as_deref(), &formation.side, formation.name.as_str())
            }
            Key::Side(_) | Key::Loose(_) => continue,
        };
        // It goes along with what it is in.
        let above = directory.upward(oob, home);
        if above.iter().any(|one| moved.contains(&Key::Formation(oob, one.id.clone()))) {
            continue;
        }
        if target_oob.is_some_and(|target| target != oob) {
            return Err(Refused::new(format!(
                "{name} is listed in another order-of-battle file than where it is to go."
            )));
        }
        if let Some(target) = target
            && target.side != *side
        {
            return Err(Refused::new(format!(
                "{name} fights for another side; change its side before it joins {}.",
                target.name
            )));
        }
        match key {
            Key::Counter(id) => {
                let (_, _, counter) = directory.counter(id)?;
                if counter.formation != parent {
                    let mut to = counter.clone();
                    to.formation.clone_from(&parent);
                    edits.push(Edit::set_counter(id.clone(), Box::new(to)));
                }
                if before.is_some() {
                    order.entry(oob).or_default().push(id.clone());
                }
            }
            Key::Formation(oob, id) => {
                let formation = directory.formation(*oob, id)?;
                let line = directory.upward(*oob, parent.as_deref());
                if line.iter().any(|one| one.id == *id) {
                    return Err(Refused::new(format!("{name} cannot belong to itself.")));
                }
                if formation.parent != parent {
                    let mut to = formation.clone();
                    to.parent.clone_from(&parent);
                    edits.push(Edit::set_formation(*oob, id.clone(), Box::new(to)));
                }
            }
            Key::Side(_) | Key::Loose(_) => {}
        }
    }
    if let (Some(oob), MoveTo::Before(anchor)) = (target_oob, to) {
        let moving = order.remove(&oob).unwrap_or_default();
        edits.extend(reorder(bundle, oob, &moving, anchor));
    }
    Ok(edits)
}

/// The edits that bring counters before another in their list, in the order of the list.
fn reorder(bundle: &Bundle, oob: usize, moving: &[CounterId], anchor: &CounterId) -> Vec<Edit> {
    let Some(list) = bundle.orders_of_battle.get(oob) else { return Vec::new() };
    let moving: BTreeSet<&CounterId> = moving.iter().filter(|id| *id != anchor).collect();
    let mut now: Vec<&CounterId> = list.counters.iter().map(|counter| &counter.id).collect();
    let ordered: Vec<&CounterId> = now.iter().copied().filter(|id| moving.contains(id)).collect();
    let mut edits = Vec::new();
    for id in ordered {
        let Some(from) = now.iter().position(|one| *one == id) else { continue };
        now.remove(from);
        let Some(to) = now.iter().position(|one| *one == anchor) else { continue };
        now.insert(to, id);
        if from != to {
            edits.push(Edit::Move { list: List::Counters(oob), from, to });
        }
    }
    edits
}
