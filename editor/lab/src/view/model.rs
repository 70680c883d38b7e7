//! What a report looks like, in whatever form: sections, tables, typed cells.

use salient_schema::common::HexLabel;
use salient_schema::{CounterId, Id, Severity};

use crate::statistics::{Difference, Estimate, Fraction, Share};
use crate::words;

/// A report laid out, in the order in which it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What was played.
    pub title: String,
    /// Whether the scenario is balanced, in a sentence.
    pub headline: String,
    /// What that rests on.
    pub because: String,
    /// What was played: how many games, by whom, with which dice.
    pub run: Vec<String>,
    /// Who wins, and at which level: tables of shares.
    pub balance: Vec<Table>,
    /// How exactly that is known; nothing where no game was played.
    pub precision: Option<String>,
    /// The numbers that are asked for first.
    pub figures: Vec<Figure>,
    /// The sections.
    pub sections: Vec<Section>,
}

/// A number that is asked for first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is of.
    pub name: String,
    /// It, with its unit.
    pub value: String,
    /// What else is to be said of it.
    pub more: String,
}

impl View {
    /// The section of this name.
    #[must_use]
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The table of this name, in whatever section it stands.
    #[must_use]
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.sections.iter().flat_map(Section::tables).find(|table| table.id == id)
    }
}

impl Section {
    /// Its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.content.iter().filter_map(|content| match content {
            Content::Table(table) | Content::Fold(_, table) => Some(table),
            Content::Note(_) | Content::Facts(_) | Content::Chart(_) => None,
        })
    }
}

/// A part of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its name in references: `combat`.
    pub id: &'static str,
    /// Its name in the contents.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it says, in a sentence or two.
    pub lead: String,
    /// What is in it.
    pub content: Vec<Content>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A remark on what is beside it.
    Note(String),
    /// A table.
    Table(Table),
    /// A table that most readers pass over, under what stands for it.
    Fold(String, Table),
    /// What looks illegal or suspicious and may be of one cause.
    Facts(FactPart),
    /// A chart, for a form that can draw.
    Chart(Chart),
}

/// Facts that may be of one cause: the set-up, the bots, the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct FactPart {
    /// Its heading: `The way the bots play`.
    pub title: &'static str,
    /// What a designer may make of them, and between whom they were seen.
    pub lead: String,
    /// They, kind by kind.
    pub groups: Vec<FactGroup>,
}

/// Facts of one kind and weight.
#[derive(Clone, Debug, PartialEq)]
pub struct FactGroup {
    /// What they are about: `Stacks too high at the start`.
    pub name: &'static str,
    /// What a designer may make of it.
    pub advice: &'static str,
    /// How much they weigh.
    pub severity: Severity,
    /// They.
    pub facts: Vec<FactLine>,
}

/// A fact, told.
#[derive(Clone, Debug, PartialEq)]
pub struct FactLine {
    /// Its place in the report's list.
    pub fact: usize,
    /// What it says.
    pub words: String,
    /// What it is about: side and counter, hex, turn.
    pub places: Vec<String>,
    /// In how many games: `12 of 20 games`.
    pub games: String,
}

/// A chart or a list with a shape of its own. Its numbers are the report's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// The points by turn, with the ends of the games beside them.
    Points,
    /// What the points at the end of each game-turn are made of.
    Sources,
    /// Steps, units, towns and attacks by turn, as bars with their intervals.
    Turns,
    /// How often hexes were fought over, entered and lost in.
    Heat,
    /// Who held what by turn.
    Front,
    /// The run's command line.
    Command,
}

/// A table: typed cells in columns, for all forms of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name: as data its file is `turns.csv`.
    pub id: String,
    /// Its heading within the section; empty for none.
    pub title: String,
    /// What a reader hears of it who does not see it.
    pub label: String,
    /// What it shows, for the same reader; empty for none.
    pub caption: String,
    /// A remark between heading and table.
    pub lead: String,
    /// A remark below.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, in the order of the data.
    pub rows: Vec<Row>,
    /// The rows that people see, in their order; all where it says nothing.
    pub order: Option<Vec<usize>>,
    /// What a form that can do more does with it.
    pub traits: TableTraits,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// What it leads to.
    pub about: Option<About>,
}

