//! Marks that fill a hex with ground of one kind and run together with like neighbours: woods,
//! marsh, broken ground, water.

use std::f32::consts::TAU;

use salient_schema::ruleset::Mark;

use super::Detail;
use super::compile::LookArt;
use super::site::{Site, arc};
use crate::colour::{self, Rgba};
use crate::noise;
use crate::scene::{Point, Scene, Stroke};
use crate::theme::Theme;

/// The colour of gas, where neither look nor ground says another: mustard.
const GAS: Rgba = [206, 190, 72, 255];

/// Whether a mark fills the ground, rather than standing on it.
pub fn is_area(mark: Mark) -> bool {
    matches!(
        mark,
        Mark::Woods
            | Mark::Swamp
            | Mark::Rough
            | Mark::Craters
            | Mark::Gas
            | Mark::Mountain
            | Mark::Fields
            | Mark::Water
    )
}

/// The ground and ink of an area, from its look or else from the theme.
pub fn colours(look: &LookArt, theme: &Theme) -> (Rgba, Rgba) {
    let fill = look.fill.unwrap_or(match look.mark {
        Mark::Woods => theme.woods,
        Mark::Swamp => theme.marsh,
        Mark::Water => theme.water,
        Mark::Rough | Mark::Mountain => colour::mix(theme.paper, theme.hill, 0.3),
        Mark::Craters => colour::mix(theme.paper, theme.earth, 0.35),
        Mark::Gas => colour::mix(theme.paper, GAS, 0.45),
        _ => colour::darker(theme.paper, 0.03),
    });
    let ink = look.ink.unwrap_or(match look.mark {
        Mark::Woods => leaves(fill),
        Mark::Swamp => colour::mix(theme.water, [30, 70, 70, 255], 0.6),
        Mark::Water => colour::darker(fill, 0.25),
        Mark::Rough | Mark::Mountain => theme.hill,
        Mark::Craters => theme.earth,
        Mark::Gas => colour::darker(GAS, 0.35),
        _ => colour::darker(fill, 0.25),
    });
    (fill, ink)
}

/// The green of trees that stand on ground of a colour.
pub fn leaves(ground: Rgba) -> Rgba {
    colour::darker(colour::mix(ground, [60, 110, 50, ground[3]], 0.5), 0.12)
}

/// The tinted ground, with a ragged edge towards other ground.
pub fn stain(site: &Site, look: &LookArt, detail: Detail, theme: &Theme, scene: &mut Scene) {
    let (fill, ink) = colours(look, theme);
    if look.mark == Mark::Water {
        scene.fill(site.corners, fill);
        return;
    }
    if detail == Detail::Far {
        // The mark's colour stands in for the marks themselves.
        let share = if look.mark == Mark::Woods { 0.62 } else { 0.18 };
        scene.fill(site.inset(0.03, 0.005), colour::mix(fill, ink, share));
        return;
    }
    let margin = 0.085;
    scene.fill(site.inset(margin, 0.005), fill);
    for direction in 0..6 {
        if site.open[direction] {
            continue;
        }
        let [a, b] = site.side(direction);
        let inward = site.outward(direction);
        for step in 0..6 {
            let t = (step as f32 + 0.5) / 6.0;
            let on_side = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
            let (x, y) = noise::key(on_side);
            // Seen from either side of an open hexside, the last bump is the same one.
            let radius = 0.066 + 0.034 * noise::unit(x, y, 11);
            let depth = margin + 0.02 + 0.02 * noise::unit(x, y, 12);
            let centre = [on_side[0] - inward[0] * depth, on_side[1] - inward[1] * depth];
            if corner_is_clear(site, centre, radius) {
                scene.disc(centre, radius, fill);
            }
        }
    }
}

/// Whether a bump keeps clear of the other closed sides.
fn corner_is_clear(site: &Site, centre: Point, radius: f32) -> bool {
    site.depths(centre).1 >= radius * 0.75
}

/// What lies under the marks: the shadows and dark rims of trees.
pub fn shadows(site: &Site, look: &LookArt, detail: Detail, theme: &Theme, scene: &mut Scene) {
    let (fill, ink) = colours(look, theme);
    match look.mark {
        Mark::Woods if detail != Detail::Far => {
            let shade = colour::darker(ink, 0.38);
            for tree in trees(site, detail) {
                let [x, y] = tree.at;
                scene.disc([x + 0.011, y + 0.017], tree.radius + 0.008, shade);
            }
        }
        Mark::Water => {
            let coast = Stroke::new(0.025, ink);
            let shoal = Stroke::new(0.09, colour::lighter(fill, 0.35));
            for direction in (0..6).filter(|&direction| !site.open[direction]) {
                let along = site.side(direction);
                let n = site.outward(direction);
                let inset = along.map(|p| [p[0] - n[0] * 0.05, p[1] - n[1] * 0.05]);
                scene.line(inset, shoal);
                scene.line(along, coast);
            }
        }
        _ => {}
    }
}

