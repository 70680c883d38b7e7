//! One decision, put together one thing at a time: what is picked so far, what may be picked next,
//! and the action that it comes to.
//!
//! The engine lists the plain choices where all are too many (the ways to a hex, the shares of an
//! attack) and accepts more: a draft is put together freely, and what it comes to is tried on a
//! copy of the game, so that a refusal has the rule's number.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::action::Name;
use salient_rules::dice::Dice;
use salient_rules::{Action, Match, Violation};
use salient_schema::plain::{Table, Value};

use crate::offer::{Offer, acting, actors, leader, targets};
use crate::shape::{Field, FieldKind, Shape, Shapes};

/// More dice than are thrown at the end of a game-turn.
const MANY_DICE: usize = 60;

/// So many ways, the shortest, are tried to find out whether units can go together.
const MOST_WAYS: usize = 12;

/// What is picked so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    verb: Option<Name>,
    /// Whether the kind of action is but the likeliest of those that the first unit may do.
    guessed: bool,
    units: Vec<Name>,
    hexes: Vec<Name>,
    /// The hex that everything is to be about, with those who stand there, while it is not clear
    /// what is done.
    place: Option<(Name, Vec<Name>)>,
    /// The one of the listed actions that was chosen, where the units and hexes leave several.
    chosen: Option<Action>,
    /// The same with others in its [parts](FieldKind::Part).
    changed: Option<Action>,
    /// Numbers, flags and texts by the name of their field; of a group's field, `group.field`.
    values: BTreeMap<String, Value>,
}

impl Draft {
    /// The kind of action, once it is clear.
    pub fn verb(&self) -> Option<&Name> {
        self.verb.as_ref()
    }

    /// The units picked.
    pub fn units(&self) -> &[Name] {
        &self.units
    }

    /// The hexes picked.
    pub fn hexes(&self) -> &[Name] {
        &self.hexes
    }

    /// Whether nothing is picked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Begins anew with a kind of action.
    pub fn pick_kind(&mut self, verb: &str) {
        *self = Self { verb: Some(verb.into()), ..Self::default() };
    }

    /// Picks all that an action is about. The numbers that are set already stay.
    pub fn pick_whole(&mut self, action: &Action) {
        self.verb = Some(action.verb.clone());
        self.units = acting(action).map(Name::from).collect();
        self.hexes = targets(action).map(Name::from).collect();
        self.place = None;
        self.chosen = Some(action.clone());
        self.changed = None;
    }

    /// Those who take part in what was chosen of the list, each with the part that it has in it now;
    /// with none whoever stays out. Nobody where the action has no parts.
    pub fn parts(&self, shapes: &Shapes) -> Vec<(Name, Option<String>)> {
        let Some(chosen) = &self.chosen else { return Vec::new() };
        let now = self.changed.as_ref().unwrap_or(chosen);
        let fields = part_fields(&self.shape(shapes));
        let mut all: Vec<&str> = fields.iter().flat_map(|field| chosen.texts(field)).collect();
        all.sort_unstable();
        let part = |unit: &str| fields.iter().find(|field| now.texts(field).contains(&unit));
        all.into_iter().map(|unit| (unit.into(), part(unit).cloned())).collect()
    }

    /// Gives one of those who take part the next part, after the last none. Gives whether it takes
    /// part at all.
    fn change_part(&mut self, unit: &str, shapes: &Shapes) -> bool {
        let parts = self.parts(shapes);
        let Some((_, now)) = parts.iter().find(|(one, _)| one == unit) else { return false };
        let fields = part_fields(&self.shape(shapes));
        let next = match now {
            None => fields.first(),
            Some(now) => fields.iter().skip_while(|field| *field != now).nth(1),
        };
        let Some(mut changed) = self.changed.take().or_else(|| self.chosen.clone()) else {
            return false;
        };
        for field in &fields {
            let mut units: Vec<Name> = changed.texts(field).into_iter().map(Name::from).collect();
            units.retain(|one| one != unit);
            units.extend((next == Some(field)).then(|| Name::from(unit)));
            let units = units.into_iter().map(Value::Text).collect();
            changed.fields.insert(field.as_str().into(), Value::List(units));
        }
        self.changed = Some(changed);
        true
    }

    /// Begins anew with a hex, where what is legal about it is of several kinds: nothing is taken
    /// for meant but the hex. `there` are the units that stand in it.
    pub fn pick_place(&mut self, hex: &str, there: &[&str]) {
        let there = there.iter().map(|unit| Name::from(*unit)).collect();
        *self = Self { place: Some((hex.into(), there)), ..Self::default() };
    }

    /// Is about no hex any more.
    pub fn forget_place(&mut self) {
        self.place = None;
    }

