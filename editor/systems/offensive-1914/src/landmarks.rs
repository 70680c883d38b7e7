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
    /// The British and the Belgian army's bases, each in the order of its transfers (1914 23.1, 24.3).
    pub bases: [[Vec<Hex>; 3]; 2],
    /// Where Germans have the British base transferred (1914 23.1.1).
    pub amiens: Vec<Hex>,
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
        let port = |feature: &&salient_schema::map::Feature| roles.is("port", &feature.kind);
        let all = bundle.map.features.items.iter().filter(port);
        let all: Vec<Hex> = all.filter_map(|it| map.grid().parse(&it.hex)).collect();
        let ports = |mut hexes: Vec<Hex>| {
            hexes.retain(|hex| all.contains(hex));
            hexes
        };
        Self {
            bases: [
                [of_role("british-base"), of_role("british-later-base"), Vec::new()],
                [of_role("belgian-base"), of_role("belgian-port"), ports(of_role("france"))],
            ],
            amiens: of_role("base-amiens"),
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
