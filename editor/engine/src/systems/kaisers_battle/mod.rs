//! The Kaiser's Battle (SPI, 1980). One file a chapter of its rule book.

use std::sync::Arc;

use salient_schema::{Bundle, Code, Diagnostic};

use crate::game::Begin;
use crate::systems::SystemInfo;

/// What the engine has of this system.
pub const INFO: SystemInfo =
    SystemInfo { id: "kaisers-battle", title: "The Kaiser's Battle", implemented: &[] };

pub(crate) fn prepare(_bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error(Code::Rule, "the rules are being built")])
}

/// The legality checks of a set-up.
pub(crate) fn check(_bundle: &Bundle) -> Vec<Diagnostic> {
    Vec::new()
}
