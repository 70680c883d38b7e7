//! The tables of a report.

use std::cmp::Reverse;

use salient_schema::Severity;

use super::model::{About, Cell, Column, Kind, Row, Sorted, Table, TableTraits, Value};
use super::{Scenery, words};
use crate::ledger::{ReplacementReport, reason_in_words};
use crate::report::{Report, TableReport, TownReport, UnitReport};
use crate::statistics::{Fraction, Share};
use crate::{fact, game_report};

/// A side's name.
pub(super) fn side_name<'a>(report: &'a Report, id: &'a str) -> &'a str {
    let sides = &report.subject.sides;
    sides.iter().find(|side| side.id == id).map_or(id, |side| &side.name)
}

/// Who wins, in words; a drawn game nobody does.
pub(super) fn who_wins(report: &Report, id: &str) -> String {
    if id.is_empty() { "Nobody wins".to_owned() } else { format!("{} wins", side_name(report, id)) }
}

/// The games, for means.
pub(super) fn played(report: &Report) -> f64 {
    f64::from(report.played.max(1))
}

const SORTS: TableTraits = TableTraits { sorts: true, tall: false, search: false };
const SORTS_TALL: TableTraits = TableTraits { sorts: true, tall: true, search: false };

/// How often each side wins.
pub(super) fn wins(report: &Report) -> Table {
    let row =
        |side: &str, share: &Share| share_row(Value::Words(who_wins(report, side)), side, share);
    let won: u64 = report.wins.iter().map(|wins| wins.share.count).sum();
    let drawn = u64::from(report.played).saturating_sub(won);
    let drawn = (drawn > 0).then(|| Share::new(drawn, report.played.into()));
    let won = report.wins.iter().map(|wins| row(&wins.side, &wins.share));
    Table {
        title: "Who wins".to_owned(),
        label: "Table of wins".to_owned(),
        caption: "How often each side won, with the 95 % interval".to_owned(),
        rows: won.chain(drawn.map(|share| row("", &share))).collect(),
        ..Table::new("wins", share_columns("Side"))
    }
}

/// How often each level of victory was reached.
pub(super) fn levels(report: &Report) -> Table {
    let row = |level: &crate::report::LevelReport| {
        share_row((&level.level).into(), &level.side, &level.share)
    };
    Table {
        title: "How they end".to_owned(),
        label: "Table of levels of victory".to_owned(),
        caption: "How often each level of victory was reached, with its 95 % interval".to_owned(),
        rows: report.levels.iter().map(row).collect(),
        ..Table::new("levels", share_columns("Level of victory"))
    }
}

fn share_columns(what: &str) -> Vec<Column> {
    vec![
        Column::new(what, Kind::Head, "level"),
        Column::data(Kind::Words, "side"),
        Column::seen("95\u{a0}% interval as a bar", Kind::Bar),
        Column::new("Share of the games", Kind::Uncertain, "games,share,low,high"),
        Column::seen("Games", Kind::Number),
    ]
}

fn share_row(name: Value, side: &str, share: &Share) -> Row {
    Row::from(vec![
        Cell::new(name).of(side),
        side.into(),
        (*share).into(),
        (*share).into(),
        share.count.into(),
    ])
}

/// Every game.
#[must_use]
pub fn games(report: &Report) -> Table {
    let reasons = !report.endings.is_empty();
    let mut columns = vec![
        Column::data(Kind::Words, "game"),
        Column::data(Kind::Words, "seed"),
        Column::seen("Game", Kind::Number).sorted(Sorted::Ascending),
        Column::new("How it ended", Kind::Words, "level"),
        Column::data(Kind::Words, "side"),
        Column::new(report.subject.points_head(), Kind::Number, "points"),
        Column::new("Turns", Kind::Number, "turns"),
    ];
    if reasons {
        columns.push(Column::new("Why", Kind::Words, "reason"));
    }
    for side in &report.subject.sides {
        for (what, head) in [("steps lost", "steps_lost"), ("units lost", "units_lost")] {
            let (heading, data) = (format!("{} {what}", side.name), format!("{}_{head}", side.id));
            columns.push(Column::new(heading, Kind::Number, &data));
        }
    }
    let row = |(place, game): (usize, &game_report::GameReport)| -> Row {
        let outcome = &game.outcome;
        let mut row: Vec<Cell> = vec![
            game.game.into(),
            game.seed.to_string().as_str().into(),
            (u64::from(game.game) + 1).into(),
            Cell::from(&outcome.level).of(&outcome.side),
            (&outcome.side).into(),
            outcome.points.into(),
            game.turns.into(),
        ];
        if reasons {
            row.push(Cell::new(game.reason.as_ref().map_or(Value::Empty, |reason| {
                let why = words::capital(&reason_in_words(reason));
                Value::Called(why, reason.clone())
            })));
        }
        for side in &report.subject.sides {
            let lost = game.losses.iter().find(|losses| losses.side == side.id);
            row.push(lost.map(|lost| lost.steps).into());
            row.push(lost.map(|lost| lost.units).into());
        }
        Row::from(row).about(About::Game(place))
    };
    Table {
        label: "Table of the games".to_owned(),
        caption: "Every game, with how it ended".to_owned(),
        rows: report.games.iter().enumerate().map(row).collect(),
        traits: SORTS_TALL,
        ..Table::new("games", columns)
    }
}

