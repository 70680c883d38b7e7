//! 1914 3.1, 7, 8.1 to 8.4, 8.6, 8.7, 14.3: movement, its tasks, prepared attacks, repulse,
//! reaction.
//!
//! | file | rules |
//! |---|---|
//! | `allowance` | 1914 7.1.1, 7.2.1, 22.1 movement points |
//! | `cost` | 1914 7.1.3 to 7.1.6, 8.4, 8.7 what a step costs, and what bars it |
//! | `moves` | 1914 7.1.2 who moves together, and how far |
//! | `walks` | 1914 7.1.2 a move, hex by hex |
//! | `ways` | where a unit may go, by the same costs |
//! | `forced` | 1914 7.2 forced marches and their checks |
//! | `prepare` | 1914 7.3 prepared attacks |
//! | `pins` | 1914 7.3.3 whom they pin |
//! | `repulse` | 1914 7.4 |
//! | `tasks` | 1914 7.5, 7.8, 14.3 recovery and improved positions |
//! | `by_rail` | 1914 7.7 movement by rail |
//! | `reaction` | 1914 8.2 cavalry that reacts |
//! | `fall_back` | 1914 8.2.3, 8.2.4 one hex back, in reaction and retirement |
//! | `forts` | 1914 8.5.3 forts that are left |
//! | `deploy` | 1914 13.1.1, 13.2.4, 13.2.5, 13.3.1 siege guns and their headquarters |
//! | `overstacked` | 1914 3.1.3 |
//! | `sea` | 1914 7.9, 23.3.1 movement by sea |
//! | `special` | 1914 23.3.2, 24.5 special rail points |
//! | `phase` | 1914 4.2.5, 4.2.6 the phase from its beginning to its end |

pub mod allowance;
pub mod by_rail;
pub mod cost;
pub mod deploy;
pub mod fall_back;
mod forced;
mod forts;
pub mod moves;
mod overstacked;
mod phase;
pub mod pins;
pub mod prepare;
pub mod reaction;
pub mod repulse;
pub mod sea;
pub mod special;
pub mod tasks;
pub mod walks;
pub mod ways;

use salient_rules::Violation;
use salient_rules::play::{Entered, PlayContext, Position, Walk};

use crate::abreast::steps;
use crate::acts::Act;
use crate::decision::march::Step;
use crate::decision::{ask, then};
use crate::group;
use crate::rules::{Offensive, Rules};

pub use crate::decision::march::Asked;
pub use phase::begin;
pub use ways::ways;

