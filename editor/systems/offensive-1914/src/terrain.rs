//! 1914 3.4, 3.5, 7.1.3 to 7.1.5: what hexsides cost and do, by hex and direction.

use salient_hex::map::CompiledMap;
use salient_hex::{Direction, Hex};
use salient_rules::Roles;
use salient_schema::Bundle;
use salient_schema::ruleset::Kind;

use crate::landmarks::zones_of;

/// A river along a hexside; double rivers count once (1914 3.4.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum River {
    #[default]
    None,
    Minor,
    Major,
    Great,
    Grand,
}

/// A hexside that nobody crosses.
pub const BARRED: u8 = u8::MAX;

/// A hexside out of a hex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hexside {
    /// What the ground costs, an escarpment with it, without river or bridge (1914 7.1.3); [`BARRED`]
    /// for sea and off map.
    pub ground: u8,
    /// What the river adds without a bridge.
    pub water: u8,
    pub river: River,
    /// The river that an attack out of the hex meets: it, but none out of a river's loop (1914
    /// 3.4.4).
    pub attacked_across: River,
    /// Whether a roadway bridge crosses: every major and great river, a grand one where printed
    /// (1914 3.4.3).
    pub bridge: bool,
    /// Whether that is the Belgian pontoon bridge, which one formation crosses in a movement phase (1914
    /// 24.6).
    pub pontoon: bool,
    /// Whether it is forest or deep forest, and nothing clear with it.
    pub forested: bool,
    /// Whether it is a mountain ridge.
    pub ridge: bool,
    /// Whether it is sea.
    pub sea: bool,
    pub escarpment: bool,
    /// Whether the inundation of the Ijzer floods it, once that is made (1914 21.3).
    pub inundation: bool,
    /// Whether no benefit comes from higher ground across it (1914 3.5.1).
    pub level: bool,
}

/// The ground of a hex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// Whether no unit ever stands there.
    pub barred: bool,
    pub mountainous: bool,
    /// Whether it is clear ground under woods (1914 3.4.3).
    pub wooded: bool,
    pub steep: bool,
    /// What is added to the strength of a stack that defends in it (1914 9.3.1).
    pub defence: i32,
    /// Whether an improved position is printed there (1914 14.5).
    pub position: bool,
    /// Whether it is a port (1914 15.1.5).
    pub port: bool,
    /// Railways in it, a bit each: double track, single track, narrow gauge.
    pub rails: u8,
}

/// All of a map.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    pub sides: Vec<[Hexside; 6]>,
    pub hexes: Vec<Ground>,
    /// By hex, the directions that lead over no sea, a bit each.
    pub land: Vec<u8>,
    /// Directions in which a railway leads out of a hex, a bit each: of any track, and of two.
    pub rails: Vec<[u8; 2]>,
}

