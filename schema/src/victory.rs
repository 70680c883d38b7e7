//! How a scenario is won, read for people: whose points count, what each level asks, and which zones
//! of the map score. Paper, page and window tell it in the same words.
//!
//! Which hexes score all told, those of features and of edges too, is told by the objectives of
//! `salient-hex`: it takes a grid. Which zones score is data: those of the kinds `victory` and `exit`. Where roles name some of them,
//! these alone count, so that one map serves several scenarios. A role that names zones and a role of
//! the same name with `-score` belong together: what the second names is what a hex of the first is
//! worth.

use std::collections::BTreeSet;

use crate::Bundle;
use crate::common::Id;
use crate::map::{Zone, ZoneKind};
use crate::ruleset::Ruleset;
use crate::scenario::{Score, Victory, VictoryLevel};

/// Whose points decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting<'a> {
    /// Those of one side: its levels make one scale.
    OneSide(&'a Id),
    /// Those of every side: the one with more wins, and its own points tell how well.
    MostPoints,
    /// None: conditions in words do.
    InWords,
}

/// A zone whose hexes score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoringZone<'a> {
    /// The zone.
    pub zone: &'a Zone,
    /// What it is worth, where that is told: a hex of it that is held, or whoever leaves by it.
    pub score: Option<&'a Score>,
}

impl Victory {
    /// Whose points decide.
    #[must_use]
    pub fn counting(&self) -> Counting<'_> {
        let bounded = |level: &VictoryLevel| level.min.is_some() || level.max.is_some();
        match &self.counted_for {
            Some(side) => Counting::OneSide(side),
            None if self.levels.iter().any(bounded) => Counting::MostPoints,
            None => Counting::InWords,
        }
    }

    /// What wins, before any level: a sentence or two; nothing where conditions in words say it.
    #[must_use]
    pub fn lead(&self, ruleset: &Ruleset) -> Option<String> {
        match self.counting() {
            Counting::OneSide(side) => {
                Some(format!("Points are counted for the {} side.", ruleset.side_name(side)))
            }
            Counting::MostPoints => Some(
                "Each side counts its own points. The side with more points wins, and its own \
                 points tell its level of victory; with equal points it is a draw."
                    .to_owned(),
            ),
            Counting::InWords => None,
        }
    }

    /// The points that a level asks: `46 to 55`, `15 or fewer`; `more points, 50 or more` where the
    /// side with more wins.
    #[must_use]
    pub fn points_of(&self, level: &VictoryLevel) -> String {
        let range = match (level.min, level.max) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} or more"),
            (None, Some(most)) => format!("{most} or fewer"),
            (None, None) => String::new(),
        };
        match (self.counting(), range.is_empty()) {
            (Counting::MostPoints, true) => "more than the enemy".to_owned(),
            (Counting::MostPoints, false) => format!("more than the enemy, and {range}"),
            (_, true) => "–".to_owned(),
            (_, false) => range,
        }
    }
}

impl Ruleset {
    /// What a side is called; its id where the ruleset has no such side.
    #[must_use]
    pub fn side_name<'a>(&'a self, id: &'a str) -> &'a str {
        let named = self.sides.iter().find(|side| side.id == id);
        named.map_or(id, |side| side.name.as_str())
    }
}

/// The zones that score, in the order of the map's.
#[must_use]
pub fn scoring_zones(bundle: &Bundle) -> Vec<ScoringZone<'_>> {
    let zones = &bundle.map.zones.items;
    let scores = &bundle.scenario.victory.scores;
    let named: BTreeSet<&str> = roles(bundle).flat_map(|(_, ids)| ids).map(Id::as_str).collect();
    let is_named = |zone: &Zone| named.contains(zone.id.as_str());
    let kind = |kind: ZoneKind| zones.iter().filter(move |zone| zone.kind == kind);
    let some_victory = kind(ZoneKind::Victory).any(is_named);
    let states_roles = roles(bundle).next().is_some();
    // Who scores for every victory zone names none: the role is stated, and empty.
    let is_scoring = |zone: &Zone, ids: &[Id]| match ids {
        [] => !some_victory && zone.kind == ZoneKind::Victory,
        ids => ids.contains(&zone.id),
    };
    let worth = |zone: &Zone| {
        let scoring = roles(bundle).filter(|(_, ids)| is_scoring(zone, ids));
        let paid = scoring.filter_map(|(role, _)| {
            let score_role = format!("{role}-score");
            let (_, ids) = roles(bundle).find(|(other, _)| **other == score_role)?;
            scores.iter().find(|score| ids.contains(&score.id))
        });
        paid.min_by_key(|score| &score.id)
    };
    zones
        .iter()
        .filter(|zone| match zone.kind {
            ZoneKind::Victory => !some_victory || is_named(zone),
            // A map's way out counts only where the scenario opens it.
            ZoneKind::Exit => !states_roles || is_named(zone),
            _ => false,
        })
        .map(|zone| ScoringZone { zone, score: worth(zone) })
        .collect()
}

/// The points that sides begin with, by the role `points`: side and points.
pub fn starting_points(bundle: &Bundle) -> impl Iterator<Item = (&Id, i32)> {
    let ids: Vec<&Id> =
        roles(bundle).filter(|(role, _)| *role == "points").flat_map(|(_, ids)| ids).collect();
    let levels = bundle.scenario.levels.iter();
    levels.filter(move |level| ids.contains(&&level.id)).map(|level| (&level.side, level.value))
}

/// The roles that hold: the scenario's, and those of the ruleset that it does not state anew.
fn roles(bundle: &Bundle) -> impl Iterator<Item = (&Id, &Vec<Id>)> {
    let own = &bundle.scenario.roles;
    let others = bundle.ruleset.roles.iter().filter(|(role, _)| !own.contains_key(*role));
    own.iter().chain(others)
}
