//! Charts as pictures: the ruleset's tables, the terrain effects, the sequence of play, the map's
//! zones, and of each scenario how it is won.

use image::RgbaImage;
use salient_hex::grid::HexGrid;
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Effect, SequenceStep, Table};
use salient_schema::scenario::Override;
use salient_schema::terrain_chart::{signed, terrain_chart};
use salient_schema::words::{level_in_words, step_turns_in_words};
use salient_schema::{Map, Ruleset, Scenario};

pub mod sheet;

use self::sheet::{CHANGED, ChartImage, Grid, INK, SOFT, Type};
use crate::ExportError;
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, FrameOptions, Layer, MapArt};
use salient_art::png;

/// A chart.
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The name of its picture.
    pub file: String,
    /// Its picture.
    pub picture: RgbaImage,
    /// A table of the ruleset, not a survey of something.
    pub is_rolled_on: bool,
}

const TITLE: Type = (30.0, Typeface::Bold, INK);
const HEADING: Type = (22.0, Typeface::SemiBold, INK);
const WORDS: Type = (19.0, Typeface::Medium, INK);
const SMALL: Type = (16.0, Typeface::Italic, SOFT);
const LEFT: f32 = 28.0;
const ROOM: f32 = 900.0;

/// All charts of a system and its scenarios.
pub fn charts(
    ruleset: &Ruleset,
    map: &Map,
    scenarios: &[&Scenario],
) -> Result<Vec<Chart>, ExportError> {
    let mut charts = Vec::new();
    let mut add = |title: &str, file: String, sheet: ChartImage| -> Result<(), ExportError> {
        let picture = sheet.paint(LEFT)?;
        let is_rolled_on = file.starts_with("table-");
        let (title, file) = (title.to_owned(), format!("chart-{file}.png"));
        charts.push(Chart { title, file, picture, is_rolled_on });
        Ok(())
    };
    for table in &ruleset.tables {
        add(&table.title, format!("table-{}", table.id), table_sheet(ruleset, table))?;
    }
    add("Terrain Effects", "terrain".to_owned(), terrain(ruleset))?;
    if !ruleset.sequence.is_empty() {
        let sheet = sequence(ruleset, scenarios.first().copied());
        add("Sequence of Play", "sequence".to_owned(), sheet)?;
    }
    for scenario in scenarios {
        let title = format!("Victory: {}", scenario.title);
        add(&title, format!("victory-{}", scenario.id), victory(ruleset, scenario))?;
    }
    if !map.zones.items.is_empty() {
        let picture = zones(ruleset, map)?;
        let file = "chart-zones.png".to_owned();
        charts.push(Chart { title: "Zones".to_owned(), file, picture, is_rolled_on: false });
    }
    Ok(charts)
}

fn titled(title: &str, rule: Option<&str>) -> (ChartImage, f32) {
    let mut sheet = ChartImage::default();
    let mut y = sheet.words([LEFT, 20.0], ROOM, title, TITLE);
    if let Some(rule) = rule {
        y = sheet.words([LEFT, y], ROOM, rule, SMALL);
    }
    (sheet, y + 12.0)
}

