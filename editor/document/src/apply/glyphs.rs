//! Edits of the rows of glyphs: base terrain and heights, one hex or a hundred thousand.

use std::collections::BTreeMap;
use std::ops::Range;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::ElevationLayer;

use super::State;
use crate::changes::Touched;
use crate::edit::{Edit, EditError, GlyphRun, KindOf};

/// Glyphs for kinds and levels that a map has not used yet, after the kind's own initials.
const SPARE_GLYPHS: &str =
    ".,:;~^*+-=#%&@abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

impl State {
    /// Painting in terms of glyphs: first the palette, if the kind is new to the map.
    pub fn paint(&self, hexes: &[Hex], kind: &str) -> Result<Vec<Edit>, EditError> {
        self.check_kind(KindOf::Terrain, kind)?;
        let palette = &self.bundle.map.terrain.palette;
        // Two glyphs may mean one kind: a hex that has either stays as it is.
        let fitting: Vec<char> = palette
            .iter()
            .filter(|(_, known)| *known == kind)
            .filter_map(|(glyph, _)| only_char(glyph))
            .collect();
        let mut wanted = Vec::with_capacity(hexes.len());
        for &hex in hexes {
            let there = self.index.glyphs.get(hex.index()).copied().flatten();
            let there = there.ok_or_else(|| EditError::BrokenRows { hex: self.grid.label(hex) })?;
            if !fitting.contains(&there) {
                wanted.push(hex);
            }
        }
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut edits = Vec::new();
        let glyph = match fitting.first() {
            Some(&glyph) => glyph,
            None => {
                let initials = kind.chars().chain(kind.chars().map(|c| c.to_ascii_uppercase()));
                let glyph = spare(palette, initials)
                    .ok_or_else(|| EditError::NoGlyphLeft { kind: kind.to_owned() })?;
                edits.push(Edit::AddGlyph { glyph, kind: kind.to_owned() });
                glyph
            }
        };
        edits.push(Edit::SetGlyphs { runs: runs(&self.grid, wanted, glyph) });
        Ok(edits)
    }

    /// Heights in terms of glyphs: first the layer and its palette, where they are new.
    pub fn elevate(&self, hexes: &[Hex], level: i16) -> Result<Vec<Edit>, EditError> {
        let mut edits = Vec::new();
        let sea = |glyph: &str| BTreeMap::from([(glyph.to_owned(), 0_i16)]);
        let new;
        let layer = match &self.bundle.map.elevation {
            Some(layer) => layer,
            None => {
                let row = "0".repeat(usize::from(self.grid.columns()));
                new = ElevationLayer {
                    provenance: self.bundle.map.terrain.provenance,
                    palette: sea("0"),
                    rows: vec![row; usize::from(self.grid.rows())],
                    ..ElevationLayer::default()
                };
                edits.push(Edit::AddElevationLayer { layer: Box::new(new.clone()) });
                &new
            }
        };
        let fitting: Vec<char> = layer
            .palette
            .iter()
            .filter(|(_, known)| **known == level)
            .filter_map(|(glyph, _)| only_char(glyph))
            .collect();
        let mut wanted = Vec::with_capacity(hexes.len());
        for &hex in hexes {
            let there = glyph_of(&layer.rows, &self.grid, hex)
                .ok_or_else(|| EditError::BrokenRows { hex: self.grid.label(hex) })?;
            if !fitting.contains(&there) {
                wanted.push(hex);
            }
        }
        if wanted.is_empty() {
            return Ok(edits);
        }
        let glyph = match fitting.first() {
            Some(&glyph) => glyph,
            None => {
                // A level is best known by its own digit.
                let digit = u32::try_from(level).ok().and_then(|level| char::from_digit(level, 36));
                let glyph = spare(&layer.palette, digit.into_iter())
                    .ok_or_else(|| EditError::NoGlyphLeft { kind: format!("level {level}") })?;
                edits.push(Edit::AddElevationGlyph { glyph, level });
                glyph
            }
        };
        edits.push(Edit::SetElevationGlyphs { runs: runs(&self.grid, wanted, glyph) });
        Ok(edits)
    }

