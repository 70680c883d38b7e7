//! Numbers of the rules with their exceptions, and groups of units, compiled: no id is compared
//! while a game is played.

use salient_hex::Hex;
use salient_rules::play::{Compiled, Position, Unit};
use salient_schema::rules_of_play::{Amount, Exception, Group, RulesOfPlay, When};
use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::game::Standard;
use crate::state::{self, StateRef};

/// Units that a rule is about, by unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Box<[bool]>);

impl Members {
    /// Of a yes or no by unit.
    pub fn of(members: Box<[bool]>) -> Self {
        Self(members)
    }

    /// Whether a unit is among them.
    #[inline]
    pub fn has(&self, unit: Unit) -> bool {
        self.0.get(unit.index()).copied().unwrap_or(false)
    }
}

/// A number with its exceptions.
#[derive(Clone, Debug, Default)]
pub struct Number {
    base: i32,
    except: Vec<Clause>,
}

#[derive(Clone, Debug)]
struct Clause {
    when: Condition,
    set: Option<i32>,
    add: i32,
}

/// When something holds, compiled. What can never hold in the scenario is not kept at all.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    side: Option<usize>,
    units: Option<Members>,
    terrain: Option<Ground>,
    hexside: Option<u32>,
    weather: Option<u8>,
    state: Option<StateRef>,
    phase: Option<usize>,
    turns: Option<(u16, u16)>,
    unless: Option<Box<Condition>>,
    never: bool,
}

#[derive(Clone, Copy, Debug)]
enum Ground {
    Terrain(usize),
    Feature(u64),
}

/// What a number is asked for: whatever is not given meets no condition about it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The position.
    pub position: &'a Position<Standard>,
    /// The map.
    pub compiled: &'a Compiled,
    /// The unit that it is about.
    pub unit: Option<Unit>,
    /// The side, where no unit says it.
    pub side: Option<usize>,
    /// The hex.
    pub hex: Option<Hex>,
    /// The kinds of the hexside that is crossed, a bit each.
    pub across: u32,
}

impl<'a> Case<'a> {
    /// A case about nobody in particular.
    pub fn new(compiled: &'a Compiled, position: &'a Position<Standard>) -> Self {
        Self { position, compiled, unit: None, side: None, hex: None, across: 0 }
    }

    /// The same about a unit, where it stands.
    pub fn of(self, unit: Unit) -> Self {
        let side = Some(self.compiled.unit(unit).side);
        Self { unit: Some(unit), side, hex: self.position.hex(unit), ..self }
    }

    /// The same about a side.
    pub fn by(self, side: usize) -> Self {
        Self { side: Some(side), ..self }
    }

    /// The same in a hex.
    pub fn at(self, hex: Hex) -> Self {
        Self { hex: Some(hex), ..self }
    }

    /// The same across a hexside of these kinds.
    pub fn across(self, across: u32) -> Self {
        Self { across, ..self }
    }
}

impl Number {
    /// A number without exceptions.
    pub fn plain(base: i32) -> Self {
        Self { base, except: Vec::new() }
    }

    /// The number in a case.
    #[inline]
    pub fn in_case(&self, case: &Case<'_>) -> i32 {
        if self.except.is_empty() { self.base } else { self.with_exceptions(case) }
    }

    fn with_exceptions(&self, case: &Case<'_>) -> i32 {
        let holding = self.except.iter().filter(|clause| clause.when.holds(case));
        holding.fold(self.base, |number, clause| {
            clause.set.unwrap_or(number).saturating_add(clause.add)
        })
    }

    /// The number, where it has no exceptions.
    pub fn always(&self) -> Option<i32> {
        self.except.is_empty().then_some(self.base)
    }

    /// Whether it is nought in every case.
    pub fn is_zero(&self) -> bool {
        self.base == 0 && self.except.is_empty()
    }
}

impl Condition {
    /// Whether it holds in a case.
    pub fn holds(&self, case: &Case<'_>) -> bool {
        let position = case.position;
        let ground = |ground: &Ground| {
            let (Some(hex), map) = (case.hex, &case.compiled.map) else { return false };
            match *ground {
                Ground::Terrain(kind) => map.terrain(hex) == kind,
                Ground::Feature(bits) => map.features(hex) & bits != 0,
            }
        };
        let turn = |&(from, to): &(u16, u16)| (from..=to).contains(&position.turn);
        let state =
            |&wanted: &StateRef| case.unit.is_some_and(|unit| state::is_in(position, unit, wanted));
        !self.never
            && self.side.is_none_or(|side| case.side == Some(side))
            && self.units.as_ref().is_none_or(|units| case.unit.is_some_and(|unit| units.has(unit)))
            && self.terrain.as_ref().is_none_or(ground)
            && self.hexside.is_none_or(|bits| case.across & bits != 0)
            && self.weather.is_none_or(|weather| position.own.weather == weather)
            && self.state.as_ref().is_none_or(state)
            && self.phase.is_none_or(|phase| position.phase == Some(phase))
            && self.turns.as_ref().is_none_or(turn)
            && self.unless.as_ref().is_none_or(|other| !other.holds(case))
    }
}

