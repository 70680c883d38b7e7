//! Roads, railways and zones.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ahash::AHashMap;
use salient_schema::map::Path;
use salient_schema::ruleset::{Kind, Mark};
use salient_schema::{Code, Diagnostic};

use super::hexes::{is_entry, is_settlement};
use super::lookup::{Lookup, kind};
use salient_hex::grid::{Hex, Side};

/// Checks the hexes of a path: no road leads into the sea or across what nothing may cross.
pub fn path(lookup: &Lookup<'_>, place: usize) -> Vec<Diagnostic> {
    let Some(path) = lookup.map.paths.items.get(place) else { return Vec::new() };
    let mut found = Vec::new();
    let name = in_words(lookup, path);
    if path.hexes.len() < 2 {
        let message = match path.hexes.first() {
            Some(hex) => format!("{name} has the one hex {hex} and leads nowhere"),
            None => format!("{name} has no hex"),
        };
        let finding = Diagnostic::warning(Code::Unfinished, message)
            .help("draw it on to another hex, or take it away")
            .pointer(format!("/map/paths/items/{place}"));
        found.push(match path.hexes.first() {
            Some(hex) => finding.hex(hex),
            None => finding,
        });
    }
    let mut before: Option<Hex> = None;
    for (at, label) in path.hexes.iter().enumerate() {
        let here = lookup.grid.parse(label);
        let pointer = || format!("/map/paths/items/{place}/hexes/{at}");
        // Water that units enter at a cost is a river in its hexes: roads cross it by bridges.
        let sea = |terrain: &Kind| terrain.look.mark == Mark::Water && terrain.movement.is_none();
        if let Some(terrain) = here.and_then(|hex| lookup.terrain(hex))
            && (terrain.impassable || sea(terrain))
            && !here.is_some_and(|hex| is_bridged(lookup, hex))
        {
            let ground = terrain.name.to_lowercase();
            let verb =
                if at == 0 || at + 1 == path.hexes.len() { "leads into" } else { "runs through" };
            found.push(
                Diagnostic::warning(
                    Code::Misplaced,
                    format!("{name} {verb} {label}, which is {ground}"),
                )
                .help("let it end on land, or change the terrain")
                .pointer(pointer())
                .hex(label),
            );
        }
        if let (Some(from), Some(to)) = (before, here)
            && let Some(direction) = lookup.grid.direction_to(from, to)
            && let Some(barrier) = barrier(lookup, lookup.grid.side(from, direction))
        {
            let from = lookup.grid.label(from);
            let what = barrier.name.to_lowercase();
            let message = format!("{name} crosses the {what} hexside between {from} and {label}");
            found.push(
                Diagnostic::warning(Code::Misplaced, message)
                    .help("nothing may cross there; draw a bridge or tunnel, or lead it round")
                    .pointer(pointer())
                    .side(lookup.grid.side_label(lookup.grid.side(to, direction.opposite())))
                    .hex(label),
            );
        }
        before = here;
    }
    found
}

/// Whether something stands in a hex by which a path goes over its water: a bridge, a ford.
fn is_bridged(lookup: &Lookup<'_>, hex: Hex) -> bool {
    let mut kinds = lookup.features_at(hex).filter_map(|(_, item)| lookup.feature_kind(item));
    kinds.any(|kind| kind.traits.iter().any(|name| name == "crossing"))
}

/// What keeps a path from crossing a hexside, unless a bridge or tunnel stands there too.
fn barrier<'a>(lookup: &Lookup<'a>, side: Side) -> Option<&'a Kind> {
    let kinds = || lookup.hexsides_at(side).filter_map(|(_, item)| lookup.hexside_kind(item));
    let crossing = kinds().any(|kind| matches!(kind.look.mark, Mark::Road | Mark::Railway));
    kinds().find(|kind| kind.impassable).filter(|_| !crossing)
}

