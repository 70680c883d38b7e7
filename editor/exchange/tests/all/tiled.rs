//! Tiled maps out and in again, others' maps in, and hostile ones refused.

use std::io::Write as _;

use base64::Engine as _;
use proptest::prelude::*;
use salient_exchange::tiled::{self, Spelling};
use salient_exchange::{ImportError, Imported};
use salient_schema::map::{Orientation, Pushed};
use salient_schema::{Bundle, to_canonical_json};

use crate::foreign;

const BOTH: [Spelling; 2] = [Spelling::Xml, Spelling::Json];

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

fn open(name: &str, text: &str) -> Result<Imported, ImportError> {
    tiled::read(name, text.as_bytes(), &nothing, None)
}

fn sorted(bundle: &Bundle) -> String {
    let mut map = bundle.map.clone();
    map.sort();
    map.ruleset.clone_from(&bundle.ruleset.id);
    to_canonical_json(&map).unwrap()
}

#[test]
fn every_map_comes_back_whole() {
    for (name, bundle) in foreign::bundles() {
        for spelling in BOTH {
            let parcel = tiled::write(&bundle, spelling).unwrap();
            let file = &parcel.files[0];
            let ruleset = Some(bundle.ruleset.clone());
            let back = tiled::read(&file.name, &file.bytes, &nothing, ruleset)
                .unwrap_or_else(|error| panic!("{error}"));
            foreign::same_text(&name, &sorted(&bundle), &to_canonical_json(&back.map).unwrap());
            let counters = bundle.scenario.setup.placements.iter().map(|p| p.counters.len());
            assert_eq!(
                back.losses.losses.len(),
                counters.sum::<usize>(),
                "{name}: {}",
                back.losses
            );
        }
    }
}

/// Each stagger says the same of the same hexes.
#[test]
fn all_staggers_agree() {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        for pushed in [Pushed::First, Pushed::Second] {
            let mut bundle = foreign::small();
            bundle.map.grid.orientation = orientation;
            bundle.map.grid.pushed = pushed;
            bundle.map.hexsides.items.clear();
            bundle.map.lines.items.clear();
            bundle.map.paths.items.clear();
            let parcel = tiled::write(&bundle, Spelling::Xml).unwrap();
            let text = String::from_utf8(parcel.files[0].bytes.clone()).unwrap();
            let axis = if orientation == Orientation::FlatTopped { "x" } else { "y" };
            let index = if pushed == Pushed::First { "even" } else { "odd" };
            assert!(text.contains(&format!("staggeraxis=\"{axis}\" staggerindex=\"{index}\"")));
            // Without the property, as somebody else's: the objects' places alone tell the hexes.
            let stripped =
                text.replacen("<property name=\"salient\"", "<property name=\"other\"", 1);
            let back = open("x.tmx", &stripped).unwrap();
            assert_eq!((back.map.grid.orientation, back.map.grid.pushed), (orientation, pushed));
            let hexes = |items: &[salient_schema::map::Feature],
                         grid: &salient_schema::map::Grid| {
                let mut hexes: Vec<_> =
                    items.iter().filter_map(|item| grid.parse_hex(&item.hex)).collect();
                hexes.sort();
                hexes.dedup();
                hexes
            };
            let features: Vec<_> =
                back.map.features.items.iter().filter(|f| f.kind == "feature").cloned().collect();
            let ours = hexes(&bundle.map.features.items, &bundle.map.grid);
            assert_eq!(hexes(&features, &back.map.grid), ours);
        }
    }
}

/// What moved in Tiled is where it is now.
#[test]
fn a_feature_that_was_moved_is_in_its_new_hex() {
    let bundle = foreign::small();
    let parcel = tiled::write(&bundle, Spelling::Json).unwrap();
    let mut map: serde_json::Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
    let layers = map["layers"].as_array_mut().unwrap();
    let layer = layers.iter_mut().find(|layer| layer["name"] == "features").unwrap();
    let y = layer["objects"][0]["y"].as_f64().unwrap();
    layer["objects"][0]["y"] = serde_json::json!(y + 104.0);
    let back = open("x.tmj", &map.to_string()).unwrap();
    assert!(
        back.map.features.items.iter().any(|item| item.hex == "3802" && item.kind == "redoubt")
    );
    assert!(back.losses.losses.iter().any(|loss| loss.why.contains("moved there from 3801")));
}