/// What a row is about, for a form in which one can go there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A counter.
    Counter(CounterId),
    /// A hex.
    Hex(HexLabel),
    /// A game, by its place in the report's list.
    Game(usize),
    /// A game-turn.
    Turn(u16),
    /// A rule, as the report cites it.
    Rule(String),
}

impl Row {
    /// The row, which is about this.
    #[must_use]
    pub fn about(self, about: About) -> Self {
        Self { about: Some(about), ..self }
    }

    /// The side that it is about.
    #[must_use]
    pub fn side(&self) -> Option<&Id> {
        self.cells.iter().find_map(|cell| cell.side.as_ref())
    }
}

impl From<Vec<Cell>> for Row {
    fn from(cells: Vec<Cell>) -> Self {
        Self { cells, about: None }
    }
}

/// How a table may be looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTraits {
    /// Its rows can be put in another order.
    pub sorts: bool,
    /// It has many rows.
    pub tall: bool,
    /// Its rows can be found by side and by name.
    pub search: bool,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading for people; [`None`] where it is data only.
    pub heading: Option<String>,
    /// The side that the heading is about.
    pub side: Option<Id>,
    /// The heads of what its cells hold, as data; none where it is for people only.
    pub data: Vec<String>,
    /// What its cells are.
    pub kind: Kind,
    /// What it counts, for a form in which one can point at the heading; empty where the heading
    /// says it.
    pub hint: &'static str,
    /// Whether the rows come in its order.
    pub sorted: Option<Sorted>,
    /// Whether it is left out where there is little room.
    pub minor: bool,
}

/// Which way a column's order runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// The least first.
    Ascending,
    /// The most first.
    Descending,
}

/// What a column's cells are, and how a form may set them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the row is called.
    Head,
    /// The same, which may break into lines.
    LongHead,
    /// Words.
    Words,
    /// Words that do not break into lines.
    Short,
    /// Words of lesser weight.
    Soft,
    /// What is copied to a command line.
    Code,
    /// A number by itself.
    Number,
    /// A value with its interval or its spread.
    Uncertain,
    /// A value with its spread, one of many alike.
    Spread,
    /// The same as a bar with whiskers, from none to all.
    Bar,
    /// How far two values lie apart, with the interval.
    Difference,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What is in it.
    pub value: Value,
    /// The side that it is about, which has a colour.
    pub side: Option<Id>,
    /// What rows are put in order by.
    pub rank: Option<f64>,
    /// A small bar beside the number.
    pub meter: Option<Meter>,
}

/// A small bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Meter {
    /// How much of it is full, from 0 to 1.
    pub share: f64,
    /// The side whose colour it has, if it has one's.
    pub side: Option<Id>,
}

/// What is in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing, as there is nothing to say.
    #[default]
    Empty,
    /// Nothing, where a number might be.
    None,
    /// Words.
    Words(String),
    /// A name that stands out, and a word that marks it.
    Name(String, Option<&'static str>),
    /// A game-turn with what it stands for.
    Turn(u16, String),
    /// Words for people, with what stands for them as data.
    Called(String, String),
    /// A whole number.
    Whole(i64),
    /// A number as it is.
    Plain(f64),
    /// A sum, and the cases that it is of: told as a mean of so many decimals.
    Rate(i64, f64, usize),
    /// The same, told as nothing where the sum is 0.
    RateOrNone(i64, f64, usize),
    /// A number of cases, told as so much per cent with so many decimals.
    Part(u64, Fraction, usize),
    /// The same without decimals, told as nothing where there are none.
    PartOrNone(u64, Fraction),
    /// A share with its interval.
    Share(Share),
    /// A mean with its spread and interval.
    Estimate(Estimate),
    /// A mean's interval alone.
    Interval(Estimate),
    /// From the least to the most.
    Range(Option<[i32; 2]>),
    /// How far two values lie apart; none where there are too few games to say. Of shares with
    /// the games that they are of: they are told in percentage points.
    Difference(Option<Difference>, Option<u64>),
}

