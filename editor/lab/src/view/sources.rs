//! Where the points come from, and what tells kinds of games apart.

use super::model::{Cell, Chart, Column, Content, Kind, Row, Section, Table, Value};
use super::tables::side_name;
use super::words;
use crate::report::Report;
use crate::sources::{Between, Lever, LeverMeans, SourceReport, SourceTurn};
use crate::statistics::{Estimate, Share, Sum};
use crate::subject::SourceHead;
use crate::tree::{Branch, Counted, FactName, Horizon, Telling};

/// The most bars of a spread.
const BARS: i32 = 20;

/// Whether more sides than one have points of their own.
fn of_several_sides(report: &Report) -> bool {
    let mut sides = report.sources.iter().map(|source| &source.side);
    let first = sides.next();
    sides.any(|side| Some(side) != first)
}

/// The sources as wholes, which add up.
fn wholes(report: &Report) -> impl Iterator<Item = &SourceReport> {
    report.sources.iter().filter(|source| source.is_whole())
}

/// The section on where the points come from; none where no log says it.
pub(super) fn sources(report: &Report) -> Option<Section> {
    if report.sources.is_empty() {
        return None;
    }
    let lead = lever(report).unwrap_or_else(|| largest(report));
    let mut content = vec![Content::Table(in_all(report))];
    if report.reached_turns().len() > 1 {
        content.push(Content::Chart(Chart::Sources));
        content.push(Content::Fold("The numbers by turn".to_owned(), by_turn(report)));
    }
    let levels = wholes(report).map(|source| source.levels.len()).max().unwrap_or(0);
    if levels > 1 {
        content.push(Content::Table(by_level(report)));
    }
    let title = "Where the points come from";
    Some(Section { id: "sources", name: "Sources", title, lead, content })
}

/// What makes most of the points.
fn largest(report: &Report) -> String {
    let most = wholes(report).max_by(|a, b| a.points.mean.abs().total_cmp(&b.points.mean.abs()));
    let Some(most) = most else { return String::new() };
    format!(
        "Most come from this: {}, with {} points a game.",
        most.head.name,
        words::mean(&most.points)
    )
}

/// A number of things that are counted, as exact as it needs to be.
fn amount(mean: f64) -> String {
    words::number(mean, usize::from(mean.abs() < 20.0))
}

/// The source that tells won games from lost ones best, in a sentence.
pub(super) fn lever(report: &Report) -> Option<String> {
    let Lever { between, side, source, first, second, kind, .. } = report.lever.as_ref()?;
    let counted = !source.many.is_empty();
    let value = |means: &LeverMeans| if counted { means.count.mean } else { means.points.mean };
    let mut named = match counted {
        true => source.many.clone(),
        false => format!("points of {}", source.name),
    };
    if of_several_sides(report) {
        named.push_str(&format!(" by the {} side", side_name(report, side)));
    }
    let [one, other] = names(report, between);
    // What there is more of comes first.
    let turned = value(first).abs() < value(second).abs();
    let [(more, in_more), (less, in_less)] = match turned {
        true => [(second, other), (first, one)],
        false => [(first, one), (second, other)],
    };
    let of_them = kind.as_ref().map(|kind| {
        let means = if turned { &kind.second } else { &kind.first };
        let all = amount(value(more));
        match amount(value(means)) {
            some if some == all => format!(", all of them {}", kind.source.many),
            some => format!(", {some} of them {}", kind.source.many),
        }
    });
    Some(format!(
        "{} {named} a game in {in_more}{}; {} in {in_less}. No other source of points tells them \
         apart as clearly.",
        amount(value(more)),
        of_them.unwrap_or_default(),
        amount(value(less)),
    ))
}

/// What two kinds of games are called.
fn names(report: &Report, between: &Between) -> [String; 2] {
    match between {
        Between::Wins { side, other } => {
            let wins = |side: &str| format!("{} wins", side_name(report, side));
            let others = || "other games".to_owned();
            [wins(side), other.as_deref().map_or_else(others, wins)]
        }
        Between::Kinds => ["the second kind", "the first kind"].map(str::to_owned),
        Between::Level { level } => [format!("“{level}”"), "other games".to_owned()],
    }
}