fn packed(tiles: &[u32], compression: &str) -> String {
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let level = flate2::Compression::default();
    let packed = match compression {
        "zlib" => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(&bytes).unwrap();
            encoder.finish().unwrap()
        }
        "gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(&bytes).unwrap();
            encoder.finish().unwrap()
        }
        "zstd" => ruzstd::encoding::compress_to_vec(
            bytes.as_slice(),
            ruzstd::encoding::CompressionLevel::Fastest,
        ),
        _ => bytes,
    };
    base64::engine::general_purpose::STANDARD.encode(packed)
}

fn tmx(attributes: &str, data: &str) -> String {
    format!(
        "<map orientation=\"hexagonal\" width=\"3\" height=\"2\" tilewidth=\"64\" tileheight=\"56\" \
         hexsidelength=\"32\" staggeraxis=\"x\" staggerindex=\"odd\"{attributes}>\
         <tileset firstgid=\"1\" name=\"land\"><tile id=\"0\" type=\"Open ground\"/>\
         <tile id=\"1\"><properties><property name=\"terrain\" value=\"forest\"/></properties></tile>\
         <tile id=\"2\"><image source=\"art/deep-lake.png\"/></tile></tileset>{data}</map>"
    )
}

fn kinds(map: &salient_schema::Map) -> Vec<String> {
    let kind = |glyph: char| map.terrain.palette[&glyph.to_string()].clone();
    map.terrain.rows.iter().flat_map(|row| row.chars().map(kind)).collect()
}

const KINDS: [&str; 6] =
    ["open-ground", "forest", "deep-lake", "land-7", "open-ground", "open-ground"];

#[test]
fn every_packing_is_read() {
    let tiles = [1, 2, 3, 8, 1, 1];
    let mut files = vec![
        tmx(
            "",
            "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"csv\">1,2,3,\n8,1,1\n</data></layer>",
        ),
        tmx(
            "",
            &format!(
                "<layer width=\"3\" height=\"2\"><data>{}</data></layer>",
                tiles.map(|tile| format!("<tile gid=\"{tile}\"/>")).concat()
            ),
        ),
    ];
    for compression in ["", "zlib", "gzip", "zstd"] {
        let data = packed(&tiles, compression);
        files.push(tmx("", &format!(
            "<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"{compression}\">\n {data}\n</data></layer>"
        )));
        let json = serde_json::json!({
            "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 64, "tileheight": 56,
            "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd",
            "tilesets": [{ "firstgid": 1, "source": "land.tsx" }],
            "layers": [{ "type": "tilelayer", "name": "a", "width": 3, "height": 2,
                         "encoding": "base64", "compression": compression, "data": data }]
        });
        files.push(json.to_string());
    }
    let outer = "<tileset name=\"land\"><tile id=\"0\" class=\"Open ground\"/>\
                 <tile id=\"1\" type=\"forest\"/><tile id=\"2\" type=\"deep-lake\"/></tileset>";
    let beside = |name: &str| (name == "land.tsx").then(|| outer.as_bytes().to_vec());
    for file in files {
        let back = tiled::read("x.tmx", file.as_bytes(), &beside, None)
            .unwrap_or_else(|error| panic!("{error}\n{file}"));
        assert_eq!(kinds(&back.map), KINDS, "{file}");
        assert_eq!(back.ruleset.terrain.len(), 4);
        let grid = &back.map.grid;
        assert_eq!((grid.orientation, grid.pushed), (Orientation::FlatTopped, Pushed::Second));
    }
}

