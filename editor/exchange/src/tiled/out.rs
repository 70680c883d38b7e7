//! A scenario as a Tiled map.

use salient_hex::grid::{Hex, HexGrid, Side};
use salient_schema::{Bundle, Map, to_canonical_json};
use serde::Serialize;
use serde_json::Value;

use super::layout::{Layout, even};
use super::model::{Chunk, Content, Layer, Object, Properties, Property, Shape, TiledMap};
use super::{art, writing};
use crate::geo::{frame, outlines};
use crate::{ExportError, Exported, Fate, LossReport, NamedFile, terrain};

/// The two spellings of Tiled's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `.tmx`
    Xml,
    /// `.tmj`
    Json,
}

/// Writes the map of a scenario with the counters of its set-up.
///
/// # Errors
/// A map whose rows do not fit its grid, and pictures that cannot be drawn.
pub fn write(bundle: &Bundle, spelling: Spelling) -> Result<Exported, ExportError> {
    let mut map = bundle.map.clone();
    map.sort();
    map.ruleset.clone_from(&bundle.ruleset.id);
    let name = match spelling {
        Spelling::Xml => "tmx",
        Spelling::Json => "tmj",
    };
    let mut losses = LossReport::new(name);
    let layout = Layout::of(&map.grid);
    let mut out = TiledMap {
        orientation: "hexagonal".to_owned(),
        width: map.grid.columns.into(),
        height: map.grid.rows.into(),
        tile: layout.tile,
        hex_side: layout.side,
        stagger_x: layout.flat,
        stagger_even: even(map.grid.pushed),
        ..TiledMap::default()
    };
    let mut files = Vec::new();
    let drawing = Drawing { bundle, map: &map, grid: HexGrid::new(&map.grid), layout };
    drawing.tiles(&mut out, &mut files)?;
    drawing.objects(&mut out, &mut files, &mut losses)?;
    let said = serde_json::to_string(&frame(&map)?).map_err(|e| ExportError::Write(e.into()))?;
    out.properties.insert("salient".to_owned(), Property::Text(said));
    out.properties.insert("title".to_owned(), Property::Text(map.title.clone()));
    if spelling == Spelling::Xml {
        mend(&mut out, &mut losses);
    }
    lost(bundle, &mut losses);
    losses.sort();
    let bytes = match spelling {
        Spelling::Xml => writing::xml(&out).into_bytes(),
        Spelling::Json => to_canonical_json(&writing::json(&out))?.into_bytes(),
    };
    files.insert(
        0,
        NamedFile { name: format!("{}.{name}", salient_files::portable(&map.id)), bytes },
    );
    Ok(Exported { files, losses })
}

/// What stays behind.
fn lost(bundle: &Bundle, losses: &mut LossReport) {
    let why =
        "Tiled holds the map; a bundle or CSV holds all of a scenario (--to bundle, --to csv)";
    let mut drop = |kind: &str, which: &str, place: String| {
        losses.add(Fate::Dropped, kind, which, why, Some(place));
    };
    drop("ruleset", &bundle.ruleset.title, "/ruleset".to_owned());
    for (at, book) in bundle.orders_of_battle.iter().enumerate() {
        drop("order of battle", &book.title, format!("/orders_of_battle/{at}"));
    }
    drop("schedule, turns and victory", &bundle.scenario.title, "/scenario".to_owned());
    for (at, free) in bundle.scenario.setup.free.iter().enumerate() {
        let place = format!("/scenario/setup/free/{at}");
        drop("counters that are placed freely", &free.counters.join(" "), place);
    }
    losses.drop_orders(&bundle.scenario, why);
    losses.drop_start(&bundle.scenario, why);
}

/// XML has no place for some characters.
fn mend(map: &mut TiledMap, losses: &mut LossReport) {
    let mut mend = |text: &mut String| {
        if text.chars().all(writing::in_xml) {
            return;
        }
        let why = "XML cannot hold a character in it, which became \u{fffd}; .tmj can";
        *text = text.chars().map(|c| if writing::in_xml(c) { c } else { '\u{fffd}' }).collect();
        losses.add(Fate::Changed, "text", text.clone(), why, None);
    };
    let properties = |properties: &mut Properties, mend: &mut dyn FnMut(&mut String)| {
        for property in properties.values_mut() {
            if let Property::Text(text) = property {
                mend(text);
            }
        }
    };
    properties(&mut map.properties, &mut mend);
    for set in &mut map.tilesets {
        for tile in set.tiles.values_mut() {
            mend(&mut tile.class);
            properties(&mut tile.properties, &mut mend);
        }
    }
    for layer in &mut map.layers {
        mend(&mut layer.name);
        let Content::Objects(objects) = &mut layer.content else { continue };
        for object in objects {
            mend(&mut object.name);
            mend(&mut object.class);
            properties(&mut object.properties, &mut mend);
            if let Shape::Text(text) = &mut object.shape {
                mend(text);
            }
        }
    }
}

