//! The sections of a report, with what each says.

use salient_schema::Severity;

use super::model::{Chart, Content, Section, Table};
use super::tables::{self, side_name};
use super::{Scenery, columns, compared, resources, seeds, sources, words};
use crate::compare::Comparison;
use crate::report::{FrontTurn, Report, TurnReport};

/// All sections, in the order in which they are read.
pub(super) fn sections(
    report: &Report,
    comparison: Option<&Comparison>,
    scenery: &Scenery,
) -> Vec<Section> {
    let mut sections = Vec::new();
    if let Some(comparison) = comparison {
        sections.push(compared(report, comparison, ["First", "Second"]));
    }
    sections.push(facts(report, scenery));
    sections.extend(seeds::section(report));
    sections.push(points(report));
    sections.extend(sources::sources(report));
    sections.extend(sources::kinds(report));
    if !(report.endings.is_empty() && report.standings.is_empty() && report.replacements.is_empty())
    {
        sections.push(levels(report, scenery));
    }
    sections.extend([
        losses(report),
        combat(report),
        heat(report, scenery),
        front(report, scenery),
        units(report),
        rules(report),
        run(report),
    ]);
    sections
}

fn facts(report: &Report, scenery: &Scenery) -> Section {
    let facts = &report.facts;
    let number =
        |severity: Severity| facts.iter().filter(|fact| fact.severity == severity).count() as u64;
    let counts: Vec<String> =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
            .into_iter()
            .filter(|(severity, _)| number(*severity) > 0)
            .map(|(severity, name)| words::plural(number(severity), name))
            .collect();
    let lead = if facts.is_empty() {
        "Nothing illegal and nothing suspicious came up in play.".to_owned()
    } else {
        format!(
            "{} came up in play, by whose doing they may be: the set-up’s, the bots’, or that of \
             the game’s end.",
            words::list(&counts)
        )
    };
    let parts = super::facts::parts(report, scenery);
    let content = parts.into_iter().map(Content::Facts).collect();
    Section { id: "facts", name: "Worth a look", title: "Worth a look", lead, content }
}

fn points(report: &Report) -> Section {
    let side = report.subject.counted_for.as_deref();
    let of = side.map(|side| format!("{} ", side_name(report, side))).unwrap_or_default();
    let lead = match &report.points {
        Some(points) if report.subject.lead => format!(
            "Both sides count points. In half of the games the {} side ends {} to {} ahead, in the \
             middle one {}; with a minus it is behind.",
            report.subject.sides.first().map_or("first", |side| side.name.as_str()),
            words::number(points.lower_quartile, 0),
            words::number(points.upper_quartile, 0),
            words::number(points.median, 0)
        ),
        Some(points) => format!(
            "Half of the games end with {} to {} {}victory points, the middle one with {}.",
            words::number(points.lower_quartile, 0),
            words::number(points.upper_quartile, 0),
            of,
            words::number(points.median, 0)
        ),
        None => "No game came to its end.".to_owned(),
    };
    let mut content = Vec::new();
    if !report.turns.is_empty() && report.points.is_some() {
        content.push(Content::Chart(Chart::Points));
    }
    if let Some(games) = report.came_to_the_last_turn().filter(|&it| it < report.played.into()) {
        content.push(Content::Note(format!(
            "Each game-turn is that of the games that came to it: {} of {} came to the last.",
            words::number(games as f64, 0),
            words::number(report.played.into(), 0)
        )));
    }
    Section { id: "points", name: "Points", title: "Points by turn", lead, content }
}

/// What the sides keep count of: why games end, levels such as morale, replacements.
fn levels(report: &Report, scenery: &Scenery) -> Section {
    let lead = match report.endings.first() {
        Some(first) => format!(
            "Most often, in {} of the games, {} wins: {}.",
            words::share(&first.share),
            if first.side.is_empty() { "nobody" } else { side_name(report, &first.side) },
            first.words
        ),
        None => "Where the sides stood at the end of each game-turn.".to_owned(),
    };
    let mut content = Vec::new();
    if !report.endings.is_empty() {
        content.push(Content::Table(tables::endings(report)));
    }
    if !report.standings.is_empty() {
        content.push(Content::Table(tables::standings_by_turn(report)));
    }
    if !report.replacements.is_empty() {
        content.push(Content::Table(tables::replacements_in_all(report, scenery)));
        let by_turn = tables::replacements_by_turn(report, scenery);
        content.push(Content::Fold("Steps spent by game-turn".to_owned(), by_turn));
    }
    let title = "Why games end, and where the sides stood";
    Section { id: "levels", name: "Levels", title, lead, content }
}

