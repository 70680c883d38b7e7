//! What a group still wants, and which group is where.

use salient_document::set_up::Place;
use salient_schema::scenario::FreePlacement;

use crate::look::icons::Icon;
use crate::pages::PageInput;

/// The icon of a place that wants attention, if it does.
pub(super) fn wants(place: &Place) -> Option<Icon> {
    match place {
        Place::OffMap => Some(Icon::Error),
        Place::Nowhere => Some(Icon::Warning),
        Place::Group(_) | Place::Hex(..) | Place::Eliminated => None,
    }
}

/// The group of a place in the scenario.
pub(super) fn group_at<'d>(input: &PageInput<'d>, at: usize) -> Option<&'d FreePlacement> {
    input.document.scenario().setup.free.get(at)
}
