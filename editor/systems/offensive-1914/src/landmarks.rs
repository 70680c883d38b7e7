//! No rules of their own: hexes that rules call by name, out of the zones that fill their roles.

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_rules::Roles;
use salient_schema::Bundle;

/// Hexes by what they are to the rules, each list sorted; empty where the scenario names none.
#[derive(Clone, Debug, Default)]
pub struct Landmarks {
    /// The last hexes along the sea (1914 21.2).
    pub coast: Vec<Hex>,
    /// 1914 21.3.
    pub nieuwpoort: Vec<Hex>,
    /// Where Antwerpen surrenders (1914 24.4).
    pub surrender: Vec<Hex>,
    /// 1914 27.7.
    pub paris: Vec<Hex>,
    /// Where the southern fronts of both sides begin (1914 27.5).
    pub swiss_border: Vec<Hex>,
    /// By side: where its southern front ends (1914 27.5).
    pub front_ends: [Vec<Hex>; 2],
}

impl Landmarks {
    /// Those of a bundle; `allied` and `german` are the places of the sides.
    pub fn new(
        bundle: &Bundle,
        roles: &Roles<'_>,
        map: &CompiledMap,
        (allied, german): (usize, usize),
    ) -> Self {
        let hexes = |role: &str| hexes_of(bundle, roles, map, role);
        let mut front_ends = [Vec::new(), Vec::new()];
        for (role, side) in [("allied-front-end", allied), ("german-front-end", german)] {
            if let Some(own) = front_ends.get_mut(side) {
                *own = hexes(role);
            }
        }
        Self {
            coast: hexes("coast"),
            nieuwpoort: hexes("nieuwpoort"),
            surrender: hexes("antwerpen-surrender"),
            paris: hexes("paris"),
            swiss_border: hexes("swiss-border"),
            front_ends,
        }
    }
}

/// The hexes of all zones that fill a role, each once. Sorted.
pub fn hexes_of(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap, role: &str) -> Vec<Hex> {
    sorted(zones_of(bundle, roles, map, role).concat())
}

/// The hexes of each zone that fills a role, each once. Sorted.
pub fn zones_of(
    bundle: &Bundle,
    roles: &Roles<'_>,
    map: &CompiledMap,
    role: &str,
) -> Vec<Vec<Hex>> {
    let zones = bundle.map.zones.items.iter().filter(|zone| roles.is(role, &zone.id));
    let parse = |label: &String| map.grid().parse(label);
    zones.map(|zone| sorted(zone.hexes.iter().filter_map(parse).collect())).collect()
}

fn sorted(mut hexes: Vec<Hex>) -> Vec<Hex> {
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether a hex is among some that are sorted.
#[inline]
pub fn has(hexes: &[Hex], hex: Hex) -> bool {
    hexes.binary_search(&hex).is_ok()
}
