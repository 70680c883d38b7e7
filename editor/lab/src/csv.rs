//! A report as comma-separated values, one table a file.

use std::fmt::{Display, Write};

use crate::compare::{Compared, Comparison, Difference};
use crate::report::{Report, TableReport};
use crate::statistics::Estimate;

/// A table of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of its file: `turns.csv`.
    pub name: String,
    /// Its text (RFC 4180, but lines end as they do on Unix): a head, then a line for each row.
    pub text: String,
}

/// The tables of a report: `levels.csv`, `games.csv`, `turns.csv`, `units.csv`, `hexes.csv`,
/// `front.csv`, `towns.csv`, `odds.csv`, `rules.csv` and `facts.csv`; one for each of the system's own tables; where there
/// are any also `endings.csv`, `standings.csv` and `replacements.csv`.
pub fn tables(report: &Report) -> Vec<Table> {
    let mut tables = vec![
        levels(report),
        games(report),
        turns(report),
        units(report),
        hexes(report),
        front(report),
        towns(report),
        odds(report),
    ];
    tables.extend(report.tables.iter().map(of_system));
    tables.extend([rules(report), facts(report)]);
    if !report.endings.is_empty() {
        tables.push(endings(report));
    }
    if !report.standings.is_empty() {
        tables.push(standings(report));
    }
    if !report.replacements.is_empty() {
        tables.push(replacements(report));
    }
    tables
}

/// The table of a comparison, `comparison.csv`.
pub fn comparison_table(comparison: &Comparison) -> Table {
    let head = "what,of,first,second,difference,low,high,clear";
    let mut sheet = Sheet::new("comparison.csv", head.split(','));
    for level in &comparison.levels {
        compared(&mut sheet, "level", &level.level, &level.share, |share| share.share);
    }
    for wins in &comparison.wins {
        compared(&mut sheet, "wins", &wins.side, &wins.value, |share| share.share);
    }
    if let Some(points) = &comparison.points {
        compared(&mut sheet, "points", "", points, |points| points.mean);
    }
    for steps in &comparison.steps {
        compared(&mut sheet, "steps", &steps.side, &steps.value, |steps| steps.mean);
    }
    for units in &comparison.units {
        compared(&mut sheet, "units", &units.side, &units.value, |units| units.mean);
    }
    for town in &comparison.towns {
        compared(&mut sheet, "town", &town.hex, &town.taken, |share| share.share);
    }
    sheet.done()
}

fn compared<T>(
    sheet: &mut Sheet,
    what: &str,
    of: &str,
    value: &Compared<T>,
    number: impl Fn(&T) -> f64,
) {
    sheet.cell(what).cell(of).cell(number(&value.first)).cell(number(&value.second));
    match value.difference {
        Some(Difference { value, low, high, clear }) => {
            sheet.cell(value).cell(low).cell(high).cell(clear)
        }
        None => sheet.cell("").cell("").cell("").cell(""),
    };
    sheet.end();
}

/// A table that is being written.
struct Sheet {
    name: String,
    text: String,
    begun: bool,
}

impl Sheet {
    fn new<T: AsRef<str>>(name: &str, head: impl IntoIterator<Item = T>) -> Self {
        let mut sheet = Self { name: name.to_owned(), text: String::new(), begun: false };
        for column in head {
            sheet.cell(column.as_ref());
        }
        sheet.end();
        sheet
    }

    fn cell(&mut self, value: impl Display) -> &mut Self {
        if self.begun {
            self.text.push(',');
        }
        self.begun = true;
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
        if self.text[start..].contains(['"', ',', '\n', '\r']) {
            let quoted = format!("\"{}\"", self.text[start..].replace('"', "\"\""));
            self.text.replace_range(start.., &quoted);
        }
        self
    }

    fn estimate(&mut self, estimate: &Estimate) -> &mut Self {
        self.cell(estimate.mean).cell(estimate.sd);
        match estimate.interval {
            Some(interval) => self.cell(interval.low).cell(interval.high),
            None => self.cell("").cell(""),
        }
    }

    fn option(&mut self, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.cell(value),
            None => self.cell(""),
        }
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.begun = false;
    }

    fn done(self) -> Table {
        Table { name: self.name, text: self.text }
    }
}