pub(super) fn turns(report: &Report) -> Table {
    let mut columns = vec![
        Column::data(Kind::Words, "turn"),
        Column::data(Kind::Words, "label"),
        Column::seen("Turn", Kind::Head),
        Column::new("Games", Kind::Number, "games"),
        Column::new(
            report.subject.points_head(),
            Kind::Number,
            "points,points_sd,points_low,points_high",
        ),
        Column::seen("Interval", Kind::Number),
        Column::new("Least–most", Kind::Number, "points_min,points_max").minor(),
    ];
    for side in &report.subject.sides {
        for (what, head) in [
            ("steps", "steps_lost"),
            ("units", "units_lost"),
            ("towns", "towns_taken"),
            ("attacks", "attacks"),
        ] {
            let data = format!("{}_{head}", side.id);
            let column = Column::new(format!("{} {what}", side.name), Kind::Number, &data);
            columns.push(if what == "units" { column.minor() } else { column });
        }
    }
    let row = |turn: &crate::report::TurnReport| -> Row {
        let mut row: Vec<Cell> = vec![
            turn.turn.into(),
            (&turn.label).into(),
            Value::Turn(turn.turn, turn.label.clone()).into(),
            turn.points.games.into(),
            turn.points.into(),
            Value::Interval(turn.points).into(),
            Value::Range(turn.min.zip(turn.max).map(|(min, max)| [min, max])).into(),
        ];
        for side in &turn.sides {
            let means = [side.steps, side.units, side.towns, side.attacks];
            row.extend(means.map(Cell::from));
        }
        Row::from(row).about(About::Turn(turn.turn))
    };
    Table {
        label: "Table of the turns".to_owned(),
        rows: report.turns.iter().map(row).collect(),
        ..Table::new("turns", columns)
    }
}