/// Pairs of paths of one kind that both end in the open, a hex or less apart.
pub fn path_ends(lookup: &Lookup<'_>) -> Vec<Diagnostic> {
    let found = loose_ends(lookup).into_iter().map(|gap| {
        let path = &lookup.map.paths.items.get(gap.path);
        let name = path.map_or_else(|| "a path".to_owned(), |path| in_words(lookup, path));
        let (here, there) = (lookup.grid.label(gap.from), lookup.grid.label(gap.to));
        Diagnostic::note(Code::Gap, format!("{name} stops in {here}, just short of one in {there}"))
            .help("join the two, if they are one")
            .pointer("/map/paths/items")
            .hex(here)
    });
    found.collect()
}

/// A path that stops just short of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseEnds {
    /// The path's place in the list.
    pub path: usize,
    /// Where it ends.
    pub from: Hex,
    /// Where the other ends: the next hex, or the next but one.
    pub to: Hex,
}

/// Every pair of loose ends, each once.
pub fn loose_ends(lookup: &Lookup<'_>) -> Vec<LooseEnds> {
    let paths = &lookup.map.paths.items;
    // Every end by kind and hex, with its path.
    let mut ends: BTreeMap<(&str, Hex), usize> = BTreeMap::new();
    for (place, path) in paths.iter().enumerate() {
        for label in [path.hexes.first(), path.hexes.last()].into_iter().flatten() {
            if let Some(hex) = lookup.grid.parse(label) {
                ends.entry((&path.kind, hex)).or_insert(place);
            }
        }
    }
    let mut found = Vec::new();
    // How often paths of a kind pass a hex, counted when the first pair is near enough.
    let passing = OnceCell::new();
    let is_loose = |kind, hex| {
        let passing = passing.get_or_init(|| {
            let mut passing: AHashMap<(&str, &str), u32> = AHashMap::new();
            for path in paths {
                for label in &path.hexes {
                    *passing.entry((&path.kind, label)).or_default() += 1;
                }
            }
            passing
        });
        passing.get(&(kind, lookup.grid.label(hex).as_str())) == Some(&1)
            && in_the_open(lookup, hex)
    };
    for (&(kind, from), &path) in &ends {
        for to in lookup.grid.within(from, 2).into_iter().filter(|&to| to > from) {
            let Some(&other) = ends.get(&(kind, to)) else { continue };
            if path != other && is_loose(kind, from) && is_loose(kind, to) {
                found.push(LooseEnds { path, from, to });
            }
        }
    }
    found
}

/// Whether a path that ends in a hex ends in no place and not at the map's edge.
fn in_the_open(lookup: &Lookup<'_>, hex: Hex) -> bool {
    let a_place = |kind: &Kind| {
        is_settlement(&lookup.common, kind)
            || is_entry(&lookup.common, kind)
            || matches!(kind.look.mark, Mark::Port | Mark::Fortress)
    };
    let mut features = lookup.features_at(hex).filter_map(|(_, one)| lookup.feature_kind(one));
    !lookup.on_edge(hex) && !features.any(a_place)
}

fn in_words(lookup: &Lookup<'_>, path: &Path) -> String {
    let kind = kind(&lookup.ruleset.paths, &path.kind);
    let kind = kind.map_or(path.kind.clone(), |kind| kind.name.to_lowercase());
    match &path.name {
        Some(name) => format!("the {kind} {name}"),
        None => format!("a {kind}"),
    }
}

/// Checks a zone: one without a hex is of no use.
pub fn zone(lookup: &Lookup<'_>, place: usize) -> Vec<Diagnostic> {
    let Some(zone) = lookup.map.zones.items.get(place) else { return Vec::new() };
    let mut found = Vec::new();
    if zone.hexes.is_empty() {
        let message = format!("the zone {} has no hex", zone.name);
        found.push(
            Diagnostic::warning(Code::Unfinished, message)
                .help("paint its hexes, or take it away")
                .pointer(format!("/map/zones/items/{place}")),
        );
    }
    found
}
