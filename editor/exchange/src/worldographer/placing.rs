//! What a drawing has, laid out on the hexes.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use salient_hex::grid::{Hex, HexGrid, Side};
use salient_schema::map::{Map, Orientation};
use salient_schema::{HexIndex, Id};

use super::opening::Drawing;
use crate::tally::Tally;
use crate::terrain::{KindNames, TerrainByHex};
use crate::{ImportError, LossReport, draft, tables};

/// Different terrains and features that a drawing may use.
const MOST_KINDS: usize = 4096;
/// Between columns, and half of a hex, in the drawing's units.
const PITCH: f64 = 225.0;
const HALF: f64 = 150.0;
/// Between columns on the plane of the map.
const PLANE_PITCH: f64 = 0.866_025_403_784_438_6;
/// The highest and lowest that heights are taken for levels.
const LEVEL: f64 = 20.0;

/// A point on the plane of the map.
pub type Point = [f64; 2];

/// Puts one thing after another into the map.
pub struct Placing<'p, 'd, 't> {
    pub place: &'p str,
    pub drawing: &'p Drawing<'d, 't>,
    pub grid: &'p HexGrid,
    pub tally: &'p mut Tally,
    pub map: &'p mut Map,
    pub names: KindNames,
    /// What stands where, and as what.
    taken: BTreeSet<(Hex, Id)>,
    /// The hexsides that have a kind already.
    pub drawn: BTreeSet<(Side, Id)>,
}

impl<'p, 'd, 't> Placing<'p, 'd, 't> {
    pub fn new(
        place: &'p str,
        drawing: &'p Drawing<'d, 't>,
        grid: &'p HexGrid,
        tally: &'p mut Tally,
        map: &'p mut Map,
    ) -> Self {
        let (taken, drawn) = (BTreeSet::new(), BTreeSet::new());
        Self { place, drawing, grid, tally, map, names: KindNames::default(), taken, drawn }
    }

    /// The tiles, a column after the other.
    pub fn tiles(&mut self, losses: &mut LossReport) -> Result<(), ImportError> {
        let drawing = self.drawing;
        let terrain = drawing.terrain();
        let mut kinds: BTreeMap<u32, Id> = BTreeMap::new();
        let mut ground = TerrainByHex::of(self.map);
        let mut heights: Vec<(HexIndex, f64)> = Vec::new();
        let (mut hidden, mut resources, mut painted) = (0_usize, 0_usize, 0_usize);
        let columns = drawing.tiles.children().filter(|child| child.has_tag_name("tilerow"));
        for (column, tiles) in columns.enumerate() {
            let text = tiles.text().unwrap_or_default();
            let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
            for (row, line) in lines.enumerate() {
                self.tally.seen("tiles", 1);
                let tile = Tile::of(line).ok_or_else(|| ImportError {
                    place: format!("{}: tile {row} of column {column}, both from 0", self.place),
                    what: format!("`{}` is no tile", tables::short(line)),
                    help: "open it with Worldographer and save it as .wxx".to_owned(),
                })?;
                let index = u16::try_from(column).ok().zip(u16::try_from(row).ok());
                let index = index.map(|(column, row)| HexIndex::new(column, row));
                let Some(hex) = index.and_then(|index| self.grid.hex(index)) else {
                    let which = || format!("{column}, {row}");
                    let why = "the drawing is not as large as to have it";
                    self.tally.told("tiles", "tile", why, which, None);
                    continue;
                };
                let index = self.grid.index(hex);
                if let Entry::Vacant(new) = kinds.entry(tile.terrain) {
                    self.room()?;
                    let name = terrain.get(&tile.terrain).copied();
                    let number = tile.terrain.to_string();
                    let plain = || name.map_or(format!("terrain {number}"), plain_name);
                    let kind = self.names.id("terrain", name.unwrap_or(&number), plain);
                    new.insert(kind);
                }
                if let Some(kind) = kinds.get(&tile.terrain) {
                    ground.set_kind(index, kind);
                }
                self.tally.placed("tiles");
                heights.push((index, tile.height));
                if tile.icy {
                    self.tally.seen(ICE, 1);
                    self.stand(ICE, hex, "ice".to_owned(), None, || "ice".to_owned());
                }
                hidden += usize::from(tile.hidden);
                resources += usize::from(tile.resources);
                painted += usize::from(tile.painted);
            }
        }
        self.heights(&heights, &mut ground);
        for (count, what, why) in [
            (hidden, "tile", "only the game master sees it there; here everybody does"),
            (resources, "resources of a tile", "what a hex yields has no place"),
            (painted, "colour of a tile", "terrain is drawn in the colours of its kind"),
        ] {
            if count > 0 {
                self.tally.changed(what, why, || format!("in {count} hexes"), None);
            }
        }
        ground.finish(self.map, "the drawing has no tile for it", losses);
        Ok(())
    }

