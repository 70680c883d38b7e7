//! What rolls, and what floats.

use super::{Frame, foot, guns};
use crate::scene::{Point, Scene, Stroke};

pub fn tank(frame: &Frame, scene: &mut Scene) {
    scene.outline(oval(frame, 0.0, 1.15, 0.52), frame.stroke());
}

pub fn heavy_tank(frame: &Frame, scene: &mut Scene) {
    scene.outline(oval(frame, 0.0, 1.25, 0.64), frame.stroke());
    scene.fill(oval(frame, 0.0, 0.88, 0.3), frame.ink);
}

pub fn light_tank(frame: &Frame, scene: &mut Scene) {
    tank(frame, scene);
    foot::diagonal(frame, scene);
}

pub fn armoured_car(frame: &Frame, scene: &mut Scene) {
    tank(frame, scene);
    foot::wheels_below(frame, scene);
}

pub fn armoured_train(frame: &Frame, scene: &mut Scene) {
    scene.outline(oval(frame, -0.32, 1.1, 0.4), frame.stroke());
    guns::rails(frame, scene);
}

/// The points of an oval with straight flanks, by its height in the box and its half axes.
fn oval(frame: &Frame, y: f32, across: f32, up: f32) -> Vec<Point> {
    let flank = across - up;
    let mut points = frame.arc((flank, y), (up, up), -0.25, 0.25);
    points.extend(frame.arc((-flank, y), (up, up), 0.25, 0.75));
    points
}

pub fn transport(frame: &Frame, scene: &mut Scene) {
    for x in [-0.62, 0.62] {
        scene.ring(frame.even(x, 0.0), frame.half() * 0.34, frame.stroke());
    }
    frame.path([(-0.28, 0.0), (0.28, 0.0)], scene);
}

pub fn wagon(frame: &Frame, scene: &mut Scene) {
    // The tilt over the cart, its wheels, the shaft.
    scene.line(frame.arc((-0.15, 0.08), (0.75, 0.72), 0.5, 1.0), frame.stroke());
    frame.path([(-0.9, 0.08), (0.6, 0.08), (1.25, 0.3)], scene);
    for x in [-0.55, 0.25] {
        frame.wheel(x, 0.44, 0.28, scene);
    }
}

pub fn truck(frame: &Frame, scene: &mut Scene) {
    frame.path([(-1.05, 0.3), (-1.05, -0.6), (0.3, -0.6), (0.3, 0.3), (-1.05, 0.3)], scene);
    frame.path([(0.3, -0.28), (0.7, -0.28), (1.05, 0.04), (1.05, 0.3), (0.3, 0.3)], scene);
    for x in [-0.62, 0.66] {
        let centre = frame.even(x, 0.44);
        scene.disc(centre, frame.half() * 0.27, frame.fill);
        scene.ring(centre, frame.half() * 0.27, frame.stroke());
    }
}

pub fn limber(frame: &Frame, scene: &mut Scene) {
    frame.solid([(-0.62, -0.62), (0.2, -0.62), (0.2, -0.2), (-0.62, -0.2)], scene);
    scene.ring(frame.even(-0.2, 0.24), frame.half() * 0.48, frame.stroke());
    let spoke = Stroke::new(frame.pen * 0.6, frame.ink);
    for (x, y) in [(0.48, 0.0), (0.24, 0.416), (0.24, -0.416)] {
        scene.line([frame.even(-0.2 - x, 0.24 - y), frame.even(-0.2 + x, 0.24 + y)], spoke);
    }
    frame.path([(-0.2, -0.06), (1.2, 0.12)], scene);
}

pub fn ship(frame: &Frame, scene: &mut Scene) {
    frame.solid([(-1.25, 0.1), (1.25, 0.1), (0.85, 0.6), (-0.95, 0.6)], scene);
    frame.solid([(-0.5, -0.2), (0.45, -0.2), (0.45, 0.12), (-0.5, 0.12)], scene);
    frame.solid([(-0.2, -0.62), (0.1, -0.62), (0.1, -0.18), (-0.2, -0.18)], scene);
    frame.path([(0.75, 0.1), (0.75, -0.55)], scene);
}
