//! Steps of the sequence of play that come only while a test of the system's rules holds.

use salient_schema::ruleset::SequenceStep;
use salient_schema::{Bundle, Code, Diagnostic};

/// Steps that come by a test which is none of these, each with its place. Where the rules are not
/// known at all, nobody can tell: that is a warning.
pub(crate) fn unknown_tests(known: Option<&[&str]>, bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    look_in("/ruleset/sequence", &bundle.ruleset.sequence, known, &mut found);
    found
}

fn look_in(
    list: &str,
    steps: &[SequenceStep],
    known: Option<&[&str]>,
    found: &mut Vec<Diagnostic>,
) {
    for (at, step) in steps.iter().enumerate() {
        let pointer = format!("{list}/{at}");
        if let Some(test) = &step.holds {
            let wrong = unknown(step, test, known);
            found.extend(wrong.map(|wrong| wrong.pointer(format!("{pointer}/while"))));
        }
        look_in(&format!("{pointer}/steps"), &step.steps, known, found);
    }
}

fn unknown(step: &SequenceStep, test: &str, known: Option<&[&str]>) -> Option<Diagnostic> {
    let step_name = &step.name;
    let wrong = match known {
        Some(known) if known.contains(&test) => return None,
        Some(known) => {
            let message = format!(
                "'{step_name}' comes while '{test}' holds, and the rules know no such test"
            );
            let help = match known {
                [] => "take it out: the rules of this system know no test".to_owned(),
                known => format!("name one that they know: {}", known.join(", ")),
            };
            Diagnostic::error(Code::Rule, message).help(help)
        }
        None => {
            let message = format!(
                "'{step_name}' comes while '{test}' holds, and there are no rules that could tell"
            );
            Diagnostic::warning(Code::Rule, message)
        }
    };
    Some(match &step.rule {
        Some(rule) => wrong.rule(rule),
        None => wrong,
    })
}
