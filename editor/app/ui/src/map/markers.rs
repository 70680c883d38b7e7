//! What lies on the map of a game besides units: gas, smoke, observation from the air.

use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use salient_hex::HexGrid;
use salient_rules::game::{Marker, MarkerLook};

use salient_document::layers::LayerId;

use super::arrows::Arrow;
use super::stacks::SIZE;
use super::{MapInput, MapView, outline};
use crate::look::theme;

/// How far from the middle of a hex markers lie that leave its counters free: beside their edge, in
/// hex widths.
const BESIDE: f32 = SIZE * 0.5 + 0.085;
/// What markers are outlined with.
const DARK: Color32 = Color32::from_rgb(34, 30, 20);
/// The smallest lettering on a marker, in points.
const SMALLEST: f32 = 8.0;

impl MapView {
    /// The hexes that markers reach, below the counters.
    pub(super) fn paint_zones(&self, painter: &Painter, input: &MapInput<'_>) {
        let Some(game) = input.game else { return };
        let grid = input.document.grid();
        let markers = game.play().known_to(&[]).markers();
        let in_hexes =
            |marker: &Marker| marker.look != MarkerLook::Morale && marker.hexside.is_none();
        for marker in markers.into_iter().filter(in_hexes) {
            let ink = ink(marker.look);
            let reached = grid.within(marker.hex, marker.radius).into_iter();
            for hex in reached.filter(|&hex| grid.is_on_map(hex)) {
                let corners = outline(&self.camera, self.view, grid, hex);
                let fill = ink.gamma_multiply(0.22);
                painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
            }
        }
    }

    /// The markers themselves, above the counters.
    pub(super) fn paint_markers(&self, painter: &Painter, input: &MapInput<'_>) {
        let markers = match input.game {
            Some(game) => game.play().known_to(&[]).markers(),
            // In a game without rules nothing is known of them.
            None if input.sandbox.is_some() => return,
            None if !input.document.layers().get(LayerId::Counters).shown => return,
            None => salient_document::set_up::markers(input.document),
        };
        let grid = input.document.grid();
        for marker in &markers {
            self.paint_hexside(painter, grid, marker);
            if let Some(towards) = marker.towards {
                let arrow = Arrow { dashed: true, ..Arrow::plain(pen(marker.look)) };
                self.paint_arrow(painter, grid, &[marker.hex, towards], arrow);
            }
        }
        let mut below: Option<(&Marker, usize)> = None;
        for marker in &markers {
            // Several in a hex or on a hexside lie one over the other.
            let spot = |marker: &Marker| (marker.hex, marker.hexside, beside(marker));
            let place = below.filter(|(last, _)| spot(last) == spot(marker));
            let place = place.map_or(0, |(_, place)| place + 1);
            self.paint_marker(painter, input, marker, place);
            below = Some((marker, place));
        }
    }

    /// The hexside that a marker lies on, over what the map shows there.
    fn paint_hexside(&self, painter: &Painter, grid: &HexGrid, marker: &Marker) {
        let Some(ends) = self.ends(grid, marker) else { return };
        let width = (self.camera.scale * 0.09).clamp(2.5, 9.0);
        painter.line_segment(ends, Stroke::new(width + 2.0, pen(marker.look)));
        painter.line_segment(ends, Stroke::new(width, ink(marker.look)));
    }

    /// The ends of the hexside that a marker lies on.
    fn ends(&self, grid: &HexGrid, marker: &Marker) -> Option<[Pos2; 2]> {
        let side = grid.side(marker.hex, marker.hexside?);
        Some(grid.side_ends(side).map(|end| self.screen_of(end)))
    }

    fn paint_marker(&self, painter: &Painter, input: &MapInput<'_>, marker: &Marker, place: usize) {
        let scale = self.camera.scale;
        let ink = ink(marker.look);
        let grid = input.document.grid();
        let ends = self.ends(grid, marker);
        let at = match ends {
            Some([from, to]) => from + (to - from) * 0.5,
            None => self.screen_position(grid, marker.hex),
        };
        // What is so of units lies at the edges of the hex, so that their ratings stay free: the first
        // above the counter, the second below it, the others over those.
        let (wide, high, low) = match marker.look {
            MarkerLook::State | MarkerLook::Morale => (0.56, 0.17, BESIDE),
            MarkerLook::Hazard | MarkerLook::Sight => (0.62, 0.26, 0.3),
        };
        let size = vec2(scale * wide, scale * high).max(vec2(8.0, 5.0));
        let down = match marker.look {
            _ if ends.is_some() => (size.y + 2.0) * place as f32,
            MarkerLook::State | MarkerLook::Morale => {
                let row = (size.y + 2.0) * (place / 2) as f32;
                let edge = scale * low + row;
                if place.is_multiple_of(2) { -edge } else { edge }
            }
            MarkerLook::Hazard | MarkerLook::Sight => scale * low - (size.y + 2.0) * place as f32,
        };
        let chip = Rect::from_center_size(at + vec2(0.0, down), size);
        // As large as the chip lets the longest word be.
        let letters = (size.y * 0.72).min(size.x * 1.7 / marker.name.len().max(1) as f32);
        // Of what has no meaning of its own colour nothing is seen until it can be read.
        if marker.look == MarkerLook::State && letters < SMALLEST {
            return;
        }
        let pen = Stroke::new((scale * 0.02).clamp(0.8, 2.0), DARK);
        painter.rect(chip, size.y * 0.3, ink, pen, StrokeKind::Inside);
        if letters >= SMALLEST {
            let font = theme::strong(letters.round());
            let black = match marker.look {
                MarkerLook::Morale => Color32::WHITE,
                MarkerLook::Hazard | MarkerLook::Sight | MarkerLook::State => {
                    Color32::from_rgb(30, 28, 18)
                }
            };
            painter.text(chip.center(), Align2::CENTER_CENTER, &marker.name, font, black);
        }
    }
}

/// Whether a marker lies beside the counters, and not on them.
fn beside(marker: &Marker) -> bool {
    matches!(marker.look, MarkerLook::State | MarkerLook::Morale)
}

/// What lines are drawn with that must be seen on any map: a light ink would not.
fn pen(look: MarkerLook) -> Color32 {
    match look {
        MarkerLook::Morale => ink(look),
        MarkerLook::Hazard | MarkerLook::Sight | MarkerLook::State => DARK,
    }
}

fn ink(look: MarkerLook) -> Color32 {
    match look {
        MarkerLook::Hazard => Color32::from_rgb(214, 200, 66),
        MarkerLook::Sight => Color32::from_rgb(150, 200, 226),
        MarkerLook::Morale => Color32::from_rgb(176, 42, 48),
        MarkerLook::State => Color32::from_rgb(238, 232, 214),
    }
}
