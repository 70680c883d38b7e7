//! What the planner weighed at a decision, for whoever asks why.
//!
//! A segment is planned for all units together, so what a move is for is told as an order among
//! the orders of the segment; a march and an attack are weighed one by one, and told so.

use salient_rules::Action;
use salient_rules::account::{Chance, Choice, Considered};

use crate::acts::Act;
use crate::bots::Memory;
use crate::bots::planner::odds::Chances;
use crate::bots::planner::weights::Weights;
use crate::bots::planner::{Plan, fight, march};
use crate::guns::Guns;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit};
use salient_hex::grid::Hex;

/// So many ways are told besides the one that was taken.
const MOST: usize = 8;
/// What the planner counts in.
const POINTS: &str = "hundredths of a victory point";

/// What a march is weighed by: hexes count as far from the western edge as the way there is hard.
const MARCH: &str = "where the march may end, 0 being the western edge";

/// An order of a segment that is planned as a whole.
#[derive(Clone, Debug)]
pub struct Order {
    pub units: Vec<Unit>,
    pub aim: Aim,
    /// What it is worth to the planner; none where it goes by who can be spared.
    pub worth: Option<i32>,
}

/// What an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To attack a hex in the combat phase.
    Attack(Hex),
    /// To hold a post of the line, a hex that nobody else holds.
    Post(Hex),
    /// To make a post as strong as what threatens it.
    Strengthen(Hex),
    /// To find shelter, or to come up behind the line.
    Reserve(Hex),
}

/// What was weighed when an act was chosen.
pub fn considered(
    position: &Position,
    rules: &Rules,
    weights: &Weights,
    memory: &mut Memory,
    act: &Act,
) -> Considered {
    memory.planner.weigh_by(weights);
    let plan = &memory.planner;
    let (between, choices) = match (act, &position.decision) {
        (Act::Attack { .. }, _) => ("attacks of the phase", attacks(position, rules, plan, act)),
        (Act::Move { unit, .. }, Decision::Move { .. }) => {
            let ordered = orders(rules, plan, *unit, act);
            if !ordered.is_empty() {
                ("orders of the segment, planned together", ordered)
            } else if rules.unit(*unit).side == GERMAN && !rules.unit(*unit).headquarters {
                position.find_moves(rules, *unit, &mut memory.reach);
                let plan = &memory.planner;
                let ways = march::ways(position, rules, plan, *unit, &memory.reach);
                (MARCH, marches(rules, memory, *unit, act, ways))
            } else {
                ("", Vec::new())
            }
        }
        _ => ("", Vec::new()),
    };
    Considered { between, unit: POINTS, choices }.best(MOST)
}

/// The attacks that are planned still, the one that was chosen, and those on hexes that nobody is
/// to attack, by their exact odds.
fn attacks(position: &Position, rules: &Rules, plan: &Plan, act: &Act) -> Vec<Choice> {
    let Act::Attack { units, hexes, .. } = act else { return Vec::new() };
    let mut all: Vec<(Vec<Unit>, Vec<Hex>)> = vec![(units.clone(), hexes.clone())];
    all.extend(
        plan.fights.planned.iter().map(|planned| (planned.units.clone(), planned.hexes.clone())),
    );
    // Of the attacks that could be made besides, on each hex that with all who can.
    let mut others: Vec<(Vec<Unit>, Vec<Hex>)> = Vec::new();
    for act in crate::plan::legal_attacks(position, rules) {
        let Act::Attack { units, hexes, .. } = act else { continue };
        let is_met = |(_, met): &(Vec<Unit>, Vec<Hex>)| met.iter().any(|hex| hexes.contains(hex));
        if all.iter().any(is_met) {
            continue;
        }
        match others.iter_mut().find(|(_, other)| *other == hexes) {
            Some((known, _)) if known.len() < units.len() => *known = units,
            Some(_) => {}
            None => others.push((units, hexes)),
        }
    }
    all.extend(others);
    let weighed = fight::weighed(position, rules, &plan.fights, &all);
    let choices = all.into_iter().zip(weighed).enumerate();
    choices
        .map(|(at, ((units, hexes), (worth, chances)))| Choice {
            action: attack(rules, units, hexes),
            aim: String::new(),
            value: Some(i64::from(worth)),
            chances: odds(chances),
            taken: at == 0,
        })
        .collect()
}

