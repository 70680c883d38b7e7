//! No rules: the numbers that the planner weighs by, in hundredths of a point.

use salient_rules::weights::{Weighing, WeightDef};

salient_rules::weights! {
    /// What things are worth to the planner.
    pub struct Weights {
        /// An objective that is not one's own.
        goal: 450 in 0..=900,
        /// A hex nearer an objective.
        pull: 40 in 0..=100,
        /// Standing on an objective of one's own with the enemy near.
        hold: 90 in 0..=900,
        /// A point of fire that a step lost takes with it.
        fire: 10 in 0..=60,
        /// A company that is disrupted.
        disrupted: 45 in 0..=300,
        /// A company that is demoralized.
        demoralized: 110 in 0..=600,
        /// What the enemy's fire would cost where a unit ends, in percent.
        exposed: 70 in 0..=300,
        /// What his fire would cost on the way, in percent.
        on_the_way: 100 in 0..=300,
        /// What a unit could do to the enemy from where it ends, in percent.
        shoot: 75 in 0..=300,
        /// What a unit that waits could do to whoever moves before it, in percent.
        wait: 35 in 0..=200,
        /// The least that a fire at who moves must be worth.
        react: 6 in 0..=200,
        /// What it must be worth of the fire that the unit could give in its own segment, in percent.
        react_share: 70 in 0..=300,
        /// The least that makes an assault pay.
        assault: 30 in -200..=400,
        /// What one's own losses in an assault count, in percent.
        assault_loss: 100 in 0..=300,
        /// Digging in under the enemy's eyes.
        dig: 12 in 0..=100,
        /// A company in a leader's hex.
        led: 14 in 0..=100,
        /// A company next to a leader.
        near: 7 in 0..=100,
        /// A leader without troops in his hex.
        alone: 60 in 0..=300,
    }
}

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
