//! Geometries: hexes, hexsides and what is made of them, on the earth or on a plane.

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::HexIndex;
use salient_schema::map::{Georeference, Grid};
use serde::Serialize;
use serde_json::{Map as Object, Value};

use super::outline;
use crate::ExportError;

/// Longitude and latitude, or x and y.
type Position = [f64; 2];

/// A geometry, its members in the order in which they are written.
#[derive(Debug, Serialize)]
pub struct Geometry {
    coordinates: Coordinates,
    r#type: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Coordinates {
    Point(Position),
    /// One hexside.
    Side([Position; 2]),
    Line(Vec<Position>),
    Sides(Vec<[Position; 2]>),
    Polygon([Vec<Position>; 1]),
    Polygons(Vec<Vec<Vec<Position>>>),
}

/// From the map's plane to coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// longitude = a·x + b·y + c, latitude = d·x + e·y + f.
    degrees_from_plane: [f64; 6],
    earth: bool,
}

impl Plane {
    /// By a georeference.
    pub fn on_earth(georeference: &Georeference) -> Result<Self, ExportError> {
        let degrees_from_plane =
            inverse(georeference.plane_from_degrees).ok_or_else(|| ExportError::Cannot {
                what: "the map's georeference has no inverse".to_owned(),
                help: "fit the map to control points again".to_owned(),
            })?;
        Ok(Self { degrees_from_plane, earth: true })
    }

    /// In hexes, with y to the north.
    pub fn flat() -> Self {
        Self { degrees_from_plane: [1.0, 0.0, 0.0, 0.0, -1.0, 0.0], earth: false }
    }

    fn place(&self, [x, y]: [f32; 2]) -> Position {
        let [a, b, c, d, e, f] = self.degrees_from_plane;
        let (x, y) = (f64::from(x), f64::from(y));
        [rounded(a * x + b * y + c), rounded(d * x + e * y + f)]
    }
}

/// To seven decimals.
fn rounded(degrees: f64) -> f64 {
    // Adding zero takes the sign off a negative one.
    (degrees * 1e7).round() / 1e7 + 0.0
}

/// The way back through an affine map.
fn inverse([a, b, c, d, e, f]: [f64; 6]) -> Option<[f64; 6]> {
    let determinant = a * e - b * d;
    let [ia, ib, id, ie] = [e, -b, -d, a].map(|part| part / determinant);
    let back = [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
    (determinant != 0.0 && back.iter().all(|part| part.is_finite())).then_some(back)
}

/// Makes geometries.
#[derive(Debug)]
pub struct Shapes {
    grid: HexGrid,
    plane: Plane,
}

impl Shapes {
    pub fn new(grid: &Grid, plane: Plane) -> Self {
        Self { grid: HexGrid::new(grid), plane }
    }

    /// The centre of a hex; none where it is not on the map.
    pub fn point(&self, hex: &str) -> Option<Geometry> {
        let hex = self.grid.parse(hex)?;
        let coordinates = Coordinates::Point(self.plane.place(self.grid.centre(hex)));
        Some(Geometry { coordinates, r#type: "Point" })
    }

    /// The outline of a hex; none where it is not on the map.
    pub fn polygon(&self, hex: HexIndex) -> Option<Geometry> {
        let corners = self.grid.corners(self.grid.hex(hex)?).map(|corner| self.plane.place(corner));
        let coordinates = Coordinates::Polygon([outline::ring(corners.to_vec(), true)]);
        Some(Geometry { coordinates, r#type: "Polygon" })
    }

    fn side(&self, label: &str) -> Option<[Position; 2]> {
        let side = self.grid.parse_side(label)?;
        Some(self.grid.side_ends(side).map(|end| self.plane.place(end)))
    }

    /// The geometry of an item of a layer; none where its hexes are not on the map.
    pub fn of_item(&self, layer: &str, item: &Object<String, Value>) -> Option<Geometry> {
        let text = |field: &str| item.get(field).and_then(Value::as_str);
        let list = |field: &str| {
            let list = item.get(field).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str)
        };
        let hexes = || list("hexes").map(|hex| self.grid.parse(hex)).collect::<Option<Vec<Hex>>>();
        let (coordinates, r#type) = match layer {
            "feature" => return self.point(text("hex")?),
            "hexside" => (Coordinates::Side(self.side(text("side")?)?), "LineString"),
            "path" => {
                let along = hexes()?.into_iter().map(|hex| self.plane.place(self.grid.centre(hex)));
                let along: Vec<Position> = along.collect();
                (Coordinates::Line(Some(along).filter(|along| along.len() > 1)?), "LineString")
            }
            "line" => {
                let sides: Option<Vec<_>> = list("sides").map(|side| self.side(side)).collect();
                let sides = sides.filter(|sides| !sides.is_empty())?;
                (Coordinates::Sides(sides), "MultiLineString")
            }
            _ => {
                let polygons = outline::polygons(&self.grid, &hexes()?, |p| self.plane.place(p));
                let polygons = Some(polygons).filter(|polygons| !polygons.is_empty())?;
                (Coordinates::Polygons(polygons), "MultiPolygon")
            }
        };
        Some(Geometry { coordinates, r#type })
    }

    /// # Errors
    /// Degrees that there are not.
    pub fn refuse_off_earth(&self, bounds: &Bounds) -> Result<(), ExportError> {
        let off = |[w, s, e, n]: [f64; 4]| w < -180.0 || e > 180.0 || s < -90.0 || n > 90.0;
        let Some([w, s, e, n]) = bounds.0.filter(|bounds| self.plane.earth && off(*bounds)) else {
            return Ok(());
        };
        Err(ExportError::Cannot {
            what: format!(
                "the map's georeference leads off the earth: from {w}, {s} to {e}, {n} degrees"
            ),
            help:
                "fit the map to control points again; maps across the date line cannot be written"
                    .to_owned(),
        })
    }
}

/// The least and greatest coordinates: west, south, east, north.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds(pub Option<[f64; 4]>);

impl Bounds {
    /// Takes a geometry in.
    pub fn note(&mut self, geometry: &Geometry) {
        let mut points = |points: &[Position]| points.iter().for_each(|point| self.point(*point));
        match &geometry.coordinates {
            Coordinates::Point(point) => points(&[*point]),
            Coordinates::Side(ends) => points(ends),
            Coordinates::Line(line) => points(line),
            Coordinates::Sides(sides) => sides.iter().for_each(|ends| points(ends)),
            Coordinates::Polygon(rings) => rings.iter().for_each(|ring| points(ring)),
            Coordinates::Polygons(all) => all.iter().flatten().for_each(|ring| points(ring)),
        }
    }

    fn point(&mut self, [x, y]: Position) {
        if x.is_finite() && y.is_finite() {
            let [w, s, e, n] = self.0.unwrap_or([x, y, x, y]);
            self.0 = Some([w.min(x), s.min(y), e.max(x), n.max(y)]);
        }
    }
}