pub(super) fn units(report: &Report) -> Table {
    let columns = vec![
        Column::data(Kind::Words, "unit"),
        Column::data(Kind::Words, "counter"),
        Column::data(Kind::Words, "side"),
        Column::new("Unit", Kind::Head, "name"),
        Column::seen("Side", Kind::Short),
        Column::seen("Set-up", Kind::Soft).minor(),
        Column::data(Kind::Number, "games_present"),
        Column::data(Kind::Number, "games_used"),
        Column::new("Lost in games", Kind::Number, "games_lost,lost_share,lost_low,lost_high")
            .sorted(Sorted::Descending)
            .hint("In how many of the games that it was in it was removed"),
        Column::new("Steps lost", Kind::Number, "steps_lost").hint("Steps lost a game"),
        Column::new("Moves", Kind::Number, "moves").hint("Moves a game"),
        Column::new("Hexes entered", Kind::Number, "hexes").hint("Hexes entered a game").minor(),
        Column::new("Attacks", Kind::Number, "attacks").hint("Attacks a game that it took part in"),
        Column::new("Attacked", Kind::Number, "defences")
            .hint("Attacks a game that it was the target of"),
        Column::seen("Idle", Kind::Number)
            .hint("In how many of the games that it was in it neither moved nor fought")
            .minor(),
        Column::new("Leaves the map", Kind::Number, "games_exited")
            .hint("In how many of the games that it was in it left the map")
            .minor(),
        Column::seen("On map", Kind::Number).hint("In how many games it was on the map").minor(),
    ];
    let row = |unit: &UnitReport| -> Row {
        let present = f64::from(unit.present.max(1));
        let a_game = |value: u64| {
            let value = Value::RateOrNone(value as i64, present, 1);
            let rank = match value {
                Value::RateOrNone(sum, ..) => sum as f64 / present,
                _ => 0.0,
            };
            Cell::new(value).ranked(rank)
        };
        let named = report.subject.units.iter().find(|name| name.unit == unit.unit);
        let hex = named.and_then(|name| name.hex.as_deref());
        let left = Fraction::of(unit.exits.into(), present);
        let on = Fraction::of(present, played(report));
        let unused = unit.present.saturating_sub(unit.used);
        let idle = Fraction::of(unused.into(), present);
        let never = unit.is_never_used().then_some("never used");
        Row::from(vec![
            unit.unit.to_string().as_str().into(),
            (&unit.counter).into(),
            (&unit.side).into(),
            Value::Name(unit.name.clone(), never).into(),
            Cell::from(side_name(report, &unit.side)).of(&unit.side),
            hex.map_or(Value::None, Value::from).into(),
            unit.present.into(),
            unit.used.into(),
            Cell::from(unit.lost)
                .ranked(unit.lost.share)
                .metered(unit.lost.share, Some(&unit.side)),
            a_game(unit.steps),
            a_game(unit.moves),
            a_game(unit.hexes),
            a_game(unit.attacks),
            a_game(unit.defences),
            Cell::new(Value::PartOrNone(unused.into(), idle)).ranked(idle.share()),
            Cell::new(Value::PartOrNone(unit.exits.into(), left)).ranked(left.share()),
            Cell::new(Value::Part(unit.present.into(), on, 0)).ranked(on.share()),
        ])
        .about(About::Counter(unit.counter.clone()))
    };
    Table {
        label: "Table of the units".to_owned(),
        caption: "What each unit did. Numbers are means of the games in which it was on the map."
            .to_owned(),
        rows: report.units.iter().map(row).collect(),
        order: Some(by_losses(report)),
        traits: TableTraits { sorts: true, tall: true, search: true },
        ..Table::new("units", columns)
    }
}

/// The units that came on the map, those lost most often first.
pub(super) fn by_losses(report: &Report) -> Vec<usize> {
    let mut units: Vec<(usize, &UnitReport)> =
        report.units.iter().enumerate().filter(|(_, unit)| unit.present > 0).collect();
    units.sort_by(|(_, a), (_, b)| {
        b.lost.share.total_cmp(&a.lost.share).then(b.steps.cmp(&a.steps)).then(a.unit.cmp(&b.unit))
    });
    units.into_iter().map(|(at, _)| at).collect()
}

pub(super) fn towns(report: &Report) -> Table {
    let mut columns = vec![
        Column::data(Kind::Words, "hex"),
        Column::data(Kind::Words, "name"),
        Column::seen("Town", Kind::LongHead),
        Column::seen("Hex", Kind::Words),
        Column::new("Changes hands", Kind::Number, "games_taken,share,low,high")
            .sorted(Sorted::Descending)
            .hint("In how many games it changed hands"),
        Column::data(Kind::Number, "changes"),
        Column::new("First on turn", Kind::Number, "first_turn")
            .hint("The game-turn on which it first changes hands, on the mean"),
        Column::seen("Changes a game", Kind::Number),
    ];
    for side in &report.subject.sides {
        let heading = format!("Last taken by {}", side.name);
        let column = Column::new(heading, Kind::Number, &format!("{}_last", side.id));
        columns.push(column.hint("In how many games that side was the last to take it"));
    }
    let row = |town: &TownReport| -> Row {
        let of = town.taken.of.max(1) as f64;
        let changes = town.changes as f64 / of;
        let first = if town.first.games > 0 { Value::from(town.first) } else { Value::None };
        let mut row: Vec<Cell> = vec![
            (&town.hex).into(),
            town.name.as_ref().into(),
            town.name.as_deref().unwrap_or("unnamed").into(),
            (&town.hex).into(),
            Cell::from(town.taken).ranked(town.taken.share).metered(town.taken.share, None),
            town.changes.into(),
            Cell::new(first).ranked(town.first.mean),
            Cell::new(Value::Rate(town.changes as i64, of, 2)).ranked(changes),
        ];
        row.extend(town.last.iter().zip(&report.subject.sides).map(|(&games, side)| {
            let share = Fraction::of(games.into(), of);
            let part = Value::Part(games.into(), share, 0);
            Cell::new(part).ranked(games.into()).metered(share.share(), Some(&side.id))
        }));
        Row::from(row).about(About::Hex(town.hex.clone()))
    };
    let mut order: Vec<usize> = (0..report.towns.len()).collect();
    order.sort_by_key(|&at| {
        report.towns.get(at).map(|town| (Reverse(town.taken.count), Reverse(town.changes)))
    });
    let never = report.towns.iter().filter(|town| town.taken.count == 0).count() as u64;
    let lead = match never {
        0 => "each changes hands in some game.".to_owned(),
        never => format!("{} never change hands.", words::count(never)),
    };
    Table {
        title: "Towns".to_owned(),
        label: "Table of the towns".to_owned(),
        caption: "What became of each town".to_owned(),
        lead: format!("{}; {lead}", words::plural(report.towns.len() as u64, "town")),
        rows: report.towns.iter().map(row).collect(),
        order: Some(order),
        traits: SORTS_TALL,
        ..Table::new("towns", columns)
    }
}

