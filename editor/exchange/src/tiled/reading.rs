//! A Tiled map as ours: one that was written here comes back whole; from others' come terrain,
//! what further tile layers put on it, and objects as features.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::HexGrid;
use salient_schema::map::{Feature, Hexside, Line, Map, Orientation, Path, Pushed, Zone};
use salient_schema::{HexIndex, Ruleset};
use serde::de::DeserializeOwned;
use serde_json::{Map as Fields, Value};

use super::colour::Pictures;
use super::layout::Layout;
use super::model::{
    Chunk, Content, Object, Properties, Property, Shape, TURNED, TiledMap, Tileset,
};
use super::opening::open;
use super::out::{MORE, PLACE};
use super::referred::{Beside, UNREAD};
use crate::draft::{self, feature};
use crate::geo::{fill_frame, typed_item};
use crate::terrain::{Few, TerrainByHex};
use crate::{Fate, ImportError, Imported, LossReport};

/// Why a file that the map names is not read.
const OUT_OF_REACH: &str = "it is not there, or lies outside of the project's folder (--project names \
                            a larger one)";

/// Kinds of tile that a map may have.
const MOST_KINDS: usize = 4096;

/// What is counted.
const TILES: &str = "tiles";
const OBJECTS: &str = "objects";

/// Reads a `.tmx` or `.tmj` file; `beside` gives the tilesets and templates of its project.
///
/// # Errors
/// What cannot be opened, a map that is not hexagonal, and one without tiles.
pub fn read(
    place: &str,
    bytes: &[u8],
    beside: Beside<'_>,
    ruleset: Option<Ruleset>,
) -> Result<Imported, ImportError> {
    let tiled = open(place, bytes, beside)?;
    let fault = |what: String, help: &str| ImportError {
        place: place.to_owned(),
        what,
        help: help.to_owned(),
    };
    if tiled.orientation != "hexagonal" {
        let which: String = tiled.orientation.chars().take(40).collect();
        let what = match which.as_str() {
            "orthogonal" | "isometric" | "staggered" => {
                format!("is drawn in squares (`{which}`), and only hexagonal maps have hexes")
            }
            _ => format!("is `{which}`, and only hexagonal maps have hexes"),
        };
        let help = "give a map whose orientation is Hexagonal; a drawing of squares has no hexes";
        return Err(fault(what, help));
    }
    let frame = tiled.properties.get("salient").and_then(Property::text);
    let frame: Option<Value> = frame.and_then(|frame| serde_json::from_str(frame).ok());
    let is_ours = frame.is_some();
    let area = Area::of(&tiled).ok_or_else(|| {
        let what = "has no tiles, or more than 4096 columns or rows of them".to_owned();
        fault(what, "a map has 1 to 4096 columns and rows")
    })?;
    let mut text = bytes.iter().filter(|byte| !b"\xef\xbb\xbf \t\r\n".contains(byte));
    let mut losses = LossReport::new(if text.next() == Some(&b'<') { "tmx" } else { "tmj" });
    let mut map = match frame {
        Some(frame) => ours(place, frame, &tiled, &area, &mut losses)?,
        None => area.map(&tiled),
    };
    let mut reader = Reader {
        place,
        tiled: &tiled,
        area,
        layout: Layout { tile: tiled.tile, side: tiled.hex_side, flat: tiled.stagger_x },
        grid: HexGrid::new(&map.grid),
        kinds: BTreeMap::new(),
        is_ours,
        losses: &mut losses,
    };
    reader.unknown();
    // What somebody wrote of the whole map stays with it as notes; ours are in the map already.
    let own = if is_ours { &["salient", "title"][..] } else { &["salient"] };
    let said = tiled.properties.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    map.notes.extend(said.map(|(name, value)| format!("{name}: {}", value.in_words())));
    let ground = match is_ours {
        true => TerrainByHex::of(&map),
        false => TerrainByHex::of_drawing(&map, ruleset.as_ref()),
    };
    reader.layers(&mut map, ground)?;
    let ruleset = draft::given_or(ruleset, || {
        let mut ruleset = draft::ruleset(&map, &[], &[]);
        reader.colour(&mut ruleset, Pictures::new(beside));
        ruleset
    });
    map.sort();
    draft::map_alone(place, map, ruleset, losses)
}

/// The rectangle of tiles that is the map.
#[derive(Clone, Copy, Debug)]
struct Area {
    x: i32,
    y: i32,
    columns: u16,
    rows: u16,
}

