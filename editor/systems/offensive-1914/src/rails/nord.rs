//! 1914 18.3: the Réseau du Nord, which the French clear before the Germans.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use super::{connect, is_operational, tell};
use crate::control;
use crate::event::Detail;
use crate::event::rails::{RailsDetail, Told};
use crate::rules::{Offensive, Rules};
use crate::state::{CLEARED, Clearing};

/// The areas, the eastern first: it is cleared before the western one is.
const NAMES: [&str; 2] = ["eastern", "western"];

/// Whether a hex is near enough to a place of Germans for one of the areas to be cleared.
fn near(rules: &Rules, area: usize, hex: Hex) -> bool {
    let grid = rules.map().grid();
    let far = rules.numbers.demolition_distance.unsigned_abs();
    let places = rules.net.triggers.get(area).into_iter().flatten();
    places.into_iter().any(|&place| grid.distance(place, hex) <= far)
}

/// 1914 18.3.1, 18.6.1: a German comes into a hex: he may have an area cleared, and bottlenecks of
/// the Allies bind as soon as one is as near as for the western area, cleared or not.
pub fn come(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    if rules.side_of(unit) != rules.german {
        return;
    }
    if !cx.position.own.choked && near(rules, 1, hex) {
        cx.position.own.choked = true;
        if rules.net.bottlenecks.iter().any(|it| it.from == super::net::From::Approach) {
            say(cx, "Bottlenecks bind the Allied railways from now on", &[hex], "1914 18.6.1");
        }
    }
    for area in [0, 1] {
        trigger(cx, area, hex);
    }
}

/// Has an area cleared in the next player-turn, if a German in a hex is near enough.
fn trigger(cx: &mut PlayContext<'_, Offensive>, area: usize, hex: Hex) {
    let rules = cx.rules;
    let early = i32::from(cx.position.turn) < rules.numbers.nord_until;
    let waits = cx.position.own.nord[area] == Clearing::No;
    let before = area == 0 || cx.position.own.nord[0] == Clearing::Done;
    if early && waits && before && near(rules, area, hex) {
        cx.position.own.nord[area] = Clearing::Next;
        let text = format!("The {} area of the Réseau du Nord is being cleared", NAMES[area]);
        say(cx, &text, &[hex], "1914 18.3.1");
    }
}

/// 1914 18.3.1: a player-turn begins: what was triggered in the one before is cleared.
pub fn begin_player_turn(cx: &mut PlayContext<'_, Offensive>) {
    for area in [0, 1] {
        if cx.position.own.nord[area] == Clearing::Next {
            clear(cx, area);
        }
    }
}

fn clear(cx: &mut PlayContext<'_, Offensive>, area: usize) {
    let rules = cx.rules;
    let allied = rules.allied;
    cx.position.own.nord[area] = Clearing::Done;
    let before = cx.position.own.rails.clone();
    for &hex in &rules.net.nord[area] {
        let ours = control::of(cx.position, hex) == Some(allied)
            || is_operational(cx.position, allied, hex);
        if ours && rules.terrain.hex(hex).rails != 0 {
            let own = &mut cx.position.own.rails[hex.index()];
            *own = *own & !(1 << allied) | CLEARED;
        }
    }
    connect(rules, cx.position, allied);
    tell(cx, allied, &before, "1914 18.3.1");
    if area == 0 {
        let germans = cx.position.on_map(rules, rules.german);
        let hexes: Vec<Hex> = germans.filter_map(|unit| cx.position.hex(unit)).collect();
        for hex in hexes {
            trigger(cx, 1, hex);
        }
    }
}

fn say(cx: &mut PlayContext<'_, Offensive>, text: &str, hexes: &[Hex], rule: &str) {
    cx.emit(|rules| {
        Detail::Rails(RailsDetail::Told(Told {
            side: rules.sides[rules.allied].clone(),
            text: text.to_owned(),
            hexes: rules.compiled.labels(hexes),
            rule: rule.to_owned(),
        }))
    });
}
