//! A system of which only the name is asked: it plays rules of play.

use salient_document::rules_of_play::PLAYED_BY;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::game::CompiledScenario;
use salient_rules::system::Published;
use salient_rules::{Checker, Roles, System, SystemInfo, Systems};
use salient_schema::{Bundle, Diagnostic};

/// The system.
struct ByData;

struct Content;

impl Checker for Content {
    fn check(&self, _lookup: &Lookup<'_>, _part: RulesPart) -> Vec<Diagnostic> {
        Vec::new()
    }
}

impl System for ByData {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: PLAYED_BY, title: "Rules as data" }
    }

    fn published(&self) -> &Published {
        const NOTHING: Published =
            Published { rules: "", cases: &[], files: &[], scenarios: &[], schemas: &[] };
        &NOTHING
    }

    fn prepare(&self, _bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        Err(Vec::new())
    }

    fn checker<'a>(&self, _bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Content)
    }
}

/// The systems of a program that plays rules of play, and nothing else.
pub const BY_DATA: Systems = Systems::new(&[&ByData]);
