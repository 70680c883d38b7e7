//! The map's grid over the hexagons of a file, how it lies on the earth, and what each polygon is on it.

use salient_hex::grid::HexGrid;
use salient_hex::{Earth, Hex};
use salient_schema::HexIndex;
use salient_schema::map::{Fit, Georeference, Grid, Orientation, Pushed};

use super::geometry::Position;
use super::hexagon::{Key, middle};
use super::lattice::{Axial, Cells, NONE};
use super::pieces::{Near, Parts};
use crate::draft;

/// What a polygon is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A hex.
    Hex(HexIndex),
    /// A hex, of which so many hundredths are in the file.
    Cut(HexIndex, u8),
    /// A hex that another feature is already.
    Upon(HexIndex, u32),
    /// More of a hex that its own feature is already.
    More,
    /// A hexagon that does not hang together with the others.
    Apart,
}

/// The grid of a file's hexagons.
pub struct Layout {
    pub grid: Grid,
    pub georeference: Option<Georeference>,
    /// How far, in hexes, the hexagons lie from the straight lines of the best georeference; none where
    /// they lie on one line.
    pub rms_hexes: Option<f64>,
    /// The hexes that touch others elsewhere than in the file.
    pub torn: Vec<HexIndex>,
    /// What each polygon is that is a hexagon or a part of one, in the order of the file.
    places: Vec<(Key, Place)>,
    axes: Axes,
}

/// Metres in a degree of latitude.
const METRES: f64 = 111_194.9;
/// Of a hex that is whole there may be missing so much, in hundredths.
const WHOLE: u8 = 95;

/// From axial coordinates to columns and rows.
#[derive(Clone, Copy)]
struct Axes {
    is_flat: bool,
    line: i32,
    along: i32,
}

impl Axes {
    /// The line of a hex, and twice its place along it.
    fn place(self, (q, r): Axial) -> (i32, i32) {
        let (line, along) = if self.is_flat { (q, 2 * r + q) } else { (r, 2 * q + r) };
        (line - self.line, along - self.along)
    }

    /// The hex; none before the first line.
    fn index(self, hex: Axial) -> Option<HexIndex> {
        let (line, along) = self.place(hex);
        let [line, along] = [line, along.div_euclid(2)].map(u16::try_from);
        let (line, along) = (line.ok()?, along.ok()?);
        let hex = if self.is_flat { (line, along) } else { (along, line) };
        Some(HexIndex::new(hex.0, hex.1))
    }
}

impl Layout {
    /// Lays out hexagons and parts of them; `None` where that makes too many columns or rows.
    pub fn new(cells: &Cells, parts: &Parts) -> Option<Self> {
        let is_flat = cells.orientation == Orientation::FlatTopped;
        let hexes = || cells.places.iter().flatten().copied().chain(parts.hexes());
        let mut axes = Axes { is_flat, line: 0, along: 0 };
        let (line, along) = (
            hexes().map(|hex| axes.place(hex).0).min()?,
            hexes().map(|hex| axes.place(hex).1).min()?,
        );
        axes = Axes { is_flat, line, along };
        let (mut columns, mut rows) = (0, 0);
        for hex in hexes() {
            let hex = axes.index(hex)?;
            (columns, rows) = (columns.max(hex.column), rows.max(hex.row));
        }
        if columns.max(rows) >= 4096 {
            return None;
        }
        let (columns, rows) = (columns + 1, rows + 1);
        let mut grid = draft::empty_map(cells.orientation, columns, rows).grid;
        let (line, along) = axes.place(hexes().next()?);
        let is_pushed = along.rem_euclid(2) == 1;
        grid.pushed =
            if (line.rem_euclid(2) == 0) == is_pushed { Pushed::First } else { Pushed::Second };
        let pitch = cells.radius * 3.0_f64.sqrt();
        grid.metres_per_hex = ((pitch * METRES).clamp(0.1, 1_000_000.0) * 10.0).round() / 10.0;

        // Whose each hex is.
        let plane = HexGrid::new(&grid);
        let mut whose = vec![NONE; usize::from(columns) * usize::from(rows)];
        let mut places = Vec::with_capacity(cells.hexagons.len());
        for (at, hexagon) in cells.hexagons.iter().enumerate() {
            let mut of = at;
            while cells.upon[of] != NONE {
                of = cells.upon[of] as usize;
            }
            let hex = cells.places[of].and_then(|hex| axes.index(hex));
            let own = hex.and_then(|hex| whose.get_mut(hex.dense(columns)));
            let place = hex.zip(own).map_or(Place::Apart, |(hex, own)| {
                if *own == NONE && of == at {
                    *own = at as u32;
                    return Place::Hex(hex);
                }
                let first = cells.hexagons.get(*own as usize).map_or(0, |first| first.key.0);
                if first == hexagon.key.0 { Place::More } else { Place::Upon(hex, first) }
            });
            places.push((hexagon.key, place));
        }
        for (hex, feature, share, all) in parts.each() {
            let Some(hex) = axes.index(hex) else { continue };
            let whole = whose.get(hex.dense(columns)).copied().unwrap_or(NONE);
            let whole = cells.hexagons.get(whole as usize).map(|whole| whole.key.0);
            let first = whole.unwrap_or(feature);
            let mut is_told = whole.is_some();
            let mut last = None;
            for (key, _) in all {
                let place = if key.0 == first && is_told || Some(key.0) == last {
                    Place::More
                } else if key.0 != first {
                    Place::Upon(hex, first)
                } else {
                    is_told = true;
                    let hundredths = (share * 100.0).round().clamp(0.0, 100.0) as u8;
                    if hundredths >= WHOLE { Place::Hex(hex) } else { Place::Cut(hex, hundredths) }
                };
                last = Some(key.0);
                places.push((*key, place));
            }
        }
        places.sort_unstable_by_key(|(key, _)| *key);

        let points: Vec<Pair> = whose
            .iter()
            .enumerate()
            .filter_map(|(hex, at)| {
                let hexagon = cells.hexagons.get(*at as usize)?;
                let [x, y] = plane.centre(Hex(hex as u32));
                Some((middle(&hexagon.corners), [f64::from(x), f64::from(y)]))
            })
            .collect();
        let fitted = fit(&points, &plane, cells.turn);
        let rms_hexes = fitted.as_ref().map(|georeference| georeference.rms_hexes);
        let georeference = fitted.filter(|fitted| fitted.rms_hexes <= fitted.most_rms_hexes());
        let torn = cells.torn.iter().filter_map(|at| axes.index(cells.places[*at]?)).collect();
        Some(Self { grid, georeference, rms_hexes, torn, places, axes })
    }

