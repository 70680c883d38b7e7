//! The open document: everything between the files on disk and the screens.
//!
//! ```text
//!  pointer ──> tools ──> actions ──> Document ──> bundle, index, history, journal
//!                                      │  ▲
//!              screens <── changes ────┘  └── undo, redo, save, recover
//! ```
//!
//! Every change is an [`Edit`]: a value that can be applied, inverted, named in the undo list
//! and replayed. Screens read the [`Document`] and propose edits, mostly through
//! [`tools`]; nothing here knows how anything is drawn.

mod apply;
mod changes;
pub mod charts;
pub mod commits;
mod companion;
mod cut_off;
mod document;
mod edit;
pub mod find;
pub mod fixes;
mod history;
mod index;
mod journal;
pub mod layers;
mod merge;
pub mod new_game;
pub mod oob;
mod own_game;
mod own_id;
mod pictures;
pub mod plan;
mod problems;
mod references;
pub mod reshape;
pub mod rules_of_play;
mod save;
pub mod schedule;
mod selection;
pub mod sequence;
pub mod set_up;
mod shared;
mod stand_ins;
pub mod template;
pub mod tools;
pub mod totals;
mod transaction;
mod watch;
mod words;

pub use changes::{Changes, Touched};
pub use companion::Companion;
pub use cut_off::{Beside, open_beside};
pub use document::{Document, Origin};
pub use edit::{
    CompanionFile, Edit, EditError, GlyphRun, Item, Key, KindOf, List, Placed, RolesOf, RulesetHead,
};
pub use history::HistoryEntry;
pub use index::{CounterUse, StackEntry};
pub use journal::{JournalError, Recovery};
pub use layers::{LayerId, LayerState, Layers};
pub use merge::{
    Change, ChangeKind, Choice, Comparison, Conflict, FileError, Merge, MergeError, MergedFile,
    Names, Sides, compare_files, merge_files,
};
pub use problems::{ProblemCount, ProblemId, Problems, Scope};
pub use references::name_files_from;
pub use salient_files::{Kept, SettleError, Settled as SettledSave};
pub use save::{CopyChoice, Missing, OwnParts, SaveError, SaveOptions, Saved};
pub use selection::{PlacedCounter, Selection};
pub use shared::{SharedFile, users_of};
pub use tools::{Action, Tool, ToolBox, ToolEvent, ToolOutput};
pub use watch::{Stamps, WatchedFiles};
