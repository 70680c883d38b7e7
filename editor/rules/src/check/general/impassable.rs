//! Units in hexes that are impassable, or prohibited to them.

use salient_schema::Diagnostic;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::words::name_in_a_sentence;

use super::finding::{of_standing, with_rule};
use super::units::{Units, name};

pub(super) fn check(units: &Units<'_>) -> Vec<Diagnostic> {
    let barred = units.standing.iter().filter_map(|one| {
        let barred = units.barred(one.hex, one.counter, one.face)?;
        let (who, hex, what) =
            (name(one.counter), one.label, name_in_a_sentence(&barred.kind.name));
        let message = match barred.to_all {
            true => format!("{who} stands in {hex}, which no unit may enter: {what} is impassable"),
            false => format!("{who} stands in {hex}, where {what} is prohibited to it"),
        };
        let to_do = "set it up in another hex, or change the terrain";
        let found = of_standing(SetUpCheck::Impassable, one, message, to_do);
        Some(with_rule(found, barred.rule))
    });
    barred.collect()
}
