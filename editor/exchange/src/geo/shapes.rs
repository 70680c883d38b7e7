//! Geometries: hexes, hexsides and what is made of them, on the earth or on a plane.

use salient_hex::Earth;
use salient_hex::earth::{turned, within_turn};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::HexIndex;
use salient_schema::map::{Georeference, Grid};
use serde::Serialize;
use serde_json::{Map as Object, Value};

use super::{cut, outline};
use crate::ExportError;
use crate::geo::cut::rounded;

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
    Line(Vec<Position>),
    Lines(Vec<Vec<Position>>),
    Polygon([Vec<Position>; 1]),
    Polygons(Vec<Vec<Vec<Position>>>),
}

/// From the map's plane to coordinates.
#[derive(Clone, Copy, Debug)]
pub enum Plane {
    /// Degrees; over the date line they go on beyond 180.
    Earth(Earth),
    /// In hexes, with y to the north.
    Flat,
}

impl Plane {
    /// By a georeference.
    pub fn on_earth(grid: &Grid, georeference: &Georeference) -> Result<Self, ExportError> {
        let earth = Earth::new(&HexGrid::new(grid), georeference.plane_from_degrees);
        let earth = earth.ok_or_else(|| ExportError::Cannot {
            what: "the map's georeference has no inverse".to_owned(),
            help: "fit the map to control points again".to_owned(),
        })?;
        Ok(Self::Earth(earth))
    }

    fn place(&self, [x, y]: [f32; 2]) -> Position {
        let (x, y) = (f64::from(x), f64::from(y));
        let place = match self {
            Self::Earth(earth) => earth.degrees([x, y]),
            Self::Flat => [x, -y],
        };
        place.map(rounded)
    }

