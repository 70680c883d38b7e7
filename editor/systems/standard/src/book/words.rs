//! Numbers with their exceptions, groups of units and conditions, in plain English.

use salient_rules::book::Text;
use salient_schema::rules_of_play::{Amount, Dice, Does, Group, Situation, When};
use salient_schema::ruleset::{CounterLayout, Kind, RatingUse, Ruleset, SequenceStep};
use salient_schema::words::{
    capital, id_in_words, name_in_a_sentence, state_in_words, with_article,
};
use salient_schema::{Bundle, Id};

/// What the words of a rule book are made from.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub ruleset: &'a Ruleset,
    pub play: &'a salient_schema::rules_of_play::RulesOfPlay,
    /// The scenario that the book is for, if it is for one.
    pub bundle: Option<&'a Bundle>,
}

/// How a number is told.
#[derive(Clone, Copy, Default)]
pub struct Measure<'a> {
    /// What is counted, of one and of several.
    pub noun: [&'a str; 2],
    /// Numbers that stand for something else.
    pub special: &'a [(i32, &'a str)],
    /// It is added to something, and has a sign.
    pub signed: bool,
}

impl<'a> Measure<'a> {
    /// Of things that are counted.
    pub const fn of(one: &'a str, many: &'a str) -> Self {
        Self { noun: [one, many], special: &[], signed: false }
    }

    /// Of things that are added.
    pub const fn added(one: &'a str, many: &'a str) -> Self {
        Self { noun: [one, many], special: &[], signed: true }
    }

    /// A number by itself: `3`, `+1`, `any number`.
    pub fn number(self, number: i32) -> String {
        let special = self.special.iter().find(|(one, _)| *one == number);
        match special {
            Some((_, words)) => (*words).to_owned(),
            None if self.signed && number != 0 => format!("{number:+}").replace('-', "−"),
            None => number.to_string().replace('-', "−"),
        }
    }

    /// A number with what it counts: `3 units`.
    pub fn full(self, number: i32) -> String {
        let is_special = self.special.iter().any(|(one, _)| *one == number);
        let noun = self.noun[usize::from(is_special || number.abs() != 1)];
        let words = self.number(number);
        if noun.is_empty() { words } else { format!("{words} {noun}") }
    }

