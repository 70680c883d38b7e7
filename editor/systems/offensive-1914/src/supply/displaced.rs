//! 1914 15.6.2b, 15.4: depots that are displaced, and where to.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::communications::linked;
use crate::acts::Act;
use crate::control;
use crate::decision::{Decision, Displaced, Step};
use crate::rails;
use crate::rules::{Offensive, Rules};
use crate::zones::is_exposed;

const RULE: &str = "1914 15.6.2b";

/// Lets a depot be displaced; `linked` where it must have a line of communications by that.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, depot: Unit, linked: bool) {
    if let Some(from) = cx.position.hex(depot) {
        cx.then(Step::Displace(Displaced { depot, from, linked }));
    }
}

/// The hexes that its owner may choose: railways that are operational for him, where it is not in
/// danger again. Those far from the enemy with a line of communications come first, of these the
/// nearest to where it was.
pub fn options(rules: &Rules, position: &Position<Offensive>, displaced: &Displaced) -> Vec<Hex> {
    let &Displaced { depot, from, linked: must } = displaced;
    let side = rules.side_of(depot);
    let (enemy, board, grid) = (rules.enemy(side), position.board(), rules.map().grid());
    let linked = linked(rules, position, depot);
    let mut all: Vec<Hex> = grid
        .hexes()
        .filter(|&hex| rails::is_operational(position, side, hex) && hex != from)
        .filter(|&hex| !board.holds(hex, enemy) && !is_exposed(rules, position, side, hex))
        .filter(|&hex| !control::has_fortress(rules, position, enemy, hex))
        .filter(|&hex| super::siting::permits(rules, depot, hex))
        .filter(|hex| !must || linked.binary_search(hex).is_ok())
        .collect();
    all.sort_by_cached_key(|hex| {
        let is_linked = linked.binary_search(hex).is_ok();
        (board.controls(*hex, enemy), !is_linked, grid.distance(from, *hex), *hex)
    });
    all
}

/// It goes by itself where there is one hex, and stays where there is none.
pub fn run(cx: &mut PlayContext<'_, Offensive>, displaced: Displaced) {
    // Whatever came in between may have moved it.
    if cx.position.hex(displaced.depot) != Some(displaced.from) {
        return;
    }
    match options(cx.rules, cx.position, &displaced)[..] {
        [] => {}
        [hex] => go(cx, displaced.depot, hex),
        _ => {
            let side = cx.rules.side_of(displaced.depot);
            cx.ask(side, Decision::Displace(displaced));
        }
    }
}

/// Takes it to a hex, extended.
fn go(cx: &mut PlayContext<'_, Offensive>, depot: Unit, hex: Hex) {
    cx.shift(&[depot], &[hex], "displaced", None, RULE);
    cx.turn_over(depot, 1, "1914 15.6.1");
}

/// Whether its owner may do something that he is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    displaced: &Displaced,
    act: &Act,
) -> Result<(), Violation> {
    let Act::Displace { hex } = act else {
        return Err(Violation::new(RULE, "choose the hex of railway that the depot goes to"));
    };
    if options(rules, position, displaced).contains(hex) {
        return Ok(());
    }
    let label = rules.label(*hex);
    let text = match displaced.linked {
        true => format!("{label} is no hex of operational railway with a line of communications"),
        false => format!("{label} is no hex of operational railway away from the enemy"),
    };
    Err(Violation::new(RULE, text))
}

/// What he may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, displaced: &Displaced) -> Vec<Act> {
    options(rules, position, displaced).into_iter().map(|hex| Act::Displace { hex }).collect()
}

/// Does what [`check`] has allowed.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, displaced: Displaced, act: &Act) {
    cx.answered(side);
    if let Act::Displace { hex } = act {
        go(cx, displaced.depot, *hex);
    }
}
