//! Aircraft.

use super::Frame;
use crate::scene::Scene;

/// Wings at a height in the box.
pub fn wings(frame: &Frame, y: f32, size: f32, scene: &mut Scene) {
    for side in [1.0_f32, -1.0] {
        let mut wing =
            frame.arc((side * 0.72 * size, y), (side * 0.42 * size, 0.3 * size), -0.25, 0.25);
        wing.push(frame.even(0.0, y));
        scene.fill(wing, frame.ink);
    }
}

pub fn fighter(frame: &Frame, scene: &mut Scene) {
    wings(frame, 0.36, 0.95, scene);
    frame.path([(-0.5, -0.12), (0.0, -0.66), (0.5, -0.12)], scene);
}

pub fn bomber(frame: &Frame, scene: &mut Scene) {
    wings(frame, -0.36, 0.95, scene);
    // A bomb with its fins uppermost.
    let mut bomb = frame.arc((0.0, 0.38), (0.17, 0.3), 0.0, 0.5);
    bomb.push(frame.even(-0.1, 0.12));
    bomb.push(frame.even(0.1, 0.12));
    scene.fill(bomb, frame.ink);
    frame.path([(-0.2, 0.02), (0.0, 0.14), (0.2, 0.02)], scene);
}

pub fn reconnaissance(frame: &Frame, scene: &mut Scene) {
    wings(frame, -0.36, 0.95, scene);
    let middle = 0.42;
    scene.line(frame.arc((0.0, middle + 0.34), (0.62, 0.62), 0.58, 0.92), frame.thin());
    scene.line(frame.arc((0.0, middle - 0.34), (0.62, 0.62), 0.08, 0.42), frame.thin());
    scene.disc(frame.even(0.0, middle), frame.half() * 0.16, frame.ink);
}

pub fn balloon(frame: &Frame, scene: &mut Scene) {
    scene.outline(frame.arc((0.0, -0.3), (0.82, 0.46), 0.0, 0.96875), frame.stroke());
    for x in [-0.55, 0.55] {
        frame.path([(x, 0.06), (x * 0.2, 0.6)], scene);
    }
    frame.solid([(-0.17, 0.58), (0.17, 0.58), (0.17, 0.84), (-0.17, 0.84)], scene);
}
