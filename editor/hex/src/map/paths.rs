//! Roads and railways, by the hexsides that they cross, and what a step along them costs.

use salient_schema::ruleset::{Kind, Mark};

use super::compile::{Compiler, cost};
use super::{CompiledMap, NEVER, kinds_with_trait};
use crate::grid::{Direction, Hex, Side};

/// One link of a path: where it crosses one hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathLink {
    side: Side,
    kind: u8,
    tracks: u8,
    path: u32,
}

impl PathLink {
    /// The hexside that it crosses.
    pub fn side(self) -> Side {
        self.side
    }

    /// The path's kind, as its place in the ruleset.
    pub fn kind(self) -> usize {
        usize::from(self.kind)
    }

    /// The tracks of a railway, 1 to 8; 0 where the map does not say.
    pub fn tracks(self) -> u8 {
        self.tracks
    }

    /// The path, as its place in the map's list: its name stands there.
    pub fn path(self) -> usize {
        self.path as usize
    }
}

/// What a mover makes of paths and bridges: kinds of the ruleset, a bit for each by its place.
///
/// [`CompiledMap::along`] fills it in; a system takes bits away where its book says so (a blown
/// bridge is asked for by hexside, a railway bridge carries no wagons).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Along {
    /// The path kinds that it may follow.
    pub paths: u32,
    /// The hexside kinds that carry it over what else runs along their side.
    pub bridges: u32,
    /// The hexside kinds that a bridge takes away.
    pub bridged: u32,
}

/// The paths of a map; arrays are empty where it has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    /// By hex and direction, a bit for each path kind that crosses the side.
    bits: Vec<[u32; 6]>,
    /// By hexside.
    links: Vec<PathLink>,
    /// By path kind, what it costs to enter a hex along it; [`NEVER`] where it has no cost.
    enter: Vec<i16>,
    /// By hexside kind.
    cross: Vec<i16>,
    bridges: u32,
    bridged: u32,
}

impl CompiledMap {
    /// The paths that cross a side of a hex, a bit for each path kind by its place in the
    /// ruleset.
    ///
    /// ```text
    ///   __    __
    ///  /A \__/==\     a road from A over B to C crosses the sides A|B and B|C; that A and C
    ///  \==/ B\C /     both hold a road says nothing of a third side between them
    ///  /  \==/==\
    /// ```
    pub fn path(&self, hex: Hex, direction: Direction) -> u32 {
        self.paths.bits.get(hex.index()).map_or(0, |sides| sides[direction.index()])
    }

    /// The paths in a hex: the kinds that cross any of its sides.
    pub fn paths_in(&self, hex: Hex) -> u32 {
        self.paths.bits.get(hex.index()).map_or(0, |sides| sides.iter().fold(0, |all, s| all | s))
    }

    /// The links of paths that cross a side of a hex, by kind; several where paths of different
    /// kinds, tracks or names share it.
    pub fn path_links(&self, hex: Hex, direction: Direction) -> &[PathLink] {
        if self.path(hex, direction) == 0 {
            return &[];
        }
        let side = self.grid.side(hex, direction);
        let links = &self.paths.links;
        let first = links.partition_point(|link| link.side < side);
        let count = links[first..].partition_point(|link| link.side == side);
        &links[first..first + count]
    }

    /// The most tracks with which paths of some kinds (bits) cross a side of a hex; 0 where none
    /// does, or none says.
    pub fn tracks(&self, hex: Hex, direction: Direction, kinds: u32) -> u8 {
        let links = self.path_links(hex, direction).iter();
        links.filter(|link| kinds >> link.kind & 1 == 1).map(|link| link.tracks).max().unwrap_or(0)
    }

    /// The hexside kinds along a side of a hex that carry paths over it: bridges and tunnels, a
    /// bit for each by its place in the ruleset.
    pub fn bridges(&self, hex: Hex, direction: Direction) -> u32 {
        self.hexside(hex, direction) & self.paths.bridges
    }

    /// The hexside kinds that a bridge takes away, a bit for each by its place in the ruleset: see
    /// [`Self::along`].
    pub fn bridged(&self) -> u32 {
        self.paths.bridged
    }

    /// How a mover goes that may follow the paths of some kinds (bits), as the ruleset has it:
    ///
    /// - bridges are the hexside kinds with the trait `bridge`, and those that are drawn as a
    ///   road or a railway;
    /// - they take away rivers and canals, and whatever is impassable.
    pub fn along(&self, paths: u32) -> Along {
        Along { paths, bridges: self.paths.bridges, bridged: self.paths.bridged }
    }

