//! A rule book set on pages, two columns to a page, chapter after chapter.

use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::printed_page::PrintedPage;
use salient_art::scene::{Anchor, Stroke, Text as Line};
use salient_rules::book::{Book, Chapter, Point, Rule, Run, Table};

use super::flow::{self, BODY, Block, GUTTER, INK, LEADING, RULE, Section};
use super::wishes::Page;
use super::{Way, Wishes};

/// The ground of heads.
const HEADS: Rgba = [236, 231, 221, 255];
/// Room for a rule's number.
const NUMBER: f32 = 9.0;
/// From an entry of a list to one below it.
const INDENT: f32 = 4.5;
/// The size of the words of tables.
const SMALL: f32 = 2.7;
/// Room on either side of the words of a cell.
const PAD: f32 = 1.2;

/// A rule book on pages of some paper.
pub fn pages(book: &Book, wishes: &Wishes) -> Vec<PrintedPage> {
    let page = wishes.page(Way::Portrait);
    // Where chapters begin is known when they have been set.
    let first = set(book, page, |_| None);
    let place = |title: &str| {
        let at = first.iter().position(|page| page.parts.iter().any(|part| part == title))?;
        Some(at + 1)
    };
    set(book, page, place)
}

fn set(book: &Book, page: Page, place: impl Fn(&str) -> Option<usize>) -> Vec<PrintedPage> {
    let names: Vec<String> =
        book.chapters.iter().map(|chapter| heading(&chapter.number, &chapter.title)).collect();
    let mut chapters: Vec<flow::Chapter<'_>> = vec![("Contents", title(book, page, &names, place))];
    for (chapter, name) in book.chapters.iter().zip(&names) {
        chapters.push((name, sections(chapter, name, page)));
    }
    flow::set(chapters, page, &book.title)
}

fn heading(number: &str, title: &str) -> String {
    format!("{number} {title}").trim_start().to_owned()
}

/// What stands below the title, and the contents.
fn title(
    book: &Book,
    page: Page,
    names: &[String],
    place: impl Fn(&str) -> Option<usize>,
) -> Vec<Section> {
    let soft = colour::lighter(INK, 0.25);
    let whole = page.room()[0];
    let mut head = flow::paragraph(&book.title, 9.0, Typeface::Bold, INK, whole);
    for line in &book.subtitle {
        let y = head.height + 0.6;
        head.put(flow::paragraph(line, 4.0, Typeface::Medium, soft, whole), [0.0, y]);
    }
    head.height += 3.0;
    let width = flow::column_width(page, 2);
    let contents = names.iter().map(|name| {
        let mut block = flow::paragraph(name, BODY, Typeface::Medium, INK, width - 10.0);
        let number = place(name).map(|page| page.to_string()).unwrap_or_default();
        let number = Line::new([width, BODY], number, BODY, Typeface::Medium, INK);
        block.scene.text(number.anchored(Anchor::End));
        block
    });
    vec![(vec![head], 1), (contents.collect(), 2)]
}

/// A chapter: its rules in two columns, and across both what is too wide for one.
fn sections(chapter: &Chapter, name: &str, page: Page) -> Vec<Section> {
    let (whole, half) = (page.room()[0], flow::column_width(page, 2));
    let mut sections: Vec<Section> = Vec::new();
    let mut heading = Block::heading(name, 5.0, half);
    heading.height += 0.8;
    let mut blocks = vec![heading];
    for rule in &chapter.rules {
        blocks.extend(self::rule(rule, half));
        for table in &rule.tables {
            if natural_width(table) <= half || columns(table) < 3 {
                blocks.extend(self::table(table, half));
            } else {
                sections.push((std::mem::take(&mut blocks), 2));
                sections.push((self::table(table, whole), 1));
            }
        }
    }
    sections.push((blocks, 2));
    sections.retain(|(blocks, _)| blocks.iter().any(|block| !block.scene.shapes.is_empty()));
    sections
}

/// A rule: its number, its words, and its list.
fn rule(rule: &Rule, width: f32) -> Vec<Block> {
    let mut parts = Vec::new();
    if !rule.title.is_empty() {
        parts.push((format!("{}. ", rule.title), Typeface::Bold, INK));
    }
    parts.extend(runs(rule.text.runs()));
    let mut block = Block::default();
    if !rule.number.is_empty() {
        block.put(flow::paragraph(&rule.number, BODY, Typeface::SemiBold, INK, NUMBER), [0.0, 0.0]);
    }
    block.put(set_runs(&parts, BODY, width - NUMBER), [NUMBER, 0.0]);
    block.height += 1.1;
    block.leads = !(rule.points.is_empty() && rule.tables.is_empty());
    let mut blocks = vec![block];
    blocks.extend(rule.points.iter().map(|point| entry(point, width)));
    blocks
}