    /// The hex that everything is to be about, while it is not clear what is done.
    pub fn place(&self) -> Option<&Name> {
        self.place.as_ref().map(|(hex, _)| hex)
    }

    /// Picks a unit, or lets go of it. Where one unit acts it takes the place of the one before;
    /// a unit that cannot act in what was begun begins anew. One that takes part in what was chosen of
    /// a list has another part in it then, or none. Gives whether it may act at all.
    pub fn pick_unit(&mut self, unit: &str, offer: &Offer, shapes: &Shapes) -> bool {
        if self.change_part(unit, shapes) {
            return true;
        }
        self.again();
        if let Some(at) = self.units.iter().position(|one| one == unit) {
            self.units.remove(at);
            if self.units.is_empty() {
                *self = Self::default();
            }
            return true;
        }
        let acts = |verb: &Name| {
            let mut legal = offer.legal().iter().filter(|action| action.verb == *verb);
            legal.any(|action| acting(action).any(|one| one == unit))
        };
        let same = self.verb.clone().filter(acts);
        if same.is_none() {
            let kinds = offer.kinds().into_iter().map(|(verb, _)| verb);
            let kinds: Vec<&Name> = kinds.filter(|verb| acts(verb)).collect();
            if kinds.is_empty() {
                return false;
            }
            // A click on a unit begins what leads somewhere. Where it can only act on the spot, in
            // one way or another, none is taken for meant.
            let leads = |verb: &&&Name| {
                let mut legal = offer.legal().iter().filter(|action| action.verb == ***verb);
                legal.any(|one| {
                    targets(one).next().is_some() && acting(one).any(|other| other == unit)
                })
            };
            let leading = kinds.iter().filter(leads).max_by_key(|verb| offer.count(verb));
            let only = kinds.first().filter(|_| kinds.len() == 1);
            let verb = leading.or(only).map(|verb| (*verb).clone());
            *self = Self { verb, guessed: true, ..Self::default() };
        }
        let shape = self.shape(shapes);
        if !shape.has(&FieldKind::Units) {
            self.units.clear();
            self.hexes.clear();
        }
        self.units.push(unit.into());
        true
    }

    /// Whether the units that are picked can go together: where they go from hex to hex, the rules
    /// must let all of them take some way that one of them may take. Of anything else the rules list
    /// but some of what may be put together, and nothing is known before it is.
    pub fn goes_together(&self, game: &Match, offer: &Offer, shapes: &Shapes) -> bool {
        let is_way = self.shape(shapes).has(&FieldKind::Path);
        if !is_way || self.units.len() < 2 || self.candidates(offer).next().is_some() {
            return true;
        }
        let one = |action: &&Action| {
            Some(&action.verb) == self.verb.as_ref()
                && acting(action).any(|unit| self.units.iter().any(|one| one == unit))
        };
        let mut ways: Vec<Vec<&str>> =
            offer.legal().iter().filter(one).map(|action| action.texts("path")).collect();
        ways.sort_by_key(Vec::len);
        ways.dedup();
        ways.iter().take(MOST_WAYS).any(|way| {
            let path = way.iter().map(|hex| Name::from(*hex)).collect();
            self.along(path, shapes).is_some_and(|action| check(game, &action).is_ok())
        })
    }

    /// Lets go of all units but the one that was picked last.
    pub fn keep_last(&mut self) {
        let (verb, guessed) = (self.verb.take(), self.guessed);
        let units = self.units.pop().into_iter().collect();
        *self = Self { verb, guessed, units, ..Self::default() };
    }

    /// Picks a hex, or lets go of it. Gives whether what is begun has to do with it.
    pub fn pick_hex(&mut self, hex: &str, offer: &Offer, shapes: &Shapes) -> bool {
        self.again();
        if let Some(at) = self.hexes.iter().position(|one| one == hex) {
            self.hexes.remove(at);
            return true;
        }
        if self.verb.is_none() {
            let about = |action: &&Action| targets(action).any(|one| one == hex);
            let Some(action) = offer.legal().iter().find(about) else { return false };
            self.verb = Some(action.verb.clone());
        }
        let shape = self.shape(shapes);
        if !shape.has(&FieldKind::Hexes) {
            self.hexes.clear();
        }
        self.hexes.push(hex.into());
        shape
            .fields
            .iter()
            .any(|field| matches!(field.kind, FieldKind::Hex | FieldKind::Hexes | FieldKind::Path))
    }

