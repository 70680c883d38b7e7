//! The file: unpacked, as text, and what of its XML a map is made of.

use roxmltree::{Document, Node};
use salient_schema::map::Orientation;
use salient_schema::numbering::{NumberOrder, Numbering};

use crate::{ImportError, draft, limits, markup, unpack};

const SAVE: &str = "open it with Worldographer and save it as .wxx";

/// The text of a file: packed by gzip or not, in UTF-16 or UTF-8, without its XML declaration, which
/// may say 1.1.
pub fn text_of(place: &str, bytes: &[u8]) -> Result<String, ImportError> {
    let fault = |what: String| ImportError { place: place.to_owned(), what, help: SAVE.to_owned() };
    let unpacked;
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let decoder = flate2::read::MultiGzDecoder::new(bytes);
        unpacked = unpack::at_most(decoder, limits::ENTRY_BYTES).map_err(fault)?;
        unpacked.as_slice()
    } else {
        bytes
    };
    let utf_16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let text: Result<String, _> =
            char::decode_utf16(units.iter().map(|pair| unit(*pair))).collect();
        text.ok().filter(|_| rest.is_empty()).ok_or_else(|| fault("is no UTF-16".to_owned()))
    };
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes)?,
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes)?,
        [0, b'<', ..] => utf_16(bytes, u16::from_be_bytes)?,
        [b'<', 0, ..] => utf_16(bytes, u16::from_le_bytes)?,
        _ => {
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let from = error.valid_up_to();
                fault(format!("is neither gzip nor UTF-16, and no UTF-8 from byte {from} on"))
            })?;
            text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()
        }
    };
    let declared = text.trim_start().strip_prefix("<?xml");
    let without = declared.and_then(|rest| rest.split_once("?>")).map(|(_, rest)| rest.to_owned());
    Ok(without.unwrap_or(text))
}

/// The XML of a text.
pub fn parse<'t>(place: &str, text: &'t str) -> Result<Document<'t>, ImportError> {
    markup::parse(place, text, SAVE)
}

/// What a map is made of.
pub struct Drawing<'d, 't> {
    root: Node<'d, 't>,
    /// The tiles that count, and the level that they are seen at.
    pub tiles: Node<'d, 't>,
    pub level: &'d str,
    pub orientation: Orientation,
    pub columns: u16,
    pub rows: u16,
}

impl<'d, 't> Drawing<'d, 't> {
    pub fn of(place: &str, root: Node<'d, 't>) -> Result<Self, ImportError> {
        let fault = |what: String, help: &str| ImportError {
            place: place.to_owned(),
            what,
            help: help.to_owned(),
        };
        if root.tag_name().name() != "map" {
            return Err(fault("is no map of Worldographer's".to_owned(), SAVE));
        }
        let orientation = match root.attribute("hexOrientation") {
            Some("COLUMNS") => Orientation::FlatTopped,
            Some("ROWS") => Orientation::PointyTopped,
            Some("SQUARE") => {
                let help = "draw the map on a grid of hexes: rows or columns";
                return Err(fault("is a map of squares, which has no hexes".to_owned(), help));
            }
            other => {
                let other: String = other.unwrap_or_default().chars().take(40).collect();
                let what = format!("says hexOrientation=\"{other}\", not COLUMNS or ROWS");
                return Err(fault(what, SAVE));
            }
        };
        let all = || root.children().filter(|child| child.has_tag_name("tiles"));
        let last = root.attribute("lastViewLevel").unwrap_or_default();
        let seen = all().find(|tiles| tiles.attribute("viewLevel") == Some(last));
        let tiles = seen
            .or_else(|| all().find(|tiles| tiles.has_children()))
            .ok_or_else(|| fault("has no tiles".to_owned(), SAVE))?;
        let side = |name: &str| {
            let side = tiles.attribute(name).and_then(|side| side.parse::<f64>().ok());
            // What is no number has no hexes either.
            side.filter(|side| (0.0..65_536.0).contains(side)).map_or(0, |side| side as u16)
        };
        let (columns, rows) = (side("tilesWide"), side("tilesHigh"));
        draft::within_limits(&draft::empty_map(orientation, columns, rows).grid, place)?;
        let level = tiles.attribute("viewLevel").unwrap_or_default();
        Ok(Self { root, tiles, level, orientation, columns, rows })
    }

    /// The elements of a list: `features`.
    pub fn all(&self, list: &'static str) -> impl Iterator<Item = Node<'d, 't>> + use<'d, 't> {
        let lists = self.root.children().filter(move |child| child.has_tag_name(list));
        lists.flat_map(|list| list.children()).filter(Node::is_element)
    }

    /// Whatever stands in lists of this name, however deep.
    pub fn within(&self, list: &'static str) -> impl Iterator<Item = Node<'d, 't>> + use<'d, 't> {
        let lists = self.root.children().filter(move |child| child.has_tag_name(list));
        lists.flat_map(|list| list.descendants().skip(1)).filter(Node::is_element)
    }

    /// Tiles that are seen at other levels.
    pub fn other_tiles(&self) -> impl Iterator<Item = Node<'d, 't>> + use<'d, 't> {
        let chosen = self.tiles;
        let all = self.root.children().filter(|child| child.has_tag_name("tiles"));
        all.filter(move |tiles| *tiles != chosen)
    }

    /// The names of terrain by their numbers.
    pub fn terrain(&self) -> std::collections::BTreeMap<u32, &'d str> {
        let map = self.root.children().find(|child| child.has_tag_name("terrainmap"));
        let words = map.and_then(|map| map.text()).unwrap_or_default();
        let mut words = words.split(['\t', '\n', '\r']).map(str::trim).filter(|w| !w.is_empty());
        let mut names = std::collections::BTreeMap::new();
        while let (Some(name), Some(number)) = (words.next(), words.next()) {
            if let Ok(number) = number.parse() {
                names.entry(number).or_insert(name);
            }
        }
        names
    }

    /// How the map numbers its hexes.
    pub fn number(&self, numbering: &mut Numbering) {
        let Some(says) = self.root.children().find(|child| child.has_tag_name("gridandnumbering"))
        else {
            return;
        };
        let first = |name: &str| {
            let first = says.attribute(name).and_then(|first| first.parse::<f64>().ok());
            first.filter(|first| (0.0..5000.0).contains(first)).map_or(1, |first| first as u16)
        };
        (numbering.first_column, numbering.first_row) =
            (first("numberFirstCol"), first("numberFirstRow"));
        if says.attribute("numberOrder") == Some("ROW_COL") {
            numbering.order = NumberOrder::RowColumn;
        }
        let separator = says.attribute("numberSeparator").unwrap_or_default();
        if [".", "-", ",", "_"].contains(&separator) {
            separator.clone_into(&mut numbering.separator);
        }
    }
}
