//! The map as a player sees it: which hexes touch, what is in them, what lies between them.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Map;

use super::book;

/// A hex by its printed column and row.
pub type Place = (i32, i32);

/// The map.
#[derive(Debug)]
pub struct Board {
    columns: i32,
    rows: i32,
    terrain: BTreeMap<Place, String>,
    features: BTreeMap<Place, Vec<String>>,
    names: BTreeMap<Place, String>,
    letters: BTreeMap<String, Place>,
    hexsides: BTreeMap<(Place, Place), Vec<String>>,
    /// Town hexes west of the Victory Point line (KB 20.11).
    pub towns: BTreeSet<Place>,
}

impl Board {
    pub fn new(map: &Map) -> Result<Self, String> {
        let mut board = Self {
            columns: i32::from(map.grid.columns),
            rows: i32::from(map.grid.rows),
            terrain: BTreeMap::new(),
            features: BTreeMap::new(),
            names: BTreeMap::new(),
            letters: BTreeMap::new(),
            hexsides: BTreeMap::new(),
            towns: BTreeSet::new(),
        };
        for (row, glyphs) in map.terrain.rows.iter().enumerate() {
            for (column, glyph) in glyphs.chars().enumerate() {
                let kind = map.terrain.palette.get(&glyph.to_string());
                let kind = kind.ok_or_else(|| format!("no terrain for the glyph '{glyph}'"))?;
                board.terrain.insert((column as i32 + 1, row as i32 + 1), kind.clone());
            }
        }
        for feature in &map.features.items {
            let place = board.read(&feature.hex)?;
            board.features.entry(place).or_default().push(feature.kind.clone());
            if let Some(name) = &feature.name {
                board.names.entry(place).or_insert_with(|| name.clone());
            }
            if let Some(letter) = &feature.letter {
                board.letters.insert(letter.clone(), place);
            }
        }
        for item in &map.hexsides.items {
            let side = board.read_side(&item.side)?;
            board.hexsides.entry(side).or_default().push(item.kind.clone());
        }
        let mut line = BTreeSet::new();
        for side in map.lines.items.iter().filter(|line| line.kind == "vp-line") {
            for label in &side.sides {
                line.insert(board.read_side(label)?);
            }
        }
        let mut west: BTreeSet<Place> = (1..=board.rows).map(|row| (1, row)).collect();
        let mut open: Vec<Place> = west.iter().copied().collect();
        while let Some(place) = open.pop() {
            for other in board.around(place) {
                if !line.contains(&between(place, other)) && west.insert(other) {
                    open.push(other);
                }
            }
        }
        board.towns = west.into_iter().filter(|&place| board.has(place, &["town"])).collect();
        Ok(board)
    }

    /// A hex by its printed number, `ccrr`.
    pub fn read(&self, label: &str) -> Result<Place, String> {
        let wrong = || format!("'{label}' is no hex");
        let (column, row) = label.split_at_checked(label.len() / 2).ok_or_else(wrong)?;
        let place = (column.parse().map_err(|_| wrong())?, row.parse().map_err(|_| wrong())?);
        if self.terrain.contains_key(&place) { Ok(place) } else { Err(wrong()) }
    }

    fn read_side(&self, label: &str) -> Result<(Place, Place), String> {
        let wrong = || format!("'{label}' is no hexside");
        let (hex, direction) = label.split_once(':').ok_or_else(wrong)?;
        let place = self.read(hex)?;
        let directions = ["n", "ne", "se", "s", "sw", "nw"];
        let i = directions.iter().position(|known| *known == direction).ok_or_else(wrong)?;
        Ok(between(place, neighbours(place)[i]))
    }

    /// The hexes on the map that touch one.
    pub fn around(&self, place: Place) -> impl Iterator<Item = Place> + use<'_> {
        neighbours(place).into_iter().filter(|other| self.terrain.contains_key(other))
    }

    /// Whether a hex has one of these features.
    pub fn has(&self, place: Place, kinds: &[&str]) -> bool {
        self.features
            .get(&place)
            .is_some_and(|here| here.iter().any(|kind| kinds.contains(&kind.as_str())))
    }

    /// The printed name of a hex.
    pub fn name(&self, place: Place) -> Option<String> {
        self.names.get(&place).cloned()
    }

    /// The hex with an entry letter.
    pub fn letter(&self, letter: &str) -> Option<Place> {
        self.letters.get(letter).copied()
    }

    /// The lines of the Terrain Effects Chart for a hex: of its features, or else its terrain.
    fn lines(&self, place: Place) -> Vec<(i32, i32)> {
        let features = self.features.get(&place).into_iter().flatten();
        let lines: Vec<_> = features.filter_map(|kind| book::terrain(kind)).collect();
        if lines.is_empty() {
            self.terrain.get(&place).and_then(|kind| book::terrain(kind)).into_iter().collect()
        } else {
            lines
        }
    }

    /// Movement points for a hex: of several features, the dearest.
    pub fn cost(&self, place: Place) -> i32 {
        self.lines(place).into_iter().map(|(cost, _)| cost).max().unwrap_or(0)
    }

    /// What a hex adds to the defender's die: of several features, the best.
    pub fn defence(&self, place: Place) -> i32 {
        self.lines(place).into_iter().map(|(_, defence)| defence).max().unwrap_or(0)
    }

    /// Movement points for crossing from one hex to the next.
    pub fn crossing(&self, from: Place, to: Place) -> i32 {
        self.kinds(from, to).map(|(cost, _)| cost).sum()
    }

    /// What the hexside adds to the defender's die if everyone comes across such.
    pub fn hexside_defence(&self, from: Place, to: Place) -> i32 {
        self.kinds(from, to).map(|(_, defence)| defence).max().unwrap_or(0)
    }

    fn kinds(&self, from: Place, to: Place) -> impl Iterator<Item = (i32, i32)> {
        let kinds = self.hexsides.get(&between(from, to)).into_iter().flatten();
        kinds.filter_map(|kind| book::hexside(kind))
    }

    /// Whether a hex lies on an edge of the map.
    pub fn on_edge(&self, (column, row): Place) -> bool {
        column == 1 || column == self.columns || row == 1 || row == self.rows
    }

    /// Every hex.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.terrain.keys().copied()
    }
}

/// A hexside as its two hexes.
fn between(a: Place, b: Place) -> (Place, Place) {
    (a.min(b), a.max(b))
}

/// North and then clockwise, on the map or beyond it. Even columns lie half a hex lower.
fn neighbours((column, row): Place) -> [Place; 6] {
    let low = i32::from(column % 2 == 0);
    [
        (column, row - 1),
        (column + 1, row - 1 + low),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row - 1 + low),
    ]
}

/// How many hexes one is from another. Going a column aside moves half a row up or down as well,
/// so that many rows come free.
pub fn distance(a: Place, b: Place) -> u32 {
    let height = |(column, row): Place| 2 * row + i32::from(column % 2 == 0);
    let columns = (a.0 - b.0).abs();
    let rows = (height(a) - height(b)).abs();
    (columns + (rows - columns).max(0) / 2) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_touch_as_printed() {
        // As the head of the rule cases has it.
        assert_eq!(neighbours((2, 2)), [(2, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2)]);
        for other in neighbours((5, 7)) {
            assert!(neighbours(other).contains(&(5, 7)), "{other:?}");
            assert_eq!(distance((5, 7), other), 1);
        }
        assert_eq!(distance((1, 1), (1, 6)), 5);
        assert_eq!(distance((1, 1), (3, 2)), 2);
        assert_eq!(distance((1, 1), (11, 1)), 10);
    }
}
