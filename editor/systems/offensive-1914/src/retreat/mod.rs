//! 1914 11.1, 8.5.4, 8.6.3, 15.6.2: how units fall back, whatever the cause.
//!
//! | file | rules |
//! |---|---|
//! | `paths` | 1914 11.1.1, 8.6.3 which hexes are open, and which are to be preferred |
//! | `hops` | 1914 11.1.2 to 11.1.6, 8.5.4 what a hex of retreat brings, and what standing still does |
//! | `repulses` | 1914 7.4 repulse on the way |
//! | `trains` | 1914 15.6.2a corps trains |

mod hops;
mod paths;
mod repulses;
mod trains;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::{Decision, Step};
use crate::rules::{Offensive, Rules};

pub use trains::begin as begin_train;

/// A stack that has to fall back: what a caller passes to [`begin`].
///
/// All `units` stand together, have the same number of hexes to go and go them together: each hex
/// in an unnegated zone costs all their forces a level (1914 11.1.3), and of the stack one force
/// tries one repulse (7.4.1). Forces that go different distances are retreats of their own: a combat
/// result sends the whole stack, a failed check (10.2.1) its force alone, from wherever it is by then.
/// As what is begun last is done first, begin them in the reverse order.
///
/// - Assets go with their formation: pass the whole force (1914 11.1.2).
/// - A fort is passed as it lies: it is turned over or eliminated here (8.5.4). A fortress that is
///   passed loses its garrison and stays (11.1.2): pass it where the table says a retreat, or all
///   combat units fall back. Supply units are not passed: a depot in the hex is displaced here, and
///   a train that is left alone goes by itself (15.6.2).
/// - All are marked as retreated, so that they fight no more in this phase (9.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// Who falls back, by rising unit.
    pub units: Vec<Unit>,
    /// The hex that they held in the combat, from which they go as far as they can (1914 11.1.1): an
    /// attacker's own; for a second retreat of one combat the same as for the first.
    pub from: Hex,
    /// Hexes still to go.
    pub left: u8,
    /// Whether their one repulse was tried (1914 7.4.1): true where the cause allows none.
    pub repulsed: bool,
    /// The attack that it comes of, if one.
    pub attack: Option<u32>,
    /// The rule that sends them.
    pub rule: String,
}

/// A retreat on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Going {
    pub retreat: Retreat,
    /// The hexes that it has been in, so that it comes back to none of them: nothing before it
    /// begins.
    pub passed: Vec<Hex>,
    /// Whether it is a corps train that gives way to the enemy (1914 15.6.2a).
    pub train: bool,
}

impl Going {
    /// The side that falls back.
    fn side(&self, rules: &Rules) -> usize {
        self.retreat.units.first().map_or(0, |&unit| rules.side_of(unit))
    }

    /// Where it is now.
    fn at(&self) -> Hex {
        self.passed.last().copied().unwrap_or(self.retreat.from)
    }
}

/// Lets units fall back so many hexes, after all that is pushed later.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, retreat: Retreat) {
    go_on(cx, Going { retreat, passed: Vec::new(), train: false });
}

fn go_on(cx: &mut PlayContext<'_, Offensive>, going: Going) {
    cx.then(Step::Retreat(Box::new(going)));
}

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
        hops::set_out(cx, &mut step);
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
    let hex = position.hex(*going.retreat.units.first()?)?;
    let stands = |unit: &Unit| position.hex(*unit) == Some(hex);
    let (here, elsewhere): (Vec<Unit>, Vec<Unit>) =
        going.retreat.units.iter().partition(|&unit| stands(unit));
    if !elsewhere.is_empty() {
        let retreat = Retreat { units: elsewhere, ..going.retreat.clone() };
        begin(cx, retreat);
    }
    going.retreat.units = here;
    Some(hex)
}
