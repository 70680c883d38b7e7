//! The objects of a save: tiles, bags and dice, as the simulator writes them.

use serde_json::{Value, json};

/// A tile that stretches its picture.
#[derive(Clone, Debug)]
pub struct Tile {
    /// What it is called.
    pub name: String,
    /// What is said when one points at it.
    pub about: String,
    /// What only the game master reads: our id.
    pub notes: String,
    /// The pictures of both faces.
    pub urls: [String; 2],
    /// To the right, up from the table, away from the player.
    pub at: [f64; 3],
    /// How wide and deep it is, of a tile's own size.
    pub scale: [f64; 2],
    /// Whether the second face is up.
    pub face_down: bool,
    /// Whether it stays where it is.
    pub locked: bool,
}

/// All objects, each with a number of its own.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    all: Vec<Value>,
    numbered: u32,
}

impl Objects {
    /// All of them, in the order in which they were laid.
    pub fn all(&self) -> &[Value] {
        &self.all
    }

    /// Lays a tile on the table, with snap points in its own measure.
    pub fn tile(&mut self, tile: &Tile, snap_points: Option<Vec<Value>>) {
        let mut object = self.tile_value(tile);
        if let Some(points) = snap_points {
            object["AttachedSnapPoints"] = Value::Array(points);
        }
        self.all.push(object);
    }

    /// Lays a bag with tiles in it.
    pub fn bag(&mut self, name: &str, about: &str, at: [f64; 3], ink: [f64; 3], tiles: &[Tile]) {
        let within: Vec<Value> = tiles.iter().map(|tile| self.tile_value(tile)).collect();
        let mut bag = self.object("Bag", name, about, at, [1.0, 1.0]);
        bag["ColorDiffuse"] = json!({ "r": ink[0], "g": ink[1], "b": ink[2] });
        bag["MaterialIndex"] = json!(-1);
        bag["MeshIndex"] = json!(-1);
        bag["Bag"] = json!({ "Order": 0 });
        bag["ContainedObjects"] = Value::Array(within);
        self.all.push(bag);
    }

    /// Lays a die with six faces.
    pub fn die(&mut self, at: [f64; 3]) {
        let die = self.object("Die_6", "Die", "", at, [1.0, 1.0]);
        self.all.push(die);
    }

    fn tile_value(&mut self, tile: &Tile) -> Value {
        let mut object = self.object("Custom_Tile", &tile.name, &tile.about, tile.at, tile.scale);
        object["GMNotes"] = json!(tile.notes);
        object["Transform"]["rotZ"] = json!(if tile.face_down { 180.0 } else { 0.0 });
        for (field, value) in [
            ("Locked", tile.locked),
            ("Grid", false),
            ("Snap", !tile.locked),
            ("Sticky", !tile.locked),
            ("Tooltip", !tile.locked),
        ] {
            object[field] = json!(value);
        }
        object["CustomImage"] = json!({
            "ImageURL": tile.urls[0],
            "ImageSecondaryURL": tile.urls[1],
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": 0, "Thickness": super::THICK, "Stackable": false, "Stretch": true,
            },
        });
        object
    }

    /// What every object has.
    fn object(
        &mut self,
        kind: &str,
        name: &str,
        about: &str,
        at: [f64; 3],
        scale: [f64; 2],
    ) -> Value {
        let [x, y, z] = at.map(rounded);
        let [wide, deep] = scale.map(rounded);
        let guid = format!("{:06x}", 0x00a0_0000 + self.numbered);
        self.numbered += 1;
        let high = if kind == "Custom_Tile" { 1.0 } else { wide };
        json!({
            "GUID": guid,
            "Name": kind,
            "Transform": {
                "posX": x, "posY": y, "posZ": z,
                "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
                "scaleX": wide, "scaleY": high, "scaleZ": deep,
            },
            "Nickname": name,
            "Description": about,
            "GMNotes": "",
            "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
            "Locked": false,
            "Grid": false,
            "Snap": true,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        })
    }
}

/// A length or place to the tenth of a thousandth, so that files are short and the same everywhere.
pub fn rounded(part: f64) -> f64 {
    (part * 1e4).round() / 1e4
}
