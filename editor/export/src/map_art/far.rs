//! The map from far away: a few colours a hex, from which a graphics card draws hexes of a few
//! pixels without any shapes.

use std::collections::BTreeMap;

use salient_engine::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::compile::{FeatureArt, LookArt};
use super::{MapArt, areas, works};
use crate::colour::{self, Rgba};

/// A hex from far away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FarCell {
    /// Red, green and blue of the ground; the last is how strongly height tints it.
    pub ground: [u8; 4],
    /// What lies on it, each with the number of its colour in [`Far::inks`] in the high byte:
    ///
    /// 0. along hexsides: a bit for each direction;
    /// 1. paths: a bit for each direction that one leaves to;
    /// 2. borders: a bit for each direction;
    /// 3. what stands in the hex: its size, 0 to 3, in the lowest bits, and the number of its
    ///    zone's colour in the six above.
    pub marks: [u16; 4],
    /// All of it as one colour.
    pub whole: [u8; 3],
}

/// The colours of hexes from far away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    /// The colours of what lies on the ground; the first is nothing's.
    pub inks: Vec<Rgba>,
    numbers: BTreeMap<Rgba, u8>,
}

/// The most colours that marks may have; what comes later takes the last.
const INKS: usize = 255;
/// The most colours that zones may have.
const ZONE_INKS: usize = 63;

impl Far {
    /// No colours yet but those of zones, which need low numbers.
    pub fn new(art: &MapArt) -> Self {
        let mut far = Self { inks: vec![[0; 4]], numbers: BTreeMap::new() };
        far.number(art.theme.hill);
        for zone in art.map.zones.iter().take(ZONE_INKS - 1) {
            far.number(zone.ink);
        }
        far
    }

    fn number(&mut self, ink: Rgba) -> u8 {
        if let Some(&number) = self.numbers.get(&ink) {
            return number;
        }
        if self.inks.len() >= INKS {
            return (INKS - 1) as u8;
        }
        let number = self.inks.len() as u8;
        self.inks.push(ink);
        self.numbers.insert(ink, number);
        number
    }

    /// A hex as it is now.
    pub fn cell(&mut self, art: &MapArt, hex: Hex) -> FarCell {
        let mut ground =
            art.map.terrain_look(hex).map_or(art.theme.unknown, |look| art.far_ground(look));
        let features = art.map.features_in(hex);
        for look in features.iter().filter_map(|there| art.map.feature_kinds.look(there.kind)) {
            if areas::is_area(look.mark) {
                ground = art.far_ground(look);
            }
        }
        let tint = art.height_tint(hex);
        let mut cell = FarCell {
            ground: [ground[0], ground[1], ground[2], (tint * 255.0).round() as u8],
            ..FarCell::default()
        };
        let mut whole = colour::mix(ground, art.theme.hill, tint);
        self.sides(art, hex, &mut cell, &mut whole);
        if let Some(paths) = art.map.paths.get(&hex) {
            for path in paths {
                let Some(look) = art.map.path_kinds.look(path.kind) else { continue };
                let ink = art.ink_of(look);
                for way in [path.from, path.to].into_iter().flatten() {
                    cell.marks[1] |= 1 << way.index();
                }
                cell.marks[1] = (cell.marks[1] & 0xff) | u16::from(self.number(ink)) << 8;
                whole = colour::mix(whole, ink, 0.2);
            }
        }
        if let Some((ink, size)) = art.stands(features) {
            cell.marks[3] = u16::from(self.number(ink)) << 8 | size;
            whole = colour::mix(whole, ink, 0.12 + 0.16 * f32::from(size));
        }
        if let Some(zone) = art.map.zones_of(hex).next()
            && let Some(zone) = art.map.zones.get(usize::from(zone))
        {
            let number = u16::from(self.number(zone.ink)).min(ZONE_INKS as u16);
            cell.marks[3] |= number << 2;
        }
        cell.whole = [whole[0], whole[1], whole[2]];
        cell
    }

    fn sides(&mut self, art: &MapArt, hex: Hex, cell: &mut FarCell, whole: &mut Rgba) {
        let mut put = |far: &mut Self, place: usize, direction: usize, ink: Rgba, share: f32| {
            let marks = &mut cell.marks[place];
            *marks = (*marks & 0xff) | 1 << direction | u16::from(far.number(ink)) << 8;
            *whole = colour::mix(*whole, ink, share);
        };
        if !art.map.sides.is_empty() || !art.map.lines.is_empty() {
            for direction in Direction::ALL {
                let side = art.grid.side(hex, direction);
                for along in art.map.sides_along(side) {
                    let Some(look) = art.map.side_kinds.look(along.kind) else { continue };
                    put(self, 0, direction.index(), art.ink_of(look), 0.14);
                }
                let lines = art.map.lines.get(&side.hex()).map_or(&[][..], Vec::as_slice);
                for line in lines.iter().filter(|line| line.side == side) {
                    let Some(look) = art.map.line_kinds.look(line.kind) else { continue };
                    let ink = line.colour.unwrap_or_else(|| art.ink_of(look));
                    put(self, 2, direction.index(), ink, 0.2);
                }
            }
        }
    }
}

impl MapArt {
    /// The colour of a terrain whose marks are too small to see.
    fn far_ground(&self, look: &LookArt) -> Rgba {
        if !look.known {
            return colour::mix(self.map.paper, self.theme.unknown, 0.5);
        }
        if !areas::is_area(look.mark) {
            let ground = self.ground_of(look);
            // Terrain that stands on the ground, as towns do in some systems.
            return match look.mark {
                Mark::None | Mark::Label => ground,
                Mark::Hilltop => colour::mix(ground, look.fill.unwrap_or(self.theme.hill), 0.4),
                mark => {
                    let ink = look.ink.unwrap_or(self.default_ink(mark));
                    colour::mix(ground, ink, 0.4)
                }
            };
        }
        let (fill, ink) = areas::colours(look, &self.theme);
        let share = match look.mark {
            Mark::Water => 0.0,
            Mark::Woods => 0.62,
            _ => 0.18,
        };
        colour::mix(fill, ink, share)
    }

    fn ink_of(&self, look: &LookArt) -> Rgba {
        if !look.known {
            return self.theme.unknown;
        }
        look.ink.or(look.fill).unwrap_or(self.default_ink(look.mark))
    }

    /// The colour and the size of the greatest thing that stands in a hex.
    fn stands(&self, features: &[FeatureArt]) -> Option<(Rgba, u16)> {
        let one = |feature: &FeatureArt| {
            let look = self.map.feature_kinds.look(feature.kind)?;
            if !look.known {
                return Some((self.theme.unknown, 3));
            }
            let ink = match look.mark {
                Mark::Town | Mark::City => look.ink.unwrap_or(self.theme.building),
                mark => feature.colour.or(look.ink).unwrap_or(self.default_ink(mark)),
            };
            let size = match look.mark {
                Mark::None | Mark::Label => return None,
                mark if areas::is_area(mark) => return None,
                Mark::City | Mark::Fortress => 3,
                Mark::Town | Mark::Victory | Mark::Entry => 2,
                mark if works::is_work(mark) => 1,
                Mark::Hilltop => return Some((look.fill.unwrap_or(self.theme.hill), 2)),
                _ => 1,
            };
            Some((ink, size))
        };
        let mut greatest: Option<(Rgba, u16)> = None;
        for (ink, size) in features.iter().filter_map(one) {
            if greatest.is_none_or(|(_, most)| size > most) {
                greatest = Some((ink, size));
            }
        }
        greatest
    }
}
