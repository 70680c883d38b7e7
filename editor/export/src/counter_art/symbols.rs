//! Unit symbols, as vectors.

use std::f32::consts::{PI, TAU};

use salient_schema::ruleset::Symbol;

use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Stroke, Text};

/// The box that a symbol stands in.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its middle.
    pub centre: Point,
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
    /// The width of its lines.
    pub pen: f32,
    /// The colour of its lines.
    pub ink: Rgba,
    /// Its ground.
    pub fill: Rgba,
}

impl Frame {
    /// A point by its offset from the middle, in halves of the box: 1 is on its edge.
    fn at(&self, x: f32, y: f32) -> Point {
        [self.centre[0] + x * self.width / 2.0, self.centre[1] + y * self.height / 2.0]
    }

    /// A point by its offset from the middle, in halves of the box's height on both axes.
    fn even(&self, x: f32, y: f32) -> Point {
        let half = self.height / 2.0;
        [self.centre[0] + x * half, self.centre[1] + y * half]
    }

    fn corners(&self) -> [Point; 4] {
        [self.at(-1.0, -1.0), self.at(1.0, -1.0), self.at(1.0, 1.0), self.at(-1.0, 1.0)]
    }

    fn stroke(&self) -> Stroke {
        Stroke::new(self.pen, self.ink)
    }
}

/// Draws a symbol in its box. A [`Symbol::Marker`] is the box alone.
pub fn draw(symbol: Symbol, frame: &Frame, scene: &mut Scene) {
    scene.fill(frame.corners(), frame.fill);
    let pen = frame.stroke();
    let half = frame.height / 2.0;
    match symbol {
        Symbol::Infantry => cross(frame, scene),
        Symbol::AssaultInfantry => {
            scene.fill([frame.at(-1.0, -1.0), frame.at(1.0, -1.0), frame.at(0.0, 0.0)], frame.ink);
            cross(frame, scene);
        }
        Symbol::Cavalry => scene.line([frame.at(-1.0, 1.0), frame.at(1.0, -1.0)], pen),
        Symbol::Artillery => scene.disc(frame.centre, half * 0.42, frame.ink),
        Symbol::HeavyArtillery => {
            scene.disc(frame.even(0.0, -0.12), half * 0.5, frame.ink);
            let bar = Stroke::new(frame.pen * 1.3, frame.ink);
            scene.line([frame.even(-0.62, 0.64), frame.even(0.62, 0.64)], bar);
        }
        Symbol::Mortar => {
            arrow(frame, 0.42, -0.78, scene);
            scene.ring(frame.even(0.0, 0.5), half * 0.2, pen);
        }
        Symbol::MachineGun => {
            arrow(frame, 0.78, -0.78, scene);
            scene.line([frame.even(-0.5, 0.28), frame.even(0.5, 0.28)], pen);
        }
        Symbol::Engineer => {
            let y = [-0.3, 0.42];
            scene.line(
                [
                    frame.even(-0.85, y[1]),
                    frame.even(-0.85, y[0]),
                    frame.even(0.85, y[0]),
                    frame.even(0.85, y[1]),
                ],
                pen,
            );
            scene.line([frame.even(0.0, y[0]), frame.even(0.0, y[1])], pen);
        }
        Symbol::Headquarters => {
            // The staff of the flag that the box is.
            scene.line([frame.at(-1.0, -1.0), frame.at(-1.0, 1.22)], pen);
            let text = Text::new(frame.centre, "HQ", half * 1.35, Typeface::Bold, frame.ink);
            scene.text(text.on_middle());
        }
        Symbol::Tank => scene.outline(oval(frame, 1.15, 0.52), pen),
        Symbol::Air => wings(frame, scene),
        Symbol::Transport => {
            for x in [-0.62, 0.62] {
                scene.ring(frame.even(x, 0.0), half * 0.34, pen);
            }
            scene.line([frame.even(-0.28, 0.0), frame.even(0.28, 0.0)], pen);
        }
        Symbol::Leader => {
            crate::map_art::star(frame.centre, 5, half * 0.82, half * 0.34, frame.ink, None, scene);
        }
        Symbol::Bicycle => {
            for x in [-0.6, 0.6] {
                scene.ring(frame.even(x, 0.25), half * 0.38, pen);
            }
            let thin = Stroke::new(frame.pen * 0.8, frame.ink);
            let (hub, saddle, bars) =
                (frame.even(-0.6, 0.25), frame.even(-0.25, -0.4), frame.even(0.42, -0.5));
            scene.line([hub, saddle, frame.even(0.02, 0.25), hub], thin);
            scene.line([frame.even(0.02, 0.25), frame.even(0.42, -0.3), saddle], thin);
            scene.line([frame.even(0.6, 0.25), bars, frame.even(0.2, -0.55)], thin);
        }
        Symbol::Fortress => {
            let wall = [
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
            ];
            scene.line(wall.map(|(x, y)| frame.even(x, y)), pen);
        }
        Symbol::Garrison => {
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
                scene.line(line, pen);
            }
        }
        Symbol::Supply => {
            scene.line([frame.at(-1.0, 0.42), frame.at(1.0, 0.42)], pen);
        }
        Symbol::Gas => cloud(frame, scene),
        Symbol::Marker => {}
    }
    scene.outline(frame.corners(), pen);
}