    /// Heights are levels where they are few.
    fn heights(&mut self, heights: &[(HexIndex, f64)], ground: &mut TerrainByHex) {
        let all = heights.iter().map(|(_, height)| *height);
        let (least, most) = (all.clone().reduce(f64::min), all.reduce(f64::max));
        let (Some(least), Some(most)) = (least, most) else { return };
        let whole = heights.iter().all(|(_, height)| height.fract() == 0.0);
        if least == most {
            return;
        }
        if whole && least >= -LEVEL && most <= LEVEL {
            heights.iter().for_each(|(hex, height)| ground.set_level(*hex, *height as i16));
        } else {
            let why = "they are no levels of a game; give the map levels of its own";
            self.tally.changed("heights", why, || format!("from {least} to {most}"), None);
        }
    }

    /// What is drawn in hexes.
    pub fn features(&mut self) {
        for (at, node) in self.drawing.all("features").enumerate() {
            self.tally.seen("features", 1);
            let here = Some(format!("{}: feature {}", self.place, at + 1));
            let called = node.attribute("type").unwrap_or_default();
            let label = node.children().find(|child| child.has_tag_name("label"));
            let name = label.map(words_of).filter(|name| !name.is_empty());
            let which = || match &name {
                Some(name) => format!("{}: {name}", tables::short(called)),
                None => tables::short(called),
            };
            if called.contains("Coast") && name.is_none() {
                let why = "it is painted along the water; hexes of water are drawn as such";
                self.tally.told("features", "feature", why, which, here);
                continue;
            }
            let Some(hex) = self.located(node) else {
                self.tally.told("features", "feature", OFF_MAP, which, here);
                continue;
            };
            if self.room().is_err() {
                let why = "the drawing uses too many different features";
                self.tally.told("features", "feature", why, which, here);
                continue;
            }
            let kind = self.names.id("feature", called, || plain_name(called));
            let which = which();
            self.stand("features", hex, kind, name, || which);
        }
    }

    /// Words on the map.
    pub fn labels(&mut self) {
        for (at, node) in self.drawing.all("labels").enumerate() {
            self.tally.seen("labels", 1);
            let here = Some(format!("{}: label {}", self.place, at + 1));
            let words = words_of(node);
            let which = || tables::short(&words);
            let hex = self.located(node).filter(|_| !words.is_empty());
            let Some(hex) = hex else {
                let why = if words.is_empty() { "it has no words" } else { OFF_MAP };
                self.tally.told("labels", "label", why, which, here);
                continue;
            };
            self.stand("labels", hex, "label".to_owned(), Some(words.clone()), which);
        }
    }

    /// Notes that are kept beside the map.
    pub fn notes(&mut self) {
        for node in self.drawing.all("notes") {
            self.tally.seen("notes", 1);
            let text = node.children().find(|child| child.has_tag_name("notetext"));
            let text = text.map(|text| without_tags(&words_of(text))).unwrap_or_default();
            let title = node.attribute("title").unwrap_or_default().trim();
            let number = |name: &str| node.attribute(name)?.parse::<f64>().ok();
            let place = number("x").zip(number("y"));
            let hex = place.and_then(|(x, y)| self.hex_at(self.plane([x, y])));
            let place = hex.map(|hex| format!("{}: ", self.grid.label(hex))).unwrap_or_default();
            let gap = if title.is_empty() || text.is_empty() { "" } else { ". " };
            self.map.notes.push(format!("{place}{title}{gap}{text}"));
            self.tally.placed("notes");
        }
    }

    /// What there is besides, and has no place.
    pub fn rest(&mut self) {
        for node in self.drawing.within("informations") {
            self.tally.seen("informations", 1);
            let why = "what is told of the world's peoples has no place in a map";
            let title = || tables::short(node.attribute("title").unwrap_or_default());
            self.tally.told("informations", "information", why, title, None);
        }
        for node in self.drawing.all("extraTerrain") {
            self.tally.seen("extra terrain", 1);
            let why = "a hex has one terrain; what is painted over it is left out";
            let which = || tables::short(node.attribute("type").unwrap_or_default());
            self.tally.told("extra terrain", "extra terrain", why, which, None);
        }
        for tiles in self.drawing.other_tiles() {
            let text = tiles.children().filter_map(|row| row.text());
            let count = text.flat_map(str::lines).filter(|line| !line.trim().is_empty()).count();
            self.tally.seen("tiles", count);
            let level = || tables::short(tiles.attribute("viewLevel").unwrap_or_default());
            let why = format!("the map is read at the level {}", tables::short(self.drawing.level));
            self.tally.told_of_all(("tiles", count), "tiles of another level", why, level);
        }
    }

