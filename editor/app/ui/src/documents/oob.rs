//! What the page of the order of battle asks for.

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::request::order_of_battle::OobRequest;
use crate::request::views::View;

impl OpenDocument {
    /// Takes what is being typed on the page as if its field had been left: before a command,
    /// and when the page is left.
    pub fn finish_typing(&mut self, news: &mut Notices) {
        if let Some((field, text)) = self.pages.order_of_battle.take_typed()
            && self.is_editing()
        {
            self.pages.order_of_battle.take_text(&field, &text, &mut self.document, news);
        }
    }

    /// What is typed is not lost when the page goes out of sight.
    pub fn leave_order_of_battle(&mut self, news: &mut Notices) {
        if !self.panes.shows(View::OrderOfBattle) {
            self.finish_typing(news);
        }
    }

    /// Whether Delete means what is selected on the page.
    pub fn oob_can_delete(&self) -> bool {
        self.panes.focused().view == View::OrderOfBattle
            && !self.pages.order_of_battle.selected.is_empty()
    }

    /// Deletes what is selected on the page.
    pub(super) fn oob_delete_selected(&mut self, news: &mut Notices) {
        let keys = self.pages.order_of_battle.selected_keys();
        self.oob_request(OobRequest::AskDelete(keys), news);
    }

    /// Carries out a request of the page.
    pub(super) fn oob_request(&mut self, request: OobRequest, news: &mut Notices) {
        if !self.is_editing() && !matches!(request, OobRequest::Export(_)) {
            return;
        }
        let reads = matches!(request, OobRequest::ReadImport(_));
        let page = &mut self.pages.order_of_battle;
        page.carry_out(request, &mut self.document, news);
        if reads && page.is_importing() {
            self.panes.show(View::OrderOfBattle);
        }
    }
}
