//! 1914 9, 10, 11.2, 14.1, 21.1: attacks and combat.
//!
//! | file | rules |
//! |---|---|
//! | `indicate` | 3.1.2, 9.1, 9.2: which attacks may be indicated, and must be |
//! | `fight` | 9.1.1: one attack, from who defends to the dice |
//! | `withhold` | 9.2.5: who defends, and who is withheld |
//! | `ammunition` | 9.4 |
//! | `parties` | who fights on each side |
//! | `odds` | 9.3, 9.5 to 9.7: strengths, odds, shifts, proficiency |
//! | `dice` | 9.8.2, 9.9, 21.1: the dice, the table, intensity |
//! | `results` | 9.1.1h, 9.2.5: levels, reductions, retreats |
//! | `naval` | 21.2 |
//! | `artillery` | 10.1 |
//! | `checks` | 10.0, 10.2, 12.2.1: the checks of all who fought |
//! | `advance` | 11.2 |
//! | `tell` | what the log says of attacks |
//!
//! Bombardments come before, in [`siege`](crate::siege) (1914 12.4, 13.3).
//!
//! A combat is one [`Fight`](crate::decision::battle::Fight) that goes through its stages as a frame:
//! it carries all that it knows, so that the position keeps nothing of it but marks of units.

mod advance;
mod ammunition;
pub mod artillery;
mod checks;
pub mod dice;
pub mod fight;
pub mod indicate;
mod naval;
pub mod odds;
mod parties;
mod results;
mod tell;
pub mod withhold;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::battle::{Asked, Barrage, Step};
use crate::decision::{ask, then};
use crate::event::battle::BattleDetail;
use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::siege::{barrage, bombard, destroy};
use crate::state::{Attack, BOMBARDED, FIRED, FOUGHT, RETREATED, WITHHELD};

use tell::tell;

pub use dice::difference;
pub use fight::foreseen;

/// Begins an attack phase (1914 9.1).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    clear(cx);
    remove_superfluous(cx, side);
    then(cx, Step::Indicate(side));
    bombard(cx, side);
}

/// A side bombards as long as it can.
fn bombard(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    if bombard::any(cx.rules, cx.position, side) {
        ask(cx, side, Asked::Bombard);
    }
}

/// A side indicates its attacks, once its bombardments are over.
fn indicate(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    if indicate::any(cx.rules, cx.position, side) {
        ask(cx, side, Asked::Indicate);
    }
}

/// What is left of an attack phase: prepared attacks are used up.
pub fn end(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let units: Vec<Unit> = cx.position.on_map(cx.rules, side).collect();
    for unit in units {
        marks::unprepare(cx, unit, "1914 9.1");
    }
    clear(cx);
}

/// Forgets what lasts no longer than an attack phase.
fn clear(cx: &mut PlayContext<'_, Offensive>) {
    cx.position.own.attacks.clear();
    cx.position.own.attacked.clear();
    cx.position.own.naval_support = false;
    for side in [cx.rules.allied, cx.rules.german] {
        let units: Vec<Unit> = cx.position.on_map(cx.rules, side).collect();
        for unit in units {
            *cx.position.flags_mut(unit) &= !(FOUGHT | RETREATED | WITHHELD | FIRED | BOMBARDED);
        }
    }
}

/// 1914 9.1: prepared attacks go that point at a hex without enemies, with only a bare fortress, or
/// which its camp protects.
fn remove_superfluous(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let enemy = rules.enemy(side);
    let units: Vec<Unit> = cx.position.on_map(rules, side).collect();
    for unit in units {
        let Some(hex) = marks::prepared(cx.position, unit) else { continue };
        let position = &*cx.position;
        let defends =
            |it: Unit| rules.side_of(it) == enemy && indicate::defends(rules, position, it);
        let defended = position.stack(hex).any(defends);
        let protected = indicate::is_protected(rules, position, enemy, hex);
        if defended && !protected {
            continue;
        }
        let rule = if defended { "1914 12.2.2" } else { "1914 9.1" };
        marks::unprepare(cx, unit, rule);
    }
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
    act: &Act,
) -> Result<(), Violation> {
    match asked {
        Asked::Bombard => bombard::check(rules, position, side, act),
        Asked::Occupy(occupy) => destroy::check(rules, position, side, *occupy, act),
        Asked::Barrage(hex) => barrage::check(rules, position, side, *hex, act),
        Asked::Indicate => indicate::check(rules, position, side, act),
        Asked::Order => match act {
            Act::Resolve { hex } if position.own.attacks.iter().any(|it| it.hex == *hex) => Ok(()),
            _ => Err(Violation::new("1914 9.1", "one of the attacks indicated is resolved next")),
        },
        Asked::Withhold(fight) => {
            let defence = fight::defence(rules, position, fight);
            defence.chosen(rules, position, act).map(|_| ())
        }
        Asked::Ammunition(fight, party) => {
            let sources = fight::sources(rules, position, fight, *party);
            ammunition::check(rules, position, &sources, act)
        }
        Asked::Naval(_) => match act {
            Act::Done | Act::Support => Ok(()),
            _ => Err(Violation::new("1914 21.2", "let ships support the defence, or be done")),
        },
        Asked::Intensity(..) => match act {
            Act::Fight { .. } => Ok(()),
            _ => Err(Violation::new("1914 9.8", "fight with intensity or without")),
        },
        Asked::Advance(fight) => advance::check(rules, position, fight, act),
    }
}

