//! Charts: the ruleset's tables as this scenario reads them, the terrain effects chart, the
//! sequence of play and how the game is won.

use salient_hex::grid::HexGrid;
use salient_hex::objectives::{Objective, Scoring, objectives};
use salient_schema::ruleset::{SequenceStep, Table};
use salient_schema::scenario::Override;
use salient_schema::terrain_chart::{signed, terrain_chart};
use salient_schema::victory::starting_points;
use salient_schema::words::step_turns_in_words;
use salient_schema::{Bundle, Provenance};

use super::flow::{self, BODY, Block, Chapter, INK, RULE};
use super::pictures;
use super::{Part, Way, Wishes};
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::map_art::MapArt;
use salient_art::scene::{Stroke, Text};

/// The ground of a reconstructed cell.
const GUESSED: Rgba = [250, 226, 190, 255];
/// The ground of a cell that the scenario changes.
const CHANGED: Rgba = [206, 224, 242, 255];
/// The ground of heads.
const HEADS: Rgba = [236, 231, 221, 255];

/// All charts.
pub fn chapter(bundle: &Bundle, wishes: &Wishes) -> Chapter<'static> {
    let page = wishes.page(Way::Portrait);
    let whole = page.room()[0];
    let half = flow::column_width(page, 2);
    // Two columns of charts, unless one of them needs the page.
    let all = &bundle.ruleset.tables;
    let wide = |table: &Table| width_of(&strip(bundle, table, 0..table.columns.len())) > half;
    let (width, columns) = if all.iter().any(wide) { (whole, 1) } else { (half, 2) };
    let mut tables = vec![Block::heading("Charts", 5.4, width), legend(width)];
    for one in all {
        tables.push(Block::gap(4.0));
        tables.push(table(bundle, one, width));
    }
    let mut rest = sequence(bundle, half);
    rest.extend(victory(bundle, half));
    rest.extend(changed_constants(bundle, half));
    let sections = vec![(tables, columns), (terrain(bundle, whole), 1), (rest, 2)];
    (Part::Charts.name(), sections)
}

/// What the grounds of cells mean.
fn legend(width: f32) -> Block {
    let mut block = Block::default();
    for (ground, words) in [
        (GUESSED, "* reconstructed: the published value is lost or was never seen"),
        (CHANGED, "† changed by this scenario"),
    ] {
        let y = block.height + 0.6;
        let corners = [[0.0, y], [4.0, y], [4.0, y + 3.4], [0.0, y + 3.4]];
        block.scene.block(corners, ground, Stroke::new(0.15, RULE));
        let words = flow::paragraph(words, 2.8, Typeface::Medium, INK, width - 5.4);
        block.put(words, [5.4, y]);
    }
    block
}

/// A cell of a grid.
#[derive(Clone, Debug, Default)]
struct Cell {
    text: String,
    ground: Option<Rgba>,
    bold: bool,
}

impl Cell {
    fn head(text: &str) -> Self {
        Self { text: text.to_owned(), ground: Some(HEADS), bold: true }
    }
}

/// The em of cells, and the room on either side of their words.
const CELL: f32 = 3.1;
const PAD: f32 = 1.5;

/// A grid of cells; its columns are as wide as their widest words, at most `most` each.
fn grid(rows: &[Vec<Cell>], least: f32, most: f32) -> Block {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let face = |cell: &Cell| if cell.bold { Typeface::Bold } else { Typeface::Medium };
    let widths: Vec<f32> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let run = |cell: &Cell| face(cell).width_of(&cell.text) * CELL;
            let widest = cells.map(run).fold(0.0, f32::max);
            (widest + 2.0 * PAD).clamp(least, most)
        })
        .collect();
    let mut block = Block::default();
    for row in rows {
        let words: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            // A hair of room, as the widest words are as wide as the cell.
            .map(|(cell, width)| {
                flow::lines(&cell.text, CELL, face(cell), width - 2.0 * PAD + 0.01)
            })
            .collect();
        let lines = words.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let height = lines as f32 * CELL * 1.18 + 1.7;
        let mut x = 0.0;
        for ((cell, lines), width) in row.iter().zip(&words).zip(&widths) {
            let y = block.height;
            let corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
            let ground = cell.ground.unwrap_or([255, 255, 255, 255]);
            block.scene.block(corners, ground, Stroke::new(0.15, RULE));
            let first = y + height / 2.0 - (lines.len().max(1) - 1) as f32 * CELL * 1.18 / 2.0;
            for (at, line) in lines.iter().enumerate() {
                let middle = [x + width / 2.0, first + at as f32 * CELL * 1.18];
                let text = Text::new(middle, line.as_str(), CELL, face(cell), INK);
                block.scene.text(text.on_middle());
            }
            x += width;
        }
        block.height += height;
    }
    block
}

