//! Foot and horse, and the works that they hold.

use super::Frame;
use crate::scene::Scene;

pub fn cross(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(-1.0, -1.0), frame.at(1.0, 1.0)], frame.stroke());
    diagonal(frame, scene);
}

pub fn diagonal(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(-1.0, 1.0), frame.at(1.0, -1.0)], frame.stroke());
}

/// The diagonals without their middle, where something else stands.
fn open_cross(frame: &Frame, gap: f32, scene: &mut Scene) {
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        scene.line([frame.at(x, y), frame.at(x * gap, y * gap)], frame.stroke());
    }
}

pub fn assault(frame: &Frame, scene: &mut Scene) {
    scene.fill([frame.at(-1.0, -1.0), frame.at(1.0, -1.0), frame.at(0.0, 0.0)], frame.ink);
    cross(frame, scene);
}

pub fn light(frame: &Frame, scene: &mut Scene) {
    open_cross(frame, 0.52, scene);
    // A bugle: its coil, its mouthpiece, and the bell that flares.
    let half = frame.half();
    scene.ring(frame.even(-0.06, 0.06), half * 0.27, frame.stroke());
    frame.path([(-0.72, -0.32), (-0.58, -0.22), (-0.06, -0.21)], scene);
    frame.path([(-0.06, -0.21), (0.3, -0.21)], scene);
    frame.solid([(0.2, -0.27), (0.72, -0.52), (0.72, 0.1), (0.2, -0.15)], scene);
}

pub fn mountain(frame: &Frame, scene: &mut Scene) {
    cross(frame, scene);
    peak(frame, scene);
}

/// A peak on the foot of the box.
pub fn peak(frame: &Frame, scene: &mut Scene) {
    frame.solid([(-0.55, 1.0), (0.0, 0.24), (0.55, 1.0)], scene);
}

pub fn marine(frame: &Frame, scene: &mut Scene) {
    open_cross(frame, 0.46, scene);
    scene.ring(frame.even(0.0, -0.62), frame.half() * 0.13, frame.thin());
    anchor(frame, -0.49, scene);
}

/// An anchor without its ring, from the given height down.
pub fn anchor(frame: &Frame, top: f32, scene: &mut Scene) {
    frame.path([(0.0, top), (0.0, 0.72)], scene);
    frame.path([(-0.28, top + 0.2), (0.28, top + 0.2)], scene);
    scene.line(frame.arc((0.0, 0.18), (0.54, 0.54), 0.03, 0.47), frame.stroke());
    for side in [-1.0, 1.0] {
        frame.path([(side * 0.36, 0.3), (side * 0.55, 0.18), (side * 0.68, 0.38)], scene);
    }
}

pub fn motor(frame: &Frame, scene: &mut Scene) {
    cross(frame, scene);
    wheels_below(frame, scene);
}

/// Two wheels under the box.
pub fn wheels_below(frame: &Frame, scene: &mut Scene) {
    for x in [-0.75, 0.75] {
        let centre = frame.even(x, 1.2);
        scene.disc(centre, frame.half() * 0.2, frame.fill);
        scene.ring(centre, frame.half() * 0.2, frame.thin());
    }
}

pub fn bicycle(frame: &Frame, scene: &mut Scene) {
    let half = frame.half();
    for x in [-0.6, 0.6] {
        scene.ring(frame.even(x, 0.25), half * 0.38, frame.stroke());
    }
    let (hub, saddle, bars) =
        (frame.even(-0.6, 0.25), frame.even(-0.25, -0.4), frame.even(0.42, -0.5));
    let thin = frame.thin();
    scene.line([hub, saddle, frame.even(0.02, 0.25), hub], thin);
    scene.line([frame.even(0.02, 0.25), frame.even(0.42, -0.3), saddle], thin);
    scene.line([frame.even(0.6, 0.25), bars, frame.even(0.2, -0.55)], thin);
}

pub fn dismounted(frame: &Frame, scene: &mut Scene) {
    diagonal(frame, scene);
    broken(frame, -1.0, scene);
}

pub fn replacement(frame: &Frame, scene: &mut Scene) {
    broken(frame, -1.0, scene);
    broken(frame, 1.0, scene);
}

/// A broken diagonal that starts at the left, from the top (-1) or from the foot (1).
fn broken(frame: &Frame, from: f32, scene: &mut Scene) {
    let dash = [frame.half() * 0.42, frame.half() * 0.3];
    scene.dashes([frame.at(-1.0, from), frame.at(1.0, -from)], frame.stroke(), dash);
}

pub fn mixed(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(0.0, -1.0), frame.at(0.0, 1.0)], frame.stroke());
    scene.line([frame.at(-1.0, -1.0), frame.at(0.0, 1.0)], frame.stroke());
    scene.line([frame.at(-1.0, 1.0), frame.at(0.0, -1.0)], frame.stroke());
    scene.line([frame.at(0.0, 1.0), frame.at(1.0, -1.0)], frame.stroke());
}

pub fn fort(frame: &Frame, scene: &mut Scene) {
    frame.path(
        [
            (-0.9, 0.62),
            (-0.9, -0.5),
            (-0.5, -0.5),
            (-0.5, -0.1),
            (-0.2, -0.1),
            (-0.2, -0.5),
            (0.2, -0.5),
            (0.2, -0.1),
            (0.5, -0.1),
            (0.5, -0.5),
            (0.9, -0.5),
            (0.9, 0.62),
            (-0.9, 0.62),
        ],
        scene,
    );
}

pub fn garrison(frame: &Frame, scene: &mut Scene) {
    for y in [-0.38, 0.42] {
        let mut line = Vec::new();
        for step in 0..=6 {
            let x = -1.05 + 0.35 * step as f32;
            let (from, to) = if step % 2 == 0 { (0.12, -0.16) } else { (-0.16, 0.12) };
            line.push(frame.even(x, y + from));
            if step < 6 {
                line.push(frame.even(x, y + to));
            }
        }
        scene.line(line, frame.stroke());
    }
}