pub(super) fn odds(report: &Report) -> Table {
    let columns = vec![
        Column::new("Raw odds", Kind::Head, "odds"),
        Column::new("Attacks a game", Kind::Number, "attacks"),
        Column::seen("Success, with the 95\u{a0}% interval", Kind::Bar),
        Column::new("Succeed", Kind::Uncertain, "won,won_share,won_low,won_high"),
        Column::data(Kind::Number, "failed"),
        Column::new("Attacker eliminated", Kind::Number, "attacker_eliminated"),
        Column::new("Attacker’s steps an attack", Kind::Number, "attacker_steps"),
        Column::new("Defender’s steps an attack", Kind::Number, "defender_steps"),
    ];
    let most = report.odds.iter().map(|odds| odds.attacks).max().unwrap_or(1).max(1);
    let row = |(number, odds): (usize, &crate::report::OddsReport)| -> Vec<Cell> {
        let per_game = odds.attacks as f64 / played(report);
        let attacks = odds.attacks.max(1) as f64;
        let eliminated = Fraction::of(odds.attacker_eliminated as f64, attacks);
        let steps = |steps: u64| {
            Cell::new(Value::Rate(steps as i64, attacks, 2)).ranked(steps as f64 / attacks)
        };
        vec![
            Cell::new(Value::Name(odds.band.clone(), None)).ranked(number as f64),
            Cell::new(Value::Rate(odds.attacks as i64, played(report), 1))
                .ranked(per_game)
                .metered(odds.attacks as f64 / most as f64, None),
            Cell::from(odds.won).ranked(odds.won.share),
            Cell::from(odds.won).ranked(odds.won.share),
            odds.failed.into(),
            Cell::new(Value::Part(odds.attacker_eliminated, eliminated, 1))
                .ranked(eliminated.share()),
            steps(odds.attacker_steps),
            steps(odds.defender_steps),
        ]
    };
    Table {
        title: "Attacks by raw odds".to_owned(),
        label: "Table of attacks by odds".to_owned(),
        caption: "Attacks by the odds of their strengths".to_owned(),
        note:
            "Raw odds are the attackers’ strength to the defenders’, before terrain, support and \
               dice, rounded in the defenders’ favour: not where the table was entered."
                .to_owned(),
        rows: report.odds.iter().enumerate().map(row).map(Row::from).collect(),
        // Odds at which nobody attacks tell nothing.
        order: Some(
            (0..report.odds.len())
                .filter(|&at| report.odds.get(at).is_some_and(|odds| odds.attacks > 0))
                .collect(),
        ),
        traits: SORTS,
        ..Table::new("odds", columns)
    }
}

