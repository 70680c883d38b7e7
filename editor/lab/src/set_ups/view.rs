//! How the spread of set-ups is laid out, for text, panel and page.

use super::compare::{CountDifference, SpreadComparison};
use super::spread::{Bin, Spread};
use salient_schema::words::all_sides;

use crate::view::words;
use crate::view::{Cell, Column, Content, Kind, Row, Section, Table, TableTraits, Value, View};

/// Bars of a small histogram, from a little to all.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl View {
    /// Lays the spread of set-ups out, with what another set of answers changes if that is given:
    /// the comparison's second spread is then this one. `title` says whose rules make them.
    #[must_use]
    pub fn of_set_ups(title: &str, spread: &Spread, compared: Option<&SpreadComparison>) -> Self {
        let mut sections: Vec<Section> = compared.map(changes).into_iter().collect();
        sections.push(numbers(spread));
        Self {
            title: title.to_owned(),
            headline: headline(spread, compared),
            because: compared.map_or_else(String::new, what_differs),
            run: run(spread),
            balance: Vec::new(),
            precision: None,
            figures: Vec::new(),
            sections,
        }
    }
}

fn run(spread: &Spread) -> Vec<String> {
    let last = spread.seed.wrapping_add(u64::from(spread.wanted.saturating_sub(1)));
    let mut run = vec![words::plural(spread.made.into(), "set-up")];
    run.push(match spread.wanted {
        1 => format!("seed {}", spread.seed),
        _ => format!("seeds {} to {last}", spread.seed),
    });
    let refused: u32 = spread.refused.iter().map(|refused| refused.count).sum();
    if spread.made + refused < spread.wanted {
        let wanted = words::count(spread.wanted.into());
        run.push(format!("stopped before the end: {wanted} were wanted"));
    }
    run
}

fn headline(spread: &Spread, compared: Option<&SpreadComparison>) -> String {
    let Some(compared) = compared else {
        let answers = spread.answers.iter().map(|(id, answer)| format!("{id} {answer}"));
        return format!("{}.", answers.collect::<Vec<_>>().join(", "));
    };
    let changed = compared.answers.iter().map(|(id, [first, second])| {
        let or_none = |answer: &str| if answer.is_empty() { "as it is" } else { answer }.to_owned();
        format!("{id}: {} instead of {}", or_none(second), or_none(first))
    });
    let changed: Vec<String> = changed.collect();
    if changed.is_empty() {
        return "The same answers twice.".to_owned();
    }
    format!("{}.", words::capital(&changed.join("; ")))
}

fn clear(row: &CountDifference) -> bool {
    row.difference.is_some_and(|found| found.clear)
}

/// The largest of what differs, in a sentence.
fn what_differs(compared: &SpreadComparison) -> String {
    let mut found: Vec<&CountDifference> =
        compared.differences.iter().filter(|row| clear(row)).collect();
    // Against its own spread, so that trenches by the hundred do not drown tanks.
    let weight = |row: &CountDifference| {
        let spread = row.first.sd.max(row.second.sd);
        let value = row.difference.map_or(0.0, |found| found.value.abs());
        if spread > 0.0 { value / spread } else { f64::MAX }
    };
    found.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
    if found.is_empty() {
        return "No number differs for certain: what differs may be chance.".to_owned();
    }
    let told = found.iter().take(3).filter_map(|row| {
        let value = row.difference?.value;
        Some(format!("{} {}", words::signed(value, 1), row.name))
    });
    let told: Vec<String> = told.collect();
    format!(
        "{} differ for certain; most of all {}.",
        words::plural(found.len() as u64, "number"),
        words::list(&told)
    )
}

