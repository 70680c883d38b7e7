//! No rules: what a side is asked, in a sentence with the rule.

use salient_rules::action::Violation;
use salient_rules::game::Question;
use salient_rules::words::{capital, plural};

use crate::battle::BattleStage;
use crate::position::{Decision, Position};
use crate::rules::Rules;

/// Why an act does not answer a decision.
pub fn out_of_turn(decision: &Decision) -> Violation {
    let (rule, wanted) = wanted(decision);
    Violation::new(rule, format!("not now: {wanted}"))
}

/// What a decision wants, with its rule.
fn wanted(decision: &Decision) -> (&'static str, &'static str) {
    match decision {
        Decision::None => ("KB 20.0", "the game is over"),
        Decision::Move { .. } => ("KB 4.2", "move a unit, or end the segment"),
        Decision::Unstack { .. } => ("KB 7.21", "eliminate a unit where too many are stacked"),
        Decision::Attack { .. } => ("KB 4.2", "attack, or end the combat phase"),
        Decision::Lose { .. } => ("KB 8.5", "choose the unit that loses a step"),
        Decision::Retreat { .. } => ("KB 8.74", "choose the hex that the stack retreats to"),
        Decision::Advance { .. } => ("KB 8.84", "advance a unit, or end the advance"),
        Decision::CounterBattery { .. } => {
            ("KB 9.21", "allocate points to counter-battery fire, in secret")
        }
        Decision::Gas => ("KB 9.31", "fire persistent gas, or end the phase"),
        Decision::Drumfire => ("KB 9.41", "fire a drumfire barrage, or end the phase"),
        Decision::Sos => ("KB 9.6", "fire an SOS barrage, or none"),
        Decision::AllocateAir { .. } => ("KB 12.0", "assign all air points to missions, in secret"),
        Decision::Intercept { .. } => ("KB 12.42", "choose the enemy missions that are reduced"),
        Decision::GroundAttack { .. } => ("KB 12.31", "make a ground attack, or end the segment"),
        Decision::Observe { .. } => ("KB 12.22", "place an air observation marker, or no more"),
        Decision::BreakDown => ("KB 13.11", "break a division down, or end the phase"),
        Decision::Enter { .. } => ("KB 15.13", "place the unit, as its entry hex is barred"),
        Decision::Deploy { .. } => ("KB 15.23", "place a service company with a headquarters"),
    }
}

/// What it is called to be done, where that is not to be done with a whole step of the sequence of
/// play.
fn done(decision: &Decision) -> &'static str {
    match decision {
        Decision::Move { .. } => "End the segment",
        Decision::Attack { .. } => "End the combat phase",
        Decision::Advance { .. } => "End the advance",
        Decision::Sos => "No SOS barrage",
        Decision::Gas => "No more gas",
        Decision::Drumfire => "No more drumfire",
        Decision::GroundAttack { .. } => "No more ground attacks",
        Decision::Observe { .. } => "No more markers",
        Decision::BreakDown => "No more breakdowns",
        _ => "",
    }
}

/// What the side to decide is asked, and of whom.
pub fn question(position: &Position, rules: &Rules) -> Option<Question> {
    let decision = &position.decision;
    let (mut rule, wanted) = match decision {
        Decision::None => return None,
        decision => wanted(decision),
    };
    let mut what = capital(wanted);
    let (mut units, mut hexes) = (Vec::new(), Vec::new());
    match decision {
        Decision::Move { .. } => {
            // Who has moved in the first segment does not again; the rest goes farther (KB 5.22).
            let second = position.segment(rules).is_some_and(|(_, second)| second);
            rule = if second { "KB 5.22" } else { "KB 5.21" };
            if second {
                let times = rules.constants.second_segment_multiplier;
                what = format!("Move a unit that has not moved, at {times} × MP");
            }
            if let Some(left) = position.moves_left(rules) {
                what = format!("{what}; {left}");
            }
        }
        Decision::Lose { .. } => {
            let battle = &position.battle;
            let (stack, left) = match (position.owed.stack(), battle.stage) {
                (Some(hex), _) => {
                    rule = position.owed.rule();
                    (vec![hex], position.owed.left())
                }
                (None, BattleStage::StackLoses { stack, .. }) => {
                    rule = "KB 8.74";
                    (
                        battle.stacks.get(stack).map(|(hex, _)| *hex).into_iter().collect(),
                        battle.left,
                    )
                }
                (None, _) => {
                    rule = "KB 8.75";
                    (battle.hexes.clone(), battle.left)
                }
            };
            hexes = rules.labels(&stack);
            let left = plural(left.max(0).unsigned_abs() as usize, "step");
            what = format!("Choose the unit that loses a step, {left} to lose");
        }
        Decision::Retreat { .. } => {
            if let BattleStage::StackRetreats { stack } = position.battle.stage
                && let Some((hex, stack)) = position.battle.stacks.get(stack)
            {
                (units, hexes) = (rules.names(stack), vec![rules.label(*hex).to_owned()]);
            }
        }
        Decision::Advance { .. } => {
            let totals = position.may_advance(rules);
            let most = totals.map(|unit| position.advance_allowance(rules, unit).total).max();
            let die = position.battle.advance_die;
            what = format!("{what}; die {die}, up to {} MP", most.unwrap_or(0));
        }
        Decision::Sos => hexes = rules.labels(&position.battle.hexes),
        Decision::AllocateAir { side } => {
            let points = position.air_points(rules, *side);
            what = format!("Assign all {points} air points to missions, in secret");
        }
        Decision::Intercept { side } => {
            let limit = position.interception_limit(rules, *side);
            what = format!("{what}, by {} at most", plural(usize::from(limit), "air point"));
        }
        Decision::Enter { unit, .. } => units = rules.names(&[*unit]),
        Decision::Deploy { left } => {
            let more = position.service_companies(rules).count().min(usize::from(*left));
            what = format!("{what}, {more} to place");
        }
        _ => {}
    }
    Some(Question { units, hexes, done: done(decision).into(), ..Question::new(rule, what) })
}