impl Value {
    /// It in plain words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let percent = |part: Fraction, decimals| {
            format!("{}\u{a0}%", words::number(part.percent(), decimals))
        };
        match self {
            Self::Empty | Self::Range(None) => String::new(),
            Self::None => "–".to_owned(),
            Self::Words(text) | Self::Name(text, _) | Self::Called(text, _) => text.clone(),
            Self::Turn(turn, label) => format!("{turn} {label}"),
            Self::Whole(whole) => words::number(*whole as f64, 0),
            Self::Plain(plain) => words::number(*plain, 0),
            Self::RateOrNone(0, ..) | Self::PartOrNone(0, _) => "–".to_owned(),
            Self::Rate(sum, of, decimals) | Self::RateOrNone(sum, of, decimals) => {
                words::number(*sum as f64 / of, *decimals)
            }
            Self::Part(_, part, decimals) => percent(*part, *decimals),
            Self::PartOrNone(_, part) => percent(*part, 0),
            Self::Share(found) => words::share(found),
            Self::Estimate(estimate) => words::mean(estimate),
            Self::Interval(estimate) => words::mean_interval(estimate).unwrap_or_default(),
            Self::Range(Some([least, most])) => {
                format!(
                    "{} to {}",
                    words::number((*least).into(), 0),
                    words::number((*most).into(), 0)
                )
            }
            Self::Difference(Some(found), of) => {
                let [value, interval] = words::difference(found, *of);
                format!("{value}, {interval}")
            }
            Self::Difference(None, _) => "too few games".to_owned(),
        }
    }
}

impl Table {
    /// A table of these columns, without rows.
    #[must_use]
    pub fn new(id: impl Into<String>, columns: Vec<Column>) -> Self {
        Self {
            id: id.into(),
            title: String::new(),
            label: String::new(),
            caption: String::new(),
            lead: String::new(),
            note: String::new(),
            columns,
            rows: Vec::new(),
            order: None,
            traits: TableTraits::default(),
        }
    }

    /// The rows that people see, in their order.
    pub fn seen(&self) -> impl Iterator<Item = &Row> {
        let all = 0..if self.order.is_some() { 0 } else { self.rows.len() };
        let chosen = self.order.iter().flatten().copied();
        chosen.chain(all).filter_map(|at| self.rows.get(at))
    }

    /// The columns that people see, each with its place and its heading.
    pub fn headed(&self) -> impl Iterator<Item = (usize, &Column, &str)> {
        let columns = self.columns.iter().enumerate();
        columns.filter_map(|(at, column)| Some((at, column, column.heading.as_deref()?)))
    }
}

impl Column {
    /// A column for people and as data: `data` names what its cells hold, parted by commas.
    #[must_use]
    pub fn new(heading: impl Into<String>, kind: Kind, data: &str) -> Self {
        Self { heading: Some(heading.into()), side: None, ..Self::data(kind, data) }
    }

    /// A column for people alone.
    #[must_use]
    pub fn seen(heading: impl Into<String>, kind: Kind) -> Self {
        Self::new(heading, kind, "")
    }

    /// A column of data alone.
    #[must_use]
    pub fn data(kind: Kind, data: &str) -> Self {
        let data = data.split(',').filter(|head| !head.is_empty()).map(str::to_owned).collect();
        Self { heading: None, side: None, data, kind, hint: "", sorted: None, minor: false }
    }

    /// The column with what it counts.
    #[must_use]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// The column, which is left out where there is little room.
    #[must_use]
    pub fn minor(self) -> Self {
        Self { minor: true, ..self }
    }

