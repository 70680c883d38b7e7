//! The ground of a hex: colour, stains, relief, marks, the grid over it and its number.

use std::f32::consts::TAU;

use salient_hex::grid::{Direction, Hex};
use salient_schema::map::{Board, Orientation};
use salient_schema::ruleset::Mark;

use super::compile::LookArt;
use super::site::Site;
use super::{Detail, MapArt, areas};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::noise;
use crate::scene::{Point, Scene, Stroke, Text};

impl MapArt {
    pub(super) fn draw_ground(&self, hex: Hex, scene: &mut Scene) {
        let ground = self.ground_colour(hex);
        if !self.bleeds {
            scene.fill(self.grid.corners(hex), ground);
            return;
        }
        let is_area = self.is_area(hex);
        let tint = if is_area { 0.0 } else { self.height_tint(hex) };
        let centre = self.grid.centre(hex);
        let outline = |[x, y]: Point| {
            // A little larger, so that no joint shows between hexes.
            let place =
                |[cx, cy]: Point| [x + (cx - centre[0]) * 1.03, y + (cy - centre[1]) * 1.03];
            self.grid.corners(hex).map(place)
        };
        let beyond = if is_area { self.area_colour(hex) } else { ground };
        for direction in Direction::ALL {
            if self.grid.neighbour(hex, direction).is_none() {
                let [a, b] = self.grid.side_ends(self.grid.side(hex, direction));
                let there = [a[0] + b[0] - centre[0], a[1] + b[1] - centre[1]];
                scene.fill(outline(there), colour::mix(beyond, self.theme.hill, tint));
            }
        }
        scene.fill(outline(centre), colour::mix(ground, self.theme.hill, tint));
    }

    /// Whether the terrain of a hex is drawn as a stain over its ground.
    fn is_area(&self, hex: Hex) -> bool {
        self.map.terrain_look(hex).is_some_and(|look| areas::is_area(look.mark))
    }

    /// The colour of open ground in a hex: its own where it is filled to the sides, otherwise
    /// that of clear ground.
    pub(super) fn ground_colour(&self, hex: Hex) -> Rgba {
        self.map.terrain_look(hex).map_or(self.map.paper, |look| self.ground_of(look))
    }

    /// The ground under a terrain.
    pub(super) fn ground_of(&self, look: &LookArt) -> Rgba {
        look.fill.filter(|_| !areas::is_area(look.mark)).unwrap_or(self.map.paper)
    }

    /// How strongly a hex is tinted for its height, from 0 to 1.
    pub(super) fn height_tint(&self, hex: Hex) -> f32 {
        let [least, most] = self.map.levels.map(f32::from);
        match self.level(hex) {
            Some(level) if most > least => HIGHEST * (f32::from(level) - least) / (most - least),
            _ => 0.0,
        }
    }

    /// The tint of a hex's height, the slopes to lower ground with the contour along their foot, and
    /// the level in figures; ground on level 0 goes without.
    pub(super) fn draw_elevation(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let tint = self.height_tint(hex);
        // Ground that bleeds has its tint already, but for what is stained.
        if tint > 0.0 && (!self.bleeds || self.is_area(hex)) {
            scene.fill(self.grid.corners(hex), colour::faint(self.theme.hill, tint));
        }
        self.draw_slopes(hex, scene);
        if detail == Detail::Near
            && let Some(level) = self.level(hex).filter(|&level| level != 0)
        {
            let [x, y] = self.grid.centre(hex);
            let ink = colour::darker(self.theme.hill, 0.3);
            let at = [x + 0.29, y + 0.33];
            let text = Text::new(at, level.to_string(), 0.11, Typeface::Medium, ink).on_middle();
            let ground = self.area_colour(hex);
            scene.text(text.with_halo(colour::faint(ground, 0.7)));
        }
    }

    pub(super) fn level(&self, hex: Hex) -> Option<i16> {
        self.map.elevation.as_ref()?.get(hex.index()).copied()
    }