    /// Means a hex where the units that are picked may do things of several kinds, none of which was
    /// chosen: none is taken for meant. Gives whether it is so.
    pub fn pick_any(&mut self, hex: &str, offer: &Offer) -> bool {
        let is_of = |action: &&Action| {
            targets(action).any(|one| one == hex)
                && self.units.iter().all(|unit| acting(action).any(|one| one == unit))
        };
        let kinds: BTreeSet<&Name> =
            offer.legal().iter().filter(is_of).map(|it| &it.verb).collect();
        if !self.guessed || kinds.len() < 2 {
            return false;
        }
        let units = std::mem::take(&mut self.units);
        *self = Self { guessed: true, units, hexes: vec![hex.into()], ..Self::default() };
        true
    }

    /// What was chosen of a list is open again, as something else is picked.
    fn again(&mut self) {
        self.place = None;
        self.chosen = None;
        self.changed = None;
    }

    /// What a field that is no unit and no hex holds; `group.field` for one of a group.
    pub fn value(&self, field: &str) -> Option<&Value> {
        self.values.get(field)
    }

    /// Gives such a field a value, or takes it away.
    pub fn set(&mut self, field: &str, value: Option<Value>) {
        match value {
            Some(value) => self.values.insert(field.to_owned(), value),
            None => self.values.remove(field),
        };
    }

    /// The fields of the kind of action that is picked.
    pub fn shape(&self, shapes: &Shapes) -> Shape {
        self.verb.as_ref().map(|verb| shapes.of_kind(verb)).unwrap_or_default()
    }

    /// The legal actions that agree with what is picked.
    pub fn candidates<'a>(&'a self, offer: &'a Offer) -> impl Iterator<Item = &'a Action> {
        offer.legal().iter().filter(|action| {
            self.verb.as_ref().is_none_or(|verb| *verb == action.verb)
                && self.chosen.as_ref().is_none_or(|chosen| chosen == *action)
                && self.place.as_ref().is_none_or(|(hex, there)| about(action, hex, there))
                && self.units.iter().all(|unit| acting(action).any(|one| one == unit))
                && self.hexes.iter().all(|hex| targets(action).any(|one| one == hex))
        })
    }

    /// The units that may be picked next, those picked left out.
    pub fn open_units<'a>(&'a self, offer: &'a Offer) -> BTreeSet<&'a str> {
        let same = |action: &&Action| self.verb.as_ref().is_none_or(|verb| *verb == action.verb);
        let units = offer.legal().iter().filter(same).flat_map(acting);
        units.filter(|unit| !self.units.iter().any(|one| one == unit)).collect()
    }

    /// The hexes that may be picked next: where to, or against whom. Nothing until a unit or a kind
    /// of action is picked, where units act.
    pub fn open_hexes<'a>(&'a self, offer: &'a Offer) -> BTreeSet<&'a str> {
        let legal = offer.legal().iter().filter(|action| {
            let mut actors = acting(action).peekable();
            let by_units = actors.peek().is_some();
            self.verb.as_ref().is_none_or(|verb| *verb == action.verb)
                && (!by_units || !self.units.is_empty())
                && (!by_units || actors.any(|one| self.units.iter().any(|unit| unit == one)))
        });
        legal.flat_map(targets).collect()
    }

    /// Means a hex that may not be meant, so that the rules say why not.
    pub(crate) fn mean(&mut self, hex: &str, shapes: &Shapes) {
        if !self.shape(shapes).has(&FieldKind::Hexes) {
            self.hexes.clear();
        }
        self.hexes.push(hex.into());
    }

    /// The action by which the picked units go this way, whether it is legal or not.
    pub(crate) fn along(&self, path: Vec<Name>, shapes: &Shapes) -> Option<Action> {
        let texts = |texts: &[Name]| Value::List(texts.iter().cloned().map(Value::Text).collect());
        let fields = self.shape(shapes).fields.into_iter().filter_map(|field| {
            let value = match field.kind {
                FieldKind::Unit => Value::Text(self.units.first()?.clone()),
                FieldKind::Units => texts(&self.units),
                FieldKind::Path => texts(&path),
                _ => return None,
            };
            Some((field.name.as_str().into(), value))
        });
        Some(Action { verb: self.verb.clone()?, fields: fields.collect() })
    }

    /// The action that the draft comes to, if all that it must have is picked.
    pub fn action(&self, offer: &Offer, shapes: &Shapes) -> Option<Action> {
        let verb = self.verb.as_ref()?;
        if let Some(changed) = &self.changed {
            return Some(changed.clone());
        }
        let shape = shapes.of_kind(verb);
        // What is listed, with a way to the hex, unless something was changed about it.
        let candidates = self.candidates(offer).filter(|action| {
            acting(action).count() == self.units.len()
                && targets(action).count() == self.hexes.len()
        });
        let candidates: Vec<&Action> = candidates.collect();
        let listed = candidates.first().copied();
        // Of several that differ in more than numbers none is taken for meant.
        if let Some(first) = listed
            && candidates.iter().any(|other| !is_alike(first, other, &shape))
        {
            return None;
        }
        let mut fields = match listed {
            Some(action) if self.values.is_empty() => return Some(action.clone()),
            Some(action) => action.fields.clone(),
            None => Table::default(),
        };
        for field in &shape.fields {
            if let Some(value) = self.field(field, listed)? {
                fields.insert(field.name.as_str().into(), value);
            }
        }
        Some(Action { verb: verb.clone(), fields })
    }

