//! The layers of a joined map, filled board by board.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::{ElevationLayer, Feature, Grid, Hexside, Layer, Line, Path, Zone};
use salient_schema::{Code, Diagnostic, HexIndex, Id, Map, Provenance};

use super::carry::{Carry, kinds, levels, turn, usual};
use super::report::{BoardReport, Count, JoinReport, Told};

/// Beyond the cut of a board that shares its hexes.
const CUT: &str = "it lies beyond the board's edge";

pub(super) struct Layers<'a> {
    grid: &'a Grid,
    terrain: Vec<Option<&'a Id>>,
    levels: Vec<Option<i16>>,
    /// Which board a hex was filled by first.
    owner: Vec<Option<usize>>,
    features: Vec<(HexIndex, Feature)>,
    hexsides: BTreeMap<(HexIndex, usize), Vec<Hexside>>,
    /// Paths, each with the board that it is of.
    paths: Vec<(usize, Path)>,
    lines: Vec<Line>,
    zones: Vec<Zone>,
    zone_hexes: BTreeSet<(Id, HexIndex)>,
    /// The provenance of the joined features and hexsides.
    provenance: [Provenance; 2],
    reports: Vec<BoardReport>,
}

impl<'a> Layers<'a> {
    pub fn new(grid: &'a Grid, boards: &[Map]) -> Self {
        let hexes = usize::from(grid.columns) * usize::from(grid.rows);
        let least = |of: fn(&Map) -> Provenance| boards.iter().map(of).max().unwrap_or_default();
        Self {
            grid,
            terrain: vec![None; hexes],
            levels: vec![None; hexes],
            owner: vec![None; hexes],
            features: Vec::new(),
            hexsides: BTreeMap::new(),
            paths: Vec::new(),
            lines: Vec::new(),
            zones: Vec::new(),
            zone_hexes: BTreeSet::new(),
            provenance: [
                least(|map| map.features.provenance),
                least(|map| map.hexsides.provenance),
            ],
            reports: Vec::new(),
        }
    }

    pub fn add(&mut self, carry: Carry<'a>, map: &'a Map, found: &mut Vec<Diagnostic>) {
        let own = super::own_board(map);
        let last = match own.half_hexes {
            true => HexIndex::new(own.columns - 1, own.rows.saturating_sub(2)),
            false => HexIndex::new(own.columns - 1, own.rows - 1),
        };
        let ends = [HexIndex::new(0, 0), last]
            .map(|hex| carry.hex(hex).map_or_else(String::new, |hex| self.grid.print_hex(hex)));
        let mut report = BoardReport {
            id: carry.place.id.clone(),
            file: carry.place.file.clone(),
            ends,
            turned: carry.place.turned,
            ..BoardReport::default()
        };
        self.hexes(&carry, map, &mut report, found);
        self.features(&carry, map, &mut report, found);
        self.hexsides(&carry, map, &mut report);
        self.paths(&carry, map, &mut report);
        self.lines(&carry, map, &mut report);
        self.zones(&carry, map, &mut report);
        let whole = "a board has it of its own";
        for (what, there) in
            [("georeference", map.georeference.is_some()), ("scan", map.scan.is_some())]
        {
            if there {
                report.told.push(Told { what: what.to_owned(), place: String::new(), why: whole });
            }
        }
        self.reports.push(report);
    }

