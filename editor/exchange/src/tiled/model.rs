//! A Tiled map in memory, whichever of its two spellings it came in or goes out in.

use std::collections::BTreeMap;

/// A map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TiledMap {
    pub orientation: String,
    pub width: u32,
    pub height: u32,
    pub tile: [u32; 2],
    pub hex_side: u32,
    /// Columns are pushed, as on a flat-topped grid; else rows.
    pub stagger_x: bool,
    /// The even ones are, counted from 0; else the odd ones.
    pub stagger_even: bool,
    pub properties: Properties,
    pub tilesets: Vec<Tileset>,
    pub layers: Vec<Layer>,
    /// Properties of layers and groups, which nothing of ours has: `speed of the layer “Ground”`.
    pub of_layers: Vec<String>,
    /// Templates of objects that are not to be had.
    pub lost_templates: Vec<String>,
    /// What the file has that is not here, in its own words.
    pub unknown: Vec<String>,
}

/// Properties by name.
pub type Properties = BTreeMap<String, Property>;

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub enum Property {
    Text(String),
    Whole(i64),
    Number(f64),
    Flag(bool),
}

impl Property {
    /// As it is written in a sentence.
    pub fn in_words(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A set of tiles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tileset {
    pub first: u32,
    pub name: String,
    pub tile: [u32; 2],
    pub count: u32,
    pub columns: u32,
    /// Pixels round all tiles of the picture, and between two.
    pub margin: u32,
    pub spacing: u32,
    /// The picture of all, with its size in pixels.
    pub image: Option<(String, [u32; 2])>,
    /// What is known of single tiles, by their number within the set.
    pub tiles: BTreeMap<u32, Tile>,
    /// The file that it is kept in, where that is not to be had.
    pub source: Option<String>,
}

/// A tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tile {
    pub class: String,
    pub properties: Properties,
    /// A picture of its own.
    pub image: Option<String>,
}

/// A layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub name: String,
    pub visible: bool,
    /// `#rrggbb`, in which Tiled draws objects.
    pub colour: Option<String>,
    pub content: Content,
}

/// What is in a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Tiles(Vec<Chunk>),
    Objects(Vec<Object>),
    /// Anything else, by its name.
    Other(String),
}

/// A rectangle of tiles, row by row; 0 for none.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
    pub tiles: Vec<u32>,
}

/// Something at a place in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub name: String,
    pub class: String,
    pub at: [f64; 2],
    pub size: [f64; 2],
    pub shape: Shape,
    pub properties: Properties,
}

/// What an object is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    #[default]
    Rectangle,
    Point,
    /// A tile; it stands on its place.
    Tile(u32),
    /// Points from the place on.
    Polyline(Vec<[f64; 2]>),
    Polygon(Vec<[f64; 2]>),
    Text(String),
    /// Anything else, by its name.
    Other(String),
}

/// The bits of a tile's number that say how it is turned.
pub const TURNED: u32 = 0xf000_0000;
