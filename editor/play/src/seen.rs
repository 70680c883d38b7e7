//! What a side may know of the log. What the other side chose in secret is told by the event that
//! shows both choices, and not before: the decision itself it never sees.

use salient_schema::Id;
use salient_schema::event::{Event, EventKind};

/// Whether one who plays `side` may read an event; who plays none, or all, may read everything.
pub fn may_read(event: &Event, side: Option<&Id>) -> bool {
    match (&event.kind, side) {
        (EventKind::Action(decided), Some(side)) => !decided.hidden || decided.side == *side,
        _ => true,
    }
}
