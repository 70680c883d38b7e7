//! The list of problems, sorted, grouped and filtered: rows without looks.

use salient_document::{Document, ProblemCount, ProblemId, Scope};
use salient_rules::check::RulesPart;
use salient_schema::{Code, Diagnostic, Severity};

/// What stands together in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// By what is wrong.
    #[default]
    Kind,
    /// By the file that it is in.
    File,
    /// By the hex or counter that it is about.
    Place,
}

impl Group {
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Kind, "Kind"), (Self::File, "File"), (Self::Place, "Place")];
}

/// What is shown of all problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Severities that are left out: errors, warnings, notes.
    pub hidden: [bool; 3],
    /// Only what has this in its words, rule, hex or counter.
    pub text: String,
    pub group: Group,
}

pub fn place_of(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    }
}

impl Filter {
    fn shows(&self, needle: &str, problem: &Diagnostic) -> bool {
        if self.hidden.get(place_of(problem.severity)).copied().unwrap_or_default() {
            return false;
        }
        let place = &problem.place;
        let texts = [Some(&problem.message), problem.rule.as_ref(), place.hex.as_ref()];
        let more = [place.counter.as_ref(), place.side.as_ref(), problem.help.as_ref()];
        let has = |text: &String| text.to_lowercase().contains(needle);
        needle.is_empty() || texts.into_iter().chain(more).flatten().any(has)
    }
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The heading of a group: its first problem, and how many it has.
    Heading(ProblemId, usize),
    Problem(ProblemId),
}

/// The rows that a filter leaves, kept until problems or filter change.
#[derive(Debug, Default)]
pub struct List {
    rows: Vec<Row>,
    /// Where each row begins, in points from the top, and where the last ends.
    tops: Vec<f32>,
    made_for: Option<(u64, Filter, usize)>,
}

/// How high the rows of the list are, in points.
#[derive(Clone, Copy, Debug)]
pub struct Heights {
    /// A group's heading.
    pub heading: f32,
    /// A problem with one line of words, and one of place.
    pub short: f32,
    /// A problem with two lines of words.
    pub long: f32,
}

impl List {
    /// Follows the document, the filter and the letters that a line has room for; gives whether
    /// anything is different.
    pub fn follow(
        &mut self,
        document: &Document,
        filter: &Filter,
        heights: Heights,
        letters: usize,
    ) -> bool {
        let version = document.problems().version();
        let same = |made: &(u64, Filter, usize)| {
            made.0 == version && made.1 == *filter && made.2 == letters
        };
        if self.made_for.as_ref().is_some_and(same) {
            return false;
        }
        let is_short = |id: ProblemId| {
            let problem = document.problems().get(id);
            problem.is_some_and(|problem| problem.message.chars().count() <= letters)
        };
        let needle = filter.text.trim().to_lowercase();
        let mut found: Vec<(u64, Severity, ProblemId)> = document
            .problems()
            .iter()
            .filter(|(_, problem)| filter.shows(&needle, problem))
            .map(|(id, problem)| (key(document, filter.group, id, problem), problem.severity, id))
            .collect();
        found.sort_unstable();
        // A group with an error in it stands above one with notes only; a stable sort keeps the
        // rest in order.
        let mut groups: Vec<_> = found.chunk_by(|one, other| one.0 == other.0).collect();
        if filter.group == Group::Kind {
            groups.sort_by_key(|group| group.first().map(|&(_, worst, _)| worst));
        }
        self.rows.clear();
        for group in groups {
            if let Some(&(_, _, first)) = group.first() {
                self.rows.push(Row::Heading(first, group.len()));
            }
            self.rows.extend(group.iter().map(|&(_, _, id)| Row::Problem(id)));
        }
        let mut end = 0.0;
        self.tops.clear();
        for row in &self.rows {
            self.tops.push(end);
            end += match row {
                Row::Heading(..) => heights.heading,
                Row::Problem(id) if is_short(*id) => heights.short,
                Row::Problem(_) => heights.long,
            };
        }
        self.tops.push(end);
        self.made_for = Some((version, filter.clone(), letters));
        true
    }

    /// How high all rows are together.
    pub fn height(&self) -> f32 {
        self.tops.last().copied().unwrap_or_default()
    }