/// What of so many games are of a kind.
fn of_kind(between: &Between, share: &str, name: &str) -> String {
    match between {
        Between::Kinds => format!("{share} are of {name}"),
        Between::Wins { .. } | Between::Level { .. } => format!("{share} are {name}"),
    }
}

/// What the sources come to at the end of a game.
fn in_all(report: &Report) -> Table {
    let several = of_several_sides(report);
    let mut columns = Vec::new();
    if several {
        columns.push(Column::seen("Side", Kind::Short));
    }
    columns.extend([
        Column::seen("Source", Kind::LongHead),
        Column::seen("How many a game", Kind::Number),
        Column::seen("Points a game", Kind::Spread)
            .hint("Points at the end of a game, the mean and its spread"),
        Column::seen("95 % interval", Kind::Number),
    ]);
    let mut rows: Vec<Row> = Vec::new();
    for side in &report.subject.sides {
        let of_side = || report.sources.iter().filter(|source| source.side == side.id);
        let mut add = |name: String, count: Value, points: Estimate| {
            let mut row: Vec<Cell> = Vec::new();
            if several {
                row.push(Cell::from(side.name.as_str()).of(&side.id));
            }
            row.extend([name.as_str().into(), count.into(), points.into()]);
            row.push(Value::Interval(points).into());
            rows.push(row.into());
        };
        for source in of_side() {
            let name = match source.is_whole() {
                true => source.head.name.clone(),
                false => format!("– {}", source.head.name),
            };
            let count = if source.is_counted() { source.count.into() } else { Value::None };
            add(name, count, source.points);
        }
        if of_side().next().is_some() {
            let all = if several { format!("{} in all", side.name) } else { "In all".to_owned() };
            add(all, Value::None, together(report, &side.id));
        }
    }
    Table {
        label: "Table of the sources of points".to_owned(),
        caption: "What the points at the end of a game are made of".to_owned(),
        rows,
        ..Table::new("sources-in-all", columns)
    }
}

/// What the sources of a side come to together at the end of a game.
fn together(report: &Report, side: &str) -> Estimate {
    let mut sum = Sum::default();
    for game in &report.games {
        sum.add(crate::sources::together(&report.subject, side, game));
    }
    sum.estimate()
}

/// A source's name as a heading.
fn heading(report: &Report, source: &SourceReport) -> String {
    match of_several_sides(report) {
        true => format!("{}: {}", side_name(report, &source.side), source.head.name),
        false => source.head.name.clone(),
    }
}

/// What the points at the end of each game-turn are made of.
fn by_turn(report: &Report) -> Table {
    let mut columns = vec![Column::seen("Turn", Kind::Head)];
    columns.extend(wholes(report).map(|source| {
        let column = Column::seen(heading(report, source), Kind::Number);
        Column { side: Some(source.side.clone()), ..column }
    }));
    columns.push(Column::seen("Points", Kind::Number));
    let row = |turn: &crate::report::TurnReport| -> Row {
        let mut row: Vec<Cell> = vec![Value::Turn(turn.turn, turn.label.clone()).into()];
        row.extend(wholes(report).map(|source| {
            let there = source.turns.iter().find(|there| there.turn == turn.turn);
            there.map_or_else(|| Value::None.into(), |there| Cell::from(there.points))
        }));
        row.push(turn.points.into());
        Row::from(row).about(super::About::Turn(turn.turn))
    };
    Table {
        label: "Table of the sources of points by turn".to_owned(),
        caption: "What the points at the end of each game-turn are made of, on the mean".to_owned(),
        rows: report.reached_turns().iter().map(row).collect(),
        ..Table::new("points-by-turn", columns)
    }
}

