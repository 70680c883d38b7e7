//! A rule case made of what was decided in a game: the position before it, the decisions, their dice
//! and what came of them.
//!
//! A case begins with the position alone, and not every position can be written down: units that have
//! moved in this step, an attack of which losses are still to be taken. Then it begins with the step
//! of the sequence of play, or a step before, or where the scenario does, and the decisions since
//! stand in it as well. What was recorded is played again at once, and only what comes out as it did
//! in the game is a case.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_rules::case::{self, Case, CaseAction, CaseMap, Expect, ExpectedUnit, Value};
use salient_rules::game::{UnitStatus, UnitView};
use salient_rules::keep::Kept;
use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};
use salient_schema::plain::Table;
use salient_schema::scenario::{Scenario, StartingPoint};

use crate::course::{Decision, Point};
use crate::offer::{acting, targets};
use crate::session::Session;

/// So many decisions of one case are recorded at most.
pub const MOST_DECISIONS: usize = 20;

/// Where more units are on the map, a case has those near to what is done alone, if that does.
const FEW_UNITS: usize = 12;

/// What is so far away at most, in hexes, is near.
const NEAR: u32 = 3;

/// So many steps of the sequence of play are gone back to find a position to begin with.
const MOST_STEPS: usize = 8;

/// So many events are expected one by one.
const MOST_EVENTS: usize = 60;

/// What a case was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The case: it passes. It has no title yet.
    pub case: Case,
    /// The rules that the events cite, by their numbers, in their order.
    pub rules: Vec<String>,
    /// The decisions that had to be made first, as the position before what is recorded cannot be
    /// written down.
    pub before: usize,
}

/// Why no case was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRecorded {
    /// Nothing was decided.
    #[error("nothing was decided yet")]
    Nothing,
    /// The position cannot be played again, be it from the beginning.
    #[error("played again, it did not come out the same{}", .0.as_ref().map_or_else(String::new, |why| format!(": {why}")))]
    Otherwise(Option<String>),
}

/// Makes a case of the last so many decisions on the way to a point of a game that is played with a
/// bundle.
///
/// # Errors
/// Nothing was decided, or nothing of it can be played again.
pub fn record(
    session: &Session,
    at: Point,
    decisions: usize,
    systems: Systems,
    bundle: &Bundle,
) -> Result<Recorded, NotRecorded> {
    let course = session.course();
    let way: Vec<(Point, &Decision)> = course
        .way_to(at)
        .into_iter()
        .filter_map(|point| Some((course.before(point)?, course.decision(point)?)))
        .collect();
    let wanted = decisions.clamp(1, MOST_DECISIONS).min(way.len());
    let first = way.len() - wanted;
    let Some((_, decision)) = way.get(first) else { return Err(NotRecorded::Nothing) };
    let game = session.game_at(at);
    let recorder = Recorder { systems, bundle, way: &way, first, since: decision.events, game };
    recorder.record(session)
}

struct Recorder<'a> {
    systems: Systems,
    bundle: &'a Bundle,
    /// Each decision with the point before it.
    way: &'a [(Point, &'a Decision)],
    /// The first that is recorded.
    first: usize,
    /// How many events there were before it.
    since: usize,
    /// Behind the last.
    game: Match,
}