    fn hexes(
        &mut self,
        carry: &Carry<'a>,
        map: &'a Map,
        report: &mut BoardReport,
        found: &mut Vec<Diagnostic>,
    ) {
        let (kinds, levels) = (kinds(map), levels(map));
        let id = &carry.place.id;
        for row in 0..map.grid.rows {
            for column in 0..map.grid.columns {
                report.hexes.seen += 1;
                let Some(hex) = carry.hex(HexIndex::new(column, row)) else {
                    report.hexes.told += 1;
                    continue;
                };
                let (row, column) = (usize::from(row), usize::from(column));
                let kind = kinds.get(row).and_then(|row| row.get(column)).copied().flatten();
                let level = levels.as_ref().map(|all| {
                    all.get(row).and_then(|row| row.get(column)).copied().flatten().unwrap_or(0)
                });
                let at = hex.dense(self.grid.columns);
                let Some(&first) = self.owner.get(at) else { continue };
                let Some(first) = first else {
                    self.owner[at] = Some(carry.index);
                    self.terrain[at] = kind;
                    self.levels[at] = level;
                    report.hexes.placed += 1;
                    continue;
                };
                report.hexes.shared += 1;
                let numbers = self.grid.print_all(hex).join(" = ");
                let other = self.grid.boards.get(first).map_or("", |board| &board.id);
                let mut differs = |what: String| {
                    let message = format!("hex {numbers} is {what}");
                    let help =
                        format!("it is on both boards; the joined map has that of `{other}`");
                    let fault = Diagnostic::warning(Code::Misplaced, message).help(help);
                    let fault = fault.pointer(format!("/grid/boards/{}", carry.index));
                    found.push(fault.hex(self.grid.print_hex(hex)));
                };
                if self.terrain[at] != kind {
                    let [one, two] =
                        [self.terrain[at], kind].map(|kind| kind.map_or("nothing", |k| k));
                    differs(format!("{one} on board `{other}` and {two} on board `{id}`"));
                }
                let [one, two] = [self.levels[at], level].map(|level| level.unwrap_or(0));
                if one != two {
                    differs(format!(
                        "on level {one} on board `{other}` and on level {two} on board `{id}`"
                    ));
                }
            }
        }
    }

    fn features(
        &mut self,
        carry: &Carry<'a>,
        map: &'a Map,
        report: &mut BoardReport,
        found: &mut Vec<Diagnostic>,
    ) {
        for item in &map.features.items {
            report.features.seen += 1;
            let name = item
                .name
                .as_ref()
                .map_or_else(|| item.kind.clone(), |name| format!("{} {name}", item.kind));
            let Some((hex, label)) = carry.label(&item.hex) else {
                report.features.told += 1;
                report.told.push(Told { what: name, place: item.hex.clone(), why: CUT });
                continue;
            };
            let mut feature = Feature { hex: label, ..item.clone() };
            if carry.place.turned {
                let orientation = self.grid.orientation;
                feature.facing.iter_mut().for_each(|facing| turn(orientation, facing));
            }
            if map.features.provenance != self.provenance[0] {
                feature.provenance.get_or_insert(map.features.provenance);
            }
            let shared = self.owner.get(hex.dense(self.grid.columns)) != Some(&Some(carry.index));
            let there = self
                .features
                .iter()
                .find(|(at, other)| shared && *at == hex && other.kind == feature.kind);
            match there {
                None => {
                    report.features.placed += 1;
                    self.features.push((hex, feature));
                }
                Some((_, other)) if *other == feature => report.features.shared += 1,
                Some(_) => {
                    report.features.told += 1;
                    let message = format!(
                        "the {name} of board `{}` is another on the board that it joins",
                        carry.place.id
                    );
                    let fault = Diagnostic::warning(Code::Misplaced, message)
                        .help("it is on both boards; the joined map has that of the first");
                    let fault = fault.pointer(format!("/grid/boards/{}", carry.index));
                    found.push(fault.hex(feature.hex.clone()));
                    let why = "another of its kind is there on the board that it joins";
                    report.told.push(Told { what: name, place: item.hex.clone(), why });
                }
            }
        }
    }

    fn hexsides(&mut self, carry: &Carry<'a>, map: &'a Map, report: &mut BoardReport) {
        for item in &map.hexsides.items {
            report.hexsides.seen += 1;
            let Some((hex, direction)) = carry.side(&item.side) else {
                report.hexsides.told += 1;
                let (what, place) = (item.kind.clone(), item.side.clone());
                report.told.push(Told { what, place, why: CUT });
                continue;
            };
            let side = self.grid.print_side(hex, direction);
            let mut new = Hexside { side, ..item.clone() };
            if map.hexsides.provenance != self.provenance[1] {
                new.provenance.get_or_insert(map.hexsides.provenance);
            }
            let there = self.hexsides.entry((hex, direction)).or_default();
            match there.iter().any(|other| other.kind == new.kind) {
                true => report.hexsides.shared += 1,
                false => {
                    report.hexsides.placed += 1;
                    there.push(new);
                }
            }
        }
    }

