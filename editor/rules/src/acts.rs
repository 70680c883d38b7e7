//! What a side may do, in words: what is done, by whom, at what or where to. Whoever chooses tells
//! every choice from every other by them, in the window and in the terminal.
//!
//! Units that are called alike are told apart by their kind, then by where they are, then by a
//! number. A system words its own acts ([`System::act`](crate::System::act)); what it leaves, the
//! core words by the names of an action's fields.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_hex::grid::HexGrid;
use salient_schema::plain::{Texts, Value};
use serde::de::DeserializeOwned;

use crate::action::Action;
use crate::base::Unit;
use crate::model::{Question, UnitStatus, UnitView};
use crate::words::{Words, capital, list, plural};

/// A question is no longer than this, in letters, while units can be counted instead of named.
const LONGEST_QUESTION: usize = 86;

/// The names by which one decision's choices are worded.
#[derive(Clone, Debug)]
pub struct Acts<'a> {
    words: &'a Words,
    /// By what the log calls a unit.
    names: BTreeMap<String, String>,
    /// The hexes in which units stand, by the same, as printed.
    places: BTreeMap<String, String>,
    /// The sides of those who stand in each hex, as far as whoever decides knows.
    pub(crate) sides_in: BTreeMap<String, BTreeSet<usize>>,
    /// Each unit's own side.
    pub(crate) side_of: BTreeMap<String, usize>,
    /// What is so of each unit, as far as whoever decides knows.
    pub(crate) states: BTreeMap<String, Vec<String>>,
    /// The hexes at which units fire by what was planned before, as printed.
    pub(crate) aims: BTreeMap<String, String>,
}