impl Recorder<'_> {
    fn record(&self, session: &Session) -> Result<Recorded, NotRecorded> {
        let mut why = None;
        let (before, _) = self.way[self.first];
        let before = session.game_at(before);
        let mut begun = before.clone();
        for (steps, from) in self.beginnings().into_iter().enumerate() {
            if from < self.first {
                begun = session.game_at(self.way[from].0);
            }
            let kept = begun.keep(self.systems, self.bundle);
            let near = (steps == 0).then(|| self.near(&before)).flatten();
            for near in near.iter().map(Some).chain([None]) {
                let case = self.case_of(&begun, &kept, from, near);
                match self.proven(case, from, &before) {
                    Ok(recorded) => return Ok(recorded),
                    Err(because) => why = why.or(because),
                }
            }
        }
        // As the scenario begins, everything came out as it did.
        match self.proven(self.the_whole(), 0, &before) {
            Ok(recorded) => Ok(recorded),
            Err(because) => Err(NotRecorded::Otherwise(why.or(because))),
        }
    }

    /// The decisions with which a case may begin: the first that is recorded, then those with which
    /// steps of the sequence of play began, the last one first.
    fn beginnings(&self) -> Vec<usize> {
        let step = |at: usize| self.way.get(at).map(|(_, it)| (it.turn, it.phase.as_str()));
        let begins = |at: &usize| *at == 0 || step(*at) != step(at - 1);
        let steps = (0..self.first).rev().filter(begins).take(MOST_STEPS);
        std::iter::once(self.first).chain(steps).collect()
    }

    /// The hexes near to what is done, where more than a few units are on the map.
    fn near(&self, before: &Match) -> Option<BTreeSet<Hex>> {
        let units = before.units();
        if units.iter().filter(|unit| unit.hex.is_some()).count() <= FEW_UNITS {
            return None;
        }
        let grid = before.grid();
        let actions = || self.way[self.first..].iter().map(|(_, decision)| &decision.action);
        let named: BTreeSet<&str> = actions().flat_map(acting).collect();
        let stands = units.iter().filter(|unit| named.contains(unit.name));
        let of_actions = actions().flat_map(targets).filter_map(|label| grid.parse(label));
        let ways = actions().flat_map(|action| action.texts("path"));
        let ways = ways.filter_map(|label| grid.parse(label));
        let about: BTreeSet<Hex> =
            stands.filter_map(|unit| unit.hex).chain(of_actions).chain(ways).collect();
        let near = about.iter().flat_map(|&hex| grid.within(hex, NEAR));
        (!about.is_empty()).then(|| near.collect())
    }

    /// A case that begins with a position.
    fn case_of(
        &self,
        begun: &Match,
        kept: &Kept,
        from: usize,
        near: Option<&BTreeSet<Hex>>,
    ) -> Case {
        let grid = begun.grid();
        let is_near = |label: &String| {
            near.is_none_or(|near| grid.parse(label).is_some_and(|hex| near.contains(&hex)))
        };
        let setup = &kept.scenario.setup;
        let units = setup.placements.iter().filter(|it| is_near(&it.hex)).cloned();
        let mut case = self.plain(from, self.way[from].1.events);
        (case.turn, case.units) = (begun.turn(), units.collect());
        case.phase = Some(begun.phase().to_owned()).filter(|phase| !phase.is_empty());
        case.patch.scenario = changed(&self.bundle.scenario, &kept.scenario);
        if near.is_none() {
            case.reinforcements.clone_from(&kept.scenario.reinforcements);
            case.eliminated.clone_from(&setup.eliminated);
        }
        case
    }

    /// A case that begins where the scenario does.
    fn the_whole(&self) -> Case {
        let mut case = self.plain(0, 0);
        case.own_units = true;
        let scenario = &self.bundle.scenario;
        let step = scenario.start.as_ref().and_then(|start| start.step.clone());
        case.turn = match &step {
            Some(_) => scenario.turns.first().map_or(1, |turn| turn.turn),
            None => 0,
        };
        case.phase = step;
        case
    }

    /// A case of the decisions from one on, with the dice that came behind an event.
    fn plain(&self, from: usize, since: usize) -> Case {
        let events = self.game.events().get(since..).unwrap_or_default();
        let dice = events.iter().filter_map(|event| match &event.kind {
            EventKind::Roll(roll) => Some(roll.value),
            _ => None,
        });
        let actions = self.way[from..].iter();
        let action = |(_, decision): &(Point, &Decision)| CaseAction {
            action: decision.action.clone(),
            refused: None,
        };
        Case {
            title: String::new(),
            rules: Vec::new(),
            turn: 1,
            phase: None,
            dice: dice.collect(),
            map: CaseMap::Scenario,
            columns: None,
            rows: None,
            terrain: BTreeMap::new(),
            features: BTreeMap::new(),
            hexsides: BTreeMap::new(),
            lines: Vec::new(),
            paths: Vec::new(),
            letters: BTreeMap::new(),
            units: Vec::new(),
            reinforcements: Vec::new(),
            eliminated: Vec::new(),
            scenario: None,
            options: None,
            constants: BTreeMap::new(),
            patch: case::Patch::default(),
            values: BTreeMap::new(),
            owners: BTreeMap::new(),
            facing: BTreeMap::new(),
            zones: BTreeMap::new(),
            own_units: false,
            own: BTreeMap::new(),
            actions: actions.map(action).collect(),
            expect: Expect::default(),
        }
    }

    /// The case with what it expects, if it comes out as the game did; else why not, where the rules
    /// say so.
    fn proven(
        &self,
        mut case: Case,
        from: usize,
        before: &Match,
    ) -> Result<Recorded, Option<String>> {
        let mut game = case::begin(self.systems, &case, self.bundle)
            .map_err(|wrong| wrong.into_iter().next())?;
        let mut since = game.events().len();
        let mut stood = places(&game);
        for (at, action) in (from..).zip(&case.actions) {
            if at == self.first {
                since = game.events().len();
                stood = places(&game);
            }
            game.apply(&action.action).map_err(|refused| Some(refused.to_string()))?;
        }
        let came = game.events().get(since..).unwrap_or_default();
        let in_the_game = self.game.events().get(self.since..).unwrap_or_default();
        let same = game.dice_overrun() == 0
            && came.iter().map(told).eq(in_the_game.iter().map(told))
            && game.deciding() == self.game.deciding()
            && (game.turn(), game.phase()) == (self.game.turn(), self.game.phase())
            && self.moved_alike(before, &stood, &game);
        if !same {
            return Err(None);
        }
        case.expect = self.expected(came, &stood, &game);
        case::run(self.systems, &case, self.bundle).map_err(|wrong| wrong.into_iter().next())?;
        let rules = cited(came);
        Ok(Recorded { case, rules, before: self.first - from })
    }

    /// Whether the units that are there end where they did.
    fn moved_alike(&self, before: &Match, stood: &Places, game: &Match) -> bool {
        let (was, is, now) = (places(before), places(&self.game), places(game));
        is.iter().all(|(name, end)| {
            let here = now.get(name) == Some(end);
            // Who is left out of the case has not moved either.
            here || (was.get(name) == Some(end) && stood.get(name) == now.get(name))
        })
    }

    fn expected(&self, came: &[Event], stood: &Places, game: &Match) -> Expect {
        let acts: BTreeSet<&str> =
            self.way[self.first..].iter().flat_map(|(_, it)| acting(&it.action)).collect();
        let changed = places(game)
            .into_iter()
            .filter(|(name, place)| acts.contains(name.as_str()) || stood.get(name) != Some(place))
            .map(|(unit, (hex, face, status))| ExpectedUnit {
                unit,
                hex: hex.map(|hex| game.grid().label(hex)),
                status: (status != UnitStatus::OnMap).then_some(status),
                face: hex.is_some().then_some(face),
                seen_by: None,
                intelligence: None,
                states: None,
            });
        let events = came.iter().filter(|event| !is_of_the_engine(event));
        Expect {
            turn: Some(game.turn()),
            phase: Some(game.phase().to_owned()),
            deciding: Some(game.deciding().cloned().unwrap_or_default()),
            level: game.outcome().map(|outcome| outcome.level.clone()),
            events: events.take(MOST_EVENTS).map(|event| Value::Table(told(event))).collect(),
            units: changed.collect(),
            ..Expect::default()
        }
    }
}

