//! What the room `march` tells.

use salient_rules::words::{LogLine, Words};
use salient_schema::action::Name;
use salient_schema::event::{Attacked, EventKind, Fact, Noted};
use serde::{Deserialize, Serialize};

/// What the room tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum MarchDetail {
    /// The check after a forced march (1914 7.2.3).
    ForcedMarch(ForcedMarch),
    /// A repulse (1914 7.4).
    Repulse(Box<Repulsed>),
    /// A check after a repulse (1914 7.4.4, 7.4.5).
    Check(Checked),
    /// A formation spends points on a task (1914 7.8).
    Task(TaskDone),
    /// Cavalry reacts or retires (1914 8.2, 8.3).
    FellBack(FellBack),
}

/// The check after a forced march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ForcedMarch {
    /// Whose it is.
    pub side: String,
    /// The force.
    pub units: Vec<Name>,
    /// Its hex.
    pub hex: String,
    /// The dice.
    pub dice: [u8; 2],
    /// What is added to them: the points of the forced march.
    pub modifier: i32,
    /// The effectiveness that is checked.
    pub level: i32,
    /// By how much it fails; 0 if it passes.
    pub failed: i32,
    /// Levels of effectiveness lost; assets alone are reduced for each (1914 5.5.2).
    pub levels: u8,
    /// Strength reductions to be taken.
    pub reductions: u8,
    /// Who is eliminated by it (1914 8.7.3).
    pub eliminated: Vec<Name>,
}

/// What shifts a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Shifted {
    /// Columns, to the attacker's good positive.
    pub columns: i32,
    /// Why.
    pub reason: String,
    /// The rule.
    pub rule: String,
}

/// A repulse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Repulsed {
    /// Who repulses whom.
    pub core: Attacked,
    /// The strength of those who repulse, after terrain.
    pub attack: i32,
    /// That of the others.
    pub defence: i32,
    /// The column of their ratio.
    pub odds: String,
    /// What shifts it.
    pub shifts: Vec<Shifted>,
    /// The column after all shifts.
    pub column: String,
    /// The best proficiency of those who repulse and of the others.
    pub proficiency: [i32; 2],
    /// What is added to the white die.
    pub modifier: i32,
    /// The white and the black die; none where the odds decide.
    pub dice: Option<[u8; 2]>,
    /// The black retreat that the table gives, in hexes.
    pub retreat: Option<u8>,
    /// Whether it is tried in the midst of a retreat.
    pub in_retreat: bool,
    /// Whether it succeeds.
    pub won: bool,
}

/// A check after a repulse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// Whose it is.
    pub side: String,
    /// The force.
    pub units: Vec<Name>,
    /// Its hex.
    pub hex: String,
    /// The number of the repulse.
    pub attack: u32,
    /// The dice.
    pub dice: [u8; 2],
    /// What is added to them.
    pub modifier: i32,
    /// The effectiveness that is checked.
    pub level: i32,
    /// By how much it fails; 0 if it passes.
    pub failed: i32,
    /// The rule.
    pub rule: String,
}

/// What a formation does in its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// It recovers a level of effectiveness.
    Recovery,
    /// It builds an improved position.
    Position,
    /// It entrains.
    Entraining,
    /// It detrains.
    Detraining,
}

/// Points spent on a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TaskDone {
    /// Whose it is.
    pub side: String,
    /// The formation.
    pub unit: Name,
    /// Its hex.
    pub hex: String,
    /// The task.
    pub task: TaskKind,
    /// The points spent now.
    pub points: i32,
    /// All that have been spent on it.
    pub so_far: i32,
    /// All that it costs.
    pub needed: i32,
    /// Whether it is completed.
    pub done: bool,
    /// The rule.
    pub rule: String,
}

/// Cavalry that falls back by a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FellBack {
    /// Whose it is.
    pub side: String,
    /// The cavalry.
    pub unit: Name,
    /// The hex that it leaves.
    pub from: String,
    /// The hex that it enters.
    pub hex: String,
    /// The points that it costs.
    pub points: i32,
    /// All that are recorded for its next movement phase.
    pub recorded: i32,
    /// The rule.
    pub rule: String,
}