    pub(super) fn hexes(&self, labels: &[String]) -> Result<Vec<Hex>, EditError> {
        labels.iter().map(|label| self.parse_hex(label)).collect()
    }

    pub(super) fn set_glyphs(&mut self, runs: &[GlyphRun]) -> Result<Edit, EditError> {
        let Self { bundle, grid, index, .. } = self;
        let mut old = Vec::with_capacity(runs.len());
        let result = runs.iter().try_for_each(|run| {
            let start = place(grid, run)?;
            let slots = start.index()..start.index() + run.glyphs.chars().count();
            let slots = index.glyphs.get_mut(slots).ok_or_else(|| bad(run))?;
            old.push(set_run(&mut bundle.map.terrain.rows, grid, start, run)?);
            for (slot, glyph) in slots.iter_mut().zip(run.glyphs.chars()) {
                *slot = Some(glyph);
            }
            Ok(())
        });
        // Back to front, since two runs may have written the same hex.
        old.reverse();
        match result {
            Ok(()) => Ok(Edit::SetGlyphs { runs: old }),
            Err(error) => {
                let back = self.set_glyphs(&old);
                debug_assert!(back.is_ok(), "what was written can be written back: {back:?}");
                Err(error)
            }
        }
    }

    pub(super) fn set_elevation_glyphs(&mut self, runs: &[GlyphRun]) -> Result<Edit, EditError> {
        let layer = self.bundle.map.elevation.as_mut().ok_or(EditError::NoElevation)?;
        let grid = &self.grid;
        let mut old = Vec::with_capacity(runs.len());
        let result = runs.iter().try_for_each(|run| {
            old.push(set_run(&mut layer.rows, grid, place(grid, run)?, run)?);
            Ok(())
        });
        old.reverse();
        match result {
            Ok(()) => Ok(Edit::SetElevationGlyphs { runs: old }),
            Err(error) => {
                let back = self.set_elevation_glyphs(&old);
                debug_assert!(back.is_ok(), "what was written can be written back: {back:?}");
                Err(error)
            }
        }
    }

    pub(super) fn add_elevation_glyph(
        &mut self,
        glyph: char,
        level: i16,
    ) -> Result<Edit, EditError> {
        let layer = self.bundle.map.elevation.as_mut().ok_or(EditError::NoElevation)?;
        if layer.palette.contains_key(&*glyph.encode_utf8(&mut [0; 4])) {
            return Err(EditError::GlyphTaken { glyph });
        }
        layer.palette.insert(glyph.to_string(), level);
        Ok(Edit::RemoveElevationGlyph { glyph })
    }

    pub(super) fn remove_elevation_glyph(&mut self, glyph: char) -> Result<Edit, EditError> {
        let layer = self.bundle.map.elevation.as_mut().ok_or(EditError::NoElevation)?;
        let used = layer.rows.iter().zip(0..).find_map(|(row, y)| {
            let x = row.chars().position(|other| other == glyph)?;
            Some(salient_schema::HexIndex::new(u16::try_from(x).ok()?, y))
        });
        if let Some(at) = used {
            return Err(EditError::GlyphInUse { glyph, hex: self.grid.grid().print_hex(at) });
        }
        match layer.palette.remove(&*glyph.encode_utf8(&mut [0; 4])) {
            Some(level) => Ok(Edit::AddElevationGlyph { glyph, level }),
            None => Err(EditError::NoSuchGlyph { glyph }),
        }
    }

    pub(super) fn add_elevation_layer(
        &mut self,
        layer: &ElevationLayer,
    ) -> Result<Edit, EditError> {
        let there = &mut self.bundle.map.elevation;
        if there.is_some() {
            return Err(EditError::ElevationThere);
        }
        *there = Some(layer.clone());
        Ok(Edit::RemoveElevationLayer)
    }

