//! Deleting counters and formations, with all that speaks of them.

use std::collections::BTreeSet;

use salient_schema::{Bundle, CounterId};

use super::{Directory, Key, Refused, moves, name_of};
use crate::edit::{Edit, List};

/// What a deletion takes away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deletion {
    /// The edits, one step of undo.
    pub edits: Vec<Edit>,
    /// The counters that go.
    pub counters: Vec<CounterId>,
    /// How many formations go.
    pub formations: usize,
    /// Where the counters are used, for the question before it is done: `88/3 stands in 4203`.
    pub uses: Vec<String>,
}

/// Deletes counters and formations. A formation's counters and formations go with it if
/// `with_contents`, else they come to belong to what it belonged to.
///
/// # Errors
/// One of them is not there.
pub fn delete(bundle: &Bundle, keys: &[Key], with_contents: bool) -> Result<Deletion, Refused> {
    let directory = Directory::of(bundle);
    let mut going: BTreeSet<&str> = BTreeSet::new();
    let mut formations: Vec<(usize, &str)> = Vec::new();
    let mut freed: Vec<Edit> = Vec::new();
    for key in keys {
        match key {
            Key::Counter(id) => {
                going.insert(directory.counter(id)?.2.id.as_str());
            }
            Key::Formation(oob, id) => {
                let formation = directory.formation(*oob, id)?;
                let Some(list) = bundle.orders_of_battle.get(*oob) else { continue };
                let inside = moves::below(&list.formations, id);
                if with_contents {
                    let within = |home: Option<&str>| {
                        home.is_some_and(|home| inside.iter().any(|one| one.id == home))
                    };
                    let counters = list.counters.iter();
                    going.extend(
                        counters
                            .filter(|counter| within(counter.formation.as_deref()))
                            .map(|counter| counter.id.as_str()),
                    );
                    formations.extend(inside.iter().map(|one| (*oob, one.id.as_str())));
                } else {
                    formations.push((*oob, formation.id.as_str()));
                }
            }
            Key::Side(_) | Key::Loose(_) => {}
        }
    }
    // Children before what they belong to, each once.
    let mut seen = BTreeSet::new();
    formations.reverse();
    formations.retain(|formation| seen.insert(*formation));
    formations.sort_by_key(|&(oob, id)| std::cmp::Reverse(directory.upward(oob, Some(id)).len()));
    if !with_contents {
        for &(oob, id) in &formations {
            let Some(list) = bundle.orders_of_battle.get(oob) else { continue };
            // The nearest formation above that stays.
            let home = directory
                .upward(oob, Some(id))
                .into_iter()
                .find(|one| !seen.contains(&(oob, one.id.as_str())))
                .map(|one| one.id.clone());
            for counter in &list.counters {
                if counter.formation.as_deref() == Some(id) && !going.contains(counter.id.as_str())
                {
                    let mut to = counter.clone();
                    to.formation.clone_from(&home);
                    freed.push(Edit::set_counter(counter.id.clone(), Box::new(to)));
                }
            }
            for formation in &list.formations {
                let child = formation.parent.as_deref() == Some(id);
                if child && !seen.contains(&(oob, formation.id.as_str())) {
                    let mut to = formation.clone();
                    to.parent.clone_from(&home);
                    freed.push(Edit::set_formation(oob, formation.id.clone(), Box::new(to)));
                }
            }
        }
    } else {
        // In a circle no formation comes before all of what belongs to it.
        for &(oob, id) in &formations {
            let formation = directory.formation(oob, id)?;
            let line = directory.upward(oob, Some(id));
            let closes = line.last().and_then(|last| last.parent.as_deref());
            if closes.is_some_and(|parent| line.iter().any(|one| one.id == parent)) {
                let mut to = formation.clone();
                to.parent = None;
                freed.push(Edit::set_formation(oob, id.to_owned(), Box::new(to)));
            }
        }
    }
    let mut deletion = Deletion { formations: formations.len(), ..Deletion::default() };
    deletion.uses = uses(bundle, &directory, &going);
    deletion.edits = unused(bundle, &going);
    for oob in &bundle.orders_of_battle {
        for counter in oob.counters.iter().filter(|one| going.contains(one.id.as_str())) {
            deletion.edits.push(Edit::delete_counter(counter.id.clone()));
            deletion.counters.push(counter.id.clone());
        }
    }
    deletion.edits.extend(freed);
    let orders = bundle.scenario.orders.iter().enumerate().rev();
    let gone = |id: &str| formations.iter().any(|(_, formation)| *formation == id);
    deletion.edits.extend(orders.filter_map(|(at, order)| {
        if gone(&order.formation) {
            return Some(Edit::cut(List::Orders, at, 1));
        }
        let mut to = order.clone();
        to.starts_with = to.starts_with.filter(|id| !gone(id));
        to.ends_with = to.ends_with.filter(|id| !gone(id));
        (to != *order).then(|| Edit::splice(List::Orders, at, 1, vec![to]))
    }));
    deletion
        .edits
        .extend(formations.iter().map(|&(oob, id)| Edit::remove_formation(oob, id.to_owned())));
    Ok(deletion)
}

