//! What came of the last decisions, on the map: arrows of moves and attacks, odds and dice and how
//! an attack ended, losses at the counters. What is older fades.

use std::sync::Arc;

use egui::{Color32, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use salient_hex::grid::{Hex, HexGrid};
use salient_play::happened::{Attack, Die, What};

use super::arrows::Arrow;
use super::cards::place_of_card;
use super::{MapInput, MapView, outline};
use crate::look::colours::side_on_map;
use crate::look::theme;
use crate::test_run::Game;

/// How plainly a thing is seen, by the decisions since: what came of the last one, of the one
/// before, and so on; what is older as the last.
const OPACITIES: [f32; 6] = [1.0, 0.72, 0.56, 0.46, 0.38, 0.3];
/// The attacked hex.
const TARGET: Color32 = Color32::from_rgb(176, 42, 48);
/// The side of a die, in points.
const DIE: f32 = 15.0;
/// Below so many points a hex, losses are no longer written at the counters.
const LOSSES_FROM: f32 = 16.0;
/// The ink of a card on the map, which is paper in any light.
const INK: Color32 = Color32::from_rgb(34, 30, 24);

impl MapView {
    /// What came of the last decisions.
    pub(super) fn paint_happened(&self, painter: &Painter, input: &MapInput<'_>, game: &Game) {
        let grid = input.document.grid();
        let shown = &game.happened().shown;
        // Cards lie over arrows, and losses over both.
        for thing in shown {
            let opacity = opacity(thing.age);
            match &thing.what {
                What::Went { side, way, retreat } => {
                    let ink = side_on_map(*side);
                    let arrow = Arrow { dashed: *retreat, opacity, ..Arrow::plain(ink) };
                    self.paint_arrow(painter, grid, way, arrow);
                }
                What::Came { side, hex } => {
                    self.paint_ring(painter, grid, *hex, side_on_map(*side), opacity);
                }
                What::Attack(attack) => self.paint_attack(painter, grid, attack, opacity),
                What::Place { hex, .. } if thing.age == 0 => {
                    self.paint_ring(painter, grid, *hex, TARGET, 0.8);
                }
                What::Place { .. } | What::Loss { .. } => {}
            }
        }
        // Whoever chooses where to go has what lies under a card before him.
        let draft = game.by_hand().draft();
        let chooses = !draft.units().is_empty() || !draft.hexes().is_empty();
        let kept_free = self.kept_free(input);
        for thing in shown {
            let hovers = |hexes: &[Hex]| self.hovered.is_some_and(|hex| hexes.contains(&hex));
            match &thing.what {
                What::Attack(attack) if (thing.age == 0 && !chooses) || hovers(&attack.hexes) => {
                    self.paint_card(painter, grid, attack, &kept_free);
                }
                What::Place { hex, dice } if thing.age == 0 && !dice.is_empty() => {
                    let at = self.screen_position(grid, *hex);
                    let width = dice.len() as f32 * (DIE + 3.0);
                    let at = at - vec2(width / 2.0, self.camera.scale * 0.5 + DIE);
                    let at = self.kept_in_view(Rect::from_min_size(at, vec2(width, DIE))).min;
                    paint_dice(painter, at, dice);
                }
                _ => {}
            }
        }
        if self.camera.scale >= LOSSES_FROM {
            for thing in shown {
                if let What::Loss { hex, steps, eliminated, .. } = &thing.what {
                    self.paint_loss(painter, grid, *hex, (*steps, *eliminated), thing.age);
                }
            }
        }
    }

    fn paint_ring(&self, painter: &Painter, grid: &HexGrid, hex: Hex, ink: Color32, opacity: f32) {
        let corners = outline(&self.camera, self.view, grid, hex);
        let pen = Stroke::new(2.4, ink.gamma_multiply(opacity));
        painter.add(Shape::closed_line(corners, pen));
    }

    /// Arrows from the hexes that an attack came from, each into the nearest attacked hex.
    fn paint_attack(&self, painter: &Painter, grid: &HexGrid, attack: &Attack, opacity: f32) {
        for &hex in &attack.hexes {
            self.paint_ring(painter, grid, hex, TARGET, opacity);
        }
        let ink = side_on_map(attack.side);
        for &from in &attack.from {
            let nearest = attack.hexes.iter().min_by_key(|&&hex| grid.distance(from, hex));
            if let Some(&to) = nearest {
                let arrow = Arrow { width: 4.6, opacity, ..Arrow::plain(ink) };
                self.paint_arrow(painter, grid, &[from, to], arrow);
            }
        }
    }

    /// Odds, dice and result of an attack, beside the hexes that it was made on: where hexes that are
    /// to be clicked stay free.
    fn paint_card(&self, painter: &Painter, grid: &HexGrid, attack: &Attack, kept_free: &[Rect]) {
        let middle = |hex: &Hex| self.screen_position(grid, *hex);
        let hexes = Rect::from_points(&attack.hexes.iter().map(middle).collect::<Vec<_>>());
        if attack.hexes.is_empty() || !self.view.intersects(hexes.expand(1.0)) {
            return;
        }
        let lay = |text: String, font| painter.layout_no_wrap(text, font, INK);
        let odds = match (&attack.strengths, &attack.odds) {
            (Some(strengths), Some(odds)) => format!("{odds}  ({strengths})"),
            (Some(strengths), None) => strengths.clone(),
            (None, _) => String::new(),
        };
        let odds = lay(odds, theme::strong(14.0));
        let result = lay(attack.result.clone(), egui::FontId::proportional(13.0));
        let dice = attack.dice.len() as f32 * (DIE + 3.0);
        let gap = if odds.size().x > 0.0 && dice > 0.0 { 8.0 } else { 0.0 };
        let above = odds.size().x + gap + dice;
        let size = vec2(
            above.max(result.size().x) + 16.0,
            odds.size().y.max(DIE) + result.size().y + 10.0,
        );
        let clear = self.camera.scale * 0.55 + 4.0;
        let at = place_of_card(size, hexes, clear, self.view.shrink(4.0), kept_free);
        let card = Rect::from_min_size(at, size);
        let pen = Stroke::new(1.6, side_on_map(attack.side));
        painter.rect(card, 5.0, Color32::from_white_alpha(238), pen, StrokeKind::Inside);
        let put = |at: Pos2, text: Arc<Galley>| painter.galley(at, text, INK);
        let line = at + vec2(8.0, 4.0);
        let (height, width) = (odds.size().y.max(DIE), odds.size().x);
        put(line + vec2(0.0, (height - odds.size().y) / 2.0), odds);
        paint_dice(painter, line + vec2(width + gap, (height - DIE) / 2.0), &attack.dice);
        put(line + vec2(0.0, height + 1.0), result);
    }

    /// A mark that reaches over the edge of the map's view, moved so far that it is seen whole; one of a
    /// hex that is not in view stays outside.
    fn kept_in_view(&self, mark: Rect) -> Rect {
        let view = self.view.shrink(2.0);
        let near = self.view.expand(self.camera.scale * 0.2);
        match near.contains(mark.center()) {
            true => mark.translate(
                (view.min - mark.min).max(vec2(0.0, 0.0))
                    + (view.max - mark.max).min(vec2(0.0, 0.0)),
            ),
            false => mark,
        }
    }

    /// Steps lost, at the upper right of a stack, with a cross where units were eliminated.
    fn paint_loss(
        &self,
        painter: &Painter,
        grid: &HexGrid,
        hex: Hex,
        (steps, eliminated): (u32, u32),
        age: usize,
    ) {
        let scale = self.camera.scale;
        let at = self.screen_position(grid, hex) + vec2(scale * 0.34, -scale * 0.34);
        let opacity = opacity(age);
        let red = TARGET.gamma_multiply(opacity);
        let white = Color32::WHITE.gamma_multiply(opacity);
        let text = match (steps, eliminated) {
            (0, 1) => "×".to_owned(),
            (0, many) => format!("×{many}"),
            (steps, 0) => format!("−{steps}"),
            (steps, _) => format!("−{steps} ×"),
        };
        let font = theme::strong((scale * 0.26).clamp(10.0, 16.0).round());
        let text = painter.layout_no_wrap(text, font, white);
        let chip = Rect::from_center_size(at, text.size() + vec2(8.0, 1.0));
        let chip = self.kept_in_view(chip);
        let pen = Stroke::new(1.2, white);
        painter.rect(chip, chip.height() * 0.45, red, pen, StrokeKind::Outside);
        painter.galley(chip.center() - text.size() / 2.0, text, white);
    }
}

fn opacity(age: usize) -> f32 {
    OPACITIES.get(age).or(OPACITIES.last()).copied().unwrap_or_default()
}

/// Dice side by side, each in the colour of who rolled it.
fn paint_dice(painter: &Painter, at: Pos2, dice: &[Die]) {
    for (i, die) in dice.iter().enumerate() {
        let corner = at + vec2(i as f32 * (DIE + 3.0), 0.0);
        let face = Rect::from_min_size(corner, vec2(DIE, DIE));
        painter.rect_filled(face, 3.0, side_on_map(die.side));
        let places = pips(die.value);
        if places.is_empty() {
            let text =
                painter.layout_no_wrap(die.value.to_string(), theme::strong(11.0), Color32::WHITE);
            painter.galley(face.center() - text.size() / 2.0, text, Color32::WHITE);
        }
        for &(x, y) in places {
            painter.circle_filled(
                face.center() + vec2(x, y) * (DIE * 0.27),
                DIE * 0.095,
                Color32::WHITE,
            );
        }
    }
}

/// Where the pips of a die lie, from its middle; none where it shows more than six.
fn pips(value: u8) -> &'static [(f32, f32)] {
    match value {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[],
    }
}
