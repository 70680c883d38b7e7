//! What counters print, by what it is used for.

use salient_rules::ratings::rating_for;
use salient_schema::common::Rating;
use salient_schema::ruleset::RatingUse;

use crate::document::Document;

/// What the front of a counter prints of the rating that is used for something: its movement
/// allowance, whatever the ruleset calls it.
pub fn printed<'a>(document: &'a Document, counter: &str, of: RatingUse) -> Option<&'a Rating> {
    let rating = rating_for(document.systems(), document.bundle(), of)?;
    document.counter(counter)?.faces.first()?.ratings.get(&rating.id)
}
