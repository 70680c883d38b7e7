//! What a scenario says, in plain words: for screens, printed sheets and pages.

use litemap::LiteMap;

use crate::common::{Id, Rating};
use crate::map::ZoneKind;
use crate::ruleset::{RatingDef, SequenceStep};
use crate::scenario::{
    ArrivalCondition, Entry, FreePlacement, Level, Order, OrderObjective, Placement,
    PlacementCondition, Scenario,
};
use crate::{Bundle, Map, Ruleset};

/// A printed name within a sentence: `Woods` as "woods", and `German Victory Point Line` as it is,
/// since a second capital tells that it is a proper name.
pub fn name_in_a_sentence(name: &str) -> String {
    let capitals = |word: &str| word.starts_with(char::is_uppercase);
    match name.split_whitespace().skip(1).any(capitals) {
        true => name.to_owned(),
        false => name.to_lowercase(),
    }
}

/// `1 file`, `2 files`: a number with what it counts.
pub fn plural(number: impl std::fmt::Display, word: &str) -> String {
    let number = number.to_string();
    let several = !matches!(&*number, "1" | "-1");
    format!("{number} {word}{}", if several { "s" } else { "" })
}

/// A game-turn by its number and, behind a colon or comma, what it is called: `Game-turn 3: 12
/// August`; one that is called by its number is called so once.
pub fn turn_name(turn: u16, between: &str, label: &str) -> String {
    let number = format!("Game-turn {turn}");
    match label.trim() {
        "" => number,
        label if label.eq_ignore_ascii_case(&number) => number,
        label => format!("{number}{between}{label}"),
    }
}

/// A thing with its article: "a town", "an entrenchment", "a unit".
pub fn with_article(name: &str) -> String {
    let small = name.to_lowercase();
    // As it is spoken.
    let vowel = small.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !["uni", "use", "eu", "one"].iter().any(|sound| small.starts_with(sound));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// All of so many sides: `both sides`, `all sides`.
pub fn all_sides(sides: usize) -> &'static str {
    if sides > 2 { "all sides" } else { "both sides" }
}

/// None of so many sides: `neither side`, `no side`.
pub fn no_side(sides: usize) -> &'static str {
    if sides > 2 { "no side" } else { "neither side" }
}