/// How wide a block of cells is.
fn width_of(block: &Block) -> f32 {
    let right = |shape: &salient_art::Shape| shape.bounds().map_or(0.0, |[_, [x, _]]| x);
    block.scene.shapes.iter().map(right).fold(0.0, f32::max)
}

/// A chart of the ruleset; a chart wider than the page continues below, with its heads.
fn table(bundle: &Bundle, table: &Table, width: f32) -> Block {
    let columns = table.columns.len();
    let mut a_strip = columns.max(1);
    loop {
        let strips: Vec<Block> = (0..columns.max(1))
            .step_by(a_strip)
            .map(|from| strip(bundle, table, from..(from + a_strip).min(columns)))
            .collect();
        let fits = strips.iter().all(|strip| width_of(strip) <= width);
        if !fits && a_strip > 1 {
            a_strip = a_strip.div_ceil(2);
            continue;
        }
        let mut block = heading(table, width);
        block.leads = false;
        for mut strip in strips {
            let wide = width_of(&strip);
            if wide > width {
                let scale = width / wide;
                strip.scene = strip.scene.placed(scale, [0.0, 0.0]);
                strip.height *= scale;
            }
            let y = block.height + 1.0;
            block.put(strip, [0.0, y]);
        }
        for (results, meaning) in table.meanings_in(&bundle.ruleset, Some(&bundle.scenario)) {
            let y = block.height + 0.6;
            let words = format!("{results}: {meaning}");
            block.put(flow::paragraph(&words, 2.7, Typeface::SemiBold, INK, width), [0.0, y]);
        }
        for note in table.remarks() {
            let y = block.height + 0.6;
            let words = format!("· {note}");
            block.put(flow::paragraph(&words, 2.7, Typeface::Medium, INK, width), [0.0, y]);
        }
        return block;
    }
}

fn heading(table: &Table, width: f32) -> Block {
    let mut block = Block::heading(&table.title, 4.2, width);
    let mut words = format!("Rows: {}. Columns: {}.", table.row_axis, table.column_axis);
    if let Some(rule) = &table.rule {
        words.push_str(&format!(" Rule {rule}."));
    }
    let soft = colour::lighter(INK, 0.2);
    let y = block.height - 0.4;
    block.put(flow::paragraph(&words, 2.7, Typeface::Italic, soft, width), [0.0, y]);
    block
}

fn strip(bundle: &Bundle, table: &Table, columns: std::ops::Range<usize>) -> Block {
    let mut rows = Vec::new();
    let head = |corner: &str, cells: &[String]| {
        let mut row = vec![Cell::head(corner)];
        row.extend(cells.get(columns.clone()).unwrap_or_default().iter().map(|c| Cell::head(c)));
        row
    };
    rows.extend(table.heads().into_iter().map(|(line, cells)| head(line, cells)));
    for (number, row) in table.rows.iter().enumerate() {
        let mut cells = vec![Cell::head(&row.head)];
        for column in columns.clone() {
            let printed = row.cells.get(column).map_or("", String::as_str);
            let heads = table.columns.get(column).map_or("", String::as_str);
            let changed = bundle.scenario.cell_override(&table.id, &row.head, heads);
            let guessed = table.provenance_of(number, column) == Provenance::Reconstructed;
            cells.push(match changed {
                Some((_, value)) => {
                    Cell { text: format!("{value}†"), ground: Some(CHANGED), bold: true }
                }
                None if guessed => {
                    Cell { text: format!("{printed}*"), ground: Some(GUESSED), bold: false }
                }
                None => Cell { text: printed.to_owned(), ground: None, bold: false },
            });
        }
        rows.push(cells);
    }
    grid(&rows, 9.0, 60.0)
}

