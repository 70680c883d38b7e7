//! Formations as on the displays of armies: who belongs to whom, what each may hold and how much of
//! that is used.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::Role;
use salient_rules::limits::{Counts, FormationLimit, Limit, in_parts};
use salient_schema::common::{Colour, Id};
use salient_schema::order_of_battle::Formation;
use salient_schema::ruleset::CounterLayout;
use salient_schema::{Bundle, CounterId};

use super::{Flaw, Key, Tree};

/// A formation on a display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The formation.
    pub key: Key,
    /// Its printed name.
    pub name: String,
    /// Its commander.
    pub commander: Option<String>,
    /// The colour of its band.
    pub colour: Option<Colour>,
    /// The side that it is listed under.
    pub side: Id,
    /// How many formations are above it.
    pub depth: usize,
    /// The place after the last of those that belong to it.
    pub end: usize,
    /// What is wrong with where it stands.
    pub flaw: Option<Flaw>,
    /// Its own counters: not those of formations that belong to it.
    pub counters: Vec<CounterId>,
    /// What may belong to it, and what does.
    pub held: Vec<Held>,
    /// Its other ratings: what each is called, and its value.
    pub ratings: Vec<(String, String)>,
}

/// How much may belong to a formation by one of its ratings, and how much does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What is counted, as people say it of several.
    pub what: String,
    /// The rule that limits it.
    pub rule: String,
    /// How much is used, as people write it: `2½`.
    pub used: String,
    /// How much may be.
    pub limit: String,
    /// Whether that is more than may be.
    pub broken: bool,
    /// How many more formations may come, where formations are counted.
    pub free: usize,
    /// How many belong to it that have no size to count by.
    pub unsized_ones: usize,
}

/// All formations, each followed by those that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Displays {
    cards: Vec<Card>,
}

impl Displays {
    /// The displays of a scenario's orders of battle, whose tree this is. A system says what limits
    /// what; without one, nothing does.
    pub fn of(bundle: &Bundle, tree: &Tree, roles: &[Role], limits: &[FormationLimit]) -> Self {
        let mut formations: BTreeMap<(usize, &str), &Formation> = BTreeMap::new();
        for (at, oob) in bundle.orders_of_battle.iter().enumerate() {
            for formation in &oob.formations {
                formations.entry((at, formation.id.as_str())).or_insert(formation);
            }
        }
        let limits: Vec<Limit<'_>> =
            limits.iter().map(|limit| Limit::of(bundle, roles, limit)).collect();
        let mut cards: Vec<Card> = Vec::new();
        let mut sizes: Vec<Option<&str>> = Vec::new();
        let mut above: Vec<usize> = Vec::new();
        let mut side = Id::default();
        for row in tree.rows() {
            // A side is no formation: what stands below it has depth 1 in the tree.
            let depth = row.depth.saturating_sub(1);
            match &row.key {
                Key::Side(id) => {
                    side.clone_from(id);
                    above.clear();
                }
                Key::Loose(_) => above.clear(),
                Key::Counter(id) => {
                    above.truncate(depth);
                    if let Some(card) = above.last().and_then(|&at| cards.get_mut(at)) {
                        card.counters.push(id.clone());
                    }
                }
                Key::Formation(oob, id) => {
                    above.truncate(depth);
                    above.push(cards.len());
                    let formation = formations.get(&(*oob, id.as_str())).copied();
                    sizes.push(formation.and_then(|one| one.size.as_deref()));
                    cards.push(Card {
                        key: row.key.clone(),
                        name: formation.map_or(id, |one| &one.name).clone(),
                        commander: formation.and_then(|one| one.commander.clone()),
                        colour: formation.and_then(|one| one.colour.clone()),
                        side: side.clone(),
                        depth,
                        end: cards.len() + 1,
                        flaw: row.flaw,
                        counters: Vec::new(),
                        held: Vec::new(),
                        ratings: formation
                            .map(|one| others(&bundle.ruleset.counters, &limits, one))
                            .unwrap_or_default(),
                    });
                    for &at in &above {
                        let end = cards.len();
                        if let Some(card) = cards.get_mut(at) {
                            card.end = end;
                        }
                    }
                }
            }
        }
        let mut all = Self { cards };
        for at in 0..all.cards.len() {
            let Some(card) = all.cards.get(at) else { continue };
            let Key::Formation(oob, id) = &card.key else { continue };
            let Some(formation) = formations.get(&(*oob, id.as_str())) else { continue };
            let below: Vec<Option<&str>> =
                all.children(at).map(|place| sizes.get(place).copied().flatten()).collect();
            let held = limits.iter().filter_map(|limit| held(limit, formation, &below)).collect();
            if let Some(card) = all.cards.get_mut(at) {
                card.held = held;
            }
        }
        all
    }

    /// All of them.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The places of those that belong to one directly.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let (end, depth) = self.cards.get(at).map_or((at, 0), |card| (card.end, card.depth + 1));
        (at + 1..end)
            .filter(move |&place| self.cards.get(place).is_some_and(|card| card.depth == depth))
    }

    /// Whether others belong to one, or may by a limit.
    pub fn holds(&self, at: usize) -> bool {
        self.cards.get(at).is_some_and(|card| card.end > at + 1 || !card.held.is_empty())
    }
}

/// What a formation's ratings say that are no limits.
fn others(
    layout: &CounterLayout,
    limits: &[Limit<'_>],
    formation: &Formation,
) -> Vec<(String, String)> {
    let limited: BTreeSet<&str> = limits.iter().filter_map(|limit| limit.rating).collect();
    let defs = layout.formation_ratings.iter().map(|def| (def.id.as_str(), def.name.as_str()));
    let unknown = formation.ratings.keys().map(|id| (id.as_str(), id.as_str()));
    let unknown =
        unknown.filter(|(id, _)| layout.formation_ratings.iter().all(|def| def.id.as_str() != *id));
    defs.chain(unknown)
        .filter(|(id, _)| !limited.contains(id))
        .filter_map(|(id, name)| Some((name.to_owned(), formation.ratings.get(id)?.to_string())))
        .collect()
}

/// What a formation holds by a limit, of formations of these sizes; nothing if it has no such limit.
fn held(limit: &Limit<'_>, formation: &Formation, below: &[Option<&str>]) -> Option<Held> {
    let found = limit.used(formation, below)?;
    let printed = || formation.ratings.get(limit.rating?).map(ToString::to_string);
    let (used, parts) = found.used;
    let counts = matches!(limit.says.counts, Counts::Formations(_));
    let free = found.most.filter(|_| counts).map_or(0, |(most, _)| most - used);
    Some(Held {
        what: limit.says.what.to_string(),
        rule: limit.rule.to_owned(),
        used: in_parts(used, parts),
        limit: match found.most {
            Some((most, parts)) => in_parts(most, parts),
            None => printed().unwrap_or_default(),
        },
        broken: found.is_broken(),
        free: usize::try_from(free).unwrap_or_default(),
        unsized_ones: below.iter().filter(|size| size.is_none()).count(),
    })
}