fn head(fixed: &str, by_side: &[&str], report: &Report) -> Vec<String> {
    let mut head: Vec<String> = fixed.split(',').map(str::to_owned).collect();
    for side in &report.subject.sides {
        head.extend(by_side.iter().map(|column| format!("{}_{column}", side.id)));
    }
    head
}

fn levels(report: &Report) -> Table {
    let mut sheet = Sheet::new("levels.csv", "level,side,games,share,low,high".split(','));
    for level in &report.levels {
        let share = &level.share;
        sheet.cell(&level.level).cell(&level.side).cell(share.count);
        sheet.cell(share.share).cell(share.low).cell(share.high).end();
    }
    sheet.done()
}

fn games(report: &Report) -> Table {
    let reasons = !report.endings.is_empty();
    let fixed = match reasons {
        true => "game,seed,level,side,points,turns,reason",
        false => "game,seed,level,side,points,turns",
    };
    let mut sheet = Sheet::new("games.csv", head(fixed, &["steps_lost", "units_lost"], report));
    for game in &report.games {
        let outcome = &game.outcome;
        sheet.cell(game.game).cell(game.seed).cell(&outcome.level).cell(&outcome.side);
        sheet.cell(outcome.points).cell(game.turns);
        if reasons {
            sheet.option(game.reason.as_ref());
        }
        for side in &report.subject.sides {
            let lost = game.losses.iter().find(|losses| losses.side == side.id);
            sheet.option(lost.map(|lost| lost.steps)).option(lost.map(|lost| lost.units));
        }
        sheet.end();
    }
    sheet.done()
}

fn turns(report: &Report) -> Table {
    let fixed = "turn,label,games,points,points_sd,points_low,points_high,points_min,points_max";
    let by_side = ["steps_lost", "units_lost", "towns_taken", "attacks"];
    let mut sheet = Sheet::new("turns.csv", head(fixed, &by_side, report));
    for turn in &report.turns {
        sheet.cell(turn.turn).cell(&turn.label).cell(turn.points.games).estimate(&turn.points);
        sheet.option(turn.min).option(turn.max);
        for side in &turn.sides {
            sheet.cell(side.steps.mean).cell(side.units.mean);
            sheet.cell(side.towns.mean).cell(side.attacks.mean);
        }
        sheet.end();
    }
    sheet.done()
}

fn units(report: &Report) -> Table {
    let head = "unit,counter,side,name,games_present,games_used,games_lost,lost_share,lost_low,\
                lost_high,steps_lost,moves,hexes,attacks,defences,games_exited";
    let mut sheet = Sheet::new("units.csv", head.split(','));
    for unit in &report.units {
        sheet.cell(&unit.unit).cell(&unit.counter).cell(&unit.side).cell(&unit.name);
        sheet.cell(unit.present).cell(unit.used).cell(unit.lost.count).cell(unit.lost.share);
        sheet.cell(unit.lost.low).cell(unit.lost.high).cell(unit.steps).cell(unit.moves);
        sheet.cell(unit.hexes).cell(unit.attacks).cell(unit.defences).cell(unit.exits).end();
    }
    sheet.done()
}

fn hexes(report: &Report) -> Table {
    let mut sheet = Sheet::new("hexes.csv", "hex,attacks,entered,steps_lost".split(','));
    let heat = &report.heat;
    let numbers = heat.fought.iter().zip(&heat.entered).zip(&heat.lost);
    for (hex, ((fought, entered), lost)) in report.subject.hexes.iter().zip(numbers) {
        sheet.cell(hex).cell(fought).cell(entered).cell(lost).end();
    }
    sheet.done()
}

fn front(report: &Report) -> Table {
    let mut sheet = Sheet::new("front.csv", head("turn,hex,games", &["held"], report));
    for turn in &report.front {
        for (place, hex) in report.subject.hexes.iter().enumerate() {
            sheet.cell(turn.turn).cell(hex).cell(turn.games);
            for held in &turn.held {
                sheet.option(held.get(place));
            }
            sheet.end();
        }
    }
    sheet.done()
}

fn towns(report: &Report) -> Table {
    let fixed = "hex,name,games_taken,share,low,high,changes,first_turn";
    let mut sheet = Sheet::new("towns.csv", head(fixed, &["last"], report));
    for town in &report.towns {
        let taken = &town.taken;
        sheet.cell(&town.hex).option(town.name.as_ref()).cell(taken.count).cell(taken.share);
        sheet.cell(taken.low).cell(taken.high).cell(town.changes);
        sheet.option((town.first.games > 0).then_some(town.first.mean));
        for last in &town.last {
            sheet.cell(last);
        }
        sheet.end();
    }
    sheet.done()
}

