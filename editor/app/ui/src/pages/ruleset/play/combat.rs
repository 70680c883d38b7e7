//! The sentences of combat and fire.

use salient_schema::rules_of_play::{
    Advance, Combat, Fire, Leaders, LossOrder, Modifier, MoraleCheck, Observers, PointSupport,
    Retreat, RulesOfPlay, Support,
};
use serde_json::json;

use super::change::fresh_id;
use super::known::{Known, NameOf};
use super::sentence::{
    AT, Change, MOST, NAME, Row, Sentence, Slot, amount, choice, group, maybe_one, named, one,
    text, whether,
};
use super::when::situation;

/// What a kind of combat is to begin with.
pub fn new_combat(rules: &RulesOfPlay, known: &Known) -> Change {
    let id = fresh_id(rules.combat.iter().map(|it| &it.id), "new-combat");
    let table = known.first(NameOf::Table).cloned().unwrap_or_default();
    let new = json!({ "id": id, "name": "New combat", "table": table, "advance": { "units": 1 } });
    Change::Put(format!("{AT}/combat/-"), new)
}

/// What a kind of fire is to begin with.
pub fn new_fire(rules: &RulesOfPlay, known: &Known) -> Change {
    let id = fresh_id(rules.fire.iter().map(|it| &it.id), "new-fire");
    let table = known.first(NameOf::Table).cloned().unwrap_or_default();
    Change::Put(format!("{AT}/fire/-"), json!({ "id": id, "name": "New fire", "table": table }))
}

/// A part that need not be: its sentences, or the button that adds it.
fn part<'a, T>(
    rows: &mut Vec<Row<'a>>,
    it: &'a mut Option<T>,
    at: String,
    (add, new): (&'static str, serde_json::Value),
    say: impl FnOnce(&str, &'a mut T) -> Vec<Row<'a>>,
) {
    match it {
        Some(it) => rows.extend(say(&at, it)),
        None => rows.push(Row::Add(add, Change::Put(at, new))),
    }
}

/// The kinds of combat.
pub fn combats<'a>(at: &str, list: &'a mut [Combat], known: &'a Known) -> Vec<Row<'a>> {
    let one = |(place, it): (usize, &'a mut Combat)| combat(&format!("{at}/{place}"), it, known);
    list.iter_mut().enumerate().flat_map(one).collect()
}

fn combat<'a>(at: &str, it: &'a mut Combat, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        Row::Head(it.name.clone(), Some(at.to_owned())),
        say("It is called {name}.").with("name", named(&mut it.id, &mut it.name, "Combat")).into(),
        say("{who} {obligation}; an attack {several_hexes}.")
            .with("who", group(&mut it.who, known))
            .with("obligation", choice(&mut it.obligation))
            .with(
                "several_hexes",
                whether(&mut it.several_hexes, ["is made on one hex", "may be made on several hexes"]),
            )
            .into(),
        say("Fractions of strength are rounded {sum_first}.")
            .with(
                "sum_first",
                whether(&mut it.sum_first, ["unit by unit", "once, of the sum of all units"]),
            )
            .into(),
        say("An attack finds its column by {column}, rounded {rounding}, on {table}; its row by {dice}.")
            .with("column", choice(&mut it.column))
            .with("rounding", choice(&mut it.rounding))
            .with("table", one(&mut it.table, known, NameOf::Table))
            .with("dice", Slot::Dice(&mut it.dice))
            .into(),
        say("Attackers count {attack}, defenders {defence}.")
            .with("attack", maybe_one(&mut it.attack, known, NameOf::Rating, "their attack strength"))
            .with("defence", maybe_one(&mut it.defence, known, NameOf::Rating, "their defence strength"))
            .into(),
        say("An attack worse than the first column {worse}.")
            .with("worse", choice(&mut it.worse))
            .into(),
        say("The shelter of the defenders' terrain {terrain}: {sheltering} in a hex.")
            .with("terrain", choice(&mut it.terrain))
            .with("sheltering", choice(&mut it.sheltering))
            .into(),
    ];
    rows.extend(modifiers(at, &mut it.modifiers, known));
    let most = say("All shifts together come to {most_shifts} columns at most.")
        .with("most_shifts", amount(&mut it.most_shifts, 0..=MOST).or(0, "any number of"));
    rows.push(most.rule(&mut it.rule).into());
    rows.extend(losses(at, &mut it.losses, known));
    rows.extend(retreat(&format!("{at}/retreat"), &mut it.retreat, known));
    rows.extend(advance(&format!("{at}/advance"), &mut it.advance, known));
    let here = |field: &str| format!("{at}/{field}");
    part(
        &mut rows,
        &mut it.support,
        here("support"),
        ("Add supporting units", json!({})),
        |at, it| support(at, it, known),
    );
    for (place, it) in it.points.iter_mut().enumerate() {
        rows.extend(points(&format!("{at}/points/{place}"), it, known));
    }
    let track = known.first(NameOf::Track).cloned().unwrap_or_default();
    let new = json!({ "name": "Artillery point", "track": track, "shift": 1 });
    rows.push(Row::Add("Add points that support", Change::Put(here("points/-"), new)));
    part(&mut rows, &mut it.leaders, here("leaders"), ("Add leaders", json!({})), |at, it| {
        leaders(at, it, known)
    });
    part(&mut rows, &mut it.morale, here("morale"), new_morale(), |at, it| morale(at, it, known));
    rows
}

