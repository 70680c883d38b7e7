//! Zones: a wash over their hexes, a line along their border, their names.

use salient_hex::grid::{Direction, Hex};

use super::site::Site;
use super::{Detail, MapArt};
use crate::colour;
use crate::fonts::Typeface;
use crate::scene::{Scene, Stroke, Text};

/// Longer names are set smaller, in hexes.
const WIDEST_NAME: f32 = 1.4;

impl MapArt {
    pub(super) fn draw_zones(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        if self.map.zoned.is_empty() {
            return;
        }
        let site = Site::alone(&self.grid, hex);
        // Where zones overlap, the smallest washes over the ground, lest a hex in four of them be
        // seen no more; their borders lie side by side.
        let shown = || self.map.zones_of(hex).filter(|zone| !self.is_idle(*zone));
        let there = shown().filter_map(|zone| self.map.zones.get(usize::from(zone)));
        if let Some(smallest) = there.min_by_key(|art| art.size) {
            scene.fill(site.corners, colour::faint(smallest.ink, 0.08));
        }
        for (nth, zone) in shown().enumerate() {
            let Some(art) = self.map.zones.get(usize::from(zone)) else { continue };
            let depth = 0.035 + 0.06 * nth as f32;
            // Pieces of the border meet: were they see-through, each joint would show.
            let pen = Stroke::new(0.032, colour::mix(art.ink, self.map.paper, 0.45));
            for direction in Direction::ALL {
                let inside = self
                    .grid
                    .neighbour(hex, direction)
                    .is_some_and(|other| self.map.is_in_zone(other, zone));
                if !inside {
                    let out = site.outward(direction.index());
                    let ends = site.side(direction.index());
                    scene.line(ends.map(|[x, y]| [x - out[0] * depth, y - out[1] * depth]), pen);
                }
            }
            if detail != Detail::Far && art.is_named_in(hex) {
                let at = site.at(0.0, 0.14 * nth as f32);
                let ink = colour::darker(art.ink, 0.25);
                let name = art.name.clone();
                let mut name = Text::new(at, name, 0.18, Typeface::SemiBold, ink).on_middle();
                let width = name.width();
                if width > WIDEST_NAME {
                    name.size *= (WIDEST_NAME / width).max(0.7);
                }
                name.at = self.on_paper(name.at, [name.width(), name.size]);
                scene.text(name.with_halo([255, 252, 242, 220]));
            }
        }
    }
}
