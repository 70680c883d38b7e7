//! What came of a run.

use std::collections::BTreeSet;

use salient_schema::Id;
use salient_schema::common::{CounterId, HexLabel};
use salient_schema::event::UnitId;
use serde::{Deserialize, Serialize};

use crate::columns::ColumnReport;
use crate::ends::EndReport;
use crate::facts::{self, Fact};
use crate::ledger::{self, EndingReport, ReplacementReport, StandingReport};
use crate::populations::{Populations, populations};
use crate::resources::ResourceReport;
use crate::run::Options;
use crate::seeds::SeedsReport;
use crate::sources::{self, Lever, Mark, SourceReport};
use crate::statistics::{Estimate, Share, Sum};
use crate::subject::{ColumnHead, Subject, TableHead};
use crate::totals::Totals;
use crate::tree::{self, Telling};
use salient_rules::Bot;
use salient_rules::game::{Outcome, SideLosses};

/// The version of the report's form that is written and read.
pub const REPORT_VERSION: u32 = 3;

/// What came of a run. It depends on the bundle and the options alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the report's form: [`REPORT_VERSION`].
    pub report_version: u32,
    /// What was played.
    pub subject: Subject,
    /// The seed of the run.
    pub seed: u64,
    /// The seeds whose games are pooled, and how far they lie apart; nothing where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedsReport>,
    /// Who played, a side.
    pub bots: Vec<SideBot>,
    /// How many games were asked for, at the most.
    pub wanted: u32,
    /// How narrow the intervals of the levels were to become, as half a width, if that was asked
    /// for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// How many games were played.
    pub played: u32,
    /// Whether the run was stopped before its end.
    pub stopped: bool,
    /// Each level of victory and how often it was reached, best first.
    pub levels: Vec<LevelReport>,
    /// How often each side won.
    pub wins: Vec<SideWins>,
    /// Why the games ended, the most frequent first; nothing where the points alone decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<EndingReport>,
    /// The points at the end; none without games.
    pub points: Option<Points>,
    /// What the points are made of, a source before its kinds; nothing where no log says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceReport>,
    /// The source of points that tells kinds of games apart best, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lever: Option<Lever>,
    /// The two kinds that the games fall into by their points, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Populations>,
    /// What tells kinds of games apart, and how early; none where nearly all games are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub telling: Option<Telling>,
    /// Losses a game, a side.
    pub losses: Vec<SideLossReport>,
    /// The game, turn by turn.
    pub turns: Vec<TurnReport>,
    /// Where the sides' levels stood, turn by turn: morale, hexes held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<StandingReport>,
    /// Replacements received and spent, by side and nation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<ReplacementReport>,
    /// What became of each town, in the order of their hexes.
    pub towns: Vec<TownReport>,
    /// What each unit did, in the order of the orders of battle.
    pub units: Vec<UnitReport>,
    /// Attacks by the odds of their strengths, lowest odds first.
    pub odds: Vec<OddsReport>,
    /// Attacks by where the system's table was entered, after everything that shifts it: by side,
    /// then by column from the poorest, odds and what was added to the dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ColumnReport>,
    /// What the sides had to use up, and what of it was left over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<ResourceReport>,
    /// What falls on the last game-turn; nothing without games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndReport>,
    /// What the system counts by itself, by side and kind. What was never used is not there.
    pub tables: Vec<TableReport>,
    /// The rules that were applied, by number.
    pub rules: Vec<RuleUse>,
    /// What looks illegal or suspicious, worst first.
    pub facts: Vec<Fact>,
    /// Where it happened.
    pub heat: Heat,
    /// Who held what, from the set-up (turn 0) on.
    pub front: Vec<FrontTurn>,
    /// The games in order.
    pub games: Vec<GameReport>,
}

/// Who played a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideBot {
    /// The side.
    pub side: Id,
    /// The bot.
    pub bot: Bot,
}

/// How often a level of victory was reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelReport {
    /// The level.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// In how many games.
    #[serde(flatten)]
    pub share: Share,
}

/// How often a side won, at any level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideWins {
    /// The side.
    pub side: Id,
    /// In how many games.
    #[serde(flatten)]
    pub share: Share,
}

/// How the points at the end are spread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// The least.
    pub min: i32,
    /// A quarter of the games end with no more.
    pub lower_quartile: f64,
    /// Half of the games end with no more.
    pub median: f64,
    /// Three quarters of the games end with no more.
    pub upper_quartile: f64,
    /// The most.
    pub max: i32,
    /// The mean.
    pub estimate: Estimate,
}

/// Losses a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideLossReport {
    /// The side.
    pub side: Id,
    /// Steps.
    pub steps: Estimate,
    /// Units removed from the map.
    pub units: Estimate,
}

/// A game-turn over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnReport {
    /// The game-turn.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
    /// The points as they stood at its end.
    pub points: Estimate,
    /// The least of them; none without games.
    pub min: Option<i32>,
    /// The most of them.
    pub max: Option<i32>,
    /// What each side did in it.
    pub sides: Vec<TurnSide>,
}

