//! The dice once more, from the words that a log has for them.

pub const GENERATOR: &str = "splitmix64, high 32 bits, a die by multiplication with rejection";

#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next die. Of 2³² numbers six goes into all but four: those are drawn again.
    pub fn throw(&mut self) -> u8 {
        loop {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            let product = ((word ^ (word >> 31)) >> 32) * 6;
            if product & 0xFFFF_FFFF >= (1 << 32) % 6 {
                return (product >> 32) as u8 + 1;
            }
        }
    }
}
