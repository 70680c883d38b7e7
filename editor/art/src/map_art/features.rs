//! What stands in a hex: towns, forts, ports, marks of victory, entry arrows.

use std::f32::consts::{FRAC_PI_2, TAU};

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::compile::{FeatureArt, LookArt};
use super::site::{Site, arc, rectangle, turn};
use super::{Detail, MapArt, areas, badges, crossings, strokes, terrain, works};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::noise;
use crate::scene::{Point, Scene, Stroke, Text};
use crate::theme::Theme;

impl MapArt {
    pub(super) fn draw_features(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        // Terrain may be drawn as a feature is, as towns are in some systems.
        if let Some(look) = self.map.terrain_look(hex) {
            let site = Site::alone(&self.grid, hex);
            if !areas::is_area(look.mark) && look.mark != Mark::Hilltop {
                let ink = look.ink.unwrap_or(self.default_ink(look.mark));
                let stand = Stand {
                    site: &site,
                    look,
                    ink,
                    value: None,
                    letter: None,
                    facing: &[],
                    shifts: &[],
                    named: true,
                };
                stand.draw(&self.theme, self.map.paper, detail, scene);
            }
        }
        let features = self.map.features_in(hex);
        if features.is_empty() {
            return;
        }
        let site = Site::alone(&self.grid, hex);
        let built_up = |feature: &FeatureArt| {
            self.map
                .feature_kinds
                .look(feature.kind)
                .is_some_and(|look| matches!(look.mark, Mark::Town | Mark::City | Mark::Fortress))
        };
        let mut taken = usize::from(features.iter().any(built_up));
        // Badges come last, so that no flag hides what stands on a hexside.
        let is_badge = |feature: &FeatureArt| {
            let look = self.map.feature_kinds.look(feature.kind);
            look.is_some_and(|look| badges::is_badge(look.mark))
        };
        let all = || features.iter().enumerate();
        let others = all().filter(|(_, one)| !is_badge(one));
        for (place, feature) in others.chain(all().filter(|(_, one)| is_badge(one))) {
            let Some(look) = self.map.feature_kinds.look(feature.kind) else { continue };
            if !look.known {
                terrain::warning(&site, self.theme.unknown, detail, scene);
                continue;
            }
            let ink = feature.colour.or(look.ink).unwrap_or(self.default_ink(look.mark));
            match look.mark {
                mark if works::is_work(mark) => {
                    let links = self.work_links(hex, feature);
                    works::draw(&site, look, ink, &links, &feature.facing, detail, scene);
                }
                mark if crossings::is_crossing(mark) => {
                    crossings::draw(mark, &self.way_over(hex, &site), ink, detail, scene);
                }
                Mark::Entry => {
                    let ink = feature.colour.or(look.ink).unwrap_or(self.theme.ink);
                    self.draw_entry(hex, &site, feature, ink, scene);
                }
                mark if areas::is_area(mark) || mark == Mark::Hilltop => {}
                mark => {
                    // Small signs stand beside the houses, and beside one another.
                    let sign = matches!(mark, Mark::Morale | Mark::Victory | Mark::Port);
                    let spots = [[0.0, 0.0], [0.31, -0.1], [-0.31, -0.1], [0.2, 0.3], [-0.2, 0.3]];
                    let spot = spots.get(if sign { taken } else { 0 }).unwrap_or(&[0.0, 0.0]);
                    taken += usize::from(sign);
                    let mut site = site;
                    site.centre = site.at(spot[0], spot[1]);
                    let ink = if matches!(mark, Mark::Town | Mark::City) {
                        look.ink.unwrap_or(self.theme.building)
                    } else {
                        ink
                    };
                    let shifts = match badges::is_badge(mark) {
                        true => self.badge_shifts(hex, place),
                        false => Vec::new(),
                    };
                    let stand = Stand {
                        site: &site,
                        look,
                        ink,
                        value: feature.value,
                        letter: feature.letter.as_deref(),
                        facing: &feature.facing,
                        shifts: &shifts,
                        named: feature.name.is_some(),
                    };
                    stand.draw(&self.theme, self.map.paper, detail, scene);
                }
            }
        }
    }

    /// A badge with its letter at the edge of the map, pointing inward.
    fn draw_entry(
        &self,
        hex: Hex,
        site: &Site,
        feature: &FeatureArt,
        ink: Rgba,
        scene: &mut Scene,
    ) {
        let mut out = [0.0, 0.0];
        for direction in Direction::ALL {
            if self.grid.neighbour(hex, direction).is_none() {
                let [x, y] = site.outward(direction.index());
                out = [out[0] + x, out[1] + y];
            }
        }
        entry(site, out, feature.letter.as_deref().unwrap_or(""), ink, scene);
    }
}

