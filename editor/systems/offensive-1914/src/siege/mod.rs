//! 1914 12.4, 13: siege artillery, the siege train, and bombardment.
//!
//! | file | rules |
//! |---|---|
//! | `guns` | 13.1, 13.4 what a siege gun is, what it needs, and how often it fires |
//! | `deploy` | 13.1.1, 13.2.4, 13.2.5, 13.3.1 what guns and headquarters do in movement phases |
//! | `train` | 13.2.4, 13.2.5 markers on the turn track, and what becomes of them |
//! | `bombard` | 12.4, 13.1.2, 13.1.3, 13.2.1, 13.2.2 the bombardment of fortresses |
//! | `destroy` | 12.3.3, 12.3.4 a fortress is destroyed: surrender, and who advances |
//! | `barrage` | 13.3 preparatory bombardment |
//! | `table` | 12.4.3, 13.3.4 both tables |

pub mod barrage;
pub mod bombard;
pub mod deploy;
pub mod destroy;
pub mod guns;
mod table;
mod train;

pub use barrage::prepared_hexes;
pub use guns::Charge;
pub use table::{BombardmentTable, PreparationTable};
pub use train::{arrive, assign, gone, set_out};
