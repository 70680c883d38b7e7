//! Field works: redoubts, fieldworks, trenches and wire, linked with their neighbours of the
//! same side into lines.

use std::f32::consts::TAU;

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::compile::{FeatureArt, LookArt};
use super::site::{Site, arc};
use super::{Detail, MapArt, strokes};
use crate::colour::{self, Rgba};
use crate::noise;
use crate::scene::{Point, Scene, Stroke};

/// Whether a mark is a field work.
pub fn is_work(mark: Mark) -> bool {
    matches!(mark, Mark::Redoubt | Mark::Fieldwork | Mark::Trench | Mark::Wire)
}

impl MapArt {
    /// The directions in which a work runs on into the next hex. Where three works touch each
    /// other, one of the three links is left out, so that thick belts do not become a net.
    pub(super) fn work_links(&self, hex: Hex, feature: &FeatureArt) -> Vec<Direction> {
        if !feature.facing.is_empty() {
            return Vec::new();
        }
        let Some(look) = self.map.feature_kinds.look(feature.kind) else { return Vec::new() };
        let wire = look.mark == Mark::Wire;
        let alike =
            |other: Hex| {
                self.map.features_in(other).iter().any(|there| {
                    there.facing.is_empty()
                        && there.colour == feature.colour
                        && self.map.feature_kinds.look(there.kind).is_some_and(|look| {
                            is_work(look.mark) && (look.mark == Mark::Wire) == wire
                        })
                })
            };
        let mut links = Vec::new();
        for direction in Direction::ALL {
            let Some(other) = self.grid.neighbour(hex, direction).filter(|&other| alike(other))
            else {
                continue;
            };
            let (low, high) = (hex.min(other), hex.max(other));
            // The two hexes that touch both.
            let crowded = [1, 5].iter().any(|turn| {
                self.grid
                    .neighbour(hex, Direction::new(direction.index() + turn))
                    .is_some_and(|third| alike(third) && low < third && third < high)
            });
            if !crowded {
                links.push(direction);
            }
        }
        links
    }
}

/// Draws a work. `links` are the directions in which it runs on; `facing` the hexsides that it
/// faces, if it does not face all round.
pub fn draw(
    site: &Site,
    look: &LookArt,
    ink: Rgba,
    links: &[Direction],
    facing: &[Direction],
    detail: Detail,
    scene: &mut Scene,
) {
    let line = |along: &[Point], scene: &mut Scene| {
        // A pale ground parts the work from trees and hachures.
        if detail != Detail::Far && along.len() > 1 {
            scene.line(along, Stroke::new(0.105, [252, 247, 234, 110]));
        }
        let mark = if look.mark == Mark::Redoubt { Mark::Fieldwork } else { look.mark };
        strokes::ornament(mark, along, ink, look.width, detail, scene);
    };
    if !facing.is_empty() {
        for direction in facing {
            line(&along_side(site, direction.index()), scene);
        }
        if look.mark == Mark::Redoubt {
            redoubt(site, ink, detail, scene);
        }
        return;
    }
    let side = |direction: &Direction| site.towards(direction.index(), 0.5);
    if look.mark == Mark::Redoubt {
        for direction in links {
            line(&[site.towards(direction.index(), 0.33), side(direction)], scene);
        }
        redoubt(site, ink, detail, scene);
        return;
    }
    match links {
        [] => line(&alone(site, look.mark), scene),
        [only] => {
            let beyond = site.towards(only.opposite().index(), 0.22);
            line(&[side(only), beyond], scene);
        }
        [first, second] => {
            let (a, b) = (side(first), side(second));
            let curve: Vec<Point> = (0..=12)
                .map(|step| {
                    let t = step as f32 / 12.0;
                    let u = 1.0 - t;
                    let axis =
                        |i: usize| u * u * a[i] + 2.0 * u * t * site.centre[i] + t * t * b[i];
                    [axis(0), axis(1)]
                })
                .collect();
            line(&curve, scene);
        }
        many => {
            for direction in many {
                line(&[side(direction), site.centre], scene);
            }
        }
    }
}

/// Inside a hexside, from corner to corner.
fn along_side(site: &Site, direction: usize) -> [Point; 2] {
    site.side(direction).map(|corner| {
        let share = 0.8;
        [
            site.centre[0] + (corner[0] - site.centre[0]) * share,
            site.centre[1] + (corner[1] - site.centre[1]) * share,
        ]
    })
}

/// A work without neighbours.
fn alone(site: &Site, mark: Mark) -> Vec<Point> {
    match mark {
        // An open work: a horseshoe.
        Mark::Fieldwork => arc(site.at(0.0, 0.03), 0.315, TAU * 0.43, TAU * 1.07, 30),
        _ => {
            let lean = (site.chance(131) - 0.5) * 0.16;
            (0..=8)
                .map(|step| {
                    let t = step as f32 / 8.0 - 0.5;
                    site.at(t * 0.78, lean * t * 2.0 + 0.05 * (t * TAU * 0.8).sin())
                })
                .collect()
        }
    }
}

/// A closed work: battlements round a plan of five or six faces.
fn redoubt(site: &Site, ink: Rgba, detail: Detail, scene: &mut Scene) {
    let radius = 0.335;
    if detail == Detail::Far {
        scene.ring(site.centre, radius * 0.8, Stroke::new(0.09, ink));
        return;
    }
    let (sx, sy) = site.seed();
    let faces = if site.chance(141) < 0.5 { 5 } else { 6 };
    let turned = site.chance(142) * TAU;
    let plan: Vec<Point> = (0..faces)
        .map(|face| {
            let share = face as f32 + 0.22 * noise::signed(sx.wrapping_add(face), sy, 143);
            let angle = turned + TAU * share / faces as f32;
            let reach = radius * (0.95 + 0.08 * noise::unit(sx, sy.wrapping_add(face), 144));
            site.at(reach * angle.cos(), reach * angle.sin() * 0.94)
        })
        .collect();
    let closed: Vec<Point> = plan.iter().chain(plan.first()).copied().collect();
    scene.line(closed.clone(), Stroke::new(0.1, [252, 247, 234, 110]));
    scene.fill(plan, colour::faint(ink, 0.16));
    strokes::battlements(&closed, ink, 0.034, scene);
}
