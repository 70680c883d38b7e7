//! 1914 12.4, 13.3: bombardment of fortresses, and of positions before an attack.
//!
//! | file | rules |
//! |---|---|
//! | `bombard` | 12.4, 13.1.2, 13.1.3, 13.2.1, 13.2.2 the bombardment of fortresses |
//! | `destroy` | 12.3.3, 12.3.4 a fortress is destroyed: surrender, and who advances |
//! | `barrage` | 13.3 preparatory bombardment |
//!
//! Guns and their train are in [`siege_guns`](crate::siege_guns) and
//! [`siege_train`](crate::siege_train), how they deploy in [`march`](crate::march), the tables in
//! [`bombardment`](crate::bombardment).

pub mod barrage;
pub mod bombard;
pub mod destroy;
