//! Who stands in the zone of a group, as its conditions find it.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Symbol;
use salient_schema::scenario::FreePlacement;

use crate::check::Lookup;
use crate::stacking::stacking_points_of;
use salient_hex::grid::{Direction, Hex};

/// The counters of a scenario by their ids.
pub(super) type Roll<'a> = BTreeMap<&'a str, &'a Counter>;

pub(super) fn roll(bundle: &Bundle) -> Roll<'_> {
    let all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    // Of two that share an id the first is meant, as everywhere.
    all.rev().map(|counter| (counter.id.as_str(), counter)).collect()
}

/// What the map calls a zone.
pub(super) fn zone_name<'a>(bundle: &'a Bundle, id: &'a str) -> &'a str {
    let zone = bundle.map.zones.items.iter().find(|zone| zone.id == id);
    zone.map_or(id, |zone| &zone.name)
}

fn symbol(lookup: &Lookup<'_>, counter: &Counter) -> Option<Symbol> {
    let types = &lookup.ruleset.counters.types;
    types.iter().find(|known| known.id == counter.unit_type).map(|known| known.symbol)
}

/// Whether a counter is a unit on the ground, so that a hex with it is held.
pub fn holds(lookup: &Lookup<'_>, counter: &Counter) -> bool {
    let symbol = symbol(lookup, counter);
    !matches!(symbol, None | Some(Symbol::Marker | Symbol::Air | Symbol::Leader))
        && !lookup.common.fills("off-board", &counter.traits)
}

/// Whether a counter exerts a zone of control: ground units do, but not tanks, heavy guns, trains
/// and the like (SW 10.1), nor whoever fills the role `no-zoc`, be it by its type or by a trait.
pub fn exerts_zoc(lookup: &Lookup<'_>, counter: &Counter) -> bool {
    let symbol = symbol(lookup, counter);
    let without = matches!(
        symbol,
        Some(Symbol::Tank | Symbol::HeavyArtillery | Symbol::Transport | Symbol::Supply)
    );
    let unit_type = std::slice::from_ref(&counter.unit_type);
    holds(lookup, counter)
        && !without
        && ![unit_type, &counter.traits].iter().any(|ids| lookup.common.fills("no-zoc", ids))
}

/// The hexes around one into which a zone of control reaches: not across hexsides that no unit
/// crosses (SW 10.2).
pub(super) fn zoc_around(lookup: &Lookup<'_>, hex: Hex) -> impl Iterator<Item = Hex> {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let other = lookup.grid.neighbour(hex, direction)?;
        let side = lookup.grid.side(hex, direction);
        let barred = lookup
            .hexsides_at(side)
            .any(|(_, item)| lookup.hexside_kind(item).is_some_and(|kind| kind.impassable));
        (!barred).then_some(other)
    })
}

/// A zone as a group finds it.
pub(super) struct ZoneHexes<'a> {
    /// Its hexes, each once, in the order of the map.
    pub(super) hexes: Vec<Hex>,
    /// The hexes that conditions are about: the front's, or all.
    pub(super) front: Vec<Hex>,
    /// The counters of the side in hexes of the map.
    pub(super) own: BTreeMap<Hex, Vec<&'a Counter>>,
    /// Their stacking points and those of their allies, by hex.
    pub(super) points: BTreeMap<Hex, i32>,
    /// Hexes with enemies.
    pub(super) enemies: BTreeSet<Hex>,
    /// The hexes in zones of control of the side.
    pub(super) zoc: BTreeSet<Hex>,
}

impl<'a> ZoneHexes<'a> {
    pub(super) fn new(bundle: &'a Bundle, lookup: &Lookup<'_>, free: &FreePlacement) -> Self {
        let hexes_of = |id: &str| -> Vec<Hex> {
            let zone = bundle.map.zones.items.iter().find(|zone| zone.id == id);
            let labels = zone.map(|zone| zone.hexes.as_slice()).unwrap_or_default();
            let hexes: BTreeSet<Hex> =
                labels.iter().filter_map(|label| lookup.grid.parse(label)).collect();
            hexes.into_iter().collect()
        };
        let front = hexes_of(free.front.as_ref().unwrap_or(&free.zone));
        Self::of(bundle, lookup, &free.side, hexes_of(&free.zone), front)
    }

    /// Hexes, each once and in the order of the map, as a side finds them.
    pub(super) fn of(
        bundle: &'a Bundle,
        lookup: &Lookup<'_>,
        side: &str,
        hexes: Vec<Hex>,
        front: Vec<Hex>,
    ) -> Self {
        let roll = roll(bundle);
        let mut own: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        let mut points: BTreeMap<Hex, i32> = BTreeMap::new();
        let mut enemies = BTreeSet::new();
        for placement in &bundle.scenario.setup.placements {
            let Some(hex) = lookup.grid.parse(&placement.hex) else { continue };
            let face = placement.face.unwrap_or(0);
            let add = |counter: &Counter, points: &mut BTreeMap<Hex, i32>| {
                *points.entry(hex).or_default() += stacking_points_of(bundle, counter, face);
            };
            for id in &placement.counters {
                match roll.get(id.as_str()) {
                    Some(counter) if counter.side == side => {
                        own.entry(hex).or_default().push(counter);
                        add(counter, &mut points);
                    }
                    Some(counter) if bundle.ruleset.are_enemies(&counter.side, side) => {
                        enemies.insert(hex);
                    }
                    // Allies take up room, but do not hold what the side is to hold.
                    Some(counter) => add(counter, &mut points),
                    None => {}
                }
            }
        }
        let controls = |counters: &[&Counter]| counters.iter().any(|c| exerts_zoc(lookup, c));
        let zoc = own
            .iter()
            .filter(|(_, counters)| controls(counters))
            .flat_map(|(&hex, _)| zoc_around(lookup, hex))
            .collect();
        Self { hexes, front, own, points, enemies, zoc }
    }

    pub(super) fn held(&self, lookup: &Lookup<'_>, hex: Hex) -> bool {
        self.own.get(&hex).is_some_and(|there| there.iter().any(|c| holds(lookup, c)))
    }

    pub(super) fn counters_in(&self, hex: Hex) -> usize {
        self.own.get(&hex).map_or(0, Vec::len)
    }

    /// The hexes of the front with a feature, or all.
    pub(super) fn with_feature(&self, lookup: &Lookup<'_>, feature: Option<&str>) -> Vec<Hex> {
        let has = |hex: &Hex| {
            feature.is_none_or(|kind| lookup.features_at(*hex).any(|(_, item)| item.kind == kind))
        };
        self.front.iter().copied().filter(has).collect()
    }
}