/// The terrain effects chart.
fn terrain(bundle: &Bundle, width: f32) -> Vec<Block> {
    let ruleset = &bundle.ruleset;
    let art = MapArt::new(&bundle.map, ruleset, &HexGrid::new(&bundle.map.grid));
    let pictures = art.kind_pictures();
    let chart = terrain_chart(ruleset);
    let (name_at, name_most, first) = (14.0, 27.0, 42.0);
    // What is left behind the cells is for words.
    let words_least =
        if chart.groups.iter().flat_map(|group| &group.rows).any(|row| !row.notes.is_empty()) {
            30.0
        } else {
            0.0
        };
    let cell = ((width - first - words_least) / chart.columns.len().max(1) as f32).min(19.0);
    let places: Vec<f32> = (0..chart.columns.len()).map(|at| first + at as f32 * cell).collect();
    let notes_at = first + chart.columns.len() as f32 * cell;
    let mut blocks = Vec::new();
    let mut heading = Block::heading("Terrain effects chart", 4.2, width);
    if !chart.key.is_empty() {
        let soft = colour::lighter(INK, 0.3);
        let words = flow::paragraph(&chart.key, BODY, Typeface::Medium, soft, width);
        heading.put(words, [0.0, heading.height + 0.5]);
    }
    let y = heading.height + 1.0;
    for (x, head) in places.iter().zip(&chart.columns) {
        let words = flow::paragraph(head, 2.6, Typeface::Bold, INK, cell - 1.5);
        heading.put(words, [*x, y]);
    }
    blocks.push(heading);
    for group in &chart.groups {
        for (at, row) in group.rows.iter().enumerate() {
            let star = if row.reconstructed { "*" } else { "" };
            let mut block = Block::default();
            let size = 9.0;
            if let Some(picture) = pictures.get(group.list).and_then(|list| list.get(row.place)) {
                block.scene.append(picture.clone().placed(size, [6.0, 5.4]));
            }
            block.height = 10.8;
            let mut put = |text: &str, face: Typeface, x: f32, most: f32| {
                let words = flow::paragraph(text, BODY, face, INK, most);
                let y = ((10.8 - words.height) / 2.0).max(0.8);
                block.put(words, [x, y]);
            };
            put(&row.name, Typeface::SemiBold, name_at, name_most);
            for (x, text) in places.iter().zip(&row.cells) {
                let is_number = text.chars().any(|letter| letter.is_ascii_digit());
                let star = if is_number { star } else { "" };
                put(&format!("{text}{star}"), Typeface::Medium, *x, cell - 1.0);
            }
            put(&row.notes, Typeface::Medium, notes_at, width - notes_at);
            block.height += 0.6;
            if at == 0 {
                let soft = colour::lighter(INK, 0.3);
                let title = match &group.rule {
                    Some(rule) => format!("{} ({rule})", group.title),
                    None => group.title.to_owned(),
                };
                let mut head = flow::paragraph(&title, 2.8, Typeface::Italic, soft, width);
                head.leads = true;
                let rule = Stroke::new(0.15, RULE);
                head.scene.line([[0.0, 0.2], [width, 0.2]], rule);
                blocks.push(head);
            }
            blocks.push(block);
        }
    }
    blocks
}

/// The single numbers that the scenario changes.
fn changed_constants(bundle: &Bundle, width: f32) -> Vec<Block> {
    let mut blocks = Vec::new();
    for change in &bundle.scenario.overrides {
        let Override::Constant { constant, value, reason } = change else { continue };
        let known = bundle.ruleset.constants.iter().find(|one| one.id == *constant);
        let meaning = known.map_or(constant.as_str(), |one| one.meaning.as_str());
        let printed = known.map_or_else(String::new, |one| format!(", instead of {}", one.value));
        let why = reason.as_ref().map_or_else(String::new, |reason| format!(". {reason}"));
        let words = format!("† {meaning}: {value}{printed}{why}");
        blocks.push(flow::paragraph(&words, BODY, Typeface::Medium, INK, width));
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::heading("Numbers that this scenario changes", 4.2, width));
        blocks.insert(0, Block::gap(4.0));
    }
    blocks
}