impl<'a> Acts<'a> {
    /// For units that stand so.
    pub fn new(words: &'a Words, units: &[UnitView<'_>], grid: &HexGrid) -> Self {
        let mut names: Vec<(String, String)> = units
            .iter()
            .map(|unit| (unit.name.to_owned(), words.unit(&unit.name.to_owned())))
            .collect();
        let kind = |unit: &UnitView<'_>| {
            let kind = words.kind(unit.counter)?;
            Some(salient_schema::words::name_in_a_sentence(kind))
        };
        let place = |unit: &UnitView<'_>| match unit.hex {
            Some(hex) => Some(format!("in {}", grid.label(hex))),
            None => off_map(unit),
        };
        tell_apart(&mut names, |at| kind(&units[at]), |name, kind| format!("{name} {kind}"));
        tell_apart(&mut names, |at| place(&units[at]), |name, place| format!("{name} {place}"));
        number(&mut names);
        let places = units.iter().filter_map(|unit| {
            let hex = grid.label(unit.hex?);
            Some((unit.name.to_owned(), hex))
        });
        let (names, places) = (names.into_iter().collect(), places.collect());
        Self { names, places, ..Self::anywhere(words) }
    }

    /// Where only the places of units are known, as printed, by their names in the log: those that
    /// are called alike read alike but for them.
    pub fn placed(words: &'a Words, places: BTreeMap<String, String>) -> Self {
        Self { places, ..Self::anywhere(words) }
    }

    /// Where nobody's place is known: units that are called alike read alike.
    pub fn anywhere(words: &'a Words) -> Self {
        Self {
            words,
            names: BTreeMap::new(),
            places: BTreeMap::new(),
            sides_in: BTreeMap::new(),
            side_of: BTreeMap::new(),
            states: BTreeMap::new(),
            aims: BTreeMap::new(),
        }
    }

    /// The names that things have.
    pub fn words(&self) -> &'a Words {
        self.words
    }

    /// A unit, told apart from all others.
    pub fn unit(&self, id: &str) -> String {
        self.names.get(id).cloned().unwrap_or_else(|| self.words.unit(&id.to_owned()))
    }

    /// A unit with the hex in which it stands, if it stands in one.
    pub fn unit_in_hex(&self, id: &str) -> String {
        let name = self.unit(id);
        match self.places.get(id) {
            Some(hex) if !name.contains(hex) => format!("{name} in {hex}"),
            _ => name,
        }
    }

    /// The hex in which a unit stands, as printed.
    pub fn place(&self, id: &str) -> Option<&str> {
        self.places.get(id).map(String::as_str)
    }

    /// Whether a unit that goes to a hex meets units of another side there, as far as whoever decides
    /// knows.
    pub fn meets_enemies(&self, unit: &str, hex: &str) -> bool {
        let (there, own) = (self.sides_in.get(hex), self.side_of.get(unit));
        there.zip(own).is_some_and(|(there, own)| there.iter().any(|side| side != own))
    }

    /// Whether a state is so of a unit, as far as whoever decides knows.
    pub fn is_so(&self, unit: &str, state: &str) -> bool {
        self.states.get(unit).is_some_and(|states| states.iter().any(|one| one == state))
    }

    /// Units, one after the other.
    pub fn units<'t>(&self, ids: impl IntoIterator<Item = &'t str>) -> String {
        let names: Vec<String> = ids.into_iter().map(|id| self.unit(id)).collect();
        list(&names)
    }

    /// An action as a system's own type, and what its units and hexes are called; none where it is
    /// no action of the system.
    pub fn read<'t, A: DeserializeOwned>(&'t self, action: &'t Action) -> Option<(A, Said<'t>)> {
        let texts = Texts::of(&action.fields);
        Some((action.read(&texts).ok()?, Said { acts: self, texts }))
    }

    /// An action in a line.
    pub fn say(&self, action: &Action) -> String {
        self.words.act(action, self).unwrap_or_else(|| self.by_fields(action))
    }

    /// What is asked, with whom it is about and the rule: as many units by name as there is room for,
    /// as the panel that shows it is narrow and stays as high as it is.
    pub fn ask(&self, question: &Question) -> String {
        let fits = |text: &String| text.chars().count() <= LONGEST_QUESTION;
        let mut fewer = (1..=question.units.len()).rev();
        let text = fewer.find_map(|named| Some(self.ask_naming(question, named)).filter(fits));
        text.unwrap_or_else(|| self.ask_naming(question, 0))
    }

    /// What is asked, with so many of the units by name and the others counted.
    fn ask_naming(&self, question: &Question, named: usize) -> String {
        let mut text = self.words.named(&question.what);
        let (named, others) = question.units.split_at(named.min(question.units.len()));
        let mut units: Vec<String> = named.iter().map(|unit| self.unit(unit)).collect();
        match (others.len(), named.len()) {
            (0, _) => {}
            (others, 0) => units.push(plural(others, "unit")),
            (others, _) => units.push(format!("{others} more")),
        }
        let units = list(&units);
        let about = match (units.is_empty(), question.hexes.is_empty()) {
            (true, true) => String::new(),
            (false, true) => units,
            (true, false) => list(&question.hexes),
            (false, false) => format!("{units} in {}", list(&question.hexes)),
        };
        if !about.is_empty() {
            text = format!("{text}: {about}");
        }
        if !question.rule.is_empty() {
            text = format!("{text} ({})", question.rule);
        }
        text
    }

    /// An action by the names of its fields, for systems that have no words of their own.
    fn by_fields(&self, action: &Action) -> String {
        let mut text = kind_name(&action.verb);
        let actors = action.texts("unit").into_iter().chain(action.texts("units"));
        let actors = self.units(actors);
        if !actors.is_empty() {
            text = format!("{text} {actors}");
        }
        let path = action.texts("path");
        let to = match (action.verb.as_str(), path.is_empty()) {
            (_, false) => "to",
            ("attack", _) => "on",
            _ => "in",
        };
        let hexes = action.texts("hex").into_iter().chain(action.texts("hexes"));
        let hexes: Vec<String> = hexes.chain(path.last().copied()).map(str::to_owned).collect();
        if !hexes.is_empty() {
            text = format!("{text} {to} {}", list(&hexes));
        }
        let known = ["unit", "units", "hex", "hexes", "path"];
        let rest = action.fields.iter().filter(|(name, _)| !known.contains(&name.as_str()));
        let rest: Vec<String> = rest.filter_map(|(name, value)| self.field(name, value)).collect();
        if !rest.is_empty() {
            text = format!("{text}: {}", rest.join(", "));
        }
        text
    }

    fn field(&self, name: &str, value: &Value) -> Option<String> {
        let name = name.replace('_', " ");
        match value {
            Value::Bool(false) => None,
            Value::Bool(true) => Some(name),
            Value::Text(text) => Some(format!("{name} {}", self.unit(text))),
            Value::Number(number) => Some(format!("{number} {name}")),
            Value::List(items) => {
                let items: Vec<String> = items.iter().filter_map(|item| self.item(item)).collect();
                (!items.is_empty()).then(|| format!("{name} {}", list(&items)))
            }
            Value::Table(_) => self.item(value).map(|parts| format!("{name} {parts}")),
        }
    }

    fn item(&self, value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(self.unit(text)),
            Value::Number(number) => Some(number.to_string()),
            Value::Table(fields) => {
                let parts = fields.iter().filter_map(|(name, value)| self.field(name, value));
                let parts: Vec<String> = parts.collect();
                (!parts.is_empty()).then(|| parts.join(" "))
            }
            Value::Bool(_) | Value::List(_) => None,
        }
    }
}

/// What the units and hexes of one action are called.
#[derive(Clone, Debug)]
pub struct Said<'a> {
    acts: &'a Acts<'a>,
    texts: Texts<'a>,
}

impl<'a> Said<'a> {
    /// A unit, told apart from all others.
    pub fn unit(&self, unit: &Unit) -> String {
        self.acts.unit(self.texts.text(unit.index()))
    }

    /// A unit with the hex in which it stands, if it stands in one.
    pub fn unit_in_hex(&self, unit: &Unit) -> String {
        self.acts.unit_in_hex(self.texts.text(unit.index()))
    }

    /// The formation that a unit stands for, by its name: the army of a depot. The unit where it
    /// stands for none.
    pub fn formation(&self, unit: &Unit) -> String {
        let formation = self.acts.words.formation_of(self.texts.text(unit.index()));
        formation.map_or_else(|| self.unit(unit), str::to_owned)
    }

