//! Names.

use salient_hex::grid::Hex;
use salient_schema::ruleset::Mark;

use super::compile::{FeatureArt, middle};
use super::hexsides::upright;
use super::name_places::{Area, Taken};
use super::{Detail, MapArt, areas};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Scene, Text, beginning};

/// A name as it is lettered.
struct Name<'a> {
    words: &'a str,
    face: Typeface,
    size: f32,
    ink: Rgba,
}

impl Name<'_> {
    fn width(&self) -> f32 {
        self.face.width_of(beginning(self.words)) * self.size
    }
}

impl MapArt {
    pub(super) fn draw_labels(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        self.draw_place_names(hex, detail, scene);
        if detail == Detail::Near {
            self.draw_side_names(hex, scene);
        }
    }

    fn draw_place_names(&self, hex: Hex, detail: Detail, scene: &mut Scene) {
        let Some(rank) = self.rank_of_names(hex) else { return };
        let mut taken = Taken::default();
        if detail != Detail::Far {
            for other in self.grid.neighbours(hex).into_iter().flatten() {
                let is_before =
                    self.rank_of_names(other).is_some_and(|its| (its, other) < (rank, hex));
                if is_before {
                    let mut its = Taken::default();
                    self.letter(other, detail, Self::REACH - 1, &mut its, |_, _| {});
                    its.areas().for_each(|area| taken.take(*area));
                }
            }
        }
        let ground = self.area_colour(hex);
        self.letter(hex, detail, Self::REACH, &mut taken, |name, area| {
            let text = Text::new(area.middle, name.words, name.size, name.face, name.ink);
            scene.text(text.on_middle().with_halo(colour::faint(ground, 0.9)));
        });
    }

    /// Names of a hex in their places, each off those before it and off what is taken. Houses are
    /// counted within `reach`.
    fn letter(
        &self,
        hex: Hex,
        detail: Detail,
        reach: u32,
        taken: &mut Taken,
        mut each: impl FnMut(&Name<'_>, &Area),
    ) {
        let features = self.map.features_in(hex);
        let is_written =
            |one: &FeatureArt| detail != Detail::Far || self.mark_of(one) == Mark::City;
        for (at, feature) in features.iter().enumerate() {
            let Some(words) = feature.name.as_deref().filter(|name| !name.trim().is_empty()) else {
                continue;
            };
            // A town and its port share a name, which is read once.
            let mut before = features.iter().take(at);
            let is_read =
                before.any(|other| other.name.as_deref() == Some(words) && is_written(other));
            if is_read || !is_written(feature) {
                continue;
            }
            let mark = self.mark_of(feature);
            let houses = if mark == Mark::Label { self.houses_around(hex, reach) } else { 0 };
            let mut name = self.lettering(words, mark, houses);
            // Long names are set smaller rather than run far into the next hexes.
            let widest = 1.3;
            let width = name.width();
            if width > widest {
                name.size *= (widest / width).max(0.62);
            }
            let size = [name.width(), name.size];
            let on_land = mark == Mark::Label && !(houses > 0 && self.is_built_up(hex));
            let area = self.place_of_name(hex, size, on_land, detail, taken);
            taken.take(area);
            each(&name, &area);
        }
    }

    /// How a name is lettered, by what it is the name of: the larger a place, the larger its name.
    fn lettering<'a>(&self, words: &'a str, mark: Mark, houses: usize) -> Name<'a> {
        let (face, size, ink) = match mark {
            // A place is as large as its houses; what has none is a name of the land.
            Mark::Label if houses > 0 => {
                (Typeface::SemiBold, 0.165 + 0.017 * houses.min(7) as f32, self.theme.ink)
            }
            Mark::City => (Typeface::Bold, 0.215, self.theme.ink),
            Mark::Town | Mark::Fortress | Mark::Port => (Typeface::SemiBold, 0.172, self.theme.ink),
            Mark::Label => (Typeface::Italic, 0.2, self.theme.ink),
            mark if areas::is_area(mark) => (Typeface::Italic, 0.17, self.default_ink(mark)),
            _ => (Typeface::Italic, 0.15, self.theme.ink),
        };
        Name { words, face, size, ink }
    }

    fn mark_of(&self, feature: &FeatureArt) -> Mark {
        self.map.feature_kinds.look(feature.kind).map_or(Mark::Label, |look| look.mark)
    }

    /// How soon the names of a hex are placed, the larger places first; nothing of a hex without one.
    fn rank_of_names(&self, hex: Hex) -> Option<u8> {
        let features = self.map.features_in(hex).iter();
        let named = features.filter(|one| one.name.as_ref().is_some_and(|n| !n.trim().is_empty()));
        named
            .map(|one| match self.mark_of(one) {
                Mark::City => 0,
                Mark::Town | Mark::Fortress | Mark::Port => 1,
                Mark::Label => 2,
                _ => 3,
            })
            .min()
    }

    /// How many hexes of houses hang together with a hex or its neighbours, within a reach.
    fn houses_around(&self, hex: Hex, reach: u32) -> usize {
        let near = self.grid.within(hex, reach);
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
