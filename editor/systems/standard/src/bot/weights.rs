//! What the planner weighs by, as data.

use salient_rules::weights::{Plan, Weighing, WeightDef};

salient_rules::weights! {
    /// What the planner weighs by, in hundredths of a step.
    pub struct Numbers {
        /// A victory point.
        point: 300 in 0..=2000,
        /// A hex nearer to what scores.
        nearer: 20 in 0..=200,
        /// Odds of one to one more in an attack that could be made from a hex.
        odds: 40 in 0..=300,
        /// Enemy strength next to a hex beyond one's own there, each multiple.
        threat: 60 in 0..=400,
        /// Shelter next to an enemy.
        shelter: 25 in 0..=200,
        /// Leaving what scores without a unit while an enemy is near.
        guard: 250 in 0..=2000,
        /// A friend next to a hex.
        company: 4 in 0..=60,
        /// The least that an attack must promise.
        boldness: 0 in -300..=300,
    }
}

/// The weights of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights(pub Numbers);

impl Weighing for Weights {
    fn usual(_side: usize) -> Self {
        Self::default()
    }

    fn defs(_side: usize) -> Vec<WeightDef> {
        Numbers::DEFS.to_vec()
    }

    fn values(&self) -> Vec<i32> {
        self.0.values()
    }

    fn take(&mut self, values: &[i32]) {
        for (place, &value) in values.iter().enumerate() {
            self.0.set(place, value);
        }
    }
}

/// The ways in which a side can be played, the usual one first.
pub fn plans(usual: &Weights) -> Vec<Plan<Weights>> {
    let with = |name: &'static str, change: fn(&mut Numbers)| {
        let mut weights = *usual;
        change(&mut weights.0);
        Plan { name: name.into(), weights }
    };
    vec![
        with("as usual", |_| {}),
        with("attack wherever it pays at all", |numbers| {
            numbers.boldness = -60;
            numbers.odds = 80;
            numbers.threat = 25;
        }),
        with("go for what scores", |numbers| {
            numbers.nearer = 60;
            numbers.threat = 25;
        }),
        with("hold what is held", |numbers| {
            numbers.boldness = 60;
            numbers.guard = 900;
            numbers.shelter = 80;
            numbers.nearer = 5;
        }),
    ]
}
