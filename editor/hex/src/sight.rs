//! Lines of sight, in exact integers: which hexes a straight line between two centres runs
//! through, and what stands in its way. No float, so no hex is grazed on one machine and missed
//! on another.
//!
//! Two kinds of rule books are served: those that say which *hexes* block
//! ([`HexGrid::sees`]: "limiting terrain in between, unless it is lower than either"), and those
//! that let *heights* decide in proportion ([`CompiledMap::sees`], [`HexGrid::sees_over`]).
//!
//! A line that runs along a hexside (a hex spine) runs through neither hex; both are reported
//! together, and the caller says by [`Spine`] whether one of them blocks or only both:
//!
//! ```text
//!        ____
//!       /    \
//!  ____/  b   \____        from a to d the line leaves a at a corner, runs along the
//! /    \      /    \       hexside between b and c, and enters d at a corner:
//!    a -\____/- d          a, (b c), d
//! \____/      \____/
//!      \  c   /
//!       \____/
//! ```

mod crossed;

pub use self::crossed::{Crossed, Crossings};

use crate::grid::{Hex, HexGrid};
use crate::map::CompiledMap;

/// What it takes to block a line of sight that runs along a hexside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spine {
    /// Both hexes: the line passes through the one that suits the viewer.
    #[default]
    Both,
    /// Either hex: the line has to clear both.
    Either,
}

/// Whether a line of sight is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Nothing stands in the way.
    Clear,
    /// Something does; this is the first of it, counted from the viewer.
    Blocked {
        /// Where.
        at: Crossed,
        /// What.
        why: Why,
    },
}

impl Sight {
    /// Whether nothing stands in the way.
    pub fn is_clear(self) -> bool {
        self == Self::Clear
    }

    /// Where it is blocked.
    pub fn blocked_at(self) -> Option<Crossed> {
        match self {
            Self::Clear => None,
            Self::Blocked { at, .. } => Some(at),
        }
    }
}

/// What blocks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The ground itself rises above the line.
    Ground,
    /// What stands on the ground reaches above the line, or the caller said that the hex blocks.
    Obstacle,
}

/// What a hex holds up against a line of sight, in whatever units the caller counts heights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cover {
    /// The height of the ground.
    pub ground: i32,
    /// How high something stands above it; 0 for nothing.
    pub obstacle: i32,
}

/// How heights are reckoned on a [`CompiledMap`].
///
/// With `eye` and `target` alike, whoever is seen sees as well. They differ only where a rule
/// book says so, as for a periscope; then sight is not mutual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// How many units of height one level of the map is worth: 1 where obstacles are counted in
    /// levels, 20 where a level is 20 m and obstacles are in metres.
    pub units_per_level: i32,
    /// How high the viewer's eye is above the ground of its hex, in units.
    pub eye: i32,
    /// How high above the ground of its hex the target can be seen, in units.
    pub target: i32,
    /// What blocks a line along a hexside.
    pub spine: Spine,
    /// Whether what just reaches the line blocks it; by default it has to rise above.
    pub touching_blocks: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { units_per_level: 1, eye: 0, target: 0, spine: Spine::Both, touching_blocks: false }
    }
}

