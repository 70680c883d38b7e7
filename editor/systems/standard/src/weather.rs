//! Weather and events: what dice find on a chart.

use salient_rules::chart::range;
use salient_rules::detail;
use salient_rules::play::PlayContext;
use salient_schema::rules_of_play::{Dice, Does};
use salient_schema::{Code, Diagnostic};

use crate::citations::Chapter;
use crate::event::{Detail, Happened};
use crate::game::Standard;
use crate::numbers::Reader;
use crate::replacements;
use crate::rules::Rules;
use crate::sequence::{self, DoesAt};

/// Weather, compiled.
#[derive(Debug, Default)]
pub struct WeatherRules {
    table: Option<RollTable<u8>>,
    dice: Dice,
    /// What the scenario fixes, by game-turn.
    fixed: Vec<Option<u8>>,
}

/// A chart whose row the dice find, and its column the game-turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollTable<T> {
    columns: Vec<i32>,
    rows: Vec<(i32, Vec<T>)>,
}

impl<T> RollTable<T> {
    /// A chart of the ruleset, each of its cells read by `parse`; none where it is not there or has
    /// faults, which are found.
    pub fn read(
        reader: &mut Reader<'_>,
        id: &str,
        parse: impl Fn(&Reader<'_>, &str) -> Result<T, String>,
    ) -> Option<Self> {
        let bundle = reader.bundle;
        let place = bundle.ruleset.tables.iter().position(|table| table.id == id)?;
        let table = &bundle.ruleset.tables[place];
        let before = reader.found.len();
        let fault = |reader: &mut Reader<'_>, at: String, text: String| {
            let wrong = Diagnostic::error(Code::Rule, text);
            reader.found.push(wrong.pointer(format!("/ruleset/tables/{place}{at}")));
        };
        let number = |text: &str| range(text, &['-', '–']).map(|(first, _)| first);
        let mut columns = Vec::new();
        for (at, head) in table.columns.iter().enumerate() {
            match number(head) {
                Some(turn) => columns.push(turn),
                // A column alone may be called anything.
                None if table.columns.len() == 1 => columns.push(i32::MIN),
                None => {
                    let text = format!("'{head}' is no game-turn");
                    fault(reader, format!("/columns/{at}"), text);
                }
            }
        }
        let mut rows = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            let Some(head) = number(&row.head) else {
                let text = format!("'{}' is no number of the dice", row.head);
                fault(reader, format!("/rows/{at}/head"), text);
                continue;
            };
            let mut cells = Vec::new();
            for (column, printed) in row.cells.iter().enumerate().take(table.columns.len()) {
                let changed = bundle.scenario.cell_override(id, &row.head, &table.columns[column]);
                match parse(reader, changed.map_or(printed, |(_, value)| value)) {
                    Ok(cell) => cells.push(cell),
                    Err(text) => fault(reader, format!("/rows/{at}/cells/{column}"), text),
                }
            }
            rows.push((head, cells));
        }
        if rows.is_empty() || columns.is_empty() {
            fault(reader, String::new(), "the chart has no cell".to_owned());
        }
        rows.sort_by_key(|(head, _)| *head);
        (reader.found.len() == before).then_some(Self { columns, rows })
    }

    /// The row and the cell of a roll in a game-turn: in both ways the last whose head is no more,
    /// else the first.
    pub fn find(&self, roll: i32, turn: u16) -> Option<(i32, &T)> {
        let row = self.rows.iter().rfind(|(head, _)| *head <= roll).or(self.rows.first())?;
        let heads = self.columns.iter().enumerate();
        let column = heads.filter(|(_, head)| **head <= i32::from(turn)).max_by_key(|one| one.1);
        Some((row.0, row.1.get(column.map_or(0, |(place, _)| place))?))
    }
}