    fn paths(&mut self, carry: &Carry<'a>, map: &'a Map, report: &mut BoardReport) {
        for item in &map.paths.items {
            report.paths.seen += item.hexes.len();
            let mut part = Path { hexes: Vec::new(), ..item.clone() };
            let mut parts = Vec::new();
            for label in &item.hexes {
                match carry.label(label) {
                    Some((_, hex)) => part.hexes.push(hex),
                    None => {
                        report.paths.told += 1;
                        let (what, place) = (item.kind.clone(), label.clone());
                        report.told.push(Told { what, place, why: CUT });
                        let rest = Path { hexes: Vec::new(), ..item.clone() };
                        parts.push(std::mem::replace(&mut part, rest));
                    }
                }
            }
            parts.push(part);
            for part in parts.into_iter().filter(|part| !part.hexes.is_empty()) {
                let back: Vec<&String> = part.hexes.iter().rev().collect();
                let there = self.paths.iter().any(|(board, other)| {
                    let same =
                        other.hexes == part.hexes || other.hexes.iter().eq(back.iter().copied());
                    *board != carry.index && same && other.kind == part.kind
                });
                match there {
                    true => report.paths.shared += part.hexes.len(),
                    false => {
                        report.paths.placed += part.hexes.len();
                        self.paths.push((carry.index, part));
                    }
                }
            }
        }
    }

    fn lines(&mut self, carry: &Carry<'a>, map: &'a Map, report: &mut BoardReport) {
        for item in &map.lines.items {
            let mut part = Line { sides: Vec::new(), ..item.clone() };
            for label in &item.sides {
                report.lines.seen += 1;
                match carry.side(label) {
                    Some((hex, direction)) => {
                        report.lines.placed += 1;
                        part.sides.push(self.grid.print_side(hex, direction));
                    }
                    None => {
                        report.lines.told += 1;
                        let (what, place) = (item.kind.clone(), label.clone());
                        report.told.push(Told { what, place, why: CUT });
                        if !part.sides.is_empty() {
                            let rest = Line { sides: Vec::new(), ..item.clone() };
                            self.lines.push(std::mem::replace(&mut part, rest));
                        }
                    }
                }
            }
            if !part.sides.is_empty() {
                self.lines.push(part);
            }
        }
    }

    fn zones(&mut self, carry: &Carry<'a>, map: &'a Map, report: &mut BoardReport) {
        for item in &map.zones.items {
            // A zone of several boards is one; what is called alike but is another gets a name of
            // its own.
            let alike = |zone: &Zone| {
                (&zone.name, zone.kind, &zone.owner, &zone.colour)
                    == (&item.name, item.kind, &item.owner, &item.colour)
            };
            let at = match self.zones.iter().position(|zone| zone.id == item.id) {
                Some(at) if alike(&self.zones[at]) => at,
                there => {
                    let id = match there {
                        Some(_) => self.free_zone(&format!("{}-{}", item.id, carry.place.id)),
                        None => item.id.clone(),
                    };
                    self.zones.push(Zone { id, hexes: Vec::new(), ..item.clone() });
                    self.zones.len() - 1
                }
            };
            for label in &item.hexes {
                report.zones.seen += 1;
                match carry.label(label) {
                    Some((hex, label)) => {
                        match self.zone_hexes.insert((self.zones[at].id.clone(), hex)) {
                            true => {
                                report.zones.placed += 1;
                                self.zones[at].hexes.push(label);
                            }
                            false => report.zones.shared += 1,
                        }
                    }
                    None => {
                        report.zones.told += 1;
                        let (what, place) = (format!("zone {}", item.name), label.clone());
                        report.told.push(Told { what, place, why: CUT });
                    }
                }
            }
        }
    }

    fn free_zone(&self, wish: &str) -> Id {
        let wish: String = wish.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let taken = |id: &str| self.zones.iter().any(|zone| zone.id == id);
        let mut numbered = (2..).map(|number| format!("{wish}-{number}"));
        match taken(&wish) {
            true => numbered.find(|id| !taken(id)).unwrap_or(wish),
            false => wish,
        }
    }

