//! Morale checks: dice against a rating.

use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::results::Outcome;
use salient_schema::rules_of_play::{Dice, MoraleCheck};

use crate::combat::chart::Fate;
use crate::event::{Checked, Detail};
use crate::game::Standard;
use crate::leaders::{self, LeaderRules};
use crate::numbers::{Case, Number, Reader};
use crate::rules::{Ratings, Rules};

/// Morale checks, compiled.
#[derive(Clone, Debug)]
pub struct Morale {
    dice: Dice,
    rating: Option<usize>,
    with_leaders: bool,
    die: Number,
    /// What a unit suffers that fails.
    pub failed: Fate,
    rule: String,
}

impl Morale {
    /// Those of a kind of combat or fire, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        check: &MoraleCheck,
        (pointer, rule): (&str, &str),
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        let rating = reader.rating(check.rating.as_ref(), ratings.morale, &at("rating"));
        if rating.is_none() && check.rating.is_none() {
            reader.wrong(pointer, "no rating is used for morale".to_owned());
        }
        let failed = match Outcome::parse(&check.failed) {
            Ok(outcome) => outcome,
            Err(wrong) => {
                reader.wrong(&at("failed"), wrong.to_string());
                Outcome::default()
            }
        };
        let beyond = Outcome { defender: failed.defender.clone(), ..Outcome::default() } != failed;
        if beyond || failed.defender.check.is_some() {
            let text = "a unit that fails loses, takes a state or retreats, and nobody else does";
            reader.wrong(&at("failed"), text.to_owned());
        }
        let place = format!("/ruleset/rules_of_play{}", at("failed"));
        Self {
            dice: check.dice,
            rating,
            with_leaders: check.with_leaders,
            die: reader.bounded(&check.die, &at("die"), (-100, 100)),
            failed: Fate::of(reader, &failed.defender, &place).unwrap_or_default(),
            rule: check.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }
}

/// What is rolled against a rating: the dice, what is added to them, and the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    pub dice: i32,
    pub added: i32,
    pub rating: i32,
}

impl Rolled {
    /// Whether the dice are no more than the rating.
    pub fn is_passed(self) -> bool {
        self.dice + self.added <= self.rating
    }
}

/// Rolls dice that are added up.
pub fn roll(
    cx: &mut PlayContext<'_, Standard>,
    dice: Dice,
    (purpose, side): (&str, usize),
    rule: &str,
) -> i32 {
    (0..dice.number.max(1)).map(|_| i32::from(cx.roll_of(purpose, side, dice.faces, rule))).sum()
}

/// The bonus of the leader who helps a unit to keep its nerve.
pub fn bonus(
    rules: &Rules,
    position: &Position<Standard>,
    leaders: Option<&LeaderRules>,
    unit: Unit,
) -> i32 {
    match leaders {
        Some(own) => leaders::best(rules, position, own, &[unit]).map_or(0, |(_, bonus)| bonus),
        None => leaders::best_of_any(rules, position, unit),
    }
}

/// A unit checks its morale; whether it passes. One that has no such rating has nothing to fear.
pub fn check(
    cx: &mut PlayContext<'_, Standard>,
    unit: Unit,
    morale: &Morale,
    leaders: Option<&LeaderRules>,
    modifier: i8,
) -> bool {
    let rules = cx.rules;
    let Some(rating) = morale.rating else { return true };
    let rating = cx.position.rating(rules, unit, rating);
    if rating <= 0 {
        return true;
    }
    let case = Case::new(&rules.compiled, cx.position).of(unit);
    let mut added = i32::from(modifier).saturating_add(morale.die.in_case(&case));
    if morale.with_leaders {
        added -= bonus(rules, cx.position, leaders, unit);
    }
    let side = rules.side(unit);
    let dice = roll(cx, morale.dice, ("morale", side), &morale.rule);
    let rolled = Rolled { dice, added, rating };
    let hex = cx.position.hex(unit);
    cx.emit(|rules| {
        Detail::MoraleCheck(Checked {
            unit: rules.compiled.unit(unit).name.clone(),
            side: rules.compiled.sides[side].clone(),
            hex: hex.map(|hex| rules.compiled.label(hex).to_owned()),
            state: None,
            dice,
            added,
            rating,
            passed: rolled.is_passed(),
            rule: morale.rule.clone(),
        })
    });
    rolled.is_passed()
}

impl Reader<'_> {
    /// The place of a rating that a rule names, or else of the usual one.
    pub fn rating(
        &mut self,
        named: Option<&salient_schema::Id>,
        usual: Option<usize>,
        pointer: &str,
    ) -> Option<usize> {
        let Some(id) = named else { return usual };
        let place = self.compiled.rating(id);
        if place.is_none() {
            self.dangling(pointer, "rating", id);
        }
        place
    }
}