fn uses(bundle: &Bundle, directory: &Directory<'_>, going: &BTreeSet<&str>) -> Vec<String> {
    let mut words = Vec::new();
    let scenario = &bundle.scenario;
    let mut say = |counters: &[CounterId], what: &dyn Fn() -> String| {
        for id in counters.iter().filter(|id| going.contains(id.as_str())) {
            let name = directory.counter(id).map_or(id.as_str(), |(_, _, one)| name_of(one));
            words.push(format!("{name} {}", what()));
        }
    };
    for entry in &scenario.setup.placements {
        say(&entry.counters, &|| format!("stands in {}", entry.hex));
    }
    for entry in &scenario.setup.free {
        say(&entry.counters, &|| format!("is placed in {}", entry.zone));
    }
    for entry in &scenario.reinforcements {
        say(&entry.counters, &|| format!("arrives on game-turn {}", entry.turn));
    }
    for entry in &scenario.withdrawals {
        say(&entry.counters, &|| format!("is withdrawn on game-turn {}", entry.turn));
    }
    for off in scenario.start.iter().flat_map(|start| &start.off_map) {
        say(&off.counters, &|| "begins off the map".to_owned());
    }
    say(&scenario.setup.eliminated, &|| "begins among the eliminated".to_owned());
    for mission in &scenario.setup.missions {
        say(std::slice::from_ref(&mission.counter), &|| "is in the artillery plan".to_owned());
    }
    for counter in bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters) {
        if !going.contains(counter.id.as_str()) {
            let substitute: Vec<CounterId> = counter.substitute.iter().cloned().collect();
            say(&substitute, &|| format!("is the substitute of {}", name_of(counter)));
        }
    }
    words
}

/// The edits after which the scenario speaks of these counters no more. Entries that are left
/// empty go. From the end of each list, so that places before stay what they are.
pub(super) fn unused(bundle: &Bundle, going: &BTreeSet<&str>) -> Vec<Edit> {
    let scenario = &bundle.scenario;
    let mut edits = Vec::new();
    let gone = |id: &CounterId| going.contains(id.as_str());
    for (at, entry) in scenario.setup.placements.iter().enumerate().rev() {
        let carried = entry.carried_by.as_ref().is_some_and(gone);
        if carried || entry.counters.iter().any(gone) {
            let mut rest = entry.clone();
            rest.counters.retain(|id| !gone(id));
            rest.carried_by = rest.carried_by.filter(|id| !gone(id));
            let insert = if rest.counters.is_empty() { Vec::new() } else { vec![rest] };
            edits.push(Edit::splice(List::Placements, at, 1, insert));
        }
    }
    for (at, entry) in scenario.setup.free.iter().enumerate().rev() {
        if entry.counters.iter().any(gone) {
            let mut rest = entry.clone();
            rest.counters.retain(|id| !gone(id));
            // What must hold of the zone holds whether or not counters are left.
            let insert = vec![rest];
            edits.push(Edit::splice(List::Free, at, 1, insert));
        }
    }
    for (at, entry) in scenario.reinforcements.iter().enumerate().rev() {
        if entry.counters.iter().any(gone) {
            let mut rest = entry.clone();
            rest.counters.retain(|id| !gone(id));
            let insert = if rest.counters.is_empty() { Vec::new() } else { vec![rest] };
            edits.push(Edit::splice(List::Reinforcements, at, 1, insert));
        }
    }
    for (at, entry) in scenario.withdrawals.iter().enumerate().rev() {
        if entry.counters.iter().any(gone) {
            let mut rest = entry.clone();
            rest.counters.retain(|id| !gone(id));
            let insert = if rest.counters.is_empty() { Vec::new() } else { vec![rest] };
            edits.push(Edit::splice(List::Withdrawals, at, 1, insert));
        }
    }
    if let Some(start) = &scenario.start {
        let mut rest = start.clone();
        rest.off_map.iter_mut().for_each(|off| off.counters.retain(|id| !gone(id)));
        rest.off_map.retain(|off| !off.counters.is_empty());
        let left = |name: &str| (!going.contains(name)).then(|| name.into());
        rest.system = rest.system.with_names(&left).pruned();
        if rest != *start {
            edits.push(Edit::SetStart { start: Some(Box::new(rest)) });
        }
    }
    for (at, _) in scenario.setup.eliminated.iter().enumerate().rev().filter(|(_, id)| gone(id)) {
        edits.push(Edit::cut(List::Eliminated, at, 1));
    }
    let missions = scenario.setup.missions.iter().enumerate().rev();
    for (at, _) in missions.filter(|(_, mission)| gone(&mission.counter)) {
        edits.push(Edit::cut(List::Missions, at, 1));
    }
    for counter in bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters) {
        if counter.substitute.as_ref().is_some_and(gone) {
            let mut to = counter.clone();
            to.substitute = None;
            edits.push(Edit::set_counter(counter.id.clone(), Box::new(to)));
        }
    }
    edits
}