/// An id as words for people, where nothing gives it a name: `morale_total_german` is "morale total
/// german".
pub fn id_in_words(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// The state in which a counter only stands for one of its kind that is drawn when play begins.
const DRAWN: &str = "drawn";

/// Whether lots tell, when play begins, which counter of its kind stands there.
pub fn is_drawn_by_lot(placement: &Placement) -> bool {
    placement.states.iter().any(|state| state == DRAWN)
}

/// A state that a counter begins in or takes, as words for people.
pub fn state_in_words(state: &str, ruleset: &Ruleset) -> String {
    let play = ruleset.rules_of_play.as_ref();
    match play.and_then(|play| play.state_name(state)) {
        Some(name) => name_in_a_sentence(name),
        None if state == DRAWN => "drawn by lot".to_owned(),
        None => id_in_words(state),
    }
}

/// It with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// What a formation is told to take, as a line of a list: `To take Donon and Saargemünd, above all
/// Finstingen; idle until Second Army gives its own up`. Nothing of one with nothing to take.
pub fn order_in_words(order: &Order, bundle: &Bundle) -> Option<String> {
    let named = |primary: bool| -> Vec<String> {
        let objectives = order.objectives.iter().filter(|it| it.primary == primary);
        let name = |it: &OrderObjective| it.name.clone().unwrap_or_else(|| it.hexes.join(" and "));
        objectives.map(name).collect()
    };
    let formation = |id: &Id| {
        let mut all = bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
        all.find(|one| one.id == *id).map_or_else(|| id.clone(), |one| one.name.clone())
    };
    let (others, primary) = (named(false), named(true));
    let mut words = match (others.as_slice(), primary.as_slice()) {
        ([], []) => return None,
        (others, []) => format!("To take {}", others.join(", ")),
        ([], primary) => format!("To take {}", primary.join(" or ")),
        (others, primary) => {
            format!("To take {}, above all {}", others.join(", "), primary.join(" or "))
        }
    };
    match &order.starts_with {
        Some(id) if order.idle => {
            words += &format!("; idle, until {} gives its own up", formation(id));
        }
        None if order.idle => words += "; idle at first",
        _ => {}
    }
    if let Some(id) = &order.ends_with {
        words += &format!("; as long as {} has its own", formation(id));
    }
    Some(words)
}

/// What a level is called on paper, its nation with it: `Morale (French)`.
pub fn level_called(level: &Level, ruleset: &Ruleset) -> String {
    let name = capital(&id_in_words(&level.id));
    let Some(id) = &level.nation else { return name };
    let nation = ruleset.nations.iter().find(|nation| nation.id == *id);
    format!("{name} ({})", nation.map_or(id, |nation| &nation.name))
}

/// A level as a line of a list: in its own words, or `Morale (French): 60`.
pub fn level_in_words(level: &Level, ruleset: &Ruleset) -> String {
    match &level.words {
        Some(words) => words.clone(),
        None => format!("{}: {}", level_called(level, ruleset), level.value),
    }
}

/// When a step of the sequence is taken: `from game-turn 3`, `before the first game-turn`, `every
/// 3rd game-turn from 3, while rivers are frozen`; nothing where it is taken in all game-turns.
pub fn step_turns_in_words(step: &SequenceStep, scenario: &Scenario) -> Option<String> {
    let test = step.holds.as_deref().map(|test| format!("while {}", id_in_words(test)));
    let words: Vec<String> = turns_in_words(step, scenario).into_iter().chain(test).collect();
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

fn turns_in_words(step: &SequenceStep, scenario: &Scenario) -> Option<String> {
    let first = scenario.turns.iter().map(|turn| turn.turn).min();
    // What ends before the first turn is done before play; a campaign may count from 0.
    if step.to_turn.zip(first).is_some_and(|(to, first)| to == 0 && first > 0) {
        return Some("before the first game-turn".to_owned());
    }
    if let (Some(every), Some(from)) = (step.every, step.first_turn()) {
        let to = step.to_turn.map_or_else(String::new, |to| format!(" to {to}"));
        return Some(format!("every {} game-turn from {from}{to}", ordinal(every)));
    }
    match (step.from_turn, step.to_turn) {
        (None, None) => None,
        (Some(from), None) => Some(format!("from game-turn {from}")),
        (None, Some(to)) => Some(format!("to game-turn {to}")),
        (Some(from), Some(to)) if from == to => Some(format!("game-turn {from}")),
        (Some(from), Some(to)) => Some(format!("game-turns {from} to {to}")),
    }
}

/// What counters and formations print of ratings, in the layout's order: `Strength 30, Morale 4`.
/// What the layout does not define has its id for a name, and stands at the end.
pub fn ratings_in_words(layout: &[RatingDef], ratings: &LiteMap<Id, Rating>) -> String {
    let known = layout.iter().filter_map(|def| Some((&def.name, ratings.get(&def.id)?)));
    let is_known = |id: &Id| layout.iter().any(|def| def.id == *id);
    let unknown = ratings.iter().filter(|(id, _)| !is_known(id));
    let words = known.chain(unknown).map(|(name, value)| format!("{name} {value}"));
    words.collect::<Vec<_>>().join(", ")
}

/// A number in an order: `3rd`, `11th`, `22nd`.
pub fn ordinal(number: u16) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// What a zone is for, in words.
pub fn zone_kind_in_words(kind: ZoneKind) -> &'static str {
    let known = ZONE_KINDS.iter().find(|(known, _)| *known == kind);
    known.map_or("", |(_, words)| words)
}

/// The kinds of zones, as people choose among them.
pub const ZONE_KINDS: [(ZoneKind, &str); 8] = [
    (ZoneKind::SetUp, "Set-up"),
    (ZoneKind::Nation, "National territory"),
    (ZoneKind::SupplyEdge, "Source of supply"),
    (ZoneKind::Exit, "Exit"),
    (ZoneKind::Sector, "Sector"),
    (ZoneKind::Victory, "Victory"),
    (ZoneKind::Dead, "Out of play"),
    (ZoneKind::Other, "Anything else"),
];

/// What a condition asks of a group, with the group's front where it is about that.
pub fn asked_in_words(
    condition: &PlacementCondition,
    group: &FreePlacement,
    map: &Map,
    ruleset: &Ruleset,
) -> String {
    let words = placement_in_words(condition, ruleset);
    let about_hexes = matches!(
        condition,
        PlacementCondition::EveryHexHoldsUnit { .. }
            | PlacementCondition::EveryHexHoldsUnitOrZoc { .. }
    );
    match &group.front {
        Some(front) if about_hexes => {
            let zone = map.zones.items.iter().find(|zone| zone.id == *front);
            format!("{words} ({})", zone.map_or(front.as_str(), |zone| zone.name.as_str()))
        }
        _ => words,
    }
}

/// What a condition of free placement asks, in a sentence.
pub fn placement_in_words(condition: &PlacementCondition, ruleset: &Ruleset) -> String {
    let with = |feature: &Option<String>| match feature {
        Some(id) => {
            let kind = ruleset.features.iter().find(|kind| kind.id == *id);
            format!("Every hex with {}", kind.map_or(id.as_str(), |kind| kind.name.as_str()))
        }
        None => "Every hex".to_owned(),
    };
    match condition {
        PlacementCondition::EveryHexHoldsUnit { feature } => {
            format!("{} holds a unit", with(feature))
        }
        PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
            format!("{} holds a unit or lies in a friendly zone of control", with(feature))
        }
        PlacementCondition::AtLeast { unit_type, count } => {
            let kind = ruleset.counters.types.iter().find(|kind| kind.id == *unit_type);
            let name = kind.map_or(unit_type.as_str(), |kind| kind.name.as_str());
            format!("At least {count} of the type {name}")
        }
        PlacementCondition::AtMostPerHex { count: 1 } => "At most one counter a hex".to_owned(),
        PlacementCondition::AtMostPerHex { count } => format!("At most {count} counters a hex"),
    }
}

