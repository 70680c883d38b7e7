//! The geometry of a feature, as far as it may be hexagons or points: of coordinates only as many
//! are kept as these need, however many there are.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::stream::{Word, any, pass_over};

/// A place as the file has it.
pub type Position = [f64; 2];

/// The most places of a line that are kept, and of all rings of a geometry that are no hexagons: a
/// hexagon that is cut at a coast may well have thousands.
const MOST: usize = 1 << 16;
/// A ring of so many places may be a hexagon, and is kept among however many others.
const HEXAGON: std::ops::RangeInclusive<usize> = 7..=16;

/// A geometry, or a collection of them.
#[derive(Debug, Default)]
pub struct Geometry {
    /// Its type.
    kind: Word,
    coordinates: Coordinates,
    parts: Vec<Geometry>,
    /// Some of its parts hold nothing that can be read.
    lacks: bool,
}

/// What a geometry holds.
#[derive(Debug, Default)]
pub struct Shapes<'g> {
    /// Its points, several or one.
    pub points: Vec<Position>,
    /// The outer rings of its polygons.
    pub rings: Vec<&'g [Position]>,
    /// What of it is neither.
    pub other: Option<&'g str>,
}

impl Geometry {
    /// Its type, in the words of the format.
    pub fn name(&self) -> &str {
        self.kind.text().unwrap_or("none")
    }

    /// What it holds, part by part. Two readings of the same document find the same.
    pub fn shapes(&self) -> Shapes<'_> {
        let mut shapes = Shapes::default();
        self.add_to(&mut shapes);
        shapes
    }

    fn add_to<'g>(&'g self, shapes: &mut Shapes<'g>) {
        match (self.name(), &self.coordinates) {
            ("Point", Coordinates::Position(point)) => shapes.points.push(*point),
            ("MultiPoint", Coordinates::Line(points)) => shapes.points.extend(points),
            ("Polygon", Coordinates::Polygon(ring)) => shapes.rings.push(ring),
            ("MultiPolygon", Coordinates::Polygons(rings, is_whole)) => {
                shapes.rings.extend(rings.iter().map(Vec::as_slice));
                if !is_whole {
                    shapes.other = Some(self.name());
                }
            }
            ("GeometryCollection", _) => {
                self.parts.iter().for_each(|part| part.add_to(shapes));
                if self.lacks || self.parts.is_empty() {
                    shapes.other = Some(self.name());
                }
            }
            (name, _) => shapes.other = Some(name),
        }
    }

    /// Whether nothing of it can be read.
    fn is_empty(&self) -> bool {
        matches!(self.coordinates, Coordinates::Other | Coordinates::Number(_))
            && self.parts.is_empty()
    }
}

impl<'de> Deserialize<'de> for Geometry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Geometry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Geometry, A::Error> {
                let mut geometry = Geometry::default();
                while let Some(name) = from.next_key::<String>()? {
                    match name.as_str() {
                        "type" => geometry.kind = from.next_value()?,
                        "coordinates" => geometry.coordinates = from.next_value()?,
                        "geometries" => {
                            let parts: Parts = from.next_value()?;
                            (geometry.parts, geometry.lacks) = (parts.list, parts.lacks);
                        }
                        _ => drop(from.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(geometry)
            }

            pass_over!(bool number text null list);
        }
        from.deserialize_any(Members)
    }
}

/// The geometries of a collection.
#[derive(Debug, Default)]
struct Parts {
    list: Vec<Geometry>,
    lacks: bool,
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Parts, A::Error> {
                let mut parts = Parts::default();
                while let Some(part) = from.next_element::<Geometry>()? {
                    // A list of endless nothing takes no memory.
                    if part.is_empty() {
                        parts.lacks = true;
                    } else {
                        parts.list.push(part);
                    }
                }
                Ok(parts)
            }

            pass_over!(bool number text null object);
        }
        from.deserialize_any(List)
    }
}

/// Coordinates of whatever geometry, told by how deep their lists are.
#[derive(Debug, Default)]
enum Coordinates {
    #[default]
    Other,
    Number(f64),
    Position(Position),
    /// Of a line, a ring or several points.
    Line(Vec<Position>),
    /// The outer ring.
    Polygon(Vec<Position>),
    /// The outer ring of each, and whether these are all.
    Polygons(Vec<Vec<Position>>, bool),
}

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Nested;
        impl<'de> Visitor<'de> for Nested {
            type Value = Coordinates;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_f64<E>(self, number: f64) -> Result<Coordinates, E> {
                Ok(Coordinates::Number(number))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Coordinates, E> {
                Ok(Coordinates::Number(number as f64))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Coordinates, E> {
                Ok(Coordinates::Number(number as f64))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Coordinates, A::Error> {
                let read = match from.next_element()? {
                    Some(Coordinates::Number(x)) => match from.next_element()? {
                        Some(Coordinates::Number(y)) => Coordinates::Position([x, y]),
                        _ => Coordinates::Other,
                    },
                    Some(Coordinates::Position(first)) => return line(first, from),
                    Some(Coordinates::Line(ring)) => Coordinates::Polygon(ring),
                    Some(Coordinates::Polygon(first)) => return polygons(first, true, from),
                    // The first area may be one that is not kept.
                    Some(Coordinates::Other) => match from.next_element()? {
                        Some(Coordinates::Polygon(next)) => return polygons(next, false, from),
                        _ => Coordinates::Other,
                    },
                    _ => Coordinates::Other,
                };
                // A third number, and the holes of a polygon.
                while from.next_element::<IgnoredAny>()?.is_some() {}
                Ok(read)
            }

            pass_over!(bool text null object);
        }
        from.deserialize_any(Nested)
    }
}

fn line<'de, A: SeqAccess<'de>>(first: Position, mut from: A) -> Result<Coordinates, A::Error> {
    let mut line = Vec::with_capacity(7);
    line.push(first);
    while let Some(entry) = from.next_element()? {
        match entry {
            Coordinates::Position(next) if line.len() < MOST => line.push(next),
            // Too long to be any hexagon; or no line.
            _ => {
                while from.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(Coordinates::Other);
            }
        }
    }
    Ok(Coordinates::Line(line))
}

fn polygons<'de, A: SeqAccess<'de>>(
    first: Vec<Position>,
    mut is_whole: bool,
    mut from: A,
) -> Result<Coordinates, A::Error> {
    let mut kept = first.len();
    let mut rings = vec![first];
    while let Some(entry) = from.next_element()? {
        match entry {
            Coordinates::Polygon(ring) if HEXAGON.contains(&ring.len()) => rings.push(ring),
            Coordinates::Polygon(ring) if kept + ring.len() <= MOST => {
                kept += ring.len();
                rings.push(ring);
            }
            _ => is_whole = false,
        }
    }
    Ok(Coordinates::Polygons(rings, is_whole))
}
