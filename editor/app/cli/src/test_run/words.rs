//! What the lab found, for people in the terminal.

use std::fmt::Write;

use salient_lab::{
    Comparison, EndingReport, Estimate, Report, Share, TableRow, TurnReport, UnitReport,
};
use salient_schema::Severity;

use salient_output::plural;
use salient_output::report::Findings;

/// The width of the longest bar, in characters.
const BAR: usize = 32;
/// How many units and facts are named.
const FEW: usize = 8;

/// Everything: how the games ended, how they went, what looks odd, and the comparison.
pub fn in_words(findings: Findings<'_>) -> String {
    let report = findings.report;
    let mut text = outline(report);
    // Writing to a string cannot fail.
    let _ = turns(report, &mut text)
        .and_then(|()| standings(report, &mut text))
        .and_then(|()| replacements(report, &mut text))
        .and_then(|()| odds(report, &mut text))
        .and_then(|()| tables(report, &mut text))
        .and_then(|()| units(report, &mut text))
        .and_then(|()| facts(report, &mut text));
    if let Some((_, comparison)) = findings.compared {
        let _ = compared(report, comparison, &mut text);
    }
    text
}

/// How the games ended: levels with their intervals, points, losses.
pub fn outline(report: &Report) -> String {
    let mut text = String::new();
    let _ = head(report, &mut text)
        .and_then(|()| levels(report, &mut text))
        .and_then(|()| endings(report, &mut text))
        .and_then(|()| points(report, &mut text))
        .and_then(|()| losses(report, &mut text));
    text
}

fn side_name<'a>(report: &'a Report, id: &'a str) -> &'a str {
    let side = report.subject.sides.iter().find(|side| side.id == id);
    side.map_or(id, |side| side.name.as_str())
}

fn head(report: &Report, text: &mut String) -> std::fmt::Result {
    let bots: Vec<String> = report
        .bots
        .iter()
        .map(|bot| format!("{} {}", side_name(report, &bot.side), bot.bot))
        .collect();
    writeln!(text, "{}", report.subject.title)?;
    writeln!(
        text,
        "{} played, seed {}, bots: {}{}",
        plural(report.played as usize, "game"),
        report.seed,
        bots.join(", "),
        if report.stopped { " (stopped before the end)" } else { "" }
    )?;
    match report.until {
        Some(until) if report.played > 0 => writeln!(
            text,
            "Every level is known to within {:.1} %, {} % was asked for",
            report.precision() * 100.0,
            until * 100.0
        ),
        _ => Ok(()),
    }
}

fn levels(report: &Report, text: &mut String) -> std::fmt::Result {
    if report.played == 0 {
        return Ok(());
    }
    writeln!(text, "\nHow they ended, with 95 % intervals (░ as far as they reach)")?;
    let wins = report
        .wins
        .iter()
        .map(|wins| (format!("{} wins", side_name(report, &wins.side)), &wins.share));
    let levels = report.levels.iter().map(|level| (level.level.clone(), &level.share));
    let lines: Vec<(String, &Share)> = levels.chain(wins).collect();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    // One scale for the levels, another for the wins: those are sums of levels.
    let split = report.levels.len();
    for (place, (name, share)) in lines.iter().enumerate() {
        if place == split {
            writeln!(text)?;
        }
        let group = if place < split { &lines[..split] } else { &lines[split..] };
        let most = group.iter().map(|(_, share)| share.high).fold(0.0, f64::max);
        writeln!(
            text,
            "  {name:<width$}  {}  {:>5}  {:>3.0} %  {:>3.0}–{:.0} %",
            bar(share, most),
            share.count,
            share.share * 100.0,
            share.low * 100.0,
            share.high * 100.0
        )?;
    }
    Ok(())
}

/// Why the games ended, where the log says so.
fn endings(report: &Report, text: &mut String) -> std::fmt::Result {
    if report.endings.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nWhy they ended")?;
    let name = |ending: &EndingReport| {
        format!("{} wins: {}", side_name(report, &ending.side), ending.words)
    };
    let width = report.endings.iter().map(|one| name(one).chars().count()).max().unwrap_or(0);
    for ending in &report.endings {
        let share = &ending.share;
        writeln!(
            text,
            "  {:<width$}  {:>5}  {:>3.0} %  {:>3.0}–{:.0} %, on game-turn {} on the mean",
            name(ending),
            share.count,
            share.share * 100.0,
            share.low * 100.0,
            share.high * 100.0,
            decimal(ending.turn.mean)
        )?;
    }
    Ok(())
}