impl Area {
    /// The whole of a map with edges; of an endless one, what has tiles.
    fn of(map: &TiledMap) -> Option<Self> {
        let chunks = || {
            map.layers.iter().flat_map(|layer| match &layer.content {
                Content::Tiles(chunks) => chunks.as_slice(),
                _ => &[],
            })
        };
        let endless =
            chunks().any(|c| (c.x, c.y, c.width, c.height) != (0, 0, map.width, map.height));
        if !endless {
            chunks().next()?;
            let side =
                |side: u32| u16::try_from(side).ok().filter(|side| (1..=4096).contains(side));
            return Some(Self { x: 0, y: 0, columns: side(map.width)?, rows: side(map.height)? });
        }
        let mut bounds: Option<[i64; 4]> = None;
        for chunk in chunks() {
            for (column, row, tile) in cells(chunk) {
                if tile != 0 {
                    let [w, n, e, s] = bounds.unwrap_or([column, row, column, row]);
                    bounds = Some([w.min(column), n.min(row), e.max(column), s.max(row)]);
                }
            }
        }
        let [w, n, e, s] = bounds?;
        let side = |least: i64, most: i64| {
            u16::try_from(most - least + 1).ok().filter(|side| *side <= 4096)
        };
        Some(Self {
            x: i32::try_from(w).ok()?,
            y: i32::try_from(n).ok()?,
            columns: side(w, e)?,
            rows: side(n, s)?,
        })
    }

    fn hex(&self, column: i64, row: i64) -> Option<HexIndex> {
        let column = u16::try_from(column - i64::from(self.x)).ok()?;
        let row = u16::try_from(row - i64::from(self.y)).ok()?;
        (column < self.columns && row < self.rows).then(|| HexIndex::new(column, row))
    }

    fn orientation(tiled: &TiledMap) -> Orientation {
        if tiled.stagger_x { Orientation::FlatTopped } else { Orientation::PointyTopped }
    }

    fn pushed(&self, tiled: &TiledMap) -> Pushed {
        let first = if tiled.stagger_x { self.x } else { self.y };
        let is_even = first.rem_euclid(2) == 0;
        if is_even == tiled.stagger_even { Pushed::First } else { Pushed::Second }
    }

    /// An empty map of this size.
    fn map(&self, tiled: &TiledMap) -> Map {
        let mut map = draft::empty_map(Self::orientation(tiled), self.columns, self.rows);
        map.grid.pushed = self.pushed(tiled);
        map
    }
}

fn cells(chunk: &Chunk) -> impl Iterator<Item = (i64, i64, u32)> + '_ {
    let width = i64::from(chunk.width.max(1));
    (0_i64..).zip(&chunk.tiles).map(move |(at, tile)| {
        (i64::from(chunk.x) + at % width, i64::from(chunk.y) + at / width, *tile)
    })
}

/// The map of the property `salient`, as large as the tiles are now.
fn ours(
    place: &str,
    frame: Value,
    tiled: &TiledMap,
    area: &Area,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let mut map = fill_frame(&format!("{place}: property salient"), frame)?;
    let is = (Area::orientation(tiled), area.pushed(tiled));
    if is != (map.grid.orientation, map.grid.pushed) {
        return Err(ImportError {
            place: format!("{place}: property salient"),
            what: "the hexes lie otherwise than the property says".to_owned(),
            help: "set staggeraxis and staggerindex back, or take the property out".to_owned(),
        });
    }
    let size = (area.columns, area.rows);
    if size != (map.grid.columns, map.grid.rows) {
        let why = format!(
            "it has {} × {} hexes now, and had {} × {}; what has hex numbers keeps them",
            size.0, size.1, map.grid.columns, map.grid.rows
        );
        losses.add(Fate::Changed, "size of the map", "", why, None);
        (map.grid.columns, map.grid.rows) = size;
    }
    Ok(map)
}

struct Reader<'r> {
    place: &'r str,
    tiled: &'r TiledMap,
    area: Area,
    layout: Layout,
    grid: HexGrid,
    /// The kind of each tile, as far as they are asked for.
    kinds: BTreeMap<u32, String>,
    is_ours: bool,
    losses: &'r mut LossReport,
}