    /// What a polygon is; none for an area.
    pub fn place(&self, key: Key) -> Option<Place> {
        let at = self.places.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.places.get(at).map(|(_, place)| *place)
    }

    /// The hex of the map that a place in degrees lies in.
    pub fn hex_at(&self, near: &Near, place: Position) -> Option<HexIndex> {
        let hex = self.axes.index(near.hex(place)?)?;
        (hex.column < self.grid.columns && hex.row < self.grid.rows).then_some(hex)
    }
}

/// A point in degrees, and where it lies on the plane.
type Pair = ([f64; 2], [f64; 2]);

/// The affine map from degrees to the plane with the least squares.
fn fit(points: &[Pair], plane: &HexGrid, turn: f64) -> Option<Georeference> {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&Pair) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (u, v) = (mean(&|(from, _)| from[0]), mean(&|(from, _)| from[1]));
    let (x, y) = (mean(&|(_, to)| to[0]), mean(&|(_, to)| to[1]));
    let uu = mean(&|(from, _)| (from[0] - u).powi(2));
    let vv = mean(&|(from, _)| (from[1] - v).powi(2));
    let uv = mean(&|(from, _)| (from[0] - u) * (from[1] - v));
    let determinant = uu * vv - uv * uv;
    let row = |axis: usize, middle: f64| {
        let us = mean(&|(from, to)| (from[0] - u) * (to[axis] - middle));
        let vs = mean(&|(from, to)| (from[1] - v) * (to[axis] - middle));
        let a = (us * vv - vs * uv) / determinant;
        let b = (vs * uu - us * uv) / determinant;
        [a, b, middle - a * u - b * v]
    };
    let ([a, b, c], [d, e, f]) = (row(0, x), row(1, y));
    let plane_from_degrees = [a, b, c, d, e, f];
    if !(determinant > 0.0 && plane_from_degrees.iter().all(|part| part.is_finite())) {
        return None;
    }
    let miss = mean(&|(from, to)| {
        let x = a * from[0] + b * from[1] + c - to[0];
        let y = d * from[0] + e * from[1] + f - to[1];
        x * x + y * y
    });
    let round = |number: f64| (number * 1e4).round() / 1e4;
    Some(Georeference {
        plane_from_degrees: Earth::new(plane, plane_from_degrees)?.plane_from_degrees(),
        fit: Fit::Affine,
        rms_hexes: round(miss.sqrt()),
        rotation_degrees: Some(round(turn)),
        control_points: Vec::new(),
    })
}
