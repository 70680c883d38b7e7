//! The ruleset's charts: what each cell reads and where it comes from, whether the chart keeps what
//! the rule book says of it, and the changes that a designer makes, in the ruleset or for one
//! scenario.

mod new;
mod op;
mod read;

pub use new::{NEW_CONSTANT, NEW_TABLE, NewLimit, new_constant, new_stacking_limits, new_table};
pub use op::{ChartOp, ChartRefusal};
pub use read::{
    ChartCell, ConstantLine, ConstraintLine, JudgedCell, Scope, cell, constants, constraints,
};
