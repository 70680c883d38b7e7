//! The terrain and heights of an imported map, gathered hex by hex.

use std::collections::BTreeMap;

use salient_schema::map::{ElevationLayer, Grid, Map};
use salient_schema::{HexIndex, Id, Provenance, Ruleset};

use super::draft::{self, Glyphs, OFF_MAP};
use super::{Fate, LossReport};

/// What each hex is, as far as a file says.
pub struct TerrainByHex {
    kinds: Vec<Option<char>>,
    levels: Vec<Option<i16>>,
    glyphs: Glyphs,
    columns: u16,
    /// What nobody knows of is off the map.
    has_gaps: bool,
}

impl TerrainByHex {
    /// Nothing is known yet; the map's palette keeps its glyphs.
    pub fn of(map: &Map) -> Self {
        let size = usize::from(map.grid.columns) * usize::from(map.grid.rows);
        let glyphs = Glyphs::of(&map.terrain.palette);
        let (kinds, columns) = (vec![None; size], map.grid.columns);
        Self { kinds, levels: Vec::new(), glyphs, columns, has_gaps: false }
    }

    /// The map of a drawing, which need not have a tile for every hex: the others are off the map,
    /// where the ruleset that is given, if one is, has such a terrain.
    pub fn of_drawing(map: &Map, ruleset: Option<&Ruleset>) -> Self {
        let has = |own: &Ruleset| own.terrain.iter().any(|kind| kind.id == OFF_MAP);
        Self { has_gaps: ruleset.is_none_or(has), ..Self::of(map) }
    }

    /// A hex of the grid is of a kind.
    pub fn set_kind(&mut self, hex: HexIndex, kind: &str) {
        let glyph = self.glyphs.glyph(kind);
        if let Some(place) = self.kinds.get_mut(hex.dense(self.columns)) {
            *place = Some(glyph);
        }
    }

    /// Of how many hexes the kind is known.
    pub fn known(&self) -> usize {
        self.kinds.iter().flatten().count()
    }

    /// A hex of the grid is so high.
    pub fn set_level(&mut self, hex: HexIndex, level: i16) {
        if self.levels.is_empty() {
            self.levels = vec![None; self.kinds.len()];
        }
        if let Some(place) = self.levels.get_mut(hex.dense(self.columns)) {
            *place = Some(level);
        }
    }

    /// Writes the rows of the map. A hex of which nothing is known is off a drawing's map, or becomes
    /// what most others are, and is told of: `nobody` says who does not know it, as `hexes.csv gives
    /// it no terrain`.
    pub fn finish(mut self, map: &mut Map, nobody: &str, losses: &mut LossReport) {
        let known = self.known();
        if self.has_gaps && known > 0 && known < self.kinds.len() {
            let glyph = self.glyphs.glyph(OFF_MAP);
            return self.finish_as(
                glyph,
                &format!("{nobody}; it is off the map here"),
                map,
                losses,
            );
        }
        let usual = self.commonest().unwrap_or_else(|| self.glyphs.glyph("open"));
        let name = self.glyphs.palette().remove(&usual.to_string()).unwrap_or_default();
        let why = format!("{nobody}; it became {name}, as most are of which something is known");
        self.finish_as(usual, &why, map, losses);
    }

    fn finish_as(self, usual: char, why: &str, map: &mut Map, losses: &mut LossReport) {
        let grid = &map.grid;
        let mut palette = self.glyphs.palette();
        // A glyph that stands for the same as another stays.
        palette.append(&mut map.terrain.palette);
        map.terrain.palette = palette;
        let mut missing = Few::new(Fate::Changed, "hex", why);
        map.terrain.rows = rows_of(grid, |hex| {
            self.kinds.get(hex.dense(self.columns)).copied().flatten().unwrap_or_else(|| {
                missing.note(|| grid.print_hex(hex), None);
                usual
            })
        });
        missing.report(losses);
        if map.elevation.is_some() || !self.levels.is_empty() {
            map.elevation = Some(self.elevation(map.elevation.take(), grid));
        }
    }