/// What is left of a movement phase: nothing that was not done when its side was done.
pub fn end(cx: &mut PlayContext<'_, Offensive>, now: crate::stages::Now) {
    let _ = now;
    special::end_phase(cx.position);
    cx.position.own.moving.clear();
    cx.position.own.entered = None;
    cx.position.own.entered_beside = None;
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
        (Asked::React(react), _) => reaction::check(rules, position, react, act),
        (Asked::Overstacked(hex), _) => overstacked::check(rules, position, side, *hex, act),
        (Asked::Move, Act::Done) => group::mission::check(rules, position, side),
        (Asked::Move, Act::Move { units, path }) => {
            moves::check(rules, position, side, units, path)
        }
        (Asked::Move, Act::Abreast { units, hexes }) => {
            steps::check(rules, position, side, (units, hexes))
        }
        (Asked::Move, Act::Prepare { units, hex }) => {
            prepare::check(rules, position, side, units, *hex)
        }
        (Asked::Move, Act::Repulse { units, hex }) => {
            repulse::check(rules, position, side, units, *hex)
        }
        (Asked::Move, Act::Recover { unit }) => tasks::check_recovery(rules, position, side, *unit),
        (Asked::Move, Act::Entrench { unit, hex }) => {
            tasks::check_position(rules, position, side, *unit, *hex)
        }
        (Asked::Move, Act::ByRail { unit, special }) => {
            by_rail::check(rules, position, side, (*unit, *special))
        }
        (Asked::Destination(unit, special), Act::Destination { hex }) => {
            by_rail::check_destination(rules, position, side, (*unit, *special), *hex)
        }
        (Asked::Destination(..), _) => {
            Err(Violation::new("1914 7.7.3", "name where the unit goes by rail"))
        }
        (Asked::Move, Act::AbandonFort { unit }) => {
            forts::check_abandon(rules, position, side, *unit)
        }
        (Asked::Move, Act::Deploy { unit }) => deploy::check(rules, position, side, *unit),
        (Asked::Move, Act::PackUp { unit }) => deploy::check_pack(rules, position, side, *unit),
        (Asked::Move, Act::PrepareFire { unit }) => {
            deploy::check_preparation(rules, position, side, *unit)
        }
        (Asked::Move, Act::Embark { units, hex }) => {
            sea::check(rules, position, side, units, Some(*hex))
        }
        (Asked::Move, Act::EmbarkHome { units }) => sea::check(rules, position, side, units, None),
        (Asked::Land(unit), _) => sea::check_landing(rules, position, *unit, act),
        (Asked::Move, _) => Err(Violation::new("1914 4.2.5", "it is the time for movement")),
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
        Asked::React(react) => reaction::legal(rules, position, react),
        Asked::Overstacked(hex) => overstacked::legal(rules, position, side, *hex),
        Asked::Land(unit) => sea::landings(rules, position, *unit),
        Asked::Destination(unit, special) => {
            let whose = (*unit, *special);
            let hexes = by_rail::destinations(rules, position, side, whose).into_iter();
            hexes.map(|hex| Act::Destination { hex }).collect()
        }
        Asked::Move => {
            let mut acts = Vec::new();
            if group::mission::check(rules, position, side).is_ok() {
                acts.push(Act::Done);
            }
            ways::legal(rules, position, side, &mut acts);
            steps::legal(rules, position, side, &mut acts);
            prepare::legal(rules, position, side, &mut acts);
            repulse::legal(rules, position, side, &mut acts);
            tasks::legal(rules, position, side, &mut acts);
            forts::legal(rules, position, side, &mut acts);
            deploy::legal(rules, position, side, &mut acts);
            sea::legal(rules, position, side, &mut acts);
            by_rail::legal(rules, position, side, &mut acts);
            acts
        }
    };
    acts.sort();
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Asked, act: &Act) {
    match (asked, act) {
        (Asked::React(react), _) => reaction::apply(cx, side, react, act),
        (Asked::Overstacked(hex), _) => overstacked::apply(cx, side, hex, act),
        (Asked::Move, Act::Move { units, path }) => walks::set_out(cx, units, path),
        (Asked::Move, Act::Abreast { units, hexes }) => steps::apply(cx, side, units, hexes),
        (Asked::Move, Act::Prepare { units, hex }) => prepare::apply(cx, units, *hex),
        (Asked::Move, Act::Repulse { units, hex }) => repulse::apply(cx, side, units, *hex),
        (Asked::Move, Act::Recover { unit }) => {
            tasks::start(cx, *unit, crate::state::Task::Recovery);
        }
        (Asked::Move, Act::Entrench { unit, hex }) => {
            let task = tasks::position_of(cx.position, *unit, *hex);
            tasks::start(cx, *unit, task);
        }
        (Asked::Move, Act::AbandonFort { unit }) => forts::abandon(cx, *unit),
        (Asked::Move, Act::Deploy { unit }) => deploy::apply(cx, *unit),
        (Asked::Move, Act::PackUp { unit }) => deploy::pack(cx, *unit),
        (Asked::Move, Act::PrepareFire { unit }) => deploy::prepare(cx, *unit),
        (Asked::Move, Act::Embark { units, hex }) => sea::embark(cx, units, Some(*hex)),
        (Asked::Move, Act::EmbarkHome { units }) => sea::embark(cx, units, None),
        (Asked::Land(unit), _) => sea::apply_landing(cx, side, unit, act),
        (Asked::Move, Act::ByRail { unit, special }) => {
            ask(cx, side, Asked::Destination(*unit, *special));
        }
        (Asked::Destination(unit, special), act) => {
            cx.answered(side);
            if let Act::Destination { hex } = act {
                by_rail::set_out(cx, (unit, special), *hex);
            }
        }
        (Asked::Move, _) => {
            cx.answered(side);
            then(cx, Step::Finish);
        }
    }
}

/// Goes on by itself.
pub fn run(cx: &mut PlayContext<'_, Offensive>, step: Step) {
    match step {
        Step::Finish => phase::finish(cx),
        Step::Forced(units) => forced::run(cx, &units),
        Step::Onward(onward) => walks::go_on(cx, &onward),
        Step::React(react) => reaction::run(cx, *react),
        Step::Check(check) => repulse::run_check(cx, *check),
        Step::Enter(units, hex) => repulse::enter(cx, &units, hex),
        Step::Overstacked => overstacked::run(cx),
    }
}

/// A walk has entered a hex (1914 7.1, 8.2).
pub fn entered(cx: &mut PlayContext<'_, Offensive>, walk: &Walk) -> Entered {
    walks::entered(cx, walk)
}