    /// What is added to a number: `1 more`, `a further +1`.
    fn more(self, add: i32) -> String {
        match add {
            _ if self.signed => format!("a further {}", self.number(add)),
            0.. => format!("{add} more"),
            _ => format!("{} fewer", add.unsigned_abs()),
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(all: &[String], last: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// So much of a number: `half`, `three quarters`, `30 %`.
pub fn share(percent: i32) -> String {
    match percent {
        0 => "none".to_owned(),
        25 => "a quarter".to_owned(),
        50 => "half".to_owned(),
        75 => "three quarters".to_owned(),
        100 => "all".to_owned(),
        150 => "one and a half times".to_owned(),
        200 => "twice".to_owned(),
        other => format!("{other} %"),
    }
}

/// A small number as a word.
pub fn spelled(number: usize) -> String {
    const NUMBERS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    NUMBERS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `one die`, `two dice`, `two ten-sided dice`.
pub fn dice(dice: Dice) -> String {
    let (number, faces) = (spelled(dice.number.into()), spelled(dice.faces.into()));
    let noun = if dice.number == 1 { "die" } else { "dice" };
    match dice.faces {
        6 => format!("{number} {noun}"),
        _ => format!("{number} {faces}-sided {noun}"),
    }
}

/// The sum of so many dice, as it is spoken of.
pub fn rolled(dice: Dice) -> &'static str {
    if dice.number == 1 { "the die" } else { "the dice" }
}

/// A name of several of them: `divisions`, `batteries`, `headquarters`.
fn plural(name: &str) -> String {
    let name = name_in_a_sentence(name);
    match name.strip_suffix('y') {
        _ if name.ends_with('s') => name,
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if name.ends_with(['h', 'x', 'z']) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

/// What units are called: by a word before `units`, or by one of their own.
enum Called {
    Kind(String),
    Own(String),
}

fn called(layout: &CounterLayout, ruleset: &Ruleset, id: &str) -> Called {
    use salient_schema::ruleset::Symbol;
    if let Some(kind) = layout.types.iter().find(|one| one.id == id) {
        return match kind.symbol {
            Symbol::Leader => Called::Own(plural(&kind.name)),
            _ if kind.name.ends_with('s') => Called::Own(plural(&kind.name)),
            _ => Called::Kind(name_in_a_sentence(&kind.name)),
        };
    }
    if let Some(one) = layout.traits.iter().find(|one| one.id == id) {
        return match one.name.trim().contains(' ') {
            // `Fires twice` is no word that may stand before another.
            true => Called::Kind(format!("“{}”", one.name.trim())),
            false if one.name.ends_with('s') => Called::Own(plural(&one.name)),
            false => Called::Kind(name_in_a_sentence(&one.name)),
        };
    }
    if let Some(size) = layout.sizes.iter().find(|one| one.id == id) {
        return Called::Own(plural(&size.name));
    }
    if let Some(side) = ruleset.sides.iter().find(|one| one.id == id) {
        return Called::Kind(side.name.clone());
    }
    match ruleset.nations.iter().find(|one| one.id == id) {
        Some(nation) => Called::Own(format!("units of {}", nation.name)),
        None => Called::Kind(id_in_words(id)),
    }
}

impl<'a> Words<'a> {
    /// Units by what they are known by, in the plural: `infantry and cavalry units`, `leaders`.
    fn known_by(&self, ids: &[Id], last: &str) -> String {
        let (mut kinds, mut own) = (Vec::new(), Vec::new());
        for id in ids {
            match called(&self.ruleset.counters, self.ruleset, id) {
                Called::Kind(name) if !kinds.contains(&name) => kinds.push(name),
                Called::Own(name) if !own.contains(&name) => own.push(name),
                _ => {}
            }
        }
        if !kinds.is_empty() {
            own.insert(0, format!("{} units", listed(&kinds, last)));
        }
        listed(&own, last)
    }

    /// A group in the plural: `units`, `infantry units`, `units other than leaders`.
    pub fn units(&self, group: &Group) -> String {
        if group.nobody {
            return "no units".to_owned();
        }
        let of = match group.of.as_slice() {
            [] => "units".to_owned(),
            of => self.known_by(of, "and"),
        };
        match group.but.as_slice() {
            [] => of,
            but => format!("{of} other than {}", self.known_by(but, "and")),
        }
    }

    /// A group of a side's units: `Red infantry units`.
    pub fn units_of(&self, side: &str, group: &Group) -> String {
        let units = self.units(group);
        match units.starts_with("no ") {
            true => units,
            false => format!("{} {units}", self.side(side)),
        }
    }

    /// The same at the beginning of a sentence.
    pub fn subject(&self, group: &Group) -> String {
        capital(&self.units(group))
    }

    /// A side: `the German side`.
    pub fn side_called(&self, id: &str) -> String {
        format!("the {} side", self.ruleset.side_name(id))
    }

    /// A side's name.
    pub fn side<'s>(&'s self, id: &'s str) -> &'s str {
        self.ruleset.side_name(id)
    }

    fn kind_name(kinds: &[&[Kind]], id: &str) -> String {
        let found = kinds.iter().flat_map(|list| list.iter()).find(|kind| kind.id == id);
        found.map_or_else(|| id_in_words(id), |kind| name_in_a_sentence(&kind.name))
    }

    /// A kind of terrain, feature, hexside or path within a sentence.
    pub fn kind(&self, id: &str) -> String {
        let ruleset = self.ruleset;
        let lists: [&[Kind]; 4] =
            [&ruleset.terrain, &ruleset.features, &ruleset.hexsides, &ruleset.paths];
        Self::kind_name(&lists, id)
    }

    /// Kinds in the plural, each before a noun: `woods and town hexes`.
    pub fn kinds(&self, ids: &[Id], noun: &str, last: &str) -> String {
        let names: Vec<String> = ids.iter().map(|id| self.kind(id)).collect();
        format!("{} {noun}", listed(&names, last))
    }

    /// Paths in the plural: `roads and railways`.
    pub fn paths(&self, ids: &[Id], last: &str) -> String {
        let names: Vec<String> = ids.iter().map(|id| plural(&self.kind(id))).collect();
        listed(&names, last)
    }

    /// The name of a kind of weather.
    pub fn weather(&self, id: &str) -> String {
        let kinds = self.play.weather.iter().flat_map(|weather| &weather.kinds);
        let found = kinds.into_iter().find(|kind| kind.id == id);
        found.map_or_else(|| id_in_words(id), |kind| name_in_a_sentence(&kind.name))
    }

    /// The name of a state of units.
    pub fn state(&self, id: &str) -> String {
        state_in_words(id, self.ruleset)
    }

    /// The title of a chart.
    pub fn table(&self, id: &str) -> String {
        let found = self.ruleset.tables.iter().find(|table| table.id == id);
        found.map_or_else(|| id_in_words(id), |table| table.title.clone())
    }

    /// The name of a rating: the one that is named, or the first that is used so.
    pub fn rating(&self, named: Option<&Id>, uses: &[RatingUse]) -> Option<String> {
        let layout = &self.ruleset.counters;
        let by_use = || {
            let used =
                |of: &RatingUse| layout.rating_for(*of).or_else(|| layout.likely_rating_for(*of));
            uses.iter().find_map(used)
        };
        let found = match named {
            Some(id) => layout.ratings.iter().find(|rating| rating.id == *id),
            None => by_use(),
        };
        found.map(|rating| name_in_a_sentence(&rating.name))
    }

    /// The first step of the sequence of play that does something.
    pub fn step_that(&self, wanted: impl Fn(&Does) -> bool) -> Option<&'a SequenceStep> {
        find_step(&self.ruleset.sequence, &|step| step.does.as_ref().is_some_and(&wanted))
    }

    /// A step of the sequence of play: `the Movement phase`.
    pub fn step(&self, id: &str) -> String {
        let found = find_step(&self.ruleset.sequence, &|step| step.id == id);
        let name = found.map_or(id, |step| step.name.as_str());
        let has_noun = ["phase", "segment", "step", "turn", "impulse", "check"]
            .iter()
            .any(|noun| name.to_lowercase().ends_with(noun));
        if has_noun { format!("the {name}") } else { format!("the {name} phase") }
    }

    fn optional_rule(&self, id: &str) -> String {
        let found = self.ruleset.optional_rules.iter().find(|rule| rule.id == id);
        found.map_or_else(|| id_in_words(id), |rule| format!("“{}”", rule.name))
    }

    /// When something holds, to stand behind what does: `for infantry units in a town hex`.
    pub fn when(&self, when: &When) -> String {
        let mut words = Vec::new();
        if when.unit.is_some() || when.side.is_some() || when.state.is_some() {
            let group = Group { of: when.unit.iter().cloned().collect(), ..Group::default() };
            let mut units = match &when.side {
                Some(side) => format!("{} {}", self.ruleset.side_name(side), self.units(&group)),
                None => self.units(&group),
            };
            if let Some(state) = &when.state {
                units += &format!(" that are {}", self.state(state));
            }
            words.push(format!("for {units}"));
        }
        let hex = |id: &Id| format!("in {} hex", with_article(&self.kind(id)));
        words.extend(when.terrain.as_ref().map(hex));
        let across = |id: &Id| format!("across {} hexside", with_article(&self.kind(id)));
        words.extend(when.hexside.as_ref().map(across));
        let weather = |id: &Id| format!("when the weather is {}", self.weather(id));
        words.extend(when.weather.as_ref().map(weather));
        words.extend(when.step.as_ref().map(|id| format!("in {}", self.step(id))));
        words.extend(turns(when.from_turn, when.to_turn));
        let rule = |id: &Id| format!("if the optional rule {} is used", self.optional_rule(id));
        words.extend(when.optional_rule.as_ref().map(rule));
        let mut words = words.join(" ");
        if let Some(unless) = &when.unless {
            let but = self.when(unless);
            let joint = if words.is_empty() { "except " } else { ", but not " };
            words += joint;
            words += &but;
        }
        words
    }

    /// When a modifier of combat or fire holds, in the same way.
    pub fn situation(&self, situation: &Situation) -> String {
        let mut words = Vec::new();
        let When { side, unit, state, terrain, hexside, .. } = &situation.when;
        let hex = |id: &Id| format!("if the defenders are in {} hex", with_article(&self.kind(id)));
        words.extend(terrain.as_ref().map(hex));
        let across = |id: &Id| {
            let hexside = with_article(&self.kind(id));
            format!("if every attacker comes across {hexside} hexside")
        };
        words.extend(hexside.as_ref().map(across));
        words.extend(side.as_ref().map(|id| format!("if {} attacks", self.side_called(id))));
        let of = |id: &Id| self.units(&Group { of: vec![id.clone()], ..Group::default() });
        words.extend(unit.as_ref().map(|id| format!("if any of the attackers are {}", of(id))));
        let is = |id: &Id| format!("if any of the attackers are {}", self.state(id));
        words.extend(state.as_ref().map(is));
        let defends = |id: &Id| format!("if any of the defenders are {}", self.state(id));
        words.extend(situation.defender_state.as_ref().map(defends));
        let rest = When {
            side: None,
            unit: None,
            state: None,
            terrain: None,
            hexside: None,
            ..situation.when.clone()
        };
        words.push(self.when(&rest));
        let groups = [
            (&situation.attacker, "any of the attackers are"),
            (&situation.all_attackers, "all attackers are"),
            (&situation.defender, "any of the defenders are"),
            (&situation.all_defenders, "all defenders are"),
        ];
        for (group, are) in groups {
            words.extend(group.as_ref().map(|group| format!("if {are} {}", self.units(group))));
        }
        let hexes = |hexes: u8| format!("if the attackers stand in {hexes} or more hexes");
        words.extend(situation.hexes.map(hexes));
        if situation.concentric {
            words.push("if the attack is concentric".to_owned());
        }
        if situation.around {
            words.push("if the attackers are all around".to_owned());
        }
        words.extend(range(situation.from_range, situation.to_range));
        if situation.opportunity {
            words.push("for opportunity fire".to_owned());
        }
        words.retain(|words| !words.is_empty());
        // `if …, if …` is one condition after the other.
        words.join(", ").replace(", if ", " and if ")
    }

    /// A sentence about a number, without its full stop: the sentence with the number in it, then
    /// its exceptions.
    pub fn amount(
        &self,
        amount: &Amount,
        measure: Measure<'_>,
        sentence: impl FnOnce(String) -> String,
    ) -> Text {
        let text = Text::from(sentence(measure.full(amount.number)));
        text.and(self.exceptions(amount, measure))
    }

    /// The exceptions of a number: `; 3 in a town hex (DR 2.3)`.
    pub fn exceptions(&self, amount: &Amount, measure: Measure<'_>) -> Text {
        amount.except.iter().fold(Text::default(), |text, exception| {
            let number = match (exception.set, exception.add) {
                (Some(set), _) => measure.number(set),
                (None, add) => measure.more(add.unwrap_or(0)),
            };
            let when = self.when(&exception.when);
            let words = format!("; {number} {when}");
            text.say(words.trim_end()).cite(exception.rule.as_deref())
        })
    }
}

fn find_step<'a>(
    steps: &'a [SequenceStep],
    wanted: &dyn Fn(&SequenceStep) -> bool,
) -> Option<&'a SequenceStep> {
    steps.iter().find_map(|step| match wanted(step) {
        true => Some(step),
        false => find_step(&step.steps, wanted),
    })
}

/// Game-turns from and to.
pub fn turns(from: Option<u16>, to: Option<u16>) -> Option<String> {
    Some(match (from, to) {
        (None, None) => return None,
        (Some(from), None) => format!("from game-turn {from} on"),
        (None, Some(to)) => format!("up to game-turn {to}"),
        (Some(from), Some(to)) if from == to => format!("in game-turn {from}"),
        (Some(from), Some(to)) => format!("in game-turns {from} to {to}"),
    })
}

fn range(from: Option<u8>, to: Option<u8>) -> Option<String> {
    Some(match (from, to) {
        (None, None) => return None,
        (Some(from), None) => format!("at a range of {from} or more"),
        (None, Some(1)) => "at a range of 1".to_owned(),
        (None, Some(to)) => format!("at a range of up to {to}"),
        (Some(from), Some(to)) if from == to => format!("at a range of {from}"),
        (Some(from), Some(to)) => format!("at a range of {from} to {to}"),
    })
}