    /// The rows between two heights, each with its top and bottom.
    pub fn between(&self, top: f32, bottom: f32) -> impl Iterator<Item = (Row, f32, f32)> + '_ {
        let first = self.tops.partition_point(|&start| start <= top).saturating_sub(1);
        let rows = self.rows.iter().enumerate().skip(first);
        let placed =
            rows.filter_map(|(at, &row)| Some((row, *self.tops.get(at)?, *self.tops.get(at + 1)?)));
        placed.take_while(move |&(_, start, _)| start < bottom)
    }

    /// Where a problem's row is.
    pub fn span(&self, id: ProblemId) -> Option<(f32, f32)> {
        let at = self.rows.iter().position(|&row| row == Row::Problem(id))?;
        Some((*self.tops.get(at)?, *self.tops.get(at + 1)?))
    }

    /// The problems in the order of the rows.
    pub fn problems(&self) -> impl DoubleEndedIterator<Item = ProblemId> + '_ {
        self.rows.iter().filter_map(|row| match row {
            Row::Problem(id) => Some(*id),
            Row::Heading(..) => None,
        })
    }

    /// The problem after another, or before it; the first or last where there is no other.
    pub fn beside(&self, now: Option<ProblemId>, forwards: bool) -> Option<ProblemId> {
        let all: Vec<ProblemId> = self.problems().collect();
        let at = now.and_then(|now| all.iter().position(|&id| id == now));
        let next = match (at, forwards) {
            (None, true) => 0,
            (None, false) => all.len().checked_sub(1)?,
            (Some(at), true) => (at + 1) % all.len(),
            (Some(at), false) => (at + all.len() - 1) % all.len(),
        };
        all.get(next).copied()
    }
}

/// What sorts a problem into its group.
fn key(document: &Document, group: Group, id: ProblemId, problem: &Diagnostic) -> u64 {
    match group {
        Group::Kind => {
            let at = KINDS.iter().position(|(code, _)| *code == problem.code);
            at.unwrap_or(KINDS.len()) as u64
        }
        Group::File => u64::from(part(id.scope).0),
        Group::Place => {
            let hex = match id.scope {
                Scope::Features(hex) | Scope::TrenchGap(hex) => Some(hex),
                _ => problem.place.hex.as_ref().and_then(|hex| document.grid().parse(hex)),
            };
            let counter = || problem.place.counter.as_ref().and_then(|id| document.hex_of(id));
            match hex.or_else(counter) {
                Some(hex) => u64::from(hex.0),
                None => (1 << 40) + u64::from(part(id.scope).0),
            }
        }
    }
}

/// What a group is called.
pub fn heading(document: &Document, group: Group, id: ProblemId, problem: &Diagnostic) -> String {
    match group {
        Group::Kind => {
            let known = KINDS.iter().find(|(code, _)| *code == problem.code);
            known.map_or("Other", |(_, name)| name).to_owned()
        }
        Group::File => part(id.scope).1.to_owned(),
        Group::Place => {
            let at = key(document, group, id, problem);
            match u32::try_from(at) {
                Ok(hex) => format!("Hex {}", document.grid().label(salient_hex::grid::Hex(hex))),
                Err(_) => part(id.scope).1.to_owned(),
            }
        }
    }
}

/// The codes in the order of their groups, with what they are called: first what keeps the data
/// from being read as it is meant, then the rules.
const KINDS: [(Code, &str); 15] = [
    (Code::DanglingReference, "Names something that is not there"),
    (Code::Duplicate, "Given twice"),
    (Code::OffMap, "Not on the map"),
    (Code::GridShape, "Rows of hexes that do not fit"),
    (Code::Schema, "Not as it should be written"),
    (Code::MissingField, "Something is missing"),
    (Code::UnknownField, "Unknown field"),
    (Code::Rule, "Against the rules"),
    (Code::Misplaced, "In an unlikely place"),
    (Code::Gap, "A piece is missing"),
    (Code::Unfinished, "Not finished"),
    (Code::FormatVersion, "Version of the file"),
    (Code::UnknownFileKind, "Kind of the file"),
    (Code::JsonSyntax, "Not JSON"),
    (Code::Unreadable, "Not readable"),
];

/// The part of the document that a scope lies in, and what it is called.
fn part(scope: Scope) -> (u8, &'static str) {
    match scope {
        Scope::Scenario
        | Scope::Rules(RulesPart::SetUp | RulesPart::Arrivals | RulesPart::General) => {
            (0, "Scenario")
        }
        Scope::OrderOfBattle(_) | Scope::Counter(..) => (2, "Order of battle"),
        Scope::Ruleset | Scope::Rules(RulesPart::Data) => (3, "Ruleset"),
        _ => (1, "Map"),
    }
}

/// How many there are, in words: `2 errors and 1 warning`.
pub fn in_words(count: ProblemCount) -> String {
    let parts: Vec<String> =
        [(count.errors, "error"), (count.warnings, "warning"), (count.notes, "note")]
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| salient_output::plural(number, word))
            .collect();
    match parts.as_slice() {
        [] => "No problems".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
