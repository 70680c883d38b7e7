//! No rules: a bot that leads. It knows from the tables what a fire, a check and an assault are
//! worth on the mean, and sees no more than its side may.
//!
//! | file | |
//! |---|---|
//! | `weights` | what things are worth |
//! | `plans` | the ways to play that a searcher tries |
//! | `odds` | what a fire is worth on the mean, by every roll |
//! | `outlook` | what is seen of a position, once a decision |
//! | `fire` | who fires at whom; fire at who moves |
//! | `advance` | where to stand: in reach of the enemy, out of his sight, leaders with companies |
//! | `assault` | when an assault pays |
//! | `barrage` | fire by plan |
//! | `wagons` | guns that are brought up |
//! | `segment` | whom to activate, and to what |
//! | `acts` | what those who are active do: first fire, then assaults, then moves |

mod acts;
mod advance;
mod assault;
mod barrage;
mod fire;
mod odds;
mod outlook;
mod plans;
mod segment;
#[cfg(test)]
mod tests;
mod wagons;
mod weights;

use salient_rules::account::{Choice, Considered};
use salient_rules::play::{Position, Procedures, Unit};

use crate::acts::Act;
use crate::decision::Decision;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DUG_IN, ENTRENCHED, has};
use crate::tasks::Assignment;
use crate::{bot, missions};
use outlook::Outlook;

pub use plans::{plans, thinks};
pub use weights::Weights;

/// What of what was weighed is told.
const MOST_TOLD: usize = 8;

/// What the planner does; where it has no view of its own, what the rules of thumb do.
pub fn choose(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    side: usize,
    weights: &Weights,
) -> Option<Act> {
    let act = decide(rules, view, side, weights);
    let fits = |act: &Act| InfantryAttacks::check(rules, view, side, act).is_ok();
    act.filter(fits).or_else(|| bot::rules_of_thumb(rules, view, side))
}

/// What the planner weighed against each other when it activated somebody, or passed.
pub fn considered(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    side: usize,
    weights: &Weights,
    act: &Act,
) -> Considered {
    if view.asked().is_none_or(|ask| ask.what != Decision::Segment) {
        return Considered::default();
    }
    let outlook = Outlook::new(rules, view, side, weights);
    let mut choices: Vec<Choice> = Vec::new();
    for (worth, other) in segment::weighed(&outlook) {
        let taken = other == *act;
        choices.push(Choice {
            action: rules.action(&other),
            aim: String::new(),
            value: Some(i64::from(worth)),
            chances: Vec::new(),
            taken,
        });
    }
    if !choices.iter().any(|choice| choice.taken) {
        choices.push(Choice {
            action: rules.action(act),
            aim: "as nothing else is worth its while".to_owned(),
            value: None,
            chances: Vec::new(),
            taken: true,
        });
    }
    let (between, unit) = ("who might be activated", "hundredths of a victory point");
    Considered { between, unit, choices }.best(MOST_TOLD)
}

fn decide(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    side: usize,
    weights: &Weights,
) -> Option<Act> {
    let outlook = || Outlook::new(rules, view, side, weights);
    match &view.asked()?.what {
        Decision::Plan => {
            let unit = missions::unassigned(rules, view, side).next()?;
            let task = barrage::task(&outlook(), unit);
            Some(Act::Plan(Assignment::of(rules, unit, &task)))
        }
        Decision::Abort => Some(barrage::abort(&outlook())),
        Decision::Segment => segment::choose(&outlook()),
        Decision::Act => acts::choose(&outlook()),
        Decision::React(react) => Some(fire::react(&outlook(), react)),
        Decision::Lose(_) => cheapest(&outlook()),
        Decision::FirstFire(assault) => {
            let outlook = outlook();
            let there = view.stack(assault.hex).filter(|&unit| rules.side_of(unit) == side);
            let (mut inside, mut all) = (0, 0);
            for unit in there {
                let strength = outlook.strength(unit);
                all += strength;
                inside += if has(view, unit, DUG_IN | ENTRENCHED) { strength } else { 0 };
            }
            Some(Act::FirstFire { works_only: 2 * inside > all })
        }
        Decision::Go(going) => {
            let outlook = outlook();
            let worth = |hex: &salient_hex::Hex| {
                let own = view.stack(*hex).filter(|&unit| rules.side_of(unit) == side).count();
                outlook.pull()[hex.index()] / 4 - outlook.threat()[hex.index()] + 5 * own as i32
            };
            let best = going.options.iter().copied().max_by_key(worth);
            best.map(|hex| Act::Go { hex })
        }
        _ => None,
    }
}

/// Who takes a loss: whoever it costs least, the shaken first.
fn cheapest(outlook: &Outlook<'_>) -> Option<Act> {
    let acts = InfantryAttacks::legal(outlook.rules, outlook.view, outlook.side);
    let cost = |unit: Unit| {
        let target = &outlook.targets[unit.index()];
        let shaken = 25 * i32::from(target.disrupted) + 60 * i32::from(target.demoralized);
        // A reduced company that goes checks no morale.
        let def = outlook.rules.compiled.unit(unit);
        let last = outlook.view.state(unit).face + 1 >= def.steps;
        target.step - shaken - if last { 10 } else { 0 }
    };
    acts.into_iter().min_by_key(|act| match act {
        Act::Lose { unit } => cost(*unit),
        _ => i32::MAX,
    })
}
