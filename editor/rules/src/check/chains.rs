//! Chains with a piece missing: watercourses and trenches along hexsides, trench lines from hex
//! to hex, border lines.

use std::collections::BTreeSet;

use ahash::AHashMap;
use salient_schema::map::{Feature, Hexside};
use salient_schema::ruleset::{Kind, Mark};
use salient_schema::{Code, Diagnostic};

use super::lookup::{Lookup, kind, sides_at_ends};
use crate::roles::CommonRoles;
use salient_hex::grid::{Direction, Hex, Side};

/// What makes one chain of hexsides: a river may run on as a canal, a trench only as itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chain<'a> {
    Water,
    Kind(&'a str),
}

impl<'a> Chain<'a> {
    /// The chain that a kind of hexside belongs to: rivers and canals by how they are drawn,
    /// trenches and wire too, and whatever fills the role `chain`.
    fn of(common: &CommonRoles<'_>, kind: &'a Kind) -> Option<Self> {
        match kind.look.mark {
            // An impassable water side is a coast, whose ends mean nothing.
            Mark::River | Mark::Canal if !kind.impassable => Some(Self::Water),
            Mark::Trench | Mark::Wire => Some(Self::Kind(&kind.id)),
            _ if common.fills("chain", &kind.traits) => Some(Self::Kind(&kind.id)),
            _ => None,
        }
    }

    fn runs(self, lookup: &Lookup<'_>, side: Side) -> bool {
        let mut here = lookup.hexsides_at(side);
        here.any(|(_, item)| {
            lookup
                .hexside_kind(item)
                .is_some_and(|kind| Chain::of(&lookup.common, kind) == Some(self))
        })
    }
}

/// The hexsides whose [`gap`] depends on what runs along this one: itself and those that meet
/// it at its ends.
pub fn gaps_beside(lookup: &Lookup<'_>, side: Side) -> impl Iterator<Item = Side> + use<> {
    let beside = sides_at_ends(lookup.grid, side).into_iter().flatten().flatten();
    beside.chain([side])
}

/// The hexsides of a map that may be a [`gap`]: those where a chain just stops.
pub fn stops(lookup: &Lookup<'_>) -> BTreeSet<Side> {
    // A bit stands for a chain; should there ever be so many, the last for all the rest.
    const REST: u32 = u64::BITS - 1;
    let mut kinds: Vec<Chain<'_>> = Vec::new();
    let mut running: AHashMap<Side, u64> = AHashMap::with_capacity(lookup.hexsides.len());
    let of_kind: AHashMap<&str, Option<Chain<'_>>> = {
        let kinds = lookup.ruleset.hexsides.iter().rev();
        kinds.map(|kind| (&*kind.id, Chain::of(&lookup.common, kind))).collect()
    };
    for &(side, place) in lookup.hexsides {
        let Some(item) = lookup.map.hexsides.items.get(place as usize) else { continue };
        let Some(Some(chain)) = of_kind.get(item.kind.as_str()) else { continue };
        let number = kinds.iter().position(|known| known == chain).unwrap_or_else(|| {
            kinds.push(*chain);
            kinds.len() - 1
        });
        *running.entry(side).or_default() |= 1 << (number as u32).min(REST);
    }
    let mut stops = BTreeSet::new();
    for (&side, &chains) in &running {
        for end in sides_at_ends(lookup.grid, side) {
            let on = end.iter().flatten().filter_map(|side| running.get(side));
            let on = on.fold(0, |on, chains| on | chains) & !(1 << REST);
            if chains & !on != 0 {
                stops.extend(end.into_iter().flatten());
            }
        }
    }
    stops
}

