//! What a cell of a combat results table or fire table does: a closed language, and its words.
//!
//! A ruleset's tables hold what is printed. Where rules are played from the ruleset alone, a cell
//! of a table of results must say what happens, in this language or in codes that the table
//! explains in it ([`Table::outcome`](crate::ruleset::Table::outcome)).
//!
//! Results stand behind one another, with a space, `+` or `,` between two:
//!
//! | cell | what happens |
//! |---|---|
//! | `-`, `NE` | no effect |
//! | `A…`, `D…`, `B…` | something to the attacker, to the defender, to both; without a letter to the defender, who in a fire table is the target |
//! | `D2`, `DL2` | loses 2 steps |
//! | `DP3` | loses 3 strength points |
//! | `DE` | is eliminated |
//! | `DR`, `DR2` | retreats 1 hex, 2 hexes |
//! | `DRT`, `DRT3` | routs: retreats 1 hex, 3 hexes, and takes no more part |
//! | `DM`, `DM+1`, `DM-1`, `DM1` | checks morale, with a modifier; what it brings to fail is the ruleset's |
//! | `D:disrupted` | takes the state of that id |
//! | `D1R2`, `DRM:disrupted` | several of these for the same side |
//! | `1/2`, `-/1R2`, `1R/-` | the attacker's, then the defender's |
//! | `EX`, `HX` | exchange: the defender is eliminated, the attacker loses as much strength at least, or half as much |
//! | `C` | contact: nobody moves, the combat is over, the units stay locked |
//! | `ADV2` | the attacker may advance 2 hexes, whatever is usual; `ADV0`: he may not |
//!
//! Capitals count. The same side cannot lose or retreat twice, nor be eliminated and retreat.
//!
//! ```
//! use salient_schema::results::{Combat, Losses, Outcome};
//!
//! let outcome = Outcome::parse("1/2R")?;
//! assert_eq!(outcome.attacker.losses, Losses::Steps(1));
//! assert_eq!(outcome.to_string(), "A1 D2R");
//! assert_eq!(
//!     outcome.words(Combat::Attack, |state| state.to_owned()),
//!     "The attacker loses 1 step; the defender loses 2 steps and retreats 1 hex."
//! );
//! # Ok::<(), salient_schema::results::ResultError>(())
//! ```

mod error;
mod outcome;
mod parse;
mod words;

pub use error::{Clash, Expected, Fault, Part, ResultError};
pub use outcome::{Exchange, Losses, Outcome, Retreat, Side, SideResult};
pub use words::Combat;
