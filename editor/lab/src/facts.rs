//! What looks illegal or suspicious in the games, and whose doing it may be.

mod play;

use std::collections::BTreeMap;

use salient_rules::Bot;
use salient_schema::common::HexLabel;
use salient_schema::event::UnitId;
use salient_schema::{Id, Severity};
use serde::{Deserialize, Serialize};

use crate::report::Report;
use crate::totals::Totals;

/// From so many games on, what always or never happened says something of the scenario.
const ENOUGH: u32 = 20;

/// Something a designer should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What kind of thing.
    pub kind: FactKind,
    /// How bad.
    pub severity: Severity,
    /// It in words, without the numbers of games.
    pub words: String,
    /// In how many games.
    pub games: u32,
    /// Of how many.
    pub of: u32,
    /// The hex it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The unit it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The side it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The game-turn it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Who played, in the order of the sides: of other players nothing is said.
    #[serde(default)]
    pub bots: Vec<Bot>,
}

/// Whose doing a fact may be, so that a bot's blunder is not taken for a fault of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactCause {
    /// The set-up's, the schedule's, or the rules'.
    SetUp,
    /// That of the bots that played.
    Bots,
    /// It lies in how games end.
    End,
}

impl FactCause {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::SetUp => "set-up",
            Self::Bots => "bots",
            Self::End => "end",
        }
    }
}

/// What kind of thing a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A stack stands too high on the first turn of nearly all games, so that units are removed.
    OverstackedSetUp,
    /// A unit is lost on turn 1 in nearly all games.
    LostAtOnce,
    /// One side wins nearly all games.
    OneSided,
    /// A level of victory is never reached.
    LevelNeverReached,
    /// A unit stands on the map and never moves nor fights.
    UnitNeverUsed,
    /// A unit that is set up or scheduled is never on the map.
    UnitNeverSeen,
    /// A reinforcement finds its entry hex barred and is placed elsewhere.
    ReinforcementDisplaced,
    /// A town is never taken, and no attack is ever made on it.
    TownNeverContested,
    /// Units are removed from stacks that a player made too high.
    Overstacked,
    /// A side attacks where it hardly ever wins and loses far more than it takes.
    HopelessAttacks,
    /// More than a third of what a side could have spent is left over in most games.
    ResourceLeftOver,
    /// A game-turn sees no attack in any game.
    QuietTurn,
    /// A step of the sequence of play is passed because the engine lacks its rules.
    PhaseMissing,
    /// A side takes many of its towns on the last game-turn.
    LastTurnTowns,
    /// Many of the points come, or go, on the last game-turn.
    LastTurnPoints,
}

impl FactKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::OverstackedSetUp => "overstacked-set-up",
            Self::LostAtOnce => "lost-at-once",
            Self::OneSided => "one-sided",
            Self::LevelNeverReached => "level-never-reached",
            Self::UnitNeverUsed => "unit-never-used",
            Self::UnitNeverSeen => "unit-never-seen",
            Self::ReinforcementDisplaced => "reinforcement-displaced",
            Self::TownNeverContested => "town-never-contested",
            Self::Overstacked => "overstacked",
            Self::HopelessAttacks => "hopeless-attacks",
            Self::ResourceLeftOver => "resource-left-over",
            Self::QuietTurn => "quiet-turn",
            Self::PhaseMissing => "phase-missing",
            Self::LastTurnTowns => "last-turn-towns",
            Self::LastTurnPoints => "last-turn-points",
        }
    }

    /// Whose doing it may be.
    pub fn cause(self) -> FactCause {
        match self {
            Self::OverstackedSetUp
            | Self::LostAtOnce
            | Self::UnitNeverSeen
            | Self::ReinforcementDisplaced
            | Self::PhaseMissing => FactCause::SetUp,
            Self::UnitNeverUsed
            | Self::TownNeverContested
            | Self::Overstacked
            | Self::HopelessAttacks
            | Self::ResourceLeftOver
            | Self::QuietTurn => FactCause::Bots,
            Self::OneSided
            | Self::LevelNeverReached
            | Self::LastTurnTowns
            | Self::LastTurnPoints => FactCause::End,
        }
    }
}

impl Fact {
    fn new(kind: FactKind, severity: Severity, games: u32, of: u32, words: String) -> Self {
        Self {
            kind,
            severity,
            words,
            games,
            of,
            hex: None,
            unit: None,
            side: None,
            turn: None,
            bots: Vec::new(),
        }
    }
}

/// Whether something happens in nine games of ten or more.
fn nearly_all(games: u32, of: u32) -> bool {
    u64::from(games) * 10 >= u64::from(of) * 9
}

