//! Leaders: whom they help, and how they are lost.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::Leaders;

use crate::game::Standard;
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::{Ratings, Rules};

/// Leaders who lend their bonus, compiled.
#[derive(Clone, Debug)]
pub struct LeaderRules {
    who: Members,
    rating: Option<usize>,
    /// Whether the bonus shifts the column and does not change the die.
    pub shifts: bool,
    own_formation: bool,
    lost_on: Number,
    /// The rule, where it has one of its own.
    pub rule: Option<String>,
}

impl LeaderRules {
    /// Those of a kind of combat or fire, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        leaders: &Leaders,
        pointer: &str,
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        let rating = reader.rating(leaders.rating.as_ref(), ratings.bonus, &at("rating"));
        if rating.is_none() && leaders.rating.is_none() {
            reader.wrong(pointer, "no rating is used for a leader's bonus".to_owned());
        }
        Self {
            who: reader.members(&leaders.who, &at("who")),
            rating,
            shifts: leaders.shifts,
            own_formation: leaders.own_formation,
            lost_on: reader.bounded(&leaders.lost_on, &at("lost_on"), (0, 100)),
            rule: leaders.rule.clone(),
        }
    }

    /// Whether a leader lends his bonus to a unit that stands with him.
    fn leads(&self, position: &Position<Standard>, leader: Unit, unit: Unit) -> bool {
        let of = |unit: Unit| position.state(unit).attached;
        !self.own_formation
            || matches!((of(unit), of(leader)), (Some(own), Some(led)) if position.is_under(own, led))
    }
}

/// The best bonus of a leader who stands with one of these units, and whose it is; leaders among
/// the units lend theirs as well.
pub fn best(
    rules: &Rules,
    position: &Position<Standard>,
    leaders: &LeaderRules,
    units: &[Unit],
) -> Option<(Unit, i32)> {
    let rating = leaders.rating?;
    let mut best: Option<(Unit, i32)> = None;
    for &unit in units {
        let Some(hex) = position.hex(unit) else { continue };
        for leader in position.stack(hex) {
            if leader == unit
                || !leaders.who.has(leader)
                || rules.side(leader) != rules.side(unit)
                || !leaders.leads(position, leader, unit)
            {
                continue;
            }
            let bonus = position.rating(rules, leader, rating);
            if bonus > 0 && best.is_none_or(|(_, other)| bonus > other) {
                best = Some((leader, bonus));
            }
        }
    }
    best
}

/// The best bonus of whoever stands with a unit and has one, for rules that name no leaders of
/// their own.
pub fn best_of_any(rules: &Rules, position: &Position<Standard>, unit: Unit) -> i32 {
    let (Some(rating), Some(hex)) = (rules.ratings.bonus, position.hex(unit)) else { return 0 };
    let side = rules.side(unit);
    let with = position.stack(hex).filter(|&other| other != unit && rules.side(other) == side);
    with.map(|other| position.rating(rules, other, rating)).max().unwrap_or(0).max(0)
}

/// Units have lost in a hex: each leader there may be lost with them.
pub fn risk(
    cx: &mut PlayContext<'_, Standard>,
    leaders: &LeaderRules,
    (side, hex): (usize, Hex),
    (cause, attack, rule): (&str, u32, &str),
) {
    let rules = cx.rules;
    let there: Vec<Unit> = cx.position.stack(hex).collect();
    for leader in there {
        if !leaders.who.has(leader) || rules.side(leader) != side || rules.stacking.is_unit(leader)
        {
            continue;
        }
        let case = Case::new(&rules.compiled, cx.position).of(leader);
        let lost_on = leaders.lost_on.in_case(&case);
        if lost_on <= 0 {
            continue;
        }
        let rule = leaders.rule.clone().unwrap_or_else(|| rule.to_owned());
        if i32::from(cx.roll("leader-loss", side, &rule)) <= lost_on {
            for _ in 0..rules.compiled.unit(leader).steps.max(1) {
                cx.lose_step(leader, cause, Some(attack), &rule);
            }
        }
    }
}
