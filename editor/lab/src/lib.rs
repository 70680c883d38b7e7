//! The test-run lab: many games between bots, and what they teach of a scenario.
//!
//! ```text
//! bundle ── run ──▶ games ── Tally ──▶ Totals ──┬─▶ Shard ── merge ─┐
//!                   (events)  (one game) (sums) └───────────────────┴─▶ Report ── compare
//! ```
//!
//! A [`Tally`] folds the events of one game while it is played; [`Totals`] are sums of whole
//! numbers over games, so that they come out the same in whatever order and on however many
//! machines the games are played. Only the [`Report`] holds shares, means and intervals. It is
//! worked out from the totals in a fixed order with additions, products, quotients and square
//! roots alone, which every machine rounds alike: equal totals give equal bytes.

mod columns;
mod compare;
mod counts;
mod csv;
mod ends;
mod fact;
mod facts;
mod game_report;
mod ledger;
mod options;
mod populations;
mod report;
mod reporting;
mod resources;
mod run;
mod seeds;
pub mod set_ups;
mod shard;
pub mod skill;
mod sources;
mod statistics;
mod subject;
mod tally;
mod totals;
mod tree;
pub mod view;
pub mod words;

pub use columns::ColumnReport;
pub use compare::{
    Compared, Comparison, LevelDifference, Named, SideDifference, TownDifference, compare,
};
pub use csv::{Table, as_csv, comparison_table, tables};
pub use ends::{EndReport, LastTaken};
pub use fact::{Fact, FactCause, FactKind};
pub use game_report::{GameReport, Mark};
pub use ledger::{
    EndingReport, ReplacementReport, ReplacementTurn, ReplacementUse, StandingReport, StandingTurn,
    reason_in_words,
};
pub use options::Options;
pub use populations::{Kind, Populations, populations};
pub use report::{
    FrontTurn, Heat, LevelReport, OddsReport, Points, REPORT_VERSION, Report, RuleUse, SideBot,
    SideLossReport, SideWins, TableReport, TableRow, TownReport, TurnReport, TurnSide, UnitReport,
};
pub use resources::ResourceReport;
pub use run::{
    BLOCK, LogSink, MOST_GAMES, Progress, run, run_from, run_logged, run_seeds, run_shard,
};
pub use seeds::{BetweenSeeds, SeedReport, SeedsReport};
pub use shard::{MergeError, Part, SHARD_VERSION, Shard, UnknownPart, merge};
pub use sources::{Between, Lever, LeverKind, LeverMeans, SourceLevel, SourceReport, SourceTurn};
pub use statistics::{
    Confidence, Difference, Estimate, Fraction, Interval, Share, Sum, newcombe, student, welch,
    wilson,
};
pub use subject::{
    ColumnHead, LevelName, SideName, SourceHead, Subject, SubjectIndex, TableHead, TownName,
    TurnName, UnitName,
};
pub use tally::Tally;
pub use totals::Totals;
pub use tree::{Branch, Counted, FactName, Horizon, Telling};
