//! Edits of the map: features, hexsides, lines, paths and zones.

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::map::{Feature, Hexside, Line, Path, Zone};

use super::{State, insertion};
use crate::edit::{Edit, EditError};
use crate::index::glyph_range;

impl State {
    pub(super) fn set_glyph(&mut self, hex: &str, glyph: char) -> Result<Edit, EditError> {
        let at = self.parse_hex(hex)?;
        let terrain = &mut self.bundle.map.terrain;
        let mut buffer = [0; 4];
        let text = glyph.encode_utf8(&mut buffer);
        let broken = || EditError::BrokenRows { hex: hex.to_owned() };
        let index = self.grid.index(at);
        let row = terrain.rows.get_mut(usize::from(index.row)).ok_or_else(broken)?;
        let range = glyph_range(row, index).ok_or_else(broken)?;
        let slot = self.index.glyphs.get_mut(at.index()).ok_or_else(broken)?;
        let old = slot.ok_or_else(broken)?;
        row.replace_range(range, text);
        *slot = Some(glyph);
        Ok(Edit::SetGlyph { hex: hex.to_owned(), glyph: old })
    }

    pub(super) fn add_glyph(&mut self, glyph: char, kind: &str) -> Result<Edit, EditError> {
        let palette = &mut self.bundle.map.terrain.palette;
        if palette.contains_key(&*glyph.encode_utf8(&mut [0; 4])) {
            return Err(EditError::GlyphTaken { glyph });
        }
        palette.insert(glyph.to_string(), kind.to_owned());
        Ok(Edit::RemoveGlyph { glyph })
    }

    pub(super) fn remove_glyph(&mut self, glyph: char) -> Result<Edit, EditError> {
        if let Some(hex) =
            self.grid.hexes().find(|hex| self.index.glyphs.get(hex.index()) == Some(&Some(glyph)))
        {
            return Err(EditError::GlyphInUse { glyph, hex: self.grid.label(hex) });
        }
        let palette = &mut self.bundle.map.terrain.palette;
        match palette.remove(&*glyph.encode_utf8(&mut [0; 4])) {
            Some(kind) => Ok(Edit::AddGlyph { glyph, kind }),
            None => Err(EditError::NoSuchGlyph { glyph }),
        }
    }

    fn feature_at(&self, hex: &str, kind: &str) -> Result<Option<usize>, EditError> {
        let at = self.parse_hex(hex)?;
        let items = &self.bundle.map.features.items;
        Ok(self.index.features.at(at).find(|&at| items[at].kind == kind))
    }

    fn feature(&self, hex: &str, kind: &str) -> Result<usize, EditError> {
        self.feature_at(hex, kind)?
            .ok_or_else(|| EditError::NoSuchFeature { hex: hex.to_owned(), kind: kind.to_owned() })
    }

    pub(super) fn add_feature(
        &mut self,
        feature: &Feature,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let hex = self.parse_hex(&feature.hex)?;
        let Feature { hex: label, kind, .. } = feature;
        if self.feature_at(label, kind)?.is_some_and(|there| comes_first(there, at)) {
            return Err(EditError::FeatureThere { hex: label.clone(), kind: kind.clone() });
        }
        let items = &mut self.bundle.map.features.items;
        let at = insertion("the map's list of features", items.len(), at, || {
            let before = self.index.features.before(hex, |at| items[at].kind <= *kind);
            before.map_or(0, |at| at + 1)
        })?;
        items.insert(at, feature.clone());
        self.index.features.insert(Some(hex), at);
        Ok(Edit::RemoveFeature { hex: label.clone(), kind: kind.clone() })
    }

    pub(super) fn remove_feature(&mut self, hex: &str, kind: &str) -> Result<Edit, EditError> {
        let at = self.feature(hex, kind)?;
        let feature = self.bundle.map.features.items.remove(at);
        self.index.features.remove(at);
        Ok(Edit::AddFeature { feature, at: Some(at) })
    }

    pub(super) fn set_feature(&mut self, feature: &Feature) -> Result<Edit, EditError> {
        let at = self.feature(&feature.hex, &feature.kind)?;
        let item = &mut self.bundle.map.features.items[at];
        Ok(Edit::SetFeature { feature: std::mem::replace(item, feature.clone()) })
    }

    fn hexside_at(&self, side: &str, kind: &str) -> Result<Option<usize>, EditError> {
        let at = self.parse_side(side)?;
        let items = &self.bundle.map.hexsides.items;
        Ok(self.index.hexsides.at(at).find(|&at| items[at].kind == kind))
    }

    fn hexside(&self, side: &str, kind: &str) -> Result<usize, EditError> {
        self.hexside_at(side, kind)?.ok_or_else(|| EditError::NoSuchHexside {
            side: side.to_owned(),
            kind: kind.to_owned(),
        })
    }

