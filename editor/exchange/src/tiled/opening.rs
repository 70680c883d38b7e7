//! Tiled's files, in either spelling, as a [`TiledMap`].

use roxmltree::Node;
use serde_json::Value;

use super::data;
use super::model::{
    Chunk, Content, Layer, Object, Properties, Property, Shape, Tile, TiledMap, Tileset,
};
use super::referred::{Beside, Referred, over};
use crate::{ImportError, draft, limits, markup};
use salient_schema::project::resolve;
use salient_tables::cells;

/// A map while it is read.
pub struct Reader<'b> {
    place: String,
    pub beside: Beside<'b>,
    pub referred: Referred,
    /// How many tiles its layers may still have.
    cells: u64,
}

/// Reads a `.tmx` or `.tmj` file.
///
/// # Errors
/// What is neither, what is cut or over the limits, and data that cannot be unpacked.
pub fn open(place: &str, bytes: &[u8], beside: Beside<'_>) -> Result<TiledMap, ImportError> {
    let mut reader = Reader {
        place: place.to_owned(),
        beside,
        referred: Referred::default(),
        cells: limits::HEXES * 4,
    };
    let text = draft::text_of(bytes).map_err(|what| reader.fault(what, SAVE))?;
    let map = if text.trim_start().starts_with('<') {
        let document = markup::parse(place, text, SAVE)?;
        reader.xml_map(document.root_element())?
    } else {
        let value: Value = serde_json::from_str(text).map_err(|error| ImportError {
            place: format!("{place}:{}:{}", error.line(), error.column()),
            what: format!("is neither XML nor JSON: {error}"),
            help: SAVE.to_owned(),
        })?;
        reader.json_map(&value)?
    };
    let size = u64::from(map.width) * u64::from(map.height);
    if size > limits::HEXES {
        let what = format!("says that it has {} × {} hexes", map.width, map.height);
        return Err(reader.fault(what, "a map has 1 to 4096 columns and rows"));
    }
    Ok(map)
}

const SAVE: &str = "save it as .tmx or .tmj with Tiled";

/// A fault of a file.
pub fn fault(place: &str, what: impl Into<String>, help: &str) -> ImportError {
    ImportError { place: place.to_owned(), what: what.into(), help: help.to_owned() }
}