/// Where a group comes in: `Entry B`, `1441, 1339`, a zone's name.
pub fn entry_in_words(bundle: &Bundle, entry: &Entry) -> String {
    match entry {
        Entry::Letter(letter) => format!("Entry {letter}"),
        Entry::Hexes(hexes) => match hexes.as_slice() {
            [] => "No hex".to_owned(),
            [hex] => format!("Hex {hex}"),
            hexes => format!("Hexes {}", hexes.join(", ")),
        },
        Entry::Zone(id) => {
            let zone = bundle.map.zones.items.iter().find(|zone| zone.id == *id);
            zone.map_or_else(|| id.clone(), |zone| zone.name.clone())
        }
    }
}

/// When an arrival that is not certain comes.
pub fn arrival_in_words(bundle: &Bundle, condition: &ArrivalCondition) -> String {
    let mut words = Vec::new();
    if let Some(die) = condition.die_at_most {
        words.push(match die {
            1 => "on a die of 1".to_owned(),
            die => format!("on a die of 1 to {die}"),
        });
    }
    if let Some(id) = &condition.while_holding {
        let zone = bundle.map.zones.items.iter().find(|zone| zone.id == *id);
        words.push(format!("while holding {}", zone.map_or(id.as_str(), |zone| &zone.name)));
    }
    let mut words = words.join(", ");
    if let Some(text) = condition.text.as_deref().filter(|text| !text.trim().is_empty()) {
        if !words.is_empty() {
            words.push_str(": ");
        }
        words.push_str(text.trim());
    }
    if words.is_empty() { "on a condition that is not told".to_owned() } else { words }
}

/// The text with each quoted id that has a name replaced by it. What has none stays as it is: it may
/// be the very mistake that the text is about.
pub fn with_names(text: &str, name_of: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '`']) {
        let (before, quoted) = rest.split_at(at);
        out.push_str(before);
        let quote = if quoted.starts_with('`') { '`' } else { '\'' };
        let inner = quoted.get(1..).unwrap_or_default();
        let is_id = |text: &str| {
            // Of several counters that are alike the log numbers each: `de-mg#2`.
            let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '#');
            !text.is_empty() && text.chars().all(sign)
        };
        let id = inner.split_once(quote).map(|(id, _)| id).filter(|id| is_id(id));
        match id.and_then(|id| Some((id, name_of(id)?))) {
            Some((id, name)) => {
                out.push_str(&name);
                rest = inner.get(id.len() + 1..).unwrap_or_default();
            }
            None => {
                out.push(quote);
                rest = inner;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{ordinal, with_article};

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 111, 113].map(ordinal);
        let ends = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 111th 113th";
        assert_eq!(said.join(" "), ends);
    }

    #[test]
    fn articles_are_as_they_are_spoken() {
        for said in ["a town", "an entrenchment", "a unit type", "an Escarpment", "an upland"] {
            let (_, name) = said.split_once(' ').unwrap_or_default();
            assert_eq!(with_article(name), said);
        }
    }
}
