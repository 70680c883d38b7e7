//! The first page: how to print the kit, what is in it, and which sheet of the map lies where.

use salient_schema::Bundle;

use super::flow::{self, BODY, Block, INK, RULE};
use super::map::{Tiles, trim};
use super::{Way, Wishes};
use salient_art::colour;
use salient_art::fonts::Typeface;
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// A page that keeps the fronts of counters on odd pages.
pub fn blank(wishes: &Wishes) -> PrintedPage {
    let page = wishes.page(Way::Portrait);
    let mut scene = Scene::new();
    let at = page.size.map(|length| length / 2.0);
    let soft = colour::lighter(INK, 0.5);
    let words = "This page is left blank, so that the counters' fronts lie on odd pages.";
    scene.text(Text::new(at, words, BODY, Typeface::Italic, soft));
    let (name, parts) = ("Blank".to_owned(), Vec::new());
    PrintedPage { name, parts, size: page.size, scenes: vec![PlacedScene::plain(scene)] }
}

/// The first page. `doubled` are the first and last page of the counter sheets, counted from 1.
pub fn leaf(
    bundle: &Bundle,
    wishes: &Wishes,
    tiles: Option<&Tiles>,
    leaves: &[PrintedPage],
    doubled: Option<(usize, usize)>,
) -> PrintedPage {
    let page = wishes.page(Way::Portrait);
    let width = page.room()[0];
    let mut block = title(bundle, width);
    let put = |block: &mut Block, other: Block, gap: f32| {
        let y = block.height + gap;
        block.put(other, [0.0, y]);
    };
    put(&mut block, printing(wishes, tiles, doubled, width), 5.0);
    put(&mut block, contents(leaves, width), 5.0);
    put(&mut block, ruler(), 6.0);
    if let Some(tiles) = tiles.filter(|tiles| tiles.count != [1, 1]) {
        let room = page.room()[1] - block.height - 8.0;
        put(&mut block, key(tiles, [width, room.max(40.0)]), 8.0);
    }
    let scale = (page.room()[1] / block.height.max(1.0)).min(1.0);
    let placed =
        PlacedScene { scene: block.scene, scale, origin: [page.margin, page.margin], window: None };
    let name = "Read first".to_owned();
    PrintedPage { parts: vec![name.clone()], name, size: page.size, scenes: vec![placed] }
}

fn title(bundle: &Bundle, width: f32) -> Block {
    let mut block = flow::paragraph(&bundle.scenario.title, 9.0, Typeface::Bold, INK, width);
    let soft = colour::lighter(INK, 0.25);
    let mut lines = vec![bundle.ruleset.title.clone()];
    if let Some(publisher) = &bundle.ruleset.publisher {
        lines.push(publisher.clone());
    }
    lines.push(bundle.map.title.clone());
    lines.dedup();
    let line = lines.join(" · ");
    let y = block.height + 0.5;
    block.put(flow::paragraph(&line, 3.6, Typeface::SemiBold, soft, width), [0.0, y]);
    let y = block.height + 1.5;
    block.scene.line([[0.0, y], [width, y]], Stroke::new(0.4, INK));
    block.height = y;
    block
}

/// How to print, in a few sentences.
fn printing(
    wishes: &Wishes,
    tiles: Option<&Tiles>,
    doubled: Option<(usize, usize)>,
    width: f32,
) -> Block {
    let mut sentences = vec![
        "Print at 100 % (“actual size”), never “fit to page”; then lay a ruler on the scale below."
            .to_owned(),
    ];
    if let Some((from, to)) = doubled {
        sentences.push(format!(
            "Print pages {from} to {to}, the counters, on both sides, turned on the long edge. All \
             other pages are for one side."
        ));
        let bleed = if wishes.bleed_mm > 0.0 {
            "Cut at the marks; the colour runs over the edge by "
        } else {
            "Cut at the marks; the counters lie edge to edge, so a cut that strays shows its \
             neighbour."
        };
        let by = if wishes.bleed_mm > 0.0 {
            format!("{} mm, as paper slips by about as much on its back.", trim(wishes.bleed_mm))
        } else {
            String::new()
        };
        sentences.push(format!(
            "Counters measure {} mm. {bleed}{by} The small crosses at the sides of a sheet lie on \
             those of its back, held against the light.",
            trim(wishes.counter_mm)
        ));
    }
    if tiles.is_some_and(|tiles| tiles.count != [1, 1]) {
        sentences.push(format!(
            "The map: cut each sheet at its left and upper solid marks, and lay it over the {} mm \
             that the sheet beside or above it has beyond the dashed marks. Last, cut round the \
             outside.",
            trim(wishes.overlap_mm)
        ));
    }
    let mut block = Block::heading("How to print", 4.4, width);
    for (number, sentence) in sentences.iter().enumerate() {
        let y = block.height + 0.8;
        let figure = format!("{}.", number + 1);
        block.put(flow::paragraph(&figure, 3.2, Typeface::Bold, INK, 8.0), [0.0, y]);
        let words = flow::paragraph(sentence, 3.2, Typeface::Medium, INK, width - 6.0);
        block.put(words, [6.0, y]);
    }
    block
}

