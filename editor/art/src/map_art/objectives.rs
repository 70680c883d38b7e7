//! Hexes that score: what each is worth, as the scenario has it. A line runs around zones, a star
//! stands beside what scores in a hex, arrows lead off an edge.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, Hex};
use salient_hex::objectives::{Objective, Scoring as Of, objectives};
use salient_schema::Bundle;
use salient_schema::recipe::MapEdge;
use salient_schema::ruleset::Mark;
use salient_schema::zones::zones_in_use;

use super::site::Site;
use super::{Detail, MapArt};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Shape, Stroke, Text};

/// The hexes of a scenario that score.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scoring {
    /// What scores in each hex, by its place in `kinds`, and whether it bears a badge there. Of
    /// several zones the first alone.
    hexes: BTreeMap<Hex, Vec<(usize, bool)>>,
    /// What scores, in order.
    kinds: Vec<Scores>,
    /// The kinds of features whose own mark says what they are worth.
    marked: BTreeSet<u16>,
    /// The kinds of lines on one side of which alone hexes score, and on which.
    lines: BTreeMap<u16, MapEdge>,
}

/// What scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scores {
    /// What it is called in the key.
    name: String,
    /// What a hex of it is worth, or whoever leaves by it; nothing where that is not told.
    points: Option<i32>,
    /// The same in words.
    worth: Option<String>,
    sign: Sign,
    /// The colour of whoever leaves, or of victory.
    ink: Rgba,
}

/// How it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// A line around it, and badges.
    Held,
    /// The same, and arrows: units leave the map there.
    Left,
    /// A star beside what stands in the hex.
    Star,
    /// A line along the edge of the map, and arrows here and there.
    Edge(MapEdge),
}

/// How far the line runs inside the border.
const DEPTH: f32 = 0.045;
/// Of so many hexes along an edge one has an arrow.
const ARROWS: usize = 4;

impl MapArt {
    /// The map with the hexes that score in a scenario.
    #[must_use]
    pub fn scoring(mut self, bundle: &Bundle) -> Self {
        self.set_scoring(bundle);
        self
    }

