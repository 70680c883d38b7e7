//! What the test-run lab lays over the map: a heat map, or who held what and the line between.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke};
use salient_hex::grid::{Hex, HexGrid, Side};

use super::camera::Camera;

/// A colour for each hex, and a line along hexsides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cover {
    /// Hexes that are coloured, with colours as they are at full strength.
    pub tints: Vec<(Hex, Color32)>,
    /// The line.
    pub line: Vec<Side>,
}

/// A cover as it lies over the map.
#[derive(Clone, Copy, Debug)]
pub struct Laid<'a> {
    /// The cover.
    pub cover: &'a Cover,
    /// How strongly it covers the map, from 0 to 1.
    pub strength: f32,
    /// Whether counters stand on it.
    pub counters: bool,
}

impl Cover {
    /// Paints what is in view. `strength` runs from 0, nothing to be seen, to 1.
    pub(super) fn paint(
        &self,
        painter: &Painter,
        grid: &HexGrid,
        camera: &Camera,
        view: Rect,
        strength: f32,
    ) {
        let near = view.expand(camera.scale);
        let mut mesh = Mesh::default();
        for &(hex, tint) in &self.tints {
            let middle = camera.screen_from_plane(view, grid.centre(hex));
            if !near.contains(middle) {
                continue;
            }
            let color = tint.gamma_multiply(strength);
            let first = mesh.vertices.len() as u32;
            let corners = grid.corners(hex).map(|corner| camera.screen_from_plane(view, corner));
            mesh.vertices.extend(corners.map(|pos: Pos2| Vertex { pos, uv: WHITE_UV, color }));
            for i in 1..corners.len() as u32 - 1 {
                mesh.indices.extend([first, first + i, first + i + 1]);
            }
        }
        painter.add(Shape::mesh(mesh));

        let width = (camera.scale * 0.11).clamp(2.0, 7.0);
        let ends = |side: &Side| {
            let ends = grid.side_ends(*side).map(|end| camera.screen_from_plane(view, end));
            (near.contains(ends[0]) || near.contains(ends[1])).then_some(ends)
        };
        // The halo of one hexside must not lie over the line of the next.
        for (width, colour) in [
            (width + 3.0, Color32::from_rgb(255, 252, 244)),
            (width, Color32::from_rgb(34, 26, 22)),
        ] {
            for ends in self.line.iter().filter_map(ends) {
                painter.line_segment(ends, Stroke::new(width, colour));
                for end in ends {
                    painter.circle_filled(end, width / 2.0, colour);
                }
            }
        }
    }
}
