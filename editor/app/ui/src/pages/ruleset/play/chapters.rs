//! The chapters of the rules of play, and the sentences of the first of them: stacking, zones of
//! control, movement, hidden units, what is not played.

use salient_output::plural;
use salient_schema::rules_of_play::{
    Movement, NotPlayed, Overrun, Rail, RulesOfPlay, Stacking, ZonesOfControl,
};
use serde_json::{Value, json};

use super::known::{Known, NameOf};
use super::sentence::{
    AT, Change, MOST, Row, Sentence, amount, choice, group, number, some, some_named, text, whether,
};
use super::{combat, logistics};

macro_rules! chapters {
    ($($name:ident: $field:literal, $title:literal, $add:literal;)*) => {
        /// A chapter of the rules of play.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Chapter {
            $(#[doc = $title] $name,)*
        }

        impl Chapter {
            /// All of them, as a rule book has them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its heading.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// What the button says that adds it.
            pub fn add(self) -> &'static str {
                match self {
                    $(Self::$name => $add,)*
                }
            }

            /// The field of the rules of play.
            pub fn field(self) -> &'static str {
                match self {
                    $(Self::$name => $field,)*
                }
            }
        }
    };
}

chapters! {
    Stacking: "stacking", "Stacking", "Add stacking limits";
    Zones: "zones_of_control", "Zones of control", "Add zones of control";
    Movement: "movement", "Movement", "Add movement";
    Combat: "combat", "Combat", "Add a kind of combat";
    Fire: "fire", "Fire", "Add a kind of fire";
    Supply: "supply", "Supply", "Add supply";
    Command: "command", "Command", "Add headquarters";
    States: "states", "States", "Add a state";
    Replacements: "replacements", "Replacements", "Add replacements";
    Weather: "weather", "Weather", "Add weather";
    Hidden: "hidden", "Hidden units", "Add hidden units";
    NotPlayed: "not_played", "Not played", "Add a rule that is not played";
}

impl Chapter {
    /// The pointer to it.
    pub fn pointer(self) -> String {
        format!("{AT}/{}", self.field())
    }

    /// The chapter that a pointer leads into.
    pub fn of(pointer: &str) -> Option<Self> {
        let field = pointer.strip_prefix(AT)?.split('/').nth(1)?;
        Self::ALL.iter().copied().find(|chapter| chapter.field() == field)
    }

    /// What it has, in a word or two; nothing where the game does without it.
    pub fn has(self, rules: &RulesOfPlay) -> Option<String> {
        let some = |has: bool| has.then(|| "in play".to_owned());
        let count = |count: usize, what: &str| (count > 0).then(|| plural(count, what));
        match self {
            Self::Stacking => some(rules.stacking.is_some()),
            Self::Zones => some(rules.zones_of_control.is_some()),
            Self::Movement => some(true),
            Self::Combat => count(rules.combat.len(), "kind"),
            Self::Fire => count(rules.fire.len(), "kind"),
            Self::Supply => some(rules.supply.is_some()),
            Self::Command => some(rules.command.is_some()),
            Self::States => count(rules.states.len(), "state"),
            Self::Replacements => some(rules.replacements.is_some()),
            Self::Weather => some(rules.weather.is_some()),
            Self::Hidden => some(rules.hidden.is_some()),
            Self::NotPlayed => count(rules.not_played.len(), "rule"),
        }
    }