/// What a morale check is to begin with.
fn new_morale() -> (&'static str, serde_json::Value) {
    ("Add morale checks", json!({ "dice": { "number": 2, "faces": 6 }, "failed": "R" }))
}

/// The kinds of fire.
pub fn fires<'a>(at: &str, list: &'a mut [Fire], known: &'a Known) -> Vec<Row<'a>> {
    let one = |(place, it): (usize, &'a mut Fire)| fire(&format!("{at}/{place}"), it, known);
    list.iter_mut().enumerate().flat_map(one).collect()
}

fn fire<'a>(at: &str, it: &'a mut Fire, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        Row::Head(it.name.clone(), Some(at.to_owned())),
        say("It is called {name}.").with("name", named(&mut it.id, &mut it.name, "Fire")).into(),
        say("Units fire with {rating} on {table}; {dice} find the row.")
            .with("rating", maybe_one(&mut it.rating, known, NameOf::Rating, "their fire strength"))
            .with("table", one(&mut it.table, known, NameOf::Table))
            .with("dice", Slot::Dice(&mut it.dice))
            .into(),
        say("They fire {range} hexes farther than their range rating, or so far where they have none.")
            .with("range", amount(&mut it.range, -MOST..=MOST).or(0, "no"))
            .into(),
        say("A line of sight {sight}.")
            .with("sight", whether(&mut it.sight, ["is not needed", "is needed"]))
            .into(),
        say("Several units {combined} at one hex together.")
            .with("combined", whether(&mut it.combined, ["do not fire", "may fire"]))
            .into(),
        say("In the midst of the enemy's moves a unit may fire {opportunity} in a game-turn.")
            .with("opportunity", amount(&mut it.opportunity, 0..=MOST).or(0, "never"))
            .into(),
        say("The shelter of the target's terrain {terrain}: {sheltering} in a hex.")
            .with("terrain", choice(&mut it.terrain))
            .with("sheltering", choice(&mut it.sheltering))
            .rule(&mut it.rule)
            .into(),
    ];
    rows.extend(modifiers(at, &mut it.modifiers, known));
    rows.extend(losses(at, &mut it.losses, known));
    rows.extend(retreat(&format!("{at}/retreat"), &mut it.retreat, known));
    let here = |field: &str| format!("{at}/{field}");
    let new = ("Add observers", json!({ "guns": {}, "who": {} }));
    part(&mut rows, &mut it.observers, here("observers"), new, |at, it| observers(at, it, known));
    part(&mut rows, &mut it.leaders, here("leaders"), ("Add leaders", json!({})), |at, it| {
        leaders(at, it, known)
    });
    part(&mut rows, &mut it.morale, here("morale"), new_morale(), |at, it| morale(at, it, known));
    rows
}

