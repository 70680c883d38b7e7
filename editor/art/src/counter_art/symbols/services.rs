//! Those who lead, build and supply.

use super::{Frame, foot};
use crate::fonts::Typeface;
use crate::scene::{Scene, Stroke, Text};

pub fn engineer(frame: &Frame, scene: &mut Scene) {
    let [top, foot] = [-0.3, 0.42];
    frame.path([(-0.85, foot), (-0.85, top), (0.85, top), (0.85, foot)], scene);
    frame.path([(0.0, top), (0.0, foot)], scene);
}

pub fn bridge(frame: &Frame, scene: &mut Scene) {
    for side in [-1.0, 1.0] {
        frame.path(
            [(-1.0, side * 0.66), (-0.6, side * 0.24), (0.6, side * 0.24), (1.0, side * 0.66)],
            scene,
        );
    }
}

pub fn flash(frame: &Frame, scene: &mut Scene) {
    let points = [(-1.0, -1.0), (0.14, 0.3), (-0.14, -0.3), (1.0, 1.0)];
    scene.line(points.map(|(x, y)| frame.at(x, y)), frame.stroke());
}

pub fn headquarters(frame: &Frame, scene: &mut Scene) {
    // The staff of the flag that the box is.
    scene.line([frame.at(-1.0, -1.0), frame.at(-1.0, 1.22)], frame.stroke());
    let text = Text::new(frame.centre, "HQ", frame.half() * 1.35, Typeface::Bold, frame.ink);
    scene.text(text.on_middle());
}

pub fn leader(frame: &Frame, scene: &mut Scene) {
    let half = frame.half();
    crate::map_art::star(frame.centre, 5, half * 0.82, half * 0.34, frame.ink, None, scene);
}

pub fn cavalry_leader(frame: &Frame, scene: &mut Scene) {
    foot::diagonal(frame, scene);
    let half = frame.half();
    let edge = Some(Stroke::new(frame.pen * 0.9, frame.fill));
    crate::map_art::star(frame.centre, 5, half * 0.78, half * 0.33, frame.ink, edge, scene);
}

pub fn supply(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(-1.0, 0.42), frame.at(1.0, 0.42)], frame.stroke());
}

pub fn depot(frame: &Frame, scene: &mut Scene) {
    supply(frame, scene);
    frame.path([(-0.6, 0.42), (-0.6, -0.3), (0.0, -0.74), (0.6, -0.3), (0.6, 0.42)], scene);
    frame.solid([(-0.18, -0.08), (0.18, -0.08), (0.18, 0.42), (-0.18, 0.42)], scene);
}

pub fn service(frame: &Frame, scene: &mut Scene) {
    supply(frame, scene);
    scene.line([frame.at(-1.0, -1.0), frame.at(1.0, 0.42)], frame.stroke());
    scene.line([frame.at(-1.0, 0.42), frame.at(1.0, -1.0)], frame.stroke());
}

pub fn medical(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(0.0, -1.0), frame.at(0.0, 1.0)], frame.stroke());
    scene.line([frame.at(-1.0, 0.0), frame.at(1.0, 0.0)], frame.stroke());
}
