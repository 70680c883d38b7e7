//! What is asked about other versions of the document in front.

use egui::Context;

use super::Documents;
use crate::files::Purpose;
use crate::request::versions::{Other, VersionsRequest};
use crate::request::views::Tab;

impl Documents {
    pub(super) fn versions_request(&mut self, ctx: &Context, request: VersionsRequest) {
        self.front.inspector.tab = Tab::History;
        match request {
            VersionsRequest::Compare(other) => self.front.versions.compare(other),
            VersionsRequest::AskFile => self.ask_file(ctx, Purpose::Version, String::new()),
            VersionsRequest::ListCommits => self.front.versions.list_commits(),
            VersionsRequest::Stop => self.front.versions.stop(),
        }
    }

    /// Shows what changed from a file.
    pub(super) fn compare_version(&mut self, path: std::path::PathBuf) {
        self.front.inspector.tab = Tab::History;
        self.front.versions.compare(Other::File(path));
    }
}
