//! Two runs side by side.

use super::model::{About, Cell, Column, Content, Kind, Row, Section, Table, TableTraits, Value};
use super::tables::side_name;
use super::words;
use crate::compare::{Compared, Comparison, Named, TownDifference};
use crate::report::Report;
use crate::statistics::{Difference, Estimate, Share};

/// The section that puts the runs side by side; `names` are what the columns of the first and the
/// second run are called.
#[must_use]
pub fn compared(report: &Report, comparison: &Comparison, names: [&str; 2]) -> Section {
    let table = |what, difference| Table::new("", columns(what, names, difference));
    let mut content = vec![
        Content::Note(runs(comparison)),
        Content::Table(shares(report, comparison, table("How they end", "Percentage points"))),
        Content::Table(means(report, comparison, table("Mean of a game", "Difference"))),
    ];
    let towns =
        |of: &[&TownDifference]| towns(of, table("Town changes hands", "Percentage points"));
    let clear = |town: &&TownDifference| town.taken.difference.is_some_and(|found| found.clear);
    let (differ, alike): (Vec<_>, Vec<_>) = comparison.towns.iter().partition(clear);
    if !differ.is_empty() {
        content.push(Content::Table(towns(&differ)));
    }
    if !alike.is_empty() {
        let count = words::plural(alike.len() as u64, "town");
        let summary = format!("{count} without a clear difference");
        let table = Table { id: "compared-towns-alike".to_owned(), ..towns(&alike) };
        content.push(Content::Fold(summary, table));
    }
    Section {
        id: "compared",
        name: "Comparison",
        title: "Compared with another run",
        lead: lead(report, comparison),
        content,
    }
}

/// Whether the runs can be told apart, and by what.
fn lead(report: &Report, comparison: &Comparison) -> String {
    if !comparison.distinguishable {
        return alike(comparison);
    }
    let changed = |difference: Option<Difference>| difference.filter(|found| found.clear);
    let more = |value: f64| if value > 0.0 { "more" } else { "less" };
    let wins = comparison.wins.iter().find_map(|win| {
        let found = changed(win.value.difference).filter(|found| found.value > 0.0)?;
        let points = words::number(found.value * 100.0, 0);
        Some(format!(
            "the {} side wins {points} in a hundred games more",
            side_name(report, &win.side)
        ))
    });
    let points = comparison.points.and_then(|points| changed(points.difference)).map(|found| {
        let points = words::number(found.value.abs(), 1);
        format!("the mean is {points} victory points {}", more(found.value))
    });
    let said: Vec<String> = wins.into_iter().chain(points).collect();
    format!("The two runs can be told apart: in the second {}.", words::list(&said))
}

/// By what the runs cannot be told apart, and what else differs clearly, a number at a time.
fn alike(comparison: &Comparison) -> String {
    let by = match comparison.points {
        Some(_) => "by who wins or by the points",
        None => "by who wins",
    };
    let clear = |found: Option<Difference>| found.is_some_and(|found| found.clear);
    let steps = comparison.steps.iter().filter(|of| clear(of.value.difference)).count();
    let units = comparison.units.iter().filter(|of| clear(of.value.difference)).count();
    let towns = comparison.towns.iter().filter(|town| clear(town.taken.difference)).count();
    let levels = comparison.levels.iter().filter(|of| clear(of.share.difference)).count();
    let also: Vec<&str> = [
        (levels, "levels of victory"),
        (steps, "steps lost"),
        (units, "units removed"),
        (towns, "towns"),
    ]
    .into_iter()
    .filter_map(|(count, name)| (count > 0).then_some(name))
    .collect();
    let mut told = format!("The two runs cannot be told apart {by}: what differs may be chance.");
    if !also.is_empty() {
        let also: Vec<String> = also.into_iter().map(str::to_owned).collect();
        told.push_str(&format!(
            " Marked differences are below, in {}; of many numbers one in twenty is marked by \
             chance.",
            words::list(&also)
        ));
    }
    told
}

/// Which the runs are.
fn runs(comparison: &Comparison) -> String {
    let named = |own: &Named, other: &Named| {
        let title = if own.title == other.title && own.fingerprint != other.fingerprint {
            format!("{} ({})", own.title, own.fingerprint.get(..8).unwrap_or(&own.fingerprint))
        } else {
            own.title.clone()
        };
        format!("{title}, {}, seed {}", words::plural(own.played.into(), "game"), own.seed)
    };
    let (first, second) = (&comparison.first, &comparison.second);
    format!(
        "First: {}. Second: {}. Every difference is the second less the first, with its 95 % \
         interval; one whose interval leaves out 0 is marked.",
        named(first, second),
        named(second, first)
    )
}

