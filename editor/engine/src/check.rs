//! Whether a set-up or a map is legal, beyond what its files can tell by themselves.
//!
//! Only what the rules of a system say is found here: references that lead nowhere and values
//! out of range are for `salient_schema::check_references`, which knows no rules.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, Code, Diagnostic, Map, Ruleset};

use crate::grid::{Direction, Hex, HexGrid, Side};
use crate::map::CompiledMap;
use crate::systems::kaisers_battle;

/// Checks a scenario's set-up and map against the rules of its system. A system that the engine
/// does not know has its map checked only.
///
/// Diagnostics carry the rule, the hex, the counter and a JSON pointer into the bundle:
/// `/map/…`, `/scenario/…`, `/ruleset/…`, `/orders_of_battle/0/…`.
pub fn check(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = check_map(&bundle.map, &bundle.ruleset);
    if bundle.ruleset.id == kaisers_battle::INFO.id {
        found.extend(kaisers_battle::check(bundle));
    }
    found.extend(crate::schedule::check(bundle));
    found.retain(|diagnostic| diagnostic.code == Code::Rule);
    found
}

/// Checks a map by itself: places that are likely slips of the pen. Pointers begin with `/map`,
/// as in a bundle.
pub fn check_map(map: &Map, ruleset: &Ruleset) -> Vec<Diagnostic> {
    // A map that does not compile has worse problems, and others report them.
    let Ok(compiled) = CompiledMap::new(map, ruleset) else { return Vec::new() };
    let mut found = Vec::new();
    crowded(map, ruleset, &mut found);
    doubled(map, ruleset, &compiled, &mut found);
    nameless(map, ruleset, &mut found);
    inland_entries(map, ruleset, &compiled, &mut found);
    gaps(map, ruleset, &compiled, &mut found);
    found
}

/// Whether a kind is a line of the terrain effects chart.
fn on_chart(kind: &Kind) -> bool {
    kind.movement.is_some() || kind.impassable || kind.defence != 0
}

/// Hexes with several features of which each has a line on the terrain effects chart.
fn crowded(map: &Map, ruleset: &Ruleset, found: &mut Vec<Diagnostic>) {
    let mut charted: BTreeMap<&str, &str> = BTreeMap::new();
    for (i, feature) in map.features.items.iter().enumerate() {
        let kind = ruleset.features.iter().find(|kind| kind.id == feature.kind);
        let Some(kind) = kind.filter(|kind| on_chart(kind)) else { continue };
        if let Some(before) = charted.insert(&feature.hex, &kind.name) {
            found.push(
                Diagnostic::warning(
                    Code::Rule,
                    format!(
                        "{} has both {} and {} of the terrain effects chart",
                        feature.hex, before, kind.name
                    ),
                )
                .help("the dearest movement and the best defence count; keep one to be clear")
                .pointer(format!("/map/features/items/{i}"))
                .hex(&feature.hex),
            );
        }
    }
}

/// Hexsides with two kinds that both cost movement.
fn doubled(map: &Map, ruleset: &Ruleset, compiled: &CompiledMap, found: &mut Vec<Diagnostic>) {
    let mut charted: BTreeMap<Side, &str> = BTreeMap::new();
    for (i, item) in map.hexsides.items.iter().enumerate() {
        let kind = ruleset.hexsides.iter().find(|kind| kind.id == item.kind);
        let side = compiled.grid().parse_side(&item.side);
        let (Some(kind), Some(side)) = (kind.filter(|kind| kind.movement.is_some()), side) else {
            continue;
        };
        if let Some(before) = charted.insert(side, &kind.name).filter(|b| *b != kind.name) {
            found.push(
                Diagnostic::warning(
                    Code::Rule,
                    format!("{} is both {before} and {}", item.side, kind.name),
                )
                .help("both are paid for; keep one")
                .pointer(format!("/map/hexsides/items/{i}"))
                .hex(compiled.grid().label(side.hex())),
            );
        }
    }
}

