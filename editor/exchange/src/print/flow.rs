//! Words and blocks set on pages, one under the other.

use std::collections::BTreeMap;

use super::Page;
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::printed_page::{PlacedScene, PrintedPage};
use salient_art::scene::{Anchor, Point, Scene, Stroke, Text};

/// The ink of words and rules.
pub const INK: Rgba = [32, 28, 26, 255];
/// Rules of tables.
pub const RULE: Rgba = [150, 142, 130, 255];
/// The size of running text: 8½ points.
pub const BODY: f32 = 3.0;
/// From a line of words to the next, in sizes.
pub const LEADING: f32 = 1.32;

/// Something that is not torn apart between two pages, measured in millimetres from its upper
/// left corner.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its shapes.
    pub scene: Scene,
    /// Its height.
    pub height: f32,
    /// Whether it may not stand last on a page: a heading.
    pub leads: bool,
}

impl Block {
    /// Room between blocks.
    pub fn gap(height: f32) -> Self {
        Self { height, ..Self::default() }
    }

    /// A heading of a size.
    pub fn heading(text: &str, size: f32, width: f32) -> Self {
        let mut block = paragraph(text, size, Typeface::Bold, INK, width);
        block.leads = true;
        block.height += size * 0.2;
        block
    }

    /// Puts another block at a place in this one.
    pub fn put(&mut self, other: Self, at: Point) {
        self.height = self.height.max(at[1] + other.height);
        self.scene.append(other.scene.placed(1.0, at));
    }

    /// The same with room on its left.
    pub fn indented(self, by: f32) -> Self {
        Self { scene: self.scene.placed(1.0, [by, 0.0]), ..self }
    }
}

/// Words broken into lines.
pub fn paragraph(text: &str, size: f32, face: Typeface, ink: Rgba, width: f32) -> Block {
    let mut block = Block::default();
    for line in lines(text, size, face, width) {
        let baseline = block.height + size * (0.5 + face.cap_height() / 2.0) + size * 0.12;
        block.scene.text(Text::new([0.0, baseline], line, size, face, ink).anchored(Anchor::Start));
        block.height += size * LEADING;
    }
    block
}

