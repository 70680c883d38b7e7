//! The game-turn track: a box a turn for the marker, and beside it what the turn brings.

use salient_schema::scenario::Turn;
use salient_schema::words::{arrival_in_words, entry_in_words, id_in_words};
use salient_schema::{Bundle, Provenance};

use super::flow::{self, BODY, Block, Chapter, INK};
use super::pictures::{self, Pictured, Pictures};
use super::{Page, Part, Way, Wishes};
use salient_art::colour;
use salient_art::fonts::Typeface;
use salient_art::scene::{Anchor, Stroke, Text};

/// From the box to what stands beside it.
const GAP: f32 = 3.0;

/// The track.
pub fn chapter(bundle: &Bundle, wishes: &Wishes) -> Chapter<'static> {
    let page = wishes.page(Way::Portrait);
    let track = Track { bundle, pictures: Pictures::new(bundle), wishes, page };
    let width = page.room()[0];
    let mut blocks = vec![Block::heading("Game-turn track", 5.4, width)];
    let scenario = &bundle.scenario;
    let guessed = |turn: &Turn| turn.provenance == Provenance::Reconstructed;
    let tracks = scenario.tracks.iter().map(|track| track.provenance);
    let points = scenario.replacements.iter().map(|points| points.provenance);
    let any = tracks.chain(points).any(|one| one == Provenance::Reconstructed);
    if any || scenario.turns.iter().any(guessed) {
        let note = "* reconstructed: the published one is lost or was never seen";
        let ink = colour::lighter(INK, 0.2);
        blocks.push(flow::paragraph(note, BODY, Typeface::Italic, ink, width));
    }
    blocks.extend((0..scenario.turns.len()).map(|at| track.turn(at)));
    (Part::Track.name(), vec![(blocks, 1)])
}

struct Track<'a> {
    bundle: &'a Bundle,
    pictures: Pictures<'a>,
    wishes: &'a Wishes,
    page: Page,
}

fn star(provenance: Provenance) -> &'static str {
    if provenance == Provenance::Reconstructed { "*" } else { "" }
}

impl Track<'_> {
    fn turn(&self, at: usize) -> Block {
        let Bundle { scenario, ruleset, .. } = self.bundle;
        let Some(turn) = scenario.turns.get(at) else { return Block::default() };
        // A marker and a little air.
        let side = (self.wishes.counter_mm + 3.0).max(16.0);
        let words = 34.0;
        let mut block = Block::default();
        let edge = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
        block.scene.block(edge, [250, 247, 240, 255], Stroke::new(0.3, INK));
        let soft = colour::lighter(INK, 0.55);
        let number = turn.turn.to_string();
        let middle = [side / 2.0, side / 2.0];
        block.scene.text(Text::new(middle, number, 8.0, Typeface::Bold, soft).on_middle());
        let label = format!("{}{}", turn.label, star(turn.provenance));
        let beside = side + GAP;
        block.put(flow::paragraph(&label, 3.6, Typeface::Bold, INK, words), [beside, 0.0]);
        if let Some(weather) = &turn.weather {
            let y = block_end(&block, beside);
            let words = flow::paragraph(
                &weather.replace(['-', '_'], " "),
                BODY,
                Typeface::Medium,
                INK,
                words,
            );
            block.put(words, [beside, y.min(side - BODY * flow::LEADING)]);
        }
        let left = beside + words + GAP;
        let width = self.page.room()[0] - left;
        let mut y = 0.0_f32;
        let mut add = |block: &mut Block, other: Block| {
            let height = other.height;
            block.put(other, [left, y]);
            y += height;
        };
        let values = self.values(at, turn.turn);
        if !values.is_empty() {
            let line = values.join(" · ");
            add(&mut block, flow::paragraph(&line, BODY, Typeface::Medium, INK, width));
        }
        for arrival in scenario.reinforcements.iter().filter(|one| one.turn == turn.turn) {
            let name = pictures::side_name(ruleset, &arrival.side);
            let mut words =
                format!("{name} arrivals: {}", entry_in_words(self.bundle, &arrival.entry));
            if let Some(condition) = &arrival.condition {
                words.push_str(", ");
                words.push_str(&arrival_in_words(self.bundle, condition));
            }
            if let Some(rule) = &arrival.rule {
                words.push_str(&format!(" ({rule})"));
            }
            add(&mut block, flow::paragraph(&words, BODY, Typeface::SemiBold, INK, width));
            add(&mut block, Block::gap(0.5));
            for row in self.pictures.rows(&fronts(&arrival.counters), width) {
                add(&mut block, row);
            }
        }
        for leaving in scenario.withdrawals.iter().filter(|one| one.turn == turn.turn) {
            let name = pictures::side_name(ruleset, &leaving.side);
            let rule = leaving.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
            let words = format!("{name} units that leave the game{rule}");
            add(&mut block, flow::paragraph(&words, BODY, Typeface::SemiBold, INK, width));
            add(&mut block, Block::gap(0.5));
            for row in self.pictures.rows(&fronts(&leaving.counters), width) {
                add(&mut block, row);
            }
        }
        block.height = block.height.max(side) + 2.4;
        let line = block.height - 1.2;
        let rule = Stroke::new(0.1, flow::RULE);
        block.scene.line([[0.0, line], [self.page.room()[0], line]], rule);
        block
    }

    /// The values of tracks and the replacements of a turn.
    fn values(&self, at: usize, turn: u16) -> Vec<String> {
        let Bundle { scenario, ruleset, .. } = self.bundle;
        let mut words = Vec::new();
        for track in &scenario.tracks {
            let Some(value) = track.values.get(at) else { continue };
            let side = track.side.as_deref().map(|id| pictures::side_name(ruleset, id));
            let of = side.map_or_else(String::new, |side| format!("{side} "));
            words.push(format!("{of}{}: {value}{}", track.name, star(track.provenance)));
        }
        let mut replacements = Vec::new();
        for points in scenario.replacements.iter().filter(|one| one.turn == turn) {
            let nation = points.nation.as_deref().map(|id| pictures::nation_name(ruleset, id));
            let name = nation.unwrap_or_else(|| pictures::side_name(ruleset, &points.side));
            let pool = points.pool.as_deref().map(|pool| format!(" {}", id_in_words(pool)));
            let pool = pool.unwrap_or_default();
            let star = star(points.provenance);
            replacements.push(format!("{name}{pool} {}{star}", points.points));
        }
        if !replacements.is_empty() {
            words.push(format!("Replacements: {}", replacements.join(", ")));
        }
        words
    }
}

fn fronts(counters: &[String]) -> Vec<Pictured<'_>> {
    counters.iter().map(|id| Pictured::front(id)).collect()
}

/// How far down words reach in the column that begins at `left`.
fn block_end(block: &Block, left: f32) -> f32 {
    let words = block.scene.shapes.iter().filter_map(|shape| match shape {
        salient_art::Shape::Text(text) if text.anchor == Anchor::Start && text.at[0] >= left => {
            Some(text.at[1])
        }
        _ => None,
    });
    words.fold(0.0, f32::max) + 1.0
}
