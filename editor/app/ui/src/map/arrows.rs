//! Arrows over the map: what moved, where to, against whom.

use egui::{Color32, Painter, Pos2, Shape, Stroke};
use salient_hex::grid::{Hex, HexGrid};

use super::MapView;

/// How an arrow looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    /// Its colour.
    pub(super) ink: Color32,
    /// How thick its line is, in points.
    pub(super) width: f32,
    /// Whether its line is broken.
    pub(super) dashed: bool,
    /// How plainly it is seen, from 0 to 1.
    pub(super) opacity: f32,
}

impl Arrow {
    /// An unbroken arrow of the usual thickness.
    pub(super) fn plain(ink: Color32) -> Self {
        Self { ink, width: 2.6, dashed: false, opacity: 1.0 }
    }
}

impl MapView {
    /// An arrow from the middle of a hex through others into the last, its head as large as the
    /// hexes allow. Fewer than two hexes are no way.
    pub(super) fn paint_arrow(&self, painter: &Painter, grid: &HexGrid, way: &[Hex], arrow: Arrow) {
        let points: Vec<Pos2> = way.iter().map(|&hex| self.screen_position(grid, hex)).collect();
        let [.., before, to] = points.as_slice() else { return };
        if !self.view.expand(self.camera.scale).intersects(egui::Rect::from_points(&points)) {
            return;
        }
        let along = (*to - *before).normalized();
        let head = (self.camera.scale * 0.34).clamp(7.0, 18.0);
        let tip = *to - along * head * 0.3;
        let neck = tip - along * head;
        let across = along.rot90() * head * 0.45;
        let (from, corners) = (points[0], vec![tip, neck + across, neck - across]);
        let mut line = points;
        if let Some(last) = line.last_mut() {
            *last = neck;
        }
        let ink = arrow.ink.gamma_multiply(arrow.opacity);
        let paper = Color32::from_white_alpha(210).gamma_multiply(arrow.opacity);
        painter.add(Shape::line(line.clone(), Stroke::new(arrow.width + 2.9, paper)));
        let pen = Stroke::new(arrow.width, ink);
        match arrow.dashed {
            true => painter.extend(Shape::dashed_line(&line, pen, 7.0, 4.0)),
            false => {
                painter.add(Shape::line(line, pen));
            }
        }
        let casing = Stroke::new(1.4, paper);
        painter.add(Shape::convex_polygon(corners, ink, casing));
        painter.circle(from, 3.2, ink, casing);
    }
}