/// One of the system's own tables.
pub(super) fn of_system(report: &Report, table: &TableReport) -> Table {
    let mut columns = vec![
        Column::new("Side", Kind::Head, "side"),
        Column::new(&table.head.row, Kind::Words, "kind"),
        Column::seen("In games", Kind::Number),
    ];
    columns.extend(
        table.head.columns.iter().map(|column| {
            Column::new(format!("{} a game", column.heading), Kind::Number, &column.id)
        }),
    );
    // As data the first column says how often, and in how many games follows.
    let behind = columns.len().min(4);
    columns.insert(behind, Column::data(Kind::Number, "games"));
    let games = played(report);
    let row = |row: &crate::report::TableRow| {
        let side = row.side.as_ref().map_or_else(Cell::default, |side| {
            let name = side_name(report, side).to_owned();
            Cell::new(Value::Called(name, side.clone())).of(side)
        });
        let share = Value::Part(row.games.into(), Fraction::of(row.games.into(), games), 0);
        let mut cells = vec![
            side,
            Value::Called(row.name.clone(), row.id.clone()).into(),
            Cell::new(share).ranked(row.games.into()),
        ];
        cells.extend(
            row.values
                .iter()
                .map(|&value| Cell::new(Value::RateOrNone(value, games, 1)).ranked(value as f64)),
        );
        cells.insert(behind, row.games.into());
        cells
    };
    let title = &table.head.title;
    Table {
        title: title.clone(),
        label: format!("Table: {title}"),
        caption: format!("{title} by side and use"),
        note: table.head.note.clone(),
        rows: table.rows.iter().map(row).map(Row::from).collect(),
        traits: SORTS,
        ..Table::new(&table.head.id, columns)
    }
}

pub(super) fn rules(report: &Report) -> Table {
    let columns = vec![
        Column::new("Rule", Kind::LongHead, "rule").sorted(Sorted::Ascending),
        Column::new("Times a game", Kind::Number, "times"),
        Column::new("In games", Kind::Number, "games"),
    ];
    let games = played(report);
    let row = |(number, rule): (usize, &crate::report::RuleUse)| -> Row {
        let share = Fraction::of(rule.games.into(), games);
        Row::from(vec![
            Cell::from(&rule.rule).ranked(number as f64),
            Cell::new(Value::Rate(rule.times as i64, games, 1)).ranked(rule.times as f64),
            Cell::new(Value::Part(rule.games.into(), share, 0))
                .ranked(share.share())
                .metered(share.share(), None),
        ])
        .about(About::Rule(rule.rule.clone()))
    };
    Table {
        label: "Table of the rules met".to_owned(),
        caption: "How often each rule was met".to_owned(),
        rows: report.rules.iter().enumerate().map(row).collect(),
        traits: SORTS_TALL,
        ..Table::new("rules", columns)
    }
}

pub(super) fn facts(report: &Report) -> Table {
    let heads = [
        "severity", "cause", "kind", "words", "games", "of", "hex", "unit", "side", "turn", "bots",
    ];
    let columns = heads.into_iter().map(|head| Column::data(Kind::Words, head)).collect();
    let row = |fact: &fact::Fact| -> Vec<Cell> {
        let severity = match fact.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let bots: Vec<String> = fact.bots.iter().map(ToString::to_string).collect();
        let bots = bots.join(" ");
        vec![
            severity.into(),
            fact.kind.cause().name().into(),
            fact.kind.name().into(),
            (&fact.words).into(),
            fact.games.into(),
            fact.of.into(),
            fact.hex.as_ref().into(),
            fact.unit.as_ref().map(ToString::to_string).as_deref().into(),
            fact.side.as_ref().into(),
            fact.turn.into(),
            bots.as_str().into(),
        ]
    };
    Table {
        rows: report.facts.iter().map(row).map(Row::from).collect(),
        ..Table::new("facts", columns)
    }
}

pub(super) fn endings(report: &Report) -> Table {
    let columns = vec![
        Column::new("Who", Kind::Head, "side"),
        Column::data(Kind::Words, "reason"),
        Column::new("Why", Kind::Words, "words"),
        Column::new("Share of the games", Kind::Uncertain, "games,share,low,high"),
        Column::new("Game-turn, on the mean", Kind::Number, "turn,turn_sd,turn_low,turn_high"),
    ];
    let row = |ending: &crate::ledger::EndingReport| -> Vec<Cell> {
        let wins = who_wins(report, &ending.side);
        let why = words::capital(&ending.words);
        vec![
            Cell::new(Value::Called(wins, ending.side.clone())).of(&ending.side),
            (&ending.reason).into(),
            Value::Called(why, ending.words.clone()).into(),
            Cell::from(ending.share).ranked(ending.share.share),
            Cell::from(ending.turn).ranked(ending.turn.mean),
        ]
    };
    Table {
        label: "Table of endings".to_owned(),
        caption: "Why games end".to_owned(),
        rows: report.endings.iter().map(row).map(Row::from).collect(),
        traits: SORTS,
        ..Table::new("endings", columns)
    }
}

