//! Reading geographic data: GeoJSON and CSV, a feature at a time, and grids of heights; no more of
//! them than the [limits](salient_files::limits) allow.

mod features;
mod room;
mod shape;
mod turns;

use std::collections::{BTreeMap, BTreeSet};

use geojson::{Feature, GeometryValue as Geometry, Position};
use salient_hex::earth::within_turn;
use salient_schema::map::{Fit, Georeference};
use salient_schema::recipe::GeoLayer;
use salient_schema::{Code, Diagnostic, Provenance};
use serde_json::Value;

use crate::fit::Fitted;
use crate::heights::{self, HeightGrid};
use crate::plane::Point;
use room::Room;
use shape::{Properties, not_geojson, syntax};
pub use shape::{Shape, Thing};

/// A layer that was read, laid on the plane.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name in rules.
    pub id: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// What is in it, in the order of the file.
    pub things: Vec<Thing>,
    /// The heights, if it is a grid of them; then nothing else is in it.
    pub heights: Option<HeightGrid>,
    /// Where the date line runs on the plane, if it comes near the map: data are cut there.
    pub date_line: Option<[Point; 2]>,
}

/// Reads a layer's file. `file` is its path as messages show it.
pub fn read(
    layer: &GeoLayer,
    file: &str,
    bytes: &[u8],
    fitted: &Fitted,
) -> Result<Layer, Vec<Diagnostic>> {
    let made = |things, heights| Layer {
        id: layer.id.clone(),
        provenance: layer.provenance,
        things,
        heights,
        date_line: turns::date_line(fitted),
    };
    if layer.is_heights() {
        return match heights::read(bytes) {
            Ok(heights) => Ok(made(Vec::new(), Some(heights))),
            Err(fault) => Err(vec![fault.file(file)]),
        };
    }
    let reader = Reader { layer, fitted, room: Room::LAYER };
    let csv = file.rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    let things = if csv { reader.csv(bytes) } else { reader.geojson(bytes) };
    match things {
        Ok(things) => Ok(made(things, None)),
        Err(faults) => Err(faults.into_iter().map(|fault| fault.file(file)).collect()),
    }
}

/// What a layer holds, for whoever chooses from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// How many points, lines and areas.
    pub shapes: [usize; 3],
    /// Named points, by name: degrees north and east.
    pub places: Vec<(String, [f64; 2])>,
    /// The properties that things have, each with some of its values: no more than tell kinds apart.
    pub properties: BTreeMap<String, BTreeSet<String>>,
}

/// Looks what a layer's file holds, wherever it lies on a map. `file` is its path as messages show
/// it.
///
/// # Errors
/// What is wrong with the file.
pub fn contents(layer: &GeoLayer, file: &str, bytes: &[u8]) -> Result<Contents, Vec<Diagnostic>> {
    /// Of a property with more values than this no kind is told.
    const MOST_KINDS: usize = 24;
    /// More places than these nobody chooses from.
    const MOST_PLACES: usize = 20_000;
    let nowhere = Georeference {
        plane_from_degrees: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        fit: Fit::Stated,
        rms_hexes: 0.0,
        rotation_degrees: None,
        control_points: Vec::new(),
    };
    let reach = [-180.0, 180.0];
    let fitted = Fitted { georeference: nowhere, metres_per_hex: 1.0, latitude: 0.0, reach };
    let mut contents = Contents::default();
    for thing in read(layer, file, bytes, &fitted)?.things {
        let place = match &thing.shape {
            Shape::Points(_) => 0,
            Shape::Lines(_) => 1,
            Shape::Areas(_) => 2,
        };
        contents.shapes[place] += 1;
        if let (Shape::Points(points), Some(name)) = (&thing.shape, &thing.name)
            && contents.places.len() < MOST_PLACES
        {
            let place = |[east, north]: [f64; 2]| [north, within_turn(east)];
            let named = points.iter().map(|(_, degrees)| (name.clone(), place(*degrees)));
            contents.places.extend(named);
        }
        for (property, value) in thing.properties {
            let values = contents.properties.entry(property).or_default();
            if values.len() <= MOST_KINDS {
                values.insert(value);
            }
        }
    }
    contents.properties.retain(|_, values| values.len() <= MOST_KINDS);
    contents.places.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(contents)
}

struct Reader<'a> {
    layer: &'a GeoLayer,
    fitted: &'a Fitted,
    /// What a layer may take.
    room: Room,
}

/// The things of a layer that have been read, and what is wrong with others.
#[derive(Default)]
struct Things {
    list: Vec<Thing>,
    taken: Room,
    faults: Vec<Diagnostic>,
}

/// What was read, or what is wrong with it.
type Read<T> = Result<T, Box<Diagnostic>>;

/// The most faults of one file that are told.
const MOST_FAULTS: usize = 20;

