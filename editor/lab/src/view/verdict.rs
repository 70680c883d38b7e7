//! What is asked first: is it balanced?

use super::model::Figure;
use super::tables::side_name;
use salient_schema::words::no_side;

use super::{sources, words};
use crate::populations::{Kind, Populations};
use crate::report::{Report, SideWins};
use crate::subject::Subject;

/// The answer, and why.
pub(super) struct Verdict {
    pub(super) headline: String,
    pub(super) because: String,
}

/// What was played: how many games, by whom, with which dice.
pub(super) fn run(report: &Report) -> Vec<String> {
    let mut run = vec![words::plural(report.played.into(), "game"), players(report), seeds(report)];
    if report.stopped {
        let wanted = words::count(report.wanted.into());
        run.push(format!("stopped before the end: {wanted} were wanted"));
    }
    run
}

/// What a verdict rests on, and what of the book it does not rest on.
pub(super) fn with_what_is_not_played(because: String, subject: &Subject) -> String {
    match subject.not_played.as_slice() {
        [] => because,
        rules => {
            let told = format!("Not played: {}.", rules.join("; "));
            if because.is_empty() { told } else { format!("{because} {told}") }
        }
    }
}

/// "seed 3", "seeds 1, 2, 3 and 4".
fn seeds(report: &Report) -> String {
    match &report.seeds {
        None => format!("seed {}", report.seed),
        Some(of) => {
            let seeds: Vec<String> = of.seeds.iter().map(|one| one.seed.to_string()).collect();
            match seeds.as_slice() {
                [first, .., last] if seeds.len() > 6 => {
                    format!("{} seeds from {first} to {last}", seeds.len())
                }
                seeds => format!("seeds {}", words::list(seeds)),
            }
        }
    }
}

/// How exactly the levels are known, and what more would take.
pub(super) fn precision(report: &Report) -> Option<String> {
    if report.played == 0 || report.levels.is_empty() {
        return None;
    }
    let known = words::number(report.precision() * 100.0, 1);
    let more = match (report.until, games_for_two_percent(report)) {
        (Some(until), _) => {
            let decimals = usize::from((until * 1000.0).round() % 10.0 != 0.0);
            format!("; {}\u{a0}% was asked for", words::number(until * 100.0, decimals))
        }
        (None, Some(games)) => {
            format!("; about {} games would narrow it to 2\u{a0}%", words::count(games))
        }
        (None, None) => String::new(),
    };
    Some(format!("Every level is known to within {known}\u{a0}% to either side{more}."))
}

/// How many games the widest level would need; none if these are enough.
fn games_for_two_percent(report: &Report) -> Option<u64> {
    let widest = report
        .levels
        .iter()
        .map(|level| level.share)
        .max_by(|a, b| (a.high - a.low).total_cmp(&(b.high - b.low)))?;
    if report.precision() <= 0.0201 {
        return None;
    }
    let p = widest.share.clamp(0.02, 0.98);
    let games = p * (1.0 - p) * (1.96f64 / 0.02).powi(2);
    // Two figures are all that this is worth.
    let step = 10f64.powf(games.max(10.0).log10().floor() - 1.0);
    Some(((games / step).ceil() * step) as u64)
}

/// "German planner against Allied heuristic".
pub(super) fn players(report: &Report) -> String {
    let players = report.bots.iter();
    let players = players.map(|one| format!("{} {}", side_name(report, &one.side), one.bot));
    players.collect::<Vec<_>>().join(" against ")
}

/// Who played, as the beginning of a sentence: one pair of bots speaks for itself alone.
fn between(report: &Report) -> String {
    let mut bots = report.bots.iter().map(|one| one.bot);
    let first = bots.next().unwrap_or_default();
    if bots.all(|bot| bot == first) && report.bots.len() > 1 {
        return format!("Between two {}", words::several(first));
    }
    words::capital(&players(report))
}