    fn commonest(&self) -> Option<char> {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for kind in self.kinds.iter().flatten() {
            *counts.entry(*kind).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map(|(kind, _)| kind)
    }

    /// The heights; a hex without one is as low as any.
    fn elevation(&self, layer: Option<ElevationLayer>, grid: &Grid) -> ElevationLayer {
        let mut layer = layer.unwrap_or_else(|| ElevationLayer {
            provenance: Provenance::Invented,
            ..ElevationLayer::default()
        });
        let mut glyphs = Glyphs::of(&layer.palette);
        let lowest = self.levels.iter().flatten().min().copied().unwrap_or(0);
        let mut palette = std::mem::take(&mut layer.palette);
        layer.rows = rows_of(grid, |hex| {
            let level = self.levels.get(hex.dense(self.columns)).copied().flatten();
            let level = level.unwrap_or(lowest);
            let glyph = glyphs.glyph(&level.to_string());
            palette.entry(glyph.to_string()).or_insert(level);
            glyph
        });
        layer.palette = palette;
        layer
    }
}

fn rows_of(grid: &Grid, mut glyph: impl FnMut(HexIndex) -> char) -> Vec<String> {
    let row = |row| (0..grid.columns).map(|column| glyph(HexIndex::new(column, row))).collect();
    (0..grid.rows).map(row).collect()
}

/// The ids of a foreign file's kinds. Names that are alike as ids, as `Ww` and `ww`, stay apart.
#[derive(Default)]
pub struct KindNames {
    ids: BTreeMap<(&'static str, String), Id>,
    taken: BTreeMap<Id, usize>,
}

impl KindNames {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The id of what a file calls so, among others of its sort; `wish` gives a name for it, and
    /// where nothing is left of that as an id, the sort stands for it.
    pub fn id(&mut self, sort: &'static str, called: &str, wish: impl FnOnce() -> String) -> Id {
        let key = (sort, called.to_owned());
        if let Some(id) = self.ids.get(&key) {
            return id.clone();
        }
        let id = draft::id(&wish(), sort);
        let count = self.taken.entry(id.clone()).or_insert(0);
        *count += 1;
        let id = if *count > 1 { format!("{id}-{count}") } else { id };
        self.ids.insert(key, id.clone());
        id
    }
}

/// Losses of one kind for one reason, of which the first twenty are named and the others counted.
pub struct Few {
    fate: Fate,
    kind: &'static str,
    why: String,
    first: Vec<(String, Option<String>)>,
    more: usize,
}

impl Few {
    /// None yet.
    pub fn new(fate: Fate, kind: &'static str, why: impl Into<String>) -> Self {
        Self { fate, kind, why: why.into(), first: Vec::new(), more: 0 }
    }

    /// One more.
    pub fn note(&mut self, which: impl FnOnce() -> String, place: Option<String>) {
        if self.first.len() < 20 {
            self.first.push((which(), place));
        } else {
            self.more += 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.first.len() + self.more
    }

    /// Into the report, each one of the things that are counted as `counted`.
    pub fn report_counted(self, counted: &str, losses: &mut LossReport) {
        losses.counts.tell(counted, self.count());
        self.report(losses);
    }

    /// Into the report.
    pub fn report(self, losses: &mut LossReport) {
        for (which, place) in self.first {
            losses.add(self.fate, self.kind, which, &self.why, place);
        }
        if self.more > 0 {
            losses.add(self.fate, self.kind, format!("and {} more", self.more), &self.why, None);
        }
    }
}

/// What the glyphs of a row stand for; `None` where the row is not there, too short or too long, or
/// has a glyph that the palette does not.
pub fn row<T: Clone>(
    palette: &BTreeMap<String, T>,
    rows: &[String],
    row: u16,
    columns: u16,
) -> Option<Vec<T>> {
    let mut buffer = [0; 4];
    let glyphs = rows.get(usize::from(row))?.chars();
    let things: Option<Vec<T>> =
        glyphs.map(|glyph| palette.get(&*glyph.encode_utf8(&mut buffer)).cloned()).collect();
    things.filter(|things| things.len() == usize::from(columns))
}
