//! KB 20.0 Victory conditions.

use salient_hex::objectives::side_of_line;
use salient_rules::Roles;
use salient_rules::check::Lookup;
use salient_rules::game::{Outcome, UnitStatus};
use salient_rules::system::SourceName;
use salient_schema::event::{EventKind, PointSource, ScoreCount, ScoreLine};
use salient_schema::recipe::MapEdge;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::context::Context;
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, ScoreDef, Scored, Unit};

/// Whether the Victory Point line parts the map: else every town lies west of it (KB 20.11).
pub fn check_line(lookup: &Lookup<'_>, roles: &Roles<'_>) -> Option<Diagnostic> {
    let kind = roles.one("victory-line")?;
    // A map whose rows do not fit its grid has worse problems.
    let west = side_of_line(lookup.map, lookup.grid, kind, MapEdge::West)?;
    let east = lookup.grid.along_edge(MapEdge::East);
    east.into_iter().any(|hex| west[hex.index()]).then(|| leaks(kind))
}

/// Where a scenario says that hexes score by another line, or on its other side, than these rules
/// count (KB 20.11): what is marked on the map would not be what scores.
pub fn check_scores(bundle: &Bundle, roles: &Roles<'_>) -> Vec<Diagnostic> {
    let Some(kind) = roles.one("victory-line") else { return Vec::new() };
    let scores = bundle.scenario.victory.scores.iter().enumerate();
    let other = scores.filter_map(|(place, score)| {
        let line = score.line.as_ref()?;
        let counted = line == kind && score.edge == Some(MapEdge::West);
        (!counted).then_some((place, line))
    });
    let wrong = other.map(|(place, line)| {
        let text = format!("'{line}' is not the line west of which these rules count towns");
        Diagnostic::warning(Code::Rule, text)
            .pointer(format!("/scenario/victory/scores/{place}/line"))
            .rule("KB 20.11")
            .help(format!("name the line {kind} and the edge west, or give the role victory-line"))
    });
    wrong.collect()
}

fn leaks(kind: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::Rule,
        "the Victory Point line does not part the west of the map from the east",
    )
    .pointer("/map/lines")
    .rule("KB 20.11")
    .help(format!("a line of kind {kind} must run from edge to edge without a gap"))
}

/// The kinds of units that leave the map, as the log names them: divisions, the regiments that one
/// breaks down into (KB 13.11), those that stand in for a lost one (KB 13.21), all others.
const EXIT_KINDS: [&str; 4] = ["divisions", "broken-down", "replacements", "others"];

impl Scored {
    /// The source of points in the log.
    fn source(self) -> &'static str {
        match self {
            Self::Towns => "towns",
            Self::Exits => "exits",
            Self::Trenches => "trenches",
            Self::Divisions => "divisions-lost",
        }
    }
}

/// What the sources of points are called in reports.
pub const SOURCES: &[SourceName] = &[
    SourceName::new("exits", "", "Units that left the map", "exits"),
    SourceName::new("exits", "divisions", "Whole divisions", "by whole divisions"),
    SourceName::new(
        "exits",
        "broken-down",
        "Regiments of broken-down divisions",
        "by regiments of broken-down divisions",
    ),
    SourceName::new(
        "exits",
        "replacements",
        "Regiments in place of lost divisions",
        "by regiments in place of lost divisions",
    ),
    SourceName::new("exits", "others", "Other units", "by other units"),
    SourceName::new("towns", "", "Towns held", "towns held"),
    SourceName::new("trenches", "", "Allied units in trenches", "Allied units left in trenches"),
    SourceName::new("divisions-lost", "", "Divisions replaced by regiments", "divisions lost"),
];

impl Position {
    /// The German points as they would be counted now.
    pub fn points(&self, rules: &Rules) -> i32 {
        rules.scores.iter().map(|score| self.score(rules, score).1).fold(0, i32::saturating_add)
    }

    /// How many there are of a score, and the points for them.
    fn score(&self, rules: &Rules, score: &ScoreDef) -> (u32, i32) {
        let count = self.counted(rules, score).count() as u32;
        (count, (count as i32).saturating_mul(score.points))
    }

