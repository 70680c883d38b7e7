//! The only source of chance.
//!
//! [`SplitMix64`] (Steele, Lea and Flood, 2014): a counter stepped by the golden ratio and mixed.
//! It is small, passes the usual batteries, gives the same numbers on every machine, and any
//! 64-bit seed is as good as any other.

/// What events call the generator.
pub const GENERATOR: &str = "splitmix64, high 32 bits, a die by multiplication with rejection";

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`, each equally likely; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        // Lemire's method: the high half of a product is the number, the low half tells the few
        // draws that would make some numbers likelier.
        loop {
            let product = (self.next_u64() >> 32) * u64::from(limit);
            let low = product as u32;
            if limit == 0 || low >= limit.wrapping_neg() % limit {
                return (product >> 32) as u32;
            }
        }
    }

    /// Where it stands, for hashing a state.
    pub fn state(&self) -> u64 {
        self.0
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of one game of a run: far from its neighbours', and below 2⁵³ so that every JSON
/// reader keeps it exact.
pub fn game_seed(run_seed: u64, game: u32) -> u64 {
    mix(mix(run_seed.wrapping_add(0x9e37_79b9_7f4a_7c15)) ^ u64::from(game)) >> 11
}

/// Dice: from the generator, or given in advance for a rule case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    generator: SplitMix64,
    /// Dice given in advance, and how many are used.
    script: Option<(Vec<u8>, usize)>,
}

impl Dice {
    /// Dice from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self { generator: SplitMix64::new(seed), script: None }
    }

    /// Dice given in advance. When they run out the generator goes on, with seed 0, and
    /// [`Dice::overrun`] says so.
    pub fn scripted(dice: Vec<u8>) -> Self {
        Self::scripted_then(dice, 0)
    }

    /// The same, and when they run out the generator goes on with another seed: for whoever throws
    /// what comes after them many times.
    pub fn scripted_then(dice: Vec<u8>, seed: u64) -> Self {
        Self { generator: SplitMix64::new(seed), script: Some((dice, 0)) }
    }

    /// Rolls a die with six faces.
    pub fn d6(&mut self) -> u8 {
        self.die(6)
    }

    /// Rolls a die with so many faces, 1 at least.
    pub fn die(&mut self, faces: u8) -> u8 {
        if let Some((dice, used)) = &mut self.script {
            *used += 1;
            if let Some(&die) = dice.get(*used - 1) {
                return die;
            }
        }
        self.generator.below(faces.max(1).into()) as u8 + 1
    }

    /// How many dice were asked for beyond those given in advance; below 0 the number of those
    /// left over.
    pub fn overrun(&self) -> isize {
        match &self.script {
            Some((dice, used)) => *used as isize - dice.len() as isize,
            None => 0,
        }
    }

    /// Where the dice stand, for hashing a state.
    pub fn state(&self) -> u64 {
        let used = self.script.as_ref().map_or(0, |(_, used)| *used as u64);
        self.generator.state() ^ used.rotate_left(32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_numbers_come_out() {
        // Reference outputs for seed 1234567 (Rosetta Code, "Pseudo-random numbers/Splitmix64").
        let mut generator = SplitMix64::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        for number in expected {
            assert_eq!(generator.next_u64(), number);
        }
    }

    #[test]
    fn every_face_is_as_likely() {
        let mut dice = Dice::seeded(1);
        let mut faces = [0_u32; 7];
        for _ in 0..60_000 {
            faces[usize::from(dice.d6())] += 1;
        }
        assert_eq!(faces[0], 0);
        // Five standard deviations of a binomial (60000, 1/6) are 456.
        assert!(faces[1..].iter().all(|&n| n.abs_diff(10_000) < 457), "{faces:?}");
    }

    #[test]
    fn a_script_is_followed_and_its_end_noticed() {
        let mut dice = Dice::scripted(vec![4, 1]);
        assert_eq!((dice.d6(), dice.d6(), dice.overrun()), (4, 1, 0));
        dice.d6();
        assert_eq!(dice.overrun(), 1);
    }

    #[test]
    fn game_seeds_differ() {
        let mut seeds: Vec<u64> = (0..1000).map(|game| game_seed(1, game)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1000);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
    }
}