/// The marks themselves.
pub fn marks(site: &Site, look: &LookArt, detail: Detail, theme: &Theme, scene: &mut Scene) {
    if detail == Detail::Far {
        return;
    }
    let (fill, ink) = colours(look, theme);
    match look.mark {
        Mark::Woods => canopies(site, fill, ink, detail, scene),
        Mark::Swamp => reeds(site, ink, theme, scene),
        Mark::Rough => boulders(site, ink, scene),
        Mark::Craters => craters(site, fill, ink, scene),
        Mark::Gas => clouds(site, fill, ink, scene),
        Mark::Mountain => peaks(site, fill, ink, scene),
        Mark::Fields => furrows(site, ink, scene),
        Mark::Water => waves(site, ink, scene),
        _ => {}
    }
}

struct Tree {
    at: Point,
    radius: f32,
    tone: f32,
}

/// The trees of a hex. Their lattice runs over the whole plane, so that woods have no seams.
fn trees(site: &Site, detail: Detail) -> Vec<Tree> {
    let spacing = if detail == Detail::Near { 0.118 } else { 0.17 };
    let mut trees = Vec::with_capacity(64);
    site.scatter(spacing, 21, |at, (i, j)| {
        let radius = spacing * (0.5 + 0.17 * noise::unit(i, j, 22));
        // A ragged edge: each tree keeps its own distance from open ground.
        let edge = radius + 0.012 + 0.03 * noise::unit(i, j, 23);
        if site.depths(at).1 < edge {
            return;
        }
        let tone = 0.65 * noise::smooth(at, 2.2, 25) + 0.35 * noise::unit(i, j, 24);
        trees.push(Tree { at, radius, tone });
    });
    trees
}

fn canopies(site: &Site, fill: Rgba, ink: Rgba, detail: Detail, scene: &mut Scene) {
    let dark = colour::mix(fill, ink, 0.92);
    let light = colour::mix(fill, ink, 0.42);
    for tree in trees(site, detail) {
        // Four tones: enough to look alive, few enough to be painted together.
        let share = (tree.tone * 4.0).floor().clamp(0.0, 3.0) / 3.0;
        let body = colour::mix(dark, light, share);
        let [x, y] = tree.at;
        let r = tree.radius;
        if detail == Detail::Near {
            // Each crown is parted from the next by a thin shade at its foot.
            scene.disc(
                [x + r * 0.08, y + r * 0.12],
                r * 1.02,
                colour::darker(colour::mix(body, ink, 0.5), 0.16),
            );
        }
        scene.disc(tree.at, r * 0.94, body);
        if detail == Detail::Near {
            scene.disc([x - r * 0.26, y - r * 0.3], r * 0.48, colour::lighter(body, 0.13));
        }
    }
}

fn reeds(site: &Site, ink: Rgba, theme: &Theme, scene: &mut Scene) {
    let blade = Stroke::new(0.014, ink);
    let water = Stroke::new(0.013, colour::mix(theme.water, ink, 0.25));
    site.scatter(0.235, 31, |[x, y], (i, j)| {
        if site.depths([x, y]).1 < 0.13 || site.depths([x, y - 0.09]).1 < 0.05 {
            return;
        }
        let size = 0.058 + 0.022 * noise::unit(i, j, 32);
        scene.line([[x - size * 1.15, y + 0.008], [x + size * 1.15, y + 0.008]], water);
        for (lean, height) in [(-0.75, 0.72), (-0.32, 1.05), (0.12, 1.2), (0.55, 0.85)] {
            let top = [x + lean * size, y - height * size];
            scene.line([[x + lean * size * 0.25, y], top], blade);
        }
        let low = y + 0.04;
        let shift = 0.05 * noise::signed(i, j, 33);
        scene.line([[x + shift - 0.035, low], [x + shift + 0.035, low]], water);
    });
}

fn boulders(site: &Site, ink: Rgba, scene: &mut Scene) {
    let pen = Stroke::new(0.014, ink);
    site.scatter(0.17, 41, |[x, y], (i, j)| {
        if site.depths([x, y]).1 < 0.1 {
            return;
        }
        let size = 0.03 + 0.025 * noise::unit(i, j, 42);
        let lean = noise::signed(i, j, 43) * 0.3;
        scene.line(
            [[x - size, y + size * (0.5 + lean)], [x, y - size * 0.7], [x + size, y + size * 0.5]],
            pen,
        );
        scene.line([[x + size * 0.2, y - size * 0.1], [x + size * 0.45, y + size * 0.5]], pen);
    });
}