fn losses(report: &Report) -> Section {
    let per_side: Vec<String> = report
        .losses
        .iter()
        .map(|losses| {
            let (side, steps) = (side_name(report, &losses.side), words::mean(&losses.steps));
            format!("the {side} side loses {steps} steps")
        })
        .collect();
    let peak = report.turns.iter().max_by(|a, b| {
        let steps = |turn: &TurnReport| turn.sides.iter().map(|side| side.steps.mean).sum::<f64>();
        steps(a).total_cmp(&steps(b)).then(b.turn.cmp(&a.turn))
    });
    let lead = if per_side.is_empty() || report.played == 0 {
        "No game came to its end.".to_owned()
    } else {
        let peak = peak.map(|peak| match peak.label.as_str() {
            "" => format!(" The bloodiest turn is {}.", peak.turn),
            label => format!(" The bloodiest turn is {} ({label}).", peak.turn),
        });
        format!("In a game, {}.{}", words::list(&per_side), peak.unwrap_or_default())
    };
    let mut content = Vec::new();
    if !report.turns.is_empty() && report.played > 0 {
        content.push(Content::Chart(Chart::Turns));
        content.push(Content::Fold("The numbers by turn".to_owned(), tables::turns(report)));
        if !report.towns.is_empty() {
            content.push(Content::Table(tables::towns(report)));
        }
    }
    let title = "Losses, towns and attacks by turn";
    Section { id: "losses", name: "Losses and towns", title, lead, content }
}

fn combat(report: &Report) -> Section {
    let attacks: u64 = report.odds.iter().map(|odds| odds.attacks).sum();
    let won: u64 = report.odds.iter().map(|odds| odds.won.count).sum();
    let games = f64::from(report.played.max(1));
    let own = report.tables.iter().any(|table| !table.rows.is_empty());
    let lead = if attacks == 0 && own {
        "What was fired and assaulted, and how often to effect:".to_owned()
    } else if attacks == 0 {
        "No attack was made in any game.".to_owned()
    } else {
        format!(
            "{} attacks a game; {}\u{a0}% succeed.",
            words::number(attacks as f64 / games, 1),
            words::number(won as f64 * 100.0 / attacks as f64, 0)
        )
    };
    let mut content = Vec::new();
    if !report.columns.is_empty() {
        content.push(Content::Table(columns::by_column(report)));
        let summary = "By what was added to the dice".to_owned();
        content.extend(columns::by_added(report).map(|table| Content::Fold(summary, table)));
    }
    if attacks > 0 {
        content.push(Content::Table(tables::odds(report)));
        let summary = "From the raw odds to the column".to_owned();
        content.extend(columns::from_odds(report).map(|table| Content::Fold(summary, table)));
    }
    let of_system = report.tables.iter().filter(|table| !table.rows.is_empty());
    content.extend(of_system.map(|table| Content::Table(tables::of_system(report, table))));
    if !report.resources.is_empty() {
        content.push(Content::Table(resources::resources(report)));
    }
    Section { id: "combat", name: "Combat", title: "Combat", lead, content }
}

/// The hexes with the highest numbers, highest first, at most so many.
#[must_use]
pub fn hottest(values: &[u32], count: usize) -> Vec<(usize, u32)> {
    let mut hexes: Vec<(usize, u32)> =
        values.iter().copied().enumerate().filter(|&(_, value)| value > 0).collect();
    hexes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    hexes.truncate(count);
    hexes
}

fn heat(report: &Report, scenery: &Scenery) -> Section {
    let top = |values: &[u32]| hottest(values, 1).first().map(|&(place, _)| place);
    let lead = match (top(&report.heat.fought), top(&report.heat.lost)) {
        (Some(fought), Some(lost)) => {
            let there = if lost == fought {
                ", and the most steps are lost there too.".to_owned()
            } else {
                format!("; the most steps are lost in {}.", scenery.hex_near(lost))
            };
            format!("The most fought over hex is {}{there}", scenery.hex_near(fought))
        }
        _ => "There was no fighting.".to_owned(),
    };
    let content = vec![Content::Chart(Chart::Heat)];
    Section { id: "ground", name: "Where", title: "Where it happens", lead, content }
}