struct Drawing<'b> {
    bundle: &'b Bundle,
    map: &'b Map,
    grid: HexGrid,
    layout: Layout,
}

impl Drawing<'_> {
    /// The tile layers with their tilesets.
    fn tiles(&self, out: &mut TiledMap, files: &mut Vec<NamedFile>) -> Result<(), ExportError> {
        let map = self.map;
        let fault = |row: u16, what: &str| ExportError::Cannot {
            what: format!("row {} of the map's {what} does not fit its grid or palette", row + 1),
            help: "run `salient validate` on the map and mend it".to_owned(),
        };
        let mut terrain = art::terrain(map, &self.bundle.ruleset, &self.layout, 1)?;
        let mut tiles = Vec::with_capacity(self.grid.len());
        for row in 0..map.grid.rows {
            let kinds =
                terrain::row(&map.terrain.palette, &map.terrain.rows, row, map.grid.columns);
            let kinds = kinds.ok_or_else(|| fault(row, "terrain"))?;
            tiles.extend(kinds.iter().map(|kind| terrain.tiles.get(kind).copied().unwrap_or(0)));
        }
        out.layers.push(self.tile_layer("terrain", tiles));
        self.sheet(&mut terrain, out, files)?;
        if let Some(layer) = &map.elevation {
            let all = layer.palette.values().copied();
            let mut levels = art::levels(all, &self.layout, after(out))?;
            let mut tiles = Vec::with_capacity(self.grid.len());
            for row in 0..map.grid.rows {
                let found = terrain::row(&layer.palette, &layer.rows, row, map.grid.columns);
                let found = found.ok_or_else(|| fault(row, "elevation"))?;
                tiles.extend(found.iter().map(|l| levels.tiles.get(l).copied().unwrap_or(0)));
            }
            out.layers.push(self.tile_layer("levels", tiles));
            self.sheet(&mut levels, out, files)?;
        }
        Ok(())
    }

    fn tile_layer(&self, name: &str, tiles: Vec<u32>) -> Layer {
        let (width, height) = (self.map.grid.columns.into(), self.map.grid.rows.into());
        let chunk = Chunk { x: 0, y: 0, width, height, tiles };
        Layer {
            name: name.to_owned(),
            visible: true,
            colour: None,
            content: Content::Tiles(vec![chunk]),
        }
    }

    fn sheet<K: Ord>(
        &self,
        sheet: &mut art::TilesetImage<K>,
        out: &mut TiledMap,
        files: &mut Vec<NamedFile>,
    ) -> Result<(), ExportError> {
        let name = format!("{}-{}.png", self.map.id, sheet.set.name);
        if let Some(bytes) = sheet.picture(&name)? {
            files.push(NamedFile { name, bytes });
            out.tilesets.push(sheet.set.clone());
        }
        Ok(())
    }

    fn objects(
        &self,
        out: &mut TiledMap,
        files: &mut Vec<NamedFile>,
        losses: &mut LossReport,
    ) -> Result<(), ExportError> {
        let map = self.map;
        let mut zones = Vec::new();
        for zone in &map.zones.items {
            let hexes: Vec<Hex> =
                zone.hexes.iter().filter_map(|hex| self.grid.parse(hex)).collect();
            let rings = outlines(&self.grid, &hexes, |point| self.layout.place(point));
            let rings = rings.into_iter().flatten().map(|mut ring| {
                ring.pop();
                (ring, true)
            });
            self.runs(&zone.name, "zone", properties(zone)?, rings.collect(), &mut zones);
        }
        self.layer("zones", None, zones, false, out);

        self.kinds(
            "hexsides",
            &map.hexsides.items,
            |item| &item.kind,
            out,
            |item, objects| {
                let side = self.grid.parse_side(&item.side);
                let runs = side.map(|side| (self.ends(side).to_vec(), false)).into_iter().collect();
                let name = item.name.as_deref().unwrap_or_default();
                self.runs(name, "hexside", properties(item)?, runs, objects);
                Ok(())
            },
        )?;
        self.kinds(
            "paths",
            &map.paths.items,
            |item| &item.kind,
            out,
            |item, objects| {
                let hexes = item.hexes.iter().filter_map(|hex| self.grid.parse(hex));
                let along: Vec<[f64; 2]> =
                    hexes.map(|hex| self.layout.place(self.grid.centre(hex))).collect();
                let name = item.name.as_deref().unwrap_or_default();
                self.runs(name, "path", properties(item)?, vec![(along, false)], objects);
                Ok(())
            },
        )?;
        self.kinds(
            "lines",
            &map.lines.items,
            |item| &item.kind,
            out,
            |item, objects| {
                let sides = item.sides.iter().filter_map(|side| self.grid.parse_side(side));
                let runs = joined(sides.map(|side| self.ends(side)));
                let name = item.name.as_deref().unwrap_or_default();
                let runs = runs.into_iter().map(|run| (run, false)).collect();
                self.runs(name, "line", properties(item)?, runs, objects);
                Ok(())
            },
        )?;
        self.features(out, files)?;
        self.counters(out, files, losses)
    }

    fn ends(&self, side: Side) -> [[f64; 2]; 2] {
        self.grid.side_ends(side).map(|end| self.layout.place(end))
    }

    fn layer(
        &self,
        name: &str,
        colour: Option<String>,
        objects: Vec<Object>,
        visible: bool,
        out: &mut TiledMap,
    ) {
        if !objects.is_empty() {
            let content = Content::Objects(objects);
            out.layers.push(Layer { name: name.to_owned(), visible, colour, content });
        }
    }

    /// A layer for each kind, in the kind's colour.
    fn kinds<T>(
        &self,
        name: &str,
        items: &[T],
        kind: impl Fn(&T) -> &String,
        out: &mut TiledMap,
        object: impl Fn(&T, &mut Vec<Object>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let ruleset = &self.bundle.ruleset;
        let known = match name {
            "hexsides" => &ruleset.hexsides,
            "paths" => &ruleset.paths,
            _ => &ruleset.lines,
        };
        // Layers keep the order of their first items; items say their place among all.
        let mut order: Vec<&String> = Vec::new();
        for item in items {
            if !order.contains(&kind(item)) {
                order.push(kind(item));
            }
        }
        for id in order {
            let mut objects = Vec::new();
            for (at, item) in items.iter().enumerate().filter(|(_, item)| kind(item) == id) {
                let first = objects.len();
                object(item, &mut objects)?;
                if let Some(first) = objects.get_mut(first) {
                    let at = Property::Whole(at as i64 + 1);
                    first.properties.insert(PLACE.to_owned(), at);
                }
            }
            let look = known.iter().find(|kind| kind.id == *id).map(|kind| &kind.look);
            let colour = look.and_then(|look| look.ink.clone().or_else(|| look.fill.clone()));
            let colour = colour.and_then(|colour| colour.get(..7).map(str::to_owned));
            self.layer(&format!("{name}: {id}"), colour, objects, true, out);
        }
        Ok(())
    }

    /// The objects of one thing: the first has its properties, the others are more of its shape.
    fn runs(
        &self,
        name: &str,
        class: &str,
        properties: Properties,
        runs: Vec<(Vec<[f64; 2]>, bool)>,
        objects: &mut Vec<Object>,
    ) {
        let mut properties = Some(properties);
        let runs = if runs.is_empty() { vec![(Vec::new(), false)] } else { runs };
        for (run, closed) in runs {
            let at = run.first().copied().unwrap_or([0.0, 0.0]);
            let round = |number: f64| (number * 1000.0).round() / 1000.0;
            let shape = match run.len() {
                0 | 1 => Shape::Point,
                _ => {
                    let along = run.iter().map(|[x, y]| [round(x - at[0]), round(y - at[1])]);
                    let along = along.collect();
                    if closed { Shape::Polygon(along) } else { Shape::Polyline(along) }
                }
            };
            let class = if properties.is_some() { class } else { MORE };
            objects.push(Object {
                name: name.to_owned(),
                class: class.to_owned(),
                at,
                size: [0.0, 0.0],
                shape,
                properties: properties.take().unwrap_or_default(),
            });
        }
    }

    fn features(&self, out: &mut TiledMap, files: &mut Vec<NamedFile>) -> Result<(), ExportError> {
        let mut sheet = art::features(self.map, &self.bundle.ruleset, &self.layout, after(out))?;
        let (mut objects, mut names) = (Vec::new(), Vec::new());
        let [width, height] = self.layout.tile.map(f64::from);
        for item in &self.map.features.items {
            let hex = self.grid.parse(&item.hex);
            let [x, y] = hex.map_or([0.0, 0.0], |hex| self.layout.place(self.grid.centre(hex)));
            let tile = hex.and_then(|_| sheet.tiles.get(&art::feature_key(item)));
            let (at, size, shape) = match tile {
                // A tile stands on its lower left corner.
                Some(tile) => {
                    ([x - width / 2.0, y + height / 2.0], [width, height], Shape::Tile(*tile))
                }
                None => ([x, y], [0.0, 0.0], Shape::Point),
            };
            let name = item.name.clone().unwrap_or_default();
            if !name.is_empty() {
                // Room for all of it on one line.
                let room = (name.chars().count() as f64 * 14.0).max(width);
                names.push(Object {
                    name: name.clone(),
                    class: MORE.to_owned(),
                    at: [x - room / 2.0, y + height * 0.22],
                    size: [room, 26.0],
                    shape: Shape::Text(name.clone()),
                    properties: Properties::new(),
                });
            }
            let (class, properties) = ("feature".to_owned(), properties(item)?);
            objects.push(Object { name, class, at, size, shape, properties });
        }
        self.sheet(&mut sheet, out, files)?;
        self.layer("features", None, objects, true, out);
        self.layer("names", None, names, true, out);
        Ok(())
    }

    /// The set-up. A stack's counters lie a little apart, the topmost last.
    fn counters(
        &self,
        out: &mut TiledMap,
        files: &mut Vec<NamedFile>,
        losses: &mut LossReport,
    ) -> Result<(), ExportError> {
        let mut sheet = art::counters(self.bundle, &self.layout, after(out))?;
        let side = f64::from(sheet.set.tile[0]);
        let mut stacks: std::collections::BTreeMap<Hex, Vec<Object>> = Default::default();
        for (at, placement) in self.bundle.scenario.setup.placements.iter().enumerate() {
            let place = Some(format!("/scenario/setup/placements/{at}"));
            let Some(hex) = self.grid.parse(&placement.hex) else {
                let why = "the map has no such hex";
                losses.add(Fate::Dropped, "stack of the set-up", &placement.hex, why, place);
                continue;
            };
            let stack = stacks.entry(hex).or_default();
            for counter in &placement.counters {
                let key = (counter.clone(), placement.face.unwrap_or(0));
                let mut properties = properties(placement)?;
                properties.remove("counters");
                properties.insert("counter".to_owned(), Property::Text(counter.clone()));
                stack.push(Object {
                    name: counter.clone(),
                    class: "counter".to_owned(),
                    at: [0.0, 0.0],
                    size: [side, side],
                    shape: sheet.tiles.get(&key).map_or(Shape::Point, |tile| Shape::Tile(*tile)),
                    properties,
                });
            }
            let why = "each counter is a picture with its id; ratings and other faces stay in the \
                       order of battle, and an import reads the map only";
            let which = format!("{} {}", placement.hex, placement.counters.join(" "));
            losses.add(Fate::Changed, "stack of the set-up", which, why, place);
        }
        let mut objects = Vec::new();
        for (hex, stack) in stacks {
            let [x, y] = self.layout.place(self.grid.centre(hex));
            let count = stack.len();
            let step = (side * 0.12).min(side * 0.45 / count.max(1) as f64);
            for (at, mut object) in stack.into_iter().rev().enumerate() {
                let off = (at as f64 - (count as f64 - 1.0) / 2.0) * step;
                object.at = [x - side / 2.0 + off, y + side / 2.0 - off]
                    .map(|part| (part * 1000.0).round() / 1000.0);
                objects.push(object);
            }
        }
        self.sheet(&mut sheet, out, files)?;
        self.layer("counters", None, objects, true, out);
        Ok(())
    }
}

