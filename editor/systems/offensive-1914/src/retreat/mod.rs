//! 1914 11.1, 8.5.4, 8.6.3, 15.6.2: how units fall back, whatever the cause.
//!
//! | file | rules |
//! |---|---|
//! | `paths` | 1914 11.1.1, 8.6.3 which hexes are open, and which are to be preferred |
//! | `hops` | 1914 11.1.2 to 11.1.6, 8.5.4 what a hex of retreat brings, and what standing still does |
//! | `repulses` | 1914 7.4 repulse on the way |
//! | `trains` | 1914 15.6.2a corps trains |

mod hops;
pub mod paths;
mod repulses;
mod trains;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast;
use crate::acts::Act;
use crate::decision::retreat::Going;
use crate::decision::{Decision, then as go_on};
use crate::rules::{Offensive, Rules};
use crate::supply::displaced;

pub use crate::decision::retreat::Retreat;
/// Lets units fall back so many hexes, after all that is pushed later.
pub use crate::decision::then as begin;
pub use trains::begin as begin_train;

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    _side: usize,
    asked: &Going,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Retreat { hex } if asked.train => trains::check(rules, position, asked, *hex),
        Act::Retreat { hex } => paths::check(rules, position, asked, *hex),
        Act::Repulse { units, hex } => repulses::check(rules, position, asked, units, *hex),
        // 1914 11.1.5: only who cannot retreat stands still.
        Act::Stand if paths::options(rules, position, asked).is_empty() => Ok(()),
        Act::Stand => {
            Err(Violation::new("1914 11.1.5", "the units can retreat: choose one of the hexes"))
        }
        _ => Err(Violation::new("1914 11.1", "choose the hex that the units retreat into")),
    }
}

/// What a side may do.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    _side: usize,
    asked: &Going,
) -> Vec<Act> {
    if asked.train {
        let options = trains::options(rules, position, asked);
        return options.into_iter().map(|(hex, _)| Act::Retreat { hex }).collect();
    }
    let mut acts = repulses::legal(rules, position, asked);
    let hexes = paths::options(rules, position, asked);
    if hexes.is_empty() {
        acts.push(Act::Stand);
    }
    acts.extend(hexes.into_iter().map(|hex| Act::Retreat { hex }));
    acts.sort();
    acts
}

/// Does what [`check`] has allowed.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Going, act: &Act) {
    cx.answered(side);
    match act {
        Act::Retreat { hex } if asked.train => trains::go(cx, &asked, *hex),
        Act::Retreat { hex } => hops::hop(cx, asked, *hex),
        Act::Repulse { units, hex } => repulses::attempt(cx, side, asked, units, *hex),
        _ => hops::stand(cx, &asked),
    }
}

/// Goes on by itself: to the next hex if there is only one and nobody to repulse, else its side is
/// asked.
pub fn run(cx: &mut PlayContext<'_, Offensive>, mut step: Going) {
    if step.train {
        return trains::run(cx, step);
    }
    if step.passed.is_empty() {
        let depots = hops::set_out(cx, &mut step);
        if !depots.is_empty() {
            go_on(cx, step);
            return depots.into_iter().for_each(|depot| displaced::begin(cx, depot, false));
        }
    }
    let Some(hex) = together(cx, &mut step) else { return };
    if step.passed.is_empty() {
        step.passed.push(hex);
    }
    if step.retreat.left == 0 {
        return;
    }
    let options = paths::options(cx.rules, cx.position, &step);
    let repulses = repulses::legal(cx.rules, cx.position, &step);
    match options[..] {
        _ if !repulses.is_empty() => {
            cx.ask(step.side(cx.rules), Decision::Retreat(Box::new(step)));
        }
        [] => hops::stand(cx, &step),
        [hex] => hops::hop(cx, step, hex),
        _ => cx.ask(step.side(cx.rules), Decision::Retreat(Box::new(step))),
    }
}

/// The hex in which those are who still fall back. Whoever is elsewhere by now goes by itself.
fn together(cx: &mut PlayContext<'_, Offensive>, going: &mut Going) -> Option<Hex> {
    let position = &*cx.position;
    going.retreat.units.retain(|&unit| position.hex(unit).is_some());
    let hex = going.place(position)?;
    let stands = |unit: &Unit| abreast::is_in(position, *unit, hex);
    let (here, elsewhere): (Vec<Unit>, Vec<Unit>) =
        going.retreat.units.iter().partition(|&unit| stands(unit));
    if !elsewhere.is_empty() {
        let retreat = Retreat { units: elsewhere, ..going.retreat.clone() };
        begin(cx, retreat);
    }
    going.retreat.units = here;
    Some(hex)
}