    /// What the game does without it.
    pub fn without(self) -> &'static str {
        match self {
            Self::Stacking => "There are no stacking limits but what Charts › Constants gives.",
            Self::Zones => "Units have no zones of control.",
            Self::Movement => "",
            Self::Combat => "Units do not attack.",
            Self::Fire => "Units do not fire at a distance.",
            Self::Supply => "Every unit is in supply.",
            Self::Command => "Every unit is in command.",
            Self::States => "Units have no states.",
            Self::Replacements => "What is lost does not come back.",
            Self::Weather => "There is no weather.",
            Self::Hidden => "Every unit is seen.",
            Self::NotPlayed => "All that the rule book says is played.",
        }
    }

    /// What comes with it to begin with: where it is put, and what.
    pub fn begin(self, rules: &RulesOfPlay, known: &Known) -> Change {
        let at = self.pointer();
        let put = |value: Value| Change::Put(at.clone(), value);
        match self {
            Self::Stacking => put(json!({ "limits": [{ "counts": "units", "most": 2 }] })),
            Self::Zones | Self::Movement | Self::Supply => put(json!({})),
            Self::Command => put(json!({ "range": 3 })),
            Self::Replacements => put(json!({ "cost": 1 })),
            Self::Hidden => put(json!({})),
            Self::Weather => put(json!({ "kinds": [
                { "id": "clear", "name": "Clear" },
                { "id": "mud", "name": "Mud" },
            ] })),
            Self::Combat => combat::new_combat(rules, known),
            Self::Fire => combat::new_fire(rules, known),
            Self::States => logistics::new_state(rules),
            Self::NotPlayed => {
                Change::Put(format!("{at}/-"), json!({ "text": "What the rule says" }))
            }
        }
    }

    /// Its sentences.
    pub fn rows<'a>(self, rules: &'a mut RulesOfPlay, known: &'a Known) -> Vec<Row<'a>> {
        let at = self.pointer();
        let begin = |rules: &RulesOfPlay| Row::Add(self.add(), self.begin(rules, known));
        if self.has(rules).is_none() {
            return vec![begin(rules)];
        }
        let more = begin(rules);
        let mut rows = Vec::new();
        match self {
            Self::Stacking => rules.stacking.iter_mut().for_each(|it| {
                rows.extend(stacking(&at, it, known));
            }),
            Self::Zones => rules.zones_of_control.iter_mut().for_each(|it| {
                rows.extend(zones(&at, it, known));
            }),
            Self::Movement => rows.extend(movement(&at, &mut rules.movement, known)),
            Self::Combat => rows.extend(combat::combats(&at, &mut rules.combat, known)),
            Self::Fire => rows.extend(combat::fires(&at, &mut rules.fire, known)),
            Self::Supply => rules.supply.iter_mut().for_each(|it| {
                rows.extend(logistics::supply(&at, it, known));
            }),
            Self::Command => rules.command.iter_mut().for_each(|it| {
                rows.extend(logistics::command(&at, it, known));
            }),
            Self::States => rows.extend(logistics::states(&at, &mut rules.states, known)),
            Self::Replacements => rules.replacements.iter_mut().for_each(|it| {
                rows.extend(logistics::replacements(&at, it, known));
            }),
            Self::Weather => rules.weather.iter_mut().for_each(|it| {
                rows.extend(logistics::weather(&at, it, known));
            }),
            Self::Hidden => rules.hidden.iter_mut().for_each(|it| {
                let text = "{hidden} are hidden until an enemy comes adjacent to them, or they \
                            attack or fire.";
                rows.push(Sentence::new(AT, text).with("hidden", group(it, known)).into());
            }),
            Self::NotPlayed => rows.extend(not_played(&at, &mut rules.not_played)),
        }
        let is_list = matches!(self, Self::Combat | Self::Fire | Self::States | Self::NotPlayed);
        if is_list {
            rows.push(more);
        } else if self != Self::Movement {
            rows.insert(0, Row::Head(String::new(), Some(at)));
        }
        rows
    }
}

fn stacking<'a>(at: &str, it: &'a mut Stacking, known: &'a Known) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (place, limit) in it.limits.iter_mut().enumerate() {
        let text = "Up to {most} {counts} of {who} stand in a hex.";
        let sentence = Sentence::new(&format!("{at}/limits/{place}"), text)
            .with("most", amount(&mut limit.most, 0..=MOST))
            .with("counts", choice(&mut limit.counts))
            .with("who", group(&mut limit.who, known))
            .rule(&mut limit.rule);
        rows.push(sentence.removable().into());
    }
    let new = Change::Put(format!("{at}/limits/-"), json!({ "counts": "units", "most": 2 }));
    rows.push(Row::Add("Add a limit", new));
    let sentence = Sentence::new(at, "Limits hold {when}.").with("when", choice(&mut it.when));
    rows.push(sentence.into());
    let words = ["do not stand", "may stand"];
    let sentence = Sentence::new(at, "Units of allied sides {with_allies} in one hex.")
        .with("with_allies", whether(&mut it.with_allies, words))
        .rule(&mut it.rule);
    rows.push(sentence.into());
    let sentence = Sentence::new(at, "Units of different nations {nations_apart} in one hex.")
        .with("nations_apart", whether(&mut it.nations_apart, ["may stand", "do not stand"]));
    rows.push(sentence.into());
    rows
}