/// A side in a game-turn, a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnSide {
    /// The side.
    pub side: Id,
    /// Steps that it lost.
    pub steps: Estimate,
    /// Units that it lost.
    pub units: Estimate,
    /// Towns that it took, with those taken back.
    pub towns: Estimate,
    /// Attacks that it made.
    pub attacks: Estimate,
}

/// What became of a town.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TownReport {
    /// Its hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Games in which it changed hands.
    pub taken: Share,
    /// How often it changed hands in all.
    pub changes: u64,
    /// Games in which each side had taken it last, in the order of the sides; the rest are the
    /// games in which it never changed hands.
    pub last: Vec<u32>,
    /// The turn on which it first changed hands, on the mean of the games in which it did.
    pub first: Estimate,
}

/// What a unit did, over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitReport {
    /// The unit, as the log names it.
    pub unit: UnitId,
    /// Its counter.
    pub counter: CounterId,
    /// Its side.
    pub side: Id,
    /// What is printed on the counter.
    pub name: String,
    /// Games in which it was on the map.
    pub present: u32,
    /// Games in which it moved, attacked or was attacked.
    pub used: u32,
    /// Games in which it was removed by losses.
    pub lost: Share,
    /// Steps lost.
    pub steps: u64,
    /// Moves.
    pub moves: u64,
    /// Hexes entered: by moves, retreats and advances.
    pub hexes: u64,
    /// Attacks that it took part in.
    pub attacks: u64,
    /// Attacks that it was the target of.
    pub defences: u64,
    /// Games in which it left the map.
    pub exits: u32,
}

impl UnitReport {
    /// Whether it was on the map in some game and never moved nor fought in any.
    pub fn is_never_used(&self) -> bool {
        self.present > 0 && self.used == 0
    }
}

/// Attacks at about the same odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OddsReport {
    /// The attacker's strength to the defender's, rounded in favour of the defender: `2:1`.
    pub band: String,
    /// Attacks.
    pub attacks: u64,
    /// Attacks that succeeded.
    pub won: Share,
    /// Attacks that failed.
    pub failed: u64,
    /// Attacks in which the attacker was eliminated.
    pub attacker_eliminated: u64,
    /// Steps that the attackers lost.
    pub attacker_steps: u64,
    /// Steps that the defenders lost.
    pub defender_steps: u64,
}

/// One of the system's own tables: what its guns were used for, say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableReport {
    /// What the system says of the table.
    #[serde(flatten)]
    pub head: TableHead,
    /// Its rows: by side, then by id.
    pub rows: Vec<TableRow>,
}

/// A row of one of the system's own tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// The side that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// What it is about: `rolling-barrage`.
    pub id: Id,
    /// The same in words: `Rolling barrage`.
    pub name: String,
    /// In how many games there was any of it.
    pub games: u32,
    /// The sums over all games, in the order of the table's columns.
    pub values: Vec<i64>,
}

/// A rule that was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleUse {
    /// Its number: `KB 8.74`.
    pub rule: String,
    /// How many events and modifiers cite it.
    pub times: u64,
    /// In how many games.
    pub games: u32,
}

/// Where it happened: for each hex, in the order of [`Subject::hexes`], how often in all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// Attacks on the hex.
    pub fought: Vec<u32>,
    /// Units that entered it.
    pub entered: Vec<u32>,
    /// Steps lost in it.
    pub lost: Vec<u32>,
}

/// Who held what at the end of a game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontTurn {
    /// The game-turn; 0 for the set-up.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
    /// Games that came to its end.
    pub games: u32,
    /// For each side, in how many games it held each hex. A side holds a hex if it was the last
    /// to have a unit there; a hex where nobody has been yet is held by the side whose set-up is
    /// nearest, and by nobody if two are as near.
    pub held: Vec<Vec<u32>>,
}

/// One game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameReport {
    /// Its number in the run, from 0.
    pub game: u32,
    /// Its own seed.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended, where the log says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Id>,
    /// The last game-turn played.
    pub turns: u16,
    /// Losses a side.
    pub losses: Vec<SideLosses>,
    /// What it had come to at the end of an early game-turn, of half the game, of three quarters
    /// and of all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Hash of the last position.
    pub state_hash: String,
}

impl Report {
    /// How many games came to the last game-turn; none of a scenario without turns.
    pub fn came_to_the_last_turn(&self) -> Option<u64> {
        self.turns.last().map(|turn| turn.points.games)
    }

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

    /// The game-turns that some game came to the end of: means say nothing of the others.
    pub fn reached_turns(&self) -> &[TurnReport] {
        let last = self.turns.iter().rposition(|turn| turn.points.games > 0);
        self.turns.get(..last.map_or(0, |last| last + 1)).unwrap_or_default()
    }

    /// The widest interval among the levels, as half of its width: 0.02 is "within 2 %".
    pub fn precision(&self) -> f64 {
        let widths = self.levels.iter().map(|level| level.share.interval().half_width());
        widths.fold(0.0, f64::max)
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
