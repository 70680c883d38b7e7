//! Tabletop Simulator: a save with the map as a board, the set-up's counters on their hexes and all
//! others beside it.
//!
//! The simulator fetches pictures from the web: upload the pictures of the parcel and give the
//! address of their folder.
//!
//! Board and counters are square tiles that stretch their pictures, so that all measures follow from
//! one: a tile at scale 1 is two units wide. This was checked against what is written of the
//! format, not against the program itself, and the loss report says so.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Bundle;
use salient_schema::map::Orientation;
use salient_schema::order_of_battle::Counter;
use serde_json::{Value, json};

use super::tiled::encode;
use super::{ExportError, Exported, Fate, LossReport, NamedFile};
use salient_art::counter_art::{CounterArt, USUAL_SIZE};
use salient_art::png;
use salient_art::{Options, PictureError, Scene, Shown, drawing_of_map};

/// Units from the centre of a hex to the next one's.
const HEX: f64 = 1.5;
/// The width of a tile at scale 1, in units.
const TILE: f64 = 2.0;
/// The thickness of a counter, in units.
const THICK: f64 = 0.1;
/// The height of the table, in units.
const TABLE: f64 = 1.0;
/// The longest side of a picture of the board, in pixels.
const LONGEST: f32 = 8000.0;
/// The side of a counter's picture, in pixels.
const COUNTER_PIXELS: f32 = 256.0;

/// Writes the save and its pictures. `base_url` is where the pictures will lie on the web.
///
/// # Errors
/// An address that is none, and pictures that cannot be drawn.
pub fn write(bundle: &Bundle, base_url: &str) -> Result<Exported, ExportError> {
    let base = base_url.trim_end_matches('/');
    let is_address =
        ["https://", "http://", "file:///"].iter().any(|start| base.starts_with(start));
    if !is_address || base.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(ExportError::Cannot {
            what:
                "Tabletop Simulator fetches its pictures from the web, and there is no address for \
                   them"
                    .to_owned(),
            help: "give the folder that you will upload them to (--base-url https://…)".to_owned(),
        });
    }
    let mut table = Table {
        bundle,
        base: base.to_owned(),
        grid: HexGrid::new(&bundle.map.grid),
        middle: [0.0, 0.0],
        half: 0.0,
        files: Vec::new(),
        objects: Vec::new(),
        losses: LossReport::new("tabletop"),
    };
    table.board()?;
    table.pictures()?;
    let placed = table.stacks();
    table.beside(&placed);
    table.lost();
    let save = table.save();
    let mut files = table.files;
    let bytes = salient_schema::to_canonical_json(&save)?.into_bytes();
    files.insert(0, NamedFile { name: format!("{}.json", bundle.scenario.id), bytes });
    let mut losses = table.losses;
    losses.sort();
    Ok(Exported { files, losses })
}

struct Table<'b> {
    bundle: &'b Bundle,
    base: String,
    grid: HexGrid,
    /// The point of the map's plane that lies in the middle of the table.
    middle: [f64; 2],
    /// Half the board's side, in hex widths.
    half: f64,
    files: Vec<NamedFile>,
    objects: Vec<Value>,
    losses: LossReport,
}