    pub(super) fn add_hexside(
        &mut self,
        hexside: &Hexside,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let side = self.parse_side(&hexside.side)?;
        let Hexside { side: label, kind, .. } = hexside;
        if self.hexside_at(label, kind)?.is_some_and(|there| comes_first(there, at)) {
            return Err(EditError::HexsideThere { side: label.clone(), kind: kind.clone() });
        }
        let items = &mut self.bundle.map.hexsides.items;
        let at = insertion("the map's list of hexsides", items.len(), at, || {
            let before = self.index.hexsides.before(side, |at| items[at].kind <= *kind);
            before.map_or(0, |at| at + 1)
        })?;
        items.insert(at, hexside.clone());
        self.index.hexsides.insert(Some(side), at);
        Ok(Edit::RemoveHexside { side: label.clone(), kind: kind.clone() })
    }

    pub(super) fn remove_hexside(&mut self, side: &str, kind: &str) -> Result<Edit, EditError> {
        let at = self.hexside(side, kind)?;
        let hexside = self.bundle.map.hexsides.items.remove(at);
        self.index.hexsides.remove(at);
        Ok(Edit::AddHexside { hexside, at: Some(at) })
    }

    pub(super) fn set_hexside(&mut self, hexside: &Hexside) -> Result<Edit, EditError> {
        let at = self.hexside(&hexside.side, &hexside.kind)?;
        let item = &mut self.bundle.map.hexsides.items[at];
        Ok(Edit::SetHexside { hexside: std::mem::replace(item, hexside.clone()) })
    }

