//! Edits of the terrain palette and of single hexes of base terrain.

use super::State;
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

    pub(super) fn set_glyph_kind(&mut self, glyph: char, kind: &str) -> Result<Edit, EditError> {
        let palette = &mut self.bundle.map.terrain.palette;
        let there = palette.get_mut(&*glyph.encode_utf8(&mut [0; 4]));
        let there = there.ok_or(EditError::NoSuchGlyph { glyph })?;
        let old = std::mem::replace(there, kind.to_owned());
        Ok(Edit::SetGlyphKind { glyph, kind: old })
    }

    /// A zone's place in the map's list.
    pub(super) fn zone(&self, id: &str) -> Result<usize, EditError> {
        let zones = &self.bundle.map.zones.items;
        let found = zones.iter().position(|zone| zone.id == id);
        found.ok_or_else(|| EditError::NoSuchZone { zone: id.to_owned() })
    }
}
