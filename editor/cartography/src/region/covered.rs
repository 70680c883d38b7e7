//! Hexsides that areas cover: woods and whatever else a unit has to go through from hex to hex.

use std::collections::BTreeMap;

use salient_hex::Side;
use salient_schema::Diagnostic;
use salient_schema::recipe::Areas;

use super::{Area, RegionSource, bounds, too_much};
use crate::plane::Point;

impl RegionSource<'_> {
    /// The hexsides that areas cover. Pointers of faults are relative to what holds the areas.
    pub fn covered_sides(&self, rule: &Areas) -> Result<Vec<Side>, Box<Diagnostic>> {
        let mut covered: BTreeMap<Side, f64> = BTreeMap::new();
        let ends: Vec<(Side, [Point; 2])> = self
            .plane
            .sides()
            .map(|side| {
                let ends = self.plane.side_ends(side.hex(), side.direction());
                (side, ends.map(|corner| self.plane.place(corner)))
            })
            .collect();
        for area in self.meant_areas(&rule.take)? {
            let Some([least, most]) = bounds(&area) else { continue };
            let corners: usize = area.iter().map(Vec::len).sum();
            let is_near = |[one, two]: &[Point; 2]| {
                (0..2).all(|axis| {
                    one[axis].max(two[axis]) >= least[axis]
                        && one[axis].min(two[axis]) <= most[axis]
                })
            };
            let mut room = self.room.borrow_mut();
            room.work(ends.len()).map_err(|why| too_much(why, "/areas/take"))?;
            for (side, ends) in ends.iter().filter(|(_, ends)| is_near(ends)) {
                room.work(corners).map_err(|why| too_much(why, "/areas/take"))?;
                let parts = parts_inside(&area, *ends);
                let share = match rule.share {
                    Some(_) => parts.iter().map(|[from, to]| to - from).sum(),
                    None if parts.iter().any(|[from, to]| (*from..=*to).contains(&0.5)) => 1.0,
                    None => 0.0,
                };
                *covered.entry(*side).or_default() += share;
            }
        }
        let least = rule.share.unwrap_or(1.0);
        // A hair less, so that a hexside wholly covered by two areas counts as covered.
        let enough = covered.into_iter().filter(|(_, share)| *share >= least - 1e-9);
        Ok(enough.map(|(side, _)| side).collect())
    }
}

/// The parts of a straight way that lie in an area, from 0 at its one end to 1 at the other.
fn parts_inside(area: &Area, [from, to]: [Point; 2]) -> Vec<[f64; 2]> {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    // Positive on one side of the line on which the way lies.
    let beside = |p: Point| dx * (p[1] - from[1]) - dy * (p[0] - from[0]);
    let along = |p: Point| (dx * (p[0] - from[0]) + dy * (p[1] - from[1])) / (dx * dx + dy * dy);
    let mut crossings = Vec::new();
    for ring in area {
        for (one, two) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (a, b) = (beside(*one), beside(*two));
            if (a < 0.0) != (b < 0.0) {
                let t = a / (a - b);
                crossings.push(along(*one) + t * (along(*two) - along(*one)));
            }
        }
    }
    crossings.sort_by(f64::total_cmp);
    let parts = crossings.chunks_exact(2).map(|pair| [pair[0].max(0.0), pair[1].min(1.0)]);
    parts.filter(|[from, to]| from < to).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_parted_where_it_goes_into_an_area_and_out_of_it() {
        let square = |least: f64, most: f64| {
            vec![[least, least], [most, least], [most, most], [least, most], [least, least]]
        };
        let way = |from: f64, to: f64| [[from, 2.0], [to, 2.0]];
        // With a hole, and open at its end or closed.
        let area = vec![square(0.0, 4.0), square(1.0, 3.0)];
        assert_eq!(parts_inside(&area, way(-4.0, 4.0)), [[0.5, 0.625], [0.875, 1.0]]);
        assert_eq!(parts_inside(&area, way(1.5, 2.5)), [] as [[f64; 2]; 0]);
        assert_eq!(parts_inside(&area, way(0.25, 0.75)), [[0.0, 1.0]]);
        let open = vec![square(0.0, 4.0)[..4].to_vec()];
        assert_eq!(parts_inside(&open, way(2.0, 6.0)), [[0.0, 0.5]]);
        assert_eq!(parts_inside(&open, [[2.0, 5.0], [3.0, 5.0]]), [] as [[f64; 2]; 0]);
    }
}