impl HexGrid {
    /// The hexes that a straight line between two centres runs through, in order, both ends
    /// counted. Each hex touches the one before it; the line crosses the hexside between them
    /// ([`HexGrid::direction_to`] names it). A hex that the line touches only at a corner is not
    /// crossed. The way back crosses the same hexes.
    ///
    /// Longer than [`HexGrid::line`] where the line clips hexes: that one has a hex a step, this
    /// one every hex.
    pub fn crossed(&self, from: Hex, to: Hex) -> Crossings<'_> {
        Crossings::new(self, from, to)
    }

    /// Whether a hex sees another when some hexes block and others do not. Viewer's and target's
    /// own hexes are not asked about. Symmetric, as long as `blocks` is.
    ///
    /// Along a hexside at the edge of the map, the half that is off it blocks nothing.
    pub fn sees(
        &self,
        from: Hex,
        to: Hex,
        spine: Spine,
        mut blocks: impl FnMut(Hex) -> bool,
    ) -> Sight {
        for at in self.crossed(from, to) {
            let is_blocked = match at {
                Crossed::Hex(hex) => hex != from && hex != to && blocks(hex),
                Crossed::Spine(one, other) => {
                    let mut other = || other.is_some_and(&mut blocks);
                    match spine {
                        Spine::Both => other() && blocks(one),
                        Spine::Either => other() || blocks(one),
                    }
                }
            };
            if is_blocked {
                return Sight::Blocked { at, why: Why::Obstacle };
            }
        }
        Sight::Clear
    }

    /// Whether a hex sees another over what stands in between, by the proportional rule.
    ///
    /// `eye` is the height of the viewer's eye and `mark` that of the target, ground included;
    /// `cover` says what each hex in between holds up, in the same units. The line of sight
    /// falls or rises evenly from one to the other. A hex blocks if it reaches above the line,
    /// where the line passes its centre most closely:
    ///
    /// ```text
    /// eye 3 *--.__
    ///             ^^--.__  /\            the line is at 3·¾ = 2¼ after one hex of four,
    ///                  /\^^--.__         at 1½ after two, at ¾ after three: an obstacle
    ///   |      |      |  |   |   ^^* 0   of 1 blocks in the third hex, not in the second
    ///   0      1      2      3      4
    /// ```
    ///
    /// Exact: heights are compared as fractions of whole numbers. Symmetric: with viewer and
    /// target exchanged, the same hexes block.
    pub fn sees_over(
        &self,
        from: Hex,
        to: Hex,
        heights: Heights,
        spine: Spine,
        mut cover: impl FnMut(Hex) -> Cover,
    ) -> Sight {
        let mut crossings = self.crossed(from, to);
        let whole = crossings.whole();
        let (eye, mark) = (i64::from(heights.eye), i64::from(heights.target));
        // In whole numbers, above the line is at least 1 above it.
        let least = i64::from(!heights.touching_blocks);
        while let Some((at, along)) = crossings.advance() {
            let over = |height: i64| (height - eye) * whole - (mark - eye) * along >= least;
            let mut blocking = |hex: Hex| {
                if hex == from || hex == to {
                    return None;
                }
                let Cover { ground, obstacle } = cover(hex);
                let ground = i64::from(ground);
                // Most hexes are under the line with all that stands on them.
                if !over(ground + i64::from(obstacle.max(0))) {
                    return None;
                }
                Some(if over(ground) { Why::Ground } else { Why::Obstacle })
            };
            let why = match at {
                Crossed::Hex(hex) => blocking(hex),
                Crossed::Spine(one, other) => {
                    let other = other.and_then(&mut blocking);
                    match (spine, other) {
                        (Spine::Both, None) => None,
                        (Spine::Either, Some(why)) => Some(why),
                        (Spine::Either, None) => blocking(one),
                        // The lower of the two is what the line might have cleared.
                        (Spine::Both, Some(why)) => blocking(one).map(|and| why.lesser(and)),
                    }
                }
            };
            if let Some(why) = why {
                return Sight::Blocked { at, why };
            }
        }
        Sight::Clear
    }
}

/// The heights of both ends of a line of sight, ground included, in the units of the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Heights {
    /// Where the viewer's eye is.
    pub eye: i32,
    /// Where the target can be seen.
    pub target: i32,
    /// Whether what just reaches the line blocks it; if not, it has to rise above.
    pub touching_blocks: bool,
}

impl Why {
    /// The ground only where it is the ground on both sides.
    fn lesser(self, other: Self) -> Self {
        if self == other { self } else { Self::Obstacle }
    }
}

impl CompiledMap {
    /// Whether a hex sees another over the map's elevations and what stands on them, by the
    /// proportional rule ([`HexGrid::sees_over`]). `obstacle` says how high something stands
    /// above the ground of a hex in between, in units of `view`.
    pub fn sees(
        &self,
        from: Hex,
        to: Hex,
        view: &View,
        mut obstacle: impl FnMut(Hex) -> i32,
    ) -> Sight {
        let ground = |hex| self.level(hex).saturating_mul(view.units_per_level);
        let heights = Heights {
            eye: ground(from).saturating_add(view.eye),
            target: ground(to).saturating_add(view.target),
            touching_blocks: view.touching_blocks,
        };
        self.grid().sees_over(from, to, heights, view.spine, |hex| Cover {
            ground: ground(hex),
            obstacle: obstacle(hex),
        })
    }
}
