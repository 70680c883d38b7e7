//! Zones: a wash over their hexes, a line along their border, their names.

use salient_engine::grid::{Direction, Hex};

use super::site::Site;
use super::{Detail, MapArt};
use crate::colour;
use crate::fonts::Typeface;
use crate::scene::{Scene, Stroke, Text};

impl MapArt {
    pub(super) fn draw_zones(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        if self.map.zoned.is_empty() {
            return;
        }
        let site = Site::alone(&self.grid, hex);
        // Where zones overlap, their borders lie side by side.
        for (nth, zone) in self.map.zones_of(hex).enumerate() {
            let Some(art) = self.map.zones.get(usize::from(zone)) else { continue };
            scene.fill(site.corners, colour::faint(art.ink, 0.1));
            let depth = 0.035 + 0.06 * nth as f32;
            // Pieces of the border meet: were they see-through, each joint would show.
            let pen = Stroke::new(0.04, colour::mix(art.ink, self.map.paper, 0.25));
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
            if detail != Detail::Far && art.named_in == Some(hex) {
                let at = site.at(0.0, 0.14 * nth as f32);
                let ink = colour::darker(art.ink, 0.25);
                let name = Text::new(at, art.name.clone(), 0.2, Typeface::Bold, ink).on_middle();
                scene.text(name.with_halo([255, 252, 242, 220]));
            }
        }
    }
}
