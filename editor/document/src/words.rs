//! Numbers and counters in words.

use salient_schema::Ruleset;
use salient_schema::order_of_battle::Counter;

/// A number with its thousands apart: `12,345`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A counter's name in a sentence for people: what it prints, else what type of unit it is.
pub fn in_words<'a>(ruleset: &'a Ruleset, counter: &'a Counter) -> &'a str {
    let printed = counter.designation.trim();
    if !printed.is_empty() {
        return printed;
    }
    let types = &ruleset.counters.types;
    types.iter().find(|one| one.id == counter.unit_type).map_or(&counter.id, |one| &one.name)
}