/// An arrow badge that points from outside to the middle of the hex.
pub fn entry(site: &Site, out: Point, letter: &str, ink: Rgba, scene: &mut Scene) {
    let length = out[0].hypot(out[1]);
    let [ox, oy] = if length > 0.1 { [out[0] / length, out[1] / length] } else { [0.0, -1.0] };
    let at = |along: f32, side: f32| site.at(ox * along - oy * side, oy * along + ox * side);
    let pale = [255, 252, 242, 255];
    let rim = Stroke::new(0.022, pale);
    let head = [at(0.1, 0.14), at(-0.1, 0.0), at(0.1, -0.14)];
    scene.block(head, ink, rim);
    scene.block(rectangle(at(0.38, 0.0), 0.2, 0.1, oy.atan2(ox)), ink, rim);
    scene.fill(head, ink);
    let centre = at(0.22, 0.0);
    scene.shapes.push(crate::scene::Shape::Circle {
        centre,
        radius: 0.15,
        fill: Some(ink),
        stroke: Some(rim),
    });
    scene.fill(head.map(|p| lean(p, site.centre, 0.9)), ink);
    scene.text(Text::new(centre, letter, 0.24, Typeface::Bold, pale).on_middle());
}

fn lean(p: Point, to: Point, share: f32) -> Point {
    [to[0] + (p[0] - to[0]) * share, to[1] + (p[1] - to[1]) * share]
}

/// One thing that stands in a hex, on the map or in the key.
pub struct Stand<'a> {
    pub site: &'a Site,
    pub look: &'a LookArt,
    pub ink: Rgba,
    pub value: Option<i32>,
    pub letter: Option<&'a str>,
    pub facing: &'a [Direction],
    /// How far the badge on each of them is shifted along it, where others stand beside it.
    pub shifts: &'a [f32],
    /// Its name stands there: what is nothing but a name needs no sign.
    pub named: bool,
}

impl Stand<'_> {
    pub fn draw(&self, theme: &Theme, paper: Rgba, detail: Detail, scene: &mut Scene) {
        let (site, look, ink) = (self.site, self.look, self.ink);
        match look.mark {
            // What has neither a sign nor a name would not be seen at all.
            Mark::Label if !self.named => {
                let centre = site.at(0.0, 0.0);
                scene.disc(centre, 0.1, paper);
                scene.disc(centre, 0.075, ink);
            }
            Mark::None | Mark::Label => {}
            Mark::Town => houses(site, 0.265, look, ink, paper, detail, scene),
            Mark::City => houses(site, 0.4, look, ink, paper, detail, scene),
            Mark::Fortress => fortress(site, look, ink, self.value, scene),
            Mark::Port => anchor(site, ink, scene),
            Mark::Pillbox => self.pillboxes(scene),
            mark if badges::is_badge(mark) => self.badges(scene),
            Mark::Morale => medal(site, look, ink, self.value, scene),
            Mark::Victory => flag(site, look, ink, self.value, scene),
            Mark::Entry => entry(site, [0.0, -1.0], self.letter.unwrap_or(""), ink, scene),
            Mark::Hilltop => terrain::hilltop(site, look, theme.hill, detail, scene),
            mark if works::is_work(mark) => {
                works::draw(site, look, ink, &[], self.facing, detail, scene);
            }
            mark if crossings::is_crossing(mark) => {
                crossings::draw(mark, &crossings::level_way(site), ink, detail, scene);
            }
            mark if areas::is_area(mark) => {
                areas::stain(site, look, detail, theme, scene);
                areas::shadows(site, look, detail, theme, scene);
                areas::marks(site, look, detail, theme, scene);
            }
            // A line that stands in a hex runs through it.
            mark => {
                let along = [
                    site.at(-0.36, 0.1),
                    site.at(-0.1, -0.05),
                    site.at(0.12, 0.06),
                    site.at(0.36, -0.1),
                ];
                strokes::ornament(mark, &along, ink, look.width, detail, scene);
            }
        }
    }

    /// The middle of each hexside that it faces, as a way from the middle of the hex and where that
    /// is; the middle of the hex itself, and up, where it faces all round.
    pub(super) fn stands(&self, reach: f32) -> Vec<([f32; 2], Point)> {
        if self.facing.is_empty() {
            return vec![([0.0, -1.0], self.site.at(0.0, 0.0))];
        }
        let ways = self.facing.iter().map(|direction| self.site.outward(direction.index()));
        ways.map(|[x, y]| ([x, y], self.site.at(x * reach, y * reach))).collect()
    }

    fn pillboxes(&self, scene: &mut Scene) {
        for ([x, y], at) in self.stands(0.24) {
            let way = y.atan2(x);
            let pale = [250, 246, 236, 255];
            scene.block(rectangle(at, 0.19, 0.27, way), self.ink, Stroke::new(0.02, pale));
            let slit = [at[0] + way.cos() * 0.05, at[1] + way.sin() * 0.05];
            scene.fill(rectangle(slit, 0.035, 0.17, way), pale);
        }
    }
}

