//! Roads and railways, hex by hex.

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::compile::PathArt;
use super::hexsides::wander;
use super::site::Site;
use super::{Detail, MapArt, strokes};
use crate::colour;
use crate::scene::{Point, Scene, Stroke};

impl MapArt {
    pub(super) fn draw_paths(&self, hex: Hex, casing: bool, detail: Detail, scene: &mut Scene) {
        let paths = self.map.paths.get(&hex).map_or(&[][..], Vec::as_slice);
        if paths.is_empty() {
            return;
        }
        let site = Site::alone(&self.grid, hex);
        for path in paths {
            let Some(look) = self.map.path_kinds.look(path.kind) else { continue };
            let along = self.way_through(hex, &site, path);
            if !look.known {
                if !casing {
                    strokes::warning(&along, self.theme.unknown, scene);
                }
                continue;
            }
            let ink = look.ink.or(look.fill).unwrap_or(self.default_ink(look.mark));
            let width = look.width;
            if casing {
                // A pale edge parts the way from whatever it crosses.
                let broad = width.unwrap_or(0.045) + 0.035;
                if matches!(look.mark, Mark::Road | Mark::Railway) && detail != Detail::Far {
                    let edge = colour::faint(colour::lighter(self.map.paper, 0.3), 0.9);
                    scene.line(along, Stroke::new(broad, edge));
                }
                continue;
            }
            if look.mark == Mark::Railway && detail != Detail::Far {
                strokes::railway(&along, ink, width.unwrap_or(0.028), path.tracks, scene);
            } else {
                strokes::ornament(look.mark, &along, ink, width, detail, scene);
            }
        }
    }
}

impl MapArt {
    /// The way of a road or railway through a hex. One that ends in the open at the edge of the map
    /// runs off it, as the roads of boards that are laid together do.
    pub(super) fn way_through(&self, hex: Hex, site: &Site, path: &PathArt) -> Vec<Point> {
        let mut whole = path.clone();
        if let (None, Some(other)) | (Some(other), None) = (path.from, path.to)
            && let Some(out) = self.way_off(hex, other.opposite())
        {
            let end = if path.from.is_none() { &mut whole.from } else { &mut whole.to };
            *end = Some(out);
        }
        course(site, &whole)
    }

    /// The direction in which a way leaves the map that comes to a hex and would go straight on.
    fn way_off(&self, hex: Hex, on: Direction) -> Option<Direction> {
        let built_up = |mark: Mark| matches!(mark, Mark::Town | Mark::City | Mark::Fortress);
        let features = self.map.features_in(hex).iter();
        let mut looks = features.filter_map(|one| self.map.feature_kinds.look(one.kind));
        // Where there are houses it may end.
        if looks.any(|look| built_up(look.mark))
            || self.map.terrain_look(hex).is_some_and(|look| built_up(look.mark))
        {
            return None;
        }
        let is_off = |direction: &Direction| {
            let other = self.grid.neighbour(hex, *direction);
            other.is_none_or(|other| self.map.beyond.contains(&other))
        };
        [0, 1, 5].map(|turn| Direction::new(on.index() + turn)).into_iter().find(is_off)
    }
}

/// The way through a hex: from side to side in one curve, or to the centre where it ends.
pub(super) fn course(site: &Site, path: &PathArt) -> Vec<Point> {
    let end = |direction: Option<Direction>| {
        direction.map_or(site.centre, |direction| site.towards(direction.index(), 0.5))
    };
    let (from, to) = (end(path.from), end(path.to));
    (0..=10)
        .map(|step| {
            let t = step as f32 / 10.0;
            let u = 1.0 - t;
            let axis = |i: usize| u * u * from[i] + 2.0 * u * t * site.centre[i] + t * t * to[i];
            wander([axis(0), axis(1)])
        })
        .collect()
}
