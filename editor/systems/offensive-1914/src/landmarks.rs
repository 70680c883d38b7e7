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
        let of_role = |role: &str| {
            let zones = bundle.map.zones.items.iter().filter(|zone| roles.is(role, &zone.id));
            let labels = zones.flat_map(|zone| &zone.hexes);
            let mut hexes: Vec<Hex> = labels.filter_map(|label| map.grid().parse(label)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes
        };
        let mut front_ends = [Vec::new(), Vec::new()];
        for (role, side) in [("allied-front-end", allied), ("german-front-end", german)] {
            if let Some(own) = front_ends.get_mut(side) {
                *own = of_role(role);
            }
        }
        Self {
            coast: of_role("coast"),
            nieuwpoort: of_role("nieuwpoort"),
            paris: of_role("paris"),
            swiss_border: of_role("swiss-border"),
            front_ends,
        }
    }
}

/// Whether a hex is among some that are sorted.
#[inline]
pub fn has(hexes: &[Hex], hex: Hex) -> bool {
    hexes.binary_search(&hex).is_ok()
}
