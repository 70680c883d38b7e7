//! Names.

use salient_hex::grid::Hex;
use salient_schema::ruleset::Mark;

use super::compile::middle;
use super::hexsides::upright;
use super::{Detail, MapArt, areas};
use crate::colour;
use crate::fonts::Typeface;
use crate::scene::{Scene, Text};

impl MapArt {
    pub(super) fn draw_labels(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        self.draw_place_names(hex, detail, scene);
        if detail == Detail::Near {
            self.draw_side_names(hex, scene);
        }
    }

    fn draw_place_names(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let ground = self.area_colour(hex);
        let centre = self.grid.centre(hex);
        // Low enough to be read under a counter; further names where there is room.
        let mut lines = [0.41, -0.27, 0.26].into_iter();
        let mut written: Vec<&str> = Vec::new();
        for feature in self.map.features_in(hex) {
            let Some(name) = feature.name.as_deref().filter(|name| !name.trim().is_empty()) else {
                continue;
            };
            // A town and its port share a name, which is read once.
            if written.contains(&name) {
                continue;
            }
            let mark =
                self.map.feature_kinds.look(feature.kind).map_or(Mark::Label, |look| look.mark);
            // A place is as large as its houses; what has none is a name of the land.
            let houses = if mark == Mark::Label { self.houses_around(hex) } else { 0 };
            let (face, size, ink) = match mark {
                Mark::Label if houses > 0 => {
                    let size = 0.165 + 0.017 * houses.min(7) as f32;
                    (Typeface::SemiBold, size, self.theme.ink)
                }
                Mark::City => (Typeface::Bold, 0.215, self.theme.ink),
                Mark::Town | Mark::Fortress | Mark::Port => {
                    (Typeface::SemiBold, 0.172, self.theme.ink)
                }
                Mark::Label => (Typeface::Italic, 0.2, self.theme.ink),
                mark if areas::is_area(mark) => (Typeface::Italic, 0.17, self.default_ink(mark)),
                _ => (Typeface::Italic, 0.15, self.theme.ink),
            };
            if detail == Detail::Far && mark != Mark::City {
                continue;
            }
            let over_houses = houses > 0 && self.is_built_up(hex);
            let middle = match mark {
                Mark::Label if !over_houses => 0.0,
                _ => lines.next().unwrap_or(0.1),
            };
            let mut text =
                Text::new([centre[0], centre[1] + middle], name, size, face, ink).on_middle();
            // Long names are set smaller rather than run far into the next hexes.
            let widest = 1.3;
            let width = text.width();
            if width > widest {
                text.size *= (widest / width).max(0.62);
            }
            text.at = self.on_paper(text.at, [text.width(), text.size]);
            scene.text(text.with_halo(colour::faint(ground, 0.9)));
            written.push(name);
        }
    }

    /// How many hexes of houses hang together with a hex or its neighbours, as far as two hexes away.
    fn houses_around(&self, hex: Hex) -> usize {
        let near = self.grid.within(hex, Self::REACH);
        let is_near = |other: &Hex| near.contains(other) && self.is_built_up(*other);
        let mut found: Vec<Hex> = Vec::new();
        let here = std::iter::once(hex).filter(is_near);
        let beside = self.grid.neighbours(hex).into_iter().flatten().filter(is_near);
        found.extend(here.chain(beside));
        let mut looked_at = 0;
        while let Some(&at) = found.get(looked_at) {
            looked_at += 1;
            for next in self.grid.neighbours(at).into_iter().flatten().filter(is_near) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        found.len()
    }

    /// Whether the ground of a hex is houses.
    fn is_built_up(&self, hex: Hex) -> bool {
        let look = self.map.terrain_look(hex);
        look.is_some_and(|look| matches!(look.mark, Mark::Town | Mark::City))
    }

    /// Names of rivers and canals, written along one of their hexsides.
    fn draw_side_names(&self, hex: Hex, scene: &mut Scene) {
        for (side, art) in self.map.side_names.get(&hex).map_or(&[][..], Vec::as_slice) {
            let Some(name) = art.name.as_deref() else { continue };
            let Some(look) = self.map.side_kinds.look(art.kind) else { continue };
            let [a, b] = self.grid.side_ends(*side);
            let angle = upright((b[1] - a[1]).atan2(b[0] - a[0]));
            let ink = colour::darker(look.ink.unwrap_or(self.default_ink(look.mark)), 0.35);
            let at = middle(a, b);
            let lift = 0.5 * look.width.unwrap_or(0.085) + 0.05;
            let at = [at[0] + angle.sin() * lift, at[1] - angle.cos() * lift];
            let ground = self.area_colour(hex);
            let mut text = Text::new(at, name, 0.165, Typeface::Italic, ink);
            text.angle = angle;
            scene.text(text.with_halo(colour::faint(ground, 0.85)));
        }
    }
}