fn zones<'a>(at: &str, it: &'a mut ZonesOfControl, known: &'a Known) -> Vec<Row<'a>> {
    let points = |it| amount(it, 0..=MOST).or(0, "no");
    let say = |text: &str| Sentence::new(at, text);
    vec![
        say("{who} have a zone of control: the six hexes around them.")
            .with("who", group(&mut it.who, known))
            .into(),
        say("{heeded_by} heed those of the enemy.")
            .with("heeded_by", group(&mut it.heeded_by, known))
            .into(),
        say("None reaches into {not_into}, nor across {not_across}.")
            .with("not_into", some(&mut it.not_into, known, NameOf::Ground, "any terrain"))
            .with("not_across", some(&mut it.not_across, known, NameOf::Hexside, "any hexside"))
            .into(),
        say("Entering an enemy zone of control {enter}.")
            .with("enter", choice(&mut it.enter))
            .into(),
        say("It costs {enter_cost} movement points more to enter one, and {leave_cost} to leave it.")
            .with("enter_cost", points(&mut it.enter_cost))
            .with("leave_cost", points(&mut it.leave_cost))
            .into(),
        say("To go straight from one hex in enemy zones of control to another is {from_zone_to_zone}.")
            .with("from_zone_to_zone", choice(&mut it.from_zone_to_zone))
            .into(),
        say("Units that begin to move in one {locked}.")
            .with(
                "locked",
                whether(&mut it.locked, ["may leave it", "stay there until the enemy is gone"]),
            )
            .into(),
        say("A friendly unit in a hex negates it there for {negated_by_friends}.")
            .with(
                "negated_by_friends",
                some_named(&mut it.negated_by_friends, &known.purposes, "nothing"),
            )
            .into(),
        say("Supply lines {lets_supply_through} through one.")
            .with(
                "lets_supply_through",
                whether(&mut it.lets_supply_through, ["do not go", "may go"]),
            )
            .into(),
        say("To retreat into one is {retreat}; units that do lose {retreat_loss} steps together.")
            .with("retreat", choice(&mut it.retreat))
            .with("retreat_loss", points(&mut it.retreat_loss))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn movement<'a>(at: &str, it: &'a mut Movement, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        say("Movement allowances are counted in {allowance_in}.")
            .with("allowance_in", choice(&mut it.allowance_in))
            .into(),
        say("A unit has its printed allowance and {allowance} more; one that prints none has that alone.")
            .with("allowance", amount(&mut it.allowance, -MOST..=MOST).or(0, "nothing"))
            .into(),
        say("A cost of 1 along a road is 1/{road_parts} of a movement point.")
            .with("road_parts", number(&mut it.road_parts, 0..=12).or(0, "1"))
            .into(),
        say("A unit that has not moved {one_hex_always}, whatever it costs.")
            .with(
                "one_hex_always",
                whether(&mut it.one_hex_always, ["cannot always go a hex", "may always go one hex"]),
            )
            .into(),
        say("Units {as_stacks}.")
            .with(
                "as_stacks",
                whether(
                    &mut it.as_stacks,
                    ["move one by one", "may move as a stack, as fast as the slowest"],
                ),
            )
            .into(),
        say("A unit that has stopped {may_resume}.")
            .with(
                "may_resume",
                whether(
                    &mut it.may_resume,
                    ["is done", "may go on later with what it has left"],
                ),
            )
            .rule(&mut it.rule)
            .into(),
    ];
    match &mut it.overrun {
        Some(it) => rows.extend(overrun(&format!("{at}/overrun"), it, known)),
        None => {
            let new = Change::Put(format!("{at}/overrun"), json!({ "odds": 7 }));
            rows.push(Row::Add("Add overruns", new));
        }
    }
    match &mut it.rail {
        Some(it) => rows.extend(rail(&format!("{at}/rail"), it, known)),
        None => {
            let paths: Vec<_> = known.first(NameOf::Path).into_iter().collect();
            let new = Change::Put(format!("{at}/rail"), json!({ "paths": paths }));
            rows.push(Row::Add("Add rail movement", new));
        }
    }
    rows
}

fn overrun<'a>(at: &str, it: &'a mut Overrun, known: &'a Known) -> Vec<Row<'a>> {
    vec![
        Row::Head("Overruns".to_owned(), Some(at.to_owned())),
        Sentence::new(
            at,
            "In the midst of a move {who} may overrun a hex at {odds} to 1 or better.",
        )
        .with("who", group(&mut it.who, known))
        .with("odds", amount(&mut it.odds, 1..=99))
        .into(),
        Sentence::new(
            at,
            "It costs {cost} movement points more than the hex; defenders are eliminated.",
        )
        .with("cost", amount(&mut it.cost, 0..=MOST).or(0, "no"))
        .rule(&mut it.rule)
        .into(),
    ]
}

fn rail<'a>(at: &str, it: &'a mut Rail, known: &'a Known) -> Vec<Row<'a>> {
    let any = |it| amount(it, 0..=MOST).or(0, "any number of");
    let say = |text: &str| Sentence::new(at, text);
    vec![
        Row::Head("Rail movement".to_owned(), Some(at.to_owned())),
        say("{who} may move by rail, along {paths}.")
            .with("who", group(&mut it.who, known))
            .with("paths", some(&mut it.paths, known, NameOf::Path, "no path yet"))
            .into(),
        say("Up to {hexes} hexes, and up to {units} units of a side in a step.")
            .with("hexes", any(&mut it.hexes))
            .with("units", any(&mut it.units))
            .into(),
        say("Such a move begins and ends in {stations}.")
            .with(
                "stations",
                some(&mut it.stations, known, NameOf::Feature, "any hex of the railway"),
            )
            .into(),
        say("It {through_zones} through enemy zones of control.")
            .with("through_zones", whether(&mut it.through_zones, ["does not go", "may go"]))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn not_played<'a>(at: &str, list: &'a mut [NotPlayed]) -> Vec<Row<'a>> {
    let one = |(place, it): (usize, &'a mut NotPlayed)| {
        Sentence::new(&format!("{at}/{place}"), "{text}")
            .with("text", text(&mut it.text, "What the rule says", 420.0))
            .rule(&mut it.rule)
            .removable()
            .into()
    };
    list.iter_mut().enumerate().map(one).collect()
}
