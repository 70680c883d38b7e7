//! Shapes over the date line, cut there in two as RFC 7946 (3.1.9) wants them.

use salient_hex::earth::within_turn;

use super::hexagon::area;

/// Longitude and latitude.
type Position = [f64; 2];

/// Half a turn: where longitudes end.
const END: f64 = 180.0;

/// Whether any of these places lies beyond the date line.
pub fn is_over(places: &[Position]) -> bool {
    places.iter().any(|[x, _]| x.abs() > END)
}

/// A place in the turn of the earth from -180 to 180.
pub fn place([x, y]: Position) -> Position {
    [rounded(within_turn(x)), y]
}

/// One side of the date line.
#[derive(Clone, Copy)]
struct Half {
    /// The longitude of the line, as these places count: 180 or -180.
    end: f64,
    is_east: bool,
}

impl Half {
    /// Both sides of the line on which something is to be cut.
    fn both<'p>(places: impl IntoIterator<Item = &'p Position>) -> [Self; 2] {
        let is_east = places.into_iter().any(|[x, _]| *x > END);
        let end = if is_east { END } else { -END };
        [false, true].map(|is_east| Self { end, is_east })
    }

    fn holds(self, [x, _]: Position) -> bool {
        (x >= self.end) == self.is_east
    }

    /// Where a line from one side to the other crosses.
    fn crossing(self, [ax, ay]: Position, [bx, by]: Position) -> Position {
        [self.end, rounded(ay + (by - ay) * (self.end - ax) / (bx - ax))]
    }

    /// Places on this side, as longitudes from -180 to 180, none of them twice in a row.
    fn counted(self, mut places: Vec<Position>) -> Vec<Position> {
        let by = match (self.end > 0.0, self.is_east) {
            (true, true) => -2.0 * END,
            (false, false) => 2.0 * END,
            _ => 0.0,
        };
        for place in &mut places {
            place[0] = rounded(place[0] + by);
        }
        places.dedup();
        places
    }

    /// The parts of an open line on this side.
    fn parts(self, line: &[Position]) -> Vec<Vec<Position>> {
        let mut parts: Vec<Vec<Position>> = Vec::new();
        let mut before = None;
        for &here in line {
            if let Some(before) = before
                && self.holds(before) != self.holds(here)
            {
                let cut = self.crossing(before, here);
                match parts.last_mut().filter(|_| self.holds(before)) {
                    Some(part) => part.push(cut),
                    None => parts.push(vec![cut]),
                }
            }
            if self.holds(here) {
                if before.is_none() {
                    parts.push(Vec::new());
                }
                if let Some(part) = parts.last_mut() {
                    part.push(here);
                }
            }
            before = Some(here);
        }
        parts
    }

    /// The polygons that are left of one on this side.
    fn polygons(self, rings: &[Vec<Position>]) -> Vec<Vec<Vec<Position>>> {
        let (mut chains, mut whole) = (Vec::new(), Vec::new());
        for ring in rings {
            let open = ring.get(1..).unwrap_or_default();
            let first = (0..open.len()).find(|at| {
                let before = open[(at + open.len() - 1) % open.len()];
                !self.holds(before) && self.holds(open[*at])
            });
            match first {
                // From where it comes over the line, once round.
                Some(first) => {
                    let before = (first + open.len() - 1) % open.len();
                    let round = open.iter().cycle().skip(before).take(open.len() + 1);
                    let round: Vec<Position> = round.copied().collect();
                    chains.extend(self.parts(&round));
                }
                None if open.first().is_some_and(|place| self.holds(*place)) => {
                    whole.push(ring.clone());
                }
                None => {}
            }
        }
        if chains.is_empty() {
            let is_here = rings.first().is_some_and(|outer| whole.first() == Some(outer));
            let rings = whole.into_iter().map(|ring| self.counted(ring));
            return is_here.then(|| rings.collect()).into_iter().collect();
        }
        let mut polygons: Vec<Vec<Vec<Position>>> =
            joined(chains).into_iter().map(|ring| vec![ring]).collect();
        // What is left of the rings that are not cut are holes.
        for hole in whole {
            let Some(place) = hole.first() else { continue };
            if let Some(polygon) =
                polygons.iter_mut().find(|polygon| is_within(*place, &polygon[0]))
            {
                polygon.push(hole);
            }
        }
        let counted = polygons
            .into_iter()
            .map(|polygon| polygon.into_iter().map(|ring| self.counted(ring)).collect::<Vec<_>>());
        counted.filter(|polygon| polygon[0].len() > 3).collect()
    }
}

