//! Fire that is planned for a game-turn: where it falls, with a line from each gun.

use egui::{Align2, Color32, Painter, Shape, Stroke, StrokeKind, vec2};
use salient_document::{Tool, plan};

use super::arrows::Arrow;
use super::{MapInput, MapView, outline};
use crate::look::theme;

/// Where shells fall.
const SHELLS: Color32 = Color32::from_rgb(196, 64, 24);
/// Where smoke is laid.
const SMOKE: Color32 = Color32::from_rgb(92, 98, 108);

impl MapView {
    /// The barrage of the game-turn that the tool in hand plans.
    pub(super) fn paint_barrage(&self, painter: &Painter, input: &MapInput<'_>) {
        let Tool::Plan { counter, turn, .. } = input.tool else { return };
        let grid = input.document.grid();
        let barrages = plan::barrages(input.document, *turn);
        let ink = |shell: Option<&str>| if shell.is_some() { SMOKE } else { SHELLS };
        for barrage in &barrages {
            let corners = outline(&self.camera, self.view, grid, barrage.hex);
            let ink = ink(barrage.shell);
            painter.add(Shape::convex_polygon(
                corners.clone(),
                ink.gamma_multiply(0.4),
                Stroke::NONE,
            ));
            painter.add(Shape::closed_line(corners, Stroke::new(2.6, ink)));
        }
        for barrage in &barrages {
            let ink = ink(barrage.shell);
            if let Some(from) = barrage.from.filter(|from| *from != barrage.hex) {
                let chosen = barrage.counter == counter;
                let width = if chosen { 3.4 } else { 2.2 };
                let arrow = Arrow { width, dashed: !chosen, ..Arrow::plain(ink) };
                self.paint_arrow(painter, grid, &[from, barrage.hex], arrow);
            }
        }
        // How many fire at a hex, and those from off the map by their name.
        let mut hexes: Vec<_> = barrages.iter().map(|barrage| barrage.hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let here = || barrages.iter().filter(|barrage| barrage.hex == hex);
            let names = here().map(|barrage| plan::name_of(input.document, barrage.counter));
            let text = names.collect::<Vec<_>>().join(", ");
            let at = self.screen_position(grid, hex) + vec2(0.0, self.camera.scale * 0.42);
            let font = theme::strong(13.0);
            let galley = painter.layout_no_wrap(text, font, Color32::WHITE);
            let chip = Align2::CENTER_CENTER.anchor_size(at, galley.size() + vec2(10.0, 4.0));
            let ink = ink(here().next().and_then(|barrage| barrage.shell));
            let edge = Stroke::new(1.0, Color32::WHITE);
            painter.rect(chip, 4.0, ink, edge, StrokeKind::Outside);
            painter.galley(chip.center() - galley.size() / 2.0, galley, Color32::WHITE);
        }
    }
}