    /// What goes into a field; nothing where it stays as it is listed, or is left out. `None` where
    /// it must be there and is not picked.
    fn field(&self, field: &Field, of: Option<&Action>) -> Option<Option<Value>> {
        let listed = of.is_some();
        let texts = |texts: &[Name]| Value::List(texts.iter().cloned().map(Value::Text).collect());
        let value = match &field.kind {
            FieldKind::Unit => self.units.first().cloned().map(Value::Text),
            FieldKind::Units => Some(texts(&self.units)).filter(|_| !self.units.is_empty()),
            FieldKind::Hex => self.hexes.first().cloned().map(Value::Text),
            FieldKind::Hexes => Some(texts(&self.hexes)).filter(|_| !self.hexes.is_empty()),
            // A way through hexes is one that is listed.
            FieldKind::Path => return listed.then_some(None),
            // A face is one that is listed, or the front; a part is changed of what is listed.
            FieldKind::Face | FieldKind::Part => {
                return (listed || !field.required).then_some(None);
            }
            FieldKind::Group(fields) => {
                self.group(&field.name, fields, of.and_then(|of| of.fields.get(&field.name)))
            }
            FieldKind::Number | FieldKind::Flag | FieldKind::Text => {
                self.values.get(&field.name).cloned()
            }
        };
        (value.is_some() || listed || !field.required).then_some(value)
    }

    /// What a group holds where something of it is set; the rest of it stays as it is listed.
    fn group(&self, name: &str, fields: &[Field], listed: Option<&Value>) -> Option<Value> {
        let set = fields.iter().filter_map(|field| {
            let value = self.values.get(&format!("{name}.{}", field.name))?;
            Some((field.name.as_str(), value.clone()))
        });
        let mut set = set.peekable();
        set.peek()?;
        let mut table = match listed {
            Some(Value::Table(listed)) => listed.clone(),
            _ => Table::default(),
        };
        set.for_each(|(name, value)| drop(table.insert(name.into(), value)));
        Some(Value::Table(table))
    }
}

/// Whether an action is about a hex: it names it, or somebody acts who stands there.
pub fn about(action: &Action, hex: &str, there: &[Name]) -> bool {
    let mut actors = actors(action).peekable();
    let acts = actors.peek().is_some();
    match acts {
        true => actors.any(|unit| there.iter().any(|one| one == unit)),
        false => {
            targets(action).any(|one| one == hex)
                || leader(action).is_some_and(|leader| there.iter().any(|one| one == leader))
        }
    }
}

/// The names of the fields that say who does what, in their order.
fn part_fields(shape: &Shape) -> Vec<String> {
    let parts = shape.fields.iter().filter(|field| field.kind == FieldKind::Part);
    parts.map(|field| field.name.clone()).collect()
}

/// Whether two actions of a kind differ in nothing but numbers.
fn is_alike(one: &Action, other: &Action, shape: &Shape) -> bool {
    let is_number = |name: &str| {
        let kind = shape.fields.iter().find(|field| field.name == name).map(|field| &field.kind);
        matches!(kind, Some(FieldKind::Number | FieldKind::Group(_)))
    };
    let rest = |action: &Action| -> Vec<(String, Value)> {
        let fields = action.fields.iter().filter(|(name, _)| !is_number(name));
        fields.map(|(name, value)| (name.to_string(), value.clone())).collect()
    };
    rest(one) == rest(other)
}

/// Whether the rules accept an action as the game stands, and if not, why. The dice to come stay
/// unknown.
///
/// # Errors
/// The rule that it breaks.
pub fn check(game: &Match, action: &Action) -> Result<(), Violation> {
    game.tried(Dice::seeded(0)).apply(action)
}

/// Whether the game-turn, or the game, ends with an action that the rules accept, whatever the dice
/// are.
pub fn ends_turn(game: &Match, action: &Action) -> bool {
    [1, 6].into_iter().all(|face| {
        let mut copy = game.tried(Dice::scripted_then(vec![face; MANY_DICE], 0));
        copy.apply(action).is_ok() && (copy.is_over() || copy.turn() != game.turn())
    })
}