    pub(super) fn remove_elevation_layer(&mut self) -> Result<Edit, EditError> {
        let layer = self.bundle.map.elevation.take().ok_or(EditError::NoElevation)?;
        Ok(Edit::AddElevationLayer { layer: Box::new(layer) })
    }

    /// The hexes that runs of glyphs touch, as stretches of rows.
    pub(super) fn touched_by_runs(
        &self,
        runs: &[GlyphRun],
        touched: fn(Hex, u16) -> Touched,
    ) -> Vec<Touched> {
        let of = |run: &GlyphRun| {
            let count = u16::try_from(run.glyphs.chars().count()).ok()?;
            Some(touched(self.grid.parse(&run.hex)?, count))
        };
        runs.iter().filter_map(of).collect()
    }
}

/// The glyph of a hex in rows of glyphs.
pub(crate) fn glyph_of(rows: &[String], grid: &HexGrid, hex: Hex) -> Option<char> {
    let index = grid.index(hex);
    let row = rows.get(usize::from(index.row))?;
    let column = usize::from(index.column);
    match row.is_ascii() {
        true => row.as_bytes().get(column).map(|&byte| char::from(byte)),
        false => row.chars().nth(column),
    }
}

/// Runs of one glyph over hexes in any order.
fn runs(grid: &HexGrid, mut hexes: Vec<Hex>, glyph: char) -> Vec<GlyphRun> {
    hexes.sort_unstable();
    hexes.dedup();
    let columns = u32::from(grid.columns()).max(1);
    hexes
        .chunk_by(|a, b| a.0 + 1 == b.0 && a.0 / columns == b.0 / columns)
        .map(|run| GlyphRun {
            hex: grid.label(run[0]),
            glyphs: glyph.to_string().repeat(run.len()),
        })
        .collect()
}

fn place(grid: &HexGrid, run: &GlyphRun) -> Result<Hex, EditError> {
    grid.parse(&run.hex).ok_or_else(|| EditError::NoSuchHex { hex: run.hex.clone() })
}

fn bad(run: &GlyphRun) -> EditError {
    EditError::BadRun { hex: run.hex.clone() }
}

/// Writes a run into its row, and gives what stood there.
fn set_run(
    rows: &mut [String],
    grid: &HexGrid,
    start: Hex,
    run: &GlyphRun,
) -> Result<GlyphRun, EditError> {
    let index = grid.index(start);
    let row = rows.get_mut(usize::from(index.row)).ok_or_else(|| bad(run))?;
    let count = run.glyphs.chars().count();
    let range = run_range(row, usize::from(index.column), count).ok_or_else(|| bad(run))?;
    let glyphs = row[range.clone()].to_owned();
    row.replace_range(range, &run.glyphs);
    Ok(GlyphRun { hex: run.hex.clone(), glyphs })
}

/// The byte range of some glyphs of a row.
fn run_range(row: &str, column: usize, count: usize) -> Option<Range<usize>> {
    if count == 0 {
        return None;
    }
    if row.is_ascii() {
        let end = column.checked_add(count)?;
        return (end <= row.len()).then_some(column..end);
    }
    let mut glyphs = row.char_indices().skip(column);
    let (start, _) = glyphs.clone().next()?;
    let (last, glyph) = glyphs.nth(count - 1)?;
    Some(start..last + glyph.len_utf8())
}

/// A glyph that a palette does not have, one of `wanted` if it can be.
fn spare<V>(palette: &BTreeMap<String, V>, wanted: impl Iterator<Item = char>) -> Option<char> {
    wanted
        .chain(SPARE_GLYPHS.chars())
        .filter(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\\'))
        .find(|glyph| !palette.contains_key(&*glyph.encode_utf8(&mut [0; 4])))
}

fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
