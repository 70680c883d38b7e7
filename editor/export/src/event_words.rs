//! The game log in plain words: one telling for the editor's log, the web page and whoever else
//! shows a game.

mod odds;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Bundle;
use salient_schema::event::{
    Combat, CombatResult, Event, EventKind, LossCause, LossOutcome, UnitId,
};
use salient_schema::order_of_battle::Counter;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// What happened.
    pub text: String,
    /// The rule, if one is cited.
    pub rule: Option<String>,
    /// The hexes that it is about, as printed.
    pub hexes: Vec<String>,
    /// How much it matters.
    pub weight: Weight,
}

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A game-turn, the end.
    Heading,
    /// A phase.
    Phase,
    /// Combat, losses.
    Strong,
    /// Moves and the rest.
    Plain,
}

/// The names that events refer to.
#[derive(Clone, Debug)]
pub struct Words {
    sides: BTreeMap<String, String>,
    nations: BTreeMap<String, String>,
    counters: BTreeMap<String, String>,
}

impl Words {
    /// The names of a bundle.
    pub fn new(bundle: &Bundle) -> Self {
        let sides = bundle.ruleset.sides.iter();
        let counters = || bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let types = &bundle.ruleset.counters.types;
        let whose = |counter: &Counter| counter.nation.clone().unwrap_or(counter.side.clone());
        // The 1st corps of several armies: whose it is must be said.
        let mut armies: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for counter in counters() {
            armies.entry(&counter.designation).or_default().insert(whose(counter));
        }
        let named = |counter: &Counter| {
            let name = counter.designation.trim();
            if name.is_empty() {
                let kind = types.iter().find(|kind| kind.id == counter.unit_type);
                return kind.map_or_else(|| counter.id.clone(), |kind| kind.name.clone());
            }
            if armies.get(counter.designation.as_str()).is_none_or(|armies| armies.len() < 2) {
                return name.to_owned();
            }
            let whose = whose(counter);
            let nations = bundle.ruleset.nations.iter().map(|one| (&one.id, &one.name));
            let known = nations.chain(bundle.ruleset.sides.iter().map(|one| (&one.id, &one.name)));
            let army = known.into_iter().find(|(id, _)| **id == whose).map(|(_, name)| name);
            format!("{name} ({})", army.unwrap_or(&whose))
        };
        Self {
            sides: sides.map(|side| (side.id.clone(), side.name.clone())).collect(),
            nations: bundle
                .ruleset
                .nations
                .iter()
                .map(|nation| (nation.id.clone(), nation.name.clone()))
                .collect(),
            counters: counters().map(|counter| (counter.id.clone(), named(counter))).collect(),
        }
    }