/// What the points are made of by how the game ended.
fn by_level(report: &Report) -> Table {
    let reached: Vec<_> = report.levels.iter().filter(|level| level.share.count > 0).collect();
    let mut columns = vec![Column::seen("Source", Kind::LongHead)];
    // A side's colour would stand for all of its levels, which have shades of their own elsewhere.
    let of_level = |level: &str| Column::seen(level.to_owned(), Kind::Number);
    columns.extend(reached.iter().map(|level| of_level(&level.level)));
    let of_levels = |source: &SourceReport| {
        reached
            .iter()
            .map(|level| {
                let there = source.levels.iter().find(|there| there.level == level.level);
                there.map_or_else(|| Value::None.into(), |there| Cell::from(there.points))
            })
            .collect::<Vec<Cell>>()
    };
    let row = |source: &SourceReport| -> Row {
        let name = match source.is_whole() {
            true => heading(report, source),
            false => format!("– {}", source.head.name),
        };
        let mut row: Vec<Cell> = vec![name.as_str().into()];
        row.extend(of_levels(source));
        row.into()
    };
    let mut games: Vec<Cell> = vec!["Games".into()];
    games.extend(reached.iter().map(|level| Cell::from(level.share.count)));
    let mut rows: Vec<Row> = report.sources.iter().map(row).collect();
    rows.push(games.into());
    Table {
        title: "Points by source and level of victory".to_owned(),
        label: "Table of the sources of points by level of victory".to_owned(),
        caption: "Points of each source at the end of a game, by how it ended".to_owned(),
        rows,
        ..Table::new("sources-by-end", columns)
    }
}

/// The section on what tells kinds of games apart; none where nearly all games are alike.
pub(super) fn kinds(report: &Report) -> Option<Section> {
    let telling = report.telling.as_ref();
    if telling.is_none() && report.kinds.is_none() {
        return None;
    }
    let lead = told(report).unwrap_or_default();
    let mut content = Vec::new();
    if let Some(spread) = spread(report) {
        content.push(Content::Table(spread));
    }
    if let Some(telling) = telling {
        content.push(Content::Table(horizons(telling)));
        let others = telling.horizons.iter().enumerate();
        let others = others.filter(|(at, _)| telling.told != Some(*at));
        for (horizon, tree) in others.filter_map(|(_, of)| Some((of, of.tree.as_ref()?))) {
            let when = match horizon.turn {
                Some(turn) => format!("By game-turn {turn}"),
                None => "At the end".to_owned(),
            };
            let rule = rule(report, &telling.between, tree);
            content.push(Content::Note(format!("{when}: {rule}.")));
        }
    }
    let title = match report.kinds {
        Some(_) => "Two kinds of games",
        None => "What tells games apart",
    };
    Some(Section { id: "kinds", name: "Kinds of games", title, lead, content })
}

/// What tells the kinds of games apart, in words.
pub(super) fn told(report: &Report) -> Option<String> {
    let telling = report.telling.as_ref()?;
    let [one, other] = names(report, &telling.between);
    let Some(horizon) = telling.told.and_then(|told| telling.horizons.get(told)) else {
        return Some(format!(
            "Nothing that is counted{} tells {one} from {other} better than chance.{}",
            looked_at(telling).map(|turn| format!(" by game-turn {turn}")).unwrap_or_default(),
            not_looked_at(telling),
        ));
    };
    let tree = horizon.tree.as_ref()?;
    Some(format!(
        "What tells {one} from {other}: {}. That tells {} of the games rightly; always saying the \
         commoner would tell {}.{}",
        rule(report, &telling.between, tree),
        words::share(&horizon.right),
        words::share(&commoner(telling)),
        not_looked_at(telling),
    ))
}

/// The last game-turn that was looked at, where games that lasted longer were not looked at to
/// their end.
fn looked_at(telling: &Telling) -> Option<u16> {
    telling.horizons.last()?.turn
}

/// Why later game-turns were not looked at, if they were not.
fn not_looked_at(telling: &Telling) -> &'static str {
    match looked_at(telling) {
        Some(_) => {
            " Later game-turns were not looked at: more than one game in twenty was over by then, \
             and of those less is counted for that alone."
        }
        None => "",
    }
}

/// How many games whoever always says the commoner kind tells rightly.
fn commoner(telling: &Telling) -> Share {
    let [one, other] = telling.games.map(u64::from);
    Share::new(one.max(other), one + other)
}

/// A tree in words: what holds, and what is so of the games for which it does.
fn rule(report: &Report, between: &Between, tree: &Branch) -> String {
    let mut said = Vec::new();
    leaves(report, between, tree, &mut Vec::new(), &mut said);
    said.join("; ")
}