impl Reader<'_> {
    pub fn fault(&self, what: impl Into<String>, help: &str) -> ImportError {
        fault(&self.place, what, help)
    }

    fn tiles(
        &mut self,
        found: Result<Vec<u32>, String>,
        name: &str,
        [width, height]: [u32; 2],
    ) -> Result<Vec<u32>, ImportError> {
        let wanted = u64::from(width) * u64::from(height);
        let tiles = found.and_then(|tiles| match tiles.len() as u64 {
            count if count == wanted => Ok(tiles),
            count => Err(format!("has {count} tiles and should have {wanted}")),
        });
        tiles.map_err(|what| {
            let what = format!("the layer `{}` {what}", cells::short(name));
            self.fault(what, "save it anew with Tiled")
        })
    }

    /// How many cells a layer may have, taken off what the file may have.
    fn room(&mut self, width: u32, height: u32) -> Result<[u32; 2], ImportError> {
        let cells = u64::from(width) * u64::from(height);
        self.cells = self.cells.checked_sub(cells).ok_or_else(|| {
            let what = format!("its layers have more than {} tiles", limits::HEXES * 4);
            self.fault(what, "a map has 1 to 4096 columns and rows, and few layers")
        })?;
        Ok([width, height])
    }

    // XML

    fn xml_map(&mut self, root: Node<'_, '_>) -> Result<TiledMap, ImportError> {
        if root.tag_name().name() != "map" {
            return Err(self.fault("has no element <map>", SAVE));
        }
        let mut map = TiledMap {
            orientation: text(root, "orientation"),
            width: number(root, "width"),
            height: number(root, "height"),
            tile: [number(root, "tilewidth"), number(root, "tileheight")],
            hex_side: number(root, "hexsidelength"),
            stagger_x: root.attribute("staggeraxis") == Some("x"),
            stagger_even: root.attribute("staggerindex") == Some("even"),
            ..TiledMap::default()
        };
        let size = [map.width, map.height];
        for child in root.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "properties" => map.properties = xml_properties(child),
                "tileset" => {
                    let set = self.xml_tileset(child)?;
                    map.tilesets.push(set);
                }
                "editorsettings" => {}
                _ => self.xml_layer(child, size, &mut map)?,
            }
        }
        Ok(map)
    }

    fn xml_tileset(&mut self, node: Node<'_, '_>) -> Result<Tileset, ImportError> {
        let first = number(node, "firstgid");
        if let Some(source) = node.attribute("source") {
            return self.outer(first, &resolve("", source));
        }
        Ok(xml_tileset(node, first))
    }

    fn xml_layer(
        &mut self,
        node: Node<'_, '_>,
        size: [u32; 2],
        map: &mut TiledMap,
    ) -> Result<(), ImportError> {
        let layer = |content| Layer {
            name: text(node, "name"),
            visible: node.attribute("visible") != Some("0"),
            colour: node.attribute("color").map(str::to_owned),
            content,
        };
        let of = text(node, "name");
        map.of_layers.extend(properties_of(node).into_keys().map(|name| of_layer(&name, &of)));
        match node.tag_name().name() {
            "layer" => {
                let own = |name, otherwise| match node.attribute(name) {
                    Some(_) => number(node, name),
                    None => otherwise,
                };
                let size = [own("width", size[0]), own("height", size[1])];
                let mut chunks = Vec::new();
                for data in node.children().filter(|child| child.has_tag_name("data")) {
                    chunks.extend(self.xml_data(data, &text(node, "name"), size)?);
                }
                map.layers.push(layer(Content::Tiles(chunks)));
            }
            "objectgroup" => {
                let mut objects = Vec::new();
                for object in node.children().filter(|child| child.has_tag_name("object")) {
                    let template = self.template(object.attribute("template"), map)?;
                    objects.push(xml_object(object, template));
                }
                map.layers.push(layer(Content::Objects(objects)));
            }
            "imagelayer" => map.layers.push(layer(Content::Other("picture".to_owned()))),
            "group" => {
                for child in node.children().filter(Node::is_element) {
                    if child.tag_name().name() != "properties" {
                        self.xml_layer(child, size, map)?;
                    }
                }
            }
            other => map.unknown.push(format!("<{other}>")),
        }
        Ok(())
    }

    fn xml_data(
        &mut self,
        node: Node<'_, '_>,
        name: &str,
        size: [u32; 2],
    ) -> Result<Vec<Chunk>, ImportError> {
        let encoding = node.attribute("encoding").unwrap_or_default();
        let compression = node.attribute("compression").unwrap_or_default();
        let mut chunks: Vec<Chunk> = Vec::new();
        let parts: Vec<Node<'_, '_>> =
            node.children().filter(|child| child.has_tag_name("chunk")).collect();
        let whole = if parts.is_empty() { vec![node] } else { parts };
        for part in whole {
            let is_chunk = part.has_tag_name("chunk");
            let [width, height] =
                if is_chunk { [number(part, "width"), number(part, "height")] } else { size };
            let room = self.room(width, height)?;
            let found = if encoding.is_empty() {
                let tiles = part.children().filter(|child| child.has_tag_name("tile"));
                Ok(tiles.map(|tile| number(tile, "gid")).collect())
            } else {
                let text: String = part.children().filter_map(|child| child.text()).collect();
                data::decode(&text, encoding, compression, room)
            };
            let tiles = self.tiles(found, name, room)?;
            let at = |name| part.attribute(name).and_then(|x| x.parse().ok()).unwrap_or(0);
            let [x, y] = if is_chunk { [at("x"), at("y")] } else { [0, 0] };
            chunks.push(Chunk { x, y, width, height, tiles });
        }
        Ok(chunks)
    }

    // JSON

    fn json_map(&mut self, value: &Value) -> Result<TiledMap, ImportError> {
        if value.get("layers").and_then(Value::as_array).is_none() {
            return Err(self.fault("has no layers, and is no Tiled map", SAVE));
        }
        let mut map = TiledMap {
            orientation: string(value, "orientation"),
            width: whole(value, "width"),
            height: whole(value, "height"),
            tile: [whole(value, "tilewidth"), whole(value, "tileheight")],
            hex_side: whole(value, "hexsidelength"),
            stagger_x: string(value, "staggeraxis") == "x",
            stagger_even: string(value, "staggerindex") == "even",
            properties: json_properties(value),
            ..TiledMap::default()
        };
        for set in entries(value, "tilesets") {
            let first = whole(set, "firstgid");
            let set = match set.get("source").and_then(Value::as_str) {
                Some(source) => self.outer(first, &resolve("", source))?,
                None => json_tileset(set, first),
            };
            map.tilesets.push(set);
        }
        for layer in entries(value, "layers") {
            self.json_layer(layer, &mut map)?;
        }
        Ok(map)
    }

    /// The depth of groups is limited by the reader of JSON.
    fn json_layer(&mut self, value: &Value, map: &mut TiledMap) -> Result<(), ImportError> {
        let layer = |content| Layer {
            name: string(value, "name"),
            visible: value.get("visible").and_then(Value::as_bool) != Some(false),
            colour: value.get("color").and_then(Value::as_str).map(str::to_owned),
            content,
        };
        let of = string(value, "name");
        map.of_layers.extend(json_properties(value).into_keys().map(|name| of_layer(&name, &of)));
        match string(value, "type").as_str() {
            "tilelayer" => {
                let chunks = self.json_data(value)?;
                map.layers.push(layer(Content::Tiles(chunks)));
            }
            "objectgroup" => {
                let mut objects = Vec::new();
                for object in entries(value, "objects") {
                    let template = object.get("template").and_then(Value::as_str);
                    let template = self.template(template, map)?;
                    objects.push(json_object(object, template));
                }
                map.layers.push(layer(Content::Objects(objects)));
            }
            "imagelayer" => map.layers.push(layer(Content::Other("picture".to_owned()))),
            "group" => {
                for inner in entries(value, "layers") {
                    self.json_layer(inner, map)?;
                }
            }
            other => map.unknown.push(format!("layer of type `{other}`")),
        }
        Ok(())
    }

    fn json_data(&mut self, layer: &Value) -> Result<Vec<Chunk>, ImportError> {
        let encoding = string(layer, "encoding");
        let compression = string(layer, "compression");
        let whole_layer = std::slice::from_ref(layer);
        let parts =
            layer.get("chunks").and_then(Value::as_array).map_or(whole_layer, Vec::as_slice);
        let mut chunks = Vec::new();
        for part in parts {
            let (width, height) = (whole(part, "width"), whole(part, "height"));
            let room = self.room(width, height)?;
            let found = match part.get("data") {
                Some(Value::String(text)) => {
                    let encoding = if encoding.is_empty() { "base64" } else { &encoding };
                    data::decode(text, encoding, &compression, room)
                }
                Some(Value::Array(tiles)) => tiles
                    .iter()
                    .map(|tile| tile.as_u64().and_then(|tile| u32::try_from(tile).ok()))
                    .collect::<Option<Vec<u32>>>()
                    .ok_or_else(|| "has a tile that is no number".to_owned()),
                _ => Err("has no data".to_owned()),
            };
            let tiles = self.tiles(found, &string(layer, "name"), room)?;
            let at = |name: &str| part.get(name).and_then(Value::as_i64).unwrap_or(0);
            let at = |name: &str| i32::try_from(at(name)).unwrap_or(0);
            chunks.push(Chunk { x: at("x"), y: at("y"), width, height, tiles });
        }
        Ok(chunks)
    }
}