    fn side(&self, id: &str) -> String {
        self.sides.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    fn nation(&self, id: &str) -> String {
        self.nations.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    fn unit(&self, id: &UnitId) -> String {
        let counter = id.split_once('#').map_or(id.as_str(), |(counter, _)| counter);
        self.counters.get(counter).cloned().unwrap_or_else(|| id.clone())
    }

    fn units<'a>(&self, ids: impl IntoIterator<Item = &'a UnitId>) -> String {
        ids.into_iter().map(|id| self.unit(id)).collect::<Vec<_>>().join(", ")
    }

    /// An event as lines, each short enough for a narrow panel. Dice have none of their own, as
    /// the lines of what they were rolled for tell them.
    pub fn lines(&self, event: &Event) -> Vec<LogLine> {
        let mut lines: Vec<LogLine> = self.line(event).into_iter().collect();
        let detail = |text: String, hexes: &[String]| LogLine {
            text: format!("    {text}"),
            rule: None,
            hexes: hexes.to_vec(),
            weight: Weight::Plain,
        };
        match &event.kind {
            EventKind::Combat(combat) => {
                let barrages = support::barrages(self, combat);
                lines.extend(barrages.into_iter().map(|text| detail(text, &combat.hexes)));
                lines.push(detail(arithmetic(combat), &combat.hexes));
            }
            EventKind::Bombardment(fire) => {
                let hexes = std::slice::from_ref(&fire.hex);
                lines.push(detail(support::arithmetic(fire), hexes));
            }
            EventKind::OddsCombat(combat) => {
                let hexes = std::slice::from_ref(&combat.hex);
                let numbers = odds::arithmetic(combat);
                lines.extend(numbers.into_iter().map(|text| detail(text, hexes)));
            }
            _ => {}
        }
        lines
    }

    fn line(&self, event: &Event) -> Option<LogLine> {
        let plain = |text: String, rule: &str, hexes: Vec<String>| LogLine {
            text,
            rule: Some(rule.to_owned()).filter(|rule| !rule.is_empty()),
            hexes,
            weight: Weight::Plain,
        };
        let strong = |line: LogLine| LogLine { weight: Weight::Strong, ..line };
        Some(match &event.kind {
            EventKind::GameStart(start) => LogLine {
                text: format!("The game begins, seed {}", start.seed),
                rule: None,
                hexes: Vec::new(),
                weight: Weight::Heading,
            },
            EventKind::Turn(turn) => LogLine {
                text: format!("Game-turn {}: {}", event.turn, turn.label),
                rule: None,
                hexes: Vec::new(),
                weight: Weight::Heading,
            },
            EventKind::Phase(phase) => {
                let left_out = if phase.missing { " (left out)" } else { "" };
                let text = format!("{}{left_out}", phase.name);
                LogLine { weight: Weight::Phase, ..plain(text, &phase.rule, Vec::new()) }
            }
            // What comes of a decision is told, and the count of a turn stands in its charts.
            EventKind::Roll(_) | EventKind::Action(_) | EventKind::TurnEnd(_) => return None,
            EventKind::Weather(weather) => {
                let die = weather.die.map(|die| format!(", a {die} is rolled")).unwrap_or_default();
                plain(format!("Weather: {}{die}", weather.weather), &weather.rule, Vec::new())
            }
            EventKind::MovementLimit(limit) => {
                let besides = match limit.free.len() {
                    0 => String::new(),
                    free => format!(" besides {free} that are free to"),
                };
                let side = self.side(&limit.side);
                let text = format!("{side} may move {} units{besides}", limit.units);
                plain(text, &limit.rule, Vec::new())
            }
            EventKind::Reinforcement(arrival) => plain(
                format!("{} arrives in {}", self.unit(&arrival.unit), arrival.hex),
                &arrival.rule,
                vec![arrival.hex.clone()],
            ),
            EventKind::Move(step) => {
                let to = step.steps.last().map_or(&step.from, |last| &last.hex);
                let text = format!(
                    "{} moves {} to {}, {} of {} MP",
                    self.unit(&step.unit),
                    step.from,
                    to,
                    step.spent,
                    step.allowance
                );
                plain(text, &step.rule, vec![step.from.clone(), to.clone()])
            }
            EventKind::Exit(exit) => {
                let scores = if exit.scores { ", for victory points" } else { "" };
                let text =
                    format!("{} leaves the map at {}{scores}", self.unit(&exit.unit), exit.from);
                strong(plain(text, &exit.rule, vec![exit.from.clone()]))
            }
            EventKind::AirPoints(_)
            | EventKind::AirAllocation(_)
            | EventKind::Interception(_)
            | EventKind::AirObservation(_)
            | EventKind::Breakdown(_)
            | EventKind::ArtilleryPoints(_)
            | EventKind::CounterBattery(_)
            | EventKind::Gas(_)
            | EventKind::GasRemoval(_)
            | EventKind::Bombardment(_) => return support::line(self, &event.kind),
            EventKind::OddsCombat(_)
            | EventKind::Occupy(_)
            | EventKind::Level(_)
            | EventKind::SetUp(_)
            | EventKind::Supply(_)
            | EventKind::StrategicMove(_)
            | EventKind::Replacements(_)
            | EventKind::Rebuilt(_)
            | EventKind::Withdrawn(_)
            | EventKind::Substituted(_)
            | EventKind::Redeployed(_)
            | EventKind::Bombing(_) => return odds::line(self, &event.kind),
            EventKind::Combat(combat) => {
                strong(plain(self.combat(combat), &combat.rule, combat.hexes.clone()))
            }
            EventKind::Loss(loss) => {
                let what = match &loss.outcome {
                    LossOutcome::Reduced { strength, .. } => format!("is reduced to {strength}"),
                    LossOutcome::Replaced { by, strength } => {
                        format!("is replaced by {}, strength {strength}", self.unit(by))
                    }
                    LossOutcome::Eliminated => "is eliminated".to_owned(),
                };
                let why = match loss.cause {
                    LossCause::Combat => "",
                    LossCause::NoRetreat => ", with no way to retreat",
                    LossCause::Stacking => ", the stack being too high",
                    LossCause::Bombardment => ", under bombardment",
                    LossCause::Gas => ", under gas",
                    LossCause::RetreatIntoZoc => ", retreating into an enemy zone of control",
                    LossCause::RetreatedInto => ", with the stack that it retreated to",
                    LossCause::Supply => ", out of supply",
                    LossCause::Bombing => ", bombed",
                };
                let text = format!("{} in {} {what}{why}", self.unit(&loss.unit), loss.hex);
                strong(plain(text, &loss.rule, vec![loss.hex.clone()]))
            }
            EventKind::Retreat(retreat) => plain(
                format!(
                    "{} retreat from {} to {}",
                    self.units(&retreat.units),
                    retreat.from,
                    retreat.to
                ),
                &retreat.rule,
                vec![retreat.from.clone(), retreat.to.clone()],
            ),
            EventKind::NoRetreat(stuck) => plain(
                format!("{} in {} cannot retreat", self.units(&stuck.units), stuck.hex),
                &stuck.rule,
                vec![stuck.hex.clone()],
            ),
            EventKind::Advance(advance) => {
                let to = advance.steps.last().map_or(&advance.from, |last| &last.hex);
                let unit = self.unit(&advance.unit);
                let text = format!("{unit} advances from {} to {to}", advance.from);
                plain(text, &advance.rule, vec![advance.from.clone(), to.clone()])
            }
            EventKind::Control(control) => {
                let name = control.name.clone().unwrap_or_else(|| control.hex.clone());
                let text = format!("{name} is now {}", self.side(&control.side));
                strong(plain(text, &control.rule, vec![control.hex.clone()]))
            }
            EventKind::Score(score) => {
                let text = format!("{} victory points: {}", self.side(&score.side), score.points);
                plain(text, &score.rule, Vec::new())
            }
            EventKind::GameOver(over) => LogLine {
                weight: Weight::Heading,
                ..plain(
                    format!("The game is over: {}, {} points", over.level, over.points),
                    &over.rule,
                    Vec::new(),
                )
            },
        })
    }

    fn combat(&self, combat: &Combat) -> String {
        let result = match combat.result {
            CombatResult::AttackerEliminated => "the attackers are eliminated".to_owned(),
            CombatResult::Unsuccessful => "fails".to_owned(),
            CombatResult::Successful => {
                format!("{} to lose", plural(combat.defender_steps.max(0) as usize, "step"))
            }
        };
        let side = self.side(&combat.attacker.side);
        format!("{side} attack on {}: {result}", combat.hexes.join(", "))
    }
}

/// The numbers that decide an attack, for whoever checks them.
fn arithmetic(combat: &Combat) -> String {
    let (attacker, defender) = (&combat.attacker, &combat.defender);
    format!(
        "{} × {} against {} × {} is {}, morale {}",
        attacker.strength,
        attacker.modified_die,
        defender.strength,
        defender.modified_die,
        combat.quotient,
        combat.morale,
    )
}

/// `1 step`, `2 steps`.
fn plural(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