/// Compiles numbers and groups of a ruleset, and finds the ids that are nowhere.
pub struct Reader<'a> {
    /// The bundle.
    pub bundle: &'a Bundle,
    /// The scenario as the kernel has compiled it.
    pub compiled: &'a Compiled,
    /// The rules of play.
    pub play: &'a RulesOfPlay,
    /// What is wrong.
    pub found: Vec<Diagnostic>,
    /// What units are known by besides type and traits, by unit: size and nation.
    known: Vec<[Option<&'a Id>; 2]>,
}

impl<'a> Reader<'a> {
    /// For a bundle whose rules of play are these.
    pub fn new(bundle: &'a Bundle, compiled: &'a Compiled, play: &'a RulesOfPlay) -> Self {
        let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let by_id: std::collections::BTreeMap<&str, &salient_schema::order_of_battle::Counter> =
            counters().map(|counter| (counter.id.as_str(), counter)).collect();
        let known = compiled.units.iter().map(|def| {
            let counter = by_id.get(def.counter.as_str());
            [counter.and_then(|one| one.size.as_ref()), counter.and_then(|one| one.nation.as_ref())]
        });
        Self { bundle, compiled, play, found: Vec::new(), known: known.collect() }
    }

    /// Says that something is wrong at a pointer below the rules of play.
    pub fn wrong(&mut self, pointer: &str, text: String) {
        let wrong = Diagnostic::error(Code::Rule, text);
        self.found.push(wrong.pointer(format!("/ruleset/rules_of_play{pointer}")));
    }

    /// Says that an id is nowhere.
    pub fn dangling(&mut self, pointer: &str, what: &str, id: &str) {
        let wrong =
            Diagnostic::error(Code::DanglingReference, format!("there is no {what} '{id}'"));
        self.found.push(wrong.pointer(format!("/ruleset/rules_of_play{pointer}")));
    }

    fn is_known_by(&self, unit: usize, word: &str) -> bool {
        let Some(def) = self.compiled.units.get(unit) else { return false };
        def.unit_type == word
            || def.traits.iter().any(|one| one == word)
            || self.known[unit].iter().flatten().any(|one| *one == word)
            || self.compiled.sides[def.side] == word
    }

    /// Whether a word names types, traits, sizes, nations or sides.
    pub fn is_a_group(&self, word: &str) -> bool {
        let ruleset = &self.bundle.ruleset;
        let layout = &ruleset.counters;
        layout.types.iter().any(|one| one.id == word)
            || layout.traits.iter().any(|one| one.id == word)
            || layout.sizes.iter().any(|one| one.id == word)
            || ruleset.nations.iter().any(|one| one.id == word)
            || ruleset.sides.iter().any(|one| one.id == word)
    }

    /// The nation of each unit, by its place in the ruleset; that with which it serves, where it
    /// serves with another. Those without a nation come after all others.
    pub fn nations(&self) -> Vec<usize> {
        let nations = &self.bundle.ruleset.nations;
        let find = |id: &str| nations.iter().position(|nation| nation.id == id);
        let of = |known: &[Option<&Id>; 2]| {
            let own = known[1].and_then(|id| find(id));
            let with = own.and_then(|place| nations[place].serves_with.as_deref());
            with.and_then(find).or(own).unwrap_or(nations.len())
        };
        self.known.iter().map(of).collect()
    }

    /// What a group is called; its id where it is none.
    pub fn name_of_group(&self, id: &str) -> String {
        let ruleset = &self.bundle.ruleset;
        let layout = &ruleset.counters;
        let types = layout.types.iter().map(|one| (&one.id, &one.name));
        let traits = layout.traits.iter().map(|one| (&one.id, &one.name));
        let sizes = layout.sizes.iter().map(|one| (&one.id, &one.name));
        let nations = ruleset.nations.iter().map(|one| (&one.id, &one.name));
        let mut all = types.chain(traits).chain(sizes).chain(nations);
        all.find(|(known, _)| *known == id).map_or_else(|| id.to_owned(), |(_, name)| name.clone())
    }

    /// The units of a group.
    pub fn members(&mut self, group: &Group, pointer: &str) -> Members {
        for (list, ids) in [("of", &group.of), ("but", &group.but)] {
            for (place, id) in ids.iter().enumerate() {
                if !self.is_a_group(id) {
                    let at = format!("{pointer}/{list}/{place}");
                    self.dangling(&at, "type, trait, size, nation or side", id);
                }
            }
        }
        let all = 0..self.compiled.units.len();
        Members(all.map(|unit| group.has(|word| self.is_known_by(unit, word))).collect())
    }

