//! How lines of supply, of communications and by rail look, on the map and in words.

use egui::{Pos2, Shape, Stroke};
use salient_rules::game::LineKind;

use super::colours;

/// A line of a kind through points, so wide in points: of supply broken, of communications whole, by
/// rail with sleepers.
pub fn stroke(points: &[Pos2], kind: LineKind, width: f32) -> Vec<Shape> {
    let ink = colours::line(kind);
    let pen = Stroke::new(width, ink);
    let under = Shape::line(points.to_vec(), Stroke::new(width + 2.4, colours::UNDER_LINES));
    let mut shapes = vec![under];
    match kind {
        LineKind::Supply => {
            shapes.extend(Shape::dashed_line(points, pen, width * 2.4, width * 1.5));
        }
        LineKind::Communications => shapes.push(Shape::line(points.to_vec(), pen)),
        LineKind::Rail => {
            shapes.push(Shape::line(points.to_vec(), pen));
            let sleepers = Stroke::new(width * 0.5, colours::UNDER_LINES);
            shapes.extend(Shape::dashed_line(points, sleepers, width * 1.6, width * 1.6));
        }
    }
    shapes
}
