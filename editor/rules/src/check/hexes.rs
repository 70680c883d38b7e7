//! Single hexes and hexsides: what is likely a slip of the pen in them.

use salient_schema::ruleset::{Kind, Mark};
use salient_schema::{Code, Diagnostic};

use super::lookup::Lookup;
use crate::roles::CommonRoles;
use salient_hex::grid::{Hex, Side};

/// Checks what stands in a hex.
pub fn hex(lookup: &Lookup<'_>, hex: Hex) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut charted: Option<&str> = None;
    for (place, feature) in lookup.features_at(hex) {
        let Some(kind) = lookup.feature_kind(feature) else { continue };
        let pointer = || format!("/map/features/items/{place}");
        let label = &feature.hex;
        if on_chart(&lookup.common, kind)
            && let Some(before) = charted.replace(&kind.name)
        {
            let name = &kind.name;
            let message =
                format!("{label} has both {before} and {name} of the terrain effects chart");
            found.push(
                Diagnostic::warning(Code::Misplaced, message)
                    .help("the dearest movement and the best defence count; keep one to be clear")
                    .pointer(pointer())
                    .hex(label),
            );
        }
        let place = feature.name.as_deref().unwrap_or(label);
        let name = || kind.name.to_lowercase();
        let nameless = lookup.common.fills("nameless", &kind.traits);
        if feature.name.is_none() && !nameless && is_settlement(&lookup.common, kind) {
            found.push(
                Diagnostic::note(
                    Code::Unfinished,
                    format!("the {} in {label} has no name", name()),
                )
                .help("a name shows on the map and in the log of a game")
                .pointer(pointer())
                .hex(label),
            );
        }
        if feature.value.is_none() && asks_value(&lookup.common, kind) {
            found.push(
                Diagnostic::warning(
                    Code::Unfinished,
                    format!("the {} at {place} has no value", name()),
                )
                .help("give it the points that it is worth; without them it counts for nothing")
                .pointer(pointer())
                .hex(label),
            );
        }
        if feature.owner.is_none() && asks_owner(&lookup.common, kind) {
            found.push(
                Diagnostic::warning(
                    Code::Unfinished,
                    format!("nobody holds the {} at {place}", name()),
                )
                .help("say which side holds it when play begins")
                .pointer(pointer())
                .hex(label),
            );
        }
        if is_entry(&lookup.common, kind) {
            let inland = lookup.common.fills("inland", &kind.traits);
            if !inland && !lookup.on_edge(hex) {
                let message = format!("the entry hex {label} is not on the edge of the map");
                found.push(
                    Diagnostic::warning(Code::Misplaced, message)
                        .help("units come in over the edge; move it there")
                        .pointer(pointer())
                        .hex(label),
                );
            }
            if !lookup.enterable(hex) {
                let message = format!("no unit may enter the entry hex {label}");
                found.push(
                    Diagnostic::warning(Code::Misplaced, message)
                        .help("its terrain bars every unit; move the entry or change the terrain")
                        .pointer(pointer())
                        .hex(label),
                );
            }
        }
    }
    found
}

/// Checks what runs along a hexside: two kinds that both cost movement.
pub fn side(lookup: &Lookup<'_>, side: Side) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut charted: Option<&Kind> = None;
    for (place, item) in lookup.hexsides_at(side) {
        let Some(kind) = lookup.hexside_kind(item).filter(|kind| kind.movement.is_some()) else {
            continue;
        };
        if let Some(before) = charted.replace(kind).filter(|before| before.name != kind.name) {
            let message = format!("{} is both {} and {}", item.side, before.name, kind.name);
            found.push(
                Diagnostic::warning(Code::Misplaced, message)
                    .help("both are paid for; keep one")
                    .pointer(format!("/map/hexsides/items/{place}"))
                    .side(&item.side)
                    .hex(lookup.grid.label(side.hex())),
            );
        }
    }
    found
}

/// Whether a kind is a line of the terrain effects chart of which a hex has but one. Those that
/// fill the role `cumulative` count beside others, as trenches around a town do (SW 12.8, 12.11).
pub fn on_chart(common: &CommonRoles<'_>, kind: &Kind) -> bool {
    (kind.movement.is_some() || kind.impassable || kind.defence != 0)
        && !common.fills("cumulative", &kind.traits)
}

/// Whether a place of this kind has a name in print.
pub fn is_settlement(common: &CommonRoles<'_>, kind: &Kind) -> bool {
    matches!(kind.look.mark, Mark::Town | Mark::City) || common.fills("town", &kind.traits)
}

/// Whether a feature of this kind is worth nothing without a value: morale and victory hexes,
/// and whatever fills the role `valued`.
pub fn asks_value(common: &CommonRoles<'_>, kind: &Kind) -> bool {
    matches!(kind.look.mark, Mark::Morale | Mark::Victory) || common.fills("valued", &kind.traits)
}

/// Whether a side must hold a feature of this kind: morale hexes and fortresses, and whatever
/// fills the role `owned`.
pub fn asks_owner(common: &CommonRoles<'_>, kind: &Kind) -> bool {
    matches!(kind.look.mark, Mark::Morale | Mark::Fortress)
        || ["owned", "fortress"].iter().any(|role| common.fills(role, &kind.traits))
}

/// Whether units come onto the map here.
pub fn is_entry(common: &CommonRoles<'_>, kind: &Kind) -> bool {
    kind.look.mark == Mark::Entry || common.fills("entry", &kind.traits)
}
