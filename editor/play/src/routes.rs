//! Where the picked units may go, what each hex costs them, and why they may not go elsewhere.
//!
//! The costs are those of the search by which the rules find what is legal ([`Questions::reachable`](salient_rules::questions::Questions::reachable)); why
//! a hex is refused, the rules say themselves of an action that leads there.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::action::Name;
use salient_rules::game::Spending;
use salient_rules::words::{Words, list};
use salient_rules::{Action, Match, Violation};
use salient_schema::plain::Value;

use crate::draft::{Draft, check};
use crate::nothing;
use crate::offer::{Offer, acting, actors, targets};
use crate::shape::{FieldKind, Shapes};

/// So much farther than units may go, hexes are looked at, to tell by how much they are too far.
const BEYOND: u32 = 20;

/// So many actions are tried elsewhere than they are listed, to hear why they are not.
const MOST_TRIED: usize = 4;

/// So many hexes that may be meant are named.
const MOST_NAMED: usize = 6;

/// The ways of the units that are picked. Its memory serves one search after the other.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    reach: Reach,
    /// What may be spent; none where nobody is picked or no costs are counted.
    spending: Option<Spending>,
}

impl Routes {
    /// Looks for the ways of the units that are picked. Of several the one that may spend least
    /// counts: together they are as slow as the slowest.
    pub fn find(&mut self, game: &Match, draft: &Draft) {
        self.spending = None;
        let Some(asked) = game.asked() else { return };
        let mut slowest: Option<(u32, &Name)> = None;
        for unit in draft.units() {
            self.spending = asked.reachable(unit, BEYOND, &mut self.reach);
            let Some(spending) = &self.spending else { return };
            if slowest.is_none_or(|(points, _)| spending.points < points) {
                slowest = Some((spending.points, unit));
            }
        }
        if let Some((_, unit)) = slowest.filter(|(_, unit)| draft.units().last() != Some(*unit)) {
            self.spending = asked.reachable(unit, BEYOND, &mut self.reach);
        }
    }

    /// What the units may spend; none where no costs are counted.
    pub fn spending(&self) -> Option<&Spending> {
        self.spending.as_ref()
    }

    /// What it costs to get to a hex; none where no way leads there or no costs are counted.
    pub fn cost(&self, hex: Hex) -> Option<u32> {
        self.spending.as_ref()?;
        self.reach.cost(hex)
    }

    /// What units that go to a hex spend: what it costs, or all that they have, where they go the
    /// one hex that some rules grant to whoever cannot pay for it.
    pub fn spent(&self, hex: Hex) -> Option<u32> {
        let points = self.spending.as_ref()?.points;
        self.cost(hex).map(|cost| cost.min(points))
    }

    /// The way to a hex, where it starts first; empty where [`cost`](Self::cost) knows none.
    pub fn way(&self, game: &Match, hex: Hex) -> Vec<Hex> {
        let Some(start) = self.cost(hex).and_then(|_| self.reach.start(game.map(), hex)) else {
            return Vec::new();
        };
        std::iter::once(start).chain(self.reach.path(game.map(), hex)).collect()
    }

    /// Why a hex cannot be meant by what is picked, in the words of the rules, with the rule's
    /// number where there is one.
    pub fn why_not(
        &self,
        game: &Match,
        draft: &Draft,
        offer: &Offer,
        shapes: &Shapes,
        hex: Hex,
        words: &Words,
    ) -> String {
        let label = game.grid().label(hex);
        let shape = draft.shape(shapes);
        let (beyond, action) = if shape.has(&FieldKind::Path) {
            let (beyond, path) = self.towards(game, draft, hex);
            let path = path.into_iter().map(|hex| game.grid().label(hex).into()).collect();
            (beyond, draft.along(path, shapes))
        } else {
            let mut meant = draft.clone();
            meant.mean(&label, shapes);
            (None, meant.action(offer, shapes))
        };
        match action.and_then(|action| check(game, &action).err()) {
            Some(refused) => match beyond.map(|last| game.grid().label(last)) {
                Some(last) => {
                    format!("{label} lies farther: {}", words.refusal_of(&last, &refused))
                }
                None => words.refusal_of(&label, &refused),
            },
            None => match refused_there(game, draft, offer, &label) {
                Some(why) => words.refusal_of(&label, &why),
                None if draft.open_hexes(offer).is_empty() => {
                    let unit = draft.units().last().map(Name::as_str);
                    nothing::of_hex(game, offer, unit, hex, words)
                }
                None => what_else(draft, offer, &label),
            },
        }
    }

