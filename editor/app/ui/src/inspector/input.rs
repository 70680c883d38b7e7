//! What the inspector is shown with.

use salient_document::{Document, Tool};

use crate::test_run::TestRun;
use crate::versions::Versions;

/// What the panel reads.
pub struct InspectorInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The tool in hand.
    pub tool: &'a Tool,
    /// The test-run.
    pub test_run: &'a TestRun,
    /// Whether the lab shows.
    pub lab_is_open: bool,
    /// What the document is compared with.
    pub versions: &'a Versions,
}
