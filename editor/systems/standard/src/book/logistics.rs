//! Supply, command, states of units, reinforcements and replacements, weather and events.

use std::collections::BTreeSet;

use salient_rules::book::{Point, Text};
use salient_schema::rules_of_play::{Does, Hindrance, Supply, SupplySource, UnitState};
use salient_schema::ruleset::RatingUse;
use salient_schema::words::{capital, name_in_a_sentence, with_article};

use super::numbers::Rules;
use super::words::{Measure, Words, dice, listed, share};
use super::{results, tables};
use crate::sequence;

const HEXES: Measure<'_> = Measure::of("hex", "hexes");
const POINTS: Measure<'_> = Measure::of("movement point", "movement points");
const STEPS: Measure<'_> = Measure::of("step", "steps");

pub fn supply(words: &Words<'_>, rules: &mut Rules) {
    let Some(supply) = &words.play.supply else {
        rules.none("There is no supply in this game: every unit is in supply at all times");
        return;
    };
    let own = supply.rule.as_deref();
    rules.add("Supply lines", own, line(words, supply));
    for source in &supply.sources {
        rules.add("Sources", source.rule.as_deref().or(own), self::source(words, source, supply));
    }
    let text = "A hex in which an enemy unit stands is no source of supply, and hexes that an enemy \
                holds supply nobody, but for those of an edge of the map";
    rules.add("", own, text);
    if supply.states.is_empty() {
        rules.add("Lack of supply", own, "Lack of supply has no effect by itself");
    }
    for state in &supply.states {
        let after = match state.after {
            0 | 1 => "as soon as it is found without supply".to_owned(),
            after => format!("when it is found without supply {after} times in a row"),
        };
        let name = name_in_a_sentence(&state.name);
        let text = Text::from(format!("A unit is {name} {after}"));
        let text = text.then(effects(&state.hinders, words));
        let text = match state.attrition.is_zero() {
            true => text,
            false => text.then(words.amount(&state.attrition, STEPS, |steps| {
                format!("It loses {steps} each time that supply is checked and it is in this state")
            })),
        };
        rules.add(&capital(&name), state.rule.as_deref().or(own), text);
    }
    let text = "A unit that is found in supply is in none of these states any more";
    if !supply.states.is_empty() {
        rules.add("Back in supply", own, text);
    }
}

fn line(words: &Words<'_>, supply: &Supply) -> Text {
    let who = words.subject(&supply.who);
    let text = Text::from(format!(
        "{who} need supply. A unit is in supply if a line of hexes can be traced from it to a \
         source of \
         supply of its side"
    ));
    let measure = if supply.in_points { POINTS } else { HEXES };
    let to = match supply.along.is_empty() {
        true => String::new(),
        false => {
            let paths: Vec<String> =
                supply.along.iter().map(|id| with_article(&words.kind(id))).collect();
            format!(", or to {} that leads to one over any distance", listed(&paths, "or"))
        }
    };
    let text = match (supply.range.is_zero(), to.is_empty()) {
        (true, true) => text.then("It may be of any length"),
        (true, false) => text.then(format!("It may be of any length to a source{to}")),
        (false, _) => {
            let measure = Measure { special: &[(0, "any number of")], ..measure };
            text.then(words.amount(&supply.range, measure, |range| {
                format!("It may be up to {range} long to a source{to}")
            }))
        }
    };
    let closed = match supply.in_points {
        true => "where the unit itself could not go",
        false => "where no unit can go",
    };
    text.then(format!("It may not pass through hexes that hold enemy units, nor {closed}"))
}

fn source(words: &Words<'_>, source: &SupplySource, supply: &Supply) -> Text {
    let mut places = Vec::new();
    if !source.features.is_empty() {
        places.push(words.kinds(&source.features, "hexes", "and"));
    }
    for id in &source.zones {
        let zone = words
            .bundle
            .and_then(|bundle| bundle.map.zones.items.iter().find(|zone| zone.id == *id));
        let name =
            zone.map_or_else(|| salient_schema::words::id_in_words(id), |zone| zone.name.clone());
        places.push(format!("the hexes of “{name}”"));
    }
    if let Some(edge) = source.edge {
        let edge = edge.compass();
        places.push(match source.on_path && !supply.along.is_empty() {
            false => format!("the hexes of the {edge} edge of the map"),
            true => format!(
                "the hexes where {} {} the {edge} edge of the map",
                words.paths(&supply.along, "or"),
                "leave"
            ),
        });
    }
    let places = match places.as_slice() {
        [] => "Nothing".to_owned(),
        places => capital(&listed(places, "and")),
    };
    match source.who.is_everybody() {
        true => format!("{places} are sources of supply for all sides").into(),
        false => format!("{places} are sources of supply for {}", words.units(&source.who)).into(),
    }
}

