//! The size that a counter has unless somebody says otherwise.

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::common::Id;
use salient_schema::order_of_battle::Counter;

use super::Directory;

/// The size that is most usual for a counter of its type, in its formation first, then on its side,
/// then anywhere; then that of its formation's other counters. Where there are none to go by, the
/// size that is called as its type is, or the largest that its formation may be made of. None
/// where the ruleset has no sizes.
///
/// `order_of_battle` is its place in the scenario. What size the counter has is not asked.
pub fn usual_size(bundle: &Bundle, order_of_battle: usize, counter: &Counter) -> Option<Id> {
    let sizes = &bundle.ruleset.counters.sizes;
    let counters = || {
        let all = bundle.orders_of_battle.iter().enumerate();
        all.flat_map(|(at, oob)| oob.counters.iter().map(move |other| (at, other)))
            .filter(|(_, other)| other.id != counter.id)
    };
    // Of sizes that are as usual the ruleset's first.
    let most = |wanted: &dyn Fn(usize, &Counter) -> bool| {
        let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, other) in counters().filter(|(at, other)| wanted(*at, other)) {
            let size = sizes.iter().position(|size| Some(&size.id) == other.size.as_ref());
            if let Some(size) = size {
                *votes.entry(size).or_default() += 1;
            }
        }
        let best = votes.into_iter().min_by_key(|&(size, votes)| (usize::MAX - votes, size))?;
        sizes.get(best.0).map(|size| size.id.clone())
    };
    let alike = |other: &Counter| other.unit_type == counter.unit_type;
    let beside = |at: usize, other: &Counter| {
        at == order_of_battle && counter.formation.is_some() && other.formation == counter.formation
    };
    most(&|at, other| beside(at, other) && alike(other))
        .or_else(|| most(&|_, other| other.side == counter.side && alike(other)))
        .or_else(|| most(&|_, other| alike(other)))
        .or_else(|| most(&beside))
        .or_else(|| {
            let named = sizes.iter().find(|size| size.id == counter.unit_type);
            named.map(|size| size.id.clone())
        })
        .or_else(|| largest(bundle, order_of_battle, counter))
}

/// The size with the most stacking points among those that the ruleset lists before the size of
/// the counter's formation: sizes are listed from the smallest. Of several the first.
fn largest(bundle: &Bundle, order_of_battle: usize, counter: &Counter) -> Option<Id> {
    let sizes = &bundle.ruleset.counters.sizes;
    let directory = Directory::of(bundle);
    let above = directory.upward(order_of_battle, counter.formation.as_deref());
    let above = above.iter().find_map(|formation| formation.size.as_ref());
    let below = sizes.iter().position(|size| Some(&size.id) == above).unwrap_or(sizes.len());
    let largest = |sizes: &[salient_schema::ruleset::UnitSize]| {
        let best = sizes.iter().enumerate().filter(|(_, size)| size.stacking > 0);
        let best = best.max_by_key(|(at, size)| (size.stacking, usize::MAX - at));
        best.map(|(_, size)| size.id.clone())
    };
    let below = sizes.get(..below).and_then(largest);
    below.or_else(|| largest(sizes)).or_else(|| sizes.first().map(|size| size.id.clone()))
}

/// The counter with a size, where it or one of its faces has none yet.
pub(super) fn sized(bundle: &Bundle, order_of_battle: usize, mut counter: Counter) -> Counter {
    let lacks = counter.size.is_none() && counter.faces.iter().any(|face| face.size.is_none());
    if lacks {
        counter.size = usual_size(bundle, order_of_battle, &counter);
    }
    counter
}