/// The class of objects that are only for the eye.
pub const MORE: &str = "more";
/// The property that says which item of its list an object is.
pub const PLACE: &str = "place";

/// The first number that no tile has.
fn after(map: &TiledMap) -> u32 {
    map.tilesets.iter().map(|set| set.first + set.count).max().unwrap_or(1)
}

/// Hexsides in order as runs of points; a new run where one does not go on from the last.
fn joined(sides: impl Iterator<Item = [[f64; 2]; 2]>) -> Vec<Vec<[f64; 2]>> {
    let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 0.5;
    let mut runs: Vec<Vec<[f64; 2]>> = Vec::new();
    for [a, b] in sides {
        if let Some(run) = runs.last_mut() {
            if let [first, second] = run.as_mut_slice()
                && (near(*first, a) || near(*first, b))
            {
                std::mem::swap(first, second);
            }
            match run.last().copied() {
                Some(last) if near(last, a) => {
                    run.push(b);
                    continue;
                }
                Some(last) if near(last, b) => {
                    run.push(a);
                    continue;
                }
                _ => {}
            }
        }
        runs.push(vec![a, b]);
    }
    runs
}

/// An item's fields as properties; a list as its JSON.
fn properties<T: Serialize>(item: &T) -> Result<Properties, ExportError> {
    let value = serde_json::to_value(item).map_err(|error| ExportError::Write(error.into()))?;
    let Value::Object(fields) = value else { return Ok(Properties::new()) };
    let property = |value: Value| match value {
        Value::String(text) => Property::Text(text),
        Value::Bool(flag) => Property::Flag(flag),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Property::Whole(number),
            None => Property::Number(number.as_f64().unwrap_or(0.0)),
        },
        other => Property::Text(other.to_string()),
    };
    Ok(fields.into_iter().map(|(name, value)| (name, property(value))).collect())
}