/// An endless map that begins in an odd column: the first of ours is then the pushed one.
#[test]
fn an_endless_map_begins_where_its_tiles_do() {
    let data = "<layer width=\"3\" height=\"2\"><data encoding=\"csv\">\
                <chunk x=\"-16\" y=\"0\" width=\"2\" height=\"1\">0,1</chunk>\
                <chunk x=\"-14\" y=\"0\" width=\"2\" height=\"2\">2,0,3,2</chunk></data></layer>\
                <objectgroup name=\"towns\"><object name=\"Ham\" x=\"-640\" y=\"28\"><point/></object>\
                <object name=\"Nowhere\" x=\"672\" y=\"28\"><point/></object>\
                <object name=\"Somme\" x=\"0\" y=\"0\"><polyline points=\"0,0 5,5\"/></object></objectgroup>\
                <imagelayer name=\"scan\"/><wangsets/>";
    let back = open("x.tmx", &tmx(" infinite=\"1\"", data)).unwrap();
    let grid = &back.map.grid;
    assert_eq!((grid.columns, grid.rows, grid.pushed), (3, 2, Pushed::First));
    assert_eq!(kinds(&back.map)[..3], ["open-ground", "forest", "off-map"]);
    // Column -14 is the second of three, and even: not pushed.
    let town = &back.map.features.items[0];
    assert_eq!((town.hex.as_str(), town.kind.as_str()), ("0201", "towns"));
    let lost: Vec<(&str, &str)> =
        back.losses.losses.iter().map(|loss| (loss.kind.as_str(), loss.which.as_str())).collect();
    let expected = [
        ("element", "<wangsets>"),
        ("hex", "0102"),
        ("hex", "0301"),
        ("layer", "scan"),
        ("object", "Nowhere"),
        ("object", "Somme"),
    ];
    assert_eq!(lost, expected, "{}", back.losses);
}

#[test]
fn hostile_maps_are_refused() {
    let layer = |data: &str| tmx("", &format!("<layer width=\"3\" height=\"2\">{data}</layer>"));
    let bomb = {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&vec![0; 64 << 20]).unwrap();
        base64::engine::general_purpose::STANDARD.encode(encoder.finish().unwrap())
    };
    let cases: [(String, &str); 13] = [
        ("".to_owned(), "neither XML nor JSON"),
        ("{}".to_owned(), "no layers"),
        ("<a/>".to_owned(), "no element <map>"),
        ("<!DOCTYPE m [<!ENTITY a \"b\">]><map>&a;</map>".to_owned(), "DTD"),
        ("<map>".to_owned(), "cannot be read"),
        (tmx("", "").replace("hexagonal", "isometric"), "`isometric`"),
        (tmx("", ""), "no tiles"),
        (layer("<data encoding=\"csv\">1,2</data>"), "2 tiles and should have 6"),
        (layer("<data encoding=\"csv\">1,2,x,1,1,1</data>"), "no number"),
        (layer("<data encoding=\"base64\">!!</data>"), "no base64"),
        (
            layer(&format!("<data encoding=\"base64\" compression=\"zlib\">{bomb}</data>")),
            "more than 24 bytes",
        ),
        (layer("<data encoding=\"base64\" compression=\"rar\">AAAA</data>"), "`rar`"),
        (layer("<data encoding=\"csv\"></data>").replace("=\"3\"", "=\"4000000000\""), "tiles"),
    ];
    for (file, what) in cases {
        let error = open("x.tmx", &file).unwrap_err();
        assert!(error.what.contains(what), "{error}");
    }
    let deep = format!("<map>{}", "<group>".repeat(50_000));
    assert!(open("x.tmx", &deep).is_err());
    let nested = format!("<map>{}{}</map>", "<group>".repeat(300), "</group>".repeat(300));
    assert!(open("x.tmx", &nested).unwrap_err().what.contains("128 deep"));
}

/// A layer of two columns that is packed small and unpacks to hundreds of megabytes.
#[test]
fn packed_layers_unpack_to_no_more_than_their_tiles() {
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let megabyte = vec![0; 1 << 20];
    let level = flate2::Compression::best();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), level);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), level);
    for _ in 0..300 {
        zlib.write_all(&megabyte).unwrap();
        gzip.write_all(&megabyte).unwrap();
    }
    // Frames of zstd: a block of so many kilobytes of one byte takes four.
    let zstd = |window: u8| {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, window];
        let kilobytes = if window == 0 { 1_u32 } else { 128 };
        for last in (0..2400_u32).rev() {
            let head = u32::from(last == 0) | 1 << 1 | kilobytes << 13;
            frame.extend(&head.to_le_bytes()[..3]);
            frame.push(1);
        }
        frame
    };
    let small = "the layer `ground` unpacks to more than 24 bytes";
    let large = "the layer `ground` asks for 2097152 MB of memory to be unpacked; at most 8 MB";
    let cases = [
        ("zlib", base64(&zlib.finish().unwrap()), small),
        ("gzip", base64(&gzip.finish().unwrap()), small),
        ("zstd", base64(&zstd(0)), small),
        ("zstd", base64(&zstd(31 << 3)), large),
    ];
    for (compression, data, what) in cases {
        assert!(data.len() < 1 << 20, "a bomb is small");
        let xml = format!(
            "<layer name=\"ground\" width=\"3\" height=\"2\">\
             <data encoding=\"base64\" compression=\"{compression}\">{data}</data></layer>"
        );
        let json = serde_json::json!({
            "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 64, "tileheight": 56,
            "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd", "tilesets": [],
            "layers": [{ "type": "tilelayer", "name": "ground", "width": 3, "height": 2,
                         "encoding": "base64", "compression": compression, "data": data }]
        });
        for file in [tmx("", &xml), json.to_string()] {
            let error = open("x.tmx", &file).unwrap_err();
            assert_eq!(error.place, "x.tmx");
            assert!(error.what.starts_with(what), "{compression}: {error}");
        }
    }
}

