//! Carrying what stands on a map over to another grid.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, HexGrid};
use salient_schema::map::{
    Board, Feature, Georeference, Grid, Hexside, Line, Map, Orientation, Path, Zone,
};
use salient_schema::scenario::{Entry, Placement, PlannedFire};
use salient_schema::{Bundle, HexIndex, Id, Scenario};

use super::Reshaped;
use super::lost::{Lost, LostKind};

/// Half of the square root of 3: from one line of hexes to the next.
const PITCH: f64 = 0.866_025_403_784_438_6;

/// Puts a bundle's map and scenario on another grid, on which everything lies `shift` columns
/// and rows further east and south.
pub(super) fn carry(bundle: &Bundle, grid: Grid, shift: [i32; 2], fill: &str) -> Reshaped {
    let mut carrier = Carrier {
        old: HexGrid::new(&bundle.map.grid),
        new: HexGrid::new(&grid),
        shift,
        by_number: false,
        lost: Vec::new(),
    };
    let map = carrier.map(&bundle.map, grid, fill);
    let scenario = carrier.scenario(&bundle.scenario, &bundle.map);
    Reshaped { map, scenario, lost: carrier.lost }
}

/// Puts another map into a bundle: what the scenario says of hexes goes to those of the same number.
pub(super) fn replace(bundle: &Bundle, map: Map) -> Reshaped {
    let mut carrier = Carrier {
        old: HexGrid::new(&bundle.map.grid),
        new: HexGrid::new(&map.grid),
        shift: [0, 0],
        by_number: true,
        lost: Vec::new(),
    };
    let scenario = carrier.scenario(&bundle.scenario, &bundle.map);
    Reshaped { map, scenario, lost: carrier.lost }
}

/// Boards on a map of another size: what is cut off of them is gone.
pub(super) fn boards(boards: &[Board], shift: [i32; 2], grid: &Grid) -> Vec<Board> {
    boards.iter().filter_map(|board| trimmed(board, shift, grid)).collect()
}

fn trimmed(board: &Board, [west, north]: [i32; 2], grid: &Grid) -> Option<Board> {
    let cut = |start: u16, count: u16, shift: i32, size: u16| {
        let first = (i32::from(start) + shift).max(0);
        let end = (i32::from(start) + i32::from(count) + shift).min(i32::from(size));
        let count = u16::try_from(end - first).ok().filter(|&count| count > 0)?;
        Some((u16::try_from(first).ok()?, count))
    };
    let (column, columns) = cut(board.column, board.columns, west, grid.columns)?;
    let (row, rows) = cut(board.row, board.rows, north, grid.rows)?;
    Some(Board { column, row, columns, rows, ..board.clone() })
}

struct Carrier {
    old: HexGrid,
    new: HexGrid,
    shift: [i32; 2],
    /// Whether a hex is known by its number alone, wherever that is on the other grid.
    by_number: bool,
    lost: Vec<Lost>,
}

impl Carrier {
    /// Where a hex lies now.
    fn index(&self, hex: HexIndex) -> Option<HexIndex> {
        let column = u16::try_from(i32::from(hex.column) + self.shift[0]).ok()?;
        let row = u16::try_from(i32::from(hex.row) + self.shift[1]).ok()?;
        let index = HexIndex::new(column, row);
        self.new.grid().contains(index).then_some(index)
    }

    /// A hex's new number.
    fn hex(&self, label: &str) -> Option<String> {
        let index = match self.by_number {
            true => self.new.grid().parse_hex(label)?,
            false => self.index(self.old.grid().parse_hex(label)?)?,
        };
        Some(self.new.grid().print_hex(index))
    }

    /// A hexside's new name: from the hex it was named from, or else from the one across.
    fn side(&self, label: &str) -> Option<String> {
        let (from, direction) = self.old.grid().parse_side(label)?;
        if let Some(index) = self.index(from) {
            return Some(self.new.grid().print_side(index, direction));
        }
        let across = self.old.neighbour(self.old.hex(from)?, Direction::new(direction))?;
        let index = self.index(self.old.index(across))?;
        Some(self.new.grid().print_side(index, (direction + 3) % 6))
    }

    fn lose(&mut self, kind: LostKind, name: String, place: impl Into<String>) {
        self.lost.push(Lost { kind, name, place: place.into() });
    }