    /// The areas of a hex: its terrain, and features that fill it.
    fn areas(&self, hex: Hex) -> impl Iterator<Item = (&LookArt, Site)> {
        let terrain = self.map.terrain_number(hex).and_then(|number| {
            let look = self.map.terrains.look(number)?;
            let open = |other: Hex| self.map.terrain_number(other) == Some(number);
            areas::is_area(look.mark).then(|| (look, Site::new(&self.grid, hex, open)))
        });
        let features = self.map.features_in(hex).iter().filter_map(move |feature| {
            let look = self.map.feature_kinds.look(feature.kind)?;
            let open = |other: Hex| {
                self.map.features_in(other).iter().any(|there| there.kind == feature.kind)
            };
            areas::is_area(look.mark).then(|| (look, Site::new(&self.grid, hex, open)))
        });
        terrain.into_iter().chain(features)
    }

    pub(super) fn draw_stains(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        if detail == Detail::Near {
            self.draw_paper_grain(hex, scene);
        }
        for (look, site) in self.areas(hex) {
            areas::stain(&site, look, detail, &self.theme, scene);
        }
        let known = self.map.terrain_look(hex).is_some_and(|look| look.known);
        if !known {
            warning(&Site::alone(&self.grid, hex), self.theme.unknown, detail, scene);
        }
    }

    /// Faint unevenness of the ground, as paper and a light wash have it.
    fn draw_paper_grain(&self, hex: Hex, scene: &mut Scene) {
        let site = Site::alone(&self.grid, hex);
        site.scatter(0.33, 5, |at, (i, j)| {
            let radius = 0.1 + 0.11 * noise::unit(i, j, 6);
            let light = noise::smooth(at, 0.9, 7) + 0.3 * noise::signed(i, j, 8) < 0.5;
            let wash = if light { [255, 253, 244, 11] } else { [150, 126, 76, 3] };
            for ring in 1..=2 {
                scene.disc(at, radius * ring as f32 / 2.0, wash);
            }
        });
    }

    pub(super) fn draw_relief(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let Some(look) = self.map.terrain_look(hex) else { return };
        if look.mark == Mark::Hilltop {
            hilltop(&Site::alone(&self.grid, hex), look, self.theme.hill, detail, scene);
        }
        for feature in self.map.features_in(hex) {
            if let Some(look) = self.map.feature_kinds.look(feature.kind)
                && look.mark == Mark::Hilltop
            {
                hilltop(&Site::alone(&self.grid, hex), look, self.theme.hill, detail, scene);
            }
        }
    }

    /// Where higher ground begins across a hexside, its foot is shaded, more on the side away
    /// from the light in the north-west.
    fn draw_slopes(&self, hex: Hex, scene: &mut Scene) {
        let Some(own) = self.level(hex) else { return };
        let site = Site::alone(&self.grid, hex);
        for direction in Direction::ALL {
            let Some(other) = self.grid.neighbour(hex, direction) else { continue };
            let Some(above) = self.level(other) else { continue };
            if above <= own {
                continue;
            }
            let steps = f32::from(above.saturating_sub(own).min(4));
            self.slope(&site, direction, steps, scene);
        }
    }

    /// The foot of higher ground beyond one side of a hex.
    pub(super) fn slope(&self, site: &Site, direction: Direction, steps: f32, scene: &mut Scene) {
        let out = site.outward(direction.index());
        // Light falls from the north-west; a foot whose slope rises that way lies in shade.
        let away = (-out[0] - out[1]) * 0.707;
        let strength = (0.20 + 0.12 * away) * steps.sqrt();
        let [a, b] = site.side(direction.index());
        for band in 1..=4 {
            let depth = 0.028 * band as f32 * steps.sqrt();
            let quad = [
                a,
                b,
                [b[0] - out[0] * depth, b[1] - out[1] * depth],
                [a[0] - out[0] * depth, a[1] - out[1] * depth],
            ];
            scene.fill(quad, colour::faint(self.theme.hill, strength.max(0.04) * 0.8));
        }
        let ink = colour::darker(self.theme.hill, 0.25);
        scene.line([a, b], Stroke::new(0.026, colour::faint(ink, 0.95)));
    }

