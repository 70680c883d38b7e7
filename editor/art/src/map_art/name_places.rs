//! Where a name is written about its hex: where it crosses least of what else is to be read there.
//!
//! ```text
//!            0412            the number keeps its place
//!          [ above ]
//!   left  +---------+  right
//!         | counter |
//!         +---------+
//!          [ raised ]
//!          [ below  ]        first, where nothing is in the way
//! ```
//!
//! A name knows its hex, the neighbours of it, and the names of these that come before it, each as if
//! it stood alone: so an edit moves names of the hexes near by, and of no others.

use std::collections::BTreeSet;

use salient_hex::grid::{Direction, Hex, Side};
use salient_schema::ruleset::Mark;

use super::{Detail, MapArt};
use crate::USUAL_COUNTER_SIZE;
use crate::scene::Point;

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub middle: Point,
    /// Half its width and half its height.
    pub half: [f32; 2],
}

/// What names have taken already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    areas: [Area; 12],
    count: usize,
}

/// Half of a counter's side, with what a stack of some shows of those beneath.
const COUNTER: f32 = 0.5 * USUAL_COUNTER_SIZE + 0.02;
/// Where the number of a hex stands.
pub(super) const NUMBER: Area = Area { middle: [0.0, -0.415], half: [0.19, 0.05] };
/// How much of the way to either side of a hexside its river takes up.
const BANK: f32 = 0.06;
/// How far from its hex a name may run without meeting what it does not know.
const KNOWN: f32 = 1.3;

// What crossing costs: by the area in common, or by the length of a river.
const ON_NAME: f32 = 6.0;
const ON_COUNTER: f32 = 4.0;
/// Counters may come to any hex.
const ON_PLACE_OF_COUNTER: f32 = 0.25;
const ON_NUMBER: f32 = 0.8;
const ON_RIVER: f32 = 0.3;
const OFF_MAP: f32 = 0.1;
const TOO_FAR: f32 = 0.3;
/// What each place costs more than the one before it.
const LESS_LIKED: f32 = 0.025;

impl Area {
    /// How much of the plane both cover.
    pub fn common(&self, other: &Self) -> f32 {
        let along = |axis: usize| {
            let apart = (self.middle[axis] - other.middle[axis]).abs();
            let most = 2.0 * self.half[axis].min(other.half[axis]);
            (self.half[axis] + other.half[axis] - apart).clamp(0.0, most.max(0.0))
        };
        along(0) * along(1)
    }

    /// How much of a line lies within.
    fn length_of(&self, [a, b]: [Point; 2]) -> f32 {
        let way = [b[0] - a[0], b[1] - a[1]];
        let (mut first, mut last) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let [least, most] =
                [-1.0, 1.0].map(|sign| self.middle[axis] + sign * self.half[axis] - a[axis]);
            if way[axis].abs() < 1e-6 {
                if least > 0.0 || most < 0.0 {
                    return 0.0;
                }
                continue;
            }
            let (enters, leaves) = (least / way[axis], most / way[axis]);
            first = first.max(enters.min(leaves));
            last = last.min(enters.max(leaves));
        }
        (last - first).max(0.0) * way[0].hypot(way[1])
    }
}

impl Taken {
    /// Takes a place. A dozen names about a hex are more than can be kept apart.
    pub fn take(&mut self, area: Area) {
        if let Some(free) = self.areas.get_mut(self.count) {
            *free = area;
            self.count += 1;
        }
    }

    pub fn areas(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter().take(self.count)
    }
}

impl MapArt {
    /// The map with counters in some hexes, which names keep off.
    #[must_use]
    pub fn with_counters(mut self, hexes: impl IntoIterator<Item = Hex>) -> Self {
        self.counters = hexes.into_iter().collect::<BTreeSet<Hex>>();
        self
    }

    /// Puts a counter into a hex or takes the last one away, and gives whether the names about it
    /// may move.
    pub fn set_counter(&mut self, hex: Hex, is_there: bool) -> bool {
        let changed = if is_there { self.counters.insert(hex) } else { self.counters.remove(&hex) };
        let is_named = |other: Hex| self.map.features_in(other).iter().any(|f| f.name.is_some());
        changed && self.grid.within(hex, Self::REACH).into_iter().any(is_named)
    }

