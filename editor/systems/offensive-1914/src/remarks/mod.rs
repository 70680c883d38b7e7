//! 1914 2.7.5, 2.8.2, 8.6, 13.2, 18.1.1, 18.6: what is odd about a set-up that may be played.

mod railways;

use salient_rules::game::UnitStatus;
use salient_rules::play::{Position, Unit};
use salient_schema::{Code, Diagnostic};

use crate::rules::{Offensive, Rules, of};
use crate::units::Kind;

/// Warnings for whoever makes the set-up: counters on the map that lack what rules ask of them, and
/// what is odd about the map's railways.
pub fn remarks(rules: &Rules, set_up: &Position<Offensive>) -> Vec<Diagnostic> {
    let units = rules.compiled.all_units().filter(|&unit| set_up.hex(unit).is_some());
    let counters = units.filter_map(|unit| counter(rules, set_up, unit));
    counters.chain(railways::remarks(rules)).collect()
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
    } else if piece.kind == Kind::SiegeArtillery && !has_headquarters(rules, set_up, unit) {
        (
            format!("the siege artillery '{name}' has no siege train headquarters on its side"),
            "set one up, or let one arrive: without it the guns cannot bombard",
            "1914 13.2",
        )
    } else if piece.garrison && lacks_fortress(rules, set_up, unit) {
        (
            format!("the fortified camp of the garrison '{name}' has no fortress"),
            "set up the camp's fortresses, or put the garrison elsewhere",
            "1914 12.0",
        )
    } else {
        return None;
    };
    let found = Diagnostic::warning(Code::Rule, text).pointer("/orders_of_battle");
    Some(found.counter(&rules.compiled.unit(unit).counter).help(help).rule(rule))
}

/// Whether a side has a siege train headquarters that is in play or will be.
fn has_headquarters(rules: &Rules, set_up: &Position<Offensive>, guns: Unit) -> bool {
    let mut all = rules.siege_units(rules.side_of(guns));
    all.any(|unit| {
        let comes = matches!(set_up.state(unit).status, UnitStatus::OnMap | UnitStatus::Expected);
        rules.piece(unit).kind == Kind::Headquarters && comes
    })
}

/// Whether a garrison's place is a camp of several hexes in which no fortress of its side stands.
fn lacks_fortress(rules: &Rules, set_up: &Position<Offensive>, garrison: Unit) -> bool {
    let Some(home) = rules.homes.get(garrison.index()).filter(|home| home.len() > 1) else {
        return false;
    };
    let side = rules.side_of(garrison);
    let is_fortress =
        |unit: Unit| rules.piece(unit).kind == Kind::Fortress && rules.side_of(unit) == side;
    !home.iter().any(|&hex| set_up.stack(hex).any(is_fortress))
}
