//! What is seen from a hex: what lies out of sight in shade, what is spotted in light, and the
//! line to another hex with what blocks it.

use egui::{Color32, Mesh, Painter, Shape, Stroke, Ui};
use salient_document::tools::Sighted;
use salient_hex::grid::{Hex, HexGrid};
use salient_rules::sights::Seen;

use super::overlay::{MAY_ACT, MEANT};
use super::previews::fan;
use super::{MapView, outline};

/// What lies over a hex that is seen so well.
pub fn tint(seen: Seen) -> Color32 {
    match seen {
        Seen::Blocked => Color32::from_rgba_unmultiplied(22, 20, 30, 165),
        Seen::Clear => Color32::from_rgba_unmultiplied(22, 20, 30, 60),
        Seen::Spotted => Color32::from_rgba_unmultiplied(255, 226, 110, 72),
    }
}

impl MapView {
    pub(super) fn paint_sighted(
        &self,
        ui: &Ui,
        painter: &Painter,
        grid: &HexGrid,
        sighted: &Sighted,
    ) {
        let near = self.view.expand(self.camera.scale);
        let corners = |hex: Hex| outline(&self.camera, self.view, grid, hex);
        let mut mesh = Mesh::default();
        for &(hex, seen) in sighted.hexes.iter() {
            if near.contains(self.screen_position(grid, hex)) {
                fan(&mut mesh, &corners(hex), tint(seen));
            }
        }
        painter.add(mesh);
        let ring = |hex: Hex, ink: Color32| {
            painter.add(Shape::closed_line(corners(hex), Stroke::new(5.0, Color32::WHITE)));
            painter.add(Shape::closed_line(corners(hex), Stroke::new(3.0, ink)));
        };
        ring(sighted.from, MAY_ACT);
        let Some((to, line)) = &sighted.line else { return };
        let ends = [sighted.from, *to].map(|hex| self.screen_position(grid, hex));
        let ink = if line.blocked.is_some() { MEANT } else { MAY_ACT };
        painter.line_segment(ends, Stroke::new(6.0, Color32::from_white_alpha(220)));
        let pen = Stroke::new(2.8, ink);
        match line.blocked {
            // What lies behind the obstacle is not seen.
            Some(_) => painter.extend(Shape::dashed_line(&ends, pen, 9.0, 5.0)),
            None => {
                painter.line_segment(ends, pen);
            }
        }
        for &hex in line.blocked.iter().flat_map(|obstacle| &obstacle.hexes) {
            let fill = MEANT.gamma_multiply(0.35);
            painter.add(Shape::convex_polygon(corners(hex), fill, Stroke::NONE));
            ring(hex, MEANT);
        }
        painter.circle(ends[1], 5.0, Color32::WHITE, pen);
        self.paint_words(ui, painter, grid.centre(*to), &sighted.said.join("\n"));
    }
}
