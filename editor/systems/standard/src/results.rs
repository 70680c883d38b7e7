//! Results carried out: what a cell of a table of results does to the units of a side, whether an
//! attack or fire has brought it.
//!
//! In this order: losses, which the owner takes where he has a choice, and leaders with them; states;
//! morale checks, unit by unit; retreat.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::results::Losses;
use salient_schema::rules_of_play::{self as play, Leaders, LossOrder, MoraleCheck};

use crate::acts::Act;
use crate::citations::{Chapter, Citations};
use crate::combat::RetreatRules;
use crate::combat::chart::Fate;
use crate::game::{Decision, Standard};
use crate::leaders::{self, LeaderRules};
use crate::morale::{self, Morale};
use crate::numbers::{Members, Reader};
use crate::rules::{Ratings, Rules};
use crate::sequence::Step;
use crate::state::StateRef;
use crate::{combat, states};

/// Where a result comes from: by the rules of which kind of combat or fire it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// A kind of combat, by its place in the rules.
    Combat(u8),
    /// A kind of fire, by its place in the rules.
    Fire(u8),
}

impl By {
    /// Why units lose by it, in the log.
    pub fn cause(self) -> &'static str {
        match self {
            Self::Combat(_) => "combat",
            Self::Fire(_) => "fire",
        }
    }
}

/// How the results of a kind of combat or fire are carried out.
#[derive(Debug, Default)]
pub struct Aftermath {
    /// Who loses before others.
    order: Vec<Members>,
    /// The rating in which strength points are counted.
    strength: Option<usize>,
    /// Its leaders.
    pub leaders: Option<LeaderRules>,
    /// Its morale checks.
    pub morale: Option<Morale>,
    /// Its retreats.
    pub retreat: RetreatRules,
    /// The rule.
    pub rule: String,
}

/// Who loses first, leaders and morale checks, as a ruleset has them.
type Parts<'a> = (&'a [LossOrder], Option<&'a Leaders>, Option<&'a MoraleCheck>);

impl Aftermath {
    /// What a kind of combat or fire says of it, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        ((order, leaders, morale), retreat): (Parts<'_>, &play::Retreat),
        (pointer, rule): (&str, String),
    ) -> Self {
        let order = order.iter().enumerate().map(|(place, order)| {
            reader.members(&order.who, &format!("{pointer}/losses/{place}/who"))
        });
        let order = order.collect();
        let at = format!("{pointer}/leaders");
        let leaders = leaders.map(|leaders| LeaderRules::read(reader, ratings, leaders, &at));
        let at = format!("{pointer}/morale");
        let morale = morale.map(|morale| Morale::read(reader, ratings, morale, (&at, &rule)));
        let retreat = RetreatRules::read(reader, retreat, (&format!("{pointer}/retreat"), &rule));
        Self { order, strength: ratings.defence, leaders, morale, retreat, rule }
    }
}

/// Units of a side that suffer a result, with what of it is still to be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Suffering {
    /// By what.
    pub by: By,
    /// Their side.
    pub side: u8,
    /// The units; of those in a hex all.
    pub units: Vec<Unit>,
    /// What is still to be carried out.
    pub what: Fate,
    /// The rating in which strength points are counted; that of the kind of combat or fire if none.
    pub strength: Option<usize>,
    /// The number of the attack.
    pub attack: u32,
    /// Where their enemies stand, who attack or fire.
    pub enemies: Vec<Hex>,
    /// Hexes in which leaders may be lost with the units that have lost.
    pub struck: Vec<Hex>,
    /// It is what a zone of control costs those who retreat into it, and no result.
    pub by_zone: bool,
}

impl Suffering {
    /// Why units lose by it, in the log, and the rule.
    fn why<'a>(&self, rules: &'a Rules) -> (&'static str, &'a str) {
        match self.by_zone {
            true => ("zone", rules.cite.rule(Chapter::Zones)),
            false => (self.by.cause(), &rules.aftermath(self.by).rule),
        }
    }
}

/// Units that are to retreat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Retreating {
    /// By what.
    pub by: By,
    /// Their side.
    pub side: u8,
    /// The units.
    pub units: Vec<Unit>,
    /// By how many hexes, and whether they rout.
    pub how: (u8, bool),
    /// The number of the attack.
    pub attack: u32,
    /// Where their enemies stand.
    pub enemies: Vec<Hex>,
}