/// The same as data: a row a number that both runs have.
#[must_use]
pub fn compared_data(comparison: &Comparison) -> Table {
    let number = |head| Column::data(Kind::Number, head);
    let columns = vec![
        Column::data(Kind::Words, "what"),
        Column::data(Kind::Words, "of"),
        number("first"),
        number("second"),
        number("difference,low,high,clear"),
    ];
    let row = |what: &str, of: &str, values: [f64; 2], difference: Option<Difference>| -> Row {
        let [first, second] = values.map(Cell::from);
        let difference = Value::Difference(difference, None).into();
        vec![what.into(), of.into(), first, second, difference].into()
    };
    let of_share = |what: &str, of: &str, share: &Compared<Share>| {
        row(what, of, [share.first.share, share.second.share], share.difference)
    };
    let of_mean = |what: &str, of: &str, mean: &Compared<Estimate>| {
        row(what, of, [mean.first.mean, mean.second.mean], mean.difference)
    };
    let levels = comparison.levels.iter();
    let mut rows: Vec<Row> =
        levels.map(|level| of_share("level", &level.level, &level.share)).collect();
    rows.extend(comparison.wins.iter().map(|wins| of_share("wins", &wins.side, &wins.value)));
    rows.extend(comparison.points.iter().map(|points| of_mean("points", "", points)));
    rows.extend(comparison.steps.iter().map(|of| of_mean("steps", &of.side, &of.value)));
    rows.extend(comparison.units.iter().map(|of| of_mean("units", &of.side, &of.value)));
    rows.extend(comparison.towns.iter().map(|town| of_share("town", &town.hex, &town.taken)));
    Table { rows, ..Table::new("comparison", columns) }
}

fn columns(what: &str, [first, second]: [&str; 2], difference: &str) -> Vec<Column> {
    vec![
        Column::seen(what, Kind::LongHead),
        Column::seen(first, Kind::Number),
        Column::seen(second, Kind::Number),
        Column::seen(difference, Kind::Difference),
    ]
}

fn of_shares(name: impl Into<Cell>, share: &Compared<Share>) -> Row {
    let difference = Value::Difference(share.difference, Some(share.second.of));
    Row::from(vec![name.into(), share.first.into(), share.second.into(), difference.into()])
}

fn of_means(name: &str, means: &Compared<Estimate>) -> Row {
    let difference = Value::Difference(means.difference, None);
    Row::from(vec![name.into(), means.first.into(), means.second.into(), difference.into()])
}

fn shares(report: &Report, comparison: &Comparison, of: Table) -> Table {
    let wins = comparison.wins.iter().map(|win| {
        let name = format!("{} wins", side_name(report, &win.side));
        of_shares(Cell::from(name.as_str()).of(&win.side), &win.value)
    });
    let levels = comparison
        .levels
        .iter()
        .map(|level| of_shares(Cell::from(&level.level).of(&level.side), &level.share));
    Table {
        id: "compared-levels".to_owned(),
        label: "Table of levels compared".to_owned(),
        caption: "Wins and levels of victory in both runs".to_owned(),
        rows: wins.chain(levels).collect(),
        ..of
    }
}

fn means(report: &Report, comparison: &Comparison, table: Table) -> Table {
    let of = |side: &str, what: &str| format!("{} {what}", side_name(report, side));
    let mut rows = Vec::new();
    rows.extend(comparison.points.map(|points| of_means("Victory points", &points)));
    let steps = comparison.steps.iter();
    rows.extend(steps.map(|row| of_means(&of(&row.side, "steps lost"), &row.value)));
    let units = comparison.units.iter();
    rows.extend(units.map(|row| of_means(&of(&row.side, "units removed"), &row.value)));
    Table {
        id: "compared-means".to_owned(),
        label: "Table of means compared".to_owned(),
        caption: "Points and losses a game in both runs".to_owned(),
        rows,
        ..table
    }
}

fn towns(towns: &[&TownDifference], of: Table) -> Table {
    let row = |town: &&TownDifference| {
        let name = format!("{} {}", town.name.as_deref().unwrap_or("unnamed"), town.hex);
        of_shares(name.as_str(), &town.taken).about(About::Hex(town.hex.clone()))
    };
    Table {
        id: "compared-towns".to_owned(),
        label: "Table of towns compared".to_owned(),
        rows: towns.iter().map(row).collect(),
        traits: TableTraits { tall: true, ..TableTraits::default() },
        ..of
    }
}