/// Where the sides' levels stood, turn by turn.
fn standings(report: &Report, text: &mut String) -> std::fmt::Result {
    let all: Vec<_> = report.standings.iter().filter(|one| one.nation.is_none()).collect();
    if all.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nLevels at the end of each game-turn (± spread)")?;
    let heads: Vec<String> =
        all.iter().map(|one| format!("{}, {}", one.name, side_name(report, &one.side))).collect();
    let widths: Vec<usize> = heads.iter().map(|head| head.chars().count().max(13)).collect();
    write!(text, "  turn")?;
    for (head, width) in heads.iter().zip(&widths) {
        write!(text, "  {head:>width$}")?;
    }
    writeln!(text)?;
    for turn in report.turns.iter().filter(|turn| turn.points.games > 0) {
        write!(text, "  {:>4}", turn.turn)?;
        for (one, width) in all.iter().zip(&widths) {
            let there = one.turns.iter().find(|other| other.turn == turn.turn);
            let value = there.map(|at| format!("{} ±{:>4.1}", decimal(at.value.mean), at.value.sd));
            write!(text, "  {:>width$}", value.unwrap_or_default())?;
        }
        writeln!(text)?;
    }
    Ok(())
}

/// What the sides did with their replacements.
fn replacements(report: &Report, text: &mut String) -> std::fmt::Result {
    if report.replacements.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nReplacement steps a game")?;
    for of in &report.replacements {
        let nation = of.nation.as_deref().unwrap_or("any nation");
        let pool = of.pool.as_ref().map(|pool| format!(", {pool}")).unwrap_or_default();
        writeln!(
            text,
            "  {:<24}  {:>6} received  {:>6} spent  {:>5} units brought back",
            format!("{} {nation}{pool}", side_name(report, &of.side)),
            decimal(of.whole.received.mean),
            decimal(of.whole.spent.mean),
            decimal(of.whole.returned.mean)
        )?;
    }
    Ok(())
}

/// A bar up to what was found, then thin to the end of the interval; its lower end is a notch.
fn bar(share: &Share, most: f64) -> String {
    let place = |value: f64| (value / most.max(f64::MIN_POSITIVE) * BAR as f64).round() as usize;
    let (low, found, high) = (place(share.low), place(share.share), place(share.high));
    let found = if share.count > 0 { found.max(1) } else { 0 };
    let cell = |at: usize| match at {
        _ if at < low.min(found) => '█',
        _ if at < found => '▓',
        _ if at < high => '░',
        _ => ' ',
    };
    (0..BAR).map(cell).collect()
}

fn points(report: &Report, text: &mut String) -> std::fmt::Result {
    let Some(points) = &report.points else { return Ok(()) };
    let of = report.subject.counted_for.as_deref().map(|side| side_name(report, side));
    let of = of.map(|side| format!(" ({side})")).unwrap_or_default();
    let Estimate { mean, sd, interval, .. } = points.estimate;
    let interval = interval.map(|i| format!(" ({} to {})", decimal(i.low), decimal(i.high)));
    writeln!(
        text,
        "\nVictory points{of}: {}{} on the mean, spread {:.1}; half of the games lie from {} to {}, \
         all from {} to {}",
        decimal(mean),
        interval.unwrap_or_default(),
        sd,
        decimal(points.lower_quartile),
        decimal(points.upper_quartile),
        whole(points.min),
        whole(points.max)
    )
}

fn losses(report: &Report, text: &mut String) -> std::fmt::Result {
    if report.played == 0 {
        return Ok(());
    }
    let names = report.losses.iter().map(|losses| side_name(report, &losses.side));
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(text, "\nMean losses a game")?;
    for losses in &report.losses {
        writeln!(
            text,
            "  {:<width$}  {:>6.1} steps  {:>6.1} units",
            side_name(report, &losses.side),
            losses.steps.mean,
            losses.units.mean
        )?;
    }
    Ok(())
}

