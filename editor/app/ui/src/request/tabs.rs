//! Which open document is meant, and what is asked of its tab.

/// Which open document is meant, however the tabs are ordered.
pub type TabNumber = u64;

/// What is asked of the tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TabRequest {
    /// Show a document.
    Show(TabNumber),
    /// Close a document, with a question if it is not saved.
    Close(TabNumber),
    /// Put a document's tab at another place from the left.
    Move(TabNumber, usize),
}
