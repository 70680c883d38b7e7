//! Unit symbols, as vectors.
//!
//! One file for each kind of troops; all draw in a [`Frame`], whose own coordinates run from -1
//! to 1, so that a symbol looks alike at any size.

mod air;
mod foot;
mod guns;
mod services;
mod vehicles;

use salient_schema::ruleset::{Symbol, SymbolMark};

use crate::colour::Rgba;
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
        let half = self.half();
        [self.centre[0] + x * half, self.centre[1] + y * half]
    }

    fn half(&self) -> f32 {
        self.height / 2.0
    }

    fn corners(&self) -> [Point; 4] {
        [self.at(-1.0, -1.0), self.at(1.0, -1.0), self.at(1.0, 1.0), self.at(-1.0, 1.0)]
    }

    fn stroke(&self) -> Stroke {
        Stroke::new(self.pen, self.ink)
    }

    fn thin(&self) -> Stroke {
        Stroke::new(self.pen * 0.8, self.ink)
    }

    /// Draws a line through points of [`even`](Self::even).
    fn path<const N: usize>(&self, points: [(f32, f32); N], scene: &mut Scene) {
        scene.line(points.map(|(x, y)| self.even(x, y)), self.stroke());
    }

    /// Fills a convex polygon of points of [`even`](Self::even).
    fn solid<const N: usize>(&self, points: [(f32, f32); N], scene: &mut Scene) {
        scene.fill(points.map(|(x, y)| self.even(x, y)), self.ink);
    }

    /// Draws a wheel.
    fn wheel(&self, x: f32, y: f32, radius: f32, scene: &mut Scene) {
        scene.ring(self.even(x, y), self.half() * radius, self.thin());
    }

    /// Points along an arc, by its middle, half axes and angles in turns, clockwise from the
    /// right.
    fn arc(&self, middle: (f32, f32), axes: (f32, f32), from: f32, to: f32) -> Vec<Point> {
        const STEPS: u16 = 16;
        (0..=STEPS)
            .map(|step| {
                let turn = from + (to - from) * f32::from(step) / f32::from(STEPS);
                let (sin, cos) = (std::f32::consts::TAU * turn).sin_cos();
                self.even(middle.0 + axes.0 * cos, middle.1 + axes.1 * sin)
            })
            .collect()
    }
}

/// Draws a symbol in its box. A [`Symbol::Marker`] is the box alone.
pub fn draw(symbol: Symbol, frame: &Frame, scene: &mut Scene) {
    scene.fill(frame.corners(), frame.fill);
    match symbol {
        Symbol::Infantry => foot::cross(frame, scene),
        Symbol::AssaultInfantry => foot::assault(frame, scene),
        Symbol::LightInfantry => foot::light(frame, scene),
        Symbol::MountainInfantry => foot::mountain(frame, scene),
        Symbol::MarineInfantry => foot::marine(frame, scene),
        Symbol::MotorInfantry => foot::motor(frame, scene),
        Symbol::Bicycle => foot::bicycle(frame, scene),
        Symbol::Cavalry => foot::diagonal(frame, scene),
        Symbol::DismountedCavalry => foot::dismounted(frame, scene),
        Symbol::MixedArms => foot::mixed(frame, scene),
        Symbol::Fortress => foot::fort(frame, scene),
        Symbol::Garrison => foot::garrison(frame, scene),
        Symbol::Replacement => foot::replacement(frame, scene),

        Symbol::MachineGun => guns::machine_gun(frame, scene),
        Symbol::Mortar => guns::mortar(frame, &[], scene),
        Symbol::LightMortar => guns::mortar(frame, &[-0.02], scene),
        Symbol::HeavyMortar => guns::mortar(frame, &[-0.24, -0.02, 0.2], scene),
        Symbol::AntiTank => guns::anti_tank(frame, scene),
        Symbol::AntiAircraft => guns::anti_aircraft(frame, scene),
        Symbol::Flamethrower => guns::flame(frame, scene),
        Symbol::Gas => guns::cloud(frame, scene),
        Symbol::Artillery => scene.disc(frame.centre, frame.half() * 0.42, frame.ink),
        Symbol::HorseArtillery => guns::horse(frame, scene),
        Symbol::MountainArtillery => guns::mountain(frame, scene),
        Symbol::HeavyArtillery => guns::heavy(frame, scene),
        Symbol::SiegeArtillery => guns::siege(frame, scene),
        Symbol::FortressArtillery => guns::fortress(frame, scene),
        Symbol::RailwayArtillery => guns::railway(frame, scene),
        Symbol::NavalArtillery => guns::naval(frame, scene),

        Symbol::Tank => vehicles::tank(frame, scene),
        Symbol::HeavyTank => vehicles::heavy_tank(frame, scene),
        Symbol::LightTank => vehicles::light_tank(frame, scene),
        Symbol::ArmouredCar => vehicles::armoured_car(frame, scene),
        Symbol::ArmouredTrain => vehicles::armoured_train(frame, scene),
        Symbol::Transport => vehicles::transport(frame, scene),
        Symbol::Wagon => vehicles::wagon(frame, scene),
        Symbol::Truck => vehicles::truck(frame, scene),
        Symbol::Limber => vehicles::limber(frame, scene),
        Symbol::Ship => vehicles::ship(frame, scene),

        Symbol::Engineer => services::engineer(frame, scene),
        Symbol::Bridging => services::bridge(frame, scene),
        Symbol::Signals => services::flash(frame, scene),
        Symbol::Headquarters => services::headquarters(frame, scene),
        Symbol::Leader => services::leader(frame, scene),
        Symbol::CavalryLeader => services::cavalry_leader(frame, scene),
        Symbol::Supply => services::supply(frame, scene),
        Symbol::Depot => services::depot(frame, scene),
        Symbol::Service => services::service(frame, scene),
        Symbol::Medical => services::medical(frame, scene),

        Symbol::Air => air::wings(frame, 0.0, 1.0, scene),
        Symbol::Fighter => air::fighter(frame, scene),
        Symbol::Bomber => air::bomber(frame, scene),
        Symbol::Reconnaissance => air::reconnaissance(frame, scene),
        Symbol::Balloon => air::balloon(frame, scene),
        Symbol::Marker => {}
    }
    scene.outline(frame.corners(), frame.stroke());
}

