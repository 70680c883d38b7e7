//! Diamonds and discs with a number or a letter, on hexsides: bridges and tunnels of railways. Those
//! that share a hexside stand beside one another along it.

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;

use super::MapArt;
use super::compile::FeatureArt;
use super::features::Stand;
use super::name_places::{Area, NUMBER};
use super::site::Site;
use crate::colour;
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Stroke, Text};

/// Half a badge's width.
const SIZE: f32 = 0.16;
/// From the middle of a badge to that of the next: as near as two diamonds come on any hexside.
const STEP: f32 = 0.29;

impl MapArt {
    /// How far each badge of a feature is shifted along its hexside because others stand there too,
    /// this hex's or the neighbour's. The order is that of what the feature faces; one that faces
    /// all round stands in the middle of the hex.
    pub(super) fn badge_shifts(&self, hex: Hex, place: usize) -> Vec<f32> {
        let Some(own) = self.map.features_in(hex).get(place) else { return Vec::new() };
        let faces: Vec<Option<Direction>> = match own.facing.as_slice() {
            [] => vec![None],
            facing => facing.iter().copied().map(Some).collect(),
        };
        let shift = |face: Option<Direction>| {
            let row = self.badge_row(hex, face);
            let number = row.iter().position(|one| *one == (hex, place)).unwrap_or_default();
            shift_of(number, row.len())
        };
        faces.into_iter().map(shift).collect()
    }

    /// How far the number of a hex is moved down because a badge stands in its place.
    pub(super) fn number_below_badges(&self, hex: Hex) -> f32 {
        if !self.map.feature_kinds.any(|look| is_badge(look.mark)) {
            return 0.0;
        }
        let site = Site::alone(&self.grid, hex);
        let covers = |direction: Direction| {
            let out = site.outward(direction.index());
            let middle = [out[0] * 0.5, out[1] * 0.5];
            let count = match out[1] < 0.0 {
                true => self.badge_row(hex, Some(direction)).len(),
                false => 0,
            };
            (0..count).any(|number| {
                let [x, y] = along(out, middle, shift_of(number, count));
                let area = Area { middle: [x, y], half: [SIZE; 2] };
                area.common(&NUMBER) > 0.0
            })
        };
        // Just below the lower corner of a diamond on the upper hexside.
        if Direction::ALL.into_iter().any(covers) { 0.14 } else { 0.0 }
    }

    /// The badges on a hexside, or in the middle of a hex, in the order in which they stand there.
    fn badge_row(&self, hex: Hex, face: Option<Direction>) -> Vec<(Hex, usize)> {
        let across = face.and_then(|one| Some((self.grid.neighbour(hex, one)?, one.opposite())));
        let here = self.badges_at(hex, face).map(|at| (hex, at));
        let there = across
            .into_iter()
            .flat_map(|(other, back)| self.badges_at(other, Some(back)).map(move |at| (other, at)));
        let mut row: Vec<(Hex, usize)> = here.chain(there).collect();
        row.sort_unstable();
        row
    }

    /// The places among a hex's features of the badges on a hexside, or in its middle.
    fn badges_at(&self, hex: Hex, face: Option<Direction>) -> impl Iterator<Item = usize> {
        let stands = move |one: &FeatureArt| match face {
            Some(face) => one.facing.contains(&face),
            None => one.facing.is_empty(),
        };
        self.map.features_in(hex).iter().enumerate().filter_map(move |(at, one)| {
            let look = self.map.feature_kinds.look(one.kind).filter(|look| look.known)?;
            (is_badge(look.mark) && stands(one)).then_some(at)
        })
    }
}

/// How far one of a row of badges stands from the middle of the row.
fn shift_of(number: usize, count: usize) -> f32 {
    (number as f32 - count.saturating_sub(1) as f32 / 2.0) * STEP
}

/// Whether a mark is a badge on a hexside.
pub fn is_badge(mark: Mark) -> bool {
    matches!(mark, Mark::Diamond | Mark::Disc)
}

impl Stand<'_> {
    /// A diamond or a disc on each hexside, with its number, or else its letter.
    pub(super) fn badges(&self, scene: &mut Scene) {
        let pale = [255, 252, 242, 255];
        let rim = Stroke::new(0.024, pale);
        let text = match (self.value, self.letter) {
            (Some(value), _) => value.to_string(),
            (None, letter) => letter.unwrap_or_default().to_owned(),
        };
        let print = if colour::lightness(self.ink) > 0.6 { [30, 26, 22, 255] } else { pale };
        for (number, (out, middle)) in self.stands(0.5).into_iter().enumerate() {
            let shift = self.shifts.get(number).copied().unwrap_or_default();
            let at = along(out, middle, shift);
            let [x, y] = at;
            if self.look.mark == Mark::Diamond {
                let corners = [[x, y - SIZE], [x + SIZE, y], [x, y + SIZE], [x - SIZE, y]];
                scene.block(corners, self.ink, rim);
            } else {
                scene.disc(at, SIZE * 0.85 + 0.012, pale);
                scene.disc(at, SIZE * 0.85 - 0.012, self.ink);
            }
            let size = if text.chars().count() > 1 { 0.15 } else { 0.18 };
            scene.text(Text::new(at, &*text, size, Typeface::Bold, print).on_middle());
        }
    }
}

/// A point along a hexside, from left to right, or down one that is upright: the same way from the
/// hexes on either side of it.
fn along([x, y]: Point, middle: Point, shift: f32) -> Point {
    let way = if y < -0.01 || (y < 0.01 && x > 0.0) { [-y, x] } else { [y, -x] };
    [middle[0] + way[0] * shift, middle[1] + way[1] * shift]
}