impl WeatherRules {
    /// Those of a ruleset and of the scenario's game-turns.
    pub fn read(reader: &mut Reader<'_>) -> Self {
        let (play, bundle) = (reader.play, reader.bundle);
        let fixed = bundle.scenario.turns.iter().enumerate().map(|(at, turn)| {
            let id = turn.weather.as_ref()?;
            let kind = reader.weather(id);
            if kind.is_none() {
                let text = format!("there is no weather '{id}'");
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                reader.found.push(wrong.pointer(format!("/scenario/turns/{at}/weather")));
            }
            kind
        });
        let fixed = fixed.collect();
        let Some(weather) = &play.weather else { return Self { fixed, ..Self::default() } };
        if weather.kinds.is_empty() {
            reader.wrong("/weather/kinds", "say what weather there is".to_owned());
        }
        let kind = |reader: &Reader<'_>, cell: &str| {
            let found = reader.weather(cell.trim());
            found.ok_or_else(|| format!("there is no weather '{cell}'"))
        };
        let table = weather.table.as_ref().and_then(|id| RollTable::read(reader, id, kind));
        Self { table, dice: weather.dice, fixed }
    }
}

/// Dice that are added up.
pub fn roll(
    cx: &mut PlayContext<'_, Standard>,
    dice: Dice,
    (purpose, side, rule): (&str, usize, &str),
) -> i32 {
    (0..dice.number).map(|_| i32::from(cx.roll_of(purpose, side, dice.faces, rule))).sum()
}

/// The weather that the scenario fixes for the game-turn.
fn fixed(rules: &Rules, turn_place: usize) -> Option<u8> {
    rules.weather.fixed.get(turn_place).copied().flatten()
}

/// A game-turn begins: it has the weather that the scenario fixes.
pub fn begin_turn(cx: &mut PlayContext<'_, Standard>) {
    if let Some(kind) = fixed(cx.rules, cx.position.turn_place) {
        settle(cx, kind, None);
    }
}

/// A step of weather: it is rolled for, unless the scenario fixes it.
pub fn roll_for(cx: &mut PlayContext<'_, Standard>, side: usize) {
    let rules = cx.rules;
    let Some(table) = &rules.weather.table else { return };
    if fixed(rules, cx.position.turn_place).is_some() {
        return;
    }
    let rule = rules.cite.rule(Chapter::Weather);
    let dice = roll(cx, rules.weather.dice, ("weather", side, rule));
    if let Some((row, &kind)) = table.find(dice, cx.position.turn) {
        settle(cx, kind, Some((dice, row)));
    }
}

/// The weather is so from now on.
fn settle(cx: &mut PlayContext<'_, Standard>, kind: u8, rolled: Option<(i32, i32)>) {
    cx.position.own.weather = kind;
    cx.emit(|rules| {
        let mut kinds = rules.play.weather.iter().flat_map(|weather| &weather.kinds);
        let kind = kinds.nth(usize::from(kind));
        Detail::Weather(detail::Weather {
            weather: kind.map(|kind| kind.name.clone()).unwrap_or_default(),
            die: rolled.map(|(dice, _)| dice.clamp(0, 255) as u8),
            modifiers: Vec::new(),
            row: rolled.map(|(_, row)| row),
            rule: rules.cite.rule(Chapter::Weather).to_owned(),
        })
    });
}

/// Something that an event brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A side gets victory points, or loses some below 0.
    Points { side: usize, points: i32 },
    /// A side gets replacement points.
    Replacements { side: usize, points: i32 },
    /// The weather is of another kind, by its place in the rules.
    Weather(u8),
}

/// The charts of events, by their place in the ruleset.
#[derive(Debug, Default)]
pub struct Events(Vec<Option<EventChart>>);

#[derive(Debug)]
struct EventChart {
    title: String,
    rule: Option<String>,
    table: RollTable<Vec<Happening>>,
}

impl Events {
    /// Those that steps of the sequence of play roll on.
    pub fn read(reader: &mut Reader<'_>) -> Self {
        let ruleset = &reader.bundle.ruleset;
        let rolled_on: Vec<&str> = sequence::all(ruleset)
            .filter_map(|does| match does {
                Does::Events { table } => Some(table.as_str()),
                _ => None,
            })
            .collect();
        let read = ruleset.tables.iter().map(|table| {
            rolled_on.contains(&table.id.as_str()).then_some(())?;
            let (title, rule) = (table.title.clone(), table.rule.clone());
            let table = RollTable::read(reader, &table.id, happenings)?;
            Some(EventChart { title, rule, table })
        });
        Self(read.collect())
    }