    /// The hex at which a unit fires by what was planned before, as printed.
    pub fn aim(&self, unit: &Unit) -> Option<&'a str> {
        self.acts.aims.get(self.texts.text(unit.index())).map(String::as_str)
    }

    /// Units, one after the other.
    pub fn units(&self, units: &[Unit]) -> String {
        self.acts.units(units.iter().map(|unit| self.texts.text(unit.index())))
    }

    /// Whether a unit that goes to a hex meets units of another side there, as far as whoever decides
    /// knows.
    pub fn meets_enemies(&self, unit: &Unit, hex: &Hex) -> bool {
        self.acts.meets_enemies(self.texts.text(unit.index()), self.hex(hex))
    }

    /// Whether a unit stands among units of another side, as far as whoever decides knows.
    pub fn is_among_enemies(&self, unit: &Unit) -> bool {
        let unit = self.texts.text(unit.index());
        self.acts.place(unit).is_some_and(|hex| self.acts.meets_enemies(unit, hex))
    }

    /// Whether a state is so of a unit, as far as whoever decides knows.
    pub fn is_so(&self, unit: &Unit, state: &str) -> bool {
        self.acts.is_so(self.texts.text(unit.index()), state)
    }

    /// A hex, as printed.
    pub fn hex(&self, hex: &Hex) -> &'a str {
        self.texts.text(hex.index())
    }

    /// Hexes, one after the other.
    pub fn hexes(&self, hexes: &[Hex]) -> String {
        let labels: Vec<String> = hexes.iter().map(|hex| self.hex(hex).to_owned()).collect();
        list(&labels)
    }
}

/// What a kind of action is called: `allocate_air` is "Allocate air".
pub fn kind_name(verb: &str) -> String {
    if verb == "done" {
        return "Done: nothing more in this step".to_owned();
    }
    capital(&verb.replace('_', " "))
}

/// Where a unit is that is not on the map; nothing of one that is.
pub fn off_map(unit: &UnitView<'_>) -> Option<String> {
    let place = match unit.status {
        UnitStatus::OnMap => return None,
        UnitStatus::Expected => "not yet arrived",
        UnitStatus::Pool | UnitStatus::InBox => "off the map",
        UnitStatus::OnDisplay => "on its display",
        UnitStatus::Eliminated => "eliminated",
        UnitStatus::BrokenDown => "broken down",
        UnitStatus::Exited => "gone off the map",
    };
    Some(unit.in_box.map_or_else(|| place.to_owned(), |place| place.to_string()))
}

/// Adds something to each of the names that several units share; nothing where that is the same of
/// all who share it.
fn tell_apart(
    names: &mut [(String, String)],
    by: impl Fn(usize) -> Option<String>,
    with: impl Fn(&str, &str) -> String,
) {
    for group in shared(names) {
        let told: Vec<Option<String>> = group.iter().map(|&at| by(at)).collect();
        if told.iter().all(|one| *one == told[0]) {
            continue;
        }
        for (at, more) in group.into_iter().zip(told) {
            if let Some(more) = more {
                names[at].1 = with(&names[at].1, &more);
            }
        }
    }
}

/// Numbers those whom nothing else tells apart, in the order of the orders of battle.
fn number(names: &mut [(String, String)]) {
    for group in shared(names) {
        for (place, at) in group.into_iter().enumerate() {
            names[at].1 = format!("{}, no. {}", names[at].1, place + 1);
        }
    }
}

/// The places of those who share a name, name by name.
fn shared(names: &[(String, String)]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (_, name)) in names.iter().enumerate() {
        groups.entry(name).or_default().push(at);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[(&str, &str, &str)]) -> Vec<String> {
        let mut told: Vec<(String, String)> =
            names.iter().map(|(name, ..)| (String::new(), (*name).to_owned())).collect();
        let by = |part: fn(&(&str, &str, &str)) -> String| {
            move |at: usize| Some(part(&names[at])).filter(|told| !told.is_empty())
        };
        tell_apart(&mut told, by(|it| it.1.to_owned()), |name, more| format!("{name} {more}"));
        tell_apart(&mut told, by(|it| it.2.to_owned()), |name, more| format!("{name} {more}"));
        number(&mut told);
        told.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn units_that_are_called_alike_are_told_apart_by_as_little_as_will_do() {
        type Case<'a> = (&'a [(&'a str, &'a str, &'a str)], &'a [&'a str]);
        let cases: [Case<'_>; 4] = [
            (&[("1/128", "infantry", "in 0101")], &["1/128"]),
            (&[("3", "assault", "in 0101"), ("3", "infantry", "")], &["3 assault", "3 infantry"]),
            (
                &[("MG", "guns", "in 0101"), ("MG", "guns", "in 0102")],
                &["MG in 0101", "MG in 0102"],
            ),
            (
                &[("Major", "leader", "in 0101"), ("Major", "leader", "in 0101")],
                &["Major, no. 1", "Major, no. 2"],
            ),
        ];
        for (names, wanted) in cases {
            assert_eq!(named(names), wanted);
        }
    }
}
