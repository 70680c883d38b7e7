//! Bridges and fords: where a way gets over water.

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::site::Site;
use super::{Detail, MapArt, strokes};
use crate::colour::Rgba;
use crate::scene::{Point, Scene, Stroke};

/// Whether a mark is that of a crossing.
pub fn is_crossing(mark: Mark) -> bool {
    matches!(mark, Mark::Bridge | Mark::Ford)
}

/// Draws a crossing along the way that it carries.
pub fn draw(mark: Mark, way: &[Point], ink: Rgba, detail: Detail, scene: &mut Scene) {
    match mark {
        _ if detail == Detail::Far => scene.line(way, Stroke::new(0.1, ink)),
        Mark::Ford => ford(way, ink, scene),
        _ => bridge(way, ink, scene),
    }
}

/// The way across a hex where nothing tells of one: from west to east.
pub fn level_way(site: &Site) -> Vec<Point> {
    straight(site.centre, [1.0, 0.0], 0.3)
}

/// A way straight through a point, as far to either side.
pub fn straight([x, y]: Point, [dx, dy]: Point, reach: f32) -> Vec<Point> {
    [-1.0, -0.5, 0.0, 0.5, 1.0].map(|at| [x + dx * at * reach, y + dy * at * reach]).to_vec()
}

impl MapArt {
    /// The way over the water of a hex: that of a road or railway through it, or else straight
    /// across the way that the water takes.
    pub(super) fn way_over(&self, hex: Hex, site: &Site) -> Vec<Point> {
        let through = self.map.paths.get(&hex).into_iter().flatten();
        if let Some(path) = through.max_by_key(|path| path.from.is_some() && path.to.is_some()) {
            return self.way_through(hex, site, path);
        }
        let kind = self.map.terrain_look(hex).map(|look| look.mark);
        let wet = |other: &Hex| self.map.terrain_look(*other).map(|look| look.mark) == kind;
        // Water that comes from one side and leaves over the other takes one way: angles count
        // twice.
        let [mut x, mut y] = [0.0, 0.0];
        for direction in Direction::ALL {
            if self.grid.neighbour(hex, direction).filter(wet).is_some() {
                let [dx, dy] = site.outward(direction.index());
                [x, y] = [x + dx * dx - dy * dy, y + 2.0 * dx * dy];
            }
        }
        if x.hypot(y) < 0.1 {
            return level_way(site);
        }
        let across = y.atan2(x) / 2.0 + std::f32::consts::FRAC_PI_2;
        straight(site.centre, [across.cos(), across.sin()], 0.4)
    }
}

/// Two parapets that open towards both banks.
fn bridge(way: &[Point], ink: Rgba, scene: &mut Scene) {
    let (from, to) = (way.len() / 6, way.len() - way.len() / 6);
    let Some(deck) = way.get(from..to).filter(|deck| deck.len() > 1) else { return };
    for side in [1.0, -1.0] {
        let mut parapet: Vec<Point> = beside(deck, 0.085 * side).collect();
        let wide: Vec<Point> = beside(deck, 0.15 * side).collect();
        // The wings stand at the ends, a little farther on.
        let wing = |end: Point, inner: Point, near: Point| {
            let (dx, dy) = (near[0] - inner[0], near[1] - inner[1]);
            let length = dx.hypot(dy).max(1e-6);
            [end[0] + dx / length * 0.06, end[1] + dy / length * 0.06]
        };
        let last = deck.len() - 1;
        parapet.insert(0, wing(wide[0], deck[1], deck[0]));
        parapet.push(wing(wide[last], deck[last - 1], deck[last]));
        scene.line(parapet.clone(), Stroke::new(0.06, [255, 252, 242, 190]));
        scene.line(parapet, Stroke::new(0.03, ink));
    }
}

/// Two rows of stones over pale shallows.
fn ford(way: &[Point], ink: Rgba, scene: &mut Scene) {
    scene.line(way, Stroke::new(0.2, [250, 243, 220, 150]));
    strokes::walk(way, 0.11, |[x, y], [tx, ty], place| {
        // One row is half a step behind the other.
        for (side, back) in [(0.05, 0.0), (-0.05, 0.045)] {
            let size = if place.is_multiple_of(2) { 0.027 } else { 0.022 };
            scene.disc([x - ty * side - tx * back, y + tx * side - ty * back], size, ink);
        }
    });
}

/// A line beside another, at a distance to its right.
fn beside(line: &[Point], distance: f32) -> impl Iterator<Item = Point> + '_ {
    (0..line.len()).map(move |at| {
        let (a, b) = (line[at.saturating_sub(1)], line[(at + 1).min(line.len() - 1)]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy).max(1e-6);
        [line[at][0] - dy / length * distance, line[at][1] + dx / length * distance]
    })
}
