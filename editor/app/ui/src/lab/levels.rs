//! What the sides have besides units: levels such as morale, and replacements.

use egui::Color32;
use salient_lab::{ReplacementReport, Report, StandingReport};

use super::charts::Series;
use super::outcome::name_of;
use crate::look::colours;
use crate::test_run::Record;

/// A chart: its title, what it counts, and its lines.
pub type Chart = (String, &'static str, Vec<Series>);

/// A chart for each level that the sides have, `Morale`: a line a side. The levels of single
/// nations have no chart.
pub fn standings(runs: &[(&Record, bool)], dark: bool) -> Vec<Chart> {
    let Some((first, _)) = runs.first() else { return Vec::new() };
    let mut names: Vec<(&str, &str)> = Vec::new();
    for standing in first.report.standings.iter().filter(|standing| standing.nation.is_none()) {
        let name = (standing.level.as_str(), standing.name.as_str());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // What a system keeps a level for is what it is won by: morale comes before hexes.
    names.sort_by_key(|(level, _)| *level != "morale");
    let chart = |(level, name): (&str, &str)| {
        let mut series = Vec::new();
        for &(run, dashed) in runs {
            let of_level = |s: &&StandingReport| s.level == level && s.nation.is_none();
            for standing in run.report.standings.iter().filter(of_level) {
                let colour = side_colour(&run.report, &standing.side, dark);
                let name = name_of(&run.report, &standing.side);
                let values = standing.turns.iter().map(|turn| turn.value.mean).collect();
                let band = standing.turns.iter().map(|turn| {
                    // A level never lies beyond what was seen.
                    let (min, max) = (f64::from(turn.min), f64::from(turn.max));
                    let (mean, sd) = (turn.value.mean, turn.value.sd);
                    ((mean - sd).max(min), (mean + sd).min(max))
                });
                // Two shades over each other could not be told apart.
                let band = if dashed { Vec::new() } else { band.collect() };
                series.push(line(name, colour, values, band, dashed));
            }
        }
        (name.to_owned(), "at the end of the turn", series)
    };
    names.into_iter().map(chart).collect()
}

/// The chart of the replacements that each side spends, if any are.
pub fn replacements(runs: &[(&Record, bool)], dark: bool) -> Option<Chart> {
    let (first, _) = runs.first()?;
    if first.report.replacements.is_empty() {
        return None;
    }
    let mut series = Vec::new();
    for &(run, dashed) in runs {
        for side in &run.report.subject.sides {
            let of_side = |of: &&ReplacementReport| of.side == side.id;
            let nations: Vec<_> = run.report.replacements.iter().filter(of_side).collect();
            if nations.is_empty() {
                continue;
            }
            let turns = run.report.reached_turns().iter().map(|turn| turn.turn);
            let values = turns.map(|turn| nations.iter().map(|of| spent_on(of, turn)).sum());
            let colour = side_colour(&run.report, &side.id, dark);
            series.push(line(side.name.clone(), colour, values.collect(), Vec::new(), dashed));
        }
    }
    Some(("Replacements spent".to_owned(), "steps in the turn", series))
}

/// Steps that were spent on a turn, a game.
fn spent_on(of: &ReplacementReport, turn: u16) -> f64 {
    of.turns.iter().find(|other| other.turn == turn).map_or(0.0, |turn| turn.used.spent.mean)
}

fn side_colour(report: &Report, side: &str, dark: bool) -> Color32 {
    let place = report.subject.sides.iter().position(|other| other.id == side);
    colours::side(place.unwrap_or(0), dark)
}

fn line(
    name: String,
    colour: Color32,
    values: Vec<f64>,
    band: Vec<(f64, f64)>,
    dashed: bool,
) -> Series {
    let name = if dashed { format!("{name}, other run") } else { name };
    Series { name, colour, values, band, dashed }
}
