//! What a side keeps to itself, on a sheet that is folded so that nobody else reads it.
//!
//! ```text
//!   ┌────────────────┐
//!   │ whose it is    │  outside, when it is folded
//!   ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  2. fold backwards
//!   │ hatching       │  hides what would shine through
//!   ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  1. fold forwards
//!   │ the secret     │  inside, against the hatching
//!   └────────────────┘
//! ```

use salient_schema::Bundle;

use super::flow::{self, BODY, INK, RULE};
use super::{Page, Part, Way, Wishes, pictures};
use salient_art::colour;
use salient_art::fonts::Typeface;
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Scene, Stroke, Text};

/// A sheet for each secret.
pub fn leaves(bundle: &Bundle, wishes: &Wishes) -> Vec<PrintedPage> {
    let page = wishes.page(Way::Portrait);
    let secrets = bundle.scenario.victory.secret.iter().enumerate();
    secrets
        .map(|(at, secret)| {
            let side = pictures::side_name(&bundle.ruleset, &secret.side);
            let scene = sheet(&bundle.scenario.title, side, &secret.text, page);
            let scenes = vec![PlacedScene::plain(scene)];
            let name = format!("Secret {}", at + 1);
            let parts = vec![Part::SetUp.name().to_owned()];
            PrintedPage { name, parts, size: page.size, scenes }
        })
        .collect()
}

fn sheet(scenario: &str, side: &str, secret: &str, page: Page) -> Scene {
    let mut scene = Scene::new();
    let [left, right] = [page.margin, page.size[0] - page.margin];
    let width = right - left;
    let third = page.size[1] / 3.0;
    let soft = colour::lighter(INK, 0.3);
    let put = |scene: &mut Scene, words: &str, size, face, ink, y: f32| -> f32 {
        let block = flow::paragraph(words, size, face, ink, width - 20.0);
        let height = block.height;
        scene.append(block.scene.placed(1.0, [left + 10.0, y]));
        y + height + 1.5
    };
    let mut y = put(&mut scene, scenario, BODY, Typeface::Medium, soft, page.margin + 4.0);
    let whose = format!("For the {side} side alone");
    y = put(&mut scene, &whose, 8.0, Typeface::Bold, INK, y + 8.0);
    for step in [
        "1. Fold the lowest third forwards, over the hatching.",
        "2. Fold this third backwards, behind it, and keep the sheet closed on the table.",
        "The other side opens it when the game has ended.",
    ] {
        y = put(&mut scene, step, 3.4, Typeface::Medium, INK, y + 1.0);
    }
    for (line, words) in [(third, "2. fold backwards"), (2.0 * third, "1. fold forwards")] {
        scene.dashes([[left, line], [right, line]], Stroke::new(0.2, INK), [2.0, 1.4]);
        let words = Text::new([right, line - 1.2], words, 2.6, Typeface::Medium, soft);
        scene.text(words.anchored(Anchor::End));
    }
    hatch(&mut scene, [left, third + 6.0], [right, 2.0 * third - 6.0]);
    put(&mut scene, secret, 4.4, Typeface::SemiBold, INK, 2.0 * third + third * 0.35);
    scene
}

/// Lines both ways over a rectangle.
fn hatch(scene: &mut Scene, [x0, y0]: [f32; 2], [x1, y1]: [f32; 2]) {
    let pen = Stroke::new(0.35, RULE);
    let high = y1 - y0;
    let mut at = x0 - high;
    while at < x1 {
        // The part of the slanted line that lies within.
        let (from, to) = (at.max(x0), (at + high).min(x1));
        if to > from {
            scene.line([[from, y0 + from - at], [to, y0 + to - at]], pen);
            scene.line([[from, y1 - from + at], [to, y1 - to + at]], pen);
        }
        at += 2.2;
    }
}
