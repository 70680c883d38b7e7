//! What is asked about other versions of the document in front.

use egui::Context;

use super::{Desk, Documents, OpenDocument};
use crate::files::Purpose;
use crate::request::versions::{Other, VersionsRequest};
use crate::request::views::Tab;

impl Documents {
    pub(super) fn versions_request(
        &mut self,
        ctx: &Context,
        request: VersionsRequest,
        desk: &mut Desk<'_>,
    ) {
        self.front.inspector.tab = Tab::History;
        let OpenDocument { versions, document, .. } = &mut self.front;
        match request {
            VersionsRequest::Compare(other) => versions.compare(other),
            VersionsRequest::AskFile => self.ask_file(ctx, Purpose::Version, String::new()),
            VersionsRequest::ListCommits => versions.list_commits(),
            VersionsRequest::Stop => versions.stop(),
            VersionsRequest::Merge => versions.merge(),
            VersionsRequest::Began(began) => {
                if let Some(merging) = versions.merging_mut() {
                    merging.begin_with(began);
                }
            }
            VersionsRequest::Choose(path, choice) => {
                if let Some(merging) = versions.merging_mut() {
                    merging.choose(path, choice);
                }
            }
            VersionsRequest::ChooseAll(choice) => {
                if let Some(merging) = versions.merging_mut() {
                    merging.choose_all(choice, document);
                }
            }
            VersionsRequest::PutTogether => self.put_together(ctx, desk),
            VersionsRequest::EndMerge => versions.end_merge(),
            VersionsRequest::RunBeside => self.run_version_beside(ctx),
        }
    }

    /// Shows what changed from a file.
    pub(super) fn compare_version(&mut self, path: std::path::PathBuf) {
        self.front.inspector.tab = Tab::History;
        self.front.versions.compare(Other::File(path));
    }
}