    /// What is counted for a score, by its name in the log.
    fn counted<'a>(
        &'a self,
        rules: &'a Rules,
        score: &ScoreDef,
    ) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        match score.of {
            // KB 20.11.
            Some(Scored::Towns) => Box::new(
                rules
                    .towns
                    .iter()
                    .zip(&self.town_holder)
                    .filter(|(town, holder)| town.scores && usize::from(**holder) == GERMAN)
                    .map(|(town, _)| rules.label(town.hex)),
            ),
            // KB 20.12.
            Some(Scored::Exits) => {
                Box::new(self.exits(rules).map(|unit| rules.unit(unit).name.as_str()))
            }
            // KB 20.13.
            Some(Scored::Trenches) => Box::new(
                self.on_map(rules, ALLIED)
                    .filter(|&unit| self.hex(unit).is_some_and(|hex| rules.ground(hex).trench))
                    .map(|unit| rules.unit(unit).name.as_str()),
            ),
            // KB 20.14: a division that is eliminated outright is not replaced, and not counted.
            Some(Scored::Divisions) => {
                Box::new(self.divisions_lost.iter().map(|&unit| rules.unit(unit).name.as_str()))
            }
            None => Box::new(std::iter::empty()),
        }
    }

    /// The units that have left the map and score (KB 20.12).
    fn exits<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Unit> + 'a {
        rules.all_units().filter(|&unit| {
            let state = self.state(unit);
            state.status == UnitStatus::Exited && state.scores
        })
    }

    /// What the points are made of as they would be counted now: a part a score, of the exits one
    /// for each kind of unit. What there is none of is left out.
    pub fn sources(&self, rules: &Rules) -> Vec<PointSource> {
        let mut out = Vec::new();
        for score in &rules.scores {
            let id = score.of.map_or_else(|| score.id.clone(), |of| of.source().to_owned());
            let mut add = |kind: Option<&str>, count: u32| {
                if count > 0 {
                    out.push(PointSource {
                        id: id.clone(),
                        kind: kind.map(str::to_owned),
                        side: rules.sides[GERMAN].clone(),
                        count,
                        points: (count as i32).saturating_mul(score.points),
                    });
                }
            };
            if score.of != Some(Scored::Exits) {
                add(None, self.score(rules, score).0);
                continue;
            }
            let mut kinds = [0; EXIT_KINDS.len()];
            for unit in self.exits(rules) {
                kinds[self.exit_kind(rules, unit)] += 1;
            }
            for (kind, count) in EXIT_KINDS.iter().zip(kinds) {
                add(Some(kind), count);
            }
        }
        out
    }

    /// Which of [`EXIT_KINDS`] a unit is.
    fn exit_kind(&self, rules: &Rules, unit: Unit) -> usize {
        let def = rules.unit(unit);
        match (def.division, def.replacement) {
            (true, _) => 0,
            (_, true) if self.state(unit).broken_down => 1,
            (_, true) => 2,
            _ => 3,
        }
    }

    /// Counts the points and ends the game (KB 20.0, 20.3).
    pub fn finish(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let points = self.points(rules);
        self.emit(cx, || {
            let lines = rules.scores.iter().map(|score| {
                let of: Vec<String> = self.counted(rules, score).map(str::to_owned).collect();
                let (count, points) = self.score(rules, score);
                ScoreLine {
                    id: score.id.clone(),
                    count,
                    each: score.points,
                    points,
                    of,
                    rule: score.rule.clone(),
                }
            });
            EventKind::Score(ScoreCount {
                side: rules.sides[GERMAN].clone(),
                lines: lines.collect(),
                points,
                rule: "KB 20.1".to_owned(),
            })
        });
        let level = rules.levels.iter().find(|level| level.fits(points));
        let outcome = Outcome {
            level: level.map_or_else(|| "No level".to_owned(), |level| level.name.clone()),
            side: level.map(|level| level.side.clone()).unwrap_or_default(),
            points,
        };
        self.outcome = Some(outcome);
        let told = || (self.sources(rules), self.hash(cx.dice));
        self.tell_over(rules, cx.log, None, "KB 20.3", told);
    }
}
