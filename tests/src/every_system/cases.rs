//! Every rule by its cases.

use std::fmt::Write;

use salient_rules::rule_table::{RuleState, examine};

use crate::support::SYSTEMS;

#[test]
fn every_rule_is_proven_by_its_cases() {
    for system in SYSTEMS.iter() {
        let id = system.info().id;
        let (rules, played) = examine(SYSTEMS, system).unwrap();
        assert!(!rules.is_empty() && played > 0, "{id}: no rules, or no cases");
        let mut unproven = String::new();
        for rule in rules.iter().filter(|rule| rule.state != RuleState::Proven) {
            let _ = writeln!(unproven, "{} {:?}", rule.number, rule.state);
            for case in rule.cases.iter().filter(|case| !case.passed) {
                let _ = writeln!(unproven, "    {}: {}", case.case, case.wrong.join("; "));
            }
        }
        assert!(unproven.is_empty(), "{id}\n{unproven}");
    }
}