impl MarchDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        let noted = |side: &str, units: &[Name], hexes: &[&String], rule: &str| {
            EventKind::Noted(Noted {
                side: Some(side.to_owned()),
                by: Vec::new(),
                units: units.iter().map(|unit| unit.as_str().into()).collect(),
                hexes: hexes.iter().map(|hex| (*hex).clone()).collect(),
                rule: rule.to_owned(),
            })
        };
        match self {
            Self::ForcedMarch(it) => noted(&it.side, &it.units, &[&it.hex], "1914 7.2.3"),
            Self::Repulse(it) => EventKind::Attacked(it.core.clone()),
            Self::Check(it) => noted(&it.side, &it.units, &[&it.hex], &it.rule),
            Self::Task(it) => noted(&it.side, std::slice::from_ref(&it.unit), &[&it.hex], &it.rule),
            Self::FellBack(it) => {
                let unit = std::slice::from_ref(&it.unit);
                noted(&it.side, unit, &[&it.from, &it.hex], &it.rule)
            }
        }
    }

    /// What is counted of it.
    pub fn facts(&self, add: &mut dyn FnMut(Fact)) {
        let _ = add;
    }

    /// Its lines in the log; none where the core's words do.
    pub fn lines(&self, words: &Words) -> Option<Vec<LogLine>> {
        Some(match self {
            Self::ForcedMarch(it) => forced_march(it, words),
            Self::Repulse(it) => repulse(it, words),
            Self::Check(it) => {
                let [one, other] = it.dice;
                let came = if it.failed > 0 {
                    format!("fails by {} and loses one level", it.failed)
                } else {
                    "passes".to_owned()
                };
                let text = format!(
                    "{} {came}: {one} and {other} {:+} against {}",
                    named(&it.units, words),
                    it.modifier,
                    it.level
                );
                vec![LogLine::plain(text, &it.rule, &[&it.hex])]
            }
            Self::Task(it) => {
                let does = match it.task {
                    TaskKind::Entraining => "entrains",
                    TaskKind::Detraining => "detrains",
                    TaskKind::Recovery => "recovers",
                    TaskKind::Position => "builds an improved position",
                };
                let unit = words.unit(&it.unit.as_str().into());
                let (points, so_far, needed) = (it.points, it.so_far, it.needed);
                // What it comes to when it is done the mark tells.
                let text =
                    format!("{unit} in {} {does}: {points} MP, {so_far} of {needed}", it.hex);
                vec![LogLine::plain(text, &it.rule, &[&it.hex])]
            }
            Self::FellBack(it) => {
                let text = format!(
                    "{} falls back {} to {}, {} MP, {} recorded",
                    words.unit(&it.unit.as_str().into()),
                    it.from,
                    it.hex,
                    it.points,
                    it.recorded
                );
                vec![LogLine::plain(text, &it.rule, &[&it.from, &it.hex])]
            }
        })
    }
}

fn named(units: &[Name], words: &Words) -> String {
    let ids: Vec<_> = units.iter().map(|unit| unit.as_str().into()).collect();
    words.units(&ids)
}

fn forced_march(it: &ForcedMarch, words: &Words) -> Vec<LogLine> {
    let [one, other] = it.dice;
    let came = if it.failed > 0 { format!("fails by {}", it.failed) } else { "passes".to_owned() };
    let text = format!(
        "{} {came} after a forced march: {one} and {other} {:+} against {}",
        named(&it.units, words),
        it.modifier,
        it.level
    );
    let mut lines = vec![LogLine::plain(text, "1914 7.2.3", &[&it.hex])];
    let mut costs = Vec::new();
    if it.levels > 0 {
        costs.push(format!("{} of effectiveness lost", plural(it.levels, "level")));
    }
    if it.reductions > 0 {
        costs.push(plural(it.reductions, "strength reduction"));
    }
    if !it.eliminated.is_empty() {
        costs.push(format!("{} is eliminated", named(&it.eliminated, words)));
    }
    if !costs.is_empty() {
        lines.push(LogLine::more(&costs.join(", "), std::slice::from_ref(&it.hex)));
    }
    lines
}

fn repulse(it: &Repulsed, words: &Words) -> Vec<LogLine> {
    let core = &it.core;
    let hexes: Vec<&String> = core.from.iter().chain(&core.hexes).collect();
    let text = format!(
        "{} {} {} in {}",
        words.units(&core.units),
        if it.won { "repulse" } else { "try in vain to repulse" },
        words.units(&core.targets),
        core.hexes.join(" and ")
    );
    let shifts: String = it
        .shifts
        .iter()
        .map(|shift| format!(", {:+} {} ({})", shift.columns, shift.reason, shift.rule))
        .collect();
    let numbers = format!(
        "{} against {}: {}{shifts}, column {}, proficiency {} against {}",
        it.attack, it.defence, it.odds, it.column, it.proficiency[0], it.proficiency[1]
    );
    // What is certain before the dice has a line of its own: it is told of a repulse that may be
    // tried.
    let dice = it.dice.map_or_else(
        || "no dice".to_owned(),
        |[white, black]| format!("white {white} {:+}, black {black}", it.modifier),
    );
    vec![
        LogLine::strong(text, &core.rule, &hexes),
        LogLine::more(&numbers, &core.hexes),
        LogLine::more(&dice, &core.hexes),
    ]
}

/// The column by which a repulse was decided.
pub fn reading(detail: &MarchDetail) -> Option<String> {
    match detail {
        MarchDetail::Repulse(it) if it.dice.is_some() => Some(it.column.clone()),
        MarchDetail::Repulse(it) => Some(format!("{}, no dice", it.column)),
        _ => None,
    }
}

fn plural(number: u8, word: &str) -> String {
    salient_rules::words::plural(usize::from(number), word)
}