/// The parts with their pages.
fn contents(leaves: &[PrintedPage], width: f32) -> Block {
    let mut block = Block::heading("In this kit", 4.4, width);
    let mut parts: Vec<(&str, usize, usize)> = Vec::new();
    // This page is the first.
    for (leaf, number) in leaves.iter().zip(2..) {
        for part in &leaf.parts {
            let known = parts.iter_mut().find(|(name, _, last)| name == part && last + 1 == number);
            match known {
                Some((_, _, last)) => *last = number,
                None => parts.push((part, number, number)),
            }
        }
    }
    for (part, first, last) in parts {
        let pages = if first == last {
            format!("page {first}")
        } else {
            format!("pages {first} to {last}")
        };
        let y = block.height + 0.3;
        block.put(flow::paragraph(part, 3.2, Typeface::SemiBold, INK, width), [6.0, y]);
        block.put(flow::paragraph(&pages, 3.2, Typeface::Medium, INK, width), [46.0, y]);
    }
    block
}

/// A hundred millimetres and four inches.
fn ruler() -> Block {
    let mut block = Block { height: 15.0, ..Block::default() };
    let scene = &mut block.scene;
    let pen = Stroke::new(0.2, INK);
    let small = |text: String, at: Point| Text::new(at, text, 2.4, Typeface::Medium, INK);
    let y = 5.0;
    scene.line([[0.0, y], [101.6, y]], pen);
    for tick in 0..=100 {
        let high = if tick % 10 == 0 {
            2.4
        } else if tick % 5 == 0 {
            1.7
        } else {
            1.0
        };
        let x = tick as f32;
        scene.line([[x, y], [x, y - high]], pen);
        if tick % 10 == 0 && tick > 0 {
            scene.text(small(tick.to_string(), [x, y - 2.9]));
        }
    }
    for tick in 0..=32_i16 {
        let high = if tick % 8 == 0 {
            2.4
        } else if tick % 4 == 0 {
            1.7
        } else {
            1.0
        };
        let x = f32::from(tick) * 25.4 / 8.0;
        scene.line([[x, y], [x, y + high]], pen);
        if tick % 8 == 0 && tick > 0 {
            scene.text(small((tick / 8).to_string(), [x, y + 5.0]));
        }
    }
    let note = |text: &str, y: f32| {
        Text::new([104.5, y], text, 2.6, Typeface::Medium, INK).anchored(Anchor::Start)
    };
    scene.text(note("100 mm", y - 0.8));
    scene.text(note("4 inches", y + 3.0));
    block
}

/// Which sheet of the map lies where.
fn key(tiles: &Tiles, room: [f32; 2]) -> Block {
    let mut block = Block::heading("The sheets of the map", 4.4, room[0]);
    let top = block.height + 1.5;
    let [least, most] = tiles.extent();
    let scale = [0, 1]
        .map(|axis| {
            let room = if axis == 0 { room[0] } else { room[1] - top };
            room / (most[axis] - least[axis])
        })
        .into_iter()
        .fold(f32::INFINITY, f32::min);
    let place = |[x, y]: Point| [(x - least[0]) * scale, top + (y - least[1]) * scale];
    block.scene.append(tiles.overview().placed(scale, [-least[0] * scale, top - least[1] * scale]));
    for row in 0..tiles.count[1] {
        for column in (0..tiles.count[0]).filter(|column| tiles.is_printed(*column, row)) {
            let shown = tiles.shown(column, row);
            let [a, b] = [place(shown[0]), place(shown[1])];
            let corners = [a, [b[0], a[1]], b, [a[0], b[1]]];
            block.scene.outline(corners, Stroke::new(0.9, [255, 255, 255, 150]));
            block.scene.outline(corners, Stroke::new(0.3, INK));
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let size = ((b[0] - a[0]) * 0.3).min((b[1] - a[1]) * 0.5).clamp(1.6, 8.0);
            let name = Text::new(middle, tiles.name(column, row), size, Typeface::Bold, INK);
            block.scene.text(name.with_halo([255, 255, 255, 220]).on_middle());
        }
    }
    let [a, b] = [place(least), place(most)];
    block.scene.outline([a, [b[0], a[1]], b, [a[0], b[1]]], Stroke::new(0.2, RULE));
    block.height = b[1];
    block
}