fn table_sheet(ruleset: &Ruleset, table: &Table) -> ChartImage {
    let (mut sheet, y) = titled(&table.title, table.rule.as_deref());
    let axes = format!("Rows: {}. Columns: {}.", table.row_axis, table.column_axis);
    let y = sheet.words([LEFT, y - 6.0], ROOM, &axes, SMALL) + 6.0;
    let line = |head: &str, cells: &[String]| {
        std::iter::once(head.to_owned()).chain(cells.iter().cloned()).collect::<Vec<_>>()
    };
    let other = table.exceptions.iter().filter(|cell| cell.provenance != Provenance::Printed);
    let grid = Grid {
        heads: table.heads().into_iter().map(|(head, cells)| line(head, cells)).collect(),
        rows: table.rows.iter().map(|row| line(&row.head, &row.cells)).collect(),
        marked: other.map(|cell| (usize::from(cell.row), usize::from(cell.column))).collect(),
        widest: 260.0,
    };
    let marked = !grid.marked.is_empty();
    let y = grid.draw(&mut sheet, [LEFT, y]) + 10.0;
    let y = table.meanings_in(ruleset, None).iter().fold(y, |y, (results, meaning)| {
        sheet.words([LEFT, y], ROOM, &format!("{results}: {meaning}"), WORDS) + 4.0
    });
    let y = table.remarks().fold(y, |y, note| sheet.words([LEFT, y], ROOM, note, SMALL) + 4.0);
    let origin = match table.provenance {
        Provenance::Printed if marked => Some("Red cells are not printed but reconstructed."),
        Provenance::Printed => None,
        Provenance::Reconstructed => {
            Some("Reconstructed: no copy of the printed chart is known to us.")
        }
        Provenance::Invented => Some("The designer's own."),
        Provenance::Surveyed => Some("From geographic data."),
    };
    if let Some(origin) = origin {
        sheet.words([LEFT, y], ROOM, origin, (SMALL.0, SMALL.1, CHANGED));
    }
    sheet
}

fn terrain(ruleset: &Ruleset) -> ChartImage {
    let chart = terrain_chart(ruleset);
    let (mut sheet, mut y) = titled("Terrain Effects", None);
    if !chart.key.is_empty() {
        y = sheet.words([LEFT, y], ROOM, &chart.key, WORDS) + 8.0;
    }
    let mut heads = vec![String::new()];
    heads.extend(chart.columns.iter().cloned());
    heads.push("Under conditions, rule".to_owned());
    let rows = chart.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)));
    let rows = rows.map(|(group, row)| {
        let mut cells = vec![row.name.clone()];
        cells.extend(row.cells.iter().cloned());
        let rule = group.rule.clone().filter(|_| row.notes.is_empty());
        cells.push(rule.unwrap_or_else(|| row.notes.clone()));
        cells
    });
    let grid = Grid { heads: vec![heads], rows: rows.collect(), marked: Vec::new(), widest: 520.0 };
    grid.draw(&mut sheet, [LEFT, y]);
    sheet
}

/// A condition and what it does, in a few words.
pub fn effect(effect: &Effect) -> String {
    let when = &effect.when;
    let mut words: Vec<String> = [&when.weather, &when.side, &when.unit, &when.usage, &when.slope]
        .into_iter()
        .flatten()
        .map(|word| word.replace(['-', '_'], " "))
        .collect();
    if when.all_attackers {
        words.push("all attackers".to_owned());
    }
    let mut does = Vec::new();
    does.extend(effect.movement.map(|points| format!("movement {points}")));
    does.extend(effect.defence.map(|shift| format!("defence {shift:+}")));
    does.extend(effect.shift.map(|shift| format!("shift {shift:+}")));
    if effect.prohibited {
        does.push("not allowed".to_owned());
    }
    format!("{}: {}", words.join(", "), does.join(", "))
}

fn sequence(ruleset: &Ruleset, scenario: Option<&Scenario>) -> ChartImage {
    fn list(
        sheet: &mut ChartImage,
        stages: &[SequenceStep],
        scenario: Option<&Scenario>,
        depth: usize,
        mut y: f32,
    ) -> f32 {
        // Faulty data may nest without end.
        if depth > 8 {
            return y;
        }
        for (number, stage) in stages.iter().enumerate() {
            let rule = stage.rule.as_deref().map_or(String::new(), |rule| format!("  ({rule})"));
            // From when to when it comes the turns tell; that it skips some of them they do not.
            let skips = stage.every.is_some() || stage.holds.is_some();
            let when = scenario.filter(|_| skips).and_then(|own| step_turns_in_words(stage, own));
            let when = when.map_or_else(String::new, |when| format!(", {when}"));
            let text = format!("{}. {}{when}{rule}", number + 1, stage.name);
            let indent = depth as f32 * 30.0;
            let set = if depth == 0 { HEADING } else { WORDS };
            y = sheet.words([LEFT + indent, y], ROOM - indent, &text, set) + 2.0;
            y = list(sheet, &stage.steps, scenario, depth + 1, y);
            if depth == 0 {
                y += 6.0;
            }
        }
        y
    }
    let (mut sheet, y) = titled("Sequence of Play", None);
    list(&mut sheet, &ruleset.sequence, scenario, 0, y);
    sheet
}