fn craters(site: &Site, fill: Rgba, ink: Rgba, scene: &mut Scene) {
    let floor = colour::mix(fill, ink, 0.4);
    let rim = colour::lighter(fill, 0.35);
    site.scatter(0.16, 51, |at, (i, j)| {
        let radius = 0.022 + 0.038 * noise::unit(i, j, 52).powi(2);
        if site.depths(at).1 < radius + 0.06 || noise::unit(i, j, 53) < 0.12 {
            return;
        }
        let [x, y] = at;
        scene.disc([x + radius * 0.15, y + radius * 0.2], radius * 1.2, rim);
        scene.disc(at, radius, floor);
        scene.line(
            arc(at, radius, TAU * 0.42, TAU * 0.87, 7),
            Stroke::new(radius * 0.42, colour::darker(ink, 0.2)),
        );
    });
}

/// Low clouds that drift one way, denser at their feet.
fn clouds(site: &Site, fill: Rgba, ink: Rgba, scene: &mut Scene) {
    let body = colour::lighter(fill, 0.4);
    let edge = Stroke::new(0.013, ink);
    site.scatter(0.25, 91, |[x, y], (i, j)| {
        let size = 0.05 + 0.02 * noise::unit(i, j, 92);
        if site.depths([x, y]).1 < size * 1.9 + 0.01 {
            return;
        }
        let puffs = [(-0.95, 0.1, 0.72), (0.0, -0.25, 1.0), (0.95, 0.12, 0.66)];
        for (dx, dy, radius) in puffs {
            scene.disc([x + dx * size, y + dy * size], radius * size, body);
        }
        for (dx, dy, radius) in puffs {
            let centre = [x + dx * size, y + dy * size];
            // Each is open where the next begins.
            scene.line(arc(centre, radius * size, TAU * 0.54, TAU * 0.93, 9), edge);
        }
        let foot = y + size * 0.8;
        scene.line([[x - size * 1.5, foot], [x + size * 1.1, foot]], edge);
    });
}

fn peaks(site: &Site, fill: Rgba, ink: Rgba, scene: &mut Scene) {
    let lit = colour::lighter(fill, 0.35);
    let shade = colour::mix(fill, ink, 0.75);
    site.scatter(0.3, 61, |[x, y], (i, j)| {
        if site.depths([x, y]).1 < 0.14 {
            return;
        }
        let size = 0.1 + 0.05 * noise::unit(i, j, 62);
        peak([x, y + size * 0.4], size, lit, shade, ink, scene);
    });
}

/// A peak lit from the north-west, its foot at a point.
pub fn peak([x, y]: Point, size: f32, lit: Rgba, shade: Rgba, ink: Rgba, scene: &mut Scene) {
    let top = [x + size * 0.06, y - size];
    let (left, right) = ([x - size * 0.62, y], [x + size * 0.66, y]);
    let fold = [x + size * 0.12, y];
    scene.fill([left, top, fold], lit);
    scene.fill([fold, top, right], shade);
    scene.line([left, top, right], Stroke::new(size * 0.09, ink));
}

fn furrows(site: &Site, ink: Rgba, scene: &mut Scene) {
    let pen = Stroke::new(0.009, colour::faint(ink, 0.75));
    site.scatter(0.3, 71, |[x, y], (i, j)| {
        if site.depths([x, y]).1 < 0.16 {
            return;
        }
        let angle = (noise::unit(i, j, 72) * 4.0).floor() * 0.785 + 0.25;
        let (sin, cos) = angle.sin_cos();
        for line in -2..=2 {
            let off = line as f32 * 0.034;
            let half = 0.095 - 0.01 * noise::unit(i.wrapping_add(line), j, 73);
            let (cx, cy) = (x - sin * off, y + cos * off);
            scene.line(
                [[cx - cos * half, cy - sin * half], [cx + cos * half, cy + sin * half]],
                pen,
            );
        }
    });
}

fn waves(site: &Site, ink: Rgba, scene: &mut Scene) {
    let pen = Stroke::new(0.013, colour::faint(ink, 0.7));
    site.scatter(0.27, 81, |[x, y], (i, j)| {
        if site.depths([x, y]).1 < 0.1 {
            return;
        }
        let size = 0.04 + 0.02 * noise::unit(i, j, 82);
        let wave: Vec<Point> = (0..=8)
            .map(|step| {
                let t = step as f32 / 8.0;
                [x + (t - 0.5) * size * 3.2, y + (t * TAU * 1.5).sin() * size * 0.28]
            })
            .collect();
        scene.line(wave, pen);
    });
}
