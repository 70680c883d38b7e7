//! A map's data, looked up once: kinds by number, items by hex and hexside.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::Provenance;
use salient_schema::map::{ElevationLayer, Feature, Hexside, Map};
use salient_schema::ruleset::{Kind, Mark, Ruleset};

use crate::colour::{self, Rgba};
use crate::noise;
use crate::scene::Point;
use crate::theme::Theme;

/// How a kind is drawn, with its colours read.
#[derive(Clone, Debug, PartialEq)]
pub struct LookArt {
    pub name: String,
    pub mark: Mark,
    pub fill: Option<Rgba>,
    pub ink: Option<Rgba>,
    pub width: Option<f32>,
    /// False for a kind that the ruleset lacks.
    pub known: bool,
    movement: Option<i32>,
    defence: i32,
    impassable: bool,
}

impl LookArt {
    fn new(kind: &Kind) -> Self {
        let read = |colour: &Option<String>| colour.as_deref().and_then(colour::parse);
        Self {
            name: kind.name.clone(),
            mark: kind.look.mark,
            fill: read(&kind.look.fill),
            ink: read(&kind.look.ink),
            width: kind.look.width.filter(|width| width.is_finite() && (0.0..=1.0).contains(width)),
            known: true,
            movement: kind.movement,
            defence: kind.defence,
            impassable: kind.impassable,
        }
    }

    fn unknown(id: &str) -> Self {
        let name = format!("{id} (unknown)");
        Self {
            name,
            mark: Mark::None,
            fill: None,
            ink: None,
            width: None,
            known: false,
            movement: None,
            defence: 0,
            impassable: false,
        }
    }

    /// Movement points to enter it, where it has a cost of its own.
    pub fn costs(&self) -> Option<i32> {
        self.movement.filter(|_| self.known && !self.impassable)
    }

    /// Whether no unit enters it.
    pub fn is_impassable(&self) -> bool {
        self.impassable
    }

    /// The kind's line of the terrain effects chart in short: `3 MP · defence +1`. The cost of
    /// a hexside is one to be added.
    pub fn effect(&self, added: bool) -> String {
        let mut parts = Vec::new();
        if self.impassable {
            parts.push("impassable".to_owned());
        } else if let Some(points) = self.movement {
            parts.push(if added { format!("+{points} MP") } else { format!("{points} MP") });
        }
        if self.defence != 0 {
            parts.push(format!("defence {:+}", self.defence));
        }
        parts.join(" · ")
    }
}

/// One category of kinds: those of the ruleset, then those that it lacks.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    pub looks: Vec<LookArt>,
    numbers: BTreeMap<String, u16>,
}

impl Palette {
    fn new(kinds: &[Kind]) -> Self {
        let mut palette = Self::default();
        for kind in kinds.iter().take(usize::from(u16::MAX)) {
            palette.numbers.entry(kind.id.clone()).or_insert(palette.looks.len() as u16);
            palette.looks.push(LookArt::new(kind));
        }
        palette
    }

    fn number(&mut self, id: &str) -> u16 {
        if let Some(&number) = self.numbers.get(id) {
            return number;
        }
        // Beyond any sensible number of kinds, all misspelt ones share a look.
        let number = self.looks.len().min(usize::from(u16::MAX)) as u16;
        if usize::from(number) == self.looks.len() {
            self.looks.push(LookArt::unknown(id));
            self.numbers.insert(id.to_owned(), number);
        }
        number
    }

    /// The number of a kind that is known.
    pub fn find(&self, id: &str) -> Option<u16> {
        self.numbers.get(id).copied()
    }

    pub fn look(&self, number: u16) -> Option<&LookArt> {
        self.looks.get(usize::from(number))
    }

    /// Whether any kind has a look like that.
    pub fn any(&self, like: impl Fn(&LookArt) -> bool) -> bool {
        self.looks.iter().any(like)
    }
}

/// Something that stands in a hex.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureArt {
    pub kind: u16,
    pub name: Option<String>,
    pub colour: Option<Rgba>,
    pub value: Option<i32>,
    pub letter: Option<String>,
    pub facing: Vec<Direction>,
}

/// Something that runs along a hexside.
#[derive(Clone, Debug, PartialEq)]
pub struct SideArt {
    pub kind: u16,
    pub name: Option<String>,
}

