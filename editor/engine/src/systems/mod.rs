//! The rules, one module a system. They share mechanisms, never each other's rules.

pub mod kaisers_battle;

use std::sync::Arc;

use salient_schema::{Bundle, Code, Diagnostic};

use crate::game::Begin;

/// A system that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo {
    /// The ruleset's id.
    pub id: &'static str,
    /// What a reader calls it.
    pub title: &'static str,
    /// The rules that are built: the number as the rule book prints it, and the path of the
    /// function that does it.
    pub implemented: &'static [(&'static str, &'static str)],
}

/// The systems that the engine plays.
pub fn systems() -> &'static [SystemInfo] {
    &[kaisers_battle::INFO]
}

/// Compiles a bundle with the rules of its system.
pub(crate) fn prepare(bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
    match bundle.ruleset.id.as_str() {
        id if id == kaisers_battle::INFO.id => kaisers_battle::prepare(bundle),
        other => Err(vec![no_rules(other)]),
    }
}

fn no_rules(id: &str) -> Diagnostic {
    let known: Vec<&str> = systems().iter().map(|system| system.id).collect();
    Diagnostic::error(Code::Rule, format!("the engine has no rules for the system '{id}'"))
        .pointer("/id")
        .help(format!("systems with rules: {}", known.join(", ")))
}
