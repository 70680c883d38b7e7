//! Between which a number of an action may be: points of guns, aircraft.

use salient_rules::game::Bounds;
use salient_rules::{Action, Match};
use salient_schema::plain::{Table, Value};

use crate::offer::Offer;

/// Between which a number of an action may be, whatever its other numbers are: as the rules say, else
/// as far as those of the legal actions go that differ from it in nothing but numbers. The field is
/// called as in the draft, one of a group `group.field`. None where neither tells.
pub fn bounds(game: &Match, offer: &Offer, action: &Action, field: &str) -> Option<Bounds> {
    if let Some(told) = game.asked().and_then(|asked| asked.bounds(action, field)) {
        return Some(told);
    }
    let rest = without_numbers(&action.fields);
    let alike = offer.legal().iter().filter(|one| one.verb == action.verb);
    let alike = alike.filter(|one| without_numbers(&one.fields) == rest);
    let numbers: Vec<i64> = alike.map(|one| number(&one.fields, field)).collect();
    let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
    Some(Bounds { least, most, step: 1 })
}

/// The number in a field, 0 where there is none; in one of a group by `group.field`.
pub fn number(fields: &Table, field: &str) -> i64 {
    match field.split_once('.') {
        Some((group, field)) => match fields.get(group) {
            Some(Value::Table(fields)) => number(fields, field),
            _ => 0,
        },
        None => match fields.get(field) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        },
    }
}

/// Everything but numbers and groups of them.
fn without_numbers(fields: &Table) -> Vec<(&str, &Value)> {
    let rest = fields.iter().filter(|(_, value)| match value {
        Value::Number(_) => false,
        Value::Table(group) => !without_numbers(group).is_empty(),
        _ => true,
    });
    rest.map(|(name, value)| (name.as_str(), value)).collect()
}
