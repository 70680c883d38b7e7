//! What things are worth to the planner, in hundredths of a victory point. Found by playing.

salient_rules::weights! {
    /// What things are worth, in hundredths of a victory point where nothing else is said.
    pub struct Weights {
        /// A movement point nearer to the western edge.
        west: 8 in 0..=32,
        /// A town that scores (KB 20.11).
        town: 100 in 0..=400,
        /// An Allied step of strength 3.
        allied_step: 30 in 0..=120,
        /// Each point of strength of an Allied stack, spread over its steps.
        allied_strength: 12 in 0..=48,
        /// An Allied unit in a trench, on the last turn (KB 20.13); less before.
        trench: 100 in 0..=400,
        /// The ground of an Allied stack, for each movement point that it costs to get past it.
        ground: 5 in 0..=20,
        /// A step of a German division.
        german_step: 44 in 0..=176,
        /// The step that makes a division a regiment (KB 20.14).
        division_lost: 100 in 0..=400,
        /// Being bound to an attack.
        engaged: 10 in 0..=40,
        /// Not having to move for an attack.
        stay: 4 in 0..=16,
        /// Standing in the open next to an Allied stack that nobody attacks.
        exposed: 40 in 0..=160,
        /// Ending a march beyond supply.
        astray: 26 in 0..=104,
        /// A run through a gap at most.
        run: 150 in 0..=600,
        /// Movement points that a unit next to the enemy could gain anyway.
        near: 4 in 0..=16,
        /// A post of the Allied line.
        post: 39 in 0..=156,
        /// A post that nobody can reach.
        unmanned: 188 in 0..=752,
        /// Each point of shelter of a post.
        shelter: 8 in 0..=32,
        /// A river before a post.
        river: 8 in 0..=32,
        /// A trench, where a post also counts as a point at the end.
        post_trench: 15 in 0..=60,
        /// A division that can attack a post.
        threat: 6 in 0..=24,
        /// Two posts so far apart that a unit can slip between them in two turns.
        loose: 12 in 0..=48,
        /// A column of ground given up, in each row.
        ground_given: 3 in 0..=12,
        /// A town given up.
        town_given: 20 in 0..=80,
        /// A German left behind the line.
        leaked: 300 in 0..=1200,
        /// Leaving a trench.
        leave_trench: 50 in 0..=200,
        /// Leaving a town.
        leave_town: 10 in 0..=40,
        /// Staying where one is.
        stays: 20 in 0..=80,
        /// A post that is as strong as what threatens it.
        held: 440 in 0..=1760,
        /// Standing with others.
        together: 10 in 0..=40,
        /// Being in reach of a division, without shelter.
        in_reach: 15 in 0..=60,
        /// A hex nearer to a threatened post.
        reserve: 5 in 0..=20,
        /// A victor who ends on top of a full stack.
        crowd: 150 in 0..=600,
        /// A victor who ends next to an Allied stack.
        touching: 6 in 0..=24,
        /// An artillery point that another stack may need.
        sos_point: 3 in 0..=12,
        /// A step lost where an attack follows soon.
        soon_step: 40 in 0..=160,
        /// Hexes that part whoever is left alone from the nearest enemy.
        undisturbed: 4 in 0..=16,
        /// What a zone of control costs at least, in movement points.
        stop: 3 in 0..=12,
        /// What each division needed to beat its owner costs.
        division: 4 in 0..=16,
        /// No zone of control costs more: what is too strong is gone round.
        resistance: 8 in 0..=32,
        /// Hexes from the nearest enemy at which a division waits at the edge to break down.
        left_alone: 4 in 0..=16,
        /// Movement points from the edge at which one does.
        at_the_edge: 9 in 0..=36,
        /// Whether nobody is moved, or left, where a stack would be too high.
        room: 0 in 0..=1,
        /// A town that the enemy could run through after the last German move, for whoever stands
        /// in it or next to it.
        garrison: 0 in 0..=200,
        /// The row where the main effort is made, in hundredths from north to south.
        effort_row: 50 in 0..=100,
        /// Movement points that each row off the main effort counts as.
        effort: 0 in 0..=8,
        /// What an Allied attack is held to be worth, in hundredths of what it is.
        counter: 0 in 0..=300,
        /// A step of a German who could leave the map in two turns, to whoever attacks him.
        runner: 0 in 0..=300,
        /// What an Allied attack must be worth.
        counter_least: 0 in 0..=300,
    }
}

/// Steps of a whole division, its regimental replacement counted.
pub const DIVISION_STEPS: i32 = 3;
/// Strength and steps of an Allied brigade.
pub const BRIGADE_STRENGTH: i32 = 10;
pub const BRIGADE_STEPS: i32 = 2;
/// Attackers in one attack at most.
pub const MOST_ATTACKERS: usize = 5;
/// Towns that a march turns aside for.
pub const MOST_TOWNS: usize = 3;
/// How often attacks are shared out anew.
pub const FIGHT_PASSES: usize = 3;
/// Turns of marching in which a German who could leave the map is a runner.
pub const RUNNER_TURNS: i32 = 2;
/// Hexes within which a stack is soon attacked.
pub const SOON: i32 = 3;

/// Those of each side, as `tune kaisers-battle SIDE 80 60 SEED` found them by self-play, with
/// the seeds 1 and 2 (German) and 1 (Allied); what is not named moves no choice of the side.
/// Room, garrison and Allied attacks were chosen by 400 games of each way (seeds 5001 and 6001).
pub const TUNED: [Weights; 2] = [
    Weights {
        west: 18,
        town: 28,
        allied_step: 6,
        allied_strength: 18,
        trench: 35,
        ground: 6,
        german_step: 28,
        division_lost: 102,
        engaged: 6,
        stay: 9,
        exposed: 27,
        astray: 24,
        run: 298,
        near: 7,
        crowd: 193,
        soon_step: 44,
        undisturbed: 5,
        stop: 1,
        division: 6,
        resistance: 4,
        left_alone: 2,
        at_the_edge: 8,
        room: 1,
        garrison: 80,
        ..Weights::USUAL
    },
    Weights {
        town: 98,
        allied_step: 24,
        trench: 101,
        ground: 3,
        german_step: 51,
        division_lost: 128,
        engaged: 30,
        post: 67,
        unmanned: 204,
        river: 4,
        post_trench: 12,
        loose: 7,
        ground_given: 2,
        town_given: 17,
        leaked: 386,
        leave_trench: 46,
        leave_town: 11,
        stays: 14,
        held: 387,
        together: 8,
        in_reach: 21,
        reserve: 6,
        soon_step: 58,
        division: 3,
        room: 1,
        counter: 100,
        counter_least: 10,
        ..Weights::USUAL
    },
];
