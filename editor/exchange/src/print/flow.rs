//! Words and blocks set on pages, one under the other.

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

/// What stands on every page of a part.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    /// The part's name.
    pub part: &'a str,
    /// The scenario's title.
    pub scenario: &'a str,
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

/// Blocks that are set in so many columns, beginning on a page of their own.
pub type Section = (Vec<Block>, usize);

/// Between two sections on one page.
const BETWEEN: f32 = 7.0;

/// Sets sections on pages, column by column. A block that is higher than a page is made smaller;
/// sections that need little of a page share one, one under the other.
pub fn set(sections: Vec<Section>, page: Page, heads: Heads<'_>) -> Vec<PrintedPage> {
    let room = page.room()[1] - HEAD;
    let mut pages: Vec<Scene> = Vec::new();
    // What is left of the last page.
    let mut left = 0.0_f32;
    for (blocks, columns) in sections {
        let columns = columns.max(1);
        let whole = tight_section(&blocks, columns, page);
        let short = (whole.len() == 1).then(|| level(&blocks, columns, page)).flatten();
        if let Some((scene, height)) = short {
            let shares = !pages.is_empty() && height + BETWEEN <= left;
            if !shares {
                pages.push(head(page, heads));
                left = room;
            }
            let gap = if shares { BETWEEN } else { 0.0 };
            let y = page.margin + HEAD + room - left + gap;
            if let Some(last) = pages.last_mut() {
                last.append(scene.placed(1.0, [0.0, y]));
            }
            left -= height + gap;
            continue;
        }
        for scene in whole {
            let mut printed = head(page, heads);
            printed.append(scene.placed(1.0, [0.0, page.margin + HEAD]));
            pages.push(printed);
        }
        left = 0.0;
    }
    let count = pages.len();
    pages
        .into_iter()
        .enumerate()
        .map(|(at, mut scene)| {
            let name = format!("{} {}", heads.part, at + 1);
            let number = if count > 1 {
                format!("{} · {} of {count}", heads.part, at + 1)
            } else {
                heads.part.to_owned()
            };
            let place = [page.size[0] - page.margin, page.margin + 4.2];
            let soft = colour::lighter(INK, 0.3);
            scene.text(Text::new(place, number, 2.9, Typeface::Medium, soft).anchored(Anchor::End));
            let part = heads.part.to_owned();
            PrintedPage { name, part, size: page.size, scenes: vec![PlacedScene::plain(scene)] }
        })
        .collect()
}

/// A section in columns about as long as each other, and how high it is; nothing where it needs more
/// than a page.
fn level(blocks: &[Block], columns: usize, page: Page) -> Option<(Scene, f32)> {
    let room = page.room()[1] - HEAD;
    let highest = blocks.iter().map(|block| block.height).fold(0.0, f32::max);
    let all: f32 = blocks.iter().map(|block| block.height).sum();
    // Columns are never shorter than if they were of one length.
    let mut high = (all / columns as f32).max(highest);
    while high < room + STEP {
        let mut pages = section(blocks.to_vec(), columns, page, high.min(room));
        if let (Some(scene), true) = (pages.pop(), pages.is_empty()) {
            return Some((scene, high.min(room)));
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

/// Sets a section, a little smaller where that saves a page.
fn tight_section(blocks: &[Block], columns: usize, page: Page) -> Vec<Scene> {
    let room = page.room()[1] - HEAD;
    let as_they_are = section(blocks.to_vec(), columns, page, room);
    if as_they_are.len() < 2 {
        return as_they_are;
    }
    let smaller = TIGHTER.into_iter().map(|scale| {
        let small = |block: &Block| Block {
            scene: block.scene.clone().placed(scale, [0.0, 0.0]),
            height: block.height * scale,
            leads: block.leads,
        };
        section(blocks.iter().map(small).collect(), columns, page, room)
    });
    let mut smaller = smaller.filter(|pages| pages.len() < as_they_are.len());
    smaller.next().unwrap_or(as_they_are)
}

/// Sets blocks in columns of a height, page by page; their tops lie at 0.
fn section(blocks: Vec<Block>, columns: usize, page: Page, room: f32) -> Vec<Scene> {
    let mut pages = Vec::new();
    let width = column_width(page, columns);
    // As if the page before were full.
    let (mut column, mut y) = (columns, 0.0_f32);
    let mut blocks = blocks.into_iter().peekable();
    let mut held: Vec<Block> = Vec::new();
    while let Some(block) = blocks.next() {
        // Headings wait for what they lead.
        let leads = block.leads && blocks.peek().is_some();
        held.push(block);
        if leads {
            continue;
        }
        let height: f32 = held.iter().map(|block| block.height).sum();
        let is_gap = held.iter().all(|block| block.scene.shapes.is_empty());
        if (y + height > room && y > 0.0) || column >= columns {
            if is_gap {
                held.clear();
                continue;
            }
            column += 1;
            y = 0.0;
            if column >= columns {
                pages.push(Scene::new());
                column = 0;
            }
        }
        let scale = (room / height.max(1.0)).min(1.0);
        let left = page.margin + column as f32 * (width + GUTTER);
        for block in held.drain(..) {
            if y == 0.0 && block.scene.shapes.is_empty() {
                continue;
            }
            if let Some(scene) = pages.last_mut() {
                scene.append(block.scene.placed(scale, [left, y]));
            }
            y += block.height * scale;
        }
    }
    pages
}

/// The head of a page.
fn head(page: Page, heads: Heads<'_>) -> Scene {
    let mut scene = Scene::new();
    let [left, right] = [page.margin, page.size[0] - page.margin];
    let title = Text::new([left, page.margin + 4.2], heads.scenario, 4.6, Typeface::Bold, INK);
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
        let heads = Heads { part: "Part", scenario: "S" };
        let leaves = set(vec![(blocks, 1)], page, heads);
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