impl Reader<'_> {
    /// Gives the terrain of a drafted ruleset the mean colours of its tiles.
    fn colour(&self, ruleset: &mut Ruleset, mut pictures: Pictures<'_>) {
        if self.is_ours {
            return;
        }
        for kind in &mut ruleset.terrain {
            let tiles = self.kinds.iter().filter(|(_, id)| **id == kind.id);
            let tiles = tiles.filter_map(|(tile, _)| self.tile(*tile));
            let colours: Vec<[u8; 3]> =
                tiles.filter_map(|(set, id)| pictures.mean(set, id)).collect();
            let Ok(count @ 1..) = u32::try_from(colours.len()) else { continue };
            let part = |at: usize| {
                let all = colours.iter().filter_map(|colour| colour.get(at)).copied();
                all.map(u32::from).sum::<u32>() / count
            };
            let [r, g, b] = [part(0), part(1), part(2)];
            kind.look.fill = Some(format!("#{r:02x}{g:02x}{b:02x}"));
            let [r, g, b] = [r, g, b].map(|part| part * 3 / 5);
            kind.look.ink = Some(format!("#{r:02x}{g:02x}{b:02x}"));
        }
    }

    /// What the file has that is not read.
    fn unknown(&mut self) {
        for what in &self.tiled.unknown {
            let why = "Salient does not know it";
            self.losses.add(Fate::Dropped, "element", what, why, Some(self.place.to_owned()));
        }
        for what in &self.tiled.of_layers {
            let why = "layers of a map have no properties in Salient";
            self.losses.add(Fate::Dropped, "property", what, why, Some(self.place.to_owned()));
        }
        for source in &self.tiled.lost_templates {
            let why = format!("{OUT_OF_REACH}; objects made from it lack what it says");
            self.losses.add(Fate::Changed, "template", source, why, None);
        }
        for set in &self.tiled.tilesets {
            if let Some(source) = &set.source {
                let why = format!("{OUT_OF_REACH}; its tiles are named by their numbers");
                self.losses.add(Fate::Changed, "tileset", source, why, None);
            }
            if let Some((picture, _)) = set.image.as_ref().filter(|_| !self.is_ours) {
                let why = "terrain is drawn by its kind, in the mean colour of its tiles where the \
                           picture is in the project";
                self.losses.add(Fate::Changed, "tileset picture", picture, why, None);
            }
        }
    }

    fn layers(&mut self, map: &mut Map, mut ground: TerrainByHex) -> Result<(), ImportError> {
        let mut has_terrain = false;
        let mut placed: Vec<Placed> = Vec::new();
        // A hex may have one tile of each layer only.
        let mut covered =
            Few::new(Fate::Dropped, "tile", "another one of its layer lies on its hex");
        let mut no_level = Few::new(Fate::Dropped, "tile", "it lies on no hex, or says no level");
        let mut turned = Few::new(
            Fate::Changed,
            "tile",
            "it is turned or mirrored; a kind of terrain is drawn in one way only",
        );
        for layer in &self.tiled.layers {
            match &layer.content {
                Content::Tiles(chunks) if self.is_ours && layer.name == "levels" => {
                    for (column, row, tile) in chunks.iter().flat_map(cells) {
                        if tile == 0 {
                            continue;
                        }
                        self.losses.counts.see(TILES, 1);
                        let level = self.tile(tile).and_then(|(set, id)| {
                            match set.tiles.get(&id)?.properties.get("level")? {
                                Property::Whole(level) => i16::try_from(*level).ok(),
                                _ => None,
                            }
                        });
                        if let (Some(hex), Some(level)) = (self.area.hex(column, row), level) {
                            ground.set_level(hex, level);
                            self.losses.counts.place(TILES, 1);
                        } else {
                            no_level.note(|| format!("{}, {}", column, row), None);
                        }
                    }
                }
                Content::Tiles(chunks) => {
                    let mut taken = BTreeSet::new();
                    for (column, row, tile) in chunks.iter().flat_map(cells) {
                        if tile == 0 {
                            continue;
                        }
                        self.losses.counts.see(TILES, 1);
                        let hex = self.area.hex(column, row);
                        let Some(hex) = hex.filter(|hex| taken.insert(*hex)) else {
                            covered.note(|| format!("{}, {}", column, row), None);
                            continue;
                        };
                        if tile & TURNED != 0 {
                            turned.note(|| map.grid.print_hex(hex), None);
                        }
                        let kind = self.kind(tile & !TURNED)?;
                        if has_terrain {
                            let feature = feature(map.grid.print_hex(hex), kind, None);
                            placed.push(Placed { at: 0, of: TILES, item: Item::Feature(feature) });
                        } else {
                            ground.set_kind(hex, kind);
                            self.losses.counts.place(TILES, 1);
                        }
                    }
                    if has_terrain && chunks.iter().any(|c| c.tiles.iter().any(|t| *t != 0)) {
                        let why = "it lies over the first; its tiles are features of their hexes";
                        self.losses.add(Fate::Changed, "tile layer", &layer.name, why, None);
                    }
                    has_terrain = true;
                }
                Content::Objects(objects) => {
                    for object in objects {
                        self.object(object, &layer.name, &mut placed)?;
                    }
                }
                Content::Other(what) => {
                    let why = format!("a layer that is a {what} says nothing of hexes");
                    self.losses.add(Fate::Dropped, "layer", &layer.name, why, None);
                }
            }
        }
        turned.report(self.losses);
        covered.report_counted(TILES, self.losses);
        no_level.report_counted(TILES, self.losses);
        ground.finish(map, "it has no tile", self.losses);
        // In the order of our files, where objects say it.
        placed.sort_by_key(|placed| placed.at);
        let mut seen = BTreeSet::new();
        let mut twice = Few::new(Fate::Dropped, "feature", "its hex has another of its kind");
        for Placed { of, item, .. } in placed {
            match item {
                Item::Feature(item) => {
                    if self.is_ours || seen.insert((item.hex.clone(), item.kind.clone())) {
                        map.features.items.push(item);
                    } else {
                        self.losses.counts.tell(of, 1);
                        twice.note(|| format!("{} {}", item.hex, item.kind), None);
                        continue;
                    }
                }
                Item::Hexside(item) => map.hexsides.items.push(item),
                Item::Path(item) => map.paths.items.push(item),
                Item::Line(item) => map.lines.items.push(item),
                Item::Zone(item) => map.zones.items.push(item),
            }
            self.losses.counts.place(of, 1);
        }
        twice.report(self.losses);
        Ok(())
    }

    /// The tileset of a tile, and its number in it.
    fn tile(&self, tile: u32) -> Option<(&Tileset, u32)> {
        let sets = self.tiled.tilesets.iter().filter(|set| set.first <= tile);
        let set = sets.max_by_key(|set| set.first)?;
        Some((set, tile - set.first))
    }

    /// What a tile stands for: what its terrain or its class is called, or its picture, or else its
    /// number.
    fn kind(&mut self, tile: u32) -> Result<&str, ImportError> {
        if !self.kinds.contains_key(&tile) {
            if self.kinds.len() >= MOST_KINDS {
                return Err(ImportError {
                    place: self.place.to_owned(),
                    what: format!("uses more than {MOST_KINDS} different tiles"),
                    help: "a ruleset has far fewer kinds of terrain; use one tile for each"
                        .to_owned(),
                });
            }
            let name = self.tile(tile).map(|(set, id)| {
                let known = set.tiles.get(&id);
                let property = |name: &str| known?.properties.get(name)?.text();
                let class = known.map(|tile| tile.class.as_str()).filter(|class| !class.is_empty());
                let picture = known.and_then(|tile| tile.image.as_deref()).map(stem);
                let name = property("terrain")
                    .or(class)
                    .or(property("type"))
                    .or(property("name"))
                    .or(picture);
                let number =
                    || format!("{} {id}", if set.name.is_empty() { "tile" } else { &set.name });
                name.map_or_else(number, str::to_owned)
            });
            let name = name.unwrap_or_else(|| format!("tile {tile}"));
            // Our own ids stay as they are.
            let id = if self.is_ours { name } else { draft::id(&name, &format!("tile-{tile}")) };
            self.kinds.insert(tile, id);
        }
        Ok(self.kinds.get(&tile).map_or("", String::as_str))
    }

    fn object(
        &mut self,
        object: &Object,
        layer: &str,
        placed: &mut Vec<Placed>,
    ) -> Result<(), ImportError> {
        let class = if self.is_ours { object.class.as_str() } else { "" };
        let at = match object.properties.get(PLACE) {
            Some(Property::Whole(at)) => *at,
            _ => 0,
        };
        self.losses.counts.see(OBJECTS, usize::from(class != MORE));
        let item = match class {
            // Said with the first part of what they belong to.
            MORE => return Ok(()),
            "counter" => {
                let why = "counters come in with a bundle or CSV (--from bundle, --from csv), which \
                           have their order of battle";
                self.losses.leave_out(OBJECTS, "counter", &object.name, why, None);
                return Ok(());
            }
            "feature" => {
                let mut feature: Feature = self.typed(object)?;
                // Where it was moved to counts.
                if let Some(hex) = self.hex_under(object)
                    && self.grid.grid().parse_hex(&feature.hex).is_some_and(|was| was != hex)
                {
                    let moved = self.grid.grid().print_hex(hex);
                    let why = format!("it was moved there from {}", feature.hex);
                    self.losses.add(Fate::Changed, "feature", &moved, why, None);
                    feature.hex = moved;
                }
                Item::Feature(feature)
            }
            "hexside" => Item::Hexside(self.typed(object)?),
            "path" => Item::Path(self.typed(object)?),
            "line" => Item::Line(self.typed(object)?),
            "zone" => Item::Zone(self.typed(object)?),
            _ => match self.foreign(object, layer)? {
                Some(feature) => Item::Feature(feature),
                None => return Ok(()),
            },
        };
        placed.push(Placed { at, of: OBJECTS, item });
        Ok(())
    }

    fn typed<T: DeserializeOwned>(&self, object: &Object) -> Result<T, ImportError> {
        let place =
            || format!("{}: object `{}` of class {}", self.place, object.name, object.class);
        typed_item(fields(&object.properties), place)
    }

    /// Somebody else's object: a feature where it is a place in a hex.
    fn foreign(&mut self, object: &Object, layer: &str) -> Result<Option<Feature>, ImportError> {
        let why = match &object.shape {
            Shape::Polyline(_) | Shape::Polygon(_) => {
                "lines and areas between hexes are drawn anew as hexsides, paths or zones"
            }
            Shape::Other(what) if what == UNREAD => "its template could not be read",
            Shape::Other(_) => "it is no place in a hex",
            Shape::Rectangle | Shape::Point | Shape::Tile(_) | Shape::Text(_) => {
                "it lies in no hex of the map"
            }
        };
        let is_place =
            !matches!(object.shape, Shape::Polyline(_) | Shape::Polygon(_) | Shape::Other(_));
        let Some(hex) = is_place.then(|| self.hex_under(object)).flatten() else {
            let which = if object.name.is_empty() { layer } else { &object.name };
            let at = format!("{} at {}, {}", self.place, object.at[0], object.at[1]);
            self.losses.leave_out(OBJECTS, "object", which, why, Some(at));
            return Ok(None);
        };
        let hex = self.grid.grid().print_hex(hex);
        let name = Some(object.name.clone()).filter(|name| !name.is_empty());
        let kind = match &object.shape {
            Shape::Text(text) => return Ok(Some(feature(hex, "label", Some(text.clone())))),
            _ if !object.class.is_empty() => object.class.clone(),
            Shape::Tile(tile) => self.kind(tile & !TURNED)?.to_owned(),
            _ => layer.to_owned(),
        };
        Ok(Some(feature(hex, draft::id(&kind, "place"), name)))
    }

    fn hex_under(&self, object: &Object) -> Option<HexIndex> {
        let ([x, y], [width, height]) = (object.at, object.size);
        let middle = match object.shape {
            Shape::Tile(_) => [x + width / 2.0, y - height / 2.0],
            Shape::Point => [x, y],
            _ => [x + width / 2.0, y + height / 2.0],
        };
        // Endless maps begin where their first tile is.
        let [width, height] = self.layout.tile.map(f64::from);
        let line = |tile: f64| (tile + f64::from(self.layout.side)) / 2.0;
        let (dx, dy) = (f64::from(self.area.x), f64::from(self.area.y));
        let [x, y] = middle;
        let point = if self.layout.flat {
            [x - dx * line(width), y - dy * height]
        } else {
            [x - dx * width, y - dy * line(height)]
        };
        self.grid.hex_at(self.layout.plane(point)).map(|hex| self.grid.index(hex))
    }
}

/// What becomes of a tile or an object.
struct Placed {
    /// Its place in the order of our files.
    at: i64,
    /// What it is counted as.
    of: &'static str,
    item: Item,
}

/// What objects become.
enum Item {
    Feature(Feature),
    Hexside(Hexside),
    Path(Path),
    Line(Line),
    Zone(Zone),
}

/// Properties as the fields that they were.
fn fields(properties: &Properties) -> Fields<String, Value> {
    let lists = ["facing", "hexes", "sides"];
    let value = |name: &str, property: &Property| match property {
        Property::Text(text) if lists.contains(&name) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        Property::Text(text) => Value::String(text.clone()),
        Property::Whole(number) => Value::from(*number),
        Property::Number(number) => Value::from(*number),
        Property::Flag(flag) => Value::Bool(*flag),
    };
    let fields = properties.iter().filter(|(name, _)| *name != PLACE);
    fields.map(|(name, property)| (name.clone(), value(name, property))).collect()
}

/// A file's name without folders and ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