/// A piece of a road or railway within a hex: from one direction to the next; `None` at its
/// ends.
#[derive(Clone, Debug, PartialEq)]
pub struct PathArt {
    pub kind: u16,
    pub from: Option<Direction>,
    pub to: Option<Direction>,
    pub tracks: u8,
}

/// A hexside of a border.
#[derive(Clone, Debug, PartialEq)]
pub struct LineArt {
    pub kind: u16,
    pub side: Side,
    pub colour: Option<Rgba>,
    /// Its name and the way the border runs on the whole here, where this hexside is the one
    /// that carries it.
    pub name: Option<(String, Point)>,
}

/// The name of a river, with its kind.
pub type SideName = (String, u16);

/// A named group of hexes.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneArt {
    pub name: String,
    pub ink: Rgba,
    /// The hex that its name is written in, unless something within is called alike.
    pub named_in: Option<Hex>,
    /// How many hexes it has.
    pub size: usize,
    /// How many features within bear its name.
    pub namesakes: usize,
}

impl ZoneArt {
    /// Whether its name is written in a hex: it is read there already where a town within bears it.
    pub fn is_named_in(&self, hex: Hex) -> bool {
        self.namesakes == 0 && self.named_in == Some(hex)
    }
}

/// A map's data by hex.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The terrain kind of each hex, `None` where the rows are too short or the glyph means
    /// nothing.
    pub terrain: Vec<Option<u16>>,
    pub terrains: Palette,
    /// The hexes beyond the cut of boards that are joined, where there is no map; empty where all
    /// of the grid is one.
    pub beyond: BTreeSet<Hex>,
    /// The colour of clear ground.
    pub paper: Rgba,
    pub elevation: Option<Vec<i16>>,
    pub levels: [i16; 2],
    /// How high a level is, where that is told.
    pub metres_per_level: Option<f64>,
    pub features: BTreeMap<Hex, Vec<FeatureArt>>,
    /// The hexes with a city.
    pub cities: BTreeSet<Hex>,
    pub feature_kinds: Palette,
    pub sides: BTreeMap<Side, Vec<SideArt>>,
    pub side_kinds: Palette,
    /// The colours of the sides, by their id.
    owners: BTreeMap<String, Rgba>,
    /// The names of the sides, by the colour of their works.
    pub owner_names: BTreeMap<Rgba, String>,
    /// The hexsides with something along them, by the corner that they meet at.
    pub joints: BTreeMap<(i32, i32), Vec<Side>>,
    /// The hexsides along which each name runs.
    named: BTreeMap<SideName, BTreeSet<Side>>,
    /// The hexes in which each name is written.
    written: BTreeMap<SideName, Vec<Hex>>,
    /// Where the names of rivers are written, by the hex that the hexside starts at.
    pub side_names: BTreeMap<Hex, Vec<(Side, SideArt)>>,
    pub paths: BTreeMap<Hex, Vec<PathArt>>,
    pub path_kinds: Palette,
    pub lines: BTreeMap<Hex, Vec<LineArt>>,
    pub line_kinds: Palette,
    /// Each hex of a zone with the zone's place in `zones`, in order.
    pub zoned: Vec<(Hex, u16)>,
    pub zones: Vec<ZoneArt>,
    pub title: String,
    /// What must be said of where the map comes from, if it is not the printed one.
    pub note: Option<&'static str>,
    pub metres_per_hex: f64,
    /// The bearing of the top of the map, in degrees.
    pub north_degrees: Option<f32>,
}

impl Compiled {
    pub fn new(map: &Map, ruleset: &Ruleset, grid: &HexGrid, theme: &Theme) -> Self {
        let mut compiled = Self {
            terrains: Palette::new(&ruleset.terrain),
            feature_kinds: Palette::new(&ruleset.features),
            path_kinds: Palette::new(&ruleset.paths),
            line_kinds: Palette::new(&ruleset.lines),
            paper: clear_ground(ruleset).unwrap_or(theme.paper),
            title: map.title.clone(),
            metres_per_hex: map.grid.metres_per_hex,
            ..Self::default()
        };
        compiled.owners = ruleset
            .sides
            .iter()
            .enumerate()
            .map(|(number, side)| (side.id.clone(), theme.side(number)))
            .collect();
        for (number, side) in ruleset.sides.iter().enumerate() {
            let names = &mut compiled.owner_names;
            names.entry(theme.side(number)).or_insert_with(|| side.name.clone());
        }
        // What stands in hexes and what runs between them know nothing of one another, and both
        // take long on a large map.
        let mut between = Self { side_kinds: Palette::new(&ruleset.hexsides), ..Self::default() };
        std::thread::scope(|scope| {
            scope.spawn(|| between.read_hexsides(map, grid));
            compiled.read_beyond(grid);
            compiled.read_terrain(map, grid);
            compiled.read_elevation(map, grid);
            compiled.read_features(map, grid);
        });
        let Self { sides, side_kinds, joints, named, .. } = between;
        let mut compiled = Self { sides, side_kinds, joints, named, ..compiled };
        compiled.place_side_names(grid);
        compiled.read_paths(map, grid);
        compiled.read_lines(map, grid);
        compiled.read_zones(map, grid, theme);
        compiled.read_texts(map);
        compiled
    }

