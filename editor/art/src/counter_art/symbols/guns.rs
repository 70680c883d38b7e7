//! Guns, and what else kills from afar.

use super::{Frame, foot};
use crate::colour;
use crate::scene::{Scene, Stroke};

pub fn machine_gun(frame: &Frame, scene: &mut Scene) {
    arrow(frame, 0.78, -0.78, scene);
    frame.path([(-0.5, 0.28), (0.5, 0.28)], scene);
}

/// A mortar with bars that tell its weight.
pub fn mortar(frame: &Frame, bars: &[f32], scene: &mut Scene) {
    arrow(frame, 0.42, -0.78, scene);
    scene.ring(frame.even(0.0, 0.5), frame.half() * 0.2, frame.stroke());
    for &y in bars {
        frame.path([(-0.42, y), (0.42, y)], scene);
    }
}

fn arrow(frame: &Frame, from: f32, to: f32, scene: &mut Scene) {
    let neck = if from < 0.5 { from - 0.12 } else { from };
    frame.path([(0.0, neck), (0.0, to)], scene);
    frame.path([(-0.3, to + 0.36), (0.0, to), (0.3, to + 0.36)], scene);
}

pub fn anti_tank(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(-1.0, 1.0), frame.at(0.0, -1.0), frame.at(1.0, 1.0)], frame.stroke());
}

pub fn anti_aircraft(frame: &Frame, scene: &mut Scene) {
    let wide = frame.width / frame.height;
    scene.line(frame.arc((0.0, 1.0), (wide, 1.35), 0.5, 1.0), frame.stroke());
    scene.disc(frame.even(0.0, 0.4), frame.half() * 0.34, frame.ink);
}

pub fn flame(frame: &Frame, scene: &mut Scene) {
    for (size, colour) in [(1.0, frame.ink), (0.52, frame.fill)] {
        // A drop that stands on its round end.
        let foot = 0.72 - 0.1 * (1.0 - size);
        let (radius, middle) = (0.42 * size, foot - 0.42 * size);
        let mut drop = frame.arc((0.0, middle), (radius, radius), -0.06, 0.56);
        drop.push(frame.even(0.0, foot - 1.5 * size));
        scene.fill(drop, colour);
    }
}

pub fn horse(frame: &Frame, scene: &mut Scene) {
    foot::diagonal(frame, scene);
    scene.disc(frame.centre, frame.half() * 0.42, frame.ink);
}

pub fn mountain(frame: &Frame, scene: &mut Scene) {
    scene.disc(frame.even(0.0, -0.3), frame.half() * 0.38, frame.ink);
    foot::peak(frame, scene);
}

pub fn heavy(frame: &Frame, scene: &mut Scene) {
    scene.disc(frame.even(0.0, -0.12), frame.half() * 0.5, frame.ink);
    let bar = Stroke::new(frame.pen * 1.3, frame.ink);
    scene.line([frame.even(-0.62, 0.64), frame.even(0.62, 0.64)], bar);
}

pub fn siege(frame: &Frame, scene: &mut Scene) {
    scene.disc(frame.even(0.0, -0.28), frame.half() * 0.48, frame.ink);
    frame.solid([(-0.95, 0.62), (0.95, 0.62), (0.95, 0.82), (-0.95, 0.82)], scene);
    for x in [-0.95, -0.38, 0.19, 0.76] {
        frame.solid([(x, 0.4), (x + 0.19, 0.4), (x + 0.19, 0.64), (x, 0.64)], scene);
    }
}

pub fn fortress(frame: &Frame, scene: &mut Scene) {
    foot::fort(frame, scene);
    scene.disc(frame.even(0.0, 0.27), frame.half() * 0.25, frame.ink);
}

pub fn railway(frame: &Frame, scene: &mut Scene) {
    scene.disc(frame.even(0.0, -0.32), frame.half() * 0.44, frame.ink);
    rails(frame, scene);
}

/// Two trucks on a rail, along the foot of the box.
pub fn rails(frame: &Frame, scene: &mut Scene) {
    frame.path([(-0.95, 0.3), (0.95, 0.3)], scene);
    for x in [-0.68, -0.28, 0.28, 0.68] {
        frame.wheel(x, 0.52, 0.16, scene);
    }
    frame.path([(-1.2, 0.76), (1.2, 0.76)], scene);
}

pub fn naval(frame: &Frame, scene: &mut Scene) {
    scene.disc(frame.even(0.0, -0.48), frame.half() * 0.3, frame.ink);
    foot::anchor(frame, -0.3, scene);
}

pub fn cloud(frame: &Frame, scene: &mut Scene) {
    let puffs = [
        (-0.6, 0.12, 0.32),
        (-0.2, -0.15, 0.42),
        (0.28, -0.05, 0.38),
        (0.68, 0.16, 0.27),
        (0.05, 0.2, 0.34),
    ];
    let half = frame.half();
    for (x, y, r) in puffs {
        scene.disc(frame.even(x, y), half * r + frame.pen * 0.8, frame.ink);
    }
    let body = colour::mix(frame.fill, [196, 190, 90, 255], 0.55);
    for (x, y, r) in puffs {
        scene.disc(frame.even(x, y), half * r, body);
    }
    let pen = Stroke::new(frame.pen * 0.7, frame.ink);
    for (x, y, r) in [(-0.2, -0.1, 0.2), (0.32, 0.02, 0.17)] {
        scene.line(frame.arc((x, y), (r, r), 0.05, 0.6), pen);
    }
}
