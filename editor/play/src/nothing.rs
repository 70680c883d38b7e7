//! Why nothing can be done with a unit or a hex that is clicked: by the rule that forbids it, else by
//! the step of the sequence of play.

use salient_hex::Hex;
use salient_rules::words::Words;
use salient_rules::{Match, Violation};
use salient_schema::event::EventKind;
use salient_schema::plain::{Table, Value};

use crate::draft::check;
use crate::offer::Offer;

/// Why a unit can do nothing now, in words with the rule.
pub fn of_unit(game: &Match, offer: &Offer, unit: &str, words: &Words) -> String {
    let name = words.unit(&unit.to_owned());
    let units = game.units();
    let at = units.iter().find(|one| one.name == unit);
    let own = at.filter(|one| game.sides().get(one.side) == game.deciding());
    let hex = at.and_then(|one| one.hex);
    match hex.and_then(|hex| why_nothing(game, offer, own.map(|one| one.name), hex)) {
        Some(why) => words.refusal_of(&name, &why),
        None => format!("{name} can do nothing in this step{}", step(game)),
    }
}

/// Why nothing can be done with a hex now, in words with the rule. `unit` is whoever would do it:
/// where no rule keeps him from it, or nobody would, one tells why whoever of the side stands there
/// can do nothing himself.
pub fn of_hex(game: &Match, offer: &Offer, unit: Option<&str>, hex: Hex, words: &Words) -> String {
    let label = game.grid().label(hex);
    let of_hex = || {
        let why = why_nothing(game, offer, None, hex)?;
        Some(words.refusal_of(&label, &why))
    };
    let of_idle = || {
        let (units, able) = (game.units(), offer.actors());
        let idle = units.iter().find(|one| {
            let own = game.sides().get(one.side) == game.deciding();
            own && one.stands_in(hex) && !able.contains(one.name)
        });
        let why = why_nothing(game, offer, Some(idle?.name), hex)?;
        let name = words.unit(&idle?.name.to_owned());
        let said = words.refusal(&why);
        let about = match said.contains(&name) || said.contains(&label) {
            true => label.clone(),
            false => format!("{name} in {label}"),
        };
        Some(words.refusal_of(&about, &why))
    };
    match unit {
        Some(unit) => of_hex().or_else(of_idle).unwrap_or_else(|| {
            let name = words.unit(&unit.to_owned());
            format!("{name} can do nothing with {label} in this step{}", step(game))
        }),
        None => of_idle()
            .or_else(of_hex)
            .unwrap_or_else(|| format!("Nothing is done with {label} in this step{}", step(game))),
    }
}

/// What step of the sequence of play is on, with its rule: `: First movement segment (KB 5.21)`.
fn step(game: &Match) -> String {
    let asked = game.asked().and_then(|asked| asked.question());
    let rule = asked.map(|question| question.rule.into_owned()).filter(|rule| !rule.is_empty());
    let rule = rule.or_else(|| {
        game.events().iter().rev().find_map(|event| match &event.kind {
            EventKind::Phase(phase) => Some(phase.rule.clone()),
            _ => None,
        })
    });
    let rule = rule.filter(|rule| !rule.is_empty()).map(|rule| format!(" ({rule})"));
    match (game.phase_name(), rule.unwrap_or_default()) {
        ("", rule) => rule,
        (phase, rule) => format!(": {phase}{rule}"),
    }
}

/// Why nothing that is legal now can be done by a unit that stands in a hex, or to that hex, by the
/// rules: each kind of action is tried with them in the place of those that it is legal with. None
/// where no rule says the same of all that they might do.
pub fn why_nothing(game: &Match, offer: &Offer, unit: Option<&str>, hex: Hex) -> Option<Violation> {
    let grid = game.grid();
    let label = grid.label(hex);
    let kinds = offer.kinds();
    let templates =
        kinds.iter().filter_map(|(verb, _)| offer.legal().iter().find(|one| one.verb == **verb));
    let found = templates.filter_map(|template| {
        let tried = |change: &dyn Fn(&mut Table)| {
            let mut action = template.clone();
            change(&mut action.fields);
            check(game, &action).err().filter(|why| !why.rule.is_empty())
        };
        let text = |text: &str| Value::Text(text.into());
        let has = |field: &str| template.fields.get(field).is_some();
        match unit {
            Some(unit) if has("unit") || has("units") => {
                let by = |fields: &mut Table| match fields.get("unit").is_some() {
                    true => drop(fields.insert("unit".into(), text(unit))),
                    false => drop(fields.insert("units".into(), Value::List(vec![text(unit)]))),
                };
                if !has("path") {
                    return tried(&by);
                }
                // What is so of each way is not for the way.
                let next = grid.neighbours(hex).into_iter().flatten();
                let mut all = next.map(|to| {
                    tried(&|fields: &mut Table| {
                        by(fields);
                        fields.insert("path".into(), Value::List(vec![text(&grid.label(to))]));
                    })
                });
                let first = all.next()??;
                all.all(|other| other.as_ref() == Some(&first)).then_some(first)
            }
            _ if has("hex") => tried(&|fields: &mut Table| {
                fields.insert("hex".into(), text(&label));
            }),
            _ => None,
        }
    });
    // What most kinds of actions are refused for is so of the unit; one alone may be of its own.
    let found: Vec<Violation> = found.collect();
    let said = |why: &Violation| found.iter().filter(|other| *other == why).count();
    found.iter().rev().max_by_key(|why| said(why)).cloned()
}