/// A town: blocks of houses along the streets of a small plan of its own.
fn houses(
    site: &Site,
    extent: f32,
    look: &LookArt,
    ink: Rgba,
    paper: Rgba,
    detail: Detail,
    scene: &mut Scene,
) {
    let (sx, sy) = site.seed();
    let angle = (site.chance(121) - 0.5) * 1.1;
    let centre = site.at(0.0, 0.01);
    if detail == Detail::Far {
        scene.fill(rectangle(centre, extent * 1.5, extent * 1.3, angle), ink);
        return;
    }
    let place = |u: f32, v: f32| {
        let [x, y] = turn([u, v], angle);
        [centre[0] + x, centre[1] + y]
    };
    // Gardens and yards, then the streets that part the blocks.
    let ground = look.fill.unwrap_or(colour::mix(paper, ink, 0.22));
    let phase = site.chance(122) * TAU;
    let yard: Vec<Point> = (0..18)
        .map(|step| {
            let a = TAU * step as f32 / 18.0;
            let r = extent * (1.02 + 0.07 * (a * 2.0 + phase).sin());
            place(r * a.cos(), r * a.sin() * 0.92)
        })
        .collect();
    scene.fill(yard, colour::faint(ground, 0.75));
    let street = Stroke::new(0.026, colour::lighter(paper, 0.5));
    let bend = 0.05 * (site.chance(123) - 0.5);
    scene.line([place(-extent * 1.2, bend), place(0.0, -bend), place(extent * 1.2, bend)], street);
    scene
        .line([place(bend, -extent * 1.12), place(-bend, 0.0), place(bend, extent * 1.12)], street);
    let pitch = if detail == Detail::Near { 0.086 } else { 0.13 };
    let reach = (extent / pitch).ceil() as i32;
    let edge = Stroke::new(0.008, colour::darker(ink, 0.45));
    for row in -reach..reach {
        for column in -reach..reach {
            // Blocks lie between the streets: none astride an axis.
            let (u, v) = ((column as f32 + 0.5) * pitch, (row as f32 + 0.5) * pitch);
            let (i, j) = (sx.wrapping_add(column * 31), sy.wrapping_add(row * 17));
            let far = u.hypot(v) / extent;
            let chance = noise::unit(i, j, 124);
            if far > 1.0 || chance < (far - 0.45) * 1.25 {
                continue;
            }
            let width = pitch * (0.62 + 0.2 * noise::unit(i, j, 125));
            let height = pitch * (0.55 + 0.25 * noise::unit(i, j, 126));
            let shift = pitch * 0.06;
            let at =
                place(u + shift * noise::signed(i, j, 127), v + shift * noise::signed(i, j, 128));
            let tone = noise::unit(i, j, 129);
            let roof = if tone < 0.62 {
                colour::lighter(ink, 0.12 * tone)
            } else {
                // Slate among the tiles.
                colour::mix(ink, [112, 106, 104, 255], 0.6)
            };
            let block = rectangle(at, width, height, angle);
            if detail == Detail::Near {
                let fallen = rectangle([at[0] + 0.01, at[1] + 0.013], width, height, angle);
                scene.fill(fallen, colour::faint([60, 44, 34, 255], 0.35));
            }
            scene.block(block, roof, edge);
        }
    }
    if detail == Detail::Near {
        church(place(pitch * 0.5, -pitch * 0.5), scene);
    }
}

fn church(at: Point, scene: &mut Scene) {
    let ink = [52, 34, 32, 255];
    scene.block(rectangle(at, 0.05, 0.05, 0.0), [236, 224, 200, 255], Stroke::new(0.014, ink));
    let [x, y] = at;
    let pen = Stroke::new(0.014, ink);
    scene.line([[x, y - 0.03], [x, y - 0.085]], pen);
    scene.line([[x - 0.02, y - 0.065], [x + 0.02, y - 0.065]], pen);
}