fn cross(frame: &Frame, scene: &mut Scene) {
    scene.line([frame.at(-1.0, -1.0), frame.at(1.0, 1.0)], frame.stroke());
    scene.line([frame.at(-1.0, 1.0), frame.at(1.0, -1.0)], frame.stroke());
}

fn arrow(frame: &Frame, from: f32, to: f32, scene: &mut Scene) {
    let pen = frame.stroke();
    let neck = if from < 0.5 { from - 0.12 } else { from };
    scene.line([frame.even(0.0, neck), frame.even(0.0, to)], pen);
    scene.line([frame.even(-0.3, to + 0.36), frame.even(0.0, to), frame.even(0.3, to + 0.36)], pen);
}

/// The points of an oval with straight flanks, by its half axes in halves of the box's height.
fn oval(frame: &Frame, across: f32, up: f32) -> Vec<Point> {
    let flank = across - up;
    let mut points = Vec::with_capacity(26);
    for (x, from) in [(flank, -PI / 2.0), (-flank, PI / 2.0)] {
        for step in 0..=12 {
            let angle = from + PI * step as f32 / 12.0;
            points.push(frame.even(x + up * angle.cos(), up * angle.sin()));
        }
    }
    points
}

fn wings(frame: &Frame, scene: &mut Scene) {
    for side in [1.0_f32, -1.0] {
        let wing: Vec<Point> = (0..=14)
            .map(|step| {
                let angle = PI / 2.0 - PI * step as f32 / 14.0;
                frame.even(side * (0.72 + 0.42 * angle.cos()), 0.3 * angle.sin())
            })
            .chain([frame.even(0.0, 0.0)])
            .collect();
        scene.fill(wing, frame.ink);
    }
}

fn cloud(frame: &Frame, scene: &mut Scene) {
    let puffs = [
        (-0.6, 0.12, 0.32),
        (-0.2, -0.15, 0.42),
        (0.28, -0.05, 0.38),
        (0.68, 0.16, 0.27),
        (0.05, 0.2, 0.34),
    ];
    let half = frame.height / 2.0;
    for (x, y, r) in puffs {
        scene.disc(frame.even(x, y), half * r + frame.pen * 0.8, frame.ink);
    }
    let body = colour::mix(frame.fill, [196, 190, 90, 255], 0.55);
    for (x, y, r) in puffs {
        scene.disc(frame.even(x, y), half * r, body);
    }
    let curl = |x: f32, y: f32, r: f32| {
        let arc: Vec<Point> = (0..=8)
            .map(|step| {
                let angle = TAU * (0.05 + 0.55 * step as f32 / 8.0);
                frame.even(x + r * angle.cos(), y + r * angle.sin())
            })
            .collect();
        arc
    };
    scene.line(curl(-0.2, -0.1, 0.2), Stroke::new(frame.pen * 0.7, frame.ink));
    scene.line(curl(0.32, 0.02, 0.17), Stroke::new(frame.pen * 0.7, frame.ink));
}