    /// Whether any of them brings replacement points to a side.
    pub fn bring_replacements(&self, side: usize) -> bool {
        let charts = self.0.iter().flatten();
        let mut all = charts.flat_map(|chart| &chart.table.rows).flat_map(|(_, cells)| cells);
        let brings = |one: &Happening| matches!(one, Happening::Replacements { side: whose, .. } if *whose == side);
        all.any(|cell| cell.iter().any(brings))
    }
}

/// What the cell of a chart of events says: `points red 2`, `replacements blue 1`, `weather mud`,
/// several of them with commas in between, or `-`.
fn happenings(reader: &Reader<'_>, cell: &str) -> Result<Vec<Happening>, String> {
    let cell = cell.trim();
    if matches!(cell, "" | "-" | "–") {
        return Ok(Vec::new());
    }
    cell.split(',').map(|text| happening(reader, text)).collect()
}

fn happening(reader: &Reader<'_>, text: &str) -> Result<Happening, String> {
    let side = |id: &str| {
        let side = reader.compiled.side(id);
        side.ok_or_else(|| format!("there is no side '{id}'"))
    };
    let number = |number: &str, least: i32| {
        let read = number.parse().ok().filter(|number| (least..=1000).contains(number));
        read.ok_or_else(|| format!("'{number}' is no number from {least} to 1000"))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["points", id, points] => {
            Ok(Happening::Points { side: side(id)?, points: number(points, -1000)? })
        }
        ["replacements", ..] if reader.play.replacements.is_none() => {
            Err("the rules of play know no replacements".to_owned())
        }
        ["replacements", id, points] => {
            Ok(Happening::Replacements { side: side(id)?, points: number(points, 0)? })
        }
        ["weather", id] => {
            let kind = reader.weather(id).map(Happening::Weather);
            kind.ok_or_else(|| format!("there is no weather '{id}'"))
        }
        _ => Err(format!(
            "'{}' is no event: write 'points SIDE 2', 'replacements SIDE 1', 'weather KIND' or '-'",
            text.trim()
        )),
    }
}

/// A step of events: a die is rolled on its chart, and what it finds happens.
pub fn happen(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let rules = cx.rules;
    let Some(doing) = at.find(rules) else { return };
    let Some(Some(chart)) = rules.events.0.get(usize::from(doing.place)) else { return };
    let rule = chart.rule.as_deref().unwrap_or_else(|| rules.cite.rule(Chapter::Weather));
    let die = roll(cx, Dice::default(), ("event", side, rule));
    let Some((_, happenings)) = chart.table.find(die, cx.position.turn) else { return };
    cx.emit(|_| {
        Detail::Happened(Happened {
            chart: chart.title.clone(),
            die: die.clamp(0, 255) as u8,
            nothing: happenings.is_empty(),
            rule: rule.to_owned(),
        })
    });
    for happening in happenings {
        match *happening {
            Happening::Points { side, points } => {
                let own = &mut cx.position.own.points[side];
                let from = *own;
                *own = from.saturating_add(points).clamp(-1000, 1000);
                let to = *own;
                cx.level("points", side, (from, to), rule);
            }
            Happening::Replacements { side, points } => {
                replacements::receive(cx, side, points, rule);
            }
            Happening::Weather(kind) => settle(cx, kind, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RollTable;

    #[test]
    fn a_roll_finds_the_last_row_and_column_that_are_no_more() {
        let rows = vec![(1, vec!['a', 'b']), (4, vec!['c', 'd'])];
        let table = RollTable { columns: vec![1, 3], rows };
        let cells = [(0, 1), (3, 2), (4, 2), (4, 3), (9, 9), (1, 0)];
        let read = cells.map(|(roll, turn)| table.find(roll, turn).map(|(_, cell)| *cell));
        assert_eq!(read, ['a', 'a', 'c', 'd', 'd', 'a'].map(Some));
    }
}