/// Checks whether a hexside is the one piece that a chain lacks: at both its ends one just
/// stops.
pub fn gap(lookup: &Lookup<'_>, side: Side) -> Vec<Diagnostic> {
    // Along the map's edge nothing is missed.
    if lookup.grid.across(side).is_none() {
        return Vec::new();
    }
    let Some((ends, chain)) = loose_ends(lookup, side) else { return Vec::new() };
    let kind_of = match chain {
        Chain::Water => "watercourse".to_owned(),
        Chain::Kind(id) => {
            let kind = kind(&lookup.ruleset.hexsides, id);
            format!("line of {}", kind.map_or(id.to_owned(), |kind| kind.name.to_lowercase()))
        }
    };
    let what = match ends.iter().find_map(|end| end.name.as_deref()) {
        Some(name) => format!("the {kind_of} {name}"),
        None => format!("a {kind_of}"),
    };
    let label = lookup.grid.side_label(side);
    vec![
        Diagnostic::note(Code::Gap, format!("{what} stops on either side of {label}"))
            .help("draw the missing hexside, if it is one")
            .pointer("/map/hexsides/items")
            .side(label)
            .hex(lookup.grid.label(side.hex())),
    ]
}

/// What would have to run along a hexside to close the gap there: a copy of what ends at it.
pub fn missing_piece(lookup: &Lookup<'_>, side: Side) -> Option<Hexside> {
    let (ends, _) = loose_ends(lookup, side)?;
    let [first, second] = ends;
    let side = lookup.grid.side_label(side);
    let name = first.name.clone().filter(|name| second.name.as_ref() == Some(name));
    Some(Hexside { side, name, ..first.clone() })
}

