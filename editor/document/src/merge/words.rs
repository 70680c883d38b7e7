//! Conflicts in words.

use serde_json::Value;

/// The longest that a value is told, in letters.
const LONGEST: usize = 90;

/// What a path below the bundle leads to. Ids stand in quotes, so that a screen can put names there.
pub fn what(path: &[String]) -> String {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let (thing, rest): (String, &[&str]) = match path.as_slice() {
        ["map", "features", "items", key, rest @ ..] => match key.split_once(' ') {
            Some((hex, kind)) => (format!("'{kind}' in hex {hex}"), rest),
            None => ((*key).to_owned(), rest),
        },
        ["map", "hexsides", "items", key, rest @ ..] => match key.split_once(' ') {
            Some((side, kind)) => (format!("'{kind}' along {side}"), rest),
            None => ((*key).to_owned(), rest),
        },
        ["map", "zones", "items", key, rest @ ..] => (format!("zone '{key}'"), rest),
        ["map", "lines", "items", key, rest @ ..] => (format!("border line '{key}'"), rest),
        ["map", "paths", "items", key, rest @ ..] => (format!("path '{key}'"), rest),
        ["map", rest @ ..] => ("the map".to_owned(), rest),
        ["scenario", "setup", "placements", counter] => {
            (format!("where '{counter}' is set up"), &[])
        }
        ["scenario", "setup", "free", key, rest @ ..] => {
            (format!("free placement of '{key}'"), rest)
        }
        ["scenario", "setup", "control", key, rest @ ..] => (format!("who controls '{key}'"), rest),
        ["scenario", "setup", "eliminated", key] => {
            (format!("whether '{key}' begins eliminated"), &[])
        }
        ["scenario", "setup", "missions", key, rest @ ..] => (format!("mission of '{key}'"), rest),
        ["scenario", "reinforcements", key, rest @ ..] => (format!("arrival of '{key}'"), rest),
        ["scenario", "withdrawals", key, rest @ ..] => (format!("withdrawal of '{key}'"), rest),
        ["scenario", "orders", key, rest @ ..] => (format!("orders of '{key}'"), rest),
        ["scenario", "turns", key, rest @ ..] => (format!("game-turn {key}"), rest),
        ["scenario", "tracks", key, rest @ ..] => (format!("track '{key}'"), rest),
        ["scenario", "levels", key, rest @ ..] => (format!("level '{key}' at the start"), rest),
        ["scenario", "replacements", key, rest @ ..] => (format!("replacements '{key}'"), rest),
        ["scenario", "overrides", key, rest @ ..] => (format!("change of '{key}'"), rest),
        ["scenario", "victory", "scores", key, rest @ ..] => (format!("score '{key}'"), rest),
        ["scenario", "victory", "levels", key, rest @ ..] => {
            (format!("level of victory {key}"), rest)
        }
        ["scenario", rest @ ..] => ("the scenario".to_owned(), rest),
        ["ruleset", "tables", key, rest @ ..] => (format!("chart '{key}'"), rest),
        ["ruleset", "constants", key, rest @ ..] => (format!("number '{key}'"), rest),
        ["ruleset", list, key, rest @ ..] if kind_of(list).is_some() => {
            (format!("{} '{key}'", kind_of(list).unwrap_or_default()), rest)
        }
        ["ruleset", "counters", list, key, rest @ ..] if kind_of(list).is_some() => {
            (format!("{} '{key}'", kind_of(list).unwrap_or_default()), rest)
        }
        ["ruleset", rest @ ..] => ("the ruleset".to_owned(), rest),
        ["orders_of_battle", _, "counters", key, rest @ ..] => (format!("counter '{key}'"), rest),
        ["orders_of_battle", _, "formations", key, rest @ ..] => {
            (format!("formation '{key}'"), rest)
        }
        ["orders_of_battle", key, rest @ ..] => (format!("order of battle '{key}'"), rest),
        ["recipe", rest @ ..] => ("the recipe".to_owned(), rest),
        rest => ("the files".to_owned(), rest),
    };
    let rest: Vec<String> =
        rest.iter().filter(|part| **part != "items").map(|part| part.replace('_', " ")).collect();
    if rest.is_empty() { thing } else { format!("{thing}: {}", rest.join(", ")) }
}

/// What an item of a ruleset's list is called.
fn kind_of(list: &str) -> Option<&'static str> {
    Some(match list {
        "terrain" => "terrain",
        "features" => "feature kind",
        "hexsides" => "hexside kind",
        "paths" => "path kind",
        "lines" => "line kind",
        "sides" => "side",
        "nations" => "nation",
        "optional_rules" => "optional rule",
        "sequence" => "step",
        "ratings" => "rating",
        "formation_ratings" => "rating of formations",
        "types" => "unit type",
        "sizes" => "unit size",
        "traits" => "trait",
        _ => return None,
    })
}

/// What a value is.
pub fn value(value: Option<&Value>) -> String {
    let Some(value) = value else { return "not there".to_owned() };
    let text = plain(value);
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain(std::iter::once('…')).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| format!("{} {}", name.replace('_', " "), plain(value)))
            .collect::<Vec<_>>()
            .join(", "),
        Value::Null => "nothing".to_owned(),
        other => other.to_string(),
    }
}