/// Lets units suffer a result, after all that is pushed later.
pub fn suffer(cx: &mut PlayContext<'_, Standard>, suffering: Suffering) {
    if !suffering.what.is_nothing() && !suffering.units.is_empty() {
        cx.then(Step::Suffer(Box::new(suffering)));
    }
}

/// Goes on with a result.
pub fn run(cx: &mut PlayContext<'_, Standard>, mut now: Suffering) {
    let rules = cx.rules;
    now.units.retain(|&unit| cx.position.hex(unit).is_some());
    if now.what.losses != Losses::None && !lose(cx, &mut now) {
        return;
    }
    lose_leaders(cx, &mut now);
    now.units.retain(|&unit| cx.position.hex(unit).is_some());
    let rule = rules.aftermath(now.by).rule.clone();
    let takers: Vec<Unit> = concerned(rules, &now.units);
    for state in std::mem::take(&mut now.what.states) {
        if let StateRef::Own(place) = state {
            takers.iter().for_each(|&unit| states::take(cx, unit, place, &rule));
        }
    }
    let check = now.what.check.take();
    if let Some(how) = now.what.retreat.take() {
        let Suffering { by, side, ref units, attack, ref enemies, .. } = now;
        let (units, enemies) = (units.clone(), enemies.clone());
        cx.then(Step::Retreat(Box::new(Retreating { by, side, units, how, attack, enemies })));
    }
    if let Some(modifier) = check {
        // What is pushed last is done first.
        for &unit in concerned(rules, &now.units).iter().rev() {
            let alone = Suffering { units: vec![unit], what: Fate::default(), ..now.clone() };
            cx.then(Step::Check { of: Box::new(alone), modifier });
        }
    }
}

/// Units that retreat, as far as they are still there.
pub fn retreat(cx: &mut PlayContext<'_, Standard>, mut now: Retreating) {
    now.units.retain(|&unit| cx.position.hex(unit).is_some());
    if now.units.is_empty() {
        return;
    }
    combat::retreat(cx, now);
}

/// A unit checks its morale, and suffers what it brings to fail.
pub fn check(cx: &mut PlayContext<'_, Standard>, of: Suffering, modifier: i8) {
    let Some(&unit) = of.units.first() else { return };
    let aftermath = cx.rules.aftermath(of.by);
    let Some(rules) = &aftermath.morale else { return };
    if cx.position.hex(unit).is_some()
        && !morale::check(cx, unit, rules, aftermath.leaders.as_ref(), modifier)
    {
        suffer(cx, Suffering { what: rules.failed.clone(), ..of });
    }
}

/// Those of units whom losses, states and checks are about: leaders only where they are by
/// themselves.
fn concerned(rules: &Rules, units: &[Unit]) -> Vec<Unit> {
    let is_unit = |unit: &Unit| rules.stacking.is_unit(*unit);
    match units.iter().any(is_unit) {
        true => units.iter().copied().filter(is_unit).collect(),
        false => units.to_vec(),
    }
}

/// Those of whom one loses the next step: of the first group that has any left.
pub fn losers(rules: &Rules, position: &Position<Standard>, of: &Suffering) -> Vec<Unit> {
    let there: Vec<Unit> =
        of.units.iter().copied().filter(|&unit| position.hex(unit).is_some()).collect();
    let all = concerned(rules, &there);
    let aftermath = rules.aftermath(of.by);
    let first = aftermath.order.iter().find(|group| all.iter().any(|&unit| group.has(unit)));
    match first {
        Some(group) => all.into_iter().filter(|&unit| group.has(unit)).collect(),
        None => all,
    }
}

fn steps_of(rules: &Rules, position: &Position<Standard>, unit: Unit) -> u32 {
    let (steps, face) = (rules.compiled.unit(unit).steps, position.state(unit).face);
    u32::from(steps.saturating_sub(face).max(1))
}

fn strength_of(rules: &Rules, position: &Position<Standard>, of: &Suffering, unit: Unit) -> i32 {
    let rating = of.strength.or(rules.aftermath(of.by).strength);
    match (rating, position.hex(unit)) {
        (Some(rating), Some(_)) => position.rating(rules, unit, rating).max(0),
        _ => 0,
    }
}

