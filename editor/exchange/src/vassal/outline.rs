//! Outlines of zones, in pixels: places on a board one after the other, the last of which leads back
//! to the first.

/// A place on a board, in pixels.
pub type Point = [i64; 2];

/// The points of a zone as a module writes them; what is no place is passed over.
pub fn read(path: &str) -> Vec<Point> {
    let point = |point: &str| {
        let (x, y) = point.split_once(',')?;
        let place = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() < 1e6);
        Some([place(x)? as i64, place(y)? as i64])
    };
    path.split(';').filter_map(point).collect()
}

/// The width and height of an outline.
pub fn extent(outline: &[Point]) -> [i64; 2] {
    [0, 1].map(|axis| {
        let along = || outline.iter().map(|point| point[axis]);
        along().max().unwrap_or(0) - along().min().unwrap_or(0)
    })
}

/// An outline on the plane on which areas are laid.
pub fn ring(outline: &[Point]) -> Vec<[f64; 2]> {
    outline.iter().map(|point| point.map(|at| at as f64)).collect()
}

/// Whether a place lies within an outline, by the rule of odd crossings. For many places,
/// [`Within`] is quicker.
pub fn holds(outline: &[Point], [x, y]: Point) -> bool {
    crossings(outline, y).filter(|at| (x as f64) < *at).count() % 2 == 1
}

/// Which places lie within an outline; quick for places that follow each other from west to east.
pub struct Within<'a> {
    outline: Option<&'a [Point]>,
    /// Where the outline is crossed at the two heights that were asked for last.
    crossed: [(i64, Vec<f64>); 2],
    next: usize,
}

impl<'a> Within<'a> {
    /// Without an outline it is everything.
    pub fn new(outline: Option<&'a [Point]>) -> Self {
        Self { outline, crossed: [0, 1].map(|_| (i64::MIN, Vec::new())), next: 0 }
    }

    /// Whether a place lies within, by the rule of odd crossings.
    pub fn holds(&mut self, [x, y]: Point) -> bool {
        let Some(outline) = self.outline else { return true };
        if let Some((_, crossed)) = self.crossed.iter().find(|(height, _)| *height == y) {
            return is_odd(crossed, x);
        }
        let mut crossed: Vec<f64> = crossings(outline, y).collect();
        crossed.sort_by(f64::total_cmp);
        let is_within = is_odd(&crossed, x);
        self.crossed[self.next] = (y, crossed);
        self.next = 1 - self.next;
        is_within
    }
}

fn is_odd(crossed: &[f64], x: i64) -> bool {
    (crossed.len() - crossed.partition_point(|at| *at <= x as f64)) % 2 == 1
}

/// Where an outline crosses a line from west to east, as its points follow each other.
fn crossings(outline: &[Point], y: i64) -> impl Iterator<Item = f64> {
    // Half open, so that a corner on the line counts once.
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(move |([_, ay], [_, by])| (*ay > y) != (*by > y));
    crossed.map(move |([ax, ay], [bx, by])| {
        let (run, rise) = ((bx - ax) as f64, (by - ay) as f64);
        *ax as f64 + run * (y - ay) as f64 / rise
    })
}