/// What another set of answers changes.
fn changes(compared: &SpreadComparison) -> Section {
    let rows = |rows: Vec<&CountDifference>| -> Vec<Row> {
        let row = |row: &&CountDifference| {
            Row::from(vec![
                Cell::from(row.name.as_str()),
                row.first.into(),
                row.second.into(),
                Value::Difference(row.difference, None).into(),
            ])
        };
        rows.iter().map(row).collect()
    };
    let (differ, alike): (Vec<_>, Vec<_>) = compared.differences.iter().partition(|row| clear(row));
    let table = |id: &str, caption: &str| Table {
        label: "Table of differences".to_owned(),
        caption: caption.to_owned(),
        ..Table::new(
            id,
            vec![
                Column::new("Number", Kind::LongHead, "number"),
                Column::new("First", Kind::Spread, "first,first_sd,first_low,first_high"),
                Column::new("Second", Kind::Spread, "second,second_sd,second_low,second_high"),
                Column::new("Difference", Kind::Difference, "difference,low,high,clear"),
            ],
        )
    };
    let mut content = Vec::new();
    if !differ.is_empty() {
        let of = table("set-ups-compared", "Numbers that differ for certain");
        content.push(Content::Table(Table { rows: rows(differ), ..of }));
    }
    if !alike.is_empty() {
        let summary =
            format!("{} without a clear difference", words::plural(alike.len() as u64, "number"));
        let of = table("set-ups-compared-alike", "Numbers that may be alike");
        content.push(Content::Fold(summary, Table { rows: rows(alike), ..of }));
    }
    Section {
        id: "set-ups-compared",
        name: "Comparison",
        title: "What the answers change",
        lead: format!(
            "{} of both, seed by seed: where a step throws the same dice it makes no difference. \
             Every difference is the second less the first, with its 95 % interval; one whose \
             interval leaves out 0 is marked.",
            words::plural(compared.pairs.into(), "set-up")
        ),
        content,
    }
}

/// How every number spreads, a table a side.
fn numbers(spread: &Spread) -> Section {
    let mut content: Vec<Content> =
        spread.sides().into_iter().map(|side| Content::Table(of_side(spread, side))).collect();
    content.extend(spread.refused.iter().map(|refused| {
        let rule = refused.rule.as_ref().map_or_else(String::new, |rule| format!(" [{rule}]"));
        Content::Note(format!(
            "{} gave none, the first {}: {}{rule}.",
            words::plural(refused.count.into(), "seed"),
            refused.seed,
            refused.message
        ))
    }));
    Section {
        id: "set-ups",
        name: "Numbers",
        title: "How the numbers spread",
        lead:
            "Mean and standard deviation, the least and the most, and what a quarter, a half and \
               three quarters of the set-ups do not exceed."
                .to_owned(),
        content,
    }
}

fn of_side(spread: &Spread, side: Option<&str>) -> Table {
    let columns = vec![
        Column::new("Number", Kind::LongHead, "number"),
        Column::new("Mean", Kind::Spread, "mean,sd,low,high"),
        Column::new("Least", Kind::Number, "least"),
        Column::new("¼", Kind::Number, "first_quartile"),
        Column::new("Median", Kind::Number, "median"),
        Column::new("¾", Kind::Number, "third_quartile"),
        Column::new("Most", Kind::Number, "most"),
        Column::seen("From least to most", Kind::Short).minor(),
    ];
    let rows = spread.counts.iter().filter(|count| count.parted().0 == side).map(|count| {
        let [first, median, third] = count.quartiles;
        Row::from(vec![
            Cell::from(words::capital(count.parted().1).as_str()),
            count.estimate.into(),
            count.least.into(),
            first.into(),
            median.into(),
            third.into(),
            count.most.into(),
            Cell::from(bars(&count.histogram).as_str()),
        ])
    });
    let all = all_sides(spread.sides().into_iter().flatten().count());
    let title =
        words::capital(&side.map_or_else(|| all.to_owned(), |side| side.replace(['-', '_'], " ")));
    Table {
        label: format!("Table of numbers: {title}"),
        caption: "Mean, spread and range of each number".to_owned(),
        rows: rows.collect(),
        traits: TableTraits::default(),
        title,
        ..Table::new(format!("set-ups-{}", side.unwrap_or("both")), columns)
    }
}

/// A histogram in a few characters; a value that came at all has a bar.
fn bars(histogram: &[Bin]) -> String {
    let most = histogram.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let bar = |bin: &Bin| match bin.count {
        0 => '·',
        count => {
            let place = (u64::from(count) * BARS.len() as u64).div_ceil(u64::from(most)) as usize;
            BARS[place.clamp(1, BARS.len()) - 1]
        }
    };
    histogram.iter().map(bar).collect()
}