fn modifiers<'a>(at: &str, list: &'a mut [Modifier], known: &'a Known) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (place, it) in list.iter_mut().enumerate() {
        let text_of = "{name} shifts {shift} columns to the right and adds {die} to the die";
        let sentence = Sentence::new(&format!("{at}/modifiers/{place}"), text_of)
            .with("name", text(&mut it.name, "Modifier", NAME))
            .with("shift", amount(&mut it.shift, -MOST..=MOST).or(0, "no"))
            .with("die", amount(&mut it.die, -MOST..=MOST).or(0, "nothing"))
            .removable();
        let sentence = situation(sentence, "when", &mut it.when, known);
        rows.push(sentence.rule(&mut it.rule).into());
    }
    let new = json!({ "name": "Modifier", "shift": 1 });
    rows.push(Row::Add("Add a modifier", Change::Put(format!("{at}/modifiers/-"), new)));
    rows
}

fn losses<'a>(at: &str, list: &'a mut [LossOrder], known: &'a Known) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (place, it) in list.iter_mut().enumerate() {
        let order = if place == 0 { "{who} lose first." } else { "Then {who} lose." };
        let sentence = Sentence::new(&format!("{at}/losses/{place}"), order)
            .with("who", group(&mut it.who, known))
            .rule(&mut it.rule);
        rows.push(sentence.removable().into());
    }
    let new = Change::Put(format!("{at}/losses/-"), json!({ "who": {} }));
    rows.push(Row::Add("Add who loses first", new));
    rows
}

fn retreat<'a>(at: &str, it: &'a mut Retreat, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    let mut rows = vec![
        say("Retreats are led by {by}, {towards}.")
            .with("by", choice(&mut it.by))
            .with("towards", choice(&mut it.towards))
            .into(),
        say("A unit that cannot retreat loses {instead} steps for each hex that is missing.")
            .with("instead", amount(&mut it.instead, 0..=MOST).or(0, "all its"))
            .into(),
        say("A hex of retreat stands in for {for_steps} steps that a result demands of the defenders.")
            .with("for_steps", amount(&mut it.for_steps, 0..=MOST).or(0, "no"))
            .rule(&mut it.rule)
            .into(),
        say("{for_steps_most} hexes stand in for steps at most, and a stack retreats {together}.")
            .with("for_steps_most", amount(&mut it.for_steps_most, 0..=MOST).or(0, "any number of"))
            .with("together", whether(&mut it.together, ["unit by unit", "together"]))
            .into(),
    ];
    match &mut it.never {
        Some(never) => {
            let sentence =
                say("{never} do not retreat.").with("never", group(never, known)).without("never");
            rows.push(sentence.into());
        }
        None => {
            let new = Change::Put(format!("{at}/never"), json!({}));
            rows.push(Row::Add("Add who does not retreat", new));
        }
    }
    rows
}