    /// Reads the title and what must be said of where the map comes from.
    pub fn read_texts(&mut self, map: &Map) {
        self.title.clone_from(&map.title);
        let layers = [map.terrain.provenance, map.features.provenance, map.hexsides.provenance];
        self.note = [
            (Provenance::Reconstructed, "Reconstructed map"),
            (Provenance::Invented, "Invented map"),
            (Provenance::Surveyed, "Map surveyed from geographic data"),
        ]
        .into_iter()
        .find_map(|(provenance, note)| layers.contains(&provenance).then_some(note));
        self.north_degrees = map
            .georeference
            .as_ref()
            .and_then(|georeference| georeference.rotation_degrees)
            .map(|degrees| degrees as f32);
    }

    /// The look of a hex's terrain; `None` where no glyph says what it is.
    pub fn terrain_look(&self, hex: Hex) -> Option<&LookArt> {
        let number = self.terrain.get(hex.index()).copied().flatten()?;
        self.terrains.look(number)
    }

    pub fn terrain_number(&self, hex: Hex) -> Option<u16> {
        self.terrain.get(hex.index()).copied().flatten()
    }

    pub fn features_in(&self, hex: Hex) -> &[FeatureArt] {
        self.features.get(&hex).map_or(&[], Vec::as_slice)
    }

    pub fn sides_along(&self, side: Side) -> &[SideArt] {
        self.sides.get(&side).map_or(&[], Vec::as_slice)
    }

    /// What each glyph of the base terrain means.
    pub fn terrain_glyphs(&mut self, map: &Map) -> Glyphs<u16> {
        let mut glyphs = Glyphs::default();
        for (glyph, kind) in &map.terrain.palette {
            let mut characters = glyph.chars();
            if let (Some(character), None) = (characters.next(), characters.next()) {
                glyphs.insert(character, self.terrains.number(kind));
            }
        }
        glyphs
    }

    fn read_beyond(&mut self, grid: &HexGrid) {
        self.beyond = grid.hexes().filter(|&hex| !grid.is_on_map(hex)).collect();
    }

    fn read_terrain(&mut self, map: &Map, grid: &HexGrid) {
        let glyphs = self.terrain_glyphs(map);
        let columns = usize::from(grid.columns());
        self.terrain = vec![None; grid.len()];
        for (line, row) in self.terrain.chunks_mut(columns.max(1)).zip(&map.terrain.rows) {
            for (cell, glyph) in line.iter_mut().zip(row.chars()) {
                *cell = glyphs.get(glyph);
            }
        }
    }

    pub fn read_elevation(&mut self, map: &Map, grid: &HexGrid) {
        self.elevation = None;
        self.levels = [0, 0];
        self.metres_per_level = None;
        let Some(layer) = &map.elevation else { return };
        let (glyphs, levels) = level_glyphs(layer);
        let mut elevation = vec![levels[0]; grid.len()];
        let columns = usize::from(grid.columns()).max(1);
        for (line, row) in elevation.chunks_mut(columns).zip(&layer.rows) {
            for (cell, glyph) in line.iter_mut().zip(row.chars()) {
                *cell = glyphs.get(glyph).unwrap_or(levels[0]);
            }
        }
        self.levels = levels;
        self.metres_per_level = layer.metres_per_level;
        self.elevation = Some(elevation);
    }

