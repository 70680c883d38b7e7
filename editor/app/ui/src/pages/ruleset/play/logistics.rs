//! The sentences of supply, command, states, replacements and weather.

use salient_schema::rules_of_play::{
    Command, Hindrance, Recovery, Replacements, RulesOfPlay, Supply, UnitState, Weather,
};
use serde_json::json;

use super::change::fresh_id;
use super::known::{Known, NameOf};
use super::sentence::{
    AT, Change, MOST, Row, Sentence, Slot, amount, group, maybe_choice, maybe_one, named, number,
    per_cent, some, whether,
};

/// What a state is to begin with.
pub fn new_state(rules: &RulesOfPlay) -> Change {
    let supply = rules.supply.iter().flat_map(|supply| &supply.states).map(|state| &state.id);
    let id = fresh_id(rules.states.iter().map(|it| &it.id).chain(supply), "new-state");
    let new = json!({ "id": id, "name": "New state", "hinders": { "attack": 50 } });
    Change::Put(format!("{AT}/states/-"), new)
}

/// Supply.
pub fn supply<'a>(at: &str, it: &'a mut Supply, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        say("{who} need supply.").with("who", group(&mut it.who, known)).into(),
        say("A supply line is {range} {in_points} long.")
            .with("range", amount(&mut it.range, 0..=MOST).or(0, "any number of"))
            .with("in_points", whether(&mut it.in_points, ["hexes", "movement points"]))
            .into(),
        say("It is so long to a source, or to a path that leads to one: {along}.")
            .with("along", some(&mut it.along, known, NameOf::Path, "no path does"))
            .rule(&mut it.rule)
            .into(),
        Row::Head("Sources of supply".to_owned(), None),
    ];
    for (place, source) in it.sources.iter_mut().enumerate() {
        let text = "Supply of {who} comes from {features}, {zones}, {edge}, {on_path}.";
        let words = ["all of it", "where a path runs into it"];
        let sentence = Sentence::new(&format!("{at}/sources/{place}"), text)
            .with("who", group(&mut source.who, known))
            .with("features", some(&mut source.features, known, NameOf::Feature, "no features"))
            .with("zones", some(&mut source.zones, known, NameOf::Zone, "no zones"))
            .with("edge", maybe_choice(&mut source.edge, "no edge of the map"))
            .with("on_path", whether(&mut source.on_path, words))
            .rule(&mut source.rule);
        rows.push(sentence.removable().into());
    }
    let new = Change::Put(format!("{at}/sources/-"), json!({ "edge": "west" }));
    rows.push(Row::Add("Add a source", new));
    rows.push(Row::Head("Who has no supply".to_owned(), None));
    let id = fresh_id(it.states.iter().map(|state| &state.id), "new-supply-state");
    for (place, state) in it.states.iter_mut().enumerate() {
        let own = format!("{at}/states/{place}");
        rows.push(
            Sentence::new(&own, "It is {name} from the {after}. supply step in a row without.")
                .with("name", named(&mut state.id, &mut state.name, "Out of supply"))
                .with("after", number(&mut state.after, 0..=99).or(0, "1"))
                .rule(&mut state.rule)
                .removable()
                .into(),
        );
        rows.extend(hindrance(&format!("{own}/hinders"), &mut state.hinders));
        rows.push(
            Sentence::new(&own, "It loses {attrition} steps each time that supply is judged.")
                .with("attrition", amount(&mut state.attrition, 0..=MOST).or(0, "no"))
                .set_in()
                .into(),
        );
    }
    let new = json!({ "id": id, "name": "Without supply", "hinders": { "attack": 50 } });
    rows.push(Row::Add(
        "Add what lack of supply brings",
        Change::Put(format!("{at}/states/-"), new),
    ));
    rows
}

/// What a state does to a unit.
fn hindrance<'a>(at: &str, it: &'a mut Hindrance) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text).set_in();
    let keeps = "Per cent that a unit keeps: {attack} in attack and fire, {defence} in defence, \
                 {movement} of its movement allowance.";
    vec![
        say(keeps)
            .with("attack", per_cent(&mut it.attack))
            .with("defence", per_cent(&mut it.defence))
            .with("movement", per_cent(&mut it.movement))
            .into(),
        say("It {no_attack}, {no_fire}, {no_move} and {not_next_to_enemies}; it {no_zone}.")
            .with("no_attack", whether(&mut it.no_attack, ["may attack", "does not attack"]))
            .with("no_fire", whether(&mut it.no_fire, ["may fire", "does not fire"]))
            .with("no_move", whether(&mut it.no_move, ["may move", "does not move"]))
            .with(
                "not_next_to_enemies",
                whether(
                    &mut it.not_next_to_enemies,
                    ["may go next to enemies", "does not go next to enemies"],
                ),
            )
            .with(
                "no_zone",
                whether(&mut it.no_zone, ["keeps its zone of control", "has no zone of control"]),
            )
            .into(),
    ]
}

/// Headquarters.
pub fn command<'a>(at: &str, it: &'a mut Command, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let own = ["any headquarters", "those of its own formation"];
    let mut rows = vec![
        say("Headquarters are {headquarters}; {who} need one.")
            .with("headquarters", group(&mut it.headquarters, known))
            .with("who", group(&mut it.who, known))
            .into(),
        say("One commands {range} hexes farther than its range rating, or so far where it has none.")
            .with("range", amount(&mut it.range, -MOST..=MOST).or(0, "no"))
            .into(),
        say("A unit is commanded by {own_formation}.")
            .with("own_formation", whether(&mut it.own_formation, own))
            .rule(&mut it.rule)
            .into(),
        Row::Head("Who is out of command".to_owned(), None),
    ];
    rows.extend(hindrance(&format!("{at}/without"), &mut it.without));
    rows
}