/// Endless maps whole: chunks to all sides, groups, several layers, the names of places.
#[test]
fn an_endless_map_is_read_whole() {
    let chunk = |x: i32, y: i32, tile: u32| {
        let data = vec![tile.to_string(); 16].join(",");
        format!("<chunk x=\"{x}\" y=\"{y}\" width=\"4\" height=\"4\">{data}</chunk>")
    };
    let ground = [chunk(-4, -4, 1), chunk(0, -4, 2), chunk(-4, 0, 2), chunk(4, 0, 1)].concat();
    let over = format!(
        "<chunk x=\"8\" y=\"0\" width=\"2\" height=\"2\">0,3,0,0</chunk>{}",
        "<chunk x=\"-4\" y=\"0\" width=\"2\" height=\"2\">3,0,0,0</chunk>"
    );
    let layers = format!(
        "<tileset firstgid=\"1\" name=\"set\" tilewidth=\"64\" tileheight=\"56\"/>\
         <group name=\"all\"><layer name=\"ground\" width=\"8\" height=\"4\">\
         <data encoding=\"csv\">{ground}</data></layer>\
         <layer name=\"over\" width=\"8\" height=\"4\"><data encoding=\"csv\">{over}</data></layer></group>\
         <objectgroup name=\"places\"><object name=\"Near\" x=\"-100\" y=\"-100\"><point/></object>\
         <object name=\"Far\" x=\"9000\" y=\"0\"><point/></object></objectgroup>"
    );
    let nothing = |_: &str| None;
    let file = tmx(" infinite=\"1\"", &layers);
    let back = tiled::read("x.tmx", file.as_bytes(), &nothing, None).unwrap();
    let counted = foreign::counted(&back);
    // 64 tiles on the ground, two over it, two places of which one lies off the map.
    assert_eq!((counted.seen, counted.placed, counted.told), (68, 67, 1), "{}", back.losses);
    assert_eq!((back.map.grid.columns, back.map.grid.rows), (14, 8));
    let names: Vec<&str> =
        back.map.features.items.iter().filter_map(|item| item.name.as_deref()).collect();
    assert_eq!(names, ["Near"]);
}

/// Terrain that is only a picture looks as its tiles do.
#[test]
fn terrain_has_the_mean_colour_of_its_tiles() {
    let mut picture = image::RgbaImage::from_pixel(128, 56, image::Rgba([40, 120, 60, 255]));
    for (_, _, pixel) in picture.enumerate_pixels_mut().filter(|(x, ..)| *x >= 64) {
        *pixel = image::Rgba([30, 60, 200, 255]);
    }
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let data = "<tileset firstgid=\"1\" source=\"sets/hexes.tsx\"/>\
                <layer width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,2,1,2,2</data></layer>";
    let set = "<tileset name=\"hexes\" tilewidth=\"64\" tileheight=\"56\" tilecount=\"2\" columns=\"2\">\
               <image source=\"art/hexes.png\" width=\"128\" height=\"56\"/></tileset>";
    let beside = |name: &str| match name {
        "sets/hexes.tsx" => Some(set.as_bytes().to_vec()),
        "sets/art/hexes.png" => Some(png.clone()),
        other => panic!("asked for {other}"),
    };
    let back = tiled::read("x.tmx", tmx("", data).as_bytes(), &beside, None).unwrap();
    let counted = foreign::counted(&back);
    assert!(counted.agrees() && counted.placed == 6, "{counted}");
    let fills: Vec<Option<&str>> =
        back.ruleset.terrain.iter().map(|kind| kind.look.fill.as_deref()).collect();
    assert_eq!(fills, [Some("#28783c"), Some("#1e3cc8")]);
    // No picture, and one that is none: the colours are drafted from the names.
    for bytes in [None, Some(b"\x89PNG\r\n\x1a\nno".to_vec())] {
        let beside = |name: &str| match name {
            "sets/hexes.tsx" => Some(set.as_bytes().to_vec()),
            _ => bytes.clone(),
        };
        assert!(tiled::read("x.tmx", tmx("", data).as_bytes(), &beside, None).is_ok());
    }
}