fn advance<'a>(at: &str, it: &'a mut Advance, known: &'a Known) -> Vec<Row<'a>> {
    vec![
        Sentence::new(at, "{units} of {who} may advance after combat, up to {hexes} hexes far.")
            .with("units", amount(&mut it.units, -1..=MOST).or(-1, "Any number"))
            .with("who", group(&mut it.who, known))
            .with("hexes", amount(&mut it.hexes, 0..=MOST).or(0, "1"))
            .into(),
        Sentence::new(at, "Defenders {defenders} into a hex that all attackers have left.")
            .with("defenders", whether(&mut it.defenders, ["do not advance", "may advance"]))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn support<'a>(at: &str, it: &'a mut Support, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        Row::Head("Supporting units".to_owned(), Some(at.to_owned())),
        say("{who} may support an attack with {rating}.")
            .with("who", group(&mut it.who, known))
            .with("rating", maybe_one(&mut it.rating, known, NameOf::Rating, "their fire strength"))
            .into(),
        say(
            "They do from {range} hexes farther than their range rating, {most} units in a combat.",
        )
        .with("range", amount(&mut it.range, -MOST..=MOST).or(0, "no"))
        .with("most", amount(&mut it.most, 0..=MOST).or(0, "any number of"))
        .into(),
        say("They {in_defence} a defence, too, and add {no_more_than_supported}.")
            .with("in_defence", whether(&mut it.in_defence, ["do not support", "may support"]))
            .with(
                "no_more_than_supported",
                whether(
                    &mut it.no_more_than_supported,
                    ["all that they have", "no more than those whom they support have"],
                ),
            )
            .into(),
        say("Each shifts {shift} columns in place of its strength, and adds {die} to the die.")
            .with("shift", amount(&mut it.shift, -MOST..=MOST).or(0, "no"))
            .with("die", amount(&mut it.die, -MOST..=MOST).or(0, "nothing"))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn points<'a>(at: &str, it: &'a mut PointSupport, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        Row::Head(it.name.clone(), Some(at.to_owned())),
        say("A point is called {name}; the turn track {track} says how many there are.")
            .with("name", text(&mut it.name, "Artillery point", NAME))
            .with("track", one(&mut it.track, known, NameOf::Track))
            .into(),
        say("They {in_defence} a defence, too.")
            .with("in_defence", whether(&mut it.in_defence, ["do not support", "may support"]))
            .into(),
        say("Up to {most} support a combat; each adds {strength} strength points, shifts {shift} columns and adds {die} to the die.")
            .with("most", amount(&mut it.most, 0..=MOST).or(0, "any number"))
            .with("strength", amount(&mut it.strength, -MOST..=MOST).or(0, "no"))
            .with("shift", amount(&mut it.shift, -MOST..=MOST).or(0, "no"))
            .with("die", amount(&mut it.die, -MOST..=MOST).or(0, "nothing"))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn leaders<'a>(at: &str, it: &'a mut Leaders, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        Row::Head("Leaders".to_owned(), Some(at.to_owned())),
        say("{who} lend {rating}, which {shifts}.")
            .with("who", group(&mut it.who, known))
            .with(
                "rating",
                maybe_one(&mut it.rating, known, NameOf::Rating, "their leadership bonus"),
            )
            .with("shifts", whether(&mut it.shifts, ["is added to the die", "shifts the column"]))
            .into(),
        say("It counts for {own_formation}.")
            .with(
                "own_formation",
                whether(&mut it.own_formation, ["all units", "units of the leader's formation"]),
            )
            .into(),
        say("A leader is lost with his units on a die of {lost_on} or less.")
            .with("lost_on", amount(&mut it.lost_on, 0..=MOST).or(0, "0, that is never,"))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn morale<'a>(at: &str, it: &'a mut MoraleCheck, known: &'a Known) -> Vec<Row<'a>> {
    let say = |text: &str| Sentence::new(at, text);
    vec![
        Row::Head("Morale checks".to_owned(), Some(at.to_owned())),
        say("A unit fails whose {dice} are above {rating}; {die} is added to the dice.")
            .with("dice", Slot::Dice(&mut it.dice))
            .with("rating", maybe_one(&mut it.rating, known, NameOf::Rating, "its morale"))
            .with("die", amount(&mut it.die, -MOST..=MOST).or(0, "nothing"))
            .into(),
        say("A leader's bonus in the hex {with_leaders}.")
            .with(
                "with_leaders",
                whether(&mut it.with_leaders, ["does not count", "is taken off the dice"]),
            )
            .into(),
        say("Who fails suffers {failed}, in the language of combat results.")
            .with("failed", text(&mut it.failed, "R2", 120.0))
            .rule(&mut it.rule)
            .into(),
    ]
}

fn observers<'a>(at: &str, it: &'a mut Observers, known: &'a Known) -> Vec<Row<'a>> {
    vec![
        Row::Head("Observers".to_owned(), Some(at.to_owned())),
        Sentence::new(
            at,
            "{guns} may fire without a line of sight at what {who} see, {range} hexes away.",
        )
        .with("guns", group(&mut it.guns, known))
        .with("who", group(&mut it.who, known))
        .with("range", amount(&mut it.range, 0..=MOST).or(0, "any number of"))
        .into(),
    ]
}