/// Breaks words into lines no wider than `width`; a word that is wider stands alone and is cut.
pub fn lines(text: &str, size: f32, face: Typeface, width: f32) -> Vec<String> {
    // Each letter is measured once, however long the text: some letters have no width at all.
    let along =
        |wide: f32, text: &str| text.chars().fold(wide, |wide, letter| wide + face.advance(letter));
    let fits = |wide: f32| wide * size <= width;
    let mut lines = Vec::new();
    let (mut line, mut wide) = (String::new(), 0.0);
    for word in text.split_whitespace() {
        let gap = if line.is_empty() { "" } else { " " };
        let longer = along(along(wide, gap), word);
        if fits(longer) {
            line.push_str(gap);
            line.push_str(word);
            wide = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            wide = 0.0;
        }
        for letter in word.chars() {
            let advance = face.advance(letter);
            if !line.is_empty() && !fits(wide + advance) {
                lines.push(std::mem::take(&mut line));
                wide = 0.0;
            }
            line.push(letter);
            wide += advance;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The height of the head of a page.
const HEAD: f32 = 11.0;
/// Between two columns.
pub const GUTTER: f32 = 6.0;

/// The width of a column where a page has so many.
pub fn column_width(page: Page, columns: usize) -> f32 {
    let columns = columns.max(1) as f32;
    (page.room()[0] - GUTTER * (columns - 1.0)) / columns
}

/// Blocks that are set in so many columns. A section that fits on one page is not torn apart.
pub type Section = (Vec<Block>, usize);

/// A part of the kit: its name, and what it says.
pub type Chapter<'a> = (&'a str, Vec<Section>);

/// Between two sections on one page.
const BETWEEN: f32 = 7.0;

/// A page that is being filled.
struct Filling<'a> {
    scene: Scene,
    /// The parts that are on it.
    parts: Vec<&'a str>,
    /// How far down it is filled, beneath its head.
    end: f32,
}

/// Sets chapters on pages, column by column, with a scenario's title over each. A block that is
/// higher than a page is made smaller; what needs little of a page shares it, chapter after chapter.
pub fn set(chapters: Vec<Chapter<'_>>, page: Page, scenario: &str) -> Vec<PrintedPage> {
    let room = page.room()[1] - HEAD;
    let mut pages: Vec<Filling<'_>> = Vec::new();
    for (part, sections) in chapters {
        for (blocks, columns) in sections {
            let columns = columns.max(1);
            let begun = pages.last().map_or(room, |last| last.end + BETWEEN);
            let (shares, parts) = fitted(blocks, columns, page, room - begun);
            for (at, one) in parts.into_iter().enumerate() {
                let is_shared = shares && at == 0;
                if !is_shared {
                    let scene = head(page, scenario);
                    pages.push(Filling { scene, parts: Vec::new(), end: 0.0 });
                }
                let Some(last) = pages.last_mut() else { continue };
                let from = if is_shared { begun } else { 0.0 };
                last.scene.append(one.scene.placed(1.0, [0.0, page.margin + HEAD + from]));
                last.end = from + one.end;
                if last.parts.last() != Some(&part) {
                    last.parts.push(part);
                }
            }
        }
    }
    printed(pages, page)
}

/// Pages with their names and numbers.
fn printed(pages: Vec<Filling<'_>>, page: Page) -> Vec<PrintedPage> {
    let count = pages.len();
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut printed = Vec::new();
    for (at, Filling { mut scene, parts, .. }) in pages.into_iter().enumerate() {
        let number = names.entry(parts.first().copied().unwrap_or_default()).or_default();
        *number += 1;
        let name = format!("{} {number}", parts.first().copied().unwrap_or_default());
        let mut words = parts.join(", ");
        if count > 1 {
            words.push_str(&format!(" · {} of {count}", at + 1));
        }
        let place = [page.size[0] - page.margin, page.margin + 4.2];
        let soft = colour::lighter(INK, 0.3);
        scene.text(Text::new(place, words, 2.9, Typeface::Medium, soft).anchored(Anchor::End));
        let parts = parts.into_iter().map(str::to_owned).collect();
        let scenes = vec![PlacedScene::plain(scene)];
        printed.push(PrintedPage { name, parts, size: page.size, scenes });
    }
    printed
}

/// A part of a section that stands on one page; its top lies at 0.
struct Filled {
    scene: Scene,
    /// How far down it reaches.
    end: f32,
    /// The first of its blocks, among the section's.
    first: usize,
}

/// Sets a section, by pages, and tells whether it begins on the page before, of which so much is
/// left: where all of it fits there, or where that saves a page.
fn fitted(blocks: Vec<Block>, columns: usize, page: Page, left: f32) -> (bool, Vec<Filled>) {
    let room = page.room()[1] - HEAD;
    let (blocks, whole) = tight_section(blocks, columns, page);
    let (shares, mut parts) = match whole.len() {
        0 => return (false, whole),
        1 => (false, whole),
        pages => {
            let begun = section(&blocks, columns, page, [left.max(0.0), room]);
            // The first of its parts is on a page that there is anyway.
            match begun.first().is_some_and(|one| one.end > 0.0) && begun.len() <= pages {
                true => (true, begun),
                false => (false, whole),
            }
        }
    };
    // Columns of one length leave the most of the last page.
    let tail = parts.last().map_or(0, |one| one.first);
    let is_alone = parts.len() == 1;
    if let Some(last) = level(blocks.get(tail..).unwrap_or_default(), columns, page) {
        let fits = is_alone && last.end <= left;
        parts.pop();
        parts.push(Filled { first: tail, ..last });
        return (shares || fits, parts);
    }
    (shares, parts)
}

/// Blocks in columns about as long as each other; nothing where they need more than a page.
fn level(blocks: &[Block], columns: usize, page: Page) -> Option<Filled> {
    let room = page.room()[1] - HEAD;
    let highest = blocks.iter().map(|block| block.height).fold(0.0, f32::max);
    let all: f32 = blocks.iter().map(|block| block.height).sum();
    // Columns are never shorter than if they were of one length.
    let mut high = (all / columns as f32).max(highest);
    while high < room + STEP {
        let mut parts = section(blocks, columns, page, [high.min(room), room]);
        if let (Some(one), true) = (parts.pop(), parts.is_empty()) {
            return Some(one);
        }
        high += STEP;
    }
    None
}

/// How exactly the height of a section is found, in millimetres.
const STEP: f32 = 3.0;

/// How much smaller a section may become so that it needs a page less. A lone line on a page of
/// its own is easily lost.
const TIGHTER: [f32; 4] = [0.98, 0.96, 0.93, 0.9];

/// Sets a section on pages of its own, its blocks a little smaller where that saves a page.
fn tight_section(blocks: Vec<Block>, columns: usize, page: Page) -> (Vec<Block>, Vec<Filled>) {
    let room = page.room()[1] - HEAD;
    let as_they_are = section(&blocks, columns, page, [room; 2]);
    if as_they_are.len() < 2 {
        return (blocks, as_they_are);
    }
    let smaller = TIGHTER.into_iter().map(|scale| {
        let small = |block: &Block| Block {
            scene: block.scene.clone().placed(scale, [0.0, 0.0]),
            height: block.height * scale,
            leads: block.leads,
        };
        let blocks: Vec<Block> = blocks.iter().map(small).collect();
        let pages = section(&blocks, columns, page, [room; 2]);
        (blocks, pages)
    });
    let mut smaller = smaller.filter(|(_, pages)| pages.len() < as_they_are.len());
    match smaller.next() {
        Some(found) => found,
        None => (blocks, as_they_are),
    }
}

/// Sets blocks in columns, page by page; their tops lie at 0. The columns of the first page and
/// those of the others have heights of their own.
fn section(blocks: &[Block], columns: usize, page: Page, heights: [f32; 2]) -> Vec<Filled> {
    let [first_height, full] = heights;
    let mut pages: Vec<Filled> = Vec::new();
    let width = column_width(page, columns);
    // As if the page before were full.
    let (mut column, mut y) = (columns, 0.0_f32);
    let mut held: Vec<(usize, &Block)> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        // Headings wait for what they lead.
        held.push((at, block));
        if block.leads && at + 1 < blocks.len() {
            continue;
        }
        let height: f32 = held.iter().map(|(_, block)| block.height).sum();
        let is_gap = held.iter().all(|(_, block)| block.scene.shapes.is_empty());
        let scale = (full / height.max(1.0)).min(1.0);
        // A hair over an edge is no reason for another column.
        let is_full = |pages: &[Filled], column: usize, y: f32| {
            let room = if pages.len() < 2 { first_height } else { full };
            column >= columns || (y + height * scale > room + 0.01 && (y > 0.0 || room < full))
        };
        if is_gap && is_full(&pages, column, y) {
            held.clear();
            continue;
        }
        while is_full(&pages, column, y) {
            column += 1;
            y = 0.0;
            if column >= columns {
                pages.push(Filled { scene: Scene::new(), end: 0.0, first: at });
                column = 0;
            }
        }
        let left = page.margin + column as f32 * (width + GUTTER);
        for (at, block) in held.drain(..) {
            if y == 0.0 && block.scene.shapes.is_empty() {
                continue;
            }
            let Some(filled) = pages.last_mut() else { continue };
            if filled.end == 0.0 {
                filled.first = at;
            }
            filled.scene.append(block.scene.clone().placed(scale, [left, y]));
            y += block.height * scale;
            filled.end = filled.end.max(y);
        }
    }
    pages
}