    /// The column, by which the rows are in order.
    #[must_use]
    pub fn sorted(self, sorted: Sorted) -> Self {
        Self { sorted: Some(sorted), ..self }
    }
}

impl Cell {
    /// A cell.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self { value, ..Self::default() }
    }

    /// The cell, which is about a side.
    #[must_use]
    pub fn of(self, side: &str) -> Self {
        Self { side: Some(side.to_owned()), ..self }
    }

    /// The cell, which puts rows in order by this.
    #[must_use]
    pub fn ranked(self, rank: f64) -> Self {
        Self { rank: Some(rank), ..self }
    }

    /// The cell with a small bar.
    #[must_use]
    pub fn metered(self, share: f64, side: Option<&str>) -> Self {
        Self { meter: Some(Meter { share, side: side.map(str::to_owned) }), ..self }
    }

    /// The number that rows are put in order by; [`None`] where they are by words.
    #[must_use]
    pub fn order(&self) -> Option<f64> {
        let of_value = || match &self.value {
            Value::Turn(turn, _) => Some(f64::from(*turn)),
            Value::Whole(number) => Some(*number as f64),
            Value::Plain(number) => Some(*number),
            Value::Rate(sum, of, _) | Value::RateOrNone(sum, of, _) => Some(*sum as f64 / of),
            Value::Part(_, part, _) | Value::PartOrNone(_, part) => Some(part.share()),
            Value::Share(share) => Some(share.share),
            Value::Estimate(estimate) | Value::Interval(estimate) => Some(estimate.mean),
            Value::Range(ends) => ends.map(|[least, _]| f64::from(least)),
            Value::Difference(found, _) => found.map(|found| found.value),
            Value::Empty | Value::None => None,
            Value::Words(_) | Value::Name(..) | Value::Called(..) => None,
        };
        self.rank.or_else(of_value)
    }

    /// What it holds as data, in the order of the column's heads.
    #[must_use]
    pub fn data(&self) -> Vec<String> {
        let interval = |estimate: &Estimate| match estimate.interval {
            Some(interval) => [interval.low.to_string(), interval.high.to_string()],
            None => [String::new(), String::new()],
        };
        match &self.value {
            Value::Empty | Value::None => Vec::new(),
            Value::Words(text) | Value::Name(text, _) | Value::Called(_, text) => {
                vec![text.clone()]
            }
            Value::Turn(turn, _) => vec![turn.to_string()],
            Value::Whole(number) => vec![number.to_string()],
            Value::Plain(number) => vec![number.to_string()],
            Value::Rate(sum, ..) | Value::RateOrNone(sum, ..) => vec![sum.to_string()],
            Value::Part(count, ..) | Value::PartOrNone(count, ..) => vec![count.to_string()],
            Value::Share(Share { count, share, low, high, .. }) => {
                vec![count.to_string(), share.to_string(), low.to_string(), high.to_string()]
            }
            Value::Estimate(estimate) => {
                let [low, high] = interval(estimate);
                vec![estimate.mean.to_string(), estimate.sd.to_string(), low, high]
            }
            Value::Interval(estimate) => interval(estimate).to_vec(),
            Value::Range(Some(ends)) => ends.iter().map(i32::to_string).collect(),
            Value::Difference(Some(found), _) => {
                let ends = [found.value, found.low, found.high].map(|value| value.to_string());
                ends.into_iter().chain([found.clear.to_string()]).collect()
            }
            Value::Range(None) | Value::Difference(None, _) => Vec::new(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Words(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Words(text.clone())
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Whole(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Whole(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Whole(number.into())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Plain(number)
    }
}

impl From<Share> for Value {
    fn from(share: Share) -> Self {
        Self::Share(share)
    }
}

impl From<Estimate> for Value {
    fn from(estimate: Estimate) -> Self {
        Self::Estimate(estimate)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

impl<T: Into<Value>> From<T> for Cell {
    fn from(value: T) -> Self {
        Self::new(value.into())
    }
}