    pub(super) fn draw_shadows(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        for (look, site) in self.areas(hex) {
            areas::shadows(&site, look, detail, &self.theme, scene);
        }
    }

    pub(super) fn draw_marks(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        for (look, site) in self.areas(hex) {
            areas::marks(&site, look, detail, &self.theme, scene);
        }
    }

    pub(super) fn draw_grid(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        if detail == Detail::Far {
            return;
        }
        let stroke = Stroke::new(0.011, self.theme.grid);
        let corners = self.grid.corners(hex);
        // Each hexside once, in runs as long as they go.
        let own: Vec<bool> = Direction::ALL
            .iter()
            .map(|&direction| self.grid.side(hex, direction).hex() == hex)
            .collect();
        let Some(first) = (0..6).find(|&at| own[at] && !own[(at + 5) % 6]) else {
            let mut ring = corners.to_vec();
            ring.push(corners[0]);
            scene.line(ring, stroke);
            return;
        };
        let mut run = vec![corners[first]];
        for step in 0..6 {
            let at = (first + step) % 6;
            let end = corners[(at + 1) % 6];
            match (own[at], run.is_empty()) {
                (true, true) => run.extend([corners[at], end]),
                (true, false) => run.push(end),
                (false, false) => scene.line(std::mem::take(&mut run), stroke),
                (false, true) => {}
            }
        }
        if run.len() > 1 {
            scene.line(run, stroke);
        }
    }

    /// Where boards meet: the cut through hexes that are on two of them, and the hexsides between
    /// them.
    pub(super) fn draw_seams(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let grid = self.grid.grid();
        if grid.boards.len() < 2 || detail == Detail::Far {
            return;
        }
        let stroke = Stroke::new(0.026, colour::darker(self.theme.grid, 0.5));
        let here: Vec<usize> = self.grid.boards(hex).collect();
        for direction in Direction::ALL {
            let side = self.grid.side(hex, direction);
            let Some(other) = self.grid.neighbour(hex, direction) else { continue };
            let mut there = self.grid.boards(other).peekable();
            let parted = !here.is_empty() && there.peek().is_some();
            if side.hex() == hex && parted && there.all(|board| !here.contains(&board)) {
                scene.line(self.grid.side_ends(side), stroke);
            }
        }
        let index = self.grid.index(hex);
        let flat = grid.orientation == Orientation::FlatTopped;
        let meets = |at: u16, ends: fn(&Board) -> [u16; 2]| {
            let on = || here.iter().filter_map(|&board| grid.boards.get(board));
            on().any(|board| ends(board)[0] == at)
                && on().any(|board| {
                    u32::from(ends(board)[0]) + u32::from(ends(board)[1]) == u32::from(at) + 1
                })
        };
        let [across, down] = [
            meets(index.column, |board| [board.column, board.columns]),
            meets(index.row, |board| [board.row, board.rows]),
        ];
        let [x, y] = self.grid.centre(hex);
        let (half_wide, half_high) = if flat { (0.577_35, 0.5) } else { (0.5, 0.577_35) };
        if across {
            scene.line([[x, y - half_high], [x, y + half_high]], stroke);
        }
        if down {
            scene.line([[x - half_wide, y], [x + half_wide, y]], stroke);
        }
    }

    pub(super) fn draw_number(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        if detail != Detail::Near {
            return;
        }
        let [x, y] = self.grid.centre(hex);
        let ground = self.area_colour(hex);
        let (ink, halo) = if colour::lightness(ground) < 0.45 {
            (colour::lighter(self.theme.number, 0.75), colour::darker(ground, 0.2))
        } else {
            (self.theme.number, ground)
        };
        let label = self.grid.label(hex);
        let size = if label.chars().count() > 5 { 0.1 } else { 0.118 };
        let y = y - 0.415 + self.number_below_badges(hex);
        let text = Text::new([x, y], label, size, Typeface::Medium, ink).on_middle();
        scene.text(text.with_halo(colour::faint(halo, 0.75)));
    }

