//! Works a report out from sums and the list of games.

use std::collections::BTreeSet;

use salient_schema::Id;

use crate::facts;
use crate::game_report::GameReport;
use crate::ledger;
use crate::options::Options;
use crate::populations::populations;
use crate::report::{
    FrontTurn, Heat, LevelReport, OddsReport, Points, REPORT_VERSION, Report, RuleUse, SideBot,
    SideLossReport, SideWins, TableReport, TableRow, TownReport, TurnReport, TurnSide, UnitReport,
};
use crate::seeds::SeedsReport;
use crate::sources;
use crate::statistics::{Share, Sum};
use crate::subject::{ColumnHead, Subject, TableHead};
use crate::totals::Totals;
use crate::tree;

impl Report {
    /// Works a report out from sums and the list of games.
    pub(crate) fn new(
        subject: Subject,
        options: &Options,
        seeds: &[u64],
        totals: &Totals,
        games: Vec<GameReport>,
    ) -> Self {
        let side_id = |side: usize| subject.sides.get(side).map(|side| side.id.clone());
        let bots = subject
            .sides
            .iter()
            .enumerate()
            .map(|(i, side)| SideBot {
                side: side.id.clone(),
                bot: options.bots.get(i).copied().unwrap_or_default(),
            })
            .collect();
        let losses = totals.losses.iter().enumerate().filter_map(|(side, total)| {
            Some(SideLossReport {
                side: side_id(side)?,
                steps: total.steps.estimate(),
                units: total.units.estimate(),
            })
        });
        // Every game has a set-up.
        let ended: Vec<u64> = std::iter::once(u64::from(totals.games))
            .chain(totals.turns.iter().skip(1).map(|turn| turn.points.count))
            .collect();
        let kinds = populations(&games);
        let split = kinds.as_ref().map(|kinds| kinds.high.range[0]);
        let mut report = Self {
            report_version: REPORT_VERSION,
            seed: options.seed,
            seeds: SeedsReport::new(&subject, seeds, options.games, &games),
            bots,
            wanted: options.games,
            until: options.until,
            played: games.len() as u32,
            stopped: false,
            levels: levels(&subject, &games),
            wins: wins(&subject, &games),
            endings: ledger::endings(&subject, &games),
            points: points(&games),
            sources: sources::sources(&subject, &totals.turns, &totals.sources, &games),
            lever: sources::lever(&subject, &games, split),
            telling: tree::telling(&subject, &games, split),
            kinds,
            losses: losses.collect(),
            turns: turns(&subject, totals),
            standings: totals.ledger.standings(&subject),
            replacements: totals.ledger.replacements(&subject, &ended),
            towns: towns(&subject, totals),
            units: units(&subject, totals),
            odds: odds(&subject, totals),
            columns: totals.columns.report(&subject),
            resources: totals.resources.report(&subject, totals.games),
            end: totals.ends.report(&subject),
            tables: tables(&subject, totals),
            rules: totals
                .rules
                .iter()
                .map(|(rule, count)| RuleUse {
                    rule: rule.clone(),
                    times: count.times,
                    games: count.games,
                })
                .collect(),
            facts: Vec::new(),
            heat: Heat {
                fought: totals.fought.clone(),
                entered: totals.entered.clone(),
                lost: totals.lost.clone(),
            },
            front: front(&subject, totals),
            games,
            subject,
        };
        let done = match report.until {
            Some(until) => report.precision() <= until,
            None => false,
        };
        report.stopped = !done && report.played < report.wanted;
        report.rules.sort_by_cached_key(|rule| rule_key(&rule.rule));
        report.facts = facts::facts(&report, totals);
        report
    }
}

/// Rules in the order of their numbers: 8.9 before 8.74 is before 9.1, and 10 after 9.
fn rule_key(rule: &str) -> (String, u32, String) {
    let (book, number) = rule.rsplit_once(' ').unwrap_or(("", rule));
    let (chapter, rest) = number.split_once('.').unwrap_or((number, ""));
    (book.to_owned(), chapter.parse().unwrap_or(u32::MAX), rest.to_owned())
}

fn levels(subject: &Subject, games: &[GameReport]) -> Vec<LevelReport> {
    let count = |level: &str| games.iter().filter(|game| game.outcome.level == level).count();
    // A game may end otherwise than the scenario tells: drawn, or unfinished.
    let told = |level: &str| subject.levels.iter().any(|of| of.level == level);
    let others: BTreeSet<(&str, &Id)> = games
        .iter()
        .map(|game| (game.outcome.level.as_str(), &game.outcome.side))
        .filter(|(level, _)| !told(level))
        .collect();
    let listed = subject.levels.iter().map(|of| (of.level.as_str(), &of.side));
    let levels = listed.chain(others).map(|(level, side)| LevelReport {
        level: level.to_owned(),
        side: side.clone(),
        share: Share::new(count(level) as u64, games.len() as u64),
    });
    levels.collect()
}

