//! What types alone cannot say: what one file must agree on in itself, and files among one
//! another.

use crate::{Bundle, Diagnostic};

/// Checks that what the parts of a bundle say of each other is there.
///
/// Pointers are into the bundle: `/map/features/items/3/kind`,
/// `/orders_of_battle/0/counters/2/type`, `/scenario/setup/placements/0/hex`. Files, lines and
/// columns are left out; [`crate::ProjectPaths::localise`] gives the files.
pub fn check_references(bundle: &Bundle) -> Vec<Diagnostic> {
    let _ = bundle;
    Vec::new()
}
