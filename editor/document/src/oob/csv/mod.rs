//! Counters as a spreadsheet: CSV out, and in again with a preview that names the faulty cell.
//!
//! A row a counter; the first row names the columns. On the way in, columns that are not there
//! leave their fields as they are, and their order is free.
//!
//! What the columns of counters and faces are called and hold is listed in
//! [`salient_tables::counters`], for this sheet and for the exchange of whole scenarios.
//!
//! | column | holds |
//! |---|---|
//! | `order_of_battle` | the id of the order-of-battle file, where a scenario has several |
//! | `id` | the counter's id; a new counter without one gets one |
//! | `designation` | what is printed |
//! | `side`, `nation`, `type`, `size`, `formation` | ids (or names) of the ruleset; of the formations |
//! | `count`, `footprint` | counters alike; hexes covered |
//! | `faces` | how many faces it has |
//! | `front.strength`, `back.strength`, `face3.strength` … | a rating of the ruleset on a face |
//! | `front.designation`, `front.type`, `front.size` … | what a face has of its own |
//! | `back.not_a_step` | `yes` where the face is another unit |
//! | `back.picture` | the file of a picture that is drawn instead |
//! | `traits` | trait ids with blanks between |
//! | `parts` | `2 infantry "A company"`, a line each |
//! | `provenance` | `printed`, `surveyed`, `reconstructed`, `invented` |
//! | `notes` | a line a paragraph |
//! | `hex` | where it is set up; a change moves it |
//! | `turn` | the game-turn on which it arrives; for reading only |

mod cells;
mod column;
mod excel;
mod read;
mod text;
mod write;

pub use column::Column;
pub use read::{Fault, FieldChange, Import, RowChange, RowKind, read};
pub use write::write;