    fn map(&mut self, old: &Map, grid: Grid, fill: &str) -> Map {
        let same_size =
            self.shift == [0, 0] && (grid.columns, grid.rows) == (old.grid.columns, old.grid.rows);
        self.hexes_and_boards(&old.grid);
        let mut map = Map { grid, ..old.clone() };
        if !same_size {
            self.terrain(&mut map, fill);
            if let Some(elevation) = &mut map.elevation {
                let usual = usual_glyph(&elevation.rows);
                elevation.rows = self.glyph_rows(&elevation.rows, usual);
            }
        }
        map.features.items = self.features(&old.features.items);
        map.hexsides.items = self.hexsides(&old.hexsides.items);
        map.paths.items = old.paths.items.iter().flat_map(|path| self.path(path)).collect();
        map.lines.items = old.lines.items.iter().flat_map(|line| self.line(line)).collect();
        map.zones.items = old.zones.items.iter().map(|zone| self.zone(zone)).collect();
        if let Some(georeference) = &mut map.georeference {
            self.georeference(georeference);
        }
        if let Some(scan) = &mut map.scan {
            let points = std::mem::take(&mut scan.control_points);
            for mut point in points {
                match self.hex(&point.hex) {
                    Some(hex) => {
                        point.hex = hex;
                        scan.control_points.push(point);
                    }
                    None => {
                        self.lose(LostKind::ScanPoint, "control point".to_owned(), &point.hex);
                    }
                }
            }
        }
        if !same_size {
            map.sort();
        }
        map
    }

    fn hexes_and_boards(&mut self, old: &Grid) {
        let new = self.new.grid().clone();
        let kept = |size: u16, shift: i32, new: u16| {
            let (first, end) = (shift.max(0), (i32::from(size) + shift).min(i32::from(new)));
            i64::from((end - first).max(0))
        };
        let all = i64::from(old.columns) * i64::from(old.rows);
        let kept =
            kept(old.columns, self.shift[0], new.columns) * kept(old.rows, self.shift[1], new.rows);
        if kept < all {
            self.lose(LostKind::Hexes, format!("{} hexes with their terrain", all - kept), "");
        }
        for board in &old.boards {
            match trimmed(board, self.shift, &new) {
                Some(now) if (now.columns, now.rows) == (board.columns, board.rows) => {}
                Some(_) => self.lose(
                    LostKind::Board,
                    format!("part of board {}; the rest is numbered anew", board.id),
                    "",
                ),
                None => self.lose(LostKind::Board, format!("board {}", board.id), ""),
            }
        }
    }

    fn terrain(&self, map: &mut Map, fill: &str) {
        let palette = &mut map.terrain.palette;
        let known = palette.iter().find(|(_, kind)| *kind == fill);
        let glyph = known.and_then(|(glyph, _)| glyph.chars().next());
        let glyph = glyph.unwrap_or_else(|| free_glyph(palette, fill));
        let rows = self.glyph_rows(&map.terrain.rows, glyph);
        if rows.iter().any(|row| row.contains(glyph)) {
            palette.entry(glyph.to_string()).or_insert_with(|| fill.to_owned());
        }
        map.terrain.rows = rows;
    }

    /// Rows of glyphs, moved; what is new, or was missing, has the glyph `fill`.
    fn glyph_rows(&self, rows: &[String], fill: char) -> Vec<String> {
        let [west, north] = self.shift.map(i64::from);
        let (columns, height) = (self.new.columns(), self.new.rows());
        (0..i64::from(height))
            .map(|row| {
                let old = usize::try_from(row - north).ok().and_then(|row| rows.get(row));
                let skip = usize::try_from(-west).unwrap_or(0);
                let mut glyphs = old.map_or("", String::as_str).chars().skip(skip);
                (0..i64::from(columns))
                    .map(|column| match column < west {
                        true => fill,
                        false => glyphs.next().unwrap_or(fill),
                    })
                    .collect()
            })
            .collect()
    }

    fn features(&mut self, old: &[Feature]) -> Vec<Feature> {
        let mut kept = Vec::with_capacity(old.len());
        for feature in old {
            match self.hex(&feature.hex) {
                Some(hex) => kept.push(Feature { hex, ..feature.clone() }),
                None => {
                    let name = named(&feature.kind, feature.name.as_deref());
                    let name = match &feature.letter {
                        Some(letter) => format!("{name} {letter}"),
                        None => name,
                    };
                    self.lose(LostKind::Feature, name, &feature.hex);
                }
            }
        }
        kept
    }

    fn hexsides(&mut self, old: &[Hexside]) -> Vec<Hexside> {
        let mut kept: Vec<Hexside> = Vec::with_capacity(old.len());
        let mut there = BTreeSet::new();
        for item in old {
            let side = self.side(&item.side).filter(|side| {
                // With other lines pushed, what were two hexsides may be one.
                let key = (self.new.parse_side(side), item.kind.clone());
                there.insert(key) || self.old.parse_side(&item.side).is_none()
            });
            match side {
                Some(side) => kept.push(Hexside { side, ..item.clone() }),
                None => {
                    let name = named(&item.kind, item.name.as_deref());
                    self.lose(LostKind::Hexside, name, &item.side);
                }
            }
        }
        kept
    }

