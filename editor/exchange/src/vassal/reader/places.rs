//! The places of a board by their names, as VASSAL finds them: hexes, squares, regions and zones.
//!
//! A stack may be told to stand at `Hex 0302` instead of at pixels. Zones are asked first, each by its
//! format of names, then the grid around them.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::super::format::{self, Part, Want};
use super::super::lattice::{Lattice, Names, PAIR};
use super::super::outline::{self, extent, holds};
use super::boards::is_map;
use super::grids::{self, Numbered};
use super::maps::Maps;
use super::tree::{children, class, flag, number, text};

/// Where a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// To these pixels of the board, maybe to a region of a zone.
    At([i64; 2], Option<RegionOf>),
    /// Nowhere: VASSAL leaves a stack at its pixels and complains.
    Nowhere,
    /// Nobody knows: a class of the module's own says it.
    Unknown(String),
    /// The board has no grid: VASSAL does not look at names.
    Unnamed,
}

/// A region of a zone without hexes, by both names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionOf {
    /// The region's name.
    pub region: String,
    /// The zone's; empty where regions are all over the board.
    pub zone: String,
}

/// The places of all boards of a module.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<(String, String), Board>);

/// The places of a board.
#[derive(Clone, Debug, Default)]
struct Board {
    zones: Vec<Zone>,
    ground: Net,
}

#[derive(Clone, Debug)]
struct Zone {
    name: String,
    format: Vec<Part>,
    outline: Vec<[i64; 2]>,
    net: Net,
    /// It has the grid that lies around the zones.
    has_ground: bool,
}

/// What tells places apart.
#[derive(Clone, Debug, Default)]
enum Net {
    #[default]
    None,
    /// Hexes, or squares, on something of a size, with their names if they have any.
    Cells {
        lattice: Lattice,
        is_square: bool,
        names: Option<Box<Names>>,
        size: [i64; 2],
    },
    Regions(Vec<(String, [i64; 2])>),
    /// A class of the module's own.
    Foreign(String),
}

impl Places {
    /// All boards of a module.
    pub fn of(root: Node<'_, '_>, maps: &Maps) -> Self {
        let mut all = BTreeMap::new();
        for map in root.descendants().filter(|node| node.is_element() && is_map(*node)) {
            let map_name = text(map, "mapName");
            let sizes = maps.find(map_name);
            let boards = children(map, "BoardPicker").flat_map(|picker| children(picker, "Board"));
            for board in boards {
                let name = text(board, "name");
                let size = sizes.and_then(|map| map.boards.get(name)).map(|board| board.size);
                let places = Board::of(board, size.unwrap_or_default());
                // Where it is not told which board is meant, VASSAL takes the first.
                let any = (map_name.to_owned(), String::new());
                all.entry(any).or_insert_with(|| places.clone());
                all.insert((map_name.to_owned(), name.to_owned()), places);
            }
        }
        Self(all)
    }

    /// Where a name leads on a board, the first one of its map where none is named.
    pub fn find(&self, map: &str, board: &str, name: &str) -> Found {
        let own = self.0.get(&(map.to_owned(), board.to_owned()));
        own.map_or(Found::Unnamed, |board| board.find(name))
    }
}

impl Board {
    fn of(board: Node<'_, '_>, size: [i64; 2]) -> Self {
        let zoned = children(board, "ZonedGrid").last();
        let zones = zoned.into_iter().flat_map(|zoned| children(zoned, "Zone"));
        let zones = zones.map(|zone| {
            let outline = outline::read(text(zone, "path"));
            Zone {
                name: text(zone, "name").to_owned(),
                format: format::parts(zone.attribute("locationFormat").unwrap_or("$name$")),
                net: Net::of(zone, extent(&outline)),
                outline,
                has_ground: flag(zone, "useParentGrid", false),
            }
        });
        Self { zones: zones.collect(), ground: Net::of(zoned.unwrap_or(board), size) }
    }

    fn find(&self, name: &str) -> Found {
        let is_unnamed = self.zones.is_empty() && matches!(self.ground, Net::None);
        if is_unnamed {
            return Found::Unnamed;
        }
        for zone in &self.zones {
            match zone.find(name, &self.ground) {
                Found::At(at, region) if zone.holds(at) => return Found::At(at, region),
                unknown @ Found::Unknown(_) => return unknown,
                _ => {}
            }
        }
        match self.ground.find(name) {
            // Newer ones look for a region by its bare name, whatever the zone's format says.
            Found::Nowhere => {
                let mut regions = self.zones.iter().map(|zone| zone.find_in(&zone.net, name));
                let region = regions.find(|found| matches!(found, Found::At(_, Some(_))));
                region.unwrap_or(Found::Nowhere)
            }
            found => found,
        }
    }
}