    /// Reads the hexes that score again, and which zones the scenario has a use for; gives the hexes
    /// where that changed.
    pub fn set_scoring(&mut self, bundle: &Bundle) -> Vec<Hex> {
        let used = zones_in_use(bundle);
        let idle = bundle.map.zones.items.iter().map(|zone| !used.contains(zone.id.as_str()));
        let idle: Vec<bool> = idle.collect();
        // A scenario without any such zone has none to keep apart from the rest.
        let idle = if idle.iter().all(|idle| *idle) { Vec::new() } else { idle };
        let mut changed = Vec::new();
        if idle != self.idle_zones {
            self.idle_zones = idle;
            changed.extend(self.map.zoned.iter().map(|&(hex, _)| hex));
        }
        let mut now = Scoring::default();
        for one in objectives(bundle) {
            self.add_objective(&one, &mut now);
        }
        if now != self.scoring {
            let before = std::mem::replace(&mut self.scoring, now);
            changed.extend(before.hexes.keys());
            changed.extend(self.scoring.hexes.keys());
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    fn add_objective(&self, one: &Objective<'_>, now: &mut Scoring) {
        let place = now.kinds.len();
        let sign = match one.of {
            Of::Zone(_) if one.is_exit() => Sign::Left,
            Of::Zone(_) => Sign::Held,
            Of::Features { .. } => Sign::Star,
            Of::Edge(edge) => Sign::Edge(edge),
        };
        let mut shows_value = None;
        if let Of::Features { kind, within } = one.of {
            let number = self.map.feature_kinds.find(kind);
            let look = number.and_then(|number| self.map.feature_kinds.look(number));
            let shows = look.is_some_and(|look| matches!(look.mark, Mark::Morale | Mark::Victory));
            shows_value = number.filter(|_| shows);
            let line =
                within.and_then(|(line, edge)| Some((self.map.line_kinds.find(line)?, edge)));
            now.lines.extend(line);
        }
        let mut drawn = false;
        for (at, hex) in one.hexes.iter().enumerate() {
            let Some(hex) = self.grid.parse(&hex.label) else { continue };
            // What says itself what it is worth needs no second mark.
            let valued = self.map.features_in(hex).iter().filter(|one| one.value.is_some());
            if let Some(kind) = valued.map(|one| one.kind).find(|kind| Some(*kind) == shows_value) {
                now.marked.insert(kind);
                continue;
            }
            let here = now.hexes.entry(hex).or_default();
            if matches!(sign, Sign::Held | Sign::Left) && !here.is_empty() {
                continue;
            }
            let badge = match sign {
                Sign::Edge(_) => at % ARROWS == (one.hexes.len() - 1).min(ARROWS / 2),
                _ => true,
            };
            here.push((place, badge));
            drawn = true;
        }
        if !drawn && shows_value.is_some() {
            return;
        }
        let owner = one.owner.filter(|_| one.is_exit());
        now.kinds.push(Scores {
            name: match sign {
                Sign::Held => "Objective".to_owned(),
                Sign::Left | Sign::Edge(_) => "Way off the map".to_owned(),
                Sign::Star => one.name.clone(),
            },
            points: one.points,
            worth: one.worth(),
            sign,
            ink: self.map.owner(owner.map(String::as_str)).unwrap_or(self.theme.victory),
        });
    }

    /// Shows all zones, or only those that the scenario has a use for; gives the hexes where that
    /// changes anything.
    pub fn set_all_zones(&mut self, all: bool) -> Vec<Hex> {
        if std::mem::replace(&mut self.all_zones, all) == all || self.idle_zones.is_empty() {
            return Vec::new();
        }
        let mut hexes: Vec<Hex> = self.map.zoned.iter().map(|&(hex, _)| hex).collect();
        hexes.dedup();
        hexes
    }

    /// Whether a zone is not shown, as only other scenarios have a use for it.
    pub(super) fn is_idle(&self, zone: u16) -> bool {
        !self.all_zones && self.idle_zones.get(usize::from(zone)).copied().unwrap_or(false)
    }

    /// What scores on the map, in different ways: for the key.
    pub(super) fn ways_to_score(&self) -> Vec<&Scores> {
        let mut ways: Vec<&Scores> = Vec::new();
        for one in &self.scoring.kinds {
            if !ways.contains(&one) {
                ways.push(one);
            }
        }
        ways
    }

    /// What the key says of a kind of feature that shows itself what it is worth.
    pub(super) fn worth_of_feature(&self, kind: u16) -> Option<String> {
        self.scoring.marked.contains(&kind).then(|| "figure: points that it is worth".to_owned())
    }

    /// What the key says of a kind of line that parts what scores from what does not.
    pub(super) fn worth_of_line(&self, kind: u16) -> Option<String> {
        let edge = self.scoring.lines.get(&kind)?;
        Some(format!("what scores lies to its {}", edge.compass()))
    }

    pub(super) fn draw_scoring(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let Some(here) = self.scoring.hexes.get(&hex) else { return };
        let site = Site::alone(&self.grid, hex);
        for &(place, badge) in here {
            let Some(one) = self.scoring.kinds.get(place) else { continue };
            let is_same = |other: Hex| {
                let there = self.scoring.hexes.get(&other);
                there.is_some_and(|there| there.iter().any(|(other, _)| *other == place))
            };
            let border = Direction::ALL.into_iter().filter(|&direction| {
                let other = self.grid.neighbour(hex, direction);
                other.is_none_or(|other| !is_same(other))
            });
            let border: Vec<usize> = border.map(Direction::index).collect();
            one.draw(&site, &border, badge, detail, scene);
        }
    }
}

impl Scores {
    /// What it is called in the key.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What it is worth, in words.
    pub(super) fn worth(&self) -> &str {
        self.worth.as_deref().unwrap_or("scores")
    }

    /// Draws a hex of it; `border` are the directions in which it ends.
    pub(super) fn draw(
        &self,
        site: &Site,
        border: &[usize],
        badge: bool,
        detail: Detail,
        scene: &mut Scene,
    ) {
        for &direction in border {
            let out = site.outward(direction);
            let shown = match self.sign {
                Sign::Held | Sign::Left => true,
                Sign::Star => false,
                Sign::Edge(edge) => {
                    let [x, y] = towards(edge);
                    out[0] * x + out[1] * y > 0.4
                }
            };
            if !shown {
                continue;
            }
            let ends = site.side(direction).map(|[x, y]| [x - out[0] * DEPTH, y - out[1] * DEPTH]);
            scene.line(ends, Stroke::new(0.05, colour::faint([255, 252, 242, 255], 0.8)));
            scene.dashes(ends, Stroke::new(0.036, self.ink), [0.085, 0.05]);
        }
        if badge && detail != Detail::Far {
            self.badge(site, scene);
        }
    }

    /// What it is worth, on a badge: round for what is held, an arrow for a way out. A star beside
    /// what stands in a hex is the same for all, and the key says what it is worth.
    fn badge(&self, site: &Site, scene: &mut Scene) {
        let pale = [255, 252, 242, 255];
        let rim = Stroke::new(0.018, pale);
        let at = match self.sign {
            Sign::Held => {
                let at = spot(site, -1.0);
                let (fill, stroke) = (Some(self.ink), Some(rim));
                scene.shapes.push(Shape::Circle { centre: at, radius: 0.1, fill, stroke });
                at
            }
            Sign::Left => {
                let at = spot(site, -1.0);
                self.arrow(at, [1.0, 0.0], rim, scene);
                at
            }
            Sign::Edge(edge) => {
                let [x, y] = towards(edge);
                let at = site.at(x * 0.3, y * 0.3);
                self.arrow(at, [x, y], rim, scene);
                at
            }
            Sign::Star => {
                super::star(spot(site, 1.0), 5, 0.1, 0.045, self.ink, Some(rim), scene);
                return;
            }
        };
        match self.points {
            Some(points) => {
                let size = if points.abs() > 9 { 0.11 } else { 0.14 };
                let words = points.to_string().replace('-', "\u{2212}");
                scene.text(Text::new(at, words, size, Typeface::Bold, pale).on_middle());
            }
            None => super::star(at, 5, 0.075, 0.035, pale, None, scene),
        }
    }

    /// An arrow in a direction, a vector of length 1.
    fn arrow(&self, [x, y]: Point, [ux, uy]: Point, rim: Stroke, scene: &mut Scene) {
        let corners = [[-0.13, -0.085], [0.05, -0.085], [0.15, 0.0], [0.05, 0.085], [-0.13, 0.085]];
        let turned = corners.map(|[dx, dy]| [x + dx * ux - dy * uy, y + dx * uy + dy * ux]);
        scene.block(turned, self.ink, rim);
    }
}

/// The way to an edge of the map: a vector of length 1.
fn towards(edge: MapEdge) -> Point {
    match edge {
        MapEdge::North => [0.0, -1.0],
        MapEdge::East => [1.0, 0.0],
        MapEdge::South => [0.0, 1.0],
        MapEdge::West => [-1.0, 0.0],
    }
}

/// Where the badge stands: in the corner of the hex farthest to the right, or where `way` is
/// negative to the left, and low, beside counters.
fn spot(site: &Site, way: f32) -> Point {
    let corner = site.corners.into_iter().max_by(|a, b| {
        // Of two corners as far the lower one: names of hexes stand above.
        (a[0] * way).total_cmp(&(b[0] * way)).then(a[1].total_cmp(&b[1]))
    });
    let [x, y] = corner.unwrap_or(site.centre);
    let share = 0.74;
    [site.centre[0] + (x - site.centre[0]) * share, site.centre[1] + (y - site.centre[1]) * share]
}