/// What a side may do.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
) -> Vec<Act> {
    match asked {
        Asked::Bombard => bombard::legal(rules, position, side),
        Asked::Occupy(occupy) => destroy::legal(rules, position, side, *occupy),
        Asked::Barrage(hex) => barrage::legal(rules, position, side, *hex),
        Asked::Indicate => indicate::legal(rules, position, side),
        Asked::Order => {
            let attacks = position.own.attacks.iter();
            let mut acts: Vec<Act> = attacks.map(|it| Act::Resolve { hex: it.hex }).collect();
            acts.sort();
            acts
        }
        Asked::Withhold(fight) => fight::defence(rules, position, fight).legal(rules, position),
        Asked::Ammunition(fight, party) => {
            let sources = fight::sources(rules, position, fight, *party);
            ammunition::legal(rules, position, &sources)
        }
        Asked::Naval(_) => vec![Act::Done, Act::Support],
        Asked::Intensity(..) => [false, true].map(|intense| Act::Fight { intense }).to_vec(),
        Asked::Advance(fight) => advance::legal(rules, position, fight),
    }
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Asked, act: &Act) {
    match asked {
        Asked::Bombard => {
            cx.answered(side);
            if let Act::Bombard { unit, fortress, pioneers } = *act {
                then(cx, Step::Bombard(side));
                bombard::fire(cx, unit, fortress, pioneers);
            }
        }
        Asked::Occupy(occupy) => {
            cx.answered(side);
            if let Act::Advance { units } = act
                && let [unit] = units[..]
            {
                destroy::advance(cx, side, occupy, unit);
            }
        }
        Asked::Barrage(hex) => {
            cx.answered(side);
            match act {
                Act::Barrage { units, .. } => barrage::fire(cx, side, hex, units),
                _ => fight::begin(cx, side, hex, Barrage::default()),
            }
        }
        Asked::Indicate => indicated(cx, side, act),
        Asked::Order => {
            cx.answered(side);
            if let Act::Resolve { hex } = act {
                resolve(cx, side, *hex);
            }
        }
        Asked::Withhold(fight) => {
            cx.answered(side);
            let defence = fight::defence(cx.rules, cx.position, &fight);
            let units = defence.chosen(cx.rules, cx.position, act).unwrap_or_default();
            fight::withhold(cx, fight, units);
        }
        Asked::Ammunition(fight, party) => {
            cx.answered(side);
            let units: &[Unit] = if let Act::Provide { units } = act { units } else { &[] };
            fight::provide(cx, fight, party, units);
        }
        Asked::Naval(fight) => {
            cx.answered(side);
            naval::support(cx, fight, *act == Act::Support);
        }
        Asked::Intensity(fight, party) => {
            cx.answered(side);
            fight::fight_so(cx, fight, party, *act == Act::Fight { intense: true });
        }
        Asked::Advance(fight) => {
            cx.answered(side);
            if let Act::Advance { units } = act {
                advance::advance(cx, &fight, units);
            }
        }
    }
}

/// An attack is indicated, or all have been.
fn indicated(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    let Act::Attack { units, hex } = act else {
        cx.answered(side);
        return then(cx, Step::Next(side));
    };
    let attacks = &mut cx.position.own.attacks;
    match attacks.iter_mut().find(|attack| attack.hex == *hex) {
        Some(attack) => {
            attack.units.extend(units);
            attack.units.sort_unstable();
        }
        None => attacks.push(Attack { hex: *hex, units: units.clone() }),
    }
    tell(cx, BattleDetail::Indicated, (side, units, *hex, "1914 9.1"));
}

/// Goes on by itself.
pub fn run(cx: &mut PlayContext<'_, Offensive>, step: Step) {
    match step {
        Step::Bombard(side) => bombard(cx, side),
        Step::Indicate(side) => indicate(cx, side),
        Step::Occupy(occupy, unit) => destroy::enter(cx, occupy, unit),
        Step::Attack(side, hex, barrage) => fight::begin(cx, side, hex, barrage),
        Step::Fight(fight) => fight::run(cx, fight),
        Step::Retreat(retreat) => results::run_retreat(cx, *retreat),
        Step::Next(side) => match cx.position.own.attacks.as_slice() {
            [] => {}
            [only] => {
                let hex = only.hex;
                resolve(cx, side, hex);
            }
            _ => ask(cx, side, Asked::Order),
        },
    }
}

/// Fights an attack, and goes on with the next after it.
fn resolve(cx: &mut PlayContext<'_, Offensive>, side: usize, hex: Hex) {
    cx.then_as_before(Step::Next(side).into());
    if barrage::legal(cx.rules, cx.position, side, hex).len() > 1 {
        return ask(cx, side, Asked::Barrage(hex));
    }
    fight::begin(cx, side, hex, Barrage::default());
}