    /// The colour that words on a hex stand on.
    pub(super) fn area_colour(&self, hex: Hex) -> Rgba {
        match self.map.terrain_look(hex) {
            Some(look) if areas::is_area(look.mark) => areas::colours(look, &self.theme).0,
            _ => self.ground_colour(hex),
        }
    }
}

/// How strongly the highest ground is tinted.
const HIGHEST: f32 = 0.45;

/// Hatching and a question mark: a kind that the ruleset does not define.
pub fn warning(site: &Site, ink: Rgba, detail: Detail, scene: &mut Scene) {
    scene.fill(site.inset(0.02, 0.0), colour::faint(ink, 0.12));
    let pen = Stroke::new(0.02, colour::faint(ink, 0.5));
    for step in -4..=4 {
        let off = step as f32 * 0.11;
        let half = (0.42_f32.powi(2) - off * off).max(0.0).sqrt();
        let at = |along: f32| site.at((along + off) * 0.707, (off - along) * 0.707);
        if half > 0.05 {
            scene.line([at(-half), at(half)], pen);
        }
    }
    if detail != Detail::Far {
        let mark = Text::new(site.centre, "?", 0.5, Typeface::Bold, ink).on_middle();
        scene.text(mark.with_halo([255, 255, 255, 230]));
    }
}

/// A hill seen from above: tinted, lit from the north-west, ringed by hachures that are longer
/// and darker on the lee of the light.
pub fn hilltop(site: &Site, look: &LookArt, hill: Rgba, detail: Detail, scene: &mut Scene) {
    let ink = look.ink.unwrap_or(hill);
    let tint = look.fill.unwrap_or(colour::lighter(hill, 0.3));
    let phase = site.chance(91) * TAU;
    // An oval of its own, never a stamp.
    let radius = |angle: f32| {
        0.235 + 0.024 * (angle * 2.0 + phase).sin() + 0.006 * (angle * 3.0 + phase * 1.7).cos()
    };
    let oval = |scale: f32, dx: f32, dy: f32| -> Vec<_> {
        (0..28)
            .map(|step| {
                let angle = TAU * step as f32 / 28.0;
                let r = radius(angle) * scale;
                site.at(dx + r * angle.cos(), dy + r * angle.sin())
            })
            .collect()
    };
    // The foot of the slope is shaded on the lee of the light; the top is bright.
    for step in 1..=5 {
        let share = step as f32 / 5.0;
        let shift = 0.05 * (1.0 - share) + 0.012;
        scene.fill(oval(1.62 - 0.6 * share, shift, shift), colour::faint(tint, 0.13));
    }
    let crown = colour::mix(colour::lighter(tint, 0.5), [255, 250, 232, 255], 0.5);
    scene.fill(oval(0.62, -0.012, -0.014), colour::faint(crown, 0.42));
    scene.fill(oval(0.5, -0.016, -0.02), colour::faint(crown, 0.42));
    if detail == Detail::Far {
        return;
    }
    let near = detail == Detail::Near;
    let count = if near { 48 } else { 24 };
    for step in 0..count {
        let (i, j) = (site.seed().0.wrapping_add(step), site.seed().1);
        let share = (step as f32 + 0.3 * noise::signed(i, j, 92)) / count as f32;
        let (sin, cos) = (TAU * share).sin_cos();
        let lee = ((cos + sin) * 0.707 + 1.0) / 2.0;
        let base = radius(TAU * share) * 0.74 + 0.012 * noise::signed(i, j, 93);
        let long = if step % 2 == 0 { 1.0 } else { 0.62 };
        let length = (0.075 + 0.06 * lee) * long * (0.85 + 0.3 * noise::unit(i, j, 94));
        let width = (0.0045 + 0.0065 * lee) * if near { 1.0 } else { 1.8 };
        let at = |r: f32, side: f32| site.at(r * cos - sin * side, r * sin + cos * side);
        scene.fill(
            [at(base, -width), at(base, width), at(base + length, 0.0)],
            colour::faint(ink, 0.6 + 0.4 * lee),
        );
    }
}
