//! The ground.

use salient_engine::grid::Hex;

use super::{Detail, MapArt};
use crate::scene::Scene;

impl MapArt {
    pub(super) fn draw_ground(&self, hex: Hex, scene: &mut Scene) {
        let fill = self.map.terrain_look(hex).and_then(|look| look.fill);
        scene.fill(self.grid.corners(hex), fill.unwrap_or(self.theme.paper));
    }
    pub(super) fn draw_stains(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_relief(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_shadows(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_marks(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_grid(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_hexsides(&self, _: Hex, _: bool, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_paths(&self, _: Hex, _: bool, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_features(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_lines(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_number(&self, _: Hex, _: Detail, _: &mut Scene) {}
    pub(super) fn draw_labels(&self, _: Hex, _: Detail, _: &mut Scene) {}
}
