//! Groups of hexes: those that lie together, those inside a shape, and what is done to them all.

use std::collections::BTreeSet;

use salient_hex::area::Areas;
use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::ruleset::Mark;

use super::{Erase, eraser};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::LayerId;
pub use crate::words::thousands;

/// A group of hexes with its outline, to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    hexes: Vec<Hex>,
    outline: Vec<Side>,
    whole: bool,
}

impl Area {
    /// A group of hexes, each once and in order.
    pub fn new(grid: &HexGrid, hexes: Vec<Hex>) -> Self {
        let mut outline = Vec::new();
        for &hex in &hexes {
            for (number, other) in grid.neighbours(hex).into_iter().enumerate() {
                if other.is_none_or(|other| hexes.binary_search(&other).is_err()) {
                    outline.push(grid.side(hex, Direction::new(number)));
                }
            }
        }
        Self { hexes, outline, whole: true }
    }

    /// The hexes, each once and in order.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// The hexsides around it, in no order that matters.
    pub fn outline(&self) -> &[Side] {
        &self.outline
    }

    /// Whether it is all of what is meant; a preview stops somewhere.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// How many hexes it has, in words: `12 hexes`, `more than 20,000 hexes`.
    pub fn count(&self) -> String {
        match (self.hexes.len(), self.whole) {
            (1, false) => "1 hex".to_owned(),
            (number, true) => hexes(number),
            (number, false) => format!("more than {}", hexes(number - 1)),
        }
    }

    /// The same, cut off before its end.
    pub(super) fn cut(self) -> Self {
        Self { whole: false, ..self }
    }
}

/// So many hexes, in words: `1 hex`, `12,345 hexes`.
pub fn hexes(number: usize) -> String {
    format!("{} {}", thousands(number), if number == 1 { "hex" } else { "hexes" })
}

/// The hexes like one that can be reached from it over hexes like it, in order, and whether that
/// is all of them: no more than `limit` are found.
pub(super) fn connected(
    grid: &HexGrid,
    from: Hex,
    limit: usize,
    is_like: impl Fn(Hex) -> bool,
) -> (Vec<Hex>, bool) {
    if !is_like(from) {
        return (Vec::new(), true);
    }
    let mut seen = vec![false; grid.len()];
    let mut hexes = vec![from];
    seen[from.index()] = true;
    let mut next = 0;
    while let Some(&hex) = hexes.get(next) {
        next += 1;
        for other in grid.neighbours(hex).into_iter().flatten() {
            let is_new = !std::mem::replace(&mut seen[other.index()], true);
            if is_new && grid.is_on_map(other) && is_like(other) {
                hexes.push(other);
            }
        }
        if hexes.len() > limit {
            hexes.truncate(limit);
            hexes.sort_unstable();
            return (hexes, false);
        }
    }
    hexes.sort_unstable();
    (hexes, true)
}

/// The glyphs that mean the same terrain as that of a hex.
fn same_glyphs(document: &Document, hex: Hex) -> Vec<char> {
    let Some(kind) = document.terrain_at(hex) else { return Vec::new() };
    let palette = &document.map().terrain.palette;
    palette
        .iter()
        .filter(|(_, other)| *other == kind)
        .filter_map(|(glyph, _)| glyph.chars().next())
        .collect()
}

/// The hexes of the same terrain that lie together with a hex.
pub(super) fn same_terrain(document: &Document, hex: Hex, limit: usize) -> (Vec<Hex>, bool) {
    let glyphs = same_glyphs(document, hex);
    connected(document.grid(), hex, limit, |hex| {
        document.glyph_at(hex).is_some_and(|glyph| glyphs.contains(&glyph))
    })
}

/// The hexes of the same terrain on the whole map.
pub(super) fn all_of_terrain(document: &Document, hex: Hex) -> Vec<Hex> {
    let glyphs = same_glyphs(document, hex);
    let is_like = |hex: &Hex| document.glyph_at(*hex).is_some_and(|glyph| glyphs.contains(&glyph));
    document.grid().hexes_on_map().filter(is_like).collect()
}

/// The hexes that hold a feature of the kind that lies on top in a hex, and lie together with it.
pub(super) fn same_feature(document: &Document, hex: Hex, limit: usize) -> (Vec<Hex>, bool) {
    let Some(feature) = document.features_at(hex).next() else { return (Vec::new(), true) };
    connected(document.grid(), hex, limit, |hex| document.feature_at(hex, &feature.kind).is_some())
}

/// The hexes whose centre lies in a rectangle of the plane, given by two corners. The hexes that
/// hold the corners are in it.
pub(super) fn in_rectangle(grid: &HexGrid, a: [f32; 2], b: [f32; 2]) -> Vec<Hex> {
    // A little wider, so that what is drawn from centre to centre holds the centres on its edge.
    let least = [a[0].min(b[0]) - EDGE, a[1].min(b[1]) - EDGE];
    let most = [a[0].max(b[0]) + EDGE, a[1].max(b[1]) + EDGE];
    let corners = [least, [most[0], least[1]], most, [least[0], most[1]]];
    let mut hexes: BTreeSet<Hex> = inside(grid, &corners).into_iter().collect();
    // A rectangle that is narrower than a hex has no centre in it, yet something is meant.
    let lines = ((most[0] - least[0]).max(most[1] - least[1]) * 4.0).ceil().clamp(1.0, 100_000.0);
    if most[0] - least[0] < 1.0 || most[1] - least[1] < 1.0 {
        for step in 0..=lines as usize {
            let share = step as f32 / lines;
            let at = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
            hexes.extend(grid.hex_at(at));
        }
    }
    hexes.extend([a, b].into_iter().filter_map(|at| grid.hex_at(at)));
    hexes.into_iter().collect()
}