/// Files of its own are asked for by the way from the map's folder, up as well; whoever gives them says
/// what may be had. Other disks and other servers are not asked.
#[test]
fn tilesets_are_asked_for_by_the_way_from_the_map() {
    let with = |source: &str| {
        format!(
            "<tileset firstgid=\"9\" source=\"{source}\"/>\
             <layer width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,1,1,1,9</data></layer>"
        )
    };
    let told = |back: &Imported, which: &str| {
        let mut losses = back.losses.losses.iter();
        losses.any(|loss| loss.which == which && loss.why.contains("outside of the project's"))
    };
    for source in ["/etc/secret.tsx", "C:/secret.tsx", "file:///etc/secret.tsx"] {
        let never = |name: &str| panic!("asked for {name}");
        let back = tiled::read("x.tmx", tmx("", &with(source)).as_bytes(), &never, None).unwrap();
        assert!(back.losses.losses.iter().any(|loss| loss.kind == "tileset"), "{}", back.losses);
    }
    let back = tiled::read("x.tmx", tmx("", &with("../../secret.tsx")).as_bytes(), &nothing, None);
    assert!(told(&back.unwrap(), "../../secret.tsx"));
    // Pictures are named as seen from the tileset; a backslash is a slash of another system.
    for source in ["../sets/./land.tsx", "..\\sets\\land.tsx"] {
        let asked = std::cell::RefCell::new(Vec::new());
        let beside = |name: &str| {
            asked.borrow_mut().push(name.to_owned());
            let set = "<tileset name=\"l\" tilewidth=\"9\" tileheight=\"9\"><image source=\"../art/l.png\"/>\
                       <tile id=\"0\" type=\"Heath\"/></tileset>";
            name.ends_with(".tsx").then(|| set.as_bytes().to_vec())
        };
        let back = tiled::read("x.tmx", tmx("", &with(source)).as_bytes(), &beside, None).unwrap();
        assert_eq!(kinds(&back.map)[5], "heath");
        assert_eq!(*asked.borrow(), ["../sets/land.tsx", "../art/l.png"]);
    }
}

