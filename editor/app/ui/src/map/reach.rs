//! Whom leaders direct where they stand: in the set-up, or in the game that is on.

use egui::{Color32, FontId, Painter, Rect, Shape, Stroke, Ui, vec2};
use salient_document::Document;
use salient_rules::game::{Directed, Prepared};

use super::{MapInput, MapView, outline};
use crate::look::{colours, theme};
use crate::test_run::Game;

/// Whom leaders direct, worked out once a change.
#[derive(Debug, Default)]
pub struct Reach {
    /// Whether it shows.
    pub shown: bool,
    leaders: Vec<Directed>,
    /// Why there is nothing to show.
    lacks: Option<String>,
    /// The revision of the document, and the version of the game.
    made_for: Option<(u64, Option<u64>)>,
}

impl Reach {
    /// Catches up with the document and the game, if it shows.
    pub fn follow(&mut self, document: &Document, game: Option<&Game>) {
        let now = (document.revision(), game.map(Game::version));
        if !self.shown || self.made_for == Some(now) {
            return;
        }
        self.made_for = Some(now);
        (self.leaders, self.lacks) = match of(document, game) {
            Ok(leaders) => (leaders, None),
            Err(lacks) => (Vec::new(), Some(lacks)),
        };
    }

    /// Whom leaders direct; nobody while it does not show.
    pub fn leaders(&self) -> &[Directed] {
        if self.shown { &self.leaders } else { &[] }
    }

    /// Those to be shown: the leaders that are selected or stand in the selected hex, else all.
    fn chosen(&self, document: &Document) -> Vec<&Directed> {
        let selection = document.selection();
        let is_chosen = |one: &&Directed| {
            let mut counters = selection.counters.iter();
            counters.any(|placed| placed.counter == one.leader) || selection.hex == Some(one.hex)
        };
        let chosen: Vec<&Directed> = self.leaders.iter().filter(is_chosen).collect();
        let picked =
            |one: &Directed| selection.counters.iter().any(|placed| placed.counter == one.leader);
        match chosen.iter().any(|one| picked(one)) {
            true => chosen.into_iter().filter(|one| picked(one)).collect(),
            false if chosen.is_empty() => self.leaders.iter().collect(),
            false => chosen,
        }
    }
}

fn of(document: &Document, game: Option<&Game>) -> Result<Vec<Directed>, String> {
    let system = document.system();
    if system.is_none_or(|system| system.leaders().is_none()) {
        return Err(format!("The rules of {} have no leaders.", document.ruleset().title));
    }
    if let Some(game) = game {
        return Ok(game.directed());
    }
    let prepared = Prepared::new(document.systems(), document.bundle());
    let lacks = "The set-up has faults, so nobody can tell whom leaders direct.";
    let prepared = prepared.map_err(|_| lacks.to_owned())?;
    Ok(prepared.start_quietly(0).known_to(&[]).directed())
}

impl MapView {
    pub(super) fn paint_reach(&self, ui: &Ui, painter: &Painter, input: &MapInput<'_>) {
        let reach = input.reach;
        if !reach.shown {
            return;
        }
        let grid = input.document.grid();
        let chosen = reach.chosen(input.document);
        let system = input.document.system();
        let rule = system.as_ref().and_then(|system| system.leaders()).unwrap_or_default();
        let ink = |one: &Directed| colours::side_on_map(one.side);
        for one in &chosen {
            let mut hexes: Vec<_> = one.units.iter().map(|(_, hex, _)| *hex).collect();
            hexes.push(one.hex);
            hexes.sort_unstable();
            hexes.dedup();
            for &hex in &hexes {
                let corners = outline(&self.camera, self.view, grid, hex);
                let fill = ink(one).gamma_multiply(0.16);
                painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.6, ink(one))));
            }
        }
        for one in &chosen {
            let from = self.screen_position(grid, one.hex);
            let corners = outline(&self.camera, self.view, grid, one.hex);
            painter.add(Shape::closed_line(corners.clone(), Stroke::new(4.6, Color32::WHITE)));
            painter.add(Shape::closed_line(corners, Stroke::new(3.0, ink(one))));
            // Those whom he leads himself by a line, the others by a broken one.
            let mut hexes: Vec<_> = one.units.iter().map(|(_, hex, own)| (*hex, *own)).collect();
            hexes.sort_unstable_by_key(|(hex, own)| (*hex, !own));
            hexes.dedup_by_key(|(hex, _)| *hex);
            for (hex, own) in hexes.into_iter().filter(|(hex, _)| *hex != one.hex) {
                let ends = [from, self.screen_position(grid, hex)];
                painter.line_segment(ends, Stroke::new(4.6, Color32::from_white_alpha(200)));
                let pen = Stroke::new(2.4, ink(one));
                match own {
                    true => {
                        painter.line_segment(ends, pen);
                    }
                    false => painter.extend(Shape::dashed_line(&ends, pen, 6.0, 4.0)),
                }
                painter.circle(ends[1], 4.0, ink(one), Stroke::new(1.4, Color32::WHITE));
            }
        }
        let text = match (&reach.lacks, chosen.as_slice()) {
            (Some(lacks), _) => lacks.clone(),
            (None, []) => "No leader is on the map.".to_owned(),
            (None, [one]) => {
                let own = one.units.iter().filter(|(_, _, own)| *own).count();
                let more = one.units.len() - own;
                let through = match more {
                    0 => String::new(),
                    more => format!(", {more} more through leaders below him"),
                };
                let name = salient_document::plan::name_of(input.document, &one.leader);
                format!("{name} directs {own} counters{through} ({rule}).")
            }
            (None, all) => format!(
                "{} leaders; select one to see him alone. Broken lines run through leaders below \
                 him ({rule}).",
                all.len()
            ),
        };
        self.paint_note(ui, painter, &text);
    }

    /// Words at the top of the map.
    fn paint_note(&self, ui: &Ui, painter: &Painter, text: &str) {
        let font = FontId::proportional(14.0);
        let room = (self.view.width() - 120.0).max(120.0);
        let ink = ui.visuals().text_color();
        let galley = painter.layout(text.to_owned(), font, ink, room);
        let size = galley.size() + vec2(18.0, 10.0);
        let corner = self.view.center_top() + vec2(-size.x / 2.0, 8.0);
        let card = Rect::from_min_size(corner, size);
        let fill = theme::palette(ui).window;
        painter.add(ui.visuals().popup_shadow.as_shape(card, 6.0));
        painter.rect(card, 6.0, fill, ui.visuals().window_stroke, egui::StrokeKind::Inside);
        painter.galley(card.min + vec2(9.0, 5.0), galley, ink);
    }
}