    /// Something stands in a hex, unless something of its kind does.
    fn stand(
        &mut self,
        of: &str,
        hex: Hex,
        kind: Id,
        name: Option<String>,
        which: impl FnOnce() -> String,
    ) {
        let label = self.grid.label(hex);
        if self.taken.insert((hex, kind.clone())) {
            self.map.features.items.push(draft::feature(label, kind, name));
            self.tally.placed(of);
        } else {
            let why = "its hex has another of its kind";
            self.tally.told(of, "feature", why, || format!("{label} {}", which()), None);
        }
    }

    fn room(&self) -> Result<(), ImportError> {
        if self.names.len() < MOST_KINDS {
            return Ok(());
        }
        Err(ImportError {
            place: self.place.to_owned(),
            what: format!("uses more than {MOST_KINDS} different terrains and features"),
            help: "a ruleset has far fewer kinds of terrain".to_owned(),
        })
    }

    /// The hex in which something is, at the level that counts.
    fn located(&self, node: Node<'_, '_>) -> Option<Hex> {
        let all = || node.children().filter(|child| child.has_tag_name("location"));
        let at = |place: &Node<'_, '_>| place.attribute("viewLevel") == Some(self.drawing.level);
        let place = all().find(at).or_else(|| all().next())?;
        let number = |name: &str| place.attribute(name)?.parse::<f64>().ok();
        self.hex_at(self.plane([number("x")?, number("y")?]))
    }

    pub fn hex_at(&self, [x, y]: Point) -> Option<Hex> {
        self.grid.hex_at([x as f32, y as f32])
    }

    /// A place of the drawing on the plane of the map.
    pub fn plane(&self, [x, y]: Point) -> Point {
        let along = |at: f64| (at - HALF) / (2.0 * HALF);
        let across = |at: f64| (at - HALF) / PITCH * PLANE_PITCH;
        match self.drawing.orientation {
            Orientation::FlatTopped => [across(x), along(y)],
            Orientation::PointyTopped => [along(x), across(y)],
        }
    }
}

/// Hexes of ice are counted by themselves.
const ICE: &str = "icy tiles";
const OFF_MAP: &str = "it lies in no hex of the map";

/// A line of a tile.
struct Tile {
    terrain: u32,
    height: f64,
    icy: bool,
    hidden: bool,
    resources: bool,
    painted: bool,
}

impl Tile {
    fn of(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let yields = match fields.get(5) {
            Some(&"Z") => fields.get(4..5),
            _ => fields.get(4..11),
        };
        let height = fields.get(1).and_then(|height| height.parse::<f64>().ok());
        Some(Self {
            terrain: fields.first()?.parse().ok()?,
            height: height.filter(|height| height.is_finite()).unwrap_or(0.0),
            icy: fields.get(2).is_some_and(|icy| *icy == "1" || *icy == "true"),
            hidden: fields.get(3).is_some_and(|hidden| *hidden == "1" || *hidden == "true"),
            resources: yields.is_some_and(|all| all.iter().any(|one| !["0", "0.0"].contains(one))),
            painted: matches!(fields.len(), 7 | 12),
        })
    }
}

/// What a terrain or a feature is called, without the library that its picture is from.
fn plain_name(called: &str) -> String {
    let name = called.rsplit('/').next().unwrap_or(called);
    name.strip_prefix("Classic ").unwrap_or(name).to_owned()
}

/// The words of an element itself.
fn words_of(node: Node<'_, '_>) -> String {
    let words = node.children().filter(Node::is_text).filter_map(|text| text.text());
    words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a page of HTML.
fn without_tags(html: &str) -> String {
    let mut words = String::new();
    for part in html.split('<') {
        let text = part.split_once('>').map_or(if words.is_empty() { part } else { "" }, |p| p.1);
        words.push_str(text);
        words.push(' ');
    }
    let words = words.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">");
    let words = words.replace("&quot;", "\"").replace("&amp;", "&");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