fn odds(report: &Report) -> Table {
    let head = "odds,attacks,won,won_share,won_low,won_high,failed,attacker_eliminated,\
                attacker_steps,defender_steps";
    let mut sheet = Sheet::new("odds.csv", head.split(','));
    for band in &report.odds {
        let won = &band.won;
        sheet.cell(&band.band).cell(band.attacks).cell(won.count).cell(won.share).cell(won.low);
        sheet.cell(won.high).cell(band.failed).cell(band.attacker_eliminated);
        sheet.cell(band.attacker_steps).cell(band.defender_steps).end();
    }
    sheet.done()
}

/// One of the system's own tables. Its first column says how often; in how many games follows.
fn of_system(table: &TableReport) -> Table {
    let mut head = vec!["side", "kind"];
    head.extend(table.head.columns.iter().map(|column| column.id.as_str()));
    let games = head.len().min(3);
    head.insert(games, "games");
    let mut sheet = Sheet::new(&format!("{}.csv", table.head.id), head);
    for row in &table.rows {
        sheet.option(row.side.as_ref()).cell(&row.id);
        let (first, rest) = row.values.split_at(row.values.len().min(1));
        for value in first {
            sheet.cell(value);
        }
        sheet.cell(row.games);
        for value in rest {
            sheet.cell(value);
        }
        sheet.end();
    }
    sheet.done()
}

fn rules(report: &Report) -> Table {
    let mut sheet = Sheet::new("rules.csv", "rule,times,games".split(','));
    for rule in &report.rules {
        sheet.cell(&rule.rule).cell(rule.times).cell(rule.games).end();
    }
    sheet.done()
}

fn facts(report: &Report) -> Table {
    let head = "severity,kind,words,games,of,hex,unit,side,turn";
    let mut sheet = Sheet::new("facts.csv", head.split(','));
    for fact in &report.facts {
        sheet.cell(severity(fact.severity)).cell(fact.kind.name()).cell(&fact.words);
        sheet.cell(fact.games).cell(fact.of).option(fact.hex.as_ref());
        sheet.option(fact.unit.as_ref()).option(fact.side.as_ref()).option(fact.turn).end();
    }
    sheet.done()
}

fn endings(report: &Report) -> Table {
    let head = "side,reason,words,games,share,low,high,turn,turn_sd,turn_low,turn_high";
    let mut sheet = Sheet::new("endings.csv", head.split(','));
    for ending in &report.endings {
        let share = &ending.share;
        sheet.cell(&ending.side).cell(&ending.reason).cell(&ending.words).cell(share.count);
        sheet.cell(share.share).cell(share.low).cell(share.high).estimate(&ending.turn).end();
    }
    sheet.done()
}

fn standings(report: &Report) -> Table {
    let head = "level,side,nation,turn,games,mean,sd,low,high,min,max";
    let mut sheet = Sheet::new("standings.csv", head.split(','));
    for standing in &report.standings {
        for turn in &standing.turns {
            sheet.cell(&standing.level).cell(&standing.side).option(standing.nation.as_ref());
            sheet.cell(turn.turn).cell(turn.value.games).estimate(&turn.value);
            sheet.cell(turn.min).cell(turn.max).end();
        }
    }
    sheet.done()
}

fn replacements(report: &Report) -> Table {
    let head = "side,nation,pool,turn,games,received,spent,spent_sd,spent_low,spent_high,\
                units_returned";
    let mut sheet = Sheet::new("replacements.csv", head.split(','));
    for of in &report.replacements {
        for turn in &of.turns {
            let used = &turn.used;
            sheet.cell(&of.side).option(of.nation.as_ref()).option(of.pool.as_ref());
            sheet.cell(turn.turn).cell(used.spent.games).cell(used.received.mean);
            sheet.estimate(&used.spent).cell(used.returned.mean).end();
        }
    }
    sheet.done()
}

fn severity(severity: salient_schema::Severity) -> &'static str {
    match severity {
        salient_schema::Severity::Error => "error",
        salient_schema::Severity::Warning => "warning",
        salient_schema::Severity::Note => "note",
    }
}
