//! Unit symbols, as vectors.
//!
//! One file for each kind of troops; all draw in a [`Frame`], whose own coordinates run from -1
//! to 1, so that a symbol looks alike at any size.

mod air;
mod foot;
mod frame;
mod guns;
mod services;
mod vehicles;

use salient_schema::ruleset::{Symbol, SymbolMark};

use crate::fonts::Typeface;
use crate::scene::{Scene, Text};
pub use frame::Frame;

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