/// Towns without a name: the log names places by it.
fn nameless(map: &Map, ruleset: &Ruleset, found: &mut Vec<Diagnostic>) {
    let is_town = |id: &str| {
        let kind = ruleset.features.iter().find(|kind| kind.id == id);
        kind.is_some_and(|kind| kind.traits.iter().any(|t| t == "town"))
    };
    for (i, feature) in map.features.items.iter().enumerate() {
        if feature.name.is_none() && is_town(&feature.kind) {
            found.push(
                Diagnostic::note(Code::Rule, format!("the town in {} has no name", feature.hex))
                    .pointer(format!("/map/features/items/{i}"))
                    .hex(&feature.hex),
            );
        }
    }
}

/// Entry hexes that are not on the edge of the map.
fn inland_entries(
    map: &Map,
    ruleset: &Ruleset,
    compiled: &CompiledMap,
    found: &mut Vec<Diagnostic>,
) {
    let is_entry = |id: &str| {
        let kind = ruleset.features.iter().find(|kind| kind.id == id);
        kind.is_some_and(|kind| kind.traits.iter().any(|t| t == "entry"))
    };
    for (i, feature) in map.features.items.iter().enumerate() {
        let Some(hex) = compiled.grid().parse(&feature.hex) else { continue };
        if is_entry(&feature.kind) && compiled.neighbours(hex).count() == 6 {
            found.push(
                Diagnostic::warning(
                    Code::Rule,
                    format!("the entry hex {} is not on the edge of the map", feature.hex),
                )
                .pointer(format!("/map/features/items/{i}"))
                .hex(&feature.hex),
            );
        }
    }
}

/// A corner where hexsides meet, by its place on the plane in hundredths.
type Corner = (i64, i64);

fn corners(grid: &HexGrid, side: Side) -> [Corner; 2] {
    let place = |v: f32| (f64::from(v) * 100.0).round() as i64;
    grid.side_ends(side).map(|[x, y]| (place(x), place(y)))
}

/// Single hexsides missing from a watercourse: both their ends are ends of one that just stops.
fn gaps(map: &Map, ruleset: &Ruleset, compiled: &CompiledMap, found: &mut Vec<Diagnostic>) {
    let grid = compiled.grid();
    let wet = |id: &str| {
        let kind = ruleset.hexsides.iter().find(|kind| kind.id == id);
        kind.is_some_and(|kind| kind.movement.is_some())
    };
    let marked: BTreeSet<Side> = map
        .hexsides
        .items
        .iter()
        .filter(|item| wet(&item.kind))
        .filter_map(|item| grid.parse_side(&item.side))
        .collect();
    let mut meeting: BTreeMap<Corner, (u32, Side)> = BTreeMap::new();
    for &side in &marked {
        for corner in corners(grid, side) {
            meeting.entry(corner).and_modify(|(count, _)| *count += 1).or_insert((1, side));
        }
    }
    let mut seen = BTreeSet::new();
    for &(count, side) in meeting.values() {
        if count != 1 {
            continue;
        }
        let around: Vec<Hex> =
            [Some(side.hex()), grid.across(side)].into_iter().flatten().collect();
        for hex in around.into_iter().flat_map(|hex| grid.within(hex, 1)) {
            for direction in Direction::ALL {
                let gap = grid.side(hex, direction);
                let loose = corners(grid, gap)
                    .iter()
                    .all(|corner| meeting.get(corner).is_some_and(|(count, _)| *count == 1));
                let between = grid.across(gap).is_some() && !marked.contains(&gap);
                if loose && between && seen.insert(gap) {
                    found.push(
                        Diagnostic::note(
                            Code::Rule,
                            format!(
                                "a watercourse stops on either side of {}",
                                grid.side_label(gap)
                            ),
                        )
                        .pointer("/map/hexsides/items")
                        .hex(grid.label(gap.hex())),
                    );
                }
            }
        }
    }
}
