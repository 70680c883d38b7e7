//! The two spellings of a map.

use std::fmt::Write as _;

use serde_json::{Map as Object_, Value, json};

use super::model::{Content, Layer, Object, Properties, Property, Shape, TiledMap, Tileset};

/// `.tmj`
pub fn json(map: &TiledMap) -> Value {
    let mut next = 1;
    let layers: Vec<Value> = map
        .layers
        .iter()
        .enumerate()
        .map(|(at, layer)| json_layer(at + 1, layer, map, &mut next))
        .collect();
    json!({
        "type": "map", "version": "1.8", "tiledversion": "1.8.2", "compressionlevel": -1,
        "orientation": map.orientation, "renderorder": "right-down", "infinite": false,
        "width": map.width, "height": map.height,
        "tilewidth": map.tile[0], "tileheight": map.tile[1],
        "hexsidelength": map.hex_side, "staggeraxis": axis(map), "staggerindex": index(map),
        "properties": json_properties(&map.properties),
        "tilesets": map.tilesets.iter().map(json_tileset).collect::<Vec<_>>(),
        "nextlayerid": map.layers.len() + 1, "nextobjectid": next, "layers": layers,
    })
}

fn axis(map: &TiledMap) -> &'static str {
    if map.stagger_x { "x" } else { "y" }
}

fn index(map: &TiledMap) -> &'static str {
    if map.stagger_even { "even" } else { "odd" }
}

fn json_properties(properties: &Properties) -> Vec<Value> {
    let property = |(name, property): (&String, &Property)| {
        let (kind, value) = match property {
            Property::Text(text) => ("string", json!(text)),
            Property::Whole(number) => ("int", json!(number)),
            Property::Number(number) => ("float", json!(number)),
            Property::Flag(flag) => ("bool", json!(flag)),
        };
        json!({ "name": name, "type": kind, "value": value })
    };
    properties.iter().map(property).collect()
}

fn json_tileset(set: &Tileset) -> Value {
    let (image, size) = set.image.clone().unwrap_or_default();
    let tiles: Vec<Value> = set
        .tiles
        .iter()
        .map(|(id, tile)| {
            json!({ "id": id, "type": tile.class, "properties": json_properties(&tile.properties) })
        })
        .collect();
    json!({
        "firstgid": set.first, "name": set.name, "tilewidth": set.tile[0], "tileheight": set.tile[1],
        "tilecount": set.count, "columns": set.columns, "margin": 0, "spacing": 0,
        "image": image, "imagewidth": size[0], "imageheight": size[1], "tiles": tiles,
    })
}

fn json_layer(id: usize, layer: &Layer, map: &TiledMap, next: &mut u32) -> Value {
    let mut out = Object_::new();
    out.insert("id".into(), json!(id));
    out.insert("name".into(), json!(layer.name));
    out.insert("opacity".into(), json!(1));
    out.insert("visible".into(), json!(layer.visible));
    out.insert("x".into(), json!(0));
    out.insert("y".into(), json!(0));
    match &layer.content {
        Content::Tiles(chunks) => {
            out.insert("type".into(), json!("tilelayer"));
            out.insert("width".into(), json!(map.width));
            out.insert("height".into(), json!(map.height));
            let tiles: Vec<u32> = chunks.iter().flat_map(|chunk| chunk.tiles.clone()).collect();
            out.insert("data".into(), json!(tiles));
        }
        Content::Objects(objects) => {
            out.insert("type".into(), json!("objectgroup"));
            out.insert("draworder".into(), json!("index"));
            if let Some(colour) = &layer.colour {
                out.insert("color".into(), json!(colour));
            }
            let objects: Vec<Value> =
                objects.iter().map(|object| json_object(object, next)).collect();
            out.insert("objects".into(), json!(objects));
        }
        Content::Other(_) => {}
    }
    Value::Object(out)
}

fn json_object(object: &Object, next: &mut u32) -> Value {
    let id = *next;
    *next += 1;
    let mut out = json!({
        "id": id, "name": object.name, "type": object.class, "rotation": 0, "visible": true,
        "x": object.at[0], "y": object.at[1], "width": object.size[0], "height": object.size[1],
        "properties": json_properties(&object.properties),
    });
    let Some(fields) = out.as_object_mut() else { return out };
    let points = |points: &[[f64; 2]]| {
        Value::Array(points.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect())
    };
    let (name, value) = match &object.shape {
        Shape::Point => ("point", json!(true)),
        Shape::Tile(tile) => ("gid", json!(tile)),
        Shape::Polyline(along) => ("polyline", points(along)),
        Shape::Polygon(along) => ("polygon", points(along)),
        Shape::Text(text) => (
            "text",
            json!({ "text": text, "pixelsize": LETTERS, "halign": "center", "valign": "center", "wrap": true }),
        ),
        Shape::Rectangle | Shape::Other(_) => return out,
    };
    fields.insert(name.to_owned(), value);
    out
}

/// The size of written labels, in pixels.
const LETTERS: u32 = 20;