fn leaves(
    report: &Report,
    between: &Between,
    tree: &Branch,
    so_far: &mut Vec<String>,
    said: &mut Vec<String>,
) {
    match tree {
        Branch::Leaf { games } => {
            let [one, other] = names(report, between);
            let all = u64::from(games[0] + games[1]);
            let (count, name) =
                if games[0] > games[1] { (games[0], one) } else { (games[1], other) };
            let share = words::share(&Share::new(count.into(), all));
            said.push(format!("{}: {}", words::list(so_far), of_kind(between, &share, &name)));
        }
        Branch::Question { fact, than, more, fewer } => {
            for (branch, is_more) in [(more, true), (fewer, false)] {
                so_far.push(asked(report, fact, *than, is_more));
                leaves(report, between, branch, so_far, said);
                so_far.pop();
            }
        }
    }
}

/// One answer to a question: "more than 12 exits by game-turn 6".
fn asked(report: &Report, fact: &FactName, than: i32, more: bool) -> String {
    let number = words::number(f64::from(than), 0);
    let next = words::number(f64::from(than) + 1.0, 0);
    let amount = match (than, more) {
        (0, true) => "any".to_owned(),
        (0, false) => "no".to_owned(),
        (1, true) => format!("at least {next}"),
        (1, false) => format!("fewer than {next}"),
        (_, true) => format!("more than {number}"),
        (_, false) => format!("at most {number}"),
    };
    let by = fact.turn.map(|turn| format!(" by game-turn {turn}")).unwrap_or_default();
    format!("{amount} {}{by}", counted(report, fact))
}

/// What a question counts.
fn counted(report: &Report, fact: &FactName) -> String {
    let side = fact.side.as_deref().map_or("", |side| side_name(report, side));
    let heads = &report.subject.sources;
    let source = fact.source.and_then(|source| heads.get(source));
    let of_source = || {
        let Some(head) = source else { return String::new() };
        let whole = heads.iter().find(|whole| whole.id == head.id && whole.kind.is_none());
        let by = match of_several_sides(report) {
            true => format!(" by the {side} side"),
            false => String::new(),
        };
        match whole.filter(|_| head.kind.is_some()) {
            Some(whole) => format!("{}{by} {}", whole.many, bracketed(head, &by)),
            None => format!("{}{by}", head.many),
        }
    };
    match fact.what {
        Counted::Count => of_source(),
        Counted::Points => {
            let name = source.map_or("", |head| head.name.as_str());
            format!("{side} points of {name}")
        }
        Counted::Steps => format!("{side} steps lost"),
        Counted::Units => format!("{side} units lost"),
        Counted::Towns => format!("towns taken by the {side} side"),
        Counted::Attacks => format!("{side} attacks"),
        Counted::Exchanged => format!("{side} units broken down or exchanged"),
        Counted::Turns => "game-turns played".to_owned(),
    }
}

/// A finer kind behind its source: in brackets, where something stands between.
fn bracketed(head: &SourceHead, between: &str) -> String {
    if between.is_empty() { head.many.clone() } else { format!("({})", head.many) }
}

/// How well kinds of games can be told apart, and how early.
fn horizons(telling: &Telling) -> Table {
    let columns = vec![
        Column::seen("By the end of", Kind::Head),
        Column::seen("Share of the games told rightly, with the 95\u{a0}% interval", Kind::Bar),
        Column::seen("Told rightly", Kind::Uncertain),
        Column::seen("", Kind::Short),
    ];
    let row = |horizon: &Horizon| -> Row {
        let by = match horizon.turn {
            Some(turn) => format!("game-turn {turn}"),
            None => "the game".to_owned(),
        };
        let nothing = if horizon.tree.is_some() { "" } else { "no better than chance" };
        let right = horizon.right;
        Row::from(vec![by.as_str().into(), right.into(), right.into(), nothing.into()])
    };
    Table {
        title: "How early it shows".to_owned(),
        label: "Table of what tells games apart".to_owned(),
        caption: "How many games are told rightly by then, and by what".to_owned(),
        note: format!(
            "Games are told by a rule that was found from the other games, a fifth at a time. At \
             the end of the game the points themselves are left out. Always saying the commoner \
             kind would tell {} rightly.",
            words::share(&commoner(telling))
        ),
        rows: telling.horizons.iter().map(row).collect(),
        ..Table::new("kinds-by-turn", columns)
    }
}