    /// A feature as it is drawn.
    pub fn feature(&mut self, feature: &Feature, grid: &HexGrid) -> FeatureArt {
        FeatureArt {
            kind: self.feature_kinds.number(&feature.kind),
            name: feature.name.clone(),
            colour: self.owner(feature.owner.as_deref()),
            value: feature.value,
            letter: feature.letter.clone(),
            facing: facing_of(feature, grid),
        }
    }

    pub fn is_city(&self, feature: &FeatureArt) -> bool {
        self.feature_kinds.look(feature.kind).is_some_and(|look| look.mark == Mark::City)
    }

    pub fn owner(&self, id: Option<&str>) -> Option<Rgba> {
        self.owners.get(id?).copied()
    }

    fn read_features(&mut self, map: &Map, grid: &HexGrid) {
        for feature in &map.features.items {
            let Some(hex) = grid.parse(&feature.hex) else { continue };
            let art = self.feature(feature, grid);
            if self.is_city(&art) {
                self.cities.insert(hex);
            }
            self.features.entry(hex).or_insert_with(alone).push(art);
        }
    }

    fn read_hexsides(&mut self, map: &Map, grid: &HexGrid) {
        for item in &map.hexsides.items {
            let Some(side) = grid.parse_side(&item.side) else { continue };
            let art = self.side(item);
            let along = self.sides.entry(side).or_insert_with(alone);
            if along.is_empty() {
                for end in grid.side_ends(side) {
                    self.joints.entry(noise::key(end)).or_default().push(side);
                }
            }
            along.push(art.clone());
            self.note_name(side, &art, true);
        }
    }

    /// What runs along a hexside as it is drawn.
    pub fn side(&mut self, item: &Hexside) -> SideArt {
        SideArt { kind: self.side_kinds.number(&item.kind), name: item.name.clone() }
    }

    /// Takes note that a name runs along a hexside, or no longer does.
    pub fn note_name(&mut self, side: Side, art: &SideArt, is_there: bool) -> Option<SideName> {
        let name = art.name.as_deref().filter(|name| !name.trim().is_empty())?;
        let key = (name.to_owned(), art.kind);
        let sides = self.named.entry(key.clone()).or_default();
        if is_there {
            sides.insert(side);
        } else {
            sides.remove(&side);
        }
        Some(key)
    }

    /// Chooses hexsides for the names of all rivers.
    fn place_side_names(&mut self, grid: &HexGrid) {
        let names: Vec<SideName> = self.named.keys().cloned().collect();
        for name in names {
            self.place_side_name(grid, &name);
        }
    }