/// How far a rectangle reaches beyond what was drawn, in distances between hexes.
const EDGE: f32 = 0.02;

/// The hexes whose centre lies inside a closed shape, in order.
pub(super) fn inside(grid: &HexGrid, shape: &[[f32; 2]]) -> Vec<Hex> {
    // Points that are nowhere are in no shape.
    if !shape.iter().flatten().all(|at| at.is_finite()) {
        return Vec::new();
    }
    let ring: Vec<[f64; 2]> = shape.iter().map(|point| point.map(f64::from)).collect();
    // A hand draws one shape, and a map has no more hexes than it has.
    let mut areas = Areas::on(grid).with_room(u64::MAX, u64::MAX);
    let inside = areas.hexes([ring.as_slice()]).unwrap_or_default();
    let inside = inside.into_iter().filter_map(|index| grid.hex(index));
    let mut hexes: Vec<Hex> = inside.filter(|&hex| grid.is_on_map(hex)).collect();
    hexes.sort_unstable();
    hexes
}

/// Paints the ground of hexes. `None` where all of them have it already.
pub fn paint(document: &Document, hexes: &[Hex], kind: &str) -> Option<Edit> {
    let palette = &document.map().terrain.palette;
    let glyphs: Vec<char> = palette
        .iter()
        .filter(|(_, other)| *other == kind)
        .filter_map(|(glyph, _)| glyph.chars().next())
        .collect();
    let differs = |hex: &Hex| document.glyph_at(*hex).is_none_or(|glyph| !glyphs.contains(&glyph));
    let hexes: Vec<Hex> = hexes.iter().copied().filter(differs).collect();
    let label = |hex: Hex| document.grid().label(hex);
    match hexes.as_slice() {
        [] => None,
        &[one] => Some(Edit::SetTerrain { hex: label(one), kind: kind.to_owned() }),
        // As glyphs, which is quickest; what cannot be painted says why when it is applied.
        several => Some(Edit::paint(document, several, kind).unwrap_or_else(|_| {
            let hexes = several.iter().map(|&hex| label(hex)).collect();
            Edit::PaintTerrain { hexes, kind: kind.to_owned() }
        })),
    }
}

/// Gives hexes a height. `None` where all of them have it already.
pub fn set_level(document: &Document, hexes: &[Hex], level: i16) -> Option<Edit> {
    let grid = document.grid();
    let differs = |hex: &Hex| level_at(document, *hex) != Some(level);
    let hexes: Vec<String> =
        hexes.iter().copied().filter(differs).map(|hex| grid.label(hex)).collect();
    (!hexes.is_empty()).then_some(Edit::SetElevations { hexes, level })
}

/// The height of a hex; `None` on a map without heights.
pub fn level_at(document: &Document, hex: Hex) -> Option<i16> {
    let layer = document.map().elevation.as_ref()?;
    let index = document.grid().index(hex);
    let (row, column) = (layer.rows.get(usize::from(index.row))?, usize::from(index.column));
    let glyph = if row.is_ascii() {
        char::from(*row.as_bytes().get(column)?)
    } else {
        row.chars().nth(column)?
    };
    layer.palette.get(&*glyph.encode_utf8(&mut [0; 4])).copied()
}

/// Gives what stands in hexes to a side, or to nobody: features that a side can hold.
pub fn give(document: &Document, hexes: &[Hex], owner: Option<&str>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for &hex in hexes {
        for feature in document.features_at(hex) {
            if feature.owner.as_deref() != owner && can_be_held(document, &feature.kind) {
                let feature = salient_schema::map::Feature {
                    owner: owner.map(str::to_owned),
                    ..feature.clone()
                };
                edits.push(Edit::set_feature(feature));
            }
        }
    }
    edits
}

/// Whether a side can hold a feature of a kind: not a hilltop, a label or an entry letter.
pub fn can_be_held(document: &Document, kind: &str) -> bool {
    let kinds = &document.ruleset().features;
    kinds
        .iter()
        .find(|other| other.id == kind)
        .is_none_or(|kind| !matches!(kind.look.mark, Mark::Hilltop | Mark::Label | Mark::Entry))
}

/// Erases what layers have in hexes. What is hidden or locked stays.
pub fn erase(document: &Document, hexes: &[Hex], what: Erase) -> Vec<Edit> {
    eraser::in_hexes(document, hexes, what)
}

/// Takes everything off hexes that lies on the ground: features, hexsides between them, roads,
/// border lines and counters. What is hidden or locked stays.
pub fn clear(document: &Document, hexes: &[Hex]) -> Vec<Edit> {
    let layers =
        [LayerId::Features, LayerId::Hexsides, LayerId::Lines, LayerId::Paths, LayerId::Counters];
    layers.into_iter().flat_map(|layer| erase(document, hexes, Erase::Layer(layer))).collect()
}

/// The hexsides of hexes: all of them, or only those between two of the hexes.
pub(super) fn sides_of(grid: &HexGrid, hexes: &[Hex], only_within: bool) -> BTreeSet<Side> {
    let mut sides = BTreeSet::new();
    for &hex in hexes {
        for (number, other) in grid.neighbours(hex).into_iter().enumerate() {
            let within = other.is_some_and(|other| hexes.binary_search(&other).is_ok());
            if within || !only_within {
                sides.insert(grid.side(hex, Direction::new(number)));
            }
        }
    }
    sides
}
