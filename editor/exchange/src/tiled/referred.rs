//! What a Tiled map keeps in files of its own, anywhere in its project: tilesets, and the templates
//! of objects. Each is named as seen from the map's folder.

use std::collections::BTreeMap;

use serde_json::Value;

use super::model::{Object, Property, Shape, TURNED, TiledMap, Tileset};
use super::opening::{
    self, Reader, json_object, json_tileset, number, whole, xml_object, xml_tileset,
};
use crate::{ImportError, draft, limits, markup};
use salient_schema::project::resolve;

/// A file of its project that a map names, by the way to it from the map's folder; none where it is
/// not to be had.
pub type Beside<'b> = &'b dyn Fn(&str) -> Option<Vec<u8>>;

/// Bytes of all tilesets and templates of a map.
const MOST_BYTES: u64 = limits::SMALL_FILE_BYTES;
/// Where the numbers of tiles begin that only templates use: none of a map is as high.
const OF_TEMPLATES: u32 = 1 << 27;
/// As many numbers has each tileset of a template, or more where it has more tiles.
const ROOM: u32 = 1 << 16;
/// What an object is of whose shape only its template would tell, which is not to be had.
pub const UNREAD: &str = "template";
/// What to do about one that cannot be read.
const ANEW: &str = "save it anew with Tiled";

/// What is asked for, if it is the way to a file from the map's folder.
pub fn ask(beside: Beside<'_>, name: &str) -> Option<Vec<u8>> {
    let is_way = !name.is_empty() && !name.starts_with('/') && !name.contains(['\0', ':']);
    is_way.then(|| beside(name)).flatten()
}

/// What was read of files of their own.
#[derive(Default)]
pub struct Referred {
    /// The first number of each tileset.
    sets: BTreeMap<String, u32>,
    /// How many numbers those have that only templates name.
    numbers: u32,
    templates: BTreeMap<String, Template>,
    /// Bytes of all, and of what objects took over from their templates.
    bytes: u64,
    copied: usize,
}

/// A template as it was read.
struct Template {
    object: Object,
    /// Bytes of what each object that is made from it takes over.
    bytes: usize,
}

