//! 1914 27.2, 27.3: Mülhausen for the Allies, and once the towns of Lorraine for the Germans.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};

use super::counted::PARIS;
use super::points::{Of, book};
use crate::acts::Act;
use crate::control::holder;
use crate::decision::Decision;
use crate::rules::{Offensive, Rules};
use crate::schedule::Capture;

/// The Allies had their points (1914 27.2).
const ALLIED: u32 = 1;
/// The Germans took theirs (1914 27.3).
const GERMAN: u32 = 1 << 1;
/// The Germans were asked in this player-turn.
const ASKED: u32 = 1 << 2;

/// What of it there is, by name.
pub const CAPTURED: [(&str, u32); 4] =
    [("allied", ALLIED), ("german", GERMAN), ("asked", ASKED), ("paris", PARIS)];

/// 1914 27.2, 27.3: what is captured at the end of a player-turn. It may ask, and is called again then.
pub fn end_player_turn(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    let rules = cx.rules;
    if cx.position.own.awarded & ASKED != 0 {
        cx.position.own.awarded &= !ASKED;
        return;
    }
    let last = rules.numbers.capture_until;
    let turn = i32::from(cx.position.turn);
    if turn > last {
        return;
    }
    let allied = &rules.schedule.muelhausen;
    if cx.position.own.awarded & ALLIED == 0
        && !allied.towns.is_empty()
        && held(cx.position, allied, rules.allied).count() == allied.towns.len()
    {
        cx.position.own.awarded |= ALLIED;
        award(cx, allied, rules.allied, "1914 27.2");
    }
    let german = &rules.schedule.lorraine;
    let count = held(cx.position, german, rules.german).count();
    if cx.position.own.awarded & GERMAN != 0 || count == 0 || german.points == 0 {
        return;
    }
    // Nothing is to be gained by waiting.
    if count == german.towns.len() || turn == last && phasing == rules.german {
        cx.position.own.awarded |= GERMAN;
        award(cx, german, rules.german, "1914 27.3");
    } else {
        cx.position.own.awarded |= ASKED;
        cx.ask(rules.german, Decision::Capture);
    }
}

/// The captures that still score, each with the side that scores for it.
pub fn open<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
) -> impl Iterator<Item = (usize, &'a Capture)> {
    let late = i32::from(position.turn) > rules.numbers.capture_until;
    let awarded = position.own.awarded;
    let schedule = &rules.schedule;
    let all =
        [(ALLIED, rules.allied, &schedule.muelhausen), (GERMAN, rules.german, &schedule.lorraine)];
    let left = all.into_iter().filter(move |(bit, _, _)| !late && awarded & bit == 0);
    left.map(|(_, side, capture)| (side, capture))
}

/// The towns that a side controls.
fn held<'a>(
    position: &'a Position<Offensive>,
    capture: &'a Capture,
    side: usize,
) -> impl Iterator<Item = &'a str> {
    let own = capture.towns.iter().filter(move |(_, hexes)| holder(position, hexes) == Some(side));
    own.map(|(name, _)| name.as_str())
}

fn award(cx: &mut PlayContext<'_, Offensive>, capture: &Capture, side: usize, rule: &str) {
    let names: Vec<String> = held(cx.position, capture, side).map(str::to_owned).collect();
    for name in names {
        book(cx, (side, capture.points), "capture", Some(Of::Place(name)), rule);
    }
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    _rules: &Rules,
    _position: &Position<Offensive>,
    _side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done | Act::TakePoints => Ok(()),
        _ => Err(Violation::new("1914 27.3", "take the points of captured towns now, or be done")),
    }
}

/// What a side may do.
pub fn legal(_rules: &Rules, _position: &Position<Offensive>, _side: usize) -> Vec<Act> {
    vec![Act::Done, Act::TakePoints]
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    if matches!(act, Act::TakePoints) {
        cx.position.own.awarded |= GERMAN;
        award(cx, &cx.rules.schedule.lorraine, side, "1914 27.3");
    }
}