/// States.
pub fn states<'a>(at: &str, list: &'a mut [UnitState], known: &'a Known) -> Vec<Row<'a>> {
    let one = |(place, it): (usize, &'a mut UnitState)| state(&format!("{at}/{place}"), it, known);
    list.iter_mut().enumerate().flat_map(one).collect()
}

fn state<'a>(at: &str, it: &'a mut UnitState, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        Row::Head(it.name.clone(), Some(at.to_owned())),
        say("The state is called {name}.")
            .with("name", named(&mut it.id, &mut it.name, "Disrupted"))
            .rule(&mut it.rule)
            .into(),
    ];
    rows.extend(hindrance(&format!("{at}/hinders"), &mut it.hinders));
    rows.extend([
        say("Its shelter is better by {shelter}.")
            .with("shelter", amount(&mut it.shelter, -MOST..=MOST).or(0, "nothing"))
            .into(),
        say("Who is in it and suffers it again {again}.")
            .with(
                "again",
                maybe_one(&mut it.again, known, NameOf::OwnState, "suffers nothing more"),
            )
            .into(),
        say("It {ends_by_moving} when the unit moves.")
            .with("ends_by_moving", whether(&mut it.ends_by_moving, ["does not end", "ends"]))
            .into(),
    ]);
    match &mut it.taken_for {
        Some(points) => rows.push(
            say("{who} may take it of their own will for {taken_for} movement points.")
                .with("who", group(&mut it.who, known))
                .with("taken_for", amount(points, 0..=MOST).or(0, "all their"))
                .without("taken_for")
                .into(),
        ),
        None => {
            let new = Change::Put(format!("{at}/taken_for"), json!(0));
            rows.push(Row::Add("Units may take it of their own will", new));
        }
    }
    match &mut it.recovery {
        Some(it) => rows.extend(recovery(&format!("{at}/recovery"), it, known)),
        None => {
            let new = json!({ "dice": { "number": 2, "faces": 6 } });
            rows.push(Row::Add(
                "Units may recover from it",
                Change::Put(format!("{at}/recovery"), new),
            ));
        }
    }
    rows
}

fn recovery<'a>(at: &str, it: &'a mut Recovery, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        say("In a step of recovery it ends {always}.")
            .with("always", whether(&mut it.always, ["by a roll", "without a roll"]))
            .removable()
            .into(),
        say("The roll is {dice}, no more than {rating}; {die} is added to the dice.")
            .with("dice", Slot::Dice(&mut it.dice))
            .with("rating", maybe_one(&mut it.rating, known, NameOf::Rating, "the unit's morale"))
            .with("die", amount(&mut it.die, -MOST..=MOST).or(0, "nothing"))
            .set_in()
            .into(),
        say("A leader's bonus in the hex {with_leaders}; next to an enemy {not_next_to_enemies}.")
            .with(
                "with_leaders",
                whether(&mut it.with_leaders, ["does not count", "is taken off the dice"]),
            )
            .with(
                "not_next_to_enemies",
                whether(&mut it.not_next_to_enemies, ["it may end", "it does not end"]),
            )
            .set_in()
            .into(),
    ]
}

/// Replacements.
pub fn replacements<'a>(at: &str, it: &'a mut Replacements, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        say("{cost} replacement points bring back a step of {who}.")
            .with("cost", amount(&mut it.cost, 0..=MOST))
            .with("who", group(&mut it.who, known))
            .into(),
        say("{rebuild} points bring back an eliminated unit with its last step.")
            .with("rebuild", amount(&mut it.rebuild, 0..=MOST).or(0, "No"))
            .into(),
        say("{in_supply}, {out_of_zones}, gain steps: {most} each in a game-turn.")
            .with("in_supply", whether(&mut it.in_supply, ["All units", "Units in supply"]))
            .with(
                "out_of_zones",
                whether(
                    &mut it.out_of_zones,
                    ["wherever they are", "out of enemy zones of control"],
                ),
            )
            .with("most", amount(&mut it.most, 0..=MOST).or(0, "any number"))
            .into(),
        say("Points that are not spent {kept}.")
            .with("kept", whether(&mut it.kept, ["are lost", "are kept"]))
            .rule(&mut it.rule)
            .into(),
    ]
}

/// Weather.
pub fn weather<'a>(at: &str, it: &'a mut Weather, known: &'a Known) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let id = fresh_id(it.kinds.iter().map(|kind| &kind.id), "new-weather");
    for (place, kind) in it.kinds.iter_mut().enumerate() {
        let words = if place == 0 { "At first it is {name}." } else { "It may be {name}." };
        let sentence = Sentence::new(&format!("{at}/kinds/{place}"), words)
            .with("name", named(&mut kind.id, &mut kind.name, "Mud"));
        rows.push(sentence.removable().into());
    }
    let new = json!({ "id": id, "name": "New weather" });
    rows.push(Row::Add("Add a kind of weather", Change::Put(format!("{at}/kinds/-"), new)));
    let text = "A step of weather rolls {dice} on {table}.";
    rows.push(
        Sentence::new(at, text)
            .with("dice", Slot::Dice(&mut it.dice))
            .with("table", maybe_one(&mut it.table, known, NameOf::Table, "no chart"))
            .rule(&mut it.rule)
            .into(),
    );
    rows
}