    /// Chooses hexsides for the name of a river: away from place names, and far enough from
    /// where the same name was last written. Gives the hexes where it stood and stands.
    pub fn place_side_name(&mut self, grid: &HexGrid, name: &SideName) -> Vec<Hex> {
        let mut hexes = self.written.remove(name).unwrap_or_default();
        for hex in &hexes {
            if let Some(there) = self.side_names.get_mut(hex) {
                there.retain(|(_, art)| {
                    art.kind != name.1 || art.name.as_deref() != Some(name.0.as_str())
                });
                if there.is_empty() {
                    self.side_names.remove(hex);
                }
            }
        }
        let busy = |side: &Side| {
            let held = |hex: Hex| usize::from(self.features.contains_key(&hex));
            let [a, b] = grid.side_ends(*side);
            let steep = usize::from((b[1] - a[1]).abs() > 0.55);
            held(side.hex()) * 2 + grid.across(*side).map_or(2, held) + steep
        };
        let Some(sides) = self.named.get(name) else { return hexes };
        let mut sides: Vec<(usize, Side)> = sides.iter().map(|&side| (busy(&side), side)).collect();
        if sides.is_empty() {
            self.named.remove(name);
            return hexes;
        }
        sides.sort_unstable();
        // The hexes where the name stands, by squares of the map as wide as the least distance,
        // so that only those near by are asked.
        let mut written: BTreeMap<(u16, u16), Vec<Hex>> = BTreeMap::new();
        let square = |hex: Hex| {
            let index = grid.index(hex);
            (index.row / APART as u16 + 1, index.column / APART as u16 + 1)
        };
        let mut stands: Vec<Hex> = Vec::new();
        // Quiet hexsides first; a crowded one only if the name stands nowhere yet.
        for (busy, side) in sides {
            let hex = side.hex();
            let (row, column) = square(hex);
            let is_near = |row: u16, column: u16| {
                let hexes = written.get(&(row, column)).map_or(&[][..], Vec::as_slice);
                hexes.iter().any(|&other| grid.distance(other, hex) < APART)
            };
            let near = || {
                (row - 1..=row + 1).any(|row| (column - 1..=column + 1).any(|c| is_near(row, c)))
            };
            if written.is_empty() || (busy < 2 && !near()) {
                written.entry((row, column)).or_default().push(hex);
                stands.push(hex);
                let art = SideArt { kind: name.1, name: Some(name.0.clone()) };
                let there = self.side_names.entry(hex).or_default();
                there.push((side, art));
                // The same order, whichever name came first.
                there.sort_by(|(_, a), (_, b)| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
            }
        }
        hexes.extend(&stands);
        self.written.insert(name.clone(), stands);
        hexes
    }

    pub fn read_paths(&mut self, map: &Map, grid: &HexGrid) {
        self.paths.clear();
        for path in &map.paths.items {
            let kind = self.path_kinds.number(&path.kind);
            let tracks = path.tracks.unwrap_or(1);
            let hexes: Vec<Option<Hex>> = path.hexes.iter().map(|hex| grid.parse(hex)).collect();
            for (at, hex) in hexes.iter().enumerate() {
                let Some(hex) = *hex else { continue };
                let towards = |other: Option<&Option<Hex>>| {
                    other.copied().flatten().and_then(|other| grid.direction_to(hex, other))
                };
                let from = at.checked_sub(1).and_then(|at| towards(hexes.get(at)));
                let to = towards(hexes.get(at + 1));
                if from.is_some() || to.is_some() {
                    let art = PathArt { kind, from, to, tracks };
                    self.paths.entry(hex).or_default().push(art);
                }
            }
        }
    }

    pub fn read_lines(&mut self, map: &Map, grid: &HexGrid) {
        self.lines.clear();
        for line in &map.lines.items {
            let kind = self.line_kinds.number(&line.kind);
            let colour = self.owner(line.owner.as_deref());
            let halfway = line.sides.len() / 2;
            let ends = |at: usize| {
                let side = grid.parse_side(line.sides.get(at)?)?;
                let [a, b] = grid.side_ends(side);
                Some(middle(a, b))
            };
            // Over some hexsides the zigzag of the border evens out.
            let last = line.sides.len().saturating_sub(1);
            let way = ends(halfway.saturating_sub(3))
                .zip(ends((halfway + 3).min(last)))
                .map_or([1.0, 0.0], |(a, b)| [b[0] - a[0], b[1] - a[1]]);
            for (at, label) in line.sides.iter().enumerate() {
                let Some(side) = grid.parse_side(label) else { continue };
                let name = line.name.clone().filter(|_| at == halfway).map(|name| (name, way));
                let art = LineArt { kind, side, colour, name };
                self.lines.entry(side.hex()).or_default().push(art);
            }
        }
    }

    pub fn read_zones(&mut self, map: &Map, grid: &HexGrid, theme: &Theme) {
        self.zones.clear();
        self.zoned.clear();
        for (number, zone) in map.zones.items.iter().take(usize::from(u16::MAX)).enumerate() {
            let mut hexes: Vec<Hex> = zone.hexes.iter().filter_map(|hex| grid.parse(hex)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            let ink = (zone.colour.as_deref().and_then(colour::parse))
                .or_else(|| self.owner(zone.owner.as_deref()))
                .unwrap_or_else(|| theme.zones[number % theme.zones.len()]);
            let named_in = middlemost(grid, &hexes);
            let size = hexes.len();
            let within = hexes.iter().filter_map(|hex| self.features.get(hex)).flatten();
            let namesakes = within.filter(|one| one.name.as_ref() == Some(&zone.name)).count();
            self.zones.push(ZoneArt { name: zone.name.clone(), ink, named_in, size, namesakes });
            self.zoned.extend(hexes.into_iter().map(|hex| (hex, number as u16)));
        }
        self.zoned.sort_unstable();
    }

    /// Puts other features into a hex, and gives the hexes where the name of a zone is no longer
    /// written or is now.
    pub fn put_features(&mut self, hex: Hex, art: Vec<FeatureArt>) -> Vec<Hex> {
        let before = match art.is_empty() {
            true => self.features.remove(&hex),
            false => self.features.insert(hex, art),
        };
        let now = self.features.get(&hex);
        let first = self.zoned.partition_point(|&(other, _)| other < hex);
        let here = self.zoned.iter().skip(first).take_while(|(other, _)| *other == hex);
        let mut changed = Vec::new();
        for &(_, zone) in here {
            let Some(zone) = self.zones.get_mut(usize::from(zone)) else { continue };
            let namesakes = |art: Option<&Vec<FeatureArt>>| {
                let named = |one: &&FeatureArt| one.name.as_ref() == Some(&zone.name);
                art.into_iter().flatten().filter(named).count()
            };
            let (gone, come) = (namesakes(before.as_ref()), namesakes(now));
            let was_named = zone.namesakes == 0;
            zone.namesakes = zone.namesakes.saturating_sub(gone) + come;
            if was_named != (zone.namesakes == 0) {
                changed.extend(zone.named_in);
            }
        }
        changed
    }

    /// The zones that a hex lies in.
    pub fn zones_of(&self, hex: Hex) -> impl Iterator<Item = u16> + '_ {
        let first = self.zoned.partition_point(|&(other, _)| other < hex);
        let rest = self.zoned.get(first..).unwrap_or_default();
        rest.iter().take_while(move |&&(other, _)| other == hex).map(|&(_, zone)| zone)
    }

    /// Whether a hex lies in a zone.
    pub fn is_in_zone(&self, hex: Hex, zone: u16) -> bool {
        self.zoned.binary_search(&(hex, zone)).is_ok()
    }
}

/// A list for what mostly stands alone: a hundred thousand of them with room for four cost tens
/// of megabytes.
pub fn alone<T>() -> Vec<T> {
    Vec::with_capacity(1)
}

/// How far apart the same river's name is written, in hexes.
const APART: u32 = 7;

/// What glyphs mean; quick for the plain ones.
#[derive(Clone, Debug)]
pub struct Glyphs<T> {
    plain: [Option<T>; 128],
    other: BTreeMap<char, T>,
}

impl<T: Copy> Default for Glyphs<T> {
    fn default() -> Self {
        Self { plain: [None; 128], other: BTreeMap::new() }
    }
}

impl<T: Copy> Glyphs<T> {
    fn insert(&mut self, glyph: char, meaning: T) {
        match self.plain.get_mut(glyph as usize) {
            Some(slot) => *slot = Some(meaning),
            None => {
                self.other.insert(glyph, meaning);
            }
        }
    }

