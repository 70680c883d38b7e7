//! 1914 18.6: hexes that let only so many through by rail.

use salient_hex::Hex;
use salient_rules::play::Position;

use super::net::From;
use crate::rules::{Offensive, Rules};

/// 1914 18.6.1 to 18.6.3: what a hex still lets through for a side until the next inter-phase, in half
/// rail points; none where nothing binds it.
pub fn left(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Option<i32> {
    let place = rules.net.bottleneck(hex)?;
    let bottleneck = rules.net.bottlenecks.get(place)?;
    let turn = i32::from(position.turn);
    let numbers = &rules.numbers;
    let (whose, binds) = match bottleneck.from {
        From::Start => (rules.german, true),
        From::Later => (rules.german, turn > numbers.late_bottleneck),
        From::Approach => (rules.allied, position.own.choked),
    };
    if whose != side || !binds {
        return None;
    }
    // 1914 18.6.3.
    let more = match whose == rules.german && turn >= numbers.reserve_corps {
        true => numbers.reserve_capacity,
        false => 0,
    };
    let used = position.own.bottlenecks.get(place).copied().unwrap_or_default();
    Some((i32::from(bottleneck.capacity) + more - i32::from(used)).max(0))
}

/// 1914 18.6.2: a unit goes into a hex by rail.
pub fn pass(rules: &Rules, position: &mut Position<Offensive>, side: usize, hex: Hex, cost: u8) {
    if left(rules, position, side, hex).is_none() {
        return;
    }
    let used = rules.net.bottleneck(hex);
    if let Some(used) = used.and_then(|place| position.own.bottlenecks.get_mut(place)) {
        *used = used.saturating_add(cost);
    }
}
