//! 1914 4.2.1, 4.3.1, 7.1.4b, 12.5, 16, 17.1: reinforcements, substitutions, combinations, withdrawals,
//! repairs and replacements.

pub mod combine;
mod enter;
mod leave;
mod replace;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};

use crate::acts::Act;
use crate::decision::Arriving as Asked;
use crate::rules::{Offensive, Rules};

pub use replace::at_start;

/// Begins a preliminary phase (1914 4.2.1).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    leave::withdraw(cx, side);
    leave::substitute(cx, side);
    crate::group::end(cx, side);
    crate::settle::repair_bridges(cx, side);
    crate::fortress::repair(cx, side);
    crate::east::begin(cx, side);
    crate::inundation::begin(cx, side);
    crate::siege_train::arrive(cx, side);
    crate::bases::begin(cx, side, false);
    enter::go_on(cx, side);
}

/// Begins the replacements of an inter-phase (1914 4.3.1).
pub fn begin_replacements(cx: &mut PlayContext<'_, Offensive>) {
    replace::begin(cx);
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
    match (asked, act) {
        (Asked::Place, Act::Place { unit, hex }) => {
            enter::check(rules, position, side, (*unit, *hex))
        }
        (Asked::Place, Act::Done) => enter::check_done(rules, position, side),
        (Asked::Place, _) => Err(Violation::new("1914 16.1", "place those who come in")),
        (Asked::Replace, Act::Replace { unit }) => replace::check(rules, position, side, *unit),
        (Asked::Replace, Act::Done) => replace::check_done(rules, position, side),
        (Asked::Replace, _) => {
            Err(Violation::new("1914 16.6.1", "name the units that take replacements"))
        }
    }
}

/// What a side may do.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
) -> Vec<Act> {
    let mut acts = match asked {
        Asked::Place => enter::plain(rules, position, side),
        Asked::Replace => replace::plain(rules, position, side),
    };
    acts.push(Act::Done);
    acts.retain(|act| check(rules, position, side, asked, act).is_ok());
    acts.sort_unstable();
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Asked, act: &Act) {
    cx.answered(side);
    match (asked, act) {
        (Asked::Place, Act::Place { unit, hex }) => {
            enter::place(cx, *unit, *hex);
            enter::go_on(cx, side);
        }
        (Asked::Replace, Act::Replace { unit }) => {
            replace::take(cx, *unit);
            replace::go_on(cx, side);
        }
        _ => {}
    }
}
