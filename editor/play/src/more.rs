//! What a unit that is picked may do besides what is listed.
//!
//! The engine lists the plain choices, and bots go by them; a system knows what else a unit may be
//! meant for ([`Questions::more_for`](salient_rules::questions::Questions::more_for)), with why the
//! rules forbid it where they do.

use std::collections::BTreeSet;

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

/// The units of the side to decide that may do more than is listed.
pub fn able(game: &Match) -> BTreeSet<String> {
    let Some(asked) = game.asked() else { return BTreeSet::new() };
    let own = |side: usize| game.sides().get(side) == game.deciding();
    let units = game.units();
    let may = |unit: &str| asked.more_for(unit).iter().any(|(_, refused)| refused.is_none());
    let units = units.iter().filter(|unit| own(unit.side) && may(unit.name));
    units.map(|unit| unit.name.to_owned()).collect()
}
