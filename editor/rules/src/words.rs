//! The game log in plain words, the same for the editor's log, the web page and whoever else
//! shows a game.
//!
//! What a system alone knows of an event, it words itself
//! ([`System::words`](crate::System::words)); everything else is worded by the core that every client
//! understands.

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::common::HexLabel;
use salient_schema::event::{
    AttackResult, Attacked, Event, EventKind, LossOutcome, MarkerChange, Moved, UnitId,
};
pub use salient_schema::words::capital;
use salient_schema::words::{turn_name, with_names};

use crate::action::{Action, Violation};
use crate::acts::Acts;
use crate::model::MarkerLook;
use crate::names;
use crate::play::MarkDef;
use crate::states::UnitState;
use crate::system::{SystemRef, Systems};

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

impl LogLine {
    /// A line about moves and the rest; an empty rule is none.
    pub fn plain(text: impl Into<String>, rule: &str, hexes: &[&String]) -> Self {
        Self {
            text: text.into(),
            rule: Some(rule.to_owned()).filter(|rule| !rule.is_empty()),
            hexes: hexes.iter().map(|hex| (*hex).clone()).collect(),
            weight: Weight::Plain,
        }
    }

    /// A line about combat or losses.
    pub fn strong(text: impl Into<String>, rule: &str, hexes: &[&String]) -> Self {
        Self { weight: Weight::Strong, ..Self::plain(text, rule, hexes) }
    }

    /// A line below another one: the numbers that went into it.
    pub fn more(text: &str, hexes: &[String]) -> Self {
        Self { hexes: hexes.to_vec(), ..Self::plain(format!("    {text}"), "", &[]) }
    }

    fn heading(text: String) -> Self {
        Self { weight: Weight::Heading, ..Self::plain(text, "", &[]) }
    }
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
#[derive(Clone, Debug, Default)]
pub struct Words {
    system: Option<SystemRef>,
    /// Whose points are counted: one side's, or both.
    counting: Vec<String>,
    sides: BTreeMap<String, String>,
    nations: BTreeMap<String, String>,
    formations: BTreeMap<String, String>,
    /// The formation that a counter belongs to, or stands for.
    formation_of: BTreeMap<String, String>,
    counters: BTreeMap<String, String>,
    /// What kind of unit a counter is.
    kinds: BTreeMap<String, String>,
}

impl Words {
    /// The names of a bundle.
    pub fn new(systems: Systems, bundle: &Bundle) -> Self {
        let sides = bundle.ruleset.sides.iter();
        let counters = || bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let types = &bundle.ruleset.counters.types;
        let system = systems.of(bundle);
        let both_count = system.as_ref().is_some_and(|system| system.both_sides_count());
        let counted_for = bundle.scenario.victory.counted_for.as_ref();
        let counts = sides.clone().filter(|side| counted_for.is_none_or(|id| side.id == *id));
        let counts = counts.map(|side| side.name.clone());
        Self {
            system,
            counting: match both_count {
                true => sides.clone().map(|side| side.name.clone()).take(2).collect(),
                false => counts.take(1).collect(),
            },
            sides: sides.map(|side| (side.id.clone(), side.name.clone())).collect(),
            nations: bundle
                .ruleset
                .nations
                .iter()
                .map(|nation| (nation.id.clone(), nation.name.clone()))
                .collect(),
            formations: bundle
                .orders_of_battle
                .iter()
                .flat_map(|oob| &oob.formations)
                .map(|formation| (formation.id.clone(), formation.name.clone()))
                .collect(),
            formation_of: counters()
                .filter_map(|counter| Some((counter.id.clone(), counter.formation.clone()?)))
                .collect(),
            counters: names::of_counters(bundle),
            kinds: counters()
                .filter_map(|counter| {
                    let kind = types.iter().find(|kind| kind.id == counter.unit_type)?;
                    Some((counter.id.clone(), kind.name.clone()))
                })
                .collect(),
        }
    }