impl Zone {
    fn holds(&self, at: [i64; 2]) -> bool {
        holds(&self.outline, at)
    }

    fn find(&self, name: &str, ground: &Net) -> Found {
        let net = if self.has_ground { ground } else { &self.net };
        let has_grid = !matches!(net, Net::None);
        let mut wanted = Vec::new();
        // The last one counts.
        let mut grid = None;
        for part in &self.format {
            match part {
                Part::Text(text) => wanted.push(Want::Text(text.clone())),
                Part::Property(one) if one == "name" => wanted.push(Want::Text(self.name.clone())),
                Part::Property(one) if one == PAIR && has_grid => {
                    grid = Some(wanted.len());
                    wanted.push(Want::Any);
                }
                Part::Property(_) => {}
            }
        }
        let Some(spans) = format::found(&wanted, name).filter(|_| !wanted.is_empty()) else {
            return Found::Nowhere;
        };
        match grid.and_then(|part| spans.get(part)) {
            Some([from, to]) => self.find_in(net, name.get(*from..*to).unwrap_or_default()),
            None => self.middle().map_or(Found::Nowhere, |at| Found::At(at, None)),
        }
    }

    fn find_in(&self, net: &Net, name: &str) -> Found {
        match net.find(name) {
            Found::At(at, Some(region)) => {
                Found::At(at, Some(RegionOf { zone: self.name.clone(), ..region }))
            }
            found => found,
        }
    }

    /// The middle of its corners, or the first where that lies outside.
    fn middle(&self) -> Option<[i64; 2]> {
        let count = i64::try_from(self.outline.len()).ok().filter(|count| *count > 0)?;
        let mean = [0, 1].map(|axis| self.outline.iter().map(|p| p[axis]).sum::<i64>() / count);
        Some(mean).filter(|mean| self.holds(*mean)).or(self.outline.first().copied())
    }
}

impl Net {
    /// The grid in an element; of several, VASSAL takes the last.
    fn of(parent: Node<'_, '_>, size: [i64; 2]) -> Self {
        let grids = parent.children().filter(|node| node.is_element());
        let own = |node: Node<'_, '_>| match class(node) {
            "HexGrid" | "SquareGrid" => {
                let is_square = class(node) == "SquareGrid";
                let lattice = grids::lattice(node)?;
                let names = match Numbered::of(node) {
                    Numbered::Foreign(class) => return Some(Self::Foreign(class)),
                    Numbered::By(names) => Some(names),
                    Numbered::Not => None,
                };
                Some(Self::Cells { lattice, is_square, names, size })
            }
            "RegionGrid" => {
                let region = |region| {
                    let origin = ["originx", "originy"].map(|key| number(region, key, 0.0) as i64);
                    (text(region, "name").to_owned(), origin)
                };
                Some(Self::Regions(children(node, "Region").map(region).collect()))
            }
            other if other.ends_with("Grid") && other != "ZonedGrid" => {
                Some(Self::Foreign(node.tag_name().name().to_owned()))
            }
            _ => None,
        };
        grids.filter_map(own).next_back().unwrap_or_default()
    }

    fn find(&self, name: &str) -> Found {
        let at = match self {
            Self::None => None,
            Self::Foreign(class) => return Found::Unknown(class.clone()),
            Self::Cells { lattice, is_square, names, size } => names.as_ref().and_then(|names| {
                let numbers = names.read(name)?;
                Some(match is_square {
                    true => names.square(lattice, *size, numbers),
                    false => names.place(lattice, *size, numbers),
                })
            }),
            Self::Regions(regions) => {
                let own = regions.iter().find(|(own, _)| own == name);
                return own.map_or(Found::Nowhere, |(region, at)| {
                    let (region, zone) = (region.clone(), String::new());
                    Found::At(*at, Some(RegionOf { region, zone }))
                });
            }
        };
        at.map_or(Found::Nowhere, |at| Found::At(at, None))
    }
}
