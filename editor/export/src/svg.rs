//! Scenes as SVG.

use crate::colour::Rgba;
use crate::scene::{Point, Scene};

/// Writes a scene as an SVG document: the part of the plane within `bounds` on a ground of one
/// colour.
pub fn write(scene: &Scene, bounds: [Point; 2], pixels_per_hex: f32, background: Rgba) -> String {
    let _ = (scene, bounds, pixels_per_hex, background);
    String::new()
}