    /// Movement points for a step out of a hex in a direction for a mover that makes use of paths
    /// and bridges. `None` where the map ends or no unit may go.
    ///
    /// - A path's own movement stands in for that of the hex entered, if the path crosses the
    ///   hexside; a path without any changes nothing. It does not open a hex that is barred.
    /// - A hexside's movement is added, as always; where a bridge stands, what it takes away is
    ///   not, and does not bar.
    /// - Whoever finds no gain in them goes as [`Self::step_cost`] says.
    ///
    /// ```text
    ///  __/  \__      woods 2, road 1, river +2
    /// /==\__/  \     along the road over the bridge  1
    /// \__/==)(==\    along the road, bridge blown    1 + 2
    ///    \__/  \/    beside the road                 2 + 2
    /// ```
    pub fn step_cost_by(&self, hex: Hex, direction: Direction, along: &Along) -> Option<i32> {
        let plain = self.step_cost(hex, direction);
        let follows = self.path(hex, direction) & along.paths;
        let sides = self.hexside(hex, direction);
        let is_bridged = sides & along.bridges != 0;
        if follows == 0 && !is_bridged {
            return plain;
        }
        let other = self.neighbour(hex, direction)?;
        let open = self.hex_cost(other)?;
        let entry = |cost: &i16| (*cost != NEVER).then_some(i32::from(*cost));
        let enter = chosen(&self.paths.enter, follows).filter_map(entry).min();
        let left = if is_bridged { sides & !along.bridged } else { sides };
        let mut total = enter.map_or(open, |cost| cost.min(open));
        for cost in chosen(&self.paths.cross, left) {
            match entry(cost) {
                Some(cost) => total += cost,
                None => return plain,
            }
        }
        Some(plain.map_or(total, |plain| plain.min(total)))
    }
}

/// The entries of an array whose bits are set.
fn chosen(costs: &[i16], bits: u32) -> impl Iterator<Item = &i16> {
    costs.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, cost)| cost)
}

impl Compiler<'_> {
    /// Links between hexes that do not touch are passed over: `salient validate` names them.
    pub(super) fn paths(&mut self) {
        let hexsides = &self.ruleset.hexsides;
        let is_bridge = |kind: &Kind| matches!(kind.look.mark, Mark::Road | Mark::Railway);
        let is_bridged =
            |kind: &Kind| kind.impassable || matches!(kind.look.mark, Mark::River | Mark::Canal);
        let bridges = kinds_with_trait(hexsides, "bridge") as u32 | bits(hexsides, is_bridge);
        let path_cost = |kind: &Kind| if kind.movement.is_some() { cost(kind, 0) } else { NEVER };
        self.out.paths = Paths {
            bits: Vec::new(),
            links: Vec::new(),
            enter: self.ruleset.paths.iter().take(32).map(path_cost).collect(),
            cross: hexsides.iter().take(32).map(|kind| cost(kind, 0)).collect(),
            bridges,
            bridged: bits(hexsides, is_bridged) & !bridges,
        };
        let map = self.map;
        if map.paths.items.is_empty() {
            return;
        }
        let mut crossed = vec![[0; 6]; self.out.terrain.len()];
        for (i, path) in map.paths.items.iter().enumerate() {
            let pointer = format!("/map/paths/items/{i}");
            let kind = self.place(&self.ruleset.paths, &path.kind, 32);
            if kind.is_none() {
                self.dangling("path", &path.kind, format!("{pointer}/kind"));
            }
            let mut before = None;
            for (j, label) in path.hexes.iter().enumerate() {
                let here = self.out.grid.parse(label);
                if here.is_none() {
                    self.off_map(label, format!("{pointer}/hexes/{j}"));
                }
                let from = std::mem::replace(&mut before, here);
                let link = from.zip(here).zip(kind);
                let Some(((from, to), kind)) = link else { continue };
                let Some(direction) = self.out.grid.direction_to(from, to) else { continue };
                let side = self.out.grid.side(from, direction);
                for (hex, direction) in self.both_ends(side).into_iter().flatten() {
                    crossed[hex.index()][direction.index()] |= 1 << kind;
                }
                self.out.paths.links.push(PathLink {
                    side,
                    kind: kind as u8,
                    tracks: path.tracks.unwrap_or(0),
                    path: i as u32,
                });
            }
        }
        // A path may come back over a side that it has crossed.
        self.out.paths.links.sort_unstable();
        self.out.paths.links.dedup();
        self.out.paths.bits = crossed;
    }
}

/// The kinds for which something holds, a bit for each.
fn bits(kinds: &[Kind], holds: impl Fn(&Kind) -> bool) -> u32 {
    let kinds = kinds.iter().take(32).enumerate();
    kinds.filter(|(_, kind)| holds(kind)).fold(0, |bits, (i, _)| bits | 1 << i)
}