/// Closed rings of chains that each begin and end on the date line: the land along it lies between
/// their ends, two by two.
fn joined(chains: Vec<Vec<Position>>) -> Vec<Vec<Position>> {
    let mut ends: Vec<(f64, usize, bool)> = Vec::new();
    for (at, chain) in chains.iter().enumerate() {
        for (place, is_start) in [(chain.first(), true), (chain.last(), false)] {
            ends.extend(place.map(|[_, y]| (*y, at, is_start)));
        }
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // By the end of which chain which begins.
    let mut next: Vec<Option<usize>> = vec![None; chains.len()];
    for pair in ends.chunks_exact(2) {
        match (pair[0], pair[1]) {
            ((_, from, false), (_, to, true)) | ((_, to, true), (_, from, false)) => {
                next[from] = Some(to);
            }
            _ => {}
        }
    }
    let mut rings = Vec::new();
    let mut is_used = vec![false; chains.len()];
    for start in 0..chains.len() {
        let (mut ring, mut at) = (Vec::new(), Some(start));
        while let Some(chain) = at.filter(|at| !std::mem::replace(&mut is_used[*at], true)) {
            ring.extend_from_slice(&chains[chain]);
            at = next[chain];
        }
        if area(&ring) != 0.0 {
            ring.extend(ring.first().copied());
            rings.push(ring);
        }
    }
    rings
}

/// Whether a place lies within a ring.
fn is_within([x, y]: Position, ring: &[Position]) -> bool {
    let crosses = |ends: &&[Position]| {
        let ([ax, ay], [bx, by]) = (ends[0], ends[1]);
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    };
    ring.windows(2).filter(crosses).count() % 2 == 1
}

/// A line in parts, on the one side of the date line and the other.
pub fn line(line: &[Position]) -> Vec<Vec<Position>> {
    let halves = Half::both(line).into_iter();
    let parts =
        halves.flat_map(|half| half.parts(line).into_iter().map(move |part| half.counted(part)));
    parts.filter(|part| part.len() > 1).collect()
}

/// A polygon, its outer ring first, as polygons on the one side of the date line and the other.
pub fn polygon(rings: &[Vec<Position>]) -> Vec<Vec<Vec<Position>>> {
    let halves = Half::both(rings.iter().flatten()).into_iter();
    halves.flat_map(|half| half.polygons(rings)).collect()
}

/// To seven decimals.
pub fn rounded(degrees: f64) -> f64 {
    // Adding zero takes the sign off a negative one.
    (degrees * 1e7).round() / 1e7 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(places: &[Position]) -> Vec<Position> {
        [places, &places[..1]].concat()
    }

    fn size(polygons: &[Vec<Vec<Position>>]) -> f64 {
        polygons.iter().flatten().map(|ring| area(&ring[..ring.len() - 1]) / 2.0).sum()
    }

    fn is_sound(polygons: &[Vec<Vec<Position>>]) {
        for polygon in polygons {
            for (at, ring) in polygon.iter().enumerate() {
                assert_eq!(ring.first(), ring.last());
                assert!(ring.len() > 3 && !is_over(ring), "{ring:?}");
                assert_eq!(area(&ring[..ring.len() - 1]) > 0.0, at == 0, "{ring:?}");
                // All on one side.
                let signs = ring.iter().filter(|place| place[0] > 0.0).count();
                assert!(signs == 0 || signs == ring.len(), "{ring:?}");
            }
        }
    }

    #[test]
    fn a_line_ends_on_the_date_line_and_begins_there_again() {
        assert_eq!(
            line(&[[179.0, 10.0], [181.0, 12.0], [182.0, 12.0]]),
            [
                vec![[179.0, 10.0], [180.0, 11.0]],
                vec![[-180.0, 11.0], [-179.0, 12.0], [-178.0, 12.0]]
            ]
        );
        assert_eq!(
            line(&[[-179.0, 10.0], [-181.0, 12.0]]),
            [vec![[180.0, 11.0], [179.0, 12.0]], vec![[-179.0, 10.0], [-180.0, 11.0]]]
        );
        // To it and back, and along it.
        let touching = line(&[[179.0, 1.0], [180.0, 2.0], [179.0, 3.0], [181.0, 3.0]]);
        assert_eq!(touching.len(), 3, "{touching:?}");
    }

    #[test]
    fn a_polygon_becomes_what_lies_on_either_side() {
        let square = closed(&[[179.0, 0.0], [181.0, 0.0], [181.0, 2.0], [179.0, 2.0]]);
        let cut = polygon(std::slice::from_ref(&square));
        is_sound(&cut);
        assert_eq!((cut.len(), size(&cut)), (2, 4.0));
        // A hole over the line, one beside it, and a bay that leaves two arms beyond it.
        let over = closed(&[[179.5, 0.5], [179.5, 1.0], [180.5, 1.0], [180.5, 0.5]]);
        let beside = closed(&[[180.6, 1.2], [180.6, 1.4], [180.8, 1.4], [180.8, 1.2]]);
        let cut = polygon(&[square, over, beside]);
        is_sound(&cut);
        assert_eq!(cut.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        assert!((size(&cut) - 3.46).abs() < 1e-9, "{}", size(&cut));
        let bay = closed(&[
            [-181.0, 0.0],
            [-179.0, 0.0],
            [-179.0, 3.0],
            [-181.0, 3.0],
            [-181.0, 2.0],
            [-179.5, 2.0],
            [-179.5, 1.0],
            [-181.0, 1.0],
        ]);
        let cut = polygon(&[bay]);
        is_sound(&cut);
        assert_eq!((cut.len(), size(&cut)), (3, 4.5));
        // A side along the line, and a corner on it.
        let along = closed(&[[179.0, 0.0], [180.0, 0.0], [180.0, 1.0], [179.0, 1.0]]);
        assert_eq!(polygon(std::slice::from_ref(&along)), [vec![along]]);
        let corner = closed(&[[179.0, 0.0], [180.0, 0.5], [179.0, 1.0], [178.0, 0.5]]);
        let cut = polygon(&[corner]);
        is_sound(&cut);
        assert_eq!((cut.len(), size(&cut)), (1, 1.0));
    }
}
