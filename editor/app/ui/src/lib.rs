//! The editor's screens, and the owners of what they show.
//!
//! ```text
//!  screens ── Request ──▶ App::carry_out ──▶ Documents, Settings, Help …: one `apply` each
//!     ▲                                         │
//!     └───────────── read again, next frame ────┘
//! ```
//!
//! A folder uses those above it in this list, and none below:
//!
//! ```text
//!  look          colours, fonts, icons, widgets, pictures of counters and terrain
//!  request       what screens may ask for: commands, keys, requests; pure data
//!  settings      what is kept between sessions; the page of shortcuts
//!  sandbox       a game without rules: what is chosen, and its panel
//!  work          work on another thread, of which only the last wish counts
//!  test_run      games of a document: one that is watched, many on other threads
//!  versions      what changed between another version and the document
//!  map, scan     the map on the graphics card, panes; a scanned map under it
//!  tools, pages, lab, inspector, map_dialogs, files, clients, generate     the screens
//!  documents     the open documents and all that is done with them
//!  probe         what the rules say of a unit and a hex
//!  help          help and the tour
//!  app           the window: where the screens lie, and who carries out what they ask for
//! ```

mod app;
mod clients;
mod documents;
mod files;
mod generate;
mod help;
mod inspector;
mod lab;
mod look;
mod map;
mod map_dialogs;
mod own_cases;
mod pages;
mod probe;
mod recipe;
mod request;
mod sandbox;
mod scan;
mod settings;
mod test_run;
mod tools;
mod versions;
mod work;

pub use app::{App, Options, open_window};
pub use files::dialogs::{Answer, Chosen, Dialogs, FileQuestion, NativeDialogs, ScriptedDialogs};
pub use help::Tour;
pub use lab::Lab;
pub use look::colours::side as side_colour;
pub use look::theme::{Look, Palette};
pub use map::gpu::ask_little;
pub use map::panes::{Pane, Panes};
pub use map::{MapView, camera};
pub use request::lab::{LabSetting, Overlay, Page};
pub use request::map::{MapRequest, RecipeRequest};
pub use request::play::{Pick, PlanWriting, PlayRequest};
pub use request::sandbox::{ChartSetting, PointsToAdd, SandboxRequest};
pub use request::shell::{Scale, ShellRequest, TourRequest};
pub use request::tabs::TabRequest;
pub use request::test_run::{Ending, KeptRun, Speed, TestRunSetting};
pub use request::tools::ToolsRequest;
pub use request::versions::{Began, Other, VersionsRequest};
pub use request::views::{Tab, View};
pub use request::{Request, command};
pub use sandbox::SandboxGame;
pub use test_run::{Against, Game, Record, Results, TestRun};
