//! A game played by hand, in the window or in the terminal: a [`Session`] knows who sits at the
//! table, what was decided in which order, and the other courses that the game took; [`Offer`] says
//! what the side to decide may do, and a [`Draft`] puts one decision together click by click;
//! [`prospects`](mod@prospects) reckons what may come of it before any die is rolled.
//!
//! Nothing here knows a system: what there is to choose comes out of the legal actions and of the
//! JSON Schema of the system's actions, what an action does out of the engine itself.
//!
//! | module | holds |
//! |---|---|
//! | [`session`] | the game, who decides, stops, steps back and branches |
//! | [`course`] | every decision that was ever made in it, as a tree |
//! | [`offer`] | what is legal: kinds of actions, units that may act, hexes that may be meant |
//! | [`draft`] | one decision, put together one thing at a time |
//! | [`shape`] | which fields a kind of action has, by its JSON Schema |
//! | [`mod@prospects`] | the chance of each outcome before the roll |
//! | [`seen`] | what a side may know of the log |
//! | [`sandbox`] | a game without rules: counters, charts and dice by hand |

pub mod course;
pub mod draft;
pub mod offer;
pub mod prospects;
pub mod sandbox;
pub mod seen;
pub mod session;
pub mod shape;

pub use course::{Course, Decision, Point};
pub use draft::Draft;
pub use offer::Offer;
pub use prospects::{Prospect, Prospects, prospects};
pub use sandbox::Sandbox;
pub use session::{Seat, Session, Stop};
pub use shape::{Field, FieldKind, Shape, Shapes};