/// What an object does not say itself its template does, whichever of the two spellings either has.
#[test]
fn objects_by_template_are_whole() {
    let tile_xml = "<template><tileset firstgid=\"1\" source=\"../sets/things.tsx\"/>\
                    <object name=\"Keep\" gid=\"2\" width=\"64\" height=\"56\"/></template>";
    let tile_json = r#"{"type":"template","tileset":{"firstgid":1,"source":"../sets/things.tsx"},
        "object":{"name":"Keep","gid":2,"width":64,"height":56,"x":0,"y":0}}"#;
    let town_xml = "<template><object type=\"town\" name=\"Ham\" width=\"20\" height=\"10\">\
                    <properties><property name=\"walls\" value=\"old\"/></properties><point/></object></template>";
    let town_json = r#"{"type":"template","object":{"type":"town","name":"Ham","point":true,
        "width":20,"height":10,"properties":[{"name":"walls","type":"string","value":"old"}]}}"#;
    let line =
        "<template><object name=\"Somme\"><polyline points=\"0,0 9,9\"/></object></template>";
    let things = "<tileset name=\"things\" tilewidth=\"64\" tileheight=\"56\" tilecount=\"2\">\
                  <tile id=\"1\" type=\"fort\"/></tileset>";
    let xml = tmx(
        "",
        "<layer width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,1,1,1,1</data></layer>\
         <objectgroup name=\"places\"><object id=\"1\" template=\"t/town\" x=\"32\" y=\"28\"/>\
         <object id=\"2\" template=\"t/town\" x=\"32\" y=\"84\" name=\"Guise\"/>\
         <object id=\"3\" template=\"t/town\" x=\"32\" y=\"84\" type=\"mill\"/>\
         <object id=\"4\" template=\"t/tile\" x=\"48\" y=\"84\"/>\
         <object id=\"5\" template=\"t/tile\" x=\"0\" y=\"112\" gid=\"2\"/>\
         <object id=\"6\" template=\"t/line\" x=\"0\" y=\"0\"/>\
         <object id=\"7\" template=\"t/none\" x=\"32\" y=\"28\"/>\
         <object id=\"8\" template=\"t/none\" x=\"32\" y=\"28\"><point/></object></objectgroup>",
    );
    let json = serde_json::json!({
        "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 64, "tileheight": 56,
        "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd",
        "tilesets": [{ "firstgid": 1, "name": "land", "tiles": [{ "id": 0, "type": "Open ground" },
            { "id": 1, "properties": [{ "name": "terrain", "type": "string", "value": "forest" }] }] }],
        "layers": [{ "type": "tilelayer", "width": 3, "height": 2, "data": [1, 1, 1, 1, 1, 1] },
            { "type": "objectgroup", "name": "places", "objects": [
                { "id": 1, "template": "t/town", "x": 32, "y": 28 },
                { "id": 2, "template": "t/town", "x": 32, "y": 84, "name": "Guise" },
                { "id": 3, "template": "t/town", "x": 32, "y": 84, "type": "mill" },
                { "id": 4, "template": "t/tile", "x": 48, "y": 84 },
                { "id": 5, "template": "t/tile", "x": 0, "y": 112, "gid": 2 },
                { "id": 6, "template": "t/line", "x": 0, "y": 0 },
                { "id": 7, "template": "t/none", "x": 32, "y": 28 },
                { "id": 8, "template": "t/none", "x": 32, "y": 28, "point": true }] }]
    });
    for (tile, town) in [(tile_xml, town_xml), (tile_json, town_json)] {
        for file in [xml.clone(), json.to_string()] {
            let beside = |name: &str| {
                let text = match name {
                    "t/tile" => tile,
                    "t/town" => town,
                    "t/line" => line,
                    "sets/things.tsx" => things,
                    _ => return None,
                };
                Some(text.as_bytes().to_vec())
            };
            let back = tiled::read("x.tmx", file.as_bytes(), &beside, None).unwrap();
            let features = back.map.features.items.iter();
            let found: Vec<(&str, &str, &str)> = features
                .map(|item| (&*item.hex, &*item.kind, item.name.as_deref().unwrap_or_default()))
                .collect();
            let expected = [
                ("0101", "town", "Ham"),
                ("0101", "places", ""),
                ("0102", "town", "Guise"),
                ("0102", "mill", "Ham"),
                ("0102", "forest", "Keep"),
                ("0201", "fort", "Keep"),
            ];
            let mut found = found;
            found.sort_unstable();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            assert_eq!(found, expected, "{file}");
            let mut lost: Vec<(&str, &str)> = Vec::new();
            for loss in &back.losses.losses {
                lost.push((&loss.kind, &loss.which));
            }
            assert_eq!(lost, [("object", "Somme"), ("object", "places"), ("template", "t/none")]);
            assert!(back.losses.to_string().contains("its template could not be read"));
            assert!(foreign::counted(&back).agrees());
        }
    }
}