/// Where units are, by name: the hex, the face that shows, and what they do.
type Places = BTreeMap<String, (Option<Hex>, u8, UnitStatus)>;

fn places(game: &Match) -> Places {
    let place = |unit: &UnitView<'_>| (unit.hex, unit.face, unit.status);
    game.units().iter().map(|unit| (unit.name.to_owned(), place(unit))).collect()
}

/// What the decisions and dice of a case say themselves, and counts of a whole game.
fn is_of_the_engine(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Action(_) | EventKind::Roll(_) | EventKind::TurnEnd(_) | EventKind::GameStart(_)
    )
}

/// What an event says that is not of a whole game: what happened, to whom, where, by which rule.
fn told(event: &Event) -> Table {
    const OF_THE_GAME: [&str; 7] =
        ["seq", "turn", "phase", "state_hash", "attack", "points", "detail"];
    let Value::Table(fields) = Value::of(event) else { return Table::default() };
    let is_plain = |value: &Value| match value {
        Value::List(items) => {
            items.iter().all(|item| matches!(item, Value::Text(_) | Value::Number(_)))
        }
        value => !matches!(value, Value::Table(_)),
    };
    let kept = fields
        .into_iter()
        .filter(|(name, value)| !OF_THE_GAME.contains(&name.as_str()) && is_plain(value));
    kept.collect()
}

/// The numbers of the rules that events cite, as the book prints them, in their order.
fn cited(events: &[Event]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for event in events {
        let rule = event.kind.rule().rsplit(' ').next().unwrap_or_default();
        if !rule.is_empty() && !rules.iter().any(|known| known == rule) {
            rules.push(rule.to_owned());
        }
    }
    rules
}

/// What a case changes of a scenario to begin in a position: what the position has otherwise, but for
/// what the case says by itself.
fn changed(scenario: &Scenario, kept: &Scenario) -> BTreeMap<String, serde_json::Value> {
    const OF_THE_CASE: [&str; 11] = [
        "$schema",
        "id",
        "title",
        "notes",
        "turns",
        "tracks",
        "setup",
        "start",
        "reinforcements",
        "withdrawals",
        "replacements",
    ];
    let fields = |part: &Scenario| match serde_json::to_value(part) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (was, is) = (fields(scenario), fields(kept));
    let mut changes: BTreeMap<String, serde_json::Value> = is
        .into_iter()
        .filter(|(name, value)| {
            !OF_THE_CASE.contains(&name.as_str()) && was.get(name) != Some(value)
        })
        .collect();
    let start = kept.start.clone().map(|start| StartingPoint { step: None, ..start });
    if let Some(start) = start.filter(|start| *start != StartingPoint::default()) {
        changes.insert("start".to_owned(), serde_json::to_value(start).unwrap_or_default());
    }
    // The weather of this game-turn may be settled.
    let now = kept.turns.first();
    let place = now.and_then(|now| scenario.turns.iter().position(|turn| turn.turn == now.turn));
    if let (Some(now), Some(place)) = (now, place)
        && scenario.turns.get(place) != Some(now)
    {
        let mut turns = scenario.turns.clone();
        turns[place].clone_from(now);
        changes.insert("turns".to_owned(), serde_json::to_value(turns).unwrap_or_default());
    }
    changes
}

/// The decisions that may be recorded, the last one first: each with the point behind it.
pub fn recordable(session: &Session) -> Vec<(Point, &Decision)> {
    let course = session.course();
    let way = course.way_to(session.at()).into_iter().rev();
    way.filter_map(|point| Some((point, course.decision(point)?))).collect()
}
