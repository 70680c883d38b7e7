//! 1914 15.6.2a: corps trains give way to the enemy.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::paths::{self, Way};
use super::{Going, Retreat, go_on};
use crate::decision::Decision;
use crate::losses;
use crate::rules::{Offensive, Rules};
use crate::zones::is_exposed;

const RULE: &str = "1914 15.6.2a";

/// Lets a train fall back, unless it is out of danger by then.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, train: Unit) {
    let Some(from) = cx.position.hex(train) else { return };
    let left = cx.rules.numbers.train_retreat.unsigned_abs() as u8;
    let (units, rule) = (vec![train], RULE.to_owned());
    let retreat = Retreat { units, from, left, repulsed: true, attack: None, half: false, rule };
    go_on(cx, Going { retreat, passed: vec![from], train: true });
}

/// The hexes in which its retreat may end, sorted, each with the way there: so many hexes through no
/// unnegated enemy zone of control; where there is no such way, fewer to a friendly combat unit.
pub fn options(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
) -> Vec<(Hex, Vec<Hex>)> {
    let side = going.side(rules);
    let free = |hex: Hex| !paths::is_zone(rules, position, side, hex);
    let ends = |hex: Hex| !is_exposed(rules, position, side, hex);
    let ways = paths::ways(rules, position, going, &free);
    let whole = |way: &&Way| {
        way.reach.steps == going.retreat.left && way.hexes.last().is_some_and(|&hex| ends(hex))
    };
    let mut fit: Vec<Way> = ways.iter().filter(whole).cloned().collect();
    if fit.is_empty() {
        fit = shorter(rules, position, going, &free);
    }
    let preferred = paths::preferred(fit).into_iter();
    let mut options: Vec<(Hex, Vec<Hex>)> =
        preferred.filter_map(|way| Some((*way.hexes.last()?, way.hexes))).collect();
    options.sort_unstable();
    options.dedup_by_key(|(hex, _)| *hex);
    options
}

/// The ways of fewer hexes that end with a friendly combat unit.
fn shorter(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
    free: &dyn Fn(Hex) -> bool,
) -> Vec<Way> {
    let side = going.side(rules);
    let is_friend = |unit: Unit| rules.side_of(unit) == side && rules.is_combat(position, unit);
    let shelters = |hex: Hex| position.stack(hex).any(is_friend);
    let mut found = Vec::new();
    for left in 1..=going.retreat.left {
        let retreat = Retreat { left, ..going.retreat.clone() };
        let ways = paths::ways(rules, position, &Going { retreat, ..going.clone() }, free);
        let sheltered = ways.into_iter().filter(|way| way.reach.steps == left);
        found.extend(sheltered.filter(|way| way.hexes.last().is_some_and(|&hex| shelters(hex))));
    }
    found
}

/// Whether a train may end its retreat in a hex.
///
/// # Errors
/// Why it may not.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
    hex: Hex,
) -> Result<(), Violation> {
    let options = options(rules, position, going);
    if options.iter().any(|(end, _)| *end == hex) {
        return Ok(());
    }
    let wanted: Vec<&str> = options.iter().map(|(end, _)| rules.compiled.label(*end)).collect();
    let label = rules.compiled.label(hex);
    let text = format!("the train does not fall back to {label}: choose {}", wanted.join(" or "));
    Err(Violation::new(RULE, text))
}

/// It goes by itself where there is one hex, and is lost where there is none.
pub fn run(cx: &mut PlayContext<'_, Offensive>, going: Going) {
    let rules = cx.rules;
    let Some(&train) = going.retreat.units.first() else { return };
    let side = going.side(rules);
    let in_danger = |hex: Hex| is_exposed(rules, cx.position, side, hex);
    // Others may have come to its help, or it has gone (1914 15.6.2a: before or after reaction).
    if cx.position.hex(train) != Some(going.retreat.from) || !in_danger(going.retreat.from) {
        return;
    }
    let options = options(rules, cx.position, &going);
    match &options[..] {
        [] => losses::eliminate(cx, train, "overrun", None, RULE),
        [(hex, _)] => go(cx, &going, *hex),
        _ => cx.ask(side, Decision::Retreat(Box::new(going))),
    }
}

/// Falls back to a hex and turns to its extended side.
pub fn go(cx: &mut PlayContext<'_, Offensive>, going: &Going, to: Hex) {
    let options = options(cx.rules, cx.position, going);
    let way = options.into_iter().find(|(hex, _)| *hex == to).map(|(_, way)| way);
    let Some(way) = way else { return };
    cx.shift(&going.retreat.units, &way, "retreat", None, RULE);
    for &train in &going.retreat.units {
        cx.turn_over(train, 1, "1914 15.6.1");
    }
}