/// What a state does to a unit, in a sentence that begins with `It`; nothing if it does nothing.
fn effects(hindrance: &Hindrance, words: &Words<'_>) -> String {
    let mut does = Vec::new();
    let part = |percent: u8, what: &str| match percent {
        0 => format!("no {what}"),
        100 => format!("all its {what}"),
        percent => format!("{} of its {what}", share(i32::from(percent))),
    };
    let mut parts = Vec::new();
    match hindrance.attack {
        Some(both) if hindrance.attack == hindrance.defence => {
            parts.push(part(both, "strength in attack and defence"));
        }
        attack => {
            parts.extend(attack.map(|percent| part(percent, "strength in attack")));
            parts.extend(hindrance.defence.map(|percent| part(percent, "strength in defence")));
        }
    }
    parts.extend(hindrance.movement.map(|percent| part(percent, "movement allowance")));
    if !parts.is_empty() {
        does.push(format!("has {}", listed(&parts, "and")));
    }
    let mut may_not = Vec::new();
    for (is, what) in [
        (hindrance.no_attack, "attack"),
        (hindrance.no_fire, "fire"),
        (hindrance.no_move, "move, but for retreats"),
        (hindrance.not_next_to_enemies, "move next to an enemy unit"),
    ] {
        if is {
            may_not.push(what.to_owned());
        }
    }
    if !may_not.is_empty() {
        does.push(format!("may not {}", listed(&may_not, "or")));
    }
    if hindrance.no_zone && words.play.zones_of_control.is_some() {
        does.push("has no zone of control".to_owned());
    }
    let shares = [hindrance.attack, hindrance.defence, hindrance.movement];
    let rounds = shares.into_iter().flatten().any(|percent| !matches!(percent, 0 | 100));
    match does.is_empty() {
        true => String::new(),
        false => format!(
            "It {}{}",
            does.join(", and "),
            if rounds { ". Fractions are rounded up" } else { "" }
        ),
    }
}

pub fn command(words: &Words<'_>, rules: &mut Rules) {
    let Some(command) = &words.play.command else {
        rules.none("There are no rules of command: every unit may act by itself");
        return;
    };
    let own = command.rule.as_deref();
    let headquarters = words.units(&command.headquarters);
    let who = words.subject(&command.who);
    let whose = match command.own_formation {
        true => format!("{headquarters} of their own formation, or of one that it belongs to"),
        false => format!("{headquarters} of their side"),
    };
    let range = words.rating(None, &[RatingUse::Range]);
    let text = match (range, command.range.is_zero()) {
        (Some(range), true) => Text::from(format!(
            "{who} are in command if they are no farther from {whose} than the {range} of these \
             in hexes"
        )),
        (Some(range), false) => words.amount(&command.range, HEXES, |hexes| {
            format!(
                "{who} are in command if they are no farther from {whose} than the {range} of \
                     these and {hexes} more"
            )
        }),
        (None, _) => words.amount(&command.range, HEXES, |hexes| {
            format!("{who} are in command if they are within {hexes} of {whose}")
        }),
    };
    let text = text.then(format!("{} themselves are always in command", capital(&headquarters)));
    rules.add("In command", own, text);
    let effects = effects(&command.without, words);
    let text = match effects.strip_prefix("It ") {
        None => "To be out of command has no effect by itself".to_owned(),
        Some(does) => format!("A unit that is out of command {does}"),
    };
    rules.add("Out of command", own, text);
}

pub fn states(words: &Words<'_>, rules: &mut Rules) {
    let hidden = words.play.hidden.as_ref();
    if words.play.states.is_empty() && hidden.is_none() {
        rules.none("Units have no states in this game besides their steps and those of supply");
    }
    for state in &words.play.states {
        self::state(words, state, rules);
    }
    if let Some(hidden) = hidden {
        let who = words.subject(hidden);
        let text = format!(
            "{who} are not shown to the enemy until an enemy unit comes adjacent to them, or they \
             move, \
             attack or fire"
        );
        rules.add("Hidden units", None, text);
    }
}

