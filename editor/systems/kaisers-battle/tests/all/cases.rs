//! Every rule by its cases, with nothing else compiled: what a mutation of the rules must not pass.

use salient_kaisers_battle::Rulebook;
use salient_rules::rule_table::{RuleState, examine};

use crate::support::SYSTEMS;

#[test]
fn every_rule_is_proven_by_its_cases() {
    let (rules, played) = examine(SYSTEMS, &Rulebook).unwrap();
    assert!(!rules.is_empty() && played > 0, "no rules, or no cases");
    let unproven: Vec<String> = rules
        .iter()
        .filter(|rule| rule.state != RuleState::Proven)
        .map(|rule| format!("{} {:?}", rule.number, rule.state))
        .collect();
    assert!(unproven.is_empty(), "{}", unproven.join(", "));
}