/// The two pieces of a chain that end on either side of a hexside along which it does not run.
fn loose_ends<'a>(lookup: &Lookup<'a>, side: Side) -> Option<([&'a Hexside; 2], Chain<'a>)> {
    let ends = sides_at_ends(lookup.grid, side);
    let [first, second] = &ends;
    let pieces = first.iter().flatten().flat_map(|&end| lookup.hexsides_at(end));
    let chains = pieces.filter_map(|(_, item)| {
        let chain = Chain::of(&lookup.common, lookup.hexside_kind(item)?)?;
        Some((chain, item))
    });
    for (chain, piece) in chains {
        if chain.runs(lookup, side) {
            continue;
        }
        let only = |sides: &[Option<Side>]| {
            let mut running =
                sides.iter().copied().flatten().filter(|&end| chain.runs(lookup, end));
            running.next().filter(|_| running.next().is_none())
        };
        if let (Some(_), Some(other)) = (only(first), only(second))
            && let Some((_, far)) = lookup.hexsides_at(other).find(|(_, item)| {
                lookup
                    .hexside_kind(item)
                    .is_some_and(|kind| Chain::of(&lookup.common, kind) == Some(chain))
            })
        {
            return Some(([piece, far], chain));
        }
    }
    None
}

/// Checks whether a hex is the one piece that a trench line lacks: on two sides of it, not next
/// to each other, a line of one kind and owner just stops.
pub fn trench_gap(lookup: &Lookup<'_>, hex: Hex) -> Vec<Diagnostic> {
    let Some(trench) = missing_trench(lookup, hex) else { return Vec::new() };
    let name = kind(&lookup.ruleset.features, &trench.kind)
        .map_or(trench.kind.as_str(), |kind| kind.name.as_str());
    let label = lookup.grid.label(hex);
    let line = name.to_lowercase();
    vec![
        Diagnostic::note(Code::Gap, format!("a line of {line} stops on either side of {label}"))
            .help("add the missing hex, if it is one")
            .pointer("/map/features/items")
            .hex(label),
    ]
}

/// Whether a hex is a piece of a trench line.
pub fn has_trench(lookup: &Lookup<'_>, hex: Hex) -> bool {
    lookup.features_at(hex).any(|(_, feature)| is_trench(lookup, feature))
}

fn is_trench(lookup: &Lookup<'_>, feature: &Feature) -> bool {
    lookup.feature_kind(feature).is_some_and(|kind| {
        matches!(kind.look.mark, Mark::Trench | Mark::Fieldwork)
            && lookup.common.fills("trench", &kind.traits)
    })
}

/// What would have to stand in a hex to close the gap there.
pub fn missing_trench(lookup: &Lookup<'_>, hex: Hex) -> Option<Feature> {
    let around = lookup.grid.neighbours(hex);
    let is_trench = |feature: &Feature| is_trench(lookup, feature);
    // Any works in the hex stand for the missing piece.
    if has_trench(lookup, hex) || !lookup.enterable(hex) {
        return None;
    }
    let alike = |hex: Hex, like: &Feature| {
        let mut here = lookup.features_at(hex);
        here.any(|(_, other)| other.kind == like.kind && other.owner == like.owner)
    };
    let first = Direction::ALL.into_iter().find_map(|direction| {
        let there = around.get(direction.index()).copied().flatten()?;
        let (_, trench) = lookup.features_at(there).find(|(_, feature)| is_trench(feature))?;
        Some(trench)
    })?;
    let ends = around.iter().enumerate();
    let mut ends = ends
        .filter_map(|(direction, there)| Some((direction, (*there)?)))
        .filter(|&(_, there)| alike(there, first));
    let (Some((one, here)), Some((other, there)), None) = (ends.next(), ends.next(), ends.next())
    else {
        return None;
    };
    let apart = other - one;
    let loose = |end: Hex| {
        let beside = lookup.grid.neighbours(end).into_iter().flatten();
        beside.filter(|&next| alike(next, first)).count() == 1
    };
    ((2..=4).contains(&apart) && loose(here) && loose(there)).then(|| Feature {
        hex: lookup.grid.label(hex),
        kind: first.kind.clone(),
        name: None,
        owner: first.owner.clone(),
        value: None,
        letter: None,
        facing: first.facing.clone(),
        provenance: first.provenance,
    })
}

/// Checks a border line for a single hexside missing between two that follow each other.
pub fn line(lookup: &Lookup<'_>, place: usize) -> Vec<Diagnostic> {
    let Some(line) = lookup.map.lines.items.get(place) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, gap) in gaps_in_line(lookup, place) {
        let kind = kind(&lookup.ruleset.lines, &line.kind);
        let name = line.name.clone().or(kind.map(|kind| kind.name.clone()));
        let name = name.unwrap_or_else(|| line.kind.clone());
        let label = lookup.grid.side_label(gap);
        found.push(
            Diagnostic::note(Code::Gap, format!("the line {name} leaves out {label}"))
                .help("add the hexside, if the line runs on there")
                .pointer(format!("/map/lines/items/{place}/sides/{at}"))
                .side(label)
                .hex(lookup.grid.label(gap.hex())),
        );
    }
    found
}

/// The single hexsides that a line leaves out, each with its place along the line.
pub fn gaps_in_line(lookup: &Lookup<'_>, place: usize) -> Vec<(usize, Side)> {
    let Some(line) = lookup.map.lines.items.get(place) else { return Vec::new() };
    let sides: Vec<Option<Side>> =
        line.sides.iter().map(|label| lookup.grid.parse_side(label)).collect();
    let mut gaps = Vec::new();
    for (at, pair) in sides.windows(2).enumerate() {
        let &[Some(before), Some(after)] = pair else { continue };
        if before == after || meet(lookup, before, after) {
            continue;
        }
        let between = sides_at_ends(lookup.grid, before).into_iter().flatten().flatten();
        let mut between = between.filter(|&gap| meet(lookup, gap, after));
        if let (Some(gap), None) = (between.next(), between.next())
            && !sides.contains(&Some(gap))
        {
            gaps.push((at + 1, gap));
        }
    }
    gaps
}

fn meet(lookup: &Lookup<'_>, one: Side, other: Side) -> bool {
    sides_at_ends(lookup.grid, one).iter().flatten().flatten().any(|&side| side == other)
}