/// A template of a few kilobytes that thousands of objects would take over.
#[test]
fn templates_multiply_within_bounds() {
    let long = "x".repeat(1 << 20);
    let template = format!("<template><object name=\"{long}\"><point/></object></template>");
    let beside = |name: &str| name.ends_with(".tx").then(|| template.as_bytes().to_vec());
    let object = "<object template=\"a.tx\" x=\"9\" y=\"9\"/>";
    let map = |objects: &str| {
        let layer =
            "<layer width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,1,1,1,1</data></layer>";
        tmx("", &format!("{layer}<objectgroup name=\"p\">{objects}</objectgroup>"))
    };
    let error = tiled::read("x.tmx", map(&object.repeat(300)).as_bytes(), &beside, None);
    assert!(error.unwrap_err().what.contains("take over more than 256 MB"));
    // The same file under many names.
    let many: String =
        (0..70).map(|number| object.replace("a.tx", &format!("{number}.tx"))).collect();
    let error = tiled::read("x.tmx", map(&many).as_bytes(), &beside, None).unwrap_err();
    assert!(error.what.contains("more than 64 MB"), "{error}");
    for (text, what) in [
        ("<template/>", "has no object"),
        ("{}", "has no object"),
        ("<template><object>", "cannot be read"),
        ("no", "neither XML nor JSON"),
    ] {
        let beside = |_: &str| Some(text.as_bytes().to_vec());
        let error = tiled::read("x.tmx", map(object).as_bytes(), &beside, None).unwrap_err();
        assert!(error.place.starts_with("a.tx") && error.what.contains(what), "{error}");
    }
}

/// Neighbouring tiles meet without a gap and without lying on each other.
#[test]
fn terrain_tiles_meet_without_a_seam() {
    for name in ["kaisers-battle", "storm-in-the-west"] {
        let bundle = foreign::bundle(&format!("tests/fixtures/{name}/scenario.json"));
        let flat = bundle.map.grid.orientation == Orientation::FlatTopped;
        let parcel = tiled::write(&bundle, Spelling::Xml).unwrap();
        let picture = parcel.files.iter().find(|file| file.name.ends_with("-terrain.png")).unwrap();
        let picture = image::load_from_memory(&picture.bytes).unwrap().to_rgba8();
        let (width, height) = if flat { (120, 104) } else { (104, 120) };
        let tile = image::imageops::crop_imm(&picture, 0, 0, width, height).to_image();
        let mut all = vec![0_u8; 600 * 600];
        for (column, row) in (0..4_u32).flat_map(|c| (0..4_u32).map(move |r| (c, r))) {
            let (x, y) = if flat {
                (column * 90, row * 104 + column % 2 * 52)
            } else {
                (column * 104 + row % 2 * 52, row * 90)
            };
            for (px, py, pixel) in tile.enumerate_pixels() {
                all[((y + py) * 600 + x + px) as usize] += u8::from(pixel.0[3] > 127);
            }
        }
        for (x, y) in (150..300).flat_map(|x| (150..300).map(move |y| (x, y))) {
            assert_eq!(all[y * 600 + x], 1, "{name}: pixel {x}, {y} belongs to one hex");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn any_text_comes_back(name in foreign::texts()) {
        let mut bundle = foreign::small();
        bundle.scenario.setup.placements.clear();
        bundle.map.features.items[0].name = Some(name.clone());
        for spelling in BOTH {
            let parcel = tiled::write(&bundle, spelling).unwrap();
            let mended = parcel.losses.losses.iter().any(|loss| loss.kind == "text");
            let file = &parcel.files[0];
            let back = tiled::read("x", &file.bytes, &nothing, Some(bundle.ruleset.clone())).unwrap();
            if !mended {
                prop_assert_eq!(sorted(&bundle), to_canonical_json(&back.map).unwrap());
            }
        }
    }

    #[test]
    fn mangled_files_do_no_harm(edits in foreign::edits(), xml in any::<bool>()) {
        let files = FILES.get_or_init(|| BOTH.map(|spelling| {
            tiled::write(&foreign::small(), spelling).unwrap().files.remove(0).bytes
        }));
        let mut bytes = files[usize::from(xml)].clone();
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&tiled::read("mangled", &bytes, &nothing, None));
    }

    #[test]
    fn mangled_templates_do_no_harm(edits in foreign::edits(), xml in any::<bool>()) {
        let template = match xml {
            true => "<template><tileset firstgid=\"1\" source=\"t.tsx\"/><object name=\"a\" gid=\"2\" width=\"9\" height=\"9\"/></template>",
            false => r#"{"type":"template","tileset":{"firstgid":1,"source":"t.tsx"},"object":{"name":"a","gid":2,"width":9,"height":9}}"#,
        };
        let mut bytes = template.as_bytes().to_vec();
        foreign::mangle(&mut bytes, &edits);
        let map = tmx("", "<layer width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,1,1,1,1</data></layer>\
            <objectgroup name=\"p\"><object template=\"a.tx\" x=\"9\" y=\"9\"/></objectgroup>");
        foreign::harmless(&tiled::read("x.tmx", map.as_bytes(), &|_: &str| Some(bytes.clone()), None));
    }

    #[test]
    fn any_packed_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..60), how in 0_usize..4) {
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        let how = ["", "zlib", "gzip", "zstd"][how];
        let data = format!(
            "<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"{how}\">{data}</data></layer>"
        );
        let _ = open("any", &tmx("", &data));
    }
}

