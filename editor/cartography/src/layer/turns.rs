//! In which turn of the earth things lie: near the date line the longitudes of data end, or begin
//! anew, where a map goes on.
//!
//! Data are cut there (as RFC 7946 wants), go on beyond 180, or leap from 180 to -180 in the midst
//! of a line; all of it is laid where it touches the map, in each turn in which it does.

use salient_hex::earth::turned;

use crate::fit::Fitted;
use crate::plane::Point;

/// Degrees east and north.
type Degrees = [f64; 2];

/// A full turn, and where longitudes end.
const TURN: f64 = 360.0;
const END: f64 = 180.0;
/// No straight line is so long: one that seems to be leaps over the date line.
const LEAP: f64 = 270.0;

/// Whether all longitudes there are, are counted as the map's own.
fn is_plain(fitted: &Fitted, mut places: impl Iterator<Item = Degrees>) -> bool {
    let [west, east] = fitted.reach;
    west >= -END && east <= END && places.all(|[x, _]| x.abs() <= END)
}

/// From where to where the date line runs on the plane; none where it is far from the map.
pub fn date_line(fitted: &Fitted) -> Option<[Point; 2]> {
    let [west, east] = fitted.reach;
    let end = [-END, END].into_iter().find(|end| (west..=east).contains(end))?;
    Some([-90.0, 90.0].map(|latitude| fitted.place(end, latitude)))
}

/// A point on the plane, and in the degrees of the map's turn.
pub fn point(fitted: &Fitted, place: Degrees) -> (Point, Degrees) {
    let [mut x, y] = place;
    if !is_plain(fitted, std::iter::once(place)) {
        let [west, east] = fitted.reach;
        x = turned(x, (west + east) / 2.0);
    }
    (fitted.place(x, y), [x, y])
}

/// A line on the plane.
pub fn line(fitted: &Fitted, line: Vec<Degrees>) -> Vec<Vec<Point>> {
    area(fitted, vec![line]).into_iter().flatten().collect()
}

/// An area on the plane, its rim first.
pub fn area(fitted: &Fitted, mut rings: Vec<Vec<Degrees>>) -> Vec<Vec<Vec<Point>>> {
    let laid = |rings: Vec<Vec<Degrees>>, by: f64| -> Vec<Vec<Point>> {
        let place = |[x, y]: Degrees| fitted.place(x + by, y);
        rings.into_iter().map(|ring| ring.into_iter().map(place).collect()).collect()
    };
    if is_plain(fitted, rings.iter().flatten().copied()) {
        return vec![laid(rings, 0.0)];
    }
    let mut near = None;
    let [mut west, mut east] = [f64::MAX, f64::MIN];
    for ring in &mut rings {
        hang_together(ring, near);
        if near.is_none() {
            for [x, _] in &*ring {
                (west, east) = (west.min(*x), east.max(*x));
            }
            near = Some((west + east) / 2.0);
        }
    }
    let [least, most] = fitted.reach;
    let touches = |by: &f64| west + by <= most && east + by >= least;
    let mut turns: Vec<f64> = [-TURN, 0.0, TURN].into_iter().filter(touches).collect();
    // What lies elsewhere stays where it is.
    let last = turns.pop().unwrap_or(0.0);
    let mut areas: Vec<_> = turns.into_iter().map(|by| laid(rings.clone(), by)).collect();
    areas.push(laid(rings, last));
    areas
}

/// Counts the longitudes of a run of places on over the date line, the first one near another.
fn hang_together(places: &mut [Degrees], near: Option<f64>) {
    let mut by = match (near, places.first()) {
        (Some(near), Some([x, _])) if (x - near).abs() > LEAP => turned(*x, near) - x,
        _ => 0.0,
    };
    let mut before: Option<f64> = None;
    for place in places {
        let raw = place[0];
        if let Some(before) = before {
            // Along the edge of the data from end to end, as round a pole or all the earth, is no leap.
            let is_edge = raw.abs() == END && before.abs() == END;
            if (raw - before).abs() > LEAP && !is_edge {
                by += if raw < before { TURN } else { -TURN };
            }
        }
        before = Some(raw);
        place[0] = raw + by;
    }
}