    pub(super) fn add_line(&mut self, line: &Line, at: Option<usize>) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.lines.items;
        let len = items.len();
        let at = insertion("the map's list of lines", len, at, || len)?;
        items.insert(at, line.clone());
        Ok(Edit::RemoveLine { line: at })
    }

    pub(super) fn remove_line(&mut self, line: usize) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.lines.items;
        if line >= items.len() {
            return Err(EditError::NoSuchLine { line, count: items.len() });
        }
        Ok(Edit::AddLine { line: items.remove(line), at: Some(line) })
    }

    pub(super) fn set_line(&mut self, at: usize, line: &Line) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.lines.items;
        let count = items.len();
        let item = items.get_mut(at).ok_or(EditError::NoSuchLine { line: at, count })?;
        Ok(Edit::SetLine { at, line: std::mem::replace(item, line.clone()) })
    }

    pub(super) fn add_path(&mut self, path: &Path, at: Option<usize>) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.paths.items;
        let len = items.len();
        let at = insertion("the map's list of paths", len, at, || len)?;
        items.insert(at, path.clone());
        Ok(Edit::RemovePath { at })
    }

    pub(super) fn remove_path(&mut self, at: usize) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.paths.items;
        if at >= items.len() {
            return Err(EditError::NoSuchPath { at, count: items.len() });
        }
        Ok(Edit::AddPath { path: items.remove(at), at: Some(at) })
    }

    pub(super) fn set_path(&mut self, at: usize, path: &Path) -> Result<Edit, EditError> {
        let items = &mut self.bundle.map.paths.items;
        let count = items.len();
        let item = items.get_mut(at).ok_or(EditError::NoSuchPath { at, count })?;
        Ok(Edit::SetPath { at, path: std::mem::replace(item, path.clone()) })
    }

    pub(super) fn add_line_side(
        &mut self,
        line: usize,
        label: &str,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let side = self.parse_side(label)?;
        let items = &mut self.bundle.map.lines.items;
        let count = items.len();
        let sides = &mut items.get_mut(line).ok_or(EditError::NoSuchLine { line, count })?.sides;
        let grid = &self.grid;
        let there = sides.iter().position(|other| grid.parse_side(other) == Some(side));
        if there.is_some_and(|there| comes_first(there, at)) {
            return Err(EditError::LineSideThere { line, side: label.to_owned() });
        }
        let len = sides.len();
        let at = insertion("the line's list of hexsides", len, at, || {
            let joins = |other: Option<&String>| {
                let other = other.and_then(|label| grid.parse_side(label));
                other.is_some_and(|other| touch(grid, side, other))
            };
            if !joins(sides.last()) && joins(sides.first()) { 0 } else { len }
        })?;
        sides.insert(at, label.to_owned());
        Ok(Edit::RemoveLineSide { line, side: label.to_owned() })
    }

    pub(super) fn remove_line_side(&mut self, line: usize, label: &str) -> Result<Edit, EditError> {
        let side = self.parse_side(label)?;
        let items = &mut self.bundle.map.lines.items;
        let count = items.len();
        let sides = &mut items.get_mut(line).ok_or(EditError::NoSuchLine { line, count })?.sides;
        let at = sides
            .iter()
            .position(|other| self.grid.parse_side(other) == Some(side))
            .ok_or_else(|| EditError::NoSuchLineSide { line, side: label.to_owned() })?;
        Ok(Edit::AddLineSide { line, side: sides.remove(at), at: Some(at) })
    }

    /// A zone's place in the map's list.
    pub(super) fn zone(&self, id: &str) -> Result<usize, EditError> {
        let zones = &self.bundle.map.zones.items;
        let found = zones.iter().position(|zone| zone.id == id);
        found.ok_or_else(|| EditError::NoSuchZone { zone: id.to_owned() })
    }

    pub(super) fn add_zone(&mut self, zone: &Zone, at: Option<usize>) -> Result<Edit, EditError> {
        let there = self.zone(&zone.id).ok();
        let items = &mut self.bundle.map.zones.items;
        let len = items.len();
        let at = insertion("the map's list of zones", len, at, || len)?;
        if there.is_some_and(|there| there < at) {
            return Err(EditError::ZoneThere { zone: zone.id.clone() });
        }
        items.insert(at, zone.clone());
        Ok(Edit::RemoveZone { zone: zone.id.clone() })
    }

    pub(super) fn remove_zone(&mut self, zone: &str) -> Result<Edit, EditError> {
        let at = self.zone(zone)?;
        Ok(Edit::AddZone { zone: self.bundle.map.zones.items.remove(at), at: Some(at) })
    }

    pub(super) fn set_zone(&mut self, zone: &str, to: &Zone) -> Result<Edit, EditError> {
        let at = self.zone(zone)?;
        let old = std::mem::replace(&mut self.bundle.map.zones.items[at], to.clone());
        Ok(Edit::SetZone { zone: to.id.clone(), to: old })
    }

    pub(super) fn add_zone_hex(
        &mut self,
        zone: &str,
        hex: &str,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let new = self.parse_hex(hex)?;
        let place = self.zone(zone)?;
        let hexes = &mut self.bundle.map.zones.items[place].hexes;
        if find_hex(&self.grid, hexes, new).is_some_and(|there| comes_first(there, at)) {
            return Err(EditError::ZoneHexThere { zone: zone.to_owned(), hex: hex.to_owned() });
        }
        let at = insertion("the zone's list of hexes", hexes.len(), at, || {
            // After the last hex that comes before it, which in a sorted list is its own place.
            let before = |label: &String| self.grid.parse(label).is_some_and(|hex| hex < new);
            hexes.iter().rposition(before).map_or(0, |at| at + 1)
        })?;
        hexes.insert(at, hex.to_owned());
        Ok(Edit::RemoveZoneHex { zone: zone.to_owned(), hex: hex.to_owned() })
    }

    pub(super) fn remove_zone_hex(&mut self, zone: &str, hex: &str) -> Result<Edit, EditError> {
        let gone = self.parse_hex(hex)?;
        let place = self.zone(zone)?;
        let Zone { hexes, .. } = &mut self.bundle.map.zones.items[place];
        let at = find_hex(&self.grid, hexes, gone).ok_or_else(|| EditError::NoSuchZoneHex {
            zone: zone.to_owned(),
            hex: hex.to_owned(),
        })?;
        Ok(Edit::AddZoneHex { zone: zone.to_owned(), hex: hexes.remove(at), at: Some(at) })
    }
}

/// Whether what is there already stands in the way of another of its kind at `at`.
///
/// A file may hold a thing twice, which is a problem to be shown. Removing takes the first, so
/// that only a first one may come back: then the two are each other's exact inverse.
fn comes_first(there: usize, at: Option<usize>) -> bool {
    at.is_none_or(|at| there < at)
}

fn find_hex(grid: &HexGrid, hexes: &[String], hex: Hex) -> Option<usize> {
    hexes.iter().position(|label| grid.parse(label) == Some(hex))
}

/// The hexsides that share an end with this one: up to four, two at either end.
pub(crate) fn joined(grid: &HexGrid, side: Side) -> impl Iterator<Item = Side> + use<'_> {
    let here = (side.hex(), side.direction());
    let there = grid.across(side).map(|hex| (hex, side.direction().opposite()));
    let around = |(hex, direction): (_, Direction)| {
        [1, 5].map(|turn| grid.side(hex, Direction::new(direction.index() + turn)))
    };
    [Some(here), there].into_iter().flatten().flat_map(around)
}

fn touch(grid: &HexGrid, a: Side, b: Side) -> bool {
    joined(grid, a).any(|side| side == b)
}
