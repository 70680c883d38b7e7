//! What things are worth to the planner, in hundredths of a victory point. Found by playing.

/// A movement point nearer to the western edge.
pub const WEST: i32 = 8;
/// A town that scores (KB 20.11).
pub const TOWN: i32 = 100;
/// An Allied step of strength 3.
pub const ALLIED_STEP: i32 = 30;
/// Each point of strength of an Allied stack, spread over its steps.
pub const ALLIED_STRENGTH: i32 = 12;
/// An Allied unit in a trench, on the last turn (KB 20.13); less before.
pub const TRENCH: i32 = 100;
/// The ground of an Allied stack, for each movement point that it costs to get past it.
pub const GROUND: i32 = 5;
/// A step of a German division.
pub const GERMAN_STEP: i32 = 44;
/// The step that makes a division a regiment (KB 20.14).
pub const DIVISION_LOST: i32 = 100;
/// Being bound to an attack.
pub const ENGAGED: i32 = 10;
/// Not having to move for an attack.
pub const STAY: i32 = 4;
/// Standing in the open next to an Allied stack that nobody attacks.
pub const EXPOSED: i32 = 40;
/// Steps of a whole division, its regimental replacement counted.
pub const DIVISION_STEPS: i32 = 3;
/// Attackers in one attack at most.
pub const MOST_ATTACKERS: usize = 5;
/// Ending a march beyond supply.
pub const ASTRAY: i32 = 26;
/// A run through a gap at most.
pub const RUN: i32 = 150;
/// Movement points that a unit next to the enemy could gain anyway.
pub const NEAR: i32 = 4;
/// Towns that a march turns aside for.
pub const MOST_TOWNS: usize = 3;
/// A post of the Allied line.
pub const POST: i32 = 39;
/// A post that nobody can reach.
pub const UNMANNED: i32 = 188;
/// Each point of shelter of a post.
pub const SHELTER: i32 = 8;
/// A river before a post.
pub const RIVER: i32 = 8;
/// A trench, where a post also counts as a point at the end.
pub const POST_TRENCH: i32 = 15;
/// A division that can attack a post.
pub const THREAT: i32 = 6;
/// Two posts so far apart that a unit can slip between them in two turns.
pub const LOOSE: i32 = 12;
/// A column of ground given up, in each row.
pub const GROUND_GIVEN: i32 = 3;
/// A town given up.
pub const TOWN_GIVEN: i32 = 20;
/// A German left behind the line.
pub const LEAKED: i32 = 300;
/// Leaving a trench.
pub const LEAVE_TRENCH: i32 = 50;
/// Leaving a town.
pub const LEAVE_TOWN: i32 = 10;
/// Staying where one is.
pub const STAYS: i32 = 20;
/// A post that is as strong as what threatens it.
pub const HELD: i32 = 440;
/// Standing with others.
pub const TOGETHER: i32 = 10;
/// Being in reach of a division, without shelter.
pub const IN_REACH: i32 = 15;
/// A hex nearer to a threatened post.
pub const RESERVE: i32 = 5;
/// How often attacks are shared out anew.
pub const FIGHT_PASSES: usize = 3;
/// A victor who ends on top of a full stack.
pub const CROWD: i32 = 150;
/// A victor who ends next to an Allied stack.
pub const TOUCHING: i32 = 6;
/// An artillery point that another stack may need.
pub const SOS_POINT: i32 = 3;
/// Hexes within which a stack is soon attacked.
pub const SOON: u32 = 3;
/// A step lost where an attack follows soon.
pub const SOON_STEP: i32 = 40;
/// Hexes that part whoever is left alone from the nearest enemy.
pub const UNDISTURBED: i32 = 4;
/// What a zone of control costs at least, in movement points.
pub const STOP: i32 = 3;
/// What each division needed to beat its owner costs.
pub const DIVISION: i32 = 4;
/// No zone of control costs more: what is too strong is gone round.
pub const RESISTANCE: i32 = 8;
/// Hexes from the nearest enemy at which a division waits at the edge to break down.
pub const LEFT_ALONE: i32 = 4;
/// Movement points from the edge at which one does.
pub const AT_THE_EDGE: i32 = 9;
