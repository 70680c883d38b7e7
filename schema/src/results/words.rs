//! What happens, in plain sentences.

use super::outcome::{Exchange, Losses, Outcome, Retreat, SideResult};
use crate::words::{capital, name_in_a_sentence};

/// What a table is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combat {
    /// An attack: there are an attacker and a defender.
    Attack,
    /// Fire: there are a firing side and a target.
    Fire,
}

impl Combat {
    /// What its two sides are called.
    fn sides(self) -> [&'static str; 2] {
        match self {
            Self::Attack => ["the attacker", "the defender"],
            Self::Fire => ["the firing side", "the target"],
        }
    }
}

impl Outcome {
    /// What happens, in sentences: `The attacker loses 1 step; the defender retreats 2 hexes.`
    pub fn words(&self, combat: Combat, name_of_state: impl Fn(&str) -> String) -> String {
        let [attacker, defender] = combat.sides();
        let mut sentences = Vec::new();
        sentences.extend(self.exchange.map(|exchange| {
            let (called, much) = match exchange {
                Exchange::Full => ("Exchange", "as much"),
                Exchange::Half => ("Half exchange", "half as much"),
            };
            format!(
                "{called}: {defender} is eliminated, and {attacker} loses at least {much} strength."
            )
        }));
        let named = |state: &str| name_in_a_sentence(&name_of_state(state));
        let clauses: Vec<String> = if self.attacker == self.defender {
            vec![clause("both sides", true, &self.defender, named)]
        } else {
            let each = [(attacker, &self.attacker), (defender, &self.defender)];
            each.map(|(called, side)| clause(called, false, side, named)).into()
        };
        let clauses: Vec<String> = clauses.into_iter().filter(|words| !words.is_empty()).collect();
        if !clauses.is_empty() {
            sentences.push(format!("{}.", capital(&clauses.join("; "))));
        }
        if self.contact {
            let words = "Contact: nobody moves, and the combat is over; the units stay locked.";
            sentences.push(words.to_owned());
        }
        sentences.extend(self.advance.map(|hexes| match hexes {
            0 => format!("{} may not advance.", capital(attacker)),
            hexes => format!("{} may advance {}.", capital(attacker), count(hexes, "hex", "hexes")),
        }));
        if sentences.is_empty() {
            return "No effect.".to_owned();
        }
        sentences.join(" ")
    }
}

/// What happens to a side: `the defender loses 1 step and retreats 2 hexes`; nothing if nothing
/// does. What it is called may be several, as `both sides`.
fn clause(
    called: &str,
    several: bool,
    side: &SideResult,
    named: impl Fn(&str) -> String,
) -> String {
    let verb = |one, many| if several { many } else { one };
    let loses = verb("loses", "lose");
    let mut does = Vec::new();
    match side.losses {
        Losses::None => {}
        Losses::Steps(steps) => does.push(format!("{loses} {}", count(steps, "step", "steps"))),
        Losses::Points(points) => {
            does.push(format!("{loses} {}", count(points, "strength point", "strength points")));
        }
        Losses::All => does.push(format!("{} eliminated", verb("is", "are"))),
    }
    if let Some(Retreat { hexes, rout }) = side.retreat {
        let retreats = if rout { verb("routs", "rout") } else { verb("retreats", "retreat") };
        does.push(format!("{retreats} {}", count(hexes, "hex", "hexes")));
        if rout {
            does.push(format!("{} no more part", verb("takes", "take")));
        }
    }
    if let Some(modifier) = side.check {
        let checks = verb("checks morale", "check morale");
        does.push(match modifier {
            0 => checks.to_owned(),
            modifier => format!("{checks} at {modifier:+}"),
        });
    }
    if !side.states.is_empty() {
        let names: Vec<String> = side.states.iter().map(|state| named(state)).collect();
        does.push(format!("{} {}", verb("becomes", "become"), listed(&names)));
    }
    if does.is_empty() { String::new() } else { format!("{called} {}", listed(&does)) }
}

/// `1 hex`, `2 hexes`.
fn count(number: impl Into<u16>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