fn turns(report: &Report, text: &mut String) -> std::fmt::Result {
    let played: Vec<&TurnReport> =
        report.turns.iter().filter(|turn| turn.points.games > 0).collect();
    if played.is_empty() {
        return Ok(());
    }
    let width = played.iter().map(|turn| turn.label.chars().count()).max().unwrap_or(0);
    writeln!(text, "\nTurn by turn, on the mean: points as they stand (± spread); by each side")?;
    write!(text, "  {:>4}  {:<width$}  {:>15}", "", "", "points")?;
    for side in &report.subject.sides {
        write!(text, "  | {:<27}", side.name)?;
    }
    write!(text, "\n  {:>4}  {:<width$}  {:>15}", "turn", "", "")?;
    for _ in &report.subject.sides {
        write!(text, "  | {:>6} {:>11} {:>8}", "towns", "steps lost", "attacks")?;
    }
    writeln!(text)?;
    for turn in played {
        let points = format!("{} ±{:>5.1}", decimal(turn.points.mean), turn.points.sd);
        write!(text, "  {:>4}  {:<width$}  {points:>15}", turn.turn, turn.label)?;
        for side in &turn.sides {
            let (towns, steps, attacks) = (side.towns.mean, side.steps.mean, side.attacks.mean);
            write!(text, "  | {towns:>6.1} {steps:>11.1} {attacks:>8.1}")?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn odds(report: &Report, text: &mut String) -> std::fmt::Result {
    let bands: Vec<_> = report.odds.iter().filter(|band| band.attacks > 0).collect();
    if bands.is_empty() {
        return Ok(());
    }
    writeln!(text, "\nAttacks by the odds of their strengths")?;
    writeln!(
        text,
        "  {:<12} {:>8} {:>7} {:>12} {:>8} {:>11}   steps lost by attacker, defender",
        "odds", "attacks", "won", "", "failed", "eliminated"
    )?;
    for band in bands {
        let won = &band.won;
        let interval = format!("{:.0}–{:.0} %", won.low * 100.0, won.high * 100.0);
        writeln!(
            text,
            "  {:<12} {:>8} {:>5.0} % {interval:>12} {:>8} {:>11}   {:>10.2}, {:.2} an attack",
            band.band,
            band.attacks,
            won.share * 100.0,
            band.failed,
            band.attacker_eliminated,
            band.attacker_steps as f64 / band.attacks as f64,
            band.defender_steps as f64 / band.attacks as f64
        )?;
    }
    Ok(())
}

/// The system's own tables.
fn tables(report: &Report, text: &mut String) -> std::fmt::Result {
    let games = f64::from(report.played.max(1));
    for table in report.tables.iter().filter(|table| !table.rows.is_empty()) {
        writeln!(text, "\n{}, a game", table.head.title)?;
        let side = |row: &TableRow| {
            row.side.as_ref().map_or_else(String::new, |side| side_name(report, side).to_string())
        };
        let chars = |text: &str| text.chars().count();
        let width = table.rows.iter().map(|row| chars(&side(row))).max().unwrap_or(0);
        let names = table.rows.iter().map(|row| chars(&row.name)).max().unwrap_or(0);
        for row in &table.rows {
            write!(text, "  {:<width$}  {:<names$}", side(row), row.name)?;
            let columns = table.head.columns.iter().zip(&row.values);
            for (column, &value) in columns.filter(|(_, value)| **value != 0) {
                let heading = column.heading.to_lowercase();
                write!(text, "  {:.1} {heading}", value as f64 / games)?;
            }
            writeln!(text)?;
        }
    }
    Ok(())
}

fn units(report: &Report, text: &mut String) -> std::fmt::Result {
    if report.played == 0 {
        return Ok(());
    }
    let games = f64::from(report.played);
    let fights = |unit: &UnitReport| unit.attacks + unit.defences;
    let mut most: Vec<&UnitReport> = Vec::new();
    for side in &report.subject.sides {
        let of_side = report.units.iter().filter(|unit| unit.side == side.id && fights(unit) > 0);
        let mut of_side: Vec<&UnitReport> = of_side.collect();
        of_side.sort_by_key(|unit| std::cmp::Reverse(fights(unit)));
        most.extend(of_side.iter().take(FEW / 2));
    }
    if !most.is_empty() {
        writeln!(text, "\nUnits that fight most, a game")?;
    }
    let width = most.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
    let sides = most.iter().map(|unit| side_name(report, &unit.side).chars().count());
    let side_width = sides.max().unwrap_or(0);
    for unit in most {
        writeln!(
            text,
            "  {:<side_width$}  {:<width$}  {:>4.1} attacks  {:>4.1} defences  {:>4.1} moves  \
             lost in {:>3.0} % of the games",
            side_name(report, &unit.side),
            unit.name,
            unit.attacks as f64 / games,
            unit.defences as f64 / games,
            unit.moves as f64 / games,
            unit.lost.share * 100.0
        )?;
    }
    let never: Vec<&UnitReport> = report.units.iter().filter(|unit| unit.is_never_used()).collect();
    if !never.is_empty() {
        let named: Vec<&str> = never.iter().take(FEW).map(|unit| unit.name.as_str()).collect();
        let more = never.len().saturating_sub(FEW);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(
            text,
            "\nNever moved nor fought: {}, namely {}{more}",
            plural(never.len(), "unit"),
            named.join(", ")
        )?;
    }
    Ok(())
}

fn facts(report: &Report, text: &mut String) -> std::fmt::Result {
    // The units that are never used have their own line.
    let facts: Vec<_> = report
        .facts
        .iter()
        .filter(|fact| fact.kind != salient_lab::FactKind::UnitNeverUsed)
        .collect();
    let rules = plural(report.rules.len(), "rule");
    if facts.is_empty() {
        return writeln!(text, "\n{rules} applied; nothing looks odd");
    }
    writeln!(text, "\nWhat looks odd ({rules} applied)")?;
    for fact in facts.iter().take(2 * FEW) {
        let mark = match fact.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let often = format!("{} of {}", fact.games, fact.of);
        writeln!(text, "  {mark:<7}  {often:>13} games  {}", fact.words)?;
    }
    match facts.len().saturating_sub(2 * FEW) {
        0 => Ok(()),
        more => writeln!(text, "  and {more} more: see --out or --csv"),
    }
}

fn compared(report: &Report, comparison: &Comparison, text: &mut String) -> std::fmt::Result {
    let (first, second) = (&comparison.first, &comparison.second);
    let games = |played: u32| plural(played as usize, "game");
    writeln!(
        text,
        "\nCompared: first {} ({}, seed {}),",
        first.title,
        games(first.played),
        first.seed
    )?;
    writeln!(text, "second {} ({}, seed {})", second.title, games(second.played), second.seed)?;
    let width = comparison.levels.iter().map(|level| level.level.chars().count()).max();
    let width = width.unwrap_or(0).max(16);
    writeln!(
        text,
        "  {:<width$}  {:>8} {:>8} {:>11}   95 % interval",
        "", "first", "second", "difference"
    )?;
    let mut line = |name: &str, one: f64, other: f64, scale: f64, apart| {
        let Some(salient_lab::Difference { value, low, high, clear }) = apart else {
            return Ok(());
        };
        let (one, other) = (decimal(one * scale), decimal(other * scale));
        let (value, low, high) = (signed(value * scale), signed(low * scale), signed(high * scale));
        let clear = if clear { "  *" } else { "" };
        writeln!(text, "  {name:<width$}  {one:>8} {other:>8} {value:>11}   {low} to {high}{clear}")
    };
    for level in &comparison.levels {
        let share = &level.share;
        line(&level.level, share.first.share, share.second.share, 100.0, share.difference)?;
    }
    for wins in &comparison.wins {
        let name = format!("{} wins", side_name(report, &wins.side));
        let share = &wins.value;
        line(&name, share.first.share, share.second.share, 100.0, share.difference)?;
    }
    if let Some(points) = &comparison.points {
        line("Mean points", points.first.mean, points.second.mean, 1.0, points.difference)?;
    }
    for steps in &comparison.steps {
        let name = format!("{} steps lost", side_name(report, &steps.side));
        let steps = &steps.value;
        line(&name, steps.first.mean, steps.second.mean, 1.0, steps.difference)?;
    }
    let clear =
        comparison.towns.iter().filter(|town| town.taken.difference.is_some_and(|d| d.clear));
    for town in clear.take(FEW) {
        let name = format!("{} taken", town.name.as_deref().unwrap_or(&town.hex));
        let taken = &town.taken;
        line(&name, taken.first.share, taken.second.share, 100.0, taken.difference)?;
    }
    writeln!(
        text,
        "  Levels, wins and towns in per cent of the games. * does not reach 0; by chance alone \
         one line in twenty has it."
    )?;
    for words in &comparison.words {
        writeln!(text, "{words}")?;
    }
    Ok(())
}

/// One decimal, with a true minus.
fn decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
}

fn signed(value: f64) -> String {
    let text = decimal(value);
    if text.starts_with('−') || text == "0.0" { text } else { format!("+{text}") }
}

fn whole(value: i32) -> String {
    value.to_string().replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_what_was_found_and_how_sure_it_is() {
        let found = bar(&Share::new(10, 20), 1.0);
        assert_eq!(found.chars().count(), BAR);
        let count = |c| found.chars().filter(|&other| other == c).count();
        assert_eq!(count('█') + count('▓'), BAR / 2);
        assert!(count('█') > 0 && count('▓') > 0 && count('░') > 0, "{found}");
        let none = bar(&Share::new(0, 20), 1.0);
        assert!(none.starts_with('░') && !none.contains('█'), "what is not seen may yet be");
        assert!(bar(&Share::new(1, 100_000), 1.0).starts_with(['█', '▓']), "nothing vanishes");
    }

    #[test]
    fn numbers_have_true_signs() {
        assert_eq!(
            (signed(1.25), signed(-0.04), signed(-3.0)),
            ("+1.2".into(), "0.0".into(), "−3.0".into())
        );
    }
}