    pub fn get(&self, glyph: char) -> Option<T> {
        match self.plain.get(glyph as usize) {
            Some(slot) => *slot,
            None => self.other.get(&glyph).copied(),
        }
    }
}

/// What each glyph of the heights means, with the least and the greatest of them.
pub fn level_glyphs(layer: &ElevationLayer) -> (Glyphs<i16>, [i16; 2]) {
    let mut glyphs = Glyphs::default();
    for (glyph, level) in &layer.palette {
        if let Some(character) = glyph.chars().next() {
            glyphs.insert(character, *level);
        }
    }
    let least = layer.palette.values().copied().min().unwrap_or(0);
    let most = layer.palette.values().copied().max().unwrap_or(0);
    (glyphs, [least, most])
}

/// The hex nearest to the middle of a group of hexes.
fn middlemost(grid: &HexGrid, hexes: &[Hex]) -> Option<Hex> {
    let count = hexes.len().max(1) as f64;
    let mut middle = [0.0; 2];
    for &hex in hexes {
        let [x, y] = grid.centre(hex);
        middle = [middle[0] + f64::from(x) / count, middle[1] + f64::from(y) / count];
    }
    let away = |hex: &Hex| {
        let [x, y] = grid.centre(*hex);
        (f64::from(x) - middle[0]).hypot(f64::from(y) - middle[1])
    };
    hexes.iter().copied().min_by(|a, b| away(a).total_cmp(&away(b)).then(a.cmp(b)))
}

/// The ground of the first terrain that has no marks.
fn clear_ground(ruleset: &Ruleset) -> Option<Rgba> {
    let clear = ruleset.terrain.iter().find(|kind| kind.look.mark == Mark::None)?;
    clear.look.fill.as_deref().and_then(colour::parse)
}

fn facing_of(feature: &Feature, grid: &HexGrid) -> Vec<Direction> {
    feature.facing.iter().filter_map(|compass| grid.parse_compass(compass)).collect()
}

/// The middle of two points.
pub fn middle(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}
