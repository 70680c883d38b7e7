//! Hashing a position: the same number on every machine.

use std::hash::Hasher;

/// FNV-1a over 64-bit words, and over whatever derives `Hash`.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds a word.
    pub fn add(&mut self, word: u64) {
        self.write(&word.to_le_bytes());
    }

    /// The number of all words so far.
    pub fn finish(&self) -> u64 {
        self.0
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    // Numbers are hashed alike on machines of either byte order and of any word size.
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }

    fn write_i16(&mut self, number: i16) {
        self.write(&number.to_le_bytes());
    }

    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }

    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        self.write(&(number as i64).to_le_bytes());
    }
}