    /// What is left of a path: a path for each unbroken part of it.
    fn path(&mut self, old: &Path) -> Vec<Path> {
        let mut parts: Vec<Vec<String>> = Vec::new();
        let mut lost = Vec::new();
        let mut before: Option<&String> = None;
        for label in &old.hexes {
            match self.hex(label) {
                Some(hex) => {
                    let joined = before.is_some_and(|before| self.still_joined(before, label));
                    match parts.last_mut().filter(|_| joined) {
                        Some(part) => part.push(hex),
                        None => parts.push(vec![hex]),
                    }
                    before = Some(label);
                }
                None => {
                    lost.push(label.as_str());
                    before = None;
                }
            }
        }
        // A path of one hex leads nowhere, unless it did before.
        let alone = |part: &Vec<String>| part.len() < 2 && old.hexes.len() >= 2;
        let stubs = parts.iter().filter(|part| alone(part)).count();
        let whole = parts.len() == 1 && lost.is_empty();
        parts.retain(|part| !alone(part));
        if !whole {
            let name = named(&old.kind, old.name.as_deref());
            let what = match (parts.is_empty(), lost.len() + stubs) {
                (true, _) => name,
                (false, 0) => format!("{name} comes apart into {} pieces", parts.len()),
                (false, 1) => format!("1 hex of {name}"),
                (false, count) => format!("{count} hexes of {name}"),
            };
            let place = lost.first().copied().or(old.hexes.first().map(String::as_str));
            self.lose(LostKind::Path, what, place.unwrap_or_default());
        }
        parts.into_iter().map(|hexes| Path { hexes, ..old.clone() }).collect()
    }

    /// Whether two hexes of a path that followed one another still do, as well as they did.
    fn still_joined(&self, a: &str, b: &str) -> bool {
        let (Some(a), Some(b)) = (self.old.parse(a), self.old.parse(b)) else { return false };
        let at = |hex| self.index(self.old.index(hex)).and_then(|index| self.new.hex(index));
        match (at(a), at(b)) {
            (Some(now_a), Some(now_b)) => {
                self.new.distance(now_a, now_b) <= self.old.distance(a, b).max(1)
            }
            _ => false,
        }
    }

    fn line(&mut self, old: &Line) -> Vec<Line> {
        let mut parts: Vec<Vec<String>> = Vec::new();
        let mut lost = Vec::new();
        let mut broken = true;
        for label in &old.sides {
            match self.side(label) {
                Some(side) => {
                    match parts.last_mut().filter(|_| !broken) {
                        Some(part) => part.push(side),
                        None => parts.push(vec![side]),
                    }
                    broken = false;
                }
                None => {
                    lost.push(label.as_str());
                    broken = true;
                }
            }
        }
        if old.sides.is_empty() {
            return vec![old.clone()];
        }
        if let Some(first) = lost.first() {
            let name = named(&old.kind, old.name.as_deref());
            let what = match (parts.is_empty(), lost.len()) {
                (true, _) => name,
                (false, 1) => format!("1 hexside of {name}"),
                (false, count) => format!("{count} hexsides of {name}"),
            };
            self.lose(LostKind::Line, what, *first);
        }
        parts.into_iter().map(|sides| Line { sides, ..old.clone() }).collect()
    }

    /// A zone keeps its name even without a hex, since scenarios refer to it.
    fn zone(&mut self, old: &Zone) -> Zone {
        let hexes: Vec<String> = old.hexes.iter().filter_map(|hex| self.hex(hex)).collect();
        let lost = old.hexes.len() - hexes.len();
        if lost > 0 {
            let what = match (hexes.is_empty(), lost) {
                (true, _) => format!("all hexes of zone {}, which stays without any", old.name),
                (false, 1) => format!("1 hex of zone {}", old.name),
                (false, _) => format!("{lost} hexes of zone {}", old.name),
            };
            let first = old.hexes.iter().find(|hex| self.hex(hex).is_none());
            let place = first.cloned().unwrap_or_default();
            self.lose(LostKind::Zone, what, place);
        }
        Zone { hexes, ..old.clone() }
    }

    fn georeference(&mut self, georeference: &mut Georeference) {
        let [columns, rows] = self.shift.map(f64::from);
        let [x, y] = match self.new.grid().orientation {
            Orientation::FlatTopped => [columns * PITCH, rows],
            Orientation::PointyTopped => [columns, rows * PITCH],
        };
        // Cut and grown again it is to be the very same number: six decimals are kept.
        let moved = |value: f64, by: f64| match by == 0.0 {
            true => value,
            false => ((value + by) * 1e6).round() / 1e6,
        };
        let [a, b, c, d, e, f] = georeference.plane_from_degrees;
        georeference.plane_from_degrees = [a, b, moved(c, x), d, e, moved(f, y)];
        let points = std::mem::take(&mut georeference.control_points);
        for mut point in points {
            match self.hex(&point.hex) {
                Some(hex) => {
                    point.hex = hex;
                    georeference.control_points.push(point);
                }
                None => {
                    let name = point.name.unwrap_or_else(|| "control point".to_owned());
                    self.lose(LostKind::ControlPoint, name, &point.hex);
                }
            }
        }
    }