fn victory(ruleset: &Ruleset, scenario: &Scenario) -> ChartImage {
    let (mut sheet, mut y) = titled(&scenario.title, None);
    let side = |id: &str| {
        let named = ruleset.sides.iter().find(|side| side.id == id);
        named.map_or(id.to_owned(), |side| side.name.clone())
    };
    let victory = &scenario.victory;
    if let Some(lead) = victory.lead(ruleset) {
        y = sheet.words([LEFT, y], ROOM, &lead, WORDS) + 8.0;
    }
    let heading = |sheet: &mut ChartImage, y: f32, text: &str| {
        sheet.words([LEFT, y + 8.0], ROOM, text, HEADING) + 6.0
    };
    if !victory.scores.is_empty() {
        y = heading(&mut sheet, y, "Victory points");
        let rows = victory.scores.iter().map(|score| {
            let rule = score.rule.clone().unwrap_or_default();
            vec![score.meaning.clone(), signed(score.points), rule]
        });
        let heads = vec![["For", "Points", "Rule"].map(str::to_owned).to_vec()];
        let grid = Grid { heads, rows: rows.collect(), marked: Vec::new(), widest: 620.0 };
        y = grid.draw(&mut sheet, [LEFT, y]) + 8.0;
    }
    if !victory.levels.is_empty() {
        y = heading(&mut sheet, y, "Levels of victory");
        let rows = victory
            .levels
            .iter()
            .map(|level| vec![level.name.clone(), side(&level.side), victory.points_of(level)]);
        let heads = vec![["Level", "Who wins", "Points"].map(str::to_owned).to_vec()];
        let grid = Grid { heads, rows: rows.collect(), marked: Vec::new(), widest: 620.0 };
        y = grid.draw(&mut sheet, [LEFT, y]) + 8.0;
    }
    let mut lists: Vec<(&str, Vec<String>)> = vec![("Further", victory.conditions.clone())];
    let levels = scenario
        .levels
        .iter()
        .map(|level| format!("{}: {}", side(&level.side), level_in_words(level, ruleset)));
    lists.push(("When play begins", levels.collect()));
    let rule = |id: &String| {
        let found = ruleset.optional_rules.iter().find(|rule| &rule.id == id);
        found.map_or(id.clone(), |rule| rule.name.clone())
    };
    lists.push(("Optional rules in force", scenario.optional_rules.iter().map(rule).collect()));
    let changes = scenario.overrides.iter().map(|change| match change {
        Override::Table { table, row, column, value, .. } => {
            format!("{table}: row {row}, column {column} reads {value}")
        }
        Override::Constant { constant, value, .. } => {
            format!("{} is {value}", constant.replace(['-', '_'], " "))
        }
    });
    lists.push(("Changed by this scenario", changes.collect()));
    for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        y = heading(&mut sheet, y, title);
        for line in lines {
            y = sheet.words([LEFT + 12.0, y], ROOM - 12.0, &format!("\u{2022} {line}"), WORDS)
                + 4.0;
        }
    }
    sheet
}

/// The map at a small scale with its zones.
fn zones(ruleset: &Ruleset, map: &Map) -> Result<RgbaImage, ExportError> {
    let grid = HexGrid::new(&map.grid);
    let art = MapArt::new(map, ruleset, &grid);
    let frame = art.frame(&FrameOptions { legend: false, subtitle: None });
    let [[x0, y0], [x1, y1]] = frame.bounds;
    // As large as it may be read on a screen.
    let scale = (1800.0 / (x1 - x0).max(y1 - y0)).clamp(4.0, 60.0);
    let mut scene = frame.under;
    art.draw_all(&Layer::ALL, Detail::at(scale), &mut scene);
    scene.append(frame.over);
    Ok(png::render(&scene, frame.bounds, scale, art.theme().margin)
        .map_err(salient_art::PictureError::from)?)
}