fn entry(point: &Point, width: f32) -> Block {
    let left = NUMBER + INDENT * point.depth.min(6) as f32;
    let mark = if point.mark.is_empty() { "·" } else { point.mark.as_str() };
    let mut block = Block::default();
    block.put(flow::paragraph(mark, BODY, Typeface::SemiBold, INK, INDENT + 2.0), [left, 0.0]);
    let words: Vec<_> = runs(point.text.runs()).collect();
    let left = left + INDENT;
    block.put(set_runs(&words, BODY, width - left), [left, 0.0]);
    block.height += 0.5;
    block
}

/// Words in a typeface and colour.
type Piece = (String, Typeface, Rgba);

fn runs(runs: &[Run]) -> impl Iterator<Item = Piece> {
    let soft = colour::lighter(INK, 0.25);
    runs.iter().map(move |run| match run {
        Run::Words(words) => (words.clone(), Typeface::Medium, INK),
        Run::Rule(rule) => (format!(" ({rule})"), Typeface::Italic, soft),
    })
}

/// Words of several typefaces broken into lines.
fn set_runs(pieces: &[Piece], size: f32, width: f32) -> Block {
    let mut block = Block::default();
    let (mut x, mut baseline) = (0.0_f32, 0.0_f32);
    let mut line: Vec<(f32, String, Typeface, Rgba)> = Vec::new();
    let mut close = |line: &mut Vec<(f32, String, Typeface, Rgba)>, block: &mut Block| {
        baseline = block.height + size * (0.62 + Typeface::Medium.cap_height() / 2.0);
        for (x, text, face, ink) in line.drain(..) {
            let text = Line::new([x, baseline], text, size, face, ink);
            block.scene.text(text.anchored(Anchor::Start));
        }
        block.height += size * LEADING;
    };
    for atom in atoms(pieces) {
        let wide: f32 = atom.iter().map(|(text, face, _)| face.width_of(text) * size).sum();
        let space = Typeface::Medium.advance(' ') * size;
        if x > 0.0 && x + space + wide > width {
            close(&mut line, &mut block);
            x = 0.0;
        }
        let mut gap = if x > 0.0 { space } else { 0.0 };
        for (text, face, ink) in atom {
            x += gap;
            let run = face.width_of(&text) * size;
            match line.last_mut() {
                // Words of one typeface are one run, so that they can be searched for.
                Some((_, last, known, _)) if *known == face => {
                    if gap > 0.0 {
                        last.push(' ');
                    }
                    last.push_str(&text);
                }
                _ => line.push((x, text, face, ink)),
            }
            x += run;
            gap = 0.0;
        }
    }
    if !line.is_empty() {
        close(&mut line, &mut block);
    }
    block
}

/// What is not torn apart: words with what touches them.
fn atoms(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut atoms: Vec<Vec<Piece>> = Vec::new();
    let mut touches = false;
    for (text, face, ink) in pieces {
        for (at, part) in text.split(char::is_whitespace).enumerate() {
            touches = touches && at == 0;
            if part.is_empty() {
                touches = false;
                continue;
            }
            let piece = (part.to_owned(), *face, *ink);
            match atoms.last_mut().filter(|_| touches) {
                Some(atom) => atom.push(piece),
                None => atoms.push(vec![piece]),
            }
            touches = true;
        }
        touches = touches && !text.ends_with(char::is_whitespace);
    }
    atoms
}

fn columns(table: &Table) -> usize {
    table.rows().map(Vec::len).chain([table.heads.len()]).max().unwrap_or(0)
}

fn face_of(head: bool) -> Typeface {
    if head { Typeface::Bold } else { Typeface::Medium }
}

