//! Counters before and after, a row each.

use salient_schema::{CounterId, OrderOfBattle, Pictures, Ruleset};

use super::{GAP, caption, shortened};
use crate::counter_art::{CounterArt, Shown};
use crate::fonts::Typeface;
use crate::picture::Drawing;
use crate::scene::{Anchor, Scene, Stroke, Text};
use crate::theme::Theme;

/// Counters of two versions of an order of battle.
#[derive(Clone, Debug)]
pub struct CounterVersions<'a> {
    /// Before and after, each with the ruleset that it is made for.
    pub books: [(&'a Ruleset, &'a OrderOfBattle); 2],
    /// What each is called: the names of their files.
    pub names: [String; 2],
    /// The counters that changed, with what is said of each.
    pub rows: Vec<(CounterId, String)>,
}

/// From counter to counter.
const PITCH: f32 = 1.18;
/// The most rows that are drawn.
const ROWS: usize = 40;
/// The size of letters.
const SIZE: f32 = 0.34;
/// The room for what is said of a counter.
const WORDS: f32 = 12.0;

/// Draws the changed counters with all their faces, a row each. A version that has no such
/// counter has a gap in its place.
pub fn drawing_of_counter_versions(versions: &CounterVersions<'_>) -> Drawing {
    // The pictures of two versions are two files of one name: a change is in what is printed.
    let none = Pictures::default();
    let art = versions
        .books
        .map(|(ruleset, book)| CounterArt::new(ruleset, std::slice::from_ref(book), &none));
    let faces = |at: usize, id: &str| {
        let (_, book) = versions.books[at];
        book.counters.iter().find(|counter| counter.id == id).map_or(0, |one| one.faces.len())
    };
    let rows: Vec<_> = versions.rows.iter().take(ROWS).collect();
    let most = [0, 1].map(|at| {
        rows.iter().map(|(id, _)| faces(at, id)).max().unwrap_or(0).clamp(2, 6) as f32 * PITCH
    });
    let lefts = [0.0, most[0] + 1.2];
    let words = lefts[1] + most[1] + 0.4;
    let theme = Theme::default();
    let mut scene = Scene::new();
    for at in [0, 1] {
        let next = if at == 0 { lefts[1] } else { words };
        let room = [next - lefts[at] - 0.3, SIZE];
        caption(at, &versions.names[at], [lefts[at], -0.35], room, &theme, &mut scene);
    }
    let mut y = 0.15 + PITCH / 2.0;
    for (id, text) in rows {
        for at in [0, 1] {
            for face in 0..faces(at, id).min(6) as u8 {
                let centre = [lefts[at] + (f32::from(face) + 0.5) * PITCH, y];
                art[at].draw(Shown::new(id, face), centre, 1.0, 64.0, &mut scene);
            }
        }
        let middle = most[0] + 0.6;
        let pen = Stroke::new(0.07, theme.ink);
        scene.line([[middle - 0.25, y], [middle + 0.12, y]], pen);
        scene.fill(
            [[middle + 0.3, y], [middle + 0.08, y - 0.13], [middle + 0.08, y + 0.13]],
            theme.ink,
        );
        let lines = super::wrapped(text, WORDS / SIZE);
        let above = (lines.len().min(3) as f32 - 1.0) * SIZE * 0.62;
        for (number, line) in lines.iter().take(3).enumerate() {
            let at = [words, y + SIZE * 0.35 - above + number as f32 * SIZE * 1.25];
            let line = shortened(line, WORDS / SIZE, Typeface::Medium);
            let text = Text::new(at, line, SIZE, Typeface::Medium, theme.ink);
            scene.text(text.anchored(Anchor::Start));
        }
        y += PITCH;
    }
    let more = versions.rows.len().saturating_sub(ROWS);
    if more > 0 {
        let text = format!("… and {more} more");
        let text = Text::new([0.0, y], text, SIZE, Typeface::Medium, theme.ink);
        scene.text(text.anchored(Anchor::Start));
        y += PITCH / 2.0;
    }
    let bounds = [[-GAP, -1.3], [words + WORDS + GAP, y - PITCH / 2.0 + GAP]];
    Drawing { scene, bounds, background: theme.margin }
}