static FILES: std::sync::OnceLock<[Vec<u8>; 2]> = std::sync::OnceLock::new();

/// A hexagonal map of three by two, with an empty cell.
fn with_a_gap(doctype: &str, orientation: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>{doctype}
<map version="1.0" orientation="{orientation}" width="3" height="2" tilewidth="14" tileheight="12" hexsidelength="6" staggeraxis="y" staggerindex="odd">
 <tileset firstgid="1" name="ground" tilewidth="14" tileheight="12"/>
 <layer name="Ground" width="3" height="2"><data encoding="csv">1,1,0,
2,1,1</data></layer>
</map>"#
    )
}

#[test]
fn a_cell_without_a_tile_is_off_the_map() {
    let back = tiled::read("a.tmx", with_a_gap("", "hexagonal").as_bytes(), &|_| None, None);
    let back = back.unwrap_or_else(|error| panic!("{error}"));
    let terrain = &back.map.terrain;
    let glyph = terrain.rows[0].chars().nth(2).unwrap().to_string();
    assert_eq!(terrain.palette[&glyph], "off-map");
    assert!(back.losses.to_string().contains("off the map"), "{}", back.losses);
}

/// Tiled before 0.10 wrote where its DTD is.
#[test]
fn a_map_of_an_old_tiled_is_read() {
    let doctype = r#"<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">"#;
    let back = tiled::read("a.tmx", with_a_gap(doctype, "hexagonal").as_bytes(), &|_| None, None);
    assert!(back.is_ok(), "{}", back.unwrap_err());
}

#[test]
fn a_drawing_of_squares_is_refused_for_what_it_is() {
    let said = tiled::read("a.tmx", with_a_gap("", "orthogonal").as_bytes(), &|_| None, None);
    let said = said.unwrap_err().to_string();
    assert!(said.contains("squares") && said.contains("`orthogonal`"), "{said}");
}

/// What somebody wrote of the map stays as notes; what he wrote of a layer or group is told of.
#[test]
fn properties_are_kept_or_told_of() {
    let property = |name: &str, value: &str| {
        format!("<properties><property name=\"{name}\" value=\"{value}\"/></properties>")
    };
    let data = format!(
        "{}<group id=\"2\" name=\"All\">{}<layer id=\"3\" name=\"Ground\" width=\"3\" height=\"2\">{}\
         <data encoding=\"csv\">1,2,3,8,1,1</data></layer></group>",
        property("author", "Ada"),
        property("mood", "dark"),
        property("speed", "9"),
    );
    let xml = open("a.tmx", &tmx("", &data)).unwrap();
    let json = r#"{"orientation":"hexagonal","width":3,"height":2,"tilewidth":64,"tileheight":56,
        "hexsidelength":32,"staggeraxis":"x","staggerindex":"odd",
        "properties":[{"name":"author","type":"string","value":"Ada"}],
        "tilesets":[{"firstgid":1,"name":"land","tiles":[{"id":0,"type":"Open ground"}]}],
        "layers":[{"type":"group","name":"All","properties":[{"name":"mood","type":"string","value":"dark"}],
          "layers":[{"type":"tilelayer","name":"Ground","width":3,"height":2,"data":[1,1,1,1,1,1],
            "properties":[{"name":"speed","type":"int","value":9}]}]}]}"#;
    let json = open("a.tmj", json).unwrap();
    for back in [xml, json] {
        assert!(back.map.notes.contains(&"author: Ada".to_owned()));
        let told = back.losses.to_string();
        for what in ["speed of the layer “Ground”", "mood of the layer “All”"] {
            assert!(told.contains(what), "{told}");
        }
        assert!(!told.contains("author"), "what is kept is not told of: {told}");
    }
}
