//! The schedule in words.

use salient_rules::schedule::{Arrivals, Fit};
use salient_schema::Bundle;

/// How arrivals fit into their entry hexes.
pub fn arrivals_in_words(bundle: &Bundle, arrivals: &Arrivals) -> String {
    let counted = arrivals.counted;
    let there = match arrivals.there {
        0 => String::new(),
        there => format!(" beside {} that stand there", counted.number(bundle, there)),
    };
    let hexes = match arrivals.hexes.as_slice() {
        [] => return "The map has none of the entry hexes.".to_owned(),
        [hex] => format!("hex {hex}"),
        hexes if hexes.len() > 6 => format!("{} hexes", hexes.len()),
        hexes => format!("hexes {}", hexes.join(", ")),
    };
    let limit = arrivals.limit.map(|limit| counted.number(bundle, limit)).unwrap_or_default();
    let each = if arrivals.hexes.len() > 1 { " each" } else { "" };
    let sum = format!("{}{there} by {hexes}", counted.words(bundle, arrivals.sum));
    let rule = |rule: Option<&str>| rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
    let of_limit = rule(arrivals.rule.as_deref());
    match &arrivals.fit {
        Fit::Fits => format!("Kept: {sum}, of at most {limit}{each}{of_limit}."),
        Fit::Lifted(rule) => {
            format!(
                "Kept: {sum}. More than {limit} may stand there on the turn of arrival ({rule})."
            )
        }
        Fit::TooMany => {
            format!("Too many: {sum}, where at most {limit}{each} may stand{of_limit}.")
        }
        Fit::Barred => format!("Nobody can enter {hexes}."),
        Fit::NoLimit => format!("{sum}. The ruleset has no stacking limit to check by."),
        Fit::Unclear => format!("{sum}, at most {limit}{each}: too many ways to stand to try all."),
    }
}

/// What happens on a game-turn, a line each: what must move or go if the game-turn goes. What is
/// lost with it in any case, its values on the tracks, comes last.
pub fn hanging_on(bundle: &Bundle, turn: u16) -> Vec<String> {
    let Bundle { ruleset, scenario, .. } = bundle;
    let side = |id: &str| {
        let known = ruleset.sides.iter().find(|side| side.id == id);
        known.map_or_else(|| id.to_owned(), |side| side.name.clone())
    };
    let units = |count: usize, of: &str, singular: &str, plural: &str| match count {
        1 => format!("1 unit {singular} ({})", side(of)),
        count => format!("{count} units {plural} ({})", side(of)),
    };
    let mut lines = Vec::new();
    for one in scenario.reinforcements.iter().filter(|one| one.turn == turn) {
        lines.push(units(one.counters.len(), &one.side, "arrives", "arrive"));
    }
    for one in scenario.withdrawals.iter().filter(|one| one.turn == turn) {
        lines.push(units(one.counters.len(), &one.side, "leaves", "leave"));
    }
    for one in scenario.replacements.iter().filter(|one| one.turn == turn && turn > 0) {
        lines.push(format!("{} replacement points ({})", one.points, side(&one.side)));
    }
    let at = scenario.turns.iter().position(|known| known.turn == turn);
    let on = scenario.tracks.iter().filter(|track| at.is_some_and(|at| at < track.values.len()));
    match on.count() {
        0 => {}
        1 => lines.push("Its value on 1 track".to_owned()),
        count => lines.push(format!("Its values on {count} tracks")),
    }
    lines
}