    /// The map and its report.
    pub fn finish(self, head: &Map, boards: &[Map]) -> (Map, JoinReport) {
        let report = JoinReport {
            id: head.id.clone(),
            title: head.title.clone(),
            columns: self.grid.columns,
            rows: self.grid.rows,
            off_the_boards: self.owner.iter().filter(|owner| owner.is_none()).count(),
            boards: self.reports,
        };
        let mut map = Map { georeference: None, scan: None, ..head.clone() };
        let of = |all: Vec<(Provenance, Option<&String>)>| {
            let provenance = all.iter().map(|(one, _)| *one).max().unwrap_or_default();
            let sources: BTreeSet<&String> = all.iter().filter_map(|(_, source)| *source).collect();
            let sources: Vec<&str> = sources.into_iter().map(String::as_str).collect();
            (provenance, (!sources.is_empty()).then(|| sources.join("; ")))
        };
        macro_rules! layer {
            ($name:ident, $items:expr) => {{
                let all = boards.iter().map(|b| (b.$name.provenance, b.$name.source.as_ref()));
                let (provenance, source) = of(all.collect());
                map.$name = Layer { provenance, source, items: $items };
            }};
        }
        layer!(features, self.features.into_iter().map(|(_, feature)| feature).collect());
        layer!(hexsides, self.hexsides.into_values().flatten().collect());
        layer!(paths, self.paths.into_iter().map(|(_, path)| path).collect());
        layer!(lines, self.lines);
        layer!(zones, self.zones);
        let columns = usize::from(self.grid.columns).max(1);
        let all = boards.iter().map(|b| (b.terrain.provenance, b.terrain.source.as_ref()));
        (map.terrain.provenance, map.terrain.source) = of(all.collect());
        let wishes = boards.iter().flat_map(|map| &map.terrain.palette);
        let open: Id = usual(self.terrain.iter().flatten().copied());
        let kinds = self.terrain.iter().map(|kind| kind.unwrap_or(&open).clone()).collect();
        (map.terrain.palette, map.terrain.rows) = glyphs(kinds, columns, wishes);
        let heights: Vec<&ElevationLayer> =
            boards.iter().filter_map(|map| map.elevation.as_ref()).collect();
        map.elevation = heights.first().map(|first| {
            let all = heights.iter().map(|layer| (layer.provenance, layer.source.as_ref()));
            let (provenance, source) = of(all.collect());
            let wishes = heights.iter().flat_map(|layer| &layer.palette);
            let levels = self.levels.iter().map(|level| level.unwrap_or(0)).collect();
            let (palette, rows) = glyphs(levels, columns, wishes);
            let metres_per_level = first.metres_per_level;
            ElevationLayer { provenance, source, metres_per_level, palette, rows }
        });
        map.sort();
        (map, report)
    }
}

/// Rows of glyphs: each kind has the glyph that the first board gives it, unless it stands for
/// another one.
fn glyphs<'w, T: Ord + Clone + 'w>(
    hexes: Vec<T>,
    columns: usize,
    wishes: impl Iterator<Item = (&'w String, &'w T)>,
) -> (BTreeMap<String, T>, Vec<String>) {
    let used: BTreeSet<&T> = hexes.iter().collect();
    let mut of: BTreeMap<T, char> = BTreeMap::new();
    let mut taken: BTreeSet<char> = BTreeSet::new();
    for (glyph, kind) in wishes {
        let Some(glyph) = glyph.chars().next() else { continue };
        if used.contains(kind) && !of.contains_key(kind) && taken.insert(glyph) {
            of.insert(kind.clone(), glyph);
        }
    }
    for kind in used {
        if !of.contains_key(kind) {
            let mut free = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..);
            let glyph = free.find(|glyph| taken.insert(*glyph)).unwrap_or('?');
            of.insert(kind.clone(), glyph);
        }
    }
    let rows =
        hexes.chunks(columns).map(|row| row.iter().filter_map(|kind| of.get(kind)).collect());
    let rows = rows.collect();
    (of.into_iter().map(|(kind, glyph)| (glyph.to_string(), kind)).collect(), rows)
}

/// That nothing is lost without a word.
impl Count {
    /// Whether what was seen is what was placed, was there already, or is told of.
    pub fn adds_up(&self) -> bool {
        self.seen == self.placed + self.shared + self.told
    }
}