    /// A side's name; its id where it has none.
    pub fn side(&self, id: &str) -> String {
        self.sides.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    /// A nation's name; its id where it has none.
    pub fn nation(&self, id: &str) -> String {
        self.nations.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    /// A formation's name; its id where it has none.
    pub fn formation(&self, id: &str) -> String {
        self.formations.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    /// The name of the formation that a unit's counter belongs to, or stands for: that of a depot's
    /// army.
    pub fn formation_of(&self, unit: &str) -> Option<&str> {
        self.formations.get(self.formation_of.get(counter_of(unit))?).map(String::as_str)
    }

    /// What is printed on a unit's counter; its id where nothing is.
    pub fn unit(&self, id: &UnitId) -> String {
        self.printed(id).unwrap_or(id).clone()
    }

    /// Why something is refused, with its rule: units by what is printed on their counters instead
    /// of their ids, which refusals have in quotes.
    pub fn refusal(&self, refused: &Violation) -> String {
        self.named(&refused.to_string())
    }

    /// Why something cannot be done with a hex or a unit, which is named first unless the refusal
    /// itself names it.
    pub fn refusal_of(&self, about: &str, refused: &Violation) -> String {
        let why = self.refusal(refused);
        match names(&why, about) {
            true => capital(&why),
            false => format!("{about}: {why}"),
        }
    }

    /// A sentence of the rules with what units and formations are called instead of their ids,
    /// which it has in quotes.
    pub fn named(&self, text: &str) -> String {
        with_names(text, |id| self.printed(id).or_else(|| self.formations.get(id)).cloned())
    }

    /// What is printed on a unit's counter, if that is known.
    fn printed(&self, unit: &str) -> Option<&String> {
        self.counters.get(counter_of(unit))
    }

    /// What a loss leaves of a unit: `reduced from strength 6 to 4`, as far as it is known what its
    /// strength was before.
    pub fn loss(&self, outcome: &LossOutcome, before: Option<i32>) -> String {
        match outcome {
            LossOutcome::Reduced { strength: Some(after), .. } => match before {
                Some(before) => format!("reduced from strength {before} to {after}"),
                None => format!("reduced to strength {after}"),
            },
            LossOutcome::Reduced { .. } => "reduced".to_owned(),
            LossOutcome::Replaced { by, strength } => {
                let strength = strength.map(|n| format!(", strength {n}")).unwrap_or_default();
                format!("replaced by {}{strength}", self.unit(by))
            }
            LossOutcome::Eliminated => "eliminated".to_owned(),
        }
    }

    /// Points, with whose they are: those of the side that counts, or what a side is ahead by where
    /// both do.
    pub fn points(&self, points: i32) -> String {
        let number = |points: i32| {
            let word = plural(points.unsigned_abs() as usize, "point");
            if points < 0 { format!("−{word}") } else { word }
        };
        match self.counting.as_slice() {
            [] => number(points),
            [side] => format!("{} for the {side} side", number(points)),
            _ if points == 0 => "no side is ahead by points".to_owned(),
            [first, second, ..] => {
                let ahead = if points < 0 { second } else { first };
                format!("the {ahead} side is {} ahead", number(points.saturating_abs()))
            }
        }
    }

    /// What kind of unit a counter is: `Stosstruppen`.
    pub fn kind(&self, counter: &str) -> Option<&str> {
        self.kinds.get(counter).map(String::as_str)
    }

    /// A state of units by its id, as a designer reads it; the id in words where no system knows it.
    /// Marks are states too, with their level behind a colon where they have levels.
    pub fn state(&self, id: &str) -> String {
        if let Some(state) = self.known_state(id) {
            return state.name.to_owned();
        }
        let (mark, value) = id.split_once(':').unwrap_or((id, "1"));
        match (self.mark(mark), value.parse()) {
            (Some(def), Ok(value)) => def.in_full(value),
            _ => capital(&id.replace(['-', '_'], " ")),
        }
    }

    /// A mark that the kernel keeps for the system, by its id in the log.
    pub fn mark(&self, id: &str) -> Option<&'static MarkDef> {
        self.system.as_ref()?.marks().iter().find(|def| def.id == id)
    }

    /// A box beside the map, as people read it; its id where no system knows it.
    pub fn box_title<'a>(&self, id: &'a str) -> &'a str {
        let boxes = self.system.as_ref().map_or(&[][..], |system| system.boxes());
        boxes.iter().find(|def| def.id == id).map_or(id, |def| def.title)
    }

    /// How bad a state is, if it is one of a unit's morale: demoralized is worse than disrupted, as
    /// it comes later among those that a system offers.
    pub fn morale(&self, id: &str) -> Option<usize> {
        let states = self.system.as_ref()?.states()?.all();
        let place = states.iter().position(|state| state.id == id)?;
        (states[place].look == Some(MarkerLook::Morale)).then_some(place)
    }

    fn known_state(&self, id: &str) -> Option<&'static UnitState> {
        let states = self.system.as_ref()?.states()?.all();
        states.iter().find(|state| state.id == id)
    }

