//! Fire and bombardment at a distance.

use std::collections::BTreeSet;

use salient_rules::book::Text;
use salient_schema::results::Combat as Read;
use salient_schema::rules_of_play::{Fire, Retreat};
use salient_schema::ruleset::{Kind, RatingUse};
use salient_schema::words::{capital, name_in_a_sentence};

use super::numbers::Rules;
use super::words::{Measure, Words, dice, listed, rolled};
use super::{results, tables};

pub fn write(words: &Words<'_>, rules: &mut Rules, printed: &mut BTreeSet<String>) {
    let all = &words.play.fire;
    if all.is_empty() {
        rules.none("There is no fire at a distance in this game");
    }
    for fire in all {
        one(words, fire, rules);
        let title = if all.len() > 1 { fire.name.as_str() } else { "" };
        tables::results(words, (&fire.table, title), Read::Fire, rules, printed);
    }
}

fn one(words: &Words<'_>, fire: &Fire, rules: &mut Rules) {
    let own = fire.rule.as_deref();
    let rating = words.rating(fire.rating.as_ref(), &[RatingUse::Fire, RatingUse::Strength]);
    let rating = rating.unwrap_or_else(|| "strength".to_owned());
    let text = match fire.combined {
        true => "Several units may fire at one hex together",
        false => "Each unit fires by itself",
    };
    let name = if fire.name.trim().is_empty() { "Fire" } else { fire.name.as_str() };
    let text =
        Text::from(format!("A unit with a {rating} may fire at a hex that holds enemy units"))
            .then(text);
    rules.add(name, own, text);
    let hexes = Measure::of("hex", "hexes");
    let text = match (words.rating(None, &[RatingUse::Range]), fire.range.is_zero()) {
        (Some(range), true) => Text::from(format!("A unit fires as far as its {range} in hexes")),
        (Some(range), false) => words.amount(&fire.range, hexes, |hexes| match fire.range.number {
            0 => format!("A unit fires as far as its {range} in hexes"),
            _ => format!("A unit fires as far as its {range} and {hexes} more"),
        }),
        (None, _) => {
            words.amount(&fire.range, hexes, |hexes| format!("A unit fires up to {hexes} far"))
        }
    };
    rules.add("Range", own, text);
    if fire.sight {
        sight(words, own, rules);
    }
    if let Some(observers) = &fire.observers {
        let (guns, who) = (words.subject(&observers.guns), words.units(&observers.who));
        let text = Text::from(format!(
            "{guns} may fire without a line of sight of their own at a hex that is seen by \
             friendly {who}"
        ));
        let text = match observers.range.is_zero() {
            true => text,
            false => {
                let hexes = Measure { special: &[(0, "any number of")], ..hexes };
                text.then(words.amount(&observers.range, hexes, |hexes| {
                    format!("Observers see up to {hexes} far")
                }))
            }
        };
        rules.add("Observers", own, text);
    }
    let verb = if fire.dice.number == 1 { "is" } else { "are" };
    let strength = match fire.combined {
        true => format!("The {rating} of all who fire together is added up"),
        false => format!("The {rating} of the unit is its strength"),
    };
    let roll = format!(
        "{strength}. The column of the table “{}” is the last whose number is no higher; \
         below the first column nobody may fire. {} {verb} rolled; with all modifiers the roll \
         finds the row, and the cell is the result",
        words.table(&fire.table),
        capital(&dice(fire.dice)),
    );
    rules.add("The roll", own, roll);
    let shelter = (fire.terrain, fire.sheltering);
    if let Some(text) = results::shelter(words, shelter, (rolled(fire.dice), "the target’s")) {
        rules.add("Terrain", own, text);
    }
    results::modifiers(words, &fire.modifiers, own, rules);
    if let Some(leaders) = &fire.leaders {
        results::leaders(words, leaders, Read::Fire, own, rules);
    }
    if !fire.opportunity.is_zero() {
        let times = Measure {
            special: &[(0, "never"), (1, "once"), (2, "twice"), (3, "three times")],
            ..Measure::default()
        };
        let text = words.amount(&fire.opportunity, times, |times| {
            format!(
"A unit may fire {times} in a game-turn in the midst of enemy moves, once for each hex \
                 that is entered within its fire"
            )
        });
        rules.add("Opportunity fire", own, text);
    }
    results::losses(words, &fire.losses, own, rules);
    if let Some(check) = &fire.morale {
        results::morale(words, check, Read::Fire, own, rules);
    }
    if fire.retreat != Retreat::default() || tables::retreats(words, &fire.table) {
        results::retreat(words, &fire.retreat, own, rules);
    }
}

fn sight(words: &Words<'_>, own: Option<&str>, rules: &mut Rules) {
    const ROLE: &str = "blocks-sight";
    let blocks = |kind: &&Kind| match words.ruleset.roles.get(ROLE) {
        Some(ids) => kind.traits.iter().any(|id| ids.contains(id)),
        None => kind.traits.iter().any(|id| id == ROLE),
    };
    let ruleset = words.ruleset;
    let kinds = ruleset.terrain.iter().chain(&ruleset.features).filter(blocks);
    let names: Vec<String> = kinds.map(|kind| name_in_a_sentence(&kind.name)).collect();
    let text = Text::from(
        "A unit may fire only at a hex to which it has a line of sight, from the centre of its \
         hex to the centre of the target’s",
    );
    let text = text.then(match names.as_slice() {
        [] => "Higher ground between blocks it".to_owned(),
        names => format!(
            "Higher ground between blocks it, and so do {} hexes, which are a level high",
            listed(names, "and")
        ),
    });
    rules.add("Line of sight", own, text);
}
