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
            let along = course(&site, path);
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