    /// An action in the words of its system; none where it leaves them to the core.
    pub fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        self.system.as_ref()?.act(action, acts)
    }

    /// What the result of an attack was read by: in the terms of its system, where it has its own,
    /// else the column of its table.
    pub fn reading(&self, event: &Event) -> Option<String> {
        let entry = event.detail.as_ref().and_then(|detail| detail.payload()?.entry());
        let column = entry.filter(|entry| !entry.with_dice).map(|entry| entry.column.into_owned());
        self.system.as_ref()?.reading(event).or(column)
    }

    /// Units, one after the other.
    pub fn units<'a>(&self, ids: impl IntoIterator<Item = &'a UnitId>) -> String {
        ids.into_iter().map(|id| self.unit(id)).collect::<Vec<_>>().join(", ")
    }

    /// An event of a log as lines: of several markers that come or go alike, one after the other,
    /// the first tells for all.
    pub fn lines_at(&self, events: &[Event], at: usize) -> Vec<LogLine> {
        let Some(event) = events.get(at) else { return Vec::new() };
        let before = at.checked_sub(1).and_then(|before| events.get(before));
        let is_told = matches!(event.kind, EventKind::Marker(_))
            && before.is_some_and(|before| before.kind == event.kind);
        if is_told { Vec::new() } else { self.lines(event) }
    }

    /// An event as lines, each short enough for a narrow panel. Dice have none of their own, as
    /// the lines of what they were rolled for tell them.
    pub fn lines(&self, event: &Event) -> Vec<LogLine> {
        let own = self.system.as_ref().and_then(|system| system.words(event, self));
        let mut lines = own.unwrap_or_else(|| self.line(event).into_iter().collect());
        if let EventKind::Attacked(attack) = &event.kind {
            // Every system tells who attacks, and none needs to say it by itself.
            let by = self.attackers(attack, lines.first());
            lines.splice(lines.len().min(1)..lines.len().min(1), by);
        }
        lines
    }

    /// Who attacks, and from where, as far as the line before does not say it.
    fn attackers(&self, attack: &Attacked, before: Option<&LogLine>) -> Option<LogLine> {
        let said = |text: &str| before.is_some_and(|line| line.text.contains(text));
        let units = attack.units.iter().filter(|unit| !attack.idle.contains(unit));
        let units = self.units(units);
        let is_said = said(&units);
        let mut parts = Vec::new();
        if !is_said {
            parts.push(format!("by {units}"));
        }
        if !is_said && !attack.from.is_empty() || attack.from.iter().any(|hex| !said(hex)) {
            parts.push(format!("from {}", attack.from.join(", ")));
        }
        if !attack.support.is_empty() {
            parts.push(format!("with {}", self.units(&attack.support)));
        }
        let told = !units.is_empty() && !parts.is_empty();
        told.then(|| LogLine::more(&parts.join(", "), &attack.from))
    }

    /// An event by its core alone.
    fn line(&self, event: &Event) -> Option<LogLine> {
        Some(match &event.kind {
            EventKind::GameStart(start) => {
                LogLine::heading(format!("The game begins, seed {}", start.seed))
            }
            EventKind::Turn(turn) => LogLine::heading(turn_name(event.turn, ": ", &turn.label)),
            EventKind::Phase(phase) => {
                let left_out = if phase.missing { " (left out)" } else { "" };
                let text = format!("{}{left_out}", phase.name);
                LogLine { weight: Weight::Phase, ..LogLine::plain(text, &phase.rule, &[]) }
            }
            // What comes of a decision is told, and the count of a turn stands in its charts.
            EventKind::Roll(_) | EventKind::Action(_) | EventKind::TurnEnd(_) => return None,
            EventKind::Placed(placed) => {
                let unit = self.unit(&placed.unit);
                let hex = both(&placed.hex, placed.other.as_ref());
                let text = match placed.by.as_str() {
                    "reinforcement" => format!("{unit} arrives in {hex}"),
                    "set-up" => format!("{unit} is set up in {hex}"),
                    _ => format!("{unit} is placed in {hex}"),
                };
                let hexes: Vec<&String> =
                    std::iter::once(&placed.hex).chain(&placed.other).collect();
                LogLine::plain(text, &placed.rule, &hexes)
            }
            EventKind::Moved(moved) => self.moved(moved),
            EventKind::Removed(gone) => {
                let hexes: Vec<&String> = gone.from.iter().collect();
                let unit = self.unit(&gone.unit);
                let text = match gone.by.as_str() {
                    "display" => format!("{unit} goes onto its formation's display"),
                    "box" => {
                        let place = gone.into.as_deref().map_or("box", |id| self.box_title(id));
                        let due = gone.due.map(|turn| format!(" until game-turn {turn}"));
                        format!("{unit} goes into the {place}{}", due.unwrap_or_default())
                    }
                    _ => format!("{unit} leaves the map"),
                };
                LogLine::plain(text, &gone.rule, &hexes)
            }
            EventKind::Exchanged(swap) => {
                let hexes: Vec<&String> = swap.hex.iter().collect();
                let (into, unit) = (self.units(&swap.into), self.unit(&swap.unit));
                let verb = if swap.into.len() == 1 { "takes" } else { "take" };
                LogLine::plain(format!("{into} {verb} the place of {unit}"), &swap.rule, &hexes)
            }
            EventKind::Turned(turned) => {
                let hexes: Vec<&String> = turned.hex.iter().collect();
                let unit = self.unit(&turned.unit);
                let place = turned.hex.as_ref().map(|hex| format!(" in {hex}")).unwrap_or_default();
                let what = match (turned.presence, turned.zone) {
                    (None, _) => "is turned over",
                    (Some(_), Some(true)) => "has a zone of control again",
                    (Some(_), Some(false)) => "has no zone of control now",
                    // How it is there, its system alone has words for.
                    (Some(_), None) => return None,
                };
                LogLine::plain(format!("{unit}{place} {what}"), &turned.rule, &hexes)
            }
            EventKind::Attached(attached) => {
                let unit = attached.unit.as_ref().map(|unit| self.unit(unit));
                let formation = attached.formation.as_ref().map(|id| self.formation(id));
                let who = unit.or(formation).unwrap_or_default();
                let text = match &attached.to {
                    Some(to) => format!("{who} is attached to {}", self.formation(to)),
                    None => format!("{who} is attached to no formation now"),
                };
                LogLine::plain(text, &attached.rule, &[])
            }
            EventKind::Attacked(attack) => self.attack(attack),
            EventKind::Lost(lost) => {
                let what = self.loss(&lost.outcome, strength_before(event));
                let why = match lost.cause.as_str() {
                    "combat" | "fire" => String::new(),
                    "no_retreat" => ", with no way to retreat".to_owned(),
                    "stacking" => ", the stack being too high".to_owned(),
                    "supply" => ", out of supply".to_owned(),
                    other => format!(" ({})", other.replace(['_', '-'], " ")),
                };
                let text = format!("{} in {} is {what}{why}", self.unit(&lost.unit), lost.hex);
                LogLine::strong(text, &lost.rule, &[&lost.hex])
            }
            // What is laid before any step, from the start, is on the map for all to see.
            EventKind::Marker(marker) if marker.placed && event.phase.is_empty() => return None,
            EventKind::Marker(marker) => {
                let hexes: Vec<&String> = marker.hex.iter().chain(&marker.towards).collect();
                LogLine::plain(self.marked(marker), &marker.rule, &hexes)
            }
            EventKind::Control(control) => {
                let name = control.name.clone().unwrap_or_else(|| control.hex.clone());
                let text = format!("{name} is now {}", self.side(&control.side));
                LogLine::strong(text, &control.rule, &[&control.hex])
            }
            EventKind::Level(change) => {
                let text = format!(
                    "{} {}: {} to {} ({:+})",
                    self.side(&change.side),
                    change.level.replace('-', " "),
                    change.from,
                    change.to,
                    change.by
                );
                let hexes: Vec<&String> = change.hex.iter().collect();
                LogLine::strong(text, &change.rule, &hexes)
            }
            EventKind::Noted(noted) => {
                let kind = event.detail.as_ref().and_then(|detail| {
                    let json = detail.to_json();
                    Some(json.get("event")?.as_str()?.replace(['-', '_'], " "))
                })?;
                let side = noted.side.as_ref().map(|side| format!("{}: ", self.side(side)));
                let units = match noted.units.as_slice() {
                    [] => String::new(),
                    units => format!(", {}", self.units(units)),
                };
                let text = format!("{}{kind}{units}", side.unwrap_or_default());
                let hexes: Vec<&String> = noted.hexes.iter().collect();
                LogLine::plain(capital(&text), &noted.rule, &hexes)
            }
            EventKind::Score(score) => {
                let text = format!("{} victory points: {}", self.side(&score.side), score.points);
                LogLine::plain(text, &score.rule, &[])
            }
            EventKind::GameOver(over) => {
                let points = self.points(over.points);
                let text = format!("The game is over: {}, {points}", over.level);
                LogLine { weight: Weight::Heading, ..LogLine::plain(text, &over.rule, &[]) }
            }
        })
    }

    /// Something that comes to lie somewhere: `Effectiveness of XV Corps: -1 to CI`. What the kernel
    /// does not keep is called by its id, the sides in it by their names: `German railway in 54.53`.
    fn marked(&self, marker: &MarkerChange) -> String {
        let def = self.mark(&marker.marker);
        let name = match def {
            Some(def) => def.name.to_owned(),
            None => {
                let words = marker.marker.split(['-', '_']);
                capital(&words.map(|word| self.side(word)).collect::<Vec<_>>().join(" "))
            }
        };
        let MarkerChange { unit, formation, hexside, hex, side, .. } = marker;
        let site = match (unit, formation, hexside, hex, side) {
            (Some(unit), ..) => format!(" of {}", self.unit(unit)),
            (_, Some(formation), ..) => format!(" of {}", self.formation(formation)),
            (_, _, Some(hexside), ..) => format!(" on hexside {hexside}"),
            (_, _, _, Some(hex), _) => format!(" in {hex}"),
            (_, _, _, _, Some(side)) => format!(" of the {} side", self.side(side)),
            _ => String::new(),
        };
        let towards = marker.towards.as_ref().map(|hex| format!(" towards {hex}"));
        let has_levels = def.is_some_and(|def| !def.values.is_empty());
        let change = match (marker.from, marker.to) {
            // What only lies there or does not has no levels to tell.
            (Some(from), Some(to)) if from != to && (has_levels || from.max(to) > 1) => {
                let named = |value: i32| match def.filter(|_| has_levels) {
                    Some(def) => def.value(value),
                    None => value.to_string(),
                };
                format!(": {} to {}", named(from), named(to))
            }
            _ if marker.placed => String::new(),
            _ => " is gone".to_owned(),
        };
        format!("{name}{site}{}{change}", towards.unwrap_or_default())
    }

    fn moved(&self, moved: &Moved) -> LogLine {
        let (units, from, to) = (self.units(&moved.units), &moved.from, moved.to());
        let one = moved.units.len() == 1;
        let verb = match (moved.by.as_str(), one) {
            ("retreat", true) => "retreats",
            ("retreat", false) => "retreat",
            ("advance", true) => "advances",
            ("advance", false) => "advance",
            ("rail", true) => "goes by rail",
            ("rail", false) => "go by rail",
            (_, true) => "moves",
            (_, false) => "move",
        };
        let text = format!("{units} {verb} from {from} to {}", both(to, moved.other.as_ref()));
        let hexes: Vec<&String> = [from, to].into_iter().chain(&moved.other).collect();
        LogLine::plain(text, &moved.rule, &hexes)
    }

    fn attack(&self, attack: &Attacked) -> LogLine {
        let result = match attack.result {
            Some(AttackResult::Won) => ": it succeeds",
            Some(AttackResult::Failed) => ": it fails",
            Some(AttackResult::AttackerEliminated) => ": the attackers are eliminated",
            None => "",
        };
        let text =
            format!("{} attack on {}{result}", self.side(&attack.side), attack.hexes.join(", "));
        let hexes: Vec<&String> = attack.hexes.iter().collect();
        LogLine::strong(text, &attack.rule, &hexes)
    }
}

