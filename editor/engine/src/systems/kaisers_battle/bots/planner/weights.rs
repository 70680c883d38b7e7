//! What things are worth to the planner, in hundredths of a victory point. Found by playing.

/// A movement point nearer to the western edge.
pub const WEST: i32 = 8;
/// A town that scores (KB 20.11).
pub const TOWN: i32 = 100;
/// An Allied step of strength 3.
pub const ALLIED_STEP: i32 = 60;
/// Each point of strength of an Allied stack, spread over its steps.
pub const ALLIED_STRENGTH: i32 = 12;
/// An Allied unit in a trench, on the last turn (KB 20.13); less before.
pub const TRENCH: i32 = 100;
/// The ground of an Allied stack, for each movement point that it costs to get past it.
pub const GROUND: i32 = 5;
/// A step of a German division.
pub const GERMAN_STEP: i32 = 110;
/// The step that makes a division a regiment (KB 20.14).
pub const DIVISION_LOST: i32 = 100;
/// Being bound to an attack.
pub const ENGAGED: i32 = 10;
/// Not having to move for an attack.
pub const STAY: i32 = 4;
/// Standing in the open next to an Allied stack that nobody attacks.
pub const EXPOSED: i32 = 40;
/// The same, for each division that beating it asks for.
pub const EXPOSED_DIVISION: i32 = 60;
/// Attackers in one attack at most.
pub const MOST_ATTACKERS: usize = 5;
/// Ending a march beyond supply.
pub const ASTRAY: i32 = 40;
/// A run through a gap at most.
pub const RUN: i32 = 150;
/// Movement points that a unit next to the enemy could gain anyway.
pub const NEAR: i32 = 4;
/// Towns that a march turns aside for.
pub const MOST_TOWNS: usize = 3;
