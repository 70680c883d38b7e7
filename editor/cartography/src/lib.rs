//! Cartography: a [map](salient_schema::Map) made from geographic data by a
//! [recipe](salient_schema::Recipe).
//!
//! [`build`] reads a recipe and the files it names and gives the map with a [`Report`]: how far
//! the fit misses each control point, what became of each town, where each river runs. Nothing
//! is looked up anywhere else, and all arithmetic is of the kind that gives the same bits on
//! every machine: the same recipe gives the same map, byte for byte.
//!
//! What happens, in order:
//!
//! 1. The grid is fitted to the control points ([`fit`]). From then on only the rounded numbers
//!    that the map states are used.
//! 2. Layers are read and laid on the plane ([`layer`]).
//! 3. Lines become chains of hexsides ([`chain`]): the shortest way along the edges of hexes
//!    that keeps near the line, so that there can be no gap.
//! 4. Points become features ([`features`]); of several in one hex, one stays.
//! 5. Areas, chains and heights ([`heights`]) become terrain, levels and zones ([`region`]), and
//!    features of hexsides ([`sides`]).
//! 6. The patch is laid over it, and what is left free gets its labels.
//!
//! Boards that a tactical game lays side by side become one map by [`join`].
//!
//! A printed map comes in another way: [`scan`] fits a picture of it to the grid and reads its
//! colours off.

mod assemble;
pub mod begin;
mod build;
pub mod by_hand;
pub mod chain;
pub mod features;
pub mod fit;
pub mod form;
pub mod heights;
pub mod join;
pub mod layer;
mod least_squares;
pub mod line;
pub mod maths;
pub mod net;
pub mod plane;
mod progress;
pub mod region;
pub mod report;
pub mod scan;
pub mod sides;
pub mod unused;

pub use build::{Built, build, build_recipe, build_watched};
pub use progress::Progress;
pub use report::Report;