/// Where the levels stood, a row a level and turn.
pub(super) fn standings(report: &Report) -> Table {
    let heads = ["level", "side", "nation", "turn", "games", "mean,sd,low,high", "min", "max"];
    let columns = heads.into_iter().map(|head| Column::data(Kind::Words, head)).collect();
    let mut rows: Vec<Row> = Vec::new();
    for standing in &report.standings {
        for turn in &standing.turns {
            rows.push(Row::from(vec![
                (&standing.level).into(),
                (&standing.side).into(),
                standing.nation.as_ref().into(),
                turn.turn.into(),
                turn.value.games.into(),
                turn.value.into(),
                turn.min.into(),
                turn.max.into(),
            ]));
        }
    }
    Table { rows, ..Table::new("standings", columns) }
}

/// The same for people: a row a turn, a column a level.
pub(super) fn standings_by_turn(report: &Report) -> Table {
    let mut columns = vec![Column::seen("Turn", Kind::Head)];
    columns.extend(report.standings.iter().map(|standing| {
        let of = match &standing.nation {
            Some(nation) => words::capital(&nation.replace('-', " ")),
            None => side_name(report, &standing.side).to_owned(),
        };
        let heading = format!("{}, {of}", standing.name);
        let column = Column::seen(heading, Kind::Spread);
        // What single nations have left matters less than what their side has.
        let minor = standing.nation.is_some();
        Column { side: Some(standing.side.clone()), minor, ..column }
    }));
    let row = |turn: &crate::report::TurnReport| -> Row {
        let mut row: Vec<Cell> = vec![Value::Turn(turn.turn, turn.label.clone()).into()];
        row.extend(report.standings.iter().map(|standing| {
            let there = standing.turns.iter().find(|there| there.turn == turn.turn);
            there.map_or_else(
                || Cell::new(Value::None),
                |there| Cell::from(there.value).ranked(there.value.mean),
            )
        }));
        Row::from(row).about(About::Turn(turn.turn))
    };
    let played = report.turns.iter().filter(|turn| turn.points.games > 0);
    Table {
        title: "Levels at the end of each game-turn".to_owned(),
        label: "Table of levels by turn".to_owned(),
        caption: "Levels by game-turn, mean and spread".to_owned(),
        rows: played.map(row).collect(),
        ..Table::new("levels-by-turn", columns)
    }
}

/// Replacements, a row a nation and turn.
pub(super) fn replacements(report: &Report) -> Table {
    let heads = [
        "side",
        "nation",
        "pool",
        "turn",
        "games",
        "received",
        "spent,spent_sd,spent_low,spent_high",
        "units_returned",
    ];
    let columns = heads.into_iter().map(|head| Column::data(Kind::Words, head)).collect();
    let mut rows: Vec<Row> = Vec::new();
    for of in &report.replacements {
        for turn in &of.turns {
            let used = &turn.used;
            rows.push(Row::from(vec![
                (&of.side).into(),
                of.nation.as_ref().into(),
                of.pool.as_ref().into(),
                turn.turn.into(),
                used.spent.games.into(),
                used.received.into(),
                used.spent.into(),
                used.returned.into(),
            ]));
        }
    }
    Table { rows, ..Table::new("replacements", columns) }
}

/// The same for people: in the whole game.
pub(super) fn replacements_in_all(report: &Report, scenery: &Scenery) -> Table {
    let columns = vec![
        Column::seen("Nation", Kind::Head),
        Column::seen("Steps received a game", Kind::Number)
            .hint("Steps that come in the whole game, less those that lapse"),
        Column::seen("Steps spent a game", Kind::Uncertain),
        Column::seen("Units brought back a game", Kind::Number)
            .hint("Units brought back from among the eliminated"),
    ];
    let row = |of: &ReplacementReport| -> Vec<Cell> {
        let whole = &of.whole;
        vec![
            pool(report, scenery, of),
            Cell::from(whole.received).ranked(whole.received.mean),
            Cell::from(whole.spent).ranked(whole.spent.mean),
            Cell::from(whole.returned).ranked(whole.returned.mean),
        ]
    };
    Table {
        title: "Replacements".to_owned(),
        label: "Table of replacements".to_owned(),
        caption: "Replacement steps a game, by nation".to_owned(),
        rows: report.replacements.iter().map(row).map(Row::from).collect(),
        traits: SORTS,
        ..Table::new("replacements-in-all", columns)
    }
}