fn state(words: &Words<'_>, state: &UnitState, rules: &mut Rules) {
    let own = state.rule.as_deref();
    let name = name_in_a_sentence(&state.name);
    let does = effects(&state.hinders, words);
    let mut text = Text::from(match does.strip_prefix("It ") {
        Some(does) => format!("A unit that is {name} {does}"),
        None => format!("To be {name} hinders a unit in nothing"),
    });
    if !state.shelter.is_zero() {
        let added = Measure::added("", "");
        text = text.then(words.amount(&state.shelter, added, |shelter| {
            format!("{shelter} is added to the defence number of its terrain")
        }));
    }
    text = match state.again.as_deref() {
        None => text,
        Some(again) if again == state.id => {
            text.then(format!("A unit that becomes {name} a second time is eliminated"))
        }
        Some(again) => {
            let again = words.state(again);
            text.then(format!("A unit that becomes {name} a second time becomes {again} instead"))
        }
    };
    if let Some(cost) = &state.taken_for {
        let who = words.subject(&state.who);
        let all = Measure { special: &[(0, "all of their movement allowance")], ..POINTS };
        let special = cost.number == 0;
        let full = |points: String| {
            let points = if special { points.replace(" movement points", "") } else { points };
            format!(
                "{who} may become {name} of their own will in a phase of movement, for {points}"
            )
        };
        text = text.then(words.amount(cost, all, full));
    }
    if state.ends_by_moving {
        text = text.then("It ends when the unit moves");
    }
    rules.add(&capital(&name), own, text);
    let Some(recovery) = &state.recovery else { return };
    let mut text = Text::default();
    let recovers = |does: &Does| matches!(does, Does::Recovery { state: of } if *of == state.id);
    let phase = words.step_that(recovers);
    let phase = phase.map_or_else(|| "a phase of recovery".to_owned(), |step| words.step(&step.id));
    let alone = if recovery.not_next_to_enemies { " and not next to an enemy unit" } else { "" };
    if recovery.always {
        text = text.then(format!("In {phase} each unit that is {name}{alone} recovers"));
    } else {
        let rating = words.rating(recovery.rating.as_ref(), &[RatingUse::Morale]);
        let rating = rating.unwrap_or_else(|| "morale".to_owned());
        let verb = if recovery.dice.number == 1 { "is" } else { "are" };
        text = text.then(format!(
            "In {phase} {} {verb} rolled for each unit that is {name}{alone}. It recovers if the \
             roll is no higher than its {rating}",
            dice(recovery.dice)
        ));
        text = results::modified(words, text, &recovery.die, recovery.with_leaders);
    }
    rules.add("Recovery", own, text);
}

pub fn reinforcements(words: &Words<'_>, rules: &mut Rules) {
    let does = |wanted: fn(&Does) -> bool| sequence::all(words.ruleset).any(wanted);
    if does(|does| matches!(does, Does::Reinforcements {})) {
        let text = "Units that are due come onto the map in the hexes that the scenario names for \
                    them, \
                    or leave it to later if they cannot stand there. No unit enters above the \
                    stacking \
                    limit, or in a hex that holds an enemy unit";
        let step = words.step_that(|does| matches!(does, Does::Reinforcements {}));
        rules.add("Reinforcements", step.and_then(|step| step.rule.as_deref()), text);
    }
    let Some(replacements) = &words.play.replacements else {
        let lost = "Steps that are lost do not come back";
        match rules.is_empty() {
            true => rules.none(&format!("There are no reinforcements in this game. {lost}")),
            false => drop(rules.add("Replacements", None, lost)),
        }
        return;
    };
    let own = replacements.rule.as_deref();
    let points = Measure::of("replacement point", "replacement points");
    let mut only = Vec::new();
    if replacements.in_supply && words.play.supply.is_some() {
        only.push("in supply".to_owned());
    }
    if replacements.out_of_zones {
        only.push("outside enemy zones of control".to_owned());
    }
    let who = words.units(&replacements.who);
    let only = if only.is_empty() { String::new() } else { format!(" {}", listed(&only, "and")) };
    let mut text = match replacements.cost.is_zero() {
        true => Text::from(format!("Steps of {who} that are lost do not come back")),
        false => words.amount(&replacements.cost, points, |points| {
            format!("A step of {who}{only} comes back for {points}")
        }),
    };
    let pools = words.bundle.iter().flat_map(|bundle| &bundle.scenario.replacements);
    if pools.into_iter().any(|points| points.nation.is_some() || points.pool.is_some()) {
        text = text.then("Points that are for certain units are spent for such units alone");
    }
    if !replacements.most.is_zero() {
        let steps = Measure { special: &[(0, "any number of")], ..STEPS };
        text = text.then(words.amount(&replacements.most, steps, |steps| {
            format!("A unit may regain up to {steps} in a game-turn")
        }));
    }
    rules.add("Replacements", own, text);
    let text = match replacements.rebuild.is_zero() {
        true => Text::from("Units that are eliminated do not come back"),
        false => {
            let never = Measure { special: &[(0, "no points: it does not")], ..points };
            let place = match words.play.supply.is_some() {
                true => "at a source of supply of its side",
                false => "where it would arrive as a reinforcement",
            };
            words.amount(&replacements.rebuild, never, |points| {
                format!("An eliminated unit comes back with its last step, {place}, for {points}")
            })
        }
    };
    rules.add("Eliminated units", own, text);
    let text = match replacements.kept {
        true => "Replacement points that are not spent are kept",
        false => "Replacement points that are not spent are lost",
    };
    rules.add("Points", own, text);
}