pub(super) fn verdict(report: &Report) -> Verdict {
    let leader = report.wins.iter().max_by(|a, b| a.share.count.cmp(&b.share.count));
    let Some(SideWins { side, share }) = leader.filter(|leader| leader.share.of > 0) else {
        return Verdict {
            headline: "No game came to its end.".to_owned(),
            because: "There is nothing to tell of the balance.".to_owned(),
        };
    };
    let name = format!("the {} side", side_name(report, side));
    let games = words::plural(share.of, "game");
    let said = words::share(share);
    let between = between(report);
    let headline = if share.low > 0.5 {
        if share.count == share.of {
            format!("{between}, {name} wins every game.")
        } else {
            format!("{between}, {name} wins {said} of the games.")
        }
    } else if share.high - share.low <= 0.12 {
        let nobody = no_side(report.subject.sides.len());
        format!("{between}, {nobody} is ahead: {name} wins {said} of the games.")
    } else {
        format!("{between}, it is too close to call: {name} wins {said} of only {games}.")
    };
    let mut because = format!(
        "That is of these players, and not yet of the scenario: other bots may find otherwise, and \
         a skill ladder shows where they do. The true share between these lies at {} with \
         95\u{a0}% confidence.",
        words::share_interval(share)
    );
    if let Some(commonest) = commonest(report) {
        because.push(' ');
        because.push_str(&commonest);
    }
    let never: Vec<String> = report
        .levels
        .iter()
        .filter(|level| level.share.count == 0)
        .map(|level| level.level.clone())
        .collect();
    if !never.is_empty() && never.len() < report.levels.len() {
        because.push_str(&format!(
            " Never reached: {}.",
            if never.len() > 3 { words::list(&shortened(&never)) } else { words::list(&never) }
        ));
    }
    if let Some(kinds) = two_kinds(report) {
        because.push(' ');
        because.push_str(&kinds);
        if let Some(told) = sources::told(report) {
            because.push(' ');
            because.push_str(&told);
        }
    }
    if let Some(lever) = sources::lever(report) {
        because.push(' ');
        because.push_str(&lever);
    }
    Verdict { headline, because }
}

/// The level at which most games end; of equals all, and nothing where all are equal.
fn commonest(report: &Report) -> Option<String> {
    let most = report.levels.iter().map(|level| level.share.count).max()?;
    let reached = report.levels.iter().filter(|level| level.share.count > 0).count();
    let equal: Vec<_> =
        report.levels.iter().filter(|level| level.share.count == most && most > 0).collect();
    match equal.as_slice() {
        [] => None,
        [only] => {
            Some(format!("The commonest end is {}, in {}.", only.level, words::share(&only.share)))
        }
        [first, ..] if equal.len() < reached => {
            let names: Vec<String> = equal.iter().map(|level| level.level.clone()).collect();
            Some(format!(
                "The commonest ends are {}, each in {}.",
                words::list(&names),
                words::share(&first.share)
            ))
        }
        _ => Some("No end is commoner than another.".to_owned()),
    }
}

/// What is to be said where games fall into two kinds: their mean is that of neither.
fn two_kinds(report: &Report) -> Option<String> {
    let Populations { low, high, .. } = report.kinds?;
    let of = |kind: Kind| {
        format!(
            "{} end with {} points on the mean ({} to {})",
            words::count(kind.games.into()),
            words::number(kind.mean, 0),
            words::number(f64::from(kind.range[0]), 0),
            words::number(f64::from(kind.range[1]), 0)
        )
    };
    Some(format!(
        "The games fall into two kinds, so that the mean of all is that of neither: {}, {}.",
        of(low),
        of(high)
    ))
}

/// The first three of a long list, and how many more there are.
fn shortened(names: &[String]) -> Vec<String> {
    let mut few: Vec<String> = names.iter().take(3).cloned().collect();
    few.push(format!("{} more", names.len() - few.len()));
    few
}

pub(super) fn figures(report: &Report) -> Vec<Figure> {
    let mut figures = Vec::new();
    if let Some(points) = &report.points {
        let interval = words::mean_interval(&points.estimate);
        let interval = interval.map(|said| format!("{said} with 95 % confidence; "));
        figures.push(Figure {
            name: report.subject.points_name("victory points"),
            value: format!("{} on the mean", words::mean(&points.estimate)),
            more: format!(
                "{}from {} to {}",
                interval.unwrap_or_default(),
                words::number(f64::from(points.min), 0),
                words::number(f64::from(points.max), 0)
            ),
        });
    }
    figures.extend(super::seeds::figure(report));
    figures.extend(report.losses.iter().map(|losses| Figure {
        name: format!("{} losses", side_name(report, &losses.side)),
        value: format!("{} steps a game", words::mean(&losses.steps)),
        more: format!("{} units removed from the map", words::mean(&losses.units)),
    }));
    if !report.towns.is_empty() {
        let taken: f64 = report.towns.iter().map(|town| town.taken.share).sum();
        figures.push(Figure {
            name: "Towns that change hands".to_owned(),
            value: format!("{} a game", words::number(taken, 1)),
            more: format!("of {} on the map", report.towns.len()),
        });
    }
    figures
}