/// The sequence of play, and the optional rules in force.
fn sequence(bundle: &Bundle, width: f32) -> Vec<Block> {
    fn add(
        bundle: &Bundle,
        stages: &[SequenceStep],
        depth: usize,
        width: f32,
        blocks: &mut Vec<Block>,
    ) {
        for (at, stage) in stages.iter().enumerate() {
            let indent = 5.0 * depth as f32;
            let (face, mark) = match depth {
                0 => (Typeface::SemiBold, format!("{}.", at + 1)),
                _ => (Typeface::Medium, "·".to_owned()),
            };
            let rule = stage.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
            let turns = step_turns_in_words(stage, &bundle.scenario);
            let turns = turns.map_or_else(String::new, |turns| format!(", {turns}"));
            let words = format!("{mark} {}{turns}{rule}", stage.name);
            let block = flow::paragraph(&words, BODY, face, INK, width - indent);
            blocks.push(block.indented(indent));
            add(bundle, &stage.steps, (depth + 1).min(8), width, blocks);
        }
    }
    let mut blocks = vec![Block::heading("Sequence of play", 4.2, width)];
    add(bundle, &bundle.ruleset.sequence, 0, width, &mut blocks);
    let rules: Vec<&str> = bundle
        .scenario
        .optional_rules
        .iter()
        .map(|id| {
            let rule = bundle.ruleset.optional_rules.iter().find(|rule| rule.id == *id);
            rule.map_or(id.as_str(), |rule| rule.name.as_str())
        })
        .collect();
    if !rules.is_empty() {
        let words = format!("Optional rules in force: {}.", rules.join(", "));
        blocks.push(Block::gap(1.0));
        blocks.push(flow::paragraph(&words, BODY, Typeface::Medium, INK, width));
    }
    blocks
}

/// How the game is won.
fn victory(bundle: &Bundle, width: f32) -> Vec<Block> {
    let victory = &bundle.scenario.victory;
    let side_of = |id: &String| pictures::side_name(&bundle.ruleset, id).to_owned();
    let mut blocks = vec![Block::gap(4.0), Block::heading("Victory", 4.2, width)];
    let mut line = |words: &str| {
        blocks.push(flow::paragraph(words, BODY, Typeface::Medium, INK, width));
    };
    if let Some(lead) = victory.lead(&bundle.ruleset) {
        line(&lead);
    }
    for (side, points) in starting_points(bundle) {
        let noun = if points == 1 { "point" } else { "points" };
        line(&format!("The {} side begins with {points} {noun}.", side_of(side)));
    }
    for score in &victory.scores {
        let rule = score.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
        line(&format!("{}  {}{rule}", signed(score.points), score.meaning));
    }
    for condition in &victory.conditions {
        line(&format!("· {condition}"));
    }
    let plain = |text: String| Cell { text, ..Cell::default() };
    // What scores in a hex may be many: they run on, and are no column.
    let is_feature = |one: &Objective<'_>| matches!(one.of, Scoring::Features { .. });
    let (features, scoring): (Vec<_>, Vec<_>) =
        objectives(bundle).into_iter().partition(is_feature);
    for one in &features {
        let worth = one.worth().unwrap_or_default();
        line(&format!("{}, {worth}: {}.", one.name, one.hexes_in_words()));
    }
    if !scoring.is_empty() {
        let mut rows = vec![vec![Cell::head("Scores"), Cell::head("Hexes"), Cell::head("Worth")]];
        rows.extend(scoring.iter().map(|one| {
            let worth = one.worth().unwrap_or_default();
            vec![plain(one.title()), plain(one.hexes_in_words()), plain(worth)]
        }));
        blocks.push(Block::gap(1.0));
        blocks.push(grid(&rows, 16.0, width / 3.0));
    }
    if victory.levels.iter().any(|level| level.min.is_some() || level.max.is_some()) {
        let mut rows = vec![vec![Cell::head("Points"), Cell::head("Level"), Cell::head("Winner")]];
        for level in &victory.levels {
            let points = victory.points_of(level);
            rows.push(vec![plain(points), plain(level.name.clone()), plain(side_of(&level.side))]);
        }
        blocks.push(Block::gap(1.0));
        blocks.push(grid(&rows, 16.0, width / 3.0));
    }
    if blocks.len() == 2 { Vec::new() } else { blocks }
}
