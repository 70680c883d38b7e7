//! How the checks say what they find.

use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Code, Diagnostic};

use super::units::Standing;

/// A finding of one of the checks, with what to do about it.
pub(super) fn finding(check: SetUpCheck, message: String, to_do: &str) -> Diagnostic {
    let help = format!(
        "{to_do}; if the game means it so, untick “{}” on the ruleset's page, Title and file",
        check.text()
    );
    Diagnostic::warning(Code::Rule, message).help(help)
}

/// A finding about somebody who is set up in a hex.
pub(super) fn of_standing(
    check: SetUpCheck,
    one: &Standing<'_>,
    message: String,
    to_do: &str,
) -> Diagnostic {
    let (i, j) = one.at;
    finding(check, message, to_do)
        .pointer(format!("/scenario/setup/placements/{i}/counters/{j}"))
        .hex(one.label)
        .counter(&one.counter.id)
}

/// The finding with the rule that it comes from, where the ruleset states one.
pub(super) fn with_rule(found: Diagnostic, rule: Option<&str>) -> Diagnostic {
    match rule {
        Some(rule) => found.rule(rule),
        None => found,
    }
}