impl Table<'_> {
    /// The map, on a square so that no side is stretched more than the other.
    fn board(&mut self) -> Result<(), ExportError> {
        let bundle = self.bundle;
        let options = Options { pixels_per_hex: 60.0, counters: false, ..Options::default() };
        let sheet = drawing_of_map(&bundle.map, &bundle.ruleset, &options)?;
        let [[x0, y0], [x1, y1]] = sheet.bounds;
        let half = (x1 - x0).max(y1 - y0) / 2.0;
        let (x, y) = (f32::midpoint(x0, x1), f32::midpoint(y0, y1));
        let scale = (LONGEST / (half * 2.0)).min(100.0);
        let bounds = [[x - half, y - half], [x + half, y + half]];
        let picture = png::render(&sheet.scene, bounds, scale, sheet.background)
            .map_err(PictureError::from)?;
        self.files.push(NamedFile { name: "board.png".to_owned(), bytes: encode(&picture)? });
        self.middle = [x.into(), y.into()];
        self.half = half.into();
        let scale = self.half * 2.0 * HEX / TILE;
        let url = self.url("board.png");
        let board = Tile {
            name: &bundle.map.title,
            about: &bundle.scenario.title,
            notes: &bundle.map.id,
            urls: [&url, &url],
            at: [0.0, TABLE, 0.0],
            scale,
            face_down: false,
            locked: true,
        };
        let board = self.tile(&board);
        self.objects.push(board);
        Ok(())
    }

    fn counters(&self) -> impl Iterator<Item = &Counter> {
        self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters)
    }

    /// Both faces of each counter.
    fn pictures(&mut self) -> Result<(), ExportError> {
        let art = CounterArt::new(&self.bundle.ruleset, &self.bundle.orders_of_battle);
        let mut files = Vec::new();
        for counter in self.counters() {
            for face in 0..counter.faces.len().min(2) {
                let mut scene = Scene::new();
                let shown = Shown { counter: &counter.id, face: face as u8 };
                art.draw(shown, [0.0, 0.0], 1.0, COUNTER_PIXELS, &mut scene);
                let half = 0.5 - 0.01 / COUNTER_PIXELS;
                // Rounded corners show the counter's own ground.
                let bounds = [[-half, -half], [half, half]];
                let picture = png::render(&scene, bounds, COUNTER_PIXELS, [60, 55, 48, 255])
                    .map_err(PictureError::from)?;
                let name = format!("counters/{}", picture_name(&counter.id, face));
                files.push(NamedFile { name, bytes: encode(&picture)? });
            }
        }
        self.files.append(&mut files);
        Ok(())
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// The set-up: each stack in its hex, the first counter on top. Gives the counters that stand.
    fn stacks(&mut self) -> BTreeSet<String> {
        let mut placed = BTreeSet::new();
        let mut stacks: BTreeMap<Hex, Vec<(&str, u8)>> = BTreeMap::new();
        let bundle = self.bundle;
        for (at, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            let place = Some(format!("/scenario/setup/placements/{at}"));
            let Some(hex) = self.grid.parse(&placement.hex) else {
                let why = "the map has no such hex; its counters lie beside the board";
                self.losses.add(Fate::Changed, "stack of the set-up", &placement.hex, why, place);
                continue;
            };
            let which = placement.counters.join(" ");
            let mut lose = |what: &str| {
                let why = "a tile on the table has no such state; players note it themselves";
                self.losses.add(Fate::Dropped, what, &which, why, place.clone());
            };
            if placement.facing.is_some() {
                lose("facing");
            }
            if placement.carried_by.is_some() {
                lose("carrying");
            }
            if !placement.states.is_empty() {
                lose("state");
            }
            let face = placement.face.unwrap_or(0);
            let counters = placement.counters.iter().map(|counter| (counter.as_str(), face));
            stacks.entry(hex).or_default().extend(counters);
        }
        let known: BTreeMap<&str, &Counter> = bundle
            .orders_of_battle
            .iter()
            .flat_map(|book| &book.counters)
            .map(|counter| (counter.id.as_str(), counter))
            .collect();
        for (hex, stack) in stacks {
            let [x, y] = self.grid.centre(hex).map(f64::from);
            let at = [(x - self.middle[0]) * HEX, (self.middle[1] - y) * HEX];
            for (height, (id, face)) in stack.into_iter().rev().enumerate() {
                let Some(counter) = known.get(id) else { continue };
                self.counter(counter, face, at, height);
                placed.insert(id.to_owned());
            }
        }
        placed
    }

    /// A counter at a place, so many others below it.
    fn counter(&mut self, counter: &Counter, face: u8, [x, z]: [f64; 2], below: usize) {
        let back = usize::from(counter.faces.len() > 1);
        let urls = [0, back].map(|face| {
            self.url(&format!("counters/{}", escaped(&picture_name(&counter.id, face))))
        });
        let designations: Vec<&str> =
            counter.faces.iter().filter_map(|face| face.designation.as_deref()).collect();
        let tile = Tile {
            name: &counter.designation,
            about: &designations.join(", "),
            notes: &counter.id,
            urls: [&urls[0], &urls[1]],
            at: [x, TABLE + THICK * (below as f64 + 1.5), z],
            scale: f64::from(USUAL_SIZE) * HEX / TILE,
            face_down: face > 0,
            locked: false,
        };
        let object = self.tile(&tile);
        self.objects.push(object);
    }

    /// All other counters, in rows at the right of the board, side by side; those that are alike
    /// lie on each other.
    fn beside(&mut self, placed: &BTreeSet<String>) {
        let bundle = self.bundle;
        let mut sides: Vec<&str> = Vec::new();
        for counter in self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            if !sides.contains(&counter.side.as_str()) {
                sides.push(&counter.side);
            }
        }
        let (step, top) = (f64::from(USUAL_SIZE) * HEX * 1.15, self.half * HEX);
        let rows = ((top * 2.0 / step) as usize).max(1);
        let mut column = 0;
        for side in sides {
            let others = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
            let others: Vec<&Counter> =
                others.filter(|c| c.side == side && !placed.contains(&c.id)).collect();
            for (at, counter) in others.iter().enumerate() {
                let x = top + step * (1.0 + (column + at / rows) as f64);
                let z = top - step * ((at % rows) as f64 + 0.5);
                for below in 0..usize::from(counter.count) {
                    self.counter(counter, 0, [x, z], below);
                }
                let why = "it is not set up in a hex; it lies at the right of the board";
                self.losses.add(Fate::Changed, "counter", &counter.id, why, None);
            }
            column += others.len().div_ceil(rows) + usize::from(!others.is_empty());
        }
    }

    fn tile(&self, tile: &Tile<'_>) -> Value {
        let [x, y, z] = tile.at.map(|part| (part * 1e4).round() / 1e4);
        let guid = format!("{:06x}", 0x00a0_0000 + self.objects.len());
        json!({
            "GUID": guid,
            "Name": "Custom_Tile",
            "Transform": {
                "posX": x, "posY": y, "posZ": z,
                "rotX": 0.0, "rotY": 180.0, "rotZ": if tile.face_down { 180.0 } else { 0.0 },
                "scaleX": tile.scale, "scaleY": 1.0, "scaleZ": tile.scale,
            },
            "Nickname": tile.name,
            "Description": tile.about,
            "GMNotes": tile.notes,
            "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
            "Locked": tile.locked,
            "Grid": !tile.locked,
            "Snap": !tile.locked,
            "Autoraise": true,
            "Sticky": !tile.locked,
            "Tooltip": !tile.locked,
            "CustomImage": {
                "ImageURL": tile.urls[0],
                "ImageSecondaryURL": tile.urls[1],
                "WidthScale": 0.0,
                "CustomTile": { "Type": 0, "Thickness": THICK, "Stackable": false, "Stretch": true },
            },
            "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        })
    }

    /// The whole save.
    fn save(&self) -> Value {
        let bundle = self.bundle;
        let flat = bundle.map.grid.orientation == Orientation::FlatTopped;
        let first = self.grid.centre(Hex(0)).map(f64::from);
        let offset = [(first[0] - self.middle[0]) * HEX, (self.middle[1] - first[1]) * HEX];
        json!({
            "SaveName": bundle.scenario.title,
            "GameMode": bundle.ruleset.title,
            "Gravity": 0.5,
            "PlayArea": 1.0,
            "Date": "",
            "Table": "Table_None",
            "Sky": "Sky_Museum",
            "Rules": "",
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "Grid": {
                "Type": if flat { 3 } else { 2 },
                "Lines": false,
                "Color": { "r": 0.0, "g": 0.0, "b": 0.0 },
                "Opacity": 0.75,
                "ThickLines": false,
                "Snapping": false,
                "Offset": false,
                "BothSnapping": false,
                "xSize": HEX,
                "ySize": HEX,
                "PosOffset": { "x": offset[0], "y": TABLE, "z": offset[1] },
            },
            "Lighting": {
                "LightIntensity": 0.54,
                "LightColor": { "r": 1.0, "g": 1.0, "b": 1.0 },
                "AmbientIntensity": 1.3,
                "AmbientType": 0,
            },
            "Hands": { "Enable": false, "DisableUnused": true, "Hiding": 0 },
            "Turns": { "Enable": false },
            "ObjectStates": self.objects,
            "DecalPallet": [],
            "TabStates": {},
            "VersionNumber": "",
        })
    }

    /// What a table cannot hold.
    fn lost(&mut self) {
        let bundle = self.bundle;
        let losses = &mut self.losses;
        let why = "not tried in Tabletop Simulator itself: sizes take a tile at scale 1 for two units \
                   wide, and the hexes' direction of the grid is as the format's description has it";
        losses.add(Fate::Changed, "the whole save", "", why, None);
        let rules = "the table knows no rules; players keep to the rule book";
        losses.add(
            Fate::Dropped,
            "ruleset",
            &bundle.ruleset.title,
            rules,
            Some("/ruleset".to_owned()),
        );
        for (at, chart) in bundle.ruleset.tables.iter().enumerate() {
            let why = "charts are not laid on the table; print them with --to pdf";
            let place = Some(format!("/ruleset/tables/{at}"));
            losses.add(Fate::Dropped, "chart", &chart.title, why, place);
        }
        let drawn = "it is drawn on the board";
        let map = &bundle.map;
        for (kind, count) in [
            ("terrain", usize::from(map.grid.columns) * usize::from(map.grid.rows)),
            ("features", map.features.items.len()),
            ("hexsides", map.hexsides.items.len()),
            ("paths", map.paths.items.len()),
            ("lines", map.lines.items.len()),
        ] {
            if count > 0 {
                losses.add(Fate::PictureOnly, kind, format!("all {count}"), drawn, None);
            }
        }
        for zone in &map.zones.items {
            losses.add(Fate::Dropped, "zone", &zone.name, "zones are not drawn on the board", None);
        }
        for turn in &bundle.scenario.turns {
            let why = "there is no game-turn track on the table";
            losses.add(
                Fate::Dropped,
                "game-turn",
                format!("{} {}", turn.turn, turn.label),
                why,
                None,
            );
        }
        for (at, arrival) in bundle.scenario.reinforcements.iter().enumerate() {
            let why = "the counters lie beside the board; when they come is not said";
            let which = format!("game-turn {}: {}", arrival.turn, arrival.counters.join(" "));
            let place = Some(format!("/scenario/reinforcements/{at}"));
            losses.add(Fate::Changed, "arrival", which, why, place);
        }
        for (at, leaving) in bundle.scenario.withdrawals.iter().enumerate() {
            let which = format!("game-turn {}: {}", leaving.turn, leaving.counters.join(" "));
            let place = Some(format!("/scenario/withdrawals/{at}"));
            losses.add(Fate::Dropped, "withdrawal", which, "the table keeps no schedule", place);
        }
        for replacement in &bundle.scenario.replacements {
            let which = format!("game-turn {}: {}", replacement.turn, replacement.side);
            losses.add(Fate::Dropped, "replacements", which, "the table keeps no schedule", None);
        }
        losses.add(Fate::Dropped, "victory", &bundle.scenario.title, rules, None);
        let scenario = &bundle.scenario;
        let place = Some("/scenario/roles".to_owned());
        losses.drop_roles(&scenario.roles, &scenario.title, place);
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            if counter.faces.len() > 2 {
                let why = format!("a tile has two faces; it has {}", counter.faces.len());
                losses.add(Fate::Dropped, "further faces", &counter.id, why, None);
            }
            if counter.footprint > 1 {
                let why = "it covers several hexes and is as large as the others on the table";
                losses.add(Fate::Changed, "counter", &counter.id, why, None);
            }
        }
    }
}

/// A square tile.
struct Tile<'t> {
    name: &'t str,
    about: &'t str,
    notes: &'t str,
    urls: [&'t str; 2],
    /// x to the right, y up from the table, z away from the player.
    at: [f64; 3],
    scale: f64,
    face_down: bool,
    locked: bool,
}

fn picture_name(counter: &str, face: usize) -> String {
    // Ids have letters, digits and hyphens; anything else is kept out of file names.
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let id: String = counter.chars().map(safe).collect();
    format!("{id}-{}.png", if face == 0 { "front" } else { "back" })
}

/// A file's name in an address.
fn escaped(name: &str) -> String {
    name.replace('%', "%25").replace(' ', "%20").replace('#', "%23")
}