/// A star with as many points, filled: its core and its rays, each convex.
pub fn star(
    centre: Point,
    points: usize,
    outer: f32,
    inner: f32,
    fill: Rgba,
    edge: Option<Stroke>,
    scene: &mut Scene,
) {
    let corner = |at: usize| {
        let radius = if at.is_multiple_of(2) { outer } else { inner };
        let angle = -FRAC_PI_2 + TAU * at as f32 / (points * 2) as f32;
        [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
    };
    let count = points.max(3) * 2;
    let outline: Vec<Point> = (0..=count).map(|at| corner(at % count)).collect();
    // The edge lies under the filling, so that rays do not part from the core.
    if let Some(edge) = edge {
        scene.line(outline, Stroke::new(edge.width * 2.0, edge.colour));
    }
    scene.fill((0..count).skip(1).step_by(2).map(corner).collect::<Vec<_>>(), fill);
    for ray in (0..count).step_by(2) {
        scene.fill([corner((ray + count - 1) % count), corner(ray), corner(ray + 1)], fill);
    }
}

fn fortress(site: &Site, look: &LookArt, ink: Rgba, value: Option<i32>, scene: &mut Scene) {
    let fill = look.fill.unwrap_or(colour::lighter(ink, 0.72));
    let edge = Stroke::new(0.03, ink);
    star(site.centre, 6, 0.34, 0.225, fill, Some(edge), scene);
    scene.ring(site.centre, 0.16, Stroke::new(0.016, ink));
    match value {
        Some(value) => number(site.centre, value, 0.22, ink, scene),
        None => scene.disc(site.centre, 0.06, ink),
    }
}

fn medal(site: &Site, look: &LookArt, ink: Rgba, value: Option<i32>, scene: &mut Scene) {
    let fill = look.fill.unwrap_or([255, 250, 236, 255]);
    scene.disc(site.centre, 0.185, fill);
    scene.ring(site.centre, 0.185, Stroke::new(0.022, ink));
    star(site.centre, 5, 0.165, 0.085, ink, None, scene);
    if let Some(value) = value {
        number([site.centre[0], site.centre[1] + 0.005], value, 0.15, fill, scene);
    }
}

fn flag(site: &Site, look: &LookArt, ink: Rgba, value: Option<i32>, scene: &mut Scene) {
    let [x, y] = site.at(-0.1, 0.02);
    let pole = Stroke::new(0.022, [60, 48, 40, 255]);
    scene.line([[x, y + 0.2], [x, y - 0.2]], pole);
    let cloth = [[x, y - 0.19], [x + 0.27, y - 0.17], [x + 0.25, y + 0.01], [x, y + 0.0]];
    let rim = Stroke::new(0.012, colour::darker(ink, 0.35));
    scene.block(cloth, look.fill.unwrap_or(ink), rim);
    if let Some(value) = value {
        let fill = look.fill.unwrap_or(ink);
        let print = if colour::lightness(fill) > 0.6 { ink } else { [255, 252, 242, 255] };
        number([x + 0.128, y - 0.09], value, 0.16, print, scene);
    }
}

fn number(at: Point, value: i32, size: f32, ink: Rgba, scene: &mut Scene) {
    scene.text(Text::new(at, value.to_string(), size, Typeface::Bold, ink).on_middle());
}

fn anchor(site: &Site, ink: Rgba, scene: &mut Scene) {
    for (width, ink) in [(0.07, [255, 252, 242, 200]), (0.032, ink)] {
        let pen = Stroke::new(width, ink);
        scene.ring(site.at(0.0, -0.155), 0.038, pen);
        scene.line([site.at(0.0, -0.115), site.at(0.0, 0.17)], pen);
        scene.line([site.at(-0.085, -0.07), site.at(0.085, -0.07)], pen);
        scene.line(arc(site.at(0.0, 0.0), 0.17, TAU * 0.05, TAU * 0.45, 12), pen);
    }
    for side in [1.0, -1.0] {
        let tip = site.at(0.168 * side, 0.045);
        scene.fill(
            [
                [tip[0] + 0.035 * side, tip[1] + 0.045],
                [tip[0] - 0.05 * side, tip[1] + 0.035],
                [tip[0] + 0.005 * side, tip[1] - 0.04],
            ],
            ink,
        );
    }
}
