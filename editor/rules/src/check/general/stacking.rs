//! More in a hex than the stacking limits allow: by points and by the number of units, of those who
//! are set up and of those who arrive.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use super::finding::{finding, of_standing, with_rule};
use super::units::{Standing, Units};
use crate::schedule::{Arrivals, Fit, arrivals};
use crate::stacking::Stacked;
use crate::system::Systems;

const CHECK: SetUpCheck = SetUpCheck::Stacking;

/// The stacks of the set-up that are too high, each at the unit that breaks the limit. Friends stack
/// together; where enemies stand in one hex, each has a stack of its own.
pub(super) fn of_set_up(units: &Units<'_>) -> Vec<Diagnostic> {
    let ruleset = &units.bundle.ruleset;
    let mut stacks: BTreeMap<(Hex, &str), Vec<&Standing<'_>>> = BTreeMap::new();
    for one in &units.standing {
        let friends = ruleset.first_friend(&one.counter.side);
        stacks.entry((one.hex, friends)).or_default().push(one);
    }
    let limits = Stacked::ALL.into_iter().filter_map(|counted| {
        let limit = counted.limit(units.bundle)?;
        Some((counted, limit, counted.rule(units.bundle)))
    });
    let mut found = Vec::new();
    for (counted, limit, rule) in limits {
        for stack in stacks.values() {
            let mut sum = 0_i32;
            let mut breaks = None;
            for one in stack {
                sum = sum.saturating_add(counted.of(units.bundle, one.counter, one.face));
                if sum > limit {
                    breaks = breaks.or(Some(one));
                }
            }
            let Some(one) = breaks else { continue };
            let message = format!(
                "{} holds {}, at most {} may stand there",
                one.label,
                counted.words(units.bundle, sum),
                counted.number(units.bundle, limit)
            );
            let to_do =
                "set some of them up in another hex, or raise the limit on the page of charts";
            found.push(with_rule(of_standing(CHECK, one, message, to_do), rule.as_deref()));
        }
    }
    found
}

/// Arrivals that find no room in the hexes where they come in.
pub(super) fn of_schedule(systems: Systems, bundle: &Bundle) -> Vec<Diagnostic> {
    let too_many = |arrivals: &Arrivals| {
        if arrivals.fit != Fit::TooMany {
            return None;
        }
        let (last, counted) = (arrivals.groups.last()?, arrivals.counted);
        let message = format!(
            "game-turn {}: {} come in by {}, where {} may stand{}",
            arrivals.turn,
            counted.words(bundle, arrivals.sum.saturating_add(arrivals.there)),
            arrivals.hexes.join(", "),
            counted.number(bundle, arrivals.limit.unwrap_or_default()),
            if arrivals.hexes.len() > 1 { " each" } else { "" },
        );
        let to_do = "let some arrive on another game-turn or by another hex";
        let found = finding(CHECK, message, to_do)
            .pointer(format!("/scenario/reinforcements/{last}/entry"));
        let found = match arrivals.hexes.first() {
            Some(hex) => found.hex(hex),
            None => found,
        };
        Some(with_rule(found, arrivals.rule.as_deref()))
    };
    arrivals(systems, bundle).iter().filter_map(too_many).collect()
}
