//! What a unit that is picked may do besides what is listed.
//!
//! The engine lists the plain choices, and bots go by them; a system knows what else a unit may be
//! meant for ([`Questions::more_for`](salient_rules::questions::Questions::more_for)), with why the
//! rules forbid it where they do.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::action::Name;
use salient_rules::words::Words;
use salient_rules::{Action, Match};

use crate::offer::Offer;

/// What a unit may be meant for besides what is listed.
#[derive(Clone, Debug, Default)]
pub struct More {
    /// What it may do.
    pub may: Vec<Action>,
    /// What it may not, with why, in words.
    pub may_not: Vec<(Action, String)>,
}

impl More {
    /// What a unit may be meant for at this decision that the offer does not list.
    pub fn of(game: &Match, offer: &Offer, unit: &str, words: &Words) -> Self {
        let mut more = Self::default();
        let asked = game.asked();
        for (action, refused) in asked.iter().flat_map(|asked| asked.more_for(unit)) {
            match refused {
                Some(why) => more.may_not.push((action, words.refusal(&why))),
                None if offer.legal().contains(&action) => {}
                None => more.may.push(action),
            }
        }
        more
    }
}

/// The units of the side to decide that may do more than is listed, each with the kinds of what it may.
pub fn able(game: &Match) -> BTreeMap<String, BTreeSet<Name>> {
    let Some(asked) = game.asked() else { return BTreeMap::new() };
    let mut able: BTreeMap<String, BTreeSet<Name>> = BTreeMap::new();
    for unit in game.units() {
        if game.sides().get(unit.side) != game.deciding() {
            continue;
        }
        let may = asked.more_for(unit.name).into_iter().filter(|(_, refused)| refused.is_none());
        let kinds: BTreeSet<Name> = may.map(|(action, _)| action.verb).collect();
        if !kinds.is_empty() {
            able.insert(unit.name.to_owned(), kinds);
        }
    }
    able
}