impl Reader<'_> {
    fn geojson(&self, bytes: &[u8]) -> Result<Vec<Thing>, Vec<Diagnostic>> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
            Err(_) => {
                let message = "this is not UTF-8 text";
                return Err(vec![Diagnostic::error(Code::JsonSyntax, message).at(1, 1)]);
            }
        };
        if let Some(fault) = features::too_long(text) {
            return Err(vec![fault]);
        }
        let mut things = Things::default();
        if let Err(fault) = features::read(text, |number, value| {
            let pointer = number.map_or_else(String::new, |number| format!("/features/{number}"));
            self.feature(value, &pointer, &mut things)
        }) {
            // What is no JSON has no other places.
            if fault.place.line.is_some() {
                return Err(vec![*fault]);
            }
            things.faults.push(*fault);
        }
        if things.faults.is_empty() {
            return Ok(things.list);
        }
        let mut faults = things.faults;
        salient_schema::locate(text, &mut faults);
        // Nor has what was not read to its end, if it turns out to be none.
        for fault in faults.iter_mut().filter(|fault| fault.place.line.is_none()) {
            (fault.place.line, fault.place.column) = (Some(1), Some(1));
        }
        Err(faults)
    }

    /// Takes a feature. What is wrong with it is noted; an error ends the reading.
    fn feature(
        &self,
        value: Value,
        pointer: &str,
        things: &mut Things,
    ) -> Result<(), Box<Diagnostic>> {
        let read: Result<Feature, _> = serde_json::from_value(value);
        let made = read
            .map_err(|error| Box::new(not_geojson(&error.to_string(), pointer)))
            .and_then(|feature| self.shapes_of(feature, pointer));
        match made {
            Ok((properties, shapes)) => {
                let name =
                    properties.get(&self.layer.name).filter(|name| !name.is_empty()).cloned();
                for shape in shapes {
                    let (name, properties) = (name.clone(), properties.clone());
                    things.take(Thing { name, properties, shape }, &self.room).map_err(|what| {
                        Box::new(Diagnostic::error(Code::Unreadable, what).pointer(pointer))
                    })?;
                }
            }
            Err(fault) if things.faults.len() < MOST_FAULTS => things.faults.push(*fault),
            Err(_) => {}
        }
        Ok(())
    }

    /// The properties of a feature as text, and where it is.
    fn shapes_of(
        &self,
        feature: Feature,
        pointer: &str,
    ) -> Result<(Properties, Vec<Shape>), Box<Diagnostic>> {
        let mut properties = BTreeMap::new();
        for (key, value) in feature.properties.into_iter().flatten() {
            let text = match value {
                Value::String(text) => text,
                Value::Number(number) => number.to_string(),
                Value::Bool(truth) => truth.to_string(),
                _ => continue,
            };
            properties.insert(key, text);
        }
        let Some(geometry) = feature.geometry else { return Ok((properties, Vec::new())) };
        Ok((properties, self.shapes(&geometry.value, pointer)?))
    }

    /// A geometry's shapes: one, except for a collection.
    fn shapes(&self, geometry: &Geometry, pointer: &str) -> Result<Vec<Shape>, Box<Diagnostic>> {
        let pointer = format!("{pointer}/geometry");
        let at = |position: &Position| -> Read<(Point, [f64; 2])> {
            Ok(turns::point(self.fitted, degrees(position.as_slice(), &pointer)?))
        };
        let read = |positions: &Vec<Position>| -> Read<Vec<[f64; 2]>> {
            positions.iter().map(|position| degrees(position.as_slice(), &pointer)).collect()
        };
        let line = |positions: &Vec<Position>| -> Read<Vec<Vec<Point>>> {
            Ok(turns::line(self.fitted, read(positions)?))
        };
        let area = |rings: &Vec<Vec<Position>>| -> Read<Vec<Vec<Vec<Point>>>> {
            let rings: Vec<_> = rings.iter().map(read).collect::<Read<_>>()?;
            Ok(turns::area(self.fitted, rings))
        };
        Ok(match geometry {
            Geometry::Point { coordinates } => vec![Shape::Points(vec![at(coordinates)?])],
            Geometry::MultiPoint { coordinates } => {
                vec![Shape::Points(coordinates.iter().map(at).collect::<Result<_, _>>()?)]
            }
            Geometry::LineString { coordinates } => vec![Shape::Lines(line(coordinates)?)],
            Geometry::MultiLineString { coordinates } => {
                vec![Shape::Lines(all(coordinates.iter().map(line))?)]
            }
            Geometry::Polygon { coordinates } => vec![Shape::Areas(area(coordinates)?)],
            Geometry::MultiPolygon { coordinates } => {
                vec![Shape::Areas(all(coordinates.iter().map(area))?)]
            }
            Geometry::GeometryCollection { geometries } => {
                let mut shapes = Vec::new();
                for geometry in geometries {
                    shapes.extend(self.shapes(&geometry.value, &pointer)?);
                }
                shapes
            }
        })
    }

    fn csv(&self, bytes: &[u8]) -> Result<Vec<Thing>, Vec<Diagnostic>> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = csv::Reader::from_reader(bytes);
        let headers = reader.headers().map_err(|error| vec![csv_fault(&error)])?.clone();
        let column = |name: &str| headers.iter().position(|header| header == name);
        let mut faults = Vec::new();
        let mut need = |name: &str| {
            let found = column(name);
            if found.is_none() {
                let message = format!("there is no column `{name}`");
                let help = format!("the columns are {}", in_words(&headers));
                faults.push(Diagnostic::error(Code::MissingField, message).help(help).at(1, 1));
            }
            found
        };
        let (latitude, longitude) = (need(&self.layer.latitude), need(&self.layer.longitude));
        let (Some(latitude), Some(longitude)) = (latitude, longitude) else {
            return Err(faults);
        };
        let mut things = Things::default();
        for record in reader.records() {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    faults.push(csv_fault(&error));
                    continue;
                }
            };
            let number =
                |column: usize| record.get(column).and_then(|text| text.trim().parse().ok());
            let (north, east): (Option<f64>, Option<f64>) = (number(latitude), number(longitude));
            let (Some(north), Some(east)) = (north, east) else {
                faults.push(csv_place(&record, "these are no degrees north and east"));
                continue;
            };
            if !on_earth(east, north) {
                faults.push(csv_place(&record, "there is no such place on the earth"));
                continue;
            }
            let properties: BTreeMap<String, String> = headers
                .iter()
                .zip(&record)
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            let name = properties.get(&self.layer.name).filter(|name| !name.is_empty()).cloned();
            let place = turns::point(self.fitted, [east, north]);
            let thing = Thing { name, properties, shape: Shape::Points(vec![place]) };
            if let Err(what) = things.take(thing, &self.room) {
                faults.push(csv_place(&record, &what));
                break;
            }
        }
        if faults.is_empty() { Ok(things.list) } else { Err(faults) }
    }
}