fn attack(rules: &Rules, units: Vec<Unit>, hexes: Vec<Hex>) -> Action {
    rules.action(&Act::Attack { units, hexes, barrage: Guns::NONE })
}

fn odds(chances: Chances) -> Vec<Chance> {
    let share = |of, in_36: i32| Chance { of, share: f64::from(in_36) / 36.0 };
    vec![
        share("no defender is left", chances.cleared),
        share("attackers lose a step and retreat", chances.repulsed),
        share("attackers are eliminated", chances.eliminated),
    ]
}

/// The orders of the segment, if the unit has one among them.
fn orders(rules: &Rules, plan: &Plan, unit: Unit, act: &Act) -> Vec<Choice> {
    let Some(own) = plan.orders.iter().position(|order| order.units.contains(&unit)) else {
        return Vec::new();
    };
    // Only orders of a kind are weighed against each other.
    let kind = std::mem::discriminant(&plan.orders[own].aim);
    let alike = plan.orders.iter().enumerate();
    let alike = alike.filter(|(at, order)| {
        *at == own || order.worth.is_some() && std::mem::discriminant(&order.aim) == kind
    });
    alike
        .map(|(at, order)| {
            let taken = at == own;
            let (action, aim) = match order.aim {
                Aim::Attack(hex) => {
                    let action = attack(rules, order.units.clone(), vec![hex]);
                    (action, "for the combat phase".to_owned())
                }
                Aim::Post(hex) => (send(rules, order, hex), "as a post of the line".to_owned()),
                Aim::Strengthen(hex) => {
                    (send(rules, order, hex), "to strengthen a post".to_owned())
                }
                Aim::Reserve(hex) => {
                    (send(rules, order, hex), "as a reserve, or in shelter".to_owned())
                }
            };
            let action = match (taken, order.aim) {
                (true, Aim::Post(_) | Aim::Strengthen(_) | Aim::Reserve(_)) => rules.action(act),
                _ => action,
            };
            let value = order.worth.map(i64::from);
            Choice { action, aim, value, chances: Vec::new(), taken }
        })
        .collect()
}

fn send(rules: &Rules, order: &Order, hex: Hex) -> Action {
    let unit = order.units.first().copied().unwrap_or(Unit(0));
    rules.action(&Act::Move { unit, path: vec![hex], exit: false })
}

/// Where a march may end, each hex by its worth.
fn marches(
    rules: &Rules,
    memory: &Memory,
    unit: Unit,
    act: &Act,
    ways: Vec<(Hex, i32)>,
) -> Vec<Choice> {
    let Act::Move { path, exit, .. } = act else { return Vec::new() };
    let end = path.last().copied();
    let of = |(hex, worth): (Hex, i32)| {
        let taken = Some(hex) == end && !exit;
        let act = match taken {
            true => act.clone(),
            false => Act::Move { unit, path: memory.reach.path(&rules.map, hex), exit: false },
        };
        Choice {
            action: rules.action(&act),
            aim: String::new(),
            value: Some(i64::from(worth)),
            chances: Vec::new(),
            taken,
        }
    };
    let mut choices: Vec<Choice> = ways.into_iter().map(of).collect();
    if *exit {
        let best = choices.iter().filter_map(|choice| choice.value).max().unwrap_or_default();
        choices.push(Choice {
            action: rules.action(act),
            aim: "off the map: who may leave and would not be worth more later, leaves".to_owned(),
            value: Some(best.max(0)),
            chances: Vec::new(),
            taken: true,
        });
    }
    choices
}