/// How wide each column would be without broken lines.
fn widths(table: &Table) -> Vec<f32> {
    let of = |column: usize| {
        let cells = table.rows().filter_map(|row| row.get(column));
        let cells = cells.map(|cell| face_of(column == 0).width_of(cell));
        // A head may be broken between its words.
        let head = table.heads.get(column).map_or("", String::as_str);
        let head = head.split_whitespace().map(|word| Typeface::Bold.width_of(word));
        let widest = cells.chain(head).fold(0.0, f32::max) * SMALL;
        (widest + 2.0 * PAD + 0.02).max(7.0)
    };
    (0..columns(table)).map(of).collect()
}

fn natural_width(table: &Table) -> f32 {
    widths(table).iter().sum()
}

/// A table: title, heads and rows, then what its cells mean.
fn table(table: &Table, width: f32) -> Vec<Block> {
    let mut widths = widths(table);
    let all: f32 = widths.iter().sum();
    if all > width {
        // The widest column has the words; all are made smaller where that is not enough.
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let others = all - widest;
        let left = width - others;
        let scale = width / all;
        for column in &mut widths {
            if left < 20.0 {
                *column *= scale;
            } else if *column == widest {
                *column = left;
            }
        }
    }
    let mut blocks = vec![Block::heading(&table.title, 3.4, width)];
    let is_short: Vec<bool> = (0..columns(table)).map(|at| table.is_short(at)).collect();
    let line = |cells: &[String], is_head: bool| line(cells, (&widths, &is_short), is_head);
    blocks.push(line(&table.heads, true));
    for group in &table.groups {
        if !group.title.is_empty() {
            let title = flow::paragraph(&group.title, SMALL, Typeface::Italic, INK, width);
            let mut block = Block { leads: true, ..Block::gap(0.6) };
            block.put(title, [PAD, 0.6]);
            block.leads = true;
            blocks.push(block);
        }
        blocks.extend(group.rows.iter().map(|row| line(row, false)));
    }
    // Heads stay with the first row, and short tables in one piece.
    if let [first, second, ..] = blocks.as_mut_slice() {
        first.leads = true;
        second.leads = true;
    }
    let rows = blocks.len();
    if rows <= 14 {
        blocks.iter_mut().take(rows - 1).for_each(|block| block.leads = true);
    }
    let words = |parts: &[Piece]| {
        let mut block = set_runs(parts, SMALL, width - PAD);
        block.height += 0.3;
        block
    };
    blocks.push(Block::gap(0.8));
    for (cell, meaning) in &table.key {
        let cell = (format!("{cell}: "), Typeface::Bold, INK);
        blocks.push(words(&[cell, (meaning.clone(), Typeface::Medium, INK)]));
    }
    let soft = colour::lighter(INK, 0.25);
    for note in &table.notes {
        blocks.push(words(&[(note.clone(), Typeface::Italic, soft)]));
    }
    blocks.push(Block::gap(GUTTER / 2.0));
    blocks
}

/// A row of a table.
fn line(cells: &[String], (widths, is_short): (&[f32], &[bool]), is_head: bool) -> Block {
    let step = SMALL * 1.2;
    let face = |column: usize| face_of(is_head || column == 0);
    let lines: Vec<Vec<String>> = cells
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(column, (cell, width))| {
            flow::lines(cell, SMALL, face(column), width - 2.0 * PAD + 0.01)
        })
        .collect();
    let tallest = lines.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let height = tallest as f32 * step + 1.3;
    let mut block = Block { height, ..Block::default() };
    let mut x = 0.0;
    for (column, width) in widths.iter().enumerate() {
        let ground = if is_head || column == 0 { HEADS } else { [255; 4] };
        let corners = [[x, 0.0], [x + width, 0.0], [x + width, height], [x, height]];
        block.scene.block(corners, ground, Stroke::new(0.15, RULE));
        let lines = lines.get(column).map(Vec::as_slice).unwrap_or_default();
        let is_short = is_short.get(column).copied().unwrap_or(false);
        let first = (height - lines.len() as f32 * step) / 2.0 + step / 2.0;
        for (at, text) in lines.iter().enumerate() {
            let y = first + at as f32 * step;
            let middle = column > 0 && is_short;
            let text = if middle {
                Line::new([x + width / 2.0, y], text.as_str(), SMALL, face(column), INK).on_middle()
            } else {
                let baseline = y + SMALL * face(column).cap_height() / 2.0;
                let at = [x + PAD, baseline];
                Line::new(at, text.as_str(), SMALL, face(column), INK).anchored(Anchor::Start)
            };
            block.scene.text(text);
        }
        x += width;
    }
    block
}
