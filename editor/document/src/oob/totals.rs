//! Totals of counters: how many, steps, stacking points and ratings.

use std::collections::BTreeMap;

use salient_rules::limits::in_parts;
use salient_schema::Ruleset;
use salient_schema::common::Id;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::RatingDef;

/// The totals of some counters. A pool of nine counts nine times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Counters.
    pub counters: u32,
    /// Steps: the faces that are the unit itself.
    pub steps: u32,
    /// Stacking points, in parts of the layout's denominator.
    pub stacking: i64,
    /// The fronts' ratings.
    pub ratings: BTreeMap<Id, RatingTotal>,
}

/// What the fronts say of one rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingTotal {
    /// The sum, in quarters, since counters print halves and quarters too.
    pub quarters: i64,
    /// How many fronts have a number.
    pub counters: u32,
}

impl RatingTotal {
    /// The sum as it would be printed: `123½`.
    pub fn sum(self) -> String {
        in_parts(self.quarters, 4)
    }

    /// The mean to one decimal; nothing of nothing.
    pub fn mean(self) -> Option<f64> {
        (self.counters > 0).then(|| self.quarters as f64 / 4.0 / f64::from(self.counters))
    }
}

impl Totals {
    /// The totals of counters.
    pub fn of<'a>(ruleset: &Ruleset, counters: impl IntoIterator<Item = &'a Counter>) -> Self {
        let mut totals = Self::default();
        for counter in counters {
            totals.add(ruleset, counter);
        }
        totals
    }

    /// Adds a counter.
    pub fn add(&mut self, ruleset: &Ruleset, counter: &Counter) {
        let many = u32::from(counter.count);
        self.counters = self.counters.saturating_add(many);
        let steps = counter.faces.iter().filter(|face| !face.not_a_step).count();
        let steps = u32::try_from(steps).unwrap_or(u32::MAX).saturating_mul(many);
        self.steps = self.steps.saturating_add(steps);
        // A face may have a size of its own.
        let own = counter.faces.first().and_then(|front| front.size.as_deref());
        let size = own.or(counter.size.as_deref());
        let sizes = &ruleset.counters.sizes;
        let stacking = sizes.iter().find(|one| Some(one.id.as_str()) == size);
        self.stacking += stacking.map_or(0, |size| i64::from(size.stacking)) * i64::from(many);
        let Some(front) = counter.faces.first() else { return };
        for (id, rating) in &front.ratings {
            if let Some(value) = rating.quarters() {
                let total = self.ratings.entry(id.clone()).or_default();
                total.quarters = total.quarters.saturating_add(value.saturating_mul(many.into()));
                total.counters = total.counters.saturating_add(many);
            }
        }
    }
}

/// The totals of each unit type, in the ruleset's order; types without counters are left out.
pub fn by_type<'a>(
    ruleset: &Ruleset,
    counters: impl IntoIterator<Item = &'a Counter>,
) -> Vec<(Id, Totals)> {
    let mut by: BTreeMap<&str, Totals> = BTreeMap::new();
    for counter in counters {
        by.entry(&counter.unit_type).or_default().add(ruleset, counter);
    }
    let mut all = Vec::new();
    for unit_type in &ruleset.counters.types {
        if let Some(totals) = by.remove(unit_type.id.as_str()) {
            all.push((unit_type.id.clone(), totals));
        }
    }
    all.extend(by.into_iter().map(|(id, totals)| (id.to_owned(), totals)));
    all
}

/// Whether a rating of several units adds up, by what it is used for: strengths do; morale, movement
/// and ranges do not, and are shown as means. So are classes and levels, which Salient knows no use
/// of.
pub fn adds_up(rating: &RatingDef) -> bool {
    const MEANS: [&str; 3] = ["class", "level", "range"];
    let uses = rating.likely_uses();
    if !uses.is_empty() {
        return uses.iter().all(|of| of.adds_up());
    }
    let words = format!("{} {}", rating.id, rating.name).to_lowercase();
    !MEANS.iter().any(|word| words.contains(word))
}