    /// A number with its exceptions.
    pub fn number(&mut self, amount: &Amount, pointer: &str) -> Number {
        let mut except = Vec::new();
        for (place, exception) in amount.except.iter().enumerate() {
            let at = format!("{pointer}/except/{place}");
            let Exception { when, set, add, .. } = exception;
            if set.is_some() == add.is_some() {
                let text = "an exception either sets the number or adds to it".to_owned();
                self.wrong(&at, text);
            }
            let when = self.condition(when, &format!("{at}/when"));
            if !when.never {
                except.push(Clause { when, set: *set, add: add.unwrap_or(0) });
            }
        }
        Number { base: amount.number, except }
    }

    /// A number within bounds, without its exceptions beyond them either.
    pub fn bounded(&mut self, amount: &Amount, pointer: &str, (least, most): (i32, i32)) -> Number {
        let all = amount.except.iter().filter_map(|exception| exception.set);
        for number in all.chain([amount.number]) {
            if !(least..=most).contains(&number) {
                let text = format!("{number} is not from {least} to {most}");
                self.wrong(pointer, text);
            }
        }
        self.number(amount, pointer)
    }

    /// When something holds.
    pub fn condition(&mut self, when: &When, pointer: &str) -> Condition {
        let (compiled, ruleset) = (self.compiled, &self.bundle.ruleset);
        let mut out = Condition::default();
        let place = |kinds: &[Kind], id: &str| kinds.iter().position(|kind| kind.id == id);
        if let Some(id) = &when.side {
            out.side = compiled.side(id);
            if out.side.is_none() {
                self.dangling(&format!("{pointer}/side"), "side", id);
            }
        }
        if let Some(id) = &when.unit {
            let group = Group { of: vec![id.clone()], ..Group::default() };
            out.units = Some(self.members(&group, pointer));
        }
        if let Some(id) = &when.terrain {
            let terrain = place(&ruleset.terrain, id).map(Ground::Terrain);
            let feature =
                || Some(Ground::Feature(1_u64.checked_shl(place(&ruleset.features, id)? as u32)?));
            out.terrain = terrain.or_else(feature);
            if out.terrain.is_none() {
                self.dangling(&format!("{pointer}/terrain"), "terrain or feature", id);
            }
        }
        if let Some(id) = &when.hexside {
            let kind = place(&ruleset.hexsides, id);
            out.hexside = kind.and_then(|kind| 1_u32.checked_shl(kind as u32));
            if out.hexside.is_none() {
                self.dangling(&format!("{pointer}/hexside"), "hexside", id);
            }
        }
        if let Some(id) = &when.weather {
            out.weather = self.weather(id);
            if out.weather.is_none() {
                self.dangling(&format!("{pointer}/weather"), "weather", id);
            }
        }
        if let Some(id) = &when.state {
            out.state = StateRef::find(self.play, id);
            if out.state.is_none() {
                self.dangling(&format!("{pointer}/state"), "state", id);
            }
        }
        if let Some(id) = &when.step {
            out.phase = compiled.phase(id);
            if out.phase.is_none() {
                self.dangling(&format!("{pointer}/step"), "step of the sequence of play", id);
            }
        }
        if when.from_turn.is_some() || when.to_turn.is_some() {
            out.turns = Some((when.from_turn.unwrap_or(0), when.to_turn.unwrap_or(u16::MAX)));
        }
        if let Some(id) = &when.optional_rule {
            if ruleset.optional_rules.iter().all(|rule| rule.id != *id) {
                self.dangling(&format!("{pointer}/optional_rule"), "optional rule", id);
            }
            out.never = !self.bundle.scenario.optional_rules.contains(id);
        }
        if let Some(other) = &when.unless {
            let other = self.condition(other, &format!("{pointer}/unless"));
            out.unless = (!other.never).then(|| Box::new(other));
        }
        out
    }

    /// The place of a kind of weather.
    pub fn weather(&self, id: &str) -> Option<u8> {
        let kinds = self.play.weather.as_ref()?.kinds.iter();
        kinds.zip(0..).find(|(kind, _)| kind.id == id).map(|(_, place)| place)
    }

    /// The bits of kinds by their ids.
    pub fn kinds(&mut self, of: &[Kind], ids: &[Id], (pointer, what): (&str, &str)) -> u64 {
        let mut bits = 0;
        for (at, id) in ids.iter().enumerate() {
            match of.iter().position(|kind| kind.id == *id).filter(|&place| place < 64) {
                Some(place) => bits |= 1 << place,
                None => self.dangling(&format!("{pointer}/{at}"), what, id),
            }
        }
        bits
    }
}