/// The steps that are spent, a column a turn on which anybody spends any.
pub(super) fn replacements_by_turn(report: &Report, scenery: &Scenery) -> Table {
    let spent = |of: &ReplacementReport, turn: u16| {
        of.turns.iter().find(|there| there.turn == turn).map(|there| there.used.spent)
    };
    let turns: Vec<u16> = std::iter::once(0)
        .chain(report.turns.iter().map(|turn| turn.turn))
        .filter(|&turn| {
            let spends = |of| spent(of, turn).is_some_and(|spent| spent.mean > 0.0);
            report.replacements.iter().any(spends)
        })
        .collect();
    let mut columns = vec![Column::seen("Nation", Kind::Head)];
    columns.extend(turns.iter().map(|&turn| {
        let heading = if turn == 0 { "Start".to_owned() } else { turn.to_string() };
        Column::seen(heading, Kind::Number).hint("Steps spent on this game-turn, a game")
    }));
    let row = |of: &ReplacementReport| -> Vec<Cell> {
        let cells = turns.iter().map(|&turn| {
            let spent = spent(of, turn).filter(|spent| spent.mean > 0.0);
            spent.map_or_else(|| Cell::new(Value::None).ranked(0.0), Cell::from)
        });
        std::iter::once(pool(report, scenery, of)).chain(cells).collect()
    };
    Table {
        label: "Table of replacements by game-turn".to_owned(),
        caption: "Replacement steps spent a game, by nation and game-turn".to_owned(),
        rows: report.replacements.iter().map(row).map(Row::from).collect(),
        ..Table::new("replacements-by-turn", columns)
    }
}

/// Whose replacements they are, and of what kind.
fn pool(report: &Report, scenery: &Scenery, of: &ReplacementReport) -> Cell {
    let nation = of.nation.as_ref().map(|id| scenery.nation(id));
    let name = nation.unwrap_or_else(|| side_name(report, &of.side).to_owned());
    let name = match &of.pool {
        Some(pool) => format!("{name}, {}", pool.replace(['-', '_'], " ")),
        None => name,
    };
    Cell::from(name.as_str()).of(&of.side)
}

/// The games at the ends and the quarters of the order of points, each with its seed.
pub(super) fn remarkable_games(report: &Report) -> Table {
    let columns = vec![
        Column::seen("Which", Kind::Head),
        Column::seen("Game", Kind::Number),
        Column::seen(report.subject.points_head(), Kind::Number),
        Column::seen("Level", Kind::Words),
        Column::seen("Seed of the game", Kind::Code),
        Column::seen("Hash of its end", Kind::Code),
    ];
    let mut games: Vec<&game_report::GameReport> = report.games.iter().collect();
    games.sort_by_key(|game| (game.outcome.points, game.game));
    let last = games.len().saturating_sub(1);
    let mut chosen: Vec<u32> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    for (name, at) in [
        ("Fewest points", 0),
        ("Lower quartile", last / 4),
        ("Median", last / 2),
        ("Upper quartile", last - last / 4),
        ("Most points", last),
    ] {
        let Some(game) = games.get(at).filter(|game| !chosen.contains(&game.game)) else {
            continue;
        };
        chosen.push(game.game);
        rows.push(Row::from(vec![
            name.into(),
            (u64::from(game.game) + 1).into(),
            f64::from(game.outcome.points).into(),
            (&game.outcome.level).into(),
            game.seed.to_string().as_str().into(),
            (&game.state_hash).into(),
        ]));
    }
    Table {
        title: "Games worth replaying".to_owned(),
        label: "Table of games".to_owned(),
        lead: "With `--log DIR` the run writes each game’s log, under the game’s number."
            .to_owned(),
        rows,
        ..Table::new("remarkable-games", columns)
    }
}
