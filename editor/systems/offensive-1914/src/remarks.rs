//! 1914 2.7.5, 2.8.2, 5.2.1, 5.2.4: what is odd about a set-up that may be played.

use salient_rules::play::{Formation, Position, Unit};
use salient_schema::{Code, Diagnostic};

use crate::armies::limits;
use crate::rules::{Offensive, Rules, of};
use crate::units::{Kind, Rank};

/// Warnings for whoever makes the set-up: limits that are broken by what begins on the map, and
/// counters that lack what rules ask of them.
pub fn remarks(rules: &Rules, set_up: &Position<Offensive>) -> Vec<Diagnostic> {
    let units = rules.compiled.all_units().filter(|&unit| set_up.hex(unit).is_some());
    let of_units = units.filter_map(|unit| counter(rules, set_up, unit));
    let formations = (0..rules.bodies.len()).map(|place| Formation(place as u16));
    let of_formations = formations.filter_map(|formation| limit(rules, set_up, formation));
    of_formations.chain(of_units).collect()
}

/// A corps or an army that begins with more than it may have.
fn limit(rules: &Rules, set_up: &Position<Offensive>, formation: Formation) -> Option<Diagnostic> {
    let wrong = limits::kept(rules, set_up, formation).err()?;
    let help = match rules.body(formation).rank {
        Rank::Army => "put a corps under another army, or give the army more boxes",
        _ => "put a formation under another corps or the army itself, or raise the corps' limit",
    };
    let found = Diagnostic::warning(Code::Rule, wrong.message.to_string())
        .pointer("/orders_of_battle")
        .help(help)
        .rule(wrong.rule.to_string());
    let counter = rules.body(formation).counter;
    Some(match counter {
        Some(unit) => found.counter(&rules.compiled.unit(unit).counter),
        None => found,
    })
}

/// A counter without a number that the rules go by.
fn counter(rules: &Rules, set_up: &Position<Offensive>, unit: Unit) -> Option<Diagnostic> {
    let piece = rules.piece(unit);
    let lacks = |rating: usize| rules.rating(set_up, unit, rating) <= 0;
    let name = &rules.unit(unit).name;
    let (text, help, rule) = if piece.kind == Kind::Fortress && lacks(of::CLASS) {
        (
            format!("the fortress '{name}' has no class"),
            "give it the class that its counter prints: without one no siege can be resolved",
            "1914 2.7.5",
        )
    } else if piece.kind.is_combat() && piece.own.is_none() && lacks(of::EFFECTIVENESS) {
        (
            format!("'{name}' has no base effectiveness, of its own or of a formation's marker"),
            "make it a formation's counter with an attachment marker, or an asset with a number",
            "1914 2.8.2",
        )
    } else {
        return None;
    };
    let found = Diagnostic::warning(Code::Rule, text).pointer("/orders_of_battle");
    Some(found.counter(&rules.compiled.unit(unit).counter).help(help).rule(rule))
}