/// The head of a page.
fn head(page: Page, scenario: &str) -> Scene {
    let mut scene = Scene::new();
    let [left, right] = [page.margin, page.size[0] - page.margin];
    let title = Text::new([left, page.margin + 4.2], scenario, 4.6, Typeface::Bold, INK);
    scene.text(title.anchored(Anchor::Start));
    let y = page.margin + 6.4;
    scene.line([[left, y], [right, y]], Stroke::new(0.35, INK));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_they_may_be_and_lose_no_letter() {
        let text = "The 51st Highland Division stands fast at Beaumetz-lès-Cambraiaaaaaaaaaaaaaaaa";
        for width in [1.0, 12.0, 30.0, 200.0] {
            let lines = lines(text, BODY, Typeface::Medium, width);
            for line in &lines {
                let run = Typeface::Medium.width_of(line) * BODY;
                assert!(run <= width || line.chars().count() == 1, "{width}: {line}");
            }
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

    /// A name may be as long as a file, and its letters as thin as nothing.
    #[test]
    fn a_long_word_is_broken_in_one_go() {
        for letter in ["W", "\u{301}", "\u{338}", "\u{200d}"] {
            let word = letter.repeat(400_000);
            assert_eq!(lines(&word, BODY, Typeface::Medium, 60.0).concat(), word);
            let words = format!("{letter} ").repeat(100_000);
            let lines = lines(&words, BODY, Typeface::Medium, 60.0);
            assert_eq!(lines.join(" "), words.trim_end());
        }
    }

    #[test]
    fn blocks_keep_off_the_margins_and_headings_stay_with_what_they_lead() {
        let page = Page { size: [210.0, 297.0], margin: 10.0 };
        let body = |n: usize| {
            let mut block = Block { height: 40.0, ..Block::default() };
            block.scene.disc([1.0, 20.0], 1.0, [n as u8, 0, 0, 255]);
            block
        };
        let mut blocks = Vec::new();
        for n in 0..9 {
            blocks.push(Block::heading(&format!("h{n}"), 4.0, 80.0));
            blocks.push(body(n));
        }
        let leaves = set(vec![("Part", vec![(blocks, 1)])], page, "S");
        assert!(leaves.len() > 1);
        let mut seen = 0;
        for leaf in &leaves {
            let shapes = &leaf.scenes[0].scene.shapes;
            for shape in shapes {
                let [[x0, y0], [x1, y1]] = shape.bounds().unwrap();
                assert!(x0 >= 9.0 && y0 >= 8.0 && x1 <= 201.0 && y1 <= 288.0, "{shape:?}");
            }
            let count =
                |of: fn(&salient_art::Shape) -> bool| shapes.iter().filter(|s| of(s)).count();
            let discs = count(|shape| matches!(shape, salient_art::Shape::Circle { .. }));
            let heads = count(
                |shape| matches!(shape, salient_art::Shape::Text(text) if text.text.starts_with('h')),
            );
            assert_eq!(discs, heads);
            seen += discs;
        }
        assert_eq!(seen, 9);
    }
}
