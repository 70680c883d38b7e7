//! 1914 8.6, 8.8.2, 22.2.2, 23.2: garrisons stay with their place, and armoured cars with theirs.

use salient_hex::Hex;
use salient_rules::Roles;
use salient_rules::play::{Compiled, Printed, Unit, UnitDef};
use salient_schema::Bundle;

use crate::landmarks::zones_of;
use crate::rules::{Rules, of};
use crate::units::{Kind, Piece};

/// 1914 8.6: the hexes of the camp or city that each garrison belongs to: the one that it is set up
/// in. Of whoever is no garrison, none.
pub fn homes(
    bundle: &Bundle,
    roles: &Roles<'_>,
    compiled: &Compiled,
    pieces: &[Piece],
) -> Vec<Vec<Hex>> {
    let grid = compiled.map.grid();
    let zones = |role: &str| zones_of(bundle, roles, &compiled.map, role);
    let camps = zones("camp");
    let set_up = |counter: &str| -> Option<Hex> {
        let mut all = bundle.scenario.setup.placements.iter();
        let placed = all.find(|it| it.counters.iter().any(|it| it.as_str() == counter));
        placed.and_then(|it| grid.parse(&it.hex))
    };
    let fortresses: Vec<(usize, Hex)> = compiled
        .units
        .iter()
        .zip(pieces)
        .filter(|(_, piece)| piece.kind == Kind::Fortress)
        .filter_map(|(unit, piece)| Some((piece.camp, set_up(&unit.counter)?)))
        .collect();
    let (areas, districts) = (zones("paris-area"), zones("paris-district"));
    let home = |unit: &UnitDef<Printed>| -> Vec<Hex> {
        let counter = unit.counter.as_str();
        let Some(hex) = set_up(counter) else { return Vec::new() };
        // 1914 22.2.2: in Paris each keeps to its district, if it has one.
        let inside = |zones: &[Vec<Hex>]| {
            zones.iter().find(|zone| zone.binary_search(&hex).is_ok()).cloned()
        };
        let free = roles.any("no-district", &unit.traits);
        let district = if free { inside(&areas) } else { inside(&districts) };
        if let Some(hexes) = district {
            return hexes;
        }
        if let Some(zone) = camps.iter().find(|zone| zone.binary_search(&hex).is_ok()) {
            return zone.clone();
        }
        // Beside a fortress it belongs to all of that fortress's camp (1914 12.0).
        let camp = fortresses.iter().find(|(_, at)| *at == hex).map(|(camp, _)| *camp);
        let of_camp = fortresses.iter().filter(|(own, _)| Some(*own) == camp);
        let mut hexes: Vec<Hex> = of_camp.map(|(_, at)| *at).chain([hex]).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    };
    let cars = zones("cars-place").concat();
    let units = compiled.units.iter().zip(pieces);
    let homes = units.map(|(unit, piece)| match () {
        () if piece.garrison => home(unit),
        () if piece.cars => cars.clone(),
        () => Vec::new(),
    });
    homes.collect()
}

/// Whether a unit has a place with which it stays.
pub fn is_bound(rules: &Rules, unit: Unit) -> bool {
    rules.homes.get(unit.index()).is_some_and(|home| !home.is_empty())
}

/// The rule by which it does.
pub fn rule(rules: &Rules, unit: Unit) -> &'static str {
    if rules.piece(unit).cars { "1914 23.2" } else { "1914 8.6" }
}

/// 1914 8.6.1, 8.6.2: whether a garrison's place lets it into a hex: inside its camp or city, or as
/// far from it as its hexagon says. Anybody else may go anywhere.
pub fn permits(rules: &Rules, unit: Unit, hex: Hex) -> bool {
    beyond(rules, unit, hex) == 0
}

/// 1914 8.6.3: whether it may go from a hex into one next to it: one that was driven out of its place
/// comes nearer to it with every hex, whichever way its owner likes.
pub fn may_go(rules: &Rules, unit: Unit, from: Hex, to: Hex) -> bool {
    let left = beyond(rules, unit, to);
    left == 0 || left < beyond(rules, unit, from)
}

/// How many hexes beyond the range of a garrison a hex lies.
fn beyond(rules: &Rules, unit: Unit, hex: Hex) -> u32 {
    let home = rules.homes.get(unit.index()).into_iter().flatten();
    let far = home.map(|&place| rules.map().grid().distance(place, hex)).min().unwrap_or_default();
    if rules.piece(unit).cars {
        return far.saturating_sub(rules.numbers.cars_distance.unsigned_abs());
    }
    // The hexagon is on the front; a reduced garrison has it too.
    let place = rules.ratings.get(of::GARRISON_RANGE).copied().flatten();
    let faces = &rules.compiled.unit(unit).faces;
    let range = place.and_then(|place| faces.first()?.get(place).copied()).unwrap_or_default();
    far.saturating_sub(range.unsigned_abs())
}
