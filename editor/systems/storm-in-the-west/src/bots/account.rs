//! What the planner weighed at a decision, for whoever asks why.

use salient_rules::Action;
use salient_rules::account::{Chance, Choice, Considered};

use crate::acts::Act;
use crate::bots::field::Effort;
use crate::bots::odds::forecast;
use crate::bots::{Memory, Style, fight};
use crate::position::{Decision, Position};
use crate::rules::Rules;

/// So many ways are told besides the one that was taken.
const MOST: usize = 8;
/// What the planner counts in.
const STEPS: &str = "tenths of an enemy step";

/// What was weighed when an act was chosen.
pub fn considered(
    position: &Position,
    rules: &Rules,
    memory: &Memory,
    style: Style,
    act: &Act,
) -> Considered {
    let (between, choices) = match (act, &position.decision) {
        (Act::Attack { hexes, .. }, &Decision::Attack { side }) => {
            let weighed = fight::weighed(position, rules, side, &memory.field, style);
            let one = |fight::Prospect { score, attack }: fight::Prospect| {
                let taken = hexes.contains(&attack.hex);
                let found = forecast(position, rules, &attack);
                let sixths = |steps: i32| f64::from(steps) / 6.0;
                let own = Act::Attack { units: attack.units, hexes: vec![attack.hex] };
                Choice {
                    action: action(rules, if taken { act } else { &own }),
                    aim: format!(
                        "to lose {:.1} steps for {:.1} on the mean",
                        sixths(found.attacker),
                        sixths(found.defender)
                    ),
                    value: Some(i64::from(score)),
                    chances: vec![Chance { of: "hex cleared", share: sixths(found.cleared) }],
                    taken,
                }
            };
            ("attacks that can be made now", weighed.into_iter().map(one).collect())
        }
        (Act::Move { .. }, Decision::Move { .. }) => {
            let efforts = memory.field.efforts.iter();
            ("main efforts to march out for", efforts.map(|one| effort(rules, one)).collect())
        }
        _ => ("", Vec::new()),
    };
    Considered { between, unit: STEPS, choices }.best(MOST)
}

fn effort(rules: &Rules, effort: &Effort) -> Choice {
    let Effort { aims, worth, taken } = effort;
    let aim = match aims.len() {
        0 => "without a main effort",
        _ => "as the main effort, with all attacks that the march leaves",
    };
    Choice {
        action: action(rules, &Act::Attack { units: Vec::new(), hexes: aims.clone() }),
        aim: aim.to_owned(),
        value: Some(i64::from(*worth)),
        chances: Vec::new(),
        taken: *taken,
    }
}

fn action(rules: &Rules, act: &Act) -> Action {
    rules.action(act)
}
