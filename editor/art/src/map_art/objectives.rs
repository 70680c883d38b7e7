//! Hexes that score: a line around them and what each is worth, as the scenario has it.

use std::collections::BTreeMap;

use salient_hex::grid::{Direction, Hex};
use salient_schema::Bundle;
use salient_schema::victory::objectives;
use salient_schema::zones::zones_in_use;

use super::site::Site;
use super::{Detail, MapArt};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Shape, Stroke, Text};

/// The hexes of a scenario that score.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scoring {
    /// The place of what scores in each hex; of several the first of the map's zones.
    hexes: BTreeMap<Hex, usize>,
    /// What scores, in the order of the map's zones.
    kinds: Vec<Scores>,
}

/// What scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scores {
    /// What a hex of it is worth, or whoever leaves by it; nothing where that is not told.
    points: Option<i32>,
    /// The same in words.
    worth: Option<String>,
    /// Units leave the map there.
    is_exit: bool,
    /// The colour of whoever leaves, or of victory.
    ink: Rgba,
}

/// How far the line runs inside the border.
const DEPTH: f32 = 0.045;

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
            let owner = one.zone.owner.as_deref().filter(|_| one.is_exit());
            let place = now.kinds.len();
            now.kinds.push(Scores {
                points: one.score.map(|score| score.points),
                worth: one.worth(),
                is_exit: one.is_exit(),
                ink: self.map.owner(owner).unwrap_or(self.theme.victory),
            });
            for hex in one.zone.hexes.iter().filter_map(|hex| self.grid.parse(hex)) {
                now.hexes.entry(hex).or_insert(place);
            }
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

    pub(super) fn draw_scoring(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let Some(&place) = self.scoring.hexes.get(&hex) else { return };
        let Some(one) = self.scoring.kinds.get(place) else { return };
        let site = Site::alone(&self.grid, hex);
        let border = Direction::ALL.into_iter().filter(|&direction| {
            let other = self.grid.neighbour(hex, direction);
            other.is_none_or(|other| self.scoring.hexes.get(&other) != Some(&place))
        });
        one.draw(&site, &border.map(Direction::index).collect::<Vec<_>>(), detail, scene);
    }
}

impl Scores {
    /// What it is called in the key.
    pub(super) fn name(&self) -> &'static str {
        if self.is_exit { "Way off the map" } else { "Objective" }
    }

    /// What it is worth, in words.
    pub(super) fn worth(&self) -> &str {
        self.worth.as_deref().unwrap_or("scores")
    }

    /// Draws a hex of it; `border` are the directions in which it ends.
    pub(super) fn draw(&self, site: &Site, border: &[usize], detail: Detail, scene: &mut Scene) {
        for &direction in border {
            let out = site.outward(direction);
            let ends = site.side(direction).map(|[x, y]| [x - out[0] * DEPTH, y - out[1] * DEPTH]);
            scene.line(ends, Stroke::new(0.05, colour::faint([255, 252, 242, 255], 0.8)));
            scene.dashes(ends, Stroke::new(0.036, self.ink), [0.085, 0.05]);
        }
        if detail == Detail::Far {
            return;
        }
        self.badge(spot(site), scene);
    }

    /// What it is worth, on a badge: round for what is held, an arrow for a way out.
    fn badge(&self, at: Point, scene: &mut Scene) {
        let pale = [255, 252, 242, 255];
        let rim = Stroke::new(0.018, pale);
        if self.is_exit {
            let [x, y] = at;
            let arrow = [
                [x - 0.13, y - 0.085],
                [x + 0.05, y - 0.085],
                [x + 0.15, y],
                [x + 0.05, y + 0.085],
                [x - 0.13, y + 0.085],
            ];
            scene.block(arrow, self.ink, rim);
        } else {
            let (fill, stroke) = (Some(self.ink), Some(rim));
            scene.shapes.push(Shape::Circle { centre: at, radius: 0.1, fill, stroke });
        }
        match self.points {
            Some(points) => {
                let size = if points.abs() > 9 { 0.11 } else { 0.14 };
                let words = points.to_string().replace('-', "\u{2212}");
                scene.text(Text::new(at, words, size, Typeface::Bold, pale).on_middle());
            }
            None => super::star(at, 5, 0.075, 0.035, pale, None, scene),
        }
    }
}

/// Where the badge stands: in the corner of the hex farthest to the left and low, beside counters.
fn spot(site: &Site) -> Point {
    let corner = site.corners.into_iter().min_by(|a, b| {
        // Of two corners as far to the left the lower one: names of hexes stand above.
        a[0].total_cmp(&b[0]).then(b[1].total_cmp(&a[1]))
    });
    let [x, y] = corner.unwrap_or(site.centre);
    let share = 0.74;
    [site.centre[0] + (x - site.centre[0]) * share, site.centre[1] + (y - site.centre[1]) * share]
}
