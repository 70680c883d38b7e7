//! How many units may stand in a hex, as the ruleset says it.

use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;

use crate::roles::Roles;

/// The role of the constant that holds the stacking limit.
pub const STACKING_LIMIT: &str = "stacking_limit";

/// The stacking limit of a scenario: the ruleset's constant, unless the scenario changes it.
pub fn stacking_limit(bundle: &Bundle) -> Option<i32> {
    if let Some((_, value)) = bundle.scenario.constant_override(limit_id(bundle)) {
        return Some(value);
    }
    limit_constant(bundle).map(|constant| constant.value)
}

pub(crate) fn limit_constant(bundle: &Bundle) -> Option<&salient_schema::ruleset::Constant> {
    let id = limit_id(bundle);
    bundle.ruleset.constants.iter().find(|constant| constant.id == id)
}

/// The constant that fills the role of the stacking limit: that of the role's name, unless
/// another is stated.
fn limit_id(bundle: &Bundle) -> &str {
    Roles::stated(STACKING_LIMIT, bundle).first().map_or(STACKING_LIMIT, String::as_str)
}

/// The stacking points of a counter with its front up, in the layout's parts.
pub fn stacking_points(bundle: &Bundle, counter: &Counter) -> i32 {
    stacking_points_of(bundle, counter, 0)
}

/// The stacking points of a counter with a face up, in the layout's parts.
pub(crate) fn stacking_points_of(bundle: &Bundle, counter: &Counter, face: u8) -> i32 {
    let of_face = counter.faces.get(usize::from(face)).and_then(|face| face.size.as_ref());
    let Some(size) = of_face.or(counter.size.as_ref()) else { return 0 };
    let known = bundle.ruleset.counters.sizes.iter().find(|known| known.id == *size);
    known.map_or(0, |size| size.stacking.clamp(0, 1000))
}