impl Terrain {
    /// The terrain of a bundle's map.
    pub fn new(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap) -> Self {
        let ruleset = &bundle.ruleset;
        let bits = |role: &str, kinds: &[Kind]| -> u64 {
            let named = kinds.iter().enumerate().filter(|(_, kind)| roles.is(role, &kind.id));
            named.fold(0, |bits, (place, _)| bits | 1 << place.min(63))
        };
        let side = |role: &str| bits(role, &ruleset.hexsides) as u32;
        let rivers = [
            (side("minor-river"), River::Minor),
            (side("major-river"), River::Major),
            (side("great-river"), River::Great),
            (side("grand-river"), River::Grand),
        ];
        let (forest, open) = (side("forest"), side("open-side"));
        let (bridge, ridge, sea) =
            (side("roadway-bridge"), side("mountain-ridge"), side("sea-side"));
        let (inundation, pontoon) = (side("inundation"), side("pontoon-bridge"));
        let (escarpment, level) = (side("escarpment"), side("elevation-transition"));
        let water = rivers.iter().fold(0, |all, (bits, _)| all | bits);
        let paths = ["double-track", "single-track", "narrow-gauge"]
            .map(|role| bits(role, &ruleset.paths) as u32);
        let any = paths.iter().fold(0, |all, bits| all | bits);
        let added: Vec<u8> = ruleset.hexsides.iter().map(added).collect();
        let ground: Vec<Option<u8>> =
            ruleset.hexsides.iter().map(|kind| cost(kind.movement?)).collect();
        let under: Vec<Option<u8>> = ruleset
            .terrain
            .iter()
            .map(|kind| if kind.impassable { None } else { cost(kind.movement?) })
            .collect();
        let terrain_bit = |role: &str| bits(role, &ruleset.terrain);
        let wooded = terrain_bit("wooded");
        let (mountainous, steep) = (terrain_bit("mountainous"), terrain_bit("steep-mountain"));
        let features = |role: &str| bits(role, &ruleset.features);
        let (position, port) = (features("printed-position"), features("port"));
        // 1914 3.4.4, 3.4.4a: where rivers count in one direction only, or not at all.
        let zones = |role: &str| zones_of(bundle, roles, map, role);
        let (loops, cities) = (zones("river-loop"), zones("city-without-river"));
        let mut out = Self::default();
        for hex in map.grid().hexes() {
            let kind = map.terrain(hex);
            let mut sides = [Hexside::default(); 6];
            let mut rails = [0_u8; 2];
            let mut tracks = 0_u8;
            for (direction, side) in sides.iter_mut().enumerate() {
                let way = Direction::new(direction);
                let Some(other) = map.neighbour(hex, way) else {
                    (side.ground, side.sea) = (BARRED, true);
                    continue;
                };
                let inside = |city: &Vec<Hex>| city.contains(&hex) && city.contains(&other);
                let ignored = if cities.iter().any(inside) { water } else { 0 };
                let drawn = map.hexside(hex, way) & !ignored;
                let least = |of: u32, of_kind: &dyn Fn(usize) -> Option<u8>| {
                    (0..32).filter(|place| of >> place & 1 == 1).filter_map(of_kind).min()
                };
                // The cheapest of what is drawn; where nothing is, of the ground of both hexes.
                let on_side = least(drawn & !water & !ridge & !inundation & !pontoon, &|place| {
                    ground.get(place).copied()?
                });
                let both =
                    [kind, map.terrain(other)].map(|kind| under.get(kind).copied().flatten());
                let beneath = match both {
                    [Some(one), Some(other)] => Some(one.min(other)),
                    _ => None,
                };
                // An escarpment has no cost of its own and adds to whatever ground it runs through.
                let more: u8 = (0..32)
                    .filter(|place| (drawn & !water) >> place & 1 == 1)
                    .filter_map(|place: usize| added.get(place).copied())
                    .fold(0, u8::saturating_add);
                side.ground = match beneath {
                    None => BARRED,
                    Some(beneath) => {
                        on_side.unwrap_or(beneath).saturating_add(more).min(BARRED - 1)
                    }
                };
                let river = rivers.iter().rev().find(|(bits, _)| drawn & bits != 0);
                side.river = river.map_or(River::None, |(_, river)| *river);
                // Of two rivers the greater counts, alone (1914 3.4.4).
                let of_river = drawn & river.map_or(0, |(bits, _)| *bits);
                side.water = least(of_river, &|place| added.get(place).copied()).unwrap_or(0);
                let out_of_loop = loops.iter().any(|within| within.contains(&hex));
                side.attacked_across = if out_of_loop { River::None } else { side.river };
                side.bridge = match side.river {
                    River::Major | River::Great => true,
                    River::Grand => drawn & (bridge | pontoon) != 0,
                    _ => false,
                };
                side.pontoon = side.bridge && drawn & pontoon != 0;
                side.forested = drawn & forest != 0 && drawn & open == 0;
                side.ridge = drawn & ridge != 0;
                side.sea = drawn & sea != 0 || beneath.is_none();
                if side.sea {
                    side.ground = BARRED;
                }
                side.escarpment = drawn & escarpment != 0;
                side.inundation = drawn & inundation != 0;
                side.level = drawn & level != 0;
                let on = map.path(hex, way);
                if on & any != 0 {
                    rails[0] |= 1 << direction;
                }
                if on & paths[0] != 0 {
                    rails[1] |= 1 << direction;
                }
                for (place, bits) in paths.iter().enumerate() {
                    tracks |= u8::from(on & bits != 0) << place;
                }
            }
            out.hexes.push(Ground {
                barred: under.get(kind).copied().flatten().is_none(),
                mountainous: (mountainous | steep) >> kind.min(63) & 1 == 1,
                wooded: wooded >> kind.min(63) & 1 == 1,
                steep: steep >> kind.min(63) & 1 == 1,
                defence: map.defence(hex),
                position: map.features(hex) & position != 0,
                port: map.features(hex) & port != 0,
                rails: tracks,
            });
            let land = sides.iter().rev().fold(0, |bits, side| bits << 1 | u8::from(!side.sea));
            out.land.push(land);
            out.sides.push(sides);
            out.rails.push(rails);
        }
        out
    }

    /// A hexside out of a hex.
    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> &Hexside {
        &self.sides[hex.index()][direction.index()]
    }

    /// The ground of a hex.
    #[inline]
    pub fn hex(&self, hex: Hex) -> &Ground {
        &self.hexes[hex.index()]
    }
}

/// What a kind adds to movement by its effects.
fn added(kind: &Kind) -> u8 {
    let moving = kind.effects.iter().filter(|it| it.when.usage.as_deref() == Some("movement"));
    cost(moving.filter_map(|effect| effect.movement).sum::<i32>()).unwrap_or(0)
}

fn cost(points: i32) -> Option<u8> {
    u8::try_from(points).ok().filter(|points| *points < BARRED)
}