impl Things {
    /// Takes a thing, if there is room for it.
    fn take(&mut self, thing: Thing, room: &Room) -> Result<(), String> {
        self.taken.fill(&thing, room)?;
        self.list.push(thing);
        Ok(())
    }
}

/// A position: degrees east, then degrees north.
fn degrees(position: &[f64], pointer: &str) -> Result<[f64; 2], Box<Diagnostic>> {
    let [longitude, latitude, ..] = *position else {
        return Err(Box::new(not_geojson("a position has two numbers", pointer)));
    };
    if !on_earth(longitude, latitude) {
        let message = format!("there is no place at [{longitude}, {latitude}] on the earth");
        let help = "a position is degrees east, then degrees north";
        let fault = Diagnostic::error(Code::Schema, message).help(help);
        return Err(Box::new(fault.pointer(format!("{pointer}/coordinates"))));
    }
    Ok([longitude, latitude])
}

/// What comes of several lines or areas.
fn all<T>(each: impl Iterator<Item = Read<Vec<T>>>) -> Read<Vec<T>> {
    Ok(each.collect::<Read<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Whether there is such a place; beyond the date line longitudes may be counted on.
fn on_earth(longitude: f64, latitude: f64) -> bool {
    (-360.0..=360.0).contains(&longitude) && (-90.0..=90.0).contains(&latitude)
}

fn csv_fault(error: &csv::Error) -> Diagnostic {
    let line = error.position().map_or(1, csv::Position::line);
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("this line has {len} fields; the first has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "this is not UTF-8 text".to_owned(),
        _ => format!("this is no CSV: {error}"),
    };
    Diagnostic::error(Code::Schema, message).at(u32::try_from(line).unwrap_or(u32::MAX), 1)
}

/// The heads of columns in a line, as far as anybody reads them: a quote that is not closed makes a
/// head of the whole file.
fn in_words(headers: &csv::StringRecord) -> String {
    const MOST: usize = 12;
    let head = |head: &str| {
        let words: String = head.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut short: String = words.chars().take(40).collect();
        if short.len() < words.len() {
            short.push('…');
        }
        short
    };
    let heads: Vec<String> = headers.iter().take(MOST).map(head).collect();
    match headers.len().saturating_sub(MOST) {
        0 => heads.join(", "),
        more => format!("{} and {more} more", heads.join(", ")),
    }
}

fn csv_place(record: &csv::StringRecord, message: &str) -> Diagnostic {
    let line = record.position().map_or(1, csv::Position::line);
    Diagnostic::error(Code::Schema, message).at(u32::try_from(line).unwrap_or(u32::MAX), 1)
}

#[cfg(test)]
mod tests;