    /// Whether any of these lies beyond the date line.
    fn is_cut(&self, places: &[Position]) -> bool {
        matches!(self, Self::Earth(_)) && cut::is_over(places)
    }
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
        let mut point = self.plane.place(self.grid.centre(hex));
        if self.plane.is_cut(&[point]) {
            point = cut::place(point);
        }
        Some(Geometry { coordinates: Coordinates::Point(point), r#type: "Point" })
    }

    /// The outline of a hex; none where it is not on the map.
    pub fn polygon(&self, hex: HexIndex) -> Option<Geometry> {
        let corners = self.grid.corners(self.grid.hex(hex)?).map(|corner| self.plane.place(corner));
        let ring = [outline::ring(corners.to_vec(), true)];
        if !self.plane.is_cut(&corners) {
            return Some(Geometry { coordinates: Coordinates::Polygon(ring), r#type: "Polygon" });
        }
        let mut parts = cut::polygon(&ring);
        Some(match parts.as_mut_slice() {
            // All of it lies beyond.
            [polygon] => {
                let coordinates = Coordinates::Polygon([polygon.swap_remove(0)]);
                Geometry { coordinates, r#type: "Polygon" }
            }
            _ => Geometry { coordinates: Coordinates::Polygons(parts), r#type: "MultiPolygon" },
        })
    }

    /// A line, or its parts on either side of the date line.
    fn line(&self, line: Vec<Position>) -> Geometry {
        let mut parts = if self.plane.is_cut(&line) { cut::line(&line) } else { vec![line] };
        if parts.len() == 1 {
            let coordinates = Coordinates::Line(parts.swap_remove(0));
            return Geometry { coordinates, r#type: "LineString" };
        }
        Geometry { coordinates: Coordinates::Lines(parts), r#type: "MultiLineString" }
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
            "hexside" => return Some(self.line(self.side(text("side")?)?.to_vec())),
            "path" => {
                let along = hexes()?.into_iter().map(|hex| self.plane.place(self.grid.centre(hex)));
                let along: Vec<Position> = along.collect();
                return Some(self.line(Some(along).filter(|along| along.len() > 1)?));
            }
            "line" => {
                let sides: Option<Vec<_>> = list("sides").map(|side| self.side(side)).collect();
                let sides = sides.filter(|sides| !sides.is_empty())?;
                let lines = sides.iter().flat_map(|side| match self.plane.is_cut(side) {
                    true => cut::line(side),
                    false => vec![side.to_vec()],
                });
                (Coordinates::Lines(lines.collect()), "MultiLineString")
            }
            _ => {
                let polygons = outline::polygons(&self.grid, &hexes()?, |p| self.plane.place(p));
                let polygons = Some(polygons).filter(|polygons| !polygons.is_empty())?;
                let is_cut = |polygon: &Vec<Vec<Position>>| {
                    polygon.first().is_some_and(|outer| self.plane.is_cut(outer))
                };
                let polygons = polygons.into_iter().flat_map(|polygon| match is_cut(&polygon) {
                    true => cut::polygon(&polygon),
                    false => vec![polygon],
                });
                (Coordinates::Polygons(polygons.collect()), "MultiPolygon")
            }
        };
        Some(Geometry { coordinates, r#type })
    }

    /// The bounds of geometries, before any has been looked at.
    pub fn bounds(&self) -> Bounds {
        let middle = match self.plane {
            Plane::Earth(earth) => Some(earth.middle()),
            Plane::Flat => None,
        };
        Bounds { middle, all: None }
    }

    /// # Errors
    /// Degrees that there are not.
    pub fn refuse_off_earth(&self, bounds: &Bounds) -> Result<(), ExportError> {
        let Plane::Earth(earth) = self.plane else { return Ok(()) };
        // The corners of the map's plane, and whatever lies further off.
        let last = HexIndex::new(self.grid.columns().max(1) - 1, self.grid.rows().max(1) - 1);
        let ends = [HexIndex::new(0, 0), last].map(|hex| self.grid.hex(hex));
        let ends = ends.map(|hex| hex.map_or([0.0; 2], |hex| self.grid.centre(hex).map(f64::from)));
        let [[x, y], [far_x, far_y]] = ends;
        let corners = [[x, y], [far_x, y], [x, far_y], [far_x, far_y]].map(|at| earth.degrees(at));
        let span = |axis: usize| {
            let along = corners.map(|corner| corner[axis]);
            [along.into_iter().fold(f64::MAX, f64::min), along.into_iter().fold(f64::MIN, f64::max)]
        };
        let ([w, e], [mut s, mut n]) = (span(0), span(1));
        if let Some([_, south, _, north]) = bounds.all {
            (s, n) = (s.min(south), n.max(north));
        }
        if s >= -90.0 && n <= 90.0 && e - w <= 360.0 {
            return Ok(());
        }
        let [w, s, e, n] = [w, s, e, n].map(rounded);
        Err(ExportError::Cannot {
            what: format!(
                "the map's georeference leads off the earth: from {w}, {s} to {e}, {n} degrees"
            ),
            help: "fit the map to control points again".to_owned(),
        })
    }
}

/// The least and greatest coordinates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// The longitude near which others are counted: those of a map over the date line hang together.
    middle: Option<f64>,
    all: Option<[f64; 4]>,
}

impl Bounds {
    /// West, south, east, north. Over the date line the west is more than the east (RFC 7946, 5.2).
    pub fn bbox(&self) -> Option<[f64; 4]> {
        let [w, s, e, n] = self.all?;
        let counted = |x: f64| if self.middle.is_some() { rounded(within_turn(x)) } else { x };
        Some([counted(w), s, counted(e), n])
    }

    /// Takes a geometry in.
    pub fn note(&mut self, geometry: &Geometry) {
        let mut points = |points: &[Position]| points.iter().for_each(|point| self.point(*point));
        match &geometry.coordinates {
            Coordinates::Point(point) => points(&[*point]),
            Coordinates::Line(line) => points(line),
            Coordinates::Lines(lines) => lines.iter().for_each(|line| points(line)),
            Coordinates::Polygon(rings) => rings.iter().for_each(|ring| points(ring)),
            Coordinates::Polygons(all) => all.iter().flatten().for_each(|ring| points(ring)),
        }
    }

    fn point(&mut self, [x, y]: Position) {
        if x.is_finite() && y.is_finite() {
            let x = self.middle.map_or(x, |middle| turned(x, middle));
            let [w, s, e, n] = self.all.unwrap_or([x, y, x, y]);
            self.all = Some([w.min(x), s.min(y), e.max(x), n.max(y)]);
        }
    }
}