    /// The place about a hex where a name of a size crosses least. `on_land` is a name of the land
    /// itself, which lies in the middle of it.
    pub(super) fn place_of_name(
        &self,
        hex: Hex,
        size: [f32; 2],
        on_land: bool,
        detail: Detail,
        taken: &Taken,
    ) -> Area {
        let centre = self.grid.centre(hex);
        let aside = COUNTER + 0.02 + size[0] / 2.0;
        let places = [
            [0.0, 0.0],
            // Low enough to be read under a counter.
            [0.0, 0.41],
            [0.0, -0.27],
            [0.0, 0.26],
            [aside, 0.0],
            [-aside, 0.0],
        ];
        // Only what is named itself has its name in the middle.
        let places = places.get(usize::from(!on_land)..).unwrap_or_default();
        // From afar whoever writes the names gives them their size and keeps them apart.
        let choice = if detail == Detail::Far { 1 } else { places.len() };
        let half = [size[0] / 2.0, size[1] * 0.4];
        let (mut best, mut least) = (Area { middle: centre, half }, f32::INFINITY);
        for (rank, [across, down]) in places.iter().take(choice).enumerate() {
            let middle = self.on_paper([centre[0] + across, centre[1] + down], size);
            let area = Area { middle, half };
            let cost = self.crossed(hex, &area, taken) + LESS_LIKED * rank as f32;
            if cost < least {
                (best, least) = (area, cost);
            }
        }
        best
    }

    /// What a name crosses that is written in a place about a hex.
    fn crossed(&self, hex: Hex, area: &Area, taken: &Taken) -> f32 {
        let names: f32 = taken.areas().map(|other| area.common(other)).sum();
        let mut cost = ON_NAME * names;
        let [x, y] = area.middle;
        for end in [[x - area.half[0], y], [x + area.half[0], y]] {
            cost += if self.grid.hex_at(end).is_none() { OFF_MAP } else { 0.0 };
        }
        let far = (x - self.grid.centre(hex)[0]).abs() + area.half[0];
        cost += TOO_FAR * (far - KNOWN).max(0.0);
        cost += self.crossed_in(hex, area);
        for direction in Direction::ALL {
            cost += self.crossed_along(self.grid.side(hex, direction), area);
            let Some(other) = self.grid.neighbour(hex, direction) else { continue };
            cost += self.crossed_in(other, area);
            // Its far sides, and one of the two between it and the next neighbours of the hex.
            for turn in [0, 1, 2, 5] {
                let direction = Direction::new(direction.index() + turn);
                cost += self.crossed_along(self.grid.side(other, direction), area);
            }
        }
        cost
    }

    /// What it crosses of what stands in a hex.
    fn crossed_in(&self, hex: Hex, area: &Area) -> f32 {
        let [x, y] = self.grid.centre(hex);
        let counter = Area { middle: [x, y], half: [COUNTER; 2] };
        let number = y + NUMBER.middle[1] + self.number_below_badges(hex);
        let number = Area { middle: [x, number], ..NUMBER };
        let weight = if self.counters.contains(&hex) { ON_COUNTER } else { ON_PLACE_OF_COUNTER };
        weight * area.common(&counter) + ON_NUMBER * area.common(&number)
    }

    /// What it crosses of a river along a hexside.
    fn crossed_along(&self, side: Side, area: &Area) -> f32 {
        let wide = Area { half: area.half.map(|half| half + BANK), ..*area };
        let length = wide.length_of(self.grid.side_ends(side));
        if length <= 0.0 {
            return 0.0;
        }
        let is_water = |mark: Mark| matches!(mark, Mark::River | Mark::Canal | Mark::Water);
        let mut looks = self.map.sides_along(side).iter();
        let flows = looks
            .any(|art| self.map.side_kinds.look(art.kind).is_some_and(|look| is_water(look.mark)));
        if flows { ON_RIVER * length } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(middle: Point, half: [f32; 2]) -> Area {
        Area { middle, half }
    }

    #[test]
    fn areas_have_in_common_what_both_cover() {
        let one = area([0.0, 0.0], [1.0, 0.5]);
        for (other, common) in [
            (area([0.0, 0.0], [1.0, 0.5]), 2.0),
            (area([0.0, 0.0], [0.25, 2.0]), 0.5),
            (area([1.5, 0.0], [1.0, 0.5]), 0.5),
            (area([3.0, 0.0], [1.0, 0.5]), 0.0),
            (area([0.5, 0.75], [0.5, 0.5]), 0.25),
        ] {
            assert!((one.common(&other) - common).abs() < 1e-6, "{other:?}");
            assert!((other.common(&one) - common).abs() < 1e-6, "{other:?}");
        }
    }

    #[test]
    fn of_a_line_counts_what_lies_within() {
        let one = area([1.0, 1.0], [1.0, 0.5]);
        for (line, length) in [
            ([[0.0, 1.0], [2.0, 1.0]], 2.0),
            ([[-3.0, 1.0], [1.0, 1.0]], 1.0),
            ([[1.0, 0.0], [1.0, 3.0]], 1.0),
            ([[0.0, 2.0], [2.0, 2.0]], 0.0),
            ([[5.0, 1.0], [9.0, 1.0]], 0.0),
            ([[0.5, 0.5], [1.5, 1.5]], std::f32::consts::SQRT_2),
        ] {
            assert!((one.length_of(line) - length).abs() < 1e-5, "{line:?}");
        }
    }
}
