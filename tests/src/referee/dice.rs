//! The dice once more, from the words that a log has for them: "splitmix64, high 32 bits, a die
//! by multiplication with rejection".

pub const GENERATOR: &str = "splitmix64, high 32 bits, a die by multiplication with rejection";

/// The dice of a seed.
#[derive(Debug)]
pub struct Dice {
    counter: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// The next die. Of the 2³² numbers, 6 divides all but four: those are drawn again.
    pub fn next(&mut self) -> u8 {
        loop {
            self.counter = self.counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.counter;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^= word >> 31;
            let high = word >> 32;
            let product = high * 6;
            if product % (1 << 32) >= (1_u64 << 32) % 6 {
                return (product / (1 << 32)) as u8 + 1;
            }
        }
    }
}