/// The counter of a unit by its name in the log: of several alike each has a number.
fn counter_of(unit: &str) -> &str {
    unit.split_once('#').map_or(unit, |(counter, _)| counter)
}

/// The strength that a unit had before the loss that an event tells, where it tells it.
pub fn strength_before(event: &Event) -> Option<i32> {
    event.detail.as_ref()?.payload()?.strength_before()
}

/// Whether a sentence names something, by itself and not within a longer name.
fn names(text: &str, name: &str) -> bool {
    let in_a_name = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(name).any(|(at, found)| {
        let (before, behind) = (&text[..at], &text[at + found.len()..]);
        !in_a_name(before.chars().next_back()) && !in_a_name(behind.chars().next())
    })
}

/// A hex, with the other one of a unit that takes up two.
fn both(hex: &str, other: Option<&HexLabel>) -> String {
    other.map_or_else(|| hex.to_owned(), |other| format!("{hex} and {other}"))
}

/// `A`, `A and B`, `A, B and C`.
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1 step`, `2 steps`.
pub fn plural(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_units_by_their_counters() {
        let counters = [("de-1", "1/128"), ("de-mg", "MG")];
        let counters = counters.map(|(id, name)| (id.to_owned(), name.to_owned())).into();
        let words = Words { counters, ..Words::default() };
        for (text, named) in [
            ("'de-1' is not adjacent to 3801", "1/128 is not adjacent to 3801"),
            ("'de-mg#2' and 'de-1' stand apart", "MG and 1/128 stand apart"),
            ("there is no unit 'x'", "there is no unit 'x'"),
            ("'x' has no 'de-1'", "'x' has no 1/128"),
            ("the leader's own hex", "the leader's own hex"),
        ] {
            let refused = Violation::new("KB 8.25", text);
            assert_eq!(words.refusal(&refused), format!("{named} (KB 8.25)"));
        }
    }

    #[test]
    fn what_is_refused_is_named_once() {
        let words = Words::default();
        for (about, text, told) in [
            ("46/0308", "46/0308 would hold 7 units", "46/0308 would hold 7 units"),
            ("54.5", "54.53 would hold 7 units", "54.5: 54.53 would hold 7 units"),
            ("0308", "the river bars the way into 0308", "The river bars the way into 0308"),
            ("0308", "no movement points are left", "0308: no movement points are left"),
        ] {
            let refused = Violation::new("SW 9.1", text);
            assert_eq!(words.refusal_of(about, &refused), format!("{told} (SW 9.1)"));
        }
    }

    #[test]
    fn what_lies_somewhere_is_called_by_the_names_of_sides() {
        let sides = [("german".to_owned(), "German".to_owned())].into();
        let words = Words { sides, ..Words::default() };
        let told = |phase: &str, placed: bool| {
            let marker = MarkerChange {
                marker: "german-railway".to_owned(),
                hex: Some("54.53".to_owned()),
                placed,
                ..MarkerChange::default()
            };
            let (kind, phase) = (EventKind::Marker(marker), phase.to_owned());
            let lines = words.lines(&Event { seq: 1, turn: 1, phase, kind, detail: None });
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(told("movement", true), ["German railway in 54.53"]);
        assert_eq!(told("movement", false), ["German railway in 54.53 is gone"]);
        assert!(told("", true).is_empty(), "it lies there when the game begins");
        assert_eq!(told("", false), ["German railway in 54.53 is gone"]);
    }

    #[test]
    fn markers_that_go_together_are_told_of_once() {
        let gone = |hex: &str| {
            let (marker, hex) = ("drumfire".to_owned(), Some(hex.to_owned()));
            let kind = EventKind::Marker(MarkerChange { marker, hex, ..MarkerChange::default() });
            Event { seq: 1, turn: 1, phase: "marker-removal".to_owned(), kind, detail: None }
        };
        // Two guns have fired at the first hex.
        let events = [gone("0101"), gone("0101"), gone("0102"), gone("0101")];
        let words = Words::default();
        let told = (0..events.len()).flat_map(|at| words.lines_at(&events, at));
        let told: Vec<String> = told.map(|line| line.text).collect();
        let wanted = ["0101", "0102", "0101"].map(|hex| format!("Drumfire in {hex} is gone"));
        assert_eq!(told, wanted);
    }

    #[test]
    fn points_are_said_with_whose_they_are() {
        let of = |counting: &[&str], points: i32| {
            let counting = counting.iter().map(|side| (*side).to_owned()).collect();
            Words { counting, ..Words::default() }.points(points)
        };
        assert_eq!(of(&["German"], -21), "−21 points for the German side");
        assert_eq!(of(&["German"], 1), "1 point for the German side");
        assert_eq!(of(&["French", "German"], -3), "the German side is 3 points ahead");
        assert_eq!(of(&["French", "German"], 1), "the French side is 1 point ahead");
        assert_eq!(of(&["French", "German"], 0), "no side is ahead by points");
    }

    #[test]
    fn a_loss_says_from_what_to_what() {
        let words = Words::default();
        let reduced = |strength| LossOutcome::Reduced { face: 1, strength };
        for (outcome, before, told) in [
            (reduced(Some(2)), Some(5), "reduced from strength 5 to 2"),
            (reduced(Some(2)), None, "reduced to strength 2"),
            (reduced(None), None, "reduced"),
            (LossOutcome::Eliminated, Some(5), "eliminated"),
        ] {
            assert_eq!(words.loss(&outcome, before), told);
        }
    }
}