impl Reader<'_> {
    /// The text of a file that the map names; none where it is not to be had.
    fn text_of(&mut self, name: &str) -> Result<Option<String>, ImportError> {
        let Some(bytes) = ask(self.beside, name) else { return Ok(None) };
        self.referred.bytes = self.referred.bytes.saturating_add(bytes.len() as u64);
        if self.referred.bytes > MOST_BYTES {
            let what = format!("its tilesets and templates have more than {} MB", MOST_BYTES >> 20);
            return Err(self.fault(what, "leave out those that it does not use"));
        }
        let text = draft::text_of(&bytes).map_err(|what| opening::fault(name, what, ANEW))?;
        Ok(Some(text.to_owned()))
    }

    /// A tileset in a file of its own.
    pub fn outer(&mut self, first: u32, name: &str) -> Result<Tileset, ImportError> {
        self.referred.sets.insert(name.to_owned(), first);
        let Some(text) = self.text_of(name)? else {
            return Ok(Tileset { first, source: Some(name.to_owned()), ..Tileset::default() });
        };
        let mut set = if is_xml(&text) {
            let document = markup::parse(name, &text, ANEW)?;
            xml_tileset(document.root_element(), first)
        } else {
            json_tileset(&json(name, &text)?, first)
        };
        // Its pictures are named as seen from its own file.
        let tiles = set.tiles.values_mut().filter_map(|tile| tile.image.as_mut());
        for image in set.image.iter_mut().map(|(image, _)| image).chain(tiles) {
            *image = resolve(name, image);
        }
        Ok(set)
    }

    /// What the template of an object says; nothing but that it is unread, where it is not to be had.
    ///
    /// # Errors
    /// One that cannot be understood, and more taken over in all than any map's objects say.
    pub fn template(
        &mut self,
        source: Option<&str>,
        map: &mut TiledMap,
    ) -> Result<Option<Object>, ImportError> {
        let Some(source) = source else { return Ok(None) };
        let name = resolve("", source);
        if !self.referred.templates.contains_key(&name) {
            let object = self.read_template(&name, map)?;
            let bytes = bytes_of(&object);
            self.referred.templates.insert(name.clone(), Template { object, bytes });
        }
        let Some(Template { object, bytes }) = self.referred.templates.get(&name) else {
            return Ok(None);
        };
        self.referred.copied = self.referred.copied.saturating_add(*bytes);
        if self.referred.copied > limits::LAYER_TEXT {
            let most = limits::LAYER_TEXT >> 20;
            let what = format!("its objects take over more than {most} MB from their templates");
            return Err(self.fault(what, "take long texts out of the templates"));
        }
        Ok(Some(object.clone()))
    }

    fn read_template(&mut self, name: &str, map: &mut TiledMap) -> Result<Object, ImportError> {
        let unread = || Object { shape: Shape::Other(UNREAD.to_owned()), ..Object::default() };
        let Some(text) = self.text_of(name)? else {
            map.lost_templates.push(name.to_owned());
            return Ok(unread());
        };
        // Tiled writes no template of a template.
        let (set, object) = if is_xml(&text) {
            let document = markup::parse(name, &text, ANEW)?;
            let root = document.root_element();
            let child = |name| root.children().find(|child| child.has_tag_name(name));
            let set = child("tileset");
            let set = set.and_then(|set| Some((number(set, "firstgid"), set.attribute("source")?)));
            let set = set.map(|(first, source)| (first, resolve(name, source)));
            (set, child("object").map(|object| xml_object(object, None)))
        } else {
            let value = json(name, &text)?;
            let set = value.get("tileset");
            let source = set.and_then(|set| set.get("source")).and_then(Value::as_str);
            let set = set.zip(source);
            let set = set.map(|(set, source)| (whole(set, "firstgid"), resolve(name, source)));
            (set, value.get("object").map(|object| json_object(object, None)))
        };
        let mut object = object.ok_or_else(|| {
            opening::fault(name, "has no object, and is no template of Tiled's", ANEW)
        })?;
        if let Shape::Tile(tile) = object.shape {
            let here = match set {
                Some((first, set)) => self.tile_here(tile, first, &set, map)?,
                None => None,
            };
            object.shape = here.map_or_else(|| unread().shape, Shape::Tile);
        }
        Ok(object)
    }

    /// What the map calls a tile of a template, whose tilesets have numbers of their own.
    fn tile_here(
        &mut self,
        tile: u32,
        first: u32,
        set: &str,
        map: &mut TiledMap,
    ) -> Result<Option<u32>, ImportError> {
        let here = match self.referred.sets.get(set) {
            Some(here) => *here,
            None => {
                let here = OF_TEMPLATES.saturating_add(self.referred.numbers);
                let outer = self.outer(here, set)?;
                let numbers = outer.count.max(ROOM);
                self.referred.numbers = self.referred.numbers.saturating_add(numbers);
                map.tilesets.push(outer);
                here
            }
        };
        let number = (tile & !TURNED).checked_sub(first).and_then(|id| here.checked_add(id));
        Ok(number.filter(|number| number & TURNED == 0).map(|number| number | tile & TURNED))
    }
}

/// What an object says itself goes before what its template does: `shape` is its own, if it has one.
pub fn over(own: Object, shape: Option<Shape>, template: Option<Object>) -> Object {
    let Some(mut object) = template else {
        return Object { shape: shape.unwrap_or_default(), ..own };
    };
    object.at = own.at;
    if !own.name.is_empty() {
        object.name = own.name;
    }
    if !own.class.is_empty() {
        object.class = own.class;
    }
    if own.size.iter().all(|side| *side > 0.0) {
        object.size = own.size;
    }
    if let Some(shape) = shape {
        object.shape = shape;
    }
    object.properties.extend(own.properties);
    object
}

fn is_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

fn json(name: &str, text: &str) -> Result<Value, ImportError> {
    serde_json::from_str(text).map_err(|error| {
        let place = format!("{name}:{}:{}", error.line(), error.column());
        opening::fault(&place, format!("is neither XML nor JSON: {error}"), ANEW)
    })
}

/// About as many bytes as an object takes.
fn bytes_of(object: &Object) -> usize {
    let text = |property: &Property| match property {
        Property::Text(text) => text.len(),
        _ => 0,
    };
    let properties = object.properties.iter();
    let properties: usize = properties.map(|(name, value)| 64 + name.len() + text(value)).sum();
    let shape = match &object.shape {
        Shape::Polyline(points) | Shape::Polygon(points) => points.len() * size_of::<[f64; 2]>(),
        Shape::Text(text) => text.len(),
        _ => 0,
    };
    object.name.len() + object.class.len() + properties + shape
}