/// How the points are spread, where games fall into two kinds, with the mean of each.
fn spread(report: &Report) -> Option<Table> {
    let (kinds, points) = (report.kinds?, report.points.as_ref()?);
    let room = points.max.saturating_sub(points.min);
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|width| room / width < BARS)
        .unwrap_or(room / BARS + 1);
    let first = points.min.div_euclid(width);
    let last = points.max.div_euclid(width);
    let row = |bin: i32| {
        let from = bin * width;
        let holds = |points: i32| points.div_euclid(width) == bin;
        let games = report.games.iter().filter(|game| holds(game.outcome.points)).count();
        let share = Share::new(games as u64, report.games.len() as u64);
        let number = |value: i32| words::number(value.into(), 0);
        let name = match width {
            1 => number(from),
            _ => format!("{} to {}", number(from), number(from + width - 1)),
        };
        let means = [(kinds.low, "first"), (kinds.high, "second")]
            .into_iter()
            .filter(|(kind, _)| (kind.mean.floor() as i32).div_euclid(width) == bin);
        let marks: Vec<String> = means
            .map(|(kind, name)| {
                format!(
                    "◂ {name} kind: {} on the mean, {}",
                    words::number(kind.mean, 0),
                    words::plural(kind.games.into(), "game")
                )
            })
            .collect();
        Row::from(vec![
            name.as_str().into(),
            share.into(),
            share.count.into(),
            marks.join(" ").as_str().into(),
        ])
    };
    let columns = vec![
        Column::seen("Points", Kind::Head),
        Column::seen("Share of the games, with the 95\u{a0}% interval", Kind::Bar),
        Column::seen("Games", Kind::Number),
        Column::seen("", Kind::Short),
    ];
    Some(Table {
        title: "How the points are spread".to_owned(),
        label: "Table of the spread of points".to_owned(),
        caption: "How many games end with how many points, and the mean of each kind".to_owned(),
        rows: (first..=last).map(row).collect(),
        ..Table::new("points-spread", columns)
    })
}

/// The sources as data, a row a source.
pub(super) fn data(report: &Report) -> Vec<Table> {
    if report.sources.is_empty() {
        return Vec::new();
    }
    let words = |heads: &[&str]| -> Vec<Column> {
        heads.iter().map(|head| Column::data(Kind::Words, head)).collect()
    };
    let head = |source: &SourceReport| -> Vec<Cell> {
        vec![
            (&source.side).into(),
            (&source.head.id).into(),
            source.head.kind.as_ref().into(),
            (&source.head.name).into(),
        ]
    };
    let estimates =
        ["games", "count,count_sd,count_low,count_high", "points,points_sd,points_low,points_high"];
    let mut columns = words(&["side", "source", "kind", "name"]);
    columns.extend(words(&estimates));
    let row = |source: &SourceReport| {
        let mut row = head(source);
        row.extend([source.points.games.into(), source.count.into(), source.points.into()]);
        Row::from(row)
    };
    let whole =
        Table { rows: report.sources.iter().map(row).collect(), ..Table::new("sources", columns) };
    let mut columns = words(&["side", "source", "kind", "name", "turn", "games"]);
    columns.extend(words(&["points,points_sd,points_low,points_high"]));
    let of_turns = |source: &SourceReport| {
        let row = |turn: &SourceTurn| {
            let mut row = head(source);
            row.extend([turn.turn.into(), turn.points.games.into(), turn.points.into()]);
            Row::from(row)
        };
        source.turns.iter().map(row).collect::<Vec<Row>>()
    };
    let rows = report.sources.iter().flat_map(of_turns).collect();
    let turns = Table { rows, ..Table::new("sources-by-turn", columns) };
    let mut columns = words(&["side", "source", "kind", "name", "level"]);
    columns.extend(words(&estimates));
    let of_levels = |source: &SourceReport| {
        let row = |level: &crate::sources::SourceLevel| {
            let mut row = head(source);
            row.extend([
                (&level.level).into(),
                level.points.games.into(),
                level.count.into(),
                level.points.into(),
            ]);
            Row::from(row)
        };
        source.levels.iter().map(row).collect::<Vec<Row>>()
    };
    let rows = report.sources.iter().flat_map(of_levels).collect();
    let levels = Table { rows, ..Table::new("sources-by-level", columns) };
    vec![whole, turns, levels]
}