fn text(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

pub fn number(node: Node<'_, '_>, name: &str) -> u32 {
    node.attribute(name).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn real(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

fn of_layer(property: &str, layer: &str) -> String {
    format!("{property} of the layer “{layer}”")
}

fn xml_properties(node: Node<'_, '_>) -> Properties {
    let properties = node.children().filter(|child| child.has_tag_name("property"));
    properties
        .map(|property| {
            let value = property.attribute("value").or(property.text()).unwrap_or_default();
            let kind = property.attribute("type").unwrap_or_default();
            let text = || Property::Text(value.to_owned());
            let value = match kind {
                "int" => value.parse().map_or_else(|_| text(), Property::Whole),
                "float" => value.parse().map_or_else(|_| text(), Property::Number),
                "bool" => Property::Flag(value == "true"),
                _ => text(),
            };
            (self::text(property, "name"), value)
        })
        .collect()
}

fn properties_of(node: Node<'_, '_>) -> Properties {
    let properties = node.children().find(|child| child.has_tag_name("properties"));
    properties.map(xml_properties).unwrap_or_default()
}

/// Older files say `type`, newer ones `class`.
fn class(node: Node<'_, '_>) -> String {
    node.attribute("class").or(node.attribute("type")).unwrap_or_default().to_owned()
}

pub fn xml_tileset(node: Node<'_, '_>, first: u32) -> Tileset {
    fn image<'d, 't>(node: Node<'d, 't>) -> Option<Node<'d, 't>> {
        node.children().find(|child| child.has_tag_name("image"))
    }
    let tiles = node.children().filter(|child| child.has_tag_name("tile"));
    Tileset {
        first,
        name: text(node, "name"),
        tile: [number(node, "tilewidth"), number(node, "tileheight")],
        count: number(node, "tilecount"),
        columns: number(node, "columns"),
        margin: number(node, "margin"),
        spacing: number(node, "spacing"),
        image: image(node).map(|image| {
            (text(image, "source"), [number(image, "width"), number(image, "height")])
        }),
        tiles: tiles
            .map(|tile| {
                let image = image(tile).map(|image| text(image, "source"));
                let properties = properties_of(tile);
                (number(tile, "id"), Tile { class: class(tile), properties, image })
            })
            .collect(),
        source: None,
    }
}

/// An object, with what its template says where it does not.
pub fn xml_object(node: Node<'_, '_>, template: Option<Object>) -> Object {
    let points = |points: Node<'_, '_>| -> Vec<[f64; 2]> {
        let points = points.attribute("points").unwrap_or_default().split_whitespace();
        points
            .filter_map(|point| {
                let (x, y) = point.split_once(',')?;
                Some([x.parse().ok()?, y.parse().ok()?])
            })
            .collect()
    };
    let mut shape = node.attribute("gid").map(|_| Shape::Tile(number(node, "gid")));
    for child in node.children().filter(Node::is_element) {
        shape = Some(match child.tag_name().name() {
            "point" => Shape::Point,
            "polyline" => Shape::Polyline(points(child)),
            "polygon" => Shape::Polygon(points(child)),
            "text" => Shape::Text(child.text().unwrap_or_default().to_owned()),
            "properties" => continue,
            other => Shape::Other(other.to_owned()),
        });
    }
    let own = Object {
        name: text(node, "name"),
        class: class(node),
        at: [real(node, "x"), real(node, "y")],
        size: [real(node, "width"), real(node, "height")],
        shape: Shape::default(),
        properties: properties_of(node),
    };
    over(own, shape, template)
}

fn string(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

pub fn whole(value: &Value, name: &str) -> u32 {
    let number = value.get(name).and_then(Value::as_u64).unwrap_or(0);
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn float(value: &Value, name: &str) -> f64 {
    value.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}

fn entries<'v>(value: &'v Value, name: &str) -> std::slice::Iter<'v, Value> {
    value.get(name).and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice).iter()
}

fn json_properties(value: &Value) -> Properties {
    entries(value, "properties")
        .map(|property| {
            let name = string(property, "name");
            let value = match property.get("value") {
                Some(Value::Bool(flag)) => Property::Flag(*flag),
                Some(Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
                    (Some(number), _) if string(property, "type") != "float" => {
                        Property::Whole(number)
                    }
                    (_, Some(number)) => Property::Number(number),
                    _ => Property::Text(number.to_string()),
                },
                Some(Value::String(text)) => Property::Text(text.clone()),
                other => Property::Text(other.map(Value::to_string).unwrap_or_default()),
            };
            (name, value)
        })
        .collect()
}

fn json_class(value: &Value) -> String {
    let class = string(value, "class");
    if class.is_empty() { string(value, "type") } else { class }
}

pub fn json_tileset(value: &Value, first: u32) -> Tileset {
    let image = value.get("image").and_then(Value::as_str).filter(|image| !image.is_empty());
    Tileset {
        first,
        name: string(value, "name"),
        tile: [whole(value, "tilewidth"), whole(value, "tileheight")],
        count: whole(value, "tilecount"),
        columns: whole(value, "columns"),
        margin: whole(value, "margin"),
        spacing: whole(value, "spacing"),
        image: image.map(|image| {
            (image.to_owned(), [whole(value, "imagewidth"), whole(value, "imageheight")])
        }),
        tiles: entries(value, "tiles")
            .map(|tile| {
                let image = tile.get("image").and_then(Value::as_str).map(str::to_owned);
                let properties = json_properties(tile);
                (whole(tile, "id"), Tile { class: json_class(tile), properties, image })
            })
            .collect(),
        source: None,
    }
}

/// An object, with what its template says where it does not.
pub fn json_object(value: &Value, template: Option<Object>) -> Object {
    let points = |name: &str| -> Vec<[f64; 2]> {
        entries(value, name).map(|point| [float(point, "x"), float(point, "y")]).collect()
    };
    let flag = |name: &str| value.get(name).and_then(Value::as_bool) == Some(true);
    let has = |name: &str| value.get(name).is_some();
    let shape = if has("gid") {
        Some(Shape::Tile(whole(value, "gid")))
    } else if flag("point") {
        Some(Shape::Point)
    } else if has("polyline") {
        Some(Shape::Polyline(points("polyline")))
    } else if has("polygon") {
        Some(Shape::Polygon(points("polygon")))
    } else if let Some(text) = value.get("text") {
        Some(Shape::Text(string(text, "text")))
    } else if flag("ellipse") {
        Some(Shape::Other("ellipse".to_owned()))
    } else {
        None
    };
    let own = Object {
        name: string(value, "name"),
        class: json_class(value),
        at: [float(value, "x"), float(value, "y")],
        size: [float(value, "width"), float(value, "height")],
        shape: Shape::default(),
        properties: json_properties(value),
    };
    over(own, shape, template)
}