/// `.tmx`
pub fn xml(map: &TiledMap) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let objects = map.layers.iter().map(|layer| match &layer.content {
        Content::Objects(objects) => objects.len(),
        _ => 0,
    });
    let _ = writeln!(
        out,
        "<map version=\"1.8\" tiledversion=\"1.8.2\" orientation=\"{}\" renderorder=\"right-down\" \
         width=\"{}\" height=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" infinite=\"0\" \
         hexsidelength=\"{}\" staggeraxis=\"{}\" staggerindex=\"{}\" nextlayerid=\"{}\" \
         nextobjectid=\"{}\">",
        escaped(&map.orientation),
        map.width,
        map.height,
        map.tile[0],
        map.tile[1],
        map.hex_side,
        axis(map),
        index(map),
        map.layers.len() + 1,
        objects.sum::<usize>() + 1,
    );
    xml_properties(&map.properties, " ", &mut out);
    for set in &map.tilesets {
        xml_tileset(set, &mut out);
    }
    let mut next = 1;
    for (at, layer) in map.layers.iter().enumerate() {
        xml_layer(at + 1, layer, map, &mut next, &mut out);
    }
    out.push_str("</map>\n");
    out
}

fn xml_tileset(set: &Tileset, out: &mut String) {
    let _ = writeln!(
        out,
        " <tileset firstgid=\"{}\" name=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" tilecount=\"{}\" \
         columns=\"{}\">",
        set.first,
        escaped(&set.name),
        set.tile[0],
        set.tile[1],
        set.count,
        set.columns
    );
    if let Some((image, [width, height])) = &set.image {
        let image = escaped(image);
        let _ =
            writeln!(out, "  <image source=\"{image}\" width=\"{width}\" height=\"{height}\"/>");
    }
    for (id, tile) in &set.tiles {
        let _ = writeln!(out, "  <tile id=\"{id}\" type=\"{}\">", escaped(&tile.class));
        xml_properties(&tile.properties, "   ", out);
        out.push_str("  </tile>\n");
    }
    out.push_str(" </tileset>\n");
}

fn xml_properties(properties: &Properties, indent: &str, out: &mut String) {
    if properties.is_empty() {
        return;
    }
    let _ = writeln!(out, "{indent}<properties>");
    for (name, property) in properties {
        let (kind, value) = match property {
            Property::Text(text) => ("", escaped(text)),
            Property::Whole(number) => (" type=\"int\"", number.to_string()),
            Property::Number(number) => (" type=\"float\"", number.to_string()),
            Property::Flag(flag) => (" type=\"bool\"", flag.to_string()),
        };
        let name = escaped(name);
        let _ = writeln!(out, "{indent} <property name=\"{name}\"{kind} value=\"{value}\"/>");
    }
    let _ = writeln!(out, "{indent}</properties>");
}

fn xml_layer(id: usize, layer: &Layer, map: &TiledMap, next: &mut u32, out: &mut String) {
    let name = escaped(&layer.name);
    let hidden = if layer.visible { "" } else { " visible=\"0\"" };
    match &layer.content {
        Content::Tiles(chunks) => {
            let _ = writeln!(
                out,
                " <layer id=\"{id}\" name=\"{name}\" width=\"{}\" height=\"{}\"{hidden}>\n  <data encoding=\"csv\">",
                map.width, map.height
            );
            let tiles: Vec<u32> = chunks.iter().flat_map(|chunk| chunk.tiles.clone()).collect();
            let rows: Vec<String> = tiles
                .chunks(map.width.max(1) as usize)
                .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
                .collect();
            let _ = writeln!(out, "{}\n</data>\n </layer>", rows.join(",\n"));
        }
        Content::Objects(objects) => {
            let colour =
                layer.colour.as_ref().map(|colour| format!(" color=\"{}\"", escaped(colour)));
            let colour = colour.unwrap_or_default();
            let _ = writeln!(
                out,
                " <objectgroup{colour} id=\"{id}\" name=\"{name}\"{hidden} draworder=\"index\">"
            );
            for object in objects {
                xml_object(object, *next, out);
                *next += 1;
            }
            out.push_str(" </objectgroup>\n");
        }
        Content::Other(_) => {}
    }
}

fn xml_object(object: &Object, id: u32, out: &mut String) {
    let [x, y] = object.at;
    let gid = match object.shape {
        Shape::Tile(tile) => format!(" gid=\"{tile}\""),
        _ => String::new(),
    };
    let size = match object.size {
        [0.0, 0.0] => String::new(),
        [width, height] => format!(" width=\"{width}\" height=\"{height}\""),
    };
    let (name, class) = (escaped(&object.name), escaped(&object.class));
    let _ = writeln!(
        out,
        "  <object id=\"{id}\" name=\"{name}\" type=\"{class}\"{gid} x=\"{x}\" y=\"{y}\"{size}>"
    );
    xml_properties(&object.properties, "   ", out);
    let points = |points: &[[f64; 2]]| {
        points.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
    };
    let _ = match &object.shape {
        Shape::Point => writeln!(out, "   <point/>"),
        Shape::Polyline(along) => writeln!(out, "   <polyline points=\"{}\"/>", points(along)),
        Shape::Polygon(along) => writeln!(out, "   <polygon points=\"{}\"/>", points(along)),
        Shape::Text(text) => writeln!(
            out,
            "   <text wrap=\"1\" pixelsize=\"{LETTERS}\" halign=\"center\" valign=\"center\">{}</text>",
            escaped(text)
        ),
        Shape::Rectangle | Shape::Tile(_) | Shape::Other(_) => Ok(()),
    };
    out.push_str("  </object>\n");
}

/// Text for an attribute or between elements. What XML cannot hold at all became `\u{fffd}` before.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            _ => out.push(character),
        }
    }
    out
}

/// Whether XML can hold a character.
pub fn in_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
