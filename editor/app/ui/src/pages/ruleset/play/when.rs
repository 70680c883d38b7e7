//! When something holds: clauses at the end of a sentence. Those that are not there yet are offered
//! behind it.

use salient_schema::rules_of_play::{Exception, Situation, When};
use serde_json::{Value, json};

use super::known::{Known, NameOf};
use super::sentence::{Change, Sentence, Slot, group, maybe, maybe_one, whether};

/// How deep conditions lie in one another: "unless" is offered once.
const DEEPEST: usize = 1;

/// Adds the clauses of a condition, which stands at `field` of what the sentence is about.
pub fn when<'a>(
    mut sentence: Sentence<'a>,
    field: &str,
    it: &'a mut When,
    known: &'a Known,
    depth: usize,
) -> Sentence<'a> {
    let When { side, unit, terrain, hexside, weather, state, step, .. } = it;
    let when_is = if depth == 0 { "" } else { "unless " };
    let ids = [
        ("side", "of", "of a side", NameOf::Side, side),
        ("unit", "for", "for some units", NameOf::Group, unit),
        ("terrain", "in", "in some terrain", NameOf::Ground, terrain),
        ("hexside", "across", "across a hexside", NameOf::Hexside, hexside),
        ("weather", "in the weather", "in some weather", NameOf::Weather, weather),
        ("state", "in the state", "in a state", NameOf::State, state),
        ("step", "in the step", "in a step of play", NameOf::Step, step),
        ("optional_rule", "under the rule", "under an optional rule", NameOf::OptionalRule, {
            &mut it.optional_rule
        }),
    ];
    for (own, words, offer, of, now) in ids {
        let place = format!("{field}/{own}");
        if now.is_some() {
            let slot = maybe_one(now, known, of, "any");
            sentence = sentence.and(&format!("{when_is}{words}"), &place, slot);
        } else if let Some(first) = known.first(of) {
            offer_more(&mut sentence, (offer, &place), json!(first), depth);
        }
    }
    let turns = [
        ("from_turn", "from game-turn", "from a game-turn on", &mut it.from_turn),
        ("to_turn", "up to game-turn", "up to a game-turn", &mut it.to_turn),
    ];
    for (own, words, offer, now) in turns {
        let place = format!("{field}/{own}");
        match now {
            Some(_) => {
                let slot = maybe(now, 0..=999, (0, "any"));
                sentence = sentence.and(&format!("{when_is}{words}"), &place, slot);
            }
            None => offer_more(&mut sentence, (offer, &place), json!(1), depth),
        }
    }
    let place = format!("{field}/unless");
    match &mut it.unless {
        Some(other) if depth < DEEPEST => when(sentence, &place, other, known, depth + 1),
        None if depth < DEEPEST => {
            offer_unless(&mut sentence, &place, known);
            sentence
        }
        _ => sentence,
    }
}

/// Offers another clause. Those of an "unless" are changed, and not added to.
fn offer_more(
    sentence: &mut Sentence<'_>,
    (words, place): (&'static str, &str),
    value: Value,
    depth: usize,
) {
    if depth == 0 {
        let pointer = sentence.pointer(place);
        sentence.more.push((words, Change::Put(pointer, value)));
    }
}

fn offer_unless(sentence: &mut Sentence<'_>, place: &str, known: &Known) {
    let offers = [
        ("unless for some units", "unit", NameOf::Group),
        ("unless in some terrain", "terrain", NameOf::Ground),
        ("unless across a hexside", "hexside", NameOf::Hexside),
        ("unless in some weather", "weather", NameOf::Weather),
        ("unless in a state", "state", NameOf::State),
    ];
    for (words, own, of) in offers {
        if let Some(first) = known.first(of) {
            let pointer = sentence.pointer(place);
            sentence.more.push((words, Change::Put(pointer, json!({ own: first }))));
        }
    }
}

/// Adds the clauses of a situation of combat or fire.
pub fn situation<'a>(
    sentence: Sentence<'a>,
    field: &str,
    it: &'a mut Situation,
    known: &'a Known,
) -> Sentence<'a> {
    let mut sentence = when(sentence, &format!("{field}/when"), &mut it.when, known, 0);
    let groups = [
        ("attacker", "one attacker is among", "by who attacks", &mut it.attacker),
        ("all_attackers", "all attackers are among", "by all attackers", &mut it.all_attackers),
        ("defender", "one defender is among", "by who defends", &mut it.defender),
        ("all_defenders", "all defenders are among", "by all defenders", &mut it.all_defenders),
    ];
    for (own, words, offer, now) in groups {
        let place = format!("{field}/{own}");
        match now {
            Some(now) => sentence = sentence.and(&format!("if {words}"), &place, group(now, known)),
            None => offer_more(&mut sentence, (offer, &place), json!({}), 0),
        }
    }
    let place = format!("{field}/defender_state");
    match &mut it.defender_state {
        Some(_) => {
            let slot = maybe_one(&mut it.defender_state, known, NameOf::State, "any");
            sentence = sentence.and("if a defender is in the state", &place, slot);
        }
        None => {
            if let Some(first) = known.first(NameOf::State) {
                offer_more(&mut sentence, ("by a defender's state", &place), json!(first), 0);
            }
        }
    }
    let numbers = [
        ("hexes", "from so many hexes or more:", "from several hexes", &mut it.hexes),
        ("from_range", "from so many hexes away on:", "from a range on", &mut it.from_range),
        ("to_range", "up to so many hexes away:", "up to a range", &mut it.to_range),
    ];
    for (own, words, offer, now) in numbers {
        let place = format!("{field}/{own}");
        match now {
            Some(_) => sentence = sentence.and(words, &place, maybe(now, 0..=99, (0, "any"))),
            None => offer_more(&mut sentence, (offer, &place), json!(2), 0),
        }
    }
    let flags = [
        ("concentric", "in a concentric attack", &mut it.concentric),
        ("around", "where the attackers are all around", &mut it.around),
        ("opportunity", "in opportunity fire", &mut it.opportunity),
    ];
    for (own, words, now) in flags {
        let place = format!("{field}/{own}");
        match *now {
            true => sentence = sentence.and("", &place, whether(now, ["in any attack", words])),
            false => offer_more(&mut sentence, (words, &place), json!(true), 0),
        }
    }
    sentence
}

/// The sentences of the exceptions of a number, which is at a pointer.
pub fn exceptions<'a>(
    pointer: &str,
    except: &'a mut [Exception],
    known: &'a Known,
) -> Vec<Sentence<'a>> {
    let one = |(place, it): (usize, &'a mut Exception)| {
        let Exception { when: holds, set, add, rule } = it;
        let slot = Slot::Exception { set, add };
        let sentence = Sentence::new(&format!("{pointer}/except/{place}"), "Except: {number}")
            .with("number", slot)
            .removable()
            .set_in();
        when(sentence, "when", holds, known, 0).rule(rule)
    };
    except.iter_mut().enumerate().map(one).collect()
}

/// What adds an exception to a number at a pointer: for the first units that there are, as the
/// number is.
pub fn new_exception(pointer: &str, now: i32) -> Change {
    Change::Put(format!("{pointer}/except/-"), json!({ "when": {}, "set": now }))
}