    fn scenario(&mut self, old: &Scenario, map: &Map) -> Scenario {
        let mut scenario = old.clone();
        scenario.setup.placements = Vec::with_capacity(old.setup.placements.len());
        for placement in &old.setup.placements {
            match self.hex(&placement.hex) {
                Some(hex) => {
                    scenario.setup.placements.push(Placement { hex, ..placement.clone() });
                }
                None => {
                    let counters = placement.counters.join(", ");
                    self.lose(LostKind::Placement, counters, &placement.hex);
                }
            }
        }
        for mission in &mut scenario.setup.missions {
            let of = |what: &str| format!("{what} of {}", mission.counter);
            for fire in std::mem::take(&mut mission.fires) {
                match self.hex(&fire.hex) {
                    Some(hex) => mission.fires.push(PlannedFire { hex, ..fire }),
                    None => {
                        let what = of(&format!("fire in game-turn {}", fire.turn));
                        self.lose(LostKind::Mission, what, fire.hex);
                    }
                }
            }
            if let Some(label) = mission.destination.take() {
                mission.destination = self.hex(&label);
                if mission.destination.is_none() {
                    self.lose(LostKind::Mission, of("destination"), label);
                }
            }
        }
        for order in &mut scenario.orders {
            let formation = &order.formation;
            for objective in &mut order.objectives {
                for label in std::mem::take(&mut objective.hexes) {
                    match self.hex(&label) {
                        Some(hex) => objective.hexes.push(hex),
                        None => {
                            let name = objective.name.as_deref().unwrap_or(&label);
                            let what = format!("objective {name} of {formation}");
                            self.lose(LostKind::Objective, what, &label);
                        }
                    }
                }
            }
            order.objectives.retain(|objective| !objective.hexes.is_empty());
        }
        for held in scenario.start.iter_mut().flat_map(|start| &mut start.held) {
            for label in std::mem::take(&mut held.hexes) {
                match self.hex(&label) {
                    Some(hex) => held.hexes.push(hex),
                    None => {
                        let what = format!("a hex held by {}", held.side);
                        self.lose(LostKind::Zone, what, label);
                    }
                }
            }
        }
        for arrival in &mut scenario.reinforcements {
            let turn = arrival.turn;
            match &mut arrival.entry {
                Entry::Hexes(hexes) => {
                    let before = std::mem::take(hexes);
                    for label in before {
                        match self.hex(&label) {
                            Some(hex) => hexes.push(hex),
                            None => {
                                let what = format!("an entry hex of game-turn {turn}");
                                self.lose(LostKind::Entry, what, label);
                            }
                        }
                    }
                }
                Entry::Letter(letter) => {
                    let mut places =
                        map.features.items.iter().filter(|f| f.letter.as_ref() == Some(letter));
                    let there = places.clone().any(|feature| self.hex(&feature.hex).is_some());
                    if let Some(feature) = places.next().filter(|_| !there) {
                        let what = format!("entry {letter} of game-turn {turn}");
                        let hex = feature.hex.clone();
                        self.lose(LostKind::Entry, what, hex);
                    }
                }
                Entry::Zone(_) => {}
            }
        }
        scenario
    }
}

/// A thing by its kind and its own name.
fn named(kind: &str, name: Option<&str>) -> String {
    let kind = kind.replace('-', " ");
    match name {
        Some(name) => format!("{kind} {name}"),
        None => kind,
    }
}

/// The glyph that most hexes have.
fn usual_glyph(rows: &[String]) -> char {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for glyph in rows.iter().flat_map(|row| row.chars()) {
        *counts.entry(glyph).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|&(glyph, count)| (count, std::cmp::Reverse(glyph)));
    most.map_or('0', |(glyph, _)| glyph)
}

/// A glyph that the palette does not use: the kind's first letter if it can be had.
fn free_glyph(palette: &BTreeMap<String, Id>, kind: &str) -> char {
    let first = kind.chars().next().filter(|letter| letter.is_ascii_lowercase());
    first
        .into_iter()
        .chain('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain('\u{c0}'..='\u{24f}')
        .find(|glyph| !palette.contains_key(&*glyph.encode_utf8(&mut [0; 4])))
        .unwrap_or('?')
}