    /// A way to a hex that the rules refuse, for them to say why; where it ends before, how far it
    /// goes.
    fn towards(&self, game: &Match, draft: &Draft, hex: Hex) -> (Option<Hex>, Vec<Hex>) {
        let (map, grid) = (game.map(), game.grid());
        if self.cost(hex).is_some() {
            return (None, self.reach.path(map, hex));
        }
        let with = |last: Hex| {
            let mut path = self.reach.path(map, last);
            path.push(hex);
            path
        };
        let next_to = grid.neighbours(hex).into_iter().flatten();
        let next_to = next_to.filter_map(|near| Some((self.cost(near)?, near)));
        if let Some((_, near)) = next_to.min() {
            return (None, with(near));
        }
        if let (Some(spending), [start, ..]) = (&self.spending, self.reach.reached()) {
            // Something bars the way to what is near; what is far is too far.
            let far = grid.distance(*start, hex) > spending.points;
            let too_far = |&at: &Hex| self.cost(at) > Some(spending.points);
            let found = self.reach.reached().iter().copied().filter(|at| far || !too_far(at));
            let nearest = found.min_by_key(|&at| (grid.distance(at, hex), self.cost(at), at));
            if let Some(near) = nearest.filter(too_far) {
                return (Some(near), self.reach.path(map, near));
            }
            if let Some(near) = nearest {
                let mut path = self.reach.path(map, near);
                path.extend(grid.line(near, hex).into_iter().skip(1));
                return (None, path);
            }
        }
        let units = game.units();
        let picked = draft.units().first();
        let from = picked.and_then(|name| units.iter().find(|unit| unit.name == name.as_str()));
        let line = from.and_then(|unit| unit.hex).map(|from| grid.line(from, hex));
        (None, line.unwrap_or_default().into_iter().skip(1).collect())
    }
}

/// Why the rules refuse what the units that are picked may do elsewhere, in this hex.
fn refused_there(game: &Match, draft: &Draft, offer: &Offer, label: &str) -> Option<Violation> {
    let agrees = |action: &&Action| {
        draft.verb().is_none_or(|verb| *verb == action.verb)
            && draft.units().iter().all(|unit| acting(action).any(|one| one == unit))
            && action.text("hex").is_some()
    };
    let there = offer.legal().iter().filter(agrees).take(MOST_TRIED).filter_map(|action| {
        let mut there = action.clone();
        there.fields.insert("hex".into(), Value::Text(label.into()));
        check(game, &there).err()
    });
    there.into_iter().find(|why| !why.rule.is_empty())
}

/// Which hexes may be meant, where one may not and no rule says why.
fn what_else(draft: &Draft, offer: &Offer, label: &str) -> String {
    let open: Vec<String> = draft.open_hexes(offer).into_iter().map(str::to_owned).collect();
    match open.len() {
        1 => format!("{label} cannot be chosen: choose {}", list(&open)),
        ..=MOST_NAMED => format!("{label} cannot be chosen: choose one of {}", list(&open)),
        many => format!("{label} cannot be chosen: choose one of the {many} marked hexes"),
    }
}

/// The hexes that may be meant by what is picked. Of units that are to go together, those that all
/// of them may go to.
pub fn open(game: &Match, draft: &Draft, offer: &Offer, shapes: &Shapes) -> Vec<Hex> {
    let together = draft.units().len() > 1 && draft.shape(shapes).has(&FieldKind::Path);
    let mut open = draft.open_hexes(offer);
    open.retain(|hex| !together || way_together(game, draft, offer, shapes, hex).is_some());
    let open: BTreeSet<Hex> = open.into_iter().filter_map(|hex| game.grid().parse(hex)).collect();
    open.into_iter().collect()
}

/// The action by which all units that are picked go to a hex: the one that is listed, or by the way
/// of one of them, where the rules let the others go along.
pub fn way_together(
    game: &Match,
    draft: &Draft,
    offer: &Offer,
    shapes: &Shapes,
    hex: &str,
) -> Option<Action> {
    let picked = |unit: &str| draft.units().iter().any(|one| one == unit);
    let leads = |action: &&Action| {
        Some(&action.verb) == draft.verb()
            && targets(action).any(|target| target == hex)
            && acting(action).all(picked)
    };
    let ways: Vec<&Action> = offer.legal().iter().filter(leads).collect();
    let all = |action: &&&Action| acting(action).count() == draft.units().len();
    if let Some(listed) = ways.iter().find(all) {
        return Some((*listed).clone());
    }
    let path = |action: &Action| action.texts("path").into_iter().map(Name::from).collect();
    let mut tried = ways.into_iter().filter_map(|action| draft.along(path(action), shapes));
    tried.find(|action| check(game, action).is_ok())
}

/// Where the way of an action leads under the enemy's fire, from where and by which rule, in words;
/// nothing where it leads under none.
pub fn warning(game: &Match, action: &Action) -> Option<String> {
    let path: Vec<Hex> =
        action.texts("path").iter().filter_map(|label| game.grid().parse(label)).collect();
    let unit = actors(action).next().filter(|_| !path.is_empty())?;
    // All who go together enter the same hexes.
    let mut under = game.asked()?.under_fire(unit);
    under.retain(|one| path.contains(&one.hex));
    let rule = &under.first()?.rule;
    let labels = |hexes: BTreeSet<Hex>| -> String {
        let labels: Vec<String> = hexes.into_iter().map(|hex| game.grid().label(hex)).collect();
        list(&labels)
    };
    let hexes = labels(under.iter().map(|one| one.hex).collect());
    let from = labels(under.iter().flat_map(|one| one.from.iter().copied()).collect());
    Some(format!("May be fired at in {hexes}, from {from} ({rule})"))
}
