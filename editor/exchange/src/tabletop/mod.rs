//! Tabletop Simulator: a save with the map as a board with a snap point on each hex, the set-up's
//! counters on their hexes, all others in a bag for each formation, the game-turn track with its
//! marker, the charts, and dice.
//!
//! The simulator fetches pictures from the web: upload the pictures of the parcel and give the
//! address of their folder.
//!
//! All lies on locked tiles of the save's own, so that nothing depends on how large the simulator's
//! tables are; what stood beside the board without one fell out of the world. A tile at scale 1 is
//! two units wide and stretches its picture. This was checked against saves that others published
//! and what is written of the format, not against the program itself, and the loss report says so.

mod beside;
mod counters;
mod losses;
mod objects;
mod sizes;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Bundle;
use salient_schema::map::Orientation;
use serde_json::{Value, json};

use self::objects::{Objects, Tile};
use super::tiled::encode;
use super::{ExportError, Exported, Fate, LossReport, NamedFile};
use salient_art::png;
use salient_art::{Options, PictureError, drawing_of_map};
use sizes::{BOARD, TABLE, THICK, TILE};

/// The most units from the centre of a hex to the next one's.
const HEX: f64 = 1.5;
/// The longest side of a picture of the board, in pixels.
const LONGEST: f32 = 8000.0;
/// So many hexes have a snap point each: more make the simulator slow.
const MOST_SNAP_POINTS: usize = 20_000;

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
        hex: HEX,
        side: BOARD,
        files: Vec::new(),
        objects: Objects::default(),
        losses: LossReport::new("tabletop"),
    };
    table.board()?;
    table.counter_pictures()?;
    let placed = table.stacks();
    table.right_tray(&placed)?;
    table.left_tray()?;
    table.lost();
    let save = table.save();
    let mut files = table.files;
    let bytes = salient_schema::to_canonical_json(&save)?.into_bytes();
    files.insert(
        0,
        NamedFile { name: format!("{}.json", salient_files::portable(&bundle.scenario.id)), bytes },
    );
    let mut losses = table.losses;
    losses.sort();
    Ok(Exported { files, losses })
}

/// The table as far as it is laid.
struct Table<'b> {
    bundle: &'b Bundle,
    base: String,
    grid: HexGrid,
    /// The point of the map's plane that lies in the middle of the table.
    middle: [f64; 2],
    /// From the centre of a hex to the next one's, in units.
    hex: f64,
    /// The side of the board, in units.
    side: f64,
    files: Vec<NamedFile>,
    objects: Objects,
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
        let url = self.file("board.png", encode(&picture)?);
        self.middle = [x.into(), y.into()];
        self.hex = HEX.min(BOARD / (f64::from(half) * 2.0));
        self.side = f64::from(half) * 2.0 * self.hex;
        let board = Tile {
            name: bundle.map.title.clone(),
            about: bundle.scenario.title.clone(),
            notes: bundle.map.id.clone(),
            urls: [url.clone(), url],
            at: [0.0, TABLE, 0.0],
            scale: [self.side / TILE; 2],
            face_down: false,
            locked: true,
        };
        let points = self.snap_points();
        self.objects.tile(&board, Some(points));
        Ok(())
    }

    /// The centres of all hexes as snap points of the board.
    fn snap_points(&mut self) -> Vec<Value> {
        let count = self.grid.len();
        if count > MOST_SNAP_POINTS {
            let why = format!("{count} of them make the simulator slow; there are none");
            self.losses.add(Fate::Dropped, "snap points", &self.bundle.map.title, why, None);
            return Vec::new();
        }
        let hexes = (0..count).filter_map(|hex| u32::try_from(hex).ok());
        let half = self.side / 2.0;
        let points = hexes.map(|hex| {
            let [x, z] = self.on_table(Hex(hex));
            // In the board's own measure, of which it is two wide, and turned as it is.
            let [x, z] = [-x / half, -z / half].map(objects::rounded);
            json!({
                "Position": { "x": x, "y": THICK, "z": z },
                "Rotation": { "x": 0.0, "y": 180.0, "z": 0.0 },
                "Tags": [],
            })
        });
        points.collect()
    }

    /// Where the centre of a hex lies on the table: to the right, and away from the player.
    fn on_table(&self, hex: Hex) -> [f64; 2] {
        let [x, y] = self.grid.centre(hex).map(f64::from);
        [(x - self.middle[0]) * self.hex, (self.middle[1] - y) * self.hex]
    }

    /// Adds a picture. Gives its address.
    fn file(&mut self, name: &str, bytes: Vec<u8>) -> String {
        self.files.push(NamedFile { name: name.to_owned(), bytes });
        self.url(name)
    }

    fn url(&self, name: &str) -> String {
        // A file's name in an address.
        let name = name.replace('%', "%25").replace(' ', "%20").replace('#', "%23");
        format!("{}/{name}", self.base)
    }

    /// The whole save.
    fn save(&self) -> Value {
        let bundle = self.bundle;
        let flat = bundle.map.grid.orientation == Orientation::FlatTopped;
        let offset = self.on_table(Hex(0));
        // From corner to corner.
        let wide = objects::rounded(self.hex * 2.0 / 3f64.sqrt());
        json!({
            "SaveName": bundle.scenario.title,
            "GameMode": bundle.ruleset.title,
            "Gravity": 0.5,
            "PlayArea": 1.0,
            "Date": "",
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Note": "",
            "Rules": "",
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "Grid": {
                "Type": if flat { 1 } else { 2 },
                "Lines": false,
                "Color": { "r": 0.0, "g": 0.0, "b": 0.0 },
                "Opacity": 0.75,
                "ThickLines": false,
                "Snapping": false,
                "Offset": false,
                "BothSnapping": false,
                "xSize": wide,
                "ySize": wide,
                "PosOffset": {
                    "x": objects::rounded(offset[0]),
                    "y": TABLE,
                    "z": objects::rounded(offset[1]),
                },
            },
            "Lighting": {
                "LightIntensity": 0.54,
                "LightColor": { "r": 1.0, "g": 1.0, "b": 1.0 },
                "AmbientIntensity": 1.3,
                "AmbientType": 0,
            },
            "Hands": { "Enable": false, "DisableUnused": true, "Hiding": 0 },
            "Turns": { "Enable": false },
            "ObjectStates": self.objects.all(),
            "DecalPallet": [],
            "TabStates": { "0": self.notebook() },
            "VersionNumber": "",
        })
    }

    /// The page of the notebook: what the designer notes, and how it is won.
    fn notebook(&self) -> Value {
        let scenario = &self.bundle.scenario;
        let mut text = scenario.notes.clone();
        text.extend(scenario.victory.conditions.iter().cloned());
        json!({
            "title": scenario.title,
            "body": text.join("\n\n"),
            "color": "Grey",
            "visibleColor": { "r": 0.5, "g": 0.5, "b": 0.5 },
            "id": 0,
        })
    }
}