/// Everything that looks illegal or suspicious: by whose doing it may be, then worst first.
pub(crate) fn facts(report: &Report, totals: &Totals) -> Vec<Fact> {
    let mut out = Vec::new();
    broken_rules(report, totals, &mut out);
    arrivals(report, totals, &mut out);
    if report.played >= ENOUGH {
        balance(report, &mut out);
        units(report, totals, &mut out);
        places(report, &mut out);
        turns(report, &mut out);
        play::hopeless_attacks(report, totals, &mut out);
        play::left_over(report, &mut out);
        play::last_turn(report, &mut out);
    }
    out.sort_by_key(|fact| {
        (fact.kind.cause(), fact.severity, fact.kind, std::cmp::Reverse(fact.games))
    });
    let bots: Vec<Bot> = report.bots.iter().map(|one| one.bot).collect();
    out.iter_mut().for_each(|fact| fact.bots.clone_from(&bots));
    out
}

fn broken_rules(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let played = report.played;
    play::overstacked(report, totals, out);
    for (phase, count) in &totals.missing {
        let words = format!("'{phase}' is passed: the engine does not have its rules");
        out.push(Fact::new(FactKind::PhaseMissing, Severity::Warning, count.games, played, words));
    }
}

fn arrivals(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    for (&unit, count) in &totals.displaced {
        let Some(unit) = report.units.get(unit as usize) else { continue };
        let severity =
            if count.games * 2 >= report.played { Severity::Warning } else { Severity::Note };
        let words = format!("{} finds its entry hex barred and comes in elsewhere", unit.name);
        let fact = Fact::new(
            FactKind::ReinforcementDisplaced,
            severity,
            count.games,
            report.played,
            words,
        );
        out.push(Fact { unit: Some(unit.unit.clone()), side: Some(unit.side.clone()), ..fact });
    }
}

fn balance(report: &Report, out: &mut Vec<Fact>) {
    let played = report.played;
    let sides: BTreeMap<&str, &str> =
        report.subject.sides.iter().map(|side| (side.id.as_str(), side.name.as_str())).collect();
    for wins in &report.wins {
        let games = wins.share.count as u32;
        if nearly_all(games, played) {
            let name = sides.get(wins.side.as_str()).copied().unwrap_or(&wins.side);
            let fact = Fact::new(
                FactKind::OneSided,
                Severity::Warning,
                games,
                played,
                format!("{name} wins nearly always"),
            );
            out.push(Fact { side: Some(wins.side.clone()), ..fact });
        }
    }
    for level in report.levels.iter().filter(|level| level.share.count == 0) {
        let words = format!("{} is never reached", level.level);
        let fact = Fact::new(FactKind::LevelNeverReached, Severity::Note, 0, played, words);
        out.push(Fact { side: Some(level.side.clone()), ..fact });
    }
}

fn units(report: &Report, totals: &Totals, out: &mut Vec<Fact>) {
    let played = report.played;
    let units = report.units.iter().zip(&totals.units).zip(&report.subject.units);
    for ((unit, total), name) in units {
        let mut add = |kind, severity, games, words: String| {
            let fact = Fact::new(kind, severity, games, played, words);
            out.push(Fact {
                hex: name.hex.clone(),
                unit: Some(unit.unit.clone()),
                side: Some(unit.side.clone()),
                ..fact
            });
        };
        if nearly_all(total.lost_at_once, played) {
            let words = format!("{} is nearly always lost on turn 1", unit.name);
            add(FactKind::LostAtOnce, Severity::Warning, total.lost_at_once, words);
        }
        // What has no rating is a marker: it is where it is of use.
        if unit.is_never_used() && !name.unrated {
            let words = format!("{} never moves, attacks or is attacked", unit.name);
            add(FactKind::UnitNeverUsed, Severity::Note, unit.present, words);
        }
        if unit.present == 0 && !name.pool {
            let words = format!("{} is never on the map", unit.name);
            add(FactKind::UnitNeverSeen, Severity::Warning, played, words);
        }
    }
}

fn places(report: &Report, out: &mut Vec<Fact>) {
    let fought: BTreeMap<&str, u32> = report
        .subject
        .hexes
        .iter()
        .map(String::as_str)
        .zip(report.heat.fought.iter().copied())
        .collect();
    for town in &report.towns {
        let attacks = fought.get(town.hex.as_str()).copied().unwrap_or(0);
        if town.changes == 0 && attacks == 0 {
            let name = town.name.as_deref().unwrap_or("the town");
            let words = format!("{name} ({}) is never attacked and never changes hands", town.hex);
            let (kind, severity) = (FactKind::TownNeverContested, Severity::Note);
            let fact = Fact::new(kind, severity, report.played, report.played, words);
            out.push(Fact { hex: Some(town.hex.clone()), ..fact });
        }
    }
}

fn turns(report: &Report, out: &mut Vec<Fact>) {
    for turn in &report.turns {
        let quiet = turn.sides.iter().all(|side| side.attacks.mean == 0.0);
        let games = turn.points.games as u32;
        if quiet && games > 0 {
            let words = format!("turn {} ({}) sees no attack", turn.turn, turn.label);
            let fact = Fact::new(FactKind::QuietTurn, Severity::Note, games, report.played, words);
            out.push(Fact { turn: Some(turn.turn), ..fact });
        }
    }
}
