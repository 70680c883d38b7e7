//! No rules: the numbers that the bots weigh by, in hundredths of a victory point.

use salient_rules::weights::{Weighing, WeightDef};

salient_rules::weights! {
    /// What things are worth. `USUAL` is the planner's.
    pub struct Weights {
        /// A level of effectiveness that a division of the enemy's loses.
        level: 30 in 0..=300,
        /// A strength reduction that a division of the enemy's takes.
        reduction: 120 in 0..=600,
        /// A hex that the enemy has to leave, whichever it is.
        ground: 15 in 0..=400,
        /// Own losses against the enemy's, in percent.
        thrift: 100 in 0..=400,
        /// The least that an attack must be worth.
        least: 20 in -300..=600,
        /// The least that an attack must be worth that is still to be prepared.
        assault: 40 in -300..=600,
        /// What a point to be won or lost at a place draws, a hundredth of it for each hex nearer.
        pull: 12 in 0..=200,
        /// A hex nearer to the enemy for whoever has no place to go to.
        front: 8 in 0..=200,
        /// Standing in a place that scores where nobody else does.
        hold: 400 in 0..=2000,
        /// Entering a place of the enemy's that scores.
        enter: 500 in 0..=2000,
        /// A tenth of the odds beyond even ones that the enemy could bring against a division.
        danger: 12 in 0..=100,
        /// The enemy's strength that counts as a threat to a place, in percent.
        alarm: 80 in 0..=300,
        /// How much of the strength that a place wants may be lacking before it is given up, in
        /// percent.
        short: 40 in 0..=100,
        /// A point of movement of a forced march.
        march: 12 in 0..=200,
        /// A hex beyond the reach of its train or depot.
        supply: 60 in 0..=300,
        /// Standing next to an enemy who can be attacked well.
        contact: 20 in 0..=300,
        /// What an army that gives up its plan could hold by that, in percent.
        free: 60 in 0..=300,
        /// A formation that stays in a camp which the enemy's siege guns have before them.
        shut_in: 300 in 0..=2000,
        /// A hex within which no other formation of one's own stands.
        alone: 20 in 0..=300,
    }
}

/// What the rules of thumb go by.
pub const RULE_OF_THUMB: Weights =
    Weights { ground: 25, danger: 4, supply: 30, contact: 60, ..Weights::USUAL };

impl Weighing for Weights {
    fn usual(_side: usize) -> Self {
        Self::USUAL
    }

    fn defs(_side: usize) -> Vec<WeightDef> {
        Self::DEFS.to_vec()
    }

    fn values(&self) -> Vec<i32> {
        self.values()
    }

    fn take(&mut self, values: &[i32]) {
        for (place, &value) in values.iter().enumerate() {
            self.set(place, value);
        }
    }
}