/// Takes what is lost, as far as nobody has a choice; false where the owner is asked.
fn lose(cx: &mut PlayContext<'_, Standard>, now: &mut Suffering) -> bool {
    loop {
        let rules = cx.rules;
        let all = losers(rules, cx.position, now);
        let whole = concerned(rules, &now.units);
        let has_left = |unit: &&Unit| cx.position.hex(**unit).is_some();
        let total: u32 = match now.what.losses {
            Losses::Points(_) => whole
                .iter()
                .map(|&unit| strength_of(rules, cx.position, now, unit).unsigned_abs())
                .sum(),
            _ => {
                whole.iter().filter(has_left).map(|&unit| steps_of(rules, cx.position, unit)).sum()
            }
        };
        let everything = match now.what.losses {
            Losses::None => return true,
            Losses::All => true,
            Losses::Steps(steps) => u32::from(steps) >= total,
            Losses::Points(points) => u32::from(points) >= total,
        };
        if everything {
            // Whoever stood by himself, or with nobody who could be lost with him, is lost as well.
            let lends = rules.aftermath(now.by).leaders.is_some();
            let is_all = now.what.losses == Losses::All && !lends;
            let lost = if is_all { now.units.clone() } else { whole };
            lost.into_iter().for_each(|unit| eliminate(cx, now, unit));
            now.what.losses = Losses::None;
            return true;
        }
        match all.as_slice() {
            [] => {
                now.what.losses = Losses::None;
                return true;
            }
            &[unit] => lose_step(cx, now, unit),
            _ => {
                let side = usize::from(now.side);
                cx.ask(side, Decision::Lose(Box::new(now.clone())));
                return false;
            }
        }
    }
}

fn eliminate(cx: &mut PlayContext<'_, Standard>, now: &mut Suffering, unit: Unit) {
    for _ in 0..steps_of(cx.rules, cx.position, unit) {
        lose_one(cx, now, unit);
    }
}

fn lose_one(cx: &mut PlayContext<'_, Standard>, now: &mut Suffering, unit: Unit) {
    let Some(hex) = cx.position.hex(unit) else { return };
    if !now.by_zone && !now.struck.contains(&hex) {
        now.struck.push(hex);
    }
    let (cause, rule) = now.why(cx.rules);
    cx.lose_step(unit, cause, Some(now.attack), rule);
}

/// A unit loses a step of what is to be lost.
fn lose_step(cx: &mut PlayContext<'_, Standard>, now: &mut Suffering, unit: Unit) {
    let before = strength_of(cx.rules, cx.position, now, unit);
    lose_one(cx, now, unit);
    let lost = before - strength_of(cx.rules, cx.position, now, unit);
    now.what.losses = match now.what.losses {
        Losses::Steps(steps) if steps > 1 => Losses::Steps(steps - 1),
        // A step that costs no strength still counts for a point: what is lost comes to an end.
        Losses::Points(points) if i32::from(points) > lost.max(1) => {
            Losses::Points(points - lost.max(1) as u16)
        }
        _ => Losses::None,
    };
}

/// Leaders may be lost with the units that have lost a step beside them.
fn lose_leaders(cx: &mut PlayContext<'_, Standard>, now: &mut Suffering) {
    let aftermath = cx.rules.aftermath(now.by);
    let Some(rules) = &aftermath.leaders else { return };
    let why = (now.by.cause(), now.attack, aftermath.rule.as_str());
    for hex in std::mem::take(&mut now.struck) {
        leaders::risk(cx, rules, (usize::from(now.side), hex), why);
    }
}

/// Whether a side may take a loss so.
///
/// # Errors
/// The rule that forbids it.
pub fn check_loss(
    rules: &Rules,
    position: &Position<Standard>,
    of: &Suffering,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Lose { unit } if losers(rules, position, of).contains(unit) => Ok(()),
        _ => {
            let rule = of.why(rules).1.to_owned();
            Err(Violation::new(rule, "choose a unit that loses a step before the others"))
        }
    }
}

/// Takes a loss that was checked.
pub fn take_loss(cx: &mut PlayContext<'_, Standard>, side: usize, mut of: Suffering, unit: Unit) {
    cx.answered(side);
    lose_step(cx, &mut of, unit);
    // What is lost may be all of it: whatever else it brings still comes.
    cx.then(Step::Suffer(Box::new(of)));
}

/// The rule that a kind of combat or fire goes by: its own, or that of its chapter.
pub fn rule_of(cited: Option<&String>, rules: &Citations, of: Chapter) -> String {
    cited.cloned().unwrap_or_else(|| rules.rule(of).to_owned())
}
