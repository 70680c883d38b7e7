//! How many units may stand in a hex, as the ruleset says it.

use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::{Constant, Symbol};

use crate::roles::{CommonRoles, statement};

pub use crate::roles::{STACKING_LIMIT, STACKING_LIMIT_UNITS};

/// The stacking limit of a scenario in stacking points: the ruleset's constant, unless the scenario
/// changes it.
pub fn stacking_limit(bundle: &Bundle) -> Option<i32> {
    limit(bundle, STACKING_LIMIT)
}

/// The stacking limit of a scenario that fills one of the two roles.
fn limit(bundle: &Bundle, role: &str) -> Option<i32> {
    if let Some((_, value)) = bundle.scenario.constant_override(limit_id(bundle, role)?) {
        return Some(value);
    }
    limit_constant(bundle, role).map(|constant| constant.value)
}

fn limit_constant<'a>(bundle: &'a Bundle, role: &str) -> Option<&'a Constant> {
    let id = limit_id(bundle, role)?;
    bundle.ruleset.constants.iter().find(|constant| constant.id == id)
}

/// The constant that fills the role of a stacking limit: that of the role's name, unless another is
/// stated, or none.
fn limit_id<'a>(bundle: &'a Bundle, role: &'a str) -> Option<&'a str> {
    match statement(role, bundle) {
        Some((_, stated)) => stated.first().map(String::as_str),
        None => Some(role),
    }
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

/// Stacking points in print: `12`, or `3½` where a point is divided into four parts.
pub fn in_points(parts: i32, denominator: u16) -> String {
    let denominator = i32::from(denominator.max(1));
    let (whole, rest) = (parts.div_euclid(denominator), parts.rem_euclid(denominator));
    let fraction = match (rest, denominator) {
        (0, _) => return whole.to_string(),
        (1, 2) | (2, 4) => "½".to_owned(),
        (1, 4) => "¼".to_owned(),
        (3, 4) => "¾".to_owned(),
        (rest, _) => format!(" {rest}/{denominator}"),
    };
    if whole == 0 { fraction.trim_start().to_owned() } else { format!("{whole}{fraction}") }
}

/// How a counter stands in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// As a unit.
    AsUnit,
    /// As a leader, who stands with others and counts as no unit.
    AsLeader,
    /// Not at all: a marker, an aircraft, somebody who holds no hex.
    Not,
}

/// How a counter with a face up stands in hexes. One of an unknown type is taken for a unit.
pub fn stands(bundle: &Bundle, counter: &Counter, face: u8) -> Stands {
    if has_no_hex(bundle, counter, face) {
        return Stands::Not;
    }
    match symbol(bundle, counter, face) {
        Some(Symbol::Leader | Symbol::CavalryLeader) => Stands::AsLeader,
        Some(Symbol::Marker) => Stands::Not,
        _ => Stands::AsUnit,
    }
}

/// Whether a counter with a face up has no hex of the map: it flies, by the symbol of its type, or
/// fills the role `off-board`. Where a ruleset says neither of any counter, all have hexes.
pub fn has_no_hex(bundle: &Bundle, counter: &Counter, face: u8) -> bool {
    let flies = matches!(
        symbol(bundle, counter, face),
        Some(
            Symbol::Air
                | Symbol::Fighter
                | Symbol::Bomber
                | Symbol::Reconnaissance
                | Symbol::Balloon
        )
    );
    let traits = &counter.traits;
    // Most counters have no traits.
    flies || !traits.is_empty() && CommonRoles::of(&bundle.ruleset).fills("off-board", traits)
}

fn symbol(bundle: &Bundle, counter: &Counter, face: u8) -> Option<Symbol> {
    let unit_type = type_of(counter, face);
    let types = &bundle.ruleset.counters.types;
    types.iter().find(|known| known.id == unit_type).map(|known| known.symbol)
}

/// The unit type of a counter with a face up.
pub fn type_of(counter: &Counter, face: u8) -> &str {
    let own = counter.faces.get(usize::from(face)).and_then(|face| face.unit_type.as_ref());
    own.unwrap_or(&counter.unit_type)
}

/// What a stacking limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacked {
    /// Stacking points, as unit sizes have them.
    Points,
    /// Units, whatever their sizes.
    Units,
}

impl Stacked {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Points, Self::Units];

    /// The role of the constant that limits it.
    pub fn role(self) -> &'static str {
        match self {
            Self::Points => STACKING_LIMIT,
            Self::Units => STACKING_LIMIT_UNITS,
        }
    }

    /// The most that a hex may hold in a scenario, where the ruleset says so.
    pub fn limit(self, bundle: &Bundle) -> Option<i32> {
        limit(bundle, self.role())
    }

    /// Whether a scenario's ruleset says how much a hex may hold.
    pub fn is_limited(bundle: &Bundle) -> bool {
        Self::ALL.into_iter().any(|counted| counted.limit(bundle).is_some())
    }

    /// The rule of its limit.
    pub fn rule(self, bundle: &Bundle) -> Option<String> {
        limit_constant(bundle, self.role())?.rule.clone()
    }

    /// What a counter with a face up counts.
    pub fn of(self, bundle: &Bundle, counter: &Counter, face: u8) -> i32 {
        match self {
            Self::Points => stacking_points_of(bundle, counter, face),
            Self::Units => i32::from(stands(bundle, counter, face) == Stands::AsUnit),
        }
    }

    /// So much of it as a number in print.
    pub fn number(self, bundle: &Bundle, count: i32) -> String {
        match self {
            Self::Points => in_points(count, bundle.ruleset.counters.stacking_denominator),
            Self::Units => count.to_string(),
        }
    }

    /// So much of it in words: `3½ stacking points`.
    pub fn words(self, bundle: &Bundle, count: i32) -> String {
        let what = match (self, count) {
            (Self::Points, _) => "stacking points",
            (Self::Units, 1) => "unit",
            (Self::Units, _) => "units",
        };
        format!("{} {what}", self.number(bundle, count))
    }
}