/// How many hexes a side holds, on the mean of the games.
fn mean_held(turn: &FrontTurn, side: usize) -> f64 {
    let sum: u64 = turn.held.get(side).map_or(0, |held| held.iter().copied().map(u64::from).sum());
    sum as f64 / f64::from(turn.games.max(1))
}

fn front(report: &Report, scenery: &Scenery) -> Section {
    let side = report.subject.sides.first().map_or("", |side| side.name.as_str());
    let front = &report.front;
    let lead = match (front.first(), front.last()) {
        (Some(first), Some(last)) if last.games > 0 => {
            let gained = mean_held(last, 0) - mean_held(first, 0);
            let area = scenery.metres_per_hex().map(|metres| {
                // A regular hexagon's area from its width.
                let area = gained.abs() * metres * metres * 0.866_025 / 1e6;
                format!(", {} km²", words::number(area, 0))
            });
            format!(
                "From the set-up to the end the {side} side {} {} hexes on the mean{}.",
                if gained >= 0.0 { "gains" } else { "loses" },
                words::number(gained.abs(), 0),
                area.unwrap_or_default()
            )
        }
        _ => "No game came to the end of a turn.".to_owned(),
    };
    let mut content = Vec::new();
    if !front.is_empty() && report.played > 0 {
        content.push(Content::Chart(Chart::Front));
    }
    Section { id: "front", name: "Front line", title: "The front line by turn", lead, content }
}

fn units(report: &Report) -> Section {
    let there = tables::by_losses(report);
    let units = || there.iter().filter_map(|&at| report.units.get(at));
    let idle = units().filter(|unit| unit.is_never_used()).count() as u64;
    let absent = report.units.len() - there.len();
    let lead = match units().next() {
        Some(first) => format!(
            "{} came on the map. Lost most often: {} {}, in {} of the games. {}",
            words::plural(there.len() as u64, "unit"),
            side_name(report, &first.side),
            first.name,
            words::share(&first.lost),
            match idle {
                0 => "Every one of them moved or fought.".to_owned(),
                idle => format!("{} never moved nor fought.", words::plural(idle, "unit")),
            }
        ),
        None => "No unit came on the map.".to_owned(),
    };
    let mut note = "Means are of the games in which the unit was on the map.".to_owned();
    if absent > 0 {
        let absent = words::plural(absent as u64, "unit");
        note.push_str(&format!(
            " {absent} of the order of battle never came on it and are left out."
        ));
    }
    let content = vec![Content::Table(Table { note, ..tables::units(report) })];
    Section { id: "units-met", name: "Units", title: "Units", lead, content }
}

fn rules(report: &Report) -> Section {
    let rules = &report.rules;
    let always = rules.iter().filter(|rule| rule.games == report.played).count() as u64;
    let lead = if rules.is_empty() {
        "No event cites a rule.".to_owned()
    } else {
        format!(
            "{} of the book were met; {} of them in every game.",
            words::plural(rules.len() as u64, "rule"),
            words::count(always)
        )
    };
    let mut content = Vec::new();
    if !rules.is_empty() {
        content.push(Content::Table(tables::rules(report)));
    }
    Section { id: "rules", name: "Rules", title: "Rules met", lead, content }
}

fn run(report: &Report) -> Section {
    let lead = "The same scenario, seed and bots give the same games on every machine, whatever \
                the number of processors."
        .to_owned();
    let note = format!(
        "The scenario’s fingerprint is {}: if the run says another, some file has changed since. \
         Intervals are Wilson’s for shares and Student’s for means, both at 95 %; they tell of \
         chance only, not of how well the bots play.",
        report.subject.fingerprint
    );
    let mut content = vec![Content::Chart(Chart::Command), Content::Note(note)];
    if !report.games.is_empty() {
        content.push(Content::Table(tables::remarkable_games(report)));
    }
    Section {
        id: "how",
        name: "The run",
        title: "The run, and how to have it again",
        lead,
        content,
    }
}