/// Draws a mark at the foot of a symbol's box.
pub fn draw_mark(mark: SymbolMark, frame: &Frame, scene: &mut Scene) {
    let letters = match mark {
        SymbolMark::Landwehr => return landwehr(frame, scene),
        SymbolMark::Reserve => "R",
        SymbolMark::Landsturm => "LS",
        SymbolMark::Territorial => "T",
        SymbolMark::Ersatz => "E",
        SymbolMark::Guard => "G",
        SymbolMark::Colonial => "C",
        SymbolMark::LinesOfCommunications => "LOC",
    };
    let at = frame.at(0.0, 0.66);
    let text = Text::new(at, letters, frame.half() * 0.72, Typeface::Bold, frame.ink);
    scene.text(text.with_halo(frame.fill).on_middle());
}

/// The cross that the Landwehr wore on its caps: four arms that spread outward.
fn landwehr(frame: &Frame, scene: &mut Scene) {
    let (x, y, reach, spread) = (0.0, 0.62, 0.34, 0.2);
    scene.disc(frame.even(x, y), frame.half() * (reach + 0.08), frame.fill);
    for (along, across) in [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)] {
        let arm = |out: f32, aside: f32| {
            (x + along * out - across * aside, y + across * out + along * aside)
        };
        frame.solid(
            [arm(0.0, 0.05), arm(reach, spread), arm(reach, -spread), arm(0.0, -0.05)],
            scene,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(draw: impl Fn(&Frame, &mut Scene)) -> Scene {
        let (ink, fill) = ([0, 0, 0, 255], [255, 255, 255, 255]);
        let frame = Frame { centre: [0.0, 0.0], width: 47.0, height: 28.5, pen: 2.6, ink, fill };
        let mut scene = Scene::new();
        draw(&frame, &mut scene);
        scene
    }

    #[test]
    fn no_two_symbols_or_marks_look_alike() {
        for (at, &one) in Symbol::ALL.iter().enumerate() {
            for &other in &Symbol::ALL[..at] {
                let alike = drawn(|f, s| draw(one, f, s)) == drawn(|f, s| draw(other, f, s));
                assert!(!alike, "{one:?} and {other:?}");
            }
        }
        for (at, &one) in SymbolMark::ALL.iter().enumerate() {
            for &other in &SymbolMark::ALL[..at] {
                let alike =
                    drawn(|f, s| draw_mark(one, f, s)) == drawn(|f, s| draw_mark(other, f, s));
                assert!(!alike, "{one:?} and {other:?}");
            }
        }
    }
}
