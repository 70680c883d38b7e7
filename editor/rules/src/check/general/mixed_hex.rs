//! Units of enemies in one hex.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::Diagnostic;
use salient_schema::ruleset::SetUpCheck;

use super::finding::of_standing;
use super::units::{Standing, Units, name};

/// One finding a hex, at the first unit that joins an enemy.
pub(super) fn check(units: &Units<'_>) -> Vec<Diagnostic> {
    let mut first: BTreeMap<Hex, Option<&Standing<'_>>> = BTreeMap::new();
    let mut found = Vec::new();
    for one in units.standing.iter().filter(|one| one.is_unit) {
        let Some(side) = units.side(&one.counter.side) else { continue };
        let there = first.entry(one.hex).or_insert(Some(one));
        // All who stand with the first are its friends, so that it speaks for them.
        let Some((before, enemy)) = there.and_then(|before| {
            let other = units.side(&before.counter.side)?;
            other.is_enemy_of(side).then_some((before, other))
        }) else {
            continue;
        };
        *there = None;
        let message = format!(
            "enemies stand in {}: {} ({}) and {} ({})",
            one.label,
            name(before.counter),
            enemy.name,
            name(one.counter),
            side.name
        );
        let to_do = "set one of them up in another hex, or make their sides one alliance";
        found.push(of_standing(SetUpCheck::MixedHex, one, message, to_do));
    }
    found
}