fn wins(subject: &Subject, games: &[GameReport]) -> Vec<SideWins> {
    let count = |side: &str| games.iter().filter(|game| game.outcome.side == side).count();
    let wins = subject.sides.iter().map(|side| SideWins {
        side: side.id.clone(),
        share: Share::new(count(&side.id) as u64, games.len() as u64),
    });
    wins.collect()
}

fn points(games: &[GameReport]) -> Option<Points> {
    let mut sorted: Vec<i32> = games.iter().map(|game| game.outcome.points).collect();
    sorted.sort_unstable();
    let mut sum = Sum::default();
    sorted.iter().for_each(|&points| sum.add(i64::from(points)));
    // Between two games, the quantile lies in proportion between their points.
    let quantile = |quarters: usize| {
        let place = (sorted.len() - 1) * quarters;
        let (low, part) = (place / 4, (place % 4) as f64 / 4.0);
        let at = |i: usize| sorted.get(i).copied().map_or(0.0, f64::from);
        let (low, high) = (at(low), at(low + usize::from(part > 0.0)));
        low + (high - low) * part
    };
    Some(Points {
        min: *sorted.first()?,
        lower_quartile: quantile(1),
        median: quantile(2),
        upper_quartile: quantile(3),
        max: *sorted.last()?,
        estimate: sum.estimate(),
    })
}

fn turns(subject: &Subject, totals: &Totals) -> Vec<TurnReport> {
    // The first of the totals is that of the set-up.
    let turns = subject.turns.iter().zip(totals.turns.iter().skip(1));
    let turns = turns.map(|(turn, total)| TurnReport {
        turn: turn.turn,
        label: turn.label.clone(),
        points: total.points.estimate(),
        min: total.min,
        max: total.max,
        sides: subject
            .sides
            .iter()
            .zip(&total.sides)
            .map(|(side, total)| TurnSide {
                side: side.id.clone(),
                steps: total.steps.estimate(),
                units: total.units.estimate(),
                towns: total.towns.estimate(),
                attacks: total.attacks.estimate(),
            })
            .collect(),
    });
    turns.collect()
}

fn towns(subject: &Subject, totals: &Totals) -> Vec<TownReport> {
    let towns = subject.towns.iter().zip(&totals.towns).map(|(town, total)| TownReport {
        hex: town.hex.clone(),
        name: town.name.clone(),
        taken: Share::new(u64::from(total.taken), u64::from(totals.games)),
        changes: total.changes,
        last: total.last.clone(),
        first: total.first.estimate(),
    });
    towns.collect()
}

fn units(subject: &Subject, totals: &Totals) -> Vec<UnitReport> {
    let side = |side: usize| subject.sides.get(side).map(|side| side.id.clone());
    let units = subject.units.iter().zip(&totals.units).map(|(unit, total)| UnitReport {
        unit: unit.unit.clone(),
        counter: unit.counter.clone(),
        side: side(unit.side).unwrap_or_default(),
        name: unit.name.clone(),
        present: total.present,
        used: total.used,
        lost: Share::new(u64::from(total.lost), u64::from(totals.games)),
        steps: total.steps,
        moves: total.moves,
        hexes: total.hexes,
        attacks: total.attacks,
        defences: total.defences,
        exits: total.exits,
    });
    units.collect()
}

fn odds(subject: &Subject, totals: &Totals) -> Vec<OddsReport> {
    let odds = subject.odds.iter().zip(&totals.odds).map(|(band, total)| {
        let attacks = total.attacks();
        OddsReport {
            band: band.name.clone(),
            attacks,
            won: Share::new(total.won, attacks),
            failed: total.failed,
            attacker_eliminated: total.attacker_eliminated,
            attacker_steps: total.attacker_steps,
            defender_steps: total.defender_steps,
        }
    });
    odds.collect()
}

fn tables(subject: &Subject, totals: &Totals) -> Vec<TableReport> {
    let table = |head: &TableHead| {
        let rows = totals.facts.iter().filter(|(key, _)| key.table == head.id);
        let rows = rows.map(|(key, total)| {
            let side = key.side.and_then(|side| subject.sides.get(side));
            let value = |column: &ColumnHead| total.values.get(&column.id).copied().unwrap_or(0);
            TableRow {
                side: side.map(|side| side.id.clone()),
                id: key.row.clone(),
                name: head.name_of(&key.row),
                games: total.games,
                values: head.columns.iter().map(value).collect(),
            }
        });
        TableReport { head: head.clone(), rows: rows.collect() }
    };
    subject.tables.iter().map(table).collect()
}

fn front(subject: &Subject, totals: &Totals) -> Vec<FrontTurn> {
    let names = std::iter::once((0, "Set-up".to_owned()))
        .chain(subject.turns.iter().map(|turn| (turn.turn, turn.label.clone())));
    let turns = names.zip(totals.held.iter().zip(&totals.reached));
    turns
        .map(|((turn, label), (held, &games))| FrontTurn { turn, label, games, held: held.clone() })
        .collect()
}