pub fn weather(words: &Words<'_>, rules: &mut Rules, printed: &mut BTreeSet<String>) {
    let events = sequence::all(words.ruleset).filter_map(|does| match does {
        Does::Events { table } => Some(table),
        _ => None,
    });
    let events: BTreeSet<&String> = events.collect();
    match &words.play.weather {
        None if events.is_empty() => {
            rules.none("There are neither weather nor events in this game");
        }
        None => {}
        Some(weather) => {
            let own = weather.rule.as_deref();
            let kinds: Vec<String> =
                weather.kinds.iter().map(|kind| name_in_a_sentence(&kind.name)).collect();
            let text = Text::from(format!("The weather is {}", listed(&kinds, "or")));
            let first = kinds.first().map_or("", String::as_str);
            let text = text.then(match weather.table {
                Some(_) => format!("It is {first} until the first roll"),
                None => {
                    format!("It is {first}, unless the scenario says otherwise for a game-turn")
                }
            });
            let rule = rules.add("Weather", own, text);
            for kind in &weather.kinds {
                let effects = weather_effects(words, &kind.id);
                if !effects.is_empty() {
                    let text = Text::from(format!("{}: {}", kind.name, effects.join("; "))).end();
                    rule.points.push(Point { text, ..Point::default() });
                }
            }
            let table = weather.table.as_deref();
            let table = words.ruleset.tables.iter().find(|one| Some(one.id.as_str()) == table);
            if let Some(table) = table {
                let verb = if weather.dice.number == 1 { "is" } else { "are" };
                let column = match table.columns.len() {
                    0 | 1 => "",
                    _ => " in the column of the game-turn",
                };
                let text = format!(
                    "{} {verb} rolled on the table “{}”{column}, unless the scenario says what \
                     the weather of the game-turn is",
                    capital(&dice(weather.dice)),
                    table.title
                );
                let name = |id: &str| {
                    let known = weather.kinds.iter().find(|kind| kind.id == id.trim());
                    known.map_or_else(|| id.to_owned(), |kind| kind.name.clone())
                };
                let rule = rules.add("Weather roll", table.rule.as_deref().or(own), text);
                rule.tables.push(tables::as_printed(words, table, name));
                printed.insert(table.id.clone());
            }
        }
    }
    for id in events {
        let Some(table) = words.ruleset.tables.iter().find(|table| table.id == *id) else {
            continue;
        };
        let text = match table.columns.len() {
            0 | 1 => "A die is rolled on this table, and its result takes effect",
            _ => {
                "A die is rolled on this table in the column of the game-turn, and its result takes \
                 effect"
            }
        };
        let chart = tables::as_printed(words, table, |cell| event(words, cell));
        rules.add(&table.title, table.rule.as_deref(), text).tables.push(chart);
        printed.insert(table.id.clone());
    }
}

/// What weather does to terrain, by the terrain effects chart.
fn weather_effects(words: &Words<'_>, weather: &str) -> Vec<String> {
    let ruleset = words.ruleset;
    let lists = [&ruleset.terrain, &ruleset.features, &ruleset.hexsides, &ruleset.paths];
    let mut told = Vec::new();
    for kind in lists.into_iter().flatten() {
        for effect in kind.effects.iter().filter(|one| one.when.weather.as_deref() == Some(weather))
        {
            let mut when = effect.when.clone();
            when.weather = None;
            when.usage = None;
            if when != Default::default() {
                continue;
            }
            let name = name_in_a_sentence(&kind.name);
            if effect.prohibited {
                told.push(format!("{name} is closed"));
            } else if let Some(points) = effect.movement {
                told.push(format!("{name} costs {}", POINTS.full(points)));
            }
        }
    }
    told
}

/// What an event brings, for a cell of its table.
fn event(words: &Words<'_>, cell: &str) -> String {
    let told = cell.split(',').map(|one| {
        let parts: Vec<&str> = one.split_whitespace().collect();
        match parts.as_slice() {
            ["points", side, number] => format!("{} {number} VP", words.side(side)),
            ["replacements", side, number] => {
                format!("{} {number} replacement points", words.side(side))
            }
            ["weather", id] => capital(&words.weather(id)),
            _ => one.trim().to_owned(),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}
